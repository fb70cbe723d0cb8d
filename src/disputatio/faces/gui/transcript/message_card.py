"""One message on the screen: header, text, notice, badges and footer. Pooled by the transcript."""

from __future__ import annotations

import math
from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QEnterEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextDocument,
)
from PySide6.QtWidgets import QToolTip, QWidget

from disputatio.debate.wording import figure, plural, tr
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import MARGIN, paint_card
from disputatio.faces.gui.kit.focus import RINGED
from disputatio.faces.gui.kit.layouts import from_the_side
from disputatio.faces.gui.kit.screen_reader import speak_as
from disputatio.faces.gui.transcript.card_panels import FOLDED, NoticePanel, ToolUses
from disputatio.faces.gui.transcript.document_style import Look
from disputatio.faces.gui.transcript.head_and_foot import (
    PAD,
    STATE_WORDS,
    Parts,
    cut_at,
    foot_height,
    head_height,
    paint_foot,
    paint_head,
    placed_badges,
)
from disputatio.faces.gui.transcript.markdown import count_words
from disputatio.faces.gui.transcript.message_body import MessageBody
from disputatio.faces.gui.transcript.message_items import Badge, MessageItem

COUNTED: Final = 40_000
"""Characters of a message whose words are counted."""
QUIET: Final = 14
"""Pixels between the edge of a quiet button and its words."""
SPOKEN: Final = {"streaming": tr("being written"), **{state: word for state, (word, _) in STATE_WORDS.items()}}
"""How a screen reader calls the state of a message."""


def lines_height(document: QTextDocument, lines: int) -> int | None:
    """Return the pixels that the first lines of a document take; None where no more than one line would be left out."""
    block, left, high = document.begin(), lines, 0.0
    while block.isValid():
        layout = block.layout()
        count = layout.lineCount()
        if left > 0 and count:
            last = layout.lineAt(min(left, count) - 1)
            high = layout.position().y() + last.y() + last.height()
        left -= count
        block = block.next()
    return math.ceil(high) + 1 if left < -1 else None


