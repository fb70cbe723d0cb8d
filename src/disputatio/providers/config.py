"""What has to be known of a provider before it can be asked: its protocol, its address, its key."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import field, replace
from typing import Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from disputatio.debate.values import value

Kind = Literal["openai", "anthropic", "gemini", "perplexity", "openai-compatible"]


@value
class ProviderConfig:
    """`base_url` "" means the provider's own address; `key` "" means that none is known (local servers need none);
    `unread`: why it could not be looked up in the keyring."""

    name: str
    kind: Kind
    title: str = ""
    base_url: str = ""
    key: str = field(default="", repr=False)
    unread: str = ""

    @property
    def shown(self) -> str:
        """The name that a person reads."""
        return self.title or self.name

    @property
    def address(self) -> str:
        """`base_url` as it may be shown and kept: without a login and without what follows "?", where keys stand."""
        return public_address(self.base_url)


STANDARD: dict[str, ProviderConfig] = {
    config.name: config
    for config in (
        ProviderConfig(name="openai", kind="openai", title="OpenAI"),
        ProviderConfig(name="anthropic", kind="anthropic", title="Anthropic"),
        ProviderConfig(name="gemini", kind="gemini", title="Google Gemini"),
        ProviderConfig(name="perplexity", kind="perplexity", title="Perplexity"),
        ProviderConfig(
            name="openrouter", kind="openai-compatible", title="OpenRouter", base_url="https://openrouter.ai/api/v1"
        ),
        ProviderConfig(name="ollama", kind="openai-compatible", title="Ollama", base_url="http://127.0.0.1:11434/v1"),
        ProviderConfig(
            name="lmstudio", kind="openai-compatible", title="LM Studio", base_url="http://127.0.0.1:1234/v1"
        ),
        ProviderConfig(name="vllm", kind="openai-compatible", title="vLLM", base_url="http://127.0.0.1:8000/v1"),
        ProviderConfig(
            name="llamacpp", kind="openai-compatible", title="llama.cpp", base_url="http://127.0.0.1:8080/v1"
        ),
    )
}
"""The providers that work by name, with the addresses that local servers use when nobody changed them."""

LOCAL = ("ollama", "lmstudio", "vllm", "llamacpp")
"""Servers on this machine: no key, no price."""

KEY_VARIABLES = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "gemini": "GEMINI_API_KEY",
    "perplexity": "PERPLEXITY_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
}

ADDRESS_VARIABLES = {
    "openai": "OPENAI_BASE_URL",
    "anthropic": "ANTHROPIC_BASE_URL",
    "gemini": "GEMINI_BASE_URL",
    "perplexity": "PERPLEXITY_BASE_URL",
}


def public_address(url: str) -> str:
    """Return an address without a login, a query or a fragment."""
    bare = re.split(r"[?#]", url, maxsplit=1)[0]
    return re.sub(r"^([a-z][a-z0-9+.-]*://)[^/]*@", r"\1", bare, flags=re.IGNORECASE)


def address_secrets(url: str) -> list[str]:
    """Return the login of an address, also as it is sent, and the values that follow "?"."""
    try:
        parts = urlsplit(url)
    except ValueError:  # half a bracket: nothing will be asked there
        return []
    login = parts.netloc.rpartition("@")[0]
    found = [login, *login.split(":")[1:], *(given for _, given in parse_qsl(parts.query))]
    sent = b64encode(unquote(login).encode("utf-8", "replace")).decode() if login else ""
    return [*found, *(unquote(each) for each in found), sent]


def address_fault(url: str) -> str:
    """Say why nothing can be reached at an address; "" where something can: http(s), a host, a port that there is."""
    if not re.fullmatch(r"https?://[^\s/]\S*", url):
        return "it does not begin with http:// or https:// and a name"
    try:
        found = urlsplit(url)
        host, port = found.hostname, found.port
    except ValueError as fault:  # a port beyond 65535, half a bracket
        return str(fault)[:100]
    return "" if host and port != 0 else "it names no host" if port != 0 else "there is no port 0"


def provider_configs(
    settings: Mapping[str, ProviderConfig], environ: Mapping[str, str], keys: Mapping[str, str] | None = None
) -> dict[str, ProviderConfig]:
    """Return the standard providers and those of the settings, with addresses and keys filled in.

    The environment goes before the settings and before `keys` (what the keyring holds, by provider name).
    """
    held = keys or {}
    found = {}
    for name, config in {**STANDARD, **settings}.items():
        key = environ.get(KEY_VARIABLES.get(name, ""), "").strip() or held.get(name, "").strip() or config.key
        url = environ.get(ADDRESS_VARIABLES.get(name, ""), "").strip() or config.base_url
        found[name] = replace(config, key=key, base_url=url.rstrip("/"))
    return found
