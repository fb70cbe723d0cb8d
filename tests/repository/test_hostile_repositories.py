"""A folder that a stranger made: nothing of it runs, nothing outside it is read, and every reading ends."""

from __future__ import annotations

import hashlib
import os
import socket
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygit2
import pytest

from disputatio.app.repositories.indexer import changes, file_row
from disputatio.repository import past
from disputatio.repository.blame import blame
from disputatio.repository.context import from_tree
from disputatio.repository.errors import NotARepository, RepositoryDamaged, RepositoryError, UnknownRevision
from disputatio.repository.relevance import matches
from disputatio.repository.source_tree import MAX_PATH, open_tree
from disputatio.repository.sources import RepositorySources

SHOP = {"README.md": "# Shop\n", "src/cart.py": "def pay():\n    return 1\n", ".gitattributes": "* filter=x diff=x\n"}
PRIVATE = "the private words of another folder"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A repository of the person's own, and a file beside it."""
    folder = tmp_path / "elsewhere"
    other = pygit2.init_repository(str(folder), initial_head="main")
    author = pygit2.Signature("Ada", "ada@example.org", 1_700_000_000, 0)
    items = other.TreeBuilder()
    items.insert("diary.md", other.create_blob(PRIVATE.encode()), pygit2.enums.FileMode.BLOB)
    other.create_commit("HEAD", author, author, PRIVATE, items.write(), [])
    (folder / "diary.md").write_text(PRIVATE)
    return folder


def everything(path: Path) -> str:
    """All that any reader of a repository tells."""
    tree = open_tree(path)
    told = [
        repr(from_tree(open_tree(path), question="How does the cart pay, and what does the diary say?")),
        str(tree.root),
    ]
    told += [repr(file_row(tree, entry)) for entry in changes(tree, {}).to_read]
    for entry in tree.files():
        read = tree.read(entry)
        told += [read.text, repr(past.history(tree, entry.path))]
        if read.kind == "text" and read.text:
            told.append(repr(blame(tree, entry.path)))
    sources = RepositorySources(tree)
    told += [source.text.plain for entry in tree.files() for source in sources.files(entry.path)]
    return "\n".join([*told, repr(past.difference(tree, None)), repr(tree.history()), tree.origin()])


def told_or_refused(path: Path) -> str:
    """The same, or why nothing is told."""
    try:
        return everything(path)
    except RepositoryError as refused:
        return f"{refused.what} {refused.remedy}"


# ---- programs that a configuration names ---------------------------------------------------------------------------


def test_no_program_of_the_configuration_runs(builder: Any, tmp_path: Path, fingerprint: Any) -> None:
    builder.commit(SHOP)
    builder.check_out()
    ran, git = tmp_path / "ran", Path(builder.repository.path)
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho $0 >> {ran}\ncat\n")
    program.chmod(0o755)
    (tmp_path / "more").write_text(f"[core]\n\tfsmonitor = {program}\n[alias]\n\tlog = !{program}\n")
    for folder in (tmp_path / "hooks", git / "hooks"):
        folder.mkdir(exist_ok=True)
        for name in ("post-checkout", "pre-commit", "reference-transaction", "fsmonitor-watchman", "post-index-change"):
            (folder / name).write_text(program.read_text())
            (folder / name).chmod(0o755)
    with (git / "config").open("a") as config:
        config.write(
            f"""[core]
    fsmonitor = {program}
    hooksPath = {tmp_path}/hooks
    sshCommand = {program}
    pager = {program}
    editor = {program}
    gitProxy = {program}
    untrackedCache = true
[include]
    path = {tmp_path}/more
[includeIf "gitdir:/"]
    path = {tmp_path}/more
[filter "x"]
    clean = {program}
    smudge = {program}
    process = {program}
    required = true
[diff "x"]
    textconv = {program}
    command = {program}
[merge "x"]
    driver = {program}
[gpg]
    program = {program}
[commit]
    gpgsign = true
[credential]
    helper = !{program}
[remote "origin"]
    url = ext::sh -c {program}
"""
        )
    (builder.path / "src" / "cart.py").write_text("changed in the work tree\n")
    before = fingerprint(builder.path)
    told = everything(builder.path)
    assert "return 1" in told
    assert "changed in the work tree" not in told
    assert not ran.exists()
    assert fingerprint(builder.path) == before


