"""The list of writers, and the figures that are lists: what stands on the board, one entry a line. Text for models."""

from __future__ import annotations

from collections.abc import Callable

from disputatio.debate.board.questions import agenda_of
from disputatio.debate.board.recall import memories_of
from disputatio.debate.board.records import strongest
from disputatio.debate.board.room_entry import room_claim
from disputatio.debate.board.standings import ledger_of
from disputatio.debate.citations.evidence import items_of, subject_of, summary
from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.figures import letters, mean_ranks, statistics_of
from disputatio.debate.policies.iterations import aspect_descriptions
from disputatio.debate.policy import At, seat_in
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.statements.consensus import measure
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import value
from disputatio.prompting.sections.lines import citation_line, claim_line, line, stands

Write = Callable[[At], str]


@value
class Writer:
    """`write` says what a figure says at a moment, "" for nothing; `title` stands above it in a request."""

    title: str
    write: Write


WRITERS: dict[str, Writer] = {}


def writes(name: str, title: str) -> Callable[[Write], Write]:
    """Register a function as the writer of a figure (see `debate.policies.figures.FIGURES` for which there are)."""

    def register(write: Write) -> Write:
        WRITERS[name] = Writer(title=title, write=write)
        return write

    return register


def text_of(name: str, at: At) -> str:
    """Return what a figure says at this moment."""
    return WRITERS[name].write(at)


def title_of(name: str) -> str:
    """Return what stands above a figure; of one that nobody writes any more, its name."""
    return WRITERS[name].title if name in WRITERS else name


MOST_CITATIONS = 40
"""Citations of one turn that the figure `evidence` lists."""

PRESENT = "Participants"
"""What stands before the names of the participants."""

MOST_REFLECTIONS = 6
"""Reflections that the figure `reflections` lists."""


@writes("topic", "Who takes part, and the aspects")
def topic(at: At) -> str:
    """Return who takes part, and the aspects to be debated."""
    names = ", ".join(_name(at, seat.id) for seat in at.seats)
    listed = [f"{name}: {text}" if text else name for name, text in aspect_descriptions(at).items()]
    return f"{PRESENT}: {names}\nAspects: {'; '.join(listed) or 'the question as a whole'}"


@writes("participants", "The participants, by id")
def participants(at: At) -> str:
    """Return who takes part: id, name and role, for those who record."""
    return "\n".join(f"{seat.id}: {_name(at, seat.id)} ({seat.role})" for seat in at.seats)


@writes("points", "The points of the debate so far")
def point_list(at: At) -> str:
    """Return every statement with its id, status and author; what was withdrawn, by its id alone."""
    listed = statements_of(at.past).values()
    gone = ", ".join(one.id for one in listed if one.status == "withdrawn")
    lines = [_line(at, one) for one in listed if one.status != "withdrawn"]
    return "\n".join((*lines, *([f"Withdrawn: {gone}"] if gone else [])))


@writes("standings", "What is agreed")
def standings(at: At) -> str:
    """Return how much is agreed, and what is agreed."""
    statements = statements_of(at.past)
    found = measure(statements.values())
    if not found.measured:
        return "Nothing has been judged yet."
    head = f"Agreed: {found.agreed}. Contested: {found.contested}. Assumptions: {found.assumptions}. "
    lines = [_line(at, one) for one in statements.values() if one.status in ("agreed", "assumption")]
    return "\n".join((f"{head}Not judged: {found.unaddressed}.", *lines))


@writes("disputes", "What is in dispute")
def disputes(at: At) -> str:
    """Return what is still open, with the reason given."""
    lines = [_line(at, one) for one in statements_of(at.past).values() if one.open]
    return "\n".join(lines) or "Nothing is in dispute."


@writes("claims", "The claims so far")
def claims(at: At) -> str:
    """Return every claim with its id, status and sides."""
    return "\n".join(claim_line(at, one) for one in claims_of(at.past).values())


