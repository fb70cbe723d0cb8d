"""A whole application over loopback providers, with keys that have no shape by which they could be recognised."""

from __future__ import annotations

import io
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.debates.open_sessions import Session
from disputatio.app.privacy.sendings import branchings
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.seats import SeatChoice
from disputatio.faces.cli.main import run
from disputatio.secrets.keyring import Masking
from disputatio.testing.loopback import LoopbackServer

KEYS = {
    "openai": "Correct-horse-9f3a1c77",
    "anthropic": "Battery.staple.51be0d",
    "gemini": "Tuesday~afternoon~c40e2b",
    "perplexity": "Marmalade_and_toast_8d1f",
}


@dataclass
class Debating:
    """An application, the server that its models are on, and one debate at a time."""

    app: Application
    server: LoopbackServer
    masking: Masking

    async def debate(self, config: DebateConfig) -> Session:
        """Run a debate to where it rests; it stays open."""
        prepared = await self.app.prepare(config)
        session = await self.app.open_and_run(prepared, branchings(prepared.opening))
        await session.wait_for_rest()
        return session

    def bodies(self) -> str:
        """All that was sent to providers, headers apart."""
        return "\n".join(f"{seen.path} {seen.body!r}" for seen in self.server.requests)


Open = Callable[..., AbstractAsyncContextManager[Debating]]


def environment(home: Path, server: LoopbackServer, *held: str) -> dict[str, str]:
    """Keys for these providers (all by default), and addresses on this machine for all."""
    found = {"DISPUTATIO_HOME": str(home)}
    for name in held or KEYS:
        found[f"{name.upper()}_API_KEY"] = KEYS[name]
    urls = {"OPENAI": server.openai_url, "ANTHROPIC": server.anthropic_url, "GEMINI": server.gemini_url}
    return found | {f"{name}_BASE_URL": url for name, url in urls.items()}


@pytest.fixture
def debating(home: Path) -> Open:
    """`async with debating(responder) as on:`"""

    @asynccontextmanager
    async def opened(responder: Any = None, *held: str) -> AsyncIterator[Debating]:
        masking = Masking()
        async with LoopbackServer(responder) as server, AsyncExitStack() as stack:
            app = await stack.enter_async_context(application(environment(home, server, *held), masking))
            yield Debating(app, server, masking)

    return opened


@pytest.fixture
def config() -> Callable[..., DebateConfig]:
    """A dual debate of an OpenAI and an Anthropic model with a Gemini clerk."""

    def made(question: str = "Is it so?", **fields: Any) -> DebateConfig:
        options = {"auto_continue": True, "rounds": 2, **fields.pop("options", {})}
        return DebateConfig(
            question=question,
            seats=(
                SeatChoice(seat="analyst", model="openai:gpt-5.2"),
                SeatChoice(seat="critic", model="anthropic:claude-opus-4-5-20251101"),
            ),
            services={"clerk": "gemini:gemini-2.5-flash", "synthesis": "gemini:gemini-2.5-flash"},
            options=options,
            seed=1,
            **fields,
        )

    return made


@pytest.fixture
def keys() -> dict[str, str]:
    return dict(KEYS)


class Done(NamedTuple):
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


class Terminal:
    """Commands in this process, since starting another one takes ten times as long. `environment` is added to its own;
    `said` is everything that was shown so far."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.environment: dict[str, str] = {}
        self.said = ""
        self._capsys, self._monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: str, **more: str) -> Done:
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO())
            for name, text in (self.environment | more).items():
                patch.setenv(name, text)
            code = run(arguments, lambda: 99)
        done = Done(code, *self._capsys.readouterr())
        self.said += done.stdout + done.stderr
        return done


@pytest.fixture
def terminal(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Terminal:
    """What a command logs is its own affair."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return Terminal(capsys, monkeypatch)
