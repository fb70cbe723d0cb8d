"""Google Gemini, through the google-genai SDK.

Our own HTTP client is handed in, so that the SDK never uses aiohttp, whose time limit is for the whole stream. Its
automatic continuation, a retry of its own, is off. Address, account and key are always given; nothing is read from the
environment.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from disputatio.debate.natural_order import natural
from disputatio.engine.errors import ProviderError, QuotaExceeded, RateLimited, Rejected, Transient, Unauthorised
from disputatio.engine.ports import ModelInfo, Part, ToolCalled
from disputatio.prompting.compose import in_words
from disputatio.prompting.request import OWN_ID, Message, Request
from disputatio.prompting.tools import UNREADABLE_CALL
from disputatio.providers.catalogue import description
from disputatio.providers.config import ProviderConfig
from disputatio.providers.faults import Fact, Kind, broken_stream, error_of, refusal, seconds_of
from disputatio.providers.remote import (
    EFFORT,
    Remote,
    alternate,
    arguments_of,
    room_for_models,
)
from disputatio.providers.reply import Reason, Reply, tokens
from disputatio.providers.transport import OPENED, PATIENCE, http_client

if TYPE_CHECKING:
    import httpx2
    from google.genai import Client
    from google.genai.types import (
        Candidate,
        ContentDict,
        FunctionCallDict,
        FunctionResponseDict,
        GenerateContentConfig,
        GenerateContentResponse,
        GenerateContentResponseUsageMetadata,
        HttpOptions,
        PartDict,
        ThinkingConfig,
        Tool,
    )
    from google.genai.types import Part as Piece


# ---- Contents and tools as Gemini takes them.
def gemini_contents(request: Request) -> Iterator[ContentDict]:
    for message in alternate(request.messages):
        yield {"role": "user" if message.role == "user" else "model", "parts": [*gemini_parts(message)]}


def gemini_parts(message: Message) -> Iterator[PartDict]:
    if message.text or not (message.calls or message.results):
        yield {"text": message.text}
    for call in message.calls:
        called: FunctionCallDict = {"name": call.name, "args": dict(arguments_of(call))}
        part: PartDict = {"function_call": {**called, "id": call.id} if theirs(call.id) else called}
        yield {**part, "thought_signature": base64.b64decode(call.signature)} if call.signature else part
    for result in message.results:
        answer: FunctionResponseDict = {"name": result.name}
        answer["response"] = {"error" if result.failed else "output": result.text}
        yield {"function_response": {**answer, "id": result.id} if theirs(result.id) else answer}


def theirs(id: str) -> bool:
    """Return whether Gemini gave a call its id: it takes no others."""
    return not id.startswith(OWN_ID)


def gemini_tools(request: Request) -> Tool:
    from google.genai.types import FunctionDeclaration, Tool

    declared = [
        FunctionDeclaration(name=tool.name, description=tool.description, parameters_json_schema=tool.parameters)
        for tool in request.tools
    ]
    return Tool(function_declarations=declared)


def own_search() -> Tool:
    """Return Google's own search."""
    from google.genai.types import GoogleSearch, Tool

    return Tool(google_search=GoogleSearch())


UNREAD = "MALFORMED_FUNCTION_CALL"
"""The model called something in a way that Gemini itself could not read. That is told to the model like any fault of a
call."""
REASONS: dict[str, Reason] = {"STOP": "stop", "MAX_TOKENS": "length", "CONTINUATION": "length", UNREAD: "stop"}

REFUSALS = frozenset(
    {
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "IMAGE_SAFETY",
        "MODEL_ARMOR",
        "ESCALATION",
    }
)


