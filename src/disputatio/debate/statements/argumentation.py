"""Argumentation: which statements stand, given which attack and support which (SPEC VERDICT.1). Pure functions of
graphs; what a node is, nobody here knows.

Labelling is Dung's grounded one (1995). Gradual strengths are those of Potyka's quadratic energy model (2018), the
default, and of DF-QuAD (Rago et al. 2016), which saturates: one attacker and one supporter of strength 1 freeze a node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Literal

Label = Literal["in", "out", "undecided"]
Edge = tuple[str, str]
"""From a node to the one that it attacks or supports."""
Semantics = Literal["quadratic", "df-quad"]

STEP, STILL, PASSES = 0.5, 1e-10, 2_000
"""How far each pass goes towards what a node's neighbours make of it, so that circles come to rest; the largest change
at which they have; and the most passes: what has not come to rest by then is taken as it is."""


def grounded_labelling(arguments: Iterable[str], attacks: Iterable[Edge]) -> dict[str, Label]:
    """Return the grounded labelling. `attacks`: pairs (attacker, attacked); those with strangers count for nothing.
    Every pass settles at least one argument, so it ends after as many passes as there are arguments."""
    labels: dict[str, Label] = dict.fromkeys(arguments, "undecided")
    against = _into(labels, attacks)
    while fresh := {name: label for name, label in _next(labels, against) if labels[name] == "undecided"}:
        labels |= fresh
    return labels


def _into(nodes: Iterable[str], edges: Iterable[Edge]) -> dict[str, set[str]]:
    """Return the nodes from which edges lead to each node."""
    found: dict[str, set[str]] = {node: set() for node in nodes}
    for start, end in edges:
        if start in found and end in found:
            found[end].add(start)
    return found


def _next(labels: Mapping[str, Label], against: Mapping[str, set[str]]) -> Iterator[tuple[str, Label]]:
    for name, attackers in against.items():
        if all(labels[one] == "out" for one in attackers):
            yield name, "in"
        elif any(labels[one] == "in" for one in attackers):
            yield name, "out"


def strengths(
    base: Mapping[str, float],
    attacks: Iterable[Edge],
    supports: Iterable[Edge],
    semantics: Semantics = "quadratic",
) -> dict[str, float]:
    """Return the strength of every node, 0 to 1, given what each has for itself. Edges with strangers count for
    nothing."""
    against, behind = _into(base, attacks), _into(base, supports)
    combine = _quadratic if semantics == "quadratic" else _df_quad
    found = dict(base)
    for _ in range(PASSES):
        fresh = {
            node: combine(own, [found[one] for one in against[node]], [found[one] for one in behind[node]])
            for node, own in base.items()
        }
        change = max((abs(fresh[node] - found[node]) for node in base), default=0.0)
        found = {node: found[node] + (fresh[node] - found[node]) * STEP for node in base}
        if change < STILL:
            break
    return found


def _quadratic(own: float, attackers: list[float], supporters: list[float]) -> float:
    energy = sum(supporters) - sum(attackers)
    pull = energy * energy / (1 + energy * energy)
    return own + (1 - own) * pull if energy > 0 else own - own * pull


def _df_quad(own: float, attackers: list[float], supporters: list[float]) -> float:
    against, behind = 1 - prod(1 - one for one in attackers), 1 - prod(1 - one for one in supporters)
    return own - own * (against - behind) if against >= behind else own + (1 - own) * (behind - against)
