"""Running a debate on: resume, stop, retry, extend, synthesise, room and answer.

If another process runs the debate, the command is passed on to it, and this one watches what happens."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import click

from disputatio.app.actions.debates import (
    CONTINUE,
    END,
    PAUSE,
    STOP_NOW,
    SYNTHESISE,
    Again,
    Steering,
    obstacle,
    orders,
    require_all,
    turns_of_people,
)
from disputatio.app.application import Application
from disputatio.app.debates.replies import Answers, PutQuestion, answers, form_of_turn, questions_put
from disputatio.app.debates.replies import answer as read_answer
from disputatio.app.debates.requests import waiting_request
from disputatio.app.errors import Exit
from disputatio.app.starting import formats
from disputatio.debate.errors import Refused
from disputatio.debate.ids import seat_of
from disputatio.debate.log.commands import Close, Command, Extend, OpenRoom, Pause, SetOption
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.log.seats import HUMAN
from disputatio.debate.log.state import Debate
from disputatio.debate.views.status import to_paste
from disputatio.debate.views.words import STATES, clean, sentence, state_of
from disputatio.faces.cli.consent import with_consent, yes_option
from disputatio.faces.cli.face import Face, debate_id, from_file, pass_face, text_argument
from disputatio.faces.cli.run import BETWEEN, LOOKS, run_on

as_events = click.option("--json", "as_json", is_flag=True, help="Print the events, one JSON object per line.")
stepwise = click.option("--step", is_flag=True, help="Return after each round (exit code 3).")
Given = Callable[[Debate], Sequence[Command]]


def commands_of(intent: Steering) -> Given:
    """Return the commands that an intent comes to in a debate as it stands."""
    return lambda debate: orders(debate, intent)


def going_on(intent: Steering) -> Given:
    """As `commands_of`, for an intent that does not continue a debate which waits: this continues it, too."""

    def given(debate: Debate) -> list[Command]:
        waiting = [CONTINUE.does] if debate.status in ("paused", "error") else []
        return [*orders(debate, intent), *waiting]

    return given


async def go_on(face: Face, app: Application, id: str, given: Given, *, json: bool, yes: bool = False) -> Exit:
    """Give orders to a debate as it stands, then run it on as `debate` does, asking before it sends unless `yes`.

    Raises NotFound, Refused.
    """
    entry, records = await app.records(id)
    debate = debate_in(records)
    face.out.note(f"Debate {entry.id}: {entry.title}")
    commands = given(debate)
    require_all(debate, commands)
    if debate.status == "debating":  # opening it goes on
        await with_consent(face, yes, partial(app.sessions.permit, entry.id))
    return await run_on(face, app, entry.id, *commands, json=json, yes=yes, since=len(records))


@click.command()
@debate_id
@stepwise
@as_events
@yes_option
@pass_face
def resume(face: Face, id: str, step: bool, as_json: bool, yes: bool) -> None:
    """Continue debate ID after a pause, a stop, a failed call or an interruption.

    Turns that are complete are not asked or paid for again. If the debate runs elsewhere, as in a window, you watch it.
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
        return found if debate.status == "debating" else [*found, CONTINUE.does]

    face.end(lambda app: go_on(face, app, id, given, json=as_json, yes=yes))


@click.command()
@debate_id
@click.option("--now", "how", flag_value="now", help="Cut the current turn off and keep what was said.")
@click.option("--end", "how", flag_value="end", help="End the debate where it is: it counts as over.")
@pass_face
def stop(face: Face, id: str, how: Literal["now", "end"] | None) -> None:
    """Stop debate ID after the current turn, wherever it runs. Continue it with `resume`."""
    order: Pause | Close = END.does if how == "end" else STOP_NOW.does if how == "now" else PAUSE.does
    face.run(lambda app: _stop(face, app, id, order))


