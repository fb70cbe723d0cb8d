"""The registry of statements: one life for points and claims, with receipts (SPEC DUAL.3, LEDGER.1, RECEIPT.1)."""

from __future__ import annotations

from typing import Any

import pytest

from disputatio.debate.board.standings import entries_of, keeps_ledger, ledger_of
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.conditions import may_end
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import epistemic_score, registry_of, statements_of
from disputatio.debate.statements.claims import claims_of, release
from disputatio.debate.statements.consensus import measure
from disputatio.debate.statements.registry import Registry
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import Json
from disputatio.debate.views.board_view import board_items
from disputatio.debate.views.statements import PointItem, point_items
from disputatio.testing import boards
from disputatio.testing.boards import checked_citations, debate_of, deed, moves_of, past_of, statement, turn

A, B = "round[1]/analysis[ada]", "round[1]/critique[ben]"
A2, B2 = "round[2]/analysis[ada]", "round[2]/critique[ben]"
B3 = "round[3]/critique[ben]"
C = "round[1]/remark[cyd]"


def say(path: str, text: str = "…", **data: Any) -> Turn:
    return turn(path, text=text, **data)


def record(about: str, *, new: Any = (), about_: Any = (), stands: Any = ()) -> Turn:
    """A record of the message at `about`: new statements as texts, what is done as (id, does, more)."""
    fresh: list[Json] = [{"text": one, "quote": one} if isinstance(one, str) else one for one in new]
    done: list[Json] = [{"id": id, "does": does, "quote": f"{does} {id}", **more} for id, does, more in about_]
    return turn(f"{about}/minutes[clerk]", "ledger", new=fresh, about=done, stands=list(stands))


def assess(path: str, text: str = "…", **lists: Any) -> Turn:
    found = {key: [{"point": id, "text": "", "reason": why} for id, why in items] for key, items in lists.items()}
    return turn(
        path, "assessment", text=text, **{"agree": [], "disagree": [], "unverifiable": [], "level": "Weak", **found}
    )


def opened(*texts: str) -> list[Turn]:
    return [say(A, " ".join(texts)), record(A, new=texts or ("It is cheap", "It is fast"))]


def one(past: Past, id: str = "P1") -> Statement:
    return statements_of(past)[id]


def test_a_statement_has_its_author_its_words_and_no_judgement_yet() -> None:
    found = one(past_of(*opened("It is cheap")))
    assert (found.id, found.author, found.text, found.words, found.path) == (
        "P1",
        "ada",
        "It is cheap",
        "It is cheap",
        A,
    )
    assert (found.status, found.since, found.reason, found.sides) == ("unaddressed", A, "", ("ada",))


@pytest.mark.parametrize(
    ("key", "status"), [("agree", "agreed"), ("disagree", "contested"), ("unverifiable", "assumption")]
)
def test_an_assessment_gives_the_status(key: str, status: str) -> None:
    found = one(past_of(*opened("It is cheap"), assess(B, **{key: [("P1", "for a reason of some length")]})))
    assert found.status == status == found.firm
    assert found.reason == "for a reason of some length"
    assert found.since == B


def test_who_accepts_a_part_disputes_what_they_reject_and_agrees_with_nothing() -> None:
    part = {"quote": "A used copy, yes.", "because": "Helping in the stacks, no."}
    found = one(past_of(*opened("It is cheap"), say(B), record(B, about_=[("P1", "partly", part)])))
    assert [(step.deed, step.words) for step in found.history[1:]] == [
        ("partly", "A used copy, yes."),
        ("disputed", "Helping in the stacks, no."),
    ]
    assert (found.status, found.reason, found.sides) == ("contested", "Helping in the stacks, no.", ("ada", "ben"))


def test_who_only_questioned_it_and_accepts_a_part_later_questions_it_no_more() -> None:
    doubt, part = ("P1", "questions", {"quote": "Is it"}), ("P1", "partly", {"quote": "We play the 72 evenings"})
    past = past_of(*opened("It is cheap"), say(B), record(B, about_=[doubt]), say(B2), record(B2, about_=[part]))
    assert (one(past).questioned, one(past).in_part) == (False, True)
    same = past_of(*opened("It is cheap"), say(B), record(B, about_=[doubt, part]))
    assert one(same).judgements["ben"].weak, "in one turn both are so"


def test_who_disputed_a_part_alone_has_not_moved_by_agreeing_nor_disputes_what_its_author_words_instead() -> None:
    part = {"quote": "As a rule, yes.", "because": "Helping in the stacks, no."}
    past = past_of(*opened("It is cheap"), say(B), record(B, about_=[("P1", "partly", part)]), say(A2), say(B2))
    agreed = past.add(record(B2, about_=[("P1", "agrees", {"quote": "I never disputed the rule"})]))
    assert (one(agreed).status, moves_of(agreed)) == ("agreed", ())
    whole = ("P1", "agrees", {"quote": "Now I take all of it", "because": "the stacks are closed"})
    [moved] = moves_of(past.add(record(B2, about_=[whole])))
    assert (moved.kind, moved.before, moved.because) == (
        *("conceded", "Helping in the stacks, no."),
        "the stacks are closed",
    ), "who names what moved them has given the rest up"
    assert not moves_of(past_of(*opened("It is cheap"), say(B), record(B, about_=[("P1", "partly", part), whole])))
    reworded = past.add(record(A2, about_=[("P1", "revises", {"quote": "Without the stacks", "text": "It is less"})]))
    assert (one(reworded).status, one(reworded).judgements) == ("unaddressed", {})


def test_who_accepts_a_part_and_leaves_the_rest_open_changes_no_status() -> None:
    part = ("P1", "partly", {"quote": "The half of it is so."})
    fresh = past_of(*opened("It is cheap"), say(B), record(B, about_=[part]))
    assert (one(fresh).status, one(fresh).since) == ("unaddressed", B)
    disputed = past_of(*opened("It is cheap"), assess(B, disagree=[("P1", "dear")]), say(A2), say(B2))
    assert one(disputed.add(record(B2, about_=[part]))).status == "contested", "the rest of it does not vanish"
    withdrawn = past_of(*opened("It is cheap"), say(A2), record(A2, about_=[("P1", "withdraws", {})]), say(B2))
    assert one(withdrawn.add(record(B2, about_=[part]))).since == A2


def test_a_form_that_agrees_but_for_what_it_disputes_agrees_with_a_part() -> None:
    told = assess(B, agree=[("P1", "as revised, apart from the trigger (see P2)")], disagree=[("P2", "too weak")])
    found = one(past_of(*opened("It is cheap", "It is fast"), told))
    assert (found.status, found.history[-1].deed) == ("unaddressed", "partly")
    before = past_of(*opened("It is cheap", "It is fast"), assess(B, disagree=[("P1", "too early")]), say(A2))
    still = assess(B2, agree=[("P1", "apart from P2")], disagree=[("P2", "too weak")])
    assert (one(before.add(still)).status, one(before.add(still)).reason) == ("contested", "apart from P2")
    other = assess(B, agree=[("P1", "as P20 says, which holds")], disagree=[("P2", "too weak")])
    assert one(past_of(*opened("It is cheap", "It is fast"), other)).status == "agreed"


def test_a_part_that_the_clerk_finds_accepted_outweighs_a_form_that_agrees_with_all() -> None:
    part = ("P1", "partly", {"quote": "The order is right.", "because": "One clause I would not sign."})
    told = past_of(*opened("It is cheap"), assess(B, disagree=[("P1", "too early")]), say(A2))
    agreed = told.add(assess(B2, agree=[("P1", "the order is right now")]))
    assert (one(agreed).status, [move.kind for move in moves_of(agreed)]) == ("agreed", ["conceded"])
    past = agreed.add(record(B2, about_=[part]))
    assert (one(past).status, one(past).reason, moves_of(past)) == ("contested", "One clause I would not sign.", ())
    still = told.add(assess(B2, disagree=[("P1", "too early still")])).add(record(B2, about_=[part]))
    assert (one(still).reason, one(still).history[-1].deed) == ("too early still", "partly")
    [relation] = ledger_of(still)["ben"].disagreements
    assert relation.part, "nor is a part that the form disputes the whole of it"


def test_what_somebody_says_of_a_statement_who_holds_no_position_is_neither_agreed_nor_contested_by_it() -> None:
    ruled, judged, later = "round[1]/ruling[cyd]", "round[1]/appraisal[judge]", "round[2]/ruling[cyd]"
    verdict = turn(ruled, "verdict", text="…")

    def weighed(*done: tuple[str, str, Any]) -> Past:
        return past_of(*opened("It is cheap"), verdict, record(ruled, about_=done))

    right, wrong = weighed(("P1", "agrees", {})), weighed(("P1", "disagrees", {}))
    part = weighed(("P1", "partly", {"quote": "by day", "because": "not at night"}))
    assert [one(past).status for past in (right, wrong, part)] == ["weighed"] * 3
    assert [one(past).history[-1].deed for past in (right, wrong)] == ["upheld", "disputed"]
    assert (one(wrong).disputed, one(wrong).sides) == (False, ("ada",))
    assert moves_of(right) == ()
    by_part = past_of(*opened("It is cheap"), say(judged), record(judged, about_=[("P1", "agrees", {})]))
    assert one(by_part).status == "weighed"
    for past in (right, wrong):
        assert one(past.add(say(B)).add(record(B, about_=[("P1", "agrees", {})]))).status == "agreed"
        assert one(past.add(say(B)).add(record(B, about_=[("P1", "disagrees", {})]))).status == "contested"
        assert measure(registry_of(past)).weighed == measure(registry_of(past)).total == 1
    changed = wrong.add(turn(later, "verdict", text="…")).add(record(later, about_=[("P1", "agrees", {})]))
    assert (one(changed).status, one(changed).judgements["cyd"].verdict) == ("weighed", "agrees"), "only the last one"
    reworded = wrong.add(say(A2)).add(record(A2, about_=[("P1", "revises", {"text": "It is less", "quote": "less"})]))
    assert one(reworded).status == "unaddressed", "of this wording they have said nothing"
    doubt = weighed(("P1", "doubts", {}))
    assert one(doubt).status == "assumption", "what nobody could show stays open, whoever says so"


def test_an_objection_that_its_author_accepts_and_rewords_for_was_to_words_that_nobody_holds() -> None:
    objection = {"text": "It is dear at night", "quote": "dear at night", "attacks": ["P1"]}
    disputed = [say(B), record(B, new=[objection], about_=[("P1", "disagrees", {"because": "dear at night"})])]
    reworded = ("P1", "revises", {"text": "It is cheap by day", "quote": "by day"})
    accepted = ("P2", "agrees", {"quote": "dear at night, yes"})

    def after(*done: Any, more: Any = ()) -> Statement:
        past = past_of(*opened("It is cheap"), *disputed, *more, say(A2), record(A2, about_=list(done)))
        return one(past)

    granted = after(reworded, accepted)
    assert (granted.status, granted.judgements, granted.lapsed) == ("unaddressed", {}, True)
    assert after(reworded).status == "contested", "they have not said that it meets the objection"
    assert after(accepted).status == "contested", "the same words are disputed still"
    other = {"text": "It is loud", "quote": "loud", "attacks": ["P1"]}
    assert after(reworded, accepted, more=[say(B2), record(B2, new=[other])]).status == "contested", "one is left"
    by_another = [say(C), record(C, about_=[("P1", "disagrees", {"because": "I do not think so"})])]
    assert list(after(reworded, accepted, more=by_another).judgements) == ["cyd"], "their objection was another one"
    past = past_of(*opened("It is cheap"), *disputed, say(A2), record(A2, about_=[reworded, accepted]))
    ruled = past.add(turn("round[2]/ruling[moderator]", "verdict", text="…"))
    upheld = ruled.add(record("round[2]/ruling[moderator]", about_=[("P1", "agrees", {"quote": "by day it is"})]))
    assert (one(upheld).status, one(upheld).lapsed, claims_of(upheld)["P1"].status) == ("weighed", True, "active")
    board = board_items(boards.debate_of("ada", "ben"), upheld)
    assert [claim.outcome for claim in board.claims] == [
        "Reworded after an objection by Ben; no side has judged the new wording"
    ]


def test_a_doubt_settles_no_dispute() -> None:
    past = past_of(
        *opened("It is cheap"), say(B), record(B, about_=[("P1", "disagrees", {})]), say(A2), record(A2), say(B2)
    )
    left = past.add(record(B2, about_=[("P1", "doubts", {"because": "I would rather be told by the trial"})]))
    claim = claims_of(left)["P1"]
    assert (one(left).status, claim.status, claim.open, claim.resolution) == ("assumption", "active", True, "")
    assert claim.sides == ("ada", "ben")


def test_a_revised_statement_is_one_statement_and_its_old_wording_is_history() -> None:
    past = past_of(
        *opened("It is cheap"),
        assess(B, disagree=[("P1", "only in small lots")]),
        say(A2, "P1 – revised: it is cheap in small lots, you are right about the lots."),
        record(
            A2,
            about_=[
                ("P1", "revises", {"text": "It is cheap in small lots", "because": "you are right about the lots"})
            ],
        ),
    )
    found = one(past)
    assert [worded.text for worded in found.wordings] == ["It is cheap", "It is cheap in small lots"]
    assert found.status == "contested", "who disputed it has not said what they make of the new wording"
    [move] = moves_of(past)
    assert (move.seat, move.kind, move.before, move.after) == (
        "ada",
        "revised",
        "It is cheap",
        "It is cheap in small lots",
    )
    assert (move.flip, move.because) == ("argument", "you are right about the lots")
    agreed = past.add(assess(B2, agree=[("P1", "as revised: the lots are in it now")]))
    assert one(agreed).status == "agreed"
    assert moves_of(agreed) == moves_of(past), "the author moved, and nobody else"


