"""The card in place of the composer where a debate waits for approval: what exactly, who is asked, why, what it may
cost; approve, reject with a reason, or decide later. Enter never approves, and neither does a click that was meant for
what stood there before."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QResizeEvent, QSyntaxHighlighter, QTextCharFormat
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.debate.gate_questions import Question
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import LinkButton, TextButton
from disputatio.faces.gui.kit.fonts import SMALL, font
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.layouts import FlowLayout, margins_from_the_side
from disputatio.faces.gui.kit.plain_text import PlainEdit

ARMED: Final = 400
"""Milliseconds before a click counts: a card that appears under the pointer is not approved by accident."""
WIDEST: Final = 860
TALLEST: Final = 240
"""Pixels of what is to be approved; of more, the middle scrolls, and the buttons stay."""
SHARE: Final = 0.26
"""Of the height of the window, at most the same."""
LINES: Final = 10
"""Lines of a diff that are shown at once."""
NARROW: Final = 560
"""Pixels below which the facts stand under what was said."""
ASIDE: Final = 36
"""Pixels of the margins beside the middle."""
ICON: Final = 18
REJECT: Final = tr("Reject with a reason")
REJECT_BRIEFLY: Final = tr("Reject…")
LARGEST: Final = 100_000
"""Characters of a diff that are shown here; the page of the branch shows all of it."""


class DiffColours(QSyntaxHighlighter):
    """What goes and what comes, in colour and by its sign."""

    def highlightBlock(self, text: str) -> None:
        look = theme.current()
        tones = {"+": look.ok, "-": look.error, "@": look.definition}
        if text[:1] in tones:
            found = QTextCharFormat()
            found.setForeground(QColor(tones[text[0]]))
            self.setFormat(0, len(text), found)


class SpaceButton(TextButton):
    """A button that Enter does not press: a decision is a click, or the space bar on the button itself."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            return
        super().keyPressEvent(event)


