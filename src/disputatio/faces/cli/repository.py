"""Repositories: index, summarise, search, look at what is known, forget."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import click

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.repositories.indexer import IndexProgress, IndexReport
from disputatio.app.repositories.status import RepositoryStatus
from disputatio.app.repositories.summariser import MemoryForecast
from disputatio.debate.errors import Refused
from disputatio.debate.views.words import price, quantity
from disputatio.faces.cli.face import Face, agreed, as_json, pass_face
from disputatio.faces.cli.output import one_line, when
from disputatio.repository.cloning import CloneProgress

# ---- Notes of how far long work has come: now and then, and nothing of what is done at once.
OFTEN = 2.0
"""Seconds between two progress notes."""
STEPS = {"reading": "Reading files", "embedding": "Embedding parts", "summarising": "Summarising"}


def now_and_then(face: Face) -> Callable[[str], None]:
    """Return what shows a note, unless one was shown a moment before."""
    last = time.monotonic()

    def tell(note: str) -> None:
        nonlocal last
        if time.monotonic() - last >= OFTEN:
            last = time.monotonic()
            face.out.note(note)

    return tell


def fetch_progress(face: Face) -> Callable[[CloneProgress], None]:
    """Return a note of how far the copying of a repository is."""
    tell = now_and_then(face)
    return lambda fetched: tell(f"{fetched.objects:,} of {quantity(fetched.total, 'object')}")


def index_progress(face: Face) -> Callable[[IndexProgress], None]:
    """Return a note of how far the index or the summary of a repository is."""
    tell = now_and_then(face)
    return lambda at: tell(f"{STEPS[at.step]}: {at.done:,} of {at.total:,}  {at.path}")


# ---- What is known of a repository, in words: name and value, to be shown below one another.
def facts(found: RepositoryStatus) -> list[tuple[str, str]]:
    """Values that are "" have nothing to say."""
    return [
        ("Folder", f"{found.path}{' (bare)' if found.bare else ''}"),
        ("Trouble", found.trouble),
        ("Commit", _commit(found)),
        ("Branch", found.branch or ("detached" if found.commit else "")),
        ("Origin", found.origin),
        ("Files", _files(found)),
        ("Languages", ", ".join(f"{each.language} {each.percent}" for each in found.languages)),
        ("Index", _index(found)),
        ("By meaning", _embedded(found)),
        ("Memory", _memory(found)),
    ]


def _commit(found: RepositoryStatus) -> str:
    if not found.commit:
        return "" if found.trouble else "none yet"
    return f"{found.commit[:10]} {found.committed_at[:10]} {found.author}: {found.subject}"


def _files(found: RepositoryStatus) -> str:
    more = "more than " if found.truncated else ""
    modules = f", {quantity(found.submodules, 'submodule')}" if found.submodules else ""
    return f"{more}{found.files:,}{modules}"


def _index(found: RepositoryStatus) -> str:
    if not found.index.at and not found.commit:
        return "none"
    if not found.index.at:
        return f"none: disputatio repo index {shlex.quote(found.path)}"
    stale = f"; {quantity(found.index.stale, 'file')} changed since" if found.index.stale else "; up to date"
    commit = found.index.commit[:10] or "being brought up to date"
    return f"{found.index.chunks:,} parts of {found.index.files:,} files at {commit}, {when(found.index.at)}{stale}"


def _embedded(found: RepositoryStatus) -> str:
    if not found.index.at:
        return ""
    if found.index.why_not:
        return f"no, by words only: {found.index.why_not}"
    return f"{found.index.embedded:,} of {found.index.chunks:,} parts embedded by {found.index.model}"


def _memory(found: RepositoryStatus) -> str:
    memory = found.memory
    if memory.kind == "made":
        stale = f"; {quantity(len(memory.stale), 'file')} changed since" if memory.stale else "; up to date"
        return f"{memory.parts:,} summaries by {memory.model} at {memory.commit[:10]}, {when(memory.at)}{stale}"
    if memory.kind == "none":
        return "none"
    begun = (
        f"; {quantity(memory.parts, 'part')} summarised, not all: continue with repo index --model"
        if memory.parts
        else ""
    )
    return f"a map that a program extracted; no model has summarised it{begun}"


# ---- Letting a model summarise a repository: what it would take is said, and a person asked, before anything is
#      sent.
async def summarise_repository(face: Face, app: Application, path: str, model: str, yes: bool) -> None:
    """`yes`: the person need not be asked. Raises Refused where nobody can be."""
    expected = await app.repositories.memory_forecast(path, model)
    if not expected.calls:
        face.out.line("The repository memory is up to date.")
        return
    face.out.note(_forecast(expected))
    agreed = (expected.sending,) if expected.sending is not None else ()
    for each in await app.privacy.missing_consents(agreed):
        face.out.note(one_line(each.sentence))
    receiver = expected.model.partition(":")[0]
    sent = f"Summarising would send {expected.characters:,} characters to {receiver}"
    face.ask("Do it?", yes, f"{sent} and cost about {price(expected.cost)}")
    done = await app.repositories.remember(path, model, index_progress(face), agreed=agreed)
    dropped = (
        f"; {quantity(done.unsupported, 'statement')} left out because no quotation supports them"
        if done.unsupported
        else ""
    )
    face.out.line(
        f"{done.made:,} summaries made by {model}, {done.kept:,} kept{dropped}. {price(done.cost)},"
        f" {done.tokens:,} tokens."
    )


def _forecast(expected: MemoryForecast) -> str:
    left = f" Another {expected.left:,} files are only in the map." if expected.left else ""
    return (
        f"{expected.model} would be asked {expected.calls} times to summarise {quantity(expected.files, 'file')} and"
        f" {quantity(expected.folders, 'folder')}: about {expected.tokens:,} tokens, {price(expected.cost)}.{left}"
    )


PATH = click.argument("path", default=".", metavar="[PATH]")


@click.group()
def repo() -> None:
    """Repositories to debate: index them, search them, let a model summarise them.

    Disputatio neither changes a repository nor runs anything in it. An index lets the participants see what bears on
    the question; without one, Disputatio looks for the question's words in the files.

    \b
    Examples:
      disputatio repo index .                      about a minute for 10,000 files; later only what changed
      disputatio repo index . --model openai:…     and let a model summarise it (asks first: it costs)
      disputatio repo clone https://github.com/owner/name     a bare copy in the data folder, to debate
      disputatio repo search . "where are retries counted"
      disputatio repo secrets .                    what is held back, with its ids
      disputatio repo forget .
    """


@repo.command()
@click.argument("address")
@as_json
@pass_face
def clone(face: Face, address: str, as_json: bool) -> None:
    """Fetch a bare copy of the repository at ADDRESS (https://…) into the data folder. Nothing in it is run.

    If it needs a login, clone it with git and give the folder instead. `repo forget` deletes the copy again.
    """

    async def work(app: Application) -> str:
        return await app.repositories.clone(address, fetch_progress(face))

    path = face.run(work)
    if as_json:
        face.json({"path": path})
    else:
        face.out.line(path)


@repo.command()
@PATH
@click.option("--model", metavar="PROVIDER:MODEL", help="Let this model summarise it for later debates.")
@click.option("--summarise", is_flag=True, help="Let the utility model of the settings summarise it.")
@click.option("--embed", is_flag=True, help="Agree to send all its text to the embedding model of the settings.")
@click.option("--yes", is_flag=True, help="Agree in advance to sending and paying.")
@as_json
@pass_face
def index(face: Face, path: str, model: str | None, summarise: bool, embed: bool, yes: bool, as_json: bool) -> None:
    """Index the repository at PATH (default: here), or what changed in it. Ctrl+C stops; what is done stays."""

    async def work(app: Application) -> IndexReport:
        await app.repositories.open(path)
        done = await _indexed(face, app, path, embed or yes)
        if model or summarise:
            await summarise_repository(face, app, path, model or app.utility_model(), yes)
        return done

    done = face.run(work)
    if as_json:
        face.json(done)
        return
    files = f"{quantity(done.read, 'file')} read, {quantity(done.removed, 'file')} gone" if done.read else "Nothing new"
    face.out.line(f"{files}; the index has {done.files:,} files in {done.chunks:,} parts.")
    if done.why_not:
        face.out.note(f"Searched by words only: {done.why_not}.")
    elif done.embedded or done.skipped:
        left = f"; the model refused {done.skipped:,}" if done.skipped else ""
        face.out.line(f"{done.embedded:,} parts were embedded{left}.")


async def _indexed(face: Face, app: Application, path: str, embed: bool) -> IndexReport:
    """Index a repository. Before its text goes to an embedding model, ask, unless `embed` was given; without consent,
    index only its words, and send nothing."""
    try:
        return await app.repositories.index(path, index_progress(face))
    except ConsentNeeded as needed:
        for each in needed.asked:
            face.out.note(one_line(each.sentence))
        asked = needed.asked
    if embed or (sys.stdin.isatty() and click.confirm("Send it, so that you can search by meaning?", err=True)):
        return await app.repositories.index(path, index_progress(face), agreed=asked)
    done = await app.repositories.index(path, index_progress(face), embed=False)
    return replace(done, why_not="nothing was sent to the embedding model; to agree to that, give --embed")


@repo.command()
@click.argument("path", required=False, metavar="[PATH]")
@as_json
@pass_face
def status(face: Face, path: str | None, as_json: bool) -> None:
    """Show what is known about the repository at PATH; without PATH, list the repositories you have opened."""

    async def work(app: Application) -> list[RepositoryStatus]:
        return await app.repositories.all() if path is None else [await app.repositories.status(path)]

    found = face.run(work)
    if as_json:
        face.json(found if path is None else found[0])
    elif path is None:
        rows = [(each.name, each.path, each.index.commit[:10], when(each.index.at)) for each in found]
        face.out.table(
            ("NAME", "FOLDER", "INDEXED", "AT"), rows, "No repositories yet. Index one with: disputatio repo index PATH"
        )
    else:
        face.out.heading(found[0].name)
        face.out.facts(facts(found[0]))


@repo.command()
@PATH
@pass_face
def knowledge(face: Face, path: str) -> None:
    """Show what is known about the whole repository: a model's summary, or the map that a program extracted."""
    found = face.run(lambda app: app.repositories.knowledge(path))
    if found.state.kind == "none":
        raise Refused(
            "Nothing is known about this repository yet.", f"Index it first with: disputatio repo index {path}"
        )
    if found.state.kind == "map":
        face.out.note(
            "This is a map that a program extracted from definitions, imports and docstrings, without a model."
        )
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
@click.option("--text", "with_text", is_flag=True, help="Show the lines as well.")
@as_json
@pass_face
def search(face: Face, path: str, query: tuple[str, ...], limit: int, with_text: bool, as_json: bool) -> None:
    """Search the indexed repository at PATH for what bears on QUERY, by words and by meaning."""
    found = face.run(lambda app: app.repositories.search(path, " ".join(query), limit))
    if as_json:
        face.json(found)
        return
    if found.why_not:
        face.out.note(f"Searched by words only: {found.why_not}.")
    if found.stale:
        face.out.note(
            f"{quantity(found.stale, 'part')} left out as outdated. Update them with: disputatio repo index {path}"
        )
    if not with_text:
        rows = [(f"{hit.path}:{hit.first}-{hit.last}", hit.kind, hit.name) for hit in found.hits]
        face.out.table(("WHERE", "WHAT", "NAME"), rows, "Nothing was found.")
        return
    for hit in found.hits:
        face.out.heading(f"{hit.path}:{hit.first}-{hit.last} {hit.name}")
        for number, line in enumerate(hit.text.split("\n"), hit.first):
            face.out.line(f"{number}| {line}")


@repo.command()
@click.argument("path", metavar="PATH")
@agreed
@pass_face
def forget(face: Face, path: str, yes: bool) -> None:
    """Forget the index, vectors and summaries of the repository at PATH. The repository stays as it is."""

    async def look(app: Application) -> erasures.Erasure:
        if not await app.repositories.keeps(path):
            raise Refused(
                "Nothing is kept about that repository.", "See the known repositories with: disputatio repo status"
            )
        return await erasures.of_repository(app, path)

    face.confirm(face.run(look), yes)
    face.run(lambda app: app.repositories.forget(path))
    face.out.line("Forgotten.")


COMMANDS = (repo,)
