"""All about one claim or one aspect: what each says, where it was taken up, what it is linked to, its crux room."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.commands import OpenRoom, Rule
from disputatio.debate.views.board_view import room_awaited
from disputatio.debate.views.labels import HOLDS, RULINGS
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Place
from disputatio.debate.views.statements import AspectCell, AspectItem, ClaimItem, LinkItem
from disputatio.faces.gui.board.parts import Links, ToneChip, clear, section, text_label, who_row
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.kit.buttons import LinkButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.layouts import FlowLayout

MESSAGES = 5
"""Messages that are linked at first."""
SIGN = 18
"""Pixels of a participant's sign."""
LINKED = 90
"""Characters of a linked claim that its button shows."""


class LedgerDetail(TitledCard):
    opened = Signal(str)
    """The path of a message."""
    claim_wanted = Signal(str)
    """The key of a linked claim."""
    room_wanted = Signal(str)
    """A person sends this claim into a crux room: its key."""
    ruled = Signal(str, str)
    """A person settles a claim: its key, what becomes of it."""
    card_wanted = Signal(str)
    """The path of the card that a crux room made of the claim."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Claim", parent)
        self.item: ClaimItem | AspectItem | None = None
        self._people: tuple[Participant, ...] = ()
        self._lines = QVBoxLayout()
        self._lines.setSpacing(6)
        self.body.addLayout(self._lines)
        self.room = TextButton("Open a crux room", icon="interject")
        self.room.setAccessibleName("Open a crux room for this claim")
        self.room.clicked.connect(self._want_room)
        self.why = text_label("", "caption")
        self.body.addWidget(self.room)
        self.body.addWidget(self.why)
        self.rulings = self._ruling_row()
        self.hide()

    def _ruling_row(self) -> QWidget:
        holder = QWidget()
        column, row = QVBoxLayout(holder), FlowLayout(spacing=6)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(section("Settle it yourself"))
        column.addLayout(row)
        for status, (sign, word) in RULINGS.items():
            button = TextButton(f"{sign} {word}")
            button.setProperty("snug", True)  # three of them stand in one line of a narrow panel
            button.setAccessibleName(f"Settle this claim: {word.lower()}")
            button.clicked.connect(lambda _checked=False, which=status: self._rule(which))
            row.addWidget(button)
        self.body.addWidget(holder)
        return holder

    def _rule(self, status: str) -> None:
        if isinstance(self.item, ClaimItem):
            self.ruled.emit(self.item.key, status)

    def show_item(self, item: ClaimItem | AspectItem | None, people: tuple[Participant, ...]) -> None:
        if item == self.item and people == self._people:
            return
        self.item, self._people = item, people
        clear(self._lines)
        self.setVisible(item is not None)
        if isinstance(item, ClaimItem):
            self._show_claim(item)
        elif item is not None:
            self._show_aspect(item)

    def _show_claim(self, item: ClaimItem) -> None:
        self.set_title(f"Claim {item.key}")
        sign, word, tone = item.label.parts
        self._lines.addWidget(ToneChip(f"{sign} {word}" + (f", raised in {item.since}" if item.since else ""), tone))
        self._lines.addWidget(text_label(item.text))
        for who, cell in zip(self._people, item.cells, strict=False):
            mark, says, its_tone = HOLDS[cell.hold].parts
            chip = ToneChip(f"{mark} {says}", its_tone)
            self._lines.addLayout(who_row(who, chip, size=SIGN))
            if cell.path:
                self._show_since(who, Place(path=cell.path, label=cell.since or "where it was said"))
        if item.resolution:
            self._lines.addWidget(section("Your ruling" if item.ruled else "How it was resolved"))
            self._lines.addWidget(text_label(item.resolution))
        if item.streak > 1 and item.status == "active":
            self._lines.addWidget(text_label(f"Contested in {item.streak} rounds in a row.", "caption"))
        self._show_links(item.links)
        self._show_messages(item.messages)
        self._show_room(item)

    def _show_messages(self, places: tuple[Place, ...]) -> None:
        """The first one, where it was made, and the last ones; the others on demand."""
        if len(places) <= MESSAGES + 1:
            if places:
                self._link("Taken up in", *places)
            return
        between = len(places) - MESSAGES
        links = self._link("Taken up in", places[0], *places[-MESSAGES + 1 :])
        more = LinkButton(f"Show {between} more")

        def show_all() -> None:
            more.hide()
            links.hide()
            self._link("Taken up in", *places)

        more.clicked.connect(show_all)
        self._lines.addWidget(more)

    def _show_links(self, links: tuple[LinkItem, ...]) -> None:
        if not links:
            return
        self._lines.addWidget(section("Linked to"))
        for link in links:
            text = link.text if len(link.text) <= LINKED else link.text[:LINKED].rsplit(" ", 1)[0] + " …"
            words = f"{link.words}: {text}" + (f" ({link.by})" if link.by else "")
            self._lines.addWidget(text_label(words, "caption"))
            if link.key:
                button = LinkButton("Go to this claim")
                button.setAccessibleName(f"{link.words}: go to the claim {link.key}, {text}")
                button.setToolTip(f"Claim {link.key}")
                button.clicked.connect(lambda _checked=False, key=link.key: self.claim_wanted.emit(key))
                self._lines.addWidget(button)

    def _show_room(self, item: ClaimItem) -> None:
        self.room.setVisible(item.status != "in crux room")
        self.room.setEnabled(not item.refusal)
        again = "Open another crux room" if item.card else "Open a crux room"
        self.room.setText(again)
        self.why.setText(item.refusal or "Its two sides discuss it by themselves. Only a card comes out.")
        self.room.setToolTip(self.why.text())
        self.why.setVisible(True)
        self.rulings.setVisible(item.status != "in crux room")
        if item.card:
            button = LinkButton("Go to its crux card")
            button.clicked.connect(lambda: self.card_wanted.emit(item.card))
            self._lines.addWidget(button)

    def _show_aspect(self, item: AspectItem) -> None:
        self.set_title(f"Aspect: {item.name}" if item.name else item.title)
        self.room.hide()
        self.why.hide()
        self.rulings.hide()
        for who, cell in zip(self._people, item.cells, strict=False):
            self._lines.addLayout(who_row(who, size=SIGN))
            self._show_position(cell)

    def _show_position(self, cell: AspectCell) -> None:
        self._lines.addWidget(text_label(cell.position or "No position yet.", "" if cell.position else "muted"))
        if cell.path:
            self._link("Since", Place(path=cell.path, label=cell.since))
        if cell.evidence:
            self._lines.addWidget(text_label("Evidence: " + ", ".join(cell.evidence), "caption"))
        for text in cell.unanswered:
            self._lines.addWidget(text_label(f"? To answer: {text}", "caption"))

    def _show_since(self, who: Participant, place: Place) -> None:
        """Where a participant said it last, below the name."""
        row = QHBoxLayout()
        row.setContentsMargins(SIGN + 8, 0, 0, 0)
        links = Links("Last said in", (place,), f"Go to what {who.name} said")
        links.opened.connect(self.opened)
        row.addWidget(links)
        self._lines.addLayout(row)

    def _link(self, caption: str, *places: Place) -> Links:
        links = Links(caption, places)
        links.opened.connect(self.opened)
        self._lines.addWidget(links)
        return links

    def _want_room(self) -> None:
        if isinstance(self.item, ClaimItem):
            self.room_wanted.emit(self.item.key)


# ---- what a person can do to a claim ----------------------------------------------------------------------------
def open_room(live: LiveDebate, claim: str, detail: LedgerDetail) -> None:
    """Send it; where it is refused, `detail` says why. The room opens at the next place between two turns."""
    detail.room.setEnabled(False)
    debate = live.debate
    detail.why.setText(room_awaited("debating" if debate.over else debate.status))  # what is over goes on by itself

    def refused(error: DisputatioError) -> None:
        detail.room.setEnabled(True)
        detail.why.setText(error.user_message)

    live.submit(OpenRoom(claim=claim), refused)


def rule(live: LiveDebate, point: str, status: str, detail: LedgerDetail) -> None:
    """Settle a point or a claim; where that is refused, `detail` says why."""
    live.submit(Rule(point=point, status=status), lambda error: detail.why.setText(error.user_message))
