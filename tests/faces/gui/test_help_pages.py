"""The help in the window shows every page that ships, without the diagrams that are text for other programs."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from disputatio.app.paths import resource
from disputatio.faces.gui.shell.help import PAGES, HelpDialog, page


def test_every_page_can_be_read(qapp: QApplication) -> None:
    dialog = HelpDialog()
    for row, (title, *_) in enumerate(PAGES):
        dialog.pages.setCurrentRow(row)
        assert dialog.pages.item(row).text() == title
        assert len(dialog.text.body.toPlainText()) > 500
    dialog.deleteLater()


def test_every_page_that_ships_is_listed() -> None:
    listed = {name for _, folder, name in PAGES if folder == "help"}
    assert listed == {path.name for path in resource("help").glob("*.md")}


def test_diagrams_are_left_out_and_other_code_is_kept() -> None:
    text = page(resource("help", "database.md"))
    assert "erDiagram" not in text
    assert "```sql" in text
