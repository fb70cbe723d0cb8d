"""The help in the window shows every page that ships, without the diagrams that are text for other programs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from disputatio.app.paths import resource
from disputatio.faces.gui import language
from disputatio.faces.gui.shell.help import PAGES, HelpDialog, page


@pytest.fixture
def german() -> Iterator[None]:
    before = QLocale()
    language.speak_as(QLocale("de"), language.translations("de"))
    yield
    language.speak_as(before, None)


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


def row_of(name: str) -> int:
    return [each for *_, each in PAGES].index(name)


@pytest.mark.usefixtures("german")
def test_in_german_every_page_is_german(qapp: QApplication) -> None:
    dialog = HelpDialog()
    for row, (_, folder, name) in enumerate(PAGES):
        dialog.pages.setCurrentRow(row)
        beginning = page(resource(folder, "de", name)).splitlines()[0].lstrip("# ")
        assert dialog.text.body.toPlainText().startswith(beginning)
    dialog.deleteLater()


def test_a_language_without_the_help_reads_it_in_english() -> None:
    before = QLocale()
    try:
        language.speak_as(QLocale("fr"), language.translations("de"))
        assert language.page("help", "using.md") == resource("help", "using.md")
        language.speak_as(QLocale("de"), None)
        assert language.page("help", "using.md") == resource("help", "using.md")
    finally:
        language.speak_as(before, None)


@pytest.mark.usefixtures("german")
def test_links_lead_to_pages_and_headings(qapp: QApplication, qtbot: QtBot) -> None:
    dialog = HelpDialog()
    dialog.resize(900, 400)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.text.full)
    assert "checks.md" in links(dialog)
    dialog.text.body.anchorClicked.emit("checks.md")
    assert dialog.pages.currentRow() == row_of("checks.md")
    dialog.pages.setCurrentRow(row_of("using.md"))
    qtbot.waitUntil(lambda: "#nachschlagen" in links(dialog))
    assert dialog.text.verticalScrollBar().value() == 0
    dialog.text.body.anchorClicked.emit("#nachschlagen")
    qtbot.waitUntil(lambda: dialog.text.verticalScrollBar().value() > 1000)
    dialog.close()
    dialog.deleteLater()


def links(dialog: HelpDialog) -> set[str]:
    """Return where the words of the page lead that can be clicked."""
    found, block = set(), dialog.text.body.document().begin()
    while block.isValid():
        found |= {each.format.anchorHref() for each in block.textFormats() if each.format.isAnchor()}
        block = block.next()
    return found


def test_a_link_of_somebody_else_never_stays_inside(qapp: QApplication) -> None:
    dialog = HelpDialog()
    dialog.text.show_text("[a](checks.md) and [b](file:///etc/passwd)")
    assert links(dialog) == set()
    dialog.deleteLater()
