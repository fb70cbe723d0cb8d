"""What the card of a turn shows of its text, and where citations stand in it."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Final

from disputatio.debate.views.citations import CitationRecord, hint
from disputatio.debate.views.transcript import TurnEntry
from disputatio.debate.views.transcript_words import confidence, spoken_text, text_of
from disputatio.faces.gui.transcript.message_items import Mark

_ITEM: Final = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
_BLOCK: Final = re.compile(r"\s*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s|>|\||[-=]+\s*$)")
"""A line that begins a block, or belongs to one, of its own."""
_FENCES: Final = ("```", "~~~")
_SURE: Final = re.compile(r"^#{1,6} *confidence *:?\s*\n\**(\d+(?:[.,]\d+)?) ?%?\**\s*(?=^#|\Z)", re.I | re.M)
"""A section that says how sure an author is, and nothing besides."""


def shown_text(entry: TurnEntry) -> str:
    """Return what the card of a turn shows as its text: not once more what a badge says, how sure its author is."""
    text = _whole(entry)
    first, last = _told_by_badge(entry, text)
    return f"{text[:first]}{text[last:]}".rstrip() if last else text


def citation_marks(entry: TurnEntry) -> tuple[Mark, ...]:
    """Return where citations stand in what is shown; a text that is shown in another form has no such places."""
    said, whole = spoken_text(entry), _whole(entry)
    if entry.status != "done" or entry.evidence is None or not whole.startswith(said):
        return ()
    first, last = _told_by_badge(entry, whole)
    found = marks(entry.evidence, len(entry.text) - len(said))
    return tuple(
        replace(each, start=each.start - (last - first), end=each.end - (last - first)) if each.start >= last else each
        for each in found
    )


def marks(checked: CitationRecord, begins: int = 0) -> tuple[Mark, ...]:
    """Return the citations of a turn in its text, of which the first `begins` characters are not shown."""
    return tuple(
        Mark(
            number=number,
            start=max(0, item.start - begins),
            end=max(0, item.end - begins),
            status=item.status,
            label=item.citation,
            hint=hint(item),
        )
        for number, item in enumerate(checked.items)
    )


def _whole(entry: TurnEntry) -> str:
    if entry.by == "person" and not (entry.evidence and entry.evidence.total):
        return kept_lines(spoken_text(entry))
    return text_of(entry, marked=False)


def _told_by_badge(entry: TurnEntry, text: str) -> tuple[int, int]:
    """Return where a text says by itself what the badge says; (0, 0) where it does not, or says nothing else."""
    sure = confidence(entry)
    if sure is None or entry.status != "done":
        return 0, 0
    for found in _SURE.finditer(text):
        figure = float(found[1].replace(",", "."))
        alike = any(abs(figure / whole - sure) < 0.005 for whole in (1, 100))
        if alike and len(found[0].strip()) < len(text.strip()):
            return found.start(), found.end()
    return 0, 0


def kept_lines(text: str) -> str:
    """Return what a person typed, as Markdown that keeps its lines: Markdown by itself joins them. A line after an item
    of a list does not become part of the item. What holds a block of code stays as it is."""
    if any(mark in text for mark in _FENCES):
        return text
    lines = text.splitlines()
    made = lines[:1]
    for before, line in pairwise(lines):
        if before.strip() and line.strip() and not _BLOCK.match(line) and not line.startswith((" ", "\t")):
            if _ITEM.match(before):
                made.append("")
            elif not _BLOCK.match(before):
                made[-1] += "  "
        made.append(line)
    return "\n".join(made)
