"""Changes that a model proposes in order to leave the tree, to hide what they do, or to keep the program busy: each is
refused with its reason, and nothing is written; what is applied is an ordinary file and what its diff says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygit2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from disputatio.repository.branches import CommitDraft, DebateBranch, open_branch
from disputatio.repository.patch_reader import parse
from disputatio.repository.patches import LARGEST, MOST_HUNKS, PatchRefused
from disputatio.repository.tree_edits import apply

AT = 1_700_000_500
SYMLINK, SUBMODULE, ORDINARY, EXECUTABLE = 0o120000, 0o160000, 0o100644, 0o100755
FILES: dict[str, Any] = {
    "README.md": "# Shop\n",
    "src/app.py": "a\nb\nc\n",
    "src/café.py": "x\n",
    "run.sh": (EXECUTABLE, b"#!/bin/sh\necho hi\n"),
    "crlf.txt": "one\r\ntwo\r\n",
    "link": (SYMLINK, b"/etc/passwd"),
    "out": (SYMLINK, b"/tmp"),
    "vendor": (SUBMODULE, bytes(19) + b"\x01"),
    "data.bin": b"\0\1",
}
"""On the way out of here is nothing but `src`."""


def new(path: str, text: str = "evil", mode: str = "") -> str:
    head = f"diff --git a/{path} b/{path}\nnew file mode {mode}\n" if mode else ""
    return f"{head}--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+{text}\n"


def edit(path: str, old: str = "b", text: str = "B", header: str = "") -> str:
    return f"{header}--- a/{path}\n+++ b/{path}\n@@ -2 +2 @@\n-{old}\n+{text}\n"


def writing(proposal: str = "turn#1") -> CommitDraft:
    return CommitDraft(subject="A proposal", at=AT, files={}, event=7, proposal=proposal)


@pytest.fixture
def branch(tmp_path: Path) -> DebateBranch:
    """The branch of a debate on a repository of `FILES`."""
    git = pygit2.init_repository(str(tmp_path / "shop"), initial_head="main")
    folders: dict[str, dict[str, Any]] = {}
    for path, content in FILES.items():
        folder, _, name = path.rpartition("/")
        folders.setdefault(folder, {})[name] = content

    def built(items: dict[str, Any]) -> pygit2.Oid:
        builder = git.TreeBuilder()
        for name, content in items.items():
            mode, data = content if isinstance(content, tuple) else (ORDINARY, content)
            data = data.encode() if isinstance(data, str) else data
            builder.insert(name, pygit2.Oid(raw=data) if mode == SUBMODULE else git.create_blob(data), mode)
        for folder, inner in folders.items() if items is folders[""] else ():
            if folder:
                builder.insert(folder, built(inner), 0o040000)
        return builder.write()

    who = pygit2.Signature("Ada", "ada@example.org", AT - 500, 0)
    pin = git.create_commit("HEAD", who, who, "first", built(folders[""]), [])
    return open_branch(tmp_path / "shop", "abc", str(pin))


PATHS = [
    ("../evil", "leaves the repository"),
    ("src/../../evil", "leaves the repository"),
    ("..", "leaves the repository"),
    ("/etc/cron.d/evil", "not a path inside"),
    ("//server/share", "not a path inside"),
    ("C:/evil", "not a path inside"),
    ("..\\evil", "not a path inside"),
    ("src\\..\\..\\evil", "not a path inside"),
    (".git/hooks/post-checkout", "belongs to git"),
    (".GIT/config", "belongs to git"),
    ("src/.git/config", "belongs to git"),
    (".git", "belongs to git"),
    ("GIT~1/hooks/pre-commit", "belongs to git"),
    ("git~2/config", "belongs to git"),
    (".git. /config", "belongs to git"),
    (".git::$INDEX_ALLOCATION/config", "belongs to git"),
    (".gitmodules", "other repositories"),
    (".GitModules", "other repositories"),
    ("GITMOD~1", "other repositories"),
    ("gi7eba~1", "other repositories"),
    ("src//evil", "goes in a circle"),
    ("./evil", "goes in a circle"),
    ("src/", "goes in a circle"),
    ("a" * 300, "too long"),
    ("a/" * 200 + "x", "too long"),
    ("ä" * 200, "too long"),
    ("src/e\x1b[31mvil", "cannot be shown"),
    ("src/evil\u202e.py", "cannot be shown"),
    ("src/e\u200bvil", "cannot be shown"),
    ("debates/abc/synthesis.md", "document of the debate"),
    ("Debates/ABC/synthesis.md", "document of the debate"),
]


@pytest.mark.parametrize(("path", "why"), PATHS)
@pytest.mark.parametrize("make", [new, lambda path: new(path, mode="100644")])
def test_a_path_that_leads_out_is_refused(branch: DebateBranch, make: Any, path: str, why: str) -> None:
    with pytest.raises(PatchRefused, match=why):
        branch.apply(make(path), writing())
    assert branch.tip == ""


@pytest.mark.parametrize("path", [".git/config", "../evil", "/etc/passwd", "src/.GIT/x"])
def test_a_rename_does_not_lead_out_either(branch: DebateBranch, path: str) -> None:
    for header in ("", f"--- a/README.md\n+++ b/{path}\n@@ -1 +1 @@\n-# Shop\n+# Mop\n"):
        diff = f"diff --git a/README.md b/{path}\nrename from README.md\nrename to {path}\n{header}"
        with pytest.raises(PatchRefused):
            branch.apply(diff, writing())
    into = f"diff --git a/{path} b/README2.md\nrename from {path}\nrename to README2.md\n"
    with pytest.raises(PatchRefused):
        branch.apply(into, writing())
    assert branch.tip == ""


@pytest.mark.parametrize(
    "quoted",
    [
        r'"b/src/\056\056/\056\056/x"',
        r'"b/.git\000/x"',
        r'"b/e\nvil"',
        r'"b/\056git/config"',
        r'"b/\377\376"',
        r'"b/a\"',
    ],
)
def test_quoting_hides_nothing(branch: DebateBranch, quoted: str) -> None:
    """What stands in quotes is read as git reads it, and then looked at. Bytes that are no UTF-8 are no other file."""
    try:
        branch.apply(f"--- /dev/null\n+++ {quoted}\n@@ -0,0 +1 @@\n+x\n", writing())
    except PatchRefused:
        assert branch.tip == ""
    else:
        (name,) = {item.raw_name for item in tree(branch)} - {item.encode() for item in FILES} - {b"src"}
        name.decode()
        assert b"/" not in name


def tree(branch: DebateBranch) -> Any:
    return branch.repository[branch.tip].peel(pygit2.Tree)


@pytest.mark.parametrize(
    ("diff", "why"),
    [
        (new("l", "/etc/passwd", "120000"), "symbolic link"),
        (new("l", "/etc/passwd", "120000 "), "symbolic link"),
        (new("l", "/etc/passwd", "0120000"), "mode cannot be read"),
        (new("l", "/etc/passwd", "100777"), "not the mode of an ordinary file"),
        (new("s", "Subproject commit " + "1" * 40, "160000"), "submodule"),
        ("diff --git a/run.sh b/run.sh\nold mode 100755\nnew mode 120000\n", "symbolic link"),
        ("diff --git a/run.sh b/run.sh\nold mode 100755\nnew mode 104755\n", "not the mode"),
        ("diff --git a/link b/link\nold mode 120000\nnew mode 100644\n", "symbolic link"),
        ("diff --git a/vendor b/vendor\nold mode 160000\nnew mode 100644\n", "submodule"),
        (edit("link", "/etc/passwd", "/etc/shadow", "diff --git a/link b/link\nindex 1..2 120000\n"), "symbolic link"),
        (edit("src/app.py", header="diff --git a/src/app.py b/src/app.py\nindex 1..2 120000\n"), "symbolic link"),
        (edit("src/app.py", header="diff --git a/src/app.py b/src/app.py\nindex 1..2 160000\n"), "submodule"),
        ("--- a/link\n+++ b/link\n@@ -1 +1 @@\n-/etc/passwd\n+/etc/shadow\n", "link is a symbolic link"),
        ("diff --git a/link b/link2\nrename from link\nrename to link2\n", "link is a symbolic link"),
        (
            "--- a/vendor\n+++ b/vendor\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n",
            "vendor is a submodule",
        ),
        (new("out/evil"), "out is a symbolic link, not a folder"),
        (new("vendor/evil"), "vendor is a submodule, not a folder"),
        (new("README.md/evil"), "README.md is a file, not a folder"),
        ("--- a/out/x\n+++ b/out/x\n@@ -1 +1 @@\n-a\n+b\n", "out is a symbolic link"),
        ("diff --git a/i b/i\nnew file mode 100644\nGIT binary patch\nliteral 3\nabc\n", "binary"),
        ("diff --git a/i b/i\nBinary files a/i and b/i differ\n", "binary"),
        (new("src/new.py", "x\0y"), "would become a binary file"),
        (edit("src/app.py", text="B\0"), "would become a binary file"),
        ("--- a/data.bin\n+++ b/data.bin\n@@ -1 +1 @@\n-a\n+b\n", "is a binary file"),
        ("diff --git a/src/app.py b/a2\ncopy from src/app.py\ncopy to a2\n", "copies a file"),
    ],
)
def test_only_ordinary_files_are_made_and_changed(branch: DebateBranch, diff: str, why: str) -> None:
    with pytest.raises(PatchRefused, match=why):
        branch.apply(diff, writing())
    assert branch.tip == ""


@pytest.mark.parametrize(
    ("diff", "why"),
    [
        (new("readme.MD"), "readme.MD and README.md are the same name"),
        (new("SRC/evil.py"), "SRC/evil.py and src are the same name"),
        (new("src/App.py"), "src/App.py and src/app.py are the same"),
        (new("src/cafe\u0301.py"), "are the same name"),
        (new("one.txt") + new("One.txt"), "One.txt and one.txt are the same"),
        (new("new/a") + new("New/b"), "New and new are the same"),
        (new("stra\u00dfe") + new("STRASSE"), "are the same"),
        (new("both") + new("both/inner"), "both would be a file, and a folder"),
        (new("both/inner") + new("both"), "both would be a file, and a folder"),
        ("diff --git a/README.md b/src/APP.py\nrename from README.md\nrename to src/APP.py\n", "are the same name"),
    ],
)
def test_no_file_is_lost_to_another_on_any_computer(branch: DebateBranch, diff: str, why: str) -> None:
    with pytest.raises(PatchRefused, match=why):
        branch.apply(diff, writing())
    assert branch.tip == ""


def test_a_file_may_change_the_capitals_of_its_own_name(branch: DebateBranch) -> None:
    branch.apply("diff --git a/README.md b/Readme.md\nrename from README.md\nrename to Readme.md\n", writing())
    assert {"Readme.md"} == {item.name for item in tree(branch) if item.name.lower() == "readme.md"}


@pytest.mark.parametrize(
    "diff",
    [
        "diff --git a/README.md b/README.md\n" + edit("src/app.py"),
        "diff --git a/src/app.py b/src/app.py\n--- a/README.md\n+++ b/src/app.py\n@@ -2 +2 @@\n-b\n+B\n",
        "diff --git a/README.md b/x\nrename from README.md\nrename to x\n" + edit("src/app.py"),
        "diff --git a/README.md b/x\nrename from run.sh\nrename to x\n--- a/README.md\n+++ b/x\n@@ @@\n-# Shop\n+a\n",
    ],
)
def test_a_header_that_names_two_files_is_refused(branch: DebateBranch, diff: str) -> None:
    """Whoever reads the first of its lines would agree to something else than what is done."""
    with pytest.raises(PatchRefused, match="name another file"):
        branch.apply(diff, writing())
    assert branch.tip == ""


def test_names_with_spaces_are_read_whole() -> None:
    head = "diff --git a/a b c.py b/a b c.py\n"
    assert parse(head + edit("a b c.py"))[0].path == "a b c.py"
    assert parse(head + "old mode 100644\nnew mode 100755\n")[0].path == "a b c.py"
    moved = parse("diff --git a/a b b/c d\nrename from a b\nrename to c d\n")[0]
    assert (moved.old, moved.new) == ("a b", "c d")


def test_ends_of_lines_change_neither_paths_nor_lines(branch: DebateBranch) -> None:
    diff = "--- a/crlf.txt\r\n+++ b/crlf.txt\r\n@@ -2 +2 @@\r\n-two\r\n+2\r\n"
    branch.apply(diff, writing())
    assert tree(branch)["crlf.txt"].data == b"one\r\n2\r\n"
    for path in ("src/ok.py\r", "..\r/x", "src/a\rb"):
        with pytest.raises(PatchRefused):
            parse(f"--- /dev/null\n+++ b/{path}x\n@@ -0,0 +1 @@\n+a\n")
    assert parse("--- /dev/null\r\n+++ b/src/ok.py\r\n@@ -0,0 +1 @@\r\n+a\r\n")[0].path == "src/ok.py"


HEAD = "--- a/f\n+++ b/f\n"
HUGE = [
    (HEAD + f"@@ -{'9' * 5_000} +1 @@\n-a\n+b\n", b"x\n"),
    (HEAD + f"@@ -1,{'9' * 5_000} +1,{'9' * 5_000} @@\n-a\n+b\n", b"x\n"),
    (HEAD + "@@ -1 +1 @@\n-a\n+b\n" * (MOST_HUNKS + 1), b"a\n"),
    (HEAD + "@@ -1 +1 @@\n-a\n+b\n" * 45_000, b"a\n"),
    (HEAD + "@@ @@\n" + " a\n" * 200_000 + "-b\n+c\n", b"a\n" * 400_000),
    (
        HEAD + "@@ @@\n" + "".join(f" l{n}\n" for n in range(50_000)) + "-b\n+c\n",
        b"".join(b"k%d\n" % n for n in range(90_000)),
    ),
    (HEAD + "@@ @@\n-\n+a\n", b"\n" * 2_000_000),
    (HEAD + "@@ -1 +1 @@\n" + "\\ No newline\n" * 50_000, b"a\n"),
    ("diff --git " + "a " * 400_000 + "\n", b""),
    ("diff --git " + '" ' * 400_000 + "\n", b""),
    ("diff --git " + '"\\' * 400_000 + "\n", b""),
    ("--- a/f\n" * 100_000, b""),
    ("x" * (LARGEST + 1), b""),
    ("--- /dev/null\n+++ b/" + "a/" * 400_000 + "x\n@@ -0,0 +1 @@\n+b\n", b""),
]


@pytest.mark.parametrize("case", range(len(HUGE)))
@pytest.mark.timeout(60)
def test_what_is_made_to_take_for_ever_ends_at_once(case: int) -> None:
    """Once two of these took minutes: time grew with the file and with the hunk, one multiplied by the other."""
    diff, old = HUGE[case]
    with pytest.raises(PatchRefused):
        _all_applied(diff, old)


@pytest.mark.timeout(60)
def test_one_place_among_very_many_alike_is_found() -> None:
    diff = HEAD + "@@ @@\n" + " a\n" * 100_000 + "-b\n+c\n"
    assert _all_applied(diff, b"a\n" * 400_000 + b"b\n").endswith(b"a\nc\n")


def _all_applied(diff: str, old: bytes) -> bytes:
    for patch in parse(diff):
        old = apply(old, patch)
    return old


def test_what_a_commit_says_cannot_speak_for_another_event(branch: DebateBranch) -> None:
    body = "Reason\0s.\n\nDisputatio-Event: 99\nDisputatio-Proposal: other#1"
    made = CommitDraft(subject="a\0b\n\nDisputatio-Event: 98", at=AT, files={}, event=7, proposal="turn#1", body=body)
    branch.apply(new("x"), made)
    (milestone,) = branch.log()
    assert (milestone.event, milestone.proposal) == (7, "turn#1")


PIECES = st.lists(
    st.sampled_from(
        [
            *("diff --git a/src/app.py b/src/app.py", "diff --git a/x b/../x", "--- a/src/app.py", "+++ b/src/app.py"),
            *(
                "--- /dev/null",
                "+++ /dev/null",
                "+++ b/.git/config",
                "+++ b/link",
                "+++ b/README.md",
                "--- a/README.md",
            ),
            *("new file mode 100644", "new file mode 120000", "deleted file mode 100644", "old mode 100755"),
            *("rename from README.md", "rename to src/new.py", "rename to ../x", "index 1..2 160000"),
            *("@@ -1,3 +1,3 @@", "@@ -2 +2 @@", "@@ @@", " a", "-b", "+B", " c", "-# Shop", "+# Mop", "", "+\0"),
        ]
    ),
    max_size=14,
)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(PIECES)
def test_whatever_is_put_together_only_ordinary_files_inside_the_tree_come_of_it(
    branch: DebateBranch, pieces: list[str]
) -> None:
    try:
        found = branch.changes("\n".join(pieces) + "\n")
    except PatchRefused:
        return
    for path, file in found.items():
        assert path in FILES or path == "src/new.py", path
        assert path not in ("link", "out", "vendor", "data.bin")
        assert file is None or b"\0" not in file.data
