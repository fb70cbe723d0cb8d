"""How long a model is to think: what each provider is told, and that models which do not reason are told nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from disputatio.engine.ports import Finished
from disputatio.prompting.request import Message, Request, ToolResult
from disputatio.prompting.tools import REPOSITORY, exchange, repeatable_call
from disputatio.providers.catalogue import reasons
from disputatio.testing.loopback import Fault

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

ASKED = Request(model="any", system="Be brief.", messages=(Message(role="user", text="Is it so?"),), temperature=0.2)
SCHEMA: Any = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


async def sent(stage: Any, kind: str, model: str, effort: str, **more: Any) -> Any:
    async with stage(kind) as here:
        here.script()
        await here.parts(replace(ASKED, effort=effort, **more), model=model)
        return here.server.requests[0].body


@pytest.mark.parametrize("kind", ["openai", "openai-compatible", "perplexity"])
async def test_chat_completions_take_a_level(kind: str, stage: Any) -> None:
    model = {"openai": "gpt-5.2", "perplexity": "sonar-reasoning-pro"}.get(kind, "gpt-oss:20b")
    for effort, level in (("quick", "low"), ("normal", "medium"), ("thorough", "high")):
        assert (await sent(stage, kind, model, effort))["reasoning_effort"] == level
    assert "reasoning_effort" not in await sent(stage, kind, model, "")


@pytest.mark.parametrize(
    ("model", "effort", "expected"),
    [
        ("claude-opus-4-8", "quick", {"output_config": {"effort": "low"}}),
        ("claude-opus-4-8", "normal", {"output_config": {"effort": "medium"}, "thinking": {"type": "adaptive"}}),
        ("claude-opus-4-8", "thorough", {"output_config": {"effort": "high"}, "thinking": {"type": "adaptive"}}),
        (
            "claude-opus-4-5-20251101",
            "normal",
            {"output_config": {"effort": "medium"}, "thinking": {"type": "enabled", "budget_tokens": 6000}},
        ),
        ("claude-sonnet-4-1", "quick", {}),
        ("claude-haiku-4-5", "thorough", {"thinking": {"type": "enabled", "budget_tokens": 20000}}),
        ("claude-3-7-sonnet", "normal", {"thinking": {"type": "enabled", "budget_tokens": 6000}}),
        ("claude-3-5-haiku", "thorough", {}),
        ("claude-opus-4-8", "", {}),
    ],
)
async def test_claude_is_told_as_its_family_takes_it(model: str, effort: str, expected: Any, stage: Any) -> None:
    body = await sent(stage, "anthropic", model, effort)
    assert {name: body[name] for name in ("output_config", "thinking") if name in body} == expected
    thinks = "thinking" in expected
    assert ("temperature" in body) is not thinks, "a model that thinks takes no temperature"
    assert body["max_tokens"] > expected.get("thinking", {}).get("budget_tokens", 0), "there is room for the answer"


async def test_effort_and_schema_share_a_field_of_claude(stage: Any) -> None:
    body = await sent(stage, "anthropic", "claude-opus-4-8", "quick", schema=SCHEMA, schema_name="say")
    assert body["output_config"]["effort"] == "low"
    assert body["output_config"]["format"]["type"] == "json_schema"


async def test_claude_thinks_on_only_with_what_it_thought(stage: Any) -> None:
    """Calls that another model made come without thoughts, which an older Claude would refuse."""
    call = repeatable_call("call-1", "read_file", '{"path": "a.py"}', "")
    done = ToolResult(id="call-1", name="read_file", text="a file")
    told = (*ASKED.messages, *exchange("", [call], [done]))
    body = await sent(stage, "anthropic", "claude-haiku-4-5", "normal", tools=REPOSITORY, messages=told)
    assert "thinking" not in body
    body = await sent(stage, "anthropic", "claude-opus-4-8", "normal", tools=REPOSITORY, messages=told)
    assert body["thinking"] == {"type": "adaptive"}


@pytest.mark.parametrize(
    ("model", "effort", "expected"),
    [
        ("gemini-2.5-flash", "quick", {"thinkingbudget": 1024}),
        ("gemini-2.5-pro", "normal", {"thinkingbudget": -1}),
        ("gemini-2.5-pro", "thorough", {"thinkingbudget": 24576}),
        ("gemini-3.0-pro-001", "quick", {"thinkinglevel": "LOW"}),
        ("gemini-3.0-pro-001", "normal", {"thinkinglevel": "HIGH"}),
        ("gemini-3.5-flash", "normal", {"thinkinglevel": "MEDIUM"}),
        ("gemini-2.0-flash", "thorough", None),
        ("gemini-2.5-flash", "", None),
    ],
)
async def test_gemini_takes_tokens_or_a_level(model: str, effort: str, expected: Any, stage: Any) -> None:
    body = await sent(stage, "gemini", model, effort)
    found = body["generationConfig"].get("thinkingConfig")  # the SDK names its fields in either way
    assert (found and {name.replace("_", "").lower(): given for name, given in found.items()}) == expected


@pytest.mark.parametrize(
    ("kind", "model", "said"),
    [
        ("openai", "gpt-5.2", "Unsupported value: 'reasoning_effort' does not support 'medium' with this model."),
        ("openai-compatible", "qwen3:4b", "unknown field reasoning_effort"),
        ("anthropic", "claude-opus-4-8", "This model does not support the effort parameter."),
        ("anthropic", "claude-opus-4-8", "adaptive thinking is not supported on this model"),
        ("gemini", "gemini-2.5-flash", "Thinking is not supported for this model."),
    ],
)
async def test_a_refusal_is_remembered_and_told_once(kind: Any, model: str, said: str, stage: Any) -> None:
    asked = replace(ASKED, effort="normal")
    async with stage(kind) as here:
        here.fault(Fault.BAD_REQUEST, said=said)
        here.script()
        here.script()
        ends = [(await here.parts(asked, model=model))[-1] for _ in range(2)]
        bodies = [str(seen.body).lower() for seen in here.server.requests]
    assert all(isinstance(end, Finished) for end in ends)
    assert [end.effortless for end in ends] == [True, False]
    assert ["effort" in body or "thinking" in body for body in bodies] == [True, False, False]


async def test_another_refusal_is_not_taken_for_it(stage: Any) -> None:
    async with stage("openai") as here:
        here.fault(Fault.BAD_REQUEST, said="'temperature' is not supported with this model.")
        here.script()
        end = (await here.parts(replace(ASKED, effort="thorough"), model="gpt-5.2"))[-1]
        assert not end.effortless
        assert here.server.requests[1].body["reasoning_effort"] == "high"


@pytest.mark.parametrize(
    "model",
    [
        "gpt-5.2",
        "gpt-5-mini",
        "openai/gpt-5.2",
        "o3",
        "o4-mini",
        "gpt-oss:20b",
        "deepseek-r1:8b",
        "qwen3:4b",
        "sonar-reasoning-pro",
        "claude-opus-4-5-20251101",
        "claude-sonnet-5",
        "anthropic/claude-3.7-sonnet",
        "claude-sonnet-4-20250514",
        "gemini-2.5-flash",
        "gemini-3.0-pro-001",
        "moonshotai/kimi-k2-thinking",
    ],
)
def test_models_that_reason_are_known_by_their_names(model: str) -> None:
    assert reasons(model)


@pytest.mark.parametrize(
    "model",
    [
        "gpt-4o",
        "gpt-4.1-mini",
        "gpt-5-chat-latest",
        "llama3.2:3b",
        "mistral-large",
        "sonar-pro",
        "m-1",
        "omni-1",
        "claude-3-opus-20240229",
        "claude-3-5-sonnet-20241022",
        "gemini-2.0-flash",
        "qwen2.5:7b",
        "deepseek-chat",
    ],
)
async def test_models_that_do_not_reason_are_told_nothing(model: str, stage: Any) -> None:
    assert not reasons(model)
    assert "reasoning_effort" not in await sent(stage, "openai-compatible", model, "thorough")
