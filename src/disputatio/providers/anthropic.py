"""Anthropic Claude, through its SDK.

A reply is whole only after `message_stop`: the SDK silently skips events that carry no `event:` name, and takes the end
of the connection for the end of the message.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

from disputatio.debate.natural_order import natural
from disputatio.debate.values import Json
from disputatio.engine.chat import ModelInfo, Part
from disputatio.engine.errors import (
    ProviderError,
    QuotaExceeded,
    RateLimited,
    Rejected,
    TooLong,
    Transient,
    Unauthorised,
)
from disputatio.prompting.compose import in_words
from disputatio.prompting.request import Request
from disputatio.providers.anthropic_wire import (
    LENGTH,
    LEVELS,
    THOUGHT,
    MessageReading,
    claude_messages,
    claude_tool,
    takes_level,
    thinking_of,
)
from disputatio.providers.catalogue import description
from disputatio.providers.config import ProviderConfig
from disputatio.providers.faults import Kind, late, unreachable
from disputatio.providers.remote import EFFORT, Remote, by_http, room_for_models
from disputatio.providers.reply import Reply, tokens
from disputatio.providers.transport import PATIENCE, http_client

if TYPE_CHECKING:
    from anthropic import APIStatusError, AsyncAnthropic, AsyncStream
    from anthropic.types import OutputConfigParam, RawMessageStreamEvent, ThinkingConfigParam


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
    home = "https://api.anthropic.com"
    codes = CODES

    def __init__(self, config: ProviderConfig) -> None:
        super().__init__(config)
        # The SDK adds /v1 itself; people often write it all the same.
        self.url = self.url.removesuffix("/v1")
        self._made: AsyncAnthropic | None = None

    def client(self) -> AsyncAnthropic:
        """The SDK's client, made on first use. Key and address are always given, or it would read profile files."""
        import anthropic

        if self._made is None:
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
        """The stream, after as many refusals as there are fields that can be left out."""
        import anthropic

        while True:
            try:
                return await self._asked(model, self.with_its_tools(model, request, reply))
            except (anthropic.BadRequestError, anthropic.UnprocessableEntityError) as error:
                if not self._left_out(model, request, error, reply):
                    raise

    def _left_out(self, model: str, request: Request, error: APIStatusError, reply: Reply) -> bool:
        if not isinstance(self.explain(error, reply), Rejected):
            return False
        sent = [("temperature", "temperature")] if request.temperature is not None else []
        sent += [(schema_field(request), word) for word in ("output_config", "schema") if request.schema]
        sent += [("tools", "tool")] if request.tools else []
        sent += [(EFFORT, word) for word in ("thinking", "effort") if self.takes_effort(model, request)]
        return self.learn(model, error.message, sent, reply)

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
            tools=[claude_tool(tool) for tool in request.tools] if request.tools else omit,
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

        if isinstance(error, anthropic.APIStatusError):
            return self.told(reply, error.status_code, error.body, error.message, error.response.headers)
        if isinstance(error, anthropic.APITimeoutError):
            return late(reply.site)
        if isinstance(error, anthropic.APIConnectionError):
            cause = error.__cause__
            raw = by_http(cause, reply) if isinstance(cause, Exception) else None
            return raw or unreachable(reply.site, error.message)
        return None

    async def listed(self) -> list[ModelInfo]:
        found = []
        async for model in self.client().models.list(limit=100):
            info = ModelInfo(
                provider=self.name,
                name=model.id,
                title=model.display_name or "",
                context=tokens(model.max_input_tokens),
            )
            found.append(description(info))
            room_for_models(self.site(), found)
        return sorted(found, key=lambda info: natural(info.name))

    async def shut(self) -> None:
        made, self._made = self._made, None
        if made is not None:
            await made.close()


def schema_field(request: Request) -> str:
    """A refused schema says nothing about other schemas."""
    return f"output_config {request.schema_name}"


def claude_schema(request: Request) -> dict[str, object]:
    """The schema as Anthropic takes it; what it does not take becomes part of the descriptions."""
    from anthropic import transform_schema

    return dict(transform_schema(dict(request.schema or {})))
