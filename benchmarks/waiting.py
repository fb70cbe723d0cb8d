"""How long participants wait for the clerk, by a model of latencies: a participant answers after 20 s, the clerk after
4 s, and what no model answers takes 0.1 s. The rules are run with fake speakers; every call starts as soon as the rules
ask for it. Somebody waits while a call of the clerk runs and no participant speaks. The conclusion, which comes after
the last round, is left out.

When this was written: 9.9 % in dual, 9.0 % in dialogue, 7.7 % in a delphi of figures, 16.6 % of words. Dual waits
for the record of each answer, since the Critic judges the points in it by their ids, and for that of a critique after
which the debate may end; dialogue after each pass of all personas, for the record of it. Whoever revises a figure sees
statistics, and the record is made meanwhile; whoever revises words sees the reasons in clusters, so that the record of
each round is waited for: where all speak at once, that is a sixth of the round, whatever the order. A record of several
messages takes longer in truth; it is taken at 4 s. What is left to record when the rounds are over is recorded beside
the synthesis.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from dataclasses import replace

from benchmarks.table import Figure
from disputatio.app.paths import resource
from disputatio.debate.log.events import DebateOpened, TurnCompleted
from disputatio.debate.log.steps import Call, Note
from disputatio.testing.speakers import UNCAPPED, Driver, formats_of, opening_event

PARTICIPANT, CLERK, OTHER = 20.0, 4.0, 0.1
"""Seconds of a call."""
FORMATS = ("dual", "dialogue", "delphi")
SEEDS = range(60)
"""Of a single debate of this kind the share has a deviation of 1.3 points; nine of them are off by 0.4."""
MOST = 10.0
"""The largest share that waiting should have, in percent."""
FIGURES = {"yes": 2031, "no": 2034}
"""The year that a panellist answers in place of a word."""


class Clocked(Driver):
    """A driver in which the call lands whose time is up first. `figures`: whether answers are years."""

    figures = True

    def timed(self) -> tuple[float, float]:
        waited = took = 0.0
        now, ends = 0.0, dict[str, float]()
        while not self.debate.over:
            step = self.step()
            if isinstance(step, Note):
                self.append(*step.events)
                continue
            self.start(getattr(step, "calls", ()))
            for path, (call, _) in self.flying.items():
                ends.setdefault(path, now + self._seconds(call))
            first = min(self.flying, key=ends.__getitem__)
            if not first.startswith(("conclusion", "insights", "synthesis")):
                passed = ends[first] - now
                flying = [call.seat for call, _ in self.flying.values()]
                took += passed
                waited += passed if "clerk" in flying and not self.debate.seats.keys() & set(flying) else 0.0
            now = ends[first]
            self.append(self._landed(first))
        return waited, took

    def _landed(self, path: str) -> TurnCompleted:
        call, turn = self.flying.pop(path)
        year = FIGURES.get(str(turn.data.get("position")))
        if call.gives != "answer" or not self.figures or year is None:
            return turn
        return replace(turn, data={**turn.data, "value": {"kind": "year", "value": year, "unit": ""}})

    def _seconds(self, call: Call) -> float:
        return PARTICIPANT if call.seat in self.debate.seats else CLERK if call.seat == "clerk" else OTHER


class InWords(Clocked):
    """The same where answers are words."""

    figures = False


def share(first: DebateOpened, clocked: type[Clocked] = Clocked) -> float:
    """The share of waiting in a debate, in percent."""
    waited, took = clocked([first]).timed()
    return 100 * waited / took


def shares(clocked: type[Clocked] = Clocked) -> Mapping[str, float]:
    known = formats_of(resource("formats"))
    options = {**UNCAPPED, "auto_continue": True, "aspects": ["cost", "risk"]}
    return {
        name: statistics.mean(share(opening_event(known[name], seed=seed, **options), clocked) for seed in SEEDS)
        for name in FORMATS
    }


def measure() -> list[Figure]:
    found = [Figure(f"{name}: waiting for the clerk", share, "%", MOST) for name, share in shares().items()]
    return [*found, Figure("delphi in words: waiting for the clerk", shares(InWords)["delphi"], "%")]
