"""What crux rooms, and a person's rulings on claims, come to in the ledger (SPEC CRUX.1, LEDGER.1). Pure.

A card that resolves its claim settles what the two sides disagreed on; one that does not leaves the disagreement open,
with a reference to the card. A person who accepts or rejects a claim settles it in the same way, in the person's name;
one who leaves it open takes back what was settled. Who disputes a settled claim again opens it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from disputatio.debate.ids import index_of, parent, step_of, when
from disputatio.debate.payload import identifier, word, words
from disputatio.debate.sameness import likeness, opposed, same
from disputatio.debate.statements.claims import Claim, Claims
from disputatio.debate.statements.ledger import Concession, Entry, Ledger, OnAspect, Relation, Settlement, Standing
from disputatio.debate.values import Json

_After = Callable[[Standing, str, Claim, Claims], Standing]
"""What becomes of the standing of one side: with the other side, the claim, and all claims."""


def with_card(ledger: Ledger, card: str, claims: Claims) -> Ledger:
    """The ledger after a card. `claims`: as they are since then. A card about nobody's claim changes nothing."""
    claim = next((one for one in claims.values() if one.card == card), None)
    if claim is None or len(claim.sides) < 2:
        return ledger
    return _for_both(_settled if claim.status == "resolved" else _unsettled, ledger, claim, claims)


def with_ruling(ledger: Ledger, ruling: str, claims: Claims) -> Ledger:
    """The ledger after a person's ruling. `claims`: as they are since then. A ruling on a point, or on a claim with one
    side, changes nothing."""
    claim = next((one for one in claims.values() if one.ruling == ruling), None)
    if claim is None or len(claim.sides) < 2:
        return ledger
    return _for_both(_settled if claim.status == "resolved" else _left_open, ledger, claim, claims)


def _for_both(after: _After, ledger: Ledger, claim: Claim, claims: Claims) -> Ledger:
    ends = ((claim.sides[0], claim.sides[1]), (claim.sides[1], claim.sides[0]))
    return {**ledger, **{seat: after(ledger[seat], other, claim, claims) for seat, other in ends if seat in ledger}}


def _settled(standing: Standing, other: str, claim: Claim, claims: Claims) -> Standing:
    ended = tuple(one for each in standing.settled if each.claim == claim.id for one in each.relations)
    over = tuple(one for one in standing.disagreements if _is_about(one, standing, claim, claims))
    over = over or ended if claim.ruling else over
    by = claim.ruling or claim.card
    made = Settlement(seat=other, on=claim.text, how=claim.resolution, card=by, claim=claim.id, relations=over)
    return replace(
        standing,
        disagreements=tuple(one for one in standing.disagreements if one not in over),
        settled=(*(one for one in standing.settled if one.claim != claim.id), made),
    )


def _unsettled(standing: Standing, other: str, claim: Claim, claims: Claims) -> Standing:
    """Open as before, and said so; what an earlier room had settled is open again."""
    known = tuple(
        replace(one, card=claim.card) if _is_about(one, standing, claim, claims) else one
        for one in standing.disagreements
    )
    gone = [one for one in standing.settled if one.claim == claim.id]
    if gone and not any(one.card == claim.card for one in known):
        known = (*known, Relation(seat=other, on=claim.text, path=claim.card, card=claim.card))
    return replace(standing, disagreements=known, settled=tuple(one for one in standing.settled if one not in gone))


def _left_open(standing: Standing, other: str, claim: Claim, claims: Claims) -> Standing:
    """What was settled is disputed as it was before."""
    gone = [one for one in standing.settled if one.claim == claim.id]
    back = (one for each in gone for one in each.relations if one not in standing.disagreements)
    return replace(
        standing,
        disagreements=(*standing.disagreements, *back),
        settled=tuple(one for one in standing.settled if one not in gone),
    )


def _is_about(one: Relation, standing: Standing, claim: Claim, claims: Claims) -> bool:
    """Whether a disagreement is the one of a claim: between its two sides, and worded as the claim or its contrary (as
    the likest of theirs, where several are), or the only one between them in a message that takes up no other claim."""
    theirs = [each for each in claims.values() if set(each.sides) == {standing.seat, one.seat}]
    worded = [each for each in theirs if disputes_the_same(one.on, each.text)]
    if worded:
        return max(worded, key=lambda each: likeness(one.on, each.text)).id == claim.id
    taken_up = [each.id for each in theirs if one.path in each.messages]
    voiced = [each for each in standing.disagreements if (each.path, each.seat) == (one.path, one.seat)]
    return taken_up == [claim.id] and len(voiced) == 1


def disputes_the_same(a: str, b: str) -> bool:
    """Whether two wordings are of one dispute: a statement and its contrary are."""
    return same(a, b) or opposed(a, b)


def restated(ledger: Ledger, entries: Iterable[str]) -> Ledger:
    """The ledger in which a new stance takes the place of an older position on the whole, for people; what participants
    were shown is pinned in the log. `entries`: the messages that were recorded, oldest first."""
    order = {path: place for place, path in enumerate(entries)}
    return {seat: _restated(standing, order) for seat, standing in ledger.items()}


