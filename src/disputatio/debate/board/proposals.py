"""What is said of proposals: flaws that critics find in them (SPEC PHASE.1, critique). A pure fold over what is
published.

A flaw is called by its place among all that were found: F1, F2 … One that still stands in a later version is declared
by its id, or named in the same words but for case and marks; one that a critic names no more in their next critique is
gone. Nobody guesses whether two are alike.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from disputatio.debate.ids import index_of
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, word
from disputatio.debate.persistent import EMPTY, PersistentMap
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import Json, value

FlawStatus = Literal["stands", "gone"]


@value
class Flaw:
    """`turn` named it first; `again`: the turns that say that it still stands; `by`: who named it last. `proposal`: the
    turn that gives what it is a flaw of, "" where nobody said so. `gone`: the later critique by the same seat that
    names it no more, "" while it stands."""

    id: str
    text: str
    turn: Turn
    by: str
    severity: str = ""
    evidence: str = ""
    proposal: str = ""
    again: tuple[str, ...] = ()
    gone: str = ""

    @property
    def status(self) -> FlawStatus:
        return "gone" if self.gone else "stands"


Flaws = PersistentMap[Flaw]


def flaws_of(past: Past) -> Flaws:
    """Return all flaws by id, in the order in which they were named."""
    return past.fold("flaws", _with_turn, EMPTY)


def _with_turn(found: Flaws, turn: Turn) -> Flaws:
    if turn.gives != "flaws" or turn.heard != "all":
        return found
    named: set[str] = set()
    for item in items(turn.data.get("items")):
        if text := word(item.get("text")):
            id = _known(found, text, item, named)
            named.add(id or f"F{len(found) + 1}")
            found = _again(found, id, turn) if id else _first(found, turn, text, item)
    for id, one in found.items():
        if one.by == turn.seat and one.status == "stands" and id not in named:
            found = found.set(id, replace(one, gone=turn.path))
    return found


def _known(found: Flaws, text: str, item: dict[str, Json], named: set[str]) -> str:
    """Return the flaw that a critic means; "" for a new one. What is said of two proposals in the same words is a flaw
    of each: of those with these words it is that of the same author, else one that was not `named` in this turn."""
    author = index_of(word(item.get("turn")))

    def fits(id: str) -> bool:
        return not author or index_of(found[id].proposal) in ("", author)

    if (declared := word(item.get("repeats"))) in found and (declared not in named or fits(declared)):
        return declared
    same = [id for id, one in found.items() if bare_words(one.text) == bare_words(text)]
    of_author = (id for id in same if fits(id))
    return next(of_author, next((id for id in same if id not in named), ""))


def _again(found: Flaws, id: str, turn: Turn) -> Flaws:
    one = found[id]
    return found.set(id, replace(one, again=(*one.again, turn.path), by=turn.seat, gone=""))


def _first(found: Flaws, turn: Turn, text: str, item: dict[str, Json]) -> Flaws:
    id = f"F{len(found) + 1}"
    severity, evidence, proposal = (word(item.get(name)) for name in ("severity", "evidence", "turn"))
    flaw = Flaw(id=id, text=text, turn=turn, by=turn.seat, severity=severity, evidence=evidence, proposal=proposal)
    return found.set(id, flaw)
