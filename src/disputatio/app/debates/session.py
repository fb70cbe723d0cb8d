"""One open debate, driven here or watched while another process drives it. The interface is the same."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from typing import Protocol

from disputatio.app.debates.replies import Answers, answer, answers
from disputatio.app.debates.requests import waiting_request
from disputatio.app.privacy.sendings import Asked
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Command
from disputatio.debate.log.events import DebateEnded, Event, Recorded
from disputatio.debate.log.evolve import evolve, fold
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.policy import seat_in
from disputatio.debate.views.progress import Progress, progress_of
from disputatio.debate.views.score import score_of
from disputatio.debate.views.status import open_to_people
from disputatio.debate.views.winner import outcome_of
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import english
from disputatio.engine.errors import StorageHeld
from disputatio.engine.hub import Held, Hub, Settled, Update
from disputatio.engine.runner import Runner
from disputatio.storage.database import Database
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.projections import Summary, summarise

LOG = logging.getLogger(__name__)

MANY = 400
"""Records from which on a log is folded in a thread: the event loop is not kept waiting for it."""

LONG = 1_000
"""Records from which on going through a debate takes longer than a frame."""

Found = tuple[Debate, Past, Progress]
"""A state, what was said up to it, and how far that is."""


OnEnd = Callable[[str, Debate, Past], Awaitable[None]]
"""Hears of a debate that was driven here to its end: its id, how it stands, what was said."""


class Keeper(Protocol):
    """What a session needs of those who keep it: `Sessions`."""

    @property
    def log(self) -> SqliteEventLog: ...

    @property
    def database(self) -> Database: ...

    @property
    def on_end(self) -> OnEnd: ...

    @property
    def on_fault(self) -> Callable[[BaseException], object]: ...

    def runner(self, session: Session) -> Runner: ...

    async def carry_out(self, session: Session, command: Command, agreed: Collection[Asked] = ()) -> None: ...

    async def open_sendings(self, session: Session) -> Sequence[Asked]: ...

    async def go_through(self, session: Session) -> None: ...


class Session:
    """`hub` shows what happens. `crash` is the fault of the program that last ended the debate here, if one did:
    who waits is told, the debate is in error, and the next command starts it anew, here or in another process.
    `ready`: whether the rules have gone through what was read. Until then the state is known, and of the past nothing.
    """

    def __init__(self, id: str, sessions: Keeper) -> None:
        self.id = id
        self.hub = Hub()
        self.runner: Runner | None = None
        self.crash: BaseException | None = None
        self.closed = self.ready = False
        self.receipts: set[int] = set()
        self._sessions = sessions
        self._watched = Debate()
        self._planner = Planner()
        self._found: Found | None = None
        self._summarised = 0
        self._changed = asyncio.Event()

    @property
    def debate(self) -> Debate:
        """The present state."""
        return self.runner.debate if self.runner else self._watched

    @property
    def here(self) -> bool:
        """Whether this process drives the debate."""
        return self.runner is not None

    @property
    def held(self) -> StorageHeld | None:
        """Why what happens cannot be recorded just now, where this process drives the debate."""
        return self.runner.storage_fault if self.runner else None

    @property
    def is_long(self) -> bool:
        """Whether going through the debate takes longer than a frame."""
        return len(self.hub.records) > LONG

    @property
    def under_way(self) -> bool:
        """Whether this process drives the debate, and it has not come to rest."""
        return self.runner is not None and self.runner.crash is None and self.debate.status == "debating"

    @property
    def needs_person(self) -> bool:
        """Whether it rests, or a person is asked."""
        return self.debate.status != "debating" or bool(open_to_people(self.debate))

    def past(self) -> Past:
        """Everything that was said so far, in the order of the program; nothing before the debate is `ready`."""
        planner = self.runner.planner if self.runner else self._planner
        return planner.walk(self.debate).past if self.ready else planner.memo.start

    def progress(self) -> Progress:
        """Return the progress, remembered because going through a long debate takes longer than half a frame."""
        debate, past = self.debate, self.past()
        if self._found is None or self._found[0] is not debate or self._found[1] is not past:
            self._found = debate, past, progress_of(debate, past)
        return self._found[2]

    def updates(self, since: int = 0) -> AsyncIterator[Update]:
        """Return what was recorded after place `since`, then what happens, until the debate is closed."""
        return self.hub.updates(since)

    async def submit(self, command: Command, agreed: Collection[Asked] = ()) -> None:
        """Carry out a command, here or in the process that drives the debate; what it changed is seen here then.
        Raises Refused, also where that process refuses it; one that does not answer in time finds the command later.
        Raises ConsentNeeded for what a model would be sent that is neither `agreed` to now nor was before."""
        await self._sessions.carry_out(self, command, agreed)

    async def open_sendings(self) -> Sequence[Asked]:
        """Return what going on would send that the person has not agreed to."""
        return await self._sessions.open_sendings(self)

    async def answer(self, path: str, text: str) -> None:
        """Submit a person's answer to the call at `path`, read like a participant's reply. Raises as `submit`."""
        await self.submit(await asyncio.to_thread(answer, self.debate, path, text))

    async def answer_questions(self, path: str, given: Answers) -> None:
        """Submit what a person says to the questions that are put at `path`. Raises as `submit`."""
        await self.submit(await asyncio.to_thread(answers, self.debate, path, given))

    async def request(self, path: str) -> str:
        """Return the request that waits at `path` for another chat, as one text. Raises NotFound."""
        return await waiting_request(self._sessions.log, self.hub.records, path)

    async def wait_for_rest(self) -> Debate:
        """Wait until the debate rests, waits for a person, or is closed here. Raises the fault of the program that
        ended it here."""
        while True:
            runner = self.runner
            if runner is not None and not runner.closing:
                debate = await runner.wait_for_rest()
                if not runner.closing:
                    return debate
            elif runner is None and self.crash is not None:
                raise self.crash
            elif self.closed or (runner is None and rests(self.debate)):
                return self.debate
            else:
                self._changed.clear()
                await self._changed.wait()

    async def go_through(self) -> None:
        """Let the rules go through a debate that was acquired early. Raises Refused, StorageHeld."""
        await self._sessions.go_through(self)

    # ---- used by Sessions, each under the lock of this debate --------------------------------------------------------
    async def load(self) -> None:
        self.hub.records.extend(await self._sessions.log.read(self.id))

    async def find_state(self) -> None:
        """Find how a long debate stands, before anybody drives or watches it."""
        self._watched = await asyncio.to_thread(fold, [record.event for record in self.hub.records])

    async def watch(self) -> None:
        """Another process drives the debate."""
        events = [record.event for record in self.hub.records]
        if len(events) > MANY:
            self._watched, self._found = await asyncio.to_thread(_walked, self._planner, events)
        else:
            self._watched = fold(events)
        self.ready = True

    async def drive(self) -> None:
        """Begin to drive the debate; the lease is ours."""
        self.hub.publish(await self._sessions.log.read(self.id, len(self.hub.records)))
        make = self._sessions.runner
        if len(self.hub.records) > MANY:
            runner, self._found = await asyncio.to_thread(_ready, make, self)
        else:
            runner = make(self)
        self.runner, self.crash = runner, None
        runner.start()
        self.ready = True
        self._changed.set()

    async def let_go(self, lost: bool = False) -> None:
        """Stop driving. `lost`: the lease is somebody else's now."""
        runner = self.runner
        if runner is None:
            return
        unwritten = await runner.close()
        self.runner, self.crash = None, runner.crash
        if runner.crash is not None:
            self._sessions.on_fault(runner.crash)
        if unwritten:
            self._forgotten(unwritten, lost)
            await self.watch()
        else:
            self._watched, self._planner = runner.debate, runner.planner
        if lost:
            LOG.warning("Another process has taken over debate %s; from now on this one only watches it.", self.id)
        self._changed.set()

    async def close(self) -> None:
        """Close the session. Raises StorageHeld if the score could not be written; the session is closed anyway."""
        drove = self.here
        try:
            await self.let_go()
            await self._summarise(drove)  # its end may just have been written
        finally:
            self.closed = True
            self.hub.close()
            self._changed.set()

    async def catch_up(self) -> None:
        """Read what another process has written."""
        records = await self._sessions.log.read(self.id, len(self.hub.records))
        for record in records:
            self._watched = evolve(self._watched, record.event)
            self._planner.observe(record.event)
            if self._watched.status == "debating":
                self.crash = None  # somebody goes on with it elsewhere, and may have come to its end by now
        self.hub.publish(records)
        if records:
            self._changed.set()
            if self._watched.status != "debating":
                self.hub.signal(Settled())

    async def summarise(self) -> None:
        """Write the score of a debate that has ended here into its row."""
        await self._summarise(self.here)

    async def _summarise(self, drove: bool) -> None:
        if not self.ready:
            return
        records = self.hub.records
        ended = any(isinstance(record.event, DebateEnded) for record in records[self._summarised :])
        if ended and drove and self.debate.over:
            await summarise(self._sessions.database, self.id, summary_of(self.debate, self.past(), self.progress()))
            await self._sessions.on_end(self.id, self.debate, self.past())
        self._summarised = len(records)

    def _forgotten(self, unwritten: int, lost: bool) -> None:
        why = f"{unwritten} events could not be written before the debate was released"
        LOG.warning("Debate %s: %s; they are lost, and will be asked for again.", self.id, why)
        again = Held(why=f"{why}.", remedy="Continue the debate, and it asks for them again.")
        self.hub.signal(Held(why="") if lost else again)  # it goes on elsewhere


