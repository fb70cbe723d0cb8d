"""The laws are sharp: each fault planted into the rules breaks one of them (design of the format language, §7)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from disputatio.debate import policy
from disputatio.debate.board import records
from disputatio.debate.board.standings import ledger_of
from disputatio.debate.decide import decide
from disputatio.debate.formats.loader import load
from disputatio.debate.ids import inside
from disputatio.debate.log import commands, evolve
from disputatio.debate.log.events import DebateResumed, OptionChanged, Spliced, TurnAsked, TurnCompleted, TurnFailed
from disputatio.debate.log.state import Debate, Spent
from disputatio.debate.log.steps import Do
from disputatio.debate.log.turns import Past
from disputatio.debate.policies import visibility
from disputatio.debate.policy import At
from disputatio.debate.statements import bookkeeping, cards, registry, round_ends, rulings_and_rooms
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.claims import claims_of
from disputatio.debate.statements.consensus import firm_measure, measure
from disputatio.debate.statements.statement import Statement
from disputatio.debate.walk import rulebook, walk
from disputatio.debate.walk.plan import Planner
from disputatio.debate.walk.walk import Frame, Walk, Walking
from disputatio.prompting.sections import WRITERS, assembly
from disputatio.testing.boards import deed, message_and_record, moment_of, moves_of, past_of, statement, turn
from disputatio.testing.meddler import ANYTHING, Meddler
from disputatio.testing.speakers import dice, drive, formats_of, opening_event, varied_opening

FOLDER = Path(__file__).parents[2] / "resources" / "formats"
FORMATS = formats_of(FOLDER)
STANDARD = (FOLDER / "standard.toml").read_text()
Patch = pytest.MonkeyPatch

ROOM = """
name = "room"
title = "Room"
do = ["room", "plenum"]
[cast.table]
seats = [3, 3]
[step.room]
each = "seats table"
order = "together"
heard = "room"
do = ["secret"]
[step.secret]
ask = "same"
[step.plenum]
ask = "all"
"""


BRANCHES = """
name = "branches"
title = "Branches"
do = ["branch"]
[cast.table]
seats = [3, 3]
[step.branch]
each = "seats table"
order = "together"
do = ["first", "second"]
[step.first]
ask = "same"
[step.second]
ask = "same"
"""


# the laws, in short


def orders(name: str, seed: int = 3) -> None:
    start = [varied_opening(FORMATS[name], seed, gates=["all"])]
    logs = [drive(start, pick=dice(salt)) for salt in range(4)]
    for log in logs[1:]:
        assert evolve.fold(log) == evolve.fold(logs[0])


def siblings(_: str) -> None:
    log = drive([opening_event(load(BRANCHES, "branches.toml", STANDARD), seed=3)], pick=lambda n: 0)
    for path, entered in evolve.fold(log).entered.items():
        for group in entered:
            branches = [f"{path}[{item}]" for item in group]
            for event in log:
                if isinstance(event, TurnAsked) and any(inside(event.path, branch) for branch in branches):
                    others = [branch for branch in branches if not inside(event.path, branch)]
                    assert not any(inside(ref.rpartition("=")[2], branch) for ref in event.sees for branch in others)


def resumes(name: str, seed: int = 3) -> None:
    log = drive([varied_opening(FORMATS[name], seed)], pick=dice(seed))
    whole = evolve.fold(log)
    within = OptionChanged | Spliced | DebateResumed  # what a person's answer at a gate came to is one whole
    everywhere = [cut for cut in range(1, len(log)) if not isinstance(log[cut], within)]
    for cut in random.Random(seed).sample(everywhere, min(20, len(everywhere))):
        assert evolve.fold(drive(log[:cut], pick=dice(cut))) == whole


def same_when_told_twice(name: str) -> None:
    first, second = ([replace(opening_event(FORMATS[name], seed=3), seed=3)] for _ in range(2))
    assert drive(first) == drive(second)


def recorded_decisions(name: str) -> None:
    """A decision that stands in the log is not taken again when its grounds change."""
    log = drive([opening_event(FORMATS[name], seed=3, topology="star", extra=1)])
    at = next(n for n, event in enumerate(log) if isinstance(event, TurnAsked) and event.path.startswith("estimate"))
    swapped = decide.decide(evolve.fold(log[:at]), commands.Swap(seat="panel-2"))
    debate = evolve.fold(drive([*log[:at], *swapped]))
    assert debate.abstained["estimate[panel-2]"] == "the seat is empty"


def words_stay(name: str) -> None:
    log = drive([opening_event(FORMATS[name], seed=3)])
    half = log[: len(log) // 2]
    said = decide.decide(evolve.fold(half), commands.Interject(text="hear me"))
    debate = evolve.fold(drive([*half, *said]))
    assert said[-1].path in [turn.path for turn in Planner().walk(debate).past]  # type: ignore[union-attr]


def heard_by_all(name: str) -> None:
    log = drive([opening_event(FORMATS[name], seed=3, extra=1)])
    half = log[: len(log) // 3]
    said = decide.decide(evolve.fold(half), commands.Interject(text="hear me"))
    path = said[-1].path  # type: ignore[union-attr]
    after = drive([*half, *said])[len(half) :]
    seats = evolve.fold(half).seats
    asked = [event for event in after if isinstance(event, TurnAsked) and event.seat in seats]
    assert path in asked[-1].sees


def alike(name: str) -> None:
    """What is said during a parallel group comes after it for all branches."""
    log = drive([opening_event(FORMATS[name], extra=1, seed=3)])
    at = next(n for n, event in enumerate(log) if isinstance(event, TurnCompleted) and "evolvement[" in event.path) + 1
    said = decide.decide(evolve.fold(log[:at]), commands.Interject(text="hear me"))
    asked = [event for event in drive([*log[:at], *said])[at:] if isinstance(event, TurnAsked)]
    inner = [event for event in asked if event.path.startswith("self-evolvement[")]
    assert not any(said[-1].path in event.sees for event in inner)  # type: ignore[union-attr]


def nothing_lost(name: str) -> None:
    for seed in range(25):
        log = drive([varied_opening(FORMATS[name], seed)], pick=dice(seed), meddle=Meddler(seed, ANYTHING))
        debate = evolve.fold(log)
        turns = [turn.path for turn in Planner().walk(debate).past]
        assert len(turns) == len(set(turns))
        assert debate.status == "stopped" or set(turns) == set(debate.replies)


def rooms(_: str) -> None:
    log = drive([opening_event(load(ROOM, "room.toml", STANDARD))])
    asked = [event for event in log if isinstance(event, TurnAsked) and event.path == "plenum[table]"]
    assert [ref for ref in asked[0].sees if "secret" in ref] == ["room[table]/secret[table]"]


def retries(name: str) -> None:
    rng = random.Random(3)
    start = [opening_event(FORMATS[name], seed=3)]
    log = drive(start, fails=lambda call: not call.optional and rng.random() < 0.3, limit=2000)
    assert evolve.fold(log).replies == evolve.fold(drive(start)).replies
    assert not evolve.fold(log).asked
    path = next(event.path for event in log if isinstance(event, TurnFailed))
    at = next(n for n, event in enumerate(log) if isinstance(event, TurnFailed))
    assert path not in evolve.fold(log[: at + 1]).asked


def landing(name: str) -> None:
    """A turn in flight when its block is left completes."""
    log = drive([opening_event(FORMATS[name])])
    at = next(n for n, event in enumerate(log) if isinstance(event, TurnAsked) and event.seat == "analyst")
    left = decide.decide(evolve.fold(log[: at + 1]), commands.Leave())
    step = Planner().plan(evolve.fold([*log[: at + 1], *left]))
    assert isinstance(step, Do)
    assert log[at].path in [call.path for call in step.calls]  # type: ignore[union-attr]


def leaving(name: str) -> None:
    """What was said in a block that was left midway stays in the past."""
    log = drive([opening_event(FORMATS[name])])
    at = next(n for n, event in enumerate(log) if isinstance(event, TurnCompleted) and event.path.startswith("round"))
    left = decide.decide(evolve.fold(log[: at + 1]), commands.Leave())
    debate = evolve.fold(drive([*log[: at + 1], *left]))
    assert {turn.path for turn in Planner().walk(debate).past} == set(debate.replies)


def hash_free(_: str) -> None:
    """An order drawn from the seed is known beforehand, in every process."""
    assert "".join(At(debate=Debate(seed=3), path="x", past=Past()).random_order("abcdefghijkl")) == "kijdebcafglh"


def money(name: str) -> None:
    orders(name)
    for seed in range(3):  # one sum may be a round one
        log = drive([opening_event(FORMATS[name], seed=seed)])
        costs = [event.cost or 0 for event in log if isinstance(event, TurnCompleted)]
        spent = evolve.fold(log).spent
        assert spent.cost == sum(costs)
        assert type(spent.cost) is int


def planners(name: str) -> None:
    for seed in (4, 6, 10):  # short ones; the last shows what a planner misses that does not look
        drive([varied_opening(FORMATS[name], seed)], meddle=Meddler(seed, ANYTHING, times=25), check=True)


def quorum(_: str) -> None:
    start = opening_event(FORMATS["delphi"], seed=4)
    once = {"estimate[panel-2]": 1, "estimate[panel-3]": 1}

    def fails(call: Any) -> bool:
        once[call.path] = once.get(call.path, 0) - 1
        return once[call.path] >= 0

    debate = evolve.fold(drive([start], fails=fails))
    assert not debate.abstained, "two failures among three are retried"


# the laws of the board, in short

SAFE = statement("P1", "Cached entries survive a sudden loss of power")
OPENED = (
    *message_and_record("round[1]/say[ada]", new=[SAFE]),
    *message_and_record("round[1]/say[ben]", about=[deed("P1", "disagrees")]),
)


def vacuous_reasons(_: str) -> None:
    """Whoever comes round without a reason has no class, whatever the clerk calls it; and a source that was not
    compared is no evidence."""
    for because, why, flip in (("", "argument", ""), ("See log.c:7.", "evidence", "argument")):
        moved = message_and_record(
            "round[2]/say[ben]", "See log.c:7.", about=[deed("P1", "agrees", because=because, why=why)]
        )
        [move] = moves_of(past_of(*OPENED, *moved))
        assert move.flip == flip


def no_receipt_no_move(_: str) -> None:
    moved = message_and_record("round[2]/say[ben]", about=[deed("P1", "agrees") | {"quote": ""}])
    past = past_of(*OPENED, *moved)
    assert moves_of(past) == ledger_of(past)["ben"].shifts == ledger_of(past)["ben"].concessions == ()


def present_wording(_: str) -> None:
    """Who accepted an earlier wording has not accepted the present one."""
    agreed = message_and_record("round[2]/say[ben]", about=[deed("P1", "agrees")])
    revised = message_and_record(
        "round[3]/say[ada]", about=[deed("P1", "revises", text="They survive where it was flushed")]
    )
    assert statements_of(past_of(*OPENED, *agreed, *revised))["P1"].status == "unaddressed"


def withdrawn_counts_no_more(_: str) -> None:
    agreed = message_and_record("round[2]/say[ben]", about=[deed("P1", "agrees")])
    withdrawn = message_and_record("round[3]/say[ada]", about=[deed("P1", "withdraws")])
    assert measure(registry_of(past_of(*OPENED, *agreed, *withdrawn))).agreed == 0


def forged(_: str) -> None:
    """What a rule read off prose ends no debate."""
    [message, record] = message_and_record("round[2]/say[ben]", about=[deed("P1", "agrees")])
    past = past_of(*OPENED, message, replace(record, by="rules"))
    assert firm_measure(registry_of(past)).agreed == 0


def owners(_: str) -> None:
    """Only its author withdraws a statement."""
    past = past_of(*OPENED, *message_and_record("round[2]/say[ben]", about=[deed("P1", "withdraws")]))
    assert not statements_of(past)["P1"].withdrawn


def patience(_: str) -> None:
    """One whole round without a word on it is no abandonment."""
    later = [each for n in (2, 3) for each in message_and_record(f"round[{n}]/say[ada]")]
    assert claims_of(past_of(*OPENED, *later))["P1"].status == "active"


def walls(_: str) -> None:
    """No assembled view, record or reflection outside of a room has a word of what was said in it."""
    path = "round[1]/crux[P1]"
    secret = turn(f"{path}/statement[ada]", heard=f"room:{path}", text="a secret of the room")
    noted = replace(turn(f"{path}/note[clerk]", "reflections", items=["a secret of the room"]), heard=f"room:{path}")
    moment = moment_of(past_of(*OPENED, secret, noted), "round[2]/say[cyd]")
    assert not any("secret" in writer.write(moment) for writer in WRITERS.values())


def all_disputes(_: str) -> None:
    many = [statement(f"P{n}", f"Statement {n} is so and so") for n in range(90)]
    against = [deed(f"P{n}", "disagrees") for n in range(90)]
    opened = past_of(
        *message_and_record("round[1]/say[ada]", new=many), *message_and_record("round[1]/say[ben]", about=against)
    )
    moment = moment_of(opened, "round[2]/say[ada]")
    assert all(f"- P{n} [active]" in assembly.view(moment) for n in range(90))


def failed_rooms(_: str) -> None:
    path = "round[1]/crux[P1]"
    secret = turn(f"{path}/statement[ada]", heard=f"room:{path}")
    found = claims_of(past_of(*OPENED, secret, *message_and_record("round[2]/say[cyd]")))
    assert found["P1"].status == "active"


def two_to_agree(_: str) -> None:
    path = "round[1]/crux[P1]"
    stances = [
        turn(f"{path}/exchange[1]/rejoinder[{who}]", "stance", heard=f"room:{path}", resolved=yes, statement="So")
        for who, yes in (("ada", True), ("ben", False))
    ]
    card = turn(f"{path}/card[clerk]", "card", claim="P1", crux="fact", resolved=True)
    assert not cards.cards_of(past_of(*OPENED, *stances, card))[0].resolved


def settled_and_again(_: str) -> None:
    """A card ends the disagreement of its claim, until a side disputes it again."""
    card = turn("round[1]/crux[P1]/card[clerk]", "card", claim="P1", crux="fact", resolved=True, how="So")
    over = ledger_of(past_of(*OPENED, card))["ben"]
    assert (len(over.disagreements), len(over.settled)) == (0, 1)
    again = message_and_record("round[2]/say[ben]", about=[deed("P1", "disagrees")])
    back = ledger_of(past_of(*OPENED, card, *again))["ben"]
    assert (len(back.disagreements), len(back.settled)) == (1, 0)


# the faults


def by_the_clerk(patch: Patch) -> None:
    """What the clerk calls an argument is one."""
    patch.setattr(registry, "class_of", lambda why, because, words, text, fresh: why or "none")


def guessed(patch: Patch) -> None:
    """Whoever is recorded has moved, with or without a receipt."""
    right = registry.with_judgement
    patch.setattr(bookkeeping, "with_judgement", lambda r, id, made, **m: right(r, id, replace(made, words="x"), **m))


def once_agreed(patch: Patch) -> None:
    """Who accepted one wording has accepted them all."""
    right = registry.with_deed

    def by_author(before: Any, one: Statement, *more: Any, **how: Any) -> Any:
        after = right(before, one, *more, **how)
        return after.put(replace(after.statements[one.id], judgements=one.judgements))

    patch.setattr(bookkeeping, "with_deed", by_author)


def held_for_ever(patch: Patch) -> None:
    """What was once stated is held."""
    right = registry.with_deed
    keeps: Any = {"withdrew": "kept"}
    patch.setattr(
        bookkeeping, "with_deed", lambda r, one, deed, *m, **how: right(r, one, keeps.get(deed, deed), *m, **how)
    )


def by_rule(patch: Patch) -> None:
    """A rule reads as well as a clerk."""
    patch.setattr(bookkeeping, "_by_rule", lambda turn: False)


def anybodys(patch: Patch) -> None:
    """Whoever withdraws a statement, it is withdrawn."""
    right = bookkeeping._done

    def done(before: Any, item: Any, by: str, path: str, *, rule: bool) -> Any:
        one = before.statements.get(item["id"])
        return right(before, item, one.author if one else by, path, rule=rule)

    patch.setattr(bookkeeping, "_done", done)


def unsettled(patch: Patch) -> None:
    """A card changes nothing in the registry."""
    patch.setattr(rulings_and_rooms, "_met", lambda one, card: one)


def closed_for_good(patch: Patch) -> None:
    """What a room has settled is never disputed again."""
    right = registry.with_judgement
    patch.setattr(
        bookkeeping, "with_judgement", lambda r, id, made, **m: r if r.statements[id].card else right(r, id, made, **m)
    )


def impatient(patch: Patch) -> None:
    """A claim is abandoned after one round."""
    patch.setattr(round_ends, "ABANDONED", 1)


def open_doors(patch: Patch) -> None:
    """What is said in a room is said to all."""
    patch.setattr(assembly, "is_public_message", lambda turn: turn.message)


def open_records(patch: Patch) -> None:
    """What is recorded in a room is recorded for all."""
    patch.setattr(records, "public", lambda turn, contract: turn.gives == contract)


def trimmed(patch: Patch) -> None:
    """Open disputes give way like all else."""
    right = assembly.fit

    def fit(view: assembly.AssembledView, most: int, *ways: assembly.Ways) -> assembly.AssembledView:
        return right(view, most, *ways, assembly.without(assembly.DISPUTES))

    patch.setattr(assembly, "fit", fit)


def stuck(patch: Patch) -> None:
    """A claim stays in the room of which no card comes."""
    patch.setattr(rulings_and_rooms, "_left", lambda found, turn: found)


def clerks_word(patch: Patch) -> None:
    """The clerk decides whether a room is resolved."""
    patch.setattr(cards.Talk, "hear", lambda self, turn: self)


def leak(patch: Patch) -> None:
    """Siblings see what was said in branches before theirs."""

    def together(self: Walk, runs: Sequence[Any], path: str, frame: Frame, past: Past) -> Walking:
        while True:
            latest, done = past, True
            for run in runs:
                latest, finished = self.branch(run(frame, latest))
                done = done and finished
            if done:
                return latest
            self.past = latest
            yield

    patch.setattr(Walk, "together", together)


def arrival(patch: Patch) -> None:
    """Views in the order of arrival."""
    right = visibility.view

    def view(at: At, filters: tuple[str, ...]) -> tuple[str, ...]:
        seen = right(at, filters)
        arrived = list(at.debate.replies)
        return tuple(sorted(seen, key=lambda ref: arrived.index(ref) if ref in arrived else -1))

    patch.setattr(walk, "view", view)


def recomputed(patch: Patch) -> None:
    """Collections are computed again instead of read from the log."""
    right = Walk.block

    def block(self: Walk, one: Any, path: str, frame: Frame, past: Past) -> tuple[Past, bool]:
        if path in self.debate.entered and one.ask and not path.startswith(("start", "round")):
            again = rulebook.enter(one, At(debate=self.debate, path=path, past=past))
            self.debate = replace(self.debate, entered=self.debate.entered.set(path, again.groups))
        return right(self, one, path, frame, past)

    patch.setattr(Walk, "block", block)


def forgotten(patch: Patch) -> None:
    """What a person inserted is forgotten."""
    patch.setattr(Walk, "splices", lambda self, path, frame, past: (past, True))


def unanchored(patch: Patch) -> None:
    """A person's words land inside one branch of a group."""
    right = Walk.say

    def said(self: Walk, block: Any, path: str, frame: Frame, past: Past) -> tuple[Past, bool]:
        return right(self, block, path, replace(frame, anchor=""), past)

    patch.setattr(Walk, "say", said)


