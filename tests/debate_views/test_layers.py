"""The layered result of a round: the fields of SPEC LAYERS.1, what they are made of, and what is not made up."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import pytest

from disputatio.debate.errors import Refused
from disputatio.debate.log.events import ToolUse, TurnAbstained, TurnAsked, TurnCompleted
from disputatio.debate.log.evolve import evolve, fold
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.stability import stability_of
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.views.analysis import dated
from disputatio.debate.views.board_view import board_items
from disputatio.debate.views.charts import agreement_lines
from disputatio.debate.views.layers import (
    MOST_CONFLICTS,
    Conflict,
    Decision,
    EvidenceLayer,
    Layers,
    Metadata,
    Stance,
    layer_lines,
    layers_of,
    rounds_in,
    sides_of,
)
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.responses import POINT, AgentResponse, EvidenceUsed
from disputatio.debate.views.score import scores_of
from disputatio.debate.views.statements import point_items
from disputatio.debate.walk.plan import Planner
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
from disputatio.testing.speakers import drive, formats_of, opening_event

FORMATS = formats_of(Path(__file__).parents[2] / "resources" / "formats")
ADA, BEN = "round[1]/say[ada]", "round[1]/say[ben]"
TABLE = debate_of("ada", "ben")
STATED = message_and_record(
    ADA, "It is cheap. It is quick.", new=[statement("P1", "It is cheap"), statement("P2", "It is quick")]
)


def judged(*deeds: dict[str, Any], path: str = BEN) -> tuple[Turn, ...]:
    return message_and_record(path, "I have looked at it.", about=list(deeds))


def asked(path: str, seat: str) -> TurnAsked:
    return TurnAsked(path=path, seat=seat, gives="say", task="say", heard="all", sees=(), model="toy:x", request="")


def layers(*turns: Turn, debate: Debate = TABLE, number: int | None = None) -> Layers:
    return layers_of("d1", debate, past_of(*turns), number)


def names(kind: type) -> list[str]:
    return [each.name for each in fields(kind)]


def test_the_fields_are_those_of_the_specification() -> None:
    assert names(Layers) == [
        *("sessionId", "topic", "roundNumber", "decision", "agentResponses", "evidence", "metadata"),
    ]
    assert names(Decision) == ["consensusLevel", "agreementScore", "actionRecommendation"]
    assert names(AgentResponse) == [
        *("agentId", "agentName", "position", "keyPoints", "confidence", "confidenceChange", "evidenceUsed"),
    ]
    assert names(EvidenceUsed) == ["webSearches", "citations", "toolCalls"]
    assert names(EvidenceLayer) == ["totalCitations", "verifiedCitations", "conflicts", "consensusSummary"]
    assert names(Metadata) == ["detailReference", "verificationHints", "hasMoreDetails"]
    found = asdict(layers(*STATED))
    assert found["decision"]["actionRecommendation"].keys() == {"type", "reason"}
    assert found["metadata"]["detailReference"] == {
        "tool": "get_round_details",
        "params": {"sessionId": "d1", "roundNumber": 1},
    }


def test_high_agreement_without_a_conflict_can_be_acted_on() -> None:
    found = layers(*STATED, *judged(deed("P1", "agrees"), deed("P2", "agrees"))).decision
    assert (found.consensusLevel, found.agreementScore) == ("high", 1.0)
    assert found.actionRecommendation.type == "proceed"


def test_an_open_conflict_is_to_be_read_whatever_the_agreement() -> None:
    found = layers(*STATED, *judged(deed("P1", "agrees"), deed("P2", "disagrees")))
    assert (found.decision.consensusLevel, found.decision.agreementScore) == ("medium", 0.5)
    assert found.decision.actionRecommendation.type == "query_detail"
    assert found.decision.actionRecommendation.reason == "50 percent agreed, and 1 point is contested."
    (conflict,) = found.evidence.conflicts
    assert conflict.issue == "It is quick"
    assert [side.agentId for side in conflict.positions] == ["ada", "ben"]
    assert conflict.positions[0].stance == "holds it"
    assert conflict.positions[1].stance.startswith("disagrees")
    assert "evidence.conflicts" in {hint.field for hint in found.metadata.verificationHints}


def analysis(level: float, *disagreements: dict[str, Any], by: str = "model", number: int = 1) -> Turn:
    made = turn(f"round[{number}]/agreement[clerk]", "agreement", level=level, reasoning="They nearly agree.")
    return replace(made, by=by, data={**made.data, "disagreements": list(disagreements)})


def test_the_analysis_of_the_round_goes_before_the_statements() -> None:
    found = layers(*STATED, analysis(0.6))
    assert (found.decision.consensusLevel, found.decision.actionRecommendation.type) == ("medium", "verify")
    assert found.evidence.consensusSummary == "60 percent agreed, by comparing answers. They nearly agree."
    assert (
        layers(*STATED, analysis(0.2)).decision.actionRecommendation.reason
        == "20 percent agreed, by comparing answers."
    )
    both = layers(*STATED, *judged(deed("P1", "agrees"), deed("P2", "disagrees")), analysis(0.6)).evidence
    assert both.consensusSummary.startswith(
        "60 percent agreed, by comparing answers; by the statements that were assessed, 50% mixed (1 agreed"
    ), "the figure that was decided by comes first, and is not taken for the other"


@pytest.mark.parametrize(
    ("level", "consensus", "advice"),
    [
        (0.7, "high", "proceed"),
        (0.69, "medium", "verify"),
        (0.4, "medium", "verify"),
        (0.39, "low", "query_detail"),
        (0.0, "low", "query_detail"),
    ],
)
def test_what_to_do_goes_by_the_level_of_agreement(level: float, consensus: str, advice: str) -> None:
    found = layers(*STATED, analysis(level)).decision
    assert (found.consensusLevel, found.actionRecommendation.type) == (consensus, advice)


def test_answers_that_are_values_are_compared_where_nobody_analysed_them() -> None:
    def said(seat: str, position: str, **typed: Any) -> Turn:
        fields = {"position": position, **({"value": typed} if typed else {})}
        return turn(f"round[1]/revise[{seat}]", "answer", text=position, **fields)

    def year(seat: str, of: int) -> Turn:
        return said(seat, str(of), kind="year", value=of)

    table = debate_of("ada", "ben", "cyd")
    found = layers(year("ada", 2034), year("ben", 2034), year("cyd", 2035), debate=table)
    assert found.decision.agreementScore == pytest.approx(1 / 3), "one of three pairs"
    apart = layers(year("ada", 2034), year("ben", 2035), debate=debate_of("ada", "ben"))
    assert apart.decision.agreementScore is None, "they lie a year apart, which is no 0 percent"
    assert "No figure is agreed: median 2034.5, range 2034 to 2035" in apart.decision.actionRecommendation.reason
    told = list(layer_lines(apart, debate_of("ada", "ben")))
    assert told[0] == "Agreement: not measured"
    assert told[1].startswith("No figure is agreed: median 2034.5"), "that one is to read on is no news"
    assert found.decision.consensusLevel == "low"
    assert found.evidence.consensusSummary == "33 percent agreed, by comparing answers."
    near = debate_of("ada", "ben", "cyd", tolerance=1.0)
    assert layers(year("ada", 2034), year("ben", 2034), year("cyd", 2035), debate=near).decision.agreementScore == 1.0
    prose = layers(year("ada", 2034), year("ben", 2034), said("cyd", "Later than that"), debate=table)
    assert prose.decision.agreementScore is None, "words are not compared by a rule"


def test_even_high_agreement_is_not_acted_on_while_a_conflict_is_open() -> None:
    quoted = [{"seat": "ada", "quote": "cheap"}, {"seat": "ben", "quote": "dear"}]
    found = layers(*STATED, analysis(0.9, {"text": "The price", "receipts": quoted})).decision
    assert (found.consensusLevel, found.actionRecommendation.type) == ("high", "query_detail")


def test_agreement_is_no_higher_than_that_of_the_statements() -> None:
    deeds = deed("P1", "agrees"), deed("P2", "disagrees")
    found = layers(*STATED, *judged(*deeds), analysis(0.9))
    assert (found.decision.consensusLevel, found.decision.agreementScore) == ("medium", 0.5)
    assert found.evidence.consensusSummary.startswith("90 percent agreed, by comparing answers; by the statements")
    assert layers(*STATED, *judged(*deeds), analysis(0.2)).decision.agreementScore == 0.2


def test_an_analysis_of_what_was_said_before_is_told_as_that_and_counts_no_more() -> None:
    quoted = [{"seat": "ada", "quote": "cheap"}, {"seat": "ben", "quote": "dear"}]
    early = replace(analysis(0.4, {"text": "The price", "receipts": quoted}), path="baseline[clerk]")
    found = layers(*STATED, early, *judged(deed("P1", "agrees")))
    assert (found.decision.agreementScore, found.evidence.conflicts) == (1.0, ())
    assert "They nearly agree" not in found.evidence.consensusSummary
    assert dated(past_of(early, *STATED)) == "This compares only the first answers."
    ranked = past_of(*STATED, early, turn("ranking[ada]", "ranking", order=["A"]))
    assert dated(ranked).startswith("This compares only the first answers"), "rankings say what each makes of them"
    assert dated(past_of(analysis(0.4), turn("round[2]/say[ada]"))) == ("This compares only the answers as of round 1.")
    assert dated(past_of(*STATED, early)) == dated(past_of(*STATED)) == ""


def test_that_somebody_holds_what_they_hold_is_no_key_point() -> None:
    said = turn(ADA, "answer", text="It is cheap. It is quick.", position="It is cheap")
    (found,) = layers(said).agentResponses
    assert found.position == "It is cheap"
    assert found.keyPoints == ("It is quick.",)
    because = turn(ADA, "answer", text="It is cheap.", position="It is cheap", because=["It is cheap.", "It is quick"])
    (found,) = layers(because).agentResponses
    assert found.keyPoints == ("It is quick",)
    ruled = turn(ADA, "verdict", text="SUPPORT", decision="support", reasoning=["The deck decides."])
    (found,) = layers(ruled).agentResponses
    assert found.keyPoints == ("The deck decides.",), "the decision is what it holds"


def test_what_is_said_after_the_rounds_is_the_last_answer() -> None:
    """The page told the closing, and the layers of the last round an earlier answer."""
    said = [turn("opening[ada]", "answer", position="Buy it"), turn(ADA, "answer", position="Buy it in May")]
    closing = turn("closing[ada]", "answer", position="Lease it")
    assert [one.position for one in layers(*said).agentResponses] == ["Buy it in May"]
    assert [one.position for one in layers(*said, closing).agentResponses] == ["Lease it"]
    more = turn("round[2]/say[ben]", "answer", position="No")
    assert [one.position for one in layers(*said, more, closing, number=1).agentResponses] == ["Buy it in May"]
    assert [one.agentId for one in layers(said[0], turn(BEN, "answer", position="No")).agentResponses] == ["ben"]


def test_a_few_words_of_an_objection_are_told_in_their_sentence() -> None:
    said = message_and_record(BEN, "I grant it in May; in winter it is not.", about=[deed("P1", "disagrees")])
    said[1].data["about"][0] |= {"quote": "it is not", "because": "in winter it is not"}
    [conflict] = layers(*STATED, *said).evidence.conflicts
    assert conflict.positions[1].stance == "disagrees: I grant it in May; in winter it is not."


def test_what_its_author_took_back_is_no_key_point_and_what_they_keep_is_one() -> None:
    """A turn that begins "I must correct something" listed that as a point, and what it took back as held."""
    said = turn("round[2]/say[ada]", text="I must correct something. It is quick, I said. It is cheap.")
    back = record("round[2]/say[ada]", about=[deed("P2", "withdraws"), deed("P1", "keeps")])
    [found] = [one for one in layers(*STATED, said, back).agentResponses if one.agentId == "ada"]
    assert found.keyPoints == ("It is cheap",)
    [first] = [one for one in layers(*STATED, said, back, number=1).agentResponses if one.agentId == "ada"]
    assert "It is quick" in first.keyPoints, "they held that then"


def test_an_analysis_by_rule_that_compared_nothing_measures_nothing() -> None:
    found = layers(*STATED, analysis(0.0, by="rules"))
    assert found.decision.agreementScore is None
    assert found.decision.consensusLevel == "low"
    assert "not measured" in found.decision.actionRecommendation.reason
    assert found.metadata.verificationHints[0].field == "decision.agreementScore"
    assert layers(*STATED, analysis(0.3, by="rules")).decision.agreementScore == 0.3


def test_disagreements_of_the_analysis_are_conflicts_where_two_are_quoted() -> None:
    receipts = [{"seat": "ada", "quote": "cheap"}, {"seat": "ben", "quote": "dear"}, {"quote": "nobody"}]
    both, one = {"text": "The price", "receipts": receipts}, {"text": "The age", "receipts": receipts[:1]}
    found = layers(*STATED, analysis(0.9, both, one, {"receipts": receipts})).evidence.conflicts
    assert [conflict.issue for conflict in found] == ["The price"]
    assert [side.stance for side in found[0].positions] == ["“cheap”", "“dear”"]


def test_an_objection_that_nobody_answered_names_whom_it_was_raised_against() -> None:
    raised = turn(BEN, "assessment", text="It rusts.", disagree=[{"text": "It rusts"}])
    found = layers(*STATED, raised).evidence.conflicts
    assert [(side.agentId, side.stance) for side in found[0].positions] == [
        ("ben", "holds it"),
        ("ada", "no answer recorded"),
    ]
    answered = message_and_record("round[2]/say[ada]", about=[deed("P3", "disagrees", because="it is steel")])
    positions = layers(*STATED, raised, *answered).evidence.conflicts[0].positions
    assert [side.agentId for side in positions] == ["ben", "ada"]
    assert positions[1].stance == "disagrees: it is steel"


def test_who_accepts_a_part_is_told_as_that() -> None:
    [conflict] = layers(*STATED, *judged(deed("P1", "partly", because="not in winter"))).evidence.conflicts
    assert conflict.positions[1].stance == "accepts a part of it and disputes the rest: not in winter"
    since = [*STATED, *judged(deed("P1", "disagrees")), *judged(deed("P1", "partly"), path="round[2]/say[ben]")]
    [conflict] = layers(*since).evidence.conflicts
    assert conflict.positions[1].stance == "accepts a part of it and disputes the rest", "as the result has it"
    board = board_items(TABLE, past_of(*since))
    assert board.claims[0].against == "Ada against Ben (in part)"
    assert "Disputes a part of what is said by Ada: It is cheap" in board.standings[1].lines
    assert [step.seat for step in statements_of(past_of(*since))["P1"].granted] == ["ben"]
    all_of_it = judged(deed("P1", "agrees"), path="round[3]/say[ben]")
    assert statements_of(past_of(*since, *all_of_it))["P1"].granted == (), "who agrees with all of it grants no part"
    [disputing] = [one for one in layers(*since[:-2]).agentResponses if one.agentId == "ben"]
    assert disputing.keyPoints[0].startswith("Disagrees with P1")
    [in_part] = [
        one
        for one in layers(*STATED, *judged(deed("P1", "partly", because="not in winter"))).agentResponses
        if one.agentId == "ben"
    ]
    assert in_part.keyPoints[0].startswith("Disputes a part of P1")


def test_a_dispute_that_the_analysis_lists_too_is_one_conflict() -> None:
    quoted = [{"seat": "ada", "quote": "It is quick."}, {"seat": "ben", "quote": "I have looked"}]
    same = {"text": "Whether it goes fast", "receipts": quoted}
    found = layers(*STATED, *judged(deed("P2", "disagrees")), analysis(0.9, same)).evidence.conflicts
    assert [conflict.issue for conflict in found] == ["It is quick"]


def noted(*turns: Turn) -> str:
    """What stands behind the wording of the first statement."""
    [found, *_] = (one for one in point_items(statements_of(past_of(*turns)).values(), TABLE.seats) if one.key == "P1")
    return found.reason


def test_a_dispute_about_an_earlier_wording_is_told_as_that() -> None:
    disputed = judged(deed("P1", "disagrees", because="It is dear"))
    revised = message_and_record(
        "round[2]/say[ada]", "It is cheap in May.", about=[deed("P1", "revises", text="It is cheap in May")]
    )
    found = layers(*STATED, *disputed, *revised)
    assert found.evidence.conflicts == (), "nobody disputes it as it is worded now"
    [told] = [one.reason for one in found.metadata.verificationHints if one.field == "evidence.conflicts"]
    assert told == "P1 was reworded since it was disputed, and not judged again."
    more = message_and_record("round[2]/more[ada]", new=[statement("P3", "It is old"), statement("P4", "It is red")])
    agreed = judged(*(deed(f"P{n}", "agrees") for n in (2, 3, 4)), path="round[2]/say[ben]")
    decision = layers(*STATED, *disputed, *revised, *more, *agreed).decision
    assert (decision.consensusLevel, decision.actionRecommendation.type) == ("high", "verify")
    past = past_of(*STATED, *disputed, *revised)
    assert noted(*STATED, *disputed) == "It is dear"
    board = board_items(TABLE, past)
    assert noted(*STATED, *disputed, *revised) == "", "it was said of the earlier wording"
    at_once = message_and_record(
        "round[1]/more[ada]", "It is cheap in May.", about=[deed("P1", "revises", text="It is cheap in May")]
    )
    ruled = message_and_record("round[1]/rule[cyd]", "Given up.", about=[deed("P1", "disagrees", because="Given up.")])
    assert noted(*STATED, *at_once, *ruled) == "", "who judges it in this round has known it as it was"
    again = judged(deed("P1", "disagrees", because="Still dear"), path="round[2]/say[cyd]")
    assert noted(*STATED, *at_once, *again) == "Still dear"
    assert board.claims[0].against == "Ada against Ben, about its earlier wording"
    assert "Disagrees with Ada: It is cheap (its earlier wording)" in board.standings[1].lines
    again = judged(deed("P1", "disagrees"), path="round[2]/say[ben]")
    assert board_items(TABLE, past_of(*STATED, *disputed, *revised, *again)).claims[0].against == "Ada against Ben"


def test_conflicts_are_bounded() -> None:
    many = [statement(f"P{n}", f"It is {n}") for n in range(MOST_CONFLICTS + 5)]
    disputed = judged(*(deed(one["id"], "disagrees") for one in many))
    found = layers(*message_and_record(ADA, new=many), *disputed)
    assert len(found.evidence.conflicts) == MOST_CONFLICTS
    assert "17 points are contested" in found.decision.actionRecommendation.reason


def test_key_points_are_declared_stated_or_quoted_never_more_than_three() -> None:
    declared = turn(ADA, "answer", text="Yes.", position="Yes", because=["one", "two", "three", "four"], confidence=0.8)
    found = layers(declared, turn(BEN, text="No! It is far too dear. Who pays? Nobody does.")).agentResponses
    assert found[0].keyPoints == ("one", "two", "three")
    assert (found[0].position, found[0].confidence) == ("Yes", 0.8)
    assert found[1].keyPoints == ("No!", "It is far too dear.", "Who pays?")
    assert layers(turn(ADA)).agentResponses[0].keyPoints == ()
    stated = layers(*STATED, *judged(deed("P1", "agrees", because="the bill says so"), deed("P2", "doubts")))
    assert stated.agentResponses[0].keyPoints == ("It is cheap", "It is quick")
    assert stated.agentResponses[1].keyPoints == (
        "Doubts P2, “It is quick”",
        "Agrees with P1, “It is cheap”: the bill says so",
    )


def test_a_position_is_that_of_the_ledger_where_there_is_one() -> None:
    stands = message_and_record(
        ADA, "Well, I think so.", stands=[{"stance": "It should be bought", "quote": "I think so"}]
    )
    assert layers(*stands).agentResponses[0].position == "It should be bought"
    said, record = stands
    declared = replace(said, gives="answer", data={"position": "25"})
    assert layers(declared, record).agentResponses[0].position == "25", "what its author declares goes first"
    cut = layers(turn(ADA, text=f"It is so. {'word ' * 400}")).agentResponses[0]
    assert cut.keyPoints == (), "that more was said is no point"
    assert layers(turn(ADA, text="word " * 400)).agentResponses[0].position.endswith(" …")


def test_what_is_said_in_a_crux_room_is_no_position() -> None:
    stands = message_and_record(ADA, "Well, I think so.", stands=[{"stance": "Buy it", "quote": "I think so"}])
    room = "round[1]/crux[P1]"
    last = turn(f"{room}/rejoinder[ada]", "stance", f"room:{room}", text="With the report, gladly. Nothing to add.")
    [found] = layers(*stands, last).agentResponses
    assert (found.position, "gladly" in str(found.keyPoints)) == ("Buy it", False)
    assert layers(last).agentResponses == ()


def test_confidence_is_compared_with_when_it_was_last_said() -> None:
    first = turn(ADA, "answer", text="Yes.", position="Yes", confidence=0.5)
    silent = turn("round[2]/say[ada]", text="Hm.")
    sure = turn("round[3]/say[ada]", "answer", text="Yes.", position="Yes", confidence=0.75)
    (found,) = layers(first, silent, sure).agentResponses
    assert found.confidenceChange is not None
    assert (found.confidenceChange.delta, found.confidenceChange.previousRound) == (0.25, 1)
    assert layers(first).agentResponses[0].confidenceChange is None
    assert layers(first, silent).agentResponses[0].confidenceChange is None


def test_a_change_of_position_is_the_reason_of_a_change_of_confidence() -> None:
    def estimate(number: int, year: int, confidence: float, **more: Any) -> Turn:
        given = {"value": {"kind": "year", "value": year}, "position": str(year), "confidence": confidence}
        return turn(f"round[{number}]/say[ada]", "answer", text=f"{year}, since the plan says so", **given, **more)

    first = estimate(1, 2030, 0.9), record("round[1]/say[ada]", new=[statement("P1", "It comes in 2030")])
    later = estimate(2, 2040, 0.4, because=["It costs little"])
    revised = deed("P1", "revises", text="It comes in 2040", quote="2040, since the plan", because="the plan says so")
    (found,) = layers(*first, later, record(later.path, about=[revised])).agentResponses
    assert found.confidenceChange is not None
    assert found.confidenceChange.delta == -0.5
    assert found.confidenceChange.reason == "the plan says so", "what moved them, and not what carries the answer"
    (bare,) = layers(*first, later).agentResponses
    assert bare.confidenceChange is not None
    assert bare.confidenceChange.reason == "", "nobody has recorded it"
    yields = {**revised, "because": "", "why": "none"}
    (gone,) = layers(*first, later, record(later.path, about=[yields])).agentResponses
    assert gone.confidenceChange is not None
    assert gone.confidenceChange.reason.startswith("moved ")


def test_evidence_is_counted_by_turn_and_in_all() -> None:
    uses = tuple(ToolUse(name=name, arguments="", result="") for name in ("web_search", "read_file", "web_search"))
    looked = evolve(TABLE, asked(ADA, "ada"))
    looked = evolve(looked, TurnCompleted(path=ADA, text="Cheap.", tools=uses))
    cited = (turn(ADA, text="Cheap."), checked_citations(ADA, "a.py:1", "a.py:2"), turn(BEN, text="Dear."))
    found = layers(*cited, checked_citations(BEN, "b.py:1", status="missing"), debate=looked)
    assert found.agentResponses[0].evidenceUsed == EvidenceUsed(
        webSearches=2, citations=2, toolCalls=("web_search", "read_file", "web_search")
    )
    assert (found.evidence.totalCitations, found.evidence.verifiedCitations) == (3, 2)
    assert "1 citation did not hold." in {hint.reason for hint in found.metadata.verificationHints}


def test_each_round_is_told_as_it_ended_and_one_that_there_is_not_is_refused() -> None:
    later = judged(deed("P2", "disagrees"), path="round[2]/say[ben]")
    turns = (*STATED, *judged(deed("P1", "agrees"), deed("P2", "agrees")), *later)
    first = layers(*turns, number=1)
    assert (first.roundNumber, first.decision.agreementScore, first.evidence.conflicts) == (1, 1.0, ())
    assert [one.agentId for one in first.agentResponses] == ["ada", "ben"]
    second = layers(*turns)
    assert (second.roundNumber, second.decision.agreementScore) == (2, 0.5)
    assert [one.agentId for one in second.agentResponses] == ["ben"]
    assert rounds_in(past_of(*turns)) == (1, 2)
    with pytest.raises(Refused, match="Rounds so far: 1, 2"):
        layers(*turns, number=3)


def test_the_rounds_of_each_aspect_of_a_dialogue_are_rounds_of_their_own() -> None:
    """None is hidden by one of another aspect, and what was measured is told in the order of the debate."""
    at = ("aspect[cost]/miniround[1]", "aspect[cost]/miniround[2]", "aspect[risk]/miniround[1]")
    turns = (
        *message_and_record("opening[ada]", new=[statement("P1", "It is cheap")]),
        *message_and_record("aspect[cost]/take[ben]", about=[deed("P1", "agrees")]),
        *message_and_record(f"{at[0]}/reply[ada]", new=[statement("P2", "It is safe")]),
        *message_and_record(f"{at[1]}/reply[ben]", about=[deed("P2", "disagrees")]),
        *message_and_record("aspect[risk]/take[ada]", new=[statement("P3", "It is fun")]),
        *message_and_record(f"{at[2]}/reply[ben]", about=[deed("P2", "agrees"), deed("P3", "agrees")]),
    )
    past = past_of(*turns)
    assert rounds_in(past) == (0, 1, 2, 3)
    assert {layers(*turns, number=number).roundNumber for number in (1, 2, 3)} == {1, 2, 3}
    assert [[one.agentId for one in layers(*turns, number=n).agentResponses] for n in (1, 2, 3)] == [
        ["ada", "ben"],
        ["ben"],
        ["ada", "ben"],
    ]
    told = agreement_lines(scores_of(TABLE, progress_of(TABLE, past)))
    scores = ["cost, round 1: 100", "cost, round 2: 50", "risk, round 1: 100"]
    assert [line.partition("%")[0] for line in told] == scores


def test_a_round_before_anything_was_assessed_has_no_score() -> None:
    turns = (*STATED, *judged(deed("P1", "agrees"), path="round[2]/say[ben]"))
    assert layers(*turns, number=1).decision.agreementScore is None


def test_before_anybody_has_spoken_there_is_round_0() -> None:
    found = layers()
    assert (found.roundNumber, found.agentResponses, found.metadata.hasMoreDetails) == (0, (), False)


def test_who_was_asked_and_gave_no_answer_is_named() -> None:
    absent = TABLE
    for path in (BEN, "round[2]/say[ada]", "round[1]/agreement[clerk]"):
        seat = path.rpartition("[")[2].rstrip("]")
        absent = evolve(absent, asked(path, seat))
        absent = evolve(absent, TurnAbstained(path=path, why="it failed"))
    found = layers(*STATED, debate=absent)
    assert [hint.reason for hint in found.metadata.verificationHints if hint.field == "agentResponses"] == [
        "Ben gave no answer in this round."
    ]


def test_agreement_that_was_not_earned_is_to_be_checked() -> None:
    found = layers(*STATED, *judged(deed("P1", "agrees"), deed("P2", "agrees")))
    assert found.metadata.verificationHints[0].field == "decision.agreementScore"
    assert "None of the 2 agreements" in found.metadata.verificationHints[0].reason


def test_in_a_rehearsal_nothing_is_agreed_and_nothing_in_conflict() -> None:
    seats = {id: replace(seat, model="rehearsal:quick") for id, seat in TABLE.seats.items()}
    rehearsal = replace(TABLE, seats=seats)
    found = layers(*STATED, *judged(deed("P2", "disagrees")), analysis(0.9), debate=rehearsal)
    assert found.decision.agreementScore is None
    assert found.evidence.conflicts == ()
    assert "no AI model took part" in found.decision.actionRecommendation.reason
    assert "nearly" not in found.evidence.consensusSummary


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_has_its_layers_after_every_round(name: str) -> None:
    debate = fold(drive([opening_event(FORMATS[name], seed=4, auto_continue=True)]))
    past = Planner().walk(debate).past
    for number in rounds_in(past):
        found = layers_of("d1", debate, past, number)
        assert found.roundNumber == number
        assert all(len(text) <= POINT + 2 for one in found.agentResponses for text in one.keyPoints)
        assert list(layer_lines(found, debate))


def test_in_words_it_begins_with_what_to_do() -> None:
    sure = turn("round[2]/say[ada]", "answer", text="Yes.", position="Yes", because=["cheap"], confidence=0.8)
    found = layers(*STATED, *judged(deed("P2", "disagrees"), path="round[2]/say[ben]"), sure)
    lines = list(layer_lines(found, TABLE))
    assert lines[0] == "Agreement: low"
    assert lines[1].startswith("What to do: read the details. 0 percent agreed")
    assert "Ada (80% sure): Yes" in lines
    assert "  - cheap" in lines
    assert "In conflict: It is quick" in lines
    assert "  - Ada: holds it" in lines
    assert "Evidence: No source was cited." in lines
    assert any(line == "To check: 1 conflict is open." for line in lines)
    over = list(layer_lines(found, TABLE, "Buy it."))
    assert over[1] == "What is recommended: Buy it.", "nobody is sent to read on where there is a recommendation"
    assert over[2].startswith("0 percent agreed")


def test_who_takes_the_same_stance_in_a_conflict_is_named_in_one_line() -> None:
    sides = (("ada", "“so”"), ("ben", "“not so”"), ("cam", "“so”"))
    conflict = Conflict(issue="How", positions=tuple(Stance(agentId=seat, stance=words) for seat, words in sides))
    assert sides_of(conflict, debate_of("ada", "ben", "cam")) == ["Ada, Cam: “so”", "Ben: “not so”"]


def test_who_adopts_another_answer_in_a_ranking_holds_that_everywhere_and_has_not_said_how_sure_they_are() -> None:
    """The layers gave the answer that Ben had given up, with its reasons and how sure he was of it, and the ledger had
    that figure under the new one; answers that were compared before stood for what is agreed."""
    lease = {"path": "opinion[ada]", "gives": "answer", "text": "Lease it.", "position": "Lease it", "confidence": 0.7}
    option = {"kind": "option", "value": "buy", "unit": ""}
    buy = {"position": "Buy it", "confidence": 0.55, "because": ["It lasts"], "value": option}
    stated = record("opinion[ada]", new=[statement("P1", "Lease it")])
    compared = turn("baseline[clerk]", "agreement", level=0.2, clusters=[], disagreements=[], reasoning="Apart.")
    first = past_of(
        turn(**lease, value={**option, "value": "lease"}),
        turn("opinion[ben]", "answer", text="Buy it.", **buy),
        stated,
        compared,
        turn("review/ranking[ben]", "ranking", text="A first. I adopt it.", order=["A"], because=["A: it is cheap"]),
        turn("review/ranking[ada]", "ranking", text="A", order=["A"], because=[]),
    )
    kept = layers_of("d", TABLE, first)
    assert [(one.position, one.confidence) for one in kept.agentResponses] == [("Lease it", 0.7), ("Buy it", 0.55)]
    told = "20 percent agreed, by comparing the answers as they were before anybody had ranked them."
    assert kept.decision.actionRecommendation.reason == told
    of = {"by": "ben", "turn": "review/ranking[ben]", "quote": "I adopt it"}
    agrees = {**of, "id": "P1", "does": "agrees", "because": "it is cheap"}
    adopts = turn(
        "replies[clerk]", "ledger", new=[], about=[agrees], stands=[{**of, "stance": "Lease", "adopted": True}]
    )
    past = first.add(adopts)
    found = layers_of("d", TABLE, past)
    [_, ben] = found.agentResponses
    assert (ben.position, ben.confidence, ben.keyPoints) == (
        "Lease",
        None,
        ("Agrees with P1, “Lease it”: it is cheap",),
    )
    assert found.decision.actionRecommendation.reason == "100 percent agreed, and no conflict is open."
    assert layers_of("d", TABLE, past_of(*first, adopts_only(adopts))).decision.agreementScore is None
    [_, item] = board_items(TABLE, past).standings
    assert not [line for line in item.lines if line.startswith("Confidence")]
    assert registry_of(past).confidence == {"ada": 0.7}
    entropies = [stability_of(At(debate=TABLE, path="", past=each)).entropy for each in (first, past)]
    assert entropies == [(1.0,), ()], "how far first answers lie apart is not how far the present ones do"


def adopts_only(record: Turn) -> Turn:
    return replace(record, data={**record.data, "about": []})
