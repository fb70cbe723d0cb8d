"""The log: a rotating file for the person's own eyes, without keys, and optionally JSON lines for programs.

Every line passes the masking after it was formatted, so that a key in an argument, in an exception's text or in a
traceback is taken out alike.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from contextlib import suppress
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Literal, TextIO

from disputatio.debate.wording import visible
from disputatio.secrets.keyring import Masking

Level = Literal["debug", "info", "warning", "error"]
LEVELS: dict[Level, int] = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}

FILE_NAME = "disputatio.log"
MAX_BYTES = 2_000_000
KEPT = 5
"""Older log files that are kept beside the current one."""

_OWN = "disputatio"
_PLAIN = "%(asctime)s %(levelname)-7s %(process)d %(name)s: %(message)s"
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class PlainFormatter(logging.Formatter):
    """One readable line a record (tracebacks below it), without keys."""

    def __init__(self, masking: Masking) -> None:
        super().__init__(_PLAIN)
        self._masking = masking

    def format(self, record: logging.LogRecord) -> str:
        return self._masking.mask(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object a line: at (ISO 8601, UTC), level, logger, message, and exception and extra fields if any."""

    def __init__(self, masking: Masking) -> None:
        super().__init__()
        self._masking = masking

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        fields |= {name: content for name, content in vars(record).items() if name not in _STANDARD}
        masked = {name: self._masking.mask(str(content)) for name, content in fields.items()}
        return visible(json.dumps(masked, ensure_ascii=False))


class PrivateRotatingFile(RotatingFileHandler):
    """Rotates by size; only its owner can read it. What a full disk does not take is lost: whoever needs the disk says
    that it is full."""

    def handleError(self, record: logging.LogRecord) -> None:
        if not isinstance(sys.exception(), OSError):
            super().handleError(record)

    def close(self) -> None:
        with suppress(OSError):
            super().close()

    def _open(self) -> TextIOWrapper:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        return os.fdopen(os.open(self.baseFilename, flags, 0o600), "a", encoding="utf-8", errors="backslashreplace")


class Logging:
    """The logging of this process, from `start` until `stop`."""

    def __init__(self, masking: Masking) -> None:
        self._masking = masking
        self._handlers: list[logging.Handler] = []

    def start(self, folder: Path, level: Level = "info", json_lines: TextIO | None = None) -> None:
        """Write to `folder`, which exists; `json_lines` gets every record as JSON in addition (--log-json).

        Libraries are heard from "warning" on: their lower levels hold requests and headers.
        """
        self.stop()
        path = folder / FILE_NAME
        file = PrivateRotatingFile(path, maxBytes=MAX_BYTES, backupCount=KEPT, delay=True, encoding="utf-8")
        file.setFormatter(PlainFormatter(self._masking))
        self._add(file)
        if json_lines is not None:
            lines = logging.StreamHandler(json_lines)
            lines.setFormatter(JsonFormatter(self._masking))
            self._add(lines)
        self.set_level(level)
        logging.captureWarnings(True)

    def set_level(self, level: Level) -> None:
        """How much of the application's own records is written."""
        logging.getLogger(_OWN).setLevel(LEVELS[level])

    def stop(self) -> None:
        """Close the files. Records go nowhere afterwards."""
        for handler in self._handlers:
            logging.getLogger().removeHandler(handler)
            handler.close()
        self._handlers.clear()
        logging.captureWarnings(False)

    def _add(self, handler: logging.Handler) -> None:
        handler.addFilter(_worth_writing)
        logging.getLogger().addHandler(handler)
        self._handlers.append(handler)


def _worth_writing(record: logging.LogRecord) -> bool:
    own = record.name == _OWN or record.name.startswith(_OWN + ".")
    return own or record.levelno >= logging.WARNING


def json_lines_to_stderr(wanted: bool) -> TextIO | None:
    """Return where --log-json writes: standard output belongs to the debate."""
    return sys.stderr if wanted else None
