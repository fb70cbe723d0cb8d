"""The versions of code of a debate with what was measured of them, whatever the face (SPEC CODE.1).

Which versions there are follows from the log alone. What is measured does not: tools outside of the rules do that, when
somebody looks and when a debate ends, and it is kept in the table of versions. So nothing of it decides anything in a
debate, and it can be measured anew at any time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from disputatio.app.background import Background
from disputatio.debate.errors import DisputatioError
from disputatio.debate.languages import file_ending
from disputatio.debate.log.events import Recorded
from disputatio.debate.values import Json
from disputatio.debate.views.code_quality import POSTPONED, Metrics, metrics_from
from disputatio.debate.views.code_versions import Version, VersionHistory, history_of
from disputatio.debate.wording import tr
from disputatio.engine.errors import NotFound
from disputatio.repository.branches import FOLDER, CommitDraft
from disputatio.storage.database import Database
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.projections import keep_measures, measures

LOG = logging.getLogger(__name__)
TOGETHER: Final = 20.0
"""Seconds for which whoever looks at a debate waits for its versions to be measured, however many there are. It is more
than one of them can take, so that each look gets further."""


class Gauge(Protocol):
    """Measures a program without running it; `language` as its fence says it. Says in the metrics what it could not
    measure, and never raises for what the program is."""

    async def measure(self, code: str, language: str) -> Metrics: ...


class CodeVersions:
    def __init__(self, log: SqliteEventLog, database: Database, gauge: Gauge, patience: float = TOGETHER) -> None:
        self._log, self._database, self._gauge, self._patience = log, database, gauge, patience
        self._measuring = Background("code of")

    async def known(self, id: str, records: Sequence[Recorded] | None = None) -> VersionHistory:
        """Return the versions with what is known of them by now. `records`: the log, where it is at hand."""
        history = await asyncio.to_thread(history_of, await self._log.read(id) if records is None else records)
        if history.versions:
            kept = await measures(self._database, id)
            found = {path: metrics_from(data) for path, (_, data) in kept.items()}
            history.measured({path: metrics for path, metrics in found.items() if metrics is not None})
        return history

    async def of(self, id: str, records: Sequence[Recorded] | None = None) -> VersionHistory:
        """Return the versions, the newest measured first, and keep what is new. For what was not measured in time, the
        metrics are `POSTPONED`."""
        history = await self.known(id, records)
        missing = [one for one in reversed(history.versions) if one.metrics is None]
        if missing:
            found = await self._measure(dict.fromkeys((one.code, one.language) for one in missing))
            history.measured({one.path: found.get((one.code, one.language), POSTPONED) for one in missing})
            await self._keep(id, history.versions)
        return history

    async def _measure(self, programs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Metrics]:
        """Return what can be measured in time: code and language begin in this order."""
        tasks = {program: asyncio.create_task(self._gauge.measure(*program)) for program in programs}
        try:
            done, late = await asyncio.wait(tasks.values(), timeout=self._patience)
        finally:
            for task in tasks.values():
                task.cancel()
        if late:
            await asyncio.wait(late)
        return {program: task.result() for program, task in tasks.items() if task in done}

    async def _keep(self, id: str, versions: Iterable[Version]) -> None:
        found: dict[str, tuple[float | None, Json]] = {
            one.path: (one.score, one.metrics.data)
            for one in versions
            if one.metrics is not None and one.metrics is not POSTPONED
        }
        try:
            await keep_measures(self._database, id, found)
        except DisputatioError as error:  # what was measured is shown all the same
            LOG.warning("What was measured of debate %s was not kept: %s", id, error)

    async def version(self, id: str, number: int) -> Version:
        """Return a version, measured if it can be in time. Raises NotFound."""
        versions = (await self.of(id)).versions
        if not 0 < number <= len(versions):
            known = f"It has v1 to v{len(versions)}." if versions else "It has no code yet."
            raise NotFound(tr("Debate {id} has no version {number} of code.").format(id=id, number=number), known)
        return versions[number - 1]

    def note_end(self, id: str) -> None:
        """Measure what a debate has come to, behind its back: it has ended."""
        self._measuring.begin(id, lambda: self._measured(id))

    async def _measured(self, id: str) -> None:
        try:
            await self.of(id)
        except DisputatioError as error:
            LOG.warning("The code of debate %s was not measured: %s", id, error)

    async def close(self, patience: float = 0.0) -> None:
        """Let what is being measured come to its end within so many seconds; the rest is measured when somebody
        looks."""
        await self._measuring.close(patience)


def file_of(version: Version) -> str:
    """Return what the file of a version is called."""
    return f"version-{version.number}.{'diff' if version.changes else file_ending(version.language)}"


def commit_of(id: str, version: Version) -> CommitDraft:
    """Return the commit that puts a version on the branch of its debate."""
    path = f"{FOLDER}/{id}/code/{file_of(version)}"
    return CommitDraft(
        subject=f"Code of {version.who.name}, version {version.number}",
        body=f"Written in turn {version.path}.",
        at=int(version.at),
        files={path: version.content},
    )
