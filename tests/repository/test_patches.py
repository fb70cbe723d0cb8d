"""Diffs as models write them: read where the meaning is certain, refused with hunk and line where it is not."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.repository.patch_reader import checked_path, parse
from disputatio.repository.patches import PatchRefused, fenced_diffs
from disputatio.repository.tree_edits import apply

OLD = b"one\ntwo\nthree\nfour\nfive\nsix\nseven\n"


def only(diff: str, old: bytes = OLD) -> bytes:
    (patch,) = parse(diff)
    return apply(old, patch)


def hunk(body: str, head: str = "@@ -2,2 +2,2 @@") -> str:
    return f"--- a/f.py\n+++ b/f.py\n{head}\n{body}"


def test_a_plain_diff_applies() -> None:
    assert only(hunk(" two\n-three\n+3\n", "@@ -2,2 +2,2 @@ def f():")) == OLD.replace(b"three", b"3")


@pytest.mark.parametrize("head", ["@@ -2,9 +2,1 @@", "@@ -90,2 +90,2 @@", "@@ ... @@", "@@", "@@ -2 +2 @@"])
def test_wrong_counts_and_numbers_do_not_matter_where_the_place_is_certain(head: str) -> None:
    assert only(hunk(" two\n-three\n+3\n\n", head)) == OLD.replace(b"three", b"3")


def test_blank_context_lines_may_have_lost_their_space() -> None:
    assert only(hunk(" a\n\n-b\n+c\n", "@@ -1,3 +1,3 @@"), b"a\n\nb\n") == b"a\n\nc\n"


def test_several_hunks_move_with_what_was_put_in_before() -> None:
    diff = hunk("-one\n+1\n+1b\n", "@@ -1 +1,2 @@") + "@@ -6,2 +7,2 @@\n six\n-seven\n+7\n"
    assert only(diff) == b"1\n1b\ntwo\nthree\nfour\nfive\nsix\n7\n"


def test_ends_of_lines_and_a_byte_order_mark_stay_as_the_file_has_them() -> None:
    old = b"\xef\xbb\xbfone\r\ntwo\r\n"
    assert only(hunk(" one\n-two\n+2\n", "@@ -1,2 +1,2 @@"), old) == b"\xef\xbb\xbfone\r\n2\r\n"


def test_bytes_that_are_no_utf8_stay() -> None:
    assert only(hunk("-two\n+2\n", "@@ -2 +2 @@"), b"caf\xe9\ntwo\n") == b"caf\xe9\n2\n"


def test_the_end_of_a_file_without_a_newline_is_kept_and_can_be_changed() -> None:
    assert only(hunk("-a\n+b\n", "@@ -1 +1 @@"), b"a\nlast") == b"b\nlast"
    gone = hunk("-a\n+a\n\\ No newline at end of file\n", "@@ -1 +1 @@")
    assert only(gone, b"a\n") == b"a"
    added = hunk("-a\n\\ No newline at end of file\n+a\n", "@@ -1 +1 @@")
    assert only(added, b"a") == b"a\n"


def test_new_deleted_and_renamed_files() -> None:
    new = parse("diff --git a/x.sh b/x.sh\nnew file mode 100755\n--- /dev/null\n+++ b/x.sh\n@@ -0,0 +1 @@\n+hi\n")[0]
    assert (new.old, new.new, new.executable, apply(b"", new)) == ("", "x.sh", True, b"hi\n")
    gone = parse("--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-hi\n")[0]
    assert (gone.old, gone.new, apply(b"hi\n", gone)) == ("x", "", b"")
    moved = parse("diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n")[0]
    assert (moved.old, moved.new, moved.hunks) == ("x", "y", ())
    mode = parse("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n")[0]
    assert mode.executable is True


def test_quoted_paths_and_times_after_paths() -> None:
    assert parse('--- "a/caf\\303\\251.py"\n+++ "b/caf\\303\\251.py"\n@@ -1 +1 @@\n-a\n+b\n')[0].path == "café.py"
    assert parse("--- src/a b.py\t2026-01-01\n+++ src/a b.py\t2026\n@@ -1 +1 @@\n-a\n+b\n")[0].path == "src/a b.py"


def test_a_signature_after_the_last_hunk_is_no_line_of_it() -> None:
    assert only(hunk("-two\n+2\n-- \n2.43.0\n", "@@ -2 +2 @@")) == OLD.replace(b"two", b"2")


def test_a_deleted_line_that_looks_like_a_header_is_a_line() -> None:
    old = b"-- a/x\n++ b/x\nend\n"
    assert only(hunk("--- a/x\n-++ b/x\n end\n", "@@ -1,3 +1 @@"), old) == b"end\n"


@pytest.mark.parametrize(
    ("diff", "old", "why"),
    [
        (
            hunk(" two\n-thre\n+3\n"),
            OLD,
            r"hunk 1 \(line 3 of the diff\).*line 3 should read “thre”, but reads “three”",
        ),
        (hunk(" two\n-three\n+3\n") + "@@ -6 +6 @@\n-sx\n+6\n", OLD, r"hunk 2 \(line 7 of the diff\).*“sx”.*“six”"),
        (hunk("-x\n+y\n", "@@ -9 +9 @@"), b"x\na\nx\n", r"fits in 2 places \(lines 1, 3\)"),
        (hunk("-a\n-b\n+c\n", "@@ -1,2 +1 @@"), b"a\n", "line 2 should read “b”, but the file has 1 lines"),
        (hunk("-a\n+b\n", "@@ -1 +1 @@"), b"", "the file is empty"),
        (hunk("+new\n", "@@ ... @@"), OLD, "its place is uncertain"),
    ],
)
def test_what_does_not_fit_is_refused_with_hunk_and_line(diff: str, old: bytes, why: str) -> None:
    with pytest.raises(PatchRefused, match=why):
        only(diff, old)


@pytest.mark.parametrize(
    ("diff", "why"),
    [
        ("just words", "contains no change"),
        ("@@ -1 +1 @@\n-a\n+b\n", "Line 1 of the diff: a hunk stands before any file header"),
        (hunk(" two\n"), "Line 3 of the diff: the hunk changes nothing"),
        (hunk(" two\nthree\n+3\n"), "Line 5 of the diff: it begins neither with a space"),
        ("--- a/f\n+++ b/f\nwords\n", "no hunk"),
        ("diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n", "symbolic link"),
        ("diff --git a/m b/m\nnew file mode 160000\n", "submodule"),
        ("diff --git a/m b/m\nnew file mode 100666\n", "100666 is not the mode"),
        ("diff --git a/i.png b/i.png\nGIT binary patch\nliteral 3\n", "binary"),
        ("diff --git a/x b/y\ncopy from x\ncopy to y\n", "copies a file"),
        (hunk("-a\n+b\n") + hunk("-c\n+d\n"), "changes f.py in two places"),
        ("--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n", "both sides"),
        ("x" * 1_000_001, "larger than"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(diff: str, why: str) -> None:
    with pytest.raises(PatchRefused, match=why):
        parse(diff)


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../x",
        "a/../../x",
        "a//b",
        "./a",
        "a/",
        "",
        "C:/x",
        "C:x",
        "a\\..\\b",
        ".git/config",
        "x/.GIT/hooks/a",
        ".git./config",
        ".git /x",
        "git~1/config",
        ".git::$INDEX_ALLOCATION/x",
        ".g\u200bit/config",
        "a\nb",
        "a\x00b",
        "a\x1b[31m",
        ".gitmodules",
        "sub/.gitmodules",
        ".GITMODULES.",
    ],
)
def test_paths_that_leave_the_tree_or_are_gits_own_are_refused(path: str) -> None:
    with pytest.raises(PatchRefused):
        checked_path(path)


@pytest.mark.parametrize("path", ["a", ".gitignore", ".github/x.yml", "git/x", "a b/ü.py", "x..y", "...", "digit~1x"])
def test_ordinary_paths_pass(path: str) -> None:
    assert checked_path(path) == path


def test_diffs_are_found_in_fenced_blocks() -> None:
    text = (
        "Do this:\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\nand\n"
        "~~~~\ndiff --git a/y b/y\nold mode 100644\nnew mode 100755\n~~~~\n"
        "```python\n--- a/z\n```\n```diff\nno header\n```\n   ```patch\n@@ x\n   ```\n```diff\n@@ never closed"
    )
    found = fenced_diffs(text)
    assert [each.splitlines()[0] for each in found] == ["--- a/x", "diff --git a/y b/y", "@@ x"]


LINES = st.lists(st.sampled_from(["a", "b", "", "  x", "-- a", "++ b", "@@", "é", "diff --git"]), max_size=12)


@given(LINES, LINES, st.integers(1, 3))
def test_every_diff_that_a_library_writes_leads_to_the_new_text(old: list[str], new: list[str], around: int) -> None:
    if old == new:
        return
    lines = difflib.unified_diff(old, new, "a/f", "b/f", n=around, lineterm="")
    diff = "\n".join(lines) + "\n"
    before = "".join(f"{line}\n" for line in old).encode()
    assert only(diff, before) == "".join(f"{line}\n" for line in new).encode()


@given(st.text(max_size=400), st.binary(max_size=60))
def test_any_text_is_refused_or_applied_and_nothing_else(text: str, data: bytes) -> None:
    try:
        for patch in parse(f"--- a/f\n+++ b/f\n{text}"):
            apply(data, patch)
    except PatchRefused:
        return


def test_two_long_lines_are_quoted_where_they_differ() -> None:
    wanted, there = "x" * 400 + " old", "x" * 400 + " new"
    with pytest.raises(PatchRefused) as refused:
        only(hunk(f"-{wanted}\n+y\n", "@@ -1 +1 @@"), there.encode() + b"\n")
    assert " old”" in str(refused.value)
    assert " new”" in str(refused.value)
    assert len(str(refused.value)) < 600
