"""Attacks on a proposal, and what answers them (SPEC §4, red-blue). A pure fold over what is published.

An attack is called by its place among all that were made: A1, A2 … It is new unless its author declares by id which
earlier one it repeats, or says it in the same words but for case and marks. Nobody guesses whether two are alike.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from disputatio.debate.ids import inside
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, word
from disputatio.debate.persistent import EMPTY, PersistentMap
from disputatio.debate.policy import At, Reason, policy
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import value

AttackStatus = Literal["answered", "open"]


@value
class Defence:
    """What the turn at `path` puts against an attack."""

    seat: str
    path: str
    text: str


@value
class Attack:
    """`turn` made it first; `repeats`: the turns in which it was made once more."""

    id: str
    text: str
    turn: Turn
    severity: str = ""
    repeats: tuple[str, ...] = ()
    defences: tuple[Defence, ...] = ()

    @property
    def status(self) -> AttackStatus:
        return "answered" if self.defences else "open"


Attacks = PersistentMap[Attack]


def attacks_of(past: Past) -> Attacks:
    """Return all published attacks by id, in the order in which they were made."""
    return past.fold("attacks", _with_turn, EMPTY)


def _with_turn(found: Attacks, turn: Turn) -> Attacks:
    if turn.heard != "all" or turn.gives not in ("findings", "patches"):
        return found
    for item in items(turn.data.get("items")):
        text = word(item.get("text"))
        if turn.gives == "patches":
            id = word(item.get("answers"))
            if id in found:
                defence = Defence(seat=turn.seat, path=turn.path, text=text)
                found = found.set(id, replace(found[id], defences=(*found[id].defences, defence)))
        elif text:
            found = _made(found, turn, text, word(item.get("repeats")), word(item.get("severity")))
    return found


def _made(found: Attacks, turn: Turn, text: str, declared: str, severity: str) -> Attacks:
    same = declared if declared in found else next((id for id, one in found.items() if _worded_alike(one, text)), "")
    if same:
        return found.set(same, replace(found[same], repeats=(*found[same].repeats, turn.path)))
    id = f"A{len(found) + 1}"
    return found.set(id, Attack(id=id, text=text, turn=turn, severity=severity))


def _worded_alike(one: Attack, text: str) -> bool:
    return bare_words(one.text) == bare_words(text)


@policy("until", needs="findings")
def no_new_attacks(at: At) -> Reason | None:
    """Nobody published an attack in the pass that just ended that had not been made before."""
    if any(inside(one.turn.path, at.path) for one in attacks_of(at.past).values()):
        return None
    return Reason("completed", "no attack was new")
