"""Who: which seats a block asks. Every selected seat is asked."""

from __future__ import annotations

from disputatio.debate.policies.topology import topology_of
from disputatio.debate.policy import At, Cast, Index, policy
from disputatio.debate.statements.claims import claim_of, sides_of


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
    """The two sides of the claim that an enclosing block has bound."""
    claim = claim_of(at.past, at.item(block))
    return sides_of(claim, at) if claim else []


@policy("who")
def leader(at: At) -> list[str]:
    """The seat that leads in the present topology."""
    head = topology_of(at).leader
    return [head] if head else []
