"""Entries of a list that were written on one line each, their fields between dashes: "B — high — It never ends"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product

from disputatio.debate.payload import items
from disputatio.debate.values import Json
from disputatio.prompting.reading.amounts import choice, share
from disputatio.prompting.reading.echoes import hollow, repeats_form
from disputatio.prompting.reading.literals import objects
from disputatio.prompting.reading.payloads import candidates
from disputatio.prompting.shapes import Field, Payload, Shape

_DASH = re.compile(r"\s+(?:[—–]|--)\s+")
_AMOUNT = re.compile(r"(?:[01](?:[.,]\d{1,4})?|[.,]\d{1,4}|\d{1,3}\s?%|\d{1,3}\s?/\s?\d{1,3})")
_BARE = " .:()[]*`\"'"
QUOTED = "quote"
"""The column of a row by which the rest of it is checked."""
SHORT = 2
"""Words of a column that can be one of a few words."""

Marks = Mapping[str, re.Pattern[str]]


def short_rows(fields: Shape, text: str) -> list[str]:
    """Say which rows of a reply are too short, of the first of each list: one that ends before its quotation, or before
    the last value that is needed, has nothing in it that could be checked."""
    told = dict[str, str]()
    for found in objects(text):
        for raw, field in product(candidates(fields, found.value), (one for one in fields if one.kind == "rows")):
            columns = [one.name for one in field.of if not one.older]
            least = max(
                (number for number, one in enumerate(field.of, 1) if one.name == QUOTED or one.needed), default=0
            )
            listed = raw.get(field.name)
            for number, row in enumerate(listed if isinstance(listed, list) else (), 1):
                if isinstance(row, list) and 0 < len(row) < least:
                    told.setdefault(
                        field.name,
                        f"Row {number} of `{field.name}` has {len(row)} values, but each has {len(columns)}: "
                        f"{', '.join(columns)}.",
                    )
    return list(told.values())


def in_columns(found: Payload | None, field: Field, marks: Marks, *words: str) -> Payload | None:
    """Take apart the texts of the entries of a list. `marks`: fields that a whole column is, by its pattern; `words`:
    the fields that take what is left, in this order. An entry that has its fields apart already, or in which no column
    is one of a few words, stays as it is; one that repeats the form is left out. Returns None where nothing is left."""
    if found is None or not found.get(field.name):
        return found
    kept: list[Json] = [item for item in items(found[field.name]) if _take_apart(item, field, marks, words)]
    found[field.name] = kept
    return found if any(found.values()) else None


def _take_apart(item: Payload, field: Field, marks: Marks, words: tuple[str, ...]) -> bool:
    """Return False for an entry that says nothing."""
    written = [column.strip() for column in _DASH.split(str(item.get("text") or "")) if column.strip()]
    columns = [column for column in written if not hollow(column)]
    if len(written) < 2 or any(item.get(name) for name in (*marks, *words) if name != "text"):
        return True
    said = [column for column in columns if not _is_taken(item, column, field, marks)]
    if len(said) == len(written):
        return True
    *first, last = words
    for name in first:
        item[name] = said.pop(0) if said else ""
    item[last] = " — ".join(said)
    text = str(item["text"])
    return bool(text) and not repeats_form((field,), text)


def _is_taken(item: Payload, column: str, field: Field, marks: Marks) -> bool:
    bare = column.strip(_BARE)
    label, _, rest = bare.partition(":")
    for name, pattern in marks.items():
        if not item.get(name) and pattern.fullmatch(bare):
            item[name] = bare
            return True
    for one in field.of:
        if item.get(one.name):
            continue
        if one.kind == "choice" and rest and label.casefold() in one.choices:  # "other: what it is", which says more
            item[one.name] = bare
            return True
        told = rest.strip(_BARE) if rest and label.casefold() in (one.name, *one.also) else bare
        if one.kind == "choice" and len(told.split()) <= SHORT and (meant := choice(told, one.choices)):
            item[one.name] = meant
            return True
        if one.kind == "share" and _AMOUNT.fullmatch(bare):
            item[one.name] = share(bare)
            return True
    return False
