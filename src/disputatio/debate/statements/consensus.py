"""Consensus of the points: the score, what it rests on, and the exits `consensus` and `impasse` (SPEC DUAL.4,
CONSENSUS.4).

Agreement is never read from silence: a point that nobody assessed counts for nothing but coverage.
"""

from __future__ import annotations

from collections import Counter
from math import exp, lgamma, log, log1p

from disputatio.debate.ids import index_of, inside, without_index
from disputatio.debate.log.turns import Past
from disputatio.debate.policy import At, Reason, policy
from disputatio.debate.statements.points import Points, points_of
from disputatio.debate.values import value


@value
class Measure:
    """Counts of points. `agreed` includes the resolved ones; `capitulated` (part of `agreed`) are those whose last
    change came without evidence or argument; `earned` are agreed at first assessment or through one of the two."""

    agreed: int = 0
    contested: int = 0
    unverifiable: int = 0
    unaddressed: int = 0
    capitulated: int = 0
    earned: int = 0

    @property
    def measured(self) -> bool:
        return bool(self.agreed + self.open)

    @property
    def open(self) -> int:
        """Open contested points; the unverifiable ones count as contested."""
        return self.contested + self.unverifiable

    @property
    def score(self) -> float:
        """agreed / (agreed + open contested), 0..1; 0 without any (SPEC DUAL.4)."""
        return self.agreed / (self.agreed + self.open) if self.measured else 0.0

    @property
    def strict_score(self) -> float:
        """The same, with capitulated points counted as contested."""
        return (self.agreed - self.capitulated) / (self.agreed + self.open) if self.measured else 0.0

    @property
    def coverage(self) -> float:
        """Share of the points that somebody assessed."""
        total = self.agreed + self.open + self.unaddressed
        return (self.agreed + self.open) / total if total else 0.0

    @property
    def earned_share(self) -> float:
        total = self.agreed + self.open + self.unaddressed
        return self.earned / total if total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of Beta(agreed + 1, open + 1)."""
        return beta_quantile(self.agreed + 1, self.open + 1, 0.025), beta_quantile(
            self.agreed + 1, self.open + 1, 0.975
        )


def measure(points: Points) -> Measure:
    """Count the points of a moment."""
    status = Counter(point.status for point in points.values())
    settled = [point for point in points.values() if point.settled]
    return Measure(
        agreed=len(settled),
        contested=status["contested"],
        unverifiable=sum(point.open and point.status == "unverifiable" for point in points.values()),
        unaddressed=status["unaddressed"],
        capitulated=sum(point.flip == "capitulation" for point in settled),
        earned=sum(point.flip in ("evidence", "argument") or (point.first and not point.flip) for point in settled),
    )


def beta_quantile(a: int, b: int, probability: float) -> float:
    """The quantile of a Beta distribution with whole parameters.

    For those, its distribution function is a binomial tail: I_x(a, b) = P[Binomial(a + b − 1, x) ≥ a]
    (Abramowitz & Stegun 26.5.24). Solved by bisection, to 1e-9.
    """
    low, high = 0.0, 1.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        if _binomial_tail(a + b - 1, a, middle) < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _binomial_tail(n: int, k: int, x: float) -> float:
    """In logarithms: binomial coefficients of large counts do not fit into floats."""
    whole, yes, no = lgamma(n + 1), log(x), log1p(-x)
    return sum(exp(whole - lgamma(j + 1) - lgamma(n - j + 1) + j * yes + (n - j) * no) for j in range(k, n + 1))


@policy("until", needs="assessment")
def consensus(at: At, threshold: float) -> Reason | None:
    """The score reaches a threshold (percent) and no contested point is open."""
    if len(at.seats) < 2:  # whoever is left alone agrees with nobody
        return None
    found = measure(points_of(at.past))
    strict = bool(at.debate.options.get("flips"))
    blocking = found.capitulated if strict else 0
    score = 100 * (found.strict_score if strict else found.score)
    if found.agreed and not found.open and not blocking and score >= threshold:
        one = found.agreed == 1
        return Reason("consensus", f"{'the one point is' if one else f'all {found.agreed} assessed points are'} agreed")
    return None


@policy("until", needs="assessment")
def impasse(at: At, passes: int) -> Reason | None:
    """What is contested has not changed for some passes."""
    if int(index_of(at.path)) <= passes:
        return None
    history = [_open_points(past) for past in ends_of_passes(at, passes)]
    if history[0] and all(then == history[0] for then in history):
        count = len(history[0])
        stuck = "1 point is" if count == 1 else f"{count} points are"
        return Reason("impasse", f"{stuck} contested and nobody has moved for {passes} rounds")
    return None


def ends_of_passes(at: At, back: int) -> list[Past]:
    """The past at the end of the pass that just ended (at.path), and of the `back` passes before it."""
    loop, n = without_index(at.path), int(index_of(at.path))
    found = [at.past]
    node = at.past
    for gone in range(back):
        this = f"{loop}[{n - gone}]"
        while node.before is not None and node.turn is not None and inside(node.turn.path, this):
            node = node.before
        found.append(node)
    return found


def _open_points(past: Past) -> frozenset[str]:
    return frozenset(point.id for point in points_of(past).values() if point.open)
