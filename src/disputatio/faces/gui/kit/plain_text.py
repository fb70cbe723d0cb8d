"""Any text to the letter, however long it or one of its lines is: it is filled in while the window goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, Qt, QTimer
from PySide6.QtGui import (
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from disputatio.debate.wording import figure, tr
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.fonts import SMALL, font
from disputatio.faces.gui.kit.labels import caption

STRETCH: Final = 20_000
"""Characters that are filled in before the window has its turn again."""
LINE: Final = 2_000
"""Characters of a line; a longer one goes on in the next, since Qt lays out whole lines."""
WORD: Final = 500
"""Letters of a word from which on it is very long."""
BROKEN: Final = tr("Lines longer than {line} characters are wrapped here; they are copied unchanged.").format(
    line=figure(LINE)
)


class HintedEdit(QPlainTextEdit):
    """Qt paints another hint in an empty field only where the cursor stands: the one before it stayed to be read. And
    it leaves the hint below what an input method composes. While it does, Enter and Escape are for the method: the one
    ends a word, the other gives it up, and neither sends or stops anything."""

    composing = False
    _hinted = ""

    def setPlaceholderText(self, text: str) -> None:
        self._hinted = text
        super().setPlaceholderText("" if self.composing else text)
        self.viewport().update()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        before, self.composing = self.composing, bool(event.preeditString())
        if before != self.composing:
            HintedEdit.setPlaceholderText(self, self._hinted)
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.composing and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            event.accept()
        else:
            super().keyPressEvent(event)


class PlainEdit(HintedEdit):
    """A field for any text. Where a word is very long, lines may end anywhere: else Qt looks through all of the word
    for each of its lines (0.7 s for one of 100,000 letters, minutes for one of a million)."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setPlainText(text)

    def setPlainText(self, text: str) -> None:
        if long := _has_long_word(text):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        super().setPlainText(text)
        if not long and self.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere:
            self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    def insertPlainText(self, text: str) -> None:
        if _has_long_word(text):
            self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        super().insertPlainText(text)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take text only, whatever the clipboard holds."""
        if source.hasText():
            self.insertPlainText(source.text())

    def event(self, event: QEvent) -> bool:
        """Leave the keys that undo to the window, while there is nothing here to undo."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.matches(QKeySequence.StandardKey.Undo)
            and not self.document().isUndoAvailable()
        ):
            event.ignore()
            return True
        return super().event(event)


def _has_long_word(text: str) -> bool:
    return any(len(word) > WORD for word in text.split())


class PlainText(HintedEdit):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFont(font(SMALL, mono=True))
        self.setAccessibleName(name)
        self._rest: Iterator[str] = iter(())
        self._last = ""
        self._filling = QTimer(self, interval=0)
        self._filling.timeout.connect(self._fill)

    def show_text(self, text: str, *, last: str = "") -> None:
        """Show a text; `last`: words to whose last place is gone, once all of it is there."""
        self.clear()
        self._last = last
        self._rest = stretches(text)
        self._fill()
        self._filling.start()

    @property
    def full(self) -> bool:
        """Whether all of the text is there."""
        return not self._filling.isActive()

    def _fill(self) -> None:
        stretch = next(self._rest, None)
        if stretch is None:
            self._filling.stop()
            end = QTextCursor(self.document())
            end.movePosition(QTextCursor.MoveOperation.End)
            found = self.document().find(self._last, end, QTextDocument.FindFlag.FindBackward)
            if self._last and not found.isNull():
                found.clearSelection()
                self.setTextCursor(found)
                self.verticalScrollBar().setValue(found.blockNumber())
            return
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(stretch)


def stretches(text: str) -> Iterator[str]:
    """Yield a text in stretches, with its longest lines broken."""
    for start in range(0, len(text), STRETCH):
        stretch = text[start : start + STRETCH]
        if any(len(line) > LINE for line in stretch.split("\n")):
            lines = stretch.split("\n")
            broken = ("\n".join(line[at : at + LINE] for at in range(0, len(line) or 1, LINE)) for line in lines)
            stretch = "\n".join(broken)
        yield stretch


class PlainTextDialog(QDialog):
    """The whole of a text that cannot be laid out as Markdown without a stall."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(820, 620)
        self.text = PlainText(title)
        self.text.show_text(text)
        self.copy, close = TextButton(tr("Copy all"), icon="copy"), TextButton(tr("Close"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text))
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addWidget(self.copy)
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 14)
        column.setSpacing(10)
        column.addWidget(self.text, 1)
        if any(len(line) > LINE for line in text.split("\n")):
            column.addWidget(caption(BROKEN))
        column.addLayout(foot)
