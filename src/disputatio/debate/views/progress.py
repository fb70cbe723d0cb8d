"""How far a debate has come: the round, the score and what it rests on, the score over time, the points, the rules of
honest debate with their figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from disputatio.debate.board.minutes import ledger_of
from disputatio.debate.format import Block
from disputatio.debate.ids import round_of, rounds_before, step_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.shares import percent
from disputatio.debate.statements.claims import Claims, claims_of
from disputatio.debate.statements.consensus import Measure, measure
from disputatio.debate.statements.points import Point, Points, points_of
from disputatio.debate.statements.settlements import open_again
from disputatio.debate.values import OptionValue, value
from disputatio.debate.views.labels import REHEARSAL, RULES

BANDS: Final = ((0.85, "agreed"), (0.70, "converging"), (0.40, "mixed"), (0.0, "split"))
"""Words for the score (SPEC CONSENSUS.4)."""
FEW: Final = 10
"""Points below which the interval of the score is told."""


def band(score: float) -> str:
    return next(word for least, word in BANDS if score >= least)


@value
class Score:
    """What was measured, for gauge, terminal and export. `score`, `interval`, `threshold`, `capitulated` and `earned`
    are 0..1; None: not measured. `capitulated` is the share of the agreed points that one side gave up without a reason
    found in the debate. `change`: since the round before. `claims`: measured by claims, in a format that lists no
    points. `carded`: how many open points a crux room has resolved since they were assessed; `pending` says that in a
    sentence. `warning`: that all participants are one model."""

    score: float | None = None
    agreed: int = 0
    contested: int = 0
    unverifiable: int = 0
    unassessed: int = 0
    interval: tuple[float, float] | None = None
    earned: float | None = None
    capitulated: float = 0.0
    threshold: float = 0.85
    change: float | None = None
    round: int = 0
    warning: str = ""
    claims: bool = False
    carded: int = 0
    pending: str = ""

    @property
    def counts(self) -> str:
        """ "4 agreed, 1 contested, 1 unverifiable, 2 not assessed"."""
        if self.claims:
            parts = [f"{self.agreed} resolved", f"{self.contested} in dispute"]
            parts += [f"{self.unassessed} abandoned"] if self.unassessed else []
            return ", ".join(parts)
        parts = [f"{self.agreed} agreed", f"{self.contested} contested"]
        parts += [f"{self.unverifiable} unverifiable"] if self.unverifiable else []
        parts += [f"{self.unassessed} not assessed"] if self.unassessed else []
        return ", ".join(parts)

    @property
    def brief(self) -> str:
        """The score and what it rests on; never a figure where nothing was measured."""
        if self.score is None:
            return "not measured yet"
        given = f"; {percent(self.capitulated)}% of that given up without a reason" if self.capitulated else ""
        return f"{percent(self.score)}% {band(self.score)} ({self.counts}{given})"

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything that is known of it, in sentences."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        if self.score is None:
            by_claims, by_points = "by the claims, as they are resolved or disputed", "after each answer of the Critic"
            yield f"Consensus has not been measured yet. It is measured {by_claims if self.claims else by_points}."
            return
        after = f" after round {self.round}" if self.round else ""
        yield f"{percent(self.score)} percent agreed ({band(self.score)}){after}."
        yield f"{'Claims' if self.claims else 'Points'}: {self.counts}."
        if not self.claims:
            yield f"Consensus is reached at {percent(self.threshold)} percent with no contested point left."
        if self.change:
            yield f"{'Up' if self.change > 0 else 'Down'} {abs(round(self.change * 100))} since the round before."
        if self.interval:
            low, high = self.interval
            yield f"With so few points the true share may lie between {percent(low)} and {percent(high)} percent."
        if self.earned is not None:
            yield f"{percent(self.earned)} percent was earned by evidence or argument."
        if self.capitulated:
            yield f"{percent(self.capitulated)} percent of the agreement was given up without a reason."
        yield from (more for more in (self.pending, self.warning) if more)


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

    @property
    def rounds_told(self) -> str:
        """ "Round 2 of 5"; "" before the first."""
        if not self.round:
            return ""
        return f"Round {self.round} of {self.rounds}" if self.rounds else f"Round {self.round}"


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


def score_of(debate: Debate, progress: Progress) -> Score:
    """The score as it stands."""
    earlier = [each for _, each in progress.history[:-1] if each.measured]
    number = progress.history[-1][0] if progress.history else 0
    found = _score(debate, progress.measure, number, earlier[-1] if earlier else None)
    claims = not progress.points and all(step.gives != "points" for step in _steps(debate.format.body))
    warning, pending = similar_models(debate), progress.pending
    return replace(found, claims=claims, warning=warning, carded=progress.carded, pending=pending)


def scores_of(debate: Debate, progress: Progress) -> tuple[Score, ...]:
    """The score after each round that was assessed, oldest first."""
    found: list[Score] = []
    before: Measure | None = None
    for number, each in progress.history:
        found.append(_score(debate, each, number, before))
        before = each if each.measured else before
    return tuple(found)


def _score(debate: Debate, found: Measure, number: int, before: Measure | None) -> Score:
    if not found.measured:
        return Score(threshold=threshold(debate.options), round=number, unassessed=found.unaddressed)
    return Score(
        score=found.score,
        agreed=found.agreed,
        contested=found.contested,
        unverifiable=found.unverifiable,
        unassessed=found.unaddressed,
        interval=found.interval if found.agreed + found.open + found.unaddressed < FEW else None,
        earned=found.earned_share,
        capitulated=found.capitulated / found.agreed if found.agreed else 0.0,
        threshold=threshold(debate.options),
        change=found.score - before.score if before is not None else None,
        round=number,
    )


def threshold(options: Mapping[str, OptionValue]) -> float:
    """The share of agreed points that counts as consensus."""
    found = options.get("threshold")
    return found / 100 if isinstance(found, int) and not isinstance(found, bool) else 0.85


def _steps(body: Block) -> Iterator[Block]:
    """All steps of a format, each before what it consists of."""
    for block in body.do:
        yield block
        yield from _steps(block)


def rules_of(debate: Debate, measure: Measure) -> tuple[str, ...]:
    """The rules of honest debate that the debate's format has: on or off, with their figure (SPEC FORMAT.2)."""
    found = []
    for name, rule in RULES.items():
        on = debate.options.get(name)
        if isinstance(on, bool):
            figure = _figure(name, debate, measure) if on else ""
            found.append(f"{rule.title}: {'on' if on else 'off'}{f', {figure}' if figure else ''}")
    return tuple(found)


def _figure(name: str, debate: Debate, measure: Measure) -> str:
    if name == "sealed":
        count = sum(path.startswith("sealed[") and "/" not in path for path in debate.replies)
        return f"{count} written" if count else "none written yet"
    if name == "flips" and measure.agreed:
        return f"{measure.earned} of {measure.agreed} agreed points earned, {measure.capitulated} given in"
    return ""


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
    """A warning when all participants are one model: their agreement is worth little (SPEC FORMAT.2). In a rehearsal
    nobody thinks, and there is nothing to warn of."""
    models = [seat.model for seat in debate.seats.values() if seat.taken and not seat.human]
    if len(models) > 1 and len(set(models)) == 1 and not models[0].startswith(REHEARSAL):
        return f"All participants are {models[0]}: models that think alike agree easily. Mix providers."
    return ""
