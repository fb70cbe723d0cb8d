"""What is read along begins where the language does: at the left, or at the right, with columns, axes, steps, trees and
arrow keys. Both ways are asked the same; only the sign differs."""

import asyncio
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from tests.faces.gui_screens.test_charts import example
from tests.faces.gui_screens.test_phases_view import phases

from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.window_actions import ShowInspector, ShowView

ONWARDS = {Qt.LayoutDirection.LeftToRight: Qt.Key.Key_Right, Qt.LayoutDirection.RightToLeft: Qt.Key.Key_Left}


@pytest.fixture(params=list(ONWARDS), ids=["from the left", "from the right"])
def along(request, qapp):
    """Whether the second of some pixels is further on than the first, as one reads."""
    before = qapp.layoutDirection()
    qapp.setLayoutDirection(request.param)
    sign = 1 if request.param is Qt.LayoutDirection.LeftToRight else -1
    yield lambda *places: all(sign * one < sign * other for one, other in pairwise(places))
    qapp.setLayoutDirection(before)


@pytest.fixture
def onwards(along, qapp):
    """The arrow key that leads on."""
    return ONWARDS[qapp.layoutDirection()]


def left(widget, inside):
    return widget.mapTo(inside, QPoint()).x()


def whole(chart):
    return QRectF(chart.rect())


async def test_participants_stand_in_columns_as_one_reads(loop, opened, along):
    async with opened() as gui:
        await example(gui, "fourteen-repositories")
        gui.pane.carry_out(ShowView(view="columns"))
        view = gui.pane.page("columns")
        await gui.until(lambda: view.cells and view.isVisible())
        first = [next(cell for key, cell in view.cells.items() if f"[{seat}]" in key) for seat in ("analyst", "critic")]
        await gui.until(lambda: along(*(left(cell, view) for cell in first)))


async def test_rounds_and_participants_are_drawn_as_one_reads(loop, opened, along):
    async with opened() as gui:
        charts = await example(gui, "fourteen-repositories")
        rounds = charts.agreement.boxes(whole(charts.agreement))
        assert len(rounds) == 3
        assert along(*(box.center().x() for box in rounds))
        readers = charts.hearing.boxes(whole(charts.hearing))
        assert along(*(box.center().x() for box in readers))


async def test_what_bears_on_a_statement_stands_further_on(loop, opened, along, onwards):
    async with opened() as gui:
        charts = await example(gui, "fourteen-repositories")
        chart = charts.map
        boxes = dict(zip(chart._nodes, chart.boxes(whole(chart)), strict=True))
        assert len(chart._ties) > 5
        for tie in chart._ties:
            assert along(boxes[tie.target].center().x(), boxes[tie.source].center().x())
        target = next(iter(chart._ties)).target
        chart.choose(list(chart._nodes).index(target))
        viewport = charts.area.viewport()
        seen = viewport.rect().translated(chart.mapFrom(viewport, QPoint()))
        assert seen.contains(boxes[target].center().toPoint()), "what is gone to is scrolled to"
        QTest.keyClick(chart, onwards)
        assert target in {tie.target for tie in chart._ties if tie.source == chart.key()}


async def test_an_arrow_key_goes_where_it_points(loop, opened, along, onwards):
    async with opened() as gui:
        chart = (await example(gui, "fourteen-repositories")).agreement
        for _ in range(2):
            QTest.keyClick(chart, onwards)
        assert chart.at == 1
        boxes = chart.boxes(whole(chart))
        assert along(boxes[0].x(), boxes[chart.at].x())


async def test_the_ledger_has_claims_first_and_what_is_below_them_further_on(loop, opened, along):
    async with opened() as gui:
        await example(gui, "artificial-turf")
        gui.window.aside.show(ShowInspector(name="ledger"))
        await gui.until(lambda: gui.window.aside.panel.views.get("ledger") is not None)
        tree = gui.window.aside.panel.views["ledger"].tree
        await gui.until(lambda: tree.model().rowCount() and tree.isVisible())
        header = tree.header()
        assert header.count() > 2
        assert along(*(header.sectionViewportPosition(column) for column in range(header.count())))
        aspect = tree.model().index(0, 0)
        claim = tree.model().index(0, 0, aspect)
        near = [tree.visualRect(index) for index in (aspect, claim)]
        starts = [box.left() if along(0, 1) else box.right() for box in near]
        assert along(*starts), "indented from the side on which one begins"


async def test_phases_and_versions_follow_each_other_as_one_reads(loop, opened, along, onwards):
    hold = asyncio.Event()
    async with opened() as gui:
        gui.window.resize(1480, 920)
        view = await phases(gui, hold)
        strip = view.head.strip
        await gui.until(lambda: strip.per_line == len(strip.cells))
        assert along(*(cell.x() for cell in strip.cells))
        assert all(strip.rect().contains(cell.geometry()) for cell in strip.cells)
        strip.cells[0].setFocus()
        QTest.keyClick(strip.cells[0], onwards)
        assert gui.window.focusWidget() is strip.cells[1]
        gui.window.resize(1000, 700)
        await gui.until(lambda: strip.per_line < len(strip.cells))
        line = strip.per_line
        await gui.until(lambda: along(*(cell.x() for cell in strip.cells[:line])))
        assert strip.cells[line].x() == strip.cells[0].x(), "the next line begins where the first does"
        assert strip.cells[line].y() > strip.cells[0].y()
        hold.set()
        await gui.rested()


def test_words_that_need_more_than_a_line_go_on_where_one_begins(qtbot, along):
    holder = QWidget()
    qtbot.addWidget(holder)
    row = FlowLayout(spacing=10)
    holder.setLayout(row)
    labels = [QLabel("mmmmmmmm") for _ in range(3)]
    for label in labels:
        row.addWidget(label)
    one = labels[0].sizeHint()
    holder.resize(2 * one.width() + 10, 4 * one.height())
    holder.show()
    assert along(labels[0].x(), labels[1].x())
    assert labels[2].x() == labels[0].x()
    assert labels[2].y() > labels[0].y()
