"""What the program asks of its process: whether there is a screen for a window, whether it is the packaged application,
and how often Python looks for cycles.

Importing this loads nothing else of the application: the entry point asks before it knows which face to start.
"""

from __future__ import annotations

import gc
import platform
import sys
from collections.abc import Mapping
from typing import Final

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


def settle() -> None:
    """Set the collector's rhythm once a command has started: what was loaded stays, and is not looked through again and
    again. The window has a rhythm of its own (`faces.gui.shell.event_loop`), because it must never stand still."""
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
