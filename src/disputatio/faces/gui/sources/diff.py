"""What differs between two texts, to be read. As a unified diff: old and new line numbers, what went and what came in
colour and by its sign. Or side by side: lines that belong together at one height, what differs in colour, and within a
line the words that differ."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from PySide6.QtGui import QColor, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTextEdit

from disputatio.debate.values import value
from disputatio.debate.views.differences import Row, Side
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import mix
from disputatio.faces.gui.sources.code_pane import CodePane, Run, coloured_lines, visible_lines

_HUNK: Final = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_HEADS: Final = ("diff --git ", "--- ", "+++ ")
LARGEST: Final = 3_000_000
"""Characters of a diff that are shown."""
CUT: Final = tr("(cut: the difference is longer than is shown)")
_TONES: Final = {"+": "ok", "-": "error", "@": "definition"}


@value
class Diff:
    """A diff as it is shown: lines, the numbers beside them, what each is, and its colour."""

    lines: tuple[str, ...]
    numbers: tuple[tuple[str, str], ...]
    kinds: tuple[str, ...]
    runs: tuple[tuple[Run, ...], ...]
    widest: int


def read_diff(text: str) -> Diff:
    """Read a diff. It takes long for a large one: call it in a thread."""
    cut = text[:LARGEST].rpartition("\n")[0] if len(text) > LARGEST else text
    lines, _ = visible_lines(cut if cut == text else f"{cut}\n{CUT}")
    numbers, kinds = numbered_lines(lines)
    runs: list[tuple[Run, ...]] = [
        ((0, len(line.encode("utf-16-le", "surrogatepass")) // 2, _TONES[kind]),) if kind in _TONES else ()
        for line, kind in zip(lines, kinds, strict=True)
    ]
    widest = max((len(number) for pair in numbers for number in pair), default=3)
    return Diff(lines=tuple(lines), numbers=tuple(numbers), kinds=tuple(kinds), runs=tuple(runs), widest=widest)


class DiffView(CodePane):
    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Differences"))
        self._diff = read_diff("")

    def show_diff(self, found: Diff) -> None:
        self._diff = found
        self.set_lines(found.lines)
        self.set_colours(found.runs)
        self.verticalScrollBar().setValue(0)

    def columns(self) -> Sequence[int]:
        return (self._diff.widest, self._diff.widest)

    def labels(self, line: int) -> Sequence[str]:
        numbers = self._diff.numbers
        return numbers[line - 1] if line <= len(numbers) else ("", "")

    def ground(self, line: int) -> str:
        kind = self._diff.kinds[line - 1] if line <= len(self._diff.kinds) else ""
        look = theme.current()
        share = 0.1 if look.dark else 0.09
        match kind:
            case "+":
                return mix(look.ok, look.surface, share)
            case "-":
                return mix(look.error, look.surface, share)
            case "@":
                return look.raised
            case "file":
                return mix(look.accent, look.surface, share)
        return ""


def numbered_lines(lines: Sequence[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the old and the new number of each line of a diff, and what it is: "+", "-", "@", "file" or ""."""
    numbers, kinds = [], []
    old = new = old_left = new_left = 0
    for line in lines:
        hunk = _HUNK.match(line)
        inside = old_left > 0 or new_left > 0
        if hunk:
            old, new, old_left, new_left = int(hunk[1]), int(hunk[3]), int(hunk[2] or 1), int(hunk[4] or 1)
            kind, pair = "@", ("", "")
        elif inside and not line.startswith("\\"):
            kind = line[:1] if line[:1] in ("+", "-") else ""
            pair = (str(old) if kind != "+" else "", str(new) if kind != "-" else "")
            old, old_left = (old + 1, old_left - 1) if kind != "+" else (old, old_left)
            new, new_left = (new + 1, new_left - 1) if kind != "-" else (new, new_left)
        else:
            kind, pair = "file" if line.startswith(_HEADS) else "", ("", "")
        numbers.append(pair)
        kinds.append(kind)
    return numbers, kinds


