"""What goes into an embedding and what comes out: texts are cut and put into batches; what a server or a file gives as
a vector is untrusted, so it is checked, and made of length 1."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence

from disputatio.debate.wording import tr
from disputatio.engine.errors import InvalidReply
from disputatio.engine.ports import Vector

LONGEST = 20_000
"""Characters of a text that are embedded: less than the 8,000 tokens that the models here read."""
BATCH_CHARACTERS = 100_000
MOST_DIMENSIONS = 8192
"""As many dimensions as the vector index takes."""


def vector(raw: object, dimension: int, who: str) -> Vector:
    """Return a vector of length 1. `dimension` 0 takes any. Raises InvalidReply for what is none: not a list of
    numbers, another dimension, not finite, all zero."""
    numbers = raw if isinstance(raw, list) else []
    if not numbers or len(numbers) > MOST_DIMENSIONS or not all(type(each) in (float, int) for each in numbers):
        raise _refused(who, "something that is no list of numbers")
    if dimension and len(numbers) != dimension:
        raise _refused(who, f"a vector of {len(numbers)} instead of {dimension} numbers")
    try:
        length = math.hypot(*numbers)
        found = array("f", (each / length for each in numbers)) if 0 < length < math.inf else None
    except OverflowError:
        found = None
    if found is None:
        raise _refused(who, "a vector whose numbers are not finite, or all zero")
    return found


def _refused(who: str, what: str) -> InvalidReply:
    return InvalidReply(
        tr("{who} sent {what}.").format(who=who, what=what),
        "Check the embedding model in the settings, or choose another one.",
    )


def batches(texts: Sequence[str], most: int) -> Iterator[list[str]]:
    """Yield the texts in their order, cut to what models read, so many at once as one request may hold. An empty text,
    which servers refuse, is sent as a full stop."""
    batch: list[str] = []
    size = 0
    for text in texts:
        cut = text[:LONGEST].strip() or "."
        if batch and (len(batch) == most or size + len(cut) > BATCH_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(cut)
        size += len(cut)
    if batch:
        yield batch
