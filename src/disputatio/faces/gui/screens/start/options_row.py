"""Rounds, budget, pausing, look-ups: what most people change, in one line; below it the aspects of a format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from disputatio.debate.views.words import MICRO
from disputatio.faces.gui.presenters.steps import bound_of_rounds, steps
from disputatio.faces.gui.screens.start.look_ups import LookUps
from disputatio.faces.gui.widgets.flow_layout import FlowLayout
from disputatio.faces.gui.widgets.number_boxes import DecimalBox, NumberBox

if TYPE_CHECKING:
    from disputatio.debate.formats import Block
    from disputatio.debate.values import OptionValue

PROPOSED: Final = "Separated by commas, such as: cost, safety. Empty: a model proposes them."


class OptionsRow(QWidget):
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rounds = NumberBox()
        self.rounds.setRange(1, 100)
        self.rounds.setAccessibleName("Rounds at most")
        self.budget = DecimalBox()
        self.budget.setRange(0, 10_000)
        self.budget.setPrefix("$ ")
        self.budget.setSpecialValueText("no cap")
        self.budget.setAccessibleName("Most money for this debate, in dollars")
        self.budget.setToolTip("At this sum the debate pauses after the turn in flight. 0 means no cap.")
        self.auto = QCheckBox("Continue by itself")
        self.auto.setToolTip("Do not pause after each round.")
        self._rounds_label, self._bound = QLabel("Rounds"), "rounds"
        self._rounds = _beside(self._rounds_label, self.rounds)
        row = FlowLayout(spacing=(12, 8))
        self.tools = LookUps()
        for part in (self._rounds, _beside(QLabel("Budget"), self.budget), self.auto, self.tools):
            row.addWidget(part)
        self.aspects = QLineEdit()
        self.aspects.setPlaceholderText(PROPOSED)
        self.aspects.setMaxLength(400)
        self.aspects.setAccessibleName("Aspects that are debated one by one")
        self.aspects.setToolTip(
            "The question is debated aspect by aspect. Separate them by commas; left empty, a model proposes them."
        )
        self._aspects_label = QLabel("Aspects")
        self._aspects_label.setBuddy(self.aspects)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._aspects_label)
        line.addWidget(self.aspects, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(row)
        column.addLayout(line)
        for part in (self.aspects, self._aspects_label):
            part.hide()
        self._filling = False
        self.aspects.textEdited.connect(self._changed)
        self.rounds.valueChanged.connect(self._changed)
        self.budget.valueChanged.connect(self._changed)
        self.auto.toggled.connect(self._changed)
        self.tools.changed.connect(self._changed)

    def fill(self, options: Mapping[str, OptionValue], body: Block) -> None:
        """Show the options of a debate, as far as they mean something to its format. Aspects that a person has typed
        are theirs."""
        self._filling = True
        found = steps(body)
        pauses = any(step.pause for step in found)
        by_aspect = any(step.each == "aspects" for step in found)
        self.aspects.setVisible(by_aspect)
        self._aspects_label.setVisible(by_aspect)
        self._bound = bound_of_rounds(body) or "rounds"
        self._rounds_label.setText("Rounds per aspect" if by_aspect else "Rounds")
        rounds, cost = options.get(self._bound), options.get("max_cost")
        has_rounds = isinstance(rounds, int) and not isinstance(rounds, bool)
        self._rounds.setVisible(has_rounds)
        if isinstance(rounds, int) and has_rounds:
            self.rounds.setValue(rounds)
        self.budget.setValue(cost / MICRO if isinstance(cost, (int, float)) else 0.0)
        self.auto.setVisible(pauses)
        self.auto.setChecked(options.get("auto_continue") is True)
        self._filling = False

    def chosen(self) -> dict[str, OptionValue]:
        """As options of a debate."""
        found: dict[str, OptionValue] = {"max_cost": round(self.budget.value() * MICRO) or None}
        if self.rounds.isVisibleTo(self):
            found[self._bound] = self.rounds.value()
        if self.auto.isVisibleTo(self):
            found["auto_continue"] = self.auto.isChecked()
        found |= self.tools.chosen()
        if self.aspects.isVisibleTo(self):
            found["aspects"] = [each for part in self.aspects.text().split(",") if (each := " ".join(part.split()))]
        return found

    def _changed(self) -> None:
        if not self._filling:
            self.changed.emit()


def _beside(label: QLabel, field: QWidget) -> QWidget:
    """They stay in one line, and are shown or hidden together."""
    label.setBuddy(field)
    pair = QWidget()
    line = QHBoxLayout(pair)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(8)
    line.addWidget(label)
    line.addWidget(field)
    return pair
