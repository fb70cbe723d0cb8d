"""What would leave the computer is shown, and asked about once for each context and provider; what would be written to
a repository, for each debate. `consents` lists what was agreed, and takes it back."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace

import click

from disputatio.app.application import Application, Prepared
from disputatio.app.consents import Asked, Branching, Consent, Consents, Sending, branchings, sendings
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.events import DebateOpened, Recorded
from disputatio.debate.evolve import fold
from disputatio.debate.state import Debate
from disputatio.engine.errors import NotFound
from disputatio.faces.cli.face import Face, as_json, debate_id, pass_face
from disputatio.faces.cli.output import one_line


def ensure(face: Face, app: Application, prepared: Prepared, yes: bool) -> None:
    """Raises ConfigError where nobody can be asked and `--yes` was not given, click.Abort where the person says no."""
    asked: list[Asked] = [*branchings(prepared.opened)]
    if app.settings.get("privacy.confirm_sending"):
        asked += sendings(prepared.opened, app.registry.config)
    kept = Consents(app.paths.config)
    missing = kept.missing(asked)
    if not missing:
        return
    for each in missing:
        face.out.note(one_line(each.sentence))
    if not yes:
        _ask(missing)
    kept.give(missing)


def again(face: Face, app: Application, records: Sequence[Recorded], debate: Debate) -> None:
    """Before a debate goes on: what was taken back since, or was never agreed to (a model was swapped, the debate was
    imported), is asked. Raises Refused where nobody can be asked, click.Abort where the person says no."""
    missing = _not_agreed(app, records, debate)
    if not missing:
        return
    for each in missing:
        face.out.note(one_line(each.sentence))
    if not sys.stdin.isatty():
        names = ", ".join(dict.fromkeys(each.provider for each in missing))
        raise Refused(
            f"Going on would send the context of this debate to {names}, which you have not agreed to.",
            "Agree with: disputatio consents give ID; or take another model: disputatio swap ID SEAT=PROVIDER:MODEL",
        )
    _ask(missing)
    Consents(app.paths.config).give(missing)


def _not_agreed(app: Application, records: Sequence[Recorded], debate: Debate) -> list[Sending]:
    """With the models as they are now."""
    opened = records[0].event
    if not app.settings.get("privacy.confirm_sending") or not isinstance(opened, DebateOpened):
        return []
    present = replace(opened, seats=tuple(debate.seats.values()), services=debate.services)
    asked = [each for each in sendings(present, app.registry.config) if each.once]
    return Consents(app.paths.config).missing(asked)


def _ask(missing: Sequence[Asked]) -> None:
    providers = [each.provider for each in missing if not isinstance(each, Branching)]
    if not sys.stdin.isatty():
        raise _unasked(providers)
    click.confirm("Send it?" if len(providers) == len(missing) else "Do so?", abort=True, err=True)


def _unasked(providers: Sequence[str]) -> ConfigError:
    if providers:
        return ConfigError(
            f"This debate would send its context to {', '.join(dict.fromkeys(providers))} for the first time, and "
            "nobody can be asked here.",
            "Give --yes to consent, leave the context out, or use --rehearse, which sends nothing.",
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
    """List what was agreed. Files dropped onto a question and branches are asked about every time."""
    found = face.run(_all)
    if as_json:
        face.json([asdict(each) for each in found])
        return
    rows = [(each.id, each.provider, each.address, each.kind, each.ref) for each in found]
    face.out.table(("ID", "PROVIDER", "ADDRESS", "KIND", "WHAT"), rows, "You have agreed to nothing yet.")


async def _all(app: Application) -> list[Consent]:
    return Consents(app.paths.config).all()


@consents.command()
@debate_id
@pass_face
def give(face: Face, id: str) -> None:
    """Agree that the context of debate ID goes to the providers of its models, so that it can go on."""
    for each in face.run(lambda app: _give(app, id)):
        face.out.line(each.sentence.replace("would go", "may go", 1))


async def _give(app: Application, id: str) -> list[Sending]:
    _, records = await app.records(id)
    missing = _not_agreed(app, records, fold(record.event for record in records))
    Consents(app.paths.config).give(missing)
    return missing


@consents.command()
@click.argument("id", metavar="ID")
@pass_face
def revoke(face: Face, id: str) -> None:
    """Take consent ID back ("all": every one). You are asked again before the next debate that would send it.

    What was sent cannot be called back; a debate that runs goes on until you stop it, and then asks, too.
    """
    for each in face.run(lambda app: _revoke(app, id)):
        face.out.line(f"Revoked: {each.kind} {each.ref} to {each.provider}.")


async def _revoke(app: Application, id: str) -> list[Consent]:
    kept = Consents(app.paths.config)
    chosen = [each for each in kept.all() if id in ("all", each.id)]
    if not chosen and id != "all":
        raise NotFound(f"There is no consent {id!r}.", "`disputatio consents list` names them.")
    for each in chosen:
        kept.revoke(each.key)
    return chosen


COMMANDS = (consents,)
