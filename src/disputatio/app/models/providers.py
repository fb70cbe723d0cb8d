"""Which providers can be asked, with which key and address: environment, then settings and keyring."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from disputatio.app.privacy.sendings import stays
from disputatio.app.settings import Settings
from disputatio.debate.values import value
from disputatio.engine.chat import ModelInfo
from disputatio.providers.config import KEY_VARIABLES, LOCAL, STANDARD, ProviderConfig, provider_configs
from disputatio.providers.registry import Registry
from disputatio.secrets.keyring import Keys, usable

LOG = logging.getLogger(__name__)

TITLES = {"rehearsal": "Rehearsal: asks no AI model"}
"""Of those that are no providers of models."""


async def configs(settings: Settings, environment: Mapping[str, str], keys: Keys) -> dict[str, ProviderConfig]:
    """The providers in use by name. The keyring is asked only for those that the environment has no key for. What no
    key can be is not used, and logins and keys in addresses are masked from then on."""
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
    for config in found.values():
        keys.masking.add(config.key)
        for secret in _address_secrets(config.base_url):
            keys.masking.add(secret)
    return {name: config for name, config in found.items() if settings.provider_enabled(name)}


def _address_secrets(url: str) -> list[str]:
    """The login of an address and the values that follow "?"."""
    try:
        parts = urlsplit(url)
    except ValueError:  # half a bracket: nothing will be asked there
        return []
    login = parts.netloc.rpartition("@")[0]
    return [login, *login.split(":")[1:], *(given for _, given in parse_qsl(parts.query))]


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
        return None if config is None or stays(config) else config.address

    async def models(self, name: str) -> list[ModelInfo]:
        """What a provider offers now. Raises ProviderError, NotFound."""
        return await self.registry.get(name).models()
