"""What was typed and not sent: kept until it is, also over a restart. A file of its own, for this person alone."""

from __future__ import annotations

from pathlib import Path

from disputatio.app.private_files import read_json, write_json

FILE = "drafts.json"
MOST = 100
"""Drafts that are kept; the oldest go first."""
LONGEST = 100_000
"""Characters of one draft that are kept."""


class Drafts:
    """By a name: "question", or the id of a debate. `save` blocks: call it in a thread."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._texts: dict[str, str] = {}
        self._stored: dict[str, str] = {}

    def load(self) -> None:
        """Blocks. A file that cannot be read holds no drafts."""
        found = read_json(self._path)
        items = found.items() if isinstance(found, dict) else ()
        self._stored = {name: text for name, text in items if isinstance(text, str)}
        self._texts = {**self._stored, **self._texts}

    def get(self, name: str) -> str:
        return self._texts.get(name, "")

    def put(self, name: str, text: str) -> bool:
        """Keep a text, and return whether there is something to save."""
        self._texts.pop(name, None)
        if text.strip():
            self._texts[name] = text[:LONGEST]
        self._texts = dict(list(self._texts.items())[-MOST:])
        return self._texts != self._stored

    def save(self) -> None:
        """Write the drafts if they have changed. Raises OSError."""
        texts = dict(self._texts)
        if texts == self._stored:
            return
        write_json(self._path, texts)
        self._stored = texts