async def _stop(face: Face, app: Application, id: str, order: Pause | Close) -> None:
    entry, records = await app.records(id)
    if (refused := obstacle(debate_in(records), order)) is not None:
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
@click.argument("path", required=False)
@as_events
@yes_option
@pass_face
def retry(face: Face, id: str, path: str | None, as_json: bool, yes: bool) -> None:
    """Ask again for the failed or abandoned turn at PATH of debate ID (without PATH: for all of them)."""
    asked = Again(path=path or "")
    face.end(lambda app: go_on(face, app, id, commands_of(asked), json=as_json, yes=yes))


@click.command()
@debate_id
@click.option("--rounds", type=click.IntRange(1, 100), default=1, show_default=True, help="How many more rounds.")
@as_events
@yes_option
@pass_face
def extend(face: Face, id: str, rounds: int, as_json: bool, yes: bool) -> None:
    """Give debate ID more rounds, even after it ended, and continue it."""
    more = Extend(rounds=rounds)
    face.end(lambda app: go_on(face, app, id, going_on(more), json=as_json, yes=yes))


@click.command()
@debate_id
@as_events
@yes_option
@pass_face
def synthesise(face: Face, id: str, as_json: bool, yes: bool) -> None:
    """Write the synthesis of debate ID now, if the debate was stopped or the first attempt failed.

    A debate that waits at a limit ends there, and the limit is raised as far as the synthesis needs.
    """
    face.end(lambda app: go_on(face, app, id, commands_of(SYNTHESISE.does), json=as_json, yes=yes))


@click.command()
@debate_id
@click.argument("claim")
@as_events
@yes_option
@pass_face
def room(face: Face, id: str, claim: str, as_json: bool, yes: bool) -> None:
    """Send CLAIM of debate ID into a crux room, where its two sides find out what they really disagree on; continue.

    `show ID --claims` lists the claims, and `show ID --cruxes` shows the resulting card.
    """
    opening = OpenRoom(claim=claim)
    face.end(lambda app: go_on(face, app, id, going_on(opening), json=as_json, yes=yes))


# ---- answering for a seat: in one's own words, or with what another chat replied to a request that was copied there
@click.command()
@debate_id
@click.argument("text", required=False)
@click.option("--seat", default="", metavar="SEAT", help="Answer for this seat, if several wait.")
@click.option("--copy", is_flag=True, help="Print the whole request for another chat, so that you can copy it.")
@click.option("--file", metavar="PATH", help="Read the answer from a file.")
@as_events
@yes_option
@pass_face
def answer(
    face: Face, id: str, text: str | None, seat: str, copy: bool, file: str | None, as_json: bool, yes: bool
) -> None:
    """Answer with TEXT when it is your turn in debate ID, and continue. "-" reads TEXT from standard input.

    Without TEXT, you are asked for an answer to each open question, or to each open attack; if there are none, the
    waiting seats are listed. A seat with a model such as clipboard:chatgpt waits for the reply of your own chat: --copy
    prints the request.

    \b
    Examples:
      disputatio answer ID --copy            copy this into the chat, then paste its reply:
      disputatio answer ID - < reply.md
    If you have points to assess, list them under headings: Agree / - P1 / Disagree / - P2: the queue forgets
    """
    if copy:
        face.run(lambda app: _copy(face, app, id, seat))
    elif text is None and file is None:
        put = face.run(lambda app: _list(face, app, id, seat))
        if put is None or not sys.stdin.isatty():
            return
        path, said = put[0], _ask_each(put[1])
        face.end(lambda app: go_on(face, app, id, lambda debate: [answers(debate, path, said)], json=as_json, yes=yes))
    else:
        words = from_file(file, "file") if file is not None else text_argument(text or "")

        def given(debate: Debate) -> list[Command]:
            path = _open_calls(debate, seat)[0]
            said = read_answer(debate, path, words)
            if not said.data and (form := form_of_turn(debate, path)):
                face.out.warn(f"Your answer was kept as plain text, because it does not have the expected form. {form}")
            return [said]

        face.end(lambda app: go_on(face, app, id, given, json=as_json, yes=yes))


