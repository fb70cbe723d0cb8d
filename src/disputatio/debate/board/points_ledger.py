"""The ledger of a format that keeps none: what its points, answers and assessments say about each participant.

By rule, and marked so. A stance is the position that a turn gives, else the sentence that draws its conclusion, else
its first one; agreements, disagreements, concessions and changes of position are those that the points show.
"""

from __future__ import annotations

import re
from dataclasses import replace

from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import share, speaker_of, word
from disputatio.debate.statements.cards import Card, cards_of
from disputatio.debate.statements.claims import Claim, claims_of
from disputatio.debate.statements.ledger import (
    Concession,
    Confidence,
    Ledger,
    Relation,
    Settlement,
    Shift,
    Standing,
    spoken,
)
from disputatio.debate.statements.points import Point, points_of

LONGEST = 240
"""Characters of a stance that is taken from the beginning of a message."""

_PROSE = re.compile(r"(?![#>|`{\[\]}\"'*-]|\d+[.)]\s|_).*\w.*\w|(?:\*\*|__)\w.*[^*_\s]$")
"""No heading, quotation, table, list, code or data; nor a line that is a remark in italics or a title in bold."""
_CONCLUDES = re.compile(
    r"\b(?:my (?:answer|position|view|conclusion)|I (?:conclude|recommend|hold|maintain)|in (?:short|sum|conclusion)"
    r"|therefore)\b",
    re.I,
)
_END = re.compile(r"(?<=[.!?…])\s")


def derived_ledger(debate: Debate, past: Past) -> Ledger:
    """Where each participant stands, in the order of the cast; who has said nothing is not in it."""
    nobody: Ledger = {}
    said = past.fold("derived", _with_turn, nobody)
    found = {seat: said[seat] for seat in debate.seats if seat in said}
    claims, cards = claims_of(past), {card.claim: card for card in cards_of(past)}
    for point in points_of(past).values():
        claim = claims.get(point.id)
        if claim is not None and point.open and claim.card and claim.status == "resolved":
            _settled(found, claim)
        else:
            _judged(found, point, cards.get(point.id))
    return found


def _settled(found: Ledger, claim: Claim) -> None:
    """A disputed point that a crux room has resolved."""
    for seat in found.keys() & set(claim.sides):
        other = next((side for side in claim.sides if side != seat), "")
        made = Settlement(seat=other, on=claim.text, how=claim.resolution, card=claim.card, claim=claim.id)
        found[seat] = replace(found[seat], settled=(*found[seat].settled, made))


def _with_turn(found: Ledger, turn: Turn) -> Ledger:
    if not spoken(turn):
        return found
    return {**found, turn.seat: _said(found.get(turn.seat) or Standing(seat=turn.seat, rules=True), turn)}


def _said(standing: Standing, turn: Turn) -> Standing:
    stance = stance_of(turn)
    level = share(turn.data.get("confidence"))
    sure = (Confidence(path=turn.path, level=level),) if level is not None else ()
    return replace(
        standing,
        stance=stance or standing.stance,
        since=turn.path if stance and stance != standing.stance else standing.since,
        confidences=(*standing.confidences, *sure),
        updated=turn.path,
    )


def stance_of(turn: Turn) -> str:
    """What a message says of where its author stands; "" where it says nothing of it."""
    return word(turn.data.get("position")) or word(turn.data.get("decision")) or _stated(turn.text)


def _stated(text: str) -> str:
    """The sentence of a message that draws its conclusion, else its first sentence of prose."""
    lines = (line.strip() for line in text.splitlines())
    prose = [line.replace("**", "").strip("*_ ") for line in lines if _PROSE.match(line) and len(line.split()) > 2]
    sentences = [sentence for line in prose for sentence in _END.split(line)]
    found = next((one for one in reversed(sentences) if _CONCLUDES.search(one)), next(iter(sentences), ""))
    return found if len(found) <= LONGEST else found[:LONGEST].rsplit(" ", 1)[0] + " …"


def _judged(found: Ledger, point: Point, card: Card | None) -> None:
    """What a point says about its author and about who judged it last. `card`: the last crux card about it."""
    author, judge = point.author, speaker_of(point.since)
    if author in found:
        found[author] = _as_author(found[author], point)
    if judge in found and judge != author:
        found[judge] = _as_judge(found[judge], point, card)


def _as_author(standing: Standing, point: Point) -> Standing:
    if point.status == "withdrawn":
        gone = Concession(text=point.text, path=point.since)
        shift = _shift(point, before=point.text, after=f"withdrawn: {point.text}")
        return replace(standing, concessions=(*standing.concessions, gone), shifts=(*standing.shifts, shift))
    challenged = point.open and point.disputed not in ("", point.author)
    if not challenged and not point.verified:
        return standing
    whole = standing.on("")
    whole = replace(
        whole,
        evidence=tuple(dict.fromkeys((*whole.evidence, *point.verified))),
        unanswered=(*whole.unanswered, point.text) if challenged else whole.unanswered,
    )
    return replace(standing, aspects={**standing.aspects, "": whole})


def _as_judge(standing: Standing, point: Point, card: Card | None) -> Standing:
    contested = point.status == "contested"
    relation = Relation(seat=point.author, on=point.text, strength="strong" if contested else "mild", path=point.since)
    if point.open:
        if card is not None:
            relation = replace(relation, card=card.path, again=card.resolved)
        return replace(standing, disagreements=(*standing.disagreements, relation))
    if not point.settled:
        return standing
    standing = replace(standing, agreements=(*standing.agreements, relation))
    return _came_round(standing, point) if point.status == "resolved" else standing


def _came_round(standing: Standing, point: Point) -> Standing:
    """Who disputed a point and accepts it now has given up the dispute."""
    gone = Concession(text=f"the objection to: {point.text}", path=point.since)
    shift = _shift(point, before=f"contested: {point.text}", after=f"agreed: {point.text}")
    shift = replace(shift, cause=point.reason, because=point.verified)
    return replace(standing, concessions=(*standing.concessions, gone), shifts=(*standing.shifts, shift))


def _shift(point: Point, before: str, after: str) -> Shift:
    """Classed as the flip gate classed it; where it was not asked, by what was named in so many words."""
    return Shift(path=point.since, before=before, after=after, flip=point.flip or point.named or "spontaneous")
