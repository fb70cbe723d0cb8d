"""Tools of participants: which there are, trying the web search, and the tool servers that the person configures."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from disputatio.app.application import Application
from disputatio.app.settings import declarations
from disputatio.app.tools.permissions import Answer, ToolQuestion
from disputatio.app.tools.shelf import TOKEN, ServerEntry
from disputatio.app.tools.tool_calls import ToolEntry
from disputatio.debate.errors import Refused
from disputatio.faces.cli.consent import with_consent, yes_option
from disputatio.faces.cli.face import Face, agreed, as_json, pass_face
from disputatio.faces.cli.output import one_line

PERMISSIONS = [name for name, _ in declarations.SERVER_PERMISSION.choices]


@click.group()
def tools() -> None:
    """Tools for look-ups: the repository, documents, memory, the web, and tool servers (MCP)."""


@tools.command("list")
@as_json
@pass_face
def list_(face: Face, as_json: bool) -> None:
    """List the tools, and what is missing for those that cannot be used. A debate names them in its option tools."""

    async def work(app: Application) -> list[ToolEntry]:
        return app.tools.all()

    found = face.run(work)
    if as_json:
        face.json(found)
        return
    rows = [(each.name, one_line(each.about, 100), one_line(each.why_not, 100)) for each in found]
    face.out.table(("TOOL", "WHAT IT DOES", "WHY NOT"), rows)


@tools.command()
@click.argument("query")
@click.option("--claim", is_flag=True, help="Check QUERY as a claim, rather than search for it.")
@yes_option
@pass_face
def search(face: Face, query: str, claim: bool, yes: bool) -> None:
    """Search the web for QUERY as participants do. Set it up first: settings set tools.search model (or endpoint)."""

    async def work(app: Application) -> str:
        if (sending := app.tools.web.sending()) is not None:
            await with_consent(face, yes, lambda agreed: app.privacy.require([sending], agreed))
        return (await app.tools.web.search(query, claim=claim)).text

    face.out.line(face.run(work))


@tools.command()
@click.argument("name")
@click.argument("command", nargs=-1)
@click.option("--address", default="", metavar="URL", help="Where the server is, if it is not a program.")
@click.option("--pass", "passes", multiple=True, metavar="VARIABLE", help="Let the program see this variable.")
@pass_face
def add(face: Face, name: str, command: tuple[str, ...], address: str, passes: tuple[str, ...]) -> None:
    """Add tool server NAME: COMMAND with its arguments after "--", or --address. Then it is asked what it offers.

    \b
    Examples:
      disputatio tools add files -- npx -y @modelcontextprotocol/server-filesystem ~/papers
      disputatio tools add wiki --address https://wiki.example.org/mcp
    """

    async def work(app: Application) -> ServerEntry:
        await app.tools.shelf.add(name, command, address, passes)
        return await app.tools.shelf.connect(name)

    _tell(face, face.run(work))


@tools.command()
@click.argument("name")
@pass_face
def connect(face: Face, name: str) -> None:
    """Ask tool server NAME again what it offers. Participants are offered that until you ask again."""
    _tell(face, face.run(lambda app: app.tools.shelf.connect(name)))


def _tell(face: Face, entry: ServerEntry) -> None:
    if not entry.tools:
        face.out.warn(f"The tool server {entry.config.name} answers, but offers no tools that models can use.")
    face.out.table(("TOOL", "WHAT IT SAYS IT DOES"), [(tool.name, one_line(tool.about, 120)) for tool in entry.tools])
    permission = dict(declarations.SERVER_PERMISSION.choices)[entry.permission]
    face.out.note(f"Permission: {permission.lower()} (tools permit {entry.config.name} call, debate or always)")


@tools.command()
@click.argument("name")
@click.argument("permission", type=click.Choice(PERMISSIONS))
@pass_face
def permit(face: Face, name: str, permission: str) -> None:
    """Say when you are asked about the tools of server NAME: at every call, once a debate, or never (always allow).

    If nobody can be asked, as on the command line without a terminal, the call is not made.
    """

    async def work(app: Application) -> None:
        app.tools.shelf.get(name)
        await asyncio.to_thread(app.settings.set, declarations.SERVER_PERMISSION.of(name).key, permission)

    face.run(work)
    face.out.line(f"{name}: {dict(declarations.SERVER_PERMISSION.choices)[permission].lower()}.")


@tools.command()
@click.argument("name")
@pass_face
def token(face: Face, name: str) -> None:
    """Save the token of tool server NAME in the keyring; it is sent to its address. You type it hidden."""
    text = click.prompt("Token", hide_input=True, err=True) if sys.stdin.isatty() else sys.stdin.readline()

    async def work(app: Application) -> None:
        if not app.tools.shelf.get(name).config.address:
            raise Refused(f"{name} is a program, and gets no token.", "Let it see a variable: tools add --pass.")
        state = await app.keys.set(f"{TOKEN}{name}", text)
        if not state.available:
            raise Refused(f"The token was not saved: {state.reason}", state.remedy)

    face.run(work)
    face.out.line(f"Saved. See what it offers: disputatio tools connect {name}")


@tools.command()
@click.argument("name")
@agreed
@pass_face
def remove(face: Face, name: str, yes: bool) -> None:
    """Forget tool server NAME and its token. Nothing is uninstalled."""
    face.run(lambda app: _known(app, name))
    face.ask(f"Forget the tool server {name}?", yes, f"The tool server {name} would be forgotten")
    face.run(lambda app: app.tools.shelf.remove(name))
    face.out.line(f"The tool server {name} is forgotten.")


async def _known(app: Application, name: str) -> None:
    app.tools.shelf.get(name)


# ---- while a debate runs ---------------------------------------------------------------------------------------------
@contextmanager
def tool_questions(face: Face, app: Application) -> Iterator[None]:
    """Ask on the terminal before calls of tools that the person wants to be asked about; without one they are not
    made."""
    if not sys.stdin.isatty():
        yield
        return
    asking: set[asyncio.Task[None]] = set()

    def shows(question: ToolQuestion) -> None:
        task = asyncio.get_running_loop().create_task(_ask(face, app, question))
        asking.add(task)
        task.add_done_callback(asking.discard)

    leave = app.tools.permissions.listen(shows)
    try:
        yield
    finally:
        leave()
        for task in asking:
            task.cancel()


async def _ask(face: Face, app: Application, question: ToolQuestion) -> None:
    face.out.note(f"{question.who} wants to call {question.tool} of the tool server {question.server} with:")
    face.out.note(one_line(question.arguments, 2_000))
    words: click.Choice[Answer] = click.Choice(["once", "debate", "always", "no"])
    given: Answer = await asyncio.to_thread(lambda: click.prompt("Allow it?", default="no", type=words, err=True))
    app.tools.permissions.answer(question, given)


COMMANDS = (tools,)
