"""One insight in full: its words, where it comes from, how it was used, why it came up; and what can be done to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from disputatio.debate.wording import inside, tr
from disputatio.faces.gui.debate.inspector import ToneChip, text_label
from disputatio.faces.gui.kit.buttons import LinkButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.layouts import FlowLayout, clear
from disputatio.faces.gui.kit.lists import RowItem
from disputatio.faces.gui.kit.plain_text import PlainEdit
from disputatio.faces.gui.kit.wrapped_rows import RowsView
from disputatio.faces.gui.memory.insights import InsightItem, RecallItem, WhyItem

WORDS: Final = 110
"""Pixels of the field in which an insight is reworded."""

UNCONFIRMED: Final = tr(
    "This comes from an imported debate, so somebody else may have written it. Your debates will not use it until "
    "you confirm or reword it."
)


class Wording(PlainEdit):
    """The field in which an insight is reworded: Ctrl+Enter saves, Escape leaves it as it was."""

    saved = Signal()
    left = Signal()

    def event(self, event: QEvent) -> bool:
        """Let the keys of the field go before those of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _saves(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _saves(event):
            self.saved.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _saves(event: QKeyEvent) -> bool:
    held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and bool(held)


class Question(Enum):
    """What the sheet asks for in words before it is done."""

    NOTHING = auto()
    WORDING = auto()
    REASON = auto()


class InsightSheet(QWidget):
    reworded = Signal(str, str)
    """Id, the new words."""
    disputed = Signal(str, str)
    """Id, the person's reason ("" for none)."""
    upheld = Signal(str)
    """A disputed one holds after all: id."""
    confirmed = Signal(str)
    """One of an imported debate may be recalled: id."""
    merge_wanted = Signal(str)
    deleted = Signal(str)
    debate_opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.item: InsightItem | None = None
        self.edit, self.reason = Wording(), LineField()
        self.edit.setAccessibleName(tr("Words of the insight"))
        self.edit.setFixedHeight(WORDS)
        self.edit.setTabChangesFocus(True)
        self.reason.setPlaceholderText(tr("Why is it wrong? (optional)"))
        self.reason.setAccessibleName(tr("Why the insight is disputed"))
        self._insight, self._origin = TitledCard(tr("Insight")), TitledCard(tr("Where it comes from"))
        self._tried = TitledCard(tr("What it was learnt from"))
        self._uses, self._why = TitledCard(tr("How it was used")), TitledCard(tr("Why did this come up?"))
        self._top, self._ways = QVBoxLayout(), FlowLayout(spacing=8)
        self._asked = Question.NOTHING
        self._lay_out()
        self.edit.saved.connect(lambda: self._confirm())
        self.edit.left.connect(lambda: self._ask(Question.NOTHING))
        self.reason.returnPressed.connect(lambda: self._confirm())

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self._top.setSpacing(8)
        self._insight.body.addLayout(self._top)
        self._insight.body.addWidget(self.edit)
        self._insight.body.addWidget(self.reason)
        self._insight.body.addLayout(self._ways)
        for card in (self._insight, self._why, self._origin, self._tried, self._uses):
            column.addWidget(card)
        column.addStretch()

    def show_item(self, item: InsightItem) -> None:
        """Show an insight. What was being typed about another one is left."""
        same = self.item is not None and self.item.id == item.id
        self.item = item
        clear(self._top)
        chips = FlowLayout(spacing=6)
        chips.addWidget(ToneChip(item.chip, item.tone))
        if item.kind not in item.chip:
            chips.addWidget(ToneChip(item.kind))
        chips.addWidget(ToneChip(tr("{confidence} sure").format(confidence=item.confidence)))
        self._top.addLayout(chips)
        self._words = text_label(item.text, "lead")
        self._top.addWidget(self._words)
        if item.unconfirmed:
            self._top.addWidget(text_label(UNCONFIRMED, "caption"))
        elif item.why_not:
            self._top.addWidget(text_label(tr("Disputed: {why_not}").format(why_not=item.why_not), "caption"))
        self._show_origin(item)
        self._show_attempts(item)
        self._show_uses(item)
        self._show_why(item)
        if not same or self._asked is Question.NOTHING:
            self._ask(Question.NOTHING)

    def enter(self) -> None:
        """Put the keyboard on the first thing that can be done."""
        item = self._ways.itemAt(0)
        if item is not None and (first := item.widget()) is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)

    # ---- what can be done --------------------------------------------------------------------------------------------
    def _ask(self, what: Question) -> None:
        item = self.item
        if item is None:
            return
        self._asked = what
        inside = (focus := QApplication.focusWidget()) is not None and self._insight.isAncestorOf(focus)
        self.edit.setVisible(what is Question.WORDING)
        self.reason.setVisible(what is Question.REASON)
        self._words.setVisible(what is not Question.WORDING)
        clear(self._ways)
        self._offer(what, item)
        match what:
            case Question.WORDING:
                self.edit.setPlainText(item.text)
                self.edit.setFocus()
            case Question.REASON:
                self.reason.clear()
                self.reason.setFocus()
            case Question.NOTHING if inside:  # the button that was pressed is gone
                self.enter()

    def _offer(self, what: Question, item: InsightItem) -> None:
        if what is not Question.NOTHING:
            self._way(
                tr("Save") if what is Question.WORDING else tr("Dispute it"), "check", self._confirm, kind="primary"
            )
            self._way(tr("Cancel"), "", lambda: self._ask(Question.NOTHING), kind="quiet")
            return
        if item.unconfirmed:
            self._way(tr("Confirm"), "check", lambda: self.confirmed.emit(item.id), kind="primary")
        self._way(tr("Edit"), "edit", lambda: self._ask(Question.WORDING))
        if item.disputed:
            self._way(tr("Withdraw dispute"), "check", lambda: self.upheld.emit(item.id))
        else:
            self._way(tr("Dispute…"), "warning", lambda: self._ask(Question.REASON))
        if not item.unconfirmed:
            self._way(tr("Merge with…"), "fork", lambda: self.merge_wanted.emit(item.id))
        self._way(tr("Forget"), "trash", lambda: self.deleted.emit(item.id), kind="danger")

    def _way(self, words: str, icon: str, work: Callable[[], object], *, kind: str = "") -> None:
        button = TextButton(words, icon=icon, kind=kind)
        button.clicked.connect(lambda: work())
        self._ways.addWidget(button)
        button.show()  # who is not shown yet cannot have the keyboard

    def _confirm(self) -> None:
        if self.item is None:
            return
        id, what = self.item.id, self._asked
        self._ask(Question.NOTHING)
        if what is Question.WORDING and self.edit.toPlainText().strip() != self.item.text:
            self.reworded.emit(id, self.edit.toPlainText())
        elif what is Question.REASON:
            self.disputed.emit(id, self.reason.text().strip())

    # ---- what is known -----------------------------------------------------------------------------------------------
    def _show_origin(self, item: InsightItem) -> None:
        body = self._origin.body
        clear(body)
        if item.origin:
            self._debate(body, item.origin, item.origin_title)
        else:
            body.addWidget(text_label(tr("From {origin_title}.").format(origin_title=item.origin_title), "muted"))
        body.addWidget(
            text_label(tr("{about} · learnt {learnt}").format(about=item.about, learnt=item.learnt), "caption")
        )
        for text in item.receipts:
            body.addWidget(text_label(text, "caption"))
        for text in item.merged:
            body.addWidget(text_label(tr("Also stands for: {text}").format(text=text), "caption"))

    def _show_attempts(self, item: InsightItem) -> None:
        body = self._tried.body
        clear(body)
        self._tried.setVisible(bool(item.attempts))
        for title, lines in item.attempts:
            body.addWidget(text_label(title, "strong"))
            for name, said in lines:
                body.addWidget(text_label(f"{name}: {said}", "caption"))

    def _show_uses(self, item: InsightItem) -> None:
        body = self._uses.body
        clear(body)
        body.addWidget(text_label(item.used, "" if item.recalls else "muted"))
        for recall in item.recalls:
            self._show_recall(body, recall)

    def _show_recall(self, body: QVBoxLayout, recall: RecallItem) -> None:
        self._debate(body, recall.debate, f"{recall.title} · {recall.day}")
        if recall.why is not None:
            sums = " + ".join(f"{term.weight} × {inside(term.name)} {term.amount}" for term in recall.why.terms)
            places = f"; {recall.why.places}" if recall.why.places else ""
            body.addWidget(
                text_label(
                    tr("Score {total} = {sums}{places}").format(total=recall.why.total, sums=sums, places=places),
                    "caption",
                )
            )

    def _show_why(self, item: InsightItem) -> None:
        body = self._why.body
        clear(body)
        self._why.setVisible(item.why is not None)
        if item.why is None:
            return
        body.addWidget(text_label(tr("For the search “{why_about}”:").format(why_about=item.why_about), "caption"))
        body.addWidget(terms_table(item.why))
        if item.why.places:
            body.addWidget(
                text_label(
                    tr("Results are listed by their places in the searches: {places}.").format(places=item.why.places),
                    "caption",
                )
            )

    def _debate(self, body: QVBoxLayout, id: str, title: str) -> None:
        button = LinkButton(title, icon="chat")
        button.setAccessibleName(tr("Open the debate {title}").format(title=title))
        button.clicked.connect(lambda: self.debate_opened.emit(id))
        body.addWidget(button)


