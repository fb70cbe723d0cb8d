"""How far a debate has come: the round, the points, what was measured after each round, and what answers and rankings
come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from disputatio.debate.ids import NO_ROUNDS, rounds_before, step_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.payload import by_rule
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.consensus import Measure, measure
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import value
from disputatio.debate.views.participants import nobody_thinks
from disputatio.debate.views.rounds import number_in, places_in
from disputatio.debate.views.tallies import tallies_of
from disputatio.debate.wording import tr

NO_CLERK: Final = "No clerk: only what participants declare themselves is recorded."


@value
class Progress:
    """`round` of `rounds` (0 where there are none yet, or no bound). `history`: the measure after each round in which
    something was judged, as (round, measure); `places`: where the rounds of aspects are, in words. `abstained`: what
    nobody recorded, in a sentence. `tallies`: what answers and rankings come to."""

    round: int
    rounds: int
    measure: Measure
    points: tuple[Statement, ...]
    history: tuple[tuple[int, Measure], ...]
    places: Mapping[int, str] = field(default_factory=dict)
    abstained: str = ""
    tallies: tuple[str, ...] = ()

    @property
    def assessable(self) -> tuple[str, ...]:
        """The ids of the statements that are neither withdrawn nor settled by the person."""
        return tuple(one.id for one in self.points if one.status not in ("withdrawn", "settled"))

    @property
    def rounds_told(self) -> str:
        """The round in words: "Round 2 of 5"; "" before the first."""
        if not self.round:
            return ""
        return (
            tr("Round {round} of {rounds}").format(round=self.round, rounds=self.rounds)
            if self.rounds
            else tr("Round {round}").format(round=self.round)
        )


def progress_of(debate: Debate, past: Past) -> Progress:
    """Return how far a debate has come. `past` is all that was said so far (`Planner.walk(debate).past`)."""
    registry = registry_of(past)
    now, bound = rounds_of(debate)
    asked = any(step.gives == "ledger" for step in blocks(debate.format.body)) and debate.options.get("ledger") != "off"
    silent = asked and bool(registry.texts) and _by_rule_alone(past)
    return Progress(
        round=now,
        rounds=bound,
        measure=measure(registry),
        points=tuple(registry.statements.values()),
        history=history_of(past),
        places=places_in(past),
        abstained=tr(NO_CLERK) if silent else "",
        tallies=() if is_rehearsal(debate) else tallies_of(debate, past),
    )


def _by_rule_alone(past: Past) -> bool:
    """Return whether all records were made by rule: then nothing was read but fields and declarations."""
    records = past.of("ledger")
    return bool(records) and all(by_rule(turn) for turn in records)


def is_rehearsal(debate: Debate) -> bool:
    """Return whether it is a rehearsal: nobody thinks."""
    return nobody_thinks(debate.seats)


def rounds_of(debate: Debate) -> tuple[int, int]:
    """Return the round that was begun last, and the last one that may come: that of the extension, once there is
    one."""
    loop = next((block for block in debate.format.body.do if block.repeat and block.name not in NO_ROUNDS), None)
    if loop is None:
        return 0, 0
    added = [path for path in debate.passes if step_of(path) == loop.name and rounds_before(path)]
    path = max(added, key=rounds_before, default=loop.name)
    option = step_of(path.rpartition("/")[0]) if added else str(loop.repeat).removeprefix("$")
    bound = debate.options.get(option, loop.repeat)
    before = rounds_before(path)
    return before + debate.passes.get(path, 0), before + bound if isinstance(bound, int) else 0


def _round_of(past: Past, node: Past) -> int:
    """Return the number of the round that a judgement is of; 0 where it is of what was said outside of any."""
    assert node.turn is not None
    assert node.before is not None
    number = number_in(past, node.turn.path)
    if number or node.turn.gives != "ledger":
        return number
    rounds = [number_in(past, path) for path in registry_of(node.before).uncovered_messages(node.turn.path)]
    return max(rounds, default=0) if all(rounds) else 0


def history_of(past: Past) -> tuple[tuple[int, Measure], ...]:
    """Return the measure at the end of each round in which somebody judged something. A record that is made after the
    rounds, of what was said in the last one, belongs to that."""
    ends: dict[int, Past] = {}
    for contract in ("assessment", "ledger", "ruling", "card"):
        for node in past.back(contract):
            number = _round_of(past, node)
            if number and (number not in ends or node.length > ends[number].length):
                ends[number] = node
    for node in past.back("verification"):  # it changes all that was on record until then
        if number := max((number for number, end in ends.items() if end.length < node.length), default=0):
            ends[number] = node
    found = ((number, measure(registry_of(ends[number]))) for number in sorted(ends))
    return tuple((number, each) for number, each in found if each.measured)
