"""The box, attacked for real: what a hostile program reaches, and at what it is ended (SPEC SANDBOX.1)."""

from __future__ import annotations

import platform
import shutil
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from disputatio.sandbox import bubblewrap
from disputatio.sandbox.box import Box
from disputatio.sandbox.bubblewrap import Bubblewrap, filter_for
from disputatio.sandbox.isolation import Bounds, NoIsolation, Outcome

PYTHON = "/usr/bin/python3"
QUICK = Bounds(seconds=8.0, memory=256, processes=24, output=100_000, disk=16)
HERE = shutil.which("bwrap") is not None and Path(PYTHON).exists()
isolated = pytest.mark.skipif(not HERE, reason="needs bubblewrap and the system's Python")


@pytest.fixture(scope="module")
def box() -> Box:
    return Box(Bubblewrap())


def run(box: Box, code: str, bounds: Bounds = QUICK) -> Outcome:
    return box.run([PYTHON, "-I", "-c", code], {}, bounds)


@isolated
def test_a_program_finds_its_files_says_something_and_ends(box: Box) -> None:
    found = box.run([PYTHON, "-I", "a.py"], {"a.py": "print(open('b.txt').read())", "b.txt": "ünï"}, QUICK)
    assert (found.code, found.said, found.complained, found.excess) == (0, "ünï\n", "", "")
    assert run(box, "raise SystemExit(3)").code == 3


@isolated
def test_no_network_is_there_not_even_this_machine(box: Box) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        found = run(box, f"import socket; socket.create_connection(('127.0.0.1', {port}), 2)")
    assert "ConnectionRefusedError" in found.complained
    assert "unreachable" in run(box, "import socket; socket.create_connection(('192.0.2.1', 80), 2)").complained
    abstract = socket.socket(socket.AF_UNIX)
    abstract.bind("\0disputatio-test")
    abstract.listen()
    told = run(box, "import socket; socket.socket(socket.AF_UNIX).connect('\\0disputatio-test')").complained
    abstract.close()
    assert "refused" in told


@isolated
def test_neither_home_nor_keys_nor_other_processes_are_seen(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted")
    told = run(
        box,
        "import os\n"
        "print(sorted(os.environ), os.path.exists(os.path.expanduser('~root')), os.listdir('/home') if "
        "os.path.exists('/home') else [], os.path.exists('/etc/passwd'))\n"
        "pids = [pid for pid in os.listdir('/proc') if pid.isdigit()]\n"
        "print(len(pids), 'sk-planted' in ''.join(open(f'/proc/{pid}/environ').read() for pid in pids))",
    )
    first, second = told.said.splitlines()
    assert first == "['HOME', 'LANG', 'MALLOC_ARENA_MAX', 'PATH', 'PWD', 'TMPDIR'] False [] False"
    assert int(second.split()[0]) <= 3
    assert second.endswith("False")


@isolated
@pytest.mark.parametrize(
    ("code", "excess"),
    [
        ("while True: pass", "time"),
        ("import time; time.sleep(60)", "time"),
        ("import os, time\nwhile True:\n    os.fork() or time.sleep(30)", "processes"),
        ("while True: print('y' * 10_000)", "output"),
        (
            "import os, time\nfor _ in range(8):\n    if os.fork() == 0:\n        x = b'1' * 50_000_000\n"
            "        time.sleep(30)\ntime.sleep(30)",
            "memory",
        ),
        ("import os, sys, time\nos.close(1); os.close(2)\ntime.sleep(60)", "time"),
        (
            "import threading, time\nfor _ in range(50): threading.Thread(target=time.sleep, args=(30,)).start()",
            "processes",
        ),
        (
            "import ctypes, os, threading, time\n"
            "def holds():\n    x = b'1' * 100_000_000\n    time.sleep(30)\n"
            "for _ in range(3): os.fork()\n"
            "threading.Thread(target=holds).start()\ntime.sleep(0.2)\nctypes.CDLL(None).syscall(EXIT, 0)".replace(
                "EXIT", "60" if platform.machine() == "x86_64" else "93"
            ),
            "memory",
        ),
    ],
    ids=["spins", "sleeps", "forks", "floods", "memory of many", "says nothing more", "threads", "first thread ended"],
)
def test_a_program_that_exceeds_a_bound_is_ended(box: Box, code: str, excess: str) -> None:
    found = run(box, code, Bounds(seconds=2.0, memory=256, processes=24, output=100_000, disk=16))
    assert found.excess == excess
    assert len(found.said) <= 100_000


@isolated
@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("b'1' * 2_000_000_000", "MemoryError"),
        ("open('big', 'wb').write(b'x' * 50_000_000)", "No space left"),
        ("open('/tmp/big', 'wb').write(b'x' * 50_000_000)", "No space left"),
        ("open('/dev/shm/big', 'wb').write(b'x' * 50_000_000)", "No space left"),
        ("open('/dev/big', 'w')", "Read-only file system"),
        ("import os; os.memfd_create('m')", "not permitted"),
        ("import mmap; mmap.mmap(-1, 2_000_000_000)", "Cannot allocate memory"),
        ("held = [open('/dev/null') for _ in range(300)]", "Too many open files"),
        ("open('/usr/lib/x', 'w')", "Read-only file system"),
        ("open('/new', 'w')", "Read-only file system"),
        ("import os; os.symlink('/etc/shadow', 's'); open('s').read()", "No such file"),
        ("import os; os.link('/usr/bin/python3', 'p')", "Error"),
        ("import fcntl, termios; fcntl.ioctl(0, termios.TIOCSTI, b'x')", "Error"),
        ("import os; os.kill(1, 9); os.setuid(12345)", "Error"),
        ("import os; os.mknod('d', 0o60600, 0x0800)", "not permitted"),
    ],
)
def test_what_is_not_to_be_had_is_an_error_inside(box: Box, code: str, told: str) -> None:
    found = run(box, code)
    assert found.code != 0
    assert told in found.complained


