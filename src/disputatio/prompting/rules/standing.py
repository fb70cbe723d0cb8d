"""Where everyone stands, by rule: agreement, ledger, claims, records, reflections, cards, traits."""

from __future__ import annotations

import re
from collections import defaultdict

from disputatio.debate.formats import MESSAGES
from disputatio.debate.sameness import NEGATIONS, content, likeness, opposed, same
from disputatio.debate.values import Json
from disputatio.prompting.boards import claim_id
from disputatio.prompting.reading import line
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.rules.judging import verdict
from disputatio.prompting.rules.sentences import act, sentences, short
from disputatio.prompting.rules.statements import CITATION, author, claims

ALIKE = 0.6
"""Likeness from which two positions that do not contradict one another count as one."""

_PARTS = re.compile(r"[;,\n]|\band\b|\bthen\b|\bas well as\b", re.I)
_HARD = re.compile(
    r"\b(?:design|architect\w*|migrat\w*|concurren\w*|distributed|secur\w*|integrat\w*|refactor\w*|protocol|performan\w*"
    r"|consisten\w*|fault|scal\w+|trade-?offs?|requirements?|edge cases?)\b",
    re.I,
)
_DENYING = NEGATIONS | {"against", "reject", "oppose", "avoid", "unsafe"}
_SUMS = frozenset({"card", "synthesis"})
"""Messages that sum up what others hold."""
_SHIFTS = re.compile(r"\b(?:I (?:now|no longer|revise|changed?)|changed my mind|on reflection|I withdraw)\b", re.I)


def positions(brief: Brief) -> dict[str, tuple[SeenTurn, str]]:
    """Seat → its last message and the position in it."""
    found: dict[str, tuple[SeenTurn, str]] = {}
    for turn in brief.turns:
        if turn.gives in MESSAGES and turn.gives not in _SUMS and turn.text.strip():
            stated = line(turn.data.get("position")) or next(iter(claims(turn.text)), _gist(turn.text))
            found[author(turn)] = (turn, stated)
    return found


def _gist(text: str) -> str:
    """The first sentence that is not about the turn itself, where there is one."""
    return short(next((one for one in sentences(text) if not one.startswith("Rehearsal:")), text))


def alike(a: str, b: str) -> bool:
    """Whether two positions are held to be the same: never across a negation."""
    return same(a, b) or (not opposed(a, b) and likeness(a, b) >= ALIKE and verdict_signs(a) == verdict_signs(b))


def verdict_signs(text: str) -> frozenset[str]:
    """The words of a position that turn it round."""
    words = re.findall(r"[\w']+", text.casefold().replace("n't", " not"))
    return frozenset(word for word in words if word in _DENYING)


