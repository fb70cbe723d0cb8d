"""How a person follows a running debate: on a terminal a block for each turn, below them the text that is being spoken
and a status line; in a pipe plain lines; or the events as JSON."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Protocol

from rich.console import Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from disputatio.app.debates.open_sessions import Session
from disputatio.debate.log.events import Recorded, follow_ups
from disputatio.debate.log.evolve import evolve
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.views import look_ups, transcript_words
from disputatio.debate.views.board_view import claim_texts, position_changes
from disputatio.debate.views.changes import Move
from disputatio.debate.views.labels import CHARACTER
from disputatio.debate.views.phase_board import PhaseNews
from disputatio.debate.views.places import heading as heading_of
from disputatio.debate.views.progress import is_rehearsal, progress_of
from disputatio.debate.views.score import NOBODY_THOUGHT, score_of, scores_of
from disputatio.debate.views.status import activity, again, open_turns
from disputatio.debate.views.transcript import NoteEntry, Transcript, TurnEntry
from disputatio.debate.views.words import clean, expenses, percent, total
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import visible
from disputatio.engine.hub import Delta, Held, Retrying, Signal, ToolDone, ToolRunning
from disputatio.faces.cli.output import Output, as_markdown
from disputatio.repository.patches import beyond
from disputatio.storage.codec import EVENTS

MOVING = frozenset({"ledger", "verification", "assessment"})
"""Records that can say that somebody has changed position."""
ESTIMATE = "traits"
"""The record that says how complex a task is, of which phases depend."""


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
    return visible(json.dumps({**envelope, **chain, **json.loads(body)}, ensure_ascii=False))


def said_of(held: Held) -> str:
    """Say that a debate is held, or that it goes on."""
    return f"The debate is waiting: {held.why} {held.remedy}" if held.why else "The debate goes on."


class JsonLines:
    """`--json`: one event a line."""

    def __init__(self, session: Session, out: Output) -> None:
        self._id, self._out = session.id, out

    def begin(self) -> None:
        """Nothing precedes the first event."""

    def record(self, record: Recorded) -> None:
        self._out.raw(event_line(self._id, record) + "\n")

    def signal(self, signal: Signal) -> None:
        """Signals are no events, and text arrives with the turn; but a debate that is held would otherwise just stop.
        The line that says so has no place in the log."""
        if isinstance(signal, Held):
            kind = "debate-held" if signal.why else "debate-goes-on"
            held = {"seq": None, "debate": self._id, "type": kind, "at": time.time()}
            why = {"why": signal.why, "remedy": signal.remedy} if signal.why else {}
            self._out.raw(visible(json.dumps({**held, **why}, ensure_ascii=False)) + "\n")
            self._out.warn(said_of(signal))

    def end(self) -> None:
        """Nothing follows the last event."""


class Reader(ABC):
    """What the plain and the terminal view have in common: which entries are shown, and when rounds end."""

    def __init__(self, session: Session, out: Output, verbose: bool) -> None:
        self.session, self.out, self.verbose = session, out, verbose
        self.transcript = Transcript()
        self._measured = 0
        self._news = News()
        self._phases = PhaseNews()
        self._failure = ""
        self._begun: list[str] = []  # rounds in which nobody has been asked yet: a pause may come before

    def catch_up(self, records: Iterable[Recorded]) -> None:
        """Know what was recorded before, without showing it again."""
        debate = Debate()
        for record in records:
            self._begins(self.transcript.add(record))
            self._phases.add(record.event, self.transcript.turns)
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
        for line in self._phases.add(record.event, self.transcript.turns):
            self.aside(line)

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
            case ToolDone(use=use) if use.failed and use.name != look_ups.UNAVAILABLE:  # the turn says that
                self.aside(f"{self.name(signal.path)}: {look_ups.look_up_line(use)}")
            case Held():
                self.aside(said_of(signal))

    def name(self, path: str) -> str:
        turn = self.transcript.turns.get(path)
        return turn.name if turn else path

    def shows(self, entry: TurnEntry) -> bool:
        """Whether participants or people said it, or it is what the debate is for; the board only with --verbose."""
        return entry.message or entry.by == "person"

    def _turn(self, entry: TurnEntry) -> None:
        if entry.status == "done":
            for use in entry.tools:
                if use.name == look_ups.UNAVAILABLE:
                    self.aside(f"{entry.name}: {look_ups.look_up_line(use)}")
        match entry.status:
            case "done" if self.shows(entry):
                if room := self._news.room(entry, self.session.past()):
                    self.round(room)
                self.turn(entry)
                if more := beyond(entry.gives, entry.text, entry.data):
                    self.aside(f"{entry.name}: {more}")
            case "done":
                self._record(entry)
            case "cut" if entry.text and self.shows(entry):
                self.turn(entry)
            case "failed":
                self._failure = f"{entry.why} {entry.remedy}".strip()
                self.failure(entry)
            case "absent" if self.shows(entry) or self.verbose:
                self.aside(f"{entry.name} ({entry.task}) gave no answer: {entry.why}")

    def _record(self, entry: TurnEntry) -> None:
        """Say what a record tells that belongs with what is said."""
        if entry.gives == ESTIMATE:
            self.aside(transcript_words.estimate_line(entry))
        elif self.verbose:
            self.aside(f"{entry.name}: {entry.task} ({entry.model or entry.by})")
        self._moved(entry)

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
                self.outcome(entry.text)
                if is_rehearsal(self.session.debate):
                    self.aside(NOBODY_THOUGHT)
            case _:
                self.aside(entry.text)

    def _measure(self) -> None:
        """Show the consensus line, once for every round that was assessed. A rehearsal has none."""
        for score in scores_of(self.session.debate, self.session.progress()):
            if score.round > self._measured:
                self._measured = score.round
                if score.score is not None:
                    self.consensus(f"Agreement after {score.when}: {score.brief}")

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
    def outcome(self, text: str) -> None: ...

    @abstractmethod
    def aside(self, text: str) -> None: ...


def heading(entry: TurnEntry, seats: Mapping[str, Seat]) -> str:
    """Say who speaks: name, model, and the round where there is one."""
    parts = [transcript_words.named_turn(entry, seats), transcript_words.made_by(entry)]
    parts += [f"round {entry.round}"] if entry.round else []
    parts += ["in the crux room"] if transcript_words.room_of(entry) else []
    parts += ["by rule, because the answer could not be read"] if transcript_words.by_rule_alone(entry) else []
    parts += [transcript_words.doubt_line(entry)]
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
        self._moves |= {_key(move) for move in position_changes(debate, past)}
        self._rooms |= {turn.heard for turn in past}

    def room(self, entry: TurnEntry, past: Past) -> str:
        """Say that a crux room opens with this message, and on which claim; "" where none does."""
        if not transcript_words.room_of(entry) or entry.heard in self._rooms:
            return ""
        self._rooms.add(entry.heard)
        return heading_of(entry.path, transcript_words.room_of(entry), claim_texts(past))

    def moves(self, debate: Debate, past: Past, done: Container[str]) -> Iterator[str]:
        """Say who has moved in a message that was `done` (paths), and how that is classed."""
        for move in position_changes(debate, past):
            if move.path in done and _key(move) not in self._moves:
                self._moves.add(_key(move))
                yield move.line


def _key(move: Move) -> tuple[str, str, str]:
    return move.who.seat, move.path, move.after


# ---- A running debate in a pipe or a file: plain lines, each turn once it is whole.
class PlainReader(Reader):
    def begin(self) -> None:
        """Nothing stands on the screen between lines."""

    def end(self) -> None:
        """Everything was written already."""

    def title(self, question: str) -> None:
        self.out.line(f"Question: {question}\n")

    def round(self, text: str) -> None:
        self.out.line(f"== {text} ==\n")

    def turn(self, entry: TurnEntry) -> None:
        seats = self.transcript.seats
        glyph = f"{CHARACTER[transcript_words.author(entry, seats).glyph]} " if entry.seat in seats else ""
        self.out.line(f"{glyph}{heading(entry, self.transcript.seats)}\n{transcript_words.text_of(entry)}\n")

    def failure(self, entry: TurnEntry) -> None:
        self.out.line(f"{entry.name} failed: {entry.why} {entry.remedy}".rstrip() + "\n")

    def consensus(self, text: str) -> None:
        self.out.line(f"{text} · {expenses(self.session.debate.spent, follow_ups(self.session.hub.records))}\n")

    def outcome(self, text: str) -> None:
        self.out.line(text + "\n")

    def aside(self, text: str) -> None:
        self.out.line(f"-- {text}")


EVERY = 0.08
"""Seconds between two drawings of what is being spoken."""

LEAST = 4
"""Lines of a turn that are shown while it is spoken, also on a small screen."""


class TerminalReader(Reader):
    def __init__(self, session: Session, out: Output, verbose: bool) -> None:
        super().__init__(session, out, verbose)
        self._live = Live(console=out.console, auto_refresh=False, transient=True, vertical_overflow="crop")
        self._drawn = 0.0

    def begin(self) -> None:
        self._live.start()
        self._draw()

    def end(self) -> None:
        self._live.stop()

    def record(self, record: Recorded) -> None:
        super().record(record)
        self._draw()

    def signal(self, signal: Signal) -> None:
        if isinstance(signal, Delta):
            turn = self.transcript.turns.get(signal.path)
            if turn is not None and not signal.thinking:
                turn.text = turn.text[: signal.start] + signal.text
        else:
            super().signal(signal)
        if time.monotonic() - self._drawn >= EVERY:
            self._draw()

    # ---- what stays -------------------------------------------------------------------------------------------------
    def title(self, question: str) -> None:
        self._print(Text(clean(question), style="bold"), Text())

    def round(self, text: str) -> None:
        self._print(Rule(Text(clean(text)), style="dim"), Text())

    def turn(self, entry: TurnEntry) -> None:
        self._print(self._heading(entry), Padding(as_markdown(transcript_words.text_of(entry)), (0, 0, 1, 2)))

    def failure(self, entry: TurnEntry) -> None:
        why = f"{entry.name} failed: {entry.why} {entry.remedy}".rstrip()
        self._print(Text(f"✖ {clean(why)}", style="red"), Text())

    def consensus(self, text: str) -> None:
        self._print(Text(f"⚖ {clean(text)}", style="bold"), Text())

    def outcome(self, text: str) -> None:
        self._print(Text(f"■ {clean(text)}", style="bold"), Text())

    def aside(self, text: str) -> None:
        self._print(Text(clean(text), style="dim"))

    def _print(self, *parts: RenderableType) -> None:
        for part in parts:
            self.out.console.print(part)

    def _heading(self, entry: TurnEntry) -> Text:
        seats = self.transcript.seats
        name, _, rest = heading(entry, seats).partition(" · ")
        if entry.seat not in seats:
            return Text(f"{name} · {rest}", style="bold")
        glyph = CHARACTER[transcript_words.author(entry, seats).glyph]
        return Text.assemble((f"{glyph} {name}", f"bold {seats[entry.seat].colour}".strip()), (f" · {rest}", "dim"))

    # ---- what changes -----------------------------------------------------------------------------------------------
    def _draw(self) -> None:
        self._drawn = time.monotonic()
        spoken = (entry for entry in open_turns(self.transcript) if self.shows(entry))
        shown = [entry for entry in spoken if entry.text and not transcript_words.begins_as_record(entry.text)]
        room = max(LEAST, (self.out.console.height - 3) // max(1, len(shown)) - 2)
        parts: list[RenderableType] = []
        for entry in shown:
            parts += [self._heading(entry), Padding(self._tail(entry.text, room), (0, 0, 1, 2))]
        self._live.update(Group(*parts, self._status()), refresh=True)

    def _tail(self, text: str, lines: int) -> Text:
        """Return the end of what was said so far, as wide as the screen."""
        width = max(20, self.out.console.width - 4)
        wrapped = Text(clean(text[-lines * width :])).wrap(self.out.console, width)
        return Text("\n").join(wrapped[-lines:])

    def _status(self) -> Text:
        progress, spent = self.session.progress(), self.session.debate.spent
        score = score_of(self.session.debate, progress).score
        parts = [progress.rounds_told] if progress.round else []
        if score is not None:
            parts.append(f"agreement {percent(score)}%")
        parts += [total(spent.cost, spent.unpriced), f"{spent.tokens:,} tokens"]
        now = activity(self.transcript, {})
        parts += [f"{now} …"] if now else []
        return Text(clean(" · ".join(parts)), style="reverse dim", no_wrap=True, overflow="ellipsis")
