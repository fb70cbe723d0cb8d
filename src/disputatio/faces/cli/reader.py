"""How a running debate is shown: blocks and a status line on a terminal, plain lines in a pipe, or JSON."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Protocol

from disputatio.app.debates.sessions import Session
from disputatio.debate.log.events import Recorded
from disputatio.debate.log.evolve import evolve
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.views import look_ups
from disputatio.debate.views.board_view import claim_texts, moved
from disputatio.debate.views.messages import by_rule_alone, doubted, made_by, room_of, title
from disputatio.debate.views.places import heading as heading_of
from disputatio.debate.views.progress import NOBODY_THOUGHT, progress_of, rehearsed, scores_of
from disputatio.debate.views.stances import Move
from disputatio.debate.views.status import again
from disputatio.debate.views.transcript import NoteEntry, Transcript, TurnEntry
from disputatio.debate.views.words import clean
from disputatio.debate.walk.plan import Planner
from disputatio.engine.hub import Held, Retrying, Signal, ToolDone, ToolRunning
from disputatio.faces.cli.output import Output
from disputatio.repository.patches import beyond
from disputatio.storage.codec import EVENTS

MOVING = frozenset({"ledger", "assessment"})
"""Records that can say that somebody has changed position."""


class Presenter(Protocol):
    """Gets every record, and the signals that were not missed, in order."""

    def begin(self) -> None: ...

    def record(self, record: Recorded) -> None: ...

    def signal(self, signal: Signal) -> None: ...

    def end(self) -> None: ...


def event_line(debate: str, record: Recorded) -> str:
    """Return an event as one line of JSON. With `version`, `prev_hash` and `hash` anybody can check the chain."""
    name, body, _ = EVENTS.encode(record.event)
    kind, _, version = name.partition("/")
    envelope = {"seq": record.seq, "debate": debate, "type": kind, "version": int(version), "at": record.at}
    chain = {"prev_hash": record.prev_hash, "hash": record.hash}
    return json.dumps({**envelope, **chain, **json.loads(body)}, ensure_ascii=False)


class JsonLines:
    """`--json`: one event a line."""

    def __init__(self, session: Session, out: Output) -> None:
        self._id, self._out = session.id, out

    def begin(self) -> None:
        """Nothing precedes the first event."""

    def record(self, record: Recorded) -> None:
        self._out.raw(event_line(self._id, record) + "\n")

    def signal(self, signal: Signal) -> None:
        """Signals are no events: text arrives with the turn."""

    def end(self) -> None:
        """Nothing follows the last event."""


class Reader(ABC):
    """What the plain and the terminal view have in common: which entries are shown, and when rounds end."""

    def __init__(self, session: Session, out: Output, verbose: bool) -> None:
        self.session, self.out, self.verbose = session, out, verbose
        self.transcript = Transcript()
        self._measured = 0
        self._news = News()
        self._failure = ""
        self._begun: list[str] = []  # rounds in which nobody has been asked yet: a pause may come before

    def catch_up(self, records: Iterable[Recorded]) -> None:
        """Know what was recorded before, without showing it again."""
        debate = Debate()
        for record in records:
            self._begins(self.transcript.add(record))
            debate = evolve(debate, record.event)
        past = Planner().walk(debate).past
        self._news.know(debate, past)
        self._measured = max((score.round for score in scores_of(debate, progress_of(debate, past))), default=0)

    def record(self, record: Recorded) -> None:
        entry = self.transcript.add(record)
        for text in self._begins(entry):
            self.round(text)
        if isinstance(entry, TurnEntry):
            self._turn(entry)
        elif isinstance(entry, NoteEntry):
            self._note(entry)

    def _begins(self, entry: object) -> list[str]:
        """Return the rounds that begin with this entry: the first that somebody is asked for."""
        if isinstance(entry, NoteEntry) and entry.kind == "round":
            self._begun.append(entry.text)
        elif isinstance(entry, TurnEntry):
            begun, self._begun = self._begun, []
            return begun
        return []

    def signal(self, signal: Signal) -> None:
        match signal:
            case Retrying():
                self.aside(again(self.name(signal.path), signal.attempt, signal.seconds, signal.why))
            case ToolRunning():
                self.aside(f"{self.name(signal.path)} {look_ups.look_up_activity(signal.name, signal.arguments)} …")
            case ToolDone(use=use) if use.failed:
                self.aside(f"{self.name(signal.path)} {look_ups.look_up_line(use)}")
            case Held(why=why, remedy=remedy) if why:
                self.aside(f"The debate is waiting: {why} {remedy}")
            case Held():
                self.aside("The debate goes on.")

    def name(self, path: str) -> str:
        turn = self.transcript.turns.get(path)
        return turn.name if turn else path

    def shown(self, entry: TurnEntry) -> bool:
        """Whether participants or people said it, or it is what the debate is for; the board only with --verbose."""
        return entry.message or entry.by == "person"

    def _turn(self, entry: TurnEntry) -> None:
        if entry.status == "done":
            for use in entry.tools:
                if use.name == look_ups.UNAVAILABLE:
                    self.aside(look_ups.look_up_line(use))
        match entry.status:
            case "done" if self.shown(entry):
                if room := self._news.room(entry, self.session.past()):
                    self.round(room)
                self.turn(entry)
                if more := beyond(entry.gives, entry.text, entry.data):
                    self.aside(f"{entry.name}: {more}")
            case "done":
                if self.verbose:
                    self.aside(f"{entry.name}: {entry.task} ({entry.model or entry.by})")
                self._moved(entry)
            case "cut" if entry.text and self.shown(entry):
                self.turn(entry)
            case "failed":
                self._failure = f"{entry.why} {entry.remedy}".strip()
                self.failure(entry)
            case "absent" if self.shown(entry) or self.verbose:
                self.aside(f"{entry.name} ({entry.task}) gave no answer: {entry.why}")

    def _moved(self, entry: TurnEntry) -> None:
        """Say who has changed position, once the record of that is there."""
        if entry.gives in MOVING:
            done = {path for path, turn in self.transcript.turns.items() if turn.status == "done"}
            for line in self._news.moves(self.session.debate, self.session.past(), done):
                self.aside(line)

    def _note(self, entry: NoteEntry) -> None:
        if entry.kind in ("round", "left"):
            self._measure()
        match entry.kind:
            case "opened":
                self.title(self.transcript.question)
            case "round" | "left" | "resumed":
                pass
            case "halted" if entry.text.strip() in self._failure:
                pass  # the turn has just said it
            case "ended":
                self.ended(entry.text)
                if rehearsed(self.session.debate):
                    self.aside(NOBODY_THOUGHT)
            case _:
                self.aside(entry.text)

    def _measure(self) -> None:
        """Show the consensus line, once for every round that was assessed. A rehearsal has none."""
        for score in scores_of(self.session.debate, self.session.progress()):
            if score.round > self._measured:
                self._measured = score.round
                if score.score is not None:
                    self.consensus(f"Consensus after round {score.round}: {score.brief}")

    # ---- how it looks -----------------------------------------------------------------------------------------------
    @abstractmethod
    def title(self, question: str) -> None: ...

    @abstractmethod
    def round(self, text: str) -> None: ...

    @abstractmethod
    def turn(self, entry: TurnEntry) -> None:
        """Show a turn that is whole, or that was cut."""

    @abstractmethod
    def failure(self, entry: TurnEntry) -> None: ...

    @abstractmethod
    def consensus(self, text: str) -> None: ...

    @abstractmethod
    def ended(self, text: str) -> None: ...

    @abstractmethod
    def aside(self, text: str) -> None: ...


def heading(entry: TurnEntry, seats: Mapping[str, Seat]) -> str:
    """Say who speaks: name, model, and the round where there is one."""
    parts = [title(entry, seats), made_by(entry)]
    parts += [f"round {entry.round}"] if entry.round else []
    parts += ["in the crux room"] if room_of(entry) else []
    parts += ["by rule, because the answer could not be read"] if by_rule_alone(entry) else []
    parts += [doubted(entry)]
    parts += ["unfinished"] if entry.status == "cut" else []
    return " · ".join(clean(part) for part in parts if part)


class News:
    """What a person who reads along should not have to look up on the board: a crux room opens, somebody has moved.
    What was told already is told once."""

    def __init__(self) -> None:
        self._moves: set[tuple[str, str, str]] = set()
        self._rooms: set[str] = set()

    def know(self, debate: Debate, past: Past) -> None:
        """Nothing up to here is news."""
        self._moves |= {_key(move) for move in moved(debate, past)}
        self._rooms |= {turn.heard for turn in past}

    def room(self, entry: TurnEntry, past: Past) -> str:
        """Say that a crux room opens with this message, and on which claim; "" where none does."""
        if not room_of(entry) or entry.heard in self._rooms:
            return ""
        self._rooms.add(entry.heard)
        return heading_of(entry.path, room_of(entry), claim_texts(past))

    def moves(self, debate: Debate, past: Past, done: Container[str]) -> Iterator[str]:
        """Say who has moved in a message that was `done` (paths), and how that is classed."""
        for move in moved(debate, past):
            if move.path in done and _key(move) not in self._moves:
                self._moves.add(_key(move))
                yield f"{move.who.name} has changed position: {move.line}"


def _key(move: Move) -> tuple[str, str, str]:
    return move.who.seat, move.path, move.after
