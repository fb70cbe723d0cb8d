"""What a debate comes to: winner, method, score and confidence, for each kind of record (SPEC VERDICT.1, STORE.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from disputatio.app.debates.session import summary_of
from disputatio.app.paths import resource
from disputatio.app.starting.formats import checked_options
from disputatio.debate.decide.options import reads, set_option
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.commands import SetOption
from disputatio.debate.log.state import Debate, alter
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.ballots import letters, letters_in, mean_ranks, slate_of
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.track import ENOUGH, Track
from disputatio.debate.views.ballot_lines import by_every_rule
from disputatio.debate.views.board_view import board_items, position_changes
from disputatio.debate.views.letters import with_names
from disputatio.debate.views.plain_text import at_clause
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.result import (
    AGREED,
    ARITHMETIC,
    ASSUMED,
    COMMON,
    DISPUTED,
    MINORITY,
    PARTLY,
    TURNED,
    WEIGHED,
    result_of,
)
from disputatio.debate.views.score import score_of
from disputatio.debate.views.stances import timelines
from disputatio.debate.views.statements import point_items
from disputatio.debate.views.upshot import upshot
from disputatio.debate.views.winner import Outcome, outcome_of
from disputatio.debate.wording import speak
from disputatio.prompting.contracts.agreement import receipts_of
from disputatio.testing.boards import (
    checked_citations,
    debate_of,
    deed,
    message_and_record,
    past_of,
    record,
    statement,
    turn,
)
from disputatio.testing.pseudo_language import PseudoLanguage
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))


def argument(path: str, side: str, confidence: float) -> Turn:
    return turn(path, "argument", text="My case.", side=side, confidence=confidence)


def spoken_for(debate: Debate, past: Past) -> tuple[str, ...]:
    return upshot(debate, past, score_of(debate, progress_of(debate, past)))


def answer(seat: str, position: str, **more: Any) -> Turn:
    return turn(f"turn[{seat}]", "answer", text=position, position=position, **more)


def council(**options: Any) -> Debate:
    debate = debate_of("ada", "ben", "cy", anonymous=True, **options)
    return alter(debate, format=replace(debate.format, body=FORMATS["council"].body))


def ranking(seat: str, *order: str) -> Turn:
    """A ranking of the others' answers, by the seats that stand behind the letters."""
    return turn(f"ranking[{seat}]", "ranking", order=list(order))


def told_of(found: Outcome | None) -> str:
    assert found is not None
    return " ".join(one.text for one in found.lines)


def test_a_proposition_has_a_verdict_with_what_it_weighs_and_what_other_ways_would_say() -> None:
    debate = debate_of("proponent", "opponent", "moderator", verdict="confidence")
    past = past_of(
        argument("round[1]/case[proponent]", "SUPPORT", 0.9),
        argument("round[1]/rebuttal[opponent]", "OPPOSE", 0.6),
        turn("round[1]/ruling[moderator]", "verdict", decision="OPPOSE", confidence=0.7),
    )
    found = outcome_of(debate, past)
    assert found is not None
    assert (found.winner, found.method, found.confidence) == ("OPPOSE", "ruling", 0.7), "the Moderator decides"
    said = told_of(found)
    assert said.startswith("Moderator decided against the proposition as put (70 percent sure). ")
    counts = "the weighing adds up how sure each side said that it is, and of what it defended"
    assert f"This is not what Moderator decided. The decision counts: {counts}." in said
    assert "By how sure each side was and what it could show, the arguments for it weigh more. " in said
    assert "Nothing was cited, so evidence makes no difference between the sides." in said
    outside = checked_citations("round[1]/case[proponent]", "Lee 2020", status="external")
    unchecked = told_of(outcome_of(debate, past.add(outside)))
    assert "Nothing cited could be checked, so evidence makes no difference between the sides." in unchecked
    assert "contradictions were not assessed" in said
    assert "Counting heads, the decision included: 1 for, 2 against." in said
    assert "By verified evidence" not in said, "there was none"
    result = result_of(debate, past)
    details = [line.text for line in result.section(ARITHMETIC).lines]
    shown = [line.text for line in result.section(WEIGHED).lines]
    assert shown + details == [one.text for one in found.lines]
    assert len(shown) == 3, "the decision, what weighing comes to, and which of the two counts"
    assert details[:2] == [
        "By how sure each side was and what it could show: 0.45 for it, 0.30 against it, which is taken as 60 percent "
        "sure.",
        "Each argument counts how sure its author was, times the share of its citations that hold (0.50 where there "
        "were none to check), times the share of its statements that contradict none of its author.",
    ]
    assert details[2] == "Proponent, round 1, for: 0.90 sure × 0.50 for evidence × 1.00 for consistency = 0.45."
    assert details[-1] == "By the same links and another formula (DF-QuAD), neither side weighs clearly more."
    case = argument("round[1]/case[proponent]", "SUPPORT", 0.9)
    narrower = past_of(replace(case, data={**case.data, "wording": "No fees for children"}))
    assert "All the arguments counted for it defend only the narrower version." in told_of(outcome_of(debate, narrower))
    assert "Proponent, round 1, for a narrower version: 0.90 sure" in told_of(outcome_of(debate, narrower))
    graph = told_of(outcome_of(alter(debate, options={**debate.options, "verdict": "df-quad"}), past))
    assert graph.count("DF-QuAD") == 2, "what it comes to, and how it was calculated"
    undeclared = told_of(outcome_of(debate, past_of(replace(case, data={"confidence": 0.9}))))
    assert "0.00 for it, 0.00 against it" in undeclared
    assert "Each argument counts" not in undeclared
    none = past_of(replace(case, data={**case.data, "wording": "None."}))
    assert "narrower" not in told_of(outcome_of(debate, none))
    assert "in the end" not in told_of(outcome_of(debate, none))
    other = outcome_of(alter(debate, options={**debate.options, "verdict": "majority"}), past)
    assert other is not None
    assert "This is not what" not in told_of(other), "by majority it comes to the same"
    alone = outcome_of(debate, past_of(argument("round[1]/case[proponent]", "SUPPORT", 0.9)))
    assert alone is not None
    assert (alone.winner, alone.method, alone.score) == ("SUPPORT", "verdict: confidence", 1.0)