def dropped(patch: Patch) -> None:
    """A block that was left is dropped with all that was said in it."""
    right = Walk.block

    def block(self: Walk, one: Any, path: str, frame: Frame, past: Past) -> tuple[Past, bool]:
        left = self.debate.left.get(path)
        if left is not None and left.exit == "person":
            return past, True
        return right(self, one, path, frame, past)

    patch.setattr(Walk, "block", block)


def hearing(patch: Patch) -> None:
    """Rooms have no walls."""
    patch.setattr(At, "hears", lambda self, turn: True)


def unheard(patch: Patch) -> None:
    """Filters hide the person."""

    def view(at: At, filters: tuple[str, ...]) -> tuple[str, ...]:
        seen = visibility.View(messages=[n for n in at.past.nodes() if n.turn and n.turn.message and at.hears(n.turn)])
        for one in filters:
            seen = policy.call("sees", one, at, seen)
        return tuple(n.turn.path for n in seen.messages if n.turn)

    patch.setattr(walk, "view", view)


def builtin_hash(patch: Patch) -> None:
    """Orders drawn with the hash of this process."""
    patch.setattr(At, "random_order", lambda self, items: sorted(items, key=lambda item: hash((self.path, item))))


def still_flying(patch: Patch) -> None:
    """A call that failed stays in flight."""
    patch.setattr(evolve, "_landed", lambda debate, path: debate)


