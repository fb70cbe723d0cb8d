"""The ledger by rule: what a message changes in where its author stands, and what is contested (SPEC LEDGER.1).

What is not said is not recorded: silence is neither agreement nor concession.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from disputatio.debate.formats import MESSAGES
from disputatio.debate.sameness import content, likeness, opposed, same
from disputatio.debate.values import Json
from disputatio.prompting.amounts import share, spoken_share
from disputatio.prompting.boards import claim_id, known_claims
from disputatio.prompting.naming import seats_of
from disputatio.prompting.reading import line
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.rules.judging import verdict
from disputatio.prompting.rules.sentences import act, sentences, short, substantial
from disputatio.prompting.rules.standing import verdict_signs
from disputatio.prompting.rules.statements import CITATION, author, claims, subject

SHIFTING = re.compile(r"\b(?:I (?:now|no longer|revise|changed?)|changed my mind|on reflection|I withdraw)\b", re.I)
_CAUSE = re.compile(
    r"\b(?:because|since|given|after|in view of|thanks to)\b(?P<cause>[^;]{3,200}?)(?=[.;](?:\s|$)|$)", re.I
)
MOST = 5
"""Entries of one kind that one message is taken to make."""


def derive_ledger(brief: Brief, text: str) -> dict[str, Json]:
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
        "claims": list(_claims(brief, turn))[:8],
    }


def _sure(turn: SeenTurn) -> dict[str, Json]:
    level = share(turn.data.get("confidence"))
    level = spoken_share(turn.text) if level is None else level
    return {} if level is None else {"confidence": level}


def _shift(sentence: str) -> dict[str, Json]:
    cause = match["cause"].strip() if (match := _CAUSE.search(sentence)) else ""
    because: list[Json] = list(CITATION.findall(sentence))
    return {"from": "", "to": short(sentence), "cause": cause, "because": because, "sentence": short(sentence)}


def _related(brief: Brief, turn: SeenTurn, kind: str) -> Iterator[Json]:
    """Whom the message agrees or disagrees with, on which of their statements. Saying the contrary is disagreeing, and
    never agreeing, whatever words it is said in."""
    for sentence in sentences(turn.text):
        if act(sentence) in ("question", "about"):
            continue
        other, stated = _meant(brief, turn, sentence)
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


def _meant(brief: Brief, turn: SeenTurn, sentence: str) -> tuple[str, str]:
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


def _claims(brief: Brief, turn: SeenTurn) -> Iterator[Json]:
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
                found.setdefault(id, _claim(id, known[id], []))
                continue
            id, other = claim_id(text), next(other for other, stated in others if stated == text)
            known[id] = text
            found[id] = _claim(id, text, [other, author(turn)])
    return iter(found.values())


def _disputed_in(sentence: str, statements: list[str]) -> list[str]:
    """The statements that a sentence contradicts; else, if it disagrees, the likest."""
    contrary = [one for one in statements if _contrary(sentence, one)]
    if contrary or verdict(sentence) != "disagree":
        return contrary
    likest = max(statements, key=lambda one: likeness(sentence, one), default="")
    return [likest] if likeness(sentence, likest) >= 0.5 else []


def _claim(id: str, text: str, sides: list[str]) -> Json:
    empty: dict[str, Json] = {"resolution": "", "supports": [], "attacks": [], "answers": []}
    return {"id": id, "text": short(text), "sides": list(sides), "status": "active", **empty}
