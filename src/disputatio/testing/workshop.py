"""Somebody who writes a program that gets better: what every seat of the eight-phase protocol says about merging
intervals. The first attempt really fails its tests, the next passes; later ones are tidier, and refuse bad bounds."""

from __future__ import annotations

import json

from disputatio.prompting.request import Request
from disputatio.testing.debates import voices
from disputatio.testing.scripted import Script

TASK = "A function that merges overlapping intervals"
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


FIRST = _whole("""    found = []
    for low, high in spans:
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
""")
SORTED = FIRST.replace("in spans:", "in sorted(spans):")
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
    """Return what everybody says, by what they are asked for."""

    def code(request: Request) -> str:
        return f"Here it is.\n\n{block(FIRST if 'attempt[1]' in request.brief.path else SORTED)}"

    def artifact(request: Request) -> str:
        checked = "optimi" in request.brief.task or "optimi" in request.brief.path.rpartition("/")[2]
        return f"# Merging intervals\n\nOne pass over the sorted list.\n\n{block(CHECKED if checked else TIDY)}"

    return voices(
        code=code,
        artifact=artifact,
        reflection=f"```json\n{json.dumps(REFLECTED)}\n```",
        ballot='```json\n{"choice": "A", "confidence": 0.8, "reason": "It is tested."}\n```',
    )
