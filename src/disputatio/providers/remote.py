"""What the providers across a network share: messages and JSON Schemas in the form that they take, the key, time
limits, the connection test, the last word on errors.

Nothing but `engine.errors` leaves `stream` and `models`. The exceptions of the SDK and of HTTP are translated by the
subclass (`explain`); what an SDK raises when the wire does not keep its protocol (ValueError, TypeError,
AttributeError, … from deep inside) becomes BrokenStream here.
"""

from __future__ import annotations

import asyncio
import json
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import Any

from disputatio.debate.values import Json
from disputatio.engine.errors import ProviderError, Rejected
from disputatio.engine.limits import WAITING
from disputatio.engine.ports import ChatModel, Check, ModelInfo, Part
from disputatio.prompting.request import Message, Request, ToolCall
from disputatio.prompting.tools import without_tools
from disputatio.providers import catalogue
from disputatio.providers.config import KEY_VARIABLES, ProviderConfig, address_secrets, public_address
from disputatio.providers.connection import connection_test
from disputatio.providers.faults import (
    Fact,
    Kind,
    Site,
    answer_error,
    by_http,
    codes_of,
    flooded,
    http_faults,
    late,
    no_address,
    no_key,
    nonsense,
    overflowing,
    retry_after,
    sentence_of,
    status_in,
    unreachable,
    unusable_proxy,
    wrong_address,
)
from disputatio.providers.reply import Reply, Veil
from disputatio.providers.transport import ProxyUnusable
from disputatio.secrets.keyring import Masking


# ---- messages in the form that every provider takes -------------------------------------------------------------
def alternate(messages: Iterable[Message]) -> list[Message]:
    """Neighbours with one role are joined, since some servers refuse them apart."""
    found: list[Message] = []
    for message in messages:
        if found and found[-1].role == message.role:
            joined = f"{found[-1].text}\n\n{message.text}"
            found[-1] = Message(role=message.role, text=joined, repeats=found[-1].repeats, parts=found[-1].parts)
        else:
            found.append(message)
    return found


def arguments_of(call: ToolCall) -> dict[str, Json]:
    """The arguments of a call as an object: that they are one was seen to when it was made."""
    found = json.loads(call.arguments)
    return found if isinstance(found, dict) else {}


def strict(schema: Json) -> bool:
    """Whether every object lists all its properties as required and allows no others, as strict modes demand."""
    if isinstance(schema, list):
        return all(strict(item) for item in schema)
    if not isinstance(schema, dict):
        return True
    if "properties" in schema:
        properties, required = schema["properties"], schema.get("required")
        names = list(properties) if isinstance(properties, dict) else []
        if schema.get("additionalProperties") is not False or not isinstance(required, list):
            return False
        if {str(name) for name in required} != set(names):
            return False
    return all(strict(item) for item in schema.values())


def wire_name(request: Request) -> str:
    """A name for the schema in the alphabet that providers accept (letters, digits, _ and -, at most 64)."""
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "_-") else "_" for c in request.schema_name)
    return kept[:64] or "reply"


EFFORT = "effort"
"""The field of a request that says how long to think, whatever its provider calls it."""


# ---- what a model has refused to take ---------------------------------------------------------------------------
class Negotiation:
    def __init__(self) -> None:
        self._refused: defaultdict[str, set[str]] = defaultdict(set)

    def takes(self, model: str, field: str) -> bool:
        return field not in self._refused[model]

    def learn(self, model: str, said: str, sent: Iterable[tuple[str, str]]) -> str:
        """Return the field that the refusal names and that can be left out, "" for none: `sent` are the fields sent,
        each with the word that a refusal would use for it. Only the first is left out; a second refusal may name the
        next."""
        for field, word in sent:
            if word in said and self.takes(model, field):
                self._refused[model].add(field)
                return field
        return ""


NONSENSE = (ValueError, TypeError, AttributeError, LookupError, RuntimeError, ArithmeticError)
"""What SDKs raise, deep inside, when what they read is not their protocol."""

LOADER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sdk-loader")
"""The thread that loads one SDK after another, since side by side they only wait for the same import locks."""

MOST_MODELS = 10_000
"""Models of one provider that are listed; a server may always have another page."""

LISTING = 20.0
"""Seconds for a list of models; nobody but us watches that call."""


async def always(config: ProviderConfig) -> None:
    """Permit a provider to be asked."""


