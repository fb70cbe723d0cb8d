"""The first command, driven on a small stand-in for the project in a folder with spaces: made once, then quick."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROJECT = """
[build-system]
requires = []
build-backend = "builder"
backend-path = ["."]

[project]
name = "disputatio"
version = "0"
"""

BUILDER = r"""
import pathlib, zipfile

WHEEL = "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n"

def build_editable(folder, config_settings=None, metadata_directory=None):
    here = pathlib.Path(__file__).parent
    with (here / "built.log").open("a") as log:
        log.write("built\n")
    info = "disputatio-0.dist-info/"
    with zipfile.ZipFile(pathlib.Path(folder, "disputatio-0-py3-none-any.whl"), "w") as wheel:
        wheel.writestr("disputatio.pth", str(here / "src"))
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\nName: disputatio\nVersion: 0\n")
        wheel.writestr(info + "WHEEL", WHEEL)
        wheel.writestr(info + "RECORD", "")
    return "disputatio-0-py3-none-any.whl"
"""

PROGRAM = """
import json, os, sys
print(json.dumps({"arguments": sys.argv[1:], "prefix": sys.prefix, "typed": os.environ["DISPUTATIO_COMMAND"]}))
sys.exit(3)
"""


class Checkout:
    """A clone of the stand-in, and what starting it does."""

    def __init__(self, folder: Path, tools: Path) -> None:
        self.folder = folder
        self.tools = tools

    def make(self) -> None:
        (self.folder / "src" / "disputatio").mkdir(parents=True)
        (self.folder / "src" / "disputatio" / "__init__.py").touch()
        (self.folder / "src" / "disputatio" / "__main__.py").write_text(PROGRAM, encoding="utf-8")
        (self.folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
        (self.folder / "builder.py").write_text(BUILDER, encoding="utf-8")
        shutil.copy(ROOT / "run", self.folder)
        shutil.copytree(ROOT / "scripts", self.folder / "scripts")
        self.tools.mkdir()
        for name in ("apt-get", "sudo"):  # this machine is not to be changed by a test
            tool = self.tools / name
            tool.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
            tool.chmod(0o755)

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        given = os.environ | {"PATH": f"{self.tools}:{os.environ['PATH']}", "PIP_NO_INDEX": "1"} | environment
        for display in ("DISPLAY", "WAYLAND_DISPLAY"):
            given.pop(display, None)
        command = [str(self.folder / "run"), *arguments]
        return subprocess.run(command, cwd=self.tools, env=given, capture_output=True, text=True, check=False)

    def builds(self) -> int:
        log = self.folder / "built.log"
        return len(log.read_text(encoding="utf-8").splitlines()) if log.exists() else 0


def test_the_first_command(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "my checkout", tmp_path / "tools")
    checkout.make()
    chosen = {"DISPUTATIO_PYTHON": str(getattr(sys, "_base_executable", sys.executable))}

    # An installation that fails is said, and tried again the next time.
    (checkout.folder / "builder.py").write_text("", encoding="utf-8")
    failed = checkout.run(**chosen)
    assert (failed.returncode, failed.stdout) == (1, ""), failed.stderr
    assert "Making an environment" in failed.stderr
    assert "The packages could not be installed" in failed.stderr
    (checkout.folder / "builder.py").write_text(BUILDER, encoding="utf-8")

    first = checkout.run("debate", "Is it so?", **chosen)
    assert first.returncode == 3, first.stderr
    assert '"arguments": ["debate", "Is it so?"]' in first.stdout
    assert f'"prefix": "{checkout.folder}/.venv"' in first.stdout
    assert f'"typed": "{checkout.folder}/run"' in first.stdout
    assert len(first.stdout.splitlines()) == 1, "setting up must not write to standard output"
    assert checkout.builds() == 1

    # Again: nothing is installed, nothing is said, and a hostile folder to stand in changes nothing.
    (checkout.tools / "json.py").write_text("raise SystemExit(9)", encoding="utf-8")
    again = checkout.run(HOME="/nonexistent")
    assert (again.returncode, again.stderr, checkout.builds()) == (3, "", 1)

    # A changed project is installed anew into the same environment.
    (checkout.folder / "pyproject.toml").write_text(PROJECT + 'description = "x"\n', encoding="utf-8")
    changed = checkout.run()
    assert (changed.returncode, checkout.builds()) == (3, 2)
    assert "Making an environment" not in changed.stderr

    # A moved checkout repairs itself.
    checkout.folder = checkout.folder.rename(tmp_path / "moved checkout")
    moved = checkout.run()
    assert (moved.returncode, checkout.builds()) == (3, 3), moved.stderr
    assert "Making an environment" in moved.stderr
    assert f'"prefix": "{checkout.folder}/.venv"' in moved.stdout


STUB = """#!/bin/sh
case "$2" in
    *version_info*) exit {unsuitable} ;;
    *ensurepip*) exit {incomplete} ;;
esac
echo "chosen {name}"
"""


@pytest.mark.parametrize(
    ("machine", "chosen"),
    [
        ({"python3.13": "whole", "python3.12": "whole", "python3": "whole"}, "python3.13"),
        ({"python3.13": "no venv", "python3.12": "whole", "python3": "old"}, "python3.12"),
        ({"python3.13": "broken", "python3.11": "whole", "python3": "old"}, "python3.11"),
        ({"python3": "whole"}, "python3"),
        ({"python3.12": "no venv", "python3": "old"}, "python3.12"),
    ],
)
def test_the_newest_complete_python_is_chosen(tmp_path: Path, machine: dict[str, str], chosen: str) -> None:
    shutil.copytree(ROOT / "scripts", tmp_path / "checkout" / "scripts")
    done = choose(tmp_path, machine)
    assert done.stdout.strip() == f"chosen {chosen}", done.stderr


def test_without_a_suitable_python_the_remedy_is_said(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scripts", tmp_path / "checkout" / "scripts")
    done = choose(tmp_path, {"python3": "old"})
    assert done.returncode == 1
    assert "Disputatio needs Python 3.11, 3.12 or 3.13" in done.stderr
    assert "sudo apt-get install python3 python3-venv" in done.stderr


def choose(folder: Path, machine: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Runs scripts/prepare on a machine with these Pythons: name -> whole, no venv, old or broken."""
    tools = folder / "tools"
    tools.mkdir()
    for name in ("python3.13", "python3.12", "python3.11", "python3"):
        kind = machine.get(name, "broken")
        tool = tools / name
        values = {"unsuitable": int(kind in {"old", "broken"}), "incomplete": int(kind != "whole"), "name": name}
        tool.write_text(STUB.format(**values), encoding="utf-8")
        tool.chmod(0o755)
    environment = {"PATH": f"{tools}:/usr/bin:/bin"}
    command = [str(folder / "checkout" / "scripts" / "prepare"), "window"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
