"""The library: workspace, project, assignment, task, document, note, and the bin of what was deleted."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import MISSING, replace
from dataclasses import fields as fields_of
from pathlib import Path
from typing import Any, TypeVar

import click

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.debate_files import keep_as_document, keep_as_note
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.views.words import quantity
from disputatio.faces.cli.face import Face, agreed, as_json, existing_file, from_input, pass_face
from disputatio.faces.cli.output import when
from disputatio.faces.library_kinds import ASSIGNMENT, KINDS, NAMED, PROJECT, WORKSPACE, Field, Kind
from disputatio.library.text_file import markdown_of
from disputatio.library.workspace import Document, Note, Project

# ---- the commands that every kind of thing has ----------------------------------------------------------------------
F = TypeVar("F", bound=Callable[..., Any])


def search_words(text: Sequence[str]) -> str:
    """Return what is to be searched for. Raises Refused where that is nothing."""
    words = " ".join(text)
    if not words.strip():
        raise Refused("There is nothing to search for.", "Give a word.")
    return words


def options(fields: tuple[Field, ...]) -> Callable[[F], F]:
    """Add the fields as options; none of them has a default, so that `edit` changes what was given only."""

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
    """Whether a field of a dataclass has no default."""
    return field.default is MISSING and field.default_factory is MISSING


def _a(kind: Kind) -> str:
    return f"{'an' if kind.name[0] in 'aeiou' else 'a'} {kind.name}"


def group(kind: Kind) -> click.Group:
    """Return the group `disputatio KIND …`."""
    found = click.Group(name=kind.name, help=kind.about)
    for make in (_list, _show, _add, _edit, _search, _delete, *((_export,) if kind.written else ())):
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
            face.json(found)
            return
        rows = [
            (each.id, getattr(each, kind.title), *(_shown(each, name, names) for name in kind.columns))
            for each in found
        ]
        columns = ("ID", "TITLE", *(name.upper() for name in kind.columns))
        face.out.table(columns, rows, f"None yet. Add one with: disputatio {kind.name} add …")

    return command


async def _names(app: Application, kind: Kind) -> dict[str, str]:
    """Return what the owners are called, by id."""
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
            face.json(found)
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


def _export(kind: Kind) -> click.Command:
    @click.command("export", help=f"Write {_a(kind)} as Markdown to standard output or a file.")
    @click.argument("name")
    @click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write to.")
    @pass_face
    def command(face: Face, /, name: str, out: Path | None) -> None:
        found = face.run(lambda app: app.library.by_name(kind.value, name))
        if out is None:
            face.out.raw(markdown_of(found))
        else:
            face.write(markdown_of(found), out)

    return command


GROUPS = {kind.name: group(kind) for kind in KINDS}
NOTES, DOCUMENTS = NAMED["note"], NAMED["document"]
Keep = Callable[[Application, str, str], Awaitable[Note | Document]]
"""Keeps the final text of a debate, by its id, in a project."""


def _add_or_keep(face: Face, kind: Kind, keep: Keep, debate: str | None, given: Mapping[str, Any]) -> None:
    """Add what was given, or what a debate came to, and print its id."""
    if debate is None and not given["title"]:
        raise ConfigError(f"The {kind.name} has no title.", "Give one, or --from-debate ID.", field="title")

    async def work(app: Application) -> str:
        if debate is None:
            return str((await create(app, kind, given)).id)
        return (await keep(app, debate, given["project"] or "")).id

    face.out.line(face.run(work))


@GROUPS["note"].command("add")
@click.argument("title", required=False)
@click.option("--from-debate", "debate", metavar="ID", help="Keep the final text of this debate as the note.")
@options(NOTES.fields)
@pass_face
def add_note(face: Face, /, debate: str | None, **given: Any) -> None:
    """Add a note and print its id: one of your own, or the final text of a debate.

    \b
    Examples:
      disputatio note add "Decisions of today" --body - --project Shop
      disputatio note add --from-debate k3x --project Shop
    """
    if debate is not None and (given["title"] or given["body"]):
        raise ConfigError(
            "A note from a debate takes its title and text from the debate.", "Give only --from-debate.", field="title"
        )
    _add_or_keep(face, NOTES, keep_as_note, debate, given)


@GROUPS["document"].command("add")
@click.argument("title", required=False)
@click.option("--from-debate", "debate", metavar="ID", help="Keep the final text of this debate as the document.")
@options(DOCUMENTS.fields)
@pass_face
def add_document(face: Face, /, debate: str | None, **given: Any) -> None:
    """Add a document and print its id: one of your own, or the document of a debate."""
    if debate is not None and any(found for name, found in given.items() if name != "project"):
        raise ConfigError(
            "A document from a debate takes its title, its text and its place from the debate.",
            "Give only --from-debate, and --project for another project.",
            field="title",
        )
    _add_or_keep(face, DOCUMENTS, keep_as_document, debate, given)


@GROUPS["note"].command("import")
@existing_file
@options((PROJECT,))
@pass_face
def import_note(face: Face, /, file: Path, **owners: str | None) -> None:
    """Import a text file (.txt, .md) as a note and print its id. What `note export` wrote comes back with its tags."""

    async def work(app: Application) -> str:
        return (await app.library.import_note(file, **await values(app, NOTES, owners))).id

    face.out.line(face.run(work))


@GROUPS["document"].command("import")
@existing_file
@options((PROJECT, ASSIGNMENT))
@pass_face
def import_document(face: Face, /, file: Path, **owners: str | None) -> None:
    """Import a text file (.txt, .md) as a document and print its id."""

    async def work(app: Application) -> str:
        return (await app.library.import_document(file, **await values(app, DOCUMENTS, owners))).id

    face.out.line(face.run(work))


@click.group("bin")
def rubbish() -> None:
    """What you deleted from the library, until you empty the bin. (For debates: list --deleted, undelete.)"""


@rubbish.command("list")
@pass_face
def list_bin(face: Face) -> None:
    """List what is in the bin."""
    removed = face.run(lambda app: app.library.bin())
    rows = [(each.id, each.kind, str(len(each.items)), when(each.deleted_at), each.title) for each in removed]
    face.out.table(("ID", "KIND", "THINGS", "DELETED", "TITLE"), rows, "The bin is empty.")


@rubbish.command("restore")
@click.argument("id", metavar="ID")
@pass_face
def restore_from_bin(face: Face, id: str) -> None:
    """Put back what deletion ID removed."""
    removed = face.run(lambda app: app.library.restore(id))
    face.out.line(f"Back: {removed.kind} {removed.title}")


@rubbish.command("empty")
@click.option("--debates", is_flag=True, help="Empty the debate bin instead (see list --deleted).")
@click.option("--insights", is_flag=True, help="With --debates: also forget what was learnt from them.")
@agreed
@pass_face
def empty_bin(face: Face, debates: bool, insights: bool, yes: bool) -> None:
    """Delete what is in the bin for good. You are told what that is and asked first."""
    if insights and not debates:
        raise click.UsageError("--insights goes with --debates, because only debates have insights.")
    erasure = face.run(erasures.of_debates if debates else erasures.of_library)
    if not erasure.refs:
        face.out.line("The bin is empty." if not erasure.means[1:] else erasure.means[-1])
        return
    face.confirm(erasure, yes)
    forgotten = debates and bool(erasure.insights) and (insights or (not yes and _forgotten(erasure)))

    async def work(app: Application) -> int:
        if debates:
            return await erasures.erase_debates(app, erasure, insights=forgotten)
        return await erasures.erase_library(app, erasure)

    count = face.run(work)
    stays = "" if forgotten or not erasure.insights else f" {quantity(erasure.insights, 'insight')} kept."
    face.out.line(f"{quantity(count, 'debate' if debates else 'deletion')} erased.{stays}")


def _forgotten(erasure: erasures.Erasure) -> bool:
    return sys.stdin.isatty() and click.confirm(f"{erasure.choice}?", default=False, err=True)


COMMANDS = (*GROUPS.values(), rubbish)
