"""Formulas in a document: their LaTeX, which is what is copied, found and read aloud, and the picture that is seen.

Both stand in the text. Once the picture is there, the LaTeX before it is set so small that nobody sees it; until then
it is seen, and the picture has no size. Pictures are drawn in a thread (`exporting.formulas`), as they take some
hundredths of a second. A formula that cannot be drawn stays as it was written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from time import monotonic
from typing import Final

from PySide6.QtCore import QByteArray, QCoreApplication, QObject, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPyTextObject,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer

from disputatio.exporting.formulas import INK, Formula, Picture, picture_of
from disputatio.faces.gui.kit.fonts import font
from disputatio.faces.gui.transcript.document_style import Look, fragments, is_code
from disputatio.faces.gui.transcript.markdown import SIGN

PICTURE: Final = "\ufffc"
"""What Qt has in a text where an object stands."""
ROOM: Final = 1_000
"""Characters of a line in which a formula can stand by itself, with the space around it."""
KEPT: Final = 4_000
"""Formulas that are remembered."""
OFTEN: Final = 0.1
"""Seconds between two times that documents are told of new pictures."""

KIND: Final = QTextFormat.ObjectTypes.UserObject.value + 1
_LATEX: Final = QTextFormat.Property.UserProperty + 10
_DISPLAY: Final = QTextFormat.Property.UserProperty + 11
_EM: Final = QTextFormat.Property.UserProperty + 12
_UNDER: Final = QTextFormat.Property.UserProperty + 13
_NUMBER: Final = QTextFormat.Property.UserProperty + 14
_KEEP: Final = QTextCursor.MoveMode.KeepAnchor

Key = tuple[str, bool]
"""LaTeX, and whether it stands by itself."""


# ---- drawing them ----------------------------------------------------------------------------------------------------
class Draughtsman(QObject):
    """Draws formulas in a thread of its own."""

    ready = Signal()
    """There are more pictures than before."""

    def __init__(self) -> None:
        super().__init__()
        self._thread: ThreadPoolExecutor | None = None
        self._drawn: dict[Key, Picture | None] = {}
        self._waiting, self._told = 0, 0.0
        if (program := QCoreApplication.instance()) is not None:
            program.aboutToQuit.connect(self._rest)

    def picture(self, key: Key) -> Picture | None:
        """Return a picture, or None where there is none, or none yet; `ready` follows then."""
        if key not in self._drawn:
            for oldest in list(self._drawn)[: max(0, len(self._drawn) - KEPT)]:
                del self._drawn[oldest]
            self._drawn[key] = None
            self._waiting += 1
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, thread_name_prefix="formulas")
            self._thread.submit(self._draw, key)
        return self._drawn[key]

    def _rest(self) -> None:
        """Draw no more of what waits: the program ends, unless it is asked to stay after all."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)
        self._thread, self._waiting = None, 0
        self._drawn = {key: picture for key, picture in self._drawn.items() if picture is not None}

    def _draw(self, key: Key) -> None:
        self._drawn[key] = picture_of(key[0], display=key[1])
        self._waiting = max(0, self._waiting - 1)
        if not self._waiting or monotonic() - self._told > OFTEN:
            self._told = monotonic()
            self.ready.emit()


@lru_cache(maxsize=1)
def draughtsman() -> Draughtsman:
    """Return the one of this process, made on the thread of the window."""
    return Draughtsman()


@lru_cache(maxsize=256)
def _renderer(key: Key, colour: str) -> QSvgRenderer | None:
    picture = draughtsman().picture(key)
    return QSvgRenderer(QByteArray(picture.svg.replace(INK, colour).encode())) if picture else None


class FormulaObject(QPyTextObject):
    """Tells Qt how large a formula is, and paints it. One that is wider than its column is made smaller."""

    def intrinsicSize(self, document: QTextDocument, place: int, form: QTextFormat) -> QSizeF:
        picture = _picture(form)
        if picture is None or not form.hasProperty(_UNDER):
            return QSizeF(0, 0)
        em, under = form.doubleProperty(_EM), form.doubleProperty(_UNDER)
        scale = _scale(document, place, picture.width * em)
        return QSizeF(picture.width * em * scale, (picture.ascent * em + under) * scale)

    def drawObject(
        self, painter: QPainter, box: QRectF | object, document: QTextDocument, place: int, form: QTextFormat
    ) -> None:
        picture = _picture(form)
        if picture is None or not isinstance(box, QRectF) or box.isEmpty():
            return
        drawing = _renderer(_key(form), form.foreground().color().name())
        high = box.width() / picture.width * (picture.ascent + picture.descent)
        if drawing is not None:
            drawing.render(painter, QRectF(box.left(), box.top(), box.width(), high))


def _scale(document: QTextDocument, place: int, wide: float) -> float:
    block = document.findBlock(place)
    form, items = block.blockFormat(), block.textList()
    depth = form.indent() + (items.format().indent() if items else 0)
    room = document.textWidth() - depth * document.indentWidth() - form.leftMargin() - form.rightMargin() - 2
    return min(1.0, room / wide) if room > 0 else 1.0


