"""Places of the library, and what one of them shows: read, and written as rows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Final

from disputatio.app.application import Application
from disputatio.app.debate_files import take_in_file
from disputatio.debate.errors import DisputatioError
from disputatio.debate.natural_order import natural
from disputatio.debate.values import value
from disputatio.debate.wording import plural, tr
from disputatio.engine.errors import NotFound
from disputatio.faces import library_kinds
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.labels import Tone
from disputatio.faces.gui.kit.lists import Row, RowList
from disputatio.faces.gui.library import debate_index
from disputatio.faces.gui.library.naming import HEADINGS, NUMBERED, begun
from disputatio.faces.library_kinds import KINDS, NAMED, Thing
from disputatio.library.workspace import DEFAULT, Assignment, Document, Note, Project, Task, Workspace, most_pressing
from disputatio.storage.library_store import Removal
from disputatio.storage.search import Hit

Written = Note | Document
MOST: Final = 1_000
"""Things of one list, the newest; a search finds the others."""
JSON: Final = ".json"
"""How the files of exported debates end."""


@value
class Place:
    """A thing of the library by its kind and id, or a shelf, which has no id; ("search", words) is what was found.
    `within`: the project that a thing belongs to, where a search has found that out."""

    kind: str
    id: str = ""
    within: str = field(default="", compare=False)

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.id}"


HOME: Final = Place(kind="notes")


@value
class PlaceRow(Row):
    """A row that leads to a place."""

    place: Place


class PlaceList(RowList):
    """A list whose rows lead to places."""

    def place(self, key: str) -> Place:
        """Return where the row of that key leads."""
        return next(row.place for row in self.rows() if isinstance(row, PlaceRow) and row.key == key)


TONES: Final[dict[str, Tone]] = {
    "active": "ok",
    "doing": "ok",
    "done": "ok",
    "blocked": "error",
    "review": "caution",
    "paused": "caution",
}
OVER: Final = ("done", "dropped", "archived")


def row(thing: Thing, now: float) -> PlaceRow:
    """Return the row of a thing of any kind."""
    kind, status = library_kinds.of(thing), getattr(thing, "status", "")
    chip = "" if isinstance(thing, Project) and status == "active" else status
    place = Place(kind=kind.name, id=thing.id)
    return PlaceRow(
        key=place.key,
        place=place,
        title=getattr(thing, kind.title),
        subtitle=" · ".join(fact for fact in _facts(thing, now) if fact),
        icon="check" if isinstance(thing, Task) and status == "done" else kind.icon,
        dot=thing.colour if isinstance(thing, Note) else "",
        chip=tr("from a debate") if isinstance(thing, Note) and thing.debate else chip,
        tone=TONES.get(status, "plain"),
        quiet=status in OVER,
    )


def _first_words(body: str) -> str:
    """Return how a note begins, without its signs of Markdown; a heading stands apart from the text below it."""
    pieces = re.split(r"^#+ +(.*)$", re.sub(r"[*`]+", "", body[:400]), flags=re.MULTILINE)
    plain = (" ".join(re.sub(r"[#>|]+", " ", piece).split()) for piece in pieces)
    return " · ".join(filter(None, plain))[:120].rstrip(" ·")


def _facts(thing: Thing, now: float) -> tuple[str, ...]:
    """Return what stands below the title of a thing."""
    match thing:
        case Assignment():
            linked = plural("{count} task", "{count} tasks", len(thing.tasks)) if thing.tasks else tr("no tasks")
            return (
                tr("{priority} priority").format(priority=thing.priority),
                linked,
                tr("changed {updated_at}").format(updated_at=phrases.day(thing.updated_at, now)),
            )
        case Task():
            return tr("{priority} priority").format(priority=thing.priority), " ".join(thing.description.split())[:120]
        case Document():
            came = tr("from {source}").format(source=thing.source) if thing.source else ""
            return (
                plural("{count} character", "{count} characters", len(thing.text)),
                came,
                phrases.day(thing.updated_at, now),
            )
        case Note():
            tags = " ".join(f"#{tag}" for tag in thing.tags)
            return phrases.day(thing.updated_at, now), tags, _first_words(thing.body)
    return ()


def _of_bin(given: Removal, now: float) -> PlaceRow:
    more = len(given.items) - 1
    along = (
        plural(" with {count} thing that belonged to it", " with {count} things that belonged to it", more)
        if more
        else ""
    )
    place = Place(kind="removed", id=given.id)
    return PlaceRow(
        key=place.key,
        place=place,
        title=given.title,
        subtitle=tr("{given_kind}{along} · deleted {deleted_at}").format(
            given_kind=begun(given.kind), along=along, deleted_at=phrases.day(given.deleted_at, now)
        ),
        icon=NAMED[given.kind].icon if given.kind in NAMED else "user" if given.kind == "persona" else "trash",
    )


def _hits(found_by_kind: Mapping[str, Sequence[Hit]]) -> list[Row | str]:
    """Return what was found, under the headings of their kinds."""
    rows: list[Row | str] = []
    for name, hits in found_by_kind.items():
        kind = NAMED[name]
        rows.append(HEADINGS[kind.plural])
        for hit in hits:
            place = Place(kind=name, id=hit.id, within=hit.parent)
            found = hit.snippet or " "
            rows.append(PlaceRow(key=place.key, place=place, title=hit.title, subtitle=found, icon=kind.icon))
    return rows


def _of_debate(item: debate_index.DebateItem) -> PlaceRow:
    place = Place(kind="debate", id=item.key)
    return PlaceRow(key=place.key, place=place, title=item.title, subtitle=item.subtitle, icon="chat")


SHELVES: Final = {kind.plural.lower(): kind for kind in KINDS if kind.written}
"""Places that list all of one kind."""


@value
class PlaceContents:
    """`rows` are those of the place: a list, or one for each tab of its `subject`; `workspace` is the one that it
    belongs to."""

    place: Place
    workspace: str = DEFAULT
    workspaces: tuple[Workspace, ...] = ()
    projects: tuple[Project, ...] = ()
    project: Project | None = None
    subject: Project | Assignment | None = None
    written: Written | None = None
    rows: Any = None

    @property
    def owners(self) -> dict[str, str]:
        """Return what something new belongs to, as ids."""
        assignment = self.subject.id if isinstance(self.subject, Assignment) else ""
        project = self.project.id if self.project else ""
        return {"workspace": self.workspace, "project": project, "assignment": assignment}


class Contents:
    """Reads the library for its page. Raises NotFound, StorageHeld."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def read(self, place: Place, workspace: str, *, being_written: Place | None = None) -> PlaceContents:
        """Read a place. `being_written` is what is on the sheet: it is not read over what was typed."""
        kind, id, library = place.kind, place.id, self._app.library
        assignment = await library.get(Assignment, id) if kind == "assignment" else None
        owner = assignment.project if assignment else id if kind == "project" else ""
        project = await library.get(Project, owner) if owner else None
        wanted = kind in NAMED and NAMED[kind].written and id and being_written != place
        written = await self._written(kind, id) if wanted else None
        workspaces = await library.all(Workspace)
        workspace = project.workspace if project else workspace
        if workspace not in {each.id for each in workspaces}:
            workspace = DEFAULT
        projects = await library.all(Project, workspace=workspace)
        return PlaceContents(
            place=place,
            workspace=workspace,
            workspaces=tuple(sorted(workspaces, key=lambda each: (each.id != DEFAULT, natural(each.name)))),
            projects=tuple(sorted(projects, key=lambda each: (each.status in OVER, natural(each.name)))),
            project=project,
            subject=assignment or project,
            written=written,
            rows=await self._rows(place, workspace, assignment or project),
        )

    async def _rows(self, place: Place, workspace: str, subject: Project | Assignment | None) -> Any:
        kind = place.kind
        if subject is not None:
            return {tab: await self._tab(subject, tab) for tab in library_kinds.of(subject).tabs}
        if kind == "bin":
            return [_of_bin(each, self._app.clock.now()) for each in await self._app.library.bin()]
        if kind == "search":
            kinds = [each.name for each in (*KINDS[1:], KINDS[0])]
            return _hits(await self._app.search.find(place.id, kinds, limit=30))
        return await self._all(SHELVES[kind].value, workspace=workspace) if kind in SHELVES else None

    async def _tab(self, subject: Project | Assignment, tab: str) -> list[PlaceRow]:
        owner = library_kinds.of(subject).name
        if tab == "Debates":
            found = await self._app.catalogue.all(context_kind=owner, context_ref=subject.id, limit=MOST)
            return [_of_debate(debate_index.item(each, self._app.clock.now())) for each in found]
        kind = next(each for each in KINDS if each.plural == tab)
        if isinstance(subject, Assignment) and kind.value is Task:
            return [each for each in await self._all(Task, project=subject.project) if each.place.id in subject.tasks]
        return await self._all(kind.value, **{owner: subject.id})

    async def _all(self, kind: type[Any], **owner: str) -> list[PlaceRow]:
        """Return the rows of one kind; among tasks, what is under way goes first, then by priority."""
        found: list[Any] = await self._app.library.all(kind, MOST, **owner)
        now = self._app.clock.now()
        return [row(each, now) for each in (sorted(found, key=most_pressing) if kind is Task else found)]

    async def _written(self, kind: str, id: str) -> Written:
        """Read a note or a document: who has only an id may mean either, and what is no note is a document."""
        if kind == "note":
            try:
                return await self._app.library.get(Note, id)
            except NotFound:
                pass
        return await self._app.library.get(Document, id)

    async def owners(self) -> list[Project]:
        """Return the projects that a note can belong to."""
        return await self._app.library.all(Project)

    async def import_files(self, paths: Sequence[Path], shown: PlaceContents, name: str) -> Imports:
        """Import text files as what is shown wants them (documents, or notes), and debates that were exported as JSON.
        What could not be read is said, and keeps nothing else from being read."""
        texts, debates, faults, places = 0, 0, list[str](), shown.owners
        for path in paths:
            try:
                if path.suffix.lower() == JSON:
                    await take_in_file(self._app, path)
                    debates += 1
                elif name == "note":
                    await self._app.library.import_note(path, workspace=shown.workspace, project=places["project"])
                    texts += 1
                else:
                    await self._app.library.import_document(path, **places)
                    texts += 1
            except DisputatioError as error:
                faults.append(error.user_message)
        return Imports(name=name, texts=texts, debates=debates, faults=tuple(faults))


@value
class Imports:
    """What became of files: how many are texts of that kind now, how many debates, and what kept the others out."""

    name: str
    texts: int
    debates: int
    faults: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """Say what is here now; "" where nothing is."""
        kinds = ((self.texts, self.name), (self.debates, "debate"))
        found = tr(" and ").join(plural(*NUMBERED[kind], number) for number, kind in kinds if number)
        return tr("{found} imported").format(found=found) if found else ""
