"""The inspector of the memory: what was recalled into this debate, why, who read it, and where it was said again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from disputatio.debate.wording import tr
from disputatio.engine.errors import NotFound
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate.inspector import Detail, InspectorView, ToneChip, narrow, section, text_label
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.kit.buttons import LinkButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.layouts import FlowLayout, refilled
from disputatio.faces.gui.kit.wrapped_rows import RowsView
from disputatio.faces.gui.memory.insight_sheet import terms_table
from disputatio.faces.gui.memory.insights import GROUPS, OccasionItem, ReminderItem, origins, reminder_items
from disputatio.faces.gui.window_actions import ShowDebate, ShowPage

if TYPE_CHECKING:
    from disputatio.app.application import Application


OCCASIONS = 1
"""Times that are explained at first: the newest."""
SOUGHT = 160
"""Characters of what was looked for."""


class ReminderDetail(Detail):
    """One memory in full: where it comes from, who read it, and why it was recalled."""

    insight_wanted = Signal(str)
    """The id of an insight that the person wants to see in the memory."""
    debate_wanted = Signal(str)
    """The id of the debate that it comes from."""

    def __init__(self) -> None:
        super().__init__(tr("Remembered"))
        self.item: ReminderItem | None = None
        self.memory = TextButton(tr("Open in the memory"), icon="memory")
        self.memory.setToolTip(tr("Reword, dispute, merge or forget it"))
        self.memory.clicked.connect(self._want_insight)
        self.body.addWidget(self.memory)

    def show_item(self, item: ReminderItem | None) -> None:
        if item == self.item:
            return
        self.item = item
        self.setVisible(item is not None)
        with refilled(self.lines):
            if item is not None:
                self._show(item)

    def _show(self, item: ReminderItem) -> None:
        chips = FlowLayout(spacing=6)
        chips.addWidget(ToneChip(item.chip, item.tone))
        if item.sure:
            chips.addWidget(ToneChip(item.sure))
        self.lines.addLayout(chips)
        self.lines.addWidget(text_label(item.row.text))
        self._show_origin(item)
        self.lines.addWidget(section(tr("Who read it")))
        self.lines.addWidget(text_label(item.audience, "caption"))
        if item.repeated:
            self.link(tr("Said again in"), *item.repeated)
        self.lines.addWidget(section(tr("Why was this recalled?")))
        for occasion in item.occasions[:OCCASIONS]:
            self._show_occasion(occasion)
        if earlier := item.occasions[OCCASIONS:]:
            self._fold(earlier)
        self.memory.setVisible(bool(item.insight))

    def _show_origin(self, item: ReminderItem) -> None:
        if not item.origin:
            self.lines.addWidget(text_label(item.origin_title, "caption"))
            return
        button = LinkButton(item.origin_title, icon="chat")
        button.setAccessibleName(
            tr("Comes from the debate {origin_title}: open it").format(origin_title=item.origin_title)
        )
        button.clicked.connect(lambda: self.debate_wanted.emit(item.origin))
        self.lines.addWidget(button)

    def _show_occasion(self, occasion: OccasionItem) -> None:
        sought = occasion.sought if len(occasion.sought) <= SOUGHT else occasion.sought[:SOUGHT].rstrip() + " …"
        about = tr("Looked for: {sought}").format(sought=sought)
        self.lines.addWidget(text_label(f"{occasion.words[:1].upper()}{occasion.words[1:]}", "strong"))
        self.lines.addWidget(text_label(about, "caption"))
        self.lines.addWidget(terms_table(occasion.why))
        if occasion.why.places:
            self.lines.addWidget(text_label(occasion.why.places, "caption"))
        if occasion.read:
            self.link(tr("Read in"), *occasion.read)

    def _fold(self, earlier: tuple[OccasionItem, ...]) -> None:
        more = LinkButton(tr("Show {number_of_earlier} earlier").format(number_of_earlier=len(earlier)))

        def show_all() -> None:
            more.hide()
            for occasion in earlier:
                self._show_occasion(occasion)

        more.clicked.connect(show_all)
        self.lines.addWidget(more)

    def _want_insight(self) -> None:
        if self.item is not None and self.item.insight:
            self.insight_wanted.emit(self.item.insight)


TALLEST: Final = 380
SETTLE: Final = 0.2
"""Seconds in which what was said just now is shown before a thread takes turns with the window."""


class RemindersInspector(InspectorView):
    def __init__(self, app: Application, bridge: Bridge) -> None:
        super().__init__()
        self.items: tuple[ReminderItem, ...] = ()
        self.group = ""
        self._app, self._bridge = app, bridge
        self._why_none = ""
        self._of: LiveDebate | None = None
        self._seen: object = None
        self._busy = self._again = False
        self._titles: dict[str, str] = {}
        self.filters: dict[str, QToolButton] = {}
        self.list, self.detail = RowsView(tr("What was recalled"), tallest=TALLEST), ReminderDetail()
        self.card = TitledCard(tr("Recalled into this debate"))
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
            return tr("Reading the memory …"), ""
        return (tr("Nothing was recalled"), self._why_none) if not self.items else ("", "")

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
        """Show only what counts as this; "" shows all."""
        self.group = group
        self.filters[group].setChecked(True)
        self._draw()

    def show_live(self, live: LiveDebate) -> None:
        """Do nothing: `_draw` has shown it when it was read."""

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
        """Read the title of a debate. One that was erased has none, and may come back with an import."""
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
            words = f"{sign} {word.capitalize()}" if group else tr("All")
            button.setText(f"{words} {count}")
            button.setVisible(not group or group in present)
        self.list.show_rows([item.row for item in self.items if self.group in ("", item.group)])
        self._choose(self.list.key())

    def _choose(self, key: str) -> None:
        self.detail.show_item(next((item for item in self.items if item.key == key), None))
