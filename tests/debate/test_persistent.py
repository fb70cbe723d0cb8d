"""The persistent map behaves like a dict in each of its versions, whichever of them is asked, in whatever order."""

from __future__ import annotations

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