class GateCard(QFrame):
    approved = Signal(str)
    """The key of the question."""
    rejected = Signal(str, str, bool)
    """The key, the reason, and whether the debate is to end."""
    put_off = Signal(bool)
    """Whether the card is folded: the person decides later."""
    diff_wanted = Signal(str, str)
    """The proposed changes are to be read whole: the diff, and what it is about."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("gate")
        self.setMaximumWidth(WIDEST)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.question: Question | None = None
        self.folded = False
        self._arm = QTimer(self, singleShot=True, interval=ARMED)
        self._arm.timeout.connect(self._show_ready)
        self._sent = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        column.addWidget(self._make_body())
        self.hide()

    # ---- parts -----------------------------------------------------------------------------------------------------
    def _make_head(self) -> QFrame:
        head = self._head = QFrame()
        head.setObjectName("gate-head")
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 10, 16, 10)
        row.setSpacing(12)
        self._sign = QLabel()
        self._sign.setFixedWidth(ICON + 4)
        self.title, self.subtitle = QLabel(), caption()
        self.title.setProperty("look", "lead")
        self.left = QLabel()
        self.left.setProperty("look", "caution")
        for label in (self.title, self.left):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.subtitle)
        self.unfold = TextButton(tr("Decide…"))
        self.unfold.clicked.connect(lambda: self.fold(folded=False))
        titles = self._titles = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        titles.addLayout(words, 1)
        titles.addWidget(self.left)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(titles, 1)
        row.addWidget(self.unfold)
        return head

    def _make_body(self) -> QWidget:
        self.body = QWidget()
        column = QVBoxLayout(self.body)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(12)
        column.addWidget(self._make_content())
        column.addWidget(self._make_reasons())
        column.addLayout(self._make_buttons())
        return self.body

    def _make_content(self) -> QWidget:
        """What was said, the changes that were proposed, and the facts: behind one scroll bar, so that the buttons
        stay."""
        self.said = QLabel()
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.said.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.diff = PlainEdit()
        self.diff.setObjectName("code")
        self.diff.setReadOnly(True)
        self.diff.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.diff.setFont(font(SMALL, mono=True))
        self.diff.setAccessibleName(tr("Proposed changes"))
        DiffColours(self.diff.document())
        self.facts = QGridLayout()
        self.facts.setHorizontalSpacing(12)
        self.facts.setVerticalSpacing(8)
        self.facts.setColumnStretch(1, 1)
        inside = QWidget()
        middle = self._middle = QBoxLayout(QBoxLayout.Direction.LeftToRight, inside)
        middle.setContentsMargins(*margins_from_the_side(0, 0, 4, 0))
        middle.setSpacing(20)
        for stretch, parts in ((3, (self.said, self.diff)), (2, (self.facts,))):
            column = QVBoxLayout()
            column.setSpacing(8)
            for part in parts:
                column.addWidget(part) if isinstance(part, QWidget) else column.addLayout(part)
            column.addStretch()
            middle.addLayout(column, stretch)
        self.content = QScrollArea()
        self.content.setWidgetResizable(True)
        self.content.setFrameShape(QFrame.Shape.NoFrame)
        self.content.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.content.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.content.setWidget(inside)
        self.content.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        return self.content

    def _make_reasons(self) -> QWidget:
        self.reasons = QWidget()
        column = QVBoxLayout(self.reasons)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.reason = PlainEdit()
        self.reason.setTabChangesFocus(True)
        self.reason.setPlaceholderText(tr("Your reason (the next speaker reads it)"))
        self.reason.setAccessibleName(tr("Your reason"))
        self.reason.setFixedHeight(58)
        self.reason.textChanged.connect(self._show_ready)
        self.back, self.end = (
            SpaceButton(tr("Send it back"), icon="retry"),
            SpaceButton(tr("End the debate"), icon="stop"),
        )
        self.cancel = TextButton(tr("Cancel"), kind="quiet")
        row = FlowLayout(spacing=8)
        for button in (self.back, self.end, self.cancel):
            row.addWidget(button)
        self.back.clicked.connect(lambda: self._reject(end=False))
        self.end.clicked.connect(lambda: self._reject(end=True))
        self.cancel.clicked.connect(lambda: self._ask_reason(wanted=False))
        column.addWidget(self.reason)
        column.addLayout(row)
        self.reasons.hide()
        return self.reasons

    def _make_buttons(self) -> QHBoxLayout:
        self.approve = SpaceButton(tr("Approve"), icon="check", kind="primary")
        self.reject = TextButton(REJECT, icon="close")
        self.later = TextButton(tr("Later"), kind="quiet")
        buttons = QWidget()
        flow = FlowLayout(spacing=8)
        buttons.setLayout(flow)
        for button in (self.approve, self.reject, self.later):
            flow.addWidget(button)
        row = QHBoxLayout()
        row.addWidget(buttons, 1)
        self.hint = caption(tr("Enter never approves"))
        self.hint.setWordWrap(False)
        self.whole = LinkButton(tr("Whole diff"))
        self.whole.clicked.connect(self._show_whole)
        row.addWidget(self.hint)
        row.addWidget(self.whole)
        self.approve.clicked.connect(self._approve)
        self.reject.clicked.connect(self._say_no)
        self.later.clicked.connect(lambda: self.fold(folded=True))
        return row

    # ---- what is asked ---------------------------------------------------------------------------------------------
    def ask(self, question: Question | None) -> None:
        """Ask a question; None where nothing waits. One that is asked already stays as it is, with what was typed."""
        if question is None:
            self.question, self.folded = None, False
            self.hide()
            return
        fresh = self.question is None or self.question.key != question.key
        if self.question == question and not self._sent:
            return
        self.question, self._sent = question, False
        self.title.setText(question.title)
        self.setAccessibleName(question.title)
        self._fill(question)
        if fresh:
            self.reason.clear()
            self._ask_reason(wanted=False)
            self._arm.start()
            self.fold(folded=False)
        self._show_ready()
        self.show()

    def _fill(self, question: Question) -> None:
        self.subtitle.setText(question.subtitle)
        more = (
            plural(
                "{count} more decision is waiting after this one.",
                "{count} more decisions are waiting after this one.",
                question.others,
            )
            if question.others
            else ""
        )
        lines = [f"{name}: {text}" if name else text for name, text in question.said]
        said = lines or ([] if question.diff else [tr("Nothing has been said yet.")])
        self.said.setText("\n\n".join([*said, *([more] if more else [])]))
        self.said.setAccessibleName(self.said.text() or question.title)
        self.said.setVisible(bool(self.said.text()))
        for shown in (self.diff, self.whole):
            shown.setVisible(bool(question.diff))
        if question.diff:
            self.diff.setPlainText(question.diff[:LARGEST])
            shown_lines = min(LINES, question.diff.count("\n") + 2)
            self.diff.setFixedHeight(shown_lines * self.diff.fontMetrics().lineSpacing() + 24)
        while (cell := self.facts.takeAt(0)) is not None:
            if (widget := cell.widget()) is not None:
                widget.deleteLater()
        for row, (word, sentence) in enumerate(question.facts):
            name, text = caption(word), QLabel(sentence)
            name.setWordWrap(False)
            text.setWordWrap(True)
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setAccessibleName(f"{word}: {sentence}")
            self.facts.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            self.facts.addWidget(text, row, 1)
            for label in (name, text):
                label.show()  # Qt does so later, and until then it takes no room
        self.back.setText(question.back)
        self.back.setVisible(bool(question.back))
        self._fit()

    def _fit(self) -> None:
        """Let the facts stand below what was said where there is little room, and the middle be as high as it needs."""
        narrow = self.width() < NARROW
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        for layout in (self._middle, self._titles):
            layout.setDirection(down if narrow else across)
        self._titles.setSpacing(4 if narrow else 12)
        self.hint.setVisible(not narrow and self.reasons.isHidden())
        no = self.question.no if self.question is not None else ""
        self.reject.setText(no or (REJECT_BRIEFLY if narrow else REJECT))
        if (inside := self.content.widget()) is not None:
            inside.ensurePolished()
            self._middle.activate()
            wanted = self._middle.totalHeightForWidth(self.width() - ASIDE)
            self.content.setFixedHeight(min(TALLEST, round(self.window().height() * SHARE), max(wanted, 0)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def set_left(self, words: str) -> None:
        """Say how long it waits before it counts as rejected; "" where it waits for ever."""
        self.left.setText(words)
        self.left.setVisible(bool(words))

    def fold(self, *, folded: bool) -> None:
        """Put the decision off, or come back to it."""
        self.folded = folded
        self.body.setVisible(not folded)
        self.subtitle.setVisible(not folded)
        self.unfold.setVisible(folded)
        self._head.setProperty("alone", folded)
        self._head.style().polish(self._head)
        self._draw()
        self.put_off.emit(folded)
        if not folded:
            self.focus()

    def focus(self) -> None:
        """Give the keyboard to what is to be read: no key there decides anything."""
        (self.diff if self.diff.isVisibleTo(self) else self.said).setFocus(Qt.FocusReason.OtherFocusReason)

    def reopen(self) -> None:
        """The answer was not taken: it can be given again."""
        self._sent = False
        self._show_ready()

    # ---- the answer ------------------------------------------------------------------------------------------------
    def _approve(self) -> None:
        if self.question is not None and self.approve.isEnabled():
            self._answered()
            self.approved.emit(self.question.key)

    def _say_no(self) -> None:
        """Ask for the reason, where one is needed."""
        if self.question is not None and self.question.no:
            self._answered()
            self.rejected.emit(self.question.key, "", True)
        else:
            self._ask_reason(wanted=True)

    def _reject(self, *, end: bool) -> None:
        words = self.reason.toPlainText().strip()
        if self.question is not None and words and not self._sent:
            self._answered()
            self.rejected.emit(self.question.key, words, end)

    def _show_whole(self) -> None:
        if self.question is not None:
            self.diff_wanted.emit(self.question.diff, tr("Proposed changes"))

    def _answered(self) -> None:
        """Take no second answer while the first one is on its way, and keep the keyboard: what was pressed goes out."""
        self.focus()
        self._sent = True
        self._show_ready()

    def _ask_reason(self, *, wanted: bool) -> None:
        self.reasons.setVisible(wanted)
        for button in (self.approve, self.reject, self.later):
            button.setVisible(not wanted)
        self._fit()
        if wanted:
            self.reason.setFocus()

    def _show_ready(self) -> None:
        words = bool(self.reason.toPlainText().strip())
        self.approve.setEnabled(not self._arm.isActive() and not self._sent)
        for button in (self.back, self.end):
            button.setEnabled(words and not self._sent)
            button.setToolTip("" if words else tr("Write a reason first."))

    def _draw(self) -> None:
        self._sign.setPixmap(icons.icon("gate", theme.current().caution, ICON).pixmap(ICON, ICON))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that nothing here takes go no further: typing decides nothing, and steers nothing behind the card."""
        if event.key() == Qt.Key.Key_Escape and not self.folded:
            self.fold(folded=True)
            event.accept()
            return
        super().keyPressEvent(event)
