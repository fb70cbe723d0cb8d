"""What changes the library: forms to create and edit, deleting with the way back, the bin."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.screens.library import describing
from disputatio.faces.gui.screens.library.describing import KINDS, Thing
from disputatio.faces.gui.screens.library.forms import Answers, Form
from disputatio.faces.gui.screens.settings.confirm import Confirm
from disputatio.library.assignment import Assignment
from disputatio.library.task import Task, most_pressing


class Errands(QObject):
    """`said` carries words and what can be undone; `refused` an error for the person."""

    changed = Signal()
    said = Signal(str, str)
    refused = Signal(object)

    def __init__(self, app: Application, bridge: Bridge, over: QWidget) -> None:
        super().__init__(over)
        self._app, self._bridge, self._over = app, bridge, over

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        self._bridge.start(work, self._refuse)

    def _refuse(self, error: DisputatioError) -> None:
        self.refused.emit(error)

    async def create(self, thing: Thing) -> Thing | None:
        """By a form; None if the person changed their mind."""
        made: list[Thing] = []

        async def save(answers: Answers) -> None:
            stored: Thing = await self._app.library.create(replace(thing, **answers))  # type: ignore[type-var]
            made.append(stored)

        kind = describing.kind_of(thing)
        form = Form(f"New {kind}", describing.entries(thing, await self._tasks(thing)), save, self._bridge, self._over)
        if await answer(form):
            self.changed.emit()
        return made[0] if made else None

    async def edit(self, kind: str, id: str, *, name_only: bool = False) -> None:
        thing = await self.get(kind, id)

        async def save(answers: Answers) -> None:
            await self._app.library.edit(replace(thing, **answers))  # type: ignore[type-var]

        asked = describing.naming(thing) if name_only else describing.entries(thing, await self._tasks(thing))
        title = f"Rename the {kind}" if name_only else kind.capitalize()
        if await answer(Form(title, asked, save, self._bridge, self._over)):
            self.changed.emit()

    async def get(self, kind: str, id: str) -> Thing:
        """Raises NotFound."""
        return await self._app.library.get(KINDS[kind], id)  # type: ignore[type-var]

    async def finish_task(self, id: str) -> None:
        """Done, or open again."""
        task = await self._app.library.get(Task, id)
        await self._app.library.edit(replace(task, status="open" if task.status == "done" else "done"))
        self.changed.emit()

    async def delete(self, kind: str, id: str) -> None:
        """Into the bin, with what belongs to it; it can be undone."""
        removed = await self._app.library.delete(KINDS[kind], id)  # type: ignore[type-var]
        more = len(removed.items) - 1
        along = f" with {more} that belonged to it" if more else ""
        self.said.emit(f"“{removed.title}” moved to the bin{along}", removed.id)
        self.changed.emit()

    async def restore(self, id: str) -> None:
        removed = await self._app.library.restore(id)
        self.said.emit(f"“{removed.title}” is back", "")
        self.changed.emit()

    async def empty_bin(self) -> None:
        erasure = await erasures.of_library(self._app)
        if erasure.refs and await answer(Confirm.of(erasure, "Keep them", self._over)):
            await erasures.erase_library(self._app, erasure)
            self.changed.emit()

    async def _tasks(self, thing: Thing) -> list[Task]:
        """The tasks that an assignment can be linked to."""
        if not isinstance(thing, Assignment):
            return []
        return sorted(await self._app.library.all(Task, project=thing.project), key=most_pressing)
