"""What one place of the library shows, read at once."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from disputatio.app.application import Application
from disputatio.debate.values import value
from disputatio.engine.errors import NotFound
from disputatio.faces.gui.screens.library.contents import Contents
from disputatio.faces.gui.screens.library.trail import WRITTEN, Place
from disputatio.faces.gui.screens.library.writing import Written
from disputatio.library.assignment import Assignment
from disputatio.library.document import Document
from disputatio.library.note import Note
from disputatio.library.project import Project
from disputatio.library.workspace import DEFAULT, Workspace


@value
class Shown:
    """`rows` are those of the place: a list, or one for each tab; `workspace` is the one that it belongs to."""

    place: Place
    workspace: str = DEFAULT
    workspaces: tuple[Workspace, ...] = ()
    projects: tuple[Project, ...] = ()
    project: Project | None = None
    assignment: Assignment | None = None
    written: Written | None = None
    rows: Any = field(default=None)


class Reading:
    """Raises NotFound, StorageHeld."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._contents = Contents(app)

    async def read(self, place: Place, workspace: str, *, being_written: str = "") -> Shown:
        """`being_written` is the key of what is on the sheet: it is not read over what was typed."""
        kind, id = place
        assignment = await self._app.library.get(Assignment, id) if kind == "assignment" else None
        owner = assignment.project if assignment else id if kind == "project" else ""
        project = await self._app.library.get(Project, owner) if owner else None
        written = await self._written(kind, id) if kind in WRITTEN and id and being_written != f"{kind}:{id}" else None
        workspaces = await self._contents.workspaces()
        workspace = project.workspace if project else workspace
        if workspace not in {each.id for each in workspaces}:
            workspace = DEFAULT
        return Shown(
            place=place,
            workspace=workspace,
            workspaces=tuple(workspaces),
            projects=tuple(await self._contents.projects(workspace)),
            project=project,
            assignment=assignment,
            written=written,
            rows=await self._rows(place, workspace, assignment),
        )

    async def _rows(self, place: Place, workspace: str, assignment: Assignment | None) -> Any:
        kind, id = place
        match kind:
            case "notes":
                return await self._contents.notes(workspace)
            case "documents":
                return await self._contents.documents(workspace)
            case "bin":
                return await self._contents.bin()
            case "search":
                return await self._contents.search(id)
            case "project":
                return await self._contents.of_project(id)
        return await self._contents.of_assignment(assignment) if assignment else None

    async def _written(self, kind: str, id: str) -> Written:
        """Who has only an id may mean either: what is no note is a document."""
        if kind == "note":
            try:
                return await self._app.library.get(Note, id)
            except NotFound:
                pass
        return await self._app.library.get(Document, id)

    async def owners(self) -> list[Project]:
        """The projects that a note can belong to."""
        return await self._app.library.all(Project)
