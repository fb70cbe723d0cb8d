"""The board in an export: where everyone stands, claims, crux cards, round records, reflections.

A format that keeps no ledger has its points instead, which the export lists anyway; of its ledger, which is worked out
by rule, the changes of position are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from disputatio.debate.board import board_of
from disputatio.debate.claims import Claims
from disputatio.debate.cruxes import Card
from disputatio.debate.events import Recorded
from disputatio.debate.evolve import fold
from disputatio.debate.ledger import Ledger, Shift, Standing
from disputatio.debate.plan import Planner
from disputatio.debate.reflections import Reflection
from disputatio.debate.rounds import RoundRecord
from disputatio.debate.settlements import given_up, room_on, settled_by
from disputatio.exporting.board_lines import BY_RULE, Inline, Name, crux, held


def board_sections(records: Sequence[Recorded], inline: Inline) -> list[str]:
    """The sections, in Markdown. `inline` makes untrusted text harmless on one line."""
    debate = fold(record.event for record in records)
    board = board_of(debate, Planner().walk(debate).past)
    names = {seat.id: seat.name or seat.id for seat in debate.seats.values()}

    def name(seat: str) -> str:
        return inline(names.get(seat, seat) or "somebody")

    kept = [*_ledger(board.ledger, name, inline), *_claims(board.claims, name, inline)]
    return [
        *(_changes(board.ledger, name, inline) if board.derived else kept),
        *_cards(board.cards, board.claims, name, inline),
        *_records(board.records, name, inline),
        *_reflections(board.reflections, name, inline),
    ]


def _ledger(ledger: Ledger, name: Name, inline: Inline) -> list[str]:
    parts = []
    for standing in ledger.values():
        lines = "\n".join(f"- {line}" for line in _standing(standing, name, inline))
        parts += [f"### {name(standing.seat)}", inline(standing.stance), lines]
    return ["## Where everyone stands", *parts] if parts else []


def _standing(one: Standing, name: Name, inline: Inline) -> Iterator[str]:
    yield from held(one, inline)
    for relation in one.agreements:
        yield f"Agrees ({relation.strength}) with {name(relation.seat)}: {inline(relation.on)}"
    for relation in one.disagreements:
        room = f" ({inline(room_on(relation))})" if relation.card else ""
        yield f"Disagrees ({relation.strength}) with {name(relation.seat)}: {inline(relation.on)}{room}"
    for ended in one.settled:
        yield f"Settled with {name(ended.seat)}: {inline(ended.on)} ({inline(settled_by(ended))})"
    for given in one.concessions:
        yield f"Gave up: {inline(given_up(given))}"
    for shift in one.shifts:
        yield f"Moved ({shift.flip}): {inline(shift.after)}{_because(shift, inline)}"
    if one.rules:
        yield f"The last entry {BY_RULE}"
    if one.missed:
        yield f"Messages that were not recorded: {len(one.missed)}"


def _changes(ledger: Ledger, name: Name, inline: Inline) -> list[str]:
    """Who changed position, of a ledger that is not kept: its rest stands under the points."""
    lines = [
        f"- {name(standing.seat)} moved ({shift.flip}): {inline(shift.after)}{_because(shift, inline)}"
        for standing in ledger.values()
        for shift in standing.shifts
    ]
    return ["## Changes of position", "\n".join(lines)] if lines else []


def _because(shift: Shift, inline: Inline) -> str:
    because = shift.cause or ", ".join(shift.because)
    return f" because {inline(because)}" if because else ""


def _claims(claims: Claims, name: Name, inline: Inline) -> list[str]:
    lines = []
    for claim in claims.values():
        sides = " against ".join(map(name, claim.sides))
        how = f": {inline(claim.resolution)}" if claim.resolution else ""
        lines.append(f"- {inline(claim.id)} **{claim.status}{how}** {inline(claim.text)} ({sides})")
        lines += dict.fromkeys(f"  - {link.kind} {inline(link.to)}" for link in claim.links)
    return ["## Claims", "\n".join(lines)] if lines else []


def _cards(cards: Iterable[Card], claims: Claims, name: Name, inline: Inline) -> list[str]:
    parts = []
    for card in cards:
        text = claims[card.claim].text if card.claim in claims else card.claim
        lines = [f"- {line}" for line in crux(card, name, inline)]
        lines.append(f"- Resolved: {inline(card.how)}" if card.resolved else "- Not resolved")
        lines += [f"- The card {BY_RULE}"] if card.rules else []
        parts += [f"### {inline(text)}", "\n".join(lines)]
    return ["## Crux cards", *parts] if parts else []


def _records(records: Iterable[RoundRecord], name: Name, inline: Inline) -> list[str]:
    parts = []
    for record in records:
        lines = [f"- {name(part.seat)}: {inline(part.position)}" for part in record.parts]
        lines += [f"- New disagreement: {inline(text)}" for text in record.disagreements]
        lines += [f"- Moved: {inline(text)}" for text in record.shifts]
        lines += [f"- The record {BY_RULE}"] if record.rules else []
        heading = inline(record.aspect or record.round or "The debate")
        parts += [f"### {heading}", inline(record.summary), "\n".join(lines)]
    return ["## Round records", *parts] if parts else []


def _reflections(reflections: Iterable[Reflection], name: Name, inline: Inline) -> list[str]:
    lines = [
        f"- {one.kind}, importance {one.importance}{f', about {about}' if about else ''}"
        f"{', by rule' if one.rules else ''}: {inline(one.text)}"
        for one in reflections
        for about in [", ".join(map(name, one.about))]
    ]
    return ["## Reflections", "\n".join(lines)] if lines else []
