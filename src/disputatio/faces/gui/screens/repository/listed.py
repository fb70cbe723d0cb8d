"""A card with a list in it that is as high as its rows, up to some, and a sentence where there are none."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from disputatio.faces.gui.screens.library.rows import HIGH, LOW, Row, RowList
from disputatio.faces.gui.widgets.cards import TitledCard
from disputatio.faces.gui.widgets.empty_state import EmptyState

EDGE = 6


class ListedCard(TitledCard):
    def __init__(self, title: str, name: str, most: int, parent: QWidget | None = None) -> None:
        """`most` rows are seen without scrolling; `name` is what the list is called where it is read aloud."""
        super().__init__(title, parent)
        self._plain, self._most = title, most
        self.none, self.list = EmptyState("", compact=True), RowList(name)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)  # else its card grows
        self.body.addWidget(self.none)
        self.body.addWidget(self.list)
        self.list.hide()
        self.list.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Its rows are ways on, and none is what is shown: without the keyboard on it, none is marked."""
        away = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
        if event.type() == QEvent.Type.FocusOut and isinstance(event, QFocusEvent) and event.reason() not in away:
            self.list.setCurrentRow(-1)
        return False

    def show_rows(self, rows: Sequence[Row | str], *, counted: int | None = None) -> None:
        """`counted` stands beside the title."""
        self.none.hide()
        self.list.show_rows(rows)
        heights = [HIGH if isinstance(row, Row) and row.subtitle else LOW for row in rows]
        self.list.setFixedHeight(sum(heights[: self._most]) + EDGE)
        self.list.show()
        self.set_title(f"{self._plain} · {counted:,}" if counted else self._plain)

    def say(self, title: str, words: str = "") -> None:
        """Why there is nothing to list."""
        self.list.hide()
        self.none.set_text(title, words)
        self.none.show()
        self.set_title(self._plain)
