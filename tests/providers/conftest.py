"""Every provider, through its real SDK, against the loopback server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

import pytest

from disputatio.engine.errors import ProviderError
from disputatio.engine.ports import Finished, Part, TextDelta, ThinkingDelta
from disputatio.prompting.request import Message, Request
from disputatio.providers.config import Kind, ProviderConfig
from disputatio.providers.registry import MAKERS
from disputatio.providers.remote import Remote
from disputatio.testing.loopback import Fault, LoopbackServer, Protocol, Script

KINDS: dict[Kind, Protocol] = {
    "openai": "openai",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "perplexity": "openai",
    "openai-compatible": "openai",
}
QUESTION = Request(
    model="any", system="Be brief.", messages=(Message(role="user", text="Is it so?"),), temperature=0.2, max_tokens=300
)
KEY = "sk-secret-0123456789"


@dataclass
class Stage:
    """A provider and the server it speaks to."""

    server: LoopbackServer
    provider: Remote
    protocol: Protocol

    async def parts(self, request: Request = QUESTION, model: str = "m-1") -> list[Part]:
        return [part async for part in self.provider.chat(model).stream(request)]

    async def text(self, request: Request = QUESTION) -> str:
        return "".join(part.text for part in await self.parts(request) if isinstance(part, TextDelta))

    async def thinking(self) -> str:
        return "".join(part.text for part in await self.parts() if isinstance(part, ThinkingDelta))

    async def finished(self, request: Request = QUESTION) -> Finished:
        last = (await self.parts(request))[-1]
        assert isinstance(last, Finished)
        return last

    async def error(self, request: Request = QUESTION) -> ProviderError:
        """What the next call fails with; whatever is not ours passes through and fails the test."""
        try:
            await self.parts(request)
        except ProviderError as error:
            return error
        raise AssertionError("the call did not fail")

    def script(self, **fields: object) -> None:
        self.server.script(self.protocol, Script(**{"text": "Yes, it is so.", **fields}))  # type: ignore[arg-type]

    def fault(self, fault: Fault, **fields: object) -> None:
        self.script(fault=fault, **fields)


def provider_of(kind: Kind, url: str, key: str = KEY, name: str = "") -> Remote:
    config = ProviderConfig(name=name or kind, kind=kind, title=kind.title(), base_url=url, key=key)
    made = MAKERS[config.kind](config)
    assert isinstance(made, Remote)
    return made


@pytest.fixture(params=list(KINDS), scope="session")
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


Stages = Callable[..., AbstractAsyncContextManager[Stage]]


@pytest.fixture(scope="session")
def stage() -> Stages:
    """`async with stage(kind) as here:`"""

    @asynccontextmanager
    async def open_stage(kind: Kind, key: str = KEY) -> AsyncIterator[Stage]:
        async with LoopbackServer() as server:
            provider = provider_of(kind, server.url(KINDS[kind]), key)
            try:
                yield Stage(server, provider, KINDS[kind])
            finally:
                await provider.close()

    return open_stage


@pytest.fixture
def question() -> Request:
    return QUESTION


@pytest.fixture
def make_provider() -> Callable[..., Remote]:
    return provider_of
