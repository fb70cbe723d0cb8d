"""Exchanging and checking debates: export, import, replay, audit, search."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from disputatio.app import debate_files
from disputatio.app.actions.debates import Export
from disputatio.app.actions.errands import carry_out
from disputatio.app.application import Application
from disputatio.app.debates.replay import replay as run_again
from disputatio.app.errors import Exit
from disputatio.debate.errors import ConfigError
from disputatio.debate.views.words import quantity
from disputatio.exporting.formats import EXPORTS, KINDS, Kind
from disputatio.faces.cli.face import Face, as_json, debate_id, leave, pass_face
from disputatio.faces.cli.library import search_words
from disputatio.faces.cli.run import run_on
from disputatio.storage.catalogue import Narrowing
from disputatio.storage.search import Hit

DIFFERENT = Exit.BAD_INPUT
"""How `replay` and `audit` end when a log is not what it should be."""


EXPORT_HELP = """Write debate ID to standard output or a file; several, or --all of them, into the folder --out.

\b
{}
"""


@click.command(help=EXPORT_HELP.format("\n".join(f"{kind:<9} {EXPORTS[kind].about}" for kind in KINDS)))
@click.argument("ids", metavar="ID", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every debate that is not in the bin.")
@click.option(
    "--as",
    "kind",
    type=click.Choice(KINDS),
    default="markdown",
    show_default=True,
    help="The format; each is explained below.",
)
@click.option("--out", type=click.Path(path_type=Path), help="The file to write to; for several, the folder.")
@pass_face
def export(face: Face, ids: tuple[str, ...], everything: bool, kind: Kind, out: Path | None) -> None:
    if everything == bool(ids):
        raise click.UsageError("Give the ids of debates, or --all.")
    if everything or len(ids) > 1 or (out is not None and out.is_dir()):
        if out is None:
            raise ConfigError("Several debates go into a folder.", "Give one: --out FOLDER.", field="out")
        written, faults = face.run(lambda app: debate_files.write_all(app, ids, kind, out))
        face.out.note(f"{quantity(written, 'debate')} exported as {EXPORTS[kind].title} to {out}.")
        for fault in faults:
            face.out.note(fault)
        if faults:
            leave(Exit.BAD_INPUT)
        return
    _export(face, ids[0], kind, out)


def _export(face: Face, id: str, kind: Kind, out: Path | None) -> None:
    if out is None:
        if EXPORTS[kind].binary and sys.stdout.isatty():
            raise ConfigError(
                f"{EXPORTS[kind].title} is no text, so a terminal cannot show it.",
                f"Give a file: --out debate{EXPORTS[kind].ending}, or send it on with a pipe.",
                field="out",
            )
        made = face.run(lambda app: debate_files.export(app, id, kind))
        face.out.raw(made) if isinstance(made, str) else face.out.binary(made)
        return
    face.require_new(out)
    face.out.note(face.run(lambda app: carry_out(app, id, Export(kind=kind, file=str(out)))).sentence)


@click.command(name="import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@pass_face
def import_debate(face: Face, file: Path) -> None:
    """Import a debate from the JSON that `export --as json` wrote, and print its id.

    A debate that was running when it was exported is paused here; continue it with `resume`.
    """
    text = debate_files.read_export(file)
    taken = face.run(lambda app: debate_files.take_in(app, text))
    face.out.line(taken.id)
    face.out.note(taken.sentence)


@click.command()
@debate_id
@click.option("--speak", is_flag=True, help="Play it as a new debate, turn by turn, without asking any model.")
@pass_face
def replay(face: Face, id: str, speak: bool) -> None:
    """Run debate ID again from its recorded answers, without any call, and say whether the result is the same."""
    if speak:
        face.end(lambda app: _speak(face, app, id))
        return
    entry, records = face.run(lambda app: app.records(id))
    found = run_again(records)
    if found.same:
        what = f"{len(records)} events, {found.turns} turns"
        face.out.line(f"The result is the same: {what}, and every decision follows from the rules.")
        return
    face.out.line(f"Debate {entry.id} differs at event {found.at}: {found.difference}.")
    leave(DIFFERENT)


async def _speak(face: Face, app: Application, id: str) -> Exit:
    return await run_on(face, app, await app.speak_again(id), json=False)


@click.group()
def audit() -> None:
    """The hash-chained log of a debate."""


@audit.command()
@debate_id
@pass_face
def verify(face: Face, id: str) -> None:
    """Check whether any event of debate ID was changed, dropped, swapped or cut off, or a request replaced."""
    findings = face.run(lambda app: _verified(app, id))
    if not findings:
        face.out.line(
            "The debate is intact: every event is as it was recorded, and every stored request is as it was sent."
        )
        return
    for finding in findings:
        face.out.line(finding)
    leave(DIFFERENT)


async def _verified(app: Application, id: str) -> list[str]:
    return await app.log.verify((await app.catalogue.get(id)).id)


FINDABLE = ("debate", "turn", "note", "document", "workspace", "project", "assignment", "task", "persona", "insight")


@click.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--kind", multiple=True, type=click.Choice(FINDABLE), help="Search only this kind (repeatable).")
@click.option(
    "--limit", type=click.IntRange(1, 500), default=20, show_default=True, help="How many of each kind at most."
)
@as_json
@pass_face
def search(face: Face, text: tuple[str, ...], kind: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Search debates, turns, notes, documents and everything else for texts that contain every word of TEXT."""
    words = search_words(text)
    found = face.run(lambda app: _found(app, words, kind, limit))
    if as_json:
        face.json({name: [asdict(hit) for hit in hits] for name, hits in found.items()})
        return
    rows = [
        (hit.kind, hit.parent if hit.kind == "turn" else hit.id, hit.title, hit.snippet)
        for hits in found.values()
        for hit in hits
    ]
    face.out.table(("KIND", "ID", "TITLE", "TEXT"), rows, f"Nothing contains {words!r}.")


async def _found(app: Application, words: str, kinds: Sequence[str], limit: int) -> dict[str, list[Hit]]:
    """Return what is found by its kind. Of turns, what people read in them: records are no messages."""
    wanted = kinds or FINDABLE
    found = await app.search.find(words, tuple(kind for kind in wanted if kind != "turn") or ("debate",), limit)
    if "turn" in wanted:
        page = await app.mentions.find(words, Narrowing(), each=limit)
        turns = [
            Hit(
                kind="turn",
                id=f"{debate.entry.id}:{each.path}",
                parent=debate.entry.id,
                title=f"{each.who.name} · {each.place}",
                snippet=each.snippet,
                marks=each.marks,
            )
            for debate in page.read
            for each in debate.places
            if each.path
        ]
        found |= {"turn": turns[:limit]} if turns else {}
    return {kind: found[kind] for kind in FINDABLE if kind in found and kind in wanted}


COMMANDS = (export, import_debate, replay, audit, search)
