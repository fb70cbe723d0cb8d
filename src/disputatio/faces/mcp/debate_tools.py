"""Tools that make a debate go on, or steer it. A debate belongs to nobody's call: it goes on when a call returns, stops
when its client cancels the call that waits for it, and is let go of when the server ends."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from disputatio.app.actions.debates import (
    CONTINUE,
    END,
    PAUSE,
    STOP_NOW,
    SYNTHESISE,
    RaiseCap,
    Say,
    obstacle,
    orders,
    require_all,
)
from disputatio.app.application import Application
from disputatio.app.debate_files import final_text
from disputatio.app.debates.replies import answer as read_answer
from disputatio.app.debates.session import Session, rests
from disputatio.app.forecasts import forecast_of
from disputatio.app.privacy.consent_needed import ConsentNeeded, ask_and_repeat
from disputatio.app.privacy.sendings import Asked, Sending
from disputatio.app.starting import casting, formats
from disputatio.app.starting.configuration import DebateConfig, from_mapping
from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.log.commands import Answer, Command, Continue, Extend, Mark, Pause, Review
from disputatio.debate.log.events import DebateHalted, DebateOpened, Recorded, TurnCompleted, TurnFailed
from disputatio.debate.log.state import Debate
from disputatio.debate.views.places import when
from disputatio.debate.views.plain_text import beginning
from disputatio.debate.views.responses import POINT
from disputatio.debate.views.result import MINORITY, result_of
from disputatio.debate.views.transcript import Transcript, TurnEntry, transcript_of
from disputatio.faces.mcp.arguments import (
    PAGE,
    ContinueRoundtable,
    ControlSession,
    StartRoundtable,
    SynthesizeDebate,
)
from disputatio.faces.mcp.results import Roundtable, SessionState, Synthesis
from disputatio.faces.mcp.server import Call
from disputatio.faces.mcp.session_state import LONGEST, roundtable, sight, state, waiting_for

LOOKS: Final = 100
"""How often to look for what another process does, and the seconds between."""
BETWEEN: Final = 0.1
REVIEWER: Final = "you, through an AI client"
"""Who answers at a gate, as the log has it."""
LAST_WORDS: Final = 1.0
"""Seconds that the client has to hear of the last turns before it gets the result."""
GIVEN: Final = frozenset({"step", "rehearse", "consent", "wait_seconds"})
"""What a start takes besides its configuration."""


class DebateTools:
    """`close` waits for what was begun when a call was cancelled."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._left: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        while self._left:
            await asyncio.wait(self._left)

    # ---- the tools -------------------------------------------------------------------------------------------------
    async def start(self, given: StartRoundtable, call: Call) -> Roundtable:
        app = self._app
        shape = formats.headless_shape(given.step)
        prepared = await app.prepare(configuration(given), rehearse=given.rehearse, shape=shape)
        if given.rehearse:
            casting.require_rehearsal(prepared.opening)
        await app.require_held(prepared.opening.context, prepared.unmet, [each.id for each in prepared.held_back])
        held = (f"Held back: {each.kind} in {each.place or 'the context'} ({each.id})" for each in prepared.held_back)
        notices = (*held, *prepared.warnings, prepared.forecast.summary)
        id = await with_consent(given.consent, lambda agreed: app.start(prepared, agreed))
        return await self._run(id, (), call, given.consent, given.wait_seconds, prepared.forecast.calls, notices)

    async def go_on(self, given: ContinueRoundtable, call: Call) -> Roundtable:
        seen = await sight(self._app, given.session_id)
        asked = given.say or given.answer or given.rounds or given.raise_limit
        ended = seen.debate.over and seen.debate.status != "stopped"
        if not asked and (ended or any(one.kind == "approval" for one in waiting_for(seen.debate))):
            return await roundtable(self._app, seen.entry.id)  # so it came to rest when the client was not waiting
        commands = _onward(seen.debate, given)
        require_all(seen.debate, commands)
        id = seen.entry.id
        if seen.debate.status == "debating":  # opening it goes on
            await with_consent(given.consent, partial(self._app.sessions.permit, id))
        return await self._run(id, commands, call, given.consent, given.wait_seconds)

    async def synthesise(self, given: SynthesizeDebate, call: Call) -> Synthesis:
        app = self._app
        seen = await sight(app, given.session_id)
        id, result = seen.entry.id, result_of(seen.debate, seen.past)
        if given.again or not result.path or result.outdated:
            commands = orders(seen.debate, SYNTHESISE.does)
            require_all(seen.debate, commands)
            await self._run(id, commands, call, given.consent, given.wait_seconds)
            seen = await sight(app, id)
            result = await asyncio.to_thread(result_of, seen.debate, seen.past)
        return Synthesis(
            session=await state(app, seen),
            recommendation=result.answer[:LONGEST],
            text=final_text(transcript_of(seen.records))[:PAGE],
            path=result.path,
            missing=result.missing,
            outdated=result.outdated,
            minority=result.section(MINORITY).text[:LONGEST],
        )

    async def control(self, given: ControlSession, call: Call) -> SessionState:
        app = self._app
        seen = await sight(app, given.session_id)
        id, debate = seen.entry.id, seen.debate
        if given.action in ("resume", "approve", "reject"):
            commands = _resuming(debate, given)
            require_all(debate, commands)
            if debate.status == "debating":
                await with_consent(given.consent, partial(app.sessions.permit, id))
            async with app.sessions.open(id) as session:  # it goes on when this is left
                await self._submit(session, commands, given.consent)
        else:
            order = _order(debate, given)
            here = await with_consent(given.consent, partial(app.sessions.deliver, id, order))
            if not here and isinstance(order, Pause):
                await self._rested(id)
        return await state(app, await sight(app, id))

    # ---- running ---------------------------------------------------------------------------------------------------
    async def _run(
        self,
        id: str,
        commands: Sequence[Command],
        call: Call,
        consent: Sequence[str],
        seconds: int,
        total: int = 0,
        notices: Sequence[str] = (),
    ) -> Roundtable:
        """Open a debate, give it orders, and wait until it rests, or as long as the call may take."""
        app = self._app
        session = await app.sessions.acquire(id)
        try:
            since = len(session.hub.records)
            await self._submit(session, commands, consent)
            expected = total or await asyncio.to_thread(_turns_expected, app, session)
            waited_out = not await _to_rest(session, Progress(session, call, since, expected), seconds)
            return await roundtable(app, id, waited_out=waited_out, notices=notices)
        except asyncio.CancelledError:
            if call.cancelled and session.here:
                self._later(_stop(session))
            raise
        finally:
            self._later(app.sessions.release(id))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what a cancelled call can no longer wait for, one after the other."""
        before = list(self._left)

        async def ordered() -> None:
            if before:
                await asyncio.wait(before)
            await work

        task = asyncio.get_running_loop().create_task(ordered(), name="after a call")
        self._left.add(task)
        task.add_done_callback(self._left.discard)

    async def _submit(self, session: Session, commands: Sequence[Command], consent: Sequence[str]) -> None:
        before = len(session.hub.records)
        for command in commands:
            try:
                await with_consent(consent, partial(session.submit, command))
            except Refused:
                if not (isinstance(command, Continue) and session.debate.status == "debating"):
                    raise  # otherwise somebody else was first to continue it
        if session.here:
            return
        for _ in range(LOOKS):  # each order is at least one event
            if len(session.hub.records) >= before + len(commands):
                return
            await asyncio.sleep(BETWEEN)
        raise Refused(
            "Another process has this debate open and has not answered.", "Look there for what happened, or try again."
        )

    async def _rested(self, id: str) -> None:
        """Wait, for some time, until another process has brought the debate to rest."""
        for _ in range(LOOKS):
            if (await self._app.catalogue.get(id)).status != "running":
                return
            await asyncio.sleep(BETWEEN)


async def _to_rest(session: Session, progress: Progress, seconds: int) -> bool:
    """Tell the client of each turn until the debate rests. Return False if it has not rested in time."""
    watching = asyncio.get_running_loop().create_task(progress.tell(), name="progress")
    try:
        async with asyncio.timeout(seconds):
            await session.wait_for_rest()
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await progress.caught_up()
    except TimeoutError:
        return rests(session.debate)
    finally:
        watching.cancel()
        await asyncio.wait([watching])
    return True


class Progress:
    """What the client of a call is told of a debate: each turn that was given after place `since` of the log, and where
    it stands still. `total`: how many turns there may be."""

    def __init__(self, session: Session, call: Call, since: int, total: int) -> None:
        self._session, self._call, self._since, self._total = session, call, since, total
        self._seen = 0
        self._news = asyncio.Event()

    async def tell(self) -> None:
        transcript, done = Transcript(), 0
        async for update in self._session.updates():
            if not isinstance(update, Recorded):
                continue
            entry = transcript.add(update)
            done += isinstance(update.event, TurnCompleted | TurnFailed)
            if update.seq > self._since and (said := _said(entry, update)):
                await self._call.report(float(done), float(max(self._total, done)), said)
            self._seen = update.seq
            self._news.set()

    async def caught_up(self) -> None:
        """Wait until the client was told everything that is recorded."""
        while self._seen < len(self._session.hub.records):
            self._news.clear()
            await self._news.wait()


def _said(entry: object, record: Recorded) -> str:
    """Return what is told of a record; "" of most."""
    match record.event:
        case DebateHalted(why=why):
            return f"Paused: {why}"
        case TurnCompleted() | TurnFailed() if isinstance(entry, TurnEntry):
            where = f"{entry.name}, {when(entry.path)}"
            failed = f"failed: {entry.why}" if entry.status == "failed" else ""
            return f"{where}: {failed or (entry.message and beginning(entry.text, POINT)) or entry.gives}"
        case _:
            return ""


def _turns_expected(app: Application, session: Session) -> int:
    opened = session.hub.records[0].event
    return forecast_of(opened, app.prices).calls if isinstance(opened, DebateOpened) else 0


async def _stop(session: Session) -> None:
    with suppress(DisputatioError):  # it came to rest by itself in the meantime
        await session.submit(STOP_NOW.does)


# ---- arguments -> commands -------------------------------------------------------------------------------------------
def configuration(given: StartRoundtable) -> DebateConfig:
    """Return the configuration, read as a file would be. It runs to its end unless it is told to pause. Raises
    ConfigError."""
    found = given.model_dump(exclude=set(GIVEN), exclude_unset=True, exclude_none=True)
    options = dict(found.get("options", {}))
    if given.step or "auto_continue" not in found:
        options.setdefault("auto_continue", not given.step)
    return from_mapping({**found, "options": options})


def _onward(debate: Debate, given: ContinueRoundtable) -> list[Command]:
    """Return the orders that make a debate go on as asked."""
    found: list[Command] = []
    if given.say:
        found += orders(debate, Say(text=given.say, to=given.to))
    if given.answer:
        found.append(_answer(debate, given.seat, given.answer))
    if given.rounds:
        found.append(Extend(rounds=given.rounds))
    if given.raise_limit:
        return [*found, *orders(debate, RaiseCap())]
    resting = debate.status in ("paused", "error") or (debate.over and not given.rounds)
    return [*found, CONTINUE.does] if resting else found


def _answer(debate: Debate, seat: str, text: str) -> Answer:
    waiting = [one for one in waiting_for(debate) if one.kind != "approval" and seat in ("", one.seat)]
    if not waiting:
        raise Refused("No such seat waits for an answer.", "To tell everybody something, use the field say.")
    return read_answer(debate, waiting[0].path, text)


def _resuming(debate: Debate, given: ControlSession) -> list[Command]:
    if given.action == "resume":
        return [] if debate.status == "debating" else [CONTINUE.does]
    gates = [one.path for one in waiting_for(debate) if one.kind == "approval"]
    if not gates:
        raise Refused("This debate is not waiting for an approval.", "list_sessions says what each debate waits for.")
    if given.path and given.path not in gates:
        raise Refused(f"Nothing waits for an approval at {given.path}.", f"There is: {', '.join(gates)}.")
    path = given.path or gates[0]
    answer = Review(approved=given.action == "approve", reason=given.text, end=given.end, path=path, reviewer=REVIEWER)
    return [answer, CONTINUE.does] if debate.status == "paused" and debate.reason != "gate" else [answer]


def _order(debate: Debate, given: ControlSession) -> Command:
    """Return the order that leaves the debate where it then is. Raises Refused."""
    if given.action == "interject":
        return orders(debate, Say(text=given.text, to=given.to))[0]
    if given.action == "mark":
        return Mark(right=tuple(given.right), why=given.text)
    found: dict[str, Command] = {
        "pause": PAUSE.does,
        "stop": Pause(why="stopped by you"),
        "stop_now": STOP_NOW.does,
        "end": END.does,
    }
    order = found[given.action]
    if (refused := obstacle(debate, order)) is not None:
        raise refused
    return order


# ---- consent over the wire -----------------------------------------------------------------------------------------
# The tool says what would go where and at which price, and the client names what the person agreed to when it repeats
# the call. Nothing else counts as a yes.
T = TypeVar("T")


class ConsentMissing(DisputatioError):
    """What the person has to be asked, with the id of each."""

    def __init__(self, asked: Sequence[Asked]) -> None:
        listed = "\n".join(f"- {id_of(each)}: {each.sentence}" for each in asked)
        named = ", ".join(f'"{id_of(each)}"' for each in asked)
        super().__init__(
            f"The person has not agreed to this yet:\n{listed}",
            f"\nShow them this. If they agree, repeat the call with consent = [{named}]; or choose what stays on this "
            "computer.",
        )


def id_of(asked: Asked) -> str:
    """Return what names it in a call: it changes with what would be sent, and to whom."""
    what = asked.what if isinstance(asked, Sending) else ""
    return hashlib.sha256(f"{asked.key}\n{what}".encode("utf-8", "surrogatepass")).hexdigest()[:10]


async def with_consent(named: Collection[str], work: Callable[[Collection[Asked]], Awaitable[T]]) -> T:
    """Do `work` with what was named as agreed to. Raises ConsentMissing for what was not."""

    def ask(needed: ConsentNeeded) -> None:
        if missing := [each for each in needed.asked if id_of(each) not in named]:
            raise ConsentMissing(missing) from None

    return await ask_and_repeat(work, ask)
