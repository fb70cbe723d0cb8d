"""The record of a debate, event by event, for whoever wants to check what happened: what was asked of which model, what
came back, what was looked up and run, how it was voted, who approved what (SPEC AUDIT.1)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final, Literal, assert_never

from disputatio.debate.ids import called, index_of, parent, seat_of, step_of, when
from disputatio.debate.log.events import (
    BlockEntered,
    BlockLeft,
    DebateEnded,
    DebateHalted,
    DebateOpened,
    DebateResumed,
    FollowUpAsked,
    OptionChanged,
    PassBegan,
    Recorded,
    SeatAssigned,
    Spliced,
    ToolUse,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
)
from disputatio.debate.log.seats import HUMAN, Seat
from disputatio.debate.payload import words
from disputatio.debate.reasons import reason
from disputatio.debate.values import value
from disputatio.debate.views.labels import BY, REPLAY, WORKS, of_contract
from disputatio.debate.views.look_ups import UNAVAILABLE, look_up_activity
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.transcript import option_change
from disputatio.debate.views.words import end_of_debate
from disputatio.debate.wording import Words, forms, inside, plural, tr

TrailKind = Literal[
    "prompt", "response", "tool", "test", "vote", "reflection", "approval", "person", "fault", "rule", "change"
]
ONE_AND_ALL: Final[dict[TrailKind, tuple[str, str]]] = {
    "prompt": forms("Prompt", "Prompts"),
    "response": forms("Response", "Responses"),
    "tool": forms("Tool call", "Tool calls"),
    "test": forms("Test result", "Test results"),
    "vote": forms("Vote", "Votes"),
    "reflection": forms("Reflection", "Reflections"),
    "approval": forms("Approval", "Approvals"),
    "person": forms("By a person", "What people said"),
    "fault": forms("Fault", "Faults"),
    "rule": forms("Rule", "What the rules decided"),
    "change": forms("Change", "What was changed or stopped"),
}
"""What a kind of line is called, one and all of them."""
_Course = (
    DebateOpened | BlockEntered | PassBegan | BlockLeft | DebateEnded | Spliced | OptionChanged | SeatAssigned
    | DebateHalted | DebateResumed
)  # fmt: skip
"""The events that are no turns."""
_GIVES: Final[dict[str, TrailKind]] = {
    "tests": "test", "ballot": "vote", "comparison": "vote", "reflection": "reflection", "reflections": "reflection",
    "approval": "approval",
}  # fmt: skip
_WHY: Final = Words(
    {
        "results": "with what was looked up",
        "repair": "for an answer that can be read",
        "mend": "for what was missing in its answer, or not found",
    }
)


@value
class TrailRow:
    """One line. `seq`, `at`, `hash`: place, time (seconds since 1970) and link of its event in the log; a tool call has
    those of the turn in which it was made. `model`: who was asked, or answered. `request` is the hash of what was sent;
    `text`: all that is recorded."""

    seq: int
    at: float
    hash: str
    kind: TrailKind
    who: str
    what: str
    place: str = ""
    model: str = ""
    path: str = ""
    request: str = ""
    text: str = ""

    @property
    def words(self) -> str:
        """What can be searched for."""
        return " ".join((self.who, self.what, self.place, self.model, self.path, self.text)).casefold()


@value
class TrailFilter:
    """Which lines are wanted: of some kinds, of one who speaks, with some words; all where nothing is said."""

    kinds: frozenset[TrailKind] = frozenset()
    who: str = ""
    words: str = ""

    def takes(self, row: TrailRow) -> bool:
        if (self.kinds and row.kind not in self.kinds) or (self.who and row.who != self.who):
            return False
        return all(word in row.words for word in self.words.casefold().split())


def trail_of(records: Iterable[Recorded]) -> list[TrailRow]:
    """Return the lines of a debate, in the order of its log. Pieces of unfinished turns are none: the whole turn is."""
    trail = _Trail()
    return [row for record in records for row in trail.rows(record)]


class _Trail:
    def __init__(self) -> None:
        self._seats: dict[str, Seat] = {}
        self._asked: dict[str, TurnAsked] = {}

    def rows(self, record: Recorded) -> Iterator[TrailRow]:
        event = record.event
        match event:
            case TurnAsked():
                self._asked[event.path] = event
                kind = _asked_kind(event)
                if kind is not None:
                    what, model, request = _called(event), event.model, event.request
                    yield self._row(record, kind, event.path, what, model=model, request=request)
            case FollowUpAsked(path=path, request=request, why=why):
                model = self._asked[path].model if path in self._asked else ""
                yield self._row(
                    record, "prompt", path, tr("asked again {why}").format(why=_WHY[why]), model=model, request=request
                )
            case TurnCompleted():
                yield from self._completed(record, event)
            case TurnFailed(path=path, why=why, remedy=remedy, tools=tools):
                yield from self._calls(record, path, tools)
                yield self._row(
                    record, "fault", path, tr("failed – {why}").format(why=reason(why)), text=f"{why} {remedy}".strip()
                )
            case TurnCut(path=path, text=text, why=why, tools=tools):
                yield from self._calls(record, path, tools)
                yield self._row(
                    record,
                    "fault",
                    path,
                    tr("interrupted{words}").format(words=f" – {reason(why)}" if why else ""),
                    text=text,
                )
            case TurnAbstained(path=path, why=why):
                yield self._row(record, "fault", path, tr("no turn – {why}").format(why=reason(why)), text=why)
            case TurnDrafted():
                return
            case _:
                yield from self._decided(record, event)

    def _completed(self, record: Recorded, event: TurnCompleted) -> Iterator[TrailRow]:
        yield from self._calls(record, event.path, event.tools)
        asked = self._asked.get(event.path)
        gives = asked.gives if asked is not None else ""
        person = event.by == "person" or (asked is not None and asked.model == HUMAN)
        kind = _GIVES.get(gives, "person" if person else "response")
        what = _called(asked) if asked is not None else tr("a turn")
        if gives == "tests":
            what = tr("The tests pass") if event.data.get("passed") else tr("The tests do not pass")
        if gives == "approval":
            what = tr("approved") if event.data.get("approved") is True else tr("rejected")
        if left := words(event.data.get("left_out")):
            what += plural(
                ", of which {count} entry was left out", ", of which {count} entries were left out", len(left)
            )
        by = BY[event.by] if event.by == "rules" else ""
        form = json.dumps(event.data, ensure_ascii=False, indent=1) if event.data else ""
        text = "\n\n".join(part for part in (event.text, form) if part)
        yield self._row(record, kind, event.path, f"{what}, {by}" if by else what, model=event.model, text=text)

    def _calls(self, record: Recorded, path: str, tools: Iterable[ToolUse]) -> Iterator[TrailRow]:
        for use in tools:
            what = look_up_activity(use.name, use.arguments)
            text = f"{use.name} {use.arguments}\n\n{use.result}"
            failed = use.failed and use.name != UNAVAILABLE
            yield self._row(
                record, "tool", path, tr("{what}, which failed").format(what=what) if failed else what, text=text
            )

    def _decided(self, record: Recorded, event: _Course) -> Iterator[TrailRow]:
        match event:
            case DebateOpened():
                self._seats = {seat.id: seat for seat in event.seats}
                models = "\n".join(f"{seat.name or seat.id}: {_asked_in(seat.model)}" for seat in event.seats)
                text = f"{event.question}\n\n{models}"
                yield self._rule(
                    record,
                    tr("The debate was opened: {format_title}").format(format_title=tr(event.format.title)),
                    text=text,
                )
            case BlockEntered(path=path, why=why):
                yield self._rule(
                    record,
                    tr("Step “{step}” was left out: {why}").format(step=_step(path), why=reason(why))
                    if why
                    else tr("Step “{step}” began").format(step=_step(path)),
                    path,
                    why,
                )
            case PassBegan(path=path, n=n):
                yield self._rule(
                    record,
                    tr("Pass {n} of “{step}” began").format(n=n, step=_step(path))
                    if n
                    else tr("Step “{step}” is next").format(step=_step(path)),
                    path,
                )
            case BlockLeft(path=path, why=why):
                yield self._rule(
                    record, tr("Step “{step}” ended: {why}").format(step=_step(path), why=reason(why)), path, why
                )
            case DebateEnded(outcome=outcome, why=why):
                yield self._rule(record, end_of_debate(outcome, why, rehearsed=False), text=why)
            case Spliced(after=after, block=block):
                yield self._change(record, tr("{block} was inserted").format(block=block.name), after)
            case OptionChanged(name=name, value=value):
                yield self._change(record, option_change(name, value))
            case SeatAssigned(seat=seat, model=model):
                yield self._change(record, f"{name_of(seat, self._seats)}: {model or tr('left empty')}", model=model)
            case DebateHalted(why=why, status=status):
                yield self._change(
                    record,
                    (tr("The debate stopped: {why}") if status == "error" else tr("The debate paused: {why}")).format(
                        why=reason(why)
                    ),
                )
            case DebateResumed(by=by):
                yield self._change(record, tr("{by} resumed the debate").format(by=name_of(by, self._seats)))
            case _:
                assert_never(event)

    def _row(
        self,
        record: Recorded,
        kind: TrailKind,
        path: str,
        what: str,
        *,
        model: str = "",
        request: str = "",
        text: str = "",
    ) -> TrailRow:
        asked = self._asked.get(path)
        who = name_of(asked.seat if asked is not None else seat_of(path), self._seats)
        return TrailRow(
            seq=record.seq, at=record.at, hash=record.hash, kind=kind, who=who, what=what, place=when(path),
            model=model, path=path, request=request, text=text,
        )  # fmt: skip

    @staticmethod
    def _rule(record: Recorded, what: str, path: str = "", text: str = "") -> TrailRow:
        return TrailRow(
            seq=record.seq,
            at=record.at,
            hash=record.hash,
            kind="rule",
            who=tr("Rules"),
            what=what,
            place=when(parent(path)),
            path=path,
            text=text,
        )

    @staticmethod
    def _change(record: Recorded, what: str, path: str = "", model: str = "") -> TrailRow:
        return TrailRow(
            seq=record.seq, at=record.at, hash=record.hash, kind="change", who=tr("Course"), what=what, path=path,
            model=model,
        )  # fmt: skip


def _asked_in(model: str) -> str:
    """Return who or what is asked in a seat."""
    return tr("a person") if model == HUMAN else tr(model.removeprefix(REPLAY)) if model else tr("left empty")


def _asked_kind(asked: TurnAsked) -> TrailKind | None:
    """Return as what it is told that a turn begins; None where nobody is asked, so that what came of it is enough."""
    if asked.gives == "approval":
        return "approval"
    return "person" if asked.model == HUMAN else "prompt" if asked.model else None


def _step(path: str) -> str:
    """Return what the step at a path is called, with what it is about where that is named: "review b"."""
    index = index_of(path)
    return f"{called(step_of(path))} {index}".rstrip()


def _called(asked: TurnAsked) -> str:
    """Return what a turn is called, after the name of who gives it."""
    made = WORKS.get(step_of(asked.path)) or inside(of_contract(asked.gives).title)
    return made or called(asked.task or asked.gives)
