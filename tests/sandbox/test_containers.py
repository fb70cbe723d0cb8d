"""Docker and podman as walls: what they are told, when nothing is run, and how a program in there ends.

No engine runs on the machines of these tests. A stand-in on the PATH does what one is asked for, without isolating.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from contextvars import copy_context
from itertools import pairwise
from pathlib import Path

import pytest

from disputatio.debate.wording import speak_in_window
from disputatio.sandbox import box as boxes
from disputatio.sandbox.box import Box
from disputatio.sandbox.containers import Container, Engine
from disputatio.sandbox.isolation import Bounds, NoIsolation

STAND_IN = """\
#!{python}
import json, os, signal, subprocess, sys, time
place, words = {place!r}, sys.argv[1:]
with open(place + "/asked", "a") as log:
    log.write(json.dumps([words, dict(os.environ)]) + "\\n")
told = json.load(open(place + "/told"))
if words[0] == "run":
    name, at = words[words.index("--name") + 1], words.index("--entrypoint")
    source = next(w for w in words if w.startswith("type=bind")).partition('source=')[2].partition('"')[0]
    shell, image, *rest = words[at + 1:]
    env = dict(e.split("=", 1) for w, e in zip(words, words[1:]) if w == "--env")
    inner = subprocess.Popen([shell, *rest], cwd=source, env={{"PATH": "/usr/bin:/bin", **env}}, start_new_session=True)
    open(place + "/" + name, "w").write(str(inner.pid))
    code = inner.wait()
    try:
        os.killpg(inner.pid, signal.SIGKILL)  # as the kernel does with what its first process leaves behind
    except ProcessLookupError:
        pass
    raise SystemExit(128 - code if code < 0 else code)
if words[0] == "rm":
    try:
        os.killpg(int(open(place + "/" + words[-1]).read()), signal.SIGKILL)
    except (OSError, ValueError):
        pass
    raise SystemExit(0)
code, said = told.get(words[0], [0, ""])
print(said, file=sys.stderr if code else sys.stdout)
raise SystemExit(code)
"""
QUICK = Bounds(seconds=2.0, memory=300, processes=24, output=100_000, disk=30)


class StandIn:
    """An engine on the PATH. `tell` sets the exit code of one of its commands, and what it says."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch, engine: Engine) -> None:
        self.place, self.engine = place, engine
        program = place / engine
        program.write_text(STAND_IN.format(python=sys.executable, place=str(place)))
        program.chmod(0o755)
        self.told: dict[str, list[object]] = {}
        self.tell()
        monkeypatch.setenv("PATH", f"{place}:{os.environ['PATH']}")
        monkeypatch.setenv("OPENAI_API_KEY", "sk-planted")

    def tell(self, **answers: list[object]) -> None:
        self.told |= answers
        (self.place / "told").write_text(json.dumps(self.told))

    @property
    def asked(self) -> list[tuple[list[str], dict[str, str]]]:
        return [tuple(json.loads(line)) for line in (self.place / "asked").read_text().splitlines()]

    def runs(self) -> list[list[str]]:
        return [words for words, _ in self.asked if words[0] == "run"]

    def box(self, image: str = "python:3-slim") -> Box:
        return Box(Container(self.engine, image))


@pytest.fixture
def docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    return StandIn(tmp_path, monkeypatch, "docker")


def after(words: list[str], name: str) -> list[str]:
    return [value for option, value in pairwise(words) if option == name]


def test_a_container_has_no_network_nothing_of_this_computer_and_every_limit(docker: StandIn) -> None:
    found = docker.box().run(["/bin/sh", "-c", "cat a.txt; echo $HOME"], {"a.txt": "ünï\n"}, QUICK)
    assert (found.code, found.said, found.excess) == (0, "ünï\n/work\n", "")
    line = docker.runs()[-1]
    for option, value in {
        "--network": "none", "--pull": "never", "--log-driver": "none", "--cap-drop": "ALL", "--ipc": "private",
        "--security-opt": "no-new-privileges", "--memory": "300m", "--memory-swap": "300m", "--pids-limit": "24",
        "--cpus": "1", "--user": f"{os.getuid()}:{os.getgid()}", "--workdir": "/work", "--entrypoint": "/bin/sh",
    }.items():  # fmt: skip
        assert after(line, option) == [value], option
    assert "--read-only" in line
    (mount,) = after(line, "--mount")
    assert mount.endswith('",target=/work')
    assert not {"--volume", "-v", "--privileged", "--device"} & set(line)
    assert "OPENAI_API_KEY" not in json.dumps(docker.asked)
    assert {"HTTP_PROXY=", "https_proxy="} <= set(after(line, "--env"))
    assert not Path(mount.partition('"')[2].partition('"')[0]).exists(), "its files are taken away"


def test_a_folder_that_is_given_is_the_only_one_that_is_mounted(docker: StandIn, tmp_path: Path) -> None:
    own = tmp_path / "a, b"
    own.mkdir()
    docker.box().run(["/bin/sh", "-c", "echo new > made"], {}, QUICK, folder=own)
    assert (own / "made").read_text() == "new\n"
    assert after(docker.runs()[-1], "--mount") == [f'type=bind,"source={own}",target=/work']