def test_a_wording_that_nobody_holds_any_more_is_never_agreed() -> None:
    past = past_of(
        *opened("It is cheap"),
        assess(B, agree=[("P1", "the list price says so")]),
        say(A2),
        record(A2, about_=[("P1", "revises", {"text": "It is cheap in small lots"})]),
    )
    assert one(past).status == "unaddressed"


def test_a_dispute_about_an_earlier_wording_goes_on_and_says_so() -> None:
    reworded = [
        *opened("It is cheap"),
        assess(B, disagree=[("P1", "the wiring")]),
        say(A2),
        record(A2, about_=[("P1", "revises", {"text": "It is cheap with the wiring"})]),
    ]
    assert (one(past_of(*reworded)).status, one(past_of(*reworded)).outdated) == ("contested", True)
    again = past_of(*reworded, assess(B2, disagree=[("P1", "not even so")]))
    assert not one(again).outdated
    assert not one(past_of(*reworded[:2])).outdated


def test_who_accepts_what_they_disputed_has_conceded_it() -> None:
    past = past_of(
        *opened("It is cheap"),
        assess(B, disagree=[("P1", "the pump costs more")]),
        say(A2),
        assess(B2, agree=[("P1", "the pump is on the list after all")]),
    )
    [move] = moves_of(past)
    assert (move.seat, move.kind, move.flip) == ("ben", "conceded", "argument")
    assert (move.before, move.after, move.because) == (
        "the pump costs more",
        "It is cheap",
        "the pump is on the list after all",
    )
    assert one(past).earned


def test_who_grants_what_they_had_never_disputed_agrees_for_their_reason_and_has_not_moved() -> None:
    granted = {"quote": "I grant it plainly", "because": "my sum left it out", "why": "argument"}
    for does in ("agrees", "concedes"):  # as older records call it
        past = past_of(*opened("It is cheap"), say(B, "my sum left it out"), record(B, about_=[("P1", does, granted)]))
        assert moves_of(past) == ()
        assert (one(past).status, one(past).earned, one(past).reason) == ("agreed", True, "my sum left it out")


def test_an_objection_that_is_granted_beside_a_change_of_ones_own_is_the_reason_for_it_and_no_second_move() -> None:
    objection: Json = {"text": "It needs wiring", "quote": "It needs wiring", "attacks": ["P1"]}
    past = past_of(
        *opened("It is cheap"),
        say(B, "It needs wiring"),
        record(B, new=[objection]),
        say(A2, "you are right"),
        record(
            A2,
            about_=[
                ("P2", "agrees", {"quote": "you are right"}),
                ("P1", "revises", {"text": "It is cheap but for the wiring", "quote": "you are right"}),
            ],
        ),
    )
    assert [(move.seat, move.kind, move.statement) for move in moves_of(past)] == [("ada", "revised", "P1")]
    assert one(past, "P2").status == "agreed"


def test_a_concession_without_a_reason_is_given_up_unless_the_turn_names_one() -> None:
    turns = [
        *opened("It is cheap"),
        assess(B, disagree=[("P1", "the pump costs more")]),
        say(A2),
        assess(B2, text="I yield to the majority.", agree=[("P1", "")]),
    ]
    past = past_of(*turns)
    assert moves_of(past) == (), "an empty field is no receipt of a move"
    refined = past_of(
        *turns[:-1],
        turn(B2, "assessment", text="I yield to the majority.", agree=[{"point": "P1", "text": "fine", "reason": ""}]),
        record(B2, about_=[("P1", "agrees", {"because": "I yield to the majority", "why": "deferred"})]),
    )
    [move] = moves_of(refined)
    assert (move.flip, move.because) == ("deferred", "I yield to the majority")
    assert one(refined).given_up
    assert not one(refined).earned


def test_the_clerk_repeats_no_judgement_that_a_form_gave() -> None:
    past = past_of(
        *opened("It is cheap"),
        assess(B, disagree=[("P1", "the pump costs more")]),
        record(B, about_=[("P1", "agrees", {})]),
    )
    assert one(past).status == "contested"


def test_withdrawing_is_a_move_of_the_author_with_the_reason() -> None:
    past = past_of(
        *opened("It is cheap"),
        say(A2, "I withdraw P1; the figure had no derivation."),
        record(A2, about_=[("P1", "withdraws", {"quote": "I withdraw P1", "because": "the figure had no derivation"})]),
        assess(B2, agree=[("P1", "I liked it all the same")]),
    )
    [move] = moves_of(past)
    assert (move.seat, move.kind, move.flip) == ("ada", "withdrawn", "argument")
    assert one(past).status == "withdrawn", "nobody agrees to what is withdrawn"
    again = past.add(say("round[3]/analysis[ada]")).add(record("round[3]/analysis[ada]", about_=[("P1", "keeps", {})]))
    assert one(again).status == "unaddressed"
    twice = past.add(record(A2, about_=[("P1", "withdraws", {})]))
    assert len(moves_of(twice)) == 1


def test_without_a_receipt_nobody_has_moved() -> None:
    past = past_of(*opened("It is cheap"), say(A2), record(A2, about_=[("P1", "withdraws", {"quote": ""})]))
    assert one(past).status == "withdrawn"
    assert moves_of(past) == ()


@pytest.mark.parametrize(
    ("because", "why", "flip"),
    [
        ("the list says so", "argument", "argument"),
        ("I bow to the table", "deferred", "deferred"),
        ("", "none", "none"),
    ],
)
def test_a_move_is_classed_by_the_reason_that_is_named(because: str, why: str, flip: str) -> None:
    past = past_of(
        *opened("It is cheap"),
        say(A2, f"I withdraw P1: {because}"),
        record(A2, about_=[("P1", "withdraws", {"because": because, "why": why})]),
    )
    assert moves_of(past)[0].flip == flip


def quoted(path: str, citation: str, status: str = "verified", quote: str = "x = 1") -> Turn:
    return turn(
        f"{path}/evidence[sources]", "evidence", items=[{"citation": citation, "status": status, "quote": quote}]
    )


def test_new_evidence_is_a_quotation_that_holds_and_that_nobody_gave_before() -> None:
    def moved(*more: Turn) -> str:
        past = past_of(
            *opened("It is cheap"),
            *more,
            say(A2, "I withdraw P1, because `a.py:3` says x = 1."),
            quoted(A2, "a.py:3"),
            record(A2, about_=[("P1", "withdraws", {"because": "because `a.py:3` says x = 1"})]),
        )
        return moves_of(past)[0].flip

    assert moved() == "evidence"
    assert moved(say(B, "See a.py:3"), quoted(B, "a.py:3")) == "argument", "it was known"


def test_a_place_that_is_there_is_no_evidence_for_a_move() -> None:
    past = past_of(
        *opened("It is cheap"),
        say(A2, "I withdraw P1, because of `a.py:3`."),
        quoted(A2, "a.py:3", "line exists", quote=""),
        record(A2, about_=[("P1", "withdraws", {"because": "because of `a.py:3`"})]),
    )
    assert moves_of(past)[0].flip == "argument"


def test_a_citation_beside_the_reason_for_a_move_is_no_reason_for_it() -> None:
    past = past_of(
        *opened("It is cheap"),
        say(A2, "I withdraw P1: for ever was too much. But a list may be long, as `a.py:3` says x = 1."),
        quoted(A2, "a.py:3"),
        record(A2, about_=[("P1", "withdraws", {"quote": "I withdraw P1", "because": "for ever was too much"})]),
    )
    assert moves_of(past)[0].flip == "argument"


def test_a_move_of_which_no_reason_is_quoted_has_no_class() -> None:
    past = past_of(*opened("It is cheap"), say(A2), record(A2, about_=[("P1", "withdraws", {})]))
    assert moves_of(past)[0].flip == ""
    checked = past.add(quoted(A2, "a.py:3"))
    assert moves_of(checked)[0].flip == ""


def test_evidence_that_is_checked_after_an_assessment_counts_for_its_moves() -> None:
    past = past_of(
        *opened("It is cheap"),
        assess(B, disagree=[("P1", "the pump costs more")]),
        say(A2),
        assess(B2, text="P1: b.py:7 says so", agree=[("P1", "b.py:7 says so in these words")]),
        quoted(B2, "b.py:7"),
    )
    assert moves_of(past)[0].flip == "evidence"
    assert one(past).flip == "evidence"


def test_a_citation_bears_out_the_statement_beside_which_it_stands() -> None:
    text = "It is cheap (a.py:3).\n\nIt is fast (b.py:9)."
    past = past_of(say(A, text), quoted(A, "a.py:3"), quoted(A, "b.py:9", "misquoted"))
    past = past.add(record(A, new=["It is cheap", "It is fast"]))
    assert (one(past).verified, one(past).placed) == ((), ()), "the second check took the place of the first"
    both = turn(
        f"{A}/evidence[sources]",
        "evidence",
        items=[
            {"citation": "a.py:3", "status": "verified", "quote": "x"},
            {"citation": "b.py:9", "status": "misquoted", "quote": "y"},
            {"citation": "c.py", "status": "line exists"},
        ],
    )
    past = past_of(
        say(A, text + "\n\nIt is small, see c.py."), both, record(A, new=["It is cheap", "It is fast", "It is small"])
    )
    assert one(past).verified == ("a.py:3",)
    assert one(past, "P2").unsupported
    assert one(past, "P3").placed == ("c.py",)
    assert not one(past, "P3").unsupported


def test_a_failed_citation_overrules_nobody() -> None:
    past = past_of(
        say(A, "It is cheap (a.py:3)."),
        record(A, new=["It is cheap (a.py:3)"]),
        quoted(A, "a.py:3", "misquoted"),
        assess(B, agree=[("P1", "it is, whatever that line says")]),
    )
    assert one(past).unsupported
    assert one(past).status == "agreed"


def test_a_check_of_something_else_changes_nothing() -> None:
    past = past_of(*opened("It is cheap"), quoted("synthesis[clerk]", "a.py:3"))
    assert not registry_of(past).cited
    nothing = past_of(*opened(), turn(f"{A}/evidence[sources]", "evidence", items=[]))
    assert not registry_of(nothing).cited


def test_what_an_assessment_names_without_an_id_is_of_whom_said_it_else_an_objection() -> None:
    def raised(key: str, text: str) -> Statement:
        assessment = turn(B, "assessment", agree=[], disagree=[], unverifiable=[], level="Weak")
        assessment.data[key] = [{"point": "", "text": text, "reason": "so it is"}]
        return one(past_of(say(A, "It is cheap. It is fast."), assessment))

    assert (raised("agree", "It is cheap").author, raised("agree", "It is cheap").status) == ("ada", "agreed")
    objection = raised("disagree", "Nobody has counted the pump")
    assert (objection.author, objection.status, objection.sides) == ("ben", "contested", ("ben", "ada"))
    assert objection.disputants == ("ada",)
    own = raised("unverifiable", "The pump may be dear")
    assert (own.author, own.status) == ("ben", "assumption"), "nobody has called it true"
    assert (own.raised, own.reason, [step.deed for step in own.history]) == (True, "so it is", ["raised"])


def doubting(path: str, point: str, reason: str, text: str = "", *, decisive: bool = False, key: str = "") -> Turn:
    found = assess(path)
    found.data[key or "unverifiable"] = [{"point": point, "text": text, "reason": reason, "decisive": decisive}]
    return found


def test_what_somebody_calls_unverifiable_nobody_asserts() -> None:
    """“A pass is affordable” stood as stated, and then as defended, by the Critic who doubted it."""
    past = past_of(say(A), doubting(B, "", "a benchmark of all of it", "A pass is affordable", decisive=True))
    assert one(past).blocking
    again = past.add(say(A2)).add(doubting(B2, "P1", "the benchmark named before", decisive=True))
    assert [step.deed for step in one(again).history] == ["raised", "doubted"]
    assert (one(again).status, one(again).reason) == ("assumption", "a benchmark of all of it")
    kept = again.add(record(B2, about_=[("P1", "keeps", {}), ("P1", "assumes", {})]))
    assert [step.deed for step in one(kept).history] == ["raised", "doubted"], "there is nothing to defend"
    accepted = past.add(say(A2)).add(record(A2, about_=[("P1", "doubts", {})]))
    assert (one(accepted).status, one(accepted).blocking) == ("assumption", False), "they accept it as an assumption"
    denied = again.add(say("round[3]/analysis[ada]"))
    denied = denied.add(doubting("round[3]/critique[ben]", "P1", "not so", key="disagree"))
    assert one(denied).status == "assumption", "nobody is contradicted"


def test_a_doubt_of_an_earlier_wording_makes_no_assumption_of_the_present_one() -> None:
    """“Nine in ten” was given up for machines that rub, for the doubt that it held there, and stayed an assumption."""
    past = past_of(*opened("It is cheap"), say(B), record(B, about_=[("P1", "doubts", {})]), say(A2))
    reworded = past.add(record(A2, about_=[("P1", "revises", {"text": "It is cheap in May"})]))
    assert one(past).status == "assumption"
    assert (one(reworded).status, one(reworded).judged_before, one(reworded).judgements) == ("unaddressed", True, {})
    again = reworded.add(say(B2)).add(record(B2, about_=[("P1", "doubts", {})]))
    assert one(again).status == "assumption"


