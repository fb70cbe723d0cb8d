"""Servers that send a byte now and then, for ever: no time between two of them is long, and yet it ends."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any, Literal

import pytest

from disputatio.embeddings import remote as vectors
from disputatio.embeddings.catalogue import make
from disputatio.engine.errors import ProviderError
from disputatio.providers import connection, remote
from disputatio.providers.config import ProviderConfig
from disputatio.providers.transport import http_client
from disputatio.repository import github
from disputatio.testing.loopback.http import Connection, HttpRequest, Listener, thread_of

EVERY = 0.02
SECONDS = 0.5
KEYS = {f"{name}_API_KEY": "k-9f3a1c77" for name in ("OPENAI", "ANTHROPIC", "GEMINI")}


class Trickle(Listener):
    """Sends a huge answer, or a huge head of one, byte by byte."""

    def __init__(self, part: Literal["head", "line", "events"]) -> None:
        super().__init__()
        self._part = part
        self.asked = 0

    async def _handle(self, request: HttpRequest, connection: Connection) -> None:
        self.asked += 1
        if self._part == "head":
            connection.transport.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        else:
            kind = "text/event-stream" if self._part == "events" else "application/json"
            connection.head(200, {"Content-Type": kind, "Content-Length": str(5 * 10**6)})
            connection.transport.write(b'data: {"' if self._part == "events" else b'{"')
        while True:
            await connection.pause(EVERY)
            connection.transport.write(b"a")


@pytest.fixture
def trickle(request: pytest.FixtureRequest) -> Iterator[Trickle]:
    server = Trickle(request.param)
    with thread_of(server):
        yield server


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    """Loading a library of a provider takes longer than the time that is given here."""
    for name in ("openai", "anthropic", "google.genai"):
        importlib.import_module(name)


def addresses(server: Trickle) -> dict[str, str]:
    return {"OPENAI_BASE_URL": f"{server.root}/v1"} | {f"{n}_BASE_URL": server.root for n in ("ANTHROPIC", "GEMINI")}


@pytest.fixture
def reached(trickle: Trickle, terminal: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    for name, text in (KEYS | addresses(trickle)).items():
        monkeypatch.setenv(name, text)
    return terminal


@pytest.mark.parametrize(
    ("trickle", "provider"),
    [
        ("head", "openai:gpt-5.2"),
        ("line", "openai:gpt-5.2"),
        ("events", "openai:gpt-5.2"),
        ("events", "anthropic:claude-opus-4-5-20251101"),
        ("events", "gemini:gemini-3-pro"),
    ],
    indirect=["trickle"],
)
def test_an_answer_ends_with_the_time_of_a_turn(reached: Any, trickle: Trickle, provider: str) -> None:
    for key, text in (("retries", "0"), ("timeout_turn", f"{SECONDS}"), ("timeout_headers", f"{SECONDS}")):
        reached("settings", "set", f"calls.{key}", text)
    seats = [f"--seat={seat}={provider}" for seat in ("analyst", "critic", "clerk", "synthesis")]
    done = reached("debate", "--yes", "Is it so?", "--rounds", "1", *seats)
    assert trickle.asked
    assert done.returncode == 4
    assert f"{SECONDS:g} seconds" in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("trickle", "provider"),
    [("head", "openai"), ("line", "openai"), ("line", "anthropic"), ("head", "gemini")],
    indirect=["trickle"],
)
def test_a_list_of_models_and_a_check_end(
    reached: Any, trickle: Trickle, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "LISTING", SECONDS)
    monkeypatch.setattr(connection, "PATIENCE", SECONDS)
    for command in (("models", provider), ("check", provider)):
        done = reached(*command)
        assert trickle.asked
        assert done.returncode == 4
        assert f"{SECONDS:g} s" in done.stderr + done.stdout


@pytest.mark.parametrize("trickle", ["head", "line"], indirect=True)
async def test_github_and_vectors_end(trickle: Trickle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(github, "PATIENCE", SECONDS)
    monkeypatch.setattr(vectors, "PATIENCE", SECONDS)
    hub = github.GitHub("token", lambda: http_client(trickle.root), lambda: 0.0, trickle.root)
    with pytest.raises(github.GitHubUnavailable, match=r"within 0\.5 seconds"):
        await hub.issue(github.Slug(owner="acme", name="shop"), 1)
    config = ProviderConfig(name="openai", kind="openai", base_url=f"{trickle.root}/v1", key="k-9f3a1c77")
    asked = make("openai:text-embedding-3-small", config)
    with pytest.raises(ProviderError, match=r"within 0\.5 s"):
        await asked.embed(["A text."])
    await asked.close()
