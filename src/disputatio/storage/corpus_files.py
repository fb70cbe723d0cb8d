"""Files for a corpus as text in sections or pages. Nothing in them is executed, nothing they refer to is fetched."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from disputatio.debate.errors import Refused
from disputatio.debate.values import value
from disputatio.library.corpus import Part, SourceKind, parts_of_markdown, parts_of_text
from disputatio.library.corpus_html import parts_of_html
from disputatio.storage.pdf_text import read_pdf
from disputatio.storage.text_files import decoded

KINDS: dict[str, SourceKind] = {
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".pdf": "pdf",
}
LIMITS: dict[SourceKind, int] = {
    "text": 10_000_000,
    "markdown": 10_000_000,
    "html": 10_000_000,
    "pdf": 50_000_000,
}
"""Bytes of a file."""
LONGEST = 3_000_000
"""Characters of a file's text: some 1,500 pages."""

_SIGNED = {b"%PDF-": ("a PDF", ".pdf"), b"{\\rtf": ("a document in RTF", "")}
"""How files begin that are no text, though they can be read as one; what they are, and how their names should end."""
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s{0,4}=\s{0,4}[\"']?([\w-]{1,40})", re.I)


@value
class Contents:
    """What a file holds. `notes` say what was left out, in words; `digest` is the SHA-256 of the file."""

    name: str
    kind: SourceKind
    digest: str
    parts: tuple[Part, ...]
    pages: int = 0
    notes: tuple[str, ...] = ()


def read_source(path: Path) -> Contents:
    """Read a file. Raises Refused with what is wrong with it and what to do."""
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise Refused(f"{path.name} cannot be read for a corpus.", f"Use one of: {', '.join(KINDS)}.")
    content = _content(path, LIMITS[kind])
    if kind != "pdf":
        _check_sign(content, path.name)
    found, pages, notes = (
        read_pdf(content, path.name) if kind == "pdf" else (_parts(kind, content, path), 0, tuple[str, ...]())
    )
    _check(found, path.name)
    digest = hashlib.sha256(content).hexdigest()
    return Contents(name=path.name, kind=kind, digest=digest, parts=tuple(found), pages=pages, notes=notes)


def _content(path: Path, limit: int) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise Refused(f"{path} is not an ordinary file.", "Choose a file.")
        size = path.stat().st_size
        if size > limit:
            raise Refused(
                f"{path.name} is too large ({size:,} bytes; the limit is {limit:,}).", "Split it, and import the parts."
            )
        return path.read_bytes()
    except OSError as fault:
        raise Refused(f"{path} cannot be read: {fault.strerror}.", "Check the path and your rights.") from fault


def _check_sign(content: bytes, name: str) -> None:
    """A file under the name of another kind would give its source code as text."""
    begins = content[:1_024].removeprefix(b"\xef\xbb\xbf").lstrip()
    for sign, (what, ending) in _SIGNED.items():
        if begins.startswith(sign):
            raise Refused(
                f"{name} is {what}, whatever its name says.",
                f"Give it a name that ends in {ending}." if ending else "Save it as text, and import that.",
            )


def _parts(kind: SourceKind, content: bytes, path: Path) -> list[Part]:
    if kind == "html":
        return parts_of_html(_html(content, path))
    text = decoded(content, path)
    return parts_of_markdown(text) if kind == "markdown" else parts_of_text(text)


def _html(content: bytes, path: Path) -> str:
    """By the mark at the beginning, else by what the page says of itself, else as any text."""
    said = _CHARSET.search(content[:2_048])
    if said and b"\0" not in content and not content.startswith(b"\xef\xbb\xbf"):
        try:
            return content.decode(said[1].decode("ascii"))
        except (LookupError, UnicodeError):
            return decoded(content, path)
    return decoded(content, path)


def _check(parts: Sequence[Part], name: str) -> None:
    size = sum(len(part.text) for part in parts)
    if not any(part.text.strip() for part in parts):
        raise Refused(f"{name} holds no text.", "Choose another file.")
    if size > LONGEST:
        raise Refused(
            f"{name} has too much text ({size:,} characters; the limit is {LONGEST:,}).",
            "Split it, and import the parts that matter.",
        )