class ResponseReading:
    def __init__(self, reply: Reply) -> None:
        self._reply = reply
        self._called = False

    def take(self, response: GenerateContentResponse) -> Iterator[Part]:
        self._reply.answered_by(response.model_version)
        if response.usage_metadata is not None:
            self._count(response.usage_metadata)
        feedback = response.prompt_feedback
        if feedback is not None and feedback.block_reason is not None:
            said = feedback.block_reason_message or f"the question was blocked ({feedback.block_reason.value})"
            raise refusal(self._reply.site, said)
        for candidate in (response.candidates or [])[:1]:
            self._note_sources(candidate)
            yield from self._candidate(candidate)

    def _candidate(self, candidate: Candidate) -> Iterator[Part]:
        pieces = candidate.content.parts if candidate.content else None
        for piece in pieces or ():
            yield from self._piece(piece)
        if candidate.finish_reason is not None:
            yield from self._reply.sources()
            if candidate.finish_reason.value == UNREAD:
                self._called = True
                yield ToolCalled(id="", name=UNREADABLE_CALL, arguments=candidate.finish_message or "")
            self._finish(str(candidate.finish_reason.value), candidate.finish_message or "")

    def _note_sources(self, candidate: Candidate) -> None:
        found = candidate.grounding_metadata
        for chunk in found.grounding_chunks or () if found else ():
            if chunk.web is not None:
                self._reply.cite(chunk.web.uri, chunk.web.title)

    def _piece(self, piece: Piece) -> Iterator[Part]:
        if piece.thought:
            yield from self._reply.thought(piece.text)
        else:
            yield from self._reply.text(piece.text)
        call = piece.function_call
        if call is not None:
            self._called = True
            signature = base64.b64encode(piece.thought_signature or b"").decode()
            given = (call.id, call.name, json.dumps(call.args or {}, ensure_ascii=False), signature)
            id_, name, arguments, signed = [self._reply.joined("", each) for each in given]
            yield ToolCalled(id=id_, name=name, arguments=arguments, signature=signed)

    def _count(self, usage: GenerateContentResponseUsageMetadata) -> None:
        """Thoughts are paid for like the answer, and are counted apart from it."""
        completion = tokens(usage.candidates_token_count) + tokens(usage.thoughts_token_count)
        self._reply.counted(usage.prompt_token_count, completion, usage.cached_content_token_count)

    def _finish(self, reason: str, said: str) -> None:
        if reason in REFUSALS:
            raise refusal(self._reply.site, said or f"its filter stopped the answer ({reason})")
        if reason not in REASONS:
            raise broken_stream(self._reply.site, said or f"it gave up ({reason})")
        self._reply.reason = "tool" if self._called and reason in ("STOP", UNREAD) else REASONS[reason]


CODES: dict[str, Kind] = {
    "API_KEY_INVALID": Unauthorised,
    "API_KEY_SERVICE_BLOCKED": Unauthorised,
    "UNAUTHENTICATED": Unauthorised,
    "PERMISSION_DENIED": Unauthorised,
    "DAILY_QUOTA": QuotaExceeded,
    "RESOURCE_EXHAUSTED": RateLimited,
    "NOT_FOUND": Rejected,
    "UNAVAILABLE": Transient,
    "INTERNAL": Transient,
    "DEADLINE_EXCEEDED": Transient,
    "ABORTED": Transient,
}

VERSION = re.compile(r"/(v\d\w*)$")
"""What people append to the address; the SDK wants it apart from it."""


PREVIEW = "v1beta"

BUDGETS = {"quick": 1_024, "normal": -1, "thorough": 24_576}
"""Tokens of thinking for Gemini 2.5, as many as each of its models can think; -1: as many as the model likes."""
TWO_LEVELS = re.compile(r"gemini-3(\.0)?-pro")
"""The models that think at a low or a high level, and at none between."""


def thinking_of(model: str, effort: str) -> ThinkingConfig:
    """Return how a model is told to think: up to 2.5 with so many tokens, since then at a level."""
    from google.genai.types import ThinkingConfig, ThinkingLevel

    if model.startswith("gemini-2"):
        return ThinkingConfig(thinking_budget=BUDGETS[effort])
    middle = ThinkingLevel.HIGH if TWO_LEVELS.match(model) else ThinkingLevel.MEDIUM
    levels = {"quick": ThinkingLevel.LOW, "normal": middle, "thorough": ThinkingLevel.HIGH}
    return ThinkingConfig(thinking_level=levels[effort])


