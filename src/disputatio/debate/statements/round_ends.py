"""What the end of a round makes of the disputes (SPEC LEDGER.2). Pure.

What nobody disputed in it is no longer disputed without a break, and what nobody returned to for two whole rounds is
abandoned: unless who stated it holds it still, by where they stand, or by what it is said for or against.
"""

from __future__ import annotations

from dataclasses import replace

from disputatio.debate.log.state import alter
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.statements.registry import Registry
from disputatio.debate.statements.statement import ABANDONED, Link, Statement


def entered(registry: Registry, round: str) -> Registry:
    """Return the registry at the beginning of another round."""
    quiet = [one for id in registry.live if registry.rounds > (one := registry.statements[id]).disputed_in]
    rested = [
        replace(one, streak=0, abandoned=not _recent(registry, one) and not _held(registry, one)) for one in quiet
    ]
    for one in rested:
        registry = registry.put(one)
    return alter(registry, round=round, rounds=registry.rounds + 1)


def _recent(registry: Registry, one: Statement) -> bool:
    """Return whether somebody took a statement up in the last rounds."""
    return registry.rounds - one.touched < ABANDONED


def _held(registry: Registry, one: Statement) -> bool:
    """Return whether the author of a statement holds it without naming it: they hold to another that it supports, or
    against one that it attacks, in a dispute that goes on; or their last position rests on its words."""
    return any(_bears(registry, one, link) for link in one.links) or _stands_on(registry, one)


def _bears(registry: Registry, one: Statement, link: Link) -> bool:
    other = registry.statements.get(link.to)
    if other is None or not other.open or not _recent(registry, other):
        return False
    made = other.judgements.get(one.author)
    against = made is not None and made.verdict == "disagrees"
    return against if link.kind == "attacks" else link.kind == "supports" and other.author == one.author


def _stands_on(registry: Registry, one: Statement) -> bool:
    """Return whether the last position of its author on some aspect was taken in words that they said of it."""
    given = [entry for entry in registry.entries.values() if entry.seat == one.author and entry.words]
    last = {entry.aspect: entry for entry in given}
    said = [(step.path, bare_words(step.words)) for step in one.history if step.seat == one.author and step.words]
    return any(
        path == entry.about and (words in (held := bare_words(entry.words)) or held in words)
        for entry in last.values()
        for path, words in said
    )
