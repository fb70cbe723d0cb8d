"""A project: goals, tasks, documents and notes that debates can take as context."""

from __future__ import annotations

from typing import Literal

from disputatio.debate.values import value
from disputatio.library.workspace import DEFAULT

ProjectStatus = Literal["planned", "active", "paused", "done", "archived"]


@value
class Project:
    """`workspace` is its workspace's id."""

    name: str
    description: str = ""
    goals: tuple[str, ...] = ()
    status: ProjectStatus = "active"
    workspace: str = DEFAULT
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0
