"""What stands where no source can be shown: what it is, why, and which other files may be meant."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from disputatio.faces.gui.screens.repository.history_list import path_row
from disputatio.faces.gui.screens.repository.listed import ListedCard
from disputatio.faces.gui.widgets.empty_state import EmptyState

WIDE = 560


class Absence(QWidget):
    opened = Signal(str)
    """The path of another file that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = EmptyState("", icon="file")
        self.others = ListedCard("Files of that name", "Files that may be meant", 8)
        self.others.setMaximumWidth(WIDE)
        self.others.list.opened.connect(lambda key: self.opened.emit(self._paths[key]))
        self._paths: dict[str, str] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 0, 24, 24)
        column.addWidget(self.state, 1)
        column.addWidget(self.others, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()

    def say(self, title: str, words: str) -> None:
        self.state.set_text(title, words)
        self.others.hide()

    def offer(self, paths: Sequence[str]) -> None:
        """Other files, below what was said."""
        rows = [path_row(place, path) for place, path in enumerate(paths)]
        self._paths = {row.key: path for row, path in zip(rows, paths, strict=True)}
        self.others.setVisible(bool(rows))
        self.others.setMinimumWidth(min(WIDE, self.width() - 48))
        self.others.show_rows(rows)
