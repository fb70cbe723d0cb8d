"""What there is to say of a stretch of debate: round records, which say what became of one aspect (SPEC ROUND.1), and
reflections, which say what can be seen only from some way off: patterns, shifts, convergence, escalation (SPEC
REFLECT.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal

from disputatio.debate.board.standings import came_to, ledger_of
from disputatio.debate.ids import ASPECT, inside, parent, within
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import by_rule, items, rating, word, words
from disputatio.debate.policy import At, policy
from disputatio.debate.statements.bookkeeping import epistemic_score, registry_of
from disputatio.debate.statements.ledger import Entry, aspect_of, public
from disputatio.debate.statements.registry import Registry
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import value
from disputatio.debate.wording import plural, quoted, tr


@value
class Part:
    """One participant's part: position, key argument, evidence, and whom they engaged (seats)."""

    seat: str
    position: str
    argument: str = ""
    evidence: str = ""
    engaged: tuple[str, ...] = ()


@value
class RoundRecord:
    """`path`: the turn that gave it, or the last message that it sums up. `round`: the block that it sums up.
    `summary`: one or two sentences. `rules`: made by rule, or of entries that were, not by a model."""

    path: str
    round: str
    aspect: str
    summary: str
    parts: tuple[Part, ...] = ()
    disagreements: tuple[str, ...] = ()
    shifts: tuple[str, ...] = ()
    rules: bool = False


def rounds_of(past: Past) -> tuple[RoundRecord, ...]:
    """Return all round records so far, oldest first: those that were recorded, in debates of former versions, and for
    every other aspect what the ledger says of it, where each entry has its receipt."""
    recorded: tuple[RoundRecord, ...] = past.fold("rounds", _with_record, ())
    registry, known = registry_of(past), {one.aspect for one in recorded}
    aspects = {entry.aspect: None for entry in registry.entries.values() if entry.aspect not in ("", *known)}
    return (*recorded, *(_summed_up(past, registry, aspect) for aspect in aspects))


def _summed_up(past: Past, registry: Registry, aspect: str) -> RoundRecord:
    """Return what the ledger says of an aspect: as it stood when that ended, whatever has become of it since, but for
    what was not borne out when the record was verified. What was settled in a room on it belongs to it, too."""
    said = {path: entry for path, entry in registry.entries.items() if entry.aspect == aspect}
    last = [*said][-1]
    then = registry_of(_at_the_end(past, within(last, ASPECT))).statements.values()
    made = [one for one in then if one.path in said]
    less = {word(item.get("id")) for turn in past.of("verification") for item in items(turn.data.get("rows"))}
    agreed = [one for one in then if one.agreed and (one.id not in less or registry.statements[one.id].agreed)]
    agreed = [one for one in agreed if aspect in (aspect_of(one.path), aspect_of(one.since))]
    disputed = [one for one in then if one.open and not said.keys().isdisjoint(_disputed_in(one))]
    moves = [move for path, found in registry.moves.items() if aspect_of(path) == aspect for move in found]
    return RoundRecord(
        path=last,
        round=within(last, ASPECT),
        aspect=aspect,
        summary=_summary(len(made), agreed, disputed, len({move.seat for move in moves})),
        parts=tuple(_part(past, registry, aspect, [*said.values()], seat) for seat in _seats([*said.values()])),
        disagreements=tuple(one.text for one in disputed),
        rules=any(entry.rules for entry in said.values()),
        shifts=tuple(f"{move.before} → {move.after}" if move.kind == "revised" else came_to(move) for move in moves),
    )


def _at_the_end(past: Past, block: str) -> Past:
    """Return the past with the last turn of a block."""
    return next((node for node in past.nodes() if node.turn is not None and inside(node.turn.path, block)), past)


def _summary(made: int, settled: list[Statement], contested: list[Statement], moved: int) -> str:
    """Return what became of an aspect in one or two sentences: what was agreed of what was stated or judged in
    it, what was in dispute, and how many moved."""
    agreed, disputed = _named(settled), _named(contested)
    if agreed and disputed:
        told = tr("They agreed on {agreed}, and disputed {disputed}.").format(agreed=agreed, disputed=disputed)
    elif agreed or disputed:
        told = (tr("They agreed on {named}.") if agreed else tr("They disputed {named}.")).format(
            named=agreed or disputed
        )
    elif made:
        told = plural(
            "One statement was made, and nothing has been settled about it.",
            "{count} statements were made, and none of them has been settled.",
            made,
        )
    else:
        told = ""
    moves = plural("One participant changed position.", "{count} participants changed position.", moved)
    return f"{told} {moves if moved else ''}".strip()