def test_what_a_debate_came_to_stands_where_the_gauge_would_be_empty() -> None:
    debate = alter(debate_of("proponent", "opponent", "moderator"), status="completed", format=FORMATS["proposition"])
    case = argument("round[1]/case[proponent]", "SUPPORT", 0.9)
    ruling = turn("round[1]/ruling[moderator]", "verdict", decision="OPPOSE", confidence=0.7, reasoning="it leaks")
    assert spoken_for(debate, past_of(case, ruling)) == (
        "Moderator decided against the proposition as put (70 percent sure).",
    )
    [weighed] = spoken_for(debate, past_of(case))
    assert weighed == "By how sure each side was and what it could show, the arguments for it weigh more."
    assert spoken_for(alter(debate, status="debating"), past_of(case)) == (), "something may still be measured"
    asked = turn("round[1]/question[ada]", "questions", items=[{"text": "Why now?"}, {"text": "Who pays?"}])
    told = turn(
        "round[1]/question[ada]/answer[ben]", "answers", items=[{"to": "Q1", "state": "answered", "quote": "Now"}]
    )
    assert spoken_for(debate, past_of(asked, told)) == ("1 of 2 questions answered.",)
    attack = turn("round[1]/attack[red]", "findings", items=[{"text": "It leaks"}, {"text": "It is slow"}])
    defence = turn("round[1]/defence[blue]", "patches", items=[{"answers": "A1", "text": "Sealed.", "closes": "yes"}])
    assert spoken_for(debate, past_of(attack, defence)) == ("1 of 2 attacks closed.",)
    one = turn("round[1]/question[ada]", "questions", items=[{"text": "Why now?"}])
    assert spoken_for(debate, past_of(one)) == ("The one question was not answered.",)
    assert spoken_for(debate, past_of(one, told)) == ("The one question was answered.",)
    one = turn("round[1]/attack[red]", "findings", items=[{"text": "It leaks"}])
    assert spoken_for(debate, past_of(one)) == ("The one attack is not closed.",)
    assert spoken_for(debate, past_of(one, defence)) == ("The one attack is closed.",)
    nothing = "Consensus was not measured: no judgement of anybody else's statement is recorded."
    assert spoken_for(debate, past_of()) == (nothing,)


@pytest.mark.parametrize(("reasoning", "told"), [("the deck decides", " The deck decides."), ("", "")])
def test_a_decision_is_told_as_a_sentence_wherever_stances_are(reasoning: str, told: str) -> None:
    debate = debate_of("proponent", "opponent", "moderator")
    past = past_of(turn("round[1]/ruling[moderator]", "verdict", decision="SUPPORT", reasoning=reasoning))
    [standing] = board_items(debate, past).standings
    assert standing.stance == f"The proposition is supported.{told}"
    assert not standing.held[0].position, "it is not told twice"
    [[moment]] = timelines(past).values()
    assert (moment.stance, moment.position) == (standing.stance, standing.stance)


def test_a_decision_that_changed_is_told_among_the_changes_of_position() -> None:
    debate = debate_of("proponent", "opponent", "moderator")

    def ruling(number: int, decision: str, **more: Any) -> Turn:
        return turn(f"round[{number}]/ruling[moderator]", "verdict", decision=decision, **more)

    past = past_of(
        ruling(1, "UNCERTAIN", confidence=0.55), ruling(2, "OPPOSE", confidence=0.66, reasoning="Nobody defends it.")
    )
    told = [line.told for line in result_of(debate, past).section(TURNED).lines]
    assert told[-2:] == [
        "1 change of position, by argument.",
        "Round 2: Moderator changed the decision from “undecided” (55 percent sure) to “against” (66 percent sure), "
        "because “Nobody defends it”.",
    ]
    bare = past_of(ruling(1, "SUPPORT"), ruling(2, "UNCERTAIN"))
    [move] = position_changes(debate, bare)
    assert move.account == "Moderator changed the decision from “for” to “undecided”."


def test_the_decision_comes_first_with_its_reason_what_it_leaves_open_and_what_was_defended_in_the_end() -> None:
    debate = debate_of("proponent", "opponent", "moderator", question="No fees")
    case = replace(argument("round[1]/case[proponent]", "SUPPORT", 0.9), text="Hardly any fees are right.")
    stands = [{"by": "proponent", "stance": "Hardly any fees", "quote": "Hardly any fees are right"}]
    ruling = turn(
        "round[1]/ruling[moderator]", "verdict", decision="SUPPORT", reasoning="it is cheap", open=["Who waits?"]
    )
    record = turn("round[1]/ledger[clerk]", "ledger", new=[], about=[], stands=stands)
    past = past_of(case, argument("round[1]/rebuttal[opponent]", "OPPOSE", 0.5), ruling, record)
    found = outcome_of(debate, past)
    assert found is not None
    assert [line.text for line in found.lines[:5]] == [
        "Moderator decided for the proposition as put.",
        "For this reason: It is cheap.",
        "Left open by Moderator:",
        "Who waits?",
        "The proposition as Proponent defended it in the end: Hardly any fees.",
    ]
    ended = alter(debate, status="max_rounds", why="the one round is over")
    [first, *_] = result_of(ended, past_of(case, ruling)).section(AGREED).lines
    assert (
        first.text == "Moderator decided for the proposition as put. The debate ended because its one round was used."
    )
    sure = past_of(case, replace(ruling, data={**ruling.data, "confidence": 0.72}))
    stopped = alter(debate, status="stopped", why="stopped by you")
    [first, *_] = result_of(stopped, sure).section(AGREED).lines
    assert first.text == "Moderator decided for the proposition as put (72 percent sure). Stopped by you."
    declared = past_of(replace(case, data={**case.data, "wording": "No fees for children"}), ruling)
    assert "defended it in the end: No fees for children." in told_of(outcome_of(debate, declared))
    same = past_of(replace(case, data={**case.data, "wording": "no fees."}), ruling)
    assert "in the end" not in told_of(outcome_of(debate, same))


