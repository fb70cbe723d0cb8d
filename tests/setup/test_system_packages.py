"""The libraries that scripts/prepare.py looks for are those that the installed Qt loads, by exact package names."""

import importlib.util
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
ALWAYS_THERE = {"ld-linux-x86-64.so.2", "libc.so.6", "libdl.so.2", "libgcc_s.so.1", "libm.so.6", "libpthread.so.0"}
ALWAYS_THERE |= {"libresolv.so.2", "librt.so.1", "libstdc++.so.6", "ld-linux-aarch64.so.1"}
"""The C and C++ runtime: without it there is no apt."""

DEBIAN = {"ID": "debian", "VERSION_ID": "12"}
UBUNTU = {"ID": "ubuntu", "VERSION_ID": "24.04"}


@pytest.fixture
def prepare() -> ModuleType:
    spec = importlib.util.spec_from_file_location("prepare", ROOT / "scripts" / "prepare.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def needed(path: Path) -> Iterator[str]:
    """The libraries that a shared object names in its dynamic section (ELF, 64 bit, little-endian)."""
    data = path.read_bytes()
    assert data[:6] == b"\x7fELF\x02\x01", path
    start, size, count = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, start + index * size) for index in range(count)]
    for _, kind, _, _, offset, length, link, *_ in sections:
        if kind != 6:  # SHT_DYNAMIC
            continue
        strings = sections[link][4]
        for place in range(offset, offset + length, 16):
            tag, value = struct.unpack_from("<qQ", data, place)
            if tag == 1:  # DT_NEEDED
                end = data.index(b"\0", strings + value)
                yield data[strings + value : end].decode()


def from_the_system(*patterns: str) -> set[str]:
    """What these parts of the wheel load, directly or through Qt's own libraries, that the wheel does not bring."""
    spec = importlib.util.find_spec("PySide6")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent
    own = {path.name: path for part in (folder, folder.parent / "shiboken6") for path in part.rglob("*.so*")}
    waiting = [path for pattern in patterns for path in folder.glob(pattern)]
    assert waiting, patterns
    seen: set[str] = set()
    while waiting:
        for name in set(needed(waiting.pop())) - seen:
            seen.add(name)
            if name in own:
                waiting.append(own[name])
    return seen - own.keys() - ALWAYS_THERE


DRAWN = ["Qt/plugins/platforms/libqoffscreen.so", "Qt/plugins/iconengines/*.so", "Qt/plugins/tls/*.so"]
DRAWN += [f"Qt{name}.abi3.so" for name in ("Core", "Gui", "Widgets", "Svg", "SvgWidgets", "Network", "DBus")]
SHOWN = ["Qt/plugins/platforms/libqxcb.so", "Qt/plugins/platforms/libqwayland*.so", "Qt/plugins/xcbglintegrations/*.so"]
SHOWN += [f"Qt/plugins/wayland-{kind}/*.so" for kind in ("graphics-integration-client", "shell-integration")]

linux = pytest.mark.skipif(sys.platform != "linux", reason="system packages are looked for on Linux only")


@linux
def test_drawing_needs_what_the_list_says(prepare: ModuleType) -> None:
    assert from_the_system(*DRAWN) == prepare.DRAWING.keys()


@linux
def test_a_window_needs_what_the_list_says(prepare: ModuleType) -> None:
    assert from_the_system(*SHOWN) - prepare.DRAWING.keys() == prepare.SHOWING.keys()


@linux
def test_what_the_tests_need_is_found_here(prepare: ModuleType) -> None:
    assert prepare.missing_libraries("tests") == []
    assert not prepare.loads("libthat-nobody-has.so.7")


def test_the_readme_names_every_package(prepare: ModuleType) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8").split()
    assert [name for name in prepare.packages(prepare.DRAWING | prepare.SHOWING, DEBIAN) if name not in readme] == []


