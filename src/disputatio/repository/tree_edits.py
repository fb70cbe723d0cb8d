"""Trees made from trees: files put in, replaced and taken out, everything else as it is. No index, no work tree."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING, NamedTuple

from disputatio.debate.wording import figure, tr
from disputatio.repository.patches import FilePatch, Hunk, Line, PatchRefused

if TYPE_CHECKING:
    import pygit2


# ---- applying hunks: a hunk that fits nowhere, or in several places, is refused ---------------------------------
SHOWN = 120
"""Characters of a line that a reason quotes."""
PLACES = 6
"""Places where a hunk fits that are looked for: two are too many."""
OCCURRENCES = 3
"""Places of one line that count for where most of a hunk fits."""
_MARK = b"\xef\xbb\xbf"
"""A byte order mark: it is no part of the first line."""


class _Lines:
    """The lines of a file, to be searched in time that grows with the file, whatever a hunk holds."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        plain = [line.removesuffix(b"\r") for line in lines]
        if plain:
            plain[0] = plain[0].removeprefix(_MARK)
        self.raw, self.plain = lines, plain
        self._text = b"\n".join([b"", *plain, b""])
        self._starts = list(accumulate((len(line) + 1 for line in plain), initial=0))

    def __len__(self) -> int:
        return len(self.raw)

    def fits(self, wanted: Sequence[bytes], at: int) -> bool:
        if not 0 <= at <= len(self.raw) - len(wanted):
            return False
        return all(_same(self.raw[at + n], line, first=at + n == 0) for n, line in enumerate(wanted))

    def places(self, wanted: Sequence[bytes], reached: int) -> list[int]:
        """Return the first few indices from `reached` on where these lines stand."""
        needle = b"\n".join([b"", *wanted, b""])
        found = [0] if reached == 0 and wanted[0].startswith(_MARK) and self.fits(wanted, 0) else []
        at = self._text.find(needle, self._starts[reached])
        while at >= 0 and len(found) < PLACES:
            found.append(bisect_left(self._starts, at))
            at = self._text.find(needle, at + 1)
        return found

    def nearest(self, wanted: Sequence[bytes], reached: int) -> int:
        """Return the index where most of these lines would stand."""
        known: dict[bytes, list[int]] = {}
        for at in range(reached, len(self.plain)):
            places = known.setdefault(self.plain[at], [])
            if len(places) < OCCURRENCES:
                places.append(at)
        votes = Counter(at - n for n, line in enumerate(wanted) for at in known.get(line, ()) if at - n >= reached)
        return min(votes, key=lambda at: (-votes[at], at), default=reached)


def apply(data: bytes, patch: FilePatch) -> bytes:
    """Return what the file holds afterwards; ends of lines stay as the file has them. Raises `PatchRefused`."""
    lines = data.split(b"\n")
    ended = lines[-1] == b""
    if ended:
        lines.pop()
    crlf = sum(line.endswith(b"\r") for line in lines) * 2 > len(lines)
    known = _Lines(lines)
    reached, moved = 0, 0
    result: list[bytes] = []
    for hunk in patch.hunks:
        at = _place(known, hunk, reached, moved, patch.path)
        result += lines[reached:at]
        before, after = hunk.before, hunk.after
        result += _rewritten(lines[at : at + len(before)], hunk, crlf)
        reached = at + len(before)
        moved = at - (hunk.start - 1) if hunk.start > 0 and before else moved
        if reached == len(lines) and after:
            ended = after[-1].newline if before or after[-1].operation == "+" else ended
    result += lines[reached:]
    return b"\n".join(result) + (b"\n" if ended and result else b"")


def _rewritten(old: Sequence[bytes], hunk: Hunk, crlf: bool) -> list[bytes]:
    """The lines that stay keep their bytes; new ones end as the file's lines do."""
    waiting = iter(old)
    found = []
    for line in hunk.lines:
        if line.operation == "+":
            found.append(_bytes(line) + (b"\r" if crlf else b""))
        else:
            kept = next(waiting)
            if line.operation == " ":
                found.append(kept)
    return found


