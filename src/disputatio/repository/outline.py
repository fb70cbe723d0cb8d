"""What can be told of a file without any model: what it says of itself, what it defines, what it imports.

From the outlines of all files comes a map of the repository: an extract, made by a program, not knowledge.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from disputatio.debate.citations.notations import is_secondary
from disputatio.debate.values import value
from disputatio.repository.chunks import PROSE, Chunk
from disputatio.repository.grammars import Parsed
from disputatio.repository.languages import foreign, is_code, language_of

ROOM, SHORT = 12_000, 6_000
"""Characters of a map, and of the one in a debate's context: it is no knowledge, and gets half of what that may take
(SPEC §17)."""
DEFINITIONS, IMPORTS = 60, 40
HEAD = 6_000
"""Characters of a file in which it speaks of itself."""
SAID = 200
"""Characters of what a file says of itself."""
NAMED = 12
"""Definitions that the map names for one file."""

_DOCSTRING = re.compile(r"\A(?:\s*#[^\n]*\n|\s*\n)*\s*[rbuRBU]{0,2}(\"\"\"|''')(.+?)\1", re.S)
_BLOCK = re.compile(r"\A(?:#![^\n]*\n|<\?php\s*|\s*\n)*\s*/\*+!?(.+?)\*/", re.S)
_LINES = re.compile(r"\A(?:#![^\n]*\n|\s*\n)*((?:\s*(?:#|//[/!]?|--|;+|%)[^\n]*\n)+)")
_OPENING = re.compile(r"\A#![^\n]*\n|\A---\n.*?\n---\n", re.S)
"""A line for the shell, or what stands before the text of a page."""
_DIRECTIVES = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*\n?", re.M)
"""What begins with a number sign where that begins no comment."""
_PREPROCESSED = frozenset({"C", "C++", "C#", "CUDA", "Objective-C"})
_MARK = re.compile(r"^[ \t]*(?:#+|//[/!]?|--|;+|%+|\*+)\s?", re.M)
_LEGAL = re.compile(
    r"copyright|licen[sc]e|spdx|all rights reserved|-\*- |eslint|@flow|<reference|prettier|vim:|noqa", re.I
)
_USED = re.compile(r" \(imported by (\d+)\)")
_PATH_WORDS = re.compile(r"[\w-]+")


@value
class Outline:
    """`says` is the first sentence of the file about itself; `defines` its outermost definitions with their lines;
    `secrets`: how many likely secrets are in it."""

    says: str = ""
    defines: tuple[tuple[str, int], ...] = ()
    imports: tuple[str, ...] = ()
    secrets: int = 0

    def encode(self) -> str:
        parts = [self.says, self.defines, self.imports, self.secrets]
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def decode(text: str) -> Outline:
    says, defines, imports, held = json.loads(text)
    named = tuple((name, line) for name, line in defines)
    return Outline(says=says, defines=named, imports=tuple(imports), secrets=held)


def is_told(path: str) -> bool:
    """Return whether a file is code or prose, rather than data."""
    name = path.rpartition("/")[2]
    return is_code(name) or language_of(name) in PROSE


def outline(path: str, text: str, chunks: Sequence[Chunk], parsed: Parsed | None, held: int = 0) -> Outline:
    if parsed is not None:
        named: list[tuple[str, int]] = []
        reached = 0
        for each in parsed.definitions:
            if each.name and each.first > reached:
                named.append((each.name, each.first))
                reached = each.last
    else:
        named = [(chunk.name, chunk.first) for chunk in chunks if chunk.kind == "section"]
    imports = parsed.imports[:IMPORTS] if parsed else ()
    return Outline(says=about(path, text), defines=tuple(named[:DEFINITIONS]), imports=imports, secrets=held)


def about(path: str, text: str) -> str:
    """Return what a file says of itself, "" where it says nothing."""
    language = language_of(path.rpartition("/")[2])
    head = _DIRECTIVES.sub("", text[:HEAD]) if language in _PREPROCESSED else text
    return _says(head, prose=language in PROSE) if is_told(path) else ""


def _says(text: str, *, prose: bool) -> str:
    """Return the first sentence of the docstring or of the comment at the top, licences apart; of prose its first
    lines."""
    head = _OPENING.sub("", text[:HEAD], count=1)
    for shape in (_DOCSTRING, _BLOCK, _LINES):
        found = shape.match(head)
        if found:
            said = _sentence(_MARK.sub("", found[found.lastindex or 0]))
            if said:
                return said
    return _sentence(re.sub(r"^[#=\-~`>|!\[<].*$", "", head, flags=re.M)) if prose else ""


def _sentence(text: str) -> str:
    for paragraph in re.split(r"\n\s*\n", text):
        line = " ".join(paragraph.split()).strip("*#=- ")
        if len(line) > 8 and not _LEGAL.search(line):
            end = re.search(r"[.!?](?=\s|$)", line)
            return line[: min(end.end() if end else SAID, SAID)]
    return ""


def repository_map(files: Iterable[tuple[str, str, Outline]], room: int = ROOM) -> tuple[str, str]:
    """Return the map, and in words what was left out. `files` are (path, language, outline). Files that others import
    go first, tests and examples last."""
    own = [each for each in files if not foreign(each[0]) and (each[2].defines or each[2].says)]
    used = _used(own)
    taken: list[tuple[str, str]] = []
    left = room
    for path, _, found in _main_first(own, used):
        entry = _entry(path, found, used[path])
        if len(entry) + 1 > left:
            break
        taken.append((path, entry))
        left -= len(entry) + 1
    cut = f"{len(taken):,} of {len(own):,} files are in the map." if len(taken) < len(own) else ""
    return "\n".join(entry for _, entry in sorted(taken)), cut


def refresh(text: str, changed: Mapping[str, Outline | None]) -> str:
    """Return a map with the entries of some files brought up to date; None for one that is gone. What is new is not in
    it, and how often files are imported stays as it was counted."""
    found = []
    for entry in re.split(r"\n(?! )", text):
        path = next(
            (path for path in changed if entry.startswith(path) and entry[len(path) :][:1] in ("", " ", ":")), ""
        )
        new = changed.get(path)
        if not path:
            found.append(entry)
        elif new is not None:
            used = _USED.match(entry, len(path))
            found.append(_entry(path, new, int(used[1]) if used else 0))
    return "\n".join(found)


def ranking(files: Iterable[tuple[str, str, Outline]]) -> list[str]:
    """Return the paths of code and prose, the main ones first."""
    own = [each for each in files if not foreign(each[0]) and (each[2].defines or each[2].says)]
    return [path for path, _, _ in _main_first(own, _used(own))]


def _main_first(files: Iterable[tuple[str, str, Outline]], used: Counter[str]) -> list[tuple[str, str, Outline]]:
    return sorted(files, key=lambda each: (is_secondary(each[0]), -used[each[0]], *_plain(each)))


def _plain(each: tuple[str, str, Outline]) -> tuple[bool, bool, int, int, str]:
    path, _, found = each
    hidden = path.startswith(".") or "/." in path
    return (hidden, not is_code(path.rpartition("/")[2]), path.count("/"), -len(found.defines), path)


def _used(files: Sequence[tuple[str, str, Outline]]) -> Counter[str]:
    """Return how many files import each, guessed by the last word of the path: enough to put the main ones first."""
    by_stem: dict[str, list[str]] = {}
    for path, language, _ in files:
        folder, _, name = path.rpartition("/")
        stem = name.rpartition(".")[0].removesuffix(".d")
        if stem in ("__init__", "index", "mod", "lib", "main"):
            stem = folder.rpartition("/")[2]
        if stem and language and is_code(name):
            by_stem.setdefault(stem, []).append(path)
    found: Counter[str] = Counter()
    for path, _, each in files:
        words = {word for line in each.imports for word in _PATH_WORDS.findall(line)}
        for word in words & by_stem.keys():
            if len(by_stem[word]) <= 3:
                found.update(other for other in by_stem[word] if other != path)
    return found


def _entry(path: str, found: Outline, used: int) -> str:
    names = [f"{name}:{line}" for name, line in found.defines[:NAMED]]
    more = f" and {len(found.defines) - NAMED} more" if len(found.defines) > NAMED else ""
    parts = [path, f" (imported by {used})" if used else "", f": {found.says}" if found.says else ""]
    return "".join(parts) + (f"\n  {', '.join(names)}{more}" if names else "")
