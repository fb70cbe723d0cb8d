"""Many debates at once in one application: each ends, none hears another, nothing is left over.

Whatever a participant is shown must be of its own debate. The question of each carries a token of its own; a speaker's
text is the hash of all that it was shown, so anything that leaks changes every later text, and the same debate held
alone must come to the same texts.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import hashlib
import json
import random
import re
import tracemalloc
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import pytest

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.debates.open_sessions import Session
from disputatio.app.debates.replay import replay
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Command, Continue, Interject, Pause, SetOption
from disputatio.debate.log.events import DebateEnded, OptionChanged, Spliced, TurnAsked, TurnCompleted, TurnCut
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.policies.speakers import TOPOLOGIES
from disputatio.engine.errors import BrokenStream, RateLimited, StorageHeld, Transient
from disputatio.engine.limits import Limits, RetryPolicy
from disputatio.engine.ports import Check, Finished, ModelInfo, Part, TextDelta
from disputatio.prompting.request import Request
from disputatio.testing.debates import assessment, recorder

T = TypeVar("T")
MANY = 120
TOKEN = re.compile(r"token-[0-9a-f]{12}")
FAST = Limits(
    retry=RetryPolicy(attempts=6, first=0.001, longest=0.01, hint_cap=0.01, broken_streams=6), breaker_failures=10**6
)


def token(number: int) -> str:
    return f"token-{hashlib.sha256(str(number).encode()).hexdigest()[:12]}"


@dataclass
class Crowd:
    """A provider for all debates. `trouble`: how often a call is refused, limited, or broken in the middle; while
    `pause` is not set, calls wait. `most` counts calls at once, `foreign` what was seen of other debates."""

    name: str
    seed: int = 0
    trouble: float = 0.0
    slowest: float = 0.004
    down: bool = False
    calls: int = 0
    now: int = 0
    most: int = 0
    foreign: list[str] = field(default_factory=list)
    pause: asyncio.Event = field(default_factory=asyncio.Event)
    title: str = "Crowd"

    def __post_init__(self) -> None:
        self.pause.set()

    def chat(self, model: str) -> CrowdModel:
        return CrowdModel(self, model)

    async def models(self) -> list[ModelInfo]:
        return []

    async def check(self) -> list[Check]:
        return []

    async def close(self) -> None:
        return None


@dataclass
class CrowdModel:
    provider: Crowd
    name: str

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        crowd = self.provider
        crowd.calls += 1
        rng = random.Random(f"{crowd.seed}/{crowd.calls}")
        crowd.now += 1
        crowd.most = max(crowd.most, crowd.now)
        try:
            await asyncio.sleep(rng.uniform(0, crowd.slowest))
            await crowd.pause.wait()
            if crowd.down:
                raise Transient("The server is down.", "Try later.")
            if rng.random() < crowd.trouble:
                raise rng.choice([Transient("Overloaded."), RateLimited("Too many.", after=0.002)])
            said = speech(request)
            breaks = rng.random() < crowd.trouble
            for start in range(0, len(said), 40):
                await asyncio.sleep(0)
                if breaks and start:
                    raise BrokenStream("The connection was lost.")
                yield TextDelta(text=said[start : start + 40])
            yield Finished(reason="stop", model=f"{crowd.name}:{self.name}", usage=None)
        finally:
            crowd.now -= 1
            crowd.foreign += foreign(request)


def foreign(request: Request) -> list[str]:
    """Tokens in a request that are not those of its own question."""
    shown = "\n".join((request.system, *(message.text for message in request.messages)))
    own = set(TOKEN.findall(request.brief.question))
    return [found for found in TOKEN.findall(shown) if found not in own]


def speech(request: Request) -> str:
    """What is said: a hash of everything that was shown, and the token of the debate; in form."""
    shown = (request.system, *(message.text for message in request.messages))
    digest = hashlib.sha256("\n".join(shown).encode()).hexdigest()[:16]
    own = TOKEN.findall(request.brief.question)[0]
    match request.brief.gives:
        case "say":
            return f"I am {own}, and what I read was {digest}."
        case "ledger":
            return str(recorder(f"I am {own}")(request))
        case "assessment":
            return assessment(disagree=[f"I am {own}; {digest} is wrong — {digest}"])
        case "synthesis" | "artifact":
            return f"# Synthesis of {own}\n\n{digest}"
        case _:
            return json.dumps({"items": []})


def config(number: int, provider: str = "crowd", rounds: int = 2) -> DebateConfig:
    model = f"{provider}:one"
    return DebateConfig(
        question=f"Is {token(number)} so?",
        seats=(SeatChoice(seat="analyst", model=model), SeatChoice(seat="critic", model=f"{provider}:two")),
        services={"clerk": model, "synthesis": model},
        options={"auto_continue": True, "rounds": rounds},
        seed=number,
    )


@asynccontextmanager
async def crowded(home: Path, *crowds: Crowd, limits: Limits = FAST) -> AsyncIterator[Application]:
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        for crowd in crowds:
            app.registry.add(crowd)
        asker = app.sessions._performer.asker
        asker._limits = asker.listener._limits = app.routing._limits = limits  # settings know no milliseconds
        yield app


async def start(app: Application, *configs: DebateConfig) -> list[Session]:
    prepared = [await app.prepare(each) for each in configs]
    return await together(*(app.open_and_run(each) for each in prepared))


async def ended(session: Session, patience: float = 180.0) -> None:
    """Until a debate is over; whatever pauses it or fails is continued."""
    async with asyncio.timeout(patience):
        while not (await session.wait_for_rest()).over:
            try:
                await session.submit(Continue())
            except Refused:
                await asyncio.sleep(0.001)


def texts(session: Session) -> dict[str, str]:
    return {r.event.path: r.event.text for r in session.hub.records if isinstance(r.event, TurnCompleted)}


async def meddle(session: Session, rng: random.Random) -> None:
    """A person who does things at random moments."""
    wishes: list[Command] = [Pause(), Pause(now=True), Interject(text="Mind the budget."), Continue()]
    for _ in range(3):
        await asyncio.sleep(rng.uniform(0, 0.3))
        try:
            await session.submit(rng.choice(wishes))
        except Refused:
            continue


@pytest.mark.may_block("a hundred debates are folded again to be compared")
async def test_a_hundred_debates_at_once(home: Path) -> None:
    crowd = Crowd("crowd", trouble=0.06)
    before = asyncio.all_tasks()
    async with crowded(home, crowd) as app:
        sessions = await start(app, *(config(number) for number in range(MANY)))
        people = [meddle(session, random.Random(n)) for n, session in enumerate(sessions[::2])]
        await together(*people, *(ended(session) for session in sessions))
        assert all(session.debate.over for session in sessions)
        assert crowd.foreign == []
        assert crowd.now == 0
        assert 2 <= crowd.most <= FAST.concurrency
        kinds = Counter(type(record.event) for session in sessions for record in session.hub.records)
        assert kinds[TurnCut] > 10  # there was trouble
        assert kinds[Spliced] > 10  # and people said something
        for number, session in enumerate(sessions):
            said = [text for path, text in texts(session).items() if "[person]" not in path]
            assert not [text for text in said if set(TOKEN.findall(text)) - {token(number)}]
            assert any(token(number) in text for text in said)
            assert await app.log.verify(session.id) == []
            await exactly_once(session)
        assert len({session.id for session in sessions}) == MANY
        for session in sessions:
            await app.sessions.release(session.id)
        assert app.sessions.running_debates() == []
        assert await app.sessions.leases.current() == {}
        assert await app.database.integrity_check() == []
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before


async def exactly_once(session: Session) -> None:
    """No turn was completed twice, and none was asked again after it was complete."""
    done: Counter[str] = Counter()
    for record in session.hub.records:
        if isinstance(record.event, TurnAsked):
            assert not done[record.event.path]
        if isinstance(record.event, TurnCompleted):
            done[record.event.path] += 1
    assert set(done.values()) == {1}


@pytest.mark.may_block("debates are compared")
async def test_a_debate_among_many_says_what_it_says_alone(home: Path) -> None:
    """The oracle: texts are hashes of all that was seen. Failures, retries and neighbours leave no trace in them."""
    chosen = (3, 17, 29)
    async with crowded(home / "many", Crowd("crowd", trouble=0.08)) as app:
        sessions = await start(app, *(config(number) for number in range(40)))
        await together(*(ended(session) for session in sessions))
        among = {number: texts(sessions[number]) for number in chosen}
    for number in chosen:
        async with crowded(home / str(number), Crowd("crowd", seed=99, slowest=0)) as app:
            [session] = await start(app, config(number))
            await ended(session)
            assert texts(session) == among[number]


@pytest.mark.may_block("debates are compared")
async def test_a_provider_that_is_down_drags_nobody_along(home: Path) -> None:
    """Its circuit opens, so that it is hardly asked any more; the debates of the other one do not notice."""
    dead, well = Crowd("dead", down=True), Crowd("well")
    limits = replace(FAST, breaker_failures=5, breaker_rest=3600.0)
    async with crowded(home, dead, well, limits=limits) as app:
        sessions = await start(app, *(config(n, "dead" if n % 2 else "well") for n in range(60)))
        await together(*(session.wait_for_rest() for session in sessions))
        for number, session in enumerate(sessions):
            assert session.debate.status == ("error" if number % 2 else "max_rounds")
        stuck = next(session for number, session in enumerate(sessions) if number % 2)
        assert "dead:one" in stuck.debate.why or "down" in stuck.debate.why
        assert dead.calls <= limits.breaker_failures + limits.concurrency
        assert app.routing.is_resting("dead:one")
        assert not app.routing.is_resting("well:one")
        dead.down = False
        app.routing.note_success("dead:one", 1.0)
        app.routing.note_success("dead:two", 1.0)
        await together(*(ended(session) for session in sessions))
        assert all(session.debate.status == "max_rounds" for session in sessions)
        assert dead.foreign == well.foreign == []


TABLE = """
name  = "table"
title = "Table"
do    = ["round", "synthesis"]
[options]
rounds   = 4
topology = "mesh"
[cast.people]
role  = "Participant"
seats = [5, 5]
[step.round]
repeat = "$rounds"
do     = ["turn"]
[step.turn]
ask   = "all"
order = "topology"
sees  = ["earlier round", "neighbours"]
"""


@pytest.mark.may_block("debates are folded again to be compared")
async def test_topologies_that_change_while_many_speak_mix_nothing_up(home: Path) -> None:
    """Each debate ends, hears nobody else's, asks nobody twice, and its log replays to the same."""
    crowd, people = Crowd("crowd", trouble=0.05), [f"people{n}" for n in ("", "-2", "-3", "-4", "-5")]
    async with crowded(home, crowd) as app:
        app.paths.formats.mkdir(parents=True, exist_ok=True)
        (app.paths.formats / "table.toml").write_text(TABLE, "utf-8")
        seats = tuple(SeatChoice(seat=seat, model="crowd:one") for seat in people)
        many = (replace(config(n, rounds=4), format="table", seats=seats) for n in range(40))
        sessions = await start(app, *many)

        async def change(session: Session, rng: random.Random) -> None:
            for name in rng.sample(TOPOLOGIES, len(TOPOLOGIES)):
                await asyncio.sleep(rng.uniform(0, 0.2))
                with suppress(Refused):  # it is so already, or the debate is over
                    await session.submit(SetOption(name="topology", value=name))

        changing = [change(session, random.Random(n)) for n, session in enumerate(sessions)]
        await together(*changing, *(ended(session) for session in sessions))
        kinds = Counter(type(record.event) for session in sessions for record in session.hub.records)
        assert kinds[OptionChanged] > 40
        assert crowd.foreign == []
        for session in sessions:
            await exactly_once(session)
            assert len([path for path in texts(session) if "/turn[" in path]) == 4 * len(people)
            assert await app.log.verify(session.id) == []
            assert replay(session.hub.records).same


