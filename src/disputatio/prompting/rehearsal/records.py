"""What a rehearsed clerk records of rehearsed turns. It reads words, not meanings: good enough where nobody has thought
anything, and never used where a model has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from disputatio.debate.format import MESSAGES
from disputatio.debate.sameness import are_opposed, content, likeness, same
from disputatio.debate.statements.ledger import is_about
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import Json
from disputatio.prompting.reading import line
from disputatio.prompting.reading.amounts import share, spoken_share
from disputatio.prompting.rehearsal.sentences import act, claims, kind, sentences, short, verdict
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload

LIKELY = 0.5
"""Share of content words from which a sentence is taken to be about a statement."""

_ID = re.compile(r"\bP\d{1,6}\b")


def rehearsed_ledger(brief: Brief, text: str) -> Payload:
    """Return the statements of each turn, what it does with the known ones, and where its author stands."""
    said = [turn for turn in brief.turns if turn.gives in MESSAGES]
    turns = [turn for turn in said if is_about(brief.path, turn.path)] or said[-1:]
    known, found = list(brief.statements), dict[str, list[Json]](new=[], about=[], stands=[])
    for turn in turns:
        done = list(_done(turn, known))
        found["about"] += done
        found["new"] += [] if turn.gives in ("assessment", "card", "synthesis") else _new(turn, known, done)
        found["stands"].append(_stands(turn, bool(done)))
    walk = "; ".join(f"{seat}: {', '.join(f'{id} -' for id in ids)}" for seat, ids in brief.put.items())
    return {"walk": walk, **{name: list(entries) for name, entries in found.items()}}


def _new(turn: SeenTurn, known: list[Statement], done: list[Json]) -> list[Json]:
    quoted = {line(one.get("quote")) for one in done if isinstance(one, dict)}
    return [
        {"by": turn.seat, "turn": turn.path, "text": short(one), "quote": _quote(one), "kind": kind(one)}
        for one in claims(turn.text)
        if _quote(one) not in quoted and not any(same(one, each.text) for each in known)
    ]


def _quote(sentence: str) -> str:
    """Return the beginning of a sentence, whole words: enough to find it again."""
    return " ".join(sentence.split()[:25])


def _done(turn: SeenTurn, known: list[Statement]) -> Iterator[Json]:
    """Yield, for each statement, the last sentence that is about it: one that names its id, if there is one."""
    found: dict[str, Payload] = {}
    named: set[str] = set()
    for sentence in sentences(turn.text):
        ids = set(_ID.findall(sentence))
        for one in _meant(sentence, known):
            if (does := _deed(sentence, one, turn)) and (one.id in ids or one.id not in named):
                named |= ids
                quote = _quote(sentence)
                because = quote if re.search(r"\b(?:because|since|as|given)\b", quote) else ""
                why = "argument" if because else "none"
                entry: Payload = {"by": turn.seat, "turn": turn.path, "id": one.id, "does": does, "quote": quote}
                found[one.id] = {**entry, "because": because, "why": why}
    return iter(found.values())


def _meant(sentence: str, known: list[Statement]) -> list[Statement]:
    """Return the statements that a sentence names, else the one that it contradicts, else the likest."""
    ids = set(_ID.findall(sentence))
    if named := [one for one in known if one.id in ids]:
        return named
    if denied := [one for one in known if _contrary(sentence, one.text)]:
        return denied[:1]
    close = max(known, key=lambda one: likeness(one.text, sentence), default=None)
    return [close] if close is not None and likeness(close.text, sentence) >= LIKELY else []


def _contrary(a: str, b: str) -> bool:
    """Return whether two statements contradict one another about the same thing: neither puts another word in its
    place."""
    return are_opposed(a, b) and not (content(a) - content(b) and content(b) - content(a))


def _deed(sentence: str, one: Statement, turn: SeenTurn) -> str:
    match act(sentence):
        case "withdrawal":
            return "withdraws" if one.author == turn.seat else "agrees"
        case "question" | "about":
            return ""
    if one.author == turn.seat:
        return "keeps" if one.disputed else ""
    if _contrary(sentence, one.text):
        return "disagrees"
    judged = verdict(sentence)
    return {"agree": "agrees", "disagree": "disagrees", "unverifiable": "doubts"}.get(judged, "")


def _stands(turn: SeenTurn, stirred: bool) -> Payload:
    stated = line(turn.data.get("position")) or next(iter(claims(turn.text)), "")
    level = share(turn.data.get("confidence"))
    level = spoken_share(turn.text) if level is None else level
    sure: Payload = {} if level is None or not stated else {"confidence": level}  # nothing stated, nothing to quote
    entry: Payload = {"by": turn.seat, "turn": turn.path, "stance": short(stated), "position": short(stated)}
    return {**entry, "quote": _quote(stated), "importance": 5 if stirred else 3, **sure}
