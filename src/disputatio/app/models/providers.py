"""Models outside of debates: which providers can be asked, with which key and address (environment, then settings and
keyring), and asking one of them for a text."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import cast

from disputatio.app.privacy.sendings import stays
from disputatio.app.settings import Settings
from disputatio.debate.log.events import Usage
from disputatio.debate.values import value
from disputatio.debate.wording import Words, tr
from disputatio.engine.canonical import encodable_text
from disputatio.engine.errors import BrokenStream, ProviderError, Transient
from disputatio.engine.limits import Deadline, Limits
from disputatio.engine.ports import Clock, Finished, ModelInfo, Part, TextDelta
from disputatio.engine.routing import Cargo, Routing
from disputatio.prompting.request import Request
from disputatio.providers.config import (
    KEY_VARIABLES,
    LOCAL,
    STANDARD,
    ProviderConfig,
    address_secrets,
    provider_configs,
)
from disputatio.providers.registry import Registry
from disputatio.providers.transport import proxy_secrets
from disputatio.secrets.keyring import Keys, usable

LOG = logging.getLogger(__name__)

TITLES = Words({"rehearsal": "Rehearsal: asks no AI model"})
"""Of those that are no providers of models."""


async def configs(settings: Settings, environment: Mapping[str, str], keys: Keys) -> dict[str, ProviderConfig]:
    """Return the providers in use by name. The keyring is asked only for those that the environment has no key for.
    What no key can be is not used, and logins and keys in addresses, of proxies too, are masked from then on."""
    own = settings.providers()
    bad = [
        name for name in KEY_VARIABLES.values() if environment.get(name, "").strip() and not usable(environment[name])
    ]
    if bad:
        LOG.warning("The key in %s is not used: it holds spaces, line ends or other letters that no key has.", bad)
        environment = {name: text for name, text in environment.items() if name not in bad}
    held = {}
    for name in {**STANDARD, **own}:
        if settings.provider_enabled(name) and (key := await keys.get(name)):
            held[name] = key.text
    found = provider_configs(own, environment, held)
    addresses = (secret for config in found.values() for secret in address_secrets(config.base_url))
    for secret in (*(config.key for config in found.values()), *addresses, *proxy_secrets()):
        keys.masking.add(secret)
    enabled = {name: config for name, config in found.items() if settings.provider_enabled(name)}
    return {name: config if config.key else replace(config, unread=keys.unread) for name, config in enabled.items()}


@value
class Providers:
    """Who can be asked, by name, as people choose among them."""

    registry: Registry

    def local(self) -> list[str]:
        """Model servers that run on this computer, if they run."""
        return [name for name in self.registry.names() if name in LOCAL and self.registry.config(name) is not None]

    def title(self, name: str) -> str:
        config = self.registry.config(name)
        return config.shown if config else TITLES.get(name, name)

    def leaves(self, name: str) -> str | None:
        """Return where what a provider is told goes across a network ("" its own address); None where it stays here."""
        config = self.registry.config(name)
        return None if config is None or stays(config) else config.address

    async def models(self, name: str) -> list[ModelInfo]:
        """Return what a provider offers now. Raises ProviderError, NotFound."""
        return await self.registry.get(name).models()


@value
class Answer:
    """`usage` is None where the provider did not count."""

    text: str
    usage: Usage | None


class OneAsker:
    """Its methods raise the errors of `engine.errors`."""

    def __init__(self, routing: Routing, limits: Limits, clock: Clock) -> None:
        self._routing, self._limits, self._clock = routing, limits, clock

    async def ask(self, model: str, request: Request, cargo: Cargo) -> Answer:
        """Return the whole answer of "provider:model"; `request.model` is its name alone. `cargo` goes along with the
        request. Raises NotAgreed where that may not go there."""
        await self._routing.check(model, cargo)
        tried = broken = 0
        while True:
            began = self._clock.monotonic()
            try:
                answer = await self._once(model, request, cargo)
            except ProviderError as error:
                self._routing.note_failure(model, error.what, error.retry or isinstance(error, BrokenStream))
                wait = self._limits.retry.wait(error, tried, broken)
                if wait is None:
                    raise
                tried, broken = tried + 1, broken + isinstance(error, BrokenStream)
                await self._clock.sleep(wait)
            else:
                self._routing.note_success(model, (self._clock.monotonic() - began) * 1000)
                return answer

    async def _once(self, model: str, request: Request, cargo: Cargo) -> Answer:
        provider = await self._routing.reach(model, cargo)
        stream = cast("AsyncGenerator[Part, None]", provider.chat(request.model).stream(request))
        text, length, finished = list[str](), 0, None
        with Deadline(self._limits, model) as deadline:
            async with aclosing(stream) as parts:
                async for part in parts:
                    deadline.postpone()
                    if isinstance(part, Finished):
                        finished = part
                    elif isinstance(part, TextDelta) and length < self._limits.longest:
                        text.append(part.text)
                        length += len(part.text)
        if finished is None:
            raise BrokenStream(tr("{model} stopped in mid-sentence.").format(model=model), "Try again.")
        found = encodable_text("".join(text)).strip()
        if not found:
            raise Transient(
                tr("{model} gave an empty answer.").format(model=model),
                "Try again, or choose another model.",
            )
        return Answer(text=found, usage=finished.usage)
