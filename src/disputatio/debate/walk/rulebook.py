"""All policies together, and what a walk decides by them where the trace ends.

Importing this module makes every family complete: each policy lives in the module that owns its notion, and this is the
explicit list of those modules. A decision follows from what has happened alone, and is recorded for good.
"""

from __future__ import annotations

from disputatio.debate.board import attacks, recall, records, room_entry
from disputatio.debate.format import FORMER, Block
from disputatio.debate.ids import ATTEMPTS, inside
from disputatio.debate.log.events import BlockEntered, BlockLeft, Groups, PassBegan
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.policies import (
    ballots,
    conditions,
    iterations,
    judgements,
    programs,
    speakers,
    visibility,
    works,
)
from disputatio.debate.policy import FAMILIES, At, Reason, call
from disputatio.debate.statements import cards, consensus
from disputatio.debate.walk import gates

MODULES = (
    attacks,
    ballots,
    conditions,
    consensus,
    cards,
    iterations,
    judgements,
    programs,
    records,
    recall,
    room_entry,
    speakers,
    visibility,
    works,
)


# ---- what a policy says ----------------------------------------------------------------------------------------------
def seats(reference: str, at: At) -> tuple[str, ...]:
    """Return whom an `ask` means: a service, a part of the cast, or a who policy."""
    if reference in SERVICES:
        return (reference,)
    if any(part.name == reference for part in at.debate.format.cast):
        reference = f"part {reference}"
    known = (seat for seat in call("who", reference, at) if seat in at.debate.seats or seat in SERVICES)
    return tuple(dict.fromkeys(known))


def items(reference: str, at: At) -> tuple[str, ...]:
    return tuple(call("each", reference, at))


def arrange(reference: str, at: At, found: tuple[str, ...]) -> Groups:
    return tuple(tuple(group) for group in call("order", reference, at, found) if group)


def holds(reference: str, at: At) -> bool:
    return bool(call("when", reference, at))


def leaves(reference: str, at: At) -> Reason | None:
    found = call("until", reference, at)
    return found if isinstance(found, Reason) else None


# ---- what a block decides --------------------------------------------------------------------------------------------
ONCE: Groups = (("",),)
"""What a block iterates over that asks nobody and has no items: itself, once."""


def enter(block: Block, at: At) -> BlockEntered:
    """Decide, for good, what a block iterates over."""
    for condition in block.when:
        if not holds(condition, at):
            return BlockEntered(path=at.path, groups=(), why=f"not {condition}")
    if block.gives in FORMER:
        return BlockEntered(path=at.path, groups=())
    if not (block.ask or block.each):
        return BlockEntered(path=at.path, groups=ONCE)
    found = seats(block.ask, at) if block.ask else items(block.each, at)
    return BlockEntered(path=at.path, groups=arrange(block.order, at, found))


def begin_or_leave(block: Block, path: str, n: int, at: At, *, approved: bool = False) -> PassBegan | BlockLeft:
    """Decide between two passes whether another begins; `n` are over, and at.path is the last of them. What a person
    has just approved needs no rest."""
    for condition in block.until if n else block.unless:
        if reason := leaves(condition, at):
            return BlockLeft(path=path, exit=condition, outcome=reason.outcome, why=reason.why)
    if block.repeat == "unbounded" and n and not _person_spoke(at):
        why = "nobody asked for another round"
        return BlockLeft(path=path, exit="unbounded", outcome="completed", why=why)
    if block.repeat != "unbounded" and n >= int(at.value(str(block.repeat))):
        what = "attempt" if block.name in ATTEMPTS else "round"
        why = f"all {n} {what}s are over" if n != 1 else f"the one {what} is over"
        return BlockLeft(path=path, exit="repeat", outcome="max_rounds", why=why)
    pause = block.pause and n > 0 and not approved and not at.debate.options.get("auto_continue")
    return PassBegan(path=path, n=n + 1, pause=pause)


def _person_spoke(at: At) -> bool:
    """Return whether a person spoke in the last pass: only a person keeps an unbounded loop going, and where none
    spoke, it ends."""
    spoken = at.past.last("@person")
    return spoken is not None and inside(spoken.path, at.path)


def after_pass(block: Block, path: str, n: int, at: At, stops: gates.Stops) -> BlockEntered | PassBegan | BlockLeft:
    """Decide what comes after pass `n` of a loop: a gate, another pass, or the end of the loop."""
    asked = gates.asked_at(at.debate, at.path, block.name)
    approved = bool(asked) and gates.is_approved(at.debate, asked[-1])
    decided = begin_or_leave(block, path, n, at, approved=approved)
    if approved or not n or isinstance(decided, BlockLeft):
        return decided
    point = gates.before_round(at.debate, stops, block, at.path)
    if not asked and not (point and gates.news(at.past)):
        return decided
    gate = gates.gate_path(at.path, block.name, len(asked) + 1)
    return BlockEntered(path=gate, groups=((gates.PERSON,),), why=point)


def stops_before(block: Block, at: At, stops: gates.Stops) -> bool:
    """Return whether there is a gate before a step: one that the debate wants, before a step that is about to be
    taken."""
    if (
        not gates.point_before(block, at.path, stops, at.past)
        or at.path in at.debate.left
        or gates.has_begun(at.debate, block, at.path)
    ):
        return False
    if not gates.news(at.past) or not enter(block, at).groups:
        return False
    first = At(debate=at.debate, path=f"{at.path}[0]", past=at.past)
    return not block.repeat or isinstance(begin_or_leave(block, at.path, 0, first), PassBegan)


__all__ = [
    "FAMILIES",
    "ONCE",
    "after_pass",
    "arrange",
    "begin_or_leave",
    "enter",
    "holds",
    "items",
    "leaves",
    "seats",
    "stops_before",
]