def _key(form: QTextFormat) -> Key:
    return form.stringProperty(_LATEX), form.boolProperty(_DISPLAY)


def _picture(form: QTextFormat) -> Picture | None:
    return draughtsman().picture(_key(form))


@lru_cache(maxsize=1)
def formula_object() -> FormulaObject:
    return FormulaObject()


# ---- putting them into a document ------------------------------------------------------------------------------------
def put_formulas(document: QTextDocument, formulas: Sequence[tuple[Formula, str]], look: Look) -> None:
    """Put each formula, and how it was written, in the place of its sign in a parsed and dressed document. A sign that
    the text itself has, written as an entity, stands for nothing."""
    cursor, block = QTextCursor(document), document.begin()
    cursor.beginEditBlock()  # or a long line would be laid out again for each
    while block.isValid():
        for at, sign in reversed(list(_signs(block.text()))):
            number = int(sign[1:-1])
            if number < len(formulas):
                cursor.setPosition(block.position() + at)
                cursor.setPosition(cursor.position() + len(sign), _KEEP)
                _put(cursor, block, *formulas[number], number, look)
        block = block.next()
    cursor.endEditBlock()


def _signs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the signs of a block, each with the place that Qt counts."""
    before = place = 0
    for found in SIGN.finditer(text):
        place += _units(text[before : found.start()])
        before = found.start()
        yield place, found[0]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _put(cursor: QTextCursor, block: QTextBlock, formula: Formula, written: str, number: int, look: Look) -> None:
    form = cursor.charFormat()
    if is_code(block) or form.fontFixedPitch():
        cursor.insertText(written.replace("\n", "\u2028"), form)
        return
    alone = formula.display and block.length() < ROOM and block.text().strip() == cursor.selectedText()
    form.setProperty(_LATEX, formula.latex)
    form.setProperty(_DISPLAY, formula.display)
    form.setProperty(_NUMBER, number)
    form.setProperty(_EM, float(QFontInfo(font(form.fontPointSize() or look.points)).pixelSize()))
    cursor.insertText(written.replace("\n", "\u2028"), form)
    form.setObjectType(KIND)
    if form.foreground().style() is Qt.BrushStyle.NoBrush:
        form.setForeground(QColor(look.theme.text))
    cursor.insertText(PICTURE, form)
    if alone:
        shape = block.blockFormat()
        shape.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        cursor.setBlockFormat(shape)


def show_pictures(document: QTextDocument) -> bool:
    """Show the picture instead of the LaTeX wherever there is one now. Return whether anything changed."""
    cursor, changed = QTextCursor(document), False
    cursor.beginEditBlock()
    for start, length, form in [found for block in _blocks(document) for found in _runs(block)]:
        picture = None if form.hasProperty(_UNDER) else _picture(form)
        if picture is not None:
            changed = True
            cursor.setPosition(start)
            cursor.setPosition(start + length, _KEEP)
            cursor.mergeCharFormat(_seen(form, picture) if form.objectType() == KIND else _unseen())
    cursor.endEditBlock()
    return changed


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        if PICTURE in block.text():
            yield block
        block = block.next()


def _runs(block: QTextBlock) -> Iterator[tuple[int, int, QTextCharFormat]]:
    for fragment in fragments(block):
        if fragment.charFormat().hasProperty(_LATEX):
            yield fragment.position(), fragment.length(), fragment.charFormat()


def _unseen() -> QTextCharFormat:
    """Return the look of LaTeX whose picture is there: no width, no ink."""
    form = QTextCharFormat()
    form.setFontPointSize(0.1)
    form.setFontLetterSpacingType(QFont.SpacingType.PercentageSpacing)
    form.setFontLetterSpacing(0.01)
    form.setForeground(QColor(Qt.GlobalColor.transparent))
    form.setProperty(_UNDER, 0.0)
    return form


def _seen(form: QTextCharFormat, picture: Picture) -> QTextCharFormat:
    """Return the look of a picture. Qt puts an object half as high as its font's x above the middle of its height: a
    font is chosen for which that is the line of the formula, and what is missing is added below."""
    em, shown = form.doubleProperty(_EM), QTextCharFormat()
    over, under = picture.ascent * em, picture.descent * em
    face = QFont(form.font())
    face.setPixelSize(100)
    face.setPixelSize(max(1, round(200 * max(0.0, over - under) / QFontMetricsF(face).xHeight())))
    under = max(under, over - QFontMetrics(face).xHeight() / 2)
    shown.setFont(face)
    shown.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
    shown.setProperty(_UNDER, under)
    return shown


def with_picture(cursor: QTextCursor) -> QTextCursor:
    """Return a selection that ends in the LaTeX of a formula with its picture: the LaTeX is not seen."""
    if cursor.charFormat().hasProperty(_LATEX):
        block = cursor.block()
        text = block.text().encode("utf-16-le", "surrogatepass")
        end = text.find(PICTURE.encode("utf-16-le"), 2 * (cursor.selectionEnd() - block.position()))
        if end >= 0:
            cursor.setPosition(block.position() + end // 2 + 1, _KEEP)
    return cursor