class RemoteModel:
    """One model of one provider across the network."""

    def __init__(self, provider: Remote, model: str) -> None:
        self._provider = provider
        self._model = model

    def stream(self, request: Request) -> AsyncIterator[Part]:
        return self._provider.stream(self._model, request)


class Remote(ABC):
    """A provider that is asked through an SDK. `codes` is its own table of error codes. `permit` raises NotAgreed where
    the person does not want it to be asked at its address."""

    home: str
    codes: dict[str, Kind]
    needs_key = True
    searches = False
    """Whether its models search the web by themselves."""
    _made: Any = None
    """The client of the SDK, once it is needed."""

    def __init__(self, config: ProviderConfig, now: Callable[[], float] = time.time) -> None:
        self.config = config
        self.name = config.name
        self.title = config.shown
        self.url = config.base_url or self.home
        self.negotiation = Negotiation()
        self.permit: Callable[[ProviderConfig], Awaitable[None]] = always
        self.masking = Masking()
        self.know(self.masking)
        self._now = now
        self._loaded = False
        self._loading = asyncio.Lock()
        self._calls = 0
        self._retired = False

    def know(self, masking: Masking) -> None:
        """From now on hide what `masking` knows, and our own key, in whatever comes back."""
        for secret in (self.config.key, *address_secrets(self.config.base_url)):
            masking.add(secret)
        self.masking = masking

    def chat(self, model: str) -> ChatModel:
        return RemoteModel(self, model)

    def takes_tools(self, model: str) -> bool:
        """Return whether a model can be offered tools, as far as is known: some say only when they are asked that they
        cannot."""
        return self.negotiation.takes(model, "tools")

    def takes_effort(self, model: str, request: Request) -> bool:
        """Return whether a model is to be told how long to think: a request may leave that to it, and not every model
        can."""
        return bool(request.effort) and catalogue.reasons(model) and self.negotiation.takes(model, EFFORT)

    def with_its_tools(self, model: str, request: Request, reply: Reply) -> Request:
        """Return the request without the tools that its model cannot be offered."""
        reply.toolless = bool(request.tools) and not self.takes_tools(model)
        return without_tools(request) if reply.toolless else request

    def left_out(self, model: str, error: Exception, said: str, sent: Iterable[tuple[str, str]], reply: Reply) -> bool:
        """Return whether a refusal names something that can be left out (see `Negotiation.learn`)."""
        if not isinstance(self.explain(error, reply), Rejected):
            return False
        field = self.negotiation.learn(model, said, sent)
        reply.effortless = reply.effortless or field == EFFORT
        return bool(field)

    def site(self, model: str = "") -> Site:
        return Site(
            title=self.title,
            name=self.name,
            model=model,
            url=public_address(self.url),
            variable=KEY_VARIABLES.get(self.name, ""),
            masking=self.masking,
            unread=self.config.unread,
        )

    @abstractmethod
    def sdk_faults(self) -> tuple[type[Exception], ...]:
        """Return the root exceptions of the SDK, which it imports."""

    @abstractmethod
    def explain(self, error: Exception, reply: Reply) -> ProviderError | None:
        """Return the error in our words where the SDK says what happened, else None."""

    @abstractmethod
    def parts(self, model: str, request: Request, reply: Reply) -> AsyncGenerator[Part, None]:
        """Yield the parts of one reply but the last one, which `reply.finish` makes."""

    @abstractmethod
    async def listed(self) -> list[ModelInfo]:
        """Return the models that the provider offers to this key."""

    @abstractmethod
    def load(self) -> None:
        """Import the SDK with all that a call needs, and make its client. It takes up to a second, so it runs in a
        thread."""

    async def shut(self) -> None:
        """Close the client, if there is one."""
        made, self._made = self._made, None
        if made is not None:
            await made.close()

    async def ready(self, site: Site) -> None:
        """Wait until the SDK is loaded, while everything else goes on. Raises Rejected for an address that is none, and
        NotAgreed."""
        await self.permit(self.config)
        async with self._loading:
            if not self._loaded:
                try:
                    await asyncio.get_running_loop().run_in_executor(LOADER, self._load_all)
                except ProxyUnusable as error:
                    raise unusable_proxy(site, str(error)) from error
                except no_address() as error:
                    raise wrong_address(site, str(error)) from error
                self._loaded = True

    def _load_all(self) -> None:
        self.load()
        catalogue.load()

    async def close(self) -> None:
        """Close all connections. The provider can be used again afterwards, with new ones."""
        self._loaded = False
        await self.shut()

    @property
    def busy(self) -> bool:
        """Return whether a call is under way."""
        return self._calls > 0

    async def retire(self) -> None:
        """Make room for another provider: calls that are under way end on this one, then it is closed."""
        self._retired = True
        if not self.busy:
            await self.close()

    @asynccontextmanager
    async def _call(self) -> AsyncIterator[None]:
        self._calls += 1
        try:
            yield
        finally:
            self._calls -= 1
            if self._retired and not self.busy:
                await self.close()

    async def stream(self, model: str, request: Request) -> AsyncGenerator[Part, None]:
        reply = Reply(self.site(model))
        self.demand_key(reply.site)
        if (waiting := WAITING.get()) is not None and catalogue.reasons(model):
            waiting.thinks()
        async with self._call(), aclosing(self.parts(model, request, reply)) as parts:
            await self.ready(reply.site)
            faults: tuple[type[Exception], ...] = (*self.sdk_faults(), *http_faults(), *NONSENSE)
            veil = Veil(self.masking)
            try:
                async for part in parts:
                    for shown in veil.over(part):
                        yield shown
            except faults as error:
                for shown in veil.rest():
                    yield shown
                # Everything was said, only the good-bye was lost: asking again would pay twice.
                if reply.reason is None or not reply.spoke:
                    raise self.translated(error, reply) from error
            for shown in veil.rest():
                yield shown
        finished = reply.finish()
        yield replace(finished, model=self.masking.hide(finished.model))

    async def models(self) -> list[ModelInfo]:
        """Return the models on offer, asked live. Raises the errors of `engine.errors`."""
        reply = Reply(self.site())
        self.demand_key(reply.site)
        async with self._call():
            await self.ready(reply.site)
            faults: tuple[type[Exception], ...] = (*self.sdk_faults(), *http_faults(), *NONSENSE)
            try:
                async with asyncio.timeout(LISTING):
                    hide = self.masking.hide
                    return [replace(each, name=hide(each.name), title=hide(each.title)) for each in await self.listed()]
            except TimeoutError as error:
                raise late(reply.site, f"sent no list of models within {LISTING:g} s") from error
            except faults as error:
                raise self.translated(error, reply) from error

    async def check(self, ask: str = "") -> list[Check]:
        """Return the rows of the connection test. With `ask`, a model's name, it also has that model say a word, which
        may cost money."""
        return await connection_test(self, ask)

    def demand_key(self, site: Site) -> None:
        if self.needs_key and not self.config.key:
            raise no_key(site)

    def translated(self, error: Exception, reply: Reply) -> ProviderError:
        site = reply.site
        told = overflowing(error, site, self.codes, self._now) or self.explain(error, reply)
        return told or by_http(error, site, begun=reply.begun) or nonsense(error, site)

    def told_by(self, sdk: Any, error: Exception, reply: Reply) -> ProviderError | None:
        """Return the error that an SDK tells whose exceptions bear these names, as those of OpenAI and Anthropic do."""
        if isinstance(error, sdk.APIStatusError):
            return self.told(reply, error.status_code, error.body, error.message, error.response.headers)
        if isinstance(error, sdk.APITimeoutError):
            return late(reply.site)
        if isinstance(error, sdk.APIConnectionError):
            cause = error.__cause__
            raw = by_http(cause, reply.site, begun=reply.begun) if isinstance(cause, Exception) else None
            return raw or unreachable(reply.site, error.message)
        return None

    def told(
        self, reply: Reply, status: int, body: object, said: str, headers: Mapping[str, str] | None
    ) -> ProviderError:
        """Return the error for an answer with a status, or for an error event inside a stream (status 200)."""
        return answer_error(reply.site, self.fact(status, body, said, headers), self.codes)

    def fact(self, status: int, body: object, said: str, headers: Mapping[str, str] | None) -> Fact:
        codes = codes_of(body)
        return Fact(
            status=status if status >= 300 else status_in(codes),
            codes=codes,
            said=sentence_of(body) or said,
            after=retry_after(headers, self._now) if headers is not None else None,
        )


def room_for_models(site: Site, found: Sequence[ModelInfo]) -> None:
    """Raise InvalidReply where a list has more pages than are read."""
    if len(found) >= MOST_MODELS:
        raise flooded(site, f"listed more than {MOST_MODELS:,} models")
