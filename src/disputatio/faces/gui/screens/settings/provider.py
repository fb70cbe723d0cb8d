"""What there is to know of one provider, and what can be done with it, apart from how it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.app.application import Application
from disputatio.app.settings import BadSetting, declared
from disputatio.debate.natural_order import natural
from disputatio.debate.seats import HUMAN
from disputatio.debate.values import value
from disputatio.engine.chat import Check
from disputatio.providers.config import ADDRESS_VARIABLES, LOCAL, STANDARD, ProviderConfig
from disputatio.providers.remote import Remote
from disputatio.providers.transport import local
from disputatio.secrets.keyring import Key, variable

RESERVED = ("rehearsal", "replay", HUMAN.partition(":")[0])
"""Names that stand for something else."""


@value
class ProviderView:
    """How a provider stands. `address` is what the person set; `home` what holds without it."""

    name: str
    title: str
    enabled: bool
    key: Key
    address: str
    home: str
    overridden: str
    own: bool
    needs_key: bool

    @property
    def state(self) -> str:
        """In a word or two."""
        if not self.enabled:
            return "Not in use"
        match self.key.source:
            case "environment":
                return "Key from the environment"
            case "keyring":
                return "Key in the keyring"
            case "session":
                return "Key for this session"
        return "No key" if self.needs_key else "Needs no key"

    @property
    def explained(self) -> str:
        """Where the key comes from, in a sentence."""
        name = variable(self.name)
        match self.key.source:
            case "environment":
                return f"The key comes from {name} in the environment, which goes before any key that is kept here."
            case "keyring":
                return "A key is kept in the keyring of this computer. Another one takes its place."
            case "session":
                return "A key is kept until Disputatio ends. Nothing of it is written down."
        need = "No key yet" if self.needs_key else "A server on your own machine usually needs no key"
        return f"{need}. Paste one, or set {name} in the environment before the start."


def names(app: Application) -> list[str]:
    """Providers across a network, servers of one's own last."""
    added = [name for name in app.settings.names("providers") if name not in STANDARD]
    away = [name for name in STANDARD if name not in LOCAL]
    return [*away, *LOCAL, *sorted(added, key=natural)]


async def view(app: Application, name: str) -> ProviderView:
    """Asks the keyring, if the environment has no key."""
    settings = app.settings
    known = STANDARD.get(name)
    address = settings.get(declared.PROVIDER_ADDRESS.of(name))
    place = address or (known.base_url if known else "")
    return ProviderView(
        name=name,
        title=known.shown if known else name,
        enabled=settings.provider_enabled(name),
        key=await app.keys.get(name),
        address=address,
        home=known.base_url if known else "",
        overridden=_overridden(app, name),
        own=known is None,
        needs_key=name not in LOCAL and not (place and local(place)),
    )


def _overridden(app: Application, name: str) -> str:
    """The variable of the environment that decides the address, if one does."""
    asked = ADDRESS_VARIABLES.get(name, "")
    return asked if app.environment.get(asked, "").strip() else ""


def typed(app: Application, name: str, key: str, address: str) -> ProviderConfig:
    """The provider as it stands in the fields, saved or not."""
    known, protocol = STANDARD.get(name), declared.PROVIDER_KIND.of(name)
    kind = known.kind if known and not app.settings.is_set(protocol) else app.settings.get(protocol)
    variable_set = app.environment.get(_overridden(app, name), "").strip()
    place = variable_set or address.strip() or (known.base_url if known else "")
    return ProviderConfig(
        name=name,
        kind=kind,  # type: ignore[arg-type]
        title=known.title if known else "",
        base_url=place.rstrip("/"),
        key=key.strip(),
    )


async def check(app: Application, config: ProviderConfig, ask: str = "") -> Sequence[Check]:
    """Rows of what was really seen. With `ask`, a model's name, that model says a word, which may cost money."""
    provider = app.registry.make(config)
    try:
        return await provider.check(ask) if isinstance(provider, Remote) else await provider.check()
    finally:
        await provider.close()


def checked_name(app: Application, name: str) -> str:
    """A name for another server. Raises BadSetting."""
    name = name.strip()
    declared.PROVIDER_ADDRESS.of(name)
    if name.casefold() in {each.casefold() for each in (*names(app), *RESERVED)}:
        raise BadSetting(f"The name {name!r} is taken.", "Choose another one, such as my-server.")
    return name
