"""How long a model may keep silent."""

from __future__ import annotations

import asyncio
from types import TracebackType

from disputatio.engine.errors import TimedOut
from disputatio.engine.limits import Limits


class Deadline:
    """Ends a stream that keeps silent too long: before the first part, between parts, or in all.

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
        now = self._loop.time()
        self._due, self._last = now + self._times.first, now + self._times.turn
        self._wait()
        return self

    def heard(self) -> None:
        self._begun = True
        due = self._loop.time() + self._times.between
        self._due = due if due < self._last else self._last
        if self._due < self._fires:
            self._timer.cancel()
            self._wait()

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
        if self._expired and self._task.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
            raise TimedOut(self._why(), "Retry, or choose another model.", model=self._model) from None

    def _why(self) -> str:
        if not self._begun:
            return f"{self._model} said nothing for {self._times.first:g} seconds."
        if self._loop.time() >= self._last:
            return f"{self._model} took longer than {self._times.turn:g} seconds for one turn."
        return f"{self._model} fell silent for {self._times.between:g} seconds."
