"""What the window imports only once the application is open: screens that are made of its heavier parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from disputatio.app.actions.action import Action
from disputatio.app.application import Application
from disputatio.app.sessions import Session
from disputatio.debate.events import DebateOpened
from disputatio.faces.gui.actions import PageName
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate_actions import OFFERED, Intent
from disputatio.faces.gui.dialogs.help import HelpDialog
from disputatio.faces.gui.dialogs.model_picker import ModelPicker
from disputatio.faces.gui.model_shelf import ModelShelf
from disputatio.faces.gui.screens.board.memory_page import MemoryPage
from disputatio.faces.gui.screens.context.dialog import ContextDialog
from disputatio.faces.gui.screens.context.told import told
from disputatio.faces.gui.screens.debate.board_feed import BoardFeed
from disputatio.faces.gui.screens.debate.live import LiveDebate
from disputatio.faces.gui.screens.debate.pane import DebatePane
from disputatio.faces.gui.screens.errands import Errands
from disputatio.faces.gui.screens.importing import Importing
from disputatio.faces.gui.screens.inspector_panel import InspectorPanel
from disputatio.faces.gui.screens.inspectors import INSPECTORS
from disputatio.faces.gui.screens.library.note_dialog import NoteDialog
from disputatio.faces.gui.screens.library.page import LibraryPage
from disputatio.faces.gui.screens.pages import Page
from disputatio.faces.gui.screens.personas.page import PersonasPage
from disputatio.faces.gui.screens.repository.branch_page import BranchPage
from disputatio.faces.gui.screens.repository.page import RepositoryPage
from disputatio.faces.gui.screens.repository.reading import Reading
from disputatio.faces.gui.screens.repository.source_page import SourcePage
from disputatio.faces.gui.screens.settings.dialog import SettingsDialog
from disputatio.faces.gui.window import Window
from disputatio.library.note import Note

PAGES: dict[PageName, Callable[[Application, Bridge, QWidget], Page]] = {
    "library": lambda app, bridge, parent: LibraryPage(app, bridge, parent),
    "personas": lambda app, bridge, parent: PersonasPage(app, bridge, parent),
    "memory": lambda app, bridge, parent: MemoryPage(app, bridge, parent),
    "repository": lambda app, bridge, parent: RepositoryPage(app, bridge, parent),
    "branch": lambda app, bridge, parent: BranchPage(app, bridge, parent),
    "source": lambda app, bridge, parent: SourcePage(Reading(app.repositories, app.library), bridge, parent),
}
"""What makes the pages of `screens.pages`, when they are first wanted."""


class Making:
    """Makes the screens that few starts need, when they are first wanted."""

    def __init__(self, app: Application, bridge: Bridge, window: Window) -> None:
        self._app, self._bridge, self._window = app, bridge, window

    def pane(self, session: Session, title: str, hide_cost: bool) -> DebatePane:
        """The pane of a debate that was acquired, following it from now on."""
        live = LiveDebate(session, self._bridge, self._window)
        pane = DebatePane(live, " ".join(title.split()), hide_cost=hide_cost)
        feed = BoardFeed.of(live, self._bridge)
        feed.changed.connect(pane.show_board)
        pane.show_board(feed.items)
        self._window.appearance.zoom(pane)
        return pane

    def errands(self, shelf: ModelShelf) -> Errands:
        return Errands(self._app, self, self._bridge, shelf, self._window)

    def importing(self) -> Importing:
        return Importing(self._app, self._bridge, self._window)

    def actions(self) -> Sequence[Action[Intent]]:
        """What shortcuts and the palette offer of a debate."""
        return OFFERED

    def inspectors(self) -> InspectorPanel:
        return InspectorPanel(INSPECTORS, lambda kind: kind.make(self._app, self._bridge))

    def page(self, name: PageName) -> Page:
        return PAGES[name](self._app, self._bridge, self._window.places.stack)

    def settings(self) -> SettingsDialog:
        return SettingsDialog(self._app, self._bridge, self._window)

    def context(self, opened: DebateOpened) -> ContextDialog:
        """What the models of a debate would be told, section by section."""
        found = told(opened.context, opened.seats, opened.services, self._app.providers)
        return ContextDialog(self._app, self._bridge, found, self._window)

    def picker(self, shelf: ModelShelf, model: str, *, human: bool) -> ModelPicker:
        return ModelPicker(shelf, model, human=human, parent=self._window)

    def help(self) -> HelpDialog:
        return HelpDialog(self._window)

    def note(self, suggestion: Note) -> NoteDialog:
        return NoteDialog(self._app, self._bridge, suggestion, self._window)
