"""The routing lets nothing through that the person has not agreed to, whoever stands in for whom."""

from __future__ import annotations

import pytest

from disputatio.engine.errors import NotAgreed
from disputatio.engine.limits import Limits
from disputatio.engine.routing import Cargo, Routing
from disputatio.testing.debates import FrozenClock
from disputatio.testing.scripted import ScriptedProvider, says


class Only:
    """Agreed to for the models of one provider."""

    def __init__(self, provider: str) -> None:
        self._provider = provider

    async def check(self, model: str, cargo: Cargo) -> None:
        if not model.startswith(f"{self._provider}:"):
            raise NotAgreed(f"Not to {model}.")


def routing(agreed: str) -> Routing:
    provider = ScriptedProvider(says(""))
    return Routing(lambda model: provider, Only(agreed), FrozenClock(), Limits(), {"near:one": ["far:two", "near:two"]})


async def test_a_fallback_that_nobody_agreed_to_is_passed_over() -> None:
    assert await routing("near").permitted_models("near:one", Cargo()) == ["near:one", "near:two"]


async def test_a_model_that_nobody_agreed_to_is_not_replaced_by_its_fallback() -> None:
    with pytest.raises(NotAgreed, match="near:one"):
        await routing("far").permitted_models("near:one", Cargo())


async def test_no_provider_is_handed_out_without_a_consent() -> None:
    with pytest.raises(NotAgreed):
        await routing("near").reach("far:two", Cargo())
    assert await routing("near").reach("near:one", Cargo())
