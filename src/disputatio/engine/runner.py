"""One live debate: plan → perform → append → publish, until it rests.

All of it happens in one event loop. Facts are applied to the state at once and written in batches: a batch is durable
before any call that follows from it is made, and before anybody sees it. If the log cannot be written the runner
holds: nothing new starts, what is in flight completes into memory, and everything is written once that is possible.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from disputatio.debate.commands import Close, Command, Continue, Pause
from disputatio.debate.decide import decide
from disputatio.debate.errors import Refused
from disputatio.debate.events import (
    DebateEnded,
    DebateHalted,
    DebateOpened,
    DebateResumed,
    Event,
    PassBegan,
    Recorded,
    TurnAsked,
    TurnCompleted,
)
from disputatio.debate.evolve import evolve
from disputatio.debate.plan import Planner
from disputatio.debate.state import Debate
from disputatio.debate.steps import Call, Do, Note, Rest
from disputatio.engine.errors import StorageHeld
from disputatio.engine.hub import Hub
from disputatio.engine.performer import Flight, Performer
from disputatio.engine.ports import Clock, EventLog
from disputatio.engine.signals import Held, Settled, Signal

HELD_RETRY = 2.0
"""Seconds between attempts to write a log that could not be written."""

LONGEST_GAP = 600.0
"""Seconds between two records that can be time spent debating; a longer gap was a crash or a sleep."""


class Runner:
    """`debate` is the present state; what is durable of it is in `hub.records`, which the runner is made from.
    Use `start`, then `submit`."""

    def __init__(
        self,
        id: str,
        hub: Hub,
        performer: Performer,
        log: EventLog,
        clock: Clock,
    ) -> None:
        self.id = id
        self.debate = Debate()
        self.planner = Planner()
        self.performer = performer
        self.hub = hub
        self.flights: dict[str, Flight] = {}
        self.held: StorageHeld | None = None
        self._prepared: dict[str, Flight] = {}
        self._log, self._clock = log, clock
        self._pending: list[Event] = []
        self._bodies: dict[str, str] = {}
        self._writing = asyncio.Lock()
        self._woken = asyncio.Event()
        self._settled = asyncio.Event()
        self._closing = False
        self._driver: asyncio.Task[None] | None = None
        self._active, self._since = active_time(hub.records), 0.0
        for record in hub.records:
            self._evolve(record.event)

    def start(self) -> None:
        """Begin to carry out what the rules ask for. Returns at once."""
        if self._driver is None:
            self._since = self._clock.monotonic() if self.debate.status == "debating" else 0.0
            self._driver = asyncio.get_running_loop().create_task(self._drive(), name=f"debate {self.id}")

    async def submit(self, command: Command) -> None:
        """Carry out a person's command. Raises Refused, and then nothing has changed."""
        if isinstance(command, Continue) and (over := self._over_time()):
            raise Refused(f"Cannot continue: {over}.", "Raise the option max_minutes first.")
        self._apply(*decide(self.debate, command))
        if isinstance(command, Close) or (isinstance(command, Pause) and command.now):
            self._cut_all(command.why)
        self._forget_skipped()
        self._wake()
        await self._flush()

    async def settled(self) -> Debate:
        """Wait until nothing is under way: the debate rests, or every open call waits for a person."""
        await self._settled.wait()
        if self._driver is not None and self._driver.done():
            self._driver.result()
        return self.debate

    async def close(self) -> None:
        """Let go of the debate: calls in flight are cut (their text is kept), everything is written. It resumes as
        it was when it is opened again."""
        self._closing = True
        self._cut_all("the application was closed")
        self._wake()
        if self._driver is not None:
            await self._driver
        await self._flush()

    # ---- the driver ------------------------------------------------------------------------------------------------
    async def _drive(self) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                while not self._closing:
                    self._woken.clear()
                    await self._advance(group)
                    await self._woken.wait()
        finally:
            self._settled.set()

    async def _advance(self, group: asyncio.TaskGroup) -> None:
        """Decide everything that can be decided, start everything that can be started."""
        if self.held is not None:
            await self._flush()
        while self.held is None:
            match self.planner.plan(self.debate):
                case Note(events=events):
                    self._apply(*events)
                case Do(calls=calls):
                    if await self._launch(calls, group):
                        return
                case Rest():
                    await self._flush()
                    self._settle()
                    return

    async def _launch(self, calls: Sequence[Call], group: asyncio.TaskGroup) -> bool:
        """Start the calls that are open and not in flight. False: something changed, so plan again."""
        fresh = [call for call in calls if call.path not in self.flights]
        started = [call for call in fresh if not self._by_person(call)]
        if started and (over := self._over_time()):
            self._apply(DebateHalted(status="paused", reason="budget", why=over))
            return False
        waiting = [call for call in fresh if self._by_person(call) and call.path not in self.debate.asked]
        for call in started:
            if call.path not in self._prepared:
                self._prepared[call.path] = flight = self._flight(call)
                self._apply(flight.asked)
        self._apply(*(self._asked_of_person(call) for call in waiting))
        await self._flush()
        if self.held is not None or self._closing:
            return True
        for path, flight in self._prepared.items():
            if path in self.debate.asked:
                self.flights[path] = flight
                flight.task = group.create_task(self._fly(flight))
        self._prepared.clear()
        self._settle()
        return True

    def _flight(self, call: Call) -> Flight:
        asked, brief, request, body = self.performer.prepare(self.debate, call, self.id)
        self._bodies[asked.request] = body
        return Flight(call=call, asked=asked, brief=brief, request=request, record=self._record, signal=self._signal)

    def _by_person(self, call: Call) -> bool:
        seat = self.debate.seats.get(call.seat)
        return call.seat == "person" or (seat is not None and seat.human)

    def _asked_of_person(self, call: Call) -> TurnAsked:
        return TurnAsked(
            path=call.path,
            seat=call.seat,
            model="human:",
            task=call.task,
            gives=call.gives,
            heard=call.heard,
            sees=call.sees,
        )

    async def _fly(self, flight: Flight) -> None:
        path = flight.call.path
        events = await self.performer.perform(flight, self.debate)
        if self.flights.get(path) is not flight:
            return
        del self.flights[path]
        self._apply(*(self._late(event, flight) for event in events))
        self._wake()

    def _late(self, event: Event, flight: Flight) -> Event:
        """A reply to a call that was given up meanwhile would change a past that others have read."""
        if isinstance(event, TurnCompleted) and event.path in self.debate.abstained:
            return self.performer.cut(flight, "the answer came after the turn was given up")
        return event

    def _settle(self) -> None:
        """Say so when nothing is under way."""
        if self.flights or self.held is not None:
            return
        status = self.debate.status
        self._settled.set()
        self._signal(Settled(status=status, waiting=status == "debating"))

    # ---- facts -----------------------------------------------------------------------------------------------------
    def _apply(self, *events: Event) -> None:
        for event in events:
            self._evolve(event)
            self._clocked(event)
            self._pending.append(event)

    def _evolve(self, event: Event) -> None:
        self.debate = evolve(self.debate, event)
        self.planner.observe(event)

    async def _record(self, *events: Event) -> None:
        self._apply(*events)
        await self._flush()

    async def _flush(self) -> None:
        """Make what happened durable, then show it."""
        async with self._writing:
            while self._pending:
                batch, bodies = self._pending, self._bodies
                self._pending, self._bodies = [], {}
                try:
                    recorded = await self._log.append(self.id, batch, bodies)
                except StorageHeld as error:
                    self._pending, self._bodies = batch + self._pending, {**bodies, **self._bodies}
                    self._hold(error)
                    return
                self._release()
                self.hub.publish(recorded)

    def _hold(self, error: StorageHeld) -> None:
        if self.held is None:
            self._signal(Held(why=error.what, remedy=error.remedy))
        self.held = error
        asyncio.get_running_loop().call_later(HELD_RETRY, self._wake)

    def _release(self) -> None:
        if self.held is not None:
            self.held = None
            self._signal(Held(why=""))

    def _signal(self, signal: Signal) -> None:
        self.hub.signal(signal)

    def _wake(self) -> None:
        self._settled.clear()
        self._woken.set()

    # ---- flights that end early ------------------------------------------------------------------------------------
    def _cut_all(self, why: str) -> None:
        flights, self.flights = list(self.flights.values()), {}
        for flight in flights:
            if flight.task is not None:
                flight.task.cancel()
        for flight in flights:
            self._apply(self.performer.cut(flight, why))

    def _forget_skipped(self) -> None:
        for path in [path for path in self.flights if path in self.debate.abstained]:
            flight = self.flights.pop(path)
            if flight.task is not None:
                flight.task.cancel()
            self._apply(self.performer.cut(flight, "skipped by you"))

    # ---- wall time -------------------------------------------------------------------------------------------------
    def _clocked(self, event: Event) -> None:
        """Keep the seconds spent debating, by the clock that only measures."""
        now = self._clock.monotonic()
        if isinstance(event, (DebateHalted, DebateEnded)) or (isinstance(event, PassBegan) and event.pause):
            self._active += now - self._since if self._since else 0.0
            self._since = 0.0
        elif isinstance(event, (DebateOpened, DebateResumed)):
            self._since = self._since or now

    def active_seconds(self) -> float:
        """Seconds spent debating, pauses not counted."""
        running = self._clock.monotonic() - self._since if self._since else 0.0
        return self._active + running

    def _over_time(self) -> str:
        cap = self.debate.options.get("max_minutes")
        if not isinstance(cap, (int, float)) or isinstance(cap, bool):
            return ""
        spent = self.active_seconds() / 60
        return f"the budget is spent ({spent:.0f} of {cap:g} minutes; option max_minutes)" if spent >= cap else ""


def active_time(records: Sequence[Recorded]) -> float:
    """Seconds that a recorded debate was debating."""
    total, running, before = 0.0, False, 0.0
    for record in records:
        if running:
            total += min(max(record.at - before, 0.0), LONGEST_GAP)
        before, event = record.at, record.event
        if isinstance(event, (DebateOpened, DebateResumed)):
            running = True
        elif isinstance(event, (DebateHalted, DebateEnded)) or (isinstance(event, PassBegan) and event.pause):
            running = False
    return total