def _place(lines: _Lines, hunk: Hunk, reached: int, moved: int, path: str) -> int:
    """Return the index of the line where a hunk begins."""
    wanted = [_bytes(line) for line in hunk.before]
    if not wanted:
        return _insertion(lines, hunk, reached, path)
    stated = max(hunk.start, 1) - 1 + moved if hunk.start >= 0 else -1
    if stated >= reached and lines.fits(wanted, stated):
        return stated
    places = lines.places(wanted, reached)
    if len(places) == 1:
        return places[0]
    if places:
        more = len(places) == PLACES
        where = ", ".join(str(at + 1) for at in places[: PLACES - 1])
        count = f"more than {PLACES - 1}" if more else str(len(places))
        raise _refused(path, hunk, f"it fits in {count} places (lines {where}{' …' if more else ''})")
    raise _refused(path, hunk, _difference(lines, wanted, reached, stated))


def _insertion(lines: _Lines, hunk: Hunk, reached: int, path: str) -> int:
    """A hunk without any old line can only stand at the beginning or the end of a file."""
    if not len(lines):
        return 0
    if hunk.start == 0 and reached == 0:
        return 0
    if hunk.start == len(lines):
        return hunk.start
    raise _refused(path, hunk, "it shows no line around what it adds, so its place is uncertain")


def _same(line: bytes, wanted: bytes, first: bool = False) -> bool:
    line = line.removesuffix(b"\r")
    return line == wanted or (first and line.removeprefix(_MARK) == wanted)


