"""The whole program on a data folder of its own: each command in this process, since starting another one takes ten
times as long, or in a process of its own where that is what is tested (`start`, `process`)."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import disputatio.faces.gui  # noqa: F401  takes back PySide's import statement, with which pydantic cannot be imported
from disputatio.faces.cli.main import run
from disputatio.testing.loopback import LoopbackServer, running_server
from disputatio.testing.repositories import commit

COMMAND = (sys.executable, "-P", "-W", "error", "-m", "disputatio")
"""As `./run` starts it: never importing from the folder it stands in."""
SEVERAL = """
import contextlib, io, json, sys
from disputatio.faces.cli.main import run

for arguments, text in json.loads(sys.argv[1]):
    sys.stdin, out, err = io.StringIO(text), io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(arguments, lambda: 99)
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""
"""Commands one after another in one process: starting it takes far longer than most of them."""
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
PATIENCE = 240.0
"""Seconds after which a process counts as stuck; on a busy machine one takes many to start."""

FILES = {
    "README.md": "# Shop\n\nOrders are retried three times. The retry waits one second.\n",
    "shop/orders.py": "def retry(order, times=3):\n    for _ in range(times):\n        if send(order):\n"
    "            return True\n    return False\n",
    "shop/queue.py": "def send(order):\n    return order.total > 0\n",
}
QUESTION = "Is the retry of orders sound?"


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """Its output as events, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["type"] == kind]


@dataclass
class Running:
    """A process under way, with the lines that were read of it so far."""

    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    def until(self, *words: str) -> str:
        """Read standard output up to a line that holds all these words, and return it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if all(word in line for word in words):
                return line
        raise AssertionError(f"it ended without {words}: {''.join(self.lines)[-2000:]} {self.process.stderr.read()}")

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def end(self) -> Done:
        out, err = self.process.communicate(timeout=PATIENCE)
        return Done(self.process.returncode, "".join(self.lines) + out, err)


class Program:
    """`environment` is added to that of every process; `folder` is where they stand."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.environment: dict[str, str] = {}
        self._capsys, self._monkeypatch = capsys, monkeypatch
        self._running: list[subprocess.Popen[str]] = []

    def __call__(self, *arguments: str, text: str = "", **environment: str) -> Done:
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(text))
            patch.chdir(self.folder)
            for name in DISPLAYS:
                patch.delenv(name, raising=False)
            for name, content in (self.environment | environment).items():
                patch.setenv(name, content)
            code = run(arguments, lambda: 99)
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err, err
        return Done(code, out, err)

    def process(self, *arguments: str, text: str = "", **environment: str) -> Done:
        """The same in a process of its own."""
        done = subprocess.run(
            self.command(*arguments),
            input=text,
            cwd=self.folder,
            env=self.surroundings(environment),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Done(done.returncode, done.stdout, done.stderr)

    def several(
        self, *commands: Sequence[str], inside: Sequence[str] = (), text: str = "", **environment: str
    ) -> list[Done]:
        """Several commands in one process of its own, each with this standard input. `inside` is what starts it."""
        asked = json.dumps([[command, text] for command in commands])
        done = subprocess.run(
            [*inside, *COMMAND[:4], "-c", SEVERAL, asked],
            cwd=self.folder,
            env=self.surroundings(environment),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        made = [Done(*json.loads(line)) for line in done.stdout.splitlines()]
        assert not any("Traceback" in each.err for each in made)
        return made

    def start(self, *arguments: str, **environment: str) -> Running:
        process = subprocess.Popen(
            self.command(*arguments),
            cwd=self.folder,
            env=self.surroundings(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._running.append(process)
        return Running(process)

    def debate(self, *arguments: str) -> Done:
        """A rehearsal as JSON lines, seeded so that it comes out the same every time."""
        return self("debate", QUESTION, "--rehearse", "--seed", "7", "--json", *arguments)

    def events(self, id: str) -> Done:
        return self("show", id, "--json")

    def close(self) -> None:
        for process in self._running:
            if process.poll() is None:
                process.kill()
            process.communicate()

    def command(self, *arguments: str) -> list[str]:
        return [*COMMAND, *arguments]

    def surroundings(self, more: Mapping[str, str]) -> dict[str, str]:
        """The environment of a process: without a display, with what the test added."""
        inherited = {name: text for name, text in os.environ.items() if name not in DISPLAYS}
        return inherited | self.environment | dict(more)


@pytest.fixture
def program(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Program]:
    folder = tmp_path / "somewhere"
    folder.mkdir()
    made = Program(folder, capsys, monkeypatch)
    yield made
    made.close()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A small repository on disk, with one commit."""
    folder = tmp_path / "shop"
    commit(folder, FILES, "The shop")
    return folder


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with running_server() as running:
        yield running


@pytest.fixture
def real_models(program: Program, server: LoopbackServer) -> LoopbackServer:
    """The three SDKs, pointed at this machine, with keys that open nothing."""
    keys = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY")
    program.environment |= dict.fromkeys(keys, "sk-fake-0123456789")
    program.environment |= {
        "OPENAI_BASE_URL": server.openai_url,
        "ANTHROPIC_BASE_URL": server.anthropic_url,
        "GEMINI_BASE_URL": server.gemini_url,
    }
    return server


def id_in(line: str) -> str:
    """The debate that an event line belongs to."""
    return str(json.loads(line)["debate"])


@pytest.fixture(name="id_in")
def id_in_fixture() -> Any:
    return id_in


def paths(events: Sequence[Mapping[str, Any]], kind: str) -> list[str]:
    """The places of all events of a kind."""
    return [str(event["path"]) for event in events if event["type"] == kind]


@pytest.fixture(name="paths")
def paths_fixture() -> Any:
    return paths
