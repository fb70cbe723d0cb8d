"""Everything in the window is reached and done without a mouse: by key events alone."""

from __future__ import annotations

import asyncio
import json

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QDialog,
    QMenu,
    QTextEdit,
)
from tests.faces.gui_screens.keyboard import backwards, chord, focus, go, in_sight, press, told, typed, unreached, walk
from tests.faces.gui_screens.test_gates_in_the_window import waiting

from disputatio.app.debate_files import take_in
from disputatio.app.paths import resource
from disputatio.faces.gui.debate.strips import PlayingStrip
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.kit.focus import stops
from disputatio.faces.gui.kit.layouts import SteadyArea
from disputatio.faces.gui.shell.overlays import ShortcutsDialog
from disputatio.faces.gui.start.first_run import Way
from disputatio.faces.gui.transcript.message_card import MessageCard
from disputatio.faces.gui.window_actions import PAGES, ShowInspector, ShowView
from disputatio.library.workspace import Note, Project
from disputatio.providers.replay import AT_ONCE
from disputatio.testing.scripted import Hold

FAR = ("MessageCard", "Passage", "LedgerHeader", "in MessageActions", "QToolButton “Search”")
"""What has a handler of the mouse for its insides, which are reached; what the menu of a message has, too; the glass
in a field that Enter searches."""


async def active(gui, size=(1480, 920)):
    gui.window.resize(*size)
    gui.window.activateWindow()
    await gui.until(gui.window.isActiveWindow)
    await gui.until(lambda: gui.start.preparing.prepared is not None)


async def imported(gui, name="artificial-turf"):
    text = await asyncio.to_thread(lambda: resource("examples", f"{name}.json").read_text("utf-8"))
    return (await take_in(gui.app, json.dumps(json.loads(text)["debate"]))).id


async def taken(gui, name="artificial-turf"):
    gui.window.open_debate(await imported(gui, name))
    await gui.until(lambda: gui.window.debates.pane() is not None)
    await gui.rested()


def looked_through(window) -> dict[str, list[str]]:
    """What is wrong with the keyboard in what a window shows."""
    hidden: list[str] = []
    there = walk(look=lambda each: in_sight(each) or hidden.append(told(each)))
    back = walk(back=True)
    missed = [each for each in unreached(window, there) if not any(far in each for far in FAR)]
    one_way = [told(each) for each in {*there} ^ {*back} if each.isVisible()]
    order = backwards(there)
    found = {
        "against the order of reading": order,
        "not reached": missed,
        "out of sight": hidden,
        "one way only": one_way,
    }
    return {name: which for name, which in found.items() if which}


@pytest.mark.may_block("pictures of the window are read when they are first seen")
async def test_tab_and_arrows_reach_all_of_every_screen_and_come_back(loop, opened):
    async with opened() as gui:
        await active(gui)
        window, wrong = gui.window, {}
        gui.start.composer.text.setFocus()
        wrong["start"] = looked_through(window)
        gui.start.unfold.click()
        await asyncio.sleep(0.2)
        wrong["options"] = looked_through(window)
        await taken(gui)
        for view in ("transcript", "columns", "charts", "result"):
            gui.pane.carry_out(ShowView(view=view))
            await asyncio.sleep(0.3)
            gui.pane.header.more.setFocus()
            wrong[view] = looked_through(window)
        gui.pane.carry_out(ShowView(view="transcript"))
        for name in window.aside.panel.offered():
            window.aside.show(ShowInspector(name=name))
            await asyncio.sleep(0.2)
            gui.pane.header.more.setFocus()
            wrong[name] = looked_through(window)
        project = await gui.app.library.create(Project(name="Storage engine", description="One file."))
        await gui.app.library.create(Note(title="What to believe", body="## Why", project=project.id))
        for page in PAGES:
            window.places.show_page(page.name)
            await asyncio.sleep(0.3)
            assert window.isActiveWindow(), f"the keyboard went away from the page {page.name}"
            window.sidebar.field.setFocus()
            wrong[f"page {page.name}"] = looked_through(window)
        window.overlays.settings()
        dialog = window.overlays.preferences
        await gui.until(dialog.isVisible)
        dialog.activateWindow()
        await gui.until(dialog.isActiveWindow)
        for key in dialog.pages:
            dialog.open_at(key)
            await asyncio.sleep(0.1)
            wrong[f"settings {key}"] = looked_through(dialog)
        dialog.open_at("sandbox")
        await asyncio.sleep(0.1)
        dialog.pages["sandbox"].usual.show()  # as where another isolation was chosen that is not there
        pressed = []
        for button in dialog.findChildren(QAbstractButton):
            button.clicked.connect(lambda _checked=False, which=button: pressed.append(told(which)))
        go(next(each for each in stops(dialog) if isinstance(each, QAbstractSpinBox)))
        press(Qt.Key.Key_Return)
        assert pressed == [], "Enter in a field presses nothing that stands elsewhere"
        dialog.reject()
        assert not any(wrong.values()), json.dumps(
            {screen: found for screen, found in wrong.items() if found}, indent=1
        )


