"""What can happen to a debate. Facts, in the past tense; a debate is nothing but a list of these.

Events carry no time and no identity of their own: both belong to the envelope, `Recorded`. Money is in whole
micro-dollars, because integers add up alike in every order and floats do not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Literal

from disputatio.debate.context import Context
from disputatio.debate.format import Block, Format
from disputatio.debate.log.seats import Seat
from disputatio.debate.personas import Character
from disputatio.debate.roles import Role
from disputatio.debate.track import Track
from disputatio.debate.values import LATER, Json, OptionValue, value

Groups = tuple[tuple[str, ...], ...]
"""The items of a block in groups: one group after another, the items of a group in parallel."""

Outcome = Literal["consensus", "impasse", "max_rounds", "completed", "stopped"]
PauseReason = Literal["round", "person", "budget", "gate", "storage", "fault", "consent"]
Author = Literal["model", "rules", "person"]


@value
class Usage:
    """Tokens of one turn. Of the prompt, `cached` were read from the provider's cache, and `written` were put into it
    for the next turn, each at a price of its own. `estimated`: we counted them, since the provider did not say."""

    prompt: int = 0
    completion: int = 0
    cached: int = 0
    estimated: bool = False
    written: int = field(default=0, metadata=LATER)

    @property
    def total(self) -> int:
        return self.prompt + self.completion

    def plus(self, other: Usage) -> Usage:
        return Usage(
            prompt=self.prompt + other.prompt,
            completion=self.completion + other.completion,
            cached=self.cached + other.cached,
            estimated=self.estimated or other.estimated,
            written=self.written + other.written,
        )


@value
class ToolUse:
    """One call of a tool within a turn, with what came back (untrusted, possibly cut). The name `tools` stands for all
    of them where they were offered and the model could not be given them: `result` says why."""

    name: str
    arguments: str
    result: str
    failed: bool = False
    milliseconds: int = 0


@value
class DebateOpened:
    """The first event. The whole program stands here: editing a format's file later changes nothing for this debate.

    `services` names the model of each service seat, and of single tasks where they differ ("synthesis"). `personas`:
    whom the seats play, by seat id; `roles`: which of the person's own roles they have, by seat id. `day`: on which day
    the person began it, YYYY-MM-DD, for those who forecast; `tracks`: how right each model was in debates before.
    """

    question: str
    format: Format
    seats: tuple[Seat, ...]
    options: dict[str, OptionValue]
    seed: int = 0
    context: Context = field(default_factory=Context)
    services: dict[str, str] = field(default_factory=dict)
    prompts: str = ""
    parent: str = ""
    personas: dict[str, Character] = field(default_factory=dict, metadata=LATER)
    day: str = field(default="", metadata=LATER)
    roles: dict[str, Role] = field(default_factory=dict, metadata=LATER)
    tracks: dict[str, Track] = field(default_factory=dict, metadata=LATER)


@value
class BlockEntered:
    """A block was reached, and what it iterates over is now fixed. A block without groups is skipped, and `why` says
    so."""

    path: str
    groups: Groups
    why: str = ""


@value
class PassBegan:
    """Pass `n` (from 1) of a loop begins, or a step before which the debate may rest (0); after a rest if `pause`."""

    path: str
    n: int
    pause: bool = False


@value
class BlockLeft:
    """A loop ended, or a person left a block: the exit, what becomes of the debate, and why."""

    path: str
    exit: str
    outcome: Outcome
    why: str


@value
class TurnAsked:
    """A seat is asked; this is written before the call is made. `sees` is the exact content of the view; `request` is
    the hash of the full request, which is stored once."""

    path: str
    seat: str
    model: str
    task: str
    gives: str
    heard: str
    sees: tuple[str, ...]
    request: str = ""


@value
class FollowUpAsked:
    """A turn is asked on before it ends: with what it wanted to look up, for an answer that can be read, or for what
    one lacks that could be read ("mend"). `request`
    is the hash of what is stored of that request, which is what differs from the one before. It changes nothing that
    the rules see."""

    path: str
    request: str
    why: Literal["results", "repair", "mend"]


@value
class KeptAnswer:
    """A whole answer within a turn that was not done with it: it is paid for, and whoever goes on with the turn does
    not ask for it again. `request` is the hash of what it answers; `calls` are what it wants to look up, each with id,
    name, arguments and signature; `toolless` and `effortless`: what the model could not be given."""

    request: str
    text: str
    model: str
    calls: tuple[dict[str, str], ...] = ()
    usage: Usage = field(default_factory=Usage)
    cost: int | None = 0
    toolless: bool = False
    effortless: bool = False


@value
class TurnDrafted:
    """A piece of an unfinished turn, saved while it streams: `text` continues what was saved up to `start` characters.
    `answer`: the piece ends an answer, after which more is asked. It changes nothing that the rules see."""

    path: str
    start: int
    text: str
    answer: KeptAnswer | None = field(default=None, metadata=LATER)


@value
class TurnCompleted:
    """A turn, whole. `data` is its payload by contract; `by` says who wrote it; `model` is who really answered.

    `cost` is in micro-dollars, None where the price of the model is unknown; times are in milliseconds.
    """

    path: str
    text: str
    data: dict[str, Json] = field(default_factory=dict)
    by: Author = "model"
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    cost: int | None = 0
    first_ms: int = 0
    total_ms: int = 0
    tools: tuple[ToolUse, ...] = ()


@value
class TurnFailed:
    """A call failed for good: `kind` names the error, `why` what happened, `remedy` what to do."""

    path: str
    kind: str
    why: str
    remedy: str = ""
    cost: int | None = 0
    usage: Usage = field(default_factory=Usage)
    tools: tuple[ToolUse, ...] = field(default=(), metadata=LATER)


@value
class TurnCut:
    """A turn was stopped midway: what was said is kept here, and the turn is still to be given. `lost`: the program was
    ended without warning, and this was written down when it ran again; what lies between was no debating."""

    path: str
    text: str
    why: str = ""
    cost: int | None = 0
    usage: Usage = field(default_factory=Usage)
    tools: tuple[ToolUse, ...] = field(default=(), metadata=LATER)
    lost: bool = field(default=False, metadata=LATER)


@value
class TurnAbstained:
    """The call is given up (optional and failed, absent, or skipped by a person); the debate goes on without it."""

    path: str
    why: str


@value
class Spliced:
    """A block inserted by a person after something that has happened: interjection, question, more rounds …"""

    after: str
    block: Block


@value
class OptionChanged:
    name: str
    value: OptionValue


@value
class SeatAssigned:
    """A seat, a service or a single task has another model from now on; "" leaves a seat empty."""

    seat: str
    model: str


@value
class DebateHalted:
    status: Literal["paused", "error"]
    reason: PauseReason
    why: str


@value
class DebateResumed:
    by: str = "person"


@value
class DebateEnded:
    outcome: Outcome
    why: str


Event = (
    DebateOpened
    | BlockEntered
    | PassBegan
    | BlockLeft
    | TurnAsked
    | FollowUpAsked
    | TurnDrafted
    | TurnCompleted
    | TurnFailed
    | TurnCut
    | TurnAbstained
    | Spliced
    | OptionChanged
    | SeatAssigned
    | DebateHalted
    | DebateResumed
    | DebateEnded
)


@value
class Recorded:
    """The envelope of an event in its log: place (from 1), time (seconds since 1970, UTC) and the hash chain."""

    seq: int
    at: float
    prev_hash: str
    hash: str
    event: Event


def follow_ups(records: Iterable[Recorded]) -> int:
    """Return how often a turn was asked on before it ended."""
    return sum(isinstance(record.event, FollowUpAsked) for record in records)
