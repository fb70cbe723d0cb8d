"""Where a debate that is about to start waits for the person's approval: the points of its format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QLabel, QMenu, QWidget

from disputatio.debate.ids import called, noun_of
from disputatio.debate.values import OptionValue
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.inputs import DecimalBox, put_currency
from disputatio.faces.gui.kit.layouts import FlowLayout

if TYPE_CHECKING:
    from disputatio.app.application import StartPlan

OPTION, ROUNDS, SPEND, SYNTHESIS, AFTER, ALL = "gates", "rounds", "spend:", "synthesis", "after:", "all"
"""The option of a debate, and its points, as people write them: the rules themselves are not there yet when the window
is (debate.walk.gates)."""
TITLE: Final = tr("Ask me before")
AMOUNT: Final = 0.5
"""Dollars that are proposed for a dear round."""


class GatesRow(QWidget):
    """Hidden where a format has no point."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        row, title = FlowLayout(spacing=(14, 8)), QLabel(TITLE)
        layouts.column(title, row, of=self, margins=layouts.FLUSH, spacing=6)
        title.setProperty("look", "section")
        title.setToolTip(
            tr("The debate waits there until you approve the next step. No model is asked in the meantime.")
        )
        self.rounds = QCheckBox(tr("each further round"))
        self.spend = QCheckBox(tr("a round above"))
        self.amount = DecimalBox()
        self.amount.setRange(0.0, 10_000.0)
        put_currency(self.amount)
        self.amount.setValue(AMOUNT)
        self.amount.setAccessibleName(tr("Dollars above which you are asked before a round"))
        self.amount.setEnabled(False)
        self.result = QCheckBox(tr("the result"))
        self.steps = TextButton(tr("a step…"))
        self.steps.setAccessibleName(tr("Steps of the format before which you are asked"))
        self.menu = QMenu(self.steps)
        self.steps.setMenu(self.menu)
        self.afterwards = TextButton(tr("or after a step…"))
        self.afterwards.setAccessibleName(tr("Steps of the format after which you are asked"))
        self.after_menu = QMenu(self.afterwards)
        self.afterwards.setMenu(self.after_menu)
        self._dear = QWidget()
        layouts.row(self.spend, self.amount, of=self._dear, margins=layouts.FLUSH, spacing=6)
        for widget in (self.rounds, self._dear, self.result, self.steps, self.afterwards):
            row.addWidget(widget)
        self._known: list[str] = []
        self._filling = False
        for box in (self.rounds, self.spend, self.result):
            box.setAccessibleDescription(TITLE)
            box.toggled.connect(self._tell)
        self.spend.toggled.connect(self.amount.setEnabled)
        self.amount.valueChanged.connect(self._tell)
        self.hide()

    def fill(self, prepared: StartPlan) -> None:
        """Show the points of a format, and those that its debate would have."""
        found = prepared.opening.options.get(OPTION)
        chosen = found if isinstance(found, list) else []
        self._filling = True
        known = list(prepared.points)
        if known != self._known:
            self._known = known
            self._build([point for point in known if point not in (ROUNDS, SPEND, SYNTHESIS)])
        everywhere = ALL in chosen
        self.rounds.setVisible(ROUNDS in known)
        self._dear.setVisible(SPEND in known)
        self.result.setVisible(SYNTHESIS in known)
        self.rounds.setChecked(everywhere or ROUNDS in chosen)
        self.result.setChecked(everywhere or SYNTHESIS in chosen)
        amounts = [_dollars(point) for point in chosen if point.startswith(SPEND)]
        self.spend.setChecked(bool(amounts))
        if amounts:
            self.amount.setValue(min(amounts))
        for action in self.menu.actions():
            action.setChecked(everywhere or action.data() in chosen)
        for action in self.after_menu.actions():
            action.setChecked(action.data() in chosen)
        self._show_number()
        self._filling = False
        self.setVisible(bool(known))

    def chosen_options(self) -> dict[str, OptionValue]:
        """As options of a debate."""
        if not self._known:
            return {}
        found = [ROUNDS] if ROUNDS in self._known and self.rounds.isChecked() else []
        if SPEND in self._known and self.spend.isChecked():
            found.append(f"{SPEND}{self.amount.value():g}")
        if SYNTHESIS in self._known and self.result.isChecked():
            found.append(SYNTHESIS)
        steps = [*self.menu.actions(), *self.after_menu.actions()]
        return {OPTION: [*found, *(str(each.data()) for each in steps if each.isChecked())]}

    def _build(self, steps: Sequence[str]) -> None:
        for menu, kind in ((self.menu, ""), (self.after_menu, AFTER)):
            menu.clear()
            for step in steps:
                action = QAction(_titled(step), menu, checkable=True)
                action.setData(f"{kind}{step}")
                action.toggled.connect(self._tell)
                menu.addAction(action)
        self.steps.setVisible(bool(steps))
        self.afterwards.setVisible(bool(steps))

    def _show_number(self) -> None:
        number, after = (sum(action.isChecked() for action in menu.actions()) for menu in (self.menu, self.after_menu))
        self.steps.setText(tr("steps ({number})").format(number=number) if number else tr("a step…"))
        self.afterwards.setText(
            tr("or after steps ({number})").format(number=after) if after else tr("or after a step…")
        )

    def _tell(self) -> None:
        if not self._filling:
            self._show_number()
            self.changed.emit()


def _titled(step: str) -> str:
    told = called(noun_of(step))
    return f"{told[:1].upper()}{told[1:]}"


def _dollars(point: str) -> float:
    """Return the amount of a point that the rules have taken, such as "spend:0.50"."""
    return float(point.removeprefix(SPEND).removeprefix("$"))
