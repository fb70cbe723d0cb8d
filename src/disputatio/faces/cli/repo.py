"""Repositories: index, summarise, search, look at what is known, forget."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace

import click

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.indexing import Indexed
from disputatio.app.privacy.errors import ConsentNeeded
from disputatio.app.repository_status import RepositoryStatus
from disputatio.debate.errors import Refused
from disputatio.debate.views.words import counted
from disputatio.faces.cli import summarising
from disputatio.faces.cli.face import Face, agreed, as_json, pass_face
from disputatio.faces.cli.output import one_line
from disputatio.faces.cli.progress import fetching, indexing
from disputatio.faces.cli.repository_facts import facts
from disputatio.faces.cli.words import when

PATH = click.argument("path", default=".", metavar="[PATH]")


@click.group()
def repo() -> None:
    """Repositories that debates are about: index them, search them, let a model summarise them.

    Nothing of a repository is changed or run. An index makes the participants see what bears on the question; without
    one, files are looked through for its words.

    \b
    Examples:
      disputatio repo index .                      about a minute for 10,000 files; later only what changed
      disputatio repo index . --model openai:…     and let a model summarise it (asks first: it costs)
      disputatio repo clone https://github.com/owner/name     a bare copy in the data folder, to be debated
      disputatio repo search . "where are retries counted"
      disputatio repo secrets .                    what is held back of it, and by which ids
      disputatio repo forget .
    """


@repo.command()
@click.argument("address")
@as_json
@pass_face
def clone(face: Face, address: str, as_json: bool) -> None:
    """Fetch a bare copy of the repository at ADDRESS (https://…) into the data folder. Nothing of it is run.

    What asks for a login is cloned with git and named by its folder. `repo forget` erases the copy again.
    """

    async def work(app: Application) -> str:
        return await app.repositories.clone(address, fetching(face))

    path = face.run(work)
    if as_json:
        face.json({"path": path})
    else:
        face.out.line(path)


@repo.command()
@PATH
@click.option("--model", metavar="PROVIDER:MODEL", help="Let this model summarise it into repository memory.")
@click.option("--summarise", is_flag=True, help="The same with the utility model of the settings.")
@click.option("--embed", is_flag=True, help="Agree that all its text goes to the embedding model of the settings.")
@click.option("--yes", is_flag=True, help="Agree to what would be asked before sending or paying.")
@as_json
@pass_face
def index(face: Face, path: str, model: str | None, summarise: bool, embed: bool, yes: bool, as_json: bool) -> None:
    """Index the repository at PATH (default: here), or what changed in it. Ctrl+C ends it; what is done stays."""

    async def work(app: Application) -> Indexed:
        await app.repositories.open(path)
        done = await _indexed(face, app, path, embed or yes)
        if model or summarise:
            await summarising.summarise(face, app, path, model or app.utility_model(), yes)
        return done

    done = face.run(work)
    if as_json:
        face.json(asdict(done))
        return
    files = f"{counted(done.read, 'file')} read, {counted(done.removed, 'file')} gone" if done.read else "Nothing new"
    face.out.line(f"{files}; the index has {done.files:,} files in {done.chunks:,} parts.")
    if done.why_not:
        face.out.note(f"Searched by words only: {done.why_not}.")
    elif done.embedded or done.skipped:
        left = f", {done.skipped:,} were refused by the model" if done.skipped else ""
        face.out.line(f"{done.embedded:,} parts were embedded{left}.")


async def _indexed(face: Face, app: Application, path: str, embed: bool) -> Indexed:
    """Where an embedding model would be sent the repository, the person is asked unless they said so (`embed`); without
    a consent it is indexed by its words, and nothing leaves."""
    try:
        return await app.repositories.index(path, indexing(face))
    except ConsentNeeded as needed:
        for each in needed.asked:
            face.out.note(one_line(each.sentence))
        asked = needed.asked
    if embed or (sys.stdin.isatty() and click.confirm("Send it to have it found by meaning?", err=True)):
        return await app.repositories.index(path, indexing(face), agreed=asked)
    done = await app.repositories.index(path, indexing(face), embed=False)
    return replace(done, why_not="nothing was sent to the embedding model; agree to that with --embed")


@repo.command()
@click.argument("path", required=False, metavar="[PATH]")
@as_json
@pass_face
def status(face: Face, path: str | None, as_json: bool) -> None:
    """What is known of the repository at PATH; without one, list those that were opened."""

    async def work(app: Application) -> list[RepositoryStatus]:
        return [await app.repositories.status(path)] if path else await app.repositories.opened()

    found = face.run(work)
    if as_json:
        face.json([asdict(each) for each in found] if path is None else asdict(found[0]))
    elif path is None:
        rows = [(each.name, each.path, each.index.commit[:10], when(each.index.at)) for each in found]
        face.out.table(("NAME", "FOLDER", "INDEXED", "AT"), rows, "None yet: disputatio repo index PATH")
    else:
        face.out.heading(found[0].name)
        face.out.facts(facts(found[0]))


@repo.command()
@PATH
@pass_face
def knowledge(face: Face, path: str) -> None:
    """Show what is known of the whole repository: a model's summary, or the map that a program extracted."""
    found = face.run(lambda app: app.repositories.knowledge(path))
    if found.state.kind == "none":
        raise Refused("Nothing is known of it yet.", f"Index it first: disputatio repo index {path}")
    if found.state.kind == "map":
        face.out.note("A map, extracted by a program from definitions, imports and docstrings; not summarised.")
        face.out.line(found.text)
    else:
        state = found.state
        face.out.note(
            f"Summarised by {state.model} at {state.commit[:10]}, {when(state.at)}; its citations were checked."
        )
        face.out.markdown(found.text)
    for note in (found.cut, *(["Changed since: " + ", ".join(found.state.stale)] if found.state.stale else [])):
        if note:
            face.out.note(note)


@repo.command()
@click.argument("path", metavar="PATH")
@click.argument("query", nargs=-1, required=True, metavar="QUERY…")
@click.option("--limit", type=click.IntRange(1, 60), default=10, show_default=True, help="How many at most.")
@click.option("--text", "with_text", is_flag=True, help="Show the lines, too.")
@as_json
@pass_face
def search(face: Face, path: str, query: tuple[str, ...], limit: int, with_text: bool, as_json: bool) -> None:
    """Search the indexed repository at PATH for what bears on QUERY, by words and by meaning."""
    found = face.run(lambda app: app.repositories.search(path, " ".join(query), limit))
    if as_json:
        face.json(asdict(found))
        return
    if found.why_not:
        face.out.note(f"Searched by words only: {found.why_not}.")
    if found.stale:
        face.out.note(f"{counted(found.stale, 'part')} left out that changed: disputatio repo index {path}")
    if not with_text:
        rows = [(f"{hit.path}:{hit.first}-{hit.last}", hit.kind, hit.name) for hit in found.hits]
        face.out.table(("WHERE", "WHAT", "NAME"), rows, "Nothing was found.")
        return
    for hit in found.hits:
        face.out.heading(f"{hit.path}:{hit.first}-{hit.last} {hit.name}")
        for number, line in enumerate(hit.text.split("\n"), hit.first):
            face.out.line(f"{number}| {line}")


@repo.command()
@PATH
@click.option("--file", "files", multiple=True, metavar="FILE", help="Only this file of it (repeatable).")
@click.option("--commit", default="", metavar="REV", help="At this commit (HEAD without this).")
@as_json
@pass_face
def secrets(face: Face, path: str, files: tuple[str, ...], commit: str, as_json: bool) -> None:
    """List what looks like a secret in the repository at PATH: no model is shown it, nor can look it up.

    `disputatio debate --release ID` lets one of them out for that debate. The secrets themselves are not printed.
    """
    found = face.run(lambda app: app.repositories.reading.held(path, commit, files))
    if as_json:
        face.json([asdict(each) for each in found])
        return
    rows = [(each.id, each.kind, each.place) for each in found]
    face.out.table(("ID", "WHAT", "WHERE"), rows, "Nothing in it looks like a secret.")


@repo.command()
@click.argument("path", metavar="PATH")
@agreed
@pass_face
def forget(face: Face, path: str, yes: bool) -> None:
    """Forget the index, vectors and summaries of the repository at PATH. The repository stays as it is."""

    async def look(app: Application) -> erasures.Erasure:
        if not await app.repositories.keeps(path):
            raise Refused("Nothing is kept of that repository.", "disputatio repo status lists those that are known.")
        return await erasures.of_repository(app, path)

    face.confirm(face.run(look), yes)
    face.run(lambda app: app.repositories.forget(path))
    face.out.line("Forgotten.")


COMMANDS = (repo,)
