"""The roles that seats can have: the person's own, added from files and removed, and the built-in ones."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from disputatio.app.application import Application
from disputatio.app.starting.roles import RoleEntry
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.inputs import FileDrop, ask_file
from disputatio.faces.gui.kit.labels import Fault, caption, tip
from disputatio.faces.gui.kit.layouts import clear
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.settings.settings_page import CardColumn, rule
from disputatio.faces.gui.start.tool_choice import in_words

WORDS: Final = tr(
    "A role says what a seat is asked to do, and which tools it is offered. Choose roles in the list of seats before "
    "a debate. A debate keeps its roles as they were when it began."
)
NONE: Final = tr("You have no roles of your own yet. Add one from a file: the help has an example.")
KINDS: Final = tr("Roles (*.toml)")


class RoleRow(QWidget):
    """One role: what it does, its tools, and for the person's own a way to remove it."""

    removed = Signal(str)

    def __init__(self, entry: RoleEntry) -> None:
        super().__init__()
        role = entry.role
        title = QLabel(role.title)
        title.setProperty("look", "strong")
        title.setTextFormat(Qt.TextFormat.PlainText)
        words = layouts.column(title, spacing=2)
        self.about = caption(entry.fault, "error") if entry.fault else caption(entry.about)
        words.addWidget(self.about)
        if not entry.fault:
            tools = caption(tr("Tools: {tools}").format(tools=" · ".join(in_words(role.tools)) or tr("none")))
            tools.setToolTip(tip(", ".join(role.tools)))  # as a file of a role names them
            words.addWidget(tools)
        row = layouts.row((words, 1), of=self, margins=(0, 4, 0, 4), spacing=10)
        if entry.own:
            self.drop = IconButton("trash", tr("Remove the role {role_title}").format(role_title=role.title))
            self.drop.clicked.connect(lambda: self.removed.emit(role.id))
            row.addWidget(self.drop, 0, Qt.AlignmentFlag.AlignVCenter)


class RolesPage(CardColumn):
    def __init__(self, app: Application, bridge: Bridge) -> None:
        super().__init__(tr("Roles"), WORDS)
        self._app, self._bridge = app, bridge
        self.rows: dict[str, RoleRow] = {}
        own, shipped = TitledCard(tr("Your roles")), TitledCard(tr("Built-in roles"))
        self._own, self._shipped = QVBoxLayout(), QVBoxLayout()
        for card, column in ((own, self._own), (shipped, self._shipped)):
            column.setSpacing(4)
            card.body.addLayout(column)
            self.body.addWidget(card)
        self.nothing = caption(NONE)
        own.body.addWidget(self.nothing)
        self.add = TextButton(tr("Add from file…"), icon="plus")
        self.add.clicked.connect(lambda: ask_file(self, tr("Add a role"), lambda path: self.take([path]), kinds=KINDS))
        own.body.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.fault = Fault()
        own.body.addWidget(self.fault)
        FileDrop(self, self.take)
        self.finish()

    def enter(self) -> None:
        self._start(self._show())

    def take(self, paths: Sequence[Path]) -> None:
        """Add roles from files; what is wrong with the first that cannot be used is said."""
        self._start(self._add(paths))

    async def _show(self) -> None:
        shelved = await asyncio.to_thread(self._app.roles.all)
        self.rows = {each.role.id: RoleRow(each) for each in shelved}
        for column, own in ((self._own, True), (self._shipped, False)):
            clear(column)
            for place, entry in enumerate(each for each in shelved if each.own is own):
                if place:
                    column.addWidget(rule())
                column.addWidget(self.rows[entry.role.id])
        for row in self.rows.values():
            row.removed.connect(lambda id: self._start(self._remove(id)))
        self.nothing.setVisible(not any(each.own for each in shelved))

    async def _add(self, paths: Sequence[Path]) -> None:
        try:
            for path in paths:
                await asyncio.to_thread(self._app.roles.take_in, path)
        finally:
            await self._show()

    async def _remove(self, id: str) -> None:
        title = (await asyncio.to_thread(self._app.roles.get, id)).role.title
        words = tr("Its file will be deleted. Debates that use the role keep it.")
        if await answer(
            Confirm(
                tr("Remove the role {title}?").format(title=title), words, tr("Remove it"), tr("Keep it"), self.window()
            )
        ):
            await asyncio.to_thread(self._app.roles.remove, id)
            await self._show()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self.fault.say("")
        self._bridge.start(work, self.fault.explain)
