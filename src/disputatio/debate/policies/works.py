"""Works: the documents and changes that are to be checked, wherever in a format that is done, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from disputatio.debate.attempts import brings
from disputatio.debate.ids import ancestors, index_of, inside, parent, round_of
from disputatio.debate.log.state import beside
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.ballots import poll_of, tally_of
from disputatio.debate.policies.reviews import scores_of
from disputatio.debate.policies.visibility import View, joined
from disputatio.debate.policy import At, policy

WORKS = ("artifact", "patches")
"""Contracts by which participants write what can be checked."""


@policy("sees", needs="artifact")
def works(at: At, view: View) -> View:
    """What was written in the enclosing step, the last of each author, with the document that changes are of; where
    nothing was, the document that is elected, else the last one, and the defences that go on top of it."""
    around = parent(at.path)
    found: dict[tuple[str, str], Past] = {}
    for contract in WORKS:
        for node in at.past.nodes_of(contract):
            turn = _turn(node)
            if inside(turn.path, around) and at.hears(turn):
                found[turn.seat, contract] = node
    nodes = list(found.values())
    if not any(_turn(node).gives == "artifact" for node in nodes):
        nodes += _document(at) if nodes else _elected(at)
    return replace(view, records=(*view.records, *nodes))


def _elected(at: At) -> list[Past]:
    """Return the document that is elected, else the last one, and what holds of the defences of it."""
    document = _document(at)
    on_top = defences_of(at.past, _turn(document[0])) if document else ()
    return [*document, *(node for node in at.past.nodes_of("patches") if _turn(node) in on_top)]


@policy("sees", needs="tests")
def checks(at: At, view: View) -> View:
    """Adds what the commands that check proposals came to last."""
    found = (node for node in at.past.back("tests") if "checks" in _turn(node).data and at.hears(_turn(node)))
    return replace(view, records=(*view.records, *islice(found, 1)))


def publishes(turn: Turn) -> bool:
    """Return whether a turn gives something new: a list that is empty takes nothing back of what was given before."""
    return turn.data.get("items") != []


def in_force(written: Iterable[Turn]) -> list[Turn]:
    """Return what holds of what authors wrote one after another: the last of each, and if that brings no program and no
    change, also the last of theirs that does. Who adds nothing takes nothing back."""
    found: dict[str, list[Turn]] = {}
    for turn in written:
        kept = [] if _changes(turn) else [one for one in found.get(turn.seat, ()) if _changes(one)]
        found[turn.seat] = [*kept, turn]
    return [turn for turns in found.values() for turn in turns]


def _changes(turn: Turn) -> bool:
    return brings(turn.gives, turn.text, turn.data)


def defences_of(past: Past, document: Turn) -> list[Turn]:
    """Return the defences of a document that hold. Who defends changes the document that is worked on."""
    return in_force(turn for turn, base in _defended(past) if base is document)


def defences_elsewhere(past: Past, document: Turn) -> list[Turn]:
    """Return the defences of other documents in the round of one that hold."""
    here = round_of(document.path)
    others = ((turn, base) for turn, base in _defended(past) if base is not document)
    return in_force(turn for turn, base in others if base is not None and round_of(base.path) == here)


def _defended(past: Past) -> Iterator[tuple[Turn, Turn | None]]:
    """Yield every published defence with the document that it is of; None where there was none yet."""
    for node in past.nodes_of("patches"):
        turn = _turn(node)
        if turn.heard == "all" and turn.text.strip() and publishes(turn):
            yield turn, document_in_hand(node)


def document_under(past: Past, defence: Turn) -> Turn | None:
    """Return the document that a defence is of; None where there was none."""
    return next((document_in_hand(node) for node in past.back("patches") if _turn(node) is defence), None)


def _turn(node: Past) -> Turn:
    assert node.turn is not None
    return node.turn


def base_of(at: At, turn: Turn) -> list[Past]:
    """Return the document that a turn changes; none where it is a document itself."""
    return _document(at) if turn.gives == "patches" else []


def _document(at: At) -> list[Past]:
    """Return the document that a vote in the enclosing step has elected, else the one that is worked on."""
    written = [node for node in at.past.nodes_of("artifact") if at.hears(_turn(node))]
    poll = poll_of(at) if at.past.of("ballot", parent(at.path)) else None
    elected = tally_of(at, poll.vote).winner if poll is not None else ""
    found = [node for node in written if _turn(node).path == elected]
    in_hand = document_in_hand(at.past) if not found else None
    return found or [node for node in written if _turn(node) is in_hand] or written[-1:]


# ---- the document that is worked on ----------------------------------------------------------------------------------
def document_in_hand(past: Past) -> Turn | None:
    """Return the document that is attacked, defended and improved: the newest; where that was reviewed, the best by the
    reviews among the last of each author. None while there is none."""
    last = {turn.seat: turn for turn in past.of("artifact") if turn.heard == "all"}
    newest = next((turn for turn in reversed(past.of("artifact")) if turn.heard == "all"), None)
    scores = {one.path: one.score for one in scores_of(past)}
    if newest is None or newest.path not in scores:
        return newest
    reviewed = [turn for turn in last.values() if turn.path in scores]
    return max(reviewed, key=lambda turn: (scores[turn.path], turn is newest))


@policy("sees", needs="artifact")
def in_hand(at: At, view: View) -> View:
    """Adds the document that is worked on, whatever the topology, and leaves out all others: the best by the reviews,
    else the newest, with those that were written at the same time."""
    document = document_in_hand(at.past)
    shown = {document.path} if document is not None else set()
    if document is not None and document.path not in {one.path for one in scores_of(at.past)}:
        last = {turn.seat: turn for turn in at.past.of("artifact") if turn.heard == "all"}
        together = beside(at.debate, whole_turn(document))
        shown |= {turn.path for turn in last.values() if whole_turn(turn) in together}
    kept = (node for node in view.messages if _turn(node).gives != "artifact")
    nodes = (node for node in at.past.nodes_of("artifact") if _turn(node).path in shown and at.hears(_turn(node)))
    return joined(replace(view, messages=kept), nodes)


@policy("sees", needs="artifact")
def last_works(at: At, view: View) -> View:
    """Leaves out the documents that their authors have written anew since."""
    return replace(view, messages=_last_of_each(view.messages))


def _last_of_each(newest_first: Iterable[Past]) -> Iterator[Past]:
    seen = set[str]()
    for node in newest_first:
        turn = _turn(node)
        if turn.gives != "artifact":
            yield node
        elif turn.seat not in seen:
            seen.add(turn.seat)
            yield node


@policy("sees", needs="artifact")
def draft(at: At, view: View) -> View:
    """Adds the last program of the seat, while it has written no document that came of it."""
    if any(turn.seat == at.seat for turn in at.past.of("artifact")):
        return view
    known = (node for node in at.past.back("code") if _turn(node).seat == at.seat)
    return replace(view, records=(*view.records, *islice(known, 1)))


def whole_turn(turn: Turn) -> str:
    """Return the place of the turn in which something was written, and mended."""
    return next((place for place in ancestors(turn.path) if index_of(place) == turn.seat), turn.path)
