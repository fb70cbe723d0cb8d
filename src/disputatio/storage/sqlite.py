"""SQLite itself: which build we talk to, the SQL text that is compiled once for it, and its faults in words that a
person can act on. The build is chosen once: one that can load extensions, where there is one."""

from __future__ import annotations

import errno
import importlib
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite as dialects
from sqlalchemy.exc import DBAPIError

from disputatio.debate.errors import Refused
from disputatio.debate.values import value
from disputatio.debate.wording import by_face, mark, tr
from disputatio.engine.errors import StorageDamaged, StorageHeld

CANDIDATES = ("sqlite3.dbapi2", "sqlean.dbapi2", "pysqlite3.dbapi2")


@value
class Capabilities:
    """What the storage of this machine can do, as `doctor` says it. Empty `vectors`: `vectors_why` says why not."""

    driver: str
    sqlite: str
    vectors: str = ""
    vectors_why: str = ""


def loads_extensions(driver: ModuleType) -> bool:
    return hasattr(driver.Connection, "enable_load_extension")


@cache
def choose(candidates: tuple[str, ...] = CANDIDATES) -> ModuleType:
    """Return the first driver that loads extensions; the standard one when none does.

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
    """The library lies in its package, which is not imported: that would import all of numpy, at every start."""
    package = find_spec("sqlite_vec")
    return str(Path(package.origin).with_name("vec0")) if package is not None and package.origin else ""


def capabilities(connection: Any) -> Capabilities:
    """Return what an open driver's connection can do."""
    driver = choose()
    why = load_vectors(connection)
    version = "" if why else f"sqlite-vec {connection.execute('select vec_version()').fetchone()[0]}"
    return Capabilities(
        driver=driver.__name__.partition(".")[0],
        sqlite=driver.sqlite_version,
        vectors=version,
        vectors_why=why,
    )


def raw(connection: sa.Connection) -> Any:
    """Return the driver's own connection, inside the same transaction."""
    return connection.connection.driver_connection


@cache
def text_of(statement: sa.sql.ClauseElement) -> str:
    return str(statement.compile(dialect=dialects.dialect(paramstyle="qmark")))


@cache
def insert(table: sa.Table) -> str:
    return text_of(sa.insert(table))


@cache
def keep(table: sa.Table) -> str:
    """Insert a row; one that is there already stays."""
    return text_of(dialects.insert(table).on_conflict_do_nothing())


@cache
def upsert(table: sa.Table, *keep_columns: str) -> str:
    """Insert, or replace the row with the same key, but for some columns of it."""
    statement = dialects.insert(table)
    keys = list(table.primary_key.columns)
    new = {
        c.name: statement.excluded[c.name] for c in table.columns if not c.primary_key and c.name not in keep_columns
    }
    if not new:
        return text_of(statement.on_conflict_do_nothing())
    return text_of(statement.on_conflict_do_update(index_elements=keys, set_=new))


DAMAGED = ("malformed", "not a database", "corrupt", "could not decode to utf-8")
"""The last is a letter that the disk has changed: SQLite takes any bytes for text, the driver does not."""
DATA: Final = "data"
"""The page of the settings that restores backups."""


Way = Callable[[], str]
"""What to do, in words that depend on whether there is a window."""


def restore() -> str:
    """Return what to do about a file that is damaged."""
    return by_face(
        tr("Run `disputatio doctor` for an integrity check, and restore the latest backup."),
        tr("Restore the latest backup; the settings do that under Privacy and data."),
    )


def _go_on() -> str:
    return by_face(
        tr("Run `disputatio doctor`, then continue."),
        tr("Restart Disputatio. If that does not help, restore the latest backup, in the settings of data."),
    )


def _after_the_disk() -> str:
    return by_face(
        tr("Check the disk and its cable or mount, run `disputatio doctor`, then continue."),
        tr("Check the disk and its cable or mount, then restart Disputatio."),
    )


