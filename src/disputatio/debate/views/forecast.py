"""What a debate would cost, before it starts (SPEC LIFE.6): the rules are run with participants who never agree, and
the calls are counted, with what they usually look up, with the records that have to be asked for twice, and with what
providers read from their caches. How long all of it is: `lengths`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

from disputatio.debate.board.room_entry import PAIRS
from disputatio.debate.decide.decide import decide
from disputatio.debate.decide.extensions import CLOSING
from disputatio.debate.format import MESSAGES
from disputatio.debate.ids import seat_of, segments
from disputatio.debate.log.commands import Review
from disputatio.debate.log.events import DebateOpened, Event, TurnCompleted
from disputatio.debate.log.evolve import evolve, fold
from disputatio.debate.log.seats import SERVICES, by_hand
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call, Do, Note, Rest
from disputatio.debate.payload import identifier, message_at
from disputatio.debate.policies.visibility import split_view
from disputatio.debate.statements.ledger import aspect_of
from disputatio.debate.tools import CODE, FORM, READ, tools_wanted
from disputatio.debate.values import Json, value
from disputatio.debate.views.lengths import (
    AT_LENGTH,
    CITED_TOKENS,
    CLERK_TOKENS,
    FIGURE_TOKENS,
    FIRST_LOOK_UPS,
    FOUND_TOKENS,
    FRAME_TOKENS,
    KEPT_TOKENS,
    LEAST_CACHED,
    LONG_FRAMES,
    LONG_ROOM,
    LONG_TURN_TOKENS,
    LOOK_UPS,
    MOST_RUNS,
    OFTEN_REPAIRED,
    PERSONA,
    PERSONA_TOKENS,
    RECORD_TOKENS,
    REPAIRED,
    RUN_TOKENS,
    SAID,
    SHORTENED,
    TOOLS_TOKENS,
    TURN_TOKENS,
    figures_of,
    record_of,
)
from disputatio.debate.views.transcript import Transcript
from disputatio.debate.walk.gates import OPTION as GATES
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import tr

MOST_CALLS = 2_000
MOST_STEPS = 4 * MOST_CALLS
"""Rounds may be many and empty."""
MOST_SEEN = 200_000
"""Turns that all calls together see: where everybody hears everything, they grow with the square of the calls. Beyond
any of these bounds it is only said that it takes more."""
ASPECTS = 3
"""Aspects that a proposal is taken to name."""
EXCHANGES, MOST_EXCHANGES = 2, PAIRS
"""Exchanges after which a crux room comes to its end, as a rule, and at the latest."""
INFORMED = frozenset({"aspects"})
"""What a service gives from the whole context; its records, and the result, are made from turns alone."""
STRUCTURED = frozenset({"appraisal", "ballot", "comparison", "ranking", "reflection"})
"""What a participant gives as structure alone: then no tools are on offer."""
WHOLE = ("options", "patches")
"""Figures that show documents whole: the options of a vote, and the last defence."""
SETTLED = 2
"""The attempt that passes its tests, and the pass after which nothing is unclear any more, as a rule."""
LONG_TURN = "x" * (4 * TURN_TOKENS)


@value
class Expected:
    """Calls to one model: how many, and their tokens. Of the prompts, `cached` can be read from the provider's cache,
    and `written` can be put into it. `more`: counting them came to its bound, so these are the least."""

    model: str
    calls: int
    prompt: int
    completion: int
    cached: int = 0
    written: int = 0
    more: bool = False


def forecast(
    opened: DebateOpened,
    context_tokens: int = 0,
    own: Mapping[str, int] = MappingProxyType({}),
    look_ups: tuple[int, int] = (FIRST_LOOK_UPS, LOOK_UPS),
    exchanges: int = EXCHANGES,
    times: int = 1,
    offered: Mapping[str, Sequence[str]] = MappingProxyType({}),
    glimpses: int = 0,
) -> tuple[Expected, ...]:
    """Return the calls per model that this debate takes if nobody ever agrees, with a rule of thumb for their
    tokens. `own`: tokens that a seat is told besides, each time, by its id (its persona and passages). `look_ups`: of
    the first turn of a participant, and of each later one; `exchanges`: of a crux room; `times`: how many times as long
    as usual all replies are; `offered`: the tools of a seat, where these are not all that the debate lets it use;
    `glimpses`: tokens of the context that are left out for whoever reads files."""
    found = forecasts(opened, lambda path: "", context_tokens, own, look_ups, exchanges, times, offered, glimpses)
    return found.get("", ())


def forecasts(
    opened: DebateOpened,
    place: Callable[[str], str],
    context_tokens: int = 0,
    own: Mapping[str, int] = MappingProxyType({}),
    look_ups: tuple[int, int] = (FIRST_LOOK_UPS, LOOK_UPS),
    exchanges: int = EXCHANGES,
    times: int = 1,
    offered: Mapping[str, Sequence[str]] = MappingProxyType({}),
    glimpses: int = 0,
) -> dict[str, tuple[Expected, ...]]:
    """Return the same apart for each place of a debate: `place` names that of a path."""
    room = LONG_ROOM if exchanges > EXCHANGES else {}
    bill = _Bill(opened, context_tokens, own, place, look_ups, room, times, offered, glimpses)
    course = _course(opened, exchanges)
    for calls in course.moments:
        bill.count_all(calls)
    found: dict[str, tuple[Expected, ...]] = {}
    for (where, _), each in bill.found.items():
        found[where] = (*found.get(where, ()), replace(each, more=not course.whole))
    return found


def moments(opened: DebateOpened) -> tuple[tuple[str, ...], ...]:
    """Return who speaks when: the seats of each moment of this debate, in order, if nobody ever agrees. Those of one
    moment speak at the same time; services are left out."""
    known = {seat.id for seat in opened.seats}
    found = (
        tuple(call.seat for call in calls if call.seat in known and call.gives in MESSAGES)
        for calls in _course(opened).moments
    )
    return tuple(seats for seats in found if seats)


def _unattended(opened: DebateOpened) -> DebateOpened:
    options = {**opened.options, "auto_continue": True, "max_turns": None, "max_cost": None, "max_tokens": None}
    options |= {GATES: []}
    return DebateOpened(question=opened.question, format=opened.format, seats=opened.seats, options=options)


def another_round(transcript: Transcript) -> int | None:
    """Micro-dollars that one more round would cost if it took what the last one did, with what is written at the end;
    None where there was no round, or where nobody knows the price of a call."""
    last = max((turn.round for turn in transcript.turns.values()), default=0)
    closing = {turn.gives: turn for turn in transcript.turns.values() if turn.gives in CLOSING and not turn.round}
    taken = [turn.cost for turn in transcript.turns.values() if turn.round == last]
    return _sum([*taken, *(turn.cost for turn in closing.values())]) if last else None


def another_synthesis(transcript: Transcript) -> int | None:
    """Return the same of one more synthesis; None also where there was none yet."""
    written = [turn.cost for turn in transcript.turns.values() if turn.gives == "synthesis" and turn.status == "done"]
    return written[-1] if written else None


def _sum(costs: Sequence[int | None]) -> int | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


@dataclass(slots=True)
class _Bill:
    """What the calls of a debate come to, by place and model. `looked`: look-ups so far, by seat; `records`: those of
    the clerk that quote, and `recorded`: the messages in its ledger; `said`: tokens of each reply, by path; `room`: of
    what is said and seen in crux rooms, where that is not as usual; `begun`: tokens with which the last prompt of a
    seat began, up to the end of the turns that it saw; `written`: those of the last document of each author and, under
    no name, of the last defence. The others are as `forecast` takes them."""

    opened: DebateOpened
    context: int
    own: Mapping[str, int]
    place: Callable[[str], str]
    look_ups: tuple[int, int]
    room: Mapping[str, int]
    times: int = 1
    offered: Mapping[str, Sequence[str]] = field(default_factory=dict)
    glimpses: int = 0
    found: dict[tuple[str, str], Expected] = field(default_factory=dict)
    looked: dict[str, int] = field(default_factory=dict)
    said: dict[str, int] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    written: dict[str, int] = field(default_factory=dict)
    records: int = 0
    recorded: int = 0

    def count_all(self, calls: Sequence[Call]) -> None:
        for call in calls:
            self.count(call)

    def count(self, call: Call) -> None:
        model = next((seat.model for seat in self.opened.seats if seat.id == call.seat), "")
        model = model or self.opened.services.get(call.task) or self.opened.services.get(call.seat, "")
        if not model or call.seat in ("person", "memory", "sandbox", "sources"):
            return
        said = self.said[call.path] = self._length(call)
        if by_hand(model):
            pass  # what a person says costs nothing, and is read by all others
        elif call.seat not in SERVICES:
            self._turn(call, model)
        elif call.gives in INFORMED:
            self._add(model, call, [CLERK_TOKENS + self.context + self._seen(call) + self._figures(call)])
        else:
            self._record(call, model)
        if call.gives in ("artifact", "patches"):
            self.written[call.seat if call.gives == "artifact" else ""] = said

    def _length(self, call: Call) -> int:
        if call.gives == "ledger":
            return record_of(self._messages(call), self._seen(call))
        return self.times * self._usual_length(call)

    def _usual_length(self, call: Call) -> int:
        said = {**SAID, **AT_LENGTH} if self.times > 1 else SAID
        known = self.room.get(call.gives) or said.get(call.task) or said.get(call.gives)
        if known or call.seat in SERVICES:
            return known or RECORD_TOKENS
        if any(seat.id == call.seat and seat.role == PERSONA for seat in self.opened.seats):
            return PERSONA_TOKENS
        return LONG_TURN_TOKENS if _looks(self._tools(call)) else TURN_TOKENS

    def _tools(self, call: Call) -> Sequence[str]:
        """Return what a turn is offered."""
        if call.gives in STRUCTURED:
            return ()
        return self.offered.get(call.seat, tools_wanted(self.opened.context, self.opened.options))

    @staticmethod
    def _messages(call: Call) -> int:
        return len(split_view(call.sees)[0])

    def _seen(self, call: Call) -> int:
        """Return the tokens of the turns that are shown; whoever writes the result sees the last of each participant
        whole."""
        paths = [turn.rpartition("=")[2] for turn in split_view(call.sees)[0]]
        last = {seat_of(path): path for path in paths}.values()
        cut = SHORTENED if call.gives == "synthesis" and self.times == 1 else 1
        return round(sum(self.said.get(path, 0) * (1 if path in last else cut) for path in paths))

    def _figures(self, call: Call) -> int:
        _, figures = split_view(call.sees)
        known = {**figures_of(self.recorded, len(self.opened.seats), long=self.times > 1), **self.room}
        told = self.times * sum(known.get(name, FIGURE_TOKENS) for name in figures if name not in WHOLE)
        others = sum(said for seat, said in self.written.items() if seat not in ("", call.seat))
        return told + others * ("options" in figures) + self.written.get("", 0) * ("patches" in figures)

    def _turn(self, call: Call, model: str) -> None:
        """A participant's turn: each look-up asks again, with what was found so far."""
        kept = min(KEPT_TOKENS, CITED_TOKENS * sum(self.looked.values()))
        names = self._tools(call)
        tools, again = (RUN_TOKENS, min(self.look_ups[1], MOST_RUNS)) if names else (0, 0)
        if _looks(names):
            tools, again = TOOLS_TOKENS, self.look_ups[call.seat in self.looked]
            self.looked[call.seat] = self.looked.get(call.seat, 0) + again
        context = self.context - (self.glimpses if READ in names else 0)
        begins = FRAME_TOKENS + tools + context + self.own.get(call.seat, 0) + kept + self._seen(call)
        base = begins + self._figures(call)
        prompts = [base + FOUND_TOKENS * made for made in range(again + 1)]
        before = min(self.begun.get(call.seat, 0), begins)
        self.begun[call.seat] = begins
        if begins < LEAST_CACHED:
            return self._add(model, call, prompts)
        cached = [before if before >= LEAST_CACHED else 0, *([begins] if again else []), *prompts[1:-1]]
        self._add(
            model, call, prompts, cached=sum(cached), written=max(begins, prompts[-1] if again else 0) - cached[0]
        )

    def _record(self, call: Call, model: str) -> None:
        base = LONG_FRAMES.get(call.gives, CLERK_TOKENS) + self._seen(call) + self._figures(call)
        if call.gives == "ledger":
            self.recorded += self._messages(call)
        self.records += call.gives in LONG_FRAMES
        twice = call.gives in LONG_FRAMES and self.records % (REPAIRED if self.times == 1 else OFTEN_REPAIRED) == 0
        self._add(model, call, [base, base + CLERK_TOKENS + self.said[call.path]] if twice else [base])

    def _add(self, model: str, call: Call, prompts: Sequence[int], cached: int = 0, written: int = 0) -> None:
        where = self.place(call.path), model
        before = self.found.get(where, Expected(model=model, calls=0, prompt=0, completion=0))
        replies = 1 if call.seat not in SERVICES else len(prompts)  # what asks for a look-up is short
        self.found[where] = Expected(
            model=model,
            calls=before.calls + len(prompts),
            prompt=before.prompt + sum(prompts),
            completion=before.completion + replies * self.said[call.path],
            cached=before.cached + cached,
            written=before.written + written,
        )


