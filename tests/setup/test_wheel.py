"""The wheel holds the program, everything of resources/, the licences, and a command to start it."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--no-cache-dir"]
    command = [sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("disputatio-*.whl")
    return zipfile.ZipFile(built)


def files(folder: Path) -> set[str]:
    """The files under a folder by their paths inside it, without what Python leaves behind."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if "__pycache__" not in path.parts}


def test_it_holds_every_resource_unchanged(wheel: zipfile.ZipFile) -> None:
    expected = files(ROOT / "resources")
    prefix = "disputatio/resources/"
    assert {name.removeprefix(prefix) for name in wheel.namelist() if name.startswith(prefix)} == expected
    for name in expected:
        assert wheel.read(prefix + name) == (ROOT / "resources" / name).read_bytes(), name


def test_it_holds_every_module(wheel: zipfile.ZipFile) -> None:
    modules = {name for name in files(ROOT / "src") if name.endswith(".py")}
    assert modules <= set(wheel.namelist())


def test_it_carries_licence_and_notice(wheel: zipfile.ZipFile) -> None:
    for name in ("LICENSE", "NOTICE"):
        (inside,) = [path for path in wheel.namelist() if path.endswith(f".dist-info/licenses/{name}")]
        assert wheel.read(inside) == (ROOT / name).read_bytes()


def test_it_installs_the_command(wheel: zipfile.ZipFile) -> None:
    (path,) = [path for path in wheel.namelist() if path.endswith("entry_points.txt")]
    assert "disputatio = disputatio.__main__:main" in wheel.read(path).decode()


def test_every_bundled_font_has_its_licence(wheel: zipfile.ZipFile) -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for font in (ROOT / "resources" / "fonts").iterdir():
        family = font.stem.partition("-")[0]
        assert f"disputatio/resources/licences/{family}-OFL.txt" in wheel.namelist()
        assert f"resources/fonts/{family}-*" in notice
