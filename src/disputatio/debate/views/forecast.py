"""What a debate would cost, before it starts (SPEC LIFE.6): the rules are run with participants who never agree, and
the calls are counted, with what they usually look up and with the records that have to be asked for twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from disputatio.debate.decide.extensions import CLOSING
from disputatio.debate.log.events import DebateOpened, Event, TurnCompleted
from disputatio.debate.log.evolve import evolve, fold
from disputatio.debate.log.seats import SERVICES, by_hand
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call, Do, Note
from disputatio.debate.payload import identifier, message_at, speaker_of
from disputatio.debate.statements.ledger import aspect_of
from disputatio.debate.values import Json, value
from disputatio.debate.views.look_ups import looks_up
from disputatio.debate.views.transcript import Transcript
from disputatio.debate.walk.plan import Planner

MOST_CALLS = 2_000
MOST_STEPS = 4 * MOST_CALLS
"""Rounds may be many and empty."""
MOST_SEEN = 200_000
"""Turns that all calls together see: where everybody hears everything, they grow with the square of the calls. Beyond
any of these bounds it is only said that it takes more."""
ASPECTS = 3
"""Aspects that a proposal is taken to name."""
TURN_TOKENS = 450
"""Tokens of a turn, as a rule: prompts grow by this with every turn that is seen."""
RECORD_TOKENS = 300
"""Tokens of what the clerk records."""
FRAME_TOKENS = 700
"""Tokens of instructions and question in every prompt."""
FIRST_LOOK_UPS, LOOK_UPS = 3, 1
"""Look-ups of a participant's first turn, and of each later one: each is a request that repeats the one before it."""
FOUND_TOKENS = 1_500
"""Tokens of what a look-up finds."""
KEPT_TOKENS = 4_000
"""Tokens of what was looked up in earlier turns and is shown again, at most."""
REPAIRED = 4
"""One in so many records of the clerk is asked for twice, as a rule."""
INFORMED = frozenset({"aspects", "synthesis"})
"""What a service gives from the whole context; its records are made from turns alone."""
LONG_TURN = "x" * (4 * TURN_TOKENS)


@value
class Expected:
    """Calls to one model: how many, and their tokens. `more`: counting them came to its bound, so these are the
    least."""

    model: str
    calls: int
    prompt: int
    completion: int
    more: bool = False


def forecast(
    opened: DebateOpened, context_tokens: int = 0, own: Mapping[str, int] = MappingProxyType({})
) -> tuple[Expected, ...]:
    """The calls per model that this debate takes if nobody ever agrees, with a rule of thumb for their tokens. `own`:
    tokens that a seat is told besides, each time, by its id (its persona and passages)."""
    options = {**opened.options, "auto_continue": True, "max_turns": None, "max_cost": None, "max_tokens": None}
    start = DebateOpened(question=opened.question, format=opened.format, seats=opened.seats, options=options)
    bill = _Bill(opened, context_tokens, own)
    whole = _run(start, bill.count)
    return tuple(replace(each, more=not whole) for each in bill.found.values())


def another_round(transcript: Transcript) -> int | None:
    """Micro-dollars that one more round would cost if it took what the last one did, with what is written at the end;
    None where there was no round, or where nobody knows the price of a call."""
    last = max((turn.round for turn in transcript.turns.values()), default=0)
    closing = {turn.gives: turn for turn in transcript.turns.values() if turn.gives in CLOSING and not turn.round}
    taken = [turn.cost for turn in transcript.turns.values() if turn.round == last]
    return _sum([*taken, *(turn.cost for turn in closing.values())]) if last else None


def another_synthesis(transcript: Transcript) -> int | None:
    """The same of one more synthesis; None also where there was none yet."""
    written = [turn.cost for turn in transcript.turns.values() if turn.gives == "synthesis" and turn.status == "done"]
    return written[-1] if written else None


def _sum(costs: Sequence[int | None]) -> int | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


