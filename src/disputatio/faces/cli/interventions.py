"""Changing a debate without running it: say, swap, set, rule, fork. Where another process has it open, the command is
left for that one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import click

from disputatio.app.actions.debates import ChangeModel, Fork, Say, Steering, orders
from disputatio.app.actions.errands import carry_out
from disputatio.app.application import Application
from disputatio.app.starting.configuration import micro_dollars
from disputatio.debate.context import RELEASE
from disputatio.debate.decide.decide import STATUSES
from disputatio.debate.hooks import OPTION as HOOKS
from disputatio.debate.log.commands import Rule, SetOption
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.log.seats import HUMAN
from disputatio.debate.ranges import amount
from disputatio.debate.tools import OPTION as TOOLS
from disputatio.debate.values import OptionValue
from disputatio.debate.views.transcript import sitting
from disputatio.faces.cli.consent import with_consent, yes_option
from disputatio.faces.cli.face import Face, debate_id, pass_face, text_argument

SENTENCES = (HOOKS, "aspects")
"""Lists whose entries may have a comma in them."""


@click.command()
@debate_id
@click.argument("text")
@click.option("--to", "seat", default="", metavar="SEAT", help="Ask this seat to answer you.")
@pass_face
def say(face: Face, id: str, text: str, seat: str) -> None:
    """Say TEXT in debate ID. Every participant hears it from the next turn on. "-" reads TEXT from standard input."""
    spoken = Say(text=text_argument(text), to=seat)
    face.run(lambda app: tell(face, app, id, spoken, "Said"))


@click.command()
@debate_id
@click.argument("change", metavar="SEAT=MODEL")
@yes_option
@pass_face
def swap(face: Face, id: str, change: str, yes: bool) -> None:
    """Give a seat of debate ID another model from its next turn on, for example critic=ollama:llama3.3.

    "critic=human:" gives the seat to you, "critic=" leaves it empty: the debate goes on without it, and in a tree the
    seats below it are spread over the seats beside it. "clerk" is the utility model; "synthesis" is the model that
    writes the synthesis.
    """
    seat, equals, model = change.partition("=")
    if not equals:
        raise click.UsageError(f"{change!r} is incomplete: write SEAT=PROVIDER:MODEL (SEAT= leaves the seat empty).")
    face.run(lambda app: _swap(face, app, id, ChangeModel(seat=seat, model=model), yes))


async def _swap(face: Face, app: Application, id: str, change: ChangeModel, yes: bool) -> None:
    """Swap, asking first about what the new model would be sent. Raises NotFound if there is no such model."""
    if change.model not in ("", HUMAN):
        app.registry.split(change.model)
    _, records = await app.records(id)
    debate = debate_in(records)
    told = change.model or sitting(change.seat, "", debate.seats, debate.options.get("topology"))
    await tell(face, app, id, change, f"{change.seat}: {told}", yes)


@click.command(name="set")
@debate_id
@click.argument("changes", metavar="OPTION=VALUE…", nargs=-1, required=True)
@yes_option
@pass_face
def set_option(face: Face, id: str, changes: tuple[str, ...], yes: bool) -> None:
    """Change an option of debate ID, for example max_cost=10 (dollars), rounds=4, auto_continue=true.

    Give the entries of a list one by one: rubric=correct rubric=fast. "rubric=" leaves it empty.
    """
    pairs = [change.partition("=") for change in changes]
    names = list(dict.fromkeys(name for name, _, _ in pairs))
    if incomplete := [change for change, (_, equals, _) in zip(changes, pairs, strict=True) if not equals]:
        raise click.UsageError(f"{incomplete[0]!r} is incomplete: write OPTION=VALUE.")
    if len(names) > 1:
        raise click.UsageError(f"You gave {' and '.join(names)}: change one option at a time.")
    face.run(lambda app: _set(face, app, id, names[0], [text for _, _, text in pairs], yes))


async def _set(face: Face, app: Application, id: str, name: str, texts: Sequence[str], yes: bool) -> None:
    """Set an option of a debate. Raises ConfigError, Refused, UsageError."""
    _, records = await app.records(id)
    debate = debate_in(records)
    value = option_value(name, texts, debate.options.get(name))
    told = " and ".join(texts)
    if name == HOOKS:
        value = app.bench.shelf.resolved({HOOKS: value}, debate.context)[HOOKS]
    if name == RELEASE and isinstance(value, list):
        await app.require_held(debate.context, value)
    await tell(face, app, id, SetOption(name=name, value=value), f"{name} is {told or 'empty'}", yes)


def option_value(name: str, texts: Sequence[str], now: OptionValue) -> OptionValue:
    """Read what was typed as the kind of value that an option has `now`, or that it looks like; each text is an entry
    of a list. Money is in dollars, "none" lifts a limit. Raises ConfigError, UsageError."""
    switched = len(texts) == 1 and texts[0].lower() in ("true", "false")
    if not switched if name in (TOOLS, HOOKS) else isinstance(now, list):
        if name not in SENTENCES and (joined := next((text for text in texts if "," in text), "")):
            first, _, second = joined.partition(",")
            each = f"{name}={first.strip()} … {name}={second.partition(',')[0].strip()}"
            raise click.UsageError(f"{name}={joined} would be one entry: give each by itself, {each}.")
        return [text for text in texts if text.strip()]
    if len(texts) > 1:
        raise click.UsageError(f"You gave {name} {len(texts)} times, but it has one value.")
    return _single(name, texts[0])


def _single(name: str, text: str) -> OptionValue:
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
@click.argument("point", metavar="STATEMENT")
@click.argument("status", type=click.Choice([*STATUSES]))
@click.option("--why", default="", help="Your reason, for the participants.")
@pass_face
def rule(face: Face, id: str, point: str, status: str, why: str) -> None:
    """Settle a statement of debate ID yourself.

    A statement (P1, P2, …; see `show ID --points`) can be accepted, rejected, left open or set aside. The participants
    hear that this is your ruling; it does not count as their agreement.

    \b
    Examples:
      disputatio rule k3x P2 "set aside" --why "beside the point"
      disputatio rule k3x P3 rejected --why "the audit says otherwise"
    """
    command = Rule(point=point, status=status, why=why)
    face.run(lambda app: tell(face, app, id, command, f"{point}: {status}"))


async def tell(face: Face, app: Application, id: str, intent: Steering, done: str, yes: bool = False) -> None:
    """Steer a debate without continuing it, here or through the process that runs it."""
    entry, records = await app.records(id)
    here = True
    for order in orders(debate_in(records), intent):
        here = await with_consent(face, yes, partial(app.sessions.deliver, entry.id, order))
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


COMMANDS = (say, swap, set_option, rule, fork)
