"""A debate as Markdown to read: question and answer first, what the answer rests on, what became of each statement, the
board, the cost; the transcript comes last.

Text of models is kept as Markdown, but can do nothing beyond its place: raw HTML becomes text, images become links'
text (nothing is fetched), links to anything but web pages and paths are disarmed, headings are put below ours, and
characters that could rewrite the screen of a terminal are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from disputatio.debate.ids import ancestors, parent, step_of
from disputatio.debate.log.events import DebateOpened, Recorded, ToolUse
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.ranges import moment
from disputatio.debate.views import look_ups
from disputatio.debate.views.board_view import BoardItems, ReflectionItem, board_items, claim_texts
from disputatio.debate.views.citations import CitationItem, Share, citations, shares
from disputatio.debate.views.labels import BY, REFLECTIONS
from disputatio.debate.views.messages import doubt_line, room_of, state, text_of, title
from disputatio.debate.views.places import heading
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.result import Line, Result, result_of
from disputatio.debate.views.statements import ClaimItem, PointItem, point_items
from disputatio.debate.views.transcript import Transcript, TurnEntry
from disputatio.debate.views.words import clean, expenses
from disputatio.debate.walk.plan import Planner

# ---- the board: where everyone stands, claims, crux cards, round records, reflections ---------------------------
Inline = Callable[[str], str]


def board_sections(board: BoardItems, inline: Inline) -> list[str]:
    """Return the sections, in Markdown. `inline` makes untrusted text harmless on one line."""
    moves = [f"{move.who.name} has moved: {move.line}" for move in board.moves]
    kept = [
        *_each("Where everyone stands", ((one.who.name, one.stance, one.lines) for one in board.standings), inline),
        *_listed("Claims", [line for claim in board.claims for line in _claim(claim, inline)]),
    ]
    reflections = [f"- {inline(_reflection(one))}" for one in reversed(board.reflections)]
    return [
        *kept,
        *_listed("Changes of position", [f"- {inline(move)}" for move in moves]),
        *_each("Crux cards", ((one.text, "", one.lines) for one in reversed(board.cards)), inline),
        *_each("Round records", ((one.title, one.summary, one.lines) for one in reversed(board.records)), inline),
        *_listed("Reflections", reflections),
    ]


def _listed(title: str, lines: list[str]) -> list[str]:
    return [f"## {title}", "\n".join(lines)] if lines else []


def _each(title: str, parts: Iterable[tuple[str, str, Iterable[str]]], inline: Inline) -> list[str]:
    """Return a section with a part for each: its name, a sentence, and lines."""
    found = [
        text
        for name, said, lines in parts
        for text in (f"### {inline(name)}", inline(said), "\n".join(f"- {inline(line)}" for line in lines))
    ]
    return [f"## {title}", *found] if found else []


def _claim(claim: ClaimItem, inline: Inline) -> list[str]:
    how = f": {inline(claim.resolution)}" if claim.resolution else ""
    said = f"- {inline(claim.key)} **{claim.label.word}{how}** {inline(claim.text)} ({inline(claim.against)})"
    return [said, *(f"  - {inline(link)}" for link in claim.drawn)]


def _reflection(one: ReflectionItem) -> str:
    about = f", about {', '.join(one.about)}" if one.about else ""
    by = ", by rule" if one.rules else ""
    return f"{REFLECTIONS[one.kind].word}, importance {one.importance}{about}{by}: {one.text}"


FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
HEADING = re.compile(r"^((?:[ \t]*(?:>|[-*+]|\d+[.)]))*[ \t]*)(#+)(\s|$)?")
UNDERLINE = re.compile(r"^((?:[ \t]*(?:>|[-*+]|\d+[.)])(?=[ \t>=]))*[ \t]*)(=+|-+)\s*$")
LINK = re.compile(
    r"(\]\(|^[\s>]*\[[^\]]*\]:)([ \t]*+<?+[ \t]*+)(?!https?://|mailto:|[\w./#?=-]+(?:[\s)>]|$))", re.IGNORECASE
)
"""The place before a link's target that is neither on the web nor a plain path: scripts, data, encoded letters."""
TAG = re.compile(r"<(?=[A-Za-z/!?])")
LEVEL = 5
"""Headings in a turn begin at this level."""


