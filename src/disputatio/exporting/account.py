"""What every export that people read tells of a debate, in its order: question and answer first, what the answer rests
on, what became of each statement, the board, the cost; the transcript comes last (SPEC EXPORT.1).

Markdown, HTML, PDF and the decision record are written from this one account, which is taken from the views that the
faces show: none of them can tell anything else. Nothing here is escaped; each writer does that for its target.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from disputatio.debate.log.events import DebateOpened, Recorded, SeatAssigned, follow_ups
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.ranges import moment
from disputatio.debate.values import value
from disputatio.debate.views.arguments import Edge, arguments_of, places_of
from disputatio.debate.views.board_view import BoardItems, ReflectionItem, board_items, claim_texts
from disputatio.debate.views.changes import told_briefly
from disputatio.debate.views.citations import CitationItem, Share, citations, shares
from disputatio.debate.views.code_quality import FORMULA, Metrics
from disputatio.debate.views.code_versions import fenced, history_of
from disputatio.debate.views.labels import REFLECTIONS
from disputatio.debate.views.places import Place
from disputatio.debate.views.plain_text import asked_in, paired, says, without_because
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.result import ASKED, SOLUTION, Result, result_of
from disputatio.debate.views.result_section import Line
from disputatio.debate.views.statements import ClaimItem, PointItem, point_items
from disputatio.debate.views.transcript import TurnEntry, transcript_of
from disputatio.debate.views.transcript_words import text_besides_answer, text_of, with_key
from disputatio.debate.views.turning_lines import MOST_MOVES
from disputatio.debate.views.words import expenses
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import english, listed, unquoted
from disputatio.exporting.pieces import (
    Chapter,
    Item,
    Listing,
    Part,
    Passage,
    Run,
    Runs,
    Sentence,
    Stretch,
    Subheading,
    Table,
    model_run,
    own,
)
from disputatio.exporting.spoken import IN_FULL, stretches

LONGEST_TITLE = 300
"""Characters of a question that is a heading."""
_HEADLINE = re.compile(r"\A\*\*[^*\n]+\*\*\n\s*\n")
"""A first paragraph that is in bold as a whole."""
_CLAUSE = re.compile(r"[.;:?!](?=\s|$)")
"""What ends a clause."""


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
    entry = transcript.turns.get(result.path)
    prose = _prose(entry, result)
    keyed = with_key(entry, prose) if entry is not None and prose else ""
    told = frozenset(line.text for section in result.sections for line in section.lines)
    first = next((record for record in records if isinstance(record.event, DebateOpened)), None)
    chapters = (
        _statements(
            point_items(progress_of(debate, past).points, debate.seats, places_of(past)),
            board.claims,
            arguments_of(past).edges,
        ),
        _code(records, measured or {}, solved=bool(result.section(SOLUTION).text)),
        *_board(board, told),
        _evidence(shares(debate, past), citations(debate, past), told),
        _cost(debate, records),
    )
    title = _closed(_whole(named, debate.question))
    return Account(
        title=title,
        question="" if _alike(debate.question, title) else debate.question,
        result=result,
        answer=tuple(_result(result, keyed, has_key=keyed != prose)),
        opening=_opening(first, records) if first else None,
        chapters=tuple(one for one in chapters if one.parts),
        stretches=tuple(
            stretches(
                transcript,
                claim_texts(past),
                result.path,
                moved=bool(prose),
                answered=bool(result.section(ASKED).lines),
            )
        ),
        alternatives=_listing(result.alternatives),
        started=_when(first) if first else "",
    )


def _whole(title: str, question: str) -> str:
    """Return the question in place of a title that only cuts it off, or of a long one the sentence that asks, or the
    first clause: a heading is read as a sentence."""
    one, asked, begun = " ".join(question.split()), asked_in(question), title.removesuffix("…").rstrip()
    if not (title.endswith("…") and (one.startswith(begun) or asked.startswith(begun))):
        return title
    if len(one) <= LONGEST_TITLE:
        return one
    ends = (each.start() for each in _CLAUSE.finditer(asked))
    least = len(begun) if asked.startswith(begun) else 1
    clause = next((asked[:end] for end in ends if end >= least), asked)
    whole = asked if len(asked) <= LONGEST_TITLE else f"{clause}…"
    return whole if len(whole) <= LONGEST_TITLE else title


def _closed(title: str) -> str:
    """Return a title that is cut off inside brackets without them."""
    within = title.endswith("…") and title.rfind("(") > title.rfind(")")
    return f"{title[: title.rfind('(')].rstrip()}…" if within and title.rfind("(") > 0 else title


def _alike(question: str, title: str) -> bool:
    """Return whether a title says the whole question."""
    one, other = (" ".join(text.casefold().split()).rstrip(".?! ") for text in (question, title))
    return one == other


def _said(text: str) -> Runs:
    return (Run(text=text),)


def _plain(lines: Iterable[str]) -> tuple[Part, ...]:
    """Return a list of lines; nothing where there are none."""
    items = tuple(Item(runs=_said(line)) for line in lines)
    return (Listing(items=items),) if items else ()


# ---- the result ------------------------------------------------------------------------------------------------------
def _result(result: Result, prose: str, *, has_key: bool) -> Iterator[Chapter]:
    """Yield the answer, what its author says of it in `prose`, which may have the key to its letters, and what it rests
    on. What is known of a solution stands above it: it is long."""
    for number, section in enumerate(result.all_sections):
        text = (Passage(text=section.text),) if section.text else ()
        lines = tuple(line for line in section.lines if not (has_key and line.key))
        listing = tuple(in_lists(lines))
        parts = (*listing, *text) if section.title == SOLUTION else (*text, *listing)
        yield Chapter(title=section.title, parts=parts)
        if prose and not number:
            yield Chapter(title=IN_FULL, parts=(Passage(text=prose),))


def _prose(entry: TurnEntry | None, result: Result) -> str:
    """Return what a synthesis says besides what the result tells section by section; "" where that is nothing. A
    headline in bold is the recommendation once more, which stands above."""
    if entry is None or entry.gives != "synthesis" or not result.answer:
        return ""
    text = text_besides_answer(entry)
    for name in ("decisions", "findings"):
        text = re.sub(
            rf"^#{{1,6}} *{name}\b[^\n]*\n(?:(?!#).*(?:\n|\Z))*", "", text, flags=re.IGNORECASE | re.MULTILINE
        )
    text = _HEADLINE.sub("", text.strip())
    told = " ".join(text.split()) in ("", " ".join(text_of(entry, keyed=False).split()))
    return "" if told else text.strip()


def in_lists(lines: Iterable[Line]) -> Iterator[Part]:
    """Yield lines as lists, each below what heads it: a sentence, or else a heading."""
    for headed, group in groupby(lines, key=lambda line: line.stage == "head"):
        if not headed:
            yield Listing(items=tuple(_items(group)))
        for line in group if headed else ():
            text = line.told.removesuffix(":")
            yield Subheading(text=text) if text != line.told else Sentence(runs=_line(line))


def _items(lines: Iterable[Line]) -> Iterator[Item]:
    """Yield the items of a list. What belongs to a line above it stands by itself where a heading has taken that."""
    begun = False
    for line in lines:
        begun |= not line.below
        yield Item(runs=_line(line), below=line.below and begun)


def _listing(lines: Sequence[Line]) -> Listing | None:
    return Listing(items=tuple(_items(lines))) if lines else None


def _line(line: Line) -> Runs:
    """Return a line with the words that it rests on, where it does not say them itself, and whose they are."""
    untold = [place for place in line.places if place.by or not says(line.told, without_because(place.words))]
    found = [place for place in untold if place.words]
    return (Run(text=line.told), *(run for place in found for run in _quotation(place)))


def _quotation(place: Place) -> Runs:
    who = (Run(text=place.by), own(": ")) if place.by else ()
    return (own(" ("), *who, own("“"), Run(text=unquoted(paired(place.words))), own("”)"))


# ---- how the debate began --------------------------------------------------------------------------------------------
def _when(first: Recorded) -> str:
    return moment(first.at).strftime("%Y-%m-%d %H:%M UTC")


def _opening(first: Recorded, records: Sequence[Recorded]) -> Chapter | None:
    opened = first.event
    if not isinstance(opened, DebateOpened):
        return None
    facts: list[Runs] = [
        (own("Format: "), Run(text=opened.format.title or opened.format.name)),
        (own(f"Started: {_when(first)}"),),
    ]
    if opened.context.kind != "none":
        pin = (own(" at "), Run(text=opened.context.pin, style="code")) if opened.context.pin else ()
        facts.append((own(f"Context: {opened.context.kind} "), Run(text=opened.context.title), *pin))
    rows = tuple(
        (_said(seat.name or seat.id), _said(seat.role or seat.part), tuple(_models(seat, records)))
        for seat in opened.seats
    )
    listing = Listing(items=tuple(Item(runs=fact) for fact in facts))
    return Chapter(title="Seats", parts=(listing, Table(head=("Seat", "Role", "Model"), rows=rows)))


def _models(seat: Seat, records: Sequence[Recorded]) -> Iterator[Run]:
    """Yield the model of a seat, and those that it was given later."""
    yield model_run(seat.model)
    for event in (record.event for record in records):
        if isinstance(event, SeatAssigned) and event.seat == seat.id:
            yield own(", then ")
            yield model_run(event.model) if event.model else own("left empty")


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
    for key, before in former.items():  # what spoke for it is no reason to read it otherwise
        if sources := dict.fromkeys(edge.source for edge in before if edge.kind == "attacks"):
            drawn.setdefault(key, {})[f"As it was worded before, it was attacked by {listed(sources)}"] = None
    for one in statements:
        told = any(one.reason in line for line in one.lines)  # how it came about says so, too
        reason = _reason(one) if one.reason and not told else ()
        said = (Run(text=one.key), own(" "), Run(text=one.by), own(": "), Run(text=one.text), *reason)
        attacked = (f"{one.attacked[:1].upper()}{one.attacked[1:]}",) if one.attacked else ()
        lines = (
            Item(runs=_said(line), below=True)
            for line in (*disputed.get(one.key, ()), *drawn.get(one.key, ()), *attacked, *one.lines)
        )
        parts.setdefault(one.label.word, []).extend((Item(runs=said), *lines))
    found = (
        part for word, items in parts.items() for part in (Subheading(text=word.capitalize()), Listing(items=(*items,)))
    )
    return Chapter(title="Statements", parts=tuple(found))


def _reason(one: PointItem) -> Runs:
    """Return what the last judgement said of a statement, in whose words."""
    if not one.reason_by:
        return own(" ("), Run(text=one.reason), own(")")
    return own(" ("), Run(text=one.reason_by), own(": “"), Run(text=paired(one.reason)), own("”)")


def _code(records: Sequence[Recorded], measured: Mapping[str, Metrics], *, solved: bool) -> Chapter:
    """Return the versions of code, a line each, and the newest whole, unless it is known which one won, and that one
    stands among the chapters of the result."""
    history = history_of(records)
    history.measured(measured)
    if not history.versions:
        return Chapter(title="Code versions", parts=())
    newest = history.versions[-1]
    scored = any(one.score is not None for one in history.versions)
    formula = (Sentence(runs=(own(FORMULA),)),) if scored else ()
    lines = _plain([*(one.line for one in history.versions), *filter(None, [history.postponed])])
    if solved:
        return Chapter(title="Code versions", parts=(*lines, *formula))
    return Chapter(
        title="Code versions", parts=(*lines, *formula, Subheading(text=newest.name), Passage(text=fenced(newest)))
    )


def _board(board: BoardItems, told: Collection[str]) -> Iterator[Chapter]:
    """Yield where everyone stands, crux cards, round records, reflections. Who agrees with what stands among the
    statements, and who moved among the changes of position; of whom nothing is known but an answer that the result has
    `told`, nothing is told again."""
    listed = board.moves if len(board.moves) > MOST_MOVES else ()  # else the result has told them all
    moves = (move.line for move in told_briefly(listed))
    known = [one for one in board.standings if one.stance or one.own_lines]
    more = [one for one in known if one.own_lines or one.stance not in told]
    title = "Where everyone stands" if len(more) == len(known) else "What else is known of participants"
    yield _each(title, ((one.who.name, one.stance, one.own_lines) for one in more))
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


def _evidence(totals: Iterable[Share], found: Iterable[CitationItem], told: Collection[str]) -> Chapter:
    """Return what became of the citations, without the sums that the result has `told`."""
    sums = (f"{one.who.name}: {one.told}" for one in totals if one.citations)
    lines = [line for line in sums if f"{line}." not in told]
    return Chapter(title="Citations", parts=_plain([*lines, *(one.line for one in found)]))


def _cost(debate: Debate, records: Sequence[Recorded]) -> Chapter:
    said = Sentence(runs=(Run(text=expenses(debate.spent, follow_ups(records))), own(".")))
    return Chapter(title="Cost", parts=(said,) if debate.spent.turns else ())
