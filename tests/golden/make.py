"""Makes the golden debates: one log for each format, and for dual one for each way in which a debate can go.

    python tests/golden/make.py                 makes what is missing, and nothing else
    python tests/golden/make.py --texts         makes all NAME.md anew (after the export was changed on purpose)
    python tests/golden/make.py --again NAME…   makes these debates anew
    python tests/golden/make.py --asked         makes all asked-* anew (after the prompts were changed on purpose)

NAME.jsonl   the log: one event a line, as it is stored, with its hash chain
NAME.json    what the debate came to: status, outcome, points, measure, and where the chain ends
NAME.md      the Markdown export of it

The logs are never changed, only added to: whoever kept a debate that was written by a released version must be able to
open it for ever, and `test_golden.py` proves that on these. A change of an event gets a new wire name and an upcaster
in `storage.codec`; a change of the rules must not change what they decided in these logs. If that test fails, mend the
program, not the log. Until the first release nobody has kept a debate: till then, and only then, `--again` is right
when wire forms or rules were changed on purpose. From the first release on, new cases get new names. (When the hashes
of figures went out of the views, each event was written once more in its present form; what was said stayed as it was.
When points and claims became one registry, the debates whose formats keep it were held anew.)

former/      logs whose records are of earlier rules: they are read, shown and exported, but neither go on nor are run
             again

The wording of the prompts is no wire form: a log says by its `prompts`, the digest of the prompt book, which one it was
opened with, and the hash of every request that was sent. Former books are gone, so of their requests nothing more can
be tested; of each format one short debate, asked-FORMAT, is by the present book, and all its requests are made again to
the letter from its log. These are the only logs that follow the program, until it is released with them.

The debates are held by the rehearsal provider with fixed seeds under a clock of their own, so the same program makes
the same file to the letter.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from disputatio.app.paths import resource
from disputatio.debate.context import Context, Section
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.commands import Answer, Continue, Extend, Interject, Pause, Review, Rule, SetOption, Swap
from disputatio.debate.log.events import DebateOpened, Recorded
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.log.seats import HUMAN
from disputatio.debate.values import Json, OptionValue
from disputatio.debate.views.progress import progress_of
from disputatio.debate.walk.gates import open_gates
from disputatio.debate.walk.plan import Planner
from disputatio.engine.errors import BrokenStream, QuotaExceeded
from disputatio.engine.ports import ChatModel, Part
from disputatio.engine.tools import Tools
from disputatio.exporting.markdown import export_markdown
from disputatio.prompting import book
from disputatio.prompting.request import Request
from disputatio.providers.rehearsal import RehearsalProvider
from disputatio.storage.chain import Row, event_of_row
from disputatio.testing.debates import FrozenClock, LiveDebate, ReadingDesk, live, opening
from disputatio.testing.speakers import formats_of

FOLDER = Path(__file__).parent
QUESTION = "Is the cache written to the disk in time, and is it safe when the power fails?"
MODEL = "rehearsal:quick"
ONE_SOURCE = """### store/cache.py
12| The cache is written to the disk every 5 seconds by a thread of its own.
13| A power failure loses what was written into the cache since the last flush.
40| Readers of the cache never wait for writers of the cache.
"""
TWO_SOURCES = f"""{ONE_SOURCE}
### docs/limits.md
3| The cache is written to the disk every 30 seconds by a thread of its own.
7| Entries of the cache are checked by a hash when they are read.
"""
"""The second one contradicts the first, so what quotes them stays contested."""


class TickingClock(FrozenClock):
    """Every look at it takes some seconds of its own time, so that the log tells of a debate that took time."""

    def now(self) -> float:
        self.time += 0.25
        return self.time

    def monotonic(self) -> float:
        self.time += 0.125
        return self.time


@dataclass
class Troubles(RehearsalProvider):
    """Rehearsal with faults, each at the first call of a path: a stream that breaks, a refused call, a long silence."""

    breaks: str = ""
    refused: str = ""
    silent: str = ""
    met: set[str] = field(default_factory=set)
    going_on: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        super().__init__(0.0)

    def chat(self, model: str) -> ChatModel:
        return Troubled(super().chat(model), self)


@dataclass
class Troubled:
    inner: ChatModel
    troubles: Troubles

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        path = request.brief.path
        first = path not in self.troubles.met
        self.troubles.met.add(path)
        if first and path == self.troubles.refused:
            raise QuotaExceeded("There is no credit left.", "Add credit, or choose another model.")
        number = 0
        async for part in self.inner.stream(request):
            number += 1
            if first and number == 4 and path == self.troubles.breaks:
                raise BrokenStream("The connection was lost in mid-sentence.", "Retry the turn.")
            if first and number == 4 and path == self.troubles.silent:
                await self.troubles.going_on.wait()
            yield part


class Shelf(ReadingDesk):
    """engine.tools.Tools: says what was asked for, and finds nothing of what it is asked to search for."""

    async def read(
        self, context: Context, name: str, arguments: dict[str, Json], released: Collection[str] = ()
    ) -> str:
        if name == "search_code":
            raise DisputatioError("Nothing is searched here.", "Read a file.")
        return f"{name} {json.dumps(arguments)}\n12| The cache is written to the disk every 5 seconds."


Person = Callable[[LiveDebate, Troubles], Awaitable[None]]


async def only_watches(on: LiveDebate, troubles: Troubles) -> None:
    await on.settle()


async def takes_part(on: LiveDebate, troubles: Troubles) -> None:
    """An interjection, a question, a swap, a ruling, another option, a turn cut by hand, a retry, one more round."""
    await on.settle()
    await on.tell(
        Interject(text="Think of laptops, too."),
        Interject(text="Which line says so?", to="critic"),
        Swap(seat="critic", model="rehearsal:live"),
        SetOption(name="keep", value=8),
        Rule(point="P2", status="set aside", why="known to everybody here"),
        Continue(),
    )
    assert on.runner.debate.status == "error"
    await on.runner.submit(Continue())
    await on.until(lambda: troubles.silent in troubles.met and bool(on.runner.flights))
    await on.until(lambda: bool(next(iter(on.runner.flights.values())).text))
    await on.tell(Pause(now=True))
    troubles.going_on.set()
    await on.tell(Continue(), Extend(rounds=1))


async def approves(on: LiveDebate, troubles: Troubles) -> None:
    """The person sends the first proposal back, with a reason, and approves everything after it."""
    approved = False
    await on.settle()
    while gates := open_gates(on.runner.debate):
        reason = "" if approved else "Say first what happens to laptops."
        await on.tell(Review(path=gates[0], approved=approved, reason=reason, reviewer="you"))
        approved = True


async def takes_a_seat(on: LiveDebate, troubles: Troubles) -> None:
    await on.settle()
    while on.runner.debate.status == "debating":
        path = next(iter(on.runner.debate.asked))
        await on.tell(Answer(path=path, text="I argue for it: five seconds are short enough."))


@dataclass(frozen=True)
class Case:
    """A debate to be held. `models` by part or seat, where they are not all the same."""

    format: str
    source: str = ONE_SOURCE
    seed: int = 7
    extra: int = 0
    options: dict[str, OptionValue] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)
    person: Person = only_watches
    troubles: dict[str, str] = field(default_factory=dict)
    clock: type[FrozenClock] = FrozenClock
    tools: Tools | None = None


CASES = {
    "dual-consensus": Case("dual"),
    "dual-impasse": Case("dual", TWO_SOURCES),
    "dual-max-rounds": Case("dual", TWO_SOURCES, options={"rounds": 2}),
    "dual-person": Case(
        "dual",
        TWO_SOURCES,
        options={"rounds": 2, "auto_continue": False},
        person=takes_part,
        troubles={
            "breaks": "round[1]/critique[critic]",
            "refused": "round[2]/analysis[analyst]",
            "silent": "round[2]/critique[critic]",
        },
        clock=TickingClock,
    ),
    "dual-cited": Case("dual", TWO_SOURCES, options={"rounds": 3}),  # as of checked citations
    "dual-looked-up": Case("dual", TWO_SOURCES, options={"rounds": 2}, tools=Shelf()),
    "collaboration": Case("collaboration"),
    "dialogue": Case("dialogue", options={"aspects": ["speed", "safety"], "minirounds": 2, "max_tokens": None}),
    "collaborative": Case("collaborative", extra=1, models={"table-2": "rehearsal:live"}),
    "adversarial": Case("adversarial", TWO_SOURCES, extra=1),
    "socratic": Case("socratic", extra=1),
    "expert-panel": Case("expert-panel", TWO_SOURCES, extra=1),
    "devils-advocate": Case("devils-advocate", extra=1),
    "delphi": Case("delphi", extra=1),
    "red-blue": Case("red-blue", TWO_SOURCES, extra=1),
    "proposition": Case("proposition", TWO_SOURCES, models={"proponent": HUMAN}, person=takes_a_seat),
    "proposition-extended": Case("proposition-extended", TWO_SOURCES),
    "eight-phase": Case(
        "eight-phase",
        TWO_SOURCES,
        options={
            "gates": ["critique", "synthesis"],
            "adversarial": True,
            "hooks": True,
            "topology": "star",
            "rounds": 2,
        },
        person=approves,
    ),
    "council": Case("council", extra=1),
}


ASKED = "asked-"
"""How the names begin of the debates that are by the present prompt book, one of each format."""
SHORT: dict[str, dict[str, OptionValue]] = {
    "collaboration": {},
    "council": {},
    "dialogue": {"aspects": ["speed"], "minirounds": 1},
    "eight-phase": {"rounds": 1, "adversarial": True, "hooks": True},
}
CASES |= {
    f"{ASKED}{name}": Case(name, TWO_SOURCES, seed=11, options=SHORT.get(name, {"rounds": 1}))
    for name in formats_of(resource("formats"))
}


def context_of(source: str) -> Context:
    section = Section(name="excerpts", title="Excerpts of files", text=source, cut="2 of 9 files")
    return Context(kind="repository", ref="/notes", title="notes", pin="0" * 40, sections=(section,))


def opened(case: Case) -> DebateOpened:
    first = opening(
        formats_of(resource("formats"))[case.format],
        QUESTION,
        model=MODEL,
        models=case.models,
        clerk=MODEL,
        options=case.options,
        extra=case.extra,
        context=context_of(case.source),
        seed=case.seed,
    )
    return replace(first, prompts=book.digest())


async def held(case: Case) -> tuple[list[Row], list[Recorded]]:
    """A whole debate: its log as it is stored, and as it is read."""
    troubles = Troubles(**case.troubles)
    async with live(opened(case), troubles, clock=case.clock(), tools=case.tools) as on:
        await case.person(on, troubles)
        assert on.runner.debate.over, on.runner.debate.why
        return await on.log.rows("d"), await on.log.read("d")


def line(row: Row) -> str:
    """An event as it is stored; its body to the letter, since the chain is made of that."""
    head = json.dumps({"seq": row.seq, "at": row.at, "type": row.type, "prev_hash": row.prev_hash, "hash": row.hash})
    return f'{head[:-1]}, "event": {row.body}}}'


def rows_of(text: str) -> list[Row]:
    """The log of a file; key order and characters of an event are those of its line."""
    found = []
    for each in text.splitlines():
        given = json.loads(each)
        body = json.dumps(given.pop("event"), ensure_ascii=False, separators=(",", ":"))
        found.append(Row(body=body, **given))
    return found


def summary(records: list[Recorded]) -> dict[str, Any]:
    """What a debate came to."""
    debate = debate_in(records)
    progress = progress_of(debate, Planner().walk(debate).past)
    measure = progress.measure
    counts = ("agreed", "contested", "assumptions", "unaddressed", "given_up", "earned")
    return {
        "head": {"seq": records[-1].seq, "hash": records[-1].hash},
        "status": debate.status,
        "outcome": debate.outcome,
        "why": debate.why,
        "spent": {"tokens": debate.spent.tokens, "turns": debate.spent.turns, "cost": debate.spent.cost},
        "turns": len(debate.replies),
        "abstained": dict(debate.abstained),
        "measure": {name: getattr(measure, name) for name in counts} | {"score": round(measure.score, 6)},
        "points": [
            {"id": each.id, "status": each.status, "author": each.author, "flip": each.flip, "text": each.text}
            for each in progress.points
        ],
    }


def text(records: list[Recorded]) -> str:
    return export_markdown(QUESTION, records)


async def make(name: str) -> None:
    rows, records = await held(CASES[name])
    write(name, "jsonl", "".join(f"{line(row)}\n" for row in rows))
    write(name, "json", json.dumps(summary(records), ensure_ascii=False, indent=1) + "\n")
    write(name, "md", text(records))
    sys.stdout.write(f"{name}: {len(rows)} events, {records[-1].event}\n")


def write(name: str, kind: str, content: str) -> None:
    (FOLDER / f"{name}.{kind}").write_text(content, "utf-8", newline="\n")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", action="store_true")
    parser.add_argument("--again", nargs="+", default=[], metavar="NAME", choices=CASES)
    parser.add_argument("--asked", action="store_true")
    wanted = parser.parse_args()
    for name in CASES:
        if name in wanted.again or (wanted.asked and name.startswith(ASKED)) or not (FOLDER / f"{name}.jsonl").exists():
            await make(name)
    if wanted.texts:
        from_logs()


def from_logs() -> None:
    for name in CASES:
        rows = rows_of((FOLDER / f"{name}.jsonl").read_text("utf-8"))
        write(name, "md", text([event_of_row(row) for row in rows]))


if __name__ == "__main__":
    asyncio.run(main())
