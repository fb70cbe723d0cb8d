"""Which providers can be asked, with which key and address: environment, then settings and keyring."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.app.privacy.sendings import stays
from disputatio.app.settings import Settings
from disputatio.debate.values import value
from disputatio.engine.chat import ModelInfo
from disputatio.providers.config import LOCAL, STANDARD, ProviderConfig, provider_configs
from disputatio.providers.registry import Registry
from disputatio.secrets.keyring import Keys

TITLES = {"rehearsal": "Rehearsal: asks no AI model"}
"""Of those that are no providers of models."""


async def configs(settings: Settings, environment: Mapping[str, str], keys: Keys) -> dict[str, ProviderConfig]:
    """The providers in use by name. The keyring is asked only for those that the environment has no key for."""
    own = settings.providers()
    held = {}
    for name in {**STANDARD, **own}:
        if settings.provider_enabled(name) and (key := await keys.get(name)):
            held[name] = key.text
    found = provider_configs(own, environment, held)
    return {name: config for name, config in found.items() if settings.provider_enabled(name)}


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
        """Where what a provider is told goes across a network ("" its own address); None where it stays here."""
        config = self.registry.config(name)
        return None if config is None or stays(config) else config.base_url

    async def models(self, name: str) -> list[ModelInfo]:
        """What a provider offers now. Raises ProviderError, NotFound."""
        return await self.registry.get(name).models()
