"""asyncio on Qt's own loop, with what qasync 0.28 lacks.

qasync makes one Qt timer per callback (13 us for each `call_soon`), never kills the timer of a cancelled one (20,000
cancelled time-outs slow every later one down and are kept until they would have fired), and uses coarse timers that may
fire 5 % early. Here ready callbacks wait in one queue that one zero timer drains in slices, and later ones in one heap
behind one precise timer; cancelled ones are swept out as soon as they are the majority.

Python's collector of cycles works for the loop, and in its thread alone. Left to itself it starts in whatever thread
makes the next object, and there it deletes widgets and models that nobody holds any more, while Qt, which allows that
in one thread only, is at work on the same tables. A window was seen to stop for ever, and its timers with it, while a
widget was being made and a thread was reading the database. So the loop collects the young between its slices, a
fraction of a millisecond at a time, and every few milliseconds while threads work for it. Closing the loop changes
nothing about that, because threads may go on: from then on, nothing is collected unless somebody asks for it.

A full collection looks through everything there is, in one piece: what a start makes alone took it 0.1 s, a debate of
10,000 events 0.05 s more, to let go of one another 0.1 s (measured). So what a start makes, what a debate that was
opened consists of, and what outlived a collection counts as permanent, until something is closed: a debate is full of
cycles, and its memory does not come back without. Only then is everything looked through, while the window rests and
nobody speaks in it: beside two debates of 2,000 messages that takes 0.3 to 0.6 s (measured).
"""

from __future__ import annotations

import asyncio
import gc
import heapq
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import Context
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget
from qasync import QEventLoop  # type: ignore[import-untyped]

SLICE: Final = 0.008
"""Seconds that callbacks may run before Qt gets to paint."""

TURN: Final = 0.0002
"""Seconds after which a thread that computes hands Python's lock to the loop's thread. Painting gives it up and takes
it again some thirty times: with the usual 5 ms each, a thread at work stopped the window for 150 ms (measured)."""

SWEEP: Final = 100
"""The heap is swept when more than this many timers, and more than half of all, are cancelled."""

YOUNG: Final = 700
"""New objects, those let go of not counted, after which the young are looked through."""
OLDER: Final = 10
"""Collections of the young after which those that outlived one are looked through with them."""
BESIDE: Final = 20
"""Milliseconds between two looks at how many new objects there are while threads work for the loop."""

_LONGEST: Final = 86_400_000
"""Milliseconds. Qt's timers count in 32 bits; a longer wait is armed again."""


class _Waker(QObject):
    """Brings a callback from another thread to the loop's thread."""

    woken = Signal()


class Interrupted(Exception):
    """Qt has ended the loop by itself, as it does when the display is lost."""


