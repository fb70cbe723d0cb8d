"""Makes the checkout ready: `.venv` with Disputatio in it, and the system libraries that its window needs.

    prepare.py window      the window is about to open: its libraries must be there
    prepare.py terminal    a command is about to run: a missing window library is only mentioned
    prepare.py tests       also what the tests need; the window is drawn without a display

Standard library only, since it runs before anything is installed. Nothing outside the checkout is written, except
pip's own download cache and system packages: with root or a `sudo` that asks nothing apt installs them, otherwise one
exact command is printed.
All output goes to standard error. Exit codes: 0 ready, 1 not ready (the message says what to do).
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "prepared.json"

APT_LISTS = Path("/var/lib/apt/lists")
"""What apt knows of packages; bare images come without, and then nothing can be installed before an update."""

DRAWING = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
"""What Qt's own libraries load, with a display or without: library -> Debian package."""

SHOWING = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""What Qt loads besides to show a window on X11 or Wayland."""


ISOLATION = "bubblewrap"
"""The package that isolates the code which participants write. Without it, none is run, and all else works."""


class NotReady(Exception):
    """Setting up stopped. The text says what is missing and what to do."""


def say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def loads(library: str) -> bool:
    """Whether the dynamic loader finds a library and everything that it needs in turn."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def renamed_for_64_bit_time(release: Mapping[str, str]) -> bool:
    """Whether this Debian or Ubuntu has the package names of the move to 64-bit time (`libglib2.0-0t64`)."""
    first = {"debian": 13.0, "ubuntu": 24.04}.get(release.get("ID", ""))
    try:
        return first is not None and float(release.get("VERSION_ID", "0")) >= first
    except ValueError:
        return False


def packages(libraries: Iterable[str], release: Mapping[str, str]) -> list[str]:
    """The packages that bring these libraries, by the names they have in this release."""
    known = DRAWING | SHOWING
    names = sorted({known[library] for library in libraries})
    if renamed_for_64_bit_time(release):
        names = ["libglib2.0-0t64" if name == "libglib2.0-0" else name for name in names]
    return names


def os_release(text: str) -> dict[str, str]:
    """The fields of an os-release file."""
    pairs = (line.partition("=") for line in text.splitlines() if "=" in line)
    return {key: value.strip().strip("\"'") for key, _, value in pairs}


def this_release() -> dict[str, str]:
    try:
        return os_release(Path("/etc/os-release").read_text(encoding="utf-8"))
    except OSError:
        return {}


def missing_libraries(purpose: str) -> list[str]:
    """The libraries that this purpose needs and the loader does not find."""
    if sys.platform != "linux":
        return []
    needed = DRAWING if purpose == "tests" else DRAWING | SHOWING
    return [library for library in needed if not loads(library)]


def missing_isolation() -> list[str]:
    """The package that isolates code, where it could be had and is not there."""
    return [ISOLATION] if sys.platform == "linux" and shutil.which("bwrap") is None else []


def venv_package() -> list[str]:
    """The package that lets this Python make environments, where Debian has split it off."""
    if VENV.exists() or importlib.util.find_spec("ensurepip") is not None:
        return []
    return [f"python{sys.version_info.major}.{sys.version_info.minor}-venv"]


def silent_sudo() -> list[str] | None:
    """How to become root without asking anyone: nothing to do, `sudo -n`, or not at all."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    asked = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
    return ["sudo", "-n"] if asked.returncode == 0 else None


def install_packages(wanted: list[str]) -> bool:
    """Installs system packages where that needs no password. Whether they are installed now."""
    sudo = silent_sudo()
    if sudo is None or shutil.which("apt-get") is None:
        return False
    say(f"Installing system packages: {' '.join(wanted)}")
    apt = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    for step in (["update"], ["install", "-y", "--no-install-recommends", *wanted]):
        done = subprocess.run([*apt, *step], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            say(done.stdout)
    return done.returncode == 0


def remedy(venv: list[str], libraries: list[str], release: Mapping[str, str]) -> str:
    """What a person types to get these; where there is no apt, the names of what is missing."""
    if shutil.which("apt-get") is None:
        names = ", ".join([*venv, *libraries])
        return f"Install what brings these with this system's package manager, then start again: {names}"
    sudo = ["sudo"] if os.geteuid() and shutil.which("sudo") else []
    command = shlex.join(
        [*sudo, "apt-get", "install", "-y", "--no-install-recommends", *venv, *packages(libraries, release)]
    )
    if not any(APT_LISTS.glob("*Packages*")):
        command = f"{shlex.join([*sudo, 'apt-get', 'update'])} && {command}"
    if os.geteuid() and not sudo:
        command = f"su -c {shlex.quote(command)}"
    return f"Run this command, then start again:\n\n  {command}\n"


def provide_system_packages(purpose: str) -> None:
    """Installs or names the system packages that are missing. Raises `NotReady` if nothing can go on without them."""
    if purpose == "terminal" and not venv_package() and recorded():
        return  # a terminal needs none of them, and the first run has tried and told
    libraries, venv, release = missing_libraries(purpose), venv_package(), this_release()
    needed, isolation = venv + packages(libraries, release), missing_isolation()
    if not needed + isolation or install_packages(needed + isolation):
        return
    if isolation and not recorded():
        say(f"Code that participants write is run only where {isolation[0]} is installed; all else works without it.")
    if not needed:
        return
    if venv or purpose != "terminal":
        raise NotReady(f"System packages are missing. {remedy(venv, libraries, release)}")
    if not recorded():
        say(f"The window needs system packages that are missing; a terminal does not. {remedy([], libraries, release)}")


def recorded() -> dict[str, str]:
    """What an earlier run has installed; empty where there was none."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def base_python() -> str:
    """The interpreter outside any environment that runs this script."""
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))


