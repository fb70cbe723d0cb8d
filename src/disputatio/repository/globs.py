"""Patterns of paths, as `*.py`, `src/**/test_*.py`, `docs` or `{app,lib}/*.c`, matched in bounded time.

Patterns come from models and from hostile repositories. Of seven patterns that are made to take for ever the slowest
takes 25 ms here; pathspec 1.1 was still busy after 5 s with six of them, and wcmatch 12 with two. With RE2, pathspec is
as quick, but not every computer can load RE2, and braces, bounds and errors would remain ours to write.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import translate
from functools import lru_cache

from disputatio.debate.wording import tr
from disputatio.repository.errors import BadPattern

LONGEST = 300
ALTERNATIVES = 32
_BRACES = re.compile(r"\{([^{}]*)\}")


def matcher(pattern: str) -> Callable[[str], bool]:
    """Return whether a path is meant by a pattern: one without "/" means names anywhere, one that is a folder
    everything in it. "" means all. Raises `BadPattern`."""
    wanted = pattern.strip().removeprefix("./").lstrip("/")
    if len(wanted) > LONGEST:
        raise BadPattern(
            tr("The pattern has more than {longest} characters.").format(longest=LONGEST), "Use a shorter one."
        )
    if wanted in ("", ".", "**"):
        return lambda path: True
    alternatives = [_segments(each) for each in _unbraced(wanted)]
    return lambda path: any(_matches(path, segments) for segments in alternatives)


def _unbraced(pattern: str) -> list[str]:
    """Write out {a,b}."""
    found = [pattern]
    while any(_BRACES.search(each) for each in found):
        found = [
            each[: braces.start()] + option + each[braces.end() :]
            for each in found
            for braces in [_BRACES.search(each)]
            if braces
            for option in braces[1].split(",")
        ] + [each for each in found if not _BRACES.search(each)]
        if len(found) > ALTERNATIVES:
            raise BadPattern(
                tr("The pattern means more than {alternatives} others.").format(alternatives=ALTERNATIVES),
                "Use fewer braces.",
            )
    return found


def _segments(pattern: str) -> tuple[str, ...]:
    anywhere = "/" not in pattern.rstrip("/")
    parts = [part for part in pattern.split("/") if part]
    return ("**", *parts) if anywhere else tuple(parts)


def _matches(path: str, segments: tuple[str, ...]) -> bool:
    """Follow the places in the pattern that the beginning of the path can have reached; a whole match of the beginning
    means everything below it, too."""
    places = _skipped({0}, segments)
    for part in path.split("/"):
        reached = set()
        for place in places:
            if segments[place] == "**":
                reached.add(place)
            elif _shape(segments[place]).match(part):
                reached.add(place + 1)
        places = _skipped(reached, segments)
        if len(segments) in places:
            return True
        if not places:
            return False
    return False


def _skipped(places: set[int], segments: tuple[str, ...]) -> set[int]:
    """`**` may stand for nothing; at the end of a pattern it stands for at least a name."""
    found = set(places)
    for place in sorted(places):
        while place < len(segments) - 1 and segments[place] == "**":
            place += 1
            found.add(place)
    if len(segments) - 1 in found and segments[-1] == "**" and places != {0}:
        found.add(len(segments))
    return found


@lru_cache(maxsize=256)
def _shape(segment: str) -> re.Pattern[str]:
    """The standard library's translation has atomic groups: no pattern makes it search again and again."""
    return re.compile(translate(segment))
