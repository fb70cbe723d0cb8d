"""A person who does anything at any moment, drawn from a seed: for the laws that must hold whatever a person does."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from disputatio.debate.decide.decide import STATUSES, decide
from disputatio.debate.errors import Refused
from disputatio.debate.log import commands
from disputatio.debate.log.events import Event
from disputatio.debate.log.state import Debate
from disputatio.debate.walk.plan import Planner
from disputatio.testing.speakers import some_points

Wish = Callable[[Debate, random.Random], commands.Command | None]


def _open(debate: Debate) -> list[str]:
    return [path for path in Planner().walk(debate).open if path] or [""]


def _seat(debate: Debate, rng: random.Random) -> str:
    return rng.choice(sorted(debate.seats))


def _skip(debate: Debate, rng: random.Random) -> commands.Command | None:
    paths = sorted({*debate.asked, *debate.failed})
    return commands.Skip(path=rng.choice(paths)) if paths else None


def _retry(debate: Debate, rng: random.Random) -> commands.Command | None:
    paths = sorted({*debate.abstained, *debate.failed})
    return commands.Retry(path=rng.choice(paths)) if paths else None


HARMLESS: tuple[Wish, ...] = (
    lambda debate, rng: commands.Pause(),
    lambda debate, rng: commands.Continue(),
    lambda debate, rng: commands.Swap(seat=_seat(debate, rng), model=f"toy:{rng.randrange(9)}"),
    lambda debate, rng: commands.Swap(seat="clerk", model=f"toy:{rng.randrange(9)}"),
)
"""What changes nothing but the models."""

ANYTHING: tuple[Wish, ...] = (
    *HARMLESS,
    lambda debate, rng: commands.Interject(text="hear me"),
    lambda debate, rng: commands.Interject(text="why?", to=_seat(debate, rng)),
    lambda debate, rng: commands.Leave(),
    lambda debate, rng: commands.Leave(path=rng.choice(_open(debate))),
    lambda debate, rng: commands.Swap(seat=_seat(debate, rng)),
    lambda debate, rng: commands.Swap(seat=_seat(debate, rng), model="human:"),
    lambda debate, rng: commands.SetOption(name="topology", value=rng.choice(["mesh", "chain", "star", "tree"])),
    lambda debate, rng: commands.SetOption(name=rng.choice(["rounds", "keep", "condense"]), value=rng.randrange(9)),
    lambda debate, rng: commands.SetOption(name="gates", value=some_points(debate.format, rng)),
    lambda debate, rng: commands.SetOption(name="ledger", value=rng.choice(["message", "round", "off"])),
    lambda debate, rng: commands.Extend(rounds=rng.randrange(1, 3)),
    lambda debate, rng: commands.Rule(point=f"P{rng.randrange(4)}", status=rng.choice(list(STATUSES))),
    lambda debate, rng: commands.Mark(right=(rng.choice(["1", "2", "none", "unknown"]),)),
    lambda debate, rng: commands.OpenRoom(claim=f"P{rng.randrange(4)}"),
    lambda debate, rng: commands.Close(),
    lambda debate, rng: commands.Synthesise(),
    lambda debate, rng: commands.Review(approved=rng.random() < 0.5, reason="so I say", end=rng.random() < 0.2),
    _skip,
    _retry,
)
"""All that a person can do."""


class Meddler:
    """A person who does some of these things, at moments drawn from a seed; refusals are taken with good grace."""

    def __init__(self, seed: int, wishes: Sequence[Wish], times: int = 12, chance: float = 0.15) -> None:
        self.rng, self.wishes, self.left, self.chance = random.Random(seed), wishes, times, chance
        self.commands: list[commands.Command] = []

    def __call__(self, debate: Debate, log: Sequence[Event]) -> tuple[Event, ...]:
        if not self.left or self.rng.random() > self.chance:
            return ()
        self.left -= 1
        command = self.rng.choice(self.wishes)(debate, self.rng)
        try:
            events = decide(debate, command) if command else ()
        except Refused:
            return ()
        self.commands += [command] if command else []
        return events
