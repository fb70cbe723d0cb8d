"""The data of this installation: backup, restore, rebuild, and `data delete`, which deletes everything."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from disputatio.app import audit
from disputatio.app import data as stored
from disputatio.app.errors import Exit
from disputatio.app.paths import Paths
from disputatio.app.restoration import merge
from disputatio.app.settings import Settings
from disputatio.faces.cli.face import Face, agreed, existing_file, leave, pass_face
from disputatio.faces.cli.output import when
from disputatio.secrets.keyring import Keys

WORD = "delete everything"

out_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@out_file
@pass_face
def backup(face: Face, file: Path) -> None:
    """Save everything except keys and settings to FILE, with your own formats and roles. Debates can keep running."""
    found = face.run(lambda app: stored.backup(app.database, app.paths, file.absolute(), app.clock))
    face.out.line(f"{file}: {found.debates} debates, {found.size:,} bytes of data. It contains no keys.")
    if damage := stored.told_of_damage(found):
        face.out.warn(damage)
        leave(Exit.WAITING)


@click.command()
@existing_file
@click.option("--replace", is_flag=True, help="Replace everything with the backup instead.")
@click.option("--mine", is_flag=True, help="The backup is your own, though made in another data folder.")
@agreed
@pass_face
def restore(face: Face, file: Path, replace: bool, mine: bool, yes: bool) -> None:
    """Add whatever a backup contains that is missing here. Nothing that is here changes; differences are listed.

    Debates from a backup that was made elsewhere count as imported, unless it is yours: your debates recall nothing
    from them until you confirm it.

    With --replace, the backup replaces everything, and what is there now is kept beside it. You are asked first, and
    told if the backup was made elsewhere. Close every window before that.
    """
    if not replace:
        done = face.run(lambda app: merge(app, file.absolute(), mine=mine))
        for sentence in done.sentences:
            face.out.line(sentence)
        return
    question = f"Replace all debates and the whole library with what is in {file}?"
    for warning in stored.examine(file, Paths.from_environment(face.environ), mine=mine)[1]:
        face.out.line(warning)
    face.ask(question, yes, "This would replace all debates and the whole library")
    found = stored.restore(file, face.environ)
    face.out.line(f"Restored: {found.manifest.debates} debates, as of {when(found.manifest.created_at)}.")
    for sentence in stored.told_of_files(found.files):
        face.out.line(sentence)
    if found.previous is not None:
        face.out.line(f"What was there before is kept in {found.previous}")


@click.command()
@click.argument("id", required=False)
@pass_face
def rebuild(face: Face, id: str | None) -> None:
    """Rebuild the tables of debate ID from its log, or those of all debates and the indexes of the search.

    Nothing that was said changes.
    """
    done = face.run(lambda app: audit.rebuild(app, id or ""))
    face.out.line(f"{len(done)} debates rebuilt from {sum(done.values()):,} events.")


@click.group()
def data() -> None:
    """Delete everything that Disputatio keeps about you."""


@data.command()
@click.option("--everything", is_flag=True, help="Debates, library, memory, keys, consents, settings, logs.")
@agreed
@pass_face
def delete(face: Face, everything: bool, yes: bool) -> None:
    """Delete everything for good. Close every window first."""
    paths = Paths.from_environment(face.environ)
    if not everything:
        raise click.UsageError("Give --everything. To delete only a part, use `disputatio delete`, `keys` or `memory`.")
    kept = stored.stays(paths)
    if not yes:
        face.out.line(f"This will be deleted from {paths.data} for good:")
        for each in stored.GOES:
            face.out.line(f"  - {each}")
        face.out.line("Kept:")
        for each in kept:
            face.out.line(f"  - {each}")
        typed = face.answer(lambda: click.prompt(f'Type "{WORD}" to confirm', err=True), "This would delete everything")
        if typed.strip().casefold() != WORD:
            raise click.Abort
    done = asyncio.run(_erase(face, paths))
    face.out.line(stored.erasure_report(done, kept))
    leave(Exit.BAD_INPUT if done.faults else Exit.FINISHED)


async def _erase(face: Face, paths: Paths) -> stored.Erased:
    settings = await asyncio.to_thread(Settings.load, paths.settings_file)
    return await stored.erase(face.environ, settings, Keys(face.environ, masking=face.masking))


COMMANDS = (data, backup, restore, rebuild)
