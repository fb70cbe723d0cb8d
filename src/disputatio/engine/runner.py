"""One live debate: plan → perform → append → publish, until it rests.

All of it happens in one event loop. Facts are applied to the state at once and written in batches: a batch is durable
before any call that follows from it is made, and before anybody sees it. If the log cannot be written the runner
holds: nothing new starts, what is in flight completes into memory, and everything is written once that is possible.

A fault of the program itself ends the driver: calls in flight are cut, the debate is in error (so it can be retried),
and `settled` raises it to everybody who waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence

from disputatio.debate.decide.decide import decide
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Close, Command, Continue, Pause
from disputatio.debate.log.events import (
    DebateHalted,
    Event,
    Recorded,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnFailed,
)
from disputatio.debate.log.evolve import evolve
from disputatio.debate.log.seats import HUMAN, by_hand
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call, Do, Note, Rest
from disputatio.debate.reasons import reason
from disputatio.debate.values import OptionValue
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import english, tr
from disputatio.engine.canonical import storable, stored_request, wording
from disputatio.engine.errors import StorageHeld
from disputatio.engine.flights import Flight, Flights, LooseCalls
from disputatio.engine.hub import Hub, Settled
from disputatio.engine.journal import Journal, Tasks
from disputatio.engine.performer import Performer
from disputatio.engine.ports import Clock, EventLog
from disputatio.engine.routing import cargo_of

LONGEST_GAP = 600.0
"""Seconds between two records that one call can take; a longer gap was a crash or a sleep of the machine."""


class Activity:
    """Seconds in which a debate had a model asked, record by record; neither pauses nor a person's own time count. A
    call that is asked for a second time, or is cut as lost, was lost in a crash: what lies between was no debating."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._before = 0.0
        self._asked: set[str] = set()

    def add(self, record: Recorded) -> None:
        event = record.event
        lost = (isinstance(event, TurnAsked) and event.path in self._asked) or (
            isinstance(event, TurnCut) and event.lost
        )
        if not lost:
            self.seconds = self.until(record.at)
        self._before = record.at
        match event:
            case TurnAsked() if not by_hand(event.model):
                self._asked.add(event.path)
            case TurnCompleted() | TurnFailed() | TurnCut() | TurnAbstained():
                self._asked.discard(event.path)

    def until(self, now: float) -> float:
        """Return the seconds there will be at `now` (seconds since 1970) if nothing more is recorded until then."""
        running = min(max(now - self._before, 0.0), LONGEST_GAP) if self._asked else 0.0
        return self.seconds + running


def active_time(records: Sequence[Recorded]) -> float:
    """Return the seconds in which a recorded debate had a model asked."""
    activity = Activity()
    for record in records:
        activity.add(record)
    return activity.seconds


def over_time(options: Mapping[str, OptionValue], seconds: float) -> str:
    """Return why a debate of so many active seconds may ask nothing more; empty while it may."""
    cap = options.get("max_minutes")
    if not isinstance(cap, (int, float)) or isinstance(cap, bool) or cap <= 0:
        return ""
    spent = seconds / 60
    if spent < cap:
        return ""
    taken = f"{spent:.0f}" if cap >= 1 else f"{spent:.3f}"
    return f"the time is up ({taken} of {cap:g} minutes of debating; option max_minutes)"


LOG = logging.getLogger(__name__)

FAREWELL = 5.0
"""Seconds that calls which were cut get to close their connections when the debate is let go of."""