def test_a_new_wording_settles_no_doubt_on_which_the_answer_hangs() -> None:
    past = past_of(*opened("It is cheap"), doubting(B, "P1", "the bill would settle it", decisive=True), say(A2))
    reworded = past.add(record(A2, about_=[("P1", "revises", {"text": "It is cheap in May"})]))
    assert (one(reworded).status, one(reworded).blocking) == ("unaddressed", True)
    other = reworded.add(say(C)).add(record(C, about_=[("P1", "agrees", {})]))
    assert (one(other).status, one(other).blocking) == ("agreed", True), (
        "who doubted it has not said that it is settled"
    )
    spoken = reworded.add(say(B2)).add(record(B2, about_=[("P1", "agrees", {})]))
    assert (one(spoken).status, one(spoken).blocking) == ("agreed", False)


def test_nobody_asserts_what_was_raised_as_unverifiable_in_other_words_either() -> None:
    past = past_of(say(A), doubting(B, "", "a benchmark of all of it", "A pass is affordable"), say(B2))
    reworded = past.add(record(B2, about_=[("P1", "revises", {"text": "A pass is cheap"})]))
    assert (one(reworded).status, one(reworded).raised) == ("assumption", True)


def test_who_calls_a_statement_of_their_own_unverifiable_accepts_it_as_an_assumption() -> None:
    """“The ramp-up costs penalties” was told as defended by the Critic who had listed it under Unverifiable."""
    stated = (say(B, "It is cheap"), record(B, new=("It is cheap",)), say(A2))
    past = past_of(say(A), *stated, doubting(B2, "P1", "the clause would settle it", decisive=True))
    assert [step.deed for step in one(past).history] == ["stated", "assumed"]
    assert (one(past).status, one(past).blocking, one(past).history[-1].words) == (
        *("assumption", False),
        "the clause would settle it",
    )
    told = past.add(record(B2, about_=[("P1", "assumes", {"quote": "we have not seen it"})]))
    assert one(told).history == one(past).history, "the record repeats nothing that a form says"
    advice = (say(B), record(B, new=({"text": "Score it", "quote": "Score it", "kind": "decision"},)), say(A2))
    kept = one(past_of(say(A), *advice, doubting(B2, "P1", "how many would, files would settle", decisive=True)))
    assert ([step.deed for step in kept.history], kept.assumed) == (["stated", "kept"], False), "it is no assumption"


def test_who_agrees_with_what_they_raised_as_unverifiable_asserts_it() -> None:
    past = past_of(
        say(A), checked_citations(B, "a.py:1"), doubting(B, "", "a benchmark", "A pass is affordable (a.py:1)")
    )
    past = past.add(checked_citations(B, "a.py:1")).add(say(A2))
    assert one(past).verified == (), "a doubt bears nothing out"
    past = past.add(record(A2, about_=[("P1", "agrees", {})]))
    assert one(past).status == "assumption", "one says so, the other cannot tell"
    past = past.add(doubting(B2, "P1", "the figures of last May say so", key="agree"))
    assert (one(past).status, one(past).raised) == ("agreed", False)


def test_the_first_reason_of_a_judgement_stands_until_the_judgement_changes() -> None:
    """An agreement for a reason was no longer earned after "P7 remains"."""
    first = past_of(*opened("It is cheap"), assess(B, agree=[("P1", "the list of last May says so")]), say(A2))
    again = first.add(assess(B2, agree=[("P1", "")]))
    assert (one(again).reason, one(again).earned) == ("the list of last May says so", True)
    other = first.add(assess(B2, disagree=[("P1", "dear")]))
    assert (one(other).reason, one(other).status) == ("dear", "contested")
    reworded = first.add(record(A2, about_=[("P1", "revises", {"text": "It is cheap in May"})]))
    assert one(reworded.add(assess(B2, agree=[("P1", "")]))).reason == ""
    disputed = past_of(*opened("It is cheap"), assess(B, disagree=[("P1", "the list of last May denies it")]), say(A2))
    assert one(disputed.add(assess(B2, disagree=[("P1", "")]))).reason == "the list of last May denies it"
    better = disputed.add(assess(B2, disagree=[("P1", "the list of June denies it, too")]))
    assert one(better).reason == "the list of June denies it, too", "an objection may be put better"


def test_who_agrees_in_words_that_they_name_as_the_reason_of_something_else_in_that_turn_has_named_one() -> None:
    """ "No reason recorded" stood beside what two moves named as their cause."""
    moved = "The gold grain moves me too"

    def found(reason: str, quote: str = moved, **more: str) -> Statement:
        text = f"{moved}, and so on. I agree. It is dear in May."
        stated = [*opened("It may be true"), say(B, text)]
        less = ("N1", "revises", {"text": "Dear in May", "quote": "It is dear in May", "because": reason})
        about = [("P1", "agrees", {"quote": quote, **more}), less]
        new = [{"mark": "N1", "by": "ben", "text": "It is dear", "quote": "It is dear in May"}]
        return one(past_of(*stated, record(B, new=new, about_=about)))

    assert found(moved).judgements["ben"].reason == moved
    assert found(f"{moved}, and so on").judgements["ben"].reason == moved, "the words that both have"
    assert found(moved, f"{moved}, and so on").judgements["ben"].reason == moved
    assert found("I agree", "I agree").judgements["ben"].reason == "", "that is no more than assent"
    assert found(moved, because="It is dear in May").judgements["ben"].reason == "It is dear in May"
    assert found(moved, why="none").judgements["ben"].reason == "", "the record says that there is none"
    assert found("It is dear in May").judgements["ben"].reason == ""


def test_what_is_cited_in_taking_a_statement_back_does_not_bear_it_out() -> None:
    gone = [*opened("It is cheap"), say(A2, "I withdraw P1: a.py:1 says otherwise."), checked_citations(A2, "a.py:1")]
    words = {"quote": "I withdraw P1: a.py:1 says otherwise"}
    assert one(past_of(*gone, record(A2, about_=[("P1", "withdraws", words)]))).verified == ()
    assert one(past_of(*gone, record(A2, about_=[("P1", "keeps", words)]))).verified == ("a.py:1",)


def test_a_claim_that_an_assessment_quotes_is_of_whom_it_quotes() -> None:
    said = "It takes two to five weeks, I put 60 to 65% on it."
    assessment = turn(B, "assessment", text="…", agree=[], level="Weak")
    assessment.data["disagree"] = [{"text": "“Two to five weeks” for all steps", "reason": "the third is longer"}]
    assessment.data["unverifiable"] = [{"text": '"60 to 65%"', "reason": "no basis"}, {"text": "“Ten weeks” or so"}]
    past = past_of(say(A, said), assessment)
    found = {each.text: (each.author, each.path, each.words, each.status) for each in statements_of(past).values()}
    assert found == {
        '"60 to 65%"': ("ada", A, '"60 to 65%"', "assumption"),
        "“Ten weeks” or so": ("ben", B, "“Ten weeks” or so", "assumption"),
        "Two to five weeks": ("ada", A, "Two to five weeks", "contested"),
    }
    praise = turn(B, "assessment", text="…", disagree=[], unverifiable=[], level="Weak")
    praise.data["agree"] = [{"text": "“Two to five weeks” is wrong, but the plan is good"}]
    assert [each.author for each in statements_of(past_of(say(A, said), praise)).values()] == ["ben"]


def test_an_objection_is_agreed_once_the_other_accepts_it() -> None:
    assessment = turn(B, "assessment", agree=[], unverifiable=[], level="Weak")
    assessment.data["disagree"] = [{"text": "Nobody has counted the pump", "reason": "so it is"}]
    past = past_of(
        say(A), assessment, say(A2), record(A2, about_=[("P1", "agrees", {"because": "I have not counted it"})])
    )
    assert one(past).status == "agreed"


def test_who_agrees_with_their_own_objection_says_that_it_was_answered_and_has_not_moved() -> None:
    assessment = turn(B, "assessment", agree=[], unverifiable=[], level="Weak")
    assessment.data["disagree"] = [{"text": "Nobody has counted the pump", "reason": "so it is"}]
    past = past_of(say(A), assessment, say(A2), assess(B2, agree=[("P1", "the pump is counted now")]))
    assert (one(past).status, one(past).resolution) == ("withdrawn", "the pump is counted now")
    assert moves_of(past) == ()
    kept = past_of(say(A), assessment, say(A2), assess(B2, disagree=[("P1", "still not")]))
    assert one(kept).status == "contested"


def test_an_objection_that_was_met_is_closed_and_its_author_can_take_it_up_again() -> None:
    wiring: Json = {"text": "It is dear", "quote": "It is dear", "attacks": ["P9"]}
    closing = [say(A2), record(A2, about_=[("P1", "closes", {"quote": "that answers me"})])]
    met = [say(A), record(A, new=[wiring]), *closing]
    assert (one(past_of(*met)).status, one(past_of(*met)).resolution) == ("withdrawn", "that answers me")
    assert moves_of(past_of(*met)) == ()
    accepted = past_of(say(A), record(A, new=[wiring]), say(B), record(B, about_=[("P1", "agrees", {})]), *closing)
    assert one(accepted).status == "agreed"
    refuted = past_of(say(A), record(A, new=[wiring]), say(B), record(B, about_=[("P1", "disagrees", {})]), *closing)
    assert one(refuted).status == "withdrawn"
    again = past_of(*met, say("round[3]/analysis[ada]"), record("round[3]/analysis[ada]", about_=[("P1", "keeps", {})]))
    assert (one(again).status, one(again).resolution) == ("unaddressed", "")


def test_what_one_sentence_rewords_is_one_change_of_position() -> None:
    """Of two statements that said the same, the one sentence was told as two moves."""
    both = [("P1", "revises", {"quote": "so I go down to twelve", "text": "Twelve at most", "because": "the walker"})]
    both += [("P2", "revises", {"quote": "I go down to twelve", "text": "At most twelve"})]
    both += [("P3", "revises", {"quote": "and to ten at night", "text": "Ten at night"}), ("P4", "withdraws", {})]
    past = past_of(*opened("A", "B", "C", "D"), say(A2), record(A2, about_=both))
    assert [(move.statement, move.also, move.because) for move in moves_of(past)] == [
        ("P1", ("P2",), "the walker"),
        ("P3", (), ""),
        ("P4", (), ""),
    ]
    [first, *_] = board_items(debate_of("ada", "ben"), past).moves
    assert (
        first.account
        == "Ada revised P1 (and P2 by the same sentence), because “the walker”. Before: A. Now: Twelve at most."
    )


def test_an_author_lets_any_statement_rest_and_a_dispute_of_it_is_over() -> None:
    """Ada had said that it decides nothing for her any more, and it stood in dispute to the end."""
    rests = [say(A2), record(A2, about_=[("P1", "drops", {"quote": "no longer decides", "because": "the pen"})])]
    disputed = [*opened(), say(B), record(B, about_=[("P1", "disagrees", {})])]
    past = past_of(*disputed, *rests)
    assert (one(past).status, one(past).dropped, claims_of(past)["P1"].open) == ("withdrawn", True, False)
    assert [(move.kind, move.because) for move in moves_of(past)] == [("dropped", "the pen")]
    assert not ledger_of(past)["ben"].disagreements
    still = past.add(say(B2)).add(record(B2, about_=[("P1", "disagrees", {})]))
    assert (one(still).status, one(still).dropped) == ("withdrawn", True), "what they say of it opens nothing"
    agreed = past_of(*opened(), say(B), record(B, about_=[("P1", "agrees", {})]), *rests)
    assert (one(agreed).status, one(agreed).dropped) == ("agreed", False), "what others hold stands without its author"


def test_that_a_dispute_of_what_is_no_objection_was_met_is_told_as_what_its_author_says() -> None:
    met = [say(A2), record(A2, about_=[("P1", "closes", {"quote": "that is answered", "because": "the list"})])]
    disputed = past_of(*opened(), say(B), record(B, about_=[("P1", "disagrees", {})]))
    past = disputed.add(met[0]).add(met[1])
    assert (one(past).status, one(past).since, moves_of(past)) == ("contested", one(disputed).since, ())
    assert (one(past).history[-1].deed, one(past).history[-1].words) == ("answered", "that is answered")
    assert one(past_of(*opened(), *met)).history[-1].deed == "stated", "nothing was put against it"


@pytest.mark.parametrize(
    ("attacks", "judged", "status"),
    [
        (["P1"], [], "unaddressed"),
        (["P1"], [("P3", "agrees", {})], "agreed"),
        (["P1"], [("P3", "disagrees", {})], "withdrawn"),
        (["P1", "P2"], [], "withdrawn"),
        (["P9"], [], "withdrawn"),
    ],
)
def test_an_objection_for_which_all_that_it_attacks_was_taken_back_is_held_still(
    attacks: list[Json], judged: list[Any], status: str
) -> None:
    objection: Json = {"text": "It needs wiring", "quote": "It needs wiring", "attacks": attacks}
    taken_back = [say(A2), record(A2, about_=[("P1", "withdraws", {"because": "the wiring"}), *judged])]
    closing = [say(B2), record(B2, about_=[("P3", "closes", {"quote": "nothing is left there"})])]
    past = past_of(*opened(), say(B), record(B, new=[objection]), *taken_back, *closing)
    assert (one(past).status, one(past, "P3").status) == ("withdrawn", status)
    assert one(past, "P3").history[-1].words == "nothing is left there"


def test_a_withdrawal_that_a_rule_read_is_shown_and_ends_nothing() -> None:
    objection: Json = {"text": "It needs wiring", "quote": "It needs wiring", "attacks": ["P1"]}
    withdrawn = record(B2, about_=[("P1", "withdraws", {"quote": "I withdraw P1"})])
    by_rule = Turn(**{**{name: getattr(withdrawn, name) for name in Turn.__slots__}, "by": "rules"})
    disputed = record(A2, about_=[("P1", "disagrees", {})])
    past = past_of(say(B), record(B, new=[objection]), say(A2), disputed, say(B2), by_rule)
    assert (one(past).status, one(past).firm) == ("withdrawn", "contested")


