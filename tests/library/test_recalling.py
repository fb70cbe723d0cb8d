"""The arithmetic of recalling: scores, fused rankings, and when two insights are one statement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.library.memory import ALIKE, fuse, is_rehearsal, one_statement, scope_of, search_terms, terms, why


def test_the_newest_relevant_and_important_memory_has_the_best_score() -> None:
    best = terms(0, 1.0, 10)
    assert best.score == pytest.approx(5.5)
    assert terms(1, 1.0, 10).score < best.score
    assert terms(0, 0.5, 10).score < best.score
    assert terms(0, 1.0, 9).score < best.score
    assert terms(0, -0.4, 10).relevance == 0.0, "the contrary is no less relevant than nothing"


def test_why_a_memory_was_recalled_is_said_in_its_terms() -> None:
    assert why(terms(0, 0.5, 5)) == "score 3.00 = 0.5 × recency 1.00 + 3.0 × relevance 0.50 + 2.0 × importance 0.50"
    unembedded = why(terms(0, None, 10, by_words=2))
    assert unembedded.startswith("score 2.50 = ")
    assert "relevance 0 (nothing was embedded)" in unembedded
    assert unembedded.endswith("; no. 2 by words")
    assert why(terms(0, 1.0, 1, by_words=1, by_meaning=3)).endswith("; no. 1 by words, no. 3 by meaning")


def test_what_both_searches_find_goes_first_and_ties_go_by_id() -> None:
    assert list(fuse([[1, 2], [3, 2]])) == [2, 1, 3]
    assert fuse([[7], [7]], k=60) == {7: pytest.approx(2 / 61)}
    assert fuse([]) == {}


@given(st.lists(st.lists(st.integers(0, 9), unique=True), max_size=4))
def test_fusing_loses_nothing_and_knows_no_order_of_the_searches(rankings: list[list[int]]) -> None:
    fused = fuse(rankings)
    assert set(fused) == {id for ranking in rankings for id in ranking}
    assert fuse(reversed(rankings)) == pytest.approx(fused)


def test_rehearsals_are_kept_apart() -> None:
    assert is_rehearsal(["openai:gpt", "rehearsal:quick"])
    assert is_rehearsal(["replay:d1"])
    assert not is_rehearsal(["openai:rehearsal"])
    assert scope_of("project", "p1") == "project/p1"
    assert scope_of("project", "p1", apart=True) == "rehearsal/project/p1"


def test_the_text_search_keeps_words_with_content_and_numbers() -> None:
    found = search_terms("The server of the server needs Python 3.11").split()
    assert "3.11" in found
    assert found == sorted(set(found))
    assert "the" not in found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The cache is safe for all users.", "The cache is safe for all users"),
        ("The cache keeps its entries for a day", "Entries stay in the cache for one day"),
    ],
)
def test_what_is_alike_by_meaning_is_one_statement(one: str, other: str) -> None:
    assert one_statement(one, other, ALIKE)
    assert one_statement(other, one, ALIKE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The cache is safe for users", "The cache is not safe for users"),
        ("The release is stable on phones", "The release is unstable on phones"),
        ("The server needs Python 3.11 or newer", "The server needs Python 3.12 or newer"),
        ("REST is faster than GraphQL", "GraphQL is faster than REST"),
        ("Tests run before the release", "The release comes before tests"),
    ],
)
def test_what_says_something_else_never_is(one: str, other: str) -> None:
    assert not one_statement(one, other, 0.99)
    assert not one_statement(other, one, 0.99)


def test_without_vectors_or_below_the_threshold_only_the_same_words_are_one_statement() -> None:
    one, other = "The cache keeps its entries for a day", "Entries stay in the cache for one day"
    assert not one_statement(one, other, None)
    assert not one_statement(one, other, ALIKE - 0.01)
    assert one_statement(one, one.upper(), None)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The cache is safe for users of the shop", "The cache is risky for users of the shop"),
        ("Eviction is allowed in the cache layer", "Eviction is forbidden in the cache layer"),
        ("The change cuts the cost of the service", "The change increases the cost of the service"),
        ("The cache is safe", "The cache is anything but safe"),
        ("It is far from safe in production use", "It is safe in production use"),
        ("All readers wait for the writer", "Some readers wait for the writer"),
        ("It is too slow to ship", "It is slow to ship"),
    ],
)
def test_opposites_are_two_statements_however_close_their_vectors_are(a: str, b: str) -> None:
    assert not one_statement(a, b, 0.99)
    assert not one_statement(b, a, 0.99)
    assert one_statement(a, a, None)
