"""The pane of one debate: head, transcript, banner, composer. It shows what `LiveDebate` tells and asks it for more."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final, assert_never

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from disputatio.app.actions import debates
from disputatio.app.actions.action import ASK, Action
from disputatio.app.debates.replies import Answers, key_to_turn, questions_put
from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.log.commands import Command, Extend, Interject, Review, Skip
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.views.board_view import BoardItems
from disputatio.debate.views.forecast import another_round
from disputatio.debate.views.result import failure, outdated_notice
from disputatio.debate.views.transcript import Entry, NoteEntry
from disputatio.debate.views.transcript_words import claim_of, is_shown, waits_for_paste
from disputatio.debate.views.words import total
from disputatio.debate.wording import tr
from disputatio.faces.gui.debate import speech
from disputatio.faces.gui.debate.approvals import Approvals
from disputatio.faces.gui.debate.columns import ColumnsView
from disputatio.faces.gui.debate.debate_actions import (
    COPY_FINAL,
    ICONS,
    RESULT,
    Find,
    Intent,
    OfWindow,
    ReplaceModel,
    ShowChanges,
    ShowSource,
    why_not,
)
from disputatio.faces.gui.debate.header import DebateHeader, PlayingStrip, subtitle
from disputatio.faces.gui.debate.live import BREATH, SLICE, LiveDebate
from disputatio.faces.gui.debate.speech import SpeechBox
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.notices import DISMISS, Banner, Button
from disputatio.faces.gui.transcript.items_from_entries import (
    NOTHING,
    QUESTION,
    WRONG_KEY,
    ahead,
    key_of,
    message,
    partial_card,
    question,
    state_of,
)
from disputatio.faces.gui.transcript.message_items import ActOn, MessageAction, MessageItem, State
from disputatio.faces.gui.transcript.search import FindBar
from disputatio.faces.gui.transcript.view import Transcript
from disputatio.faces.gui.window_actions import Do, ShowView, ViewName

LOW: Final = 560
"""Pixels of height of the window below which what only repeats something gives way to the text."""

DECIDING: Final[tuple[ViewName, ...]] = ("transcript", "phases")
"""The views below which the person is asked for approval."""


class DebatePane(QWidget):
    wanted = Signal(object)
    """What the window must do (debate.debate_actions.OfWindow)."""
    link = Signal(str)
    failed = Signal(object)
    """A command was refused (DisputatioError)."""
    costs_hidden = Signal(bool)
    """Whether costs are shown is different."""
    turned = Signal()
    """Another view fills the pane."""

    def __init__(self, live: LiveDebate, title: str, *, hide_cost: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.live = live
        self.hide_cost = hide_cost
        self.header = DebateHeader()
        self.header.title.set_title(title)
        self.transcript = Transcript()
        self._find_bar: FindBar | None = None
        self.banner = Banner()
        self.speaking = SpeechBox()
        self.approvals = Approvals(live, self.speaking, self)
        self._refused: DisputatioError | None = None
        self._playing: PlayingStrip | None = None
        self.states: dict[str, State] = {}
        """The state of each card that is shown, by its key."""
        self._arriving: dict[str, Entry] = {}
        self._last: Entry | None = None
        """A line about how the debate stands that nothing has followed yet."""
        self._aim = ("", "")
        self._told = NOTHING
        self._outdated = ""
        self._key = ""
        self.view: ViewName = "transcript"
        self.pages: dict[ViewName, QWidget] = {}
        """The views that were wanted so far."""
        self._makers: dict[ViewName, Callable[[], QWidget]] = {"columns": self._make_columns}
        self._ended = live.debate.over
        self._stale: list[str] = []
        self._renewing = QTimer(self, singleShot=True, interval=BREATH)
        self._renewing.timeout.connect(self._renew)
        self._low = False
        self._room = QTimer(self, singleShot=True, interval=0)
        self._room.timeout.connect(self._make_room)
        self._lay_out()
        self._connect()
        self._show_state()

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.header)
        self._above = QVBoxLayout()
        self._above.setContentsMargins(22, 0, 22, 6)
        whole.addLayout(self._above)
        self._views = QStackedWidget()
        whole.addWidget(self._views, 1)
        reading = QWidget()
        self._views.addWidget(reading)
        column = self._reading = QVBoxLayout(reading)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.transcript, 1)
        row = QHBoxLayout()
        row.setContentsMargins(22, 0, 22, 0)
        row.addWidget(self.banner)
        column.addLayout(row)
        self._decision, self._saying = QWidget(), QWidget()
        self._decision.setLayout(self.approvals.row())
        inside = QVBoxLayout(self._saying)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.speaking)
        for part in (self._decision, self._saying):
            whole.addWidget(part)

    def _connect(self) -> None:
        self.header.wanted.connect(self.carry_out)
        self.header.renamed.connect(lambda title: self.wanted.emit(debates.Rename(title=title)))
        self.transcript.action.connect(self._act_on)
        self.transcript.link.connect(self.link)
        self.transcript.cited.connect(lambda key, number: self.wanted.emit(ShowSource(turn=key, number=number)))
        self.transcript.opens.connect(self.carry_out)
        self.banner.chosen.connect(self.carry_out)
        self.banner.dismissed.connect(self._dismiss)
        self.approvals.failed.connect(self.refuse)
        self.approvals.answered.connect(self._dismiss)
        self.approvals.diff_wanted.connect(lambda diff, title: self.wanted.emit(ShowChanges(diff=diff, title=title)))
        self.speaking.interjected.connect(self._interject)
        self.speaking.answered.connect(self._answer)
        self.speaking.replied.connect(self._reply)
        self.speaking.composer.held.connect(lambda why: self.refuse(Refused(why)))
        self.live.entries_changed.connect(self._show_entries)
        self.live.loaded.connect(self._show_arrived)
        self.live.grew.connect(self._grow)
        self.live.replaced.connect(self._replace)
        self.live.state_changed.connect(self._show_state)

    def show_above(self, strip: PlayingStrip) -> None:
        """Show what the debate plays, between head and transcript."""
        self._above.setContentsMargins(22, 8, 22, 6)
        self._above.addWidget(strip)
        self._playing = strip
        self._show_state()

    # ---- transcript and result -------------------------------------------------------------------------------------
    @property
    def find_bar(self) -> FindBar:
        """Above the transcript, from the first search on."""
        if self._find_bar is None:
            self._find_bar = FindBar(self.transcript.search, self.transcript)
            row = QHBoxLayout()
            row.setContentsMargins(22, 0, 22, 6)
            row.addWidget(self._find_bar)
            self._reading.insertLayout(0, row)
        return self._find_bar

    def offer_page(self, view: ViewName, make: Callable[[], QWidget]) -> None:
        """Fill the pane with what this makes, when this view of the debate is first wanted."""
        self._makers[view] = make

    def page(self, view: ViewName) -> QWidget:
        """Return what fills the pane in one of its views but the transcript. Raises `KeyError` for one that the debate
        does not have."""
        if view not in self.pages:
            self.pages[view] = self._makers[view]()
            self._views.addWidget(self.pages[view])
        return self.pages[view]

    def show_view(self, view: ViewName) -> None:
        if view == self.view or (view != "transcript" and view not in self._makers):
            return
        self.view = view
        self._views.setCurrentIndex(0 if view == "transcript" else self._views.indexOf(self.page(view)))
        self._decision.setVisible(view in DECIDING)
        self._saying.setVisible(view == "transcript")
        self._show_columns()
        self.header.set_view(view, over=self.live.debate.over)
        self.turned.emit()
        self.focus().setFocus()

    def focus(self) -> QWidget:
        """Return where the keyboard goes when the debate is shown."""
        if self.view in DECIDING and self.approvals.waiting and not self.approvals.card.folded:
            return self.approvals.card.said
        if self.view in self.pages:
            return self.pages[self.view]
        return self.speaking.field

    def _make_columns(self) -> ColumnsView:
        columns = ColumnsView()
        columns.opened.connect(self.go_to)
        return columns

    def _show_columns(self) -> None:
        """Show the turns side by side as they are now, while somebody looks."""
        if self.view == "columns" and isinstance(columns := self.page("columns"), ColumnsView):
            store = self.transcript.store
            columns.show_items([store[row] for row in range(len(store))])

    def end(self, *, over: bool) -> None:
        """What the debate came to was made anew. Once it has ended that takes the place of the transcript, unless
        somebody is busy there: then the banner offers it. Who looks at another view goes on with that."""
        if over and not self._ended and self.view in DECIDING and not self.busy():
            self.show_view("result")
        self._ended = over and self.live.debate.over

    def busy(self) -> bool:
        """Return whether somebody reads further up, has words marked, searches, or has begun to write."""
        bodies = [card.body for card in self.transcript.live_cards().values()]
        marked = any(body.textCursor().hasSelection() for body in bodies)
        written = bool(self.speaking.composer.text.toPlainText().strip())
        searched = self._find_bar is not None and not self._find_bar.isHidden()
        return marked or written or not self.transcript.following or searched

    # ---- what a person does ----------------------------------------------------------------------------------------
    def act(self, action: Action[Intent]) -> None:
        """Do an action that was chosen, wherever."""
        self.carry_out(action.does)

    def carry_out(self, intent: Intent) -> None:
        """Steer the debate, find in it, begin to type; the rest is the window's."""
        if isinstance(intent, Find):
            self.show_view("transcript")
            self._find(intent)
        elif isinstance(intent, ShowView):
            self.show_view(intent.view)
        elif isinstance(intent, debates.Rename) and not intent.title:
            self.header.title.edit()
        elif isinstance(intent, debates.Say) and not intent.text:
            self._address(intent.to)
        elif isinstance(intent, Review) and not intent.path:
            self.decide()
        elif isinstance(intent, debates.Later):
            self.approvals.put_off()
        elif isinstance(intent, debates.Steering) and not isinstance(intent, debates.ChangeModel):
            self._steer(intent)
        else:
            self._want(intent)

    def decide(self) -> None:
        """Show what waits for approval: nothing is approved by this."""
        if self.view not in DECIDING:
            self.show_view("transcript")
        self.approvals.decide()

    def _want(self, intent: OfWindow) -> None:
        self.wanted.emit(intent)

    def _steer(self, intent: debates.Steering) -> None:
        here = QApplication.focusWidget()
        if here is not None and self.header.isAncestorOf(here):
            self.focus().setFocus()  # the button that was pressed may go away
        if isinstance(intent, debates.RaiseCap):
            self._speak_next()
        if isinstance(intent, Extend):
            self.show_view("transcript")
        try:
            found = debates.orders(self.live.debate, intent)
        except Refused as refused:
            self.refuse(refused)
        else:
            self.command(*found)

    def _find(self, find: Find) -> None:
        """Find in the transcript; who asks for the next place before asking for words is asked for these."""
        self.show_view("transcript")
        if not find.step or self.find_bar.isHidden():
            self.find_bar.open()
        else:
            self.find_bar.next() if find.step > 0 else self.find_bar.previous()

    def _dismiss(self) -> None:
        """Take the refusal away: the person has read why an order was refused."""
        self._refused = None
        self._show_banner()

    def command(self, command: Command, *then: Command, done: Callable[[], object] | None = None) -> None:
        """Give orders, each once the one before it was carried out; `done` is called after the last."""
        self._refused = None
        self.live.submit(command, self.refuse, (lambda: self.command(*then, done=done)) if then else done)

    def _act_on(self, wanted: ActOn) -> None:
        """Do what a button or a line of the menu of a message asks for; its key is the path of its turn."""
        key = wanted.key
        match wanted.action:
            case MessageAction.RETRY:
                self._speak_next()
                self.carry_out(debates.Again(path=key))
            case MessageAction.SKIP:
                self._speak_next()
                self.carry_out(Skip(path=key))
            case MessageAction.INTERJECT:
                turn = self.live.transcript.turns.get(key)
                self.carry_out(debates.Say(to=turn.seat if turn else ""))
            case MessageAction.CHANGE_KEY:
                self._want(Do.PROVIDERS)
            case MessageAction.CHANGE_MODEL:
                self.carry_out(ReplaceModel(turn=key))
            case MessageAction.FORK:
                self.carry_out(debates.Fork(turn=key))
            case MessageAction.SHOW_SENT:
                self.carry_out(debates.ShowRequests(turn=key))
            case MessageAction.COPY_REQUEST:
                self.live.copy_request(key, self.refuse, self._put_on_clipboard)
            case MessageAction.COPY:
                pass  # the transcript has done so
            case _:
                assert_never(wanted.action)

    def _put_on_clipboard(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._speak_next()

    def _speak_next(self) -> None:
        """Keep the keyboard in the debate: the button that was pressed goes away."""
        self.speaking.composer.text.setFocus()

    def _address(self, seat: str) -> None:
        self.show_view("transcript")
        if seat:
            self.speaking.to.setCurrentIndex(max(0, self.speaking.to.findData(seat)))
        self.speaking.composer.text.setFocus()

    def _interject(self, text: str, to: str) -> None:
        self.command(Interject(text=text, to=to), done=self.speaking.sent)

    def _answer(self, path: str, text: str) -> None:
        self._refused = None
        self.live.answer(path, text, self.refuse, self.speaking.sent)

    def _reply(self, path: str, given: Answers) -> None:
        self._refused = None
        self.live.answer_questions(path, given, self.refuse, self.speaking.sent)

    def refuse(self, error: DisputatioError) -> None:
        self._refused = error
        self.show_view("transcript")
        self._show_banner()
        self.failed.emit(error)

    # ---- what is shown ---------------------------------------------------------------------------------------------
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
        if self._aim[0]:
            self.go_to(*self._aim)

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
        return message(entry, self.live.transcript.seats, hide_cost=self.hide_cost, told=self._told)

    def show_board(self, items: BoardItems) -> None:
        """Say changes of position, claims of crux rooms, and that an attempt failed, on the cards of their messages."""
        before = self._told
        claims = {claim.key: claim.text for claim in items.claims}
        self._told = replace(before, moves=items.moves_by_message, claims=claims, mended=items.mended)
        turns = self.live.transcript.turns
        stale = {path for path, moves in self._told.moves.items() if before.moves.get(path) != moves}
        stale |= items.mended.keys() ^ before.mended.keys()
        if named := claims.keys() - before.claims.keys():
            stale |= {path for path, turn in turns.items() if claim_of(turn) in named}
        self._make_anew(stale)

    def _show_outdated(self) -> None:
        """Say on the card of the synthesis that the debate went on after it was written."""
        written = [path for path, turn in self.live.transcript.turns.items() if turn.gives == "synthesis"]
        found = outdated_notice(self.live.session.past()) if written else ""
        if found != self._outdated and written:
            self._outdated = found
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

    def _show_state(self) -> None:
        live, debate = self.live, self.live.debate
        self.header.subtitle.setText(subtitle(live))
        cost = "" if self.hide_cost else total(debate.spent.cost, debate.spent.unpriced)
        progress = live.progress
        round_ = (
            tr("Round {round} / {rounds}").format(round=live.round, rounds=progress.rounds)
            if progress.rounds and live.round
            else ""
        )
        cost = tr("Example") if debate.context.example else tr("Rehearsal") if live.rehearsed else cost
        self.header.set_state(live.sentence(), round_, cost)
        if self._playing is not None:
            self._playing.end(over=debate.over)
            self._playing.setVisible(not (self.low and debate.over))
        self.header.set_controls(self.why_not(), failed=debate.status == "error", price=self._price())
        self.header.recommend(not any(turn.kind == WRONG_KEY for turn in live.failed_turns()))
        self.header.set_view(self.view, over=debate.over)
        self._show_columns()
        self.speaking.set_seats(live.seats)
        waiting = live.turn_waiting()
        why = "" if waiting else live.refusals().get(debates.SAY.id, "")
        pasted = waiting is not None and waits_for_paste(waiting)
        fresh = self.speaking.waiting != (waiting.path if waiting else "")
        if fresh:
            self._key = key_to_turn(debate, waiting.path) if waiting and not pasted else ""
        form = speech.form(waiting.gives, progress.assessable) if waiting and not pasted else ""
        chat = phrases.model(waiting.asked_model) if waiting and pasted else ""
        self._show_outdated()
        self.approvals.show(hide_cost=self.hide_cost)
        told = f"{form} {self._key}".strip() if form else ""
        self.speaking.wait_for(waiting.path if waiting else "", waiting.name if waiting else "", told, chat)
        self.speaking.allow(why, over=debate.over)
        if fresh:
            asked = questions_put(debate, waiting.path) if waiting and not pasted else ()
            self.speaking.put(waiting.name if waiting else "", asked)
        self._show_banner()

    def _price(self) -> str:
        """Return what the next round takes, if it takes what the last one did; "" where nobody knows or wants to."""
        debate = self.live.debate
        if self.hide_cost or self.live.rehearsed or debate.context.example or debate.status != "paused":
            return ""
        cost = another_round(self.live.transcript)
        return f"≈ {phrases.money(cost)}" if cost else ""

    def go_to(self, path: str, words: str = "") -> None:
        """Bring a turn to the top, as soon as it is there, and mark words in it."""
        self._aim = ("", "") if self.live.caught_up else (path, words)
        self.show_view("transcript")
        if path in self.states or path == QUESTION:
            self.transcript.go_to(path)
            self.transcript.search.show_passage(path, words)

    def set_hide_cost(self, hide: bool) -> None:
        self.hide_cost = hide
        self.costs_hidden.emit(hide)
        for entry in self.live.transcript.entries:
            if key_of(entry) in self.states and self.states[key_of(entry)] != "streaming":
                self.transcript.update_item(key_of(entry), self._item(entry))
        self._show_state()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stop now with Escape, wherever inside the debate the caret is."""
        if event.key() == Qt.Key.Key_Escape and not self.why_not().get(debates.STOP_NOW.id):
            self.act(debates.STOP_NOW)
            return
        super().keyPressEvent(event)

    def why_not(self) -> dict[str, str]:
        """Return why actions cannot be done now, by their id; "" for what can."""
        return {**self.live.refusals(), **why_not(self.live.debate)}

    def _show_banner(self) -> None:
        live, debate = self.live, self.live.debate
        if self._refused is not None:
            self.banner.say(
                "caution", phrases.plain(self._refused.user_message), [*self._ways_on(debates.EXTEND), DISMISS]
            )
        elif live.held.why:
            self.banner.say(
                "error", tr("The debate is waiting: {why} {remedy}").format(why=live.held.why, remedy=live.held.remedy)
            )
        elif debate.over and self.low and not failure(debate) and not self._outdated:
            self.banner.quiet()  # the text needs the room; the menu and the switch offer the same
        elif debate.over:
            kept = ((RESULT, tr("Read the result")), (debates.SAVE_NOTE, ""), (COPY_FINAL, tr("Copy")))
            why = self.why_not()
            buttons = [_button(action, label) for action, label in kept if not why.get(action.id)]
            buttons += self._ways_on(debates.SYNTHESISE, debates.EXTEND)
            buttons += [_button(debates.EXPORT, tr("Export…")), _button(ASK, tr("New question"))]
            words = " ".join(filter(None, (failure(debate), self._outdated)))
            self.banner.say("caution" if words else "muted", words, buttons)
        elif (order := debates.higher_cap(debate)) is not None:
            raised = _button(debates.RAISE_CAP, tr("Raise to {cap} and continue").format(cap=phrases.cap(order)))
            now = (
                []
                if self.why_not().get(debates.SYNTHESISE.id)
                else [_button(debates.SYNTHESISE, tr("Write the synthesis now"))]
            )
            self.banner.say("caution", "", [raised, *now, _button(debates.END)])
        else:
            self.banner.quiet()

    @property
    def low(self) -> bool:
        """Whether the window is low. Not the pane: its height depends on what it shows."""
        return self.window().height() < LOW

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._low != self.low:
            self._low = self.low
            self._room.start()

    def _make_room(self) -> None:
        """Let the text have what there is of a low window."""
        if self._playing is not None:
            self._playing.setVisible(not (self.low and self.live.debate.over))
        self._show_banner()

    def _ways_on(self, *actions: Action[Intent]) -> list[Button]:
        """Return buttons for those of the actions by which a debate that is over can go on."""
        why = self.why_not() if self.live.debate.over else {}
        return [_button(action) for action in actions if not why.get(action.id, "?")]


def _button(action: Action[Intent], label: str = "") -> Button:
    return action.does, label or action.title, ICONS[action.id]


def _tells_state(entry: Entry) -> bool:
    return isinstance(entry, NoteEntry) and entry.kind in ("halted", "ended")
