"""Colours for code, from Pygments' tokens.

The patterns of a language take up to 0.1 s to build, and long code as much to go through: both happen in a thread, when
the first code of that language is shown. It stands there uncoloured until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from disputatio.faces.gui.kit.colours import Theme

LONGEST: Final = 60_000
"""Characters. Longer code stays uncoloured."""
QUICK: Final = 3_000
"""Characters of code that are gone through at once, in 5 ms or so; more in the thread."""
LIKELY: Final = ("python", "json", "bash")
KEPT: Final = 256
"""Pieces of code whose colours are remembered."""

Runs = tuple[tuple[int, int, str], ...]
"""Runs of code that have a tone of their own: (start, length, name of the tone)."""

_lexers: Final[dict[str, Any]] = {}
_found: Final[dict[tuple[str, str], Runs]] = {}


class Colourist(QObject):
    """Finds colours in a thread of its own."""

    ready = Signal(str)
    """Code of that language can be coloured, or more of it than before."""

    def __init__(self) -> None:
        super().__init__()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="colours")
        self._asked: set[tuple[str, str]] = set()

    def warm(self) -> None:
        """Get ready for what is likely to come."""
        for language in LIKELY:
            self.ask("", language)

    def ask(self, code: str, language: str) -> None:
        """Returns at once; `ready` follows."""
        wanted = (code if len(code) > QUICK else "", language)
        if wanted not in self._asked:
            self._asked.add(wanted)
            self._thread.submit(self._find, *wanted)

    def _find(self, code: str, language: str) -> None:
        try:
            runs(code, language)
        finally:
            self._asked.discard((code, language))
            self.ready.emit(language)


@lru_cache(maxsize=1)
def colourist() -> Colourist:
    """Return the one of this process, made on the thread of the window."""
    return Colourist()


def load(language: str) -> Any:
    """Return the lexer of a language, or None. Models name languages: only Pygments' own are looked up."""
    name = language.lower()
    if name not in _lexers:
        lexers, unknown = import_module("pygments.lexers"), import_module("pygments.util").ClassNotFound
        try:
            _lexers[name] = lexers.get_lexer_by_name(name, stripnl=False, ensurenl=False)
        except unknown:
            _lexers[name] = None
    return _lexers[name]


_KINDS: Final = {
    "Keyword": "keyword",
    "Operator.Word": "keyword",
    "Name.Function": "definition",
    "Name.Class": "definition",
    "Name.Tag": "definition",
    "Name.Decorator": "number",
    "Name.Attribute": "builtin",
    "Name.Builtin": "builtin",
    "Literal.String": "string",
    "Literal.Number": "number",
    "Comment": "comment",
    "Generic.Deleted": "error",
    "Generic.Inserted": "ok",
}
"""From Pygments' token types to the theme's tones; what is under a type has its tone."""


@lru_cache(maxsize=512)
def tone_of(token: object) -> str:
    """Return the name of a token's tone in the theme; "" where it has none of its own."""
    name = str(token).removeprefix("Token.")
    while name and name not in _KINDS:
        name = name.rpartition(".")[0]
    return _KINDS.get(name, "")


def runs(code: str, language: str) -> Runs:
    """Takes long where the language is new or the code is long: call it in a thread then."""
    key = (code, language.lower())
    found = _found.get(key)
    if found is None:
        found = _run_through(code, load(language)) if language and len(code) <= LONGEST else ()
        for oldest in list(_found)[: max(0, len(_found) - KEPT)]:
            _found.pop(oldest, None)  # the thread and the window may both be at it
        _found[key] = found
    return found


def _run_through(code: str, lexer: Any) -> Runs:
    if lexer is None:
        return ()
    found, position = [], 0
    for token, part in lexer.get_tokens(code):
        tone = tone_of(token)
        if tone and part.strip():
            found.append((position, len(part), tone))
        position += len(part)
    return tuple(found)


def colour_spans(code: str, language: str, theme: Theme) -> Iterator[tuple[int, int, str]] | None:
    """The same in the colours of a theme: (start, length, "#RRGGBB"). None where it is not known yet: `ready` tells."""
    name, known = language.lower(), _found.get((code, language.lower()))
    if known is None:
        if language and (name not in _lexers or QUICK < len(code) <= LONGEST):
            colourist().ask(code, language)
            return None
        known = runs(code, language)
    return ((start, length, getattr(theme, tone)) for start, length, tone in known)
