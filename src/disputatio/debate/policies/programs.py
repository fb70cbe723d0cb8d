"""Programs in a debate: whether a turn brings one, what its tests came to, who thinks of more cases, when trying ends.

A program belongs to the turn around a step: the nearest one that encloses it. There it is tried, and mended.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

from disputatio.debate.attempts import CASES, change_of, program_of
from disputatio.debate.hooks import tries
from disputatio.debate.ids import ancestors, inside, parent
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.state import block_at
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import share
from disputatio.debate.policies.visibility import View
from disputatio.debate.policies.works import base_of
from disputatio.debate.policy import At, Contract, Reason, policy

TESTER = "tester"
"""The role whose seat thinks of cases for the programs of others."""


def turn_around(at: At) -> str:
    """Return the path of the turn that encloses a moment; "" where none does."""
    outer = (path for path in reversed(ancestors(at.path)[:-1]) if path.endswith("]"))
    return next((path for path in outer if (block := block_at(at.debate, path)) is not None and block.ask), "")


def _of_turn(at: At) -> list[Past]:
    """Return the places of what was said in the turn around a moment, itself included, newest first."""
    around = turn_around(at)
    if not around:
        return []
    return list(itertools.takewhile(lambda node: node.turn and inside(node.turn.path, around), at.past.nodes()))


def _turns(at: At) -> list[Turn]:
    return [node.turn for node in _of_turn(at) if node.turn is not None]


def _brings_program(at: At, turn: Turn) -> bool:
    if turn.by != "model" or turn.seat in SERVICES or turn.gives == CASES:
        return False
    if program_of(turn.gives, turn.text, turn.data) is not None:
        return True
    return change_of(turn.gives, turn.text) is not None and tries(at.debate.context, at.debate.options)


@policy("when")
def programmed(at: At) -> bool:
    """The turn around this step brings a program, or a change that the commands of the debate test."""
    return any(_brings_program(at, turn) for turn in _turns(at))


@policy("when", needs="tests")
def tested(at: At) -> bool:
    """The program of the turn around this step was run."""
    return any(turn.gives == "tests" and "checks" not in turn.data for turn in _turns(at))


@policy("when", needs="tests")
def failing(at: At) -> bool:
    """The last tests did not pass: those in the turn around this step, or, outside of any, in the block around it."""
    tests = at.past.of("tests", turn_around(at) or parent(at.path))
    return bool(tests and not tests[-1].data.get("passed"))


@policy("until", needs="tests")
def passed(at: At) -> Reason | None:
    """The tests pass."""
    tests = at.past.of("tests", at.path)
    return Reason("completed", "the tests pass") if tests and tests[-1].data.get("passed") else None


@policy("until", needs="reflection")
def sure(at: At, least: float) -> Reason | None:
    """Whoever wrote the fix that was just tried was that sure of it (0 to 1), so no other is tried."""
    given = at.past.of("reflection", at.path)
    confidence = share(given[-1].data.get("confidence")) if given else None
    if confidence is None or confidence < least:
        return None
    who = at.called(given[-1].seat)
    return Reason("completed", f"{who} was sure of the fix ({confidence:.2f}), so no other is tried")


@policy("when")
def learnt(at: At) -> bool:
    """Somebody reflected on a program that failed."""
    return at.past.last("reflection") is not None


@policy("who")
def case_writer(at: At) -> list[str]:
    """The first seat whose role is Tester, else the seat whose turn encloses this step."""
    testers = [seat.id for seat in at.seats if seat.role.casefold() == TESTER]
    return testers[:1] or ([at.seat] if at.seat else [])


@policy("sees")
def every(at: At, view: View, contract: Contract) -> View:
    """Every entry of that kind by the seat itself."""
    own = (node for node in at.past.back(contract) if node.turn is not None and node.turn.seat == at.seat)
    return replace(view, records=(*view.records, *own))


@policy("sees")
def program(at: At, view: View) -> View:
    """The program of the turn around this step, as it was mended last, and the cases that were generated for it. A
    defence that is a change comes with the document that it changes."""
    known = [(node, node.turn) for node in _of_turn(at) if node.turn is not None]
    under, written = list[Past](), next(((node, turn) for node, turn in known if _brings_program(at, turn)), None)
    if written is not None and program_of(written[1].gives, written[1].text, written[1].data) is None:
        under = base_of(at, written[1])
    cases = (node for node, turn in known if turn.gives == CASES)
    found = (*under, *([written[0]] if written else ()), *itertools.islice(cases, 1))
    return replace(view, records=(*view.records, *found))
