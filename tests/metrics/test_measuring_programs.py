"""Measuring programs: what the tools find, that nothing is executed, and programs that were made to do harm."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from disputatio.metrics import worker
from disputatio.metrics.measurement import ARGUMENT, LARGEST, MEASURED, ProgramGauge, own_command

TOOLS = all(importlib.util.find_spec(name) for name in ("radon", "bandit", "lizard"))
tools = pytest.mark.skipif(not TOOLS, reason="needs radon, bandit and lizard")


async def lines(code: str, language: str = "python") -> tuple[str, ...]:
    return (await ProgramGauge().measure(code, language)).lines


@tools
async def test_python_is_measured_whole() -> None:
    found = await ProgramGauge().measure(
        "import pickle\n\nclass A:\n    def f(self, x):\n        if x:\n"
        "            return eval(x)  # nosec\n        assert x\n",
        "py",
    )
    assert found.complexity == 3
    assert found.function == "A.f"
    assert found.maintainability is not None
    assert 0 < found.maintainability <= 100
    assert found.found == {"high": 0, "medium": 1, "low": 1}
    assert found.findings is not None
    assert [(one.severity, one.line) for one in found.findings] == [("medium", 6), ("low", 1)]
    assert (found.missing, [tool.split()[0] for tool in found.tools]) == ({}, ["radon", "bandit"])


@tools
@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("function f(a) { if (a) { return 1 } return 2 }", "js"),
        ("int f(int a) { if (a) return 1; return 2; }", "c"),
        ("func f(a int) int {\n if a > 1 { return 1 }\n return 2\n}", "go"),
        ("fn f(a: bool) -> i32 { if a { 1 } else { 2 } }", "rust"),
        ("class A { int f(int a) { if (a > 1) { return 1; } return 2; } }", "java"),
    ],
)
async def test_of_other_languages_only_complexity_is_measured(code: str, language: str) -> None:
    found = await ProgramGauge().measure(code, language)
    assert found.complexity == 2
    assert (found.findings, found.maintainability) == (None, None)
    assert set(found.missing) == {"security", "maintainability"}


async def test_what_nothing_here_measures_says_so_and_starts_no_process() -> None:
    nobody = ProgramGauge(("/nowhere/at/all",))
    assert (await nobody.measure("ls", "sh")).lines[0] == "Security: not measured (nothing here measures shell)"
    assert "cobol" in (await nobody.measure("x", "cobol")).lines[0]
    assert "code without a named language" in (await nobody.measure("x", "")).lines[0]
    assert "longer than 200,000 characters" in (await nobody.measure("x = 1\n" * LARGEST, "py")).lines[0]
    assert "cannot be started" in (await nobody.measure("x = 1", "py")).lines[0]


@tools
async def test_nothing_of_a_program_is_executed(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    code = f"import os\nopen({str(canary)!r}, 'w').write('x')\nos.system('touch {canary}')\nclass A(print('x')): pass\n"
    found = await ProgramGauge().measure(code, "python")
    assert found.complexity is not None
    assert not canary.exists()


@pytest.mark.parametrize("event", ["exec", "os.system", "os.exec", "subprocess.Popen", "socket.connect", "os.fork"])
def test_the_worker_refuses_to_execute_anything(event: str) -> None:
    with pytest.raises(PermissionError, match="refused"):
        worker.refuse(event, ())


def test_the_worker_may_read_and_parse() -> None:
    for event in ("open", "compile", "import"):
        worker.refuse(event, ())


@tools
@pytest.mark.parametrize(
    "code",
    [
        "def f(:",
        "a = 1\0",
        "(" * 90_000 + ")" * 90_000,
        "x = " + "-" * 90_000 + "1",
        "x = " + "[" * 900 + "]" * 900,
        "x" + ".a" * 60_000,
        "x = " + "1+" * 60_000 + "1",
        "x = '\ud800'",
        "x = " + "lambda:" * 20_000 + "1",
    ],
    ids=["broken", "NUL", "brackets", "minus", "lists", "attributes", "sums", "surrogate", "lambdas"],
)
async def test_hostile_programs_are_not_measured_and_do_no_harm(code: str) -> None:
    found = await ProgramGauge().measure(code, "python")
    assert (found.maintainability, found.complexity, found.findings) == (None, None, None)
    assert set(found.missing) == {"security", "complexity", "maintainability"}
    assert all(found.missing.values())


@tools
async def test_ten_megabytes_are_refused_before_anything_is_started() -> None:
    found = await ProgramGauge(("/nowhere/at/all",)).measure("x = 1\n" * 1_700_000, "python")
    assert "longer than" in found.missing["security"]


async def test_a_worker_that_does_not_end_is_ended() -> None:
    slow = ProgramGauge((sys.executable, "-c", "import time; time.sleep(60)"), seconds=0.5)
    assert "after 0.5 seconds" in (await slow.measure("x = 1", "python")).missing["security"]


async def test_a_program_that_fills_a_pipe_is_measured_by_a_worker_that_begins_late() -> None:
    late = "import json, sys, time; time.sleep(0.3); json.load(sys.stdin); print(json.dumps({'tools': ['late 1']}))"
    found = await ProgramGauge((sys.executable, "-c", late)).measure("x = 1\n" * 30_000, "python")
    assert found.tools == ("late 1",)


async def test_nothing_of_a_program_is_left_by_a_worker_that_was_ended(tmp_path: Path) -> None:
    told = tmp_path / "told"
    code = (
        "import json, pathlib, sys, tempfile, time\nplace = pathlib.Path(tempfile.mkdtemp())\n"
        "(place / 'program.py').write_text(json.load(sys.stdin)['code'])\n"
        f"pathlib.Path({str(told)!r}).write_text(str(place))\ntime.sleep(60)\n"
    )
    slow = ProgramGauge((sys.executable, "-c", code), seconds=2)
    assert "after 2 seconds" in (await slow.measure("x = 1", "python")).missing["security"]
    assert not await asyncio.to_thread(lambda: Path(told.read_text("utf-8")).exists())


@pytest.mark.parametrize("ending", ["print('no json')", "print('[]')", "import os; os.abort()", "raise SystemExit(3)"])
async def test_a_worker_that_fails_measures_nothing(ending: str) -> None:
    broken = ProgramGauge((sys.executable, "-c", f"import sys; sys.stdin.read(); {ending}"))
    assert set((await broken.measure("x = 1", "python")).missing.values()) == {"the tools could not cope with it"}


async def test_a_worker_ends_with_whoever_waits_for_it(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    code = f"import os, time; open({str(file)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    task = asyncio.create_task(ProgramGauge((sys.executable, "-c", code)).measure("x = 1", "python"))
    async with asyncio.timeout(20):
        while not file.exists() or not file.read_text():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    pid = int(file.read_text())
    async with asyncio.timeout(20):
        while Path(f"/proc/{pid}").exists():  # noqa: ASYNC110, ASYNC240
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("patience", [0.0, 0.001, 0.003, 0.01, 0.03])
async def test_a_worker_that_is_just_starting_is_not_left_alone(patience: float) -> None:
    command = (sys.executable, "-c", "import time; time.sleep(60)")
    task = asyncio.create_task(ProgramGauge(command).measure("x = 1", "python"))
    await asyncio.sleep(patience)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.get_running_loop().shutdown_default_executor()
    gc.collect()  # a process that nobody has waited for warns, which fails the test


@tools
async def test_the_worker_sees_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted")
    command = (sys.executable, "-c", "import os, json; print(json.dumps({'tools': sorted(os.environ)}))")
    found = await ProgramGauge(command).measure("x = 1", "python")
    assert "OPENAI_API_KEY" not in found.tools
    assert "HOME" not in found.tools


@tools
def test_an_application_without_a_python_of_its_own_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    given = json.dumps({"code": "def f():\n    pass\n", "title": "Python"})
    done = subprocess.run(
        [sys.executable, "-m", "disputatio", ARGUMENT], input=given, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert json.loads(done.stdout)["complexity"] == 1
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert own_command() == (sys.executable, ARGUMENT)


def test_every_language_that_is_measured_is_known() -> None:
    from disputatio.debate.languages import language_title

    assert {language_title(ending) for ending in worker.ENDINGS.values()} | {"Python"} == MEASURED
