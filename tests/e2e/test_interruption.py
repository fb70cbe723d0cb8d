"""Ctrl+C, and a second process on the same data folder."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from disputatio.app import bootstrap
from disputatio.testing.loopback import LoopbackServer, Script

SLOW = ("--seat", "analyst=rehearsal:live", "--seat", "critic=rehearsal:live")
ANALYSIS = "round[1]/analysis[analyst]"


def held(delay: float = 0.0) -> tuple[Script, threading.Event]:
    """A reply that stands still before its last words until the event is set."""
    hold = threading.Event()
    return Script(text="So it is, and that is why. " * 10, chunk=4, delay=delay, hold=hold), hold


def test_ctrl_c_keeps_the_partial_turn_and_resume_asks_only_what_is_missing(
    program, real_models: LoopbackServer, paths
) -> None:
    slow, _ = held(delay=0.05)
    real_models.always("openai", slow)
    seats = ("--seat", "analyst=openai:gpt-5.2", "--seat", "critic=rehearsal:quick")
    running = program.start("debate", "Tabs or spaces?", "--seed", "1", "--rounds", "1", "--json", *seats)
    running.until('"turn-drafted"', ANALYSIS)  # it has begun to speak
    running.interrupt()
    stopped = running.end()
    assert stopped.code == 130
    assert "Ctrl+C again" in stopped.err
    cut = stopped.of("turn-cut")
    assert [event["path"] for event in cut] == [ANALYSIS]
    assert cut[0]["text"]
    assert slow.text.startswith(cut[0]["text"])
    id = cut[0]["debate"]
    assert "paused" in program("list").out
    real_models.always("openai", None)
    resumed = program("resume", id, "--json")
    assert resumed.code == 0
    before = set(paths(stopped.events, "turn-completed"))
    assert paths(resumed.events, "turn-asked")[0] == ANALYSIS
    assert not before & set(paths(resumed.events, "turn-asked"))
    completed = paths(program.events(id).events, "turn-completed")
    assert len(completed) == len(set(completed))
    assert program("audit", "verify", id).code == 0


def test_a_second_ctrl_c_leaves_at_once_and_nothing_is_lost(program, id_in) -> None:
    running = program.start("debate", "Tabs or spaces?", "--rehearse", "--rounds", "1", "--json", *SLOW)
    id = id_in(running.until('"turn-asked"', ANALYSIS))
    running.interrupt()
    running.interrupt()
    assert running.end().code == 130
    assert program("audit", "verify", id).code == 0
    assert program("resume", id, "--json").code == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows just ends a process")
def test_who_is_told_to_end_stops_as_after_ctrl_c(program, id_in) -> None:
    running = program.start("debate", "Tabs or spaces?", "--rehearse", "--rounds", "1", "--json", *SLOW)
    id = id_in(running.until('"turn-asked"', ANALYSIS))
    for kind in (signal.SIGHUP, signal.SIGTERM):  # as systems send them: both
        running.process.send_signal(kind)
    done = running.end()
    assert done.code == 130
    assert "Everything that was said is saved" in done.err
    assert done.of("turn-cut") or done.of("debate-paused")
    assert "paused" in program("list").out
    assert program("resume", id, "--json").code == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
def test_a_terminal_that_is_closed_pauses_the_debate(program) -> None:
    ours, theirs = os.openpty()
    command = program.command("debate", "Tabs or spaces?", "--rehearse", "--rounds", "1", *SLOW)
    process = subprocess.Popen(
        [sys.executable, "-c", LEADING, *command],
        cwd=program.folder,
        env=program.surroundings({}),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    seen = b""
    while b"Analyst" not in seen:
        seen += os.read(ours, 4096)
    os.close(ours)
    assert process.wait() == 130
    assert "paused" in program("list").out


LEADING = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
"""Makes the terminal the one of the session, as a login does."""

ENDING = "import disputatio.__main__ as program, os, signal, sys, threading, time; program.started = {}"


@pytest.mark.parametrize(
    "started",
    [
        "lambda: exec('raise KeyboardInterrupt')",  # as while classes are made
        "lambda: threading.Thread(target=lambda: (time.sleep(0.1), os.kill(os.getpid(), {}), time.sleep(60))).start()",
    ],
)
@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
def test_whoever_stops_it_as_it_begins_or_ends_gets_the_same_code(started: str, kind: int) -> None:
    code = f"{ENDING.format(started.format(int(kind)))}; sys.exit(program.main())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert done.stderr in ("", "Stopped.\n")


WINDOW = """
import os, sys
from {module} import {name} as chosen
import disputatio.__main__ as program

