"""The versions of code as a view of the debate: their scores, one of them to be read, and ways back to it; the card
with their scores, newest first; and how the window follows them: found in a thread as soon as there are new ones, and
measured while somebody looks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from disputatio.app.actions.debates import Fork
from disputatio.app.debate_files import put
from disputatio.app.debates.code_versions import file_of
from disputatio.debate.ranges import blocks
from disputatio.debate.views.code_quality import FORMULA, POSTPONED
from disputatio.debate.views.code_versions import GIVES, Version, VersionHistory
from disputatio.debate.views.places import Place
from disputatio.debate.wording import tr
from disputatio.faces.gui.board.version_reader import NARROW, VersionReader
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.charts.chart import ChartCard
from disputatio.faces.gui.charts.version_scores import VersionChart
from disputatio.faces.gui.debate.debate_actions import CommitVersion, SaveVersion
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.inputs import ask_place
from disputatio.faces.gui.kit.layouts import BAR, SteadyArea, margins_from_the_side
from disputatio.faces.gui.kit.lists import EDGE, HIGH, Row, RowList

if TYPE_CHECKING:
    from pathlib import Path

    from disputatio.app.debates.code_versions import CodeVersions
    from disputatio.faces.gui.debate.live import LiveDebate

LEFT: Final = 300
"""Pixels of the card's width where there is room for version and card side by side."""
WIDEST: Final = 16_777_215
"""As wide as Qt lets a widget be."""
EMPTY: Final = (
    tr("No code yet"),
    tr("A version appears once a participant has written a program, as in the eight-phase protocol."),
)
Deed = tuple[str, str, str, Callable[[Version], object]]
"""What a button says, its icon, a hint, and what is done with the version that is shown."""


