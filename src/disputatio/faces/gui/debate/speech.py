"""Where a person speaks in a debate: an interjection to everyone or to one seat, or the answer that is waited for, in
one text or question by question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from disputatio.app.actions.debates import SAY
from disputatio.app.debates.replies import Answers, PutQuestion, form_by_hand, key_to_turn, questions_put
from disputatio.debate.log.seats import Seat
from disputatio.debate.views.transcript_words import waits_for_paste
from disputatio.debate.wording import tr
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.composer import Composer
from disputatio.faces.gui.kit.inputs import DropDown
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.kit.plain_text import PlainEdit

LOW: Final = 560
"""Pixels of height of the window below which what only repeats something gives way to the text."""
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
OVER: Final = tr("This debate is over: extend it to say more.")


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
        self._allow("" if waiting else live.refusals().get(SAY.id, ""), over=debate.over)
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
        field.setPlaceholderText(text)
        field.setAccessibleName(text.rstrip("…"))
        if path:
            field.setFocus()

    def _allow(self, why_not: str, *, over: bool) -> None:
        """Let words be sent, or say why they cannot be: briefly in the empty box, in full where the button is. Without
        a reason they can."""
        self.composer.set_sendable(not why_not, why_not)
        if not self._waiting:
            self.to.setVisible(not (over and why_not))  # nobody is spoken to any more, and the sentence needs the room
            self.composer.text.setPlaceholderText((OVER if over else why_not) if why_not else INTERJECT)

    def sent(self) -> None:
        """Empty the box: what was sent has arrived."""
        self.composer.clear()
        self.to.setCurrentIndex(0)

    def _send(self, text: str) -> None:
        if self._waiting:
            self.answered.emit(self._waiting, text)
        else:
            self.interjected.emit(text, str(self.to.currentData() or ""))


# ---- answering question by question ---------------------------------------------------------------------------------
WIDEST: Final = 860
SHARE: Final = 0.36
SHARE_OF_LOW: Final = 0.24
"""Of the height of the window, and of a low one, that the questions take at most: then they scroll, and the buttons
stay."""
FIELD: Final = 46
"""Pixels of a field: two lines."""
CLEAR: Final = tr("Everything is clear now")
UNCLEAR: Final = tr("What is still unclear? One thing a line; leave it empty if there is nothing.")


class QuestionForm(QFrame):
    replied = Signal(object)
    """What the person says to the questions (Answers)."""
    own_words = Signal()
    """They would rather write one text."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setMaximumWidth(WIDEST)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.fields: dict[str, QPlainTextEdit] = {}
        self.title = QLabel()
        self.title.setProperty("look", "lead")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self._hint = caption(tr("Answer in a sentence or two. What you leave empty stays open."))
        inside = QWidget()
        everything = QVBoxLayout(inside)
        everything.setContentsMargins(0, 0, 0, 0)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(inside)
        self.area.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        self.left = _field(UNCLEAR)
        self.left.setPlaceholderText(UNCLEAR)
        self.clear = QCheckBox(CLEAR)
        self.clear.setToolTip(tr("If not, you may be asked more."))
        self.send = TextButton(tr("Send answers"), icon="check", kind="primary")
        self.instead = TextButton(tr("Write one text instead"), kind="quiet")
        column = self._column = QVBoxLayout(self)
        column.setSpacing(8)
        everything.addLayout(self._rows)
        everything.addWidget(self.left)
        everything.addWidget(self.clear)
        for widget in (self.title, self._hint, self.area):
            column.addWidget(widget)
        row = self._buttons = FlowLayout(spacing=8)
        for button in (self.send, self.instead):
            row.addWidget(button)
            button.setAutoDefault(False)
        column.addLayout(row)
        self.left.textChanged.connect(self._left_changed)
        self.send.clicked.connect(lambda: self.replied.emit(self.answers()))
        self.instead.clicked.connect(self.own_words)
        self.hide()

    def ask(self, name: str, asked: Sequence[PutQuestion]) -> None:
        """Put these questions to whoever sits as `name`."""
        while (taken := self._rows.takeAt(0)) is not None:
            if (widget := taken.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.title.setText(tr("Questions to you as {name}").format(name=name))
        self.setAccessibleName(self.title.text())
        self.fields = {one.id: self._add(one) for one in asked}
        self.left.clear()
        self.clear.setChecked(True)
        self._show_ready()
        self._fit()

    def _add(self, one: PutQuestion) -> QPlainTextEdit:
        label = QLabel(f"{one.id}. {one.text}")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        field = _field(f"{one.id}. {one.text}")
        field.setAccessibleDescription(one.about)
        field.textChanged.connect(self._show_ready)
        label.setBuddy(field)
        for widget in (label, *([caption(one.about.capitalize())] if one.about else []), field):
            self._rows.addWidget(widget)
        self._rows.addSpacing(4)
        return field

    def answers(self) -> Answers:
        return Answers(
            said={id: field.toPlainText() for id, field in self.fields.items()},
            left=self.left.toPlainText(),
            clear=self.clear.isChecked(),
        )

    def first(self) -> QPlainTextEdit:
        """Return where the keyboard goes."""
        return next((field for field in self.fields.values() if not field.toPlainText().strip()), self.left)

    def _left_changed(self) -> None:
        """Whoever names something unclear does not call all of it clear; they may say so again."""
        if self.left.toPlainText().strip():
            self.clear.setChecked(False)
        self._show_ready()

    def _show_ready(self) -> None:
        written = any(field.toPlainText().strip() for field in (*self.fields.values(), self.left))
        self.send.setEnabled(written)
        self.send.setToolTip("" if written else tr("Answer a question first."))

    def _fit(self) -> None:
        if (inside := self.area.widget()) is not None:
            inside.ensurePolished()
            high = self.window().height()
            self._hint.setVisible(high >= LOW)
            self._column.setContentsMargins(16, *((12, 16, 14) if high >= LOW else (6, 16, 8)))
            if (rows := inside.layout()) is not None:
                rows.activate()
                wanted = rows.totalHeightForWidth(max(self.width() - 38, 200))
                lines = self._buttons.heightForWidth(max(self.width() - 32, 200)) - self._buttons.sizeHint().height()
                most = round(high * (SHARE if high >= LOW else SHARE_OF_LOW)) - lines
                self.area.setFixedHeight(max(FIELD, min(most, wanted)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _field(name: str) -> QPlainTextEdit:
    field = PlainEdit()
    field.setTabChangesFocus(True)
    field.setFixedHeight(FIELD)
    field.setAccessibleName(name)
    return field
