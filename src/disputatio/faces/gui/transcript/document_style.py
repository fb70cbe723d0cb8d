"""Typography for a parsed document: spacing, headings, code, quotes, tables, links. Nothing is ever loaded for it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextFrameFormat,
    QTextImageFormat,
    QTextTable,
)

from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit.code_colours import colour_spans
from disputatio.faces.gui.kit.colours import Theme
from disputatio.faces.gui.kit.fonts import BODY, MONO
from disputatio.faces.gui.transcript.markdown import APART, allowed_link

_PROPORTIONAL: Final = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_KEEP: Final = QTextCursor.MoveMode.KeepAnchor

CODE_HEAD: Final = 30
"""Pixels for the language and the copy button above a block of code, at zoom 1."""

_FENCE: Final = QTextFormat.Property.BlockCodeFence
_LANGUAGE: Final = QTextFormat.Property.BlockCodeLanguage
_LINE: Final = QTextFormat.Property.UserProperty + 1
"""Ours, on every line of code: 1 on the first line of a block, 2 on the others."""

_HEADINGS: Final = {1: 1.5, 2: 1.3, 3: 1.15}


@value
class Look:
    """What a message is dressed with. `inner`: links that stay inside, in texts of our own; of others none does."""

    theme: Theme
    zoom: float = 1.0
    inner: frozenset[str] = frozenset()

    @property
    def points(self) -> float:
        return (BODY + 0.4) * self.zoom


@value
class CodeBox:
    """A block of code in a laid-out document, in its coordinates, its head included."""

    box: QRectF
    language: str
    code: str


def is_code(block: QTextBlock) -> bool:
    """Whether a block is a line of code: fenced, indented, or dressed as one already."""
    form = block.blockFormat()
    return form.nonBreakableLines() or form.hasProperty(_LINE) or form.hasProperty(_FENCE)


def dress(document: QTextDocument, look: Look, *, colour_code: bool = True) -> frozenset[str]:
    """Style a freshly parsed document. Returns the languages of code whose colours are not known yet (`colour`)."""
    cursor, waiting = QTextCursor(document), set()
    cursor.beginEditBlock()
    _replace_images(document)
    tables = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    plain = not any(map(_is_marked, document.allFormats()))
    block = document.begin()
    while block.isValid():
        if is_code(block):
            last = _dress_code(cursor, block, look)
            if colour_code and not _colour_code(cursor, block, last, look.theme):
                waiting.add(block.blockFormat().stringProperty(_LANGUAGE))
        else:
            table = next((each for each in tables if block.position() <= each.lastPosition()), None)
            in_table = table is not None and block.position() >= table.firstPosition()
            last = _last_alike(block, table, in_table=in_table)
            _dress_prose(cursor, block, last, look, in_table=in_table, plain=plain)
        block = last.next()
    for table in tables:
        _dress_table(table, look)
    cursor.endEditBlock()
    return frozenset(waiting)


def colour(document: QTextDocument, look: Look, language: str) -> frozenset[str]:
    """Colour the code of a language in a document that was dressed before; returns what `dress` does."""
    cursor, waiting, block = QTextCursor(document), set(), document.begin()
    cursor.beginEditBlock()
    while block.isValid():
        if block.blockFormat().intProperty(_LINE) == 1 and block.blockFormat().stringProperty(_LANGUAGE) == language:
            last = _last_line(block)
            if not _colour_code(cursor, block, last, look.theme):
                waiting.add(language)
            block = last
        block = block.next()
    cursor.endEditBlock()
    return frozenset(waiting)


def _last_line(first: QTextBlock) -> QTextBlock:
    """Return the last line of the block of code that begins there, dressed before."""
    last = first
    while (block := last.next()).isValid() and block.blockFormat().intProperty(_LINE) == 2:
        last = block
    return last


def _replace_images(document: QTextDocument) -> None:
    """Show images as words, with a link where that is allowed: nothing is fetched, nothing is read."""
    if "\ufffc" not in document.toRawText():
        return
    for position, length, form in reversed(_images(document)):
        alternative = str(form.property(QTextFormat.Property.ImageAltText) or "").strip()
        address = form.name()
        words = QTextCharFormat()
        if allowed_link(address):
            words.setAnchor(True)
            words.setAnchorHref(address)
        cursor = QTextCursor(document)
        cursor.setPosition(position)
        cursor.setPosition(position + length, _KEEP)
        cursor.insertText(
            tr("[image: {alternative}]").format(alternative=alternative or address or tr("without a name")) * length,
            words,
        )


def _images(document: QTextDocument) -> list[tuple[int, int, QTextImageFormat]]:
    found, block = [], document.begin()
    while block.isValid():
        if "\ufffc" in block.text():
            at = block.begin()
            while not at.atEnd():
                form = at.fragment().charFormat()
                if form.isImageFormat():
                    found.append((at.fragment().position(), at.fragment().length(), form.toImageFormat()))
                at += 1
        block = block.next()
    return found


def _is_marked(form: QTextFormat) -> bool:
    """Whether a format is that of a run of letters that may need another look than its block."""
    return form.isCharFormat() and (form.toCharFormat().isAnchor() or form.toCharFormat().fontFixedPitch())


def _last_alike(first: QTextBlock, table: QTextTable | None, *, in_table: bool) -> QTextBlock:
    """Return the last of the blocks from one of prose on that have its format, so that they are dressed in one go.
    `table`: the one that the block is in, or the next. Cells are dressed all together or one by one: a selection within
    a table is a rectangle."""
    form, last = first.blockFormat(), first
    if not first.blockNumber() or form.headingLevel():
        return first
    end = math.inf
    if table is not None and not in_table:
        end = table.firstPosition() - 1
    elif table is not None:
        end = table.lastPosition() if first.position() == table.firstPosition() else first.position()
    while (block := last.next()).isValid() and block.position() <= end:
        if block.blockFormat() != form:
            return first if in_table else last
        last = block
    return last


def _dress_prose(
    cursor: QTextCursor, first: QTextBlock, last: QTextBlock, look: Look, *, in_table: bool, plain: bool
) -> None:
    """Dress blocks that have one format. `plain`: no run of their letters is marked."""
    form, listed = QTextBlockFormat(first.blockFormat()), first.textList() is not None
    level, quoted = form.headingLevel(), form.intProperty(QTextFormat.Property.BlockQuoteLevel)
    if not listed:
        form.clearProperty(QTextFormat.Property.BlockMarker)  # Qt lets the box of a task list leak into what follows
    form.setLineHeight(122 if level else 142, _PROPORTIONAL)
    before, after = (13, 5) if level else (2, 4) if listed or in_table else (2, 8)
    form.setTopMargin((before if first.blockNumber() else 0) * look.zoom)
    form.setBottomMargin(after * look.zoom)
    if quoted:
        form.setLeftMargin(16 * quoted * look.zoom)
        form.setRightMargin(0)
    cursor.setPosition(first.position())
    cursor.setPosition(last.position(), _KEEP)
    cursor.setBlockFormat(form)
    if level:
        _dress_heading(cursor, first, level, look)
    while not plain or quoted:
        for start, length, words in _runs(first, look, quoted=bool(quoted)):
            cursor.setPosition(start)
            cursor.setPosition(start + length, _KEEP)
            cursor.mergeCharFormat(words)
        if first == last:
            return
        first = first.next()


def _dress_heading(cursor: QTextCursor, block: QTextBlock, level: int, look: Look) -> None:
    """Qt's own size for a heading has to go altogether: wherever it is set, even to nothing, ours does not count."""
    for start, length, form in [(each.position(), each.length(), each.charFormat()) for each in fragments(block)]:
        form.clearProperty(QTextFormat.Property.FontSizeAdjustment)
        form.setFontPointSize(look.points * _HEADINGS.get(level, 1.05))
        form.setFontWeight(QFont.Weight.DemiBold)
        cursor.setPosition(start)
        cursor.setPosition(start + length, _KEEP)
        cursor.setCharFormat(form)


def fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    """Yield the runs of a block. A change to the document ends them: collect them first."""
    at = block.begin()
    while not at.atEnd():
        yield at.fragment()
        at += 1


def _runs(block: QTextBlock, look: Look, *, quoted: bool) -> list[tuple[int, int, QTextCharFormat]]:
    """Return the runs of a block that need another look."""
    found = []
    for fragment in fragments(block):
        words = _words(fragment.charFormat(), look, quoted=quoted)
        if words is not None:
            found.append((fragment.position(), fragment.length(), words))
    return found


def _words(form: QTextCharFormat, look: Look, *, quoted: bool) -> QTextCharFormat | None:
    theme, words = look.theme, QTextCharFormat()
    if form.isAnchor():
        if allowed_link(form.anchorHref()) or form.anchorHref() in look.inner:
            words.setForeground(QColor(theme.link))
        else:
            words.setAnchor(False)
            words.setAnchorHref("")
            words.setForeground(QColor(theme.text))
        words.setFontUnderline(False)
    elif form.fontFixedPitch():
        words = _mono(look)
        words.setBackground(QColor(theme.raised))
        words.setForeground(QColor(theme.inline_code))
    elif quoted:
        words.setForeground(QColor(theme.muted))
    else:
        return None
    return words


def _mono(look: Look) -> QTextCharFormat:
    words = QTextCharFormat()
    words.setFontFeatures({QFont.Tag("calt"): 0})  # no ligatures: "<=" is read as the two signs that were written
    words.setFontFamilies(MONO)
    words.setFontPointSize(look.points * 0.92)
    return words


