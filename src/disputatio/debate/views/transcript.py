"""The transcript: every turn with all that is known of it, and what happened between turns, in the order of the log.

A fold that grows with the log; faces keep one for a debate they show and feed it every record. The text of an
unfinished turn is what was saved of it, until a face adds what it hears live.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from disputatio.debate.citations.evidence import CitationRecord, items_of
from disputatio.debate.citations.evidence import subject_of as subject_of
from disputatio.debate.format import FINDING, MESSAGES
from disputatio.debate.ids import (
    EXTENSION,
    ROUNDS_BEFORE,
    index_of,
    parent,
    round_of,
    rounds_before,
    seat_of,
    step_of,
)
from disputatio.debate.log.events import (
    Author,
    BlockLeft,
    DebateEnded,
    DebateHalted,
    DebateOpened,
    DebateResumed,
    Event,
    OptionChanged,
    PassBegan,
    Recorded,
    SeatAssigned,
    ToolUse,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
    Usage,
)
from disputatio.debate.log.seats import HUMAN, Seat
from disputatio.debate.log.turns import Turn
from disputatio.debate.payload import items, word
from disputatio.debate.policies.speakers import moved_in
from disputatio.debate.policies.visibility import split_view
from disputatio.debate.reasons import reason
from disputatio.debate.statements.cards import Rooms, with_turn
from disputatio.debate.values import Json, OptionValue
from disputatio.debate.views.board_view import CardItem, card_item
from disputatio.debate.views.participants import name_of, nobody_thinks, reporting
from disputatio.debate.views.words import end_of_debate, once, option
from disputatio.debate.wording import plural, tr

PROGRAMS = ("code", "cases", "tests", "reflection")
"""Contracts about programs."""

TurnStatus = Literal["open", "done", "failed", "cut", "absent"]


@dataclass(slots=True)
class TurnEntry:
    """One call and what came of it. `partials` are the texts of attempts that were cut. Times: `at` in seconds since
    1970 of its last change, the others in milliseconds; `cost` (micro-dollars, None where unknown) and `usage` are of
    all attempts together. `evidence`: the citations of the turn, once they were checked. `heard`: its audience, as a
    `Turn` has it. `looking`: name and arguments of the tool that it is using; only faces hear of that. `card`: the crux
    card that it gave: whether its room is resolved is a matter of the sides, not of who writes the card. `letters`:
    whose work the letters stand for by which it names what it judges, or sums up. `asked`: the questions that it asks,
    by id."""

    path: str
    seat: str
    name: str
    role: str
    task: str
    gives: str
    asked_model: str
    at: float
    seq: int
    round: int
    status: TurnStatus = "open"
    text: str = ""
    data: dict[str, Json] = field(default_factory=dict)
    by: Author = "model"
    model: str = ""
    why: str = ""
    remedy: str = ""
    kind: str = ""
    partials: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    cost: int | None = 0
    first_ms: int = 0
    total_ms: int = 0
    attempts: int = 1
    tools: tuple[ToolUse, ...] = ()
    looking: tuple[str, str] | None = None
    request: str = ""
    evidence: CitationRecord | None = None
    heard: str = "all"
    card: CardItem | None = None
    letters: dict[str, str] = field(default_factory=dict)
    asked: dict[str, str] = field(default_factory=dict)

    @property
    def message(self) -> bool:
        """Whether a person reads it in the transcript: what is part of the exchange, and programs with what came of
        running them, which participants see only where a format shows them."""
        return self.gives in MESSAGES or self.gives in PROGRAMS


@dataclass(slots=True)
class NoteEntry:
    """Something between turns: a round begins, the debate pauses, a model is swapped, and so on."""

    kind: Literal["round", "left", "halted", "resumed", "ended", "option", "seat", "opened"]
    text: str
    at: float
    seq: int
    path: str = ""


Entry = TurnEntry | NoteEntry


class Transcript:
    """`entries` in the order in which they began; `turns` by path."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.turns: dict[str, TurnEntry] = {}
        self.seats: dict[str, Seat] = {}
        self.question = ""
        self._topology: OptionValue = None
        self._rooms = Rooms()
        self._questions = 0

    def add(self, record: Recorded) -> Entry | None:
        """Take in a record. Return the entry that is new or changed, if any. A completed record of evidence also
        changes the entry of the turn that it is about (`evidence.subject_of`)."""
        event = record.event
        match event:
            case TurnAsked():
                return self._asked(event, record)
            case TurnCompleted() | TurnFailed() | TurnCut() | TurnAbstained() | TurnDrafted():
                return self._answered(event, record)
            case _:
                return self._noted(event, record)

    def _asked(self, event: TurnAsked, record: Recorded) -> TurnEntry:
        entry = self.turns.get(event.path)
        if entry is None:
            entry = self._entry(event.path, event.seat, record)
            entry.gives, entry.task, entry.heard = event.gives, event.task, event.heard
            if event.gives in (*FINDING, "synthesis"):
                seen = (ref.rpartition("=") for ref in split_view(event.sees)[0])
                entry.letters = {of: name_of(seat_of(path), self.seats) for of, _, path in seen if of}
        else:
            entry.attempts += 1
            if entry.status == "open" and entry.text:  # older versions asked again without a word of what was lost
                entry.partials.append(entry.text)
        entry.asked_model, entry.request = event.model, event.request
        entry.status, entry.text, entry.at, entry.tools = "open", "", record.at, ()
        entry.looking = None
        entry.why = entry.remedy = entry.kind = ""
        return entry

    def _entry(self, path: str, seat: str, record: Recorded) -> TurnEntry:
        known = self.seats.get(seat)
        entry = TurnEntry(
            path=path,
            seat=seat,
            name=name_of(seat, self.seats),
            role=known.role if known else "",
            task=step_of(path),
            gives="say",
            asked_model="",
            at=record.at,
            seq=record.seq,
            round=round_of(path),
        )
        self.turns[path] = entry
        self.entries.append(entry)
        return entry

    def _answered(
        self, event: TurnCompleted | TurnFailed | TurnCut | TurnAbstained | TurnDrafted, record: Recorded
    ) -> TurnEntry:
        entry = self.turns.get(event.path) or self._entry(event.path, seat_of(event.path), record)
        entry.at = record.at
        match event:
            case TurnCompleted():
                self._completed(entry, event)
            case TurnDrafted():
                entry.text = entry.text[: event.start] + event.text
            case TurnCut():
                self._broken_off(entry, event.text, event.why)
                entry.tools = entry.tools if entry.status == "done" else event.tools
                _spend(entry, event.usage, event.cost)
            case TurnFailed():
                entry.status, entry.why, entry.remedy, entry.kind = "failed", event.why, event.remedy, event.kind
                entry.tools = event.tools
                _spend(entry, event.usage, event.cost)
            case _:  # given up
                entry.status, entry.why = "absent", event.why
        return entry

    def _broken_off(self, entry: TurnEntry, text: str, why: str) -> None:
        """Keep what was said of a turn that is not whole, or came too late; what was given up stays given up."""
        if text:
            entry.partials.append(text)
        if entry.status not in ("absent", "done"):
            entry.status, entry.text, entry.why = "cut", text, why

    def _completed(self, entry: TurnEntry, event: TurnCompleted) -> None:
        _spend(entry, event.usage, event.cost)
        if entry.status in ("absent", "done"):
            return self._broken_off(entry, event.text, "")
        entry.status, entry.text, entry.data, entry.by = "done", event.text, event.data, event.by
        entry.model, entry.first_ms, entry.total_ms = event.model, event.first_ms, event.total_ms
        entry.tools, entry.why = event.tools, ""
        if entry.gives == "evidence" and (about := self.turns.get(subject_of(event.path, event.data))):
            about.evidence = CitationRecord(items=items_of(event.data))
        if entry.gives == "questions":
            listed = [text for item in items(entry.data.get("items")) if (text := word(item.get("text")))]
            entry.asked = {f"Q{number}": text for number, text in enumerate(listed, self._questions + 1)}
            self._questions += len(listed)
        if entry.gives in ("stance", "card"):
            self._exchanged(entry)

    def _exchanged(self, entry: TurnEntry) -> None:
        """Bring the crux rooms up to date after a stance or a card."""
        known = len(self._rooms.cards)
        turn = Turn(
            path=entry.path,
            seat=entry.seat,
            gives=entry.gives,
            heard=entry.heard,
            text=entry.text,
            by=entry.by,
            data=entry.data,
        )
        self._rooms = with_turn(self._rooms, turn)
        if len(self._rooms.cards) > known:
            entry.card = card_item(self._rooms.cards[-1], self.seats)

    def _noted(self, event: Event, record: Recorded) -> NoteEntry | None:
        note = self._note(event, record)
        if note is not None:
            self.entries.append(note)
        return note

    def _note(self, event: Event, record: Recorded) -> NoteEntry | None:
        at, seq = record.at, record.seq
        match event:
            case DebateOpened():
                self.seats = {seat.id: seat for seat in event.seats}
                self.question, self._topology = event.question, event.options.get("topology")
                return NoteEntry("opened", tr(event.format.title), at, seq)
            case PassBegan(path=path, n=n) if _outermost(path):
                name, item = tr(step_of(path).capitalize()), index_of(path)
                where = path if item or not n else f"{path}[{n}]"
                return NoteEntry("round", f"{name} {item or rounds_before(path) + n or ''}".strip(), at, seq, where)
            case BlockLeft(path=path, why=why) if _outermost(path):
                return NoteEntry("left", reason(why), at, seq, path)
            case DebateHalted(reason="gate"):
                return None  # the card of the gate says so, and later the answer
            case DebateHalted(why=why):
                return NoteEntry("halted", reason(why), at, seq)
            case DebateResumed():
                return NoteEntry("resumed", tr("The debate goes on"), at, seq)
            case DebateEnded(outcome=outcome, why=why):
                return NoteEntry("ended", end_of_debate(outcome, why, rehearsed=nobody_thinks(self.seats)), at, seq)
            case OptionChanged(name=name, value=value):
                self._topology = value if name == "topology" else self._topology
                return NoteEntry("option", option_change(name, value), at, seq)
            case SeatAssigned(seat=seat, model=model):
                told = sitting(seat, model, self.seats, self._topology)
                if seat in self.seats:
                    self.seats = {**self.seats, seat: replace(self.seats[seat], model=model)}
                return NoteEntry("seat", f"{name_of(seat, self.seats)}: {told}", at, seq)
            case _:
                return None


