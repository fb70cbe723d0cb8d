"""What a person's work consists of: workspaces, projects with their tasks and assignments, documents and notes. Debates
take them as context. Pure values; each belongs to others by id, and one workspace always exists."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from disputatio.debate.context import ContextKind
from disputatio.debate.natural_order import Natural, natural
from disputatio.debate.values import value

DEFAULT = "default"
"""The id of the workspace that always exists."""


@value
class Workspace:
    name: str
    description: str = ""
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0


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


Priority = Literal["low", "normal", "high", "urgent"]
TaskStatus = Literal["open", "doing", "blocked", "done", "dropped"]

URGENCY: dict[Priority, int] = {"urgent": 0, "high": 1, "normal": 2, "low": 3}
PROGRESS: dict[TaskStatus, int] = {"doing": 0, "blocked": 1, "open": 2, "done": 3, "dropped": 4}


@value
class Task:
    """`project` is its project's id."""

    title: str
    project: str
    description: str = ""
    status: TaskStatus = "open"
    priority: Priority = "normal"
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0


def most_pressing(task: Task) -> tuple[int, int, Natural]:
    """Return a sort key: what is under way first, then by priority, then by name."""
    return (PROGRESS[task.status], URGENCY[task.priority], natural(task.title))


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


@value
class Document:
    """Belongs to a workspace, perhaps to one of its projects, perhaps to an assignment of that (ids).

    `source` says where the text came from (a file's name); `debate` is the id of the debate that made it.
    """

    title: str
    text: str
    source: str = ""
    workspace: str = DEFAULT
    project: str = ""
    assignment: str = ""
    debate: str = ""
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0

    def moved_to(self, project: Project | None) -> Document:
        """Return it as part of a project, or of none; an assignment of another one is left behind."""
        home, workspace = (project.id, project.workspace) if project else ("", self.workspace)
        kept = self.assignment if home == self.project else ""
        return replace(self, project=home, workspace=workspace, assignment=kept)


PURPLE = "#8B5CF6"
"""The colour of notes that come from debates."""

TAG = "ai-debate"

QUESTION = 50
"""Characters of the question that the title of such a note shows."""


@value
class Note:
    """`body` is Markdown. `debate` is the id of the debate it was saved from; `project` may be ""."""

    title: str
    body: str
    author: str = ""
    tags: tuple[str, ...] = ()
    colour: str = ""
    workspace: str = DEFAULT
    project: str = ""
    debate: str = ""
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0


def from_debate(
    *, debate: str, question: str, body: str, author: str, kind: ContextKind, context: str, project: str = ""
) -> Note:
    """Return the note that keeps a debate's final text (SPEC DESK.2). `context` is the title of what it was about."""
    words = " ".join(question.split())
    title = f"{context or 'Debate'}: {words[:QUESTION]}…"
    tags = (TAG,) if kind == "none" else (TAG, kind)
    return Note(title=title, body=body, author=author, tags=tags, colour=PURPLE, project=project, debate=debate)
