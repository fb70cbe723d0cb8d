"""What a run without a window may ask of a format: a pause after every round, gates at chosen points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from disputatio.debate.errors import ConfigError
from disputatio.debate.formats import Block, Format

APPROVAL = "approval"
"""What the step of a gate gives."""


def stepping(format: Format) -> Format:
    """The rounds pause, as long as the option `auto_continue` is off. Raises ConfigError where there are none."""
    if not any(block.repeat for block in format.body.do):
        raise ConfigError(
            f"{format.title} has no rounds to pause after.", "Leave --step out, or choose another format.", field="step"
        )
    blocks = tuple(replace(block, pause=True) if block.repeat else block for block in format.body.do)
    return replace(format, body=replace(format.body, do=blocks))


def steps(format: Format) -> bool:
    """Whether a debate can pause after its rounds."""
    return any(block.pause for block in format.body.do)


def gate_points(format: Format) -> list[str]:
    """The steps after which a person can be asked to approve."""
    return list(dict.fromkeys(_points(format.body)))


def gated(format: Format, points: Iterable[str]) -> Format:
    """Gates at these points and nowhere else ("all": everywhere). Raises ConfigError for a point that there is not."""
    wanted, known = set(points), gate_points(format)
    for point in sorted(wanted - {"all", *known}):
        remedy = f"There are: all, {', '.join(known)}." if known else "This format has no gates: leave --gate out."
        raise ConfigError(f"{format.title} has no gate {point!r}.", remedy, field="gate")
    if "all" in wanted:
        return format
    return replace(format, body=_kept(format.body, wanted), options=format.options)


def _points(block: Block) -> Iterable[str]:
    for child in block.do:
        if child.gives == APPROVAL:
            yield block.name
        yield from _points(child)


def _kept(block: Block, wanted: set[str]) -> Block:
    children = (_kept(child, wanted) for child in block.do)
    return replace(block, do=tuple(child for child in children if child.gives != APPROVAL or block.name in wanted))
