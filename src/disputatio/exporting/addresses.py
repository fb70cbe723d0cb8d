"""Web addresses that stand in a text as they are, without the marks of a link. What somebody follows is what they read:
nothing is decoded, and what could hide a part of an address makes it none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from disputatio.debate.citations.passages import fences

_UNSEEN: Final = "\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
_ENDS: Final = (
    r"\s<>\"`|\\^{}\[\]"
    "\u3001\u3002\uff0c\uff1b\uff1a\uff01\uff1f\uff08\uff09\u300a-\u3011\u201c\u201d"
)
_FOUND: Final = re.compile(
    rf"(?<![\w/@.:=\"'\-])https?://(?=[^/])[^{_ENDS}{_UNSEEN}\x00-\x1f\x7f]++(?![{_UNSEEN}])", re.IGNORECASE
)
_AFTER: Final = ".,;:!?'’*_~)"
"""What belongs to the sentence rather than to the address at the end of which it stands; a bracket does where it was
not opened in the address."""


def addresses_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield where addresses begin and end."""
    for found in _FOUND.finditer(text):
        end = found.start() + len(_trimmed(found[0]))
        if text[found.start() : end].partition("://")[2]:
            yield found.start(), end


def links_in(text: str) -> frozenset[str]:
    """Return the addresses of Markdown that are links where it is shown as such: all but those that stand in code."""
    for fence in reversed(fences(text)):
        text = text[: fence.start] + text[fence.end :]
    found = set[str]()
    for line in text.splitlines():
        if "://" in line and not line.startswith(("    ", "\t")):
            found |= {line[start:end] for start, end in addresses_in(line) if not line.count("`", 0, start) % 2}
    return frozenset(found)


def _trimmed(address: str) -> str:
    while address and address[-1] in _AFTER and not (address[-1] == ")" and address.count("(") >= address.count(")")):
        address = address[:-1]
    return address


def with_addresses(text: str, other: Callable[[str], str], address: Callable[[str], str] = "<{}>".format) -> str:
    """Return a text in which addresses, and what stands around them, are written by these."""
    made, position = [], 0
    for start, end in addresses_in(text):
        made += [other(text[position:start]), address(text[start:end])]
        position = end
    return "".join((*made, other(text[position:])))


def marked(line: str) -> str:
    """Return a line of Markdown with marks around its addresses, but for those of links and of code."""
    if "://" not in line or line.startswith(("    ", "\t")):
        return line
    made, position = [], 0
    for start, end in addresses_in(line):
        before = line[:start]
        in_code, in_link = before.count("`") % 2, before.count("[") > before.count("]")
        if not (in_code or in_link or before.rstrip().endswith(("](", "<", "]:")) or line[end:].startswith("](")):
            made += [line[position:start], f"<{line[start:end]}>"]
            position = end
    return "".join((*made, line[position:]))
