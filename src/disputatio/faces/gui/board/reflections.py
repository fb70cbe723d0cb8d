"""The inspector of reflections and round records, the newest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from disputatio.debate.views.board_view import BoardItems, PartItem, RecordItem, ReflectionItem
from disputatio.debate.views.labels import REFLECTIONS
from disputatio.debate.views.places import Place
from disputatio.debate.wording import listed, tr
from disputatio.faces.gui.board.feed import BoardInspector
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate.inspector import Links, ToneChip, section, text_label, who_row
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.layouts import FlowLayout, refilled


class RecordCard(QFrame):
    """What became of one stretch of debate, and each participant's part in it."""

    def __init__(self, item: RecordItem) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.setAccessibleName(tr("Record: {item_title}").format(item_title=item.title))
        column = layouts.column(of=self, margins=(16, 12, 16, 12), spacing=6)
        head = QHBoxLayout()
        head.addWidget(text_label(item.title, "strong"), 1)
        if item.rules:
            head.addWidget(ToneChip(tr("by rule")))
        column.addLayout(head)
        column.addWidget(text_label(item.summary))
        for part in item.parts:
            self._show_part(column, part)
        for title, found in ((tr("✕ Open disagreements"), item.disagreements), (tr("↷ Shifts"), item.shifts)):
            if found:
                column.addWidget(section(title))
                for text in found:
                    column.addWidget(text_label(f"• {text}", "caption"))

    def _show_part(self, column: QVBoxLayout, part: PartItem) -> None:
        who = who_row(part.who, size=18)
        who.setContentsMargins(0, 8, 0, 0)
        column.addLayout(who)
        column.addWidget(text_label(part.position))
        for word, text in (
            (tr("Key argument"), part.argument),
            (tr("Evidence"), part.evidence),
            (tr("Engaged"), part.engaged),
        ):
            if text:
                column.addWidget(text_label(f"{word}: {text}", "caption"))


class ReflectionCard(QFrame):
    """What can be seen only from some way off. Its sources are links."""

    opened = Signal(object)

    def __init__(self, item: ReflectionItem) -> None:
        super().__init__()
        sign, word, tone = REFLECTIONS[item.kind].parts
        self.setProperty("card", True)
        self.setAccessibleName(
            tr("Reflection, {word}, importance {importance} of 10: {item_text}").format(
                word=word, importance=item.importance, item_text=item.text
            )
        )
        column = layouts.column(of=self, margins=(16, 12, 16, 12), spacing=6)
        head = FlowLayout(spacing=6)  # three signs are wider than a narrow panel
        head.addWidget(ToneChip(f"{sign} {word}", tone))
        head.addWidget(ToneChip(tr("importance {importance} / 10").format(importance=item.importance)))
        if item.rules:
            head.addWidget(ToneChip(tr("by rule")))
        column.addLayout(head)
        column.addWidget(text_label(item.text))
        about = listed(item.about)
        said = " · ".join(
            part for part in (tr("About {about}").format(about=about) if about else "", item.label) if part
        )
        if said:
            column.addWidget(text_label(said, "caption"))
        here = f" · {item.label}"  # stands above, and would not leave room for who said it
        named = [replace(place, label=place.label.removesuffix(here)) for place in item.sources]
        self._show_sources(column, named, item.loose)

    def _show_sources(self, column: QVBoxLayout, sources: Sequence[Place], loose: Sequence[str]) -> None:
        if sources:
            links = Links(tr("Sources"), sources)
            links.opened.connect(self.opened)
            column.addWidget(links)
        if loose:
            column.addWidget(text_label(tr("Also named: {loose}").format(loose=", ".join(loose)), "caption"))


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
        with refilled(self):
            if self._items:
                self._fill()

    def _fill(self) -> None:
        self.addWidget(text_label(f"{self._title} · {len(self._items)}", "section"))
        for item in self._items[: self._most]:
            self.addWidget(self._make(item))
        if len(self._items) > self._most:
            more = TextButton(
                tr("Show {min} more").format(min=min(AT_ONCE, len(self._items) - self._most)), icon="chevron-down"
            )
            more.clicked.connect(self._more)
            self.addWidget(more)

    def _more(self) -> None:
        self._most += AT_ONCE
        self._draw()


class ReflectionsInspector(BoardInspector):
    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self.reflections, self.records = (
            Stack(tr("Reflections"), self._reflection),
            Stack(tr("Round records"), self._record),
        )
        for stack in (self.reflections, self.records):
            self.column.addLayout(stack)
        self.column.addStretch()

    def absent(self, items: BoardItems) -> tuple[str, str]:
        if items.reflections or items.records:
            return "", ""
        return (
            tr("No records or reflections yet"),
            tr("A record is written at the end of each aspect. {unreflected}").format(unreflected=items.unreflected),
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
