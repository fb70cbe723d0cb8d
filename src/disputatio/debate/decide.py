"""decide(debate, command) -> events: what a person asked for becomes fact, or is refused with a reason and a remedy."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from disputatio.debate.budget import over_budget
from disputatio.debate.commands import (
    Answer,
    Close,
    Command,
    Continue,
    Extend,
    Interject,
    Leave,
    Pause,
    Retry,
    Rule,
    SetOption,
    Skip,
    Swap,
    Synthesise,
)
from disputatio.debate.errors import Refused
from disputatio.debate.events import (
    BlockEntered,
    BlockLeft,
    DebateEnded,
    DebateHalted,
    DebateResumed,
    Event,
    OptionChanged,
    SeatAssigned,
    Spliced,
    TurnAbstained,
    TurnCompleted,
)
from disputatio.debate.formats import Block
from disputatio.debate.ids import bound, join, segments
from disputatio.debate.plan import EXTENSION, Planner, Walk
from disputatio.debate.points import points_of
from disputatio.debate.seats import SERVICES
from disputatio.debate.state import Debate
from disputatio.debate.values import Json

CLOSING = frozenset({"synthesis", "insights", "artifact"})
"""What the last blocks of a format give: they are made once the debating is done."""


def decide(debate: Debate, command: Command) -> tuple[Event, ...]:  # noqa: C901  one line per command
    """The facts that a command makes. Raises Refused, and then nothing has changed."""
    if debate.status == "idle":
        raise Refused("This debate has not been opened.", "Start it first.")
    match command:
        case Continue():
            return _continue(debate)
        case Extend():
            return _extend(debate, command.rounds)
        case Synthesise():
            return _synthesise(debate)
        case Retry():
            return _retry(debate, command.path)
        case Rule():
            return _rule(debate, command)
        case SetOption():
            return _set_option(debate, command)
        case Swap():
            return _swap(debate, command)
        case _ if debate.over:
            raise Refused(f"This debate is over ({debate.why}).", "Extend it by a round, or fork it from any turn.")
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
        case Skip():
            return _skip(debate, command.path)
        case _:
            assert_never(command)


def look(debate: Debate) -> Walk:
    """Where the debate stands, by a walk of its own."""
    return Planner().walk(debate)


def _continue(debate: Debate) -> tuple[Event, ...]:
    if debate.status == "debating":
        raise Refused("The debate is already running.")
    if debate.over and debate.status != "stopped":
        raise Refused(f"This debate is over ({debate.why}).", "Extend it by a round, or fork it from any turn.")
    if over := over_budget(debate):
        raise Refused(f"Cannot continue: {over}.", "Raise that option first.")
    return (DebateResumed(),)


def _pause(debate: Debate, command: Pause) -> tuple[Event, ...]:
    if debate.status == "paused" and command.reason == "person" and not command.now:
        raise Refused("The debate is already paused.", "Continue it when you are ready.")
    return (DebateHalted(status="paused", reason=command.reason, why=command.why),)


def _leave(debate: Debate, path: str) -> tuple[Event, ...]:
    blocks = [open_ for open_ in look(debate).open if open_ and not open_.endswith("]")]
    if not blocks or path not in ("", *blocks):
        known = ", ".join(blocks) or "nothing"
        raise Refused(f"{path or 'No step'} is not under way.", f"Open now: {known}.")
    return (BlockLeft(path=path or blocks[-1], exit="person", outcome="completed", why="you ended it"),)


def _interject(debate: Debate, command: Interject) -> tuple[Event, ...]:
    """A splice: a tiny program that runs after the last thing begun. The person's own words are its first reply."""
    if not command.text.strip():
        raise Refused("There is nothing to say.", "Write a message first.")
    if command.to and command.to not in debate.seats:
        raise Refused(f"No seat {command.to!r}.", f"This debate has {', '.join(debate.seats)}.")
    ask = Block(name="aside", ask=f"seat {command.to}", task="answer-the-person", sees=("recent $keep",))
    block = Block(
        name=f"interjection-{_spliced(debate) + 1}",
        ask="person",
        heard="all",
        task="interjection",
        do=(_known_options(debate, ask),) if command.to else (),
    )
    return _said_by_person(debate, block, command.text, {})


