"""The card "Run": round, tokens, cost against the budget, time."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QWidget

from disputatio.debate.values import value
from disputatio.faces.gui.widgets.cards import TitledCard


@value
class RunFigures:
    """What a run has used so far, as text ready to be shown. Rows without a value are left out.

    `spent` is the used share of the budget, 0..1 and beyond; None without a budget.
    """

    round: str = ""
    tokens: str = ""
    cost: str = ""
    forecast: str = ""
    time: str = ""
    spent: float | None = None
    note: str = ""


_ROWS = (("round", "Round"), ("tokens", "Tokens"), ("cost", "Cost"), ("forecast", "Expected"), ("time", "Time"))


class RunCard(TitledCard):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Run", parent)
        self._rows: dict[str, tuple[QWidget, QLabel]] = {}
        for name, label in _ROWS:
            self._add_row(name, label)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(6)
        self._bar.setAccessibleName("Share of the budget that is spent")
        self.body.addWidget(self._bar)
        self._note = QLabel()
        self._note.setProperty("look", "caption")
        self._note.setWordWrap(True)
        self.body.addWidget(self._note)
        self.set_figures(RunFigures())

    def _add_row(self, name: str, label: str) -> None:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        said, shown = QLabel(label), QLabel()
        said.setProperty("look", "muted")
        shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        shown.setWordWrap(True)  # "$0.0070 + 2 calls of unknown price of $5.00" must not widen the panel
        shown.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        line.addWidget(said, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(shown, 1)
        self.body.addWidget(row)
        self._rows[name] = (row, shown)

    def set_figures(self, figures: RunFigures) -> None:
        for name, label in _ROWS:
            row, shown = self._rows[name]
            text = getattr(figures, name)
            shown.setText(text)
            shown.setAccessibleName(f"{label}: {text}")
            row.setVisible(bool(text))
        self._note.setText(figures.note)
        self._note.setVisible(bool(figures.note))
        self._show_spent(figures.spent)

    def _show_spent(self, spent: float | None) -> None:
        self._bar.setVisible(spent is not None)
        if spent is None:
            return
        self._bar.setValue(round(min(1.0, spent) * 100))
        level = "over" if spent > 1 else "near" if spent >= 0.8 else ""
        if self._bar.property("level") != level:
            self._bar.setProperty("level", level)
            self._bar.style().unpolish(self._bar)
            self._bar.style().polish(self._bar)
