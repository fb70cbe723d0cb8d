"""What the library holds, as the command line offers it: fields become options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args, get_type_hints

from disputatio.library.assignment import Assignment
from disputatio.library.document import Document
from disputatio.library.note import Note
from disputatio.library.project import Project
from disputatio.library.task import Task
from disputatio.library.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a value and its option. `owner`: it holds an id, a name is taken too; `many`: repeatable."""

    name: str
    flag: str
    help: str
    owner: type[Any] | None = None
    many: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """`title` is the field that names a value, `body` the text that `show` prints last, `columns` what `list` shows."""

    value: type[Any]
    title: str
    about: str
    fields: tuple[Field, ...]
    columns: tuple[str, ...]
    body: str

    @property
    def name(self) -> str:
        return self.value.__name__.lower()

    @property
    def owners(self) -> tuple[Field, ...]:
        return tuple(field for field in self.fields if field.owner is not None and not field.many)


def _choice(value: type[Any], name: str, help: str) -> Field:
    return Field(name, name, help, choices=get_args(get_type_hints(value)[name]))


TEXT = 'Text; "-" reads it from standard input.'
WORKSPACE = Field("workspace", "workspace", "The workspace it belongs to (name or id).", owner=Workspace)
PROJECT = Field("project", "project", "The project it belongs to (name or id).", owner=Project)
DESCRIPTION = Field("description", "description", TEXT)

KINDS = (
    Kind(
        value=Workspace,
        title="name",
        about="Workspaces: what belongs together. One always exists.",
        fields=(DESCRIPTION,),
        columns=("description",),
        body="description",
    ),
    Kind(
        value=Project,
        title="name",
        about="Projects: goals, tasks, documents and notes that debates can take as context.",
        fields=(
            DESCRIPTION,
            Field("goals", "goal", "What it is for (repeatable).", many=True),
            _choice(Project, "status", "How it stands."),
            WORKSPACE,
        ),
        columns=("status", "goals"),
        body="description",
    ),
    Kind(
        value=Assignment,
        title="name",
        about="Assignments: pieces of work of a project.",
        fields=(
            PROJECT,
            DESCRIPTION,
            _choice(Assignment, "status", "How it stands."),
            _choice(Assignment, "priority", "How urgent it is."),
            Field("tasks", "task", "A linked task (name or id, repeatable).", owner=Task, many=True),
        ),
        columns=("project", "status", "priority"),
        body="description",
    ),
    Kind(
        value=Task,
        title="title",
        about="Tasks of a project.",
        fields=(
            PROJECT,
            DESCRIPTION,
            _choice(Task, "status", "How it stands."),
            _choice(Task, "priority", "How urgent it is."),
        ),
        columns=("project", "status", "priority"),
        body="description",
    ),
    Kind(
        value=Document,
        title="title",
        about="Documents: texts that debates may cite.",
        fields=(
            Field("text", "text", TEXT),
            WORKSPACE,
            PROJECT,
            Field("assignment", "assignment", "The assignment it belongs to (name or id).", owner=Assignment),
        ),
        columns=("project", "source"),
        body="text",
    ),
    Kind(
        value=Note,
        title="title",
        about="Notes: what you wrote, and what you kept of debates.",
        fields=(
            Field("body", "body", f"Markdown. {TEXT}"),
            Field("author", "author", "Who wrote it."),
            Field("tags", "tag", "To find it again (repeatable).", many=True),
            WORKSPACE,
            PROJECT,
        ),
        columns=("project", "tags", "debate"),
        body="body",
    ),
)
