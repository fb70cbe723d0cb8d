"""The library on the database: create, edit, list, delete with a bin.

What goes with what is deleted: a workspace takes its projects, documents, notes and personas along; a project its
assignments, tasks, documents and notes; an assignment its documents. Debates and insights always stay. Links of an
assignment to tasks are kept as they are, so that a restored thing is linked again; so is the corpus of a persona, which
is forgotten when the bin is emptied.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import sqlalchemy as sa

from disputatio.debate.errors import Refused
from disputatio.debate.values import value
from disputatio.debate.wording import figure, tr
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import Clock
from disputatio.library.persona import Persona
from disputatio.library.text_file import read_markdown
from disputatio.library.workspace import DEFAULT, Assignment, Document, Note, Project, Task, Workspace
from disputatio.storage import corpora, schema, sqlite
from disputatio.storage.codec import LIBRARY, LibraryValue
from disputatio.storage.corpus_files import read_text
from disputatio.storage.database import Database
from disputatio.storage.sqlite import raw

LONGEST_NAME = 500
"""Characters of a name or title."""
SHOWN = 60
"""Characters of a name that a message quotes."""

V = TypeVar("V", Workspace, Project, Assignment, Task, Document, Note, Persona)

TABLES: dict[type[LibraryValue], sa.Table] = {
    Workspace: schema.WORKSPACES,
    Project: schema.PROJECTS,
    Assignment: schema.ASSIGNMENTS,
    Task: schema.TASKS,
    Document: schema.DOCUMENTS,
    Note: schema.NOTES,
    Persona: schema.PERSONAS,
}
OWNERS: dict[str, type[LibraryValue]] = {"workspace": Workspace, "project": Project, "assignment": Assignment}
ORDER: tuple[type[LibraryValue], ...] = (Workspace, Project, Assignment, Task, Document, Note, Persona)
"""Owners before what they own."""


@value
class Removal:
    """What a deletion took away: kept in the bin under `id` until that is emptied."""

    id: str
    kind: str
    title: str
    deleted_at: float
    items: tuple[LibraryValue, ...]


def kind_of(kind: type[LibraryValue]) -> str:
    return kind.__name__.lower()


def title_of(given: LibraryValue) -> str:
    return given.title if isinstance(given, Task | Document | Note) else given.name


class LibraryStore:
    """Values go in without id and times and come back with them. Raises NotFound, Refused, StorageHeld."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def create(self, given: V) -> V:
        """Store something new; returns it with its id and times."""
        _check(given)
        now = self._clock.now()
        new = replace(given, id=secrets.token_hex(6), created_at=now, updated_at=now)

        def work(connection: sa.Connection) -> None:
            _need_owners(connection, new)
            _insert(connection, new)

        await self._database.write(work)
        return new

    async def edit(self, given: V) -> V:
        """Replace what has the same id; returns it with its new time."""
        _check(given)
        changed = replace(given, updated_at=self._clock.now())
        table = TABLES[type(given)]

        def work(connection: sa.Connection) -> None:
            _need_owners(connection, changed)
            done = connection.execute(sa.update(table).where(table.c.id == given.id).values(_row(changed)))
            if not done.rowcount:
                raise _missing(type(given), given.id)
            _touch(connection, changed)

        await self._database.write(work)
        return changed

    async def get(self, kind: type[V], id: str) -> V:
        return await self._database.read(lambda connection: _get(connection, kind, id))

    async def all(self, kind: type[V], limit: int = 1_000, **owner: str) -> list[V]:
        """Return them newest first; `owner` narrows it: workspace=…, project=…, assignment=…, debate=… (ids)."""
        table = TABLES[kind]
        query = sa.select(table).where(*(table.c[name] == id for name, id in owner.items()))
        query = query.order_by(table.c.updated_at.desc(), table.c.id).limit(limit)
        return await self._database.read(lambda c: [_value(kind, row) for row in c.execute(query)])

    async def by_name(self, kind: type[V], name: str) -> V:
        """Find one by id, else by name, ignoring case. Raises NotFound with what is near, Refused if several have that
        name."""
        table = TABLES[kind]
        column = table.c["name" if "name" in table.c else "title"]
        rows = await self._database.read(lambda c: c.execute(sa.select(table.c.id, column.label("name"))).all())
        ids = [row.id for row in rows if row.id == name] or [r.id for r in rows if r.name.casefold() == name.casefold()]
        if len(ids) > 1:
            raise Refused(
                tr("Several things are called {name!r}: {ids}.").format(name=name, ids=", ".join(ids)),
                "Give the id instead.",
            )
        if not ids:
            known = ", ".join(repr(_quoted(row.name)) for row in rows[:10]) or "none yet"
            raise NotFound(
                tr("There is no {kind_of} called {quoted!r}.").format(kind_of=kind_of(kind), quoted=_quoted(name)),
                tr("There are: {known}.").format(known=known),
            )
        return await self.get(kind, ids[0])

    async def import_document(
        self, path: Path, *, workspace: str = DEFAULT, project: str = "", assignment: str = ""
    ) -> Document:
        """Return a text file (.txt, .md) as a document. Raises Refused for anything else."""
        found = read_markdown(await asyncio.to_thread(read_text, path))
        workspace = (await self.get(Project, project)).workspace if project else workspace
        return await self.create(
            Document(
                title=found.title or path.stem,
                text=found.text,
                source=path.name,
                workspace=workspace,
                project=project,
                assignment=assignment,
            )
        )

    async def import_note(self, path: Path, *, workspace: str = DEFAULT, project: str = "") -> Note:
        """Return a text file (.txt, .md) as a note. Raises Refused for anything else."""
        found = read_markdown(await asyncio.to_thread(read_text, path))
        workspace = (await self.get(Project, project)).workspace if project else workspace
        return await self.create(
            Note(
                title=found.title or path.stem,
                body=found.text,
                author=found.author,
                tags=found.tags,
                colour=found.colour,
                workspace=workspace,
                project=project,
            )
        )

    async def delete(self, kind: type[V], id: str) -> Removal:
        """Move something, and what belongs to it, to the bin. The default workspace stays: Refused."""
        if kind is Workspace and id == DEFAULT:
            raise Refused("The default workspace cannot be deleted.", "Delete what is in it instead.")
        now = self._clock.now()

        def work(connection: sa.Connection) -> Removal:
            first: LibraryValue = _get(connection, kind, id)
            items: tuple[LibraryValue, ...] = (first, *_belongings(connection, first))
            removed = Removal(
                id=secrets.token_hex(6), kind=kind_of(kind), title=title_of(first), deleted_at=now, items=items
            )
            _bin(connection, removed)
            for item in items:
                table = TABLES[type(item)]
                connection.execute(sa.delete(table).where(table.c.id == item.id))
                _touch(connection, item)
            return removed

        return await self._database.write(work)

    async def bin(self) -> list[Removal]:
        """Return what was deleted, newest first."""
        query = sa.select(schema.BIN).order_by(schema.BIN.c.deleted_at.desc(), schema.BIN.c.id)
        return await self._database.read(lambda c: [_removed(row) for row in c.execute(query)])

    async def restore(self, id: str) -> Removal:
        """Put back what a deletion took, with the same ids."""

        def work(connection: sa.Connection) -> Removal:
            row = connection.execute(sa.select(schema.BIN).where(schema.BIN.c.id == id)).first()
            if row is None:
                raise NotFound(
                    tr("The bin holds nothing under {id!r}.").format(id=id), "List the bin to see what can be restored."
                )
            removed = _removed(row)
            for item in sorted(removed.items, key=lambda item: ORDER.index(type(item))):
                _need_owners(connection, item)
                _insert(connection, item)
            connection.execute(sa.delete(schema.BIN).where(schema.BIN.c.id == id))
            return removed

        return await self._database.write(work)

    async def purge(self, deletions: Collection[str]) -> int:
        """Erase for good what these deletions took, as far as they are still in the bin; returns how many."""
        query = sa.delete(schema.BIN).where(schema.BIN.c.id.in_(deletions))

        def work(connection: sa.Connection) -> int:
            forgotten = connection.execute(query).rowcount
            corpora.forget_lost(raw(connection))
            return forgotten

        return await self._database.write(work)


