"""The table of inspectors, in the order of their tabs. One line here is all that a new one needs: its tab, its shortcut
(Alt and its place), its entry in the palette and the memory of which one is open follow from it."""

from __future__ import annotations

from disputatio.faces.gui.screens.debate.inspecting import Inspector
from disputatio.faces.gui.screens.debate.overview import Overview

INSPECTORS: tuple[Inspector, ...] = (
    Inspector(name="overview", title="Overview", icon="scale", make=lambda desk, bridge: Overview(desk.settings)),
)
