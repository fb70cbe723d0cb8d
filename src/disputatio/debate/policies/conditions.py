"""When: conditions under which a block is entered. Evaluated once, recorded with the reason."""

from __future__ import annotations

from disputatio.debate.ids import parent
from disputatio.debate.policies.visibility import uncondensed
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
