"""A file at a commit, to be read: line numbers, colours, the cited lines marked, and who wrote which line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from disputatio.faces.gui import theme
from disputatio.faces.gui.contrast import mix
from disputatio.faces.gui.models.tones import Tone
from disputatio.faces.gui.widgets.source_pane import CodePane
from disputatio.repository.blame import Blame

AUTHOR: Final = 24
"""Characters of the column that says who wrote a line."""


class SourceView(CodePane):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Source")
        self._first, self._last, self._tone = 0, 0, "plain"
        self._blame: dict[int, Blame] = {}
        self.gutter.pressed.connect(self.select_line)

    def show_lines(self, lines: Sequence[str], first: int = 0, last: int = 0, tone: Tone = "plain") -> None:
        """A file, with lines `first` to `last` marked and in sight; 0 marks none."""
        self._first, self._last, self._tone = first, max(first, last), tone
        self._blame = {}
        self.set_lines(lines)
        if not first:
            return
        if first <= self.blockCount():
            self.go_to_line(first)
        else:
            self.filled.connect(self._arrive, Qt.ConnectionType.SingleShotConnection)

    def _arrive(self) -> None:
        self.go_to_line(self._first)

    def set_blame(self, found: Sequence[Blame]) -> None:
        """Show who wrote which line; an empty sequence takes the column away."""
        self._blame = {line: each for each in found for line in range(each.first, each.last + 1)}
        self._fit()
        self.gutter.update()

    def columns(self) -> Sequence[int]:
        numbers = super().columns()
        return (AUTHOR, *numbers) if self._blame else numbers

    def labels(self, line: int) -> Sequence[str]:
        if not self._blame:
            return super().labels(line)
        found = self._blame.get(line)
        begins = found is not None and line in (found.first, self.firstVisibleBlock().blockNumber() + 1)
        return (_wrote(found) if found is not None and begins else "", str(line))

    def alignment_of(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignLeft if self._blame and not column else Qt.AlignmentFlag.AlignRight

    def ground(self, line: int) -> str:
        if not (self._first and self._first <= line <= self._last):
            return ""
        look = theme.current()
        base = {"ok": look.ok, "caution": look.caution, "error": look.error}.get(self._tone, look.accent)
        return mix(base, look.surface, 0.2 if look.dark else 0.13)

    def wrote(self, line: int) -> Blame | None:
        """Who wrote a line, once that is known."""
        return self._blame.get(line)

    def said_at(self, event: QHelpEvent) -> str:
        """What the gutter says about the line under the pointer."""
        found = self._blame.get(self.line_at(event.pos().y()))
        return f"{found.commit.subject}\n{found.commit.id[:10]} · {found.commit.author}" if found else ""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._first:
            return
        look = theme.current()
        painter = QPainter(self.viewport())
        colour = {"ok": look.ok, "caution": look.caution, "error": look.error}.get(self._tone, look.accent)
        for block in self._seen():
            if self._first <= block.blockNumber() + 1 <= self._last:
                painter.fillRect(0, round(self._top(block)), 3, round(self._high(block)) + 1, QColor(colour))
        painter.end()


def _wrote(found: Blame) -> str:
    """Date and author in the width of the column."""
    text = f"{found.commit.date[:10]} {found.commit.author}"
    return text if len(text) <= AUTHOR else f"{text[: AUTHOR - 1]}…"