def _rule(debate: Debate, command: Rule) -> tuple[Event, ...]:
    points = points_of(look(debate).past)
    if command.point not in points:
        known = ", ".join(points) or "none yet"
        raise Refused(f"No point {command.point!r}.", f"Points of this debate: {known}.")
    if command.status not in ("set aside", "agreed", "contested"):
        raise Refused(f"A point cannot be ruled {command.status!r}.", "Choose: set aside, agreed or contested.")
    block = Block(name=f"ruling-{_spliced(debate) + 1}", ask="person", gives="ruling", task="ruling", heard="all")
    data: dict[str, Json] = {"point": command.point, "status": command.status, "why": command.why}
    return _said_by_person(debate, block, f"{command.point}: {command.status}. {command.why}".strip(), data)


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
        raise Refused(f"Nobody waits for an answer at {command.path}.", "It was answered already, or never asked.")
    seat = _seat_of(debate, command.path)
    if not (seat == "person" or (seat in debate.seats and debate.seats[seat].human)):
        raise Refused(f"{seat} is not yours to answer for.", "Take the seat first.")
    return (TurnCompleted(path=command.path, text=command.text, data=command.data, by="person"),)


def _skip(debate: Debate, path: str) -> tuple[Event, ...]:
    if path in debate.replies or path in debate.abstained:
        raise Refused(f"{path} is over; there is nothing to skip.")
    if path not in debate.asked and path not in debate.failed:
        raise Refused(f"{path} was never asked.", "Skip a turn that is waiting, running or has failed.")
    resumed = (DebateResumed(),) if debate.status == "error" else ()
    return (TurnAbstained(path=path, why="skipped by you"), *resumed)


def _retry(debate: Debate, path: str) -> tuple[Event, ...]:
    """A turn that failed is asked again by going on; one that was given up is asked anew, after what was said since."""
    if path in debate.failed and not debate.over:
        return (DebateResumed(),) if debate.status != "debating" else ()
    if path not in debate.abstained:
        raise Refused(f"{path} was not given up.", "Fork the debate to have a turn again that was completed.")
    origin = block_at(debate, path)
    if origin is None:
        raise Refused(f"{path} is not a turn of this debate.")
    seat = _seat_of(debate, path)
    ask = seat if seat in SERVICES else f"seat {seat}"
    again = replace(
        origin,
        name=f"{EXTENSION}{_spliced(debate) + 1}",
        ask=ask,
        when=(),
        do=(),
        sees=_free(origin.sees),
        optional=True,
    )
    return _inserted(debate, again)


def _set_option(debate: Debate, command: SetOption) -> tuple[Event, ...]:
    known = debate.options
    if command.name not in known:
        raise Refused(f"No option {command.name!r}.", f"This debate has {', '.join(sorted(known))}.")
    before = known[command.name]
    if before is not None and command.value is not None and not _alike(before, command.value):
        raise Refused(
            f"Option {command.name} cannot be {command.value!r}.", f"It is {before!r} now: give a value of that kind."
        )
    return (OptionChanged(name=command.name, value=command.value),)


def _alike(before: object, after: object) -> bool:
    if isinstance(before, bool) or isinstance(after, bool):
        return isinstance(before, bool) and isinstance(after, bool)
    numbers = (int, float)
    return isinstance(after, type(before)) or (isinstance(before, numbers) and isinstance(after, numbers))


