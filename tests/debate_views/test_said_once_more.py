"""What is said more than once, in part or in other words, is told as it was said: in its first round, with its own
reason, in the words of the turn."""

from __future__ import annotations

import pytest

from disputatio.debate.board.standings import ledger_of
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.receipts import as_it_stands, receipt_in, stretch
from disputatio.debate.views.board_view import board_items
from disputatio.debate.views.citations import Base
from disputatio.debate.views.result import result_of
from disputatio.debate.views.rules import rules_of
from disputatio.debate.views.statements import point_items
from disputatio.testing.boards import checked_citations, debate_of, deed, message_and_record, past_of, statement, turn

DEBATE = debate_of("ada", "ben")


def by_ben(round: int, does: str, quote: str, because: str = "", id: str = "P1") -> tuple[Turn, Turn]:
    told = deed(id, does, quote=quote, because=because)
    return message_and_record(f"round[{round}]/say[ben]", f"{quote}. {because}.", about=[told])


def by_ada(round: int, does: str, quote: str, **more: str) -> tuple[Turn, Turn]:
    return message_and_record(f"round[{round}]/say[ada]", f"{quote}.", about=[deed("P1", does, quote=quote, **more)])


STATED = message_and_record("round[1]/say[ada]", "The lease runs.", new=[statement("P1", "The lease runs")])


def history(past: Past) -> list[str]:
    [point] = point_items(statements_of(past).values(), DEBATE.seats)
    return [step.line for step in point.history]


def told(past: Past, title: str) -> list[str]:
    return [line.told for line in result_of(DEBATE, past).section(title).lines]


def test_who_agrees_once_more_has_agreed_since_the_first_time() -> None:
    """A statement was settled in round 5, with words of round 2."""
    past = past_of(
        *STATED,
        *by_ben(1, "disagrees", "It has run out"),
        *by_ben(2, "agrees", "The lease runs, as the letter shows me"),
        *by_ada(3, "keeps", "As I said before, it runs"),
        *by_ben(4, "agrees", "Let us take what is common"),
    )
    [claim] = board_items(DEBATE, past).claims
    assert claim.outcome == "Settled in round 2; Ben: “The lease runs, as the letter shows me”"
    assert statements_of(past)["P1"].since == "round[2]/say[ben]"
    again = past_of(*past, *by_ben(5, "disagrees", "It ends in May"), *by_ben(6, "agrees", "It does not end"))
    assert board_items(DEBATE, again).claims[0].outcome == "Settled in round 6; Ben: “It does not end”"


def test_what_an_author_does_gives_the_status_unless_they_only_stand_by_it() -> None:
    kept = past_of(*STATED, *by_ada(2, "keeps", "It runs, I say once more"))
    assert statements_of(kept)["P1"].since == "round[1]/say[ada]"
    back = past_of(*STATED, *by_ada(2, "withdraws", "I take it back"), *by_ada(3, "keeps", "I hold it after all"))
    assert (statements_of(back)["P1"].since, statements_of(back)["P1"].status) == ("round[3]/say[ada]", "unaddressed")
    worded = by_ada(2, "revises", "The lease runs to May", text="The lease runs to May")
    kept = past_of(*STATED, *worded, *by_ada(3, "keeps", "It runs to May, I say"))
    assert statements_of(kept)["P1"].since == "round[2]/say[ada]"
    raised = turn("round[1]/critique[ben]", "assessment", unverifiable=[{"text": "Rates rise", "reason": "who knows"}])
    assert statements_of(past_of(raised))["P1"].turned is not None
    assert statements_of(past_of(*STATED, *by_ada(2, "keeps", "x y z")))["P1"].agreed_in("ben") is None


