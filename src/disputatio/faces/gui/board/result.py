"""The inspector of the result: the answer first, then what it rests on, with the passages that each line comes from."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from disputatio.debate.views.board_view import BoardItems
from disputatio.debate.views.result import Line, Result, Section
from disputatio.faces.gui.board.feed import BoardInspector
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate.inspector import Links, clear, text_label
from disputatio.faces.gui.kit.cards import TitledCard

BELOW = 12
"""Pixels by which a line that belongs to another one stands further in."""


class ResultInspector(BoardInspector):
    """What terminal and export begin with, a card for each section."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self.result: Result | None = None
        self.cards: dict[str, TitledCard] = {}
        self._cards = QVBoxLayout()
        self._cards.setSpacing(12)
        self.column.addLayout(self._cards)
        self.column.addStretch()

    def absent(self, items: BoardItems) -> tuple[str, str]:
        return "", ""

    def show_board(self, items: BoardItems) -> None:
        if self.feed is None or self.feed.result == self.result:
            return
        self.result = self.feed.result
        clear(self._cards)
        self.cards = {}
        for section in self.result.all_sections:
            card = self.cards[section.title] = TitledCard(section.title)
            self._fill(card, section)
            self._cards.addWidget(card)

    def _fill(self, card: TitledCard, section: Section) -> None:
        if section.text:
            card.body.addWidget(text_label(section.text))
        for line in section.lines:
            card.body.addLayout(self._line(line))

    def _line(self, line: Line) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setContentsMargins(BELOW if line.below else 0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(text_label(line.told, "caption"))
        if line.places:
            links = Links("", line.places)
            links.opened.connect(self.turn_opened)
            column.addWidget(links)
        return column
