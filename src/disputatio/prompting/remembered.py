"""What earlier debates settled, as participants see it, and why it is not counted again (SPEC MEMORY.2, DUAL.4).

Established facts stand in a section of their own, as verified knowledge. Whoever merely repeats one has made no point:
it is neither listed nor counted as agreed. Whoever disputes one has: that is a point like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from disputatio.debate.context import Section, with_question, without_question
from disputatio.debate.log.turns import Past
from disputatio.debate.sameness import same
from disputatio.debate.values import Json

ROOM = 3_000
"""Characters of each section (SPEC §17)."""

FACTS = frozenset({"established", "facts"})
"""Sections of established facts: those recalled, and those of a project's context."""
KNOWN = FACTS | {"remembered", "insights"}


def recollections(past: Past, context: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections of what was recalled, without what the context shows already."""
    recalled = past.last("recall")
    if recalled is None:
        return ()
    items = recalled.data.get("items")
    shown = {line for section in context if section.name in KNOWN for line in lines(section)}
    facts: list[str] = []
    others: list[str] = []
    for item in items if isinstance(items, list) else ():
        text = " ".join(str(item.get("text") or "").split()) if isinstance(item, dict) else ""
        if isinstance(item, dict) and text and not any(line.startswith(text) for line in shown):
            told = with_question(text, str(item.get("question") or ""))
            (facts if item.get("established") is True else others).append(told)
    return (
        *_section("established", "Established in earlier debates: agreed by all, settled", facts, verified=True),
        *_section("remembered", "Remembered from earlier debates, not settled", others),
    )


def _section(name: str, title: str, texts: Sequence[str], *, verified: bool = False) -> list[Section]:
    kept: list[str] = []
    for text in texts:
        if sum(map(len, kept)) + len(text) <= ROOM:  # a long one keeps no shorter one out
            kept.append(text)
    if not kept:
        return []
    left = len(texts) - len(kept)
    cut = f"{left} of {len(texts)} were left out (limit {ROOM:,} characters)" if left else ""
    return [Section(name=name, title=title, text="\n".join(f"- {t}" for t in kept), verified=verified, cut=cut)]


def lines(section: Section) -> list[str]:
    """Return the items of a section that is a list, without the questions of their debates."""
    found = (line.removeprefix("- ").strip() for line in section.text.splitlines() if line.startswith("- "))
    return [without_question(line) for line in found]


def facts_in(sections: Iterable[Section]) -> list[str]:
    return [line for section in sections if section.name in FACTS for line in lines(section)]


def without_facts(key: str, data: dict[str, Json], sections: Iterable[Section]) -> dict[str, Json]:
    """Return a payload without the established facts that its list `key` repeats as new points, or as agreed ones; ""
    names no list. What names a point of this debate stays."""
    listed = data.get(key)
    facts = facts_in(sections) if isinstance(listed, list) and listed else []
    if not facts or not isinstance(listed, list):
        return data
    return {**data, key: [item for item in listed if not _repeats(item, facts)]}


def _repeats(item: Json, facts: Sequence[str]) -> bool:
    if isinstance(item, dict):
        named = item.get("same_as") or item.get("point")
        return not named and _repeats(item.get("text"), facts)
    return isinstance(item, str) and any(same(item, fact) for fact in facts)
