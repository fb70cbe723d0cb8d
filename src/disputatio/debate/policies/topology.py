"""Topology (SPEC TOPOLOGY.1): who hears whom, who leads, who may speak in parallel.

The first seat is hub, head and root. Parts are the teams of a tree: the first seat of each part leads its team.
Computed over the taken seats, so a tree hangs itself anew when a seat is left empty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from disputatio.debate.log.events import Groups
from disputatio.debate.policy import At, policy

TOPOLOGIES = ("mesh", "star", "chain", "tree")


@dataclass(frozen=True, slots=True)
class Topology:
    """`groups`: the order of speaking, parallel within a group. `hears(a, b)`: whether a hears b."""

    leader: str
    groups: Groups
    hears: Callable[[str, str], bool]


def topology_of(at: At) -> Topology:
    everyone = [seat.id for seat in at.seats]
    if not everyone:
        return Topology("", (), lambda a, b: True)
    head = everyone[0]
    match at.debate.options.get("topology", "mesh"):
        case "star":
            return Topology(head, (tuple(everyone[1:]), (head,)), lambda a, b: head in (a, b))
        case "chain":
            before = dict(zip(everyone[1:], everyone, strict=False))
            return Topology(head, tuple((one,) for one in everyone), lambda a, b: before.get(a) == b)
        case "tree":
            return _tree(at, everyone)
        case _:
            return Topology(head, (tuple(everyone),), lambda a, b: True)


def _tree(at: At, everyone: list[str]) -> Topology:
    root = everyone[0]
    part = {seat.id: seat.part for seat in at.seats}
    leads: dict[str, str] = {}
    for seat in everyone[1:]:
        leads.setdefault(part[seat], seat)
    leaves = tuple(seat for seat in everyone[1:] if leads[part[seat]] != seat)
    up = {seat: leads[part[seat]] for seat in leaves} | dict.fromkeys(leads.values(), root)
    groups = (leaves, tuple(leads.values()), (root,))
    return Topology(root, groups, lambda a, b: up.get(a) == b or up.get(b) == a)


@policy("order", name="topology")
def by_topology(at: At, items: tuple[str, ...]) -> Groups:
    """As the topology (option `topology`: mesh, star, chain, tree) lets them speak."""
    tiers = topology_of(at).groups
    placed = {item for tier in tiers for item in tier}
    groups = (tuple(item for item in tier if item in items) for tier in tiers)
    return (*(group for group in groups if group), *((item,) for item in items if item not in placed))