def test_a_withdrawal_that_the_clerk_records_after_a_rule_is_the_clerk_s() -> None:
    withdrawn = record(A2, about_=[("P1", "withdraws", {"quote": "I withdraw P1"})])
    by_rule = Turn(**{**{name: getattr(withdrawn, name) for name in Turn.__slots__}, "by": "rules"})
    said = [*opened("It is cheap"), say(A2, "I withdraw P1"), by_rule]
    assert (one(past_of(*said)).status, one(past_of(*said)).firm) == ("withdrawn", "unaddressed")
    past = past_of(*said, withdrawn)
    assert one(past).firm == "withdrawn"
    assert [move.kind for move in moves_of(past)] == ["withdrawn"], "it is one move"
    assert one(past_of(*said, withdrawn, by_rule)).firm == "withdrawn"


def test_a_guess_that_is_taken_up_again_is_one_still() -> None:
    guess: Json = {"text": "It costs 50 hours", "quote": "about 50 hours", "assumed": True}
    said = [say(A, "about 50 hours"), record(A, new=[guess])]
    gone = [*said, say(A2), record(A2, about_=[("P1", "withdraws", {})])]
    assert one(past_of(*gone)).status == "withdrawn"
    third = "round[3]/analysis[ada]"
    assert one(past_of(*gone, say(third), record(third, about_=[("P1", "keeps", {})]))).status == "assumption"


def test_a_guess_that_was_reworded_is_no_assumption_any_more() -> None:
    guess: Json = {"text": "It costs 50 hours", "quote": "about 50 hours", "assumed": True}
    said = [say(A, "about 50 hours"), record(A, new=[guess]), say(A2)]
    reworded = past_of(*said, record(A2, about_=[("P1", "revises", {"text": "It costs 52 hours as measured"})]))
    assert one(reworded).status == "unaddressed"


def test_to_accept_twice_what_one_disputed_is_one_move() -> None:
    first = ("P1", "agrees", {"quote": "I grant it", "because": "my sum left it out", "why": "argument"})
    again = ("P1", "agrees", {"quote": "as I said"})
    past = past_of(
        *opened("It is cheap"),
        assess(B, disagree=[("P1", "the pump costs more")]),
        say(B2, "I grant it: my sum left it out"),
        record(B2, about_=[first]),
        say(B3, "as I said"),
        record(B3, about_=[again]),
    )
    assert [move.path for move in moves_of(past)] == [B2]
    assert not one(past).given_up


def test_what_is_no_objection_is_not_agreed_because_its_author_closes_it() -> None:
    past = past_of(*opened("It is dear"), say(A2), record(A2, about_=[("P1", "closes", {"quote": "that answers me"})]))
    assert one(past).status == "unaddressed"


def test_who_says_that_their_reason_for_an_objection_was_met_has_moved() -> None:
    """It was recorded with words and a reason, and dropped: it was linked to the objection, and not to its target."""
    no: Json = {"text": "No", "quote": "No", "attacks": ["P1"]}
    unsafe: Json = {"text": "It is unsafe", "quote": "unsafe", "supports": ["P2"]}
    told = [*opened("It is cheap"), say(B), record(B, new=[no, unsafe]), say(A2)]
    agreed = [*told, record(A2, about_=[("P3", "agrees", {})]), say(B2, "It is met, with the floor shut")]
    met = {"quote": "It is met", "because": "with the floor shut"}
    past = past_of(*agreed, record(B2, about_=[("P3", "closes", met)]))
    assert [step.deed for step in one(past, "P3").history] == ["stated", "agreed", "closed"]
    [move] = moves_of(past)
    assert (move.seat, move.kind, move.before, move.after, move.flip) == ("ben", "met", "It is unsafe", "", "argument")
    assert (one(past, "P3").status, one(past, "P3").flip) == ("agreed", ""), "nobody agreed with it by that"
    [shift] = ledger_of(past)["ben"].shifts
    assert (shift.after, ledger_of(past)["ben"].concessions) == ("It is unsafe (objection met)", ())
    [shown] = board_items(debate_of("ada", "ben"), past).moves
    assert shown.account == "Ben says that the objection P3 was met (It is unsafe): “with the floor shut”."
    over = past_of(*agreed, record(B2, about_=[("P3", "drops", met)]))
    [move], [shift] = moves_of(over), ledger_of(over)["ben"].shifts
    assert (move.kind, shift.after) == ("dropped", "It is unsafe (it no longer matters)"), "it was not met"
    [shown] = board_items(debate_of("ada", "ben"), over).moves
    assert shown.account == "Ben says that P3 no longer matters (It is unsafe): “with the floor shut”."
    checked = past.add(checked_citations(B2, "a.py:3"))
    assert [(each.flip, one(checked, "P3").flip) for each in moves_of(checked)] == [("argument", "")]
    silent = past_of(*agreed, record(B2, about_=[("P3", "closes", {"quote": "It is met"})]))
    assert (one(silent, "P3").closed, moves_of(silent)) == (False, ()), "what others agree with, Ben holds still"
    alone = past_of(*told[:4], say(B2), record(B2, about_=[("P3", "closes", met)]))
    assert one(alone, "P3").closed
    theirs = [*told[:2], say(B), record(B, new=[no]), say(A2), record(A2, new=[unsafe]), say("round[3]/analysis[ada]")]
    left = record("round[3]/analysis[ada]", about_=[("P3", "closes", met)])
    assert not one(past_of(*theirs, left), "P3").closed, "the objection is not theirs"


def test_a_guess_is_an_assumption_until_somebody_judges_it() -> None:
    guess: Json = {"text": "It costs 50 hours", "quote": "about 50 hours", "assumed": True}
    said = [say(A, "about 50 hours"), record(A, new=[guess])]
    assert (one(past_of(*said)).status, one(past_of(*said)).blocking) == ("assumption", False)
    accepted = past_of(*said, say(B), record(B, about_=[("P1", "agrees", {})]))
    assert one(accepted).status == "agreed"
    later = past_of(*opened("It is cheap"), say(A2), record(A2, about_=[("P1", "assumes", {})]))
    assert one(later).status == "assumption"


def test_only_its_author_withdraws_a_statement_and_only_others_judge_it() -> None:
    past = past_of(
        *opened("It is cheap"),
        record(A, about_=[("P1", "agrees", {})]),
        say(B),
        record(B, about_=[("P1", "withdraws", {}), ("P9", "agrees", {}), ("P1", "sings", {})]),
    )
    assert one(past).status == "unaddressed"


def test_an_assumption_blocks_only_where_the_answer_hangs_on_it_and_its_author_does_not_accept_it() -> None:
    turns = [*opened("It is cheap"), turn(B, "assessment", agree=[], disagree=[], level="Weak")]
    turns[-1].data["unverifiable"] = [{"point": "P1", "reason": "no list", "decisive": True}]
    assert one(past_of(*turns)).blocking
    assumed = past_of(*turns, say(A2), record(A2, about_=[("P1", "assumes", {})]))
    assert one(assumed).status == "assumption"
    assert not one(assumed).blocking
    turns[-1].data["unverifiable"] = [{"point": "P1", "reason": "no list"}]
    assert not one(past_of(*turns)).blocking


def test_a_doubt_of_who_decides_is_overtaken_by_a_later_agreement_of_who_holds_a_position() -> None:
    ruling, second = "round[1]/ruling[mod]", "round[2]/ruling[mod]"

    def ruled(path: str, about: str, *does: tuple[str, str, dict[str, str]]) -> list[Turn]:
        return [turn(path, "verdict"), record(about, about_=does)]

    doubt = ("P1", "doubts", {"by": "mod", "turn": ruling})
    agrees = ("P1", "agrees", {"by": "ben", "turn": B2})
    doubted = [*opened("It is cheap"), *ruled(ruling, ruling, doubt)]
    assert one(past_of(*doubted)).status == "assumption"
    agreed = past_of(*doubted, say(B2), record(B2, about_=[agrees]))
    assert (one(agreed).status, list(one(agreed).judgements)) == ("agreed", ["ben"])
    assert one(past_of(*doubted, say(B2), record(B2, about_=[("P1", "doubts", {})]))).status == "assumption"
    late = ("P1", "doubts", {"by": "mod", "turn": second})
    for does in ([late, agrees], [agrees, late]):  # one record of a round: what counts is which was said first
        past = past_of(*opened("It is cheap"), say(B2), *ruled(second, "round[2]", *does))
        assert one(past).status == "assumption", "the doubt came last"
    by_turn = [doubt, ("P1", "agrees", {"by": "ben", "turn": B2})]
    past = past_of(*opened("It is cheap"), turn(ruling, "verdict"), say(B2), record("round[2]", about_=by_turn))
    assert one(past).status == "agreed"
    other = [
        *doubted,
        turn("round[2]/ruling[jud]", "verdict"),
        record("round[2]/ruling[jud]", about_=[("P1", "agrees", {})]),
    ]
    assert one(past_of(*other)).status == "assumption", "nobody who holds a position has agreed"


def test_declarations_that_a_rule_read_are_shown_and_end_nothing() -> None:
    assessment = assess(B, agree=[("P1", "")])
    by_rule = Turn(**{**{name: getattr(assessment, name) for name in Turn.__slots__}, "by": "rules"})
    found = one(past_of(*opened("It is cheap"), by_rule))
    assert (found.status, found.firm) == ("agreed", "unaddressed")


def test_earned_is_what_has_sealed_answers_a_reason_a_quotation_or_a_move_behind_it() -> None:
    assert one(past_of(*opened("It is cheap"), assess(B, agree=[("P1", "the list of last May says so")]))).earned
    assert not one(past_of(*opened("It is cheap"), assess(B, agree=[("P1", "I agree")]))).earned, "assent"
    assert not one(past_of(*opened("It is cheap"))).earned
    sealed = past_of(
        say("sealed[ada]"),
        say("sealed[ben]"),
        turn(
            "compared[clerk]",
            "ledger",
            new=[{"by": "ada", "text": "It is cheap", "quote": "it is cheap"}],
            about=[],
        ),
        turn(
            "again[clerk]", "ledger", new=[], about=[{"by": "ben", "turn": "sealed[ben]", "id": "P1", "does": "agrees"}]
        ),
    )
    assert one(sealed).earned
    again = say("ranked[ben]", "Cheap.", order=[])
    repeated = deed("P1", "agrees", by="ben", turn=again.path, quote="Cheap.")
    assert one(past_of(*sealed, again, turn("r[clerk]", "ledger", new=[], about=[repeated]))).earned, "said twice"
    beside = [deed("P1", "agrees", by="ben", turn=B, quote="…", beside=[A, B])]
    both = [say(A, "It is cheap"), say(B), record(A, new=["It is cheap"]), turn("m[clerk]", "ledger", about=beside)]
    later = [say(B2, "Cheap."), record(B2, about_=[("P1", "agrees", {"quote": "Cheap."})])]
    assert one(past_of(*both, *later)).earned, "each came to it without the other"
    objects = [say(B2, "Dear."), record(B2, about_=[("P1", "disagrees", {"quote": "Dear."})])]
    back = [say(B3, "Cheap."), record(B3, about_=[("P1", "agrees", {"quote": "Cheap."})])]
    assert not one(past_of(*both, *objects, *back)).earned, "that agreement was given up in between"
    doubted = past_of(
        *opened("It is cheap"),
        assess(B, unverifiable=[("P1", "no list")]),
        assess(B2, agree=[("P1", "the list of last May says so")]),
    )
    assert not one(doubted).earned, "not at first assessment, and nobody said what moved them"


def test_an_agreement_for_a_reason_with_what_was_reworded_without_one_is_earned() -> None:
    """“Agreed without a reason” stood over a statement beside which the reason stood: its rewording had none."""
    disputed = past_of(*opened("It is cheap"), assess(B, disagree=[("P1", "the pump costs more")]), say(A2))
    plain = {"text": "It is cheap in May", "quote": "revised", "why": "none"}
    reworded = disputed.add(record(A2, about_=[("P1", "revises", plain)]))
    reasoned = one(reworded.add(assess(B2, agree=[("P1", "in May the pump costs nothing")])))
    assert (reasoned.flip, reasoned.earned, reasoned.given_up) == ("none", True, False)
    bare = one(reworded.add(assess(B2, agree=[("P1", "")])))
    assert (bare.earned, bare.given_up) == (False, True), "nobody names one"
    doubted = reworded.add(assess(B2, unverifiable=[("P1", "no list")]))
    doubted = doubted.add(assess(B3, agree=[("P1", "in May the pump costs nothing")]))
    assert not one(doubted).earned, "they had judged these very words, and nobody said what moved them"
    yielded = disputed.add(record(A2, about_=[("P1", "revises", {**plain, "because": "revised", "why": "deferred"})]))
    yielded = yielded.add(assess(B2, agree=[("P1", "in May the pump costs nothing")]))
    assert (one(yielded).earned, one(yielded).given_up) == (False, True), "its author had yielded"


def test_what_one_disputed_another_agrees_with_for_a_reason_of_their_own() -> None:
    """Whether an assessment is the first one is asked of who makes it."""
    past = past_of(*opened("It is cheap"), assess(B, disagree=[("P1", "the pump costs more")]), say(C))
    past = past.add(record(C, about_=[("P1", "agrees", {"because": "the list of last May says so"})]))
    past = past.add(say(B2, "Fine.")).add(record(B2, about_=[("P1", "agrees", {"quote": "Fine."})]))
    assert (one(past).status, one(past).flip, one(past).earned) == ("agreed", "", True)


