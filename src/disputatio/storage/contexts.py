"""The context of a debate, read from the library and from what is remembered."""

from __future__ import annotations

from typing import Literal

from disputatio.debate.context import Context
from disputatio.library.assignment import Assignment
from disputatio.library.context import of_assignment, of_project
from disputatio.library.document import Document
from disputatio.library.note import Note
from disputatio.library.project import Project
from disputatio.library.task import Task
from disputatio.storage.insights import InsightStore
from disputatio.storage.library_store import LibraryStore


async def load_context(
    library: LibraryStore, insights: InsightStore, kind: Literal["project", "assignment"], name: str
) -> Context:
    """Everything that a debate about a project or an assignment (by id or name) may take as known.

    Raises NotFound, and Refused where several have that name.
    """
    if kind == "project":
        return await _project(library, insights, await library.named(Project, name))
    return await _assignment(library, insights, await library.named(Assignment, name))


async def _project(library: LibraryStore, insights: InsightStore, project: Project) -> Context:
    return of_project(
        project,
        tasks=await library.all(Task, project=project.id),
        documents=await library.all(Document, project=project.id),
        notes=await library.all(Note, project=project.id),
        insights=await insights.about("project", project.id),
    )


async def _assignment(library: LibraryStore, insights: InsightStore, assignment: Assignment) -> Context:
    return of_assignment(
        assignment,
        tasks=await library.all(Task, project=assignment.project),
        documents=await library.all(Document, assignment=assignment.id),
        insights=await insights.about("assignment", assignment.id),
    )
