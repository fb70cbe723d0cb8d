"""The result of a debate, the answer first: what it says, what it rests on, and that it is outdated or missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from disputatio.debate.board.questions import Contradiction, Question, Reply
from disputatio.debate.context import Context
from disputatio.debate.context import Section as ContextSection
from disputatio.debate.format import Block
from disputatio.debate.log.events import BlockLeft, DebateEnded, TurnAbstained
from disputatio.debate.log.evolve import evolve
from disputatio.debate.log.state import Debate, alter
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.persistent import EMPTY
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.views.agreed_lines import MOST_AGREED
from disputatio.debate.views.arguments import places_of
from disputatio.debate.views.board_view import board_items, moments_of, part_of
from disputatio.debate.views.layers import layers_of
from disputatio.debate.views.plain_text import beginning, paired, quotation, without_item, without_marks
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.question_lines import question_lines, state_of
from disputatio.debate.views.result import NO_DECISION, Result, failure, outdated_notice, result_of
from disputatio.debate.views.result_lines import NO_SOURCE
from disputatio.debate.views.result_section import Section
from disputatio.debate.views.score import EARNED, earned_of, score_of
from disputatio.debate.views.statements import point_items
from disputatio.debate.views.status import reason_of_rest
from disputatio.debate.views.turning_lines import MOST_MOVES
from disputatio.debate.views.words import REHEARSAL_OVER
from disputatio.testing.boards import debate_of, deed, message_and_record, past_of, record, statement, turn

ADA, BEN, AGAIN, LATE = "round[1]/say[ada]", "round[1]/say[ben]", "round[2]/say[ben]", "round[2]/say[ada]"
DEBATE = debate_of("ada", "ben", question="Is the pump worth it?")
ENDED = evolve(DEBATE, DebateEnded(outcome="max_rounds", why="two rounds are over"))
SYNTHESIS = turn("synthesis[clerk]", "synthesis", text="Buy it.", decision="Buy **it**.", minority="It is dear.")


def said(path: str, text: str, **data: object) -> tuple[Turn, Turn]:
    """A message and what the clerk recorded of it."""
    return turn(path, text=text), turn(f"{path}/ledger[clerk]", "ledger", **{"new": [], "about": [], **data})


def entry(by: str, id: str, does: str, quote: str, **more: object) -> dict[str, object]:
    return {"by": by, "id": id, "does": does, "quote": quote, **more}


def stands(by: str, stance: str) -> list[dict[str, object]]:
    return [{"by": by, "stance": stance, "quote": stance}]


TALK = (
    *said(
        ADA,
        "Buy it. It saves power. It lasts ten years. Rates will rise.",
        new=[{"by": "ada", "id": f"P{n}", "text": text, "quote": text} for n, text in
             ((1, "It saves power"), (2, "It lasts ten years"), (3, "Rates will rise"))],
        stands=stands("ada", "Buy it"),
    ),
    *said(
        BEN,
        "Do not buy it. That it saves power is not so. Ten years nobody has seen. Only the bank can know the rates.",
        about=[
            entry("ben", "P1", "disagrees", "That it saves power is not so"),
            entry("ben", "P2", "disagrees", "Ten years nobody has seen", because="Ten years nobody has seen"),
            entry("ben", "P3", "doubts", "Only the bank can know the rates"),
        ],
        stands=stands("ben", "Do not buy it"),
    ),
    *said(LATE, "Buy it, as I said.", stands=stands("ada", "Buy it")),
    *said(
        AGAIN,
        "Buy it on lease. The meter settles the power: it saves a third.",
        about=[entry("ben", "P1", "agrees", "The meter settles the power", because="The meter settles the power")],
        stands=stands("ben", "Buy it on lease"),
    ),
)  # fmt: skip


def rehearsal(debate: Debate) -> Debate:
    return replace(debate, seats={id: replace(seat, model="rehearsal:live") for id, seat in debate.seats.items()})


def section(result: Result, title: str) -> Section:
    return next(one for one in result.sections if one.title == title)


def lines(result: Result, title: str) -> list[str]:
    return [line.told for line in section(result, title).lines]


def test_the_answer_comes_first_and_then_what_it_rests_on() -> None:
    result = result_of(ENDED, past_of(*TALK, SYNTHESIS))
    assert (result.question, result.answer, result.path) == ("Is the pump worth it?", "Buy **it**.", SYNTHESIS.path)
    assert (result.missing, result.outdated) == ("", "")
    assert [one.title for one in result.all_sections] == [
        "Recommendation", "What is agreed", "How much is agreed", "How positions changed",
        "Assumptions, and what to check next", "In dispute", "Minority report", "Receipts",
    ]  # fmt: skip
    assert lines(result, "How much is agreed")[:3] == [
        "Rounds used up: two rounds are over.",
        "1 of the 2 statements on which others took a side is agreed (50 percent, mixed).",
        "The word “mixed” means 40 to 69 percent.",
    ]
    assert lines(result, "What is agreed") == [
        f"An agreement counts as earned if it came about {EARNED}.",
        "P1 It saves power (Ada and Ben, earned)",
    ]
    assert section(result, "Minority report").text == "It is dear."


def test_what_is_agreed_says_how_many_stand_behind_it_and_that_nobody_replied_to_what_came_last() -> None:
    """Those who write at the same time agree by chance; whom it is held against could say nothing any more."""
    stated = [statement("P1", "It is cheap"), statement("P2", "It is fast")]
    ada, ben, cyd = (f"ranking[{seat}]" for seat in ("ada", "ben", "cyd"))
    late = [{**statement("P3", "It contradicts itself"), "by": "ben", "turn": ben}]
    about = [
        deed("P1", "agrees", by="cyd", turn=cyd),
        deed("P3", "agrees", by="cyd", turn=cyd, beside=[ada, ben, cyd]),
        *(deed("P2", "agrees", by=seat, turn=f"ranking[{seat}]") for seat in ("ben", "cyd")),
    ]
    turns = [turn(path, "ranking", text="x", order=["A"]) for path in (ada, ben, cyd)]
    sealed = (turn("opinion[ada]"), turn("opinion[ben]"), turn("opinion[cyd]"))
    first = turn("ledger[clerk]", "ledger", new=[{**one, "by": "ada", "turn": "opinion[ada]"} for one in stated])
    past = past_of(*sealed, first, *turns, turn("replies[clerk]", "ledger", new=late, about=about))
    assert lines(result_of(debate_of("ada", "ben", "cyd"), past), "What is agreed")[1:] == [
        "P3 It contradicts itself (Ben and Cyd, earned, said in the last turns, to which nobody could reply)",
        "P2 It is fast (Ada, Ben and Cyd, no reason recorded)",
        "P1 It is cheap (Ada and Cyd, no reason recorded)",
    ], "what was earned comes first"
    four = tuple(deed("P1", "agrees", by=seat, turn=f"ranking[{seat}]") for seat in ("ben", "dan"))
    whole = past_of(
        *sealed, turn("opinion[dan]"), first, *turns, turn("ranking[dan]", "ranking", text="x", order=["A"])
    )
    whole = whole.add(turn("replies[clerk]", "ledger", new=[], about=[*about[:1], *four]))
    assert lines(result_of(debate_of("ada", "ben", "cyd", "dan"), whole), "What is agreed") == [
        "P1 It is cheap (all 4, no reason recorded)"
    ]
    assert lines(result_of(debate_of("ada", "ben", "cyd", "dan", "eve"), whole), "What is agreed") == [
        "P1 It is cheap (4 of 5, no reason recorded)"
    ]
    many = [statement(f"P{number}", f"It is {number}") for number in range(MOST_AGREED + 1)]
    many += [{**statement("P99", "Buy it"), "kind": "decision"}]
    both = [deed(str(one["id"]), "agrees") for one in many]
    talk = (*said("round[1]/say[ada]", "x", new=many), *said("round[1]/say[ben]", "x", about=both))
    told = lines(result_of(DEBATE, past_of(*talk)), "What is agreed")
    assert told[MOST_AGREED:] == ["2 more are under Statements: P11 and P12."], "a result is a page"
    assert told[0].startswith("P99 "), "and what is to be done is never among those that it leaves out"
    more = past.add(turn("closing[ada]")).add(
        turn("closed[clerk]", "ledger", new=[], about=[deed("P3", "doubts", by="ada", turn="closing[ada]")])
    )
    assert len(lines(result_of(debate_of("ada", "ben", "cyd"), more), "What is agreed")) == 2


def test_what_turned_it_names_first_and_final_answers_and_the_moves_that_had_a_reason() -> None:
    turned = section(result_of(ENDED, past_of(*TALK, SYNTHESIS)), "How positions changed").lines
    assert [line.told for line in turned] == [
        "Ada held throughout: Buy it",
        "Ben, first answer: Do not buy it",
        "Ben, final answer: Buy it on lease",
        "1 change of position, by argument.",
        "Round 2: Ben accepted P1 (It saves power), because “The meter settles the power”.",
    ]
    assert [(place.path, place.words) for place in turned[-1].places] == [(AGAIN, "The meter settles the power")]
    assert [(place.path, place.words) for place in turned[2].places] == [(AGAIN, "Buy it on lease")]


def test_assumptions_say_what_to_check_and_disputes_who_objects_in_which_words() -> None:
    result = result_of(ENDED, past_of(*TALK, SYNTHESIS))
    assert lines(result, "Assumptions, and what to check next") == [
        "P3 Rates will rise",
        "Doubted by Ben: “Only the bank can know the rates”",
    ]
    assert lines(result, "In dispute") == ["P2 Ada: It lasts ten years", "Ben disputes it: “Ten years nobody has seen”"]


def test_a_doubt_of_what_is_in_dispute_stands_there_and_a_reason_begins_once() -> None:
    doubts = said("round[2]/say[cyd]", "Nobody knows.", about=[entry("cyd", "P2", "doubts", "Nobody knows")])
    because = entry("dan", "P2", "disagrees", "Not so", because="because it rusts")
    ranked = (turn("round[2]/say[dan]"), turn("ranking[dan]", "ranking", text="Not so, because it rusts"),
              turn("replies[clerk]", "ledger", new=[], about=[{**because, "turn": "ranking[dan]"}]))  # fmt: skip
    unread = said("round[1]/say[eve]", "Not ten.", about=[entry("eve", "P2", "disagrees", "Not ten", beside=[ADA])])
    found = result_of(debate_of("ada", "ben", "cyd", "dan", "eve"), past_of(*TALK, *doubts, *ranked, *unread))
    assert lines(found, "In dispute")[1:] == [
        "Ben disputes it: “Ten years nobody has seen”",
        "Cyd doubts it: “Nobody knows.”",
        "Dan disputes it: “Not so”, because “it rusts”",
        "Eve wrote against it at the same time: “Not ten.”",
    ]


def test_what_its_author_calls_an_assumption_is_told_among_these_also_where_others_dispute_it() -> None:
    """The assumption that decided a debate stood in dispute alone, though its author had called it one."""
    assumes = entry("ada", "P2", "assumes", "I take the ten years as given.")
    past = past_of(*TALK, *said(LATE, "I take the ten years as given.", about=[assumes]))
    told = lines(result_of(DEBATE, past), "Assumptions, and what to check next")
    assert told[:2] == [
        "P2 It lasts ten years (also in dispute)",
        "Ada calls it an assumption: “I take the ten years as given.”",
    ]
    assert "P2 Ada: It lasts ten years" in lines(result_of(DEBATE, past), "In dispute")


def test_a_dispute_says_on_which_assumption_it_hangs_where_that_is_declared() -> None:
    text = "Leases stay cheap, so it lasts. I cannot see that they do, and all hangs on it."
    new = [{"by": "ada", "text": "Leases stay cheap", "quote": "Leases stay cheap", "supports": ["P2"]}]
    doubt = {**entry("ben", "P4", "doubts", "I cannot see that they do"), "decisive": True}
    stated = said("round[2]/say[ada]", text, new=new)
    past = past_of(*TALK, *stated, *said("round[2]/say[ben]", text, about=[doubt]))
    [id] = [one.id for one in statements_of(past).values() if one.text == "Leases stay cheap"]
    hangs = f"It hangs on whether {id} holds: Leases stay cheap"
    assert id == "P4"
    assert hangs in lines(result_of(DEBATE, past), "In dispute")
    mild = past_of(*TALK, *stated, *said("round[2]/say[ben]", text, about=[{**doubt, "decisive": False}]))
    assert hangs not in lines(result_of(DEBATE, mild), "In dispute")
    again = {**entry("ben", "P4", "doubts", "No lease is safe"), "decisive": True}
    reasoned = {**doubt, "because": "I cannot see that they do"}
    first = (*TALK, *stated, *said("round[2]/say[ben]", text, about=[reasoned]))
    result = result_of(DEBATE, past_of(*first, *said("round[3]/say[ben]", "No lease is safe.", about=[again])))
    [found] = [line for line in result.section("In dispute").lines if line.text == hangs]
    assert [(place.path, place.words) for place in found.places] == [("round[2]/say[ben]", "I cannot see that they do")]


def test_a_dispute_hangs_on_no_assumption_that_was_declared_to_bear_on_other_words_or_on_another_part() -> None:
    text = "Leases stay cheap, so it lasts. I cannot see that they do. It may last five. P4 is a guess."
    new = [{"by": "ada", "text": "Leases stay cheap", "quote": "Leases stay cheap", "supports": ["P2"]}]
    doubt = {**entry("ben", "P4", "doubts", "I cannot see that they do"), "decisive": True}
    ground = (*TALK, *said("round[2]/say[ada]", text, new=new), *said("round[2]/say[ben]", text, about=[doubt]))

    def hangs(*more: Turn) -> bool:
        told = lines(result_of(DEBATE, past_of(*ground, *more)), "In dispute")
        return "It hangs on whether P4 holds: Leases stay cheap" in told

    assert hangs()
    reworded = entry("ada", "P2", "revises", "It may last five", text="It lasts five years")
    against = said("round[3]/say[ben]", text, about=[entry("ben", "P2", "disagrees", "I cannot see that they do")])
    assert not hangs(*said("round[3]/say[ada]", text, about=[reworded]), *against), "of that nobody says so"
    for rest, does in (("I cannot see that they do", False), ("P4 is a guess", True)):
        part = entry("ben", "P2", "partly", "It may last five", because=rest)
        assert hangs(*said("round[3]/say[ben]", text, about=[part])) is does, rest


def test_who_doubts_is_quoted_with_the_doubt_and_with_its_reason_and_a_guess_that_others_share_stays_one() -> None:
    """The reason alone stood there, and whether its author had called it an assumption stood nowhere."""
    guess = {"by": "ada", "id": "P4", "text": "Leases stay cheap", "quote": "I guess so", "assumed": True}
    shared = entry("ben", "P4", "agrees", "So do I")
    doubt = entry("ben", "P2", "doubts", "Nothing bears that out", because="wear differs")
    first = said("round[2]/say[ada]", "I guess so", new=[guess])
    past = past_of(*TALK[:2], *first, *said("round[2]/say[ben]", "So do I", about=[shared, doubt]))
    found = result_of(debate_of("ada", "ben"), past)
    assert (
        lines(found, "What is agreed")[0]
        == "P4 Leases stay cheap (Ada and Ben, no reason recorded; Ada calls it an assumption)"
    )
    assert "Doubted by Ben: “Nothing bears that out”, because “wear differs”" in lines(
        found, "Assumptions, and what to check next"
    )
    [point] = [one for one in point_items(statements_of(past).values(), DEBATE.seats) if one.key == "P4"]
    assert "its author calls it an assumption" in point.note


def test_who_adopts_another_answer_when_they_rank_it_has_a_first_and_a_final_answer() -> None:
    now = {**stands("ada", "Lease it")[0], "turn": "ranking[ada]", "quote": "I would adopt it", "adopted": True}
    first, ranked = turn("opinion[ada]", "answer", text="Buy it", position="Buy it"), turn("ranking[ada]", "ranking")
    past = past_of(first, ranked, turn("replies[clerk]", "ledger", new=[], about=[], stands=[now]))
    told = [line.told for line in section(result_of(DEBATE, past), "How positions changed").lines]
    assert told == ["Ada, first answer: Buy it", "Ada, final answer: Lease it"]


def test_all_rounds_used_is_told_as_the_reason_of_the_end() -> None:
    ended = replace(ENDED, status="max_rounds", why="all 3 rounds are over")
    assert lines(result_of(ended, past_of(*TALK)), "How much is agreed")[0] == (
        "The debate ended because all 3 rounds were used."
    )


def test_an_objection_is_told_with_its_reason_and_a_change_with_its_receipt() -> None:
    """An objection read "I would not leave that standing" and no more; a reason stood twice, the receipt nowhere."""
    asks, reply = "I would not leave it standing. Alarms are false.", "I narrow it because of the alarms. Few wear out."
    against = {**entry("ben", "P1", "disagrees", "I would not leave it standing"), "because": "Alarms are false."}
    narrowed = entry("ada", "P1", "revises", "I narrow it because of the alarms")
    change = [{**narrowed, "text": "It is safe in May", "because": "because of the alarms"}]
    apart = {**entry("ada", "P2", "revises", "Few wear out"), "text": "Few last ten years", "because": "of the alarms"}
    past = past_of(
        *TALK[:2],
        *said("round[2]/say[ben]", asks, about=[against]),
        *said("round[2]/say[ada]", reply, about=[*change, apart]),
    )
    objects = "Ben disputes it (round 2): “I would not leave it standing”, because “Alarms are false.”"
    assert objects in statement_lines(past, "P1")
    moved = section(result_of(debate_of("ada", "ben"), past), "How positions changed").lines
    receipts = [line.places[0].words for line in moved if line.lead == "Round 2"]
    assert receipts == ["because of the alarms", "Few wear out"], "the first one tells no more than its reason"


def test_a_statement_that_was_divided_is_told_as_that() -> None:
    new = [{**statement("P4", "It lasts"), "by": "ada"}]
    divides = {**entry("ada", "P1", "revises", "I divide it"), "text": "It saves power in May", "into": ["P4"]}
    past = past_of(*TALK[:2], *said("round[2]/say[ada]", "I divide it", new=new, about=[divides]))
    told = lines(result_of(debate_of("ada", "ben"), past), "How positions changed")
    at = told.index("Divided, and both parts held:")
    assert told[at + 1] == "Round 2: Ada divided P1 into P1 and P4. Before: It saves power."
    assert "Ada divided it into P1 and P4 (round 2): “I divide it”" in statement_lines(past, "P1")


def test_of_what_is_open_those_who_agree_are_named_after_those_who_object() -> None:
    """One weak doubt against an acceptance read as if nobody had accepted it."""
    both = [entry("cyd", "P2", "agrees", "Ten years is fair"), entry("cyd", "P3", "agrees", "Ten years is fair")]
    past = past_of(*TALK, *said("round[2]/say[cyd]", "Ten years is fair.", about=both))
    found = result_of(debate_of("ada", "ben", "cyd"), past)
    assert lines(found, "In dispute") == [
        "P2 Ada: It lasts ten years",
        "Ben disputes it: “Ten years nobody has seen”",
        "Cyd agrees with it: “Ten years is fair”",
    ]
    assert lines(found, "Assumptions, and what to check next") == [
        "P3 Rates will rise",
        "Doubted by Ben: “Only the bank can know the rates”",
        "Cyd agrees with it: “Ten years is fair”",
    ]
    same = said("round[2]/say[cyd]", "It lasts ten years.", about=[entry("cyd", "P2", "agrees", "It lasts ten years")])
    shown = result_of(debate_of("ada", "ben", "cyd"), past_of(*TALK, *same)).section("In dispute").lines[-1]
    assert (shown.text, shown.places[0].words) == ("Cyd agrees with it", ""), "the words stand above"
    late = message_and_record("round[2]/say[dan]", about=[deed("P2", "agrees", quote="")])
    silent = past_of(*past, *late)
    told = lines(result_of(debate_of("ada", "ben", "cyd", "dan"), silent), "In dispute")
    assert told[-1] == "Cyd and Dan agree with it"


def test_who_had_agreed_and_takes_a_part_back_holds_the_rest() -> None:
    """They "accepted a part and disputed the rest" in the words in which they disputed a part."""
    yes = said(BEN, "Years it is.", about=[entry("ben", "P2", "agrees", "Years it is")])
    but = "Ten does not show it, by the way."
    past = past_of(*TALK[:2], *yes)
    later = past_of(*past, *said("round[2]/say[ben]", but, about=[entry("ben", "P2", "partly", but, because=but)]))
    told = "Ben agreed with it (“Years it is”), and disputes a part of it now: “Ten does not show it, by the way.”"
    assert lines(result_of(debate_of("ada", "ben"), later), "In dispute")[1:] == [told]
    assert [line for line in statement_lines(later, "P2") if "Ben" in line] == [
        "Ben agrees (round 1): “Years it is”",
        f"Ben disputes a part of it and holds the rest (round 2): “{but}”",
    ]


def test_who_questions_what_others_agree_on_is_named_beside_it() -> None:
    third = said("round[2]/say[cyd]", "Is it?", about=[entry("cyd", "P1", "questions", "Is it?", because="Is it?")])
    yes = said(BEN, "Power is saved.", about=[entry("ben", "P1", "agrees", "Power is saved")])
    result = result_of(debate_of("ada", "ben", "cyd"), past_of(*TALK[:2], *yes, *third))
    assert lines(result, "What is agreed")[0] == "P1 It saves power (Ada and Ben, no reason recorded, Cyd questions it)"
    doubted = said("round[2]/say[cyd]", "Is it?", about=[entry("cyd", "P2", "questions", "Is it?", because="Is it?")])
    told = lines(result_of(debate_of("ada", "ben", "cyd"), past_of(*TALK, *doubted)), "In dispute")
    assert told[1:] == ["Ben disputes it: “Ten years nobody has seen”", "Cyd questions it: “Is it?”"]
    last = statement_lines(past_of(*TALK[:2], *yes, *third), "P1")[-1]
    assert last.endswith(" questions it (round 2): “Is it?”"), "a doubt says that nobody here can know"
    alone = result_of(
        debate_of("ada", "ben", "cyd"),
        past_of(
            *TALK[:2],
            *yes,
            *third[:0],
            *said("round[2]/say[cyd]", "Is it?", about=[entry("cyd", "P2", "questions", "Is it?", because="Is it?")]),
        ),
    )
    assert any("1 questioned" in line for line in lines(alone, "How much is agreed"))


def test_a_dispute_says_what_of_it_is_accepted() -> None:
    part = entry("ben", "P2", "partly", "It may last five.", because="Ten nobody has seen")
    past = past_of(*TALK[:2], *said(BEN, "It may last five. Ten nobody has seen.", about=[part]))
    assert lines(result_of(debate_of("ada", "ben"), past), "In dispute") == [
        "P2 Ada: It lasts ten years",
        "Ben accepts a part of it: “It may last five.”; objects: “Ten nobody has seen”",
    ]
    assert [line for line in statement_lines(past, "P2") if "Ben" in line] == [
        "Ben accepts a part of it (round 1): “It may last five.”; objects: “Ten nobody has seen”"
    ]
    form = turn(BEN, "assessment", text="As far as five goes. Ten nobody has seen.", disagree=[], unverifiable=[])
    form.data["agree"] = [{"point": "P2", "text": "", "reason": "as far as five goes"}]
    judged = past_of(*TALK[:2], form, record(BEN, about=[{**part, "quote": "As far as five goes."}]))
    assert [line for line in statement_lines(judged, "P2") if "Ben" in line] == [
        "Ben accepts a part of it (round 1): “As far as five goes.”; objects: “Ten nobody has seen”"
    ], "that the form calls it an agreement is the same step"
    whole = "- P2 — It may last five, but ten nobody has seen."
    both = entry("ben", "P2", "partly", whole, because="ten nobody has seen")
    past = past_of(*TALK[:2], *said(BEN, whole, about=[both]))
    told = "Ben accepts a part of it and disputes the rest: “It may last five, but ten nobody has seen.”"
    assert lines(result_of(debate_of("ada", "ben"), past), "In dispute")[1:] == [told]
    assert told.replace(":", " (round 1):", 1) in statement_lines(past, "P2")
    later = past.add(turn(LATE, text="It lasts nine.")).add(
        record(LATE, about=[deed("P2", "revises", text="It lasts nine years", quote="It lasts nine")])
    )
    assert lines(result_of(debate_of("ada", "ben"), later), "In dispute") == [
        "Reworded after a dispute; what the others make of the new wording is not recorded:",
        "P2 Ada: It lasts nine years",
        told.replace("of it", "of its earlier wording"),
    ], "who has read the rest says so anew"
    over = alter(debate_of("ada", "ben"), status="max_rounds")
    late = "Reworded in a last turn, which the other side could not answer any more:"
    assert lines(result_of(over, later), "In dispute")[0] == late
    [claim] = board_items(debate_of("ada", "ben"), later).claims
    assert claim.label.word == "reworded"
    assert claim.outcome == "Reworded after an objection by Ben; no judgement of the new wording is recorded"
    half = record("round[4]/say[ben]", about=[entry("ben", "P2", "partly", "Nine, perhaps.")])
    [claim] = board_items(
        debate_of("ada", "ben"), later.add(turn("round[4]/say[ben]", text="Nine, perhaps.")).add(half)
    ).claims
    assert claim.outcome == "Disputed by Ben; accepted in part since, by Ben"
    halved = later.add(turn("round[4]/say[ben]", text="Nine, perhaps.")).add(half)
    told_ = [section.title for section in result_of(debate_of("ada", "ben"), halved).sections if section.lines]
    assert "Accepted in part" in told_
    assert "In dispute" not in told_, "who accepts a part of the new wording has said what they make of it"
    against = entry("cyd", "P2", "disagrees", "Nine nobody has seen.")
    third = past_of(*later, *said("round[3]/say[cyd]", "Nine nobody has seen.", about=[against]))
    assert lines(result_of(debate_of("ada", "ben", "cyd"), third), "In dispute")[1:] == [
        "Ben accepts a part of its earlier wording: “It may last five, but ten nobody has seen.”",
        "Cyd disputes it: “Nine nobody has seen.”",
    ]
    all_of_it = [
        turn("round[3]/say[ben]", text="Nine it is."),
        record("round[3]/say[ben]", about=[deed("P2", "agrees")]),
    ]
    assert lines(result_of(debate_of("ada", "ben", "cyd"), past_of(*third, *all_of_it)), "In dispute")[1:] == [
        "Cyd disputes it: “Nine nobody has seen.”",
        "Ben agrees with it: “I say of P2 that it agrees”",
    ], "who agrees with all of it now accepts no mere part of an earlier wording"
    both = third.add(turn("round[3]/say[ben]", text="Nor have I.")).add(
        record("round[3]/say[ben]", about=[deed("P2", "disagrees", quote="Nor have I.")])
    )
    [claim] = board_items(debate_of("ada", "ben", "cyd"), both).claims
    assert claim.outcome == "Open between Ada, Cyd and Ben"


def test_whoever_holds_to_what_an_agreed_attack_attacks_is_named_with_their_words() -> None:
    """It was listed as agreed by two of three, and the third had held the contrary to the end."""
    attack = statement("P2", "It is dear", attacks=["P1"])
    past = past_of(
        *message_and_record("take[ada]", new=[statement("P1", "It is cheap")]),
        *message_and_record("take[ben]", new=[attack], about=[deed("P1", "disagrees", quote="It is not cheap")]),
        *message_and_record("take[cyd]", about=[deed("P2", "agrees")]),
        *message_and_record("closing[ada]", about=[deed("P1", "keeps", quote="I hold it")]),
    )
    told = lines(result_of(debate_of("ada", "ben", "cyd"), past), "In dispute")
    assert told[1:] == [
        "Ben disputes it: “It is not cheap”",
        "Cyd agrees with P2, which attacks it: “I say of P2 that it agrees”",
        "Ben puts P2 against it: It is dear",
        "P2 Ben: It is dear",
        "Ada holds to P1, which it attacks: “It is cheap”",
        "Cyd agrees with it: “I say of P2 that it agrees”",
    ], "the words in which she stands by it may answer somebody else"
    [step] = [step for step in point_items(statements_of(past).values(), DEBATE.seats)[1].history if step.who == "Ada"]
    assert (step.deed, step.words) == ("holds to P1, which it attacks", "")
    ada = board_items(debate_of("ada", "ben", "cyd"), past).standings[0]
    assert "Holds to P1, which is attacked by Ben: It is dear" in ada.lines, "and is not said to disagree"
    [_, conflict] = layers_of("x", debate_of("ada", "ben", "cyd"), past).evidence.conflicts
    assert "holds to P1, which it attacks" in [side.stance for side in conflict.positions]
    more = message_and_record("take2[ada]", new=[statement("P5", "It lasts", attacks=["P2"])])
    told = lines(result_of(debate_of("ada", "ben", "cyd"), past_of(*past, *more)), "In dispute")
    assert "Ada puts P5 against it: It lasts" in told, "that she holds to P1 says none of it"
    granted = past_of(*past, *message_and_record("take2[ada]", about=[deed("P2", "partly", quote="Dear at first")]))
    assert [
        told for told in lines(result_of(debate_of("ada", "ben", "cyd"), granted), "In dispute") if "Ada" in told
    ] == [
        "P1 Ada: It is cheap",
        "Ada holds to P1, which it attacks: “It is cheap”",
        "Ada accepts a part of it: “Dear at first”",
    ]


def test_what_is_reworded_in_a_last_turn_stands_under_one_heading_with_what_was_put_against_it() -> None:
    """Of two that were reworded in the same closing, one was said to be disputed as worded before."""
    stated = message_and_record("take[ada]", new=[statement("P1", "It is cheap"), statement("P2", "It is fast")])
    attack = [statement("P3", "It is dear", attacks=["P1"]), statement("P4", "It is slow", attacks=["P2"])]
    disputed = message_and_record("take[ben]", new=attack, about=[deed("P1", "disagrees"), deed("P2", "disagrees")])
    closing = [deed(id, "revises", text=f"{id} in winter") for id in ("P1", "P2")]
    last = message_and_record("closing[ada]", about=[*closing, deed("P4", "agrees")])
    debate = evolve(debate_of("ada", "ben"), DebateEnded(outcome="max_rounds", why=""))
    assert lines(result_of(debate, past_of(*stated, *disputed, *last)), "In dispute") == [
        "Reworded in a last turn, which the other side could not answer any more:",
        "P1 Ada: P1 in winter",
        "Ben disputes its earlier wording: “I say of P1 that it disagrees”",
        "Ben put P3 against its earlier wording: It is dear",
        "P2 Ada: P2 in winter",
    ]
    same = message_and_record("take[ben]", new=attack[:1], about=[deed("P1", "disagrees", quote="It is dear")])
    told = lines(result_of(debate, past_of(*stated, *same, *last)), "In dispute")
    assert told[2:] == ["Ben disputes its earlier wording: “It is dear”"], "what is said in the same words, once"
    still = [*stated, *disputed, *last, *message_and_record("end[ben]")]
    assert lines(result_of(debate, past_of(*still)), "In dispute")[0].startswith("Disputed before a rewording")


def test_what_was_put_against_other_words_or_in_other_words_is_told_so() -> None:
    """An attack of round 3 was said to be on a wording of round 1, and one that its author had reworded stood still."""
    stated = message_and_record("take[ada]", new=[statement("P1", "It is cheap")])
    sealed = [statement("P2", "It is dear", attacks=["P1"])]
    against = deed("P1", "disagrees", quote="It is dear", beside=["take[ada]", "take[ben]"])
    objected = message_and_record("take[ben]", "It is dear", new=sealed, about=[against])
    rest = [deed("P2", "revises", text="It is dear in winter", quote="dear in winter")]
    reworded = message_and_record("round[1]/take[ben]", "dear in winter", about=rest)
    debate, past = debate_of("ada", "ben", "cyd"), past_of(*stated, *objected, *reworded)
    assert lines(result_of(debate, past), "In dispute") == [
        "Disputed before a rewording; whether the objection still holds is not recorded:",
        "P1 Ada: It is cheap",
        "Ben disputed it with P2, worded otherwise then: “It is dear”",
    ]
    assert "the objection was reworded since" in point_items(statements_of(past).values(), {})[0].note
    [claim, *_] = board_items(debate, past).claims
    assert (claim.outcome, claim.outdated) == ("Open: Ben disputed it, and reworded the objection since", False)
    assert claim.links[0].words == "✕ attacked by, as P2 was worded before"
    told = "Disagrees with Ada: It is cheap (in words changed since)"
    assert told in [line for one in board_items(debate, past).standings for line in one.lines]
    [conflict] = layers_of("x", debate, past).evidence.conflicts
    told_ = ["holds it", "disagrees (in words changed since)", "puts P2 against it: It is dear in winter"]
    assert [side.stance for side in conflict.positions] == told_
    assert lines(result_of(debate, past_of(*stated, *objected)), "In dispute")[-1].startswith("Ben wrote against it")
    besides = message_and_record("round[1]/take[ben]", about=[deed("P1", "disagrees", quote="It never pays")])
    again = message_and_record("round[2]/take[ben]", "dear in winter", about=rest)
    still = lines(result_of(debate, past_of(*stated, *objected, *besides, *again)), "In dispute")
    assert still[1:] == [
        "Ben disputes it: “It never pays”",
        "Ben put P2 against it, worded otherwise then: It is dear",
    ], "what they say besides stands"
    kept = message_and_record("round[2]/take[ben]", about=[deed("P1", "agrees")])
    agreed = statements_of(past_of(*stated, *objected, *reworded, *kept))["P1"]
    assert (agreed.status, agreed.flip) == ("agreed", ""), "they had given up the words in which they disputed it"
    worded = message_and_record("round[1]/take[ada]", about=[deed("P1", "revises", text="It is cheap in May")])
    late = [statement("P3", "May is dear", attacks=["P1"])]
    attacked = message_and_record("round[2]/take[cyd]", new=late)
    found = lines(result_of(debate, past_of(*stated, *objected, *worded, *attacked)), "In dispute")
    assert found[1:] == [
        "Ben wrote against its earlier wording at the same time: “It is dear”",
        "Cyd puts P3 against it: May is dear",
    ], "what was drawn to the present wording is no objection to the earlier one"
    other = message_and_record("round[2]/take[cyd]", new=[statement("P3", "May is dear", attacks=["P2"])])
    again = message_and_record("round[3]/take[cyd]", about=[deed("P3", "revises", text="June is dear")])
    denied = message_and_record("round[3]/take[ada]", about=[deed("P2", "disagrees", quote="No.")])
    told = lines(result_of(debate, past_of(*stated, *objected, *other, *again, *denied)), "In dispute")
    assert "Cyd put P3 against it, worded otherwise then: May is dear" in told
    assert (
        "attacked by the earlier wording of P3"
        in point_items(statements_of(past_of(*stated, *objected, *other, *again)).values(), {})[-2].note
    )


def test_why_an_author_stands_by_what_is_disputed_is_told_beside_the_objection() -> None:
    """Both disputes of a held debate read one-sided: the reasons with which each was kept stood nowhere."""
    stated = message_and_record("take[ada]", new=[statement("P1", "It is cheap")])
    opposed = message_and_record("take[ben]", "It is dear.", about=[deed("P1", "disagrees", quote="It is dear")])
    keeps = deed("P1", "keeps", quote="Cheap it stays", because="the rent is paid")
    kept = message_and_record("take2[ada]", "Cheap it stays. For the rent is paid.", about=[keeps])
    debate, past = debate_of("ada", "ben"), past_of(*stated, *opposed, *kept)
    found = lines(result_of(debate, past), "In dispute")
    assert found[-1] == "Ada stands by it: “Cheap it stays”, because “For the rent is paid.”"
    plain = message_and_record("take2[ada]", "Cheap it stays.", about=[{**keeps, "because": ""}])
    assert lines(result_of(debate, past_of(*stated, *opposed, *plain)), "In dispute") == found[:-1], "that is no reason"
    early = past_of(
        *stated, *message_and_record("b[ada]", "Cheap it stays. The rent is paid.", about=[keeps]), *opposed
    )
    assert lines(result_of(debate, early), "In dispute") == found[:-1], "they had read no objection yet"


def test_what_others_put_against_a_new_wording_stands_beside_it_everywhere() -> None:
    """Of a proposition in dispute that had been narrowed, two attacks on the narrower one stood nowhere beside it."""
    stated = message_and_record("take[ada]", new=[statement("P1", "It is cheap")])
    opposed = message_and_record("take[ben]", new=[statement("P2", "It is dear", attacks=["P1"])])
    narrowed = message_and_record("take2[ada]", about=[deed("P1", "revises", text="It is cheap in winter")])
    attack = [statement("P3", "Winters are short", attacks=["P1"]), statement("P4", "It wears", attacks=["P1"])]
    part = [deed("P1", "partly", quote="Cheap it is"), deed("P1", "disagrees", quote="Winters are short")]
    last = message_and_record("take2[ben]", new=attack, about=part)
    debate, past = debate_of("ada", "ben"), past_of(*stated, *opposed, *narrowed, *last)
    told = ["P1 Ada: It is cheap in winter", "Ben accepts a part of it: “Cheap it is”; objects: “Winters are short”"]
    told.append("Ben puts P4 against it: It wears")
    assert lines(result_of(debate, past), "In dispute") == told, "what attacks the old wording alone is no part of it"
    assert "attacked by P3 and P4" in point_items(statements_of(past).values(), debate.seats, places_of(past))[0].note
    [conflict] = layers_of("d", debate, past).evidence.conflicts
    assert [one.stance for one in conflict.positions][2:] == [
        "puts P3 against it: Winters are short",
        "puts P4 against it: It wears",
    ]
    before = past_of(*stated, *message_and_record("take[ben]", about=[deed("P1", "disagrees")]), *narrowed)
    pressed = before.add(turn("take2[ben]")).add(record("take2[ben]", new=attack[1:]))
    assert lines(result_of(debate, pressed), "In dispute") == [
        "P1 Ada: It is cheap in winter",
        "Ben disputes its earlier wording: “I say of P1 that it disagrees”",
        "Ben puts P4 against it: It wears",
    ], "what somebody makes of the new wording is recorded"


@pytest.mark.parametrize(
    ("again", "told"),
    [
        ("at one every twenty minutes they wait for ten, which is not seven and a half", "“{again}”"),
        ("I stand by that", "“Nobody waits”, because “They know its times.”"),
    ],
)
def test_a_reason_is_told_with_the_words_of_the_turn_in_which_it_was_given(again: str, told: str) -> None:
    """What somebody said in round 2 was told to be so because of what they had said in round 1."""
    stated = message_and_record("take[ada]", new=[statement("P1", "They wait for seven minutes")])
    first = deed("P1", "disagrees", quote="Nobody waits", because="they know its times")
    disputed = message_and_record("take[ben]", "Nobody waits. They know its times.", about=[first])
    later = message_and_record("take2[ben]", again, about=[deed("P1", "disagrees", quote=again)])
    past = past_of(*stated, *disputed, *later)
    [_, line] = section(result_of(debate_of("ada", "ben"), past), "In dispute").lines
    assert line.text == f"Ben disputes it: {told.format(again=again)}"
    assert line.places[0].path == ("take[ben]" if "because" in told else "take2[ben]")


def test_objections_that_were_met_have_one_home() -> None:
    """One that the other side had agreed with stood among agreements, another one among changes of position."""
    stated = message_and_record("take[ada]", new=[statement("P1", "It is cheap"), statement("P2", "It rusts")])
    raised = [statement("P3", "It is dear", attacks=["P1"]), statement("P4", "It is loud", attacks=["P1"])]
    opposed = message_and_record("take[ben]", new=raised, about=[deed("P1", "disagrees")])
    shared = message_and_record("take[cyd]", about=[deed("P3", "agrees")])
    met = [deed(id, "closes", quote=f"the list answers {id}", because="the list") for id in ("P3", "P4")]
    past = past_of(*stated, *opposed, *shared, *message_and_record("take2[ben]", about=met))
    found = result_of(debate_of("ada", "ben", "cyd"), past)
    assert lines(found, "What is agreed") == [
        "Objections that were met, as those say who raised them:",
        "P3 It is dear (Ben: “the list answers P3”; Cyd agreed with the objection)",
        "P4 It is loud (Ben: “the list answers P4”)",
    ]
    assert not [line for line in found.section("How positions changed").lines if "met" in line.text]


def test_what_an_author_calls_met_or_lets_rest_is_told_as_what_they_say() -> None:
    stated = message_and_record("take[ada]", new=[statement("P1", "It is cheap")])
    disputed = message_and_record("take[ben]", about=[deed("P1", "disagrees", quote="It is not")])
    met = message_and_record("take2[ada]", about=[deed("P1", "closes", quote="the list answers it")])
    debate = debate_of("ada", "ben", "cyd")
    assert lines(result_of(debate, past_of(*stated, *disputed, *met)), "In dispute")[1:] == [
        "Ben disputes it: “It is not”",
        "Ada says that what was put against it was met: “the list answers it”",
    ]
    rests = message_and_record("take2[ada]", about=[deed("P1", "drops", quote="no matter")])
    agreed = message_and_record("take2[cyd]", about=[deed("P1", "agrees")])
    past = past_of(*stated, *rests, *agreed)
    assert lines(result_of(debate, past), "What is agreed") == [
        "P1 It is cheap (Cyd, no reason recorded; Ada says that it no longer matters)"
    ]


def test_who_objects_to_what_was_shown_to_them_disputes_an_earlier_wording_and_is_named_once() -> None:
    """Of eleven objections that were said to be written at the same time, eight answered the wording before."""
    revised = entry("ada", "P2", "revises", "It lasts nine.", text="It lasts nine years")
    beside = [AGAIN, LATE]

    def objected(does: str, quote: str, **more: object) -> list[str]:
        against = entry("ben", "P2", does, quote, beside=beside, **more)
        past = past_of(
            *TALK[:2], *said(LATE, "It lasts nine.", about=[revised]), *said(AGAIN, "Five. Not ten.", about=[against])
        )
        return lines(result_of(debate_of("ada", "ben"), past), "In dispute")

    assert objected("disagrees", "Not ten.") == [
        "Disputed before a rewording; whether the objection still holds is not recorded:",
        "P2 Ada: It lasts nine years",
        "Ben disputes its earlier wording: “Not ten.”",
    ]
    against, content = entry("ben", "P2", "disagrees", "Not ten."), entry("cyd", "P2", "agrees", "Nine it is")
    dear, other = [{"by": "ben", "id": "P9", "text": "It is dear", "quote": "Not ten."}], "round[2]/say[cyd]"
    denied = said("round[3]/say[ada]", "No.", about=[entry("ada", "P9", "disagrees", "No.")])
    reworded, agreed = said(LATE, "It lasts nine.", about=[revised]), said(other, "Nine it is", about=[content])
    past = past_of(*TALK[:2], *said(BEN, "Not ten.", new=dear, about=[against]), *reworded, *agreed, *denied)
    assert lines(result_of(debate_of("ada", "ben", "cyd"), past), "In dispute") == [
        "P9 Ben: It is dear",
        "Ada disputes it: “No.”",
        "Disputed before a rewording; whether the objection still holds is not recorded:",
        "P2 Ada: It lasts nine years",
        "Ben disputes its earlier wording: “Not ten.”",
        "Cyd agrees with the new wording: “Nine it is”",
    ], "a dispute of other words does not head the list"
    assert objected("partly", "Five.", because="Not ten.")[1:] == [
        "P2 Ada: It lasts nine years",
        "Ben accepts a part of its earlier wording: “Five.”; objects: “Not ten.”",
    ], "who disputed a part of it disputes nothing of the new wording"
    at_first = entry("ben", "P5", "disagrees", "Not ten.", beside=[ADA, BEN])
    first = [{"by": "ada", "id": "P5", "text": "It lasts long", "quote": "It lasts"}]
    later = said(LATE, "It lasts nine.", about=[entry("ada", "P5", "revises", "It lasts nine.", text="Nine years")])
    told = [turn(ADA, text="It lasts"), *said(BEN, "Not ten.", new=first, about=[at_first]), *later]
    assert lines(result_of(debate_of("ada", "ben"), past_of(*told)), "In dispute")[2:] == [
        "Ben wrote against its earlier wording at the same time: “Not ten.”"
    ]
    fresh = entry("ben", "P4", "disagrees", "Not ten.", beside=beside)
    stated = [{"by": "ada", "id": "P4", "text": "It lasts nine years", "quote": "It lasts nine."}]
    told = [*said(LATE, "It lasts nine.", new=stated), *said(AGAIN, "Five. Not ten.", about=[fresh])]
    at_once = lines(result_of(debate_of("ada", "ben"), past_of(*TALK[:2], *told)), "In dispute")[1:]
    assert at_once == ["Ben wrote against it at the same time: “Not ten.”"]
    part = entry("ben", "P2", "partly", "It may last five.")
    both = [
        *said(BEN, "It may last five.", about=[part]),
        *said(AGAIN, "Not ten.", about=[entry("ben", "P2", "disagrees", "Not ten.")]),
    ]
    assert lines(result_of(debate_of("ada", "ben"), past_of(*TALK[:2], *both)), "In dispute")[1:] == [
        "Ben accepts a part of it: “It may last five.”",
        "Ben disputes it: “Not ten.”",
    ], "what they say in two turns is no one sentence"
    brief = [
        *said(
            BEN,
            "Dear. Not ten at such a price.",
            about=[entry("ben", "P2", "disagrees", "Dear.", because="Not ten at such a price")],
        ),
        *said(
            AGAIN, "Still no. As before.", about=[entry("ben", "P2", "disagrees", "Still no.", because="As before.")]
        ),
    ]
    assert lines(result_of(debate_of("ada", "ben"), past_of(*TALK[:2], *brief)), "In dispute")[1:] == [
        "Ben disputes it: “Dear.”, because “Not ten at such a price.”"
    ], "a reason stands with the words of its own turn"


def statement_lines(past: Past, id: str) -> tuple[str, ...]:
    return next(one.lines for one in point_items(statements_of(past).values(), DEBATE.seats) if one.key == id)


def test_what_was_raised_as_unverifiable_is_told_with_what_would_settle_it() -> None:
    asked = {"text": "A pump lasts", "reason": "a test of ten years or more", "decisive": True}
    form = {"agree": [], "disagree": [], "level": "Weak"}
    past = past_of(
        turn(ADA, text="Buy it."),
        turn("round[1]/assess[ben]", "assessment", unverifiable=[asked], **form),
        turn(LATE, text="Buy it."),
        turn("round[2]/assess[ben]", "assessment", unverifiable=[{"point": "P1", "reason": "as before"}], **form),
    )
    assert lines(result_of(debate_of("ada", "ben"), past), "Assumptions, and what to check next") == [
        "P1 A pump lasts",
        "Raised as unverifiable by Ben: “a test of ten years or more”",
    ]
    first = past_of(*list(past)[:2])
    [_, told] = lines(result_of(debate_of("ada", "ben"), first), "Assumptions, and what to check next")
    assert told == "Raised as unverifiable by Ben (decisive): “a test of ten years or more”"
    [item] = point_items(statements_of(past).values(), DEBATE.seats)
    assert item.by == "raised as unverifiable by Ben"
    assert item.spoken.startswith("A pump lasts, assumption, raised as unverifiable by Ben")
    assert item.lines[0] == "Ben raised it as unverifiable (round 1): “a test of ten years or more”"


def test_words_of_a_list_are_quoted_without_the_mark_of_their_item() -> None:
    text = "No.\n- **P2** — ten years nobody has seen"
    denied = entry("ben", "P2", "disagrees", "ten years nobody has seen", because="ten years nobody has seen")
    past = past_of(*TALK[:2], *said(BEN, text, about=[denied]))
    assert lines(result_of(debate_of("ada", "ben"), past), "In dispute")[1:] == [
        "Ben disputes it: “ten years nobody has seen”"
    ]
    assert without_item("2. P1, P3: so it is") == "so it is"
    assert without_item("- P2P is slow") == "P2P is slow"
    assert without_item("P2 — so it is") == "P2 — so it is"


def test_a_dispute_stands_with_its_crux_card() -> None:
    room = "round[2]/crux[P2]"
    card = turn(f"{room}/card[clerk]", "card", claim="P2", crux="fact", statement="Whether anybody measured it.")
    inside = turn(f"{room}/statement[ben]", heard=f"room:{room}", text="Show me.")
    found = lines(result_of(ENDED, past_of(*TALK, inside, card)), "In dispute")
    assert found[2:] == ["It turned on a fact: Whether anybody measured it.", "Not resolved"]


def test_what_was_given_up_in_a_room_is_told_once_among_the_changes_of_position() -> None:
    room, words = "round[2]/crux[P2]", "I no longer say ten"
    told = {"statement": "It lasts some years", "resolved": True, "settles": True}
    talk = [turn(f"{room}/statement[{who}]", "stance", f"room:{room}", words, **told) for who in ("ada", "ben")]
    gave = {"seat": "ada", "text": "Ten years", "quote": words, "turn": f"{room}/statement[ada]"}
    more = {**gave, "seat": "ben", "text": "The rates", "turn": f"{room}/statement[ben]", "because": "they are fixed"}

    def turned(*given: dict[str, object]) -> list[str]:
        card = turn(f"{room}/card[clerk]", "card", crux="fact", resolved=True, conceded=[*given])
        return lines(result_of(ENDED, past_of(*TALK, *talk, card)), "How positions changed")

    assert turned(gave, more)[-2:] == [
        "Round 2, reason not recorded: Ada revised P2. Before: It lasts ten years. Now: It lasts some years.",
        "Round 2, by argument: Ben accepted P2 (It lasts some years), because “they are fixed”.",
    ]
    [moved] = turned(more)[-1:]
    assert moved == "Round 2: Ben accepted P2 (It lasts some years), because “they are fixed”."
    rest = {**more, "text": "The lamps", "quote": "nor the lamps"}
    assert turned(more, rest)[-2:] == [
        "Given up in crux rooms:",
        "Ben gave way: The lamps, because “they are fixed”",
    ], "what is told among the changes is not told twice"
    assert not any("crux rooms" in line for line in turned(gave))


def test_an_objection_is_told_with_its_words_or_without() -> None:
    past = past_of(
        turn(ADA, text="It saves power."),
        turn("round[1]/assess[ben]", "assessment", disagree=[{"text": "Nobody asked the tenants"}]),
    )
    assert lines(result_of(DEBATE, past), "In dispute") == ["P1 Ben: Nobody asked the tenants"]


def test_a_reason_that_stands_among_the_words_of_an_objection_is_quoted_once_with_them() -> None:
    whole = "Nobody asked anybody. The tenants pay for it."
    past = past_of(
        *said("round[1]/say[ada]", "It saves power.", new=[statement("P1", "It saves power")]),
        *said("round[1]/say[ben]", whole, about=[deed("P1", "disagrees", reason=whole[22:], quote=whole)]),
    )
    assert lines(result_of(DEBATE, past), "In dispute")[1:] == [f"Ben disputes it: “{whole}”"]


def test_what_a_model_reads_of_the_answers_is_told_apart_from_the_statements_that_are_agreed() -> None:
    talk = (
        *said("round[1]/say[ada]", "x", new=[statement("P1", "It is cheap")]),
        *said("round[1]/say[ben]", "x", about=[deed("P1", "agrees")]),
    )
    why = "the analysis finds 80 percent agreement"
    left = BlockLeft(path="round", exit="agreed 75", outcome="consensus", why=why)
    counted = replace(DEBATE, status="consensus", reason="", why=why)
    ended = replace(counted, left=counted.left.set("round", left))
    apart = "That is how a model reads the answers as a whole. Single statements are counted separately, below."
    assert lines(result_of(ended, past_of(*talk)), "How much is agreed")[1] == apart
    assert apart not in lines(result_of(counted, past_of(*talk)), "How much is agreed")


def test_quotations_that_were_compared_are_listed_once_with_their_place() -> None:
    items = [
        {"citation": "a.py:3", "status": "verified", "quote": "power = 3"},
        {"citation": "a.py:3", "status": "verified", "quote": "power = 3"},
        {"citation": "a.py:4", "status": "verified"},
        {"citation": "a.py:9", "status": "missing", "quote": "power = 9"},
    ]
    past = past_of(*TALK, turn(f"{ADA}/evidence[sources]", "evidence", items=items))
    assert lines(result_of(DEBATE, past), "Verified quotations") == ["“power = 3” stands at a.py:3 (Ada)"]


@pytest.mark.parametrize(
    ("later", "what"),
    [
        (turn("synthesis[clerk]/ruling-1[person]", "ruling", point="P2", status="open"), "you ruled on P2"),
        (turn("synthesis[clerk]/ruling-1[person]", "ruling", status="open"), "you ruled on a statement"),
        (turn("x/crux[P2]/statement[ben]", heard="room:x/crux[P2]"), "a crux room was held"),
        (turn("extension-1-after-2/round[1]/say[ada]"), "the debate went on"),
    ],
)
def test_what_came_later_outdates_a_synthesis_until_there_is_another(later: Turn, what: str) -> None:
    past = past_of(*TALK, SYNTHESIS, turn("insights[clerk]", "insights"))
    assert outdated_notice(past) == ""
    past = past.add(later)
    assert outdated_notice(past) == f"The synthesis is outdated: {what} after it was written. It can be made again."
    assert outdated_notice(past.add(replace(SYNTHESIS, path="extension-2/synthesis[clerk]"))) == ""


def test_of_many_changes_of_position_those_about_what_is_to_be_done_and_the_last_are_told() -> None:
    """A result is a page that one reads: the rest stands under “Changes of position”."""
    buy = {"text": "Buy it", "quote": "It is cheap", "kind": "decision"}
    talk = list(said(ADA, "It is cheap.", new=[{"text": "It is cheap", "quote": "It is cheap"}, buy]))
    for number in range(2, 16):
        text = f"Now it costs {number} euros because I counted {number} pumps."
        revised = {
            "by": "ada",
            "id": "P1",
            "does": "revises",
            "text": f"It costs {number} euros",
            "quote": f"Now it costs {number} euros",
            "because": f"I counted {number} pumps",
        }
        lease = {**revised, "id": "P2", "text": "Lease it", "quote": "and lease it"}
        talk += said(f"round[{number}]/say[ada]", text, about=[revised, *([lease] if number == 3 else [])])
    found = section(result_of(DEBATE, past_of(*talk)), "How positions changed")
    reasons = [line.text for line in found.lines if line.stage == "reason"]
    assert reasons == [
        "Ada revised P2, because “I counted 3 pumps”. Before: Buy it. Now: Lease it.",
        *(
            f"Ada revised P1, because “I counted {number} pumps”. Before: It costs {number - 1} euros. "
            f"Now: It costs {number} euros."
            for number in range(17 - MOST_MOVES, 16)
        ),
    ]
    told = f"{MOST_MOVES} of the 15 with a reason follow, decisions first"
    listed = lines(result_of(DEBATE, past_of(*talk)), "How positions changed")
    assert f"{told}; “Changes of position” lists all 15." in listed


def test_what_the_verification_of_the_record_came_to_stands_with_the_receipts() -> None:
    def told(talk: Sequence[Turn], **data: Any) -> list[str]:
        past = past_of(*talk, turn("conclusion/verification[clerk]", "verification", **data), SYNTHESIS)
        return [line for line in lines(result_of(ENDED, past), "Receipts") if "A model" in line]

    several = "A model compared each of the 3 judgements on record with its words once more;"
    assert told(TALK, rows=[]) == [f"{several} the words bear out what was recorded."]
    less = [{"by": "ben", "id": id, "says": "neither"} for id in ("P1", "P2")]
    assert told(TALK, rows=less) == [f"{several} what was recorded of P1 and P2 came to less."]
    assert told(TALK, note="The record stays as it was") == []
    assert told(TALK[:2], rows=[]) == [], "nobody had judged anything"
    one = record(BEN, about=[entry("ben", "P1", "disagrees", "That it saves power is not so")])
    assert told((*TALK[:2], TALK[2], one), rows=[])[0].startswith("A model compared the one judgement on record")


def test_what_was_settled_and_how_sure_its_author_is_comes_from_the_form_of_the_synthesis() -> None:
    data = {**SYNTHESIS.data, "decisions": ["Lease it"], "findings": ["A third is saved"], "confidence": 0.7}
    lease = {"by": "ben", "id": "P9", "text": "Lease it", "quote": "Buy it on lease", "kind": "decision"}
    settled = said("round[3]/say[ben]", "Buy it on lease.", new=[lease])
    agreed = said("round[3]/say[ada]", "On lease, then.", about=[entry("ada", "P9", "agrees", "On lease, then")])
    open_ = result_of(ENDED, past_of(*TALK, *settled, replace(SYNTHESIS, data=data)))
    assert lines(open_, "What is recommended") == ["Lease it"], "nobody has settled on it"
    result = result_of(ENDED, past_of(*TALK, *settled, *agreed, replace(SYNTHESIS, data=data)))
    three = alter(ENDED, seats={**ENDED.seats, "cyd": replace(ENDED.seats["ada"], id="cyd", name="Cyd")})
    some = result_of(three, past_of(*TALK, *settled, *agreed, replace(SYNTHESIS, data=data)))
    assert lines(some, "What is recommended") == ["Lease it"], "two of three have settled on it"
    nothing = result_of(ENDED, past_of(replace(SYNTHESIS, data={**data, "decisions": ["None."]})))
    assert not nothing.section("What was settled").lines
    for said_ in ("None by all; Ben and Ada would lease", "None settled by all."):
        empty = result_of(ENDED, past_of(*TALK, replace(SYNTHESIS, data={**data, "decisions": [said_]})))
        titles = [section.title for section in empty.sections]
        assert not {"What is recommended", "What was settled"} & {*titles}, "the form says that there is none"
    one = result_of(ENDED, past_of(*TALK, replace(SYNTHESIS, data={**data, "decisions": ["None of them is bought"]})))
    assert lines(one, "What is recommended") == ["None of them is bought"]
    assert (lines(result, "What was settled"), lines(result, "What it relies on")) == (
        ["Lease it"],
        ["A third is saved"],
    )
    told = "The model that wrote this summary is 70 percent sure of its recommendation."
    assert lines(result, "How much is agreed")[1] == told
    assert result.section("nowhere") == Section(title="nowhere")


def test_receipts_are_counted_where_they_were_looked_for_and_found() -> None:
    assert lines(result_of(ENDED, past_of(*TALK, SYNTHESIS)), "Receipts") == [
        "All 8 passages on which this result rests were found in their turns.",
        "No source was given to check quotations against.",
    ]
    elsewhere = past_of(
        *TALK, *said("round[3]/say[ada]", "Hm.", stands=[{"by": "ada", "stance": "No", "quote": "No it is"}])
    )
    assert (
        lines(result_of(ENDED, elsewhere), "Receipts")[0]
        == "8 of the 9 passages on which this result rests were found in their turns."
    )
    items = [{"citation": "a.py:3", "status": "verified", "quote": "power = 3"}]
    cited = past_of(*TALK, turn(f"{ADA}/evidence[sources]", "evidence", items=items))
    assert lines(result_of(ENDED, cited), "Receipts")[1] == "Ada: the one citation quotes what stands there."


def test_that_no_source_was_given_is_said_only_where_none_was() -> None:
    file = Context(sections=(ContextSection(name="notes.md", title="notes.md", text="The pump saves power."),))
    assert lines(result_of(ENDED, past_of(*TALK)), "Receipts")[1:] == [NO_SOURCE]
    assert lines(result_of(alter(ENDED, context=file), past_of(*TALK)), "Receipts")[1:] == []


def test_a_declared_field_is_its_own_receipt_however_short_it_is() -> None:
    one = turn("round[1]/estimate[ada]", text="```json\n{}\n```", position="Rust", value={"value": 3}, because=["Safe"])
    other = turn("round[2]/estimate[ada]", position="Go", value={"value": 4}, because=["Fast"])
    result = result_of(ENDED, past_of(one, other))
    assert lines(result, "Receipts")[0] == "All 2 passages on which this result rests were found in their turns."
    assert result.found
    quoting = turn("round[1]/opposition[ben]", "opposition", stance="mixed", quote="It fails")
    assert (
        lines(result_of(ENDED, past_of(quoting)), "Receipts")[0]
        == "The one passage on which this result rests was not found in its turn."
    )
    assert not result_of(ENDED, past_of(quoting)).found


def test_all_is_found_only_where_something_was_quoted_and_no_citation_failed() -> None:
    assert not result_of(ENDED, past_of()).found
    assert result_of(ENDED, past_of(*TALK)).found
    failed = turn(f"{ADA}/evidence[sources]", "evidence", items=[{"citation": "a.py:9", "status": "missing"}])
    assert not result_of(ENDED, past_of(*TALK, failed)).found


def test_who_spoke_once_has_answered_and_the_recommendation_is_not_told_twice() -> None:
    once = said(ADA, "Buy it.", stands=stands("ada", "Buy it"))
    chair = turn("chair[ben]", "synthesis", text="Buy it.", decision="Buy it.")
    found = lines(result_of(ENDED, past_of(*once, chair)), "How positions changed")
    assert found == ["Ada answered: Buy it"]


def test_in_a_rehearsal_what_the_chair_wrote_is_no_answer_either() -> None:
    once = said(ADA, "Buy it.", stands=stands("ada", "Buy it"))
    chair = turn("chair[ben]", "synthesis", text="Nothing was agreed.", decision="Nothing was agreed.")
    found = lines(result_of(rehearsal(replace(ENDED, replies=EMPTY)), past_of(*once, chair)), "How positions changed")
    assert found == ["Ada answered: Buy it"]
    begun = result_of(rehearsal(replace(ENDED, replies=EMPTY)), past_of(turn(ADA, text="Buy it."), SYNTHESIS))
    assert lines(begun, "How positions changed") == ["Ada’s first answer begins: “Buy it.”"]


def test_a_rule_that_stood_in_for_a_model_says_why_and_the_synthesis_can_be_made_again() -> None:
    stood = replace(SYNTHESIS, by="rules", data={**SYNTHESIS.data, "note": "the key was refused"})
    result = result_of(ENDED, past_of(*TALK, stood))
    why = "No model has written the synthesis: The key was refused. It was made by rule. It can be made again."
    assert (result.derived, result.outdated) == (why, "")
    assert [line.text for line in result.all_sections[0].lines] == [why]
    assert result_of(ENDED, past_of(*TALK, replace(stood, data=SYNTHESIS.data))).derived == ""


def test_why_there_is_no_answer() -> None:
    assert outdated_notice(Past()) == ""
    assert result_of(DEBATE, past_of(*TALK)).missing == "The debate is not over yet."
    assert result_of(ENDED, past_of(*TALK)).missing == "There is no synthesis yet."
    assert failure(ENDED) == ""
    closing = Block(name="", do=(Block(name="synthesis", ask="clerk", gives="synthesis"),))
    wanted = alter(ENDED, format=replace(ENDED.format, body=closing))
    tried = evolve(wanted, TurnAbstained(path=SYNTHESIS.path, why="the model refused"))
    why = "The synthesis failed: The model refused. It can be made again."
    assert result_of(tried, past_of(*TALK)).missing == failure(tried) == why


def test_a_rehearsal_has_no_answer_and_no_minority() -> None:
    result = result_of(rehearsal(replace(ENDED, replies=EMPTY)), past_of(*TALK, SYNTHESIS))
    assert (result.answer, result.missing) == ("", NO_DECISION)
    assert "Minority report" not in [one.title for one in result.sections]
    assert not any("percent agreed" in line for line in lines(result, "How much is agreed"))


def test_who_wrote_the_synthesis_by_rule_is_said() -> None:
    result = result_of(ENDED, past_of(*TALK, replace(SYNTHESIS, by="rules", data={})))
    assert result.answer == "Buy it."
    assert lines(result, "How much is agreed")[1] == "The synthesis was made by rule, without a model."


def test_where_nobody_recorded_an_answer_the_first_one_is_quoted_as_it_begins() -> None:
    found = result_of(
        ENDED, past_of(turn(ADA, text="## Short\n\n**Buy** it: `pump` two.\n\nIt saves power."), SYNTHESIS)
    )
    turned = section(found, "How positions changed").lines
    assert [line.told for line in turned] == [
        "Ada’s first answer begins: “Buy it: pump two.”",
        "Final answer: the recommendation above.",
    ]
    assert [(place.path, place.words) for line in turned for place in line.places] == [
        (ADA, "Buy it: pump two."),
        (SYNTHESIS.path, ""),
    ]
    assert [line.stage for line in turned] == ["first", "final"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Use one `foo__bar` call, as __init__ says.", "Use one `foo__bar` call, as __init__ says."),
        ("Call foo__bar and baz__.", "Call foo__bar and baz__."),
        ("It is **dear**, and __very dear__.", "It is dear, and very dear."),
        ("__a b__ and __c d__", "a b and c d"),
        ("Run `pump` and ``x ` y``.", "Run pump and x  y."),
        ("`2 ** 3` is **eight**.", "`2 ** 3` is eight."),
        ("```py\na = 2 ** 3\n\nb = 1\n``` **so**", "```py\na = 2 ** 3\n\nb = 1\n``` so"),
        ("One ` alone, **two**\n\nand ` more", "One  alone, two\n\nand  more"),
        ("", ""),
    ],
)
def test_marks_are_taken_off_and_no_word_is_changed(text: str, plain: str) -> None:
    assert without_marks(text) == without_marks(plain) == plain


def test_a_first_answer_with_code_is_found_in_its_turn() -> None:
    said = "Use one `foo__bar` call, as __init__ says."
    result = result_of(ENDED, past_of(turn(ADA, text=said)))
    assert lines(result, "How positions changed") == [f"Ada’s first answer begins: “{said}”"]
    assert lines(result, "Receipts")[0] == "The one passage on which this result rests was found in its turn."


def test_a_beginning_is_the_first_prose_in_whole_sentences() -> None:
    assert beginning("# Title\n| a | b |\n> quoted\n---") == ""
    assert beginning("```\ncode\n\nmore\n```\n\nBuy it.") == "Buy it."
    assert beginning("*Rehearsal: no AI model was asked.*\n\nBuy it.") == "Buy it."
    long = "It is so. " * 40
    assert beginning(long) == f"{long[:239].strip()} …"
    assert beginning("word " * 100 + "end. More.") == f"{'word ' * 100}end. …"
    assert beginning("word " * 100) == " ".join(["word"] * 48) + " …"


def test_an_unfinished_debate_has_a_first_answer_and_no_final_one() -> None:
    found = result_of(DEBATE, past_of(turn(ADA, text="Buy it.")))
    assert lines(found, "How positions changed") == ["Ada’s first answer begins: “Buy it.”"]
    assert "How positions changed" not in [
        one.title for one in result_of(DEBATE, past_of(turn(ADA, text="# Only"))).sections
    ]


def test_a_rehearsal_that_ends_claims_no_consensus() -> None:
    agreed = evolve(DEBATE, DebateEnded(outcome="consensus", why="all 5 assessed points are agreed"))
    assert reason_of_rest(agreed) == "Consensus: all 5 assessed points are agreed"
    assert reason_of_rest(rehearsal(agreed)) == REHEARSAL_OVER
    assert lines(result_of(rehearsal(agreed), past_of()), "How much is agreed")[0] == f"{REHEARSAL_OVER}."
    split = evolve(DEBATE, DebateEnded(outcome="impasse", why="nobody moves"))
    assert reason_of_rest(rehearsal(split)) == REHEARSAL_OVER
    assert reason_of_rest(rehearsal(ENDED)) == "Rounds used up: two rounds are over"


# ---- who had to oppose -----------------------------------------------------------------------------------------------
def test_what_the_devils_advocate_declared_is_said_of_each_of_its_turns() -> None:
    opposed = turn("round[1]/opposition[ben]", "opposition", stance="opposes", quote="It will fail")
    torn = turn("round[2]/opposition[ben]", "opposition", stance="mixed", quote="It may fail")
    unshown = turn("round[3]/opposition[ben]", "opposition", stance="opposes", quote="")
    silent = turn("round[4]/opposition[ben]", "opposition")
    typed = replace(turn("round[5]/opposition[ben]", "opposition"), by="person")
    found = section(result_of(DEBATE, past_of(opposed, torn, unshown, silent, typed)), "Opposition")
    assert [line.text for line in found.lines] == [
        "Ben opposed: It will fail (round 1)",
        "Ben did not oppose: it declares its stance as “mixed” (round 2)",
        "Ben did not oppose: no sentence of it shows that it opposes (round 3)",
        "Ben did not oppose: it declares no stance (round 4)",
    ]
    assert found.lines[1].places[0].words == "It may fail"


def test_a_challenge_says_what_came_of_the_statements_that_it_disputes() -> None:
    words = "ten years nobody has seen"
    challenge = turn(
        BEN, "challenge", text=f"But {words}.", challenged="It lasts ten years", how="wrong", objection=words
    )
    disputed = [deed("P2", "disagrees", by="ben", quote=words, because=words)]
    past = past_of(*TALK[:2], challenge, record(BEN, about=disputed))
    found = section(result_of(DEBATE, past), "Opposition").lines
    assert [line.text for line in found if line.below] == ["P2, contested: It lasts ten years"]


def test_how_many_agreements_were_earned_is_a_sentence_of_any_number() -> None:
    assert earned_of(1, 1) == "The one agreement was earned"
    assert earned_of(0, 1) == "The one agreement was not earned"
    assert earned_of(2, 2) == "Both agreements were earned"
    assert earned_of(3, 3) == "All 3 agreements were earned"
    assert earned_of(1, 5) == "1 of the 5 agreements was earned"


# ---- questions -------------------------------------------------------------------------------------------------------
WHY = {"text": "Why now?", "category": "edge_cases", "priority": "high"}


def test_each_question_is_shown_as_answered_by_whom_in_which_words_or_as_open() -> None:
    first = "round[1]/question[ada]"
    past = past_of(
        turn(first, "questions", items=[WHY, {"text": "What does it cost?"}, {"text": "Who pays?"}]),
        turn(
            f"{first}/answer[ben]",
            "answers",
            items=[{"to": "Q1", "state": "answered", "quote": "Rates rise in May"}, {"to": "Q2", "state": "open"}],
        ),
    )
    assert question_lines(DEBATE, past) == (), "nobody is asked there what became of them"
    answer = Block(name="answer", ask="others", gives="answers", sees=("figure questions",))
    socratic = alter(DEBATE, format=replace(DEBATE.format, body=Block(name="", do=(answer,))))
    found = section(result_of(socratic, past), "Questions")
    assert [(line.text, line.below) for line in found.lines] == [
        ("Q1 answered (Ada, round 1, edge cases, high priority): Why now?", False),
        ("Ben answered: “Rates rise in May”", True),
        ("Q2 open (Ada, round 1): What does it cost?", False),
        ("Ben left it open", True),
        ("Q3 open (Ada, round 1): Who pays?", False),
        ("No answer to it is recorded.", True),
    ]
    waits = alter(socratic, asked={"answer[ben]": "human:"})
    assert section(result_of(waits, past), "Questions").lines[-1].text == "It is being answered."
    assert found.lines[1].places[0].words == "Rates rise in May"
    assert found.lines[1].places[0].path == f"{first}/answer[ben]"
    kept = part_of("questions", DEBATE, past)
    assert [(one["id"], one["seat"], one["status"]) for one in kept] == [
        ("Q1", "ada", "answered"),
        ("Q2", "ada", "open"),
        ("Q3", "ada", "open"),
    ]
    said = {"seat": "ben", "path": f"{first}/answer[ben]", "words": "Rates rise in May", "part": False, "withdrawn": []}
    said["reworded"] = []
    assert (kept[0]["replies"], kept[0]["contradictions"], kept[0]["again"]) == ([said], [], "")


def test_an_answer_is_quoted_without_the_id_that_heads_it_and_with_the_stop_that_ends_it() -> None:
    """“Q4, too: leaks” stood in the export, and the full stops were gone."""
    first = "round[1]/question[ada]"
    said = "**Q1**, too: leaks show within a shift. The rest shows later. On Q3: Ask the fitter."
    quotes = ("**Q1**, too: leaks show within a shift", "The rest shows later", "On Q3: Ask the fitter")
    items = [{"to": f"Q{n}", "state": "answered", "quote": words} for n, words in enumerate(quotes, 1)]
    asked = turn(first, "questions", items=[{"text": "What shows?"}, {"text": "And then?"}, {"text": "Whom to ask?"}])
    past = past_of(asked, turn(f"{first}/answer[ben]", "answers", text=said, items=items))
    answer = Block(name="answer", ask="others", gives="answers", sees=("figure questions",))
    socratic = alter(DEBATE, format=replace(DEBATE.format, body=Block(name="", do=(answer,))))
    replies = [line for line in question_lines(socratic, past) if line.below]
    assert replies[0].places[0].words == "leaks show within a shift", "what is quoted, so that it is quoted once"
    told = [line.text for line in replies]
    assert told == [
        "Ben answered: “leaks show within a shift.”",
        "Ben answered: “The rest shows later.”",
        "Ben answered: “Ask the fitter.”",
    ]


def test_answers_to_a_part_contradictions_and_what_was_put_again_are_shown_with_their_question() -> None:
    asked = turn("round[1]/question[ada]", "questions", items=[{"text": "Who draws the zones?"}])
    said = {"ben": "The firm may draw them alone", "cyd": "Not the firm alone, since it saves money"}
    answered = (
        turn(
            f"round[1]/question[ada]/answer[{seat}]",
            "answers",
            text=words,
            items=[{"to": "Q1", "state": "answered" if seat == "ben" else "partly", "quote": words}],
        )
        for seat, words in said.items()
    )
    stated = {"id": "P1", "by": "ben", "text": "The firm draws the zones", "quote": said["ben"]}
    record = {"id": "P1", "by": "cyd", "does": "disagrees", "quote": said["cyd"]}
    ledger = turn("round[1]/ledger[clerk]", "ledger", new=[stated], about=[record])
    again = turn("round[2]/question[ada]", "questions", items=[{"text": "Who else draws them?", "again": "Q1"}])
    kept = (asked, *answered, ledger, again)
    past = past_of(*kept)
    table = debate_of("ada", "ben", "cyd")
    answer = Block(name="answer", ask="others", gives="answers", sees=("figure questions",))
    socratic = alter(table, format=replace(table.format, body=Block(name="", do=(answer,))))
    assert [line.text for line in question_lines(socratic, past)][:5] == [
        "Q1 answered, and the answers differ (Ada, round 1): Who draws the zones?",
        "Ben answered: “The firm may draw them alone”",
        "Cyd answered a part: “Not the firm alone, since it saves money”",
        "Cyd disputes what Ben answered.",
        "It was put again as Q2.",
    ]
    [first, _] = part_of("questions", socratic, past)
    assert (first["again"], first["contradictions"]) == ("Q2", [{"seat": "cyd", "of": "ben", "part": False}])
    gone = {"id": "P1", "by": "ben", "does": "withdraws", "quote": "I take that back"}
    path = "round[2]/question[ada]/answer[ben]"
    back = turn(path, "answers", text="I take that back.", items=[{"to": "Q2", "state": "open"}])
    past = past.add(back).add(turn("round[2]/ledger[clerk]", "ledger", about=[gone]))
    assert [line.text for line in question_lines(socratic, past)][:5] == [
        "Q1 answered, but put again (Ada, round 1): Who draws the zones?",
        "Ben answered: “The firm may draw them alone”",
        "Ben has withdrawn P1 of this since (round 2): “I take that back”",
        "Cyd answered a part: “Not the firm alone, since it saves money”",
        "It was put again as Q2.",
    ]
    [first, _] = part_of("questions", socratic, past)
    assert [reply["withdrawn"] for reply in first["replies"]] == [["P1"], []]
    less = {"id": "P1", "by": "ben", "does": "revises", "text": "The firm draws a few", "quote": "a few"}
    past = past_of(*kept, replace(back, text="I mean a few."), turn("round[2]/ledger[clerk]", "ledger", about=[less]))
    told = question_lines(socratic, past)[2].text
    assert told == "Ben has reworded P1 of this since (round 2): “a few”"
    [first, _] = part_of("questions", socratic, past)
    assert [reply["reworded"] for reply in first["replies"]] == [["P1"], []]
    part = {"id": "P1", "by": "cyd", "does": "partly", "quote": "Not the firm alone", "because": "it saves money"}
    past = past_of(*kept[:-2], turn("round[1]/ledger[clerk]", "ledger", new=[stated], about=[part]))
    assert [line.text for line in question_lines(socratic, past)][::3] == [
        "Q1 answered, and the answers differ in part (Ada, round 1): Who draws the zones?",
        "Cyd disputes a part of what Ben answered.",
    ]


@pytest.mark.parametrize(
    ("reopened", "again", "told"),
    [
        (False, "", "answered"),
        (True, "Q2", "answered, but put again"),
        (True, "", "answered, but called open again"),
    ],
)
def test_a_question_that_somebody_declared_answered_is_never_told_as_answered_in_part(
    reopened: bool, again: str, told: str
) -> None:
    whole = Reply(seat="ben", path="round[1]/answer[ben]", words="It is dear")
    asked = Question(id="Q1", text="Why?", turn=turn("round[1]/question[ada]"), replies=(whole,))
    asked = replace(asked, again=again, reopened=reopened)
    assert state_of(asked, []) == told
    part = replace(asked, replies=(replace(whole, part=True),))
    assert state_of(part, []) == "partly answered"
    assert state_of(part, [Contradiction(seat="cyd", of="ben")]) == "partly answered, and the answers differ"


def test_of_a_document_nothing_is_said_that_its_format_does_not_measure() -> None:
    plain = replace(DEBATE.format, body=Block(name="", do=(Block(name="artifact", gives="artifact"),)))
    written = turn("artifact[ada]", gives="artifact", text="# The page")
    debate, past = alter(ENDED, format=plain), past_of(turn(ADA, text="A first draft."), written)
    result = result_of(debate, past)
    assert [one.title for one in result.all_sections] == ["Document", "How it ended"]
    assert lines(result, "How it ended") == ["Rounds used up: two rounds are over."]
    assert score_of(debate, progress_of(debate, past)).brief == "not measured in this format"


def test_what_there_was_to_choose_from_are_the_proposals_and_not_what_others_found_in_them() -> None:
    debate = alter(debate_of("ada", "ben", "cyd"), options={})
    built = turn("round[1]/write[ada]", "artifact", text="# Plan\n\nBuild it by hand. It takes a week.")
    bought = turn("round[1]/write[ben]", "artifact", text="Buy it.")
    flaw = turn("round[1]/critique[cyd]", "flaws", text="F1: a week is too long.", items=[{"text": "too long"}])
    chosen = result_of(debate, past_of(built, bought, flaw)).alternatives
    assert [(one.lead, one.text) for one in chosen] == [
        ("Ada", "Build it by hand. It takes a week."),
        ("Ben", "Buy it."),
    ]
    alone = result_of(debate, past_of(*said("say[ada]", "It is cheap.")[:1]))
    assert all(one.seat for one in alone.alternatives), "where there is but one, what each answered"


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ('I do not move for "the target is hard', "I do not move for the target is hard"),
        ('late is quick" fits what was measured', "late is quick fits what was measured"),
        ('"It is so", they say', '"It is so", they say'),
        ("“It is so” and “not", "“It is so” and not"),
        ("late is quick” fits", "late is quick fits"),
        ("a tenth (assumption", "a tenth (assumption …)"),
        ("a) a tenth of (all)", "a) a tenth of (all)"),
    ],
)
def test_a_quotation_that_was_cut_leaves_no_mark_without_its_partner(cut: str, whole: str) -> None:
    assert paired(cut) == whole
    assert quotation(f"**{cut}**") == quotation(f"**{cut}") == f"“{whole}”"
    assert quotation("`a**b` in **/*.py") == "“`a**b` in **/*.py”"


def test_a_disputed_estimate_is_told_with_the_range_that_its_author_gave_last() -> None:
    """An estimate stood as "850 to 1,400" when its author's last range was 850 to 1,350."""

    def estimate(path: str, value: float, high: float | None = None) -> Turn:
        typed = {"kind": "number", "value": value, "unit": "TWh", **({"low": 850, "high": high} if high else {})}
        return turn(path, "answer", text=f"{value} TWh", position=f"{value} TWh", value=typed)

    stated = [statement("P1", "They will take about 1,050 TWh (850 to 1,400 TWh)")]
    disputed = record(BEN, about=[entry("ben", "P1", "disagrees", "I do not follow it")])
    past = past_of(estimate(ADA, 1050, 1400), record(ADA, new=stated), estimate(BEN, 900), disputed)

    def told(*more: Turn) -> str:
        found = lines(result_of(DEBATE, past_of(*past, *more)), "In dispute")
        return next(line for line in found if line.startswith("P1"))

    assert told() == "P1 Ada: They will take about 1,050 TWh (850 to 1,400 TWh)"
    again = f"{told()}. Last given: "
    assert told(estimate(LATE, 1050, 1350)) == f"{again}1,050 TWh (850 to 1,350)."
    assert told(estimate(LATE, 1020)) == f"{again}1,020 TWh."
    assert told(turn(LATE, "answer", text="I cannot say.", position="I cannot say.")) == f"{again}I cannot say."


