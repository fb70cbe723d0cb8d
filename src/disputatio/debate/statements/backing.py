"""The citations that bear out what is said: those in the words of a receipt, or in the sentence around it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from disputatio.debate.citations.evidence import Item, cites
from disputatio.debate.statements.receipts import sentence
from disputatio.debate.statements.statement import Judgement


def cited_beside(words: str, text: str, items: Iterable[Item], wording: str = "") -> list[Item]:
    """Return the checked citations that stand in words of a text, in the sentence around them, or in a wording."""
    where = "\n".join((wording, words, sentence(words, text)))
    return [item for item in items if any(cites(where, name) for name in (item.citation, item.where) if name)]


def with_quotations(made: Judgement, items: Iterable[Item], text: str) -> Judgement:
    """Return an agreement with the verified quotations beside its receipt. `items`: the checked citations of its turn,
    which says this text."""
    if made.verdict != "agrees":
        return made
    found = (item.where or item.citation for item in cited_beside(made.words, text, items) if item.grounded)
    return replace(made, verified=joined(made.verified, found))


def joined(known: tuple[str, ...], found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *found)))
