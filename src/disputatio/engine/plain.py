"""What a log can hold. Models and terminals send halves of surrogate pairs and numbers that are none; whatever enters a
debate goes through here first, so that the live state is exactly what the log will say."""

from __future__ import annotations

import codecs
import math
from dataclasses import fields, is_dataclass, replace
from typing import Any

UTF16 = codecs.lookup("utf-16-le")
"""Looked up here, because Python loads it from a file at first use, which may be on the event loop."""


def plain(text: str) -> str:
    """The text in characters that UTF-8 can hold: halves of a pair are joined, or become "�"."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return UTF16.decode(UTF16.encode(text, "surrogatepass")[0], "replace")[0]
    return text


def storable(given: Any) -> Any:
    """The same value without what JSON cannot hold: numbers that are none become null, lone surrogates "�"."""
    match given:
        case str():
            return plain(given)
        case float():
            return given if math.isfinite(given) else None
        case dict():
            return {storable(key): storable(each) for key, each in given.items()}
        case list() | tuple():
            return type(given)(storable(each) for each in given)
    if is_dataclass(given) and not isinstance(given, type):
        return replace(given, **{each.name: storable(getattr(given, each.name)) for each in fields(given)})
    return given
