"""Trying the code of a turn, with its tests."""

from __future__ import annotations

import asyncio
import sys
import time

import pytest
from tests.sandbox.test_isolation import isolated

from disputatio.sandbox.box import Box
from disputatio.sandbox.bubblewrap import Bubblewrap
from disputatio.sandbox.interpreters import LANGUAGES, command_for, language_of, own_python, places
from disputatio.sandbox.isolation import Bounds
from disputatio.sandbox.trials import CannotRun, Report, Sandbox, SwitchedOff

UNITTESTS = """\
import unittest

class Sums(unittest.TestCase):
    def test_right(self): self.assertEqual(1 + 1, 2)
    def test_wrong(self): self.assertEqual(1 + 1, 3)
    @unittest.skip("later")
    def test_later(self): pass

if __name__ == "__main__":
    unittest.main()
"""


WHOLE = "failed (generated): running the generated cases"


def tried(code: str, fence: str = "python", **bounds: float) -> Report:
    return asyncio.run(Sandbox(lambda: Bounds(**{"seconds": 10.0, **bounds})).test(code, fence))  # type: ignore[arg-type]


@isolated
@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("def test_a(): pass\ndef test_b():\n    assert 1 == 2, 'no'\n",
         ["passed: test_a", "failed: test_b — line 3: AssertionError: no"]),
        ("def test_b():\n    assert 1 == 2\n", ["failed: test_b — line 2: AssertionError: assert 1 == 2"]),
        (UNITTESTS, ["passed: Sums.test_right", "failed: Sums.test_wrong — AssertionError: 2 != 3"]),
        (UNITTESTS.replace("1 + 1, 2)", "1 + 1, 2)\n    def test_words(self): self.assertEqual('one', 'two')"),
         ["passed: Sums.test_right", "failed: Sums.test_words — AssertionError: 'one' != 'two'",
          "failed: Sums.test_wrong — AssertionError: 2 != 3"]),
        ('def twice(n):\n    """\n    >>> twice(2)\n    4\n    """\n    return 2 * n\n',
         ["passed: the example of program.twice"]),
        ("if __name__ == '__main__':\n    1 / 0\n",
         ["failed: running the program — line 2: ZeroDivisionError: division by zero"]),
        ("raise SystemExit(4)", ["failed: running the program — it ended with exit code 4"]),
        ("print('once')", ["passed: running the program"]),
        ("def broken(", ["failed: loading the program — SyntaxError: '(' was never closed (program.py, line 1)"]),
        ("import os\nos._exit(7)", ["failed: running the program — exit code 7"]),
    ],
    ids=["functions", "no word", "classes", "words", "examples", "as a program", "exit", "once", "syntax", "at once"],
)  # fmt: skip
def test_a_python_program_is_tried_with_its_tests(code: str, lines: list[str]) -> None:
    found = tried(code)
    assert [one.line for one in found.trials] == lines
    assert found.passed == all(line.startswith("passed") for line in lines)
    assert found.said == ("once" if "once" in code else "")
    assert found.data["passed"] is found.passed


@isolated
def test_other_languages_pass_with_exit_code_0() -> None:
    good, bad = tried("echo fine", "bash"), tried("echo oh >&2; exit 3", "sh")
    assert (good.passed, good.said) == (True, "fine")
    assert [one.line for one in bad.trials] == ["failed: running the program — exit code 3: oh"]


