"""The tool servers that the person configured, and what each of them offers: kept from when it was last asked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from disputatio.app.private_files import read_json, write_json
from disputatio.app.settings import Settings, declarations
from disputatio.debate.errors import ConfigError
from disputatio.debate.tools import BETWEEN, SERVER
from disputatio.debate.values import value
from disputatio.debate.wording import by_face, tr
from disputatio.engine.errors import NotFound, did_you_mean
from disputatio.prompting.request import ToolSpec
from disputatio.providers.transport import in_clear
from disputatio.secrets.detection import without_secrets
from disputatio.secrets.keyring import Keys
from disputatio.tools.servers import NAME, ServerConfig, ServerFailed, Servers, ServerTool

FILE: Final = "tool-servers.json"
TOKEN: Final = "server-"
"""How the name of a server's token begins in the keyring."""


@value
class ServerEntry:
    """A configured server. `tools` is what it offered when it was last asked, as it was set up then."""

    config: ServerConfig
    permission: str
    enabled: bool
    tools: tuple[ServerTool, ...] = ()

    @property
    def option(self) -> str:
        """How a debate names it among its tools."""
        return f"{SERVER}{self.config.name}"

    def specs(self) -> tuple[ToolSpec, ...]:
        """Return its tools as models are offered them."""
        return tuple(
            ToolSpec(
                name=f"{self.config.name}{BETWEEN}{tool.name}",
                description=f"(Of the tool server {self.config.name}.) {without_secrets(tool.about)}",
                parameters=tool.parameters,
            )
            for tool in self.tools
        )


def how_to_add() -> str:
    """Say how a tool server is added."""
    return by_face("Add it: disputatio tools add", tr("Add it in the settings of tools."))


class ServerShelf:
    """Connections are those of `servers`. `load` once before it is used; it blocks."""

    def __init__(self, settings: Settings, keys: Keys, servers: Servers, folder: Path) -> None:
        self._settings, self._keys, self.servers = settings, keys, servers
        self._path = folder / FILE
        self._offers: dict[str, tuple[str, tuple[ServerTool, ...]]] = {}

    def load(self) -> None:
        """Read what servers offered. A file that cannot be read holds nothing: they are asked again."""
        try:
            self._offers = {str(name): _offer(each) for name, each in read_json(self._path).items()}
        except (ValueError, TypeError, LookupError, AttributeError):
            self._offers = {}

    def all(self) -> list[ServerEntry]:
        """Return the configured servers in the order of their names."""
        return [self.get(name) for name in sorted(self._settings.names("servers"))]

    def get(self, name: str) -> ServerEntry:
        """Return a server by its name. Raises NotFound."""
        if name not in self._settings.names("servers"):
            remedy = did_you_mean(name, self._settings.names("servers"), how_to_add())
            raise NotFound(tr("There is no tool server {name!r}.").format(name=name), remedy)
        get = self._settings.get
        config = ServerConfig(
            name=name,
            command=get(declarations.SERVER_COMMAND.of(name)),
            address=get(declarations.SERVER_ADDRESS.of(name)),
            passes=get(declarations.SERVER_PASSES.of(name)),
        )
        place, tools = self._offers.get(name, ("", ()))
        return ServerEntry(
            config=config,
            permission=get(declarations.SERVER_PERMISSION.of(name)),
            enabled=get(declarations.SERVER_ENABLED.of(name)),
            tools=tools if place == config.target else (),
        )

    def usable(self) -> list[ServerEntry]:
        """Return the servers in use whose tools are known."""
        return [entry for entry in self.all() if entry.enabled and entry.tools]

    def of_tool(self, name: str) -> tuple[ServerEntry, str] | None:
        """Return the server of a tool as models call it, and the server's own name of that tool."""
        server, _, tool = name.partition(BETWEEN)
        found = next((entry for entry in self.usable() if entry.config.name == server), None)
        return (found, tool) if found and any(each.name == tool for each in found.tools) else None

    async def connect(self, name: str) -> ServerEntry:
        """Ask a server what it offers, and keep that. Raises NotFound, ServerFailed."""
        entry = self.get(name)
        await self.servers.leave(name)
        found = await self.servers.tools(await self.with_token(entry.config))
        self._offers[name] = (entry.config.target, found)
        await asyncio.to_thread(self._save)
        return self.get(name)

    async def with_token(self, config: ServerConfig) -> ServerConfig:
        """Raise ServerFailed where its token would travel in the clear."""
        if not config.address:
            return config
        key = await self._keys.get(f"{TOKEN}{config.name}")
        if key and in_clear(config.address):
            raise ServerFailed(
                tr(
                    "The address of the tool server {name} begins with http:// and belongs to another computer. Its "
                    "token would travel in the clear, so it was not asked."
                ).format(name=config.name),
                "Add it again with an address that begins with https://, or without a token.",
            )
        return ServerConfig(name=config.name, address=config.address, token=key.text if key else "")

    async def add(self, name: str, command: tuple[str, ...], address: str, passes: tuple[str, ...] = ()) -> None:
        """Configure a server, or another place for one. Raises ConfigError, BadSetting, SettingsNotSaved."""
        if not NAME.fullmatch(name):
            remedy = "Use up to 24 letters, digits and -, such as files."
            raise ConfigError(
                tr("{name!r} cannot be the name of a tool server.").format(name=name), remedy, field="name"
            )
        if bool(command) == bool(address):
            raise ConfigError("A tool server is a command or an address.", "Give one of the two.", field="command")
        chosen = (
            (declarations.SERVER_COMMAND, command),
            (declarations.SERVER_ADDRESS, address),
            (declarations.SERVER_PASSES, passes),
        )
        for setting, content in chosen:
            if content:
                await asyncio.to_thread(self._settings.set, setting.of(name).key, content)
            else:
                await asyncio.to_thread(self._settings.reset, setting.of(name).key)

    async def remove(self, name: str) -> None:
        """Forget a server, its token and what it offered. Raises NotFound, SettingsNotSaved."""
        self.get(name)
        await self.servers.leave(name)
        for setting in declarations.SETTINGS:
            if setting.group == declarations.SERVERS:
                await asyncio.to_thread(self._settings.reset, setting.of(name).key)
        self._offers.pop(name, None)
        await asyncio.to_thread(self._save)
        await self._keys.delete(f"{TOKEN}{name}")

    def _save(self) -> None:
        rows = {
            name: {"place": place, "tools": [[tool.name, tool.about, tool.parameters] for tool in tools]}
            for name, (place, tools) in self._offers.items()
        }
        write_json(self._path, rows)


def _offer(found: Mapping[str, Any]) -> tuple[str, tuple[ServerTool, ...]]:
    tools = [ServerTool(name=name, about=about, parameters=given) for name, about, given in found["tools"]]
    return str(found["place"]), tuple(tools)
