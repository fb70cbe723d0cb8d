"""The page of the debates: every one there is, read on while a person scrolls, and what a search finds in them,
narrowed by project, repository and state."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from disputatio.app.application import Application
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import LinkButton, TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.focus import stops
from disputatio.faces.gui.kit.inputs import DropDown
from disputatio.faces.gui.kit.lists import Role, Row, RowList
from disputatio.faces.gui.kit.page_contract import Page
from disputatio.faces.gui.library import debate_index
from disputatio.faces.gui.library.debate_index import DebateDelegate, DebateListModel
from disputatio.faces.gui.library.mention_rows import MentionsCard
from disputatio.faces.gui.window_actions import ShowPage, Thing
from disputatio.storage.catalogue import DebateEntry, Narrowing
from disputatio.storage.mentions import MentionPage

PART: Final = 100
"""Debates that are read at a time."""
NEAR: Final = 600
"""Pixels above the end at which the next ones are read."""
STATES: Final = (
    ("", tr("Any state")),
    ("running", tr("Running")),
    ("paused", tr("Paused")),
    ("completed", tr("Finished")),
    ("cancelled", tr("Stopped")),
    ("failed", tr("Failed")),
)
KEPT: Final = {"note": (tr("Note"), "note"), "document": (tr("Document"), "book")}
"""What a person kept is found as well, and goes before what was said: word and icon."""
KEPT_MOST: Final = 5
WIDEST: Final = 900
"""Pixels; longer lines are hard to read."""


class Choice(DropDown):
    """One narrowing: "" stands for all."""

    def __init__(self, name: str, everything: str) -> None:
        super().__init__()
        self._everything = everything
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMaximumWidth(220)
        self.addItem(everything, "")

    def offer(self, offered: Sequence[tuple[str, str]]) -> None:
        """Offer these; what is chosen stays chosen."""
        chosen = self.currentData()
        self.blockSignals(True)
        self.clear()
        self.addItem(self._everything, "")
        for ref, words in offered:
            self.addItem(words, ref)
            self.setItemData(self.count() - 1, words, Qt.ItemDataRole.ToolTipRole)
        self.setCurrentIndex(max(0, self.findData(chosen)))
        self.blockSignals(False)
        self.setEnabled(bool(offered))


class DebatesPage(Page):
    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app, self._bridge = app, bridge
        self._titles: dict[str, str] = {}
        self._entries: list[DebateEntry] = []
        self._total, self._number, self._reading = 0, 0, False
        self.text = ""
        """What is searched for; "" where every debate is listed."""
        self.heading = QLabel(tr("Debates"))
        self.heading.setProperty("look", "title")
        self.project = Choice(tr("Project"), tr("Any project"))
        self.repository = Choice(tr("Repository"), tr("Any repository"))
        self.state = Choice(tr("State"), STATES[0][1])
        self.state.offer(STATES[1:])
        self.all = LinkButton(tr("Show all"))
        self.all.clicked.connect(lambda: self.go("search", ""))
        self.model = DebateListModel(self)
        self.list = self._make_list()
        self.empty = EmptyState("", icon="chat")
        self.kept = RowList(tr("Notes and documents with these words"))
        self.kept.opened.connect(self._open_kept)
        self.cards: dict[str, MentionsCard] = {}
        self.further = TextButton(tr("Show more debates"), icon="chevron-down")
        self.further.clicked.connect(lambda: self._bridge.start(self._find(len(self.cards))))
        self._stack = QStackedWidget()
        for each in (self.list, self._make_results(), self.empty):
            self._stack.addWidget(each)
        self._lay_out()
        for choice in (self.project, self.repository, self.state):
            choice.currentIndexChanged.connect(self._narrowed)

    def _make_list(self) -> QListView:
        view = QListView()
        view.setAccessibleName(tr("All debates"))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setModel(self.model)
        view.setItemDelegate(DebateDelegate(view))
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.clicked.connect(lambda index: self.debate_opened.emit(index.data(Role.KEY)))
        view.activated.connect(lambda index: self.debate_opened.emit(index.data(Role.KEY)))
        view.customContextMenuRequested.connect(self._ask_menu)
        view.verticalScrollBar().valueChanged.connect(self._scrolled)
        return view

    def _make_results(self) -> QScrollArea:
        inside = QWidget()
        column = layouts.column(self.kept, of=inside, margins=(0, 0, 8, 16), spacing=12)
        self._found = QVBoxLayout()
        self._found.setSpacing(12)
        column.addLayout(self._found)
        column.addWidget(self.further, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.results = QScrollArea()
        self.results.setWidgetResizable(True)
        self.results.setFrameShape(QFrame.Shape.NoFrame)
        self.results.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.results.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.results.setWidget(inside)
        self.results.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        return self.results

    def _lay_out(self) -> None:
        head = layouts.row(self.heading, self.all, spacing=8)
        head.addStretch(1)
        for choice in (self.project, self.repository, self.state):
            head.addWidget(choice)
        inside = QWidget()
        inside.setMaximumWidth(WIDEST)
        layouts.column(head, (self._stack, 1), of=inside, margins=(24, 18, 16, 0), spacing=14)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addStretch(1)
        whole.addWidget(inside, 100)
        whole.addStretch(1)

    # ---- where the person is ---------------------------------------------------------------------------------------
    def go(self, kind: Thing, id: str) -> None:
        """List the debates ("search", ""), search them for a text, or with ("", "") read again what is shown."""
        if kind == "search":
            self.text = id.strip()
        self._bridge.start(self._read())

    def focus(self) -> QWidget:
        """Return the list, or the first of what was found; the search was asked for elsewhere."""
        shown = self._stack.currentWidget() or self
        return self.list if shown is self.list else next(stops(shown), self.state)

    def _show(self, part: QWidget) -> None:
        """Show the list, what was found, or that there is nothing; the keyboard stays in it where it is there."""
        here = self.window().focusWidget()
        held = here is not None and self._stack.isAncestorOf(here) and not part.isAncestorOf(here)
        self._stack.setCurrentWidget(part)
        if held:
            self.focus().setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def narrowing(self) -> Narrowing:
        status = str(self.state.currentData() or "")
        project, repository = (str(choice.currentData() or "") for choice in (self.project, self.repository))
        kind = "project" if project else "repository" if repository else ""
        return Narrowing(status=status, context_kind=kind, context_ref=project or repository)

    def _narrowed(self) -> None:
        """Read anew. A debate is about one thing: a project and a repository exclude one another."""
        other = {self.project: self.repository, self.repository: self.project}.get(self.sender())  # type: ignore[call-overload]
        if other is not None and self.sender().currentData():  # type: ignore[attr-defined]
            other.blockSignals(True)
            other.setCurrentIndex(0)
            other.blockSignals(False)
        self._bridge.start(self._read())

    async def _read(self) -> None:
        found = await self._app.catalogue.contexts()
        self.project.offer([(ref, title or ref) for kind, ref, title, _ in found if kind == "project"])
        self.repository.offer([(ref, title or ref) for kind, ref, title, _ in found if kind == "repository"])
        self.all.setVisible(bool(self.text))
        if self.text:
            await self._find(0)
        else:
            await self._list(max(PART, len(self._entries)))

    # ---- every debate ----------------------------------------------------------------------------------------------
    async def _list(self, most: int, first: int = 0) -> None:
        self._number += 1
        number, chosen = self._number, self.narrowing
        self._reading = True
        try:
            total = await self._app.catalogue.count(chosen)
            part = await self._app.catalogue.part(chosen, most, first)
            left = await self._app.sessions.interrupted_debates(part)
        finally:
            self._reading = False
        if number != self._number or self.text:
            return
        known = {entry.id for entry in part}
        self._entries = [*(entry for entry in self._entries[:first] if entry.id not in known), *part]
        self._total, now = total, self._app.clock.now()
        kept = self.model.items[: len(self._entries) - len(part)]
        items = [debate_index.item(entry, now, interrupted=entry.id in left) for entry in part]
        self.model.set_items([*kept, *items])
        self.heading.setText(plural("{count} debate", "{count} debates", total))
        narrowed = chosen != Narrowing()
        self.empty.set_text(
            tr("No debates here") if narrowed else tr("No debates yet"),
            tr("No debates match this filter.") if narrowed else tr("Your first one will appear here."),
        )
        self._show(self.list if total else self.empty)

    def _scrolled(self, value: int) -> None:
        near = value > self.list.verticalScrollBar().maximum() - NEAR
        if near and not self._reading and not self.text and len(self._entries) < self._total:
            self._bridge.start(self._list(PART, len(self._entries)))

    def _ask_menu(self, place: QPoint) -> None:
        index = self.list.indexAt(place)
        if index.isValid():
            self.menu_wanted.emit(index.data(Role.KEY), self.list.viewport().mapToGlobal(place))

    # ---- what a search finds ---------------------------------------------------------------------------------------
    async def _find(self, first: int) -> None:
        self._number += 1
        number, text = self._number, self.text
        found = await self._app.mentions.find(text, self.narrowing, first=first)
        kept = [] if first else await self._kept(text)
        if not self._titles:
            self._titles = await self._formats()
        if number != self._number or text != self.text:
            return
        if not first:
            self._clear(kept)
        for each in found.read:
            card = self.cards[each.entry.id] = MentionsCard(each, self._titles.get(each.entry.format, ""))
            card.opened.connect(self.left)
            card.more_wanted.connect(lambda id: self._bridge.start(self._find_all(id)))
            self._found.addWidget(card)
        self._say(found)

    async def _kept(self, text: str) -> list[Row]:
        hits = await self._app.search.find(text, tuple(KEPT), limit=KEPT_MOST)
        return [
            Row(key=f"{kind}:{hit.id}", title=hit.title or word, subtitle=hit.snippet, icon=icon, chip=word)
            for kind, (word, icon) in KEPT.items()
            for hit in hits.get(kind, ())
        ]

    async def _formats(self) -> dict[str, str]:
        shelf = await asyncio.to_thread(self._app.formats.all)
        return {each.name: tr(each.format.title) for each in shelf if each.format}

    def _clear(self, kept: Sequence[Row]) -> None:
        for card in self.cards.values():
            self._found.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = {}
        self.kept.show_rows(kept)
        self.kept.setFixedHeight(len(kept) * 52 + 4)
        self.kept.setVisible(bool(kept))
        self.results.verticalScrollBar().setValue(0)

    def _say(self, found: MentionPage) -> None:
        kept = len(self.kept.rows())
        said = tr("{least}{places} in {debates}").format(
            least=tr("at least ") if found.more else "",
            places=plural("{count} place", "{count} places", found.places),
            debates=plural("{count} debate", "{count} debates", found.debates),
        )
        texts = plural("{count} note or document", "{count} notes and documents", kept)
        parts = [texts] * bool(kept) + [said] * bool(found.debates or not kept)
        self.heading.setText(" · ".join(parts))
        self.further.setVisible(len(self.cards) < found.debates)
        self.empty.set_text(
            tr("No debate contains “{text}”").format(text=self.text), tr("Try other words, or other filters.")
        )
        self._show(self.results if self.cards or kept else self.empty)

    async def _find_all(self, id: str) -> None:
        found = await self._app.mentions.find(self.text, self.narrowing, whole=id)
        if found.read and id in self.cards:
            self.cards[id].show_places(found.read[0])

    def _open_kept(self, key: str) -> None:
        kind, _, id = key.partition(":")
        self.left.emit(ShowPage(page="library", kind="note" if kind == "note" else "document", id=id))
