"""The help that ships: its pages on the left, the one that is read on the right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QDialog, QListWidget, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui import language
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.transcript.message_body import Preview

PAGES: Final = (
    (tr("Using Disputatio"), "help", "using.md"),
    (tr("The eight phases"), "help", "phases.md"),
    (tr("Checks of proposals"), "help", "checks.md"),
    (tr("Programs that fail"), "help", "reflexion.md"),
    (tr("Writing a format"), "formats", "README.md"),
    (tr("Other AI clients"), "help", "mcp.md"),
    (tr("Settings"), "help", "settings.md"),
    (tr("The database"), "help", "database.md"),
)
WIDTH, AROUND = 190, 16
"""Pixels of the list at least, and around its words."""
LINK: Final = re.compile(r"\]\(([\w./-]*\.md|#[\w-]+)\)")
"""A link to another page, or to a heading of the same one, by the name that it has on GitHub."""


class HelpDialog(QDialog):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Help"))
        self.resize(920, 640)
        self.pages = QListWidget()
        self.pages.setProperty("look", "rows")
        self.pages.setStyleSheet("QListWidget { padding: 5px; }")
        self.pages.setAccessibleName(tr("Pages of the help"))
        self.pages.addItems([title for title, *_ in PAGES])
        self.pages.setFixedWidth(max(WIDTH, self.pages.sizeHintForColumn(0) + AROUND))
        self.text = Preview(tr("Help"))
        layouts.row(self.pages, (self.text, 1), of=self, margins=(12, 12, 12, 12), spacing=12)
        self.text.inner_link.connect(self.follow)
        self.pages.currentRowChanged.connect(self.show_page)
        self.pages.setCurrentRow(0)

    def show_page(self, row: int) -> None:
        _, folder, name = PAGES[row]
        text = page(language.page(folder, name))
        self.text.show_text(text, frozenset(LINK.findall(text)))
        self.text.verticalScrollBar().setValue(0)

    def follow(self, link: str) -> None:
        """Go to another page, or to a heading of this one."""
        name, _, heading = link.partition("#")
        if heading:
            self.text.show_heading(lambda title: place(title) == heading)
        else:
            self.pages.setCurrentRow([each for *_, each in PAGES].index(Path(name).name))


def place(heading: str) -> str:
    """Return by what name a link leads to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def page(path: Path) -> str:
    """Return a page's text without diagrams, which are text for other programs."""
    kept: list[str] = []
    drawing = False
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("```mermaid"):
            drawing = True
        elif not drawing:
            kept.append(line)
        elif line.startswith("```"):
            drawing = False
    return "\n".join(kept)