async def unmarked(window) -> list[str]:
    """What looks alike with the keyboard and without it."""
    found = []
    for widget in walk():
        if not await marked(window, widget) and widget.isVisible():
            found.append(told(widget))
        widget.setFocus()
    return found


async def marked(window, widget) -> bool:
    for pause in (0, 0.05, 0.3):  # what scrolls or changes is painted a moment later
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        await asyncio.sleep(pause)
        above = widget.parentWidget()
        edged = above if isinstance(above, MessageCard) else widget  # the edge of a card says so for its text
        box = QRect(edged.mapTo(window, QPoint()), edged.size()).adjusted(-3, -3, 3, 3)
        there = window.grab(box).toImage()
        widget.clearFocus()
        await asyncio.sleep(pause)
        if window.grab(box).toImage() != there:
            return True
    return False


@pytest.mark.may_block("a theme is read from its files")
@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
async def test_what_has_the_keyboard_is_seen_in_every_screen(loop, opened, qapp, look):
    if theme.current() is not look:
        theme.apply(qapp, look)
    try:
        async with opened() as gui:
            await active(gui)
            window, same = gui.window, {}
            gui.start.unfold.click()
            await asyncio.sleep(0.2)
            same["start"] = await unmarked(window)
            await taken(gui)
            for view in ("transcript", "columns", "charts", "result"):
                gui.pane.carry_out(ShowView(view=view))
                await asyncio.sleep(0.3)
                same[view] = await unmarked(window)
            gui.pane.carry_out(ShowView(view="transcript"))
            for name in ("overview", "ledger", "claims", "evidence", "run"):
                window.aside.show(ShowInspector(name=name))
                await asyncio.sleep(0.2)
                same[name] = await unmarked(window)
            for page in PAGES:
                window.places.show_page(page.name)
                await asyncio.sleep(0.3)
                same[page.name] = await unmarked(window)
            window.overlays.settings()
            dialog = window.overlays.preferences
            await gui.until(dialog.isVisible)
            dialog.activateWindow()
            await gui.until(dialog.isActiveWindow)
            for key in dialog.pages:
                dialog.open_at(key)
                await asyncio.sleep(0.1)
                same[f"settings {key}"] = await unmarked(dialog)
            dialog.reject()
            said = {screen: found for screen, found in same.items() if found}
            assert not said, json.dumps(said, indent=1, ensure_ascii=False)
    finally:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # nobody dresses a window that is gone
        if theme.current() is not LIGHT:
            theme.apply(qapp, LIGHT)


QUESTION = "Should the event log stay in SQLite?"


async def test_what_had_the_ring_may_go_and_the_next_thing_gets_it(loop, opened):
    async with opened() as gui:
        await active(gui)
        panel = QDialog(gui.window)
        words = QTextEdit("To be read", panel)
        words.setReadOnly(True)
        panel.open()
        press(Qt.Key.Key_Tab)
        words.setFocus(Qt.FocusReason.TabFocusReason)
        gui.window._focus_moved(None, words)
        assert gui.window.ring.widget() is words
        panel.deleteLater()
        await gui.until(lambda: not shiboken6.isValid(panel))
        gui.window._focus_moved(None, first_list(gui))
        assert gui.window.ring.widget() is first_list(gui)