def export_markdown(named: str, records: Sequence[Recorded]) -> str:
    """Return the debate so far, finished or not."""
    debate, transcript = fold(record.event for record in records), Transcript()
    for record in records:
        transcript.add(record)
    past = Planner().walk(debate).past
    parts = [
        f"# {inline(named)}",
        *_asked(debate),
        *_result(result_of(debate, past)),
        *_opening(records),
        *_statements(point_items(progress_of(debate, past).points, debate.seats)),
        *board_sections(board_items(debate, past), inline),
        *_evidence(shares(debate, past), citations(debate, past)),
        *_cost(debate),
        *_rounds(transcript, claim_texts(past)),
    ]
    return clean("\n\n".join(part for part in parts if part) + "\n")


def _asked(debate: Debate) -> list[str]:
    return ["## Question", block(debate.question)] if debate.question else []


def _result(result: Result) -> list[str]:
    """The answer, and what it rests on."""
    parts = []
    for section in result.all_sections:
        lines = "\n".join(f"{'  ' if line.below else ''}- {_line(line)}" for line in section.lines)
        parts += [f"## {section.title}", *([block(section.text)] if section.text else []), lines]
    return parts


def _line(line: Line) -> str:
    """A line with the words that it rests on, where it does not say them itself."""
    words = [place.words for place in line.places if place.words and place.words not in line.told]
    said = " ".join(f"(“{inline(each)}”)" for each in words)
    return f"{inline(line.told)} {said}".rstrip()


def _opening(records: Sequence[Recorded]) -> list[str]:
    first = next((record for record in records if isinstance(record.event, DebateOpened)), None)
    if first is None or not isinstance(first.event, DebateOpened):
        return []
    opened = first.event
    when = moment(first.at).strftime("%Y-%m-%d %H:%M UTC")
    facts = [f"- Format: {inline(opened.format.title or opened.format.name)}", f"- Started: {when}"]
    if opened.context.kind != "none":
        pin = f" at `{code(opened.context.pin)}`" if opened.context.pin else ""
        facts.append(f"- Context: {opened.context.kind} {inline(opened.context.title)}{pin}")
    seats = [
        f"| {inline(seat.name or seat.id)} | {inline(seat.role or seat.part)} | {_model(seat.model)} |"
        for seat in opened.seats
    ]
    table = "\n".join(["| Seat | Role | Model |", "| --- | --- | --- |", *seats])
    return ["## Seats", "\n".join(facts), table]


# ---- the transcript --------------------------------------------------------------------------------------------------
def _rounds(transcript: Transcript, claims: Mapping[str, str]) -> list[str]:
    parts = []
    before = ""
    for entry in transcript.turns.values():
        if not _shown(entry):
            continue
        now = inline(_stretch(entry, transcript, claims))
        if now != before:
            before = now
            parts.append(f"### {now}")
        parts += _turn(entry, transcript.seats)
    return ["## Transcript", *parts] if parts else []


def _shown(entry: TurnEntry) -> bool:
    """Return whether participants or people said it, or it is a card or a synthesis; the rest has its own sections."""
    return (entry.message or entry.by == "person") and bool(entry.status != "open" or entry.text or entry.partials)


def _stretch(entry: TurnEntry, transcript: Transcript, claims: Mapping[str, str]) -> str:
    """Return where in the debate a turn is: what is below a synthesis was said after it."""
    if found := heading(entry.path, room_of(entry), claims):
        return found
    above = (transcript.turns.get(path) for path in ancestors(parent(entry.path)))
    if any(turn is not None and turn.gives == "synthesis" for turn in above):
        return "After the synthesis"
    return step_of(entry.path.partition("/")[0]).replace("-", " ").capitalize() or "Debate"


