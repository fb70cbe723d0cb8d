"""How far a debate has come: the round, the score over time, the points; and what is worth a project's while."""

from __future__ import annotations

from disputatio.debate.consensus import Measure, measure
from disputatio.debate.points import Point, points_of
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past
from disputatio.debate.values import value
from disputatio.debate.views.transcript import round_of


@value
class Progress:
    """`round` of `rounds` (0 where there are none yet, or no bound). `history`: the measure after each round that
    was assessed, as (round, measure)."""

    round: int
    rounds: int
    measure: Measure
    points: tuple[Point, ...]
    history: tuple[tuple[int, Measure], ...]


def progress_of(debate: Debate, past: Past) -> Progress:
    """`past` is all that was said so far (`Planner.walk(debate).past`)."""
    points = points_of(past)
    loop = next((block for block in debate.format.body.do if block.repeat), None)
    bound = debate.options.get(str(loop.repeat).removeprefix("$"), loop.repeat) if loop else 0
    return Progress(
        round=debate.passes.get(loop.name, 0) if loop else 0,
        rounds=bound if isinstance(bound, int) else 0,
        measure=measure(points),
        points=tuple(points.values()),
        history=history_of(past),
    )


def history_of(past: Past) -> tuple[tuple[int, Measure], ...]:
    found: dict[int, Measure] = {}
    for node in (*past.nodes_of("assessment"), *past.nodes_of("flips"), *past.nodes_of("ruling")):
        if node.turn is not None and (number := round_of(node.turn.path)):
            found[number] = measure(points_of(node))
    return tuple(sorted(found.items()))


def similar_models(debate: Debate) -> str:
    """A warning when all participants are one model: their agreement is worth little (SPEC FORMAT.2)."""
    models = {seat.model for seat in debate.seats.values() if seat.taken and not seat.human}
    taken = sum(seat.taken and not seat.human for seat in debate.seats.values())
    if taken > 1 and len(models) == 1:
        return f"All participants are {next(iter(models))}: models that think alike agree easily. Mix providers."
    return ""
