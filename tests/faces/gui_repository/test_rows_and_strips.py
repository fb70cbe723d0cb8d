"""Found parts say whose they are; what a turn says loses the mark of a list; a button that only closes is plain."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from disputatio.app.repositories.code_search import CodeHit
from disputatio.debate.citations.evidence import Item
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.notices import DISMISS, Banner
from disputatio.faces.gui.repository.repository_rows import hit_row
from disputatio.faces.gui.repository.repository_search import SearchCard
from disputatio.faces.gui.sources.source_header import CitationStrip
from disputatio.faces.gui.sources.source_reader import CitationOrigin

SOON = 10
"""Milliseconds."""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("File.convert", "File.convert · def convert("),
        ("convert", "def convert("),
        ("", "def convert("),
    ],
)
def test_one_of_many_of_a_name_says_whose_it_is(name: str, told: str) -> None:
    hit = CodeHit(path="types.py", first=7, last=9, kind="definition", name=name, text="\n    def convert(\n  x")
    assert hit_row(0, hit).subtitle == told


@pytest.mark.parametrize("mark", ["- ", "* ", "2. ", ""])
def test_what_the_turn_says_is_no_item_of_a_list_any_more(qtbot: QtBot, mark: str) -> None:
    strip = CitationStrip()
    qtbot.addWidget(strip)
    item = Item(citation="a.py:3", status="verified", says=f"{mark}It retries - three times.")
    strip.show_citation(CitationOrigin(who="Analyst, round 1", item=item))
    assert "“It retries - three times.”" in [label.text() for label in strip.findChildren(QLabel)]


def test_another_repository_begins_with_an_empty_search_that_asks_nothing(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("disputatio.faces.gui.repository.repository_search.SETTLE", SOON)
    card = SearchCard()
    qtbot.addWidget(card)
    asked: list[str] = []
    card.searched.connect(asked.append)
    seen: list[str] = []
    card.field.textChanged.connect(seen.append)
    card.field.setText("retry")
    card.clear()
    assert seen == ["retry", ""], "the sign for clearing goes with the words"
    QTest.qWait(2 * SOON)
    assert asked == []


def test_the_button_that_only_closes_is_not_the_one_to_press(qtbot: QtBot) -> None:
    banner = Banner()
    qtbot.addWidget(banner)
    banner.say("ok", "The branch is deleted.", [DISMISS])
    (close,) = banner.findChildren(TextButton)
    plain = close.property("kind")
    banner.say("ok", "It ended.", [("note", "Save as note", "note")])
    primary = next(each.property("kind") for each in banner.findChildren(TextButton) if each.text() == "Save as note")
    assert plain != primary == "primary"
