"""Which SQLite we talk to. Chosen once: one that can load extensions where there is one."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from disputatio.debate.values import value

CANDIDATES = ("sqlite3.dbapi2", "sqlean.dbapi2", "pysqlite3.dbapi2")


@value
class Capabilities:
    """What the storage of this machine can do, as `doctor` says it. Empty `vectors`: `vectors_why` says why not."""

    driver: str
    sqlite: str
    extensions: bool
    vectors: str = ""
    vectors_why: str = ""


def loads_extensions(driver: ModuleType) -> bool:
    return hasattr(driver.Connection, "enable_load_extension")


@cache
def choose(candidates: tuple[str, ...] = CANDIDATES) -> ModuleType:
    """The first driver that loads extensions; the standard one when none does.

    Two copies of SQLite must not open one file in one process (closing one drops the other's locks), hence one choice.
    """
    found = [_imported(name) for name in candidates]
    able = [driver for driver in found if driver is not None and loads_extensions(driver)]
    return able[0] if able else importlib.import_module("sqlite3.dbapi2")


def _imported(name: str) -> ModuleType | None:
    if find_spec(name.partition(".")[0]) is None:
        return None
    try:
        return importlib.import_module(name)
    except ImportError:  # built for another machine
        return None


def load_vectors(connection: Any) -> str:
    """Load sqlite-vec into a driver's connection. Returns why it could not, or ""."""
    if not hasattr(connection, "enable_load_extension"):
        return "this Python's SQLite cannot load extensions"
    path = _vector_extension()
    if not path:
        return "the package sqlite-vec is not installed"
    try:
        connection.enable_load_extension(True)
        connection.load_extension(path)
        connection.enable_load_extension(False)
    except choose().Error as fault:
        return f"sqlite-vec cannot be loaded: {fault}"
    return ""


@cache
def _vector_extension() -> str:
    package = _imported("sqlite_vec")
    return str(package.loadable_path()) if package is not None else ""


def capabilities(connection: Any) -> Capabilities:
    """What an open driver's connection can do."""
    driver = choose()
    why = load_vectors(connection)
    version = "" if why else f"sqlite-vec {connection.execute('select vec_version()').fetchone()[0]}"
    return Capabilities(
        driver=driver.__name__.partition(".")[0],
        sqlite=driver.sqlite_version,
        extensions=loads_extensions(driver),
        vectors=version,
        vectors_why=why,
    )
