"""Searching lines for a text or a regular expression, in time that grows with the text and nothing else.

Expressions come from models, and Python's own engine can be made to search for years. RE2 cannot.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol

from disputatio.repository.errors import BadPattern

LONGEST = 500
MEMORY = 8 << 20
"""Bytes that RE2 may use for one expression."""


class Pattern(Protocol):
    def anywhere(self, text: str) -> bool:
        """Whether some line of a text matches."""
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


def compiled(query: str, regex: bool) -> Pattern:
    """Without capitals in the query they do not count. Raises `BadPattern`."""
    if not query.strip():
        raise BadPattern("There is nothing to search for.", "Give a word or an expression.")
    if len(query) > LONGEST:
        raise BadPattern(f"The query has more than {LONGEST} characters.", "Use a shorter one.")
    capitals = query != query.lower()
    return _expression(query, capitals) if regex else _Plain(query.strip("\n"), capitals)


@lru_cache(maxsize=32)
def _expression(query: str, capitals: bool) -> Pattern:
    try:
        library = import_module("re2")
    except ImportError:
        raise BadPattern(
            "Regular expressions cannot be searched for on this computer: RE2 is not there.", "Search for plain text."
        ) from None
    options = library.Options()
    options.log_errors, options.case_sensitive, options.max_mem = False, capitals, MEMORY
    try:
        return _Expression(library.compile(b"(?m)" + query.encode("utf-8", "replace"), options))
    except library.error as error:
        why = error.args[0] if error.args else ""
        why = why.decode("utf-8", "replace") if isinstance(why, bytes) else str(why)
        raise BadPattern(
            f"The expression cannot be read: {why}.", "Use RE2's syntax (no look-around), or search for plain text."
        ) from None