def _dress_code(cursor: QTextCursor, first: QTextBlock, look: Look) -> QTextBlock:
    """Dress one block of code, all its lines. Returns the last."""
    last, begun, alike = first, first.blockFormat(), True
    while (block := last.next()).isValid():
        same = block.blockFormat() == begun
        if not same and not _goes_on(first, block):
            break
        last, alike = block, alike and same
    if last.blockNumber() - first.blockNumber() > 2 and alike:  # all but the outer lines are dressed in one go
        cursor.setPosition(first.position())
        cursor.setPosition(last.position(), _KEEP)
        cursor.setBlockFormat(_line_of_code(first, look, first=False, last=False))
        lines = [first, last]
    else:
        lines, block = [], first
        while block != last.next():
            lines.append(block)
            block = block.next()
    for block in lines:
        cursor.setPosition(block.position())
        cursor.setBlockFormat(_line_of_code(block, look, first=block == first, last=block == last))
    if not first.previous().isValid():  # Qt leaves the margin above the first line of a document out
        frame = cursor.document().rootFrame()
        form = frame.frameFormat()
        form.setTopMargin((CODE_HEAD + 10) * look.zoom)
        frame.setFrameFormat(form)
    words = _mono(look)
    words.setForeground(QColor(look.theme.text))
    cursor.setPosition(first.position())
    cursor.setPosition(last.position() + last.length() - 1, _KEEP)
    cursor.mergeCharFormat(words)
    return last


def _goes_on(first: QTextBlock, other: QTextBlock) -> bool:
    one, two = first.blockFormat(), other.blockFormat()
    return (
        is_code(other)
        and one.hasProperty(_FENCE) == two.hasProperty(_FENCE)
        and one.stringProperty(_LANGUAGE) == two.stringProperty(_LANGUAGE)
    )


