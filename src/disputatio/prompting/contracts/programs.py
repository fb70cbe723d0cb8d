# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""Programs: the code itself, cases for it, what came of testing it, and why the tests failed."""

from __future__ import annotations

import json

from disputatio.debate.attempts import program_of
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import REFLECTION, Contract
from disputatio.prompting.reading import read_payload
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.sentences import short
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape, json_block


def _read_code(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the longest fenced block; else a literal with the program in it."""
    if (found := program_of("code", text, {})) is not None:
        return {"code": found.code, "language": found.language}
    return read_payload(shape, text, brief)


def _code(brief: Brief, given: Material) -> str:
    """Return a program that does nothing, with a test that says so: it fails, whatever is made of it."""
    text = json.dumps(short(brief.question, 200), ensure_ascii=True)
    program = f'TASK = {text}\n\n\ndef solution() -> str:\n    return "not written: " + TASK'
    test = 'def test_that_it_is_written() -> None:\n    assert not solution().startswith("not written"), solution()'
    return (
        f"I don't have that information: a rehearsal cannot write a program.\n\n```python\n{program}\n\n\n{test}\n```"
    )


def _cases(brief: Brief, given: Material) -> str:
    return "```python\ndef test_that_it_returns_text() -> None:\n    assert isinstance(solution(), str)\n```"


def _tests(brief: Brief, given: Material) -> str:
    return json_block({"passed": False, "items": []})


def _reflection(brief: Brief, given: Material) -> str:
    change = "Choose a model that can write programs for this seat."
    return json_block({"cause": "a rehearsal cannot write a program", "wrong": "", "change": change, "confidence": 0.1})


CODE = Contract(
    name="code",
    asks="""\
Write the whole program, in one fenced block.""",
    tasks={
        "generate": """\
Work out your own solution, before anybody else sees it. Start from what was clarified and planned, where that is shown. Where you are shown an attempt of your own, refine that: take up everything that you found out about it, mend what its tests show at the root cause, and leave out no test that failed; where nothing was run, look for what it does not do yet. Where the task asks for code, write the whole program in one fenced block, with tests of its own that can be run as they stand, also for edge cases; where running programs is switched on, they are run after your turn. Where it does not, write the solution, and check it yourself against each requirement.""",
        "mend": """\
The program in your contribution was run, and did not pass. Write your whole contribution once more with the program mended, in one fenced block with its tests: it takes the place of the first one, so do not speak of that one. Take up everything that you found out about the failed attempts. Leave out no test that failed. Cases that were generated are somebody's guesses: mend what they show where the task asks for it, and leave the program as it is where it does not.""",
    },
    fields=(
        shapes.text("code", "the whole program", also="source, program, solution", needed=True),
        shapes.text("language", "its language", also="lang"),
    ),
    reader=_read_code,
    rehearsal=_code,
    end="One fenced code block with the whole program.",
    ends={"generate": ""},
    whole=True,
)
CASES = Contract(
    name="cases",
    asks="""\
Think of test cases for the program that it does not bring along: edge cases, bad input, what the task demands and nobody has tried. Each must follow from the task. Write them in the language of the program, in one fenced block, without the program itself: they are run with all its names at hand. In Python, write functions called test_…, with plain asserts.""",
    fields=(
        shapes.text("code", "the test cases", also="source, cases, tests", needed=True),
        shapes.text("language", "their language", also="lang"),
    ),
    reader=_read_code,
    rehearsal=_cases,
    end="One fenced code block with the test cases alone.",
)
TESTS = Contract(
    name="tests",
    fields=(
        shapes.flag("passed", "true if all passed", also="pass, success, ok"),
        shapes.items(
            "items",
            "each test",
            shapes.WORDS,
            shapes.flag("generated", "whether the case was generated", needed=False),
            also="tests, results, failures",
            needed=False,
        ),
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
