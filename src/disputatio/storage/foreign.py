"""What a log from elsewhere may hold: figures that can be added up, times that have a date, loops that end.

Its hash chain says that nobody changed it since it was made, and nothing about what was made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from disputatio.debate.errors import Refused
from disputatio.debate.format import Block
from disputatio.debate.log.events import DebateOpened, Event, OptionChanged, Recorded, Spliced, Usage
from disputatio.debate.ranges import LATEST, MOST_COST, MOST_PASSES, MOST_TOKENS, bound, excessive, passes
from disputatio.debate.values import Json, OptionValue

MOST_EVENTS: Final = 1_000_000
"""Events of one debate: a thousand times those of a long one."""
TOO_FAR: Final = re.compile(r"(?<![0-9A-Za-z])\d{19}")
"""A number of a pass or an item in a path that no loop ever gets to. Hashes have letters before so many digits."""
REMEDY: Final = "Export the debate again with the program that made it; nothing was taken in."


def require_sane(records: Sequence[Recorded], bodies: Iterable[Json]) -> None:
    """Raises Refused for a log whose figures cannot be so. `bodies`: the events as they stand in the log."""
    if len(records) > MOST_EVENTS:
        raise Refused(f"This debate has more than {MOST_EVENTS:,} events.", REMEDY)
    options: dict[str, OptionValue] = {}
    blocks: list[Block] = []
    for record, body in zip(records, bodies, strict=True):
        if not 0 <= record.at <= LATEST:  # not so for what is no number, either
            raise _strange(record, f"its time ({record.at!r}) has no date")
        if place := excessive(body):
            raise _strange(record, f"the number at {place} is too large")
        if TOO_FAR.search(getattr(record.event, "path", "") or getattr(record.event, "after", "")):
            raise _strange(record, "a number in its path is too large")
        _require_bill(record)
        _note_loops(record.event, options, blocks)
    if any(passes(block, options) > MOST_PASSES for block in blocks):
        raise Refused(f"The loops of this debate have more than {MOST_PASSES:,} passes in all.", REMEDY)


def _require_bill(record: Recorded) -> None:
    """What a turn took, where this is one."""
    usage, cost = getattr(record.event, "usage", None), getattr(record.event, "cost", None)
    if isinstance(usage, Usage):
        counts = (usage.prompt, usage.completion, usage.cached, usage.written)
        if not all(0 <= count <= MOST_TOKENS for count in counts):
            raise _strange(record, f"no turn takes {max(counts, key=abs):,} tokens")
    if cost is not None and not 0 <= cost <= MOST_COST:
        raise _strange(record, f"no turn costs {cost:,} millionths of a dollar")


def _note_loops(event: Event, options: dict[str, OptionValue], blocks: list[Block]) -> None:
    """The blocks that may hold loops, and the options, each with the largest bound that it ever was."""
    match event:
        case DebateOpened():
            options |= event.options
            blocks.append(event.format.body)
        case OptionChanged():
            name = f"${event.name}"
            if bound(name, options) < bound(name, {event.name: event.value}) or event.name not in options:
                options[event.name] = event.value
        case Spliced():
            blocks.append(event.block)


def _strange(record: Recorded, why: str) -> Refused:
    return Refused(f"Event {record.seq} of this debate cannot be so: {why[:200]}.", REMEDY)
