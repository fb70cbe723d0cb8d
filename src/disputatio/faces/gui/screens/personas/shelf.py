"""The left side: search, one's own personas and the examples, and how to get more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.screens.library.rows import Row, RowList
from disputatio.faces.gui.widgets.buttons import TextButton

SETTLE: Final = 200
"""Milliseconds without typing until it searches."""


class PersonaShelf(QWidget):
    searched = Signal(str)
    wanted = Signal(str)
    """ "new" or "import"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit()
        self.field.setPlaceholderText("Search personas…")
        self.field.setAccessibleName("Search personas")
        self.field.setClearButtonEnabled(True)
        self._lens = self.field.addAction(self._lens_icon(), QLineEdit.ActionPosition.LeadingPosition)
        self._timer = QTimer(self, singleShot=True, interval=SETTLE)
        self._timer.timeout.connect(lambda: self.searched.emit(self.field.text().strip()))
        self.field.textChanged.connect(lambda _text: self._timer.start())
        self.list = RowList("Personas")
        self.nobody = QLabel("Nobody is described with these words.")
        self.nobody.setProperty("look", "muted")
        self.nobody.setWordWrap(True)
        self.nobody.hide()
        self.new = TextButton("New persona", icon="plus")
        self.take_in = TextButton("Import…", icon="import")
        self.take_in.setToolTip("Take in a persona from its TOML file")
        self.new.clicked.connect(lambda: self.wanted.emit("new"))
        self.take_in.clicked.connect(lambda: self.wanted.emit("import"))
        self._lay_out()

    def _lay_out(self) -> None:
        title = QLabel("Personas")
        title.setProperty("look", "title")
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self.new, 1)
        row.addWidget(self.take_in)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 18, 12, 12)
        column.setSpacing(10)
        column.addWidget(title)
        column.addWidget(self.field)
        column.addWidget(self.nobody)
        column.addWidget(self.list, 1)
        column.addLayout(row)

    def show_rows(self, rows: Sequence[Row | str]) -> None:
        self.list.show_rows(rows)
        self.nobody.setVisible(not rows)

    def search(self) -> None:
        """The keyboard goes to the search."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def clear_search(self) -> None:
        self.field.blockSignals(True)
        self.field.clear()
        self.field.blockSignals(False)
        self._timer.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._lens.setIcon(self._lens_icon())

    def _lens_icon(self) -> QIcon:
        return icons.icon("search", theme.current().muted, 16)
