"""How the window is divided, and whether the inspectors are shown; its theme, zoom and costs, as the settings say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QSplitter

from disputatio.app.settings import Settings, declarations
from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.shell.router import OpenDebates
from disputatio.faces.gui.shell.sidebar import Sidebar
from disputatio.faces.gui.window_actions import ShowInspector

if TYPE_CHECKING:
    from disputatio.faces.gui.debate.live import LiveDebate
    from disputatio.faces.gui.debate.pane import DebatePane
    from disputatio.faces.gui.shell.inspectors import InspectorPanel


# ---- the saved layout of the window -----------------------------------------------------------------------------
@value
class Layout:
    """`sizes`: pixels of sidebar, centre and inspector; `debate`: the one that the person steered; `sides`: two that
    stood side by side; `inspector`: the one that was open, `shown`: whether the panel was (None: as the width
    allows)."""

    sizes: tuple[int, ...] = ()
    debate: str = ""
    sides: tuple[str, ...] = ()
    inspector: str = ""
    shown: bool | None = None

    def text(self) -> str:
        kept = {"debate": self.debate, "sides": list(self.sides), "inspector": self.inspector, "shown": self.shown}
        return json.dumps({"sizes": list(self.sizes), **kept})


def parse(text: str) -> Layout:
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return Layout()
    if not isinstance(found, dict):
        return Layout()
    shown, sides = found.get("shown"), found.get("sides")
    return Layout(
        sizes=_sizes(found.get("sizes")),
        debate=str(found.get("debate") or ""),
        sides=tuple(str(each) for each in sides) if isinstance(sides, list) and len(sides) == 2 else (),
        inspector=str(found.get("inspector") or ""),
        shown=shown if isinstance(shown, bool) else None,
    )


def _sizes(found: object) -> tuple[int, ...]:
    if not isinstance(found, Sequence) or len(found) != 3:
        return ()
    return tuple(found) if all(isinstance(size, int) and 0 <= size < 100_000 for size in found) else ()


DRAWER: Final = 1100
"""Pixels of width below which the inspectors are hidden at first."""
SIZES: Final = (264, 840, 376)


class Aside(QObject):
    """Keeps the panel in `splitter`, once there is one."""

    turn_opened = Signal(object)
    wanted = Signal(object)
    """What else is to be shown or done (debate.debate_actions.OfWindow)."""

    def __init__(self, splitter: QSplitter, layout: Layout) -> None:
        super().__init__(splitter)
        self._splitter, self._layout = splitter, layout
        self._wanted = layout.shown
        self._live: LiveDebate | None = None
        self._covered = False
        self.panel: InspectorPanel | None = None

    def adopt(self, panel: InspectorPanel) -> None:
        self.panel = panel
        panel.turn_opened.connect(self.turn_opened)
        panel.wanted.connect(self.wanted)
        panel.hide()
        self._splitter.addWidget(panel)
        sizes = self._layout.sizes
        self._splitter.setSizes(list(sizes if sizes and sizes[2] else SIZES))
        if self._layout.inspector:
            panel.open(self._layout.inspector)
        self.fit()

    @property
    def shown(self) -> bool:
        return self.panel is not None and self.panel.isVisible()

    def follow(self, live: LiveDebate | None, *, whole: bool = False) -> None:
        """Show another debate, or none; `whole`: it has the whole width until an inspector is wanted."""
        self._live, self._covered = live, whole
        if self.panel is not None:
            self.panel.follow(live)
        self.fit()

    def cover(self, whole: bool) -> None:
        """Let the debate have the whole width, or give it back."""
        self._covered = whole
        self.fit()

    def toggle(self) -> None:
        self._wanted = self.panel is None or self.panel.isHidden()
        self._covered = False
        self.fit()

    def show(self, inspector: ShowInspector) -> None:
        """Show an inspector; where it may be toggled, once more hides the panel."""
        if self.panel is None:
            return
        if inspector.toggle and self.shown and self.panel.current == inspector.name:
            self.toggle()
        else:
            self.panel.open(inspector.name)
            self._wanted, self._covered = True, False
            self.fit()
            if inspector.key:
                self.panel.view(inspector.name).choose(inspector.key)

    def follow_width(self, before: int, now: int) -> None:
        """The window has another width: what was wanted on the other side of the limit does not count."""
        if before > 0 and (before < DRAWER) != (now < DRAWER):
            self._wanted = None
        self.fit()

    def fit(self) -> None:
        wide = self._splitter.window().width() >= DRAWER
        if self.panel is not None:
            wanted = wide if self._wanted is None else self._wanted
            self.panel.setVisible(wanted and not self._covered and self._live is not None)

    def layout(self, debate: str, sides: tuple[str, ...] = ()) -> Layout:
        """Return what the next start needs to look the same."""
        sizes = tuple(self._splitter.sizes())
        if len(sizes) < 3 or not sizes[2]:  # nobody saw it: as wide as it was
            sizes = self._layout.sizes
        name = self.panel.current if self.panel is not None else self._layout.inspector
        return Layout(sizes=sizes, debate=debate, sides=sides[:2], inspector=name, shown=self._wanted)


# ---- theme, zoom and costs, from the settings -------------------------------------------------------------------
class Appearance:
    def __init__(self, settings: Settings, sidebar: Sidebar, debates: OpenDebates, aside: Aside) -> None:
        self._settings, self._sidebar, self._debates, self._aside = settings, sidebar, debates, aside

    @property
    def hides_cost(self) -> bool:
        return bool(self._settings.get(declarations.HIDE_COST))

    def apply(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication), "a window needs one"
        theme.choose(app, self._settings.get(declarations.THEME))  # type: ignore[arg-type]
        self._show()

    def follow(self, scheme: Qt.ColorScheme) -> None:
        """The desktop went light or dark; who chose one of them keeps it."""
        app, wanted = QApplication.instance(), theme.theme_for("system", scheme)
        if self._settings.get(declarations.THEME) == "system" and wanted is not theme.current():
            assert isinstance(app, QApplication), "a window needs one"
            theme.apply(app, wanted)
            self._show()

    def _show(self) -> None:
        self._sidebar.show_theme(theme.current().dark)
        for pane in self._debates.panes.values():
            pane.set_hide_cost(self.hides_cost)
            self.zoom(pane)
        if self._aside.panel is not None:
            self._aside.panel.apply_settings()

    def zoom(self, pane: DebatePane) -> None:
        pane.transcript.set_zoom(self._settings.get(declarations.ZOOM) / 100)

    async def toggle(self) -> None:
        """Change from light to dark, or back. Raises SettingsNotSaved."""
        await asyncio.to_thread(self._settings.set, declarations.THEME.key, "light" if theme.current().dark else "dark")
        self.apply()


KEEP: Final = 2_000
"""Milliseconds after which it is kept where the person is: a program that is killed saves nothing at its end."""


class PlaceKeeper(QObject):
    """Keeps what the next start needs to look the same. `state`: returns that."""

    def __init__(self, settings: Settings, bridge: Bridge, state: Callable[[], str], parent: QObject) -> None:
        super().__init__(parent)
        self._settings, self._state = settings, state
        self._timer = QTimer(self, singleShot=True, interval=KEEP)
        self._timer.timeout.connect(lambda: bridge.start(self._keep()))

    def moved(self) -> None:
        """The person is somewhere else."""
        self._timer.start()

    async def _keep(self) -> None:
        with suppress(DisputatioError):  # it is tried again at the next move, and at the end
            await asyncio.to_thread(self._settings.set, declarations.WINDOW_LAYOUT, self._state())
