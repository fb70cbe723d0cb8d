"""Paths that stay inside a tree. What a diff or a model names as a path is untrusted."""

from __future__ import annotations

import re

from disputatio.repository.patches import PatchRefused

LONGEST, DEEPEST = 1_000, 100
"""Characters and folders of a path."""
LONGEST_NAME = 255
"""Bytes of a name, as most file systems take it."""

_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff]")
"""Characters that some file systems ignore, so that ".g\u200bit" would be ".git" there."""


def checked_path(path: str) -> str:
    """A path that stays inside the tree and names nothing of git's own. Raises `PatchRefused`."""
    why = ""
    parts = path.split("/")
    if not path or path.startswith("/") or "\\" in path or re.match(r"[A-Za-z]:", path):
        why = "is not a path inside the repository"
    elif any(part in ("", ".", "..") for part in parts):
        why = "leaves the repository, or goes in a circle"
    elif len(path) > LONGEST or len(parts) > DEEPEST or any(map(_long, parts)):
        why = "is too long"
    elif not path.isprintable():
        why = "contains characters that cannot be shown"
    elif any(_gits(part) for part in parts):
        why = "belongs to git itself"
    elif _modules(parts[-1]):
        why = "would change which other repositories are fetched"
    if why:
        shown = path if path.isprintable() else path.encode("unicode_escape").decode()
        raise PatchRefused(
            f"The path {shown[:200]!r} {why}.", "Propose changes of ordinary files inside the repository."
        )
    return path


def _long(name: str) -> bool:
    return len(name.encode("utf-8", "surrogatepass")) > LONGEST_NAME


def _modules(name: str) -> bool:
    """Also by the short names that Windows gives to it."""
    folded = _folded(name)
    return folded == ".gitmodules" or bool(re.fullmatch(r"(gitmod|gi7eba)~\d+", folded))


def _gits(part: str) -> bool:
    name = _folded(part)
    return name == ".git" or bool(re.fullmatch(r"git~\d+", name))


def _folded(part: str) -> str:
    """A name as the least careful file system reads it: letters of any case, no invisible ones, no end of dots, spaces
    or ":stream"."""
    return _INVISIBLE.sub("", part).casefold().partition(":")[0].rstrip(". ")
