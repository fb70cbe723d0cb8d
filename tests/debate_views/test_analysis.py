"""The consensus analysis under the names that the specification gives its fields, with receipts."""

from __future__ import annotations

from dataclasses import asdict, replace

from disputatio.debate.log.state import alter
from disputatio.debate.views.analysis import analysis_lines, analysis_of
from disputatio.debate.views.result import ANALYSED, result_of
from disputatio.testing.boards import debate_of, past_of, turn

DEBATE = debate_of("ada", "ben", "cyd")
QUOTED = {"seat": "ada", "turn": "round[1]/turn[ada]", "quote": "It is cheap"}
RECORD = turn(
    "round[1]/agreement[clerk]",
    "agreement",
    level=0.66,
    clusters=[
        {"theme": "cheap", "text": "It is cheap", "seats": ["ada", "ben"], "receipts": [QUOTED]},
        {"theme": "dear", "text": "", "seats": ["cyd"], "receipts": []},
        {"theme": "nobody holds this", "text": "x", "seats": []},
    ],
    common=[{"text": "It works", "receipts": [QUOTED, {"quote": "of nobody"}]}],
    disagreements=[{"text": "What it costs", "receipts": []}, {"text": ""}],
    partial=[{"text": "At night it is cheap", "receipts": []}],
    conditional=[{"text": "Cheap, if shared", "receipts": []}],
    uncertainties=[{"text": "Next year’s price", "receipts": []}],
    reasoning="two of three agree",
)


def test_it_has_the_fields_of_the_specification() -> None:
    found = analysis_of(DEBATE, past_of(RECORD))
    assert found is not None
    data = asdict(found)
    assert list(data) == [
        "agreementLevel",
        "clusters",
        "commonGround",
        "disagreementPoints",
        "nuances",
        "reasoning",
        "byRule",
    ]
    assert list(data["nuances"]) == ["partialAgreements", "conditionalPositions", "uncertainties"]
    assert [list(one) for one in data["clusters"]] == [["theme", "agentIds", "summary", "receipts"]] * 2
    assert (found.agreementLevel, found.byRule) == (0.66, False)
    assert [(one.agentIds, one.summary) for one in found.clusters] == [
        (("ada", "ben"), "It is cheap"),
        (("cyd",), "dear"),
    ]
    [common] = found.commonGround
    assert [(one.agentId, one.quote) for one in common.receipts] == [("ada", "It is cheap")]
    assert [one.text for one in found.disagreementPoints] == ["What it costs"]


def test_it_is_told_with_its_passages_and_who_made_it() -> None:
    found = analysis_of(DEBATE, past_of(RECORD))
    assert found is not None
    lines = list(analysis_lines(found, DEBATE))
    assert [line.text for line in lines] == [
        "Agreement of the answers as a whole: 66 percent, as a model reads them; single statements are counted "
        "separately. Two of three agree.",
        "Ada, Ben: It is cheap",
        "Cyd: dear",
        "Common ground: It works",
        "They differ: What it costs",
        "In part: At night it is cheap",
        "Under a condition: Cheap, if shared",
        "Unsure: Next year’s price",
    ]
    assert [place.words for place in lines[1].places] == ["It is cheap"]
    ruled = analysis_of(DEBATE, past_of(replace(RECORD, by="rules")))
    assert ruled is not None
    assert next(iter(analysis_lines(ruled, DEBATE))).text.startswith(
        "Agreement of the answers as a whole: 66 percent, compared by rule."
    )
    nothing = analysis_of(DEBATE, past_of(replace(RECORD, by="rules", data={**RECORD.data, "clusters": []})))
    assert nothing is not None
    assert next(iter(analysis_lines(nothing, DEBATE))).text.startswith("How far the answers as a whole agree is not")
    section = result_of(DEBATE, past_of(RECORD)).section(ANALYSED)
    assert [line.text for line in section.lines] == [line.text for line in lines], "result and exports tell it"
    later = result_of(DEBATE, past_of(RECORD, turn("round[2]/turn[ada]", text="It is dear."))).section(ANALYSED)
    assert [line.text for line in later.lines][:2] == [
        "This compares only the answers as of round 1.",
        lines[0].text,
    ]


def test_without_a_record_or_where_nobody_thought_there_is_none() -> None:
    assert analysis_of(DEBATE, past_of()) is None
    assert analysis_of(DEBATE, past_of(turn("a[clerk]", "agreement", level="much"))) is None
    seats = {id: replace(seat, model="rehearsal:toy") for id, seat in DEBATE.seats.items()}
    assert analysis_of(alter(DEBATE, seats=seats), past_of(RECORD)) is None
    assert not result_of(DEBATE, past_of()).section(ANALYSED).lines
