"""A debate as Markdown to read: question, seats, turns by round, what became of the points, synthesis, dissent.

Text of models is kept as Markdown, but can do nothing beyond its place: raw HTML becomes text, images become links'
text (nothing is fetched), links to anything but web pages and paths are disarmed, headings are put below ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from disputatio.debate.cruxes import ROOM
from disputatio.debate.events import (
    DebateEnded,
    DebateOpened,
    PassBegan,
    Recorded,
    ToolUse,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
)
from disputatio.debate.formats import MESSAGES
from disputatio.debate.ids import ASPECT, index_of, join, rounds_before, segments
from disputatio.debate.ranges import moment
from disputatio.debate.seats import SERVICES
from disputatio.debate.values import Json
from disputatio.debate.views import look_ups
from disputatio.debate.views.structured import readable
from disputatio.exporting.board import board_sections

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
HEADING = re.compile(r"^((?:[ \t]*(?:>|[-*+]|\d+[.)]))*[ \t]*)(#+)(\s|$)?")
UNDERLINE = re.compile(r"^((?:[ \t]*(?:>|[-*+]|\d+[.)])(?=[ \t>=]))*[ \t]*)(=+|-+)\s*$")
LINK = re.compile(
    r"(\]\(|^[\s>]*\[[^\]]*\]:)([ \t]*+<?+[ \t]*+)(?!https?://|mailto:|[\w./#?=-]+(?:[\s)>]|$))", re.IGNORECASE
)
"""The place before a link's target that is neither on the web nor a plain path: scripts, data, encoded letters."""
TAG = re.compile(r"<(?=[A-Za-z/!?])")
LEVEL = 4
"""Headings in a turn begin at this level."""

POINTS = (("agree", "Agreed"), ("disagree", "Contested"), ("unverifiable", "Unverifiable"))
BY = {"model": "", "rules": " · worked out by rules, no model was asked", "person": " · written by a person"}


@dataclass(slots=True)
class Story:
    """What the export tells, gathered from the log."""

    opened: DebateOpened | None = None
    started: float = 0.0
    ended: DebateEnded | None = None
    loops: set[str] = field(default_factory=set)
    asked: dict[str, TurnAsked] = field(default_factory=dict)
    turns: dict[str, TurnCompleted] = field(default_factory=dict)
    partial: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    tools: dict[str, tuple[ToolUse, ...]] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)


