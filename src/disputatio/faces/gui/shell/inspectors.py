"""The right side of the window: the inspectors of a debate behind a row of tabs, one open at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from disputatio.faces.gui.board.claims import ClaimsInspector
from disputatio.faces.gui.board.cruxes import CardsInspector
from disputatio.faces.gui.board.ledger import LedgerInspector
from disputatio.faces.gui.board.reflections import ReflectionsInspector
from disputatio.faces.gui.debate.context_inspector import ContextInspector
from disputatio.faces.gui.debate.inspector import Inspector, InspectorView
from disputatio.faces.gui.debate.overview import Overview
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.memory.reminder_inspector import RemindersInspector
from disputatio.faces.gui.sources.evidence import EvidenceInspector

if TYPE_CHECKING:
    from disputatio.faces.gui.debate.live import LiveDebate


WIDTH: Final = 316
ICON: Final = 18


class InspectorPanel(QWidget):
    """Views are made when they are first opened; who is not seen follows no debate."""

    turn_opened = Signal(object)
    """The message that the transcript is to show (Place)."""
    wanted = Signal(object)
    """What else is to be shown or done (debate.intents.OfWindow)."""

    def __init__(
        self,
        kinds: Sequence[Inspector],
        make: Callable[[Inspector], InspectorView],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.kinds: dict[str, Inspector] = {kind.name: kind for kind in kinds}
        self.views: dict[str, InspectorView] = {}
        self.current = ""
        self._make = make
        self._live: LiveDebate | None = None
        self.setObjectName("inspector")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(WIDTH)
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("Inspectors")
        self.tabs.setIconSize(QSize(ICON, ICON))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(True)
        for place, kind in enumerate(kinds):
            self.tabs.addTab("")
            self.tabs.setTabToolTip(place, kind.title + (f" (Alt+{place + 1})" if place < 9 else ""))
            self.tabs.setAccessibleTabName(place, kind.title)
        self.tabs.setVisible(len(kinds) > 1)
        self._stack = QStackedWidget()
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(10, 6, 10, 0)
        row.addWidget(self.tabs, 1)
        column.addLayout(row)
        column.addWidget(self._stack, 1)
        self._draw()
        self.tabs.currentChanged.connect(lambda place: self.open(list(self.kinds)[place]))
        self.open(kinds[0].name)

    def open(self, name: str) -> None:
        """Show an inspector; a name that is not known any more shows the first."""
        name = name if name in self.kinds else next(iter(self.kinds))
        if name == self.current:
            return
        if (before := self.views.get(self.current)) is not None:
            before.follow(None)
        self.current = name
        view = self.view(name)
        self._stack.setCurrentWidget(view)
        view.follow(self._live)
        self.tabs.setCurrentIndex(list(self.kinds).index(name))
        self._draw()

    def view(self, name: str) -> InspectorView:
        if name not in self.views:
            made = self.views[name] = self._make(self.kinds[name])
            made.set_icon(self.kinds[name].icon)
            made.turn_opened.connect(self.turn_opened)
            made.wanted.connect(self.wanted)
            self._stack.addWidget(made)
        return self.views[name]

    def follow(self, live: LiveDebate | None) -> None:
        """Show another debate, or none."""
        self._live = live
        self.views[self.current].follow(live)

    def apply_settings(self) -> None:
        """Show what the settings say now."""
        for view in self.views.values():
            view.apply_settings()
            view.refresh()

    def focus(self) -> QWidget:
        """Return where the keyboard goes: the tabs while there is nothing to show."""
        found = self.views[self.current].focus()
        return found if found.isVisible() else self.tabs

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        look = theme.current()
        for place, kind in enumerate(self.kinds.values()):
            colour = look.accent if kind.name == self.current else look.muted
            self.tabs.setTabIcon(place, icons.icon(kind.icon, colour, ICON))


# ---- The table of inspectors, in the order of their tabs. A new one needs one line here, and its name in
#      `actions.InspectorName`: its tab, its shortcut (Alt and its place), its entry in the palette and the memory of
#      which one is open follow from it.
INSPECTORS: tuple[Inspector, ...] = (
    Inspector(name="overview", title="Overview", icon="scale", make=lambda app, bridge: Overview(app.settings)),
    Inspector(name="ledger", title="Ledger", icon="ledger", make=lambda app, bridge: LedgerInspector(bridge)),
    Inspector(name="claims", title="Claims", icon="claims", make=lambda app, bridge: ClaimsInspector(bridge)),
    Inspector(name="cards", title="Crux cards", icon="crux", make=lambda app, bridge: CardsInspector(bridge)),
    Inspector(
        name="reflections",
        title="Records and reflections",
        icon="reflections",
        make=lambda app, bridge: ReflectionsInspector(bridge),
    ),
    Inspector(name="evidence", title="Evidence", icon="quote", make=lambda app, bridge: EvidenceInspector()),
    Inspector(name="context", title="Context", icon="shield", make=lambda app, bridge: ContextInspector(app, bridge)),
    Inspector(name="memory", title="Memory", icon="memory", make=lambda app, bridge: RemindersInspector(app, bridge)),
)
