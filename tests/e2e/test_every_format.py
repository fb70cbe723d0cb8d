"""Every format through the three real SDKs, against a server on this machine that answers as the form of each request
asks: the rehearsal's composer stands behind the wire."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

import pytest

from disputatio.app.paths import resource
from disputatio.engine.ports import Part
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.rehearsal import with_findings
from disputatio.prompting.request import Request
from disputatio.providers.remote import RemoteModel
from disputatio.testing.loopback import LoopbackServer, running_server
from disputatio.testing.speakers import formats_of

FORMATS = sorted(formats_of(resource("formats")))
MORE = {
    "collaboration": ("--option", "auto_continue=true"),
    "dual": ("--option", "auto_continue=true"),
    "expert-panel": ("--name", "experts=Law", "--name", "experts-2=Taxes", "--name", "experts-3=Engineering"),
    "eight-phase": ("--complexity", "complex", "--option", "adversarial=true"),
}
WITHOUT_ROUNDS = ("collaboration", "council", "dialogue")


class Wire:
    """Knows which requests are under way by their last texts, and answers what arrives for one of them."""

    def __init__(self) -> None:
        self.requests: dict[str, Request] = {}

    def __call__(self, protocol: str, body: Mapping[str, object]) -> str:
        told = "".join(_strings(body))
        request = next((request for text, request in reversed(self.requests.items()) if text in told), None)
        assert request is not None, f"{protocol} was asked what nobody has asked"
        return contract_of(request.brief.gives).rehearse(with_findings(request))


def _strings(found: object) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, Mapping | list):
        for each in found.values() if isinstance(found, Mapping) else found:
            yield from _strings(each)


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    made, plain = Wire(), RemoteModel.stream

    def stream(self: RemoteModel, request: Request) -> AsyncIterator[Part]:
        made.requests[request.messages[-1].text] = request
        return plain(self, request)

    monkeypatch.setattr(RemoteModel, "stream", stream)
    return made


@pytest.fixture
def server(wire: Wire) -> Iterator[LoopbackServer]:
    with running_server(wire) as running:
        yield running


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_debated_to_its_end_through_real_sdks(name: str, program: Any, real_models: LoopbackServer) -> None:
    rounds = () if name in WITHOUT_ROUNDS else ("--rounds", "2")
    options = ("--option", "max_turns=400", *MORE.get(name, ()))
    done = program("debate", "Is it sound?", "--format", name, *rounds, *options, "--no-tools", "--seed", "1", "--json")
    assert done.code == 0, done.err
    assert not done.of("turn-failed")
    (ended,) = done.of("debate-ended")
    said = done.of("turn-completed")
    seats = {seat["id"] for seat in done.events[0]["seats"]}
    assert seats <= {event["path"].rpartition("[")[2].rstrip("]") for event in said}, "everybody has spoken"
    asked = {event["model"].partition(":")[0] for event in done.of("turn-asked") if event["model"]}
    assert asked == {seen.protocol for seen in real_models.requests}, "what was asked for is what was asked"

    id = done.events[0]["debate"]
    assert program("replay", id).code == 0
    shown = program("show", id)
    assert shown.code == 0, shown.err
    told = {"every step is done": "ran to its end", "all 2 rounds are over": "all 2 rounds were used"}
    assert told.get(ended["why"], ended["why"]) in shown.out
