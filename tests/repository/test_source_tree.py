"""Every kind of repository opens or says why not; files are read as stored; nothing is ever changed."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygit2
import pytest

from disputatio.repository import errors, source_tree
from disputatio.repository.source_tree import open_tree
from disputatio.repository.threads import check, in_thread

SYMLINK, SUBMODULE = 0o120000, 0o160000


def test_files_of_the_pinned_commit_not_of_the_work_tree(builder: Any) -> None:
    commit = builder.commit({"README.md": "# Shop\n", "src/cart.py": "total = 1\n"})
    builder.check_out()
    (builder.path / "README.md").write_text("changed since")
    (builder.path / "new.py").touch()
    tree = open_tree(builder.path)
    assert tree.pin == commit
    assert tree.branch == "main"
    assert tree.name == "shop"
    assert [entry.path for entry in tree.files()] == ["README.md", "src/cart.py"]
    assert tree.read("README.md").text == "# Shop\n"


def test_sub_folder_opens_the_repository_above(builder: Any) -> None:
    builder.commit({"src/deep/a.py": "1\n"})
    builder.check_out()
    assert open_tree(builder.path / "src" / "deep").root.samefile(builder.path)


def test_bare_repository(tmp_path: Path, builder: Any) -> None:
    bare = type(builder)(tmp_path / "cart.git", bare=True)
    bare.commit({"a.txt": "a\n"})
    tree = open_tree(tmp_path / "cart.git")
    assert tree.bare
    assert tree.name == "cart"
    assert tree.read("a.txt").lines == ["a"]


def test_linked_worktree(tmp_path: Path, builder: Any) -> None:
    builder.commit({"a.txt": "a\n"})
    builder.repository.add_worktree("side", str(tmp_path / "side"))
    tree = open_tree(tmp_path / "side")
    assert tree.branch == "side"
    assert tree.name == "side"
    assert tree.read("a.txt").text == "a\n"


def test_repository_without_commits_is_open_and_empty(builder: Any) -> None:
    tree = open_tree(builder.path)
    assert (tree.pin, tree.branch, tree.files(), tree.history()) == ("", "", (), ())
    with pytest.raises(errors.FileMissing, match="no commits"):
        tree.read("README.md")


def test_unborn_branch_beside_others_names_them(builder: Any) -> None:
    builder.commit({"a": "1"})
    builder.repository.set_head("refs/heads/empty")
    with pytest.raises(errors.UnknownRevision, match="main"):
        open_tree(builder.path)
    assert open_tree(builder.path, "main").files()


def test_detached_head_and_other_revisions(builder: Any) -> None:
    first = builder.commit({"a": "1"}, "one")
    second = builder.commit({"a": "2"}, "two")
    builder.repository.create_tag("v1", first, pygit2.enums.ObjectType.COMMIT, pygit2.Signature("A", "a@b"), "note")
    builder.repository.set_head(pygit2.Oid(hex=first))
    assert open_tree(builder.path).pin == first
    assert open_tree(builder.path).branch == ""
    for revision, expected in (("main", second), ("main~1", first), ("v1", first), (second[:9], second)):
        assert open_tree(builder.path, revision).pin == expected


@pytest.mark.parametrize("revision", ["nope", "HEAD~9", "..", "", "HEAD:a", "HEAD^{tree}", "\x1b[31m", "a" * 5000])
def test_unknown_revision_is_refused_with_a_remedy(builder: Any, revision: str) -> None:
    builder.commit({"a": "1"})
    with pytest.raises(errors.UnknownRevision, match="branch or a tag") as caught:
        open_tree(builder.path, revision)
    assert "\x1b" not in caught.value.user_message


def test_not_a_repository(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path, reason in ((tmp_path, "no git repository"), (tmp_path / "no", "not exist"), (tmp_path / "file", "file")):
        with pytest.raises(errors.NotARepository, match=reason):
            open_tree(path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
def test_folder_of_another_user_is_refused(builder: Any) -> None:
    builder.commit({"a": "1"})
    for path in [builder.path, *builder.path.rglob("*")]:
        os.chown(path, 12345, 12345)
    with pytest.raises(errors.ForeignOwner, match="another user"):
        open_tree(builder.path)


def test_damaged_repository_is_said_to_be(builder: Any) -> None:
    builder.commit({"a": "1"})
    (builder.path / ".git" / "config").write_text("[core\nbroken")
    with pytest.raises(errors.RepositoryDamaged, match="cannot be read"):
        open_tree(builder.path)


def test_missing_objects_of_a_partial_copy(builder: Any) -> None:
    builder.commit({"a.py": "x = 1\n", "b.py": "y = 2\n"})
    tree = open_tree(builder.path)
    blob = tree.entry("a.py").id
    (builder.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(errors.FileMissing, match="incomplete copy"):
        open_tree(builder.path).read("a.py")
    assert open_tree(builder.path).read("b.py").text == "y = 2\n"


def test_kinds_of_entries_and_contents(builder: Any) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 9000000\n"
    builder.commit(
        {
            "link": (SYMLINK, b"/etc/passwd"),
            "sub": (SUBMODULE, bytes(range(20))),
            "film.mp4": pointer,
            "logo.png": b"\x89PNG\0\0",
            "huge.txt": "x" * 2_000,
            "dos.txt": "one\r\ntwo\r\n",
            "mac.txt": "one\rtwo\r",
            "mixed.txt": "a\rb\nc\x0cd\n",
            "latin.txt": "Größe\n".encode("latin-1"),
            "wide.txt": "Größe\n".encode("utf-16"),
            "marked.txt": "\ufeffa\n",
            "empty": "",
        }
    )
    tree = open_tree(builder.path)
    read = {entry.path: tree.read(entry, limit=1_000) for entry in tree.files()}
    kinds = {path: text.kind for path, text in read.items()}
    assert kinds["sub"] == "submodule"
    assert kinds["film.mp4"] == "large-file pointer"
    assert kinds["logo.png"] == "binary"
    assert (kinds["huge.txt"], read["huge.txt"].size, read["huge.txt"].text) == ("too large", 2_000, "")
    assert (kinds["link"], read["link"].text) == ("symlink", "/etc/passwd")
    assert read["dos.txt"].lines == read["mac.txt"].lines == ["one", "two"]
    assert read["mixed.txt"].lines == ["a\rb", "c\x0cd"]
    assert read["latin.txt"].text == read["wide.txt"].text == "Größe\n"
    assert "guessed" in read["latin.txt"].encoding
    assert read["marked.txt"].text == "a\n"
    assert read["empty"].lines == []
    assert tree.size(tree.entry("sub")) == 0


def test_hostile_names_can_be_shown_and_read(builder: Any) -> None:
    builder.commit(
        {"\udcff\udcfe.txt": "a", "x\n### fake.py": "b", "red\x1b[31m": "c", "rtl\u202etxt.py": "d", "größe": "e"}
    )
    tree = open_tree(builder.path)
    paths = [entry.path for entry in tree.files()]
    assert all(path.isprintable() and path.encode() for path in paths)
    assert "größe" in paths
    assert [tree.read(path).text for path in ("\\xff\\xfe.txt", "x\\n### fake.py")] == ["a", "b"]


def test_history_is_newest_first_and_survives_nonsense(builder: Any) -> None:
    for number in range(5):
        builder.commit({"a": str(number)}, f"\n step {number}\n\nbody", at=1_700_000_000 + number)
    head = builder.repository.head.target
    raw = f"tree {builder.repository.get(head).tree_id}\nparent {head}\n"
    raw += "".join(f"{who} E\x1bve <eve@example.org> 9223372036854775807 -1400\n" for who in ("author", "committer"))
    odd = builder.repository.odb.write(pygit2.enums.ObjectType.COMMIT, f"{raw}\nodd\n".encode())
    builder.repository.references.create("refs/heads/main", odd, force=True)
    commits = open_tree(builder.path).history(3)
    assert [commit.subject for commit in commits] == ["odd", "step 4", "step 3"]
    assert commits[0].date == ""
    assert commits[0].author == "E\\x1bve"
    assert commits[1].date == "2023-11-14T23:13:24+01:00"
    assert len(open_tree(builder.path).history(100)) == 6


def test_malformed_commit_ends_the_history_and_no_more(builder: Any) -> None:
    builder.commit({"a": "1"})
    tree = builder.repository.head.peel().tree_id
    bad = builder.repository.odb.write(pygit2.enums.ObjectType.COMMIT, f"tree {tree}\nauthor nobody\n\nbad\n".encode())
    author = pygit2.Signature("A", "a@b")
    raw = f"tree {tree}\nparent {bad}\nauthor {author.name} <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\ngood\n"
    good = builder.repository.odb.write(pygit2.enums.ObjectType.COMMIT, raw.encode())
    builder.repository.references.create("refs/heads/main", good, force=True)
    assert [commit.subject for commit in open_tree(builder.path).history()] in ([], ["good"])
    assert open_tree(builder.path).read("a").text == "1"


def test_history_ends_where_the_copy_ends(builder: Any) -> None:
    first = builder.commit({"a": "1"}, "one")
    builder.commit({"a": "2"}, "two", at=1_700_000_001)
    (builder.path / ".git" / "objects" / first[:2] / first[2:]).unlink()
    assert len(open_tree(builder.path).history()) <= 1


def test_a_tree_that_unfolds_without_end_is_cut(builder: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_tree, "MAX_FILES", 1_000)
    repository = builder.repository
    tree = repository.TreeBuilder()
    for number in range(10):
        tree.insert(f"f{number}", repository.create_blob(b"x"), 0o100644)
    oid = tree.write()
    for _ in range(9):
        tree = repository.TreeBuilder()
        for number in range(10):
            tree.insert(f"d{number}", oid, 0o040000)
        oid = tree.write()
    author = pygit2.Signature("A", "a@b")
    repository.create_commit("HEAD", author, author, "bomb", oid, [])
    opened = open_tree(builder.path)
    assert len(opened.files()) <= 1_000
    assert opened.truncated


def test_nothing_of_the_repository_changes(builder: Any, fingerprint: Callable[[Path], object]) -> None:
    builder.commit({"README.md": "# A\n", "a.py": "x\n", "l": (SYMLINK, b"a.py")})
    builder.check_out()
    (builder.path / "a.py").write_text("dirty")
    before = fingerprint(builder.path)
    tree = open_tree(builder.path / ".git")
    for entry in tree.files():
        tree.read(entry)
        tree.size(entry)
    tree.history()
    assert fingerprint(builder.path) == before


def test_cancelling_stops_the_thread() -> None:
    running, ended = threading.Event(), threading.Event()

    def work(stopped: Callable[[], bool]) -> None:
        running.set()
        try:
            while True:
                check(stopped)
        except errors.ReadingStopped:
            ended.set()

    async def scenario() -> None:
        task = asyncio.create_task(in_thread(work))
        await asyncio.to_thread(running.wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scenario())
    assert ended.wait(30)


def test_library_is_loaded_at_first_use_only() -> None:
    code = "import sys, disputatio.repository.context; sys.exit('pygit2' in sys.modules)"
    path = os.pathsep.join(sys.path)
    assert (
        subprocess.run([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": path}, check=False).returncode == 0
    )


def test_copy_of_the_folder_still_reads(tmp_path: Path, builder: Any) -> None:
    """A bare folder that was moved: paths inside the repository's own files do not matter for reading."""
    builder.commit({"a": "1\n"})
    shutil.copytree(builder.path, tmp_path / "moved")
    assert open_tree(tmp_path / "moved").read("a").text == "1\n"
