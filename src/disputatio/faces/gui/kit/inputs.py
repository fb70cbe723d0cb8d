"""What a person gives a widget: numbers, keys, and files or folders that are dropped on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QPlainTextEdit, QSpinBox, QTextEdit, QWidget

# ---- fields for numbers, indented because Qt would put the number on the border ---------------------------------
INSET: Final = 8
"""Pixels, as in the other fields."""


class NumberBox(QSpinBox):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(INSET, 0, 0, 0)


class DecimalBox(QDoubleSpinBox):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(INSET, 0, 0, 0)


# ---- keys of a part of the window -------------------------------------------------------------------------------
def install_keys(widget: QWidget, keys: Mapping[str, Callable[[], object]]) -> None:
    """`keys`: from the sequence as Qt writes it ("Alt+Down") to what it does."""
    for sequence, work in keys.items():
        shortcut = QShortcut(QKeySequence(sequence), widget)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(work)


class FileDrop(QObject):
    """Gives `take` what is dropped on `target` from this computer, on its text fields too: those would write the
    address of the file instead. Anything else is not accepted."""

    def __init__(self, target: QWidget, take: Callable[[Sequence[Path]], object]) -> None:
        super().__init__(target)
        self._target, self._take = target, take
        target.setAcceptDrops(True)
        target.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._target and event.type() in (QEvent.Type.Show, QEvent.Type.DragEnter):
            for field in self._fields():
                field.installEventFilter(self)
        if not isinstance(event, (QDragEnterEvent, QDropEvent)):
            return False
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if not paths:
            return False
        if watched is not self._target:
            event.ignore()  # it goes on to what is around the field
            return True
        # Files are read and stay: a move, which some file managers propose, would let them delete their own.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self._take(paths)
        return True

    def _fields(self) -> Iterator[QWidget]:
        """What takes text below the target; text areas do so through their viewports."""
        yield from self._target.findChildren(QLineEdit)
        yield from (area.viewport() for area in self._target.findChildren(QTextEdit))
        yield from (area.viewport() for area in self._target.findChildren(QPlainTextEdit))
