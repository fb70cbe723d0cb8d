"""The three protocols as their servers speak them: where requests go, what an error looks like, how embeddings are
given, and how tools are offered and their calls answered. A request that breaks a server's rules for calls is
refused here as it is there.

Sources: the public API references of OpenAI (chat completions), Anthropic (messages) and Google (generateContent), and
what their SDKs were seen to accept.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from disputatio.testing.loopback.http import HttpRequest
from disputatio.testing.loopback.scripts import Fault, Script

Protocol = Literal["openai", "anthropic", "gemini"]

MODELS: dict[Protocol, tuple[str, ...]] = {
    "openai": ("gpt-5.2", "gpt-5-mini", "text-embedding-3-small"),
    "anthropic": ("claude-opus-4-5-20251101", "claude-haiku-4-5"),
    "gemini": ("gemini-3.0-pro-001", "gemini-2.5-flash"),
}


RESPONSES = "/responses"
"""Where OpenAI searches the web; everything else is asked of its chat completions."""


def protocol_of(request: HttpRequest) -> Protocol | None:
    """Return which protocol a generation request speaks, None for any other request."""
    if request.method != "POST":
        return None
    if request.path.endswith(("/chat/completions", RESPONSES)):
        return "openai"
    if request.path == "/v1/messages":
        return "anthropic"
    return "gemini" if request.path.endswith(":streamGenerateContent") else None


def models_protocol(request: HttpRequest) -> Protocol | None:
    """Return which protocol's list of models is asked for; both of /v1/models are told apart by their headers."""
    if request.method != "GET" or not request.path.endswith("/models"):
        return None
    if "anthropic-version" in request.headers:
        return "anthropic"
    return "gemini" if "x-goog-api-key" in request.headers else "openai"


def model_list(protocol: Protocol, names: tuple[str, ...]) -> dict[str, object]:
    if protocol == "gemini":
        rows = [{"name": f"models/{n}", "displayName": n, "inputTokenLimit": 1_000_000} for n in names]
        return {"models": [{**row, "supportedGenerationMethods": ["generateContent"]} for row in rows]}
    if protocol == "anthropic":
        made = "2025-11-01T00:00:00Z"
        listed = [
            {"type": "model", "id": n, "display_name": n, "created_at": made, "max_input_tokens": 200_000}
            for n in names
        ]
        return {"data": listed, "has_more": False, "first_id": None, "last_id": None}
    return {"object": "list", "data": [{"id": n, "object": "model", "created": 0, "owned_by": "loop"} for n in names]}


def asked_model(protocol: Protocol, request: HttpRequest) -> str:
    """Return the model that a request names: in the body, or with Gemini in the path."""
    if protocol == "gemini":
        return request.path.rpartition("/")[2].partition(":")[0]
    return str(request.json().get("model", ""))


def schema_in(body: Mapping[str, object]) -> object:
    """Return the JSON schema that a request of any protocol asks for, or None."""
    for path in (
        ("response_format", "json_schema", "schema"),
        ("output_config", "format", "schema"),
        ("generationConfig", "responseJsonSchema"),
    ):
        node: object = body
        for step in path:
            node = node.get(step) if isinstance(node, Mapping) else None
        if node is not None:
            return node
    return None


def error_body(protocol: Protocol, script: Script) -> dict[str, object]:
    """Return what a server of this protocol says about a fault, inside the body or inside a stream."""
    fault = script.fault or Fault.SERVER_ERROR
    status = fault.status if fault.status != 200 else 503
    if protocol == "openai":
        code = script.code or OPENAI_CODES.get(fault)
        kind = "invalid_request_error" if status < 429 else "server_error" if status >= 500 else "requests"
        return {"error": {"message": script.words, "type": kind, "param": None, "code": code}}
    if protocol == "anthropic":
        kind = script.code or ANTHROPIC_TYPES.get(fault, "api_error")
        return {"type": "error", "error": {"type": kind, "message": script.words}}
    kind = script.code or GEMINI_STATUSES.get(fault, "INTERNAL")
    details = [{"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": "RequestsPerDay"}]}]
    told = {"details": details} if fault is Fault.QUOTA else {}
    return {"error": {"code": status, "message": script.words, "status": kind, **told}}