def _named(found: list[Statement]) -> str:
    """Return the first of some statements, and how many more there are; "" for none."""
    if not found:
        return ""
    first, more = quoted(found[0].text.rstrip(".")), len(found) - 1
    if not more:
        return first
    return plural("{first} and {count} more statement", "{first} and {count} more statements", more).format(first=first)


def _seats(said: list[Entry]) -> dict[str, None]:
    return {entry.seat: None for entry in said}


def _disputed_in(one: Statement) -> set[str]:
    """Return the turns in which a statement was disputed; an objection is in dispute from the first."""
    return {step.path for step in one.history if step.deed == "disputed"} or {one.path}


def _part(past: Past, registry: Registry, aspect: str, said: list[Entry], seat: str) -> Part:
    """Return one participant's part in an aspect: whom they engaged are those on whose statements they said something
    in it."""
    standing, own = ledger_of(past)[seat], [entry for entry in said if entry.seat == seat]
    places = {entry.about for entry in own}
    engaged = {
        one.author: None
        for one in registry.statements.values()
        if one.author != seat and any(step.seat == seat and step.path in places for step in one.history)
    }
    held = standing.on(aspect)
    return Part(
        seat=seat,
        position=held.position or standing.stance,
        evidence=", ".join(held.evidence),
        engaged=tuple(engaged),
    )


def _with_record(found: tuple[RoundRecord, ...], turn: Turn) -> tuple[RoundRecord, ...]:
    return (*found, _record(turn)) if public(turn, "record") else found


def _record(turn: Turn) -> RoundRecord:
    data = turn.data
    return RoundRecord(
        path=turn.path,
        round=parent(turn.path),
        aspect=aspect_of(turn.path),
        summary=word(data.get("summary")) or turn.text.strip(),
        parts=tuple(
            Part(
                seat=word(item.get("seat")),
                position=word(item.get("position")),
                argument=word(item.get("argument")),
                evidence=", ".join(words(item.get("evidence"))),
                engaged=words(item.get("engaged")),
            )
            for item in items(data.get("items"))
            if word(item.get("seat"))
        ),
        disagreements=words(data.get("disagreements")),
        shifts=words(data.get("shifts")),
        rules=by_rule(turn),
    )


ReflectionKind = Literal["pattern", "shift", "convergence", "escalation"]
MOST = 3
"""Reflections that are taken from one record."""


@value
class Reflection:
    """`about`: the participants concerned. `sources`: the messages that it rests on. `round`: the block after which it
    was made; `path`: the turn that made it. `importance` 1..10. `rules`: made by rule, not by a model."""

    text: str
    kind: ReflectionKind = "pattern"
    about: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    round: str = ""
    importance: int = 1
    path: str = ""
    rules: bool = False


def reflections_of(past: Past) -> tuple[Reflection, ...]:
    """Return all reflections so far, oldest first."""
    return past.fold("reflections", _with_reflections, ())


def strongest(past: Past, most: int) -> tuple[Reflection, ...]:
    """Return the most important reflections; of equally important ones, the newest come first."""
    newest = reflections_of(past)[::-1]
    return tuple(sorted(newest, key=lambda one: -one.importance))[:most]


def _with_reflections(found: tuple[Reflection, ...], turn: Turn) -> tuple[Reflection, ...]:
    return (*found, *islice(_in(turn), MOST)) if public(turn, "reflections") else found


def _in(turn: Turn) -> Iterator[Reflection]:
    return (
        Reflection(
            text=text,
            kind=_kind(word(item.get("kind"))),
            about=words(item.get("about")),
            sources=words(item.get("sources")),
            round=parent(turn.path),
            importance=rating(item.get("importance")),
            path=turn.path,
            rules=by_rule(turn),
        )
        for item in items(turn.data.get("items"))
        if (text := word(item.get("text")))
    )


def _kind(found: str) -> ReflectionKind:
    match found:
        case "shift" | "convergence" | "escalation":
            return found
        case _:
            return "pattern"


@policy("when", needs="ledger")
def stirred(at: At, score: int) -> bool:
    """Enough has moved since the last reflections (SPEC REFLECT.1)."""
    return epistemic_score(at.past) > score
