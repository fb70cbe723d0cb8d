"""The pane of one debate: head, transcript, banner, composer. It shows what `LiveDebate` tells and asks it for more."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from disputatio.debate.commands import (
    Close,
    Command,
    Continue,
    Extend,
    Interject,
    Pause,
    Retry,
    Skip,
    Synthesise,
)
from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.views.messages import claim_of, shown
from disputatio.debate.views.transcript import Entry, NoteEntry, TurnEntry
from disputatio.debate.views.words import total
from disputatio.faces.gui.models.messages import MessageItem
from disputatio.faces.gui.presenters import answering, caps, messages, words
from disputatio.faces.gui.screens.debate.banner import Banner
from disputatio.faces.gui.screens.debate.board_feed import BoardFeed
from disputatio.faces.gui.screens.debate.header import DebateHeader
from disputatio.faces.gui.screens.debate.live import BREATH, SLICE, LiveDebate
from disputatio.faces.gui.screens.debate.speaking import Speaking
from disputatio.faces.gui.widgets.find_bar import FindBar
from disputatio.faces.gui.widgets.transcript import Transcript

FINAL = ("synthesis", "artifact")
COMMANDS: dict[str, Command] = {
    "continue": Continue(),
    "pause": Pause(),
    "stop-now": Pause(why="stopped by you", now=True),
    "end": Close(),
    "extend": Extend(),
    "synthesise": Synthesise(),
}


class DebatePane(QWidget):
    wanted = Signal(str, str)
    """What the window must do: name ("fork", "save-note", "export-json", "change-model", …) and the path of a turn."""
    link = Signal(str)
    renamed = Signal(str)
    failed = Signal(object)
    """A command was refused (DisputatioError)."""

    def __init__(self, live: LiveDebate, title: str, *, hide_cost: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.live = live
        self.hide_cost = hide_cost
        self.header = DebateHeader()
        self.header.title.set_title(title)
        self.transcript = Transcript()
        self.find_bar = FindBar(self.transcript)
        self.banner = Banner()
        self.speaking = Speaking()
        self._refused: DisputatioError | None = None
        self._known: dict[str, str] = {}
        self._arriving: dict[str, MessageItem] = {}
        self._aim = ""
        self._told = messages.NOTHING
        self._feed: BoardFeed | None = None
        self._stale: list[str] = []
        self._renewing = QTimer(self, singleShot=True, interval=BREATH)
        self._renewing.timeout.connect(self._renew)
        self._lay_out()
        self._connect()
        self._show_state()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        for widget, below in ((self.find_bar, 6), (None, 0), (self.banner, 0)):
            if widget is None:
                column.addWidget(self.transcript, 1)
                continue
            row = QHBoxLayout()
            row.setContentsMargins(22, 0, 22, below)
            row.addWidget(widget)
            column.addLayout(row)
        column.addWidget(self.speaking)

    def _connect(self) -> None:
        self.header.wanted.connect(self.act)
        self.header.renamed.connect(self.renamed)
        self.transcript.action.connect(self._act_on)
        self.transcript.link.connect(self.link)
        self.transcript.cited.connect(lambda key, number: self.wanted.emit(f"source:{number}", key))
        self.transcript.opens.connect(lambda key, what: self.wanted.emit(what, key))
        self.banner.chosen.connect(self.act)
        self.speaking.interjected.connect(self._interject)
        self.speaking.answered.connect(self._answer)
        self.speaking.composer.held.connect(lambda why: self.refuse(Refused(why)))
        self.live.entries_changed.connect(self._show_entries)
        self.live.loaded.connect(self._show_arrived)
        self.live.grew.connect(self._grow)
        self.live.replaced.connect(self._replace)
        self.live.state_changed.connect(self._show_state)

    # ---- what a person does ----------------------------------------------------------------------------------------
    def act(self, name: str) -> None:
        """By name: commands of the debate here, the rest is the window's."""
        if name == "retry":
            self._retry()
        elif name == "raise":
            self._raise()
        elif name == "find":
            self.find_bar.open()
        elif name == "dismiss":
            self._refused = None
            self._show_banner()
        elif name == "rename":
            self.header.title.edit()
        elif name in ("find-next", "find-before"):
            self._find(name)
        elif name in COMMANDS:
            self.command(COMMANDS[name])
        else:
            self.wanted.emit(name, "")

    def _find(self, name: str) -> None:
        if self.find_bar.isVisible():
            self.find_bar.next() if name == "find-next" else self.find_bar.previous()

    def command(self, command: Command, done: Callable[[], object] | None = None) -> None:
        """Give an order; `done` is called once it was carried out."""
        self._refused = None
        self.live.submit(command, self.refuse, done)

    def _raise(self) -> None:
        """A higher cap, and on."""
        if (order := caps.raising(self.live.debate)) is not None:
            self.speaking.composer.text.setFocus()  # the button that was pressed goes away
            self.command(order, lambda: self.command(Continue()))

    def _retry(self) -> None:
        failed = self.live.failed()
        if self.live.debate.status == "error":
            self.command(Continue())
        elif failed:
            self.command(Retry(path=failed[-1].path))

    def _act_on(self, key: str, name: str) -> None:
        entry = self.live.transcript.turns.get(key)
        if name in ("retry", "skip"):
            self.speaking.composer.text.setFocus()  # the button that was pressed goes away
        if name == "retry":
            self.command(Continue() if self.live.debate.status == "error" else Retry(path=key))
        elif name == "skip":
            self.command(Skip(path=key))
        elif name == "interject":
            self._address(entry)
        else:
            self.wanted.emit(name, key)

    def _address(self, entry: TurnEntry | None) -> None:
        if entry is not None:
            self.speaking.to.setCurrentIndex(max(0, self.speaking.to.findData(entry.seat)))
        self.speaking.composer.text.setFocus()

    def _interject(self, text: str, to: str) -> None:
        self.command(Interject(text=text, to=to), self.speaking.sent)

    def _answer(self, path: str, text: str) -> None:
        self._refused = None
        self.live.answer(path, text, self.refuse, self.speaking.sent)

    def refuse(self, error: DisputatioError) -> None:
        self._refused = error
        self._show_banner()
        self.failed.emit(error)

    # ---- what is shown ---------------------------------------------------------------------------------------------
    def _show_entries(self, entries: Sequence[Entry]) -> None:
        said = {turn.why for turn in self.live.failed() if turn.why}
        found = [entry for entry in entries if self._shown(entry, said)]
        if not self.live.caught_up:
            self._arriving |= {messages.key_of(entry): self._item(entry) for entry in found}
            return
        for entry in found:
            self._show_entry(entry)

    def _show_arrived(self) -> None:
        """What there was when the debate was opened: shown once, from its end, when all of it is there."""
        turns, arrived = self.live.transcript.turns, self._arriving
        for key in [key for key, item in arrived.items() if item.state == "streaming"]:
            arrived[key] = self._item(turns[key])  # more of it was heard since
        self.transcript.set_items(list(arrived.values()))
        self._known, self._arriving = {key: item.state for key, item in arrived.items()}, {}
        if self._aim:
            self.go_to(self._aim)

    def _shown(self, entry: Entry, said: Collection[str]) -> bool:
        """What the card of a failed turn says is not said again below it."""
        if isinstance(entry, NoteEntry) and any(why in entry.text for why in said):
            return False
        return shown(entry)

    def _show_entry(self, entry: Entry) -> None:
        key, item = messages.key_of(entry), self._item(entry)
        before = self._known.get(key)
        self._known[key] = item.state
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
        return messages.message(entry, self.live.transcript.seats, hide_cost=self.hide_cost, told=self._told)

    def follow_board(self, feed: BoardFeed) -> None:
        """Changes of position, and the claims of crux rooms, are said on the cards of their messages."""
        self._feed = feed
        feed.changed.connect(self._show_told)
        self._show_told()

    def _show_told(self) -> None:
        if self._feed is None:
            return
        before, items = self._told, self._feed.items
        claims = {claim.key: claim.text for claim in items.claims}
        self._told = messages.Told(moves=items.moves_by_message, claims=claims)
        turns = self.live.transcript.turns
        stale = {path for path, moves in self._told.moves.items() if before.moves.get(path) != moves}
        if named := claims.keys() - before.claims.keys():
            stale |= {path for path, turn in turns.items() if claim_of(turn) in named}
        self._stale = list(dict.fromkeys((*self._stale, *stale)))
        self._renewing.start()

    def _renew(self) -> None:
        """Cards of which the board says something else now, by slices that the window does not feel."""
        until = time.perf_counter() + SLICE
        while self._stale and time.perf_counter() < until:
            path = self._stale.pop()
            if self._known.get(path) not in (None, "streaming"):
                self.transcript.update_item(path, self._item(self.live.transcript.turns[path]))
        if self._stale:
            self._renewing.start()

    def _grow(self, path: str, text: str) -> None:
        if self._known.get(path) == "streaming":
            self.transcript.feed(path, text)

    def _replace(self, path: str, text: str) -> None:
        """What was heard so far is another text now: begin again with it."""
        entry = self.live.transcript.turns[path]
        if self._known.get(path) == "streaming":
            item = self._item(entry)
            self.transcript.update_item(path, messages.broken_off(item))
            self.transcript.update_item(path, item)
            self.transcript.begin_stream(path)

    def _show_state(self) -> None:
        live, debate = self.live, self.live.debate
        self.header.subtitle.setText(subtitle(live))
        cost = "" if self.hide_cost else total(debate.spent.cost, debate.spent.unpriced)
        progress = live.progress
        round_ = f"Round {live.round} / {progress.rounds}" if progress.rounds and live.round else ""
        self.header.set_state(live.sentence(), round_, "Rehearsal" if live.rehearsed else cost)
        self.header.set_controls(self.why_not(), failed=debate.status == "error")
        self.speaking.set_seats(live.seats)
        waiting = live.waiting()
        why = "" if waiting else live.refusals().get("interject", "")
        self.speaking.composer.set_sendable(not why, why)
        form = answering.form(waiting.gives, progress.points) if waiting else ""
        self.speaking.wait_for(waiting.path if waiting else "", waiting.name if waiting else "", form)
        self._show_banner()

    def go_to(self, path: str) -> None:
        """Bring a turn to the top, as soon as it is there."""
        self._aim = "" if self.live.caught_up else path
        if path in self._known:
            self.transcript.go_to(path)

    def set_hide_cost(self, hide: bool) -> None:
        self.hide_cost = hide
        for entry in self.live.transcript.entries:
            if messages.key_of(entry) in self._known and self._known[messages.key_of(entry)] != "streaming":
                self.transcript.update_item(messages.key_of(entry), self._item(entry))
        self._show_state()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape stops now, wherever inside the debate the caret is."""
        if event.key() == Qt.Key.Key_Escape and not self.why_not().get("stop-now"):
            self.act("stop-now")
            return
        super().keyPressEvent(event)

    def why_not(self) -> dict[str, str]:
        why = dict(self.live.refusals())
        why["retry"] = "" if self.live.failed() else "No turn has failed."
        final = any(turn.gives in FINAL and turn.status == "done" for turn in self.live.transcript.turns.values())
        for name in ("save-note", "copy-final"):
            why[name] = "" if final else "There is no synthesis yet. It is made when the debate ends."
        about = self.live.debate.context.kind == "repository"
        why["branch"] = "" if about else "This debate is not about a repository, so it has no branch."
        return why

    def _show_banner(self) -> None:
        live, debate = self.live, self.live.debate
        why = self.why_not()
        if self._refused is not None:
            more = [("extend", "Extend by a round", "plus")] if debate.over and not why.get("extend", "?") else []
            self.banner.say("caution", self._refused.user_message, [*more, ("dismiss", "Close", "close")])
        elif live.held.why:
            self.banner.say("error", f"The debate is held: {live.held.why} {live.held.remedy}")
        elif live.retrying and live.streaming:
            self.banner.say("caution", live.sentence())
        elif debate.over:
            buttons = [("save-note", "Save as note", "note"), ("copy-final", "Copy", "copy")]
            buttons = [each for each in buttons if not why[each[0]]]
            buttons += [("synthesise", "Make a synthesis", "scale")] if not why.get("synthesise", "?") else []
            buttons += [("extend", "Extend by a round", "plus")] if not why.get("extend", "?") else []
            buttons += [("export-markdown", "Export…", "export"), ("new", "New question", "chat")]
            self.banner.say("ok" if debate.status == "consensus" else "muted", live.sentence(), buttons)
        elif (order := caps.raising(debate)) is not None:
            buttons = [
                ("raise", f"Raise to {caps.said(order)} and continue", "play"),
                ("end", "End the debate", "stop"),
            ]
            self.banner.say("caution", live.sentence(), buttons)
        else:
            self.banner.quiet()


def subtitle(live: LiveDebate) -> str:
    """Seats and models, and the context at its commit."""
    debate = live.debate
    seats = " · ".join(
        f"{seat.name or seat.id} {words.model(seat.model)}" for seat in debate.seats.values() if seat.taken
    )
    context = debate.context
    about = context.title + (f"@{context.pin[:8]}" if context.pin else "") if context.kind != "none" else ""
    return " — ".join(part for part in (f"{debate.format.title}: {seats}" if seats else "", about) if part)
