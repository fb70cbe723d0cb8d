"""What a request is answered with: a reply, a fault, or an answer without an end."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum


# ---- a JSON value that fits a schema ----------------------------------------------------------------------------
def example(schema: object, root: Mapping[str, object] | None = None) -> object:
    """Return the smallest sensible value. Understands what structured-output modes understand; anything else is
    None."""
    if not isinstance(schema, Mapping):
        return None
    top = schema if root is None else root
    if "$ref" in schema:
        return example(resolve(str(schema["$ref"]), top), top)
    for name in ("const", "default"):
        if name in schema:
            return schema[name]
    for name in ("enum", "anyOf", "oneOf", "allOf"):
        options = schema.get(name)
        if isinstance(options, list) and options:
            return options[0] if name == "enum" else example(options[0], top)
    return of_type(schema, top)


def of_type(schema: Mapping[str, object], top: Mapping[str, object]) -> object:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = kind[0] if kind else None
    if kind == "object" or "properties" in schema:
        properties = schema.get("properties")
        return {name: example(inner, top) for name, inner in items(properties)}
    if kind == "array":
        least = schema.get("minItems")
        return [example(schema.get("items"), top)] * max(1, least if isinstance(least, int) else 1)
    return scalar(kind, schema)


def scalar(kind: object, schema: Mapping[str, object]) -> object:
    least = schema.get("minimum")
    if kind in ("number", "integer"):
        return least if isinstance(least, int | float) else (1 if kind == "integer" else 0.5)
    return {"string": "example", "boolean": True}.get(str(kind))


def items(properties: object) -> list[tuple[str, object]]:
    return [(str(name), inner) for name, inner in properties.items()] if isinstance(properties, Mapping) else []


def resolve(ref: str, top: Mapping[str, object]) -> object:
    """Return what a reference such as "#/$defs/Point" points to."""
    node: object = top
    for step in ref.removeprefix("#/").split("/"):
        node = node.get(step) if isinstance(node, Mapping) else None
    return node


class Fault(Enum):
    """Everything that providers, and what stands between them and us, have been seen to do wrong."""

    UNAUTHORISED = "unauthorised"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not-found"
    BAD_REQUEST = "bad-request"
    TOO_LONG = "too-long"
    RATE_LIMITED = "rate-limited"
    QUOTA = "quota"
    SERVER_ERROR = "server-error"
    UNAVAILABLE = "unavailable"
    OVERLOADED = "overloaded"
    REFUSED = "refused"
    ERROR_EVENT = "error-event"
    NO_FINISH = "no-finish"
    MALFORMED = "malformed"
    WRONG_SHAPE = "wrong-shape"
    UNNAMED_EVENTS = "unnamed-events"
    DRIP = "drip"
    CUT = "cut"
    STALL = "stall"
    SLOW_HEADERS = "slow-headers"
    HANG_UP = "hang-up"
    NOT_SSE = "not-sse"
    EMPTY = "empty"
    CUT_AFTER_FINISH = "cut-after-finish"
    ENDLESS_ERROR = "endless-error"
    ERROR_BOMB = "error-bomb"
    ENDLESS_BODY = "endless-body"
    BODY_BOMB = "body-bomb"
    ANSWER_BOMB = "answer-bomb"
    ENDLESS_LINE = "endless-line"
    ENDLESS_EVENT = "endless-event"
    ENDLESS_COMMENTS = "endless-comments"
    MANY_OBJECTS = "many-objects"
    MANY_VALUES = "many-values"
    VALUES_BODY = "values-body"
    STREAMED_BODY = "streamed-body"
    ODD_CODING = "odd-coding"
    NOT_PACKED = "not-packed"
    HUGE_HEADERS = "huge-headers"

    @property
    def status(self) -> int:
        """The HTTP status where the fault is one, else 200."""
        return STATUS.get(self, 200)


STATUS = {
    Fault.UNAUTHORISED: 401,
    Fault.FORBIDDEN: 403,
    Fault.NOT_FOUND: 404,
    Fault.BAD_REQUEST: 400,
    Fault.TOO_LONG: 400,
    Fault.RATE_LIMITED: 429,
    Fault.QUOTA: 429,
    Fault.SERVER_ERROR: 500,
    Fault.UNAVAILABLE: 503,
    Fault.OVERLOADED: 529,
    Fault.ENDLESS_ERROR: 500,
    Fault.ERROR_BOMB: 500,
}

WORDS = {
    Fault.UNAUTHORISED: "Incorrect API key provided.",
    Fault.FORBIDDEN: "This key may not use this model.",
    Fault.NOT_FOUND: "The model does not exist or you do not have access to it.",
    Fault.BAD_REQUEST: "Something in the request is not as it should be.",
    Fault.TOO_LONG: "The prompt is too long: maximum context length is 8192 tokens.",
    Fault.RATE_LIMITED: "Rate limit reached for requests.",
    Fault.QUOTA: "You have no credit left.",
    Fault.SERVER_ERROR: "The server had an error.",
    Fault.UNAVAILABLE: "The service is unavailable.",
    Fault.OVERLOADED: "Overloaded.",
    Fault.REFUSED: "I cannot help with that.",
    Fault.ERROR_EVENT: "Overloaded in the middle of a reply.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """One answer. `chunk`: characters of a piece; `delay`: seconds before each piece; `after`: pieces before the fault;
    `hold`: what its last piece waits for; `pings`: signs of life before the first piece, 50 a second.

    `tools` are calls that it makes after its text: name and arguments; `signature` must come back with the first.
    `prompt`, `completion`, `cached`, `written` are the tokens it reports (None: none at all), the last two within the
    first; `headers` come with the answer; `pages` are what the server's own search found: address and title;
    `said` replaces the sentence of an error, `code` its code.
    """

    text: str = ""
    fault: Fault | None = None
    chunk: int = 12
    delay: float = 0.0
    after: int = 2
    hold: threading.Event | None = None
    pings: int = 0
    thinking: str = ""
    tools: tuple[tuple[str, str], ...] = ()
    signature: str = ""
    prompt: int | None = 100
    completion: int | None = 20
    cached: int = 0
    written: int = 0
    finish: str = ""
    model: str = ""
    said: str = ""
    code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    pages: tuple[tuple[str, str], ...] = ()

    @property
    def pieces(self) -> list[str]:
        return [self.text[start : start + self.chunk] for start in range(0, len(self.text), self.chunk)]

    @property
    def words(self) -> str:
        """The sentence of its fault."""
        return self.said or (WORDS.get(self.fault, "") if self.fault else "")


Responder = Callable[[str, Mapping[str, object]], str]
"""(protocol, body) -> the text of the reply."""


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


def pack(headers: dict[str, str], start: bytes, more: bytes) -> Flood:
    """Return the same, packed: each thousand bytes become a million."""
    press = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    first = press.compress(start) + press.flush(zlib.Z_FULL_FLUSH)
    again = press.compress(more * (1024 * 1024 // len(more))) + press.flush(zlib.Z_FULL_FLUSH)
    return Flood({**headers, **PACKED}, first, again)


ERROR_START = b'{"error": {"message": "'
LETTERS = b"x" * PIECE
MODEL = b'{"id": "a", "name": "models/a", "display_name": "a", "type": "model"}, '
MODELS = b'{"object": "list", "data": ['

FLOODS = {
    Fault.ENDLESS_ERROR: Flood(JSON, ERROR_START, LETTERS),
    Fault.ERROR_BOMB: pack(JSON, ERROR_START, LETTERS),
    Fault.ENDLESS_BODY: Flood(JSON, MODELS, MODEL * (PIECE // len(MODEL))),
    Fault.BODY_BOMB: pack(JSON, MODELS, MODEL * (PIECE // len(MODEL))),
    Fault.ANSWER_BOMB: pack(EVENTS, b"data: ", LETTERS),
    Fault.ENDLESS_LINE: Flood(EVENTS, b"data: ", LETTERS),
    Fault.ENDLESS_EVENT: Flood(EVENTS, b"", b"data: x\n" * (PIECE // 8)),
    Fault.ENDLESS_COMMENTS: Flood(EVENTS, b"", b": keep-alive\n\n" * (PIECE // 15)),
    Fault.MANY_OBJECTS: Flood(EVENTS, b'data: {"choices": [', b"{}," * (PIECE // 3)),
    Fault.MANY_VALUES: Flood(EVENTS, b'data: {"choices": [', b"[]," * (PIECE // 3)),
    Fault.VALUES_BODY: Flood(JSON, MODELS, b"[]," * (PIECE // 3)),
    Fault.STREAMED_BODY: Flood(EVENTS, b"", b"data: x\n\n" * (PIECE // 9)),
    Fault.ODD_CODING: Flood({**EVENTS, "Content-Encoding": "br"}, b"", LETTERS),
    Fault.NOT_PACKED: Flood({**EVENTS, **PACKED}, b"", LETTERS),
}
