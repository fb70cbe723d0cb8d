"""Who moved, and why (SPEC FORMAT.2, flip gate). The mover is the one whose statement, or whose judgement of the same
wording, changed.

    evidence    the words that change, or give the reason, cite a new item whose quotation was compared and holds
    argument    they name a reason: a claim or reason of somebody else, or their own correction, quoted from their turn
    deferred    they say that they yield: to number, confidence or tone
    none        the whole turn names no reason
    ""          nobody quoted a reason, and nobody said that there is none

A move is never shown to participants, and never blocks an exit by itself.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from disputatio.debate.citations.evidence import Item, cites
from disputatio.debate.statements.receipts import sentence
from disputatio.debate.statements.statement import Flip
from disputatio.debate.values import value

MoveKind = Literal["revised", "withdrawn", "conceded"]


@value
class Move:
    """A change of position of `seat` on a statement, or on its answer to the question (`statement` ""), in the turn at
    `path`. `before` and `after`: what they held. `words`: the receipt of the change; `because`: the reason in their own
    words."""

    path: str
    seat: str
    statement: str
    kind: MoveKind
    before: str
    after: str
    words: str = ""
    because: str = ""
    flip: Flip = "none"


def class_of(why: str, because: str, words: str, text: str, fresh: Collection[Item]) -> Flip:
    """Return the class of a change. `why`: what a record says of it; `because` and `words`: its receipts, which
    stand in `text`. `fresh`: the citations of the turn that are new and whose quotations hold; one that stands beside
    in the same paragraph may speak for something else."""
    where = "\n".join((because, words, sentence(because, text), sentence(words, text)))
    if any(cites(where, name) for item in fresh for name in (item.citation, item.where) if name):
        return "evidence"
    if not because:
        return "none" if why == "none" else ""
    return "deferred" if why == "deferred" else "argument"
