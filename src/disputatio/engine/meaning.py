"""Which statements say the same by meaning, where that can be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from disputatio.debate.context import Context


class Meaning(Protocol):
    async def same(self, context: Context, new: Sequence[str], known: Mapping[str, str]) -> dict[str, str]:
        """Of the new statements those that say what a known one says: text -> its id. Never across a negation, nor
        where another thing is spoken of. Empty where no embedder may be asked, or it fails; raises nothing for what a
        provider does."""
        ...


class WordsAlone:
    """No embedder: statements are compared by their words, which the rules do by themselves."""

    async def same(self, context: Context, new: Sequence[str], known: Mapping[str, str]) -> dict[str, str]:
        return {}


WORDS_ALONE = WordsAlone()
