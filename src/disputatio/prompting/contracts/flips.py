# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Who changed position on which point, and what moved them (SPEC FORMAT.2, flip gate)."""

from __future__ import annotations

import re

from disputatio.debate.payload import items
from disputatio.debate.sameness import likeness
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.reading import line, plain
from disputatio.prompting.reading.figures import KnownPoint, meant, points
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.rules.sentences import act, sentences, short
from disputatio.prompting.rules.statements import CITATION, author
from disputatio.prompting.shapes import Payload, Shape

_ID = re.compile(r"\bP\d{1,6}\b")
_REASON = re.compile(r"\b(?:because|since|as|given that|shows?|due to|in light of|after)\b", re.I)
_QUOTE = re.compile(r"[`\"“][^`\"”\n]{6,}[`\"”]")
_CHANGES = re.compile(
    r"\b(?:I|we) (?:now|have) (?:think|believe|hold|agree|support|favou?r|changed|moved)"
    r"|\bchanged? my (?:mind|position)"
    r"|\bI revise\b|\bI no longer\b",
    re.I,
)


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = plain(shape, text, brief)
    if found is None:
        return None
    known = {point.id for point in points(brief)}
    listed: list[Json] = []
    for item in items(found["items"]):
        id = re.search(r"P\d{1,6}", line(item.get("point")))
        if id and (not known or id[0] in known):
            listed.append({**item, "point": id[0]})
    return {"items": listed}


def _derived(brief: Brief, text: str) -> Payload:
    """The changes of position in the last turn of each seat."""
    known = points(brief)
    found: list[Payload] = []
    for at, turn in _last_turns(brief):
        earlier = brief.turns[:at]
        for before, sentence, after in _windows(turn.text):
            if act(sentence) in ("concession", "withdrawal") or _CHANGES.search(sentence):
                found += _flips(turn, f"{sentence} {after if _REASON.match(after) else ''}", before, earlier, known)
    return {"items": _once(found)}


def _last_turns(brief: Brief) -> list[tuple[int, SeenTurn]]:
    latest = {author(turn): at for at, turn in enumerate(brief.turns)}
    return [(at, brief.turns[at]) for at in sorted(latest.values())]


def _windows(text: str) -> list[tuple[str, str, str]]:
    found = sentences(text)
    return list(zip(["", *found], found, [*found[1:], ""], strict=False))


def _flips(
    turn: SeenTurn, said: str, before: str, earlier: tuple[SeenTurn, ...], known: list[KnownPoint]
) -> list[Payload]:
    ids = [id for id in _ID.findall(said) if meant(known, id)]
    if not ids:
        close = max(known, key=lambda point: likeness(point.text, said), default=None)
        ids = [close.id] if close and likeness(close.text, said) >= 0.5 else []
    cause, because = _cause(turn, said, before, earlier)
    return [{"seat": author(turn), "point": id, "class": cause, "because": list(because)} for id in ids[:1]]


def _cause(turn: SeenTurn, said: str, before: str, earlier: tuple[SeenTurn, ...]) -> tuple[str, list[str]]:
    """(class, what is named). Evidence must be new: not something that the same author had cited before."""
    others = [one for one in earlier if author(one) != author(turn)]
    own = " ".join(one.text for one in earlier if author(one) == author(turn))
    cited = [one for one in (*CITATION.findall(said), *_QUOTE.findall(said)) if one not in own]
    if cited:
        return "evidence", cited[:3]
    if not others:
        return "spontaneous", []
    named = _ID.findall(said)[1:]
    if named or (_REASON.search(said) and len(said.split()) > 6):
        return "argument", named or [short(said, 160)]
    return "capitulation", []


def _once(found: list[Payload]) -> list[Json]:
    return list({(str(one["seat"]), str(one["point"])): one for one in found}.values())


FLIPS = Contract(
    name="flips",
    asks="""\
List who changed position on which point, in the last round only, and what moved them: "evidence" if they name newly verified evidence, "argument" if they name a new claim or reason that was made, "capitulation" if they name neither, or only numbers, confidence or tone, "spontaneous" if nobody had spoken against it. Give what they name, and nothing that they do not name: citations as they stand, points by their ids, a reason in the words in which the other participant gave it. What was said before they spoke last, and what nobody said, moved nobody. An empty list if nobody moved.""",
    fields=(
        shapes.items(
            "items",
            "each change of position",
            shapes.SEAT,
            shapes.text("point", "id of the point", also="point id, claim, id, on"),
            shapes.choice(
                "class",
                "what moved it",
                "evidence",
                "argument",
                "capitulation",
                "spontaneous",
                needed=True,
                also="kind, type, flip, classification, cause",
            ),
            shapes.texts("because", "the evidence or points that did it", also="reasons, reason, evidence, why"),
            also="flips, changes, shifts, position changes",
        ),
    ),
    reader=_read,
    rule=_derived,
    alone=True,
    temperature=EXTRACTION,
)
