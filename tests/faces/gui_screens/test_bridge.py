"""Where Qt and asyncio meet."""

import asyncio

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog

from disputatio.debate.errors import Refused
from disputatio.engine.hub import Delta
from disputatio.faces.gui.bridge import Bridge, Feed, answer


async def test_a_dialog_is_awaited_while_everything_else_goes_on(loop):
    dialog = QDialog()

    async def beside():
        for _ in range(4):
            await asyncio.sleep(0.005)
        assert dialog.isVisible()
        QTimer.singleShot(0, dialog.accept)

    going_on = asyncio.create_task(beside())
    async with asyncio.timeout(30):
        assert await answer(dialog) is True
        await going_on
    other = QDialog()
    QTimer.singleShot(10, other.reject)
    assert await answer(other) is False


async def test_a_dialog_that_is_given_up_closes(loop):
    dialog, closed = QDialog(), []
    dialog.finished.connect(closed.append)
    waiting = asyncio.create_task(answer(dialog))
    await asyncio.sleep(0.01)
    assert dialog.isVisible()
    waiting.cancel()
    await asyncio.wait([waiting])
    assert waiting.cancelled()
    assert closed == [QDialog.DialogCode.Rejected]


async def test_errors_for_the_person_and_bugs_go_different_ways(loop):
    bridge = Bridge()
    explained, crashed, taken = [], [], []
    bridge.explained.connect(explained.append)
    bridge.crashed.connect(crashed.append)

    async def fail(error):
        raise error

    refused = Refused("No.", "Try again.")
    bug = ZeroDivisionError()
    for work, failed in ((refused, None), (refused, taken.append), (bug, None)):
        await asyncio.wait([bridge.start(fail(work), failed)])
    await asyncio.sleep(0.01)
    assert (explained, taken, crashed) == ([refused], [refused], [bug])


async def test_closing_cancels_what_is_under_way(loop):
    bridge = Bridge()
    task = bridge.start(asyncio.sleep(60))
    await bridge.close()
    assert task.cancelled()


async def test_what_is_begun_after_closing_is_not_carried_out(loop):
    bridge, begun = Bridge(), []

    async def late():
        begun.append(True)

    await bridge.close()
    task = bridge.start(late())
    await asyncio.wait([task])
    assert task.cancelled()
    assert begun == []


async def test_work_is_given_up_when_nobody_waits_for_it_any_more(loop):
    bridge, dialog = Bridge(), QDialog()
    task = bridge.start(asyncio.sleep(60), over=dialog.finished)
    await asyncio.sleep(0)
    dialog.open()
    dialog.reject()
    await asyncio.wait([task])
    assert task.cancelled()
    dialog.deleteLater()


class Fast:
    """Three hundred updates at once."""

    async def updates(self, since=0):
        for number in range(300):
            yield Delta(path="a", start=number, text="x")
            if number % 100 == 0:
                await asyncio.sleep(0)
        await asyncio.sleep(60)


async def test_a_feed_delivers_everything_in_order_and_merged(loop):
    bridge, arrived = Bridge(), []
    feed = Feed(bridge, Fast())
    feed.arrived.connect(arrived.append)
    async with asyncio.timeout(10):
        while sum(map(len, arrived)) < 300:  # noqa: ASYNC110  a Qt signal sets no event
            await asyncio.sleep(0.01)
    assert [update.start for batch in arrived for update in batch] == list(range(300))
    assert len(arrived) < 10
    assert not bridge.busy, "nobody waits until an open debate has no more to tell"
    ending = bridge.start(asyncio.sleep(0))
    assert bridge.busy
    await asyncio.wait([ending])
    assert not bridge.busy
    feed.stop()
    await bridge.close()
