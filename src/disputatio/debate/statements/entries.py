"""The entries of the clerk's records: who each is about, in which of their messages, and in which words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from disputatio.debate import payload
from disputatio.debate.ids import segments
from disputatio.debate.log.turns import Turn
from disputatio.debate.statements.ledger import Entry
from disputatio.debate.statements.receipts import as_it_stands, in_sentences, same_words
from disputatio.debate.statements.registry import Registry, with_answer_reason
from disputatio.debate.values import Json

QUOTED = ("quote", "because")
"""Fields in which an entry repeats words of its message."""
AGREES = ("agrees", "concedes")
"""What somebody does who agrees with all of a statement."""


def entries_in(registry: Registry, told: Json, record: str) -> Iterator[tuple[dict[str, Json], tuple[str, str]]]:
    """Yield the entries of a record, each with who and which message it is about, and what it quotes of that message in
    whole sentences where it quotes beginnings and ends."""
    for item in payload.items(told):
        if place := _place(registry, item, record):
            text = registry.texts.get(place[1], "")
            told_of = {name: _in_turn(payload.word(item[name]), text) for name in QUOTED if name in item}
            yield {**item, **told_of}, place


def sharing_reasons(
    rows: Iterable[tuple[dict[str, Json], tuple[str, str]]],
) -> Iterator[tuple[dict[str, Json], tuple[str, str]]]:
    """Yield the entries of a record. Who agrees in words that another entry of the same turn quotes as the reason has
    named it: it is the reason of both."""
    found = list(rows)
    named = [(place, payload.word(item.get("because"))) for item, place in found]
    for item, place in found:
        bare = payload.word(item.get("does")) in AGREES and not any(map(item.get, ("because", "why")))
        said = payload.word(item.get("quote"))
        shared = (because for of, because in named if bare and of == place and same_words(because, said))
        because = min(shared, key=len, default="")
        yield ({**item, "because": because if len(because) < len(said) else said} if because else item), place


def _in_turn(quote: str, text: str) -> str:
    return as_it_stands(in_sentences(quote, text), text)


def _place(registry: Registry, item: dict[str, Json], record: str) -> tuple[str, str] | None:
    """Return who an entry is about, and in which of their messages; None where it is about no message of a
    participant."""
    path = payload.word(item.get("turn"))
    path = path or registry.last.get(payload.word(item.get("by")), "") or payload.message_at(record)
    by = payload.word(item.get("by")) or author_of(path)
    return (by, path) if by in registry.last else None


def author_of(path: str) -> str:
    """Return who speaks at a path: the innermost index of it that is no pass."""
    return next((index for _, index in reversed(segments(path)) if index and not index.isdecimal()), "") if path else ""


def with_adoption(registry: Registry, turn: Turn) -> Registry:
    """Record what its author declares in a ranking, which is no message, that they hold now."""
    if not (stance := payload.word(turn.data.get("adopts"))):
        return registry
    entry = Entry(about=turn.path, seat=turn.seat, stance=stance, words=stance, adopted=True)
    return replace(registry, entries=registry.entries.set(turn.path, entry))


def with_adoptions(registry: Registry, stands: Mapping[str, dict[str, Json]], *, rules: bool) -> Registry:
    """Record what those hold now who say in the reasons of a ranking that they adopt another answer, for which the form
    of older ones did not ask; and why others give another one. `stands`: where each stands, by the turn that says so.
    """
    for path, item in stands.items():
        registry = with_answer_reason(registry, path, item)
        stance, words = payload.word(item.get("stance")), payload.word(item.get("quote"))
        if item.get("adopted") is True and path not in registry.texts and stance and words:
            entry = Entry(about=path, seat=author_of(path), stance=stance, words=words, rules=rules, adopted=True)
            sure = {seat: level for seat, level in registry.confidence.items() if seat != entry.seat}
            registry = replace(registry, entries=registry.entries.set(path, entry), confidence=sure)
    return registry


def adopters(registry: Registry) -> dict[str, Entry]:
    """Return who holds by now another answer than they gave, since they adopted it in a ranking: by seat."""
    last = {entry.seat: entry for entry in registry.entries.values() if entry.stance}
    return {seat: entry for seat, entry in last.items() if entry.adopted}
