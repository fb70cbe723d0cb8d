"""The inspector of the memory: what was recalled into this debate, why, who read it, and where it was said again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from disputatio.engine.errors import NotFound
from disputatio.faces.gui.actions import ShowDebate, ShowPage
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.models.board_reminders import ReminderItem
from disputatio.faces.gui.presenters.board_reminders import GROUPS, origins, reminder_items
from disputatio.faces.gui.screens.debate.inspecting import InspectorView
from disputatio.faces.gui.screens.debate.live import LiveDebate
from disputatio.faces.gui.widgets.cards import TitledCard
from disputatio.faces.gui.widgets.flow_layout import FlowLayout
from disputatio.faces.gui.widgets.ledger_parts import narrow, tab_in_order
from disputatio.faces.gui.widgets.ledger_reminder import ReminderDetail
from disputatio.faces.gui.widgets.ledger_rows import RowsView

if TYPE_CHECKING:
    from disputatio.app.application import Application

TALLEST: Final = 380
SETTLE: Final = 0.2
"""Seconds in which what was said just now is shown before a thread takes turns with the window."""


class RemindersInspector(InspectorView):
    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.items: tuple[ReminderItem, ...] = ()
        self.group = ""
        self._app, self._bridge = app, bridge
        self._why_none = ""
        self._of: LiveDebate | None = None
        self._seen: object = None
        self._busy = self._again = False
        self._titles: dict[str, str] = {}
        self.filters: dict[str, QToolButton] = {}
        self.list, self.detail = RowsView("What was recalled", tallest=TALLEST), ReminderDetail()
        self.card = TitledCard("Recalled into this debate")
        narrow(self.card)
        self.card.body.addLayout(self._filter_row())
        self.card.body.addWidget(self.list)
        for widget in (self.card, self.detail):
            self.column.addWidget(widget)
        self.column.addStretch()
        self.list.chosen.connect(self._choose)
        self.list.opened.connect(lambda _key: self.detail.memory.setFocus())
        self.detail.opened.connect(self.turn_opened)
        self.detail.insight_wanted.connect(self._open_insight)
        self.detail.debate_wanted.connect(lambda id: self.wanted.emit(ShowDebate(id=id)))

    def _open_insight(self, id: str) -> None:
        self.wanted.emit(ShowPage(page="memory", kind="insight", id=id))

    def _filter_row(self) -> FlowLayout:
        row, buttons = FlowLayout(spacing=4), QButtonGroup(self)
        for group in ("", *GROUPS):
            button = self.filters[group] = QToolButton()
            button.setCheckable(True)
            button.setChecked(not group)
            button.clicked.connect(lambda _checked=False, chosen=group: self.filter(chosen))
            buttons.addButton(button)
            row.addWidget(button)
        return row

    def focus(self) -> QWidget:
        return self.list

    def nothing(self, live: LiveDebate) -> tuple[str, str]:
        if self._of is not live:
            return "The memory is being read …", ""
        return ("Nothing was recalled", self._why_none) if not self.items else ("", "")

    def refresh(self) -> None:
        if self.live is not None and self.live.caught_up:
            self._look()
        super().refresh()

    def follow(self, live: LiveDebate | None) -> None:
        if self.live is not None and self.live is not live:
            self.live.loaded.disconnect(self.refresh)
        if live is not None and self.live is not live:
            live.loaded.connect(self.refresh)
        super().follow(live)

    def filter(self, group: str) -> None:
        """Only what counts as this; "" shows all."""
        self.group = group
        self.filters[group].setChecked(True)
        self._draw()

    def show_live(self, live: LiveDebate) -> None:
        """`_draw` has shown it when it was read."""

    # ---- reading -----------------------------------------------------------------------------------------------------
    def _look(self) -> None:
        """Read it anew if something was said since."""
        live = self.live
        if live is None or (self._of is live and self._seen is live.session.past()):
            return
        self._again = True
        if not self._busy:
            self._busy = True
            self._bridge.start(self._read())

    async def _read(self) -> None:
        try:
            while self._again:
                self._again = False
                await asyncio.sleep(SETTLE if self._of is self.live else 0)
                await self._once()
        finally:
            self._busy = False

    async def _once(self) -> None:
        live = self.live
        if live is None or live.stopped:
            return
        debate, past = live.debate, live.session.past()
        for id in await asyncio.to_thread(origins, debate, past) - {live.id, *self._titles}:
            await self._read_title(id)
        items, why_none = await asyncio.to_thread(reminder_items, live.id, debate, past, dict(self._titles))
        if self.live is not live:
            self._again = self.live is not None
            return
        self._of, self._seen, self.items, self._why_none = live, past, items, why_none
        self._draw()
        super().refresh()

    async def _read_title(self, id: str) -> None:
        """One that was erased has none, and may come back with an import."""
        try:
            entry = await self._app.catalogue.get(id)
        except NotFound:
            return
        self._titles[id] = entry.title or entry.topic

    # ---- showing -----------------------------------------------------------------------------------------------------
    def _draw(self) -> None:
        present = {item.group for item in self.items}
        if self.group not in present:
            self.group = ""
            self.filters[""].setChecked(True)
        for group, button in self.filters.items():
            count = sum(group in ("", item.group) for item in self.items)
            sign, word, _tone = GROUPS.get(group, ("", "", ""))
            words = f"{sign} {word.capitalize()}" if group else "All"
            button.setText(f"{words} {count}")
            button.setVisible(not group or group in present)
        self.list.show_rows([item.row for item in self.items if self.group in ("", item.group)])
        self._choose(self.list.key())

    def _choose(self, key: str) -> None:
        self.detail.show_item(next((item for item in self.items if item.key == key), None))
        tab_in_order(self.column)
