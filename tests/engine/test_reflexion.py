"""Reflexion, from the language of formats: a turn whose program fails is reflected on and mended (SPEC REFLEXION.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from tests.sandbox.test_isolation import isolated

from disputatio.app.paths import resource
from disputatio.debate.formats.loader import load
from disputatio.debate.log.events import BlockLeft, TurnAbstained, TurnCompleted
from disputatio.debate.values import Json, OptionValue
from disputatio.engine.checking import CodeReport
from disputatio.prompting.request import Request
from disputatio.sandbox.isolation import Bounds
from disputatio.sandbox.trials import Sandbox, SwitchedOff
from disputatio.testing.debates import LiveDebate, live, opening, voices
from disputatio.testing.scripted import ScriptedProvider

STANDARD = (resource("formats") / "standard.toml").read_text("utf-8")
SMITHY = """
name  = "smithy"
title = "Smithy"
do    = ["round"]

[cast.smith]
role = "Implementer"

[cast.other]
role  = "OTHER"
seats = [0, 1]

[step.round]
repeat = 1
do     = ["forge", "verdict"]

[step.forge]
ask   = "smith"
gives = "artifact"
do    = ["reflexion"]

[step.verdict]
ask = "smith"
"""
WRONG = "Here it is.\n\n```python\ndef add(a, b):\n    return a - b\n\ndef test_add():\n    assert add(2, 3) == 5\n```"
RIGHT = WRONG.replace("a - b", "a + b")
CASES = "```python\ndef test_nothing():\n    assert add(0, 0) == 0\n```"


def reflected(cause: str = "a sign", sure: float = 0.6) -> str:
    return f'```json\n{{"cause": "{cause}", "wrong": "it subtracts", "change": "add", "confidence": {sure}}}\n```'


@dataclass
class Report:
    passed: bool
    text: str = "Python: 1 check."

    @property
    def data(self) -> dict[str, Json]:
        return {"passed": self.passed, "items": [{"text": "failed: test_add — 1 is not 5", "passed": self.passed}]}


@dataclass
class Bench:
    """Says what came of each program in turn, and remembers what it was to run; the last one is said again."""

    passes: list[bool]
    given: list[tuple[str, str]] = field(default_factory=list)

    async def test(self, code: str, fence: str, cases: str = "") -> CodeReport:
        self.given.append((code, cases))
        return Report(self.passes[min(len(self.given), len(self.passes)) - 1])


class Off:
    async def test(self, code: str, fence: str, cases: str = "") -> CodeReport:
        raise SwitchedOff("Running the code of participants is switched off.", "Switch it on.")


@dataclass
class Smith:
    """Writes a wrong program until it is told so often enough."""

    wrong: int
    told: list[Request] = field(default_factory=list)

    def __call__(self, request: Request) -> str:
        self.told.append(request)
        return WRONG if len(self.told) <= self.wrong else RIGHT


async def smithy(
    smith: object, runner: object, other: str = "Critic", sure: float = 0.6, **options: OptionValue
) -> LiveDebate:
    format = load(SMITHY.replace("OTHER", other), "smithy.toml", STANDARD)
    reflections = [reflected(f"cause {number}", sure) for number in range(1, 5)]
    provider = ScriptedProvider(
        voices(artifact=smith, cases=CASES, reflection=lambda request: reflections.pop(0))  # type: ignore[arg-type]
    )
    first = opening(
        format,
        "Add two numbers.",
        model="scripted:one",
        clerk="scripted:small",
        options=options,
        extra=other == "Tester",
    )
    async with live(first, provider, runner=runner) as on:  # type: ignore[arg-type]
        await on.settle()
    assert on.runner.debate.over
    return on


def paths(on: LiveDebate) -> list[str]:
    """Return where turns were made, without those of the citations' check."""
    made = [event.path for event in on.events if isinstance(event, TurnCompleted) and "evidence[" not in event.path]
    return [path.removeprefix("round[1]/forge[smith]/") for path in made]


async def test_a_program_that_fails_is_mended_until_it_passes_before_the_debate_goes_on() -> None:
    smith = Smith(wrong=2)
    on = await smithy(smith, Bench([False, False, False, True]))
    assert paths(on) == [
        "round[1]/forge[smith]",
        "reflexion/trial[sandbox]",
        "reflexion/proof/cases[smith]",
        "reflexion/proof/trial[sandbox]",
        "reflexion/repair[1]/reflection[smith]",
        "reflexion/repair[1]/mend[smith]",
        "reflexion/repair[1]/trial[sandbox]",
        "reflexion/repair[2]/reflection[smith]",
        "reflexion/repair[2]/mend[smith]",
        "reflexion/repair[2]/trial[sandbox]",
        "round[1]/verdict[smith]",
    ]
    assert "the tests pass" in [event.why for event in on.events if isinstance(event, BlockLeft)]


