"""Cycles are looked for in the thread of the window alone, and all of them when it rests."""

import asyncio
import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from disputatio.debate.log.turns import Past
from disputatio.faces.gui.shell import event_loop as collecting
from disputatio.faces.gui.shell.event_loop import YOUNG, Collector, EventLoop


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def window(qtbot, qapp):
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def collector(window, monkeypatch):
    monkeypatch.setattr(collecting, "REST", 0)
    made = Collector(window)
    yield made
    made.stop()


def old_knot() -> weakref.ref[Knot]:
    """One that only a full collection finds."""
    knot = Knot()
    gc.collect()
    return weakref.ref(knot)


def test_what_a_start_makes_is_permanent_until_the_end(window):
    made = Collector(window)
    try:
        assert gc.get_freeze_count() > 10_000
    finally:
        made.stop()
    assert gc.get_freeze_count() == 0


@pytest.fixture
def looked() -> Iterator[list[tuple[int, bool]]]:
    """The generation of every collection, and whether it happened in the thread of the window."""
    found = []

    def note(phase, about):
        if phase == "start":
            found.append((about["generation"], threading.current_thread() is threading.main_thread()))

    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


def knots(count: int) -> None:
    for _ in range(count):
        Knot()


async def test_cycles_that_a_thread_makes_are_looked_for_in_the_thread_of_the_window_alone(loop, looked):
    looked.clear()
    await asyncio.to_thread(knots, 20 * YOUNG)
    knots(2 * YOUNG)
    await asyncio.sleep(0.01)
    assert looked
    assert all(ours and generation < 2 for generation, ours in looked)


async def test_knots_are_let_go_of_while_a_thread_goes_on_working(loop, looked):
    going, knot = threading.Event(), weakref.ref(Knot())

    def work():
        knots(2 * YOUNG)
        return going.wait(30)

    working = asyncio.ensure_future(asyncio.to_thread(work))
    async with asyncio.timeout(30):
        while knot() is not None:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.01)
    going.set()
    assert await working


async def test_nothing_is_looked_through_while_a_start_makes_what_is_permanent(loop, window, looked):
    looked.clear()
    with loop.collection_pause():
        kept = [[number] for number in range(10 * YOUNG)]
        await asyncio.sleep(0.01)
        assert (looked, len(kept)) == ([], 10 * YOUNG)
    await asyncio.sleep(0.01)
    assert looked, "it goes on afterwards"


async def test_a_start_that_fails_goes_on_collecting(loop, looked):
    with pytest.raises(OSError, match="no disk"), loop.collection_pause():
        raise OSError("no disk")
    looked.clear()
    knots(2 * YOUNG)
    await asyncio.sleep(0.01)
    assert looked


def test_threads_that_outlive_the_loop_do_not_collect_either(qapp, looked):
    gc.enable()  # as in a process that starts
    EventLoop(qapp).close()
    looked.clear()
    going_on = threading.Thread(target=knots, args=(20 * YOUNG,))
    going_on.start()
    going_on.join()
    assert looked == []


def test_everything_is_looked_through_when_it_is_wanted_and_the_window_rests(collector, qtbot):
    knot = old_knot()
    gc.collect(1)
    assert knot() is not None
    collector.want()
    collector.want()
    qtbot.waitUntil(lambda: knot() is None)
    assert not collector.wanted


def test_what_was_opened_is_looked_through_when_something_is_closed_and_not_before(collector, qtbot, looked):
    knot = old_knot()
    collector.keep()
    collector.collect()
    assert (knot() is not None, looked[-1]) == (True, (2, True))
    collector.want()
    qtbot.waitUntil(lambda: knot() is None)
    assert gc.get_freeze_count() > 10_000, "what is left is permanent again"


def test_what_outlived_a_collection_is_not_looked_through_again(collector):
    held = [Knot() for _ in range(100)]
    collector.collect()
    assert not any(each is held for each in gc.get_objects())


@pytest.mark.parametrize("ask", [Collector.want, Collector.look])
def test_while_somebody_speaks_nothing_large_is_looked_through(window, qtbot, monkeypatch, ask):
    monkeypatch.setattr(collecting, "REST", 0)
    monkeypatch.setattr(collecting, "OLD", 0)
    speaking = [True]
    made = Collector(window, lambda: bool(speaking))
    try:
        knot = old_knot()
        ask(made)
        made.collect()
        assert (knot() is not None, made.wanted) == (True, True)
        speaking.clear()
        qtbot.waitUntil(lambda: knot() is None)
    finally:
        made.stop()


def test_where_much_has_become_old_even_speakers_do_not_put_it_off(window, monkeypatch):
    monkeypatch.setattr(collecting, "VERY_OLD", 0)
    made = Collector(window, lambda: True)
    try:
        knot = old_knot()
        made.collect()
        assert knot() is None
    finally:
        made.stop()


def press(window: QWidget) -> None:
    key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier)
    QCoreApplication.sendEvent(window.windowHandle(), key)


def test_hands_on_the_window_put_it_off(collector, window, qtbot):
    collector.want()
    collector.rest.stop()
    press(window)
    assert collector.wanted
    qtbot.waitUntil(lambda: not collector.wanted)
    press(window)
    assert not collector.wanted, "nobody listens any more"


@pytest.mark.parametrize("kind", [QDialog, QMenu])
def test_a_dialog_or_a_menu_is_no_rest(collector, window, qtbot, kind):
    knot = old_knot()
    above = kind(window)
    if isinstance(above, QMenu):
        above.addAction("Something")
        above.popup(window.pos())
    else:
        above.open()
    collector.want()
    collector.collect()
    assert collector.wanted
    assert knot() is not None
    above.close()
    qtbot.waitUntil(lambda: knot() is None)


def test_much_that_has_become_old_is_looked_through_although_nothing_was_closed(collector, qtbot, monkeypatch):
    knot = old_knot()
    collector.look()
    assert not collector.wanted
    monkeypatch.setattr(collecting, "OLD", 0)
    collector.look()
    qtbot.waitUntil(lambda: knot() is None)


def test_a_window_that_was_never_shown_rests(qapp, qtbot, monkeypatch):
    monkeypatch.setattr(collecting, "REST", 0)
    hidden = QWidget()
    qtbot.addWidget(hidden)
    made = Collector(hidden)
    try:
        knot = old_knot()
        made.want()
        qtbot.waitUntil(lambda: knot() is None)
    finally:
        made.stop()


def pasts() -> int:
    """How many places of debates there are."""
    gc.unfreeze()
    return sum(type(each) is Past for each in gc.get_objects())


async def test_a_debate_that_was_closed_is_gone(loop, opened, monkeypatch):
    monkeypatch.setattr(collecting, "REST", 0)
    async with opened() as gui:
        made = Collector(gui.window)
        gui.window.debates.closed.connect(made.want)
        try:
            await gui.debate()
            live = gui.pane.live
            gone = [weakref.ref(each) for each in (gui.pane, live, live.session, live.session.hub, live.transcript)]
            said, id = len(live.session.past()), live.id
            before = pasts()
            del live
            await gui.window.places.leave(id)

            def let_go():
                """All of it. What a thread made of the debate just then holds it a little longer: look again."""
                if any(each() for each in gone) or pasts() > before - said:
                    made.want()
                    return False
                return not made.wanted

            await gui.until(let_go)
        finally:
            made.stop()
