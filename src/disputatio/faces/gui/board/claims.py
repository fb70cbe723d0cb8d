"""The inspector of claims: which are alive, who disputes them, what they rest on, and a crux room for any of them."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from disputatio.debate.views.board_view import BoardItems
from disputatio.debate.views.labels import CLAIMS
from disputatio.debate.views.statements import ClaimItem, ClaimStatus
from disputatio.faces.gui.board.claim_detail import LedgerDetail, open_room, rule
from disputatio.faces.gui.board.feed import BoardInspector
from disputatio.faces.gui.board.parts import narrow, tab_in_order, text_label
from disputatio.faces.gui.board.statement_rows import RowsView
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.kit.lists import RowItem

FILTERS: Final[tuple[ClaimStatus | None, ...]] = (None, *CLAIMS)
TALLEST: Final = 380


class ClaimsInspector(BoardInspector):
    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self.status: ClaimStatus | None = None
        self.list, self.detail = RowsView("Claims of the debate", tallest=TALLEST), LedgerDetail()
        self.filters: dict[ClaimStatus | None, QToolButton] = {}
        self._none = text_label("No claim is in this state.", "muted")
        card = TitledCard("Claims")
        narrow(card)
        card.body.addLayout(self._filter_row())
        card.body.addWidget(self._none)
        card.body.addWidget(self.list)
        for widget in (card, self.detail):
            self.column.addWidget(widget)
        self.column.addStretch()
        self.list.chosen.connect(self._choose)
        self.list.opened.connect(self._go)
        self.detail.opened.connect(self.turn_opened)
        self.detail.card_wanted.connect(self.turn_opened)
        self.detail.claim_wanted.connect(self.show_claim)
        self.detail.room_wanted.connect(self._open_room)
        self.detail.ruled.connect(self._rule)

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
            "No claim is disputed yet",
            "A claim appears when somebody disagrees. Silence does not count as agreement.",
        )

    def filter(self, status: ClaimStatus | None) -> None:
        """Only claims in this state; None shows all."""
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
            words = "All" if status is None else f"{CLAIMS[status].sign} {CLAIMS[status].word.capitalize()}"
            button.setText(f"{words} {count}")
            button.setVisible(bool(count) or status in (None, self.status))
        found = [claim for claim in items.claims if self.status in (None, claim.status)]
        self._none.setVisible(not found)
        self.list.setVisible(bool(found))
        self.list.show_rows([_row(claim) for claim in found])
        self._choose(self.list.key() if found else "")

    def _choose(self, key: str) -> None:
        if self.feed is not None:
            items = self.feed.items
            found = next((claim for claim in items.claims if claim.key == key), None)
            self.detail.show_item(found, items.participants)
            tab_in_order(self.column)

    def _go(self, key: str) -> None:
        if self.feed is not None:
            for claim in self.feed.items.claims:
                if claim.key == key and claim.messages:
                    self.turn_opened.emit(claim.messages[-1].path)

    def _rule(self, key: str, status: str) -> None:
        if self.live is not None:
            self.focus().setFocus()  # what was pressed goes away
            rule(self.live, key, status, self.detail)

    def _open_room(self, key: str) -> None:
        if self.live is not None:
            self.focus().setFocus()  # what was pressed cannot be pressed again
            open_room(self.live, key, self.detail)


def _row(claim: ClaimItem) -> RowItem:
    sign, word, tone = claim.label.parts
    parts = [claim.aspect or claim.since]
    if claim.links:
        parts.append(f"{len(claim.links)} link{'' if len(claim.links) == 1 else 's'}")
    return RowItem(
        key=claim.key,
        text=claim.text,
        chip=f"{sign} {word}",
        tone=tone,
        note=" · ".join(part for part in parts if part),
        people=claim.sides,
        spoken=claim.spoken,
    )
