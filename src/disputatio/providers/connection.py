"""The connection test: what was tried, whether it worked, and what to do if not. It claims nothing it did not see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Protocol

from disputatio.engine.errors import NotAgreed, ProviderError, Rejected, TimedOut, Transient, Unauthorised, Unreached
from disputatio.engine.ports import Check, ModelInfo, Part, TextDelta
from disputatio.prompting.request import Message, Request
from disputatio.providers.config import ProviderConfig
from disputatio.providers.faults import Site

A_WORD = Request(
    model="", system="Answer with one word.", messages=(Message(role="user", text="Say: ready"),), max_tokens=512
)
PATIENCE = 30.0
"""Seconds for the model that is asked to say a word."""


class TestSubject(Protocol):
    """What the test needs of a provider across a network."""

    config: ProviderConfig
    title: str
    url: str

    async def models(self) -> list[ModelInfo]: ...

    def stream(self, model: str, request: Request) -> AsyncGenerator[Part, None]: ...

    def site(self, model: str = "") -> Site: ...


async def connection_test(provider: TestSubject, ask: str) -> list[Check]:
    """Return rows in the order of the attempt; it stops at the first that makes the next pointless."""
    rows, go_on = await listing(provider)
    if ask and go_on:
        rows.append(await streams_an_answer(provider, ask))
    return rows


async def listing(provider: TestSubject) -> tuple[list[Check], bool]:
    """Return what asking for the list of models showed, and whether it is worth while to ask a model."""
    reached = Check(name="Reached", ok=True, detail=f"{provider.title} answered at {provider.site().url}.")
    accepted = "The key was accepted." if provider.config.key else "No key is needed here."
    try:
        found = await provider.models()
    except Unauthorised as error:
        row = Check(name="Key", ok=False, detail=error.what, remedy=error.remedy)
        return ([reached, row] if provider.config.key else [row]), False
    except (Transient, TimedOut, NotAgreed, Unreached) as error:
        return [Check(name="Reached", ok=False, detail=error.what, remedy=error.remedy)], False
    except Rejected as error:
        # A server without a list of models can still answer; whether it takes the key is not known yet.
        return [reached, Check(name="Models", ok=False, detail=error.what, remedy="Type the model's name in.")], True
    except ProviderError as error:
        return [reached, Check(name="Models", ok=False, detail=error.what, remedy=error.remedy)], False
    return [reached, Check(name="Key", ok=True, detail=accepted), offered(provider, len(found))], True


def offered(provider: TestSubject, count: int) -> Check:
    if count:
        return Check(name="Models", ok=True, detail=f"{count} models are offered.")
    return Check(
        name="Models",
        ok=False,
        detail=f"{provider.title} offers no models.",
        remedy="Load a model there, or check what the key may use.",
    )


async def streams_an_answer(provider: TestSubject, model: str) -> Check:
    """Return the row that says whether a model really streams an answer."""
    text = ""
    try:
        async with asyncio.timeout(PATIENCE), aclosing(provider.stream(model, A_WORD)) as parts:
            async for part in parts:
                if isinstance(part, TextDelta):
                    text += part.text
    except ProviderError as error:
        return Check(name="Reply", ok=False, detail=error.what, remedy=error.remedy)
    except TimeoutError:
        detail = f"{provider.title} ({model}) did not finish within {PATIENCE:g} s."
        return Check(name="Reply", ok=False, detail=detail, remedy="Try again, or choose another model.")
    return Check(name="Reply", ok=True, detail=f"{model} answered: {provider.site(model).clean(text)[:60]}")
