"""Where a debate waits for approval: shows the card in place of the speech box, and gives the person's answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.commands import Close, Command, Continue, Review
from disputatio.faces.gui.debate.gate_card import GateCard
from disputatio.faces.gui.debate.gate_questions import Question, consent_question, gate_question, write_question
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.kit import layouts

if TYPE_CHECKING:
    from disputatio.app.privacy.sendings import Asked

REVIEWER: Final = "you, in the window"
CONSENT: Final = "consent"
WRITE: Final = "write"
ROOM: Final = (22, 8, 22, 12)
"""Pixels around the card, where there is one."""


class Approvals(QObject):
    answered = Signal()
    """An answer was taken."""
    write_answered = Signal(bool)
    """Whether the branch of the debate may be written."""
    diff_wanted = Signal(str, str)
    """The proposed changes are to be read whole: the diff, and what it is about."""
    failed = Signal(object)
    """It was refused (DisputatioError)."""
    left = Signal()
    """The card had the keyboard and is gone."""

    def __init__(self, live: LiveDebate, speaking: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._live, self._speaking = live, speaking
        self._card: GateCard | None = None
        self._row = layouts.row(margins=layouts.FLUSH)
        self._asked: Sequence[Asked] = ()
        self._finding = False
        self._write = False

    def row(self) -> QHBoxLayout:
        """Return the place of the card, in the measures of the column."""
        return self._row

    @property
    def card(self) -> GateCard:
        """The card; most debates never have one."""
        if self._card is None:
            card = self._card = GateCard()
            card.approved.connect(self._approve)
            card.rejected.connect(self._reject)
            card.put_off.connect(lambda folded: self._speaking.setVisible(folded))
            card.diff_wanted.connect(self.diff_wanted)
            self._row.addWidget(card)
        return self._card

    @property
    def question(self) -> Question | None:
        """What waits for approval here."""
        return self._card.question if self._card is not None else None

    @property
    def waiting(self) -> bool:
        return self.question is not None

    def decide(self) -> None:
        """Come back to what waits."""
        if self.waiting:
            self.card.fold(folded=False)

    def put_off(self) -> None:
        if self.waiting:
            self.card.fold(folded=True)

    def show(self, *, hide_cost: bool) -> None:
        """Ask what is to be asked as the debate stands, if anything."""
        debate = self._live.debate
        consent = debate.status == "paused" and debate.reason == CONSENT
        if consent:
            self._find()
            return
        self._asked = ()
        question: Question | None = None
        if self._write:
            context = debate.context
            question = write_question(context.title, f"debate/{self._live.id}", self._live.all_diffs())
        if gates := self._live.gates():
            question = gate_question(gates[0], self._live.diffs(gates[0]), len(gates) - 1, hide_cost=hide_cost)
        self._ask(question)

    def offer_write(self, *, wanted: bool, hide_cost: bool) -> None:
        """Ask before a branch is written that nobody here has agreed to; what the debate waits for comes first."""
        if wanted != self._write:
            self._write = wanted
            self.show(hide_cost=hide_cost)

    def _ask(self, question: Question | None) -> None:
        here = QApplication.focusWidget()
        held = self._card is not None and here is not None and self._card.isAncestorOf(here)
        if question is not None or self._card is not None:
            self.card.ask(question)
        self._row.setContentsMargins(*(layouts.FLUSH if question is None else ROOM))
        self._speaking.setVisible(question is None or self.card.folded)
        if held and question is None:
            self.left.emit()

    def _find(self) -> None:
        """Find out what would be sent, and ask about that."""
        if self._finding or (self.question is not None and self.question.key == CONSENT):
            return
        self._finding = True
        self._live.find_sendings(self._found, self._not_found)

    def _found(self, asked: Sequence[Asked]) -> None:
        self._finding = False
        self._asked = asked
        if self._live.debate.reason == CONSENT:
            self._ask(consent_question([each.sentence for each in asked] or [self._live.debate.why]))

    def _not_found(self, error: DisputatioError) -> None:
        self._finding = False
        self.failed.emit(error)

    def _approve(self, key: str) -> None:
        if key == WRITE:
            self.write_answered.emit(True)
        elif key == CONSENT:
            self._live.agree(Continue(), self._asked, self._refused)
        else:
            self._submit(Review(approved=True, path=key, reviewer=REVIEWER))

    def _reject(self, key: str, reason: str, end: bool) -> None:
        if key == WRITE:
            self.write_answered.emit(False)
        elif key == CONSENT:
            self._submit(Close(why=f"stopped by you: {reason}"))
        else:
            self._submit(Review(approved=False, reason=reason, end=end, path=key, reviewer=REVIEWER))

    def _submit(self, command: Command) -> None:
        done: Callable[[], object] = self.answered.emit
        self._live.submit(command, self._refused, done)

    def _refused(self, error: DisputatioError) -> None:
        self.card.reopen()
        self.failed.emit(error)
