"""Keeps the sidebar up to date with the library: debates, projects, the bin, the state of the providers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from disputatio.app.settings import declarations
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.library import debate_index
from disputatio.faces.gui.library.debate_index import DebateItem
from disputatio.faces.gui.shell.router import OpenDebates
from disputatio.faces.gui.shell.sidebar import Sidebar
from disputatio.faces.gui.window_actions import PageName

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.storage.catalogue import DebateEntry

HOLDINGS: Final[Mapping[PageName, str]] = {
    "debates": "debates",
    "library": "library",
    "repository": "repositories",
    "personas": "personas",
    "memory": "memories",
}
"""What the row of a page counts."""
SETTLE = 200
"""Milliseconds in which several reasons to read the library again become one."""
NEWS = 1000
"""Milliseconds between two readings for what other processes do: a debate in a terminal writes all the time."""

LATER = 15_000
"""Milliseconds until it is looked again whether what runs elsewhere still does: who is killed says nothing."""


class SidebarFeed(QObject):
    def __init__(self, sidebar: Sidebar, opened: OpenDebates, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sidebar, self._debates, self._bridge = sidebar, opened, bridge
        self._app: Application | None = None
        self._entries: dict[str, DebateEntry] = {}
        self._deleted: dict[str, DebateEntry] = {}
        self._unread: set[str] = set()
        self._needed: frozenset[str] = frozenset()
        self._interrupted: set[str] = set()
        self._timer = QTimer(self, singleShot=True, interval=SETTLE)
        self._timer.timeout.connect(self._read)
        self._news = QTimer(self, singleShot=True, interval=NEWS)
        self._news.timeout.connect(self._read)
        self._later = QTimer(self, singleShot=True, interval=LATER)
        self._later.timeout.connect(self._read)
        opened.changed.connect(self._put)
        opened.rested.connect(self._rested)

    async def adopt(self, app: Application) -> None:
        self._app = app
        self.show_state()
        await self.reload()
        app.sessions.on_news = self._noticed

    def titles(self) -> list[tuple[str, str]]:
        """Return id and title of every debate."""
        return [(entry.id, entry.title or entry.topic) for entry in self._entries.values()]

    def is_known(self, id: str) -> bool:
        """Whether a debate is in the library and not in its bin."""
        return id in self._entries

    def is_deleted(self, id: str) -> bool:
        return id in self._deleted

    def refresh(self) -> None:
        """Read the library again, soon."""
        self._timer.start()

    def _noticed(self, ids: frozenset[str]) -> None:
        """Read the library soon: another process began a debate, or went on with one."""
        if not self._news.isActive():
            self._news.start()

    def note_needed(self, ids: frozenset[str]) -> None:
        """Take note of the debates that wait for the person: the reason is said above the list, and not again in it."""
        if ids != self._needed:
            changed, self._needed = ids ^ self._needed, ids
            for id in changed & self._entries.keys():
                self._sidebar.put(self._item(self._entries[id]))

    def note_seen(self, id: str) -> None:
        self._unread.discard(id)

    def _read(self) -> None:
        if self._app is not None:
            self._bridge.start(self.reload())

    async def reload(self) -> None:
        assert self._app is not None, "asked after the application is open"
        self._entries = {entry.id: entry for entry in await self._app.catalogue.all()}
        self._deleted = {entry.id: entry for entry in await self._app.catalogue.all(deleted=True)}
        self._interrupted = await self._app.sessions.interrupted_debates(list(self._entries.values()))
        if any(entry.status == "running" and self._debates.live(entry.id) is None for entry in self._entries.values()):
            self._later.start()
        live = [self._item(entry) for entry in self._entries.values()]
        now = self._app.clock.now()
        gone = [debate_index.item(entry, now) for entry in self._deleted.values()]
        self._sidebar.set_debates(live, gone, self._debates.current)
        held = await self._app.catalogue.holdings()
        self._sidebar.show_counts({page: held[name] for page, name in HOLDINGS.items()})

    def _item(self, entry: DebateEntry) -> DebateItem:
        assert self._app is not None, "asked after the application is open"
        live = self._debates.live(entry.id)
        sentence = live.sentence() if live is not None and live.debate.status == "debating" else ""
        waiting = live is not None and live.debate.status == "debating" and live.turn_waiting() is not None
        unread = entry.id in self._unread
        score = live.score if live is not None else None
        left = entry.id in self._interrupted and live is None
        now = self._app.clock.now()
        return debate_index.item(
            entry,
            now,
            live=sentence,
            score=score,
            waiting=waiting,
            unread=unread,
            interrupted=left,
            needed=entry.id in self._needed,
        )

    def _put(self, id: str) -> None:
        """Show in the list that an open debate is different."""
        entry, live = self._entries.get(id), self._debates.live(id)
        if entry is None or live is None:
            return
        if (live.debate.status == "debating") != (entry.status == "running"):
            self.refresh()
        else:
            self._sidebar.put(self._item(entry))

    def _rested(self, id: str, status: str, waiting: bool) -> None:
        if id != self._debates.current:
            self._unread.add(id)

    # ---- state ------------------------------------------------------------------------------------------
    def show_state(self) -> None:
        """Say which providers can be asked, in a line."""
        if self._app is not None:
            ready = self._app.offered_providers()
            names = ", ".join(self._app.providers.title(name) for name in ready)
            count = plural("{count} provider", "{count} providers", len(ready))
            local = self._app.settings.get(declarations.LOCAL_MODEL).partition(":")[0]
            self._sidebar.set_state(
                tr("{number} ready: {names}").format(number=count, names=names)
                if ready
                else tr("{server} on this computer").format(server=self._app.providers.title(local))
                if local
                else tr("No provider has a key yet")
            )
