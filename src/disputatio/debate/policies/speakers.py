"""Who speaks, and in what order: the seats that a block asks, and the groups in which it asks them. Every seat that is
selected is asked.

In a topology (SPEC TOPOLOGY.1) the first seat is hub, head and root. Parts are the subtrees of a tree: the first seat
of each part leads it. It is computed over the taken seats, so a tree hangs itself anew when a seat is left empty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from disputatio.debate.log.events import Groups
from disputatio.debate.log.seats import Seat
from disputatio.debate.policy import At, Cast, Index, policy
from disputatio.debate.statements.claims import claim_of, sides_of
from disputatio.debate.statements.ledger import is_public_message
from disputatio.debate.values import OptionValue


@policy("who")
def _all(at: At) -> list[str]:
    """Every seat that is taken, in the order of the cast."""
    return [seat.id for seat in at.seats]


@policy("who")
def part(at: At, *names: Cast) -> list[str]:
    """The seats of some parts."""
    return [seat.id for seat in at.seats if seat.part in names]


@policy("who", name="team")
def by_team(at: At, name: str) -> list[str]:
    """The seats of a team."""
    return [seat.id for seat in at.seats if seat.team == name]


@policy("who")
def seat(at: At, id: str) -> list[str]:
    """One seat by its id."""
    return [id]


@policy("who")
def first(at: At, name: Cast) -> list[str]:
    """The first seat of a part."""
    return part(at, name)[:1]


@policy("who")
def same(at: At) -> list[str]:
    """The seat whose turn encloses this step."""
    return [at.seat] if at.seat else []


@policy("who")
def others(at: At) -> list[str]:
    """Every seat but the one whose turn encloses this step."""
    return [one.id for one in at.seats if one.id != at.seat]


@policy("who")
def rotating(at: At, loop: Index) -> list[str]:
    """One seat, the next one in each pass of the loop."""
    everyone = _all(at)
    return [everyone[(at.number(loop) - 1) % len(everyone)]] if everyone else []


@policy("who")
def sides(at: At, block: Index) -> list[str]:
    """The two sides of the claim that an enclosing block has bound. Whoever spoke to all last is the second to speak:
    nobody is to answer themselves, neither there nor when the debate goes on."""
    claim, last = claim_of(at.past, at.item(block)), _last_of_all(at)
    return sorted(sides_of(claim, at), key=lambda side: side == last) if claim else []


def _last_of_all(at: At) -> str:
    """Return the seat that spoke to all last."""
    return next((turn.seat for turn in at.past.newest() if is_public_message(turn)), "")


@policy("who")
def leader(at: At, part: Cast = Cast("")) -> list[str]:  # noqa: B008  a constant
    """The seat that leads in the present topology, or leads a part of the cast in it."""
    found = topology_of(at)
    head = found.leads.get(part, "") if part else found.leader
    return [head] if head else []


@policy("when")
def seated(at: At, part: Cast) -> bool:
    """Somebody sits in a part of the cast."""
    return any(seat.part == part for seat in at.seats)


@policy("when")
def several(at: At, part: Cast) -> bool:
    """A part of the cast has two seats or more."""
    return sum(seat.part == part for seat in at.seats) > 1


@policy("when")
def crowded(at: At, seats: int) -> bool:
    """More seats than that take part."""
    return len(at.seats) > seats


PLANNINGS = ("adaptive", "cpde", "dpde")
"""How a task is planned (SPEC PLAN.1): by one for all; by each for themselves, and then together; as the task is."""


@policy("when", needs="traits")
def plans(at: At, way: str) -> bool:
    """The task is planned that way (cpde, dpde): by the option `planning`, or, if that is adaptive, by its traits."""
    chosen = at.debate.options.get("planning")
    if chosen != PLANNINGS[0]:
        return chosen == way
    traits = at.past.last("traits")
    return way == ("dpde" if traits is not None and traits.data.get("intertwined") else "cpde")


# ---- order: items in groups, one group after another, the items of a group in parallel ---------------------------
@policy("order")
def in_turn(at: At, items: tuple[str, ...]) -> Groups:
    """One after another."""
    return tuple((item,) for item in items)


@policy("order")
def beside(at: At, items: tuple[str, ...]) -> Groups:
    """One after another; of a step inside one that asks seats in turn, beside the next seat's turn."""
    return in_turn(at, items)


@policy("order")
def together(at: At, items: tuple[str, ...]) -> Groups:
    """All in parallel."""
    return (items,) if items else ()


@policy("order")
def rotated(at: At, items: tuple[str, ...], loop: Index) -> Groups:
    """One after another; each pass of the loop starts one further on."""
    by = (at.number(loop) - 1) % max(1, len(items))
    return in_turn(at, (*items[by:], *items[:by]))


