"""The forms of the library: which entries a kind of thing has, and the value that the answers make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeVar, get_args

from disputatio.faces.gui.screens.library.forms import Answers, Entry
from disputatio.library.assignment import Assignment, AssignmentStatus
from disputatio.library.document import Document
from disputatio.library.note import Note
from disputatio.library.project import Project, ProjectStatus
from disputatio.library.task import Priority, Task, TaskStatus
from disputatio.library.workspace import Workspace

Thing = Workspace | Project | Assignment | Task | Document | Note
T = TypeVar("T", Workspace, Project, Assignment, Task, Document, Note)

KINDS: Final[dict[str, type[Thing]]] = {
    "workspace": Workspace,
    "project": Project,
    "assignment": Assignment,
    "task": Task,
    "document": Document,
    "note": Note,
}
PRIORITIES: Final = tuple((each, each.capitalize()) for each in get_args(Priority))


def kind_of(thing: Thing) -> str:
    return type(thing).__name__.lower()


def name_of(thing: Thing) -> str:
    return thing.title if isinstance(thing, Task | Document | Note) else thing.name


def name_field(thing: Thing) -> str:
    return "title" if isinstance(thing, Task | Document | Note) else "name"


def naming(thing: Thing) -> list[Entry]:
    """Only the name."""
    return [Entry(name=name_field(thing), label="Name", content=name_of(thing))]


def entries(thing: Thing, tasks: Sequence[Task] = ()) -> list[Entry]:
    """Everything about it that is not written on a page of its own."""
    found = naming(thing)
    if isinstance(thing, Project):
        goals = Entry(name="goals", label="Goals", kind="lines", content=thing.goals, hint="One a line")
        found += [goals, _status(thing.status, ProjectStatus)]
    elif isinstance(thing, Task):
        found += [_status(thing.status, TaskStatus), _priority(thing.priority)]
    elif isinstance(thing, Assignment):
        found += [_status(thing.status, AssignmentStatus), _priority(thing.priority)]
    if isinstance(thing, Workspace | Project | Task | Assignment):
        found.append(Entry(name="description", label="Description", kind="text", content=thing.description))
    if isinstance(thing, Assignment) and tasks:
        choices = [(task.id, task.title) for task in tasks]
        found.append(Entry(name="tasks", label="Its tasks", kind="many", content=thing.tasks, choices=choices))
    return found


def with_answers(thing: T, answers: Answers) -> T:
    return replace(thing, **answers)


def _status(content: str, kind: object) -> Entry:
    choices = [(each, each.capitalize()) for each in get_args(kind)]
    return Entry(name="status", label="Status", kind="choice", content=content, choices=choices)


def _priority(content: str) -> Entry:
    return Entry(name="priority", label="Priority", kind="choice", content=content, choices=PRIORITIES)
