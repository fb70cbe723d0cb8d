"""The persistent map behaves like a dict in each of its versions, whichever of them is asked, in whatever order."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, multiple, rule

from disputatio.debate.persistent import PersistentMap

keys = st.sampled_from("abcdef")


class Versions(RuleBasedStateMachine):
    """Every version ever made, beside a plain dict with the content that it must have for ever."""

    versions = Bundle("versions")

    @rule(target=versions, content=st.dictionaries(keys, st.integers()))
    def new(self, content: dict[str, int]) -> tuple[PersistentMap[int], dict[str, int]]:
        return PersistentMap(content), content

    @rule(target=versions, old=versions, key=keys, value=st.integers())
    def set(
        self, old: tuple[PersistentMap[int], dict[str, int]], key: str, value: int
    ) -> tuple[PersistentMap[int], dict[str, int]]:
        return old[0].set(key, value), old[1] | {key: value}

    @rule(target=versions, old=versions, key=keys)
    def drop(self, old: tuple[PersistentMap[int], dict[str, int]], key: str) -> object:
        mapped, plain = old
        if key not in plain:
            assert mapped.drop(key) is mapped
            return multiple()
        return mapped.drop(key), {name: value for name, value in plain.items() if name != key}

    @rule(one=versions, key=keys)
    def read(self, one: tuple[PersistentMap[int], dict[str, int]], key: str) -> None:
        mapped, plain = one
        assert dict(mapped) == plain
        assert list(mapped) == list(plain), "in the order in which the keys came"
        assert len(mapped) == len(plain)
        assert (key in mapped) == (key in plain)
        assert mapped.get(key) == plain.get(key)
        assert eval(repr(mapped), {"PersistentMap": dict}) == plain

    @rule(one=versions, other=versions)
    def compare(
        self, one: tuple[PersistentMap[int], dict[str, int]], other: tuple[PersistentMap[int], dict[str, int]]
    ) -> None:
        assert (one[0] == other[0]) == (one[1] == other[1])
        assert one[0] != one[1], "a map is no dict"


TestVersions = Versions.TestCase


def test_a_loop_over_a_version_is_not_disturbed_by_newer_ones() -> None:
    start = PersistentMap({"a": 1, "b": 2})
    seen = []
    for key in start:
        seen.append((key, start[key]))
        start.set(key, 9).drop("b")
    assert seen == [("a", 1), ("b", 2)]
    assert (start.get("a"), start.get("b")) == (1, 2)
    with pytest.raises(KeyError):
        start["c"]


class Said:
    """Something that can be watched being let go of."""


def test_what_was_dropped_is_not_kept_for_ever() -> None:
    said: PersistentMap[Said] = PersistentMap({"first": Said()})
    seen = []
    for number in range(200):
        one = Said()
        seen.append(weakref.ref(one))
        said = said.set(str(number), one).drop(str(number))
        del one
    gc.collect()
    assert sum(each() is not None for each in seen) < 20
    assert list(said) == ["first"]


def test_maps_that_grow_from_one_empty_map_have_nothing_to_do_with_one_another() -> None:
    nothing: PersistentMap[Said] = PersistentMap()
    gone = Said()
    watched = weakref.ref(gone)
    one, other = nothing.set("a", gone), nothing.set("b", Said())
    assert (list(one), list(other), list(nothing)) == (["a"], ["b"], [])
    del one, gone
    gc.collect()
    assert watched() is None


@pytest.fixture
def _hasty() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_hasty")
def test_a_thread_may_read_and_extend_a_version_while_another_goes_on() -> None:
    versions: list[PersistentMap[int]] = [PersistentMap()]

    def go_on(since: int) -> int:
        """Every version there is has what it had, also when something is added to it here."""
        for place in range(len(versions) - 1, -1, -3):
            version = versions[place]
            assert len(version) == place
            assert list(version.items()) == [(str(n), n) for n in range(place)]
            assert version.set("here", since)["here"] == since
            assert "here" not in version
        return len(versions)

    with ThreadPoolExecutor(3) as threads:
        working = [threads.submit(go_on, since) for since in range(30)]
        for number in range(300):
            versions.append(versions[-1].set(str(number), number))
        assert all(each.result() for each in working)
    assert list(versions[-1].items()) == [(str(n), n) for n in range(300)]
