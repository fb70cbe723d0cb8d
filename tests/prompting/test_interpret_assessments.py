# ruff: noqa: E501  (a golden case stays on one line)
"""Assessments in the forms that models really write them in."""

from __future__ import annotations

import pytest

from disputatio.prompting.errors import Unreadable
from disputatio.prompting.interpret import interpret
from disputatio.prompting.request import Brief
from disputatio.testing.boards import statement_of

POINTS = Brief(
    gives="assessment",
    statements=(
        statement_of("P1", "analyst", "SQLite in WAL mode lets readers go on while one writer writes"),
        statement_of(
            "P2", "analyst", "The cache makes every request faster", disagrees={"critic": "no figure was given"}
        ),
        statement_of("P3", "analyst", "The retry limit is three"),
    ),
)

CASES: dict[str, tuple[str, list[str], list[str], list[str], str]] = {
    "the form itself": (
        "I looked at it.\n\n### Agree\n- P1 — the README says so\n\n### Disagree\n- P2 — one request got slower\n\n"
        "### Unverifiable\n- P3 — nothing names a limit\n\n### Overall\nModerate",
        ["P1"], ["P2"], ["P3"], "Moderate",
    ),
    "no prose": ("## Agree\nP1\n## Disagree\nNone\n## Unverifiable\nNone\n## Level: Strong", ["P1"], [], [], "Strong"),
    "json": (
        '{"agree": [{"point": "P1", "text": "", "reason": "yes"}], "disagree": ["P2"], "unverifiable": [], "level": "Weak"}',
        ["P1"], ["P2"], [], "Weak",
    ),
    "fenced json after prose": (
        'My view.\n```json\n{"agree": ["P1"], "disagree": [], "unverifiable": ["P3"], "level": "Moderate"}\n```',
        ["P1"], [], ["P3"], "Moderate",
    ),
    "python literal": (
        "{'agree': ['P1'], 'disagree': [{'point': 'P2', 'reason': \"it's slower\"}], 'unverifiable': None, 'level': 'Weak'}",
        ["P1"], ["P2"], [], "Weak",
    ),
    "trailing commas and comments": (
        '{"agree": ["P1",], // fine\n "disagree": ["P2",], "unverifiable": [], "level": "Moderate",}',
        ["P1"], ["P2"], [], "Moderate",
    ),
    "wrapped json": ('{"assessment": {"agreed": ["P1"], "contested": ["P2"], "overall": "weak"}}', ["P1"], ["P2"], [], "Weak"),
    "objects by id": (
        '{"agree": {"P1": "the log shows it"}, "disagree": {"P2": "no"}, "unverifiable": {}, "level": "Moderate"}',
        ["P1"], ["P2"], [], "Moderate",
    ),
    "camel case and long names": (
        '{"pointsOfAgreement": ["P1"], "pointsOfDisagreement": ["P2"], "cannotVerify": ["P3"], "overallLevel": "Weak"}',
        ["P1"], ["P2"], ["P3"], "Weak",
    ),
    "bold headings": (
        "**Points of agreement:**\n* P1: right\n\n**Points of Disagreement:**\n* P2: wrong\n\n**Overall assessment:** Moderate",
        ["P1"], ["P2"], [], "Moderate",
    ),
    "numbered bold headings": (
        "1. **Agree**\n   - P1\n2. **Disagree**\n   - P2\n3. **Unverifiable**\n   - P3\n4. **Level:** Weak",
        ["P1"], ["P2"], ["P3"], "Weak",
    ),
    "deep headings, reordered": (
        "#### Cannot be verified\n1) P3\n#### Level\nWeak\n#### I disagree with\n1) P2\n#### I agree with\n1) P1",
        ["P1"], ["P2"], ["P3"], "Weak",
    ),
    "one line each": ("Agree: P1\nDisagree: P2\nUnverifiable: P3\nOverall: Weak", ["P1"], ["P2"], ["P3"], "Weak"),
    "ids in a row": ("Agree: P1, P3\nDisagree: P2\nUnverifiable: none\nOverall: Moderate", ["P1", "P3"], ["P2"], [], "Moderate"),
    "ids joined by and": ("**Agree:** P1 and P3\n**Disagree:** P2\n**Level:** Moderate", ["P1", "P3"], ["P2"], [], "Moderate"),
    "upper case labels": ("AGREE:\n- P1\n\nDISAGREE:\n- P2\n\nUNVERIFIABLE:\n- P3\n\nLEVEL: MODERATE", ["P1"], ["P2"], ["P3"], "Moderate"),
    "counts in headings": ("### ✅ Agree (1)\n- P1\n### ❌ Disagree (1)\n- P2\n### ⚠️ Unverifiable (0)\n_None_\n### Overall: **Moderate**", ["P1"], ["P2"], [], "Moderate"),
    "statements instead of ids": (
        "### Agree\n- SQLite in WAL mode lets readers go on while one writer writes.\n### Disagree\n"
        "- The cache makes every request faster (no figure was given)\n### Overall\nModerate",
        ["P1"], ["P2"], [], "Moderate",
    ),
    "reason in parentheses": ("Agree:\n- P1 (see README)\nDisagree:\n- P2 (the log shows 40 ms)\nOverall: Moderate", ["P1"], ["P2"], [], "Moderate"),
    "reason on a deeper line": ("### Agree\n- P1\n  - Reason: stated in the README\n### Disagree\n- P2\n  - Reason: no\n### Level\nModerate", ["P1"], ["P2"], [], "Moderate"),
    "status in each item": ("- P1: Agree — documented.\n- P2: Disagree — measured otherwise.\n- P3: Unverifiable.\n\nOverall: Weak", ["P1"], ["P2"], ["P3"], "Weak"),
    "status in brackets": ("1. [AGREE] P1 the README says so\n2. [DISAGREE] P2 no\n3. [UNVERIFIABLE] P3 silent\nLevel: Weak", ["P1"], ["P2"], ["P3"], "Weak"),
    "signs": ("- ✅ P1 documented\n- ❌ P2 measured otherwise\n- ⚠️ P3 nothing names it\n\nOverall level: Moderate", ["P1"], ["P2"], ["P3"], "Moderate"),
    "a table": (
        "| Point | Status | Reason |\n|---|---|---|\n| P1 | Agree | documented |\n| P2 | Disagree | measured |\n| P3 | Unverifiable | silent |\n\nOverall: Weak",
        ["P1"], ["P2"], ["P3"], "Weak",
    ),
    "partial agreement is none": ("### Agree\n- P1\n### Partially agree\n- P2 — only for reads\n### Overall\nModerate", ["P1"], ["P2"], [], "Moderate"),
    "do not agree": ("### Where I do not agree\n- P2\n### Where I agree\n- P1\n### Overall\nModerate", ["P1"], ["P2"], [], "Moderate"),
    "strictest wins": ("### Agree\n- P1\n- P2\n### Disagree\n- P2 — on reflection\n### Overall\nModerate", ["P1"], ["P2"], [], "Moderate"),
    "level is missing": ("### Agree\n- P1\n### Disagree\nNone\n### Unverifiable\nNone", ["P1"], [], [], "Strong"),
    "level in a sentence": ("### Agree\n- P1\n### Disagree\n- P2\n\nThe overall level is weak.", ["P1"], ["P2"], [], "Weak"),
    "nothing at all to object": ("### Agree\n- P1\n- P2\n- P3\n\n### Disagree\nN/A\n\n### Unverifiable\nN/A\n\n### Overall\nStrong agreement", ["P1", "P2", "P3"], [], [], "Strong"),
    "form first, then the reply": (
        '{"agree": [{"point": "<id of the point>", "text": "<the point>", "reason": "<why>"}], "level": "<Strong | Moderate | Weak>"}\n\n'
        '{"agree": [{"point": "P1"}], "disagree": [], "unverifiable": [], "level": "Strong"}',
        ["P1"], [], [], "Strong",
    ),
    "form after the reply": (
        '{"agree": ["P1"], "disagree": [], "unverifiable": [], "level": "Strong"}\n\nThe form was:\n'
        '{"agree": ["<point>"], "disagree": ["<point>"], "unverifiable": ["<point>"], "level": "Strong | Moderate | Weak"}',
        ["P1"], [], [], "Strong",
    ),
    "announced example": (
        'Example:\n{"agree": ["P2"], "disagree": ["P1"], "unverifiable": [], "level": "Weak"}\n\n'
        "### Agree\n- P1\n### Disagree\n- P2\n### Overall\nModerate",
        ["P1"], ["P2"], [], "Moderate",
    ),
    "template headings echoed": ("### Agree / Disagree / Unverifiable\n\n### Agree\n- P1\n### Disagree\n- [point]\n### Overall\nStrong / Moderate / Weak", ["P1"], [], [], "Strong"),
    "an invented id": ("### Agree\n- P1\n- P77\n### Disagree\nNone\n### Overall\nStrong", ["P1"], [], [], "Strong"),
    "headings of the argument itself": (
        "## Performance\nI agree that WAL helps.\n## Safety\nNo data.\n## Assessment\n**Agree**\n- P1\n**Disagree**\n- P2\n**Unverifiable**\n- P3\n**Overall**: Weak",
        ["P1"], ["P2"], ["P3"], "Weak",
    ),
    "code among the sections": ("### Agree\n- P1\n```python\n# Disagree\nx = 1\n```\n### Disagree\n- P2\n### Overall\nModerate", ["P1"], ["P2"], [], "Moderate"),
    "windows line ends": ("### Agree\r\n- P1\r\n\r\n### Disagree\r\n- P2\r\n\r\n### Overall\r\nWeak\r\n", ["P1"], ["P2"], [], "Weak"),
    "dashes of all kinds": ("Agree:\n– P1 – documented\nDisagree:\n• P2 — measured\nOverall – Weak\nLevel: Weak", ["P1"], ["P2"], [], "Weak"),
    "explicitly empty": ('{"agree": [], "disagree": [], "unverifiable": [], "level": "Weak"}', [], [], [], "Weak"),
    "a heading about both": ("### Agreement and disagreement\nSome words.\n### Agree\n- P1\n### Disagree\n- P2", ["P1"], ["P2"], [], "Moderate"),
    "ids after a quotation": (
        "### Agree\n- \"Readers go on\" (P1) — unchanged\n### Overall\nStrong", ["P1"], [], [], "Strong"
    ),
    "ids at the end": ("### Agree\n- Readers go on [P1]\n- The limit (P3)\n### Overall\nStrong", ["P1", "P3"], [], [], "Strong"),
    "mostly disputed, no level": ("### Agree\n- P1\n### Disagree\n- P2\n- P3\n", ["P1"], ["P2", "P3"], [], "Weak"),
    "raw line breaks in json": ('{"agree": [{"point": "P1", "reason": "first\nsecond"}], "disagree": [], "unverifiable": [], "level": "Strong"}', ["P1"], [], [], "Strong"),
    "unescaped quotes in json": ('{"agree": [{"point": "P1", "reason": "it says "readers go on" there"}], "disagree": [], "unverifiable": [], "level": "Strong"}', ["P1"], [], [], "Strong"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_assessment_is_read(name: str) -> None:
    text, agree, disagree, unverifiable, level = CASES[name]
    found = interpret("assessment", text, POINTS)
    ids = {key: [item["point"] for item in found[key]] for key in ("agree", "disagree", "unverifiable")}
    assert ids == {"agree": agree, "disagree": disagree, "unverifiable": unverifiable}
    assert found["level"] == level


@pytest.mark.parametrize(
    ("item", "text", "reason"),
    [
        ("The pool is too small — ten connections for fifty workers", "The pool is too small", "ten connections for fifty workers"),
        ("The pool is too small (ten connections for fifty workers)", "The pool is too small", "ten connections for fifty workers"),
        ("The pool is too small because it has ten connections", "The pool is too small", "it has ten connections"),
        ("The pool is too small. Reason: it has ten connections", "The pool is too small", "it has ten connections"),
        ("**The pool is too small**: it has ten connections", "The pool is too small: it has ten connections", ""),
        ("Reason: it rains", "Reason: it rains", ""),
        ("The state-of-the-art pool works", "The state-of-the-art pool works", ""),
    ],
)  # fmt: skip
def test_reasons_are_taken_apart(item: str, text: str, reason: str) -> None:
    found = interpret("assessment", f"### Agree\n- {item}\n### Overall\nStrong", Brief())
    assert found["agree"] == [{"point": "", "text": text, "reason": reason}]


def test_the_text_of_a_point_is_its_own() -> None:
    found = interpret("assessment", "### Disagree\n- P2: one request took 40 ms longer\n### Level\nWeak", POINTS)
    assert found["disagree"] == [
        {"point": "P2", "text": "The cache makes every request faster", "reason": "one request took 40 ms longer"}
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\n ",
        "I have read it and it is a good answer.",
        "Overall: Strong",
        "### Agree / Disagree / Unverifiable\nStrong / Moderate / Weak",
        '{"agree": ["<point>"], "disagree": ["<point>"], "unverifiable": [], "level": "Strong | Moderate | Weak"}',
        '{"agree": "...", "disagree": "...", "level": "..."}',
        'Example:\n{"agree": ["P1"], "disagree": [], "unverifiable": [], "level": "Strong"}',
        "### Agree\n- P77\n",
        '{"items": [1, 2, 3]}',
    ],
)
def test_no_assessment_is_said_to_be_none(text: str) -> None:
    with pytest.raises(Unreadable):
        interpret("assessment", text, POINTS)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("agree, as revised: it is three now", "it is three now"),
        ("as reworded, it is three now", "it is three now"),
        ("agree, as revised", "agree, as revised"),
        ("agree: who must name a choice has been warned", "who must name a choice has been warned"),
        ("disagree: with the half that I named", "disagree: with the half that I named"),
        ("as revisions go, this is one", "as revisions go, this is one"),
    ],
)
def test_that_a_point_was_reworded_is_no_reason(said: str, reason: str) -> None:
    text = f"### Agree\n- P3 — {said}\n\n### Disagree\nNone\n\n### Unverifiable\nNone\n\n### Overall\nStrong"
    [found] = interpret("assessment", text, POINTS)["agree"]  # type: ignore[misc, union-attr]
    assert found["reason"] == reason  # type: ignore[index, call-overload]
