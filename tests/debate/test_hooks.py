"""Commands that check proposals: how they are written, what they are run on, when they hold a debate, what is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.app.paths import resource
from disputatio.debate.attempts import attempts_of
from disputatio.debate.context import Context
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.formats.loader import load
from disputatio.debate.hooks import (
    KINDS,
    LONGEST,
    MOST_COMMANDS,
    SHOWN,
    Command,
    command_of,
    commands_of,
    gates,
    holds,
    line_of,
    report,
    without_gating,
)
from disputatio.debate.log.commands import Review, SetOption
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.ballots import slate_of
from disputatio.debate.policies.visibility import View
from disputatio.debate.policies.works import checks, works
from disputatio.debate.values import Json, value
from disputatio.debate.views.gate_view import gates_of
from disputatio.debate.walk.gates import open_gates
from disputatio.engine.checking import Checking, CodeReport
from disputatio.testing.boards import moment_of, past_of, turn
from disputatio.testing.debates import live, opening, voices
from disputatio.testing.scripted import ScriptedProvider

STANDARD = (resource("formats") / "standard.toml").read_text("utf-8")


# ---- how they are written --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("tests: make test", Command(kind="tests", line="make test")),
        ("  Lint :  ruff check . ", Command(kind="lint", line="ruff check .")),
        ("tests 120 s!: a: b", Command(kind="tests", line="a: b", seconds=120, gating=True)),
        ("scan!: x", Command(kind="scan", line="x", gating=True)),
        ("fuzz 9s: x", Command(kind="fuzz", line="x", seconds=9)),
    ],
)
def test_a_command_is_one_line(text: str, command: Command) -> None:
    assert command_of(text) == command


@given(
    st.sampled_from(list(KINDS)),
    st.text(st.characters(blacklist_categories=("C", "Z"), blacklist_characters="'\"\\"), min_size=1, max_size=30),
    st.integers(0, 3600),
    st.booleans(),
)
def test_what_is_written_is_read_again(kind: str, line: str, seconds: int, gating: bool) -> None:
    made = Command(kind=kind, line=line, seconds=seconds, gating=gating)
    assert command_of(made.written) == made
    assert gates({"hooks": [made.written]}) is gating
    assert without_gating([made.written]) == [Command(kind=kind, line=line, seconds=seconds).written]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("pytest", "no command"),
        ("tests:", "no command"),
        ("cook: egg", "no kind of command 'cook'"),
        ("tests 4000 s: x", "4000 seconds are too long"),
        ("tests 0 s: x", "No command ends in 0 seconds"),
        (f"tests: {'x' * (LONGEST + 1)}", "no single short line"),
        ("tests: a\nb", "no single short line"),
        ("tests: a \u202eb", "no single short line"),
        ("tests: a\x1b[2K", "no single short line"),
        (f"tests: a{' ' * 300_000}b", "no command"),
        ("tests: 'a", "cannot be read"),
    ],
)
def test_a_line_that_cannot_be_run_is_refused(text: str, what: str) -> None:
    with pytest.raises(ConfigError, match=what) as told:
        command_of(text)
    assert told.value.field == "hooks"


def test_a_debate_carries_its_commands_each_once_and_not_too_many() -> None:
    assert commands_of({}) == commands_of({"hooks": True}) == commands_of({"hooks": []}) == ()
    assert [each.kind for each in commands_of({"hooks": ["tests: a", "tests: a", "lint: b"]})] == ["tests", "lint"]
    with pytest.raises(ConfigError, match="too many"):
        commands_of({"hooks": [f"tests: {n}" for n in range(MOST_COMMANDS + 1)]})
    assert not gates({"hooks": True})
    assert without_gating(True) is True


# ---- what they are run on --------------------------------------------------------------------------------------------
def seen(path: str, *before: Any) -> list[str]:
    at = moment_of(past_of(*before), path)
    return [node.turn.path for node in works(at, View(messages=())).records if node.turn is not None]


ONE, TWO = (
    turn("round[1]/proposal/propose[ada]", "artifact", text="1"),
    turn("round[1]/proposal/propose[ben]", "artifact", text="2"),
)
BETTER = turn("round[1]/optimization/optimize[cyd]", "artifact", text="3")
PATCH = turn("round[1]/adversarial[1]/defend[dot]", "patches", items=[])


def test_what_was_written_in_a_phase_is_checked_after_it() -> None:
    assert seen("round[1]/proposal/validation[sandbox]", ONE, TWO) == [ONE.path, TWO.path]
    assert seen("round[1]/optimization/validation[sandbox]", ONE, TWO, BETTER) == [BETTER.path]
    again = turn("round[1]/proposal/again-1/propose[ada]", "artifact", text="4")
    assert seen("round[1]/proposal/validation[sandbox]", ONE, TWO, again) == [again.path, TWO.path], "the last of each"


def test_changes_come_with_the_document_that_they_are_of() -> None:
    assert seen("round[1]/adversarial[1]/validation[sandbox]", ONE, BETTER, PATCH) == [PATCH.path, BETTER.path]


def test_where_nothing_was_written_the_elected_document_is_checked_else_the_last() -> None:
    where = "round[1]/convergence/validation[sandbox]"
    assert seen(where, ONE, TWO) == [TWO.path]
    votes = [turn(f"round[1]/convergence/vote[{who}]", "ballot", choice="Option 1", order=[]) for who in ("cyd", "dot")]
    labels = [slate_of(moment_of(past_of(ONE, TWO), vote.path)) for vote in votes]
    for wanted in (ONE, TWO):
        choices = [next(one.label for one in slate if one.key == wanted.path) for slate in labels]
        cast = [replace(vote, data={"choice": label, "order": []}) for vote, label in zip(votes, choices, strict=True)]
        assert seen(where, ONE, TWO, *cast) == [wanted.path]
    assert seen(where) == []
    hidden = turn("round[1]/proposal/propose[cyd]", "artifact", heard="room:elsewhere", text="5")
    assert seen("round[1]/proposal/validation[sandbox]", ONE, hidden) == [ONE.path]


def test_the_elected_document_is_checked_with_the_defences_that_go_on_top_of_it() -> None:
    answers = [{"text": "So", "answers": "A1"}]
    one = turn("round[1]/adversarial[1]/defend[dot]", "patches", text="```diff\n-a\n+b\n```", items=answers)
    two = turn("round[1]/adversarial[2]/defend[dot]", "patches", text="My change stays.", items=answers)
    where = "round[1]/convergence/validation[sandbox]"
    assert seen(where, ONE, BETTER, one, two) == [BETTER.path, one.path, two.path]
    assert seen(where, ONE, one, BETTER) == [BETTER.path], "it was made for another one"


def test_what_the_commands_came_to_last_is_shown_and_is_no_attempt_at_one_program() -> None:
    program = "```python\nprice = 3\n```"
    written = turn("round[1]/proposal/propose[ada]", "artifact", text=program)
    tried = turn("round[1]/proposal/propose[ada]/reflexion/trial[sandbox]", "tests", passed=True)
    checked = turn("round[1]/proposal/validation[sandbox]", "tests", passed=False, checks=[])
    again = turn("round[1]/optimization/optimize[cyd]/reflexion/trial[sandbox]", "tests", passed=True)
    past = past_of(written, tried, checked, again)
    view = checks(moment_of(past, "round[1]/critique[eve]"), View(messages=()))
    assert [node.turn for node in view.records] == [checked]
    assert checks(moment_of(past_of(written, tried), "critique[eve]"), View(messages=())) == View(messages=())
    assert [(one.path, one.passed) for one in attempts_of(past)] == [(written.path, True)]


# ---- when they hold a debate -----------------------------------------------------------------------------------------
def came(gating: bool, *kinds: str) -> Any:
    checks: list[Json] = [{"kind": kind, "gating": True, "passed": False} for kind in kinds]
    return turn("v[sandbox]", "tests", passed=False, gating=gating, checks=checks)


def test_a_failure_that_gates_holds_until_a_person_answers() -> None:
    assert holds(Past()) == ""
    assert holds(past_of(came(False, "tests"))) == ""
    assert holds(past_of(came(True, "tests", "scan"), ONE)) == "unit tests, security scan"
    assert holds(past_of(came(True, "nonsense"))) == "a check"
    answered = turn("gate[person]", "approval", approved=True)
    assert holds(past_of(came(True, "tests"), answered)) == ""
    assert holds(past_of(came(True, "tests"), answered, came(True, "lint"))) == "linter"


FORMAT_TEXT = """
name  = "shop"
title = "Shop"
do    = ["proposal", "judge"]
[options]
hooks = false
[cast.smith]
role = "Proposer"
[cast.critic]
role = "Critic"
[step.proposal]
do = ["write", "check"]
[step.write]
ask   = "smith"
gives = "artifact"
[step.check]
when  = "on hooks"
ask   = "sandbox"
sees  = ["nothing", "works"]
gives = "tests"
[step.judge]
ask   = "critic"
sees  = "of tests"
"""
FORMAT = load(FORMAT_TEXT, "shop.toml", STANDARD)


@value
class Came:
    text: str
    data: dict[str, Json]


class Bench:
    """Fails until it has been asked so often."""

    def __init__(self, fails: int, gating: bool = True) -> None:
        self.left, self.gating, self.asked = fails, gating, list[Checking]()

    async def test(self, code: str, fence: str, cases: str = "") -> CodeReport:
        raise AssertionError("there are commands")

    async def check(self, asked: Checking) -> CodeReport:
        self.asked.append(asked)
        passed, self.left = self.left <= 0, self.left - 1
        check: dict[str, Json] = {
            "kind": "tests", "of": asked.works[0].path, "passed": passed, "gating": self.gating, "command": "make test",
        }  # fmt: skip
        return Came(text="told", data={"passed": passed, "gating": self.gating and not passed, "checks": [check]})


async def test_a_debate_waits_where_a_check_that_gates_has_failed_and_goes_back_until_it_passes() -> None:
    bench = Bench(fails=1)
    first = opening(FORMAT, "Mend it.", model="scripted:one", options={"hooks": ["tests!: make test"]})
    async with live(first, ScriptedProvider(voices(artifact="# Mine")), runner=bench) as on:
        await on.settle()
        (gate,) = gates_of(on.runner.debate, on.runner.planner.walk(on.runner.debate).past, on.runner.hub.records)
        assert gate.path == "gate-judge[person]"
        assert gate.why == "You wanted to be asked if this failed: unit tests."
        assert gate.tests == ("Unit tests failed: Proposer.",)
        await on.tell(Review(path=gate.path, approved=False, reason="Mend it."))
        (again,) = open_gates(on.runner.debate)
        await on.tell(Review(path=again, approved=True))
        assert on.runner.debate.over
        assert [asked.works[0].path for asked in bench.asked] == [
            "proposal/write[smith]",
            "gate-judge[person]/again-1/proposal/write[smith]",
        ]
    assert any("judge[critic]" in path for path in on.texts)


@pytest.mark.parametrize(("line", "fails"), [("tests!: make test", 0), ("tests: make test", 1)])
async def test_what_passes_or_does_not_gate_holds_nothing(line: str, fails: int) -> None:
    first = opening(FORMAT, "Mend it.", model="scripted:one", options={"hooks": [line]})
    bench = Bench(fails=fails, gating="!" in line)
    async with live(first, ScriptedProvider(voices(artifact="# Mine")), runner=bench) as on:
        await on.settle()
        assert on.runner.debate.over
        assert bench.asked[0].works[0].text == "# Mine"
        with pytest.raises(Refused, match="no command"):
            await on.runner.submit(SetOption(name="hooks", value=["nonsense"]))


def test_commands_are_checked_when_a_debate_is_opened() -> None:
    with pytest.raises(ConfigError, match="no kind"):
        opening(FORMAT, "?", options={"hooks": ["cook: egg"]})
    with pytest.raises(ConfigError, match="hooks"):
        opening(FORMAT, "?", options={"hooks": 3})


MENDED = load(
    """
