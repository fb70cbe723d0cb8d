"""Keeping what there is: backup, restore, tables made anew."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from disputatio.app.application import Application
from disputatio.app.paths import Paths
from disputatio.debate.errors import Refused
from disputatio.engine.clock import SystemClock
from disputatio.storage import backup as archives
from disputatio.storage import projections
from disputatio.storage.backup import Manifest, Restoration


async def backup(app: Application, archive: Path) -> Manifest:
    """Write everything but keys into one file, while debates may run. Raises Refused, StorageHeld."""
    if await asyncio.to_thread(archive.exists):
        raise Refused(f"{archive} exists already.", "Choose another name, or move that file away.")
    return await archives.backup(app.database, archive, app.clock)


def restore(archive: Path, environment: Mapping[str, str]) -> Restoration:
    """Put back what a backup holds; what it replaces is kept. No application may be open. Raises Refused."""
    paths = Paths.from_environment(environment)
    paths.create()
    return archives.restore(archive, paths.database, SystemClock().now())


async def rebuild(app: Application, id: str = "") -> dict[str, int]:
    """Make the tables of a debate, or of all, anew from the logs; events read by debate."""
    return await projections.rebuild(app.database, id)
