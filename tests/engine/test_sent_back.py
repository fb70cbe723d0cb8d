"""A clerk's record in which a receipt is missing is sent back once; from the second, what has none is left out."""

from __future__ import annotations

import json
from typing import Any

from disputatio.app.paths import resource
from disputatio.debate.log.events import TurnCompleted
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.engine.errors import Transient
from disputatio.prompting.request import Request
from disputatio.testing.debates import LiveDebate, assessment, live, opening, voices
from disputatio.testing.scripted import Act, ScriptedProvider
from disputatio.testing.speakers import shipped

DUAL = shipped(resource("formats"))["dual"]
SAID = "The pump is cheap. The attic is dry."
GOOD = {"by": "analyst", "text": "The pump is cheap", "quote": "The pump is cheap"}
BAD = {"by": "analyst", "text": "The pump is loved", "quote": "Everybody loves the pump"}
MENDED = {"by": "analyst", "text": "The attic is dry", "quote": "The attic is dry"}


def record(*new: dict[str, Any]) -> str:
    return json.dumps({"new": list(new), "about": [], "stands": []})


async def run(*replies: Act) -> tuple[ScriptedProvider, dict[str, str], TurnCompleted]:
    """The requests for the record of the Analyst's turn, the statements then, and the turn of the record."""
    left = list(replies)

    def clerk(request: Request) -> Act:
        return left.pop(0) if request.brief.path.startswith("round[1]/analysis") and left else record()

    script = voices(say=SAID, assessment=assessment(agree=["P1"]), ledger=clerk)
    first = opening(DUAL, "Buy it?", model="scripted:one", clerk="scripted:small", options={"rounds": 1})
    provider = ScriptedProvider(script)
    async with live(first, provider) as on:
        await on.settle()
        provider.requests = [
            each for each in provider.requests if each.brief.path.startswith("round[1]/analysis[analyst]/")
        ]
        return provider, _statements(on), next(e for e in on.events if _is_record(e))  # type: ignore[return-value]


def _statements(on: LiveDebate) -> dict[str, str]:
    past = on.runner.planner.walk(on.runner.debate).past
    return {id: one.text for id, one in statements_of(past).items()}


def _is_record(event: object) -> bool:
    return isinstance(event, TurnCompleted) and event.path.startswith("round[1]/analysis[analyst]/minutes")


async def test_a_record_with_all_its_receipts_is_taken_over_at_once() -> None:
    provider, held, _ = await run(record(GOOD))
    assert len(provider.requests) == 1
    assert held == {"P1": "The pump is cheap"}


async def test_the_clerk_is_told_once_which_entries_have_no_receipt_and_may_quote_again() -> None:
    provider, held, _ = await run(record(GOOD, BAD), record(GOOD, MENDED))
    first, again = provider.requests
    assert "Everybody loves the pump" in again.messages[-1].text
    assert again.messages[1].text == record(GOOD, BAD)
    assert len(again.messages) == len(first.messages) + 2
    assert held == {"P1": "The pump is cheap", "P2": "The attic is dry"}


async def test_what_has_no_receipt_the_second_time_is_left_out_and_the_rest_is_kept() -> None:
    provider, held, made = await run(record(GOOD, BAD), record(BAD, MENDED), record(GOOD))
    assert len(provider.requests) == 2
    assert held == {"P1": "The attic is dry"}
    assert "derived" not in made.data


async def test_where_the_second_reply_is_no_record_what_the_first_had_receipts_for_is_kept() -> None:
    for second in ("I would rather talk about the weather.", Transient("It is overloaded.")):
        _, held, made = await run(record(GOOD, BAD), *[second] * 9)
        assert held == {"P1": "The pump is cheap"}
        assert made.model == "scripted:small"
