"""The page of a debate in phases. It is made anew a moment after something happened, and only while somebody looks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from disputatio.app.debate_files import put
from disputatio.debate.decide.decide import decide
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import SetOption
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.state import Debate
from disputatio.debate.views.phase_board import PhaseBoard, phase_board_of
from disputatio.debate.views.phases import Ahead, Phase
from disputatio.debate.walk.gates import open_gates
from disputatio.debate.wording import tr
from disputatio.faces.gui.charts.chart import ChartCard
from disputatio.faces.gui.charts.plan import PlanArea, PlanChart
from disputatio.faces.gui.debate.inspector import text_label
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.layouts import SteadyArea
from disputatio.faces.gui.phases.attack_list import AttacksCard
from disputatio.faces.gui.phases.phase_turns import PhaseTurns
from disputatio.faces.gui.phases.strip import GateMark, PhaseHead
from disputatio.faces.gui.phases.test_list import TestsCard
from disputatio.faces.gui.phases.workers import WorkersCard

if TYPE_CHECKING:
    from disputatio.faces.gui.board.code_view import CodeCard
    from disputatio.faces.gui.bridge import Bridge
    from disputatio.faces.gui.debate.live import LiveDebate

MARGIN: Final = 28
GAP: Final = 16
THREE, TWO = 1_000, 720
"""Pixels from which on the cards stand in so many columns."""
SOON, LATER = 120, 2_000
"""Milliseconds after which the page is made anew; of a debate that is long, that takes longer."""
WIDE, NARROW = 1660, 1000
"""How wide the column of the attacks is, and each of the others, beside one another."""
CARD: Final = 48
"""Pixels of a column that are none of its cards' inside: gap and margins."""
Forecasting = Callable[[DebateOpened, Debate], Awaitable[Mapping[str, Ahead]]]