async def test_the_next_attempt_is_told_all_that_was_reflected_on_before() -> None:
    smith = Smith(wrong=9)
    await smithy(smith, Bench([False]))
    assert len(smith.told) == 3
    first, second, third = (request.messages[0].text for request in smith.told)
    assert "cause 1" not in first
    assert "cause 1" in second
    assert "cause 2" not in second
    assert "cause 1" in third
    assert "cause 2" in third
    assert "1 check" in third
    assert "def test_nothing" in third
    assert "takes the place of the first one" in third


async def test_three_attempts_are_all_and_the_last_failure_is_reflected_on_too() -> None:
    on = await smithy(Smith(wrong=9), Bench([False]))
    assert sum("mend[" in path for path in paths(on)) == 2
    assert paths(on)[-2:] == ["reflexion/reflection[smith]", "round[1]/verdict[smith]"]


@pytest.mark.parametrize(("sure", "mended"), [(0.94, 2), (0.95, 1)])
async def test_who_is_sure_enough_of_the_fix_is_not_asked_for_another(sure: float, mended: int) -> None:
    on = await smithy(Smith(wrong=9), Bench([False]), sure=sure)
    assert sum("mend[" in path for path in paths(on)) == mended
    why = "Implementer was sure of the fix (0.95), so no other is tried"
    assert (why in [event.why for event in on.events if isinstance(event, BlockLeft)]) is (mended == 1)


async def test_what_passes_is_not_mended_and_generated_cases_are_run_with_it() -> None:
    bench = Bench([True])
    on = await smithy(Smith(wrong=0), bench)
    assert paths(on)[1:-1] == [
        "reflexion/trial[sandbox]",
        "reflexion/proof/cases[smith]",
        "reflexion/proof/trial[sandbox]",
    ]
    assert [bool(cases) for _, cases in bench.given] == [False, True]
    assert "def test_nothing" in bench.given[1][1]


async def test_a_tester_thinks_of_the_cases_where_one_is_seated() -> None:
    on = await smithy(Smith(wrong=0), Bench([True]), other="Tester")
    assert "reflexion/proof/cases[other]" in paths(on)


async def test_cases_and_the_whole_loop_can_be_switched_off() -> None:
    assert not any("cases" in path for path in paths(await smithy(Smith(wrong=9), Bench([False]), cases=False)))
    off = await smithy(Smith(wrong=9), Bench([False]), reflexion=False)
    assert paths(off) == ["round[1]/forge[smith]", "round[1]/verdict[smith]"]


async def test_where_nothing_is_run_nobody_is_asked_for_anything() -> None:
    on = await smithy(Smith(wrong=9), Off())
    assert paths(on) == ["round[1]/forge[smith]", "round[1]/verdict[smith]"]
    why = [event.why for event in on.events if isinstance(event, TurnAbstained)]
    assert why == ["nothing was run: Running the code of participants is switched off. Switch it on."]


@pytest.mark.parametrize(
    "said",
    [
        "I would add them.",
        '```json\n{"a": 1}\n```',
        "```bash\npip install adder\n```",
        "```\nsome text\n```",
        "```yaml\na: 1\n```",
    ],
)
async def test_a_turn_without_a_program_is_left_alone(said: str) -> None:
    bench = Bench([False])
    on = await smithy(lambda request: said, bench)
    assert paths(on) == ["round[1]/forge[smith]", "round[1]/verdict[smith]"]
    assert bench.given == []


@isolated
async def test_a_program_that_really_fails_passes_after_reflection() -> None:
    smith = Smith(wrong=1)
    on = await smithy(smith, Sandbox(lambda: Bounds(seconds=20.0)))
    tests = [event for event in on.events if isinstance(event, TurnCompleted) and "trial[" in event.path]
    assert [event.data["passed"] for event in tests] == [False, False, True]
    assert tests[0].text.startswith("Python: 1 check, 1 failed.")
    assert tests[2].text.startswith("Python: 1 check, none failed; 1 generated case, none failed.")
    assert "passed (generated): test_nothing" in tests[2].text
    assert "failed: test_add" in smith.told[1].messages[0].text
