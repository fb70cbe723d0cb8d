"""Rounds, budget, pausing, look-ups: what most people change, in one line; below it the aspects of a format, and its
rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from disputatio.debate.log.seats import EFFORTS
from disputatio.debate.values import OptionValue
from disputatio.debate.views.labels import RULES
from disputatio.debate.views.words import MICRO
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.kit import layouts, phrases
from disputatio.faces.gui.kit.inputs import DecimalBox, DropDown, LineField, NumberBox, put_currency
from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.start.gate_points import GatesRow
from disputatio.faces.gui.start.tool_choice import LookUps

if TYPE_CHECKING:
    from disputatio.debate.format import Block, Format
    from disputatio.debate.values import OptionValue


# ---- The steps of a format, in a row.
def bound_of_rounds(body: Block) -> str:
    """The option that bounds the rounds of a format: those of its first loop that is in no crux room; "" for none."""
    for child in body.do:
        if child.repeat:
            return child.repeat[1:] if isinstance(child.repeat, str) else ""
        if child.heard != "room" and (found := bound_of_rounds(child)):
            return found
    return ""


def steps(body: Block) -> list[Block]:
    """Yield all steps of a format, each before what it consists of."""
    return [each for block in body.do for each in (block, *steps(block))]


PROPOSED: Final = tr("Separated by commas, such as: cost, safety. Empty: a model proposes them.")


class OptionsRow(QWidget):
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rounds, self.budget, self.effort = _rounds_box(), _budget_box(), _effort_menu()
        self.auto = QCheckBox(tr("Continue without asking"))
        self.auto.setToolTip(tr("Do not pause after each round."))
        self.tools, self.gates, self.aspects = LookUps(), GatesRow(), _aspects_field()
        self._rounds_label, self._bound = QLabel(tr("Rounds")), "rounds"
        self._rounds = _beside(self._rounds_label, self.rounds)
        self._effort = _beside(QLabel(tr("Effort")), self.effort)
        self._aspects_label = QLabel(tr("Aspects"))
        self._filling = False
        self._lay_out()
        self.aspects.textEdited.connect(self._changed)
        self.rounds.valueChanged.connect(self._changed)
        self.budget.valueChanged.connect(self._changed)
        self.effort.currentIndexChanged.connect(self._changed)
        self.auto.toggled.connect(self._changed)
        self.tools.changed.connect(self._changed)
        self.gates.changed.connect(self._changed)

    def _lay_out(self) -> None:
        """What everybody has in one line, below it the aspects and the gates."""
        row = FlowLayout(spacing=(12, 8))
        budget = _beside(QLabel(tr("Budget")), self.budget)
        for part in (self._rounds, budget, self._effort, self.auto, self.tools, self.tools.which):
            row.addWidget(part)
        self._aspects_label.setBuddy(self.aspects)
        line = layouts.row(self._aspects_label, (self.aspects, 1), spacing=8)
        layouts.column(row, line, self.gates, of=self, margins=layouts.FLUSH, spacing=10)
        for part in (self.aspects, self._aspects_label):
            part.hide()

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
        self._rounds_label.setText(tr("Rounds per aspect") if by_aspect else tr("Rounds"))
        rounds, cost = options.get(self._bound), options.get("max_cost")
        has_rounds = isinstance(rounds, int) and not isinstance(rounds, bool)
        self._rounds.setVisible(has_rounds)
        if isinstance(rounds, int) and has_rounds:
            self.rounds.setValue(rounds)
        self.budget.setValue(cost / MICRO if isinstance(cost, (int, float)) else 0.0)
        self._effort.setVisible("effort" in options)
        self.effort.setCurrentIndex(max(0, self.effort.findData(options.get("effort"))))
        self.auto.setVisible(pauses)
        self.auto.setChecked(options.get("auto_continue") is True)
        self._filling = False

    def summary(self) -> str:
        """Return the most important of them in a line."""
        parts = []
        if self._rounds.isVisibleTo(self):
            rounds = self.rounds.value()
            parts.append(plural("{rounds} round at most", "{rounds} rounds at most", rounds).format(rounds=rounds))
        parts.append(
            tr("budget {value}").format(value=phrases.money(round(self.budget.value() * MICRO)))
            if self.budget.value()
            else tr("no cap on the budget")
        )
        if self.auto.isVisibleTo(self):
            parts.append(tr("does not pause") if self.auto.isChecked() else tr("pauses after each round"))
        return ", ".join(parts)

    def chosen_options(self) -> dict[str, OptionValue]:
        """As options of a debate."""
        found: dict[str, OptionValue] = {"max_cost": round(self.budget.value() * MICRO) or None}
        if self.rounds.isVisibleTo(self):
            found[self._bound] = self.rounds.value()
        if self._effort.isVisibleTo(self):
            found["effort"] = str(self.effort.currentData())
        if self.auto.isVisibleTo(self):
            found["auto_continue"] = self.auto.isChecked()
        found |= self.tools.chosen_options() | self.gates.chosen_options()
        if self.aspects.isVisibleTo(self):
            found["aspects"] = [each for part in self.aspects.text().split(",") if (each := " ".join(part.split()))]
        return found

    def _changed(self) -> None:
        if not self._filling:
            self.changed.emit()


def _rounds_box() -> NumberBox:
    box = NumberBox()
    box.setRange(1, 100)
    box.setAccessibleName(tr("Maximum rounds"))
    return box


def _budget_box() -> DecimalBox:
    box = DecimalBox()
    box.setRange(0, 10_000)
    put_currency(box)
    box.setSpecialValueText(tr("no cap"))
    box.setAccessibleName(tr("Cost limit for this debate, in dollars"))
    box.setToolTip(tr("At this amount, the debate finishes the current turn and pauses. 0 means no limit."))
    return box


def _effort_menu() -> DropDown:
    menu = DropDown()
    for level in EFFORTS:
        menu.addItem(tr(level.capitalize()), level)  # as the setting calls them
    menu.setAccessibleName(tr("Effort: how long the models think"))
    menu.setToolTip(tr("How long reasoning models think before they answer. It takes time and tokens."))
    return menu


def _aspects_field() -> LineField:
    field = LineField()
    field.setPlaceholderText(PROPOSED)
    field.setMaxLength(400)
    field.setAccessibleName(tr("Aspects that are debated one by one"))
    field.setToolTip(
        tr("The question is debated aspect by aspect. Separate them by commas; left empty, a model proposes them.")
    )
    return field


def _beside(label: QLabel, field: QWidget) -> QWidget:
    """They stay in one line, and are shown or hidden together."""
    label.setBuddy(field)
    pair = QWidget()
    layouts.row(label, field, of=pair, margins=layouts.FLUSH, spacing=8)
    return pair


# ---- the rules of honest debate (SPEC FORMAT.2) -----------------------------------------------------------------
TITLE: Final = tr("Rules of honest debate")
OFF: Final = "off"
"""The value of a rule that has several ways of being on."""


class RulesRow(QWidget):
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        row, title = FlowLayout(spacing=(14, 8)), QLabel(TITLE)
        title.setProperty("look", "section")
        layouts.column(title, row, of=self, margins=layouts.FLUSH, spacing=6)
        self.boxes: dict[str, QCheckBox] = {}
        self._shown: set[str] = set()
        self._on: dict[str, OptionValue] = {**dict.fromkeys(RULES, True), "ledger": "message"}
        for name, rule in RULES.items():
            box = self.boxes[name] = QCheckBox(rule.title)
            box.setToolTip(rule.meaning)
            box.setAccessibleDescription(rule.meaning)
            box.clicked.connect(self.changed)
            row.addWidget(box)

    def fill(self, options: Mapping[str, OptionValue], format: Format) -> None:
        """Show the rules that a debate of this format, with these options, has."""
        found = {name for name in self.boxes if isinstance(options.get(name), (bool, str))}
        synthesised = any(step.gives == "synthesis" for step in steps(format.body))
        self._shown = found if synthesised else found - {"minority"}
        for name, box in self.boxes.items():
            value = options.get(name)
            if value not in (None, False, OFF):
                self._on[name] = value
            box.setVisible(name in self._shown)
            box.setChecked(value not in (None, False, OFF))
        self.setVisible(bool(self._shown))

    def chosen_options(self) -> dict[str, OptionValue]:
        """As options of a debate."""
        return {name: self._on[name] if self.boxes[name].isChecked() else self._off(name) for name in self._shown}

    def _off(self, name: str) -> OptionValue:
        return OFF if isinstance(self._on[name], str) else False
