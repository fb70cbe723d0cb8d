"""How far a debate has come: the round, the score over time, the points; and what is worth a project's while."""

from __future__ import annotations

from collections import Counter

from disputatio.debate.claims import Claims
from disputatio.debate.consensus import Measure, measure
from disputatio.debate.docket import claims_of
from disputatio.debate.ids import round_of, rounds_before, step_of
from disputatio.debate.minutes import ledger_of
from disputatio.debate.points import Point, Points, points_of
from disputatio.debate.settlements import open_again
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past
from disputatio.debate.values import value


@value
class Progress:
    """`round` of `rounds` (0 where there are none yet, or no bound). `history`: the measure after each round that
    was assessed, as (round, measure)."""

    round: int
    rounds: int
    measure: Measure
    points: tuple[Point, ...]
    history: tuple[tuple[int, Measure], ...]
    carded: int = 0
    """Open points that a crux room has resolved since they were assessed. They count as agreed once an assessment says
    so: the score is one of assessments (SPEC DUAL.3, DUAL.4), and a card only returns to the board (CRUX.1)."""

    @property
    def pending(self) -> str:
        """What is to be said beside the score; "" where nothing is."""
        if not self.carded:
            return ""
        many = "points were" if self.carded > 1 else "point was"
        return f"{self.carded} open {many} resolved in a crux room since: the next assessment counts that."


def progress_of(debate: Debate, past: Past) -> Progress:
    """`past` is all that was said so far (`Planner.walk(debate).past`)."""
    points, claims = points_of(past), open_again(ledger_of(past), claims_of(past))
    now, bound = _rounds(debate)
    return Progress(
        round=now,
        rounds=bound,
        measure=measure(points) if points else of_claims(claims),
        points=tuple(points.values()),
        history=history_of(past),
        carded=_carded(points, claims),
    )


def _carded(points: Points, claims: Claims) -> int:
    found = (claims[id] for id, point in points.items() if point.open and id in claims)
    return sum(claim.status == "resolved" and bool(claim.card) for claim in found)


def of_claims(claims: Claims) -> Measure:
    """The measure of a format that keeps claims instead of points: what was resolved is agreed, what is in dispute is
    contested, what nobody returned to counts for nothing but coverage, unless a crux room has found it unsettled.
    What a person settled, nobody has agreed on: it is set aside."""
    left = [claim for claim in claims.values() if claim.status != "resolved" or not claim.ruling]
    counts = Counter(claim.status for claim in left)
    unsettled = sum(claim.status == "abandoned" and bool(claim.card) for claim in left)
    return Measure(
        agreed=counts["resolved"],
        contested=counts["active"] + counts["in crux room"] + unsettled,
        unaddressed=counts["abandoned"] - unsettled,
        earned=counts["resolved"],
    )


def _rounds(debate: Debate) -> tuple[int, int]:
    """The round that was begun last, and the last one that may be: of the extension, once there is one."""
    loop = next((block for block in debate.format.body.do if block.repeat), None)
    if loop is None:
        return 0, 0
    added = [path for path in debate.passes if step_of(path) == loop.name and rounds_before(path)]
    path = max(added, key=rounds_before, default=loop.name)
    option = step_of(path.rpartition("/")[0]) if added else str(loop.repeat).removeprefix("$")
    bound = debate.options.get(option, loop.repeat)
    before = rounds_before(path)
    return before + debate.passes.get(path, 0), before + bound if isinstance(bound, int) else 0


def history_of(past: Past) -> tuple[tuple[int, Measure], ...]:
    found: dict[int, Measure] = {}
    for node in (*past.nodes_of("assessment"), *past.nodes_of("flips"), *past.nodes_of("ruling")):
        if node.turn is not None and "claim" not in node.turn.data and (number := round_of(node.turn.path)):
            found[number] = measure(points_of(node))
    return tuple(sorted(found.items()))


def similar_models(debate: Debate) -> str:
    """A warning when all participants are one model: their agreement is worth little (SPEC FORMAT.2)."""
    models = {seat.model for seat in debate.seats.values() if seat.taken and not seat.human}
    taken = sum(seat.taken and not seat.human for seat in debate.seats.values())
    if taken > 1 and len(models) == 1:
        return f"All participants are {next(iter(models))}: models that think alike agree easily. Mix providers."
    return ""
