"""How long participants wait for the clerk, by a model of latencies: a participant answers after 20 s, the clerk after
4 s, and what no model answers takes 0.1 s. The rules are run with fake speakers; every call starts as soon as the rules
ask for it. Somebody waits while a call of the clerk runs and no participant speaks. The conclusion, which comes after
the last round, is left out.

When this was written: 9.0 % in dual and in dialogue, 16.6 % in delphi. Dual waits for the record of each answer, since
the Critic judges the points in it by their ids, and for that of a critique after which the debate may end; dialogue
after each pass of all personas, for the record of it; delphi after each round, since whoever revises sees its reasons
in clusters: where all speak at once, a record that is waited for takes a sixth of the round. A record of several
messages takes longer in truth; it is taken at 4 s. What is left to record when the rounds are over is recorded beside
the synthesis.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping

from benchmarks.table import Figure
from disputatio.app.paths import resource
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.steps import Call, Note
from disputatio.testing.speakers import UNCAPPED, Driver, formats_of, opening_event

PARTICIPANT, CLERK, OTHER = 20.0, 4.0, 0.1
"""Seconds of a call."""
FORMATS = ("dual", "dialogue", "delphi")
SEEDS = range(9)
MOST = 10.0
"""The largest share that waiting should have, in percent."""


class Clocked(Driver):
    """A driver in which the call lands whose time is up first. `waited`, `took`: seconds."""

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
            self.append(self.flying.pop(first)[1])
        return waited, took

    def _seconds(self, call: Call) -> float:
        return PARTICIPANT if call.seat in self.debate.seats else CLERK if call.seat == "clerk" else OTHER


def share(first: DebateOpened) -> float:
    """The share of waiting in a debate, in percent."""
    waited, took = Clocked([first]).timed()
    return 100 * waited / took


def shares() -> Mapping[str, float]:
    known = formats_of(resource("formats"))
    options = {**UNCAPPED, "auto_continue": True, "aspects": ["cost", "risk"]}
    return {
        name: statistics.mean(share(opening_event(known[name], seed=seed, **options)) for seed in SEEDS)
        for name in FORMATS
    }


def measure() -> list[Figure]:
    return [Figure(f"{name}: waiting for the clerk", found, "%", MOST) for name, found in shares().items()]
