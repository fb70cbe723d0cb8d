"""The files that a persona speaks from: add, list, search, remove."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import click

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.corpora import Results
from disputatio.debate.views.words import counted
from disputatio.engine.errors import NotFound
from disputatio.faces.cli.face import Face, agreed, as_json, pass_face
from disputatio.faces.cli.output import one_line
from disputatio.faces.cli.words import when
from disputatio.library.corpus import Source

NAME = click.argument("name", metavar="NAME")
PASSAGE = 80
"""Characters of a passage in a table."""


@click.group()
def corpus() -> None:
    """The files that a persona speaks from: its seat alone sees the passages that bear on the question."""


@corpus.command("add")
@NAME
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option("--release", multiple=True, metavar="ID", help="Let in what was held back as ID (repeatable).")
@pass_face
def add_source(face: Face, name: str, files: tuple[Path, ...], release: tuple[str, ...]) -> None:
    """Read FILEs (.txt, .md, .html, .pdf) into the corpus of persona NAME; one of the same name is replaced."""

    async def work(app: Application) -> None:
        found = await app.personas.named(name)
        for file in files:
            _added(face, await app.personas.corpora.add(found, file, release))

    face.run(work)


def _added(face: Face, source: Source) -> None:
    face.out.line(f"{source.name}: {_size(source)}")
    for held in source.held_back:
        face.out.warn(f"Held back as a likely secret: {held}")
    if source.held_back:
        face.out.note("To let one in, add the file again with --release and its id.")
    for note in source.notes:
        face.out.note(f"Left out: {note}")


def _size(source: Source) -> str:
    pages = f"{counted(source.pages, 'page')}, " if source.pages else ""
    return f"{pages}{counted(source.characters, 'character')} in {counted(source.chunks, 'passage')}"


@corpus.command("list")
@NAME
@as_json
@pass_face
def list_sources(face: Face, name: str, as_json: bool) -> None:
    """List the files of the corpus of persona NAME, and what of them was left out."""

    async def work(app: Application) -> list[Source]:
        return await app.personas.corpora.of(await app.personas.named(name))

    found = face.run(work)
    if as_json:
        face.json([asdict(each) for each in found])
        return
    sources_table(face, found)


def sources_table(face: Face, sources: Iterable[Source]) -> None:
    """The files of a corpus, and what of them was left out."""
    rows = [
        (each.name, _size(each), one_line("; ".join((*each.notes, *_held(each))), 120), when(each.created_at))
        for each in sources
    ]
    empty = "It speaks from no file. Add one: disputatio persona corpus add NAME FILE"
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
    """Show which passages of the corpus of persona NAME a question would bring up."""

    async def work(app: Application) -> Results:
        return await app.personas.corpora.look_up(await app.personas.named(name), " ".join(text), limit)

    results = face.run(work)
    if as_json:
        face.json([{"source": each.source, "place": each.chunk.place, **asdict(each)} for each in results.found])
        return
    if results.why_not:
        face.out.note(f"Searched by words only: {results.why_not}.")
    rows = [(each.source, each.chunk.place, one_line(each.chunk.text, PASSAGE)) for each in results.found]
    face.out.table(("SOURCE", "PLACE", "PASSAGE"), rows, "Nothing of the corpus bears on this.")


@corpus.command("remove")
@NAME
@click.argument("source", metavar="SOURCE")
@agreed
@pass_face
def remove_source(face: Face, name: str, source: str, yes: bool) -> None:
    """Take SOURCE (its file name) out of the corpus of persona NAME, for good."""

    async def look(app: Application) -> tuple[Source, erasures.Erasure]:
        persona = await app.personas.named(name)
        sources = await app.personas.corpora.of(persona)
        found = [each for each in sources if source in (each.name, each.id)]
        if not found:
            names = ", ".join(each.name for each in sources) or "no file"
            raise NotFound(f"The corpus has no source {source!r}.", f"It has: {names}.")
        return found[0], erasures.of_source(persona, found[0])

    chosen, erasure = face.run(look)
    face.confirm(erasure, yes)
    face.run(lambda app: app.personas.corpora.remove(chosen.id))
    face.out.line(f"Removed: {chosen.name}")
