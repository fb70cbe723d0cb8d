"""`mcp`: the tool server for other AI clients, and what to put into their settings."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from typing import Any, Final

import click

from disputatio.app.paths import HOME_VARIABLE
from disputatio.app.process import frozen
from disputatio.faces.cli.face import Face, pass_face

NAME: Final = "disputatio"


@dataclass(frozen=True, slots=True)
class Client:
    """An AI client: `where` its servers are entered, and under which `key`; `kind`: it wants the transport named."""

    title: str
    where: str
    key: str = "mcpServers"
    kind: bool = False


CLIENTS: Final[dict[str, Client]] = {
    "claude-desktop": Client(
        "Claude Desktop",
        "Settings → Developer → Edit Config opens claude_desktop_config.json; restart Claude Desktop afterwards.",
    ),
    "claude-code": Client("Claude Code", ".mcp.json in the folder of your project; or type: {command}", kind=True),
    "cursor": Client("Cursor", "~/.cursor/mcp.json, or .cursor/mcp.json in the folder of your project."),
    "vscode": Client("Visual Studio Code", ".vscode/mcp.json in the folder of your project.", key="servers", kind=True),
    "zed": Client("Zed", "settings.json (zed: open settings file).", key="context_servers"),
}


def snippet(client: Client, command: list[str], home: str) -> dict[str, Any]:
    """Return what belongs into the settings of a client: the command that starts the server, and the data folder if it
    is not the usual one."""
    entry: dict[str, Any] = {"type": "stdio"} if client.kind else {}
    entry |= {"command": command[0], "args": command[1:]}
    entry |= {"env": {HOME_VARIABLE: home}} if home else {}
    return {client.key: {NAME: entry}}


def server_command() -> list[str]:
    """Return the command that starts the server from anywhere: clients start it without a shell, often with another
    PATH."""
    if frozen():
        return [sys.executable, "mcp"]
    found = shutil.which(NAME)
    return [found, "mcp"] if found else [sys.executable, "-P", "-m", "disputatio", "mcp"]


@click.command()
@click.option(
    "--snippet", "name", type=click.Choice(list(CLIENTS)), help="Print what to put into this client's settings."
)
@pass_face
def mcp(face: Face, name: str | None) -> None:
    """Serve tools to an AI client over standard input and output (Model Context Protocol), until it leaves.

    You do not type this yourself: your client starts it. --snippet prints what to put into its settings. The debates
    are those of the window and of this command line, and each can be followed and steered from everywhere.

    \b
    Examples:
      disputatio mcp --snippet claude-desktop
      disputatio mcp --snippet vscode > .vscode/mcp.json
    """
    if name is None:
        raise click.exceptions.Exit(face.serve(face.verbose, face.log_json))
    client, command = CLIENTS[name], server_command()
    typed = f"claude mcp add {NAME} -- {' '.join(command)}"
    face.out.note(f"{client.title}: {client.where.format(command=typed)}")
    home = face.environ.get(HOME_VARIABLE, "")
    face.json(snippet(client, command, os.path.abspath(home) if home else ""))


COMMANDS = (mcp,)
