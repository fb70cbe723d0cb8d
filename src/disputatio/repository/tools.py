"""What participants may do with the repository in their debate: six ways to read it at its commit, as text.

Nothing is written, run or fetched. Each answer keeps to a limit of size and time, says what it left out, and holds
likely secrets back. What is wrong with a request is a `RepositoryError` whose words can be given to the model.
"""

from __future__ import annotations

import asyncio
import difflib
import time
from collections import Counter
from collections.abc import Callable, Collection
from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol

from disputatio.debate.wording import figure, tr
from disputatio.repository import past
from disputatio.repository.blame import blame
from disputatio.repository.entries import Commit, Entry, FileText, visible
from disputatio.repository.errors import BadPattern, FileMissing, TookTooLong, UnknownRevision
from disputatio.repository.excerpts import screened_file
from disputatio.repository.git_library import resolve
from disputatio.repository.globs import matcher
from disputatio.repository.languages import foreign
from disputatio.repository.relevance import by_prominence
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import Stopped, check, in_thread
from disputatio.secrets.detection import identity, only_public, safe_cut, secret_file, without_secrets

BYTES = 64_000
SECONDS = 20.0
SEARCHING = 15.0
"""Seconds of a search; what was found by then is the answer."""
LINES = 1_500
LONGEST_LINE = 1_000
HITS = 200
HITS_OF_A_FILE = 20
COMMITS = 50
_KINDS = {"symlink": " (symbolic link, not followed)", "submodule": " (submodule, not read)", "file": ""}