def _line_of_code(block: QTextBlock, look: Look, *, first: bool, last: bool) -> QTextBlockFormat:
    form = QTextBlockFormat(block.blockFormat())
    form.setProperty(_LINE, 1 if first else 2)
    if form.hasProperty(_LANGUAGE):
        form.setProperty(_LANGUAGE, form.stringProperty(_LANGUAGE).rstrip(APART))
    form.clearProperty(QTextFormat.Property.BlockMarker)
    form.setLineHeight(132, _PROPORTIONAL)
    form.setNonBreakableLines(False)
    form.clearBackground()
    form.setLeftMargin(14 * look.zoom)
    form.setRightMargin(14 * look.zoom)
    form.setTopMargin((CODE_HEAD + 16) * look.zoom if first else 0)
    form.setBottomMargin(22 * look.zoom if last else 0)
    return form


def _colour_code(cursor: QTextCursor, first: QTextBlock, last: QTextBlock, theme: Theme) -> bool:
    """Colour a block of code. Returns False where its colours are not known yet."""
    language = first.blockFormat().stringProperty(_LANGUAGE)
    offset = first.position()
    words = QTextCharFormat()
    found = colour_spans(code_of(first, last), language, theme)
    for start, length, tone in found or ():
        cursor.setPosition(offset + start)
        cursor.setPosition(min(offset + start + length, last.position() + last.length() - 1), _KEEP)
        words.setForeground(QColor(tone))
        cursor.mergeCharFormat(words)
    return found is not None


def code_of(first: QTextBlock, last: QTextBlock) -> str:
    cursor = QTextCursor(first)
    cursor.setPosition(last.position() + last.length() - 1, _KEEP)
    return cursor.selectedText().replace("\u2029", "\n")


def _dress_table(table: QTextTable, look: Look) -> None:
    form = table.format().toTableFormat()
    form.setBorder(1)
    form.setBorderCollapse(True)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setBorderBrush(QBrush(QColor(look.theme.border)))
    form.setCellPadding(6 * look.zoom)
    form.setTopMargin(4 * look.zoom)
    form.setBottomMargin(8 * look.zoom)
    table.setFormat(form)
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        shade = cell.format()
        shade.setBackground(QColor(look.theme.raised))
        cell.setFormat(shade)


def _has(document: QTextDocument, what: int) -> bool:
    """Whether any format of a document has a property: there are fewer of them than blocks."""
    return any(form.hasProperty(what) for form in document.allFormats())


def code_boxes(document: QTextDocument, look: Look) -> list[CodeBox]:
    """Return all blocks of code of a document that has been laid out."""
    if not _has(document, _LINE):
        return []
    layout, found, block = document.documentLayout(), [], document.begin()
    top, bottom = (CODE_HEAD + 10) * look.zoom, 10 * look.zoom
    while block.isValid():
        first = block
        block = block.next()
        if first.blockFormat().intProperty(_LINE) != 1:
            continue
        last = _last_line(first)
        block = last.next()
        box = layout.blockBoundingRect(first).united(layout.blockBoundingRect(last))
        left = box.left() - 14 * look.zoom if first.blockFormat().indent() else 0.0
        found.append(
            CodeBox(
                box=QRectF(left, box.top() - top, document.textWidth() - left, box.height() + top + bottom),
                language=first.blockFormat().stringProperty(_LANGUAGE),
                code=code_of(first, last),
            )
        )
    return found


def quote_boxes(document: QTextDocument) -> list[QRectF]:
    """Return where quotations stand, one box for each run of quoted blocks."""
    if not _has(document, QTextFormat.Property.BlockQuoteLevel):
        return []
    found: list[QRectF] = []
    layout, block, open_ = document.documentLayout(), document.begin(), False
    while block.isValid():
        quoted = block.blockFormat().intProperty(QTextFormat.Property.BlockQuoteLevel) > 0
        if quoted:
            box = layout.blockBoundingRect(block)
            found[-1:] = [found[-1].united(box)] if open_ else [*found[-1:], box]
        open_ = quoted
        block = block.next()
    return found
