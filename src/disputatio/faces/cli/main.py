"""The group `disputatio`, the headings of its help, and the one place where errors become messages and exit codes."""

from __future__ import annotations

import errno
import io
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import click

import disputatio
from disputatio.app.actions.action import APPLICATION
from disputatio.app.actions.debates import DEBATE
from disputatio.app.diagnosis import cause
from disputatio.app.errors import Exit, crash_report, exit_code, explanation, is_bug
from disputatio.app.paths import HOME_VARIABLE, FolderUnusable, Paths
from disputatio.app.private_files import open_private
from disputatio.app.process import has_display
from disputatio.debate.errors import Refused
from disputatio.debate.views.words import clean
from disputatio.faces.cli import (
    branch,
    clients,
    consent,
    control,
    data,
    debates,
    examples,
    exchange,
    findings,
    gates,
    hindsight,
    hooks,
    installation,
    interventions,
    library,
    memory,
    models,
    personas,
    repository,
    roles,
    tools,
    versions,
)
from disputatio.faces.cli.face import Face, Serve, no_server
from disputatio.faces.cli.output import Unwritable, report_unwritable
from disputatio.faces.cli.start import debate
from disputatio.secrets.keyring import Masking

# ---- The help of the whole program: commands under headings, so that a newcomer finds the few that matter first.
SECTIONS: dict[str, tuple[str, ...]] = {
    "Debating": (
        *("debate", "resume", "stop", "say", "answer", "extend", "synthesise", "retry", "swap", "set", "rule"),
        "room",
    ),
    "Your debates": (
        *("list", "show", "search", "export", "import", "fork", "rename", "delete", "undelete", "gates"),
        *("replay", "audit", "evidence", "mark", "branch", "versions", "examples"),
    ),
    "Your library": (
        *("workspace", "project", "assignment", "task", "document", "note", "persona", "memory", "repo", "bin"),
    ),
    "Models and rules": (
        "models",
        "providers",
        "keys",
        "consents",
        "check",
        "track",
        "formats",
        "roles",
        "tools",
        "hooks",
    ),
    "This installation": ("settings", "doctor", "mcp", "data", "backup", "restore", "rebuild"),
}


def tell(commands: click.Group) -> None:
    """Add to the help of each command what does the same in the window, and its key."""
    told: dict[str, list[str]] = {}
    for action in (*APPLICATION, *DEBATE):
        names = [word for word in action.command.split() if not word.startswith("-")]
        if names:
            told.setdefault(" ".join(names), []).append(action.hint)
    for name, hints in told.items():
        found: click.Command = commands
        for word in name.split():
            assert isinstance(found, click.Group), name
            found = found.commands[word]
        found.epilog = f"In the window: {'; '.join(hints)}."


class Sections(click.Group):
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        limit = formatter.width - 18
        for title, names in self.sections().items():
            with formatter.section(title):
                rows = [(name, self.commands[name].get_short_help_str(limit)) for name in names]
                formatter.write_dl(rows)

    def sections(self) -> dict[str, tuple[str, ...]]:
        """Put every command into one section; a command without a section goes under "Other"."""
        placed = {name for names in SECTIONS.values() for name in names}
        others = tuple(name for name in self.commands if name not in placed)
        return {**SECTIONS, "Other": others} if others else SECTIONS


NO_WINDOW = """There is no display, so this was shown in the terminal. To open the window:
  on the machine itself   start {typed} from a terminal of its desktop
  from another machine    ssh -X the-machine, then {typed}
  just to try it          xvfb-run {typed} (packages xvfb and xauth)
To debate a question of your own here: {typed} debate --rehearse "…" (see {typed} debate --help)."""

NOBODY_ASKED = "\nStopped, because the answer was not yes. If nobody can answer, add --yes.\n"

TYPED_HERE = "Where a message says disputatio, type: {typed}"

NO_WINDOW_ABOUT = """There is no display, so the window cannot open for {folder}. Debate it in the terminal:
  {typed} debate "…" --repo {folder}
"""

SHOWN = 80
"""Characters of an argument that a message repeats, if it is longer than any path."""
LONG_WORD = re.compile(r"\S{4500,}")

TYPED_VARIABLE = "DISPUTATIO_COMMAND"
"""What a person typed to start the program, where that is a script around it (`./run` sets it)."""

Window = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Start:
    """What the program was started with: how to open the window, what knows the keys that are never shown, and how to
    serve tools (verbose, log as JSON)."""

    window: Window
    masking: Masking
    serve: Serve = no_server


