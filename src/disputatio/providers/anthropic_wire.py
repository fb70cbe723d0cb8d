"""Anthropic's messages: what is sent, with its marks for the prompt cache, and what is read while it streams."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from disputatio.engine.chat import Part, ToolCalled
from disputatio.prompting.request import Message, Request, ToolResult, ToolSpec
from disputatio.providers.catalogue import CHARACTERS_PER_TOKEN
from disputatio.providers.faults import refusal
from disputatio.providers.reply import Reason, Reply, joined_arguments, tokens
from disputatio.providers.wire import alternate, arguments_of

if TYPE_CHECKING:
    from anthropic.types import (
        ContentBlockParam,
        MessageDeltaUsage,
        MessageParam,
        RawMessageStreamEvent,
        TextBlockParam,
        ThinkingConfigParam,
        ToolParam,
        ToolResultBlockParam,
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
    """The lengths of a message at which what was read up to there is to be cached: after the context, after what was
    looked up, and after the earlier turns. `read`: characters that stand before it. What is too short is not cached
    anyway, and writing costs a quarter more than reading, so nothing is marked that no other request repeats."""
    return frozenset(end for end in message.parts if (read + end) // CHARACTERS_PER_TOKEN >= least_cached(model))


def claude_text(message: Message, marks: frozenset[int]) -> str | list[TextBlockParam]:
    """The text, in one block for each part that is repeated: what was cached is found again by whole blocks."""
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
    """The kind and the version of a model: ("opus", (4, 5)); ("", (0, 0)) for what is no Claude."""
    found = FAMILY.search(model)
    return (found[1] or "", (int(found[2]), int(found[3] or 0))) if found else ("", (0, 0))


def least_cached(model: str) -> int:
    """Tokens below which Anthropic caches nothing."""
    kind, version = family(model)
    if version >= (4, 5) and kind in ("opus", "haiku"):
        return 4096
    return 2048 if "haiku" in model or version >= (4, 6) else 1024


def thinking_of(model: str, effort: str) -> ThinkingConfigParam | None:
    """How a model is told to think: newer ones decide by themselves how long, older ones are given so many tokens."""
    if effort not in THOUGHT or family(model)[1] < (3, 7):
        return None
    adaptive = family(model)[1] >= (4, 6)
    return {"type": "adaptive"} if adaptive else {"type": "enabled", "budget_tokens": THOUGHT[effort]}


def takes_level(model: str) -> bool:
    """Whether a model takes the setting of effort itself."""
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
            self._tools[index] = [block.id, block.name, json.dumps(block.input) if block.input else ""]
        elif block.type == "thinking":
            self._thoughts[index] = {"type": "thinking", "thinking": block.thinking, "signature": block.signature}
        elif block.type == "redacted_thinking":
            self._thoughts[index] = {"type": "redacted_thinking", "data": block.data}

    def _delta(self, index: int, delta: RawContentBlockDelta) -> Iterator[Part]:
        if delta.type == "text_delta":
            yield from self._reply.text(delta.text)
        elif delta.type == "thinking_delta":
            if index in self._thoughts:
                self._thoughts[index]["thinking"] += delta.thinking
            yield from self._reply.thought(delta.thinking)
        elif delta.type == "signature_delta" and index in self._thoughts:
            self._thoughts[index]["signature"] = joined_arguments(self._thoughts[index]["signature"], delta.signature)
        elif delta.type == "input_json_delta" and index in self._tools:
            self._tools[index][2] = joined_arguments(self._tools[index][2], delta.partial_json)

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
        self._reply.reason = REASONS.get(self._stop, "stop")

    def _signature(self) -> str:
        """What was thought before the calls: it goes back with the first of them, unchanged, or not at all."""
        signed = [each for each in self._thoughts.values() if each.get("signature") or each.get("data")]
        return json.dumps(signed) if signed else ""
