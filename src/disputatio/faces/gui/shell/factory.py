"""What the window imports only once the application is open: screens that are made of its heavier parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from disputatio.app.actions.action import Action
from disputatio.app.application import Application
from disputatio.app.debates.open_sessions import Session
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.views.phases import stages_of
from disputatio.faces.gui.board.charts import ChartsView
from disputatio.faces.gui.board.code_view import CodeCard, CodeFeed, CodeView
from disputatio.faces.gui.board.feed import BoardFeed
from disputatio.faces.gui.board.result_page import ResultPage
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.debate.context_dialog import ContextDialog, context_summary
from disputatio.faces.gui.debate.debate_actions import OFFERED, Intent
from disputatio.faces.gui.debate.live import LiveDebate
from disputatio.faces.gui.debate.pane import DebatePane
from disputatio.faces.gui.debate.record_view import RecordView
from disputatio.faces.gui.debate.strips import PlayingStrip
from disputatio.faces.gui.kit.page_contract import Page
from disputatio.faces.gui.library.debates_page import DebatesPage
from disputatio.faces.gui.library.exports import ExportDialog, KeepingDialog
from disputatio.faces.gui.library.library_errands import DebateImport
from disputatio.faces.gui.library.library_page import LibraryPage
from disputatio.faces.gui.memory.memory_page import MemoryPage
from disputatio.faces.gui.personas.persona_page import PersonasPage
from disputatio.faces.gui.phases.phases_view import PhasesView
from disputatio.faces.gui.repository.branch_page import BranchPage
from disputatio.faces.gui.repository.repository_page import RepositoryPage
from disputatio.faces.gui.settings.settings_dialog import SettingsDialog
from disputatio.faces.gui.shell.debate_errands import DebateErrands
from disputatio.faces.gui.shell.help import HelpDialog
from disputatio.faces.gui.shell.inspectors import INSPECTORS, InspectorPanel
from disputatio.faces.gui.shell.window import Window
from disputatio.faces.gui.sources.source_page import SourcePage
from disputatio.faces.gui.sources.source_reader import SourceReader
from disputatio.faces.gui.start.configuration_dialog import ConfigurationDialog
from disputatio.faces.gui.start.model_picker import ModelPicker
from disputatio.faces.gui.start.model_shelf import ModelShelf
from disputatio.faces.gui.start.more_options import MoreOptions
from disputatio.faces.gui.window_actions import PageName
from disputatio.library.workspace import Document, Note

PAGES: dict[PageName, Callable[[Application, Bridge, QWidget], Page]] = {
    "debates": lambda app, bridge, parent: DebatesPage(app, bridge, parent),
    "library": lambda app, bridge, parent: LibraryPage(app, bridge, parent),
    "personas": lambda app, bridge, parent: PersonasPage(app, bridge, parent),
    "memory": lambda app, bridge, parent: MemoryPage(app, bridge, parent),
    "repository": lambda app, bridge, parent: RepositoryPage(app, bridge, parent),
    "branch": lambda app, bridge, parent: BranchPage(app, bridge, parent),
    "source": lambda app, bridge, parent: SourcePage(SourceReader(app.repositories, app.library), bridge, parent),
}
"""What makes the pages of `window_actions.PAGES` and the others, when they are first wanted."""


class ScreenFactory:
    """Makes the screens that few starts need, when they are first wanted."""

    def __init__(self, app: Application, bridge: Bridge, window: Window) -> None:
        self._app, self._bridge, self._window = app, bridge, window

    def pane(self, session: Session, title: str, hide_cost: bool) -> DebatePane:
        """Return the pane of a debate that was acquired; it follows the debate from now on."""
        live = LiveDebate(session, self._bridge, self._window)
        pane = DebatePane(live, " ".join(title.split()), hide_cost=hide_cost)
        feed = BoardFeed.of(live, self._bridge)
        feed.changed.connect(pane.feed.show_board)
        pane.feed.show_board(feed.items)
        self._conclude(pane, feed)
        self._chart(pane)
        self._show_code(pane)
        self._show_record(pane)
        if stages_of(live.debate.format):
            self._show_phases(pane)
        self._window.appearance.zoom(pane)
        if live.debate.context.example:
            self._play(pane)
        return pane

    def _conclude(self, pane: DebatePane, feed: BoardFeed) -> None:
        """Let the debate end in a page that says what it came to."""

        def make() -> ResultPage:
            page = ResultPage()
            page.set_hide_cost(pane.hide_cost)
            page.follow(pane.live, feed)
            page.turn_opened.connect(lambda place: pane.go_to(place.path, place.words))
            page.wanted.connect(pane.carry_out)
            page.link.connect(pane.link)
            pane.costs_hidden.connect(page.set_hide_cost)
            return page

        pane.offer_page("result", make)
        feed.changed.connect(lambda: pane.end(over=feed.result.over))

    def _chart(self, pane: DebatePane) -> None:
        """Let the debate be seen as charts."""

        def make() -> ChartsView:
            charts = ChartsView(pane.live, self._bridge)
            charts.set_hide_cost(pane.hide_cost)
            charts.wanted.connect(pane.carry_out)
            charts.said.connect(self._window.toast.say)
            pane.costs_hidden.connect(charts.set_hide_cost)
            return charts

        pane.offer_page("charts", make)

    def _show_code(self, pane: DebatePane) -> None:
        """Let the programs of the debate be seen, version by version."""
        feed = CodeFeed.of(pane.live, self._bridge, self._app.versions)

        def make() -> CodeView:
            view = CodeView(feed, self._bridge)
            view.wanted.connect(pane.carry_out)
            view.turn_opened.connect(lambda place: pane.go_to(place.path, place.words))
            view.said.connect(self._window.toast.say)
            return view

        pane.offer_page("code", make)

        def offer() -> None:
            if feed.awaited or feed.history.versions:
                pane.header.offer_code()

        feed.changed.connect(offer)
        offer()

    def _show_record(self, pane: DebatePane) -> None:
        """Let the record of the debate be read, event by event."""

        def make() -> RecordView:
            view = RecordView(self._app, pane.live, self._bridge)
            view.wanted.connect(pane.carry_out)
            view.said.connect(self._window.toast.say)
            return view

        pane.offer_page("record", make)

    def _show_phases(self, pane: DebatePane) -> None:
        """Let the debate be seen phase by phase."""

        def make() -> PhasesView:
            feed = CodeFeed.of(pane.live, self._bridge, self._app.versions)
            phases = PhasesView(pane.live, self._bridge, self._app.phases_ahead, CodeCard(feed, self._bridge))
            feed.changed.connect(phases.look)
            phases.code.chosen.connect(lambda number: self._open_version(pane, number))
            phases.set_hide_cost(pane.hide_cost)
            phases.opened.connect(pane.go_to)
            phases.said.connect(self._window.toast.say)
            pane.costs_hidden.connect(phases.set_hide_cost)
            return phases

        pane.offer_page("phases", make)

    @staticmethod
    def _open_version(pane: DebatePane, number: int) -> None:
        pane.show_view("code")
        page = pane.page("code")
        assert isinstance(page, CodeView), "made above"
        page.choose(number)

    def _play(self, pane: DebatePane) -> None:
        """Show above a debate which example it plays, and let the person choose how fast."""
        id, examples = pane.live.id, self._app.examples
        strip = PlayingStrip(examples.provider.speed(id))
        strip.sped.connect(lambda speed: examples.provider.set_speed(id, speed))

        async def introduce() -> None:
            strip.introduce(await examples.about(pane.live.debate.context))

        pane.show_above(strip)
        self._bridge.start(introduce())

    def errands(self, shelf: ModelShelf) -> DebateErrands:
        return DebateErrands(self._app, self, self._bridge, shelf, self._window)

    def import_page(self) -> DebateImport:
        return DebateImport(self._app, self._bridge, self._window)

    def actions(self) -> Sequence[Action[Intent]]:
        """Return what shortcuts and the palette offer of a debate."""
        return OFFERED

    def inspectors(self) -> InspectorPanel:
        return InspectorPanel(INSPECTORS, lambda kind: kind.make(self._app, self._bridge))

    def page(self, name: PageName) -> Page:
        return PAGES[name](self._app, self._bridge, self._window.places.stack)

    def settings(self) -> SettingsDialog:
        return SettingsDialog(self._app, self._bridge, self._window)

    def context(self, opened: DebateOpened) -> ContextDialog:
        """Return the dialog that shows what the models of a debate would be told, section by section."""
        found = context_summary(opened.context, opened.seats, opened.services, self._app.providers)
        return ContextDialog(self._app, self._bridge, found, self._window)

    def picker(self, shelf: ModelShelf, model: str, *, human: bool, nobody: bool = False) -> ModelPicker:
        return ModelPicker(shelf, model, human=human, nobody=nobody, parent=self._window)

    def configuration(self, config: DebateConfig) -> ConfigurationDialog:
        return ConfigurationDialog(config, self._bridge, self._window)

    def more_options(self) -> MoreOptions:
        return MoreOptions()

    def help(self) -> HelpDialog:
        return HelpDialog(self._window)

    def keeping(self, suggestion: Note | Document) -> KeepingDialog:
        return KeepingDialog(self._app, self._bridge, suggestion, self._window)

    def export(self, id: str, title: str) -> ExportDialog:
        return ExportDialog(self._app, self._bridge, id, title, self._window)
