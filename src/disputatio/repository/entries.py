"""Files, commits and texts of a repository as values; how untrusted names and bytes become readable text."""

from __future__ import annotations

import codecs
import re
from typing import Literal

from disputatio.debate.values import value

EntryKind = Literal["file", "symlink", "submodule"]
TextKind = Literal["text", "binary", "large-file pointer", "symlink", "submodule", "too large"]

_LARGE_FILE_POINTER = b"version https://git-lfs.github.com/spec/v1\n"
_PROBE = 8000
"""Bytes that are looked at to tell binary from text, as git itself does."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@value
class Entry:
    """One path of the tree. `path` can be shown safely; `raw` is the name as stored; `id` that of the blob."""

    path: str
    raw: bytes
    kind: EntryKind
    id: str

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def depth(self) -> int:
        return self.path.count("/")


@value
class Commit:
    """One entry of the history. `date` is the author's, ISO 8601 with time zone, "" where it is nonsense."""

    id: str
    author: str
    date: str
    subject: str


@value
class FileText:
    """What a path holds. `text` has newlines only (no CR) and is empty unless `kind` is "text" or "symlink" (its
    target, which is never followed). `size` is in bytes as stored, 0 for a submodule. `crlf`: its lines ended in CR and
    LF before."""

    path: str
    kind: TextKind
    text: str = ""
    size: int = 0
    encoding: str = ""
    crlf: bool = False

    @property
    def lines(self) -> list[str]:
        """Line n of the file is at index n - 1. Only newlines end a line, as in every editor and in git."""
        lines = self.text.split("\n")
        return lines[:-1] if lines[-1] == "" else lines


def printable(raw: bytes) -> str:
    """Return a name that can be printed: what is not UTF-8, or would steer a terminal or break a line, is escaped."""
    text = raw.decode("utf-8", "backslashreplace")
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def visible(text: str) -> str:
    """Control characters other than newline and tab become their pictures (␛), so that no terminal obeys them."""
    return text.translate(_PICTURES)


_LONGEST_WORD = 80
_GAP = re.compile(r"\s")
_PICTURES = {c: 0x2400 + c for c in range(32) if c not in (9, 10)} | {127: 0x2421}
_PICTURES |= dict.fromkeys(range(128, 160), 65533)


def beginning(text: str, most: int) -> str:
    """Return at most `most` characters of a text, without half a word at the end: whoever quotes it up to there quotes
    words that stand in the source. A word of more than 80 characters is cut."""
    if len(text) <= most:
        return text
    end = max((gap.start() for gap in _GAP.finditer(text, max(most - _LONGEST_WORD, 1), most + 1)), default=most)
    return text[:end].rstrip()


def read_text(path: str, data: bytes) -> FileText:
    """Return what the bytes of a file say: a pointer of git's large file storage, something binary, or text."""
    if data.startswith(_LARGE_FILE_POINTER) and len(data) < 1024:
        return FileText(path=path, kind="large-file pointer", size=len(data))
    decoded = _decoded(data)
    if decoded is None:
        return FileText(path=path, kind="binary", size=len(data))
    text, encoding = decoded
    crlf = "\r\n" in text
    return FileText(path=path, kind="text", text=_newlines(text), size=len(data), encoding=encoding, crlf=crlf)


def _decoded(data: bytes) -> tuple[str, str] | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace"), encoding.removesuffix("-sig")
    if b"\0" in data[:_PROBE]:
        return None
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), "windows-1252 (guessed)"


def _newlines(text: str) -> str:
    """CRLF becomes LF; a lone CR ends a line only in files that have no other ends of lines."""
    text = text.replace("\r\n", "\n")
    return text if "\n" in text else text.replace("\r", "\n")
