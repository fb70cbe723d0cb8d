"""The scrolling part of the transcript: rows of which only those in sight are widgets.

Heights are estimates until a row is seen. While rows are measured, grow or change, the row that the reader looks at
stays where it is; the end is followed only while the reader is at the end. Of seven ways that were measured over 2,000
messages and four streams, pooled text browsers over the visible rows were the one with selection, links, copying and
accessibility at the lowest stalls.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QAccessible, QColor, QHideEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from disputatio.debate.values import value
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.labels import chip_width, paint_chip
from disputatio.faces.gui.kit.layouts import FollowingArea, from_the_side, runs_from_the_right
from disputatio.faces.gui.kit.screen_reader import speak_as
from disputatio.faces.gui.transcript.card_panels import FOLDED
from disputatio.faces.gui.transcript.document_style import Look
from disputatio.faces.gui.transcript.message_card import MessageCard
from disputatio.faces.gui.transcript.message_items import Ahead, MessageItem
from disputatio.faces.gui.transcript.message_store import MessageStore
from disputatio.faces.gui.transcript.row_geometry import RowGeometry

SEPARATOR: Final = 38.0
"""Pixels it takes above the first message of a round, at zoom 1."""


def paint_separator(painter: QPainter, box: QRectF, words: str, zoom: float) -> None:
    look = theme.current()
    middle, width = box.top() + box.height() * 0.42, chip_width(words, zoom)
    chip = QRectF(box.center().x() - width / 2, middle - 10 * zoom, width, 20 * zoom)
    painter.setPen(QPen(QColor(look.border), 1))
    painter.drawLine(QPointF(box.left() + 4, middle), QPointF(chip.left() - 10, middle))
    painter.drawLine(QPointF(chip.right() + 10, middle), QPointF(box.right() - 4, middle))
    paint_chip(painter, chip, words, look.muted, look.raised, zoom)


class CardPool:
    """`live`: the cards by the keys of their messages. Cards are made when none waits."""

    def __init__(self, make: Callable[[], MessageCard]) -> None:
        self.live: dict[str, MessageCard] = {}
        self._waiting: list[MessageCard] = []
        self._make = make

    def take(self, key: str, width: int) -> MessageCard:
        """Return a card for a message, of a width in pixels; it does not show it yet."""
        card = self._waiting.pop() if self._waiting else self._make()
        card.resize(width, card.height())
        self.live[key] = card
        return card

    def give_back(self, card: MessageCard) -> None:
        """Let a card that is not live any more wait for another message."""
        card.let_go()
        self._waiting.append(card)

    def order(self, row_of: Callable[[str], int]) -> None:
        """Let screen readers go through the messages in their order, not in that of the pool."""
        for key in sorted(self.live, key=row_of):
            self.live[key].raise_()


WIDEST: Final = 860
"""Pixels. Longer lines are hard to read."""

GAP: Final = 10.0
EDGE: Final = 18
SIDE: Final = 19
"""Pixels beside the cards: with the shadow of one as far in as what stands above and below them."""
ROOM: Final = 26
"""Pixels by which messages of a crux room stand further to the right."""
AHEAD: Final = 240
"""Pixels above and below the window that are kept ready, so that scrolling finds its rows made."""

PIECE: Final = 0.008
"""Seconds for which cards are filled before the window has its turn again."""
SHORT: Final = 4_000
"""Characters of a message that is laid out as soon as it is made; a longer one may wait for another piece."""


@value
class Aim:
    """A message that is to stand at the top of the window, until all in sight has its true height: `focus`: its text is
    to have the keyboard; `place`: a place in its document that is to be in sight then, -1 for none."""

    key: str
    focus: bool
    place: int = -1


class MessageRows(FollowingArea):
    """What a subclass adds to a card it hears by `_wire`, when one leaves the screen by `_left`, and by `_placed`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.store = MessageStore(Look(theme=theme.current()))
        self._rows = RowGeometry(EDGE, EDGE)
        self._cards = CardPool(self._make_card)
        self._aim: Aim | None = None
        self._open_details: set[str] = set()
        self._open_uses: dict[str, int] = {}
        self._sync_timer = QTimer(self, singleShot=True, interval=0)
        self._sync_timer.timeout.connect(self._sync_piece)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        speak_as(self, QAccessible.Role.List)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().setSingleStep(48)

    def live_cards(self) -> dict[str, MessageCard]:
        """Return the messages that are widgets now, by their keys."""
        return dict(self._cards.live)

    def zoom(self) -> float:
        return self.store.look.zoom

    # For subclasses

    def _wire(self, card: MessageCard) -> None:
        """Connect a new card."""

    def _left(self, card: MessageCard) -> None:
        """Override it for what is due when a card goes back into the pool."""

    def _placed(self) -> None:
        """Override it for what is due when the cards have their places."""

    def _arrived(self, aim: Aim) -> None:
        """Override it for what is due when the message that was aimed at is there."""

    # Measuring and placing

    def heading(self, row: int) -> str:
        """Return what stands above a message; "" where its stretch goes on."""
        if not (own := self.store[row].heading):
            return ""
        before = next((found for above in range(row - 1, -1, -1) if (found := self.store[above].heading)), "")
        return own if own != before else ""

    def _reset(self, items: Sequence[MessageItem | Ahead], card: Callable[[str], MessageItem] | None) -> None:
        self.store.reset(items, card)
        self._aim = None
        self._release(list(self._cards.live))
        self._open_details.clear()
        self._open_uses.clear()
        self._rows.reset(self._estimates())

    def _sync_piece(self) -> None:
        """Do as `_sync`, a few cards at a time."""
        self._sync(time.perf_counter() + PIECE)

    def _sync(self, until: float = math.inf) -> None:
        """Give every row in sight a widget and its true height, and the others back to the pool. What is not done by
        `until` (performance counter) is done later."""
        self._sync_timer.stop()
        if not self.isVisible():
            return
        self._dress(replace(self.store.look, theme=theme.current()))
        rows = self._settle(until)
        self._release([key for key in self._cards.live if self.store.row_of(key) not in rows])
        self._place(rows)
        self._placed()
        settled = all(map(self._known, rows))
        if (aim := self._aim) is not None and aim.key in self._cards.live:
            self._aim = None if settled else replace(aim, focus=False)
            self._arrived(aim)
            if settled:
                self._follow_at_end()
        if not settled or self._grow(until):
            self._sync_timer.start()

    def _grow(self, until: float) -> bool:
        """Lay out the next stretch of one long message in sight, if there is time for it. Say whether there is one."""
        for key, card in self._cards.live.items():
            if not self.store.unfinished(key):
                continue
            if time.perf_counter() > until:
                return True
            if self.store.grow(key) or self.store.flush(key):
                card.show_more(self.store.hidden_characters(key), held=self.store.held(key))
                self._rows.forget(self.store.row_of(key))
                return True
        return False

    def _settle(self, until: float) -> range:
        """Measure what is in sight until nothing moves any more; what the reader looks at stays where it is."""
        rows = range(0)
        for _ in range(12):
            upper = self._value()
            rows = self._rows.rows_between(upper - AHEAD, upper + self.viewport().height() + AHEAD)
            anchor = self._anchor(rows)
            offset = self._rows.top(anchor) - upper
            moved = self._measure_some(rows, until)
            self._set_range(self._rows.total)
            if self._aim is not None:
                self._set_value(self._aimed(self._aim))
            elif self._following:
                self._to_end()
            elif any(moved):
                self._set_value(self._rows.top(anchor) - offset)
            if (not moved and upper == self._value()) or time.perf_counter() > until:
                break
        return rows

    def _measure_some(self, rows: range, until: float) -> list[bool]:
        """Measure one row at least, those that the reader looks at first; where the document of a long message alone
        takes the time, that is what is done of it. Return for each whether anything below it moves."""
        moved: list[bool] = []
        for row in self._in_order(rows):
            if not self._known(row):
                key = self.store[row].key
                made_now = not self.store.has_document(key)
                self.store.document(key, self._cards.live)
                if made_now and time.perf_counter() > until and len(self.store.text(key)) > SHORT:
                    break
                moved.append(self._measure(row))
                if time.perf_counter() > until:
                    break
        return moved

    def _in_order(self, rows: range) -> Sequence[int]:
        """Return the rows as they are needed: from the one that is aimed at, or from the end that is followed."""
        if self._aim is not None:
            first = min(max(self.store.row_of(self._aim.key), rows.start), rows.stop)
            return [*range(first, rows.stop), *range(first - 1, rows.start - 1, -1)]
        return rows[::-1] if self._following else rows

    def _aimed(self, aim: Aim) -> float:
        """Return where the window begins when a message is at its top."""
        row = self.store.row_of(aim.key)
        return self._rows.top(row) + self._above(row) - EDGE / 2

    def _scrolled(self) -> None:
        if not self._moving:
            self._aim = None
        super()._scrolled()

    def _anchor(self, rows: range) -> int:
        """Return the row that must not move: the first one in sight whose height is known, and not one of which the
        last lines are left above what the reader looks at."""
        upper = self._value() + EDGE
        seen = [row for row in rows if self._rows.top(row) + self._rows.height(row) > upper]
        return next((row for row in seen if self._rows.is_measured(row)), seen[0] if seen else 0)

    def _known(self, row: int) -> bool:
        return self._rows.is_measured(row) and self.store[row].key in self._cards.live

    def _measure(self, row: int) -> bool:
        height = self._card(row).lay_out(self._column()[1] - self._inset(row))
        return self._rows.set_height(row, height + self._above(row) + GAP)

    def _above(self, row: int) -> float:
        return SEPARATOR * self.zoom() if self.heading(row) else 0.0

    def _card(self, row: int) -> MessageCard:
        key = self.store[row].key
        card = self._cards.live.get(key)
        if card is None:
            card = self._cards.take(key, self._column()[1] - self._inset(row))
            card.show()
            self._show_in(card, key)
            self._cards.order(self.store.row_of)
        return card

    def _make_card(self) -> MessageCard:
        card = MessageCard(self.viewport())
        card.body.cursorPositionChanged.connect(lambda: self._show_caret(card))
        card.body.grown.connect(lambda: self._measure_again(card))
        self._wire(card)
        return card

    def _measure_again(self, card: MessageCard) -> None:
        """Give a card in sight the room that its text takes now."""
        if self._cards.live.get(card.key) is card:
            self._rows.forget(self.store.row_of(card.key))
            self._sync_timer.start()

    def _show_in(self, card: MessageCard, key: str) -> None:
        document = self.store.document(key, self._cards.live)
        item = self.store[self.store.row_of(key)]
        card.show_message(
            item,
            document,
            self.store.look,
            open_details=key in self._open_details,
            open_use=self._open_uses.get(key, FOLDED),
            hidden=self.store.hidden_characters(key),
            held=self.store.held(key),
            lines=self.store.folded(key),
        )

    def _place(self, rows: range) -> None:
        left, width = self._column()
        upper = self._value()
        for row in rows:
            if (card := self._cards.live.get(self.store[row].key)) is None:
                continue
            above = self._above(row)
            top, inset = round(self._rows.top(row) + above - upper), self._inset(row)
            high = round(self._rows.height(row) - above - GAP)
            card.setGeometry(left if runs_from_the_right() else left + inset, top, width - inset, high)
            if self.store.is_streaming(card.key):
                card.update()
        self.viewport().update()

    def _release(self, keys: Sequence[str]) -> None:
        for key in keys:
            card = self._cards.live.pop(key)
            if card.body.hasFocus() or card.hasFocus():
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            self._left(card)
            self._cards.give_back(card)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, width = self._column()
        for key in self._cards.live:
            row = self.store.row_of(key)
            if self.store[row].room:
                self._paint_room(painter, row, left, width)
            if heading := self.heading(row):
                box = QRectF(left, self._rows.top(row) - self._value(), width, SEPARATOR * self.zoom())
                paint_separator(painter, box, heading, self.zoom())
        painter.end()

    def _paint_room(self, painter: QPainter, row: int, left: int, width: int) -> None:
        """Paint a line of its own beside what was said in a crux room."""
        look, top = theme.current(), self._rows.top(row) - self._value() + self._above(row)
        line = QRectF(left + 6, top, 3, self._rows.height(row) - self._above(row) - GAP / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.caution))
        painter.drawRoundedRect(from_the_side(line, QRectF(left, top, width, 0)), 1.5, 1.5)

    # Geometry

    def _inset(self, row: int) -> int:
        """Return the pixels by which a message stands further in."""
        return round(ROOM * self.zoom()) if self.store[row].room else 0

    def _column(self) -> tuple[int, int]:
        """Return the left edge and width of the cards."""
        whole = self.width()  # with the scroll bar: they end below what ends above them, and stay where they are
        width = max(200, min(round(WIDEST * max(1.0, self.zoom())), whole - 2 * SIDE))
        return (whole - width) // 2 - self.viewport().x(), width

    def _estimates(self, first: int = 0) -> Iterator[float]:
        """Return the pixels that each message from `first` on probably needs: cheap, never exact."""
        zoom = self.zoom()
        across = max(30.0, (self._column()[1] - 48) / (7.1 * zoom))
        for row in range(first, len(self.store)):
            item = self.store.about(row)
            lines = len(item.text) / across + item.text.count("\n") * 0.6
            beside = 0
            if isinstance(item, MessageItem):
                beside = (110 if item.notice else 0) + (34 if item.lookups else 0)
            yield (90 + lines * 21) * zoom + beside + GAP

    def _show_caret(self, card: MessageCard) -> None:
        """Keep the caret in sight when it moved inside a message that is taller than the window."""
        if not card.body.hasFocus() or card.key not in self._cards.live:
            return
        caret = card.body.cursorRect()
        top = card.y() + card.body.y() + caret.top()
        over, under = top - EDGE, top + caret.height() + EDGE - self.viewport().height()
        if over < 0 or under > 0:
            self._set_value(self._value() + (over if over < 0 else under))
            self._follow_at_end()

    # Changes from outside

    def _dress(self, look: Look) -> None:
        """Show everything in another theme or zoom. What is at the top of the window stays there."""
        if look == self.store.look:
            return
        place, zoomed = self._place_in_view(), look.zoom != self.store.look.zoom
        self._release(list(self._cards.live))
        self.store.dress(look)
        if zoomed:
            self._rows.reset(self._estimates())
        else:
            self._rows.forget()
        self._return_to(*place)

    def _place_in_view(self) -> tuple[int, float]:
        """Return the topmost row, and how much of it is above the window, 0..1."""
        if not len(self._rows):
            return 0, 0.0
        row = self._rows.at(self._value() + EDGE)
        return row, (self._value() - self._rows.top(row)) / max(1.0, self._rows.height(row))

    def _return_to(self, row: int, share: float) -> None:
        self._set_range(self._rows.total)
        if self._following:
            self._to_end()
        elif len(self._rows):
            self._set_value(self._rows.top(row) + share * self._rows.height(row))
        self._sync_timer.start()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self._sync_timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        place = self._place_in_view()
        if event.oldSize().width() != event.size().width():
            self._rows.forget()
        self._return_to(*place)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._return_to(*self._place_in_view())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._sync_timer.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._sync_timer.start()
