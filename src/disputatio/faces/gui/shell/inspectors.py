"""The right side of the window: the inspectors of a debate behind a few tabs in words, one open at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.board.claims import ClaimsInspector
from disputatio.faces.gui.board.cruxes import CardsInspector
from disputatio.faces.gui.board.layers import LayersInspector
from disputatio.faces.gui.board.ledger import LedgerInspector
from disputatio.faces.gui.board.reflections import ReflectionsInspector
from disputatio.faces.gui.debate.context_inspector import ContextInspector
from disputatio.faces.gui.debate.inspector import Inspector, InspectorView
from disputatio.faces.gui.debate.overview import Overview
from disputatio.faces.gui.debate.run_inspector import RunInspector
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.layouts import FlowLayout, margins_from_the_side
from disputatio.faces.gui.memory.reminder_inspector import RemindersInspector
from disputatio.faces.gui.sources.evidence import EvidenceInspector
from disputatio.faces.gui.window_actions import KEYED

if TYPE_CHECKING:
    from disputatio.debate.format import Block
    from disputatio.faces.gui.debate.live import LiveDebate


WIDTH: Final = 316
HEAD: Final = 71
"""Pixels of the line of tabs: those of the title of the debate beside it."""
TALL: Final = 600
"""Pixels of height from which on it has them."""
CLAIMS: Final = frozenset({"reflections", "record", "card", "stance"})
"""Contracts of which claims and crux rooms come."""
RECALLS: Final = frozenset({"recall", "memories", "insights"})


class InspectorPanel(QWidget):
    """Views are made when they are first opened; who is not seen follows no debate. A tab is a group of inspectors;
    what the format of a debate has nothing for is left out."""

    turn_opened = Signal(object)
    """The message that the transcript is to show (Place)."""
    wanted = Signal(object)
    """What else is to be shown or done (debate.debate_actions.OfWindow)."""

    def __init__(
        self,
        kinds: Sequence[Inspector],
        make: Callable[[Inspector], InspectorView],
    ) -> None:
        super().__init__()
        self.kinds: dict[str, Inspector] = {kind.name: kind for kind in kinds}
        self.groups = list(dict.fromkeys(kind.group for kind in kinds))
        self.views: dict[str, InspectorView] = {}
        self.current = ""
        self._last: dict[str, str] = {}
        self._make = make
        self._live: LiveDebate | None = None
        self.setObjectName("inspector")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(WIDTH)
        self.tabs = QTabBar(self)
        self.tabs.setAccessibleName(tr("Inspectors"))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(True)
        for group in self.groups:
            self.tabs.addTab(group)
        self.tabs.setVisible(len(self.groups) > 1)
        self.parts = QFrame()
        self.parts.setObjectName("switch")
        self.buttons: dict[str, TextButton] = {kind.name: self._button(place, kind) for place, kind in enumerate(kinds)}
        self._stack = QStackedWidget()
        self._lay_out()
        self.tabs.currentChanged.connect(self._turn_to)
        self.open(kinds[0].name)

    def _button(self, place: int, kind: Inspector) -> TextButton:
        button = TextButton(kind.title)
        button.setCheckable(True)
        if place < KEYED:
            button.setToolTip(kind.title + tr(" (Alt+{place})").format(place=place + 1))
        button.clicked.connect(lambda: self.open(kind.name))
        return button

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(*margins_from_the_side(1, 0, 0, 0))
        column.setSpacing(0)
        self.head = QFrame()
        self.head.setObjectName("inspector-head")
        row = QHBoxLayout(self.head)
        row.setContentsMargins(10, 0, 10, 0)
        row.addWidget(self.tabs, 1, Qt.AlignmentFlag.AlignBottom)
        column.addWidget(self.head)
        inside = FlowLayout(spacing=2)
        inside.setContentsMargins(2, 3, 2, 3)
        self.parts.setLayout(inside)
        for button in self.buttons.values():
            inside.addWidget(button)
        row = QHBoxLayout()
        row.setContentsMargins(14, 10, 14, 0)
        row.addWidget(self.parts)
        row.addStretch()
        column.addLayout(row)
        column.addWidget(self._stack, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the line below the tabs meet that below the title of the debate, where there is room for that."""
        super().resizeEvent(event)
        self.head.setFixedHeight(HEAD if self.height() >= TALL else self.tabs.sizeHint().height() + 5)

    def open(self, name: str) -> None:
        """Show an inspector; a name that is not known any more shows the first."""
        name = name if name in self.kinds else next(iter(self.kinds))
        if name == self.current:
            self.buttons[name].setChecked(True)
            return
        if (before := self.views.get(self.current)) is not None:
            before.follow(None)
        self.current = name
        self._last[self.kinds[name].group] = name
        view = self.view(name)
        self._stack.setCurrentWidget(view)
        view.follow(self._live)
        self._show_tabs()

    def view(self, name: str) -> InspectorView:
        if name not in self.views:
            made = self.views[name] = self._make(self.kinds[name])
            made.set_icon(self.kinds[name].icon)
            made.turn_opened.connect(self.turn_opened)
            made.wanted.connect(self.wanted)
            self._stack.addWidget(made)
        return self.views[name]

    def follow(self, live: LiveDebate | None) -> None:
        """Show another debate, or none. What its format has nothing for gives way to the first inspector."""
        self._live = live
        if self.current not in self.offered():
            self.open(next(iter(self.kinds)))
        self.views[self.current].follow(live)
        self._show_tabs()

    def offered(self) -> list[str]:
        """Return the inspectors that the debate has something for, now or later."""
        if self._live is None:
            return list(self.kinds)
        debate = self._live.debate
        added = (block for blocks in debate.splices.values() for block in blocks)
        gives = {found for block in (debate.format.body, *added) for found in _given(block)}
        return [name for name, kind in self.kinds.items() if not kind.gives or kind.gives & gives]

    def apply_settings(self) -> None:
        """Show what the settings say now."""
        for view in self.views.values():
            view.apply_settings()
            view.refresh()

    def focus(self) -> QWidget:
        """Return where the keyboard goes: the tabs while there is nothing to show."""
        found = self.views[self.current].focus()
        return found if found.isVisible() else self.tabs

    def _turn_to(self, place: int) -> None:
        """Show what was open last behind that tab."""
        group, offered = self.groups[place], self.offered()
        inside = [name for name in offered if self.kinds[name].group == group]
        last = self._last.get(group, "")
        self.open(last if last in inside or not inside else inside[0])

    def _show_tabs(self) -> None:
        """Show the tabs that there is something behind, and the parts of the one that is open."""
        offered = {*self.offered(), self.current}
        group = self.kinds[self.current].group
        self.tabs.blockSignals(True)
        for place, each in enumerate(self.groups):
            self.tabs.setTabVisible(place, any(self.kinds[name].group == each for name in offered))
        self.tabs.setCurrentIndex(self.groups.index(group))
        self.tabs.blockSignals(False)
        inside = [name for name in offered if self.kinds[name].group == group]
        for name, button in self.buttons.items():
            button.setVisible(name in inside)
            button.setChecked(name == self.current)
        self.parts.setVisible(len(inside) > 1)


