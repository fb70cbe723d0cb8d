"""Whether the inspectors are shown beside a debate: as the person wants it, else as the width allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QSplitter

from disputatio.faces.gui.actions import ShowInspector
from disputatio.faces.gui.startup.layout import Layout

if TYPE_CHECKING:
    from disputatio.faces.gui.screens.debate.live import LiveDebate
    from disputatio.faces.gui.screens.inspector_panel import InspectorPanel

DRAWER: Final = 1100
"""Pixels of width below which the inspectors are hidden at first."""
SIZES: Final = (272, 860, 330)


class Aside(QObject):
    """Keeps the panel in `splitter`, once there is one."""

    turn_opened = Signal(str)
    wanted = Signal(object)
    """What else is to be shown or done (debate_actions.OfWindow)."""

    def __init__(self, splitter: QSplitter, layout: Layout) -> None:
        super().__init__(splitter)
        self._splitter, self._layout = splitter, layout
        self._wanted = layout.shown
        self._live: LiveDebate | None = None
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

    def follow(self, live: LiveDebate | None) -> None:
        """Show another debate, or none."""
        self._live = live
        if self.panel is not None:
            self.panel.follow(live)
        self.fit()

    def toggle(self) -> None:
        self._wanted = self.panel is None or self.panel.isHidden()
        self.fit()

    def show(self, inspector: ShowInspector) -> None:
        """Show an inspector; where it may be toggled, once more hides the panel."""
        if self.panel is None:
            return
        if inspector.toggle and self.shown and self.panel.current == inspector.name:
            self.toggle()
        else:
            self.panel.open(inspector.name)
            self._wanted = True
            self.fit()

    def resized(self, before: int, now: int) -> None:
        """The window has another width: what was wanted on the other side of the limit does not count."""
        if before > 0 and (before < DRAWER) != (now < DRAWER):
            self._wanted = None
        self.fit()

    def fit(self) -> None:
        wide = self._splitter.window().width() >= DRAWER
        if self.panel is not None:
            self.panel.setVisible((wide if self._wanted is None else self._wanted) and self._live is not None)

    def layout(self, debate: str) -> Layout:
        """What the next start needs to look the same."""
        sizes = tuple(self._splitter.sizes())
        if len(sizes) < 3 or not sizes[2]:  # nobody saw it: as wide as it was
            sizes = self._layout.sizes
        name = self.panel.current if self.panel is not None else self._layout.inspector
        return Layout(sizes=sizes, debate=debate, inspector=name, shown=self._wanted)