def test_what_the_moderator_finds_right_stands_beside_what_sides_agree_on_and_apart_where_none_has_judged_it() -> None:
    stated = [statement(id, text) for id, text in (("P1", "It is cheap"), ("P2", "It is quick"), ("P3", "It is safe"))]
    said, kept = message_and_record("round[1]/case[proponent]", "Cheap, quick and safe", new=stated)
    reply = message_and_record("round[1]/rebuttal[opponent]", "Cheap it is", about=[deed("P1", "agrees")])
    ruled = "round[1]/ruling[moderator]"
    done = [
        deed("P1", "agrees", quote="cheap"),
        deed("P2", "disagrees", quote="not quick"),
        deed("P3", "partly", quote="safe by day", because="not at night"),
    ]
    ruling = turn(ruled, "verdict", decision="OPPOSE", text="cheap, not quick, safe by day, not at night")
    past = past_of(said, kept, *reply, ruling, record(ruled, about=done))
    debate = debate_of("proponent", "opponent", "moderator")
    debate = alter(debate, seats={**debate.seats, "moderator": replace(debate.seats["moderator"], role="Moderator")})
    found = result_of(debate, past)
    assert [line.text for line in found.section(COMMON).lines] == [
        "P1 It is cheap (Proponent and Opponent, no reason recorded; Moderator finds it right)"
    ]
    assert [line.text for line in found.section(WEIGHED).lines][-3:] == [
        "No judgement of a side is recorded of these:",
        "P2 It is quick (Moderator disputes it)",
        "P3 It is safe (Moderator accepts a part of it and disputes the rest)",
    ]
    rehearsed = alter(debate, seats={id: replace(seat, model="rehearsal:") for id, seat in debate.seats.items()})
    assert not any("of a side" in line.text for line in result_of(rehearsed, past).section(WEIGHED).lines)
    assert receipts_of(statements_of(past)["P1"])[1:] == [
        {"seat": "opponent", "turn": reply[0].path, "quote": "I say of P1 that it agrees"}
    ], "the Moderator's words are no agreement"


def test_what_a_side_accepts_in_part_is_told_with_its_words_and_never_as_judged_by_no_side() -> None:
    stated = [statement(f"P{n}", text) for n, text in enumerate(("It is cheap", "It is quick", "It is safe"), 1)]
    said, kept = message_and_record("round[1]/case[proponent]", "Cheap, quick and safe", new=stated)
    attack = statement("P4", "It burns", attacks=["P2", "P3"])
    part = deed("P1", "partly", quote="By day it is cheap.")
    reply = message_and_record("round[1]/rebuttal[opponent]", "By day it is cheap.", new=[attack], about=[part])
    ruled = "round[1]/ruling[moderator]"
    ruling = turn(ruled, "verdict", decision="OPPOSE", text="cheap and quick")
    past = past_of(said, kept, *reply, ruling, record(ruled, about=[deed("P1", "agrees"), deed("P2", "agrees")]))
    debate = debate_of("proponent", "opponent", "moderator")
    debate = alter(debate, seats={**debate.seats, "moderator": replace(debate.seats["moderator"], role="Moderator")})
    found = result_of(debate, past)
    assert [(line.text, line.below) for line in found.section(PARTLY).lines] == [
        ("P1 It is cheap (Proponent; Moderator finds it right)", False),
        ("Opponent accepts a part of it: “By day it is cheap.”", True),
    ], "words stand below what they are about"
    assert [line.text for line in found.section(WEIGHED).lines][-2:] == [
        "No judgement of a side is recorded of these:",
        "P2 It is quick (Moderator finds it right; attacked by P4 (It burns))",
    ]
    items = {item.key: item for item in point_items(statements_of(past).values(), debate.seats)}
    assert (items["P1"].label.word, items["P3"].label.word) == ("accepted in part", "no judgement recorded")
    assert items["P3"].note == "round 1, attacked by P4"
    guess = deed("P3", "assumes")
    guessed = message_and_record("round[2]/case[proponent]", "It is my guess", about=[guess])
    half = message_and_record(
        "round[2]/rebuttal[opponent]", "By day, yes.", about=[deed("P3", "partly", quote="By day")]
    )
    assumed = result_of(debate, past_of(*past, *guessed, *half)).section(ASSUMED).lines
    assert assumed[-1].text == "Opponent accepts a part of it: “By day”"


def test_an_agreement_whose_holder_attacks_it_by_a_link_is_told_with_that() -> None:
    said = message_and_record("round[1]/case[ada]", "Cheap", new=[statement("P1", "It is cheap")])
    agreed = message_and_record("round[1]/case[ben]", "Cheap it is", about=[deed("P1", "agrees")])
    attack = message_and_record("round[2]/case[ben]", "It costs more", new=[statement("P2", "More", attacks=["P1"])])
    found = result_of(debate_of("ada", "ben"), past_of(*said, *agreed, *attack))
    assert (
        found.section(COMMON).lines[0].text
        == "P1 It is cheap (Ada and Ben, no reason recorded, Ben also attacks it, with P2)"
    )