def _given(block: Block) -> Iterator[str]:
    """Yield what the steps of a block give."""
    yield block.gives
    for child in block.do:
        yield from _given(child)


# ---- The table of inspectors, in the order of their tabs. A new one needs one line here, and its name in
#      `actions.InspectorName`: its tab, its shortcut (Alt and its place), its entry in the palette and the memory of
#      which one is open follow from it.
INSPECTORS: tuple[Inspector, ...] = (
    Inspector(
        name="overview",
        group=tr("Agreement"),
        title=tr("Overview"),
        icon="scale",
        make=lambda app, bridge: Overview(app.settings),
    ),
    Inspector(
        name="ledger",
        group=tr("Ledger"),
        title=tr("Ledger"),
        icon="ledger",
        make=lambda app, bridge: LedgerInspector(bridge),
    ),
    Inspector(
        name="claims",
        group=tr("Ledger"),
        gives=CLAIMS,
        title=tr("Claims"),
        icon="claims",
        make=lambda app, bridge: ClaimsInspector(bridge),
    ),
    Inspector(
        name="cards",
        group=tr("Ledger"),
        gives=CLAIMS,
        title=tr("Crux cards"),
        icon="crux",
        make=lambda app, bridge: CardsInspector(bridge),
    ),
    Inspector(
        name="reflections",
        group=tr("Ledger"),
        gives=CLAIMS,
        title=tr("Reflections"),
        icon="reflections",
        make=lambda app, bridge: ReflectionsInspector(bridge),
    ),
    Inspector(
        name="evidence",
        group=tr("Sources"),
        title=tr("Evidence"),
        icon="quote",
        make=lambda app, bridge: EvidenceInspector(),
    ),
    Inspector(
        name="context",
        group=tr("Sources"),
        title=tr("Context"),
        icon="shield",
        make=lambda app, bridge: ContextInspector(app, bridge),
    ),
    Inspector(
        name="memory",
        group=tr("Sources"),
        gives=RECALLS,
        title=tr("Memory"),
        icon="memory",
        make=lambda app, bridge: RemindersInspector(app, bridge),
    ),
    Inspector(
        name="run", group=tr("Run"), title=tr("Run"), icon="clock", make=lambda app, bridge: RunInspector(app.settings)
    ),
    Inspector(
        name="layers",
        group=tr("Agreement"),
        title=tr("Rounds"),
        icon="scale",
        make=lambda app, bridge: LayersInspector(),
    ),
)
