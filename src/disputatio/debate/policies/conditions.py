"""When: conditions under which a block is entered. Evaluated once, recorded with the reason."""

from __future__ import annotations

from itertools import islice

from disputatio.debate.ids import ancestors, parent
from disputatio.debate.log.state import block_at
from disputatio.debate.policies.visibility import digest_of, uncondensed
from disputatio.debate.policy import At, Contract, Option, policy


@policy("when")
def on(at: At, option: Option) -> bool:
    """An option is on."""
    return bool(at.debate.options.get(option))


@policy("when")
def off(at: At, option: Option) -> bool:
    """An option is off."""
    return not at.debate.options.get(option)


@policy("when", name="is")
def is_(at: At, option: Option, value: str) -> bool:
    """An option has a value."""
    return str(at.debate.options.get(option)) == value


@policy("when")
def long(at: At, messages: int) -> bool:
    """More messages than that stand verbatim, since the last digest (SPEC DUAL.5)."""
    keep = at.debate.options.get("keep")
    fresh = uncondensed(at.past, keep if isinstance(keep, int) else 0)
    return sum(1 for _, _ in zip(range(messages + 1), fresh, strict=False)) > messages


LONGEST_DIGEST = 4_000
"""Characters of a digest in all (SPEC DUAL.5)."""
FRAME = 3_000
"""Characters of the instructions that a digest is asked for with."""
WRITTEN = 5
"""What a word that is written costs, in words that are read."""
CLOSING = 2
"""Readings once the rounds are over: the synthesis and the insights."""


@policy("when")
def saves(at: At, keep: int) -> bool:
    """A digest of all but the newest messages, as many, saves more than it takes (SPEC DUAL.5)."""
    digest = digest_of(at.past)
    older = [*islice(uncondensed(at.past, keep), max(keep, 0), None), *([digest] if digest else [])]
    size = sum(len(node.turn.text) for node in older if node.turn is not None)
    shorter = min(LONGEST_DIGEST, size // 2)
    return _readings(at) * (size - shorter) > size + FRAME + WRITTEN * shorter


def _readings(at: At) -> int:
    """How often the older messages would still be read: by each participant in every pass that is left of the innermost
    loop, and at the end."""
    loops = [block for path in ancestors(at.path) if (block := block_at(at.debate, path)) and block.repeat]
    if not loops:
        return len(at.seats) + CLOSING
    bound = at.value(str(loops[-1].repeat))
    left = int(bound) - at.number(loops[-1].name) + 1 if str(bound).isdecimal() else 1
    return len(at.seats) * max(left, 1) + CLOSING


@policy("when")
def missing(at: At, contract: Contract) -> bool:
    """The turn that encloses this step should have given the contract's payload and did not."""
    around = parent(at.path)
    return any(not turn.data for turn in at.past.of(contract, around) if turn.path == around)


@policy("when", needs="traits")
def complex(at: At) -> bool:
    """The planner found the task complex."""
    traits = at.past.last("traits")
    return bool(traits and traits.data.get("complex"))


@policy("when", needs="tests")
def failing(at: At) -> bool:
    """The last tests did not pass."""
    tests = at.past.last("tests")
    return bool(tests and not tests.data.get("passed"))
