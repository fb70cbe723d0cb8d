"""The log on the database: durable, in order, chained, fenced; and what happens when the file cannot be written."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.debate.errors import Refused
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened, DebateResumed, Event, TurnAsked, TurnCompleted, TurnDrafted
from disputatio.engine.canonical import digest
from disputatio.engine.errors import NotFound, StorageHeld
from disputatio.storage.leases import STALE, Leases
from disputatio.storage.log import IdTaken, SqliteEventLog
from disputatio.storage.sqlite import choose, raw
from disputatio.storage.writer import QUIET
from disputatio.testing.debates import FrozenClock, MemoryLog

OPENED = DebateOpened(
    question="Which?", format=Format(name="dual", title="Dual", body=Block(name=""), cast=()), seats=(), options={}
)


def drafts(n: int) -> list[Event]:
    return [TurnDrafted(path="a", start=i, text=str(i)) for i in range(n)]


async def test_what_is_appended_is_read_back_and_chained(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        log = SqliteEventLog(db, clock)
        first = await log.append("d", [OPENED, *drafts(2)])
        clock.advance(5)
        second = await log.append("d", [DebateResumed()])
        assert await log.read("d") == [*first, *second]
        assert await log.read("d", since=3) == second
        assert [each.seq for each in (*first, *second)] == [1, 2, 3, 4]
        assert second[0].at == first[0].at + 5
        assert second[0].prev_hash == first[-1].hash
        assert await log.verify("d") == []
        assert await log.append("d", []) == []
        assert await log.read("unknown") == []
        with pytest.raises(NotFound, match="no debate 'unknown'"):
            await log.verify("unknown")


async def test_the_log_in_memory_is_the_same_to_the_hash(database) -> None:
    clock = FrozenClock()
    events = [OPENED, *drafts(3), TurnCompleted(path="a", text="é", data={"x": [1, 1.5, None]})]
    async with database() as db:
        stored = await SqliteEventLog(db, clock).append("d", events)
    assert await MemoryLog(clock).append("d", events) == stored


async def test_concurrent_debates_and_appends_stay_in_order(database) -> None:
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())

        async def debate(name: str) -> None:
            await log.append(name, [OPENED])
            async with asyncio.TaskGroup() as group:
                for i in range(20):
                    group.create_task(log.append(name, [TurnDrafted(path="p", start=i, text="")]))

        async with asyncio.TaskGroup() as group:
            for n in range(10):
                group.create_task(debate(f"d{n}"))
        for n in range(10):
            assert await log.verify(f"d{n}") == []
            starts = [each.event.start for each in (await log.read(f"d{n}"))[1:]]
            assert starts == list(range(20))


async def test_waiting_writes_share_a_transaction_and_each_is_told_its_own_result(database) -> None:
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())

        def broken(connection) -> None:
            raw(connection).execute("INSERT INTO requests VALUES ('half', 'done')")
            raise Refused("This one fails.")

        busy = asyncio.ensure_future(db.write(lambda _: time.sleep(0.05)))
        results = await asyncio.gather(  # noqa: TID251  the exceptions are what is looked at
            log.append("a", [OPENED]), db.write(broken), log.append("b", [OPENED]), return_exceptions=True
        )
        await busy
        assert [type(each) for each in results] == [list, Refused, list]
        assert await log.get("half") is None
        assert await log.verify("a") == await log.verify("b") == []


async def test_tampering_in_the_file_is_found(database) -> None:
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        await log.append("d", [OPENED, *drafts(4)])
        for sql, finding in (
            ("UPDATE events SET body = replace(body, '2', '7') WHERE seq = 4", "Event 4 (turn-drafted/1) was changed"),
            ("UPDATE events SET body = '{' WHERE seq = 5", "Event 5 (turn-drafted/1) was changed"),
            ("DELETE FROM events WHERE seq = 3", "Event 4 follows event 2"),
            ("DELETE FROM events WHERE seq >= 3", "The log ends at event 2, but 5 were recorded"),
        ):
            await db.write(lambda c, sql=sql: raw(c).execute(sql) and None)
            assert finding in " ".join(await log.verify("d"))


async def test_what_json_cannot_hold_comes_back_as_it_was_stored(database) -> None:
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        (record,) = await log.append("d", [TurnDrafted(path="a", start=0, text="half \ud83d")])
        assert await log.read("d") == [record]
        assert record.event == TurnDrafted(path="a", start=0, text="half �")


async def test_requests_are_stored_once_with_the_events_that_name_them(database) -> None:
    def asked(request: str) -> TurnAsked:
        return TurnAsked(path="p", seat="s", model="m", task="t", gives="say", heard="all", sees=(), request=request)

    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        await log.append("d", [OPENED, asked("a")], {"a": "one"})
        await log.append("e", [OPENED, asked("a"), asked("b")], {"a": "other", "b": "two"})
        assert (await log.get("a"), await log.get("b"), await log.get("c")) == ("one", "two", None)
        assert await log.requests("d") == {"a": "one"}
        assert await log.requests("e") == {"a": "one", "b": "two"}


async def test_a_request_that_was_replaced_or_left_out_is_found(database) -> None:
    kept, left_out = "what was sent", digest("what an export left out")
    asked = TurnAsked(path="p", seat="s", model="m", task="t", gives="say", heard="all", sees=(), request=digest(kept))
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        await log.append("d", [OPENED, asked], {digest(kept): kept})
        assert await log.verify("d") == []
        await db.write(lambda c: raw(c).execute("UPDATE requests SET body = 'something else'") and None)
        (finding,) = await log.verify("d")
        assert finding.startswith(f"The request {digest(kept)[:12]} was changed after it was sent")
        await log.append("d", [replace(asked, path="q", request=left_out)])
        assert "1 request is not stored (the first is that of event 3, q)" in (await log.verify("d"))[1]


async def test_a_process_that_lost_its_lease_cannot_write(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        ours, theirs = SqliteEventLog(db, clock, "ours"), Leases(db, clock, "theirs")
        leases = Leases(db, clock, "ours")
        await ours.append("d", [OPENED])
        assert await leases.take("d") is None
        await ours.append("d", drafts(1))
        clock.advance(STALE + 1)
        assert await theirs.take("d") is None
        with pytest.raises(StorageHeld, match="taken over this debate"):
            await ours.append("d", drafts(1))
        assert len(await ours.read("d")) == 2


async def test_whoever_does_not_know_of_what_was_written_meanwhile_cannot_write(database) -> None:
    """Whose lease it was is not known any more once it was given up."""
    async with database() as db:
        ours, theirs = SqliteEventLog(db, FrozenClock(), "ours"), SqliteEventLog(db, FrozenClock(), "theirs")
        await ours.append("d", [OPENED])
        await ours.append("d", drafts(1), after=1)
        await theirs.append("d", drafts(1), after=2)
        with pytest.raises(StorageHeld, match="taken over this debate"):
            await ours.append("d", drafts(1), after=2)
        assert len(await ours.read("d")) == 3


async def test_a_whole_log_is_taken_in_to_the_letter_or_not_at_all(database) -> None:
    async with database() as db, database("other.db") as other:
        source, target = SqliteEventLog(db, FrozenClock()), SqliteEventLog(other, FrozenClock(5.0))
        await source.append("d", [OPENED, *drafts(3)])
        rows = await source.rows("d")
        assert await target.add("d", rows, "Its title")
        assert not await target.add("d", rows)
        assert not await target.add("d", rows[:2]), "it has gone on since"
        assert await target.rows("d") == rows
        await SqliteEventLog(db, FrozenClock(7.0)).append("other", [OPENED, *drafts(1)])
        with pytest.raises(IdTaken, match="another debate with the id"):
            await target.add("d", await source.rows("other"))
        with pytest.raises(Refused, match="was changed"):
            await target.add("e", rows[1:])
        with pytest.raises(Refused, match="empty"):
            await target.add("e", [])
        assert (await target.append("d", drafts(1)))[0].seq == 5


async def test_a_locked_file_holds_the_debate_and_loses_nothing(database) -> None:
    async with database(wait=0.05) as db:
        log = SqliteEventLog(db, FrozenClock())
        await log.append("d", [OPENED])
        with closing(choose().connect(str(db.path), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageHeld, match=r"Another program holds .* continue"):
                await log.append("d", drafts(1))
            other.execute("ROLLBACK")
        await log.append("d", drafts(1))
        assert await log.verify("d") == []


async def test_a_file_that_is_locked_during_idle_work_can_be_written_afterwards(database) -> None:
    """Idle work begins by itself, with nobody to be told what is in the way: it must not take the writer with it."""
    async with database(wait=0.05) as db:
        log = SqliteEventLog(db, FrozenClock())
        tried = threading.Event()
        with closing(choose().connect(str(db.path), isolation_level=None)) as other:
            await log.append("d", [OPENED])
            other.execute("BEGIN IMMEDIATE")
            db.when_idle(lambda _: bool(tried.set()))
            await asyncio.sleep(3 * QUIET)  # in which the writer turns to its idle work
            assert not tried.is_set()
            with pytest.raises(StorageHeld, match="Another program holds"):
                async with asyncio.timeout(10):
                    await log.append("d", drafts(1))
            other.execute("ROLLBACK")
        async with asyncio.timeout(10):
            await log.append("d", drafts(1))
        assert await asyncio.to_thread(tried.wait, 10)
        assert await log.verify("d") == []


async def test_a_full_disk_holds_the_debate_and_loses_nothing(database) -> None:
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        await log.append("d", [OPENED])
        await db.write(lambda c: raw(c).execute("PRAGMA max_page_count = 1").fetchone())
        big = [TurnDrafted(path="a", start=0, text="x" * 200_000)]
        with pytest.raises(StorageHeld, match=r"disk is full.*Free some space"):
            await log.append("d", big)
        async with asyncio.TaskGroup() as group:
            for _ in range(3):
                group.create_task(_held(log, big))
        await db.write(lambda c: raw(c).execute("PRAGMA max_page_count = 1000000").fetchone())
        assert len(await log.read("d")) == 1
        await log.append("d", big)
        assert await log.verify("d") == []
        assert await db.integrity_check() == []


async def _held(log: SqliteEventLog, events: list[Event]) -> None:
    with pytest.raises(StorageHeld):
        await log.append("d", events)


async def test_a_slow_reader_blocks_neither_the_loop_nor_the_writer(database) -> None:
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        await log.append("d", [OPENED])
        started, finish = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def slow(connection) -> int:
            count = connection.exec_driver_sql("SELECT count(*) FROM events").scalar()
            loop.call_soon_threadsafe(started.set)
            finish.wait(10)
            assert connection.exec_driver_sql("SELECT count(*) FROM events").scalar() == count
            return count

        reading = asyncio.ensure_future(db.read(slow))
        await started.wait()
        await log.append("d", drafts(3))
        assert not reading.done()
        finish.set()
        assert await reading == 1


async def test_closing_writes_what_waits_and_refuses_what_comes_after(database) -> None:
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        waiting = [asyncio.ensure_future(log.append("d", [OPENED])) for _ in range(5)]
        await asyncio.sleep(0)
        await db.close()
        assert [each.done() for each in waiting] == [True] * 5
        with pytest.raises(StorageHeld, match="closed"):
            await log.append("d", [OPENED])
        with pytest.raises(StorageHeld, match="closed"):
            await log.read("d")
    async with database() as db:
        assert len(await SqliteEventLog(db, FrozenClock()).read("d")) == 5


WRITER = """
    import asyncio, sys
    from pathlib import Path
    from disputatio.debate.log.events import TurnDrafted
    from disputatio.storage.database import Database
    from disputatio.storage.log import IdTaken, SqliteEventLog
    from disputatio.testing.debates import FrozenClock

    async def main():
        log = SqliteEventLog(await Database.open(Path(sys.argv[1])), FrozenClock())
        while True:
            (record,) = await log.append("d", [TurnDrafted(path="a", start=0, text="x" * 500)])
            print(record.seq, flush=True)

    asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")
async def test_a_killed_process_loses_nothing_that_it_was_told_is_durable(database, tmp_path: Path) -> None:
    for tries in range(3):
        seen = await asyncio.to_thread(_killed_after, tmp_path / "disputatio.db", 20 + 7 * tries)
        async with database() as db:
            log = SqliteEventLog(db, FrozenClock())
            assert (await log.head("d")).seq >= seen
            assert await log.verify("d") == []
            assert await db.integrity_check() == []


def _killed_after(path: Path, appends: int) -> int:
    """Kill a writer after some appends; the place that it was last told of."""
    command = [sys.executable, "-c", textwrap.dedent(WRITER), str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as process:
        assert process.stdout is not None
        seen = [int(process.stdout.readline()) for _ in range(appends)]
        process.send_signal(signal.SIGKILL)
        seen += [int(line) for line in process.stdout.read().split("\n")[:-1]]
    return seen[-1]
