"""The database: one file, one writer, several readers, none of them on the event loop's thread. A file of an earlier
schema is brought to the present one when it is opened."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from contextvars import copy_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

import sqlalchemy as sa

from disputatio.debate.wording import tr
from disputatio.engine.errors import StorageDamaged, StorageHeld
from disputatio.storage import soundness, sqlite, surroundings
from disputatio.storage.sqlite import Capabilities, is_held, original_of, raw, storage_error
from disputatio.storage.surroundings import READ_ONLY
from disputatio.storage.upgrade import PRESENT, Plan, make_private, prepare
from disputatio.storage.writer import Writer

T = TypeVar("T")
LOG = logging.getLogger(__name__)
FAULTS = (StorageDamaged, sa.exc.DBAPIError, sqlite.choose().Error)
OF_INDEXES = (
    "constraint failed",
    "fts5",
    "sql logic error",
    "vtable",
    *(f"no such table: {each}" for each in soundness.NAMES),
)
"""How SQLite words it when a text index is broken, besides calling the file malformed."""
OF_SCHEMA = ("no such table", "no such column", "has no column")
REBUILT = "The index of the search was damaged, and was made anew from what is stored."
BEYOND = "{} is damaged: its index of the search is, and could not be made anew."

READERS = 4

WAIT = 5.0
"""Seconds to wait for another process's write before giving up."""


class OpenedFile(NamedTuple):
    """A file with the present schema."""

    path: Path
    capabilities: Capabilities
    reading: sa.Engine
    writing: sa.Engine
    notices: tuple[str, ...] = ()
    """What the person should know of it."""
    until_closed: ExitStack = ExitStack()
    """Holds the copy that is read in place of a file to which nobody can write."""


