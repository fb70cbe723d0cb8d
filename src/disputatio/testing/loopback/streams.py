"""A reply as each protocol streams it, event by event."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

from disputatio.testing.loopback.dialects import Protocol, sse
from disputatio.testing.loopback.scripts import Fault, Script


def base64_of(signature: str) -> str:
    """Return bytes as Gemini writes them."""
    return base64.b64encode(signature.encode()).decode()


class Stream:
    """The events of one reply: `opening`, then `piece` for each piece of text, then `closing`."""

    def __init__(self, protocol: Protocol, model: str, script: Script) -> None:
        self.protocol = protocol
        self.model = script.model or model
        self.script = script

    def opening(self) -> Iterator[str]:
        match self.protocol:
            case "openai":
                yield self._chat({"role": "assistant", "content": ""})
                if self.script.thinking:
                    yield self._chat({"reasoning_content": self.script.thinking})
            case "anthropic":
                yield from self._message_opening()
            case "gemini":
                if self.script.thinking:
                    yield self._gemini([{"text": self.script.thinking, "thought": True}])

    def piece(self, text: str) -> str:
        match self.protocol:
            case "openai":
                return self._chat({"content": text})
            case "anthropic":
                return self._delta(1, {"type": "text_delta", "text": text})
            case "gemini":
                return self._gemini([{"text": text}])

    def closing(self) -> Iterator[str]:
        match self.protocol:
            case "openai":
                yield from self._chat_closing()
            case "anthropic":
                yield from self._message_closing()
            case "gemini":
                yield from self._gemini_closing()

    # OpenAI

    def _chat(self, delta: dict[str, object], finish: str | None = None, usage: object = None) -> str:
        choices = [{"index": 0, "delta": delta, "finish_reason": finish}] if usage is None else []
        body = {"id": "chat-1", "object": "chat.completion.chunk", "created": 0, "model": self.model}
        return sse({**body, "choices": choices, **({"usage": usage} if usage else {})})

    def _chat_closing(self) -> Iterator[str]:
        refused = self.script.fault is Fault.REFUSED
        yield from self._chat_calls()
        if refused:
            yield self._chat({"refusal": self.script.words})
        reason = "tool_calls" if self.script.tools else "stop"
        yield self._chat({}, self.script.finish or reason)
        usage = self._usage()
        if usage:
            yield self._chat({}, usage=usage)
        if self.script.fault is not Fault.CUT_AFTER_FINISH:
            yield "data: [DONE]\n\n"

    def _chat_calls(self) -> Iterator[str]:
        """First all heads, then all arguments in pieces, as servers that call in parallel do."""
        for index, (name, _) in enumerate(self.script.tools):
            function = {"name": name, "arguments": ""}
            head = {"index": index, "id": f"call-{index + 1}", "type": "function", "function": function}
            yield self._chat({"tool_calls": [head]})
        for index, (_, arguments) in enumerate(self.script.tools):
            half = len(arguments) // 2
            for part in (arguments[:half], arguments[half:]):
                yield self._chat({"tool_calls": [{"index": index, "function": {"arguments": part}}]})

    def _usage(self) -> dict[str, object] | None:
        prompt, completion = self.script.prompt, self.script.completion
        if prompt is None or completion is None:
            return None
        details = {"cached_tokens": self.script.cached, "cache_write_tokens": self.script.written}
        total = prompt + completion
        return {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": total,
            "prompt_tokens_details": details,
        }

    # Anthropic

    def _message_opening(self) -> Iterator[str]:
        usage = {
            "input_tokens": (self.script.prompt or 0) - self.script.cached - self.script.written,
            "cache_read_input_tokens": self.script.cached,
            "cache_creation_input_tokens": self.script.written,
            "output_tokens": 1,
        }
        counted = usage if self.script.prompt is not None else {"input_tokens": 0, "output_tokens": 0}
        message = {"id": "msg-1", "type": "message", "role": "assistant", "content": [], "model": self.model}
        stops = {"stop_reason": None, "stop_sequence": None}
        yield self._event({"type": "message_start", "message": {**message, **stops, "usage": counted}})
        if self.script.thinking:
            yield self._block(0, {"type": "thinking", "thinking": "", "signature": ""})
            yield self._delta(0, {"type": "thinking_delta", "thinking": self.script.thinking})
            if self.script.signature:
                yield self._delta(0, {"type": "signature_delta", "signature": self.script.signature})
            yield self._event({"type": "content_block_stop", "index": 0})
        for number, (address, title) in enumerate(self.script.pages):
            page: dict[str, object] = {
                "type": "web_search_result",
                "url": address,
                "title": title,
                "encrypted_content": "x",
            }
            use: dict[str, object] = {
                "type": "server_tool_use",
                "id": f"search-{number}",
                "name": "web_search",
                "input": {},
            }
            yield self._block(10 + 2 * number, use)
            told: dict[str, object] = {"type": "web_search_tool_result", "content": [page]}
            yield self._block(11 + 2 * number, {**told, "tool_use_id": f"search-{number}"})
        yield self._block(1, {"type": "text", "text": ""})

    def _message_closing(self) -> Iterator[str]:
        yield self._event({"type": "content_block_stop", "index": 1})
        for number, (name, arguments) in enumerate(self.script.tools, 1):
            half, index = len(arguments) // 2, number + 1
            yield self._block(index, {"type": "tool_use", "id": f"call-{number}", "name": name, "input": {}})
            for part in (arguments[:half], arguments[half:]):
                yield self._delta(index, {"type": "input_json_delta", "partial_json": part})
            yield self._event({"type": "content_block_stop", "index": index})
        refused = self.script.fault is Fault.REFUSED
        reason = "refusal" if refused else "tool_use" if self.script.tools else "end_turn"
        delta: dict[str, object] = {"stop_reason": self.script.finish or reason, "stop_sequence": None}
        if refused:
            delta["stop_details"] = {"type": "refusal", "category": None, "explanation": self.script.words}
        counted = {"output_tokens": self.script.completion or 0}
        yield self._event({"type": "message_delta", "delta": delta, "usage": counted})
        yield self._event({"type": "message_stop"})

    def _block(self, index: int, block: dict[str, object]) -> str:
        return self._event({"type": "content_block_start", "index": index, "content_block": block})

    def _delta(self, index: int, delta: dict[str, object]) -> str:
        return self._event({"type": "content_block_delta", "index": index, "delta": delta})

    def _event(self, data: dict[str, object]) -> str:
        named = self.script.fault is not Fault.UNNAMED_EVENTS
        return sse(data, str(data["type"]) if named else "")

    # Gemini

    def _gemini(self, parts: list[dict[str, object]], finish: str = "", usage: object = None) -> str:
        candidate: dict[str, object] = {"content": {"role": "model", "parts": parts}, "index": 0}
        if finish:
            candidate["finishReason"] = finish
            chunks = [{"web": {"uri": address, "title": title}} for address, title in self.script.pages]
            candidate |= {"groundingMetadata": {"groundingChunks": chunks}} if chunks else {}
        body: dict[str, object] = {"candidates": [candidate], "modelVersion": self.model}
        return sse({**body, **({"usageMetadata": usage} if usage else {})})

    def _gemini_calls(self) -> tuple[list[dict[str, object]], str]:
        """Return the calls, and how the answer ends where one of them is none: Gemini gives no arguments that are no
        JSON."""
        parts: list[dict[str, object]] = []
        unread = ""
        for name, arguments in self.script.tools:
            try:
                given = json.loads(arguments)
            except ValueError:
                given = None
            if isinstance(given, dict):
                parts.append({"functionCall": {"name": name, "args": given}})
            else:
                unread = "MALFORMED_FUNCTION_CALL"
        return parts, unread

    def _gemini_closing(self) -> Iterator[str]:
        parts, unread = self._gemini_calls()
        if parts and self.script.signature:
            parts[0]["thoughtSignature"] = base64_of(self.script.signature)
        finish = self.script.finish or ("SAFETY" if self.script.fault is Fault.REFUSED else unread or "STOP")
        usage: dict[str, object] | None = None
        if self.script.prompt is not None and self.script.completion is not None:
            usage = {
                "promptTokenCount": self.script.prompt,
                "candidatesTokenCount": self.script.completion,
                "totalTokenCount": self.script.prompt + self.script.completion,
                "cachedContentTokenCount": self.script.cached,
            }
        yield self._gemini(parts or [{"text": ""}], finish, usage)


class ResponsesStream(Stream):
    """A reply as OpenAI's Responses stream it: for searches, so without calls."""

    def opening(self) -> Iterator[str]:
        yield self._named("response.created", response=self._response("in_progress"))

    def piece(self, text: str) -> str:
        return self._named("response.output_text.delta", delta=text, logprobs=[], **self._place())

    def closing(self) -> Iterator[str]:
        for number, (address, title) in enumerate(self.script.pages):
            cited = {"type": "url_citation", "url": address, "title": title, "start_index": 0, "end_index": 1}
            place = {**self._place(), "annotation_index": number}
            yield self._named("response.output_text.annotation.added", annotation=cited, **place)
        yield self._named("response.completed", response=self._response("completed"))

    def _response(self, status: str) -> dict[str, object]:
        usage: dict[str, object] | None = None
        if status == "completed" and self.script.prompt is not None and self.script.completion is not None:
            usage = {
                "input_tokens": self.script.prompt,
                "input_tokens_details": {"cached_tokens": self.script.cached, "cache_write_tokens": 0},
                "output_tokens": self.script.completion,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": self.script.prompt + self.script.completion,
            }
        named = {"id": "response-1", "object": "response", "created_at": 0, "model": self.model, "status": status}
        return {**named, "output": [], "parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "usage": usage}

    @staticmethod
    def _place() -> dict[str, object]:
        return {"item_id": "message-1", "output_index": 0, "content_index": 0}

    @staticmethod
    def _named(kind: str, **more: object) -> str:
        return sse({"type": kind, "sequence_number": 0, **more}, kind)
