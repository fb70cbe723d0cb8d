"""Statements of a debate compared by meaning, with the embedding model of the settings."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from itertools import product
from operator import mul

from disputatio.app.embedding import QUERY, Embedding
from disputatio.debate.context import Context
from disputatio.debate.errors import DisputatioError
from disputatio.engine.ports import Vector
from disputatio.library.memory import one_statement, scope_of

LOG = logging.getLogger(__name__)

REMEMBERED = 4_096
"""Vectors that are kept for the next comparison."""


class Statements:
    """engine.meaning.Meaning. What a context may not be sent to is not asked; then words alone are compared."""

    def __init__(self, embedding: Embedding) -> None:
        self._embedding = embedding
        self._vectors: OrderedDict[tuple[str, str], Vector] = OrderedDict()

    async def same(self, context: Context, new: Sequence[str], known: Mapping[str, str]) -> dict[str, str]:
        try:
            async with asyncio.timeout(QUERY):
                vectors = await self._embedded(context, [*new, *known.values()])
        except (DisputatioError, TimeoutError) as error:
            LOG.info("Statements are compared by words alone: %s", error)
            return {}
        return await asyncio.to_thread(alike, new, known, vectors)

    async def _embedded(self, context: Context, texts: Sequence[str]) -> dict[str, Vector]:
        """The vectors of texts, as far as the model gives them; nothing where it may not be asked."""
        chosen = await self._embedding.chosen()
        scope = scope_of(context.kind, context.ref)
        if chosen.why_not or not await self._embedding.allowed(scope, chosen):
            return {}
        missing = [text for text in dict.fromkeys(texts) if (chosen.model, text) not in self._vectors]
        for text, vector in zip(missing, await self._embedding.embed(scope, missing) if missing else [], strict=True):
            if vector is not None:
                self._vectors[chosen.model, text] = vector
        found = {text: self._vectors[chosen.model, text] for text in texts if (chosen.model, text) in self._vectors}
        while len(self._vectors) > REMEMBERED:
            self._vectors.popitem(last=False)
        return found


def alike(new: Sequence[str], known: Mapping[str, str], vectors: Mapping[str, Vector]) -> dict[str, str]:
    """Text -> id of the known statement that says the same, by words or by the vectors, which have length 1."""
    found: dict[str, str] = {}
    for text, (id, other) in product(new, known.items()):
        if text not in found and text in vectors and other in vectors:
            similarity = sum(map(mul, vectors[text], vectors[other]))
            if one_statement(text, other, similarity):
                found[text] = id
    return found
