"""The rules of honest debate that a format has, each with its switch (SPEC FORMAT.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from disputatio.debate.values import OptionValue
from disputatio.debate.views.labels import RULES
from disputatio.faces.gui.widgets.flow_layout import FlowLayout

TITLE: Final = "Rules"


class RulesRow(QWidget):
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = FlowLayout(spacing=14)
        self.setLayout(row)
        title = QLabel(TITLE)
        row.addWidget(title)
        self.boxes: dict[str, QCheckBox] = {}
        self._shown: set[str] = set()
        for name, rule in RULES.items():
            box = self.boxes[name] = QCheckBox(rule.title)
            box.setToolTip(rule.meaning)
            box.setAccessibleDescription(rule.meaning)
            box.clicked.connect(self.changed)
            row.addWidget(box)

    def fill(self, options: Mapping[str, OptionValue]) -> None:
        """Show the rules that a debate with these options has."""
        self._shown = {name for name in self.boxes if isinstance(options.get(name), bool)}
        for name, box in self.boxes.items():
            box.setVisible(name in self._shown)
            box.setChecked(options.get(name) is True)
        self.setVisible(bool(self._shown))

    def chosen(self) -> dict[str, OptionValue]:
        """As options of a debate."""
        return {name: self.boxes[name].isChecked() for name in self._shown}
