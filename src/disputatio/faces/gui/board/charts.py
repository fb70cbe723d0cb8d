"""The charts of a debate as a view of its own: agreement over the rounds, who has read whom, the argument map, what
each model cost, and how right it was before. They are made in a thread, and only while somebody looks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from disputatio.app.debate_files import put
from disputatio.debate.views.charts import Hearing, ModelCost, agreement_of, costs_of, hearing_of
from disputatio.debate.views.participants import at_table
from disputatio.debate.views.score import score_of
from disputatio.debate.views.track_records import records_at
from disputatio.debate.views.transcript import transcript_of
from disputatio.debate.wording import tr
from disputatio.exporting.argument_map import ArgumentMap, map_at
from disputatio.faces.gui.board.feed import BoardFeed
from disputatio.faces.gui.charts.argument_map import STEP, TIES, ArgumentChart, MapArea
from disputatio.faces.gui.charts.bars import CalibrationChart, CostChart
from disputatio.faces.gui.charts.chart import Chart, ChartCard
from disputatio.faces.gui.charts.course import AgreementChart
from disputatio.faces.gui.charts.readership import ReadershipChart, Told
from disputatio.faces.gui.debate.inspector import text_label
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.layouts import BAR, SteadyArea
from disputatio.faces.gui.window_actions import ShowInspector

if TYPE_CHECKING:
    from disputatio.faces.gui.bridge import Bridge
    from disputatio.faces.gui.debate.live import LiveDebate

MARGIN: Final = 22
GAP: Final = 12
NARROW: Final = 720
"""Pixels of width below which the charts stand one below the other."""
SOON, LATER = 150, 4_000
"""Milliseconds after which the charts are made anew: of a debate that is long, a thread has more to do."""
EMPTY: Final = {
    tr("Agreement over the rounds"): tr("A bar appears once a participant has judged somebody else's statement."),
    tr("Who has read whom"): tr("An arrow appears once a participant has been shown somebody else's turn."),
    tr("Argument map"): tr(
        "Statements appear after the first answers, with what supports and attacks each one below it."
    ),
    tr("Cost by model"): tr("A bar appears once the first model has been asked."),
    tr("Track record of the models"): tr(
        "Mark in finished debates what turned out to be right. Those that you begin afterwards show here how often "
        "each model was right."
    ),
}
Made = tuple[Hearing, ArgumentMap, tuple[ModelCost, ...]]


class ChartsView(QWidget):
    wanted = Signal(object)
    """What is to be shown beside the debate (ShowInspector)."""
    said = Signal(str)
    """What was done, in a sentence."""

    def __init__(self, live: LiveDebate, bridge: Bridge) -> None:
        super().__init__()
        self.live, self._bridge = live, bridge
        self.hide_cost = False
        self.cards: dict[str, ChartCard] = {}
        self._made: tuple[object, ...] = ()
        self._rows: list[tuple[ChartCard, ...]] = []
        self._shown = False
        self._busy = self._again = False
        self._due = QTimer(self, singleShot=True)
        self._due.timeout.connect(lambda: self._bridge.start(self._make()))
        self._lay_out()
        live.state_changed.connect(self.look)
        live.loaded.connect(self.look)

    def showEvent(self, event: QShowEvent) -> None:
        self.look()
        super().showEvent(event)

    def _lay_out(self) -> None:
        self.agreement, self.hearing, self.costs = AgreementChart(), ReadershipChart(), CostChart()
        self.map, self.records = ArgumentChart(), CalibrationChart()
        self.area = MapArea(self.map)
        inside = QWidget()
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(*layouts.margins_from_the_side(MARGIN, 12, MARGIN - BAR, MARGIN))
        self._grid.setSpacing(GAP)
        for chart in (self.agreement, self.hearing, self.map, self.costs, self.records):
            self.cards[chart.name] = self._card(chart)
        self.cards[self.hearing.name].body.addWidget(Told(self.hearing))
        self.note = text_label("", "caption")
        self.tools = QWidget()
        self.tools.setLayout(self._tools())
        self.cards[self.map.name].body.insertWidget(0, self.tools)
        self.cards[self.map.name].body.addWidget(self.note)
        self.page = SteadyArea()
        self.page.setAccessibleName(tr("Charts of the debate"))
        self.setFocusProxy(self.page)
        self.page.setWidget(inside)
        self.page.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        layouts.column(self.page, of=self, margins=layouts.FLUSH)
        self._place()

    def _card(self, chart: Chart) -> ChartCard:
        holder = self.area if chart is self.map else None
        card = ChartCard(chart.name, chart, EMPTY[chart.name], holder=holder)
        card.said.connect(self.said)
        card.turned.connect(self._place)
        card.kept.connect(lambda content, file: self._bridge.start(self._keep(card.title, content, file)))
        chart.opened.connect(lambda key: self._open(chart, key))
        return card

    async def _keep(self, title: str, content: bytes, file: Path) -> None:
        """Write a picture. Raises Refused."""
        await put(content, file)
        self.said.emit(tr("{title} saved as {file}.").format(title=title, file=file.name))

    def _tools(self) -> QHBoxLayout:
        """Return what zooms the map, and what its lines mean."""
        row = layouts.row(margins=layouts.FLUSH, spacing=6)
        for words, spoken, work in (
            ("−", tr("Smaller"), lambda: self.map.set_zoom(self.map.zoom / STEP)),
            ("+", tr("Larger"), lambda: self.map.set_zoom(self.map.zoom * STEP)),
            (tr("Whole map"), tr("Show the whole map"), self.area.fit),
        ):
            button = TextButton(words, kind="quiet")
            button.setToolTip(spoken)
            button.setAccessibleName(tr("{spoken}: argument map").format(spoken=spoken))
            button.clicked.connect(work)
            row.addWidget(button)
        signs = {
            "supports": "──",
            "attacks": "\u2011\u00a0\u2011",
            "answers": "···",
        }  # a line never ends in one of them
        row.addWidget(text_label("   ".join(f"{signs[bond]}\u00a0{TIES[bond][2]}" for bond in TIES), "caption"), 1)
        return row

    def _place(self) -> None:
        """Let two charts stand side by side where both show something, or neither, and there is room: beside a chart,
        a sentence would leave a void."""
        one, two, middle, three, four = self.cards.values()
        rows: list[tuple[ChartCard, ...]] = []
        for left, right in ((one, two), (middle, middle), (three, four)):
            beside = self.width() >= NARROW and left is not right and left.filled is right.filled
            rows += [(left, right)] if beside else [(card,) for card in dict.fromkeys((left, right))]
        if rows == self._rows:
            return
        self._rows = rows
        for card in self.cards.values():
            self._grid.removeWidget(card)
        for at, row in enumerate(rows):
            for column, card in enumerate(row):
                self._grid.addWidget(card, at, column, 1, 2 // len(row))
        for column in (0, 1):
            self._grid.setColumnStretch(column, 1)
        self._grid.setRowStretch(len(self.cards), 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def set_hide_cost(self, hide: bool) -> None:
        self.hide_cost = hide
        self._made = ()
        self.look()

    # ---- the debate --------------------------------------------------------------------------------------------------
    def look(self) -> None:
        """Make the charts anew, if somebody looks."""
        if self.isVisible() and not self._due.isActive():
            self._due.start(LATER if self.live.is_long and self._made else SOON)

    async def _make(self) -> None:
        live = self.live
        seen = (len(live.history), live.debate.status, self.hide_cost)
        if self._busy or not live.caught_up or live.stopped or seen == self._made:
            return
        self._busy = True
        try:
            async with live.apart:
                found = await asyncio.to_thread(_made, live)
        finally:
            self._busy = False
        if not live.stopped:
            self._made = seen
            self._show(found)
            if seen[0] != len(live.history):
                self.look()

    def _show(self, found: Made) -> None:
        hearing, drawn, costs = found
        live = self.live
        self.agreement.show_scores(agreement_of(live.debate, live.progress))
        score = score_of(live.debate, live.progress)
        why = score.lines[:1] if score.apart or live.debate.over else ()  # the overview tells the rest
        self.cards[self.agreement.name].empty.set_text("".join(why) or EMPTY[self.agreement.name])
        self.hearing.show_hearing(hearing)
        self.costs.show_costs(costs, hide_cost=self.hide_cost)
        self.records.show_records(records_at(live.debate))
        self.map.show_map(drawn, tuple(at_table(live.seats).values()), max(400.0, self.area.viewport().width()))
        missing = self.map.left_out()
        held = len(drawn.sorted("statement"))
        self.note.setText(
            tr("{held} of {held2} statements are drawn, open ones first.").format(held=held - missing, held2=held)
        )
        self.note.setVisible(bool(missing))
        self.tools.setVisible(bool(held))
        for card in self.cards.values():
            card.subject = drawn.question
            card.changed()
        self.area.updateGeometry()
        if held and not self._shown:
            self._shown = True
            QTimer.singleShot(0, self.area.begin)  # once the area has its size

    def _open(self, chart: Chart, key: str) -> None:
        """Show a statement in the ledger; one that nobody disputes stands in the list of all statements."""
        if chart is self.map and key:
            items = BoardFeed.of(self.live, self._bridge).items
            claimed = any(claim.key == key for claim in items.claims)
            self.wanted.emit(ShowInspector(name="ledger" if claimed else "overview", key=key))


def _made(live: LiveDebate) -> Made:
    """Return what the charts show. Blocks."""
    records = list(live.history)
    transcript = transcript_of(records)
    start = records[0].at if records else 0.0
    return (
        hearing_of(live.debate, (record.event for record in records)),
        map_at("", live.debate, live.session.past(), transcript, start),
        costs_of(transcript.turns.values()),
    )
