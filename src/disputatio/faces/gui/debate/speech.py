"""Where a person speaks in a debate: an interjection to everyone or to one seat, or the answer that is waited for, in
one text or question by question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.app.actions.debates import EXTEND, SAY
from disputatio.app.debates.replies import PutQuestion, form_by_hand, key_to_turn, questions_put
from disputatio.debate.log.seats import Seat
from disputatio.debate.views.transcript_words import waits_for_paste
from disputatio.debate.wording import tr
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.debate.question_form import QuestionForm
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.composer import Composer
from disputatio.faces.gui.kit.inputs import DropDown

SLIM, LOW_FOR_SLIM = 460, 820
"""Pixels of width of a debate below which this is so, and of height."""
LISTED: Final = 12
"""Points that are named; of more, only how many there are."""


def form(gives: str, ids: Sequence[str]) -> str:
    """Return how the answer to a turn is read, "" where any text will do. `ids`: of the statements that are open to an
    assessment."""
    if gives != "assessment":
        return form_by_hand(gives)
    first = ids[0] if ids else "P1"
    named = tr(" Points: {ids}.").format(ids=", ".join(ids)) if 0 < len(ids) <= LISTED else ""
    return tr(
        "Write the headings Agree, Disagree and Unverifiable, each on a line of its own; below each the points, such "
        "as “- {first}: why”. Shift+Enter begins a line. A point that you leave out does not count "
        "as agreed.{named}"
    ).format(first=first, named=named)


EVERYONE = tr("To everyone")
INTERJECT: Final = tr("Interject: steer, ask for evidence, add a fact…")
BRIEFLY: Final = tr("Interject…")
OVER: Final = tr("This debate is over.")
EXTENDABLE: Final = tr("It is over. Extend it to say more.")


class SpeechBox(QWidget):
    interjected = Signal(str, str)
    """Text, and the id of the seat that is asked to answer ("" for all)."""
    answered = Signal(str, str)
    """The path that waits, and the text."""
    replied = Signal(str, object)
    """The path that waits, and what is said to the questions that are put there (Answers)."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting = self._key = ""
        self.to = DropDown()
        self.to.setAccessibleName(tr("To whom"))
        self.to.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.to.setMinimumContentsLength(len(EVERYONE))  # longer names have room in the list
        self.to.addItem(EVERYONE, "")
        self.composer = Composer(INTERJECT, send_label=tr("Interject"))
        self.composer.text.setPlaceholderText(INTERJECT, BRIEFLY)
        self.composer.setMaximumWidth(860)
        self.composer.slot.addWidget(self.to)
        self.composer.sent.connect(self._send)
        self.form = QLabel()
        self.form.setProperty("look", "caption")
        self.form.setWordWrap(True)
        self.form.setTextFormat(Qt.TextFormat.PlainText)
        self.form.setMaximumWidth(860)
        self.form.hide()
        self._questions: QuestionForm | None = None
        self._one_text = True
        self._row = QHBoxLayout()
        self._row.addWidget(self.composer)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 8, 22, 16)
        column.setSpacing(6)
        column.addWidget(self.form)
        column.addLayout(self._row)

    @property
    def questions(self) -> QuestionForm:
        """A field for each question that is put; few debates ever have one."""
        if self._questions is None:
            made = self._questions = QuestionForm()
            made.replied.connect(lambda given: self.replied.emit(self._waiting, given))
            made.own_words.connect(lambda: self._write(one_text=True))
            self._row.addWidget(made)
        return self._questions

    def show_live(self, live: LiveDebate) -> None:
        """Let the person write what the debate waits for, or else to those who debate."""
        debate, waiting = live.debate, live.turn_waiting()
        path, name = (waiting.path, waiting.name) if waiting else ("", "")
        pasted = waiting is not None and waits_for_paste(waiting)
        hint = form(waiting.gives, live.progress.assessable) if waiting and not pasted else ""
        fresh = self._waiting != path
        if fresh:
            self._key = key_to_turn(debate, path) if waiting and not pasted else ""
        self._set_seats(live.seats)
        told = f"{hint} {self._key}".strip() if hint else ""
        self._wait_for(path, name, told, phrases.model(waiting.asked_model) if waiting and pasted else "")
        refusals = live.refusals()
        over = "" if not debate.over else OVER if refusals.get(EXTEND.id) else EXTENDABLE
        self._allow("" if waiting else refusals.get(SAY.id, ""), over)
        if fresh:
            self._put(name, questions_put(debate, path) if waiting and not pasted else ())

    def _set_seats(self, seats: Mapping[str, Seat]) -> None:
        wanted = [
            ("", EVERYONE),
            *((seat.id, tr("To {seat}").format(seat=seat.name or seat.id)) for seat in seats.values() if seat.taken),
        ]
        now = [(self.to.itemData(row), self.to.itemText(row)) for row in range(self.to.count())]
        if now == wanted:
            return
        chosen = self.to.currentData()
        self.to.clear()
        for id, name in wanted:
            self.to.addItem(name, id)
        self.to.setCurrentIndex(max(0, self.to.findData(chosen)))
        self.to.view().setMinimumWidth(self.to.view().sizeHintForColumn(0) + 24)

    @property
    def field(self) -> QWidget:
        """Where the keyboard goes."""
        return self.composer.text if self._one_text else self.questions.first()

    def _put(self, name: str, asked: Sequence[PutQuestion]) -> None:
        """Ask a person these questions, a field each; none lets them write as ever."""
        if asked:
            self.questions.ask(name, asked)
        self._write(one_text=not asked)

    def _write(self, *, one_text: bool) -> None:
        self._one_text = one_text
        if self._questions is not None:
            self._questions.setVisible(not one_text)
        self.composer.setVisible(one_text)
        self.form.setVisible(one_text and bool(self.form.text()))
        if self._waiting:
            self.field.setFocus()

    def _wait_for(self, path: str, name: str, form: str, chat: str) -> None:
        """Let the next thing written answer the turn at `path`; "" for none. `form`: how such an answer is read;
        `chat`: the answer is pasted, and that is who gave it."""
        self.form.setText(form)
        self.form.setVisible(bool(form) and self._one_text)
        self.composer.text.setAccessibleDescription(form)
        if path == self._waiting:
            return
        self._waiting = path
        self.to.setVisible(not path)
        field = self.composer.text
        text = (
            INTERJECT
            if not path
            else tr("Paste the reply of {chat} as {name}…").format(chat=chat, name=name)
            if chat
            else tr("Your answer as {name}…").format(name=name)
        )
        self.composer.set_label(tr("Use this reply") if chat else tr("Answer") if path else tr("Interject"))
        field.setPlaceholderText(text, "" if path else BRIEFLY)
        field.setAccessibleName(text.rstrip("…"))
        if path:
            field.setFocus()

    def _allow(self, why_not: str, over: str) -> None:
        """Let words be sent, or say why they cannot be: briefly in the empty box, in full where the button is. Without
        a reason they can. `over`: what is said of a debate that is."""
        self.composer.set_sendable(not why_not, why_not)
        if not self._waiting:
            self.to.setVisible(not (over and why_not))  # nobody is spoken to any more, and the sentence needs the room
            self.composer.text.setPlaceholderText(*((over or why_not,) if why_not else (INTERJECT, BRIEFLY)))

    def sent(self) -> None:
        """Empty the box: what was sent has arrived."""
        self.composer.clear()
        self.to.setCurrentIndex(0)

    def _send(self, text: str) -> None:
        if self._waiting:
            self.answered.emit(self._waiting, text)
        else:
            self.interjected.emit(text, str(self.to.currentData() or ""))
