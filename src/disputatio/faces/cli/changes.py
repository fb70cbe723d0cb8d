"""Changing a debate without running it: say, swap, set, rule, fork. Where another process has it open, the command is
left for that one."""

from __future__ import annotations

import math
from functools import partial

import click

from disputatio.app.actions.debates import Fork
from disputatio.app.actions.errands import carry_out
from disputatio.app.application import Application
from disputatio.app.configuration import micro_dollars
from disputatio.debate.commands import Command, Interject, Rule, SetOption, Swap
from disputatio.debate.ranges import amount
from disputatio.debate.rulings import ON_CLAIMS, ON_POINTS
from disputatio.debate.seats import HUMAN
from disputatio.debate.values import OptionValue
from disputatio.faces.cli.consent import agreeing, yes_option
from disputatio.faces.cli.face import Face, debate_id, pass_face
from disputatio.faces.cli.given import from_input


@click.command()
@debate_id
@click.argument("text")
@click.option("--to", "seat", default="", metavar="SEAT", help="Ask this seat to answer you.")
@pass_face
def say(face: Face, id: str, text: str, seat: str) -> None:
    """Say TEXT in debate ID: every participant hears it from the next turn on. "-" reads it from standard input."""
    command = Interject(text=typed(text), to=seat)
    face.run(lambda app: _tell(face, app, id, command, "Said"))


@click.command()
@debate_id
@click.argument("change", metavar="SEAT=MODEL")
@yes_option
@pass_face
def swap(face: Face, id: str, change: str, yes: bool) -> None:
    """Give a seat of debate ID another model from its next turn on, for example critic=ollama:llama3.3.

    "critic=human:" takes the seat yourself; "clerk" is the utility model, "synthesis" who writes the synthesis.
    """
    seat, equals, model = change.partition("=")
    if not equals:
        raise click.UsageError(f"{change!r} is incomplete: write SEAT=PROVIDER:MODEL (SEAT= leaves the seat empty).")
    face.run(lambda app: _swap(face, app, id, Swap(seat=seat, model=model), yes))


async def _swap(face: Face, app: Application, id: str, command: Swap, yes: bool) -> None:
    """What the new model would be sent is asked. Raises NotFound for what names no model."""
    if command.model not in ("", HUMAN):
        app.registry.split(command.model)
    await _tell(face, app, id, command, f"{command.seat}: {command.model or 'left empty'}", yes)


@click.command(name="set")
@debate_id
@click.argument("change", metavar="OPTION=VALUE")
@pass_face
def set_option(face: Face, id: str, change: str) -> None:
    """Change an option of debate ID, for example max_cost=10 (dollars), rounds=4, auto_continue=true."""
    name, equals, text = change.partition("=")
    if not equals:
        raise click.UsageError(f"{change!r} is incomplete: write OPTION=VALUE.")
    command = SetOption(name=name, value=option_value(name, text))
    face.run(lambda app: _tell(face, app, id, command, f"{name} is {text}"))


def option_value(name: str, text: str) -> OptionValue:
    """What was typed as the kind of value that it looks like; money is in dollars, "none" lifts a cap. Raises
    UsageError."""
    words: dict[str, OptionValue] = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    try:
        number = float(text)
    except ValueError:
        if name == "max_cost":
            raise click.UsageError(f"max_cost={text} is no sum: write dollars, for example max_cost=0.50.") from None
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

    A point (P1, P2, …; see `show ID --points`) is agreed, contested or "set aside"; a claim (see `show ID --claims`) is
    accepted, rejected or open. It is told as your word, not as an agreement of the participants.

    \b
    Examples:
      disputatio rule k3x P2 "set aside" --why "beside the point"
      disputatio rule k3x C1 rejected --why "the audit says otherwise"
    """
    command = Rule(point=point, status=status, why=why)
    face.run(lambda app: _tell(face, app, id, command, f"{point}: {status}"))


async def _tell(face: Face, app: Application, id: str, command: Command, done: str, yes: bool = False) -> None:
    """Carry out a command without going on, here or in the process that runs the debate."""
    entry = await app.catalogue.get(id)
    here = await agreeing(face, yes, partial(app.sessions.deliver, entry.id, command))
    face.out.line(f"{done}." if here else f"{done}: left for the process that runs debate {entry.id}.")


@click.command()
@debate_id
@click.option("--at", type=click.IntRange(1), metavar="SEQ", help="After this event (without it: all of them).")
@pass_face
def fork(face: Face, id: str, at: int | None) -> None:
    """Begin a new debate with the first events of debate ID, and print its id. `resume` runs it.

    `show ID --turns` lists the places of turns.
    """
    face.out.line(face.run(lambda app: carry_out(app, id, Fork(at=at or 0))).debate)


def typed(given: str) -> str:
    """A text argument; "-" is standard input."""
    return from_input().strip() if given == "-" else given


COMMANDS = (say, swap, set_option, rule, fork)