class Database:
    """`write` and `read` run a function of a connection in a transaction on another thread, and return its result.

    Both raise StorageHeld when the file cannot be used, with the remedy; other errors of the function pass through.
    """

    def __init__(self, prepared: OpenedFile) -> None:
        self.path = prepared.path
        self.capabilities = prepared.capabilities
        self._engines = prepared
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="disputatio-reader")
        self._watcher = ThreadPoolExecutor(1, thread_name_prefix="disputatio-watcher")
        self._watching: Any = None
        self._writer = Writer(prepared.writing, self.translate)
        self.notices: list[str] = list(prepared.notices)
        self._mending = asyncio.Lock()
        self._mended: bool | None = None
        self._beyond: StorageDamaged | None = None

    @classmethod
    async def open(
        cls, path: Path, plan: Plan = PRESENT, wait: float = WAIT, *, write_through: bool = False
    ) -> Database:
        """Open or create the file; migrates an older one (`notices` then says where the copy of what it was is).
        `write_through`: what was written survives a power cut, too."""
        return cls(await asyncio.to_thread(_prepare, path, plan, wait, write_through))

    @property
    def frozen(self) -> bool:
        """Whether the file is on a disk to which nobody writes."""
        return READ_ONLY in self.notices

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Work in the writer's thread, in one transaction with what else waits. Cancelling does not undo it."""
        try:
            return await self._writer.write(work)
        except FAULTS as fault:
            await self._mend(fault)
        return await self._writer.write(work)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Work in a reader's thread, on one consistent state of the file."""
        try:
            return await self._in_reader(work)
        except FAULTS as fault:
            await self._mend(fault)
        return await self._in_reader(work)

    async def _in_reader(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, copy_context().run, self._read, work)
        except RuntimeError as fault:
            if "shutdown" in str(fault):
                raise StorageHeld("The storage is closed.", "Start Disputatio again.") from fault
            raise

    async def _mend(self, fault: Exception) -> None:
        """Make the text indexes anew if it is they that are broken, once; `notices` says so. Raises the fault where
        that is of no use."""
        if not (isinstance(fault, StorageDamaged) or any(sign in str(fault).lower() for sign in OF_INDEXES)):
            raise fault
        async with self._mending:
            if self._mended is None:
                self._mended = False
                try:
                    self._mended = await self._writer.write(self._rebuild_broken_indexes)
                except (StorageHeld, *FAULTS) as why:
                    LOG.warning("The index of the search could not be made anew: %s", original_of(why))
                    self._beyond = sqlite.damage(BEYOND.format(self.path))
        if not self._mended:
            raise self._beyond or fault

    def _rebuild_broken_indexes(self, connection: sa.Connection) -> bool:
        broken = soundness.broken_indexes(raw(connection))
        if broken:
            self._index_anew(connection, broken)
            self.notices.append(REBUILT)
            LOG.warning("%s (%s)", REBUILT, ", ".join(broken))
        return bool(broken)

    def _index_anew(self, connection: sa.Connection, names: Iterable[str]) -> None:
        for name in names:
            soundness.rebuild_index(raw(connection), name)
        while self._writer.idle(connection):  # whoever searches waits for it
            pass

    async def rebuild_indexes(self) -> None:
        """Make the text indexes anew from what is stored."""
        await self._writer.write(lambda connection: self._index_anew(connection, soundness.INDEXES))

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
        """Return what is damaged, or not as it should be; nothing when all is well."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, _damages, self._engines.reading)

    def strange_rows(self) -> StorageDamaged | None:
        """Return what is to be said of rows that nobody could have written. Blocks."""
        return strange_rows(self.path)

    async def close(self) -> None:
        """Write what waits, then let go of the file."""
        await self._writer.close()
        await asyncio.to_thread(self._close)

    def translate(self, fault: Exception) -> Exception:
        """Return what a caller gets for a fault in the writer."""
        if (refused := sqlite.refusal(fault)) is not None:
            return refused
        if not isinstance(fault, sa.exc.DBAPIError | sqlite.choose().Error):
            return fault
        if is_held(fault):
            return storage_error(fault, self.path)
        if any(sign in str(fault).lower() for sign in OF_SCHEMA) and (gone := self._lacking()):
            return sqlite.damage(tr("{path} is damaged: {gone}.").format(path=self.path, gone=gone[0]))
        return fault

    def _lacking(self) -> list[str]:
        with self._engines.reading.connect() as connection:
            return soundness.lacking(raw(connection))

    def _read(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            with self._engines.reading.connect() as connection, connection.begin():
                return work(connection)
        except (sa.exc.DBAPIError, sqlite.choose().Error, UnicodeEncodeError, OverflowError) as fault:
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
        self._engines.until_closed.close()


def _prepare(path: Path, plan: Plan, wait: float, write_through: bool) -> OpenedFile:
    surroundings.require_sound(path)
    notices, last = surroundings.notices(path), surroundings.writes_of(path)
    frozen = READ_ONLY in notices
    with ExitStack() as kept_until_closed:
        source = path
        if frozen and surroundings.log_of(path):
            source = kept_until_closed.enter_context(_complete_copy(path))
        writing = make_engine(source, wait=wait, frozen=frozen, write_through=write_through)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            make_private(path)
            earlier = prepare(writing, path, plan)
            with writing.connect() as connection:
                able = sqlite.capabilities(raw(connection))
                connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema")
                notices += surroundings.lost(path, last) if not frozen else []
        except OSError as fault:
            raise StorageHeld(
                tr("{parent} cannot be made: {strerror}.").format(parent=path.parent, strerror=fault.strerror),
                "Choose another DISPUTATIO_HOME.",
            ) from fault
        except (sa.exc.DBAPIError, sqlite.choose().Error) as fault:
            raise storage_error(fault, path) from fault
        finally:
            writing.dispose()
        if earlier is not None:
            notices.append(f"The database was brought to the present version; what it was is kept in {earlier}.")
        reading = make_engine(source, wait=wait, readonly=True, frozen=frozen)
        return OpenedFile(path, able, reading, writing, tuple(notices), kept_until_closed.pop_all())


@contextmanager
def _complete_copy(path: Path) -> Iterator[Path]:
    """Give a copy of the file into which its -wal was written, since SQLite reads no -wal on a disk to which it cannot
    write. Raises StorageHeld."""
    with TemporaryDirectory(prefix="disputatio-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder, path.name)
        try:
            for part in ("", "-wal"):
                shutil.copyfile(path.with_name(path.name + part), copy.with_name(copy.name + part))
            with closing(sqlite.choose().connect(str(copy))) as driver:
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except (OSError, sqlite.choose().Error) as fault:
            raise StorageHeld(
                tr(
                    "{parent} is read-only, what was written last is still in {path}-wal, and the two could not "
                    "be read together from a copy: {fault}."
                ).format(parent=path.parent, path=path.name, fault=fault),
                "Copy the folder to where you may write, and start Disputatio there with --home FOLDER.",
            ) from fault
        yield copy


def examine(path: Path) -> list[str]:
    """Return what SQLite finds damaged in a file that cannot be opened in order; nothing when it can be read through,
    or must not be opened. Blocks, and changes nothing."""
    try:
        surroundings.require_sound(path)
    except StorageHeld:
        return []
    return _damages(make_engine(path, readonly=True))


def strange_rows(path: Path) -> StorageDamaged | None:
    """Return what is to be said of a file that is damaged, or has rows that nobody could have written; None where it
    is sound. Blocks, and changes nothing."""
    try:
        surroundings.require_sound(path)
        if not path.exists():
            return None
        engine = make_engine(path, readonly=True)
        with closing(engine.raw_connection()) as connection:
            found = soundness.damages(connection)
        engine.dispose()
    except StorageHeld:
        return None
    except (*FAULTS, ValueError, TypeError, LookupError, OverflowError) as fault:  # of a file in pieces
        if is_held(fault):
            return known if isinstance(known := storage_error(fault, path), StorageDamaged) else None
        found = [str(original_of(fault))]
    if not found:
        return None
    return sqlite.damage(tr("{path} is damaged: {gone}.").format(path=path, gone=found[0]))


def _damages(engine: sa.Engine) -> list[str]:
    """Without a transaction: in a file that is damaged enough, not even that can be ended."""
    try:
        with engine.connect() as connection:
            return soundness.damages(raw(connection))
    except (sa.exc.DBAPIError, sqlite.choose().Error) as fault:
        return [str(original_of(fault))]
    finally:
        engine.dispose()


def make_engine(
    path: Path, *, wait: float = WAIT, readonly: bool = False, frozen: bool = False, write_through: bool = False
) -> sa.Engine:
    """Return an engine on the chosen driver. Transactions are ours to begin, so that writers take their turn at
    once. `frozen`: the file is on a disk to which nobody writes, where SQLite cannot put its own files beside it."""
    url = sa.URL.create("sqlite+pysqlite", database=str(path))
    if frozen:
        url = url.set(database=f"file:{quote(str(path))}", query={"immutable": "1", "uri": "true"})
    engine = sa.create_engine(
        url,
        module=sqlite.choose(),
        connect_args={"timeout": wait, "check_same_thread": False},
        pool_size=READERS + 1,
    )
    pragmas = ["foreign_keys = ON", f"synchronous = {'FULL' if write_through else 'NORMAL'}", "temp_store = MEMORY"]
    pragmas += ["query_only = ON"] if readonly else [] if frozen else ["journal_mode = WAL"]

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
        sqlite.load_vectors(connection)

    @sa.event.listens_for(engine, "begin")
    def begun(connection: sa.Connection) -> None:
        if not raw(connection).in_transaction:
            connection.exec_driver_sql("BEGIN" if readonly or frozen else "BEGIN IMMEDIATE")

    return engine