def option_change(name: str, value: OptionValue) -> str:
    """Tell a changed option in one short sentence."""
    if name.startswith(EXTENSION):
        return tr("Extended by {rounds}").format(
            rounds=plural("{count} round", "{count} rounds", value) if isinstance(value, int) else value
        )
    called = tr("the budget") if name == "max_cost" else name.replace("_", " ")
    return once(tr("{called} is now {option}").format(called=called, option=option(name, value)))


def sitting(seat: str, model: str, seats: Mapping[str, Seat], topology: OptionValue) -> str:
    """Tell who will sit in one of the seats; if nobody in a tree, then also who reports to somebody else from now
    on."""
    if model:
        return "you" if model == HUMAN else model
    after = {**seats, seat: replace(seats[seat], model="")} if seat in seats else seats
    before = moved_in(seats, topology)
    moved = {one: to for one, to in moved_in(after, topology).items() if before.get(one) != to}
    return "; ".join(filter(None, (tr("left empty"), reporting(moved, after))))


def _spend(entry: TurnEntry, usage: Usage, cost: int | None) -> None:
    """Add up what a turn costs: what all its attempts cost."""
    entry.usage = entry.usage.plus(usage)
    entry.cost = None if cost is None or entry.cost is None else entry.cost + cost


def transcript_of(records: Iterable[Recorded]) -> Transcript:
    """Return the transcript of what is recorded."""
    transcript = Transcript()
    for record in records:
        transcript.add(record)
    return transcript


def _outermost(path: str) -> bool:
    """Return whether it is a step of the format itself, or of an extension that was added at its end."""
    return "/" not in path or ROUNDS_BEFORE in step_of(parent(path))