def _difference(lines: _Lines, wanted: Sequence[bytes], reached: int, stated: int) -> str:
    """Return the first line that stands in the way: at the place that the header names, or where most of the hunk
    fits."""
    if not len(lines):
        return "the file is empty"
    at = stated if 0 <= stated < len(lines) else lines.nearest(wanted, reached)
    for n, line in enumerate(wanted):
        if at + n >= len(lines):
            return f"line {at + n + 1} should read “{_shown(line)}”, but the file has {len(lines)} lines"
        if not _same(lines.raw[at + n], line, first=at + n == 0):
            there = lines.raw[at + n]
            alike = takewhile(lambda pair: pair[0] == pair[1], zip(_text(line), _text(there), strict=False))
            since = max(0, len(list(alike)) - SHOWN // 2)
            return f"line {at + n + 1} should read “{_shown(line, since)}”, but reads “{_shown(there, since)}”"
    return "an earlier hunk already changed these lines"


def _text(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace").rstrip("\r").strip()
    return "".join(c if c.isprintable() else "␛" for c in text)


def _shown(line: bytes, since: int = 0) -> str:
    """Return a line, cut where it is long: what comes before `since` is left out, where two lines do not differ yet."""
    text = _text(line)
    if len(text) <= SHOWN:
        return text
    return f"{'…' * (since > 0)}{text[since : since + SHOWN]}{'…' * (since + SHOWN < len(text))}"


def _bytes(line: Line) -> bytes:
    return line.text.removesuffix("\r").encode("utf-8", "surrogatepass")


def _refused(path: str, hunk: Hunk, why: str) -> PatchRefused:
    return PatchRefused(
        tr("{path}: hunk {hunk_number} (line {at} of the diff) does not apply: {why}.").format(
            path=path, hunk_number=hunk.number, at=hunk.at, why=why
        ),
        "Ask for the change again, against the branch as it stands.",
    )


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
        """Return what stands at a path. Raises `PatchRefused` where the path leads through something that is no
        folder."""
        *folders, name = path.split("/")
        for depth, folder in enumerate(folders, 1):
            found = tree[folder] if tree is not None and folder in tree else None
            if found is None:
                return None
            if found.filemode != _DIRECTORY:
                what = _KINDS.get(found.filemode, "a file")
                raise PatchRefused(
                    tr("{path}: {folders} is {what}, not a folder.").format(
                        path=path, folders="/".join(folders[:depth]), what=what
                    ),
                    _REMEDY,
                )
            tree = found  # type: ignore[assignment]
        return tree[name] if tree is not None and name in tree else None

    def twin(self, tree: pygit2.Tree | None, path: str) -> str:
        """Return what stands in the tree under a name that is this path's, or that of a folder on its way, on computers
        that tell neither capitals nor accents apart; "" for nothing."""
        way = ""
        for part in path.split("/"):
            if tree is None or not hasattr(tree, "diff_to_tree"):
                return ""
            if part not in tree:
                return next((way + name for name in self._names(tree).get(_alike(part), ())), "")
            tree, way = tree[part], f"{way}{part}/"  # type: ignore[assignment]
        return ""

    def _names(self, tree: pygit2.Tree) -> dict[str, list[str]]:
        """Return the names of a folder by how careless computers know them."""
        known = self._known.get(tree.id)
        if known is None:
            known = self._known[tree.id] = {}
            for item in tree:
                name = (item.raw_name or b"").decode("utf-8", "surrogateescape")
                known.setdefault(_alike(name), []).append(name)
        return known

    def with_files(self, base: pygit2.Tree | None, files: Mapping[str, File | None]) -> pygit2.Oid:
        """Return the tree with these files in place of what was there; None takes a file out, and a folder that gets
        empty with it. Raises `PatchRefused` where something that is no file is in the way."""
        for path, file in files.items():
            there = self.find(base, path)
            if file is not None and there is not None and there.filemode in _KINDS:
                raise PatchRefused(
                    tr("{path} is {kinds}, not a file.").format(path=path, kinds=_KINDS[there.filemode]), _REMEDY
                )
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


def patched_files(trees: Trees, tree: pygit2.Tree | None, patches: Iterable[FilePatch]) -> dict[str, File | None]:
    """Return the files as the patches would leave them. Raises `PatchRefused`; nothing is written."""
    found: dict[str, File | None] = {}
    for patch in patches:
        before = _existing(trees, tree, patch) if patch.old else File(b"")
        if patch.new != patch.old and patch.new and trees.find(tree, patch.new) is not None:
            raise PatchRefused(tr("{new} is to be made, but exists already.").format(new=patch.new), _REMEDY)
        data = apply(before.data, patch)
        if not patch.new and data:
            left = data.count(b"\n") + (not data.endswith(b"\n"))
            raise PatchRefused(
                tr("{old} is to be deleted, but the diff leaves {left} lines of it.").format(old=patch.old, left=left),
                _REMEDY,
            )
        if patch.old != patch.new and patch.old:
            found[patch.old] = None
        if patch.new:
            executable = before.executable if patch.executable is None else patch.executable
            found[patch.new] = File(_ordinary(patch.new, data), executable)
    _require_room(trees, tree, found)
    return found


def _ordinary(path: str, data: bytes) -> bytes:
    if b"\0" in data:
        raise PatchRefused(
            tr("{path} would become a binary file: the diff puts a NUL character into it.").format(path=path), _REMEDY
        )
    if len(data) > LARGEST:
        raise PatchRefused(
            tr("{path} would become larger than {largest} bytes.").format(path=path, largest=figure(LARGEST)),
            "Propose it in smaller parts.",
        )
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
                raise PatchRefused(
                    tr("{name} would be a file, and a folder with {path} in it.").format(name=name, path=path), _REMEDY
                )
            other = spelled.setdefault(_alike(name), name)
            if other != name:
                raise _twins(name, other)
    for path in kept:
        other = trees.twin(tree, path)
        if other and found.get(other, _THERE) is not None:
            raise _twins(path, other)


_THERE = File(b"")


def _alike(name: str) -> str:
    """Fold a name as file systems compare names that tell neither capitals nor ways to write an accent apart."""
    return unicodedata.normalize("NFC", name).casefold()


def _twins(path: str, other: str) -> PatchRefused:
    return PatchRefused(
        tr("{path} and {other} are the same name on many computers, where one would replace the other.").format(
            path=path, other=other
        ),
        "Choose another name, or change the file that is there.",
    )


def _existing(trees: Trees, tree: pygit2.Tree | None, patch: FilePatch) -> File:
    there = trees.find(tree, patch.old)
    if there is None:
        raise PatchRefused(
            tr("There is no file {old} to change.").format(old=patch.old),
            "Check its path, or propose it as a new file.",
        )
    if there.filemode in _KINDS:
        raise PatchRefused(
            tr("{old} is {kinds}; only ordinary files are changed.").format(
                old=patch.old, kinds=_KINDS[there.filemode]
            ),
            _REMEDY,
        )
    if there.size > LARGEST:  # type: ignore[attr-defined]
        raise PatchRefused(
            tr("{old} is larger than {largest} bytes.").format(old=patch.old, largest=figure(LARGEST)),
            "Change it by hand.",
        )
    data: bytes = there.data  # type: ignore[attr-defined]
    if data.startswith(_POINTER):
        raise PatchRefused(
            tr("The contents of {old} are kept outside the repository (LFS).").format(old=patch.old),
            "Change it by hand.",
        )
    if b"\0" in data:
        raise PatchRefused(tr("{old} is a binary file.").format(old=patch.old), "Change it by hand.")
    return File(data, there.filemode == _EXECUTABLE)
