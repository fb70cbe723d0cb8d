"""Debates that are killed at random moments, in every format: nothing that was shown is lost, no turn that completed is
asked or paid for again, and each ends as one that nobody touched.

Each debate is about a repository, keeps a branch there, remembers and recalls, runs programs and a command in isolation
where its format does and the machine can, and waits at every gate that its format has. Its participants are those of a
rehearsal under another name, so that nothing is left out as a mere rehearsal. What they answered in full goes into a
till beside the store: whoever is asked and not recorded as asked shows there.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from benchmarks.table import Figure
from disputatio.app.application import Application
from disputatio.app.audit import audit
from disputatio.app.bootstrap import application
from disputatio.app.debates.open_sessions import Session
from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.format import clerks
from disputatio.debate.ids import step_of
from disputatio.debate.log.commands import Continue, Review
from disputatio.debate.log.events import (
    DebateEnded,
    DebateOpened,
    FollowUpAsked,
    Recorded,
    TurnAsked,
    TurnCompleted,
    TurnDrafted,
    TurnFailed,
)
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.values import OptionValue
from disputatio.debate.walk.gates import open_gates
from disputatio.engine.canonical import canonical
from disputatio.engine.ports import Finished, Part, TextDelta
from disputatio.prompting.request import Request
from disputatio.providers.rehearsal import RehearsalModel, RehearsalProvider
from disputatio.repository.branches import open_branch
from disputatio.testing.repositories import commit

FORMATS = (
    *("adversarial", "collaboration", "collaborative", "council", "delphi", "devils-advocate", "dialogue", "dual"),
    *("eight-phase", "expert-panel", "proposition", "proposition-extended", "red-blue", "socratic"),
)
KILLS = 15
"""In each format, where all are measured: 210 together."""
QUESTION = "Should the cache be written through, and is it safe when the power fails during a write?"
FILES = {"README.md": "# Cache\n\nWrites go through.\n", "cache.py": "def write(key, value):\n    return key, value\n"}
PATCH = """

