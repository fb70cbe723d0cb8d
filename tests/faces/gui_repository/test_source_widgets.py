"""Reading files and diffs: lines as they stand, colours by language, nothing that reorders or runs."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import LIGHT
from disputatio.faces.gui.sources import code_pane
from disputatio.faces.gui.sources.code_pane import LONGEST_LINE, coloured_lines, visible_lines
from disputatio.faces.gui.sources.diff import DiffView, numbered_lines, read_diff
from disputatio.faces.gui.sources.source_view import SourceView
from disputatio.repository.blame import Blame
from disputatio.repository.entries import Commit

DIFF = """diff --git a/a.py b/a.py
--- a/a.py
+++ b/a.py
@@ -3,3 +3,4 @@ def f():
 same
--- a comment that went
+++ a comment that came
+one more
 same again
\\ No newline at end of file
"""


@pytest.fixture(autouse=True)
def _dressed(qapp):
    if theme.current() is not LIGHT or qapp.styleSheet() == "":
        theme.apply(qapp, LIGHT)


def settle():
    for _ in range(6):
        QApplication.processEvents()


# Lines


@given(st.text(max_size=200))
def test_every_line_of_a_file_is_one_line_of_the_view(text):
    lines, cut = visible_lines(text)
    expected = text.split("\n")
    expected = expected[:-1] if len(expected) > 1 and not expected[-1] else expected
    assert len(lines) == len(expected)
    assert [len(line) for line in lines] == [len(line) for line in expected]
    assert cut == 0


def test_what_reorders_or_breaks_lines_is_seen():
    assert visible_lines("if a\u202e b\u2028c\rd\x1b[31m")[0] == ["if a\ufffd b␤c␍d␛[31m"]


def test_lines_of_a_megabyte_are_cut_and_counted():
    lines, cut = visible_lines("x" * (LONGEST_LINE + 5) + "\nshort")
    assert (len(lines), cut) == (2, 1)
    assert lines[0].endswith("x …")


def test_colours_are_those_of_the_language_that_the_name_says():
    runs = coloured_lines("a.py", ["def f():", '    return "é😀", 1'])
    assert runs[0][0] == (0, 3, "keyword")
    number = next(run for run in runs[1] if run[2] == "number")
    assert number[0] == len('    return "é😀", '.encode("utf-16-le")) // 2, "Qt counts in UTF-16"
    assert coloured_lines("notes.unknown", ["def f():"]) == ()
    assert coloured_lines("script", ["#!/usr/bin/env python3", "import os"])[1]


def test_colouring_stops_when_nobody_waits():
    assert coloured_lines("a.py", ["x = 1"] * 50, lambda: True)[-1] == ()


# The view


@pytest.fixture
def view(qtbot):
    made = SourceView()
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    return made


def test_the_cited_lines_are_marked_and_in_sight(view):
    view.show_lines([f"line {number}" for number in range(1, 2_001)], 1_500, 1_502, "error")
    settle()
    seen = {view.line_at(y) for y in range(view.viewport().height())}
    assert {1_500, 1_501, 1_502} <= seen
    assert view.ground(1_500)
    assert view.ground(1_502)
    assert not view.ground(1_499)
    assert not view.ground(1_503)
    assert view.selected_lines() == (1_500, 1_500)


def test_a_large_file_is_poured_in_pieces_and_then_goes_to_its_line(view, qtbot):
    lines = [f"line {number}" for number in range(1, 3 * code_pane.PIECE)]
    view.show_lines(lines, len(lines), len(lines))
    assert not view.complete
    qtbot.waitUntil(lambda: view.complete)
    settle()
    assert view.blockCount() == len(lines)
    assert view.selected_lines() == (len(lines), len(lines))


def test_only_lines_in_sight_are_coloured(view):
    lines = ["def f(): pass"] * 3_000
    view.show_lines(lines)
    view.set_colours(coloured_lines("a.py", lines))
    settle()
    dressed = [len(view.document().findBlockByNumber(number).layout().formats()) for number in (0, 2_999)]
    assert dressed[0] > 0
    assert dressed[1] == 0


def test_a_click_in_the_gutter_selects_the_line(view):
    view.show_lines([f"line {number}" for number in range(1, 50)])
    settle()
    y = next(y for y in range(view.viewport().height()) if view.line_at(y) == 5)
    QTest.mousePress(view.gutter, Qt.MouseButton.LeftButton, pos=QPoint(5, y))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton)  # one that stays down hides the ring in later tests
    assert view.textCursor().selectedText() == "line 5"


def test_who_wrote_a_line_stands_beside_it_once(view):
    commit = Commit(id="a" * 40, author="Ada", date="2026-01-02T03:04:05+00:00", subject="Begin")
    view.resize(800, 300)
    view.show_lines(["a", "b", "c"])
    before = view.gutter_width()
    view.set_blame([Blame(path="f", first=1, last=2, commit=commit), Blame(path="f", first=3, last=3, commit=commit)])
    settle()
    assert [view.labels(line)[0] for line in (1, 2, 3)] == ["2026-01-02 Ada", "", "2026-01-02 Ada"]
    assert view.gutter_width() > before
    wide = view.gutter_width()
    view.resize(500, 300)
    assert [view.labels(line)[0] for line in (1, 2, 3)] == ["2026-01-02", "", "2026-01-02"], "the code needs the room"
    assert before < view.gutter_width() < wide
    assert view.wrote(2).commit is commit
    assert view.hint(2) == f"Begin · {'a' * 10} · Ada"
    view.set_blame(())
    assert view.gutter_width() == before
    assert view.hint(2) == ""


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_menu_copies_the_place_and_shows_the_commit_of_a_line(view, qtbot):
    commit = Commit(id="b" * 40, author="Ada", date="2026-01-02T03:04:05+00:00", subject="Begin & end")
    view.show_lines(["a", "b"])
    view.set_blame([Blame(path="f", first=1, last=2, commit=commit)])
    view.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5)))
    menu = next(found for found in QApplication.topLevelWidgets() if isinstance(found, QMenu) and found.isVisible())
    named = {action.text(): action for action in menu.actions()}
    with qtbot.waitSignal(view.copy_wanted):
        named["Copy path and line"].trigger()
    with qtbot.waitSignal(view.commit_wanted) as seen:
        named["What “Begin && end” changed"].trigger()
    assert seen.args == [commit.id]
    menu.close()


def test_nothing_can_be_typed_and_the_keyboard_moves(view):
    view.show_lines(["one", "two"])
    view.setFocus()
    QTest.keyClicks(view, "x")
    assert view.toPlainText() == "one\ntwo"
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.selected_lines() == (2, 2)


# Differences


def test_a_diff_has_old_and_new_numbers_and_lines_that_look_like_headers_are_none():
    numbers, kinds = numbered_lines(DIFF.splitlines())
    assert kinds == ["file", "file", "file", "@", "", "-", "+", "+", "", ""]
    assert numbers == [
        *[("", "")] * 4,
        ("3", "3"),
        ("4", ""),
        ("", "4"),
        ("", "5"),
        ("5", "6"),
        ("", ""),
    ]


def test_a_diff_says_by_colour_and_sign_what_came_and_went(qtbot):
    made = DiffView()
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    made.show_diff(read_diff(DIFF))
    settle()
    grounds = [made.ground(line) for line in range(1, 11)]
    assert grounds[5] != grounds[6]
    assert grounds[4] == ""
    assert made.labels(8) == ("", "5")
    made.grab()


@given(st.text(alphabet="+- @\\ab1,\n", max_size=120))
def test_any_text_is_numbered_line_by_line(text):
    lines = text.split("\n")
    numbers, kinds = numbered_lines(lines)
    assert len(numbers) == len(kinds) == len(lines)