# ---- ways out of the folder ----------------------------------------------------------------------------------------


def test_a_work_tree_that_is_named_elsewhere_is_not_taken_for_the_repository(builder: Any, elsewhere: Path) -> None:
    builder.commit(SHOP)
    builder.repository.config["core.worktree"] = str(elsewhere)
    tree = open_tree(builder.path)
    assert not tree.root.is_relative_to(elsewhere)
    assert open_tree(tree.root).pin == tree.pin, "it is found again where it was"
    assert tree.name == "shop"
    assert PRIVATE not in everything(tree.root)


def test_a_work_tree_above_is_not_either(builder: Any, elsewhere: Path, tmp_path: Path) -> None:
    author = pygit2.Signature("Eve", "eve@example.org", 1_700_000_000, 0)
    inner = pygit2.init_repository(str(elsewhere / "gift"), initial_head="main")
    inner.create_commit("HEAD", author, author, "a gift", inner.TreeBuilder().write(), [])
    inner.config["core.worktree"] = str(elsewhere)
    tree = open_tree(elsewhere / "gift")
    assert open_tree(tree.root).pin == tree.pin
    assert PRIVATE not in everything(tree.root)


def test_objects_of_another_repository_are_only_those_that_the_commit_names(builder: Any, elsewhere: Path) -> None:
    builder.commit(SHOP)
    info = Path(builder.repository.path) / "objects" / "info"
    info.mkdir(exist_ok=True)
    (info / "alternates").write_text(f"{elsewhere}/.git/objects\n")
    assert PRIVATE not in everything(builder.path)
    other = str(pygit2.Repository(str(elsewhere)).head.target)
    assert not RepositorySources(open_tree(builder.path)).commits(other), "it is no part of this history"


@pytest.mark.parametrize("file", ["HEAD", "refs/heads/main", "packed-refs", "shallow", "objects/info/alternates"])
def test_a_link_out_of_the_database_tells_nothing(builder: Any, elsewhere: Path, file: str) -> None:
    builder.commit(SHOP)
    path = Path(builder.repository.path) / file
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(elsewhere / "diary.md")
    assert PRIVATE not in told_or_refused(builder.path)


def test_an_included_file_is_not_told(builder: Any, elsewhere: Path) -> None:
    builder.commit(SHOP)
    with (Path(builder.repository.path) / "config").open("a") as config:
        config.write(f"[include]\n\tpath = {elsewhere}/diary.md\n")
    with pytest.raises(RepositoryError) as caught:
        open_tree(builder.path)
    assert PRIVATE not in str(caught.value)


def test_links_and_submodules_in_the_tree_are_not_followed(builder: Any, elsewhere: Path) -> None:
    links = {
        "a": (0o120000, str(elsewhere / "diary.md").encode()),
        "README.md": (0o120000, b"../elsewhere/diary.md"),
        ".git/config": "[core]\n",
        "../../elsewhere/diary.md": "up\n",
        "gift": (0o160000, b"\1" * 20),
        ".gitmodules": '[submodule "gift"]\n\tpath = gift\n\turl = ../elsewhere\n',
    }
    builder.commit(links)
    assert PRIVATE not in everything(builder.path)


@pytest.mark.parametrize(
    "text",
    ["gitdir: {0}/diary.md\n", "gitdir: .git\n", "gitdir: " + "A" * 200_000, "gitdir: \x1b[31m\n", "", "nonsense"],
    ids=["a file", "itself", "long", "control characters", "empty", "nonsense"],
)
def test_a_file_that_names_no_database_is_refused_in_few_words(tmp_path: Path, elsewhere: Path, text: str) -> None:
    folder = tmp_path / "linked"
    folder.mkdir()
    (folder / ".git").write_text(text.format(elsewhere))
    with pytest.raises((NotARepository, RepositoryDamaged)) as caught:
        open_tree(folder)
    assert len(str(caught.value)) < 1_500
    assert "\x1b" not in str(caught.value)
    assert PRIVATE not in str(caught.value)


