"""The text of a PDF by pages, with pypdf (pure Python; it runs no scripts of the file and fetches nothing).

pypdf costs a tenth of a second to import, so it is imported when the first PDF is read.
"""

from __future__ import annotations

import io
import logging
import struct
import time
import zlib
from typing import TYPE_CHECKING

from disputatio.debate.errors import Refused
from disputatio.library.corpus import Part, cleaned, unbroken

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
    """(a part for each page with text, number of pages, what was left out in words). Raises Refused."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it reports every oddity of a file; we say what it means
    from pypdf.errors import PyPdfError

    try:
        reader = _opened(content, name)
        count = len(reader.pages)
    except (PyPdfError, *FAULTS) as fault:
        raise Refused(f"{name} is no PDF that can be read: {_why(fault)}.", CONVERT) from fault
    if count > PAGES:
        raise Refused(
            f"{name} has {count:,} pages; {PAGES:,} are the most.", "Split it, and import the parts that matter."
        )
    return _read(reader, count, name)


def _opened(content: bytes, name: str) -> PdfReader:
    """Raises Refused for a file with a password; one that anybody may read is opened."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError, WrongPasswordError

    reader = PdfReader(io.BytesIO(content))
    try:
        locked = reader.is_encrypted and not reader.decrypt("")
    except (DependencyError, FileNotDecryptedError, WrongPasswordError, NotImplementedError):
        locked = True
    if locked:
        raise Refused(
            f"{name} is encrypted: it cannot be read without its password.",
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
            raise Refused(f"{name} takes too long to read ({number - 1} of {count} pages in {PATIENCE:g} s).", CONVERT)
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
    """None for a page that draws too much."""
    drawn = page.get_contents()
    if drawn is not None and len(drawn.get_data()) > DRAWING:
        return None
    return unbroken(cleaned(page.extract_text()))


def _textless(name: str, count: int, bare: list[int], broken: list[int]) -> Refused:
    pages = f"{count} page{'s' * (count != 1)}"
    if bare or not broken:
        return Refused(
            f"{name} holds no text: its {pages} {'seems to be a picture' if count == 1 else 'seem to be pictures'}, "
            "as of a scan.",
            "Run text recognition (OCR) over it, and import what that gives.",
        )
    return Refused(f"{name} is damaged: none of its {pages} can be read.", CONVERT)


def _listed(pages: list[int]) -> str:
    shown = ", ".join(map(str, pages[:8]))
    more = f" and {len(pages) - 8} more" if len(pages) > 8 else ""
    return f"{'page' if len(pages) == 1 else 'pages'} {shown}{more}"


def _why(fault: BaseException) -> str:
    return " ".join(str(fault).split())[:120].rstrip(".") or type(fault).__name__