def test_a_wording_that_is_in_dispute_is_named_by_its_id_and_a_change_gives_it_whole() -> None:
    long = (
        "Fares go in 2028, provided that a costing of all lines is made before then, and that it shows that the yield "
    )
    long += "covers what a reserve for bad years and all of the added service take"
    again = "round[2]/case[proponent]"
    said, kept = message_and_record("round[1]/case[proponent]", "Fares go", new=[statement("P1", "Fares go")])
    dispute = deed("P1", "disagrees", quote="They stay", because="They stay")
    against = message_and_record("round[1]/rebuttal[opponent]", "They stay", about=[dispute])
    meant = deed("P1", "revises", quote="provided that", text=long, because="They stay")
    reworded = message_and_record(again, "They stay. Fares go, provided that it is paid", about=[meant])
    case = replace(reworded[0], gives="argument", data={"side": "SUPPORT", "confidence": 0.6, "wording": long})
    debate, past = debate_of("proponent", "opponent"), past_of(said, kept, *against, case, reworded[1])
    found = result_of(debate, past)
    assert found.section(WEIGHED).lines[0].text == (
        f"The proposition as Proponent defended it in the end: P1, which is in dispute: {long}."
    )
    told = f"Proponent revised P1, because “They stay”. Before: Fares go. Now: {long}."
    assert found.section(TURNED).lines[-1].text == told
    assert found.section(DISPUTED).lines[1].text == f"P1 Proponent: {long}"
    withdrawn = deed("P1", "withdraws", quote="I withdraw it")
    gone = past.add(turn("round[3]/case[proponent]", text="I withdraw it")).add(
        record("round[3]/case[proponent]", about=[withdrawn])
    )
    moves = [line.text for line in result_of(debate, gone).section(TURNED).lines]
    begun = at_clause(long)
    assert begun.endswith("before then […]")
    assert f"Proponent withdrew P1 ({begun})." in moves, "it stands whole above that"


def held_with_a_moderator() -> tuple[Debate, list[Turn]]:
    """A proposition that its advocate narrowed, and what its other side and the Moderator made of that."""

    def said(path: str, text: str, about: Any = (), new: Any = (), **data: Any) -> list[Turn]:
        gives = "verdict" if "decision" in data else "argument"
        return [turn(path, gives, text=text, **data), record(path, new=[*new], about=[*about])]

    text = "Trams go. A list. At night. The queue. It is rare."
    pro, con, rule = (f"round[{{}}]/{step}" for step in ("case[proponent]", "rebuttal[opponent]", "ruling[moderator]"))
    yes, no = {"side": "SUPPORT", "confidence": 0.7}, {"side": "OPPOSE", "confidence": 0.6}
    part = deed("P2", "partly", quote="A list", because="At night")
    turns = [
        *said(pro.format(1), text, new=[statement("P1", "Trams go")], **yes),
        *said(con.format(1), text, new=[statement("P2", "A list", attacks=["P1"], kind="decision")], **no),
        *said(rule.format(1), text, about=[deed("P1", "partly", quote="Trams go")], decision="UNCERTAIN"),
        *said(
            pro.format(2),
            text,
            about=[deed("P1", "revises", quote="At night", text="Trams go at night"), part],
            wording="Trams go at night",
            **yes,
        ),
        *said(
            con.format(2),
            text,
            about=[
                deed("P2", "revises", quote="A list", text="An open list"),
                deed("P1", "disagrees", quote="The queue", because="The queue"),
            ],
            new=[statement("P3", "The queue", attacks=["P1"])],
            **no,
        ),
        *said(
            rule.format(2),
            text,
            about=[deed("P3", "agrees", quote="The queue"), deed("P1", "agrees", quote="At night")],
            new=[statement("P4", "It is rare", attacks=["P3"])],
            decision="OPPOSE",
        ),
    ]
    debate = debate_of("proponent", "opponent", "moderator")
    moderator = replace(debate.seats["moderator"], role="Moderator")
    return alter(debate, seats={**debate.seats, "moderator": moderator}), turns


def test_what_was_narrowed_is_weighed_by_who_judged_which_version() -> None:
    debate, turns = held_with_a_moderator()
    told = told_of(outcome_of(debate, past_of(*turns)))
    assert "Some of the arguments counted for it defend only the narrower version." in told
    heads = "Counting heads, the decision included: 1 for (Proponent, for a narrower version), 2 against ("
    assert f"{heads}Opponent, after it was narrowed; Moderator, on the proposition as put)." in told
    before = told_of(outcome_of(debate, past_of(*turns[:8])))
    assert "1 for (Proponent, for a narrower version), 1 against (Opponent, before it was narrowed)." in before
    nobody = told_of(outcome_of(debate, past_of(*turns[:2], *turns[6:8])))
    assert "1 for (Proponent, for a narrower version), 0 against." in nobody


