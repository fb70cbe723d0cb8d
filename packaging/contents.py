"""What the packaged application consists of, on every system. The specs read it, and `tests/setup/test_packaging.py`
holds it to the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
ID: Final = "io.github.disputatio.Disputatio"
"""The name of the desktop entry, which is also what the window tells the desktop (`faces.gui.shell.process.ID`)."""

LAZY: Final = (
    # imported inside of functions
    "alembic.migration",
    "alembic.operations",
    "alembic.script",
    "alembic.util",
    "anthropic",
    "bandit.core.config",
    "bandit.core.manager",
    "genai_prices",
    "google.genai",
    "httpx2",
    "keyring",
    "latex2mathml.converter",
    "lizard",
    "markdown_it",
    "mcp",
    "mcp_types",
    "numpy",
    "openai",
    "pygit2",
    "pypdf",
    "radon.metrics",
    "radon.visitors",
    "rich.markdown",
    "tomlkit",
    "typst",
    "ziamath",
    # imported by what is no module of ours: migrations, which are files, and libgit2's binding
    "alembic.op",
    "cffi",
    # named by texts, which no analysis of imports sees
    "pygments.lexers",
    "pygments.util",
    "re2",
    "sqlean.dbapi2",
    "sqlite3.dbapi2",
    "sqlite_vec",
    "tree_sitter",
    "tree_sitter_bash",
    "tree_sitter_c",
    "tree_sitter_c_sharp",
    "tree_sitter_cpp",
    "tree_sitter_go",
    "tree_sitter_java",
    "tree_sitter_javascript",
    "tree_sitter_php",
    "tree_sitter_python",
    "tree_sitter_ruby",
    "tree_sitter_rust",
    "tree_sitter_typescript",
)
LOOKED_FOR: Final = (
    *("keyring.backends", "openai.resources", "anthropic.resources", "pygments.lexers"),
    *("bandit.blacklists", "bandit.formatters", "bandit.plugins"),
)
"""Packages whose modules are found by looking, by entry points, or imported by a name that is put together."""
WITH_FILES: Final = ("disputatio", "latex2mathml", "ziafont", "ziamath")
"""Packages whose files go with them: what they are read with, fonts, tables."""
LEFT_OUT: Final = ("disputatio.testing", "_tkinter", "lib2to3", "pip", "pydoc_data", "setuptools", "test", "tkinter")
FILES_OF_CODE: Final = ("sandbox/harness.py", "storage/migrations/*.py")
"""Modules that are read as files: one is run in the sandbox, the others are found by Alembic."""

PLUGINS: Final = (
    *("qxcb", "qwayland", "qoffscreen", "qminimal", "qcocoa", "qwindows"),  # where the window is shown
    *("composeplatforminputcontextplugin", "ibusplatforminputcontextplugin"),  # writing in every script
    *("xdg-shell", "adwaita", "bradient", "qt-plugin-wayland-egl", "qxdgdesktopportal"),
    *("qsvg", "qsvgicon", "qico"),
)
"""The plugins of Qt that are kept. The others show screens without a desktop, read pictures that the window never
shows, or bring a second toolkit along (GTK)."""
QT_TEXTS: Final = ("qtbase_de.qm",)
"""Qt's own texts in the languages of the window, as long as they are not English."""


def wanted(plugin: str) -> bool:
    """Whether a file that PyInstaller found for a module of Qt is kept: all that is no plugin, and some plugins."""
    path = Path(plugin)
    return "plugins" not in path.parts or path.name.partition(".")[0].removeprefix("lib") in PLUGINS


def kept(files: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the files of a hook without unwanted plugins, and of Qt's own translations those into languages that
    the window speaks."""
    return [(file, folder) for file, folder in files if wanted(file) and _spoken(file, folder)]


def _spoken(file: str, folder: str) -> bool:
    return "translations" not in Path(folder).parts or Path(file).name in QT_TEXTS


def modules_of(package: str) -> list[str]:
    """Return a package and all modules in it, by their files: PyInstaller would import it, and bandit then complains
    of what nobody asks it for."""
    top, *inner = package.split(".")
    spec = find_spec(top)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"{top} is not installed")
    folder = Path(spec.origin).parent.joinpath(*inner)
    files = (file.relative_to(folder).with_suffix("") for file in folder.rglob("*.py"))
    return sorted(".".join((package, *file.parts)).removesuffix(".__init__") for file in files)


def analysis() -> dict[str, Any]:
    """Return what PyInstaller's `Analysis` is told on every system."""
    from PyInstaller.utils.hooks import collect_data_files, collect_dynamic_libs, collect_submodules, copy_metadata

    ours = collect_submodules("disputatio", filter=lambda name: name.partition(".testing")[0] == name)
    code = collect_data_files("disputatio", include_py_files=True, includes=list(FILES_OF_CODE))
    return {
        "scripts": [str(HERE / "start.py")],
        "hiddenimports": [*LAZY, *ours, *(name for each in LOOKED_FOR for name in modules_of(each))],
        # with the metadata of a package come its version, its entry points and its licence
        "datas": [
            *(file for each in WITH_FILES for file in collect_data_files(each)),
            *code,
            *copy_metadata("disputatio", recursive=True),
        ],
        "binaries": collect_dynamic_libs("sqlite_vec", search_patterns=["vec0.*"]),
        "hookspath": [str(HERE / "hooks")],
        "runtime_hooks": [str(HERE / "hooks" / "surroundings.py")],
        "excludes": list(LEFT_OUT),
    }
