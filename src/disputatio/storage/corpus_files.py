"""Files for the corpus of a persona, read as text: plain text, Markdown, HTML and PDF. Nothing in a file is executed or
fetched.

PDFs are read with pypdf (pure Python; it runs no scripts of the file). It costs a tenth of a second to import, so it is
imported when the first PDF is read.
"""

from __future__ import annotations

import codecs
import hashlib
import io
import logging
import re
import struct
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from disputatio.debate.errors import Refused
from disputatio.debate.values import value
from disputatio.debate.wording import figure, plural, tr
from disputatio.library.corpus import Part, SourceKind, clean, parts_of_html, parts_of_markdown, parts_of_text, rejoin
from disputatio.storage.own_files import read_ordinary

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader


PAGES = 2_000
PATIENCE = 90.0
"""Seconds for a file. They are looked at after each page."""
DRAWING = 3_000_000
"""Bytes of a page's drawing; larger ones (maps, plots) are left out, as they take minutes and hold little text."""
BARE = 10
"""Characters below which a page counts as a picture."""

FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What a malformed file makes pypdf raise besides its own errors."""

CONVERT = "Open it in a PDF viewer, save or print it as a new PDF, and import that."


def read_pdf(content: bytes, name: str) -> tuple[list[Part], int, tuple[str, ...]]:
    """Return (a part for each page with text, number of pages, what was left out in words). Raises Refused."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it reports every oddity of a file; we say what it means
    from pypdf.errors import PyPdfError

    try:
        reader = _opened(content, name)
        count = len(reader.pages)
    except (PyPdfError, *FAULTS) as fault:
        raise Refused(
            tr("{name} cannot be read as a PDF: {why}.").format(name=name, why=_why(fault)), CONVERT
        ) from fault
    if count > PAGES:
        raise Refused(
            tr("{name} has {number} pages; the limit is {pages}.").format(
                name=name, number=figure(count), pages=figure(PAGES)
            ),
            "Split it, and import the parts that matter.",
        )
    return _read(reader, count, name)


