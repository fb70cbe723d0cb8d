# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Answers held against one another, without their authors' names: all of them in order, or the better of two."""

from __future__ import annotations

import re

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading import line, read_payload, texts
from disputatio.prompting.reading.amounts import choice
from disputatio.prompting.reading.echoes import hollow
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import ranking
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape, json_block

_LETTER = re.compile(r"\b(?:response|answer|candidate|option|proposal)?\s*\b([A-Z])\b")
_SINGLE = re.compile(r"[A-Z]")
_PLACE = re.compile(r"\s*\d{1,2}[.)]\s+\W{0,4}(?:(?:Response|Answer|Candidate)\s+)?([A-Z])\b")


def _read_ranking(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the letters, best first, of a list, a heading's list, or "B > A > C". Raises `Incomplete` where one of the
    answers to be ranked is missing: a vote would count it as the worst."""
    found = read_payload(shape, text, brief)
    order: list[str] = []
    for one in texts(found.get("order")) if found else [text]:
        order += _LETTER.findall(one) if len(one) > 1 else [one.upper()]
    order = list(dict.fromkeys(order if found else (_chain(text) or _ranked_lines(text))))
    if not order:
        return None
    because, adopts = (texts(found.get("because")), line(found.get("adopts"))) if found else ((), "")
    data: Payload = {"order": list(order), "because": list(because), "adopts": "" if hollow(adopts) else adopts}
    if left := [letter for letter in _shown(brief) if letter not in order]:
        raise Incomplete(f"Your ranking leaves out {', '.join(left)}: rank every answer that you were shown.", data)
    return data


def _shown(brief: Brief) -> list[str]:
    """Return the letters of the answers that are to be ranked."""
    labels = (turn.label.rpartition(" ")[2] for turn in brief.turns if not turn.mine)
    return [letter for letter in dict.fromkeys(labels) if _SINGLE.fullmatch(letter)]


def _chain(text: str) -> list[str]:
    chains = re.findall(r"\b[A-Z](?:\s{0,3}[>≻]\s{0,3}[A-Z]\b){1,25}", text)
    return re.findall(r"[A-Z]", chains[-1]) if chains else []


def _ranked_lines(text: str) -> list[str]:
    return [match[1] for match in map(_PLACE.match, text.split("\n")) if match]


def _ranking(brief: Brief, given: Material) -> str:
    found: dict[str, int] = {}
    for held, turn in ranking(brief, given):
        found.setdefault(turn.label.rpartition(" ")[2] or turn.label, held)
    because = [f"{letter}: {held} claims hold" for letter, held in found.items()]
    return json_block({"order": list(found) or ["A"], "because": list(because), "adopts": ""})


def _read_comparison(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = read_payload(shape, text, brief)
    if found is None:
        said = re.findall(r"\b(?:winner|better|prefer(?:red)?)\b[^\n]{0,40}", text, re.I)
        picked = [one for one in (choice(text.split(":")[-1], ("A", "B", "tie")) for text in said) if one]
        return {"winner": picked[-1], "reason": ""} if picked else None
    return found


def _comparison(brief: Brief, given: Material) -> str:
    found = ranking(brief, given)[:2]
    level = len(found) < 2 or found[0][0] == found[1][0]
    letter = found[0][1].label.rpartition(" ")[2] if found else ""
    winner = "tie" if level or letter not in ("A", "B") else letter
    counts = ", ".join(f"{turn.label}: {held}" for held, turn in found)
    return json_block({"winner": winner, "reason": f"claims that hold: {counts or 'none'}"})


RANKING = Contract(
    name="ranking",
    asks="""\
Rank all answers that you are shown; others gave them. Accuracy counts first, then insight, then clarity.
Name each by its letter, best first. Say of each what carries it, and with which of its claims you disagree and why: this is the only reply to it.""",
    fields=(
        shapes.texts("order", "the letters of the answers, best first", also="ranking, final ranking, ranks, rank"),
        shapes.texts(
            "because",
            "for each letter, “A: why it stands there, and what in it is wrong or not borne out”",
            also="reasons, reasoning, rationale, explanation",
        ),
        shapes.text(
            "adopts",
            "the answer that you would give now, in full and without letters, if one of these made you change yours; empty if you stay with it",
            also="adopted, answer now",
        ),
    ),
    reader=_read_ranking,
    rehearsal=_ranking,
    alone=True,
)
COMPARISON = Contract(
    name="comparison",
    asks="""\
Compare the two answers by the criteria. Score both from 0 to 1 on each of them. Then say which is better, A or B, or that they tie.""",
    fields=(
        shapes.choice(
            "winner",
            "which answer is better",
            "A",
            "B",
            "tie",
            needed=True,
            also="better, preferred, choice, verdict, decision",
        ),
        shapes.items(
            "items",
            "the score of both on each criterion",
            shapes.text("text", "the criterion", also="criterion, name", needed=True),
            shapes.share("a", "score of A, 0 to 1", also="score a, first", needed=False),
            shapes.share("b", "score of B, 0 to 1", also="score b, second", needed=False),
            also="criteria, scores, rubric",
            needed=False,
        ),
        shapes.text("reason", "why, by the criteria", also="rationale, because, reasoning, explanation"),
    ),
    reader=_read_comparison,
    rehearsal=_comparison,
    alone=True,
)