async def test_who_clicks_sees_no_ring_and_that_of_a_page_is_around_its_bar(loop, opened):
    async with opened() as gui:
        await active(gui)
        press(Qt.Key.Key_Tab)
        QTest.mouseClick(gui.window.sidebar.rows["debates"], Qt.MouseButton.LeftButton)
        await gui.until(lambda: gui.window.places.page() == "debates")
        gui.window.places.pages["debates"].focus().setFocus()  # as what was clicked may do once it is there
        assert gui.window.ring.widget() is None
        page = gui.start.findChild(SteadyArea)
        gui.window.places.show_start()
        press(Qt.Key.Key_Tab)
        page.setFocusProxy(None)
        page.setFocus()
        assert gui.window.ring.widget() is page.verticalScrollBar()
        QTest.mouseClick(gui.start.composer.text, Qt.MouseButton.LeftButton)
        page.setFocus()
        assert gui.window.ring.widget() is None


def menu() -> QMenu:
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu), "no menu is open"
    return found


def pick(words: str) -> None:
    """Go down in the menu that is open to a line, and choose it."""
    for _ in menu().actions():
        press(Qt.Key.Key_Down)
        here = menu().activeAction()
        if here is not None and here.text().startswith(words):
            press(Qt.Key.Key_Return)
            return
    raise AssertionError(f"the menu has no {words}: {[each.text() for each in menu().actions()]}")


@pytest.mark.may_block("the format of the example is read again when it is played")
async def test_from_the_first_screen_to_an_example_its_result_and_a_debate_of_ones_own(loop, opened):
    async with opened() as gui:
        await active(gui)
        gui.window.places.show_start()
        await gui.until(lambda: gui.start.recordings.buttons)
        go(next(iter(gui.start.recordings.buttons.values())))
        press(Qt.Key.Key_Return)
        await gui.until(lambda: gui.window.debates.pane() is not None)
        strip = gui.pane.findChild(PlayingStrip)
        go(strip.buttons[1.0])
        press(Qt.Key.Key_Right, times=2)
        assert strip.buttons[AT_ONCE].isChecked()
        press(Qt.Key.Key_Space)
        await gui.rested()
        await gui.until(lambda: gui.debate.over)
        for keys, view in (
            ("Alt+0", "transcript"),
            ("Alt+9", "result"),
            ("Ctrl+Alt+C", "columns"),
            ("Ctrl+Alt+G", "charts"),
        ):
            chord(keys)
            await gui.until(lambda view=view: gui.pane.view == view, view)
        example = gui.window.debates.current
        chord("Ctrl+N")
        await gui.until(gui.start.composer.text.hasFocus)
        typed(QUESTION)
        go(gui.start.first_run.buttons[Way.REHEARSE])
        press(Qt.Key.Key_Return)
        await gui.until(lambda: gui.window.debates.current not in ("", example))
        await gui.until(lambda: any(turn.status == "done" for turn in gui.pane.live.transcript.turns.values()))
        assert gui.pane.live.transcript.question == QUESTION


async def test_a_debate_is_prepared_started_steered_and_kept(loop, opened):
    async with opened() as gui:
        await active(gui)
        go(gui.start.format.cards["dual"])
        press(Qt.Key.Key_Right)
        await gui.until(lambda: not gui.start.format.cards["dual"].isChecked())
        press(Qt.Key.Key_Left)
        await gui.until(lambda: gui.start.format.cards["dual"].isChecked())
        await gui.until(lambda: "analyst" in gui.start.seats.rows and gui.start.preparing.prepared is not None)
        await asyncio.sleep(0.5)
        go(gui.start.seats.rehearse)
        press(Qt.Key.Key_Return)
        await gui.until(lambda: gui.start.choices.rehearsed)
        go(gui.start.unfold)
        press(Qt.Key.Key_Space)
        go(gui.start.options.rounds)
        before = gui.start.options.rounds.value()
        press(Qt.Key.Key_Up)
        assert gui.start.options.rounds.value() == before + 1
        go(gui.start.composer.text)
        typed(QUESTION)
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        go(gui.start.composer.button)
        press(Qt.Key.Key_Return)
        await gui.until(lambda: gui.window.debates.pane() is not None)
        await gui.rested()
        chord("Ctrl+S")
        dialogs = lambda: [each for each in gui.window.findChildren(QDialog) if each.isVisible()]  # noqa: E731
        await gui.until(dialogs)
        dialog = dialogs()[0]
        await gui.until(lambda: dialog.save.isEnabled())
        dialog.activateWindow()
        await gui.until(lambda: focus().window() is dialog)
        go(dialog.save)
        press(Qt.Key.Key_Return)
        await gui.until(lambda: dialog.stored is not None)
        assert len(await gui.app.library.all(Note)) == 1
        await gui.until(lambda: not dialogs())
        await front(gui)
        chord("Ctrl+Shift+E")
        await gui.until(dialogs)
        dialogs()[0].activateWindow()
        await gui.until(lambda: focus().window() is dialogs()[0])
        first = focus()
        press(Qt.Key.Key_Down)
        assert focus() is not first
        assert focus().isChecked(), "the next format is chosen"
        press(Qt.Key.Key_Escape)


