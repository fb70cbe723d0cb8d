"""What a person can want of a debate. Orders, in the imperative; `decide` turns them into facts or refuses them.

Stop = `Pause`, stop now = `Pause(now=True)`, end = `Close`. Fork and replay belong to the engine: a prefix of the log
with another future, and recorded replies.
"""

from __future__ import annotations

from dataclasses import field

from disputatio.debate.log.events import PauseReason
from disputatio.debate.values import Json, OptionValue, value


@value
class Continue:
    """Go on after a pause, an error (retry) or a stop."""


@value
class Pause:
    """Stop after the turn in flight; `now`: the calls in flight are cut, and what was said is kept."""

    why: str = "paused by you"
    reason: PauseReason = "person"
    now: bool = False


@value
class Leave:
    """Go to what follows a block: end the rounds, skip a phase, close a crux room. No path: the outermost open one."""

    path: str = ""


@value
class Close:
    """End the debate where it is."""

    why: str = "stopped by you"


@value
class Interject:
    """Say something that all will hear; `to` names a seat that is asked to answer."""

    text: str
    to: str = ""


@value
class Answer:
    """Answer, as a person, a call on a human seat."""

    path: str
    text: str
    data: dict[str, Json] = field(default_factory=dict)


@value
class Review:
    """Approve what waits at a gate, or reject it with a reason, which whoever comes next reads. `end`: a rejection ends
    the debate, and does not send it back. `path`: of the call at the gate ("" for the first that is open). `reviewer`:
    who answers, in words. `overdue`: nobody answered in time."""

    approved: bool
    reason: str = ""
    end: bool = False
    path: str = ""
    reviewer: str = ""
    overdue: bool = False


@value
class Skip:
    """Give up an open call: the debate goes on without it."""

    path: str


@value
class Retry:
    """Ask once more for a turn that was given up."""

    path: str


@value
class SetOption:
    name: str
    value: OptionValue


@value
class Swap:
    """Put another model on a seat, a service or a task; "human:" takes the seat, "" leaves it empty."""

    seat: str
    model: str = ""


@value
class Extend:
    """Add passes to the rounds, while they run or after they ended."""

    rounds: int = 1


@value
class Synthesise:
    """Make the synthesis now: after a stop, or again after it failed."""


@value
class Rule:
    """Settle a statement as the person ("accepted", "rejected", "open" or "set aside"); `point` is its id."""

    point: str
    status: str
    why: str = ""


@value
class Mark:
    """Say which answers of a debate that is over turned out to be right: their numbers in the list of those that can be
    marked, or "none", or "unknown" to take it back."""

    right: tuple[str, ...]
    why: str = ""


@value
class OpenRoom:
    """Send a claim into a crux room: its two sides exchange on it, and only the card comes out."""

    claim: str


Command = (
    Continue
    | Pause
    | Leave
    | Close
    | Interject
    | Answer
    | Review
    | Skip
    | Retry
    | SetOption
    | Swap
    | Extend
    | Synthesise
    | Rule
    | Mark
    | OpenRoom
)
