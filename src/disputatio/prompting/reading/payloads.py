"""From what stands in a reply to the fields of a contract: literals first, else Markdown sections.

`read_payload`, `confident` and `read_list` are the readers that most contracts have; those that need more begin
with one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import dropwhile, takewhile

from disputatio.debate.values import Json
from disputatio.prompting.reading.amounts import choice, flag, number, share, spoken_share
from disputatio.prompting.reading.echoes import hollow, is_announced, repeats_form
from disputatio.prompting.reading.literals import objects, pair_surrogates
from disputatio.prompting.reading.markdown import (
    Part,
    beside,
    bullets,
    says_nothing,
    sections,
    tidy,
    without_fences,
    without_sections,
)
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Field, Payload, Shape

MOST = 60
"""Items of one list that are kept: a reply that lists more than that is not a contribution."""
LONGEST = 4_000
"""Characters of one text in a payload; the reply itself is kept whole elsewhere."""

LISTS = ("texts", "items", "rows")
"""The kinds of fields that hold several."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u2028\u2029\ufeff]")
_KEY = re.compile(r"[^a-z0-9]+")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")
_BRACKETED = re.compile(r"^[\[(]([^\[\]()]{1,40})[\])]\s*[:\-–—]?\s*")

_OPENING = frozenset({"my", "the", "final", "overall", "your", "our", "proposed", "updated", "revised", "current"})

Raw = Mapping[str, Json]


