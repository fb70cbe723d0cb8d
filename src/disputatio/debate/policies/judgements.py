"""What a judge's comparisons come to: two proposals, as A and B and as B and A (SPEC FORMAT.2, order swap). Pure.

A win counts only if both orders agree. Where one order alone was asked for, it decides.
"""

from __future__ import annotations

from disputatio.debate.ids import index_of, parent, without_index
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import word
from disputatio.debate.values import value

SWAPPED = "ba"
"""The index of the comparison in which the newer of two stands first."""
TIE = "tie"


@value
class Judgement:
    """`winner`: the turn that gives the better proposal, "" where neither is. `seat`: who judged. `orders`: in how many
    orders. `agree`: all of them came to the same."""

    winner: str
    seat: str
    orders: int
    agree: bool
    reason: str = ""


def judgement_of(past: Past) -> Judgement | None:
    """Return what the last comparison of two proposals comes to; None where there was none."""
    last = past.last("comparison")
    if last is None:
        return None
    block = _block(last.path)
    given = [node for node in past.nodes_of("comparison") if node.turn and _block(node.turn.path) == block]
    found = {_winner(node) for node in given}
    agree = len(found) == 1
    return Judgement(
        winner=found.pop() if agree else "",
        seat=last.seat,
        orders=len(given),
        agree=agree,
        reason=word(last.data.get("reason")),
    )


def _block(path: str) -> str:
    """Return the block that goes through the orders: ``judging`` of ``judging[ab]/judgement[judge]``."""
    return without_index(parent(path))


def _winner(node: Past) -> str:
    """Return the turn whose proposal is called better; "" for a tie."""
    turn = node.turn
    assert turn is not None
    pair = shown_pair(node, index_of(parent(turn.path)))
    return pair.get(word(turn.data.get("winner")), "")


def shown_pair(past: Past, order: str) -> dict[str, str]:
    """Return the last two proposals by the letter under which a judge sees them in an order."""
    two = [one.path for one in _proposals(past)][:2]
    return dict(zip("AB", two if order == SWAPPED else two[::-1], strict=False))


def _proposals(past: Past) -> list[Turn]:
    return [node.turn for node in past.back("artifact") if node.turn is not None and node.turn.heard == "all"]
