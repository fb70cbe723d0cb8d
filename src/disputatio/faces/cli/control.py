"""Steering a debate: resume, stop, answer, retry, extend, synthesise, room.

If another process runs the debate, the command is passed on to it, and this one watches what happens.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from functools import partial
from typing import Literal

import click

from disputatio.app.actions.debates import (
    CONTINUE,
    END,
    PAUSE,
    STOP_NOW,
    SYNTHESISE,
    Again,
    Fork,
    obstacle,
    orders,
)
from disputatio.app.actions.errands import carry_out
from disputatio.app.application import Application
from disputatio.app.debates.session import answer as read_answer
from disputatio.app.errors import Exit
from disputatio.app.starting import formats
from disputatio.app.starting.configuration import micro_dollars
from disputatio.debate.decide.decide import decide
from disputatio.debate.decide.rulings import ON_CLAIMS, ON_POINTS
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import (
    Close,
    Command,
    Continue,
    Extend,
    Interject,
    OpenRoom,
    Pause,
    Rule,
    SetOption,
    Swap,
)
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import HUMAN
from disputatio.debate.log.state import Debate
from disputatio.debate.ranges import amount
from disputatio.debate.values import OptionValue
from disputatio.debate.views.status import open_to_people
from disputatio.debate.views.words import STATES, sentence, state_of
from disputatio.faces.cli.consent import with_consent, yes_option
from disputatio.faces.cli.face import Face, debate_id, from_input, pass_face
from disputatio.faces.cli.run import BETWEEN, LOOKS, run_on


# ---- Changing a debate without running it: say, swap, set, rule, fork. Where another process has it open, the
#      command is left for that one.
@click.command()
@debate_id
@click.argument("text")
@click.option("--to", "seat", default="", metavar="SEAT", help="Ask this seat to answer you.")
@pass_face
def say(face: Face, id: str, text: str, seat: str) -> None:
    """Say TEXT in debate ID. Every participant hears it from the next turn on. "-" reads TEXT from standard input."""
    command = Interject(text=text_argument(text), to=seat)
    face.run(lambda app: _tell(face, app, id, command, "Said"))


@click.command()
@debate_id
@click.argument("change", metavar="SEAT=MODEL")
@yes_option
@pass_face
def swap(face: Face, id: str, change: str, yes: bool) -> None:
    """Give a seat of debate ID another model from its next turn on, for example critic=ollama:llama3.3.

    "critic=human:" gives the seat to you. "clerk" is the utility model; "synthesis" is the model that writes the
    synthesis.
    """
    seat, equals, model = change.partition("=")
    if not equals:
        raise click.UsageError(f"{change!r} is incomplete: write SEAT=PROVIDER:MODEL (SEAT= leaves the seat empty).")
    face.run(lambda app: _swap(face, app, id, Swap(seat=seat, model=model), yes))


async def _swap(face: Face, app: Application, id: str, command: Swap, yes: bool) -> None:
    """Swap, asking first about what the new model would be sent. Raises NotFound if there is no such model."""
    if command.model not in ("", HUMAN):
        app.registry.split(command.model)
    await _tell(face, app, id, command, f"{command.seat}: {command.model or 'left empty'}", yes)


@click.command(name="set")
@debate_id
@click.argument("change", metavar="OPTION=VALUE")
@yes_option
@pass_face
def set_option(face: Face, id: str, change: str, yes: bool) -> None:
    """Change an option of debate ID, for example max_cost=10 (dollars), rounds=4, auto_continue=true."""
    name, equals, text = change.partition("=")
    if not equals:
        raise click.UsageError(f"{change!r} is incomplete: write OPTION=VALUE.")
    command = SetOption(name=name, value=option_value(name, text))
    face.run(lambda app: _tell(face, app, id, command, f"{name} is {text}", yes))


def option_value(name: str, text: str) -> OptionValue:
    """Read what was typed as the kind of value it looks like; money is in dollars, "none" lifts a limit.

    Raises UsageError.
    """
    words: dict[str, OptionValue] = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    try:
        number = float(text)
    except ValueError:
        if name == "max_cost":
            raise click.UsageError(
                f"max_cost={text} is not an amount: write dollars, for example max_cost=0.50."
            ) from None
        return text
    if name == "max_cost":
        return micro_dollars(number)
    if not math.isfinite(number):
        return text
    return int(number) if number.is_integer() and amount(number) else number


@click.command()
@debate_id
@click.argument("point", metavar="POINT_OR_CLAIM")
@click.argument("status", type=click.Choice([*ON_POINTS, *ON_CLAIMS]))
@click.option("--why", default="", help="Your reason, for the participants.")
@pass_face
def rule(face: Face, id: str, point: str, status: str, why: str) -> None:
    """Settle a point or a claim of debate ID yourself.

    A point (P1, P2, …; see `show ID --points`) can be agreed, contested or "set aside". A claim (see `show ID
    --claims`) can be accepted, rejected or open. The participants hear that this is your ruling, not their agreement.

    \b
    Examples:
      disputatio rule k3x P2 "set aside" --why "beside the point"
      disputatio rule k3x C1 rejected --why "the audit says otherwise"
    """
    command = Rule(point=point, status=status, why=why)
    face.run(lambda app: _tell(face, app, id, command, f"{point}: {status}"))


async def _tell(face: Face, app: Application, id: str, command: Command, done: str, yes: bool = False) -> None:
    """Carry out a command without continuing the debate, here or in the process that runs it."""
    entry = await app.catalogue.get(id)
    here = await with_consent(face, yes, partial(app.sessions.deliver, entry.id, command))
    face.out.line(f"{done}." if here else f"{done}: passed on to the process that runs debate {entry.id}.")


@click.command()
@debate_id
@click.option("--at", type=click.IntRange(1), metavar="SEQ", help="Fork after this event (by default after the last).")
@pass_face
def fork(face: Face, id: str, at: int | None) -> None:
    """Start a new debate from the first events of debate ID, and print its id. Run it with `resume`.

    `show ID --turns` lists the event numbers of its turns.
    """
    face.out.line(face.run(lambda app: carry_out(app, id, Fork(at=at or 0))).debate)


def text_argument(given: str) -> str:
    """A text argument; "-" is standard input."""
    return from_input().strip() if given == "-" else given


CHANGES = (say, swap, set_option, rule, fork)


as_events = click.option("--json", "as_json", is_flag=True, help="Print the events, one JSON object per line.")
stepwise = click.option("--step", is_flag=True, help="Return after each round (exit code 3).")
Given = Callable[[Debate], list[Command]]


async def go_on(face: Face, app: Application, id: str, given: Given, *, json: bool, yes: bool = False) -> Exit:
    """Give orders to a debate as it stands, then run it on as `debate` does, asking before it sends unless `yes`.

    Raises NotFound, Refused.
    """
    entry, records = await app.records(id)
    debate = fold(record.event for record in records)
    face.out.note(f"Debate {entry.id}: {entry.title}")
    orders = given(debate)
    _check(debate, orders)
    if debate.status == "debating":  # opening it goes on
        await with_consent(face, yes, partial(app.sessions.permit, entry.id))
    return await run_on(face, app, entry.id, *orders, json=json, yes=yes, since=len(records))


def _check(debate: Debate, orders: list[Command]) -> None:
    """Refuse bad orders before opening anything, because opening an interrupted debate makes it go on."""
    for order in orders:
        debate = fold(decide(debate, order), debate)


@click.command()
@debate_id
@stepwise
@as_events
@yes_option
@pass_face
def resume(face: Face, id: str, step: bool, as_json: bool, yes: bool) -> None:
    """Continue debate ID after a pause, a stop, a failed call or an interruption.

    Nothing that was said is asked or paid for again. If the debate runs elsewhere, as in a window, you watch it.
    """

    def given(debate: Debate) -> list[Command]:
        if debate.over and debate.status != "stopped":
            return [CONTINUE.does]  # refused, with what can be done instead
        pausing = debate.options.get("auto_continue") is False
        pauses = formats.steps(debate.format)
        if step and not pauses:
            raise Refused(
                "This debate cannot pause after its rounds.",
                "Leave out --step here, or start another debate with --step.",
            )
        found: list[Command] = (
            [SetOption(name="auto_continue", value=not step)]
            if step != pausing and formats.steps(debate.format)
            else []
        )
        return found if debate.status == "debating" else [*found, Continue()]

    face.end(lambda app: go_on(face, app, id, given, json=as_json, yes=yes))


@click.command()
@debate_id
@click.option("--now", "how", flag_value="now", help="Cut the current turn off; what was said is kept.")
@click.option("--end", "how", flag_value="end", help="End the debate where it is: it counts as over.")
@pass_face
def stop(face: Face, id: str, how: Literal["now", "end"] | None) -> None:
    """Stop debate ID after the current turn, wherever it runs. Continue it with `resume`."""
    order = END.does if how == "end" else STOP_NOW.does if how == "now" else PAUSE.does
    face.run(lambda app: _stop(face, app, id, order))


async def _stop(face: Face, app: Application, id: str, order: Pause | Close) -> None:
    entry, records = await app.records(id)
    if (refused := obstacle(fold(record.event for record in records), order)) is not None:
        raise refused
    if not await app.sessions.deliver(entry.id, order):
        face.out.note(f"Debate {entry.id} runs in another process; waiting for it to stop.")
        if not await _rests(app, entry.id):
            face.out.warn("It has not stopped yet. A turn may still be running; --now cuts it off.")
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
    """Answer with TEXT when it is your turn in debate ID, and continue. "-" reads TEXT from standard input.

    \b
    If you have points to assess, list them under headings, in a file for instance:
      disputatio answer ID - < answer.md     with lines such as: Agree / - P1 / Disagree / - P2: the queue forgets
    """
    words = text_argument(text)

    def given(debate: Debate) -> list[Command]:
        waiting = [path for path in open_to_people(debate) if not path.endswith("[person]")]
        if not waiting:
            raise Refused(
                "It is not your turn in this debate.", "To tell everybody something, use: disputatio say ID TEXT"
            )
        return [read_answer(debate, waiting[0], words)]

    face.end(lambda app: go_on(face, app, id, given, json=as_json, yes=yes))


@click.command()
@debate_id
@click.argument("path", required=False)
@as_events
@yes_option
@pass_face
def retry(face: Face, id: str, path: str | None, as_json: bool, yes: bool) -> None:
    """Ask again for the failed or abandoned turn at PATH of debate ID (without PATH: for all of them)."""
    asked = Again(path=path or "")
    face.end(lambda app: go_on(face, app, id, lambda debate: [*orders(debate, asked)], json=as_json, yes=yes))


@click.command()
@debate_id
@click.option("--rounds", type=click.IntRange(1, 100), default=1, show_default=True, help="How many more rounds.")
@as_events
@yes_option
@pass_face
def extend(face: Face, id: str, rounds: int, as_json: bool, yes: bool) -> None:
    """Give debate ID more rounds, even after it ended, and continue it."""

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
    """Write the synthesis of debate ID now, if the debate was stopped or the first attempt failed."""
    face.end(lambda app: go_on(face, app, id, lambda _: [SYNTHESISE.does], json=as_json, yes=yes))


@click.command()
@debate_id
@click.argument("claim")
@as_events
@yes_option
@pass_face
def room(face: Face, id: str, claim: str, as_json: bool, yes: bool) -> None:
    """Send CLAIM of debate ID into a crux room, where its two sides find out what they really disagree on; continue.

    `show ID --claims` lists the claims, and `show ID --cruxes` shows the card that comes of the room.
    """

    def given(debate: Debate) -> list[Command]:
        waiting: list[Command] = [Continue()] if debate.status in ("paused", "error") else []
        return [OpenRoom(claim=claim), *waiting]

    face.end(lambda app: go_on(face, app, id, given, json=as_json, yes=yes))


COMMANDS = (resume, stop, answer, retry, extend, synthesise, room)
