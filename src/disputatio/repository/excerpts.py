"""Excerpts that can be cited: `### path/to/file`, then `12| code` with the file's own line numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from disputatio.debate.values import value
from disputatio.repository.entries import Entry, FileText, beginning, visible
from disputatio.repository.relevance import Match
from disputatio.repository.source_tree import MAX_BYTES, SourceTree
from disputatio.secrets.detection import Finding, Screening, find, redact

AROUND = 8
"""Lines shown before and after a line that matches."""

LEAST = 200
"""Characters: a smaller remainder of the budget is not worth a file's header."""

MAX_LINE = 240
"""Longer lines (minified code, data) are cut with an ellipsis."""


@value
class Excerpts:
    """Lines of files, within a budget. `shown_lines` and `whole` count the lines of the files that are in `text`;
    `without_room` names the files that are not."""

    text: str
    files: int
    shown_lines: int
    whole: int
    without_room: tuple[str, ...]
    held_back: tuple[Finding, ...]


def excerpts(matches: list[Match], budget: int, share: int, screening: Screening | None = None) -> Excerpts:
    """As many of the matches as fit into `budget` characters, at most `share` of them for one file."""
    pieces: list[str] = []
    left: list[str] = []
    held: list[Finding] = []
    shown = whole = used = 0
    screening = screening or Screening()
    for match in matches:
        room = min(share, budget - used - 1)
        piece, lines, findings = _excerpt(match, room, screening) if room >= LEAST else ("", 0, [])
        if not lines:
            left.append(match.entry.path)
            continue
        pieces.append(piece)
        held += findings
        used += len(piece) + 1
        shown += lines
        whole += len(match.text.lines)
    return Excerpts(
        text="\n".join(pieces),
        files=len(pieces),
        shown_lines=shown,
        whole=whole,
        without_room=tuple(left),
        held_back=tuple(held),
    )


def _excerpt(match: Match, room: int, screening: Screening) -> tuple[str, int, list[Finding]]:
    """Return the text, how many lines it shows, and what was held back. The whole file is searched for secrets before
    any part of it is taken, so that half a key is never shown."""
    findings = screening.find(match.text.text, match.entry.path)
    lines = visible(redact(match.text.text, findings)).split("\n")[: len(match.text.lines)]
    header = f"### {match.entry.path}"
    chosen = _fitting(lines, _wanted(len(lines), match.lines), room - len(header) - 1)
    body = []
    before = 0
    for number in chosen:
        if number != before + 1:
            body.append("…")
        body.append(numbered_line(number, lines[number - 1]))
        before = number
    held = [finding for finding in findings if touches(finding, match.text.text, chosen)]
    return "\n".join([header, *body]) + "\n", len(chosen), held


def _wanted(total: int, hits: tuple[int, ...]) -> list[int]:
    """Line numbers, the most wanted first: the lines that match, then what is around them, nearest first; then the
    beginning of the file."""
    order: dict[int, None] = {}
    for distance in range(AROUND + 1):
        for hit in hits:
            for number in (hit - distance, hit + distance):
                if 1 <= number <= total:
                    order.setdefault(number)
    for number in range(1, min(total, 60) + 1):
        order.setdefault(number)
    return list(order)


def _fitting(lines: list[str], wanted: list[int], room: int) -> list[int]:
    """Return the most wanted lines that fit, in order of the file. Each may need a line with an ellipsis before it."""
    chosen: set[int] = set()
    used = 0
    for number in wanted:
        gap = 0 if number == 1 or number - 1 in chosen else 2
        cost = len(numbered_line(number, lines[number - 1])) + 1 + gap
        if used + cost > room:
            break
        used += cost
        chosen.add(number)
    return sorted(chosen)


def numbered_line(number: int, line: str) -> str:
    """Return a line as it is cited."""
    return f"{number}| {line if len(line) <= MAX_LINE else beginning(line, MAX_LINE) + '…'}"


def touches(finding: Finding, text: str, chosen: list[int]) -> bool:
    """Return whether a secret of a text is on one of some lines."""
    last = finding.line + text.count("\n", finding.start, finding.end)
    return any(finding.line <= number <= last for number in chosen)


def held_back(findings: Iterable[Finding]) -> str:
    """Names what was held back and where, never the secret."""
    places = [f"{f.kind} ({f.path}:{f.line})" if f.path else f.kind for f in findings]
    shown = ", ".join(places[:10]) + (f" and {len(places) - 10} more" if len(places) > 10 else "")
    return f"Held back as likely secrets: {shown}." if places else ""


# ---- a file as models may see it --------------------------------------------------------------------------------
@value
class ScreenedFile:
    """`file` can be shown to a model; `held_back` is what was taken out of it."""

    file: FileText
    held_back: tuple[Finding, ...] = ()


def screened_file(
    tree: SourceTree, path: str | Entry, limit: int = MAX_BYTES, released: Collection[str] = ()
) -> FileText:
    """Raises `FileMissing`. Blocks."""
    return screen(tree.read(path, limit), released).file


def screen(file: FileText, released: Collection[str] = ()) -> ScreenedFile:
    """The whole file is searched before any part of it is taken, so that half a key is never shown. What a person
    `released` (by id) is shown."""
    findings = find(file.text, file.path, released)
    return ScreenedFile(file=replace(file, text=visible(redact(file.text, findings))), held_back=tuple(findings))
