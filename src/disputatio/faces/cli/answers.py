"""Answering for a seat: in one's own words, or with what another chat replied to a request that was copied there."""

from __future__ import annotations

import click

from disputatio.app.application import Application
from disputatio.app.debates.requests import waiting_request
from disputatio.app.debates.session import answer as read_answer
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Command
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import HUMAN
from disputatio.debate.log.state import Debate
from disputatio.debate.views.status import open_to_people, to_paste
from disputatio.debate.views.transcript import seat_of
from disputatio.faces.cli.consent import yes_option
from disputatio.faces.cli.control import as_events, go_on
from disputatio.faces.cli.face import Face, debate_id, from_file, pass_face, text_argument

APPROVAL = "[person]"
"""The path of a call that waits for an approval ends with this: `gates` decides it."""


@click.command()
@debate_id
@click.argument("text", required=False)
@click.option("--seat", default="", metavar="SEAT", help="Answer for this seat, if several wait.")
@click.option("--copy", is_flag=True, help="Print the request that waits for another chat, whole, to be copied.")
@click.option("--file", metavar="PATH", help="Read the answer from a file.")
@as_events
@yes_option
@pass_face
def answer(
    face: Face, id: str, text: str | None, seat: str, copy: bool, file: str | None, as_json: bool, yes: bool
) -> None:
    """Answer with TEXT when it is your turn in debate ID, and continue. "-" reads TEXT from standard input.

    Without TEXT, list the seats that wait. A seat with a model such as clipboard:chatgpt waits for the reply of a chat
    of yours: --copy prints the request.

    \b
    Examples:
      disputatio answer ID --copy            copy this into the chat, then paste its reply:
      disputatio answer ID - < reply.md
    If you have points to assess, list them under headings: Agree / - P1 / Disagree / - P2: the queue forgets
    """
    if copy:
        face.run(lambda app: _copy(face, app, id, seat))
    elif text is None and file is None:
        face.run(lambda app: _list(face, app, id))
    else:
        words = from_file(file, "file") if file is not None else text_argument(text or "")

        def given(debate: Debate) -> list[Command]:
            return [read_answer(debate, _waiting(debate, seat)[0], words)]

        face.end(lambda app: go_on(face, app, id, given, json=as_json, yes=yes))


def _waiting(debate: Debate, seat: str) -> list[str]:
    """The open calls that a person answers, those of one seat if it is named. Raises Refused where there are none."""
    waiting = [path for path in open_to_people(debate) if not path.endswith(APPROVAL)]
    if not waiting:
        raise Refused("It is not your turn in this debate.", "To tell everybody something, use: disputatio say ID TEXT")
    found = [path for path in waiting if seat in ("", seat_of(path))]
    if not found:
        seats = ", ".join(dict.fromkeys(map(seat_of, waiting)))
        raise Refused(f"Seat {seat!r} does not wait for an answer.", f"These do: {seats}.")
    return found


async def _list(face: Face, app: Application, id: str) -> None:
    entry, records = await app.records(id)
    debate = fold(record.event for record in records)
    waiting = [path for path in open_to_people(debate) if not path.endswith(APPROVAL)]
    rows = [(seat_of(path), _whom(debate.asked[path]), path) for path in waiting]
    face.out.table(("SEAT", "WAITS FOR", "PATH"), rows, "No seat waits for an answer.")
    if to_paste(debate):
        face.out.note(f"Copy the request with: disputatio answer {entry.id} --copy")


def _whom(model: str) -> str:
    return "you" if model == HUMAN else f"the reply of {model.partition(':')[2]}"


async def _copy(face: Face, app: Application, id: str, seat: str) -> None:
    _, records = await app.records(id)
    debate = fold(record.event for record in records)
    pasted = to_paste(debate)
    waiting = [path for path in _waiting(debate, seat) if path in pasted]
    if not waiting:
        raise Refused("No request waits to be copied.", "Answer in your own words with: disputatio answer ID TEXT")
    face.out.raw(await waiting_request(app.log, records, waiting[0]) + "\n")


COMMANDS = (answer,)