class MessageCard(QWidget):
    """`key` is that of the message it shows, "" in the pool."""

    action = Signal(object)
    """What is wanted of the message (ActOn)."""
    link = Signal(str)
    menu = Signal(object, object)
    hovered = Signal(object, bool)
    focused = Signal(object, bool)
    details = Signal(str, bool)
    whole = Signal(str)
    cited = Signal(str, int)
    """A citation is to be shown in its source: key, number."""
    looked = Signal(str, int)
    """Something else of what the turn looked up is open now: key, see `ToolUses`."""
    opens = Signal(object)
    """What is to be shown: a badge was chosen (its intent)."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.key = ""
        self.item = MessageItem(key="", author="")
        self.beat = 0
        self.cut = False
        """Whether lines are folded away."""
        self._lines = 0
        self._look: Look | None = None
        self._head_hidden = False
        self.body = MessageBody(self)
        self.body.link.connect(self.link)
        self.body.menu.connect(lambda place: self.menu.emit(self, place))
        self.body.cited.connect(lambda number: self.cited.emit(self.key, number))
        self.body.focused.connect(self._focus_changed)
        self.uses: ToolUses | None = None
        self.notice: NoticePanel | None = None
        self.more: TextButton | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)
        speak_as(self, QAccessible.Role.ListItem)

    def show_message(
        self,
        item: MessageItem,
        document: QTextDocument,
        look: Look,
        *,
        open_details: bool,
        open_use: int = FOLDED,
        hidden: int = 0,
        held: bool = False,
        lines: int = 0,
    ) -> None:
        """Show a message. `hidden`: how many characters at the end of the text are left out for now; `held`: they can
        only be shown as plain text; `lines`: how many are shown, 0 for all; `open_use`: see `ToolUses`."""
        self.key, self.item, self._look = item.key, item, look
        # Qt lays out what it is given, at this width; and once more what it is given before it is shown.
        self.body.resize(self._inner(self.width()), self.body.height())
        self.body.setVisible(bool(item.text) or item.state == "streaming")
        self.body.show_document(document, look, item.colour, cites=bool(item.citations))
        self._show_uses(open_use)
        self._show_notice(open_details)
        self._lines = lines
        self.show_more(hidden, held=held)
        spoken = self._spoken()
        self.body.setAccessibleName(spoken)
        self.body.setAccessibleDescription(item.model)
        self.body.setProperty(RINGED, item.state == "note")  # the edge of a card tells that it has the keyboard
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(item.model)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if self.body.isVisibleTo(self) else Qt.FocusPolicy.StrongFocus)
        self.update()

    def let_go(self) -> None:
        self.key = ""
        self.hide()
        self.body.let_go()

    def _spoken(self) -> str:
        """Return what a screen reader calls this message: "Analyst, round 2, 312 words"."""
        text = self.item.text
        parts = [
            self.item.place,
            plural("{count} word", "{count} words", count_words(text)) if len(text) <= COUNTED else tr("very long"),
        ]
        if self.item.state in SPOKEN:
            parts.append(SPOKEN[self.item.state])
        parts += [badge.text for badge in self.item.badges if badge.opens]
        return ", ".join(parts)

    def _show_uses(self, opened: int) -> None:
        wanted = bool(self.item.lookups)
        if wanted and self.uses is None:
            self.uses = ToolUses(self)
            self.uses.opened.connect(lambda opened: self.looked.emit(self.key, opened))
        if self.uses is not None:
            self.uses.setVisible(wanted)
            if wanted:
                self.uses.show_item(self.item, opened)

    def _show_notice(self, open_details: bool) -> None:
        wanted = bool(self.item.notice)
        if wanted and self.notice is None:
            self.notice = NoticePanel(self)
            self.notice.action.connect(self.action)
            self.notice.expanded.connect(lambda open_: self.details.emit(self.key, open_))
        if self.notice is not None:
            self.notice.setVisible(wanted)
            if wanted:
                self.notice.show_item(self.item, open_details=open_details)

    def show_more(self, hidden: int, *, held: bool) -> None:
        """Offer what is not laid out; see `show_message`."""
        if (hidden or self._lines) and self.more is None:
            self.more = TextButton("", icon="chevron-down", kind="quiet" if self._lines else "", parent=self)
            self.more.clicked.connect(lambda: self.whole.emit(self.key))
        if self.more is not None:
            plain = tr(" as plain text") if held else ""
            self.more.setText(
                tr("Show the other {hidden} characters{plain}").format(hidden=figure(hidden), plain=plain)
                if hidden
                else tr("Show all")
            )
            self.more.setVisible(bool(hidden))

    def _inner(self, width: int) -> int:
        """Return the pixels of width that the text of a card has."""
        assert self._look is not None, "a card is laid out after it was given a message"
        return round(width - 2 * PAD * self._look.zoom)

    def lay_out(self, width: int) -> float:
        """Give every part its place at that width. Returns the height in pixels that the card needs."""
        assert self._look is not None, "a card is laid out after it was given a message"
        zoom, inner = self._look.zoom, self._inner(width)
        top = MARGIN + head_height(self.item, zoom)
        left = round(PAD * zoom)
        if self.uses is not None and self.uses.isVisibleTo(self):
            high = self.uses.height_at(inner)
            self.uses.setGeometry(left, round(top), inner, high)
            top += high
        if self.body.isVisibleTo(self):
            document = self.body.document()
            self.body.setGeometry(left, round(top), inner, self.body.height())
            if document.textWidth() != inner:
                document.setTextWidth(inner)
            high = self._fold(round(document.size().height()) + 4)
            self.body.setGeometry(left, round(top), inner, high)
            self.body.measure()
            top += high
        if self.more is not None and self.more.isVisibleTo(self):
            self.more.adjustSize()
            place = QRectF(left - (QUIET if self._lines else 0), round(top) + 4, self.more.width(), 0)
            self.more.move(from_the_side(place, QRectF(0, 0, width, 0)).topLeft().toPoint())
            top += self.more.height() + 8
        if self.notice is not None and self.notice.isVisibleTo(self):
            high = self.notice.height_at(inner)
            self.notice.setGeometry(QRect(left, round(top), inner, high))
            top += high + 6
        return top + foot_height(self.item, zoom) + MARGIN

    def _fold(self, high: int) -> int:
        """Return the pixels of the text that are shown of `high`. One line more than wanted is not worth a button."""
        wanted = lines_height(self.body.document(), self._lines) if self._lines else None
        self.cut = wanted is not None
        if self._lines and self.more is not None:
            self.more.setVisible(self.cut)
        return high if wanted is None else wanted

    def set_head_hidden(self, hidden: bool) -> None:
        """Leave out what stands at the right of the header, where the buttons are."""
        if hidden != self._head_hidden:
            self._head_hidden = hidden
            self.update()

    def copy_buttons(self) -> list[QRect]:
        """Return where the buttons that copy code stand, beside the card."""
        return [place.translated(self.body.pos() + self.pos()) for place in self.body.copy_buttons()]

    def focus(self) -> None:
        target = self.body if self.body.isVisibleTo(self) else self
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, parts = self._painted()
        focused = self.body.hasFocus() or self.hasFocus()
        if self.item.state != "note":
            paint_card(painter, self.rect(), "" if self.item.state == "question" else self.item.colour, focused=focused)
        paint_head(painter, box, parts)
        paint_foot(painter, box, parts)
        painter.end()

    def _badge_at(self, place: QPointF) -> Badge | None:
        """Return the badge of the foot that the pointer is on."""
        placed = placed_badges(*self._painted()) if self._look is not None else ()
        return next((badge for badge, room in placed if room.contains(place)), None)

    def _painted(self) -> tuple[QRectF, Parts]:
        """Return where head and foot are painted, and what."""
        assert self._look is not None, "it shows a message"
        box = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        return box, Parts(item=self.item, zoom=self._look.zoom, beat=self.beat, right=not self._head_hidden)

    def _told_at(self, place: QPointF) -> str:
        """Return what a badge means, or what is cut in the head: both are painted."""
        badge = self._badge_at(place)
        if badge is not None:
            return badge.hint
        return cut_at(place, *self._painted()) if self._look is not None else ""

    def event(self, event: QEvent) -> bool:
        """Say what is painted, and not told by it, when the pointer rests on it."""
        if (
            isinstance(event, QHelpEvent)
            and event.type() == QEvent.Type.ToolTip
            and (told := self._told_at(QPointF(event.pos())))
        ):
            QToolTip.showText(event.globalPos(), f"<p>{escape(told)}</p>", self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        badge = self._badge_at(event.position())
        clickable = badge is not None and bool(badge.opens)
        self.setCursor(Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        badge = self._badge_at(event.position())
        event.setAccepted(badge is not None and bool(badge.opens))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        badge = self._badge_at(event.position())
        if badge is not None and badge.opens and event.button() == Qt.MouseButton.LeftButton:
            self.opens.emit(badge.intent)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.hovered.emit(self, True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(self, False)

    def _focus_changed(self, inside: bool) -> None:
        self.update()
        self.focused.emit(self, inside)
