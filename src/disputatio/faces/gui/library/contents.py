"""What is in the library, read for the page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from disputatio.app.application import Application
from disputatio.debate.errors import DisputatioError
from disputatio.debate.natural_order import natural
from disputatio.faces.gui.kit.rows import Row
from disputatio.faces.gui.library import library_rows
from disputatio.library.assignment import Assignment
from disputatio.library.document import Document
from disputatio.library.note import Note
from disputatio.library.project import Project
from disputatio.library.task import Task
from disputatio.library.workspace import DEFAULT, Workspace


class Contents:
    """Raises NotFound, StorageHeld."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def workspaces(self) -> list[Workspace]:
        """The default one first, then by name."""
        found = await self._app.library.all(Workspace)
        return sorted(found, key=lambda each: (each.id != DEFAULT, natural(each.name)))

    async def projects(self, workspace: str) -> list[Project]:
        found = await self._app.library.all(Project, workspace=workspace)
        return sorted(found, key=lambda each: (each.status in library_rows.OVER, natural(each.name)))

    async def notes(self, workspace: str) -> list[Row]:
        now = self._app.clock.now()
        return [library_rows.note(each, now) for each in await self._app.library.all(Note, workspace=workspace)]

    async def documents(self, workspace: str) -> list[Row]:
        now = self._app.clock.now()
        return [library_rows.document(each, now) for each in await self._app.library.all(Document, workspace=workspace)]

    async def bin(self) -> list[Row]:
        now = self._app.clock.now()
        return [library_rows.bin_row(each, now) for each in await self._app.library.bin()]

    async def of_project(self, id: str) -> dict[str, list[Row]]:
        """By tab."""
        library, now = self._app.library, self._app.clock.now()
        return {
            "Tasks": library_rows.tasks(await library.all(Task, project=id)),
            "Assignments": [library_rows.assignment(each, now) for each in await library.all(Assignment, project=id)],
            "Documents": [library_rows.document(each, now) for each in await library.all(Document, project=id)],
            "Notes": [library_rows.note(each, now) for each in await library.all(Note, project=id)],
            "Debates": await self._debates("project", id),
        }

    async def of_assignment(self, given: Assignment) -> dict[str, list[Row]]:
        library, now = self._app.library, self._app.clock.now()
        tasks = await library.all(Task, project=given.project)
        documents = await library.all(Document, assignment=given.id)
        return {
            "Tasks": library_rows.tasks([task for task in tasks if task.id in given.tasks]),
            "Documents": [library_rows.document(each, now) for each in documents],
            "Debates": await self._debates("assignment", given.id),
        }

    async def _debates(self, kind: str, id: str) -> list[Row]:
        now = self._app.clock.now()
        found = await self._app.catalogue.all(context_kind=kind, context_ref=id)
        return [library_rows.debate(each, now) for each in found]

    async def search(self, text: str) -> list[Row | str]:
        kinds = ("project", "assignment", "task", "document", "note", "workspace")
        return library_rows.hits(await self._app.search.find(text, kinds, limit=30))

    async def import_files(
        self, paths: list[Path], workspace: str, project: str, assignment: str
    ) -> tuple[list[Document], list[str]]:
        """Text files as documents; what could not be read is said and keeps nothing else from being read."""
        made, faults = [], []
        for path in paths:
            try:
                document = await self._app.library.import_document(path, project=project, assignment=assignment)
                if not project and document.workspace != workspace:
                    document = await self._app.library.edit(replace(document, workspace=workspace))
                made.append(document)
            except DisputatioError as error:
                faults.append(error.user_message)
        return made, faults
