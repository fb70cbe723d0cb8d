"""What is made only when it is wanted, by its shape: the makers themselves are in `later`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from disputatio.app.actions.action import Action
    from disputatio.app.sessions import Session
    from disputatio.debate.events import DebateOpened
    from disputatio.faces.gui.actions import PageName
    from disputatio.faces.gui.debate_actions import Intent
    from disputatio.faces.gui.dialogs.help import HelpDialog
    from disputatio.faces.gui.dialogs.model_picker import ModelPicker
    from disputatio.faces.gui.model_shelf import ModelShelf
    from disputatio.faces.gui.screens.context.dialog import ContextDialog
    from disputatio.faces.gui.screens.debate.pane import DebatePane
    from disputatio.faces.gui.screens.errands import Errands
    from disputatio.faces.gui.screens.importing import Importing
    from disputatio.faces.gui.screens.inspector_panel import InspectorPanel
    from disputatio.faces.gui.screens.library.note_dialog import NoteDialog
    from disputatio.faces.gui.screens.pages import Page
    from disputatio.faces.gui.screens.settings.dialog import SettingsDialog
    from disputatio.library.note import Note


class Makers(Protocol):
    """Makes what few starts need."""

    def pane(self, session: Session, title: str, hide_cost: bool) -> DebatePane: ...

    def errands(self, shelf: ModelShelf) -> Errands: ...

    def importing(self) -> Importing: ...

    def actions(self) -> Sequence[Action[Intent]]: ...

    def inspectors(self) -> InspectorPanel: ...

    def page(self, name: PageName) -> Page: ...

    def settings(self) -> SettingsDialog: ...

    def context(self, opened: DebateOpened) -> ContextDialog: ...

    def picker(self, shelf: ModelShelf, model: str, *, human: bool) -> ModelPicker: ...

    def help(self) -> HelpDialog: ...

    def note(self, suggestion: Note) -> NoteDialog: ...