class RepositoryTools:
    """Its methods raise `FileMissing`, `UnknownRevision`, `BadPattern`, `TookTooLong` and the other errors of a
    repository. What a person `released`, by id, is not held back."""

    def __init__(
        self, tree: SourceTree, *, seconds: float = SECONDS, size: int = BYTES, released: Collection[str] = ()
    ) -> None:
        self._tree, self._seconds, self._size, self._released = tree, seconds, size, frozenset(released)

    def with_released(self, released: Collection[str]) -> RepositoryTools:
        """Return the same on the same commit, for a debate in which these secrets were released."""
        if self._released == frozenset(released):
            return self
        return RepositoryTools(self._tree, seconds=self._seconds, size=self._size, released=released)

    async def read_file(self, path: str, start: int = 1, end: int = 0) -> str:
        """Return lines `start` to `end` (0: the end) with their numbers, as they are cited."""
        return await self._limited(lambda stopped: self._lines(path, start, end))

    async def list_files(self, pattern: str = "") -> str:
        """Return the paths that a pattern or a folder means; with more than fit, how many each folder holds."""
        return await self._limited(lambda stopped: self._listing(pattern, stopped))

    async def search_code(self, query: str, regex: bool = False, pattern: str = "") -> str:
        """Return the lines that hold a text, or match a regular expression (RE2), in the files that `pattern` means. In
        capitals or not, unless the query has capitals."""
        return await self._limited(lambda stopped: self._search(query, regex, pattern, stopped))

    async def git_blame(self, path: str, start: int = 1, end: int = 0) -> str:
        """Return which commit left lines `start` to `end` as they are, when, by whom."""
        return await self._limited(lambda stopped: self._blame(path, start, end, stopped))

    async def git_history(self, path: str = "", limit: int = 20) -> str:
        """Return the commits that changed a file or a folder, or all, newest first."""
        return await self._limited(lambda stopped: self._history(path, max(1, min(limit, COMMITS)), stopped))

    async def git_diff(self, base: str, head: str = "", path: str = "") -> str:
        """Return what changed from one commit to another (default the debate's) in a file, a folder or everywhere."""
        return await self._limited(lambda stopped: self._diff(base, head, path, stopped))

    async def _limited(self, work: Callable[[Stopped], str]) -> str:
        try:
            async with asyncio.timeout(self._seconds):
                text = await in_thread(work)
        except TimeoutError:
            raise TookTooLong(
                tr("It took more than {seconds} s.").format(seconds=figure(self._seconds, "g")),
                "Ask for less: a file, or fewer lines.",
            ) from None
        return _clipped(text, self._size)

    # ---- the work, in a thread -----------------------------------------------------------------------------------
    def _lines(self, path: str, start: int, end: int) -> str:
        file = self._text(path)
        total = len(file.lines)
        first, last = max(1, start), min(end or total, total, max(1, start) + LINES - 1)
        if first > max(total, 1):
            raise FileMissing(
                tr("{file_path} has {total} lines.").format(file_path=file.path, total=total),
                tr("Ask for lines from 1 to {total}.").format(total=total),
            )
        head = f"{self._named(file.path)} at commit {self._tree.pin[:10]}, lines {first} to {last} of {total}"
        body = [f"{number}| {_short(file.lines[number - 1])}" for number in range(first, last + 1)]
        return "\n".join([head, *body])

    def _text(self, path: str) -> FileText:
        entry = self._entry(path)
        named = self._named(entry.path)
        if self._withheld(entry):
            raise FileMissing(
                tr("{named} is held back: files of that name hold secrets.").format(named=named), "Do without it."
            )
        file = screened_file(self._tree, entry, released=self._released)
        if file.kind == "text":
            return file
        raise FileMissing(
            tr("{named} cannot be read as text: it is {file_kind}.").format(named=named, file_kind=file.kind),
            "Choose a text file.",
        )

    def _withheld(self, entry: Entry) -> bool:
        """Return whether a file is a secret as a whole; a released one is searched for others as every file is, and so
        is one that holds only public keys."""
        if not secret_file(entry.path):
            return False
        text = self._tree.read(entry).text
        return not only_public(text) and identity(text) not in self._released

    def _entry(self, path: str) -> Entry:
        wanted = path.strip().removeprefix("./").strip("/")
        try:
            return self._tree.entry(wanted)
        except FileMissing as missing:
            near = self._near(wanted)
            remedy = (
                f"Near are: {', '.join(map(self._named, near))}." if near else "List the files to see what there is."
            )
            raise FileMissing(missing.what, remedy) from None

    def _near(self, wanted: str) -> list[str]:
        paths = [entry.path for entry in self._tree.files()]
        name = wanted.rpartition("/")[2].lower()
        named = [path for path in paths if path.lower().endswith(f"/{wanted.lower()}") or _name(path) == name]
        below = [path for path in paths if path.startswith(f"{wanted}/")]
        names = difflib.get_close_matches(name, {_name(path) for path in paths[:20_000]}, 3, 0.8)
        return (named or below or [path for path in paths if _name(path) in names])[:5]

    def _listing(self, pattern: str, stopped: Stopped) -> str:
        matches = matcher(pattern)
        found = [entry for entry in self._tree.files(stopped) if matches(entry.path)]
        if not found:
            raise FileMissing(
                tr("“{pattern}” means no file.").format(pattern=visible(pattern)),
                "Try a folder, or * for any part of a name.",
            )
        lines = [entry.path + _KINDS[entry.kind] for entry in found]
        head = f"{len(found):,} files at commit {self._tree.pin[:10]}"
        if sum(len(line.encode()) + 1 for line in lines) + len(head) < self._size:
            return self._scrubbed("\n".join([head, *lines]))
        counts = Counter(_folder(entry.path) for entry in found)
        folders = [f"{folder} {count:,}" for folder, count in sorted(counts.items())]
        return self._scrubbed("\n".join([f"{head}, too many to list; files by folder:", *folders]))

    def _search(self, query: str, regex: bool, pattern: str, stopped: Stopped) -> str:
        wanted = search_pattern(query, regex)
        meant = matcher(pattern)
        entries = [
            entry
            for entry in by_prominence(self._tree, stopped)
            if entry.kind == "file" and meant(entry.path) and not self._withheld(entry)
        ]
        if not pattern:
            entries = [entry for entry in entries if not foreign(entry.path)]
        hits: list[str] = []
        ends, searched = time.monotonic() + SEARCHING, 0
        for entry in entries:
            check(stopped)
            if time.monotonic() > ends or len(hits) >= HITS:
                break
            hits += self._hits(entry, wanted)
            searched += 1
        notes = [f"{len(hits[:HITS])} lines at commit {self._tree.pin[:10]} in {searched:,} files that were searched"]
        if searched < len(entries):
            notes.append(f"{len(entries) - searched:,} more files were not searched: narrow the query or the pattern")
        return "\n".join(["; ".join(notes), *hits[:HITS]])

    def _hits(self, entry: Entry, wanted: Pattern) -> list[str]:
        """A match is only told if it is still there once secrets are held back: a search must not be able to spell
        them out."""
        try:
            file = self._tree.read(entry)
        except FileMissing:
            return []
        if file.kind != "text" or not wanted.anywhere(file.text):
            return []
        lines = visible(without_secrets(file.text, entry.path, self._released)).split("\n")
        found = [number for number, line in enumerate(lines, 1) if wanted.anywhere(line)]
        named = self._named(entry.path) if found else ""
        told = [f"{named}:{number}: {_short(lines[number - 1].strip(), 300)}" for number in found[:HITS_OF_A_FILE]]
        if len(found) > HITS_OF_A_FILE:
            told.append(f"{named}: {len(found) - HITS_OF_A_FILE} more lines")
        return told

    def _named(self, path: str) -> str:
        """Return a path as it may be told."""
        return without_secrets(path, released=self._released)

    def _scrubbed(self, text: str) -> str:
        """Names and subjects may hold secrets too."""
        return visible(without_secrets(text, released=self._released))

    def _blame(self, path: str, start: int, end: int, stopped: Stopped) -> str:
        found = blame(self._tree, self._entry(path).path, max(1, start), end, stopped)
        lines = [f"{path} at commit {self._tree.pin[:10]}: who left which lines as they are"]
        for each in found:
            commit = each.commit
            then = f" (then {each.path})" if each.path != self._entry(path).path else ""
            older = " or older" if each.older else ""
            lines.append(f"{each.first}-{each.last}: {_commit(commit)}{older}{then}")
        return self._scrubbed("\n".join(lines))

    def _history(self, path: str, limit: int, stopped: Stopped) -> str:
        if path.strip("./"):
            found = past.history(self._tree, path.strip().removeprefix("./").strip("/"), limit, stopped)
        else:
            commits = self._tree.history(limit + 1, stopped)
            found = past.FileHistory(commits=commits[:limit], whole=len(commits) <= limit)
        if not found.commits:
            raise FileMissing(
                tr("No commit in this history has {path}.").format(path=visible(path)),
                "List the files to see what there is.",
            )
        rest = [] if found.whole else ["There are older ones."]
        return self._scrubbed("\n".join([*map(_commit, found.commits), *rest]))

    def _past(self, revision: str) -> str:
        """Return the full id of a commit of the debate's history: other branches, what was set aside and what was taken
        back are not what the person let the participants read."""
        found = resolve(self._tree.repository, revision.strip())
        try:
            return self._tree.message(str(found.id))[0]
        except UnknownRevision:
            raise UnknownRevision(
                tr("{revision} is not in the history of the debate's commit.").format(
                    revision=visible(revision.strip())[:80]
                ),
                "Take a commit that git_history lists.",
            ) from None

    def _diff(self, base: str, head: str, path: str, stopped: Stopped) -> str:
        base, head = self._past(base), self._past(head) if head.strip() else ""
        found = past.difference(
            self._tree, base, head, path.strip().removeprefix("./").strip("/"), stopped, self._released
        )
        if not found:
            return "There is no difference."
        found = tuple(sorted(found, key=lambda each: each.path))
        summary = [f"{each.kind}: {self._named(each.path)}" for each in found]
        more = [f"Only the first {past.DIFF_FILES} files are shown."] if len(found) == past.DIFF_FILES else []
        lines = [_short(line) for each in found for line in each.text.split("\n")]
        return "\n".join([*summary, *more, "", *lines])


