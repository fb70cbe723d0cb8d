"""A judge between two proposals, as A and B and as B and A: which two, and what the comparisons come to (SPEC FORMAT.2,
order swap). Pure.

After a vote in the same block they are the two that have most in it; else the two newest, by different authors. A win
counts only if both orders agree. Where one order alone was asked for, it decides.
"""

from __future__ import annotations

from dataclasses import replace

from disputatio.debate.ids import index_of, inside, parent, without_index
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import word
from disputatio.debate.policies.ballots import FEWEST, candidates, poll_of, tally_of
from disputatio.debate.policies.visibility import View
from disputatio.debate.policy import At, policy
from disputatio.debate.statements.votes import ZERO
from disputatio.debate.values import value

SWAPPED = "ba"
"""The index of the comparison in which the newer of two stands first."""


@value
class Judgement:
    """`winner`: the turn that gives the better proposal, "" where neither is. `seat`: who judged. `orders`: in how many
    orders. `agree`: all of them came to the same. `pair`: the turns that were A and B where the reason was given."""

    winner: str
    seat: str
    orders: int
    agree: bool
    reason: str = ""
    pair: tuple[str, ...] = ()


def judgement_of(at: At) -> Judgement | None:
    """Return what the last comparison of two proposals comes to; None where there was none."""
    last = at.past.last("comparison")
    if last is None:
        return None
    block = _block(last.path)
    given = [node for node in at.past.nodes_of("comparison") if node.turn and _block(node.turn.path) == block]
    found = {_winner(at, node) for node in given}
    agree = len(found) == 1
    pair = next((_pair(replace(at, path=last.path, past=node)) for node in reversed(given) if node.turn is last), [])
    return Judgement(
        winner=found.pop() if agree else "",
        seat=last.seat,
        orders=len(given),
        agree=agree,
        reason=word(last.data.get("reason")),
        pair=tuple(turn.path for turn in pair),
    )


def _block(path: str) -> str:
    """Return the block that goes through the orders: ``judging`` of ``judging[ab]/judgement[judge]``."""
    return without_index(parent(path))


def _winner(at: At, node: Past) -> str:
    """Return the turn whose proposal is called better; "" for a tie."""
    turn = node.turn
    assert turn is not None
    shown = dict(zip("AB", _pair(replace(at, path=turn.path, past=node)), strict=False))
    return shown[letter].path if (letter := word(turn.data.get("winner"))) in shown else ""


def _pair(at: At) -> list[Turn]:
    """Return the two in the order in which a judge sees them; the older one comes first unless they are swapped."""
    two = _finalists(at)
    return two[::-1] if index_of(parent(at.path)) == SWAPPED else two


def _finalists(at: At) -> list[Turn]:
    """Return what a judge at this moment compares, the older one first."""
    newest: dict[str, Turn] = {}
    for turn in (node.turn for node in at.past.back("artifact")):
        if turn is not None and at.hears(turn):
            newest.setdefault(turn.seat, turn)
    written = list(newest.values())[::-1]
    ballot = at.past.last("ballot")
    poll = poll_of(at) if ballot is not None and inside(ballot.path, parent(_block(at.path))) else None
    if poll is not None:
        scores = tally_of(at, poll.vote).scores
        best = sorted(newest.values(), key=lambda turn: -scores.get(turn.path, ZERO))[:2]
        written = [turn for turn in written if turn in best]
    return written[-2:]


@policy("when", needs="artifact")
def two_proposals(at: At) -> bool:
    """There are two documents to compare, by different authors."""
    return len(candidates(at)) >= FEWEST


@policy("sees", needs="artifact")
def pair(at: At, view: View) -> View:
    """Two candidates for a judge, in the order that both-orders has bound: those that have most in the vote of the same
    block, else the newest."""
    two = _pair(at)
    labels = {turn.path: letter for letter, turn in zip("AB", two, strict=False)}
    nodes = tuple(node for node in at.past.back("artifact") if node.turn in two)
    return View(messages=nodes, labels=labels, shuffled=tuple(labels))
