# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The ledger: what a message changes in where its author stands, and what is contested (SPEC LEDGER.1).

A reply names participants by ids, names or both, and claims by ids or in its own words; the payload has ids alone. By
rule, what is not said is not recorded: silence is neither agreement nor concession.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from disputatio.debate.format import MESSAGES
from disputatio.debate.payload import items, rating, words
from disputatio.debate.sameness import content, likeness, opposed, same
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract, Joining
from disputatio.prompting.reading import line, plain
from disputatio.prompting.reading.amounts import share, spoken_share
from disputatio.prompting.reading.naming import claim_id, known_claims, seat_meant, seats_of
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.rules.sentences import act, sentences, short, substantial
from disputatio.prompting.rules.statements import CITATION, SHIFTING, author, claims, subject, verdict, verdict_signs
from disputatio.prompting.shapes import Payload, Shape

MOST = 5
"""Entries of one kind that one message is taken to make."""

_LINKS = ("supports", "attacks", "answers")
_CAUSE = re.compile(
    r"\b(?:because|since|given|after|in view of|thanks to)\b(?P<cause>[^;]{3,200}?)(?=[.;](?:\s|$)|$)", re.I
)
_RELATION = (
    shapes.text("on", "on what, in one statement", also="text, what, about, topic", needed=True),
    shapes.text("seat", "id of the other participant", also="with, participant, whom, who, agent"),
    shapes.choice("strength", "how strongly", "mild", "strong"),
)


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """A new claim gets an id from its words, so that the same claim has the same id everywhere. Relations with nobody
    of this debate keep their words and lose their name."""
    found = plain(shape, text, brief)
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


def _derived(brief: Brief, text: str) -> Payload:
    turn = subject(brief)
    if turn is None:
        return {"stance": "", "position": "", "importance": 1}
    said = sentences(turn.text)
    stated = line(turn.data.get("position")) or next(iter(claims(turn.text)), "")
    cited = list(dict.fromkeys(CITATION.findall(turn.text)))[:8]
    conceded = [short(one) for one in said if act(one) in ("concession", "withdrawal")][:MOST]
    shifts = [_shift(one) for one in said if SHIFTING.search(one)][:MOST]
    disputed = list(_related(brief, turn, "disagree"))[:MOST]
    return {
        "stance": short(stated),
        "position": short(stated),
        "keypoints": [short(one) for one in claims(turn.text)[:3]],
        "evidence": list(cited),
        "agreements": list(_related(brief, turn, "agree"))[:MOST],
        "disagreements": list(disputed),
        "concessions": list(conceded),
        "shifts": list(shifts),
        "unanswered": [],
        **_sure(turn),
        "importance": min(10, 3 + 4 * bool(cited or conceded or shifts) + bool(disputed) + bool(shifts)),
        "claims": list(_claims_made(brief, turn))[:8],
    }


def _sure(turn: SeenTurn) -> Payload:
    level = share(turn.data.get("confidence"))
    level = spoken_share(turn.text) if level is None else level
    return {} if level is None else {"confidence": level}


def _shift(sentence: str) -> Payload:
    cause = match["cause"].strip() if (match := _CAUSE.search(sentence)) else ""
    because: list[Json] = list(CITATION.findall(sentence))
    return {"from": "", "to": short(sentence), "cause": cause, "because": because, "sentence": short(sentence)}


def _related(brief: Brief, turn: SeenTurn, kind: str) -> Iterator[Json]:
    """Whom the message agrees or disagrees with, on which of their statements. Saying the contrary is disagreeing, and
    never agreeing, whatever words it is said in."""
    for sentence in sentences(turn.text):
        if act(sentence) in ("question", "about"):
            continue
        other, stated = _taken_up(brief, turn, sentence)
        contrary = _contrary(sentence, stated)
        turned = verdict_signs(sentence) != verdict_signs(stated)
        agrees = verdict(sentence) == "agree" and not contrary and not turned
        if other and (agrees if kind == "agree" else contrary or verdict(sentence) == "disagree"):
            yield {"on": short(stated), "seat": other, "strength": _strength(sentence)}


def _contrary(a: str, b: str) -> bool:
    """Whether two statements contradict one another about the same thing: neither puts another word in its place."""
    return opposed(a, b) and not (content(a) - content(b) and content(b) - content(a))


def _strength(sentence: str) -> str:
    strong = r"\b(?:strongly|entirely|completely|firmly|certainly|wrong|flatly|absolutely)\b"
    return "strong" if re.search(strong, sentence, re.I) else "mild"


def _taken_up(brief: Brief, turn: SeenTurn, sentence: str) -> tuple[str, str]:
    """The participant and the statement of theirs that a sentence takes up: one that it contradicts, else the likest,
    else, where somebody is named, the sentence itself."""
    others = list(_others(brief, turn))
    best = max(others, key=lambda pair: (_contrary(sentence, pair[1]), likeness(sentence, pair[1])), default=("", ""))
    if best[0] and (_contrary(sentence, best[1]) or likeness(sentence, best[1]) >= 0.5):
        return best
    if not substantial(sentence):
        return "", ""
    named = [seat for name, seat in seats_of(brief).items() if re.search(rf"\b{re.escape(name)}\b", sentence, re.I)]
    return next((seat for seat in named if seat != author(turn)), ""), sentence