def _swap(debate: Debate, command: Swap) -> tuple[Event, ...]:
    known = {*debate.seats, *debate.services, "clerk"}
    if command.seat not in known:
        raise Refused(f"No seat {command.seat!r}.", f"This debate has {', '.join(sorted(known))}.")
    if command.model and ":" not in command.model:
        raise Refused(f"{command.model!r} is not a model.", 'Write "provider:model", or "human:" to take the seat.')
    return (SeatAssigned(seat=command.seat, model=command.model),)


def _extend(debate: Debate, rounds: int) -> tuple[Event, ...]:
    """More passes: the bound is raised while the loop runs; once it ended, it is added again, with what follows."""
    loop = next((block for block in reversed(debate.format.body.do) if block.repeat), None)
    if loop is None:
        raise Refused("This format has no rounds to extend.", "Fork the debate to go on from a turn.")
    if rounds < 1:
        raise Refused("An extension needs at least one round.")
    option = str(loop.repeat).removeprefix("$")
    bound_now = debate.options.get(option)
    if loop.name not in debate.left:
        if not isinstance(bound_now, int):
            raise Refused(f"The bound of {loop.name!r} is fixed by this format.", "Continue it, or fork the debate.")
        return (OptionChanged(name=option, value=bound_now + rounds),)
    if not debate.over:
        raise Refused("The rounds are over and the debate is closing.", "Extend it when it has ended.")
    after = debate.format.body.do[debate.format.body.do.index(loop) + 1 :]
    again = replace(loop, repeat=rounds, unless=())
    block = Block(name=f"{EXTENSION}{_spliced(debate) + 1}", do=(again, *after))
    return (*_inserted(debate, block), *_if_over(debate))


def _synthesise(debate: Debate) -> tuple[Event, ...]:
    if not debate.over:
        raise Refused("The debate is not over.", "End the rounds, or stop the debate, first.")
    past = look(debate).past
    if past.last("synthesis") or past.last("artifact"):
        raise Refused("This debate has its synthesis.", "Extend it by a round to get another one.")
    body = debate.format.body.do
    first = next((at for at, block in enumerate(body) if all(_closes(later) for later in body[at:])), len(body))
    if debate.status == "stopped":
        left = (block.name for block in body[:first] if block.name not in debate.left)
        why = debate.why or "stopped by you"
        return (*(BlockLeft(path=name, exit="stopped", outcome="stopped", why=why) for name in left), DebateResumed())
    block = Block(name=f"{EXTENSION}{_spliced(debate) + 1}", do=tuple(body[first:]))
    return (*_inserted(debate, block), DebateResumed())


def _closes(block: Block) -> bool:
    return bool(block.ask) and block.gives in CLOSING


def _inserted(debate: Debate, block: Block) -> tuple[Event, ...]:
    return (Spliced(after=look(debate).cursor, block=block),)


def _if_over(debate: Debate) -> tuple[Event, ...]:
    return (DebateResumed(),) if debate.over else ()


def _spliced(debate: Debate) -> int:
    return sum(map(len, debate.splices.values()))


def _seat_of(debate: Debate, path: str) -> str:
    named = (item for item in reversed(bound(path).values()) if item in debate.seats or item in SERVICES)
    return next(named, "")


def _free(sees: tuple[str, ...]) -> tuple[str, ...]:
    """Filters that do not depend on enclosing blocks, for a turn that is asked again elsewhere."""
    return tuple(one for one in sees if one.split()[0] not in ("here", "earlier", "around"))


def _known_options(debate: Debate, block: Block) -> Block:
    return replace(block, sees=tuple(one for one in block.sees if "keep" in debate.options or "$keep" not in one))


def block_at(debate: Debate, path: str) -> Block | None:
    """The block of the program, splices included, that a path ends in."""
    spliced = {block.name: block for blocks in debate.splices.values() for block in blocks}
    block: Block | None = debate.format.body
    for name, _ in segments(path):
        found = next((child for child in block.do if child.name == name), None) if block else None
        block = found or spliced.get(name)
    return block
