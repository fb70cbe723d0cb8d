"""Our own work per turn in every format, with a model that answers at once in the form that it is asked for; debates
whose turns run side by side, against the critical path of their calls; and tallies of large votes by every rule.

What the model takes to compose an answer is not counted. The critical path is what the rules make of the same answers
if every call begins as soon as the rules ask for it, and takes as long as it took. Work is time of the processor.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from benchmarks.engine import Instant, Kept, debate, performer
from benchmarks.table import Figure, median
from disputatio.app.paths import resource
from disputatio.app.process import settle
from disputatio.debate.format import Format
from disputatio.debate.log.events import DebateOpened, TurnCompleted
from disputatio.debate.log.steps import Call, Note
from disputatio.debate.statements.votes import RULES, Ballot, Vote, tally
from disputatio.debate.values import OptionValue
from disputatio.engine.ports import Part, TextDelta
from disputatio.engine.runner import Runner
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.rehearsal import with_findings
from disputatio.prompting.request import Request
from disputatio.testing.debates import opening
from disputatio.testing.speakers import UNCAPPED, Driver, formats_of

TIMES = 9
MOST = 2.0
"""Times the work of a turn of the dual debate (issue 13)."""
PARALLEL = ("collaboration", "collaborative", "expert-panel", "delphi", "proposition-extended", "council")
ADDED = 1.03
"""Times the critical path (issue 13)."""
SECONDS = 0.4
"""Of a call."""
BALLOTS, OPTIONS, MILLISECONDS = 1_000, 12, 10.0


def measure() -> list[Figure]:
    return asyncio.run(_measure())


async def _measure() -> list[Figure]:
    settle()
    known = formats_of(resource("formats"))
    found = await per_turn(known)
    found += [await beside(name, known[name]) for name in PARALLEL]
    return [*found, *tallies()]


# ---- the work of a turn ----------------------------------------------------------------------------------------------
class Composed(Instant):
    """Answers in the form that is asked for. `composing`: seconds that this took."""

    composing = 0.0

    async def stream(self, request: Request) -> AsyncIterator[Part]:
        began = time.process_time()
        text = contract_of(request.brief.gives).rehearse(with_findings(request))
        self.composing += time.process_time() - began
        if self.delay:
            await asyncio.sleep(self.delay)
        yield TextDelta(text=text)
        yield self.end


def opened(format: Format, **chosen: OptionValue) -> DebateOpened:
    """Return a debate that runs to its last round."""
    options = {name: given for name, given in {"early_stop": False, **chosen}.items() if name in format.options}
    one = Instant.name + ":one"
    question = "Should sessions be cached in Redis?"
    return opening(format, question, model=one, clerk=one, options={**UNCAPPED, **options})


async def per_turn(known: Mapping[str, Format]) -> list[Figure]:
    taken: dict[str, list[float]] = {}
    for number in range(TIMES + 1):  # by turns, so that whatever else the machine does meets all alike
        for name, format in known.items():
            model = Composed()
            began = time.process_time()
            held = await debate(f"{name}-{number}", Kept(), performer(model), opened(format))
            passed = time.process_time() - began - model.composing
            if number:  # the first time Python learns what it runs often
                taken.setdefault(name, []).append(passed * 1000 / len(said(held)))
    own = {name: median(times) for name, times in taken.items()}
    base = own.pop("dual")
    return [
        Figure("our work per turn, dual", base, "ms"),
        *(Figure(f"  {name}, over dual", took / base, "×", MOST) for name, took in own.items()),
    ]


def said(held: Runner) -> dict[str, TurnCompleted]:
    events = (record.event for record in held.hub.records)
    return {event.path: event for event in events if isinstance(event, TurnCompleted)}


# ---- side by side ----------------------------------------------------------------------------------------------------
@dataclass
class Heard(Driver):
    """The same debate by the rules alone: the answers are known, and so is what each took."""

    known: Mapping[str, TurnCompleted] = field(default_factory=dict)

    def path_of_calls(self) -> float:
        """Return the seconds from the first call to the last answer."""
        now, ends = 0.0, dict[str, float]()
        while not self.debate.over:
            step = self.step()
            if isinstance(step, Note):
                self.append(*step.events)
                continue
            calls: Sequence[Call] = getattr(step, "calls", ())
            self.start(calls)
            for path in self.flying:
                ends.setdefault(path, now + self.known[path].total_ms / 1000)
            first = min(self.flying, key=ends.__getitem__)
            now = ends[first]
            del self.flying[first]
            self.append(self.known[first])
        return now


async def beside(name: str, format: Format) -> Figure:
    first = opened(format, rounds=2)
    began = time.perf_counter()
    held = await debate(name, Kept(), performer(Composed(delay=SECONDS)), first)
    wall = time.perf_counter() - began
    path = Heard([first], known=said(held)).path_of_calls()
    return Figure(f"{name}: wall time over the critical path", wall / path, "×", ADDED)


# ---- votes -----------------------------------------------------------------------------------------------------------
def tallies() -> list[Figure]:
    """Whole and truncated rankings in a random order, every third of somebody whose own answer is among them."""
    chance, options = random.Random(7), tuple(f"option-{number}" for number in range(OPTIONS))

    def ballot(number: int) -> Ballot:
        order = chance.sample(options, chance.randrange(OPTIONS // 2, OPTIONS + 1))
        own = options[number % OPTIONS] if number % 3 == 0 else ""
        trust = Fraction(chance.randrange(1, 101), 100)
        return Ballot(voter=f"voter-{number}", ranking=tuple((one,) for one in order), own=own, trust=trust)

    asked = Vote(options=options, ballots=tuple(map(ballot, range(BALLOTS))))
    found = []
    for rule in RULES:
        times = []
        for _ in range(TIMES):
            began = time.process_time()
            tally(asked, rule)
            times.append((time.process_time() - began) * 1000)
        about = f"a tally of {BALLOTS:,} ballots over {OPTIONS} options, {rule}"
        found.append(Figure(about, median(times), "ms", MILLISECONDS))
    return found
