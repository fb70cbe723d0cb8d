"""Text that is read line by line: a gutter at the left, a ground behind some lines, nothing that can be changed.

Its colours come from Pygments' tokens, line by line. Finding them takes long: call those functions in a thread. They
are laid on the lines in sight only, when they come into sight: a file of 20,000 lines opens as fast as one of twenty.
Where a file is too long to be coloured at once, they are even found only then, a part at a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from html import escape
from importlib import import_module
from typing import Any, Final

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextLayout,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QToolTip, QWidget

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.code_colours import tone_of
from disputatio.faces.gui.kit.fonts import SMALL, font
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


PIECE: Final = 1_500
"""Lines that are poured in at once; the window breathes between two pieces."""
PART: Final = 400
"""Lines that are coloured at once where not all are."""
SETTLE: Final = 40
"""Milliseconds without scrolling until colours of a part are asked for."""
PAD: Final = 10


class Gutter(QWidget):
    """What stands left of the lines; the pane paints it."""

    pressed = Signal(int)
    """The number of a line was clicked, counted from 1."""

    def __init__(self, pane: CodePane) -> None:
        super().__init__(pane)
        self._pane = pane
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(self._pane.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._pane.paint_gutter(self, event.rect())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            if words := self._pane.hint(self._pane.line_at(event.pos().y())):
                QToolTip.showText(event.globalPos(), f"<p>{escape(words)}</p>", self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self._pane.line_at(event.position().toPoint().y())
        if line:
            self.pressed.emit(line)


class CodePane(QPlainTextEdit):
    """Subclasses say what stands in the gutter and which ground a line has; lines count from 1."""

    filled = Signal()
    """All lines are there."""
    colours_wanted = Signal(int, int)
    """Lines that came into sight have no colours: the first, counted from 0, and the one after the last."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("code")
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # programs begin at the left in every language
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFont(_plain(font(SMALL + 0.5, mono=True)))
        self.document().setDefaultFont(self.font())
        self.document().setDocumentMargin(6)
        self.setTabStopDistance(4 * self._advance())
        self._line = QFontMetricsF(self.font()).lineSpacing()
        self.gutter = Gutter(self)
        self._waiting: list[str] = []
        self._runs: Sequence[tuple[Run, ...]] = ()
        self.runs_by_line: dict[int, tuple[Run, ...]] = {}
        """The colours that came for parts of a long file, by the lines counted from 0."""
        self._asked: set[int] | None = None
        self._dressed: set[int] = set()
        self._pour = QTimer(self, singleShot=True, interval=0)
        self._pour.timeout.connect(self._pour_piece)
        self._dress = QTimer(self, singleShot=True, interval=0)
        self._dress.timeout.connect(self._dress_seen)
        self._miss = QTimer(self, singleShot=True, interval=SETTLE)
        self._miss.timeout.connect(self._ask_parts)
        self.blockCountChanged.connect(self._fit)
        self.updateRequest.connect(self._scroll_gutter)
        self.verticalScrollBar().valueChanged.connect(lambda: self._dress.start())

    def _advance(self) -> float:
        return QFontMetricsF(self.font()).horizontalAdvance("0")

    # ---- what subclasses say ---------------------------------------------------------------------------------------
    def labels(self, line: int) -> Sequence[str]:
        """Return what stands in the columns of the gutter beside a line."""
        return (str(line),)

    def columns(self) -> Sequence[int]:
        """Return the width of each column of the gutter, in characters."""
        return (max(3, len(str(self.blockCount()))),)

    def ground(self, line: int) -> str:
        """Return the colour behind a line; "" for none."""
        return ""

    def hint(self, line: int) -> str:
        """Return what the gutter says when the pointer rests beside a line."""
        return ""

    # ---- lines -----------------------------------------------------------------------------------------------------
    def set_lines(self, lines: Sequence[str]) -> None:
        """Show these and nothing else, the first ones at once."""
        self._runs, self.runs_by_line, self._asked, self._dressed = (), {}, None, set()
        self._waiting = list(lines[PIECE:])
        self.setPlainText("\n".join(lines[:PIECE]))
        self._fit()
        self._pour.start() if self._waiting else self.filled.emit()

    @property
    def complete(self) -> bool:
        return not self._waiting

    def _pour_piece(self) -> None:
        piece, self._waiting = self._waiting[:PIECE], self._waiting[PIECE:]
        if piece:
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText("\n" + "\n".join(piece))
        self._pour.start() if self._waiting else self.filled.emit()

    def set_colours(self, runs: Sequence[tuple[Run, ...]]) -> None:
        """Set the runs of colour of each line."""
        self._runs, self._dressed = runs, set()
        self._dress.start()

    def colour_in_parts(self) -> None:
        """Colour a part at a time: `colours_wanted` tells what comes into sight; `add_colours` answers."""
        self._asked = set()
        self._miss.start()

    def add_colours(self, first: int, runs: Sequence[tuple[Run, ...]]) -> None:
        """Add runs of colour for the lines from `first` (counted from 0) on."""
        self.runs_by_line.update(enumerate(runs, first))
        self._dress.start()

    def _ask_parts(self) -> None:
        if self._asked is None:
            return
        wanted = {block.blockNumber() // PART for block in self._seen()} - self._asked
        self._asked |= wanted
        for part in sorted(wanted):
            self.colours_wanted.emit(part * PART, (part + 1) * PART)

    def _dress_seen(self) -> None:
        look = theme.current()
        for block in self._seen():
            number = block.blockNumber()
            runs = self._runs[number] if number < len(self._runs) else self.runs_by_line.get(number)
            if number in self._dressed or runs is None:
                continue
            self._dressed.add(number)
            block.layout().setFormats([_run(run, getattr(look, run[2])) for run in runs])
            self.document().markContentsDirty(block.position(), block.length())
        if self._asked is not None:
            self._miss.start()

    def _seen(self) -> Iterator[QTextBlock]:
        block, bottom = self.firstVisibleBlock(), self.viewport().height()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= bottom:
            yield block
            top += self.blockBoundingRect(block).height()
            block = block.next()

    def line_at(self, y: int) -> int:
        """Return the line at a height of the viewport; 0 below the last."""
        return next((block.blockNumber() + 1 for block in self._seen() if self._top(block) + self._high(block) > y), 0)

    def _top(self, block: QTextBlock) -> float:
        return self.blockBoundingGeometry(block).translated(self.contentOffset()).top()

    def _high(self, block: QTextBlock) -> float:
        return self.blockBoundingRect(block).height()

    def go_to_line(self, line: int) -> None:
        """Put the caret there and bring it to the upper third."""
        block = self.document().findBlockByNumber(max(0, line - 1))
        if not block.isValid():
            return
        self.setTextCursor(QTextCursor(block))
        visible = self.viewport().height() / max(1.0, self._high(block))
        self.verticalScrollBar().setValue(max(0, round(line - 1 - visible / 3)))

    def selected_lines(self) -> tuple[int, int]:
        """Return the lines that are selected, or that of the caret twice."""
        cursor = self.textCursor()
        first = self.document().findBlock(cursor.selectionStart()).blockNumber() + 1
        last = self.document().findBlock(cursor.selectionEnd()).blockNumber() + 1
        return first, last

    def select_line(self, line: int) -> None:
        cursor = QTextCursor(self.document().findBlockByNumber(line - 1))
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    # ---- the gutter ------------------------------------------------------------------------------------------------
    def gutter_width(self) -> int:
        return round(sum(self.columns()) * self._advance() + PAD * (len(self.columns()) + 1))

    def _fit(self) -> None:
        self.setViewportMargins(self.gutter_width(), 0, 0, 0)
        space = self.contentsRect()
        self.gutter.setGeometry(QRect(space.left(), space.top(), self.gutter_width(), space.height()))

    def _scroll_gutter(self, rect: QRect, dy: int) -> None:
        self.gutter.scroll(0, dy) if dy else self.gutter.update(0, rect.y(), self.gutter.width(), rect.height())
        if rect.contains(self.viewport().rect()):
            self._fit()

    def paint_gutter(self, gutter: QWidget, rect: QRect) -> None:
        look = theme.current()
        painter = QPainter(gutter)
        painter.fillRect(rect, QColor(look.surface))
        painter.setFont(self.font())
        here = self.textCursor().blockNumber()
        advance, widths = self._advance(), self.columns()
        for block in self._seen():
            line = block.blockNumber() + 1
            top, high = self._top(block), min(self._high(block), self._line)
            if ground := self.ground(line):
                painter.fillRect(QRectF(0, top, gutter.width(), high + 1), QColor(ground))
            painter.setPen(QColor(look.text if block.blockNumber() == here else look.muted))
            left = float(PAD)
            for place, (label, width) in enumerate(zip(self.labels(line), widths, strict=True)):
                box = QRectF(left, top, width * advance, high)
                painter.drawText(box, self.alignment_of(place) | Qt.AlignmentFlag.AlignVCenter, label)
                left += width * advance + PAD
        painter.end()

    def alignment_of(self, column: int) -> Qt.AlignmentFlag:
        return Qt.AlignmentFlag.AlignRight

    # ---- events ----------------------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        for block in self._seen():
            if ground := self.ground(block.blockNumber() + 1):
                box = QRectF(0, self._top(block), self.viewport().width(), self._high(block))
                painter.fillRect(box, QColor(ground))
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._dress.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_dress"):
            self._dressed = set()
            self._dress.start()
            self.gutter.update()


def _plain(face: QFont) -> QFont:
    """Return a font without ligatures: "->" is read as the two signs that stand in the file."""
    face.setFeature(QFont.Tag("calt"), 0)
    return face


def _run(run: Run, colour: str) -> QTextLayout.FormatRange:
    made, words = QTextLayout.FormatRange(), QTextCharFormat()
    words.setForeground(QColor(colour))
    made.start, made.length, made.format = run[0], run[1], words
    return made
