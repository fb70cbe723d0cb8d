"""Trees made from trees: files put in, replaced and taken out, everything else as it is. No index, no work tree."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from disputatio.repository.applying import applied
from disputatio.repository.patches import FilePatch, PatchRefused

if TYPE_CHECKING:
    import pygit2

LARGEST = 5_000_000
"""Bytes of a file that a proposal may change."""

_ORDINARY, _EXECUTABLE, _DIRECTORY, _SYMLINK, _SUBMODULE = 0o100644, 0o100755, 0o040000, 0o120000, 0o160000
_KINDS = {_SYMLINK: "a symbolic link", _SUBMODULE: "a submodule", _DIRECTORY: "a folder"}
_POINTER = b"version https://git-lfs.github.com/spec/"
_REMEDY = "Ask for the change again, against the branch as it stands."


class File(NamedTuple):
    """`executable` None: as it is, or not where the file is new."""

    data: bytes
    executable: bool | None = None


class Trees:
    """The trees of one repository."""

    def __init__(self, repository: pygit2.Repository) -> None:
        self._repository = repository
        self._known: dict[object, dict[str, list[str]]] = {}

    def find(self, tree: pygit2.Tree | None, path: str) -> pygit2.Object | None:
        """What stands at a path. Raises `PatchRefused` where the path leads through something that is no folder."""
        *folders, name = path.split("/")
        for depth, folder in enumerate(folders, 1):
            found = tree[folder] if tree is not None and folder in tree else None
            if found is None:
                return None
            if found.filemode != _DIRECTORY:
                what = _KINDS.get(found.filemode, "a file")
                raise PatchRefused(f"{path}: {'/'.join(folders[:depth])} is {what}, not a folder.", _REMEDY)
            tree = found  # type: ignore[assignment]
        return tree[name] if tree is not None and name in tree else None

    def twin(self, tree: pygit2.Tree | None, path: str) -> str:
        """What stands in the tree under a name that is this path's, or that of a folder on its way, on computers that
        tell neither capitals nor accents apart; "" for nothing."""
        way = ""
        for part in path.split("/"):
            if tree is None or not hasattr(tree, "diff_to_tree"):
                return ""
            if part not in tree:
                return next((way + name for name in self._names(tree).get(_alike(part), ())), "")
            tree, way = tree[part], f"{way}{part}/"  # type: ignore[assignment]
        return ""

    def _names(self, tree: pygit2.Tree) -> dict[str, list[str]]:
        """The names of a folder by how careless computers know them."""
        known = self._known.get(tree.id)
        if known is None:
            known = self._known[tree.id] = {}
            for item in tree:
                name = (item.raw_name or b"").decode("utf-8", "surrogateescape")
                known.setdefault(_alike(name), []).append(name)
        return known

    def changed(self, base: pygit2.Tree | None, files: Mapping[str, File | None]) -> pygit2.Oid:
        """The tree with these files in place of what was there; None takes a file out, and a folder that gets empty
        with it. Raises `PatchRefused` where something that is no file is in the way."""
        for path, file in files.items():
            there = self.find(base, path)
            if file is not None and there is not None and there.filemode in _KINDS:
                raise PatchRefused(f"{path} is {_KINDS[there.filemode]}, not a file.", _REMEDY)
        return self._built(base, {tuple(path.split("/")): file for path, file in files.items()})

    def _built(self, base: pygit2.Tree | None, files: Mapping[tuple[str, ...], File | None]) -> pygit2.Oid:
        builder = self._repository.TreeBuilder(base) if base is not None else self._repository.TreeBuilder()
        folders: dict[str, dict[tuple[str, ...], File | None]] = {}
        for (name, *rest), file in files.items():
            there = base[name] if base is not None and name in base else None
            if rest:
                folders.setdefault(name, {})[tuple(rest)] = file
            elif file is not None:
                builder.insert(name, self._repository.create_blob(file.data), _mode(file, there))
            elif there is not None:
                builder.remove(name)
        for name, inner in folders.items():
            there = base[name] if base is not None and name in base else None
            tree = self._built(there, inner)  # type: ignore[arg-type]
            if len(self._repository[tree]):  # type: ignore[arg-type]
                builder.insert(name, tree, _DIRECTORY)
            elif there is not None:
                builder.remove(name)
        return builder.write()


def _mode(file: File, there: pygit2.Object | None) -> int:
    if file.executable is None:
        return _EXECUTABLE if there is not None and there.filemode == _EXECUTABLE else _ORDINARY
    return _EXECUTABLE if file.executable else _ORDINARY


def proposed(trees: Trees, tree: pygit2.Tree | None, patches: Iterable[FilePatch]) -> dict[str, File | None]:
    """The files as the patches would leave them. Raises `PatchRefused`; nothing is written."""
    found: dict[str, File | None] = {}
    for patch in patches:
        before = _existing(trees, tree, patch) if patch.old else File(b"")
        if patch.new != patch.old and patch.new and trees.find(tree, patch.new) is not None:
            raise PatchRefused(f"{patch.new} is to be made, but exists already.", _REMEDY)
        data = applied(before.data, patch)
        if not patch.new and data:
            left = data.count(b"\n") + (not data.endswith(b"\n"))
            raise PatchRefused(f"{patch.old} is to be deleted, but the diff leaves {left} lines of it.", _REMEDY)
        if patch.old != patch.new and patch.old:
            found[patch.old] = None
        if patch.new:
            executable = before.executable if patch.executable is None else patch.executable
            found[patch.new] = File(_ordinary(patch.new, data), executable)
    _require_room(trees, tree, found)
    return found


def _ordinary(path: str, data: bytes) -> bytes:
    if b"\0" in data:
        raise PatchRefused(f"{path} would become a binary file: the diff puts a NUL character into it.", _REMEDY)
    if len(data) > LARGEST:
        raise PatchRefused(f"{path} would become larger than {LARGEST:,} bytes.", "Propose it in smaller parts.")
    return data


def _require_room(trees: Trees, tree: pygit2.Tree | None, found: Mapping[str, File | None]) -> None:
    """Nobody's computer may lose a file to another of the diff: a file and a folder of one name, or names that only
    some computers tell apart. What was there already is not the diff's fault."""
    kept = [path for path, file in found.items() if file is not None]
    spelled: dict[str, str] = {}
    for path in kept:
        parts = path.split("/")
        for depth in range(1, len(parts) + 1):
            name = "/".join(parts[:depth])
            if depth < len(parts) and name in kept:
                raise PatchRefused(f"{name} would be a file, and a folder with {path} in it.", _REMEDY)
            other = spelled.setdefault(_alike(name), name)
            if other != name:
                raise _twins(name, other)
    for path in kept:
        other = trees.twin(tree, path)
        if other and found.get(other, _THERE) is not None:
            raise _twins(path, other)


