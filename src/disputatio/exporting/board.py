"""The board in an export: where everyone stands, claims, crux cards, round records, reflections.

A format that keeps no ledger has its points instead, which the export lists anyway; of its ledger, which is worked out
by rule, the changes of position are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from disputatio.debate.views.board_view import BoardItems, ReflectionItem
from disputatio.debate.views.labels import REFLECTIONS
from disputatio.debate.views.statements import ClaimItem

Inline = Callable[[str], str]


def board_sections(board: BoardItems, inline: Inline) -> list[str]:
    """The sections, in Markdown. `inline` makes untrusted text harmless on one line."""
    moves = [f"{move.who.name} has moved: {move.line}" for move in board.moves]
    kept = [
        *_each("Where everyone stands", ((one.who.name, one.stance, one.lines) for one in board.standings), inline),
        *_listed("Claims", [line for claim in board.claims for line in _claim(claim, inline)]),
    ]
    reflections = [f"- {inline(_reflection(one))}" for one in reversed(board.reflections)]
    return [
        *(_listed("Changes of position", [f"- {inline(move)}" for move in moves]) if board.derived else kept),
        *_each("Crux cards", ((one.text, "", one.lines) for one in reversed(board.cards)), inline),
        *_each("Round records", ((one.title, one.summary, one.lines) for one in reversed(board.records)), inline),
        *_listed("Reflections", reflections),
    ]


def _listed(title: str, lines: list[str]) -> list[str]:
    return [f"## {title}", "\n".join(lines)] if lines else []


def _each(title: str, parts: Iterable[tuple[str, str, Iterable[str]]], inline: Inline) -> list[str]:
    """A section with a part for each: its name, a sentence, and lines."""
    found = [
        text
        for name, said, lines in parts
        for text in (f"### {inline(name)}", inline(said), "\n".join(f"- {inline(line)}" for line in lines))
    ]
    return [f"## {title}", *found] if found else []


def _claim(claim: ClaimItem, inline: Inline) -> list[str]:
    how = f": {inline(claim.resolution)}" if claim.resolution else ""
    said = f"- {inline(claim.key)} **{claim.label.word}{how}** {inline(claim.text)} ({inline(claim.against)})"
    return [said, *(f"  - {inline(link)}" for link in claim.drawn)]


def _reflection(one: ReflectionItem) -> str:
    about = f", about {', '.join(one.about)}" if one.about else ""
    by = ", by rule" if one.rules else ""
    return f"{REFLECTIONS[one.kind].word}, importance {one.importance}{about}{by}: {one.text}"
