"""Two debates side by side: by dragging from the sidebar, by its menu, and by keys."""

import asyncio

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from tests.faces.gui_screens.keyboard import chord, press, typed
from tests.faces.gui_screens.test_by_keyboard import active

from disputatio.app.actions.debates import CONTINUE
from disputatio.app.settings import declarations
from disputatio.faces.gui.kit.lists import Role
from disputatio.faces.gui.library.debate_index import dragged
from disputatio.faces.gui.shell.overlays import Palette

COPY, LEFT = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton


@pytest.fixture
def two(opened):
    """A window with two debates that rest, the second of which is shown: the window and both ids."""

    async def made(gui):
        await active(gui)
        gui.window.resize(1480, 920)
        ids = []
        for question in ("Is it so?", "Is it otherwise?"):
            gui.window.new_debate()
            await gui.converse(question)
            await gui.until(lambda: gui.pane.live.id not in ids)
            await gui.rested()
            ids.append(gui.pane.live.id)
        await gui.until(lambda: len(rows(gui)) == 2)
        return ids

    return made


def rows(gui):
    group = gui.window.sidebar.groups["Recent"]
    return {group.filter.index(row, 0).data(Qt.ItemDataRole.DisplayRole): row for row in range(group.filter.rowCount())}


def drag(gui, title, x):
    """Drag a debate of the sidebar over the middle of the window, at a share of its width, and let go."""
    group, middle = gui.window.sidebar.groups["Recent"], gui.window.places.middle
    index = group.filter.index(rows(gui)[title], 0)
    assert index.flags() & Qt.ItemFlag.ItemIsDragEnabled
    data = group.filter.mimeData([index])
    assert dragged(data) == group.filter.data(index, Role.KEY)
    at = QPointF(middle.width() * x, middle.height() / 2)
    entered = QDragEnterEvent(at.toPoint(), COPY, data, LEFT, Qt.KeyboardModifier.NoModifier)
    gui.window.places.middle.dragEnterEvent(entered)
    hinted = middle.hint.isVisible() and middle.hint.geometry()
    middle.dropEvent(QDropEvent(at, COPY, data, LEFT, Qt.KeyboardModifier.NoModifier))
    assert not middle.hint.isVisible()
    return entered.isAccepted(), hinted


async def test_a_debate_that_is_dragged_from_the_sidebar_stands_beside_the_one_that_is_shown(loop, opened, two):
    async with opened() as gui:
        first, second = await two(gui)
        debates, middle = gui.window.debates, gui.window.places.middle
        accepted, hinted = drag(gui, "Is it so?", 0.3)
        assert accepted
        assert hinted.left() >= middle.width() // 2 - 1, "the other side is for what comes"
        await gui.until(lambda: debates.sides == (second, first))
        panes = [debates.panes[id] for id in (second, first)]
        assert all(pane.isVisible() for pane in panes)
        lefts = [pane.mapToGlobal(QPoint()).x() for pane in panes]
        assert lefts[0] + panes[0].width() <= lefts[1]
        assert abs(panes[0].width() - panes[1].width()) < 20
        assert debates.current == first
        assert not gui.window.aside.shown, "both have the whole width"
        await active(gui)
        panes[0].speaking.field.setFocus()
        assert debates.current == second, "the person steers the one that has the keyboard"
        assert [pane.header.leave.isVisible() for pane in panes] == [True, True]
        QTest.mouseClick(panes[0].header.leave, LEFT)
        assert debates.sides == (first,)
        assert debates.current == first
        assert not panes[0].isVisible()
        assert not panes[1].header.leave.isVisible()
        assert gui.window.aside.shown == (panes[1].view == "transcript")


