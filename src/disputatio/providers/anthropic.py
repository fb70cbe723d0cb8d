"""Anthropic Claude, through its SDK.

A reply is whole only after `message_stop`: the SDK silently skips events that carry no `event:` name, and takes the end
of the connection for the end of the message.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import AsyncGenerator, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from disputatio.debate.natural_order import natural
from disputatio.debate.values import Json
from disputatio.engine.errors import (
    ProviderError,
    QuotaExceeded,
    RateLimited,
    Rejected,
    TooLong,
    Transient,
    Unauthorised,
)
from disputatio.engine.ports import ModelInfo, Part, ToolCalled
from disputatio.prompting.compose import in_words
from disputatio.prompting.request import Message, Request, ToolResult, ToolSpec
from disputatio.providers.catalogue import CHARACTERS_PER_TOKEN, description
from disputatio.providers.config import ProviderConfig
from disputatio.providers.faults import Kind, refusal
from disputatio.providers.remote import (
    EFFORT,
    Remote,
    alternate,
    arguments_of,
    room_for_models,
)
from disputatio.providers.reply import Reason, Reply, tokens
from disputatio.providers.transport import PATIENCE, http_client

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic, AsyncStream
    from anthropic.types import (
        ContentBlockParam,
        MessageDeltaUsage,
        MessageParam,
        OutputConfigParam,
        RawMessageStreamEvent,
        TextBlockParam,
        ThinkingConfigParam,
        ToolParam,
        ToolResultBlockParam,
        ToolUnionParam,
        Usage,
    )
    from anthropic.types.raw_content_block_delta import RawContentBlockDelta
    from anthropic.types.raw_content_block_start_event import ContentBlock


# ---- messages and tools as Anthropic takes them -----------------------------------------------------------------
def claude_messages(request: Request, model: str) -> list[MessageParam]:
    found: list[MessageParam] = []
    read = len(request.system) + sum(len(str(claude_tool(tool))) for tool in request.tools)
    for message in alternate(request.messages):
        if message.calls:
            found.append({"role": "assistant", "content": [*claude_calling(message)]})
        elif message.results:
            results = [claude_result(result) for result in message.results]
            if message is request.messages[-1]:  # the model may look up more, and then reads all of this again
                results[-1]["cache_control"] = {"type": "ephemeral"}
            found.append({"role": "user", "content": results})
        elif message.role == "user":
            found.append({"role": "user", "content": claude_text(message, marked(message, read, model))})
        else:
            found.append({"role": "assistant", "content": message.text})
    return found


def marked(message: Message, read: int, model: str) -> frozenset[int]:
    """Return the lengths of a message at which what was read up to there is to be cached: after the context, after what
    was looked up, after the earlier turns, and at the end where calls are likely to follow. `read`: characters that
    stand before it. What is too short is not cached anyway, and writing costs a quarter more than reading, so nothing
    is marked that no other request repeats."""
    return frozenset(end for end in message.parts if (read + end) // CHARACTERS_PER_TOKEN >= least_cached(model))


def claude_text(message: Message, marks: frozenset[int]) -> str | list[TextBlockParam]:
    """Return the text, in one block for each part that is repeated: what was cached is found again by whole blocks."""
    if not marks:
        return message.text
    ends = [*message.repeats, len(message.text)]
    blocks: list[TextBlockParam] = []
    for start, end in pairwise((0, *ends)):
        block: TextBlockParam = {"type": "text", "text": message.text[start:end]}
        blocks.append({**block, "cache_control": {"type": "ephemeral"}} if end in marks else block)
    return blocks


def claude_tool(tool: ToolSpec) -> ToolParam:
    schema: dict[str, object] = dict(tool.parameters)
    return {"name": tool.name, "description": tool.description, "input_schema": schema}


SEARCHES = 3
"""How often Claude may search for one answer."""


def claude_tools(request: Request) -> list[ToolUnionParam]:
    """Return the tools of a request; with its own search, where that is asked for."""
    found: list[ToolUnionParam] = [claude_tool(tool) for tool in request.tools]
    if request.search:
        found.append({"type": "web_search_20250305", "name": "web_search", "max_uses": SEARCHES})
    return found


def claude_calling(message: Message) -> Iterator[ContentBlockParam]:
    """What was thought comes first, then what was said, then the calls."""
    for call in message.calls:
        if call.signature:
            yield from json.loads(call.signature)
    if message.text.strip():
        yield {"type": "text", "text": message.text}
    for call in message.calls:
        given: dict[str, object] = dict(arguments_of(call))
        yield {"type": "tool_use", "id": call.id, "name": call.name, "input": given}


def claude_result(result: ToolResult) -> ToolResultBlockParam:
    return {"type": "tool_result", "tool_use_id": result.id, "content": result.text, "is_error": result.failed}


# ---- what the families of Claude can do -------------------------------------------------------------------------
FAMILY = re.compile(r"claude-(?:([a-z]+)-)?(\d{1,2})(?:[.-](\d{1,2}))?(?!\d)")
"""The names of models: "claude-opus-4-5-20251101", "claude-3-7-sonnet-20250219"."""

LENGTH = 8192
"""Tokens that an answer may have where the request does not say: Anthropic demands a number, and every model that is
offered accepts this one."""

THOUGHT = {"normal": 6_000, "thorough": 20_000}
"""Tokens of thinking. With `LENGTH`, the most is what every model that thinks may say in one answer."""

LEVELS: Mapping[str, Literal["low", "medium", "high"]] = {"quick": "low", "normal": "medium", "thorough": "high"}


def family(model: str) -> tuple[str, tuple[int, int]]:
    """Return the kind and the version of a model: ("opus", (4, 5)); ("", (0, 0)) for what is no Claude."""
    found = FAMILY.search(model)
    return (found[1] or "", (int(found[2]), int(found[3] or 0))) if found else ("", (0, 0))


def least_cached(model: str) -> int:
    """Return the number of tokens below which Anthropic caches nothing."""
    kind, version = family(model)
    if version >= (4, 5) and kind in ("opus", "haiku"):
        return 4096
    return 2048 if "haiku" in model or version >= (4, 6) else 1024


def thinking_of(model: str, effort: str) -> ThinkingConfigParam | None:
    """Return how a model is told to think: newer ones decide by themselves how long, older ones are given so many
    tokens."""
    if effort not in THOUGHT or family(model)[1] < (3, 7):
        return None
    adaptive = family(model)[1] >= (4, 6)
    return {"type": "adaptive"} if adaptive else {"type": "enabled", "budget_tokens": THOUGHT[effort]}


def takes_level(model: str) -> bool:
    """Return whether a model takes the setting of effort itself."""
    kind, version = family(model)
    return version >= (4, 6) or (kind == "opus" and version == (4, 5))


# ---- a message while it streams ----------------------------------------------------------------------------------
REASONS: dict[str, Reason] = {"max_tokens": "length", "model_context_window_exceeded": "length", "tool_use": "tool"}


class MessageReading:
    """Reads the events of one message."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply
        self._stop = ""
        self._said = ""
        self._prompt = self._cached = self._written = self._completion = 0
        self._tools: dict[int, list[str]] = {}
        self._thoughts: dict[int, dict[str, str]] = {}

    def take(self, event: RawMessageStreamEvent) -> Iterator[Part]:
        if event.type == "message_start":
            self._reply.answered_by(event.message.model)
            self._count(event.message.usage)
        elif event.type == "content_block_start":
            self._begin(event.index, event.content_block)
        elif event.type == "content_block_delta":
            yield from self._delta(event.index, event.delta)
        elif event.type == "message_delta":
            self._stop = event.delta.stop_reason or self._stop
            self._said = getattr(event.delta.stop_details, "explanation", None) or self._said
            self._count(event.usage)
        elif event.type == "message_stop":
            yield from self._end()

    def _begin(self, index: int, block: ContentBlock) -> None:
        self._reply.room_for(len(self._tools) + len(self._thoughts))
        if block.type == "tool_use":
            given = (block.id, block.name, json.dumps(block.input) if block.input else "")
            self._tools[index] = [self._reply.joined("", each) for each in given]
        elif block.type == "thinking":
            thought = {"thinking": block.thinking, "signature": block.signature}
            self._thoughts[index] = {"type": "thinking"} | self._whole(thought)
        elif block.type == "redacted_thinking":
            self._thoughts[index] = {"type": "redacted_thinking"} | self._whole({"data": block.data})
        elif block.type == "web_search_tool_result" and isinstance(block.content, list):
            for page in block.content:
                self._reply.cite(page.url, page.title)

    def _delta(self, index: int, delta: RawContentBlockDelta) -> Iterator[Part]:
        if delta.type == "text_delta":
            yield from self._reply.text(delta.text)
        elif delta.type == "thinking_delta":
            if index in self._thoughts:
                self._thoughts[index]["thinking"] += delta.thinking
            yield from self._reply.thought(delta.thinking)
        elif delta.type == "signature_delta" and index in self._thoughts:
            self._thoughts[index]["signature"] = self._reply.joined(self._thoughts[index]["signature"], delta.signature)
        elif delta.type == "input_json_delta" and index in self._tools:
            self._tools[index][2] = self._reply.joined(self._tools[index][2], delta.partial_json)

    def _whole(self, fields: Mapping[str, str]) -> dict[str, str]:
        return {name: self._reply.joined("", text) for name, text in fields.items()}

    def _count(self, usage: Usage | MessageDeltaUsage) -> None:
        """Counts are running totals; what was read from or written to the cache is counted apart from the input."""
        read, written = tokens(usage.cache_read_input_tokens), tokens(usage.cache_creation_input_tokens)
        self._prompt = max(self._prompt, tokens(usage.input_tokens) + read + written)
        self._cached, self._written = max(self._cached, read), max(self._written, written)
        self._completion = max(self._completion, tokens(usage.output_tokens))
        self._reply.counted(self._prompt, self._completion, self._cached, self._written)

    def _end(self) -> Iterator[Part]:
        if self._stop == "refusal":
            raise refusal(self._reply.site, self._said or "the model would not answer this")
        signature = self._signature()
        for id_, name, arguments in self._tools.values():
            yield ToolCalled(id=id_, name=name, arguments=arguments or "{}", signature=signature)
            signature = ""
        yield from self._reply.sources()
        self._reply.reason = REASONS.get(self._stop, "stop")

    def _signature(self) -> str:
        """What was thought before the calls: it goes back with the first of them, unchanged, or not at all."""
        signed = [each for each in self._thoughts.values() if each.get("signature") or each.get("data")]
        return json.dumps(signed) if signed else ""


