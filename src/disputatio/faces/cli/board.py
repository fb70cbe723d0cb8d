"""The board of a debate: where everyone stands, what is claimed, crux cards, round records, reflections."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any, TypeVar

import click

from disputatio.debate.board import Board, board_of
from disputatio.debate.claims import Claim
from disputatio.debate.cruxes import Card
from disputatio.debate.events import Recorded
from disputatio.debate.evolve import fold
from disputatio.debate.ids import when
from disputatio.debate.ledger import Standing
from disputatio.debate.plan import Planner
from disputatio.debate.settlements import given_up, room_on, settled_by
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past
from disputatio.debate.views.arguments import graph_of
from disputatio.debate.views.stances import Timelines, timelines
from disputatio.exporting.board_lines import BY_RULE, crux, held
from disputatio.faces.cli.face import Face

C = TypeVar("C", bound=Callable[..., object])

_HELP = {
    "ledger": "Where each participant stands, what they gave up, how they moved.",
    "stances": "How each stance came about: message by message, how sure, and what moved it.",
    "claims": "Every claim with its sides, its state and its links.",
    "arguments": "The argument graph: what supports, attacks or answers what.",
    "cruxes": "Crux cards: what each dispute hangs on, and what would change each mind.",
    "rounds": "The records of the rounds, aspect by aspect.",
    "reflections": "What could be seen from some way off.",
}
PARTS = tuple(_HELP)
DERIVED = "This format keeps no ledger: it is worked out by rule from points, answers and assessments."


def options(command: C) -> C:
    """The options of `show` for the parts of the board."""
    for name, text in reversed(_HELP.items()):
        command = click.option(f"--{name}", "part", flag_value=name, help=text)(command)
    return command


def show(face: Face, part: str, records: list[Recorded], as_json: bool) -> None:
    debate = fold(record.event for record in records)
    past = Planner().walk(debate).past
    board, names = board_of(debate, past), _Names(debate)
    if as_json:
        face.json(_data(part, board, past))
    elif part == "stances":
        _stances(face, _timelines(board, past), names, derived=board.derived)
    else:
        shown = {"ledger": _ledger, "claims": _claims, "arguments": _arguments, "cruxes": _cruxes, "rounds": _rounds}
        shown.get(part, _reflections)(face, board, names)


def _data(part: str, board: Board, past: Past) -> Any:
    match part:
        case "stances":
            return {seat: [asdict(moment) for moment in moments] for seat, moments in _timelines(board, past).items()}
        case "arguments":
            return asdict(graph_of(board.claims))
    listed: dict[str, Any] = {
        "ledger": board.ledger.values(),
        "claims": board.claims.values(),
        "cruxes": board.cards,
        "rounds": board.records,
        "reflections": board.reflections,
    }
    return [asdict(one) for one in listed[part]]


class _Names:
    """What people call the seats of a debate."""

    def __init__(self, debate: Debate) -> None:
        self._names = {seat.id: seat.name or seat.id for seat in debate.seats.values()}

    def __call__(self, seat: str) -> str:
        return self._names.get(seat, seat or "somebody")

    def all(self, seats: tuple[str, ...]) -> str:
        return ", ".join(map(self, seats))


def _ledger(face: Face, board: Board, names: _Names) -> None:
    if not board.ledger:
        face.out.line("Nobody has taken a position yet.")
    elif board.derived:
        face.out.note(DERIVED)
    for standing in board.ledger.values():
        face.out.heading(f"{names(standing.seat)}: {standing.stance or 'no position yet'}")
        for line in _standing(standing, names, derived=board.derived):
            face.out.line(f"  {line}")


def _standing(one: Standing, names: _Names, *, derived: bool) -> Iterator[str]:
    yield from held(one, str)
    yield from _relations(one, names)
    for given in one.concessions:
        yield f"Gave up: {given_up(given)}"
    for shift in one.shifts:
        because = f" because {shift.cause or ', '.join(shift.because)}" if shift.cause or shift.because else ""
        yield f"Moved ({shift.flip}) at {shift.path}: {shift.after}{because}"
    if one.rules and not derived:
        yield f"The last entry {BY_RULE}"
    if one.missed:
        yield f"Not recorded: {', '.join(one.missed)}. There it stays as it was before."


def _relations(one: Standing, names: _Names) -> Iterator[str]:
    for relation in one.agreements:
        yield f"Agrees ({relation.strength}) with {names(relation.seat)}: {relation.on}"
    for relation in one.disagreements:
        room = f" ({room_on(relation)}: {relation.card})" if relation.card else ""
        yield f"Disagrees ({relation.strength}) with {names(relation.seat)}: {relation.on}{room}"
    for ended in one.settled:
        yield f"Settled with {names(ended.seat)}: {ended.on} ({settled_by(ended)}; {ended.card})"


def _timelines(board: Board, past: Past) -> Timelines:
    return timelines(past, board.ledger if board.derived else None)


def _stances(face: Face, found: Timelines, names: _Names, *, derived: bool) -> None:
    if found and derived:
        face.out.note(DERIVED)
    rows = [
        (
            names(seat),
            moment.path,
            f"{moment.confidence:.0%}" if moment.confidence is not None else "",
            ", ".join(moment.flips) if moment.recorded else "not recorded",
            moment.position or moment.stance,
            moment.sentence,
        )
        for seat, moments in found.items()
        for moment in moments
    ]
    columns = ("PARTICIPANT", "MESSAGE", "SURE", "MOVED BY", "HOLDS", "IN THE WORDS")
    face.out.table(columns, rows, "Nobody has taken a position yet.")


def _arguments(face: Face, board: Board, names: _Names) -> None:
    graph = graph_of(board.claims)
    texts = {node.id: node.text for node in graph.nodes}
    rows = [
        (edge.source, texts[edge.source], edge.kind, edge.target, texts[edge.target], names(edge.by))
        for edge in graph.edges
    ]
    columns = ("FROM", "WHICH SAYS", "BEARING", "ON", "WHICH SAYS", "DRAWN BY")
    face.out.table(columns, rows, "No claim bears on another, and none names its evidence, so far.")


def _claims(face: Face, board: Board, names: _Names) -> None:
    rows = [_claim(claim, names) for claim in board.claims.values()]
    face.out.table(("CLAIM", "STATUS", "SIDES", "TEXT", "LINKS", "RESOLUTION"), rows, "Nothing has been disputed yet.")


def _claim(claim: Claim, names: _Names) -> tuple[str, ...]:
    links = "; ".join(dict.fromkeys(f"{link.kind} {link.to}" for link in claim.links))
    after = " (after its crux room)" if claim.card and claim.open else ""
    return (claim.id, f"{claim.status}{after}", names.all(claim.sides), claim.text, links, claim.resolution)


def _cruxes(face: Face, board: Board, names: _Names) -> None:
    if not board.cards:
        face.out.line("No crux room has ended yet. Open one by hand with: disputatio room ID CLAIM")
    for card in board.cards:
        text = board.claims[card.claim].text if card.claim in board.claims else ""
        face.out.heading(f"{card.claim} {text}".rstrip())
        for line in _card(card, names):
            face.out.line(f"  {line}")


def _card(card: Card, names: _Names) -> Iterator[str]:
    yield from crux(card, names, str)
    yield f"Resolved: {card.how or 'both accept a common statement'}" if card.resolved else "Not resolved."
    if card.rules:
        yield f"The card {BY_RULE}"


def _rounds(face: Face, board: Board, names: _Names) -> None:
    if not board.records:
        face.out.line("No round has been recorded yet. The format dialogue records each aspect.")
    for record in board.records:
        face.out.heading(f"{record.aspect or record.round or 'The debate'}: {record.summary}")
        for part in record.parts:
            engaged = f" (answered {names.all(part.engaged)})" if part.engaged else ""
            argument = f" Because: {part.argument}" if part.argument and part.argument != part.position else ""
            face.out.line(f"  {names(part.seat)}: {part.position}{argument}{engaged}")
        for text in record.disagreements:
            face.out.line(f"  New disagreement: {text}")
        for text in record.shifts:
            face.out.line(f"  Moved: {text}")
        if record.rules:
            face.out.line(f"  The record {BY_RULE}")


def _reflections(face: Face, board: Board, names: _Names) -> None:
    rows = [
        (
            one.kind + (" (by rule)" if one.rules else ""),
            str(one.importance),
            names.all(one.about),
            one.text,
            when(one.round),
        )
        for one in board.reflections
    ]
    empty = f"No reflections yet. They are made once enough has moved; so far {board.stir} of more than 15."
    face.out.table(("KIND", "IMPORTANCE", "ABOUT", "TEXT", "AFTER"), rows, empty)