def test_a_doubt_that_is_decisive_only_now_comes_with_the_reason_that_is() -> None:
    """“Decisive” stood beside a sentence of an earlier round, which had said nothing of the kind."""
    first = "Nobody here knows what the upkeep costs"
    later = "A first version and its bill of a year would settle it"
    doubts = (*by_ben(1, "doubts", first, first), *by_ben(2, "doubts strongly", later, later))
    strong = {**deed("P1", "doubts", quote=later, because=later), "decisive": True}
    doubts = (*doubts[:2], *message_and_record("round[2]/say[ben]", f"{later}.", about=[strong]))
    lines = told(past_of(*STATED, *doubts), "Assumptions, and what to check next")
    assert lines[1] == f"Doubted by Ben (decisive): “{later}”"


def test_a_part_that_is_accepted_and_doubted_in_the_same_words_is_told_once() -> None:
    words = "The cost is not known; that some hosts are left out I accept"
    doubt = {"point": "P1", "reason": words}
    critique = turn("round[2]/critique[ben]", "assessment", text=words, unverifiable=[doubt])
    partly = deed("P1", "partly", quote=words, because="The cost is not known", turn="round[2]/critique[ben]")
    recorded = turn("round[3]/minutes[clerk]", "ledger", new=[], about=[{**partly, "by": "ben"}])
    past = past_of(*STATED, *by_ben(1, "disagrees", "One is enough for all of us"), critique, recorded)
    assert history(past)[2:] == [f"Ben accepts a part of it and doubts the rest (round 2): “{words}”"]
    [claim] = board_items(DEBATE, past).claims
    assert claim.outcome == "It was in dispute, and is an assumption now"
    part = f"Round 2: Ben accepted a part of P1: “{words}”"
    assert told(past, "How positions changed")[-1] == part
    assert told(past, "Assumptions, and what to check next")[1:] == [f"Doubted by Ben: “{words}”"]
    later = "A trial on the usual services would settle that for all"
    more = past_of(*past, turn("round[4]/critique[ben]", "assessment", text=later,
                               unverifiable=[{"point": "P1", "reason": later, "decisive": True}]))  # fmt: skip
    assert told(more, "Assumptions, and what to check next")[1:] == [
        f"Ben accepts a part of it: “{words}”",
        f"Doubted by Ben (decisive): “{later}”",
    ]


def test_a_part_of_what_was_disputed_is_told_with_its_words_and_the_fuller_reason_stays() -> None:
    """“I take it over” was neither an agreement nor a move; and “still the waiting, not the recipe” was the reason."""
    past = past_of(
        *STATED,
        *by_ben(1, "disagrees", "One safe entry is missing from the list"),
        *by_ada(2, "revises", "A recipe first, a runner later", text="A recipe first; a runner once somebody cares"),
        *by_ben(2, "partly", "The recipe is better, and I take it over", "Waiting, no, since it separates nothing"),
        *by_ben(3, "partly", "still the waiting, not the recipe", "still the waiting"),
    )
    assert told(past, "How positions changed")[-1] == (
        "Round 2: Ben accepted a part of P1: “The recipe is better, and I take it over”"
    )
    assert told(past, "In dispute")[1] == (
        "Ben accepts a part of it: “The recipe is better, and I take it over”; objects: “Waiting, no, since it "
        "separates nothing”"
    )
    assert statements_of(past)["P1"].reason == "Waiting, no, since it separates nothing"


@pytest.mark.parametrize(
    ("words", "text", "whole"),
    [
        ('booked as "timed out', 'It is booked as "timed out".', 'booked as "timed out"'),
        ("shares it with `result", "It shares it with `result`, too", "shares it with `result`"),
        ('timed out" is wrong', 'That "timed out" is wrong', '"timed out" is wrong'),
        ("they say “timed out", "they say “timed out”", "they say “timed out”"),
        ("it is (as said", "it is (as said) so", "it is (as said)"),
        ("timed out", 'a "timed out" child', "timed out"),
        ("as said", "it is (as said) so", "as said"),
        ("Timed Out", "a timed out child", "Timed Out"),
        ("", "a timed out child", ""),
    ],
)
def test_a_receipt_keeps_the_marks_that_its_words_end_before(words: str, text: str, whole: str) -> None:
    assert as_it_stands(words, text) == whole


