"""The commands that every kind of thing in the library has: list, show, add, edit, search, delete."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, asdict, replace
from dataclasses import fields as fields_of
from typing import Any, TypeVar

import click

from disputatio.app.application import Application
from disputatio.debate.errors import ConfigError, Refused
from disputatio.faces.cli.face import Face, as_json, from_input, pass_face
from disputatio.faces.cli.output import when
from disputatio.faces.library_kinds import WORKSPACE, Field, Kind
from disputatio.library.workspace import Project

F = TypeVar("F", bound=Callable[..., Any])


def search_words(text: Sequence[str]) -> str:
    """What is to be searched for. Raises Refused where that is nothing."""
    words = " ".join(text)
    if not words.strip():
        raise Refused("There is nothing to search for.", "Give a word.")
    return words


def options(fields: tuple[Field, ...]) -> Callable[[F], F]:
    """The fields as options; none of them has a default, so that `edit` changes what was given only."""

    def decorate(command: F) -> F:
        for field in reversed(fields):
            kind = click.Choice(field.choices) if field.choices else click.STRING
            command = click.option(
                f"--{field.option}", field.name, type=kind, multiple=field.many, default=None, help=field.help
            )(command)
        return command

    return decorate


async def values(app: Application, kind: Kind, given: Mapping[str, Any]) -> dict[str, Any]:
    """What was given as fields of a value: names become ids, "-" the text of standard input. Raises NotFound."""
    fields = {field.name: field for field in kind.fields}
    found: dict[str, Any] = {}
    for name, raw in given.items():
        if raw is None or raw == ():
            continue
        owner = fields[name].owner if name in fields else None
        if owner is None:
            found[name] = from_input(name) if raw == "-" else raw
        elif isinstance(raw, tuple):
            found[name] = tuple([(await app.library.by_name(owner, each)).id for each in raw])
        else:
            found[name] = (await app.library.by_name(owner, raw)).id if raw else ""
    return found


async def create(app: Application, kind: Kind, given: Mapping[str, Any]) -> Any:
    """Store a new value. Raises ConfigError where something is missing, NotFound, Refused."""
    found = await values(app, kind, given)
    if WORKSPACE in kind.fields and "workspace" not in found and (project := found.get("project")):
        found["workspace"] = (await app.library.get(Project, project)).workspace
    if missing := [each.name for each in fields_of(kind.value) if _required(each) and each.name not in found]:
        flags = {field.name: f"--{field.option}" for field in kind.fields}
        needed = " and ".join(flags.get(name, name.upper()) for name in missing)
        raise ConfigError(f"Something is missing for {_a(kind)}.", f"Give {needed}.", field=missing[0])
    return await app.library.create(kind.value(**found))


def _required(field: Any) -> bool:
    """A field of a dataclass that has no default."""
    return field.default is MISSING and field.default_factory is MISSING


def _a(kind: Kind) -> str:
    return f"{'an' if kind.name[0] in 'aeiou' else 'a'} {kind.name}"


def group(kind: Kind) -> click.Group:
    """`disputatio KIND …`."""
    found = click.Group(name=kind.name, help=kind.about)
    for make in (_list, _show, _add, _edit, _search, _delete):
        found.add_command(make(kind))
    return found


def _list(kind: Kind) -> click.Command:
    @click.command("list", help=f"List the {kind.name}s, last changed first.")
    @options(kind.owners)
    @as_json
    @pass_face
    def command(face: Face, /, as_json: bool, **owners: str | None) -> None:
        async def work(app: Application) -> tuple[list[Any], dict[str, str]]:
            all_of_it = await app.library.all(kind.value, **await values(app, kind, owners))
            return all_of_it, await _names(app, kind)

        found, names = face.run(work)
        if as_json:
            face.json([asdict(each) for each in found])
            return
        rows = [
            (each.id, getattr(each, kind.title), *(_shown(each, name, names) for name in kind.columns))
            for each in found
        ]
        columns = ("ID", "TITLE", *(name.upper() for name in kind.columns))
        face.out.table(columns, rows, f"None yet. Add one with: disputatio {kind.name} add …")

    return command


async def _names(app: Application, kind: Kind) -> dict[str, str]:
    """What the owners are called, by id."""
    found = {}
    for field in kind.owners:
        assert field.owner is not None
        for each in await app.library.all(field.owner):
            found[each.id] = each.name
    return found


def _shown(value: Any, name: str, names: Mapping[str, str]) -> str:
    raw = getattr(value, name)
    return ", ".join(raw) if isinstance(raw, tuple) else names.get(raw, raw)


def _show(kind: Kind) -> click.Command:
    @click.command("show", help=f"Show {_a(kind)}, by its id or its name.")
    @click.argument("name")
    @as_json
    @pass_face
    def command(face: Face, /, name: str, as_json: bool) -> None:
        async def work(app: Application) -> tuple[Any, dict[str, str]]:
            return await app.library.by_name(kind.value, name), await _names(app, kind)

        found, names = face.run(work)
        if as_json:
            face.json(asdict(found))
            return
        face.out.heading(getattr(found, kind.title))
        fields = [field for field in kind.fields if field.name != kind.body]
        facts = [(field.option.capitalize(), _shown(found, field.name, names)) for field in fields]
        face.out.facts([("Id", found.id), *facts, ("Changed", when(found.updated_at))])
        if body := getattr(found, kind.body):
            face.out.line()
            face.out.markdown(body)

    return command


def _add(kind: Kind) -> click.Command:
    @click.command("add", help=f"Add {_a(kind)} and print its id.")
    @click.argument(kind.title)
    @options(kind.fields)
    @pass_face
    def command(face: Face, /, **given: Any) -> None:
        face.out.line(face.run(lambda app: create(app, kind, given)).id)

    return command


def _edit(kind: Kind) -> click.Command:
    @click.command("edit", help=f"Change those fields of {_a(kind)} that you give; find it by its id or its name.")
    @click.argument("which", metavar="NAME")
    @options((kind.naming, *kind.fields))
    @pass_face
    def command(face: Face, /, which: str, **given: Any) -> None:
        async def work(app: Application) -> None:
            changes = await values(app, kind, given)
            if not changes:
                raise ConfigError("You gave nothing to change.", f"See: disputatio {kind.name} edit --help.")
            await app.library.edit(replace(await app.library.by_name(kind.value, which), **changes))

        face.run(work)

    return command


def _search(kind: Kind) -> click.Command:
    @click.command("search", help=f"Search the {kind.name}s for texts that contain every word.")
    @click.argument("text", nargs=-1, required=True)
    @pass_face
    def command(face: Face, /, text: tuple[str, ...]) -> None:
        words = search_words(text)
        found = face.run(lambda app: app.search.find(words, (kind.name,)))
        rows = [(hit.id, hit.title, hit.snippet) for hit in found.get(kind.name, ())]
        face.out.table(("ID", "TITLE", "TEXT"), rows, "Nothing was found.")

    return command


def _delete(kind: Kind) -> click.Command:
    @click.command("delete", help=f"Put {_a(kind)} and what belongs to it into the bin.")
    @click.argument("name")
    @pass_face
    def command(face: Face, /, name: str) -> None:
        async def work(app: Application) -> tuple[str, int]:
            found = await app.library.by_name(kind.value, name)
            removed = await app.library.delete(kind.value, found.id)
            return removed.id, len(removed.items) - 1

        id, others = face.run(work)
        also = f", with {others} things that belong to it" if others else ""
        face.out.line(f"In the bin{also}. Take it out with: disputatio bin restore {id}")

    return command
