"""Going from place to place in the library: what is shown is read anew each time, and who came later is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from disputatio.faces.gui.screens.library.errands import Errands
from disputatio.faces.gui.screens.library.navigator import Navigator
from disputatio.faces.gui.screens.library.reading import Reading, Shown
from disputatio.faces.gui.screens.library.stage import Stage
from disputatio.faces.gui.screens.library.trail import HOME, Trail
from disputatio.faces.gui.screens.library.writing import Writing, Written
from disputatio.library.note import Note


class Going(QObject):
    left = Signal()
    """The person goes elsewhere; what went wrong before is no longer said."""

    def __init__(self, reading: Reading, errands: Errands, navigator: Navigator, stage: Stage) -> None:
        super().__init__(stage)
        self._reading, self._errands = reading, errands
        self._navigator, self._stage = navigator, stage
        self._writing: Writing = stage.writing
        self._steps = 0
        self.trail = Trail()
        self.shown = Shown(place=HOME)

    def refresh(self) -> None:
        """Read what is shown anew."""
        self._errands.start(self._show())

    def go(self, kind: str, id: str = "", *, remember: bool = True) -> None:
        self._writing.flush()
        self.trail.go((kind, id), remember=remember)
        self.left.emit()
        self.refresh()

    def back(self) -> None:
        """To where the person came from; from a search, back to the library."""
        self._navigator.clear_search()
        self.go(*self.trail.back(), remember=False)

    def search(self, text: str) -> None:
        if text:
            self.go("search", text, remember=self.trail.kind != "search")
        elif self.trail.kind == "search":
            self.back()

    def enter_workspace(self, id: str) -> None:
        self.shown = Shown(place=HOME, workspace=id)
        self.trail.restart()
        self.go(*HOME, remember=False)

    def write(self, item: Written) -> None:
        """Something new."""
        self.trail.begin("note" if isinstance(item, Note) else "document")
        self._steps += 1
        self._errands.start(self._write(item))

    def written(self, item: Written) -> None:
        """It was stored. A list that was read meanwhile does not show it yet."""
        if not self.trail.writes:
            self.refresh()
        elif not self.trail.place[1] and self._writing.item is item:
            self.trail.go((self.trail.kind, item.id))

    async def _show(self) -> None:
        self._steps += 1
        step = self._steps
        key = self._writing.key if self._stage.writes else ""
        shown = await self._reading.read(self.trail.place, self.shown.workspace, being_written=key)
        owners = await self._reading.owners() if shown.written else []
        if step != self._steps:
            return
        self.shown = shown
        if shown.written is not None:
            self._writing.open(shown.written, owners)
        self._navigator.show_places(shown.workspaces, shown.workspace, shown.projects)
        self._navigator.select(self._stage.show_place(shown))

    async def _write(self, item: Written) -> None:
        self._writing.open(item, await self._reading.owners())
        self._stage.show_writing()
