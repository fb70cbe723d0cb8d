"""The window beside a terminal: what another process does with the same data is seen, and a debate is imported."""

import asyncio
import os
from contextlib import asynccontextmanager

from disputatio.app.bootstrap import application
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.seats import SeatChoice
from disputatio.faces.gui.library.debate_index import Role
from disputatio.faces.gui.start.preparation import QUICK
from disputatio.library.workspace import Project

CONFIG = DebateConfig(
    question="Is it seen from the window?",
    seats=tuple(SeatChoice(seat=seat, model=QUICK) for seat in ("analyst", "critic")),
    services={"clerk": QUICK, "synthesis": QUICK},
    options={"auto_continue": True, "rounds": 2},
    seed=1,
)


@asynccontextmanager
async def terminal():
    """Another process on the same data, as far as the database can tell."""
    async with application({"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}) as app:
        yield app


def rows(gui, group):
    """Title by id of a group of the sidebar."""
    model = gui.window.sidebar.groups[group].model
    items = [model.index(row).data(Role.ITEM) for row in range(model.rowCount())]
    return {item.key: item for item in items}


async def test_a_debate_of_a_terminal_appears_and_can_be_watched(loop, opened):
    async with opened() as gui, terminal() as app:
        id = await app.start(await app.prepare(CONFIG))
        await gui.until(lambda: id in rows(gui, "Recent"))
        assert "Interrupted" in rows(gui, "Recent")[id].subtitle, "nobody runs it yet"
        session = await app.sessions.acquire(id)
        gui.window.open_debate(id)
        await gui.until(lambda: gui.window.debates.pane() is not None)
        await session.wait_for_rest()
        await gui.until(lambda: gui.debate.over, "the pane follows")
        await gui.until(lambda: id in rows(gui, "Recent"))
        assert not gui.pane.live.session.here
        await app.sessions.release(id)
        await app.catalogue.rename(id, "Named in a terminal")
        await gui.until(lambda: rows(gui, "Recent")[id].title == "Named in a terminal")
        await app.catalogue.delete(id)
        await gui.until(lambda: id in rows(gui, "Bin"))


async def test_coming_back_to_the_window_shows_what_else_is_new(loop, opened):
    async with opened() as gui, terminal() as app:
        await app.library.create(Project(id="", name="Made in a terminal"))
        gui.window.activateWindow()
        gui.window.listing.refresh()
        await gui.until(lambda: gui.window.sidebar.rows["library"].count == 1)


async def test_what_is_no_export_is_refused_in_words(loop, opened, tmp_path):
    await asyncio.to_thread((tmp_path / "x.json").write_text, '{"format": "something else"}', "utf-8")
    await asyncio.to_thread((tmp_path / "y.json").write_bytes, b"\xff\xfe\x00PK")
    said = []
    async with opened() as gui:
        gui.window.bridge.explained.connect(lambda error: said.append(error.user_message))
        for name in ("x.json", "y.json", "missing.json"):
            gui.window.importing.take_in(tmp_path / name)
            await gui.until(lambda: said)
            assert "exported as JSON" in said.pop()
        assert await gui.app.catalogue.all() == []