def test_a_receipt_of_first_and_last_words_ends_with_its_mark() -> None:
    text = 'The Critic is right that an empty `result` is booked as "timed out" (a.py:3).'
    assert stretch('The Critic is … as "timed out"', text) == text.removesuffix(" (a.py:3).")
    span = receipt_in("booked as timed out", text)
    assert span is not None
    assert text[span.start : span.end] == 'booked as "timed out"'
    quoted = {"id": "P1", "text": "It is booked wrongly", "quote": 'an empty `result` is booked as "timed out'}
    past = past_of(*message_and_record("round[1]/say[ada]", text, new=[quoted]))
    assert history(past) == ['Ada stated it (round 1): “an empty `result` is booked as "timed out"”']


def test_an_agreement_that_quotes_a_verified_citation_is_earned_without_a_reason() -> None:
    """Whoever agreed with the line at hand had agreed for nothing, since the clerk had quoted no reason."""
    words = "Ada is right that it is booked so (a.py:3)"
    agreed = message_and_record("round[1]/say[ben]", f"{words}. Else see b.py:7.", about=[
        deed("P1", "agrees", quote="Ada is right that it is booked so")])  # fmt: skip
    for checked, earned in (
        (checked_citations("round[1]/say[ben]", "a.py:3"), True),
        (checked_citations("round[1]/say[ben]", "a.py:3", status="line exists"), False),
        (checked_citations("round[1]/say[ben]", "b.py:7"), False),
    ):
        for turns in ((agreed[0], checked, agreed[1]), (*agreed, checked)):
            assert statements_of(past_of(*STATED, *turns))["P1"].earned is earned
    again = by_ben(2, "agrees", "That it is so we both hold")
    kept = past_of(*STATED, *agreed, checked_citations("round[1]/say[ben]", "a.py:3"), *again)
    assert statements_of(kept)["P1"].earned


def test_of_each_citation_it_is_said_what_was_found() -> None:
    past = past_of(
        *STATED,
        checked_citations("round[1]/say[ada]", "a.py:1", "b.py:2"),
        *message_and_record("round[2]/say[ada]", "x"),
        checked_citations("round[2]/say[ada]", "b.py:2", "c.py:3", status="missing"),
    )
    [ada] = board_items(DEBATE, past).standings
    assert ada.own_lines == ("Cites: a.py:1 (quotation verified); b.py:2 (quotation verified); c.py:3 (missing)",)
    assert ledger_of(past)["ada"].on("").evidence == ("a.py:1", "b.py:2")
    assert [Base(id="c", text="t", verified=n, failed=1 - n).told for n in (0, 1)] == [
        "the one citation it rests on does not hold",
        "the one citation it rests on holds",
    ]


def test_an_assumption_is_called_one_in_words_that_name_it_first() -> None:
    calls = ("P1 stays an assumption for me", "P2 stays an assumption, and P1 with it")
    past = past_of(*STATED, *(each for at, words in enumerate(calls, 2) for each in by_ada(at, "assumes", words)))
    assert (
        told(past, "Assumptions, and what to check next")[1] == f"Ada calls it an assumption: “{calls[0]}.”"[:-2] + "”"
    )
    alone = past_of(*STATED, *by_ada(2, "assumes", calls[1]))
    assert calls[1] in told(alone, "Assumptions, and what to check next")[1]


def test_a_rule_that_is_there_to_be_switched_on_is_not_told_as_off() -> None:
    off = debate_of("ada", "ben", sealed=False)
    assert not [rule for rule in rules_of(off, past_of()) if "Sealed" in rule]
    on = debate_of("ada", "ben", sealed=True)
    assert rules_of(on, past_of()) == ("Sealed first answers: on, none written yet",)
