"""How the window looks, as the settings have it now: theme, zoom, what is shown of costs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from disputatio.app.settings import Settings, declared
from disputatio.faces.gui import theme
from disputatio.faces.gui.screens.aside import Aside
from disputatio.faces.gui.screens.open_debates import OpenDebates
from disputatio.faces.gui.screens.sidebar import Sidebar

if TYPE_CHECKING:
    from disputatio.faces.gui.screens.debate.pane import DebatePane


class Appearance:
    def __init__(self, settings: Settings, sidebar: Sidebar, debates: OpenDebates, aside: Aside) -> None:
        self._settings, self._sidebar, self._debates, self._aside = settings, sidebar, debates, aside

    @property
    def hides_cost(self) -> bool:
        return bool(self._settings.get(declared.HIDE_COST))

    def apply(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication), "a window needs one"
        theme.choose(app, self._settings.get(declared.THEME))  # type: ignore[arg-type]
        self._show()

    def follow(self, scheme: Qt.ColorScheme) -> None:
        """The desktop went light or dark; who chose one of them keeps it."""
        app, wanted = QApplication.instance(), theme.theme_for("system", scheme)
        if self._settings.get(declared.THEME) == "system" and wanted is not theme.current():
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
        pane.transcript.set_zoom(self._settings.get(declared.ZOOM) / 100)

    async def toggle(self) -> None:
        """From light to dark, or back. Raises SettingsNotSaved."""
        await asyncio.to_thread(self._settings.set, declared.THEME.key, "light" if theme.current().dark else "dark")
        self.apply()