def test_a_database_that_is_a_link_is_read_as_git_reads_it(builder: Any, tmp_path: Path) -> None:
    pin = builder.commit(SHOP)
    linked, pointed = tmp_path / "linked", tmp_path / "pointed"
    linked.mkdir()
    pointed.mkdir()
    (linked / ".git").symlink_to(builder.repository.path)
    (pointed / ".git").write_text(f"gitdir: {builder.repository.path}\n")
    assert open_tree(linked).pin == open_tree(pointed).pin == pin


# ---- what stands for something else --------------------------------------------------------------------------------


def test_what_was_committed_is_read_whatever_replaces_it(builder: Any) -> None:
    first = builder.commit(SHOP, "first")
    second = builder.commit({"src/cart.py": "def pay():\n    return 2\n"}, "second")
    git, author = Path(builder.repository.path), builder.repository[second].author
    evil = builder.repository.create_commit(None, author, author, "evil", builder.repository[first].tree.id, [])
    (git / "refs" / "replace").mkdir()
    (git / "refs" / "replace" / second).write_text(f"{evil}\n")
    (git / "info").mkdir(exist_ok=True)
    (git / "info" / "grafts").write_text(f"{second} {evil}\n")
    tree = open_tree(builder.path)
    assert "return 2" in tree.read("src/cart.py").text
    assert next(commit.subject for commit in tree.history()) == "second"


@pytest.mark.parametrize("name", ["--upload-pack=evil", "-x", "a b", "..", "@", "$(touch x)", "x;rm", "a" * 200])
def test_odd_names_of_branches_are_names(builder: Any, name: str) -> None:
    pin = builder.commit(SHOP)
    if name != "..":
        (Path(builder.repository.path) / "refs" / "heads" / name).write_text(f"{pin}\n")
    assert open_tree(builder.path).pin == pin
    assert _pin_or_refusal(builder.path, name) in (pin, UnknownRevision)


def _pin_or_refusal(path: Path, revision: str) -> object:
    try:
        return open_tree(path, revision).pin
    except UnknownRevision as refused:
        return type(refused)


def test_a_head_with_control_characters_does_not_reach_the_terminal(builder: Any) -> None:
    builder.commit(SHOP)
    (Path(builder.repository.path) / "HEAD").write_text("ref: refs/heads/x\x1b[31mred\n")
    with pytest.raises(RepositoryError) as caught:
        open_tree(builder.path)
    assert "\x1b" not in str(caught.value)


# ---- what would take for ever --------------------------------------------------------------------------------------


def nested(builder: Any, levels: int, name: bytes = b"d", *, every: bool) -> None:
    """Folders in folders; a file in each, or in the innermost alone."""
    repository = builder.repository
    file = b"100644 f.py\0" + repository.create_blob(b"def cart():\n    return 1\n").raw
    tree = repository.odb.write(pygit2.enums.ObjectType.TREE, file)
    for _ in range(levels):
        items = (file if every else b"") + b"40000 " + name + b"\0" + bytes.fromhex(str(tree))
        tree = repository.odb.write(pygit2.enums.ObjectType.TREE, items if name > b"f" or not every else _sorted(items))
    author = pygit2.Signature("Eve", "eve@example.org", 1_700_000_000, 0)
    repository.create_commit("HEAD", author, author, "deep", tree, [])


def _sorted(items: bytes) -> bytes:
    """A folder before the file: the names of a tree are in order."""
    at = items.index(b"40000 ")
    return items[at:] + items[:at]


@pytest.mark.parametrize("every", [True, False])
def test_five_thousand_floors_end_where_no_path_goes_on(builder: Any, every: bool) -> None:
    nested(builder, 5_000, every=every)
    before = time.process_time()
    tree = open_tree(builder.path)
    context = from_tree(open_tree(builder.path), question="Where is the cart in d?")
    assert tree.files() or not every
    assert tree.truncated
    assert all(len(entry.raw) <= MAX_PATH for entry in tree.files())
    assert sum(len(section.text) + len(section.cut) for section in context.sections) < 40_000
    assert time.process_time() - before < 20


