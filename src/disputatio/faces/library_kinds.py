"""What the library holds, as both faces offer it: each kind of thing is declared once, with its fields, its words and
what can be done with it. The window lays out its rows, tabs, forms and menus from here, the command line its commands.
"""

from __future__ import annotations

from typing import Any, Final, get_args, get_type_hints

from disputatio.debate.values import value
from disputatio.library.workspace import Assignment, Document, Note, Project, Task, Workspace

Thing = Workspace | Project | Assignment | Task | Document | Note
TEXT: Final = 'Text; "-" reads it from standard input.'


@value
class Field:
    """A field of a value. `flag` is its option where that is not its name; `owner`: it holds an id of that kind (the
    command line takes a name, too); `many`: it holds several; `prose`: it may have several lines."""

    name: str
    help: str
    flag: str = ""
    owner: type[Any] | None = None
    many: bool = False
    prose: bool = False
    choices: tuple[str, ...] = ()

    @property
    def option(self) -> str:
        return self.flag or self.name


@value
class Kind:
    """`title` is the field that names a thing, `body` its longest text; `columns` and `about` are for the command line.

    In the window, `icon` stands before it, `none` where there are none yet, `tabs` are the lists that its own place
    has, and `menu` what can be done with its row. What is `written` has a sheet of its own: a form asks for its name
    alone. What is made from `files` can also be imported."""

    value: type[Any]
    title: str
    about: str
    fields: tuple[Field, ...]
    columns: tuple[str, ...]
    icon: str
    body: str = "description"
    none: str = ""
    tabs: tuple[str, ...] = ()
    menu: tuple[str, ...] = ("open", "rename", "delete")
    written: bool = False
    files: bool = False

    @property
    def name(self) -> str:
        return self.value.__name__.lower()

    @property
    def plural(self) -> str:
        """Return the plural as a heading."""
        return f"{self.value.__name__}s"

    @property
    def naming(self) -> Field:
        return Field(name=self.title, help="Its new name.")

    @property
    def owners(self) -> tuple[Field, ...]:
        return tuple(field for field in self.fields if field.owner is not None and not field.many)

    @property
    def form(self) -> tuple[Field, ...]:
        """Return what a form asks for: everything but the place it belongs to."""
        asked = () if self.written else tuple(field for field in self.fields if field not in self.owners)
        return (self.naming, *asked)

    def new(self, **places: str) -> Any:
        """One without a name, in those of the places (its owners' ids, by kind) that it can belong to."""
        known = self.value.__dataclass_fields__
        body = {self.body: ""} if self.written else {}
        return self.value(**{self.title: ""}, **body, **{name: id for name, id in places.items() if name in known})


def _choice(of: type[Any], name: str, help: str) -> Field:
    return Field(name=name, help=help, choices=get_args(get_type_hints(of)[name]))


def _standing(of: type[Any]) -> tuple[Field, Field]:
    return _choice(of, "status", "How it stands."), _choice(of, "priority", "How urgent it is.")


WORKSPACE: Final = Field(name="workspace", help="The workspace it belongs to (name or id).", owner=Workspace)
PROJECT: Final = Field(name="project", help="The project it belongs to (name or id).", owner=Project)
ASSIGNMENT: Final = Field(name="assignment", help="The assignment it belongs to (name or id).", owner=Assignment)
DESCRIPTION: Final = Field(name="description", help=TEXT, prose=True)

KINDS: Final = (
    Kind(
        value=Workspace,
        title="name",
        about="Workspaces, which group what belongs together. There is always one.",
        fields=(DESCRIPTION,),
        columns=("description",),
        icon="panel-left",
        menu=("open",),
    ),
    Kind(
        value=Project,
        title="name",
        about="Projects: goals, tasks, documents and notes that debates can take as context.",
        fields=(
            Field(name="goals", flag="goal", help="What it is for (repeatable).", many=True),
            _choice(Project, "status", "How it stands."),
            DESCRIPTION,
            WORKSPACE,
        ),
        columns=("status", "goals"),
        icon="folder",
        tabs=("Tasks", "Assignments", "Documents", "Notes", "Debates"),
        menu=("open", "debate", "rename", "delete"),
    ),
    Kind(
        value=Assignment,
        title="name",
        about="Assignments: pieces of work of a project.",
        fields=(
            PROJECT,
            *_standing(Assignment),
            DESCRIPTION,
            Field(name="tasks", flag="task", help="A linked task (name or id, repeatable).", owner=Task, many=True),
        ),
        columns=("project", "status", "priority"),
        icon="task",
        none="A piece of work with its tasks and documents; a debate can be about one.",
        tabs=("Tasks", "Documents", "Debates"),
        menu=("open", "debate", "rename", "delete"),
    ),
    Kind(
        value=Task,
        title="title",
        about="Tasks of a project.",
        fields=(PROJECT, *_standing(Task), DESCRIPTION),
        columns=("project", "status", "priority"),
        icon="task",
        none="Debates about this project see the ten most urgent ones.",
        menu=("open", "finish", "rename", "delete"),
    ),
    Kind(
        value=Document,
        title="title",
        about="Documents: texts that debates may cite.",
        fields=(Field(name="text", help=TEXT), WORKSPACE, PROJECT, ASSIGNMENT),
        columns=("project", "source"),
        body="text",
        icon="book",
        none="Debates may cite them. Drop .txt or .md files here, or write one.",
        menu=("open", "rename", "export", "delete"),
        written=True,
        files=True,
    ),
    Kind(
        value=Note,
        title="title",
        about="Notes: what you wrote, and what you kept from debates.",
        fields=(
            Field(name="body", help=f"Markdown. {TEXT}"),
            Field(name="author", help="Who wrote it."),
            Field(name="tags", flag="tag", help="A tag to find it by (repeatable).", many=True),
            WORKSPACE,
            PROJECT,
        ),
        columns=("project", "tags", "debate"),
        body="body",
        icon="note",
        none="Texts you write, and texts you keep from debates. Drop .txt or .md files here, or write one.",
        menu=("open", "rename", "export", "delete"),
        written=True,
        files=True,
    ),
)
NAMED: Final = {kind.name: kind for kind in KINDS}


def of(thing: Thing) -> Kind:
    return NAMED[type(thing).__name__.lower()]
