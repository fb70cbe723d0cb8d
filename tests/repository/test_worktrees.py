"""Temporary worktrees: the files of a branch elsewhere, the repository as it was, nothing left behind."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygit2
import pytest

from disputatio.repository import worktrees
from disputatio.repository.branches import CommitDraft, open_branch
from disputatio.repository.errors import ReadingStopped, UnknownRevision
from disputatio.repository.patches import PatchRefused
from disputatio.repository.worktrees import (
    WorktreeTooLarge,
    memory_folder,
    quick_worktree,
    remove,
    sweep,
    sweep_all,
    worktree,
)

FILES = {"README.md": "# Shop\n", "src/app.py": "a\nb\nc\n", "run.sh": (0o100755, b"#!/bin/sh\necho hi\n")}
DIFF = "--- a/src/app.py\n+++ b/src/app.py\n@@ -2 +2 @@\n-b\n+B\n"
MORE = "--- a/src/app.py\n+++ b/src/app.py\n@@ -2 +2 @@\n-B\n+BB\n--- /dev/null\n+++ b/new/x.py\n@@ -0,0 +1 @@\n+x\n"


@pytest.fixture
def pin(builder: Any) -> str:
    commit: str = builder.commit(FILES)
    builder.check_out()
    return commit


def test_the_files_of_the_pin_stand_there_and_are_gone_afterwards(builder: Any, pin: str, tmp_path: Path) -> None:
    with worktree(tmp_path / "w", builder.path, "abc", pin) as made:
        assert {str(path.relative_to(made.folder)) for path in made.folder.rglob("*") if path.is_file()} == set(FILES)
        assert (made.folder / "src/app.py").read_bytes() == b"a\nb\nc\n"
        assert os.access(made.folder / "run.sh", os.X_OK)
        assert not os.access(made.folder / "README.md", os.X_OK)
        assert (made.files, made.left_out) == (3, 0)
    assert list((tmp_path / "w").iterdir()) == []


def test_changes_are_put_in_one_on_top_of_another_and_nothing_of_the_repository_changes(
    builder: Any, pin: str, tmp_path: Path, fingerprint: Callable[[Path], dict[str, Any]]
) -> None:
    before = fingerprint(builder.path)
    with worktree(tmp_path / "w", builder.path, "abc", pin, [DIFF, MORE]) as made:
        assert (made.folder / "src/app.py").read_text("utf-8") == "a\nBB\nc\n"
        assert (made.folder / "new/x.py").read_text("utf-8") == "x\n"
        first = made.tree
    with pytest.raises(PatchRefused, match="hunk 1"), worktree(tmp_path / "w", builder.path, "abc", pin, [MORE]):
        pass
    with worktree(tmp_path / "w", builder.path, "abc", pin, [DIFF, MORE]) as again:
        assert again.tree == first
    assert fingerprint(builder.path) == before, "not even an object is written"
    assert builder.repository.status() == {}
    assert list((tmp_path / "w").iterdir()) == []


def test_it_is_of_the_branch_where_there_is_one_and_of_the_pin_where_somebody_else_made_it(
    builder: Any, pin: str, tmp_path: Path
) -> None:
    branch = open_branch(builder.path, "abc", pin)
    branch.commit(CommitDraft(subject="S", at=1_700_000_500, files={"debates/abc/x.md": b"x"}, event=1))
    with worktree(tmp_path / "w", builder.path, "abc", pin) as made:
        assert (made.folder / "debates/abc/x.md").exists()
    builder.repository.references.create("refs/heads/debate/other", branch.tip)
    with worktree(tmp_path / "w", builder.path, "other", pin) as made:
        assert not (made.folder / "debates").exists()
    with pytest.raises(UnknownRevision), worktree(tmp_path / "w", builder.path, "abc", "0" * 40):
        pass


def test_an_empty_repository_and_a_bare_one_and_a_work_tree_of_another(builder: Any, pin: str, tmp_path: Path) -> None:
    empty = pygit2.init_repository(str(tmp_path / "empty"))
    with worktree(tmp_path / "w", empty.path, "abc", "") as made:
        assert (made.files, list(made.folder.iterdir())) == (0, [])
    bare = pygit2.clone_repository(str(builder.path), str(tmp_path / "bare"), bare=True)
    with worktree(tmp_path / "w", bare.path, "abc", pin) as made:
        assert made.files == 3
    builder.repository.add_worktree("second", str(tmp_path / "second"))
    with worktree(tmp_path / "w", tmp_path / "second", "abc", pin, [DIFF]) as made:
        assert (made.folder / "src/app.py").read_text("utf-8") == "a\nB\nc\n"


def raw_tree(repository: Any, *items: tuple[int, bytes, Any]) -> Any:
    """A tree as nobody's git would write it."""
    data = b"".join(b"%o %s\0%s" % (mode, name, id.raw) for mode, name, id in items)
    return repository.odb.write(pygit2.enums.ObjectType.TREE, data)