def test_what_attacks_a_statement_and_is_accepted_where_that_is_given_up_gives_the_reason() -> None:
    """The giver of a reason was unnamed in four of six changes."""
    attack = [statement("P8", "It rusts", attacks=["P2"]), statement("P9", "It leaks", attacks=["P2"])]
    objected = said(BEN, "It rusts", new=[{"by": "ben", **each} for each in attack])
    revised = entry("ada", "P2", "revises", "It lasts nine.", text="It lasts nine years", because="the coast is near")

    def told(*accepted: dict[str, object]) -> str:
        past = past_of(*TALK[:2], *objected, *said(LATE, "It lasts nine.", about=[*accepted, revised]))
        return lines(result_of(DEBATE, past), "How positions changed")[-1]

    part, whole = entry("ada", "P8", "partly", "It may rust"), entry("ada", "P9", "agrees", "It does leak")
    other = entry("ada", "P8", "agrees", "It may rust")
    assert "because “the coast is near” (P9, Ben)." in told(part, whole)
    assert "because “the coast is near”." in told(part), "who accepts a part may be moved by something else"
    assert "because “the coast is near”." in told(other, whole), "which of two moved them, nobody says"
    assert "because “the coast is near”." in told(), "nor does who accepts neither"


def test_who_keeps_a_figure_and_gives_another_range_has_no_other_answer_and_a_reason_of_another_says_whose() -> None:
    def estimate(path: str, number: int, high: int) -> Turn:
        value = {"kind": "number", "value": number, "unit": "years", "low": 4, "high": high}
        return turn(path, "answer", text="The worst comes late, I see.", position=f"{number} years", value=value)

    stated = record(BEN, new=[statement("P1", "The worst comes late")])
    agrees = entry("ada", "P1", "agrees", "The worst comes late, I see.")
    because = "the worst comes late"
    revised = entry("ada", "P2", "revises", "7 years", because=because, text="It takes 7 years")
    first = past_of(estimate(ADA, 5, 8), record(ADA, new=[statement("P2", "It takes 5 years")]), estimate(BEN, 9, 13))

    def told(*more: Turn) -> list[str]:
        return lines(result_of(DEBATE, past_of(*first, stated, *more)), "How positions changed")

    assert told(estimate(LATE, 5, 9))[0] == "Ada kept the figure: 5 years (4 to 9), at first 5 years (4 to 8)"
    assert told(estimate(LATE, 7, 9))[:2] == ["Ada, first answer: 5 years", "Ada, final answer: 7 years"]
    changed = "Ada changed the answer from “5 years” to “7 years”, because “the worst comes late”"
    assert f"{changed} (P1, Ben)." in told(estimate(LATE, 7, 9), record(LATE, about=[agrees, revised]))[-1]
    part = entry("ada", "P1", "partly", "The worst comes late, I see.")
    assert f"{changed} (P1, Ben)." in told(estimate(LATE, 7, 9), record(LATE, about=[part, revised]))[-1]
    assert f"{changed}." in told(estimate(LATE, 7, 9), record(LATE, about=[revised]))[-1]
    why = {**agrees, "quote": "I see.", "because": because}
    again = [turn("round[3]/say[ada]"), record("round[3]/say[ada]", about=[{**agrees, "quote": "As I said."}])]
    found = told(estimate(LATE, 7, 9), record(LATE, about=[why, revised]), *again)
    assert f"{changed} (P1, Ben)." in found[-1], "by the reason for which they agree with it"
    assert told(estimate(LATE, 7, 9), record(LATE, about=[{**why, "because": ""}, revised]))[-1].endswith(f"{changed}.")
    ranged = {**revised, "text": "It takes 5 years (4 to 9)"}
    kept = told(estimate(LATE, 5, 9), record(LATE, about=[agrees, ranged]))
    assert kept[0] == "Ada kept the figure: 5 years (4 to 9), at first 5 years (4 to 8)"
    assert not any("P2" in line for line in kept), "who keeps the figure has not moved"
    ranges = past_of(*first, stated, estimate(LATE, 5, 9), record(LATE, about=[agrees, ranged]))
    assert moments_of(ranges)["ada"][-1].flips == ()
    figures = past_of(*first, stated, estimate(LATE, 7, 9), record(LATE, about=[agrees, revised]))
    assert moments_of(figures)["ada"][-1].flips == ("argument",)
    brief = {**agrees, "quote": "I see"}
    assert f"{changed}." in told(estimate(LATE, 7, 9), record(LATE, about=[brief, revised]))[-1], "in other words"


