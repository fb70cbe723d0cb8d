"""Backup and restore: one zip with the database, a manifest and the files that the person wrote (`own_files`). Keys are
never in it: they live in the keyring.

A backup is taken while debates run. Restoring puts it in place of what is there: it needs the file for itself, and
keeps a backup of what it replaces. A seal, made with a key that stays in the data folder, tells a backup of one's own
from one that somebody else made. An archive is read as untrusted: only the known members, only as large as the
manifest says, only if whole, and row by row into a database of our own making (see `foreign`). `merging` adds a backup
to what is there.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from disputatio.debate.errors import Refused
from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.engine.errors import StorageHeld
from disputatio.engine.ports import Clock
from disputatio.storage import foreign, schema, soundness
from disputatio.storage.database import Database, make_engine
from disputatio.storage.own_files import BroughtBack, Folders, bring_back, gather, unpack_own
from disputatio.storage.sqlite import choose, original_of, raw, storage_error
from disputatio.storage.surroundings import require_sound
from disputatio.storage.upgrade import make_private, prepare

FORMAT = "disputatio-backup"
VERSION = 1
DATABASE = "disputatio.db"
MANIFEST = "manifest.json"
CHUNK = 1 << 20
LARGEST_MANIFEST = 1 << 16
NOWHERE: Folders = {}


@value
class Manifest:
    """What an archive says of itself. `size` is the database's in bytes, `sha256` its checksum, `seal` by what whoever
    has the key knows that it was made here. Two things that no archive says: `damage`, what was found damaged while it
    was made, so that it holds less than all, or cannot be restored; `changed`, the debates whose logs are not as they
    were recorded, as it was found while it was unpacked."""

    schema: int
    created_at: float
    debates: int
    size: int
    sha256: str
    seal: str = ""
    damage: str = ""
    changed: tuple[str, ...] = ()

    def sealed_with(self, key: bytes) -> bool:
        return bool(key) and hmac.compare_digest(self.seal.encode(), _seal(self.sha256, key).encode())


def _seal(sha256: str, key: bytes) -> str:
    return hmac.new(key, sha256.encode(), hashlib.sha256).hexdigest() if key else ""


@value
class Restoration:
    """`previous` is the backup of what was there before; None where nothing was. `files`: what became of the person's
    own files."""

    manifest: Manifest
    previous: Path | None
    files: BroughtBack = BroughtBack()


async def backup(
    database: Database, archive: Path, clock: Clock, folders: Folders = NOWHERE, key: bytes = b""
) -> Manifest:
    """Write a backup, with the files of the person in some folders, sealed with a `key`. The archive appears whole or
    not at all. Raises StorageHeld."""
    created = clock.now()
    return await database.read(lambda connection: _backup(raw(connection), archive, created, folders, key))


def restore(archive: Path, path: Path, now: float, folders: Folders = NOWHERE, key: bytes = b"") -> Restoration:
    """Put the database of an archive at `path`, which nobody may have open, and the person's files into their folders.
    What it replaces is kept, sealed with a `key`. Blocks; call it in a thread.

    Raises Refused for an archive that is damaged or newer than this program, and where the file is in use.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".restore-") as folder:
        manifest, fresh = unpack(archive, Path(folder))
        files = own_files(archive, folders)
        replaced = _set_aside(path, now, folders, key) if path.exists() else None
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        os.replace(fresh, path)
    done = bring_back(files, folders, f"before-restore-{_day(now)}")
    return Restoration(manifest=manifest, previous=replaced, files=done)


def own_files(archive: Path, folders: Folders) -> dict[str, bytes]:
    """Return the files of the person that an archive holds. Blocks. Raises Refused for one that is damaged."""
    try:
        with zipfile.ZipFile(archive) as source:
            return unpack_own(source, folders)
    except UNREADABLE as fault:
        raise _unusable(archive, str(fault)) from fault


def _day(now: float) -> str:
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d-%H%M%S")


def _backup(driver: Any, archive: Path, created: float, folders: Folders, key: bytes) -> Manifest:
    driver.execute("COMMIT")  # VACUUM INTO takes its own snapshot and refuses to run inside a transaction
    try:
        archive.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=archive.parent, prefix=".backup-") as folder:
            copy = Path(folder) / DATABASE
            make_private(copy)
            driver.execute("PRAGMA query_only = OFF")
            _vacuum(driver, copy, archive)
            manifest = replace(_manifest(copy, driver, created, key), damage=_damage(driver, copy))
            _zip(copy, manifest, Path(folder) / "archive.zip", gather(folders))
            os.replace(Path(folder) / "archive.zip", archive)
    except OSError as fault:
        raise StorageHeld(
            tr("The backup {archive} cannot be written: {strerror}.").format(archive=archive, strerror=fault.strerror),
            "Choose another place, or free some space.",
        ) from fault
    finally:
        driver.execute("PRAGMA query_only = ON")
    return manifest


