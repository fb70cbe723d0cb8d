"""Statements of the registry in a given state, for what is made of them without a debate.

statement_of("P1", "ada", "It is safe", agrees={"ben": "the list says so"})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from disputatio.debate.statements.statement import HistoryStep, Judgement, Statement, Verdict, Wording

_NOBODY: Mapping[str, str] = {}


def statement_of(
    id: str,
    author: str,
    text: str,
    *,
    agrees: Mapping[str, str] = _NOBODY,
    disagrees: Mapping[str, str] = _NOBODY,
    doubts: Mapping[str, str] = _NOBODY,
    **more: Any,
) -> Statement:
    """A statement of `author`, with who judges it how: seat to reason."""
    given: list[tuple[Verdict, Mapping[str, str]]] = [("agrees", agrees), ("disagrees", disagrees), ("doubts", doubts)]
    judged = {
        seat: Judgement(seat=seat, verdict=verdict, path=f"check[{seat}]", words=reason, reason=reason)
        for verdict, reasons in given
        for seat, reason in reasons.items()
    }
    history = tuple(HistoryStep(path=f"check[{seat}]", seat=seat, deed="disputed") for seat in disagrees)
    known: dict[str, Any] = {"judgements": judged, "history": history}
    wording = Wording(text=text, path=f"say[{author}]", words=text)
    return Statement(id=id, author=author, wordings=(wording,), **(known | more))
