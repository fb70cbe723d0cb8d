"""The board of a debate: where everyone stands, what is claimed, crux cards, round records, reflections."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from disputatio.debate.log.events import Recorded
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.views.board_view import DERIVED, BoardItems, arguments_of, board_items, moments_of, part_of
from disputatio.debate.views.labels import FLIPS, LINKS, REFLECTIONS
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.statements import ClaimItem
from disputatio.debate.walk.plan import Planner
from disputatio.faces.cli.face import Face

C = TypeVar("C", bound=Callable[..., object])

_HELP = {
    "ledger": "Where each participant stands, what they gave up, how they moved.",
    "stances": "How each stance came about: message by message, how sure, and what moved it.",
    "claims": "Every claim with its sides, its state and its links.",
    "arguments": "The argument graph: what supports, attacks or answers what.",
    "cruxes": "Crux cards: what each dispute hangs on, and what would change each mind.",
    "rounds": "The records of the rounds, aspect by aspect.",
    "reflections": "Patterns that only show from a distance.",
}
PARTS = tuple(_HELP)


def options(command: C) -> C:
    """The options of `show` for the parts of the board."""
    for name, text in reversed(_HELP.items()):
        command = click.option(f"--{name}", "part", flag_value=name, help=text)(command)
    return command


def show(face: Face, part: str, records: list[Recorded], as_json: bool) -> None:
    debate = fold(record.event for record in records)
    past = Planner().walk(debate).past
    if as_json:
        face.json(part_of(part, debate, past))
    elif part == "stances":
        _stances(face, debate, past)
    elif part == "arguments":
        _arguments(face, debate, past)
    else:
        shown = {"ledger": _ledger, "claims": _claims, "cruxes": _cruxes, "rounds": _rounds}
        shown.get(part, _reflections)(face, board_items(debate, past))


def _ledger(face: Face, board: BoardItems) -> None:
    if not board.standings:
        face.out.line("Nobody has taken a position yet.")
    elif board.derived:
        face.out.note(DERIVED)
    for standing in board.standings:
        face.out.heading(f"{standing.who.name}: {standing.stance or 'no position yet'}")
        for line in standing.lines:
            face.out.line(f"  {line}")


def _stances(face: Face, debate: Debate, past: Past) -> None:
    if past.last("ledger") is None:
        face.out.note(DERIVED)
    rows = [
        (
            name_of(seat, debate.seats),
            moment.path,
            f"{moment.confidence:.0%}" if moment.confidence is not None else "",
            ", ".join(FLIPS[flip].word for flip in moment.flips),
            moment.position or moment.stance,
            moment.sentence,
        )
        for seat, moments in moments_of(past).items()
        for moment in moments
    ]
    columns = ("PARTICIPANT", "MESSAGE", "SURE", "MOVED", "HOLDS", "IN THE WORDS")
    face.out.table(columns, rows, "Nobody has taken a position yet.")


def _arguments(face: Face, debate: Debate, past: Past) -> None:
    graph = arguments_of(past)
    texts = {node.id: node.text for node in graph.nodes}
    rows = [
        (
            edge.source,
            texts[edge.source],
            LINKS[edge.kind][1],
            edge.target,
            texts[edge.target],
            name_of(edge.by, debate.seats),
        )
        for edge in graph.edges
    ]
    columns = ("FROM", "WHICH SAYS", "RELATION", "TO", "WHICH SAYS", "DRAWN BY")
    face.out.table(columns, rows, "So far, no claim bears on another, and none names its evidence.")


def _claims(face: Face, board: BoardItems) -> None:
    rows = [_claim(claim) for claim in board.claims]
    face.out.table(("CLAIM", "STATUS", "SIDES", "TEXT", "LINKS", "RESOLUTION"), rows, "Nothing has been disputed yet.")


def _claim(claim: ClaimItem) -> tuple[str, ...]:
    return (claim.key, claim.label.word, claim.against, claim.text, "; ".join(claim.drawn), claim.resolution)


def _cruxes(face: Face, board: BoardItems) -> None:
    if not board.cards:
        face.out.line("No crux room has ended yet. You can open one with: disputatio room ID CLAIM")
    for card in reversed(board.cards):
        face.out.heading(f"{card.claim} {card.text if card.text != card.claim else ''}".rstrip())
        for line in card.lines:
            face.out.line(f"  {line}")


def _rounds(face: Face, board: BoardItems) -> None:
    if not board.records:
        face.out.line("No round has been recorded yet. Only some formats keep such records, for example dialogue.")
    for record in reversed(board.records):
        face.out.heading(f"{record.title}: {record.summary}")
        for line in record.lines:
            face.out.line(f"  {line}")


def _reflections(face: Face, board: BoardItems) -> None:
    rows = [
        (
            REFLECTIONS[one.kind].word + (" (by rule)" if one.rules else ""),
            str(one.importance),
            ", ".join(one.about),
            one.text,
            one.label,
        )
        for one in reversed(board.reflections)
    ]
    empty = f"No reflections yet. They come once enough has moved: {board.stir} so far, and it takes more than 15."
    face.out.table(("KIND", "IMPORTANCE", "ABOUT", "TEXT", "AFTER"), rows, empty)
