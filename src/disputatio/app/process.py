"""What the program asks of its process: whether there is a screen for a window, whether it is the packaged application,
how often Python looks for cycles, and what becomes of it when it is told to end.

Importing this loads nothing else of the application: the entry point asks before it knows which face to start.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import platform
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import asyncio

STOPPED: Final = 130
"""The exit code after Ctrl+C, as the command line has it."""
ENDINGS: Final = ("SIGTERM", "SIGHUP")
"""What a system sends when it shuts down, or when the terminal is closed. Windows has no such."""

YOUNG: Final = 50_000
"""Objects after which the collector of cycles looks through the young ones. A debate makes some 25 objects a turn that
live as long as it does, and no cycle that is let go of before its end; looking through the young ones after every 700
took 4 % of our own work."""


def has_display(environment: Mapping[str, str]) -> bool:
    """Return whether a window can be shown: on Linux with an X or Wayland display, elsewhere always."""
    return platform.system() in ("Darwin", "Windows") or bool(
        environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    )


def frozen() -> bool:
    """Whether this is the packaged application, which has its own Python and packages, and no checkout around it."""
    return bool(getattr(sys, "frozen", False))


def names_packages() -> str:
    """Say what to do where a library of the system is missing."""
    return "Install it with your system's packages." if frozen() else "Run ./run, which names its package."


def load() -> None:
    """Have nobody look for cycles while the program is loaded: what is loaded stays, and looking through it took a
    sixth of that time. `settle` or the window goes on looking."""
    gc.disable()


def settle() -> None:
    """Set the collector's rhythm once a command has started: what was loaded stays, and is not looked through again and
    again. The window has a rhythm of its own (`faces.gui.shell.event_loop`), because it must never stand still."""
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
    gc.enable()


def stop_when_told() -> None:
    """Have a command that is told to end, or whose terminal is closed, stop as after Ctrl+C: a debate is paused, and
    what was said is kept. Systems send both kinds, and more than once, so only the first counts. What whoever started
    us chose to ignore (`nohup`) stays ignored."""
    told: list[int] = []
    terminals = [stream for stream in (1, 2) if os.isatty(stream)]

    def stopped(number: int, frame: FrameType | None) -> None:
        if number != signal.SIGTERM:
            _write_nowhere(terminals)
        told.append(number)
        if len(told) == 1:
            interrupted = signal.getsignal(signal.SIGINT)
            (interrupted if callable(interrupted) else signal.default_int_handler)(signal.SIGINT, frame)

    for name in ENDINGS:
        kind = getattr(signal, name, None)
        if kind is not None and signal.getsignal(kind) is signal.SIG_DFL:
            signal.signal(kind, stopped)


def leave_while_it_begins() -> None:
    """A window begins, and nothing is open yet: whoever stops it now gets one word. Nothing is raised, as Python would:
    Qt breaks down, or goes on for ever, where that happens in the middle of it."""
    for kind in _kinds():
        if signal.getsignal(kind) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(kind, _leave)


def _leave(_: int, __: FrameType | None) -> None:
    with contextlib.suppress(OSError):
        os.write(2, b"Stopped.\n")
    os._exit(STOPPED)


def end_when_told(loop: asyncio.AbstractEventLoop, end: Callable[[], object]) -> None:
    """From now on the window runs: `end` it in order, on its loop. Nothing is raised here, either. Whoever presses
    Ctrl+C once more does not want to wait for that. What whoever started us chose to ignore stays ignored."""
    presses: list[int] = []

    def pressed(number: int, _: FrameType | None) -> None:
        presses.append(number)
        if len(presses) > 1:
            os._exit(STOPPED)  # what was recorded is safe
        loop.call_soon_threadsafe(end)

    for kind in _kinds():
        if signal.getsignal(kind) is not signal.SIG_IGN:
            with contextlib.suppress(NotImplementedError):  # where loops know no signals, Python looks for them
                loop.add_signal_handler(kind, end)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, pressed)


def _kinds() -> list[signal.Signals]:
    return [getattr(signal, name) for name in ("SIGINT", *ENDINGS) if hasattr(signal, name)]


def _write_nowhere(streams: Sequence[int]) -> None:
    """The terminal is gone: what is still said must not fail, so that the debate can be paused in order."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nowhere, stream)
    os.close(nowhere)


def leave_when_told() -> None:
    """Everything is done, but threads may still be waited for: from now on a signal ends us at once, without a word."""
    for kind in _kinds():
        atexit.register(signal.signal, kind, signal.SIG_IGN)  # while Python itself ends, which is short
        signal.signal(kind, lambda _, __: os._exit(STOPPED))
    with contextlib.suppress(PermissionError):  # a program that only measures refuses it to everybody
        exec("")  # a class made from text as a signal came leaves Python a mark to end by it, which this takes away
