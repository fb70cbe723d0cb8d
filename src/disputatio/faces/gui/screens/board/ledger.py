"""The ledger inspector: claims by participant, and where each one stands and how that came about."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from disputatio.debate.views.board_view import BoardItems
from disputatio.debate.views.stances import StandingItem
from disputatio.faces.gui.bridge import FRAME, Bridge
from disputatio.faces.gui.screens.board.claiming import open_room, rule
from disputatio.faces.gui.screens.board.inspecting import BoardInspector
from disputatio.faces.gui.widgets.cards import TitledCard
from disputatio.faces.gui.widgets.ledger_detail import LedgerDetail
from disputatio.faces.gui.widgets.ledger_parts import clear, narrow, tab_in_order, text_label
from disputatio.faces.gui.widgets.ledger_standing import StandingCard
from disputatio.faces.gui.widgets.ledger_tree import MANY, LedgerTree

DERIVED = "This format keeps no ledger: this one was made by rule, from points, answers and assessments."
NO_CLAIMS = "No claim is disputed so far. That nobody objects is no agreement."


class LedgerInspector(BoardInspector):
    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self.tree, self.detail = LedgerTree(), LedgerDetail()
        self.standings: dict[str, StandingCard] = {}
        self._derived, self._none = text_label(DERIVED, "caption"), text_label(NO_CLAIMS, "muted")
        self._waiting: list[StandingItem] = []
        self._next = QTimer(self, singleShot=True, interval=FRAME)
        self._next.timeout.connect(self._show_next)
        self._people = QVBoxLayout()
        self._people.setSpacing(12)
        self._table = TitledCard("Who says what of each claim")
        narrow(self._table)
        for words in (self._derived, self._none):
            words.setContentsMargins(8, 0, 8, 0)  # as far in as the title
        self._table.body.addWidget(self._derived)
        self._table.body.addWidget(self._none)
        self._table.body.addWidget(self.tree)
        for widget in (self._table, self.detail):
            self.column.addWidget(widget)
        self.column.addLayout(self._people)
        self.column.addStretch()
        self._connect()

    def _connect(self) -> None:
        self.tree.opened.connect(self.turn_opened)
        self.tree.chosen.connect(self._choose)
        self.detail.opened.connect(self.turn_opened)
        self.detail.card_wanted.connect(self.turn_opened)
        self.detail.claim_wanted.connect(self.tree.choose)
        self.detail.room_wanted.connect(self._open_room)
        self.detail.ruled.connect(self._rule)

    def focus(self) -> QWidget:
        return self.tree

    def absent(self, items: BoardItems) -> tuple[str, str]:
        if items.said:
            return "", ""
        return "No ledger yet", "Where everyone stands is written down after each message."

    def show_board(self, items: BoardItems) -> None:
        self._derived.setVisible(items.derived)
        self._none.setVisible(not items.claims)
        self.tree.setVisible(bool(items.aspects))
        self.tree.show_ledger(items.participants, items.aspects)
        self._choose(self.tree.chosen_item())
        if list(self.standings) != [each.who.seat for each in items.standings]:
            clear(self._people)
            self.standings = {}
        self._waiting = list(items.standings)
        if len(items.claims) > MANY:
            self._next.start()
            return
        while self._waiting:
            self._show_next()
        self._next.stop()

    def _show_next(self) -> None:
        """One participant a frame where the debate is long: to lay one out takes half of it."""
        each = self._waiting.pop(0)
        if each.who.seat not in self.standings:
            card = self.standings[each.who.seat] = StandingCard(each)
            card.opened.connect(self.turn_opened)
            self._people.addWidget(card)
        self.standings[each.who.seat].show_item(each)
        if not self._waiting:
            tab_in_order(self.column)
        else:
            self._next.start()

    def _choose(self, item: object) -> None:
        if self.feed is not None:
            self.detail.show_item(item, self.feed.items.participants)  # type: ignore[arg-type]
            tab_in_order(self.column)

    def _rule(self, key: str, status: str) -> None:
        if self.live is not None:
            self.focus().setFocus()  # what was pressed goes away
            rule(self.live, key, status, self.detail)

    def _open_room(self, key: str) -> None:
        if self.live is not None:
            self.focus().setFocus()  # what was pressed cannot be pressed again
            open_room(self.live, key, self.detail)
