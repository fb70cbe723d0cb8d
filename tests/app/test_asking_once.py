"""Asking a model once outside of a debate: retries as the policy says, and only the whole answer counts."""

from __future__ import annotations

import pytest

from disputatio.app.models.providers import OneAsker
from disputatio.engine.errors import BrokenStream, ProviderError, Rejected, Transient
from disputatio.engine.limits import Limits
from disputatio.engine.routing import Cargo, Routing
from disputatio.prompting.request import Message, Request
from disputatio.testing.debates import FrozenClock
from disputatio.testing.scripted import Act, Anywhere, NoFinish, ScriptedProvider

REQUEST = Request(model="one", system="", messages=(Message(role="user", text="Say."),))


def asker(*answers: Act | list[Act]) -> tuple[OneAsker, Routing]:
    said = iter(answers)
    provider = ScriptedProvider(lambda request: next(said))
    clock, limits = FrozenClock(), Limits()
    routing = Routing(lambda model: provider, Anywhere(), clock, limits)  # type: ignore[arg-type,return-value]
    return OneAsker(routing, limits, clock), routing


async def test_what_may_pass_is_tried_again() -> None:
    asking, routing = asker(Transient("It is overloaded."), ["half an", NoFinish()], " The answer. ")
    answer = await asking.ask("scripted:one", REQUEST, Cargo())
    assert (answer.text, answer.usage.total if answer.usage else 0) == ("The answer.", 120)
    health = routing.health["scripted:one"]
    assert (health.failures, health.successes) == (2, 1)


@pytest.mark.parametrize(
    ("answers", "error"),
    [
        ((Rejected("There is no such model."),), Rejected),
        ((["half", NoFinish()], ["half", NoFinish()]), BrokenStream),
        (("", "", "", ""), Transient),
    ],
)
async def test_what_does_not_pass_is_raised(answers: tuple[Act, ...], error: type[ProviderError]) -> None:
    asking, _ = asker(*answers)
    with pytest.raises(error):
        await asking.ask("scripted:one", REQUEST, Cargo())
