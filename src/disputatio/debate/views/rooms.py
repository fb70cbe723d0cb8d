"""Crux rooms as a person sees them: also while they run, and also those of which no card came."""

from __future__ import annotations

from disputatio.debate.additions import block_at
from disputatio.debate.cruxes import ROOM
from disputatio.debate.formats import Block
from disputatio.debate.ids import ancestors, index_of, inside, join, without_index
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past, Turn
from disputatio.debate.values import value


@value
class Room:
    """`messages`: what was said in it, oldest first. `card`: the turn that gave its card, "" while there is none."""

    path: str
    claim: str
    messages: tuple[str, ...] = ()
    card: str = ""
    under_way: bool = False


Said = tuple[dict[str, tuple[str, ...]], dict[str, str]]
"""What was said in each room, and the turn that gave its card; by the paths of the rooms."""

_NONE: Said = ({}, {})


def rooms_of(debate: Debate, past: Past) -> tuple[Room, ...]:
    """All rooms in which something was said, oldest first."""
    said, cards = past.fold("rooms", _with_turn, _NONE)
    return tuple(
        Room(
            path=path,
            claim=index_of(path),
            messages=messages,
            card=cards.get(path, ""),
            under_way=not debate.over and path not in cards and not _finished(debate, path),
        )
        for path, messages in said.items()
    )


def _with_turn(rooms: Said, turn: Turn) -> Said:
    said, cards = rooms
    if turn.heard.startswith(ROOM):
        if not turn.message:
            return rooms
        room = turn.heard.removeprefix(ROOM)
        return {**said, room: (*said.get(room, ()), turn.path)}, cards
    found = next((path for path in said if inside(turn.path, path)), "") if turn.gives == "card" else ""
    return (said, {**cards, found: turn.path}) if found else rooms


def _finished(debate: Debate, room: str) -> bool:
    """Whether nothing is to come in a room any more: it, or what it stands in, was left, or all its steps are done."""
    if any(path in debate.left for path in ancestors(room)):
        return True
    block = block_at(debate, without_index(room))
    return block is not None and _done_at(debate, block, room)


def _done(debate: Debate, block: Block, path: str) -> bool:
    if path in debate.left:
        return True
    always = not (block.when or block.ask or block.each)
    groups = debate.entered.get(path, (("",),) if always else None)
    if groups is None or block.repeat:
        return False
    return all(_done_at(debate, block, f"{path}[{item}]" if item else path) for group in groups for item in group)


def _done_at(debate: Debate, block: Block, path: str) -> bool:
    if block.ask and path not in debate.replies and path not in debate.abstained:
        return False
    return all(_done(debate, child, join(path, child.name)) for child in block.do)