class CodeView(QWidget):
    wanted = Signal(object)
    """What is to be done with the debate (debate.debate_actions.Intent)."""
    turn_opened = Signal(object)
    """The message that the transcript is to show (Place)."""
    said = Signal(str)
    """What was done, in a sentence."""

    def __init__(self, feed: CodeFeed, bridge: Bridge) -> None:
        super().__init__()
        self.feed, self._bridge = feed, bridge
        self._chosen = 0
        self._lay_out()
        feed.changed.connect(self.refresh)

    def showEvent(self, event: QShowEvent) -> None:
        self.refresh()
        super().showEvent(event)

    def _lay_out(self) -> None:
        self.card = CodeCard(self.feed, self._bridge, MANY)
        self.card.chosen.connect(self.choose)
        self.card.said.connect(self.said)
        self.reader = VersionReader(self._bridge)
        self.deeds: dict[str, TextButton] = {}
        for words, icon, hint, work in self._deeds():
            button = self.deeds[words] = TextButton(words, icon=icon)
            button.setToolTip(hint)
            button.clicked.connect(partial(self._do, work))
            self.reader.deeds.addWidget(button)
        whole = QWidget()
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, whole)
        self._columns.setContentsMargins(*margins_from_the_side(22, 12, 22 - BAR, 22))
        self._columns.setSpacing(12)
        self._columns.addWidget(self.card, 0, Qt.AlignmentFlag.AlignTop)
        self._columns.addWidget(self.reader, 1)
        self.page = SteadyArea()
        self.page.setAccessibleName(tr("Versions of code"))
        self.page.setWidget(whole)
        self.page.viewport().setAutoFillBackground(False)
        whole.setAutoFillBackground(False)
        self.setFocusProxy(self.page)
        self.empty = EmptyState(*EMPTY, icon="file")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.page)
        self.pages.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pages)
        self._place()

    def _deeds(self) -> tuple[Deed, ...]:
        commit: Deed = (tr("Commit"), "commit", tr("Commit this version to the debate's branch in its repository"),
                        lambda one: self.wanted.emit(CommitVersion(number=one.number)))  # fmt: skip
        return (
            (tr("Copy"), "copy", tr("Copy the program"), self._copy),
            (tr("Save as file"), "file", tr("Write the program to a file"), self._ask_place),
            (tr("Save as document"), "book", tr("Keep this version in the library"),
             lambda one: self.wanted.emit(SaveVersion(number=one.number))),
            *((commit,) if self.feed.live.debate.context.kind == "repository" else ()),
            (tr("Fork"), "fork", tr("Start a new debate from the turn that wrote this version"),
             lambda one: self.wanted.emit(Fork(turn=one.path))),
            (tr("Go to turn"), "chat", tr("Read the turn that wrote this version"),
             lambda one: self.turn_opened.emit(Place(path=one.path, label=one.name))),
        )  # fmt: skip

    def _do(self, work: Callable[[Version], object], _checked: bool = False) -> None:
        if self.reader.version is not None:
            work(self.reader.version)

    def _copy(self, one: Version) -> None:
        QGuiApplication.clipboard().setText(one.code)
        self.said.emit(tr("{one} was copied.").format(one=one.name))

    def _ask_place(self, one: Version) -> None:
        ask_place(self, tr("Save as file"), file_of(one), lambda file: self._bridge.start(self.write(one, file)))

    async def write(self, one: Version, file: Path) -> None:
        """Write a version to a file. Raises Refused."""
        await put(one.content, file)
        self.said.emit(tr("{one} saved as {file}.").format(one=one.name, file=file.name))

    # ---- where they stand --------------------------------------------------------------------------------------------
    def _place(self) -> None:
        narrow = self.width() < NARROW
        below = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._columns.setDirection(below)
        self.card.setMinimumWidth(0 if narrow else LEFT)
        self.card.setMaximumWidth(WIDEST if narrow else LEFT)
        self._columns.setAlignment(self.card, Qt.AlignmentFlag(0) if narrow else Qt.AlignmentFlag.AlignTop)
        self.card.show_most(SOME if narrow else MANY)
        self.reader.set_room(self.width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    # ---- what is shown -----------------------------------------------------------------------------------------------
    def refresh(self) -> None:
        """Show the versions as they are now, the one that was chosen, else the newest."""
        versions = self.feed.history.versions
        self.pages.setCurrentWidget(self.page if versions else self.empty)
        if versions:
            one = versions[self._chosen - 1]
            self.card.select(one.number)
            self.reader.show_version(one, versions)

    def choose(self, number: int) -> None:
        self._chosen = number
        self.refresh()


# ---- the card, for this view and any other -------------------------------------------------------------------------
NOTHING_YET: Final = tr("A version appears once a participant has written a program.")
SOME, MANY = 3, 8
"""Rows that are seen without scrolling, beside other cards and on the page of the versions."""


class CodeCard(ChartCard):
    """`most` rows are seen at once. For any view of a debate: it is enough to give it the debate's feed."""

    chosen = Signal(int)
    """A version is to be shown: its number."""

    def __init__(self, feed: CodeFeed, bridge: Bridge, most: int = SOME) -> None:
        self.versions_chart = VersionChart()
        self.list = RowList(tr("Code versions, newest first"))
        self._feed, self._most = feed, most
        super().__init__(tr("Code versions"), self.versions_chart, NOTHING_YET)
        self.list.setToolTip(tr(FORMULA))
        self.body.addWidget(self.list)
        self.kept.connect(lambda content, file: bridge.start(self._keep(content, file)))
        self.versions_chart.opened.connect(lambda key: self.chosen.emit(int(key)))
        self.list.opened.connect(lambda key: self.chosen.emit(int(key)))
        feed.changed.connect(self.refresh)
        self.refresh()

    async def _keep(self, content: bytes, file: Path) -> None:
        """Write a picture. Raises Refused."""
        await put(content, file)
        self.said.emit(tr("{title} saved as {file}.").format(title=self.title, file=file.name))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._feed.measure()

    def refresh(self) -> None:
        versions = self._feed.history.versions
        self.subject = self._feed.live.debate.question
        self.versions_chart.show_versions(versions)
        self.list.show_rows([_row(one) for one in reversed(versions)])
        self.list.setFixedHeight(min(self._most, len(versions)) * HIGH + EDGE)
        self.list.setHidden(not versions)
        self.changed()
        if self.isVisible():
            self._feed.measure()

    def show_most(self, most: int) -> None:
        """Let so many rows be seen without scrolling."""
        if most != self._most:
            self._most = most
            self.refresh()

    def select(self, number: int) -> None:
        self.list.select(str(number))


def _row(one: Version) -> Row:
    run = one.run is not None and one.run.tests  # what came of it tells by itself that it is of tests
    tests = one.tests_told if run else tr("Tests: {tests_told}").format(tests_told=one.tests_told)
    score = one.score_told if one.score is not None else ""
    told = f"{one.step[:1].upper()}{one.step[1:]} · {tests}"
    return Row(key=str(one.number), title=f"{one.name}  {one.who.name}", subtitle=told, chip=score)


# ---- the versions as the window follows them -----------------------------------------------------------------------
RELEVANT = GIVES | {"tests"}


class CodeFeed(QObject):
    """Belongs to the debate that it follows. `versions` finds and measures them."""

    changed = Signal()

    def __init__(self, live: LiveDebate, bridge: Bridge, versions: CodeVersions) -> None:
        super().__init__(live)
        self.history = VersionHistory()
        self.live = live
        self._bridge, self._versions = bridge, versions
        self._seen = 0
        self._wanted = self._busy = False
        live.state_changed.connect(self.look)
        live.loaded.connect(self.look)
        self.look()

    @classmethod
    def of(cls, live: LiveDebate, bridge: Bridge, versions: CodeVersions) -> CodeFeed:
        """Return the one of this debate."""
        known = next((child for child in live.children() if isinstance(child, CodeFeed)), None)
        return known or cls(live, bridge, versions)

    @property
    def awaited(self) -> bool:
        """Whether the format has a step that gives code."""
        return any(block.gives == "code" for block in blocks(self.live.debate.format.body))

    def look(self) -> None:
        """Find the versions anew if a turn that matters for them has come since."""
        if self._busy or not self.live.caught_up:
            return
        done = sum(turn.gives in RELEVANT and turn.status == "done" for turn in self.live.transcript.turns.values())
        if done != self._seen:
            self._seen, self._busy = done, True
            self._bridge.start(self._make())

    def measure(self) -> None:
        """Somebody looks: what was not measured yet is measured."""
        if not self._busy and any(one.metrics in (None, POSTPONED) for one in self.history.versions):
            self._wanted = self._busy = True
            self._bridge.start(self._make())

    async def _make(self) -> None:
        measure, self._wanted = self._wanted, False
        find = self._versions.of if measure else self._versions.known
        try:
            found = await find(self.live.id, list(self.live.history))
        finally:
            self._busy = False
        if not self.live.stopped:
            self.history = found
            self.changed.emit()
            self.look()