@english()
def summary_of(debate: Debate, past: Past, progress: Progress) -> Summary:
    """Return what the rules find of a debate that has ended; in English, since programs read it."""
    score = score_of(debate, progress).score
    found = outcome_of(debate, past)
    return Summary(
        outcome=debate.status,
        score=score,
        winner=found.winner if found else "",
        method=found.method if found else "points" if score is not None else "",
        verdict_score=found.score if found else score,
        confidence=found.confidence if found else None,
    )


async def found_in_log(log: SqliteEventLog, id: str) -> Summary | None:
    """Return what the rules find of a debate by its log; None for one that is not over, or was held under earlier
    rules."""
    return await asyncio.to_thread(_summed_up, [record.event for record in await log.read(id)])


def _summed_up(events: Sequence[Event]) -> Summary | None:
    debate = fold(events)
    if not debate.over:
        return None
    try:
        past = Planner().walk(debate).past
        return summary_of(debate, past, progress_of(debate, past))
    except Refused:
        return None


async def write_summary(log: SqliteEventLog, database: Database, id: str) -> None:
    """Write what the rules find of a debate into its row, for a log that was taken in whole. Raises StorageHeld."""
    if (found := await found_in_log(log, id)) is not None:
        await summarise(database, id, found)


def _walked(planner: Planner, events: Sequence[Event]) -> tuple[Debate, Found]:
    """Fold the state and run the planner through it, in a thread, so that whoever asks next need not wait."""
    debate = fold(events)
    return debate, _look(planner, debate)


