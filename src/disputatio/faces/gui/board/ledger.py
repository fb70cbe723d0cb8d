"""The inspector of the ledger: the claims by participant, and where each participant stands and how that came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from disputatio.debate.views.board_view import DERIVED, BoardItems
from disputatio.debate.views.places import Place
from disputatio.debate.views.stances import MarkAt, StandingItem, Tie
from disputatio.debate.wording import figure, tr
from disputatio.faces.gui.board.claims import DetailInspector
from disputatio.faces.gui.board.ledger_tree import MANY, LedgerTree
from disputatio.faces.gui.bridge import FRAME, Bridge
from disputatio.faces.gui.charts.timeline import Timeline
from disputatio.faces.gui.debate.inspector import Links, ToneChip, narrow, section, text_label, who_row
from disputatio.faces.gui.kit.buttons import LinkButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.layouts import added, clear, refilled

SHOWN = 5
"""Relations of one kind that are listed; the others are counted."""
STANCE = 400
"""Characters of a stance that are shown."""


class StandingCard(QFrame):
    """Where one participant stands, and how that came about."""

    opened = Signal(object)
    """The message to show (Place)."""

    def __init__(self, item: StandingItem) -> None:
        super().__init__()
        self.item: StandingItem | None = None
        self._whole = False
        self.setProperty("card", True)
        self.setAccessibleName(tr("Where {who} stands").format(who=item.who.name))
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(6)
        self._top, self._below = QVBoxLayout(), QVBoxLayout()
        for layout in (self._top, self._below):
            layout.setSpacing(6)
        self.timeline = Timeline(item.who.name, item.who.colour)
        self.timeline.opened.connect(self.opened)
        self.timeline.resting.connect(self._quote)
        self.quote, self.said = text_label("", "caption"), LinkButton("")
        self.said.clicked.connect(self._open_quoted)
        self._quoted: MarkAt | None = None
        column.addLayout(self._top)
        column.addWidget(self.timeline)
        column.addWidget(self.quote)
        column.addWidget(self.said)
        column.addLayout(self._below)

    def show_item(self, item: StandingItem) -> Iterator[bool]:
        """Show it part by part; yields True while there is more."""
        if self._whole and item == self.item:
            return
        self.item, self._whole = item, False
        self.timeline.show_item(item.timeline)
        self.timeline.setVisible(bool(item.timeline.levels or item.timeline.marks))
        self._quote(None)
        clear(self._below)
        with refilled(self._top):
            self._show_stance(item)
        yield True
        yield from self._show_relations(item)
        with added(self._below):
            self._show_rest(item)
        self._whole = True

    def _show_rest(self, item: StandingItem) -> None:
        if item.cards:
            self._below.addWidget(self._links(tr("Crux cards"), item.cards, tr("Go to the crux card")))
        if item.missed:
            self._below.addWidget(text_label(tr("The ledger does not know what these messages changed."), "caution"))
            self._link("", item.missed)

    def _show_stance(self, item: StandingItem) -> None:
        chips = []
        if item.rules:
            chip = ToneChip(tr("by rule"))
            chip.setToolTip(tr("No model read this message, so only what it declares explicitly is recorded."))
            chips.append(chip)
        if item.confidence is not None:
            chips.append(
                ToneChip(
                    tr("{confidence} sure").format(confidence=figure(item.confidence, ".0%")),
                    "ok" if item.confidence >= 0.8 else "plain",
                )
            )
        self._top.addLayout(who_row(item.who, *chips))
        stance = item.stance if len(item.stance) <= STANCE else item.stance[:STANCE].rsplit(" ", 1)[0] + " …"
        self._top.addWidget(text_label(stance or tr("They have not stated a stance yet."), "" if stance else "muted"))
        if item.since is not None:
            self._top.addWidget(self._links(tr("Since"), (item.since,)))

    def _show_relations(self, item: StandingItem) -> Iterator[bool]:
        for sign, word, found in (
            ("✕", tr("Disagrees"), item.disagreements),
            ("✓", tr("Settled"), item.settled),
            ("✓", tr("Agrees"), item.agreements),
            ("↷", tr("Conceded"), item.concessions),
        ):
            if found:
                with added(self._below):
                    self._below.addWidget(section(f"{sign} {word} ({len(found)})"))
                    self._show_ties(found)
                yield True

    def _show_ties(self, found: Sequence[Tie]) -> None:
        for tie in found[-SHOWN:][::-1]:
            self._below.addWidget(text_label(tie.told, "caption"))
            if tie.place is not None:
                self._link("", (tie.place,))
        if (earlier := len(found) - SHOWN) > 0:
            words = tr("and {number_of_found} earlier").format(number_of_found=earlier)
            self._below.addWidget(text_label(words, "caption"))

    def _links(self, caption: str, places: Sequence[Place], spoken: str = tr("Go to the message")) -> Links:
        links = Links(caption, places, spoken)
        links.opened.connect(self.opened)
        return links

    def _link(self, caption: str, places: Sequence[Place]) -> None:
        self._below.addWidget(self._links(caption, places))

    def _quote(self, mark: MarkAt | None) -> None:
        """Show the sentence of the change that is pointed at; else that of the last one."""
        marks = self.timeline_marks()
        shown = self._quoted = mark or (marks[-1] if marks else None)
        self.said.setVisible(shown is not None)
        if shown is None:
            stated = "" if self.item is None or self.item.timeline.levels else tr(" They never said how sure they are.")
            self.quote.setText(tr("No change of position so far.{stated}").format(stated=stated))
            self.quote.setVisible(self.item is None or bool(self.item.stance))  # without one, nothing could change
            return
        self.quote.show()
        move = shown.move
        self.quote.setText(f"{move.label.marked}: {move.account}")
        self.quote.setToolTip(move.label.meaning)
        self.said.set_words(move.where)
        self.said.setAccessibleName(
            tr("Go to the message of this change of position: {where}").format(where=move.where)
        )

    def _open_quoted(self) -> None:
        if self._quoted is not None:
            self.opened.emit(self._quoted.move.place)

    def timeline_marks(self) -> tuple[MarkAt, ...]:
        return self.item.timeline.marks if self.item is not None else ()


NO_CLAIMS = tr("No claim is disputed. Silence does not count as agreement.")


class LedgerInspector(DetailInspector):
    """The claims by participant, and below them where each participant stands."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self.tree = LedgerTree()
        self.standings: dict[str, StandingCard] = {}
        self.derived, self._none = text_label(tr(DERIVED), "caption"), text_label(NO_CLAIMS, "muted")
        self._parts: Iterator[bool] = iter(())  # of what is still to be shown
        self._wished = ""  # the claim to be shown, once it is there
        self._next = QTimer(self, singleShot=True, interval=FRAME)
        self._next.timeout.connect(self._show_next)
        self._people = QVBoxLayout()
        self._people.setSpacing(12)
        self._table = TitledCard(tr("Who says what about each claim"))
        narrow(self._table)
        for words in (self.derived, self._none):
            words.setContentsMargins(8, 0, 8, 0)  # as far in as the title
        self._table.body.addWidget(self.derived)
        self._table.body.addWidget(self._none)
        self._table.body.addWidget(self.tree)
        for widget in (self._table, self.detail):
            self.column.addWidget(widget)
        self.column.addLayout(self._people)
        self.column.addStretch()
        self._connect()

    def _connect(self) -> None:
        self.tree.opened.connect(self.turn_opened)
        self.tree.chosen.connect(self.show_detail)
        self.detail.claim_wanted.connect(self.tree.choose)

    def focus(self) -> QWidget:
        return self.tree

    def choose(self, key: str) -> None:
        self._wished = key
        if self.tree.choose(key):
            self._wished = ""
            self._scroll.verticalScrollBar().setValue(0)

    def absent(self, items: BoardItems) -> tuple[str, str]:
        if items.said:
            return "", ""
        return tr("No ledger yet"), tr("After each message, the ledger records where everyone stands.")

    def show_board(self, items: BoardItems) -> None:
        self.derived.setVisible(items.derived)
        self._none.setVisible(not items.claims)
        self.tree.show_ledger(items.participants, items.aspects)
        self.tree.setVisible(self.tree.ledger.rowCount() > 0)  # without rows its head tells nothing
        if self._wished:
            self.choose(self._wished)
        self.show_detail(self.tree.chosen_item())
        if list(self.standings) != [each.who.seat for each in items.standings][: len(self.standings)]:
            clear(self._people)
            self.standings = {}
        self._parts = self._show_standings(items.standings)
        if len(items.claims) > MANY:
            self._next.start()
            return
        while next(self._parts, False):
            pass
        self._next.stop()

    def _show_next(self) -> None:
        """Show one part a frame where the debate is long: laying one out takes half a frame."""
        if next(self._parts, False):
            self._next.start()

    def _show_standings(self, standings: Sequence[StandingItem]) -> Iterator[bool]:
        for each in standings:
            if each.who.seat not in self.standings:
                card = self.standings[each.who.seat] = StandingCard(each)
                card.opened.connect(self.turn_opened)
                self._people.addWidget(card)
            yield from self.standings[each.who.seat].show_item(each)
