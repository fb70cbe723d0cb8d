"""Exporting a debate to a file: each format, for the person's eyes alone, whole or not at all."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import stat
import sys
from pathlib import Path

import pytest

from disputatio.app import debate_files
from disputatio.app.actions.debates import Export
from disputatio.app.actions.errands import carry_out
from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.paths import resource
from disputatio.debate.errors import Refused
from disputatio.exporting.formats import EXPORTS, KINDS, Kind

BEGINNINGS = {
    "html": b"<!DOCTYPE html>",
    "pdf": b"%PDF-",
    "markdown": b"# ",
    "json": b'{\n "format": "disputatio-debate"',
    "aif": b'{\n "nodes"',
    "argdown": b"# ",
    "adr": b"# ",
}


RECORDED = json.dumps(json.loads(resource("examples", "problem-first.json").read_text("utf-8"))["debate"])


async def taken_in(app: Application) -> str:
    return (await debate_files.take_in(app, RECORDED)).id


async def test_every_format_is_written_and_only_the_person_can_read_it(home: Path, tmp_path: Path) -> None:
    async with application() as app:
        id = await taken_in(app)
        for kind in KINDS:
            file = tmp_path / f"debate-{kind}{EXPORTS[kind].ending}"
            done = await carry_out(app, id, Export(kind=kind, file=str(file)))
            assert done.sentence == f"Exported to {file}. {EXPORTS[kind].use}"
    for kind in KINDS:
        file = tmp_path / f"debate-{kind}{EXPORTS[kind].ending}"
        assert file.read_bytes().startswith(BEGINNINGS[kind])
        assert sys.platform == "win32" or stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_what_was_there_stays_until_the_new_file_is_whole(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "debate.html"
    file.write_text("what I had", "utf-8")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async with application() as app:
        id = await taken_in(app)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(Refused, match=r"debate\.html cannot be written: No space left on device\. Choose"):
                await carry_out(app, id, Export(kind="html", file=str(file)))
        left = await asyncio.to_thread(lambda: (file.read_text("utf-8"), [each.name for each in tmp_path.iterdir()]))
        assert left == ("what I had", ["debate.html"]), "nothing half made is left behind"
        await carry_out(app, id, Export(kind="html", file=str(file)))
    assert file.read_bytes().startswith(b"<!DOCTYPE html>")


@pytest.mark.skipif(sys.platform == "win32", reason="links and devices are those of POSIX")
async def test_a_link_stays_one_and_a_device_is_written_to(home: Path, tmp_path: Path) -> None:
    file, link = tmp_path / "debate.md", tmp_path / "link.md"
    file.write_text("old", "utf-8")
    link.symlink_to(file)
    async with application() as app:
        id = await taken_in(app)
        await carry_out(app, id, Export(kind="markdown", file=str(link)))
        await carry_out(app, id, Export(kind="markdown", file=os.devnull))
    assert link.is_symlink()
    assert file.read_text("utf-8").startswith("# ")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.parametrize("kind", ["pdf", "markdown"])
async def test_a_place_that_cannot_be_written_is_refused_with_a_way_on(home: Path, tmp_path: Path, kind: Kind) -> None:
    async with application() as app:
        id = await taken_in(app)
        for file in (tmp_path / "missing" / "debate", tmp_path):
            with pytest.raises(Refused, match=r"cannot be written: .*Choose another place\."):
                await carry_out(app, id, Export(kind=kind, file=str(file)))
