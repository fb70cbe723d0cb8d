"""A fake speaker whose text is a hash of all that it saw, and a tiny synchronous engine to drive it.

Whatever leaks into a view or into the words of a figure, or depends on the order in which replies arrive, changes every
later text. That makes the equality of two final debates a very strong oracle for the laws of the rules, without any
knowledge of a format.

    log = drive([opened(format, seed=7)])               a whole debate
    log = drive(log[:20], pick=dice(3))                 resumed from a prefix, replies in another order
    log = drive([start], meddle=Meddler(5, ANYTHING))   with a person who does anything (`testing.meddler`)
"""

from __future__ import annotations

import functools
import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from disputatio.debate.decide.decide import decide
from disputatio.debate.errors import Refused
from disputatio.debate.format import CONTRACTS, Format
from disputatio.debate.formats.loader import load
from disputatio.debate.log import commands
from disputatio.debate.log.events import DebateOpened, Event, TurnAsked, TurnCompleted, TurnCut, TurnFailed, Usage
from disputatio.debate.log.evolve import evolve, fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call, Do, Note, Step
from disputatio.debate.policies.ballots import slate_of
from disputatio.debate.policies.visibility import split_view
from disputatio.debate.policy import At
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.values import OptionValue
from disputatio.debate.walk.gates import AFTER, ALL, ROUNDS, SPEND, SYNTHESIS, open_gates, points
from disputatio.debate.walk.plan import Planner
from disputatio.debate.walk.walk import Walk
from disputatio.prompting.sections import text_of

UNCAPPED: dict[str, OptionValue] = {"max_cost": None, "max_tokens": None, "max_turns": None}
"""Options that lift the budget: which reply crosses a cap depends on the order of arrival."""


def formats_of(folder: Path) -> dict[str, Format]:
    """Return the formats of a folder, by name."""
    return dict(_formats_of(folder))


@functools.cache
def _formats_of(folder: Path) -> dict[str, Format]:
    """Read once, since dozens of modules of tests ask and a format never changes."""
    standard = (folder / "standard.toml").read_text()
    files = [file for file in sorted(folder.glob("*.toml")) if file.stem != "standard"]
    return {file.stem: load(file.read_text(), file.name, standard) for file in files}


def opening_event(format: Format, *, extra: int = 0, seed: int = 0, **options: OptionValue) -> DebateOpened:
    """Return a debate with the least seats, and so many more of each part as it may have. Unknown options are left
    out."""
    seats = [
        Seat(
            id=part.name if not number else f"{part.name}-{number + 1}",
            part=part.name,
            role=part.role,
            team=part.team,
            model=f"toy:{number}",
        )
        for part in format.cast
        for number in range(min(part.most, part.least + extra))
    ]
    known = {name: value for name, value in options.items() if name in format.options}
    return DebateOpened(
        question="Is it so?",
        format=format,
        seats=tuple(seats),
        options=format.options | UNCAPPED | known,
        services={"clerk": "toy:clerk"},
        seed=seed,
    )


def varied_opening(format: Format, seed: int, **options: OptionValue) -> DebateOpened:
    """Return a debate whose every switch, its topology and its number of seats are drawn from a seed."""
    rng = random.Random(seed)
    drawn: dict[str, OptionValue] = {
        "topology": rng.choice(["mesh", "star", "chain", "tree"]),
        "planning": rng.choice(["adaptive", "cpde", "dpde"]),
        "aspects": ["cost", "risk/harm [all]"][: rng.randrange(3)],
        "rounds": rng.randrange(1, 5),
        "keep": rng.randrange(1, 7),
        "condense": rng.randrange(2, 9),
    }
    likely = {"adversarial": 0.7, "hooks": 0.6, "sealed": 0.7, "auto_continue": 0.5}
    drawn["ledger"] = rng.choice(["message", "round", "off"])
    drawn["gates"] = some_points(format, rng) if rng.random() < 0.5 else []
    drawn |= {name: rng.random() < chance for name, chance in likely.items()}
    return opening_event(format, extra=rng.randrange(3), seed=seed, **(drawn | options))


