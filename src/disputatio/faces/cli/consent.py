"""Asking on a terminal what the application wants to know before something leaves the computer, or is written to a
repository: `--yes` agrees in advance. `consents` lists what was agreed, and takes it back."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import asdict
from typing import TypeVar

import click

from disputatio.app.application import Application
from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.privacy.consents import Consent
from disputatio.app.privacy.sendings import Asked
from disputatio.debate.errors import ConfigError
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.evolve import fold
from disputatio.engine.errors import NotFound
from disputatio.faces.cli.face import Face, as_json, debate_id, pass_face
from disputatio.faces.cli.output import one_line

T = TypeVar("T")

yes_option = click.option("--yes", is_flag=True, help="Agree to what would be asked: data leaving, a branch.")


async def with_consent(face: Face, yes: bool, work: Callable[[Collection[Asked]], Awaitable[T]]) -> T:
    """Do `work`, which is given what the person has agreed to so far; where it needs more, they are asked and it is
    repeated. Raises ConfigError where nobody can be asked and `yes` was not given, click.Abort where they say no."""
    agreed: tuple[Asked, ...] = ()
    while True:
        try:
            return await work(agreed)
        except ConsentNeeded as needed:
            ask(face, needed, yes)
            agreed += needed.asked


def ask(face: Face, needed: ConsentNeeded, yes: bool) -> None:
    """Say what would go where, and ask unless the answer is `yes`. Raises as `agreeing`."""
    for each in needed.asked:
        face.out.note(one_line(each.sentence))
    if yes:
        return
    if not sys.stdin.isatty():
        raise consent_error(needed)
    click.confirm("Send it?" if needed.receivers else "Do so?", abort=True, err=True)


def consent_error(needed: ConsentNeeded) -> ConfigError:
    """Nobody can be asked: what it is about, and what to add."""
    if needed.receivers:
        return ConfigError(
            f"This would send to {needed.receivers} for the first time what is named above, and nobody can be asked "
            "here.",
            "Give --yes to consent, or name a model on this computer; a debate can leave its context out or rehearse.",
            field="yes",
        )
    return ConfigError(
        "This debate would write a branch to its repository, and nobody can be asked here.",
        "Give --yes to consent, or switch the branch off (leave --branch out, or branch = false).",
        field="yes",
    )


@click.group()
def consents() -> None:
    """What you agreed may leave the computer, and to whom."""


@consents.command(name="list")
@as_json
@pass_face
def list_(face: Face, as_json: bool) -> None:
    """List what was agreed. Files given to a question, and branches, are asked about for every debate."""
    found = face.run(_all)
    if as_json:
        face.json([asdict(each) for each in found])
        return
    rows = [(each.id, each.provider, each.address, each.kind, each.ref) for each in found]
    face.out.table(("ID", "PROVIDER", "ADDRESS", "KIND", "WHAT"), rows, "You have agreed to nothing yet.")


async def _all(app: Application) -> list[Consent]:
    return await app.privacy.all()


@consents.command()
@debate_id
@pass_face
def give(face: Face, id: str) -> None:
    """Agree that the context of debate ID goes to the providers of its models, so that it can go on."""
    given = face.run(lambda app: _give(app, id))
    if not given:
        face.out.line("Nothing of this debate would go to anybody whom you have not agreed to.")
    for each in given:
        face.out.line(each.sentence.replace("would go", "may go", 1))


async def _give(app: Application, id: str) -> Sequence[Asked]:
    entry, records = await app.records(id)
    opened = records[0].event
    assert isinstance(opened, DebateOpened)
    missing = await app.privacy.present(entry.id, opened, fold(record.event for record in records))
    await app.privacy.give(missing)
    return missing


@consents.command()
@click.argument("id", metavar="ID")
@pass_face
def revoke(face: Face, id: str) -> None:
    """Take consent ID back ("all": every one). You are asked again before the next debate that would send it.

    What was sent cannot be called back; a debate that runs pauses before it would send more.
    """
    taken = face.run(lambda app: _revoke(app, id))
    if not taken:
        face.out.line("You have agreed to nothing yet.")
    for each in taken:
        face.out.line(f"Revoked: {each.kind} {each.ref} to {each.provider}.")


async def _revoke(app: Application, id: str) -> list[Consent]:
    chosen = [each for each in await app.privacy.all() if id in ("all", each.id)]
    if not chosen and id != "all":
        raise NotFound(f"There is no consent {id!r}.", "`disputatio consents list` names them.")
    for each in chosen:
        await app.privacy.revoke(each.key)
    return chosen


COMMANDS = (consents,)
