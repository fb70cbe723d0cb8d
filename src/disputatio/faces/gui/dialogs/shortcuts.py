"""All shortcuts on one page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from disputatio.app.actions.action import Action
from disputatio.faces.gui.actions import ELSEWHERE, shortcut


class ShortcutsDialog(QDialog):
    def __init__(self, actions: Sequence[Action[object]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keyboard shortcuts")
        self.resize(520, 560)
        rows = [(each.group, each.title, shortcut(each)) for each in actions if each.keys]
        groups: dict[str, list[tuple[str, str]]] = {}
        for group, title, keys in (*rows, *ELSEWHERE):
            groups.setdefault(group, []).append((title, keys))
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(20, 16, 20, 16)
        grid.setVerticalSpacing(7)
        grid.setColumnStretch(0, 1)
        for group, found in groups.items():
            head = QLabel(group)
            head.setProperty("look", "section")
            grid.addWidget(head, grid.rowCount(), 0, 1, 2)
            for title, keys in found:
                row = grid.rowCount()
                shown = QLabel(keys)
                shown.setProperty("look", "chip")
                grid.addWidget(QLabel(title), row, 0)
                grid.addWidget(shown, row, 1, Qt.AlignmentFlag.AlignRight)
        grid.setRowStretch(grid.rowCount(), 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setAccessibleName("Keyboard shortcuts")
        scroll.setWidget(inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scroll)
