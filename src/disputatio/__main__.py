"""`python -m disputatio`, and the command `disputatio`: the window, the command line, or the tool server."""

from __future__ import annotations

import os
import sys

from disputatio.app.process import (
    STOPPED,
    has_display,
    leave_when_told,
    leave_while_it_begins,
    load,
    names_packages,
    settle,
    stop_when_told,
)

UNUSABLE = """The window cannot be opened: {error}.
{way} The command line works without: disputatio --help
"""


def open_window() -> int:
    """Load Qt and the window, which happens nowhere else: it takes half a second, for which no command waits, and where
    Qt is missing the command line still works."""
    leave_while_it_begins()
    try:
        from disputatio.faces.gui import language

        language.begin(os.environ)
        from disputatio.faces.gui.shell.process import run
    except ImportError as error:  # Qt, or a system library that it needs
        sys.stderr.write(UNUSABLE.format(error=error, way=names_packages()))
        return 2
    return run(sys.argv)


UNSERVED = """The tool server cannot be started: {error}.
./run installs what is missing. Everything else works without: disputatio --help
"""


def serve_tools(verbose: bool = False, log_json: bool = False) -> int:
    """Serve an AI client on the standard streams. The application is loaded when its client first needs it."""
    from disputatio.faces.mcp.server import Desk, run

    def opening() -> Desk:
        from disputatio.faces.mcp import desk

        return desk.Desk(os.environ, verbose=verbose, log_json=log_json)

    try:
        return run(opening)
    except ImportError as error:  # the protocol's own package
        sys.stderr.write(UNSERVED.format(error=error))
        return 2


def main() -> int:
    """Without arguments and with a display the window opens at once; `mcp` alone is the tool server, and everything
    else the command line."""
    open_closed_streams()
    try:
        try:
            return started()
        finally:
            leave_when_told()
    except KeyboardInterrupt:  # while modules were still being loaded; later the command line answers by itself
        sys.stderr.write("Stopped.\n")
        return STOPPED


def open_closed_streams() -> None:
    """Standard streams that were closed before the program began lead nowhere. Left closed, the next file that is
    opened (the database, say) would have their number, and get what is printed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for as long as we run


def started() -> int:
    arguments = sys.argv[1:]
    load()
    if not arguments and has_display(os.environ):
        return open_window()
    stop_when_told()
    if arguments == ["mcp"]:  # a client waits; the command line, which knows options too, takes longer to load
        settle()
        return serve_tools()
    if arguments == ["measure-program"]:  # this program has started itself (metrics.gauge)
        from disputatio.metrics import worker

        settle()
        worker.main()
        return 0
    from disputatio.faces.cli.main import run  # it takes 1.5 s to load, for which the window does not wait

    settle()
    return run(arguments, open_window, serve_tools)


if __name__ == "__main__":
    sys.exit(main())
