"""What can be done with a message: the strip of buttons on it, and the same as a menu for the keyboard."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QWidget

from disputatio.debate.views.labels import VERDICTS
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import IconButton
from disputatio.faces.gui.transcript.message_card import MessageCard
from disputatio.faces.gui.transcript.messages import ACTIONS, Action, MessageItem

LISTED: Final = 30
"""Citations of one message that its menu lists; the inspector has all."""


def actions_of(item: MessageItem) -> tuple[Action, ...]:
    """Copying is always possible, the rest as the message offers it."""
    return ("copy", *(name for name in item.offers if name != "copy"))


class MessageActions(QFrame):
    """One strip for all messages: it moves to the card under the pointer or with the caret."""

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("floating")
        self._card: MessageCard | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        self._buttons: dict[Action, IconButton] = {}
        for name in ("copy", "retry", "fork", "interject"):
            button = IconButton(ACTIONS[name][1], ACTIONS[name][0], size=16)
            button.clicked.connect(lambda _checked=False, which=name: self._choose(which))
            row.addWidget(button)
            self._buttons[name] = button
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
        """The message of that card may offer other things now."""
        if card is not self._card:
            return
        for name, button in self._buttons.items():
            button.setVisible(name in actions_of(card.item))
            button.setAccessibleName(f"{ACTIONS[name][0]}: {card.item.place}")
        self.adjustSize()
        self.follow()

    def follow(self) -> None:
        """Stay at the upper right corner of the card, and inside the window while the card is."""
        if self._card is not None:
            top = max(self._card.y() + 10, min(4, self._card.geometry().bottom() - self.height() - 4))
            self.move(self._card.geometry().right() - self.width() - 12, top)

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

    def _choose(self, name: Action) -> None:
        if self._card is not None:
            self.chosen.emit(self._card.key, name)


class MessageMenu(QMenu):
    """Destroyed when it closes."""

    chosen = Signal(str, str)
    cited = Signal(str, int)
    opens = Signal(str, str)

    def __init__(self, parent: QWidget, card: MessageCard) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(f"Actions: {card.item.place}")
        key, ink = card.key, theme.current().muted
        if card.body.textCursor().hasSelection():
            self.addAction("Copy selection", card.body.copy)
        for name in actions_of(card.item):
            label, icon = ACTIONS[name]
            entry = self.addAction(icons.icon(icon, ink, 16), label)
            entry.triggered.connect(lambda _checked=False, which=name: self.chosen.emit(key, which))
        self._add_citations(card)
        if card.body.codes:
            self.addSeparator()
        for number, code in enumerate(card.body.codes):
            words = f"Copy code {number + 1}" + (f" ({code.language})" if code.language else "")
            entry = self.addAction(words)
            entry.triggered.connect(lambda _checked=False, which=number: card.body.copy_code(which))

    def _add_citations(self, card: MessageCard) -> None:
        """The citations of the message, each to be opened at its lines."""
        key, marks = card.key, card.item.citations
        if not marks:
            return
        self.addSeparator()
        self.addAction("Citations of the debate…", lambda: self.opens.emit(key, "evidence"))
        below = self.addMenu(icons.icon("quote", theme.current().muted, 16), "Open the source of")
        for mark in marks[:LISTED]:
            sign, word, _ = VERDICTS[mark.status].parts
            label = " ".join(mark.label.split())[:80].replace("&", "&&")
            entry = below.addAction(f"{sign} {label}  ({word})")
            entry.triggered.connect(lambda _checked=False, which=mark.number: self.cited.emit(key, which))
