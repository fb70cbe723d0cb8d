"""One open debate as the window follows it: a fold over its updates, told on as few signals."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from disputatio.app.debates.milestones import proposals
from disputatio.app.debates.needs import diffs_of
from disputatio.debate.log.commands import Command
from disputatio.debate.log.events import Recorded, SeatAssigned, TurnDrafted
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.views import status
from disputatio.debate.views.gate_view import GateView, gates_of
from disputatio.debate.views.progress import Progress, is_rehearsal
from disputatio.debate.views.score import Score, settled_score
from disputatio.debate.views.transcript import Entry, Transcript, TurnEntry, subject_of
from disputatio.debate.views.transcript_words import is_shown as shown
from disputatio.debate.views.transcript_words import spoken_text, waits_for_person
from disputatio.debate.walk.gates import open_gates
from disputatio.debate.wording import tr
from disputatio.engine.hub import Delta, Held, Retrying, Settled, ToolDone, ToolRunning, Update
from disputatio.engine.runner import Activity
from disputatio.faces.gui.bridge import Bridge, Explain, Feed
from disputatio.faces.gui.debate import debate_actions
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.question import with_consent

if TYPE_CHECKING:
    from disputatio.app.debates.open_sessions import Session
    from disputatio.app.debates.replies import Answers
    from disputatio.app.privacy.sendings import Asked

SLICE = 0.008
"""Seconds for which records are taken in before the window has its turn again."""
BREATH = 2
"""Milliseconds between two such slices: what the window is late with comes first, and not a second slice."""
AFTER = 0.01
"""Seconds in which the end of a long debate is painted before the rules go through all of it."""
AT_ONCE = 100
"""Entries that are told of at once while a debate arrives; their cards take about a millisecond."""
SETTLE = 0.1
"""Seconds in which what was recorded just now is shown, before a thread takes turns with the window."""


class LiveDebate(QObject):
    """`session` is acquired by whoever makes this, and released after `stop`."""

    entries_changed = Signal(list)
    """Entries of the transcript that are new or different (each once)."""
    grew = Signal(str, str)
    """More text of the turn at a path."""
    replaced = Signal(str, str)
    """The text of a turn that streams is another one: path, all of it."""
    state_changed = Signal()
    """Status, figures or controls are different."""
    rested = Signal(str, bool)
    """Nothing is under way any more: status, whether a person is waited for."""

    loaded = Signal()
    """What there was when the debate was opened is taken in."""

    def __init__(self, session: Session, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.id = session.id
        self.session = session
        self.transcript = Transcript()
        self.retrying: dict[str, Retrying] = {}
        self.held = Held(why="")
        self.history: list[Recorded] = []
        self._bridge = bridge
        self._activity = Activity()
        self.apart = asyncio.Lock()
        """Held while a thread goes through the debate: two of them at once would each let the other one go first, and
        the window last."""
        self.stopped = False
        """Whether nobody looks any more."""
        self.caught_up = False
        """Whether what there was when it was opened is taken in."""
        waited = (each.id for each in debate_actions.STEERING) if session.is_long else ()
        self._refusals = dict.fromkeys(waited, tr("One moment, this is a long debate."))
        self._copied = ""
        self._asking = False
        self._held_back = session.is_long
        self._waiting: deque[Update] = deque()
        self._changed: dict[int, Entry] = {}
        self._news = False
        self._settled: Settled | None = None
        self._slices = QTimer(self, singleShot=True)
        self._slices.timeout.connect(self._go_on)
        self.progress: Progress = session.progress()
        self._feed = Feed(bridge, session, self)
        self._feed.arrived.connect(self.take)

    # ---- what is so ------------------------------------------------------------------------------------------------
    @property
    def debate(self) -> Debate:
        return self.session.debate

    @property
    def seats(self) -> dict[str, Seat]:
        """Return the seats as they are now; a model may have been swapped."""
        return self.debate.seats or self.transcript.seats

    @property
    def rehearsed(self) -> bool:
        """Return whether no seat asks an AI model."""
        return is_rehearsal(self.debate)

    @property
    def is_long(self) -> bool:
        """Whether going through the debate takes longer than a frame."""
        return self.session.is_long

    @property
    def score(self) -> float | None:
        """Return the consensus so far; None where nothing is measured, or nobody thought."""
        return self.consensus().score

    def consensus(self) -> Score:
        """Return what was measured last, and what it rests on."""
        return settled_score(self.debate, self.progress, self.session.past())

    @property
    def streaming(self) -> bool:
        return bool(status.open_turns(self.transcript))

    def sentence(self) -> str:
        if self.held.why:
            return tr("Waiting: {why}").format(why=self.held.why)
        retrying = {path: self._again(found) for path, found in self.retrying.items()}
        said = status.sentence(self.debate, self.progress, self.transcript, retrying)
        here = self.session.here or self.debate.status != "debating"
        said = phrases.plain(said)
        return said if here else tr("{said} · running in another process").format(said=said)

    def _again(self, found: Retrying) -> str:
        turn = self.transcript.turns.get(found.path)
        return status.again(turn.name if turn else found.path, found.attempt, found.seconds, found.why)

    @property
    def round(self) -> int:
        """Return the round that is under way, or that was last: a pause after a round belongs to it."""
        paused = self.debate.status == "paused" and self.debate.reason == "round"
        return self.progress.round - (paused and self.progress.round > 1)

    def elapsed_seconds(self) -> float:
        """Return the seconds in which a model was asked, the present stretch included where it is asked now."""
        running = self.debate.status == "debating" and self.session.here
        return self._activity.until(time.time()) if running else self._activity.seconds

    def refusals(self) -> dict[str, str]:
        """Return why the debate cannot be steered in some way now, by the id of the action; "" for what can be done."""
        return self._refusals

    def failed_turns(self) -> list[TurnEntry]:
        return [turn for turn in self.transcript.turns.values() if turn.status == "failed"]

    def turn_waiting(self) -> TurnEntry | None:
        """Return the turn that waits for a person, if any: the one whose request was copied last, else the first."""
        turns = [turn for turn in status.open_turns(self.transcript) if waits_for_person(turn)]
        return next((turn for turn in turns if turn.path == self._copied), turns[0] if turns else None)

    def gates(self) -> list[GateView]:
        """Return what waits for approval and was asked in what has arrived here, the oldest first."""
        if not open_gates(self.debate):
            return []
        return [gate for gate in gates_of(self.debate, self.session.past(), self.history) if gate.seq]

    def diffs(self, gate: GateView) -> list[str]:
        """Return the changes that a gate is about."""
        return diffs_of(self.history, gate)

    def all_diffs(self) -> list[str]:
        """Return every change that was proposed."""
        return [each.diff for each in proposals(self.history)]

    def find_sendings(self, done: Callable[[Sequence[Asked]], object], failed: Explain) -> None:
        """Call `done` with what going on would send that the person has not agreed to."""
        self._bridge.start(self._find_sendings(done), failed)

    async def _find_sendings(self, done: Callable[[Sequence[Asked]], object]) -> None:
        found = await self.session.open_sendings()
        if not self.stopped:
            done(found)

    def agree(self, command: Command, agreed: Sequence[Asked], failed: Explain) -> None:
        """Carry a command out with what the person has just agreed to."""
        self._bridge.start(self.session.submit(command, agreed), failed)

    def copy_request(self, path: str, failed: Explain, done: Callable[[str], object]) -> None:
        """Call `done` with the request that waits at `path` for another chat; the next answer is meant for it."""
        self._bridge.start(self._copy_request(path, done), failed)

    async def _copy_request(self, path: str, done: Callable[[str], object]) -> None:
        text = await self.session.request(path)
        self._copied = path
        done(text)
        self.state_changed.emit()

    # ---- what a person wants ---------------------------------------------------------------------------------------
    def submit(self, command: Command, failed: Explain, done: Callable[[], object] | None = None) -> None:
        """Carry it out, then call `done`; `failed` gets what is in the way."""
        self._bridge.start(self._submit(command, done), failed)

    def answer(self, path: str, text: str, failed: Explain, done: Callable[[], object]) -> None:
        """Give a person's answer to the turn that waits at `path`; as `submit`."""
        self._bridge.start(self._answer(path, text, done), failed)

    def answer_questions(self, path: str, given: Answers, failed: Explain, done: Callable[[], object]) -> None:
        """Give what a person says to the questions that are put at `path`; as `submit`."""
        self._bridge.start(self._answer_questions(path, given, done), failed)

    async def _answer_questions(self, path: str, given: Answers, done: Callable[[], object]) -> None:
        await self.session.answer_questions(path, given)
        done()

    async def _answer(self, path: str, text: str, done: Callable[[], object]) -> None:
        await self.session.answer(path, text)
        done()

    async def _submit(self, command: Command, done: Callable[[], object] | None) -> None:
        if await self._agreed(command) and done is not None:
            done()

    async def _agreed(self, command: Command) -> bool:
        """Whether it was carried out: what it would send is asked where the person has not agreed to it."""

        async def submitted(agreed: Collection[Asked]) -> bool:
            await self.session.submit(command, agreed)
            return True

        window = self.parent()
        return bool(await with_consent(window if isinstance(window, QWidget) else None, submitted))

    def set_seen(self, seen: bool) -> None:
        self._feed.set_seen(seen)

    def stop(self) -> None:
        self.stopped = True
        self._feed.stop()
        self._slices.stop()

    # ---- what happens ----------------------------------------------------------------------------------------------
    def take(self, updates: Sequence[Update]) -> None:
        """Take them in by slices that the window does not feel: a long debate arrives all at once when it is opened."""
        self._waiting.extend(updates)
        if not (self._held_back or self._slices.isActive()):
            self._go_on()

    async def go_through(self) -> None:
        """Once the end of a long debate is shown, let the rules go through it, and take all of it in. Raises Refused,
        StorageHeld."""
        if not self._held_back:
            return
        await asyncio.sleep(AFTER)
        if not self.stopped:
            await self.session.go_through()
            self._held_back, self.progress = False, self.session.progress()
            self.state_changed.emit()
            self._slices.start(0)

    def _go_on(self) -> None:
        until = time.perf_counter() + SLICE
        while self._waiting and time.perf_counter() < until:
            self._take(self._waiting.popleft())
        while self._changed and not self._waiting and time.perf_counter() < until:
            self._tell(1 if self.caught_up else AT_ONCE)  # once the debate is shown, each makes a card
        if self._waiting or self._changed or (self._news and time.perf_counter() >= until):
            self._slices.start(BREATH)
            return
        if self._news or self._settled is not None:
            self._refresh()
        if not self.caught_up:
            self.caught_up = True
            self.loaded.emit()
        settled, self._news, self._settled = self._settled, False, None
        if settled is not None:
            self.rested.emit(self.debate.status, settled.waiting and self.turn_waiting() is not None)

    def _take(self, update: Update) -> None:
        match update:
            case Recorded():
                self._news = True
                for entry in self._record(update):
                    self._changed[id(entry)] = entry
            case Delta():
                if self.caught_up:
                    self._tell()
                self._delta(update)
            case Retrying():
                self.retrying[update.path] = update
                self._news = True
            case ToolRunning() | ToolDone():
                if (turn := self._looked_up(update)) is not None:
                    self._changed[id(turn)] = turn
            case Held():
                self.held = update
                self._news = True
            case Settled():
                self._settled = update

    def _tell(self, most: int | None = None) -> None:
        """Tell of the entries that are new or different, those first that were so first."""
        if told := [self._changed.pop(key) for key in list(islice(self._changed, most))]:
            self.entries_changed.emit(told)

    def _record(self, record: Recorded) -> list[Entry]:
        """Take it in; the entries that are new or different."""
        self._activity.add(record)
        self.history.append(record)
        if isinstance(record.event, TurnDrafted):
            self._drafted(record, record.event.path)
            return []
        self.retrying.pop(getattr(record.event, "path", ""), None)
        entry = self.transcript.add(record)
        if isinstance(record.event, SeatAssigned):
            self.transcript.seats = dict(self.debate.seats)
        return [found for found in (entry, self._checked(entry)) if found is not None]

    def _checked(self, entry: Entry | None) -> TurnEntry | None:
        """Return the turn whose citations an entry has checked: its card shows them."""
        if not isinstance(entry, TurnEntry) or entry.gives != "evidence" or entry.status != "done":
            return None
        return self.transcript.turns.get(subject_of(entry.path, entry.data))

    def _drafted(self, record: Recorded, path: str) -> None:
        """Take what is saved of a turn, which is behind what was heard of it; who only watches hears nothing else."""
        entry = self.transcript.turns.get(path)
        before, shown = (entry.text, spoken_text(entry)) if entry else ("", "")
        self.transcript.add(record)
        entry = self.transcript.turns[path]
        if before.startswith(entry.text):
            entry.text = before
        else:
            self._say(entry, shown)

    def _say(self, entry: TurnEntry, before: str) -> None:
        if not shown(entry):
            return
        after = spoken_text(entry)
        if after.startswith(before):
            self.grew.emit(entry.path, after[len(before) :])
        else:
            self.replaced.emit(entry.path, after)

    def _delta(self, delta: Delta) -> None:
        entry = self.transcript.turns.get(delta.path)
        if entry is None or delta.thinking or entry.status != "open":
            return
        before = spoken_text(entry)
        if delta.start > len(entry.text):
            return  # a piece was missed: what is saved of the turn brings it
        entry.text = entry.text[: delta.start] + delta.text
        self._say(entry, before)

    def _looked_up(self, update: ToolRunning | ToolDone) -> TurnEntry | None:
        """Show what a turn looks up while it happens; the record of the turn brings it again."""
        entry = self.transcript.turns.get(update.path)
        if entry is None or entry.status != "open":
            return None
        if isinstance(update, ToolRunning):
            entry.looking = (update.name, update.arguments)
        else:
            entry.looking, entry.tools = None, (*entry.tools, update.use)
        return entry

    def _refresh(self) -> None:
        self.progress = self.session.progress()
        if not self.is_long:
            self._refusals = debate_actions.refusals(self.debate)
        elif not self._asking:
            self._asking = True
            self._bridge.start(self._find_refusals())
        self.state_changed.emit()

    async def _find_refusals(self) -> None:
        """Find out in a thread what can be done: of a long debate that is known after going through all of it."""
        asked = None
        try:
            while asked is not self.debate and not self.stopped:
                await asyncio.sleep(SETTLE)
                asked = self.debate
                async with self.apart:
                    self._refusals = await asyncio.to_thread(debate_actions.refusals, asked)
        finally:
            self._asking = False
        if not self.stopped:
            self.state_changed.emit()
