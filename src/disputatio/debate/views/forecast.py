"""What a debate would cost at most, before it starts (SPEC LIFE.6): the rules are run with participants who never
agree, and the calls are counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from disputatio.debate.log.events import DebateOpened, Event, TurnCompleted
from disputatio.debate.log.evolve import evolve, fold
from disputatio.debate.log.seats import SERVICES, by_hand
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call, Do, Note
from disputatio.debate.payload import message_at, speaker_of
from disputatio.debate.statements.ledger import aspect_of
from disputatio.debate.values import Json, value
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
FRAME_TOKENS = 700
"""Tokens of instructions and question in every prompt."""


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
    """The most calls per model that this debate can take, with a rule of thumb for their tokens. `own`: tokens that a
    seat is told besides, each time, by its id (its persona and passages)."""
    options = {**opened.options, "auto_continue": True, "max_turns": None, "max_cost": None, "max_tokens": None}
    start = DebateOpened(question=opened.question, format=opened.format, seats=opened.seats, options=options)
    found: dict[str, Expected] = {}

    def count(call: Call) -> None:
        model = next((seat.model for seat in opened.seats if seat.id == call.seat), "")
        model = model or opened.services.get(call.task) or opened.services.get(call.seat, "")
        if not model or by_hand(model) or call.seat in ("person", "memory", "sandbox", "sources"):
            return
        informed = context_tokens + own.get(call.seat, 0) if call.seat not in SERVICES else 0
        before = found.get(model, Expected(model=model, calls=0, prompt=0, completion=0))
        found[model] = Expected(
            model=model,
            calls=before.calls + 1,
            prompt=before.prompt + FRAME_TOKENS + informed + TURN_TOKENS * len(call.sees),
            completion=before.completion + TURN_TOKENS,
        )

    whole = _run(start, count)
    return tuple(replace(each, more=not whole) for each in found.values())


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
    return TurnCompleted(path=call.path, text=f"{number}", data=data)


def _disputing(call: Call, number: int, seats: Sequence[str]) -> dict[str, Json]:
    """The author of the message is sure, claims something new, and disputes with each of the others, aspect by aspect:
    each two of them go into a crux room once for each aspect."""
    about = message_at(call.path)
    author, place = speaker_of(about), aspect_of(about)
    pairs = [sorted((author, other)) for other in seats if author in seats and other != author]
    disputes: list[Json] = [
        {"id": f"{place} {' '.join(pair)}", "text": f"{place} {' '.join(pair)}", "sides": list[Json](pair)}
        for pair in pairs
    ]
    fresh: Json = {"id": f"n{number}", "text": f"claim number {number}", "sides": [author, "somebody"]}
    return {"confidence": 1.0, "claims": [fresh, *disputes]}
