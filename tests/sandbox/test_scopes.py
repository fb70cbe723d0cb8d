"""A cgroup for a program: when it is asked for, what is asked, and what the kernel says of it afterwards.

The machines of these tests have none that could be asked for. A stand-in for systemd-run writes the bounds where the
kernel would, as far as it is told to.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.sandbox.test_isolation import PYTHON, QUICK, isolated

from disputatio.sandbox.box import Box
from disputatio.sandbox.bubblewrap import Bubblewrap
from disputatio.sandbox.isolation import Bounds
from disputatio.sandbox.scopes import Scope

STAND_IN = """\
#!{python}
import os, sys
root, words = {root!r}, sys.argv[1:]
open(root + "/asked", "a").write(" ".join(words) + chr(10) + str(sorted(os.environ)) + chr(10))
given = dict(w.split("=", 1) for o, w in zip(words, words[1:]) if o == "-p")
if not {holds}:
    sys.exit("Failed to connect to bus")
own = root + next(line[3:].strip() for line in open("/proc/self/cgroup") if line.startswith("0::"))
os.makedirs(own, exist_ok=True)
open(own + "/memory.max", "w").write(given["MemoryMax"] + chr(10))
open(own + "/pids.max", "w").write(given["TasksMax"] + chr(10))
open(own + "/memory.events", "a").write("oom_kill 0" + chr(10))
at = words.index("/bin/sh")
os.execv(words[at], words[at:])
"""


def scope(place: Path, *, holds: bool = True, controllers: str = "cpu memory pids") -> Scope:
    (place / "cgroup.controllers").write_text(controllers)
    program = place / "systemd-run"
    program.write_text(STAND_IN.format(python=sys.executable, root=str(place), holds=holds))
    program.chmod(0o755)
    return Scope(
        find=lambda name: str(program),
        environment={"XDG_RUNTIME_DIR": "/run/user/7", "OPENAI_API_KEY": "sk-planted"},
        root=place,
    )


@isolated
def test_a_program_gets_a_cgroup_that_bounds_all_it_starts(tmp_path: Path) -> None:
    box = Box(Bubblewrap(scope=scope(tmp_path)))
    found = box.run([PYTHON, "-I", "a.py"], {"a.py": "import os; print(sorted(os.environ)); os._exit(3)"}, QUICK)
    assert (found.code, found.excess, found.complained) == (3, "", "")
    assert "XDG" not in found.said
    asked = (tmp_path / "asked").read_text()
    assert f"-p MemoryMax={(QUICK.memory + QUICK.disk) << 20} -p MemorySwapMax=0 -p TasksMax=32 /bin/sh" in asked
    assert ("planted" in asked, "OPENAI_API_KEY" in asked, "XDG_RUNTIME_DIR" in asked) == (False, False, True)
    assert box.described() == "bubblewrap; the kernel bounds memory and processes of the whole (a cgroup, by systemd)"


@isolated
def test_what_the_kernel_ended_for_the_memory_of_all_is_said(tmp_path: Path) -> None:
    box = Box(Bubblewrap(scope=scope(tmp_path)))
    box.check()
    program = tmp_path / "systemd-run"
    program.write_text(program.read_text().replace("oom_kill 0", "oom_kill 2"))
    assert box.run(["/bin/sh", "-c", "kill -9 $$"], {}, QUICK).excess == "memory"


@isolated
def test_a_bound_that_is_exceeded_still_ends_a_program_in_its_cgroup(tmp_path: Path) -> None:
    box = Box(Bubblewrap(scope=scope(tmp_path)))
    found = box.run([PYTHON, "-c", "while True: pass"], {}, Bounds(seconds=1.0))
    assert (found.excess, found.seconds < 10) == ("time", True)


@pytest.mark.parametrize(
    ("holds", "controllers", "why"),
    [
        (True, "hugetlb", "this machine has no cgroups of version 2 for memory and processes"),
        (False, "memory pids", "systemd-run gives no cgroup here (Failed to connect to bus)"),
    ],
)
def test_where_there_is_no_cgroup_it_is_said_why(tmp_path: Path, holds: bool, controllers: str, why: str) -> None:
    given = scope(tmp_path, holds=holds, controllers=controllers)
    assert given.why_not() == why
    told = Bubblewrap(scope=given).bounded()
    assert told == f"memory and processes of the whole are counted twenty times a second, since {why}"


def test_a_cgroup_in_which_the_kernel_has_no_bounds_is_none(tmp_path: Path) -> None:
    given = scope(tmp_path)
    program = tmp_path / "systemd-run"
    program.write_text(program.read_text().replace('given["TasksMax"]', '"max"'))
    assert given.why_not() == "the cgroup that systemd gives here bounds nothing"
    (tmp_path / "cgroup.controllers").unlink()
    assert "version 2" in Scope(root=tmp_path).why_not()
    (tmp_path / "cgroup.controllers").write_text("memory pids")
    assert Scope(find=lambda name: None, root=tmp_path).why_not() == "there is no systemd-run to ask for a cgroup"
