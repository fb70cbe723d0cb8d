"""Attacks on a proposal, and what answers them (SPEC §4, red-blue). A pure fold over what is published.

An attack is called by its place among all that were made: A1, A2 … It is new unless its author declares by id which
earlier one it repeats, or says it in the same words but for case and marks. Nobody guesses whether two are alike.

What a defender says does not close an attack by itself: where the defence was run, it has to hold there too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from disputatio.debate.attempts import TESTS
from disputatio.debate.ids import ancestors, index_of, inside
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, word
from disputatio.debate.persistent import EMPTY, PersistentMap
from disputatio.debate.policy import At, Reason, policy
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import Json, value

UNFIT = "change"
"""The kind of a check that was not made, because the change does not apply."""

AttackStatus = Literal["closed", "open"]


@value
class Defence:
    """What the turn at `path` puts against an attack. `kind`: patch, hardening or validation, "" where nobody said.
    `failed`: it was run, and its tests did not pass, or its change does not apply."""

    seat: str
    path: str
    text: str
    kind: str = ""
    failed: bool = False


@value
class Attack:
    """`turn` made it first; `repeats`: the turns in which it was made once more. `answered`: a defence was put against
    it, and since then nobody has made it again."""

    id: str
    text: str
    turn: Turn
    severity: str = ""
    category: str = ""
    repeats: tuple[str, ...] = ()
    defences: tuple[Defence, ...] = ()
    answered: bool = False

    @property
    def closed(self) -> bool:
        """It is answered, and the last defence did not fail where it was run."""
        return self.answered and not self.defences[-1].failed

    @property
    def status(self) -> AttackStatus:
        return "closed" if self.closed else "open"


Attacks = PersistentMap[Attack]


def attacks_of(past: Past) -> Attacks:
    """Return all published attacks by id, in the order in which they were made."""
    return past.fold("attacks", _with_turn, EMPTY)


def _with_turn(found: Attacks, turn: Turn) -> Attacks:
    if turn.heard != "all" or turn.gives not in ("findings", "patches", TESTS):
        return found
    if turn.gives == TESTS:
        return _tried(found, turn)
    for item in items(turn.data.get("items")):
        text = word(item.get("text"))
        if turn.gives == "patches":
            id = word(item.get("answers"))
            if id in found:
                defence = Defence(seat=turn.seat, path=turn.path, text=text, kind=word(item.get("kind")))
                found = found.set(id, replace(found[id], defences=(*found[id].defences, defence), answered=True))
        elif text:
            found = _made(found, turn, text, item)
    return found


def _tried(found: Attacks, turn: Turn) -> Attacks:
    """Return the attacks after defences were run: by themselves, or by the commands that test proposals."""
    for id, one in list(found.items()):
        last = one.defences[-1] if one.defences else None
        passed = _passed(turn, last) if last is not None else None
        if last is not None and passed is not None and last.failed is passed:
            found = found.set(id, replace(one, defences=(*one.defences[:-1], replace(last, failed=not passed))))
    return found


def _passed(turn: Turn, defence: Defence) -> bool | None:
    """Return whether a defence passed the tests of a turn; None where it was not in them. Its author may have mended it
    after it had failed: all of that stands inside of one turn, and so does what tried it there."""
    if "checks" not in turn.data:
        return turn.data.get("passed") is True if inside(turn.path, _whole(defence)) else None
    of = [each for each in items(turn.data.get("checks")) if word(each.get("of")) == defence.path]
    tests = [each.get("passed") is True for each in of if word(each.get("kind")) in (TESTS, UNFIT)]
    return all(tests) if tests else None


def _whole(defence: Defence) -> str:
    """Return the turn in which a defence was made and mended."""
    return next((place for place in ancestors(defence.path) if index_of(place) == defence.seat), defence.path)


def _made(found: Attacks, turn: Turn, text: str, item: dict[str, Json]) -> Attacks:
    declared, severity, category = (word(item.get(name)) for name in ("repeats", "severity", "category"))
    same = declared if declared in found else next((id for id, one in found.items() if _worded_alike(one, text)), "")
    if same:
        return found.set(same, replace(found[same], repeats=(*found[same].repeats, turn.path), answered=False))
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