# ---- side by side ---------------------------------------------------------------------------------------------------
MOST_MARKS: Final = 1_000
"""Lines whose words are marked."""


@value
class Half:
    """One of the texts as it is shown: its lines, "" where the other has one more; their numbers; which lines the other
    does not have; the marks in each, in characters."""

    lines: tuple[str, ...]
    numbers: tuple[str, ...]
    differs: tuple[bool, ...]
    marks: tuple[tuple[int, int, int], ...]
    runs: tuple[tuple[Run, ...], ...]


def read_half(rows: Sequence[Row], side: Literal["left", "right"], file: str) -> Half:
    """Return one half of the rows. It takes long for many: call it in a thread."""
    found: list[Side | None] = [getattr(row, side) for row in rows]
    lines, _ = visible_lines("\n".join(one.text if one is not None else "" for one in found))
    lines += [""] * (len(rows) - len(lines))  # an empty last line is no line of a file
    marks = [(at, *mark) for at, one in enumerate(found) if one is not None for mark in one.marks]
    return Half(
        lines=tuple(lines),
        numbers=tuple(str(one.number) if one is not None else "" for one in found),
        differs=tuple(row.change != "" for row in rows),
        marks=tuple(marks[:MOST_MARKS]),
        runs=coloured_lines(file, lines),
    )


class _Pane(CodePane):
    def __init__(self, name: str, sign: str) -> None:
        self._half = Half(lines=(), numbers=(), differs=(), marks=(), runs=())
        self._sign = sign
        super().__init__()
        self.setAccessibleName(name)

    def show_half(self, half: Half) -> None:
        self._half = half
        self.set_lines(half.lines)
        self.set_colours(half.runs)
        self.mark()

    def mark(self) -> None:
        """Mark the words that differ, once all lines are there."""
        if not self.complete:
            return
        colour = QColor(mix(self._tone, theme.current().surface, 0.3))
        found = []
        for line, start, end in self._half.marks:
            block = self.document().findBlockByNumber(line)
            one = QTextEdit.ExtraSelection()
            one.cursor = QTextCursor(block)
            one.cursor.setPosition(block.position() + min(start, block.length() - 1))
            one.cursor.setPosition(block.position() + min(end, block.length() - 1), QTextCursor.MoveMode.KeepAnchor)
            one.format.setProperty(QTextFormat.Property.BackgroundBrush, colour)
            found.append(one)
        self.setExtraSelections(found)

    @property
    def _tone(self) -> str:
        look = theme.current()
        return look.error if self._sign == "-" else look.ok

    def columns(self) -> Sequence[int]:
        return (max(3, len(str(len(self._half.lines)))), 1)

    def labels(self, line: int) -> Sequence[str]:
        if line > len(self._half.numbers):
            return ("", "")
        number = self._half.numbers[line - 1]
        return (number, self._sign if number and self._half.differs[line - 1] else "")

    def ground(self, line: int) -> str:
        if line > len(self._half.differs) or not self._half.differs[line - 1]:
            return ""
        look = theme.current()
        return mix(self._tone, look.surface, 0.1) if self._half.numbers[line - 1] else look.raised


class SideBySideView(QFrame):
    """Both halves scroll together."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Side by side"))
        self.panes = (_Pane(tr("Before"), "-"), _Pane(tr("After"), "+"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(1)
        for pane in self.panes:
            row.addWidget(pane, 1)
            pane.filled.connect(pane.mark)
        one, other = self.panes
        for a, b in ((one, other), (other, one)):
            a.verticalScrollBar().valueChanged.connect(b.verticalScrollBar().setValue)
            a.horizontalScrollBar().valueChanged.connect(b.horizontalScrollBar().setValue)

    def show_halves(self, left: Half, right: Half, names: tuple[str, str]) -> None:
        for pane, half, name in zip(self.panes, (left, right), names, strict=True):
            pane.setAccessibleName(name)
            pane.show_half(half)
            pane.verticalScrollBar().setValue(0)