_THERE = File(b"")


def _alike(name: str) -> str:
    """As file systems compare names that tell neither capitals nor ways to write an accent apart."""
    return unicodedata.normalize("NFC", name).casefold()


def _twins(path: str, other: str) -> PatchRefused:
    return PatchRefused(
        f"{path} and {other} are the same name on many computers, where one would replace the other.",
        "Choose another name, or change the file that is there.",
    )


def _existing(trees: Trees, tree: pygit2.Tree | None, patch: FilePatch) -> File:
    there = trees.find(tree, patch.old)
    if there is None:
        raise PatchRefused(f"There is no file {patch.old} to change.", "Check its path, or propose it as a new file.")
    if there.filemode in _KINDS:
        raise PatchRefused(f"{patch.old} is {_KINDS[there.filemode]}; only ordinary files are changed.", _REMEDY)
    if there.size > LARGEST:  # type: ignore[attr-defined]
        raise PatchRefused(f"{patch.old} is larger than {LARGEST:,} bytes.", "Change it by hand.")
    data: bytes = there.data  # type: ignore[attr-defined]
    if data.startswith(_POINTER):
        raise PatchRefused(f"The contents of {patch.old} are kept outside the repository (LFS).", "Change it by hand.")
    if b"\0" in data:
        raise PatchRefused(f"{patch.old} is a binary file.", "Change it by hand.")
    return File(data, there.filemode == _EXECUTABLE)
