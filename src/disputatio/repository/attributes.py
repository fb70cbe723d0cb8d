"""What a repository says of its own files for GitHub: `linguist-…` in the .gitattributes at the top of its tree.

Nothing else of that file has any effect: no filter, no diff program. libgit2 could be asked for attributes instead, but
it also reads the settings of the computer and of the working tree, and its matching is exponential: 1.8 s for a path of
80 characters, more than 30 s for one of 160, where `globs` takes a millisecond.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from disputatio.repository.errors import BadPattern, FileMissing
from disputatio.repository.globs import matcher
from disputatio.repository.source_tree import SourceTree

_ATTRIBUTE = re.compile(r"(-?)linguist-(language|vendored|generated|documentation|detectable)(?:=(\S{1,60}))?")
MAX_ATTRIBUTES = 100_000
"""Bytes of a .gitattributes that is read."""
MOST_ATTRIBUTES = 40


def flag(found: Mapping[str, str], name: str, *, otherwise: bool) -> bool:
    """Whether an attribute is set; `otherwise` where nothing is said."""
    return found[name] != "false" if name in found else otherwise


@dataclass(frozen=True, slots=True)
class Said:
    """A line of .gitattributes: which paths it is about, and what it says of them."""

    matches: Callable[[str], bool]
    attributes: Mapping[str, str]


def attributes(tree: SourceTree) -> tuple[Said, ...]:
    """What the .gitattributes at the top of the tree says for GitHub."""
    try:
        text = tree.read(".gitattributes", MAX_ATTRIBUTES).text
    except FileMissing:
        return ()
    found: list[Said] = []
    for line in text.split("\n"):
        pattern, *rest = line.split()[:20] or [""]
        named = {match[2]: _value(match) for each in rest if (match := _ATTRIBUTE.fullmatch(each)) is not None}
        if named and not pattern.startswith(("#", '"', "!")) and "{" not in pattern and len(found) < MOST_ATTRIBUTES:
            try:
                found.append(Said(matches=matcher(pattern), attributes=named))
            except BadPattern:
                continue
    return tuple(found)


def _value(match: re.Match[str]) -> str:
    return "false" if match[1] else (match[3] or "true")
