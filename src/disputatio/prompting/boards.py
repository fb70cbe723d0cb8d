"""What is recorded on the board, as it is read from a reply: ledger, round records, reflections, crux cards.

The reply names participants by ids, names or both, and claims by ids or in their own words; the payload has ids alone.
"""

from __future__ import annotations

import hashlib

from disputatio.debate.cruxes import Talk
from disputatio.debate.formats import MESSAGES
from disputatio.debate.ids import index_of
from disputatio.debate.reading import items, rating, words
from disputatio.debate.sameness import normalised, same
from disputatio.debate.turns import Turn
from disputatio.debate.values import Json
from disputatio.prompting.figures import claims_known
from disputatio.prompting.naming import seat_meant, seats_of
from disputatio.prompting.reading import from_literals, from_sections, line
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import SHAPES

Payload = dict[str, Json]

_LINKS = ("supports", "attacks", "answers")


def _found(gives: str, text: str) -> Payload | None:
    fields = SHAPES[gives]
    return from_literals(fields, text) or from_sections(fields, text)


def read_ledger(gives: str, text: str, brief: Brief) -> Payload | None:
    """A new claim gets an id from its words, so that the same claim has the same id everywhere. Relations with nobody
    of this debate keep their words and lose their name."""
    found = _found(gives, text)
    if found is None:
        return None
    seats, known = seats_of(brief), known_claims(brief)
    for key in ("agreements", "disagreements"):
        for item in items(found.get(key)):
            item["seat"] = seat_meant(seats, line(item.get("seat")))
    found["importance"] = _importance(found)
    listed = [item for item in items(found.get("claims")) if line(item.get("text"))]
    named = {id: _claim_meant(item, known) for item in listed if (id := line(item.get("id")))}
    found["claims"] = [_claim(item, seats, known, named) for item in listed]
    return found


def _importance(found: Payload) -> int:
    """1 to 10, and 7 at least for what moves a debate: new evidence, a concession or a shift (SPEC LEDGER.1)."""
    moving = any(found.get(key) for key in ("evidence", "concessions", "shifts"))
    return max(rating(found.get("importance")), 7 if moving else 1)


def _claim_meant(item: Payload, known: dict[str, str]) -> str:
    """The id of the claim that a reply lists: one that is known, else one from its words."""
    text, id = line(item.get("text")), line(item.get("id"))
    if id in known:
        return id
    return next((one for one, words_ in known.items() if same(words_, text)), "") or claim_id(text)


def _claim(item: Payload, seats: dict[str, str], known: dict[str, str], named: dict[str, str]) -> Payload:
    """`named`: what the reply itself calls its claims, so that its links lead to them. Each link counts once."""
    text, id = line(item.get("text")), _claim_meant(item, known)
    sides = dict.fromkeys(seat for one in words(item.get("sides")) if (seat := seat_meant(seats, one)))
    links: Payload = {}
    for key in _LINKS:
        to = dict.fromkeys(one if one in known else named.get(one, one) for one in words(item.get(key)))
        links[key] = [one for one in to if one != id]
    pair: Json = [*list(sides)[:2]]
    return {**item, "id": id, "text": text, "sides": pair, **links}


def known_claims(brief: Brief) -> dict[str, str]:
    """The claims that the figures list: id -> text."""
    return {claim.id: claim.text for claim in claims_known(brief)}


def claim_id(text: str) -> str:
    """The id of a claim, from its normalised words."""
    return "c" + hashlib.sha256(normalised(text).encode()).hexdigest()[:6]


def read_record(gives: str, text: str, brief: Brief) -> Payload | None:
    found = _found(gives, text)
    if found is None:
        return None
    seats = seats_of(brief)
    for item in items(found.get("items")):
        item["seat"] = seat_meant(seats, line(item.get("seat"))) or line(item.get("seat"))
        item["engaged"] = [seat for one in words(item.get("engaged")) if (seat := seat_meant(seats, one))]
    return found


def read_reflections(gives: str, text: str, brief: Brief) -> Payload | None:
    """The sources of a reflection are the last messages of the participants that it is about."""
    found = _found(gives, text)
    if found is None:
        return None
    seats = seats_of(brief)
    said = {index_of(turn.path): turn.path for turn in brief.turns if turn.gives in MESSAGES}
    for item in items(found.get("items")):
        about = [seat for one in words(item.get("about")) if (seat := seat_meant(seats, one))]
        item["about"] = list(about)
        item["sources"] = [said[seat] for seat in about if seat in said]
    return found


def _accepted(brief: Brief) -> str:
    """The statement that both sides of a room accept, "" where there is none."""
    talk = Talk()
    for turn in brief.turns:
        seat = index_of(turn.path)
        talk = talk.heard(Turn(path=turn.path, seat=seat, gives=turn.gives, heard="", text="", data=turn.data))
    return talk.common


def read_card(gives: str, text: str, brief: Brief) -> Payload | None:
    """The claim is the one that the room was about, whatever the reply calls it; and whether it is resolved is what its
    sides have said, whatever the reply says."""
    found = _found(gives, text)
    if found is None:
        return None
    if any(turn.gives == "stance" for turn in brief.turns):
        found["how"] = _accepted(brief)
        found["resolved"] = bool(found["how"])
    about = brief.figures.get("claim", "").split("\n")[0].split(" ")[0]
    seats = seats_of(brief)
    for key in ("best", "minds"):
        for item in items(found.get(key)):
            item["seat"] = seat_meant(seats, line(item.get("seat"))) or line(item.get("seat"))
    return {**found, "claim": about} if about else found
