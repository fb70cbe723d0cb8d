"""Debates whose clerk has no model, or one that fails or talks: what the clerk would record is left out with a
sentence, what rests on declared fields is derived by rule, and nothing breaks (SPEC RECEIPT.1, CONSENSUS.2)."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from disputatio.app.paths import resource
from disputatio.debate.format import Block
from disputatio.debate.log.events import Event, TurnAsked, TurnCompleted, TurnFailed
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.engine.errors import Transient
from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.request import Request
from disputatio.testing.debates import LiveDebate, assessment, live, opening, voices
from disputatio.testing.scripted import Act, ScriptedProvider
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))


def steps(block: Block) -> list[Block]:
    return [block, *(inner for child in block.do for inner in steps(child))]


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_step_of_the_clerk_may_be_left_out(name: str) -> None:
    of_the_clerk = [step for step in steps(FORMATS[name].body) if step.ask == "clerk"]
    assert [step.name for step in of_the_clerk if not step.optional] == []


def speaking(request: Request) -> Act | Sequence[Act]:
    """A rehearsed voice for everybody but the clerk, which fails."""
    if request.model == "small":
        return Transient("It is overloaded.")
    return CONTRACTS[request.brief.gives].rehearse(request.brief)


def talking(request: Request) -> Act | Sequence[Act]:
    return "I would rather talk about the weather." if request.model == "small" else speaking(request)


def of(on: LiveDebate, kind: type[Event], seat: str) -> list[Event]:
    return [event for event in on.events if isinstance(event, kind) and event.path.endswith(f"[{seat}]")]  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize(
    ("clerk", "script"),
    [("", speaking), ("scripted:small", speaking), ("scripted:small", talking)],
    ids=["no model", "a model that fails", "a model that talks"],
)
async def test_a_debate_comes_to_its_end_without_a_clerk(name: str, clerk: str, script: object) -> None:
    provider = ScriptedProvider(script)  # type: ignore[arg-type]
    once = {option: 1 for option in ("rounds", "minirounds") if option in FORMATS[name].options}
    first = opening(FORMATS[name], "Is it so?", model="scripted:one", clerk=clerk, options=once)
    async with live(first, provider) as on:
        await on.settle()
        assert on.runner.debate.over, on.runner.debate.status
        for event in of(on, TurnFailed, "clerk"):
            assert isinstance(event, TurnFailed)
            assert event.why
        asked = {event.path for event in on.events if isinstance(event, TurnAsked) and event.model}
        for event in of(on, TurnCompleted, "clerk"):
            assert isinstance(event, TurnCompleted)
            if event.path in asked and (event.by == "rules" or event.data.get("derived")):
                assert event.data.get("note") or script is talking, "why a rule made it is said"
        held = statements_of(on.runner.planner.walk(on.runner.debate).past).values()
        assert not held or name in ("dual", "eight-phase"), "only an assessment states points without a clerk"


async def test_what_no_rule_can_make_says_which_model_is_missing() -> None:
    first = opening(FORMATS["dialogue"], "Is it so?", model="scripted:one", options={"minirounds": 1})
    async with live(first, ScriptedProvider(speaking)) as on:
        await on.settle()
        proposal = next(event for event in of(on, TurnFailed, "clerk") if "proposal" in event.path)  # type: ignore[attr-defined]
        assert isinstance(proposal, TurnFailed)
        assert "No model is set for Clerk (proposal)." in proposal.why
        assert proposal.remedy == "Choose one for this seat and retry."
        assert on.runner.debate.over


async def test_a_synthesis_by_rule_says_that_nothing_was_agreed_and_why_a_rule_made_it() -> None:
    first = opening(FORMATS["proposition"], "Is it so?", model="scripted:one", clerk="scripted:small")
    async with live(first, ScriptedProvider(speaking)) as on:
        await on.settle()
        made = [event for event in of(on, TurnCompleted, "clerk") if event.path.startswith("conclusion/synthesis")]  # type: ignore[attr-defined]
        [synthesis] = made
        assert isinstance(synthesis, TurnCompleted)
        assert synthesis.by == "rules"
        assert "overloaded" in str(synthesis.data["note"])
        told = "Moderator left the proposition undecided (50 percent sure). Beyond that, nothing was agreed."
        assert synthesis.data["decision"] == told


async def test_a_model_is_not_asked_for_insights_where_there_is_nothing_to_find_them_in() -> None:
    """It was shown the question alone, and what is agreed is on record already: whatever it said would be invented."""
    for shown in (False, True):
        stated = {"new": [{"by": "analyst", "text": "It is dear.", "quote": "It is dear."}]}
        judged = assessment() if shown else assessment(agree=["P1"])
        found = json.dumps({"items": ["It is dear in winter."]})
        provider = ScriptedProvider(
            voices(say="It is dear.", assessment=judged, ledger=json.dumps(stated), insights=found)
        )
        first = opening(FORMATS["dual"], "Is it so?", model="scripted:one", clerk="scripted:two", options={"rounds": 1})
        async with live(first, provider) as on:
            await on.settle()
            [made] = [each for each in on.events if isinstance(each, TurnCompleted) and "insights" in each.path]
        asked = [each for each in provider.requests if each.brief.gives == "insights"]
        assert (len(asked), made.by) == ((1, "model") if shown else (0, "rules"))
        assert "note" not in made.data, "no model failed, so nobody is offered to have it made again"
