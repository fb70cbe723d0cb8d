"""What is added to a debate that went past a point: more rounds, a synthesis, a turn that was given up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from disputatio.debate.claims import Claim, sides_of
from disputatio.debate.docket import claims_of
from disputatio.debate.errors import Refused
from disputatio.debate.events import BlockLeft, DebateResumed, Event, OptionChanged, Spliced, TurnAbstained
from disputatio.debate.evolve import fold
from disputatio.debate.formats import Block
from disputatio.debate.ids import EXTENSION, ROUNDS_BEFORE, ancestors, inside, join, rounds_before, segments
from disputatio.debate.plan import Planner
from disputatio.debate.policies import At, seat_in
from disputatio.debate.rooms import room
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past
from disputatio.debate.walk import Walk

CLOSING = frozenset({"synthesis", "insights", "artifact"})
"""What the last blocks of a format give: they are made once the debating is done."""


def look(debate: Debate) -> Walk:
    """Where the debate stands, by a walk of its own."""
    return Planner().walk(debate)


def spliced(debate: Debate) -> int:
    return sum(map(len, debate.splices.values()))


def extend(debate: Debate, rounds: int) -> tuple[Event, ...]:
    """More passes: the bound is raised while the loop runs; once it ended, it is added again, with what follows."""
    loop = next((block for block in reversed(debate.format.body.do) if block.repeat), None)
    if loop is None:
        raise Refused("This format has no rounds to extend.", "Fork the debate to go on from a turn.")
    if rounds < 1:
        raise Refused("An extension needs at least one round.")
    path, option = _rounds(debate, loop)
    bound_now = debate.options.get(option)
    if path not in debate.left:
        if not isinstance(bound_now, int):
            raise Refused(f"The bound of {loop.name!r} is fixed by this format.", "Continue it, or fork the debate.")
        return (OptionChanged(name=option, value=bound_now + rounds), *_if_over(debate))
    if not debate.over:
        raise Refused("The rounds are over and the debate is closing.", "Extend it when it has ended.")
    after = debate.format.body.do[debate.format.body.do.index(loop) + 1 :]
    name = f"{EXTENSION}{spliced(debate) + 1}{ROUNDS_BEFORE}{rounds_before(path) + debate.passes.get(path, 0)}"
    block = Block(name=name, do=(replace(loop, repeat=f"${name}", unless=()), *after))
    return (OptionChanged(name=name, value=rounds), *_inserted(debate, block), DebateResumed())


def _rounds(debate: Debate, loop: Block) -> tuple[str, str]:
    """The path of the rounds, and the option that bounds them: those of the last extension, if there is one."""
    added = [path for path, block in _extensions(debate) if any(child.name == loop.name for child in block.do)]
    if not added:
        return loop.name, str(loop.repeat).removeprefix("$")
    return join(added[-1], loop.name), segments(added[-1])[-1][0]


def _extensions(debate: Debate) -> list[tuple[str, Block]]:
    """What was added after an end, oldest first, with its path."""
    found = [(join(after, block.name), block) for after, blocks in debate.splices.items() for block in blocks]
    added = [(path, block) for path, block in found if block.name.startswith(EXTENSION)]
    return sorted(added, key=lambda pair: _number(pair[1]))


def _number(extension: Block) -> int:
    return int(extension.name.removeprefix(EXTENSION).partition("-")[0])


def synthesise(debate: Debate) -> tuple[Event, ...]:
    if not debate.over:
        raise Refused("The debate is not over.", "End the rounds, or stop the debate, first.")
    closing = debate.format.body.do[_debating(debate.format.body) :]
    made = _made(look(debate).past)
    missing = tuple(block for block in closing if block.gives not in made)
    if all(block.gives == "insights" for block in closing):
        raise Refused("This format makes no synthesis.", "Ask a participant to sum up, or export the debate.")
    if all(block.gives == "insights" for block in missing):
        raise Refused("This debate has its synthesis.", "Extend it by a round to get another one.")
    left: tuple[Event, ...] = ()
    if debate.status == "stopped":
        left = (*_left_for_good(debate), *_unanswered(debate))
    walk = look(fold(left, debate))
    if walk.notes or walk.calls:
        return (*left, DebateResumed())
    block = Block(name=f"{EXTENSION}{spliced(debate) + 1}", do=missing)
    return (*left, *_inserted(debate, block), DebateResumed())


def _left_for_good(debate: Debate) -> Iterator[BlockLeft]:
    """All that comes before the closing, in the program and in what was added to it, is given up."""
    why = debate.why or "stopped by you"
    for path, block in (("", debate.format.body), *_extensions(debate)):
        for child in block.do[: _debating(block)]:
            here = join(path, child.name)
            if here not in debate.left:
                yield BlockLeft(path=here, exit="stopped", outcome="stopped", why=why)


def _unanswered(debate: Debate) -> Iterator[TurnAbstained]:
    """Nobody waits any more for calls that were open: those of a person, or of a process that died."""
    return (TurnAbstained(path=path, why="the debate was stopped") for path in debate.asked)


def _debating(body: Block) -> int:
    """How many of the first blocks are the debate itself; the others close it."""
    return next(at for at in range(len(body.do) + 1) if all(map(_closes, body.do[at:])))


def _made(past: Past) -> set[str]:
    """What the closing has given since the debate's last message."""
    made = set()
    for turn in past.newest():
        if turn.gives not in CLOSING and turn.message:
            break
        made.add(turn.gives)
    return made