async def test_both_run_and_both_are_drawn(loop, opened, two):
    async with opened() as gui:
        first, second = await two(gui)
        gui.window.open_debate(first, side=1)
        await gui.until(lambda: gui.window.debates.sides == (second, first))
        panes = [gui.window.debates.panes[id] for id in (second, first)]
        before = [len(pane.transcript.store) for pane in panes]
        for pane in panes:
            pane.act(CONTINUE)
        await gui.until(lambda: all(pane.live.debate.over and gui.all_shown(pane) for pane in panes))
        assert all(len(pane.transcript.store) > count for pane, count in zip(panes, before, strict=True))
        assert gui.window.debates.sides == (second, first), "an end takes no place"


async def test_a_third_takes_the_place_it_is_dragged_to(loop, opened, two):
    async with opened() as gui:
        first, second = await two(gui)
        gui.window.new_debate()
        await gui.converse("Is it neither?")
        await gui.until(lambda: gui.pane.live.id not in (first, second))
        third = gui.pane.live.id
        gui.window.open_debate(first, side=1)
        await gui.until(lambda: gui.window.debates.sides == (third, first))
        await gui.until(lambda: "Is it otherwise?" in rows(gui))
        drag(gui, "Is it otherwise?", 0.2)
        await gui.until(lambda: gui.window.debates.sides == (second, first))
        gui.window.open_debate(third)
        await gui.until(lambda: gui.window.debates.sides == (third, first))
        gui.window.open_debate(first)
        await gui.until(lambda: gui.window.debates.current == first)
        assert gui.window.debates.sides == (third, first), "it was shown already"


async def test_by_keys_and_back_after_a_page(loop, opened, two):
    async with opened() as gui:
        first, second = await two(gui)
        chord("F7")
        await gui.until(lambda: gui.window.findChild(Palette) is not None)
        await gui.until(lambda: gui.window.findChild(Palette).field.hasFocus())
        typed("it so?")
        press(Qt.Key.Key_Return)
        await gui.until(lambda: gui.window.debates.sides == (second, first))
        seen = lambda: {id for id, pane in gui.window.debates.panes.items() if pane.isVisible()}  # noqa: E731
        gui.window.resize(740, 700)
        await gui.until(lambda: seen() == {first}, "where there is room for one, it is the one that is steered")
        assert gui.window.debates.sides == (second, first)
        gui.window.open_debate(second)
        await gui.until(lambda: seen() == {second})
        gui.window.resize(1480, 920)
        await gui.until(lambda: seen() == {first, second})
        gui.window.debates.turn_to(first)
        gui.window.places.show_page("library")
        assert gui.window.debates.sides == ()
        assert not gui.window.places.middle.second.isVisible()
        gui.window.open_debate(second)
        await gui.until(lambda: gui.window.debates.sides == (second, first))
        assert gui.window.debates.current == second
        await active(gui)
        chord("Shift+F7")
        assert gui.window.debates.sides == (second,)
        chord("Shift+F7")
        assert gui.window.toast.isVisible()


async def test_the_next_start_shows_both_again(loop, opened, two):
    async with opened() as gui:
        first, second = await two(gui)
        gui.window.open_debate(first, side=1)
        await gui.until(lambda: gui.window.debates.sides == (second, first))
        gui.window.debates.turn_to(second)
        kept = gui.window.layout_state()
        await asyncio.to_thread(gui.app.settings.set, declarations.WINDOW_LAYOUT.key, kept)
    async with opened() as gui:
        await gui.until(lambda: gui.window.listing.is_known(first))
        gui.window.show_last()
        await gui.until(lambda: gui.window.debates.sides == (second, first))
        await gui.until(lambda: gui.window.debates.current == second)


async def test_one_of_two_that_goes_to_the_bin_leaves_the_other(loop, opened, two):
    async with opened() as gui:
        first, second = await two(gui)
        gui.window.open_debate(first, side=1)
        await gui.until(lambda: gui.window.debates.sides == (second, first))
        await gui.window.places.leave(second)
        assert gui.window.debates.sides == (first,)
        assert gui.pane.live.id == first
        assert gui.pane.isVisible()
