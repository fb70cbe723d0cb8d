"""Tools of servers that speak the Model Context Protocol, with its official SDK: a program on this computer, or an
address. What they offer and what they answer is untrusted.

A server is connected to when a tool of it is first called, and stays so until the application ends. What it offers is
asked for only when the person says so, and kept: a server cannot slip another description to the models later.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import Json, value
from disputatio.debate.wording import by_face, tr
from disputatio.providers.transport import MB, PROXY, Bounds, ProxyUnusable, http_client, through_proxy
from disputatio.secrets.detection import safe_cut

if TYPE_CHECKING:
    import httpx2
    from mcp import Client
    from mcp_types import CallToolResult

MOST_TOOLS: Final = 64
LONGEST_ABOUT: Final = 1_000
"""Characters of what a server says of a tool."""
LONGEST_FAULT: Final = 20_000
"""Characters of a fault, from which likely secrets are still to be taken out."""
LONGEST_SCHEMA: Final = 20_000
BOUNDS: Final = Bounds(body=4 * MB, stream=16 * MB)
STARTING: Final = 60.0
"""Seconds that a server has to start and to say what it offers; some are installed when they are first started."""
FAREWELL: Final = 3.0
SILENCE: Final = 3.0
"""Seconds in which a server says that it is still there, after a call of it was given up."""
CLOSED: Final = -32000
"""The code of the SDK for a connection that the other end has closed."""
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,23}")
_TOOL = re.compile(r"[A-Za-z0-9_-]{1,38}")


class ServerFailed(DisputatioError):
    """A tool server could not be reached, or could not do what was asked: what happened, why, what to do."""


@value
class ServerConfig:
    """`command` starts a program of the person's; or `address` is where a server is, asked with `token`, if any.
    `passes`: variables of our environment that the program gets, besides the few that every program needs."""

    name: str
    command: tuple[str, ...] = ()
    address: str = ""
    token: str = ""
    passes: tuple[str, ...] = ()

    @property
    def target(self) -> str:
        """Where it is, for a person."""
        return self.address or " ".join(self.command)


@value
class ServerTool:
    """A tool as its server describes it; `parameters` is the JSON Schema of its arguments, an object."""

    name: str
    about: str
    parameters: dict[str, Json]


class Connection:
    """One server, connected to in a task of its own: its connection has to be closed where it was opened."""

    def __init__(self, config: ServerConfig, environment: Mapping[str, str]) -> None:
        self.config = config
        self._environment = environment
        self._over, self._refusal = asyncio.Event(), 0
        loop = asyncio.get_running_loop()
        self._client: asyncio.Future[Client] = loop.create_future()
        self._task = loop.create_task(self._held(), name=f"tool server {config.name}")

    @property
    def broken(self) -> bool:
        return self._task.done()

    async def client(self) -> Client:
        """Return the client once the server has answered. Raises ServerFailed."""
        return await asyncio.shield(self._client)

    async def close(self) -> None:
        self._over.set()
        if self._client.done():  # else it has not even begun, and hears of nothing
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await asyncio.wait([self._task])
        if not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _held(self) -> None:
        try:
            async with AsyncExitStack() as opened:
                async with asyncio.timeout(STARTING):
                    client = await self._opened(opened)
                self._client.set_result(client)
                await self._over.wait()
        except asyncio.CancelledError:
            self._fail(ServerFailed(f"The connection to the tool server {self.config.name} was closed.", "Try again."))
            raise
        except BaseException as error:  # groups of errors, from deep inside the SDK
            self._fail(_unreachable(self.config, error, self._refusal))

    def _fail(self, error: ServerFailed) -> None:
        if not self._client.done():
            self._client.set_exception(error)
            self._client.exception()  # whoever waits is told; nobody may be

    async def _opened(self, opened: AsyncExitStack) -> Client:
        await asyncio.to_thread(_load)
        from mcp import Client
        from mcp.client.stdio import StdioServerParameters, stdio_client
        from mcp.client.streamable_http import streamable_http_client

        config = self.config
        if config.address:
            http = await asyncio.to_thread(http_client, config.address, bounds=BOUNDS)
            if config.token:
                http.headers["Authorization"] = f"Bearer {config.token}"
            http.event_hooks["response"].append(self._note)
            await opened.enter_async_context(http)
            return await opened.enter_async_context(Client(streamable_http_client(config.address, http_client=http)))
        passed = {name: self._environment[name] for name in config.passes if name in self._environment}
        program = StdioServerParameters(command=config.command[0], args=list(config.command[1:]), env=passed)
        quiet = opened.enter_context(open(os.devnull, "w"))  # noqa: ASYNC230, SIM115  (a device: nothing waits)
        return await opened.enter_async_context(Client(stdio_client(program, errlog=quiet)))

    async def _note(self, response: httpx2.Response) -> None:
        """Keep with which status a server refused: the SDK does not tell."""
        self._refusal = response.status_code if response.status_code >= 400 else 0


class Servers:
    """The servers that are connected to, by name. `environment`: ours, of which a program gets what it was allowed."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._open: dict[str, Connection] = {}
        self._doubts: set[asyncio.Task[None]] = set()

    async def tools(self, config: ServerConfig) -> tuple[ServerTool, ...]:
        """Return what a server offers, as far as it can be offered to models. Raises ServerFailed."""
        client = await self._client(config)
        found: list[ServerTool] = []
        cursor: str | None = None
        try:
            async with asyncio.timeout(STARTING):
                while len(found) < MOST_TOOLS:
                    page = await client.list_tools(cursor=cursor)
                    found += [
                        ServerTool(
                            name=tool.name,
                            about=about[: safe_cut(about, LONGEST_ABOUT)],
                            parameters=given,
                        )
                        for tool in page.tools
                        if _TOOL.fullmatch(tool.name) and (given := _parameters(tool.input_schema)) is not None
                        for about in [tool.description or tool.title or ""]
                    ]
                    cursor = page.next_cursor
                    if not cursor:
                        break
        except Exception as error:
            await self.leave(config.name)
            raise _unreachable(config, error) from error
        return tuple(found[:MOST_TOOLS])

    async def call(self, config: ServerConfig, tool: str, arguments: dict[str, Json]) -> str:
        """Return what a tool says, as text. Raises ServerFailed, also for what the tool calls an error. Cancelling it
        tells the server."""
        client = await self._client(config)
        try:
            result = await client.call_tool(tool, dict[str, Any](arguments))
        except asyncio.CancelledError:
            self._doubt(config.name)
            raise
        except Exception as error:
            if getattr(error, "code", 0) == CLOSED:  # it ended by itself: the next call starts it again
                await self.leave(config.name)
            raise ServerFailed(
                f"{tool} of the tool server {config.name} failed: {_why(error)}.", "Do without it."
            ) from error
        text = _text(result)
        if result.is_error:
            raise ServerFailed(f"{tool} of the tool server {config.name} failed: {text[:LONGEST_FAULT]}", "")
        return text or "It answered nothing."

    async def _client(self, config: ServerConfig) -> Client:
        known = self._open.get(config.name)
        if known is not None and (known.broken or known.config != config):
            await self.leave(config.name)
            known = None
        if known is None:
            known = self._open[config.name] = Connection(config, self._environment)
        return await known.client()

    def connection(self, name: str) -> Connection | None:
        """Return the connection to a server, if there is one."""
        return self._open.get(name)

    def _doubt(self, name: str) -> None:
        """A call was given up: whoever hangs, or says something without an end, is left; who is merely slow stays."""
        if (known := self._open.get(name)) is not None:
            task = asyncio.get_running_loop().create_task(self._leave_silent(name, known), name=f"is {name} there")
            self._doubts.add(task)
            task.add_done_callback(self._doubts.discard)

    async def _leave_silent(self, name: str, known: Connection) -> None:
        with suppress(Exception):  # a refusal is an answer, too
            client = await known.client()
            try:
                async with asyncio.timeout(SILENCE):
                    await client.list_tools(cache_mode="bypass")
            except TimeoutError:
                if self._open.get(name) is known:
                    await self.leave(name)

    async def leave(self, name: str) -> None:
        """Close the connection to a server, if there is one."""
        known = self._open.pop(name, None)
        if known is not None:
            await known.close()

    async def close(self) -> None:
        for task in tuple(self._doubts):
            task.cancel()
        for name in tuple(self._open):
            await self.leave(name)