def _look(planner: Planner, debate: Debate) -> Found:
    past = planner.walk(debate).past
    return debate, past, progress_of(debate, past)


def _ready(make: Callable[[Session], Runner], session: Session) -> tuple[Runner, Found]:
    """Make a runner that has gone through the program once before it starts."""
    runner = make(session)
    return runner, _look(runner.planner, runner.debate)


class ReceiptedLog:
    """The log for a runner: what letters ask for is recorded, and they are taken out, in one transaction. So each is
    carried out exactly once, whatever is killed when. It writes behind the `records` that the runner knows and nowhere
    else: while this process slept, another one may have gone on with the debate, and left again."""

    def __init__(self, log: SqliteEventLog, receipts: set[int], records: Sequence[Recorded]) -> None:
        self._log, self._receipts, self._known = log, receipts, records

    async def append(
        self, debate: str, events: Sequence[Event], requests: Mapping[str, str] | None = None
    ) -> list[Recorded]:
        letters = tuple(self._receipts)
        records = await self._log.append(debate, events, requests, letters, after=len(self._known))
        self._receipts.difference_update(letters)
        return records

    async def read(self, debate: str, since: int = 0) -> list[Recorded]:
        return await self._log.read(debate, since)

    async def get(self, hash: str) -> str | None:
        return await self._log.get(hash)


def rests(debate: Debate) -> bool:
    """Return whether a debate that another process drives is at rest, as far as its log tells."""
    if debate.status != "debating":
        return True
    return bool(debate.asked) and all(debate.waits_at(path, seat_in(path, debate.seats)) for path in debate.asked)
