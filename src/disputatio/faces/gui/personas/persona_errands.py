"""What changes personas and their corpora from the window: copying, deleting with the way back, files in and out."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.paths import file_name
from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit.inputs import ask_files, ask_place
from disputatio.faces.gui.kit.question import Confirm
from disputatio.library.corpus import Source
from disputatio.library.persona import Persona

TOML: Final = tr("Personas (*.toml)")


class PersonaErrands(QObject):
    changed = Signal()
    """The list is different."""
    made = Signal(str)
    """The id of a persona that is to be shown."""
    said = Signal(str, str)
    """Words, and the deletion that can be undone ("" for none)."""
    refused = Signal(object)
    """What went wrong (DisputatioError)."""
    reading = Signal(str)
    """The file that is being read; "" when all are."""
    read = Signal(str, list)
    """The persona whose corpus is different, and what kept files out of it."""

    def __init__(self, app: Application, bridge: Bridge, over: QWidget) -> None:
        super().__init__(over)
        self._app, self._bridge, self._over = app, bridge, over

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        self._bridge.start(work, self.refused.emit)

    # ---- personas --------------------------------------------------------------------------------------------------
    async def copy(self, persona: Persona) -> None:
        names = {each.persona.name.casefold() for each in await self._app.personas.all() if not each.example}
        made = await self._app.personas.copy(persona, _free(persona.name, names))
        self.changed.emit()
        self.made.emit(made.id)
        self.said.emit(tr("“{made}” is yours").format(made=made.name), "")

    async def delete(self, persona: Persona) -> None:
        removed = await self._app.personas.delete(persona)
        self.changed.emit()
        self.said.emit(tr("“{persona}” moved to the bin").format(persona=persona.name), removed.id)

    async def restore(self, id: str) -> None:
        removed = await self._app.library.restore(id)
        self.changed.emit()
        self.made.emit(removed.items[0].id)
        self.said.emit(tr("“{removed_title}” is back").format(removed_title=removed.title), "")

    async def take_in(self, paths: Sequence[Path]) -> None:
        """Take in personas from their files; one that cannot be read keeps out no other."""
        faults: list[str] = []
        for path in paths:
            try:
                made, read = await self._app.personas.take_in(path)
            except DisputatioError as fault:
                faults.append(fault.user_message)
                continue
            self.changed.emit()
            self.made.emit(made.id)
            self.said.emit(tr("“{made}” was imported").format(made=made.name), "")
            if read.sources:
                names = ", ".join(read.sources)
                faults.append(
                    tr(
                        "{made} had read {names}. A persona's file does not contain these texts, so add the files "
                        "that you have."
                    ).format(made=made.name, names=names)
                )
        if faults:
            self.refused.emit(DisputatioError("\n".join(faults)))

    async def export(self, persona: Persona, path: Path) -> None:
        text = await self._app.personas.export(persona)
        try:
            await asyncio.to_thread(path.write_text, text, "utf-8")
        except OSError as fault:
            raise Refused(
                tr("{path} cannot be written: {strerror}.").format(path=path, strerror=fault.strerror),
                tr("Choose another place."),
            ) from fault
        self.said.emit(tr("Written: {path}").format(path=path.name), "")

    def choose_personas(self) -> None:
        """Ask for files, and take them in."""
        ask_files(self._over, tr("Import personas"), lambda paths: self.start(self.take_in(paths)), kinds=TOML)

    def choose_place(self, persona: Persona) -> None:
        """Ask where to, and write the persona there."""
        title = tr("Export {persona}").format(persona=persona.name)
        name = f"{file_name(persona.name, 'persona')}.toml"
        ask_place(self._over, title, name, lambda path: self.start(self.export(persona, path)), kinds=TOML)

    # ---- what they have read ---------------------------------------------------------------------------------------
    async def add_files(self, persona: Persona, paths: Sequence[Path]) -> None:
        """Add files one after another; one that cannot be read keeps out no other."""
        faults = []
        try:
            for path in paths:
                self.reading.emit(path.name)
                try:
                    await self._app.personas.corpora.add(persona, path)
                except Refused as fault:
                    faults.append(fault.user_message)
        finally:
            self.reading.emit("")
        self.read.emit(persona.id, faults)
        self.changed.emit()

    async def remove_source(self, persona: Persona, source: Source) -> None:
        if await answer(Confirm.of(erasures.of_source(persona, source), tr("Keep it"), self._over)):
            await self._app.personas.corpora.remove(source.id)
            self.read.emit(persona.id, [])
            self.changed.emit()


def _free(name: str, taken: set[str]) -> str:
    """Return the name, or the first of "name (2)", "name (3)" … that nobody has."""
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name[:70]} ({number})"
    return free
