"""What was put to whom: the statements of others that a speaker could speak to, and of which it is not on record what
they make (SPEC LEDGER.1). Silence is told from a gap in the record only where somebody has looked."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from disputatio.debate.log.turns import Past
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.registry import Registry, is_impartial
from disputatio.debate.statements.statement import Statement


def put_to(past: Past, spoken: Iterable[tuple[str, Collection[str]]]) -> dict[str, tuple[str, ...]]:
    """Return the ids of the statements that were put to each speaker before these turns of theirs, (seat, the turns
    that were written at the same time): what others have worded, or say again of their own, since the record of what
    that speaker said before, and what they dispute. Who agrees with it already need not say so again, and who takes no
    side is not asked."""
    registry, unread = registry_of(past), dict[str, list[Collection[str]]]()
    for seat, beside in spoken:
        if not is_impartial(registry, seat):
            unread.setdefault(seat, []).append(beside)
    fresh = _worded_since(past, registry, unread)
    found: dict[str, tuple[str, ...]] = {}
    for seat, turns in unread.items():
        listed = (one for one in registry.statements.values() if _open_to(one, seat, fresh[seat]))
        ids = tuple(one.id for one in listed if not all(_beside(one, turn) for turn in turns))
        if ids:
            found[seat] = ids
    return found


def _beside(one: Statement, turn: Collection[str]) -> bool:
    return all(each.path in turn for each in one.wordings)


def _open_to(one: Statement, seat: str, fresh: Collection[str]) -> bool:
    made = one.judgements.get(seat)
    if one.author == seat or one.status in ("withdrawn", "settled"):
        return False
    if made is not None and made.verdict == "agrees" and not one.overtaken(made):
        return False
    again = (step.path for step in one.history if step.seat == one.author and step.deed == "kept")
    said = any(path in fresh for path in (one.wordings[-1].path, *again))
    return said or (made is not None and made.verdict == "disagrees")


def _worded_since(past: Past, registry: Registry, seats: Collection[str]) -> dict[str, frozenset[str]]:
    """Return, for each seat, the messages since the record before the last one in which it had spoken: what they state,
    or repeat, was not told then."""
    found, spoke, messages = dict[str, frozenset[str]](), set[str](), list[str]()
    for turn in past.newest():
        if len(found) == len(seats):
            break
        if turn.gives == "ledger":
            found |= {seat: frozenset(messages) for seat in spoke - found.keys()}
        elif turn.path in registry.texts:
            messages.append(turn.path)
            if turn.seat in seats and turn.path not in registry.missed:
                spoke.add(turn.seat)
    return {seat: frozenset(messages) for seat in seats} | found
