"""The transcript of one debate: messages that stream, are read, searched, copied and acted upon."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.inputs import install_keys
from disputatio.faces.gui.kit.plain_text import PlainTextDialog
from disputatio.faces.gui.kit.screen_reader import announce
from disputatio.faces.gui.transcript.message_actions import MessageActions, MessageMenu
from disputatio.faces.gui.transcript.message_card import MessageCard
from disputatio.faces.gui.transcript.message_items import ActOn, Ahead, MessageAction, MessageItem
from disputatio.faces.gui.transcript.message_rows import EDGE, PIECE, Aim, MessageRows
from disputatio.faces.gui.transcript.search import TranscriptSearch

FOLLOWED, AWAY = 33, 500
"""Milliseconds between two drawings of what streams: while the end is followed, and while the reader is elsewhere."""
BESIDE = 20
"""Milliseconds between two slices in which cards are made that nobody needs yet: a search will need them all."""

ZOOMS: Final = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)

_OUTCOMES: Final = {"failed": tr("failed"), "partial": tr("was interrupted"), "waiting": tr("is waiting")}


class Transcript(MessageRows):
    """Keys name messages in every call and signal."""

    action = Signal(object)
    """A person wants something of a message that the transcript cannot do itself (ActOn)."""
    link = Signal(str)
    """A person wants to follow a link (http, https, mailto). Show where it goes before you open it."""
    cited = Signal(str, int)
    """A person wants to see the source of a citation: key of the message, number of the citation in it."""
    opens = Signal(object)
    """A person wants to see what a badge stands for (ShowInspector)."""
    zoom_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Transcript of the debate"))
        self._unseen, self._current = False, ""
        self._actions = MessageActions(self.viewport())
        self._actions.chosen.connect(self.carry_out)
        self._pill = TextButton(tr("New content below"), icon="arrow-down", parent=self.viewport())
        self._pill.setObjectName("pill")
        self._pill.clicked.connect(self.follow_end)
        self._pill.hide()
        self._flush_timer = QTimer(self, singleShot=True)
        self._flush_timer.timeout.connect(self._flush)
        self.following_changed.connect(self._pace)
        self._beside = QTimer(self, singleShot=True, interval=BESIDE)
        self._beside.timeout.connect(self._make_ahead)
        self.search = TranscriptSearch(self, self.store)
        self._install_keys()

    def _install_keys(self) -> None:
        install_keys(
            self,
            {
                "Alt+Down": lambda: self.go_by(1),
                "Alt+Up": lambda: self.go_by(-1),
                "Alt+PgDown": lambda: self.go_by_round(1),
                "Alt+PgUp": lambda: self.go_by_round(-1),
                "End": self.follow_end,
                "Ctrl+End": self.follow_end,
                "Ctrl+Shift+C": self.copy_current,
                "Ctrl++": lambda: self.zoom_by(1),
                "Ctrl+=": lambda: self.zoom_by(1),
                "Ctrl+-": lambda: self.zoom_by(-1),
                "Ctrl+0": lambda: self.set_zoom(1.0),
            },
        )

    # What is shown

    def set_items(self, items: Sequence[MessageItem | Ahead], card: Callable[[str], MessageItem] | None = None) -> None:
        """Show these messages and nothing else, from their end. `card` makes those that are only announced, by their
        keys, when they are needed. Raises `ValueError` when two have the same key."""
        self._actions.leave()
        self._reset(items, card)
        self._current, self._unseen = "", False
        self._set_following(True)
        self._return_to(0, 0.0)
        self._beside.start()

    def _make_ahead(self) -> None:
        if self.store.make_some(time.perf_counter() + PIECE / 2):
            self._beside.start()

    def append(self, item: MessageItem) -> None:
        """Add a message at the end. Raises `ValueError` when one with that key is there."""
        row = self.store.append(item)
        self._rows.append(next(self._estimates(row)))
        self._mark_unseen()
        self._sync_timer.start()

    def update_item(self, key: str, item: MessageItem) -> None:
        """Put another value in the place of a message. Raises `KeyError` when there is none with that key."""
        before = self.store[self.store.row_of(key)].heading
        row = self.store.update(replace(item, key=key))
        self._rows.forget(row)
        if before != item.heading:
            self._head_again(row)
        self._show_again(key)

    def _head_again(self, row: int) -> None:
        """Show another stretch: what stands above a message and above the one after it may be different."""
        for place in range(row, len(self.store)):
            self._rows.forget(place)
            if place > row and self.store[place].heading:
                return

    def begin_stream(self, key: str) -> None:
        """Let the message with that key grow from now on. Raises `KeyError` when there is none."""
        self._rows.forget(self.store.begin(key))
        self._show_again(key)

    def feed(self, key: str, delta: str) -> None:
        """Add text, which is drawn with the next tick. Raises `KeyError` for a message that does not stream."""
        self.store.feed(key, delta)
        self._mark_unseen()
        if not self._flush_timer.isActive() and self.isVisible():
            self._flush_timer.start(FOLLOWED if self.following else AWAY)

    def finish(self, key: str, item: MessageItem) -> None:
        """End a message that is complete, broken off or failed: `item` is its final form, with all its text."""
        body = self._cards.live[key].body if key in self._cards.live else None
        chosen = (body.textCursor().anchor(), body.textCursor().position()) if body else (0, 0)
        self.update_item(key, item)
        if body and chosen[0] != chosen[1]:
            body.select(*chosen)
        place = tr(", round {round}").format(round=item.round) if item.round else ""
        words = f"{item.author} {_OUTCOMES.get(item.state, tr('finished'))}{place}"
        announce(self, words, urgent=item.state in ("failed", "waiting"))

    def text(self, key: str) -> str:
        """Return the Markdown of a message, as it came. Raises `KeyError` when there is none with that key."""
        return self.store.text(key)

    @property
    def readable(self) -> bool:
        """Whether messages are where somebody can read them, as far as there are any, and anybody looks."""
        return not (self.isVisible() and len(self.store)) or bool(self._cards.live)

    # Where the reader is

    def follow_end(self) -> None:
        """Go to the end and stay there."""
        self._aim = None
        self._set_following(True)
        self._to_end()
        self._sync_piece()

    def current_key(self) -> str:
        """Return the key of the message with the caret, else the one at the top of the window; "" without messages."""
        if self.store.has(self._current):
            return self._current
        return self.store[self._rows.at(self._value() + EDGE)].key if len(self.store) else ""

    def go_to(self, key: str, *, focus: bool = True) -> None:
        """Bring a message to the top of the window. Raises `KeyError` when there is none with that key."""
        self.store.row_of(key)
        self._set_following(False)
        self._aim = Aim(key=key, focus=focus)
        self._current = key
        self._set_value(self._aimed(self._aim))
        self._sync_piece()

    def show_place(self, key: str, position: int) -> None:
        """Bring a place in a message's document into sight, as soon as the message is there."""
        card = self._cards.live.get(key)
        if card is None:
            if self._aim is not None and self._aim.key == key:
                self._aim = replace(self._aim, place=position)
            return
        if card.cut and card.body.place_of(position) >= card.body.height():
            self.show_whole(key)
            self._aim = Aim(key=key, focus=False, place=position)
            self._sync_piece()
            return
        top = self._value() + card.y() + card.body.y() + card.body.place_of(position)
        if not self._value() + EDGE <= top <= self._value() + self.viewport().height() - 3 * EDGE:
            self._aim = None
            self._set_following(False)
            self._set_value(top - self.viewport().height() / 3)
            self._sync_piece()

    def _arrived(self, aim: Aim) -> None:
        if aim.focus:
            self._cards.live[aim.key].focus()
        if aim.place >= 0:
            self.show_place(aim.key, aim.place)

    def go_by(self, step: int) -> None:
        """Go to the next (1) or the previous (-1) message."""
        if len(self.store):
            row = self.store.row_of(self.current_key()) + (step if self._current else min(step, 0))
            self.go_to(self.store[max(0, min(len(self.store) - 1, row))].key)

    def go_by_round(self, step: int) -> None:
        """Go to the first message of the next (1) or the previous (-1) round."""
        if not len(self.store):
            return
        here = self.store.row_of(self.current_key())
        rows = range(here + 1, len(self.store)) if step > 0 else range(here - 1, -1, -1)
        if (wanted := next((row for row in rows if self.heading(row)), None)) is not None:
            self.go_to(self.store[wanted].key)

    def set_zoom(self, zoom: float) -> None:
        zoom = max(ZOOMS[0], min(ZOOMS[-1], zoom))
        if zoom != self.zoom():
            self._dress(replace(self.store.look, zoom=zoom))
            self.zoom_changed.emit(zoom)

    def zoom_by(self, step: int) -> None:
        """Show everything one step larger (1) or smaller (-1)."""
        place = min(range(len(ZOOMS)), key=lambda at: abs(ZOOMS[at] - self.zoom())) + step
        self.set_zoom(ZOOMS[max(0, min(len(ZOOMS) - 1, place))])

    # What a person does

    def carry_out(self, wanted: ActOn) -> None:
        """Do what concerns the transcript alone (copying); ask for the rest by the signal `action`."""
        if wanted.action is MessageAction.COPY:
            QGuiApplication.clipboard().setText(self.store.text(wanted.key))
        else:
            self.action.emit(wanted)

    def copy_current(self) -> None:
        if key := self.current_key():
            self.carry_out(ActOn(key=key, action=MessageAction.COPY))

    def _open_menu(self, card: MessageCard, place: QPoint) -> None:
        menu = MessageMenu(self, card)
        menu.chosen.connect(self.carry_out)
        menu.cited.connect(self.cited)
        menu.opens.connect(self.opens)
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
        self._rows.forget(self.store.row_of(key))
        self._sync_timer.start()

    def _open_use(self, key: str, opened: int) -> None:
        self._open_uses[key] = opened
        self._rows.forget(self.store.row_of(key))
        self._show_again(key)

    def show_whole(self, key: str) -> None:
        """Show all of a very long message; as plain text what cannot be laid out without a stall."""
        if self.store.held(key):
            item = self.store[self.store.row_of(key)]
            dialog = PlainTextDialog(item.place, self.store.text(key), self.window())
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()
            return
        self.store.show_whole(key)
        self._rows.forget(self.store.row_of(key))
        self._show_again(key)

    # What happens below

    def _wire(self, card: MessageCard) -> None:
        card.action.connect(self.carry_out)
        card.link.connect(self.link)
        card.cited.connect(self.cited)
        card.opens.connect(self.opens)
        card.menu.connect(self._open_menu)
        card.hovered.connect(self._hovered)
        card.focused.connect(self._focused)
        card.details.connect(self._toggle_details)
        card.looked.connect(self._open_use)
        card.whole.connect(self.show_whole)

    def _left(self, card: MessageCard) -> None:
        self._actions.leave(card)

    def _placed(self) -> None:
        self._actions.follow()
        self._actions.raise_()
        self._show_pill()
        if self.search.needle or self.search.passage:
            self.search.mark()

    def _show_again(self, key: str) -> None:
        if key in self._cards.live:
            self._show_in(self._cards.live[key], key)
            self._actions.refresh(self._cards.live[key])
        self._sync_timer.start()

    def _flush(self) -> None:
        """Draw what streamed since the last tick, in the messages that are on the screen."""
        until = time.perf_counter() + PIECE
        for key, card in self._cards.live.items():
            if time.perf_counter() < until and self.store.flush(key):
                card.item = self.store[self.store.row_of(key)]
                card.beat += 1
                self._rows.forget(self.store.row_of(key))
            if self.store.is_streaming(key) and self.store.held(key):
                card.show_more(self.store.hidden_characters(key), held=True)
        self._sync_piece()
        if time.perf_counter() >= until and any(map(self.store.unfinished, self._cards.live)):
            self._flush_timer.start(FOLLOWED if self.following else AWAY)

    def _pace(self, following: bool) -> None:
        if following:
            self._unseen = False
        if self._flush_timer.isActive():
            self._flush_timer.start(FOLLOWED if following else AWAY)
        self._show_pill()

    def _mark_unseen(self) -> None:
        if not self.following and not self._unseen:
            self._unseen = True
            self._show_pill()

    def _show_pill(self) -> None:
        wanted = self._unseen and not self.following
        if wanted:
            self._pill.adjustSize()
            space = self.viewport().rect()
            self._pill.move((space.width() - self._pill.width()) // 2, space.height() - self._pill.height() - 12)
            self._pill.raise_()
        self._pill.setVisible(wanted)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.store.stale:
            self._flush_timer.start(0)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._flush_timer.stop()