def _turn(entry: TurnEntry, seats: Mapping[str, Seat]) -> list[str]:
    """Who, what model, what was said, what was looked up."""
    told = state(entry) or doubt_line(entry)
    return [
        f"#### {inline(title(entry, seats))}",
        f"*{_by(entry)}*",
        *([f"*{inline(told)}*"] if told else []),
        block(text_of(entry)),
        *_tools(entry.tools),
    ]


def _by(entry: TurnEntry) -> str:
    return inline(BY[entry.by]) if BY[entry.by] else _model(entry.model or entry.asked_model)


def _tools(uses: Sequence[ToolUse]) -> list[str]:
    lines = [f"- {inline(look_ups.look_up_line(use))}" for use in uses]
    return ["\n".join(("Looked up:", "", *lines))] if lines else []


# ---- what came of it -------------------------------------------------------------------------------------------------
def _statements(statements: Iterable[PointItem]) -> list[str]:
    parts: dict[str, list[str]] = {}
    for one in statements:
        reason = f" ({inline(one.reason)})" if one.reason else ""
        said = f"- {inline(one.key)} {inline(one.author.name)}: {inline(one.text)}{reason}"
        lines = [said, *(f"  - {inline(line)}" for line in one.lines)]
        parts.setdefault(one.label.word, []).append("\n".join(lines))
    told = [text for word, lines in parts.items() for text in (f"### {word.capitalize()}", "\n".join(lines))]
    return ["## Statements", *told] if told else []


def _evidence(totals: Iterable[Share], found: Iterable[CitationItem]) -> list[str]:
    """Return what became of the citations."""
    lines = [f"- {inline(one.who.name)}: {inline(one.told)}" for one in totals if one.citations]
    lines += [f"- {inline(one.line)}" for one in found]
    return ["## Citations", "\n".join(lines)] if lines else []


def _cost(debate: Debate) -> list[str]:
    return ["## Cost", f"{inline(expenses(debate.spent))}."] if debate.spent.turns else []


def _model(model: str) -> str:
    return f"`{code(model)}`" if model else "no model"


def code(text: str) -> str:
    """Text inside a code span."""
    return " ".join(text.replace("`", "'").split())


def inline(text: str) -> str:
    """Untrusted text on one line: nothing in it is markup."""
    return re.sub(r"([\\`*_{}\[\]<>()#|!~&])", r"\\\1", " ".join(text.split()))


def block(text: str) -> str:
    """Untrusted Markdown: emphasis, lists and code stay, raw HTML and images do not work, headings go below ours."""
    lines = []
    fence = ""
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        mark = FENCE.match(line)
        if fence:
            lines.append(line)
            if mark and mark[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif mark and not (mark[1][0] == "`" and "`" in line[mark.end() :]):
            fence = mark[1]
            lines.append(line)
        else:
            lines.append(_plain(line))
    if fence:
        lines.append(fence)  # an open fence would swallow everything that follows
    return "\n".join(lines)


def _lowered(mark: re.Match[str]) -> str:
    """Return a heading below ours; what only some readers of Markdown take for a heading ("#tag") is escaped."""
    before, signs, space = mark.groups()
    if space is None or len(signs) > 6:
        return f"{before}\\{signs}{space or ''}"
    return f"{before}{'#' * min(6, len(signs) + LEVEL - 1)}{space}"


def _plain(line: str) -> str:
    """Return a line outside fences. What begins a tag is escaped, also in code spans: their ends cannot be told by
    line."""
    line = UNDERLINE.sub(r"\1\\\2", line)
    line = HEADING.sub(_lowered, line)
    line = LINK.sub(r"\1\2unsafe:", line)
    return TAG.sub("&lt;", line).replace("![", "!\\[")
