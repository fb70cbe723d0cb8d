"""Colours for whole files, from Pygments' tokens, line by line. These functions take long: call them in a thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final

from disputatio.faces.gui.kit.code_colours import tone_of
from disputatio.repository.entries import visible

LARGEST: Final = 600_000
"""Characters. Larger files are coloured a part at a time."""
LEAD: Final = 150
"""Lines before a part from which its colours are found, at least and, where nothing begins there, at most twice."""
LONGEST_LINE: Final = 4_000
"""Characters of a line that are shown: generated files have lines of a megabyte, which no view lays out."""
PATIENCE: Final = 4.0
"""Seconds after which the rest of a file stays uncoloured."""

Run = tuple[int, int, str]
"""Start and length within the line, in UTF-16 units as Qt counts, and the name of the theme's tone."""

_HIDDEN: Final = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C], "\ufffd") | {
    0x2028: "␤",
    0x2029: "␤",
}
"""What would reorder or break lines is seen as a sign instead: what one reads is what stands there."""


def visible_lines(text: str) -> tuple[list[str], int]:
    """Return the lines of a file as they can be shown, character for character, and how many were cut for being too
    long."""
    lines = visible(text).translate(_HIDDEN).split("\n")
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    cut = sum(len(line) > LONGEST_LINE for line in lines)
    if cut:
        lines = [line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]} …" for line in lines]
    return lines, cut


def coloured_lines(
    name: str, lines: Sequence[str], stopped: Callable[[], bool] = lambda: False
) -> tuple[tuple[Run, ...], ...]:
    """Return the runs of each line that have a tone of their own; () where the language is not known or the file too
    large."""
    text = "\n".join(lines)
    lexer = _lexer(name, text[:2_000]) if len(text) <= LARGEST else None
    if lexer is None:
        return ()
    found: list[list[Run]] = [[] for _ in lines]
    began, line, column = time.monotonic(), 0, 0
    for token, part in lexer.get_tokens(text):
        tone = tone_of(token)
        for place, piece in enumerate(part.split("\n")):
            if place:
                line, column = line + 1, 0
            if line >= len(found):
                break
            width = len(piece) if piece.isascii() else len(piece.encode("utf-16-le", "surrogatepass")) // 2
            if tone and piece.strip():
                found[line].append((column, width, tone))
            column += width
        if stopped() or time.monotonic() - began > PATIENCE:
            break
    return tuple(tuple(runs) for runs in found)


def beginning(lines: Sequence[str], first: int) -> int:
    """Return a line (counted from 0) before `first` where something seems to begin: after an empty line, not indented.
    What stands further before, an open comment for example, is not known."""
    lead = max(0, first - LEAD)
    for place in range(lead, max(0, lead - LEAD), -1):
        if lines[place][:1].strip() and not lines[place - 1].strip():
            return place
    return lead


def _lexer(name: str, beginning: str) -> Any:
    """Return the lexer for a file by its name alone, or by its first line where that names a program; never by
    guessing."""
    lexers, unknown = import_module("pygments.lexers"), import_module("pygments.util").ClassNotFound
    options = {"stripnl": False, "ensurenl": False, "stripall": False}
    try:
        return lexers.get_lexer_for_filename(name.rpartition("/")[2], **options)
    except unknown:
        first = beginning.partition("\n")[0]
    for program in ("python", "bash", "node", "perl", "ruby"):
        if first.startswith("#!") and program in first.replace("/sh", "/bash"):
            return lexers.get_lexer_by_name(program, **options)
    return None
