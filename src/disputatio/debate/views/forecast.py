"""What a debate would cost, before it starts (SPEC LIFE.6): the rules are run with participants who never agree, and
the calls are counted, with what they usually look up, with the records that have to be asked for twice, and with what
providers read from their caches. The lengths are those of recorded debates (`python -m benchmarks tokens`).
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
from disputatio.debate.values import Json, value
from disputatio.debate.views.look_ups import looks_up
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
TURN_TOKENS, LONG_TURN_TOKENS, PERSONA_TOKENS = 550, 800, 300
"""Tokens of a turn; of one that looks things up; of one in a dialogue of personas."""
PERSONA = "Persona"
"""The role of those who speak in such a dialogue."""
RECORD_TOKENS = 150
"""Tokens of what the clerk records."""
SAID: Mapping[str, int] = MappingProxyType(
    {
        "revise": 150,
        "statement": 150,
        "closing": 210,
        "estimate": 290,
        "answer": 380,
        "challenge": 350,
        "stance": 130,
        "ranking": 80,
        "ballot": 50,
        "comparison": 50,
        "appraisal": 80,
        "ledger": 450,
        "agreement": 550,
        "synthesis": 480,
    }
)
"""Tokens of a reply of some kinds, by the step or by what it gives."""
LENGTHY = 2
"""How many times as long replies are where participants write at length. In recorded councils and panels an answer had
250 to 650 tokens on the average of a debate, so one figure alone would be a guess."""
AT_LENGTH: Mapping[str, int] = MappingProxyType({"revise": SAID["estimate"]})
"""The same where participants write at length: who revises says as much as at first. In one of two recorded panels
revisions were short, in the other as long as the estimates."""
REASONS_TOKENS, MOST_REASONS = 70, 500
"""Tokens of the reasons in the statistics of such a panel, for each message on record, and at most."""
RECORDED_TOKENS = 200
"""Tokens of a record for each message, where it is about several."""
FRAME_TOKENS, CLERK_TOKENS = 700, 250
"""Tokens of instructions, form and question: of a participant, of the clerk."""
LONG_FRAMES: Mapping[str, int] = MappingProxyType({"ledger": 1_000, "agreement": 600})
"""The same of what the clerk has the longest instructions for."""
TOOLS_TOKENS = 800
"""Tokens of the tools that look things up, and of what is said about them."""
FIGURE_TOKENS, STATED_TOKENS, MOST_STATED = 150, 70, 1_500
"""Tokens of a figure; of the list of all statements for each message on record, and at most."""
FIGURES: Mapping[str, int] = MappingProxyType(
    {
        "view": 600,
        "closing-view": 500,
        "standings": 500,
        "disputes": 500,
        "evidence": 50,
        "participants": 20,
        "unaddressed": 150,
        "statistics": 300,
        "topic": 50,
        "room-view": 50,
    }
)
"""Tokens of figures that are longer or shorter."""
LONG_ROOM: Mapping[str, int] = MappingProxyType({"stance": 200, "room-view": 900})
"""Tokens of what is said and seen in crux rooms in which much is said: as in a recorded dialogue."""
LEAST_CACHED = 2_048
"""Tokens from which on providers keep what they have read, about: 1,024 to 4,096, by provider and model."""
FIRST_LOOK_UPS, LOOK_UPS = 3, 1
"""Look-ups of a participant's first turn, and of each later one: each is a request that repeats the one before it."""
MANY_LOOK_UPS = (8, 2)
"""The same where much is looked up: all that a first turn may, and about twice as many later. One of two recorded
debates about repositories took few, the other many, so one figure alone would be a guess."""
FOUND_TOKENS = 1_200
"""Tokens of what a look-up finds."""
CITED_TOKENS, KEPT_TOKENS = 250, 4_000
"""Tokens of a look-up that are shown again, since its turn cites them; of all of them, at most."""
REPAIRED, OFTEN_REPAIRED = 10, 3
"""One in so many records of the clerk is asked for twice, as a rule; and where participants write at length, which
leaves more to be quoted amiss."""
INFORMED = frozenset({"aspects"})
"""What a service gives from the whole context; its records, and the result, are made from turns alone."""
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
) -> tuple[Expected, ...]:
    """Return the calls per model that this debate takes if nobody ever agrees, with a rule of thumb for their
    tokens. `own`: tokens that a seat is told besides, each time, by its id (its persona and passages). `look_ups`: of
    the first turn of a participant, and of each later one; `exchanges`: of a crux room; `times`: how many times as long
    as usual all replies are."""
    return forecasts(opened, lambda path: "", context_tokens, own, look_ups, exchanges, times).get("", ())


