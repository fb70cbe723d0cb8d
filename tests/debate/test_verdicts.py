"""The verdict on a proposition, by each strategy (SPEC VERDICT.1): worked by hand, and what it never does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from disputatio.debate.board.verdict import STRATEGIES, Verdict, decision_of, labelled, miscalculates, verdict_of
from disputatio.debate.log.turns import Turn
from disputatio.testing.boards import deed, message_and_record, past_of, record, statement, turn

PRO, CON, CRITIC = "round[1]/case[proponent]", "round[1]/rebuttal[opponent]", "round[1]/voice[critic]"


def case(path: str, side: str, confidence: float, text: str = "My case.") -> Turn:
    return turn(path, "argument", text=text, side=side, confidence=confidence)


def checked(path: str, verified: int, failed: int) -> Turn:
    items = [{"status": "verified", "citation": "a.py:1"}] * verified + [
        {"status": "misquoted", "citation": "b"}
    ] * failed
    return turn(f"{path}/evidence[sources]", "evidence", items=items, of=path)


def found(*turns: Turn, strategy: str = "confidence") -> Verdict:
    verdict = verdict_of(past_of(*turns), strategy)
    assert verdict is not None
    return verdict


def test_without_a_case_there_is_no_verdict() -> None:
    assert verdict_of(past_of(turn("round[1]/case[proponent]", "say", text="A speech."))) is None
    assert verdict_of(past_of(replace(case(PRO, "SUPPORT", 0.9), heard="room:x"))) is None


def test_a_side_is_as_strong_as_confidence_times_evidence_times_consistency() -> None:
    verdict = found(case(PRO, "SUPPORT", 0.8), checked(PRO, 3, 1), case(CON, "OPPOSE", 0.9), checked(CON, 1, 3))
    assert verdict.strengths == pytest.approx({"SUPPORT": 0.8 * 0.75, "OPPOSE": 0.9 * 0.25})
    assert verdict.decision == "SUPPORT"
    assert verdict.confidence == pytest.approx(0.6 / (0.6 + 0.225))
    assert verdict.checked
    assert not verdict.recorded, "nobody recorded a statement"
    unchecked = found(case(PRO, "SUPPORT", 0.8), case(CON, "OPPOSE", 0.6), checked(CON, 1, 3))
    assert unchecked.strengths == pytest.approx({"SUPPORT": 0.8 * 0.5, "OPPOSE": 0.6 * 0.25}), "nothing to check: half"


def test_a_side_needs_the_lead_and_is_never_surer_than_the_most() -> None:
    assert decision_of({"SUPPORT": 1.19, "OPPOSE": 1.0}) == ("UNCERTAIN", 0.5)
    assert decision_of({"SUPPORT": 1.0, "OPPOSE": 1.2})[0] == "OPPOSE"
    assert decision_of({"SUPPORT": 1.0, "OPPOSE": 0.0}) == ("SUPPORT", 0.95)
    assert decision_of({"SUPPORT": 0.0, "OPPOSE": 0.0}) == ("UNCERTAIN", 0.5)


def test_others_count_for_the_side_that_they_declare_and_else_only_inform() -> None:
    both = case(PRO, "SUPPORT", 0.8), case(CON, "OPPOSE", 0.8)
    assert found(*both, case(CRITIC, "NEITHER", 1.0)).decision == "UNCERTAIN"
    assert found(*both, case(CRITIC, "OPPOSE", 0.9)).decision == "OPPOSE"
    assert {one.seat for one in found(*both, case(CRITIC, "NEITHER", 1.0)).arguments} == {"proponent", "opponent"}


def test_by_evidence_only_what_was_verified_counts() -> None:
    turns = case(PRO, "SUPPORT", 1.0), case(CON, "OPPOSE", 0.1), checked(CON, 1, 1)
    assert found(*turns, strategy="evidence").strengths == {"SUPPORT": 0, "OPPOSE": 0.5}
    assert found(*turns[:2], strategy="evidence").decision == "UNCERTAIN", "nothing was checked"


def test_by_majority_each_counts_once_as_they_spoke_last_and_more_than_half_is_needed() -> None:
    turns = (
        case(PRO, "SUPPORT", 0.9),
        case(CON, "OPPOSE", 0.9),
        case("round[2]/case[proponent]", "SUPPORT", 0.9),
    )
    assert found(*turns, strategy="majority").decision == "UNCERTAIN"
    ruling = turn("round[2]/ruling[moderator]", "verdict", decision="OPPOSE", confidence=0.7)
    verdict = found(*turns, ruling, strategy="majority")
    assert (verdict.decision, verdict.confidence) == ("OPPOSE", pytest.approx(2 / 3))
    undecided = turn("round[2]/ruling[moderator]", "verdict", decision="?", confidence=0.7)
    assert found(*turns, undecided, strategy="majority").decision == "UNCERTAIN"


def test_what_contradicts_itself_or_calculates_wrongly_counts_less() -> None:
    text = "It is safe. It is not safe at night. Two lamps cost 2 * 40 = 90 euros. It is lit."
    stated = [
        statement("P1", "It is safe"),
        {**statement("P2", "It is not safe at night"), "attacks": ["P1"]},
        statement("P3", "Two lamps cost 2 * 40 = 90 euros"),
        statement("P4", "It is lit"),
    ]
    said = replace(
        message_and_record(PRO, text, new=stated)[0], gives="argument", data={"side": "SUPPORT", "confidence": 1.0}
    )
    verdict = found(said, *message_and_record(PRO, text, new=stated)[1:])
    assert verdict.recorded
    assert [one.consistency for one in verdict.arguments] == [0.5]
    advice = {"kind": "decision"}
    light = [
        {**statement("P1", "Light it"), **advice},
        {**statement("P2", "It is not safe at night"), "attacks": ["P1"]},
    ]
    verdict = found(said, *message_and_record(PRO, text, new=light)[1:])
    assert [one.consistency for one in verdict.arguments] == [1.0], "a caveat against one's own advice is an admission"
    verdict = found(said, *message_and_record(PRO, text, new=[light[0], {**light[1], **advice}])[1:])
    assert [one.consistency for one in verdict.arguments] == [0.5]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("12 + 7 = 19", False),
        ("12 + 7 = 20", True),
        ("3 × 4 = 12 and 10 − 2 = 7", True),
        ("10 / 3 = 3.33", False),
        ("10 / 3 = 3.4", True),
        ("5 / 0 = 0", True),
        ("1 + 2 + 3 = 6", False),
        ("2 * 40 = 80%", False),
        ("x = 3", False),
        ("2024/25 = 80.96 years", False),
    ],
)
def test_a_sum_of_two_numbers_is_checked_and_nothing_else(text: str, wrong: bool) -> None:
    assert miscalculates(text) is wrong


def test_by_arguments_statements_act_through_those_that_they_are_about() -> None:
    pro = message_and_record(PRO, "It is cheap", new=[statement("P1", "It is cheap")])
    con = message_and_record(
        CON,
        "It is slow. It is loud. The price excludes support.",
        new=[
            statement("P2", "It is slow"),
            statement("P4", "It is loud"),
            {**statement("P3", "The price excludes support"), "attacks": ["P1"]},
        ],
    )
    turns = [
        replace(pro[0], gives="argument", data={"side": "SUPPORT", "confidence": 0.1}),
        *pro[1:],
        replace(con[0], gives="argument", data={"side": "OPPOSE", "confidence": 0.1}),
        *con[1:],
    ]
    reason = {**statement("P5", "It lasts ten years"), "supports": ["P1"]}
    more = message_and_record("round[2]/case[proponent]", "It lasts ten years", new=[reason])
    backed = found(*turns[:2], *more, strategy="argumentation")
    weakened = found(*turns, *more, strategy="argumentation")
    assert backed.decision == "SUPPORT"
    assert weakened.strengths["SUPPORT"] < backed.strengths["SUPPORT"], "what speaks for it is attacked"
    assert sum(weakened.strengths.values()) == pytest.approx(1)
    unlinked = [*turns[:2], *message_and_record(CON, "It is slow. It is loud.", new=[statement("P2", "It is slow")])]
    alone = found(*unlinked, strategy="argumentation")
    assert alone.strengths["SUPPORT"] == 0.5, "what nobody linked may speak for the other side"


def test_an_objection_that_its_author_let_go_of_attacks_nothing_any_more() -> None:
    pro = message_and_record(PRO, "It is cheap", new=[statement("P1", "It is cheap")])
    con = message_and_record(CON, "It is dear", new=[{**statement("P2", "It is dear"), "attacks": ["P1"]}])
    met = message_and_record("round[2]/rebuttal[opponent]", "That was met", about=[deed("P2", "closes")])
    assert labelled(past_of(*pro, *con)) == {"P1": "out", "P2": "in"}
    assert labelled(past_of(*pro, *con, *met)) == {}


def test_an_attack_on_words_that_are_gone_or_that_was_conceded_since_refutes_nothing() -> None:
    text = "It is cheap. It is dear at night. I mean by day. By day it is."
    pro = message_and_record(PRO, text, new=[statement("P1", "It is cheap")])
    con = message_and_record(CON, text, new=[{**statement("P2", "It is dear at night"), "attacks": ["P1"]}])
    assert labelled(past_of(*pro, *con)) == {"P1": "out", "P2": "in"}
    again, later = "round[2]/case[proponent]", "round[2]/rebuttal[opponent]"
    meant = deed("P1", "revises", quote="I mean by day", text="It is cheap by day")
    assert labelled(past_of(*pro, *con, *message_and_record(again, text, about=[meant]))) == {}
    granted = message_and_record(later, text, about=[deed("P1", "agrees", quote="By day it is")])
    assert labelled(past_of(*pro, *con, *granted)) == {}


def test_what_is_linked_counts_in_the_sum_as_it_does_for_what_stands() -> None:
    text = "It is cheap. It is dear. I mean by day. By day it is. It lasts."

    def weighed(*turns: Turn) -> float:
        first, *others = turns
        pro = replace(first, gives="argument", data={"side": "SUPPORT", "confidence": 0.5})
        said = [
            replace(one, gives="argument", data={"side": "OPPOSE", "confidence": 0.5}) if one.path == CON else one
            for one in others
        ]
        return found(pro, *said, strategy="argumentation").strengths["SUPPORT"]

    pro = message_and_record(
        PRO, text, new=[statement("P1", "It is cheap"), statement("P3", "It lasts", supports=["P1"])]
    )
    con = message_and_record(CON, text, new=[statement("P2", "It is dear", attacks=["P1"])])
    con_text = "round[2]/rebuttal[opponent]"
    granted = message_and_record(con_text, text, about=[deed("P1", "agrees", quote="By day it is")])
    assert weighed(*pro, *con, *granted) == weighed(*pro), "its author has conceded what it attacks"
    meant = deed("P1", "revises", quote="I mean by day", text="It is cheap by day")
    reworded = message_and_record("round[2]/case[proponent]", text, about=[meant])
    assert weighed(*pro, *con, *reworded) == weighed(*pro, *reworded) == 0.5, "it was to words that nobody holds"
    own = [statement("P4", "It rusts", attacks=["P1"]), statement("P5", "It is new", supports=["P1"])]
    objected = message_and_record("round[1]/more[proponent]", text, new=own[:1])
    newer = message_and_record("round[2]/more[proponent]", text, new=own[1:])
    kept = weighed(*pro, *reworded, *newer)
    assert kept > 0.5, "the new wording has a reason"
    assert weighed(*pro, *objected, *reworded, *newer) == kept, "what they had against it themselves is not for it"


def test_an_answer_is_no_attack_in_the_sum_either_and_speaks_for_its_side() -> None:
    pro = message_and_record(PRO, "It is cheap", new=[statement("P1", "It is cheap")])
    con = message_and_record(CON, "It is dear", new=[statement("P2", "It is dear", attacks=["P1"])])
    pro, con = (
        (replace(said, gives="argument", data={"side": side, "confidence": 0.5}), *rest)
        for (said, *rest), side in ((pro, "SUPPORT"), (con, "OPPOSE"))
    )

    def weighed(**links: list[str]) -> float:
        more = message_and_record("round[2]/rebuttal[opponent]", "It rusts", new=[statement("P3", "It rusts", **links)])
        return found(*pro, *con, *more, strategy="argumentation").strengths["SUPPORT"]

    assert (
        labelled(past_of(*pro, *con, *message_and_record(CRITIC, "Hm", new=[statement("P3", "Hm", answers=["P2"])])))[
            "P1"
        ]
        == "out"
    )
    assert weighed(answers=["P1"]) < weighed(), "it speaks against the proposition, as its author does"
    assert weighed(answers=["P2"]) == weighed(answers=["P1"]), "and not against what it answers"
    assert weighed(attacks=["P2"]) > weighed(answers=["P2"])


def test_what_somebody_adds_who_finds_a_statement_right_is_no_attack_on_it() -> None:
    pro = message_and_record(PRO, "It is cheap", new=[statement("P1", "It is cheap")])
    path = "round[1]/ruling[moderator]"
    caveat = [statement("P2", "It may be dear", attacks=["P1"])]
    ruling = turn(path, "verdict", text="It is cheap. It may be dear", decision="SUPPORT")
    doubted = past_of(*pro, ruling, record(path, new=caveat))
    assert labelled(doubted) == {"P1": "out", "P2": "in"}
    upheld = past_of(*pro, ruling, record(path, new=caveat, about=[deed("P1", "agrees", quote="It is cheap")]))
    assert labelled(upheld) == {}


def test_how_sure_a_model_is_never_moves_the_argument_graph() -> None:
    first, second = (
        found(
            replace(
                message_and_record(PRO, "It is cheap", new=[statement("P1", "It is cheap")])[0],
                gives="argument",
                data={"side": "SUPPORT", "confidence": sure},
            ),
            *message_and_record(PRO, "It is cheap", new=[statement("P1", "It is cheap")])[1:],
            strategy="argumentation",
        ).strengths
        for sure in (0.1, 1.0)
    )
    assert first == second


def test_every_strategy_is_tried_on_the_same_record() -> None:
    turns = case(PRO, "SUPPORT", 0.8), case(CON, "OPPOSE", 0.3), record(CON)
    assert [found(*turns, strategy=one).strategy for one in STRATEGIES] == list(STRATEGIES)
