"""What the packaged application is made of. Building it takes minutes and is no test (`packaging/build`, which tries
what it made); these hold the pieces to the program."""

from __future__ import annotations

import ast
import functools
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from disputatio.repository.grammars import GRAMMARS
from disputatio.storage.sqlite import CANDIDATES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "packaging"
CONTENTS: dict[str, Any] = runpy.run_path(str(FOLDER / "contents.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ID: str = CONTENTS["ID"]
ENTRY, METAINFO = FOLDER / "linux" / f"{ID}.desktop", FOLDER / "linux" / f"{ID}.metainfo.xml"


@functools.cache
def sources() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / "src").rglob("*.py"))}


def imported(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Import):
            yield from (name.name for name in each.names)
        elif isinstance(each, ast.ImportFrom) and each.module:
            yield each.module


def foreign(names: Iterator[str]) -> set[str]:
    ours = {"disputatio", *sys.stdlib_module_names}
    return {name for name in names if name.partition(".")[0] not in ours}


def late() -> set[str]:
    """What functions import, in statements and by texts."""
    functions = [
        each
        for tree in sources().values()
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    by_text = {
        str(each.args[0].value)
        for tree in sources().values()
        for each in ast.walk(tree)
        if isinstance(each, ast.Call) and each.args and isinstance(each.args[0], ast.Constant)
        if "import_module" in ast.dump(each.func) or "_imported" in ast.dump(each.func)
    }
    found = {name for each in functions for name in imported(each)} | by_text
    return foreign(iter(found | set(CANDIDATES) | {each.module for each in GRAMMARS.values()}))


def covered(name: str) -> bool:
    """Whether a module is named, or belongs to a package of which a module is named: importing that brings the package,
    and its own imports are found by analysis."""
    parts = name.split(".")
    within = any(".".join(each.split(".")[: len(parts)]) == name for each in CONTENTS["LAZY"])
    return within or any(".".join(parts[:end]) in CONTENTS["LAZY"] for end in range(1, len(parts)))


def test_whatever_is_imported_late_is_named() -> None:
    optional = {"tokenizers", "pysqlite3.dbapi2"}  # an extra, which the application is built without; Windows alone
    found = late()
    assert {"anthropic", "pygit2", "mcp", "alembic.script", "typst", "keyring", "re2", "tree_sitter_go"} <= found
    assert {name for name in found - optional if not covered(name)} == set()


def test_whatever_is_installed_with_the_program_is_packed() -> None:
    """A dependency is imported at the top of some module, where analysis finds it, or it is named."""
    at_top = {
        name.partition(".")[0]
        for tree in sources().values()
        for each in tree.body
        if isinstance(each, ast.Import | ast.ImportFrom)
        for name in imported(each)
    }
    named = at_top | {name.partition(".")[0] for name in CONTENTS["LAZY"]}
    of_distribution: dict[str, set[str]] = {}
    for module, distributions in packages_distributions().items():
        for each in distributions:
            of_distribution.setdefault(re.sub(r"[-_.]+", "-", each).lower(), set()).add(module)
    wanted = {re.sub(r"[-_.]+", "-", re.split(r"[\s<>=~!;\[]", each)[0]).lower() for each in PROJECT["dependencies"]}
    here = {each: of_distribution[each] for each in wanted if each in of_distribution}
    assert len(here) > 25
    assert {each for each, modules in here.items() if not modules & named} == set()


def test_modules_that_nobody_imports_by_name_are_found_without_importing_them() -> None:
    """Importing them to look for them would run them: bandit complains of a formatter that it cannot load."""
    found = {name for each in CONTENTS["LOOKED_FOR"] for name in CONTENTS["modules_of"](each)}
    assert {"keyring.backends.SecretService", "bandit.plugins.app_debug", "openai.resources.chat.completions"} <= found
    script = f"import runpy, sys; runpy.run_path({str(FOLDER / 'contents.py')!r})['modules_of']('bandit.plugins')"
    subprocess.run([sys.executable, "-c", f"{script}; assert 'bandit' not in sys.modules"], check=True)


def test_modules_that_are_read_as_files_are_there() -> None:
    for pattern in CONTENTS["FILES_OF_CODE"]:
        assert list((ROOT / "src" / "disputatio").glob(pattern)), pattern
    migrations = ROOT / "src" / "disputatio" / "storage" / "migrations"
    assert f"storage/{migrations.name}/*.py" in CONTENTS["FILES_OF_CODE"]


def test_nothing_that_the_program_imports_is_left_out() -> None:
    """`disputatio.testing` is for tests: nothing else imports it."""
    own = ROOT / "src" / "disputatio" / "testing"
    for path, tree in sources().items():
        if own not in path.parents:
            for name in imported(tree):
                assert not any(f"{name}.".startswith(f"{each}.") for each in CONTENTS["LEFT_OUT"]), f"{path}: {name}"


@pytest.mark.parametrize(
    ("file", "kept"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/plugins/platforms/qwindows.dll", True),
        ("PySide6/Qt/plugins/platforms/libqcocoa.dylib", True),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", False),
        ("PySide6/Qt/lib/libQt6Gui.so.6", True),
    ],
)
def test_of_plugins_only_some_are_kept(file: str, kept: bool) -> None:
    assert CONTENTS["wanted"](file) is kept


def test_qt_speaks_the_languages_of_the_window() -> None:
    names = sorted(path.stem for path in (ROOT / "resources" / "translations").glob("*.mo"))
    assert [f"qtbase_{name}.qm" for name in names] == list(CONTENTS["QT_TEXTS"])
    files = [("a/qtbase_de.qm", "PySide6/Qt/translations"), ("a/qtbase_fr.qm", "PySide6/Qt/translations")]
    assert CONTENTS["kept"](files) == files[:1]


def test_every_spec_asks_for_the_same_contents() -> None:
    specs = {path.stem: path.read_text("utf-8") for path in FOLDER.glob("*.spec")}
    assert set(specs) == {"linux", "macos", "windows"}
    for name, text in specs.items():
        compile(text, name, "exec")
        assert "Analysis(**analysis())" in text
        assert ("UNTESTED" in text) is (name != "linux")


def test_what_runs_first_gives_others_the_library_path_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/the/application")
    monkeypatch.setenv("DYLD_LIBRARY_PATH", "/the/application")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/theirs")
    runpy.run_path(str(FOLDER / "hooks" / "surroundings.py"))
    assert os.environ["LD_LIBRARY_PATH"] == "/theirs"
    assert not {"LD_LIBRARY_PATH_ORIG", "DYLD_LIBRARY_PATH"} & set(os.environ)


# ---- what desktops read ---------------------------------------------------------------------------------------------
def entry(text: str) -> dict[str, str]:
    group, *lines = text.splitlines()
    assert group == "[Desktop Entry]"
    return dict(line.split("=", 1) for line in lines)


def test_the_desktop_entry_is_valid_and_named_as_the_window_names_itself() -> None:
    found = entry(ENTRY.read_text("utf-8"))
    window = (ROOT / "src" / "disputatio" / "faces" / "gui" / "shell" / "process.py").read_text("utf-8")
    assert f'ID: Final = "{ID}"' in window
    assert found["Icon"] == ID
    assert (found["Type"], found["Name"], found["Exec"], found["Terminal"]) == (
        "Application",
        "Disputatio",
        "disputatio",
        "false",
    )
    assert found["Categories"].endswith(";")
    assert found["Keywords"].endswith(";")
    if checker := shutil.which("desktop-file-validate"):
        done = subprocess.run([checker, str(ENTRY)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "")


def test_the_metadata_are_of_this_version_and_name_files_that_are_there() -> None:
    tree = ElementTree.parse(METAINFO).getroot()
    assert tree.attrib == {"type": "desktop-application"}
    assert tree.findtext("id") == ID
    assert tree.findtext("launchable") == ENTRY.name
    assert tree.findtext("project_license") == PROJECT["license"]
    summary = tree.findtext("summary") or ""
    assert 0 < len(summary) <= 35
    assert not summary.endswith(".")
    newest = tree.find("releases/release")
    assert newest is not None
    assert newest.attrib["version"] == PROJECT["version"]
    changes = re.findall(r"^## (\S+)", (FOLDER / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert changes == [each.attrib["version"] for each in tree.findall("releases/release")]
    if checker := shutil.which("appstreamcli"):
        done = subprocess.run(
            [checker, "validate", "--no-net", str(METAINFO)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


def test_a_person_installs_it_from_any_folder_and_takes_it_out_again(tmp_path: Path) -> None:
    home, place = tmp_path / "home", tmp_path / 'a folder of 100 % "mine"'
    (place / "share" / "applications").mkdir(parents=True)
    (place / "share" / "applications" / ENTRY.name).write_bytes(ENTRY.read_bytes())
    (place / "disputatio").write_text("#!/bin/sh\necho started\n")
    (place / "disputatio").chmod(0o755)
    shutil.copy2(FOLDER / "linux" / "install", place / "install")
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}

    def run(*words: str) -> str:
        return subprocess.run([*words], env=environment, capture_output=True, text=True, check=True).stdout

    run(str(place / "install"))
    installed = home / ".local" / "share" / "applications" / ENTRY.name
    found = entry(installed.read_text("utf-8"))
    quoted = str(place / "disputatio").replace("%", "%%").replace('"', '\\\\"')
    assert found["Exec"] == f'"{quoted}"'
    if checker := shutil.which("desktop-file-validate"):
        assert run(checker, str(installed)) == ""
    assert run(str(home / ".local" / "bin" / "disputatio")) == "started\n"
    run(str(place / "install"), "--remove")
    assert [path for path in home.rglob("*") if not path.is_dir()] == []
    assert (place / "disputatio").exists()
