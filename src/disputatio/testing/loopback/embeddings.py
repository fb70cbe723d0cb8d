"""Embeddings as servers give them. The vectors are made from words, by hash: texts that share words are alike."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from disputatio.testing.loopback.dialects import Protocol
from disputatio.testing.loopback.http import HttpRequest

Embedding = Callable[[str, int], list[float]]
"""(text, dimension) -> its vector."""

WORD = re.compile(r"\w+")
DIMENSIONS = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "gemini-embedding-001": 3072}
SMALL = 64
"""Dimensions of any other model."""


def by_words(text: str, dimension: int) -> list[float]:
    """A vector of length 1 in which every word counts at its own place, and the order of the words for nothing."""
    found = [0.0] * dimension
    for word in WORD.findall(text.lower()) or [""]:
        place = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big")
        found[place % dimension] += 1.0
    length = math.hypot(*found)
    return [each / length for each in found]


def embedding_protocol(request: HttpRequest) -> Protocol | None:
    """Which protocol's embeddings are asked for."""
    if request.method != "POST":
        return None
    if request.path.endswith("/embeddings"):
        return "openai"
    return "gemini" if request.path.endswith(":batchEmbedContents") else None


def texts_in(protocol: Protocol, body: dict[str, Any]) -> list[str]:
    """The texts of a request for embeddings."""
    if protocol == "gemini":
        return [str(each["content"]["parts"][0]["text"]) for each in body["requests"]]
    given = body["input"]
    return [str(each) for each in given] if isinstance(given, list) else [str(given)]


def answer(protocol: Protocol, model: str, vectors: Sequence[object]) -> dict[str, object]:
    """What the server says."""
    if protocol == "gemini":
        return {"embeddings": [{"values": each} for each in vectors]}
    rows = [{"object": "embedding", "index": place, "embedding": each} for place, each in enumerate(vectors)]
    return {"object": "list", "model": model, "data": rows, "usage": {"prompt_tokens": 8, "total_tokens": 8}}
