"""The import contracts of pyproject.toml hold, and each of them notices a violation."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
NAMES = [contract["name"] for contract in LINTER["contracts"]]


def planted(contract: dict[str, object]) -> dict[str, str]:
    """Modules that break this contract and no other: path -> source."""
    match contract["name"]:
        case "Floors: import only downwards":
            return {"engine/upward.py": "import disputatio.app"}
        case "Faces do not know one another":
            return {"faces/cli/sideways.py": "import disputatio.faces.gui"}
        case "The pure floors touch nothing":
            return {"debate/impure.py": "import random"}
        case "Qt lives in the window alone":
            return {"exporting/drawing.py": "import PySide6.QtGui"}
        case "Faces see a debate through its views":
            return {"exporting/counting.py": "import disputatio.debate.statements.points"}
        case "No cycles":
            return {
                "debate/hen.py": "import disputatio.debate.egg",
                "debate/egg.py": "import disputatio.debate.hen",
            }
    pytest.fail(f"the contract {contract['name']!r} has no planted violation yet: add one here")


def packages() -> set[str]:
    """Every package that the contracts name, and those beside them."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = re.findall(r'"disputatio\.([a-z_.]+)"', text.partition("[tool.importlinter]")[2])
    floors = {name.strip(" ()") for layer in LINTER["contracts"][0]["layers"] for name in layer.split("|")}
    return {name.replace(".", "/") for name in (*named, *floors) if name != "__main__"}


def write_tree(folder: Path, modules: dict[str, str]) -> None:
    """An empty copy of the program's packages with these modules in it."""
    package = folder / "disputatio"
    for name in packages():
        (package / name).mkdir(parents=True, exist_ok=True)
    for path in [package, *(path for path in package.rglob("*") if path.is_dir())]:
        (path / "__init__.py").touch()
    (package / "__main__.py").touch()
    for name, source in modules.items():
        (package / name).write_text(source + "\n", encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", folder)


def broken(folder: Path) -> tuple[set[str], str]:
    """The contracts that the tree in a folder breaks, and the linter's print-out."""
    command = "from importlinter.cli import lint_imports_command as main; main()"
    source = folder / "src" if folder == ROOT else folder  # the program of this checkout, not the one that is installed
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-cache"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(source), "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = re.findall(r"^(.+) (KEPT|BROKEN)", done.stdout, re.MULTILINE)
    verdicts = {name: verdict for name, verdict in lines if name in NAMES}
    assert verdicts.keys() == set(NAMES), done.stdout + done.stderr
    assert (done.returncode == 0) == ("BROKEN" not in verdicts.values())
    return {name for name, verdict in verdicts.items() if verdict == "BROKEN"}, done.stdout


def test_the_program_keeps_its_contracts() -> None:
    names, report = broken(ROOT)
    assert not names, report


def test_an_empty_tree_breaks_nothing(tmp_path: Path) -> None:
    write_tree(tmp_path, {})
    assert broken(tmp_path)[0] == set()


@pytest.mark.parametrize("contract", LINTER["contracts"], ids=NAMES)
def test_each_contract_notices_its_violation(contract: dict[str, object], tmp_path: Path) -> None:
    write_tree(tmp_path, planted(contract))
    assert broken(tmp_path)[0] == {contract["name"]}


def test_a_package_without_a_floor_is_noticed(tmp_path: Path) -> None:
    write_tree(tmp_path, {})
    (tmp_path / "disputatio" / "homeless").mkdir()
    (tmp_path / "disputatio" / "homeless" / "__init__.py").touch()
    assert broken(tmp_path)[0] == {"Floors: import only downwards"}