def terms_table(why: WhyItem) -> QWidget:
    """Return a table of the terms, weight × value = share, and their sum."""
    holder = QWidget()
    grid = QGridLayout(holder)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(5)
    grid.setColumnStretch(0, 1)
    for line, term in enumerate(why.terms):
        name = QLabel(f"{term.name}: {term.hint}")
        name.setWordWrap(True)
        grid.addWidget(name, line, 0)
        for column, text in ((1, f"{term.weight} × {term.amount}"), (2, term.share)):
            part = QLabel(text)
            part.setProperty("look", "muted" if column == 1 else "strong")
            grid.addWidget(part, line, column, Qt.AlignmentFlag.AlignRight)
    total = QLabel(tr("Score"))
    total.setProperty("look", "strong")
    amount = QLabel(why.total)
    amount.setProperty("look", "strong")
    grid.addWidget(total, len(why.terms), 0)
    grid.addWidget(amount, len(why.terms), 2, Qt.AlignmentFlag.AlignRight)
    holder.setAccessibleName(
        tr("Score ")
        + why.total
        + ": "
        + ", ".join(
            tr("{term} {weight} times {amount} is {share}").format(
                term=term.name, weight=term.weight, amount=term.amount, share=term.share
            )
            for term in why.terms
        )
    )
    return holder


class MergeDialog(QDialog):
    """Asks which other insight says the same. `chosen` is the id of the one that goes into the one that stays; "" until
    one was chosen."""

    def __init__(self, kept: str, others: Sequence[RowItem], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chosen = ""
        self.setWindowTitle(tr("Merge insights"))
        self.resize(520, 480)
        self.list = RowsView(tr("Insights of the same context"))
        self.button = TextButton(tr("Merge"), icon="fork", kind="primary")
        cancel = TextButton(tr("Cancel"), kind="quiet")
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        column.addWidget(
            text_label(tr("Which one says the same as this? Its uses will be added to this one's."), "muted")
        )
        column.addWidget(text_label(kept, "strong"))
        if not others:
            column.addWidget(text_label(tr("There is no other insight of the same context."), "muted"))
        column.addWidget(self.list, 1)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(cancel)
        row.addWidget(self.button)
        column.addLayout(row)
        self.button.setEnabled(bool(others))
        cancel.clicked.connect(self.reject)
        self.button.clicked.connect(self._merge)
        self.list.opened.connect(lambda _key: self._merge())
        self.list.show_rows(others)

    def _merge(self) -> None:
        self.chosen = self.list.key()
        if self.chosen:
            self.accept()