@policy("order")
def onward(at: At, items: tuple[str, ...], loop: Index) -> Groups:
    """The same, but never beginning with whoever spoke last to all, nor, where somebody else is there, last in a room:
    nobody is to answer themselves."""
    groups = rotated(at, items, loop)
    said = [turn for turn in at.past.newest() if turn.message and turn.seat in items]
    last = (next((turn.seat for turn in said if turn.heard == "all"), ""), said[0].seat if said else "")
    first = min(range(len(groups)), key=lambda place: [groups[place] == (seat,) for seat in last], default=0)
    return (*groups[first:], *groups[:first])


@policy("order")
def shuffled(at: At, items: tuple[str, ...]) -> Groups:
    """One after another, in an order drawn from the seed and the path."""
    return in_turn(at, tuple(at.random_order(items)))


# ---- topology: who hears whom, who leads, who may speak in parallel -----------------------------------------------
TOPOLOGIES = ("mesh", "star", "chain", "tree")


@dataclass(frozen=True, slots=True)
class Topology:
    """`groups`: the order of speaking, parallel within a group. `hears(a, b)`: whether a hears b. `leads`: who leads a
    part, which is the concern of its subtree. `moved`: to whom each seat of a tree reports whose own lead is gone."""

    leader: str
    groups: Groups
    hears: Callable[[str, str], bool]
    leads: Mapping[str, str] = field(default_factory=dict)
    moved: Mapping[str, str] = field(default_factory=dict)


def topology_of(at: At, parts: Collection[str] = ()) -> Topology:
    """Return the topology that a debate has at a moment. Among `parts` of the cast (all of it without), whoever hangs
    on a seat of another part hears the next one above it instead: nobody else would carry on what is said there."""
    everyone = [seat.id for seat in at.seats]
    if not everyone:
        return Topology("", (), lambda a, b: True)
    head = everyone[0]
    first = {seat.part: seat.id for seat in reversed(at.seats)}
    match at.debate.options.get("topology", "mesh"):
        case "star":
            return Topology(head, (tuple(everyone[1:]), (head,)), lambda a, b: head in (a, b), first)
        case "chain":
            before = dict(zip(everyone[1:], everyone, strict=False))
            return Topology(head, tuple((one,) for one in everyone), lambda a, b: before.get(a) == b, first)
        case "tree":
            return _tree(at.debate.seats, parts)
        case _:
            return Topology(head, (tuple(everyone),), lambda a, b: True, first)


def moved_in(seats: Mapping[str, Seat], topology: OptionValue) -> Mapping[str, str]:
    """Return to whom each seat reports whose own lead is gone: only a tree has such."""
    return _tree(seats).moved if topology == "tree" and any(seat.taken for seat in seats.values()) else {}


def _tree(seats: Mapping[str, Seat], parts: Collection[str] = ()) -> Topology:
    """Parts are subtrees: the first of each hangs on the root, the others on it. Where a seat is gone, what hung on it
    is spread over those that hang beside it; the next one in the order of the cast takes the place of the root."""
    taken = [seat for seat in seats.values() if seat.taken]
    here, root = {seat.id for seat in taken}, taken[0].id
    planted = [seat for seat in seats.values() if seat.id != root]
    leads: dict[str, str] = {}
    for seat in planted:
        leads.setdefault(seat.part, seat.id)
    up = {seat.id: root if leads[seat.part] == seat.id else leads[seat.part] for seat in planted}
    standing = [lead for lead in leads.values() if lead in here]
    orphans = [seat for seat, above in up.items() if seat in here and above not in here]
    moved = {seat: standing[number % len(standing)] if standing else root for number, seat in enumerate(orphans)}
    up |= moved
    up = {seat: above for seat, above in up.items() if seat in here}
    parents = set(up.values()) - {root}
    leaves = tuple(seat for seat in up if seat not in parents and up[seat] != root)
    tier = tuple(seat for seat in up if up[seat] == root)
    first = {seat.part: seat.id for seat in reversed(taken)} | {
        part: lead for part, lead in leads.items() if lead in here
    }
    near = {seat: _next_above(seat, up, {each.id for each in taken if each.part in parts} | {root}) for seat in up}
    heard = near if parts else up
    return Topology(root, (leaves, tier, (root,)), lambda a, b: heard.get(a) == b or heard.get(b) == a, first, moved)


def _next_above(seat: str, up: Mapping[str, str], among: Collection[str]) -> str:
    above = up[seat]
    while above not in among:
        above = up[above]
    return above


@policy("order", name="topology")
def by_topology(at: At, items: tuple[str, ...]) -> Groups:
    """As the topology (option `topology`: mesh, star, chain, tree) lets them speak."""
    tiers = topology_of(at).groups
    placed = {item for tier in tiers for item in tier}
    groups = (tuple(item for item in tier if item in items) for tier in tiers)
    return (*(group for group in groups if group), *((item,) for item in items if item not in placed))
