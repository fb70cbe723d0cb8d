"""The form in place of the composer where questions are put to a person: one field a question, and whether all is
clear now. Enter begins a line here; a form is sent by its button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QPlainTextEdit, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from disputatio.app.debates.replies import Answers, PutQuestion
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.layouts import FlowLayout

WIDEST: Final = 860
SHARE: Final = 0.36
SHARE_OF_LOW: Final = 0.24
"""Of the height of the window, and of a low one, that the questions take at most: then they scroll, and the buttons
stay."""
LOW: Final = 560
"""Pixels of height of the window below which the questions need the room of the hint."""
FIELD: Final = 46
"""Pixels of a field: two lines."""
CLEAR: Final = tr("Everything is clear now")
UNCLEAR: Final = tr("What is still unclear? One thing a line; leave it empty if there is nothing.")


class QuestionForm(QFrame):
    replied = Signal(object)
    """What the person says to the questions (Answers)."""
    own_words = Signal()
    """They would rather write one text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setMaximumWidth(WIDEST)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
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
        self.clear.setToolTip(tr("If it is not, you may be asked more."))
        self.send = TextButton(tr("Send answers"), icon="check", kind="primary")
        self.instead = TextButton(tr("Write one text instead"), kind="quiet")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(8)
        everything.addLayout(self._rows)
        everything.addWidget(self.left)
        for widget in (self.title, self._hint, self.area):
            column.addWidget(widget)
        row = FlowLayout(spacing=8)
        for each in (self.send, self.instead, self.clear):
            row.addWidget(each)
        for button in (self.send, self.instead):
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
            if (rows := inside.layout()) is not None:
                rows.activate()
                wanted = rows.totalHeightForWidth(max(self.width() - 38, 200))
                most = round(high * (SHARE if high >= LOW else SHARE_OF_LOW))
                self.area.setFixedHeight(min(most, max(wanted, FIELD)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _field(name: str) -> QPlainTextEdit:
    field = QPlainTextEdit()
    field.setTabChangesFocus(True)
    field.setFixedHeight(FIELD)
    field.setAccessibleName(name)
    return field