class ComingCard(TitledCard):
    """What the person is asked to approve next."""

    def __init__(self) -> None:
        super().__init__(tr("Next: your approval"))
        row = QHBoxLayout()
        row.setSpacing(10)
        self.words = caption("", "muted")
        row.addWidget(GateMark(), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        self.body.addLayout(row)


class PhasesView(QWidget):
    opened = Signal(str)
    """The path of a turn that the transcript is to show."""
    said = Signal(str)
    """What was done, in a sentence."""

    def __init__(self, live: LiveDebate, bridge: Bridge, forecast: Forecasting, code: CodeCard) -> None:
        super().__init__()
        self.live, self._bridge, self._forecast, self.code = live, bridge, forecast, code
        self.hide_cost = False
        self.board = PhaseBoard()
        self.chosen = ""
        """The name of the phase whose turns are shown; "" for none."""
        self._begun = False
        self._ahead: Mapping[str, Ahead] = {}
        self._asked: tuple[object, ...] = ()
        self._form: tuple[tuple[int, ...], ...] = ()
        self._due = QTimer(self, singleShot=True)
        self._due.timeout.connect(self.refresh)
        self._lay_out()
        live.state_changed.connect(self.look)
        live.loaded.connect(self.look)
        live.grew.connect(lambda path, text: self.look())

    def _lay_out(self) -> None:
        self.head = PhaseHead()
        self.turns, self.workers, self.attacks, self.tests = PhaseTurns(), WorkersCard(), AttacksCard(), TestsCard()
        self.coming, self.plan = ComingCard(), PlanChart()
        self.plan_area = PlanArea(self.plan)
        self.plan_card = ChartCard(
            tr("Plan"), self.plan, tr("The plan appears here once it is made."), holder=self.plan_area
        )
        self.plan_words = text_label("", "caption")
        self.plan_card.body.insertWidget(0, self.plan_words)
        self.head.strip.chosen.connect(self.choose)
        self.turns.closed.connect(self._close)
        self.turns.switched.connect(self._switch)
        for card in (self.turns, self.workers, self.attacks, self.tests):
            card.opened.connect(self.opened)
        self.plan.opened.connect(lambda path: self.opened.emit(path) if path else None)
        self.plan_card.said.connect(self.said)
        self.code.said.connect(self.said)
        self.plan_card.kept.connect(lambda content, file: self._bridge.start(self._keep(content, file)))
        inside = QWidget()
        for titled in (self.turns, self.workers, self.attacks, self.code, self.tests, self.coming, self.plan_card):
            titled.enlarge_title()
            titled.setParent(inside)  # shown before it has its place, it would be a window
        column = layouts.column(
            self.head, self.turns, of=inside, margins=(MARGIN, 18, MARGIN - 10, MARGIN), spacing=GAP
        )
        self._row = QHBoxLayout()
        self._row.setSpacing(GAP)
        self._columns = [QVBoxLayout() for _ in range(4)]
        *beside, below = self._columns
        for each in beside:
            each.setSpacing(GAP)
            each.addStretch(1)
            self._row.addLayout(each)
        column.addLayout(self._row)
        column.addLayout(below)
        column.addStretch(1)
        self.page = SteadyArea()
        self.page.setAccessibleName(tr("Phases of the debate"))
        self.page.setWidget(inside)
        self.page.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        self.setFocusProxy(self.page)
        layouts.column(self.page, of=self, margins=layouts.FLUSH)

    async def _keep(self, content: bytes, file: Path) -> None:
        """Write a picture of the plan. Raises Refused."""
        await put(content, file)
        self.said.emit(tr("Plan saved as {file}.").format(file=file.name))

    # ---- what is shown ---------------------------------------------------------------------------------------------
    def showEvent(self, event: QShowEvent) -> None:
        self.refresh()
        super().showEvent(event)

    def set_hide_cost(self, hide: bool) -> None:
        self.hide_cost = hide
        self.look()

    def look(self) -> None:
        """Make the page anew, if somebody looks."""
        if self.isVisible() and not self._due.isActive():
            self._due.start(LATER if self.live.is_long else SOON)

    def refresh(self) -> None:
        live = self.live
        if live.stopped or not live.history:
            return
        self.board = board = phase_board_of(live.debate, live.session.past(), live.transcript, self._ahead)
        if not board.phases.listed:
            return
        self._look_ahead()
        free = self.hide_cost or live.rehearsed
        self.head.show_phases(board.phases, hide_cost=free)
        self.workers.show_groups(board.groups)
        self.attacks.show_attacks(board.attacks)
        self.tests.show_run(board.tests)
        self.plan.show_plan(board.plan)
        self.plan_words.setText(board.plan.told)
        self.plan_card.subject = live.transcript.question
        self.plan_card.changed()
        self.plan_area.fit()
        self.coming.words.setText(board.coming)
        self._place()
        if not (self._begun or self.chosen or any(self._form)):
            self._begun = True  # nothing stands below the strip: what the debate came to is read there
            self.chosen = next((phase.name for phase in reversed(board.phases.listed) if phase.turns), "")
        self._show_turns()

    def _look_ahead(self) -> None:
        """Have reckoned what is to come, where that is different from when it was reckoned last."""
        debate = self.live.debate
        seats = tuple((seat.id, seat.model) for seat in debate.seats.values())
        asked = (seats, repr(sorted(debate.options.items(), key=lambda each: each[0])))
        if debate.over or asked == self._asked:
            return
        self._asked = asked
        self._bridge.start(self._find_ahead())

    async def _find_ahead(self) -> None:
        opened = self.live.history[0].event
        assert isinstance(opened, DebateOpened), "the first event of every debate"
        found = await self._forecast(opened, self.live.debate)
        if not self.live.stopped:
            self._ahead = found
            self.look()

    # ---- one phase -------------------------------------------------------------------------------------------------
    def choose(self, name: str) -> None:
        """Show what was said in a phase below the strip; "" shows none."""
        self.chosen = name
        self._show_turns()
        if name:
            self.page.ensureWidgetVisible(self.turns, 0, 40)

    def _show_turns(self) -> None:
        phase = next((phase for phase in self.board.phases.listed if phase.name == self.chosen), None)
        self.head.strip.mark(phase.name if phase is not None else "")
        self.turns.setVisible(phase is not None)
        if phase is not None:
            live = self.live
            self.turns.show_phase(phase, live.transcript.turns, live.seats, hide_cost=self.hide_cost)
            self.turns.offer_switch(phase, self._refusal(phase), over=live.debate.over)

    def _refusal(self, phase: Phase) -> str:
        """Say why a phase cannot be switched now."""
        try:
            decide(self.live.debate, SetOption(name=phase.option, value=not phase.on))
        except Refused as refused:
            return refused.user_message
        return ""

    def _switch(self, option: str, on: bool) -> None:
        phase = next(phase for phase in self.board.phases.listed if phase.option == option)
        done = (tr("{phase_title} is switched on.") if on else tr("{phase_title} is switched off.")).format(
            phase_title=phase.title
        )
        self.live.submit(
            SetOption(name=option, value=on),
            lambda error: self.said.emit(error.user_message),
            lambda: self.said.emit(done),
        )

    def _close(self) -> None:
        cell = next((cell for cell in self.head.strip.cells if cell.isChecked()), None)
        self.choose("")
        if cell is not None:
            cell.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the turns of a phase with Escape, before that stops the debate."""
        if event.key() == Qt.Key.Key_Escape and self.chosen:
            self._close()
            return
        super().keyPressEvent(event)

    # ---- where the cards stand ---------------------------------------------------------------------------------------
    def _cards(self, across: int) -> list[list[QWidget]]:
        """Return the cards that there is something for, now or while the debate runs, as they stand in columns; the
        last ones stand below those."""
        board, runs = self.board, not self.live.debate.over
        shown: dict[QWidget, bool] = {
            self.workers: runs,
            self.plan_card: bool(board.plan.nodes),
            self.attacks: bool(board.attacks) or (runs and "findings" in board.gives),
            self.coming: runs and bool(board.coming) and not open_gates(self.live.debate),
            self.code: bool(self.code.versions_chart.lines()),
            self.tests: board.tests is not None or (runs and "tests" in board.gives),
        }
        for card, wanted in shown.items():
            card.setVisible(wanted)
        room = (self.width() - 2 * MARGIN) * NARROW // (WIDE + (across - 1) * NARROW) - CARD
        large = [self.plan_card] if self.plan.minimumSizeHint().width() > room else []

        def kept(*columns: tuple[QWidget, ...]) -> list[list[QWidget]]:
            found = ([card for card in column if shown[card] and card not in large] for column in columns)
            return [column for column in found if column]

        first, rest = (self.workers, self.plan_card), (self.coming, self.tests)
        cards = kept(first, (self.attacks, self.coming), (self.code, self.tests))
        if len(cards) > across == 2:
            cards = kept((*first, *rest), (self.attacks, self.code))  # what is low stands with what is low
        while len(cards) > across:
            *cards, last = cards
            cards[-1] += last
        wider = (self.width() - 2 * MARGIN) * WIDE // (WIDE + (len(cards) - 1) * NARROW) - CARD
        if large and not runs and self.plan.minimumSizeHint().width() <= wider:  # beside others names would be cut
            for column in (each for each in cards if self.attacks in each):
                column += large if shown[self.plan_card] else []
                large = []
        return [*cards, *([[]] * (3 - len(cards))), [card for card in large if shown[card]]]

    def _place(self) -> None:
        """Let the cards stand in as many columns as there is room for, and below them one that is too wide."""
        cards = self._cards(3 if self.width() >= THREE else 2 if self.width() >= TWO else 1)
        form = tuple(tuple(id(card) for card in column) for column in cards)
        if form == self._form:
            return
        self._form = form
        for place, (column, inside) in enumerate(zip(self._columns, cards, strict=True)):
            for number, card in enumerate(inside):
                for each in self._columns:
                    each.removeWidget(card)  # and not `takeAt`: what is kept of it would know heights from before
                column.insertWidget(number, card)
            if place < 3:
                self._row.setStretch(place, (WIDE if self.attacks in inside else NARROW) if inside else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()
