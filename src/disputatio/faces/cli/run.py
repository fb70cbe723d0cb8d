"""Running a debate until it rests, and showing it meanwhile. The first Ctrl+C stops now and keeps what was said,
a second one leaves at once. A signal that ends us, or a closed terminal, counts as the first."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType

from disputatio.app.actions.debates import STOP_NOW, higher_cap
from disputatio.app.application import Application
from disputatio.app.debates.open_sessions import Session
from disputatio.app.debates.replies import form_of_turn, questions_put
from disputatio.app.errors import Exit, Unread
from disputatio.app.privacy.sendings import has_branch
from disputatio.debate.errors import Refused
from disputatio.debate.ids import EXTENSION, seat_of, step_of
from disputatio.debate.log.commands import Command, Continue, Retry
from disputatio.debate.log.events import Recorded, follow_ups
from disputatio.debate.log.state import Debate
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.status import (
    failed_synthesis,
    failed_turn,
    has_synthesis,
    open_to_people,
    reason_of_rest,
    to_paste,
)
from disputatio.debate.views.words import expenses, sentence
from disputatio.engine.errors import StorageDamaged
from disputatio.engine.hub import Held
from disputatio.faces.cli.consent import with_consent
from disputatio.faces.cli.face import Face
from disputatio.faces.cli.output import Output
from disputatio.faces.cli.reader import JsonLines, PlainReader, Presenter, TerminalReader
from disputatio.faces.cli.tools import tool_questions

# ---- where a debate rests ---------------------------------------------------------------------------------------
PAUSED: dict[str | None, tuple[Exit, str]] = {
    "round": (Exit.WAITING, "Continue with: disputatio resume {id} --step (or to the end, without --step)"),
    "budget": (
        Exit.WAITING,
        "Raise the limit, for example with: disputatio set {id} {cap}; then continue with: disputatio resume {id}; or "
        "have the synthesis written now, which ends it: disputatio synthesise {id}",
    ),
    "gate": (
        Exit.WAITING,
        'Approve it with: disputatio gates approve {id}; or reject it with: disputatio gates reject {id} --reason "…"; '
        "look at it with: disputatio gates list",
    ),
    "consent": (
        Exit.WAITING,
        "Agree with: disputatio resume {id} --yes; or choose another model with: disputatio swap {id} "
        "SEAT=PROVIDER:MODEL",
    ),
    "person": (Exit.STOPPED, "Everything that was said is saved. Continue with: disputatio resume {id}"),
}
"""By the reason of a pause. The others wait for a person in one way or another."""

OTHER_PAUSE = (Exit.WAITING, "Continue with: disputatio resume {id}")
FAILED = (
    "Try again with: disputatio resume {id}; or choose another model with: disputatio swap {id} {seat}=PROVIDER:MODEL"
)
WITHOUT = '; or go on without it: "disputatio swap {id} {seat}=" leaves the seat empty, then resume it'
FINISHED = "Read it with: disputatio show {id}; save it with: disputatio export {id} --as markdown --out FILE"
STOPPED = "Get a synthesis of what was said with: disputatio synthesise {id}; or continue with: disputatio resume {id}"
NO_SYNTHESIS = "The synthesis failed: {why} Try again with: disputatio synthesise {id}"
HELD = "{why} Everything recorded is safe; anything said since is asked again. Continue with: disputatio resume {id}"
DAMAGED = (
    "{why} Anything said since the damage is asked again. Once it is repaired, continue with: disputatio resume {id}"
)
ELSEWHERE = "The debate goes on in another process. Watch it again with: disputatio resume {id}"


def conclude(out: Output, session: Session, *, left: bool = False) -> Exit:
    """Say on standard error where the debate rests, and return the exit code. `left`: the person stopped watching."""
    debate = session.debate
    if left and (held := session.held) is not None:
        code, next = (Exit.WAITING, DAMAGED) if isinstance(held, StorageDamaged) else (Exit.STOPPED, HELD)
        what, next = "", next.replace("{why}", held.user_message)
    else:
        code, what, next = (Exit.STOPPED, "", ELSEWHERE) if left else outcome_of(debate)
    out.note(" ".join(part for part in (what, next.format(id=session.id)) if part))
    if debate.spent.turns:
        out.note(f"Spent on {session.id}: {expenses(debate.spent, follow_ups(session.hub.records))}.")
    return code


def outcome_of(debate: Debate) -> tuple[Exit, str, str]:
    """Return the exit code of a debate that rests, its state as a sentence, and what to do next."""
    match debate.status:
        case "paused":
            code, next = PAUSED.get(debate.reason, OTHER_PAUSE)
            return code, sentence(reason_of_rest(debate)), next.replace("{cap}", _raised(debate))
        case "error":
            return Exit.MODEL_FAILED, sentence(reason_of_rest(debate)), _after_failure(debate)
        case "debating" | "idle":
            return Exit.WAITING, *_waiting(debate)
        case "stopped" if not has_synthesis(debate):
            return Exit.STOPPED, sentence(reason_of_rest(debate)), STOPPED
    if why := failed_synthesis(debate):
        return Exit.MODEL_FAILED, sentence(reason_of_rest(debate)), NO_SYNTHESIS.replace("{why}", sentence(why))
    return Exit.FINISHED, sentence(reason_of_rest(debate)), FINISHED


def _after_failure(debate: Debate) -> str:
    """Say what can be done about a turn that failed."""
    seat = debate.seats.get(seat_of(failed_turn(debate)))
    others = sum(one.taken for one in debate.seats.values()) > 2
    if seat is None:  # a service: whatever it is called, it has a model of its own
        return FAILED.replace("{seat}", "SEAT")
    return (FAILED + WITHOUT * others).replace("{seat}", seat.id)


def _raised(debate: Debate) -> str:
    """Return, as it is typed, the order that raises the limit which was reached."""
    order = higher_cap(debate)
    if order is None or not isinstance(order.value, (int, float)):
        return "max_cost=10"
    return (
        f"{order.name}={order.value / 1_000_000:g}" if order.name == "max_cost" else f"{order.name}={order.value:.0f}"
    )


def _waiting(debate: Debate) -> tuple[str, str]:
    """Say what the debate waits for: a person in a seat, or an approval."""
    seats = dict.fromkeys(seat_of(path) for path in open_to_people(debate))
    names = [debate.seats[seat].name or seat for seat in seats if seat in debate.seats]
    if pasted := to_paste(debate):
        chats = ", ".join(dict.fromkeys(debate.asked[path].partition(":")[2] for path in pasted))
        return (
            f"{', '.join(names)} waits for the reply of {chats}.",
            "Copy the request with: disputatio answer {id} --copy; then give the reply with: disputatio answer {id} -",
        )
    if put := sum(len(questions_put(debate, path)) for path in open_to_people(debate)):
        many = "one question or attack is" if put == 1 else f"{put} questions or attacks are"
        told = f"It is your turn as {', '.join(names)}: {many} put to you."
        return told, "Answer them one by one with: disputatio answer {id}"
    if names:
        forms = dict.fromkeys(form for path in open_to_people(debate) if (form := form_of_turn(debate, path)))
        told = " ".join((f"It is your turn as {', '.join(names)}.", *forms))
        return told, 'Answer with: disputatio answer {id} "…"; or write it into a file, and give it with --file PATH'
    return "The debate waits for you.", "Look at it with: disputatio show {id}"


END = "."
"""The line that ends what is pasted."""
LOOKS, BETWEEN = 100, 0.1
"""How often to look for what another process does, and the seconds between."""
SOON = 20
"""How often where it has just answered."""


async def run_on(
    face: Face, app: Application, id: str, *orders: Command, json: bool, since: int = 0, yes: bool = False
) -> Exit:
    """Open a debate, give it orders, and show it until it rests. What was recorded before `since` is not shown again.

    Ask before the orders send anything, unless `yes` was given. Raises Refused for an order that cannot be carried out;
    the orders before it stay carried out.
    """
    async with app.sessions.open(id) as session:
        before = len(session.hub.records)
        for order in orders:
            try:
                await with_consent(face, yes, partial(session.submit, order))
            except Refused:
                if not (isinstance(order, Continue) and await _goes_on(session)):
                    raise
        if not session.here:
            await _taken(face, session, before + len(orders))
        run = Run(face, session, _presenter(face, session, json, since), since)
        with run.interruptible(), tool_questions(face, app):
            try:
                await run.to_rest()
                while not json and await run.paste():
                    await run.to_rest()
            except* BrokenPipeError as gone:
                raise gone if session.debate.over else Unread(id) from None
        code = conclude(face.out, session, left=run.left.is_set())
        if code is Exit.FINISHED and (why := _failed_again(session, orders)):
            face.out.warn(why)
            code = Exit.MODEL_FAILED
    await _branched(face, app, id, session)
    return code


def _failed_again(session: Session, orders: Sequence[Command]) -> str:
    """Return why a turn that was asked again failed once more, or "" if it did not."""
    abstained = session.debate.abstained
    if not any(isinstance(order, Retry) for order in orders) or not abstained:
        return ""
    path, why = list(abstained.items())[-1]
    return f"It failed again: {why}" if step_of(path).startswith(EXTENSION) else ""


async def _goes_on(session: Session) -> bool:
    """Whether another process was first to continue the debate. Its events take a moment to arrive here."""
    for _ in range(1 if session.here else SOON):
        if session.debate.status == "debating":
            return True
        await asyncio.sleep(BETWEEN)
    return False


async def _branched(face: Face, app: Application, id: str, session: Session) -> None:
    """Say what became of the debate's branch, if it was to have one."""
    if not has_branch(session.debate.context, session.debate.options):
        return
    await app.branches.wait_until_committed(id, session)
    if trouble := app.branches.trouble.get(id):
        face.out.warn(trouble)
    else:
        what = "The results are" if session.debate.over else "What was settled so far is"
        face.out.note(f"{what} on the branch debate/{id}. Look at it with: disputatio branch {id}")


