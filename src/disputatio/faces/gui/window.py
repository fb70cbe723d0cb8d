"""The window: it puts the screens together and passes on what they want. What they do is theirs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QSplitter, QStackedWidget, QWidget

from disputatio.app.configuration import ContextChoice
from disputatio.app.settings import Settings, declared
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui import icons, theme
from disputatio.faces.gui.actions import Action, install
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.dialogs.link import LinkDialog
from disputatio.faces.gui.dialogs.palette import Entry, Palette
from disputatio.faces.gui.dialogs.shortcuts import ShortcutsDialog
from disputatio.faces.gui.model_shelf import ModelShelf
from disputatio.faces.gui.screens.errands import Errands
from disputatio.faces.gui.screens.listing import Listing
from disputatio.faces.gui.screens.making import Makers
from disputatio.faces.gui.screens.notifying import Notifier
from disputatio.faces.gui.screens.open_debates import OpenDebates
from disputatio.faces.gui.screens.sidebar import Sidebar
from disputatio.faces.gui.screens.start.screen import StartScreen
from disputatio.faces.gui.screens.trouble import Trouble
from disputatio.faces.gui.startup import geometry
from disputatio.faces.gui.widgets.toast import Toast

if TYPE_CHECKING:
    from disputatio.faces.gui.desk import Desk
    from disputatio.faces.gui.screens.debate.inspector import Inspector
    from disputatio.faces.gui.screens.debate.live import LiveDebate
    from disputatio.faces.gui.screens.debate.pane import DebatePane
    from disputatio.faces.gui.screens.library.page import LibraryPage
    from disputatio.faces.gui.screens.settings.dialog import SettingsDialog

SMALLEST: Final = (900, 600)
DRAWER: Final = 1100
"""Pixels of width below which the inspector is hidden at first."""


class Window(QMainWindow):
    closing = Signal()
    """The person closed it."""
    restored = Signal()
    """A backup took the place of the data: start again."""

    def __init__(self, bridge: Bridge, settings: Settings) -> None:
        super().__init__()
        self.setWindowTitle("Disputatio")
        self.setWindowIcon(icons.app_icon())
        self.setMinimumSize(*SMALLEST)
        self._bridge, self._settings = bridge, settings
        self.desk: Desk | None = None
        self.errands: Errands | None = None
        self.shelf = ModelShelf(bridge, self)
        self.sidebar = Sidebar()
        self.stack = QStackedWidget()
        self.start_screen = StartScreen(bridge, self.shelf)
        self.inspector: Inspector | None = None
        self.debates = OpenDebates(self.stack, self)
        self.listing = Listing(self.sidebar, self.debates, bridge, self)
        self.notifier = Notifier(self)
        self._inspector_wanted: bool | None = None
        self._makers: Makers | None = None
        self._library: LibraryPage | None = None
        self._preferences: SettingsDialog | None = None
        self.splitter = self._split()
        self.setCentralWidget(self.splitter)
        self.toast = Toast(self)
        self._connect()
        self.actions_ = self._actions()
        install(self, self.actions_)
        geometry.restore(self, settings.get(declared.WINDOW_GEOMETRY))
        self.sidebar.show_theme(theme.current().dark)
        self._show_start()

    def _split(self) -> QSplitter:
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        split.setChildrenCollapsible(False)
        self.stack.addWidget(self.start_screen)
        self.stack.setMinimumWidth(420)
        for widget in (self.sidebar, self.stack):
            split.addWidget(widget)
        split.setSizes([272, 860])
        split.setStretchFactor(1, 1)
        return split

    def _connect(self) -> None:
        self.sidebar.wanted.connect(self.act)
        self.sidebar.opened.connect(self.open_debate)
        self.sidebar.hit_opened.connect(self._open_hit)
        self.sidebar.menu_wanted.connect(self._debate_menu)
        self.sidebar.project_opened.connect(lambda id: self.show_library("project", id))
        self.start_screen.started.connect(self.open_debate)
        self.start_screen.settings_wanted.connect(self.show_settings)
        self.debates.shown.connect(self._debate_shown)
        self.debates.rested.connect(self._rested)
        self.debates.wanted.connect(self._wanted)
        self.debates.link.connect(self._ask_link)
        self.toast.undone.connect(self._undo)
        self._bridge.explained.connect(self.explain)

    # ---- the application is open -----------------------------------------------------------------------------------
    async def adopt(self, desk: Desk, makers: Makers) -> None:
        """Everything that needs the application can be used from now on."""
        self.desk, self._makers = desk, makers
        self._add_inspector(makers.inspector())
        self.shelf.adopt(desk)
        self.errands = Errands(desk, makers, self._bridge, self.shelf, self)
        self.errands.said.connect(lambda words, undo: self.toast.say(words, undo=undo))
        self.errands.opened.connect(self.open_debate)
        self.errands.left.connect(self._debate_left)
        self.errands.listed.connect(self.listing.refresh)
        if self._settings.get(declared.HIDE_COST):
            self._hide_cost(True)
        await self.listing.adopt(desk)
        await self.start_screen.adopt(desk)

    def _add_inspector(self, inspector: Inspector) -> None:
        self.inspector = inspector
        inspector.point_opened.connect(self._go_to)
        inspector.hide()
        self._apply_scale()
        self.splitter.addWidget(inspector)
        self._restore_layout()

    def _follow(self, live: LiveDebate | None) -> None:
        """Show another debate in the inspector, or none."""
        if self.inspector is not None:
            self.inspector.follow(live)
        self._fit_inspector()

    def show_trouble(self, error: DisputatioError) -> None:
        """The application cannot be opened; the window says why."""
        page = Trouble(error)
        page.chosen.connect(lambda what: self.restored.emit() if what == "again" else self.close())
        self.stack.addWidget(page)
        self.stack.setCurrentWidget(page)
        self.sidebar.set_state("Not open")

    # ---- going places ----------------------------------------------------------------------------------------------
    def act(self, name: str) -> None:
        """By name: what the sidebar and the pane want."""
        match name:
            case "new":
                self.new_debate()
            case "settings":
                self.show_settings("")
            case "theme":
                self._toggle_theme()
            case "library":
                self.show_library()
            case "empty-bin":
                self._bridge.start(self.listing.empty_bin())

    def new_debate(self, context: ContextChoice | None = None) -> None:
        self._show_start()
        self.start_screen.begin(context)

    def _show_start(self) -> None:
        self.debates.leave()
        self.stack.setCurrentWidget(self.start_screen)
        self.sidebar.select("")
        self._follow(None)
        self.setWindowTitle("Disputatio")
        self.start_screen.composer.text.setFocus()

    def open_debate(self, id: str) -> None:
        if self.desk is not None:
            self._bridge.start(self._open(id))

    async def _open(self, id: str) -> None:
        assert self.desk is not None, "asked after the application is open"
        assert self._makers is not None, "they come with it"
        hide = bool(self._settings.get(declared.HIDE_COST))
        await self.debates.open(self.desk, self._makers, id, hide_cost=hide)
        self.listing.refresh()

    def _debate_shown(self, id: str) -> None:
        pane = self.debates.panes[id]
        self._follow(pane.live)
        self.sidebar.select(id)
        self.listing.seen(id)
        self._fit_inspector()
        pane.speaking.composer.text.setFocus()
        self.setWindowTitle(f"{pane.header.title.label.text()} – Disputatio")

    def _debate_left(self, id: str) -> None:
        assert self.desk is not None, "asked after the application is open"
        if self.debates.current == id:
            self._show_start()
        self._bridge.start(self.debates.close(self.desk, id))

    def show_library(self, kind: str = "", id: str = "") -> None:
        """The library page, at a project or a note if one is named."""
        if self._makers is None:
            return
        if self._library is None:
            self._library = self._made(self._makers.library())
        self.debates.leave()
        self.sidebar.select("")
        self._follow(None)
        self.stack.setCurrentWidget(self._library)
        self._fit_inspector()
        if kind == "project":
            self._library.show_project(id)
        elif kind in ("note", "document"):
            self._library.show_note(id)
        else:
            self._library.refresh()

    def _made(self, page: LibraryPage) -> LibraryPage:
        page.debate_opened.connect(self.open_debate)
        page.question_wanted.connect(self.new_debate)
        self.stack.addWidget(page)
        return page

    def show_settings(self, page: str) -> None:
        if self._makers is None:
            return
        if self._preferences is None:
            self._preferences = self._makers.settings()
            self._preferences.appearance_changed.connect(self.apply_appearance)
            self._preferences.finished.connect(self.providers_changed)
            self._preferences.restored.connect(self.restored)
        if page:
            self._preferences.open_at(page)
        self._preferences.show()
        self._preferences.raise_()
        self._preferences.activateWindow()

    def providers_changed(self) -> None:
        """Keys or addresses may be different: ask again what there is."""
        self.shelf.refresh()
        self.start_screen.refresh_keys()
        self.listing.show_state()
        self.listing.refresh()

    def apply_appearance(self) -> None:
        """Theme, zoom and what is shown, as the settings have them now."""
        self.apply_theme()
        self._hide_cost(bool(self._settings.get(declared.HIDE_COST)))
        self._apply_scale()
        for pane in self.debates.panes.values():
            self.apply_zoom(pane)

    def _apply_scale(self) -> None:
        if self.inspector is not None:
            self.inspector.gauge.set_traffic(self._settings.get(declared.GAUGE_SCALE) == "traffic")

    def apply_zoom(self, pane: DebatePane) -> None:
        pane.transcript.set_zoom(self._settings.get(declared.ZOOM) / 100)

    def _hide_cost(self, hide: bool) -> None:
        for pane in self.debates.panes.values():
            pane.set_hide_cost(hide)
        if self.inspector is not None:
            self.inspector.hide_cost = hide
            self.inspector.refresh()

    def called(self, words: Sequence[str]) -> None:
        """The program was started again: come to the front, and take what it was given."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()
        folders = [word for word in words if not word.startswith("-") and Path(word).is_dir()]
        if folders:
            self.new_debate(ContextChoice(kind="repository", ref=str(Path(folders[0]).resolve())))

    # ---- what debates want -----------------------------------------------------------------------------------------
    def _wanted(self, id: str, what: str, path: str) -> None:
        pane = self.debates.panes.get(id)
        if what == "new":
            self.new_debate()
        elif what == "inspector":
            self.toggle_inspector()
        elif pane is not None and self.errands is not None:
            self.errands.run(pane, what, path)

    def _rested(self, id: str, status: str, waiting: bool) -> None:
        pane = self.debates.panes.get(id)
        if pane is not None:
            self.notifier.tell(pane.header.title.label.text(), status, waiting=waiting)
        self.listing.refresh()

    def _debate_menu(self, id: str, place: QPoint) -> None:
        menu = QMenu(self)
        look = theme.current().muted
        menu.addAction(icons.icon("chat", look, 16), "Open", lambda: self.open_debate(id))
        if self.listing.deleted(id):
            menu.addAction(icons.icon("retry", look, 16), "Restore", lambda: self._undo(f"debate:{id}"))
        elif self.errands is not None:
            errands = self.errands
            menu.addAction(
                icons.icon("trash", look, 16), "Move to the bin", lambda: self._bridge.start(errands.bin(id))
            )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def _undo(self, key: str) -> None:
        kind, _, id = key.partition(":")
        self._bridge.start(self.listing.undo(kind, id))

    def _open_hit(self, kind: str, id: str, parent: str) -> None:
        if kind in ("note", "document"):
            self.show_library(kind, id)
        else:
            self._bridge.start(self._open_turn(id if kind == "debate" else parent, id if kind == "turn" else ""))

    async def _open_turn(self, debate: str, turn: str) -> None:
        await self._open(debate)
        path = turn.partition("/")[2] if turn.startswith(debate) else ""
        if path:
            QTimer.singleShot(100, lambda: self._go_to(path))

    def _go_to(self, path: str) -> None:
        if (pane := self.debates.pane()) is not None:
            pane.go_to(path)

    def _ask_link(self, address: str) -> None:
        dialog = LinkDialog(address, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def explain(self, error: DisputatioError) -> None:
        """An error that belongs to no place of its own."""
        self.toast.say(error.user_message)

    # ---- look ------------------------------------------------------------------------------------------------------
    def apply_theme(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication), "a window needs one"
        theme.choose(app, self._settings.get(declared.THEME))  # type: ignore[arg-type]
        self.sidebar.show_theme(theme.current().dark)

    def _toggle_theme(self) -> None:
        wanted = "light" if theme.current().dark else "dark"
        if self.desk is not None:
            self._bridge.start(self._save_theme(wanted))

    async def _save_theme(self, wanted: str) -> None:
        assert self.desk is not None, "asked after the application is open"
        await self.desk.set(declared.THEME.key, wanted)
        self.apply_theme()

    def toggle_inspector(self) -> None:
        self._inspector_wanted = self.inspector is None or self.inspector.isHidden()
        self._fit_inspector()

    def _fit_inspector(self) -> None:
        wanted = self.width() >= DRAWER if self._inspector_wanted is None else self._inspector_wanted
        if self.inspector is not None:
            self.inspector.setVisible(wanted and self.debates.pane() is not None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        old, new = event.oldSize().width(), event.size().width()
        if (old < DRAWER) != (new < DRAWER):
            self._inspector_wanted = None
        self._fit_inspector()

    # ---- keyboard --------------------------------------------------------------------------------------------------
    def _in_pane(self, name: str) -> None:
        pane = self.debates.pane()
        if pane is not None and not pane.why_not().get(name):
            pane.act(name)

    def _actions(self) -> list[Action]:
        def pane(name: str, title: str, *keys: str) -> Action:
            return Action(name=name, title=title, work=lambda: self._in_pane(name), keys=keys, group="Debate")

        return [
            Action(name="new", title="New debate", work=self.new_debate, keys=("Ctrl+N",)),
            Action(name="open", title="Open a repository…", work=self._open_repository, keys=("Ctrl+O",)),
            Action(name="palette", title="Commands and debates", work=self._palette, keys=("Ctrl+K", "Ctrl+Shift+P")),
            Action(name="search", title="Search everything", work=self._search, keys=("Ctrl+Shift+F",)),
            Action(name="library", title="Notes and projects", work=self.show_library, keys=("Ctrl+B",)),
            Action(name="settings", title="Settings", work=lambda: self.show_settings(""), keys=("Ctrl+,",)),
            Action(name="theme", title="Light or dark", work=self._toggle_theme, keys=("Ctrl+Shift+T",)),
            Action(name="inspector", title="Show or hide the inspector", work=self.toggle_inspector, keys=("F9",)),
            Action(name="regions", title="Next region", work=lambda: self._cycle(1), keys=("F6",)),
            Action(name="regions-back", title="Region before", work=lambda: self._cycle(-1), keys=("Shift+F6",)),
            Action(name="full", title="Full screen", work=self._full_screen, keys=("F11",)),
            Action(name="help", title="Help", work=self._help, keys=("F1",)),
            Action(name="shortcuts", title="Keyboard shortcuts", work=self._shortcuts, keys=("Ctrl+/",)),
            Action(name="quit", title="Quit", work=self.close, keys=("Ctrl+Q",)),
            pane("continue", "Continue", "Ctrl+Return"),
            pane("pause", "Pause after this turn", "Ctrl+."),
            pane("stop-now", "Stop now", "Ctrl+Shift+."),
            pane("retry", "Retry the failed turn", "Ctrl+R"),
            pane("save-note", "Save as note", "Ctrl+S"),
            pane("export-markdown", "Export as Markdown", "Ctrl+Shift+E"),
            pane("fork", "Fork this debate", "Ctrl+Shift+B"),
            pane("find", "Find in this debate", "Ctrl+F"),
            pane("extend", "Extend by a round"),
            pane("synthesise", "Make a synthesis"),
            pane("end", "End the debate"),
            pane("copy-final", "Copy the final text"),
            pane("export-json", "Export as JSON"),
            pane("models", "Change models"),
            Action(name="rename", title="Rename the debate", work=self._rename, keys=("F2",), group="Debate"),
            Action(name="next", title="Next place found", work=lambda: self._find(1), keys=("F3",), group="Debate"),
            Action(name="back", title="Place before", work=lambda: self._find(-1), keys=("Shift+F3",), group="Debate"),
        ]

    def _open_repository(self) -> None:
        self.new_debate()
        self.start_screen.context.open_repository()

    def _palette(self) -> None:
        entries = [Entry(title=each.title, hint=each.shortcut, work=each.work) for each in self.actions_]
        for id, title in self.listing.titles():
            entries.append(Entry(title=title, hint="debate", work=lambda which=id: self.open_debate(which)))  # type: ignore[misc]
        dialog = Palette(entries, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _help(self) -> None:
        if self._makers is not None:
            dialog = self._makers.help()
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.show()

    def _shortcuts(self) -> None:
        dialog = ShortcutsDialog(self.actions_, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def _search(self) -> None:
        self.sidebar.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.sidebar.field.selectAll()

    def _full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _rename(self) -> None:
        if (pane := self.debates.pane()) is not None:
            pane.header.title.edit()

    def _find(self, step: int) -> None:
        if (pane := self.debates.pane()) is not None and pane.find_bar.isVisible():
            pane.find_bar.next() if step > 0 else pane.find_bar.previous()

    def _cycle(self, step: int) -> None:
        """To the next of sidebar, centre, composer, inspector."""
        regions: list[QWidget] = [self.sidebar.field]
        pane: DebatePane | None = self.debates.pane()
        if pane is not None:
            regions += [pane.header.more, pane.transcript, pane.speaking.composer.text]
            if self.inspector is not None and self.inspector.isVisible():
                regions.append(self.inspector.gauge)
        else:
            regions.append(self.start_screen.composer.text)
        focus = QApplication.focusWidget()
        here = next((n for n, each in enumerate(regions) if focus and (each is focus or each.isAncestorOf(focus))), -1)
        regions[(here + step) % len(regions)].setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ---- opening and closing ---------------------------------------------------------------------------------------
    def layout_state(self) -> str:
        """What the next start needs to look the same."""
        return json.dumps({"sizes": self.splitter.sizes(), "debate": self.debates.current})

    def last_debate(self) -> str:
        return str(self._layout().get("debate") or "")

    def _layout(self) -> dict[str, object]:
        try:
            found = json.loads(self._settings.get(declared.WINDOW_LAYOUT) or "{}")
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def _restore_layout(self) -> None:
        sizes = self._layout().get("sizes")
        known = isinstance(sizes, list) and len(sizes) == 3 and all(isinstance(size, int) for size in sizes)
        self.splitter.setSizes(sizes if known and isinstance(sizes, list) and sizes[2] else [272, 860, 330])

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing is asked: turns in flight are cut and kept, and go on at the next start."""
        event.ignore()
        self.closing.emit()
