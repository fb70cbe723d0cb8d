"""Personas and the files of their corpora in the rows of lists."""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.app.personas.corpora import Found
from disputatio.app.personas.personas import PersonaEntry
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.rows import Row
from disputatio.library.corpus import Source


def shelf(listed: Sequence[PersonaEntry]) -> list[Row | str]:
    """One's own first, under headings."""
    rows: list[Row | str] = []
    for title, example in (("Yours", False), ("Examples", True)):
        some = [_persona(each) for each in listed if each.example == example]
        rows += [title, *some] if some else []
    return rows


def _persona(listed: PersonaEntry) -> Row:
    persona = listed.persona
    chip = phrases.count(listed.sources, "source") if listed.sources else ""
    return Row(key=f"persona:{persona.id}", title=persona.name, subtitle=persona.about, icon="user", chip=chip)


def source(each: Source) -> Row:
    pages = f"{phrases.count(each.pages, 'page')} · " if each.pages else ""
    size = f"{pages}{phrases.count(each.characters, 'character')} · {phrases.count(each.chunks, 'passage')}"
    chip = "held back" if each.held_back else "in part" if each.notes else ""
    return Row(
        key=f"source:{each.id}",
        title=each.name,
        subtitle=size,
        icon="file",
        chip=chip,
        tone="caution" if chip else "plain",
    )


def found(each: Found, number: int) -> Row:
    title = f"{each.source}, {each.chunk.place}"
    return Row(key=f"found:{number}", title=title, subtitle=" ".join(each.chunk.text.split())[:300], icon="quote")


def left_out(each: Source) -> str:
    """What of a file is not in the corpus, in sentences; "" where all of it is."""
    parts = []
    if each.held_back:
        named = "; ".join(held.rpartition(", ")[0] or held for held in each.held_back)
        parts.append(f"Held back as likely secrets: {named}.")
    if each.notes:
        parts.append(f"Left out: {'; '.join(each.notes)}.")
    return " ".join(parts)
