"""The rows that a debate has in the projections: a fold over its log. Pure; writes nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from disputatio.debate.attempts import Attempts
from disputatio.debate.context import Context
from disputatio.debate.decide.extensions import LEARNT
from disputatio.debate.ids import ASPECT, NO_ROUNDS, index_of, join, parent, pass_over, rounds_before, segments, step_of
from disputatio.debate.log.events import (
    DebateEnded,
    DebateHalted,
    DebateOpened,
    DebateResumed,
    Event,
    OptionChanged,
    PassBegan,
    Recorded,
    SeatAssigned,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnFailed,
    Usage,
)
from disputatio.debate.log.seats import Seat
from disputatio.debate.ranges import amount
from disputatio.debate.values import Json, OptionValue, value
from disputatio.debate.views.code_versions import Version, VersionHistory
from disputatio.library.memory import assent_to, is_rehearsal
from disputatio.storage.codec import canonical

HALTS = {"paused": "paused", "error": "failed"}
OUTCOMES = {"stopped": "cancelled"}

CONFIDENCE = {"agreed": 0.9, "decision": 0.85, "finding": 0.8, "lesson": 0.6}
"""How sure an insight of each kind is taken to be (SPEC MEMORY.1)."""


@value
class TurnEntry:
    """A row of `debate_turns`; `values` in the order of its columns."""

    id: str
    values: tuple[object, ...]


@value
class CodeEntry:
    """A row of `code_versions`, but for what is measured later."""

    values: tuple[object, ...]


@value
class InsightEntry:
    """A row of `insights`, but for its times."""

    id: str
    text: str
    kind: str
    confidence: float
    agreed_by_all: bool


@value
class EpisodeEntry:
    """A row of `episodes`; `values` in the order of its columns."""

    id: str
    values: tuple[object, ...]


Entry = TurnEntry | CodeEntry | InsightEntry | EpisodeEntry


@dataclass(slots=True, kw_only=True)
class DebateRows:
    """One debate as it stands after `seq` events. The fields are the columns of `debate_sessions`."""

    debate: str
    seq: int = 0
    hash: str = ""
    topic: str = ""
    format: str = ""
    status: str = "pending"
    why: str = ""
    seats: dict[str, Seat] = field(default_factory=dict)
    services: dict[str, str] = field(default_factory=dict)
    options: dict[str, OptionValue] = field(default_factory=dict)
    seed: int = 0
    context: Context = field(default_factory=Context)
    parent: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0
    completed_at: float | None = None
    rounds: int = 0
    turns: int = 0
    cost: int = 0
    unpriced: int = 0
    tokens: int = 0
    outcome: str = ""
    history: VersionHistory = field(default_factory=VersionHistory)
    attempts: Attempts = field(default_factory=Attempts)
    loops: set[str] = field(default_factory=set)
    of_aspects: dict[str, int] = field(default_factory=dict)
    asks: dict[str, TurnAsked] = field(default_factory=dict)
    changed: bool = False
    _config: str = ""

    def add(self, record: Recorded) -> list[Entry]:
        """Take in the next event; returns what it adds to the other tables."""
        self.seq, self.hash = record.seq, record.hash
        before, self.changed = self.changed, False
        found = self._take(record.event, record.at)
        if (version := self.history.add(record)) is not None:
            found.append(self._code(version))
        if self.changed:  # so that the row is the same, however many events are written at once
            self.updated_at = record.at
        self.changed |= before
        return found

    def _take(self, event: Event, at: float) -> list[Entry]:
        match event:
            case TurnAsked():
                self.asks[event.path] = event
            case TurnCompleted():
                return self._completed(event, at)
            case TurnCut():
                return self._cut(event, at)
            case TurnFailed():
                self._spent(event.cost, event.usage)
            case DebateOpened():
                self._opened(event, at)
            case PassBegan():
                self._began(event)
            case OptionChanged() | SeatAssigned():
                self._configured(event)
            case DebateHalted():
                self._now(HALTS[event.status], event.why)
            case DebateResumed():
                self.completed_at, self.outcome = None, ""
                self._now("running", "")
            case DebateEnded():
                self.completed_at, self.outcome = at, event.outcome
                self._now(OUTCOMES.get(event.outcome, "completed"), event.why)
        return []

    def _opened(self, event: DebateOpened, at: float) -> None:
        self.topic, self.format, self.seed = event.question, event.format.name, event.seed
        self.seats = {seat.id: seat for seat in event.seats}
        self.services, self.options = dict(event.services), dict(event.options)
        self.context, self.parent, self.created_at = event.context, event.parent, at
        self._now("running", "")

    def _began(self, event: PassBegan) -> None:
        self.loops.add(event.path)
        self.changed = True
        if ("[" not in event.path and event.path not in NO_ROUNDS) or rounds_before(event.path):
            self.rounds = max(self.rounds, rounds_before(event.path) + event.n)
        elif step_of(around := parent(event.path)) == ASPECT and around.count("/") == 0:
            self.of_aspects[event.path] = event.n
            self.rounds = max(self.rounds, sum(self.of_aspects.values()))
        if event.pause:
            self._now("paused", pass_over(event.path, event.n - 1))

    def _configured(self, event: OptionChanged | SeatAssigned) -> None:
        self.changed, self._config = True, ""
        if isinstance(event, OptionChanged):
            self.options[event.name] = event.value
        elif event.seat in self.seats:
            self.seats[event.seat] = replace(self.seats[event.seat], model=event.model)
        else:
            self.services[event.seat] = event.model

    def _completed(self, event: TurnCompleted, at: float) -> list[Entry]:
        self._spent(event.cost, event.usage)
        self.turns += event.by != "person"
        asked = self.asks.pop(event.path, None)
        found: list[Entry] = [self._turn(event, asked, at)]
        if asked is not None and asked.gives in LEARNT:
            found += insights(self.debate, event, self.seats)
        if asked is not None:
            found += self._episodes(event, asked, at)
        return found

    def _episodes(self, event: TurnCompleted, asked: TurnAsked, at: float) -> list[Entry]:
        """Return the attempt that a turn is about, once one of the same turn has failed."""
        tried = self.attempts.add(event.path, asked.seat, asked.gives, event.text, event.data)
        if tried is None or (tried.passed and not self.attempts.failed(tried.turn)):
            return []
        seat, id_ = self.seats.get(tried.seat), f"{self.debate}:{tried.path}"
        row: list[object] = [id_, self.debate, f"{self.debate}:{tried.turn}", tried.seat, seat.role if seat else ""]
        row += [
            self.topic,
            tried.number,
            tried.program.language,
            tried.program.code,
            tried.passed,
            canonical(tried.tests),
        ]
        row += [tried.cause, tried.wrong, tried.change, tried.confidence, at]
        return [EpisodeEntry(id=id_, values=tuple(row))]

    def _cut(self, event: TurnCut, at: float) -> list[Entry]:
        self._spent(event.cost, event.usage)
        if not event.text:
            return []
        whole = TurnCompleted(path=event.path, text=event.text, cost=event.cost, usage=event.usage, tools=event.tools)
        return [self._turn(whole, self.asks.get(event.path), at, partial=event.why or "cut")]

    def config(self) -> str:
        """Return what the debate runs on, as JSON."""
        if self._config:
            return self._config
        seats = [{"id": s.id, "part": s.part, "role": s.role, "model": s.model} for s in self.seats.values()]
        self._config = canonical(
            {"seats": seats, "services": self.services, "options": self.options, "seed": self.seed}
        )
        return self._config

    def place(self, path: str) -> tuple[int | None, str]:
        """Return (round, phase) of a path: the index of its outermost loop, and its outermost step that is no loop."""
        upto, round_, phase = "", None, ""
        for name, index in segments(path):
            upto = join(upto, name)
            if upto in self.loops and name not in NO_ROUNDS:
                round_ = rounds_before(upto) + int(index) if round_ is None and index.isdigit() else round_
            elif not phase:
                phase = name
            upto = f"{upto}[{index}]" if index else upto
        return round_, phase or upto

    @property
    def rehearsed(self) -> bool:
        """Return whether somebody in it asks no AI model: then nothing real was settled."""
        return is_rehearsal(seat.model for seat in self.seats.values())

    def _now(self, status: str, why: str) -> None:
        self.status, self.why, self.changed = status, why, True

    def _spent(self, cost: int | None, usage: Usage) -> None:
        self.cost += cost or 0
        self.unpriced += cost is None
        self.tokens += usage.total
        self.changed = True

    def _turn(self, event: TurnCompleted, asked: TurnAsked | None, at: float, partial: str = "") -> TurnEntry:
        agent = asked.seat if asked else index_of(event.path)
        seat = self.seats.get(agent)
        model = event.model or (asked.model if asked else "")
        provider, _, name = model.partition(":")
        gives = asked.gives if asked else "say"
        round_, phase = self.place(event.path)
        payload = canonical(event.data) if event.data else None
        id_ = f"{self.debate}:{event.path}"
        tools = canonical(event.tools) if event.tools else "[]"
        row: list[object] = [id_, self.debate, self.seq, event.path, round_, phase]
        row += [agent, seat.role if seat else agent, provider, name]
        row += [event.text, confidence_in(event.data), tools]
        row += [payload if gives == "tests" else None, payload if gives.startswith("reflection") else None]
        row += [_metadata(event, asked, partial), at, event.total_ms]
        return TurnEntry(id=id_, values=tuple(row))

    def _code(self, version: Version) -> CodeEntry:
        id_ = f"{self.debate}:{version.path}"
        row: list[object] = [id_, self.debate, id_, version.language, version.code, version.number]
        row += [None, version.pass_rate, None, self.history.diff(version), version.at]
        return CodeEntry(values=tuple(row))


def _metadata(event: TurnCompleted, asked: TurnAsked | None, partial: str) -> str:
    found: dict[str, Json] = {"by": event.by, "cost": event.cost, "first_ms": event.first_ms}
    found["tokens"] = event.usage.total
    if asked is not None:
        found |= {"task": asked.task, "gives": asked.gives, "heard": asked.heard, "asked": asked.model}
    if event.data:
        found["data"] = event.data
    if partial:
        found["partial"] = partial
    return canonical(found)


def confidence_in(data: Mapping[str, Json]) -> float | None:
    """Return the confidence of a payload; None where a model wrote something else than a number there."""
    found = data.get("confidence")
    return float(found) if isinstance(found, int | float) and amount(found) else None


def _words(data: Mapping[str, Json], key: str) -> str:
    found = data.get(key)
    return found if isinstance(found, str) else "" if found is None else json.dumps(found, ensure_ascii=False)


def insights(debate: str, event: TurnCompleted, seats: Mapping[str, Seat]) -> list[InsightEntry]:
    """Return what a turn gives to remember. Items without a text, or of no known kind, are passed over; so is
    everything that was rehearsed or recorded: no AI model said it here, and a later debate must not take it for
    knowledge."""
    if is_rehearsal([event.model]):
        return []
    items = event.data.get("items")
    found = []
    for place, item in enumerate(items if isinstance(items, list) else ()):
        if not isinstance(item, dict):
            continue
        kind, text = item.get("kind"), _words(item, "text").strip()
        if kind not in CONFIDENCE or not text:
            continue
        assert isinstance(kind, str)
        sure = confidence_in(item)
        held = "receipts" not in item or assent_to(item, seats).unanimous  # older debates kept none
        unanimous = item.get("agreed_by_all", kind == "agreed" and held) is True
        confidence = CONFIDENCE[kind] if sure is None else min(1.0, max(0.0, sure))
        id_ = f"{debate}:{event.path}#{place}"
        found.append(InsightEntry(id=id_, text=text, kind=kind, confidence=confidence, agreed_by_all=unanimous))
    return found
