"""Crux rooms: their cards, those that are still under way, and the inspector that shows both."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.debate.views.board_view import BoardItems, CardItem, RoomItem, Side
from disputatio.debate.views.labels import CRUXES
from disputatio.debate.views.places import Place
from disputatio.debate.wording import tr
from disputatio.faces.gui.board.feed import BoardInspector
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate.inspector import Links, ToneChip, section, text_label, who_row
from disputatio.faces.gui.kit import icons, layouts, theme
from disputatio.faces.gui.kit.buttons import LinkButton
from disputatio.faces.gui.kit.focus import stops
from disputatio.faces.gui.kit.layouts import FlowLayout, clear, refilled

ICON = 18

ICONS: Final = {
    "fact": "search",
    "value": "scale",
    "definition": "book",
    "prediction": "clock",
    "premise": "link",
    "evidence": "search",
    "horizon": "eye",
}
"""By what the dispute hangs on."""


class CruxCard(QFrame):
    """What a dispute hangs on, each side's best case, and what would change its mind."""

    opened = Signal(object)
    """The path of the card in the transcript."""
    claim_wanted = Signal(str)
    """The key of its claim."""

    def __init__(self, item: CardItem) -> None:
        super().__init__()
        self.item: CardItem | None = None
        self.setProperty("card", True)
        self._icon = QLabel()
        self._column = layouts.column(of=self, margins=(16, 12, 16, 14), spacing=7)
        self.show_item(item)

    def show_item(self, item: CardItem) -> None:
        if item == self.item:
            return
        self.item = item
        with refilled(self._column):
            self._fill(item)

    def _fill(self, item: CardItem) -> None:
        word, meaning = tr(CRUXES[item.crux][0]), tr(CRUXES[item.crux][1])
        self.setAccessibleName(tr("Crux card: {item_text}").format(item_text=item.text))
        self._column.addLayout(self._head(ICONS[item.crux], tr("Crux: {word}").format(word=word), item))
        self._column.addWidget(text_label(item.statement or item.text, "strong"))
        self._column.addWidget(text_label(meaning, "caption"))
        if item.statement not in ("", item.text):
            self._column.addWidget(
                text_label(tr("Claim {claim}: {item_text}").format(claim=item.claim, item_text=item.text), "caption")
            )
        for side in item.sides:
            self._show_side(side)
        for who, text in item.given:
            self._column.addWidget(text_label(tr("{who} gave way: {text}").format(who=who.name, text=text)))
        if item.how:
            title = tr("How it was resolved") if item.resolved else tr("What both accept, without settling the claim")
            self._column.addWidget(section(title))
            self._column.addWidget(text_label(item.how))
        self._column.addLayout(self._foot(item))

    def _head(self, icon: str, words: str, item: CardItem) -> FlowLayout:
        """Return the head of a card, all in one line where there is room for it."""
        row, kind = FlowLayout(spacing=7), QWidget()
        inside = layouts.row(of=kind, margins=(0, 0, 3, 0), spacing=7)
        self._icon = QLabel()
        self._draw(icon)
        title = QLabel(words)
        title.setProperty("look", "section")
        for part in (self._icon, title):
            inside.addWidget(part)
        row.addWidget(kind)
        if item.rules:
            row.addWidget(ToneChip(tr("by rule")))
        open_ = ToneChip(item.later) if item.later else ToneChip(tr("✕ open"), "error")
        row.addWidget(ToneChip(tr("✓ resolved"), "ok") if item.resolved else open_)
        return row

    def _show_side(self, side: Side) -> None:
        box = QFrame()
        box.setProperty("notice", True)
        inside = QVBoxLayout(box)
        inside.setContentsMargins(12, 9, 12, 10)
        inside.setSpacing(5)
        inside.addLayout(who_row(side.who, size=20))
        inside.addWidget(section(tr("Best case")))
        inside.addWidget(text_label(side.best or tr("Not said."), "" if side.best else "muted"))
        inside.addWidget(section(tr("What would change their mind")))
        mind = side.mind or tr("They named nothing that would.")
        inside.addWidget(text_label(f"↷ {mind}" if side.mind else mind, "strong" if side.mind else "muted"))
        self._column.addWidget(box)

    def _foot(self, item: CardItem) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(14)
        for label, name, work in (
            (
                tr("Go to the card"),
                tr("Go to this card in the transcript"),
                lambda: self.opened.emit(Place(path=item.key, label=item.label)),
            ),
            (
                tr("Go to the claim"),
                tr("Go to the claim {claim}").format(claim=item.claim),
                lambda: self.claim_wanted.emit(item.claim),
            ),
        ):
            button = LinkButton(label)
            button.setAccessibleName(name)
            button.clicked.connect(work)
            row.addWidget(button)
        row.addStretch()
        return row

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.item is not None:
            self._draw(ICONS[self.item.crux])

    def _draw(self, icon: str) -> None:
        self._icon.setPixmap(icons.pixmap(icon, theme.current().muted, ICON, self.devicePixelRatioF()))


