"""What the end of a round makes of the disputes (SPEC LEDGER.2). Pure.

What nobody disputed in it is no longer disputed without a break, and what nobody returned to for two whole rounds is
abandoned: unless who stated it holds it still, by where they stand, or by what it is said for or against. Nor did
anybody reply to what came up last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from disputatio.debate.ids import without_index
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


def came_last(one: Statement, known: Mapping[str, Statement]) -> bool:
    """Return whether a statement came up in the last step, beside the turns that agree with it: nobody spoke after it.
    What all wrote before they read one another is agreed without that."""
    step, first = without_index(one.path), next(iter(known.values()))
    given = one.agreeing
    if step == without_index(first.path) or not given or not all(made.unread for made in given):
        return False
    return not any(_goes_on(other, step) for other in known.values())


def _goes_on(one: Statement, step: str) -> bool:
    """Return whether something was done with a statement in a later step than this."""
    steps = [without_index(each.path) for each in one.history]
    return step in steps and any(each != step for each in steps[steps.index(step) :])
