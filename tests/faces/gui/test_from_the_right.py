"""What is painted stands where one begins to read: at the left, or at the right."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel, QWidget

from disputatio.debate.views.participants import Participant
from disputatio.debate.views.planning import Plan, PlanNode
from disputatio.debate.views.stances import MarkAt, Move, TimelineItem
from disputatio.faces.gui.charts.plan import EDGE, PlanChart
from disputatio.faces.gui.charts.timeline import Timeline
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import YieldingButton
from disputatio.faces.gui.kit.labels import ElidedLabel, isolated
from disputatio.faces.gui.kit.layouts import column, from_the_side
from disputatio.faces.gui.kit.lists import Row, RowList
from disputatio.faces.gui.sources.code_pane import CodePane


@pytest.fixture
def from_the_right(qapp):
    before = qapp.layoutDirection()
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(before)


PART, WHOLE = QRectF(12, 3, 20, 5), QRectF(10, 0, 100, 40)


def test_a_part_keeps_its_distance_from_the_left(qapp):
    assert from_the_side(PART, WHOLE) == PART


def test_a_part_keeps_its_distance_from_the_right(from_the_right):
    found = from_the_side(PART, WHOLE)
    assert (WHOLE.right() - found.right(), found.top(), found.size()) == (2, 3, PART.size())
    assert from_the_side(found, WHOLE) == PART


def test_margins_and_programs_where_one_begins_at_the_right(qtbot, from_the_right):
    """Qt mirrors rows, and no margins; a program begins at the left in every language."""
    holder = QWidget()
    qtbot.addWidget(holder)
    found = column(of=holder, margins=(16, 1, 8, 2)).contentsMargins()
    assert (found.left(), found.top(), found.right(), found.bottom()) == (8, 1, 16, 2)
    program = CodePane()
    qtbot.addWidget(program)
    program.resize(200, 100)
    program.set_lines(["def merge(spans, apart, and_many_more, names_than, there_is, room_for):"])
    program.show()
    assert program.horizontalScrollBar().value() == 0
    assert program.cursorRect().left() < 40, "the beginning of the line is seen"


def _side(picture: QImage, colour: QColor) -> str:
    """Return in which half of a picture a colour is."""
    half, found = picture.width() // 2, set()
    for x in range(picture.width()):
        for y in range(picture.height()):
            if picture.pixelColor(x, y) == colour:
                found.add("left" if x < half else "right")
    return " and ".join(sorted(found))


def _drawn(qtbot) -> str:
    view = RowList("Rows")
    qtbot.addWidget(view)
    view.resize(QSize(300, 60))
    view.show_rows([Row(key="note:1", title="A", dot="orange")])
    view.show()
    return _side(view.grab().toImage(), QColor(theme.identity("orange", theme.current()).accent))


def test_the_sign_of_a_row_stands_at_the_left(qtbot):
    assert _drawn(qtbot) == "left"


def test_the_sign_of_a_row_stands_at_the_right_where_one_begins_there(qtbot, from_the_right):
    assert _drawn(qtbot) == "right"


@pytest.mark.parametrize(("name", "other"), [("chevron-right", "chevron-left"), ("panel-left", "panel-right")])
def test_an_icon_that_points_along_the_line_points_the_other_way(qtbot, from_the_right, name, other):
    def inked(turned, name):
        drawn = icons.drawn(name, "#000000", 24, 1.0, turned=turned).toImage()
        return {(x, y) for x in range(24) for y in range(24) if drawn.pixelColor(x, y).alpha() > 128}

    assert inked(True, name) == inked(False, other) != inked(False, name)
    assert icons.pixmap(name, "#000000", 24, 1.0) is icons.drawn(name, "#000000", 24, 1.0, turned=True)


ENGLISH, ARABIC = "Grass or artificial turf?", "هل نحتفظ به؟"


def test_a_title_of_another_direction_than_the_window_keeps_its_own(qapp):
    assert (isolated(ENGLISH), isolated(ARABIC)) == (ENGLISH, f"\u2068{ARABIC}\u2069")


def test_an_english_title_keeps_its_question_mark_where_one_writes_from_the_right(from_the_right):
    assert (isolated(ENGLISH), isolated(ARABIC)) == (f"\u2068{ENGLISH}\u2069", ARABIC)
    assert [isolated(text) for text in ("", "96 %", "…")] == ["", "96 %", "…"]


@pytest.mark.parametrize("made", [ElidedLabel, QLabel, YieldingButton])
def test_the_question_mark_is_painted_where_the_title_ends(qtbot, from_the_right, made):
    """Without its isolation, the picture is that of a title with the mark before its first word."""
    pictures = []
    for text in (ENGLISH, f"\u2068{ENGLISH}\u2069", f"\u2067{ENGLISH}\u2069"):
        label = made(text)
        qtbot.addWidget(label)
        label.resize(300, 30)
        pictures.append(label.grab().toImage())
    assert pictures[0] == pictures[1] != pictures[2]
    assert made(ENGLISH).text() == ENGLISH


LEADER, OTHER = (Participant(seat=seat, name=seat) for seat in ("leader", "other"))


def test_a_plan_begins_at_the_right_edge_where_one_begins_to_read_there(qtbot, from_the_right):
    chart = PlanChart()
    qtbot.addWidget(chart)
    chart.resize(1000, 200)
    nodes = tuple(PlanNode(seat=who.seat, who=who, state="waiting") for who in (LEADER, OTHER))
    chart.show_plan(Plan(nodes=nodes, edges=(("other", "leader"),)))
    leads, reports = chart.boxes(QRectF(chart.rect()))
    assert leads.right() == 1000 - EDGE
    assert reports.right() < leads.left()


def _timeline(qtbot, width):
    move = Move(who=LEADER, path="p", where="round 1", before="", after="", flip="argument")
    line = Timeline("Leader", "blue")
    qtbot.addWidget(line)
    line.resize(width, 120)
    stages = tuple(f"round {number}" for number in range(1, 7))
    line.show_item(TimelineItem(stages=stages, marks=tuple(MarkAt(at=at / 2, move=move) for at in range(11))))
    return [stop for stop in line.stops() if stop.mark]


def test_marks_of_a_timeline_lie_beside_one_another_with_their_sign_at_least(qtbot):
    stops = _timeline(qtbot, 300)
    assert len(stops) == 11
    assert not any(one.box.intersects(other.box) for one, other in combinations(stops, 2))
    assert {stop.words for stop in stops} == {"» by argument", "»"}
    assert all(stop.box.left() >= 0 and stop.box.right() <= 300 for stop in stops)


def test_marks_of_a_timeline_go_from_the_right_where_one_begins_to_read_there(qtbot, from_the_right):
    boxes = [stop.box for stop in _timeline(qtbot, 900)]
    assert [box.right() for box in boxes] == sorted((box.right() for box in boxes), reverse=True)
