"""What a debate is said to take, against what it then takes (SPEC LIFE.6): scripted words in a real debate."""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.app.forecasts import forecast_of
from disputatio.debate.context import Context, Section
from disputatio.debate.ids import step_of
from disputatio.debate.log.events import DebateOpened, TurnCompleted
from disputatio.debate.values import Json
from disputatio.debate.views.forecast import EXCHANGES, MOST_EXCHANGES, forecasts
from disputatio.debate.views.words import dollars
from disputatio.engine.ports import ToolCalled
from disputatio.prompting.request import Request
from disputatio.testing.debates import LiveDebate, ReadingDesk, assessment, live, opening
from disputatio.testing.merging_intervals import TriedCode, script, started
from disputatio.testing.scripted import Act, FlatPrices, ScriptedProvider
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(Path(__file__).parents[2] / "resources" / "formats")
REPOSITORY = Context(
    kind="repository", ref="shop", pin="c0ffee" * 6, sections=(Section(name="files", title="Files", text="f" * 16_000),)
)
PROSE = "The store holds what was agreed in this round, and a second process may read it at any time. "
LOOKED = ((3, 3), (3, 0), (0, 0))
"""Look-ups of the two participants, round by round: as in a recorded debate about a repository."""


class Shelf(ReadingDesk):
    """A repository in which each look-up finds about two hundred lines."""

    async def read(
        self, context: Context, name: str, arguments: dict[str, Json], released: Collection[str] = ()
    ) -> str:
        return f"{arguments['path']}\n" + "1| x = 1\n" * 600


class Table:
    """Two who never agree, and a clerk one of whose records in twenty cannot be read."""

    def __init__(self, looks: bool) -> None:
        self._files, self._records, self._looks = itertools.count(), itertools.count(1), looks

    def __call__(self, request: Request) -> Act | Sequence[Act]:
        brief = request.brief
        if brief.gives == "ledger":
            return self._record(request)
        if brief.gives in ("insights", "synthesis"):
            return json.dumps({"items": [{"text": PROSE, "kind": "agreed", "quote": PROSE}], "decision": PROSE * 12})
        number = int(brief.path.partition("[")[2].partition("]")[0]) - 1
        found = sum(len(message.results) for message in request.messages)
        if self._looks and found < LOOKED[number][brief.seat == "critic"]:
            arguments = json.dumps({"path": f"src/file_{next(self._files)}.py"})
            return [ToolCalled(id=f"c{found}", name="read_file", arguments=arguments)]
        said = f"In round {number + 1}, as {brief.seat}: {PROSE * 18}"
        return (
            said if brief.gives == "say" else f"{said}\n\n{assessment(disagree=[f'statement of round {number + 1}'])}"
        )

    def _record(self, request: Request) -> str:
        if len(request.messages) == 1 and next(self._records) % 20 == 0:
            return "I could not make that out."
        brief = request.brief
        new = [
            {"by": turn.seat, "text": f"Statement {at} of {turn.path}: {PROSE * 3}", "quote": PROSE.strip()}
            for turn in brief.turns[-1:]
            for at in range(7)
        ]
        return json.dumps({"new": new, "about": [], "stands": []})


WRITTEN = {
    "questions": 310, "answers": 300, "plan": 380, "code": 1_250, "artifact": 1_900, "flaws": 570, "review": 500,
    "findings": 320, "patches": 1_190, "synthesis": 670,
}  # fmt: skip
"""Tokens of the replies of a debate in eight phases that was held about a repository."""


class Workshop:
    """Whoever writes a program with tests, and judges those of others, at the length of a real debate. Nobody looks
    anything up."""

    def __init__(self) -> None:
        self._says = script()

    def __call__(self, request: Request) -> Act | Sequence[Act]:
        brief = request.brief
        if brief.gives == "ledger":
            new = [{"by": turn.seat, "text": f"{turn.path}: {PROSE}", "quote": PROSE.strip()} for turn in brief.turns]
            return json.dumps({"new": new, "about": [], "stands": []})
        said = self._says(request)
        assert isinstance(said, str)
        wanted = 4 * WRITTEN.get(brief.gives, 0) - len(said)
        return said if request.schema else f"{brief.path}: {PROSE * max(wanted // len(PROSE), 0)}\n\n{said}"


