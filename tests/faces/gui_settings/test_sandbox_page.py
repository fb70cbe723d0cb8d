"""The page of the sandbox: it says whether code can be run as it is chosen, before a debate finds out."""

import asyncio

import pytest
from tests.faces.conftest import until
from tests.faces.gui_settings.test_settings_dialog import opened

from disputatio.app.settings import declarations
from disputatio.sandbox.isolation import NoIsolation

MISSING = NoIsolation("Code of participants cannot be run: podman is not installed.", "Install it.")


@pytest.fixture
def walls(monkeypatch):
    """Podman is missing, everything else runs Python."""

    def replace(app):
        async def described():
            if app.settings.get(declarations.SANDBOX_BOX) == "podman":
                raise MISSING
            return "walls", ["Python"]

        monkeypatch.setattr(type(app.sandbox), "described", lambda self: described())

    return replace


async def test_it_says_at_once_what_a_choice_comes_to(loop, walls):
    async with opened() as on:
        walls(on.app)
        page = on.dialog.pages["sandbox"]
        on.dialog.open_at("sandbox")
        await until(lambda: not on.bridge.busy)
        assert page.fault.isHidden(), "nothing is tried while nothing may be run"
        assert page.state.isHidden()
        await on.dialog.saver.save(declarations.SANDBOX_USE, True)
        await until(lambda: page.state.text() == "Can be run here: Python.")
        await on.dialog.saver.save(declarations.SANDBOX_BOX, "podman")
        await until(lambda: "podman is not installed. Install it." in page.fault.text())
        assert page.fault.isVisible()
        assert page.state.isHidden()
        page.usual.click()
        await until(lambda: page.fault.isHidden() and page.usual.isHidden())
        assert on.app.settings.get(declarations.SANDBOX_BOX) == "bubblewrap"
        assert page.state.isVisible()
        await asyncio.to_thread(on.app.settings.reset, declarations.SANDBOX_USE.key)
