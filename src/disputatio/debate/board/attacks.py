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
from disputatio.debate.values import Json, value

AttackStatus = Literal["closed", "open"]


@value
class Defence:
    """What the turn at `path` puts against an attack. `kind`: patch, hardening or validation, "" where nobody said."""

    seat: str
    path: str
    text: str
    kind: str = ""


@value
class Attack:
    """`turn` made it first; `repeats`: the turns in which it was made once more. `closed`: a defence was put against
    it, and since then nobody has made it again."""

    id: str
    text: str
    turn: Turn
    severity: str = ""
    category: str = ""
    repeats: tuple[str, ...] = ()
    defences: tuple[Defence, ...] = ()
    closed: bool = False

    @property
    def status(self) -> AttackStatus:
        return "closed" if self.closed else "open"


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
                defence = Defence(seat=turn.seat, path=turn.path, text=text, kind=word(item.get("kind")))
                found = found.set(id, replace(found[id], defences=(*found[id].defences, defence), closed=True))
        elif text:
            found = _made(found, turn, text, item)
    return found


def _made(found: Attacks, turn: Turn, text: str, item: dict[str, Json]) -> Attacks:
    declared, severity, category = (word(item.get(name)) for name in ("repeats", "severity", "category"))
    same = declared if declared in found else next((id for id, one in found.items() if _worded_alike(one, text)), "")
    if same:
        return found.set(same, replace(found[same], repeats=(*found[same].repeats, turn.path), closed=False))
    id = f"A{len(found) + 1}"
    return found.set(id, Attack(id=id, text=text, turn=turn, severity=severity, category=category))


def _worded_alike(one: Attack, text: str) -> bool:
    return bare_words(one.text) == bare_words(text)


@policy("when", needs="findings")
def open_attacks(at: At) -> bool:
    """An attack is open: nothing was put against it, or it was made again after that."""
    return any(not one.closed for one in attacks_of(at.past).values())


@policy("until", needs="findings")
def no_new_attacks(at: At) -> Reason | None:
    """Nobody published an attack in the pass that just ended that had not been made before."""
    if any(inside(one.turn.path, at.path) for one in attacks_of(at.past).values()):
        return None
    return Reason("completed", "no attack was new")
