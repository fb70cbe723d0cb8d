"""Answers without an end, and small ones that grow without an end when they are unpacked."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from disputatio.testing.loopback.scripts import Fault

PIECE = 64 * 1024
EVENTS = {"Content-Type": "text/event-stream; charset=utf-8"}
JSON = {"Content-Type": "application/json"}
PACKED = {"Content-Encoding": "gzip"}
HUGE_HEADERS = {f"X-Filler-{number}": "x" * 1000 for number in range(1000)}


@dataclass(frozen=True, slots=True)
class Flood:
    """What comes first, and what then comes for ever."""

    headers: dict[str, str]
    start: bytes
    more: bytes


def packed(headers: dict[str, str], start: bytes, more: bytes) -> Flood:
    """The same, packed: each thousand bytes become a million."""
    press = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    first = press.compress(start) + press.flush(zlib.Z_FULL_FLUSH)
    again = press.compress(more * (1024 * 1024 // len(more))) + press.flush(zlib.Z_FULL_FLUSH)
    return Flood({**headers, **PACKED}, first, again)


WORDS = b'{"error": {"message": "'
LETTERS = b"x" * PIECE
MODEL = b'{"id": "a", "name": "models/a", "display_name": "a", "type": "model"}, '
MODELS = b'{"object": "list", "data": ['

FLOODS = {
    Fault.ENDLESS_ERROR: Flood(JSON, WORDS, LETTERS),
    Fault.ERROR_BOMB: packed(JSON, WORDS, LETTERS),
    Fault.ENDLESS_BODY: Flood(JSON, MODELS, MODEL * (PIECE // len(MODEL))),
    Fault.BODY_BOMB: packed(JSON, MODELS, MODEL * (PIECE // len(MODEL))),
    Fault.ANSWER_BOMB: packed(EVENTS, b"data: ", LETTERS),
    Fault.ENDLESS_LINE: Flood(EVENTS, b"data: ", LETTERS),
    Fault.ENDLESS_EVENT: Flood(EVENTS, b"", b"data: x\n" * (PIECE // 8)),
    Fault.ENDLESS_COMMENTS: Flood(EVENTS, b"", b": keep-alive\n\n" * (PIECE // 15)),
    Fault.MANY_OBJECTS: Flood(EVENTS, b'data: {"choices": [', b"{}," * (PIECE // 3)),
    Fault.ODD_CODING: Flood({**EVENTS, "Content-Encoding": "br"}, b"", LETTERS),
    Fault.NOT_PACKED: Flood({**EVENTS, **PACKED}, b"", LETTERS),
}