def test_names_that_lead_elsewhere_and_links_under_files_write_nothing_outside(builder: Any, tmp_path: Path) -> None:
    repository = builder.repository
    blob, target = repository.create_blob(b"owned"), repository.create_blob(os.fsencode(tmp_path / "outside"))
    (tmp_path / "outside").mkdir()
    inner = raw_tree(repository, (0o100644, b"planted", blob))
    tree = raw_tree(
        repository,
        (0o100644, b"../escaped", blob), (0o100644, b"..", blob), (0o040000, b".git", inner), (0o040000, b"..", inner),
        (0o100644, str(tmp_path / "absolute").encode(), blob), (0o100644, b"x" * 300, blob),
        (0o120000, b"a", target), (0o040000, b"a", inner),
        (0o120000, b"b", target), (0o100644, b"b", blob),
        (0o120000, b"nul", repository.create_blob(b"a\0b")), (0o160000, b"module", blob), (0o100644, b"fine", blob),
    )  # fmt: skip
    who = pygit2.Signature("Eve", "eve@example.org", 1_700_000_000, 0)
    data = f"tree {tree}\nauthor {who.name} <{who.email}> {who.time} +0000\ncommitter {who.name} <{who.email}> "
    commit = repository.odb.write(pygit2.enums.ObjectType.COMMIT, f"{data}{who.time} +0000\n\nhostile\n".encode())
    with worktree(tmp_path / "w", builder.path, "abc", str(commit)) as made:
        there = {str(path.relative_to(made.folder)) for path in made.folder.rglob("*")}
        assert there == {"a", "a/planted", "b", "fine"}
        assert (made.folder / "b").read_bytes() == b"owned"
        assert made.left_out == 9
    assert list((tmp_path / "outside").iterdir()) == []
    assert not (tmp_path / "absolute").exists()


def test_too_much_is_refused_and_a_stop_is_heeded(
    builder: Any, pin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ReadingStopped), worktree(tmp_path / "w", builder.path, "abc", pin, stopped=lambda: True):
        pass
    monkeypatch.setattr(worktrees, "MOST_FILES", 1)
    with pytest.raises(WorktreeTooLarge, match="more than 1 files"), worktree(tmp_path / "w", builder.path, "abc", pin):
        pass
    monkeypatch.setattr(worktrees, "MOST_FILES", 100)
    monkeypatch.setattr(worktrees, "MOST_BYTES", 10)
    with pytest.raises(WorktreeTooLarge, match="MB"), worktree(tmp_path / "w", builder.path, "abc", pin):
        pass
    assert list((tmp_path / "w").iterdir()) == []