@pytest.mark.alone
@pytest.mark.may_block("memory is measured")
async def test_memory_does_not_grow_with_what_is_over(home: Path) -> None:
    """Growth comes with every turn. What is loaded once, whenever that is, comes with one of them, and what a thread
    happens to hold as it is measured is gone in the next."""
    async with crowded(home, Crowd("crowd", trouble=0.03, slowest=0.0)) as app:
        used = []
        for turn in range(5):
            sessions = await start(app, *(config(turn * 100 + number) for number in range(16)))
            await together(*(ended(session) for session in sessions))
            for session in sessions:
                await app.sessions.release(session.id)
            del sessions, session
            forget()
            if turn == 0:
                tracemalloc.start()
            used.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert sorted(later - earlier for earlier, later in pairwise(used[1:]))[1] < 75_000, used


def forget() -> None:
    """Empties what is remembered to save time; its size is bounded."""
    gc.unfreeze()  # what was imported before the first test counts as permanent, and would not be found
    gc.collect()
    for cache in [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]:
        if (cache.__module__ or "").startswith("disputatio"):
            info = cache.cache_info()
            assert info.maxsize or info.currsize < 50, cache  # one a table, one a driver
            if info.maxsize:
                cache.cache_clear()
    gc.collect()


# Storage


class Full:
    """The log of the database, on a disk that is full from some moment on."""

    def __init__(self, log: Any) -> None:
        self.log, self.full, self.refused = log, False, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.log, name)

    async def append(self, *arguments: Any, **more: Any) -> Any:
        if self.full:
            self.refused += 1
            raise StorageHeld("The disk is full.", "Make room.")
        return await self.log.append(*arguments, **more)


