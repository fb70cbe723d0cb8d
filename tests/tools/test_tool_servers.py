"""Servers of the Model Context Protocol through the official SDK: a program, and an address."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from disputatio.tools.servers import ServerConfig, ServerFailed, Servers

pytestmark = pytest.mark.may_block("the SDK imports parts of itself in the middle of a call")

PROGRAM = Path(__file__).parent / "shop_server.py"
SHOP = ServerConfig(name="shop", command=(sys.executable, str(PROGRAM)))


@asynccontextmanager
async def connected() -> AsyncIterator[Servers]:
    servers = Servers({**os.environ, "SHOP_TOKEN": "t", "OPENAI_API_KEY": "k"})
    try:
        yield servers
    finally:
        await servers.close()


async def test_a_program_offers_tools_and_is_called() -> None:
    async with connected() as servers:
        tools = {tool.name: tool for tool in await servers.tools(SHOP)}
        assert tools["stock"].about == "How many of an article are in stock."
        assert tools["stock"].parameters["required"] == ["article"]
        assert await servers.call(SHOP, "stock", {"article": "boots"}) == "There are 7 of boots."
        with pytest.raises(ServerFailed, match="broken of the tool server shop failed"):
            await servers.call(SHOP, "broken", {})
        with pytest.raises(ServerFailed):
            await servers.call(SHOP, "stock", {"wrong": 1})
        assert await servers.call(SHOP, "stock", {"article": "hats"}) == "There are 7 of hats.", "it goes on"


async def test_a_program_sees_what_it_was_allowed_and_no_key() -> None:
    allowed = ServerConfig(name="shop", command=SHOP.command, passes=("SHOP_TOKEN",))
    async with connected() as servers:
        seen = (await servers.call(allowed, "environment", {})).split()
        assert "SHOP_TOKEN" in seen
        assert "OPENAI_API_KEY" not in seen


async def test_a_call_that_takes_too_long_is_given_up_and_the_server_stays() -> None:
    async with connected() as servers:
        await servers.tools(SHOP)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await servers.call(SHOP, "slow", {})
        assert await servers.call(SHOP, "stock", {"article": "hats"}) == "There are 7 of hats."


@pytest.mark.parametrize("command", [("no-such-program-anywhere",), (sys.executable, "-c", "print('hello')")])
async def test_a_program_that_is_none_is_said(command: tuple[str, ...], expected_logs: Callable[..., None]) -> None:
    expected_logs("Failed to parse JSONRPC message", 0)
    async with connected() as servers:
        with pytest.raises(ServerFailed, match="did not answer") as failed:
            await servers.tools(ServerConfig(name="bad", command=command))
        assert "Check the command" in failed.value.user_message


async def test_a_server_at_an_address() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = await asyncio.to_thread(
        subprocess.Popen,
        [sys.executable, str(PROGRAM), str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    place = ServerConfig(name="shop", address=f"http://127.0.0.1:{port}/mcp")
    try:
        async with connected() as servers:
            for _ in range(200):
                try:
                    tools = await servers.tools(place)
                    break
                except ServerFailed:
                    await asyncio.sleep(0.05)
            assert "stock" in {tool.name for tool in tools}
            assert await servers.call(place, "stock", {"article": "boots"}) == "There are 7 of boots."
    finally:
        program.kill()
        await asyncio.to_thread(program.wait)


async def test_an_address_where_nobody_is() -> None:
    async with connected() as servers:
        with pytest.raises(ServerFailed, match="did not answer"):
            await servers.tools(ServerConfig(name="shop", address="http://127.0.0.1:9/mcp"))
