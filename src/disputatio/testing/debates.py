"""Whole debates in memory: the real rules, runner, performer and hash chain; providers, clock and log are fakes.

    first = opening(format, "Is it so?", options={"rounds": 2}, model="scripted:one")
    says = voices(say="I hold that it is so.", assessment=assessment(agree=["P1"]))
    async with live(first, ScriptedProvider(says)) as on:
        await on.settle()
        assert on.runner.debate.status == "consensus"

For debates of a whole application, hand a provider to `Registry.add` and a model such as "scripted:one" to a seat.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from disputatio.debate.context import Context
from disputatio.debate.format import Format
from disputatio.debate.formats.opening import cast, open_debate, options_of
from disputatio.debate.log.commands import Command
from disputatio.debate.log.events import DebateOpened, Event, Recorded, TurnCompleted
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call
from disputatio.debate.tools import tools_wanted
from disputatio.debate.values import Json, OptionValue
from disputatio.debate.views.progress import Progress, progress_of
from disputatio.engine.checking import CodeRunner
from disputatio.engine.hub import Hub
from disputatio.engine.limits import Limits
from disputatio.engine.performer import Performer, Sources
from disputatio.engine.ports import Clock, Provider
from disputatio.engine.routing import Routing
from disputatio.engine.runner import Runner
from disputatio.engine.tools import Found, LookUp, Offer, Tools
from disputatio.prompting.reading.echoes import without_blocks
from disputatio.prompting.request import Request
from disputatio.prompting.tools import specs_of
from disputatio.storage.chain import EMPTY, Head, Row, stamp
from disputatio.storage.codec import EVENTS
from disputatio.testing.scripted import Act, Anywhere, FlatPrices, NoMemory, NoSources, Script


class FrozenClock:
    """Time passes only by `advance` and by `sleep`, which returns at once."""

    def __init__(self, start: float = 1_700_000_000.0) -> None:
        self.time = start
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += seconds

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds
        await asyncio.sleep(0)


class ReadingDesk:
    """engine.tools.Tools: offers what a debate wants, without servers; what a look-up finds is for subclasses."""

    def offered(self, debate: Debate, call: Call, model: str) -> Offer:
        names = tools_wanted(debate.context, debate.options)
        own = debate.roles.get(call.seat)
        return Offer(specs=specs_of(names, debate.seats[call.seat].role, call.gives, own))

    def waits(self, name: str) -> bool:
        return False

    async def run(self, asked: LookUp) -> Found:
        return Found(text=await self.read(asked.context, asked.name, asked.arguments, asked.released))

    async def read(
        self, context: Context, name: str, arguments: dict[str, Json], released: Collection[str] = ()
    ) -> str:
        return f"{name} finds nothing."


class MemoryLog:
    """engine.ports.EventLog, hash-chained like the database. `fault` makes the next append fail."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock: Clock = clock or FrozenClock()
        self.fault: Exception | None = None
        self.requests: dict[str, str] = {}
        self._rows: dict[str, list[Row]] = {}
        self._logs: dict[str, list[Recorded]] = {}

    async def append(
        self, debate: str, events: Sequence[Event], requests: Mapping[str, str] | None = None
    ) -> list[Recorded]:
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        self.requests |= requests or {}
        log = self._logs.setdefault(debate, [])
        head = Head(seq=log[-1].seq, hash=log[-1].hash) if log else EMPTY
        stamped = stamp([EVENTS.encode(event) for event in events], head, self.clock.now())
        self._rows.setdefault(debate, []).extend(row for row, _ in stamped)
        new = [record for _, record in stamped]
        log.extend(new)
        return new

    async def read(self, debate: str, since: int = 0) -> list[Recorded]:
        return self._logs.get(debate, [])[since:]

    async def rows(self, debate: str) -> list[Row]:
        return list(self._rows.get(debate, []))

    async def get(self, hash: str) -> str | None:
        return self.requests.get(hash)


PATIENCE = 120.0
"""Seconds after which a debate that should have come to rest is given up: it hangs."""


