"""The inspector "Run": what the debate has used so far, and where it waited for approval: what was asked, who answered,
when and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from disputatio.app.settings import Settings, declarations
from disputatio.debate.values import value
from disputatio.debate.views.gate_view import GateDecision, GateView, decisions_of, moment_of
from disputatio.debate.views.labels import Tone
from disputatio.debate.views.places import Place
from disputatio.debate.views.words import sentence, total
from disputatio.debate.walk.gates import OPTION
from disputatio.debate.wording import Words, figure, quoted, tr
from disputatio.faces.gui.debate.inspector import InspectorView, Links, ToneChip, text_label
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.kit import layouts, phrases
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.layouts import refilled

if TYPE_CHECKING:
    from disputatio.debate.log.state import Debate, Spent
    from disputatio.debate.values import OptionValue
    from disputatio.debate.views.progress import Progress


# ---- what it has used -----------------------------------------------------------------------------------------------
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


_ROWS = (
    ("round", tr("Round")),
    ("tokens", tr("Tokens")),
    ("cost", tr("Cost")),
    ("forecast", tr("Expected")),
    ("time", tr("Time")),
)


class RunCard(TitledCard):
    """The card "Run": round, tokens, cost against the budget, and time."""

    def __init__(self) -> None:
        super().__init__(tr("Run"))
        self._rows: dict[str, tuple[QWidget, QLabel]] = {}
        for name, label in _ROWS:
            self._add_row(name, label)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(6)
        self._bar.setAccessibleName(tr("Share of the budget spent"))
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


def run_figures(debate: Debate, number: int, progress: Progress, seconds: float, *, hide_cost: bool) -> RunFigures:
    """Return what a run has used so far; `number` is the round that is shown."""
    rounds = (
        tr("{number} of {rounds}").format(number=number, rounds=progress.rounds)
        if progress.rounds
        else str(number or "")
    )
    used = caps_used(debate.spent, debate.options)
    nearest = max(used, key=used.__getitem__, default="")
    if hide_cost:
        return RunFigures(round=rounds, time=phrases.duration(seconds), spent=None)
    cap = debate.options.get("max_cost")
    cost = total(debate.spent.cost, debate.spent.unpriced)
    if isinstance(cap, int) and not isinstance(cap, bool):
        told = tr("{cost} (the cap is {cap})") if debate.spent.unpriced else tr("{cost} of {cap}")
        cost = told.format(cost=cost, cap=phrases.money(cap))
    return RunFigures(
        round=rounds,
        tokens=figure(debate.spent.tokens),
        cost=cost,
        time=phrases.duration(seconds),
        spent=used.get(nearest),
        note=USED.get(nearest).format(share=figure(used.get(nearest, 0), ".0%")),
    )


USED: Final = Words(
    {
        "max_cost": "{share} of the budget is used.",
        "max_tokens": "{share} of the token limit is used.",
        "max_turns": "{share} of the turn limit is used.",
    }
)


def caps_used(spent: Spent, options: Mapping[str, OptionValue]) -> dict[str, float]:
    """Return the share of each cap that is used, by its option."""
    shares = {}
    for name, used in (("max_cost", spent.cost), ("max_tokens", spent.tokens), ("max_turns", spent.turns)):
        cap = options.get(name)
        if isinstance(cap, (int, float)) and not isinstance(cap, bool) and cap > 0:
            shares[name] = used / cap
    return shares


# ---- where it waited for approval ------------------------------------------------------------------------------------
TONES: Final[dict[str, Tone]] = {"approved": "ok", "rejected": "error", "timed out": "caution"}


class ApprovalsCard(TitledCard):
    opened = Signal(object)
    """The place in the transcript (Place)."""

    def __init__(self) -> None:
        super().__init__(tr("Approvals"))
        self.lines = QVBoxLayout()
        self.lines.setSpacing(10)
        self.rule = text_label("", "caption")
        self.body.addLayout(self.lines)
        self.body.addWidget(self.rule)
        self._shown: object = None

    def show_all(
        self, decided: Sequence[GateDecision], open_: Sequence[GateView], points: Sequence[str], *, over: bool
    ) -> None:
        """Show what was answered, what waits, and before what the debate is to ask."""
        if self._shown == (listed := (tuple(decided), tuple(open_), tuple(points), over)):
            return
        self._shown = listed
        with refilled(self.lines):
            for each in decided:
                self._add(each.phase, each.verdict, TONES[each.verdict], answer_of(each), each.reason, each.path)
            for view in open_:
                self._add(
                    view.phase,
                    tr("waits"),
                    "caution",
                    tr("Asked at {requested_at}. {why}").format(
                        requested_at=phrases.clock(view.requested_at), why=view.why
                    ),
                    "",
                )
        wanted = tr(", and ").join(moment_of(point) for point in points)
        rule = (
            (tr("You wanted to be asked {wanted}.") if over else tr("You are asked {wanted}.")).format(wanted=wanted)
            if wanted
            else ""
        )
        self.rule.setText(
            rule
            or tr(
                "This debate never waits for your approval. You can choose where it should when you start "
                "one, under Options."
            )
        )

    def _add(self, phase: str, verdict: str, tone: Tone, words: str, reason: str, path: str = "") -> None:
        row = QWidget()
        column = layouts.column(of=row, margins=layouts.FLUSH, spacing=2)
        head = layouts.row((text_label(sentence(phase).rstrip("."), "strong"), 1), ToneChip(verdict, tone))
        column.addLayout(head)
        column.addWidget(text_label(words, "caption"))
        if reason:
            column.addWidget(text_label(quoted(reason)))
        if path:
            links = Links("", (Place(path=path, label=tr("Show it in the transcript")),))
            links.opened.connect(self.opened)
            column.addWidget(links)
        row.setAccessibleName(f"{phase}: {verdict}. {words} {reason}".strip())
        self.lines.addWidget(row)


def answer_of(decision: GateDecision) -> str:
    """Say who answered when."""
    asked, at = phrases.clock(decision.asked_at), phrases.clock(decision.at)
    if decision.verdict == "timed out":
        return tr("Asked at {asked}. Nobody had answered by {at}, so it counts as rejected.").format(asked=asked, at=at)
    who = tr(" by {reviewer}").format(reviewer=decision.reviewer) if decision.reviewer else ""
    return tr("Asked at {asked}. {verdict}{who} at {at}.").format(
        asked=asked, verdict=decision.verdict.capitalize(), who=who, at=at
    )


class RunInspector(InspectorView):
    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.run, self.approvals = RunCard(), ApprovalsCard()
        self.approvals.opened.connect(self.turn_opened)
        for card in (self.run, self.approvals):
            self.column.addWidget(card)
        self.column.addStretch()
        self._clock = QTimer(self, interval=1_000)
        self._clock.timeout.connect(self._show_run)

    def stop(self) -> None:
        self._clock.stop()

    def show_live(self, live: LiveDebate) -> None:
        points = live.debate.options.get(OPTION)
        chosen = points if isinstance(points, list) else []
        self.approvals.show_all(decisions_of(live.history), live.gates(), chosen, over=live.debate.over)
        self._show_run()
        updating = live.debate.status == "debating"
        if updating != self._clock.isActive():
            self._clock.start() if updating else self._clock.stop()

    def _show_run(self) -> None:
        live = self.live
        if live is not None:
            hide = bool(self._settings.get(declarations.HIDE_COST))
            self.run.set_figures(
                run_figures(live.debate, live.round, live.progress, live.elapsed_seconds(), hide_cost=hide)
            )