def test_who_divides_a_statement_and_holds_both_has_not_moved() -> None:
    first, second = "It is cheap", "It is fast"
    past = past_of(*opened("It is cheap and fast"), assess(B, disagree=[("P1", "it is slow")]), say(A2, "I divide it"))
    divides = ("P1", "revises", {"text": first, "into": ["N1", "P9"], "quote": "I divide it", "because": "I divide it"})
    new: list[Json] = [{"text": second, "quote": "I divide it", "mark": "N1"}]
    divided = past.add(record(A2, new=new, about_=[divides]))
    assert (one(divided).text, one(divided).wordings[-1].into) == (first, ("P2",)), "of what there is"
    assert (moves_of(divided), one(divided).flip) == ((), "")
    again = divided.add(assess(B2, agree=[("P1", "the list of last May says so")]))
    assert (one(again).status, one(again).earned) == ("agreed", True)


def test_a_record_of_a_round_covers_all_its_messages() -> None:
    past = past_of(
        say("round[1]/turn[ada]", "It is cheap"),
        say("round[1]/turn[ben]", "It is not for us"),
        turn(
            "round[1]/ledger[clerk]",
            "ledger",
            new=[
                {"by": "ada", "text": "It is cheap", "quote": "It is cheap"},
                {"by": "nobody", "text": "?", "quote": "?"},
            ],
            about=[{"by": "ben", "id": "P1", "does": "disagrees", "quote": "It is not for us", "strength": "strong"}],
            stands=[{"by": "ben", "stance": "Against", "quote": "not for us", "confidence": 0.7}],
        ),
    )
    assert list(statements_of(past)) == ["P1"]
    assert not registry_of(past).missed
    ledger = ledger_of(past)
    assert ledger["ben"].stance == "Against"
    assert ledger["ben"].confidence is None, "a record cannot tell what somebody is sure of"
    assert registry_of(past).confidence == {"ben": 0.7}, "rules may go by it"
    assert ledger["ben"].disagreements[0].strength == "strong"
    assert ledger["ada"].on("").unanswered == ("It is cheap",)
    assert epistemic_score(past) == 3
    assert epistemic_score(past.add(turn("round[1]/reflect[clerk]", "reflections", items=[]))) == 0


def test_a_message_without_a_record_is_missed() -> None:
    past = past_of(
        *opened("It is cheap"), say(B), turn(f"{B}/minutes[clerk]", "ledger", note="The ledger stays as it was")
    )
    assert ledger_of(past)["ben"].missed == (B,)
    assert keeps_ledger(past)
    assert not keeps_ledger(past_of(say(A)))


def test_what_was_said_before_the_rounds_is_recorded_with_the_first_and_not_shown_again() -> None:
    past = past_of(
        say("sealed[ada]", "It is cheap"),
        say("sealed[ben]", "It is not for us"),
        say("round[1]/turn[ada]"),
        turn("round[1]/ledger[clerk]", "ledger", new=[], about=[]),
    )
    assert not registry_of(past).missed


def test_a_message_made_beside_another_waits_for_a_later_record() -> None:
    beside = (say("opening[ada]"), say("opening[ben]"), turn("opening[ben]/minutes[clerk]", "ledger", new=[], about=[]))
    assert dict(registry_of(past_of(*beside)).missed) == {"opening[ada]": "ada"}
    later = (say(A), turn(f"{A}/minutes[clerk]", "ledger", new=[], about=[]))
    assert not registry_of(past_of(*beside, *later)).missed


def test_what_is_declared_in_fields_is_known_without_any_clerk() -> None:
    past = past_of(turn("round[1]/turn[ada]", "answer", position="2031", confidence=0.6))
    ledger = ledger_of(past)
    assert (ledger["ada"].stance, ledger["ada"].confidence, ledger["ada"].missed) == ("2031", 0.6, ())
    assert entries_of(past)["round[1]/turn[ada]"].words == "2031"


def test_importance_is_seven_at_least_where_something_moved() -> None:
    past = past_of(
        *opened("It is cheap"),
        say(A2, "I withdraw P1."),
        record(A2, about_=[("P1", "withdraws", {})], stands=[{"importance": 2}]),
    )
    assert entries_of(past)[A2].importance == 7
    assert entries_of(past)[A].importance == 1


def test_a_dispute_that_nobody_returns_to_is_abandoned_and_stays_open() -> None:
    def rounds(last: int) -> Past:
        more = [say(f"round[{n}]/analysis[ada]") for n in range(2, last + 1)]
        return past_of(*opened("It is cheap"), assess(B, disagree=[("P1", "the pump")]), *more)

    assert claims_of(rounds(3))["P1"].status == "active"
    assert claims_of(rounds(4))["P1"].status == "abandoned"
    assert one(rounds(4)).status == "contested"
    assert claims_of(rounds(4))["P1"].streak == 0


def test_a_dispute_that_its_author_holds_still_is_not_abandoned() -> None:
    """The main answers were: what nobody named any more, while the dispute that they bear on went on."""

    def later(*about: tuple[str, str, dict[str, Any]], **new: Any) -> Statement:
        stated = [statement("P2", "The pump is dear", **new)]
        past = past_of(
            *opened("It is cheap"),
            say(B),
            record(B, new=stated, about_=[("P1", "disagrees", {})]),
            say(A2),
            record(A2, about_=[("P2", "disagrees", {})]),
            *(
                each
                for n in range(3, 7)
                for each in (say(f"round[{n}]/critique[ben]"), record(f"round[{n}]/critique[ben]", about_=[*about]))
            ),
        )
        return one(past, "P2")

    disputes, agrees = ("P1", "disagrees", {}), ("P1", "agrees", {})
    assert not later(disputes, attacks=["P1"]).abandoned, "it is why P1 is disputed"
    assert later(attacks=["P1"]).abandoned, "nobody speaks of P1 either"
    assert later(agrees, attacks=["P1"]).abandoned, "P1 is accepted"
    assert later(disputes, supports=["P1"]).abandoned, "P1 is not theirs"
    assert later(disputes, answers=["P1"]).abandoned
    assert later(disputes, attacks=["a.py:3"]).abandoned, "a citation is no statement"
    mine = [statement("P3", "It is loud", attacks=["P1"]), statement("P4", "It rattles", supports=["P3"])]
    turns = [*opened("It is cheap"), say(B), record(B, new=mine, about_=[("P1", "disagrees", {})])]
    turns += [say(A2), record(A2, about_=[("P3", "disagrees", {}), ("P4", "disagrees", {})])]
    for n in range(3, 7):
        path = f"round[{n}]/critique[ben]"
        turns += [say(path), record(path, about_=[("P3", "keeps", {})])]
    assert not one(past_of(*turns), "P4").abandoned, "they hold to what it is said for"


def test_a_dispute_is_not_abandoned_while_the_last_position_of_its_author_rests_on_its_words() -> None:
    def later(*stands: dict[str, Any]) -> Statement:
        turns = [*opened("It is cheap"), assess(B, disagree=[("P1", "the pump")])]
        for n, each in enumerate(stands, 2):
            path = f"round[{n}]/analysis[ada]"
            turns += [say(path), record(path, stands=[each] if each else [])]
        return one(past_of(*turns))

    said = {"stance": "It is cheap", "quote": "It is cheap"}
    turns = [say(A), record(A, new=[statement("P1", "It is cheap")], stands=[said]), assess(B, disagree=[("P1", "no")])]
    quiet = [say(f"round[{n}]/critique[ben]") for n in range(2, 6)]
    assert not one(past_of(*turns, *quiet)).abandoned
    other = record(A2, stands=[{"stance": "It is dear", "quote": "It is dear after all"}])
    assert one(past_of(*turns, say(A2), other, *quiet)).abandoned
    assert later({}, {}, {}, {}).abandoned


def test_a_streak_counts_rounds_without_a_break() -> None:
    turns = [*opened("It is cheap"), assess(B, disagree=[("P1", "the pump")])]
    assert claims_of(past_of(*turns))["P1"].streak == 1
    turns += [say(A2), assess(B2, disagree=[("P1", "still the pump")]), assess(B2, disagree=[("P1", "yes, the pump")])]
    assert claims_of(past_of(*turns))["P1"].streak == 2
    turns += [say("round[3]/analysis[ada]"), say("round[4]/analysis[ada]")]
    turns.append(assess("round[4]/critique[ben]", disagree=[("P1", "the pump again")]))
    assert claims_of(past_of(*turns))["P1"].streak == 1


def ruling(id: str, status: str, key: str = "point") -> Turn:
    return turn("round[1]/ruled[person]", "ruling", status=status, why="I know the shop", **{key: id})


@pytest.mark.parametrize(
    ("status", "after", "claim"),
    [
        ("accepted", "settled", "resolved"),
        ("rejected", "settled", "resolved"),
        ("set aside", "settled", "resolved"),
        ("open", "contested", "active"),
    ],
)
def test_a_person_settles_a_statement_and_participants_have_not(status: str, after: str, claim: str) -> None:
    past = past_of(*opened("It is cheap"), assess(B, disagree=[("P1", "the pump")]), ruling("P1", status))
    found = one(past)
    assert (found.status, found.reason) == (after, "I know the shop")
    assert claims_of(past)["P1"].status == claim
    assert claims_of(past)["P1"].ruling
    assert one(past.add(say(A2)).add(assess(B2, agree=[("P1", "it is")]))).status == after, "it is settled"
    reopened = past.add(say(A2)).add(assess(B2, disagree=[("P1", "it is not")]))
    assert one(reopened).status == "contested"
    assert not claims_of(reopened)["P1"].ruling


def test_a_ruling_on_nothing_changes_nothing() -> None:
    past = past_of(*opened("It is cheap"), ruling("P9", "accepted"), ruling("P1", "sung", "claim"))
    assert one(past).status == "unaddressed"


ROOM = "round[1]/crux[P1]"


def card(**data: Any) -> Turn:
    return turn(f"{ROOM}/card[clerk]", "card", claim="P1", crux="fact", **data)


def in_room(seat: str, statement: str, accepts: bool) -> Turn:
    return turn(f"{ROOM}/say[{seat}]", "stance", f"room:{ROOM}", statement=statement, resolved=accepts)


def contested() -> list[Turn]:
    return [*opened("It is cheap"), assess(B, disagree=[("P1", "the pump")])]


def test_a_doubt_after_a_room_that_resolved_nothing_settles_nothing_with_anybody() -> None:
    past = past_of(*contested(), card(resolved=False), say(A2), record(A2), say(B2))
    left = past.add(record(B2, about_=[("P1", "doubts", {"because": "nobody has measured it"})]))
    assert (one(left).status, one(left).card) == ("assumption", f"{ROOM}/card[clerk]")
    assert [ledger_of(left)[seat].settled for seat in ("ada", "ben")] == [(), ()]


def test_a_room_that_resolves_a_dispute_gives_it_a_wording_that_both_accept() -> None:
    common = "It is cheap without the pump"
    turns = [*contested(), in_room("ada", common, True)]
    assert claims_of(past_of(*turns))["P1"].status == "in crux room"
    past = past_of(*turns, in_room("ben", common, True), card(resolved=True))
    found = one(past)
    assert (found.text, found.status, found.resolution) == (common, "agreed", common)
    assert found.earned
    claim = claims_of(past)["P1"]
    assert (claim.status, claim.room, claim.card) == ("resolved", ROOM, f"{ROOM}/card[clerk]")
    ledger = ledger_of(past)
    assert [(each.claim, each.on, each.how) for each in ledger["ada"].settled] == [("P1", common, "")]
    assert ledger["ben"].disagreements == ()
    for does in ("withdraws", "revises"):
        left = past.add(say(A2)).add(record(A2, about_=[("P1", does, {"text": "It is cheap in winter"})]))
        assert ledger_of(left)["ada"].settled == ledger_of(left)["ben"].settled == ()
    anew = past.add(say(A2)).add(assess(B2, disagree=[("P1", "the pump is needed")]))
    assert one(anew).status == "contested"
    assert ledger_of(anew)["ben"].disagreements[0].again


def test_what_its_author_withdraws_after_a_room_that_resolved_nothing_was_settled_by_nobody() -> None:
    past = past_of(*contested(), card(resolved=False), say(A2), record(A2, about_=[("P1", "withdraws", {})]))
    assert claims_of(past)["P1"].status == "resolved"
    assert [ledger_of(past)[seat].settled for seat in ("ada", "ben")] == [(), ()]


def test_a_claim_that_its_author_rewords_is_resolved_by_nobody_before_somebody_accepts_it() -> None:
    turns = [*opened("It is cheap"), say(B), record(B, about_=[("P1", "partly", {"because": "not the pump"})])]
    reworded = past_of(
        *turns, say(A2), record(A2, about_=[("P1", "revises", {"text": "It is cheap but for the pump"})])
    )
    assert (one(reworded).status, one(reworded).lapsed) == ("unaddressed", True)
    claim = claims_of(reworded)["P1"]
    assert (claim.status, claim.resolution) == ("active", "")
    [item] = point_items(statements_of(reworded).values(), {})
    assert "reworded since it was disputed" in item.note
    accepted = reworded.add(say(B2)).add(record(B2, about_=[("P1", "agrees", {"because": "so it is"})]))
    assert (claims_of(accepted)["P1"].status, claims_of(accepted)["P1"].resolution) == ("resolved", "so it is")


