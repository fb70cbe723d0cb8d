"""Excerpts that can be cited: `### path/to/file`, then `12| code` with the file's own line numbers; and the parts of
files that were found to bear on a question, as such a section."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from disputatio.debate.context import Section
from disputatio.debate.values import value
from disputatio.repository.entries import Entry, FileText, beginning, visible
from disputatio.repository.errors import FileMissing
from disputatio.repository.relevance import Match
from disputatio.repository.source_tree import MAX_BYTES, SourceTree
from disputatio.repository.threads import Stopped, check, never
from disputatio.secrets.detection import Finding, Screening, find, redact

AROUND = 12
"""Lines shown before and after the line that matches, as far as there is room."""

OF_NAMED = 12_000
"""Characters of all files that the question names, besides the budget of the others: whoever cannot look anything up is
to change them, or to judge a change of theirs, and needs them whole."""

LEAST = 200
"""Characters: a smaller remainder of the budget is not worth a file's header."""

MAX_LINE = 240
"""Longer lines (minified code, data) are cut with an ellipsis."""


@value
class Excerpts:
    """Lines of files, within a budget. `shown_lines` and `whole` count the lines of the files that are in `text`."""

    text: str
    files: int
    shown_lines: int
    whole: int
    held_back: tuple[Finding, ...]


def excerpts(matches: Sequence[Match], budget: int, share: int, screening: Screening | None = None) -> Excerpts:
    """Return as many of the matches as fit into `budget` characters, at most `share` of them for one file; and those
    that the question names, whole as far as `OF_NAMED` goes."""
    pieces: list[str] = []
    held: list[Finding] = []
    shown = whole = 0
    left = {True: OF_NAMED, False: budget}
    screening = screening or Screening()
    for match in matches:
        room = min(left[match.named] - 1, OF_NAMED if match.named else share)
        piece, lines, findings = _excerpt(match, room, screening) if room >= LEAST else ("", 0, [])
        if not lines:
            continue
        pieces.append(piece)
        held += findings
        left[match.named] -= len(piece) + 1
        shown += lines
        whole += len(match.text.lines)
    return Excerpts(
        text="\n".join(pieces),
        files=len(pieces),
        shown_lines=shown,
        whole=whole,
        held_back=tuple(held),
    )


def _excerpt(match: Match, room: int, screening: Screening) -> tuple[str, int, list[Finding]]:
    """Return the text, how many lines it shows, and what was held back. The whole file is searched for secrets before
    any part of it is taken, so that half a key is never shown."""
    findings = screening.find(match.text.text, match.entry.path)
    lines = visible(redact(match.text.text, findings)).split("\n")[: len(match.text.lines)]
    path = match.entry.path
    chosen = _fitting(lines, _wanted(len(lines), match), room - len(f"### {path}") - 1)
    held = [finding for finding in findings if touches(finding, match.text.text, chosen)]
    return _file(path, lines, chosen), len(chosen), held


def _wanted(total: int, match: Match) -> list[int]:
    """Return line numbers, the most wanted first: the line that matches, then what is around it, nearest first; then
    the beginning of the file, and all of one that the question names."""
    hit = match.line
    around = [hit + side * distance for distance in range(AROUND + 1) for side in (-1, 1)] if hit else []
    last = total if match.named else 60
    return list(dict.fromkeys(n for n in (*around, *range(1, last + 1)) if 1 <= n <= total))


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
    """Name what was held back and where, never the secret."""
    places = [f"{f.kind} ({f.path}:{f.line})" if f.path else f.kind for f in findings]
    shown = ", ".join(places[:10]) + (f" and {len(places) - 10} more" if len(places) > 10 else "")
    return f"Held back as likely secrets: {shown}." if places else ""


# ---- a file as models may see it --------------------------------------------------------------------------------
@value
class ScreenedFile:
    """`file` can be shown to a model; `held_back` is what was taken out of it."""

    file: FileText
    held_back: tuple[Finding, ...] = ()


def screened_file(tree: SourceTree, path: str | Entry, released: Collection[str] = ()) -> FileText:
    """Return a file as models may see it. Raises `FileMissing`. Blocks."""
    return screen(tree.read(path, MAX_BYTES), released).file


