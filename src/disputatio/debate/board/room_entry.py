"""Crux rooms: which claims go into one, and what a room is like (SPEC CRUX.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from disputatio.debate.format import Block
from disputatio.debate.ids import index_of, inside
from disputatio.debate.payload import by_rule
from disputatio.debate.policy import At, Reason, policy
from disputatio.debate.statements.argumentation import grounded_labelling
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.claims import Claim, Claims, claim_of, live_claims, sides_of
from disputatio.debate.statements.consensus import ends_of_passes, stops_early
from disputatio.debate.statements.history import Deed
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.registry import Registry
from disputatio.debate.statements.statement import Statement


def undecided_claims(claims: Claims) -> set[str]:
    """Return the claims in dispute that no argument settles although others hang on them: undecided, and supporting,
    attacking or answering another claim (SPEC CRUX.1: undecided on a path to the answer)."""
    open_ = {id: claim for id, claim in claims.items() if claim.open and claim.status != "abandoned"}
    attacks = [
        (id, link.to)
        for id, claim in open_.items()
        for link in claim.links
        if link.kind == "attacks" and link.to in open_
    ]
    leading = {id for id, claim in open_.items() if any(link.to in claims and link.to != id for link in claim.links)}
    return {id for id, label in grounded_labelling(open_, attacks).items() if label == "undecided" and id in leading}


COMMITTED = 0.8
"""Confidence from which a side is committed, whatever it said of the claim last."""
HELD: frozenset[Deed] = frozenset({"kept", "disputed"})
"""How a side holds to a claim, or against it, in so many words."""

PAIRS = 8
"""Exchanges of one room: 16 turns; after each pair of them it is asked whether it is resolved."""

BESIDE = 10
"""Other statements of the two sides of which the card of a room may say what became of them."""
OF_OTHERS = 3
"""Those of who sits in no room that bear on its claim."""


@policy("each", needs="ledger")
def ripe_claims(at: At, exchanges: int = 2) -> list[str]:
    """Claims that two committed sides have contested in so many consecutive exchanges, or that stay undecided although
    others hang on them; each dispute goes into a room once (SPEC CRUX.1): what two sides hold against one another is
    one. Who says that they are sure is committed from 0.8 on; everybody, by holding to it in the last of these
    exchanges."""
    claims, statements, found = live_claims(at.past), statements_of(at.past), list[str]()
    linked = {link.to: claim_of(at.past, link.to) for claim in claims.values() for link in claim.links}
    open_ended = undecided_claims({id: claim for id, claim in linked.items() if claim is not None} | claims)
    for claim in claims.values():
        if (
            claim.status == "active"
            and not claim.room
            and len(sides := sides_of(claim, at)) > 1
            and not _repeated(statements, claim.id)
            and not _opposed(statements, statements[claim.id], found)
            and (
                (claim.streak >= exchanges and all(_committed(registry_of(at.past), claim.id, side) for side in sides))
                or claim.id in open_ended
            )
        ):
            found.append(claim.id)
    return found


def _opposed(statements: Mapping[str, Statement], claim: Statement, chosen: Collection[str]) -> bool:
    """Return whether the opposite of a claim is or was in a room, or is `chosen` for one: what attacks it, or is
    attacked by it, between the same two sides."""
    others = (one for one in statements.values() if one.room or one.id in chosen)
    return any(
        set(one.seated or one.sides) == set(claim.sides) and (_attacks(one, claim) or _attacks(claim, one))
        for one in others
        if one.id != claim.id
    )


def _attacks(one: Statement, other: Statement) -> bool:
    return any(link.kind == "attacks" and link.to == other.id for link in one.links)


def _repeated(statements: Mapping[str, Statement], id: str) -> bool:
    """Return whether a claim only repeats one that was in a room: in its words, or on the strength of a passage that
    stands for the other one, too."""
    own = {bare_words(said) for each in statements[id].wordings for said in (each.text, each.words)} - {""}
    others = (one for one in statements.values() if one.room and one.id != id)
    return any(
        bare_words(said) in own
        for one in others
        for said in (*(each.text for each in one.wordings), *(step.words for step in one.history))
    )


def _committed(registry: Registry, claim: str, side: str) -> bool:
    """Return whether a side is sure: it says so, or holds to the claim, or against it, in the round at hand. How sure
    it is of its answer as a whole may be less than that. Who reworded the claim there is on the move, and who passed
    over it lets it rest."""
    if registry.confidence.get(side, 0) >= COMMITTED:
        return True
    steps = registry.statements[claim].history
    here = [step.deed for step in steps if step.seat == side and inside(step.path, registry.round or "")]
    return bool(here) and HELD.issuperset(here)


@policy("each", name="claim")
def one_claim(at: At, id: str) -> list[str]:
    """One claim by its id, if it has two sides that are present."""
    claim = claim_of(at.past, id)
    return [id] if claim and len(sides_of(claim, at)) > 1 else []


@policy("until", needs="ledger")
def no_new_claims(at: At) -> Reason | None:
    """Nobody stated anything new in the pass that just ended, and every message of it was recorded. A rule alone reads
    nothing new out of what real participants say, and ends nothing."""
    registry, last = registry_of(at.past), ends_of_passes(at, 1)[-1]
    records = at.past.of("ledger", at.path)
    if not stops_early(at) or any(by_rule(turn) and not turn.model.startswith("rehearsal:") for turn in records):
        return None
    if len(registry.statements) > len(statements_of(last)) or any(inside(path, at.path) for path in registry.missed):
        return None
    return Reason("completed", "no new claim was made")


def room_claim(at: At) -> Claim | None:
    """Return the claim that an enclosing block is about: the innermost one, no seat and no pass."""
    named = (index_of(part) for part in reversed(at.path.split("/")))
    found = (claim_of(at.past, id) for id in named if id not in at.debate.seats)
    return next((claim for claim in found if claim is not None), None)


def beside_claim(at: At, claim: Claim) -> list[Statement]:
    """Return the other statements of the two sides of a claim, those that were taken up last: what others have agreed
    to may be given up in its room, too. And those of others that bear on it, or on what the sides put for or against
    it: they may be taken up there."""
    statements = statements_of(at.past)
    held = [one for one in statements.values() if one.id != claim.id and one.status not in ("withdrawn", "settled")]
    own = [one for one in held if one.author in claim.sides]
    near = {claim.id, *(one.id for one in own if any(link.to == claim.id for link in one.links))}
    others = [one for one in held if one not in own and any(link.to in near for link in one.links)]
    kept = {
        one.id
        for listed, most in ((own, BESIDE), (others, OF_OTHERS))
        for one in sorted(listed, key=lambda one: (one.touched, not one.agreed))[-most:]
    }
    return [one for one in held if one.id in kept]


_CHECK = (Block(name="evidence", ask="sources", sees=("nothing", "around"), gives="evidence", optional=True),)


def room(name: str, each: str) -> Block:
    """Return the block of a crux room, as the standard step `crux` has it, for a room that is opened by hand."""
    return Block(
        name=name,
        each=each,
        order="together",
        heard="room",
        do=(
            Block(
                name="statement", ask=f"sides {name}", order="together", sees=("nothing", "figure room-view"), do=_CHECK
            ),
            Block(name="exchange", repeat=PAIRS, until=("resolved", "talked-out"), do=(_rejoinder(name),)),
            _card(name),
        ),
    )


def _rejoinder(room: str) -> Block:
    sees = (f"here {room}", "figure room-view", "figure evidence")
    return Block(name="rejoinder", ask=f"sides {room}", sees=sees, gives="stance", do=_CHECK)


def _card(room: str) -> Block:
    sees = (f"here {room}", "figure participants", "figure claim")
    return Block(name="card", ask="clerk", sees=sees, gives="card", heard="all", optional=True)
