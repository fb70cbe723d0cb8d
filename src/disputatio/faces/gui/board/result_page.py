"""The result of a debate as a page: the answer first, then what it rests on, each line with its passage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.app.actions import debates
from disputatio.app.actions.action import Action
from disputatio.debate.views import result as facts
from disputatio.debate.views.forecast import another_round, another_synthesis
from disputatio.debate.views.participants import Participant, at_table
from disputatio.debate.views.places import Place
from disputatio.debate.views.plain_text import without_marks
from disputatio.debate.views.result import Result
from disputatio.debate.views.result_section import Line, Section
from disputatio.debate.views.score import Score, score_of
from disputatio.debate.views.status import failed_synthesis, has_synthesis
from disputatio.debate.views.transcript_words import is_shown
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.board.agreed_card import AgreedCard
from disputatio.faces.gui.board.balance import Balance
from disputatio.faces.gui.board.feed import BoardFeed
from disputatio.faces.gui.board.result_cards import (
    MARGIN,
    Chevron,
    Foot,
    Lines,
    Passage,
    Sheet,
    Step,
    Strip,
    sign_of,
    split_answer,
    ways_of,
)
from disputatio.faces.gui.board.solution_card import SolutionCard
from disputatio.faces.gui.charts.gauge import ConsensusGauge
from disputatio.faces.gui.debate.debate_actions import ICONS, Intent
from disputatio.faces.gui.debate.inspector import linked_label, text_label
from disputatio.faces.gui.kit import layouts, phrases
from disputatio.faces.gui.kit.avatars import Sign
from disputatio.faces.gui.kit.buttons import LinkButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.labels import isolated
from disputatio.faces.gui.kit.layouts import BAR, SteadyArea, refilled
from disputatio.faces.gui.window_actions import ShowView

if TYPE_CHECKING:
    from disputatio.faces.gui.debate.live import LiveDebate

RAIL: Final = 388
"""Pixels of the column at the right."""
NARROW: Final = 900
"""Pixels of width below which the rail stands under the answer."""
ASIDE: Final = 2
"""The share of a row that a card takes which only points to the answer above; one with an answer takes 4."""
WIDEST: Final = 900
"""Pixels of the answer: longer lines are hard to read."""
ASKED: Final = 600
"""Characters of the question that are shown before somebody asks for all of it."""


class ResultPage(QWidget):
    """Follows one debate. `show_result` is enough to show what is known of any."""

    turn_opened = Signal(object)
    """The passage that the transcript is to show (Place)."""
    wanted = Signal(object)
    """What is to be done with the debate (debate.debate_actions.Intent)."""
    link = Signal(str)
    """A person wants to follow a web address. Show where it goes before you open it."""

    def __init__(self) -> None:
        super().__init__()
        self.live: LiveDebate | None = None
        self.feed: BoardFeed | None = None
        self.hide_cost = False
        self.result: Result | None = None
        self._shown: tuple[object, ...] = ()
        self.strip, self._troubled = Strip(self), False
        self.again = TextButton(tr("Write again"), parent=self)
        self.more = TextButton(tr("One more round"), kind="quiet")
        self.read = TextButton(tr("Read the transcript"), icon="chat")
        self.bar = Foot(self.more, self.read)
        self.gauge = ConsensusGauge()
        self.answer, self.rail = QVBoxLayout(), QVBoxLayout()
        self._balance = Balance(self.answer, self.rail)
        self._lay_out()
        for button, does in ((self.again, debates.SYNTHESISE.does), (self.more, debates.EXTEND.does)):
            button.clicked.connect(lambda _checked=False, does=does: self.wanted.emit(does))
        self.read.clicked.connect(lambda: self.wanted.emit(ShowView(view="transcript")))

    def _lay_out(self) -> None:
        inside = Sheet()
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, inside)
        self._columns.setSpacing(32)
        self._left, self._right = QWidget(), QWidget()
        for widget, column, spacing in ((self._left, self.answer, 12), (self._right, self.rail, 12)):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(spacing)
            widget.setLayout(column)
        self._left.setMaximumWidth(WIDEST)
        self._columns.addWidget(self._left, 1, Qt.AlignmentFlag.AlignTop)
        self._columns.addWidget(self._right, 0, Qt.AlignmentFlag.AlignTop)
        self.area = SteadyArea()
        self.area.setAccessibleName(tr("Result of the debate"))
        self.setFocusProxy(self.area)
        self.area.setWidget(inside)
        self.area.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        layouts.column((self.area, 1), self.bar, of=self, margins=layouts.FLUSH, spacing=0)

    # ---- one debate --------------------------------------------------------------------------------------------------
    def follow(self, live: LiveDebate, feed: BoardFeed) -> None:
        self.live, self.feed = live, feed
        feed.changed.connect(self.refresh)
        live.state_changed.connect(self.refresh)
        self._fill()

    def refresh(self) -> None:
        """Show the debate as it is now; while nobody looks, nothing is made anew."""
        if self.isVisible():
            self._fill()

    def _fill(self) -> None:
        live, feed = self.live, self.feed
        if live is None or feed is None:
            return
        if not feed.ready and not self.answer.count():
            self.answer.addWidget(text_label(tr("Reading the board …"), "muted"))
        if feed.ready:
            self.show_result(feed.result, score_of(live.debate, live.progress), at_table(live.debate.seats))
        self.show_ways(live)

    def show_ways(self, live: LiveDebate) -> None:
        """Offer what can be done with the debate now, with what it would cost if it took what the same took before."""
        free = self.hide_cost or live.rehearsed or bool(live.debate.context.example)
        again = (
            tr("Write again")
            if has_synthesis(live.debate) or failed_synthesis(live.debate)
            else tr("Write a synthesis")
        )
        round_ = None if free else another_round(live.transcript)
        synthesis = None if free else another_synthesis(live.transcript)
        self._offer(live, self.more, debates.EXTEND, tr("One more round"), round_)
        self._offer(live, self.again, debates.SYNTHESISE, again, synthesis, wanted=self._troubled)
        turns = sum(turn.message and is_shown(turn) for turn in live.transcript.turns.values())
        self.read.setText(plural("Read the transcript, {count} turn", "Read the transcript, {count} turns", turns))
        self.strip.show_state("" if live.debate.over else live.sentence())
        self.bar.fit(self.width())

    def _offer(
        self,
        live: LiveDebate,
        button: TextButton,
        action: Action[Intent],
        label: str,
        price: int | None,
        *,
        wanted: bool = True,
    ) -> None:
        possible = live.debate.over and not live.refusals().get(action.id, "?")
        button.setText(f"{label}, ≈ {phrases.money(price)}" if price else label)
        button.set_icon(ICONS[action.id])
        button.setToolTip(tr("About as much as last time.") if price else "")
        button.setVisible(possible and wanted)

    def set_hide_cost(self, hide: bool) -> None:
        self.hide_cost = hide
        self.refresh()

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.refresh()
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < NARROW
        side = MARGIN + max(0, self.width() - 2 * MARGIN - WIDEST - 32 - RAIL) // 2  # of a very wide one, the middle
        self._columns.setContentsMargins(*layouts.margins_from_the_side(side, 24, side - BAR, 24))
        self._columns.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(24 if narrow else 32)
        self._right.setMinimumWidth(0 if narrow else RAIL)
        self._right.setMaximumWidth(WIDEST if narrow else RAIL)
        self.bar.fit(self.width())
        self._settle()

    def _settle(self) -> None:
        """Leave no void below the answer where what it rests on is longer."""
        if self._columns.direction() == QBoxLayout.Direction.TopToBottom:
            self._balance.restore()
            return
        margins = self._columns.contentsMargins()
        room = self.area.viewport().width() - margins.left() - margins.right() - self._columns.spacing() - RAIL
        self._balance.settle(min(WIDEST, room), RAIL)

    # ---- what it came to ---------------------------------------------------------------------------------------------
    def show_result(self, result: Result, score: Score, people: Mapping[str, Participant]) -> None:
        """Show it, unless it is what is shown."""
        if (result, score, people) == self._shown:
            return
        self._shown, self.result = (result, score, people), result
        for kept in (self.strip, self.again, self.gauge):
            kept.setParent(self)
            kept.hide()
        self._balance.begin()
        with refilled(self.answer), refilled(self.rail):
            self._show_all(result, score, people)
        self._settle()

    def _show_all(self, result: Result, score: Score, people: Mapping[str, Participant]) -> None:
        self._show_question(result)
        self._show_answer(result, score)
        self._show_solution(result.section(facts.SOLUTION))
        for title in (facts.DECIDED, facts.ADVISED):
            self._show_settled(result.section(title))
        for title in (facts.COMMON, facts.PARTLY):
            self._show_lines(self.answer, result.section(title), people)
        self._show_turned(result.section(facts.TURNED), people)
        for title in (facts.ASKED, facts.REVIEWED, facts.ATTACKED, facts.FINDINGS, facts.QUOTED):
            self._show_lines(self.answer, result.section(title), people)
        self._show_tallies(result.section(facts.TALLIED))
        if (agreed := result.section(facts.AGREED)).lines:
            self.rail.addWidget(AgreedCard(agreed, score, self.gauge))
        for title in (
            facts.ENDED,
            facts.WEIGHED,
            facts.ANALYSED,
            facts.ASSUMED,
            facts.DISPUTED,
            facts.OPPOSITION,
            facts.HELD,
            facts.ARITHMETIC,
        ):
            self._show_lines(self.rail, result.section(title), people)
        self._show_minority(result.section(facts.MINORITY))
        counted = result.section(facts.RECEIPTS)
        self.bar.tell(counted.lines[0].text if counted.lines else "", found=result.found)
        self._show_lines(self.rail, replace(counted, lines=counted.lines[1:]), people)  # the bar has room for one
        for label in (*self._left.findChildren(QLabel), *self._right.findChildren(QLabel)):
            if label.textFormat() == Qt.TextFormat.RichText:
                label.linkActivated.connect(self.link)

    def _show_question(self, result: Result) -> None:
        asked = " ".join(result.question.split())
        short = asked if len(asked) <= ASKED else f"{asked[:ASKED].rsplit(' ', 1)[0]} …"
        label = text_label(tr("You asked: {short}").format(short=isolated(short)), "muted")
        self.answer.addWidget(label)
        if short != asked:
            whole = LinkButton(tr("Show the whole question"))

            def show_all() -> None:
                label.setText(tr("You asked: {asked}").format(asked=isolated(asked)))
                whole.hide()

            whole.clicked.connect(show_all)
            self.answer.addWidget(whole)
        self.answer.addSpacing(4)

    def _show_answer(self, result: Result, score: Score) -> None:
        failed = result.missing if tr(facts.AGAIN) in result.missing else ""
        trouble = result.outdated or result.derived or failed
        self._troubled = bool(trouble or (result.over and result.missing and not score.rehearsed))
        self.strip.say(trouble)
        self.answer.addWidget(self.strip)
        title = QLabel(result.title)
        title.setProperty("look", "agreed")
        self.answer.addWidget(title)
        head, rest = split_answer(without_marks(result.answer))
        if head:
            self.answer.addWidget(linked_label(head, result.answer, "recommendation"))
        elif not self.strip.text:
            self.answer.addWidget(text_label(result.missing, "title"))
        if rest:
            self.answer.addWidget(linked_label(rest, result.answer, "reading"))
        told = (*score.lines, score.explained)  # with the gauge
        beside = [line.text for line in result.section(facts.AGREED).lines if line.text not in told]
        if beside:
            self.answer.addWidget(text_label(" ".join(beside), "muted"))
        row = QHBoxLayout()
        row.setSpacing(12)
        if self._troubled:
            (self.strip.row if self.strip.text else row).addWidget(self.again)
        if result.path:
            place = Place(path=result.path, label="")
            whole = LinkButton(tr("Read it in the transcript"))
            whole.clicked.connect(lambda: self.turn_opened.emit(place))
            row.addWidget(whole)
        row.addStretch()
        self.answer.addLayout(row)

    def _show_solution(self, section: Section) -> None:
        if section.text:
            card = SolutionCard(section)
            card.opened.connect(self.turn_opened)
            self.answer.addWidget(card)

    def _show_settled(self, section: Section) -> None:
        if section.lines:
            card = TitledCard(tr(section.title))
            for number, line in enumerate(section.lines, 1):
                card.body.addWidget(Step(number, line))
            self.answer.addWidget(card)

    def _show_turned(self, section: Section, people: Mapping[str, Participant]) -> None:
        """Show the way from each first answer over what moved it to the final one, side by side; then the rest."""
        if not section.lines:
            return
        counts = [line.text for line in section.lines if not (line.lead or line.stage or line.below)]
        head = QHBoxLayout()
        title = QLabel(tr(section.title))
        title.setProperty("look", "lead")
        head.addWidget(title)
        head.addWidget(text_label(" ".join(counts), "caption"), 1)
        head.setSpacing(16)
        self.answer.addSpacing(6)
        self.answer.addLayout(head)
        ways, rest = ways_of(section.lines)
        for way in ways:
            self.answer.addLayout(self._way(way, people))
        if rest:
            frame = Lines(
                tr("Other answers and changes") if ways else tr("Answers and changes"),
                rest,
                [sign_of(line, people) for line in rest],
            )
            frame.opened.connect(self.turn_opened)
            self.answer.addWidget(frame)

    def _way(self, lines: list[Line], people: Mapping[str, Participant]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(6)
        for place, line in enumerate(lines):
            if place:
                row.addWidget(Chevron())
            who = people.get(line.seat)
            wash = line.stage == "reason" and who is not None
            made = Passage(
                line,
                Sign(who) if who is not None else None,
                ground="wash" if wash else "card",
                colour=who.colour if who is not None else "",
            )
            made.opened.connect(self.turn_opened)
            row.addWidget(made, (5 if line.stage == "reason" else 4) if line.seat else ASIDE)
        return row

    def _show_lines(self, column: QVBoxLayout, section: Section, people: Mapping[str, Participant]) -> None:
        if section.lines:
            layer = "Assumptions" if section.title == facts.ASSUMED else ""
            signs = [
                Sign(layer=layer) if layer and not line.below else None if line.below else sign_of(line, people)
                for line in section.lines
            ]
            card = Lines(tr(section.title), section.lines, signs)
            card.opened.connect(self.turn_opened)
            if column is self.rail:
                self._balance.add(card)
            else:
                column.addWidget(card)

    def _show_tallies(self, section: Section) -> None:
        """Show what each rule makes of the same ballots, side by side."""
        if section.lines:
            card, grid = TitledCard(tr(section.title)), QGridLayout()
            grid.setColumnStretch(1, 1)
            grid.setHorizontalSpacing(20)
            for row, line in enumerate(section.lines):
                rule = QLabel(line.lead)
                rule.setProperty("look", "section")
                grid.addWidget(rule, row, 0, Qt.AlignmentFlag.AlignTop)
                grid.addWidget(text_label(line.text), row, 1)
            card.body.addLayout(grid)
            self.answer.addWidget(card)

    def _show_minority(self, section: Section) -> None:
        if section.text:
            card = TitledCard(tr(section.title))
            card.body.addWidget(linked_label(without_marks(section.text), section.text))
            self._balance.add(card)
