"""What is added to a debate that went past a point: more rounds, a synthesis, a turn that was given up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from disputatio.debate.board.room_entry import room
from disputatio.debate.decide.options import require_few_passes
from disputatio.debate.errors import Refused
from disputatio.debate.format import RECORDS, Block
from disputatio.debate.ids import EXTENSION, ROUNDS_BEFORE, ancestors, inside, join, rounds_before, segments
from disputatio.debate.log.events import BlockLeft, DebateResumed, Event, OptionChanged, Spliced, TurnAbstained
from disputatio.debate.log.evolve import evolve, fold
from disputatio.debate.log.state import Debate, block_at, over_budget
from disputatio.debate.log.steps import Do, Note
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import word
from disputatio.debate.policy import At, seat_in
from disputatio.debate.reasons import reason
from disputatio.debate.statements.claims import Claim, claims_of, sides_of
from disputatio.debate.walk import rulebook
from disputatio.debate.walk.gates import open_gates
from disputatio.debate.walk.plan import Planner
from disputatio.debate.walk.walk import Walk
from disputatio.debate.wording import mark, tr

LEARNT = frozenset({"insights", "patterns", "verification"})
"""What the end of a debate leaves for later ones, or of its record: no text for people."""
CLOSING = frozenset({"synthesis", "artifact"}) | LEARNT
"""What the last blocks of a format give: they run once the debating is done."""


def look(debate: Debate) -> Walk:
    """Return where the debate stands, by a walk of its own."""
    return Planner().walk(debate)


def splice_count(debate: Debate) -> int:
    return sum(map(len, debate.splices.values()))


def resumption(debate: Debate) -> tuple[Event, ...]:
    """Return the events that let a debate go on after a pause, an error or a stop. A stopped debate whose steps were
    given up for its synthesis has nothing left to go on with."""
    if debate.status == "debating":
        raise Refused("The debate is already running.", "Wait for its next turn, or stop it first.")
    if debate.over and debate.status != "stopped":
        raise over(debate)
    if debate.reason == "gate" and open_gates(debate):
        raise Refused(
            tr("The debate cannot go on: {why}.").format(why=reason(debate.why)),
            "Approve it, or reject it with a reason.",
        )
    if spent := over_budget(debate.spent, debate.options):
        raise Refused(tr("Cannot continue: {spent}.").format(spent=reason(spent)), "Raise that option first.")
    events = (DebateResumed(),)
    if debate.over and not leads_on(debate, events):
        raise Refused("This debate has nothing left to do: its synthesis is written.", _remedy(debate))
    return events


def over(debate: Debate) -> Refused:
    """Return the refusal of a command that a debate which is over cannot carry out."""
    remedy = _remedy(debate)
    if debate.status == "stopped" and leads_on(debate, (DebateResumed(),)):
        remedy = f"{tr('Resume it first.')} {tr(remedy)}"
    return Refused(tr("This debate is over ({why}).").format(why=reason(debate.why)), remedy)


def _remedy(debate: Debate) -> str:
    return mark("Extend it by a round, or fork it from any turn.") if _loop(debate) else mark("Fork it from any turn.")


def leads_on(debate: Debate, events: Iterable[Event]) -> bool:
    """Return whether some events make a difference: a call that was not open before, or another state of the debate."""
    after, planner = fold(events, debate), Planner()
    while isinstance(step := planner.plan(after), Note):
        for event in step.events:
            after = evolve(after, event)
            planner.observe(event)
    asked = isinstance(step, Do) and any(call.path not in debate.asked for call in step.calls)
    return asked or (after.status, after.reason) != (debate.status, debate.reason)


def given_up(debate: Debate, path: str) -> bool:
    """Return whether a step, or what it is part of, was left, so that nothing new begins in it. What a person adds to
    such a step is still carried out."""
    added = {block.name for blocks in debate.splices.values() for block in blocks}
    for step in reversed(ancestors(path)):
        if step in debate.left:
            return True
        if segments(step)[-1][0] in added:
            return False
    return False


def extend(debate: Debate, rounds: int) -> tuple[Event, ...]:
    """Return the events that give a debate more passes: the bound is raised while the loop runs; once that has ended,
    it is added again, with what follows. Raises Refused, also where all passes together would be too many."""
    loop = _loop(debate)
    if loop is None:
        raise Refused("This format has no rounds to extend.", "Fork the debate to continue from a turn.")
    if rounds < 1:
        raise Refused("An extension needs at least one round.", "Give 1 or more.")
    path, option = _rounds(debate, loop)
    bound_now = debate.options.get(option)
    if debate.entered.get(path) == ():
        raise Refused("This debate skipped its rounds.", "Fork it from a turn before that.")
    if not given_up(debate, path):
        if not isinstance(bound_now, int):
            raise Refused(
                tr("This format has a fixed number of passes through {loop!r}.").format(loop=loop.name),
                "Continue it, or fork the debate.",
            )
        require_few_passes(debate, {**debate.options, option: bound_now + rounds})
        return (OptionChanged(name=option, value=bound_now + rounds), *_if_over(debate))
    if not debate.over:
        raise Refused("The rounds are over and the debate is closing.", "Extend it once it has ended.")
    after = debate.format.body.do[debate.format.body.do.index(loop) + 1 :]
    name = f"{EXTENSION}{splice_count(debate) + 1}{ROUNDS_BEFORE}{rounds_before(path) + debate.passes.get(path, 0)}"
    block = Block(name=name, do=(replace(loop, repeat=f"${name}", unless=()), *after))
    require_few_passes(debate, {**debate.options, name: rounds}, block)
    return (OptionChanged(name=name, value=rounds), *_inserted(debate, block), DebateResumed())


def _loop(debate: Debate) -> Block | None:
    """Return the rounds of a format."""
    return next((block for block in reversed(debate.format.body.do) if block.repeat), None)


def _rounds(debate: Debate, loop: Block) -> tuple[str, str]:
    """Return the path of the rounds, and the option that bounds them: those of the last extension, if there is one."""
    added = [path for path, block in _extensions(debate) if any(child.name == loop.name for child in block.do)]
    if not added:
        return loop.name, str(loop.repeat).removeprefix("$")
    return join(added[-1], loop.name), segments(added[-1])[-1][0]


def _extensions(debate: Debate) -> list[tuple[str, Block]]:
    """Return what was added after an end, oldest first, each with its path."""
    found = [(join(after, block.name), block) for after, blocks in debate.splices.items() for block in blocks]
    added = [(path, block) for path, block in found if block.name.startswith(EXTENSION)]
    return sorted(added, key=lambda pair: _number(pair[1]))


def _number(extension: Block) -> int:
    return int(extension.name.removeprefix(EXTENSION).partition("-")[0])


def synthesise(debate: Debate) -> tuple[Event, ...]:
    if not debate.over:
        raise Refused("The debate is not over yet.", "End the rounds or stop the debate first.")
    closing = debate.format.body.do[_debating(debate.format.body) :]
    past = look(debate).past
    missing = _without(closing, _made(past))
    if not list(_texts(closing)):
        raise Refused("This format has no synthesis.", "Ask a participant to sum up, or export the debate.")
    if not (texts := list(_texts(missing))):
        raise Refused("This debate already has its synthesis.", "Extend it by a round to get another one.")
    at = At(debate=debate, path="", past=past)
    makers = [seat for block in texts for seat in rulebook.seats(block.ask, at)]
    if not any(map(at.present, makers)):
        raise Refused("The seat that writes the synthesis is empty.", "Give that seat a model first.")
    left: tuple[Event, ...] = ()
    if debate.status == "stopped":
        left = (*_left_for_good(debate), *_unanswered(debate))
    walk = look(fold(left, debate))
    if walk.notes or walk.calls:
        return (*left, DebateResumed())
    block = Block(name=f"{EXTENSION}{splice_count(debate) + 1}", do=missing)
    return (*left, *_inserted(debate, block), DebateResumed())


def _left_for_good(debate: Debate) -> Iterator[BlockLeft]:
    """Give up all that comes before the closing, in the program and in what was added to it."""
    why = debate.why or "stopped by you"
    for path, block in (("", debate.format.body), *_extensions(debate)):
        for child in block.do[: _debating(block)]:
            here = join(path, child.name)
            if here not in debate.left:
                yield BlockLeft(path=here, exit="stopped", outcome="stopped", why=why)


def _unanswered(debate: Debate) -> Iterator[TurnAbstained]:
    """Give up the calls that were open: nobody waits any more for a person, or for a process that died. What closes the
    debate is what was asked for: it is asked once more."""
    for path in debate.asked:
        block = block_at(debate, path)
        if block is None or block.gives not in CLOSING:
            yield TurnAbstained(path=path, why="the debate was stopped")


def _debating(body: Block) -> int:
    """Return how many of the first blocks are the debate itself; the others close it."""
    return next(at for at in range(len(body.do) + 1) if all(map(_closes, body.do[at:])))


def _made(past: Past) -> set[str]:
    """Return what the closing has given since the debate's last message, or the person's last ruling. What a rule made
    in the place of a model that failed can be had again."""
    made = set()
    for turn in past.newest():
        if _goes_on(turn):
            break
        if not stands_in(turn):
            made.add(turn.gives)
    return made


def stands_in(turn: Turn) -> str:
    """Why a rule made a turn in the place of a model that was asked for it; "" where none did."""
    return word(turn.data.get("note")) if turn.by == "rules" else ""


def turn_after_synthesis(past: Past) -> Turn | None:
    """Return the first turn after the last synthesis that the synthesis does not know; None where there is none."""
    later = None
    for turn in past.newest():
        if turn.gives == "synthesis":
            return later
        later = turn if _goes_on(turn) else later
    return None


def _goes_on(turn: Turn) -> bool:
    """Return whether the debate goes on with a turn: somebody speaks, or a person rules."""
    return turn.gives not in CLOSING and (turn.message or turn.gives == "ruling")


def _closes(block: Block) -> bool:
    """Return whether a step gives what closes a debate, or nothing stands in it but such steps and records of what was
    said before."""
    if _holds_steps(block):
        return any(map(_closes, block.do)) and all(_closes(each) or each.gives in RECORDS for each in block.do)
    return bool(block.ask) and block.gives in CLOSING


def _texts(closing: Iterable[Block]) -> Iterator[Block]:
    """Yield the steps that write what people read."""
    for block in closing:
        if _holds_steps(block):
            yield from _texts(block.do)
        elif block.gives in CLOSING and block.gives not in LEARNT:
            yield block


def _without(closing: Iterable[Block], made: Collection[str]) -> tuple[Block, ...]:
    """Return what is still missing of the closing."""
    blocks = (replace(block, do=_without(block.do, made)) if _holds_steps(block) else block for block in closing)
    return tuple(block for block in blocks if (block.do if not block.ask else block.gives not in made))


def _holds_steps(block: Block) -> bool:
    """Return whether a block asks nobody itself, and does nothing but carry out its steps, once."""
    return bool(block.do) and not block.ask and not block.repeat


def _inserted(debate: Debate, block: Block) -> tuple[Event, ...]:
    return (Spliced(after=look(debate).cursor, block=block),)


def open_room(debate: Debate, id: str) -> tuple[Event, ...]:
    """Return the splice of a crux room for one claim, opened by hand: the block that formats name `crux` (SPEC
    CRUX.1)."""
    walk = look(debate)
    past, claims = walk.past, claims_of(walk.past)
    claim = claims.get(id)
    if claim is None:
        raise Refused(
            tr("No claim {id!r}.").format(id=id),
            tr("Claims of this debate: {claims}.").format(claims=", ".join(claims) or tr("none yet")),
        )
    if not debate.over and under_way(debate, walk, claim):
        raise Refused(tr("{id} is already in a crux room.").format(id=id), "Wait for its card.")
    if len(sides_of(claim, At(debate=debate, path="", past=past))) < 2:
        raise Refused(tr("{id} does not have two sides with a model.").format(id=id), "Give both seats a model first.")
    block = room(f"crux-{splice_count(debate) + 1}", f"claim {id}")
    return (*_inserted(debate, block), *_if_over(debate))


def under_way(debate: Debate, walk: Walk, claim: Claim) -> bool:
    """Return whether the claim is in a room, or waits for a room that was opened by hand."""
    if any(claim.room and inside(path, claim.room) for path in walk.open):
        return True
    return any(path in walk.open for path in _by_hand(debate, claim.id)) or awaits_room(debate, claim.id)


def awaits_room(debate: Debate, claim: str) -> bool:
    """Return whether a room that was opened by hand for the claim with this id has not begun: rooms begin between two
    turns."""
    return any(path not in debate.entered for path in _by_hand(debate, claim))


def _by_hand(debate: Debate, claim: str) -> list[str]:
    added = ((after, block) for after, blocks in debate.splices.items() for block in blocks)
    return [join(after, block.name) for after, block in added if block.each == f"claim {claim}"]


def _if_over(debate: Debate) -> tuple[Event, ...]:
    return (DebateResumed(),) if debate.over else ()


def retry(debate: Debate, path: str) -> tuple[Event, ...]:
    """Return the events that ask for a turn again: one that failed is asked by going on; one that was given up is asked
    anew, after what was said since. Either way the debate goes on."""
    if path in debate.failed and not given_up(debate, path):
        return (DebateResumed(),) if debate.status == "debating" else resumption(debate)
    if path not in {*debate.abstained, *debate.failed}:
        raise Refused(
            tr("{path} did not fail.").format(path=path), "To ask for a completed turn again, fork the debate."
        )
    origin = block_at(debate, path)
    if origin is None:
        raise Refused(
            tr("{path} is not a turn of this debate.").format(path=path), "Choose a turn that failed or was given up."
        )
    seat = seat_in(path, debate.seats)
    if seat in debate.seats and not debate.seats[seat].taken:
        raise Refused(tr("The seat {seat!r} is empty.").format(seat=seat), "Give the seat a model first.")
    again = replace(
        origin,
        name=f"{EXTENSION}{splice_count(debate) + 1}",
        ask=f"seat {seat}",
        when=(),
        do=tuple(child for child in origin.do if child.gives == "evidence"),
        sees=_free(origin.sees),
        heard=_heard_at(debate, path),
        optional=True,
    )
    waits = debate.status in ("paused", "error")
    return (*_inserted(debate, again), *(resumption(debate) if waits else _if_over(debate)))


def _free(sees: tuple[str, ...]) -> tuple[str, ...]:
    """Return the filters that do not depend on enclosing blocks, for a turn that is asked again elsewhere."""
    return tuple(one for one in sees if one.split()[0] not in ("here", "earlier", "around"))


def _heard_at(debate: Debate, path: str) -> str:
    """Return the audience that a turn had, as a block says it."""
    steps = ancestors(path)
    blocks = (block_at(debate, step) for step in reversed(steps))
    return next((block.heard for block in blocks if block and block.heard), "all")
