"""Chat completions, through the OpenAI SDK: the wire of OpenAI, Perplexity, OpenRouter and the servers on this machine.

Chat completions rather than Responses, for OpenAI too: both stream JSON-schema output and both report usage at the end,
but this one is spoken by every compatible server and gateway (`OPENAI_BASE_URL` may point to any of them), it is one
path to test, and the SDK needs a quarter less time per streamed piece (design/backend.md §4). Responses would add
reasoning summaries, which few keys may see. The end of a reply is certain here too: a choice has a finish reason.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING

from disputatio.debate.natural_order import natural
from disputatio.debate.values import value
from disputatio.engine.errors import (
    ContentRefused,
    ProviderError,
    QuotaExceeded,
    RateLimited,
    Rejected,
    TooLong,
    Transient,
    Unauthorised,
)
from disputatio.engine.ports import ModelInfo, Part
from disputatio.prompting.compose import in_words
from disputatio.prompting.request import Request, ToolCall, ToolResult, ToolSpec
from disputatio.providers.catalogue import description
from disputatio.providers.chat_completions import ChatReading
from disputatio.providers.config import ProviderConfig
from disputatio.providers.faults import Kind, broken_stream, refusal
from disputatio.providers.remote import EFFORT, Remote, alternate, strict, wire_name
from disputatio.providers.reply import Reply
from disputatio.providers.transport import PATIENCE, http_client

if TYPE_CHECKING:
    from openai import AsyncOpenAI, AsyncStream
    from openai.types.chat import (
        ChatCompletionChunk,
        ChatCompletionFunctionToolParam,
        ChatCompletionMessageFunctionToolCallParam,
        ChatCompletionMessageParam,
        ChatCompletionToolMessageParam,
    )
    from openai.types.chat.completion_create_params import ResponseFormat
    from openai.types.responses import Response, ResponseStreamEvent
    from openai.types.shared.reasoning_effort import ReasoningEffort
    from openai.types.shared_params import FunctionDefinition

CODES: dict[str, Kind] = {
    "insufficient_quota": QuotaExceeded,
    "billing_hard_limit_reached": QuotaExceeded,
    "billing_not_active": QuotaExceeded,
    "rate_limit_exceeded": RateLimited,
    "context_length_exceeded": TooLong,
    "string_above_max_length": TooLong,
    "exceed_context_size_error": TooLong,
    "content_filter": ContentRefused,
    "content_policy_violation": ContentRefused,
    "invalid_prompt": ContentRefused,
    "invalid_api_key": Unauthorised,
    "model_not_found": Rejected,
    "server_error": Transient,
    "server_is_overloaded": Transient,
}

EFFORTS: Mapping[str, ReasoningEffort] = {"quick": "low", "normal": "medium", "thorough": "high"}
CACHE_KEY = "prompt_cache_key"


@value
class Dialect:
    """How a server's chat completions differ. `length` is its name for the limit on an answer's tokens; `plain`: it is
    not OpenAI, and gets no headers meant for OpenAI; `sources`: it lists what it cites beside the text; `tools`: its
    models can call tools; `caches`: it finds what it has read before by a key; `shows_schema`: its models read the
    schema of their reply, where others are only held to it."""

    length: str = "max_tokens"
    plain: bool = True
    needs_key: bool = False
    sources: bool = False
    tools: bool = True
    caches: bool = False
    shows_schema: bool = False


class OpenAICompatible(Remote):
    home = "http://127.0.0.1:11434/v1"
    codes = CODES
    dialect = Dialect()

    def __init__(self, config: ProviderConfig) -> None:
        super().__init__(config)
        self.needs_key = self.dialect.needs_key
        self._made: AsyncOpenAI | None = None

    @property
    def shows_schema(self) -> bool:
        """Whether the model is shown the schema of its reply. Of a server that stands in for another nobody knows."""
        return self.dialect.shows_schema and self.url == self.home

    def takes_tools(self, model: str) -> bool:
        return self.dialect.tools and super().takes_tools(model)

    def client(self) -> AsyncOpenAI:
        """Return the SDK's client, made on first use. Key and address are always given, so nothing is read from the
        environment; servers without keys get a word in its place, since the SDK insists."""
        import openai

        if self._made is None:
            key = self.config.key or "none"
            self._made = openai.AsyncOpenAI(
                api_key=key,
                base_url=self.url,
                max_retries=0,
                timeout=PATIENCE,
                default_headers={"Authorization": f"Bearer {key}"},
                http_client=http_client(self.url, plain=self.dialect.plain),
            )
        return self._made

    def load(self) -> None:
        client = self.client()
        assert client.chat.completions
        assert client.models

    def sdk_faults(self) -> tuple[type[Exception], ...]:
        import openai

        return (openai.OpenAIError,)

    async def parts(self, model: str, request: Request, reply: Reply) -> AsyncGenerator[Part, None]:
        async with await self._opened(model, request, reply) as chunks:
            reply.content_type = chunks.response.headers.get("content-type", "")
            reading = ChatReading(reply, sources=self.dialect.sources and request.schema is None)
            async for chunk in chunks:
                for part in reading.take(chunk):
                    yield part
        for part in reading.end():
            yield part

    async def _opened(self, model: str, request: Request, reply: Reply) -> AsyncStream[ChatCompletionChunk]:
        """Return the stream, after as many refusals as there are fields that can be left out."""
        import openai

        while True:
            try:
                return await self._asked(model, self.with_its_tools(model, request, reply))
            except (openai.BadRequestError, openai.NotFoundError, openai.UnprocessableEntityError) as error:
                said = f"{error.param} {error.message}"
                if not self.left_out(model, error, said, self._sent(model, request), reply):
                    raise

    def _sent(self, model: str, request: Request) -> list[tuple[str, str]]:
        """Return what is sent that can be left out, with the word by which a refusal would name it."""
        sent = [("temperature", "temperature")] if request.temperature is not None else []
        sent += [("stream_options", "stream_options")]
        sent += [("tools", "tool")] if request.tools else []
        sent += [(schema_field(request), "response_format")] if request.schema else []
        sent += [("length", self.dialect.length)] if request.max_tokens else []
        sent += [(EFFORT, "reasoning")] if self.takes_effort(model, request) else []
        sent += [(CACHE_KEY, CACHE_KEY)] if self.dialect.caches else []
        return sent

    async def _asked(self, model: str, request: Request) -> AsyncStream[ChatCompletionChunk]:
        from openai import omit

        takes = self.negotiation.takes
        native = request.schema is not None and takes(model, schema_field(request))
        length = request.max_tokens or omit
        modern = (self.dialect.length == "max_completion_tokens") is takes(model, "length")
        return await self.client().chat.completions.create(
            model=model,
            messages=chat_messages(request if native and self.shows_schema else in_words(request)),
            stream=True,
            stream_options={"include_usage": True} if takes(model, "stream_options") else omit,
            temperature=request.temperature
            if request.temperature is not None and takes(model, "temperature")
            else omit,
            max_completion_tokens=length if modern else omit,
            max_tokens=omit if modern else length,
            response_format=response_format(request) if native else omit,
            tools=[chat_tool(tool) for tool in request.tools] if request.tools else omit,
            reasoning_effort=EFFORTS[request.effort] if self.takes_effort(model, request) else omit,
            prompt_cache_key=(self.dialect.caches and takes(model, CACHE_KEY) and cache_key(request)) or omit,
        )

    def explain(self, error: Exception, reply: Reply) -> ProviderError | None:
        import openai

        told = self.told_by(openai, error, reply)
        if told is None and isinstance(error, openai.APIError) and error.body is not None:
            return self.told(reply, 0, error.body, error.message, None)
        return told

    async def listed(self) -> list[ModelInfo]:
        page = await self.client().models.list()
        return sorted((self.info(model.id) for model in page.data), key=lambda info: natural(info.name))

    def info(self, name: str) -> ModelInfo:
        if not isinstance(name, str):
            raise TypeError("a model without a name")
        return ModelInfo(provider=self.name, name=name)


# ---- OpenAI itself ----------------------------------------------------------------------------------------------
NOT_CHAT = ("audio", "dall-e", "embedding", "image", "moderation", "realtime", "sora", "transcribe", "tts", "whisper")
"""Words in the names of models that do not chat; OpenAI's list does not say."""


