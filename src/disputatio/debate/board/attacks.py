"""Attacks on a proposal, and what answers them (SPEC §4, red-blue). A pure fold over what is published.

An attack is called by its place among all that were made: A1, A2 … It is new unless its author declares by id which
earlier one it repeats, or says it in the same words but for case and marks. Nobody guesses whether two are alike.

A defence closes an attack where whoever defends declares that it does; closed in part, or not, the attack stays open.
Where the defence was run, it has to hold there too. Whoever attacks may grant by id that an attack is closed: that
closes one of which the defence declares nothing. Whoever defends may declare by id that an attack repeats an earlier
one; then it is not new, and the defence is one of the earlier attack.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from disputatio.debate.attempts import TESTS, brings
from disputatio.debate.ids import ancestors, index_of, inside
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, word, words
from disputatio.debate.persistent import EMPTY, PersistentMap
from disputatio.debate.policy import At, Reason, policy
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import Json, value

_ID = re.compile(r"\bA\d{1,4}\b")
UNFIT = "change"
"""The kind of a check that was not made, because the change does not apply."""

AttackStatus = Literal["closed", "partly", "open", "repeated"]
"""partly: it is open, and its last defence closes it in part. repeated: it is an earlier one in other words."""
UNDECLARED = "yes"
"""How far a defence closes its attack in logs of a form that did not ask for it."""


@value
class Defence:
    """What the turn at `path` puts against an attack. `kind`: patch, hardening or validation, "" where nobody said.
    `closes`: "yes", "in part" or "no", as its author declares; "" where the author was asked and does not say.
    `failed`: it was run, and its tests did not pass, or its change does not apply."""

    seat: str
    path: str
    text: str
    kind: str = ""
    closes: str = UNDECLARED
    failed: bool = False


@value
class Attack:
    """`turn` made it first; `repeats`: the turns in which it was made once more. `answered`: a defence was put against
    it, and since then nobody has made it again; `granted`: whoever attacks has said since then that it is closed. `of`:
    the earlier attack that it repeats, as whoever defends declares."""

    id: str
    text: str
    turn: Turn
    severity: str = ""
    category: str = ""
    repeats: tuple[str, ...] = ()
    defences: tuple[Defence, ...] = ()
    answered: bool = False
    granted: bool = False
    of: str = ""

    @property
    def closed(self) -> bool:
        """It is answered, and the last defence is declared to close it and did not fail where it was run."""
        return self.status == "closed"

    @property
    def status(self) -> AttackStatus:
        if self.of:
            return "repeated"
        last = self.defences[-1] if self.answered else None
        if last is None or last.failed:
            return "open"
        if last.closes == "yes" or (self.granted and not last.closes):
            return "closed"
        return "partly" if last.closes == "in part" else "open"


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
            found = _defended(found, turn, text, item)
        elif text:
            found = _made(found, turn, text, item)
    for id in words(turn.data.get("closed")) if turn.gives == "findings" else ():
        for each in _ID.findall(id):
            known = _first(found, each)
            if known and found[known].answered:
                found = found.set(known, replace(found[known], granted=True))
    return found


def _first(found: Attacks, id: str) -> str:
    """Return the attack that an id stands for: of one that repeats another, that other; "" where nobody made it."""
    return (found[id].of or id) if id in found else ""


def _defended(found: Attacks, turn: Turn, text: str, item: dict[str, Json]) -> Attacks:
    id, named = _first(found, word(item.get("answers"))), _first(found, word(item.get("repeats")))
    if not id:
        return found
    if named and list(found).index(named) < list(found).index(id):
        again, first = found[id], found[named]
        found = found.set(id, replace(again, of=named))
        found = found.set(named, replace(first, repeats=(*first.repeats, again.turn.path)))
        id = named
    closes = word(item.get("closes")) if "closes" in item else UNDECLARED
    defence = Defence(seat=turn.seat, path=turn.path, text=text, kind=word(item.get("kind")), closes=closes)
    one = found[id]
    known = [each for each in one.defences if (each.seat, bare_words(each.text)) == (turn.seat, bare_words(text))]
    if known and not brings(turn.gives, turn.text, turn.data):  # what was run of it still holds
        defence = replace(known[-1], closes=closes)
    kept = (each for each in one.defences if each not in known)
    return found.set(id, replace(one, defences=(*kept, defence), answered=True, granted=False))


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
    alike = next((id for id, one in found.items() if _worded_alike(one, text)), "")
    if same := _first(found, declared) or _first(found, alike):
        one = found[same]
        return found.set(same, replace(one, repeats=(*one.repeats, turn.path), answered=False, granted=False))
    id = f"A{len(found) + 1}"
    return found.set(id, Attack(id=id, text=text, turn=turn, severity=severity, category=category))


def _worded_alike(one: Attack, text: str) -> bool:
    return bare_words(one.text) == bare_words(text)


@policy("when", needs="findings")
def open_attacks(at: At) -> bool:
    """An attack is open: nothing was put against it, or nothing that closes it, or it was made again after that."""
    return any(one.status not in ("closed", "repeated") for one in attacks_of(at.past).values())


@policy("until", needs="findings")
def no_new_attacks(at: At) -> Reason | None:
    """Nobody published an attack in the pass that just ended that had not been made before, in whatever words."""
    if any(inside(one.turn.path, at.path) and not one.of for one in attacks_of(at.past).values()):
        return None
    return Reason("completed", "no attack was new")
