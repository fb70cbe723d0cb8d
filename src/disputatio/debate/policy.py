"""The named pure functions that a format may refer to: "name argument …", arguments are words, numbers or $options.

Six families, each with one signature. `at` is the moment: the debate, the path (= the scope) and the past (= the
board). There are no variables, expressions or operators in a format: what would need them is a policy here, written
in the module that owns the notion (`consensus` owns the exit `consensus`, `speakers` the order `topology` …).

    who(at, …) -> seats            order(at, items, …) -> groups      each(at, …) -> items
    when(at, …) -> bool            until(at, …) -> Reason | None      sees(at, view, …) -> view

A policy may need a contract ("consensus" needs somebody to give an assessment): the loader checks that it is given.
What a policy decides is recorded in an event, so a later version of it never changes an old debate. Names are API:
old debates carry them, so a policy is never renamed or removed without an alias.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from disputatio.debate.ids import inside, names_bound, segments
from disputatio.debate.log.events import Outcome
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.values import value

if TYPE_CHECKING:
    from disputatio.debate.log.seats import Seat
    from disputatio.debate.log.state import Debate
    from disputatio.debate.log.turns import Past, Turn

F = TypeVar("F", bound=Callable[..., object])


class Option(str):
    """An argument that must be the name of an option."""


class Index(str):
    """An argument that must be the name of an enclosing block with an index (a loop, an each, an ask)."""


class Step(str):
    """An argument that must be the name of a step of the format."""


class Cast(str):
    """An argument that must be the name of a part in the cast."""


class Contract(str):
    """An argument that must be the name of an output contract that some step gives."""


class Figure(str):
    """An argument that must be the name of a figure."""


class Reason(NamedTuple):
    """Why a loop ends: what that makes of the debate, and one sentence for the person."""

    outcome: Outcome
    why: str


@value
class At:
    """The moment at which a policy is asked."""

    debate: Debate
    path: str
    past: Past

    @property
    def seat(self) -> str:
        """Whose turn it is: the innermost bound item that is a seat."""
        return seat_in(self.path, self.debate.seats)

    @property
    def seats(self) -> list[Seat]:
        """The seats that are taken, in the order of the cast."""
        return [seat for seat in self.debate.seats.values() if seat.taken]

    def called(self, seat: str) -> str:
        """Return what people call a seat."""
        return self.debate.seats[seat].name or seat if seat in self.debate.seats else seat

    def present(self, seat: str) -> bool:
        return seat in SERVICES or (seat in self.debate.seats and self.debate.seats[seat].taken)

    def item(self, block: str) -> str:
        """Return the index that an enclosing block has bound."""
        return names_bound(self.path).get(block, "")

    def number(self, block: str) -> int:
        """Return the pass that an enclosing loop is in, from 1."""
        item = self.item(block)
        return int(item) if item.isdecimal() else 1

    def value(self, word: str) -> Any:
        """Return the value of an argument as it stands in a format: `$name` is an option."""
        return self.debate.options.get(word[1:]) if word.startswith("$") else word

    def team(self, seat: str) -> str:
        return self.debate.seats[seat].team if seat in self.debate.seats else ""

    def hears(self, turn: Turn) -> bool:
        if turn.heard == "all":
            return True
        kind, _, which = turn.heard.partition(":")
        seat = self.seat
        if kind == "room":  # who records outside of it would carry it out
            return inside(self.path, which) or (turn.seat == seat and seat not in SERVICES)
        return seat in SERVICES or turn.seat == seat or which == self.team(seat)

    def random_order(self, items: Iterable[str]) -> list[str]:
        """Return the items in a random order that depends on the seed and the path alone."""
        key = f"{self.debate.seed}|{self.path}|"
        return sorted(items, key=lambda item: hashlib.sha256((key + item).encode()).digest())


def seat_in(path: str, seats: Collection[str]) -> str:
    """Return the innermost seat or service that a path has bound, or ""."""
    for _, item in reversed(segments(path)):
        if item in seats or item in SERVICES:
            return item
    return ""


class Policy(NamedTuple):
    run: Callable[..., Any]
    kinds: tuple[type, ...]
    least: int
    most: int
    needs: str
    summary: str


FAMILIES: dict[str, dict[str, Policy]] = {family: {} for family in ("who", "order", "each", "when", "until", "sees")}
_GIVEN = {"order": 2, "sees": 2}
_MANY = 9


def policy(family: str, needs: str = "", name: str = "") -> Callable[[F], F]:
    """Register a function as a policy; its name is the function's, with hyphens, unless `name` says otherwise."""

    def register(run: F) -> F:
        parameters = list(inspect.signature(run, eval_str=True).parameters.values())[_GIVEN.get(family, 1) :]
        least = sum(one.default is one.empty and one.kind is not one.VAR_POSITIONAL for one in parameters)
        many = any(one.kind is one.VAR_POSITIONAL for one in parameters)
        kinds = tuple(one.annotation for one in parameters) * (_MANY if many else 1)
        known = name or run.__name__.strip("_").replace("_", "-")
        summary = (run.__doc__ or "").strip().partition("\n")[0].partition(" (SPEC")[0].rstrip(".")
        FAMILIES[family][known] = Policy(run, kinds, least + many, len(kinds), needs, summary)
        return run

    return register


@lru_cache(maxsize=1024)
def _parsed(family: str, reference: str) -> tuple[Policy, tuple[str, ...]]:
    name, *words = reference.split() or [""]  # nothing is the name of none
    return FAMILIES[family][name], tuple(words)


def call(family: str, reference: str, at: At, *given: object) -> Any:
    """Evaluate a reference such as "consensus $threshold"."""
    found, words = _parsed(family, reference)
    arguments = (kind(at.value(word)) for kind, word in zip(found.kinds, words, strict=False))
    return found.run(at, *given, *arguments)
