"""Colours for code, from Pygments' tokens. Pygments is loaded when the first code is shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any

from disputatio.faces.gui.tokens import Theme

LONGEST = 60_000
"""Characters. Longer code stays uncoloured: it would hold up the window."""


@lru_cache(maxsize=64)
def _lexer(language: str) -> Any:
    """The lexer of a language, None when there is none. Models name them: only Pygments' own are looked up."""
    lexers, unknown = import_module("pygments.lexers"), import_module("pygments.util").ClassNotFound
    try:
        return lexers.get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except unknown:
        return None


@lru_cache(maxsize=4)
def _table(theme: Theme) -> dict[str, str]:
    return {
        "Keyword": theme.keyword,
        "Operator.Word": theme.keyword,
        "Name.Function": theme.definition,
        "Name.Class": theme.definition,
        "Name.Tag": theme.definition,
        "Name.Decorator": theme.number,
        "Name.Attribute": theme.builtin,
        "Name.Builtin": theme.builtin,
        "Literal.String": theme.string,
        "Literal.Number": theme.number,
        "Comment": theme.comment,
        "Generic.Deleted": theme.error,
        "Generic.Inserted": theme.ok,
    }


@lru_cache(maxsize=1024)
def _colour(token: str, theme: Theme) -> str:
    table, name = _table(theme), token.removeprefix("Token.")
    while name:
        if name in table:
            return table[name]
        name = name.rpartition(".")[0]
    return ""


def coloured(code: str, language: str, theme: Theme) -> Iterator[tuple[int, int, str]]:
    """Runs of `code` that have a colour of their own: (start, length, "#RRGGBB")."""
    lexer = _lexer(language.lower()) if language and len(code) <= LONGEST else None
    if lexer is None:
        return
    position = 0
    for token, part in lexer.get_tokens(code):
        colour = _colour(str(token), theme)
        if colour and part.strip():
            yield position, len(part), colour
        position += len(part)