def derive_agreement(brief: Brief, text: str) -> dict[str, Json]:
    """The share of pairs that hold the same; groups of those who do."""
    held = positions(brief)
    groups: list[list[str]] = []
    for seat, (_, stated) in held.items():
        group = next((one for one in groups if alike(held[one[0]][1], stated)), None)
        groups.append([seat]) if group is None else group.append(seat)
    pairs = len(held) * (len(held) - 1) // 2
    alike_pairs = sum(len(group) * (len(group) - 1) // 2 for group in groups)
    level = round(alike_pairs / pairs, 4) if pairs else 0.0
    clusters: list[Json] = [
        {"theme": short(held[group[0]][1], 120), "seats": list(group), "text": short(held[group[0]][1])}
        for group in groups
    ]
    return {
        "level": level,
        "clusters": clusters,
        "common": _common(held),
        "disagreements": [short(held[group[0]][1]) for group in groups] if len(groups) > 1 else [],
        "partial": [],
        "conditional": _marked(held, r"\b(?:if|unless|provided|only when|depends)\b"),
        "uncertainties": _marked(held, r"\b(?:unsure|uncertain|unclear|don't have that information|unknown)\b"),
        "reasoning": f"By rule: {len(groups)} distinct positions among {len(held)} participants; positions that "
        "contradict one another are never taken together.",
    }


def _common(held: dict[str, tuple[SeenTurn, str]]) -> list[Json]:
    said = {seat: claims(turn.text) for seat, (turn, _) in held.items()}
    first = next(iter(said.values()), [])
    return [
        one
        for one in first
        if len(said) > 1 and all(any(alike(one, other) for other in many) for many in said.values())
    ]


def _marked(held: dict[str, tuple[SeenTurn, str]], words: str) -> list[Json]:
    pattern = re.compile(words, re.I)
    found = [
        f"{turn.label}: {short(one)}"
        for turn, _ in held.values()
        for one in sentences(turn.text)
        if pattern.search(one)
    ]
    return list(found[:6])


def derive_traits(brief: Brief, text: str) -> dict[str, Json]:
    parts = [part for part in _PARTS.split(brief.question) if len(content(part)) >= 2]
    hard = sorted({word.casefold() for word in _HARD.findall(brief.question)})
    complex_ = len(parts) >= 3 or len(hard) >= 2 or len(brief.question.split()) > 60
    named = f"; it names {', '.join(hard)}" if hard else ""
    return {"complex": complex_, "reason": f"By rule: the task has {max(1, len(parts))} part(s){named}."}


FACETS = (
    ("benefit", "What is gained, by whom, and how sure that is"),
    ("cost", "What it takes: money, time, attention, and what is given up for it"),
    ("risk", "What can go wrong, how badly, and how it would be noticed"),
)
"""What is debated of any question where nobody names its own aspects."""


def derive_aspects(brief: Brief, text: str) -> dict[str, Json]:
    return {"items": [{"label": label, "description": says} for label, says in FACETS]}


def derive_record(brief: Brief, text: str) -> dict[str, Json]:
    held = positions(brief)
    listed: list[Json] = [
        {
            "seat": seat,
            "position": short(stated),
            "argument": short(next(iter(claims(turn.text)[1:]), stated)),
            "evidence": ", ".join(CITATION.findall(turn.text)[:4]),
            "engaged": [other.label for other, _ in held.values() if other is not turn and other.label in turn.text],
        }
        for seat, (turn, stated) in held.items()
    ]
    found = derive_agreement(brief, text)
    groups = len(found["clusters"]) if isinstance(found["clusters"], list) else 0
    people, views = "participant" + "s" * (len(held) != 1), "distinct position" + "s" * (groups != 1)
    summary = f"{len(held)} {people} held {groups} {views}." if held else "Nobody spoke."
    moved = [
        f"{turn.label}: {short(one)}"
        for turn, _ in held.values()
        for one in sentences(turn.text)
        if _SHIFTS.search(one)
    ]
    return {"summary": summary, "items": listed, "disagreements": found["disagreements"], "shifts": list(moved[:6])}


def derive_reflections(brief: Brief, text: str) -> dict[str, Json]:
    counts: dict[str, int] = defaultdict(int)
    for turn in brief.turns:
        for sentence in sentences(turn.text) if turn.gives in MESSAGES else ():
            counts[act(sentence)] += 1
            counts["disputed"] += verdict(sentence) == "disagree"
    gave = counts["concession"] + counts["withdrawal"]
    people: list[Json] = list(dict.fromkeys(author(turn) for turn in brief.turns if turn.gives in MESSAGES))
    kind = "convergence" if gave > counts["disputed"] else "escalation" if counts["disputed"] > 2 * gave else "pattern"
    said = f"{counts['disputed']} statements were disputed and {gave} were given up in the last messages."
    return {"items": [{"text": said, "kind": kind, "about": people, "importance": 5}]}


def derive_card(brief: Brief, text: str) -> dict[str, Json]:
    held = positions(brief)
    claim = brief.figures.get("claim", "").split("\n")[0]
    id, _, words = claim.partition(" ")
    stances = [turn.data.get("resolved") for turn, _ in held.values() if turn.gives == "stance"]
    statement = next((line(turn.data.get("statement")) for turn, _ in reversed(list(held.values()))), "")
    cited = any(CITATION.search(turn.text) for turn, _ in held.values())
    resolved = len(stances) > 1 and all(one is True for one in stances)
    return {
        "claim": id or claim_id(brief.question),
        "crux": "evidence" if not cited else "fact",
        "statement": words or statement or short(brief.question),
        "best": [{"seat": seat, "text": short(stated)} for seat, (_, stated) in held.items()],
        "minds": [
            {"seat": seat, "text": short(one)}
            for seat, (turn, _) in held.items()
            for one in sentences(turn.text)
            if re.search(r"\bchange (?:my|our) mind|\bwould settle\b", one, re.I)
        ],
        "resolved": resolved,
        "how": statement if resolved else "",
    }


def spoken(data: dict[str, Json]) -> str:
    """A payload as lines that people can read."""
    lines = []
    for key, found in data.items():
        if isinstance(found, list) and found:
            entries = [
                line({k: v for k, v in one.items() if v}) if isinstance(one, dict) else line(one) for one in found
            ]
            lines.append(f"{key}:\n" + "\n".join(f"- {entry}" for entry in entries if entry))
        elif isinstance(found, (str, bool, int, float)) and found != "":
            lines.append(f"{key}: {found}")
    return "\n".join(lines) or "Nothing."


__all__ = ["derive_agreement", "derive_aspects", "derive_card", "derive_record", "derive_reflections",
           "derive_traits", "positions", "spoken"]  # fmt: skip
