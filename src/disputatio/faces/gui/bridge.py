"""Where Qt and asyncio meet, and the only module where they do.

A slot that has to wait starts a coroutine with `Bridge.start`; a debate's updates come as one Qt signal, merged to one
a frame; a dialog is opened and awaited with `answer`. Nothing here or above runs an event loop inside the event loop:
that would end the task that waits (measured: it never wakes again).
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QDialog

from disputatio.debate.errors import DisputatioError

if TYPE_CHECKING:
    from disputatio.engine.hub import Update

T = TypeVar("T")
Explain = Callable[[DisputatioError], object]

FRAME: Final = 33
"""Milliseconds between two deliveries to a pane that is seen."""
HIDDEN: Final = 500
"""Milliseconds between two deliveries to one that is not."""


class Bridge(QObject):
    """Runs coroutines for the window and keeps hold of them. Errors are shown: the ordinary ones where the caller
    wants them, else by `explained`; anything else is a bug."""

    explained = Signal(object)
    """An error for the person that no caller took (DisputatioError)."""
    crashed = Signal(object)
    """A fault of the application itself (BaseException)."""

    def __init__(self) -> None:
        super().__init__()
        self._context = contextvars.copy_context()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._standing: set[asyncio.Task[Any]] = set()
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether anything that was started and comes to an end is still under way."""
        return not self._tasks <= self._standing

    def start(
        self, work: Coroutine[Any, Any, T], failed: Explain | None = None, *, over: SignalInstance | None = None
    ) -> asyncio.Task[T]:
        """Begin; returns at once. `failed` gets what a person can do something about. `over`: given up when this is
        emitted; a dialog that is gone cannot show what comes too late. After `close` nothing begins. It
        speaks the language of the window, also where a debate calls, which speaks English."""
        task = asyncio.get_running_loop().create_task(work, context=self._context.copy())
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._ended(done, failed))
        if over is not None:
            over.connect(lambda *_: task.cancel())
        if self._closed:
            task.cancel()
        return task

    def stand(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin what has no end of its own, as reading an open debate: nobody waits for it."""
        task = self.start(work)
        self._standing.add(task)
        task.add_done_callback(self._standing.discard)
        return task

    async def close(self) -> None:
        """Cancel what is still under way, and what a timer or a slot would still begin: what it works on is closed
        next."""
        self._closed = True
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, Exception):  # reported by its callback
                await task

    def _ended(self, task: asyncio.Task[Any], failed: Explain | None) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, DisputatioError):
            (failed or self.explained.emit)(error)
        elif error is not None:
            self.crashed.emit(error)


class Source(Protocol):
    """What a feed reads: an open debate."""

    def updates(self, since: int = 0) -> AsyncIterator[Update]: ...


class Feed(QObject):
    """The updates of one open debate as a Qt signal: merged to one list a frame."""

    arrived = Signal(object)
    """Records and signals in their order (list[Update]; as `Signal(list)`, Qt would copy them one by one)."""

    def __init__(self, bridge: Bridge, source: Source, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[Update] = []
        self._timer = QTimer(self, singleShot=True, interval=0)  # what there is already comes at once
        self._pace = FRAME
        self._timer.timeout.connect(self._deliver)
        self._task = bridge.stand(self._read(source))

    def set_seen(self, seen: bool) -> None:
        """Whether somebody looks at the pane: if not, it is told twice a second."""
        self._pace = FRAME if seen else HIDDEN
        if seen and self._waiting:
            self._deliver()

    def stop(self) -> None:
        self._task.cancel()
        self._timer.stop()

    async def _read(self, source: Source) -> None:
        async for update in source.updates():
            if not self._waiting:
                self._timer.start()
            self._waiting.append(update)

    def _deliver(self) -> None:
        taken, self._waiting = self._waiting, []
        self._timer.setInterval(self._pace)
        if taken:
            self.arrived.emit(taken)


async def answer(dialog: QDialog) -> bool:
    """Open a dialog and wait until it is closed; True if it was accepted. Other windows go on meanwhile. The caller
    reads what was chosen and lets go of the dialog."""
    done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def finished(code: int) -> None:
        if not done.done():
            done.set_result(code == QDialog.DialogCode.Accepted)

    dialog.finished.connect(finished)
    try:
        dialog.open()
        return await done
    finally:
        dialog.finished.disconnect(finished)
        dialog.close()
        dialog.deleteLater()