class EventLoop(QEventLoop):  # type: ignore[misc]
    """The loop of the window. Use it from the thread of the QApplication."""

    def __init__(self, app: QApplication) -> None:
        self._ready: deque[asyncio.Handle] = deque()
        self._heap: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._cancelled = 0
        self._number = 0
        self._soon = QTimer(interval=0)
        self._soon.timeout.connect(self._drain)
        self._later = QTimer(singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._later.timeout.connect(self._fire)
        self._waker = _Waker()
        self._waker.woken.connect(self._soon.start, Qt.ConnectionType.QueuedConnection)
        self._young = QTimer(interval=BESIDE)
        self._young.timeout.connect(self._collect)
        self._threads_at_work = 0
        self._pauses = 0
        gc.disable()
        super().__init__(app)
        # Python's own threads: qasync's are QThreads, and ending the process while one works aborts it.
        self.set_default_executor(ThreadPoolExecutor(thread_name_prefix="work"))
        self._turn_before = sys.getswitchinterval()
        sys.setswitchinterval(TURN)

    def run_forever(self) -> Any:
        """Run; a generator that nobody finishes, as an answer that breaks off leaves in its SDK, is closed by a task as
        it is on asyncio's own loops. Without, it could not even tell where it runs, and each left a complaint."""
        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(firstiter=self._asyncgen_firstiter_hook, finalizer=self._asyncgen_finalizer_hook)
        try:
            return super().run_forever()
        finally:
            sys.set_asyncgen_hooks(*before)

    def run_until_complete(self, future: Any) -> Any:
        """Raises Interrupted where Qt ends the loop before the work is done."""
        try:
            return super().run_until_complete(future)
        except RuntimeError as error:
            if str(error).startswith("Event loop stopped"):
                raise Interrupted from error
            raise

    @property
    def pending_timers(self) -> int:
        """Return how many timers are kept, including cancelled ones that were not swept yet."""
        return len(self._heap)

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> asyncio.Handle:
        handle = self._handle(callback, args, context)
        self._enqueue(handle)
        return handle

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = self._handle(callback, args, context)
        self._ready.append(handle)
        self._waker.woken.emit()
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        if delay <= 0:
            return self.call_soon(callback, *args, context=context)
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        self._check(callback)
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        handle._scheduled = True  # type: ignore[attr-defined]
        self._number += 1
        heapq.heappush(self._heap, (when, self._number, handle))
        if self._heap[0][2] is handle:
            self._arm()
        return handle

    def run_in_executor(
        self, executor: Executor | None, func: Callable[..., object], *args: Any
    ) -> asyncio.Future[Any]:
        work: asyncio.Future[Any] = super().run_in_executor(executor, func, *args)
        self._threads_at_work += 1
        if not self._young.isActive():
            self._young.start()
        work.add_done_callback(self._worked)
        return work

    @contextmanager
    def collection_pause(self) -> Iterator[None]:
        """Nothing is looked through meanwhile: for what a start or an opening makes in between, before a `Collector`
        takes it as permanent."""
        self._pauses += 1
        try:
            yield
        finally:
            self._pauses -= 1

    def close(self) -> None:
        if not self.is_running() and not self.is_closed():
            for timer in (self._soon, self._later, self._young):
                timer.stop()
            self._ready.clear()
            self._heap.clear()
            sys.setswitchinterval(self._turn_before)
        super().close()

    def _handle(
        self, callback: Callable[..., object], args: tuple[Any, ...], context: Context | None
    ) -> asyncio.Handle:
        self._check(callback)
        return asyncio.Handle(callback, args, self, context)

    def _check(self, callback: Callable[..., object]) -> None:
        """As on asyncio's own loops, callbacks are looked at in debug mode only: it took a twentieth of the loop's
        time."""
        self._check_closed()
        if self.get_debug() and (asyncio.iscoroutinefunction(callback) or not callable(callback)):
            raise TypeError(f"{callback!r} is no callback; a coroutine is started as a task.")

    def _enqueue(self, handle: asyncio.Handle) -> None:
        if not self._ready:
            self._soon.start()
        self._ready.append(handle)

    def _arm(self) -> None:
        if self._heap:
            # Rounded up: a timer that fires early would only be armed again.
            wait = int((self._heap[0][0] - self.time()) * 1000 + 0.999)
            self._later.start(min(max(0, wait), _LONGEST))

    def _timer_handle_cancelled(self, _handle: asyncio.TimerHandle) -> None:
        """Called by `TimerHandle.cancel`."""
        self._cancelled += 1
        if self._cancelled > SWEEP and self._cancelled > len(self._heap) // 2:
            self._heap = [entry for entry in self._heap if not entry[2].cancelled()]
            heapq.heapify(self._heap)
            self._cancelled = 0

    def _fire(self) -> None:
        now = self.time()
        while self._heap and self._heap[0][0] <= now:
            handle = heapq.heappop(self._heap)[2]
            handle._scheduled = False  # type: ignore[attr-defined]
            if handle.cancelled():
                self._cancelled -= 1
            else:
                self._enqueue(handle)
        self._arm()

    def _drain(self) -> None:
        """Run what was ready when the slice began; what it makes ready waits for the next one, so that Qt can paint.

        The zero timer stays armed meanwhile: a nested Qt loop inside a callback goes on draining.
        """
        end = time.perf_counter() + SLICE
        for _ in range(len(self._ready)):
            if not self._ready:
                break
            handle = self._ready.popleft()
            if not handle.cancelled():
                handle._run()
            if time.perf_counter() > end:
                break
        if not self._ready:
            self._soon.stop()
        self._collect()

    def _collect(self) -> None:
        """Look through the young if there are many. What a thread made a great deal of becomes old at once, so that it
        is not looked through again."""
        young, older, _oldest = gc.get_count()
        if young > YOUNG and not self._pauses:
            gc.collect(1 if older > OLDER or young > OLDER * YOUNG else 0)

    def _worked(self, _work: asyncio.Future[Any]) -> None:
        self._threads_at_work -= 1
        if not self._threads_at_work:
            self._young.stop()


# ---- full collections -----------------------------------------------------------------------------------------------
OLD: Final = 30
"""Collections of the young (some 200,000 objects) after which everything is looked through although nothing closed."""
VERY_OLD: Final = 20 * OLD
"""Collections of the young after which everything is looked through although somebody speaks: by then, cycles that
nobody uses may hold some tens of megabytes."""
LOOK: Final = 30_000
"""Milliseconds between two looks at how many there were."""
REST: Final = 2_000
"""Milliseconds without a key, a movement or a click after which a window rests."""
HANDS: Final = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseMove,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TouchUpdate,
        QEvent.Type.InputMethod,
    }
)


class Collector(QObject):
    """Of the process whose window this is, from the end of its start until `stop`. `busy`: whether something moves in
    the window although nobody touches it."""

    def __init__(self, window: QWidget, busy: Callable[[], bool] = lambda: False) -> None:
        super().__init__(window)
        self._window, self._busy = window, busy
        self._closed = False
        self.rest = QTimer(self, singleShot=True, interval=REST)
        self.rest.timeout.connect(self.collect)
        self._looks = QTimer(self, interval=LOOK)
        self._looks.timeout.connect(self.look)
        self._looks.start()
        gc.freeze()

    @property
    def wanted(self) -> bool:
        """Whether there is something to look through as soon as the window rests."""
        return self.rest.isActive()

    def keep(self) -> None:
        """Take what there is as permanent, without looking through it: something large was opened."""
        gc.freeze()

    def want(self) -> None:
        """Ask for everything to be looked through: something large was closed."""
        self._closed = True
        self._wait()

    def _wait(self) -> None:
        if not self.wanted and (handle := self._window.windowHandle()) is not None:
            handle.installEventFilter(self)
        self.rest.start()

    def stop(self) -> None:
        """Nothing is permanent any more."""
        self._leave()
        self._looks.stop()
        gc.unfreeze()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in HANDS:
            self.rest.start()
        return False

    def look(self) -> None:
        """Ask for what is not permanent to be looked through, if much of it has become old."""
        if gc.get_count()[2] >= OLD:
            self._wait()

    def collect(self) -> None:
        """Look through it now: nobody has touched the window for a while. It waits while somebody speaks."""
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()  # its own window has the events
        if popup or (self._busy() and gc.get_count()[2] < VERY_OLD):
            self.rest.start()
            return
        self._leave()
        if self._closed:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._closed = False

    def _leave(self) -> None:
        self.rest.stop()
        if (handle := self._window.windowHandle()) is not None:
            handle.removeEventFilter(self)
