"""Argumentation: which claims stand, given which attack which (SPEC VERDICT.1).

Grounded labelling of an abstract argumentation framework (Dung 1995; labelling after Caminada 2006): a claim is `in`
when all that attack it are out, `out` when something that is in attacks it, and undecided otherwise. It is the least
labelling: what can be doubted is not in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from disputatio.debate.statements.claims import Claims

Label = Literal["in", "out", "undecided"]


def grounded_labelling(arguments: Iterable[str], attacks: Iterable[tuple[str, str]]) -> dict[str, Label]:
    """The grounded labelling. `attacks`: pairs (attacker, attacked); those with strangers count for nothing. Every pass
    settles at least one argument, so it ends after as many passes as there are arguments."""
    labels: dict[str, Label] = dict.fromkeys(arguments, "undecided")
    against: dict[str, set[str]] = {argument: set() for argument in labels}
    for attacker, attacked in attacks:
        if attacker in labels and attacked in labels:
            against[attacked].add(attacker)
    while fresh := {name: label for name, label in _next(labels, against) if labels[name] == "undecided"}:
        labels |= fresh
    return labels


def _next(labels: dict[str, Label], against: dict[str, set[str]]) -> Iterable[tuple[str, Label]]:
    for name, attackers in against.items():
        if all(labels[one] == "out" for one in attackers):
            yield name, "in"
        elif any(labels[one] == "in" for one in attackers):
            yield name, "out"


def undecided_claims(claims: Claims) -> set[str]:
    """The open claims that no argument settles although others hang on them: undecided, and supporting, attacking or
    answering another claim (SPEC CRUX.1: undecided on a path to the answer)."""
    open_ = {id: claim for id, claim in claims.items() if claim.open}
    attacks = [
        (id, link.to)
        for id, claim in open_.items()
        for link in claim.links
        if link.kind == "attacks" and link.to in open_
    ]
    leading = {id for id, claim in open_.items() if any(link.to in claims and link.to != id for link in claim.links)}
    return {id for id, label in grounded_labelling(open_, attacks).items() if label == "undecided" and id in leading}
