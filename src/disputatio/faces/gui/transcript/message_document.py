"""The document of a message: its Markdown as Qt sets it, with the badges of citations at their places.

Before a text is parsed, one character of a private range is put behind each citation; afterwards each becomes a run
of words with a link of our own, so that pointer, Tab key, Enter and screen readers find it as they find any link. What
stands inside an address or another place that parsing swallows is listed below the text instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from PySide6.QtCore import QRectF, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLayout,
    QTextLine,
)

from disputatio.debate.citations.passages import Fence, fences
from disputatio.debate.views.labels import VERDICTS
from disputatio.faces.gui.kit.code_colours import colourist
from disputatio.faces.gui.kit.fonts import CAPTION, FAMILIES, font
from disputatio.faces.gui.kit.labels import Tone, tone_colours
from disputatio.faces.gui.transcript.document_style import Look, colour, dress
from disputatio.faces.gui.transcript.formulas import KIND as FORMULA
from disputatio.faces.gui.transcript.formulas import draughtsman, formula_object, put_formulas, show_pictures
from disputatio.faces.gui.transcript.markdown import AT_ONCE, TAIL, Written, pieces_of, reach, safe_markdown
from disputatio.faces.gui.transcript.message_items import Mark

SCHEME: Final = "evidence:"
"""Of the links of badges. Links of models with it were taken out before (`document_style.dress`)."""

_FIRST, _LAST = 0xE000, 0xF8FF
_BADGE: Final = QTextFormat.Property.UserProperty + 2
"""Ours, on the words of a badge: its tone."""

_TONES: Final[tuple[Tone, ...]] = ("plain", "ok", "caution", "error")
_GLUE: Final = "\u00a0"


def number_of(address: str) -> int | None:
    """Return the number of the citation that a link of ours means; None for any other link."""
    if not address.startswith(SCHEME) or not address[len(SCHEME) :].isdigit():
        return None
    return int(address[len(SCHEME) :])


def stand_ins(text: str, count: int) -> str:
    """Return `count` characters of the private range that the text does not have; "" where there are not enough."""
    taken = {ord(char) for char in text if _FIRST <= ord(char) <= _LAST}
    free = (code for code in range(_FIRST, _LAST + 1) if code not in taken)
    found = "".join(chr(code) for code, _ in zip(free, range(count), strict=False))
    return found if len(found) == count else ""


def text_with_stand_ins(text: str, marks: Sequence[Mark], signs: str) -> str:
    """Return the text with the character of each mark behind its citation: behind the code span that it stands in, and
    in a line of its own below a fenced block."""
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
    """Return where the sign of a mark goes, and what goes there: nothing may touch an address, or it would not be a
    link any more, or be part of it."""
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
    """Insert the marks that have no place in the text, in one line below it."""
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
    """Return where the badges of a laid-out document stand, in its coordinates, one box for each line they touch."""
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
    """Return the pixels from the left of the block; the binding returns the place with it."""
    found: tuple[float, int] = line.cursorToX(place)  # type: ignore[assignment]
    return found[0]


DIALECT: Final = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
"""GitHub's dialect; HTML stays text."""

UNCOLOURED_TAIL: Final = 1_600
"""Characters. An open end longer than this is not coloured until it is closed: colouring costs more than parsing."""

_STAND_IN: Final = "x\n\n"
_KEEP: Final = QTextCursor.MoveMode.KeepAnchor