def test_a_position_goes_with_the_statement_that_it_rests_on() -> None:
    said = {"text": "It takes eighteen months", "quote": "I would end it after eighteen months"}
    path = "aspect[cost]/say[ada]"
    for words, kept in (("end it after eighteen months", ""), ("something else", "A date"), ("", "A date")):
        stands = [{"position": "A date", "quote": words}]
        turns = [say(path), record(path, new=[said], stands=stands), say(A2)]
        assert ledger_of(past_of(*turns))["ada"].on("cost").position == "A date"
        gone = past_of(*turns, record(A2, about_=[("P1", "withdraws", {})]))
        assert ledger_of(gone)["ada"].on("cost").position == kept
    other = past_of(*turns[:2], say("aspect[cost]/b/say[ada]"), record("aspect[cost]/b/say[ada]", new=[said]))
    assert one(other, "P2").author == "ada"


def test_how_sure_somebody_is_holds_for_the_stance_of_which_they_say_so() -> None:
    def stance(path: str, text: str, **sure: Any) -> list[Turn]:
        return [turn(path, "say", **sure), record(path, stands=[{"stance": text}])]

    first = stance(A, "Keep it", confidence=0.85)
    assert ledger_of(past_of(*first))["ada"].confidence == 0.85
    for text, sure, found in (("Drop it", {}, None), ("Keep it", {}, 0.85), ("Drop it", {"confidence": 0.6}, 0.6)):
        standing = ledger_of(past_of(*first, *stance(A2, text, **sure)))["ada"]
        assert standing.confidence == found
        assert standing.confidences[0].level == 0.85, "what was said stays on record"


def test_a_room_without_a_result_leaves_the_dispute_as_it_was() -> None:
    past = past_of(*contested(), in_room("ada", "a", True), in_room("ben", "b", False), card())
    assert one(past).status == "contested"
    assert ledger_of(past)["ben"].disagreements[0].card
    assert not ledger_of(past)["ben"].disagreements[0].again


def test_a_room_of_which_no_card_comes_has_failed() -> None:
    past = past_of(*contested(), in_room("ada", "a", True), say(A2))
    assert claims_of(past)["P1"].status == "active"
    assert release(claims_of(past)["P1"]).streak == 0


def test_a_card_about_nothing_known_is_kept_and_changes_nothing() -> None:
    past = past_of(*contested(), turn("round[1]/crux[P9]/card[clerk]", "card", claim="P9", crux="fact"))
    assert one(past).card == ""
    other = past_of(say(A), turn("round[1]/crux[P9]/say[ada]", "stance", "room:round[1]/crux[P9]", statement="a"))
    assert not statements_of(other)


def test_the_same_statement_agreed_in_its_own_words_by_a_room_has_no_second_wording() -> None:
    past = past_of(*contested(), in_room("ada", "It is cheap", True), in_room("ben", "It is cheap", True), card())
    assert len(one(past).wordings) == 1
    assert one(past).status == "agreed"


def test_older_records_are_read_without_receipts() -> None:
    past = past_of(
        say(A),
        turn(
            f"{A}/points[clerk]", "points", items=[{"text": "It is cheap", "same_as": ""}, "It is fast"], withdrawn=[]
        ),
        say(A2),
        turn(f"{A2}/points[clerk]", "points", items=[{"text": "still", "same_as": "P1"}], withdrawn=["P2"]),
    )
    assert {id: each.status for id, each in statements_of(past).items()} == {"P1": "unaddressed", "P2": "withdrawn"}
    assert moves_of(past) == ()
    old = past_of(
        say("round[1]/say[ada]"),
        turn(
            "round[1]/say[ada]/minutes/ledger[clerk]",
            "ledger",
            stance="It is safe",
            importance=4,
            claims=[
                {"id": "c1", "text": "It is safe", "sides": ["ada", "ben"], "status": "active"},
                {"id": "c2", "text": "over before it began", "sides": ["ada", "ben"], "status": "resolved"},
            ],
        ),
        say("round[1]/say[ben]"),
        turn(
            "round[1]/say[ben]/minutes/ledger[clerk]",
            "ledger",
            importance=4,
            claims=[{"id": "c1", "text": "It is safe", "sides": ["ada", "ben"], "status": "active"}],
        ),
        say("round[2]/say[ben]"),
        turn(
            "round[2]/say[ben]/minutes/ledger[clerk]",
            "ledger",
            importance=4,
            claims=[{"id": "c1", "text": "It is safe", "sides": ["ada", "ben"], "status": "resolved"}],
        ),
        say("round[2]/say[ada]"),
        turn(
            "round[2]/say[ada]/minutes/ledger[clerk]",
            "ledger",
            importance=4,
            claims=[{"id": "c1", "text": "It is safe", "sides": ["ada", "ben"], "status": "active"}],
        ),
    )
    assert list(statements_of(old)) == ["c1"]
    assert one(old, "c1").status == "agreed"
    assert ledger_of(old)["ada"].stance == "It is safe"


def test_what_a_team_says_among_itself_is_no_matter_of_the_registry() -> None:
    private = turn("round[1]/talk[ada]", "say", "team:red", text="It is cheap")
    past = past_of(private, turn("round[1]/talk[ada]/minutes[clerk]", "ledger", "team:red", new=["It is cheap"]))
    assert registry_of(past) == Registry()


def test_links_lead_to_statements_and_citations() -> None:
    past = past_of(
        *opened("It is cheap"),
        say(B),
        record(
            B, new=[{"text": "The pump is dear", "quote": "the pump", "attacks": ["P1", "P1"], "supports": ["a.py:3"]}]
        ),
    )
    assert [(link.kind, link.to, link.by) for link in one(past, "P2").links] == [
        ("supports", "a.py:3", "ben"),
        ("attacks", "P1", "ben"),
    ]


def attacked(*more: tuple[str, str, dict[str, Any]], by: str = "ben", to: str = "P1") -> list[Turn]:
    """Ben agrees with P1 in the first round, and somebody attacks it by its id in the second. `more`: what else they do
    in that turn."""
    second = f"round[2]/critique[{by}]"
    attack = {"text": "The pump is dear", "quote": "The pump is dear.", "attacks": [to]}
    agreed = [*opened("It is cheap"), say(B), record(B, about_=[("P1", "agrees", {})])]
    return [*agreed, say(second, "The pump is dear."), record(second, new=[attack], about_=more)]


def test_an_attack_on_what_others_agree_on_makes_it_contested() -> None:
    past = past_of(*attacked(by="cyd"))
    found = one(past)
    assert (found.status, found.firm, found.sides) == ("contested", "contested", ("ada", "cyd"))
    assert (found.reason, found.judgements["cyd"].words) == ("The pump is dear", "The pump is dear.")
    assert epistemic_score(past) == 3, "it is a new disagreement"
    assert not moves_of(past)


def test_a_link_alone_undoes_no_agreement_of_who_drew_it_and_ends_no_debate() -> None:
    """A clerk's link undid an agreement that both had declared."""
    found, third = one(past_of(*attacked())), "round[3]/critique[ben]"
    assert (found.status, found.firm, found.judgements["ben"].attacked) == ("agreed", "contested", "P2")
    for does in ("closes", "withdraws"):
        met = one(past_of(*attacked(), say(third), record(third, about_=[("P2", does, {})])))
        assert (met.status, met.firm, met.judgements["ben"].attacked) == ("agreed", "agreed", "")
    said = one(past_of(*attacked(), say(third), record(third, about_=[("P1", "disagrees", {})])))
    assert (said.status, said.judgements["ben"].attacked) == ("contested", "")


def test_who_lets_go_of_a_disputed_objection_for_a_reason_has_moved() -> None:
    """That the other's counterargument had met it stood nowhere among the changes of position."""
    why = {"because": "they lock it themselves"}

    def moved(*, disputed: bool, because: dict[str, str], does: str = "closes") -> list[tuple[str, str, str]]:
        attack = record(B, new=[statement("P2", "The queue is long", attacks=["P1"])])
        against = [("P2", "disagrees", {})] if disputed else []
        past = past_of(
            *opened("It is cheap"), say(B, "The queue is long"), attack, say(A2), record(A2, about_=against), say(B2),
            record(B2, about_=[("P2", does, because)]),
        )  # fmt: skip
        assert one(past, "P2").closed
        word = "objection met" if does == "closes" else "no longer matters"
        assert listed(past)["P2"].label.word == word, "nobody has withdrawn it"
        return [(move.seat, move.kind, move.because) for move in moves_of(past)]

    assert moved(disputed=True, because=why) == [("ben", "met", "they lock it themselves")], (
        "taken back is another word"
    )
    assert moved(disputed=True, because=why, does="drops") == [("ben", "dropped", "they lock it themselves")]
    assert moved(disputed=False, because=why) == moved(disputed=True, because={}) == []


def test_a_part_that_a_side_accepts_is_counted_apart_until_they_judge_the_whole() -> None:
    part = ("P1", "partly", {"quote": "The half of it is so."})
    past = past_of(*opened("It is cheap"), say(B), record(B, about_=[part]))
    found, counted = one(past), measure(registry_of(past))
    assert (found.in_part, [(step.seat, step.words) for step in found.parts]) == (
        True,
        [("ben", "The half of it is so.")],
    )
    assert (counted.partly, counted.unaddressed, counted.weighed, counted.total) == (1, 0, 0, 1)
    verdict = turn(C, "verdict", text="…")
    weighed = past.add(verdict).add(record(C, about_=[("P1", "agrees", {})]))
    counted = measure(registry_of(weighed))
    assert (one(weighed).status, counted.partly, counted.weighed) == ("weighed", 1, 0)
    alone = past_of(*opened("It is cheap"), verdict, record(C, about_=[part]))
    assert (one(alone).in_part, one(alone).parts) == (False, ()), "who takes no side makes it no half agreement"
    agreed = past.add(say(B2)).add(record(B2, about_=[("P1", "agrees", {})]))
    assert (one(agreed).in_part, one(agreed).parts) == (False, ())
    reworded = past.add(say(A2)).add(record(A2, about_=[("P1", "revises", {"text": "It is less"})]))
    assert one(reworded).parts == (), "it was a part of other words"


def test_who_attacks_their_own_statement_or_says_what_they_hold_of_it_disputes_nothing_by_that() -> None:
    assert one(past_of(*attacked(by="ada"))).status == "agreed"
    assert one(past_of(*attacked(("P1", "agrees", {})))).status == "agreed"
    part = {"quote": "It is cheap", "because": ""}
    assert one(past_of(*attacked(("P1", "partly", part), by="cyd"))).status == "agreed"
    assert one(past_of(*attacked(to="a.py:3"))).status == "agreed", "a citation is no statement"
    assert one(past_of(*opened("It is cheap"), say(B), record(B, new=[{**ATTACK, "attacks": ["P1"]}]))).status == (
        "unaddressed"
    ), "of what nobody has judged, only a judgement says what they hold"


def held_against(*more: Turn, link: str = "P1", disputes: str = "disagrees", keeps: str = "keeps") -> Past:
    """Ben attacks P1 of Ada, Cyd agrees with him, and Ada keeps P1 after that."""
    second, third = "round[1]/x/critique[cyd]", "round[2]/analysis[ada]"
    return past_of(
        *opened("It is cheap"),
        say(B, "The pump is dear."),
        record(B, new=[statement("P2", "The pump is dear", attacks=[link])], about_=[("P1", disputes, {})]),
        say(second),
        record(second, about_=[("P2", "agrees", {})]),
        say(third),
        record(third, about_=[("P1", keeps, {"quote": "I hold it", "text": "It is cheap to run"})]),
        *more,
    )


def test_what_two_of_three_agree_to_is_contested_by_whoever_holds_to_what_it_attacks() -> None:
    found = one(held_against(), "P2")
    made = found.judgements["ada"]
    assert (found.status, found.firm, found.sides) == ("contested", "contested", ("ben", "ada"))
    assert (made.words, made.holding, found.history[-1].deed) == ("", "P1", "opposed")
    assert "P2" not in claims_of(held_against()), "the dispute is that on P1"
    assert not ledger_of(held_against())["ben"].on("").unanswered
    assert one(held_against(link="a.py:3"), "P2").status == "agreed"
    assert one(held_against(disputes="doubts"), "P2").status == "agreed", "who attacks it does not dispute it"
    for does in ("revises", "withdraws", "assumes"):
        assert one(held_against(keeps=does), "P2").status == "agreed", "it was to words that nobody holds"


@pytest.mark.parametrize(
    ("by", "id", "does", "status"),
    [
        ("ada", "P1", "keeps", "contested"),
        ("ada", "P1", "revises", "agreed"),
        ("ada", "P1", "withdraws", "agreed"),
        ("ada", "P2", "agrees", "agreed"),
        ("ada", "P2", "disagrees", "contested"),
        ("ben", "P1", "agrees", "contested"),
        ("cyd", "P9", "keeps", "contested"),
    ],
)
def test_an_attack_is_contested_for_as_long_as_what_it_attacks_is_held(
    by: str, id: str, does: str, status: str
) -> None:
    later = f"round[3]/analysis[{by}]"
    about = [(id, does, {"text": "It is cheap to run"})]
    past = held_against(say(later), record(later, about_=about))
    assert one(past, "P2").status == status
    assert not [move for move in moves_of(past) if move.statement == "P2"], "she had disputed P1 alone"


def test_who_kept_a_statement_before_they_could_read_an_attack_holds_nothing_against_it() -> None:
    attack = statement("P2", "The pump is dear", attacks=["P1"], turn=B, by="ben")
    entries = [
        deed("P1", "disagrees", turn=B, by="ben"),
        deed("P2", "agrees", turn="round[1]/x/critique[cyd]", by="cyd"),
        deed("P1", "keeps", turn="round[1]/w/analysis[ada]", by="ada"),
    ]
    said = [say("round[1]/w/analysis[ada]"), say(B, "The pump is dear."), say("round[1]/x/critique[cyd]")]
    past = past_of(
        *opened("It is cheap"), *said, turn("round[1]/minutes[clerk]", "ledger", new=[attack], about=entries)
    )
    assert one(past, "P2").status == "agreed"


