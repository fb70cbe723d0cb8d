"""Keeping the collector of cycles out of the way.

A full collection looks through everything there is, in one piece, whatever thread it happens in: what a start makes
alone took it 0.1 s, a debate of 10,000 events 0.05 s more, to let go of one another 0.1 s (measured). So what a start
makes counts as permanent, and full collections happen only while the window rests, soon after something was closed: a
debate is full of cycles, and its memory does not come back without. The young are collected as ever, a few milliseconds
at a time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

YOUNG: Final = (700, 10)
"""Objects, and collections of them, after which the young are looked through: later ones take longer."""
NEVER: Final = 2**31 - 1
OLD: Final = 30
"""Collections of the young (some 200,000 objects) after which everything is looked through although nothing closed."""
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


@contextmanager
def collection_pause() -> Iterator[None]:
    """Nothing is looked through meanwhile: for what a start makes in between, before a `Collector` takes it as
    permanent."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Collector(QObject):
    """Of the process whose window this is, from the end of its start until `stop`."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._before = gc.get_threshold()
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._rested)
        self._looks = QTimer(self, interval=LOOK)
        self._looks.timeout.connect(self._look)
        self._looks.start()
        gc.freeze()
        gc.set_threshold(*YOUNG, NEVER)

    @property
    def wanted(self) -> bool:
        """Whether everything is looked through as soon as the window rests."""
        return self._rest.isActive()

    def want(self) -> None:
        """Something large was closed."""
        if not self.wanted and (handle := self._window.windowHandle()) is not None:
            handle.installEventFilter(self)
        self._rest.start()

    def stop(self) -> None:
        """As it was before."""
        self._leave()
        self._looks.stop()
        gc.unfreeze()
        gc.set_threshold(*self._before)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in HANDS:
            self._rest.start()
        return False

    def _look(self) -> None:
        if gc.get_count()[2] >= OLD:
            self.want()

    def _rested(self) -> None:
        if QApplication.activePopupWidget() or QApplication.activeModalWidget():
            self._rest.start()  # its own window has the events
            return
        self._leave()
        gc.collect()

    def _leave(self) -> None:
        self._rest.stop()
        if (handle := self._window.windowHandle()) is not None:
            handle.removeEventFilter(self)
