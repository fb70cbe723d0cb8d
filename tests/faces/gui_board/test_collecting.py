"""Cycles are looked for when the window rests, and what was closed is let go of then."""

import gc
import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from disputatio.debate.log.turns import Past
from disputatio.faces.gui.shell import event_loop as collecting
from disputatio.faces.gui.shell.event_loop import NEVER, Collector, collection_pause


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
    before = gc.get_threshold()
    made = Collector(window)
    try:
        assert gc.isenabled()
        assert gc.get_threshold()[2] == NEVER
        assert gc.get_freeze_count() > 10_000
    finally:
        made.stop()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_nothing_is_looked_through_while_a_start_makes_what_is_permanent(window):
    looked = []
    gc.callbacks.append(lambda phase, about: looked.append(about["generation"]))
    try:
        with collection_pause():
            kept = [[number] for number in range(10 * gc.get_threshold()[0])]
            made = Collector(window)
            during = list(looked)
    finally:
        gc.callbacks.pop()
        made.stop()
    assert gc.isenabled()
    assert (during, len(kept)) == ([], 10 * gc.get_threshold()[0])


def test_a_start_that_fails_leaves_the_collector_of_cycles_on():
    with pytest.raises(OSError, match="no disk"), collection_pause():
        raise OSError("no disk")
    assert gc.isenabled()


def test_everything_is_looked_through_when_it_is_wanted_and_the_window_rests(collector, qtbot):
    knot = old_knot()
    gc.collect(1)
    assert knot() is not None
    collector.want()
    collector.want()
    qtbot.waitUntil(lambda: knot() is None)
    assert not collector.wanted


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
    collector.rested()
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
