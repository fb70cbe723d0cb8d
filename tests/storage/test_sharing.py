"""Several processes on one data folder: leases, the inbox, and noticing what others wrote."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Awaitable, Callable

import pytest

from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Continue, Interject, Pause
from disputatio.debate.log.events import DebateResumed
from disputatio.storage.catalogue import Catalogue
from disputatio.storage.leases import STALE, UNFETCHED, WATCHED, Inbox, Leases, Watch, process_lives
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.projections import Summary, summarise
from disputatio.storage.sqlite import raw
from disputatio.testing.debates import FrozenClock


async def test_one_process_holds_a_debate_until_it_lets_go(database) -> None:
    clock = FrozenClock()
    async with database() as one, database() as two:
        ours, theirs = Leases(one, clock, "ours"), Leases(two, clock, "theirs")
        assert await ours.take("d") is None
        assert await ours.take("d") is None
        refused = await theirs.take("d")
        assert refused is not None
        assert (refused.holder, refused.pid) == ("ours", os.getpid())
        assert set(await theirs.current()) == {"d"}
        await theirs.release()
        assert await ours.beat() == {"d"}
        await ours.release("d")
        assert await theirs.take("d") is None
        assert await ours.beat() == set()


async def test_a_stale_lease_is_taken_over_and_a_beat_keeps_it(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        ours, theirs = Leases(db, clock, "ours"), Leases(db, clock, "theirs")
        await ours.take("d")
        clock.advance(STALE - 1)
        await ours.beat()
        clock.advance(STALE - 1)
        assert await theirs.take("d") is not None
        clock.advance(WATCHED)
        assert await theirs.current() == {}
        assert await theirs.take("d") is None
        assert await ours.beat() == set()


async def test_whoever_comes_to_an_old_lease_looks_at_it_for_some_beats_and_then_takes_it(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        await Leases(db, clock, "ours").take("d")
        clock.advance(STALE + 1)
        assert await Leases(db, clock, "theirs").take("d") is None
        assert sum(clock.slept) >= WATCHED


class JumpingClock(FrozenClock):
    """Its time of day is set anew; what measures goes on. `beats` is called while somebody waits."""

    jumped = 0.0
    beats: Callable[[], Awaitable[object]] | None = None

    def now(self) -> float:
        return super().now() + self.jumped

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds)
        if self.beats is not None:
            await self.beats()


@pytest.mark.parametrize("days", [1, -1, 400])
async def test_a_clock_that_jumps_takes_over_no_lease(database, days: int) -> None:
    """A holder whose clock was set anew, and who beats on; and one whose clock differs from ours by days."""
    clock = JumpingClock()
    async with database() as one, database() as two:
        ours, theirs = Leases(one, clock, "ours"), Leases(two, clock, "theirs")
        await ours.take("d")
        await theirs.current()
        clock.jumped = days * 86_400.0
        clock.beats = ours.beat
        assert set(await theirs.current()) == {"d"}
        assert set(await Leases(two, clock, "new").current()) == {"d"}
        for newcomer in (theirs, Leases(two, clock, "new")):
            refused = await newcomer.take("d")
            assert refused is not None
            assert refused.holder == "ours"
        assert await ours.beat() == {"d"}
        elsewhere = JumpingClock()  # its day is another one

        async def beats() -> None:
            clock.advance(1)
            await ours.beat()

        elsewhere.beats = beats
        assert await Leases(two, elsewhere, "elsewhere").take("d") is not None
        assert await ours.beat() == {"d"}


async def test_a_heartbeat_from_the_future_keeps_a_lease_no_longer_than_others(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        ours, theirs = Leases(db, clock, "ours"), Leases(db, clock, "theirs")
        await ours.take("d")
        await db.write(lambda c: raw(c).execute("UPDATE leases SET heartbeat = 9e12") and None)
        assert await theirs.take("d") is not None
        clock.advance(STALE)
        assert await theirs.take("d") is None


async def test_the_lease_of_a_process_that_is_gone_is_free_at_once(database) -> None:
    clock = FrozenClock()
    async with database() as db:
        await Leases(db, clock, "gone").take("d")
        gone = _pid_of_an_ended_process()
        await db.write(lambda c: raw(c).execute("UPDATE leases SET pid = ?", (gone,)) and None)
        assert await Leases(db, clock, "ours").take("d") is None
        await db.write(lambda c: raw(c).execute("UPDATE leases SET pid = ?, host = 'elsewhere'", (gone,)) and None)
        assert await Leases(db, clock, "theirs").take("d") is not None


def _pid_of_an_ended_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_living_processes_are_told_from_others() -> None:
    assert process_lives(os.getpid())
    assert process_lives(1)
    assert not process_lives(0)


async def test_commands_are_handed_out_once_in_order_to_their_debate(database) -> None:
    clock = FrozenClock()
    async with database() as one, database() as two:
        inbox, holder = Inbox(one, clock), Inbox(two, clock)
        await inbox.put("d", Pause(why="w"))
        await inbox.put("other", Continue())
        await inbox.put("d", Interject(text="wait", to="critic"))
        letters = await holder.waiting_for("d")
        assert [each.command for each in letters] == [Pause(why="w"), Interject(text="wait", to="critic")]
        assert not await inbox.carried_out(letters[0].id)
        await SqliteEventLog(two, clock).append("d", [DebateResumed()], None, [each.id for each in letters])
        assert await inbox.carried_out(letters[0].id)
        assert await holder.waiting_for("d") == []
        assert [each.command for each in await inbox.waiting_for("other")] == [Continue()]


async def test_a_refusal_reaches_the_sender_once_and_is_no_letter_any_more(database) -> None:
    clock = FrozenClock()
    async with database() as one, database() as two:
        inbox, holder = Inbox(one, clock), Inbox(two, clock)
        letter = await inbox.put("d", Continue())
        await holder.refuse(letter, Refused("It runs already.", "Wait."))
        assert await holder.waiting_for("d") == []
        with pytest.raises(Refused, match=r"It runs already\. Wait\."):
            await inbox.carried_out(letter)
        assert await inbox.carried_out(letter)
        old = await inbox.put("d", Continue())
        await holder.refuse(old, Refused("No."))
        clock.advance(UNFETCHED + 1)
        await holder.refuse(0, Refused("No."))
        assert await inbox.carried_out(old)  # nobody asked in time


async def test_a_letter_that_cannot_be_read_keeps_no_other_from_being_read(database) -> None:
    clock = FrozenClock()
    async with database() as one:
        inbox = Inbox(one, clock)
        unknown = await inbox.put("d", Continue())
        await one.write(lambda c: raw(c).execute("UPDATE inbox SET type = 'levitate/7'") and None)
        await inbox.put("d", Pause(why="w"))
        assert [each.command for each in await inbox.waiting_for("d")] == [Pause(why="w")]
        with pytest.raises(Refused, match="newer"):
            await inbox.carried_out(unknown)


async def test_news_of_other_processes_is_noticed_once(database) -> None:
    clock = FrozenClock()
    async with database() as one, database() as two:
        watch, log = Watch(one), SqliteEventLog(two, clock)
        assert not await watch.look()
        await log.append("d", [DebateResumed(), DebateResumed()])
        assert (await watch.look()).heads == {"d": 2}
        assert not await watch.look()
        await Inbox(two, clock).put("d", Continue())
        news = await watch.look()
        assert (news.heads, news.letters) == ({}, frozenset({"d"}))
        await two.write(lambda c: raw(c).execute("DELETE FROM debates") and None)
        assert (await watch.look()).departures == frozenset({"d"})


async def test_what_a_list_shows_of_a_debate_is_news_too(database) -> None:
    """A new title, a score that is written after the end, a debate put into the bin and taken out again."""
    clock = FrozenClock()
    async with database() as one, database() as two:
        watch, log, catalogue = Watch(one), SqliteEventLog(two, clock), Catalogue(two, clock)
        await log.append("d", [DebateResumed()])
        assert (await watch.look()).listings == frozenset({"d"})
        await catalogue.rename("d", "Another title")
        news = await watch.look()
        assert (news.heads, news.listings) == ({}, frozenset({"d"}))
        await summarise(two, "d", Summary(outcome="consensus", score=0.9, method="points"))
        assert (await watch.look()).listings == frozenset({"d"})
        await catalogue.delete("d")
        news = await watch.look()
        assert (news.departures, news.listings) == (frozenset({"d"}), frozenset({"d"}))
        await catalogue.restore("d")
        assert (await watch.look()).heads == {"d": 1}
        await Inbox(two, clock).put("d", Continue())
        assert (await watch.look()).listings == frozenset()
