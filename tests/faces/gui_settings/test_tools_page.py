"""The page of tools in the settings, and the question before a tool of a server is called."""

import asyncio
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.faces.conftest import question, until
from tests.faces.gui_settings.test_settings_dialog import opened

from disputatio.app.tools.permissions import NotAllowed
from disputatio.debate.wording import speak_in_window
from disputatio.faces.gui.debate.tool_question import ToolQuestionDialog, ToolQuestions

SHOP = str(Path(__file__).parents[2] / "tools" / "shop_server.py")


@pytest.mark.may_block("the SDK imports parts of itself in the middle of a call")
async def test_a_server_is_added_asked_permitted_and_forgotten(loop):
    async with opened() as on:
        page = on.dialog.pages["tools"]
        on.dialog.open_at("tools")
        assert page.nothing.isVisible()
        page.name.setText("shop")
        page.place.setText(f"{sys.executable} '{SHOP}'")
        page.add.click()
        await until(lambda: "shop" in page.servers and "stock" in page.servers["shop"].offers.text())
        row = page.servers["shop"]
        assert not page.nothing.isVisible()
        assert "How many of an article" in row.offers.toolTip()
        row.permission.setCurrentIndex(row.permission.findData("always"))
        row.permission.activated.emit(0)
        await until(lambda: on.app.settings.get("servers.shop.permission") == "always")
        row.drop.click()
        await until(lambda: question(on.dialog))
        dialog = question(on.dialog)
        dialog.go.click()
        await until(lambda: not page.servers)
        assert on.app.tools.shelf.all() == []


async def test_a_command_that_is_none_is_said_and_the_server_kept(loop):
    async with opened() as on:
        page = on.dialog.pages["tools"]
        on.dialog.open_at("tools")
        page.name.setText("bad")
        page.place.setText("no-such-program-anywhere 'open")
        page.add.click()
        await until(lambda: "quotation mark" in page.fault.text())
        page.place.setText("no-such-program-anywhere")
        page.add.click()
        await until(lambda: "cannot be used" in page.fault.text())
        assert "not been listed yet" in page.servers["bad"].offers.text()


async def test_the_token_of_a_server_at_an_address_is_given_on_the_page(loop):
    speak_in_window()
    asked = []

    async def refuse(reader, writer):
        asked.append((await reader.readuntil(b"\r\n\r\n")).decode())
        writer.write(b"HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server, opened() as on:
        page = on.dialog.pages["tools"]
        on.dialog.open_at("tools")
        page.name.setText("shop")
        page.place.setText(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp")
        page.add.click()
        await until(lambda: "it wants a token" in page.fault.text())
        assert "settings of tools" in page.fault.text()
        assert "disputatio tools token" not in page.fault.text()
        field = page.servers["shop"].token.field
        assert field.isVisible()
        QTest.keyClicks(field, "t0ken-of-mine")
        QTest.keyClick(field, Qt.Key.Key_Return)
        before = len(asked)
        await until(lambda: page.servers["shop"].token.remove.isVisible())
        assert (await on.app.keys.get("server-shop")).text == "t0ken-of-mine"
        await until(lambda: len(asked) > before)


async def test_a_search_that_lacks_something_is_said_on_the_page(loop):
    async with opened() as on:
        page = on.dialog.pages["tools"]
        on.dialog.open_at("tools")
        assert not page.state.isVisible()
        await on.dialog.saver.save(page.rows["tools.search"].setting, "endpoint")
        assert page.state.isVisible()
        assert "no address" in page.state.text()


@pytest.mark.parametrize("given", ["once", "debate", "always", "no"])
async def test_the_question_before_a_call(loop, given, monkeypatch):
    async with opened() as on:
        questions = ToolQuestions(on.bridge, on.dialog)
        questions.adopt(on.app)

        class Entry:
            title, topic = "Leave", "How much?"

        async def get(id):
            return Entry()

        monkeypatch.setattr(on.app.catalogue, "get", get)
        ask = on.app.tools.permissions.ask("d", "analyst", "shop", "python shop.py", "stock", '{"article": "boots"}')
        task = asyncio.get_running_loop().create_task(ask)
        await until(lambda: questions.open)
        dialog = questions.open[0]
        assert isinstance(dialog, ToolQuestionDialog)
        assert "boots" in dialog.arguments.toPlainText()
        if given == "no":
            QTest.keyClick(dialog, Qt.Key.Key_Return)
        else:
            dialog.buttons[given].click()
        if given == "no":
            with pytest.raises(NotAllowed):
                await task
        else:
            assert await task == given
        assert not questions.open


async def test_the_health_of_models_is_shown_and_forgotten(loop):
    async with opened() as on:
        page = on.dialog.pages["health"]
        on.dialog.open_at("routing")
        assert page.nothing.isVisible()
        assert not page.forget.isVisible()
        on.app.routing.note_success("openai:gpt-5.2", 1_500)
        on.app.routing.note_failure("openai:gpt-5.2", "The server had an error.")
        page.enter()
        ((model, state, calls, rate, time, last),) = page.rows_shown
        assert (model, state, calls, rate, time) == ("openai:gpt-5.2", "unstable", "2", "50%", "1.5 s")
        assert last
        assert not page.nothing.isVisible()
        page.forget.click()
        await until(lambda: question(on.dialog))
        question(on.dialog).go.click()
        await until(lambda: not page.rows_shown)
        assert on.app.health.all() == []
