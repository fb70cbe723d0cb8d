"""Looking at formats, the rules that debates follow."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from disputatio.app.application import Application
from disputatio.app.starting.formats import FormatEntry, gate_points
from disputatio.debate.format import Format
from disputatio.debate.policies.figures import shown_in
from disputatio.debate.values import OptionValue
from disputatio.debate.views.words import option as shown
from disputatio.faces.cli.face import Face, pass_face
from disputatio.faces.cli.output import one_line


@click.group()
def formats() -> None:
    """The rules of debate: built-in ones, and your own (TOML files in the folder that `list` names)."""


@formats.command("list")
@pass_face
def list_formats(face: Face) -> None:
    """List the formats, and say what is wrong with any that cannot be used."""

    async def work(app: Application) -> tuple[list[FormatEntry], Path]:
        return await asyncio.to_thread(app.formats.all), app.paths.formats

    shelved, own = face.run(work)
    rows = [
        (each.name, "yours" if each.own else "", each.format.summary if each.format else one_line(each.fault, 200))
        for each in shelved
    ]
    face.out.table(("FORMAT", "", "WHAT IT IS"), rows)
    face.out.note(f"Put your own formats into: {own}")


@formats.command("show")
@click.argument("name")
@pass_face
def show_format(face: Face, name: str) -> None:
    """Show who speaks in format NAME, what they see besides turns, and its options with their defaults."""

    async def work(app: Application) -> Format:
        return await asyncio.to_thread(app.formats.get, name)

    found = face.run(work)
    face.out.heading(found.title)
    face.out.line(found.summary)
    face.out.line()
    seats = [
        (
            part.name,
            part.role,
            str(part.least) if part.least == part.most else f"{part.least} to {part.most}",
            part.team,
        )
        for part in found.cast
    ]
    face.out.table(("SEAT", "ROLE", "HOW MANY", "TEAM"), seats)
    face.out.line()
    if figures := shown_in(found):
        face.out.table(("FIGURE", "WHAT IT SHOWS"), list(figures.items()))
        face.out.line()
    face.out.table(("OPTION", "DEFAULT"), [(key, _shown(key, found.options[key])) for key in sorted(found.options)])
    if points := gate_points(found):
        face.out.line(f"Gates: {', '.join(points)}")


def _shown(name: str, value: OptionValue) -> str:
    """Write a value as `set` reads it: switches as words, money in dollars."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else shown(name, value)


@formats.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@pass_face
def check_format(face: Face, file: Path) -> None:
    """Check a format file of your own, and list every fault with its line and what to do."""

    async def work(app: Application) -> Format:
        return await asyncio.to_thread(app.formats.check, file)

    found = face.run(work)
    face.out.line(f"{found.title}: this file works. Put it into the folder that `formats list` names.")


COMMANDS = (formats,)
