"""Gates: the points of a format before which a debate waits for a person's approval (SPEC GATE.1).

A debate chooses them by its option `gates`. The walk asks at a gate as a step of the format would ask: by a block of
its own, whose path tells where it stands (`round[2]/gate-critique`), so that a gate is recorded, resumed, replayed and
exported like a turn. What a person rejects is asked for again, under the next number, after what was said meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from disputatio.debate import hooks
from disputatio.debate.format import Block, Format
from disputatio.debate.ids import (
    GATE,
    NO_ROUNDS,
    index_of,
    inside,
    join,
    noun_of,
    parent,
    rounds_before,
    segments,
    step_of,
)
from disputatio.debate.log.seats import SERVICES, Seat
from disputatio.debate.log.state import Debate, block_at
from disputatio.debate.log.turns import Past
from disputatio.debate.ranges import MOST_DOLLARS
from disputatio.debate.values import value

OPTION, APPROVAL, PERSON = "gates", "approval", "person"
ROUNDS, SYNTHESIS, SPEND, ALL = "rounds", "synthesis", "spend:", "all"
AFTER = "after:"
"""How a point begins that stands after a step, before whatever comes next; the name of the step follows."""
HELD = "held: "
"""How the point of a gate begins that stands where checks have failed; what they are called follows."""
MICRO = 1_000_000
"""Micro-dollars in a dollar."""


# ---- which points there are ------------------------------------------------------------------------------------------
def loops(block: Block) -> Iterator[Block]:
    """Yield the outermost loops: rounds, or minirounds in each aspect. The exchanges of a crux room are no rounds."""
    for child in block.do:
        if child.repeat:
            yield child
        elif child.heard != "room":
            yield from loops(child)


def points(format: Format) -> list[str]:
    """Return the points that can be chosen for a format."""
    return points_of(format.body)


def points_of(body: Block) -> list[str]:
    """Return the points of a program: kinds of points, then its steps in their order, before and (with "after:" in
    front) after which it can wait; "spend:" wants an amount in dollars behind it."""
    kinds = [ROUNDS, SPEND] if _rounds(body) else []
    spine = list(_spine(body))
    steps = (block.name for block in spine if speaks(block) and not _concludes(body, block))
    result = [SYNTHESIS] if any(_concludes(body, block) for block in spine) else []
    return list(dict.fromkeys([*kinds, *result, *steps]))


def _spine(block: Block) -> Iterator[Block]:
    """Yield the steps that come one after another. What runs beside something else, and what is said in a private room
    or within a turn, is nothing for which the whole debate could wait."""
    for child in block.do:
        yield child
        if not child.ask and child.order == "in-turn" and child.heard != "room":
            yield from _spine(child)


def _rounds(body: Block) -> frozenset[str]:
    """Return the loops whose passes are rounds. A loop that only a person keeps going asks by itself."""
    return frozenset(loop.name for loop in loops(body) if loop.repeat != "unbounded" and loop.name not in NO_ROUNDS)


def speaks(block: Block) -> bool:
    """Return whether a participant is asked in a block."""
    return bool(block.ask and block.ask not in SERVICES) or any(map(speaks, block.do))


def seats_named(debate: Debate, block: Block) -> list[Seat] | None:
    """Return who sits on the parts of the cast that a step names, as those it asks or goes through one by one; None
    where it names none of them, so that anybody may be meant."""
    parts = {part.name for part in debate.format.cast} & set((block.ask or block.each).split())
    return [seat for seat in debate.seats.values() if seat.part in parts and seat.taken] if parts else None


def _concludes(body: Block, block: Block) -> bool:
    """Return whether a block writes what the debate came to: its synthesis, or the document that it ends with."""
    return (
        block.gives == SYNTHESIS
        or (block.order == "together" and any(_concludes(body, child) for child in block.do))
        or (block.gives == "artifact" and block in body.do)
    )


def amount_of(point: str) -> float | None:
    """Return the dollars of a point such as "spend:0.50"; None where it names no amount."""
    if not point.startswith(SPEND):
        return None
    try:
        dollars = float(point.removeprefix(SPEND).removeprefix("$"))
    except ValueError:
        return None
    return dollars if 0 <= dollars <= MOST_DOLLARS else None


def unknown_point(format: Format, chosen: Iterable[str]) -> tuple[str, str] | None:
    """Return what is wrong with the points that were chosen, and the remedy; None where all of them exist."""
    known = points(format)
    steps = set(known) - {ROUNDS, SPEND, SYNTHESIS}
    for point in chosen:
        if (point in known and point != SPEND) or (known and point == ALL):
            continue
        if point.startswith(AFTER) and point.removeprefix(AFTER) in steps:
            continue
        if point.startswith(SPEND) and SPEND in known:
            if amount_of(point) is None:
                return f"The gate {point!r} has no amount.", "Write an amount in dollars, such as spend:0.50."
            continue
        after = [f"{AFTER}STEP"] if steps else []
        listed = ", ".join([ALL, *("spend:USD" if each == SPEND else each for each in known), *after])
        remedy = f"It has: {listed}." if known else "Leave it out, or choose another format."
        return f"{format.title} has no gate {point!r}.", remedy
    return None


# ---- which of them a debate stops at ---------------------------------------------------------------------------------
@value
class Stops:
    """Where a debate waits, by the point that says so: before which `steps`, and between the passes of which `rounds`;
    before any of `places` that comes next `after` a step.
    `spend`: in micro-dollars, what a round may cost without being asked about; None for any amount. `holding`: before
    which steps it waits where checks have failed that hold it."""

    steps: dict[str, str]
    after: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    holding: frozenset[str] = frozenset()
    rounds: frozenset[str] = frozenset()
    point: str = ""
    spend: int | None = None
    spend_point: str = ""


def stops(debate: Debate) -> Stops:
    """Return where a debate waits by its options. Debates of earlier versions had one switch for steps of their
    format."""
    chosen = debate.options.get(OPTION)
    body = debate.format.body
    places = frozenset(block.name for block in _spine(body) if speaks(block) or _concludes(body, block))
    holding = places if hooks.gates(debate.options) else frozenset()
    if not isinstance(chosen, list) or not chosen:
        return Stops(steps={}, holding=holding)
    everywhere = ALL in chosen
    between = everywhere or ROUNDS in chosen
    steps: dict[str, str] = {}
    for block in _spine(body):
        if (everywhere or SYNTHESIS in chosen) and _concludes(body, block):
            steps.setdefault(block.name, SYNTHESIS)
        if block.name in chosen or (everywhere and speaks(block)):
            steps.setdefault(block.name, block.name)
    spends = [point for point in chosen if amount_of(point) is not None]
    least = min(spends, key=lambda point: amount_of(point) or 0.0, default="")
    return Stops(
        steps=steps,
        after=frozenset(point.removeprefix(AFTER) for point in chosen if str(point).startswith(AFTER)),
        places=places,
        holding=holding,
        rounds=_rounds(body) if between or spends else frozenset(),
        point=ROUNDS if between else "",
        spend=round((amount_of(least) or 0.0) * MICRO) if least else None,
        spend_point=least,
    )


def point_before(block: Block, path: str, stops: Stops, past: Past) -> str:
    """Return the point that makes a debate wait before the step at a path; "" where none does."""
    if block.name in stops.holding and (failed := hooks.holds(past)):
        return f"{HELD}{failed}"
    if point := stops.steps.get(block.name, ""):
        return point
    return _point_after(path, stops, past) if stops.after and block.name in stops.places else ""


def _point_after(path: str, stops: Stops, past: Past) -> str:
    """Return the point of a step that was over last and that does not go on at a path; "" where none was chosen. A step
    is over, too, in which nobody was left to speak and only a service did its work, as an analysis without a vote."""
    going = {name for name, _ in segments(path)}
    for turn in past.newest():
        for name, _ in segments(turn.path):
            if name in stops.after and name not in going:
                return f"{AFTER}{name}"
        if turn.seat not in (*SERVICES, PERSON):
            break
    return ""


def before_round(debate: Debate, stops: Stops, loop: Block, path: str) -> str:
    """Return the point that makes a debate wait after the pass at `path` of a loop; "" where none does."""
    if loop.name not in stops.rounds:
        return ""
    if stops.point or stops.spend is None:
        return stops.point
    price = price_of_round(debate, path)
    return stops.spend_point if price is None or price > stops.spend else ""


def price_of_round(debate: Debate, path: str) -> int | None:
    """Return what the pass at `path` took, in micro-dollars, which is what the next one is expected to take; None where
    nobody knows the price of one of its calls. What was said a second time in it does not count."""
    took = [
        reply.cost
        for turn, reply in debate.replies.items()
        if inside(turn, path) and GATE not in turn.removeprefix(path) and reply.by == "model"
    ]
    return None if any(cost is None for cost in took) else sum(cost or 0 for cost in took)


def has_begun(debate: Debate, block: Block, path: str) -> bool:
    """Return whether anything of a block has happened: then it is too late for a gate before it."""
    if path in debate.entered or path in debate.left or path in debate.passes:
        return True
    if block.repeat or block.when or block.ask or block.each:
        return False
    return any(has_begun(debate, child, join(path, child.name)) for child in block.do)


def news(past: Past) -> bool:
    """Return whether there is something to approve: not where somebody has just answered a gate, and nobody has spoken,
    voted or judged since. Two gates at one place are one question."""
    for turn in past.newest():
        if turn.gives == APPROVAL:
            return False
        if turn.message or turn.seat not in (*SERVICES, PERSON):
            return True
    return True


# ---- the place of a gate ---------------------------------------------------------------------------------------------
def gate_block(path: str) -> Block:
    """Return the block that asks at a gate."""
    return Block(name=step_of(path), ask=PERSON, gives=APPROVAL, task=APPROVAL)


def gate_path(base: str, name: str, number: int) -> str:
    """Return the path of the gate before the step `name` of the block at `base`, when it is asked for the `number`-th
    time. At a pass of the loop `name` itself it stands between this pass and the next."""
    return join(base, f"{GATE}{name}" if number == 1 else f"{GATE}{number}-{name}")


def asked_at(debate: Debate, base: str, name: str) -> list[str]:
    """Return the gates before a step that the person has been asked at, or is to be asked at."""
    found: list[str] = []
    while (path := gate_path(base, name, len(found) + 1)) in debate.entered:
        found.append(path)
    return found


def gated_step(path: str) -> str:
    """Return the name of the step before which the gate at a path stands; "" for what is no gate of the walk."""
    name = step_of(path)
    if not name.startswith(GATE):
        return ""
    number, _, rest = name.removeprefix(GATE).partition("-")
    return rest if number.isdecimal() else name.removeprefix(GATE)


def is_between_rounds(path: str) -> bool:
    """Return whether a gate stands between two passes of a loop."""
    base = parent(path)
    return bool(base) and index_of(base).isdecimal() and step_of(base) == gated_step(path)


def is_gate(debate: Debate, path: str) -> bool:
    """Return whether the call at a path asks a person for approval: at a gate of the walk, or at a step of the format
    that does so."""
    if not path.endswith(f"[{PERSON}]"):
        return False
    if gated_step(path):
        return True
    block = block_at(debate, path)
    return block is not None and block.gives == APPROVAL


def open_gates(debate: Debate) -> list[str]:
    """Return the paths at which a debate that is not over waits for approval."""
    return [] if debate.over else [path for path in debate.asked if is_gate(debate, path)]


def is_approved(debate: Debate, path: str) -> bool:
    """Return whether the person approved at the gate of a block."""
    reply = debate.replies.get(f"{path}[{PERSON}]")
    return reply is not None and reply.data.get("approved") is True


def subject(path: str) -> str:
    """Say what comes after a gate: "round 3", "the critique"."""
    step = gated_step(path)
    if not step:
        return f"what follows {step_of(parent(path)).replace('-', ' ') or 'this step'}"
    if is_between_rounds(path):
        return f"{step.replace('-', ' ')} {rounds_before(path) + int(index_of(parent(path))) + 1}"
    if step == "conclusion":
        return "the synthesis"
    return f"the {'first ' if step.endswith('round') else ''}{noun_of(step)}"


def waiting(paths: Iterable[str]) -> str:
    """Say that a debate waits for approval of what comes after some gates."""
    subjects = list(map(subject, paths))
    many = len(subjects) > 1 or (subjects[0].endswith("s") and not subjects[0].endswith("sis"))
    return f"{' and '.join(subjects)} {'wait' if many else 'waits'} for your approval"
