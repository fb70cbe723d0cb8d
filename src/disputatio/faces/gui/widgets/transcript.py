"""The transcript: thousands of messages, of which only those on the screen are widgets.

Of seven ways that were measured over 2,000 messages and four streams, pooled text browsers over the visible rows were
the one with selection, links, copying and accessibility at the lowest stalls. Heights are estimates until a row is
seen; the row that the reader looks at stays where it is while others are measured, grow or change. The end is followed
only while the reader is at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from disputatio.faces.gui import theme
from disputatio.faces.gui.announcements import announce
from disputatio.faces.gui.models.messages import Action, MessageItem
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.document_style import Look
from disputatio.faces.gui.widgets.message_actions import MessageActions, message_menu
from disputatio.faces.gui.widgets.message_card import MessageCard
from disputatio.faces.gui.widgets.message_store import MessageStore
from disputatio.faces.gui.widgets.round_separator import SEPARATOR, paint_separator
from disputatio.faces.gui.widgets.row_geometry import RowGeometry
from disputatio.faces.gui.widgets.transcript_keys import install_keys
from disputatio.faces.gui.widgets.transcript_search import TranscriptSearch

WIDEST: Final = 860
"""Pixels. Longer lines are hard to read."""

GAP: Final = 10.0
EDGE: Final = 18
AHEAD: Final = 240
"""Pixels above and below the window that are kept ready, so that scrolling finds its rows made."""

FOLLOWED, AWAY = 33, 500
"""Milliseconds between two drawings of what streams: while the end is followed, and while the reader is elsewhere."""

ZOOMS: Final = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)


class Transcript(QAbstractScrollArea):
    """The messages of one debate. Keys name messages in every call and signal."""

    action = Signal(str, str)
    """A person wants something of a message: key, action ("retry", "change-model", "skip", "fork", "interject")."""
    link = Signal(str)
    """A person wants to follow a link (http, https, mailto). Show where it goes before you open it."""
    following_changed = Signal(bool)
    zoom_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = MessageStore(Look(theme=theme.current()))
        self._rows = RowGeometry(EDGE, EDGE)
        self._live: dict[str, MessageCard] = {}
        self._pool: list[MessageCard] = []
        self._separators: list[bool] = []
        self._open_details: set[str] = set()
        self._following, self._moving, self._unseen = True, False, False
        self._current = ""
        self._set_up()
        self._sync_timer = QTimer(self, singleShot=True, interval=0)
        self._sync_timer.timeout.connect(self._sync)
        self._flush_timer = QTimer(self, singleShot=True)
        self._flush_timer.timeout.connect(self._flush)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.search = TranscriptSearch(self, self._store)
        install_keys(self)

    def _set_up(self) -> None:
        self.setAccessibleName("Transcript of the debate")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(48)
        self.viewport().setAutoFillBackground(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._actions = MessageActions(self.viewport())
        self._actions.chosen.connect(self.act)
        self._pill = TextButton("New content below", icon="arrow-down", parent=self.viewport())
        self._pill.setObjectName("pill")
        self._pill.clicked.connect(self.follow_end)
        self._pill.hide()

    # What is shown

    def set_items(self, items: Sequence[MessageItem]) -> None:
        """Show these messages and nothing else, from their end."""
        self._release(list(self._live))
        self._store.reset(items)
        self._separators = list(_new_rounds(items))
        self._open_details.clear()
        self._actions.leave()
        self._current = ""
        self._rows.reset(self._estimate(row) for row in range(len(items)))
        self._set_following(True)
        self._refit()

    def append(self, item: MessageItem) -> None:
        """Raises `ValueError` when a message with that key is there."""
        before = next((old.round for old in reversed(self._all()) if old.round), 0)
        row = self._store.append(item)
        self._separators.append(bool(item.round) and item.round != before)
        self._rows.append(self._estimate(row))
        self._changed()

    def update_item(self, key: str, item: MessageItem) -> None:
        """Put another value in the place of a message. Raises `KeyError` when there is none with that key."""
        row = self._store.update(replace(item, key=key))
        self._rows.forget(row)
        self._show_again(key)
        self._changed(unseen=False)

    def begin_stream(self, key: str) -> None:
        """The message with that key grows from now on. Raises `KeyError` when there is none."""
        self._rows.forget(self._store.begin(key))
        self._show_again(key)
        self._changed()

    def feed(self, key: str, delta: str) -> None:
        """More text. Cheap: it is drawn with the next tick. Raises `KeyError` for a message that does not stream."""
        self._store.feed(key, delta)
        self._mark_unseen()
        if not self._flush_timer.isActive() and self.isVisible():
            self._flush_timer.start(FOLLOWED if self._following else AWAY)

    def finish(self, key: str, item: MessageItem) -> None:
        """The message is complete, broken off or failed: `item` is its final form, with all its text."""
        body = self._live[key].body if key in self._live else None
        chosen = (body.textCursor().anchor(), body.textCursor().position()) if body else (0, 0)
        self.update_item(key, item)
        if body and chosen[0] != chosen[1]:
            body.select(*chosen)
        words = {"failed": "failed", "partial": "was broken off", "waiting": "is waiting"}.get(item.state, "finished")
        place = f", round {item.round}" if item.round else ""
        announce(self, f"{item.author} {words}{place}", urgent=item.state in ("failed", "waiting"))

    def text(self, key: str) -> str:
        """The Markdown of a message, as it came."""
        return self._store.text(key)

    def item_count(self) -> int:
        return len(self._store)

    def live_cards(self) -> dict[str, MessageCard]:
        """The messages that are widgets now."""
        return dict(self._live)

    def _all(self) -> list[MessageItem]:
        return [self._store[row] for row in range(len(self._store))]

    # Where the reader is

    @property
    def following(self) -> bool:
        return self._following

    def follow_end(self) -> None:
        """Go to the end and stay there."""
        self._set_following(True)
        self._to_end()
        self._sync()

    def current_key(self) -> str:
        """The message with the caret, else the one at the top of the window; "" without messages."""
        if self._store.has(self._current):
            return self._current
        return self._store[self._rows.at(self._value() + EDGE)].key if len(self._store) else ""

    def go_to(self, key: str, *, focus: bool = True) -> None:
        """Bring a message to the top of the window. Raises `KeyError` when there is none with that key."""
        row = self._store.row_of(key)
        self._set_following(False)
        for _ in range(2):  # once by the estimate, once by what was measured on arrival
            self._set_value(self._rows.top(row) + (SEPARATOR if self._separators[row] else 0) - EDGE / 2)
            self._sync()
        self._current = key
        if focus and key in self._live:
            self._live[key].focus()
        self._notice_end()

    def show_place(self, key: str, position: int) -> None:
        """Bring a place in a message's document into sight."""
        card = self._live.get(key)
        if card is None:
            return
        top = self._value() + card.y() + card.body.y() + card.body.place_of(position)
        if not self._value() + EDGE <= top <= self._value() + self.viewport().height() - 3 * EDGE:
            self._set_following(False)
            self._set_value(top - self.viewport().height() / 3)
            self._sync()

    def go_by(self, step: int) -> None:
        """To the next (1) or the previous (-1) message."""
        if len(self._store):
            row = self._store.row_of(self.current_key()) + (step if self._current else min(step, 0))
            self.go_to(self._store[max(0, min(len(self._store) - 1, row))].key)

    def go_by_round(self, step: int) -> None:
        """To the first message of the next (1) or the previous (-1) round."""
        if not len(self._store):
            return
        here = self._store.row_of(self.current_key())
        starts = [row for row, begins in enumerate(self._separators) if begins]
        wanted = [row for row in starts if row > here] if step > 0 else [row for row in starts if row < here][::-1]
        if wanted:
            self.go_to(self._store[wanted[0]].key)

    def zoom(self) -> float:
        return self._store.look.zoom

    def set_zoom(self, zoom: float) -> None:
        zoom = max(ZOOMS[0], min(ZOOMS[-1], zoom))
        if zoom != self.zoom():
            self._dress(replace(self._store.look, zoom=zoom))
            self.zoom_changed.emit(zoom)

    def zoom_by(self, step: int) -> None:
        """One step larger or smaller."""
        place = min(range(len(ZOOMS)), key=lambda at: abs(ZOOMS[at] - self.zoom())) + step
        self.set_zoom(ZOOMS[max(0, min(len(ZOOMS) - 1, place))])

    # What a person does

    def act(self, key: str, action: Action) -> None:
        """Carry out what concerns the transcript alone (copying); ask for the rest by the signal `action`."""
        if action == "copy":
            QGuiApplication.clipboard().setText(self._store.text(key))
        else:
            self.action.emit(key, action)

    def copy_current(self) -> None:
        if key := self.current_key():
            self.act(key, "copy")

    def _open_menu(self, card: MessageCard, place: QPoint) -> None:
        menu = message_menu(self, card)
        menu.chosen.connect(self.act)
        menu.popup(place)

    def _hovered(self, card: MessageCard, inside: bool) -> None:
        if inside:
            self._actions.show_for(card)
        elif not self._actions.holds_pointer():
            self._actions.leave(card)

    def _focused(self, card: MessageCard, inside: bool) -> None:
        if inside:
            self._current = card.key
            self._actions.show_for(card)

    def _toggle_details(self, key: str, open_: bool) -> None:
        (self._open_details.add if open_ else self._open_details.discard)(key)
        self._rows.forget(self._store.row_of(key))
        self._sync_timer.start()

    def _show_caret(self, card: MessageCard) -> None:
        """The caret moved inside a message that is taller than the window: keep it in sight."""
        if not card.body.hasFocus() or card.key not in self._live:
            return
        caret = card.body.cursorRect()
        top = card.y() + card.body.y() + caret.top()
        over, under = top - EDGE, top + caret.height() + EDGE - self.viewport().height()
        if over < 0 or under > 0:
            self._set_following(False)
            self._set_value(self._value() + (over if over < 0 else under))

    # Drawing

    def _changed(self, *, unseen: bool = True) -> None:
        if unseen:
            self._mark_unseen()
        self._sync_timer.start()

    def _flush(self) -> None:
        """Draw what streamed since the last tick, in the messages that are on the screen."""
        for key, card in self._live.items():
            if self._store.flush(key):
                card.item = self._store[self._store.row_of(key)]
                card.beat += 1
                self._rows.forget(self._store.row_of(key))
        self._sync()

    def _sync(self) -> None:
        """Give every row on the screen a widget and its true height, and the others back to the pool."""
        self._sync_timer.stop()
        if not self.isVisible():
            return
        self._dress(replace(self._store.look, theme=theme.current()))
        rows = self._settle()
        self._release([key for key in self._live if self._store.row_of(key) not in rows])
        self._place(rows)
        self._show_pill()

    def _settle(self) -> range:
        """Measure what is in sight until nothing moves any more; what the reader looks at stays where it is."""
        rows = range(0)
        for _ in range(12):
            upper = self._value()
            rows = self._rows.between(upper - AHEAD, upper + self.viewport().height() + AHEAD)
            anchor = self._anchor(rows)
            offset = self._rows.top(anchor) - upper if len(self._rows) else 0
            moved = [self._measure(row) for row in rows if not self._measured(row)]
            self._set_range()
            if self._following:
                self._to_end()
            elif any(moved):
                self._set_value(self._rows.top(anchor) - offset)
            if not moved and upper == self._value():
                break
        return rows

    def _anchor(self, rows: range) -> int:
        """The row that must not move: the first one in sight whose height is known."""
        upper = self._value()
        seen = [row for row in rows if self._rows.top(row) + self._rows.height(row) > upper]
        return next((row for row in seen if self._rows.measured(row)), seen[0] if seen else 0)

    def _measured(self, row: int) -> bool:
        return self._rows.measured(row) and self._store[row].key in self._live

    def _measure(self, row: int) -> bool:
        card = self._card(row)
        above = SEPARATOR * self.zoom() if self._separators[row] else 0
        return self._rows.set_height(row, card.lay_out(self._column()[1]) + above + GAP)

    def _card(self, row: int) -> MessageCard:
        item = self._store[row]
        card = self._live.get(item.key)
        if card is None:
            card = self._pool.pop() if self._pool else self._make_card()
            document = self._store.document(item.key, self._live)
            card.resize(self._column()[1], card.height())
            card.show_message(self._store[row], document, self._store.look, open_details=item.key in self._open_details)
            self._live[item.key] = card
            card.show()
            self._order()
        return card

    def _make_card(self) -> MessageCard:
        card = MessageCard(self.viewport())
        card.action.connect(self.act)
        card.link.connect(self.link)
        card.menu.connect(self._open_menu)
        card.hovered.connect(self._hovered)
        card.focused.connect(self._focused)
        card.details.connect(self._toggle_details)
        card.body.cursorPositionChanged.connect(lambda: self._show_caret(card))
        return card

    def _order(self) -> None:
        """Tab key and screen readers go through the messages in their order, not in that of the pool."""
        cards = [self._live[key] for key in sorted(self._live, key=self._store.row_of)]
        for one, two in pairwise(cards):
            QWidget.setTabOrder(one.body, two.body)
        for card in cards:
            card.raise_()
        self._actions.raise_()
        self._pill.raise_()

    def _place(self, rows: range) -> None:
        left, width = self._column()
        upper = self._value()
        for row in rows:
            card = self._live[self._store[row].key]
            above = SEPARATOR * self.zoom() if self._separators[row] else 0
            top = round(self._rows.top(row) + above - upper)
            high = round(self._rows.height(row) - above - GAP)
            card.setGeometry(left, top, width, high)
            if self._store.streaming(card.key):
                card.update()
        self._actions.follow()
        self.viewport().update()

    def _release(self, keys: Sequence[str]) -> None:
        for key in keys:
            card = self._live.pop(key)
            if card.body.hasFocus() or card.hasFocus():
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            self._actions.leave(card)
            card.let_go()
            self._pool.append(card)

    def _show_again(self, key: str) -> None:
        card = self._live.get(key)
        if card is not None:
            item = self._store[self._store.row_of(key)]
            document = self._store.document(key, self._live)
            card.show_message(item, document, self._store.look, open_details=key in self._open_details)
            self._actions.refresh(card)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, width = self._column()
        for key in self._live:
            row = self._store.row_of(key)
            if self._separators[row]:
                box = QRectF(left, self._rows.top(row) - self._value(), width, SEPARATOR * self.zoom())
                paint_separator(painter, box, f"Round {self._store[row].round}", self.zoom())
        painter.end()

    # Geometry

    def _column(self) -> tuple[int, int]:
        """Left edge and width of the cards."""
        whole = self.viewport().width()
        width = max(200, min(round(WIDEST * max(1.0, self.zoom())), whole - 2 * EDGE))
        return (whole - width) // 2, width

    def _estimate(self, row: int) -> float:
        """Pixels that a message probably needs: cheap, never exact."""
        item, zoom = self._store[row], self.zoom()
        across = max(30.0, (self._column()[1] - 48) / (7.1 * zoom))
        lines = len(item.text) / across + item.text.count("\n") * 0.6
        notice = 110 if item.notice else 0
        above = SEPARATOR * zoom if self._separators[row] else 0
        return (90 + lines * 21) * zoom + notice + above + GAP

    def _value(self) -> int:
        return self.verticalScrollBar().value()

    def _set_value(self, value: float) -> None:
        self._moving = True
        self.verticalScrollBar().setValue(round(value))
        self._moving = False

    def _set_range(self) -> None:
        self._moving = True
        high = self.viewport().height()
        self.verticalScrollBar().setPageStep(high)
        self.verticalScrollBar().setRange(0, max(0, round(self._rows.total) - high))
        self._moving = False

    def _to_end(self) -> None:
        self._set_value(self.verticalScrollBar().maximum())

    def _refit(self) -> None:
        self._set_range()
        if self._following:
            self._to_end()
        self._sync_timer.start()

    def _scrolled(self) -> None:
        if not self._moving:
            self._set_following(self._value() >= self.verticalScrollBar().maximum() - 3)

    def _notice_end(self) -> None:
        if self._value() >= self.verticalScrollBar().maximum() - 3:
            self._set_following(True)

    def _set_following(self, following: bool) -> None:
        if following:
            self._unseen = False
        if following != self._following:
            self._following = following
            if self._flush_timer.isActive():
                self._flush_timer.start(FOLLOWED if following else AWAY)
            self.following_changed.emit(following)
        self._show_pill()

    def _mark_unseen(self) -> None:
        if not self._following and not self._unseen:
            self._unseen = True
            self._show_pill()

    def _show_pill(self) -> None:
        wanted = self._unseen and not self._following
        if wanted:
            self._pill.adjustSize()
            space = self.viewport().rect()
            self._pill.move((space.width() - self._pill.width()) // 2, space.height() - self._pill.height() - 12)
        if wanted != self._pill.isVisibleTo(self.viewport()):
            self._pill.setVisible(wanted)

    def _dress(self, look: Look) -> None:
        """Another theme or zoom. What is at the top of the window stays there."""
        if look == self._store.look:
            return
        row, share = self._place_in_view()
        self._release(list(self._live))
        self._store.dress(look)
        self._rows.reset(self._estimate(at) for at in range(len(self._store)))
        self._return_to(row, share)

    def _place_in_view(self) -> tuple[int, float]:
        """The topmost row, and how much of it is above the window, 0..1."""
        if not len(self._rows):
            return 0, 0.0
        row = self._rows.at(self._value())
        return row, (self._value() - self._rows.top(row)) / max(1.0, self._rows.height(row))

    def _return_to(self, row: int, share: float) -> None:
        self._set_range()
        if self._following:
            self._to_end()
        elif len(self._rows):
            self._set_value(self._rows.top(row) + share * self._rows.height(row))
        self._sync_timer.start()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self._sync_timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        row, share = self._place_in_view()
        if event.oldSize().width() != event.size().width():
            self._rows.forget()
        self._return_to(row, share)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refit()
        if self._store.stale:
            self._flush_timer.start(0)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._flush_timer.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._sync_timer.start()


def _new_rounds(items: Sequence[MessageItem]) -> Iterator[bool]:
    """For each message whether a new round begins with it. Notes between rounds belong to none."""
    now = 0
    for item in items:
        yield bool(item.round) and item.round != now
        now = item.round or now
