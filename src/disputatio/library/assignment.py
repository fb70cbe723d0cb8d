"""An assignment: a piece of work of a project, with the tasks it is linked to."""

from __future__ import annotations

from typing import Literal

from disputatio.debate.values import value
from disputatio.library.task import Priority

AssignmentStatus = Literal["open", "active", "review", "done", "dropped"]


@value
class Assignment:
    """`project` is its project's id, `tasks` the ids of the linked tasks."""

    name: str
    project: str
    description: str = ""
    status: AssignmentStatus = "open"
    priority: Priority = "normal"
    tasks: tuple[str, ...] = ()
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0