```diff
--- /dev/null
+++ b/extra_{name}.py
@@ -0,0 +1 @@
+EXTRA = 1
```
"""
"""What every proposal of an artifact ends with, so that there is something to check."""
COMMAND = "tests: /usr/bin/python3 -c \"import cache, glob; print(sorted(glob.glob('extra_*')))\""
PACE = 0.001
"""Seconds between the parts of an answer."""
OVER = "over"
"""What a debater says last."""


# ---- the debaters, in processes of their own ------------------------------------------------------------------------
class Troupe(RehearsalProvider):
    """`till`: the file in which each answer that was given in full is noted, by the hash of what it answers."""

    name = "troupe"
    title = "Troupe"

    def __init__(self, till: Path, pace: float) -> None:
        super().__init__(pace)
        self.till, self.pace = till, pace

    def chat(self, model: str) -> Player:
        return Player(self, model)


class Player:
    def __init__(self, troupe: Troupe, model: str) -> None:
        self._troupe, self._model = troupe, model

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        async for part in RehearsalModel(self._model, self._troupe.pace).stream(request):
            if isinstance(part, Finished):
                if request.brief.gives == "artifact":
                    name = hashlib.sha256(request.brief.path.encode()).hexdigest()[:8]
                    yield TextDelta(text=PATCH.format(name=name))
                with self._troupe.till.open("a") as till:
                    till.write(hashlib.sha256(canonical(request).encode()).hexdigest() + "\n")
                yield replace(part, model=f"troupe:{self._model}")
            else:
                yield part


async def opened(app: Application, format: str, repository: str) -> str:
    """Start a debate with everything that its format has: gates at each point, a branch, memory."""
    config = DebateConfig(
        question=QUESTION,
        format=format,
        seed=13,
        context=ContextChoice(kind="repository", ref=repository),
        options={"branch": True},
    )
    draft = await app.preview(config)
    known = draft.opening.options
    more: dict[str, OptionValue] = {"gates": [each for each in draft.points if not each.endswith(":")]}
    wished: dict[str, OptionValue] = {"auto_continue": True, "rounds": 2, "hooks": True}
    more |= {name: chosen for name, chosen in wished.items() if name in known}
    seats = tuple(
        SeatChoice(seat=seat.id, model="troupe:quick", name=f"Player of {seat.id}") for seat in draft.opening.seats
    )
    asked = {"clerk", "synthesis"}.intersection(clerks(draft.opening.format))
    services = dict.fromkeys(sorted(asked), "troupe:quick")
    whole = replace(config, seats=seats, services=services, options={**config.options, **more})
    prepared = await app.prepare(whole)
    try:
        return await app.start(prepared)
    except ConsentNeeded as needed:
        return await app.start(prepared, needed.asked)


async def debate(home: Home, id: str) -> None:
    """Debate to the end, approve whatever waits, and write down the place of every record that is shown."""
    async with application() as app:
        app.registry.add(Troupe(home.till, PACE))
        async with app.sessions.open(id) as session:
            telling = asyncio.create_task(_tell(session, home.published))
            while not (found := await session.wait_for_rest()).over:
                gates = open_gates(found)
                await session.submit(Review(approved=True, path=gates[0]) if gates else Continue())
            await app.branches.wait_until_committed(id, session)
            await telling


async def _tell(session: Session, published: Path) -> None:
    with published.open("a", buffering=1) as out:
        async for update in session.updates():
            if isinstance(update, Recorded):
                out.write(f"{update.seq}\n")
                if session.debate.over and update.seq == len(session.hub.records):
                    out.write(f"{OVER}\n")
                    return


async def report(home: Home, id: str) -> dict[str, object]:
    """Return what the store says of a debate."""
    async with application() as app:
        records = await app.log.read(id)
        events = [record.event for record in records]
        completed = {event.path: event for event in events if isinstance(event, TurnCompleted)}
        over, found = isinstance(events[-1], DebateEnded), await audit(app, id)
        return {
            "integrity": await app.database.integrity_check(),
            "audit": found.faults,
            "behind": found.behind,
            "last": records[-1].seq,
            "over": over,
            "twice": twice(events),
            "unasked": unasked(events, home.till),
            "texts": {path: event.text for path, event in completed.items()} if over else {},
            "memories": await _memories(app, id) if over else [],
            "commits": _commits(home, id, events[0]) if over else [],
            "steps": sorted({step_of(event.path) for event in events if isinstance(event, TurnCompleted)}),
        }


async def _memories(app: Application, id: str) -> list[str]:
    await app.search.catch_up()  # what waits to be indexed is in the store, and is remembered with the next search
    found = await app.database.rows("SELECT kind, ref, text FROM memories WHERE debate = ?", (id,))
    return sorted(f"{kind} {ref.replace(id, '')} {text}" for kind, ref, text in found)


def _commits(home: Home, id: str, opened: object) -> list[str]:
    assert isinstance(opened, DebateOpened)
    return [each.subject for each in open_branch(home.repository, id, opened.context.pin).log()]


def twice(events: Sequence[object]) -> list[str]:
    """Return the turns that were asked or completed again once they were complete, and the answers within unfinished
    turns that were asked for again although they were kept."""
    done: set[str] = set()
    kept: set[tuple[str, str]] = set()
    wrong = []
    for event in events:
        if isinstance(event, TurnAsked | TurnCompleted) and event.path in done:
            wrong.append(event.path)
        if isinstance(event, TurnCompleted):
            done.add(event.path)
        if isinstance(event, TurnFailed):
            kept = {each for each in kept if each[0] != event.path}
        if isinstance(event, FollowUpAsked) and (event.path, event.request) in kept:
            wrong.append(f"{event.path} {event.request[:12]}")
        if isinstance(event, TurnDrafted) and event.answer is not None:
            kept.add((event.path, event.answer.request))
    return wrong


def unasked(events: Iterable[object], till: Path) -> int:
    """Return how many answers were given for which nothing was recorded as asked."""
    asked = sum(isinstance(event, TurnAsked | FollowUpAsked) for event in events)
    return max(0, len(till.read_text().split()) - asked) if till.exists() else 0


# ---- the process that forks them ------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Home:
    """A data folder and what lies beside it."""

    folder: Path

    @property
    def repository(self) -> Path:
        return self.folder / "cache"

    @property
    def data(self) -> Path:
        return self.folder / "home"

    @property
    def before(self) -> Path:
        """The data folder as it was after an earlier debate."""
        return self.folder / "before"

    @property
    def till(self) -> Path:
        return self.folder / "till"

    @property
    def published(self) -> Path:
        return self.folder / "published"


def answer(order: dict[str, str], home: Home) -> dict[str, object]:
    match order["do"]:
        case "open":
            home.till.unlink(missing_ok=True)
            return {"id": asyncio.run(_open(order["format"], home))}
        case "run":
            return {"pid": _fork(home, order["id"])}
        case "wait":
            return {"status": os.waitstatus_to_exitcode(os.waitpid(int(order["pid"]), 0)[1])}
        case _:
            return asyncio.run(report(home, order["id"]))


async def _open(format: str, home: Home) -> str:
    async with application() as app:
        app.registry.add(Troupe(home.till, PACE))
        app.settings.set("sandbox.use", True)
        await app.bench.shelf.add(str(home.repository), [COMMAND])
        return await opened(app, format, str(home.repository))


def _fork(home: Home, id: str) -> int:
    """Fork before any thread or loop exists, so that a debater is a whole process of its own."""
    pid = os.fork()
    if pid == 0:
        asyncio.run(debate(home, id))
        os._exit(0)
    return pid


def serve(home: Home) -> None:
    """Carry out orders, a JSON line each."""
    _say({"ready": True})
    for line in sys.stdin:
        _say(answer(json.loads(line), home))


def _say(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


# ---- whoever kills --------------------------------------------------------------------------------------------------
class Nursery:
    """A process that has everything imported, and forks one that debates whenever it is told to."""

    def __init__(self, home: Home) -> None:
        commit(home.repository, FILES)
        here = Path(__file__).parent.parent
        self.home = home
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.kills", str(home.folder)],
            cwd=here,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "DISPUTATIO_HOME": str(home.data)},
        )
        assert self._line() == {"ready": True}

    def _line(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        found = self.process.stdout.readline()
        assert found, "the nursery ended"
        return cast("dict[str, Any]", json.loads(found))

    def tell(self, **order: object) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return self._line()

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait(30) == 0


@contextmanager
def nursery(folder: Path) -> Iterator[Nursery]:
    made = Nursery(Home(folder))
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.close()


@dataclass
class Tally:
    """`faults` says what went wrong, in words; `steps` are those of the program in which somebody spoke."""

    kills: int = 0
    debates: int = 0
    faults: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)


def kill(here: Nursery, format: str, kills: int, rng: random.Random) -> Tally:
    """Kill debates of a format so often. Every kill counts that hits one under way; one that has come to its end all
    the same is followed by another. Each must end as the one that nobody touched."""
    tally = Tally()
    _to_its_end(here, str(here.tell(do="open", format=format)["id"]), tally)
    shutil.copytree(here.home.data, here.home.before)
    untouched = _to_its_end(here, _opened(here, format), tally)
    tally.steps = untouched["steps"]
    id = _opened(here, format)
    while tally.kills < kills:
        found = _killed(here, id, rng, tally)
        tally.kills += not found["over"]
        if found["over"]:  # what is made of an end, and was not before the kill, is when the debate is opened again
            _compare(_to_its_end(here, id, tally), untouched, tally)
            id = _opened(here, format)
    _compare(_to_its_end(here, id, tally), untouched, tally)
    tally.faults = [f"{format}: {each}" for each in tally.faults]
    return tally


def _opened(here: Nursery, format: str) -> str:
    """Start a debate on a store that knows one earlier debate, so that all of them remember the same."""
    shutil.rmtree(here.home.data)
    shutil.copytree(here.home.before, here.home.data)
    return str(here.tell(do="open", format=format)["id"])


def _to_its_end(here: Nursery, id: str, tally: Tally) -> dict[str, Any]:
    """Return what is said in a debate that is left to itself from now on."""
    here.home.published.write_text("")
    pid = here.tell(do="run", id=id)["pid"]
    if status := here.tell(do="wait", pid=pid)["status"]:
        tally.faults.append(f"the debate {id} ended with {status}")
    return _judged(here, id, tally)


def _killed(here: Nursery, id: str, rng: random.Random, tally: Tally) -> dict[str, Any]:
    """Kill a debater, half of the time at any moment, else after some further events."""
    here.home.published.write_text("")
    known = int(here.tell(do="report", id=id)["last"])
    pid = int(here.tell(do="run", id=id)["pid"])
    if rng.random() < 0.5:
        time.sleep(rng.uniform(0.0, 0.6))
    else:
        wanted = known + rng.randrange(30)
        while len(lines := here.home.published.read_text().split()) < wanted and OVER not in lines:
            time.sleep(0.002)
        time.sleep(rng.uniform(0.0, 0.02))
    os.kill(pid, signal.SIGKILL)
    here.tell(do="wait", pid=pid)
    return _judged(here, id, tally)


def _judged(here: Nursery, id: str, tally: Tally) -> dict[str, Any]:
    """Return what the store says of a debate, and note what should not be so."""
    found = here.tell(do="report", id=id)
    shown = max((int(line) for line in here.home.published.read_text().split() if line != OVER), default=0)
    for name in ("integrity", "audit", "twice", "unasked", *(() if found["over"] else ("behind",))):
        if found[name]:
            tally.faults.append(f"{name}: {found[name]}")
    if found["last"] < shown:
        tally.faults.append(f"event {shown} was shown, and {found['last']} is the last that is kept")
    return found


def _compare(found: dict[str, Any], untouched: dict[str, Any], tally: Tally) -> None:
    tally.debates += 1
    for name in ("over", "texts", "memories", "commits", "behind"):
        if found[name] != untouched[name]:
            other = _other(found[name], untouched[name])
            tally.faults.append(f"a killed debate came to other {name} than one that nobody touched: {other}")


def _other(found: Any, untouched: Any) -> str:
    """Return what is in one of them only, or more often; all of both where that is in another order."""
    if isinstance(found, list):
        ours, theirs = Counter(found), Counter(untouched)
        more, less = list((ours - theirs).elements()), list((theirs - ours).elements())
        return f"{more} and {less}" if more or less else f"{found} and {untouched}"
    return f"{found!r:.300} and {untouched!r:.300}"


def measure(kills: int = KILLS, seed: int = 20261123) -> list[Figure]:
    """Kill debates of every format so often each."""
    figures, faults, rng = [], [], random.Random(seed)
    total = 0
    for format in FORMATS:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, nursery(Path(folder)) as here:
            began = time.perf_counter()
            tally = kill(here, format, kills, rng)
        total += tally.kills
        faults += tally.faults
        note = f"{tally.debates} debates to their ends, {time.perf_counter() - began:.0f} s"
        figures.append(Figure(f"kills in {format}", float(tally.kills), "kills", note=note))
    sys.stdout.write("".join(f"  FAULT {fault}\n" for fault in faults))
    figures.append(Figure("kills in all formats", float(total), "kills"))
    return [*figures, Figure("lost, paid twice, or ended otherwise", float(len(faults)), "times", 0.0)]


if __name__ == "__main__":
    serve(Home(Path(sys.argv[1])))