OPENAI_CODES = {
    Fault.UNAUTHORISED: "invalid_api_key",
    Fault.NOT_FOUND: "model_not_found",
    Fault.TOO_LONG: "context_length_exceeded",
    Fault.RATE_LIMITED: "rate_limit_exceeded",
    Fault.QUOTA: "insufficient_quota",
}
ANTHROPIC_TYPES = {
    Fault.UNAUTHORISED: "authentication_error",
    Fault.FORBIDDEN: "permission_error",
    Fault.NOT_FOUND: "not_found_error",
    Fault.BAD_REQUEST: "invalid_request_error",
    Fault.TOO_LONG: "invalid_request_error",
    Fault.RATE_LIMITED: "rate_limit_error",
    Fault.QUOTA: "billing_error",
    Fault.OVERLOADED: "overloaded_error",
    Fault.ERROR_EVENT: "overloaded_error",
}
GEMINI_STATUSES = {
    Fault.UNAUTHORISED: "UNAUTHENTICATED",
    Fault.FORBIDDEN: "PERMISSION_DENIED",
    Fault.NOT_FOUND: "NOT_FOUND",
    Fault.BAD_REQUEST: "INVALID_ARGUMENT",
    Fault.TOO_LONG: "INVALID_ARGUMENT",
    Fault.RATE_LIMITED: "RESOURCE_EXHAUSTED",
    Fault.QUOTA: "RESOURCE_EXHAUSTED",
    Fault.UNAVAILABLE: "UNAVAILABLE",
    Fault.ERROR_EVENT: "UNAVAILABLE",
}


def sse(data: object, name: str = "") -> str:
    """Return one event of a stream."""
    return (f"event: {name}\n" if name else "") + f"data: {json.dumps(data, ensure_ascii=False)}\n\n"


def error_event(protocol: Protocol, script: Script) -> str:
    return sse(error_body(protocol, script), "error" if protocol == "anthropic" else "")


def comment(protocol: Protocol) -> str:
    """Return what a server sends to keep a connection open without saying anything."""
    return sse({"type": "ping"}, "ping") if protocol == "anthropic" else ": keep-alive\n\n"


Embedding = Callable[[str, int], list[float]]
"""(text, dimension) -> its vector."""

WORD = re.compile(r"\w+")
DIMENSIONS = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "gemini-embedding-001": 3072}
SMALL = 64
"""Dimensions of any other model."""


def by_words(text: str, dimension: int) -> list[float]:
    """Return a vector of length 1 in which every word counts at its own place, and the order of the words for
    nothing."""
    found = [0.0] * dimension
    for word in WORD.findall(text.lower()) or [""]:
        place = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big")
        found[place % dimension] += 1.0
    length = math.hypot(*found)
    return [each / length for each in found]


def embedding_protocol(request: HttpRequest) -> Protocol | None:
    """Return which protocol's embeddings are asked for."""
    if request.method != "POST":
        return None
    if request.path.endswith("/embeddings"):
        return "openai"
    return "gemini" if request.path.endswith(":batchEmbedContents") else None


def texts_in(protocol: Protocol, body: dict[str, Any]) -> list[str]:
    """Return the texts of a request for embeddings."""
    if protocol == "gemini":
        return [str(each["content"]["parts"][0]["text"]) for each in body["requests"]]
    given = body["input"]
    return [str(each) for each in given] if isinstance(given, list) else [str(given)]


def answer(protocol: Protocol, model: str, vectors: Sequence[object]) -> dict[str, object]:
    """Return what the server says."""
    if protocol == "gemini":
        return {"embeddings": [{"values": each} for each in vectors]}
    rows = [{"object": "embedding", "index": place, "embedding": each} for place, each in enumerate(vectors)]
    return {"object": "list", "model": model, "data": rows, "usage": {"prompt_tokens": 8, "total_tokens": 8}}


Body = Mapping[str, Any]


def searches(protocol: Protocol, body: Body) -> bool:
    """Return whether a request lets the server search the web."""
    tools = body.get("tools") or []
    return any(
        "googleSearch" in tool if protocol == "gemini" else "web_search" in str(tool.get("type")) for tool in tools
    )


def offered_tools(protocol: Protocol, body: Body) -> list[str]:
    """Return the names of the tools that a request offers."""
    tools = body.get("tools") or []
    if protocol == "openai":
        return [tool["function"]["name"] for tool in tools]
    if protocol == "anthropic":
        return [tool["name"] for tool in tools]
    return [each["name"] for tool in tools for each in tool.get("functionDeclarations", [])]


def results(protocol: Protocol, body: Body) -> list[str]:
    """Return what the calls so far came to, as the model reads it."""
    if protocol == "openai":
        return [message["content"] for message in body["messages"] if message["role"] == "tool"]
    if protocol == "anthropic":
        return [block["content"] for block in _blocks(body) if block["type"] == "tool_result"]
    responses = [part["functionResponse"]["response"] for part in _parts(body) if "functionResponse" in part]
    return [str(next(iter(response.values()))) for response in responses]


