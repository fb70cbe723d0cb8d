"""The inspector of reflections and round records, the newest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtWidgets import QVBoxLayout, QWidget

from disputatio.debate.views.board_view import BoardItems, RecordItem, ReflectionItem
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.screens.board.inspecting import BoardInspector
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.ledger_parts import clear, text_label
from disputatio.faces.gui.widgets.ledger_records import RecordCard, ReflectionCard

AT_ONCE: Final = 12
"""Cards of one kind that are made at first, and with each press on "Show more"."""

Item = RecordItem | ReflectionItem


class Stack(QVBoxLayout):
    """Cards with a title above them; older ones on demand."""

    def __init__(self, title: str, make: Callable[[Item], QWidget]) -> None:
        super().__init__()
        self.setSpacing(12)
        self._title, self._make = title, make
        self._items: tuple[Item, ...] = ()
        self._most = AT_ONCE

    def show_items(self, items: Sequence[Item]) -> None:
        if tuple(items) != self._items:
            self._items = tuple(items)
            self._draw()

    def _draw(self) -> None:
        clear(self)
        if not self._items:
            return
        self.addWidget(text_label(f"{self._title} · {len(self._items)}", "section"))
        for item in self._items[: self._most]:
            self.addWidget(self._make(item))
        if len(self._items) > self._most:
            more = TextButton(f"Show {min(AT_ONCE, len(self._items) - self._most)} more", icon="chevron-down")
            more.clicked.connect(self._more)
            self.addWidget(more)

    def _more(self) -> None:
        self._most += AT_ONCE
        self._draw()


class ReflectionsInspector(BoardInspector):
    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(bridge, parent)
        self.reflections, self.records = Stack("Reflections", self._reflection), Stack("Round records", self._record)
        for stack in (self.reflections, self.records):
            self.column.addLayout(stack)
        self.column.addStretch()

    def absent(self, items: BoardItems) -> tuple[str, str]:
        if items.reflections or items.records:
            return "", ""
        return (
            "No records or reflections yet",
            "A record is written at the end of each aspect, and reflections when enough has moved. Formats without a "
            "ledger make none.",
        )

    def show_board(self, items: BoardItems) -> None:
        self.reflections.show_items(items.reflections)
        self.records.show_items(items.records)

    def _reflection(self, item: Item) -> QWidget:
        assert isinstance(item, ReflectionItem), "the stack of reflections holds reflections"
        card = ReflectionCard(item)
        card.opened.connect(self.turn_opened)
        return card

    def _record(self, item: Item) -> QWidget:
        assert isinstance(item, RecordItem), "the stack of records holds records"
        return RecordCard(item)
