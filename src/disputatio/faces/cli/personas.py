"""Personas: list, show, add, edit, copy, search, delete, import, export."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.personas.corpora import Results
from disputatio.app.personas.personas import PersonaEntry
from disputatio.debate.errors import ConfigError
from disputatio.debate.views.words import clean, quantity
from disputatio.engine.errors import NotFound
from disputatio.faces.cli.face import Face, agreed, as_json, existing_file, from_input, pass_face
from disputatio.faces.cli.output import one_line, when
from disputatio.library.corpus import Source
from disputatio.library.persona import TITLES, Persona

# ---- The files that a persona speaks from: add, list, search, remove.
NAME = click.argument("name", metavar="NAME")
PASSAGE = 80
"""Characters of a passage in a table."""


@click.group()
def corpus() -> None:
    """The files that a persona speaks from. Only its seat sees the passages that bear on the question."""


@corpus.command("add")
@NAME
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option("--release", multiple=True, metavar="ID", help="Let in the secret held back as ID (repeatable).")
@pass_face
def add_source(face: Face, name: str, files: tuple[Path, ...], release: tuple[str, ...]) -> None:
    """Read FILEs (.txt, .md, .html, .pdf) into the corpus of persona NAME. A file of the same name is replaced."""

    async def work(app: Application) -> None:
        found = await app.personas.by_name(name)
        for file in files:
            _added(face, await app.personas.corpora.add(found, file, release))

    face.run(work)


def _added(face: Face, source: Source) -> None:
    face.out.line(f"{source.name}: {_size(source)}")
    for held in source.held_back:
        face.out.warn(f"Held back as a likely secret: {held}")
    if source.held_back:
        face.out.note("To let one in, add the file again and give --release with its id.")
    for note in source.notes:
        face.out.note(f"Left out: {note}")


def _size(source: Source) -> str:
    pages = f"{quantity(source.pages, 'page')}, " if source.pages else ""
    return f"{pages}{quantity(source.characters, 'character')} in {quantity(source.chunks, 'passage')}"


@corpus.command("list")
@NAME
@as_json
@pass_face
def list_sources(face: Face, name: str, as_json: bool) -> None:
    """List the files in the corpus of persona NAME, and what was left out."""

    async def work(app: Application) -> list[Source]:
        return await app.personas.corpora.of(await app.personas.by_name(name))

    found = face.run(work)
    if as_json:
        face.json(found)
        return
    sources_table(face, found)


def sources_table(face: Face, sources: Iterable[Source]) -> None:
    """Print the files of a corpus, and what was left out of them."""
    rows = [
        (each.name, _size(each), one_line("; ".join((*each.notes, *_held(each))), 120), when(each.created_at))
        for each in sources
    ]
    empty = "This persona has no files yet. Add one with: disputatio persona corpus add NAME FILE"
    face.out.table(("SOURCE", "SIZE", "LEFT OUT", "ADDED"), rows, empty)


def _held(source: Source) -> list[str]:
    return [f"likely secrets: {', '.join(source.held_back)}"] if source.held_back else []


@corpus.command("search")
@NAME
@click.argument("text", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 40), default=10, show_default=True, help="How many at most.")
@as_json
@pass_face
def search_corpus(face: Face, name: str, text: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Show which passages in the corpus of persona NAME a question would bring up."""

    async def work(app: Application) -> Results:
        return await app.personas.corpora.look_up(await app.personas.by_name(name), " ".join(text), limit)

    results = face.run(work)
    if as_json:
        face.json([{"source": each.source, "place": each.chunk.place, **asdict(each)} for each in results.hits])
        return
    if results.why_not:
        face.out.note(f"Searched by words only: {results.why_not}.")
    rows = [(each.source, each.chunk.place, one_line(each.chunk.text, PASSAGE)) for each in results.hits]
    face.out.table(("SOURCE", "PLACE", "PASSAGE"), rows, "Nothing in the corpus bears on this.")


@corpus.command("remove")
@NAME
@click.argument("source", metavar="SOURCE")
@agreed
@pass_face
def remove_source(face: Face, name: str, source: str, yes: bool) -> None:
    """Take SOURCE (its file name) out of the corpus of persona NAME, for good."""

    async def look(app: Application) -> tuple[Source, erasures.Erasure]:
        persona = await app.personas.by_name(name)
        sources = await app.personas.corpora.of(persona)
        found = [each for each in sources if source in (each.name, each.id)]
        if not found:
            names = ", ".join(each.name for each in sources) or "no file"
            raise NotFound(f"The corpus has no source {source!r}.", f"Its sources are: {names}.")
        return found[0], erasures.of_source(persona, found[0])

    chosen, erasure = face.run(look)
    face.confirm(erasure, yes)
    face.run(lambda app: app.personas.corpora.remove(chosen.id))
    face.out.line(f"Removed: {chosen.name}")


ABOUT = 80
"""Characters of a description in a table."""
HELP = {
    "about": "Who they are, in a sentence.",
    "holds": "What they believe.",
    "cares_for": "What they value.",
    "would_change": "What would change their mind.",
    "voice": "How they speak.",
}
STDIN = "-"


def fields(command: click.decorators.FC) -> click.decorators.FC:
    """Add an option for each text of a persona; none has a default, so that `edit` changes only what was given."""
    for field, help in reversed(HELP.items()):
        flag = f"--{field.replace('_', '-')}"
        command = click.option(flag, field, default=None, help=f'{help} "-" reads it from standard input.')(command)
    return command


