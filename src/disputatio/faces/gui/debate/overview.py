"""The first inspector: gauge, score over the rounds, points, what the run has used, what it was told."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QWidget

from disputatio.app.settings import Settings, declarations
from disputatio.debate.views.progress import rules_of, score_of, scores_of
from disputatio.debate.views.statements import point_items
from disputatio.faces.gui.charts.gauge import ConsensusGauge
from disputatio.faces.gui.charts.sparkline import Sparkline
from disputatio.faces.gui.debate import figures
from disputatio.faces.gui.debate.figures import RunCard
from disputatio.faces.gui.debate.inspector import InspectorView
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.debate.points import PointsCard
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.labels import Chip


class Overview(InspectorView):
    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.gauge, self.line = ConsensusGauge(), Sparkline()
        self.points, self.run, self.context = PointsCard(), RunCard(), TitledCard("Context")
        self.rules = TitledCard("Rules of this debate")
        self.points.opened.connect(self._open_point)
        self._about = QLabel()
        self._about.setWordWrap(True)
        self._about.setTextFormat(Qt.TextFormat.PlainText)
        self._about.setProperty("look", "caption")
        self._cuts, self._rules = Chip(), QLabel()
        self._rules.setWordWrap(True)
        self._rules.setTextFormat(Qt.TextFormat.PlainText)
        self._rules.setProperty("look", "caption")
        self._clock = QTimer(self, interval=1_000)
        self._clock.timeout.connect(self._show_run)
        self._lay_out()
        self.apply_settings()

    def _lay_out(self) -> None:
        consensus = TitledCard("Consensus")
        consensus.body.addWidget(self.gauge)
        consensus.body.addWidget(self.line)
        self.context.body.addWidget(self._about)
        self.context.body.addWidget(self._cuts)
        self.rules.body.addWidget(self._rules)
        for card in (consensus, self.points, self.run, self.rules, self.context):
            self.column.addWidget(card)
        self.column.addStretch()

    def apply_settings(self) -> None:
        self.gauge.set_traffic(self._settings.get(declarations.GAUGE_SCALE) == "traffic")

    def focus(self) -> QWidget:
        return self.gauge

    def stop(self) -> None:
        self._clock.stop()

    def show_live(self, live: LiveDebate) -> None:
        updating = live.debate.status == "debating"
        score = score_of(live.debate, live.progress)
        self.gauge.set_score(score, updating=updating)
        history = figures.line(scores_of(live.debate, live.progress))
        self.line.set_points(history, score.threshold)
        self.line.setVisible(len(history) > 1)
        self.points.set_points(point_items(live.progress.points, live.seats))
        self._show_context(live)
        self._show_rules(live)
        self._show_run()
        if updating != self._clock.isActive():
            self._clock.start() if updating else self._clock.stop()

    def _show_run(self) -> None:
        live = self.live
        if live is not None:
            hide = bool(self._settings.get(declarations.HIDE_COST))
            self.run.set_figures(figures.run(live.debate, live.round, live.progress, live.elapsed(), hide_cost=hide))

    def _show_rules(self, live: LiveDebate) -> None:
        found = rules_of(live.debate, live.progress.measure)
        self._rules.setText("\n".join(found))
        self.rules.setVisible(bool(found))

    def rules_text(self) -> str:
        """Which rules hold, with their figures."""
        return self._rules.text()

    def _show_context(self, live: LiveDebate) -> None:
        context = live.debate.context
        self.context.setVisible(bool(context.sections))
        lines = [f"{context.title} at {context.pin[:12]}" if context.pin else context.title] if context.title else []
        lines += [f"• {each.title}: {phrases.count(len(each.text), 'character')}" for each in context.sections]
        self._about.setText("\n".join(lines))
        cuts = [f"{each.title}: {each.cut}" for each in context.sections if each.cut]
        self._cuts.setText("What was left out")
        self._cuts.setToolTip("\n".join(cuts))
        self._cuts.setAccessibleDescription("\n".join(cuts))
        self._cuts.setVisible(bool(cuts))

    def _open_point(self, key: str) -> None:
        if self.live is not None:
            for point in self.live.progress.points:
                if point.id == key:
                    self.turn_opened.emit(point.path)