def broken_rule(protocol: Protocol, body: Body, signature: str = "") -> str:
    """Return which rule of its protocol a request breaks with the calls in it; "" for none. `signature`: what must come
    back with the first call."""
    called, answered = _exchanges(protocol, body)
    if called != answered:
        return f"calls {called} are not each answered: {answered}"
    if called and protocol == "anthropic" and not body.get("tools"):
        return "tool_use blocks stand in a request that offers no tools"
    if called and protocol != "openai" and signature and signature not in str(body):
        return "the signature of a call is missing"
    return ""


def _exchanges(protocol: Protocol, body: Body) -> tuple[list[str], list[str]]:
    if protocol == "openai":
        messages = body["messages"]
        called = [call["id"] for message in messages for call in message.get("tool_calls") or ()]
        return called, [message["tool_call_id"] for message in messages if message["role"] == "tool"]
    if protocol == "anthropic":
        called = [block["id"] for block in _blocks(body) if block["type"] == "tool_use"]
        return called, [block["tool_use_id"] for block in _blocks(body) if block["type"] == "tool_result"]
    return list(_named(body, "functionCall")), list(_named(body, "functionResponse"))


def _blocks(body: Body) -> Iterator[Mapping[str, Any]]:
    for message in body["messages"]:
        if not isinstance(message["content"], str):
            yield from message["content"]


def _parts(body: Body) -> Iterable[Mapping[str, Any]]:
    return (part for content in body["contents"] for part in content["parts"])


def _named(body: Body, kind: str) -> Iterator[str]:
    """Gemini tells calls apart by their names and order, and by an id where it gave one."""
    for part in _parts(body):
        if kind in part:
            yield f"{part[kind]['name']} {part[kind].get('id', '')}".strip()


MOST_MARKS = 4
LOOK_BACK = 20
LEAST = 1024
"""Tokens below which nothing is cached."""
UNMARKABLE = frozenset({"thinking", "redacted_thinking"})


def blocks_of(body: Body) -> Iterator[Mapping[str, Any]]:
    """Everything that a request has the model read, in the order in which it is cached."""
    yield from body.get("tools") or ()
    for place in (body.get("system"), *(message["content"] for message in body["messages"])):
        if isinstance(place, str):
            yield {"type": "text", "text": place}
        else:
            yield from place or ()


def broken_mark(body: Body) -> str:
    """Which rule of the cache a request breaks with its marks; "" for none."""
    marked = [block for block in blocks_of(body) if "cache_control" in block]
    if len(marked) > MOST_MARKS:
        return f"A maximum of {MOST_MARKS} blocks with cache_control may be provided. Found {len(marked)}."
    for block in marked:
        if block["cache_control"].get("type") != "ephemeral" or block["cache_control"].get("ttl", "5m") not in (
            "5m",
            "1h",
        ):
            return f"cache_control: {block['cache_control']} is not allowed"
        if block.get("type") in UNMARKABLE:
            return f"cache_control cannot be set for {block['type']} blocks"
        if block.get("type") == "text" and not block["text"]:
            return "cache_control cannot be set for empty text blocks"
    return ""


class PromptCache:
    """What has been read for one model or another."""

    def __init__(self) -> None:
        self._held: set[str] = set()

    def count(self, model: str, body: Body) -> tuple[int, int, int]:
        """The tokens of a request: all of them, those that were read from the cache, and those that were written into
        it."""
        ends: list[tuple[str, int]] = []
        marks: list[int] = []
        digest, length = hashlib.sha256(model.encode()), 0
        for place, block in enumerate(blocks_of(body)):
            plain = {name: part for name, part in block.items() if name != "cache_control"}
            text = json.dumps(plain, sort_keys=True)
            digest.update(text.encode())
            length += len(text)
            ends.append((digest.hexdigest(), length // 4))
            if "cache_control" in block and length // 4 >= LEAST:
                marks.append(place)
        read = max((self._found(ends, mark) for mark in marks), default=0)
        self._held |= {ends[mark][0] for mark in marks}
        written = max((ends[mark][1] for mark in marks), default=0) - read
        return length // 4, read, max(written, 0)

    def _found(self, ends: list[tuple[str, int]], mark: int) -> int:
        near = ends[max(0, mark - LOOK_BACK + 1) : mark + 1]
        return max((tokens for hash, tokens in near if hash in self._held), default=0)
