"""What the window says by itself: a word about something that succeeded and can be undone, and the same for a screen
reader. Errors never go here: they stay where they happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QEnterEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget


# ---- announcements for screen readers ---------------------------------------------------------------------------
def announce(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Tell a screen reader; tokens are never announced, only what is complete, failed or waits."""
    if not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, words)
    kind = QAccessible.AnnouncementPoliteness
    event.setPoliteness(kind.Assertive if urgent else kind.Polite)
    QAccessible.updateAccessibility(event)


SHOWN: Final = 6_000
"""Milliseconds; it stays while the pointer is on it."""


EDGE: Final = 28
"""Pixels between it and the lower edge of its parent."""
GAP: Final = 8
"""Pixels between it and what it keeps clear of."""


class Toast(QFrame):
    """Floats at the lower edge of its parent, above what must stay `clear`. A new message takes the place of the old
    one."""

    undone = Signal(object)
    """What a person wants undone, as it was given to `say`."""

    def __init__(self, parent: QWidget, clear: Callable[[], Sequence[QWidget]] = lambda: ()) -> None:
        super().__init__(parent)
        self._over, self._clear = parent, clear
        self.setObjectName("toast")
        self._undone: object = None
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self.undo = QPushButton("Undo")
        self.undo.clicked.connect(self._ask_undo)
        self._row = QHBoxLayout(self)
        self._row.setSpacing(12)
        self._row.addWidget(self._text)
        self._row.addWidget(self.undo)
        self._timer = QTimer(self, singleShot=True, interval=SHOWN)
        self._timer.timeout.connect(self.hide)
        parent.installEventFilter(self)
        self.hide()

    def say(self, words: str, *, undo: object = None) -> None:
        """Show words; `undo` says to the caller what to take back, and without it there is no button."""
        self._undone = undo
        self._text.setText(words)
        self.undo.setVisible(bool(undo))
        self._row.setContentsMargins(16, 8, 10 if undo else 16, 8)  # the button has an edge of its own
        self.undo.setAccessibleName(f"Undo: {words}")
        self._place()
        self.show()
        self.raise_()
        self._timer.start()
        announce(self, words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return False

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        self._timer.start()

    def _place(self) -> None:
        self.adjustSize()
        space = self._over.rect()
        place = QRect(QPoint(0, 0), self.size())
        place.moveCenter(space.center())
        place.moveBottom(space.bottom() - EDGE)
        for widget in self._clear():
            taken = QRect(widget.mapTo(self._over, QPoint(0, 0)), widget.size())
            if widget.isVisibleTo(self._over) and taken.intersects(place):
                place.moveBottom(taken.top() - GAP)
        self.move(place.topLeft())

    def _ask_undo(self) -> None:
        self.hide()
        self.undone.emit(self._undone)
