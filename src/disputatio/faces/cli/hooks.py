"""Hooks: the commands that check proposals, by project; suggested by a repository, adopted by the person, tried out."""

from __future__ import annotations

import asyncio
import os

import click

from disputatio.app.application import Application
from disputatio.app.errors import Exit
from disputatio.app.hooks.bench import Report
from disputatio.app.hooks.commands import ProjectHooks
from disputatio.app.hooks.suggestions import Suggestion, environments
from disputatio.app.settings import declarations
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.hooks import KINDS, Command
from disputatio.faces.cli.face import Face, as_json, leave, pass_face
from disputatio.faces.cli.output import one_line

NOT_RUN = "Nothing is run before you switch it on: disputatio settings set sandbox.use true"
NONE = "No project has commands yet. See what a repository suggests: disputatio hooks suggest PATH"


@click.group()
def hooks() -> None:
    """Commands that check what participants propose: tests, linters, scans. They run in isolation, never unasked."""


@hooks.command("list")
@as_json
@pass_face
def list_(face: Face, as_json: bool) -> None:
    """List the commands of all projects."""

    async def work(app: Application) -> tuple[list[ProjectHooks], bool]:
        return app.bench.shelf.all(), app.settings.get(declarations.SANDBOX_USE)

    found, on = face.run(work)
    if as_json:
        face.json([{"project": each.context, "commands": [one.written for one in each.commands]} for each in found])
        return
    for project in found:
        _tell(face, project)
    if not found:
        face.out.note(NONE)
    elif not on:
        face.out.note(NOT_RUN)


def _tell(face: Face, project: ProjectHooks) -> None:
    face.out.line(f"{project.context or 'A table without a project'}:")
    face.out.table(("KIND", "COMMAND", "AT MOST", "IF IT FAILS"), [_row(each) for each in project.commands], "None.")
    for fault in project.faults:
        face.out.warn(fault)


def _row(command: Command) -> tuple[str, str, str, str]:
    limit = f"{command.seconds} s" if command.seconds else "sandbox.seconds"
    return (
        command.kind,
        one_line(command.line, 100),
        limit,
        "you are asked" if command.gating else "participants are told",
    )


@hooks.command()
@click.argument("project")
@click.argument("commands", nargs=-1, required=True, metavar="COMMAND…")
@pass_face
def add(face: Face, project: str, commands: tuple[str, ...]) -> None:
    """Add each COMMAND for PROJECT: the path of a repository, or the name of a project or an assignment.

    \b
    A command is one line: its kind, how long it may take, "!" if you want to be asked when it fails, the command.
    {report} stands for the file with its report: JUnit XML or SARIF.
      disputatio hooks add ~/shop "tests 120 s!: python3 -m pytest -q --junitxml={report}"
      disputatio hooks add ~/shop "lint: ruff check --output-format=sarif --output-file={report} ."
    Kinds: tests, lint, analysis, scan and benchmark run by themselves; format, types, profile and fuzz where a
    participant calls them.
    """

    async def work(app: Application) -> ProjectHooks:
        await _require_known(app, project)
        return await app.bench.shelf.add(project, commands)

    _tell(face, face.run(work))


async def _require_known(app: Application, project: str) -> None:
    """Raise Refused for what no debate could be about: commands of a name that was mistyped would never be run."""
    if await asyncio.to_thread(os.path.isdir, project):
        await app.bench.suggestions(project)  # refuses a folder without a repository
        return
    known = [name for each in await app.projects() for name in (each.id, each.name)]
    known += [name for each in await app.assignments() for name in (each.id, each.name)]
    if project.strip().casefold() not in map(str.casefold, known):
        raise Refused(
            f"There is no repository, project or assignment {project!r}.",
            "Give the path of a repository, or a name: see disputatio project list.",
        )


@hooks.command()
@click.argument("project")
@click.argument("command")
@pass_face
def remove(face: Face, project: str, command: str) -> None:
    """Forget COMMAND of PROJECT: the command itself, or a kind for all commands of that kind."""
    _tell(face, face.run(lambda app: app.bench.shelf.remove(project, command)))


@hooks.command()
@click.argument("path")
@click.option("--adopt", multiple=True, type=click.IntRange(1), metavar="N", help="Add suggestion N (repeatable).")
@click.option("--reads", is_flag=True, help="Also let programs read the folders where its tools are.")
@pass_face
def suggest(face: Face, path: str, adopt: tuple[int, ...], reads: bool) -> None:
    """List the commands that the files of the repository at PATH suggest. None is run, and none added unless you say so
    with --adopt."""

    async def work(app: Application) -> tuple[list[Suggestion], list[str], ProjectHooks | None]:
        found = await app.bench.suggestions(path)
        beyond = [each for each in adopt if each > len(found)]
        if beyond:
            raise ConfigError(f"There is no suggestion {beyond[0]}.", f"There are {len(found)}.", field="adopt")
        chosen = [found[each - 1].command.written for each in adopt]
        project = await app.bench.shelf.add(path, chosen) if chosen else None
        folders = await asyncio.to_thread(environments, path, app.settings.get(declarations.SANDBOX_READS))
        if reads and folders:
            await app.bench.shelf.read(folders)
            face.out.note(f"Programs may read: {', '.join(folders)}")
        return found, [] if reads else folders, project

    found, folders, project = face.run(work)
    if project is not None:
        _tell(face, project)
    else:
        rows = [
            (str(n), each.command.kind, one_line(each.command.line, 100), each.why) for n, each in enumerate(found, 1)
        ]
        face.out.table(
            ("N", "KIND", "COMMAND", "BECAUSE OF"), rows, "Its files suggest no commands that it does not have."
        )
    if folders:
        face.out.note(
            f"Its tools are in folders that programs cannot read yet: {', '.join(folders)}. Let them: --reads"
        )


@hooks.command("try")
@click.argument("path")
@click.option("--kind", type=click.Choice(list(KINDS)), help="Only the commands of this kind.")
@as_json
@pass_face
def try_(face: Face, path: str, kind: str | None, as_json: bool) -> None:
    """Run the commands of the repository at PATH now, on its last commit, as a debate would run them. Ends with exit
    code 2 if one of them fails."""

    async def work(app: Application) -> Report:
        project = await app.bench.shelf.find(path)
        if project is None:
            raise Refused(f"No command is configured for {path}.", "See what it suggests: disputatio hooks suggest.")
        return await app.bench.try_out(path, [each for each in project.commands if kind in (None, each.kind)])

    found = face.run(work)
    if as_json:
        face.json(found.data)
    else:
        face.out.markdown(found.text)
    if not found.data["passed"]:
        leave(Exit.BAD_INPUT)


COMMANDS = (hooks,)
