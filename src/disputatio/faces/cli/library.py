"""The library: workspace, project, assignment, task, document, note, and the bin of what was deleted."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from disputatio.app import erasures
from disputatio.app.application import Application
from disputatio.app.exchange import keep_as_note
from disputatio.debate.errors import ConfigError
from disputatio.debate.views.words import counted
from disputatio.faces.cli.face import Face, agreed, pass_face
from disputatio.faces.cli.library_kinds import create, group, options, values
from disputatio.faces.cli.output import when
from disputatio.faces.library_kinds import ASSIGNMENT, KINDS, NAMED, PROJECT
from disputatio.library.workspace import Note

GROUPS = {kind.name: group(kind) for kind in KINDS}
NOTES = NAMED["note"]


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
    if debate is None and not given["title"]:
        raise ConfigError("The note has no title.", "Give one, or --from-debate ID.", field="title")
    if debate is not None and (given["title"] or given["body"]):
        raise ConfigError(
            "A note from a debate takes its title and text from the debate.", "Give only --from-debate.", field="title"
        )

    async def work(app: Application) -> Note:
        if debate is not None:
            return await keep_as_note(app, debate, given["project"] or "")
        made: Note = await create(app, NOTES, given)
        return made

    face.out.line(face.run(work).id)


@GROUPS["document"].command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@options((PROJECT, ASSIGNMENT))
@pass_face
def import_document(face: Face, /, file: Path, **owners: str | None) -> None:
    """Import a text file (.txt, .md) as a document and print its id."""

    async def work(app: Application) -> str:
        return (await app.library.import_document(file, **await values(app, NAMED["document"], owners))).id

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
@click.option("--debates", is_flag=True, help="Empty the bin of debates instead (see list --deleted).")
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
    stays = "" if forgotten or not erasure.insights else f" {counted(erasure.insights, 'insight')} kept."
    face.out.line(f"{counted(count, 'debate' if debates else 'deletion')} erased.{stays}")


def _forgotten(erasure: erasures.Erasure) -> bool:
    return sys.stdin.isatty() and click.confirm(f"{erasure.choice}?", default=False, err=True)


COMMANDS = (*GROUPS.values(), rubbish)
