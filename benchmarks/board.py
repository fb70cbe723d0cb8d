"""The board of a long debate: folding its log, folding the board, and assembling what a participant reads.

The debate is one of the shipped format `dialogue` that does not end by itself: four personas, messages of about 800
characters, a record after each with relations, key points and, every other time, a claim that is new. The rules make
the log; only the replies are made up. Times are those of the processor: none of this waits for anything.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from benchmarks.table import Figure, median, percentile
from disputatio.app.paths import resource
from disputatio.debate.board.board import board_of
from disputatio.debate.format import Block
from disputatio.debate.log.events import Event, TurnCompleted
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.policy import At
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.statements.ledger import is_public_message
from disputatio.debate.walk.plan import Planner
from disputatio.prompting.sections.assembly import closing_view, room_view, standing_view, view
from disputatio.testing.speakers import Driver, formats_of, opening_event

MESSAGES = 500
EVENTS = 10_000
TEXT = "What decides the matter is how the costs of failure are shared, and who can bear them for how long. " * 8
ASPECTS = ["cost", "risk", "fairness"]
THINGS = ("cache", "ledger", "tariff", "harvest", "bridge", "vaccine", "orchard", "turbine", "archive", "reservoir")
DEEDS = ("survives a cold winter", "pays for itself within ten years", "is understood by those who use it")


def statement(number: int) -> str:
    """A statement that is like no other."""
    thing, deed = THINGS[number % len(THINGS)], DEEDS[number // len(THINGS) % len(DEEDS)]
    return f"The {thing} of district {number} {deed}"


class Talkers(Driver):
    """Replies as long as real ones, and records that say something new."""

    number = 0

    def land(self) -> None:
        path = sorted(self.flying)[0]
        call, reply = self.flying.pop(path)
        data = self.recorded() if call.gives == "ledger" else reply.data
        self.append(replace(reply, text=f"{reply.text} {TEXT}", data=data))

    def recorded(self) -> dict[str, Any]:
        self.number += 1
        n, seats = self.number, list(self.debate.seats)
        other, author = seats[n % len(seats)], seats[(n + 1) % len(seats)]
        id, earlier = f"P{n // 2}", f"P{n // 2 - 1}"
        new = {"id": id, "by": other, "text": statement(n // 2), "quote": TEXT[:60], "attacks": [earlier]}
        about = [{"by": author, "id": id, "does": "disagrees", "quote": TEXT[20:70], "because": TEXT[:40]}]
        if n % 3 == 0:
            about.append({"by": author, "id": earlier, "does": "agrees", "quote": TEXT[20:70], "because": TEXT[:40]})
        if n % 7 == 0:
            about.append({"by": other, "id": id, "does": "revises", "text": statement(n + 2), "quote": TEXT[:60]})
        stands = {"stance": f"{author} holds that {statement(n)}", "position": statement(n + 1), "confidence": 0.6}
        return {"new": [new], "about": about, "stands": [{**stands, "quote": TEXT[:60], "importance": 5}]}


def endless(block: Block) -> Block:
    """The same program without exits."""
    return replace(block, until=(), do=tuple(map(endless, block.do)))


def held(enough: Callable[[Talkers], bool]) -> list[Event]:
    """The log of a debate, up to the moment at which there is enough of it."""
    first = opening_event(formats_of(resource("formats"))["dialogue"], extra=2, seed=7)
    format = replace(first.format, body=endless(first.format.body))
    options = first.options | {"auto_continue": True, "minirounds": EVENTS, "aspects": list(ASPECTS)}
    driver = Talkers([replace(first, format=format, options=options)])
    while not enough(driver):
        driver.run_one()
    return driver.log


def messages(driver: Talkers) -> bool:
    completed = (event.path for event in driver.log if isinstance(event, TurnCompleted))
    return sum(path.rpartition("/")[2].startswith(("opening", "take", "reply")) for path in completed) >= MESSAGES


def past_of(log: list[Event]) -> tuple[Debate, Past]:
    debate = fold(log)
    return debate, Planner().walk(debate).past


def timed(work: Callable[[], object], times: int = 5) -> float:
    """Median seconds."""
    taken = []
    for _ in range(times):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return median(taken)


def assembling() -> list[Figure]:
    """Milliseconds for each view, once for each of 50 places of a grown debate: what was folded before is remembered,
    as it is while a debate runs."""
    debate, past = past_of(held(messages))
    said = sum(is_public_message(turn) for turn in past)
    seats = list(debate.seats)
    claim = next(reversed(claims_of(past)))
    last = next(turn.path for turn in past.newest() if is_public_message(turn)).rpartition("/")[0]
    found = []
    for make, path in (
        (view, f"{last}/reply[{{}}]"),
        (standing_view, "aspect[cost]/take[{}]"),
        (room_view, f"{last}/crux[{claim}]/statement[{{}}]"),
        (closing_view, "closing[{}]"),
    ):
        taken = []
        for number in range(50):
            at = At(debate=debate, path=path.format(seats[number % len(seats)]), past=past)
            began = time.process_time()
            assert make(at)
            taken.append((time.process_time() - began) * 1000)
        name = make.__name__.replace("_", " ")
        found.append(Figure(f"assembling a {name}, {said} messages, p95", percentile(taken, 0.95), "ms", 2.0))
    return found


def folding() -> list[Figure]:
    log = held(lambda driver: len(driver.log) >= EVENTS)[:EVENTS]
    debate, past = past_of(log)
    turns = list(past)

    def board() -> object:
        """From nothing: no fold of an earlier past is at hand."""
        fresh = Past()
        for turn in turns:
            fresh = fresh.add(turn)
        return board_of(debate, fresh)

    return [
        Figure(f"folding a log of {len(log)} events", timed(lambda: fold(log)), "s", 0.5),
        Figure("folding it, walking it and folding its board", timed(lambda: board_of(*past_of(log)), 3), "s"),
        Figure(f"folding the board of {len(turns)} turns from nothing", timed(board, 3), "s", 0.5),
    ]


def measure() -> list[Figure]:
    return [*assembling(), *folding()]