def test_who_wrote_at_the_same_time_as_an_attack_holds_nothing_against_it() -> None:
    """Rankings have not read one another, and of one a claim was recorded that it held something against another."""
    beside = ["ranking[ada]", "ranking[ben]", "ranking[cyd]"]
    ranked = [turn(path, "ranking", text="…") for path in beside]
    attack = statement("P2", "The pump is dear", attacks=["P1"], turn="ranking[ben]", by="ben")
    entries = [
        deed("P1", "keeps", turn="ranking[ada]", by="ada"),
        deed("P1", "disagrees", turn="ranking[ben]", by="ben"),
        deed("P2", "agrees", turn="ranking[cyd]", by="cyd"),
    ]
    known = [*opened("It is cheap"), say(B), record(B), say(C), record(C)]
    past = past_of(*known, *ranked, turn("replies[clerk]", "ledger", new=[attack], about=entries))
    assert one(past, "P2").status == "agreed"
    paths = ["round[2]/say[ben]", "round[2]/say[cyd]", "round[2]/say[ada]"]  # in the order of the table
    at = {f"ranking[{seat}]": path for seat, path in zip(("ben", "cyd", "ada"), paths, strict=True)}
    attack, kept, *judged = ({**each, "turn": at[str(each["turn"])]} for each in (attack, *entries))
    told = turn("round[2]/minutes[clerk]", "ledger", new=[attack], about=[*judged, {**kept, "beside": paths}])
    assert one(past_of(*known, *map(say, paths), told), "P2").status == "agreed"


def shared(*more: Turn, by: str = "ben", done: Any = ()) -> Past:
    """Ben attacks P1 of Ada by P2, and Cyd agrees with that."""
    second = "round[1]/x/critique[cyd]"
    attack = statement("P2", "The pump is dear", attacks=["P1"], by=by)
    return past_of(
        *opened("It is cheap"),
        say(B, "The pump is dear."),
        record(B, new=[attack]),
        say(second),
        record(second, about_=[("P2", "agrees", {"quote": "Dear it is"}), *done]),
        *more,
    )


def listed(past: Past) -> dict[str, PointItem]:
    return {item.key: item for item in point_items(statements_of(past).values(), debate_of("ada", "ben", "cyd").seats)}


def test_who_agrees_with_an_attack_of_another_disputes_what_it_attacks() -> None:
    past = shared()
    made = one(past).judgements["cyd"]
    assert (one(past).status, one(past).firm, made.through, made.words) == (
        "contested",
        "contested",
        "P2",
        "Dear it is",
    )
    assert one(past).history[-1].deed == "sided"
    assert "ben" not in one(past).judgements, "of who drew it, only a judgement says what they hold"
    assert listed(past)["P1"].history[-1].deed == "agrees with P2, which attacks it"
    third = "round[2]/critique[cyd]"
    content = past.add(say(third)).add(record(third, about_=[("P1", "agrees", {})]))
    assert (one(content).status, moves_of(content)) == ("agreed", ()), "they had judged the attack alone"
    assert listed(content)["P1"].history[-2].deed == "agrees with what attacks it"


@pytest.mark.parametrize(
    ("by", "id", "does", "status"),
    [
        ("ben", "P2", "withdraws", "unaddressed"),
        ("ben", "P2", "closes", "unaddressed"),
        ("ben", "P2", "revises", "unaddressed"),
        ("ben", "P2", "keeps", "contested"),
        ("cyd", "P2", "disagrees", "unaddressed"),
        ("cyd", "P2", "agrees", "contested"),
        ("ada", "P2", "agrees", "unaddressed"),
        ("ada", "P1", "withdraws", "withdrawn"),
    ],
)
def test_an_attack_is_shared_for_as_long_as_they_agree_with_it_and_its_author_does_not(
    by: str, id: str, does: str, status: str
) -> None:
    later = f"round[2]/say[{by}]"
    past = shared(say(later), record(later, about_=[(id, does, {"text": "The pump is dear to run"})]))
    assert one(past).status == status


def test_who_says_what_they_make_of_it_or_grants_an_authors_own_caveat_disputes_nothing_by_it() -> None:
    assert one(shared(done=[("P1", "partly", {"quote": "Cheap to buy"})])).status == "unaddressed"
    assert one(shared(done=[("P1", "agrees", {})])).status == "agreed"
    assert one(shared(by="ada")).status == "unaddressed", "that is what its author says of it"
    ruled = shared(by="moderator")
    assert one(ruled).status == "unaddressed", "who takes no side attacks nothing"
    assert listed(shared(by="ada"))["P1"].attacked == "others agree with P2, which its author puts against it"


def test_an_attack_that_was_drawn_to_another_wording_is_shared_by_nobody() -> None:
    attack = record(B, new=[statement("P2", "The pump is dear", attacks=["P1"])])
    reworded = record(A2, about_=[("P1", "revises", {"text": "It is cheap to run"})])
    third, agrees = "round[2]/x/critique[cyd]", ("P2", "agrees", {})
    first = [*opened("It is cheap"), say(B, "The pump is dear."), attack, say(A2), reworded, say(third)]
    assert one(past_of(*first, record(third, about_=[agrees]))).status == "unaddressed"
    later = statement("P3", "The pump is dear", attacks=["P1"])
    found = past_of(
        *first[:-1], say(B2), record(B2, new=[later]), say(third), record(third, about_=[("P3", "agrees", {})])
    )
    assert one(found).judgements["cyd"].through == "P3"


def test_a_form_that_agrees_with_an_attack_disputes_what_it_attacks_as_a_record_does() -> None:
    past = shared(assess("round[2]/critique[dan]", agree=[("P2", "the pump is dear indeed")]))
    assert one(past).judgements["dan"].through == "P2"
    both = shared(assess("round[2]/critique[dan]", agree=[("P2", "the pump is dear indeed"), ("P1", "all the same")]))
    assert one(both).judgements["dan"].verdict == "agrees"


def test_who_adopts_another_answer_in_a_ranking_stands_there_from_then_on() -> None:
    """They still stood at their own first answer, and the record had no place for it."""
    rank = turn("ranking[ada]", "ranking", text="…")
    said = {"by": "ada", "turn": "ranking[ada]", "quote": "I would now adopt it"}
    now: dict[str, Json] = {**said, "stance": "Lease it, with a limit", "adopted": True}
    answered = say("opinion[ada]", position="Buy it", confidence=0.7)
    past = past_of(
        answered, record("opinion[ada]"), rank, turn("replies[clerk]", "ledger", new=[], about=[], stands=[now])
    )
    found = ledger_of(past)["ada"]
    assert (found.stance, found.answered, found.since, found.words) == (
        "Lease it, with a limit",
        "Buy it",
        "ranking[ada]",
        "I would now adopt it",
    )
    assert found.confidence is None, "how sure they are of that, they have not said"
    [shown] = board_items(debate_of("ada"), past).standings
    assert shown.own_lines[0] == "Adopts that in a ranking: “I would now adopt it”. The answer was: Buy it"
    declared = turn("ranking[ada]", "ranking", text="…", adopts="Lease it, with a limit")
    past = past_of(answered, record("opinion[ada]"), declared)
    assert (ledger_of(past)["ada"].stance, ledger_of(past)["ada"].adopted) == ("Lease it, with a limit", True)
    [shown] = board_items(debate_of("ada"), past).standings
    assert shown.own_lines[0] == "Adopts that in a ranking. The answer was: Buy it"
    none = past_of(answered, record("opinion[ada]"), turn("ranking[ada]", "ranking", text="…", adopts=""))
    assert ledger_of(none)["ada"].stance == "Buy it", "who adopts nothing stays with their answer"
    for less in ({"stance": ""}, {"quote": ""}, {"adopted": False}, {"turn": "opinion[ada]"}):
        none = turn("replies[clerk]", "ledger", new=[], about=[], stands=[{**now, **less}])
        assert not ledger_of(past_of(answered, record("opinion[ada]"), rank, none))["ada"].adopted


ATTACK = {"text": "The pump is dear", "quote": "The pump is dear."}


def test_who_attacks_and_agrees_later_in_the_same_record_agrees() -> None:
    first, second = "round[2]/a[ben]", "round[2]/b[ben]"
    past = past_of(
        *attacked()[:4],
        say(first, "The pump is dear."),
        say(second),
        turn(
            "round[2]/ledger[clerk]",
            "ledger",
            new=[{**ATTACK, "attacks": ["P1"], "turn": first, "by": "ben"}],
            about=[deed("P1", "agrees", turn=second, by="ben")],
        ),
    )
    assert one(past).status == "agreed"


@pytest.mark.parametrize(
    ("does", "status"),
    [("closes", "agreed"), ("drops", "agreed"), ("withdraws", "agreed"), ("keeps", "contested"), ("agrees", "agreed")],
)
def test_what_was_attacked_is_contested_until_who_attacked_it_is_content(does: str, status: str) -> None:
    third = "round[3]/critique[cyd]"
    id = "P1" if does == "agrees" else "P2"
    found = one(past_of(*attacked(by="cyd"), say(third), record(third, about_=[(id, does, {})])))
    assert found.status == status
    ends = {"closes": {"closed"}, "drops": {"dropped"}, "withdraws": {"lifted"}}
    assert {step.deed for step in found.history} & {"closed", "dropped", "lifted"} == ends.get(does, set())


@pytest.mark.parametrize("does", ["closes", "withdraws"])
def test_an_objection_that_is_taken_back_in_the_record_that_it_stands_in_disputes_nothing(does: str) -> None:
    first, second = "round[2]/a[cyd]", "round[2]/b[cyd]"
    past = past_of(
        *attacked()[:4],
        say(first, "The pump is dear."),
        say(second),
        turn(
            "round[2]/ledger[clerk]",
            "ledger",
            new=[{**ATTACK, "attacks": ["P1"], "turn": first, "by": "cyd", "mark": "N1"}],
            about=[deed("N1", does, turn=second, by="cyd")],
        ),
    )
    assert one(past).status == "agreed"


def test_an_objection_that_was_met_leaves_what_its_author_disputes_in_other_words() -> None:
    again, third = "round[3]/critique[ben]", "round[4]/critique[ben]"
    past = past_of(
        *attacked(),
        *(say(again), record(again, about_=[("P1", "disagrees", {})])),
        *(say(third), record(third, about_=[("P2", "closes", {})])),
    )
    assert one(past).status == "contested"


def test_an_objection_to_what_nobody_had_judged_leaves_it_as_it_was_when_it_is_met() -> None:
    first, second = "round[2]/critique[ben]", "round[3]/critique[ben]"
    raised = [*opened("It is cheap"), say(first), record(first, new=[{**ATTACK, "attacks": ["P1"]}])]
    past = past_of(*raised, say(second), record(second, about_=[("P2", "closes", {})]))
    assert (one(past).status, [step.deed for step in one(past).history]) == ("unaddressed", ["stated"])


def challenge(words: str, objection: str = "It leaves the pump out.") -> Turn:
    return turn("round[2]/challenge[ben]", "challenge", challenged=words, objection=objection)


def test_what_a_form_challenges_in_its_own_words_is_disputed() -> None:
    found = one(past_of(*opened("It is cheap to run"), challenge("cheap to run")))
    assert (found.status, found.reason) == ("contested", "It leaves the pump out.")
    for none in (challenge("cheap to buy"), challenge("cheap to run", ""), challenge("")):
        assert one(past_of(*opened("It is cheap to run"), none)).status == "unaddressed"
    own = turn("round[2]/challenge[ada]", "challenge", challenged="cheap to run", objection="Or is it?")
    assert one(past_of(*opened("It is cheap to run"), own)).status == "unaddressed", "nobody judges what they say"


CLOSING_A, CLOSING_B = "closing[ada]", "closing[ben]"
REVISES = ("P1", "revises", {"text": "It is cheap in small lots"})


def closing(does: str, **more: Any) -> list[Turn]:
    """Ada revises P1 in her closing, and Ben, who writes at the same time, judges it in his."""
    judged = ("P1", does, {"beside": [CLOSING_A, CLOSING_B], **more})
    first, second = record(CLOSING_A, about_=[REVISES]), record(CLOSING_B, about_=[judged])
    return [say(CLOSING_A), first, say(CLOSING_B), second]


def closings(does: str, **more: Any) -> Past:
    return past_of(*opened("It is cheap"), *closing(does, **more))


def test_who_writes_at_the_same_time_judges_the_wording_that_they_have_read() -> None:
    disputed = one(closings("disagrees"))
    assert (disputed.status, disputed.outdated) == ("contested", True), "Ben has not read the lots"
    assert disputed.judgements["ben"].wording == 0
    agreed = one(closings("agrees"))
    told = [step.deed for step in agreed.history][-2:]
    assert (agreed.status, told) == ("unaddressed", ["agreed", "revised"]), "whoever is recorded first"
    part = one(closings("partly", because="but not the pump"))
    assert [step.deed for step in part.history][-3:] == ["partly", "disputed", "revised"]
    assert (part.status, part.lapsed, part.in_part) == ("unaddressed", True, False), "as if it had been recorded before"
    before = past_of(*opened("It is cheap"), assess(B, disagree=[("P1", "the pump costs more")]), *closing("agrees"))
    assert moves_of(before)[-1].after == "It is cheap", "that is what Ben gave in to"


