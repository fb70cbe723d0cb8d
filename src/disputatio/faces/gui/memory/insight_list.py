"""The left of the page of the memory: search, what it is about, what it counts as, and the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from disputatio.faces.gui.board.parts import text_label
from disputatio.faces.gui.board.statement_rows import RowsView
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.lists import RowItem

PAUSE: Final = 250
"""Milliseconds after the last key before the memory is searched."""
COUNTS: Final = (("", "Everything"), ("established", "Established facts"), ("disputed", "Disputed"))


class MemoryShelf(QWidget):
    asked = Signal()
    """Words, context or state are others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("shelf")
        self.field, self.about, self.counts = QLineEdit(), QComboBox(), QComboBox()
        self.field.setPlaceholderText("Search by words and meaning…")
        self.field.setAccessibleName("Search the memory")
        self.field.setClearButtonEnabled(True)
        self.field.addAction(
            icons.icon("search", theme.current().outline, 16), QLineEdit.ActionPosition.LeadingPosition
        )
        self.about.setAccessibleName("What it was learnt about")
        self.counts.setAccessibleName("What it counts as")
        self.about.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.about.addItem("All contexts", "")
        for key, title in COUNTS:
            self.counts.addItem(title, key)
        self.note = text_label("", "caption")
        self.list = RowsView("Insights")
        self.empty = EmptyState("", compact=True)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.asked)
        self.field.textChanged.connect(lambda _text: self._pause.start())
        self.field.returnPressed.connect(self._now)
        for box in (self.about, self.counts):
            box.currentIndexChanged.connect(lambda _place: self.asked.emit())
        self._lay_out()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 8, 8)
        column.setSpacing(8)
        for widget in (text_label("Memory", "title"), self.field, self.about, self.counts, self.note, self.empty):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addStretch()

    def widen(self) -> None:
        """Ask for nothing in particular, without telling."""
        for each in (self.field, self.about, self.counts):
            each.blockSignals(True)
        self.field.clear()
        self.about.setCurrentIndex(0)
        self.counts.setCurrentIndex(0)
        for each in (self.field, self.about, self.counts):
            each.blockSignals(False)
        self._pause.stop()

    def _now(self) -> None:
        self._pause.stop()
        self.asked.emit()

    def offer(self, contexts: Mapping[str, str]) -> None:
        """What can be narrowed to: names by key."""
        chosen = self.about.currentData() or ""
        known = {self.about.itemData(place): self.about.itemText(place) for place in range(1, self.about.count())}
        if known == dict(contexts):
            return
        self.about.blockSignals(True)
        self.about.clear()
        self.about.addItem("All contexts", "")
        for key, name in contexts.items():
            self.about.addItem(name, key)
        self.about.setCurrentIndex(max(0, self.about.findData(chosen)))
        self.about.blockSignals(False)

    def show_rows(self, rows: Sequence[RowItem], note: str, nothing: tuple[str, str]) -> None:
        """`note`: how it was searched; `nothing`: what is said where there are no rows."""
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.empty.set_text(*nothing)
        self.empty.setVisible(not rows)
        self.list.setVisible(bool(rows))
        self.list.show_rows(rows)
