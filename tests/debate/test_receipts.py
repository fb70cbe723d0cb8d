"""Receipts: the words that a record quotes stand in the turn, found by machine (SPEC RECEIPT.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.statements.receipts import (
    as_it_stands,
    bare_words,
    clause,
    contrary,
    from_the_beginning,
    in_context,
    in_sentences,
    passage,
    receipt_in,
    sentence,
    stretch,
)

TURN = (
    "The Critic found a real inconsistency.\n\n"
    "- **P5 – revised.** You're right that I compared a *two-times* price on one side with an average price on the "
    "other.\n- **P8 – withdrawn.** I withdraw P8. I do not agree with P2, and I never will.\n"
)


@pytest.mark.parametrize(
    "quote",
    [
        "You're right that I compared a two-times price",
        "you’re right THAT i compared",
        "**P5 – revised.** You're right",
        "I compared … with an average price",
        "I compared [...] with an average price",
        "P8 – withdrawn",
        "… an average price on the other",
    ],
)
def test_words_that_stand_there_are_found(quote: str) -> None:
    span = receipt_in(quote, TURN)
    assert span is not None
    assert 0 <= span.start < span.end <= len(TURN)


@pytest.mark.parametrize(
    "quote",
    [
        "",
        "…",
        "price",  # a single word stands almost anywhere
        "I compared an average price",  # words left out, and not said so
        "with an average price … I compared",  # the other order
        "I agree with P2",
        "I do … agree with P2",  # what was left out denies
        "You were right that I compared",
    ],
)
def test_words_that_do_not_stand_there_are_not(quote: str) -> None:
    assert receipt_in(quote, TURN) is None


def test_an_ellipsis_may_leave_out_a_denial_of_another_sentence() -> None:
    assert (
        receipt_in("It holds … in both rooms", "It holds. Nobody doubts it.\nIt was tested in both rooms.") is not None
    )


def test_a_later_place_is_tried_where_the_first_one_leaves_out_a_denial() -> None:
    text = "We should not move now. We should go and move now."
    span = receipt_in("We should … move now", text)
    assert span is not None
    assert text[span.start : span.end] == "We should go and move now"


def test_a_receipt_lies_in_its_paragraph() -> None:
    assert passage("I withdraw P8", TURN).startswith("- **P8")
    assert passage("nowhere to be found", TURN) == ""


@given(st.text(alphabet="ab c.\n", max_size=40), st.integers(0, 30), st.integers(2, 6))
def test_any_words_of_a_text_are_a_receipt_of_it(text: str, start: int, count: int) -> None:
    words = bare_words(text).split()[start : start + count]
    if len(words) > 1:
        assert receipt_in(" ".join(words), text) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The change is dangerous.", "The change is not dangerous"),
        ("It will never fail", "It will fail"),
        ("Nobody does that without a lock", "Nobody does that a lock"),
    ],
)
def test_a_statement_and_its_negation_are_contrary(one: str, other: str) -> None:
    assert contrary(one, other)
    assert contrary(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The change is dangerous.", "The change is very dangerous"),
        ("It is so", "it is SO!"),
        ("It will never ever fail again", "It will fail"),
        ("not a", "b"),
        ("", ""),
    ],
)
def test_other_differences_are_none(one: str, other: str) -> None:
    assert not contrary(one, other)


def test_a_receipt_lies_in_its_sentence() -> None:
    text = "It is cheap, as a.py:3 says. It is fast.\nNobody knows."
    assert sentence("it is cheap", text) == "It is cheap, as a.py:3 says"
    assert sentence("is cheap … is fast", text) == "It is cheap, as a.py:3 says. It is fast"
    assert sentence("Nobody knows", text) == "Nobody knows."
    assert sentence("nowhere to be found", text) == ""


@pytest.mark.parametrize(
    ("quote", "whole"),
    [
        ("I compared … price on", "I compared a *two-times* price on"),
        ("I do … agree with P2", "I do not agree with P2"),
        ("I withdraw P8", ""),
        ("P5 … P2", ""),
        ("I withdraw … P77", ""),
        ("… I …", ""),
    ],
    ids=["first and last words", "a denial is shown", "no ellipsis", "over a paragraph", "not there", "too little"],
)
def test_first_and_last_words_stand_for_the_passage_between_them(quote: str, whole: str) -> None:
    assert stretch(quote, TURN) == whole


def test_a_long_passage_is_none() -> None:
    assert stretch("It … so", f"It is {'very ' * 50}so.") != ""
    assert stretch("It … so", f"It is {'very ' * 60}so.") == ""


@pytest.mark.parametrize(
    ("quote", "told"),
    [
        ("The pump is … pays for itself.", "The pump is dear. In a dry year it pays for itself."),
        ("The pump is … be it", "The pump is dear. … So be it."),
        ("The pump is … next spring", "The pump is … next spring"),
        ("In a … for itself", "In a dry year it pays for itself."),
        ("pays for itself", "pays for itself"),
        ("The pump is … made of gold", "The pump is … made of gold"),
        ("pump …", "pump …"),
    ],
)
def test_a_quotation_of_beginnings_and_ends_is_told_in_whole_sentences(quote: str, told: str) -> None:
    text = "Well.\n\nThe pump is dear. In a dry year it pays for itself. So be it.\n\nAsk me again next spring. Or not."
    assert in_sentences(quote, text) == told
    assert told == quote or receipt_in(told, text) is not None


@pytest.mark.parametrize("break_", ["\n\n", "\n \n", "\n- ", "\n2. ", "\n  * "])
def test_a_quotation_ends_in_the_paragraph_or_item_in_which_it_begins(break_: str) -> None:
    """“The limit … of files” swallowed the citations of another paragraph."""
    text = f"Raise the limit by a half.{break_}Then measure the limit again, and the number of files."
    assert receipt_in("Raise the limit … of files", text) is None
    found = receipt_in("the limit … of files", text)
    assert found is not None
    assert text[found.start : found.end] == "the limit again, and the number of files"
    assert receipt_in("Raise the limit … of files", text.replace(break_, "\n")) is not None, "a line that was wrapped"


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("compared a two-times price", "compared a *two-times* price"),
        ("I withdraw P8", "I withdraw P8"),
        ("agree with P2", "I do not agree with P2, and I never will"),
        ("two words", ""),
    ],
)
def test_words_that_are_quoted_stand_alone_unless_the_rest_of_their_clause_denies(quote: str, said: str) -> None:
    assert clause(quote, TURN) == said


def test_a_sentence_of_a_list_is_quoted_without_its_mark() -> None:
    assert sentence("Five branches allow it", "Two reasons:\n- Five branches allow it.\n2. So be it") == (
        "Five branches allow it"
    )


def test_a_sentence_of_a_ranking_is_quoted_without_the_letter_that_was_dealt_for_it() -> None:
    assert sentence("names the facts", "Some text.\n- A: It names the facts. More.") == "It names the facts"
    assert sentence("names the facts", "Response B: It names the facts") == "It names the facts"
    assert sentence("plan is dear", "Plan A: the plan is dear") == "Plan A: the plan is dear"


@pytest.mark.parametrize(
    ("words", "whole"),
    [
        ('Revised: "It is cheap', 'Revised: "It is cheap."'),
        ("It is cheap", "It is cheap"),
        ("I split it (see the bill", "I split it (see the bill!)"),
    ],
)
def test_the_mark_that_closes_a_quotation_stands_behind_the_stop(words: str, whole: str) -> None:
    """Receipts lost their inner quotation marks, since the stop stood before the mark that closes them."""
    assert as_it_stands(words, 'Revised: "It is cheap." I split it (see the bill!).') == whole
    assert as_it_stands('It "is', 'It "is.') == 'It "is', "nothing closes it"


def test_of_the_passages_that_a_quotation_may_mean_the_shortest_is_taken_in_whole_sentences() -> None:
    """A dispute of 24 was shown with the sentence that argues against 29, because both begin alike."""
    below = "What keeps me below 29 is that the first years bring a real reduction."
    above = "What keeps me above 24 is that a quarter is theft, and that some leaks are never heard"
    text = f"{below} {above}.\n\nI keep 26."
    assert stretch("What keeps me … never heard", text) == above
    assert in_sentences("What keeps me … never heard", text) == f"{above}."
    span = receipt_in("What keeps me … are never heard", text)
    assert span is not None
    assert text[span.start : span.end] == above
    assert stretch("What keeps me … real reduction", text) == below.rstrip(".")
    assert from_the_beginning("a real reduction. What keeps me above 24", text) == f"{below} {above}"
    assert from_the_beginning("a real reduction.", text) == "a real reduction.", "a part of one sentence is one"
    assert from_the_beginning("It snows. It thaws.", text) == "It snows. It thaws.", "what stands nowhere stays"
    assert receipt_in("a … b", f"{'a ' * 9_000}b") is not None, "not every place is compared"


def test_words_that_say_little_by_themselves_are_told_with_what_they_lean_on() -> None:
    """ "I call it unnecessary there" stood alone, and nobody could know what, and where."""
    said = "Other words.\n- I no longer call the rule wrong in wet clay; I call it unnecessary there. Not ten. Five."
    whole = "I no longer call the rule wrong in wet clay; I call it unnecessary there"
    assert in_context("I call it unnecessary there", said) == whole
    assert in_context("Not ten", said) == f"{whole}. Not ten", "its sentence says little, too"
    assert in_context("Other words", said) == "Other words", "nothing stands before it in its paragraph"
    assert in_context("Nobody said this", said) == "Nobody said this"
    assert in_context(whole, said) == whole
