"""Providers by name, from the environment and the settings; replay; import times."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import get_args

import pytest

from disputatio.debate.log.events import TurnCompleted, Usage
from disputatio.engine.errors import NotFound, Rejected
from disputatio.engine.ports import Finished, TextDelta
from disputatio.prompting.request import Brief, Message, Request
from disputatio.providers.clipboard import ClipboardProvider
from disputatio.providers.config import KEY_VARIABLES, LOCAL, STANDARD, Kind, ProviderConfig, provider_configs
from disputatio.providers.registry import MAKERS, Registry
from disputatio.providers.replay import AT_ONCE, Load, Recording, ReplayProvider, recorded_turns

MINE = ProviderConfig(name="cellar", kind="openai-compatible", title="Cellar", base_url="http://127.0.0.1:9/v1")
FAR = ProviderConfig(name="far", kind="openai-compatible", title="Far", base_url="https://far.example/v1", key="k")


@pytest.fixture
def registry() -> Registry:
    return Registry(provider_configs({"cellar": MINE, "far": FAR}, {}), [ReplayProvider(loading({}))])


def test_names_are_split_at_the_first_colon(registry: Registry) -> None:
    assert registry.split("openai:gpt-5.2") == ("openai", "gpt-5.2")
    assert registry.split("ollama:llama3.2:3b") == ("ollama", "llama3.2:3b")
    assert registry.split("openrouter:openai/gpt-5.2") == ("openrouter", "openai/gpt-5.2")
    assert registry.split("replay:") == ("replay", "")


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("opnai:gpt-5.2", "openai"),
        ("antropic:claude", "anthropic"),
        ("zzz:model", "Known are"),
        ("gpt-5.2", "openai:gpt-5.2"),
        ("openai:", "openai:model"),
        ("", "provider:model"),
        ("opnai:gpt-5.2", "Did you mean openai:gpt-5.2?"),
        ("OpenAI:gpt-5.2", "Did you mean openai:gpt-5.2?"),
        ("antropic:claude-haiku-4.5", "Did you mean anthropic:claude-haiku-4-5?"),
        ("claude:opus", "Did you mean anthropic:claude-opus-4-5-20251101"),
        ("google:gemini-2.5-flash", "Did you mean gemini:gemini-2.5-flash?"),
        ("gemini-2.5-flash", "Did you mean gemini:gemini-2.5-flash?"),
        ("GPT 5.2", "Did you mean openai:gpt-5.2?"),
        ("gpt:5.2", "Did you mean openai:gpt-5.2?"),
        ("antropic:", "Did you mean anthropic?"),
        ("claude-haiku-4-5", "Did you mean anthropic:claude-haiku-4-5"),
        ("lm-studio:phi", "Did you mean lmstudio:phi?"),
        ("mine", "Write provider:model, for example"),
        ("acme:secret-model", "Known are"),
        ("none:none", "Known are"),
        ("ai:x", "Known are"),
    ],
)
def test_what_is_not_there_is_said_with_what_is_near(registry: Registry, asked: str, hint: str) -> None:
    with pytest.raises(NotFound) as caught:
        registry.chat(asked)
    assert hint in caught.value.remedy


def test_providers_are_made_once_and_custom_ones_by_name(registry: Registry) -> None:
    assert registry.get("openai") is registry.get("openai")
    assert registry.get("cellar").title == "Cellar"
    assert registry.get("replay").name == "replay"
    with pytest.raises(NotFound):
        registry.get("nobody")


def test_environment_goes_before_keyring_and_settings() -> None:
    settings = {
        "openai": ProviderConfig(name="openai", kind="openai", title="OpenAI", key="settings", base_url="http://s/v1")
    }
    keys = {"openai": "keyring", "gemini": "keyring"}
    found = provider_configs(settings, {"OPENAI_API_KEY": "env", "OPENAI_BASE_URL": "http://e/v1/"}, keys)
    assert (found["openai"].key, found["openai"].base_url) == ("env", "http://e/v1")
    assert found["gemini"].key == "keyring"
    assert provider_configs(settings, {}, {})["openai"].key == "settings"
    assert found["anthropic"].key == ""
    assert "env" not in repr(found["openai"])


def test_who_can_be_asked(registry: Registry) -> None:
    assert not registry.ready("openai")
    assert registry.ready("ollama")
    assert registry.ready("replay")
    assert not registry.ready("nobody")
    assert Registry(provider_configs({}, {"OPENAI_API_KEY": "k"})).ready("openai")


def test_prices_by_server(registry: Registry) -> None:
    usage = Usage(prompt=1000, completion=100)
    assert registry.price("cellar:any", usage) == 0
    assert registry.price("far:gpt-5.2", usage) is None
    assert registry.price("replay:recorded", usage) == 0
    assert registry.price("openai:gpt-5.2", usage) == 3150


async def test_other_keys_make_other_providers() -> None:
    registry = Registry(provider_configs({"far": FAR, "cellar": MINE}, {}))
    far, cellar = registry.get("far"), registry.get("cellar")
    await registry.replace(
        provider_configs({"far": ProviderConfig(name="far", kind="openai-compatible"), "cellar": MINE}, {})
    )
    assert registry.get("far") is not far
    assert registry.get("cellar") is cellar
    await registry.close()


def loading(turns: Mapping[str, TurnCompleted]) -> Load:
    """Debate d1 with these turns; there is no other."""

    async def load(model: str, debate: str) -> Recording:
        if model == "d9":
            raise NotFound("There is no debate 'd9'.", "List them.")
        return Recording(turns=turns)

    return load


def asked_at(path: str) -> Request:
    return Request(model="replay:", system="", messages=(Message(role="user", text="?"),), brief=Brief(path=path))


async def test_replay_says_the_same_words_at_the_same_place() -> None:
    turn = TurnCompleted(path="round[1]/say[ada]", text="word " * 50, model="openai:gpt-5.2", usage=Usage(prompt=7))
    replay = ReplayProvider(loading(recorded_turns([turn])))
    parts = [part async for part in replay.chat("d1").stream(asked_at("round[1]/say[ada]"))]
    assert "".join(part.text for part in parts if isinstance(part, TextDelta)) == turn.text
    counted = Usage(prompt=7, estimated=True)
    assert parts[-1] == Finished(reason="stop", model="replay:d1", usage=counted, data={})
    with pytest.raises(Rejected) as caught:
        _ = [part async for part in replay.chat("").stream(asked_at("round[2]/say[ada]"))]
    assert "round[2]/say[ada]" in caught.value.what
    assert "fork" in caught.value.remedy


async def test_what_was_made_by_rule_is_not_spoken() -> None:
    turn = TurnCompleted(path="round[1]/minutes[clerk]", text="P1", by="rules")
    replay = ReplayProvider(loading(recorded_turns([turn])))
    with pytest.raises(Rejected, match="No model answered here"):
        _ = [part async for part in replay.chat("d1").stream(asked_at(turn.path))]


async def test_an_example_is_spoken_as_fast_as_its_debate_was_told_and_records_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("disputatio.providers.replay.asyncio.sleep", sleep)
    turn = TurnCompleted(path="round[1]/say[ada]", text="word " * 20, model="replay:m")
    replay = ReplayProvider(loading({turn.path: turn}))

    async def spoken(gives: str) -> float:
        waits.clear()
        brief = Brief(path=turn.path, debate="d", gives=gives)
        request = Request(model="m", system="", messages=(), brief=brief)
        _ = [part async for part in replay.chat("m").stream(request)]
        return sum(waits)

    usual = await spoken("say")
    replay.set_speed("d", 4)
    assert usual > 0
    assert await spoken("say") == pytest.approx(usual / 4)
    replay.set_speed("d", AT_ONCE)
    assert await spoken("say") == 0
    replay.set_speed("d", 1)
    assert await spoken("ledger") == 0, "nobody reads the clerk's records while they are written"


async def test_replay_of_no_debate_is_rejected() -> None:
    replay = ReplayProvider(loading({}))
    with pytest.raises(Rejected, match="There is no debate"):
        _ = [part async for part in replay.chat("d9").stream(asked_at("round[1]/say[ada]"))]
    assert (await replay.check())[0].ok
    assert await replay.models() == []


def test_the_registry_loads_no_sdk() -> None:
    code = (
        "import sys; from disputatio.providers.registry import Registry\n"
        "from disputatio.providers.config import STANDARD\n"
        "r = Registry(STANDARD); [r.get(n).chat('m') for n in STANDARD]\n"
        "heavy = {'openai', 'anthropic', 'google.genai', 'httpx2', 'genai_prices', 'pydantic'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_who_takes_tools_is_known_as_far_as_it_can_be(registry: Registry) -> None:
    for model, takes in (
        ("openai:gpt-5.2", True),
        ("anthropic:claude-opus-4-5-20251101", True),
        ("gemini:gemini-3.0-pro-001", True),
        ("cellar:llama", True),
        ("perplexity:sonar", False),
        ("rehearsal:quick", True),
        ("replay:abc", False),
        ("nobody:x", False),
    ):
        assert registry.takes_tools(model) is takes, model
    cellar = registry.get("cellar")
    cellar.negotiation.learn("llama", "this model does not support tools", [("tools", "tool")])  # type: ignore[attr-defined]
    assert not registry.takes_tools("cellar:llama"), "it said so itself"
    assert registry.takes_tools("cellar:other")


def test_every_protocol_has_its_maker_and_every_standard_provider_a_variable_for_its_key() -> None:
    assert set(MAKERS) == set(get_args(Kind))
    assert {name for name in STANDARD if name not in LOCAL} == set(KEY_VARIABLES) & set(STANDARD)


async def test_another_chat_is_a_model_that_only_a_debate_can_ask() -> None:
    registry = Registry({}, [ClipboardProvider()])
    assert registry.split("clipboard:chatgpt") == ("clipboard", "chatgpt")
    assert registry.ready("clipboard")
    assert not registry.takes_tools("clipboard:chatgpt")
    assert registry.price("clipboard:chatgpt", Usage(prompt=10**6)) == 0
    with pytest.raises(NotFound, match="names no model"):
        registry.split("clipboard:")
    with pytest.raises(Rejected, match="copying and pasting"):
        async for _ in registry.chat("clipboard:chatgpt").stream(Request(model="chatgpt", system="", messages=())):
            pass
    assert "clipboard:chatgpt" in [info.id for info in await registry.get("clipboard").models()]
    assert (await registry.get("clipboard").check())[0].ok
    await registry.close()
