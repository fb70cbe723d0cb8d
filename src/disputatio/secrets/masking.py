"""Keys that are in use, and whatever looks like one, taken out of what is written down: logs, crash reports."""

from __future__ import annotations

import base64
import re

from disputatio.secrets.detection import find, redact

MASK = "[key]"
_LEAST = 6
"""Shorter values would mask ordinary words; no provider issues such keys."""
_LONG = 16
"""From this length on a key is known by either of its halves."""
_CHANGED = 2
"""So many letters may differ: a server that echoes a key may have altered it, and the rest gives it away."""


class Masking:
    """Knows the keys of this process. Nothing of it can be printed."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: set[str] = set()

    def add(self, key: str) -> None:
        """From now on this value is masked, also in other case, in base 64, and with a letter changed. Of a value of
        several lines each is."""
        for part in {key.strip(), *(line.strip() for line in key.splitlines())}:
            if len(part) >= _LEAST:
                self._known.add(part)

    def mask(self, text: str) -> str:
        """The text without known keys (longest first, since one may be the beginning of another) and without what
        has the shape of a key."""
        for key in sorted(self._known, key=len, reverse=True):
            text = _without(text, key)
            for encoded in _encoded(key):
                text = text.replace(encoded, MASK)
        return redact(text, find(text))

    def __repr__(self) -> str:
        return f"Masking({len(self._known)} keys)"


def _without(text: str, key: str) -> str:
    """The text without a key, and, if that is long, without what is nearly the same."""
    if len(key) < _LONG:
        return re.sub(re.escape(key), MASK, text, flags=re.IGNORECASE)
    small, half = key.lower(), len(key) // 2
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(each.lower()[:1] for each in text)
    pieces, reached = [], 0
    for at in sorted({*_places(lower, small[:half], 0), *_places(lower, small[half:], half)}):
        found = lower[at : at + len(key)]
        if at >= reached and sum(a != b for a, b in zip(found, small, strict=False)) <= _CHANGED:
            pieces += [text[reached:at], MASK]
            reached = at + len(found)
    return "".join([*pieces, text[reached:]])


def _places(text: str, half: str, before: int) -> list[int]:
    """Where a key would begin whose half, `before` letters from its beginning, stands in a text."""
    places, at = [], text.find(half)
    while at >= 0:
        places.append(max(0, at - before))
        at = text.find(half, at + 1)
    return places


def _encoded(key: str) -> list[str]:
    """A key in base 64, wherever in what was encoded it began; without the letters that depend on its neighbours."""
    found = []
    for before in range(3):
        plain = base64.b64encode(b"\0" * before + key.encode()).decode().rstrip("=")
        inner = plain[(0, 2, 3)[before] : len(plain) - 1]
        found += [inner, inner.translate(str.maketrans("+/", "-_"))]
    return [each for each in found if len(each) >= _LEAST]