def export_markdown(title: str, records: Sequence[Recorded]) -> str:
    """The debate so far, finished or not."""
    story = _gather(records)
    board = board_sections(records, inline)
    parts = [f"# {inline(title)}", *_opening(story), *_rounds(story), *_points(story), *board, *_endings(story)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _gather(records: Iterable[Recorded]) -> Story:
    story = Story()
    for record in records:
        match record.event:
            case DebateOpened() as event:
                story.opened, story.started = event, record.at
            case PassBegan(path=path):
                story.loops.add(path)
            case TurnAsked(path=path) as event:
                story.asked[path] = event
                _place(story, path)
            case TurnCompleted(path=path) as event:
                story.turns[path] = event
                _place(story, path)
            case TurnDrafted(path=path, start=start, text=text):
                story.partial[path] = story.partial.get(path, "")[:start] + text
            case TurnCut(path=path, text=text, tools=tools):
                story.partial[path], story.tools[path] = text, tools
            case TurnFailed(path=path, why=why) | TurnAbstained(path=path, why=why):
                story.missing[path] = why
            case DebateEnded() as event:
                story.ended = event
            case _:
                pass
    return story


def _place(story: Story, path: str) -> None:
    if path not in story.order:
        story.order.append(path)


def _opening(story: Story) -> list[str]:
    opened = story.opened
    if opened is None:
        return []
    when = moment(story.started).strftime("%Y-%m-%d %H:%M UTC")
    facts = [f"- Format: {inline(opened.format.title or opened.format.name)}", f"- Started: {when}"]
    if opened.context.kind != "none":
        pin = f" at `{code(opened.context.pin)}`" if opened.context.pin else ""
        facts.append(f"- Context: {opened.context.kind} {inline(opened.context.title)}{pin}")
    seats = [
        f"| {inline(seat.name or seat.id)} | {inline(seat.role or seat.part)} | {_model(seat.model)} |"
        for seat in opened.seats
    ]
    table = "\n".join(["| Seat | Role | Model |", "| --- | --- | --- |", *seats])
    return ["## Question", block(opened.question), "\n".join(facts), "## Seats", table]


def _rounds(story: Story) -> list[str]:
    parts = []
    heading = ""
    for path in story.order:
        asked = story.asked.get(path)
        if not _shown(path, asked, story) or (asked and asked.gives == "synthesis"):
            continue
        now = _round(path, asked, story)
        if now != heading:
            heading = now
            parts.append(f"## {now}")
        parts += _turn(path, asked, story)
    return parts


def _shown(path: str, asked: TurnAsked | None, story: Story) -> bool:
    """What participants and people said; not the entries of the board."""
    if asked is not None and (asked.gives not in MESSAGES or (asked.seat in SERVICES and asked.gives != "synthesis")):
        return path in story.turns and story.turns[path].by == "person"
    return path in story.turns or path in story.partial or path in story.missing


def _round(path: str, asked: TurnAsked | None, story: Story) -> str:
    """Where in the debate a turn is: its aspect, its round; what is below a synthesis was said after it."""
    parts, upto, after, room = [], "", False, _room(asked)
    for name, index in segments(path):
        if room and upto == room:
            break
        after = after or (upto in story.asked and story.asked[upto].gives == "synthesis")
        upto = join(upto, name)
        if name == ASPECT and index:
            parts.append(f"Aspect: {inline(index)}")
        elif upto in story.loops:
            return " · ".join((*parts, f"{inline(name).capitalize()} {_number(upto, index)}"))
        upto = f"{upto}[{index}]" if index else upto
    if parts or after:
        return " · ".join(parts) or "After the synthesis"
    first = segments(path)[0][0] if path else "debate"
    return inline(first).replace("-", " ").capitalize()


def _room(asked: TurnAsked | None) -> str:
    """The path of the crux room in which a turn is said; "" outside of any."""
    return asked.heard.removeprefix(ROOM) if asked is not None and asked.heard.startswith(ROOM) else ""


def _number(path: str, index: str) -> str:
    """Rounds are counted on through extensions."""
    return str(rounds_before(path) + int(index)) if index.isdecimal() else inline(index)


def _turn(path: str, asked: TurnAsked | None, story: Story) -> list[str]:
    turn = story.turns.get(path)
    who = _who(path, asked, story)
    if turn is not None:
        model = _model(turn.model or (asked.model if asked else ""))
        by = f"{model}{BY[turn.by]}" if turn.by == "model" else BY[turn.by].removeprefix(" · ")
        return [f"### {who}", f"*{by}*", block(_said(turn)), *_tools(turn.tools)]
    if path in story.partial:
        why = f": {inline(story.missing[path])}" if path in story.missing else ""
        return [
            f"### {who}",
            f"*partial: this turn was not completed{why}*",
            block(story.partial[path]),
            *_tools(story.tools.get(path, ())),
        ]
    return [f"### {who}", f"*no turn: {inline(story.missing[path])}*"]


def _who(path: str, asked: TurnAsked | None, story: Story) -> str:
    id_ = asked.seat if asked else index_of(path)
    seats = {seat.id: seat for seat in story.opened.seats} if story.opened else {}
    seat = seats.get(id_)
    name = inline((seat.name or seat.role or seat.id) if seat else id_.capitalize())
    return f"{name}, in the crux room on {inline(index_of(_room(asked)))}" if _room(asked) else name


def _tools(uses: Sequence[ToolUse]) -> list[str]:
    lines = [f"- {inline(look_ups.told(use))}" for use in uses]
    return ["\n".join(("Looked up:", "", *lines))] if lines else []


def _points(story: Story) -> list[str]:
    """What the assessments say of the points; the last word on each counts."""
    last: dict[str, tuple[str, str]] = {}
    for path in story.order:
        asked = story.asked.get(path)
        if asked is not None and asked.gives == "assessment" and path in story.turns:
            for key, heading in POINTS:
                last |= {point: (heading, line) for point, line in _listed(story.turns[path].data.get(key))}
    parts = []
    for _, heading in POINTS:
        lines = [f"- {line}" for status, line in last.values() if status == heading]
        parts += [f"### {heading}", "\n".join(lines)] if lines else []
    return ["## Points", *parts] if parts else []


def _listed(items: Json) -> list[tuple[str, str]]:
    """(key, line) of each point: its id or else its words; its words and the reason given."""
    found = []
    for item in items if isinstance(items, list) else []:
        if not isinstance(item, dict):
            item = {"text": str(item)}
        id_, text, reason = (str(item.get(name) or "") for name in ("point", "text", "reason"))
        line = inline(text or id_) + (f" ({inline(reason)})" if reason else "")
        if line:
            found.append((id_ or " ".join(text.casefold().split()), line))
    return found


def _endings(story: Story) -> list[str]:
    parts = []
    if story.ended is not None:
        why = f"{story.ended.outcome.replace('_', ' ')}: {inline(story.ended.why)}"
        parts += ["## Outcome", why]
    for path in story.order:
        asked = story.asked.get(path)
        turn = story.turns.get(path)
        if asked is None or turn is None or asked.gives != "synthesis":
            continue
        model = f"*{_model(turn.model or asked.model)}{BY[turn.by]}*"
        parts += ["## Synthesis", model, block(_said(turn))]
        report = turn.data.get("minority")
        if isinstance(report, str) and report.strip():
            parts += ["## Minority report", block(report)]
    return parts


def _model(model: str) -> str:
    return f"`{code(model)}`" if model else "no model"


def _said(turn: TurnCompleted) -> str:
    """A reply that a model gave as JSON is told in words; what a person typed stays as it is."""
    return readable(turn.text) if turn.by == "model" else turn.text


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
    """A heading below ours; what only some readers of Markdown take for a heading ("#tag") is escaped."""
    before, signs, space = mark.groups()
    if space is None or len(signs) > 6:
        return f"{before}\\{signs}{space or ''}"
    return f"{before}{'#' * min(6, len(signs) + LEVEL - 1)}{space}"


def _plain(line: str) -> str:
    """A line outside fences. What begins a tag is escaped, also in code spans: their ends cannot be told by line."""
    line = UNDERLINE.sub(r"\1\\\2", line)
    line = HEADING.sub(_lowered, line)
    line = LINK.sub(r"\1\2unsafe:", line)
    return TAG.sub("&lt;", line).replace("![", "!\\[")