@writes("statistics", "Figures over all answers")
def statistics(at: At) -> str:
    """Return positions without names: how many hold which, and the spread of numbers where positions are numbers."""
    found = statistics_of(at)
    if found.spread:
        return found.spread.line
    counted = (f"{count} × {line(position)}" for position, count in found.held)
    reasons = (f"- {line(reason)}{f' ({count} give it)' if count > 1 else ''}" for reason, count in found.reasons)
    return "\n".join((*counted, *reasons))


@writes("ranking", "The ranking by all")
def ranking(at: At) -> str:
    """Return the mean rank of each answer over the rankings given, best first, by the letter under which it is seen, if
    it has one."""
    seen = letters(at)
    named = {seat: f"Response {seen[seat]}" if seat in seen else _name(at, seat) for seat in at.debate.seats}
    return "\n".join(f"{named[seat]}: mean rank {mean:.2f}" for seat, mean in mean_ranks(at).items())


@writes("claim", "The claim in question")
def claim(at: At) -> str:
    """Return the claim that an enclosing block is about."""
    found = room_claim(at)
    return f"{found.id} {found.text}\nSides: {', '.join(_name(at, side) for side in found.sides)}" if found else ""


@writes("questions", "The questions that were asked")
def questions(at: At) -> str:
    """The last questions, whole. Who asked it and who answered it is not said: names may be hidden."""
    agenda = agenda_of(at)
    status = {one.id: one.status for one in agenda.listed} | dict.fromkeys(agenda.put, "put to you now")
    return "\n".join(f"{one.id} [{status[one.id]}] {line(one.text)}" for one in agenda.listed)


@writes("ledger", "Where everyone stands")
def ledger(at: At) -> str:
    """Return where each participant stands."""
    return "\n".join(stands(at, standing, whole=True) for standing in ledger_of(at.past).values())


@writes("reflections", "Observations so far")
def reflections(at: At) -> str:
    """Return the reflections so far, the most important first."""
    return "\n".join(f"- [{one.kind}] {line(one.text)}" for one in strongest(at.past, MOST_REFLECTIONS))


@writes("memories", "What you remember from earlier")
def memories(at: At) -> str:
    """Return what the seat is reminded of: from earlier in this debate, and from others where its persona was."""
    return "\n".join(f"- {text}" for text in memories_of(at))


@writes("evidence", "Citations, checked by machine against the source")
def evidence(at: At) -> str:
    """Return the citations of what was said since the seat spoke last, as they were checked against the source."""
    found: list[str] = []
    for turn in at.past.newest():
        if turn.seat == at.seat and turn.message:
            break
        if turn.gives == "evidence":
            found.append(_checked(at, turn))
    return "\n\n".join(text for text in reversed(found) if text)


def _checked(at: At, turn: Turn) -> str:
    """Return what came of one check; what failed goes first."""
    of, items = subject_of(turn.path, turn.data), items_of(turn.data)
    author = seat_in(of, at.debate.seats)
    if not items or author == at.seat:
        return ""
    ordered = sorted(items, key=lambda item: not item.failed)
    lines = [f"- {citation_line(item)}" for item in ordered[:MOST_CITATIONS]]
    if len(items) > MOST_CITATIONS:
        lines.append(f"- and {len(items) - MOST_CITATIONS} more")
    return "\n".join((f"{_name(at, author)}: {summary(items)}", *lines))


def _line(at: At, one: Statement) -> str:
    reason = f" — {line(one.reason)}" if one.reason and one.status != "agreed" else ""
    worded = ", reworded since" if one.outdated else ", reworded" if len(one.wordings) > 1 else ""
    failed = " (its only citation does not hold)" if one.unsupported else ""
    return f"{one.id} [{one.status}{worded}] ({_name(at, one.author)}) {line(one.text)}{reason}{failed}"


def _name(at: At, seat: str) -> str:
    return at.debate.seats[seat].name or seat if seat in at.debate.seats else seat