async def test_a_turn_is_paused_and_stopped(loop, opened):
    async with opened() as gui:
        await active(gui)
        held = Hold(asyncio.Event())
        await gui.converse(QUESTION, held)
        await gui.until(lambda: gui.pane.header.buttons["pause"].isVisible())
        await front(gui)
        go(gui.pane.header.buttons["pause"])
        press(Qt.Key.Key_Return)
        held.event.set()
        await gui.rested()
        assert gui.debate.why == "by you" or gui.debate.status == "paused"
        await front(gui)
        go(gui.pane.speaking.composer.text)
        typed("Assume a team of three.")
        press(Qt.Key.Key_Return)
        await gui.until(lambda: any(turn.by == "person" for turn in gui.pane.live.transcript.turns.values()))
        await gui.rested()
        await front(gui)
        go(gui.pane.header.main)
        before = gui.debate.why
        while (gui.debate.status, gui.debate.why) == ("paused", before):  # what has just appeared takes no key
            press(Qt.Key.Key_Return)
            await asyncio.sleep(0.05)
        press(Qt.Key.Key_Escape)
        await gui.rested()


async def test_a_gate_is_put_off_rejected_with_a_reason_and_approved(loop, opened):
    async with opened() as gui:
        await active(gui)
        await waiting(gui, "critique")
        await front(gui)
        card = gui.pane.approvals.card
        gui.pane.focus().setFocus()
        press(Qt.Key.Key_Escape)
        assert card.folded
        go(card.unfold)
        press(Qt.Key.Key_Space)
        assert not card.folded
        go(card.reject)
        press(Qt.Key.Key_Space)
        await gui.until(card.reason.hasFocus)
        typed("Name the file.")
        go(card.back)
        press(Qt.Key.Key_Space)
        await gui.until(lambda: card.question is not None and "gate-2" in card.question.key)
        await gui.until(card.approve.isEnabled)
        go(card.approve)
        press(Qt.Key.Key_Return)
        assert card.question is not None, "Enter approves nothing"
        asked = card.question.key
        press(Qt.Key.Key_Space)
        await gui.until(lambda: card.question is None or card.question.key != asked)
        assert gui.pane.isAncestorOf(focus()), f"{told(focus())} has the keyboard"


async def test_a_search_leads_to_the_place_and_escape_back(loop, opened):
    async with opened() as gui:
        await active(gui)
        here = await imported(gui)
        chord("Ctrl+Shift+F")
        assert gui.window.sidebar.field.hasFocus()
        typed("grass")
        press(Qt.Key.Key_Return)
        page = lambda: gui.window.places.pages["debates"]  # noqa: E731
        await gui.until(lambda: "debates" in gui.window.places.pages and page().cards)
        go(page().cards[here].rows[0])
        press(Qt.Key.Key_Return)
        await gui.until(lambda: gui.window.debates.current == here and gui.pane.view == "transcript")
        assert "result" not in gui.pane.pages, "it is opened where the words are"
        await gui.rested()
        chord("Ctrl+Shift+F")
        press(Qt.Key.Key_Escape)
        await gui.until(lambda: gui.window.debates.current == here)


