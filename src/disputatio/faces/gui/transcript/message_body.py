"""The text of a message, as it is read and copied; a preview of one; and the question before a link is followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRect, QRectF, QSizeF, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDesktopServices,
    QFocusEvent,
    QFont,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCursor,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QMessageBox, QScrollArea, QTextBrowser, QVBoxLayout, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.labels import Tone, tone_colours
from disputatio.faces.gui.kit.plain_text import PlainTextDialog
from disputatio.faces.gui.transcript.document_style import CODE_HEAD, CodeBox, Look, code_boxes, quote_boxes
from disputatio.faces.gui.transcript.formulas import PICTURE
from disputatio.faces.gui.transcript.markdown import PIECE, allowed_link, beginning, reach
from disputatio.faces.gui.transcript.message_document import (
    GrowingDocument,
    MessageDocument,
    boxes,
    message_document,
    number_of,
)

_SCROLLING: Final = {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


class MessageBody(QTextBrowser):
    """Pooled: `show_document` gives it another message. It never loads or opens anything by itself."""

    link = Signal(str)
    cited = Signal(int)
    """A citation is to be shown in its source: its number in the message."""
    menu = Signal(object)
    focused = Signal(bool)
    grown = Signal()
    """The text takes another room than before."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.viewport().setAutoFillBackground(False)
        self.anchorClicked.connect(self._follow)
        self._idle = QTextDocument(self)
        self._shown = self._idle  # held here: Qt must never be left with a document that is gone
        self._look = Look(theme=theme.current())
        self._colour = "slate"
        self._cites = False
        self._codes: list[CodeBox] = []
        self._quotes: list[QRectF] = []
        self.badges: list[tuple[QRectF, Tone]] = []
        self._copies: list[IconButton] = []

    @property
    def codes(self) -> list[CodeBox]:
        return self._codes

    def show_document(self, document: QTextDocument, look: Look, colour: str, *, cites: bool = False) -> None:
        """Show a document. `cites`: there are badges of citations in it."""
        self._look, self._colour, self._cites = look, colour, cites
        if document is not self.document():
            self._leave()
            document.setPageSize(QSizeF(0, 0))  # Qt lays it out when it has its width, and not twice before that
            self.setDocument(document)
            self._shown = document
            if isinstance(document, MessageDocument):
                document.grown.connect(self.grown)

    def _leave(self) -> None:
        self.setExtraSelections([])
        if isinstance(self._shown, MessageDocument):
            self._shown.grown.disconnect(self.grown)

    def let_go(self) -> None:
        """Go back into the pool: the document may be thrown away now."""
        self._leave()
        self.setDocument(self._idle)
        self._shown = self._idle
        self._codes, self._quotes, self.badges = [], [], []
        self._place_copies()

    def measure(self) -> None:
        """Find where code and quotations are, after the document or its width changed."""
        self._codes = code_boxes(self.document(), self._look)
        self._quotes = quote_boxes(self.document())
        self.badges = boxes(self.document()) if self._cites else []
        self._place_copies()
        self.viewport().update()

    def _place_copies(self) -> None:
        while len(self._copies) < len(self._codes):
            button = IconButton("copy", tr("Copy code"), size=15, parent=self.viewport())
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            number = len(self._copies)
            button.clicked.connect(lambda _checked=False, which=number: self.copy_code(which))
            self._copies.append(button)
        for number, button in enumerate(self._copies):
            if number < len(self._codes):
                code = self._codes[number]
                button.set_label(
                    tr("Copy {language} code").format(language=code.language) if code.language else tr("Copy code")
                )
                button.setGeometry(round(code.box.right()) - 32, round(code.box.top()) + 2, 27, 26)
            button.setVisible(number < len(self._codes))

    def copy_buttons(self) -> list[QRect]:
        """Return where the buttons stand that copy code."""
        return [button.geometry() for button in self._copies if button.isVisibleTo(self)]

    def place_of(self, position: int) -> int:
        """Return how far below the upper edge a place of the document is, in pixels."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        return self.cursorRect(cursor).top()

    def places_in_sight(self) -> tuple[int, int]:
        """Return the first and the last place of the document in the part that is not hidden by what it stands in."""
        seen = self.viewport().visibleRegion().boundingRect()
        if seen.isEmpty():
            return 0, -1
        ends = (self.cursorForPosition(point) for point in (seen.topLeft(), seen.bottomRight()))
        first, last = sorted(cursor.position() for cursor in ends)
        return first, last

    def select(self, anchor: int, position: int) -> None:
        """Select again what was selected before the document changed, as far as it goes."""
        cursor, last = QTextCursor(self.document()), self.document().characterCount() - 1
        cursor.setPosition(min(anchor, last))
        cursor.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def createMimeDataFromSelection(self) -> QMimeData:
        """A formula is copied as its LaTeX."""
        words = self.textCursor().selection().toPlainText()
        if PICTURE not in words:
            return super().createMimeDataFromSelection()
        copied = QMimeData()
        copied.setText(words.replace(PICTURE, ""))
        return copied

    def copy_code(self, number: int) -> None:
        if number < len(self._codes):
            QGuiApplication.clipboard().setText(self._codes[number].code)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._codes or self._quotes or self.badges:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for code in self._codes:
                if code.box.intersects(QRectF(event.rect())):
                    self._paint_code(painter, code)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.identity(self._colour, self._look.theme).accent))
            for box in self._quotes:
                painter.drawRoundedRect(QRectF(2, box.top(), 3, box.height()), 1.5, 1.5)
            for box, tone in self.badges:
                painter.setBrush(QColor(tone_colours(tone)[1]))
                high = CAPTION * 2.05 * self._look.zoom
                pill = QRectF(box.left(), box.center().y() - high / 2 + 1, box.width(), high)
                painter.drawRoundedRect(pill, high / 2, high / 2)
            painter.end()
        super().paintEvent(event)

    def _paint_code(self, painter: QPainter, code: CodeBox) -> None:
        look, box = self._look.theme, code.box.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(QColor(look.border), 1))
        painter.setBrush(QColor(look.code))
        painter.drawRoundedRect(box, 9, 9)
        head = box.top() + CODE_HEAD * self._look.zoom
        painter.drawLine(QPointF(box.left(), head), QPointF(box.right(), head))
        painter.setPen(QColor(look.muted))
        painter.setFont(font(CAPTION * self._look.zoom, QFont.Weight.Medium))
        label = QRectF(box.left() + 14, box.top(), box.width() - 60, head - box.top())
        painter.drawText(label, Qt.AlignmentFlag.AlignVCenter, code.language or "text")

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _SCROLLING and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu.emit(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)

    def _follow(self, address: QUrl) -> None:
        if (number := number_of(address.toString())) is not None:
            self.cited.emit(number)
        elif allowed_link(address.toString()) or address.toString() in self._look.inner:
            self.link.emit(address.toString())

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return None


class LinkQuestion(QMessageBox):
    """Shows the whole address; opens it only when a person says so. Call `open`: it never blocks the loop.

    Raises `ValueError` for an address that is neither of the web nor of mail.
    """

    def __init__(self, address: str, parent: QWidget) -> None:
        if not allowed_link(address):
            raise ValueError(f"{address!r} is neither an address of the web nor of mail.")
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._address = address
        place = urlsplit(address).hostname or address
        self.setWindowTitle(tr("Open a link"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(tr("This link leads outside Disputatio, to {place}:").format(place=place))
        self.setInformativeText(address)
        self._go = self.addButton(tr("Open in the browser"), QMessageBox.ButtonRole.AcceptRole)
        self._copy = self.addButton(tr("Copy the address"), QMessageBox.ButtonRole.ActionRole)
        stay = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(stay)
        self.setEscapeButton(stay)
        self.buttonClicked.connect(self._answer)

    def _answer(self, button: object) -> None:
        if button is self._go:
            QDesktopServices.openUrl(QUrl(self._address))
        elif button is self._copy:
            QGuiApplication.clipboard().setText(self._address)


PREVIEWED: Final = 200_000
"""Characters that a preview lays out at most: finding the code in what is longer takes too long."""


class Preview(QScrollArea):
    """A text as Markdown, laid out in stretches that the window does not feel; what cannot be is offered as plain text.
    Links ask before they open; nothing is loaded."""

    inner_link = Signal(str)
    """One of those that stay inside was chosen."""

    def __init__(self, name: str, *, edge: int = 14) -> None:
        """`edge`: pixels at each side of the text."""
        super().__init__()
        self._edge = edge
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._text, self._inner = "", frozenset[str]()
        self._shown: tuple[str, Look] | None = None
        self._name, self._wanted = name, (lambda _heading: False)
        self._growing: GrowingDocument | None = None
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._grow)
        inside = QWidget()
        self.body = MessageBody(inside)
        self.body.setAccessibleName(name)
        self.body.link.connect(self._follow)
        self.body.grown.connect(self._fit)
        column = QVBoxLayout(inside)
        column.setContentsMargins(edge, 10, edge, 10)
        column.addWidget(self.body, 0, Qt.AlignmentFlag.AlignTop)
        self.more = TextButton(tr("Show all as plain text"), icon="chevron-down")
        self.more.clicked.connect(self._show_plain)
        self.more.hide()
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def show_text(self, text: str, inner: frozenset[str] = frozenset()) -> None:
        look = Look(theme=theme.current(), inner=inner)
        if (text, look) == self._shown:
            return
        self._shown, self._text, self._inner = (text, look), text, inner
        self._wanted = lambda _heading: False
        shown = beginning(text, PREVIEWED)
        reached = reach(shown, 0)
        if reached[1] == len(shown):
            self._growing = None
            self._document = message_document(shown, look)
        else:
            self._growing = GrowingDocument(look, shown, PIECE, reached)
            self._growing.flush()
            self._document = self._growing.document
            self._next.start()
        self.body.show_document(self._document, look, "slate")
        self._offer()
        self._fit()

    @property
    def full(self) -> bool:
        """Whether all is there that is laid out."""
        return self._growing is None or not self._growing.stale

    def _grow(self) -> None:
        if self._growing is not None and self._growing.flush():
            self._next.start()
        self._offer()
        self._fit()
        self.show_heading(self._wanted)

    def _offer(self) -> None:
        """Offer what is not laid out, nor will be soon."""
        shown = self._growing.shown if self._growing is not None else min(len(self._text), PREVIEWED)
        self.more.setVisible(self.full and shown < len(self._text))

    def _show_plain(self) -> None:
        dialog = PlainTextDialog(self._name, self._text, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._text:
            self.show_text(self._text, self._inner)

    def show_heading(self, wanted: Callable[[str], bool]) -> None:
        """Scroll to the first heading that this says yes to, as soon as it is there."""
        self._wanted = wanted
        block = self._document.begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and wanted(block.text()):
                self._wanted = lambda _heading: False
                self.verticalScrollBar().setValue(self.body.y() + self.body.place_of(block.position()))
                return
            block = block.next()

    def _follow(self, address: str) -> None:
        if address in self._inner:
            self.inner_link.emit(address)
        else:
            LinkQuestion(address, self.window()).open()

    def _fit(self) -> None:
        """Make the view as high as the text at this width; while it grows, no less high than the text before it, so
        that a reader stays where they are."""
        wide = max(80, self.viewport().width() - 2 * self._edge)
        self.body.setFixedWidth(wide)
        document = self.body.document()
        if document.textWidth() != wide:  # Qt would lay it out once more
            document.setTextWidth(wide)
        high = round(document.size().height()) + 12
        self.body.setFixedHeight(high if self.full else max(high, self.body.height()))
        if self.full:
            self.body.measure()
