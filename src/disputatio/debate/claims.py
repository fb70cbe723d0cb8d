"""Claims: contested statements with two sides and a life of their own (SPEC LEDGER.2)."""

from __future__ import annotations

from disputatio.debate.ids import index
from disputatio.debate.policies import At, policy
from disputatio.debate.turns import Past, Turn
from disputatio.debate.values import value


@value
class Claim:
    """`count`: how many messages have contested it so far."""

    id: str
    text: str = ""
    sides: tuple[str, ...] = ()
    count: int = 0


Claims = dict[str, Claim]


def claims_of(past: Past) -> Claims:
    """All claims so far, in the order in which they were opened."""
    return past.fold("claims", _with_turn, {})


def _with_turn(claims: Claims, turn: Turn) -> Claims:
    if turn.gives != "claims":
        return claims
    items = turn.data.get("items")
    changed = dict(claims)
    for item in items if isinstance(items, list) else ():
        id = index(str(item.get("id") or "")) if isinstance(item, dict) else ""
        if not (isinstance(item, dict) and id):
            continue
        sides = item.get("sides")
        before = changed.get(id) or Claim(
            id=id,
            text=str(item.get("text", "")),
            sides=tuple(dict.fromkeys(map(str, sides))) if isinstance(sides, list) else (),
        )
        changed[id] = Claim(id=id, text=before.text, sides=before.sides, count=before.count + 1)
    return changed


@policy("each", needs="claims")
def ripe_claims(at: At, messages: int = 2) -> list[str]:
    """The claims that were contested in as many messages, have two sides and no card yet."""
    closed = {index(str(turn.data.get("claim"))) for turn in at.past.of("card")}
    return [
        claim.id
        for claim in claims_of(at.past).values()
        if claim.count >= messages and len(sides_of(claim, at)) > 1 and claim.id not in closed
    ]


def sides_of(claim: Claim, at: At) -> list[str]:
    """The sides that are seats of this debate and taken: a model may have named anything."""
    return [side for side in claim.sides if side in at.debate.seats and at.present(side)]
