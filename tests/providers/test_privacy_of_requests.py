"""What a provider gets to know: the request and its own key, nothing of the environment, nothing meant for another."""

from __future__ import annotations

from typing import Any

import pytest

from disputatio.providers.transport import local

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

ELSEWHERE = {
    "OPENAI_API_KEY": "sk-env",
    "OPENAI_BASE_URL": "http://elsewhere.invalid/v1",
    "OPENAI_ORG_ID": "org-env",
    "OPENAI_PROJECT_ID": "project-env",
    "OPENAI_CUSTOM_HEADERS": "X-Env: yes\nAuthorization: Bearer sk-env",
    "ANTHROPIC_API_KEY": "sk-env",
    "ANTHROPIC_AUTH_TOKEN": "token-env",
    "ANTHROPIC_BASE_URL": "http://elsewhere.invalid",
    "ANTHROPIC_PROFILE": "work",
    "GEMINI_API_KEY": "sk-env",
    "GOOGLE_GENAI_USE_VERTEXAI": "true",
    "GOOGLE_CLOUD_PROJECT": "project-env",
    "GOOGLE_GENAI_API_VERSION": "v9",
    "HTTP_PROXY": "http://proxy.invalid:1",
    "ALL_PROXY": "http://proxy.invalid:1",
}


async def test_address_key_and_proxy_of_the_environment_are_not_used(
    kind: Any, stage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in ELSEWHERE.items():
        monkeypatch.setenv(name, text)
    async with stage(kind) as here:
        assert await here.text()
        headers = here.server.requests[0].headers
    assert "sk-env" not in str(headers)
    assert "token-env" not in str(headers)
    assert "sk-secret-0123456789" in str(headers)


@pytest.mark.parametrize("name", ["openai-compatible", "perplexity"])
async def test_other_servers_get_nothing_meant_for_openai(
    name: Any, stage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, text in ELSEWHERE.items():
        monkeypatch.setenv(variable, text)
    async with stage(name) as here:
        await here.text()
        headers = here.server.requests[0].headers
    assert not [header for header in headers if header.startswith(("openai", "x-"))]


async def test_a_server_without_a_key_gets_none_of_ours(stage: Any) -> None:
    async with stage("openai-compatible", key="") as here:
        await here.text()
        assert here.server.requests[0].headers["authorization"] == "Bearer none"


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://127.0.0.1:11434/v1", True),
        ("http://localhost/v1", True),
        ("http://[::1]:8000", True),
        ("https://api.openai.com/v1", False),
        ("http://localhost.example.com/v1", False),
        ("http://192.168.0.7:11434/v1", False),
        ("", False),
    ],
)
def test_what_counts_as_this_machine(url: str, here: bool) -> None:
    assert local(url) is here
