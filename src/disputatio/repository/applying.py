"""Hunks onto the bytes of a file: at the line they name, or else at the one place where they fit. Nothing is guessed:
a hunk that fits nowhere or in several places is refused, and the reason names the hunk and the line."""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.repository.patches import FilePatch, Hunk, Line, PatchRefused

SHOWN = 120
"""Characters of a line that a reason quotes."""


def applied(data: bytes, patch: FilePatch) -> bytes:
    """What the file holds afterwards; ends of lines stay as the file has them. Raises `PatchRefused`."""
    lines = data.split(b"\n")
    ended = lines[-1] == b""
    if ended:
        lines.pop()
    crlf = sum(line.endswith(b"\r") for line in lines) * 2 > len(lines)
    reached, moved = 0, 0
    result: list[bytes] = []
    for hunk in patch.hunks:
        at = _place(lines, hunk, reached, moved, patch.path)
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


def _place(lines: Sequence[bytes], hunk: Hunk, reached: int, moved: int, path: str) -> int:
    """The index of the line where a hunk begins."""
    wanted = [_bytes(line) for line in hunk.before]
    if not wanted:
        return _insertion(lines, hunk, reached, path)
    stated = max(hunk.start, 1) - 1 + moved if hunk.start >= 0 else -1
    if stated >= reached and _fits(lines, wanted, stated):
        return stated
    places = [at for at in range(reached, len(lines) - len(wanted) + 1) if _fits(lines, wanted, at)]
    if len(places) == 1:
        return places[0]
    if places:
        where = ", ".join(str(at + 1) for at in places[:5])
        raise _refused(path, hunk, f"it fits in {len(places)} places (lines {where}{' …' if len(places) > 5 else ''})")
    raise _refused(path, hunk, _difference(lines, hunk, wanted, reached, stated))


def _insertion(lines: Sequence[bytes], hunk: Hunk, reached: int, path: str) -> int:
    """A hunk without any old line can only stand at the beginning or the end of a file."""
    if not lines:
        return 0
    if hunk.start == 0 and reached == 0:
        return 0
    if hunk.start == len(lines):
        return hunk.start
    raise _refused(path, hunk, "it shows no line around what it adds, so its place is uncertain")


def _fits(lines: Sequence[bytes], wanted: Sequence[bytes], at: int) -> bool:
    return at + len(wanted) <= len(lines) and all(
        _same(lines[at + n], line, first=at + n == 0) for n, line in enumerate(wanted)
    )


def _same(line: bytes, wanted: bytes, first: bool = False) -> bool:
    line = line.removesuffix(b"\r")
    return line == wanted or (first and line.removeprefix(b"\xef\xbb\xbf") == wanted)


def _difference(lines: Sequence[bytes], hunk: Hunk, wanted: Sequence[bytes], reached: int, stated: int) -> str:
    """The first line that stands in the way: at the place that the header names, or where most of the hunk fits."""
    if not lines:
        return "the file is empty"
    candidates = range(reached, max(reached + 1, len(lines) - len(wanted) + 1))
    at = stated if 0 <= stated < len(lines) else max(candidates, key=lambda place: _matching(lines, wanted, place))
    for n, line in enumerate(wanted):
        if at + n >= len(lines):
            return f"line {at + n + 1} should read “{_shown(line)}”, but the file has {len(lines)} lines"
        if not _same(lines[at + n], line, first=at + n == 0):
            return f"line {at + n + 1} should read “{_shown(line)}”, but reads “{_shown(lines[at + n])}”"
    return "an earlier hunk already changed these lines"


def _matching(lines: Sequence[bytes], wanted: Sequence[bytes], at: int) -> int:
    return sum(_same(lines[at + n], line) for n, line in enumerate(wanted) if at + n < len(lines))


def _shown(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace").rstrip("\r").strip()
    text = "".join(c if c.isprintable() else "␛" for c in text)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _bytes(line: Line) -> bytes:
    return line.text.removesuffix("\r").encode("utf-8", "surrogatepass")


def _refused(path: str, hunk: Hunk, why: str) -> PatchRefused:
    return PatchRefused(
        f"{path}: hunk {hunk.number} (line {hunk.at} of the diff) does not apply: {why}.",
        "Ask for the change again, against the branch as it stands.",
    )
