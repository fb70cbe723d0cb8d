"""What this is made of: versions and licences."""

from __future__ import annotations

import asyncio
import platform
from typing import Final

import PySide6
from PySide6.QtCore import QSize, QSysInfo, Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPlainTextEdit

import disputatio
from disputatio.app.application import Application
from disputatio.app.paths import resource
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import icons
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.settings.settings_page import CardColumn, rule

PARTS: Final = (
    (tr("Disputatio"), tr("Apache License 2.0"), ""),
    (
        tr("Qt and PySide6"),
        tr("GNU Lesser General Public License, version 3. Used unchanged; you may put another build in their place."),
        "LGPL-3.0.txt",
    ),
    (tr("Inter, the typeface"), tr("SIL Open Font License 1.1"), "Inter-OFL.txt"),
    (tr("JetBrains Mono, the typeface of code"), tr("SIL Open Font License 1.1"), "JetBrainsMono-OFL.txt"),
    (tr("Rules of secret detection: Betterleaks"), tr("MIT licence"), "Betterleaks-MIT.txt"),
    (tr("Rules of secret detection: Veles and Kingfisher"), tr("Apache License 2.0"), "Kingfisher-Apache-2.0.txt"),
    (tr("Icons"), tr("Drawn for Disputatio; under its own licence"), ""),
)


class AboutPage(CardColumn):
    def __init__(self, app: Application, bridge: Bridge) -> None:
        super().__init__(tr("About Disputatio"))
        self._bridge = bridge
        able = app.database.capabilities
        self.versions = {
            "Disputatio": disputatio.__version__,
            "Python": platform.python_version(),
            "Qt": qVersion() or "",
            "PySide6": PySide6.__version__,
            "SQLite": tr("{sqlite} through {driver}").format(sqlite=able.sqlite, driver=able.driver),
            tr("System"): f"{QSysInfo.prettyProductName()}, {QSysInfo.currentCpuArchitecture()}",
        }
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("Text of the licence"))
        self.text.setMinimumHeight(220)
        self.text.hide()
        self.body.addWidget(self._make_versions())
        self.body.addWidget(self._make_licences())
        self.body.addWidget(self.text)
        self.finish()

    def _make_versions(self) -> TitledCard:
        card = TitledCard(tr("Versions"))
        mark = QLabel()
        mark.setPixmap(icons.app_icon().pixmap(QSize(56, 56), self.devicePixelRatioF()))
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(4)
        for number, (name, version) in enumerate(self.versions.items()):
            grid.addWidget(caption(name, "muted"), number, 0)
            shown = QLabel(version, wordWrap=True)
            shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            grid.addWidget(shown, number, 1)
        grid.setColumnStretch(1, 1)
        copy = TextButton(tr("Copy"), icon="copy")
        copy.setAccessibleName(tr("Copy the versions"))
        copy.clicked.connect(self._copy)
        line = QHBoxLayout()
        line.setSpacing(20)
        line.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(grid, 1)
        line.addWidget(copy, 0, Qt.AlignmentFlag.AlignTop)
        card.body.addLayout(line)
        return card

    def _make_licences(self) -> TitledCard:
        card = TitledCard(tr("Licences"))
        for number, (what, licence, file) in enumerate(PARTS):
            if number:
                card.body.addWidget(rule())
            line = QHBoxLayout()
            line.setSpacing(12)
            line.addWidget(QLabel(what, wordWrap=True), 4)
            line.addWidget(caption(licence, "muted"), 6)
            line.addWidget(self._reader(what, file))
            card.body.addLayout(line)
        return card

    def _reader(self, what: str, file: str) -> TextButton:
        """Return the button that shows a licence; where there is none, its place stays empty."""
        read = TextButton(tr("Read"), kind="quiet")
        read.setAccessibleName(tr("Read the licence of {what}").format(what=what))
        read.clicked.connect(lambda: self._bridge.start(self.read(file)))
        place = read.sizePolicy()
        place.setRetainSizeWhenHidden(True)
        read.setSizePolicy(place)
        if not file:
            read.hide()  # to show it before it has its place would make it a window
        return read

    async def read(self, file: str) -> None:
        """Show the text of a licence. Raises ResourceMissing."""
        self.text.setPlainText(await asyncio.to_thread(_licence, file))
        self.text.show()
        self.body.activate()
        self.ensureWidgetVisible(self.text)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(f"{name} {what}" for name, what in self.versions.items()))


def _licence(file: str) -> str:
    return resource("licences", file).read_text("utf-8")
