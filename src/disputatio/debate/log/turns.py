"""Turns, and the structural past: what precedes a point by the structure of the program, never by the clock.

`Past` is a persistent list (an older past stays valid while newer ones grow from it): branches of a parallel group
start from one past and do not see one another, so order of arrival cannot matter, by construction.
"""

from __future__ import annotations

from dataclasses import field
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeVar

from disputatio.debate.format import MESSAGES
from disputatio.debate.ids import inside
from disputatio.debate.log.events import Author
from disputatio.debate.values import Json, value

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

S = TypeVar("S")


@value
class Turn:
    """A completed call at its place in the program. `heard` is all, team:NAME or room:PATH."""

    path: str
    seat: str
    gives: str
    heard: str
    text: str
    task: str = ""
    by: Author = "model"
    model: str = ""
    data: dict[str, Json] = field(default_factory=dict)

    @property
    def message(self) -> bool:
        return self.gives in MESSAGES and (self.gives != "approval" or bool(self.text))


class Past:
    """A persistent list of turns, newest last. It is compared by identity; `length` is its number of turns. `shared` is
    what was made of its turns, for all pasts that grow from one start: a path means the same turn in each of them. What
    is made of a place, and not of a turn, is kept there together with what it was made of."""

    __slots__ = ("_earlier", "_folds", "before", "length", "shared", "turn")

    def __init__(self, turn: Turn | None = None, before: Past | None = None) -> None:
        self.turn = turn
        self.before = before
        self.length: int = 0
        self.shared: dict[Hashable, Any] = {} if before is None else before.shared
        self._earlier: dict[str, Past] = {}  # not itself: what holds itself is freed late
        if before is not None:  # an empty past is false: ask for None
            self.length = before.length + 1
            self._earlier = before._earlier
            if before.turn is not None:
                self._earlier = {**before._earlier, before.turn.gives: before, f"@{before.turn.seat}": before}
        self._folds: dict[str, object] = {}

    def add(self, turn: Turn) -> Past:
        return Past(turn, self)

    def nodes(self) -> Iterator[Past]:
        """Yield the places from the newest turn to the oldest."""
        node: Past | None = self
        while node is not None and node.turn is not None:
            yield node
            node = node.before

    def newest(self) -> Iterator[Turn]:
        node: Past | None = self
        while node is not None and node.turn is not None:
            yield node.turn
            node = node.before

    def since(self, older: Past) -> list[Turn]:
        """Return the turns that were added to `older` to get here, oldest first."""
        found = []
        node = self
        while node is not older:
            assert node.turn is not None
            assert node.before is not None
            found.append(node.turn)
            node = node.before
        return found[::-1]

    def __iter__(self) -> Iterator[Turn]:
        return reversed(list(self.newest()))

    def __len__(self) -> int:
        return self.length

    def last(self, contract: str) -> Turn | None:
        """Return the newest turn of a contract."""
        node = self.node_of(contract)
        return node.turn if node is not None else None

    def of(self, contract: str, under: str = "") -> list[Turn]:
        """Return the turns of a contract inside a block that ends here, oldest first. Linear in their number."""
        turns = (node.turn for node in self.back(contract) if node.turn is not None)
        return list(takewhile(lambda turn: inside(turn.path, under), turns))[::-1]

    def nodes_of(self, contract: str) -> list[Past]:
        """Return the places of the turns of a contract, oldest first."""
        return list(self.back(contract))[::-1]

    def by_seat(self, seat: str) -> Iterator[Past]:
        """Yield the places where a seat spoke, newest first."""
        return self.back(f"@{seat}")

    def node_of(self, contract: str) -> Past | None:
        """Return the newest place of a contract; "@seat" stands for the turns of a seat."""
        if self.turn is not None and contract in (self.turn.gives, f"@{self.turn.seat}"):
            return self
        return self._earlier.get(contract)

    def back(self, contract: str) -> Iterator[Past]:
        """Yield the places of the turns of a contract, newest first."""
        node = self.node_of(contract)
        while node is not None:
            yield node
            node = node._earlier.get(contract)

    def fold(self, name: str, step: Callable[[S, Turn], S], start: S) -> S:
        """Fold all turns from the left, and remember the result at this place under `name`: later folds start from
        here."""
        pending: list[Past] = []
        node = self
        while name not in node._folds and node.before is not None:
            pending.append(node)
            node = node.before
        state: S = node._folds.get(name, start)  # type: ignore[assignment]
        for later in reversed(pending):
            assert later.turn is not None
            state = step(state, later.turn)
        self._folds[name] = state
        return state
