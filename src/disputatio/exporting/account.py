"""What every export that people read tells of a debate, in its order: question and answer first, what the answer rests
on, what became of each statement, the board, the cost; the transcript comes last (SPEC EXPORT.1).

Markdown, HTML, PDF and the decision record are written from this one account, which is taken from the views that the
faces show: none of them can tell anything else. Nothing here is escaped; each writer does that for its target.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from disputatio.debate.ids import ancestors, parent, step_of
from disputatio.debate.log.events import DebateOpened, Recorded, SeatAssigned, follow_ups
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.log.seats import HUMAN, Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.ranges import moment
from disputatio.debate.values import value
from disputatio.debate.views import look_ups
from disputatio.debate.views.arguments import Edge, arguments_of
from disputatio.debate.views.board_view import BoardItems, ReflectionItem, board_items, claim_texts
from disputatio.debate.views.citations import CitationItem, Share, citations, shares
from disputatio.debate.views.code_quality import Metrics
from disputatio.debate.views.code_versions import fenced, history_of
from disputatio.debate.views.labels import BY, CHARACTER, LINKS, REFLECTIONS
from disputatio.debate.views.places import Place, heading
from disputatio.debate.views.plain_text import paired, says, without_marks
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.result import SOLUTION, Result, result_of
from disputatio.debate.views.result_section import Line
from disputatio.debate.views.statements import ClaimItem, PointItem, point_items
from disputatio.debate.views.transcript import Transcript, TurnEntry, transcript_of
from disputatio.debate.views.transcript_words import (
    author,
    doubt_line,
    made_by,
    named_turn,
    room_of,
    state,
    text_besides_answer,
    text_of,
)
from disputatio.debate.views.turning_lines import MOST_MOVES
from disputatio.debate.views.words import expenses
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import english, listed, unquoted

Style = Literal["", "own", "strong", "code"]


@value
class Run:
    """Words in one style. `own`: they are ours, and hold nothing that was said in the debate."""

    text: str
    style: Style = ""

    @property
    def shown(self) -> str:
        """The words on one line, without the marks of Markdown, for what is no Markdown."""
        if self.style == "own":
            return self.text
        line = " ".join(self.text.split())
        return line if self.style == "code" else without_marks(line)


Runs = tuple[Run, ...]


@value
class Item:
    """A line of a list. `below`: it belongs to the line above it."""

    runs: Runs
    below: bool = False


@value
class Listing:
    items: tuple[Item, ...]


@value
class Passage:
    """Markdown, as somebody wrote it."""

    text: str


@value
class Sentence:
    runs: Runs


@value
class Subheading:
    text: str


@value
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[Runs, ...], ...]


Part = Subheading | Passage | Sentence | Listing | Table


@value
class Chapter:
    title: str
    parts: tuple[Part, ...]


@value
class Speech:
    """One turn. `name` spoke; `seat` is their place at the table from 0, -1 where they have none. `sign` tells them
    apart without colour. `by`: the model, or who else made it. `told`: what is to be known of the turn.
    `looked_up`: what they did with tools, a line each."""

    name: str
    seat: int
    sign: str
    by: Run
    told: str
    text: str
    looked_up: tuple[str, ...]


@value
class Stretch:
    """What was said in one part of the debate."""

    title: str
    speeches: tuple[Speech, ...]


@value
class Account:
    """`result`: the chapters about the result, the recommendation first; `chapters`: what it rests on. `alternatives`:
    what there was to choose from, for records of decisions. `question`: "" where the title says it. `started`: when the
    debate was opened, as in "2026-03-01 10:00 UTC"."""

    title: str
    question: str
    result: Result
    answer: tuple[Chapter, ...]
    opening: Chapter | None
    chapters: tuple[Chapter, ...]
    stretches: tuple[Stretch, ...]
    alternatives: Listing | None = None
    started: str = ""

    @property
    def all_chapters(self) -> tuple[Chapter, ...]:
        """All but question and transcript, in their order."""
        return (*self.answer, *((self.opening,) if self.opening else ()), *self.chapters)


@english()
def account_of(named: str, records: Sequence[Recorded], measured: Mapping[str, Metrics] | None = None) -> Account:
    """Return the account of the debate so far, finished or not. `named`: its title; `measured`: what was measured of
    its versions of code, by the path of their turn."""
    debate, transcript = debate_in(records), transcript_of(records)
    past = Planner().walk(debate).past
    result, board = result_of(debate, past), board_items(debate, past)
    first = next((record for record in records if isinstance(record.event, DebateOpened)), None)
    chapters = (
        _statements(
            point_items(progress_of(debate, past).points, debate.seats), board.claims, arguments_of(past).edges
        ),
        _code(records, measured or {}, solved=bool(result.section(SOLUTION).text)),
        *_board(board),
        _evidence(shares(debate, past), citations(debate, past)),
        _cost(debate, records),
    )
    return Account(
        title=named,
        question="" if _alike(debate.question, named) else debate.question,
        result=result,
        answer=tuple(_result(result)),
        opening=_opening(first, records) if first else None,
        chapters=tuple(one for one in chapters if one.parts),
        stretches=tuple(_stretches(transcript, claim_texts(past), result.path)),
        alternatives=_listing(result.alternatives),
        started=_when(first) if first else "",
    )


def _alike(question: str, title: str) -> bool:
    """Return whether a title says the whole question."""
    one, other = (" ".join(text.casefold().split()).rstrip(".?! ") for text in (question, title))
    return one == other


def _said(text: str) -> Runs:
    return (Run(text=text),)


def _own(text: str) -> Run:
    return Run(text=text, style="own")


def _plain(lines: Iterable[str]) -> tuple[Part, ...]:
    """Return a list of lines; nothing where there are none."""
    items = tuple(Item(runs=_said(line)) for line in lines)
    return (Listing(items=items),) if items else ()


# ---- the result ------------------------------------------------------------------------------------------------------
def _result(result: Result) -> Iterator[Chapter]:
    """Yield the answer, and what it rests on."""
    for section in result.all_sections:
        text = (Passage(text=section.text),) if section.text else ()
        listing = _listing(section.lines)
        yield Chapter(title=section.title, parts=(*text, *((listing,) if listing else ())))


def _listing(lines: Sequence[Line]) -> Listing | None:
    return Listing(items=tuple(Item(runs=_line(line), below=line.below) for line in lines)) if lines else None


def _line(line: Line) -> Runs:
    """Return a line with the words that it rests on, where it does not say them itself."""
    found = [place for place in line.places if place.words and not says(line.told, place.words)]
    return (Run(text=line.told), *(run for place in found for run in _quotation(place)))


def _quotation(place: Place) -> Runs:
    who = (Run(text=place.by), _own(": ")) if place.by else ()
    return (_own(" ("), *who, _own("“"), Run(text=unquoted(paired(place.words))), _own("”)"))


# ---- how the debate began --------------------------------------------------------------------------------------------
def _when(first: Recorded) -> str:
    return moment(first.at).strftime("%Y-%m-%d %H:%M UTC")


def _opening(first: Recorded, records: Sequence[Recorded]) -> Chapter | None:
    opened = first.event
    if not isinstance(opened, DebateOpened):
        return None
    facts: list[Runs] = [
        (_own("Format: "), Run(text=opened.format.title or opened.format.name)),
        (_own(f"Started: {_when(first)}"),),
    ]
    if opened.context.kind != "none":
        pin = (_own(" at "), Run(text=opened.context.pin, style="code")) if opened.context.pin else ()
        facts.append((_own(f"Context: {opened.context.kind} "), Run(text=opened.context.title), *pin))
    rows = tuple(
        (_said(seat.name or seat.id), _said(seat.role or seat.part), tuple(_models(seat, records)))
        for seat in opened.seats
    )
    listing = Listing(items=tuple(Item(runs=fact) for fact in facts))
    return Chapter(title="Seats", parts=(listing, Table(head=("Seat", "Role", "Model"), rows=rows)))


def _models(seat: Seat, records: Sequence[Recorded]) -> Iterator[Run]:
    """Yield the model of a seat, and those that it was given later."""
    yield _model(seat.model)
    for event in (record.event for record in records):
        if isinstance(event, SeatAssigned) and event.seat == seat.id:
            yield _own(", then ")
            yield _model(event.model) if event.model else _own("left empty")


def _model(model: str) -> Run:
    if model == HUMAN:
        return _own("a person")
    return Run(text=model, style="code") if model else _own("no model")


# ---- what came of it -------------------------------------------------------------------------------------------------
def _statements(statements: Iterable[PointItem], claims: Iterable[ClaimItem], edges: Iterable[Edge]) -> Chapter:
    """Return each statement with all that is known of it, also as a claim."""
    parts: dict[str, list[Item]] = {}
    disputed = {claim.key: tuple(_of_claim(claim)) for claim in claims}
    drawn: dict[str, dict[str, None]] = {}
    former: dict[str, list[Edge]] = {}
    for edge in edges:
        if edge.former and not edge.withdrawn:  # told once, of what was reworded
            former.setdefault(edge.target, []).append(edge)
        else:
            drawn.setdefault(edge.drawer, {})[f"It {edge.told}"] = None
    for key, before in former.items():
        bore = (
            f"{passive} {listed(dict.fromkeys(sources))}"
            for kind, (_, _, passive) in LINKS.items()
            if (sources := [edge.source for edge in before if edge.kind == kind])
        )
        drawn.setdefault(key, {})[f"As it was worded before, it was {', '.join(bore)}"] = None
    for one in statements:
        told = any(one.reason in line for line in one.lines)  # how it came about says so, too
        reason = _reason(one) if one.reason and not told else ()
        said = (Run(text=one.key), _own(" "), Run(text=one.by), _own(": "), Run(text=one.text), *reason)
        lines = (
            Item(runs=_said(line), below=True)
            for line in (*disputed.get(one.key, ()), *drawn.get(one.key, ()), *one.lines)
        )
        parts.setdefault(one.label.word, []).extend((Item(runs=said), *lines))
    found = (
        part for word, items in parts.items() for part in (Subheading(text=word.capitalize()), Listing(items=(*items,)))
    )
    return Chapter(title="Statements", parts=tuple(found))


def _reason(one: PointItem) -> Runs:
    """Return what the last judgement said of a statement, in whose words."""
    if not one.reason_by:
        return _own(" ("), Run(text=one.reason), _own(")")
    return _own(" ("), Run(text=one.reason_by), _own(": “"), Run(text=paired(one.reason)), _own("”)")


def _code(records: Sequence[Recorded], measured: Mapping[str, Metrics], *, solved: bool) -> Chapter:
    """Return the versions of code, a line each, and the newest whole, unless it is known which one won, and that one
    stands among the chapters of the result."""
    history = history_of(records)
    history.measured(measured)
    if not history.versions:
        return Chapter(title="Code versions", parts=())
    newest = history.versions[-1]
    lines = _plain([*(one.line for one in history.versions), *filter(None, [history.postponed])])
    if solved:
        return Chapter(title="Code versions", parts=lines)
    return Chapter(title="Code versions", parts=(*lines, Subheading(text=newest.name), Passage(text=fenced(newest))))


def _board(board: BoardItems) -> Iterator[Chapter]:
    """Yield where everyone stands, crux cards, round records, reflections. Who agrees with what stands among the
    statements, and who moved among the changes of position."""
    listed = board.moves if len(board.moves) > MOST_MOVES else ()  # else the result has told them all
    moves = (move.line for move in listed)
    known = (one for one in board.standings if one.stance or one.own_lines)
    yield _each("Where everyone stands", ((one.who.name, one.stance, one.own_lines) for one in known))
    yield Chapter(title="Changes of position", parts=_plain(moves))
    yield _each("Crux cards", ((one.text, "", one.lines) for one in reversed(board.cards)))
    yield _each("Round records", ((one.title, one.summary, one.lines) for one in reversed(board.records)))
    yield Chapter(title="Reflections", parts=_plain(_reflection(one) for one in reversed(board.reflections)))


def _each(title: str, entries: Iterable[tuple[str, str, Iterable[str]]]) -> Chapter:
    """Return a chapter with a part for each: its name, a sentence, and lines."""
    parts = list[Part]()
    for name, said, lines in entries:
        parts += (Subheading(text=name), *((Sentence(runs=_said(said)),) if said else ()), *_plain(lines))
    return Chapter(title=title, parts=tuple(parts))


def _of_claim(claim: ClaimItem) -> Iterator[str]:
    """Yield what became of a dispute."""
    yield claim.outcome


def _reflection(one: ReflectionItem) -> str:
    about = f", about {', '.join(one.about)}" if one.about else ""
    by = ", by rule" if one.rules else ""
    return f"{REFLECTIONS[one.kind].word}, importance {one.importance}{about}{by}: {one.text}"


def _evidence(totals: Iterable[Share], found: Iterable[CitationItem]) -> Chapter:
    """Return what became of the citations."""
    lines = [f"{one.who.name}: {one.told}" for one in totals if one.citations]
    return Chapter(title="Citations", parts=_plain([*lines, *(one.line for one in found)]))


def _cost(debate: Debate, records: Sequence[Recorded]) -> Chapter:
    requests = debate.spent.turns + follow_ups(records)
    said = Sentence(runs=(Run(text=expenses(debate.spent, requests)), _own(".")))
    return Chapter(title="Cost", parts=(said,) if debate.spent.turns else ())


# ---- the transcript --------------------------------------------------------------------------------------------------
def _stretches(transcript: Transcript, claims: Mapping[str, str], result: str) -> Iterator[Stretch]:
    """Yield the stretches of the debate. `result`: the turn of which the first page tells."""
    now, speeches = "", list[Speech]()
    for entry in _in_rooms([entry for entry in transcript.turns.values() if _shown(entry)]):
        here = " ".join(_stretch(entry, transcript, claims).split())
        if here != now and speeches:
            yield Stretch(title=now, speeches=tuple(speeches))
            speeches = []
        now = here
        speeches.append(_speech(entry, transcript.seats, told=entry.path == result))
    if speeches:
        yield Stretch(title=now, speeches=tuple(speeches))


def _in_rooms(entries: list[TurnEntry]) -> Iterator[TurnEntry]:
    """Yield the turns in their order, all of a crux room and its card together: rooms go on at the same time."""
    rooms = dict[str, list[TurnEntry]]()
    for entry in entries:
        rooms.setdefault(_room(entry) or entry.path, []).append(entry)
    return (entry for room in rooms.values() for entry in room)


def _room(entry: TurnEntry) -> str:
    """Return the path of the crux room in which a turn is said, or whose card it is; "" for any other."""
    return parent(entry.path) if entry.card is not None else room_of(entry)


def _shown(entry: TurnEntry) -> bool:
    """Return whether participants or people said it, or it is a card or a synthesis; the rest has its own chapters."""
    return (entry.message or entry.by == "person") and bool(entry.status != "open" or entry.text or entry.partials)


def _stretch(entry: TurnEntry, transcript: Transcript, claims: Mapping[str, str]) -> str:
    """Return where in the debate a turn is: what is below a synthesis was said after it."""
    if found := heading(entry.path, _room(entry), claims):
        return found
    above = (transcript.turns.get(path) for path in ancestors(parent(entry.path)))
    if any(turn is not None and turn.gives == "synthesis" for turn in above):
        return "After the synthesis"
    return step_of(entry.path.partition("/")[0]).replace("-", " ").capitalize() or "Debate"


def _made_by(entry: TurnEntry) -> Run:
    if BY[entry.by] or entry.seat == "sandbox":
        return Run(text=made_by(entry))
    return _model(entry.model or entry.asked_model)


def _speech(entry: TurnEntry, seats: Mapping[str, Seat], *, told: bool) -> Speech:
    return Speech(
        name=named_turn(entry, seats),
        seat=list(seats).index(entry.seat) if entry.seat in seats else -1,
        sign=CHARACTER[author(entry, seats).glyph],
        by=_made_by(entry),
        told=state(entry) or doubt_line(entry),
        text=text_besides_answer(entry) if told else text_of(entry),
        looked_up=tuple(look_ups.look_up_line(use) for use in entry.tools if not look_ups.is_idle(use)),
    )
