"""The test harness fails what it promises to fail, and lets pass what it promises to let pass."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import LONG, in_turn

SAMPLES = """
import asyncio
import logging
import os
import socket
import urllib.request
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import disputatio

seen = []


def fails_network_even_when_caught():
    try:
        socket.create_connection(("192.0.2.1", 80), timeout=1)
    except OSError:
        pass


def fails_name_lookup():
    try:
        urllib.request.urlopen("http://example.org", timeout=1)
    except OSError:
        pass


def passes_loopback():
    server = socket.create_server(("127.0.0.1", 0))
    with server, socket.create_connection(server.getsockname()):
        pass
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.send(b"x")


def fails_surprising_log():
    logging.getLogger("disputatio.x").warning("the disk is full")


def passes_expected_log(expected_logs):
    expected_logs("WARNING disputatio.x: the disk")
    logging.getLogger("disputatio.x").warning("the disk is full")


def fails_missing_log(expected_logs):
    expected_logs("the disk")


def passes_log_that_the_test_reads(caplog):
    logging.getLogger("disputatio.x").warning("the disk is full")
    assert "disk" in caplog.text


def fails_warning():
    import warnings
    warnings.warn("old")


def passes_quiet_environment(home):
    assert "OPENAI_API_KEY" not in os.environ
    assert not [name for name in os.environ if name.upper().endswith("_PROXY")]
    assert home.is_dir() and not list(home.iterdir())
    assert Path.home() != Path(os.environ["REAL_HOME"])


async def passes_coroutine(home):
    await asyncio.sleep(0)
    assert home.is_dir()


async def fails_coroutine():
    await asyncio.sleep(0)
    assert False


@given(st.integers())
async def passes_coroutine_with_examples(number):
    await asyncio.sleep(0)
    seen.append(number)


def passes_examples_were_run():
    assert len(seen) > 1


@given(st.integers())
async def fails_coroutine_with_examples(number):
    assert number < 5


blocking = compile("def pause():\\n import time\\n time.sleep(0.001)", disputatio.__path__[0] + "/x.py", "exec")


async def fails_blocked_loop():
    space = {}
    exec(blocking, space)
    space["pause"]()


@pytest.mark.may_block("shows the marker")
async def passes_blocked_loop_that_is_allowed():
    space = {}
    exec(blocking, space)
    space["pause"]()


async def passes_thread_that_blocks():
    space = {}
    exec(blocking, space)
    await asyncio.to_thread(space["pause"])


@pytest.fixture
def loop():
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


async def passes_own_loop(loop):
    assert asyncio.get_running_loop() is loop
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the harness makes of each sample: its name -> PASSED, FAILED or ERROR."""
    root = Path(__file__).parents[2]
    folder = tmp_path_factory.mktemp("samples")
    (folder / "test_samples.py").write_text(SAMPLES, encoding="utf-8")
    shutil.copy(root / "tests" / "conftest.py", folder)
    shutil.copy(root / "pyproject.toml", folder)
    options = ["-rA", "-p", "no:cacheprovider", "-o", "testpaths=.", "-o", "python_functions=passes_* fails_*"]
    environment = os.environ | {
        "OPENAI_API_KEY": "sk-real",
        "https_proxy": "http://127.0.0.1:9",
        "REAL_HOME": os.environ["HOME"],
        "HYPOTHESIS_PROFILE": "ci",
    }
    command = [sys.executable, "-m", "pytest", *options]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    lines = [line.split() for line in done.stdout.splitlines() if "test_samples.py::" in line]
    results = {words[1].partition("::")[2]: words[0] for words in lines if words[0] in {"PASSED", "FAILED", "ERROR"}}
    assert results, done.stdout + done.stderr
    return results


@pytest.mark.parametrize("name", re.findall(r"^(?:async )?def ((?:passes|fails)_\w+)", SAMPLES, re.MULTILINE))
def test_the_harness_judges_as_promised(name: str, outcomes: dict[str, str]) -> None:
    assert outcomes[name] == ("PASSED" if name.startswith("passes_") else "FAILED")


def test_each_worker_begins_with_a_long_module_which_stays_whole() -> None:
    long = [f"{each}/test_it.py" if not each.endswith(".py") else each for each in LONG[:5]]
    paths = [path for path in ("tests/app/test_a.py", *reversed(long), "tests/tools/test_z.py") for _ in range(20)]
    paths += ["tests/tools/test_many.py"] * 101
    order = in_turn(paths, 4)
    assert sorted(order) == list(range(len(paths)))
    begins = [len(paths) * worker // 4 for worker in range(4)]
    assert [paths[order[begin]] for begin in begins] == long[:4]
    last = [place for place, each in enumerate(order) if paths[each] == long[4]]
    assert last == list(range(20, 40)), "the fifth follows the first"
    assert [place for place in order if paths[place] not in long] == [
        place for place, path in enumerate(paths) if path not in long
    ], "all others follow as they were"


def test_what_is_called_long_is_there() -> None:
    root = Path(__file__).parents[2]
    assert [each for each in LONG if not (root / each).exists()] == []