@isolated
def test_calls_of_the_kernel_that_lead_out_are_refused(box: Box) -> None:
    names = {"x86_64": (29, 272, 250, 425, 101, 165, 321), "aarch64": (194, 97, 219, 425, 117, 40, 280)}[
        platform.machine()
    ]
    told = run(
        box,
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        f"print([(libc.syscall(n, 0, 0, 0, 0, 0), ctypes.get_errno()) for n in {names}])",
    )
    assert told.said.strip() == str([(-1, 1)] * len(names))


@isolated
def test_the_box_is_the_first_to_go_where_memory_runs_out_and_cannot_change_that(box: Box) -> None:
    told = run(box, "print(open('/proc/self/oom_score_adj').read().strip())\nopen('/proc/self/oom_score_adj', 'w')")
    assert told.said == "1000\n"
    assert "Read-only file system" in told.complained


@isolated
def test_nothing_outlives_its_program(box: Box, tmp_path: Path) -> None:
    mark = "disputatio-outlives-" + tmp_path.name
    code = f"import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(60)  # {mark}\nprint('bye')"
    assert run(box, code).excess in ("", "time")
    left = [line for each in Path("/proc").glob("[0-9]*/cmdline") if mark in (line := _read(each))]
    assert left == []


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


@isolated
def test_a_run_can_be_stopped_from_outside(box: Box) -> None:
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    found = box.run([PYTHON, "-c", "import time; time.sleep(60)"], {}, QUICK, stop.is_set)
    assert (found.excess, found.seconds < QUICK.seconds) == ("time", True)


def test_without_bubblewrap_nothing_is_run_and_the_remedy_is_said() -> None:
    with pytest.raises(NoIsolation) as fault:
        Box(Bubblewrap(find=lambda name: None)).run(["/bin/true"], {})
    assert "not installed" in fault.value.what
    assert "apt-get install bubblewrap" in fault.value.remedy


def test_where_isolation_fails_nothing_is_run(tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'setting up uid map: Permission denied' >&2\nexit 1\n")
    broken.chmod(0o755)
    box = Box(Bubblewrap(find=lambda name: str(broken)))
    for _ in range(2):  # what was found is remembered
        with pytest.raises(NoIsolation, match="uid map: Permission denied"):
            box.check()


def test_other_systems_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    with pytest.raises(NoIsolation, match="only supported on Linux"):
        Box(Bubblewrap()).check()
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(NoIsolation, match="riscv64"):
        Box(Bubblewrap()).check()


def test_where_nobody_can_add_up_what_a_program_uses_none_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "CHILDREN", "/proc/nowhere")
    with pytest.raises(NoIsolation, match="which processes a program has started"):
        Box(Bubblewrap()).check()


def instructions(program: bytes) -> Iterator[tuple[int, int, int, int]]:
    yield from struct.iter_unpack("=HBBI", program)


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_allows_and_refuses_what_it_should(machine: str) -> None:
    """The filter, run by a machine that knows its four instructions."""
    program = list(instructions(filter_for(machine) or b""))
    arch = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}[machine]

    def verdict(number: int, of: int = arch) -> int:
        at, held = 0, 0
        while True:
            code, yes, no, wanted = program[at]
            if code == 0x06:
                return wanted
            if code == 0x20:
                held = {0: number, 4: of}[wanted]
                at += 1
            else:
                at += 1 + (yes if (held == wanted if code == 0x15 else held >= wanted) else no)

    reading, tracing = {"x86_64": (0, 101), "aarch64": (63, 117)}[machine]
    assert verdict(reading) == 0x7FFF0000
    assert verdict(tracing) == 0x00050001
    assert verdict(reading, of=0x40000003) == 0x80000000
    if machine == "x86_64":
        assert verdict(0x40000000 + reading) == 0x00050001
    assert filter_for("mips") is None
