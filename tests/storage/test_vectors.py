"""Vectors: the index and the search without it agree, on one file, whoever wrote it last."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from disputatio.engine.errors import InvalidReply
from disputatio.storage import vectors
from disputatio.storage.schema import METADATA
from disputatio.storage.sqlite import choose, load_vectors
from disputatio.storage.vectors import Space


def unable() -> bool:
    with closing(choose().connect(":memory:")) as connection:
        return bool(load_vectors(connection))


pytestmark = pytest.mark.skipif(
    unable(),
    reason="sqlite-vec cannot be loaded here: there is nothing to compare",
)


def opened(path: Path | str, able: bool) -> Any:
    """A connection with the tables of vectors, with the extension or without."""
    driver = choose().connect(str(path))
    driver.isolation_level = None
    if able:
        assert load_vectors(driver) == ""
    for name in ("embedding_spaces", "vectors"):
        driver.execute(str(CreateTable(METADATA.tables[name], if_not_exists=True).compile(dialect=sqlite.dialect())))
    return driver


def vector(source: random.Random, dimension: int = 8) -> array[float]:
    raw = [source.gauss(0, 1) for _ in range(dimension)]
    length = sum(each * each for each in raw) ** 0.5
    return array("f", [each / length for each in raw])


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[Any, Any]]:
    """The same file through two connections."""
    with closing(opened(tmp_path / "v.db", True)) as able, closing(opened(tmp_path / "v.db", False)) as unable:
        yield able, unable


def fill(driver: Any, count: int, seed: int = 1, scopes: int = 3) -> Space:
    source = random.Random(seed)
    space = vectors.ready_space(driver, "toy@8", 8, 0.0)
    for memory in range(1, count + 1):
        vectors.put(driver, space, memory, f"scope/{memory % scopes}", vector(source))
    return space


@settings(max_examples=40)
@given(seed=st.integers(0, 10_000), count=st.integers(0, 120), limit=st.integers(1, 60), scoped=st.booleans())
def test_the_index_and_numpy_find_the_same_in_the_same_order(seed: int, count: int, limit: int, scoped: bool) -> None:
    with closing(opened(":memory:", True)) as able, closing(opened(":memory:", False)) as unable:
        spaces = fill(able, count, seed), fill(unable, count, seed)
        asked = vector(random.Random(seed + 1))
        scopes = ("scope/0", "scope/2") if scoped else ()
        indexed = vectors.near(able, spaces[0], asked, scopes, limit)
        plain = vectors.near(unable, spaces[1], asked, scopes, limit)
    assert [memory for memory, _ in indexed] == [memory for memory, _ in plain] or _only_ties_differ(indexed, plain)
    assert [cosine for _, cosine in indexed] == pytest.approx([cosine for _, cosine in plain], abs=1e-5)
    assert len(indexed) == min(limit, sum(1 for m in range(1, count + 1) if not scoped or m % 3 in (0, 2)))


def _only_ties_differ(a: list[tuple[int, float]], b: list[tuple[int, float]]) -> bool:
    """Cosines that float32 cannot tell apart may change places."""
    return all(x[0] == y[0] or abs(x[1] - y[1]) < 1e-6 for x, y in zip(a, b, strict=True))


def test_a_cosine_is_the_cosine(both) -> None:
    able, unable = both
    space = vectors.ready_space(able, "toy@2", 2, 0.0)
    for memory, raw in enumerate(([1, 0], [0, 1], [-1, 0], [0.6, 0.8]), 1):
        vectors.put(able, space, memory, "s", array("f", raw))
    asked = array("f", [1, 0])
    for driver in (able, unable):
        found = vectors.near(driver, space, asked, ("s",))
        assert [memory for memory, _ in found] == [1, 4, 2, 3]
        assert [cosine for _, cosine in found] == pytest.approx([1, 0.6, 0, -1], abs=1e-6)
        assert vectors.likeness(driver, space, asked, [4, 99]) == pytest.approx({4: 0.6})


def test_a_file_serves_machines_with_and_without_the_extension_by_turns(both) -> None:
    able, unable = both
    fill(able, 30)
    asked = vector(random.Random(5))
    space = vectors.ready_space(unable, "toy@8", 8, 0.0)
    vectors.put(unable, space, 31, "scope/1", asked)
    vectors.forget(unable, 1)
    for driver in (able, unable):
        found = vectors.near(driver, vectors.find_space(driver, "toy@8"), asked, (), 40)
        assert found[0][0] == 31, "what the other wrote is found at once"
        assert {memory for memory, _ in found} == set(range(2, 32))
    assert vectors.find_space(able, "toy@8").stale
    mended = vectors.ready_space(able, "toy@8", 8, 0.0)
    assert not mended.stale
    assert [m for m, _ in vectors.near(able, mended, asked, (), 40)] == [memory for memory, _ in found]


def test_putting_again_replaces_and_forgetting_leaves_nothing(both) -> None:
    able, _ = both
    space = fill(able, 5)
    other = vectors.ready_space(able, "other@8", 8, 0.0)
    asked = vector(random.Random(9))
    vectors.put(able, space, 2, "scope/2", asked)
    vectors.put(able, other, 2, "scope/2", asked)
    assert vectors.near(able, space, asked)[0] == (2, pytest.approx(1, abs=1e-6))
    assert len(vectors.near(able, space, asked)) == 5
    vectors.forget(able, 2)
    assert 2 not in dict(vectors.near(able, space, asked))
    assert vectors.near(able, other, asked) == []
    assert vectors.vector_of(able, space, 2) is None
    vectors.drop_space(able, space)
    assert vectors.find_space(able, "toy@8") is None
    assert able.execute("SELECT count(*) FROM vectors").fetchone() == (0,)


def test_a_vector_of_another_space_is_refused(both) -> None:
    able, _ = both
    space = fill(able, 1)
    for wrong in (array("f", [1.0] * 7), array("d", [1.0] * 8)):
        with pytest.raises(InvalidReply, match="does not belong to toy@8"):
            vectors.put(able, space, 1, "s", wrong)


def test_blobs_of_a_wrong_length_are_passed_over(both) -> None:
    able, unable = both
    space = fill(able, 3)
    able.execute("UPDATE vectors SET vector = x'0102' WHERE memory = 1")
    assert {m for m, _ in vectors.near(unable, space, vector(random.Random(1)))} == {2, 3}
    able.execute("UPDATE embedding_spaces SET stale = 1")
    mended = vectors.ready_space(able, "toy@8", 8, 0.0)
    assert {m for m, _ in vectors.near(able, mended, vector(random.Random(1)))} == {2, 3}