def test_what_a_moderator_adds_to_what_they_find_right_attacks_nothing() -> None:
    debate, turns = held_with_a_moderator()
    over = alter(debate, status="max_rounds", why="all 2 rounds are over")
    found = result_of(over, past_of(*turns))
    assert [line.text for line in found.section(WEIGHED).lines][-2:] == [
        "Proponent had no turn left to answer these:",
        "P3 The queue (Moderator finds it right)",
    ]
    more = record("round[2]/rebuttal[opponent]", new=[statement("P5", "A list")])
    told = [line.text for line in result_of(over, past_of(*turns, more)).section(WEIGHED).lines]
    assert told[-2:] == ["P3 The queue (Moderator finds it right)", "P5 A list"], "all of that turn"
    going = result_of(debate, past_of(*turns)).section(WEIGHED).lines
    assert going[-2].text == "No judgement of a side is recorded of these:"
    crowd = alter(over, seats={**over.seats, **debate_of("ada", "ben", "cy").seats})
    crowded = result_of(crowd, past_of(*turns)).section(WEIGHED).lines
    assert crowded[-2].text == "The others had no turn left to answer these:"
    labels = "nothing that still stands speaks against P3; something that still stands speaks against P1."
    assert any(labels in line.text for line in found.section(ARITHMETIC).lines)
    rough = "The one statement on which others took a side is not agreed (95% interval 1 to 84)."
    assert found.section(ARITHMETIC).lines[-1].text == rough
    lit = message_and_record("round[3]/case[proponent]", "Lit", new=[statement("P5", "It is lit", attacks=["P3"])])
    words = told_of(outcome_of(debate, past_of(*turns, *lit)))
    assert "disputed, though no other statement speaks against them, are P1" in words, (
        "its attack is attacked, and its dispute stands"
    )


def test_a_proposal_stays_in_sight_when_it_is_reworded_and_only_the_last_judgement_of_a_neutral_counts() -> None:
    debate, turns = held_with_a_moderator()
    assert [line.text for line in result_of(debate, past_of(*turns)).section(DISPUTED).lines] == [
        "P1 Proponent: Trams go at night",
        "Opponent disputes it: “The queue”",
        "Moderator finds it right: “At night”",
        "Reworded after a dispute; what the others make of the new wording is not recorded:",
        "P2 Opponent: An open list",
        "Proponent accepts a part of its earlier wording: “A list”; objects: “At night”",
    ]
    bare = past_of(*turns[:-1], record("round[2]/ruling[moderator]", about=[deed("P1", "agrees", quote="")]))
    assert "Moderator finds it right" in [line.text for line in result_of(debate, bare).section(DISPUTED).lines]


def test_a_declared_side_is_told_without_other_words_beside_it() -> None:
    def stands(path: str, side: str, words: str) -> list[Turn]:
        stand = [{"by": "opponent", "stance": side, "quote": words}]
        made = turn(path, "argument", text="Two objections stay.", side="OPPOSE", confidence=0.5)
        return [made, record(path, stands=stand)]

    debate, path = debate_of("proponent", "opponent"), "round[1]/rebuttal[opponent]"
    opposed, against = (
        ("oppose", "The proposition is opposed.", ""),
        ("Not by day", "Not by day", "Two objections stay"),
    )
    for side, said, words in (opposed, against):
        [line] = [
            line
            for line in result_of(debate, past_of(*stands(path, side, "Two objections stay"))).section(TURNED).lines
            if line.stage == "first"
        ]
        assert (line.text, [place.words for place in line.places]) == (said, [words])


def test_what_a_moderator_decided_is_the_outcome_where_nobody_declared_a_side() -> None:
    debate = debate_of("proponent", "moderator")
    ruling = turn("round[1]/ruling[moderator]", "verdict", decision="OPPOSE", confidence=0.87)
    past = past_of(turn("round[1]/case[proponent]", "say", text="My case."), ruling)
    found = outcome_of(debate, past)
    assert found is not None
    assert (found.winner, found.method, found.score, found.confidence) == ("OPPOSE", "ruling", None, 0.87)
    assert told_of(found) == "Moderator decided against the proposition as put (87 percent sure)."
    assert outcome_of(debate, past_of(turn("ruling[moderator]", "verdict", text="It depends."))) is None


def test_checked_citations_and_contradictions_are_said_of_each_argument() -> None:
    stated = [statement("P1", "It is safe"), {**statement("P2", "It is unsafe"), "attacks": ["P1"]}]
    said, kept = message_and_record("round[1]/case[proponent]", "It is safe. It is unsafe", new=stated)
    cited = turn(f"{said.path}/evidence[sources]", "evidence", items=[{"status": "verified", "citation": "a.py:1"}])
    past = past_of(replace(said, gives="argument", data={"side": "SUPPORT", "confidence": 0.5}), cited, kept)
    text = told_of(outcome_of(debate_of("proponent", "opponent"), past))
    assert "0.50 sure × 1.00 for evidence × 0.50 for consistency = 0.25." in text
    assert "could be checked" not in text
    assert "not assessed" not in text


def letters_of(debate: Debate, *turns: Turn) -> dict[str, dict[str, str]]:
    """Under which letter each ranker sees whom."""
    past = past_of(*turns)
    return {seat: letters(At(debate=debate, path=f"ranking[{seat}]", past=past)) for seat in debate.seats}


def opinions() -> list[Turn]:
    return [replace(answer(seat, f"{seat}’s answer"), path=f"opinion[{seat}]") for seat in ("ada", "ben", "cy")]


def test_statements_that_attack_one_another_are_in_out_or_undecided() -> None:
    def said(path: str, side: str, text: str, *new: dict[str, Any]) -> list[Turn]:
        message, *records = message_and_record(path, text, new=list(new))
        return [replace(message, gives="argument", data={"side": side, "confidence": 0.5}), *records]

    pro, con = "round[1]/case[proponent]", "round[1]/rebuttal[opponent]"
    past = past_of(
        *said(
            pro, "SUPPORT", "It is cheap. It is quick.", statement("P1", "It is cheap"), statement("P2", "It is quick")
        ),
        *said(
            con,
            "OPPOSE",
            "It is dear. It is loud.",
            {**statement("P3", "It is dear"), "attacks": ["P1"]},
            statement("P4", "It is loud"),
        ),
    )
    told = told_of(outcome_of(debate_of("proponent", "opponent"), past))
    stands = "Where statements speak against one another: nothing that still stands speaks against P3"
    assert f"{stands}; something that still stands speaks against P1." in told
    alone = past_of(*said(pro, "SUPPORT", "It is cheap.", statement("P1", "It is cheap")))
    assert "speak against one another" not in told_of(outcome_of(debate_of("proponent", "opponent"), alone))