def abandoned(patch: Patch) -> None:
    """A call in flight is forgotten when its block is left."""
    right = Walk.call

    def call(self: Walk, block: Any, path: str, frame: Frame, past: Past) -> tuple[Past, bool]:
        if not frame.live and path not in self.debate.replies:
            return past, True
        return right(self, block, path, frame, past)

    patch.setattr(Walk, "call", call)


def floats(patch: Patch) -> None:
    """Money in floating dollars."""
    right = Spent.plus

    def plus(self: Any, event: Any, turns: int) -> Any:
        made = right(self, event, turns)
        return replace(made, cost=self.cost + (event.cost or 0) * 1e-6)

    patch.setattr(Spent, "plus", plus)


def rounded(patch: Patch) -> None:
    """Money rounded to cents at each turn."""
    right = Spent.plus

    def plus(self: Any, event: Any, turns: int) -> Any:
        made = right(self, event, turns)
        return replace(made, cost=round(made.cost, -2))

    patch.setattr(Spent, "plus", plus)


def stale(patch: Patch) -> None:
    """The planner does not look at what a person does."""
    patch.setattr(Planner, "observe", lambda self, event: None)


def everyone_counts(patch: Patch) -> None:
    """One answer is quorum enough."""
    patch.setattr(walk, "QUORUM", 1)


