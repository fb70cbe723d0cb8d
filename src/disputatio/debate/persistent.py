"""A map that never changes: `set` and `drop` give a new one, and the old one keeps its content.

Fat nodes (J. R. Driscoll, N. Sarnak, D. D. Sleator, R. E. Tarjan, "Making data structures persistent", 1989): the
versions that follow one upon another share one dict. It has for each key what it became in which version, newest first;
a version reads past what is newer than itself. So the newest version costs about what a dict costs, and a log of n
events folds in linear time. Only the newest version can go on in the shared dict; from an older one a copy is made.

Several threads may read and extend any versions at once, as a board is made beside a debate that goes on: reading
changes nothing, and a version goes on in the shared dict once, for whoever takes its one token first (`list.pop`).
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from typing import Any, Final, Generic, TypeVar, overload

T = TypeVar("T")
V = TypeVar("V")
_ABSENT: Final = object()
_Link = tuple[int, Any, Any]
"""Since which version, what it is since then (or absent), and the link before it (or None)."""
FEW: Final = 8
"""How many keys that were dropped are kept all the same. Where there are more of them than this, and more than the keys
that are left, the next version begins anew without them."""


class PersistentMap(Mapping[str, V], Generic[V]):
    __slots__ = ("_length", "_links", "_token", "_version")

    _links: dict[Any, _Link]
    _token: list[None]
    """It holds one thing while nothing has gone on from here in the shared dict."""

    def __init__(self, data: Mapping[str, V] | None = None) -> None:
        self._links = {key: (0, value, None) for key, value in data.items()} if data else {}
        self._token = [None]
        self._version = 0
        self._length = len(self._links)

    def set(self, key: str, value: V) -> PersistentMap[V]:
        """Return a new map with `key` set."""
        if not self._length:
            return _map({key: (0, value, None)}, 0, 1)
        if key in self:
            return self._changed(key, value, self._length)
        # In the shared dict a key that was dropped would come back at its old place.
        return (self._copy() if key in self._links else self)._changed(key, value, self._length + 1)

    def drop(self, key: str) -> PersistentMap[V]:
        """Return a new map without `key`; this very map if it has no such key."""
        if key not in self:
            return self
        return self._changed(key, _ABSENT, self._length - 1) if self._length > 1 else EMPTY

    def _changed(self, key: str, value: object, length: int) -> PersistentMap[V]:
        """Return a new map in which one key is another: in the shared dict, if that is open to this version and not
        full of what was dropped."""
        base = self._copy() if len(self._links) > 2 * self._length + FEW else self
        try:
            base._token.pop()
        except IndexError:
            base = self._copy()
        links, version = base._links, base._version + 1
        links[key] = (version, value, links.get(key))
        return _map(links, version, length)

    def _copy(self) -> PersistentMap[V]:
        return PersistentMap(self._content())

    def _content(self) -> dict[str, V]:
        """Return a dict of its own, with the keys in the order in which they came."""
        content: dict[str, V] = {}
        link: _Link | None
        for key, link in self._links.copy().items():  # another thread may go on meanwhile
            while link is not None and link[0] > self._version:
                link = link[2]
            if link is not None and link[1] is not _ABSENT:
                content[key] = link[1]
        return content

    # Four times the same loop: the rules look up keys all the time, and a call more takes as long as the rest.
    @overload
    def get(self, key: str) -> V | None: ...
    @overload
    def get(self, key: str, default: V | T) -> V | T: ...
    def get(self, key: str, default: V | T | None = None) -> V | T | None:
        link = self._links.get(key)
        while link is not None and link[0] > self._version:
            link = link[2]
        return default if link is None or link[1] is _ABSENT else link[1]

    def __getitem__(self, key: str) -> V:
        link = self._links.get(key)
        while link is not None and link[0] > self._version:
            link = link[2]
        if link is None or link[1] is _ABSENT:
            raise KeyError(key)
        found: V = link[1]
        return found

    def __contains__(self, key: object) -> bool:
        link = self._links.get(key)
        while link is not None and link[0] > self._version:
            link = link[2]
        return link is not None and link[1] is not _ABSENT

    def __iter__(self) -> Iterator[str]:
        return iter(self._content())

    def items(self) -> ItemsView[str, V]:
        return self._content().items()

    def values(self) -> ValuesView[V]:
        return self._content().values()

    def __len__(self) -> int:
        return self._length

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PersistentMap):
            return self is other or self._content() == other._content()
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"PersistentMap({self._content()!r})"


def _map(links: dict[Any, _Link], version: int, length: int) -> PersistentMap[Any]:
    made: PersistentMap[Any] = PersistentMap.__new__(PersistentMap)
    made._links, made._version, made._token, made._length = links, version, [None], length
    return made


EMPTY: Final[PersistentMap[Any]] = PersistentMap()
"""The empty map. One is enough, since nothing goes on in its dict."""
