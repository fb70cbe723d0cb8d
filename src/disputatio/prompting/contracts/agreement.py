# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""How far the participants agree, as a light model judges it; by rule, the share of pairs that hold the same."""

from __future__ import annotations

import re

from disputatio.debate.sameness import likeness, opposed, same
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.rehearsal.reading import claims, positions, verdict_signs
from disputatio.prompting.rehearsal.sentences import sentences, short
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload

ALIKE = 0.6
"""Likeness from which two positions that do not contradict one another count as one."""

Held = dict[str, tuple[SeenTurn, str]]


def _derived(brief: Brief, text: str) -> Payload:
    """The share of pairs that hold the same; groups of those who do."""
    held = positions(brief)
    found = groups(held)
    pairs = len(held) * (len(held) - 1) // 2
    alike_pairs = sum(len(group) * (len(group) - 1) // 2 for group in found)
    level = round(alike_pairs / pairs, 4) if pairs else 0.0
    clusters: list[Json] = [
        {"theme": short(held[group[0]][1], 120), "seats": list(group), "text": short(held[group[0]][1])}
        for group in found
    ]
    return {
        "level": level,
        "clusters": clusters,
        "common": _common(held),
        "disagreements": disagreements(held, found),
        "partial": [],
        "conditional": _marked(held, r"\b(?:if|unless|provided|only when|depends)\b"),
        "uncertainties": _marked(held, r"\b(?:unsure|uncertain|unclear|don't have that information|unknown)\b"),
        "reasoning": f"By rule: {len(found)} distinct positions among {len(held)} participants; positions that "
        "contradict one another are never taken together.",
    }


def groups(held: Held) -> list[list[str]]:
    """The seats, by what they hold."""
    found: list[list[str]] = []
    for seat, (_, stated) in held.items():
        group = next((one for one in found if alike(held[one[0]][1], stated)), None)
        found.append([seat]) if group is None else group.append(seat)
    return found


def disagreements(held: Held, groups: list[list[str]]) -> list[Json]:
    """What each group holds, where there are several."""
    return [short(held[group[0]][1]) for group in groups] if len(groups) > 1 else []


def alike(a: str, b: str) -> bool:
    """Whether two positions are held to be the same: never across a negation."""
    return same(a, b) or (not opposed(a, b) and likeness(a, b) >= ALIKE and verdict_signs(a) == verdict_signs(b))


def _common(held: Held) -> list[Json]:
    said = {seat: claims(turn.text) for seat, (turn, _) in held.items()}
    first = next(iter(said.values()), [])
    return [
        one
        for one in first
        if len(said) > 1 and all(any(alike(one, other) for other in many) for many in said.values())
    ]


def _marked(held: Held, words: str) -> list[Json]:
    pattern = re.compile(words, re.I)
    found = [
        f"{turn.label}: {short(one)}"
        for turn, _ in held.values()
        for one in sentences(turn.text)
        if pattern.search(one)
    ]
    return list(found[:6])


AGREEMENT = Contract(
    name="agreement",
    asks="""\
Judge how far the participants agree. Similar words can hide opposite positions ("is dangerous", "is not dangerous"): compare what they hold. Not objecting is not agreeing. Group those who hold the same, and name common ground, disagreements, partial agreements, conditional positions and uncertainties.""",
    fields=(
        shapes.share(
            "level",
            "how far the participants agree, 0 to 1",
            also="agreement level, agreementlevel, agreement, consensus level, score, consensus",
        ),
        shapes.items(
            "clusters",
            "groups that hold the same",
            shapes.text("theme", "what they hold", also="topic, position, label"),
            shapes.texts("seats", "ids of the participants", also="agentids, agents, participants, members"),
            shapes.text("text", "summary", also="summary, description"),
            also="groups, themes",
            needed=False,
        ),
        shapes.texts("common", "common ground", also="common ground, commonground, shared, agreements, agreed"),
        shapes.texts(
            "disagreements",
            "points of disagreement",
            also="disagreement points, disagreementpoints, disagreement, contested, differences",
        ),
        shapes.texts("partial", "partial agreements", also="partial agreements, partialagreements"),
        shapes.texts(
            "conditional", "positions that hold under a condition", also="conditional positions, conditionalpositions"
        ),
        shapes.texts("uncertainties", "what they are unsure about", also="uncertainty, unknowns"),
        shapes.text("reasoning", "why this level", also="reason, rationale, because, explanation"),
    ),
    rehearses=_derived,
    alone=True,
    temperature=EXTRACTION,
)
