"""A debate as Markdown to read.

Text of models is kept as Markdown, but can do nothing beyond its place: raw HTML becomes text, images become links'
text (nothing is fetched), links to anything but web pages and paths are disarmed, headings are put below ours, and
characters that could rewrite the screen of a terminal are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from disputatio.debate.citations.passages import code_spans
from disputatio.debate.log.events import Recorded
from disputatio.debate.views.code_quality import Metrics
from disputatio.debate.views.words import clean
from disputatio.debate.wording import english
from disputatio.exporting.account import Account, account_of
from disputatio.exporting.addresses import marked, with_addresses
from disputatio.exporting.pieces import (
    Chapter,
    Item,
    Listing,
    Part,
    Passage,
    Run,
    Runs,
    Sentence,
    Speech,
    Subheading,
    Table,
)

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([\w#.+-]*)")
"""A fence, and the language behind it."""
HEADING = re.compile(r"^((?:[ \t]*(?:>|[-*+]|\d+[.)]))*[ \t]*)(#+)(\s|$)?")
UNDERLINE = re.compile(r"^((?:[ \t]*(?:>|[-*+]|\d+[.)])(?=[ \t>=]))*[ \t]*)(=+|-+)\s*$")
LINK = re.compile(
    r"(\]\(|^[\s>]*\[[^\]]*\]:)([ \t]*+<?+[ \t]*+)(?!https?://|mailto:|[\w./#?=-]+(?:[\s)>]|$))", re.IGNORECASE
)
"""The place before a link's target that is neither on the web nor a plain path: scripts, data, encoded letters."""
STRONG = re.compile(r"(?<![\w*`/])(\*{1,2})(?=[^\s*])([^*`]{1,400})(?<=[^\s*])\1(?![\w*`/])")
"""Words that their author made bold or stressed: in a line of ours they would stand between escaped stars."""
AUTOLINK = re.compile(r"<(https?://[^\s<>]+)>", re.IGNORECASE)
TAG = re.compile(r"<(?=[A-Za-z/!?])")
_SIGNS = re.compile(r"([\\`*{}\[\]<>#|!~&]|(?<![^\W_])_|_(?![^\W_]))")
"""Signs that could be markup; a single underscore within a word never is."""
_BAR = re.compile(r"(?<!\\)\|")
LEVEL = 5
"""Headings in a turn begin at this level, also where its own begin lower."""


@english()
def export_markdown(named: str, records: Sequence[Recorded], measured: Mapping[str, Metrics] | None = None) -> str:
    """Return the debate so far, finished or not; `measured` as `account_of` takes it."""
    return markdown_of(account_of(named, records, measured))


def markdown_of(account: Account) -> str:
    """Return an account in Markdown."""
    question = ("## Question", block(account.question)) if account.question else ()
    chapters = (text for chapter in account.all_chapters for text in chapter_lines(chapter))
    parts = (f"# {inline(account.title)}", *question, *chapters, *_transcript(account))
    return clean("\n\n".join(part for part in parts if part) + "\n")


def chapter_lines(chapter: Chapter) -> Iterator[str]:
    """Yield a chapter in blocks of lines."""
    yield f"## {chapter.title}"
    yield from map(part_lines, chapter.parts)


def part_lines(part: Part) -> str:
    match part:
        case Subheading(text=text):
            return f"### {inline(text)}"
        case Passage(text=text):
            return block(text)
        case Sentence(runs=runs):
            return in_line(runs)
        case Listing(items=items):
            return "\n".join(map(_item, items))
        case Table(head=head, rows=rows):
            lines = [head, ("---",) * len(head), *(tuple(map(_cell, row)) for row in rows)]
            return "\n".join(f"| {' | '.join(line)} |" for line in lines)
        case _:
            assert_never(part)


def _cell(runs: Runs) -> str:
    """Return a line in which no sign ends the cell of a table, not even in code."""
    return _BAR.sub(r"\\|", in_line(runs))


def _item(item: Item) -> str:
    return f"{'  ' if item.below else ''}- {in_line(item.runs)}".rstrip()