def _open_calls(debate: Debate, seat: str) -> list[str]:
    """The open calls that a person answers, those of one seat if it is named. Raises Refused where there are none."""
    waiting = turns_of_people(debate)
    if not waiting:
        raise Refused("It is not your turn in this debate.", "To tell everybody something, use: disputatio say ID TEXT")
    found = [path for path in waiting if seat in ("", seat_of(path))]
    if not found:
        seats = ", ".join(dict.fromkeys(map(seat_of, waiting)))
        raise Refused(f"Seat {seat!r} does not wait for an answer.", f"These do: {seats}.")
    return found


_PICKING = {"kind": "  Its kind", "closes": "  Does it close the attack?"}


def _ask_each(asked: Sequence[PutQuestion]) -> Answers:
    """Ask a person one question, or for a defence against one attack, after another; an empty answer leaves it open."""
    said, picked = dict[str, str](), dict[str, dict[str, str]]()
    for one in asked:
        said[one.id] = click.prompt(one.id, default="", show_default=False, err=True)
        if said[one.id]:
            picked[one.id] = {
                name: click.prompt(_PICKING[name], type=click.Choice(among), err=True)
                for name, among in one.picks.items()
            }
    if any(one.picks for one in asked):
        asking = "A file with your change; leave empty if there is none"
        file = click.prompt(asking, default="", show_default=False, err=True)
        return Answers(said=said, picked=picked, left=_fenced(file) if file else "")
    left = click.prompt("What is still unclear? Leave empty if nothing is", default="", show_default=False, err=True)
    return Answers(said=said, left=left, clear=click.confirm("Is everything clear now?", default=not left, err=True))


def _fenced(file: str) -> str:
    """Return what is in a file as a block that says what it is; a text that has such blocks stays as it is."""
    text = from_file(file, "file")
    suffix = Path(file).suffix.removeprefix(".")
    language = "diff" if suffix in ("diff", "patch") or text.startswith("--- ") else suffix
    return text if "```" in text else f"```{language}\n{text.rstrip()}\n```"


async def _list(face: Face, app: Application, id: str, seat: str) -> tuple[str, Sequence[PutQuestion]] | None:
    """List what waits for an answer; return the first place at which questions are put to a person, with these."""
    entry, records = await app.records(id)
    debate = debate_in(records)
    waiting = turns_of_people(debate)
    rows = [(seat_of(path), _whom(debate.asked[path]), path) for path in waiting]
    face.out.table(("SEAT", "WAITS FOR", "PATH"), rows, "No seat waits for an answer.")
    put = {path: found for path in waiting if debate.asked[path] == HUMAN and (found := questions_put(debate, path))}
    for path in waiting:
        if path in put:
            for one in put[path]:
                face.out.note(f"{one.id}{f' ({one.about})' if one.about else ''}: {clean(one.text)}")
        elif form := form_of_turn(debate, path):
            face.out.note(f"{seat_of(path)}: {form}")
    if to_paste(debate):
        face.out.note(f"Copy the request with: disputatio answer {entry.id} --copy")
    return next(((path, asked) for path, asked in put.items() if seat in ("", seat_of(path))), None)


def _whom(model: str) -> str:
    return "you" if model == HUMAN else f"the reply of {model.partition(':')[2]}"


async def _copy(face: Face, app: Application, id: str, seat: str) -> None:
    _, records = await app.records(id)
    debate = debate_in(records)
    pasted = to_paste(debate)
    waiting = [path for path in _open_calls(debate, seat) if path in pasted]
    if not waiting:
        raise Refused("No request waits to be copied.", "Answer in your own words with: disputatio answer ID TEXT")
    face.out.raw(await waiting_request(app.log, records, waiting[0]) + "\n")


COMMANDS = (resume, stop, retry, extend, synthesise, room, answer)
