"""Searching the repository that is shown: files by their names, and, once it is indexed, parts by what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from disputatio.app.repository_status import RepositoryStatus
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.screens.repository.search_card import SearchCard

if TYPE_CHECKING:
    from disputatio.app.application import Application

FOUND, FILES = 40, 6
"""Parts and files that are listed."""
NO_FILE = "No file is called that. With an index, its contents are searched as well."


class Searching(QObject):
    """What comes too late is not shown."""

    def __init__(self, app: Application, bridge: Bridge, card: SearchCard, parent: QObject) -> None:
        super().__init__(parent)
        self._repositories, self._card = app.repositories, card
        self._status: RepositoryStatus | None = None
        self._asked = 0
        card.searched.connect(lambda text: bridge.start(self._search(text), self._refuse))

    def follow(self, status: RepositoryStatus) -> None:
        """The repository that is shown. Another than before has nothing found in it yet."""
        if self._status is None or status.path != self._status.path:
            self._card.clear()
        self._status = status
        self._card.show_indexed(bool(status.index.at))

    async def _search(self, text: str) -> None:
        self._asked += 1
        asked, status = self._asked, self._status
        if status is None:
            return
        named = await self._repositories.reading.named(status.path, "", text, FILES)
        indexed = bool(status.index.at)
        found = await self._repositories.search(status.path, text, FOUND) if indexed else None
        if asked == self._asked and self._status is not None and status.path == self._status.path:
            self._card.show_results(found, "" if indexed or named else NO_FILE, named)

    def _refuse(self, error: DisputatioError) -> None:
        self._card.show_results(None, error.user_message)
