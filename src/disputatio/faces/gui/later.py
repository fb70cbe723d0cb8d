"""What the window imports only once the application is open: screens that are made of its heavier parts."""

from __future__ import annotations

from disputatio.app.sessions import Session
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.desk import Desk
from disputatio.faces.gui.dialogs.help import HelpDialog
from disputatio.faces.gui.screens.debate.inspector import Inspector
from disputatio.faces.gui.screens.debate.live import LiveDebate
from disputatio.faces.gui.screens.debate.pane import DebatePane
from disputatio.faces.gui.screens.library.note_dialog import NoteDialog
from disputatio.faces.gui.screens.library.page import LibraryPage
from disputatio.faces.gui.screens.settings.dialog import SettingsDialog
from disputatio.faces.gui.window import Window
from disputatio.library.note import Note


class Making:
    """Makes the screens that few starts need, when they are first wanted."""

    def __init__(self, desk: Desk, bridge: Bridge, window: Window) -> None:
        self._desk, self._bridge, self._window = desk, bridge, window

    def pane(self, session: Session, title: str, hide_cost: bool) -> DebatePane:
        """The pane of a debate that was acquired, following it from now on."""
        live = LiveDebate(session, self._bridge, self._window)
        pane = DebatePane(live, " ".join(title.split()), hide_cost=hide_cost)
        self._window.apply_zoom(pane)
        return pane

    def inspector(self) -> Inspector:
        return Inspector()

    def library(self) -> LibraryPage:
        return LibraryPage(self._desk.app, self._bridge, self._window.stack)

    def settings(self) -> SettingsDialog:
        return SettingsDialog(self._desk.app, self._bridge, self._window)

    def help(self) -> HelpDialog:
        return HelpDialog(self._window)

    def note(self, suggestion: Note) -> NoteDialog:
        return NoteDialog(self._desk.app, self._bridge, suggestion, self._window)
