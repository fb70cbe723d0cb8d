"""Works: the documents and changes that are to be checked, wherever in a format that is done, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from disputatio.debate.ids import inside, parent
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.ballots import poll_of, tally_of
from disputatio.debate.policies.visibility import View
from disputatio.debate.policy import At, policy

WORKS = ("artifact", "patches")
"""Contracts by which participants write what can be checked."""


@policy("sees", needs="artifact")
def works(at: At, view: View) -> View:
    """What was written in the enclosing step, the last of each author, with the document that changes are of; where
    nothing was, the document that is elected, else the last one."""
    around = parent(at.path)
    found: dict[tuple[str, str], Past] = {}
    for contract in WORKS:
        for node in at.past.nodes_of(contract):
            turn = _turn(node)
            if inside(turn.path, around) and at.hears(turn):
                found[turn.seat, contract] = node
    nodes = list(found.values())
    if not any(_turn(node).gives == "artifact" for node in nodes):
        nodes += _document(at)
    return replace(view, records=(*view.records, *nodes))


@policy("sees", needs="tests")
def checks(at: At, view: View) -> View:
    """Adds what the commands that check proposals came to last."""
    found = (node for node in at.past.back("tests") if "checks" in _turn(node).data and at.hears(_turn(node)))
    return replace(view, records=(*view.records, *islice(found, 1)))


def publishes(turn: Turn) -> bool:
    """Return whether a turn gives something new: a list that is empty takes nothing back of what was given before."""
    return turn.data.get("items") != []


def _turn(node: Past) -> Turn:
    assert node.turn is not None
    return node.turn


def base_of(at: At, turn: Turn) -> list[Past]:
    """Return the document that a turn changes; none where it is a document itself."""
    return _document(at) if turn.gives == "patches" else []


def _document(at: At) -> list[Past]:
    """Return the document that a vote in the enclosing step has elected, else the last one."""
    written = [node for node in at.past.nodes_of("artifact") if at.hears(_turn(node))]
    poll = poll_of(at) if at.past.of("ballot", parent(at.path)) else None
    elected = tally_of(at, poll.vote).winner if poll is not None else ""
    return [node for node in written if _turn(node).path == elected] or written[-1:]
