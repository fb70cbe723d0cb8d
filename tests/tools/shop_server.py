"""A tool server for tests: `python shop_server.py` on the standard streams, `python shop_server.py PORT` over HTTP."""

from __future__ import annotations

import asyncio
import os
import sys

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("shop")


@server.tool()
def stock(article: str) -> str:
    """How many of an article are in stock."""
    return f"There are 7 of {article}."


@server.tool()
def environment() -> str:
    """The names of the variables that this program sees."""
    return " ".join(sorted(os.environ))


@server.tool()
def broken() -> str:
    """It always fails."""
    raise ValueError("The shelf is empty.")


@server.tool()
def flood() -> str:
    """More than anybody reads."""
    return "x" * 300_000


@server.tool()
async def slow() -> str:
    """It takes for ever."""
    await asyncio.sleep(3600)
    return "done"


@server.tool()
def secret() -> str:
    """What nobody should see."""
    return "token: " + "ghp_" + "Zk3v9Q1xT7bN5mR2wL8yH4jC6dF0sA1gP3uE"


@server.tool()
def refused(before: int) -> str:
    """It fails, and says why with a key in it, after so many letters."""
    raise ToolError("x" * before + " token: " + "ghp_" + "Zk3v9Q1xT7bN5mR2wL8yH4jC6dF0sA1gP3uE")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("streamable-http", port=int(sys.argv[1]))
    else:
        server.run()
