"""Text files as text."""

from __future__ import annotations

import codecs
from pathlib import Path

from disputatio.debate.errors import Refused

SUFFIXES = (".txt", ".md", ".markdown", ".text")

LIMIT = 10_000_000
"""Bytes."""

MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def read_text(path: Path) -> str:
    """The text of a file: UTF-8, UTF-16 with a mark, else Windows-1252. Raises Refused."""
    if path.suffix.lower() not in SUFFIXES:
        raise Refused(f"{path.name} is no text file that can be imported.", f"Use one of: {', '.join(SUFFIXES)}.")
    try:
        with path.open("rb") as file:  # which may be a link to something that never ends
            content = file.read(LIMIT + 1)
    except OSError as fault:
        raise Refused(f"{path} cannot be read: {fault.strerror}.", "Check the path and your rights.") from fault
    if len(content) > LIMIT:
        raise Refused(f"{path.name} is too large (the limit is {LIMIT:,} bytes).", "Split it.")
    return decoded(content, path).replace("\r\n", "\n")


def decoded(content: bytes, path: Path) -> str:
    for mark, encoding in MARKS:
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    if b"\0" in content:
        raise Refused(f"{path.name} holds binary data, not text.", "Convert it to text first.")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")
