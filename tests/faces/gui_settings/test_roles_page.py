"""The page of roles in the settings: one's own added, refused and removed, the built-in ones shown."""

from __future__ import annotations

import asyncio
import os

from PySide6.QtWidgets import QApplication, QLabel
from tests.faces.conftest import until
from tests.faces.gui_settings.test_settings_dialog import opened

from disputatio.faces.gui.kit.question import Confirm

GOOD = 'id = "dba"\ntitle = "Database reviewer"\nfocus = "You look at indexes."\ntools = ["scan"]\n'


async def test_roles_are_added_from_files_and_removed(loop, tmp_path):
    async with opened() as on:
        page = on.dialog.pages["roles"]
        on.dialog.open_at("roles")
        await until(lambda: "critic" in page.rows)
        assert page.nothing.isVisible()
        assert not hasattr(page.rows["critic"], "drop"), "what ships stays"
        good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
        await asyncio.to_thread(good.write_text, GOOD)
        await asyncio.to_thread(bad.write_text, GOOD.replace("scan", "scam"))
        page.take([bad])
        await until(lambda: "bad.toml:4" in page.fault.text())
        page.take([good])
        await until(lambda: "dba" in page.rows)
        assert page.fault.text() == ""
        assert not page.nothing.isVisible()
        assert page.rows["dba"].drop.accessibleName() == "Remove the role Database reviewer"
        assert "Tools: Programs, run in isolation" in [one.text() for one in page.rows["dba"].findChildren(QLabel)]
        told = " ".join(one.text() for one in page.rows["critic"].findChildren(QLabel))
        assert "Tools: The repository" in told
        assert "_" not in told, "names that only files know stand in a tip"
        await asyncio.to_thread((on.app.paths.roles / "broken.toml").write_text, "id = [")
        page.enter()
        await until(lambda: "broken" in page.rows and "not valid TOML" in page.rows["broken"].about.text())
        page.rows["dba"].drop.click()
        await until(lambda: asked() is not None)
        asked().stay.click()
        await until(lambda: not on.bridge.busy)
        page.rows["dba"].drop.click()
        await until(lambda: asked() is not None)
        asked().go.click()
        await until(lambda: "dba" not in page.rows)
        assert await asyncio.to_thread(os.listdir, on.app.paths.roles) == ["broken.toml"]


def asked() -> Confirm | None:
    found = (each for each in QApplication.topLevelWidgets() if isinstance(each, Confirm) and each.isVisible())
    return next(found, None)