class OpenAIProvider(OpenAICompatible):
    home = "https://api.openai.com/v1"
    dialect = Dialect(length="max_completion_tokens", plain=False, needs_key=True, caches=True, shows_schema=True)
    searches = True

    async def parts(self, model: str, request: Request, reply: Reply) -> AsyncGenerator[Part, None]:
        """Its own search is a tool of Responses alone."""
        found = (
            searching(self.client(), model, request, reply) if request.search else super().parts(model, request, reply)
        )
        async with aclosing(found) as parts:
            async for part in parts:
                yield part

    async def listed(self) -> list[ModelInfo]:
        return [description(info) for info in await super().listed() if not any(word in info.name for word in NOT_CHAT)]


# ---- Perplexity: sources beside the text, no list of models, and no tools of ours -------------------------------
KNOWN = ("sonar", "sonar-deep-research", "sonar-pro", "sonar-reasoning-pro")
"""Offered where the server has no list; a name that is typed in works as well."""


class PerplexityProvider(OpenAICompatible):
    searches = True
    home = "https://api.perplexity.ai"
    dialect = Dialect(needs_key=True, sources=True, tools=False)

    async def listed(self) -> list[ModelInfo]:
        import openai

        try:
            return [description(info) for info in await super().listed()]
        except openai.NotFoundError:
            return [description(self.info(name)) for name in KNOWN]


