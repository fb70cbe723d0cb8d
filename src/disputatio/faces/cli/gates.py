"""Gates: debates that wait for approval."""

from __future__ import annotations

from functools import partial

import click

from disputatio.app.actions.debates import PERSON
from disputatio.app.application import Application
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Answer, Command
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate
from disputatio.debate.views.status import open_to_people
from disputatio.faces.cli.consent import yes_option
from disputatio.faces.cli.control import as_events, go_on
from disputatio.faces.cli.face import Face, debate_id, pass_face


@click.group()
def gates() -> None:
    """Debates that wait for your approval (`debate --gate POINT`)."""


@gates.command("list")
@pass_face
def list_gates(face: Face) -> None:
    """List what waits for approval."""
    rows = face.run(_waiting)
    face.out.table(("ID", "WHERE", "TITLE"), rows, "Nothing waits for your approval.")


async def _waiting(app: Application) -> list[tuple[str, str, str]]:
    found = []
    for status in ("running", "paused"):
        for entry in await app.catalogue.all(status=status):
            debate = fold(record.event for record in await app.log.read(entry.id))
            found += [(entry.id, path, entry.title) for path in _approvals(debate)]
    return found


def _approvals(debate: Debate) -> list[str]:
    return [path for path in open_to_people(debate) if path.endswith(PERSON)]


@gates.command()
@debate_id
@as_events
@yes_option
@pass_face
def approve(face: Face, id: str, as_json: bool, yes: bool) -> None:
    """Approve what debate ID is waiting to do, and continue it."""
    decision = partial(_decision, approved=True, text="Approved.")
    face.end(lambda app: go_on(face, app, id, decision, json=as_json, yes=yes))


@gates.command()
@debate_id
@click.option("--reason", required=True, help="Your reason; whoever speaks next reads it.")
@as_events
@yes_option
@pass_face
def reject(face: Face, id: str, reason: str, as_json: bool, yes: bool) -> None:
    """Reject what debate ID is waiting to do, give a reason, and continue it."""
    decision = partial(_decision, approved=False, text=reason)
    face.end(lambda app: go_on(face, app, id, decision, json=as_json, yes=yes))


def _decision(debate: Debate, *, approved: bool, text: str) -> list[Command]:
    waiting = _approvals(debate)
    if not waiting:
        raise Refused("This debate is not waiting for an approval.", "See those that are with: disputatio gates list")
    return [Answer(path=waiting[0], text=text, data={"approved": approved})]


COMMANDS = (gates,)
