"""Prices and sizes: what is known exactly, and unknown where nobody knows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.log.events import Usage
from disputatio.providers.catalogue import (
    EQUAL_SEATS,
    ROLE_MODELS,
    UTILITY_MODELS,
    context_window,
    estimate_tokens,
    price,
)


@pytest.mark.parametrize(
    ("model", "usage", "micro_dollars"),
    [
        ("openai:gpt-5.2", Usage(prompt=1000, completion=100), 1750 + 1400),
        ("openai:gpt-5.2", Usage(prompt=1000, completion=100, cached=1000), 175 + 1400),
        ("anthropic:claude-opus-4-5-20251101", Usage(prompt=1000, completion=100), 5000 + 2500),
        ("openai:gpt-5.2", Usage(), 0),
        ("openai:gpt-5.2", Usage(prompt=10, cached=20), 2),
        ("rehearsal:ada", Usage(prompt=10**9), 0),
        ("replay:recorded", Usage(prompt=10**9), 0),
        ("ollama:llama3.2:3b", Usage(prompt=10**9), 0),
        ("openrouter:openai/gpt-5.2", Usage(prompt=1000, completion=100), 3150),
        ("openai:not-a-model", Usage(prompt=1), None),
        ("cellar:gpt-5.2", Usage(prompt=1), None),
        ("openai:", Usage(prompt=1), None),
        ("", Usage(prompt=1), None),
    ],
)
def test_prices_in_micro_dollars(model: str, usage: Usage, micro_dollars: int | None) -> None:
    assert price(model, usage) == micro_dollars


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7))
def test_a_known_model_always_has_a_price(prompt: int, completion: int, cached: int) -> None:
    for model in ("openai:gpt-5.2", "anthropic:claude-haiku-4-5", "gemini:gemini-2.5-flash"):
        found = price(model, Usage(prompt=prompt, completion=completion, cached=cached))
        assert found is not None
        assert found >= 0


def test_context_windows() -> None:
    assert context_window("openai:gpt-5.2") == 400_000
    assert context_window("openai:not-a-model") == 0
    assert context_window("ollama:llama3") == 0


@given(st.text(max_size=200), st.text(max_size=200))
def test_estimates_grow_with_the_text(one: str, two: str) -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens(one) <= estimate_tokens(one + two) <= estimate_tokens(one) + estimate_tokens(two)
    assert estimate_tokens(one) <= len(one)


def test_estimates_know_writing_without_spaces() -> None:
    assert estimate_tokens("word " * 100) == 125
    assert estimate_tokens("议论" * 50) == 100


def test_defaults_name_a_provider_and_a_model() -> None:
    for model in (*ROLE_MODELS.values(), *EQUAL_SEATS, *UTILITY_MODELS):
        provider, _, name = model.partition(":")
        assert provider in ("openai", "anthropic", "gemini", "perplexity")
        assert name
    assert UTILITY_MODELS[0].startswith("anthropic:claude-haiku")
    assert {price(model, Usage(prompt=1)) is None for model in UTILITY_MODELS} == {False}