async def test_a_debate_in_eight_phases_about_a_repository_takes_about_what_was_said() -> None:
    """One was held for real that took 38 requests and 334,000 tokens; 88 and 791,000 were foreseen."""
    tools = ["read_file", "search_code", "list_files", "run_code", "run_tests"]
    chosen = {"rounds": 1, "complexity": "complex", "hooks": False, "tools": tools}
    first = replace(started(FORMATS["eight-phase"], **chosen), context=REPOSITORY)
    first = replace(first, services={"clerk": "scripted:two", "synthesis": "scripted:two"})
    said, provider = forecast_of(first, FlatPrices()), ScriptedProvider(Workshop(), usage=None)
    async with live(first, provider, tools=Shelf(), runner=TriedCode()) as on:
        await on.settle()
        assert on.runner.debate.over, on.runner.debate.why
    assert abs(said.calls / len(provider.requests) - 1) < 0.25
    assert abs(said.tokens / on.runner.debate.spent.tokens - 1) < 0.25
    assert said.most is not None
    assert f"If participants look up much, it takes up to {said.most.calls} calls" in said.summary


async def held(first: DebateOpened, *, looks: bool) -> tuple[LiveDebate, ScriptedProvider]:
    provider = ScriptedProvider(Table(looks), usage=None)
    async with live(first, provider, tools=Shelf()) as on:
        await on.settle()
        assert on.runner.debate.over, on.runner.debate.why
    return on, provider


async def off_by(context: Context, *, looks: bool) -> tuple[float, float]:
    """By which share calls and tokens differ from what was said before."""
    options = {"rounds": 3, "tools": looks}
    first = opening(
        FORMATS["dual"], "Is it so?", model="scripted:one", clerk="scripted:two", options=options, context=context
    )
    said = forecast_of(first, FlatPrices())
    on, provider = await held(first, looks=looks)
    spent = on.runner.debate.spent.tokens
    assert sum(len(event.tools) for event in on.events if isinstance(event, TurnCompleted)) == (9 if looks else 0)
    return said.calls / len(provider.requests) - 1, said.tokens / spent - 1


async def test_a_debate_that_looks_things_up_takes_about_what_was_said() -> None:
    calls, tokens = await off_by(REPOSITORY, looks=True)
    assert abs(calls) < 0.25
    assert abs(tokens) < 0.25


async def test_so_does_one_without_a_context() -> None:
    calls, tokens = await off_by(Context(), looks=False)
    assert abs(calls) < 0.25
    assert abs(tokens) < 0.25


def test_crux_rooms_make_the_forecast_of_a_dialogue_a_range() -> None:
    asked = {"options": {"aspects": ["cost"], "minirounds": 2}, "context": Context()}
    first = opening(FORMATS["dialogue"], "Is it so?", model="scripted:one", clerk="scripted:two", **asked)
    said = forecast_of(first, FlatPrices())
    assert said.most is not None
    one, other = 2 + 2 * EXCHANGES + 1, 2 + 2 * MOST_EXCHANGES + 1
    assert said.most.calls - said.calls == 2 * other - one, "in each of two rounds a room, and as long as can be"
    assert f"If crux rooms open in every round, it takes up to {said.most.calls} calls" in said.summary
    few = replace(first, options=first.options | {"ledger": "off"})
    alone = forecast_of(few, FlatPrices())
    assert not alone.rooms, "without a ledger no room opens"
    assert alone.most is not None
    most = f"it takes up to {alone.most.tokens:,} tokens and ≈ {dollars(alone.most.cost or 0)}."
    assert f"If participants write at length, {most}" in alone.summary
    rehearsed = opening(FORMATS["dialogue"], "Is it so?", model="rehearsal:quick", clerk="rehearsal:quick", **asked)
    assert forecast_of(rehearsed, FlatPrices()).most is None, "a rehearsal is as long as it is"


@pytest.mark.parametrize(("more", "statement", "answer"), [(0, 1_300, 2_100), (1, 2_200, 3_100)])
def test_in_a_crux_room_one_reads_what_led_to_it(more: int, statement: int, answer: int) -> None:
    """In three recorded dialogues of three, requests there had twice the tokens that were foreseen: without
    what their personas are told they had 2,000 to 2,400 and 2,800 to 3,400; in one of two, 1,300 and 2,100."""
    asked = {"options": {"aspects": ["cost"], "minirounds": 2}, "context": Context(), "extra": more}
    first = opening(FORMATS["dialogue"], "Is it so?", model="scripted:one", clerk="scripted:two", **asked)
    found = forecasts(first, step_of)
    usual = {name: sum(one.prompt for one in each) / sum(one.calls for one in each) for name, each in found.items()}
    assert usual["statement"] == pytest.approx(statement, rel=0.2)
    assert usual["rejoinder"] == pytest.approx(answer, rel=0.2)
