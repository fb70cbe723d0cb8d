"""A backup that is added to what is here, and what became of it, in words. `data` puts one in place of everything."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from disputatio.app.application import ID_LENGTH, ID_LETTERS, Application
from disputatio.app.data import sealing_key, some
from disputatio.app.debate_files import UNDER_WAY
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.commands import Pause
from disputatio.debate.values import value
from disputatio.debate.views.words import quantity
from disputatio.debate.wording import tr
from disputatio.storage import backup as archives
from disputatio.storage.backup import Manifest
from disputatio.storage.catalogue import Catalogue, DebateEntry, Narrowing
from disputatio.storage.database import Database
from disputatio.storage.log import IdTaken, SqliteEventLog
from disputatio.storage.merging import MergedLibrary, depends_on_its_owner, merge_library
from disputatio.storage.own_files import BroughtBack, bring_back

PART: Final = 200
"""Debates of a backup that are looked at together."""


@value
class Merged:
    """What became of a backup that was added to what is here. `forks`: debates that went on otherwise here and in the
    backup, which are both here now. `refused`: debates that could not be taken in, each with why. `own`: it is the
    person's own backup."""

    debates: int
    forks: tuple[str, ...]
    refused: tuple[str, ...]
    library: MergedLibrary
    files: BroughtBack = BroughtBack()
    own: bool = True

    @property
    def sentences(self) -> list[str]:
        """Say what was added, and what was not."""
        library = self.library
        kinds = (
            (self.debates, "debate", "debates"),
            (library.added, tr("thing of the library"), tr("things of the library")),
            (library.insights, "insight", "insights"),
            (sum(name.startswith("formats/") for name in self.files.added), "format", "formats"),
            (sum(name.startswith("roles/") for name in self.files.added), "role", "roles"),
        )
        added = [quantity(number, one, many) for number, one, many in kinds if number]
        told = [tr("Added: {added}.").format(added=", ".join(added)) if added else tr("Nothing was missing here.")]
        lists = (
            (self.forks, tr("A debate that went on differently here, added as a separate debate")),
            (library.beside, tr("A newer version, added beside the one that is here")),
            ((*library.stayed, *self.files.stayed), tr("Different in the backup, kept as it is here")),
            (library.binned, tr("In the bin here, left there")),
            (self.refused, tr("Not restored")),
        )
        if not self.own and (self.debates or self.forks or library.insights):
            told.append(
                tr(
                    "This backup was not made here, so its debates count as imported: their insights are recalled "
                    "only once you confirm them."
                )
            )
        return told + [f"{words}: {some(titles)}." for titles, words in lists if titles]


async def merge(app: Application, archive: Path, *, mine: bool = False) -> Merged:
    """Add what a backup holds to what is here, while debates may run. Nothing that is here is changed. A backup that
    was not made in this data folder may come from somebody else, unless the person says that it is `mine`: its debates
    count as imported, and what was learnt from them is unconfirmed. Raises Refused, StorageHeld."""
    async with _unpacked(app, archive) as (source, manifest):
        written = await asyncio.to_thread(archives.own_files, archive, app.paths.written)
        done = await _merge(app, source, manifest, mine or await _is_of_here(app, manifest))
    return replace(done, files=await asyncio.to_thread(bring_back, written, app.paths.written))


async def owner_matters(app: Application, archive: Path) -> bool:
    """Whether the person has to say if a backup is theirs: it was not made in this data folder, and holds debates or
    what was learnt from them. Raises Refused."""
    async with _unpacked(app, archive) as (source, manifest):
        return not await _is_of_here(app, manifest) and await depends_on_its_owner(source)


@asynccontextmanager
async def _unpacked(app: Application, archive: Path) -> AsyncIterator[tuple[Database, Manifest]]:
    folder = await asyncio.to_thread(tempfile.mkdtemp, dir=app.paths.data, prefix=".merge-")
    try:
        manifest, path = await asyncio.to_thread(archives.unpack, archive, Path(folder))
        source = await Database.open(path)
        try:
            yield source, manifest
        finally:
            await source.close()
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


async def _is_of_here(app: Application, manifest: Manifest) -> bool:
    return manifest.sealed_with(await asyncio.to_thread(sealing_key, app.paths))


async def _merge(app: Application, source: Database, manifest: Manifest, own: bool) -> Merged:
    mark = tr("from the backup of {fromtimestamp:%Y-%m-%d}").format(
        fromtimestamp=datetime.fromtimestamp(manifest.created_at, UTC)
    )
    library = await merge_library(source, app.database, mark, app.clock.now(), own)
    shelf, log = Catalogue(source, app.clock), SqliteEventLog(source, app.clock)
    new, forks, refused = 0, list[str](), list[str]()
    for deleted in (False, True):
        first = 0
        while part := await shelf.part(Narrowing(deleted=deleted), PART, first):
            first += len(part)
            for entry in part:
                try:
                    title = await _merge_debate(app, log, entry, mark, entry.imported or not own)
                except DisputatioError as error:
                    refused.append(f"{entry.title or entry.id} ({error.user_message})")
                    continue
                new += title is not None
                forks += [title] if title else []
                if title is None and entry.deleted_at is None and await _is_in_bin(app, entry.id):
                    library.binned.append(entry.title or entry.topic)
    return Merged(debates=new, forks=tuple(forks), refused=tuple(refused), library=library, own=own)


async def _is_in_bin(app: Application, id: str) -> bool:
    return (await app.catalogue.get(id)).deleted_at is not None


async def _merge_debate(
    app: Application, log: SqliteEventLog, entry: DebateEntry, mark: str, imported: bool
) -> str | None:
    """Add a debate, as one that is `imported` or not; returns None where it is here already, the title of another
    course of it, and "" for a new one."""
    rows, requests, end = await log.rows(entry.id), await log.requests(entry.id), await log.head(entry.id)
    id, title = entry.id, ""
    try:
        new = await app.log.add(id, rows, entry.title, requests, imported=imported, end=end)
    except IdTaken:
        id, title = _own_id(rows[-1].hash), f"{entry.title or entry.topic} ({mark})"
        new = await app.log.add(id, rows, title, requests, imported=imported, end=end)
    if not new:
        return None
    if entry.deleted_at is not None:
        await app.catalogue.delete(id)
    elif (await app.catalogue.get(id)).status in UNDER_WAY:
        await app.sessions.deliver(id, Pause(why=tr("it was restored in the middle")))
    return title


def _own_id(hash: str) -> str:
    """Return an id that follows from how a log ends: taken in once more, the debate is known."""
    number, letters = int(hash, 16), ""
    for _ in range(ID_LENGTH):
        number, place = divmod(number, len(ID_LETTERS))
        letters += ID_LETTERS[place]
    return letters