@pytest.mark.may_block("debates are compared")
async def test_a_full_disk_holds_all_debates_and_loses_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("disputatio.engine.journal.HELD_RETRY", 0.02)
    crowd = Crowd("crowd")
    async with crowded(home, crowd) as app:
        disk = app.sessions.log = Full(app.log)  # type: ignore[assignment]
        sessions = await start(app, *(config(number) for number in range(40)))
        await until(lambda: crowd.calls > 60)
        disk.full = True
        await until(lambda: all(s.debate.over or s.runner.storage_fault for s in sessions if s.runner))
        await until(lambda: not any(s.runner and s.runner.flights for s in sessions))
        asked, refused = crowd.calls, disk.refused
        assert sum(bool(session.runner and session.runner.storage_fault) for session in sessions) > 20
        await until(lambda: disk.refused > refused + 100)  # each has tried again and again
        assert crowd.calls == asked  # nothing new was begun while nothing could be written
        for session in sessions:  # nobody was shown what is not on disk
            assert await app.log.read(session.id) == session.hub.records
        disk.full = False
        await together(*(ended(session) for session in sessions))
        for number, session in enumerate(sessions):
            assert session.debate.status == "max_rounds"
            assert await app.log.read(session.id) == session.hub.records
            assert await app.log.verify(session.id) == []
            await exactly_once(session)
            assert any(token(number) in text for text in texts(session).values())


