"""A debate that waits at a gate asks no model, whatever is chosen, until a person has approved (SPEC GATE.1)."""

from __future__ import annotations

import pytest

from disputatio.app.paths import resource
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Continue, Review
from disputatio.debate.log.events import DebateHalted, TurnAsked
from disputatio.debate.walk.gates import open_gates
from disputatio.testing.debates import LiveDebate, live, opening, voices
from disputatio.testing.scripted import ScriptedProvider
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
POINTS = [
    ("dual", "analysis", 0),
    ("dual", "critique", 1),
    ("dual", "rounds", 3),
    ("dual", "spend:0", 3),
    ("council", "synthesis", 6),
    ("collaboration", "cross-review", 2),
    ("collaboration", "synthesis", 4),
    ("council", "review", 3),
    ("socratic", "rounds", 2),
    ("red-blue", "defence", 3),
    ("delphi", "round", 3),
    ("eight-phase", "critique", 2),
]


def calls(on: LiveDebate) -> list[str]:
    return [e.path for e in on.events if isinstance(e, TurnAsked) and e.model.startswith("scripted:")]


@pytest.mark.parametrize(("name", "point", "before"), POINTS)
async def test_no_model_is_asked_for_what_waits(name: str, point: str, before: int) -> None:
    provider = ScriptedProvider(voices())
    options = {"gates": [point], "ledger": "off", "sealed": False, "evolvement": False, "rounds": 2, "hooks": False}
    known = {key: each for key, each in options.items() if key in FORMATS[name].options}
    async with live(opening(FORMATS[name], "Is it so?", model="scripted:one", options=known), provider) as on:
        await on.settle()
        assert (on.runner.debate.status, on.runner.debate.reason) == ("paused", "gate")
        sent = len(provider.requests)
        assert len(calls(on)) == before
        [gate] = open_gates(on.runner.debate)
        with pytest.raises(Refused, match=r"waits? for your approval"):
            await on.runner.submit(Continue())
        await on.settle()
        assert len(provider.requests) == sent
        await on.tell(Review(approved=True, path=gate))
        assert len(provider.requests) > sent
        with pytest.raises(Refused, match=r"already been answered|is over"):
            await on.runner.submit(Review(approved=True, path=gate))


async def test_it_waits_on_after_a_crash_at_any_moment() -> None:
    first = opening(FORMATS["dual"], "Is it so?", model="scripted:one", options={"gates": ["critique"]})
    async with live(first, ScriptedProvider(voices())) as on:
        await on.settle()
        log = on.events
    assert isinstance(log[-1], DebateHalted)
    at = next(n for n, event in enumerate(log) if isinstance(event, TurnAsked) and event.path.endswith("[person]"))
    for cut in (at - 1, at, at + 1, len(log)):
        provider = ScriptedProvider(voices())
        async with live(log[:cut], provider) as again:
            await again.settle()
            assert open_gates(again.runner.debate) == ["round[1]/gate-critique[person]"]
            assert not provider.requests