class RoomCard(QFrame):
    """A crux room that is under way: who is in it, and what was said so far."""

    opened = Signal(object)

    def __init__(self, item: RoomItem) -> None:
        super().__init__()
        self.item: RoomItem | None = None
        self.setProperty("card", True)
        self._column = layouts.column(of=self, margins=(16, 12, 16, 14), spacing=7)
        self.show_item(item)

    def show_item(self, item: RoomItem) -> None:
        if item == self.item:
            return
        self.item = item
        with refilled(self._column):
            self._fill(item)

    def _fill(self, item: RoomItem) -> None:
        self.setAccessibleName(tr("In a crux room now: {item_text}").format(item_text=item.text))
        self._column.addWidget(ToneChip(tr("◎ in a crux room now"), "caution"), 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addWidget(text_label(item.text, "strong"))
        sides = " against ".join(side.name for side in item.sides)
        self._column.addWidget(
            text_label(
                tr("{sides}. Nobody else hears this. Only the card comes out of it.").format(sides=sides), "caption"
            )
        )
        links = Links("", item.messages)
        links.opened.connect(self.opened)
        self._column.addWidget(links)


class CardsInspector(BoardInspector):
    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self.rooms: dict[str, RoomCard] = {}
        self.cards: dict[str, CruxCard] = {}
        self._rooms, self._cards = QVBoxLayout(), QVBoxLayout()
        for layout in (self._rooms, self._cards):
            layout.setSpacing(12)
            self.column.addLayout(layout)
        self.column.addStretch()

    def absent(self, items: BoardItems) -> tuple[str, str]:
        if items.cards or items.rooms:
            return "", ""
        return (
            tr("No crux card") if self.live is not None and self.live.debate.over else tr("No crux card yet"),
            tr(
                "A claim that two sides contest again and again goes into a crux room. The card that comes out says "
                "what the dispute hangs on, and what would change each mind. You can open a room from any claim."
            ),
        )

    def focus(self) -> QWidget:
        first = next(iter((*self.rooms.values(), *self.cards.values())), None)
        return next(stops(first), self) if first is not None else self

    def show_board(self, items: BoardItems) -> None:
        if list(self.rooms) != [room.key for room in items.rooms]:
            clear(self._rooms)
            self.rooms = {room.key: RoomCard(room) for room in items.rooms}
            for room in self.rooms.values():
                room.opened.connect(self.turn_opened)
                self._rooms.addWidget(room)
        if list(self.cards) != [card.key for card in items.cards]:
            clear(self._cards)
            self.cards = {card.key: CruxCard(card) for card in items.cards}
            for card in self.cards.values():
                card.opened.connect(self.turn_opened)
                card.claim_wanted.connect(self._go_to_claim)
                self._cards.addWidget(card)
        for item in items.rooms:
            self.rooms[item.key].show_item(item)
        for each in items.cards:
            self.cards[each.key].show_item(each)

    def _go_to_claim(self, key: str) -> None:
        """Go to the message that the claim was made in."""
        if self.feed is not None:
            for claim in self.feed.items.claims:
                if claim.key == key and claim.messages:
                    self.turn_opened.emit(claim.messages[0])