def _choices(kind: type[LibraryValue]) -> dict[str, tuple[str, ...]]:
    hints = get_type_hints(kind)
    return {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Literal}


def _quoted(name: str) -> str:
    return name if len(name) <= SHOWN else f"{name[: SHOWN - 1]}…"


def _check(given: LibraryValue) -> None:
    kind = kind_of(type(given))
    if not title_of(given).strip():
        raise Refused(tr("A {kind} needs a name.").format(kind=kind), "Type one.")
    if (length := len(title_of(given))) > LONGEST_NAME:
        raise Refused(
            tr("The name has {length} characters; the limit is {longest_name}.").format(
                length=figure(length), longest_name=figure(LONGEST_NAME)
            ),
            "Shorten it.",
        )
    for name, allowed in _choices(type(given)).items():
        found = getattr(given, name)
        if found not in allowed:
            raise Refused(
                tr("{found!r} is not a {name} of a {kind}.").format(found=found, name=name, kind=kind),
                tr("Use one of: {allowed}.").format(allowed=", ".join(allowed)),
            )


def _row(given: LibraryValue) -> dict[str, Any]:
    found = {each.name: getattr(given, each.name) for each in fields(given)}
    return {
        name: json.dumps(part, ensure_ascii=False) if isinstance(part, tuple) else part for name, part in found.items()
    }


