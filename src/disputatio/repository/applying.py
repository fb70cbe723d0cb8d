"""Hunks onto the bytes of a file: at the line they name, or else at the one place where they fit. Nothing is guessed:
a hunk that fits nowhere or in several places is refused, and the reason names the hunk and the line."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, takewhile

from disputatio.repository.patches import FilePatch, Hunk, Line, PatchRefused

SHOWN = 120
"""Characters of a line that a reason quotes."""
PLACES = 6
"""Places where a hunk fits that are looked for: two are too many."""
OCCURRENCES = 3
"""Places of one line that count for where most of a hunk fits."""
_MARK = b"\xef\xbb\xbf"
"""A byte order mark: it is no part of the first line."""


class _Lines:
    """The lines of a file, to be searched in time that grows with the file, whatever a hunk holds."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        plain = [line.removesuffix(b"\r") for line in lines]
        if plain:
            plain[0] = plain[0].removeprefix(_MARK)
        self.raw, self.plain = lines, plain
        self._text = b"\n".join([b"", *plain, b""])
        self._starts = list(accumulate((len(line) + 1 for line in plain), initial=0))

    def __len__(self) -> int:
        return len(self.raw)

    def fits(self, wanted: Sequence[bytes], at: int) -> bool:
        if not 0 <= at <= len(self.raw) - len(wanted):
            return False
        return all(_same(self.raw[at + n], line, first=at + n == 0) for n, line in enumerate(wanted))

    def places(self, wanted: Sequence[bytes], reached: int) -> list[int]:
        """The first few indices from `reached` on where these lines stand."""
        needle = b"\n".join([b"", *wanted, b""])
        found = [0] if reached == 0 and wanted[0].startswith(_MARK) and self.fits(wanted, 0) else []
        at = self._text.find(needle, self._starts[reached])
        while at >= 0 and len(found) < PLACES:
            found.append(bisect_left(self._starts, at))
            at = self._text.find(needle, at + 1)
        return found

    def nearest(self, wanted: Sequence[bytes], reached: int) -> int:
        """The index where most of these lines would stand."""
        known: dict[bytes, list[int]] = {}
        for at in range(reached, len(self.plain)):
            places = known.setdefault(self.plain[at], [])
            if len(places) < OCCURRENCES:
                places.append(at)
        votes = Counter(at - n for n, line in enumerate(wanted) for at in known.get(line, ()) if at - n >= reached)
        return min(votes, key=lambda at: (-votes[at], at), default=reached)


def applied(data: bytes, patch: FilePatch) -> bytes:
    """What the file holds afterwards; ends of lines stay as the file has them. Raises `PatchRefused`."""
    lines = data.split(b"\n")
    ended = lines[-1] == b""
    if ended:
        lines.pop()
    crlf = sum(line.endswith(b"\r") for line in lines) * 2 > len(lines)
    known = _Lines(lines)
    reached, moved = 0, 0
    result: list[bytes] = []
    for hunk in patch.hunks:
        at = _place(known, hunk, reached, moved, patch.path)
        result += lines[reached:at]
        before, after = hunk.before, hunk.after
        result += _rewritten(lines[at : at + len(before)], hunk, crlf)
        reached = at + len(before)
        moved = at - (hunk.start - 1) if hunk.start > 0 and before else moved
        if reached == len(lines) and after:
            ended = after[-1].ended if before or after[-1].operation == "+" else ended
    result += lines[reached:]
    return b"\n".join(result) + (b"\n" if ended and result else b"")


def _rewritten(old: Sequence[bytes], hunk: Hunk, crlf: bool) -> list[bytes]:
    """The lines that stay keep their bytes; new ones end as the file's lines do."""
    waiting = iter(old)
    found = []
    for line in hunk.lines:
        if line.operation == "+":
            found.append(_bytes(line) + (b"\r" if crlf else b""))
        else:
            kept = next(waiting)
            if line.operation == " ":
                found.append(kept)
    return found


def _place(lines: _Lines, hunk: Hunk, reached: int, moved: int, path: str) -> int:
    """The index of the line where a hunk begins."""
    wanted = [_bytes(line) for line in hunk.before]
    if not wanted:
        return _insertion(lines, hunk, reached, path)
    stated = max(hunk.start, 1) - 1 + moved if hunk.start >= 0 else -1
    if stated >= reached and lines.fits(wanted, stated):
        return stated
    places = lines.places(wanted, reached)
    if len(places) == 1:
        return places[0]
    if places:
        more = len(places) == PLACES
        where = ", ".join(str(at + 1) for at in places[: PLACES - 1])
        count = f"more than {PLACES - 1}" if more else str(len(places))
        raise _refused(path, hunk, f"it fits in {count} places (lines {where}{' …' if more else ''})")
    raise _refused(path, hunk, _difference(lines, hunk, wanted, reached, stated))


def _insertion(lines: _Lines, hunk: Hunk, reached: int, path: str) -> int:
    """A hunk without any old line can only stand at the beginning or the end of a file."""
    if not len(lines):
        return 0
    if hunk.start == 0 and reached == 0:
        return 0
    if hunk.start == len(lines):
        return hunk.start
    raise _refused(path, hunk, "it shows no line around what it adds, so its place is uncertain")


def _same(line: bytes, wanted: bytes, first: bool = False) -> bool:
    line = line.removesuffix(b"\r")
    return line == wanted or (first and line.removeprefix(_MARK) == wanted)


def _difference(lines: _Lines, hunk: Hunk, wanted: Sequence[bytes], reached: int, stated: int) -> str:
    """The first line that stands in the way: at the place that the header names, or where most of the hunk fits."""
    if not len(lines):
        return "the file is empty"
    at = stated if 0 <= stated < len(lines) else lines.nearest(wanted, reached)
    for n, line in enumerate(wanted):
        if at + n >= len(lines):
            return f"line {at + n + 1} should read “{_shown(line)}”, but the file has {len(lines)} lines"
        if not _same(lines.raw[at + n], line, first=at + n == 0):
            there = lines.raw[at + n]
            alike = takewhile(lambda pair: pair[0] == pair[1], zip(_text(line), _text(there), strict=False))
            since = max(0, len(list(alike)) - SHOWN // 2)
            return f"line {at + n + 1} should read “{_shown(line, since)}”, but reads “{_shown(there, since)}”"
    return "an earlier hunk already changed these lines"


def _text(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace").rstrip("\r").strip()
    return "".join(c if c.isprintable() else "␛" for c in text)


def _shown(line: bytes, since: int = 0) -> str:
    """A line, cut where it is long: what comes before `since` is left out, where two lines do not differ yet."""
    text = _text(line)
    if len(text) <= SHOWN:
        return text
    return f"{'…' * (since > 0)}{text[since : since + SHOWN]}{'…' * (since + SHOWN < len(text))}"


def _bytes(line: Line) -> bytes:
    return line.text.removesuffix("\r").encode("utf-8", "surrogatepass")


def _refused(path: str, hunk: Hunk, why: str) -> PatchRefused:
    return PatchRefused(
        f"{path}: hunk {hunk.number} (line {hunk.at} of the diff) does not apply: {why}.",
        "Ask for the change again, against the branch as it stands.",
    )