def test_words_are_looked_for_in_a_deep_path_without_going_deep(builder: Any) -> None:
    nested(builder, 1_990, every=False)
    tree = open_tree(builder.path)
    (found,) = matches(tree, "Where is the cart?")
    assert found.entry.path.count("/") == 1_990


def test_names_of_any_length_take_no_more_room_than_there_is(builder: Any) -> None:
    nested(builder, 30, b"n" * 3_000, every=True)
    context = from_tree(open_tree(builder.path), question="Where is the cart?")
    assert sum(len(section.text) + len(section.cut) for section in context.sections) < 40_000


def _bomb(builder: Any, kind: bytes, size: int) -> str:
    """An object of zeros: a few kilobytes that unfold to `size`."""
    head = b"%s %d\0" % (kind, size)
    digest, packed = hashlib.sha1(head, usedforsecurity=False), zlib.compressobj(9)
    parts = [packed.compress(head)]
    for _ in range(size >> 20):
        digest.update(bytes(1 << 20))
        parts.append(packed.compress(bytes(1 << 20)))
    id = digest.hexdigest()
    folder = Path(builder.repository.path) / "objects" / id[:2]
    folder.mkdir(exist_ok=True)
    (folder / id[2:]).write_bytes(b"".join([*parts, packed.flush()]))
    return id


@pytest.mark.parametrize("kind", [b"blob", b"tree"])
def test_what_unfolds_to_gigabytes_is_not_unfolded(builder: Any, kind: bytes) -> None:
    resource = pytest.importorskip("resource")
    id = bytes.fromhex(_bomb(builder, kind, 256 << 20))
    items = b"40000 d\0" + id if kind == b"tree" else b"100644 README.md\0" + id + b"120000 link\0" + id
    tree = builder.repository.odb.write(pygit2.enums.ObjectType.TREE, items)
    author = pygit2.Signature("Eve", "eve@example.org", 1_700_000_000, 0)
    builder.repository.create_commit("HEAD", author, author, "bomb", tree, [])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    told = told_or_refused(builder.path)
    assert "too large" in told
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 100_000, "kilobytes; bytes on macOS, where this says less"


@pytest.mark.parametrize("revision", [":/(a+)+$", "HEAD^{/(a+)+$}", "x" * 100_000, "HEAD~999999999", "HEAD@{nonsense}"])
def test_a_revision_never_searches_messages(builder: Any, revision: str) -> None:
    for _ in range(40):
        builder.commit({}, "a" * 40 + "!")
    before = time.process_time()
    with pytest.raises(UnknownRevision) as caught:
        open_tree(builder.path, revision)
    assert time.process_time() - before < 1, "forty messages take it seconds"
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("index", b"DIRC" + bytes(range(256)) * 40),
        ("objects/info/commit-graph", b"CGPH\1\1" + bytes(range(256)) * 4),
        ("objects/pack/multi-pack-index", b"MIDX" + bytes(range(256)) * 4),
        ("packed-refs", b"# pack-refs with: peeled\n" + b"zz\n" * 100),
        ("shallow", b"nonsense\n"),
        ("config", b"[core\n"),
        ("HEAD", b"ref: HEAD\n"),
        ("HEAD", b"ref: ../../../../etc/passwd\n"),
        ("HEAD", b"\0" * 5_000),
    ],
)
def test_a_damaged_database_is_read_or_refused(
    builder: Any, file: str, content: bytes, fingerprint: Callable[[Path], object]
) -> None:
    builder.commit(SHOP)
    path = Path(builder.repository.path) / file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    before = fingerprint(builder.path)
    told = told_or_refused(builder.path)
    assert "return 1" in told or (told.startswith("The repository at") and len(told) < 1_500)
    assert fingerprint(builder.path) == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders of this system")
@pytest.mark.parametrize(
    "name",
    [
        *("HEAD", "config", "index", "packed-refs", "commondir", "objects/info/alternates", "refs/heads/main"),
        *("objects/info/commit-graph", "objects/pack/multi-pack-index", "objects/pack/pack-1.idx", "info/attributes"),
    ],
)
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_pipe_or_a_device_among_the_files_of_git_is_not_read(builder: Any, name: str, kind: str) -> None:
    builder.commit(SHOP)
    file = builder.path / ".git" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    os.mkfifo(file) if kind == "pipe" else file.symlink_to("/dev/zero")
    with pytest.raises(RepositoryDamaged, match="not an ordinary file"):
        open_tree(builder.path)


