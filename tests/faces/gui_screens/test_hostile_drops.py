"""What should not be dropped on the window, dropped there: every file is used or refused in words, nothing runs, and
the window goes on. A test fails when its loop stands still."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from disputatio.faces.gui.kit.inputs import FileDrop
from disputatio.library.persona import Persona
from disputatio.library.workspace import Document

pytestmark = pytest.mark.may_block("what is dropped comes in an event of Qt, not in a coroutine")
COPY, LEFT, NONE = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def hostile(folder: Path) -> list[Path]:
    """Files that never end, are huge, lead in a circle, are not what they are called, or are called what would rewrite
    the screen."""
    os.mkfifo(folder / "pipe.md")
    (folder / "endless.md").symlink_to("/dev/zero")
    (folder / "circle.md").symlink_to(folder / "circle.md")
    (folder / "picture.md").write_bytes(b"\x89PNG\0\0\x1a\n" * 1000)
    with (folder / "huge.md").open("wb") as file:
        file.truncate(20 * 2**30)
    (folder / "deep.json").write_text("[" * 200_000)
    (folder / "big.json").write_text(json.dumps({"format": "disputatio", "events": [{"at": 1e308}] * 1000}))
    (folder / "persona.toml").write_text('name = "' + "x" * 500_000 + '"')
    (folder / "pipe.toml").symlink_to(folder / "pipe.md")
    (folder / "a\u202egnp.md\x1b[2J\n.md").write_text("It says <script>alert(1)</script>.")
    gone, too_long = folder / "gone.md", folder / f"{'a' * 300}.md"
    return [*sorted(folder.iterdir()), gone, too_long]


def drop(page: QWidget, paths: list[Path]) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    (taking,) = page.findChildren(FileDrop, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert taking.eventFilter(page, QDropEvent(QPointF(10, 10), COPY, data, LEFT, NONE))


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    (folder := tmp_path / "hostile").mkdir()
    return hostile(folder)


async def test_on_the_question_they_keep_the_debate_from_beginning_until_they_are_left_out(
    loop: Any, opened: Any, files: list[Path]
) -> None:
    async with opened() as gui:
        await gui.until(lambda: gui.start.preparing.prepared is not None)
        gui.start.rehearse()
        gui.start.composer.set_draft("Is it so?")
        for path in files:
            gui.start.context.clear_files()
            drop(gui.start, [path])
            gui.start.composer.submit()
            await gui.until(lambda: gui.window.debates.pane() is not None or not gui.start.banner.isHidden(), str(path))
            if gui.window.debates.pane() is not None:
                assert path.name.endswith("\n.md") or path.suffix == ".json" or path.name == "persona.toml", path
                gui.window.places.show_start()
                await gui.until(lambda: gui.start.preparing.prepared is not None)
                gui.start.composer.set_draft("Is it so?")


async def test_on_the_library_the_good_ones_come_in_and_the_others_are_named(
    loop: Any, opened: Any, files: list[Path]
) -> None:
    async with opened() as gui:
        gui.window.places.show_page("library")
        page = gui.window.places.pages["library"]
        drop(page, [*files, Path("/tmp/nothing\0.md")])
        await gui.until(lambda: page.stage.fault.isVisible() and "gone.md" in page.stage.fault.text())
        documents = await gui.app.library.all(Document)
        assert all("\x1b" not in each.title and "\n" not in each.title for each in documents)


async def test_on_the_repositories_none_is_taken_for_one(loop: Any, opened: Any, files: list[Path]) -> None:
    async with opened() as gui:
        gui.window.places.show_page("repository")
        page = gui.window.places.pages["repository"]
        for path in files:
            drop(page, [path])
        await asyncio.sleep(0.2)
        assert page.current == ""


async def test_on_the_personas_each_is_refused_and_a_good_one_comes_in(
    loop: Any, opened: Any, files: list[Path], tmp_path: Path
) -> None:
    good = tmp_path / "zeno.toml"
    good.write_text('name = "Zeno"\nabout = "Doubts motion."\n')
    async with opened() as gui:
        gui.window.places.show_page("personas")
        page = gui.window.places.pages["personas"]
        drop(page, [*files, good])
        await gui.until(lambda: page.fault.isVisible())
        told = page.fault.text()
        assert all(name in told for name in ("persona.toml", "pipe.toml"))
        assert "Zeno" in [each.name for each in await gui.app.library.all(Persona)]
