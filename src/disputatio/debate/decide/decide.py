"""decide(debate, command) -> events: what a person asked for becomes fact, or is refused with a reason and a remedy."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from disputatio.debate.decide.approvals import review, withdrawal
from disputatio.debate.decide.extensions import (
    extend,
    given_up,
    look,
    open_room,
    over,
    retry,
    splice_count,
    synthesise,
    under_way,
)
from disputatio.debate.decide.extensions import resumption as resumed
from disputatio.debate.decide.hindsight import marking
from disputatio.debate.decide.options import set_option
from disputatio.debate.errors import Refused
from disputatio.debate.format import Block, clerks
from disputatio.debate.ids import EXTENSION, join, parent, segments
from disputatio.debate.log.commands import (
    Answer,
    Close,
    Command,
    Continue,
    Extend,
    Interject,
    Leave,
    Mark,
    OpenRoom,
    Pause,
    Retry,
    Review,
    Rule,
    SetOption,
    Skip,
    Swap,
    Synthesise,
)
from disputatio.debate.log.events import (
    BlockEntered,
    BlockLeft,
    DebateEnded,
    DebateHalted,
    DebateResumed,
    Event,
    SeatAssigned,
    Spliced,
    TurnAbstained,
    TurnCompleted,
)
from disputatio.debate.log.seats import CLIPBOARD, HUMAN
from disputatio.debate.log.state import Debate
from disputatio.debate.natural_order import natural
from disputatio.debate.policy import seat_in
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.statements.older import require_present
from disputatio.debate.values import Json
from disputatio.debate.walk.gates import is_gate
from disputatio.debate.wording import tr

ONWARD = (Continue, Extend, Retry, OpenRoom)
"""Commands that make a debate go on after it had come to rest."""


def decide(debate: Debate, command: Command) -> tuple[Event, ...]:  # noqa: C901  one line per command
    """Return the facts that a command makes. Raises Refused, and then nothing has changed."""
    if debate.status == "idle":
        raise Refused("This debate has not been opened.", "Start it first.")
    if isinstance(command, ONWARD):
        require_present(debate.format)
    match command:
        case Continue():
            return resumed(debate)
        case Extend():
            return extend(debate, command.rounds)
        case Synthesise():
            return synthesise(debate)
        case Retry():
            return retry(debate, command.path)
        case Rule():
            return _rule(debate, command)
        case Mark():
            return _said_by_person(debate, *marking(debate, command))
        case OpenRoom():
            return open_room(debate, command.claim)
        case SetOption():
            return set_option(debate, command)
        case Swap():
            return _swap(debate, command)
        case _ if debate.over:
            raise over(debate)
        case Pause():
            return _pause(debate, command)
        case Leave():
            return _leave(debate, command.path)
        case Close():
            return (DebateEnded(outcome="stopped", why=command.why),)
        case Interject():
            return _interject(debate, command)
        case Answer():
            return _answer(debate, command)
        case Review():
            return review(debate, command)
        case Skip():
            return _skip(debate, command.path)
        case _:
            assert_never(command)


def _pause(debate: Debate, command: Pause) -> tuple[Event, ...]:
    if command.reason == "person":
        if debate.status == "error":
            why = f": {debate.why}" if debate.why else "."
            raise Refused(tr("Nothing is running{why}").format(why=why), "Retry what failed, or end the debate.")
        if debate.status == "paused" and not (command.now and _model_asked(debate)):
            raise Refused("The debate is already paused.", "Continue it when you are ready.")
    return (DebateHalted(status="paused", reason=command.reason, why=command.why),)


def _model_asked(debate: Debate) -> bool:
    """Return whether there is a call in flight that could be cut."""
    return any(not debate.waits_at(path, seat_in(path, debate.seats)) for path in debate.asked)


def _leave(debate: Debate, path: str) -> tuple[Event, ...]:
    blocks = [open_ for open_ in look(debate).open if open_ and not open_.endswith("]") and not given_up(debate, open_)]
    if not blocks or path not in ("", *blocks):
        what = f"{path} is not running." if path else "Nothing is running."
        raise Refused(
            what,
            tr("These are running: {blocks}.").format(blocks=", ".join(blocks))
            if blocks
            else tr("Continue the debate first."),
        )
    added = [open_ for open_ in blocks if any(name.startswith(EXTENSION) for name, _ in segments(parent(open_)))]
    outermost = (added or blocks)[-1]
    left = path or outermost
    return (
        BlockLeft(path=left, exit="person", outcome="completed", why="you ended it"),
        *withdrawal(debate, left),
    )


def require_hearer(debate: Debate, to: str = "") -> None:
    """Refuse what a person says where nobody can hear it any more, or where `to` is no seat that could. This is asked
    after every turn, so it takes no walk through the debate."""
    if debate.over:
        raise over(debate)
    if to and to not in debate.seats:
        raise Refused(
            tr("No seat {to!r}.").format(to=to), tr("This debate has {seats}.").format(seats=", ".join(debate.seats))
        )
    if to and not debate.seats[to].taken:
        raise Refused(tr("The seat {to!r} is empty.").format(to=to), "Give the seat a model first.")


def _interject(debate: Debate, command: Interject) -> tuple[Event, ...]:
    """Return a splice: a tiny program that runs after the last thing begun. The person's own words are its first
    reply."""
    if not command.text.strip():
        raise Refused("There is nothing to say yet.", "Write a message first.")
    require_hearer(debate, command.to)
    ask = Block(name="aside", ask=f"seat {command.to}", task="answer-the-person", sees=("recent $keep",))
    block = Block(
        name=f"interjection-{splice_count(debate) + 1}",
        ask="person",
        heard="all",
        task="interjection",
        do=(_known_options(debate, ask),) if command.to else (),
    )
    return _said_by_person(debate, block, command.text, {})


def _rule(debate: Debate, command: Rule) -> tuple[Event, ...]:
    text, data = ruling(debate, command)
    block = Block(name=f"ruling-{splice_count(debate) + 1}", ask="person", gives="ruling", task="ruling", heard="all")
    return _said_by_person(debate, block, text, data)


def _said_by_person(debate: Debate, block: Block, text: str, data: dict[str, Json]) -> tuple[Event, ...]:
    after = look(debate).cursor
    path = join(after, block.name)
    return (
        Spliced(after=after, block=block),
        BlockEntered(path=path, groups=(("person",),)),
        TurnCompleted(path=f"{path}[person]", text=text, data=data, by="person"),
    )


def _answer(debate: Debate, command: Answer) -> tuple[Event, ...]:
    if command.path not in debate.asked:
        raise Refused(
            tr("Nobody is waiting for an answer at {command_path}.").format(command_path=command.path),
            "It has been answered already, or was never asked.",
        )
    if is_gate(debate, command.path):
        raise Refused("This needs your approval, not a message.", "Approve it, or reject it with a reason.")
    seat, model = seat_in(command.path, debate.seats), debate.asked[command.path]
    if not debate.waits_at(command.path, seat):
        raise Refused(tr("You do not speak for {seat}.").format(seat=seat), "Take the seat first.")
    if not model.startswith(CLIPBOARD):
        if not command.text.strip() and not command.data:
            raise Refused("There is nothing to say yet.", "Write a message first.")
        return (TurnCompleted(path=command.path, text=command.text, data=command.data, by="person"),)
    if not command.text.strip():
        raise Refused("There is no reply yet.", "Paste the other chat's reply.")
    return (TurnCompleted(path=command.path, text=command.text, data=command.data, model=model),)


def _skip(debate: Debate, path: str) -> tuple[Event, ...]:
    if path in debate.replies or path in debate.abstained:
        raise Refused(
            tr("{path} is over, so there is nothing to skip.").format(path=path),
            "Skip a turn that is waiting or running.",
        )
    if path not in debate.asked and path not in debate.failed:
        raise Refused(
            tr("{path} was never asked.").format(path=path), "Skip a turn that is waiting, running or has failed."
        )
    if seat_in(path, debate.seats) == "person":
        raise Refused("An approval that waits for you cannot be skipped.", "Approve or reject it, or leave its step.")
    resumed = (DebateResumed(),) if debate.status == "error" else ()
    return (TurnAbstained(path=path, why="skipped by you"), *resumed)


def _swap(debate: Debate, command: Swap) -> tuple[Event, ...]:
    known = {*debate.seats, *clerks(debate.format)}
    if command.seat not in known:
        raise Refused(
            tr("No seat {seat!r}.").format(seat=command.seat),
            tr("This debate has {known}.").format(known=", ".join(sorted(known, key=natural))),
        )
    if command.model and ":" not in command.model:
        raise Refused(
            tr("{model!r} is not a model.").format(model=command.model),
            'Write "provider:model", or "human:" to take the seat.',
        )
    seat = debate.seats.get(command.seat)
    if command.model == (seat.model if seat else debate.services.get(command.seat, "")):
        has = f"has {command.model} already" if command.model else "is empty already"
        raise Refused(f"{command.seat} {has}.", "Choose another model, or leave it as it is.")
    if command.model == HUMAN and command.seat not in debate.seats:
        seats = ", ".join(debate.seats)
        raise Refused(
            tr("You cannot be the {seat} yourself.").format(seat=command.seat),
            tr("Name a model, or take a seat: {seats}.").format(seats=seats),
        )
    return (SeatAssigned(seat=command.seat, model=command.model),)


def _known_options(debate: Debate, block: Block) -> Block:
    return replace(block, sees=tuple(one for one in block.sees if "keep" in debate.options or "$keep" not in one))


# ---- A person's word on a statement.
STATUSES: Final = {
    "accepted": "is accepted",
    "rejected": "is rejected",
    "open": "stays open",
    "set aside": "is set aside",
}
"""What a person can make of a statement, and how that is told to everybody."""


def ruling(debate: Debate, command: Rule) -> tuple[str, dict[str, Json]]:
    """Return the words of a ruling and its record. Raises Refused."""
    walk = look(debate)
    statements, claims = statements_of(walk.past), claims_of(walk.past)
    one = statements.get(command.point)
    if one is None:
        known = ", ".join(sorted(statements, key=natural)) or "none yet"
        raise Refused(
            tr("There is no statement {point!r}.").format(point=command.point),
            tr("Statements of this debate: {known}.").format(known=known),
        )
    if command.status not in STATUSES:
        *most, last = STATUSES
        raise Refused(
            tr("A ruling cannot be {status!r}.").format(status=command.status),
            tr("Choose {most} or {last}.").format(most=", ".join(most), last=last),
        )
    if not debate.over and one.id in claims and under_way(debate, walk, claims[one.id]):
        raise Refused(tr("{one_id} is in a crux room.").format(one_id=one.id), "Wait for its card, or end the room.")
    told = f"{one.id} {STATUSES[command.status]}: {one.text}\n\n{command.why}".strip()
    return told, {"point": one.id, "status": command.status, "why": command.why}