@dataclass(slots=True)
class _Bill:
    """What the calls of a debate come to, by model. `looked`: look-ups so far, by seat; `records`: those of the
    clerk."""

    opened: DebateOpened
    context: int
    own: Mapping[str, int]
    found: dict[str, Expected] = field(default_factory=dict)
    looked: dict[str, int] = field(default_factory=dict)
    records: int = 0

    def count(self, call: Call) -> None:
        model = next((seat.model for seat in self.opened.seats if seat.id == call.seat), "")
        model = model or self.opened.services.get(call.task) or self.opened.services.get(call.seat, "")
        if not model or by_hand(model) or call.seat in ("person", "memory", "sandbox", "sources"):
            return
        if call.seat not in SERVICES:
            self._turn(call, model)
        elif call.gives in INFORMED:
            self._add(model, [FRAME_TOKENS + self.context + TURN_TOKENS * len(call.sees)], TURN_TOKENS)
        else:
            self._record(call, model)

    def _turn(self, call: Call, model: str) -> None:
        """A participant's turn: each look-up asks again, with what was found so far."""
        again = 0
        kept = min(KEPT_TOKENS, FOUND_TOKENS * sum(self.looked.values()))
        if looks_up(self.opened.context, self.opened.options):
            again = LOOK_UPS if call.seat in self.looked else FIRST_LOOK_UPS
            self.looked[call.seat] = self.looked.get(call.seat, 0) + again
        base = FRAME_TOKENS + self.context + self.own.get(call.seat, 0) + kept + TURN_TOKENS * len(call.sees)
        self._add(model, [base + FOUND_TOKENS * made for made in range(again + 1)], TURN_TOKENS)

    def _record(self, call: Call, model: str) -> None:
        self.records += 1
        base = FRAME_TOKENS + TURN_TOKENS * len(call.sees)
        twice = self.records % REPAIRED == 0
        prompts = [base, base + FRAME_TOKENS + RECORD_TOKENS] if twice else [base]
        self._add(model, prompts, RECORD_TOKENS * len(prompts))

    def _add(self, model: str, prompts: Sequence[int], completion: int) -> None:
        before = self.found.get(model, Expected(model=model, calls=0, prompt=0, completion=0))
        self.found[model] = Expected(
            model=model,
            calls=before.calls + len(prompts),
            prompt=before.prompt + sum(prompts),
            completion=before.completion + completion,
        )


def _run(start: DebateOpened, count: Callable[[Call], None]) -> bool:
    """Whether it came to the end of the debate."""
    debate, planner, calls, steps, seen = fold([start]), Planner(), 0, 0, 0
    seats = [seat.id for seat in start.seats if seat.taken]
    while not debate.over and calls < MOST_CALLS and steps < MOST_STEPS and seen < MOST_SEEN:
        steps += 1
        step = planner.plan(debate)
        if isinstance(step, Note):
            debate = _after(debate, planner, *step.events)
            continue
        assert isinstance(step, Do), "without pauses, caps and failures no debate rests"
        for call in step.calls:
            calls, seen = calls + 1, seen + len(call.sees)
            count(call)
            debate = _after(debate, planner, call.asked(""), _reply(call, calls, seats))
    return debate.over


def _after(debate: Debate, planner: Planner, *events: Event) -> Debate:
    for event in events:
        debate = evolve(debate, event)
        planner.observe(event)
    return debate


def _reply(call: Call, number: int, seats: Sequence[str]) -> TurnCompleted:
    """Always something new, never agreement."""
    data: dict[str, Json] = {"approved": True, "items": [{"id": f"n{number}", "text": f"n{number}"}]}
    match call.gives:
        case "assessment":
            data = {"disagree": [{"text": f"point number {number}"}]}
        case "aspects":
            data = {"items": [{"label": f"aspect {place}"} for place in range(1, ASPECTS + 1)]}
        case "ledger":
            data = _disputing(call, number, seats)
    return TurnCompleted(path=call.path, text=LONG_TURN, data=data)


def _disputing(call: Call, number: int, seats: Sequence[str]) -> dict[str, Json]:
    """The author of the message is sure, states something new, and disputes with each of the others, aspect by aspect:
    each two of them go into a crux room once for each aspect."""
    about = message_at(call.path)
    author, place = speaker_of(about), aspect_of(about)
    pairs = [sorted((author, other)) for other in seats if author in seats and other != author]
    disputed = [identifier(" ".join((place, *pair))) for pair in pairs]
    fresh: Json = {"by": author if author in seats else seats[0] if seats else "", "text": f"statement number {number}"}
    stated: list[Json] = [{"by": author, "id": each, "text": each} for each in disputed]
    done: list[Json] = [{"by": author, "id": each, "does": "disagrees"} for each in disputed]
    return {"new": [fresh, *stated], "about": done, "stands": [{"by": author, "confidence": 1.0}]}
