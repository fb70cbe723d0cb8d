"""Steering a debate: resume, stop, answer, retry, extend, synthesise, room. It may run in another process: then the
command is left for that one, and what comes of it is watched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Literal

import click

from disputatio.app import headless
from disputatio.app.actions.debates import (
    CONTINUE,
    END,
    PAUSE,
    STOP_NOW,
    SYNTHESISE,
    Again,
    obstacle,
    orders,
)
from disputatio.app.answering import answer as read_answer
from disputatio.app.application import Application
from disputatio.app.errors import Exit
from disputatio.debate.commands import (
    Close,
    Command,
    Continue,
    Extend,
    OpenRoom,
    Pause,
    SetOption,
)
from disputatio.debate.decide import decide
from disputatio.debate.errors import Refused
from disputatio.debate.evolve import fold
from disputatio.debate.state import Debate
from disputatio.debate.views.status import open_to_people
from disputatio.debate.views.words import STATES, sentence, state_of
from disputatio.faces.cli.changes import typed
from disputatio.faces.cli.consent import agreeing, yes_option
from disputatio.faces.cli.driving import BETWEEN, LOOKS, run_on
from disputatio.faces.cli.face import Face, debate_id, pass_face

as_events = click.option("--json", "as_json", is_flag=True, help="Print the events, a JSON object a line.")
stepwise = click.option("--step", is_flag=True, help="Return after each round (exit code 3).")
Given = Callable[[Debate], list[Command]]


async def go_on(face: Face, app: Application, id: str, given: Given, *, json: bool, yes: bool = False) -> Exit:
    """Give orders to a debate as it stands, and run on as `debate` does; what it would send is asked unless the answer
    is `yes`. Raises NotFound, Refused."""
    entry, records = await app.records(id)
    debate = fold(record.event for record in records)
    face.out.note(f"Debate {entry.id}: {entry.title}")
    orders = given(debate)
    _check(debate, orders)
    if debate.status == "debating":  # opening it goes on
        await agreeing(face, yes, partial(app.sessions.permit, entry.id))
    return await run_on(face, app, entry.id, *orders, json=json, yes=yes, since=len(records))


def _check(debate: Debate, orders: list[Command]) -> None:
    """Refused before anything is opened, since opening a debate that was interrupted makes it go on."""
    for order in orders:
        debate = fold(decide(debate, order), debate)


@click.command()
@debate_id
@stepwise
@as_events
@yes_option
@pass_face
def resume(face: Face, id: str, step: bool, as_json: bool, yes: bool) -> None:
    """Go on with debate ID: after a pause, a stop, a failed call, or when it was interrupted.

    What was said is neither asked nor paid for again. A debate that runs in another window is watched.
    """

    def given(debate: Debate) -> list[Command]:
        if debate.over and debate.status != "stopped":
            return [CONTINUE.does]  # refused, with what can be done instead
        pausing = debate.options.get("auto_continue") is False
        pauses = headless.steps(debate.format)
        if step and not pauses:
            raise Refused("This debate cannot pause after its rounds.", "Start one with --step, or leave it out here.")
        found: list[Command] = (
            [SetOption(name="auto_continue", value=not step)]
            if step != pausing and headless.steps(debate.format)
            else []
        )
        return found if debate.status == "debating" else [*found, Continue()]

    face.end(lambda app: go_on(face, app, id, given, json=as_json, yes=yes))


@click.command()
@debate_id
@click.option("--now", "how", flag_value="now", help="Cut the turn in flight; what was said of it is kept.")
@click.option("--end", "how", flag_value="end", help="End the debate where it is, for good.")
@pass_face
def stop(face: Face, id: str, how: Literal["now", "end"] | None) -> None:
    """Stop debate ID after the turn in flight, wherever it runs. `resume` goes on."""
    order = END.does if how == "end" else STOP_NOW.does if how == "now" else PAUSE.does
    face.run(lambda app: _stop(face, app, id, order))


async def _stop(face: Face, app: Application, id: str, order: Pause | Close) -> None:
    entry, records = await app.records(id)
    if (refused := obstacle(fold(record.event for record in records), order)) is not None:
        raise refused
    if not await app.sessions.deliver(entry.id, order):
        face.out.note(f"Debate {entry.id} runs in another process; waiting for it to stop.")
        if not await _rests(app, entry.id):
            face.out.warn("It has not stopped yet. A turn may be in flight: --now cuts it.")
            return
    entry = await app.catalogue.get(entry.id)
    state = STATES[state_of(entry.status)]
    face.out.line(
        sentence(f"Debate {entry.id} is {entry.why if entry.why.startswith(state) else f'{state}: {entry.why}'}")
    )


async def _rests(app: Application, id: str) -> bool:
    """Whether another process has brought the debate to rest, within some time."""
    for _ in range(LOOKS):
        if (await app.catalogue.get(id)).status != "running":
            return True
        await asyncio.sleep(BETWEEN)
    return False


@click.command()
@debate_id
@click.argument("text")
@as_events
@yes_option
@pass_face
def answer(face: Face, id: str, text: str, as_json: bool, yes: bool) -> None:
    """Answer in debate ID with TEXT where it is your turn, and run on. "-" reads it from standard input.

    \b
    Where points are to be assessed, list them under headings, in a file for instance:
      disputatio answer ID - < answer.md     with lines such as: Agree / - P1 / Disagree / - P2: the queue forgets
    """
    words = typed(text)

    def given(debate: Debate) -> list[Command]:
        waiting = [path for path in open_to_people(debate) if not path.endswith("[person]")]
        if not waiting:
            raise Refused("It is not your turn in this debate.", "disputatio say ID TEXT tells everybody something.")
        return [read_answer(debate, waiting[0], words)]

    face.end(lambda app: go_on(face, app, id, given, json=as_json, yes=yes))


@click.command()
@debate_id
@click.argument("path", required=False)
@as_events
@yes_option
@pass_face
def retry(face: Face, id: str, path: str | None, as_json: bool, yes: bool) -> None:
    """Ask again for the turn at PATH of debate ID that failed or was given up (without PATH: all that failed)."""
    asked = Again(path=path or "")
    face.end(lambda app: go_on(face, app, id, lambda debate: [*orders(debate, asked)], json=as_json, yes=yes))


@click.command()
@debate_id
@click.option("--rounds", type=click.IntRange(1, 100), default=1, show_default=True, help="How many more.")
@as_events
@yes_option
@pass_face
def extend(face: Face, id: str, rounds: int, as_json: bool, yes: bool) -> None:
    """Debate ID for more rounds, also after it ended, and run on."""

    def given(debate: Debate) -> list[Command]:
        waiting: list[Command] = [Continue()] if debate.status in ("paused", "error") else []
        return [Extend(rounds=rounds), *waiting]

    face.end(lambda app: go_on(face, app, id, given, json=as_json, yes=yes))


@click.command()
@debate_id
@as_events
@yes_option
@pass_face
def synthesise(face: Face, id: str, as_json: bool, yes: bool) -> None:
    """Make the synthesis of debate ID now: after it was stopped, or again when it failed."""
    face.end(lambda app: go_on(face, app, id, lambda _: [SYNTHESISE.does], json=as_json, yes=yes))


@click.command()
@debate_id
@click.argument("claim")
@as_events
@yes_option
@pass_face
def room(face: Face, id: str, claim: str, as_json: bool, yes: bool) -> None:
    """Send CLAIM of debate ID into a crux room, and run on: its two sides look for what they really disagree on.

    `show ID --claims` lists the claims; the card that comes of it is under `show ID --cruxes`.
    """

    def given(debate: Debate) -> list[Command]:
        waiting: list[Command] = [Continue()] if debate.status in ("paused", "error") else []
        return [OpenRoom(claim=claim), *waiting]

    face.end(lambda app: go_on(face, app, id, given, json=as_json, yes=yes))


COMMANDS = (resume, stop, answer, retry, extend, synthesise, room)
