"""One message on the screen: header, text, notice, badges and footer. Pooled by the transcript."""

from __future__ import annotations

from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QTextDocument
from PySide6.QtWidgets import QToolTip, QWidget

from disputatio.faces.gui.models.messages import Badge, MessageItem
from disputatio.faces.gui.widgets import card_painting
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.card_painting import PAD, Parts
from disputatio.faces.gui.widgets.cards import MARGIN, paint_card
from disputatio.faces.gui.widgets.document_style import Look
from disputatio.faces.gui.widgets.markdown_text import count_words
from disputatio.faces.gui.widgets.message_body import MessageBody
from disputatio.faces.gui.widgets.notice_panel import NoticePanel
from disputatio.faces.gui.widgets.tool_uses import FOLDED, ToolUses

_STATES: Final = {"streaming": "being written", "partial": "broken off", "failed": "failed", "waiting": "waiting"}


class MessageCard(QWidget):
    """`key` is that of the message it shows, "" in the pool."""

    action = Signal(str, str)
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
    opens = Signal(str, str)
    """A badge was chosen: key, what it opens."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.key = ""
        self.item = MessageItem(key="", author="")
        self.beat = 0
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

    def show_message(
        self,
        item: MessageItem,
        document: QTextDocument,
        look: Look,
        *,
        open_details: bool,
        open_use: int = FOLDED,
        hidden: int = 0,
    ) -> None:
        """`hidden`: how many characters at the end of the text are left out for now; `open_use`: see `ToolUses`."""
        self.key, self.item, self._look = item.key, item, look
        self.body.show_document(document, look, item.colour, cites=bool(item.citations))
        self.body.setVisible(bool(item.text) or item.state == "streaming")
        self._show_uses(open_use)
        self._show_notice(open_details)
        self._show_more(hidden)
        spoken = self._spoken()
        self.body.setAccessibleName(spoken)
        self.setAccessibleName(spoken)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if self.body.isVisibleTo(self) else Qt.FocusPolicy.StrongFocus)
        self.update()

    def let_go(self) -> None:
        self.key = ""
        self.hide()
        self.body.let_go()

    def _spoken(self) -> str:
        """ "Analyst, round 2, 312 words": what a screen reader calls this message."""
        words = count_words(self.item.text)
        parts = [self.item.place, f"{words:,} word{'' if words == 1 else 's'}"]
        if self.item.state in _STATES:
            parts.append(_STATES[self.item.state])
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
            self.notice.action.connect(lambda name: self.action.emit(self.key, name))
            self.notice.expanded.connect(lambda open_: self.details.emit(self.key, open_))
        if self.notice is not None:
            self.notice.setVisible(wanted)
            if wanted:
                self.notice.show_item(self.item, open_details=open_details)

    def _show_more(self, hidden: int) -> None:
        if hidden and self.more is None:
            self.more = TextButton("", icon="chevron-down", parent=self)
            self.more.clicked.connect(lambda: self.whole.emit(self.key))
        if self.more is not None:
            self.more.setText(f"Show the other {hidden:,} characters")
            self.more.setVisible(bool(hidden))

    def lay_out(self, width: int) -> float:
        """Give every part its place at that width. Returns the height in pixels that the card needs."""
        assert self._look is not None, "a card is laid out after it was given a message"
        zoom, inner = self._look.zoom, round(width - 2 * PAD * self._look.zoom)
        top = MARGIN + card_painting.head_height(self.item, zoom)
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
            high = round(document.size().height()) + 4
            self.body.setGeometry(left, round(top), inner, high)
            self.body.measure()
            top += high
        if self.more is not None and self.more.isVisibleTo(self):
            self.more.adjustSize()
            self.more.move(left, round(top) + 4)
            top += self.more.height() + 8
        if self.notice is not None and self.notice.isVisibleTo(self):
            high = self.notice.height_at(inner)
            self.notice.setGeometry(QRect(left, round(top), inner, high))
            top += high + 6
        return top + card_painting.foot_height(self.item, zoom) + MARGIN

    def set_head_hidden(self, hidden: bool) -> None:
        """Leave out what stands at the right of the header, where the buttons are."""
        if hidden != self._head_hidden:
            self._head_hidden = hidden
            self.update()

    def focus(self) -> None:
        target = self.body if self.body.isVisibleTo(self) else self
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        focused = self.body.hasFocus() or self.hasFocus()
        if self.item.state != "note":
            paint_card(painter, self.rect(), self.item.colour, focused=focused)
        parts = Parts(item=self.item, zoom=self._look.zoom, beat=self.beat, right=not self._head_hidden)
        card_painting.paint_head(painter, box, parts)
        card_painting.paint_foot(painter, box, parts)
        painter.end()

    def _badge_at(self, place: QPointF) -> Badge | None:
        """The badge of the foot that the pointer is on."""
        if self._look is None:
            return None
        box = QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        parts = Parts(item=self.item, zoom=self._look.zoom)
        placed = card_painting.placed_badges(box, parts)
        return next((badge for badge, room in placed if room.contains(place)), None)

    def event(self, event: QEvent) -> bool:
        """The foot is painted: its badges say what they mean when the pointer rests on them."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            badge = self._badge_at(QPointF(event.pos()))
            if badge is not None and badge.hint:
                QToolTip.showText(event.globalPos(), f"<p>{escape(badge.hint)}</p>", self)
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
            self.opens.emit(self.key, badge.opens)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.hovered.emit(self, True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(self, False)

    def _focus_changed(self, inside: bool) -> None:
        self.update()
        self.focused.emit(self, inside)
