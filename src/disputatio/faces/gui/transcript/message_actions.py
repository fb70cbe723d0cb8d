"""What can be done with a message: the strip of buttons on it, and the same as a menu for the keyboard."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QStyle, QWidget

from disputatio.debate.views.labels import VERDICTS
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import IconButton
from disputatio.faces.gui.transcript.message_card import MessageCard
from disputatio.faces.gui.transcript.message_items import ActOn, MessageAction, MessageItem
from disputatio.faces.gui.window_actions import ShowInspector

STRIP: Final = (MessageAction.COPY, MessageAction.RETRY, MessageAction.FORK, MessageAction.INTERJECT)
LISTED: Final = 30
"""Citations of one message that its menu lists; the inspector has all."""


def actions_of(item: MessageItem) -> tuple[MessageAction, ...]:
    """Return what can be done with a message: it can always be copied, the rest as it offers."""
    copying = MessageAction.COPY
    return (copying, *(action for action in item.offers if action is not copying))


class MessageActions(QFrame):
    """One strip for all messages: it moves to the card under the pointer or with the caret."""

    chosen = Signal(object)
    """What is wanted of the message (ActOn)."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("floating")
        self._card: MessageCard | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        self._buttons: dict[MessageAction, IconButton] = {}
        for action in STRIP:
            button = IconButton(action.icon, action.label, size=16)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # for the keyboard there is the menu
            button.clicked.connect(lambda _checked=False, which=action: self._choose(which))
            row.addWidget(button)
            self._buttons[action] = button
        self.hide()

    def show_for(self, card: MessageCard) -> None:
        if card.item.state == "note":
            return
        if self._card is not card:
            self.leave()
            self._card = card
        card.set_head_hidden(True)
        self.refresh(card)
        self.show()

    def refresh(self, card: MessageCard) -> None:
        """Show the buttons again: the message of that card may offer other things now."""
        if card is not self._card:
            return
        for action, button in self._buttons.items():
            button.setVisible(action in actions_of(card.item))
            button.setAccessibleName(f"{action.label}: {card.item.place}")
        self.adjustSize()
        self.follow()

    def follow(self) -> None:
        """Stay at the upper corner of the card where its first line ends, inside the window while the card is, and off
        the buttons of its code."""
        if self._card is not None:
            top = max(self._card.y() + 10, min(4, self._card.geometry().bottom() - self.height() - 4))
            card = self._card.geometry()
            place = QRect(card.right() - self.width() - 12, top, self.width(), self.height())
            place = QStyle.visualRect(QGuiApplication.layoutDirection(), card, place)
            for taken in self._card.copy_buttons():
                if taken.intersects(place):
                    place.moveRight(taken.left() - 8)
            self.move(place.topLeft())

    def leave(self, card: MessageCard | None = None) -> None:
        if card is None or card is self._card:
            if self._card is not None:
                self._card.set_head_hidden(False)
            self._card = None
            self.hide()

    def holds_pointer(self) -> bool:
        return self.isVisible() and self.rect().contains(self.mapFromGlobal(QCursor.pos()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        card = self._card
        if card is not None and not card.rect().contains(card.mapFromGlobal(QCursor.pos())):
            self.leave()

    def _choose(self, action: MessageAction) -> None:
        if self._card is not None:
            self.chosen.emit(ActOn(key=self._card.key, action=action))


class MessageMenu(QMenu):
    """What can be done with a message, its citations and its code. It is destroyed when it closes."""

    chosen = Signal(object)
    """What is wanted of the message (ActOn)."""
    cited = Signal(str, int)
    opens = Signal(object)
    """What is to be shown beside the debate (ShowInspector)."""

    def __init__(self, parent: QWidget, card: MessageCard) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(tr("Actions: {place}").format(place=card.item.place))
        ink = theme.current().muted
        if card.body.textCursor().hasSelection():
            self.addAction(tr("Copy selection"), card.body.copy)
        for action in actions_of(card.item):
            entry = self.addAction(icons.icon(action.icon, ink, 16), action.label)
            wanted = ActOn(key=card.key, action=action)
            entry.triggered.connect(lambda _checked=False, wanted=wanted: self.chosen.emit(wanted))
        for badge in (each for each in card.item.badges if each.opens):
            shown = self.addAction(badge.text)
            shown.triggered.connect(lambda _checked=False, intent=badge.intent: self.opens.emit(intent))
        self._add_citations(card)
        if card.body.codes:
            self.addSeparator()
        for number, code in enumerate(card.body.codes):
            words = tr("Copy code {number}").format(number=number + 1) + (
                f" ({code.language})" if code.language else ""
            )
            entry = self.addAction(words)
            entry.triggered.connect(lambda _checked=False, which=number: card.body.copy_code(which))

    def _add_citations(self, card: MessageCard) -> None:
        """Offer the citations of the message, each to be opened at its lines."""
        key, marks = card.key, card.item.citations
        if not marks:
            return
        self.addSeparator()
        self.addAction(tr("Citations of the debate…"), lambda: self.opens.emit(ShowInspector(name="evidence")))
        below = self.addMenu(icons.icon("quote", theme.current().muted, 16), tr("Open the source of"))
        for mark in marks[:LISTED]:
            sign, word, _ = VERDICTS[mark.status].parts
            label = " ".join(mark.label.split())[:80].replace("&", "&&")
            entry = below.addAction(f"{sign} {label}  ({word})")
            entry.triggered.connect(lambda _checked=False, which=mark.number: self.cited.emit(key, which))
