# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Programs: the code itself, what came of testing it, and why the tests failed."""

from __future__ import annotations

import json

from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import REFLECTION, Contract
from disputatio.prompting.reading import read_payload
from disputatio.prompting.reading.markdown import fences
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape, json_block


def _read_code(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the longest fenced block; else a literal with the program in it."""
    if (found := _longest(text)) is not None:
        code, language = found
        return {"code": code, "language": language}
    return read_payload(shape, text, brief)


def _longest(text: str) -> tuple[str, str] | None:
    """Return the longest fenced block that is a program, and what its fence calls its language."""
    blocks = [(code, language) for language, code in fences(text) if code.strip() and language != "json"]
    return max(blocks, key=lambda block: len(block[0]), default=None)


def program_of(text: str, data: Payload) -> tuple[str, str] | None:
    """Return the program of a turn and what it calls its language; None where it has none."""
    code, language = data.get("code"), data.get("language")
    if isinstance(code, str) and code.strip():
        return code, language if isinstance(language, str) else ""
    return _longest(text)


def _code(brief: Brief, given: Material) -> str:
    text = json.dumps(short(brief.question, 200), ensure_ascii=True)
    program = f'TASK = {text}\n\n\ndef solution() -> str:\n    return "not written: " + TASK'
    return f"I don't have that information: a rehearsal cannot write a program.\n\n```python\n{program}\n```"


def _tests(brief: Brief, given: Material) -> str:
    return json_block({"passed": False, "items": []})


def _reflection(brief: Brief, given: Material) -> str:
    change = "Choose a model that can write programs for this seat."
    return json_block({"cause": "a rehearsal cannot write a program", "wrong": "", "change": change, "confidence": 0.1})


CODE = Contract(
    name="code",
    asks="""\
Write the whole program, in one fenced block.""",
    fields=(
        shapes.text("code", "the whole program", also="source, program, solution", needed=True),
        shapes.text("language", "its language", also="lang"),
    ),
    reader=_read_code,
    rehearsal=_code,
    end="One fenced code block with the whole program.",
    whole=True,
)
TESTS = Contract(
    name="tests",
    fields=(
        shapes.flag("passed", "true if all passed", also="pass, success, ok"),
        shapes.items("items", "each test", shapes.WORDS, also="tests, results, failures", needed=False),
    ),
    rehearsal=_tests,
)
REFLECTION_ON_TESTS = Contract(
    name="reflection",
    asks="""\
The tests failed. Give the root cause, what went wrong, what to change next, and how confident you are that this will fix it.""",
    fields=(
        shapes.text("cause", "the root cause", also="root cause", needed=True),
        shapes.text("wrong", "what went wrong", also="what went wrong, failure"),
        shapes.text(
            "change", "what to change next", also="what to change next, next, fix, improvement, what to change"
        ),
        shapes.share("confidence", "confidence in the fix, 0 to 1", also="confidence in the fix", needed=False),
    ),
    rehearsal=_reflection,
    alone=True,
    temperature=REFLECTION,
)