def test_a_council_elects_an_answer_and_says_what_other_rules_would_elect() -> None:
    debate = council(vote="borda")
    seen = letters_of(debate, *opinions())
    votes = {"ada": ("ben", "cy"), "ben": ("cy", "ada"), "cy": ("ben", "ada")}
    past = past_of(*opinions(), *(ranking(who, *(seen[who][one] for one in order)) for who, order in votes.items()))
    found = outcome_of(debate, past)
    assert found is not None
    assert (found.winner, found.method) == ("Ben", "vote: borda")
    assert found.score == pytest.approx(2 / 3)
    assert told_of(found).startswith("Borda, 3 voters: the answer of Ben wins (Ben: 4, ")
    fitting = outcome_of(alter(debate, options={**debate.options, "vote": "fitting"}), past)
    assert fitting is not None
    assert fitting.method == "vote: weighted"


def test_whoever_reads_a_text_about_letters_is_told_whom_they_stand_for() -> None:
    debate = council()
    chair = turn("conclusion/chair[ben]", "synthesis", text="A is right.", decision="As Response A says.")
    past = past_of(*opinions(), replace(chair, data={**chair.data, "minority": "Response B's: it is dear."}))
    called = letters_in(debate, past, next(past.newest()))
    names = {letter: debate.seats[seat].name for letter, seat in called.items()}
    found = result_of(debate, past)
    [line] = found.section(WEIGHED).lines
    assert line.text == f"In the synthesis, A is {names['A']} and B is {names['B']}.", "each letter, also within prose"
    assert (found.answer, found.section(MINORITY).text) == (f"As {names['A']} says.", f"{names['B']}'s: it is dear.")
    silent = past_of(*opinions(), replace(chair, text="All are right.", data={}))
    assert not result_of(debate, silent).section(WEIGHED).lines


def test_a_reason_that_calls_an_option_by_its_number_is_told_with_whose_it_is() -> None:
    debate = debate_of("ada", "ben", "cy")
    works = [turn(f"work[{who}]", "artifact", text=f"# By {who}") for who in ("ada", "ben")]
    first, _ = slate_of(At(debate=debate, path="vote[cy]", past=past_of(*works)))
    reason = "Option 1 is short, which Option 10 is not"
    past = past_of(*works, turn("vote[cy]", "ballot", choice="Option 1", reason=reason))
    assert f"“{reason}” (Option 1 is by {first.authors[0].title()}.)" in told_of(outcome_of(debate, past))
    assert "is by" not in told_of(
        outcome_of(debate, past_of(*works, turn("vote[cy]", "ballot", choice="Option 1", reason="So.")))
    )


def test_each_ballot_is_shown_with_its_reasons_and_whom_its_letters_stand_for() -> None:
    debate = council(vote="borda")
    seen = letters_of(debate, *opinions())
    ben, cy = seen["ada"]["ben"], seen["ada"]["cy"]
    reasons = [f"{ben}: is careful, unlike {cy}.", f"Response {cy} has no figures."]
    vote = ranking("ada", ben, cy)
    past = past_of(*opinions(), replace(vote, data={**vote.data, "because": reasons}))
    result = result_of(debate, past)
    said = [line.told for line in result.section(WEIGHED).lines]
    key = " and ".join(f"{letter} is {name}" for letter, name in sorted(((ben, "Ben"), (cy, "Cy"))))
    assert said[1:5] == [
        "Ranking of Ada: Ben > Cy.",
        f"On Ben’s answer: “is careful, unlike {cy}.”",
        f"“Response {cy} has no figures.”",
        f"In these words, {key}.",
    ]
    assert [line.below for line in result.section(WEIGHED).lines][1:5] == [False, True, True, True], "each with its own"
    assert [line.lead for line in result.alternatives] == ["Ada", "Cy"], "the answer that won is no alternative"
    quoted = [{"seat": each.seat, "turn": each.path, "quote": each.data["position"]} for each in opinions()]
    one = [{"theme": "one", "text": "All say the same.", "seats": ["ada", "ben", "cy"], "receipts": quoted}]
    alike = past_of(*opinions(), turn("baseline[clerk]", "agreement", level=0.9, clusters=one))
    assert result_of(debate, alike).alternatives == ()
    tallied = {line.lead: line.text for line in result.section("The same votes under every rule").lines}
    assert tallied["Approval"].endswith("each vote is taken to approve of its first choice alone.")
    assert result.sections[-1].title == "The same votes under every rule", "after everything else"


@pytest.mark.parametrize(
    ("reason", "read"),
    [
        ("A telephone number deters less than it says. A pool that closes is not lost.", False),
        ("It is what I had left out, and “A bridge is dear.” is right.", False),
        ("It is written in C++, at level A-1, and no vitamin-B is in it.", False),
        ("A is clearer, and so is B.", True),
        ("It is right that A overstates it.", True),
        ("A: it is dear.", False),
        ("Response A is dear.", True),
        ("No figures, unlike A, which has them.", True),
    ],
)
def test_the_key_to_the_letters_appears_where_one_is_a_label_and_no_word(reason: str, read: bool) -> None:
    debate = council(vote="borda")
    seen = letters_of(debate, *opinions())
    vote = ranking("ada", seen["ada"]["ben"], seen["ada"]["cy"])
    past = past_of(*opinions(), replace(vote, data={**vote.data, "because": [reason]}))
    assert ("In these words, " in told_of(outcome_of(debate, past))) is read


