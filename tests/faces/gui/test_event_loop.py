import asyncio
import contextvars
import gc
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from disputatio.faces.gui.shell.event_loop import SWEEP, TURN, EventLoop


@pytest.fixture
def loop(qapp: QApplication) -> Iterator[EventLoop]:
    made = EventLoop(qapp)
    asyncio.set_event_loop(made)
    yield made
    for task in asyncio.all_tasks(made):
        task.cancel()
    made.run_until_complete(asyncio.sleep(0))
    made.close()
    asyncio.set_event_loop(None)


def run(loop: EventLoop, work: Coroutine[Any, Any, Any]) -> Any:
    return loop.run_until_complete(asyncio.wait_for(work, 30))


def test_callbacks_run_in_the_order_they_were_asked_for(loop):
    seen: list[int] = []

    async def ask():
        for number in range(500):
            loop.call_soon(seen.append, number)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    run(loop, ask())
    assert seen == list(range(500))


def test_what_a_callback_makes_ready_waits_for_the_next_turn(loop):
    seen: list[str] = []

    def first():
        loop.call_soon(seen.append, "third")
        seen.append("first")

    loop.call_soon(first)
    loop.call_soon(seen.append, "second")
    run(loop, asyncio.sleep(0.01))
    assert seen == ["first", "second", "third"]


def test_timers_fire_in_the_order_of_their_times_and_never_early(loop):
    seen: list[str] = []
    begun = loop.time()
    fired: list[float] = []

    def note(name: str, due: float) -> None:
        seen.append(name)
        fired.append(loop.time() - begun - due)

    loop.call_later(0.03, note, "late", 0.03)
    loop.call_later(0.01, note, "early", 0.01)
    loop.call_at(begun + 0.02, note, "middle", 0.02)
    loop.call_later(0, note, "now", 0.0)
    run(loop, asyncio.sleep(0.05))
    assert seen == ["now", "early", "middle", "late"]
    assert all(late >= 0 for late in fired)


def test_a_cancelled_callback_never_runs(loop):
    seen: list[str] = []
    soon = loop.call_soon(seen.append, "soon")
    later = loop.call_later(0.005, seen.append, "later")
    soon.cancel()
    later.cancel()
    run(loop, asyncio.sleep(0.02))
    assert seen == []


def test_cancelled_timers_are_not_kept(loop):
    async def many():
        for _ in range(5_000):
            async with asyncio.timeout(600):
                await asyncio.sleep(0)

    run(loop, many())
    assert loop.pending_timers <= 2 * SWEEP + 2


def test_a_timer_that_outlives_a_sweep_still_fires(loop):
    seen: list[str] = []

    async def work():
        loop.call_later(0.02, seen.append, "kept")
        for handle in [loop.call_later(60, seen.append, "never") for _ in range(3 * SWEEP)]:
            handle.cancel()
        await asyncio.sleep(0.04)

    run(loop, work())
    assert seen == ["kept"]
    assert loop.pending_timers <= SWEEP + 2


def test_an_exception_reaches_the_handler_and_the_rest_goes_on(loop):
    heard: list[BaseException] = []
    seen: list[str] = []
    loop.set_exception_handler(lambda _loop, context: heard.append(context["exception"]))

    def fail():
        raise ValueError("broken")

    loop.call_soon(fail)
    loop.call_soon(seen.append, "after")
    loop.call_later(0.001, fail)
    run(loop, asyncio.sleep(0.02))
    assert [str(error) for error in heard] == ["broken", "broken"]
    assert seen == ["after"]


def test_callbacks_keep_their_context(loop):
    name: contextvars.ContextVar[str] = contextvars.ContextVar("name", default="outside")
    seen: list[str] = []
    inside = contextvars.copy_context()
    inside.run(name.set, "inside")

    def note() -> None:
        seen.append(name.get())

    loop.call_soon(note, context=inside)
    loop.call_later(0.001, note, context=inside)
    loop.call_soon_threadsafe(note, context=inside)
    run(loop, asyncio.sleep(0.02))
    assert seen == ["inside"] * 3


def test_another_thread_can_wake_the_loop(loop):
    async def wait():
        done = asyncio.Event()
        seen: list[int] = []

        def elsewhere():
            for number in range(100):
                loop.call_soon_threadsafe(seen.append, number)
            loop.call_soon_threadsafe(done.set)

        thread = threading.Thread(target=elsewhere)
        thread.start()
        await done.wait()
        thread.join()
        return seen, await asyncio.to_thread(threading.get_ident)

    seen, other = run(loop, wait())
    assert seen == list(range(100))
    assert other != threading.get_ident()


def test_long_work_in_slices_lets_qt_timers_through(loop, qtbot):
    """200 callbacks of a millisecond: Qt's own events run between the slices, not after all of them."""
    from PySide6.QtCore import QTimer

    seen: list[str] = []
    for _ in range(200):
        loop.call_soon(lambda: (time.sleep(0.001), seen.append("work")))
    QTimer.singleShot(0, lambda: seen.append("qt"))
    run(loop, asyncio.sleep(0.3))
    assert seen.count("work") == 200
    assert seen.index("qt") < 150


def test_streams_tasks_groups_and_timeouts_work(loop):
    async def talk():
        async def answer(reader, writer):
            writer.write((await reader.readline()).upper())
            await writer.drain()
            writer.close()
            await writer.wait_closed()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]

        async def ask(word: str) -> bytes:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"{word}\n".encode())
            reply = await reader.read()
            writer.close()
            await writer.wait_closed()
            return reply

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(ask(word)) for word in ("one", "two", "three")]
        server.close()
        await server.wait_closed()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await asyncio.sleep(5)
        return [task.result() for task in tasks]

    assert run(loop, talk()) == [b"ONE\n", b"TWO\n", b"THREE\n"]


def test_a_generator_that_nobody_finishes_is_closed_by_the_loop(loop):
    closed = []
    finished = asyncio.Event()

    async def numbers():
        try:
            while True:
                yield 1
        finally:
            await asyncio.sleep(0)
            closed.append(asyncio.get_running_loop())
            finished.set()

    async def leave():
        async for _ in numbers():
            break
        gc.collect()
        async with asyncio.timeout(10):
            await finished.wait()

    loop.run_until_complete(leave())
    assert closed == [loop]


def test_a_closed_loop_refuses_and_says_so(qapp):
    made = EventLoop(qapp)
    made.close()
    with pytest.raises(RuntimeError, match="closed"):
        made.call_soon(print)


def test_a_coroutine_function_is_not_a_callback(loop):
    async def work():
        return None

    loop.set_debug(True)
    with pytest.raises(TypeError, match="task"):
        loop.call_soon(work)
    with pytest.raises(TypeError, match="no callback"):
        loop.call_later(1, None)


def test_threads_hand_over_sooner_while_there_is_a_loop(qapp):
    before = sys.getswitchinterval()
    made = EventLoop(qapp)
    try:
        assert sys.getswitchinterval() == pytest.approx(TURN)
    finally:
        made.close()
    assert sys.getswitchinterval() == pytest.approx(before)
