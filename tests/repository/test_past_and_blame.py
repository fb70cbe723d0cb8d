"""History, blame and differences: as git tells them, through renames and merges, with ends of lines of any kind."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pygit2
import pytest

from disputatio.repository.blame import blame
from disputatio.repository.errors import FileMissing, ReadingStopped
from disputatio.repository.past import difference, history
from disputatio.repository.source_tree import open_tree

LINES = [f"line number {number} of the file" for number in range(1, 31)]


def text(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def test_a_renamed_file_keeps_its_past(builder: Any) -> None:
    first = builder.commit({"old/name.py": text(LINES)}, "first", 1)
    second = builder.commit({"new/name.py": text([*LINES[:10], "new line", *LINES[10:]])}, "moved", 2)
    third = builder.commit({"new/name.py": text(["top", *LINES[:10], "new line", *LINES[10:]])}, "top", 3)
    found = blame(open_tree(builder.path), "new/name.py")
    assert [(each.first, each.last, each.commit.id, each.path) for each in found] == [
        (1, 1, third, "new/name.py"),
        (2, 11, first, "old/name.py"),
        (12, 12, second, "new/name.py"),
        (13, 32, first, "old/name.py"),
    ]
    assert [each.first for each in blame(open_tree(builder.path), "new/name.py", 12, 13)] == [12, 13]


def test_lines_that_came_through_a_merge_are_those_of_their_branch(builder: Any) -> None:
    base = builder.commit({"a.py": text(LINES)}, "base", 1)
    ours = builder.commit({"a.py": text(["ours", *LINES])}, "ours", 2)
    repository = builder.repository
    author = pygit2.Signature("Bo", "bo@example.org", 3, 0)
    tree = builder._tree({b"a.py": text([*LINES, "theirs"])})
    theirs = str(repository.create_commit(None, author, author, "theirs", tree, [pygit2.Oid(hex=base)]))
    tree = builder._tree({b"a.py": text(["ours", *LINES, "theirs"])})
    parents = [pygit2.Oid(hex=ours), pygit2.Oid(hex=theirs)]
    merge = str(repository.create_commit("HEAD", author, author, "merge", tree, parents))
    opened = open_tree(builder.path)
    assert [each.commit.id for each in blame(opened, "a.py")] == [ours, base, theirs]
    assert [each.id for each in history(opened, "a.py").commits] == [merge, theirs, ours, base]


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_ends_of_lines_of_any_kind(builder: Any, ends: str) -> None:
    first = builder.commit({"a.txt": ends.join(["a", "b", "c", ""])}, "first", 1)
    second = builder.commit({"a.txt": ends.join(["a", "x", "c", ""])}, "second", 2)
    found = blame(open_tree(builder.path), "a.txt")
    assert [(each.first, each.last, each.commit.id) for each in found] == [(1, 1, first), (2, 2, second), (3, 3, first)]


def test_what_has_no_lines_and_what_is_stopped(builder: Any) -> None:
    builder.commit({"a.bin": b"\0", "empty": "", "a.txt": "a\n"})
    tree = open_tree(builder.path)
    assert blame(tree, "empty") == ()
    with pytest.raises(FileMissing, match="has no lines"):
        blame(tree, "a.bin")
    with pytest.raises(FileMissing, match="has 1 lines"):
        blame(tree, "a.txt", 2)
    for work in (blame, history):
        with pytest.raises(ReadingStopped):
            work(tree, "a.txt", stopped=lambda: True)


def test_the_history_of_folders_of_what_is_gone_and_of_shallow_copies(builder: Any) -> None:
    first = builder.commit({"src/a.py": "1\n", "b.py": "1\n"}, "first", 1)
    second = builder.commit({"src/a.py": "2\n"}, "second", 2)
    third = builder.commit({"src/a.py": "2\n", "c.py": "1\n"}, "third", 3)
    tree = open_tree(builder.path)
    assert [each.id for each in history(tree, "src").commits] == [second, first]
    assert [each.id for each in history(tree, "b.py").commits] == [second, first], "removed, added"
    assert not history(tree, "src", limit=1).whole
    (Path(builder.repository.path) / "shallow").write_text(f"{second}\n")
    shallow = open_tree(builder.path)
    assert [each.id for each in history(shallow, "src/a.py").commits] == [second]
    assert shallow.first_commit() == ""
    assert tree.pin == third


def test_differences_name_what_cannot_be_compared(builder: Any) -> None:
    first = builder.commit({"a.py": "1\n2\n", "gone.py": "x\n", "b.bin": b"\0", "d": "file\n"}, "first", 1)
    builder.commit({"a.py": "1\n3\n", "b.bin": b"\0\1", "d/e.py": "y\n", "l": (0o120000, b"/etc")}, "second", 2)
    found = {each.path: each for each in difference(open_tree(builder.path), first)}
    assert {path: each.kind for path, each in found.items()} == {
        "a.py": "changed",
        "b.bin": "changed",
        "gone.py": "deleted",
        "d": "deleted",
        "d/e.py": "added",
        "l": "added",
    }
    assert found["a.py"].text == "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n"
    assert "not compared: it is binary" in found["b.bin"].text
    assert found["gone.py"].text.startswith("--- a/gone.py\n+++ /dev/null\n")
    assert found["l"].text.endswith("+/etc\n")
    assert [each.path for each in difference(open_tree(builder.path), first, path="d")] == ["d", "d/e.py"]


def test_an_origin_is_told_without_its_login(builder: Any) -> None:
    builder.commit({"a": ""})
    assert open_tree(builder.path).origin() == ""
    builder.repository.remotes.create("origin", "https://ada:secret@example.org/shop.git")
    assert open_tree(builder.path).origin() == "https://example.org/shop.git"


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the oracle")
def test_blame_agrees_with_git(builder: Any) -> None:
    """On a repository of ours, so that running git is safe."""
    lines = list(LINES)
    for number in range(12):
        lines[(number * 7) % len(lines)] = f"changed in {number}"
        lines.insert((number * 5) % len(lines), f"added in {number}")
        del lines[(number * 11) % len(lines)]
        builder.commit({"a.py": text(lines)}, f"commit {number}", 1_700_000_000 + number)
    command = ["git", "-C", str(builder.path), "blame", "-l", "-s", "--root", "HEAD", "--", "a.py"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    expected = [line.split()[0].lstrip("^") for line in told.splitlines()]
    found = blame(open_tree(builder.path), "a.py")
    assert [each.commit.id for each in found for _ in range(each.first, each.last + 1)] == expected
