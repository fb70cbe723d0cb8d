"""What the program asks of its process: whether there is a screen for a window, and how often Python looks for cycles.

Importing this loads nothing else of the application: the entry point asks before it knows which face to start.
"""

from __future__ import annotations

import gc
import platform
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


def settle() -> None:
    """Set the collector's rhythm once a command has started: what was loaded stays, and is not looked through again and
    again. The window has a rhythm of its own (`faces.gui.shell.event_loop`), because it must never stand still."""
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
