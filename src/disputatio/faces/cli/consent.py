"""Asking on a terminal what the application wants to know before something leaves the computer, or is written to a
repository: `--yes` agrees in advance. `consents` lists what was agreed, and takes it back."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TypeVar

import click

from disputatio.app.application import Application
from disputatio.app.privacy.consent_needed import ConsentNeeded, ask_and_repeat
from disputatio.app.privacy.frontier import Consent
from disputatio.app.privacy.sendings import Asked, Commanding
from disputatio.debate.errors import ConfigError
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.evolve import debate_in
from disputatio.engine.errors import NotFound
from disputatio.faces.cli.face import Face, as_json, debate_id, pass_face
from disputatio.faces.cli.output import one_line

T = TypeVar("T")

yes_option = click.option(
    "--yes", is_flag=True, help="Agree in advance to sending data, running commands and writing a branch."
)


async def with_consent(face: Face, yes: bool, work: Callable[[Collection[Asked]], Awaitable[T]]) -> T:
    """Do `work` with what the person has agreed to so far; if it needs more, ask them and try again.

    Raises ConfigError if there is nobody to ask and `yes` was not given, click.Abort if they say no.
    """
    return await ask_and_repeat(work, lambda needed: ask(face, needed, yes))


def ask(face: Face, needed: ConsentNeeded, yes: bool) -> None:
    """Say what would go where, and ask unless `yes` was given. Raises what `with_consent` raises."""
    for each in needed.asked:
        face.out.note(one_line(each.sentence))
    if yes:
        return
    if not sys.stdin.isatty():
        raise consent_error(needed)
    click.confirm("Send it?" if needed.receivers else "Do it?", abort=True, err=True)


def consent_error(needed: ConsentNeeded) -> ConfigError:
    """Return the error for a consent that nobody is there to give: what it is about, and what to add."""
    if needed.receivers:
        return ConfigError(
            f"This would send the data listed above to {needed.receivers} for the first time, and there is nobody to "
            "ask here.",
            "Give --yes to consent, or choose a model on this computer. A debate can rehearse, or have no context.",
            field="yes",
        )
    if any(isinstance(each, Commanding) for each in needed.asked):
        return ConfigError(
            "This debate would run the commands listed above, and there is nobody to ask here.",
            "Give --yes to consent, or configure them for what it is about: disputatio hooks add PROJECT COMMAND.",
            field="yes",
        )
    return ConfigError(
        "This debate would write a branch to its repository, and there is nobody to ask here.",
        "Give --yes to consent, or do without the branch (leave out --branch, or set branch = false).",
        field="yes",
    )


@click.group()
def consents() -> None:
    """Show and revoke what you agreed to send, and to whom."""


@consents.command(name="list")
@as_json
@pass_face
def list_(face: Face, as_json: bool) -> None:
    """List what you agreed to. Branches, and files given with a question, need your consent for each debate."""
    found = face.run(_all)
    if as_json:
        face.json(found)
        return
    rows = [(each.id, each.provider, each.address, each.kind, each.ref) for each in found]
    face.out.table(("ID", "PROVIDER", "ADDRESS", "KIND", "WHAT"), rows, "You have agreed to nothing yet.")


async def _all(app: Application) -> list[Consent]:
    return await app.privacy.all()


@consents.command()
@debate_id
@pass_face
def give(face: Face, id: str) -> None:
    """Agree to send the context of debate ID to the providers of its models, so that it can continue."""
    given = face.run(lambda app: _give(app, id))
    if not given:
        face.out.line("This debate would send nothing that needs your consent.")
    for each in given:
        face.out.line(each.sentence.replace("would go", "may go", 1))


async def _give(app: Application, id: str) -> Sequence[Asked]:
    entry, records = await app.records(id)
    opened = records[0].event
    assert isinstance(opened, DebateOpened)
    missing = await app.privacy.present(entry.id, opened, debate_in(records))
    await app.privacy.give(missing)
    return missing


@consents.command()
@click.argument("id", metavar="ID")
@pass_face
def revoke(face: Face, id: str) -> None:
    """Take consent ID back, or every consent with "all". The next debate that would send the same asks you again.

    What was sent cannot be called back. A running debate pauses before it would send more.
    """
    taken = face.run(lambda app: _revoke(app, id))
    if not taken:
        face.out.line("You have agreed to nothing yet.")
    for each in taken:
        face.out.line(f"Revoked: {each.kind} {each.ref} to {each.provider}.")


async def _revoke(app: Application, id: str) -> list[Consent]:
    chosen = [each for each in await app.privacy.all() if id in ("all", each.id)]
    if not chosen and id != "all":
        raise NotFound(f"There is no consent {id!r}.", "See the list with: disputatio consents list")
    for each in chosen:
        await app.privacy.revoke(each.key)
    return chosen


COMMANDS = (consents,)