@dataclass(slots=True)
class LiveDebate:
    """A debate that runs, and what it runs on."""

    runner: Runner
    log: MemoryLog
    clock: FrozenClock
    routing: Routing

    @property
    def events(self) -> list[Event]:
        return [record.event for record in self.runner.hub.records]

    @property
    def texts(self) -> dict[str, str]:
        """What was said, by path."""
        return {event.path: event.text for event in self.events if isinstance(event, TurnCompleted)}

    @property
    def progress(self) -> Progress:
        debate = self.runner.debate
        return progress_of(debate, self.runner.planner.walk(debate).past)

    async def settle(self) -> None:
        """Until the debate rests or waits for a person."""
        await asyncio.wait_for(self.runner.wait_for_rest(), PATIENCE)

    async def tell(self, *wanted: Command) -> None:
        """Carry out commands, one after another, each followed until the debate rests."""
        for command in wanted:
            await self.runner.submit(command)
            await self.settle()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():  # noqa: ASYNC110  what is awaited has no event of its own
                await asyncio.sleep(0)


def opening(
    format: Format,
    question: str,
    *,
    model: str = "",
    models: Mapping[str, str] | None = None,
    clerk: str = "",
    options: Mapping[str, OptionValue] | None = None,
    seats: Sequence[SeatChoice] = (),
    extra: int = 0,
    context: Context | None = None,
    seed: int = 0,
) -> DebateOpened:
    """Return the first event of a debate that runs on by itself. `model` sits everywhere, `models` by part or seat;
    without a `clerk` its work is done by rule. `extra`: seats more than the least of each part."""
    chosen = options_of(format, {"auto_continue": True, **(options or {})})
    taken = cast(format, seats, {"*": model, **(models or {})}, extra)
    services = {"clerk": clerk} if clerk else {}
    return open_debate(question, format, taken, chosen, seed=seed, context=context, services=services)


@asynccontextmanager
async def live(
    first: DebateOpened | Sequence[Event],
    *providers: Provider,
    id: str = "d",
    limits: Limits | None = None,
    fallbacks: Mapping[str, Sequence[str]] | None = None,
    clock: FrozenClock | None = None,
    sources: Sources | None = None,
    tools: Tools | None = None,
    runner: CodeRunner | None = None,
) -> AsyncIterator[LiveDebate]:
    """Run a debate, or go on with the beginning of one; it is let go of on leaving."""
    clock, named = clock or FrozenClock(), {provider.name: provider for provider in providers}
    log, bounds = MemoryLog(clock), limits or Limits()
    await log.append(id, [first] if isinstance(first, DebateOpened) else first)
    routing = Routing(lambda model: named[model.partition(":")[0]], Anywhere(), clock, bounds, fallbacks)
    performer = Performer(routing, bounds, clock, FlatPrices(), NoMemory(), sources or NoSources(), tools, runner)
    running = Runner(id, Hub(await log.read(id)), performer, log, clock)
    running.start()
    try:
        yield LiveDebate(running, log, clock, routing)
    finally:
        await running.close()


def voices(
    by_seat: Mapping[str, Act | Sequence[Act] | Script] | None = None, /, **by_contract: Act | Sequence[Act] | Script
) -> Script:
    """Return a script that chooses by seat, else by contract, else says what its path is."""

    def script(request: Request) -> Act | Sequence[Act]:
        brief = request.brief
        found = (by_seat or {}).get(brief.seat) or by_contract.get(brief.gives.replace("-", "_"))
        if found is None:
            return f"This is {brief.path}."
        return found(request) if callable(found) else found

    return script


def assessment(
    agree: Iterable[str] = (), disagree: Iterable[str] = (), unverifiable: Iterable[str] = (), level: str = "Weak"
) -> str:
    """Return a Critic's turn in the form that it is asked for. Points by id or in words."""
    lists = (("Agree", agree), ("Disagree", disagree), ("Unverifiable", unverifiable))
    parts = [f"### {title}\n" + ("\n".join(f"- {one}" for one in given) or "None") for title, given in lists]
    return "\n\n".join(("I went through it point by point.", *parts, f"### Overall\n{level}"))


def answer(position: str, confidence: float = 0.8, because: Sequence[str] = ()) -> str:
    """Return a turn that gives an answer."""
    fields = {"position": position, "confidence": confidence, "because": list(because)}
    return f"My answer is {position}.\n\n```json\n{json.dumps(fields)}\n```"


def recorder(*texts: str) -> Script:
    """Return a clerk that records these statements for whoever says them, in their own words; what somebody only echoes
    of what was shown is not said."""

    def record(request: Request) -> str:
        seen = [(text, turn) for turn in request.brief.turns for text in texts if text in without_blocks(turn.text)]
        new = [{"by": turn.seat, "turn": turn.path, "text": text, "quote": text} for text, turn in seen]
        return json.dumps({"new": new, "about": [], "stands": []})

    return record
