"""The page of checks in the settings: commands added, suggested, forgotten and run, by project."""

import asyncio
from pathlib import Path

import pytest
from tests.faces.conftest import until
from tests.faces.gui_settings.test_settings_dialog import opened
from tests.sandbox.test_isolation import isolated

from disputatio.testing.repositories import commit

SHOP = {
    "Makefile": "test:\n\ttrue\n",
    "test_shop.py": "import unittest\n\n\nclass Shop(unittest.TestCase):\n"
    "    def test_it(self):\n        self.fail('no')\n",
}


@pytest.fixture
def shop(tmp_path: Path) -> str:
    commit(tmp_path / "shop", SHOP)
    return str(tmp_path / "shop")


async def page_of(on, shop=""):
    if shop:
        await on.app.keep_repository(shop)
    page = on.dialog.pages["checks"]
    on.dialog.open_at("hooks")
    await until(lambda: not on.bridge.busy)
    return page


async def test_without_any_project_the_page_says_what_to_do(loop):
    async with opened() as on:
        page = await page_of(on)
        assert "Open a repository" in page.nothing.text()
        assert "switch on" in page.state.text()
        assert not page.add.isVisible()
        assert not page.suggestions.isVisible()


async def test_a_command_is_added_suggested_and_forgotten(loop, shop):
    async with opened() as on:
        page = await page_of(on, shop)
        assert page.project.currentText() == shop
        assert len(page.suggested) == 1
        page.suggested[0].adopt.click()
        await until(lambda: len(page.commands) == 1)
        await until(lambda: not page.suggested and page.no_suggestion.isVisible())
        page.kind.setCurrentIndex(page.kind.findData("scan"))
        page.line.setText("sh -c 'open")
        page.add.click()
        await until(lambda: "quotation mark" in page.fault.text())
        page.line.setText("sh -c 'exit 1'")
        page.seconds.setValue(60)
        page.gating.setChecked(True)
        page.add.click()
        await until(lambda: len(page.commands) == 2)
        kept = on.app.bench.shelf.of(shop)
        assert [each.written for each in kept.commands] == ["tests: make test", "scan 60 s!: sh -c 'exit 1'"]
        page.commands[0].drop.click()
        await until(lambda: len(page.commands) == 1)
        assert not page.run.isEnabled(), "nothing is run while that is switched off"


@isolated
async def test_they_are_run_on_the_last_commit(loop, shop):
    async with opened() as on:
        await asyncio.to_thread(on.app.settings.set, "sandbox.use", True)
        await on.app.bench.shelf.add(shop, ["tests: python3 -m unittest -q"])
        page = await page_of(on, shop)
        assert not page.state.isVisible()
        page.run.click()
        await until(lambda: "AssertionError: no" in page.output.toPlainText())
        assert page.run.isEnabled()


async def test_folders_of_tools_are_offered_and_read(loop, shop):
    await asyncio.to_thread((Path(shop) / "node_modules").mkdir)
    async with opened() as on:
        page = await page_of(on, shop)
        assert page.read.isVisible()
        page.read.click()
        await until(lambda: not page.read.isVisible())
        assert on.app.settings.get("sandbox.reads") == (f"{shop}/node_modules",)