def _load() -> None:
    """Import the SDK, which takes half a second."""
    import mcp.client.stdio
    import mcp.client.streamable_http  # noqa: F401


def _parameters(schema: object) -> dict[str, Json] | None:
    """Return a schema as models can be given it; None for one that is too large, or none of an object."""
    try:
        text = json.dumps(schema)
    except (TypeError, ValueError):
        return None
    found = json.loads(text)
    usable = isinstance(found, dict) and found.get("type") == "object" and len(text) <= LONGEST_SCHEMA
    return found if usable else None


def _text(result: CallToolResult) -> str:
    """Return what a result says in words; pictures and the like are only named."""
    parts = []
    for block in result.content:
        text = getattr(block, "text", None) or getattr(getattr(block, "resource", None), "text", None)
        parts.append(str(text) if text else f"({block.type}: it cannot be shown as text)")
    if not parts and result.structured_content is not None:
        return json.dumps(result.structured_content, ensure_ascii=False)
    return "\n".join(parts)


def _unreachable(config: ServerConfig, error: BaseException, status: int = 0) -> ServerFailed:
    """`status`: with which a server at an address has refused, 0 where it has not."""
    if isinstance(error, ServerFailed):
        return error
    if status in (401, 403):
        told = tr("The tool server {name} ({target}) did not let us in ({status}): it wants a token, or another one.")
        what = told.format(name=config.name, target=config.target, status=status)
        remedy = by_face(
            tr("Give it one: disputatio tools token {name}").format(name=config.name),
            tr("Give it one in the settings of tools."),
        )
        return ServerFailed(what, remedy, place="tools")
    if status:
        told = f"cannot be used: it answered with the error {status}."
        remedy = "Check that its address is right, and ask whoever runs it."
        return ServerFailed(f"The tool server {config.name} ({config.target}) {told}", remedy)
    through = through_proxy(config.address)
    remedy = (
        "Check that its address is right and that it runs." if config.address else "Check the command, in a terminal."
    )
    if isinstance(error, ProxyUnusable):
        through, remedy = "", error.remedy
    what = f"The tool server {config.name} ({config.target}) cannot be used{through}: {_why(error)}."
    return ServerFailed(what, f"{PROXY} {remedy}" if through_proxy(config.address) else remedy)


def _why(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, TimeoutError):
        return "it took too long"
    if isinstance(error, ValidationError):
        wrong = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in wrong["loc"])
        return f"its answer does not keep to the protocol ({where}: {wrong['msg']})"[:300]
    told = " ".join((str(error) or type(error).__name__).split())
    return "its answer does not keep to the protocol" if "validation error" in told else told[:300].rstrip(".")