def read_payload(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the payload of a reply; None where the contract is not kept."""
    return from_literals(shape, text) or from_sections(shape, text)


def confident(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """For contracts with a confidence, which may be said in a sentence instead of on a line of its own."""
    if found := read_payload(shape, text, brief):
        return found
    loose = tuple(field for field in shape if field.name != "confidence")
    sure = spoken_share(text)
    found = from_sections(loose, text) or from_literals(loose, text) if sure is not None else None
    if found is None:
        return None
    ordered = {field.name: found.get(field.name) for field in shape if field.name in found}
    return {**ordered, "confidence": sure}


def read_list(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """For lists that may stand without any heading: every item of the reply is one."""
    found = read_payload(shape, text, brief)
    if found is None:
        loose: list[Json] = list(loose_items(text))
        return read(shape, {"items": loose}) if loose else None
    return found


def loose_items(text: str) -> list[str]:
    """Return the items of a reply that is a list of two or more, under whatever heading."""
    bare = without_fences(text)
    marked = any(_BULLET.match(one[:40]) for one in bare.split("\n"))
    return texts(bare) if marked and len(bullets(bare.split("\n"))) > 1 else []


def from_literals(fields: Shape, text: str) -> dict[str, Json] | None:
    """Return the payload of the last literal that keeps the contract. Echoes of the form and announced examples are
    none."""
    for found in reversed(objects(text)):
        if is_announced(text, found.start):
            continue
        for raw in candidates(fields, found.value):
            payload = read(fields, raw)
            if payload is not None:
                return payload
    return None


def from_sections(fields: Shape, text: str) -> dict[str, Json] | None:
    """Return the payload of Markdown sections or of "Label: value" lines. Of several sections for a field the last
    counts."""
    names = _names(fields)
    raw: dict[str, Json] = {}
    for part in sections(text, lambda title, marked: _named(names, title)):
        field = next(field for field in fields if field.name == part.key)
        if (found := _body(field, part)) is not None:
            raw[part.key] = found
    return read(fields, raw) if raw else None


def outside(fields: Shape, text: str) -> str:
    """Return what a turn says besides filling in its form: who quotes their own turn quotes this."""
    for found in reversed(objects(text)):
        if any(read(fields, raw) for raw in candidates(fields, found.value)):
            text = f"{text[: found.start]}\n{text[found.end :]}"
    names, by_name = _names(fields), {field.name: field for field in fields}
    return without_sections(
        text, lambda title, marked: _named(names, title), lambda part: _rest(by_name[part.key], part)
    )


def _rest(field: Field, part: Part) -> list[str] | None:
    """Return the lines of a section that do not fill in its field; None where none does."""
    if _body(field, part) is None:
        return None
    if field.kind in LISTS:
        return beside(part.lines)
    if field.kind == "text":
        return list(dropwhile(str.strip, part.lines)) if part.inline else []
    value = next((number for number, line in enumerate(part.lines) if line.strip()), 0)
    return list(part.lines if part.inline else part.lines[value + 1 :])


def read(fields: Shape, raw: Raw) -> dict[str, Json] | None:
    """Return the fields of an object, each as its kind asks; None when a needed one is missing or hollow, or all
    are."""
    names = _names(fields)
    by_field: dict[str, Json] = {}
    for key, found in raw.items():
        if (name := names.get(_key(key))) and (name not in by_field or _key(key) == _key(name)):
            by_field[name] = found
    payload: dict[str, Json] = {}
    said = False
    for field in fields:
        found = coerce(field, by_field.get(field.name)) if field.name in by_field else None
        if found is None and field.needed:
            return None
        said |= found is not None
        if found is not None:
            payload[field.name] = found
        elif field.kind in ("text", "choice"):
            payload[field.name] = ""
        elif field.kind in LISTS:
            payload[field.name] = []
    return payload if said else None


def coerce(field: Field, found: Json) -> Json:
    """Return a value as the field's kind asks; None where it says nothing."""
    if (
        isinstance(found, str)
        and field.kind not in ("items", "rows")
        and (hollow(found) or repeats_form((field,), found))
    ):
        return None
    match field.kind:
        case "text":
            said = line(found)
            return None if repeats_form((field,), said) else said or None
        case "choice":
            return choice(found, field.choices) or None
        case "flag":
            return flag(found)
        case "share":
            return share(found)
        case "number":
            return number(found)
        case "texts":
            listed: list[Json] = [one for one in texts(found) if not repeats_form((field,), one)]
            return listed if listed or _blank(found) else None
        case _:
            return _items(field, found)


def line(found: Json) -> str:
    """Return a value as one piece of text: lists joined, control characters gone; "" for what is hollow."""
    match found:
        case str():
            text = clean(found).strip()
            return "" if hollow(text) or says_nothing(text) else text[:LONGEST]
        case bool() | None:
            return ""
        case int() | float():
            return f"{found:g}"
        case list():
            return "; ".join(texts(found))[:LONGEST]
        case _:
            return "; ".join(f"{key}: {text}" for key, item in found.items() if (text := _leaf(item)))[:LONGEST]


def _leaf(found: Json) -> str:
    return line(found) if not isinstance(found, (list, dict)) else ""


def texts(found: Json) -> list[str]:
    """Return a value as a list of texts."""
    match found:
        case str():
            return [text for one in bullets(clean(found).split("\n")) if (text := line(one))][:MOST]
        case list():
            return [text for one in found[: MOST * 2] if (text := _entry(one))][:MOST]
        case dict():
            return [f"{key}: {text}" for key, one in found.items() if (text := _leaf(one))][:MOST]
        case _:
            return [text] if (text := line(found)) else []


def _entry(found: Json) -> str:
    """One entry of a list of texts: an object stands for its main text."""
    if not isinstance(found, dict):
        return _leaf(found)
    for key in ("text", "point", "claim", "statement", "content", "description", "reason", "title"):
        if text := _leaf(found.get(key)):
            return text
    return line(found)


def clean(text: str) -> str:
    """Return the text as it can be stored and shown: no control characters, no half surrogates."""
    return _CONTROL.sub(" ", pair_surrogates(text))


def _items(field: Field, found: Json) -> Json:
    """Return a list of objects. Texts stand for the main field; an object of names stands for its entries, and a row
    without the list around it for itself."""
    if (
        field.kind == "rows"
        and isinstance(found, list)
        and len(found) > 2
        and all(isinstance(one, str) for one in found)
    ):
        found = [found]
    if isinstance(found, str):
        if says_nothing(found):
            return []
        found = list(bullets(found.split("\n")))
    if isinstance(found, dict):
        found = _entries(field, found)
    if not isinstance(found, list):
        return None
    said = [one for one in found[:MOST] if not (isinstance(one, str) and repeats_form((field,), one))]
    read_items = [_item(field.of, one) for one in said]
    kept: list[Json] = [one for one in read_items if one is not None and any(one.values())]
    return kept if kept or not any(not _blank(one) for one in found) else None


def _blank(found: Json) -> bool:
    return not found or (isinstance(found, str) and says_nothing(found))


def _entries(field: Field, found: dict[str, Json]) -> list[Json]:
    names = _names(field.of)
    if any(_key(key) in names for key in found):
        return [found]
    main = _main(field.of)
    second = next((one.name for one in field.of if one.name in ("reason", "score", "confidence", "position")), "")
    listed: list[Json] = []
    for key, one in found.items():
        rest: dict[str, Json] = one if isinstance(one, dict) else {second or "reason": one}
        listed.append({main: key, **rest})
    return listed


def _item(fields: Shape, found: Json) -> dict[str, Json] | None:
    if isinstance(found, list):
        found = {field.name: each for field, each in zip(fields, found, strict=False)}
    if isinstance(found, dict):
        return read(fields, found)
    text = _leaf(found)
    if not text:
        return None
    raw: dict[str, Json] = {_main(fields): text}
    if bracket := _BRACKETED.match(text):
        for field in fields:
            if field.kind == "choice" and choice(bracket[1], field.choices):
                raw = {_main(fields): text[bracket.end() :], field.name: bracket[1]}
    return read(fields, raw)


def _main(fields: Shape) -> str:
    return next((field.name for field in fields if field.name in ("text", "position")), fields[0].name)


def _body(field: Field, part: Part) -> Json:
    if field.kind in LISTS:
        listed: list[Json] = list(bullets(part.lines, part.inline))
        return listed or ([] if says_nothing(part.text) and part.text else None)
    if field.kind == "text" and part.inline:
        told = takewhile(str.strip, () if field.needed else part.lines)
        return None if part.inline[0] in "{[" else " ".join(map(tidy, (part.inline, *told)))
    if field.kind == "text":
        return "\n".join(map(tidy, part.text.split("\n"))).strip() or None
    return tidy(part.inline) or next((tidy(one) for one in part.lines if one.strip()), None)


def candidates(fields: Shape, found: Json) -> Iterator[Raw]:
    """Yield the objects that may hold the payload: the literal itself, or what it wraps."""
    if isinstance(found, list):
        if listed := next((field.name for field in fields if field.name == "items"), ""):
            yield {listed: found}
        found = found[0] if len(found) == 1 else None
    yield from _nested(found, 0)


def _nested(found: Json, depth: int) -> Iterator[Raw]:
    if isinstance(found, dict) and depth <= 3:
        yield found
        for inner in found.values():
            yield from _nested(inner, depth + 1)


def _names(fields: Shape) -> dict[str, str]:
    """Return every name a field goes by; a field's own name goes before another's alias."""
    aliases = {_key(name): field.name for field in reversed(fields) for name in field.also}
    return aliases | {_key(field.name): field.name for field in fields}


def _named(names: dict[str, str], title: str) -> str:
    """Return the field that a heading names: exactly, or after "my", "the", "final", "overall", "key"."""
    words = title.split()
    while words:
        if found := names.get(_key("".join(words))):
            return found
        if words[0] not in _OPENING:
            return ""
        words = words[1:]
    return ""


def _key(name: str) -> str:
    return _KEY.sub("", name.casefold())
