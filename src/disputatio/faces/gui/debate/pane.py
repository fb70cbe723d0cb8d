"""The pane of one debate: head, transcript, banner, composer. It shows what `LiveDebate` tells and asks it for more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from disputatio.app.actions import debates
from disputatio.app.actions.action import Action
from disputatio.app.debates.replies import Answers
from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.log.commands import Command, Extend, Interject, Mark, Review, Skip
from disputatio.faces.gui.debate.approvals import Approvals
from disputatio.faces.gui.debate.columns import ColumnsView
from disputatio.faces.gui.debate.debate_actions import (
    Find,
    Intent,
    OfWindow,
    ReplaceModel,
    ShowChanges,
    ShowSource,
    why_not,
)
from disputatio.faces.gui.debate.header import DebateHeader
from disputatio.faces.gui.debate.live import BREATH, LiveDebate
from disputatio.faces.gui.debate.question_form import LOW
from disputatio.faces.gui.debate.speech import LOW_FOR_SLIM, SLIM, SpeechBox
from disputatio.faces.gui.debate.strips import PlayingStrip, StateBanner
from disputatio.faces.gui.debate.transcript_feed import TranscriptFeed
from disputatio.faces.gui.kit.focus import entry
from disputatio.faces.gui.transcript.items_from_entries import (
    QUESTION,
)
from disputatio.faces.gui.transcript.message_items import ActOn, MessageAction
from disputatio.faces.gui.transcript.search import FindBar
from disputatio.faces.gui.transcript.view import Transcript
from disputatio.faces.gui.window_actions import Do, ShowView, ViewName

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

    def __init__(self, live: LiveDebate, title: str, *, hide_cost: bool = False) -> None:
        super().__init__()
        self.live = live
        self.hide_cost = hide_cost
        self.header = DebateHeader()
        self.header.title.set_title(title)
        self.transcript = Transcript()
        self.feed = TranscriptFeed(live, self.transcript, self, hide_cost=hide_cost)
        self._find_bar: FindBar | None = None
        self.banner = StateBanner()
        self.speaking = SpeechBox()
        self.approvals = Approvals(live, self.speaking, self)
        self._refused: DisputatioError | None = None
        self._off_branch = ""
        self._playing: PlayingStrip | None = None
        self._aim = ("", "")
        self.view: ViewName = "transcript"
        self.pages: dict[ViewName, QWidget] = {}
        """The views that were wanted so far."""
        self._makers: dict[ViewName, Callable[[], QWidget]] = {"columns": self._make_columns}
        self._ended = live.debate.over
        self._low = False
        self._room = QTimer(self, singleShot=True, interval=0)
        self._room.timeout.connect(self._make_room)
        self._lay_out()
        self._connect()
        QTimer.singleShot(BREATH, self, self._show_state)  # in a piece of its own, before anybody sees it

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
        self.approvals.left.connect(lambda: self.focus().setFocus())
        self.approvals.diff_wanted.connect(lambda diff, title: self.wanted.emit(ShowChanges(diff=diff, title=title)))
        self.speaking.interjected.connect(self._interject)
        self.speaking.answered.connect(self._answer)
        self.speaking.replied.connect(self._reply)
        self.speaking.composer.held.connect(lambda why: self.refuse(Refused(why)))
        self.live.loaded.connect(self._arrive)
        self.live.state_changed.connect(self._show_state)

    def show_above(self, strip: PlayingStrip) -> None:
        """Show what the debate plays, between head and transcript."""
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

    def show_view(self, view: ViewName, *, ended: bool = False) -> None:
        """Fill the pane with this view; where a debate that `ended` does so, who types elsewhere keeps the keyboard."""
        if view == self.view or (view != "transcript" and view not in self._makers):
            return
        here = QApplication.focusWidget()  # it may go away with the view: Qt then gives the keyboard to anything
        self.view = view
        self._views.setCurrentIndex(0 if view == "transcript" else self._views.indexOf(self.page(view)))
        self._decision.setVisible(view in DECIDING)
        self._saying.setVisible(view == "transcript")
        self._show_columns()
        self.header.set_view(view, over=self.live.debate.over)
        self.turned.emit()
        if not ended or here is None or self.isAncestorOf(here):
            self.focus().setFocus()

    def focus(self) -> QWidget:
        """Return where the keyboard goes when the debate is shown."""
        if self.view in DECIDING and self.approvals.waiting and not self.approvals.card.folded:
            return self.approvals.card.said
        if self.view in self.pages:
            return entry(self.pages[self.view], self.header.more)
        return self.speaking.field

    def regions(self) -> list[QWidget]:
        """Return where the keyboard can go, in order."""
        reading: list[QWidget] = [self.transcript] if self.view == "transcript" else []
        return [self.header.more, *reading, self.focus()]

    def stand(self, *, paired: bool, current: bool) -> None:
        """Stand beside another debate, or alone; of two, the one that the person steers is marked."""
        self.header.show_side(paired=paired, current=current)

    def _make_columns(self) -> ColumnsView:
        columns = ColumnsView()
        columns.opened.connect(self.go_to)
        return columns

    def _show_columns(self) -> None:
        """Show the turns side by side as they are now, while somebody looks."""
        if self.view == "columns" and isinstance(columns := self.page("columns"), ColumnsView):
            store = self.transcript.store
            columns.show_items([store[row] for row in range(len(store))])

    def begin(self) -> None:
        """Begin with what a debate that is over came to. What a long one came to is known only once the rules went
        through all of it: its end can be read before, and the banner leads on."""
        if self.live.debate.over and not self.live.is_long:
            self.show_view("result", ended=True)

    def end(self, *, over: bool) -> None:
        """What the debate came to was made anew. Once it has ended that takes the place of the transcript, unless
        somebody is busy there: then the banner offers it. Who looks at another view goes on with that."""
        if over and not self._ended and self.view in DECIDING and not self.busy():
            self.page("result")
            QTimer.singleShot(BREATH, self, self._show_end)  # making it is a piece of its own
        self._ended = over and self.live.debate.over

    def _show_end(self) -> None:
        if self.view in DECIDING and not self.busy():
            self.show_view("result", ended=True)

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
        elif isinstance(intent, debates.Steering) and not isinstance(intent, debates.ChangeModel | Mark):
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
        if not find.step or self.find_bar.isHidden() or not self.find_bar.field.text():
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
    def _show_state(self) -> None:
        debate = self.live.debate
        self.header.show_live(self.live, self.why_not(), self.view, hide_cost=self.hide_cost)
        if self._playing is not None:
            self._playing.end(over=debate.over)
            self._show_strip(self._playing)
        self._show_columns()
        self.feed.show_outdated()
        self.approvals.show(hide_cost=self.hide_cost)
        self.speaking.show_live(self.live)
        self._show_banner()

    def go_to(self, path: str, words: str = "") -> None:
        """Bring a turn to the top, as soon as it is there, and mark words in it."""
        self._aim = ("", "") if self.live.caught_up else (path, words)
        self.show_view("transcript")
        if path in self.feed.states or path == QUESTION:
            self.transcript.go_to(path)
            self.transcript.search.show_passage(path, words)

    def _arrive(self) -> None:
        """Go where the person wanted to be before there was anything."""
        if self._aim[0]:
            self.go_to(*self._aim)

    def set_hide_cost(self, hide: bool) -> None:
        self.hide_cost = hide
        self.costs_hidden.emit(hide)
        self.feed.set_hide_cost(hide)
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
        words = self.feed.outdated, self._off_branch
        self.banner.show_state(self.live, self._refused, self.why_not(), *words, low=self.low)

    def tell_of_branch(self, trouble: str) -> None:
        """Say what belongs on the branch of the debate and could not be written, where it is over."""
        if trouble != self._off_branch:
            self._off_branch = trouble
            self._show_banner()

    @property
    def low(self) -> bool:
        """Whether the window is low; sooner where the pane is narrow, and what stands around the text takes more lines.
        Not the pane: its height depends on what it shows, and before it has its place it is a window of its own."""
        least = LOW if self.width() >= SLIM else LOW_FOR_SLIM
        return self.parentWidget() is not None and self.window().height() < least

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._low != self.low:
            self._low = self.low
            self._room.start()

    def _show_strip(self, strip: PlayingStrip) -> None:
        """Show what the debate plays, or nothing of it in a low window once it is over."""
        wanted = not (self.low and self.live.debate.over)
        strip.setVisible(wanted)
        self._above.setContentsMargins(22, 8 if wanted else 0, 22, 6)

    def _make_room(self) -> None:
        """Let the text have what there is of a low window."""
        if self._playing is not None:
            self._show_strip(self._playing)
        self._show_banner()
