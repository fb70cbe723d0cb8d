"""Two texts side by side: lines that belong together at one height, what differs in colour, and within a line the words
that differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from PySide6.QtGui import QColor, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTextEdit, QWidget

from disputatio.debate.values import value
from disputatio.debate.views.differences import Row, Side
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import mix
from disputatio.faces.gui.sources.code_pane import CodePane, Run, coloured_lines, visible_lines

MOST_MARKS: Final = 1_000
"""Lines whose words are marked."""
SIDES: Final = ("left", "right")


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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