async def test_a_note_is_written_and_found_and_no_page_lets_the_keyboard_go(loop, opened):
    async with opened() as gui:
        await active(gui)
        chord("Ctrl+B")
        library = gui.window.places.pages["library"]
        empty = library.shelves["notes"].section.empty
        await gui.until(empty.isVisible)
        go(empty.findChildren(QAbstractButton)[0])
        press(Qt.Key.Key_Return)
        await gui.until(library.writing.title.hasFocus)
        typed("Roof")
        press(Qt.Key.Key_Return)
        assert library.writing.body.edit.hasFocus(), "after the title comes the text"
        typed("Wool lasts longer than foam.")
        chord("Ctrl+S")
        await gui.until(lambda: library.writing.place is not None)
        press(Qt.Key.Key_Escape)
        notes = library.shelves["notes"].section.list
        await gui.until(notes.hasFocus)
        assert notes.key() == library.writing.place.key
        chord("Ctrl+Shift+F")
        typed("wool")
        press(Qt.Key.Key_Return)
        await gui.until(lambda: gui.window.places.page() == "debates")
        page = gui.window.places.pages["debates"]
        await gui.until(lambda: page.heading.text() == "1 note or document")
        for way in ("Down", "F6"):
            gui.window.sidebar.search()
            chord(way)
            assert page.kept.hasFocus(), way
            assert page.kept.key(), "its row shows that"
            assert gui.window.ring.widget() is None, "and no second frame around it"
        press(Qt.Key.Key_Return)
        await gui.until(lambda: gui.window.places.page() == "library" and library.stage.writes)
        await taken(gui)
        here = gui.window.debates.current
        for kind in PAGES:
            gui.pane.focus().setFocus()
            gui.window.places.show_page(kind.name)
            await asyncio.sleep(0.2)
            shown = gui.window.places.pages[kind.name]
            assert shown.isAncestorOf(focus()), f"{kind.name} lets {told(focus())} have the keyboard"
            gui.window.open_debate(here)
            await gui.until(lambda: gui.window.debates.current)
        gui.pane.show_view("code")
        assert gui.pane.isAncestorOf(focus()), "no code was written: there is nothing in it"


async def test_menus_tabs_charts_and_the_list_of_keys(loop, opened):
    async with opened() as gui:
        await active(gui)
        await taken(gui)
        await gui.until(lambda: first_list(gui) is not None)
        go(first_list(gui))
        press(Qt.Key.Key_Home)
        chord("Shift+F10")
        await gui.until(lambda: QApplication.activePopupWidget() is not None)
        assert "Open" in [each.text() for each in menu().actions()]
        press(Qt.Key.Key_Escape)
        await front(gui)
        panel = gui.window.aside.panel
        gui.pane.show_view("transcript")
        for aside, keys in ((gui.window.sidebar.field, "F8"), (panel.tabs, "F9")):
            go(aside)
            chord(keys)
            assert not aside.isVisible()
            assert gui.pane.focus().hasFocus(), "what had the keyboard is hidden"
            chord(keys)
        chord("F8")
        for _ in range(6):
            chord("F6")
            assert focus().isVisible(), "there is no region that is hidden"
        chord("Ctrl+Shift+F")
        assert gui.window.sidebar.field.hasFocus()
        assert gui.window.sidebar.isVisible()
        go(panel.tabs)
        press(Qt.Key.Key_Right)
        assert panel.current == "ledger"
        gui.pane.show_view("charts")
        await gui.until(lambda: gui.pane.page("charts").cards)
        drawn = gui.pane.page("charts").map
        await gui.until(lambda: drawn.isVisible() and drawn.key() is not None)
        await front(gui)
        go(drawn)
        before = drawn.zoom
        typed("+")
        assert drawn.zoom > before
        press(Qt.Key.Key_Down)
        press(Qt.Key.Key_Return)
        await gui.until(lambda: panel.current in ("ledger", "overview"))
        chord("Ctrl+/")
        await gui.until(lambda: any(isinstance(each, ShortcutsDialog) for each in gui.window.findChildren(QDialog)))


async def front(gui):
    """The window is in front again: without a desktop, nobody brings it there when a menu or dialog closes."""
    gui.window.activateWindow()
    await gui.until(gui.window.isActiveWindow)


def first_list(gui):
    return next((each for each in stops(gui.window.sidebar) if isinstance(each, QAbstractItemView)), None)
