"""What of a debate belongs on its branch: documents after every round, at the synthesis and at the end, and the changes
that its texts propose. Computed from the log alone, so that doing it again gives the same.

Where proposals compete, none of them is a milestone. At the end, the one that won is: its text, and its changes with
those of the defences that go on top of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from disputatio.debate.format import MESSAGES
from disputatio.debate.ids import round_of, rounds_before, step_of
from disputatio.debate.log.events import (
    BlockLeft,
    DebateEnded,
    DebateOpened,
    Event,
    PassBegan,
    Recorded,
    TurnAsked,
    TurnCompleted,
)
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.log.seats import Seat
from disputatio.debate.values import value
from disputatio.debate.views.participants import SERVICE_NAMES, nobody_thinks
from disputatio.debate.views.solution import FILE, competing, solution_of, solution_text
from disputatio.debate.views.words import end_of_debate
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import english
from disputatio.exporting.markdown import export_markdown
from disputatio.library.workspace import Note
from disputatio.prompting.contracts import contract_of
from disputatio.repository.branches import FOLDER
from disputatio.repository.patches import LISTING, MOST_CHANGES, beyond, proposed_patches

TITLE = 80
"""Characters of the question in the title of a document."""


@value
class Proposal:
    """A change that a turn proposes: the `number`-th diff of `turn`. `due`: the place in the log where it belongs on
    the branch, since it stands in what the debate came to; 0: it does not. `beyond`: on the last one that is taken up,
    how many there are in all and what becomes of the others."""

    turn: str
    number: int
    name: str
    model: str
    round: int
    at: int
    event: int
    diff: str
    due: int = 0
    beyond: str = ""

    @property
    def key(self) -> str:
        return f"{self.turn}#{self.number}"


@value
class Due:
    """Documents that are to be committed: made only when they are needed. `event` is the place in the log."""

    subject: str
    event: int
    at: int
    files: Callable[[], dict[str, bytes | None]]


def is_milestone(event: Event) -> bool:
    """Return whether documents may be due after this event; `documents_due` says which."""
    return isinstance(event, (PassBegan, BlockLeft, TurnCompleted, DebateEnded))


@english()
def documents_due(debate: str, records: Sequence[Recorded], after: int = 0) -> list[Due]:
    """Return the documents of a debate, in the order of its log, past place `after`."""
    asked: dict[str, TurnAsked] = {}
    begun: dict[str, int] = {}
    seats: dict[str, Seat] = {}
    rivals = False
    found: list[Due] = []
    for record in records:
        match record.event:
            case DebateOpened(seats=opened, format=format):
                seats, rivals = {seat.id: seat for seat in opened}, competing(format)
            case TurnAsked(path=path) as ask:
                asked[path] = ask
            case PassBegan(path=path, n=n):
                begun[path] = n
            case _:
                pass
        if record.seq > after and (subject := _subject(record.event, asked, begun, seats, rivals)):
            found.append(_documents(debate, subject, records, record, asked))
    return found


def _subject(
    event: Event, asked: dict[str, TurnAsked], begun: dict[str, int], seats: dict[str, Seat], rivals: bool
) -> str:
    """Say what became due, or "" if nothing did. `begun` counts the passes that each loop has begun; `rivals`:
    documents compete with one another."""
    match event:
        case PassBegan(path=path, n=n) if n > 1 and "/" not in path:
            return f"{step_of(path).capitalize()} {rounds_before(path) + n - 1}"
        case BlockLeft(path=path, why=why) if "/" not in path:
            last = f" {rounds_before(path) + begun[path]}" if path in begun else ""
            return f"{step_of(path).capitalize()}{last}: {why}"
        case TurnCompleted(path=path) if path in asked and _is_final(asked[path].gives, rivals):
            return contract_of(asked[path].gives).title
        case DebateEnded(outcome=outcome, why=why):
            return end_of_debate(outcome, why, rehearsed=nobody_thinks(seats))
        case _:
            return ""


def _documents(
    debate: str, subject: str, records: Sequence[Recorded], record: Recorded, asked: dict[str, TurnAsked]
) -> Due:
    def files() -> dict[str, bytes | None]:
        found: dict[str, bytes | None] = {}
        so_far = records[: record.seq]
        found[f"{FOLDER}/{debate}/debate.md"] = export_markdown(_title(records), so_far).encode()
        event = record.event
        if isinstance(event, TurnCompleted) and event.path in asked:
            found[f"{FOLDER}/{debate}/{asked[event.path].gives}.md"] = event.text.rstrip().encode() + b"\n"
        if isinstance(event, DebateEnded) and (text := _solution(so_far)):
            found[f"{FOLDER}/{debate}/{FILE}"] = text.encode() + b"\n"
        return found

    return Due(subject=subject, event=record.seq, at=int(record.at), files=files)


def _is_final(gives: str, rivals: bool) -> bool:
    """Return whether a turn of a contract is what a debate comes to."""
    return contract_of(gives).final and not (rivals and gives == "artifact")


def _solution(records: Sequence[Recorded]) -> str:
    """Return the solution that was chosen where proposals compete; "" elsewhere."""
    debate = debate_in(records)
    found = solution_of(debate, Planner().walk(debate).past)
    return solution_text(debate, found) if found is not None and found.chosen else ""


def _winning(records: Sequence[Recorded]) -> dict[str, int] | None:
    """Return the turns of the solution that was chosen, each with the place in the log where that was final, which is
    the end of the debate; None where proposals do not compete."""
    opened = records[0].event
    if not isinstance(opened, DebateOpened) or not competing(opened.format):
        return None
    debate = debate_in(records)
    found = solution_of(debate, Planner().walk(debate).past) if debate.over else None
    if found is None or not found.chosen:
        return {}
    end = max(record.seq for record in records if isinstance(record.event, DebateEnded))
    return {turn.path: end for turn in found.turns}


def _title(records: Sequence[Recorded]) -> str:
    opened = records[0].event
    question = " ".join(opened.question.split()) if isinstance(opened, DebateOpened) else ""
    return question if len(question) <= TITLE else f"{question[:TITLE]}…"


@english()
def proposals(records: Sequence[Recorded]) -> list[Proposal]:
    """Return every change that was proposed in a turn, in the order of the log."""
    winning = _winning(records)
    seats: dict[str, Seat] = {}
    asked: dict[str, TurnAsked] = {}
    found: list[Proposal] = []
    for record in records:
        match record.event:
            case DebateOpened() as opened:
                seats = {seat.id: seat for seat in opened.seats}
            case TurnAsked(path=path) as event:
                asked[path] = event
            case TurnCompleted(path=path) as event:
                call = asked.get(path) or (_unasked(path) if event.by == "person" else None)
                if call is not None and call.gives in MESSAGES:
                    final = call.gives == LISTING or contract_of(call.gives).final
                    due = (record.seq if final else 0) if winning is None else winning.get(path, 0)
                    found += _proposed(record, event, call, seats, due)
            case _:
                pass
    return found


def _unasked(path: str) -> TurnAsked:
    """Return a request for what a person said between turns, although nobody had asked."""
    return TurnAsked(path=path, seat="person", model="", task="say", gives="say", heard="all", sees=())


def _proposed(
    record: Recorded, event: TurnCompleted, asked: TurnAsked, seats: dict[str, Seat], due: int
) -> list[Proposal]:
    seat = asked.seat
    known = seats.get(seat)
    diffs = proposed_patches(asked.gives, event.text, event.data)[:MOST_CHANGES]
    told = beyond(asked.gives, event.text, event.data)
    return [
        Proposal(
            turn=event.path,
            number=number,
            name=(known.name or known.id) if known else _service(asked),
            model=event.model or asked.model,
            round=round_of(event.path),
            at=int(record.at),
            event=record.seq,
            diff=diff,
            due=due,
            beyond=told if number == len(diffs) else "",
        )
        for number, diff in enumerate(diffs, 1)
    ]


def _service(asked: TurnAsked) -> str:
    """The final text is nobody's own; whoever wrote it, it is called what it is."""
    contract = contract_of(asked.gives)
    return contract.title if contract.final else SERVICE_NAMES.get(asked.seat, asked.seat)


@english()
def note_files(debate: str, notes: Iterable[Note]) -> dict[str, bytes | None]:
    """Return the notes that were kept of a debate, as documents of its branch."""
    return {
        f"{FOLDER}/{debate}/notes/{note.id}.md": f"# {' '.join(note.title.split())}\n\n{note.body.rstrip()}\n".encode()
        for note in notes
    }
