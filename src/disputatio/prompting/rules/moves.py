"""Who changed position, and what moved them, by rule (SPEC FORMAT.2, flip gate)."""

from __future__ import annotations

import re

from disputatio.debate.sameness import likeness
from disputatio.debate.values import Json
from disputatio.prompting.figures import KnownPoint, meant, points
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.rules.sentences import act, sentences, short
from disputatio.prompting.rules.statements import CITATION, author

_ID = re.compile(r"\bP\d{1,6}\b")
_REASON = re.compile(r"\b(?:because|since|as|given that|shows?|due to|in light of|after)\b", re.I)
_QUOTE = re.compile(r"[`\"“][^`\"”\n]{6,}[`\"”]")
_CHANGES = re.compile(
    r"\b(?:I|we) (?:now|have) (?:think|believe|hold|agree|support|favou?r|changed|moved)"
    r"|\bchanged? my (?:mind|position)"
    r"|\bI revise\b|\bI no longer\b",
    re.I,
)


def derive_flips(brief: Brief, text: str) -> dict[str, Json]:
    """The changes of position in the last turn of each seat."""
    known = points(brief)
    found: list[dict[str, Json]] = []
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
) -> list[dict[str, Json]]:
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


def _once(found: list[dict[str, Json]]) -> list[Json]:
    return list({(str(one["seat"]), str(one["point"])): one for one in found}.values())
