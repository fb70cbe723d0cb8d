"""A database in a folder of its own, and events of every kind."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from disputatio.storage.database import Database


@pytest.fixture
def database(tmp_path: Path):
    """`async with database() as db`: opened, and closed at the end."""

    @asynccontextmanager
    async def opened(name: str = "disputatio.db", **options: object) -> AsyncIterator[Database]:
        db = await Database.open(tmp_path / name, **options)
        try:
            yield db
        finally:
            await db.close()

    return opened
