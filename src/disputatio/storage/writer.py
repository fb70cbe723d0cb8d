"""The one thread that writes. What waits in its queue goes into one transaction; each caller is told separately."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from disputatio.engine.errors import StorageHeld
from disputatio.storage.sqlite import choose, raw

T = TypeVar("T")
Work = Callable[[sa.Connection], Any]
Translate = Callable[[Exception], Exception]

GROUP = 256
"""How many writes one transaction takes at most."""

QUIET = 0.3
"""Seconds without a write before the writer turns to idle work."""


class Job(NamedTuple):
    work: Work
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class Result(NamedTuple):
    future: asyncio.Future[Any]
    value: Any
    fault: BaseException | None


class RolledBack(Exception):
    """SQLite gave up the whole transaction (disk full, I/O error), not just one statement."""


def _nothing(_: sa.Connection) -> bool:
    return False


class Writer:
    """Group commit. `idle` is done piece by piece while nobody writes, for as long as it returns True."""

    def __init__(self, engine: sa.Engine, translate: Translate) -> None:
        self.idle: Callable[[sa.Connection], bool] = _nothing
        self._engine = engine
        self._translate = translate
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        run = copy_context().run  # faults are told in the words of the person
        self._thread = threading.Thread(target=run, args=(self._run,), name="disputatio-writer", daemon=True)
        self._closed = False
        self._thread.start()

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Do `work` in a transaction. Cancelling the wait does not undo the write."""
        if self._closed:
            raise StorageHeld("The storage is closed.", "Start Disputatio again.")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(Job(work, loop, future))
        return await future

    async def close(self) -> None:
        """Write everything that was asked for, then stop."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        restless = True
        with self._engine.connect() as connection:
            while True:
                try:
                    first = self._queue.get(timeout=QUIET if restless else None)
                except queue.Empty:
                    restless = self._rest(connection)
                    continue
                restless = True
                jobs, closing = self._waiting(first)
                if jobs:
                    _tell(jobs, self._perform(connection, jobs))
                if closing:
                    return

    def _waiting(self, first: Job | None) -> tuple[list[Job], bool]:
        jobs: list[Job] = []
        job = first
        while job is not None:
            jobs.append(job)
            if len(jobs) == GROUP or self._queue.empty():
                return jobs, False
            job = self._queue.get()
        return jobs, True

    def _rest(self, connection: sa.Connection) -> bool:
        """Do idle work until somebody wants to write. True: there may be more of it."""
        while self._queue.empty():
            try:
                with impatient(connection), transaction(connection):
                    more = self.idle(connection)
            except (sa.exc.DBAPIError, choose().Error):
                return False  # It waits for the next write; whoever needs it done asks for it and sees the fault.
            if not more:
                return False
        return True

    def _perform(self, connection: sa.Connection, jobs: list[Job]) -> list[Result]:
        try:
            with transaction(connection):
                if len(jobs) == 1:
                    return [Result(jobs[0].future, jobs[0].work(connection), None)]
                return [self._one_of_many(connection, job) for job in jobs]
        except Exception as fault:  # whatever it is belongs to the callers, not to this thread
            cause = fault.__cause__ if isinstance(fault, RolledBack) else fault
            assert isinstance(cause, Exception)
            return [Result(job.future, None, self._translate(cause)) for job in jobs]

    def _one_of_many(self, connection: sa.Connection, job: Job) -> Result:
        driver = raw(connection)
        driver.execute("SAVEPOINT job")
        try:
            result = Result(job.future, job.work(connection), None)
        except Exception as fault:
            if not driver.in_transaction:
                raise RolledBack from fault
            driver.execute("ROLLBACK TO job")
            result = Result(job.future, None, self._translate(fault))
        driver.execute("RELEASE job")
        return result


@contextmanager
def impatient(connection: sa.Connection) -> Iterator[None]:
    """Do not wait for another program's lock: who wants to write meanwhile would wait twice."""
    driver = raw(connection)
    (wait,) = driver.execute("PRAGMA busy_timeout").fetchone()
    driver.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        driver.execute(f"PRAGMA busy_timeout = {wait}")


@contextmanager
def transaction(connection: sa.Connection) -> Iterator[None]:
    """BEGIN IMMEDIATE … COMMIT on the driver's connection: SQLAlchemy's own way costs 40 µs more.

    What SQLAlchemy begins of itself meanwhile joins this transaction (see `database.make_engine`).
    """
    driver = raw(connection)
    driver.execute("BEGIN IMMEDIATE")
    try:
        yield
        driver.execute("COMMIT")
    finally:
        if driver.in_transaction:
            driver.execute("ROLLBACK")
        if connection.in_transaction():
            connection.rollback()


def _tell(jobs: list[Job], results: list[Result]) -> None:
    """Wake each loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[Result]] = {}
    for job, result in zip(jobs, results, strict=True):
        by_loop.setdefault(job.loop, []).append(result)
    for loop, theirs in by_loop.items():
        try:
            loop.call_soon_threadsafe(_settle, theirs)
        except RuntimeError:  # that loop was closed meanwhile: nobody waits there any more
            continue


def _settle(results: list[Result]) -> None:
    for future, value, fault in results:
        if future.done():
            continue
        if fault is None:
            future.set_result(value)
        else:
            future.set_exception(fault)
