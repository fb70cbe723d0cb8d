"""Consensus of the statements: the score, what it rests on, and the exits `consensus` and `impasse` (SPEC DUAL.4,
CONSENSUS.4).

Agreement is never read from silence: a statement that nobody judged counts for nothing but coverage. What the person
settled is not what participants agree on, and counts for nothing at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from math import exp, lgamma, log, log1p

from disputatio.debate.ids import index_of, inside, without_index
from disputatio.debate.log.turns import Past
from disputatio.debate.policy import At, Reason, policy
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.registry import Registry
from disputatio.debate.statements.statement import Counted, Status
from disputatio.debate.values import value


@value
class Measure:
    """Counts of statements. `assumptions`: those that nobody here can decide, `blocking` of which stand in the way of
    consensus, with `divided` of which somebody agrees, and of `guessed` of which a side accepts a part. `weighed`:
    those that only somebody has judged who takes no side; `partly`: those of which a side accepts a part, whoever has
    judged them besides. `former`: how many of those `unaddressed` were judged as they were worded before, `questioned`:
    how many somebody questions; `outdated`: how many of those `contested` were so as they were worded before;
    `met`: how many of those `withdrawn` their authors let go of, since they were met or matter no more. `earned` and
    `given_up` are parts of `agreed`: see `Statement`."""

    agreed: int = 0
    contested: int = 0
    assumptions: int = 0
    unaddressed: int = 0
    weighed: int = 0
    partly: int = 0
    withdrawn: int = 0
    blocking: int = 0
    earned: int = 0
    given_up: int = 0
    former: int = 0
    divided: int = 0
    questioned: int = 0
    guessed: int = 0
    outdated: int = 0
    met: int = 0

    @property
    def measured(self) -> bool:
        return bool(self.agreed + self.contested)

    @property
    def total(self) -> int:
        """A + C + S + U of SPEC CONSENSUS.4; U are those that no side has assessed."""
        return self.agreed + self.contested + self.assumptions + self.unaddressed + self.weighed + self.partly

    @property
    def score(self) -> float:
        """agreed / (agreed + open contested), 0..1; 0 without any (SPEC DUAL.4)."""
        return self.agreed / (self.agreed + self.contested) if self.measured else 0.0

    @property
    def coverage(self) -> float:
        """The share of the statements that somebody decided: (A + C) / (A + C + S + U)."""
        return (self.agreed + self.contested) / self.total if self.total else 0.0

    @property
    def earned_share(self) -> float:
        """Earned consensus: the share of all statements whose agreement was earned."""
        return self.earned / self.total if self.total else 0.0

    @property
    def given_up_share(self) -> float:
        """The share of the agreed ones that somebody yielded, or gave up without a reason."""
        return self.given_up / self.agreed if self.agreed else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of Beta(agreed + 1, contested + 1)."""
        a, b = self.agreed + 1, self.contested + 1
        return beta_quantile(a, b, 0.025), beta_quantile(a, b, 0.975)


def measure(registry: Registry) -> Measure:
    """Return the measure of all statements, which the registry counts as it goes."""
    return _total(registry.counts)


def firm_measure(registry: Registry) -> Measure:
    """Return the measure by what may end a debate alone: fields that participants filled in and records with receipts.
    Declarations that a rule read do not count."""
    return _total(Counter((one.firm, *one.counted[1:]) for one in registry.statements.values()))


def _total(counts: Mapping[Counted, int]) -> Measure:
    def count(place: int, wanted: Status | bool) -> int:
        return sum(count for counted, count in counts.items() if counted[place] == wanted)

    def alone(wanted: Status) -> int:
        return sum(count for counted, count in counts.items() if (counted[0], counted[4]) == (wanted, False))

    return Measure(
        agreed=count(0, "agreed"),
        contested=count(0, "contested"),
        assumptions=count(0, "assumption"),
        unaddressed=alone("unaddressed"),
        weighed=alone("weighed"),
        partly=count(4, True),
        withdrawn=count(0, "withdrawn"),
        former=count(5, True),
        divided=count(6, True),
        questioned=count(7, True),
        guessed=count(8, True),
        outdated=count(9, True),
        met=count(10, True),
        blocking=count(1, True),
        earned=count(2, True),
        given_up=count(3, True),
    )


@lru_cache(maxsize=256)
def beta_quantile(a: int, b: int, probability: float) -> float:
    """Return the quantile of a Beta distribution with whole parameters.

    For those, its distribution function is a binomial tail: I_x(a, b) = P[Binomial(a + b − 1, x) ≥ a]
    (Abramowitz & Stegun 26.5.24). Solved by bisection, to 1e-9.
    """
    n = a + b - 1
    low, high, ways = 0.0, 1.0, _ways(n, a)
    while high - low > 1e-9:
        middle = (low + high) / 2
        yes, no = log(middle), log1p(-middle)
        tail = sum([exp(way + j * yes + (n - j) * no) for j, way in enumerate(ways, a)])
        if tail < probability:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _ways(n: int, least: int) -> list[float]:
    """Return the logarithms of the binomial coefficients from `least` of n on: large ones do not fit into floats. They
    are the same for every step of a bisection, and most of its work."""
    whole = lgamma(n + 1)
    return [whole - lgamma(j + 1) - lgamma(n - j + 1) for j in range(least, n + 1)]


@policy("until", needs="assessment")
def consensus(at: At, threshold: float) -> Reason | None:
    """The score reaches a threshold (percent), no contested statement is open, and no assumption blocks."""
    if len(at.seats) < 2:  # whoever is left alone agrees with nobody
        return None
    found = firm_measure(registry_of(at.past))
    if found.agreed and not found.contested and not found.blocking and 100 * found.score >= threshold:
        told = "the one point that was assessed is" if found.agreed == 1 else f"all {found.agreed} assessed points are"
        left = found.assumptions
        open_ = f"; {left} {'assumption stays' if left == 1 else 'assumptions stay'} open" if left else ""
        return Reason("consensus", f"{told} agreed{open_}")
    return None


@policy("until", needs="assessment")
def impasse(at: At, passes: int) -> Reason | None:
    """What is contested has not changed for some passes."""
    if int(index_of(at.path)) <= passes:
        return None
    history = [_open(past) for past in ends_of_passes(at, passes)]
    if history[0] and all(then == history[0] for then in history):
        count = len(history[0])
        stuck = "1 point is" if count == 1 else f"{count} points are"
        return Reason("impasse", f"{stuck} contested and nobody has moved for {passes} rounds")
    return None


def stops_early(at: At) -> bool:
    """Return whether a debate may end before its rounds are used up (SPEC FORMAT.2): a person can switch that off
    where the format has the option."""
    return bool(at.debate.options.get("early_stop", True))


def ends_of_passes(at: At, back: int) -> list[Past]:
    """Return the past at the end of the pass that just ended (at.path), and of the `back` passes before it."""
    loop, n = without_index(at.path), int(index_of(at.path))
    found = [at.past]
    node = at.past
    for gone in range(back):
        this = f"{loop}[{n - gone}]"
        while node.before is not None and node.turn is not None and inside(node.turn.path, this):
            node = node.before
        found.append(node)
    return found


def _open(past: Past) -> dict[str, int]:
    """Return the contested statements, each with the number of its wordings: who reworded one has moved."""
    return {one.id: len(one.wordings) for one in statements_of(past).values() if one.firm == "contested"}
