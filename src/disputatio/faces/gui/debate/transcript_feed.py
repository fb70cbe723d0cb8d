"""Keeps the transcript up to date with the debate: entries as cards, in the order in which they came, and anew when the
board says something else of them."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, QTimer

from disputatio.debate.log.events import DebateOpened
from disputatio.debate.views.board_view import BoardItems
from disputatio.debate.views.result import outdated_notice
from disputatio.debate.views.transcript import Entry, NoteEntry, transcript_of
from disputatio.debate.views.transcript_words import claim_of, is_shown
from disputatio.faces.gui.debate.live import BREATH, SLICE, LiveDebate
from disputatio.faces.gui.transcript.items_from_entries import (
    NOTHING,
    ahead,
    key_of,
    message,
    partial_card,
    question,
    state_of,
)
from disputatio.faces.gui.transcript.message_items import MessageItem, State
from disputatio.faces.gui.transcript.view import Transcript

END: Final = 60
"""Records of the end of a long debate that are shown first."""


class TranscriptFeed(QObject):
    def __init__(self, live: LiveDebate, transcript: Transcript, parent: QObject, *, hide_cost: bool) -> None:
        super().__init__(parent)
        self.live, self.transcript = live, transcript
        self.states: dict[str, State] = {}
        """The state of each card that is shown, by its key."""
        self.outdated = ""
        """That the debate went on after its synthesis was written, in a sentence."""
        self._hide_cost = hide_cost
        self._arriving: dict[str, Entry] = {}
        self._last: Entry | None = None
        """A line about how the debate stands that nothing has followed yet."""
        self._told = NOTHING
        self._stale: list[str] = []
        self._renewing = QTimer(self, singleShot=True, interval=BREATH)
        self._renewing.timeout.connect(self._renew)
        live.entries_changed.connect(self._show_entries)
        live.loaded.connect(self._show_arrived)
        live.grew.connect(self._grow)
        live.replaced.connect(self._replace)
        if live.is_long:
            self._show_end()

    def _show_end(self) -> None:
        """Show how a long debate ends before all of it is gone through: that is what its reader waits for."""
        records = self.live.session.hub.records
        found = transcript_of((records[0], *records[1:][-END:])).entries
        begun = [each for each in found if isinstance(each, NoteEntry) or each.asked_model]  # its request is in there
        if begun and _tells_state(begun[-1]):
            begun.pop()
        known = {key_of(each): each for each in begun if is_shown(each)}
        self.transcript.set_items([ahead(each) for each in known.values()], lambda key: self._item(known[key]))

    def _show_entries(self, entries: Sequence[Entry]) -> None:
        said = {turn.why for turn in self.live.failed_turns() if turn.why}
        found = [entry for entry in entries if self._shown(entry, said)]
        if not self.live.caught_up:
            self._arriving |= {key_of(entry): entry for entry in found}
            return
        for entry in found:
            if _tells_state(entry):  # the line above says so; once something follows, it is history
                self._last = entry
                continue
            if self._last is not None and key_of(entry) not in self.states:
                before, self._last = self._last, None
                self._show_entry(before)
            self._show_entry(entry)

    def _show_arrived(self) -> None:
        """Show what there was when the debate was opened: once, from its end, when all of it is there."""
        arrived, self._arriving = self._arriving, {}
        last = next((entry for entry in reversed(self.live.transcript.entries) if key_of(entry) in arrived), None)
        if last is not None and _tells_state(last):
            del arrived[key_of(last)]
            self._last = last
        first = self.live.history[0]
        assert isinstance(first.event, DebateOpened), "the first event of every debate"
        self.states = {key: state_of(entry) for key, entry in arrived.items()}
        begun = {"streaming", "waiting"}
        cards = (self._item(each) if self.states[key] in begun else ahead(each) for key, each in arrived.items())
        self.transcript.set_items([question(first.event, first.at), *cards], lambda key: self._item(arrived[key]))

    def _shown(self, entry: Entry, said: Collection[str]) -> bool:
        """Return whether an entry has a card: what the card of a failed turn says is not said again below it."""
        if isinstance(entry, NoteEntry) and any(why in entry.text for why in said):
            return False
        return is_shown(entry)

    def _show_entry(self, entry: Entry) -> None:
        key, item = key_of(entry), self._item(entry)
        before = self.states.get(key)
        self.states[key] = item.state
        if before is None:
            self.transcript.append(item)
        elif item.state == "streaming":
            self.transcript.update_item(key, item)
            self.transcript.begin_stream(key)
        elif before == "streaming":
            self.transcript.finish(key, item)
        else:
            self.transcript.update_item(key, item)

    def _item(self, entry: Entry) -> MessageItem:
        return message(entry, self.live.seats, hide_cost=self._hide_cost, told=self._told)

    def show_board(self, items: BoardItems) -> None:
        """Say changes of position, claims of crux rooms, and that an attempt failed, on the cards of their messages."""
        before = self._told
        claims = {claim.key: claim.debated for claim in items.claims}
        self._told = replace(before, moves=items.moves_by_message, claims=claims, mended=items.mended)
        turns = self.live.transcript.turns
        stale = {path for path, moves in self._told.moves.items() if before.moves.get(path) != moves}
        stale |= items.mended.keys() ^ before.mended.keys()
        if named := claims.keys() - before.claims.keys():
            stale |= {path for path, turn in turns.items() if claim_of(turn) in named}
        self._make_anew(stale)

    def show_outdated(self) -> None:
        """Say on the card of the synthesis that the debate went on after it was written."""
        written = [path for path, turn in self.live.transcript.turns.items() if turn.gives == "synthesis"]
        found = outdated_notice(self.live.session.past()) if written else ""
        if found != self.outdated and written:
            self.outdated = found
            self._told = replace(self._told, outdated={written[-1]: found} if found else {})
            self._make_anew(written)

    def _make_anew(self, stale: Iterable[str]) -> None:
        self._stale = list(dict.fromkeys((*self._stale, *stale)))
        self._renewing.start()

    def _renew(self) -> None:
        """Renew cards of which the board says something else now, by slices that the window does not feel."""
        until = time.perf_counter() + SLICE
        while self._stale and time.perf_counter() < until:
            path = self._stale.pop()
            if self.states.get(path) not in (None, "streaming"):
                self.transcript.update_item(path, self._item(self.live.transcript.turns[path]))
        if self._stale:
            self._renewing.start()

    def _grow(self, path: str, text: str) -> None:
        if self.states.get(path) == "streaming":
            self.transcript.feed(path, text)

    def _replace(self, path: str, text: str) -> None:
        """Begin again with another text: what was heard so far does not hold any more."""
        entry = self.live.transcript.turns[path]
        if self.states.get(path) == "streaming":
            item = self._item(entry)
            self.transcript.update_item(path, partial_card(item))
            self.transcript.update_item(path, item)
            self.transcript.begin_stream(path)

    def set_hide_cost(self, hide: bool) -> None:
        self._hide_cost = hide
        for entry in self.live.transcript.entries:
            if self.states.get(key_of(entry), "streaming") != "streaming":
                self.transcript.update_item(key_of(entry), self._item(entry))


def _tells_state(entry: Entry) -> bool:
    return isinstance(entry, NoteEntry) and entry.kind in ("halted", "ended")
