"""The database: one file, one writer, several readers, none of them on the event loop's thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from disputatio.engine.errors import StorageHeld
from disputatio.storage import sqlite, upgrade
from disputatio.storage.sqlite import Capabilities, is_held, original_of, raw, storage_error
from disputatio.storage.writer import Writer

T = TypeVar("T")

READERS = 4

WAIT = 5.0
"""Seconds to wait for another process's write before giving up."""


class OpenedFile(NamedTuple):
    """A file with the present schema. `earlier_copy` is the copy of what it was before it was migrated."""

    path: Path
    capabilities: Capabilities
    earlier_copy: Path | None
    reading: sa.Engine
    writing: sa.Engine


class Database:
    """`write` and `read` run a function of a connection in a transaction on another thread, and return its result.

    Both raise StorageHeld when the file cannot be used, with the remedy; other errors of the function pass through.
    """

    def __init__(self, prepared: OpenedFile) -> None:
        self.path = prepared.path
        self.capabilities = prepared.capabilities
        self.earlier_copy = prepared.earlier_copy
        self._engines = prepared
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="disputatio-reader")
        self._watcher = ThreadPoolExecutor(1, thread_name_prefix="disputatio-watcher")
        self._watching: Any = None
        self._writer = Writer(prepared.writing, self.translate)

    @classmethod
    async def open(cls, path: Path, plan: upgrade.Plan = upgrade.PRESENT, wait: float = WAIT) -> Database:
        """Open or create the file; migrates an older one (`earlier_copy` is then the copy of what it was)."""
        return cls(await asyncio.to_thread(_prepare, path, plan, wait))

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """In the writer's thread, in one transaction with what else waits. Cancelling does not undo it."""
        return await self._writer.write(work)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """In a reader's thread, on one consistent state of the file."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)
        except RuntimeError as fault:
            if "shutdown" in str(fault):
                raise StorageHeld("The storage is closed.", "Start Disputatio again.") from fault
            raise

    async def rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        """Return the rows of a query in the driver's own SQL, with a value for each "?"."""
        return await self.read(lambda connection: raw(connection).execute(sql, tuple(values)).fetchall())

    def when_idle(self, work: Callable[[sa.Connection], bool]) -> None:
        """What to do while nobody writes, in small pieces; it says whether there is more to do."""
        self._writer.idle = work

    async def changes(self) -> int:
        """Return a number that differs once anybody, in any process, has written. Cheap to ask several times a
        second."""
        return await asyncio.get_running_loop().run_in_executor(self._watcher, self._data_version)

    async def integrity_check(self) -> list[str]:
        """Return what SQLite finds damaged; nothing when all is well."""
        try:
            found = await self.read(lambda c: c.exec_driver_sql("PRAGMA integrity_check").scalars().all())
        except StorageHeld as fault:
            return [fault.user_message]
        return [] if list(found) == ["ok"] else [str(each) for each in found]

    async def close(self) -> None:
        """Writes what waits, then lets go of the file."""
        await self._writer.close()
        await asyncio.to_thread(self._close)

    def translate(self, fault: Exception) -> Exception:
        """Return what a caller gets for a fault in the writer."""
        if isinstance(fault, sa.exc.DBAPIError | sqlite.choose().Error) and is_held(fault):
            return storage_error(fault, self.path)
        return fault

    def _read(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            with self._engines.reading.connect() as connection, connection.begin():
                return work(connection)
        except (sa.exc.DBAPIError, sqlite.choose().Error) as fault:
            known = self.translate(fault)
            raise known from (fault if known is not fault else None)

    def _data_version(self) -> int:
        if self._watching is None:
            self._watching = self._engines.reading.raw_connection()
        return int(self._watching.driver_connection.execute("PRAGMA data_version").fetchone()[0])

    def _close(self) -> None:
        self._readers.shutdown()
        self._watcher.shutdown()
        if self._watching is not None:
            self._watching.close()
        self._engines.reading.dispose()
        self._engines.writing.dispose()


def _prepare(path: Path, plan: upgrade.Plan, wait: float) -> OpenedFile:
    writing = make_engine(path, wait=wait)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = upgrade.prepare(writing, path, plan)
        with writing.connect() as connection:
            able = sqlite.capabilities(raw(connection))
    except OSError as fault:
        raise StorageHeld(
            f"{path.parent} cannot be made: {fault.strerror}.", "Choose another DISPUTATIO_HOME."
        ) from fault
    except (sa.exc.DBAPIError, sqlite.choose().Error) as fault:
        raise storage_error(fault, path) from fault
    finally:
        writing.dispose()
    reading = make_engine(path, wait=wait, readonly=True)
    return OpenedFile(path, able, kept, reading, writing)


def examine(path: Path) -> list[str]:
    """Return what SQLite finds damaged in a file that cannot be opened in order; nothing when it can be read through.
    Blocks, and changes nothing."""
    engine = make_engine(path, readonly=True)
    try:
        with engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
    except (sa.exc.DBAPIError, sqlite.choose().Error) as fault:
        return [str(original_of(fault))]
    finally:
        engine.dispose()
    return [] if list(found) == ["ok"] else [str(each) for each in found]


def make_engine(path: Path, *, wait: float = WAIT, readonly: bool = False) -> sa.Engine:
    """Return an engine on the chosen driver. Transactions are ours to begin, so that writers take their turn at
    once."""
    engine = sa.create_engine(
        sa.URL.create("sqlite+pysqlite", database=str(path)),
        module=sqlite.choose(),
        connect_args={"timeout": wait, "check_same_thread": False},
        pool_size=READERS + 1,
    )
    pragmas = ["foreign_keys = ON", "synchronous = NORMAL", "temp_store = MEMORY"]
    pragmas += ["query_only = ON"] if readonly else ["journal_mode = WAL"]

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
        sqlite.load_vectors(connection)

    @sa.event.listens_for(engine, "begin")
    def begun(connection: sa.Connection) -> None:
        if not raw(connection).in_transaction:
            connection.exec_driver_sql("BEGIN" if readonly else "BEGIN IMMEDIATE")

    return engine
