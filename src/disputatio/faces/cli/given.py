"""Texts that a person gives a command, from standard input or a file. A stream may never end, so of each only so much
is read as any field could hold."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Final

from disputatio.debate.errors import ConfigError

LONGEST: Final = 20_000_000
"""Bytes of a file, characters of standard input."""


def from_input(field: str = "") -> str:
    """The text of standard input; what is no UTF-8 in it becomes "�". Raises ConfigError."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return _text("Standard input", sys.stdin.read(LONGEST + 1), field)


def from_file(name: str, field: str) -> str:
    """The text of a file, which may be a pipe. Raises ConfigError."""
    try:
        with Path(name).expanduser().open("rb") as file:
            return _text(name, file.read(LONGEST + 1).decode(), field)
    except (OSError, ValueError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or _WHY.get(type(error), "there is no such place")
        raise ConfigError(f"{name} cannot be read: {why}.", f"Check the path after --{field}.", field=field) from error


_WHY: Final[dict[type[Exception], str]] = {UnicodeDecodeError: "it is not text in UTF-8"}


def _text(name: str, text: str, field: str) -> str:
    if len(text) > LONGEST:
        raise ConfigError(f"{name} has more than {LONGEST:,} characters.", "Give less.", field=field)
    if "\0" in text:
        raise ConfigError(f"{name} is no text.", "Give plain text.", field=field)
    return text