def _commit(commit: Commit) -> str:
    return f"{commit.id[:10]} {commit.date[:10]} {commit.author}: {commit.subject[: safe_cut(commit.subject, 200)]}"


def _name(path: str) -> str:
    return path.rpartition("/")[2].lower()


def _folder(path: str) -> str:
    return "/".join(path.split("/")[:-1][:3]) + "/"


def _short(line: str, most: int = LONGEST_LINE) -> str:
    return line if len(line) <= most else line[:most] + "…"


def _clipped(text: str, size: int) -> str:
    """Return the beginning that fits, whole lines, with a last one that says so."""
    data = text.encode("utf-8", "replace")
    if len(data) <= size:
        return text
    note = "\n… cut here: the answer was longer than {:,} bytes. Ask for fewer lines or files."
    kept = data[: max(0, size - 120)].decode("utf-8", "ignore")
    return kept[: kept.rfind("\n") if "\n" in kept else len(kept)] + note.format(size)


# ---- searching lines in linear time -----------------------------------------------------------------------------
LONGEST = 500
MEMORY = 8 << 20
"""Bytes that RE2 may use for one expression."""


class Pattern(Protocol):
    def anywhere(self, text: str) -> bool:
        """Return whether some line of a text matches."""
        ...


class _Plain:
    def __init__(self, query: str, capitals: bool) -> None:
        self._query, self._capitals = query if capitals else query.lower(), capitals

    def anywhere(self, text: str) -> bool:
        return self._query in (text if self._capitals else text.lower())


class _Expression:
    def __init__(self, expression: Any) -> None:
        self._expression = expression

    def anywhere(self, text: str) -> bool:
        return self._expression.search(text.encode("utf-8", "replace")) is not None


def search_pattern(query: str, regex: bool) -> Pattern:
    """Without capitals in the query they do not count. Raises `BadPattern`."""
    if not query.strip():
        raise BadPattern("There is nothing to search for.", "Give a word or an expression.")
    if len(query) > LONGEST:
        raise BadPattern(
            tr("The query has more than {longest} characters.").format(longest=LONGEST), "Use a shorter one."
        )
    capitals = query != query.lower()
    return _expression(query, capitals) if regex else _Plain(query.strip("\n"), capitals)


@lru_cache(maxsize=32)
def _expression(query: str, capitals: bool) -> Pattern:
    try:
        library = import_module("re2")
    except ImportError:
        raise BadPattern(
            "Regular expressions cannot be searched for on this computer: RE2 is not installed.",
            "Search for plain text.",
        ) from None
    options = library.Options()
    options.log_errors, options.case_sensitive, options.max_mem = False, capitals, MEMORY
    try:
        return _Expression(library.compile(b"(?m)" + query.encode("utf-8", "replace"), options))
    except library.error as error:
        why = error.args[0] if error.args else ""
        why = why.decode("utf-8", "replace") if isinstance(why, bytes) else str(why)
        raise BadPattern(
            tr("The expression cannot be read: {why}.").format(why=why),
            "Use RE2's syntax (no look-around), or search for plain text.",
        ) from None
