"""Running the code of a turn: which code, what becomes of it, what a debate makes of the result (SPEC REFLEXION.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from tests.sandbox.test_isolation import isolated

from disputatio.app.paths import resource
from disputatio.debate.formats.loader import load
from disputatio.debate.log.events import TurnAbstained, TurnCompleted
from disputatio.debate.values import Json
from disputatio.engine.checking import CodeReport
from disputatio.prompting.request import Request
from disputatio.sandbox.isolation import Bounds, NoIsolation
from disputatio.sandbox.trials import Sandbox
from disputatio.testing.debates import LiveDebate, live, opening, voices
from disputatio.testing.scripted import ScriptedProvider

STANDARD = (resource("formats") / "standard.toml").read_text("utf-8")
WORKSHOP = """
name = "workshop"
title = "Workshop"
do = ["attempt"]

[cast.smith]
role = "Proposer"

[step.attempt]
repeat = 3
until  = "passed"
do     = ["generate", "test", "reflect"]

[step.generate]
ask   = "all"
gives = "GIVES"
sees  = ["own", "of tests", "of reflection"]

[step.test]
ask   = "sandbox"
sees  = ["nothing", "of GIVES"]
gives = "tests"

[step.reflect]
when  = "failing"
ask   = "all"
sees  = ["own", "of tests"]
gives = "reflection"
"""
WRONG = "Here it is.\n\n```python\ndef add(a, b):\n    return a - b\n\ndef test_add():\n    assert add(2, 3) == 5\n```"
RIGHT = WRONG.replace("a - b", "a + b")
REFLECTED = '```json\n{"cause": "a sign", "wrong": "it subtracts", "change": "add", "confidence": 0.9}\n```'


@dataclass
class Report:
    text: str = "1 check, none failed."
    data: dict[str, Json] = field(default_factory=lambda: {"passed": True, "items": []})


@dataclass
class Bench:
    """Runs nothing, and remembers what it was to run."""

    given: list[tuple[str, str]] = field(default_factory=list)

    async def test(self, code: str, fence: str, cases: str = "") -> CodeReport:
        self.given.append((code, fence))
        return Report()


class Refusing:
    async def test(self, code: str, fence: str, cases: str = "") -> CodeReport:
        raise NoIsolation("Bubblewrap is not installed.", "Install it.")


async def workshop(said: str, runner: object = None, gives: str = "code") -> LiveDebate:
    format = load(WORKSHOP.replace("GIVES", gives), "workshop.toml", STANDARD)
    provider = ScriptedProvider(voices(reflection=REFLECTED, **{gives: said}))
    first = opening(format, "Add two numbers.", model="scripted:one", clerk="scripted:small")
    async with live(first, provider, runner=runner) as on:  # type: ignore[arg-type]
        await on.settle()
    return on


def abstained(on: LiveDebate) -> list[str]:
    return [event.why for event in on.events if isinstance(event, TurnAbstained) and "test[" in event.path]


@pytest.mark.parametrize("gives", ["code", "artifact"])
async def test_the_longest_block_of_the_last_turn_is_run(gives: str) -> None:
    bench = Bench()
    await workshop(f'```json\n{{"a": 1}}\n```\n```\nx\n```\n{RIGHT}', bench, gives)
    assert [(code.splitlines()[0], fence) for code, fence in bench.given] == [("def add(a, b):", "python")]


async def test_where_nothing_is_run_the_turn_says_why_and_the_debate_goes_on() -> None:
    assert set(abstained(await workshop(RIGHT))) == {"no isolated execution is set up, so nothing was run"}
    assert set(abstained(await workshop(RIGHT, Refusing()))) == {
        "nothing was run: Bubblewrap is not installed. Install it."
    }
    without = await workshop("I would add them.", Bench(), "artifact")
    assert set(abstained(without)) == {"there is no code to run"}
    assert without.runner.debate.over


@isolated
async def test_code_that_fails_is_reflected_on_and_mended() -> None:
    """A real failure in the box, a reflection that is told of it, and a second attempt that passes."""
    told: list[str] = []

    def writes(request: Request) -> str:
        told.append(request.messages[0].text)
        return WRONG if len(told) == 1 else RIGHT

    format = load(WORKSHOP.replace("GIVES", "code"), "workshop.toml", STANDARD)
    provider = ScriptedProvider(voices(reflection=REFLECTED, code=writes))
    first = opening(format, "Add two numbers.", model="scripted:one", clerk="scripted:small")
    async with live(first, provider, runner=Sandbox(lambda: Bounds(seconds=20.0))) as on:
        await on.settle()
    tests = [event for event in on.events if isinstance(event, TurnCompleted) and "test[" in event.path]
    assert [event.data["passed"] for event in tests] == [False, True]
    assert "failed: test_add — line 5: AssertionError" in tests[0].text
    assert "failed: test_add" in told[1]
    assert "it subtracts" in told[1]
    assert [event.by for event in tests] == ["rules", "rules"]
    assert on.runner.debate.status == "completed"
    assert "the tests pass" in on.runner.debate.why