# ---- requests as chat completions take them ---------------------------------------------------------------------
def cache_key(request: Request) -> str:
    """Return a key under which the requests of one seat of one debate are cached together, so that each finds what the
    one before it made the provider read. It tells nothing of either."""
    brief = request.brief
    place = f"{brief.debate}\n{brief.seat}"
    return f"disputatio-{hashlib.sha256(place.encode()).hexdigest()[:32]}" if brief.debate else ""


def schema_field(request: Request) -> str:
    """Name the field that a refusal is about. A refused schema says nothing about other schemas."""
    return f"response_format {request.schema_name}"


def response_format(request: Request) -> ResponseFormat:
    schema: dict[str, object] = dict(request.schema or {})
    return {
        "type": "json_schema",
        "json_schema": {"name": wire_name(request), "schema": schema, "strict": strict(request.schema)},
    }


def chat_messages(request: Request) -> list[ChatCompletionMessageParam]:
    found: list[ChatCompletionMessageParam] = [{"role": "system", "content": request.system}] if request.system else []
    for message in alternate(request.messages):
        if message.results:
            found += [chat_result(result) for result in message.results]
        elif message.calls:
            calls = [chat_call(call) for call in message.calls]
            found.append({"role": "assistant", "content": message.text or None, "tool_calls": calls})
        elif message.role == "user":
            found.append({"role": "user", "content": message.text})
        else:
            found.append({"role": "assistant", "content": message.text})
    return found


def chat_result(result: ToolResult) -> ChatCompletionToolMessageParam:
    return {"role": "tool", "tool_call_id": result.id, "content": result.text}


def chat_tool(tool: ToolSpec) -> ChatCompletionFunctionToolParam:
    parameters: dict[str, object] = dict(tool.parameters)
    described: FunctionDefinition = {"name": tool.name, "description": tool.description, "parameters": parameters}
    return {"type": "function", "function": described}


def chat_call(call: ToolCall) -> ChatCompletionMessageFunctionToolCallParam:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


# ---- OpenAI's own web search: a tool of the Responses API, which nothing else here needs ---------------------------
async def searching(client: AsyncOpenAI, model: str, request: Request, reply: Reply) -> AsyncGenerator[Part, None]:
    """Yield the parts of an answer for which the model searched the web; the pages it cites come last."""
    from openai import omit

    async with await client.responses.create(
        model=model,
        instructions=request.system or omit,
        input="\n\n".join(message.text for message in request.messages),
        tools=[{"type": "web_search"}],
        max_output_tokens=request.max_tokens or omit,
        store=False,
        stream=True,
    ) as events:
        reply.content_type = events.response.headers.get("content-type", "")
        async for event in events:
            for part in _taken(event, reply):
                yield part


def _taken(event: ResponseStreamEvent, reply: Reply) -> Iterator[Part]:
    match event.type:
        case "response.created":
            reply.answered_by(event.response.model)
        case "response.output_text.delta":
            yield from reply.text(event.delta)
        case "response.output_text.annotation.added":
            found = event.annotation
            if found is not None and found.type == "url_citation":
                reply.cite(found.url, found.title)
        case "response.refusal.done":
            raise refusal(reply.site, event.refusal)
        case "response.failed":
            why = event.response.error.message if event.response.error else "it gave no reason"
            raise broken_stream(reply.site, why)
        case "response.completed" | "response.incomplete":
            yield from reply.sources()
            _count(event.response, reply)
            reply.reason = "stop" if event.type == "response.completed" else "length"
        case _:
            return


def _count(response: Response, reply: Reply) -> None:
    usage = response.usage
    if usage is not None:
        reply.counted(usage.input_tokens, usage.output_tokens, usage.input_tokens_details.cached_tokens)
