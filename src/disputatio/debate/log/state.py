"""The debate: what is so, after all that has happened. A fold over events (see `evolve`).

The trace is keyed by path, so the order in which parallel replies arrived leaves no mark: equality of two debates is
the oracle of the property tests. What a debate has spent is counted in integers, whose sums are alike in every order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Literal, TypeVar

from disputatio.debate.context import Context
from disputatio.debate.format import Block, Format
from disputatio.debate.ids import index_of, segments, without_index
from disputatio.debate.log.events import BlockLeft, Groups, Outcome, PauseReason, TurnCompleted, TurnCut, TurnFailed
from disputatio.debate.log.seats import Seat, by_hand
from disputatio.debate.persistent import EMPTY, PersistentMap
from disputatio.debate.personas import Character
from disputatio.debate.roles import Role
from disputatio.debate.track import Track
from disputatio.debate.values import OptionValue, value

T = TypeVar("T")
SMALL = 100_000
"""Micro-dollars below which an amount is told in hundredths of a cent."""


@value
class Spent:
    """`cost` in micro-dollars over the calls whose price is known; `unpriced` counts the calls whose price is not."""

    cost: int = 0
    tokens: int = 0
    turns: int = 0
    unpriced: int = 0

    def plus(self, event: TurnCompleted | TurnFailed | TurnCut, turns: int) -> Spent:
        return Spent(
            cost=self.cost + (event.cost or 0),
            tokens=self.tokens + event.usage.total,
            turns=self.turns + turns,
            unpriced=self.unpriced + (event.cost is None),
        )


def _dollars(micro: float) -> str:
    """Return an amount in dollars. Small caps are told apart from none: with two decimals, a tenth of a cent would be
    $0.00."""
    return f"${micro / 1_000_000:.{4 if micro < SMALL else 2}f}"


_CAPS: tuple[tuple[str, Callable[[Spent], int], Callable[[float], str], str], ...] = (
    ("max_cost", attrgetter("cost"), _dollars, ""),
    ("max_tokens", attrgetter("tokens"), "{:,.0f}".format, " tokens"),
    ("max_turns", attrgetter("turns"), "{:.0f}".format, " turns"),
)


def over_budget(spent: Spent, options: Mapping[str, OptionValue]) -> str:
    """Say in one sentence which cap is reached; "" while none is. The cap on wall time is the runner's, since there is
    no clock here."""
    for name, used_of, words, unit in _CAPS:
        cap = options.get(name)
        if isinstance(cap, (int, float)) and 0 < cap <= (used := used_of(spent)):  # 0 is no cap, as in the settings
            return f"the budget is spent ({words(used)} of {words(cap)}{unit}; option {name})"
    return ""


Status = Literal["idle", "debating", "paused", "error", "consensus", "impasse", "max_rounds", "completed", "stopped"]
OVER: frozenset[str] = frozenset({"consensus", "impasse", "max_rounds", "completed", "stopped"})

NO_FORMAT = Format(name="", title="", body=Block(name=""), cast=())


@dataclass(frozen=True, kw_only=True)  # without slots, for `alter`
class Debate:
    """`entered`: what each block iterates over. `passes`: passes begun of each loop. `left`: loops and blocks that
    ended. `asked`: calls in flight, with the model of each. `replies`, `failed`, `abstained`: how calls ended.
    `splices`: blocks inserted after a path."""

    question: str = ""
    format: Format = NO_FORMAT
    seats: dict[str, Seat] = field(default_factory=dict)
    options: dict[str, OptionValue] = field(default_factory=dict)
    services: dict[str, str] = field(default_factory=dict)
    seed: int = 0
    context: Context = field(default_factory=Context)
    prompts: str = ""
    parent: str = ""
    day: str = ""
    personas: dict[str, Character] = field(default_factory=dict)
    roles: dict[str, Role] = field(default_factory=dict)
    tracks: dict[str, Track] = field(default_factory=dict)
    status: Status = "idle"
    reason: PauseReason | None = None
    why: str = ""
    spent: Spent = field(default_factory=Spent)
    entered: PersistentMap[Groups] = field(default_factory=lambda: EMPTY)
    passes: PersistentMap[int] = field(default_factory=lambda: EMPTY)
    left: PersistentMap[BlockLeft] = field(default_factory=lambda: EMPTY)
    asked: PersistentMap[str] = field(default_factory=lambda: EMPTY)
    replies: PersistentMap[TurnCompleted] = field(default_factory=lambda: EMPTY)
    failed: PersistentMap[TurnFailed] = field(default_factory=lambda: EMPTY)
    abstained: PersistentMap[str] = field(default_factory=lambda: EMPTY)
    splices: PersistentMap[tuple[Block, ...]] = field(default_factory=lambda: EMPTY)

    @property
    def over(self) -> bool:
        return self.status in OVER

    @property
    def outcome(self) -> Outcome | None:
        """How the debate ended; None while it has not."""
        return self.status if self.status in OVER else None  # type: ignore[return-value]

    def by_person(self, seat: str, task: str = "") -> bool:
        """Return whether a person answers for a seat, or pastes what another chat answered."""
        return seat == "person" or by_hand(self.model_of(seat, task))

    def waits_at(self, path: str, seat: str) -> bool:
        """Return whether the call of a seat is open and a person answers it, or pastes the answer to it. Whoever takes
        a seat can answer what its model was asked."""
        return path in self.asked and (by_hand(self.asked[path]) or self.by_person(seat))

    def effort_of(self, seat: str) -> str:
        """Return how long the model of a seat is to think; "" in debates that were opened before there was a choice."""
        own = self.seats[seat].effort if seat in self.seats else ""
        return own or str(self.options.get("effort", ""))

    def model_of(self, seat: str, task: str) -> str:
        """Who is to answer: the seat's model; for a service the model of the task, else of the service."""
        if seat in self.seats:
            return self.seats[seat].model
        return self.services.get(task) or self.services.get(seat, "")


def alter(state: T, **changes: Any) -> T:
    """Do as `dataclasses.replace` does, in a tenth of its time, for what every event or turn makes anew: a state that
    is declared without slots."""
    made = object.__new__(type(state))
    object.__setattr__(made, "__dict__", {**state.__dict__, **changes})
    return made


def block_at(debate: Debate, path: str) -> Block | None:
    """Return the block of the program, splices included, that a path ends in."""
    spliced = {block.name: block for blocks in debate.splices.values() for block in blocks}
    block: Block | None = debate.format.body
    for name, _ in segments(path):
        found = next((child for child in block.do if child.name == name), None) if block else None
        block = found or spliced.get(name)
    return block


def beside(debate: Debate, path: str) -> tuple[str, ...]:
    """Return the paths of the turns that are taken at the same time as that at a path, itself included."""
    block, index = without_index(path), index_of(path)
    group = next((group for group in debate.entered.get(block, ()) if index in group), ())
    return tuple(f"{block}[{item}]" for item in group)
