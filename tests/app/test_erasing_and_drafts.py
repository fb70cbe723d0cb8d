"""Deleting everything leaves nothing of a person behind; drafts are kept until they are sent."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

from disputatio.app import data
from disputatio.app.bootstrap import application
from disputatio.app.paths import Paths
from disputatio.app.privacy.frontier import Consents
from disputatio.app.settings import Settings
from disputatio.app.starting.drafts import FILE, LONGEST, MOST, Drafts
from disputatio.debate.errors import Refused
from disputatio.library.workspace import Note
from disputatio.secrets.keyring import Keys


class Ring:
    """A keyring in memory."""

    name = "a ring"

    def __init__(self, held: dict[str, str]) -> None:
        self.held = held

    def get_password(self, service: str, username: str) -> str | None:
        return self.held.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self.held[username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.held[username]


def everything(paths: Paths) -> list[str]:
    return sorted(str(path.relative_to(paths.data)) for path in paths.data.rglob("*") if path.is_file())


async def used() -> Paths:
    """A folder in which somebody has worked."""
    async with application(os.environ) as app:
        await app.library.create(Note(title="Mine", body="Nobody else's."))
        paths = app.paths
    consents, drafts = Consents(paths.config), Drafts(paths.data)
    drafts.put("question", "What else?")
    await asyncio.to_thread(consents.give, [])
    await asyncio.to_thread(drafts.save)
    for path, text in {
        paths.settings_file: "[providers.own]\nkind = 'openai-compatible'\n",
        paths.backups / "before.zip": "x",
        paths.logs / "disputatio.log": "x",
        paths.data / "disputatio.db.schema-1": "x",
        paths.data / "disputatio-before-restore-2026.zip": "x",
        paths.formats / "mine.toml": "x",
        paths.data / "holiday.jpg": "x",
    }.items():
        await asyncio.to_thread(path.write_text, text)
    return paths


async def test_nothing_of_a_person_is_left_but_what_is_said() -> None:
    paths = await used()
    ring = Ring({"openai": "sk-1", "own": "sk-2", "voyage": "sk-3"})
    settings = await asyncio.to_thread(Settings.load, paths.settings_file)
    done = await data.erase(os.environ, settings, Keys({}, lambda: ring))
    assert (done.keys, done.faults, ring.held) == (3, (), {})
    assert await asyncio.to_thread(everything, paths) == ["formats/mine.toml", "holiday.jpg"]
    assert any(str(paths.formats) in line for line in data.stays(paths))
    said = data.erasure_report(done, data.stays(paths))
    assert "3 keys were removed" in said
    assert "your own formats" in said


async def test_while_it_is_open_elsewhere_nothing_is_deleted() -> None:
    paths = await used()
    before = await asyncio.to_thread(everything, paths)
    ring = Ring({"openai": "sk-1"})
    async with application(os.environ) as app:
        with pytest.raises(Refused, match="open elsewhere"):
            await data.erase(os.environ, app.settings, Keys({}, lambda: ring))
    assert ring.held == {"openai": "sk-1"}
    assert set(before) <= set(await asyncio.to_thread(everything, paths))


async def test_where_nothing_is_nothing_is_deleted() -> None:
    done = await data.erase(os.environ, Settings(), Keys({}, lambda: Ring({})))
    assert (done.keys, done.faults) == (0, ())


async def test_a_damaged_database_is_deleted_too() -> None:
    paths = Paths.from_environment(os.environ)
    await asyncio.to_thread(paths.create)
    await asyncio.to_thread(paths.database.write_bytes, b"no database" * 999)
    await data.erase(os.environ, Settings(), Keys({}, lambda: Ring({})))
    assert not await asyncio.to_thread(paths.database.exists)


def test_drafts_come_back_and_sent_ones_are_forgotten(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    assert drafts.put("question", "Is it")
    assert drafts.put("d1", "But wait")
    drafts.save()
    again = Drafts(tmp_path)
    again.load()
    assert (again.get("question"), again.get("d1"), again.get("d2")) == ("Is it", "But wait", "")
    assert not again.put("d1", "But wait")
    assert again.put("d1", "  \n")
    again.save()
    assert json.loads((tmp_path / FILE).read_text("utf-8")) == {"question": "Is it"}
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("text", ["", "[]", '{"question": 7}', "{", "\udcff"])
def test_nonsense_holds_no_drafts(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_bytes(text.encode("utf-8", "surrogateescape"))
    drafts = Drafts(tmp_path)
    drafts.load()
    assert drafts.get("question") == ""


def test_drafts_are_bounded(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    for number in range(MOST + 5):
        drafts.put(f"d{number}", "x" * (LONGEST + 1))
    assert (drafts.get("d4"), len(drafts.get("d5"))) == ("", LONGEST)