def _closes(block: Block) -> bool:
    return bool(block.ask) and block.gives in CLOSING


def _inserted(debate: Debate, block: Block) -> tuple[Event, ...]:
    return (Spliced(after=look(debate).cursor, block=block),)


def open_room(debate: Debate, id: str) -> tuple[Event, ...]:
    """A crux room for one claim, by hand: a splice of the block that formats name `crux` (SPEC CRUX.1)."""
    walk = look(debate)
    past, claims = walk.past, claims_of(walk.past)
    claim = claims.get(id)
    if claim is None:
        raise Refused(f"No claim {id!r}.", f"Claims of this debate: {', '.join(claims) or 'none yet'}.")
    if not debate.over and under_way(debate, walk, claim):
        raise Refused(f"{id} is in a crux room already.", "Wait for its card.")
    if len(sides_of(claim, At(debate=debate, path="", past=past))) < 2:
        raise Refused(f"{id} has no two sides that are present.", "Give both seats a model first.")
    block = room(f"crux-{spliced(debate) + 1}", f"claim {id}")
    return (*_inserted(debate, block), *_if_over(debate))


def under_way(debate: Debate, walk: Walk, claim: Claim) -> bool:
    """Whether the claim is in a room, or waits to go into one that was opened by hand."""
    if any(claim.room and inside(path, claim.room) for path in walk.open):
        return True
    return any(path in walk.open for path in _by_hand(debate, claim.id)) or awaits_room(debate, claim.id)


def awaits_room(debate: Debate, claim: str) -> bool:
    """Whether a room that was opened by hand for the claim with this id has not begun: it does between two turns."""
    return any(path not in debate.entered for path in _by_hand(debate, claim))


def _by_hand(debate: Debate, claim: str) -> list[str]:
    added = ((after, block) for after, blocks in debate.splices.items() for block in blocks)
    return [join(after, block.name) for after, block in added if block.each == f"claim {claim}"]


def _if_over(debate: Debate) -> tuple[Event, ...]:
    return (DebateResumed(),) if debate.over else ()


def retry(debate: Debate, path: str) -> tuple[Event, ...]:
    """A turn that failed is asked again by going on; one that was given up is asked anew, after what was said since."""
    if path in debate.failed and not debate.over:
        return (DebateResumed(),)
    if path not in debate.abstained:
        raise Refused(f"{path} was not given up.", "Fork the debate to have a turn again that was completed.")
    origin = block_at(debate, path)
    if origin is None:
        raise Refused(f"{path} is not a turn of this debate.")
    ask = f"seat {seat_in(path, debate.seats)}"
    again = replace(
        origin,
        name=f"{EXTENSION}{spliced(debate) + 1}",
        ask=ask,
        when=(),
        do=tuple(child for child in origin.do if child.gives == "evidence"),
        sees=_free(origin.sees),
        heard=_heard_at(debate, path),
        optional=True,
    )
    return (*_inserted(debate, again), *_if_over(debate))


def _free(sees: tuple[str, ...]) -> tuple[str, ...]:
    """Filters that do not depend on enclosing blocks, for a turn that is asked again elsewhere."""
    return tuple(one for one in sees if one.split()[0] not in ("here", "earlier", "around"))


def _heard_at(debate: Debate, path: str) -> str:
    """The audience that a turn had, as a block says it."""
    steps = ancestors(path)
    blocks = (block_at(debate, step) for step in reversed(steps))
    return next((block.heard for block in blocks if block and block.heard), "all")


def block_at(debate: Debate, path: str) -> Block | None:
    """The block of the program, splices included, that a path ends in."""
    spliced = {block.name: block for blocks in debate.splices.values() for block in blocks}
    block: Block | None = debate.format.body
    for name, _ in segments(path):
        found = next((child for child in block.do if child.name == name), None) if block else None
        block = found or spliced.get(name)
    return block
