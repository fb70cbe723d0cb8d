"""How long a model may keep silent.

Providers see more of a call than the parts that come of it: that it was accepted, that the model thinks first, that the
connection is alive while it does. They tell the deadline of the call that they find in `WAITING`.
"""

from __future__ import annotations

import asyncio
from contextvars import ContextVar, Token
from types import TracebackType

from disputatio.engine.errors import TimedOut
from disputatio.engine.limits import Limits

WAITING: ContextVar[Deadline | None] = ContextVar("waiting", default=None)
"""The deadline of the call that this task is making, None for calls that nobody waits for in this way."""


class Deadline:
    """Ends a stream that keeps silent too long: before it is accepted, before the first part, between parts, or in all.

    There is one timer. A part that is heard only moves `due`; the timer, when it fires, looks whether it is due by
    now and otherwise waits for the rest. Cancelling is told apart from being cancelled as in `asyncio.timeout`.
    """

    def __init__(self, limits: Limits, model: str, task: asyncio.Task[None] | None = None) -> None:
        """`task`: the one that this is entered in, if that is known already."""
        self._times = limits.timeouts
        self._model = model
        self._reader = task
        self._begun = False
        self._expired = False

    def __enter__(self) -> Deadline:
        task = self._reader or asyncio.current_task()
        assert task is not None
        self._task, self._loop, self._cancelling = task, task.get_loop(), task.cancelling()
        self._start = now = self._loop.time()
        self._last = now + self._times.turn
        self._due = now + min(self._times.headers, self._times.first, self._times.turn)
        self._entered: Token[Deadline | None] = WAITING.set(self)
        self._wait()
        return self

    def heard(self) -> None:
        """A part has come."""
        self._begun = True
        due = self._loop.time() + self._times.between
        self._due = due if due < self._last else self._last
        if self._due < self._fires:
            self._timer.cancel()
            self._wait()

    def accepted(self) -> None:
        """The provider has taken the call: the first part may take its time."""
        self._allow(self._start + self._times.first)

    def thinks(self) -> None:
        """The model thinks before it speaks, in silence perhaps, and some servers accept a call only when it ends."""
        self._allow(self._start + self._times.thinking)

    def alive(self) -> None:
        """Something has come that is no part: a ping, a comment, a piece of a thought that is not shown."""
        self._allow(self._loop.time() + self._times.between)

    def _allow(self, until: float) -> None:
        self._due = max(self._due, min(until, self._last))

    def _wait(self) -> None:
        self._fires = self._due
        self._timer = self._loop.call_at(self._fires, self._look)

    def _look(self) -> None:
        if self._loop.time() < self._due:
            self._wait()
        else:
            self._expired = True
            self._task.cancel()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        WAITING.reset(self._entered)
        if self._expired and self._task.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
            raise TimedOut(self._why(), "Retry, or choose another model.", model=self._model) from None

    def _why(self) -> str:
        if self._loop.time() >= self._last:
            return f"{self._model} took longer than {self._times.turn:g} seconds for one turn."
        if not self._begun:
            return f"{self._model} said nothing for {self._due - self._start:.4g} seconds."
        return f"{self._model} fell silent for {self._times.between:g} seconds."
