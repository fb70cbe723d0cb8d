"""A language that nobody speaks: English with accents, and a third longer. What a window shows without an accent did
not go through `tr`; what does not fit in it would not fit in German either."""

from __future__ import annotations

import re
from typing import Final

_KEPT: Final = re.compile(r"(\{[^{}]*\}|<[^<>]*>|\(\*[^()]*\)|&\w+;)")
"""Placeholders, marks of rich text, patterns of file names."""
_ACCENTED: Final = ("áà", "éè", "íì", "óò", "úù", "Áà", "Éè", "Íì", "Óò", "Úù")
_VOWELS: Final = str.maketrans(dict(zip("aeiouAEIOU", _ACCENTED, strict=True)))
ACCENTS: Final = frozenset("áàéèíìóòúùÁÉÍÓÚ")


class PseudoLanguage:
    """A catalogue of every text there is."""

    def gettext(self, message: str) -> str:
        parts = _KEPT.split(message)
        return "".join(part if place % 2 else part.translate(_VOWELS) for place, part in enumerate(parts))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)