def _vacuum(driver: Any, copy: Path, archive: Path) -> None:
    """Write a copy. It is the disk of the archive that is full then, not that of the database."""
    try:
        driver.execute("VACUUM INTO ?", (str(copy),))
    except choose().Error as fault:
        if "full" in str(fault).lower():
            raise storage_error(fault, archive) from fault
        raise


def _damage(driver: Any, copy: Path) -> str:
    """Return what is damaged in a database, or in its copy; "" if the copy could be restored and has everything, as far
    as it can be told of an earlier schema. The indexes of the search are made anew anyway."""
    if driver.execute("PRAGMA user_version").fetchone() != (schema.VERSION,):
        return ""
    if found := [each for each in soundness.damages(driver) if not soundness.is_of_search(each)]:
        return found[0]
    try:
        with closing(foreign.connect(copy)) as source:
            foreign.require_restorable(source)
    except foreign.NotOurs as refused:
        return refused.why
    except choose().Error as fault:
        return str(fault)
    return ""


def _manifest(copy: Path, driver: Any, created: float, key: bytes) -> Manifest:
    with copy.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    (debates,) = driver.execute("SELECT count(*) FROM debates").fetchone()
    (version,) = driver.execute("PRAGMA user_version").fetchone()
    size = copy.stat().st_size
    seal = _seal(digest, key)
    return Manifest(schema=version, created_at=created, debates=debates, size=size, sha256=digest, seal=seal)


def _zip(copy: Path, manifest: Manifest, archive: Path, files: Mapping[str, bytes]) -> None:
    content = {name: getattr(manifest, name) for name in ("schema", "created_at", "debates", "size", "sha256", "seal")}
    make_private(archive)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
        head = {"format": FORMAT, "version": VERSION, "not_included": ["keys"], **content}
        target.writestr(MANIFEST, json.dumps(head, indent=2))
        target.write(copy, DATABASE)
        for name, text in files.items():
            target.writestr(name, text)


UNREADABLE = (OSError, KeyError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError)
"""What the library raises for archives that are damaged, encrypted, or packed in a way that it does not know."""


def unpack(archive: Path, folder: Path) -> tuple[Manifest, Path]:
    """Write the database of an archive into a folder, and return it with what the archive says of itself. Blocks; call
    it in a thread. Raises Refused for an archive that is damaged or newer than this program."""
    given, fresh = folder / "given.db", folder / DATABASE
    manifest = _unpack(archive, given)
    return replace(manifest, changed=_read_as_data(given, fresh, archive)), fresh


def _unpack(archive: Path, fresh: Path) -> Manifest:
    if archive.exists() and not archive.is_file():  # a device may never end
        raise _unusable(archive, "it is not an ordinary file")
    try:
        with zipfile.ZipFile(archive) as source:
            manifest = _read_manifest(source, archive)
            with source.open(DATABASE) as packed, fresh.open("wb") as file:
                digest = _copy(packed, file, manifest.size)
    except UNREADABLE as fault:
        raise _unusable(archive, str(fault)) from fault
    if digest != manifest.sha256:
        raise _unusable(archive, "its database is not the one that was saved")
    return manifest


def _read_manifest(source: zipfile.ZipFile, archive: Path) -> Manifest:
    with source.open(MANIFEST) as file:
        text = file.read(LARGEST_MANIFEST)
    try:
        content = json.loads(text)
        known = content["format"] == FORMAT and content["version"] == VERSION
        manifest = Manifest(
            schema=int(content["schema"]),
            created_at=float(content["created_at"]),
            debates=int(content["debates"]),
            size=int(content["size"]),
            sha256=str(content["sha256"]),
            seal=str(content.get("seal", "")),
        )
        datetime.fromtimestamp(manifest.created_at, UTC)
        manifest.seal.encode()
    except (ValueError, TypeError, KeyError, OverflowError, OSError, RecursionError) as fault:
        raise _unusable(archive, "its manifest cannot be read") from fault
    if not known or manifest.schema > schema.VERSION:
        raise Refused(
            tr("{archive} was made by a newer Disputatio.").format(archive=archive.name),
            "Update Disputatio, then restore it.",
        )
    return manifest


def _copy(packed: IO[bytes], file: IO[bytes], size: int) -> str:
    """Copy at most one byte more than was announced, and return the checksum."""
    digest = hashlib.sha256()
    left = size + 1
    while left > 0 and (chunk := packed.read(min(CHUNK, left))):
        digest.update(chunk)
        file.write(chunk)
        left -= len(chunk)
    return digest.hexdigest()


