"""Which providers can be asked, with which key and address: environment, then settings and keyring."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.app.settings import Settings
from disputatio.providers.config import STANDARD, ProviderConfig, configured
from disputatio.secrets.keyring import Keys


async def configs(settings: Settings, environment: Mapping[str, str], keys: Keys) -> dict[str, ProviderConfig]:
    """The providers in use by name. The keyring is asked only for those that the environment has no key for."""
    own = settings.providers()
    held = {}
    for name in {**STANDARD, **own}:
        if settings.provider_enabled(name) and (key := await keys.get(name)):
            held[name] = key.text
    found = configured(own, environment, held)
    return {name: config for name, config in found.items() if settings.provider_enabled(name)}
