"""The inspector of claims: a list of them, and one claim in full."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.commands import OpenRoom, Rule
from disputatio.debate.views.board_view import BoardItems, room_awaited
from disputatio.debate.views.labels import CLAIMS, HOLDS, RULINGS
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Place
from disputatio.debate.views.statements import AspectCell, AspectItem, ClaimItem, ClaimStatus, LinkItem
from disputatio.debate.wording import inside, plural, tr
from disputatio.faces.gui.board.feed import BoardInspector
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate.inspector import Detail, Links, ToneChip, narrow, section, text_label, who_row
from disputatio.faces.gui.kit.buttons import LinkButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.layouts import FlowLayout, refilled
from disputatio.faces.gui.kit.lists import RowItem
from disputatio.faces.gui.kit.wrapped_rows import RowsView

MESSAGES = 5
"""Messages that are linked at first."""
SIGN = 18
"""Pixels of a participant's sign."""
LINKED = 90
"""Characters of a linked claim that its button shows."""


class LedgerDetail(Detail):
    """One claim or one aspect in full, and what a person can do to a claim."""

    claim_wanted = Signal(str)
    """The key of a linked claim."""
    order = Signal(object)
    """A person sends the claim into a crux room, or settles it (OpenRoom, Rule)."""

    def __init__(self) -> None:
        super().__init__(tr("Claim"))
        self.item: ClaimItem | AspectItem | None = None
        self._people: tuple[Participant, ...] = ()
        self.room = TextButton(tr("Open a crux room"), icon="interject")
        self.room.setAccessibleName(tr("Open a crux room for this claim"))
        self.room.clicked.connect(self._want_room)
        self.why = text_label("", "caption")
        self.body.addWidget(self.room)
        self.body.addWidget(self.why)
        self.rulings = self._ruling_row()

    def _ruling_row(self) -> QWidget:
        holder = QWidget()
        column, row = QVBoxLayout(holder), FlowLayout(spacing=6)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(section(tr("Settle it yourself")))
        column.addLayout(row)
        for status, (sign, ruling) in RULINGS.items():
            word = tr(ruling)
            button = TextButton(f"{sign} {word}")
            button.setProperty("snug", True)  # three of them stand in one line of a narrow panel
            button.setAccessibleName(tr("Settle this claim: {word}").format(word=inside(word)))
            button.clicked.connect(lambda _checked=False, which=status: self._rule(which))
            row.addWidget(button)
        self.body.addWidget(holder)
        return holder

    def _rule(self, status: str) -> None:
        if isinstance(self.item, ClaimItem):
            self.order.emit(Rule(point=self.item.key, status=status))

    def show_item(self, item: ClaimItem | AspectItem | None, people: tuple[Participant, ...]) -> None:
        if item == self.item and people == self._people:
            return
        self.item, self._people = item, people
        self.setVisible(item is not None)
        with refilled(self.lines):
            if isinstance(item, ClaimItem):
                self._show_claim(item)
            elif item is not None:
                self._show_aspect(item)

    def _show_claim(self, item: ClaimItem) -> None:
        self.set_title(tr("Claim {key}").format(key=item.key))
        sign, word, tone = item.label.parts
        self.lines.addWidget(
            ToneChip(
                tr("{sign} {word}, raised in {since}").format(sign=sign, word=word, since=item.since)
                if item.since
                else f"{sign} {word}",
                tone,
            )
        )
        self.lines.addWidget(text_label(item.text))
        for who, cell in zip(self._people, item.cells, strict=False):
            mark, says, its_tone = HOLDS[cell.hold].parts
            chip = ToneChip(f"{mark} {says}", its_tone)
            self.lines.addLayout(who_row(who, chip, size=SIGN))
            if cell.path:
                label = cell.since or tr("where it was said")
                self._show_since(who, Place(path=cell.path, label=label, words=cell.words))
        if item.resolution:
            self.lines.addWidget(section(tr("Your ruling") if item.ruled else tr("How it was resolved")))
            self.lines.addWidget(text_label(item.resolution))
        if item.streak > 1 and item.status == "active":
            self.lines.addWidget(
                text_label(tr("Contested in {streak} rounds in a row.").format(streak=item.streak), "caption")
            )
        self._show_links(item.links)
        self._show_messages(item.messages)
        self._show_room(item)

    def _show_messages(self, places: tuple[Place, ...]) -> None:
        """Show the first message, where the claim was made, and the last ones; the others on demand."""
        if len(places) <= MESSAGES + 1:
            if places:
                self.link(tr("Taken up in"), *places)
            return
        between = len(places) - MESSAGES
        links = self.link(tr("Taken up in"), places[0], *places[-MESSAGES + 1 :])
        more = LinkButton(tr("Show {between} more").format(between=between))

        def show_all() -> None:
            more.hide()
            links.hide()
            self.link(tr("Taken up in"), *places)

        more.clicked.connect(show_all)
        self.lines.addWidget(more)

    def _show_links(self, links: tuple[LinkItem, ...]) -> None:
        if not links:
            return
        self.lines.addWidget(section(tr("Linked to")))
        for link in links:
            text = link.text if len(link.text) <= LINKED else link.text[:LINKED].rsplit(" ", 1)[0] + " …"
            words = f"{link.words}: {text}" + (f" ({link.by})" if link.by else "")
            self.lines.addWidget(text_label(words, "caption"))
            if link.key:
                button = LinkButton(tr("Go to this claim"))
                button.setAccessibleName(
                    tr("{link_words}: go to the claim {key}, {text}").format(
                        link_words=link.words, key=link.key, text=text
                    )
                )
                button.setToolTip(tr("Claim {key}").format(key=link.key))
                button.clicked.connect(lambda _checked=False, key=link.key: self.claim_wanted.emit(key))
                self.lines.addWidget(button)

    def _show_room(self, item: ClaimItem) -> None:
        self.room.setVisible(item.status != "in crux room")
        self.room.setEnabled(not item.refusal)
        again = tr("Open another crux room") if item.card else tr("Open a crux room")
        self.room.setText(again)
        self.why.setText(
            item.refusal or tr("The two sides discuss it between themselves. Only the card comes out of it.")
        )
        self.room.setToolTip(self.why.text())
        self.why.setVisible(True)
        self.rulings.setVisible(item.status != "in crux room")
        if item.card:
            button = LinkButton(tr("Go to its crux card"))
            button.clicked.connect(lambda: self.opened.emit(Place(path=item.card, label="")))
            self.lines.addWidget(button)

    def _show_aspect(self, item: AspectItem) -> None:
        self.set_title(tr("Aspect: {item}").format(item=item.name) if item.name else item.title)
        self.room.hide()
        self.why.hide()
        self.rulings.hide()
        for who, cell in zip(self._people, item.cells, strict=False):
            self.lines.addLayout(who_row(who, size=SIGN))
            self._show_position(cell)

    def _show_position(self, cell: AspectCell) -> None:
        self.lines.addWidget(text_label(cell.position or tr("No position yet."), "" if cell.position else "muted"))
        if cell.path:
            self.link(tr("Since"), Place(path=cell.path, label=cell.since, words=cell.words))
        if cell.evidence:
            self.lines.addWidget(
                text_label(tr("Evidence: {evidence}").format(evidence=", ".join(cell.evidence)), "caption")
            )
        for text in cell.unanswered:
            self.lines.addWidget(text_label(tr("? To answer: {text}").format(text=text), "caption"))

    def _show_since(self, who: Participant, place: Place) -> None:
        """Show where a participant said it last, below the name."""
        row = QHBoxLayout()
        row.setContentsMargins(SIGN + 8, 0, 0, 0)
        links = Links(tr("Last said in"), (place,), tr("Go to what {who} said").format(who=who.name))
        links.opened.connect(self.opened)
        row.addWidget(links)
        self.lines.addLayout(row)

    def wait_for_room(self, why: str) -> None:
        """Say when the room opens: at the next place between two turns; a debate that is over goes on by itself."""
        self.room.setEnabled(False)
        self.why.setText(why)

    def _want_room(self) -> None:
        if isinstance(self.item, ClaimItem):
            self.order.emit(OpenRoom(claim=self.item.key))


