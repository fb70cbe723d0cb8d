"""For everybody: what a screen reader finds in each screen, the keyboard, what runs from the right, a small window."""

import asyncio
import json
import os
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QDialog, QToolButton, QWidget

from disputatio.app.debate_files import take_in
from disputatio.app.paths import resource
from disputatio.faces.gui.shell.process import scale_everything
from disputatio.faces.gui.shell.window import NARROW
from disputatio.faces.gui.window_actions import PAGES, Do, ShowInspector, ShowView

ROLES = {
    QAccessible.Role.PushButton,
    QAccessible.Role.CheckBox,
    QAccessible.Role.RadioButton,
    QAccessible.Role.EditableText,
    QAccessible.Role.ComboBox,
    QAccessible.Role.SpinBox,
    QAccessible.Role.List,
    QAccessible.Role.Tree,
    QAccessible.Role.Table,
    QAccessible.Role.PageTabList,
    QAccessible.Role.Slider,
    QAccessible.Role.ProgressBar,
    QAccessible.Role.ButtonMenu,
}
"""What a person works with: each must have a name of its own."""
PRESSED = {
    QAccessible.Role.PushButton,
    QAccessible.Role.CheckBox,
    QAccessible.Role.RadioButton,
    QAccessible.Role.ComboBox,
    QAccessible.Role.ButtonMenu,
    QAccessible.Role.ProgressBar,  # the agreement: a figure, which opens where it comes from
}
"""What a click or a key presses as a whole."""
TOLD = {
    QAccessible.Role.ListItem,
    QAccessible.Role.TreeItem,
    QAccessible.Role.Cell,
    QAccessible.Role.PageTab,
    QAccessible.Role.StaticText,
    QAccessible.Role.Chart,
    QAccessible.Role.Pane,
}
"""What else may have the keyboard: it is gone through, read, or scrolled."""


def found(node, depth: int = 0) -> Iterator[tuple[QWidget, object]]:
    """What a screen reader finds below a node of the accessibility tree."""
    for place in range(node.childCount()):
        child = node.child(place)
        if child is None or not child.isValid() or child.state().invisible:
            continue
        yield child.object(), child
        yield from found(child, depth + 1)


def nameless(window: QWidget) -> list[str]:
    root = QAccessible.queryAccessibleInterface(window)
    missing = []
    for widget, node in found(root):
        named = node.text(QAccessible.Text.Name) or node.text(QAccessible.Text.Description)
        worked = node.role() in ROLES or node.state().focusable
        if not worked or named.strip() or not isinstance(widget, QWidget) or not widget.isVisible():
            continue
        if isinstance(widget.parent(), QAbstractScrollArea):
            continue  # its viewport and bars are parts of it
        around = []
        while widget is not None and len(around) < 5:
            around.append(type(widget).__name__)
            widget = widget.parent()
        missing.append(" in ".join(around))
    return missing


def unspoken(window: QWidget) -> list[str]:
    """Return what has the keyboard, or is pressed, and does not say as what."""
    wrong = []
    for widget, node in found(QAccessible.queryAccessibleInterface(window)):
        kind = type(widget).__name__
        if node.state().focusable and node.role() not in ROLES | TOLD:
            wrong.append(f"{kind} has the keyboard as {node.role().name}")
        if isinstance(widget, QAbstractButton) and node.role() == QAccessible.Role.CheckBox:
            group = widget.group()
            if group is not None and group.exclusive() and not isinstance(widget, QToolButton):  # Qt asks none of those
                wrong.append(f"{kind} is one of several as CheckBox")
        if not isinstance(widget, QWidget) or not widget.testAttribute(Qt.WidgetAttribute.WA_SetCursor):
            continue
        if widget.cursor().shape() == Qt.CursorShape.PointingHandCursor and node.role() not in PRESSED:
            wrong.append(f"{kind} is pressed as {node.role().name}")
    return sorted(set(wrong))


def faults(window: QWidget) -> list[str]:
    return nameless(window) + unspoken(window)


async def taken(gui, name="artificial-turf"):
    text = await asyncio.to_thread(lambda: resource("examples", f"{name}.json").read_text("utf-8"))
    done = await take_in(gui.app, json.dumps(json.loads(text)["debate"]))
    gui.window.open_debate(done.id)
    await gui.until(lambda: gui.window.debates.pane() is not None)
    await gui.rested()
    return done.id