def some_points(format: Format, rng: random.Random) -> list[str]:
    """Return one to three points at which a debate of a format can wait."""
    known = [f"{SPEND}0.0001" if point == SPEND else point for point in points(format)]
    known += [f"{AFTER}{point}" for point in points(format) if point not in (ROUNDS, SPEND, SYNTHESIS)]
    return rng.sample([ALL, *known], rng.randrange(1, 4)) if len(known) > 2 else [ALL]


def dice(seed: int) -> Callable[[int], int]:
    """Return which of so many replies arrives next."""
    return random.Random(seed).randrange


LONG_WINDED, LONG = 1, 4_000
"""One seed in four makes everybody say so many characters, so that older messages are worth condensing."""


def speak(debate: Debate, call: Call) -> TurnCompleted:
    """Return a turn, deterministic: text, payload and cost follow from what was seen. Payloads are wrong now and
    then."""
    at = At(debate=debate, path=call.path, past=call.past)
    turns, figures = split_view(call.sees)
    seen = [(ref, debate.replies[ref.rpartition("=")[2]].text) for ref in turns]
    seen += [(name, text_of(name, at)) for name in figures]
    digest = hashlib.sha256(repr((debate.seed, call.path, call.seat, call.task, seen)).encode()).hexdigest()
    rng = random.Random(digest)
    seat = debate.seats.get(call.seat)
    human = call.seat == "person" or (seat is not None and seat.human)
    return TurnCompleted(
        path=call.path,
        text=f"{digest[:12]} ".ljust(LONG, "…") if debate.seed % 4 == LONG_WINDED else digest[:12],
        data=payload(call, debate, rng),
        by="person" if human else "model",
        model="" if human else f"toy:{call.seat}",
        cost=0 if human else rng.randrange(1, 100),
        usage=Usage() if human else Usage(prompt=rng.randrange(100), completion=rng.randrange(100)),
    )


def payload(call: Call, debate: Debate, rng: random.Random) -> dict[str, Any]:
    """Return a payload of the call's contract. One in ten is empty or nonsense, as with real models."""
    if call.gives == "approval":
        return {"approved": rng.random() < 0.7}
    if rng.random() < 0.1:
        return rng.choice([{}, {"items": None, "position": 7, "stir": "x", "agree": "p0", "sides": 1}])
    if call.gives == "evidence":
        statuses = ("verified", "moved", "misquoted", "missing", "external", "nonsense")
        cited = [(f"Statement {rng.randrange(6)}", rng.choice(statuses)) for _ in range(rng.randrange(4))]
        return {"items": [{"citation": text, "status": status, "quote": text} for text, status in cited]}
    if call.gives == "ledger":
        return ledger_record(debate, rng)
    if call.gives == "questions":
        return {"items": [{"text": f"Is it i{rng.randrange(6)}?"} for _ in range(rng.randrange(4))]}
    if call.gives == "answers":
        declared = [(f"Q{rng.randrange(6)}", rng.choice(["answered", "open", "sung"])) for _ in range(rng.randrange(4))]
        taken = [{"to": id, "state": state, "quote": rng.choice(["it says so", ""])} for id, state in declared]
        return {"items": taken, "confidence": rng.random()}
    if call.gives == "ballot":
        labels = [one.label for one in slate_of(At(debate=debate, path=call.path, past=call.past))]
        order = rng.sample(labels, len(labels))
        return {"choice": next(iter(order), "Nix"), "order": order[: rng.randrange(4)], "confidence": rng.random()}
    if call.gives in ("findings", "patches"):
        attacks = [f"Attack {rng.randrange(6)}" for _ in range(rng.randrange(3))]
        named = "repeats" if call.gives == "findings" else "answers"
        return {"items": [{"text": text, named: rng.choice(["", "A1", "A9"])} for text in attacks]}
    if call.gives == "traits":
        return {"complex": rng.random() < 0.7, "intertwined": rng.random() < 0.5}
    ids = rng.sample(KNOWN, len(KNOWN))
    agreed, disputed = rng.randrange(3), rng.randrange(2)
    fresh = len(statements_of(call.past)) < len(KNOWN)  # nobody has objections that nobody has heard for ever
    raised = [{"text": rng.choice(STATEMENTS), "reason": "no"}] if fresh else []
    made: dict[str, Any] = {
        "agree": [{"point": id, "reason": rng.choice(["", "the list says it"])} for id in ids[:agreed]],
        "disagree": [{"point": id, "reason": "no"} for id in ids[agreed : agreed + disputed]] or raised,
        "unverifiable": [{"point": ids[-1], "decisive": rng.random() < 0.5}] if rng.random() < 0.3 else [],
        "level": "Weak",
        "position": rng.choice(["yes", "no"]),
        "confidence": rng.random(),
        "items": [{"id": f"i{rng.randrange(6)}"}],
        "statement": rng.choice(["", "Statement 1"]),
        "resolved": rng.random() < 0.4,
        "passed": rng.random() < 0.5,
        "score": rng.random(),
        "decision": rng.choice(["SUPPORT", "OPPOSE"]),
        "order": rng.sample("ABC", 3),
        "winner": rng.choice("AB"),
        "claim": call.path.partition("crux[")[2].partition("]")[0],
        "crux": "fact",
        "point": ids[0],
        "status": "set aside",
    }
    return {name: made.get(name, name) for name in CONTRACTS[call.gives].split()}


