"""Badges of citations inside a message: where they go in its Markdown, and how they look in the document.

Before a text is parsed, one character of a private range is put behind each citation; afterwards each becomes a run
of words with a link of our own, so that pointer, Tab key, Enter and screen readers find it as they find any link. What
stands inside an address or another place that parsing swallows is listed below the text instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import (
    QColor,
    QFont,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLayout,
    QTextLine,
)

from disputatio.debate.passages import Fence, fences
from disputatio.debate.views.labels import VERDICTS
from disputatio.faces.gui.fonts import CAPTION, FAMILIES
from disputatio.faces.gui.models.messages import Mark
from disputatio.faces.gui.widgets.chips import Tone, tone_colours
from disputatio.faces.gui.widgets.document_style import Look

SCHEME: Final = "evidence:"
"""Of the links of badges. Links of models with it were taken out before (`document_style.dress`)."""

_FIRST, _LAST = 0xE000, 0xF8FF
_BADGE: Final = QTextFormat.Property.UserProperty + 2
"""Ours, on the words of a badge: its tone."""

_TONES: Final[tuple[Tone, ...]] = ("plain", "ok", "caution", "error")
_GLUE: Final = "\u00a0"


def number_of(address: str) -> int | None:
    """The number of the citation that a link of ours means; None for any other link."""
    if not address.startswith(SCHEME) or not address[len(SCHEME) :].isdigit():
        return None
    return int(address[len(SCHEME) :])


def stand_ins(text: str, count: int) -> str:
    """`count` characters of the private range that the text does not have; "" where there are not enough."""
    taken = {ord(char) for char in text if _FIRST <= ord(char) <= _LAST}
    free = (code for code in range(_FIRST, _LAST + 1) if code not in taken)
    found = "".join(chr(code) for code, _ in zip(free, range(count), strict=False))
    return found if len(found) == count else ""


def planted(text: str, marks: Sequence[Mark], signs: str) -> str:
    """The text with the character of each mark behind its citation: behind the code span that it stands in, and in a
    line of its own below a fenced block."""
    blocks = fences(text)
    places: dict[int, str] = {}
    for mark, sign in zip(marks, signs, strict=True):
        if mark.end > len(text):
            continue
        at, planted_as = _place(text, mark, blocks, sign)
        places[at] = places.get(at, "") + planted_as
    parts, reached = [], 0
    for at in sorted(places):
        parts += [text[reached:at], places[at]]
        reached = at
    return "".join((*parts, text[reached:]))


def _place(text: str, mark: Mark, blocks: Sequence[Fence], sign: str) -> tuple[int, str]:
    for block in blocks:
        if block.start < mark.end <= block.end:
            line = text.rfind("\n", 0, block.start) + 1
            indent = text[line : block.start] + text[block.start : block.end][: _indent(text[block.start :])]
            return block.end, f"\n\n{indent}{sign}\n\n"
    if "://" in mark.label:
        return _behind_address(text, mark, sign)
    at = mark.end
    while at < len(text) and text[at] == "`":
        at += 1
    return at, sign


def _behind_address(text: str, mark: Mark, sign: str) -> tuple[int, str]:
    """Nothing may touch an address: it would not be a link any more, or be part of it."""
    at, before = mark.end, text[max(0, mark.start - 2) : mark.start]
    closing = ")" if before == "](" else ">" if before.endswith("<") else ""
    if closing and (end := text.find(closing, at, at + 200)) >= 0:
        return end + 1, sign
    return at, f" {sign}"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def lay(document: QTextDocument, marks: Sequence[Mark], signs: str, look: Look) -> None:
    """Put a badge in the place of each stand-in of a parsed and dressed document."""
    left = []
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for mark, sign in zip(marks, signs, strict=True):
        found = document.find(sign)
        if found.isNull():
            left.append(mark)
            continue
        found.removeSelectedText()
        alone = not found.block().text().strip()
        if alone:
            found.insertText(f"{mark.label}\u2002", _label(look))
        _write(found, mark, look, glued=not alone)
    if left:
        _list(cursor, left, look)
    cursor.endEditBlock()


def _list(cursor: QTextCursor, marks: Sequence[Mark], look: Look) -> None:
    """Marks that have no place in the text, in one line below it."""
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.insertBlock()
    for mark in marks:
        cursor.insertText(f"{mark.label}\u2002", _label(look))
        _write(cursor, mark, look, glued=False)
        cursor.insertText("  ", QTextCharFormat())


def _write(cursor: QTextCursor, mark: Mark, look: Look, *, glued: bool) -> None:
    sign, word, tone = VERDICTS[mark.status].parts
    words = QTextCharFormat()
    words.setFontFamilies(FAMILIES)
    words.setFontPointSize(CAPTION * look.zoom)
    words.setFontWeight(QFont.Weight.DemiBold)
    words.setForeground(QColor(tone_colours(tone)[0]))
    words.setFontUnderline(False)
    words.setAnchor(True)
    words.setAnchorHref(f"{SCHEME}{mark.number}")
    words.setToolTip(f"<p>{escape(mark.label)}: {escape(mark.hint)}</p>")
    words.setProperty(_BADGE, _TONES.index(tone) + 1)
    space = QTextCharFormat()
    space.setFontPointSize(CAPTION * look.zoom)
    if glued:
        cursor.insertText("\u2009", space)
    cursor.insertText(f"{_GLUE}{sign}{_GLUE}{word}{_GLUE}", words)
    cursor.insertText("\u200b", space)


def _label(look: Look) -> QTextCharFormat:
    words = QTextCharFormat()
    words.setFontPointSize(CAPTION * look.zoom)
    words.setForeground(QColor(look.theme.muted))
    return words


def boxes(document: QTextDocument) -> list[tuple[QRectF, Tone]]:
    """Where the badges of a laid-out document stand, in its coordinates, one box for each line they touch."""
    found: list[tuple[QRectF, Tone]] = []
    layout, block = document.documentLayout(), document.begin()
    while block.isValid():
        at = block.begin()
        while not at.atEnd():
            fragment = at.fragment()
            tone = fragment.charFormat().intProperty(_BADGE)
            if tone:
                top = layout.blockBoundingRect(block)
                start = fragment.position() - block.position()
                lines = _lines(block.layout(), start, start + fragment.length())
                found += [(box.translated(top.left(), top.top()), _TONES[tone - 1]) for box in lines]
            at += 1
        block = block.next()
    return found


def _lines(layout: QTextLayout, start: int, end: int) -> list[QRectF]:
    found = []
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        low, high = max(start, line.textStart()), min(end, line.textStart() + line.textLength())
        if low < high:
            left, right = _x(line, low), _x(line, high)
            found.append(QRectF(left, line.y(), right - left, line.height()))
    return found


def _x(line: QTextLine, place: int) -> float:
    """Pixels from the left of the block; the binding returns the place with it."""
    found: tuple[float, int] = line.cursorToX(place)  # type: ignore[assignment]
    return found[0]