class DetailInspector(BoardInspector):
    """An inspector that shows one claim in full below its list, and gives the orders that a person has about it."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self.detail = LedgerDetail()
        self.detail.opened.connect(self.turn_opened)
        self.detail.order.connect(self._give)

    def show_detail(self, item: ClaimItem | AspectItem | None) -> None:
        if self.feed is not None:
            self.detail.show_item(item, self.feed.items.participants)

    def _give(self, order: OpenRoom | Rule) -> None:
        if self.live is None:
            return
        self.focus().setFocus()  # what was pressed goes away, or cannot be pressed again
        if isinstance(order, OpenRoom):
            debate = self.live.debate
            self.detail.wait_for_room(room_awaited("debating" if debate.over else debate.status))
        self.live.submit(order, partial(self._refuse, order))

    def _refuse(self, order: OpenRoom | Rule, error: DisputatioError) -> None:
        if isinstance(order, OpenRoom):
            self.detail.room.setEnabled(True)
        self.detail.why.setText(error.user_message)


FILTERS: Final[tuple[ClaimStatus | None, ...]] = (None, *CLAIMS)
TALLEST: Final = 380


class ClaimsInspector(DetailInspector):
    """The claims of a debate, those of one state if a person chooses so."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self.status: ClaimStatus | None = None
        self.list = RowsView(tr("Claims of the debate"), tallest=TALLEST)
        self.filters: dict[ClaimStatus | None, QToolButton] = {}
        self._none = text_label(tr("No claim is in this state."), "muted")
        card = TitledCard(tr("Claims"))
        narrow(card)
        card.body.addLayout(self._filter_row())
        card.body.addWidget(self._none)
        card.body.addWidget(self.list)
        for widget in (card, self.detail):
            self.column.addWidget(widget)
        self.column.addStretch()
        self.list.chosen.connect(self._choose)
        self.list.opened.connect(self._go)
        self.detail.claim_wanted.connect(self.show_claim)

    def _filter_row(self) -> FlowLayout:
        row, group = FlowLayout(spacing=4), QButtonGroup(self)
        for status in FILTERS:
            button = self.filters[status] = QToolButton()
            button.setCheckable(True)
            button.setChecked(status is None)
            button.clicked.connect(lambda _checked=False, chosen=status: self.filter(chosen))
            group.addButton(button)
            row.addWidget(button)
        return row

    def focus(self) -> QWidget:
        return self.list

    def absent(self, items: BoardItems) -> tuple[str, str]:
        if items.claims:
            return "", ""
        return (
            tr("No claim is disputed yet"),
            tr("A claim appears when somebody disagrees. Silence does not count as agreement."),
        )

    def filter(self, status: ClaimStatus | None) -> None:
        """Show only claims in this state; None shows all."""
        self.status = status
        self.filters[status].setChecked(True)
        if self.feed is not None:
            self.show_board(self.feed.items)

    def show_claim(self, key: str) -> None:
        """Choose a claim, whatever its state."""
        if self.list.rows.row_of(key) < 0:
            self.filter(None)
        self.list.choose(key)

    def show_board(self, items: BoardItems) -> None:
        for status, button in self.filters.items():
            count = sum(status in (None, claim.status) for claim in items.claims)
            words = tr("All") if status is None else f"{CLAIMS[status].sign} {CLAIMS[status].word.capitalize()}"
            button.setText(f"{words} {count}")
            button.setVisible(bool(count) or status in (None, self.status))
        found = [claim for claim in items.claims if self.status in (None, claim.status)]
        self._none.setVisible(not found)
        self.list.setVisible(bool(found))
        self.list.show_rows([_row(claim) for claim in found])
        self._choose(self.list.key() if found else "")

    def _choose(self, key: str) -> None:
        if self.feed is not None:
            self.show_detail(next((claim for claim in self.feed.items.claims if claim.key == key), None))

    def _go(self, key: str) -> None:
        if self.feed is not None:
            for claim in self.feed.items.claims:
                if claim.key == key and claim.messages:
                    self.turn_opened.emit(claim.messages[-1])


def _row(claim: ClaimItem) -> RowItem:
    sign, word, tone = claim.label.parts
    parts = [claim.aspect or claim.since]
    if claim.links:
        parts.append(
            plural("{number_of_links} link", "{number_of_links} links", len(claim.links)).format(
                number_of_links=len(claim.links)
            )
        )
    return RowItem(
        key=claim.key,
        text=claim.text,
        chip=f"{sign} {word}",
        tone=tone,
        note=" · ".join(part for part in parts if part),
        people=claim.sides,
        spoken=claim.spoken,
    )