def asked_again(patch: Patch) -> None:
    """What is asked of a seat depends on what is in flight: a resumed debate differs."""
    right = visibility.view
    patch.setattr(walk, "view", lambda at, filters: right(at, filters)[len(at.debate.asked) :])


def told_as_it_came(patch: Patch) -> None:
    """What a figure says depends on the order of arrival."""

    def write(at: At) -> str:
        return ", ".join(at.debate.replies)

    patch.setitem(WRITERS, "statistics", replace(WRITERS["statistics"], write=write))


FAULTS: list[tuple[Callable[[Patch], None], Callable[[str], None], str]] = [
    (leak, siblings, ""),
    (arrival, orders, "collaborative"),
    (recomputed, recorded_decisions, "delphi"),
    (forgotten, words_stay, "dual"),
    (unanchored, alike, "eight-phase"),
    (dropped, leaving, "dual"),
    (hearing, rooms, "dual"),
    (unheard, heard_by_all, "delphi"),
    (builtin_hash, hash_free, "council"),
    (still_flying, retries, "dual"),
    (abandoned, landing, "dual"),
    (floats, money, "collaborative"),
    (rounded, money, "collaborative"),
    (stale, planners, "eight-phase"),
    (everyone_counts, quorum, "delphi"),
    (asked_again, resumes, "collaborative"),
    (told_as_it_came, orders, "delphi"),
    (by_the_clerk, vacuous_reasons, ""),
    (guessed, no_receipt_no_move, ""),
    (once_agreed, present_wording, ""),
    (held_for_ever, withdrawn_counts_no_more, ""),
    (by_rule, forged, ""),
    (anybodys, owners, ""),
    (unsettled, settled_and_again, ""),
    (closed_for_good, settled_and_again, ""),
    (impatient, patience, ""),
    (open_doors, walls, ""),
    (open_records, walls, ""),
    (trimmed, all_disputes, ""),
    (stuck, failed_rooms, ""),
    (clerks_word, two_to_agree, ""),
]


@pytest.mark.parametrize(("fault", "law", "name"), FAULTS, ids=[fault.__name__ for fault, _, _ in FAULTS])
def test_each_planted_fault_breaks_a_law(
    fault: Callable[[Patch], None], law: Callable[[str], None], name: str, monkeypatch: Patch
) -> None:
    law(name)
    fault(monkeypatch)
    with pytest.raises((AssertionError, StopIteration, KeyError)):
        law(name)


def test_the_laws_hold_without_a_fault() -> None:
    for name in ("dual", "collaborative"):
        orders(name)
        resumes(name)
        same_when_told_twice(name)
        nothing_lost(name)