def test_beside_the_answer_that_won_stands_whose_the_recommendation_names() -> None:
    """By its labels alone: what it takes from whom in prose, no rule can tell."""
    debate, seen = council(vote="borda"), letters_of(council(), *opinions())
    votes = (ranking("ada", seen["ada"]["ben"], seen["ada"]["cy"]),)

    def told(decision: str) -> list[str]:
        chair = turn("conclusion/chair[cy]", "synthesis", text=decision, decision=decision)
        lines = result_of(debate, past_of(*opinions(), *votes, chair)).section(WEIGHED).lines
        return [line.told for line in lines if "that won" in line.told]

    [won] = [each.data["position"] for each in opinions() if each.seat == "ben"]
    begins = f"The answer that won, of Ben: “{won}”. The recommendation above is by Cy, "
    assert told("Do something else.") == [f"{begins}who had no vote."]
    unanimous = dict(by_every_rule(debate, past_of(*opinions(), *votes)))["Unanimity"]
    assert unanimous.endswith("; nobody has a vote on an answer of their own.")
    past = past_of(*opinions(), *votes, turn("conclusion/chair[cy]", "synthesis"))
    called = letters_in(debate, past, next(past.newest()))
    [letter] = [letter for letter, seat in called.items() if seat == "ada"]
    assert told(f"As Response {letter} says.") == [f"{begins}and names the answer of Ada."]
    assert told(str(won)) == [], "it is the recommendation"


def test_what_a_synthesis_quotes_keeps_its_letters() -> None:
    debate = council()
    chair = turn("conclusion/chair[ben]", "synthesis", text="So be it.", decision="As it says: “Response A is dear.”")
    assert result_of(debate, past_of(*opinions(), chair)).answer == "As it says: “Response A is dear.”"


def test_the_author_of_an_answer_is_its_author_and_not_of_somebody() -> None:
    debate, chair = council(), turn("conclusion/chair[ben]", "synthesis", text="So be it.")
    called = letters_in(debate, past_of(*opinions(), chair), chair)
    letter, seat = next(iter(called.items()))
    name = debate.seats[seat].name or seat
    said = f"The author of Response {letter}: it is dear. Response {letter} shows it, says the author of Response Z."
    told = f"{name}: it is dear. {name} shows it, says the author of Response Z."
    assert with_names(said, called, debate.seats) == told


def test_an_outvoted_council_says_by_what_a_weighted_vote_weighs() -> None:
    debate, past = council(vote="borda"), circle()
    told = dict(by_every_rule(debate, past))
    assert told["Weighted"].endswith("; all votes weigh the same.")
    assert told["Condorcet"].startswith("No answer beats each of the others; by Borda: ")
    sure = past_of(*(replace(one, data={**one.data, "confidence": 0.5}) for one in opinions()), *list(past)[3:])
    assert dict(by_every_rule(debate, sure))["Weighted"].endswith("by how sure its voter was.")
    track = Track(debates=ENOUGH, right=0.5, sure=0.5, brier=0.25)
    known = past_of(*opinions(), *(replace(one, model="toy:a") for one in list(past)[3:]))
    told = dict(by_every_rule(alter(debate, tracks={"toy:a": track}), known))
    assert told["Weighted"].endswith("; each vote weighs by the track record of its model.")


def circle() -> Past:
    seen = letters_of(council(), *opinions())
    votes = {"ada": ("ben", "cy"), "ben": ("cy", "ada"), "cy": ("ada", "ben")}
    return past_of(*opinions(), *(ranking(who, *(seen[who][one] for one in order)) for who, order in votes.items()))


def test_a_circle_a_tie_and_a_void_ballot_are_said() -> None:
    debate = council(vote="condorcet")
    seen = letters_of(debate, *opinions())
    votes = {"ada": ("ben", "cy"), "ben": ("cy", "ada"), "cy": ("ada", "ben")}
    past = past_of(*opinions(), *(ranking(who, *(seen[who][one] for one in order)) for who, order in votes.items()))
    said = told_of(outcome_of(debate, past))
    assert "completed by Borda" in said
    assert "3 voters: Ada, Ben and Cy are tied (" in said
    assert "wins" not in said
    assert "The debate's seed drew " in said
    void = past_of(*opinions(), ranking("ada", "Q"))
    found = outcome_of(debate, void)
    assert found is not None
    assert (found.winner, found.score) == ("", None)
    assert "The ballot of Ada does not count: it names nothing" in told_of(found)


def test_what_is_stored_of_an_outcome_is_the_same_whatever_language_the_person_reads() -> None:
    debate = debate_of("ada", "ben", "cy", choices=["Red", "Green"], vote="plurality")
    past = past_of(*(turn(f"vote[{who}]", "ballot", choice="Red") for who in ("ada", "ben", "cy")))
    speak(PseudoLanguage())
    try:
        found = summary_of(debate, past, progress_of(debate, past))
    finally:
        speak(None)
    assert (found.winner, found.method, found.verdict_score, found.confidence) == ("Red", "vote: plurality", 1.0, 1.0)


