"""Running a debate to where it rests, with what is seen meanwhile. The first Ctrl+C stops now and keeps what was said,
a second one leaves at once."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType

from disputatio.app.actions.debates import STOP_NOW
from disputatio.app.application import Application
from disputatio.app.branches import wanted
from disputatio.app.errors import Exit, Unread
from disputatio.app.sessions import Session
from disputatio.debate.commands import Command, Continue, Retry
from disputatio.debate.errors import Refused
from disputatio.debate.events import Recorded
from disputatio.debate.ids import EXTENSION, step_of
from disputatio.faces.cli.consent import agreeing
from disputatio.faces.cli.endings import conclude
from disputatio.faces.cli.face import Face
from disputatio.faces.cli.live import JsonLines, Presenter
from disputatio.faces.cli.plain import PlainReader
from disputatio.faces.cli.terminal import TerminalReader

LOOKS, BETWEEN = 100, 0.1
"""How often to look for what another process does, and the seconds between."""
SOON = 20
"""How often where it has just answered."""


async def run_on(
    face: Face, app: Application, id: str, *orders: Command, json: bool, since: int = 0, yes: bool = False
) -> Exit:
    """Open a debate, give it orders, show it until it rests. `since`: what was recorded before is not shown again.

    Raises Refused where an order cannot be carried out; those before it have been. What the orders would send is asked
    unless the answer is `yes`.
    """
    async with app.sessions.open(id) as session:
        before = len(session.hub.records)
        for order in orders:
            try:
                await agreeing(face, yes, partial(session.submit, order))
            except Refused:
                if not (isinstance(order, Continue) and await _goes_on(session)):
                    raise
        if not session.here:
            await _taken(face, session, before + len(orders))
        run = Run(face, session, _presenter(face, session, json, since), since)
        with run.interruptible():
            try:
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
    """Why a turn that was asked again was given up once more; "" where it was not."""
    abstained = session.debate.abstained
    if not any(isinstance(order, Retry) for order in orders) or not abstained:
        return ""
    path, why = list(abstained.items())[-1]
    return f"It failed again: {why}" if step_of(path).startswith(EXTENSION) else ""


async def _goes_on(session: Session) -> bool:
    """Whether somebody else was first to go on with the debate. What another process does is seen a little later."""
    for _ in range(1 if session.here else SOON):
        if session.debate.status == "debating":
            return True
        await asyncio.sleep(BETWEEN)
    return False


async def _branched(face: Face, app: Application, id: str, session: Session) -> None:
    """Say what became of the debate's branch, if it was to have one."""
    if not wanted(session.debate.context, session.debate.options):
        return
    await app.branches.settled(id, session)
    if trouble := app.branches.trouble.get(id):
        face.out.warn(trouble)
    else:
        face.out.note(f"What it came to is on the branch debate/{id}. Look at it with: disputatio branch {id}")


async def _taken(face: Face, session: Session, records: int) -> None:
    """Wait until the process that has the debate open has carried out what was asked (each order is at least one
    event): a debate that still rests would look as if it had come to rest again."""
    for _ in range(LOOKS):
        if len(session.hub.records) >= records:
            return
        await asyncio.sleep(BETWEEN)
    face.out.warn("Another process has this debate open and has not answered; look there.")


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

    async def to_rest(self) -> None:
        """Show what happens until the debate rests and everything recorded was shown, or the person leaves."""
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
        async for update in self.session.updates(self._shown):
            if isinstance(update, Recorded):
                self.presenter.record(update)
                self._shown = update.seq
                self._news.set()
            else:
                self.presenter.signal(update)

    async def _rest(self) -> None:
        await self.session.settled()
        while self._shown < len(self.session.hub.records):
            self._news.clear()
            await self._news.wait()

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
        if self.session.here:
            self.face.out.note("Stopping; what was said is kept. Press Ctrl+C again to leave at once.")
            self._stopping = asyncio.get_running_loop().create_task(self._stop(), name="stopping")
        else:
            self.left.set()

    async def _stop(self) -> None:
        with suppress(Refused):  # it came to rest by itself in the meantime
            await self.session.submit(STOP_NOW.does)
