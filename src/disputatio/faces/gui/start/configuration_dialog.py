"""The configuration of a debate as text: all that was chosen, and every key that has no field of its own. The same file
works on the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.app.starting.configuration import DebateConfig, parse, to_toml
from disputatio.debate.errors import ConfigError, DisputatioError
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.fonts import SMALL, font
from disputatio.faces.gui.kit.inputs import ask_file, ask_place
from disputatio.faces.gui.kit.labels import Fault, caption
from disputatio.faces.gui.kit.plain_text import PlainEdit
from disputatio.storage.own_files import read_ordinary

WORDS: Final = tr(
    "These are your choices as a file. It can have every key that a debate knows; the help lists them under "
    "Configuration. In a terminal, the file starts the same debate: disputatio debate --config FILE."
)
LONGEST: Final = 1_000_000
FILES: Final = tr("Configurations (*.toml *.json)")


class ConfigurationDialog(QDialog):
    """Open it with `open()`. Nothing is started before `wanted`."""

    wanted = Signal(object)
    """A debate is to be started by this (DebateConfig)."""

    def __init__(self, config: DebateConfig, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._name = "debate.toml"
        self.setWindowTitle(tr("Configuration"))
        self.resize(layouts.within_screen(720, 620))
        head = QLabel(tr("The debate as a configuration"))
        head.setProperty("look", "title")
        self.text = PlainEdit(to_toml(config))
        self.text.setFont(font(SMALL + 0.5, mono=True))
        self.text.setAccessibleName(tr("Configuration of the debate"))
        self.text.setTabChangesFocus(True)
        self.fault = Fault()
        self.text.textChanged.connect(self.fault.hide)
        self.load = TextButton(tr("Open a file…"), icon="folder")
        self.load.clicked.connect(self._ask_file)
        self.save = TextButton(tr("Save as…"), icon="export")
        self.save.clicked.connect(self._ask_place)
        self.go = TextButton(tr("Start this debate"), kind="primary")
        self.go.clicked.connect(self._start)
        self.stay = TextButton(tr("Close"))
        self.stay.clicked.connect(self.reject)
        row = QHBoxLayout()
        for button in (self.load, self.save):
            row.addWidget(button)
        row.addStretch(1)
        for button in (self.go, self.stay):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.setSpacing(12)
        column.addWidget(head)
        column.addWidget(caption(WORDS, "muted"))
        column.addWidget(self.text, 1)
        column.addWidget(self.fault)
        column.addLayout(row)

    def _start(self) -> None:
        try:
            config = parse(self.text.toPlainText(), self._name)
        except DisputatioError as error:
            self.fault.explain(error)
            return
        self.wanted.emit(config)
        self.accept()

    def _ask_file(self) -> None:
        def take(file: Path) -> None:
            self._bridge.start(self.read(file), self.fault.explain)

        ask_file(self, tr("Open a configuration"), take, kinds=FILES)

    def _ask_place(self) -> None:
        def take(file: Path) -> None:
            self._bridge.start(self.write(file), self.fault.explain)

        ask_place(self, tr("Save the configuration"), self._name, take, kinds=FILES)

    async def read(self, file: Path) -> None:
        """Take the text of a file. Raises ConfigError."""
        self.text.setPlainText(await asyncio.to_thread(_text, file))
        self._name = file.name

    async def write(self, file: Path) -> None:
        """Raises ConfigError."""
        text = self.text.toPlainText()
        try:
            await asyncio.to_thread(file.write_text, text, "utf-8")
        except OSError as error:
            raise ConfigError(
                tr("{file} cannot be written: {strerror}.").format(file=file.name, strerror=error.strerror),
                tr("Choose another place."),
            ) from error


def _text(file: Path) -> str:
    """Return what an ordinary file of text holds. Raises ConfigError."""
    try:
        content = read_ordinary(file, LONGEST + 1)
        if len(content) > LONGEST:
            raise ConfigError(
                tr("{file} is not a configuration.").format(file=file.name), tr("Choose a TOML or JSON file.")
            )
        return content.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise ConfigError(
            tr("{file} cannot be read as text.").format(file=file.name), tr("Choose a TOML or JSON file.")
        ) from error
