"""The branch of a debate: commits beside the work tree, never in it; twice is once; proposals fit or are refused."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygit2
import pytest

from disputatio.repository import branch_views
from disputatio.repository.branches import CommitDraft, DebateBranch, open_branch
from disputatio.repository.errors import BranchUnusable, FileMissing, NotARepository, UnknownRevision
from disputatio.repository.patches import PatchRefused

FILES = {"README.md": "# Shop\n", "src/app.py": "a\nb\nc\n", "run.sh": (0o100755, b"#!/bin/sh\necho hi\n")}
DIFF = "--- a/src/app.py\n+++ b/src/app.py\n@@ -2 +2 @@\n-b\n+B\n"
AT = 1_700_000_500


def writing(files: dict[str, bytes | None] | None = None, event: int = 7, **more: Any) -> CommitDraft:
    return CommitDraft(subject="Synthesis", at=AT, files=files or {}, event=event, **more)


@pytest.fixture
def pin(builder: Any) -> str:
    commit: str = builder.commit(FILES)
    builder.check_out()
    return commit


@pytest.fixture
def branch(builder: Any, pin: str) -> DebateBranch:
    return open_branch(builder.path, "abc", pin)


def at_tip(branch: DebateBranch, path: str) -> tuple[int, bytes]:
    entry: Any = branch.repository[branch.tip].peel(pygit2.Tree)[path]
    return entry.filemode, entry.data


def test_a_commit_stands_beside_the_work_tree(
    branch: DebateBranch, builder: Any, pin: str, fingerprint: Callable[[Path], dict[str, Any]]
) -> None:
    before = fingerprint(builder.path)
    id = branch.commit(writing({"debates/abc/synthesis.md": b"Yes.\n"}))
    after = fingerprint(builder.path)
    changed = {path for path in after if after[path] != before.get(path) and not (builder.path / path).is_dir()}
    assert all(
        path.startswith((".git/objects/", ".git/refs/heads/debate/", ".git/logs/refs/heads/debate/"))
        for path in changed
    )
    assert set(before) <= set(after)
    assert branch.tip == id
    assert builder.repository.head.target == pygit2.Oid(hex=pin)
    assert builder.repository.status() == {}
    assert at_tip(branch, "debates/abc/synthesis.md") == (0o100644, b"Yes.\n")
    assert at_tip(branch, "run.sh") == (0o100755, b"#!/bin/sh\necho hi\n")
    [milestone] = branch.log()
    assert (milestone.subject, milestone.event, milestone.at, milestone.ours) == ("Synthesis", 7, AT, True)


def test_the_same_content_makes_no_second_commit(branch: DebateBranch) -> None:
    first = branch.commit(writing({"debates/abc/a.md": b"x"}))
    assert branch.commit(writing({"debates/abc/a.md": b"x"}, event=9)) == ""
    assert branch.tip == first


def test_a_commit_is_decided_by_what_it_says(builder: Any, pin: str, tmp_path: Path) -> None:
    ids = set()
    for _ in range(2):
        branch = open_branch(builder.path, "abc", pin)
        ids.add(branch.commit(writing({"debates/abc/a.md": b"x"})))
        branch.delete()
        assert branch.tip == ""
    assert len(ids) == 1


def test_who_commits_is_who_the_repository_says(builder: Any, pin: str) -> None:
    nobody = open_branch(builder.path, "one", pin)
    nobody.commit(writing({"debates/one/a.md": b"x"}))
    builder.repository.config["user.name"] = "Ada <b>"
    builder.repository.config["user.email"] = "ada@example.org"
    ada = open_branch(builder.path, "two", pin)
    ada.commit(writing({"debates/two/a.md": b"x"}))
    assert nobody.log()[0].author == "Disputatio"
    assert ada.log()[0].author == "Ada b"


def test_a_proposal_is_a_real_commit(branch: DebateBranch) -> None:
    id = branch.apply(DIFF, writing(proposal="round[1]/analysis[analyst]#1"))
    assert at_tip(branch, "src/app.py") == (0o100644, b"a\nB\nc\n")
    [change] = branch_views.diff(branch, id[:10])
    assert (change.path, change.change, change.added, change.removed) == ("src/app.py", "changed", 1, 1)
    assert "-b\n+B\n" in change.text
    with pytest.raises(PatchRefused, match="already on the branch"):
        branch.apply(DIFF, writing(proposal="round[1]/analysis[analyst]#1"))
    with pytest.raises(PatchRefused, match=r"hunk 1 .* should read “b”, but reads “B”"):
        branch.apply(DIFF, writing(proposal="other#1"))


def test_modes_are_kept_and_files_made_moved_and_deleted(branch: DebateBranch) -> None:
    branch.apply("--- a/run.sh\n+++ b/run.sh\n@@ -2 +2 @@\n-echo hi\n+echo ho\n", writing(proposal="1"))
    assert at_tip(branch, "run.sh") == (0o100755, b"#!/bin/sh\necho ho\n")
    branch.apply("--- /dev/null\n+++ b/new/deep/x.py\n@@ -0,0 +1 @@\n+x\n", writing(proposal="2"))
    assert at_tip(branch, "new/deep/x.py") == (0o100644, b"x\n")
    branch.apply(
        "diff --git a/new/deep/x.py b/y.py\nrename from new/deep/x.py\nrename to y.py\n", writing(proposal="3")
    )
    assert at_tip(branch, "y.py") == (0o100644, b"x\n")
    assert "new" not in branch.repository[branch.tip].peel(pygit2.Tree)
    branch.apply(
        "diff --git a/y.py b/y.py\ndeleted file mode 100644\n--- a/y.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
        writing(proposal="4"),
    )
    assert "y.py" not in branch.repository[branch.tip].peel(pygit2.Tree)
    branch.apply("diff --git a/README.md b/README.md\nold mode 100644\nnew mode 100755\n", writing(proposal="5"))
    assert at_tip(branch, "README.md")[0] == 0o100755
    changes = {each.path: each.change for each in branch_views.diff(branch)}
    assert changes == {"README.md": "changed", "run.sh": "changed"}


@pytest.mark.parametrize(
    ("diff", "why"),
    [
        ("--- a/no.py\n+++ b/no.py\n@@ -1 +1 @@\n-a\n+b\n", "There is no file no.py"),
        ("--- a/src\n+++ b/src\n@@ -1 +1 @@\n-a\n+b\n", "src is a folder"),
        ("--- /dev/null\n+++ b/README.md\n@@ -0,0 +1 @@\n+a\n", "README.md is to be made, but exists"),
        ("--- /dev/null\n+++ b/README.md/x\n@@ -0,0 +1 @@\n+a\n", "README.md is a file, not a folder"),
        ("--- /dev/null\n+++ b/src\n@@ -0,0 +1 @@\n+a\n", "src is to be made, but exists"),
        ("--- a/link\n+++ b/link\n@@ -1 +1 @@\n-/etc/passwd\n+/etc/shadow\n", "link is a symbolic link"),
        ("--- /dev/null\n+++ b/out/x\n@@ -0,0 +1 @@\n+a\n", "out is a symbolic link, not a folder"),
        ("--- /dev/null\n+++ b/vendor/x\n@@ -0,0 +1 @@\n+a\n", "vendor is a submodule, not a folder"),
        ("--- a/vendor\n+++ b/vendor\n@@ -1 +1 @@\n-a\n+b\n", "vendor is a submodule"),
        ("--- a/big.bin\n+++ b/big.bin\n@@ -1 +1 @@\n-a\n+b\n", "LFS"),
        ("--- a/data\n+++ b/data\n@@ -1 +1 @@\n-a\n+b\n", "data is a binary file"),
        ("--- a/src/app.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "leaves 2 lines"),
        ("--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+a\n", "leaves the repository"),
        ("--- /dev/null\n+++ b/.git/hooks/post-commit\n@@ -0,0 +1 @@\n+a\n", "belongs to git itself"),
        ("--- /dev/null\n+++ b/debates/abc/x.md\n@@ -0,0 +1 @@\n+a\n", "a document of the debate"),
        ("diff --git a/src/app.py b/src/app.py\nold mode 100644\nnew mode 100644\n", "changes nothing"),
    ],
)  # fmt: skip
def test_what_must_not_be_written_is_refused_and_nothing_is(builder: Any, diff: str, why: str) -> None:
    hostile = FILES | {
        "link": (0o120000, b"/etc/passwd"),
        "out": (0o120000, b"/tmp"),
        "vendor": (0o160000, bytes(19) + b"\x01"),
        "big.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n",
        "data": b"\0\1",
    }
    branch = open_branch(builder.path, "abc", builder.commit(hostile))
    with pytest.raises(PatchRefused, match=why):
        branch.apply(diff, writing(proposal="x#1"))
    assert branch.tip == ""


def test_documents_cannot_be_written_through_a_link(builder: Any) -> None:
    branch = open_branch(builder.path, "abc", builder.commit(FILES | {"debates": (0o120000, b"/tmp")}))
    with pytest.raises(PatchRefused, match="debates is a symbolic link"):
        branch.commit(writing({"debates/abc/a.md": b"x"}))


def test_hooks_and_filters_never_run(builder: Any, tmp_path: Path) -> None:
    sign = tmp_path / "ran"
    script = f"#!/bin/sh\ntouch {sign}\ncat\n"
    pin = builder.commit(
        FILES | {".gitattributes": "* filter=evil diff=evil merge=evil\n*.md working-tree-encoding=UTF-16\n"}
    )
    config = builder.repository.config
    keys = ["filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.evil.command", "diff.evil.textconv"]
    for key in [*keys, "core.fsmonitor", "core.sshCommand", "core.editor", "gpg.program"]:
        config[key] = f"sh -c 'touch {sign}'"
    config["commit.gpgsign"] = True
    config["core.hooksPath"] = str(tmp_path / "hooks")
    for folder in (tmp_path / "hooks", builder.path / ".git/hooks"):
        folder.mkdir(exist_ok=True)
        for name in (
            "pre-commit",
            "post-commit",
            "commit-msg",
            "prepare-commit-msg",
            "reference-transaction",
            "update",
        ):
            (folder / name).write_text(script)
            (folder / name).chmod(0o755)
    branch = open_branch(builder.path, "abc", pin)
    branch.commit(writing({"debates/abc/a.md": "é\n".encode()}))
    branch.apply(DIFF, writing(proposal="x#1"))
    branch_views.diff(branch)
    branch_views.blame(branch, "src/app.py")
    assert at_tip(branch, "debates/abc/a.md")[1] == "é\n".encode()
    assert not sign.exists()


def test_blame_tells_the_branch_from_what_was_before(branch: DebateBranch, pin: str) -> None:
    branch.apply(DIFF, writing(proposal="x#1"))
    lines = branch_views.blame(branch, "src/app.py")
    assert [(line.text, line.here) for line in lines] == [("a", False), ("B", True), ("c", False)]
    assert lines[0].commit == pin
    with pytest.raises(FileMissing, match="no file nope"):
        branch_views.blame(branch, "nope")


def test_a_bare_repository_and_one_without_commits_can_have_a_branch(tmp_path: Path) -> None:
    for name, bare in (("bare.git", True), ("empty", False)):
        pygit2.init_repository(str(tmp_path / name), bare=bare, initial_head="main")
        branch = open_branch(tmp_path / name, "abc", "")
        branch.commit(writing({"debates/abc/a.md": b"x\n"}))
        assert [change.path for change in branch_views.diff(branch)] == ["debates/abc/a.md"]
        assert len(branch_views.blame(branch, "debates/abc/a.md")) == 1
        assert branch.repository.head_is_unborn


def test_a_linked_work_tree_is_one_more_way_to_the_same_branch(builder: Any, pin: str, tmp_path: Path) -> None:
    builder.repository.add_worktree("side", str(tmp_path / "side"))
    branch = open_branch(tmp_path / "side", "abc", pin)
    id = branch.commit(writing({"debates/abc/a.md": b"x"}))
    assert open_branch(builder.path, "abc", pin).tip == id


def test_names_that_are_no_utf8_stay(builder: Any) -> None:
    pin = builder.commit(FILES | {"caf\udce9.txt": "x\n", "src/na\udcefve.py": "y\n"})
    branch = open_branch(builder.path, "abc", pin)
    branch.commit(writing({"debates/abc/a.md": b"x", "src/more.py": b"z"}))
    names = {item.raw_name for item in branch.repository[branch.tip].peel(pygit2.Tree)}
    assert b"caf\xe9.txt" in names
    assert [change.path for change in branch_views.diff(branch)] == ["debates/abc/a.md", "src/more.py"]


# ---- what stands in the way ------------------------------------------------------------------------------------------
def test_a_branch_of_somebody_else_is_left_alone(builder: Any, pin: str) -> None:
    builder.repository.create_reference("refs/heads/debate/abc", builder.commit({"x": "y"}, "theirs"))
    branch = open_branch(builder.path, "abc", pin)
    before = branch.tip
    for act in (lambda: branch.commit(writing({"a": b"x"})), branch.delete, lambda: branch_views.diff(branch)):
        with pytest.raises(BranchUnusable, match="did not make"):
            act()
    assert branch.tip == before


def test_what_a_person_commits_on_top_stays(branch: DebateBranch, builder: Any) -> None:
    first = branch.commit(writing({"debates/abc/a.md": b"x"}))
    who = pygit2.Signature("Ada", "ada@example.org", AT, 0)
    tree = builder.repository[first].tree_id
    own = builder.repository.create_commit(branch.reference, who, who, "mine", tree, [pygit2.Oid(hex=first)])
    branch.commit(writing({"debates/abc/b.md": b"y"}, event=9))
    assert [(each.subject, each.ours) for each in branch.log()] == [
        ("Synthesis", True),
        ("mine", False),
        ("Synthesis", True),
    ]
    assert branch.log()[1].id == str(own)


@pytest.mark.parametrize("kind", ["refs", "logs/refs"])
def test_a_folder_of_branches_that_leads_elsewhere_is_not_followed(
    branch: DebateBranch, builder: Any, tmp_path: Path, kind: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    heads = builder.path / ".git" / kind / "heads"
    heads.mkdir(parents=True, exist_ok=True)
    (heads / "debate").symlink_to(elsewhere, target_is_directory=True)
    with pytest.raises(BranchUnusable, match="another place"):
        branch.commit(writing({"debates/abc/a.md": b"x"}))
    assert list(elsewhere.iterdir()) == []


def test_the_same_from_a_work_tree_of_its_own(builder: Any, pin: str, tmp_path: Path) -> None:
    builder.repository.add_worktree("side", str(tmp_path / "side"))
    (tmp_path / "elsewhere").mkdir()
    (builder.path / ".git/refs/heads/debate").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    with pytest.raises(BranchUnusable, match="another place"):
        open_branch(tmp_path / "side", "abc", pin).commit(writing({"debates/abc/a.md": b"x"}))


def test_a_checked_out_branch_is_neither_moved_nor_deleted(branch: DebateBranch, builder: Any) -> None:
    branch.commit(writing({"debates/abc/a.md": b"x"}))
    builder.repository.checkout(branch.reference)
    for act in (lambda: branch.commit(writing({"debates/abc/b.md": b"y"})), branch.delete):
        with pytest.raises(BranchUnusable, match="checked out"):
            act()


def test_an_unborn_head_of_that_name_is_not_given_a_commit(tmp_path: Path) -> None:
    pygit2.init_repository(str(tmp_path / "r"), initial_head="debate/abc")
    with pytest.raises(BranchUnusable, match="checked out"):
        open_branch(tmp_path / "r", "abc", "").commit(writing({"a.md": b"x"}))


def test_a_lock_and_a_branch_called_debate_are_named(branch: DebateBranch, builder: Any, pin: str) -> None:
    (builder.path / ".git/refs/heads/debate").mkdir()
    lock = builder.path / ".git/refs/heads/debate/abc.lock"
    lock.touch()
    os.utime(lock, (time.time() + 3600, time.time() + 3600))  # nobody can tell whose it is
    with pytest.raises(BranchUnusable, match="another program is writing it"):
        branch.commit(writing({"debates/abc/a.md": b"x"}))
    lock.unlink()
    lock.parent.rmdir()
    builder.repository.create_reference("refs/heads/debate", pin)
    with pytest.raises(BranchUnusable, match="another branch has the name `debate`"):
        branch.commit(writing({"debates/abc/a.md": b"x"}))


def test_the_lock_of_a_process_that_was_killed_while_it_wrote_is_taken_away(branch: DebateBranch, builder: Any) -> None:
    heads = builder.path / ".git/refs/heads"
    (heads / "debate").mkdir()
    ours, others = heads / "debate/abc.lock", heads / "main.lock"
    for lock in (ours, others):
        lock.touch()
        os.utime(lock, (1, 1))
    assert branch.commit(writing({"debates/abc/a.md": b"x"}))
    assert not ours.exists()
    assert others.exists(), "what is not ours stays"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="an administrator writes everywhere")
def test_a_repository_that_cannot_be_written_is_named(branch: DebateBranch, builder: Any) -> None:
    folders = [folder for folder in (builder.path / ".git").rglob("*") if folder.is_dir()]
    for folder in folders:
        folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with pytest.raises(BranchUnusable, match="cannot be written"):
            branch.commit(writing({"debates/abc/a.md": b"x"}))
    finally:
        for folder in folders:
            folder.chmod(0o755)


def test_a_repository_or_commit_that_is_gone_is_named(builder: Any, pin: str, tmp_path: Path) -> None:
    with pytest.raises(NotARepository):
        open_branch(tmp_path / "nowhere", "abc", pin)
    with pytest.raises(UnknownRevision):
        open_branch(builder.path, "abc", "1" * 40)
    for id in ("a/b", "a..b", "x.lock", ""):
        with pytest.raises(BranchUnusable, match="cannot be part"):
            open_branch(builder.path, id, pin)


def test_deleting_takes_the_branch_and_nothing_else(branch: DebateBranch, builder: Any, pin: str) -> None:
    branch.commit(writing({"debates/abc/a.md": b"x"}))
    branch.apply(DIFF, writing(proposal="x#1"))
    assert branch.delete() == 2
    assert list(builder.repository.references) == ["refs/heads/main"]
    with pytest.raises(BranchUnusable, match="no branch"):
        branch.delete()