def _value(kind: type[V], row: sa.Row[Any]) -> V:
    members = dict(row._mapping)
    for each in fields(kind):
        if str(each.type).startswith("tuple"):
            members[each.name] = tuple(json.loads(members[each.name]))
    return kind(**members)


def _get(connection: sa.Connection, kind: type[V], id: str) -> V:
    table = TABLES[kind]
    row = connection.execute(sa.select(table).where(table.c.id == id)).first()
    if row is None:
        raise _missing(kind, id)
    return _value(kind, row)


def _missing(kind: type[LibraryValue], id: str) -> NotFound:
    return NotFound(
        tr("There is no {kind_of} {id!r}.").format(kind_of=kind_of(kind), id=id),
        "It may have been deleted: look in the bin.",
    )


def _need_owners(connection: sa.Connection, given: LibraryValue) -> None:
    for name, kind in OWNERS.items():
        owner = getattr(given, name, "")
        table = TABLES[kind]
        if owner and not connection.execute(sa.select(table.c.id).where(table.c.id == owner)).first():
            raise NotFound(
                tr("The {name} of {title_of!r} does not exist ({owner}).").format(
                    name=name, title_of=title_of(given), owner=owner
                ),
                tr("Create or restore that {name} first.").format(name=name),
            )


def _insert(connection: sa.Connection, given: LibraryValue) -> None:
    connection.execute(sa.insert(TABLES[type(given)]).values(_row(given)))
    _touch(connection, given)


def _touch(connection: sa.Connection, given: LibraryValue) -> None:
    raw(connection).execute(sqlite.keep(schema.SEARCH_QUEUE), (kind_of(type(given)), given.id))


def _belongings(connection: sa.Connection, given: LibraryValue) -> list[LibraryValue]:
    """Return what is owned by something, directly or not, each once."""
    owner = kind_of(type(given))
    found: dict[str, LibraryValue] = {}
    for kind, table in TABLES.items():
        if owner not in table.c:
            continue
        for row in connection.execute(sa.select(table).where(table.c[owner] == given.id)):
            own = _value(kind, row)  # type: ignore[type-var]
            found[own.id] = own
            found |= {each.id: each for each in _belongings(connection, own)}
    return list(found.values())


def _bin(connection: sa.Connection, removed: Removal) -> None:
    items = [LIBRARY.encode(item)[:2] for item in removed.items]
    connection.execute(
        sa.insert(schema.BIN).values(
            id=removed.id,
            kind=removed.kind,
            title=removed.title,
            items=json.dumps(items, ensure_ascii=False),
            deleted_at=removed.deleted_at,
        )
    )


def _removed(row: sa.Row[Any]) -> Removal:
    items: Iterable[Sequence[str]] = json.loads(row.items)
    values = tuple(LIBRARY.decode(name, body) for name, body in items)
    return Removal(id=row.id, kind=row.kind, title=row.title, deleted_at=row.deleted_at, items=values)