def _opened(content: bytes, name: str) -> PdfReader:
    """Open a file that anybody may read. Raises Refused for one with a password."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError, WrongPasswordError

    reader = PdfReader(io.BytesIO(content))
    try:
        locked = reader.is_encrypted and not reader.decrypt("")
    except (DependencyError, FileNotDecryptedError, WrongPasswordError, NotImplementedError):
        locked = True
    if locked:
        raise Refused(
            tr("{name} is encrypted: it cannot be read without its password.").format(name=name),
            "Save a copy without a password (for example by printing it to a PDF), and import that.",
        )
    return reader


def _read(reader: PdfReader, count: int, name: str) -> tuple[list[Part], int, tuple[str, ...]]:
    from pypdf.errors import PyPdfError

    parts: list[Part] = []
    bare, broken, large = list[int](), list[int](), list[int]()
    began = time.monotonic()
    for number in range(1, count + 1):
        if time.monotonic() - began > PATIENCE:
            raise Refused(
                tr("{name} takes too long to read ({number} of {number2} pages in {patience} s).").format(
                    name=name, number=number - 1, number2=count, patience=figure(PATIENCE, "g")
                ),
                CONVERT,
            )
        try:
            text = _text(reader.pages[number - 1])
        except (PyPdfError, *FAULTS):
            broken.append(number)
            continue
        if text is None:
            large.append(number)
        elif len(text.strip()) < BARE:
            bare.append(number)
        else:
            parts.append(Part(text=text, page=number))
    if not parts:
        raise _textless(name, count, bare, broken)
    kinds = (("no text (pictures?) on", bare), ("damaged:", broken), ("too large a drawing on", large))
    notes = tuple(f"{what} {_listed(pages)}" for what, pages in kinds if pages)
    return parts, count, notes


def _text(page: PageObject) -> str | None:
    """Return the text of a page; None for one that draws too much."""
    drawn = page.get_contents()
    if drawn is not None and len(drawn.get_data()) > DRAWING:
        return None
    return rejoin(clean(page.extract_text()))


def _textless(name: str, count: int, bare: list[int], broken: list[int]) -> Refused:
    pages = f"{count} page{'s' * (count != 1)}"
    if bare or not broken:
        return Refused(
            plural(
                "{name} contains no text: its {pages} seems to be a scanned picture.",
                "{name} contains no text: its {pages} seem to be scanned pictures.",
                count,
            ).format(name=name, pages=pages),
            "Run text recognition (OCR) over it, and import what that gives.",
        )
    return Refused(tr("{name} is damaged: none of its {pages} can be read.").format(name=name, pages=pages), CONVERT)


def _listed(pages: list[int]) -> str:
    shown = ", ".join(map(str, pages[:8]))
    more = f" and {len(pages) - 8} more" if len(pages) > 8 else ""
    return f"{'page' if len(pages) == 1 else 'pages'} {shown}{more}"


def _why(fault: BaseException) -> str:
    return " ".join(str(fault).split())[:120].rstrip(".") or type(fault).__name__


# ---- text files -------------------------------------------------------------------------------------------------
SUFFIXES = (".txt", ".md", ".markdown", ".text")

LIMIT = 10_000_000
"""Bytes."""

MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def read_text(path: Path) -> str:
    """Return the text of a file: UTF-8, UTF-16 with a mark, else Windows-1252. Raises Refused."""
    if path.suffix.lower() not in SUFFIXES:
        raise Refused(
            tr("{path} is not a text file that can be imported.").format(path=path.name),
            tr("Use one of: {suffixes}.").format(suffixes=", ".join(SUFFIXES)),
        )
    try:
        content = read_ordinary(path, LIMIT + 1)
    except OSError as fault:
        raise Refused(
            tr("{path} cannot be read: {strerror}.").format(path=path, strerror=fault.strerror),
            "Check the path and your permissions.",
        ) from fault
    if len(content) > LIMIT:
        raise Refused(
            tr("{path} is too large (the limit is {limit} bytes).").format(path=path.name, limit=figure(LIMIT)),
            "Split it.",
        )
    return decode(content, path).replace("\r\n", "\n")


def decode(content: bytes, path: Path) -> str:
    for mark, encoding in MARKS:
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    if b"\0" in content:
        raise Refused(tr("{path} holds binary data, not text.").format(path=path.name), "Convert it to text first.")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


# ---- files of any kind ------------------------------------------------------------------------------------------
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
        raise Refused(
            tr("{path} cannot be read for a corpus.").format(path=path.name),
            tr("Use one of: {kinds}.").format(kinds=", ".join(KINDS)),
        )
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
            raise Refused(tr("{path} is not an ordinary file.").format(path=path), "Choose a file.")
        size = path.stat().st_size
        if size > limit:
            raise Refused(
                tr("{path} is too large ({size} bytes; the limit is {limit}).").format(
                    path=path.name, size=figure(size), limit=figure(limit)
                ),
                "Split it, and import the parts.",
            )
        return read_ordinary(path, limit)
    except OSError as fault:
        raise Refused(
            tr("{path} cannot be read: {strerror}.").format(path=path, strerror=fault.strerror),
            "Check the path and your permissions.",
        ) from fault


def _check_sign(content: bytes, name: str) -> None:
    """A file under the name of another kind would give its source code as text."""
    begins = content[:1_024].removeprefix(b"\xef\xbb\xbf").lstrip()
    for sign, (what, ending) in _SIGNED.items():
        if begins.startswith(sign):
            raise Refused(
                tr("{name} is {what}, whatever its name says.").format(name=name, what=what),
                tr("Give it a name that ends in {ending}.").format(ending=ending)
                if ending
                else tr("Save it as text, and import that."),
            )


def _parts(kind: SourceKind, content: bytes, path: Path) -> list[Part]:
    if kind == "html":
        return parts_of_html(_html(content, path))
    text = decode(content, path)
    return parts_of_markdown(text) if kind == "markdown" else parts_of_text(text)


def _html(content: bytes, path: Path) -> str:
    """Read a page by the mark at its beginning, else by what the page says of itself, else as any text."""
    said = _CHARSET.search(content[:2_048])
    if said and b"\0" not in content and not content.startswith(b"\xef\xbb\xbf"):
        try:
            return content.decode(said[1].decode("ascii"))
        except (LookupError, UnicodeError):
            return decode(content, path)
    return decode(content, path)


def _check(parts: Sequence[Part], name: str) -> None:
    size = sum(len(part.text) for part in parts)
    if not any(part.text.strip() for part in parts):
        raise Refused(tr("{name} contains no text.").format(name=name), "Choose another file.")
    if size > LONGEST:
        raise Refused(
            tr("{name} has too much text ({size} characters; the limit is {longest}).").format(
                name=name, size=figure(size), longest=figure(LONGEST)
            ),
            "Split it, and import the parts that matter.",
        )