def interpreter() -> str:
    """Which Python this is. Bug-fix releases do not count: what is installed stays right under them."""
    return f"{sys.version_info.major}.{sys.version_info.minor} {base_python()}"


def fingerprint(project: bytes, groups: str) -> str:
    """What an installation depends on: the interpreter, the project file and which part of it is wanted."""
    parts = [interpreter(), groups, project.decode("utf-8")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def clean_environment() -> dict[str, str]:
    """The environment without what would send packages elsewhere than into `.venv`."""
    elsewhere = {"PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_REQUIRE_VIRTUALENV", "PYTHONPATH", "PYTHONHOME"}
    return {key: text for key, text in os.environ.items() if key not in elsewhere}


def run(command: list[str], failed: str) -> None:
    if subprocess.run(command, stdout=sys.stderr, env=clean_environment(), check=False).returncode:
        raise NotReady(failed)


def usable_environment() -> bool:
    """Whether `.venv` was made in this place, by this interpreter, and got as far as having pip."""
    if not PYTHON.exists() or recorded().get("root", str(ROOT)) != str(ROOT):
        return False
    probe = "import os, pip, sys; print('%d.%d' % sys.version_info[:2], os.path.realpath(sys._base_executable))"
    done = subprocess.run([PYTHON, "-I", "-c", probe], capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.strip() == interpreter()


def make_environment() -> None:
    say(f"Making an environment of Python {sys.version.split()[0]} in {VENV}")
    run(
        [base_python(), "-m", "venv", "--clear", str(VENV)],
        f"The environment could not be made: see above. Is there room, and may {ROOT} be written to?",
    )


def install(purpose: str) -> None:
    """Installs the project, and for tests their group, unless the same was installed before."""
    project = (ROOT / "pyproject.toml").read_bytes()
    keys = {"app": fingerprint(project, "app")}
    requirements = ["--editable", str(ROOT)]
    if purpose == "tests":
        keys["tests"] = fingerprint(project, "tests")
        requirements += tomllib.loads(project.decode("utf-8"))["dependency-groups"]["test"]
    done = keys | {"root": str(ROOT)}
    if PYTHON.exists() and done.items() <= recorded().items():
        return
    if not usable_environment():
        make_environment()
    say(
        f"Installing Disputatio{' and what its tests need' * (purpose == 'tests')}; the first time takes some minutes …"
    )
    # pip compiles one file after the other; all processors together are done sooner.
    run(
        [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check", *requirements],
        "The packages could not be installed: see above. Without a network, connect and start again; nothing is lost.",
    )
    # Some packages bring files along that are meant for other Pythons, and cannot be compiled.
    packages = next((VENV / "lib").glob("python3.*/site-packages"))
    subprocess.run([str(PYTHON), "-m", "compileall", "-qq", "-j", "0", str(packages)], check=False)
    STAMP.write_text(json.dumps(done), encoding="utf-8")


def main(purpose: str) -> int:
    """Makes everything ready for a purpose; two at a time wait for one another."""
    lock = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        provide_system_packages(purpose)
        install(purpose)
    except NotReady as problem:
        say(str(problem))
        return 1
    finally:
        os.close(lock)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in {"window", "terminal", "tests"}:
        sys.exit("usage: prepare.py window|terminal|tests")
    sys.exit(main(sys.argv[1]))