def under(folder: Path) -> Path:
    """Put the database of a repository where a file names it."""
    (folder / ".git").rename(folder / "real")
    (folder / ".git").write_text("gitdir: real\n")
    return folder / "real/refs/heads/main"


def in_common(folder: Path) -> Path:
    """Turn the repository into a work tree of another one."""
    (folder / ".git").rename(folder / "all")
    (folder / "own").mkdir()
    (folder / "own/commondir").write_text("../all\n")
    (folder / "own/HEAD").write_text("ref: refs/heads/main\n")
    (folder / ".git").write_text("gitdir: own\n")
    return folder / "all/config"


def included(line: str) -> Callable[[Path], Path]:
    def name(folder: Path) -> Path:
        with (folder / ".git/config").open("a") as config:
            config.write(line)
        return folder / ".git/other"

    return name


def borrowed(folder: Path) -> Path:
    """Alternates of alternates."""
    other = folder / "other/info"
    other.mkdir(parents=True)
    (folder / ".git/objects/info").mkdir(exist_ok=True)
    (folder / ".git/objects/info/alternates").write_text(f"{other.parent}\n")
    return other / "alternates"


def linked(folder: Path) -> Path:
    """A folder of git that is a link."""
    (folder / ".git").rename(folder / "real")
    (folder / ".git").symlink_to("real")
    return folder / "real/packed-refs"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders of this system")
@pytest.mark.parametrize(
    "way",
    [
        under,
        in_common,
        borrowed,
        linked,
        included("[include]\n\tpath = other\n"),
        included('[includeIf "gitdir:**"] path="other"\n'),
    ],
)
def test_a_pipe_that_the_files_of_git_lead_to_is_not_read(builder: Any, way: Callable[[Path], Path]) -> None:
    builder.commit(SHOP)
    file = way(builder.path)
    file.unlink(missing_ok=True)
    os.mkfifo(file)
    with pytest.raises(RepositoryDamaged, match="not an ordinary file"):
        open_tree(builder.path)


def test_files_of_git_that_are_larger_than_any_are_not_read(builder: Any) -> None:
    """They take no room on the disk, and all of the memory."""
    builder.commit(SHOP)
    os.truncate(builder.path / ".git/config", 2**40)
    with pytest.raises(RepositoryDamaged, match="larger than any file of git"):
        open_tree(builder.path)


def test_a_file_of_git_may_be_nothing_and_a_socket_disturbs_nobody(builder: Any) -> None:
    """Hooks and excluded files are often switched off so, and git puts a socket beside its files."""
    builder.commit(SHOP)
    with (builder.path / ".git/config").open("a") as config:
        config.write("[core]\n\thooksPath = /dev/null\n\texcludesFile = /dev/null\n")
    with socket.socket(socket.AF_UNIX) as listening:
        here = os.open(builder.path / ".git", os.O_RDONLY)
        listening.bind(f"/proc/self/fd/{here}/fsmonitor--daemon.ipc")
        os.close(here)
    assert "# Shop" in everything(builder.path)


@pytest.mark.parametrize("alternates", ["{objects}\n" * 3, "/nowhere/objects\n" * 20_000, "\0\xff\n", "../../../..\n"])
def test_alternates_that_lead_nowhere_or_back_harm_nobody(builder: Any, alternates: str) -> None:
    builder.commit(SHOP)
    objects = builder.path / ".git/objects"
    (objects / "info").mkdir(exist_ok=True)
    (objects / "info/alternates").write_text(alternates.format(objects=objects), "latin-1")
    assert "# Shop" in told_or_refused(builder.path) or "The repository at" in told_or_refused(builder.path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders of this system")
def test_a_pipe_in_the_work_tree_is_not_waited_for(builder: Any) -> None:
    builder.commit(SHOP)
    builder.check_out()
    (builder.path / "README.md").unlink()
    os.mkfifo(builder.path / "README.md")
    assert "# Shop" in everything(builder.path)