before = chosen.{method}
def stopped_there(*given):
    os.kill(os.getpid(), {kind})
    return before(*given)

chosen.{method} = stopped_there
program.has_display = lambda environment: True
sys.argv[1:] = []
sys.exit(program.main())
"""
LAYOUT = {"module": "disputatio.faces.gui.kit.layouts", "name": "FlowLayout", "method": "addItem"}
OPENING = {"module": "disputatio.faces.gui.shell.process", "name": "Process", "method": "_open"}


@pytest.mark.skipif(os.name == "nt", reason="Windows just ends a process")
@pytest.mark.parametrize(("place", "kind"), [(LAYOUT, signal.SIGINT), (OPENING, signal.SIGTERM)])
def test_a_window_that_is_told_to_end_while_qt_makes_it_ends_in_order(
    place: dict[str, str], kind: int, home: Path
) -> None:
    """Python would raise in the middle of Qt, which breaks down there, or goes on and never ends."""
    code = WINDOW.format(**place, kind=int(kind))
    surroundings = {**os.environ, "DISPUTATIO_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=False, timeout=60
    )
    said = [line for line in done.stderr.splitlines() if "propagateSizeHints" not in line]
    assert (done.returncode, said) in ((130, ["Stopped."]), (130, []))


def test_a_killed_process_loses_nothing(program, paths, id_in) -> None:
    running = program.start("debate", "Tabs or spaces?", "--rehearse", "--rounds", "1", "--json", *SLOW)
    id = id_in(running.until('"turn-asked"', "critique"))
    running.process.kill()
    killed = running.end()
    resumed = program("resume", id, "--json")
    assert resumed.code == 0
    assert not set(paths(killed.events, "turn-completed")) & set(paths(resumed.events, "turn-asked"))


def test_another_process_lists_speaks_and_stops(program, real_models: LoopbackServer, id_in) -> None:
    (first, hold), (later, last) = held(), held()
    real_models.script("openai", first)
    real_models.always("openai", later)
    seats = ("--seat", "analyst=openai:gpt-5.2", "--seat", "critic=rehearsal:live")
    running = program.start("debate", "Tabs or spaces?", "--seed", "1", "--json", *seats)
    id = id_in(running.until('"turn-asked"', ANALYSIS))
    assert "running" in program("list").out
    said = program("say", id, "Think of the blind.", "--to", "critic")
    assert said.code == 0
    assert "passed on to the process" in said.out
    running.until("Think of the blind.")
    hold.set()
    running.until('"turn-asked"', "aside[critic]")
    stopped = program("stop", id)
    assert stopped.code == 0, stopped.err
    assert "is paused" in stopped.out
    last.set()
    done = running.end()
    assert done.code == 130
    assert f"disputatio resume {id}" in done.err
    assert done.of("turn-cut") == [], "without --now the turn in flight ends by itself"
    assert program("stop", id, "--end").code == 0
    assert "stopped" in program("list").out


def test_a_debate_of_another_process_can_be_watched_to_its_end(program, real_models: LoopbackServer, id_in) -> None:
    reply, hold = held()
    real_models.always("openai", reply)
    seats = ("--seat", "analyst=openai:gpt-5.2", "--seat", "critic=rehearsal:quick")
    running = program.start("debate", "Tabs or spaces?", "--rounds", "1", "--json", *seats)
    id = id_in(running.until('"turn-asked"', ANALYSIS))
    watching = program.start("resume", id, "--json")
    assert id in watching.process.stderr.readline()  # it says what it watches; of what was said before it says nothing
    hold.set()
    ended, watched = running.end(), watching.end()
    assert watched.code == 0, watched.err
    assert watched.events[-1] == ended.events[-1]


@pytest.mark.may_block("the test itself waits for a process")
async def test_a_debate_that_rests_in_a_window_goes_on_there(program, repository: Path) -> None:
    seeded = ("--rehearse", "--seed", "7", "--json", "--step", "--repo", str(repository))
    first = program.process("debate", "Is the retry of orders sound?", *seeded)
    assert first.code == 3
    id = first.events[0]["debate"]
    async with bootstrap.application() as window, window.sessions.open(id) as session:
        assert session.here
        resumed = await asyncio.to_thread(program.process, "resume", id, "--json")
        assert session.debate.over
    assert resumed.code == 0, resumed.err
    assert resumed.events[-1]["type"] == "debate-ended"