def test_a_ranking_that_leaves_out_an_answer_does_not_count_and_that_is_said() -> None:
    debate = council(vote="weighted")
    seen = letters_of(debate, *opinions())
    cast = [
        ranking("ada", seen["ada"]["ben"]),
        ranking("ben", seen["ben"]["cy"], seen["ben"]["ada"]),
        ranking("cy", seen["cy"]["ada"], seen["cy"]["ben"]),
    ]
    past = past_of(*opinions(), *cast)
    said = told_of(outcome_of(debate, past))
    assert said.startswith("Weighted, 2 voters")
    assert "The ranking of Ada does not count: it leaves out an answer that they were shown." in said
    ranks = mean_ranks(At(debate=debate, path="", past=past))
    assert ranks == {"ada": 1.5, "ben": 2.0, "cy": 1.0}, "of two rankings"
    mended = ranking("ada", seen["ada"]["ben"], seen["ada"]["cy"])
    assert "does not count" not in told_of(outcome_of(debate, past_of(*opinions(), *cast, mended)))


def test_other_rules_are_said_to_tie_where_they_do_and_who_is_not_sure_where_that_weighs() -> None:
    debate = debate_of("ada", "ben", "cy", choices=["Red", "Green"], vote="weighted")
    votes = [("ada", "Red", 0.9), ("ben", "Green", 0.2), ("cy", "Green", None)]
    cast = [turn(f"vote[{who}]", "ballot", choice=one, confidence=sure) for who, one, sure in votes]
    three = told_of(outcome_of(debate, past_of(*cast)))
    assert "Cy did not say how sure they are, so no vote has more weight" in three
    two = told_of(outcome_of(debate, past_of(*cast[:2])))
    assert "Red and Green would tie by Plurality, " in two
    assert "Nobody would win by Majority and Unanimity." in two


@pytest.mark.parametrize(
    ("positions", "winner", "method", "score"),
    [
        (("Yes", "Yes", "No"), "Yes", "positions", 2 / 3),
        (("Yes", "No", "Maybe"), "", "positions", None),
        (("Yes", "Yes", "Yes"), "Yes", "positions", 1.0),
    ],
)
def test_answers_come_to_what_most_of_them_say(
    positions: tuple[str, ...], winner: str, method: str, score: float | None
) -> None:
    debate = debate_of("ada", "ben", "cy")
    past = past_of(*(answer(seat, one) for seat, one in zip(debate.seats, positions, strict=True)))
    found = outcome_of(debate, past)
    assert found is not None
    assert (found.winner, found.method, found.score) == (winner, method, score)


def test_figures_come_to_their_median_and_prose_to_nothing() -> None:
    debate = debate_of("ada", "ben")
    figures = [
        answer(seat, f"{number} %", value={"kind": "number", "value": number, "unit": "%"})
        for seat, number in (("ada", 10), ("ben", 20))
    ]
    found = outcome_of(debate, past_of(*figures))
    assert found is not None
    assert (found.winner, found.method) == ("15 %", "median")
    assert outcome_of(debate, past_of(turn("turn[ada]", text="Well."))) is None


def test_a_rehearsal_decides_nothing() -> None:
    debate = debate_of("proponent", "opponent")
    seats = {id: replace(seat, model="rehearsal:toy") for id, seat in debate.seats.items()}
    past = past_of(argument("round[1]/case[proponent]", "SUPPORT", 0.9))
    assert outcome_of(alter(debate, seats=seats), past) is None


def test_how_it_is_weighed_can_be_changed_where_something_is_and_is_refused_elsewhere() -> None:
    proposition = FORMATS["proposition"]
    assert (reads(proposition, "verdict"), reads(FORMATS["dual"], "verdict")) == (True, False)
    assert (reads(FORMATS["council"], "vote"), reads(proposition, "vote")) == (True, False)
    debate = alter(debate_of("ada"), format=proposition, options=dict(proposition.options))
    assert set_option(debate, SetOption(name="verdict", value="majority"))
    with pytest.raises(DisputatioError, match="There is no verdict 'coin'"):
        set_option(debate, SetOption(name="verdict", value="coin"))
    with pytest.raises(DisputatioError, match="does not use vote"):
        checked_options(FORMATS["dual"], {"vote": "borda"})


def compared(**winners: str) -> list[Turn]:
    plans = [turn(f"plan[{seat}]", "artifact", text=f"# {seat}") for seat in ("ada", "ben")]
    reason = "It is tested."
    return plans + [
        turn(f"round[1]/judging[{order}]/judgement[cy]", "comparison", winner=winner, reason=reason)
        for order, winner in winners.items()
    ]


@pytest.mark.parametrize(
    ("winners", "winner", "said"),
    [
        (
            {"ab": "B", "ba": "A"},
            "Ben",
            "Cy finds the proposal of Ben better, in both orders. It is tested. (A is by Ben; B is by Ada.)",
        ),
        ({"ab": "A", "ba": "B"}, "Ada", "Cy finds the proposal of Ada better, in both orders."),
        ({"ab": "A", "ba": "A"}, "", "Cy decides otherwise in the other order: a tie."),
        ({"ab": "tie", "ba": "tie"}, "", "Cy finds neither better, in both orders."),
        ({"ab": "A"}, "Ada", "Cy finds the proposal of Ada better, in one order."),
    ],
)
def test_a_judge_has_found_one_better_only_if_both_orders_agree(
    winners: dict[str, str], winner: str, said: str
) -> None:
    found = outcome_of(debate_of("ada", "ben", "cy"), past_of(*compared(**winners)))
    assert found is not None
    assert (found.winner, found.method) == (winner, "judge")
    assert told_of(found).startswith(said)


def test_a_vote_decides_and_the_judge_is_told_beside_it() -> None:
    debate = debate_of("ada", "ben", "cy", choices=["build", "buy"])
    votes = [turn(f"vote[{seat}]", "ballot", choice="buy") for seat in ("ada", "ben")]
    found = outcome_of(debate, past_of(*compared(ab="B", ba="A"), *votes))
    assert found is not None
    assert (found.winner, found.method) == ("buy", "vote: unanimous")
    assert "Cy finds the proposal of Ben better" in told_of(found)