def _restated(standing: Standing, order: Mapping[str, int]) -> Standing:
    whole = standing.on("")
    if not whole.position or order.get(standing.since, -1) <= order.get(whole.since, -1):
        return standing
    whole = replace(whole, position=standing.stance, since=standing.since)
    return replace(standing, aspects={**standing.aspects, "": whole})


def answered(ledger: Ledger) -> Ledger:
    """The ledger without challenges that a room has settled, for people. The fold keeps them until a record of their
    addressee leaves them out: what participants were shown of them is pinned in the log."""
    return {seat: _answered(standing) if standing.settled else standing for seat, standing in ledger.items()}


def open_again(ledger: Ledger, claims: Claims) -> Claims:
    """The claims with those active again, for people, that a card or a person resolved and that somebody disagrees on
    since, though no record has taken them up as claims."""
    cards = {one.card for standing in ledger.values() for one in standing.disagreements if one.again}
    over = {id: one for id, one in claims.items() if one.status == "resolved" and (one.ruling or one.card) in cards}
    return {**claims, **{id: replace(one, status="active", resolution="", ruling="") for id, one in over.items()}}


def _answered(standing: Standing) -> Standing:
    def left(held: OnAspect) -> OnAspect:
        open_ = (text for text in held.unanswered if not any(_words(text, one) for one in standing.settled))
        return replace(held, unanswered=tuple(open_))

    return replace(standing, aspects={name: left(held) for name, held in standing.aspects.items()})


# ---- disputed anew ---------------------------------------------------------------------------------------------------
def anew(entry: Entry, claims: Iterable[dict[str, Json]], before: Standing) -> tuple[Relation, ...]:
    """The disagreements of a record, with the settled ones that it opens anew, each with the card that had settled it.
    `claims`: those that it takes up."""
    if not before.settled:
        return entry.disagreements
    said = [_with_card(one, before) for one in entry.disagreements]
    for relation in _taken_up(entry, claims, before):
        if not any(relation.card == one.card and relation.seat == one.seat for one in said):
            said.append(relation)
    return tuple(said)


def _with_card(one: Relation, before: Standing) -> Relation:
    known = (each for each in before.settled if each.seat == one.seat and _words(one.on, each))
    card = next((each.card for each in known), "")
    return replace(one, card=card, again=True) if card else one


def _words(text: str, settled: Settlement) -> bool:
    """Whether a text is about what was settled: the claim, or what was disagreed on before."""
    return any(disputes_the_same(text, known) for known in (settled.on, *(one.on for one in settled.relations)))


def _taken_up(entry: Entry, claims: Iterable[dict[str, Json]], before: Standing) -> Iterator[Relation]:
    """A side that takes a settled claim up again disputes it, unless it says that it is resolved or agrees."""
    for item in claims:
        sides, text = words(item.get("sides"))[:2], word(item.get("text"))
        for one in before.settled if word(item.get("status")) != "resolved" else ():
            by_id = identifier(item.get("id")) == one.claim and not opposed(text, one.on)
            meant = by_id or (text and same(text, one.on))
            elsewhere = len(sides) > 1 and one.seat not in sides
            agreed = any(each.seat == one.seat and same(each.on, one.on) for each in entry.agreements)
            if meant and not elsewhere and not agreed:
                strength = one.relations[-1].strength if one.relations else "mild"
                yield Relation(seat=one.seat, on=one.on, strength=strength, path=entry.about, card=one.card, again=True)


def without_reopened(ledger: Ledger, seat: str, disagreements: Iterable[Relation]) -> Ledger:
    """What was opened anew is settled for neither of the two."""
    cards = {one.card: one.seat for one in disagreements if one.again}
    for each in {seat, *cards.values()} & ledger.keys() if cards else ():
        left = tuple(one for one in ledger[each].settled if one.card not in cards)
        ledger = {**ledger, each: replace(ledger[each], settled=left)}
    return ledger


# ---- in words --------------------------------------------------------------------------------------------------------
def settled_by(one: Settlement) -> str:
    """Since when a dispute is settled, and by what: "since cost, round 2, by: …"; "…, accepted by the person"."""
    if by_person(one.card):
        return f"{_at('since', parent(one.card)).strip() or 'since then'}, {one.how}"
    return f"{_at('since', one.card).strip() or 'after the rounds'}{f', by: {one.how}' if one.how else ''}"


def given_up(one: Concession) -> str:
    """What somebody gave up, and that they hold it again where they do."""
    return f"{one.text} (held again since {when(one.again)})" if one.again else one.text


def room_on(one: Relation) -> str:
    """What a crux room made of a disagreement that is open; "" where there was none."""
    if not one.card:
        return ""
    if one.again and by_person(one.card):
        return f"disputed again after the person had settled it{_at('in', parent(one.card))}"
    if one.again:
        return f"disputed again after the crux room{_at('of', one.card)} had settled it"
    return f"the crux room{_at('of', one.card)} did not settle it"


def by_person(path: str) -> bool:
    """Whether a settlement is a person's ruling, and not the card of a crux room."""
    return index_of(path) == "person"


def _at(word: str, card: str) -> str:
    where = when(card)
    return f" {word} {where}" if where != step_of(card) else ""