KNOWN = ("P1", "P2", "P3", "P4")
STATEMENTS = tuple(f"Statement {n} is safe and sound today" for n in range(6))
DEEDS = (
    "agrees",
    "concedes",
    *["disagrees"] * 5,
    "doubts",
    "keeps",
    "revises",
    "withdraws",
    "closes",
    "assumes",
    "sings",
)


def ledger_record(debate: Debate, rng: random.Random) -> dict[str, Any]:
    """Return a record of the ledger: what seats that may not exist do with statements that may not exist."""
    seats = [*debate.seats, "nobody"]
    stated = {
        "id": rng.choice([*KNOWN, "c/3]"]),
        "text": rng.choice(STATEMENTS),
        "quote": "it says so",
        "attacks": rng.choice([[], ["P1"], ["README.md:1"]]),
    }
    about = [
        {
            "id": id,
            "does": rng.choice(DEEDS),
            "text": rng.choice(STATEMENTS),
            "quote": rng.choice(["it says so", ""]),
            "because": rng.choice(["the list says it", ""]),
            "why": rng.choice(["evidence", "argument", "deferred", "none", ""]),
        }
        for id in rng.sample([*KNOWN, "P9"], rng.randrange(5))
    ]
    stands = {
        "stance": rng.choice(["", *STATEMENTS]),
        "position": rng.choice(["", *STATEMENTS]),
        "confidence": rng.choice([0.5, 0.8, 0.9, None]),
        "importance": rng.randrange(12),
    }
    return {
        "new": [{**stated, "by": rng.choice(seats)}] if rng.random() < 0.7 else [],
        "about": [{**item, "by": rng.choice(seats)} for item in about],
        "stands": [{**stands, "by": rng.choice(seats)}],
    }


CHECKED = 1_000
"""Events up to which a planner that remembers is compared with one that does not: planning anew is quadratic."""


def answer_of_person(debate: Debate) -> tuple[Event, ...]:
    """Return what a person says at the first gate that is open: it depends on the debate's seed and the gate alone.
    They send the debate back one time in three, where there is anything to go back to."""
    path = open_gates(debate)[0]
    drawn = hashlib.sha256(f"{debate.seed}|{path}".encode()).digest()[0]
    sent_back = commands.Review(approved=False, reason=f"not yet {drawn}", path=path)
    try:
        return decide(debate, sent_back if drawn % 3 == 0 else commands.Review(approved=True, path=path))
    except Refused:
        return decide(debate, commands.Review(approved=True, path=path))


def never(call: Call) -> bool:
    return False


def nobody(debate: Debate, log: Sequence[Event]) -> tuple[Event, ...]:
    return ()


