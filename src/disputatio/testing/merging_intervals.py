"""Eight-phase debates on a small task, scripted: a function that merges overlapping intervals. In one (`script`) an
attack is closed, one stays open, and the tests of the code fail at first; in the other (`smith`) somebody writes a
program that gets better. For tests and pictures of debates in phases."""

from __future__ import annotations

import json
from collections.abc import Mapping

from disputatio.debate.format import Format
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.values import Json, OptionValue
from disputatio.prompting.request import Request
from disputatio.sandbox.trials import Report, Trial
from disputatio.testing.debates import assessment, opening, voices
from disputatio.testing.scripted import Script

TASK = "A function that merges overlapping intervals"
OPTIONS: Mapping[str, OptionValue] = {"adversarial": True, "hooks": True, "rounds": 2, "threshold": 75}
ATTACKS = (
    ("An endless iterator: `merge(itertools.count())` never returns.", "stress", "high"),
    ("NaN as a bound: it compares with nothing, so the order is undefined.", "adversarial input", "medium"),
)
FLAW = "It does not say what happens to reversed bounds."
FIRST = """\
def merge(pairs):
    return sorted(pairs)


def test_empty():
    assert merge([]) == []


def test_touching():
    assert merge([(1, 2), (2, 3)]) == [(1, 3)]
"""
SECOND = FIRST.replace(
    "    return sorted(pairs)\n",
    """\
    merged = []
    for low, high in sorted(pairs):
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return merged
""",
)
"""The same with the bug mended that its tests find."""


class TriedCode:
    """engine.performer.CodeRunner: says of `SECOND` that it passes, and of all else that it does not, without running
    anything."""

    async def test(self, code: str, fence: str, cases: str = "") -> Report:
        passed = code.strip() == SECOND.strip()
        touching = Trial(
            name="test_touching", passed=passed, why="" if passed else "line 10: AssertionError", milliseconds=1
        )
        return Report(
            language="Python",
            trials=(Trial(name="test_empty", passed=True, milliseconds=2), touching),
        )


def started(format: Format, model: str = "scripted:one", **options: OptionValue) -> DebateOpened:
    """Return the first event of the debate, with two who propose, two who criticise and two who review."""
    chosen = {**OPTIONS, **options}
    seats = [SeatChoice(seat=f"{part}-2") for part in ("proposers", "critics", "reviewers")]
    return opening(format, TASK, model=model, clerk=model, options=chosen, seats=seats)


def script() -> Script:
    """Return what everybody says."""
    return voices(
        traits=_record("", complex=True, intertwined=False, reason="It has edge cases that have to be agreed on."),
        plan="1. Clarify what a bound may be.\n2. Sort once, then merge in one pass.",
        questions=_record(
            "I ask before I write.",
            items=[{"text": "Do touching intervals merge?"}, {"text": "May the list be empty?"}],
        ),
        answers=_record(
            "Touching intervals merge. An empty list gives an empty list.",
            items=[
                {"to": "Q1", "state": "answered", "quote": "Touching intervals merge."},
                {"to": "Q2", "state": "answered", "quote": "An empty list gives an empty list."},
            ],
            confidence=0.93,
        ),
        code=_code,
        reflection=_record(
            "", cause="It does not merge.", wrong="Touching stayed apart.", change="Merge.", confidence=1
        ),
        artifact=f"## Solution\n\nIt sorts once and merges in one pass.\n\n```python\n{SECOND}```",
        assessment=assessment(disagree=[FLAW]),
        flaws=f"I went through it point by point.\n\n### Flaws\n- A — medium — {FLAW} — merge([(2, 1)])",
        review=_record("It is sound, and short.", score=0.81),
        findings=_attack,
        patches=_record(
            "I answer what I can.",
            items=[{"text": "It takes a list, and refuses others.", "answers": "A1", "closes": "yes"}],
        ),
        comparison=_record("", winner="A", reason="It is shorter."),
        ballot=_record("", choice="Option 1", confidence=0.8),
        agreement=_record("", level=0.8, groups=[]),
    )


def _record(text: str, **fields: Json) -> str:
    return f"{text}\n\n```json\n{json.dumps(fields)}\n```".strip()


def _code(request: Request) -> str:
    return f"```python\n{FIRST if 'attempt[1]' in request.brief.path else SECOND}```"


def _attack(request: Request) -> str:
    """Return, in the first pass, an attack that is answered, in the second one that is not, then nothing new."""
    path = request.brief.path
    text, category, severity = ATTACKS["adversarial[1]" not in path]
    again = "A1" if "adversarial[3]" in path else ""
    return _record("I attack.", items=[{"text": text, "category": category, "severity": severity, "repeats": again}])


# ---- a program that gets better --------------------------------------------------------------------------------------
TESTS = """

def test_touching():
    assert merge([(2, 3), (1, 2)]) == [(1, 3)]


def test_apart():
    assert merge([(1, 2), (4, 5)]) == [(1, 2), (4, 5)]


def test_empty():
    assert merge([]) == []
"""


def _whole(body: str) -> str:
    return f'def merge(spans):\n    """Merge intervals that overlap or touch."""\n{body}    return found\n{TESTS}'


UNSORTED = _whole("""    found = []
    for low, high in spans:
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
""")
SORTED = UNSORTED.replace("in spans:", "in sorted(spans):")
TIDY = _whole("""    found = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:  # sorted: only the last can overlap
            low, high = found[-1][0], max(found.pop()[1], high)
        found.append((low, high))
""")
CHECKED = TIDY.replace(
    "    found = []\n",
    """    found = []
    for low, high in spans:
        if not low <= high:
            raise ValueError(f"{low} is not below {high}")
""",
)


def block(code: str, language: str = "python") -> str:
    return f"```{language}\n{code}```"


REFLECTED = {
    "cause": "The intervals are not sorted",
    "wrong": "Only neighbours in the list are merged",
    "change": "Sort them first",
    "confidence": 0.9,
}


def smith() -> Script:
    """Return what everybody says, by what they are asked for: the first attempt really fails its tests, the next
    passes; later ones are tidier, and refuse bad bounds."""

    def code(request: Request) -> str:
        return f"Here it is.\n\n{block(UNSORTED if 'attempt[1]' in request.brief.path else SORTED)}"

    def artifact(request: Request) -> str:
        checked = "optimi" in request.brief.task or "optimi" in request.brief.path.rpartition("/")[2]
        return f"# Merging intervals\n\nOne pass over the sorted list.\n\n{block(CHECKED if checked else TIDY)}"

    return voices(
        code=code,
        artifact=artifact,
        reflection=f"```json\n{json.dumps(REFLECTED)}\n```",
        ballot='```json\n{"choice": "A", "confidence": 0.8, "reason": "It is tested."}\n```',
    )
