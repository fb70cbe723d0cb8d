"""An argument map in Argdown (argdown.org): statements with their status and author as tags, reasons as arguments that
support or attack them, and the relations between statements. Every text is escaped, so that none of it is syntax."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from disputatio.exporting.argument_map import ArgumentMap, Proposition, Relation, Sort

SYNTAX: Final = re.compile(r"([\\*_{}\[\]<>#@]|(?<=/)[/*]|(?<=[-=])[-=]|(?:(?<=\s)|^)[-+.:(]|[.:](?=\S))")
TITLE: Final = re.compile(r"[\[\]<>{}()#@\\:/=\s]+")
"""What the name of a statement or a tag cannot hold."""
OUT: Final = {"supports": "+>", "attacks": "->"}
IN: Final = {"supports": "+", "attacks": "-"}


def argdown_of(given: ArgumentMap) -> str:
    """Return a map in Argdown."""
    return "\n\n".join(_Text(given).parts()) + "\n"


class _Text:
    def __init__(self, given: ArgumentMap) -> None:
        self._map = given
        self._known = {one.key: one for one in given.propositions}
        self._into: dict[str, list[Relation]] = {}
        self._from: dict[str, list[Relation]] = {}
        self._cited = set[str]()
        for bond in given.relations:
            self._into.setdefault(bond.target, []).append(bond)
            self._from.setdefault(bond.source, []).append(bond)

    def parts(self) -> Iterator[str]:
        yield f"# {_words(self._map.title)}"
        if self._map.question:
            yield _words(self._map.question)
        yield from self._section("Recommendation", "recommendation")
        yield from self._section("Statements", "statement")
        yield from self._section("Earlier wordings", "wording")

    def _section(self, title: str, sort: Sort) -> Iterator[str]:
        if held := [one for one in self._map.propositions if one.sort == sort]:
            yield f"## {title}"
            yield from ("\n".join(self._statement(one)) for one in held)

    def _statement(self, one: Proposition) -> Iterator[str]:
        """Yield a statement, what was said for and against it, and what it supports and attacks itself."""
        drawn = self._from.get(one.key, []) if one.sort == "statement" else []
        answers = (f"answers {bond.target}" for bond in drawn if bond.bond == "answers")
        yield f"[{_title(one.key)}]: {_words(one.text)}{_tags(one.status, f'by {one.by}', *answers)}"
        for bond in self._into.get(one.key, []):
            source = self._known[bond.source]
            if source.sort == "reason":
                yield f"    {IN[bond.bond]} <{_title(source.key)}>: {_words(source.text)}{_tags(f'by {source.by}')}"
            elif source.sort == "citation":
                said = "" if source.key in self._cited else f": {_words(source.text)}{_tags('citation')}"
                self._cited.add(source.key)
                yield f"    {IN[bond.bond]} [{_title(source.key)}]{said}"
        yield from (f"    {OUT[bond.bond]} [{_title(bond.target)}]" for bond in drawn if bond.bond in OUT)


def _tags(*names: str) -> str:
    return "".join(f" #({_title(name)})" for name in names if name)


def _title(text: str) -> str:
    return TITLE.sub(" ", text).strip() or "unnamed"


def _words(text: str) -> str:
    """Return a text on one line, in which nothing is syntax."""
    return SYNTAX.sub(r"\\\1", " ".join(text.split())) or "…"
