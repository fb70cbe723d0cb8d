"""A key in another guise: escaped for an address, a page or a program, in other letters of the same shape, taken apart
by marks and by what nobody sees, encoded, backwards. A server that echoes a key may write it in any of these, and so
may a model that was asked to."""

from __future__ import annotations

import base64
import codecs
import re
import unicodedata
from typing import Final

LEAST = 16
"""Letters of a key that is looked for taken apart: a shorter one could be found in ordinary words."""
UNSEEN: Final = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
"""What stands between letters and is not shown."""
IN_KEYS: Final = "".join(chr(code + wide) for code in range(0x21, 0x7F) for wide in (0, 0xFEE0)) + UNSEEN
"""What keys are made of, and what may stand between: a text that ends in this may end in the beginning of a key."""
_BETWEEN = rf"[\s{UNSEEN}*_.-]{{0,2}}"
_ESCAPES = ("%", "\\", "&#")
_WIDE = 0xFEE0
"""From a letter to the same as wide as a Chinese one."""
_DROPPED = {code: None for code in (*range(128), *map(ord, UNSEEN)) if not chr(code).isalnum()}


class Disguise:
    """One key, as it may be written otherwise. Nothing of it can be printed."""

    __slots__ = ("_bare", "_pattern")

    def __init__(self, key: str) -> None:
        self._bare = _bare(key)
        self._pattern = re.compile(_BETWEEN.join(map(_letter, key)), re.IGNORECASE)

    def without(self, text: str, mask: str) -> str:
        """Return the text with the mask in place of the key. Most texts are only looked through for its letters."""
        if self._bare not in _bare(text) and not any(each in text for each in _ESCAPES):
            return text
        return self._pattern.sub(mask, text)

    def __repr__(self) -> str:
        return "Disguise"


def _bare(text: str) -> str:
    """Return the letters and figures of a text alone, all small."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return plain.translate(_DROPPED).lower()


def _letter(letter: str) -> str:
    """Return the ways of writing a letter, as a pattern."""
    code = ord(letter)
    escaped = (f"%{code:02x}", rf"\\x{code:02x}", rf"\\u{code:04x}", f"&#0*{code};", f"&#x0*{code:x};")
    wide = (chr(code + _WIDE),) if 0x21 <= code < 0x7F else ()
    return f"(?:{'|'.join((re.escape(letter), *escaped, *wide))})"


def encodings(key: str) -> list[str]:
    """Return a key as it is encoded: base 64 wherever in what was encoded it began, without the letters that depend on
    its neighbours, also once more; hexadecimal, base 32; backwards, and with the alphabet turned by half."""
    raw = key.encode()
    found = [*_base64(raw), *_base64(base64.b64encode(raw)), raw.hex(), raw.hex().upper()]
    return [*found, base64.b32encode(raw).decode().rstrip("=")[:-1], key[::-1], codecs.encode(key, "rot13")]


def _base64(raw: bytes) -> list[str]:
    found = []
    for before in range(3):
        plain = base64.b64encode(b"\0" * before + raw).decode().rstrip("=")
        inner = plain[(0, 2, 3)[before] : len(plain) - 1]
        found += [inner, inner.translate(str.maketrans("+/", "-_"))]
    return found
