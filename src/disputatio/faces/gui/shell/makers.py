"""What is made only when it is wanted, by its shape: the makers themselves are in `factory`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from disputatio.app.actions.action import Action
    from disputatio.app.debates.open_sessions import Session
    from disputatio.app.starting.configuration import DebateConfig
    from disputatio.debate.log.events import DebateOpened
    from disputatio.faces.gui.debate.context_dialog import ContextDialog
    from disputatio.faces.gui.debate.debate_actions import Intent
    from disputatio.faces.gui.debate.pane import DebatePane
    from disputatio.faces.gui.kit.page_contract import Page
    from disputatio.faces.gui.library.exports import ExportDialog, KeepingDialog
    from disputatio.faces.gui.library.library_errands import DebateImport
    from disputatio.faces.gui.settings.settings_dialog import SettingsDialog
    from disputatio.faces.gui.shell.debate_errands import DebateErrands
    from disputatio.faces.gui.shell.help import HelpDialog
    from disputatio.faces.gui.shell.inspectors import InspectorPanel
    from disputatio.faces.gui.start.configuration_dialog import ConfigurationDialog
    from disputatio.faces.gui.start.model_picker import ModelPicker
    from disputatio.faces.gui.start.model_shelf import ModelShelf
    from disputatio.faces.gui.start.more_options import MoreOptions
    from disputatio.faces.gui.window_actions import PageName
    from disputatio.library.workspace import Document, Note


class Makers(Protocol):
    """Makes what few starts need."""

    def pane(self, session: Session, title: str, hide_cost: bool) -> DebatePane: ...

    def errands(self, shelf: ModelShelf) -> DebateErrands: ...

    def import_page(self) -> DebateImport: ...

    def actions(self) -> Sequence[Action[Intent]]: ...

    def inspectors(self) -> InspectorPanel: ...

    def page(self, name: PageName) -> Page: ...

    def settings(self) -> SettingsDialog: ...

    def context(self, opened: DebateOpened) -> ContextDialog: ...

    def picker(self, shelf: ModelShelf, model: str, *, human: bool, nobody: bool = False) -> ModelPicker: ...

    def more_options(self) -> MoreOptions: ...

    def configuration(self, config: DebateConfig) -> ConfigurationDialog: ...

    def help(self) -> HelpDialog: ...

    def keeping(self, suggestion: Note | Document) -> KeepingDialog: ...

    def export(self, id: str, title: str) -> ExportDialog: ...