class MessageDocument(QTextDocument):
    """A document that loads nothing: no image, no style sheet, neither from the network nor from this computer. Its
    code gets its colours when they are known, and its formulas their pictures."""

    grown = Signal()
    """It takes another room than before: formulas have become pictures."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)
        self.setIndentWidth(24 * look.zoom)
        self.setDefaultFont(font(look.points))
        self._look, self._waiting = look, frozenset[str]()
        self._draws = False
        colourist().ready.connect(self._colour)

    def wait_for(self, languages: frozenset[str]) -> None:
        """Remember that code of these languages has no colours yet."""
        self._waiting |= languages

    def draw_formulas(self) -> None:
        """Show those formulas as pictures that were drawn before, and the others when they are."""
        if not self._draws:
            self._draws = True
            self.documentLayout().registerHandler(FORMULA, formula_object())
            draughtsman().ready.connect(self._draw)
        self._draw(told=False)

    def _draw(self, *, told: bool = True) -> None:
        if show_pictures(self) and told:
            self.grown.emit()

    def _colour(self, language: str) -> None:
        if language in self._waiting:
            self._waiting = (self._waiting - {language}) | colour(self, self._look, language)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None


def message_document(text: str, look: Look, marks: Sequence[Mark] = ()) -> MessageDocument:
    """Return the whole of `text`, styled, with a badge behind each citation of `marks`."""
    document = MessageDocument(look)
    signs = stand_ins(text, len(marks)) if marks else ""
    _begin(document, text_with_stand_ins(text, marks, signs) if signs else text, look)
    if signs:
        lay(document, marks, signs, look)
    return document


def _begin(document: MessageDocument, markdown: str, look: Look, *, colour_code: bool = True) -> None:
    text, formulas = safe_markdown(markdown)
    first, *others = pieces_of(text)
    document.setMarkdown(first, DIALECT)
    document.wait_for(dress(document, look, colour_code=colour_code))
    if formulas:
        put_formulas(document, formulas, look)
    cursor = QTextCursor(document)
    for piece in others:
        document.wait_for(_insert(cursor, piece, look, colour_code, formulas))
    if formulas:
        document.draw_formulas()


def _append(
    document: MessageDocument, cursor: QTextCursor, markdown: str, look: Look, *, colour_code: bool = True
) -> None:
    text, formulas = safe_markdown(markdown)
    for piece in pieces_of(text):
        document.wait_for(_insert(cursor, piece, look, colour_code, formulas))
    if formulas:
        document.draw_formulas()


def _insert(cursor: QTextCursor, markdown: str, look: Look, colour_code: bool, formulas: Written) -> frozenset[str]:
    """Insert a piece of Markdown, dressed before it is inserted: a document that nobody looks at is never laid out."""
    if not markdown.strip():
        return frozenset()
    piece = QTextDocument()
    piece.setMarkdown(_STAND_IN + markdown, DIALECT)
    waiting = dress(piece, look, colour_code=colour_code)
    if formulas:
        put_formulas(piece, formulas, look)
    source = QTextCursor(piece)
    source.setPosition(len(_STAND_IN.rstrip()))
    source.movePosition(QTextCursor.MoveOperation.End, _KEEP)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.insertFragment(source.selection())
    return waiting


class GrowingDocument:
    """A document that grows at its end.

    `feed` only remembers; `flush` draws what has come since. Parse the whole text once more when it is complete: a
    reference that is defined at the very end, for instance, changes what came before.
    """

    def __init__(self, look: Look, text: str = "", most: float = TAIL, reached: tuple[int, int] | None = None) -> None:
        """`most`: the work for what cannot be cut, `reached`: how far that goes at first, if it is known (see
        `markdown.reach`)."""
        self.document = MessageDocument(look)
        self.text = text
        self._most, self._reached = most, reached
        self.shown = -1
        """Characters that are laid out; -1 before the first time."""
        self.held = False
        """Whether it grows no further: what comes next cannot be cut, and would stall the window."""
        self._look = look
        self._done = 0
        self._anchor = 0
        self._anchor_format = QTextBlockFormat()

    @property
    def stale(self) -> bool:
        return not self.held and self.shown != len(self.text)

    def feed(self, delta: str) -> None:
        self.text += delta

    def flush(self) -> bool:
        """Draw what is new, as far as that goes without a stall; it is `stale` as long as there is more. Says whether
        anything was drawn."""
        if not self.stale:
            return False
        cut, end = self._reached or reach(self.text, self._done, AT_ONCE, self._most)
        self._reached = None
        self.held = cut == self._done and end < len(self.text)
        if self._done == 0:
            first = self.text[: cut or end]
            _begin(self.document, first, self._look, colour_code=bool(cut) or self._short(cut))
        cursor = QTextCursor(self.document)
        cursor.beginEditBlock()
        if self._done:
            self._drop_tail(cursor)
            _append(self.document, cursor, self.text[self._done : cut], self._look)
        if cut > self._done:
            self._done = cut
            self._remember_end()
        if self._done:
            _append(self.document, cursor, self.text[cut:end], self._look, colour_code=self._short(cut))
        cursor.endEditBlock()
        self.shown = end
        return True

    def _short(self, cut: int) -> bool:
        return len(self.text) - cut <= UNCOLOURED_TAIL

    def _drop_tail(self, cursor: QTextCursor) -> None:
        cursor.setPosition(self._anchor)
        cursor.movePosition(QTextCursor.MoveOperation.End, _KEEP)
        if cursor.hasSelection():
            cursor.removeSelectedText()
            # Where the last settled block is empty, Qt hands it the format of what was removed.
            cursor.setBlockFormat(self._anchor_format)

    def _remember_end(self) -> None:
        last = self.document.lastBlock()
        self._anchor = last.position() + last.length() - 1
        self._anchor_format = QTextBlockFormat(last.blockFormat())
