"""Markdown as a styled document: parsed whole, or growing while a model speaks.

While an answer streams, only its open end is parsed again: everything up to the last safe cut (`settled`) is laid down
once. Qt's `insertFragment` gives the *first* block of what it inserts the format of the block it lands in, so a code
block, a quotation or a heading would lose its look. Every piece is therefore parsed behind a stand-in paragraph, and
what is inserted begins with the break after it: no block of the piece is ever the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextDocument

from disputatio.faces.gui.fonts import font
from disputatio.faces.gui.models.messages import Mark
from disputatio.faces.gui.widgets import badges
from disputatio.faces.gui.widgets.code_colours import colourist
from disputatio.faces.gui.widgets.document_style import Look, colour, dress
from disputatio.faces.gui.widgets.markdown_text import apart, prepared, settled

DIALECT: Final = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
"""GitHub's dialect; HTML stays text."""

UNCOLOURED_TAIL: Final = 1_600
"""Characters. An open end longer than this is not coloured until it is closed: colouring costs more than parsing."""

_STAND_IN: Final = "x\n\n"
_KEEP: Final = QTextCursor.MoveMode.KeepAnchor


class MessageDocument(QTextDocument):
    """A document that loads nothing: no image, no style sheet, neither from the network nor from this computer. Its
    code gets its colours when they are known."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)
        self.setIndentWidth(24 * look.zoom)
        self.setDefaultFont(font(look.points))
        self._look, self._waiting = look, frozenset[str]()
        colourist().ready.connect(self._colour)

    def wait_for(self, languages: frozenset[str]) -> None:
        """Code of these languages has no colours yet."""
        self._waiting |= languages

    def _colour(self, language: str) -> None:
        if language in self._waiting:
            self._waiting = (self._waiting - {language}) | colour(self, self._look, language)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None


def parsed(text: str, look: Look, marks: Sequence[Mark] = ()) -> MessageDocument:
    """The whole of `text`, styled, with a badge behind each citation of `marks`."""
    document = MessageDocument(look)
    signs = badges.stand_ins(text, len(marks)) if marks else ""
    _begin(document, badges.planted(text, marks, signs) if signs else text, look)
    if signs:
        badges.lay(document, marks, signs, look)
    return document


def _begin(document: MessageDocument, markdown: str, look: Look, *, colour_code: bool = True) -> None:
    first, *others = apart(prepared(markdown))
    document.setMarkdown(first, DIALECT)
    document.wait_for(dress(document, look, colour_code=colour_code))
    cursor = QTextCursor(document)
    for piece in others:
        document.wait_for(_insert(cursor, piece, look, colour_code))


def _append(
    document: MessageDocument, cursor: QTextCursor, markdown: str, look: Look, *, colour_code: bool = True
) -> None:
    for piece in apart(prepared(markdown)):
        document.wait_for(_insert(cursor, piece, look, colour_code))


def _insert(cursor: QTextCursor, markdown: str, look: Look, colour_code: bool) -> frozenset[str]:
    """Dressed before it is inserted: a document that nobody looks at is never laid out."""
    if not markdown.strip():
        return frozenset()
    piece = QTextDocument()
    piece.setMarkdown(_STAND_IN + markdown, DIALECT)
    waiting = dress(piece, look, colour_code=colour_code)
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

    def __init__(self, look: Look, text: str = "") -> None:
        self.document = MessageDocument(look)
        self.text = text
        self._look = look
        self._done = 0
        self._drawn = -1
        self._anchor = 0
        self._anchor_format = QTextBlockFormat()

    @property
    def stale(self) -> bool:
        return self._drawn != len(self.text)

    def feed(self, delta: str) -> None:
        self.text += delta

    def flush(self) -> bool:
        """Draw what is new. Says whether anything was."""
        if not self.stale:
            return False
        cut = settled(self.text, self._done)
        if self._done == 0:
            first = self.text[: cut or len(self.text)]
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
            _append(self.document, cursor, self.text[cut:], self._look, colour_code=self._short(cut))
        cursor.endEditBlock()
        self._drawn = len(self.text)
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
