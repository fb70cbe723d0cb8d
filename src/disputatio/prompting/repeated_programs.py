"""Programs that a request would show more than once: each is sent where it comes first, and named after that."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONG_PROGRAM = 400
"""Characters from which a program is sent but once in a request."""
_FENCE = re.compile(r"`{3,}|~{3,}")


class Programs:
    """The programs of a request. Each is sent `once`: where it comes again word for word, it is said where it stands.
    Only what stands before counts, so that the beginning of a request stays as it was. A judge who compares is shown
    all of both; a clerk has to be able to quote from each turn."""

    def __init__(self, *, once: bool) -> None:
        self._known: dict[str, str] = {}
        self._once = once

    def shorten(self, text: str, place: str) -> str:
        """Return a text of a request without the programs that stand further up. `place`: what it is called."""
        if not self._once:
            return text
        kept, to = list[str](), 0
        for begin, inside, after, end in _programs(text):
            if (said := self._where(text[inside:after], place)) is not None:
                kept += [text[to:begin], said]
                to = end
        return "".join((*kept, text[to:]))

    def _where(self, body: str, place: str) -> str | None:
        """Return what is said instead of a program; None where it is shown."""
        if len(body) < LONG_PROGRAM or (where := self._known.setdefault(body, place)) == place:
            return None
        begins = next(filter(None, map(str.strip, body.splitlines())), "")[:80]
        lines = body.count("\n") + 1
        return f"[Here stands the same program of {lines} lines as further up, in {where}. It begins: {begins}]"


def _programs(text: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield where each fenced program begins, and where its lines do; where these end, and it does. Line by line, since
    a pattern over all of it takes minutes for a text full of fences."""
    mark, begin, inside, at = "", 0, 0, 0
    for line in text.split("\n"):
        if not mark:
            if (found := _FENCE.match(line)) is not None:
                mark, begin, inside = found[0], at, at + len(line) + 1
        elif line.rstrip() == mark:
            yield begin, inside, at - 1, at + len(line)
            mark = ""
        at += len(line) + 1