@pytest.mark.parametrize(
    ("release", "name"),
    [
        (DEBIAN, "libglib2.0-0"),
        (DEBIAN | {"VERSION_ID": "13"}, "libglib2.0-0t64"),
        (UBUNTU, "libglib2.0-0t64"),
        (UBUNTU | {"VERSION_ID": "22.04"}, "libglib2.0-0"),
        ({"ID": "debian"}, "libglib2.0-0"),
        ({}, "libglib2.0-0"),
    ],
)
def test_names_follow_the_release(prepare: ModuleType, release: dict[str, str], name: str) -> None:
    assert prepare.packages(["libgthread-2.0.so.0", "libEGL.so.1"], release) == ["libegl1", name]


def test_the_release_is_read_with_and_without_quotes(prepare: ModuleType) -> None:
    assert prepare.os_release('NAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\n\n# x\n').items() >= UBUNTU.items()


@pytest.fixture
def lists(prepare: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """What apt has fetched of the archive's lists: one."""
    monkeypatch.setattr(prepare, "APT_LISTS", tmp_path)
    (tmp_path / "deb.example.org_bookworm_main_binary-amd64_Packages.lz4").touch()
    return tmp_path


def without_rights(prepare: ModuleType, monkeypatch: pytest.MonkeyPatch, apt: str | None = "/usr/bin/apt-get") -> None:
    """A machine where the cursor library is missing and nobody may install anything."""
    monkeypatch.setattr(prepare, "missing_libraries", lambda purpose: ["libxcb-cursor.so.0"])
    monkeypatch.setattr(prepare, "venv_package", list)
    monkeypatch.setattr(prepare, "recorded", dict)
    monkeypatch.setattr(prepare, "silent_sudo", lambda: None)
    monkeypatch.setattr(prepare.shutil, "which", lambda name: apt)
    monkeypatch.setattr(prepare.os, "geteuid", lambda: 1000)


@pytest.mark.usefixtures("lists")
@pytest.mark.parametrize("purpose", ["window", "tests"])
def test_without_rights_one_exact_command_is_printed(
    prepare: ModuleType, monkeypatch: pytest.MonkeyPatch, purpose: str
) -> None:
    without_rights(prepare, monkeypatch)
    with pytest.raises(prepare.NotReady) as stopped:
        prepare.provide_system_packages(purpose)
    lines = [line.strip() for line in str(stopped.value).splitlines() if "apt-get" in line]
    assert lines == ["sudo apt-get install -y --no-install-recommends libxcb-cursor0"]


def test_a_bare_image_is_told_to_fetch_the_lists_first(
    prepare: ModuleType, monkeypatch: pytest.MonkeyPatch, lists: Path
) -> None:
    without_rights(prepare, monkeypatch)
    for one in lists.iterdir():
        one.unlink()
    with pytest.raises(prepare.NotReady, match="sudo apt-get update && sudo apt-get install -y"):
        prepare.provide_system_packages("window")


@pytest.mark.usefixtures("lists")
def test_where_there_is_no_sudo_the_command_does_without_it(
    prepare: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_rights(prepare, monkeypatch)
    monkeypatch.setattr(prepare.shutil, "which", lambda name: None if name == "sudo" else f"/usr/bin/{name}")
    with pytest.raises(prepare.NotReady) as stopped:
        prepare.provide_system_packages("window")
    lines = [line.strip() for line in str(stopped.value).splitlines() if "apt-get" in line]
    assert lines == ["su -c 'apt-get install -y --no-install-recommends libxcb-cursor0'"]


def test_the_terminal_goes_on_without_the_window_s_libraries(
    prepare: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_rights(prepare, monkeypatch)
    prepare.provide_system_packages("terminal")
    assert "libxcb-cursor0" in capsys.readouterr().err


def test_a_missing_venv_module_stops_the_terminal_too(prepare: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    without_rights(prepare, monkeypatch)
    monkeypatch.setattr(prepare, "venv_package", lambda: ["python3.12-venv"])
    with pytest.raises(prepare.NotReady, match=r"python3\.12-venv libxcb-cursor0"):
        prepare.provide_system_packages("terminal")


def test_without_apt_the_libraries_are_named(prepare: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    without_rights(prepare, monkeypatch, apt=None)
    with pytest.raises(prepare.NotReady, match=r"libxcb-cursor\.so\.0"):
        prepare.provide_system_packages("window")
