"""The figures of a debate: its scores, and the card "Run" with round, tokens, cost against the budget, and time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QWidget

from disputatio.debate.values import value
from disputatio.debate.views.words import total
from disputatio.faces.gui.charts.sparkline import ScoreAt
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.cards import TitledCard

if TYPE_CHECKING:
    from disputatio.debate.log.budget import Spent
    from disputatio.debate.log.state import Debate
    from disputatio.debate.values import OptionValue
    from disputatio.debate.views.progress import Progress, Score


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
        self._bar.setAccessibleName("Share of the budget spent")
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


# ---- Line and run card of a debate.
def line(scores: Iterable[Score]) -> list[ScoreAt]:
    return [ScoreAt(label=f"R{found.round}", score=found.score) for found in scores if found.score is not None]


def run(debate: Debate, number: int, progress: Progress, seconds: float, *, hide_cost: bool) -> RunFigures:
    """`number` is the round that is shown."""
    rounds = f"{number} of {progress.rounds}" if progress.rounds else str(number or "")
    share = budget_share(debate.spent, debate.options)
    if hide_cost:
        return RunFigures(round=rounds, time=phrases.duration(seconds), spent=None)
    cap = debate.options.get("max_cost")
    cost = total(debate.spent.cost, debate.spent.unpriced)
    if isinstance(cap, int) and not isinstance(cap, bool):
        cost += f" of {phrases.money(cap)}"
    return RunFigures(
        round=rounds,
        tokens=f"{debate.spent.tokens:,}",
        cost=cost,
        time=phrases.duration(seconds),
        spent=share,
    )


def budget_share(spent: Spent, options: Mapping[str, OptionValue]) -> float | None:
    """The largest share of a cap that is used; None without caps."""
    shares = []
    for name, used in (("max_cost", spent.cost), ("max_tokens", spent.tokens), ("max_turns", spent.turns)):
        cap = options.get(name)
        if isinstance(cap, (int, float)) and not isinstance(cap, bool) and cap > 0:
            shares.append(used / cap)
    return max(shares, default=None)
