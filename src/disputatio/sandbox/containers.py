"""Walls made by docker or podman, where the person chose one of them: a new container for each program.

Nothing of this computer is in it but the folder with the program's files. What else it needs comes with an image that
the person has fetched; none is fetched for them. Time is watched from outside and, in case this program ends first,
inside.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Literal

from disputatio.debate.wording import by_face
from disputatio.sandbox.isolation import ENVIRONMENT, FILES, HOME, MB, WRITABLE, Bounds, Enclosure, Excess, limits

Engine = Literal["docker", "podman"]
TRIED: Final[dict[Engine, str]] = {
    "docker": "tried with a stand-in only, untested on this kind of machine",
    "podman": "tried by hand on one kind of machine",
}
ENGINES: Final[tuple[Engine, ...]] = ("docker", "podman")
CPUS: Final = 1
PATIENCE: Final = 20.0
"""Seconds for what the engine is asked beside running a program."""
KILLED: Final = 137
"""Exit code of a program that was ended by SIGKILL, as the kernel does where memory is used up."""
INSIDE: Final = '{limits}"$@" & one=$!; (sleep {seconds}; kill -9 $one) & wait $one'
"""The first process of the container: where it ends, the kernel ends all the others."""
_CLIENT: Final = (
    "PATH", "HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS",
    "DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "DOCKER_TLS_VERIFY", "DOCKER_CERT_PATH", "CONTAINER_HOST",
)  # fmt: skip
"""What the engine's own command needs; it hands none of them on to the container."""
_PROXIES: Final = ("http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "no_proxy")
"""An engine may be configured to hand these on, with a login in them."""


class Container:
    """isolation.Walls."""

    def __init__(
        self,
        engine: Engine,
        image: str,
        find: Callable[[str], str | None] = shutil.which,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self.title = f"{engine}, in containers of the image {image}"
        self.remedy = f"Try it by hand: {engine} run --rm --network none {image} /bin/sh -c true"
        self._engine, self._image, self._find = engine, image, find
        self._environment = {name: environment[name] for name in _CLIENT if name in environment}

    def fault(self) -> tuple[str, str]:
        engine, image = self._engine, self._image
        other = by_face(
            "or isolate it otherwise: disputatio settings set sandbox.box bubblewrap.",
            "or choose Bubblewrap in the settings, under Sandbox.",
        )
        if self._find(engine) is None:
            return f"{engine} is not installed.", f"Install it, {other}"
        if not image or image.startswith("-"):
            return f"no image is named for {engine}.", by_face(
                "Name one: disputatio settings set sandbox.image IMAGE.", "Name one in the settings, under Sandbox."
            )
        code, _, why = self._ask("info")
        if code:
            return f"{engine} cannot be reached ({why}).", f"Start it, and see that you may use it, {other}"
        code, _, why = self._ask("image", "inspect", image)
        if code:
            return f"the image {image} is not on this computer ({why}).", f"Get it: {engine} pull {image}"
        return "", ""

    def bounded(self) -> str:
        return f"the kernel bounds memory and processes of the whole; {TRIED[self._engine]}"

    def enclosure(
        self, command: Sequence[str], files: Mapping[str, str], bounds: Bounds, folder: Path | None, open_: ExitStack
    ) -> Enclosure:
        name = f"disputatio-{secrets.token_hex(8)}"
        own, most = folder, bounds.folder
        if own is None:
            own, most = Path(open_.enter_context(tempfile.TemporaryDirectory(prefix="disputatio-box-"))), bounds.disk
        for each, text in files.items():
            (own / each).write_text(text, encoding="utf-8", errors="replace")
        script = INSIDE.format(limits=limits(bounds), seconds=int(bounds.seconds) + 1)
        walls = [*_walls(bounds, name, own), *self._peculiar(), "--entrypoint", "/bin/sh", self._image]
        return Enclosure(
            line=[self._program, "run", *walls, "-c", script, "sh", *command],
            environment=self._environment,
            own=(own, most),
            seen=False,
            verdict=lambda code: self._verdict(name, code),
            end=lambda: self._end(name),
        )

    def _peculiar(self) -> Iterator[str]:
        """Yield what is said otherwise to the two engines. Where they work without an administrator's rights, the
        person is called root in the container, unless podman is told otherwise."""
        if self._engine == "podman":
            yield from ("--read-only-tmpfs=false", "--http-proxy=false")
            if os.geteuid() != 0:
                yield from ("--userns", "keep-id")
        elif "rootless" in self._ask("info", "--format", "{{.SecurityOptions}}")[1]:
            return
        yield from ("--user", f"{os.getuid()}:{os.getgid()}")

    @property
    def _program(self) -> str:
        return self._find(self._engine) or self._engine

    def _ask(self, *words: str) -> tuple[int, str, str]:
        """Return the exit code of the engine's command, what it said, and the last line of its complaints."""
        try:
            asked = subprocess.run(
                [self._program, *words],
                capture_output=True, text=True, errors="replace", env=self._environment, timeout=PATIENCE, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            return 1, "", str(error)[:200]
        last = asked.stderr.strip().splitlines()[-1:] or [f"exit code {asked.returncode}"]
        return asked.returncode, asked.stdout, last[0][:200]

    def _verdict(self, name: str, code: int) -> Excess:
        if code != KILLED:
            return ""
        return "memory" if self._ask("inspect", "--format", "{{.State.OOMKilled}}", name)[1].strip() == "true" else ""

    def _end(self, name: str) -> None:
        self._ask("rm", "--force", name)


def _walls(bounds: Bounds, name: str, own: Path) -> Iterator[str]:
    """Yield what both engines are told of the container."""
    memory, share = f"{bounds.memory}m", bounds.disk * MB // len(WRITABLE)
    yield from ("--name", name, "--hostname", "box", "--pull", "never", "--log-driver", "none")
    yield from ("--network", "none", "--ipc", "private", "--read-only", "--cap-drop", "ALL")
    yield from ("--security-opt", "no-new-privileges", "--pids-limit", str(bounds.processes), "--cpus", str(CPUS))
    yield from ("--memory", memory, "--memory-swap", memory, "--ulimit", "core=0", "--ulimit", f"nofile={FILES}")
    yield from ("--shm-size", str(share), "--tmpfs", f"/tmp:rw,nosuid,nodev,mode=1777,size={share}")
    place = str(own).replace('"', '""')
    yield from ("--mount", f'type=bind,"source={place}",target={HOME}', "--workdir", HOME)
    for variable, text in ENVIRONMENT:
        yield from ("--env", f"{variable}={text}")
    for variable in _PROXIES:
        yield from ("--env", f"{variable}=", "--env", f"{variable.upper()}=")