def test_podman_is_told_what_is_peculiar_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    podman = StandIn(tmp_path, monkeypatch, "podman")
    podman.box().run(["/bin/true"], {}, QUICK)
    assert {"--read-only-tmpfs=false", "--http-proxy=false"} <= set(podman.runs()[-1])
    assert after(podman.runs()[-1], "--userns") == ([] if os.geteuid() == 0 else ["keep-id"])


def test_where_docker_works_without_an_administrator_root_in_there_is_the_person(docker: StandIn) -> None:
    docker.tell(info=[0, "[name=seccomp,profile=builtin name=rootless]"])
    docker.box().run(["/bin/true"], {}, QUICK)
    assert after(docker.runs()[-1], "--user") == []


def test_the_end_of_the_time_ends_the_container_and_all_that_is_in_it(docker: StandIn) -> None:
    found = docker.box().run(["/bin/sh", "-c", "sleep 30 & sleep 30"], {}, QUICK)
    assert found.excess == "time"
    assert 2 <= found.seconds < 15
    name = after(docker.runs()[-1], "--name")[0]
    assert docker.asked[-1][0] == ["rm", "--force", name]
    assert not group_left(int((docker.place / name).read_text()))


def group_left(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    states = [_state(each) for each in Path("/proc").glob("[0-9]*/stat") if _group(each) == group]
    return any(state != "Z" for state in states)


def _fields(stat: Path) -> list[str]:
    try:
        return stat.read_text().rpartition(")")[2].split()
    except OSError:
        return ["Z", "0", "0"]


def _state(stat: Path) -> str:
    return _fields(stat)[0]


def _group(stat: Path) -> int:
    return int(_fields(stat)[2])


def test_where_this_program_ends_first_the_container_ends_itself(docker: StandIn) -> None:
    docker.box().run(["/bin/true"], {}, QUICK)
    line = docker.runs()[-1]
    script = line[line.index("-c") + 1]
    assert script.endswith('"$@" & one=$!; (sleep 3; kill -9 $one) & wait $one')


def test_a_run_can_be_stopped_and_floods_are_cut(docker: StandIn) -> None:
    box, stop = docker.box(), threading.Event()
    threading.Timer(0.3, stop.set).start()
    assert box.run(["/bin/sh", "-c", "sleep 30"], {}, Bounds(seconds=20.0), stop.is_set).seconds < 10
    found = box.run(["/bin/sh", "-c", "while true; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done"], {}, QUICK)
    assert (found.excess, len(found.said) <= 100_000) == ("output", True)
    found = box.run(["/bin/sh", "-c", "for n in 1 2 3; do head -c 14000000 /dev/zero > f$n; done; sleep 5"], {}, QUICK)
    assert found.excess == "disk"


def test_what_the_kernel_ended_for_its_memory_is_said(docker: StandIn) -> None:
    docker.tell(inspect=[0, "true"])
    assert docker.box().run(["/bin/sh", "-c", "kill -9 $$"], {}, QUICK).excess == "memory"
    docker.tell(inspect=[0, "false"])
    found = docker.box().run(["/bin/sh", "-c", "kill -9 $$"], {}, QUICK)
    assert (found.excess, found.code) == ("", 137)


def test_without_an_engine_nothing_is_run_and_the_remedy_is_said() -> None:
    with pytest.raises(NoIsolation) as fault:
        Box(Container("podman", "python:3-slim", find=lambda name: None)).run(["/bin/true"], {})
    assert fault.value.what == "Code of participants cannot be run: podman is not installed."
    assert "disputatio settings set sandbox.box bubblewrap" in fault.value.remedy
    for image in ("python:3-slim", ""):
        told = copy_context()
        told.run(speak_in_window)
        there = None if image else "/usr/bin/podman"
        _, remedy = told.run(Container("podman", image, find=lambda name, there=there: there).fault)
        assert "in the settings, under Sandbox" in remedy, "a window has no command line"
        assert "disputatio" not in remedy


@pytest.mark.parametrize(
    ("answers", "what", "remedy"),
    [
        ({"info": [1, "Cannot connect to the Docker daemon"]}, "Cannot connect to the Docker daemon", "Start it"),
        ({"image": [1, "No such image"]}, "python:3-slim is not on this computer", "docker pull python:3-slim"),
    ],
)
def test_where_the_engine_or_the_image_is_missing_nothing_is_run(
    docker: StandIn, answers: dict[str, list[object]], what: str, remedy: str
) -> None:
    docker.tell(**answers)
    box = docker.box()
    with pytest.raises(NoIsolation) as fault:
        box.run(["/bin/true"], {})
    assert what in fault.value.what
    assert remedy in fault.value.remedy
    assert docker.runs() == []


def test_an_image_that_would_be_an_option_is_none(docker: StandIn) -> None:
    for image in ("", "--privileged"):
        with pytest.raises(NoIsolation, match="no image is named"):
            docker.box(image).run(["/bin/true"], {})


def test_what_is_inside_is_found_by_looking_there(docker: StandIn) -> None:
    box = docker.box()
    assert box.has("/bin/sh")
    assert not box.has("/opt/none")
    assert len(docker.runs()) == 1
    assert "untested on this kind of machine" in box.described()


def test_an_engine_that_does_not_come_to_an_end_is_none(docker: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "PROBE_PATIENCE", 0.5)
    program = docker.place / "docker"
    program.write_text(program.read_text().replace("[shell, *rest]", '["/bin/sleep", "30"]'))
    with pytest.raises(NoIsolation, match=r"it took more than 0\.5 seconds"):
        docker.box().check()