def screen(file: FileText, released: Collection[str] = ()) -> ScreenedFile:
    """Search the whole file before any part of it is taken, so that half a key is never shown. What a person
    `released` (by id) is shown."""
    findings = find(file.text, file.path, released)
    return ScreenedFile(file=replace(file, text=visible(redact(file.text, findings))), held_back=tuple(findings))


CHARACTERS = 16_000
SHARE = 5_000
"""Characters of one file."""


@value
class Passage:
    """Lines `first` to `last` of a file. `clean`: no secret was found in the file when it was indexed, so that it need
    not be searched again."""

    path: str
    blob: str
    first: int
    last: int
    clean: bool = False


@value
class _Seen:
    """A file as it may be shown: its lines, and what was held back of `text`."""

    lines: tuple[str, ...] = ()
    held: tuple[Finding, ...] = ()
    text: str = ""


def text_lines(tree: SourceTree, passage: Passage) -> tuple[str, ...]:
    """Return the lines of the passage's file, as they may be shown; none where it is not on this computer. Blocks."""
    return _seen(tree, passage, Screening()).lines


def _seen(tree: SourceTree, passage: Passage, screening: Screening) -> _Seen:
    entry = Entry(path=passage.path, raw=b"", kind="file", id=passage.blob)
    try:
        text = tree.read(entry).text
    except FileMissing:
        return _Seen()
    found = () if passage.clean else tuple(screening.find(text, passage.path))
    return _Seen(lines=tuple(visible(redact(text, found)).split("\n")), held=found, text=text)


def section(
    tree: SourceTree,
    ranked: Sequence[Passage],
    how: str,
    note: str = "",
    stopped: Stopped = never,
    screening: Screening | None = None,
) -> Section:
    """Return as many of the passages as fit, best first, in order of their files. `how` says by what they were
    found."""
    screening = screening or Screening()
    seen: dict[str, _Seen] = {}
    taken: dict[str, set[int]] = {}
    used: dict[str, int] = {}
    shown = 0
    for passage in ranked:
        check(stopped)
        if passage.path not in seen:
            seen[passage.path] = _seen(tree, passage, screening)
        lines, before = seen[passage.path].lines, taken.get(passage.path, set())
        new = [n for n in range(passage.first, min(passage.last, len(lines)) + 1) if n not in before]
        size = sum(len(numbered_line(n, lines[n - 1])) + 1 for n in new)
        head = 0 if before else len(passage.path) + 6
        room = min(CHARACTERS - sum(used.values()), SHARE - used.get(passage.path, 0))
        if size + head > room and (shown or room < LEAST):
            continue
        taken[passage.path] = before | set(_first_fitting(lines, new, room - head))
        used[passage.path] = used.get(passage.path, 0) + size + head
        shown += 1
    left = f"{shown} of {len(ranked)} parts that bear on the question are shown." if shown < len(ranked) else ""
    return Section(
        name="files",
        title=f"Parts of the repository that bear on the question ({how})",
        text="\n".join(_file(path, seen[path].lines, sorted(taken[path])) for path in taken),
        cut=" ".join(part for part in (left, note, _held(seen, taken, screening)) if part),
    )


def _held(seen: Mapping[str, _Seen], taken: Mapping[str, set[int]], screening: Screening) -> str:
    """Name what was held back of the lines that are shown, never the secret."""
    held = [
        each
        for path, lines in taken.items()
        for each in seen[path].held
        if touches(each, seen[path].text, sorted(lines))
    ]
    screening.note(held)
    return held_back(held)


def _first_fitting(lines: Sequence[str], wanted: Iterable[int], room: int) -> list[int]:
    found = []
    for number in wanted:
        room -= len(numbered_line(number, lines[number - 1])) + 1
        if room < 0:
            break
        found.append(number)
    return found


def _file(path: str, lines: Sequence[str], chosen: Sequence[int]) -> str:
    body = []
    before = 0
    for number in chosen:
        if number != before + 1:
            body.append("…")
        body.append(numbered_line(number, lines[number - 1]))
        before = number
    return "\n".join([f"### {path}", *body]) + "\n"
