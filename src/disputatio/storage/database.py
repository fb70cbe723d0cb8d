"""The database: one file, one writer, several readers, none of them on the event loop's thread.

A file of an earlier schema is brought to the present one when it is opened: a copy is kept, and a migration that fails
changes nothing. Alembic costs a quarter of a second to import, so it is imported only when there is something to
migrate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from disputatio.debate.values import value
from disputatio.engine.errors import StorageHeld
from disputatio.storage import schema, sqlite
from disputatio.storage.sqlite import Capabilities, is_held, original_of, raw, storage_error
from disputatio.storage.writer import Writer


@value
class Plan:
    """Where the schema is to go, and the folder with the steps."""

    version: int = schema.VERSION
    scripts: Path = Path(__file__).parent / "migrations"


PRESENT = Plan()


def prepare(engine: sa.Engine, path: Path, plan: Plan = PRESENT) -> Path | None:
    """Make sure that the file has the present schema; returns the copy that was kept if it had to be migrated.

    Raises StorageHeld for a file that is newer than this program, or is not one of ours.
    """
    with engine.connect() as connection:
        with connection.begin():
            if _is_empty(connection):
                schema.create(connection)
                return None
            found = _version(connection, path)
        if found == plan.version:
            return None
        if found > plan.version:
            raise StorageHeld(
                f"{path} was written by a newer Disputatio (schema {found}; this one knows up to {plan.version}).",
                "Update Disputatio, or start it with another DISPUTATIO_HOME; the file was not changed.",
            )
        copy = _keep_copy(connection, path, found)
        _migrate(connection, path, plan, copy)
        return copy


def _is_empty(connection: sa.Connection) -> bool:
    return not connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar()


def _version(connection: sa.Connection, path: Path) -> int:
    application = connection.exec_driver_sql("PRAGMA application_id").scalar()
    if application != schema.APPLICATION:
        raise StorageHeld(
            f"{path} is a database of another program.",
            "Move it away, or start Disputatio with another DISPUTATIO_HOME; the file was not changed.",
        )
    return int(connection.exec_driver_sql("PRAGMA user_version").scalar() or 0)


def _keep_copy(connection: sa.Connection, path: Path, version: int) -> Path:
    """Return a whole copy beside the file; an earlier copy of the same version is kept as it is."""
    copy = path.with_name(f"{path.name}.schema-{version}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.schema-{version}.{number}")
    driver: Any = connection.connection.driver_connection
    driver.execute("VACUUM INTO ?", (str(copy),))
    return copy


def _migrate(connection: sa.Connection, path: Path, plan: Plan, copy: Path) -> None:
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    scripts = ScriptDirectory(str(plan.scripts), version_locations=[str(plan.scripts)])
    try:
        with connection.begin():
            found = _version(connection, path)  # another process may have been faster
            if found >= plan.version:
                return
            steps = [step for step in scripts.iterate_revisions(str(plan.version), str(found)) if step.module]
            with Operations.context(MigrationContext.configure(connection)):
                for step in reversed(steps):
                    step.module.upgrade()
            connection.exec_driver_sql(f"PRAGMA user_version = {plan.version}")
    except (sa.exc.SQLAlchemyError, CommandError) as fault:
        raise StorageHeld(
            f"{path} could not be brought to schema {plan.version}: {original_of(fault)}.",
            f"It is as it was, and a copy is kept at {copy}. Go on with the previous version of Disputatio.",
        ) from fault


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
    async def open(cls, path: Path, plan: Plan = PRESENT, wait: float = WAIT) -> Database:
        """Open or create the file; migrates an older one (`earlier_copy` is then the copy of what it was)."""
        return cls(await asyncio.to_thread(_prepare, path, plan, wait))

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Work in the writer's thread, in one transaction with what else waits. Cancelling does not undo it."""
        return await self._writer.write(work)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Work in a reader's thread, on one consistent state of the file."""
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
        """Set what to do while nobody writes, in small pieces; `work` says whether there is more to do."""
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
        """Write what waits, then let go of the file."""
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


def _prepare(path: Path, plan: Plan, wait: float) -> OpenedFile:
    writing = make_engine(path, wait=wait)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = prepare(writing, path, plan)
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