def forecasts(
    opened: DebateOpened,
    place: Callable[[str], str],
    context_tokens: int = 0,
    own: Mapping[str, int] = MappingProxyType({}),
    look_ups: tuple[int, int] = (FIRST_LOOK_UPS, LOOK_UPS),
    exchanges: int = EXCHANGES,
    times: int = 1,
) -> dict[str, tuple[Expected, ...]]:
    """Return the same apart for each place of a debate: `place` names that of a path."""
    bill = _Bill(opened, context_tokens, own, place, look_ups, LONG_ROOM if exchanges > EXCHANGES else {}, times)
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
    what is said and seen in crux rooms, where that is not as usual; `times`: how many times as long as usual replies
    are; `begun`: tokens with which the last prompt of a seat began, up to the end of the turns that it saw."""

    opened: DebateOpened
    context: int
    own: Mapping[str, int]
    place: Callable[[str], str]
    look_ups: tuple[int, int]
    room: Mapping[str, int]
    times: int = 1
    found: dict[tuple[str, str], Expected] = field(default_factory=dict)
    looked: dict[str, int] = field(default_factory=dict)
    said: dict[str, int] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    records: int = 0
    recorded: int = 0

    def count_all(self, calls: Sequence[Call]) -> None:
        for call in calls:
            self.count(call)

    def count(self, call: Call) -> None:
        model = next((seat.model for seat in self.opened.seats if seat.id == call.seat), "")
        model = model or self.opened.services.get(call.task) or self.opened.services.get(call.seat, "")
        if not model or by_hand(model) or call.seat in ("person", "memory", "sandbox", "sources"):
            return
        self.said[call.path] = self.times * self._length(call)
        if call.seat not in SERVICES:
            self._turn(call, model)
        elif call.gives in INFORMED:
            self._add(model, call, [CLERK_TOKENS + self.context + self._seen(call) + self._figures(call)])
        else:
            self._record(call, model)

    def _length(self, call: Call) -> int:
        if call.gives == "ledger" and (messages := self._messages(call)) > 1:
            return RECORDED_TOKENS * messages
        said = {**SAID, **AT_LENGTH} if self.times > 1 else SAID
        known = self.room.get(call.gives) or said.get(call.task) or said.get(call.gives)
        if known or call.seat in SERVICES:
            return known or RECORD_TOKENS
        if any(seat.id == call.seat and seat.role == PERSONA for seat in self.opened.seats):
            return PERSONA_TOKENS
        return LONG_TURN_TOKENS if looks_up(self.opened.context, self.opened.options) else TURN_TOKENS

    @staticmethod
    def _messages(call: Call) -> int:
        return len(split_view(call.sees)[0])

    def _seen(self, call: Call) -> int:
        turns, _ = split_view(call.sees)
        return sum(self.said.get(turn.rpartition("=")[2], 0) for turn in turns)

    def _figures(self, call: Call) -> int:
        _, figures = split_view(call.sees)
        stated = min(STATED_TOKENS * self.recorded, MOST_STATED)
        known = {**FIGURES, **self.room, "points": stated}
        if self.times > 1:
            known["statistics"] = max(FIGURES["statistics"], min(REASONS_TOKENS * self.recorded, MOST_REASONS))
        return self.times * sum(known.get(name, FIGURE_TOKENS) for name in figures)

    def _turn(self, call: Call, model: str) -> None:
        """A participant's turn: each look-up asks again, with what was found so far."""
        again = tools = 0
        kept = min(KEPT_TOKENS, CITED_TOKENS * sum(self.looked.values()))
        if looks_up(self.opened.context, self.opened.options):
            again, tools = self.look_ups[call.seat in self.looked], TOOLS_TOKENS
            self.looked[call.seat] = self.looked.get(call.seat, 0) + again
        begins = FRAME_TOKENS + tools + self.context + self.own.get(call.seat, 0) + kept + self._seen(call)
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
    match call.gives:
        case "assessment":
            data = {"disagree": [{"text": tr("point number {number}").format(number=number)}]}
        case "aspects":
            data = {"items": [{"label": tr("aspect {place}").format(place=place)} for place in range(1, ASPECTS + 1)]}
        case "ledger":
            data = _disputing(call, number, seats, often=exchanges > EXCHANGES)
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
