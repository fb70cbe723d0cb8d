"""Looking after the data: backup, restore, rebuild, doctor."""

from __future__ import annotations

from pathlib import Path

import click

from disputatio.app import keeping
from disputatio.app.application import Application
from disputatio.app.diagnosis import diagnose
from disputatio.faces.cli.face import Face, pass_face
from disputatio.faces.cli.models import show_checks
from disputatio.faces.cli.words import when

out_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.command()
@out_file
@pass_face
def backup(face: Face, file: Path) -> None:
    """Write everything but keys and settings into FILE, also while debates run."""
    found = face.run(lambda app: keeping.backup(app, file.absolute()))
    face.out.line(f"{file}: {found.debates} debates, {found.size:,} bytes of data. Keys are not in it.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_face
def restore(face: Face, file: Path, yes: bool) -> None:
    """Put back what a backup holds. What is there now is kept beside it. Close every window first."""
    if not yes:
        click.confirm(f"Replace all debates and everything in the library by what is in {file}?", abort=True, err=True)
    found = keeping.restore(file, face.environ)
    face.out.line(f"Restored: {found.manifest.debates} debates, as of {when(found.manifest.created_at)}.")
    if found.replaced is not None:
        face.out.line(f"What was there before: {found.replaced}")


@click.command()
@click.argument("id", required=False)
@pass_face
def rebuild(face: Face, id: str | None) -> None:
    """Make the tables of debate ID, or of all debates, anew from the logs. Nothing that was said changes."""
    done = face.run(lambda app: _rebuild(app, id))
    face.out.line(f"{len(done)} debates rebuilt from {sum(done.values()):,} events.")


async def _rebuild(app: Application, id: str | None) -> dict[str, int]:
    return await keeping.rebuild(app, (await app.catalogue.get(id)).id if id else "")


@click.command()
@pass_face
def doctor(face: Face) -> None:
    """Say what works on this computer and what does not, with what to do. Asks nothing over the network."""
    show_checks(face, face.run(diagnose))


COMMANDS = (backup, restore, rebuild, doctor)