class Runner:
    """`debate` is the present state; what is durable of it is in `hub.records`, which the runner is made from.
    Use `start`, then `submit`. `crash` is the fault of the program that ended the driver, if one did."""

    def __init__(self, id: str, hub: Hub, performer: Performer, log: EventLog, clock: Clock) -> None:
        self.id = id
        self.debate = Debate()
        self.planner = Planner()
        self.performer = performer
        self.hub = hub
        self.crash: BaseException | None = None
        self._flights = Flights(clock, active_time(hub.records))
        self._loose = LooseCalls()
        self._log = log
        self._tasks = Tasks(id, self._crashed)
        self._journal = Journal(id, hub, log, self._tasks, self._wake)
        self._settled = asyncio.Event()
        self._closing = False
        self._over = False
        self._driver: asyncio.Task[None] | None = None
        self._woken: asyncio.Future[None] | None = None
        for record in hub.records:
            self._evolve(record.event)

    @property
    def flights(self) -> Mapping[str, Flight]:
        """Return the calls under way, by path."""
        return self._flights.aloft

    @property
    def storage_fault(self) -> StorageHeld | None:
        """Return why the log cannot be written just now."""
        return self._journal.storage_fault

    @property
    def closing(self) -> bool:
        """Return whether the debate is being let go of, or was."""
        return self._closing

    def active_seconds(self) -> float:
        """Return the seconds in which a model was asked; neither pauses nor a person's own time count."""
        return self._flights.active_seconds()

    def start(self) -> None:
        """Begin to carry out what the rules ask for. Returns at once."""
        if self._driver is None:
            with english():  # what is asked, and what is written into the log
                self._driver = asyncio.get_running_loop().create_task(self._drive(), name=f"debate {self.id}")
            self._driver.add_done_callback(self._ended)

    async def submit(self, command: Command) -> None:
        """Carry out a person's command. Raises Refused, and then nothing has changed.

        What it changes holds as soon as this runs; awaiting it is waiting until that is durable.
        """
        if self._closing or self.crash is not None:
            raise Refused("This debate is being closed here.", "Open it again, then retry.")
        if isinstance(command, Continue) and (over := over_time(self.debate.options, self.active_seconds())):
            raise Refused(
                tr("Cannot continue: {spent}.").format(spent=reason(over)),
                "Raise the option max_minutes first, or have the synthesis written now.",
            )
        command = storable(command)
        self._apply(*decide(self.debate, command))
        if isinstance(command, Close) or (isinstance(command, Pause) and command.now):
            self._cut(self._flights.paths(), command.why)
        self._cut([path for path in self._flights.paths() if path in self.debate.abstained], "skipped by you")
        self._wake()
        await self._journal.flush_shielded()

    async def wait_for_rest(self) -> Debate:
        """Wait until nothing is under way: the debate rests, or every open call waits for a person. Raises the fault
        of the program that ended the debate here."""
        while not self._settled.is_set():
            await self._settled.wait()
        if self.crash is not None:
            raise self.crash
        return self.debate

    async def close(self) -> int:
        """Let go of the debate: calls in flight are cut (their text is kept), everything is written. It resumes as
        it was when it is opened again. Returns how many events could not be written: they are lost, and what they
        say is asked again."""
        self._closing = True
        self._cut(self._flights.paths(), "the application was closed")
        self._wake()
        if self._driver is not None:
            await asyncio.wait([self._driver])
        await self._tasks.wait(FAREWELL)
        self._journal.close()  # first: an attempt of its own after ours would have in hand what is counted below
        await self._journal.flush_shielded()
        self._over = True
        self._settled.set()
        return self._journal.unwritten

    # ---- the driver ------------------------------------------------------------------------------------------------
    async def _drive(self) -> None:
        loop = asyncio.get_running_loop()
        await self._book_lost()
        while not self._closing and self.crash is None:
            self._woken = loop.create_future()
            await self._advance()
            await self._woken

    async def _book_lost(self) -> None:
        """Cut the calls that were under way when whoever drove the debate was ended without warning: what they must
        have cost is spent, and what is saved of them stays. Only the holder of the lease comes here."""
        for path in tuple(self.debate.asked):
            call = self._loose.calls.get(path)
            if call is None or not call.asked.model or by_hand(call.asked.model):
                continue
            try:
                prompt = wording(await stored_request(self._log.get, call.latest))
            except (ValueError, TypeError, LookupError, AttributeError, StorageHeld):
                prompt = ""  # an imported debate may lack its requests
            if path in self.debate.asked:  # nobody has skipped it meanwhile
                self._apply(self.performer.billing.lost_call(call, prompt))

    def _ended(self, driver: asyncio.Task[None]) -> None:
        if not driver.cancelled() and (fault := driver.exception()) is not None:
            self._crashed(fault)
        self._over = True
        self._settled.set()

    def _crashed(self, fault: BaseException) -> None:
        """Show a fault of the program as an error of the debate, keep it, and tell everybody who waits."""
        if self.crash is not None:
            return
        self.crash = fault
        LOG.error("Debate %s was stopped by a fault of the program.", self.id, exc_info=fault)
        self._cut(self._flights.paths(), "a fault of the program")
        why = f"Something went wrong inside Disputatio ({type(fault).__name__}); nothing that was said is lost. Retry."
        try:
            if not self.debate.over:
                self._apply(DebateHalted(status="error", reason="fault", why=why))
        except Exception:  # the fault is in the rules themselves; nobody waits for ever because of that
            LOG.exception("Debate %s cannot say that it is in error.", self.id)
        self._wake()
        self._tasks.spawn(self._journal.flush(), "writing")

    async def _advance(self) -> None:
        """Decide everything that can be decided, start everything that can be started."""
        if self.storage_fault is not None:
            await self._journal.flush()
        while self.storage_fault is None and not self._closing:
            match self.planner.plan(self.debate):
                case Note(events=events):
                    self._apply(*events)
                case Do(calls=calls):
                    if await self._launch(calls):
                        return
                case Rest():
                    await self._journal.flush()
                    self._settle()
                    return

    async def _launch(self, calls: Sequence[Call]) -> bool:
        """Start the calls that are open and not in flight. False: something changed, so plan again."""
        fresh = [call for call in calls if call.path not in self.flights]
        started = [call for call in fresh if not self.debate.by_person(call.seat, call.task)]
        if started and (over := over_time(self.debate.options, self.active_seconds())):
            self._apply(DebateHalted(status="paused", reason="budget", why=over))
            return False
        before = self.debate
        barred = await self.performer.refusal(before, started, self.id)
        if self.debate is not before or self._closing:
            return False
        if barred is not None:
            self._apply(DebateHalted(status="paused", reason="consent", why=barred.user_message))
            return False
        for call in started:
            if call.path not in self._flights.ready:
                self._flights.ready[call.path] = flight = self._flight(call)
                self._apply(flight.ask)
        for call in fresh:
            if call not in started:
                self._await_person(call)
        await self._journal.flush()
        if self.storage_fault is not None or self._closing or self.crash is not None:
            return True
        ready, self._flights.ready = self._flights.ready, {}
        for path, flight in ready.items():
            if path in self.debate.asked:
                self._flights.depart(flight, self._tasks.spawn(self._fly(flight), path))
        self._settle()
        return True

    def _await_person(self, call: Call) -> None:
        """Ask a person, once: for their own words, or to carry the request to another chat. It is stored with the
        question, so that it is the same one whenever the debate is opened again."""
        model = HUMAN if call.seat == "person" else self.debate.model_of(call.seat, call.task)
        if self.debate.asked.get(call.path) == model:
            return
        if model == HUMAN:
            self._apply(call.event_of_asking(HUMAN))
            return
        asked, _, _, body = self.performer.prepare(self.debate, call, self.id)
        self._journal.keep(asked.request, body)
        self._apply(asked)

    def _flight(self, call: Call) -> Flight:
        asked, brief, request, body = self.performer.prepare(self.debate, call, self.id)
        self._journal.keep(asked.request, body)
        return Flight(
            call=call,
            ask=asked,
            brief=brief,
            request=request,
            cargo=cargo_of(self.id, self.debate, call.seat),
            record=self._record,
            signal=self.hub.signal,
            keep=self._journal.keep,
            kept=self._loose.kept(call.path),
        )

    async def _fly(self, flight: Flight) -> None:
        path = flight.call.path
        events = await self.performer.perform(flight, self.debate)
        if self._flights.aloft.get(path) is not flight:
            return
        self._flights.arrive(path)
        self._apply(*(self._late(event, flight) for event in events))
        self._wake()

    def _late(self, event: Event, flight: Flight) -> Event:
        """Cut a reply that comes late: one to a call that was given up meanwhile would change a past that others have
        read."""
        if isinstance(event, TurnCompleted) and event.path in self.debate.abstained:
            return self.performer.billing.cut(flight, "the answer came after the turn was given up")
        return event

    def _settle(self) -> None:
        """Say so when nothing is under way. A command that came while the log was being written is planned first."""
        if self.flights or self.storage_fault is not None or (self._woken is not None and self._woken.done()):
            return
        self._settled.set()
        self.hub.signal(Settled(waiting=self.debate.status == "debating"))

    # ---- facts -----------------------------------------------------------------------------------------------------
    def _apply(self, *events: Event) -> None:
        for event in events:
            self._evolve(event)
            self._journal.note(event)

    def _evolve(self, event: Event) -> None:
        self.debate = evolve(self.debate, event)
        self.planner.observe(event)
        self._loose.observe(event)

    async def _record(self, *events: Event) -> None:
        self._apply(*events)
        await self._journal.flush_shielded()

    def _wake(self) -> None:
        if not self._over:
            self._settled.clear()
            if self._woken is not None and not self._woken.done():
                self._woken.set_result(None)

    def _cut(self, paths: Iterable[str], why: str) -> None:
        for path in paths:
            self._apply(self.performer.billing.cut(self._flights.end(path), why))
