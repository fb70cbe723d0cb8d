"""Whether a window can be shown at all. Qt ends the process without a word where it cannot."""

from __future__ import annotations

import ctypes
import socket
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from PySide6.QtCore import QLibraryInfo

from disputatio.app.process import has_display

PATIENCE = 2.0
"""Seconds for a display to take the connection."""
WAY_OUT = "Everything also works in a terminal: disputatio --help."


def display_problem(environment: Mapping[str, str]) -> str:
    """Why no window can be shown, and what to do; "" where one can."""
    wanted = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if wanted in ("offscreen", "minimal", "vnc") or not sys.platform.startswith("linux"):
        return ""
    if not has_display(environment):
        return (
            f"There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start Disputatio on a desktop. {WAY_OUT}"
        )
    if _wayland(environment) and wanted in ("", "wayland"):
        return ""
    if not _x11(environment.get("DISPLAY", "")):
        name = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY", "")
        return f"The display {name} does not answer. Check DISPLAY, or start it on a desktop. {WAY_OUT}"
    return _missing_library()


def _wayland(environment: Mapping[str, str]) -> bool:
    name = environment.get("WAYLAND_DISPLAY", "")
    path = Path(environment.get("XDG_RUNTIME_DIR", "/"), name)
    return bool(name) and _answers(socket.AF_UNIX, str(path))


def _x11(display: str) -> bool:
    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if not number.isdigit():
        return False
    local = host in ("", "unix")
    path = f"/tmp/.X11-unix/X{number}"
    if local and (_answers(socket.AF_UNIX, path) or _answers(socket.AF_UNIX, "\0" + path)):
        return True
    return _answers(socket.AF_INET, (host or "127.0.0.1", 6000 + int(number)))


def _answers(family: socket.AddressFamily, address: str | tuple[str, int]) -> bool:
    with closing(socket.socket(family, socket.SOCK_STREAM)) as tried:
        tried.settimeout(PATIENCE)
        try:
            tried.connect(address)
        except OSError:
            return False
        return True


def _missing_library() -> str:
    plugin = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath), "platforms", "libqxcb.so")
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return f"A system library of the window is missing: {error}. Run ./run, which names its package. {WAY_OUT}"
    return ""