def in_line(runs: Runs) -> str:
    return "".join(map(_run, runs)).rstrip()


def _run(run: Run) -> str:
    match run.style:
        case "own":
            return run.text
        case "code":
            return f"`{code(run.text)}`"
        case "strong":
            return f"**{inline(run.text)}**"
        case "":
            return with_code(STRONG.sub(r"\2", run.text))


# ---- the transcript --------------------------------------------------------------------------------------------------
def _transcript(account: Account) -> Iterator[str]:
    if account.stretches:
        yield "## Transcript"
    for stretch in account.stretches:
        yield f"### {inline(stretch.title)}"
        for speech in stretch.speeches:
            yield from _speech(speech)


def _speech(speech: Speech) -> Iterator[str]:
    """Yield who, what model, what was said, what was looked up."""
    yield f"#### {inline(speech.name)}"
    yield f"*{_run(speech.by)}*"
    if speech.told:
        yield f"*{inline(speech.told)}*"
    yield block(speech.text)
    if speech.looked_up:
        yield "\n".join(("Looked up:", "", *(f"- {inline(line)}" for line in speech.looked_up)))
    yield from (f"*{inline(line)}*" for line in speech.lacked)


def code(text: str) -> str:
    """Text inside a code span."""
    return " ".join(text.replace("`", "'").split())


def inline(text: str) -> str:
    """Untrusted text on one line: nothing in it is markup."""
    return inline_part(text.strip())


def with_code(text: str) -> str:
    """Untrusted text on one line whose code stays code."""
    parts, end = list[str](), 0
    for span in code_spans(text):
        written = f"`{code(span.text)}`" if "`" not in span.text and code(span.text) else ""
        parts += (inline_part(text[end : span.start]), written or inline_part(text[span.start : span.end]))
        end = span.end
    return " ".join("".join((*parts, inline_part(text[end:]))).split())


def inline_part(text: str) -> str:
    """Untrusted text within a line: nothing in it is markup."""
    return with_addresses(" ".join(re.split(r"\s+", text)), lambda part: _SIGNS.sub(r"\\\1", part))


def block(text: str) -> str:
    """Untrusted Markdown: emphasis, lists and code stay, raw HTML and images do not work, headings stand below ours.
    Fences are written so that every reader of Markdown takes them for such."""
    lines = list[str]()
    fence = ""
    all_ = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    shift = LEVEL - min(_levels(all_), default=1)
    for line in all_:
        mark = FENCE.match(line)
        if fence and mark and mark[1].startswith(fence) and not line.strip().strip(fence[0]):
            lines.append(fence)
            fence = ""
        elif fence:
            lines.append(line)
        elif mark and not (mark[1][0] == "`" and "`" in line[mark.end() :]):
            fence = mark[1]
            lines.append(f"{fence}{mark[2]}")
        else:
            lines.append(_plain(line, shift))
    if fence:
        lines.append(fence)  # an open fence would swallow everything that follows
    return "\n".join(lines)


def _levels(lines: Sequence[str]) -> Iterator[int]:
    """Yield the levels of the headings outside fences."""
    fenced = False
    for line in lines:
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and (mark := HEADING.match(line)) and mark[3] is not None:
            yield len(mark[2])


def _lowered(mark: re.Match[str], shift: int) -> str:
    """Return a heading below ours; what only some readers of Markdown take for a heading ("#tag") is escaped."""
    before, signs, space = mark.groups()
    if space is None or len(signs) > 6:
        return f"{before}\\{signs}{space or ''}"
    return f"{before}{'#' * max(LEVEL, min(6, len(signs) + shift))}{space}"


def _plain(line: str, shift: int) -> str:
    """Return a line outside fences. What begins a tag is escaped, also in code spans: their ends cannot be told by
    line."""
    line = UNDERLINE.sub(r"\1\\\2", line)
    line = HEADING.sub(lambda mark: _lowered(mark, shift), line)
    line = LINK.sub(r"\1\2unsafe:", line)
    line = TAG.sub("&lt;", AUTOLINK.sub(r"\1", line)).replace("![", "!\\[")
    return marked(line)
