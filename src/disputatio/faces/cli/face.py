"""What every command has at hand, and the texts that a person gives it from standard input or a file."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from disputatio.app import bootstrap
from disputatio.app.application import Application
from disputatio.app.erasures import Erasure
from disputatio.app.errors import Exit
from disputatio.app.logs import Logging, json_lines_to_stderr
from disputatio.app.paths import Paths
from disputatio.app.private_files import open_private
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.views.words import clean
from disputatio.debate.wording import visible
from disputatio.faces.cli.output import Output
from disputatio.secrets.keyring import Masking

# ---- Texts that a person gives a command, from standard input or a file. A stream may never end, so of each only so
#      much is read as any field could hold.
LONGEST: Final = 20_000_000
"""Bytes of a file, characters of standard input."""


def from_input(field: str = "") -> str:
    """Return the text of standard input; what is no UTF-8 in it becomes "�". Raises ConfigError."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return _text("Standard input", sys.stdin.read(LONGEST + 1), field)


def text_argument(given: str) -> str:
    """Return a text argument; "-" stands for standard input. Raises ConfigError."""
    return from_input().strip() if given == "-" else given


def from_file(name: str, field: str) -> str:
    """Return the text of a file, which may be a pipe. Raises ConfigError."""
    try:
        with Path(name).expanduser().open("rb") as file:
            return _text(name, file.read(LONGEST + 1).decode(), field)
    except (OSError, ValueError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or _WHY.get(type(error), "there is no such file")
        raise ConfigError(f"{name} cannot be read: {why}.", f"Check the path after --{field}.", field=field) from error


_WHY: Final[dict[type[Exception], str]] = {UnicodeDecodeError: "it is not text in UTF-8"}


def _text(name: str, text: str, field: str) -> str:
    if len(text) > LONGEST:
        raise ConfigError(f"{name} has more than {LONGEST:,} characters.", "Give a shorter text.", field=field)
    if "\0" in text:
        raise ConfigError(f"{name} is not text.", "Give plain text.", field=field)
    return text


T = TypeVar("T")

Serve = Callable[[bool, bool], int]
"""Starts the tool server: verbose, log as JSON."""


def no_server(verbose: bool, log_json: bool) -> int:
    """Where the command line was started without one."""
    raise Refused("The tool server cannot be started from here.", "Start it with: disputatio mcp")


@dataclass(slots=True)
class Face:
    """`environ` is the process's environment, `--home` in it; `serve` starts the tool server."""

    environ: Mapping[str, str]
    masking: Masking
    serve: Serve = no_server
    log_json: bool = False
    verbose: bool = False
    out: Output = field(default_factory=Output)

    def run(self, work: Callable[[Application], Coroutine[Any, Any, T]]) -> T:
        """Run a command's work with the application open; its errors pass through to `main`."""

        async def opened() -> T:
            notices: list[str] = []
            told = 0
            try:
                async with bootstrap.application(self.environ, self.masking, self.out.warn) as app:
                    for fault in app.settings.faults:
                        self.out.warn(f"{fault.file}:{fault.line}: {fault.what} {fault.remedy}")
                    notices = app.database.notices
                    told = self._tell(notices)
                    return await work(app)
            finally:  # what is written last, while the application closes, can find something, too
                self._tell(notices[told:])

        logs = Logging(self.masking)
        try:
            self._start(logs)
            return asyncio.run(opened())
        finally:
            logs.stop()

    def _tell(self, notices: Sequence[str]) -> int:
        for notice in notices:
            self.out.warn(notice)
        return len(notices)

    def _start(self, logs: Logging) -> None:
        paths = Paths.from_environment(self.environ)
        paths.create()
        logs.start(paths.logs, "debug" if self.verbose else "info", json_lines_to_stderr(self.log_json))

    def end(self, work: Callable[[Application], Coroutine[Any, Any, Exit]]) -> None:
        """Run work that also decides how the process ends."""
        leave(self.run(work))

    def confirm(self, erasure: Erasure, yes: bool) -> None:
        """Ask before something is erased; nothing, and Enter, mean no. Raises click.Abort where the person says no, and
        Refused where nobody answers."""
        for sentence in erasure.means:
            self.out.note(sentence)
        self.ask(erasure.question, yes, "This would be deleted for good")

    def ask(self, question: str, yes: bool, what: str) -> None:
        """Ask for a yes, unless it was given in advance; nothing, and Enter, mean no. `what` is said of the matter
        where nobody answers. Raises as `confirm`."""
        if not yes and not self.answer(lambda: click.confirm(clean(question), default=False, err=True), what):
            raise click.Abort

    def answer(self, ask: Callable[[], T], what: str) -> T:
        """Ask something that cannot go on without an answer. Raises click.Abort where the person breaks off, and
        Refused where nobody answers."""
        try:
            return ask()
        except click.Abort:
            if sys.stdin.isatty():
                raise
            raise Refused(f"{what}, and there is nobody to ask here.", "Give --yes if you are sure.") from None

    def require_new(self, file: Path) -> None:
        """Raise Refused if there is such a file: what the person has in it is never replaced."""
        if file.is_file():
            raise Refused(f"{file} exists already.", "Choose another name, or move that file away.")

    def write(self, text: str, file: Path) -> None:
        """Put a text into a file that is not there yet. Raises Refused and ConfigError."""
        self.require_new(file)
        try:
            with open(file, "w", encoding="utf-8", opener=open_private) as out:
                out.write(text)
        except OSError as error:
            raise ConfigError(
                f"{file} cannot be written: {error.strerror}.", "Choose another place.", field="out"
            ) from error
        self.out.note(f"Written: {file}")

    def json(self, content: object) -> None:
        """Print the result as one JSON document; a value in it as an object of its fields."""
        self.out.raw(visible(json.dumps(content, default=asdict, ensure_ascii=False, indent=2)) + "\n")


def leave(code: Exit) -> None:
    if code is not Exit.FINISHED:
        raise click.exceptions.Exit(int(code))


agreed = click.option("--yes", is_flag=True, help="Go ahead without asking.")
pass_face = click.make_pass_decorator(Face)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
debate_id = click.argument("id", metavar="ID")
existing_file = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
