"""What models cost and hold, and which ones are chosen when nobody chose.

Prices come from the `genai-prices` package, offline, as of its release. What it does not know is unknown: None,
never 0. Only rehearsal, replay and servers on one's own machine cost nothing, and other chats nothing here.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

from disputatio.debate.log.events import Usage
from disputatio.engine.ports import ModelInfo
from disputatio.providers.config import LOCAL

if TYPE_CHECKING:
    from genai_prices.types import PriceCalculation

FREE = ("rehearsal", "replay", "clipboard", *LOCAL)
PRICED_AS = {
    "openai": "openai",
    "anthropic": "anthropic",
    "gemini": "google",
    "perplexity": "perplexity",
    "openrouter": "openrouter",
}
"""The price list's names of our providers. Nobody else's prices are guessed from a model's name."""

NOTHING = Usage()

MICRO = 1_000_000
CHARACTERS_PER_TOKEN = 4
WIDE_FROM = 0x2E80
"""From here on (Chinese, Japanese, Korean …) a character is about a token."""

ROLE_MODELS = {
    "analyst": "openai:gpt-5.2",
    "critic": "anthropic:claude-opus-4-5-20251101",
    "synthesizer": "anthropic:claude-opus-4-5-20251101",
    "reviewer": "anthropic:claude-opus-4-5-20251101",
    "architect": "gemini:gemini-3.0-pro-001",
}
"""The models of roles."""

EQUAL_SEATS = (
    "anthropic:claude-opus-4-5-20251101",
    "openai:gpt-5.2",
    "gemini:gemini-3.0-pro-001",
    "perplexity:sonar-pro",
)
"""Equal seats take these in turn, those whose provider has a key."""

UTILITY_MODELS = (
    "anthropic:claude-haiku-4-5",
    "openai:gpt-5-mini",
    "gemini:gemini-2.5-flash",
    "perplexity:sonar",
)
"""For the small calls: the first whose provider has a key."""


REASONING = re.compile(
    r"gpt-[5-9](?!.*chat)|gpt-oss|o[1-9]\b|claude-(?:3[.-]7|(?:[a-z]+-)?[4-9]|\d\d)|claude-[a-z]+-\d\d|gemini-(?:2\.5|[3-9])"
    r"|deepseek-(?:r\d|reasoner|v3\.[1-9])|qwq|qwen-?3|magistral|grok-(?:3-mini|[4-9])|glm-(?:4\.[5-9]|[5-9])"
    r"|sonar-(?:reasoning|deep)|.*think|.*reason"
)
"""Beginnings of the names of models that think before they speak, without the name of their maker ("openai/")."""


def reasons(model: str) -> bool:
    """Return whether a model thinks before it speaks, as far as its name tells."""
    return REASONING.match(model.rpartition("/")[2].lower()) is not None


def load() -> None:
    """Load the price list, which takes 0.2 s, so that no later call has to."""
    cost_of("openai:gpt-5.2")


def known_models() -> tuple[str, ...]:
    """Return the ids of models that are known offline: those that are chosen by default, and those of the price list
    under their provider's own names."""
    from genai_prices.data import providers

    ours = {theirs: name for name, theirs in PRICED_AS.items() if name != "openrouter"}  # it has other people's models
    listed = (f"{ours[each.id]}:{model.id}" for each in providers if each.id in ours for model in each.models)
    own = (id for id in listed if not id.startswith("gemini:") or id.startswith("gemini:gemini"))
    return tuple(dict.fromkeys((*ROLE_MODELS.values(), *EQUAL_SEATS, *UTILITY_MODELS, *own)))


def price(model_id: str, usage: Usage) -> int | None:
    """Return the micro-dollars for a turn of "provider:model", rounded to the nearest; None where the price is
    unknown."""
    if model_id.partition(":")[0] in FREE:
        return 0
    found = cost_of(model_id, usage)
    return None if found is None else micro_dollars(found.total_price)


def context_window(model_id: str) -> int:
    """Return how many tokens a model can read at once, 0 where unknown."""
    found = cost_of(model_id)
    return (found.model.context_window or 0) if found else 0


def description(info: ModelInfo) -> ModelInfo:
    """Return a model with what the price list knows of it, its prices for short requests."""
    found = cost_of(info.id)
    if found is None:
        return info
    return replace(
        info,
        title=info.title or found.model.name or "",
        context=info.context or found.model.context_window or 0,
        prompt_price=rate(getattr(found.model_price, "input_mtok", None)),
        completion_price=rate(getattr(found.model_price, "output_mtok", None)),
    )


def cost_of(model_id: str, usage: Usage = NOTHING) -> PriceCalculation | None:
    """Return what the price list makes of it, None where it does not know the model."""
    provider, _, model = model_id.partition(":")
    if provider not in PRICED_AS or not model:
        return None
    from genai_prices import Usage as Counted
    from genai_prices import calc_price

    cached = min(usage.cached, usage.prompt)
    counted = Counted(
        input_tokens=usage.prompt,
        output_tokens=usage.completion,
        cache_read_tokens=cached,
        cache_write_tokens=min(usage.written, usage.prompt - cached),
    )
    try:
        return calc_price(counted, model, provider_id=PRICED_AS[provider])
    except LookupError:
        return None


def micro_dollars(dollars: Decimal) -> int:
    return int((dollars * MICRO).to_integral_value(ROUND_HALF_UP))


def rate(dollars: object) -> int | None:
    """Return micro-dollars per million tokens; of a price in tiers the first."""
    base = getattr(dollars, "base", dollars)
    return micro_dollars(base) if isinstance(base, Decimal) else None


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a text has: four characters each, one where writing is not alphabetic. Always an
    estimate: who shows it marks it so, and a provider's own count goes before it."""
    wide = sum(1 for character in text if ord(character) >= WIDE_FROM)
    return wide + math.ceil((len(text) - wide) / CHARACTERS_PER_TOKEN)
