"""Hybrid search: what either search finds, joined by reciprocal rank fusion, with the terms of MEMORY.3."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.library.memory import Memory, fuse, one_statement, terms, why
from disputatio.storage import memories, vectors
from disputatio.storage.search import HybridSearch, Query, Search
from disputatio.storage.sqlite import raw

WORDS, MEANING, BOTH, DOUBTED, FAR = "cache writes", "storing things", "cache of writes", "cache doubted", "weather"
PLACED = {WORDS: [0.0, 1.0], MEANING: [1.0, 0.0], BOTH: [0.8, 0.6], DOUBTED: [0.9, 0.435], FAR: [-1.0, 0.0]}


@pytest.fixture
def filled(database):
    """Five memories in a scope, one of them disputed, and a sixth that was never embedded elsewhere."""

    async def fill(db) -> HybridSearch:
        def work(connection) -> None:
            driver = raw(connection)
            space = vectors.ready_space(driver, "toy@2", 2, 0)
            for number, (text, placed) in enumerate(PLACED.items()):
                memory = Memory(
                    kind="insight", ref=text, scope="s", text=text, importance=8, at=number, live=text != DOUBTED
                )
                vectors.put(driver, space, memories.keep(driver, memory), "s", array("f", placed))
            memories.keep(driver, Memory(kind="message", ref="m", scope="t", text="cache", importance=3))

        await db.write(work)
        return HybridSearch(db, Search(db))

    return fill


ASKED = Query(text="the cache", vector=array("f", [1.0, 0.0]), space="toy@2", scopes=("s",))


async def test_what_both_searches_find_comes_first_and_each_says_why(database, filled) -> None:
    async with database() as db:
        search = await filled(db)
        found = await search.find(ASKED)
        assert [each.memory.text for each in found] == [WORDS, BOTH, MEANING, FAR]
        worded, both, meant, _ = (each.terms for each in found)
        assert (both.by_words, both.by_meaning) == (2, 3)
        assert (worded.by_words, worded.by_meaning) == (1, 4)
        assert (meant.by_words, meant.by_meaning) == (None, 1)
        assert [each.terms.relevance for each in found] == pytest.approx([0, 0.8, 1, 0], abs=1e-6)
        assert [each.terms.recency for each in found] == pytest.approx([0.99**3, 0.99**1, 0.99**2, 1])


async def test_without_a_vector_or_in_another_space_words_serve(database, filled) -> None:
    async with database() as db:
        search = await filled(db)
        for query in (
            Query(text="the cache", scopes=("s",)),
            Query(text="the cache", vector=array("f", [1.0, 0.0]), space="other@2", scopes=("s",)),
            Query(text="the cache", vector=array("f", [1.0, 0.0, 0.0]), space="toy@2", scopes=("s",)),
        ):
            found = await search.find(query)
            assert {each.memory.text for each in found} == {WORDS, BOTH}
            assert all(each.terms.relevance is None for each in found)


async def test_disputed_kinds_and_scopes_are_left_out_as_asked(database, filled) -> None:
    async with database() as db:
        search = await filled(db)
        assert DOUBTED in {
            each.memory.text for each in await search.find(Query(text="cache", scopes=("s",), live=False))
        }
        assert {each.memory.ref for each in await search.find(Query(text="cache"))} == {WORDS, BOTH, "m"}
        assert {each.memory.ref for each in await search.find(Query(text="cache", kinds=("message",)))} == {"m"}
        assert [each.memory.text for each in await search.find(Query(text="cache", scopes=("s", "t"), limit=1))] == [
            "cache"
        ]
        assert await search.find(Query(text="", scopes=("s",))) == []


async def test_without_the_extension_the_same_is_found(database, filled, monkeypatch: pytest.MonkeyPatch) -> None:
    async with database() as db:
        native = await (await filled(db)).find(ASKED)
    monkeypatch.setattr("disputatio.storage.sqlite.load_vectors", lambda connection: "not here")
    async with database() as db:
        search = HybridSearch(db, Search(db))
        assert db.capabilities.vectors == ""
        assert search.index == "numpy (not here)"
        plain = await search.find(ASKED)
    assert [each.memory for each in plain] == [each.memory for each in native]
    assert [each.terms.relevance for each in plain] == pytest.approx(
        [each.terms.relevance for each in native], abs=1e-6
    )


RANKINGS = st.lists(st.lists(st.integers(0, 20), unique=True, max_size=12), max_size=4)


@given(RANKINGS)
def test_fusion_keeps_everything_once_and_obeys_unanimity(rankings: list[list[int]]) -> None:
    fused = fuse(rankings)
    assert set(fused) == {id for ranking in rankings for id in ranking}
    assert list(fused.values()) == sorted(fused.values(), reverse=True)
    for a in fused:
        for b in fused:
            if all(a in r and b in r and r.index(a) < r.index(b) for r in rankings):
                assert fused[a] > fused[b]


def test_the_formula_is_that_of_the_specification() -> None:
    found = terms(3, 0.5, 8)
    assert found.score == pytest.approx(0.5 * 0.99**3 + 3.0 * 0.5 + 2.0 * 0.8)
    assert terms(0, -0.4, 5).relevance == 0, "relevance is at least 0"
    assert terms(0, None, 10).score == pytest.approx(0.5 + 2.0)
    assert "relevance 0.50" in why(found)
    assert "nothing was embedded" in why(terms(0, None, 10, by_words=2))
    assert why(terms(0, 0.9, 10, by_words=2, by_meaning=1)).endswith("no. 2 by words, no. 1 by meaning")


@given(st.floats(-1, 1), st.integers(0, 500), st.floats(1, 10), st.floats(0.001, 0.5))
def test_a_nearer_a_newer_and_a_weightier_memory_scores_no_less(
    cosine: float, rank: int, importance: float, more: float
) -> None:
    score = terms(rank, cosine, importance).score
    assert terms(rank, min(1, cosine + more), importance).score >= score
    assert terms(rank + 1, cosine, importance).score < score
    assert terms(rank, cosine, min(10, importance + more)).score >= score


@pytest.mark.parametrize(
    ("a", "b", "one"),
    [
        ("X is safe.", "x is  SAFE", True),
        ("X is safe", "X is not safe", False),
        ("PostgreSQL is cheaper than MySQL", "MySQL is cheaper than PostgreSQL", False),
        ("Sessions live in Redis", "Sessions are kept in Redis", False),
    ],
)
def test_one_statement_or_two(a: str, b: str, one: bool) -> None:
    assert one_statement(a, b) is one
    assert one_statement(b, a) is one