# Two applications on one folder


@pytest.mark.may_block("two applications share a loop")
async def test_two_applications_share_a_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One drives, the other watches and sends commands; when the first is gone, the other goes on."""
    monkeypatch.setattr("disputatio.app.debates.upkeep.BEAT", 0.05)
    monkeypatch.setattr("disputatio.app.debates.upkeep.LOOK", 0.02)
    monkeypatch.setattr("disputatio.app.debates.open_sessions.ANSWER", 180.0)
    number = 7
    async with crowded(home, Crowd("crowd")) as watching:
        async with crowded(home, Crowd("crowd", slowest=0.01)) as driving:
            wanted = config(number)
            wanted = replace(wanted, options={**wanted.options, "auto_continue": False})
            [driven] = await start(driving, wanted)
            watched = await watching.sessions.acquire(driven.id)
            assert driven.here
            assert not watched.here
            await driven.wait_for_rest()
            await until(lambda: watched.debate.status == "paused")
            await watched.submit(Interject(text="Said elsewhere."))
            await until(lambda: any(event.by == "person" for event in said(watched)))
            assert driven.here
            assert not watched.here
            await until(lambda: hashes(watched) == hashes(driven))  # what is durable is shown in its own time
        await watched.submit(Continue())
        await ended(watched)
        assert watched.here
        assert watched.debate.status == "max_rounds"
        assert await watching.log.verify(watched.id) == []
        await exactly_once(watched)
        assert isinstance(watched.hub.records[-1].event, DebateEnded)
        await watching.sessions.release(watched.id)
        assert await watching.sessions.leases.current() == {}


@pytest.mark.may_block("two applications share a loop")
async def test_a_holder_that_hangs_is_replaced_and_can_write_no_more(
    home: Path, monkeypatch: pytest.MonkeyPatch, expected_logs: Callable[..., None]
) -> None:
    """It lost its heartbeat in the middle of a call (a laptop that slept). The other one asks again, once; what the
    first one gets in the end is not written into what the other has gone on with."""
    expected_logs("has taken over debate|events could not be written before the debate was released", at_least=1)
    monkeypatch.setattr("disputatio.app.debates.upkeep.BEAT", 0.05)
    monkeypatch.setattr("disputatio.app.debates.upkeep.LOOK", 0.02)
    monkeypatch.setattr("disputatio.engine.journal.HELD_RETRY", 0.05)
    slow, quick = Crowd("crowd", slowest=0.0), Crowd("crowd", slowest=0.0)
    async with crowded(home, quick) as other, crowded(home, slow) as first:
        slow.pause.clear()
        [hanging] = await start(first, config(5))
        await until(lambda: slow.now == 1)
        watched = await other.sessions.acquire(hanging.id)
        assert hanging.here
        assert not watched.here
        for task in first.sessions.tending.tasks:  # no heartbeat any more
            task.cancel()
        monkeypatch.setattr("disputatio.storage.leases.STALE", 1.0)  # longer than a busy machine keeps a loop waiting
        await until(lambda: watched.here)
        await ended(watched)
        records = list(watched.hub.records)
        slow.pause.set()
        await until(lambda: not slow.now)
        await asyncio.sleep(0.2)
        assert await other.log.read(watched.id) == records
        assert watched.debate.status == "max_rounds"
        assert await other.log.verify(watched.id) == []
        await exactly_once(watched)


def hashes(session: Session) -> list[str]:
    return [record.hash for record in session.hub.records]


def said(session: Session) -> list[TurnCompleted]:
    return [record.event for record in session.hub.records if isinstance(record.event, TurnCompleted)]


async def until(condition: Any) -> None:
    async with asyncio.timeout(180):
        while not condition():  # noqa: ASYNC110  what is awaited has no event of its own
            await asyncio.sleep(0.01)


async def together(*work: Coroutine[Any, Any, T]) -> list[T]:
    """All at once; the first that fails ends the others."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(each) for each in work]
    return [task.result() for task in tasks]
