"""How large a repository is, and which files some words mean."""

import pygit2
import pytest

from disputatio.repository import source_tree
from disputatio.repository.errors import ReadingStopped
from disputatio.repository.source_tree import Weight, open_tree, paths_named, weight

FILES = {"src/shop/cart.py": 30, "src/shop/cart_tests.py": 50, "docs/cart/index.md": 20, "a/b/c/README": 0}


@pytest.fixture
def tree(tmp_path):
    made = pygit2.init_repository(str(tmp_path / "shop.git"), bare=True, initial_head="main")
    index = pygit2.Index()
    for path, size in FILES.items():
        index.add(pygit2.IndexEntry(path, made.create_blob(b"x" * size), pygit2.enums.FileMode.BLOB))
    index.add(pygit2.IndexEntry("libs/other", pygit2.Oid(hex="1" * 40), pygit2.enums.FileMode.COMMIT))
    who = pygit2.Signature("Ada", "ada@example.org", 1_700_000_000, 0)
    made.create_commit("refs/heads/main", who, who, "All", index.write_tree(made), [])
    return open_tree(tmp_path / "shop.git")


def test_all_files_are_weighed_and_submodules_are_not(tree):
    assert weight(tree) == Weight(bytes=100, exact=True)


def test_of_many_files_a_sample_stands_for_the_rest(tree, monkeypatch):
    monkeypatch.setattr(source_tree, "MAX_WEIGHED", 2)
    found = weight(tree)
    assert not found.exact
    assert found.bytes > 0


def test_weighing_stops_when_nobody_waits(tree):
    with pytest.raises(ReadingStopped):
        weight(tree, lambda: True)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("cart", ("src/shop/cart.py", "src/shop/cart_tests.py", "docs/cart/index.md")),
        ("SHOP Cart.PY", ("src/shop/cart.py",)),
        ("readme", ("a/b/c/README",)),
        ("src/shop/cart.py", ("src/shop/cart.py",)),
        ("   ", ()),
        ("nowhere", ()),
    ],
)
def test_a_file_is_found_by_any_part_of_its_path(tree, words, found):
    assert paths_named(tree, words, 10) == found


def test_no_more_than_wanted_are_named(tree):
    assert len(paths_named(tree, "a", 2)) == 2
