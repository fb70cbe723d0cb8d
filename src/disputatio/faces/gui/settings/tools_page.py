"""What participants look things up with: the web search, and the tool servers that the person configures."""

from __future__ import annotations

import asyncio
import shlex

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.app.application import Application
from disputatio.app.settings import declarations
from disputatio.app.tools.shelf import TOKEN, ServerEntry
from disputatio.debate.errors import ConfigError
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.inputs import DropDown, LineField
from disputatio.faces.gui.kit.labels import Fault, caption
from disputatio.faces.gui.kit.layouts import clear
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.settings.settings_page import Saver, SettingsPage, rule
from disputatio.faces.gui.settings.token_row import TokenRow

SEARCH = tuple(each for each in declarations.SETTINGS if each.group == declarations.TOOLS_GROUP)
WORDS = tr(
    "A tool server is a program or an address that speaks the Model Context Protocol. Participants are offered the "
    "tools it listed when it was last asked. Whatever it answers is treated as data."
)
NONE = tr(
    "There is no tool server yet. Add a program, such as: npx -y @modelcontextprotocol/server-filesystem ~/papers"
)


class ServerRow(QWidget):
    """One server: where it is, what it offers, when the person is asked."""

    asked = Signal(str)
    removed = Signal(str)
    permitted = Signal(str, str)

    def __init__(self, entry: ServerEntry, token: TokenRow | None) -> None:
        """`token`: the field for it, of a server at an address; a program gets none."""
        super().__init__()
        self.token = token
        name = entry.config.name
        title = QLabel(name)
        title.setProperty("look", "strong")
        words = layouts.column(title, caption(entry.config.target), spacing=2)
        names = ", ".join(tool.name for tool in entry.tools)
        self.offers = caption(
            tr("Offers {names}.").format(names=names) if names else tr("Its tools have not been listed yet.")
        )
        self.offers.setToolTip("\n".join(f"{tool.name}: {tool.about}" for tool in entry.tools))
        words.addWidget(self.offers)
        self.permission = DropDown()
        for value, shown in declarations.SERVER_PERMISSION.choices:
            self.permission.addItem(tr(shown), value)
        self.permission.setCurrentIndex(self.permission.findData(entry.permission))
        self.permission.setAccessibleName(tr("When you are asked about the tools of {name}").format(name=name))
        self.permission.setToolTip(declarations.SERVER_PERMISSION.help)
        self.permission.activated.connect(lambda _: self.permitted.emit(name, str(self.permission.currentData())))
        self.again = IconButton("retry", tr("Ask {name} what it offers").format(name=name))
        self.again.clicked.connect(lambda: self.asked.emit(name))
        self.drop = IconButton("trash", tr("Forget {name}").format(name=name))
        self.drop.clicked.connect(lambda: self.removed.emit(name))
        row = layouts.row((words, 1), spacing=10)
        for widget in (self.permission, self.again, self.drop):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        column = layouts.column(row, of=self, margins=(0, 4, 0, 4), spacing=8)
        if token is not None:
            column.addWidget(token)


class ToolsPage(SettingsPage):
    def __init__(self, app: Application, saver: Saver, bridge: Bridge) -> None:
        super().__init__(tr("Tools"), ((tr("The web"), SEARCH),), saver, bridge)
        self._app, self._bridge = app, bridge
        self.state = caption(look="caution")
        self.body.insertWidget(1, self.state)
        self.servers: dict[str, ServerRow] = {}
        card = TitledCard(tr("Tool servers"))
        card.body.addWidget(caption(WORDS))
        self._list = QVBoxLayout()
        self._list.setSpacing(4)
        card.body.addLayout(self._list)
        self.nothing = caption(NONE)
        card.body.addWidget(self.nothing)
        card.body.addLayout(self._make_adding())
        self.fault = Fault()
        card.body.addWidget(self.fault)
        self.body.addWidget(card)
        self.finish()
        saver.saved.connect(lambda _key: self._say_state())
        self.refresh()

    def _make_adding(self) -> QHBoxLayout:
        self.name, self.place = LineField(), LineField()
        for field, title, example in (
            (self.name, tr("Name of the tool server"), tr("Name, such as files")),
            (
                self.place,
                tr("Command or address of the tool server"),
                tr("Command, or an https:// address"),
            ),
        ):
            field.setAccessibleName(title)
            field.setPlaceholderText(example)
            field.returnPressed.connect(self._add)
        self.add = TextButton(tr("Add server"), icon="plus")
        self.add.clicked.connect(self._add)
        line = layouts.row((self.name, 2), (self.place, 3), self.add, spacing=8)
        return line

    def enter(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show how everything stands."""
        clear(self._list)
        self.servers = {}
        for entry in self._app.tools.shelf.all():
            if self.servers:
                self._list.addWidget(rule())
            row = self.servers[entry.config.name] = ServerRow(entry, self._token(entry))
            row.asked.connect(lambda name: self._start(self._connect(name)))
            row.removed.connect(lambda name: self._start(self._remove(name)))
            row.permitted.connect(lambda name, given: self._start(self._permit(name, given)))
            self._list.addWidget(row)
        self.nothing.setVisible(not self.servers)
        self._say_state()

    def _token(self, entry: ServerEntry) -> TokenRow | None:
        if not (name := entry.config.name) or not entry.config.address:
            return None
        row = TokenRow(name, f"{TOKEN}{name}", self._app, self._bridge)
        row.changed.connect(lambda: self._start(self._connect(name)))
        self._bridge.start(self._fill(row), over=row.destroyed)
        return row

    async def _fill(self, row: TokenRow) -> None:
        row.set_keyring(missing=(await self._app.keys.state()).missing)
        await row.refresh()

    def _say_state(self) -> None:
        why = self._app.tools.web.why_not
        off = self._app.settings.get(declarations.SEARCH) == "off"
        self.state.setText("" if off else why)
        self.state.setVisible(bool(why) and not off)

    def _add(self) -> None:
        self._start(self._added(self.name.text().strip(), self.place.text().strip()))

    async def _added(self, name: str, place: str) -> None:
        at_address = place.startswith(("http://", "https://"))
        try:
            command = () if at_address else tuple(shlex.split(place))
        except ValueError as error:
            raise ConfigError(
                tr("The command cannot be read: {error}.").format(error=error), tr("Close every quotation mark.")
            ) from error
        await self._app.tools.shelf.add(name, command, place if at_address else "")
        self.name.clear()
        self.place.clear()
        await self._connect(name)

    async def _connect(self, name: str) -> None:
        self.fault.say(tr("Asking {name} what it offers…").format(name=name))
        try:
            await self._app.tools.shelf.connect(name)
        finally:
            self.refresh()
        self.fault.say("")

    async def _permit(self, name: str, given: str) -> None:
        await asyncio.to_thread(self._app.settings.set, declarations.SERVER_PERMISSION.of(name).key, given)

    async def _remove(self, name: str) -> None:
        words = tr(
            "Participants will no longer be offered its tools. Its token will be removed; nothing is uninstalled."
        )
        if await answer(
            Confirm(
                tr("Forget the tool server {name}?").format(name=name),
                words,
                tr("Clear"),
                tr("Keep it"),
                self.window(),
            )
        ):
            await self._app.tools.shelf.remove(name)
            self.refresh()

    def _start(self, work: object) -> None:
        self.fault.say("")
        self._bridge.start(work, self.fault.explain)  # type: ignore[arg-type]
