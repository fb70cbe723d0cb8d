"""The decisions that a block takes, once and for good: what it iterates over, and whether another pass begins.

Both are pure functions of the moment; what they decide is recorded in an event, and read from there ever after.
"""

from __future__ import annotations

from disputatio.debate import rulebook
from disputatio.debate.events import BlockEntered, BlockLeft, Groups, PassBegan
from disputatio.debate.formats import Block
from disputatio.debate.ids import inside
from disputatio.debate.policies import At

ONCE: Groups = (("",),)
"""What a block iterates over that asks nobody and has no items: itself, once."""


def enter(block: Block, at: At) -> BlockEntered:
    """What a block iterates over, decided now and for good."""
    for condition in block.when:
        if not rulebook.holds(condition, at):
            return BlockEntered(path=at.path, groups=(), why=f"not {condition}")
    if not (block.ask or block.each):
        return BlockEntered(path=at.path, groups=ONCE)
    found = rulebook.seats(block.ask, at) if block.ask else rulebook.items(block.each, at)
    return BlockEntered(path=at.path, groups=rulebook.arrange(block.order, at, found))


def begin_or_leave(block: Block, path: str, n: int, at: At) -> PassBegan | BlockLeft:
    """Between two passes; `n` are over, and at.path is the last of them."""
    for condition in block.until if n else block.unless:
        if reason := rulebook.leaves(condition, at):
            return BlockLeft(path=path, exit=condition, outcome=reason.outcome, why=reason.why)
    if block.repeat == "unbounded" and n and not _person_spoke(at):
        why = "nobody asked for another round"
        return BlockLeft(path=path, exit="unbounded", outcome="completed", why=why)
    if block.repeat != "unbounded" and n >= int(at.value(str(block.repeat))):
        why = f"all {n} rounds are over" if n != 1 else "the one round is over"
        return BlockLeft(path=path, exit="repeat", outcome="max_rounds", why=why)
    pause = block.pause and n > 0 and not at.debate.options.get("auto_continue")
    return PassBegan(path=path, n=n + 1, pause=pause)


def _person_spoke(at: At) -> bool:
    """Only a person keeps an unbounded loop going: where none spoke in its last pass, it ends."""
    spoken = at.past.last("@person")
    return spoken is not None and inside(spoken.path, at.path)
