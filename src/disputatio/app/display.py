"""Whether there is a screen for a window."""

from __future__ import annotations

import platform
from collections.abc import Mapping


def has_display(environment: Mapping[str, str]) -> bool:
    """On Linux an X or Wayland display; elsewhere always."""
    return platform.system() in ("Darwin", "Windows") or bool(
        environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    )