def test_it_stands_in_memory_where_there_is_room_and_else_on_the_disk(
    builder: Any, pin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared, place = tmp_path / "shared", tmp_path / "disk"
    shared.mkdir()
    fast = memory_folder(shared, room=0)
    if fast is None:
        pytest.skip("nothing can be started from temporary folders here")
    assert stat.S_IMODE(fast.stat().st_mode) == 0o700
    monkeypatch.setattr(worktrees, "memory_folder", lambda: fast)
    with quick_worktree(place, builder.path, "d1", pin) as made:
        assert made.folder.is_relative_to(fast)
        assert (made.folder / "src").exists()
    assert list(fast.iterdir()) == []
    (fast / "999999-1").mkdir()
    assert sweep_all(place) == 1
    monkeypatch.setattr(worktrees, "IN_MEMORY", 3)
    with quick_worktree(place, builder.path, "d1", pin) as made:
        assert made.folder.is_relative_to(place), "too much for it"
    assert list(fast.iterdir()) == []
    monkeypatch.setattr(worktrees, "memory_folder", lambda: None)
    assert sweep_all(place) == 0
    with quick_worktree(place, builder.path, "d1", pin) as made:
        assert made.folder.is_relative_to(place)


def test_a_place_in_memory_is_ones_own_and_has_room(tmp_path: Path) -> None:
    assert memory_folder(tmp_path, room=10**18) is None
    assert memory_folder(tmp_path / "nowhere") is None
    taken = tmp_path / f"disputatio-{os.getuid()}"
    taken.mkdir(mode=0o755)
    taken.chmod(0o755)
    assert memory_folder(tmp_path, room=0) is None, "others can read it"
    taken.rmdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    taken.symlink_to(tmp_path / "elsewhere")
    assert memory_folder(tmp_path, room=0) is None, "it leads elsewhere"


def test_whatever_rights_a_program_leaves_the_folder_goes_and_what_it_links_to_stays(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").write_text("mine", "utf-8")
    made = tmp_path / "made"
    (made / "deep/er").mkdir(parents=True)
    (made / "deep/er/file").write_text("x", "utf-8")
    (made / "deep/link").symlink_to(kept)
    for folder in (made / "deep/er", made / "deep"):
        folder.chmod(0)
    remove(made)
    assert not made.exists()
    assert (kept / "file").exists()


def test_a_folder_of_any_depth_goes_and_one_that_stays_keeps_no_other(tmp_path: Path) -> None:
    place, before = tmp_path / "w", Path.cwd()
    for name in ("nonsense-1", "nonsense-2"):
        (place / name).mkdir(parents=True)
    os.chdir(place / "nonsense-1")
    for _ in range(3_000):
        os.mkdir("d")
        os.chdir("d")
    os.mkdir("shut", 0)
    os.chdir(before)
    sweep(place)
    assert list(place.iterdir()) == []


def test_a_link_among_the_worktrees_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine" / "inner").mkdir(parents=True)
    (tmp_path / "mine" / "inner").chmod(0o750)
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "nonsense").symlink_to(tmp_path / "mine")
    sweep(tmp_path / "w")
    assert (tmp_path / "mine" / "inner").stat().st_mode & 0o777 == 0o750


def test_what_a_killed_process_left_is_taken_away_and_what_is_in_use_stays(
    builder: Any, pin: str, tmp_path: Path
) -> None:
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom disputatio.repository.worktrees import worktree\n"
        "with worktree(Path(sys.argv[1]), sys.argv[2], 'abc', sys.argv[3]) as made:\n"
        "    print('ready', flush=True)\n    time.sleep(60)\n"
    )
    place = tmp_path / "w"
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(place), str(builder.path), pin], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    with worktree(place, builder.path, "abc", pin):
        assert len(list(place.iterdir())) == 2, "somebody works in the other one"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    (place / "1-1").mkdir()  # a process of that number is there, and began at another time
    (place / "nonsense").mkdir()
    began = time.monotonic()
    assert sweep(place) >= 2
    assert time.monotonic() - began < 10
    assert not [each for each in place.iterdir() if each.name != "1-1"]
    assert sweep(tmp_path / "nowhere") == 0
