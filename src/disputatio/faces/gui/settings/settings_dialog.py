"""The settings dialog: groups on the left, fields on the right, everything saved at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QWidget,
)

from disputatio.app.application import Application
from disputatio.app.repositories.github import KEY as GITHUB
from disputatio.app.settings import declarations
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import focus, icons, layouts, theme
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.labels import Fault, caption
from disputatio.faces.gui.settings.about_page import AboutPage
from disputatio.faces.gui.settings.approvals_page import ApprovalsPage
from disputatio.faces.gui.settings.data_page import DataPage
from disputatio.faces.gui.settings.health_page import HealthPage
from disputatio.faces.gui.settings.hooks_page import HooksPage
from disputatio.faces.gui.settings.models_page import ModelsPage
from disputatio.faces.gui.settings.providers_page import ProvidersPage
from disputatio.faces.gui.settings.roles_page import RolesPage
from disputatio.faces.gui.settings.sandbox_page import SandboxPage
from disputatio.faces.gui.settings.settings_page import CardColumn, Saver, SettingsPage
from disputatio.faces.gui.settings.tools_page import ToolsPage
from disputatio.providers.config import STANDARD

BUDGET: Final = (
    declarations.BUDGET_COST,
    declarations.BUDGET_TOKENS,
    declarations.BUDGET_MINUTES,
    declarations.BUDGET_TURNS,
)
ICONS: Final = {
    "providers": "key",
    "models": "user",
    "health": "scale",
    "tools": "search",
    "roles": "edit",
    "debates": "chat",
    "approvals": "gate",
    "memory": "book",
    "limits": "clock",
    "sandbox": "shield",
    "checks": "check",
    "appearance": "eye",
    "data": "folder",
    "about": "info",
}
NAVIGATION: Final = """
QListWidget { padding: 5px; }
QListWidget::item { border-radius: 8px; padding-left: 6px; }
QListWidget::item:hover { background: palette(alternate-base); }
QListWidget::item:selected { background: palette(highlight); color: palette(text); }
"""
OWN_PAGES: Final = (
    *(declarations.MODELS, declarations.PROVIDERS, declarations.PRIVACY),
    *(declarations.TOOLS_GROUP, declarations.SERVERS, declarations.ROUTING, declarations.HOOKS),
)
HEADINGS: Final = {
    declarations.DEBATES: tr("New debates"),
    declarations.MEMORY: tr("What debates recall"),
    declarations.APPEARANCE: tr("How the window looks"),
}
"""What stands on the card of a page: not the title of the page once more."""
ALIASES: Final = {
    "routing": "health",
    "privacy": "data",
    "privacy and data": "data",
    "budget": "limits",
    "keys": "providers",
    "gates": "approvals",
    "hooks": "checks",
}


DECLARED: Final = frozenset(each.key for each in declarations.SETTINGS if not each.internal and "*" not in each.key)
"""The settings that have a field on some page, which says what is wrong with them."""


class Pages(Mapping[str, CardColumn]):
    """Pages by their keys. Each is made when somebody first comes to it: who opens the settings sees one."""

    def __init__(self, makers: Mapping[str, Callable[[], CardColumn]]) -> None:
        self._makers = makers
        self.made: dict[str, CardColumn] = {}

    def __getitem__(self, key: str) -> CardColumn:
        if key not in self.made:
            self.made[key] = self._makers[key]()
        return self.made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


class SettingsDialog(QDialog):
    """Open it with `open()` or `show()`."""

    appearance_changed = Signal()
    """Theme, zoom or what the window shows was changed and saved."""
    providers_changed = Signal()
    """Keys, addresses, or which providers are in use: other models can be asked now."""
    restored = Signal(str)
    """A backup took the place of the data and the application is closed: start it again."""
    erasing = Signal()
    """The person wants everything deleted, and has typed so."""

    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pages = Pages({})
        self._app = app
        self._bridge = bridge
        self.setWindowTitle(tr("Settings"))
        self.setMinimumSize(layouts.within_screen(760, 520))
        self.resize(layouts.within_screen(980, 680))
        self.saver = Saver(app, self)
        self.saver.saved.connect(self._saved)
        self.groups = QListWidget()
        self.stack = QStackedWidget()
        self.faults = Fault((24, 12, 24, 0))
        self._lay_out()  # first: Qt dresses a page again for each thing that it comes to stand in
        self._plan()
        self._dress()
        self.groups.currentRowChanged.connect(self._turn_to)
        self.open_at("providers")
        self._show_faults()

    def focusNextPrevChild(self, next: bool) -> bool:
        return focus.move_focus(self, forward=next)

    @property
    def providers(self) -> ProvidersPage:
        page = self.pages["providers"]
        assert isinstance(page, ProvidersPage)
        return page

    def _plan(self) -> None:
        """Name every page on the left, and say how it is made."""
        given = self._app, self.saver, self._bridge
        planned: dict[str, tuple[str, Callable[[], CardColumn]]] = {
            "providers": (tr("Providers"), self._providers),
            "models": (tr("Models"), self._models),
            "health": (tr("Routing and health"), partial(HealthPage, *given)),
            "tools": (tr("Tools"), partial(ToolsPage, *given)),
            "roles": (tr("Roles"), partial(RolesPage, self._app, self._bridge)),
        }
        for group in dict.fromkeys(each.group for each in declarations.SETTINGS if not each.internal):
            if group == declarations.APPROVALS:
                planned["approvals"] = tr(group), partial(ApprovalsPage, *given)
            elif group == declarations.SANDBOX:
                planned["sandbox"] = tr(group), partial(SandboxPage, *given)
                planned["checks"] = tr("Checks"), partial(HooksPage, self._app, self._bridge)
            elif group not in OWN_PAGES:
                planned[group.casefold()] = tr(group), partial(self._declared, group)
        planned["data"] = tr("Privacy and data"), self._data
        planned["about"] = tr("About"), partial(AboutPage, self._app, self._bridge)
        for key, (title, _) in planned.items():
            row = QListWidgetItem(title)
            row.setData(Qt.ItemDataRole.UserRole, key)
            row.setSizeHint(QSize(160, 38))
            self.groups.addItem(row)
        self.pages = Pages({key: partial(self._placed, make) for key, (_, make) in planned.items()})

    def _placed(self, make: Callable[[], CardColumn]) -> CardColumn:
        page = make()
        self.stack.addWidget(page)
        return page

    def _providers(self) -> ProvidersPage:
        page = ProvidersPage(self._app, self.saver, self._bridge)
        page.changed.connect(self.providers_changed)
        return page

    def _models(self) -> ModelsPage:
        page = ModelsPage(self._app, self.saver, self._bridge)
        page.provider_wanted.connect(self.open_at)
        self.providers_changed.connect(page.refresh)
        return page

    def _data(self) -> DataPage:
        page = DataPage(self._app, self.saver, self._bridge)
        page.restored.connect(self.restored)
        page.erasing.connect(self.erasing)
        return page

    def _declared(self, group: str) -> SettingsPage:
        """Return a page of every setting that the group declares."""
        found = [each for each in declarations.SETTINGS if each.group == group and not each.internal]
        budget = [each for each in found if each in BUDGET]
        others = [each for each in found if each not in BUDGET]
        cards = (
            [(tr("Budget of a debate"), budget), (tr("Calls to models"), others)]
            if budget
            else [(HEADINGS.get(group, tr(group)), others)]
        )
        page = SettingsPage(tr(group), cards, self.saver, self._bridge)
        page.finish()
        return page

    def _lay_out(self) -> None:
        self.groups.setObjectName("groups")
        self.groups.setAccessibleName(tr("Groups of settings"))
        self.groups.setFrameShape(QFrame.Shape.NoFrame)
        self.groups.setFixedWidth(200)
        self.groups.setStyleSheet(NAVIGATION)
        self.groups.setIconSize(QSize(17, 17))
        side = QWidget()
        side.setObjectName("rail")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layouts.column(self.groups, of=side, margins=(10, 16, 10, 12))
        close = TextButton(tr("Close"))
        close.clicked.connect(self.close)
        foot = layouts.row((caption(tr("Every change is saved at once.")), 1), close, margins=(24, 10, 24, 12))
        right = layouts.column(self.faults, (self.stack, 1), foot, margins=layouts.FLUSH, spacing=0)
        layouts.row(side, (right, 1), of=self, margins=layouts.FLUSH, spacing=0)

    def _dress(self) -> None:
        for number in range(self.groups.count()):
            row = self.groups.item(number)
            row.setIcon(
                icons.icon(ICONS.get(row.data(Qt.ItemDataRole.UserRole), "settings"), theme.current().muted, 17)
            )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.pages:
            self._dress()

    # ---- going places ----------------------------------------------------------------------------------------------
    def open_at(self, group: str) -> None:
        """A group by its name ("models", "data", …), or a provider or "github" by its: its card is shown then."""
        key = group.strip().casefold()
        if key not in self.pages and group in (GITHUB, *STANDARD, *self._app.settings.names("providers")):
            self.groups.setCurrentRow(list(self.pages).index("providers"))
            self.providers.open_provider(group)
            return
        key = ALIASES.get(key, key)
        if key in self.pages:
            self.groups.setCurrentRow(list(self.pages).index(key))

    def _turn_to(self, row: int) -> None:
        page = self.pages[list(self.pages)[row]]
        self.stack.setCurrentWidget(page)
        if self.isVisible():
            page.enter()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for each in self.pages.made.values():
            for row in each.rows.values() if isinstance(each, SettingsPage) else ():
                row.refresh()  # the theme, for one, is changed elsewhere, too
        self.groups.setFocus()
        page = self.stack.currentWidget()
        if isinstance(page, CardColumn):
            page.enter()

    # ---- what changed ----------------------------------------------------------------------------------------------
    def _saved(self, key: str) -> None:
        self._show_faults()
        if key.startswith("appearance."):
            self.appearance_changed.emit()

    def _show_faults(self) -> None:
        """Say what in the file cannot be used and belongs to no field."""
        others = [fault.user_message for fault in self._app.settings.faults if fault.key not in DECLARED]
        self.faults.say("\n".join(others))
