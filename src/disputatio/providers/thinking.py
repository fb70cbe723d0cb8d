"""Reasoning that a model writes into its answer between <think> tags, told apart from the answer.

Only at the very start of an answer, where reasoning models put it: the word elsewhere is text.
"""

from __future__ import annotations

from typing import Literal

OPEN, CLOSE = "<think>", "</think>"
Piece = tuple[Literal["text", "thought"], str]


class ThinkingSplitter:
    """Fed with pieces of any size, gives the same result as for the whole."""

    def __init__(self) -> None:
        self._state: Literal["start", "inside", "after", "text"] = "start"
        self._held = ""

    def feed(self, piece: str) -> list[Piece]:
        """What is certain so far."""
        if self._state == "text":
            return [("text", piece)] if piece else []
        self._held += piece
        return [part for part in self._certain() if part[1]]

    def flush(self) -> list[Piece]:
        """The rest, when the answer has ended."""
        held, self._held = self._held, ""
        kind: Literal["text", "thought"] = "thought" if self._state == "inside" else "text"
        return [(kind, held)] if held and self._state != "after" else []

    def _certain(self) -> list[Piece]:
        found: list[Piece] = []
        if self._state == "start":
            found += self._start()
        if self._state == "inside":
            found += self._inside()
        if self._state == "after":
            found += self._after()
        return found

    def _start(self) -> list[Piece]:
        seen = self._held.lstrip()
        if seen.startswith(OPEN):
            self._state, self._held = "inside", seen[len(OPEN) :]
            return []
        if OPEN.startswith(seen):
            return []
        self._state = "text"
        held, self._held = self._held, ""
        return [("text", held)]

    def _inside(self) -> list[Piece]:
        thought, tag, rest = self._held.partition(CLOSE)
        if tag:
            self._state, self._held = "after", rest
            return [("thought", thought)]
        keep = next((n for n in range(len(CLOSE) - 1, 0, -1) if thought.endswith(CLOSE[:n])), 0)
        self._held = thought[len(thought) - keep :]
        return [("thought", thought[: len(thought) - keep])]

    def _after(self) -> list[Piece]:
        """The blank lines between reasoning and answer belong to neither."""
        rest = self._held.lstrip()
        self._held = ""
        if not rest:
            return []
        self._state = "text"
        return [("text", rest)]
