"""Backup while debates run; restore only what is whole, never over what is in use, never without a way back."""

from __future__ import annotations

import asyncio
import json
import os
import zipfile
from pathlib import Path

import pytest

from disputatio.debate.errors import Refused
from disputatio.debate.log.events import DebateResumed
from disputatio.engine.errors import StorageHeld
from disputatio.storage import schema
from disputatio.storage.backup import backup, restore
from disputatio.storage.log import SqliteEventLog
from disputatio.testing.debates import FrozenClock

NOW = 1_700_000_000.0


async def saved(database, archive: Path) -> None:
    async with database() as db:
        await SqliteEventLog(db, FrozenClock()).append("d", [DebateResumed()] * 3)
        manifest = await backup(db, archive, FrozenClock(NOW))
        assert (manifest.debates, manifest.created_at, manifest.schema) == (1, NOW, schema.VERSION)


async def test_what_was_backed_up_is_restored_and_what_was_there_is_kept(database, tmp_path: Path) -> None:
    archive, path = tmp_path / "backups" / "one.zip", tmp_path / "disputatio.db"
    await saved(database, archive)
    with zipfile.ZipFile(archive) as content:
        assert sorted(content.namelist()) == ["disputatio.db", "manifest.json"]
        assert json.loads(content.read("manifest.json"))["not_included"] == ["keys"]
    async with database() as db:
        await SqliteEventLog(db, FrozenClock()).append("d", [DebateResumed()])
    done = await asyncio.to_thread(restore, archive, path, NOW)
    assert done.previous is not None
    assert done.previous.name == "disputatio-before-restore-2023-11-14-221320.zip"
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        assert len(await log.read("d")) == 3
        assert await log.verify("d") == []
        await log.append("d", [DebateResumed()])
    await asyncio.to_thread(restore, done.previous, path, NOW + 1)
    async with database() as db:
        assert len(await SqliteEventLog(db, FrozenClock()).read("d")) == 4
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".restore-")]


async def test_backing_up_stops_nobody(database, tmp_path: Path) -> None:
    async with database() as db:
        log = SqliteEventLog(db, FrozenClock())
        await log.append("d", [DebateResumed()] * 2000)
        async with asyncio.TaskGroup() as group:
            group.create_task(backup(db, tmp_path / "a.zip", FrozenClock()))
            for _ in range(20):
                group.create_task(log.append("d", [DebateResumed()]))
        assert await log.verify("d") == []
        for _ in range(8):  # every reader's connection is still whole
            assert len(await log.read("d", since=2000)) == 20
    done = await asyncio.to_thread(restore, tmp_path / "a.zip", tmp_path / "new" / "d.db", NOW)
    assert done.previous is None
    async with database("new/d.db") as db:
        assert await SqliteEventLog(db, FrozenClock()).verify("d") == []


async def test_a_backup_that_cannot_be_written_says_so(database, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    async with database() as db:
        with pytest.raises(StorageHeld, match="Choose another place"):
            await backup(db, tmp_path / "file" / "a.zip", FrozenClock())
        assert await db.integrity_check() == []


async def test_nothing_is_restored_over_a_file_in_use(database, tmp_path: Path) -> None:
    archive = tmp_path / "a.zip"
    await saved(database, archive)
    async with database() as db:
        with pytest.raises(Refused, match=r"open elsewhere.*Close"):
            await asyncio.to_thread(restore, archive, tmp_path / "disputatio.db", NOW)
        await SqliteEventLog(db, FrozenClock()).append("d", [DebateResumed()])
        assert await SqliteEventLog(db, FrozenClock()).verify("d") == []


async def test_a_damaged_file_is_set_aside_and_replaced(database, tmp_path: Path) -> None:
    archive, path = tmp_path / "a.zip", tmp_path / "disputatio.db"
    await saved(database, archive)
    path.write_bytes(b"garbage" * 1000)
    done = await asyncio.to_thread(restore, archive, path, NOW)
    assert done.previous is not None
    assert done.previous.read_bytes() == b"garbage" * 1000
    async with database() as db:
        assert len(await SqliteEventLog(db, FrozenClock()).read("d")) == 3


def cut(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[:-200])


def not_a_zip(archive: Path) -> None:
    archive.write_text("hello")


def rewritten(archive: Path, **changes: object) -> None:
    with zipfile.ZipFile(archive) as source:
        manifest = json.loads(source.read("manifest.json"))
        content = source.read("disputatio.db")
    with zipfile.ZipFile(archive, "w") as target:
        target.writestr("manifest.json", json.dumps(manifest | changes))
        target.writestr("disputatio.db", content)


def recorder(archive: Path, offset: int, byte: int) -> None:
    """Change a byte of how the archive lists its last member."""
    content = bytearray(archive.read_bytes())
    content[content.rfind(b"PK\x01\x02") + offset] = byte
    archive.write_bytes(content)


def endless(archive: Path) -> None:
    archive.unlink()
    archive.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda archive: recorder(archive, offset=8, byte=1), "encrypted"),
        (lambda archive: recorder(archive, offset=10, byte=99), "compression method"),
        (endless, "not an ordinary file"),
        (cut, "cannot be restored"),
        (not_a_zip, "cannot be restored"),
        (lambda archive: rewritten(archive, sha256="0" * 64), "not the one that was saved"),
        (lambda archive: rewritten(archive, size=100), "not the one that was saved"),
        (lambda archive: rewritten(archive, size="many"), "manifest cannot be read"),
        (lambda archive: rewritten(archive, schema=99), "newer Disputatio"),
        (lambda archive: rewritten(archive, format="x"), "newer Disputatio"),
        (lambda archive: archive.unlink(), "cannot be restored"),
    ],
)
async def test_damaged_archives_are_refused_and_nothing_is_changed(database, tmp_path: Path, damage, why: str) -> None:
    archive, path = tmp_path / "a.zip", tmp_path / "disputatio.db"
    await saved(database, archive)
    before = path.read_bytes()
    damage(archive)
    with pytest.raises(Refused, match=why):
        await asyncio.to_thread(restore, archive, path, NOW)
    assert path.read_bytes() == before
