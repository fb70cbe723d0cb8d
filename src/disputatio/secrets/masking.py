"""Keys that are in use, and whatever looks like one, taken out of what is written down: logs, crash reports."""

from __future__ import annotations

from disputatio.secrets.detection import find, redact

MASK = "[key]"
_LEAST = 6
"""Shorter values would mask ordinary words; no provider issues such keys."""


class Masking:
    """Knows the keys of this process. Nothing of it can be printed."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: set[str] = set()

    def add(self, key: str) -> None:
        """From now on this value is masked."""
        if len(key.strip()) >= _LEAST:
            self._known.add(key.strip())

    def mask(self, text: str) -> str:
        """The text without known keys (longest first, since one may be the beginning of another) and without what
        has the shape of a key."""
        for key in sorted(self._known, key=len, reverse=True):
            text = text.replace(key, MASK)
        return redact(text, find(text))

    def __repr__(self) -> str:
        return f"Masking({len(self._known)} keys)"