@dataclass
class Driver:
    """plan → perform → append, without any concurrency: calls are in flight until `pick` chooses one to land.

    `check` compares the planner that remembers with one that does not, at every step.
    """

    log: list[Event]
    pick: Callable[[int], int] = lambda n: 0
    fails: Callable[[Call], bool] = never
    meddle: Callable[[Debate, Sequence[Event]], tuple[Event, ...]] = nobody
    check: bool = False
    flying: dict[str, tuple[Call, TurnCompleted]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.log = list(self.log)
        self.debate = fold(self.log)
        self.planner = Planner()

    def append(self, *events: Event) -> None:
        for event in events:
            self.log.append(event)
            self.debate = evolve(self.debate, event)
            self.planner.observe(event)

    def run(self, limit: int) -> list[Event]:
        """On until the debate is over, nothing is in flight, and the person wants nothing more."""
        while self.flying or not self.debate.over or self.is_wanted():
            assert len(self.log) < limit, f"no end after {limit} events"
            self.run_one()
        return self.log

    def is_wanted(self) -> bool:
        before = len(self.log)
        self.append(*self.meddle(self.debate, self.log))
        return len(self.log) > before

    def run_one(self) -> None:
        """On until one more turn has landed, or there is nothing more to be had."""
        while True:
            self.append(*self.meddle(self.debate, self.log))
            step = self.step()
            if isinstance(step, Note):
                self.append(*step.events)
                continue
            if isinstance(step, Do):
                self.start(step.calls)
            if self.flying:
                return self.land()
            if self.debate.over:
                return None
            self.append(
                *answer_of_person(self.debate) if open_gates(self.debate) else decide(self.debate, commands.Continue())
            )

    def step(self) -> Step:
        step = self.planner.plan(self.debate)
        if self.check and len(self.log) < CHECKED:
            anew = Planner()
            assert step == anew.plan(self.debate), "the planner that remembers says something else"
            assert standing(self.planner.walk(self.debate)) == standing(anew.walk(self.debate))
        return step

    def start(self, calls: Sequence[Call]) -> None:
        for call in calls:
            if call.path not in self.flying:
                model = self.debate.model_of(call.seat, call.task)
                self.append(
                    TurnAsked(
                        path=call.path,
                        seat=call.seat,
                        model=model,
                        task=call.task,
                        gives=call.gives,
                        heard=call.heard,
                        sees=call.sees,
                    )
                )
                self.flying[call.path] = (call, speak(self.debate, call))

    def land(self) -> None:
        path = sorted(self.flying)[self.pick(len(self.flying))]
        call, reply = self.flying.pop(path)
        if path in self.debate.replies or path in self.debate.abstained or path in self.debate.failed:
            self.append(TurnCut(path=path, text=reply.text, why="late"))
        elif self.fails(call):
            self.append(TurnFailed(path=path, kind="Transient", why="it failed"))
        else:
            self.append(reply)


def drive_to_gate(log: Sequence[Event]) -> Driver:
    """Return a debate that has come to the first gate that nobody has answered, or to its end."""
    driver = Driver(log=list(log))
    while not driver.debate.over and not (open_gates(driver.debate) and driver.debate.status == "paused"):
        step = driver.step()
        if isinstance(step, Note):
            driver.append(*step.events)
        elif isinstance(step, Do):
            driver.start(step.calls)
            driver.land()
        else:
            driver.append(*decide(driver.debate, commands.Continue()))
    return driver


def standing(walk: Walk) -> tuple[object, ...]:
    """Return where a walk has come to, to be compared."""
    return walk.cursor, walk.open, walk.verdict, [(turn.path, turn.heard) for turn in walk.past]


def drive(
    log: Sequence[Event],
    *,
    pick: Callable[[int], int] = lambda n: 0,
    fails: Callable[[Call], bool] = never,
    meddle: Callable[[Debate, Sequence[Event]], tuple[Event, ...]] = nobody,
    check: bool = False,
    limit: int = 20_000,
) -> list[Event]:
    """Run a log on until its debate is over, and return the whole log. Pauses and errors are continued at once."""
    return Driver(list(log), pick, fails, meddle, check).run(limit)
