"""The help that ships: its pages on the left, the one that is read on the right."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui import language
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
WIDTH: Final = 190


class HelpDialog(QDialog):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Help"))
        self.resize(920, 640)
        self.pages = QListWidget()
        self.pages.setFixedWidth(WIDTH)
        self.pages.setSpacing(4)
        self.pages.setAccessibleName(tr("Pages of the help"))
        self.pages.addItems([title for title, *_ in PAGES])
        self.text = Preview(tr("Help"))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 12, 12, 12)
        row.setSpacing(12)
        row.addWidget(self.pages)
        row.addWidget(self.text, 1)
        self.pages.currentRowChanged.connect(self.show_page)
        self.pages.setCurrentRow(0)

    def show_page(self, row: int) -> None:
        _, folder, name = PAGES[row]
        self.text.show_text(page(language.page(folder, name)))


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
