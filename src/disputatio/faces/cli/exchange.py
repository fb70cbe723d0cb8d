"""Exchanging and checking debates: export, import, replay, audit, search."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from disputatio.app import audit as auditing
from disputatio.app import debate_files
from disputatio.app.actions.debates import Export
from disputatio.app.actions.errands import carry_out
from disputatio.app.application import Application
from disputatio.app.debate_files import put
from disputatio.app.errors import Exit
from disputatio.debate.errors import ConfigError
from disputatio.debate.views.trail import ONE_AND_ALL, TrailFilter, TrailKind
from disputatio.debate.views.words import quantity
from disputatio.exporting.formats import EXPORTS, KINDS, Kind
from disputatio.faces.cli.face import Face, as_json, debate_id, existing_file, leave, pass_face
from disputatio.faces.cli.library import search_words
from disputatio.faces.cli.output import one_line, to_the_second
from disputatio.faces.cli.run import run_on
from disputatio.storage.catalogue import Narrowing
from disputatio.storage.search import Hit

DIFFERENT = Exit.BAD_INPUT
"""The exit code of `replay` and `audit` when a log is not what it should be."""


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
                f"{EXPORTS[kind].title} is not text, so a terminal cannot show it.",
                f"Give a file: --out debate{EXPORTS[kind].ending}, or pipe it to another program.",
                field="out",
            )
        made = face.run(lambda app: debate_files.export(app, id, kind))
        face.out.raw(made) if isinstance(made, str) else face.out.binary(made)
        return
    face.require_new(out)
    face.out.note(face.run(lambda app: carry_out(app, id, Export(kind=kind, file=str(out)))).sentence)


@click.command(name="import")
@existing_file
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
    found = face.run(lambda app: auditing.replayed(app, id))
    face.out.line(found.sentence)
    if not found.same:
        leave(DIFFERENT)


async def _speak(face: Face, app: Application, id: str) -> Exit:
    return await run_on(face, app, await app.speak_again(id), json=False)


@click.group()
def audit() -> None:
    """The hash-chained log of a debate."""


@audit.command()
@debate_id
@click.option("--rebuild", is_flag=True, help="If the tables differ from the log, rebuild them from it.")
@pass_face
def verify(face: Face, id: str, rebuild: bool) -> None:
    """Check whether the stored debate ID matches what was recorded.

    The log: was any event changed, dropped, swapped or cut off? The requests: is each one stored, and is it the one
    that the log names by its hash? The tables that you can query: do they follow from the log? Ends with exit code 2
    if anything is wrong.
    """
    found = face.run(lambda app: _audited(app, id, rebuild))
    for sentence in found.sentences:
        face.out.line(sentence)
    if not found.intact:
        leave(DIFFERENT)


@audit.command()
@debate_id
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(ONE_AND_ALL)), help="Only these (repeatable).")
@click.option("--who", default="", help="Only lines of this participant, named as in the list.")
@click.option("--words", default="", help="Only lines that contain every one of these words.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the lines to this file as JSON, with all texts.")
@as_json
@pass_face
def show(
    face: Face, id: str, kinds: tuple[TrailKind, ...], who: str, words: str, out: Path | None, as_json: bool
) -> None:
    """List the record of debate ID, event by event: prompts, responses, tool calls, test results, votes, approvals.

    Each line has the place of its event in the log. To see what was sent with a prompt, use `show --requests`.
    """
    wanted = TrailFilter(kinds=frozenset(kinds), who=who, words=words)
    rows = face.run(lambda app: auditing.trail(app, id, wanted))
    if out is not None:
        face.require_new(out)
        face.run(lambda app: put(auditing.trail_file(rows), out))
        face.out.note(f"{quantity(len(rows), 'line')} written to {out}.")
        return
    if as_json:
        face.json(rows)
        return
    lines = [
        (str(row.seq), to_the_second(row.at), ONE_AND_ALL[row.kind][0], row.who, one_line(row.what, 200), row.place,
         row.model)
        for row in rows
    ]  # fmt: skip
    heads = ("EVENT", "WHEN", "KIND", "WHO", "WHAT", "WHERE", "MODEL")
    face.out.table(heads, lines, "No lines match.")


async def _audited(app: Application, id: str, rebuild: bool) -> auditing.Audit:
    found = await auditing.audit(app, id)
    if found.behind and rebuild:
        await auditing.rebuild(app, found.debate)
        return await auditing.audit(app, id)
    return found


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
        face.json(found)
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
