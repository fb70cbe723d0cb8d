"""What somebody is told to do next names what is before them: a command where one is typed, else a place."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from disputatio.app.audit import Audit
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import speak_in_window
from disputatio.storage.database import Database
from disputatio.storage.sqlite import storage_error


def test_a_window_has_no_command_line() -> None:
    found = Audit(debate="d", behind=("A table differs.",))
    assert "disputatio audit verify d --rebuild" in found.sentences[-1]
    told = copy_context()
    told.run(speak_in_window)
    assert "“Rebuild”" in told.run(lambda: found.sentences)[-1]
    assert "disputatio" not in " ".join(told.run(lambda: found.sentences))


@pytest.mark.parametrize("fault", ["database disk image is malformed", "disk I/O error", "an unheard-of fault"])
def test_a_fault_of_the_storage_names_a_command_only_where_one_is_typed(fault: str) -> None:
    error = sqlite3.DatabaseError(fault)
    assert "`disputatio doctor`" in storage_error(error, Path("d.sqlite3")).user_message
    told = copy_context()
    told.run(speak_in_window)
    said = told.run(storage_error, error, Path("d.sqlite3"))
    assert "disputatio" not in said.user_message
    assert said.place == ("data" if "I/O" not in fault else "")


async def test_the_threads_of_the_database_speak_as_whoever_opened_it(tmp_path: Path) -> None:
    async def refused(work: Callable[[Any], object]) -> str:
        database = await Database.open(tmp_path / "d.sqlite3")
        try:
            with pytest.raises(DisputatioError) as found:
                await database.write(work)
            return found.value.user_message
        finally:
            await database.close()

    def broken(connection: object) -> object:
        raise sa.exc.OperationalError("", None, sqlite3.OperationalError("disk I/O error"))

    assert "disputatio doctor" in await refused(broken)
    speak_in_window()
    assert "disputatio doctor" not in await refused(broken)