def _texts(given: dict[str, str | None]) -> dict[str, Any]:
    found = {field: text for field, text in given.items() if text is not None}
    if sum(text == STDIN for text in found.values()) > 1:
        raise ConfigError("Standard input can be read only once.", 'Give "-" for one option.', field="persona")
    return {field: from_input(field) if text == STDIN else text for field, text in found.items()}


@click.group()
def persona() -> None:
    """Personas that seats can play. The program brings examples; your own can speak from files.

    \b
    Examples:
      disputatio persona list
      disputatio persona add "Ada" --about "Counts before she speaks." --holds "…" --voice "…"
      disputatio persona corpus add Ada handbook.pdf notes.md
      disputatio debate --format dialogue --persona personas#1=Ada --persona personas#2=newcomer "…"
    """


@persona.command("list")
@as_json
@pass_face
def list_personas(face: Face, as_json: bool) -> None:
    """List your personas and the examples."""
    _table(face, face.run(lambda app: app.personas.all()), as_json)


@persona.command()
@click.argument("text", nargs=-1, required=True)
@as_json
@pass_face
def search(face: Face, text: tuple[str, ...], as_json: bool) -> None:
    """Search for personas that contain every word of TEXT."""
    _table(face, face.run(lambda app: app.personas.search(" ".join(text))), as_json)


def _table(face: Face, found: Iterable[PersonaEntry], as_json: bool) -> None:
    if as_json:
        face.json([{**asdict(each.persona), "sources": each.sources, "example": each.example} for each in found])
        return
    rows = [
        (
            each.persona.id,
            one_line(each.persona.name, 40),
            "example" if each.example else quantity(each.sources, "source") if each.sources else "",
            one_line(each.persona.about, ABOUT),
        )
        for each in found
    ]
    face.out.table(("ID", "NAME", "CORPUS", "ABOUT"), rows, "Nothing was found.")


@persona.command()
@NAME
@as_json
@pass_face
def show(face: Face, name: str, as_json: bool) -> None:
    """Show persona NAME (or id): its contract, its voice, its corpus."""

    async def work(app: Application) -> tuple[Persona, list[Source]]:
        found = await app.personas.by_name(name)
        return found, await app.personas.corpora.of(found)

    found, sources = face.run(work)
    if as_json:
        face.json({**asdict(found), "corpus": sources})
        return
    face.out.heading(found.name)
    face.out.facts([("Id", found.id), ("About", found.about), ("Changed", when(found.updated_at))])
    for field in ("holds", "cares_for", "would_change", "voice"):
        if text := getattr(found, field):
            face.out.line()
            face.out.line(TITLES[field])
            face.out.line(f"  {clean(text)}")
    if sources:
        face.out.line()
        sources_table(face, sources)


@persona.command()
@NAME
@fields
@pass_face
def add(face: Face, /, name: str, **given: str | None) -> None:
    """Add a persona called NAME and print its id."""
    made = Persona(name=name, **_texts(given))
    face.out.line(face.run(lambda app: app.personas.save(made)).id)


@persona.command()
@NAME
@click.option("--name", "renamed", default=None, help="Its new name.")
@fields
@pass_face
def edit(face: Face, /, name: str, renamed: str | None, **given: str | None) -> None:
    """Change those fields of persona NAME that you give. Past debates stay as they are. An example becomes yours."""
    changes = _texts(given) | ({"name": renamed} if renamed is not None else {})
    if not changes:
        raise ConfigError("You gave nothing to change.", "See: disputatio persona edit --help.", field="persona")

    async def work(app: Application) -> Persona:
        return await app.personas.save(replace(await app.personas.by_name(name), **changes))

    face.out.note(f"Saved: {face.run(work).id}")


@persona.command()
@NAME
@click.argument("new", metavar="NEW")
@pass_face
def copy(face: Face, name: str, new: str) -> None:
    """Copy persona NAME and its corpus to a new persona of yours called NEW, and print its id."""

    async def work(app: Application) -> Persona:
        return await app.personas.copy(await app.personas.by_name(name), new)

    face.out.line(face.run(work).id)


@persona.command()
@NAME
@pass_face
def delete(face: Face, name: str) -> None:
    """Put persona NAME and its corpus into the bin."""

    async def work(app: Application) -> str:
        return (await app.personas.delete(await app.personas.by_name(name))).id

    face.out.line(f"In the bin. Take it out with: disputatio bin restore {face.run(work)}")


@persona.command("import")
@existing_file
@pass_face
def take_in(face: Face, file: Path) -> None:
    """Import a persona from its TOML file and print its id. The file does not contain the texts of its corpus."""
    made, read = face.run(lambda app: app.personas.take_in(file))
    if read.sources:
        names = one_line(", ".join(read.sources), 300)
        face.out.note(f"Its corpus had {names}. Add what you have with: disputatio persona corpus add {made.id} FILE…")
    face.out.line(made.id)


@persona.command()
@NAME
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write to.")
@pass_face
def export(face: Face, name: str, out: Path | None) -> None:
    """Write persona NAME as TOML, with a list of the files in its corpus, to standard output or a file."""

    async def work(app: Application) -> str:
        return await app.personas.export(await app.personas.by_name(name))

    text = face.run(work)
    if out is None:
        face.out.raw(clean(text) if face.out.terminal else text)
        return
    face.write(text, out)


persona.add_command(corpus)

COMMANDS = (persona,)
