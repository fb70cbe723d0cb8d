"""Providers by name: "openai:gpt-5.2" -> the provider that answers for it.

Importing this loads no SDK, nor does making a registry: an SDK is loaded when its provider is first asked.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from disputatio.debate.log.events import Usage
from disputatio.debate.log.seats import by_hand
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import ChatModel, Provider
from disputatio.providers import catalogue
from disputatio.providers.anthropic import AnthropicProvider
from disputatio.providers.config import Kind, ProviderConfig
from disputatio.providers.gemini import GeminiProvider
from disputatio.providers.openai_compatible import OpenAICompatible, OpenAIProvider, PerplexityProvider
from disputatio.providers.remote import Remote, always
from disputatio.providers.transport import local
from disputatio.secrets.keyring import Masking

MAKERS: dict[Kind, type[Remote]] = {
    "openai": OpenAIProvider,
    "anthropic": AnthropicProvider,
    "gemini": GeminiProvider,
    "perplexity": PerplexityProvider,
    "openai-compatible": OpenAICompatible,
}


class Registry:
    """`configs` are the providers across a network by name (see `config.provider_configs`); `others` are made
    elsewhere: rehearsal, replay, the clipboard. `permit` is asked before each request to
    the former; what `masking` knows is hidden in what they say."""

    def __init__(
        self, configs: Mapping[str, ProviderConfig], others: Iterable[Provider] = (), masking: Masking | None = None
    ) -> None:
        self._configs = dict(configs)
        self._others = {provider.name: provider for provider in others}
        self._made: dict[str, Remote] = {}
        self._retired: list[Remote] = []
        self._masking = masking or Masking()
        self.permit: Callable[[ProviderConfig], Awaitable[None]] = always

    def names(self) -> list[str]:
        return [*self._configs, *self._others]

    def config(self, name: str) -> ProviderConfig | None:
        """Return what is known of a provider across a network; None for those that are made elsewhere."""
        return self._configs.get(name)

    def get(self, name: str) -> Provider:
        """Return the provider of a name, made on first use. Raises NotFound."""
        return self._others[name] if name in self._others else self._remote(name)

    def _remote(self, name: str) -> Remote:
        if name not in self._made:
            config = self._configs.get(name)
            if config is None:
                raise NotFound(f"There is no provider {name!r}.", self._near(name))
            self._made[name] = self._new(config)
        return self._made[name]

    def make(self, config: ProviderConfig) -> Provider:
        """Return a provider apart from those in use, to try a configuration; whoever makes it closes it."""
        return self._new(config)

    def _new(self, config: ProviderConfig) -> Remote:
        made = MAKERS[config.kind](config)
        made.permit = lambda config: self.permit(config)
        made.know(self._masking)
        return made

    def split(self, model_id: str) -> tuple[str, str]:
        """ "ollama:llama3.2:3b" -> ("ollama", "llama3.2:3b"). Raises NotFound for anything but provider:model."""
        name, colon, model = model_id.strip().partition(":")
        if not name or not colon:
            raise NotFound(f"{model_id!r} does not name a model.", self.hint(model_id))
        if name not in self._configs and name not in self._others:
            raise NotFound(f"There is no provider {name!r} for {model_id!r}.", self._near(model_id))
        if not model and (name in self._configs or by_hand(f"{name}:")):
            raise NotFound(f"{model_id!r} names no model of {name}.", f"Write {name}:model.")
        return name, model

    def hint(self, asked: str) -> str:
        """Say what may have been meant by a word that does not name a provider and a model."""
        return self._meant(asked) or "Write provider:model, for example openai:gpt-5.2."

    def chat(self, model_id: str) -> ChatModel:
        """Return the model of "provider:model". Raises NotFound."""
        name, model = self.split(model_id)
        return self.get(name).chat(model)

    def ready(self, name: str) -> bool:
        """Return whether a provider can be asked as things are: it has a key, or needs none."""
        config = self._configs.get(name)
        if config is None:
            return name in self._others
        return bool(config.key) or config.kind == "openai-compatible"

    def takes_tools(self, model_id: str) -> bool:
        """Return whether a model can be offered tools, as far as is known. A recorded debate looks nothing up anew."""
        name, _, model = model_id.partition(":")
        if name not in self._configs:
            return name == "rehearsal"
        return self._remote(name).takes_tools(model)

    def searches(self, model_id: str) -> bool:
        """Return whether the provider of a model can have it search the web."""
        config = self._configs.get(model_id.partition(":")[0])
        return config is not None and MAKERS[config.kind].searches

    def price(self, model_id: str, usage: Usage) -> int | None:
        """Do as `catalogue.price`; a server of one's own on this machine costs nothing."""
        config = self._configs.get(model_id.partition(":")[0])
        if config is not None and config.kind == "openai-compatible" and local(config.base_url):
            return 0
        return catalogue.price(model_id, usage)

    def estimate_tokens(self, text: str) -> int:
        """Do as `catalogue.estimate_tokens`."""
        return catalogue.estimate_tokens(text)

    def add(self, provider: Provider) -> None:
        """Offer one more provider that is made elsewhere, in place of any of its name."""
        self._others[provider.name] = provider

    async def replace(self, configs: Mapping[str, ProviderConfig]) -> None:
        """Take other addresses or keys from the next call on; calls that are under way end as they began."""
        changed = [name for name in self._made if configs.get(name) != self._configs.get(name)]
        self._configs = dict(configs)
        out = [self._made.pop(name) for name in changed]
        self._retired = [provider for provider in (*self._retired, *out) if provider.busy]
        for provider in out:
            await provider.retire()

    async def close(self) -> None:
        made, self._made = self._made, {}
        for provider in [*made.values(), *self._retired, *self._others.values()]:
            await provider.close()

    def _meant(self, asked: str) -> str:
        near = meant(asked, self.names(), catalogue.known_models())
        return f"Did you mean {' or '.join(near)}?" if near else ""

    def _near(self, asked: str) -> str:
        """Return what is near to a provider's name, or to "provider:model"; where nothing is, those that there are."""
        if near := self._meant(asked):
            return near
        return f"Known are {', '.join(self.names())}; other OpenAI-compatible servers can be added in the settings."