def _others(brief: Brief, turn: SeenTurn) -> Iterator[tuple[str, str]]:
    for one in brief.turns:
        if one.gives in MESSAGES and author(one) != author(turn):
            for stated in claims(one.text):
                yield author(one), stated


def _claims_made(brief: Brief, turn: SeenTurn) -> Iterator[Json]:
    """Statements of others that the message contradicts or disputes, and known claims that it takes up again. A claim
    and its contrary are one dispute."""
    known = known_claims(brief)
    others = list(_others(brief, turn))
    found: dict[str, Json] = {}
    for sentence in sentences(turn.text):
        again = [text for text in known.values() if same(sentence, text)]
        for text in again or _disputed_in(sentence, [*known.values(), *(stated for _, stated in others)]):
            id = next((one for one, words in known.items() if same(words, text) or _contrary(words, text)), "")
            if id:
                found.setdefault(id, _claim_of(id, known[id], []))
                continue
            id, other = claim_id(text), next(other for other, stated in others if stated == text)
            known[id] = text
            found[id] = _claim_of(id, text, [other, author(turn)])
    return iter(found.values())


def _disputed_in(sentence: str, statements: list[str]) -> list[str]:
    """The statements that a sentence contradicts; else, if it disagrees, the likest."""
    contrary = [one for one in statements if _contrary(sentence, one)]
    if contrary or verdict(sentence) != "disagree":
        return contrary
    likest = max(statements, key=lambda one: likeness(sentence, one), default="")
    return [likest] if likeness(sentence, likest) >= 0.5 else []


def _claim_of(id: str, text: str, sides: list[str]) -> Json:
    empty: Payload = {"resolution": "", "supports": [], "attacks": [], "answers": []}
    return {"id": id, "text": short(text), "sides": list(sides), "status": "active", **empty}


LEDGER = Contract(
    name="ledger",
    asks="""\
Record what the last message changes in where its author stands, and only that; what is as before stays empty. Stance and position each in one sentence; one to three key points; evidence and citations as they stand; new agreements and disagreements (with whom, on what, mild or strong); concessions; shifts, each with what the author says moved them and the ids of claims or the citations that they name, and nothing that they do not name; challenges to the author that they still leave unanswered. Importance 1 to 10; new evidence, a concession or a shift is 7 or more. Then the claims: statements on which the author and another participant disagree. Where a claim is in the list already, give its id; a claim and its negation are one dispute with two sides, never two agreements. Not objecting is not agreeing: a claim is resolved only if the author says that they now accept the other side. Name participants by their ids.""",
    fields=(
        shapes.text(
            "stance",
            "the author's overall stance, in one sentence; empty if it is as before",
            also="overall stance, view",
        ),
        shapes.text("position", "the author's position on the aspect at hand, in one sentence", also="aspect position"),
        shapes.texts("keypoints", "one to three key points of the message", also="key points, key_points, points"),
        shapes.texts("evidence", "citations and evidence named, as they stand", also="citations, evidence cited"),
        shapes.items("agreements", "new agreements", *_RELATION, also="agrees, agreement, agrees with", needed=False),
        shapes.items(
            "disagreements",
            "new disagreements",
            *_RELATION,
            also="disagrees, disagreement, challenges",
            needed=False,
        ),
        shapes.texts("concessions", "what the author gave up", also="concedes, concession, conceded"),
        shapes.items(
            "shifts",
            "changes of position",
            shapes.text("from", "the position before", also="before, old"),
            shapes.text("to", "the position now", also="after, new, text, content", needed=True),
            shapes.text("cause", "what the author says moved them", also="why, reason"),
            shapes.texts(
                "because", "ids of the claims, and the citations, that the author names for it", also="evidence"
            ),
            shapes.text("sentence", "the author's own words, quoted", also="quote"),
            also="shift, changes, changed, moves",
            needed=False,
        ),
        shapes.texts(
            "unanswered",
            "challenges to the author that they still have not answered",
            also="open challenges, unanswered challenges",
        ),
        shapes.share("confidence", "the author's confidence as stated or clearly implied, 0 to 1", needed=False),
        shapes.number("importance", "importance of the message, 1 to 10", also="weight"),
        shapes.items(
            "claims",
            "statements on which the author and another participant disagree",
            shapes.text("id", "id of the claim it continues, else empty", also="claim id, same as"),
            shapes.WORDS,
            shapes.texts(
                "sides",
                "ids of the two participants, the one who holds it first",
                also="participants, between, parties, seats, agents",
            ),
            shapes.choice("status", "where it stands after this message", "active", "resolved"),
            shapes.text("resolution", "how it was resolved, if it was", also="how"),
            shapes.texts("supports", "ids of claims that it supports"),
            shapes.texts("attacks", "ids of claims that it attacks"),
            shapes.texts("answers", "ids of claims that it answers"),
            also="disputes",
            needed=False,
        ),
    ),
    reader=_read,
    rule=_derived,
    alone=True,
    unread="The ledger stays as it was",
    temperature=EXTRACTION,
    joining=Joining(items="claims", id="id", known=known_claims),
)