def _read_as_data(given: Path, fresh: Path, archive: Path) -> tuple[str, ...]:
    """Copy what an archive holds into a database of our own making, and return whose logs were changed. Raises
    Refused."""
    try:
        make_private(fresh)
        if _version_of(given) < schema.VERSION:
            _bring_up(given)
        engine = make_engine(fresh)
        try:
            with closing(foreign.connect(given)) as source, engine.connect() as target:
                foreign.require_ours(source)
                with target.begin():
                    schema.create(target)
                    changed = foreign.copy(source, raw(target))
                raw(target).execute("PRAGMA journal_mode = DELETE")
                return changed
        finally:
            engine.dispose()
    except foreign.NotOurs as refused:
        raise _unusable(archive, refused.why) from refused
    except (sa.exc.DBAPIError, choose().Error, StorageHeld) as fault:
        raise _unusable(archive, str(original_of(fault))) from fault


def _version_of(given: Path) -> int:
    with closing(foreign.connect(given)) as source:
        return foreign.require_ours(source)


def _bring_up(given: Path) -> None:
    """Bring a file of an earlier schema, in which nothing can run, to the present one."""
    engine = make_engine(given)
    try:
        prepare(engine, given)
        with engine.connect() as connection:
            raw(connection).execute("PRAGMA journal_mode = DELETE")
    finally:
        engine.dispose()


def _unusable(archive: Path, why: str) -> Refused:
    return Refused(
        tr("{archive} cannot be restored: {why}.").format(archive=archive.name, why=why),
        "Choose another backup; nothing was changed.",
    )


def _set_aside(path: Path, now: float, folders: Folders, key: bytes) -> Path:
    """Keep what is there: as a backup if it can be read, else the file as it is. Refused while it is in use."""
    at = _day(now)
    kept = path.with_name(f"{path.stem}-before-restore-{at}.zip")
    damaged = path.with_name(f"{path.stem}-before-restore-{at}.damaged.db")
    if not _openable(path):
        _copy_damaged(path, damaged)
        return damaged
    engine = make_engine(path, wait=0.5)
    try:
        with engine.connect() as connection:
            driver = raw(connection)
            driver.execute("PRAGMA journal_mode = DELETE")  # works only for who has the file alone
            driver.execute("BEGIN")
            if not _backup(driver, kept, now, folders, key).damage:
                return kept
        kept.unlink()  # it could not be restored
        _copy_damaged(path, damaged)
    except (sa.exc.DBAPIError, choose().Error) as fault:
        if "locked" in str(fault) or "busy" in str(fault):
            raise Refused(
                "Disputatio has this data folder open elsewhere.",
                "Close all its windows and commands, then restore again.",
            ) from fault
        _copy_damaged(path, damaged)
    finally:
        engine.dispose()
    return damaged


def _openable(path: Path) -> bool:
    """Return whether SQLite may open a file without harm, or having to wait for ever."""
    try:
        require_sound(path)
    except StorageHeld:
        return False
    return True


def _copy_damaged(path: Path, kept: Path) -> None:
    try:
        for suffix in ("", "-wal", "-shm"):
            part = path.with_name(path.name + suffix)
            if part.exists():
                make_private(kept.with_name(kept.name + suffix))
                shutil.copyfile(part, kept.with_name(kept.name + suffix))
    except OSError as fault:
        raise storage_error(fault, path) from fault


# ---- deleting the database and every copy beside it -------------------------------------------------------------
PARTS = ("-wal", "-shm", "-journal")


def erase(path: Path) -> None:
    """Take a database away with its copies. Blocks; call it in a thread. Raises Refused while somebody has the file
    open, and OSError for what cannot be removed."""
    if path.exists():
        _alone(path)
    copies = [*path.parent.glob(f"{path.name}.schema-*"), *path.parent.glob(f"{path.stem}-before-restore-*")]
    for each in (path, *(path.with_name(path.name + part) for part in PARTS), *copies):
        each.unlink(missing_ok=True)


def _alone(path: Path) -> None:
    """Only who has the file alone may change its journal. A file that is no database is nobody's."""
    if not _openable(path):
        return
    engine = make_engine(path, wait=0.5)
    try:
        with engine.connect() as connection:
            raw(connection).execute("PRAGMA journal_mode = DELETE")
    except (sa.exc.DBAPIError, choose().Error) as fault:
        if "locked" in str(fault) or "busy" in str(fault):
            raise Refused(
                "Disputatio has this data folder open elsewhere.",
                "Close all its windows and commands, then delete again.",
            ) from fault
    finally:
        engine.dispose()
