"""Aspects: typed by the person, else proposed, else the question as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.iterations import MOST_ASPECTS, aspect_descriptions, aspects, no_aspects
from disputatio.debate.policy import At
from disputatio.prompting.sections.listings import topic

SEAT = Seat(id="ada", part="p", role="Persona", model="openai:x", name="Ada")


def at(typed: object = None, *proposals: Any) -> At:
    past = Past()
    for items in proposals:
        data = {"items": items}
        past = past.add(Turn(path="proposal[clerk]", seat="clerk", gives="aspects", heard="all", text="", data=data))
    options: dict[str, Any] = {"aspects": typed}
    return At(debate=Debate(question="Is it?", seats={"ada": SEAT}, options=options), path="", past=past)


def test_typed_aspects_go_before_proposed_ones() -> None:
    moment = at(["cost", "risk/harm", "cost", ""], [{"label": "speed"}])
    assert aspects(moment) == ["cost", "risk-harm"]
    assert not no_aspects(moment)
    assert aspects(at(["two\n## lines", "a  b"])) == ["two - lines", "a b"]


@pytest.mark.parametrize(
    ("names", "kept"),
    [
        (["CI/CD", "CI-CD", "ci cd", "CI / CD"], ["CI-CD"]),
        (["Time-to-market", "time to market", "Time to market?"], ["Time-to-market", "Time to market?"]),
        (["C", "C++", "C#"], ["C", "C++", "C-"]),
        (["2024", "2025", "2024"], ["2024", "2025"]),
        (["no-code", "code"], ["no-code", "code"]),
        (["!", "?!", "!"], ["!", "?!"]),
        (["Größe", "GRÖSSE"], ["Größe"]),
        (["café", "cafe\u0301"], ["café"]),
    ],
)
def test_one_aspect_in_several_spellings_is_debated_once(names: list[str], kept: list[str]) -> None:
    assert aspects(at(names)) == kept
    proposed = [{"label": name, "description": f"what {name} takes"} for name in names]
    assert aspects(at(None, proposed)) == kept
    described_late = [{"label": names[0]}, *proposed]
    assert aspect_descriptions(at([], described_late))[kept[0]] == f"what {names[0]} takes", (
        "whoever says what is meant by it"
    )


def test_proposed_aspects_have_a_description() -> None:
    proposed = [{"label": "Cost", "description": "What it takes"}, {"label": ""}, "Risk"]
    moment = at([], proposed)
    assert no_aspects(moment)
    assert aspect_descriptions(moment) == {"Cost": "What it takes"}
    assert "Aspects: Cost: What it takes" in topic(moment)
    assert len(aspects(at(None, [{"label": f"a{n}"} for n in range(9)]))) == MOST_ASPECTS


def test_without_any_the_question_is_debated_as_a_whole() -> None:
    assert aspects(at([])) == ["main"]
    assert aspects(at("nonsense", [], None)) == ["main"]
    assert "the question as a whole" in topic(at())
