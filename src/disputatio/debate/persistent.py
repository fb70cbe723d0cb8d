"""A map that never changes: `set` and `drop` give a new one, and the old one keeps its content.

Fat nodes (J. R. Driscoll, N. Sarnak, D. D. Sleator, R. E. Tarjan, "Making data structures persistent", 1989): the
versions that follow one upon another share one dict. It has for each key what it became in which version, newest first;
a version reads past what is newer than itself. So the newest version costs about what a dict costs, and a log of n
events folds in linear time. Only the newest version can go on in the shared dict; from an older one a copy is made.

Several threads may read and extend any versions at once, as a board is made beside a debate that goes on: reading
changes nothing, and a version goes on in the shared dict once, for whoever takes its number out of `_newest` first
(`dict.pop`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Generic, Optional, TypeVar, cast, overload

T = TypeVar("T")
V = TypeVar("V")
_ABSENT: Final = object()
_Link = tuple[int, object, Optional["_Link"]]
"""Since which version, what it is since then (or absent), and what it was before."""
FEW: Final = 8
"""Keys that were dropped and are kept all the same. Where they are more than these and more than the keys that are
left, the next version begins anew without them."""


class PersistentMap(Mapping[str, V], Generic[V]):
    __slots__ = ("_length", "_links", "_newest", "_version")

    _links: dict[str, _Link]
    _newest: dict[int, bool]

    def __init__(self, data: Mapping[str, V] | None = None) -> None:
        self._links = {key: (0, value, None) for key, value in (data or {}).items()}
        self._newest = {0: True}
        self._version = 0
        self._length = len(self._links)

    def set(self, key: str, value: V) -> PersistentMap[V]:
        """A new map with `key` set."""
        if self._at(key) is not _ABSENT:
            return self._changed(key, value, self._length)
        # In the shared dict a key that was dropped would come back at its old place.
        return (self._copy() if key in self._links else self)._changed(key, value, self._length + 1)

    def drop(self, key: str) -> PersistentMap[V]:
        """A new map without `key`; this very map if it has no such key."""
        return self if self._at(key) is _ABSENT else self._changed(key, _ABSENT, self._length - 1)

    def _changed(self, key: str, value: object, length: int) -> PersistentMap[V]:
        """A new map in which one key is another; in the shared dict, if that is open to this version and not full of
        what was dropped."""
        crowded = not self._length or len(self._links) > 2 * self._length + FEW
        base = self._copy() if crowded or self._newest.pop(self._version, None) is None else self
        newer: PersistentMap[V] = PersistentMap.__new__(PersistentMap)
        newer._links, newer._newest = base._links, base._newest
        newer._version, newer._length = base._version + 1, length
        newer._links[key] = (newer._version, value, newer._links.get(key))
        newer._newest[newer._version] = True
        return newer

    def _copy(self) -> PersistentMap[V]:
        return PersistentMap(self._content() if self._length else None)

    def _at(self, key: object) -> object:
        link = self._links.get(cast("str", key))
        while link is not None:
            if link[0] <= self._version:
                return link[1]
            link = link[2]
        return _ABSENT

    def _content(self) -> dict[str, V]:
        """As a dict of its own, in the order in which the keys came."""
        found = ((key, self._at(key)) for key in self._links.copy())  # another thread may go on meanwhile
        return {key: cast("V", value) for key, value in found if value is not _ABSENT}

    @overload
    def get(self, key: str) -> V | None: ...
    @overload
    def get(self, key: str, default: V | T) -> V | T: ...
    def get(self, key: str, default: V | T | None = None) -> V | T | None:
        """Without the detour over an exception that Mapping takes: the rules ask for absent keys all the time."""
        link = self._links.get(key)
        while link is not None:  # as `_at`, which takes as long again to call
            if link[0] <= self._version:
                return default if link[1] is _ABSENT else cast("V", link[1])
            link = link[2]
        return default

    def __getitem__(self, key: str) -> V:
        value = self._at(key)
        if value is _ABSENT:
            raise KeyError(key)
        return cast("V", value)

    def __contains__(self, key: object) -> bool:
        return self._at(key) is not _ABSENT

    def __iter__(self) -> Iterator[str]:
        return iter(self._content())

    def __len__(self) -> int:
        return self._length

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PersistentMap):
            return self is other or self._content() == other._content()
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"PersistentMap({self._content()!r})"