async def test_everything_that_is_worked_with_has_a_name_and_says_what_it_is_in_every_screen(loop, opened):
    async with opened() as gui:
        gui.window.resize(1480, 920)
        missing = {"start": faults(gui.window)}
        await taken(gui)
        for view in ("transcript", "columns", "charts", "result"):
            gui.pane.carry_out(ShowView(view=view))
            await asyncio.sleep(0.3)
            missing[view] = faults(gui.window)
        gui.pane.carry_out(ShowView(view="transcript"))
        for name in gui.window.aside.panel.offered():
            gui.window.aside.show(ShowInspector(name=name))
            await asyncio.sleep(0.1)
            missing[name] = faults(gui.window)
        for page in PAGES:
            gui.window.places.show_page(page.name)
            await asyncio.sleep(0.3)
            missing[f"page {page.name}"] = faults(gui.window)
        gui.window.overlays.settings()
        await asyncio.sleep(0.3)
        for dialog in gui.window.findChildren(QDialog):
            if dialog.isVisible():
                missing[dialog.windowTitle()] = faults(dialog)
                dialog.reject()
        assert "Settings" in missing
        assert {screen: found for screen, found in missing.items() if found} == {}


async def test_the_sidebar_is_a_drawer_where_there_is_little_room(loop, opened):
    async with opened() as gui:
        window = gui.window
        window.resize(NARROW + 200, 700)
        await gui.until(lambda: window.sidebar.isVisible())
        assert not window.rail.isVisible()
        window.resize(800, 460)  # as one of 1,600 pixels in which everything is twice as large
        await gui.until(lambda: not window.sidebar.isVisible())
        assert window.rail.isVisible()
        window.rail.button.click()
        assert window.sidebar.isVisible()
        assert window.width() == 800, "nothing is pushed out"
        window.sidebar.new.click()
        assert not window.sidebar.isVisible(), "what was chosen has the room"
        window.commands.carry_out(Do.SIDEBAR)
        assert window.sidebar.isVisible(), "by keys, too"


async def test_in_a_low_window_the_text_of_an_ended_debate_has_the_room(loop, opened):
    async with opened() as gui:
        gui.window.resize(1200, 900)
        await taken(gui)
        gui.pane.show_view("transcript")
        await gui.until(lambda: gui.pane.banner.isVisible())
        gui.window.resize(740, 460)
        await gui.until(lambda: gui.pane.banner.isHidden())
        assert gui.pane.transcript.height() > 180
        gui.window.resize(1000, 700)
        await gui.until(lambda: gui.pane.banner.isVisible())
        gui.window.aside.toggle()
        await gui.until(
            lambda: gui.pane.banner.isHidden(), "beside an inspector it would take as many lines as the text"
        )
        await gui.until(lambda: gui.pane.transcript.height() > 400)
        gui.window.aside.toggle()
        await gui.until(lambda: gui.pane.banner.isVisible())


async def test_every_view_and_region_is_reached_without_a_pointer(loop, opened):
    async with opened() as gui:
        gui.window.resize(1480, 920)
        await taken(gui)
        gui.window.activateWindow()
        await gui.until(gui.window.isActiveWindow)
        shortcuts = {keys.toString(): action for action in gui.window.actions() for keys in action.shortcuts()}
        for keys, view in (
            ("Ctrl+Alt+G", "charts"),
            ("Ctrl+Alt+C", "columns"),
            ("Alt+9", "result"),
            ("Alt+0", "transcript"),
        ):
            shortcuts[keys].trigger()
            await gui.until(lambda view=view: gui.pane.view == view, view)
        reached = set()
        for _ in range(8):
            shortcuts["F6"].trigger()
            reached.add(type(gui.window.focusWidget()).__name__)
        assert {"Transcript", "ComposerText", "ConsensusGauge"} <= reached, reached


async def test_in_a_language_that_runs_from_the_right_everything_is_mirrored_and_still_there(loop, opened, qapp):
    before = qapp.layoutDirection()
    try:
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        async with opened() as gui:
            gui.window.resize(1480, 920)
            await taken(gui)
            sidebar, pane = gui.window.sidebar, gui.pane
            assert sidebar.mapToGlobal(sidebar.rect().center()).x() > pane.mapToGlobal(pane.rect().center()).x()
            for view in ("transcript", "columns", "charts", "result"):
                pane.carry_out(ShowView(view=view))
                await asyncio.sleep(0.2)
                inside = gui.window.rect()
                for widget in (pane, sidebar):
                    assert inside.contains(widget.mapTo(gui.window, widget.rect().center()))
            assert pane.header.title.label.text()
    finally:
        qapp.setLayoutDirection(before)


@pytest.mark.parametrize(("percent", "factor"), [(100, None), (150, "1.5"), (200, "2"), (75, "0.75")])
def test_the_size_of_everything_is_told_to_qt_before_it_begins(monkeypatch, percent, factor):
    monkeypatch.setenv("QT_SCALE_FACTOR", "")  # so that what is set below is gone in the end
    monkeypatch.delenv("QT_SCALE_FACTOR")
    scale_everything(percent)
    assert os.environ.get("QT_SCALE_FACTOR") == factor
    monkeypatch.setenv("QT_SCALE_FACTOR", "3")
    scale_everything(percent)
    assert os.environ["QT_SCALE_FACTOR"] == "3", "who has set it keeps it"
