"""A task of a project."""

from __future__ import annotations

from typing import Literal

from disputatio.debate.natural_order import Natural, natural
from disputatio.debate.values import value

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
    """A sort key: what is under way first, then by priority, then by name."""
    return (PROGRESS[task.status], URGENCY[task.priority], natural(task.title))
