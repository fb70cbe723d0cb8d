"""Fan-out to watchers: everything that was recorded, in order, whatever their pace; bounded for who never reads."""

from __future__ import annotations

import asyncio
import gc

from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.log.events import DebateResumed, Recorded
from disputatio.engine.hub import MOST_WAITING, Delta, Hub, Retrying, Settled, Update, Watcher


def record(seq: int) -> Recorded:
    return Recorded(seq=seq, at=0.0, prev_hash="", hash="", event=DebateResumed())


def retrying(number: int) -> Retrying:
    return Retrying(path="p", seconds=1.0, why="", attempt=number)


async def everything(hub: Hub, since: int = 0, pause: bool = False) -> list[Update]:
    found = []
    async for update in hub.updates(since):
        found.append(update)
        if pause:
            await asyncio.sleep(0)
    return found


@given(acts=st.lists(st.one_of(st.just("record"), st.integers(0, 3), st.just("yield")), max_size=40))
async def test_every_watcher_sees_every_record_in_order_and_all_text(acts: list[object]) -> None:
    hub, said = Hub(), dict.fromkeys(range(4), 0)
    watching = [asyncio.ensure_future(everything(hub, pause=pause)) for pause in (False, True)]
    await asyncio.sleep(0)
    for act in acts:
        if act == "record":
            hub.publish([record(len(hub.records) + 1)])
        elif act == "yield":
            await asyncio.sleep(0)
        else:
            assert isinstance(act, int)
            hub.signal(Delta(path=str(act), start=said[act], text="ab"))
            said[act] += 2
    hub.close()
    for one in watching:
        updates = await asyncio.wait_for(one, 60)
        assert [update.seq for update in updates if isinstance(update, Recorded)] == list(
            range(1, len(hub.records) + 1)
        )
        texts = dict.fromkeys(range(4), "")
        for update in updates:
            if isinstance(update, Delta):
                assert update.start == len(texts[int(update.path)])
                texts[int(update.path)] += update.text
        assert {path: len(text) for path, text in texts.items()} == said


async def test_signals_stand_where_they_happened_between_records() -> None:
    hub = Hub()
    watching = asyncio.ensure_future(everything(hub))
    await asyncio.sleep(0)
    hub.signal(retrying(1))
    hub.publish([record(1), record(2)])
    hub.signal(Settled())
    hub.publish([record(3)])
    hub.close()
    assert await watching == [retrying(1), record(1), record(2), Settled(), record(3)]


async def test_text_of_a_new_attempt_is_not_glued_to_the_old_one() -> None:
    hub = Hub()
    watching = asyncio.ensure_future(everything(hub))
    await asyncio.sleep(0)
    first, more = Delta(path="p", start=0, text="I beg"), Delta(path="p", start=5, text="in")
    again = Delta(path="p", start=0, text="Whole.")
    for delta in (first, more, again):  # no record lies between them: the log is held
        hub.signal(delta)
    hub.close()
    assert await watching == [Delta(path="p", start=0, text="I begin"), again]


async def test_who_never_reads_costs_little_and_still_gets_every_record() -> None:
    hub = Hub()
    updates = hub.updates()
    hub.publish([record(1)])
    assert await anext(updates) == record(1)
    for number in range(3 * MOST_WAITING):
        hub.signal(retrying(number))
        hub.publish([record(number + 2)])
    hub.close()
    found = [update async for update in updates]
    assert sum(isinstance(update, Retrying) for update in found) <= MOST_WAITING
    assert [update.seq for update in found if isinstance(update, Recorded)] == list(range(2, 3 * MOST_WAITING + 2))
    assert found[-2] == retrying(3 * MOST_WAITING - 1)


def watchers() -> int:
    """How many there are in memory: a hub that kept one would keep what is signalled, too."""
    gc.collect()
    return sum(isinstance(each, Watcher) for each in gc.get_objects())


async def test_who_stops_watching_is_forgotten(small_heap: None) -> None:
    hub, before = Hub([record(1)]), watchers()
    updates = hub.updates()
    await anext(updates)
    assert watchers() == before + 1
    await updates.aclose()  # type: ignore[attr-defined]
    cancelled = asyncio.ensure_future(everything(hub))
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.wait([cancelled])
    del updates, cancelled  # a fault remembers where it came from
    assert watchers() == before
    hub.close()
    assert await everything(hub) == [record(1)]
    assert await everything(hub, since=1) == []
