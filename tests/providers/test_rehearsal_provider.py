"""The provider: streams what is composed, in pieces, at its pace, and says what it is."""

from __future__ import annotations

import asyncio

import pytest

from disputatio.engine.ports import Finished, TextDelta
from disputatio.prompting.compose import compose
from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.rehearsal import NOTICE
from disputatio.prompting.request import Brief
from disputatio.providers.rehearsal import PACE, PIECE, RehearsalModel, RehearsalProvider

BRIEF = Brief(role="Analyst", seat="analyst", task="analysis", question="Should we use REST or GraphQL?")
REQUEST = compose(BRIEF, "quick")


def test_it_streams_the_composed_turn_in_small_pieces() -> None:
    async def run() -> list[object]:
        return [part async for part in RehearsalProvider().chat("quick").stream(REQUEST)]

    *deltas, last = asyncio.run(run())
    assert all(isinstance(part, TextDelta) and 0 < len(part.text) <= PIECE for part in deltas)
    assert "".join(part.text for part in deltas if isinstance(part, TextDelta)) == CONTRACTS["say"].rehearse(BRIEF)
    assert isinstance(last, Finished)
    assert last.reason == "stop"
    assert last.usage
    assert last.usage.estimated
    assert last.usage.total > 0


def test_it_can_be_cancelled_between_pieces() -> None:
    heard: list[object] = []

    async def run() -> None:
        async with asyncio.timeout(0.01):
            heard.extend([part async for part in RehearsalProvider(delay=3600).chat("live").stream(REQUEST)])

    with pytest.raises(TimeoutError):
        asyncio.run(run())
    assert heard == []


def test_the_name_chooses_the_pace() -> None:
    provider = RehearsalProvider()
    models = {name: provider.chat(name) for name in ("quick", "live", "anything")}
    assert {name: model.delay for name, model in models.items() if isinstance(model, RehearsalModel)} == {
        "quick": 0.0,
        "live": PACE["live"],
        "anything": 0.0,
    }


def test_it_says_what_it_is_and_costs_nothing() -> None:
    async def run() -> None:
        provider = RehearsalProvider()
        models = await provider.models()
        assert [model.id for model in models] == ["rehearsal:quick", "rehearsal:live"]
        assert all(model.prompt_price == 0 for model in models)
        (check,) = await provider.check()
        assert check.ok
        assert NOTICE in check.detail
        await provider.close()

    asyncio.run(run())
