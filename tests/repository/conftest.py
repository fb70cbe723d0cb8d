"""Repositories built with pygit2 alone: no git command, no person's configuration."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pygit2
import pytest

Content = str | bytes | tuple[int, bytes]
"""Text, bytes, or (mode, bytes) for what is not an ordinary file."""

SYMLINK, SUBMODULE = 0o120000, 0o160000


class Builder:
    """A repository under construction; each commit replaces the whole tree."""

    def __init__(self, path: Path, *, bare: bool = False) -> None:
        self.path = path
        self.repository = pygit2.init_repository(str(path), bare=bare, initial_head="main")

    def commit(self, files: Mapping[str, Content], subject: str = "first", at: int = 1_700_000_000) -> str:
        """Paths with their contents; bytes that are not UTF-8 are written as surrogate escapes in a path."""
        author = pygit2.Signature("Ada", "ada@example.org", at, 60)
        unborn = self.repository.head_is_unborn
        parents = [] if unborn else [self.repository.head.target]
        tree = self._tree({path.encode("utf-8", "surrogateescape"): content for path, content in files.items()})
        return str(self.repository.create_commit("HEAD", author, author, subject, tree, parents))

    def check_out(self) -> None:
        self.repository.checkout_head(strategy=pygit2.enums.CheckoutStrategy.FORCE)

    def _tree(self, files: Mapping[bytes, Content]) -> pygit2.Oid:
        """Written as raw bytes, since the library refuses the hostile names that tests need."""
        items: dict[bytes, tuple[int, pygit2.Oid]] = {}
        folders: dict[bytes, dict[bytes, Content]] = {}
        for path, content in files.items():
            first, below, rest = path.partition(b"/")
            if below:
                folders.setdefault(first, {})[rest] = content
            else:
                items[first] = self._item(content)
        items |= {name: (0o40000, self._tree(inner)) for name, inner in folders.items()}
        ordered = sorted(items.items(), key=lambda item: item[0] + (b"/" if item[1][0] == 0o40000 else b""))
        raw = b"".join(b"%o %s\0%s" % (mode, name, oid.raw) for name, (mode, oid) in ordered)
        return self.repository.odb.write(pygit2.enums.ObjectType.TREE, raw)

    def _item(self, content: Content) -> tuple[int, pygit2.Oid]:
        if isinstance(content, str):
            content = content.encode()
        mode, data = content if isinstance(content, tuple) else (0o100644, content)
        if mode == SUBMODULE:
            return mode, pygit2.Oid(data)
        return mode, self.repository.create_blob(data)


@pytest.fixture(autouse=True)
def no_configuration_of_this_machine(tmp_path: Path) -> Iterator[None]:
    """The library would read the person's ~/.gitconfig, which may trust every folder (safe.directory = *)."""
    search = pygit2.settings.search_path
    levels = (pygit2.enums.ConfigLevel.GLOBAL, pygit2.enums.ConfigLevel.XDG, pygit2.enums.ConfigLevel.SYSTEM)
    before = [search[level] for level in levels]
    for level in levels:
        search[level] = str(tmp_path / "no-configuration")
    yield
    for level, path in zip(levels, before, strict=True):
        search[level] = path


@pytest.fixture
def builder(tmp_path: Path) -> Builder:
    return Builder(tmp_path / "shop")


def fingerprint(folder: Path) -> dict[str, tuple[int, int, str]]:
    """Size, time of change and content of everything below a folder, .git included."""
    found = {}
    for path in sorted(folder.rglob("*")):
        state = path.lstat()
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() and not path.is_symlink() else ""
        found[str(path.relative_to(folder))] = (state.st_size if content else 0, state.st_mtime_ns, content)
    return found


@pytest.fixture(name="fingerprint")
def fingerprint_fixture() -> object:
    return fingerprint