CODES: dict[str, Kind] = {
    "authentication_error": Unauthorised,
    "permission_error": Unauthorised,
    "billing_error": QuotaExceeded,
    "contract_spend_limit_reached": QuotaExceeded,
    "enforced_spend_limit_reached": QuotaExceeded,
    "organization_on_hold": QuotaExceeded,
    "rate_limit_error": RateLimited,
    "request_too_large": TooLong,
    "not_found_error": Rejected,
    "overloaded_error": Transient,
    "api_error": Transient,
    "timeout_error": Transient,
}


class AnthropicProvider(Remote):
    searches = True
    home = "https://api.anthropic.com"
    codes = CODES

    def __init__(self, config: ProviderConfig) -> None:
        super().__init__(config)
        # The SDK adds /v1 itself; people often write it all the same.
        self.url = self.url.removesuffix("/v1")
        self._made: AsyncAnthropic | None = None

    def client(self) -> AsyncAnthropic:
        """Return the SDK's client, made on first use. Key and address are always given, or it would read profile
        files."""
        import anthropic

        if self._made is None:
            # The list of models says until when there is one; a warning of Python reaches nobody.
            warnings.filterwarnings("ignore", r"The model '.*' is deprecated", DeprecationWarning)
            self._made = anthropic.AsyncAnthropic(
                api_key=self.config.key,
                base_url=self.url,
                max_retries=0,
                timeout=PATIENCE,
                http_client=http_client(self.url),
            )
        return self._made

    def load(self) -> None:
        client = self.client()
        assert client.messages
        assert client.models

    def sdk_faults(self) -> tuple[type[Exception], ...]:
        import anthropic

        return (anthropic.AnthropicError,)

    async def parts(self, model: str, request: Request, reply: Reply) -> AsyncGenerator[Part, None]:
        reading = MessageReading(reply)
        async with await self._opened(model, request, reply) as events:
            reply.content_type = events.response.headers.get("content-type", "")
            async for event in events:
                for part in reading.take(event):
                    yield part

    async def _opened(self, model: str, request: Request, reply: Reply) -> AsyncStream[RawMessageStreamEvent]:
        """Return the stream, after as many refusals as there are fields that can be left out."""
        import anthropic

        while True:
            try:
                return await self._asked(model, self.with_its_tools(model, request, reply))
            except (anthropic.BadRequestError, anthropic.UnprocessableEntityError) as error:
                if not self.left_out(model, error, error.message, self._sent(model, request), reply):
                    raise

    def _sent(self, model: str, request: Request) -> list[tuple[str, str]]:
        """Return what is sent that can be left out, with the word by which a refusal would name it."""
        sent = [("temperature", "temperature")] if request.temperature is not None else []
        sent += [(schema_field(request), word) for word in ("output_config", "schema") if request.schema]
        sent += [("tools", "tool")] if request.tools else []
        sent += [(EFFORT, word) for word in ("thinking", "effort") if self.takes_effort(model, request)]
        return sent

    async def _asked(self, model: str, request: Request) -> AsyncStream[RawMessageStreamEvent]:
        from anthropic import omit

        thinking = self._thinking(model, request)
        told = request if self._native(model, request) else in_words(request)
        # A model that thinks takes no temperature.
        warm = request.temperature is not None and thinking is None and self.negotiation.takes(model, "temperature")
        extra: dict[str, Json] = {"temperature": request.temperature} if warm else {}
        return await self.client().messages.create(
            model=model,
            max_tokens=(request.max_tokens or LENGTH) + (THOUGHT[request.effort] if thinking else 0),
            messages=claude_messages(told, model),
            system=request.system or omit,
            output_config=self._output(model, request) or omit,
            thinking=thinking or omit,
            tools=claude_tools(request) or omit,
            extra_body=extra or None,
            stream=True,
        )

    def _native(self, model: str, request: Request) -> bool:
        return request.schema is not None and self.negotiation.takes(model, schema_field(request))

    def _thinking(self, model: str, request: Request) -> ThinkingConfigParam | None:
        """An older model that was made to think must have done so before each of its calls, and gets that back. Where
        it cannot, since another model made the calls, it goes on without."""
        if not self.takes_effort(model, request):
            return None
        thinking = thinking_of(model, request.effort)
        signed = all(message.calls[0].signature for message in request.messages if message.calls)
        return thinking if thinking and (signed or thinking["type"] == "adaptive") else None

    def _output(self, model: str, request: Request) -> OutputConfigParam:
        found: OutputConfigParam = {}
        if self._native(model, request):
            found["format"] = {"type": "json_schema", "schema": claude_schema(request)}
        if self.takes_effort(model, request) and takes_level(model):
            found["effort"] = LEVELS[request.effort]
        return found

    def explain(self, error: Exception, reply: Reply) -> ProviderError | None:
        import anthropic

        return self.told_by(anthropic, error, reply)

    async def listed(self) -> list[ModelInfo]:
        from anthropic.resources.messages import DEPRECATED_MODELS

        found = []
        async for model in self.client().models.list(limit=100):
            info = ModelInfo(
                provider=self.name,
                name=model.id,
                title=model.display_name or "",
                until=DEPRECATED_MODELS.get(model.id, ""),
                context=tokens(model.max_input_tokens),
            )
            found.append(description(info))
            room_for_models(self.site(), found)
        return sorted(found, key=lambda info: natural(info.name))


def schema_field(request: Request) -> str:
    """Name the field that a refusal is about. A refused schema says nothing about other schemas."""
    return f"output_config {request.schema_name}"


def claude_schema(request: Request) -> dict[str, object]:
    """Return the schema as Anthropic takes it; what it does not take becomes part of the descriptions."""
    from anthropic import transform_schema

    return dict(transform_schema(dict(request.schema or {})))
