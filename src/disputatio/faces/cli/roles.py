"""Roles: list, show, check, import, remove."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from pathlib import Path

import click

from disputatio.app.application import Application
from disputatio.app.starting.roles import RoleEntry
from disputatio.debate.errors import FormatError
from disputatio.faces.cli.face import Face, agreed, as_json, existing_file, pass_face
from disputatio.faces.cli.output import one_line

WORDS = 100
"""Characters of a focus in the list."""


@click.group()
def roles() -> None:
    """Roles of seats: built-in ones, and your own (TOML files in the folder that `list` names).

    A seat gets one with: disputatio debate --role SEAT=ROLE …
    """


@roles.command("list")
@as_json
@pass_face
def list_roles(face: Face, as_json: bool) -> None:
    """List the roles, yours first, and say what is wrong with any that cannot be used."""

    async def work(app: Application) -> tuple[list[RoleEntry], Path]:
        return await asyncio.to_thread(app.roles.all), app.paths.roles

    shelved, own = face.run(work)
    if as_json:
        face.json([asdict(each.role) | {"own": each.own, "also": each.also, "fault": each.fault} for each in shelved])
        return
    rows = [(each.role.id, "yours" if each.own else "", _words(each)) for each in shelved]
    face.out.table(("ROLE", "", "WHAT IT DOES"), rows)
    none = "" if any(each.own for each in shelved) else "You have no roles of your own yet. "
    face.out.note(f"{none}Add one with: disputatio roles import FILE (it is kept in {own})")


def _words(entry: RoleEntry) -> str:
    return one_line(entry.fault, 200) if entry.fault else one_line(entry.role.focus, WORDS)


@roles.command("show")
@click.argument("name")
@pass_face
def show_role(face: Face, name: str) -> None:
    """Show what role NAME (its id or title) is asked to do, and which tools it is offered."""
    found = face.run(lambda app: asyncio.to_thread(app.roles.get, name))
    if found.fault:
        raise FormatError(found.fault)
    role = found.role
    face.out.heading(role.title)
    face.out.line(role.focus)
    if role.task:
        face.out.line()
        face.out.line(f"In each turn: {role.task}")
    face.out.line()
    face.out.line(f"Tools: {', '.join(role.tools) or 'none'}")
    if found.also:
        face.out.line(f"Also called: {', '.join(found.also)}")
    if found.path is not None:
        face.out.note(f"File: {found.path}")


@roles.command("check")
@existing_file
@pass_face
def check_role(face: Face, file: Path) -> None:
    """Check a role's file, and list every fault with its line and what to do."""
    role = face.run(lambda app: asyncio.to_thread(app.roles.check, file))
    face.out.line(f"{role.title}: this file works. Add it with: disputatio roles import FILE")


@roles.command("import")
@existing_file
@pass_face
def import_role(face: Face, file: Path) -> None:
    """Check a role's file and keep a copy of it. One of yours with the same id is replaced."""
    role = face.run(lambda app: asyncio.to_thread(app.roles.take_in, file))
    face.out.line(f"{role.title} is yours now. Give it to a seat with: --role SEAT={role.id}")


@roles.command("remove")
@click.argument("name")
@agreed
@pass_face
def remove_role(face: Face, name: str, yes: bool) -> None:
    """Delete the file of your role NAME. Debates that use the role keep it."""
    found = face.run(lambda app: asyncio.to_thread(app.roles.get, name))
    if found.own and not yes:
        click.confirm(f"Delete {found.path}?", default=False, abort=True, err=True)
    face.run(lambda app: asyncio.to_thread(app.roles.remove, found.role.id))
    face.out.line(f"{found.role.title} was deleted.")


COMMANDS = (roles,)
