"""What is put to a person in a debate, with a field for each: questions, or attacks that they defend against, of which
they also pick how far they close each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QPlainTextEdit, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from disputatio.app.debates.replies import Answers, PutQuestion
from disputatio.debate.wording import Words, listed, tr
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.inputs import DropDown
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.kit.plain_text import PlainEdit

LOW: Final = 560
"""Pixels of height of the window below which what only repeats something gives way to the text."""
WIDEST: Final = 860
SHARE: Final = 0.36
SHARE_OF_LOW: Final = 0.24
"""Of the height of the window, and of a low one, that the questions take at most: then they scroll, and the buttons
stay."""
FIELD, HIGHEST = 46, 110
"""Pixels of a field while it has one line, and at most: then it scrolls."""
SPARE: Final = 6
"""Pixels without which its last line counts as cut."""
CLEAR: Final = tr("Everything is clear now")
UNCLEAR: Final = tr("What is still unclear? One thing a line; leave it empty if there is nothing.")
CHANGE: Final = tr("Your change, as a diff or a program between ``` marks; leave it empty if there is none.")
PICKING: Final = Words({"kind": "Which kind of defence?", "closes": "Does it close the attack?"})
PICKED: Final = Words(
    {
        "patch": "Patch: it is mended",
        "hardening": "Hardening: it does no harm",
        "validation": "Validation: it is kept out",
        "yes": "It closes the attack",
        "in part": "It closes it in part",
        "no": "It does not close it",
    }
)


class QuestionForm(QFrame):
    replied = Signal(object)
    """What the person says to the questions or attacks (Answers)."""
    own_words = Signal()
    """They would rather write one text."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setMaximumWidth(WIDEST)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.fields: dict[str, QPlainTextEdit] = {}
        self.picks: dict[str, dict[str, DropDown]] = {}
        self.title = QLabel()
        self.title.setProperty("look", "lead")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self._hint = caption("")
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
        self.left, self._left_label = AnswerField(UNCLEAR), QLabel(UNCLEAR)
        self._left_label.setBuddy(self.left)
        self._left_label.setWordWrap(True)
        self.clear = QCheckBox(CLEAR)
        self.clear.setToolTip(tr("If not, you may be asked more."))
        self.send = TextButton(tr("Send answers"), icon="check", kind="primary")
        self.instead = TextButton(tr("Write one text instead"), kind="quiet")
        column = self._column = QVBoxLayout(self)
        column.setSpacing(8)
        everything.addLayout(self._rows)
        everything.addWidget(self._left_label)
        everything.addWidget(self.left)
        everything.addWidget(self.clear)
        for widget in (self.title, self._hint, self.area):
            column.addWidget(widget)
        row = self._buttons = FlowLayout(spacing=8)
        for button in (self.send, self.instead):
            row.addWidget(button)
        column.addLayout(row)
        self.left.textChanged.connect(self._left_changed)
        self.left.grew.connect(self._fit)
        self.send.clicked.connect(lambda: self.replied.emit(self.answers()))
        self.instead.clicked.connect(self.own_words)
        self.hide()

    def ask(self, name: str, asked: Sequence[PutQuestion]) -> None:
        """Put these questions to whoever sits as `name`."""
        while (taken := self._rows.takeAt(0)) is not None:
            if (widget := taken.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        defends = any(one.picks for one in asked)
        title = tr("Open attacks, for you to answer as {name}") if defends else tr("Questions to you as {name}")
        self.title.setText(title.format(name=name))
        self.setAccessibleName(self.title.text())
        self._hint.setText(
            tr("Say what you put against each. What you leave empty stays open.")
            if defends
            else tr("Answer in a sentence or two. What you leave empty stays open.")
        )
        self.picks = {}
        self.fields = {one.id: self._add(one) for one in asked}
        self.left.clear()
        self._left_label.setText(CHANGE if defends else UNCLEAR)
        self.left.setAccessibleName(CHANGE if defends else UNCLEAR)
        self.send.setText(tr("Send defence") if defends else tr("Send answers"))
        self.clear.setVisible(not defends)
        self.clear.setChecked(True)
        self._show_ready()
        self._fit()

    def _add(self, one: PutQuestion) -> AnswerField:
        label = QLabel(f"{one.id}. {one.text}")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        field = AnswerField(f"{one.id}. {one.text}")
        field.setAccessibleDescription(one.about)
        field.textChanged.connect(self._show_ready)
        field.grew.connect(self._fit)
        label.setBuddy(field)
        about = one.about[:1].upper() + one.about[1:]
        for widget in (label, *([caption(about)] if about else []), field, *self._picking(one)):
            self._rows.addWidget(widget)
        self._rows.addSpacing(4)
        return field

    def _picking(self, one: PutQuestion) -> Iterator[QWidget]:
        """Yield the row in which the person picks what else they say of an attack; none for a question."""
        if not one.picks:
            return
        self.picks[one.id] = {}
        row = QWidget()
        inside = FlowLayout(spacing=8)
        row.setLayout(inside)
        for name, among in one.picks.items():
            made = self.picks[one.id][name] = DropDown()
            made.addItem(PICKING[name], "")
            for value in among:
                made.addItem(PICKED[value], value)
            made.setAccessibleName(f"{one.id}: {PICKING[name]}")
            made.currentIndexChanged.connect(self._show_ready)
            inside.addWidget(made)
        yield row

    def answers(self) -> Answers:
        return Answers(
            said={id: field.toPlainText() for id, field in self.fields.items()},
            left=self.left.toPlainText(),
            clear=self.clear.isChecked(),
            picked={
                id: {name: str(one.currentData()) for name, one in named.items()} for id, named in self.picks.items()
            },
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
        written = [id for id, field in self.fields.items() if field.toPlainText().strip()]
        silent = [id for id in written if id in self.picks and not self.picks[id]["closes"].currentData()]
        why = ""
        if silent:
            why = tr("Pick whether your defence closes {ids}.").format(ids=listed(silent))
        elif self.picks and not written:
            why = tr("Answer an attack first.")
        elif not written and not self.left.toPlainText().strip():
            why = tr("Answer a question first.")
        self.send.setEnabled(not why)
        self.send.setToolTip(why)

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


class AnswerField(PlainEdit):
    """As high as what is written in it, within bounds."""

    grew = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setFixedHeight(FIELD)
        self.setAccessibleName(name)
        self.document().documentLayout().documentSizeChanged.connect(lambda size: self._fit(size.height()))

    def _fit(self, lines: float) -> None:
        around = self.height() - self.viewport().height()
        written = lines * self.fontMetrics().lineSpacing() + 2 * self.document().documentMargin() + SPARE
        high = round(min(max(FIELD, written + around), HIGHEST))
        if high != self.height():
            self.setFixedHeight(high)
            self.grew.emit()
