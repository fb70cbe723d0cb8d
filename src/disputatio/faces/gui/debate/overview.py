"""The first inspector: gauge, score over the rounds, points, what it was told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from disputatio.app.settings import Settings, declarations
from disputatio.debate.views.arguments import places_of
from disputatio.debate.views.charts import agreement_of, round_named
from disputatio.debate.views.rules import rules_of
from disputatio.debate.views.statements import point_items
from disputatio.debate.views.upshot import upshot
from disputatio.debate.views.words import percent
from disputatio.debate.wording import figure, plural, tr
from disputatio.faces.gui.charts.gauge import ConsensusGauge, ScoreAt, Sparkline
from disputatio.faces.gui.debate.inspector import InspectorView, text_label
from disputatio.faces.gui.debate.live import BREATH, LiveDebate
from disputatio.faces.gui.debate.points import PointsCard
from disputatio.faces.gui.kit.avatars import Sign
from disputatio.faces.gui.kit.buttons import LinkButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.labels import Chip
from disputatio.faces.gui.kit.layouts import clear

if TYPE_CHECKING:
    from disputatio.debate.log.seats import Seat
    from disputatio.debate.views.score import Score


MEANING = (
    tr(
        "Earned: agreed in sealed first answers, or because of evidence, an argument or a named reason (the solid part "
        "of the arc). Not earned: accepted without any of these (the hatched part)."
    ),
    tr(
        "Assumptions are statements that nobody can decide from what is known; they are counted separately. The thin "
        "arc is the interval, the notch is where consensus begins."
    ),
    tr(
        "Participants judge, and the clerk records their own words. Each statement below shows who judged it and where."
    ),
)
"""What the parts of the gauge stand for, and who judged."""


def score_line(scores: Iterable[Score]) -> list[ScoreAt]:
    return [ScoreAt(label=round_named(found), score=found.score) for found in scores if found.score is not None]


class LayerTable(QWidget):
    """How many statements are in each layer of the gauge: two beside each other, one where there is no room for two."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[QWidget, ...]] = []
        self._layers: tuple[tuple[str, int], ...] = ()
        self.across = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(6)
        self._grid.setHorizontalSpacing(8)

    def show_layers(self, layers: Sequence[tuple[str, int]]) -> None:
        if tuple(layers) != self._layers:
            self._layers = tuple(layers)
            clear(self._grid)
            self._rows, self.across = [_layer(word, count) for word, count in layers], 0
            self._arrange()
        self.setVisible(bool(layers))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._widest(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _widest(self) -> int:
        """Return the pixels of a layer."""
        gaps = 2 * self._grid.horizontalSpacing()
        return max((sum(part.sizeHint().width() for part in row) + gaps for row in self._rows), default=0)

    def _arrange(self) -> None:
        across = 2 if 2 * self._widest() + 24 <= self.width() else 1
        if across == self.across:
            return
        self.across = across
        for place, row in enumerate(self._rows):
            line, column = divmod(place, across)
            for offset, part in enumerate(row):
                self._grid.addWidget(part, line, 4 * column + offset)
        for column, stretch in ((1, 1), (5, across - 1)):
            self._grid.setColumnStretch(column, stretch)
        self._grid.setColumnMinimumWidth(3, 8 * (across - 1))
        self.updateGeometry()


def _layer(word: str, count: int) -> tuple[QWidget, ...]:
    name, number = QLabel(tr(word)), QLabel(figure(count))
    number.setProperty("look", "strong")
    number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    number.setAccessibleName(f"{tr(word)}: {count}")
    return Sign(layer=word), name, number


class Overview(InspectorView):
    """How a debate stands, at a glance."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.gauge, self.line = ConsensusGauge(), Sparkline()
        self.points, self.context = PointsCard(), TitledCard(tr("Context"))
        self.rules = TitledCard(tr("Rules of this debate"))
        self.points.opened.connect(self.turn_opened)
        self.layers, self.tallies = LayerTable(), text_label("")
        self.figures, self.notes = text_label("", "caption"), text_label("", "caution")
        self.meaning, self.means = text_label("", "caption"), LinkButton(tr("What it means"))
        self.meaning.hide()
        self.means.clicked.connect(self._explain)
        self.gauge.opened.connect(self._explain)
        self._below = QTimer(self, singleShot=True, interval=BREATH)
        self._below.timeout.connect(self._show_below)
        self._listed: tuple[Sequence[object], Mapping[str, Seat]] = ((), {})
        self._about = QLabel()
        self._about.setWordWrap(True)
        self._about.setTextFormat(Qt.TextFormat.PlainText)
        self._about.setProperty("look", "caption")
        self._cuts, self._rules = Chip(), QLabel()
        self._rules.setWordWrap(True)
        self._rules.setTextFormat(Qt.TextFormat.PlainText)
        self._rules.setProperty("look", "caption")
        self._lay_out()
        self.apply_settings()

    def _lay_out(self) -> None:
        self.agreement = TitledCard(tr("Agreement"))
        self.agreement.corner.addWidget(self.means)
        for widget in (self.gauge, self.tallies, self.layers, self.figures, self.notes, self.meaning):
            self.agreement.body.addWidget(widget)
        self.agreement.body.addWidget(self.line)
        self.context.body.addWidget(self._about)
        self.context.body.addWidget(self._cuts)
        self.rules.body.addWidget(self._rules)
        for card in (self.agreement, self.points, self.rules, self.context):
            self.column.addWidget(card)
        self.column.addStretch()

    def apply_settings(self) -> None:
        self.gauge.set_traffic(self._settings.get(declarations.GAUGE_SCALE) == "traffic")

    def focus(self) -> QWidget:
        return self.gauge if self.gauge.isVisibleTo(self) else self.rules

    def choose(self, key: str) -> None:
        self.points.choose(key)
        self._scroll.ensureWidgetVisible(self.points.detail)

    def show_live(self, live: LiveDebate) -> None:
        updating = live.debate.status == "debating"
        score = live.consensus()
        self.agreement.setVisible(score.measurable)
        self.gauge.set_score(score, updating=updating)
        told = upshot(live.debate, live.session.past(), score)
        self.gauge.setVisible(not told)  # an empty one has less to tell than what the debate came to
        self.tallies.setVisible(bool(told))
        self.tallies.setText("\n\n".join(told))
        self._show_layers(score)
        history = score_line(agreement_of(live.debate, live.progress))
        self.line.set_points(history, score.threshold)
        self.line.setVisible(len(history) > 1)
        if live.is_long:
            self._below.start()
        else:
            self._show_below()

    def _show_below(self) -> None:
        """Show what stands below the gauge."""
        if (live := self.live) is None:
            return
        if self._listed != (listed := (live.progress.points, live.seats)):
            self._listed = listed
            self.points.set_points(point_items(*listed, places_of(live.session.past())))
        self.points.setVisible(not self.agreement.isHidden() and bool(listed[0] or not live.debate.over))
        self._show_context(live)
        self._show_rules(live)

    def _explain(self) -> None:
        """Say what the gauge shows, or fold that away."""
        self.meaning.setVisible(self.meaning.isHidden())
        self.means.set_words(tr("What it means") if self.meaning.isHidden() else tr("Collapse"))

    def _show_layers(self, score: Score) -> None:
        """Say below the gauge what the arc shows, and what the figure is not."""
        self.layers.show_layers(score.layers)
        covered = (
            tr("{coverage} percent of the statements are decided.").format(coverage=percent(score.coverage))
            if score.coverage is not None
            else ""
        )
        texts = {
            self.figures: " ".join(filter(None, (score.basis, covered))),
            self.notes: "\n".join(score.notes),
        }
        for label, text in texts.items():
            label.setText(text)
            label.setVisible(bool(text))
        said = [line for line in score.lines if line not in score.notes]
        self.meaning.setText("\n\n".join(("\n".join(said), *MEANING)).strip())

    def _show_rules(self, live: LiveDebate) -> None:
        found = rules_of(live.debate, live.session.past())
        self._rules.setText("\n".join(found))
        self.rules.setVisible(bool(found))

    def _show_context(self, live: LiveDebate) -> None:
        context = live.debate.context
        self.context.setVisible(bool(context.sections))
        lines = (
            [
                tr("{context_title} at {pin}").format(context_title=context.title, pin=context.pin[:12])
                if context.pin
                else context.title
            ]
            if context.title
            else []
        )
        lines += [
            plural("• {each_title}: {count} character", "• {each_title}: {count} characters", len(each.text)).format(
                each_title=each.title
            )
            for each in context.sections
        ]
        self._about.setText("\n".join(lines))
        cuts = [f"{each.title}: {each.cut}" for each in context.sections if each.cut]
        self._cuts.setText(tr("What was left out"))
        self._cuts.setToolTip("\n".join(cuts))
        self._cuts.setAccessibleDescription("\n".join(cuts))
        self._cuts.setVisible(bool(cuts))