name  = "smithy"
title = "Smithy"
do    = ["write"]
[options]
hooks = false
[cast.smith]
role = "Proposer"
[step.write]
ask   = "smith"
gives = "artifact"
do    = ["reflexion"]
""",
    "smithy.toml",
    STANDARD,
)
DIFF = "```diff\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-1\n+2\n```"


@pytest.mark.parametrize(
    ("said", "lines", "kind", "tested"),
    [
        (DIFF, ["tests: make test", "lint: ruff ."], "repository", 2),
        (DIFF, ["lint: ruff ."], "repository", 0),
        (DIFF, ["tests: make test"], "project", 0),
        ("I would change nothing.", ["tests: make test"], "repository", 0),
        ("```json\n{}\n```", ["tests: make test"], "repository", 0),
    ],
    ids=["a change", "no tests", "no repository", "prose", "no diff"],
)
async def test_a_change_is_tested_in_its_turn_where_there_is_a_command_for_that(
    said: str, lines: list[str], kind: Any, tested: int
) -> None:
    context = Context(kind=kind, ref="/shop", pin="1" * 40)
    first = opening(MENDED, "Mend it.", model="scripted:one", options={"hooks": lines}, context=context)
    bench = Bench(fails=1, gating=False)
    why = '```json\n{"cause": "a sign", "wrong": "", "change": "", "confidence": 0.5}\n```'
    async with live(first, ScriptedProvider(voices(artifact=said, reflection=why)), runner=bench) as on:
        await on.settle()
        assert on.runner.debate.over
        assert [(asked.kinds, len(asked.works)) for asked in bench.asked] == [(("tests",), 1)] * tested
        past = on.runner.planner.walk(on.runner.debate).past
        assert [one.cause for one in attempts_of(past)] == ["a sign", ""][:tested]


async def test_a_gate_tells_what_came_of_the_last_check_alone() -> None:
    mended = FORMAT_TEXT.replace('gives = "artifact"', 'gives = "artifact"\ndo = ["reflexion"]')
    first = opening(
        load(mended, "shop.toml", STANDARD), "Mend it.", model="scripted:one", options={"hooks": ["tests!: make test"]},
        context=Context(kind="repository", ref="/shop", pin="1" * 40),
    )  # fmt: skip
    bench = Bench(fails=9)
    async with live(first, ScriptedProvider(voices(artifact=DIFF)), runner=bench) as on:
        await on.settle()
        (gate,) = gates_of(on.runner.debate, on.runner.planner.walk(on.runner.debate).past, on.runner.hub.records)
        assert len(bench.asked) == 4, "three attempts, and what came of them"
        assert gate.tests == ("Unit tests failed: Proposer.",)


async def test_a_program_is_tried_by_itself_whatever_the_commands_test() -> None:
    class Alone(Bench):
        async def test(self, code: str, fence: str, cases: str = "") -> CodeReport:
            return Came(text=f"{code} in {fence}", data={"passed": True, "items": []})

    context = Context(kind="repository", ref="/shop", pin="1" * 40)
    options: dict[str, Any] = {"hooks": ["tests: make test"]}
    first = opening(MENDED, "Mend it.", model="scripted:one", options=options, context=context)
    bench = Alone(fails=0)
    async with live(first, ScriptedProvider(voices(artifact=f"```python\n1\n```\n{DIFF}")), runner=bench) as on:
        await on.settle()
        assert bench.asked == []
        assert on.texts["write[smith]/reflexion/trial[sandbox]"] == "1 in python"


# ---- what is told ----------------------------------------------------------------------------------------------------
def test_a_report_names_each_work_and_lists_what_failed_with_its_place() -> None:
    bad: list[Json] = [{"text": f"F{n}\nforged", "passed": False, "file": "a.py", "line": n} for n in range(SHOWN + 3)]
    checks: list[Json] = [
        {"kind": "lint", "of": "x[ada]", "command": "ruff .", "passed": False, "count": "43 findings", "items": bad},
        {"kind": "tests", "of": "x[ada]", "command": "make", "passed": True, "items": [{"text": "t", "passed": True}]},
        {"kind": "scan", "of": "x[ben]", "command": "b", "passed": False, "note": "It ended.", "said": "a ``` b"},
        {"kind": "change", "of": "x[ben]", "passed": False, "note": "hunk 1"},
        {"kind": "scan", "of": "x[ben]", "command": "b", "passed": False},
    ]
    told = report({"checks": checks}, lambda path: path.upper())
    assert told.count("### ") == 2
    assert "### X[ADA]\n\n**Linter failed** (43 findings): `ruff .`\n- a.py: F0 forged\n- a.py:1: F1 forged" in told
    assert "- … and 3 more" in told
    assert "**Unit tests passed**: `make`" in told
    assert "- It ended.\n\n````text\na ``` b\n````" in told
    assert "**The change does not apply**: hunk 1" in told
    assert report({}, str) == ""
    assert line_of({"text": "x", "line": 3}) == "x"