def test_one_record_of_several_messages_keeps_their_order() -> None:
    about = [
        {"by": "ada", "turn": A2, "id": "P1", "quote": "small lots", **REVISES[2], "does": "revises"},
        {"by": "ben", "turn": B, "id": "P1", "quote": "not cheap at all", "does": "disagrees"},
        {"by": "ben", "turn": B2, "id": "P1", "quote": "in small lots, yes", "does": "agrees"},
    ]

    def after(*said: str) -> Statement:
        told = [one for one in about if one["turn"] in said]
        whole = turn("round[2]/ledger[clerk]", "ledger", new=[], about=told, stands=[])
        return one(past_of(*opened("It is cheap"), *map(say, (B, A2, B2)), whole))

    assert after(B, A2).outdated, "Ben spoke before the wording was changed"
    assert after(A2, B2).status == "agreed", "and here of the new one"


def test_who_agrees_to_words_that_they_only_quote_agrees_to_their_author() -> None:
    def agreed_on(text: str) -> Statement:
        item: Json = {"point": "", "text": text, "reason": "line 5 holds it open"}
        lists: dict[str, Json] = {"agree": [item], "disagree": [], "unverifiable": [], "level": "Weak"}
        return one(
            past_of(say(A, "It is closed, so that a program cannot reach this."), turn(B, "assessment", **lists))
        )

    found = agreed_on('"a program cannot reach this" (lines 3-5)')
    assert (found.author, found.text, found.status) == ("ada", "a program cannot reach this", "agreed")
    assert agreed_on('The lock on "a program cannot reach this" is right').author == "ben"


def test_an_id_that_is_taken_makes_no_second_statement() -> None:
    past = past_of(
        *opened("It is cheap"), record(A, new=[{"id": "P1", "text": "other", "quote": "other"}, {"text": ""}])
    )
    assert [each.text for each in statements_of(past).values()] == ["It is cheap"]


def test_checked_citations_are_a_participants_evidence() -> None:
    past = past_of(say(A, "see a.py:1"), checked_citations(A, "a.py:1"), record(A))
    assert ledger_of(past)["ada"].on("").evidence == ("a.py:1",)


def estimate(path: str, year: int, *because: str) -> Turn:
    value = {"kind": "year", "value": year, "unit": ""}
    return turn(
        path, "answer", text=f"{year}, since {because}", position=f"{year} or so", value=value, because=list(because)
    )


def test_who_gives_another_value_has_moved_and_the_record_says_why() -> None:
    past = past_of(
        estimate("estimate[ada]", 2032),
        estimate("round[1]/revise[ada]", 2031, "the target decides"),
        estimate("round[2]/revise[ada]", 2031, "as before"),
        turn("round[3]/revise[ada]", "answer", position="soon"),
    )
    [move] = moves_of(past)
    assert (move.path, move.seat, move.statement, move.before, move.after) == (
        "round[1]/revise[ada]",
        "ada",
        "",
        "2032 or so",
        "2031 or so",
    )
    assert move.because == "", "what carries an answer need not be what moved its author"
    checked_ = past.add(quoted("round[1]/revise[ada]", "a.py:3"))
    assert moves_of(checked_)[0].flip != "evidence", "the quotation stands elsewhere"
    assert ledger_of(past)["ada"].shifts[0].after == "2031 or so"
    bare = past_of(estimate("estimate[ada]", 2032), estimate("round[1]/revise[ada]", 2030))
    assert moves_of(bare)[0].flip == "", "nobody has recorded a reason, nor that there is none"


def test_who_decides_otherwise_than_before_has_moved_for_what_the_decision_rests_on() -> None:
    def decided(number: int, decision: str, reasoning: str = "") -> Turn:
        return turn(f"round[{number}]/ruling[cyd]", "verdict", text="…", decision=decision, reasoning=reasoning)

    past = past_of(decided(1, "UNCERTAIN"), decided(2, "OPPOSE", "Nobody defends it as it is put."))
    [move] = moves_of(past)
    assert (move.path, move.before, move.after, move.answer) == ("round[2]/ruling[cyd]", "UNCERTAIN", "OPPOSE", True)
    assert (move.because, move.flip) == ("Nobody defends it as it is put.", "argument")
    assert moves_of(past_of(decided(1, "OPPOSE"), decided(2, "OPPOSE"))) == ()
    assert moves_of(past_of(decided(1, "OPPOSE"), decided(2, ""))) == (), "nothing was decided"
    assert moves_of(past_of(estimate("sealed[cyd]", 2032), decided(1, "OPPOSE"))) == (), "an answer is no decision"
    assert moves_of(past_of(decided(1, "OPPOSE"), decided(2, "SUPPORT")))[0].flip == "", "no reason was given"


def test_a_changed_figure_and_the_statement_of_it_are_one_move() -> None:
    """Nineteen moves by argument were twelve: each changed estimate stood there twice."""

    def revised(id: str, text: str) -> dict[str, Any]:
        return deed(id, "revises", text=text, quote="since the target decides", because="the target decides")

    first, again = "estimate[ada]", "round[1]/revise[ada]"
    told = past_of(
        estimate(first, 2032),
        boards.record(first, new=[statement("P1", "It comes in 2032"), statement("P2", "The target is far")]),
        estimate(again, 2031, "the target decides"),
        boards.record(again, about=[revised("P1", "It comes in 2031"), revised("P2", "The target is near")]),
    )
    assert [(move.statement, move.before, move.after, move.because) for move in moves_of(told)] == [
        ("P1", "2032 or so", "2031 or so", "the target decides"),
        ("P2", "The target is far", "The target is near", "the target decides"),
    ]
    option = [
        turn(path, "answer", text=f"{one}, of course", position=one, value={"kind": "option", "value": one})
        for path, one in ((first, "A"), (again, "B"))
    ]
    chosen = past_of(
        option[0],
        boards.record(first, new=[statement("P1", "A is cheap")]),
        option[1],
        boards.record(again, about=[revised("P1", "B is cheap")]),
    )
    assert [move.statement for move in moves_of(chosen)] == ["", "P1"], "no figure says that they are one"


def test_a_figure_in_another_spelling_of_its_unit_is_no_move() -> None:
    def given(path: str, position: str, unit: str) -> Turn:
        return turn(path, "answer", position=position, value={"kind": "number", "value": 41, "unit": unit})

    said = given("estimate[ada]", "41 per cent", "per cent"), given("round[1]/revise[ada]", "41", "")
    assert moves_of(past_of(*said, given("round[2]/revise[ada]", "41 %", "%"))) == ()
    assert len(moves_of(past_of(*said[:1], given("round[1]/revise[ada]", "41 km", "km")))) == 1


# ---- whether a debate may end after an assessment -----------------------------------------------------------------
def moment(path: str, *turns: Turn, **options: Any) -> At:
    form = Format(name="x", title="X", body=Block(name=""), cast=())
    chosen = {"auto_continue": True, "early_stop": False, **options}
    held = fold([DebateOpened(question="?", format=form, seats=(), options=chosen, seed=7)])
    return At(debate=held, path=f"{path}/closing-minutes", past=past_of(*turns))


DISPUTED = assess(B, disagree=[("P1", "not in small lots")])


def test_what_a_form_disputes_keeps_a_debate_open_whatever_else_was_said() -> None:
    assert not may_end(moment(B, *opened("It is cheap"), DISPUTED), 2)
    assert may_end(moment(B, *opened("It is cheap"), assess(B, agree=[("P1", "it is")])), 2)
    objection = turn(B, "assessment", disagree=[{"point": "", "text": "It leaves out the upkeep", "reason": "it does"}])
    assert not may_end(moment(B, *opened("It is cheap"), objection), 2), "an objection is open, too"


def test_what_was_disputed_before_may_be_settled_by_the_record_where_it_was_named_or_reworded() -> None:
    turns = [*opened("It is cheap"), DISPUTED, say(A2)]
    assert not may_end(moment(B2, *turns, assess(B2)), 2), "nobody took anything back"
    assert not may_end(moment(B2, *turns, assess(B2, text="Granted, as to P11.")), 2)
    assert may_end(moment(B2, *turns, assess(B2, text="Granted, as to P1.")), 2)
    reworded = record(A2, about_=[("P1", "revises", {"text": "It is cheap in large lots"})])
    assert may_end(moment(B2, *turns, reworded, assess(B2)), 2)


def test_a_debate_in_which_nothing_was_judged_goes_on() -> None:
    assert not may_end(moment(B, *opened("It is cheap"), assess(B)), 2)


@pytest.mark.parametrize("options", [{"auto_continue": False}, {"early_stop": True}])
def test_where_somebody_looks_or_the_debate_may_stop_early_the_record_is_needed(options: dict[str, bool]) -> None:
    assert may_end(moment(B, *opened("It is cheap"), DISPUTED, **options), 2)


def test_a_debate_in_which_nobody_moves_may_end_in_an_impasse() -> None:
    turns = [*opened("It is cheap"), DISPUTED]
    for number in (2, 3):
        path = f"round[{number}]/critique[ben]"
        turns += [say(f"round[{number}]/analysis[ada]"), assess(path, disagree=[("P1", "still not")])]
    assert may_end(moment(path, *turns), 2)
    assert not may_end(moment(path, *turns), 3)


def test_outside_of_the_rounds_an_assessment_is_recorded_at_once() -> None:
    last = "critique[ben]"
    assert may_end(moment(last, *opened("It is cheap"), assess(last, disagree=[("P1", "not in small lots")])), 2)


def test_who_wrote_against_a_statement_without_knowing_of_it_has_not_moved_by_agreeing_later() -> None:
    sealed = ("opinion[ada]", "opinion[ben]", "opinion[cyd]")
    said = [turn(path, "answer", text="It is safe. It is not.") for path in sealed]
    record = turn(
        "review/ledger[clerk]",
        "ledger",
        new=[
            {"id": id, "text": text, "quote": text, "by": "ada"}
            for id, text in (("P1", "It is safe"), ("P2", "It is cheap"))
        ],
        about=[
            {
                "id": "P1",
                "does": "disagrees",
                "by": "ben",
                "turn": sealed[1],
                "quote": "It is not",
                "beside": [*sealed],
            },
            {"id": "P2", "does": "agrees", "by": "cyd", "turn": sealed[2], "quote": "It is safe", "beside": [*sealed]},
        ],
    )
    later = turn("review/ranking[ben]", "ranking", text="It is safe.")
    agreed = {
        "id": "P1",
        "does": "agrees",
        "by": "ben",
        "turn": later.path,
        "quote": "It is safe",
        "because": "It is safe",
    }
    then = turn("conclusion/replies[clerk]", "ledger", new=[], about=[agreed])
    before = registry_of(past_of(*said, record))
    assert [(one.status, one.earned) for one in before.statements.values()] == [("contested", False), ("agreed", True)]
    after = registry_of(past_of(*said, record, later, then))
    assert (after.statements["P1"].status, dict(after.moves)) == ("agreed", {}), "and a ranking is a reply"


def test_who_judges_the_wording_before_a_change_that_is_made_beside_them_has_read_it() -> None:
    """In a panel each revises while the others judge: these know the wording of the round before."""
    stated = boards.message_and_record("round[1]/turn[ada]", new=[statement("P1", "It is cheap")])
    beside = ["round[2]/turn[ada]", "round[2]/turn[ben]"]
    revised = deed("P1", "revises", by="ada", turn=beside[0], text="It is cheap in May")
    against = deed("P1", "disagrees", by="ben", turn=beside[1], beside=beside)
    record = turn("round[2]/ledger[clerk]", "ledger", new=[], about=[revised, against])
    found = statements_of(past_of(*stated, turn("round[1]/turn[ben]"), *map(turn, beside), record))["P1"]
    made = found.judgements["ben"]
    assert not made.unread
    assert found.overtaken(made)
    at_once = [{**statement("P1", "It is cheap"), "by": "ada", "turn": beside[0]}]
    record = turn("round[2]/ledger[clerk]", "ledger", new=at_once, about=[against])
    past = past_of(*map(turn, beside), record)
    assert statements_of(past)["P1"].judgements["ben"].unread, "what came up beside them they had not read"


def test_to_question_a_statement_makes_no_assumption_of_it_and_takes_nothing_back() -> None:
    """ "Nothing bears that out" does not say that nobody here can decide it."""
    asks = ("P1", "questions", {"because": "nothing bears it out"})
    turns = [*opened("It is cheap"), say(B), record(B, about_=[asks])]
    found = one(past_of(*turns))
    assert (found.status, found.questioned, found.reason) == ("unaddressed", True, "")
    assert measure(registry_of(past_of(*turns))).questioned == 1
    told = point_items(statements_of(past_of(*turns)).values(), {})[0]
    assert (told.label.word, told.history[-1].deed) == ("questioned", "questions it")
    agreed = one(past_of(*turns, say(C), record(C, about_=[("P1", "agrees", {})])))
    assert (agreed.status, agreed.questioned) == ("agreed", False), "nobody disputes it"
    reworded = [*turns, say(A2), record(A2, about_=[("P1", "revises", {"text": "It is fairly cheap"})])]
    assert (one(past_of(*reworded)).questioned, one(past_of(*reworded)).judged_before) == (False, True)
    part = one(past_of(*turns, say(C), record(C, about_=[("P1", "partly", {})])))
    assert (part.in_part, part.questioned) == (True, False)
    for does, status in (("disagrees", "contested"), ("doubts", "assumption")):
        judged = past_of(*opened("It is cheap"), say(B), record(B, about_=[("P1", does, {})]))
        assert one(past_of(*judged, say(B2), record(B2, about_=[asks]))).status == status
        assert one(past_of(*turns, say(B2), record(B2, about_=[("P1", does, {})]))).status == status
    yes = [*opened("It is cheap"), say(B), record(B, about_=[("P1", "agrees", {})])]
    assert one(past_of(*yes, say(B2), record(B2, about_=[asks]))).status == "unaddressed", "they agree no more"