async def _taken(face: Face, session: Session, records: int) -> None:
    """Wait until the process that has the debate open has carried out what was asked (each order is at least one
    event): a debate that still rests would look as if it had come to rest again."""
    for _ in range(LOOKS):
        if len(session.hub.records) >= records:
            return
        await asyncio.sleep(BETWEEN)
    face.out.warn("Another process has this debate open and has not answered. Look there for what happened.")


def _presenter(face: Face, session: Session, json: bool, since: int) -> Presenter:
    if json:
        return JsonLines(session, face.out)
    view = TerminalReader if face.out.terminal else PlainReader
    reader = view(session, face.out, face.verbose)
    reader.catch_up(session.hub.records[:since])
    return reader


class Run:
    """One time of watching a session, from here or while another process drives it."""

    def __init__(self, face: Face, session: Session, presenter: Presenter, since: int) -> None:
        self.face, self.session, self.presenter = face, session, presenter
        self.left = asyncio.Event()
        self._shown = since
        self._news = asyncio.Event()
        self._presses = 0
        self._stopping: asyncio.Task[None] | None = None
        self._interrupted = asyncio.Event()

    async def to_rest(self) -> None:
        """Show what happens, until the debate rests and everything recorded has been shown, or the person leaves."""
        self.presenter.begin()
        try:
            async with asyncio.TaskGroup() as group:
                watching = group.create_task(self._watch(), name="watching")
                resting = group.create_task(self._rest(), name="resting")
                leaving = group.create_task(self.left.wait(), name="leaving")
                await asyncio.wait((resting, leaving), return_when=asyncio.FIRST_COMPLETED)
                for task in (watching, resting, leaving):
                    task.cancel()
        finally:
            self.presenter.end()

    async def _watch(self) -> None:
        if (held := self.session.held) is not None:  # it was told before anybody watched
            self._hold(Held(why=held.what, remedy=held.remedy, lasting=isinstance(held, StorageDamaged)))
        async for update in self.session.updates(self._shown):
            if isinstance(update, Recorded):
                self.presenter.record(update)
                self._shown = update.seq
                self._news.set()
            elif isinstance(update, Held):
                self._hold(update)
            else:
                self.presenter.signal(update)

    def _hold(self, held: Held) -> None:
        """Say that the debate is held, or goes on. Nobody waits for a damaged file: it can be mended only when it is
        let go of."""
        self.presenter.signal(held)
        if held.why and (held.lasting or self._interrupted.is_set()):
            self.left.set()

    async def _rest(self) -> None:
        await self.session.wait_for_rest()
        while self._shown < len(self.session.hub.records):
            self._news.clear()
            await self._news.wait()

    async def paste(self) -> bool:
        """Print the next request that waits for another chat, and read its reply. False where none waits, nobody is at
        the keyboard, or the person gives none."""
        session, out = self.session, self.face.out
        waiting = to_paste(session.debate) if out.terminal and sys.stdin.isatty() else []
        if not waiting or self._interrupted.is_set():
            return False
        path = waiting[0]
        who, chat = name_of(seat_of(path), session.debate.seats), session.debate.asked[path].partition(":")[2]
        out.raw(f"\n{await session.request(path)}\n\n")
        out.note(f"{who}: copy the above into {chat}, and paste the reply here. End it with a line that holds only “.”")
        text = await self._typed()
        if not text.strip():
            return False
        await session.answer(path, text)
        return True

    async def _typed(self) -> str:
        """What the person types, up to a line with a dot alone; nothing after Ctrl+C. The thread is no part of the
        loop's own, which would wait for the line that never comes."""
        loop, typed = asyncio.get_running_loop(), asyncio.Event()
        lines: list[str] = []

        def read_reply() -> None:
            for line in iter(sys.stdin.readline, ""):
                if line.rstrip("\n") == END:
                    break
                lines.append(line)
            with suppress(RuntimeError):  # the loop is over, and nobody waits any more
                loop.call_soon_threadsafe(typed.set)

        threading.Thread(target=read_reply, name="pasting", daemon=True).start()
        waits = [asyncio.ensure_future(event.wait()) for event in (typed, self._interrupted)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
        return "" if self._interrupted.is_set() else "".join(lines)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()

        def interrupted(_: int, __: FrameType | None) -> None:
            self._presses += 1
            if self._presses > 1:
                os._exit(Exit.STOPPED)  # what was recorded is safe, and another process may take the debate over
            loop.call_soon_threadsafe(self._interrupt)

        before = signal.signal(signal.SIGINT, interrupted)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self) -> None:
        self._interrupted.set()
        if self.session.held is not None:  # nothing can be recorded, not even that it stops
            self.left.set()
        elif self.session.here:
            self.face.out.note("Stopping. What was said is saved. Press Ctrl+C again to leave at once.")
            self._stopping = asyncio.get_running_loop().create_task(self._stop(), name="stopping")
        else:
            self.left.set()

    async def _stop(self) -> None:
        with suppress(Refused):  # it came to rest by itself in the meantime
            await self.session.submit(STOP_NOW.does)
