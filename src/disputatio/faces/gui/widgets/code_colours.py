"""Colours for code, from Pygments' tokens. Pygments is loaded when the first code is shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

from disputatio.faces.gui.tokens import Theme

LONGEST: Final = 60_000
"""Characters. Longer code stays uncoloured: it would hold up the window."""


@lru_cache(maxsize=64)
def _lexer(language: str) -> Any:
    """The lexer of a language, None when there is none. Models name them: only Pygments' own are looked up."""
    lexers, unknown = import_module("pygments.lexers"), import_module("pygments.util").ClassNotFound
    try:
        return lexers.get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except unknown:
        return None


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
    """The name of a token's tone in the theme; "" where it has none of its own."""
    name = str(token).removeprefix("Token.")
    while name and name not in _KINDS:
        name = name.rpartition(".")[0]
    return _KINDS.get(name, "")


@lru_cache(maxsize=256)
def runs(code: str, language: str) -> tuple[tuple[int, int, str], ...]:
    """Runs of `code` that have a tone of their own: (start, length, name of the tone)."""
    lexer = _lexer(language.lower()) if language and len(code) <= LONGEST else None
    if lexer is None:
        return ()
    found, position = [], 0
    for token, part in lexer.get_tokens(code):
        tone = tone_of(token)
        if tone and part.strip():
            found.append((position, len(part), tone))
        position += len(part)
    return tuple(found)


def coloured(code: str, language: str, theme: Theme) -> Iterator[tuple[int, int, str]]:
    """The same in the colours of a theme: (start, length, "#RRGGBB")."""
    return ((start, length, getattr(theme, tone)) for start, length, tone in runs(code, language))
