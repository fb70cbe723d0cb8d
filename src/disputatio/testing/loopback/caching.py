"""Prompt caching as Anthropic's servers do it: which marks a request may carry, and what of it was read before.

What is cached is everything up to the end of a marked block, in the order tools, system, messages. A request finds the
longest thing cached that ends with one of its own blocks, at most `LOOK_BACK` blocks before a mark.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from disputatio.testing.loopback.tools import Body

MOST_MARKS = 4
LOOK_BACK = 20
LEAST = 1024
"""Tokens below which nothing is cached."""
UNMARKABLE = frozenset({"thinking", "redacted_thinking"})


def blocks_of(body: Body) -> Iterator[Mapping[str, Any]]:
    """Everything that a request has the model read, in the order in which it is cached."""
    yield from body.get("tools") or ()
    for place in (body.get("system"), *(message["content"] for message in body["messages"])):
        if isinstance(place, str):
            yield {"type": "text", "text": place}
        else:
            yield from place or ()


def broken_mark(body: Body) -> str:
    """Which rule of the cache a request breaks with its marks; "" for none."""
    marked = [block for block in blocks_of(body) if "cache_control" in block]
    if len(marked) > MOST_MARKS:
        return f"A maximum of {MOST_MARKS} blocks with cache_control may be provided. Found {len(marked)}."
    for block in marked:
        if block["cache_control"].get("type") != "ephemeral" or block["cache_control"].get("ttl", "5m") not in (
            "5m",
            "1h",
        ):
            return f"cache_control: {block['cache_control']} is not allowed"
        if block.get("type") in UNMARKABLE:
            return f"cache_control cannot be set for {block['type']} blocks"
        if block.get("type") == "text" and not block["text"]:
            return "cache_control cannot be set for empty text blocks"
    return ""


class PromptCache:
    """What has been read for one model or another."""

    def __init__(self) -> None:
        self._held: set[str] = set()

    def count(self, model: str, body: Body) -> tuple[int, int, int]:
        """The tokens of a request: all of them, those that were read from the cache, and those that were written into
        it."""
        ends: list[tuple[str, int]] = []
        marks: list[int] = []
        digest, length = hashlib.sha256(model.encode()), 0
        for place, block in enumerate(blocks_of(body)):
            plain = {name: part for name, part in block.items() if name != "cache_control"}
            text = json.dumps(plain, sort_keys=True)
            digest.update(text.encode())
            length += len(text)
            ends.append((digest.hexdigest(), length // 4))
            if "cache_control" in block and length // 4 >= LEAST:
                marks.append(place)
        read = max((self._found(ends, mark) for mark in marks), default=0)
        self._held |= {ends[mark][0] for mark in marks}
        written = max((ends[mark][1] for mark in marks), default=0) - read
        return length // 4, read, max(written, 0)

    def _found(self, ends: list[tuple[str, int]], mark: int) -> int:
        near = ends[max(0, mark - LOOK_BACK + 1) : mark + 1]
        return max((tokens for hash, tokens in near if hash in self._held), default=0)