@dataclass(frozen=True, slots=True)
class _Course:
    """The calls of each moment of a debate, and whether it came to its end."""

    moments: tuple[tuple[Call, ...], ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class _Start:
    """The beginning of a debate, equal to one that says the same to the letter: the number 1 is not True."""

    words: str
    opened: DebateOpened = field(compare=False)


def _looks(names: Sequence[str]) -> bool:
    """Return whether something can be looked up with some tools."""
    return any(name not in (*CODE, FORM) for name in names)


def _course(opened: DebateOpened, exchanges: int = EXCHANGES) -> _Course:
    start = _unattended(opened)
    return _run(_Start(repr(start), start), exchanges)


@lru_cache(maxsize=32)
def _run(known: _Start, exchanges: int) -> _Course:
    """Run a debate. The last ones are kept: a context, a model of the clerk or a price changes nothing of a course."""
    start, moments = known.opened, list[tuple[Call, ...]]()
    debate, planner, calls, steps, seen = fold([start]), Planner(), 0, 0, 0
    seats = [seat.id for seat in start.seats if seat.taken]
    while not debate.over and calls < MOST_CALLS and steps < MOST_STEPS and seen < MOST_SEEN:
        steps += 1
        step = planner.plan(debate)
        if isinstance(step, Note):
            debate = _after(debate, planner, *step.events)
            continue
        if isinstance(step, Rest):  # a step of the format asks for approval
            debate = _after(debate, planner, *decide(debate, Review(approved=True)))
            continue
        assert isinstance(step, Do), "without pauses, caps and failures no debate rests"
        moments.append(tuple(step.calls))
        for call in step.calls:
            calls, seen = calls + 1, seen + len(call.sees)
            debate = _after(debate, planner, call.event_of_asking(""), _reply(call, calls, seats, exchanges))
    return _Course(tuple(moments), debate.over)


def _after(debate: Debate, planner: Planner, *events: Event) -> Debate:
    for event in events:
        debate = evolve(debate, event)
        planner.observe(event)
    return debate


def _reply(call: Call, number: int, seats: Sequence[str], exchanges: int) -> TurnCompleted:
    """Always something new, never agreement."""
    data: dict[str, Json] = {"approved": True, "items": [{"id": f"n{number}", "text": f"n{number}"}]}
    data |= {"position": f"n{number}"}  # in words, so that somebody has to say which of them are one
    often = exchanges > EXCHANGES
    match call.gives:
        case "assessment":
            data = {"disagree": [{"text": tr("point number {number}").format(number=number)}]}
        case "aspects":
            data = {"items": [{"label": tr("aspect {place}").format(place=place)} for place in range(1, ASPECTS + 1)]}
        case "ledger":
            data = _disputing(call, number, seats, often=often)
        case "answers" | "tests" if _pass(call.path) >= SETTLED and not often:
            data |= {"confidence": 1.0, "passed": True}
        case "stance":
            data = {"statement": f"{tr('common ground')} {number}", "resolved": _pass(call.path) >= exchanges}
    return TurnCompleted(path=call.path, text=LONG_TURN, data=data)


def _pass(path: str) -> int:
    """Return the number of the innermost pass in which a turn stands, 0 outside of any."""
    return next((int(index) for _, index in reversed(segments(path)) if index.isdecimal()), 0)


def _disputing(call: Call, number: int, seats: Sequence[str], often: bool) -> dict[str, Json]:
    """The authors of the messages are sure, and state something new. The first two participants dispute, and go into a
    crux room once for each aspect; `often`: about something else in each round."""
    seen = [seat_of(turn) for turn in split_view(call.sees)[0]]
    authors = list(dict.fromkeys(seat for seat in seen if seat in seats))
    pair, place = sorted(seats[:2]), aspect_of(message_at(call.path))
    rounds = range(_pass(message_at(call.path)) + 1) if often else [0]
    disputed = [identifier(" ".join((place, *pair, *([str(one)] if one else [])))) for one in rounds]
    sides = [seat for seat in authors if seat in pair and len(pair) > 1]
    fresh: Json = {
        "by": authors[-1] if authors else seats[0] if seats else "",
        "text": tr("statement number {number}").format(number=number),
    }
    stated: list[Json] = [{"by": seat, "id": id, "text": id} for id in disputed for seat in sides]
    done: list[Json] = [{"by": seat, "id": id, "does": "disagrees"} for id in disputed for seat in sides]
    sure: list[Json] = [{"by": seat, "confidence": 1.0} for seat in authors]
    return {"new": [fresh, *stated], "about": done, "stands": sure}