KINDS: tuple[tuple[tuple[str, ...], str, str | Way], ...] = (
    (
        ("disk is full",),
        mark("The disk is full, so {file} cannot be written."),
        mark("Free some space and continue; nothing that was saved is lost."),
    ),
    (
        ("locked", "busy"),
        mark("Another program holds {file}, so it cannot be written."),
        mark("Close what else uses the file (a backup, another SQLite program) and continue."),
    ),
    (
        ("readonly", "read-only", "attempt to write"),
        mark("{file} may only be read, so nothing can be saved."),
        mark("Give yourself the right to write to the file and its folder, then continue."),
    ),
    (
        DAMAGED,
        mark("{file} is damaged."),
        restore,
    ),
    (
        ("unable to open",),
        mark("{file} cannot be opened."),
        mark("Check that its folder exists, that you may write there, and that the disk is connected."),
    ),
    (
        ("disk i/o error",),
        mark("The disk reported an error at {file}."),
        _after_the_disk,
    ),
)


LIMITS: Mapping[int, tuple[str, str]] = {
    errno.EFBIG: (
        "{file} may not grow: the files of this session are limited in size.",
        "Look at the limit with `ulimit -f`, raise it, and continue; nothing that was saved is lost.",
    ),
    errno.EDQUOT: (
        "Your share of the disk is used up, so {file} cannot be written.",
        "Free some space of yours and continue; nothing that was saved is lost.",
    ),
}
"""SQLite knows of a full disk alone, and calls whatever else keeps a file from growing an error of the disk."""
GROWTH = 65_536
"""Bytes by which a file is made longer to see whether it can be."""


def _limit(path: Path) -> tuple[str, str] | None:
    """Return what keeps files beside a database from growing, and what to do; None where nothing does. Blocks."""
    try:
        files = (path, path.with_name(f"{path.name}-wal"))
        longest = max(each.stat().st_size for each in files if each.exists())
        with tempfile.TemporaryFile(dir=path.parent) as file:
            file.seek(longest)
            file.write(bytes(GROWTH))
    except (OSError, ValueError) as error:
        return LIMITS.get(getattr(error, "errno", 0) or 0)
    return None


def is_held(fault: Exception) -> bool:
    """Return whether the storage itself is at fault, rather than what was asked of it."""
    text = str(original_of(fault)).lower()
    return any(sign in text for signs, _, _ in KINDS for sign in signs)


TOO_MUCH = ("pattern too complex", "too big", "too many sql variables", "parser stack overflow")


def refusal(fault: Exception) -> Refused | None:
    """Return what to say of something that no database could hold or look for; None for any other fault."""
    if isinstance(fault, UnicodeEncodeError):
        return Refused(
            tr("It holds half of a character, and can be neither saved nor found."), tr("Leave out what is no text.")
        )
    said = str(original_of(fault)).lower()
    if isinstance(fault, OverflowError) or any(sign in said for sign in TOO_MUCH):
        return Refused(tr("It is too large to be saved or looked for."), tr("Give something shorter, or less."))
    return None


def storage_error(fault: Exception, path: Path) -> StorageHeld:
    """Return the error for a fault of the storage; anything unknown is given as SQLite said it."""
    original = original_of(fault)
    text = str(original).lower()
    if "disk i/o error" in text and (full := _limit(path)):
        return StorageHeld(*(each.format(file=path) for each in full))
    for signs, what, remedy in KINDS:
        if any(sign in text for sign in signs):
            told, damaged = tr(what).format(file=path), signs is DAMAGED
            ways = remedy if isinstance(remedy, str) else remedy()
            return damage(told) if damaged else StorageHeld(told, ways)
    return StorageHeld(
        tr("{path} cannot be used: {original}.").format(path=path, original=original), _go_on(), place=DATA
    )


def damage(what: str) -> StorageDamaged:
    """Return the error for a file that is damaged: a backup takes its place."""
    return StorageDamaged(what, restore(), place=DATA)


def original_of(fault: Exception) -> BaseException:
    """Return what the driver said, without SQLAlchemy's additions."""
    return fault.orig if isinstance(fault, DBAPIError) and fault.orig is not None else fault
