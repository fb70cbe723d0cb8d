"""The card "Search": files by their names, parts by what they say, each opening at its lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QSizePolicy

from disputatio.app.repositories.code_search import CodeHit, CodeResults
from disputatio.app.repositories.status import RepositoryStatus
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.lists import HIGH, LOW, RowList
from disputatio.faces.gui.repository import repository_rows
from disputatio.faces.gui.sources.source_view import path_row

if TYPE_CHECKING:
    from disputatio.app.application import Application


SETTLE = 300
"""Milliseconds without typing until it searches."""
PLAIN = tr("Part of a path or of a file's name…")
INDEXED = tr("A file, words, a name, or what the code does…")
SHOWN = 9
"""Rows that are seen without scrolling."""


class SearchCard(TitledCard):
    """The field, and what was found."""

    searched = Signal(str)
    opened = Signal(str, int, int)
    """A place that was chosen: a path, and its first and last line (0: the whole file)."""

    def __init__(self) -> None:
        super().__init__(tr("Search this repository"))
        self._places: dict[str, tuple[str, int, int]] = {}
        self.field = LineField()
        self.field.setPlaceholderText(PLAIN)
        self.field.setAccessibleName(tr("Search this repository"))
        self.field.setClearButtonEnabled(True)
        self._timer = QTimer(self, singleShot=True, interval=SETTLE)
        self._timer.timeout.connect(self._search)
        self.field.textChanged.connect(lambda _text: self._timer.start())
        self.field.returnPressed.connect(self._search)
        below = QShortcut(QKeySequence(Qt.Key.Key_Down), self.field, context=Qt.ShortcutContext.WidgetShortcut)
        below.activated.connect(self._go_down)
        self.list = RowList(tr("Search results"))
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)  # else its card grows
        self.list.opened.connect(lambda key: self.opened.emit(*self._places[key]))
        self.said = caption()
        for widget in (self.field, self.said, self.list):
            self.body.addWidget(widget)
        self.clear()

    def clear(self) -> None:
        self.field.clear()
        self._timer.stop()  # nobody asked for anything
        self.show_results(None)

    def show_indexed(self, indexed: bool) -> None:
        """Say what can be found: without an index, files by their names only."""
        self.field.setPlaceholderText(INDEXED if indexed else PLAIN)

    def show_results(self, found: CodeResults | None, said: str = "", paths: Sequence[str] = ()) -> None:
        """Show files by name, then parts. `said` is what is in the way; None and nothing else shows nothing."""
        hits: tuple[CodeHit, ...] = found.hits if found is not None else ()
        files = [path_row(place, path) for place, path in enumerate(paths)]
        parts = [repository_rows.hit_row(place, hit) for place, hit in enumerate(hits)]
        self._places = {row.key: (path, 0, 0) for row, path in zip(files, paths, strict=True)}
        self._places |= {row.key: (hit.path, hit.first, hit.last) for row, hit in zip(parts, hits, strict=True)}
        headed = [*([tr("Files"), *files] if files else []), *([tr("Parts"), *parts] if files and parts else parts)]
        self.list.show_rows(headed)
        self.list.setVisible(bool(headed))
        heights = [LOW if isinstance(row, str) else HIGH for row in headed]
        self.list.setFixedHeight(sum(heights[:SHOWN]) + 6)
        if not said and found is not None:
            said = _said(found, bool(files))
        self.said.setText(said)
        self.said.setVisible(bool(said))

    def _go_down(self) -> None:
        """Go from the field to what was found."""
        if rows := self.list.rows():
            self.list.select(self.list.key() or rows[0].key)
            self.list.setFocus()

    def _search(self) -> None:
        self._timer.stop()
        text = self.field.text().strip()
        if text:
            self.searched.emit(text)
        else:
            self.show_results(None)


def _said(found: CodeResults, files: bool) -> str:
    if not found.hits:
        return "" if files else tr("Nothing found. Try other words, or a name as it is in the code.")
    parts = [tr("Found by words only: {why_not}.").format(why_not=found.why_not.rstrip(".")) if found.why_not else ""]
    if found.stale:
        parts.append(
            tr("{stale} more are in files that have changed. Bring the index up to date.").format(stale=found.stale)
        )
    return " ".join(part for part in parts if part)


FOUND, FILES = 40, 6
"""Parts and files that are listed."""
NO_FILE = tr("No file has that name. Once the repository is indexed, file contents are searched too.")


class RepositorySearch(QObject):
    """Searches the repository that is shown. What comes too late is not shown."""

    def __init__(self, app: Application, bridge: Bridge, card: SearchCard, parent: QObject) -> None:
        super().__init__(parent)
        self._repositories, self._card = app.repositories, card
        self._status: RepositoryStatus | None = None
        self._asked = 0
        card.searched.connect(lambda text: bridge.start(self._search(text), self._refuse))

    def follow(self, status: RepositoryStatus) -> None:
        """Search in the repository that is shown. Another than before has nothing found in it yet."""
        if self._status is None or status.path != self._status.path:
            self._card.clear()
        self._status = status
        self._card.show_indexed(bool(status.index.at))

    async def _search(self, text: str) -> None:
        self._asked += 1
        asked, status = self._asked, self._status
        if status is None:
            return
        named = await self._repositories.reading.find_paths(status.path, "", text, FILES)
        indexed = bool(status.index.at)
        found = await self._repositories.search(status.path, text, FOUND) if indexed else None
        if asked == self._asked and self._status is not None and status.path == self._status.path:
            self._card.show_results(found, "" if indexed or named else NO_FILE, named)

    def _refuse(self, error: DisputatioError) -> None:
        self._card.show_results(None, error.user_message)
