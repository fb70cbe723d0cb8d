"""Servers that send without an end, against the program in a process of its own: it says so, and stays small."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from disputatio.providers.transport import BOUNDS, MB
from disputatio.testing.loopback import Fault, LoopbackServer, Script, running_server

MEASURED = """
import json, resource, sys
from disputatio.__main__ import main
sys.argv = ["disputatio", *json.loads(sys.argv[1])]
try:
    code = main()
except SystemExit as error:
    code = error.code
if sys.platform == "linux":  # what getrusage tells there holds what the process that started this one had
    most = 1024 * next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM:"))
else:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(json.dumps([code, most]), file=sys.stderr)
"""
SEATS = [f"--seat={seat}=openai:gpt-5.2" for seat in ("analyst", "critic", "clerk", "synthesis")]


def measured(home: Path, server: LoopbackServer, *arguments: str) -> tuple[int, int, str]:
    """Exit code, the most bytes that the process had, and what it said."""
    environment = {
        **os.environ,
        "DISPUTATIO_HOME": str(home),
        "OPENAI_API_KEY": "k-9f3a1c77",
        "OPENAI_BASE_URL": server.openai_url,
    }
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, json.dumps(arguments)],
        env=environment,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=240,
        check=False,
    )
    said, _, last = done.stderr.rstrip().rpartition("\n")
    code, most = json.loads(last)
    return code, most, said + done.stdout


CHECK = ("check", "openai")
DEBATE = ("debate", "--yes", "Is it so?", "--rounds", "1", *SEATS)


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], int]:
    """The most bytes that the commands take where nothing is wrong."""
    found = {}
    with running_server() as server:
        for command in (CHECK, DEBATE):
            code, found[command], said = measured(tmp_path_factory.mktemp("usual"), server, *command)
            assert code in (0, 3), said
    return found


@pytest.mark.parametrize(
    "fault", [Fault.ENDLESS_ERROR, Fault.ERROR_BOMB, Fault.BODY_BOMB], ids=lambda fault: fault.value
)
def test_a_list_of_models_without_an_end_takes_memory_by_the_bound(
    home: Path, usual: dict[tuple[str, ...], int], fault: Fault
) -> None:
    with running_server() as server:
        server.fault_list("openai", fault)
        code, took, said = measured(home, server, *CHECK)
    assert code == 4
    assert "OpenAI" in said
    bound = BOUNDS.error if fault.status == 500 else BOUNDS.body
    assert took - usual[CHECK] < 6 * bound + 16 * MB


@pytest.mark.parametrize(
    "fault",
    [Fault.ENDLESS_ERROR, Fault.ERROR_BOMB, Fault.ANSWER_BOMB, Fault.ENDLESS_LINE, Fault.ENDLESS_COMMENTS],
    ids=lambda fault: fault.value,
)
def test_an_answer_without_an_end_takes_memory_by_the_bound(
    home: Path, terminal: Any, usual: dict[tuple[str, ...], int], fault: Fault
) -> None:
    terminal("settings", "set", "calls.retries", "0")
    with running_server() as server:
        server.always("openai", Script(fault=fault))
        code, took, said = measured(home, server, *DEBATE)
    assert code == 4
    assert "OpenAI" in said
    assert "MB" in said
    assert took - usual[DEBATE] < 6 * BOUNDS.event + 16 * MB


@pytest.mark.parametrize("command", ["check", "models"])
def test_ctrl_c_ends_a_call_that_would_wait_and_says_no_more_than_that(home: Path, command: str) -> None:
    """Nobody was asked anything, so nothing is said of an answer."""
    with running_server() as server:
        server.fault_list("openai", Fault.SLOW_HEADERS)
        keys = {"OPENAI_API_KEY": "k-9f3a1c77", "OPENAI_BASE_URL": server.openai_url}
        process = subprocess.Popen(
            [sys.executable, "-m", "disputatio", command, "openai"],
            env={**os.environ, "DISPUTATIO_HOME": str(home), **keys},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        while not server.lists and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=240)[1]
    assert process.returncode == 130
    assert said.strip() == "Stopped."
