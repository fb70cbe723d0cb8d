"""What the window says by itself: a strip that tells what holds the debate, what the end brought and what to do next;
and a word about something that succeeded and can be undone, with the same for a screen reader.

Errors never go into that word: they stay where they happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QHideEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import icons, layouts, theme
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.kit.screen_reader import announce

ICONS: Final = {"caution": "warning", "error": "error", "ok": "check", "muted": "info"}

Button = tuple[object, str, str]
"""What it wants, its label, its icon."""
DISMISS: Final[Button] = (None, tr("Close"), "close")
"""The button that only takes the strip away; never the one that is to be pressed."""
WIDEST: Final = 860
"""Pixels; as wide as the messages above it."""


class Banner(QFrame):
    chosen = Signal(object)
    """What the button wants that was pressed."""
    dismissed = Signal()
    """The strip was taken away."""
    _frame: QWidget | None = None

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setMaximumWidth(WIDEST)
        self._shown: tuple[str, str, tuple[Button, ...]] = ("", "", ())
        self._icon, self._text = QLabel(), QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._text, 1)
        column = layouts.column(line, of=self, margins=(14, 10, 12, 10), spacing=8)
        self._row = FlowLayout()
        column.addLayout(self._row)
        self._buttons: list[TextButton] = []
        self.hide()

    def framed(self, margins: tuple[int, int, int, int]) -> QWidget:
        """Return it with space around it, which is there only while it is shown."""
        self._frame = QWidget()
        layouts.row(self, of=self._frame, margins=margins)
        self._frame.setVisible(not self.isHidden())
        return self._frame

    def setVisible(self, visible: bool) -> None:
        if self._frame is not None:
            self._frame.setVisible(visible)
        super().setVisible(visible)

    def say(self, tone: str, text: str, buttons: Sequence[Button] = ()) -> None:
        """Show a text; `tone` names a colour of the theme, and the first of `buttons` is the obvious one."""
        wanted = (tone, text, tuple(buttons))
        if wanted == self._shown and not self.isHidden():
            return
        self._shown = wanted
        self._text.setText(text)
        self._text.setAccessibleName(text)
        for part in (self._text, self._icon):
            part.setVisible(bool(text))
        self._draw()
        for old in self._buttons:
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._buttons = [self._button(button, place == 0) for place, button in enumerate(buttons)]
        self.show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._shown[0]:
            self._draw()

    def _draw(self) -> None:
        tone = self._shown[0]
        self._icon.setPixmap(icons.pixmap(ICONS.get(tone, "info"), getattr(theme.current(), tone), 18))

    def quiet(self) -> None:
        self._shown = ("", "", ())
        self.hide()

    def _button(self, button: Button, first: bool) -> TextButton:
        what, label, icon = button
        made = TextButton(label, icon=icon, kind="primary" if first and button != DISMISS else "")
        made.clicked.connect(self.dismiss if button == DISMISS else lambda: self.chosen.emit(what))
        self._row.addWidget(made)
        return made

    def dismiss(self) -> None:
        self.quiet()
        self.dismissed.emit()


UNDO: Final = "Ctrl+Z"
"""Takes back what a toast offers to take back, wherever nobody types."""
SHOWN, OFFERED = 6_000, 12_000
"""Milliseconds, and where something can be undone; it stays while the pointer is on it."""


FOLLOWED: Final = 150
"""Milliseconds after which it looks again where what it keeps clear of is."""
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
        self.undo = QPushButton(tr("Undo"))
        self.undo.clicked.connect(self._ask_undo)
        self._keys = QShortcut(QKeySequence(UNDO), self)
        self._keys.activated.connect(self._ask_undo)
        self._row = layouts.row(self._text, self.undo, of=self, spacing=12)
        self._timer = QTimer(self, singleShot=True, interval=SHOWN)
        self._timer.timeout.connect(self.hide)
        self._following = QTimer(self, interval=FOLLOWED)
        self._following.timeout.connect(self.settle)
        parent.installEventFilter(self)
        self.hide()

    def say(self, words: str, *, undo: object = None) -> None:
        """Show words; `undo` says to the caller what to take back, and without it there is no button."""
        self._undone = undo
        self._text.setText(words)
        self.undo.setVisible(bool(undo))
        self._keys.setEnabled(bool(undo))
        self._row.setContentsMargins(16, 8, 10 if undo else 16, 8)  # the button has an edge of its own
        self.undo.setAccessibleName(tr("Undo: {words}").format(words=words))
        self.settle()
        self.show()
        self.raise_()
        self._timer.start(OFFERED if undo else SHOWN)
        self._following.start()
        announce(self, words)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self.isHidden():
            self.settle()
        return False

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()
        self._following.stop()  # nothing moves away under the pointer

    def leaveEvent(self, event: QEvent) -> None:
        self._timer.start()
        self._following.start()

    def hideEvent(self, event: QHideEvent) -> None:
        self._following.stop()

    def settle(self) -> None:
        """Go to the lower edge; words that are wider than the parent take several lines."""
        space = self._over.rect()
        self._text.setWordWrap(False)
        self._text.setMinimumWidth(0)
        self._text.setMaximumWidth(space.width())
        words = self._text.sizeHint().width()
        if (over := self.sizeHint().width() - (space.width() - 2 * EDGE)) > 0:
            self._text.setWordWrap(True)
            self._text.setFixedWidth(max(0, words - over))
        self.adjustSize()
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
