"""A map that never changes: `set` and `drop` give a new one, and the old one keeps its content.

Baker's trick (H. G. Baker, "Shallow binding makes functional arrays fast", 1991): all versions share one dict, which
belongs to the version used last; the others remember how they differ. So the newest version costs what a dict costs,
and a log of n events folds in linear time. An old version is as right as a new one, only slower to reach.
Not for use from several threads at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar, cast, overload

T = TypeVar("T")
V = TypeVar("V")
_ABSENT = object()


class PersistentMap(Mapping[str, V], Generic[V]):
    __slots__ = ("_data", "_key", "_next", "_old")

    _data: dict[str, V] | None
    _next: PersistentMap[V]  # this and what follows is set only while the dict belongs to another version
    _key: str
    _old: object

    def __init__(self, data: Mapping[str, V] | None = None) -> None:
        self._data = dict(data or {})

    def set(self, key: str, value: V) -> PersistentMap[V]:
        """A new map with `key` set."""
        data = self._data if self._data is not None else self._own()
        newer = self._hand_on(data, key)
        data[key] = value
        return newer

    def drop(self, key: str) -> PersistentMap[V]:
        """A new map without `key`; this very map if it has no such key."""
        data = self._data if self._data is not None else self._own()
        if key not in data:
            return self
        newer = self._hand_on(data, key)
        del data[key]
        return newer

    def _hand_on(self, data: dict[str, V], key: str) -> PersistentMap[V]:
        """The dict belongs to a new map, which is about to change `key`."""
        newer: PersistentMap[V] = PersistentMap.__new__(PersistentMap)
        newer._data = data
        self._data, self._next, self._key, self._old = None, newer, key, data.get(key, _ABSENT)
        return newer

    def _own(self) -> dict[str, V]:
        """The shared dict, with this version's content."""
        if self._data is not None:
            return self._data
        chain: list[PersistentMap[V]] = []
        node: PersistentMap[V] = self
        while node._data is None:
            chain.append(node)
            node = node._next
        data = node._data
        for older in reversed(chain):
            was = data.get(older._key, _ABSENT)
            _put(data, older._key, older._old)
            node._data, node._next, node._key, node._old = None, older, older._key, was
            older._data = data
            node = older
        return data

    @overload
    def get(self, key: str) -> V | None: ...
    @overload
    def get(self, key: str, default: V | T) -> V | T: ...
    def get(self, key: str, default: V | T | None = None) -> V | T | None:
        """Without the detour over an exception that Mapping takes: the rules ask for absent keys all the time."""
        data = self._data if self._data is not None else self._own()
        return data.get(key, default)

    def __getitem__(self, key: str) -> V:
        return self._own()[key]

    def __contains__(self, key: object) -> bool:
        return key in (self._data if self._data is not None else self._own())

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._own()))

    def __len__(self) -> int:
        return len(self._own())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PersistentMap):
            return self is other or dict(self._own()) == dict(other._own())
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"PersistentMap({self._own()!r})"


def _put(data: dict[str, V], key: str, value: object) -> None:
    if value is _ABSENT:
        data.pop(key, None)
    else:
        data[key] = cast("V", value)