# ---- what a person may have meant -------------------------------------------------------------------------------
# What is really like a name that is not there, across all providers and the models that are known offline; nothing
# where nothing is near.
LIKE = 0.75
"""From here on two names are like one another (0..1; 1 for the same)."""
BEGINS = 0.9
"""How like a name is to one that it is the beginning of."""
ENOUGH = 3
"""Letters and figures that a beginning needs before it says anything."""
MOST = 3
ALIASES = {"google": "gemini", "vertex": "gemini", "claude": "anthropic", "gpt": "openai", "chatgpt": "openai"}
"""What people call providers by other names than we do."""
FAMILIES = frozenset({"claude", "gpt", "chatgpt"})
"""Those of them with which the names of models begin."""

_MARKS = re.compile(r"[^a-z0-9]+")


def likeness(asked: str, known: str) -> float:
    """Return how like two names are, 0..1, whatever their case and marks."""
    one, other = _plain(asked), _plain(known)
    if not one or not other or one == other:
        return float(one == other)
    if len(one) >= ENOUGH and other.startswith(one):
        return BEGINS
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def nearest(asked: str, known: Iterable[str]) -> list[str]:
    """Return the names that are like one, the likest first, at most `MOST`; of those alike that which is known first.
    Where one is the same but for case and marks, no other is meant."""
    found = sorted(((likeness(asked, name), name) for name in known), key=lambda each: -each[0])
    least = 1.0 if found and found[0][0] == 1.0 else LIKE
    return [name for score, name in found if score >= least][:MOST]


def meant(asked: str, providers: Sequence[str], models: Sequence[str]) -> list[str]:
    """Return the "provider:model" that may have been meant, or providers alone where no model was named. `models` are
    ids of known models, each with its provider, those first that are rather meant."""
    name, colon, model = asked.strip().partition(":")
    alias = ALIASES.get(name.lower(), "")
    near = [alias] if alias in providers else nearest(name, providers)
    if colon and near and not alias:
        return [f"{provider}:{_model(provider, model, models)}" if model else provider for provider in near]
    names = dict.fromkeys(each.partition(":")[2] for each in models)
    best = nearest(f"{name}-{model}" if colon and name.lower() in FAMILIES else model or name, names)
    found = [id for one in best for id in models if id.partition(":")[2] == one and (not alias or id.startswith(alias))]
    return found[:MOST] or [f"{provider}:{model}" if model else provider for provider in near]


def _model(provider: str, model: str, models: Sequence[str]) -> str:
    """Return the model as it was named, or the one of that provider which it is like."""
    own = [each.partition(":")[2] for each in models if each.startswith(f"{provider}:")]
    return model if not own or model in own else next(iter(nearest(model, own)), model)


def _plain(name: str) -> str:
    return _MARKS.sub("", name.lower())
