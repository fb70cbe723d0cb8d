"""Lists of models, and the connection test: honest rows, nothing claimed that was not seen."""

from __future__ import annotations

from typing import Any

import pytest

from disputatio.engine.errors import TimedOut, Transient, Unauthorised
from disputatio.providers.openai_compatible import KNOWN
from disputatio.testing.loopback import Fault, LoopbackServer

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")


async def test_models_are_listed_live(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.server.models[here.protocol] = ("zeta-1", "alpha-10", "alpha-2")
        found = await here.provider.models()
        assert [info.name for info in found] == ["alpha-2", "alpha-10", "zeta-1"]
        assert {info.provider for info in found} == {kind}
        assert found[0].id == f"{kind}:alpha-2"
        assert found[0].prompt_price is None
        assert here.server.requests == []


async def test_known_models_come_with_prices_and_models_that_do_not_chat_are_left_out(stage: Any) -> None:
    async with stage("openai") as here:
        found = {info.name: info for info in await here.provider.models()}
    assert "text-embedding-3-small" not in found
    assert found["gpt-5.2"].prompt_price == 1_750_000
    assert found["gpt-5.2"].completion_price == 14_000_000
    assert found["gpt-5.2"].context == 400_000


async def test_a_model_that_its_provider_takes_away_is_told_and_speaks_until_then(stage: Any) -> None:
    from anthropic.resources.messages import DEPRECATED_MODELS  # an SDK takes a second, in each process that collects

    ending, day = next(iter(DEPRECATED_MODELS.items()))
    async with stage("anthropic") as here:
        here.server.models["anthropic"] = (ending, "claude-9-9")
        assert {info.name: info.until for info in await here.provider.models()} == {ending: day, "claude-9-9": ""}
        here.server.reply("anthropic", text="Ready.")
        rows = await here.provider.check(ask=ending)
        assert "Ready." in rows[-1].detail


async def test_a_good_connection(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        rows = await here.provider.check()
        assert [(row.name, row.ok) for row in rows] == [("Reached", True), ("Key", True), ("Models", True)]
        assert here.server.requests == [], "testing a connection must not cost anything"
        here.server.reply(here.protocol, text="Ready.")
        rows = await here.provider.check(ask="m-1")
        assert rows[-1].name == "Reply"
        assert rows[-1].ok
        assert "Ready." in rows[-1].detail
        assert len(here.server.requests) == 1


async def test_a_wrong_key_is_told_from_a_server_that_is_not_there(kind: Any, stage: Any, make_provider: Any) -> None:
    async with stage(kind) as here:
        here.server.fault_list(here.protocol, Fault.UNAUTHORISED)
        rows = await here.provider.check(ask="m-1")
        assert [(row.name, row.ok) for row in rows] == [("Reached", True), ("Key", False)]
        assert rows[-1].remedy
        with pytest.raises(Unauthorised):
            await here.provider.models()
        address = here.server.root
    gone = make_provider(kind, address)
    rows = await gone.check()
    assert [(row.name, row.ok) for row in rows] == [("Reached", False)]
    assert address in rows[0].detail
    with pytest.raises(Transient):
        await gone.models()
    await gone.close()


async def test_no_key_is_not_called_reached(kind: Any, stage: Any) -> None:
    async with stage(kind, key="") as here:
        rows = await here.provider.check()
    if kind == "openai-compatible":
        assert all(row.ok for row in rows)
    else:
        assert [(row.name, row.ok) for row in rows] == [("Key", False)]


async def test_a_server_without_a_list_can_still_be_asked(stage: Any) -> None:
    async with stage("openai-compatible") as here:
        here.server.fault_list("openai", Fault.NOT_FOUND)
        rows = await here.provider.check(ask="m-1")
    assert [(row.name, row.ok) for row in rows] == [("Reached", True), ("Models", False), ("Reply", True)]


async def test_a_model_that_fails_is_a_row_with_a_remedy(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.fault(Fault.NOT_FOUND)
        if kind == "gemini":  # looked for under both versions
            here.fault(Fault.NOT_FOUND)
        rows = await here.provider.check(ask="m-1")
    assert not rows[-1].ok
    assert rows[-1].remedy


async def test_a_server_without_models_is_not_praised(stage: Any) -> None:
    async with stage("openai-compatible") as here:
        here.server.models["openai"] = ()
        rows = await here.provider.check()
    assert not rows[-1].ok


async def test_perplexity_has_no_list_and_offers_what_is_known(stage: Any) -> None:
    async with stage("perplexity") as here:
        here.server.fault_list("openai", Fault.NOT_FOUND)
        assert [info.name for info in await here.provider.models()] == list(KNOWN)


async def test_a_list_that_never_comes_is_timed_out(kind: Any, stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("disputatio.providers.remote.LISTING", 0.2)
    async with stage(kind) as here:
        await here.provider.ready(here.provider.site())
        here.server.fault_list(here.protocol, Fault.SLOW_HEADERS)
        with pytest.raises(TimedOut):
            await here.provider.models()


async def test_a_closed_provider_can_be_used_again(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        await here.text()
        await here.provider.close()
        await here.provider.close()
        assert await here.text()
        assert here.server.connections == 2


async def test_gemini_looks_for_previews_where_they_are(stage: Any, make_provider: Any, question: Any) -> None:
    async with stage("gemini") as here:
        here.fault(Fault.NOT_FOUND)
        here.script()
        here.script()
        await here.parts()
        await here.parts()
        assert [seen.path.split("/")[1] for seen in here.server.requests] == ["v1", "v1beta", "v1beta"]


async def test_gemini_takes_the_version_from_the_address(make_provider: Any, question: Any) -> None:
    async with LoopbackServer() as server:
        provider = make_provider("gemini", f"{server.gemini_url}/v1beta")
        assert [part async for part in provider.stream("m-1", question)]
        assert server.requests[0].path == "/v1beta/models/m-1:streamGenerateContent"
        await provider.close()


async def test_anthropic_forgives_a_version_in_the_address(make_provider: Any, question: Any) -> None:
    async with LoopbackServer() as server:
        provider = make_provider("anthropic", f"{server.root}/v1")
        assert [part async for part in provider.stream("m-1", question)]
        await provider.close()