class GeminiProvider(Remote):
    searches = True
    home = "https://generativelanguage.googleapis.com"
    codes = CODES

    def __init__(self, config: ProviderConfig) -> None:
        super().__init__(config)
        version = VERSION.search(self.url)
        self._version = version.group(1) if version else None
        self._root = VERSION.sub("", self.url)
        self._made: Client | None = None
        self._http: httpx2.AsyncClient | None = None

    def client(self) -> Client:
        """Return the SDK's client, made on first use."""
        from google import genai
        from google.genai import types
        from google.genai._api_client import GOOGLE_AI_API_DEFAULT_VERSION

        if self._made is None:
            self._http = http_client(self._root)
            options = types.HttpOptions(
                base_url=self._root,
                api_version=self._version or GOOGLE_AI_API_DEFAULT_VERSION,
                timeout=int(PATIENCE * 1000),
                httpx_async_client=self._http,
            )
            self._made = genai.Client(api_key=self.config.key, vertexai=False, http_options=options)
        return self._made

    def load(self) -> None:
        assert self.client().aio.models

    def sdk_faults(self) -> tuple[type[Exception], ...]:
        from google.genai import errors

        return (errors.APIError, errors.ContinuationInterruptedError)

    async def parts(self, model: str, request: Request, reply: Reply) -> AsyncGenerator[Part, None]:
        reading = ResponseReading(reply)
        opened: list[httpx2.Response] = []
        try:
            responses = await self._opened(model, request, reply, opened)
            async for response in responses:
                for part in reading.take(response):
                    yield part
        finally:
            # The SDK's generators form a circle: left alone, the socket stays open until they are collected.
            for connection in opened:
                await connection.aclose()

    async def _opened(
        self, model: str, request: Request, reply: Reply, opened: list[httpx2.Response]
    ) -> AsyncIterator[GenerateContentResponse]:
        """Return the stream with its first response, after as many refusals as there are fields that can be left
        out."""
        from google.genai import errors

        while True:
            try:
                return await self._asked(model, self.with_its_tools(model, request, reply), opened)
            except errors.ClientError as error:
                newer = error.code == 404 and self._try_preview(model)
                sent, said = self._sent(model, request), error.message or ""
                if not newer and (error.code != 400 or not self.left_out(model, error, said, sent, reply)):
                    raise

    def _try_preview(self, model: str) -> bool:
        """Return whether to ask again under the version that has previews: they, and some servers, are found there
        only."""
        return self._version is None and bool(self.negotiation.learn(model, "404", [("stable", "404")]))

    def _options(self, model: str) -> HttpOptions | None:
        from google.genai.types import HttpOptions

        return None if self.negotiation.takes(model, "stable") else HttpOptions(api_version=PREVIEW)

    async def _asked(
        self, model: str, request: Request, opened: list[httpx2.Response]
    ) -> AsyncIterator[GenerateContentResponse]:
        """The SDK sends the request when the first response is asked for: until then, note what is opened for it."""
        token = OPENED.set(opened)
        try:
            responses = await self.client().aio.models.generate_content_stream(
                model=model,
                contents=[*gemini_contents(request if self._native(model, request) else in_words(request))],
                config=self._config(model, request),
            )
            first = await anext(responses, None)
        finally:
            OPENED.reset(token)
        return resumed(first, responses)

    def _native(self, model: str, request: Request) -> bool:
        return request.schema is not None and self.negotiation.takes(model, schema_field(request))

    def _config(self, model: str, request: Request) -> GenerateContentConfig:
        from google.genai.types import AutomaticFunctionCallingConfig, GenerateContentConfig

        native = self._native(model, request)
        warm = self.negotiation.takes(model, "temperature")
        return GenerateContentConfig(
            system_instruction=request.system or None,
            temperature=request.temperature if warm else None,
            max_output_tokens=request.max_tokens,
            response_mime_type="application/json" if native else None,
            response_json_schema=dict(request.schema or {}) if native else None,
            tools=[own_search() if request.search else gemini_tools(request)]
            if request.tools or request.search
            else None,
            automatic_function_calling=AutomaticFunctionCallingConfig(disable=True) if request.tools else None,
            automatic_continuation=False,
            thinking_config=thinking_of(model, request.effort) if self.takes_effort(model, request) else None,
            http_options=self._options(model),
        )

    def _sent(self, model: str, request: Request) -> list[tuple[str, str]]:
        """Return what is sent that can be left out, with the word by which a refusal would name it."""
        words = ("schema", "response_mime_type", "responseMimeType", "JSON mode")
        sent = [(schema_field(request), word) for word in words if request.schema]
        sent += [("temperature", "temperature")] if request.temperature is not None else []
        sent += [("tools", word) for word in ("tool", "unction call", "unctionCall") if request.tools]
        sent += [(EFFORT, "hinking")] if self.takes_effort(model, request) else []
        return sent

    def explain(self, error: Exception, reply: Reply) -> ProviderError | None:
        from google.genai import errors

        if not isinstance(error, errors.APIError):
            return None
        headers = getattr(error.response, "headers", None)
        return self.told(reply, number(error.code), error.details, error.message or str(error.details), headers)

    def fact(self, status: int, body: object, said: str, headers: Mapping[str, str] | None) -> Fact:
        """Google says when to come back in the body, and gives per-minute and per-day limits one code."""
        fact = super().fact(status, body, said, headers)
        details = error_of(body).get("details")
        codes = fact.codes
        if "PerDay" in str(details):
            codes = ("DAILY_QUOTA", *codes)
        return replace(fact, codes=codes, after=retry_delay(details) if fact.after is None else fact.after)

    async def listed(self) -> list[ModelInfo]:
        from google.genai import errors

        try:
            return await self._listed()
        except errors.ClientError as error:
            if error.code != 404 or not self._try_preview(""):
                raise
            return await self._listed()

    async def _listed(self) -> list[ModelInfo]:
        from google.genai.types import ListModelsConfig

        found = []
        config = ListModelsConfig(page_size=200, http_options=self._options(""))
        async for model in await self.client().aio.models.list(config=config):
            if "generateContent" not in (model.supported_actions or ["generateContent"]):
                continue
            info = ModelInfo(
                provider=self.name,
                name=(model.name or "").removeprefix("models/"),
                title=model.display_name or "",
                context=tokens(model.input_token_limit),
            )
            found.append(description(info))
            room_for_models(self.site(), found)
        return sorted(found, key=lambda info: natural(info.name))

    async def shut(self) -> None:
        made, self._made = self._made, None
        http, self._http = self._http, None
        if made is not None:
            made.close()
            await made.aio.aclose()
        if http is not None:
            await http.aclose()


async def resumed(
    first: GenerateContentResponse | None, rest: AsyncIterator[GenerateContentResponse]
) -> AsyncIterator[GenerateContentResponse]:
    if first is not None:
        yield first
    async for response in rest:
        yield response


def number(code: object) -> int:
    return code if isinstance(code, int) else 0


def retry_delay(details: object) -> float | None:
    """Return the seconds of Google's RetryInfo ("retryDelay": "34s"), or None."""
    for item in details if isinstance(details, list) else ():
        delay = item.get("retryDelay") if isinstance(item, Mapping) else None
        if isinstance(delay, str):
            return seconds_of(delay)
    return None


def schema_field(request: Request) -> str:
    """Name the field that a refusal is about. A refused schema says nothing about other schemas."""
    return f"response_json_schema {request.schema_name}"