def test_figures_that_differ_are_the_first_dispute_and_a_changed_one_is_told_with_the_one_before() -> None:
    """Four estimates from 35 to 41 stood nowhere among what was in dispute."""

    def estimate(path: str, number: int, position: str) -> Turn:
        value = {"kind": "number", "value": number, "unit": "%"}
        return turn(path, "answer", text=f"{position}, since packs cost less", position=position, value=value)

    again = "round[2]/say[ada]"
    revised = deed("P1", "revises", text="It is 41 %", quote="since packs cost less", because="packs cost less")
    past = past_of(
        estimate(ADA, 42, "42 %"),
        record(ADA, new=[statement("P1", "It is 42 %"), statement("P2", "Packs cost much")]),
        estimate(BEN, 35, "35 per cent"),
        estimate(again, 41, "41"),
        record(again, about=[revised, {**revised, "id": "P2", "text": "Packs cost little"}]),
    )
    result = result_of(DEBATE, past)
    assert lines(result, "In dispute") == ["The figure itself: 35 % (Ben); 41 % (Ada)."]
    told = lines(result, "How positions changed")
    counted = "2 changes of position, all by argument: 1 changed an answer, 1 a statement."
    assert counted in told, "as an answer and as a statement it is one"
    assert any("Ada changed the answer from “42 %” to “41”, because “packs cost less”." in line for line in told)
    assert any("Packs cost little" in line for line in told), "of a few changes each is told"
    more = [statement(f"P{n}", f"Reason {n} holds") for n in range(3, 15)]
    changed = [
        {**revised, "id": f"P{n}", "text": f"Reason {n} holds in part", "quote": f"and {n} less"} for n in range(3, 15)
    ]
    past = past_of(
        estimate(ADA, 42, "42 %"),
        record(ADA, new=[statement("P1", "It is 42 %"), *more]),
        estimate(again, 41, "41"),
        record(again, about=[revised, *changed]),
    )
    told = lines(result_of(DEBATE, past), "How positions changed")
    assert "1 of them changed an estimate; it follows. “Changes of position” lists all 13." in told
    assert any("Ada changed the answer from “42 %” to “41”" in line for line in told)
    assert not any("holds in part" in line for line in told)
    some = past_of(
        estimate(ADA, 42, "42 %"), record(ADA, new=more), estimate(again, 41, "41"), record(again, about=changed)
    )
    told = lines(result_of(DEBATE, some), "How positions changed")
    assert (
        "13 changes of position (12 by argument, 1 reason not recorded): 1 changed an answer, 12 a statement." in told
    ), "they add up"
    alone = result_of(DEBATE, past_of(estimate(ADA, 42, "42 %"), estimate(again, 41, "41")))
    assert lines(alone, "How positions changed")[-2] == "1 change of position.", "nobody has recorded why"
    assert not alone.section("In dispute").lines
