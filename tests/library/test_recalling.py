"""The arithmetic of recalling: scores, fused rankings, and when two insights are one statement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.log.seats import Seat
from disputatio.library.memory import assent_to, fuse, is_rehearsal, one_statement, scope_of, search_terms, terms, why


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
    assert fuse([[7], [7]]) == {7: pytest.approx(2 / 61)}
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
    ("a", "b", "one"),
    [
        ("The cache is safe for all users.", "the cache is  SAFE for all users", True),
        ("The cache keeps its entries for a day", "Entries stay in the cache for one day", False),
        ("The cache is safe for users", "The cache is not safe for users", False),
        ("The server needs Python 3.11 or newer", "The server needs Python 3.12 or newer", False),
        ("The limit is > 3", "The limit is < 3", False),
    ],
)
def test_insights_are_one_statement_only_where_their_words_are_equal(a: str, b: str, one: bool) -> None:
    assert one_statement(a, b) is one
    assert one_statement(b, a) is one


SEATS = {
    id: Seat(id=id, part="table", role=role, model=model)
    for id, role, model in (
        ("ada", "Participant", "a:1"),
        ("ben", "Participant", "b:1"),
        ("mod", "Moderator", "c:1"),
        ("empty", "Participant", ""),
    )
}


@pytest.mark.parametrize(
    ("said", "unanimous", "told"),
    [
        ((), False, ""),
        (("ada",), False, "agreed by 1 of 2"),
        (("ada", "mod"), False, "agreed by 1 of 2"),
        (("ada", "ben"), True, "agreed by all"),
    ],
)
def test_silence_of_one_who_holds_a_position_is_no_agreement_by_all(said, unanimous: bool, told: str) -> None:
    receipts = [{"seat": seat, "quote": "So I think"} for seat in said] + [{"seat": "ben", "quote": ""}]
    found = assent_to({"receipts": receipts}, SEATS)
    assert (found.unanimous, found.told) == (unanimous, told)
    assert not assent_to({}, {}).unanimous
