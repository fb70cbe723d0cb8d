"""What tests and checks came to, in sentences, for whoever is asked to approve what comes next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from disputatio.debate.hooks import KINDS
from disputatio.debate.ids import parent
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Turn
from disputatio.debate.payload import items, word
from disputatio.debate.policy import seat_in
from disputatio.debate.values import Json
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.words import once
from disputatio.debate.views.workshop import TestResult, counted, results_of
from disputatio.debate.wording import listed, mark, plural, tr


def tested(debate: Debate, turns: Sequence[Turn], of: Collection[str]) -> Iterator[str]:
    """Yield what tests came to: of each program the newest, since what was mended meanwhile was tried again. `of`: of
    whose work alone; of everybody's where nobody is named."""
    newest: dict[str, Turn] = {}
    checked: dict[str, list[dict[str, Json]]] = {}
    for turn in turns:
        if turn.gives == "tests" and "checks" in turn.data:
            checked |= _by_author(debate, turn)
        elif turn.gives == "tests":
            whose = seat_in(parent(turn.path), debate.seats)
            newest.pop(whose, None)
            newest[whose] = turn
    shown = {whose: turn for whose, turn in newest.items() if not of or whose in of}
    for whose, turn in shown.items():
        yield _tests(turn, name_of(whose, debate.seats) if len(newest) > 1 and whose else "")
    own = {whose: checks for whose, checks in checked.items() if not of or whose in of}
    yield from _checks({name_of(whose, debate.seats) if whose else "": checks for whose, checks in own.items()})


def _by_author(debate: Debate, turn: Turn) -> dict[str, list[dict[str, Json]]]:
    """Return what was checked, by the seats whose work it was: what a check names, else where it was made."""
    found: dict[str, list[dict[str, Json]]] = {}
    for check in items(turn.data.get("checks")):
        of = seat_in(word(check.get("of")), debate.seats) or seat_in(parent(turn.path), debate.seats)
        found.setdefault(of, []).append(check)
    return found


def _tests(turn: Turn, whose: str) -> str:
    results = list(results_of(turn))
    counts = ", ".join(words for words, _ in counted(results))
    told = f": {counts}" if counts else ""
    if turn.data.get("passed"):
        return _passed(results, told, whose)
    return (
        tr("The tests of {whose} do not pass{told}.").format(whose=whose, told=told)
        if whose
        else tr("The tests do not pass{told}.").format(told=told)
    )


def _passed(results: Sequence[TestResult], told: str, whose: str) -> str:
    """Say that tests pass: of all of them, that they do says how many did."""
    own, made = (sum(one.generated is generated for one in results) for generated in (False, True))
    if not own or not all(one.passed for one in results):
        return (
            tr("The tests of {whose} pass{told}.").format(whose=whose, told=told)
            if whose
            else tr("The tests pass{told}.").format(told=told)
        )
    if own == 2:
        said = tr("Both tests of {whose} pass.").format(whose=whose) if whose else tr("Both tests pass.")
    elif whose:
        said = plural("The one test of {whose} passes.", "All {count} tests of {whose} pass.", own).format(whose=whose)
    else:
        said = plural("The one test passes.", "All {count} tests pass.", own)
    also = plural("The one generated case passes, too.", "All {count} generated cases pass, too.", made)
    return f"{said} {also}" if made else said


def _checks(found: Mapping[str, Sequence[Mapping[str, Json]]]) -> Iterator[str]:
    """Yield each kind of check with whose work failed it and whose passed it, and how much was counted there."""
    came: dict[tuple[str, bool], list[str]] = {}
    for name, checks in found.items():
        for check in checks:
            kind, count = tr(KINDS.get(word(check.get("kind")), mark("change"))), word(check.get("count"))
            told = f"{name} ({count})" if name and count else name or count or word(check.get("command"))
            came.setdefault((kind, check.get("passed") is True), []).append(told)
    for kind in dict.fromkeys(kind for kind, _ in came):
        for passed, words in ((False, tr("{kind} failed: {names}.")), (True, tr("{kind} passed: {names}."))):
            if names := listed(filter(None, came.get((kind, passed), ()))):
                yield words.format(kind=once(kind), names=names)
