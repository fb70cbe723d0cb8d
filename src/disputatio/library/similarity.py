"""From which similarity on a memory bears on a question, for one embedding model (SPEC MEMORY.2). Pure.

Cosines of different models cannot be compared: what one gives to two sentences that say the same, another gives to two
that have nothing to do with one another. So a model embeds pairs of sentences of which it is known whether one bears on
the other, and the least similarity is set where, of all thresholds that keep the wrong ones out, it finds most.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Literal, get_args

from disputatio.debate.values import value

Bearing = Literal["same", "related", "different"]
PRECISION = 0.95
"""The share of what is recalled that has to bear on the question."""


@value
class Pair:
    """`same`: both say the same. `related`: the second bears on the first. `different`: neither."""

    label: Bearing
    one: str
    other: str

    @property
    def bears(self) -> bool:
        return self.label != "different"


def pairs_of(text: str) -> tuple[Pair, ...]:
    """The pairs of a file: label, tab, one sentence, tab, the other; lines that begin with # are passed over."""
    lines = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    by_name: dict[str, Bearing] = {name: name for name in get_args(Bearing)}
    return tuple(Pair(label=by_name[label], one=one, other=other) for label, one, other in lines)


@value
class Threshold:
    """`least`: what is more similar bears on the question. `precision` and `recall` are those on the `pairs`."""

    least: float
    precision: float
    recall: float
    pairs: int

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / (self.precision + self.recall)


def threshold_of(scored: Iterable[tuple[float, bool]]) -> Threshold | None:
    """Return the threshold with the best F1 among those that are precise enough, of (similarity, whether one sentence
    bears on the other). None where there is none: the model cannot tell the pairs apart."""
    ranked = sorted(scored, reverse=True)
    relevant = sum(bears for _, bears in ranked)
    best: Threshold | None = None
    right = 0
    for taken, ((score, bears), (following, _)) in enumerate(pairwise([*ranked, (-1.0, False)]), 1):
        right += bears
        if not right or score == following or right / taken < PRECISION:
            continue
        found = Threshold(
            least=round((score + following) / 2, 4),
            precision=round(right / taken, 4),
            recall=round(right / relevant, 4),
            pairs=len(ranked),
        )
        best = found if best is None or found.f1 > best.f1 else best
    return best
