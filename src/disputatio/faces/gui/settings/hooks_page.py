"""Commands that check proposals, by project: configured, suggested by the files of a repository, tried out."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.app.application import Application
from disputatio.app.hooks.suggestions import Suggestion, environments
from disputatio.app.settings import declarations
from disputatio.debate.errors import DisputatioError
from disputatio.debate.hooks import KINDS, MOST_SECONDS, Command
from disputatio.debate.views.checks import shown_checks
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.buttons import IconButton, TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.fonts import SMALL, font
from disputatio.faces.gui.kit.inputs import DropDown, LineField, NumberBox
from disputatio.faces.gui.kit.labels import Fault, caption
from disputatio.faces.gui.kit.layouts import FlowLayout, clear
from disputatio.faces.gui.kit.phrases import once
from disputatio.faces.gui.kit.plain_text import PlainEdit
from disputatio.faces.gui.settings.settings_page import CardColumn, rule

WORDS: Final = tr(
    "Your own commands can check what participants propose. They run in isolation, in debates that ask for them, on "
    "a copy of the repository with the proposal applied. Nothing is run unasked."
)
OFF: Final = tr("Nothing is run yet: switch on “Run code of participants” under Sandbox.")
NO_PROJECT: Final = tr("Open a repository or make a project first. What you configure belongs to one of them.")
NO_COMMAND: Final = tr("This project has no commands yet.")
NO_SUGGESTION: Final = tr("Its files suggest nothing more.")
REPORT: Final = tr("Command, such as: python3 -m pytest -q --junitxml={report}")
OUTPUT: Final = 180
"""Pixels of what a trial printed; it scrolls."""


class CommandRow(QWidget):
    """One command: what it is, whether the person is asked, and a way to forget it."""

    removed = Signal(str)

    def __init__(self, command: Command) -> None:
        super().__init__()
        limits = [tr("at most {seconds} s").format(seconds=command.seconds)] * bool(command.seconds)
        limits += [tr("you are asked if it fails")] * command.gating
        self.drop = IconButton(
            "trash",
            tr("Forget the command for {kinds}: {line}").format(kinds=tr(KINDS[command.kind]), line=command.line),
        )
        self.drop.clicked.connect(lambda: self.removed.emit(command.written))
        _lay_out(self, once(tr(KINDS[command.kind])), command.line, ", ".join(limits), self.drop)


class SuggestionRow(QWidget):
    adopted = Signal(str)

    def __init__(self, suggestion: Suggestion) -> None:
        super().__init__()
        command = suggestion.command
        self.adopt = TextButton(tr("Add"), icon="plus")
        self.adopt.setAccessibleName(
            tr("Add the command for {kinds}: {line}").format(kinds=tr(KINDS[command.kind]), line=command.line)
        )
        self.adopt.clicked.connect(lambda: self.adopted.emit(command.written))
        why = tr("because of {why}").format(why=suggestion.why)
        _lay_out(self, once(tr(KINDS[command.kind])), command.line, why, self.adopt)


def _lay_out(row: QWidget, title: str, line: str, below: str, button: QWidget) -> None:
    head, code = QLabel(title), QLabel(line)
    head.setProperty("look", "strong")
    code.setFont(font(SMALL, mono=True))
    code.setTextFormat(Qt.TextFormat.PlainText)
    code.setWordWrap(True)
    words = QVBoxLayout()
    words.setSpacing(2)
    words.addWidget(head)
    words.addWidget(code)
    if below:
        words.addWidget(caption(below))
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 4, 0, 4)
    layout.setSpacing(10)
    layout.addLayout(words, 1)
    layout.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)


class HooksPage(CardColumn):
    def __init__(self, app: Application, bridge: Bridge) -> None:
        super().__init__(tr("Checks"), WORDS)
        self._app, self._bridge = app, bridge
        self.commands: list[CommandRow] = []
        self.suggested: list[SuggestionRow] = []
        self._folders: list[str] = []
        self.state = caption(look="caution")
        self.body.addWidget(self.state)
        self.body.addWidget(self._make_project())
        self.body.addWidget(self._make_suggestions())
        self.finish()
        self.project.currentIndexChanged.connect(lambda _: self._start(self._show()))

    def _make_project(self) -> TitledCard:
        card = TitledCard(tr("Commands of a project"))
        self.project = DropDown()
        self.project.setSizeAdjustPolicy(DropDown.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.project.setMinimumContentsLength(12)
        self.project.setAccessibleName(tr("Project that the commands are for"))
        card.body.addWidget(self.project)
        self._list = QVBoxLayout()
        self._list.setSpacing(4)
        card.body.addLayout(self._list)
        self.nothing = caption(NO_PROJECT)
        card.body.addWidget(self.nothing)
        card.body.addLayout(self._make_adding())
        self.fault = Fault()
        card.body.addWidget(self.fault)
        self.output = PlainEdit()
        self.output.setReadOnly(True)
        self.output.setTabChangesFocus(True)
        self.output.setFont(font(SMALL, mono=True))
        self.output.setFixedHeight(OUTPUT)
        self.output.setAccessibleName(tr("Results of the commands"))
        self.output.hide()
        card.body.addWidget(self.output)
        return card

    def _make_adding(self) -> QVBoxLayout:
        self.kind, self.line, self.seconds = DropDown(), LineField(), NumberBox()
        for kind, name in KINDS.items():
            self.kind.addItem(once(tr(name)), kind)
        self.kind.setAccessibleName(tr("Kind of the command"))
        self.line.setPlaceholderText(REPORT)
        self.line.setAccessibleName(tr("Command"))
        self.line.setToolTip(tr("{report} stands for the file with its report, JUnit XML or SARIF."))
        self.line.returnPressed.connect(self._add)
        self.seconds.setRange(0, MOST_SECONDS)
        self.seconds.setSuffix(tr(" s"))
        self.seconds.setSpecialValueText(tr("usual time limit"))
        self.seconds.setAccessibleName(tr("Seconds that the command may take"))
        self.gating = QCheckBox(tr("Ask me if it fails"))
        self.gating.setToolTip(tr("The debate waits for your approval then."))
        self.add, self.run = TextButton(tr("Add command"), icon="plus"), TextButton(tr("Run them now"), icon="play")
        for button, work in ((self.add, self._add), (self.run, self._try)):
            button.clicked.connect(work)
        first, second, both = QHBoxLayout(), FlowLayout(spacing=8), QVBoxLayout()
        first.setSpacing(8)
        first.addWidget(self.kind)
        first.addWidget(self.line, 1)
        for widget in (self.seconds, self.gating, self.add, self.run):
            second.addWidget(widget)
        both.setSpacing(8)
        both.addLayout(first)
        both.addLayout(second)
        return both

    def _make_suggestions(self) -> TitledCard:
        self.suggestions = TitledCard(tr("Suggested by its files"))
        self._found = QVBoxLayout()
        self._found.setSpacing(4)
        self.suggestions.body.addLayout(self._found)
        self.no_suggestion = caption(NO_SUGGESTION)
        self.suggestions.body.addWidget(self.no_suggestion)
        self.folders = caption()
        self.read = TextButton(tr("Let programs read them"), icon="eye")
        self.read.clicked.connect(lambda: self._start(self._read()))
        self.suggestions.body.addWidget(self.folders)
        self.suggestions.body.addWidget(self.read, 0, Qt.AlignmentFlag.AlignLeft)
        return self.suggestions

    # ---- what there is -----------------------------------------------------------------------------------------------
    def enter(self) -> None:
        self._start(self._fill())

    async def _fill(self) -> None:
        """List the projects; the one that was chosen stays so."""
        repositories = [each.path for each in await self._app.repositories.all()]
        others = [each.name for each in await self._app.projects()]
        others += [each.name for each in await self._app.assignments()]
        own = [each.context for each in self._app.bench.shelf.all() if each.context]
        chosen = self.project.currentText()
        names = list(dict.fromkeys((*own, *repositories, *others)))
        self.project.blockSignals(True)
        self.project.clear()
        self.project.addItems(names)
        self.project.setCurrentIndex(max(0, self.project.findText(chosen)))
        self.project.blockSignals(False)
        await self._show()

    async def _show(self) -> None:
        """Show the commands of the chosen project, and what its files suggest."""
        name = self.project.currentText()
        found = await self._app.bench.shelf.find(name) if name else None
        clear(self._list)
        self.commands = [CommandRow(each) for each in (found.commands if found is not None else ())]
        for row in self.commands:
            row.removed.connect(lambda which: self._start(self._remove(which)))
        _fill(self._list, self.commands)
        self.nothing.setText(NO_COMMAND if name else NO_PROJECT)
        self.nothing.setVisible(not self.commands)
        for field in (self.project, self.kind, self.line, self.seconds, self.gating, self.add):
            field.setVisible(bool(name))
        self.run.setVisible(bool(self.commands) and name.startswith("/"))
        on = self._app.settings.get(declarations.SANDBOX_USE)
        self.run.setEnabled(on)
        self.state.setText("" if on else OFF)
        self.state.setVisible(not on)
        self.fault.say("\n".join(found.faults) if found is not None else "")
        await self._suggest(name)

    async def _suggest(self, name: str) -> None:
        found, folders = list[Suggestion](), list[str]()
        if name.startswith("/"):
            found = await self._app.bench.suggestions(name)
            read = self._app.settings.get(declarations.SANDBOX_READS)
            folders = await asyncio.to_thread(environments, name, read)
        clear(self._found)
        self.suggested = [SuggestionRow(each) for each in found]
        for row in self.suggested:
            row.adopted.connect(lambda line: self._start(self._added(line)))
        _fill(self._found, self.suggested)
        self._folders = folders
        self.suggestions.setVisible(name.startswith("/"))
        self.no_suggestion.setVisible(not found)
        self.folders.setText(
            tr("Its tools are in folders that programs cannot read yet: {folders}").format(folders=", ".join(folders))
        )
        for part in (self.folders, self.read):
            part.setVisible(bool(folders))

    # ---- what is done ------------------------------------------------------------------------------------------------
    def _add(self) -> None:
        made = Command(
            kind=str(self.kind.currentData()),
            line=self.line.text().strip(),
            seconds=self.seconds.value(),
            gating=self.gating.isChecked(),
        )
        self._start(self._added(made.written))

    async def _added(self, line: str) -> None:
        await self._app.bench.shelf.add(self.project.currentText(), [line])
        self.line.clear()
        await self._show()

    async def _remove(self, which: str) -> None:
        await self._app.bench.shelf.remove(self.project.currentText(), which)
        await self._show()

    async def _read(self) -> None:
        await self._app.bench.shelf.read(self._folders)
        await self._show()

    def _try(self) -> None:
        self._start(self._tried())

    async def _tried(self) -> None:
        name = self.project.currentText()
        found = await self._app.bench.shelf.find(name)
        self.run.setEnabled(False)
        self.output.setPlainText(tr("Running…"))
        self.output.show()
        try:
            came = shown_checks((await self._app.bench.try_out(name, found.commands if found else ())).data)
            self.output.setPlainText("\n\n".join(f"{each.name}\n{each.output}" for each in came))
        except DisputatioError:
            self.output.hide()
            raise
        finally:
            self.run.setEnabled(True)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self.fault.say("")
        self._bridge.start(work, self.fault.explain)


def _fill(column: QVBoxLayout, rows: list[Any]) -> None:
    for place, row in enumerate(rows):
        if place:
            column.addWidget(rule())
        column.addWidget(row)