@isolated
@pytest.mark.parametrize(
    ("fence", "code", "cases", "made"),
    [
        ("python", "def one(): return 1\ndef test_a(): assert one() == 1",
         "def test_two(): assert one() == 2\ndef test_one(): assert one() == 1",
         ["failed (generated): test_two — AssertionError", "passed (generated): test_one"]),
        ("python", "def one(): return 1", "def test_two():\n    import os\n    os._exit(3)",
         [f"{WHOLE} — exit code 3"]),
        ("python", "def one(): return 1", "def test_two():\n    while True: pass",
         [f"{WHOLE} — It was still running after 1 seconds, so it was stopped."]),
        ("bash", "x=1", "exit 4", [f"{WHOLE} — exit code 4"]),
        ("bash", "x=1", "sleep 9",
         [f"{WHOLE} — It was still running after 1 seconds, so it was stopped."]),
    ],
    ids=["wrong", "leaves at once", "for ever", "shell", "shell for ever"],
)  # fmt: skip
def test_a_generated_case_that_is_wrong_fails_no_program(fence: str, code: str, cases: str, made: list[str]) -> None:
    found = asyncio.run(Sandbox(lambda: Bounds(seconds=1.0)).test(code, fence, cases))
    assert sorted(one.line for one in found.trials if one.generated) == sorted(made)
    assert found.passed
    assert not found.note
    assert "1 failed" in found.text.partition("generated case")[2]


@isolated
def test_a_program_that_fails_by_itself_fails_with_generated_cases_too() -> None:
    run = Sandbox(lambda: Bounds(seconds=1.0)).test
    for code in ("import os\nos._exit(7)", "def test_a(): assert False"):
        assert not asyncio.run(run(code, "python", "def test_b(): pass")).passed


@isolated
def test_what_ended_a_program_early_is_told_and_nothing_passed() -> None:
    found = tried("def test_a(): pass\ndef test_b():\n    while True: pass", seconds=1.0)
    assert not found.passed
    assert "It was still running after 1 seconds, so it was stopped." in found.text


@isolated
def test_a_program_that_meddles_with_its_report_has_none() -> None:
    forged = "import sys\nsys.argv[1] = 'x'\ndef test_a(): assert False\n"
    assert not tried(forged).passed
    assert not tried("import json\njson.dumps = lambda *a, **k: '{\"a\": 1}'\ndef test_a(): assert False").passed
    assert len(tried("print('y' * 9_000)").said) < 5_000


@isolated
async def test_cancelling_ends_the_program() -> None:
    sandbox = Sandbox(lambda: Bounds(seconds=30.0))
    await sandbox.check()
    work = asyncio.ensure_future(sandbox.test("import time; time.sleep(30)", "python"))
    await asyncio.sleep(0.3)
    work.cancel()
    start = time.monotonic()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert time.monotonic() - start < 20


@isolated
async def test_a_language_that_nothing_here_runs_is_named() -> None:
    with pytest.raises(CannotRun, match="cobol"):
        await Sandbox().test("x", "cobol")
    with pytest.raises(CannotRun, match="without a named language"):
        await Sandbox().test("x", " ")


async def test_what_is_switched_off_is_not_run() -> None:
    with pytest.raises(SwitchedOff):
        await Sandbox(wanted=lambda: False).test("print(1)", "python")


@isolated
def test_where_the_system_has_no_python_this_one_runs_in_the_box() -> None:
    box = Box(Bubblewrap(lambda: own_python(lambda path: False)))
    found = box.run([f"{sys.base_prefix}/bin/python3", "-I", "-c", "import json, ssl, sys; print(sys.version)"], {})
    assert (found.said.strip(), found.complained) == (sys.version, "")


def test_a_language_has_the_names_that_fences_use_and_a_command_where_something_runs_it() -> None:
    assert [one.title for one in map(language_of, ("py", "JS", "bash -e")) if one] == ["Python", "JavaScript", "shell"]
    assert language_of("") is None
    python, javascript = LANGUAGES[:2]
    assert command_for(python, places().__contains__) == ("/usr/bin/python3", "-I", "-B")
    own = f"{sys.base_prefix}/bin/python3"
    assert command_for(python, [own].__contains__) == (own, "-I", "-B")
    assert own in places()
    assert command_for(javascript, lambda path: False) is None
    assert command_for(javascript, lambda path: path == "/usr/local/bin/node")
    assert own_python(lambda path: False) == (sys.base_prefix,)
    assert own_python(lambda path: True) == ()


def test_the_packaged_application_has_no_python_that_a_program_could_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert command_for(LANGUAGES[0], [f"{sys.base_prefix}/bin/python3"].__contains__) is None
    assert own_python(lambda path: False) == ()