@click.group(
    cls=Sections,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--home", metavar="FOLDER", help="Keep everything in this folder (like DISPUTATIO_HOME).")
@click.option("--log-json", is_flag=True, help="Also write the log to standard error, one JSON object per line.")
@click.option("-v", "--verbose", is_flag=True, help="Show what happens besides the turns; log everything.")
@click.version_option(disputatio.__version__, prog_name="disputatio")
@click.pass_context
def disputatio_command(context: click.Context, home: str | None, log_json: bool, verbose: bool) -> None:
    """Several AI models debate your question until you can see what to believe.

    Without a command, the window opens. If there is no display, a recorded debate is played in the terminal instead.
    You need no key for that, since no AI model is asked.

    \b
    Begin with:
      disputatio examples                recorded debates that you can watch without a key
      disputatio debate --rehearse "Should we cache sessions in Redis?" --repo .
      disputatio keys set openai         then debates ask real models
      disputatio list                    what you have debated
      disputatio doctor                  what works on this computer, and what does not

    The first few letters of an ID are enough. COMMAND --help explains each command.

    Exit codes: 0 finished, 2 bad input, 3 waiting for you, 4 a model call failed, 70 a bug, 130 stopped.
    """
    if home:
        os.environ[HOME_VARIABLE] = home
    start: Start = context.obj
    context.obj = face = Face(
        environ=dict(os.environ), masking=start.masking, serve=start.serve, log_json=log_json, verbose=verbose
    )
    if context.invoked_subcommand is not None:
        return
    if has_display(face.environ):
        context.exit(start.window())
    code = face.run(lambda app: examples.demonstrate(face, app))
    for line in _way_on():
        face.out.note(line)
    context.exit(int(code))


def _typed() -> str:
    """Return the command that starts this program from the current folder."""
    if shutil.which("disputatio"):
        return "disputatio"
    started = os.environ.get(TYPED_VARIABLE) or sys.argv[0]
    return shlex.quote(started) if os.path.basename(started) in ("run", "disputatio") else "disputatio"


def _way_on() -> list[str]:
    """Say what to do after the example that nobody asked for."""
    typed = _typed()
    return [NO_WINDOW.format(typed=typed), *([TYPED_HERE.format(typed=typed)] if typed != "disputatio" else [])]


for _command in (
    debate,
    *control.COMMANDS,
    *interventions.COMMANDS,
    *debates.COMMANDS,
    *debates.EVIDENCE,
    *examples.COMMANDS,
    *branch.COMMANDS,
    *versions.COMMANDS,
    *exchange.COMMANDS,
    *models.COMMANDS,
    *tools.COMMANDS,
    *hooks.COMMANDS,
    *roles.COMMANDS,
    *installation.COMMANDS,
    *data.COMMANDS,
    *library.COMMANDS,
    *memory.COMMANDS,
    *repository.COMMANDS,
    *consent.COMMANDS,
    *personas.COMMANDS,
    *clients.COMMANDS,
    *gates.COMMANDS,
    *hindsight.COMMANDS,
):
    disputatio_command.add_command(_command)

for _command in findings.COMMANDS:
    repository.repo.add_command(_command)
tell(disputatio_command)


def _names_folder(arguments: Sequence[str]) -> bool:
    """Whether the only argument is a folder, for which the window opens. The name of a command stays a command."""
    return len(arguments) == 1 and arguments[0] not in disputatio_command.commands and os.path.isdir(arguments[0])


def run(arguments: Sequence[str], window: Window, serve: Serve = no_server) -> int:
    """Run the command line and return its exit code. `window` opens the window, `serve` the tool server."""
    start = Start(window, Masking(), serve)
    if _names_folder(arguments):
        if has_display(os.environ):
            return window()
        sys.stderr.write(NO_WINDOW_ABOUT.format(typed=_typed(), folder=shlex.quote(arguments[0])))
        return Exit.BAD_INPUT
    streams = sys.stdout, sys.stderr
    try:
        _require_text(arguments)
        code = disputatio_command.main(list(arguments), prog_name="disputatio", standalone_mode=False, obj=start)
        with report_unwritable():
            sys.stdout.flush()
        return code if isinstance(code, int) else Exit.FINISHED
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        sys.stderr.write(clean(_brief(told.getvalue())))
        return Exit.BAD_INPUT
    except click.Abort as error:
        known = sys.stdin.isatty() or isinstance(error.__cause__, KeyboardInterrupt)
        sys.stderr.write("Stopped.\n" if known else NOBODY_ASKED)
        return Exit.STOPPED
    except SystemExit:
        if sys.stdout is streams[0]:
            raise
        sys.stdout, sys.stderr = streams  # click wraps them where nobody reads them any more, and leaves with 1
        return _told(BrokenPipeError(), start.masking)
    except (Exception, KeyboardInterrupt) as error:  # the last place that can turn anything into words
        return _told(error, start.masking)


def _brief(message: str) -> str:
    """Cut what a message repeats of an argument that goes on and on."""
    return LONG_WORD.sub(lambda word: f"{word[0][:SHOWN]}…", message)


def _require_text(arguments: Sequence[str]) -> None:
    """Raise Refused for an argument that is no text, unless it names something that is there: files are called as they
    are."""
    for argument in arguments:
        named = argument.partition("=")[2] if argument.startswith("--") and "=" in argument else argument
        try:
            argument.encode()
        except UnicodeEncodeError:
            if not os.path.lexists(named):
                raise Refused(f"{ascii(argument)[:SHOWN]} is no text in UTF-8.", "Type it again.") from None


def _told(error: BaseException, masking: Masking) -> Exit:
    _forget_output()
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:  # help, which click prints by itself
        error = Unwritable(error)
    error = cause(error, os.environ)
    code = exit_code(error)
    if code is not Exit.FINISHED:
        with suppress(OSError):  # nobody can be told
            sys.stderr.write(clean(_brief(explanation(error, masking))) + "\n")
            sys.stderr.write(clean(_reported(crash_report(error, masking))) if is_bug(error) else "")
    return code


def _reported(report: str) -> str:
    """Say where the report of a crash was saved, or return the report itself if it could not be."""
    try:
        paths = Paths.from_environment(os.environ)
        paths.create()
        file = paths.logs / "crash.txt"
        with open(file, "w", encoding="utf-8", opener=open_private) as out:
            out.write(report)
    except (OSError, FolderUnusable):
        return f"\n{report}"
    return f"The details are in {file}\n"


def _forget_output() -> None:
    """If standard output takes no more, keep the interpreter from writing to it when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
