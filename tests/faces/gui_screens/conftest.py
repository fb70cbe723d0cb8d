"""The window over a real application in a temporary home, on the loop of the window."""

import asyncio
import json
import os
import traceback

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from disputatio.app.application import Application
from disputatio.debate.log.state import Debate
from disputatio.faces.gui.debate.pane import DebatePane
from disputatio.faces.gui.shell.window import Window
from disputatio.faces.gui.start.preparation import QUICK
from disputatio.prompting.request import Request
from disputatio.testing.scripted import ScriptedProvider

PATIENCE = 120.0


FILE, WRITER = "One file is easy to back up.", "One writer is enough for one person."


def said(request: Request) -> str:
    """What the scripted models say: one point is disputed in the first round."""
    if request.brief.task == "synthesis":
        return "## Decision\nKeep it in SQLite.\n\n## Minority report\nNone."
    if request.brief.gives == "ledger":
        return json.dumps(recorded(request))
    if request.brief.gives not in ("say", "assessment"):
        return "{}"
    if request.brief.gives == "say":
        return "1. One file is easy to back up.\n2. One writer is enough for one person."
    if request.brief.path.startswith("round[1]"):
        return "### Agree\n- P1 — it is one file.\n\n### Disagree\n- P2 — a second window writes too.\n"
    return "### Agree\n- P1 — it is one file.\n- P2 — the lease settles it.\n"


def recorded(request: Request) -> dict[str, Any]:
    """What the scripted clerk records: the two statements of the first analysis."""
    found = () if "analysis" not in request.brief.path or request.brief.statements else (FILE, WRITER)
    new = [{"by": "analyst", "text": text, "quote": text} for text in found]
    return {"new": new, "about": [], "stands": []}


@dataclass
class Opened:
    """A window with its application."""

    window: Window
    app: Application
    crashes: list[BaseException]
    all_shown: Callable[[DebatePane], bool]

    @property
    def start(self) -> Any:
        return self.window.start_screen

    @property
    def pane(self) -> DebatePane:
        found = self.window.debates.pane()
        assert found is not None, "no debate is shown"
        return found

    @property
    def overview(self) -> Any:
        """The first inspector."""
        panel = self.window.aside.panel
        assert panel is not None, "the application is not open"
        return panel.view("overview")

    @property
    def debate(self) -> Debate:
        return self.pane.live.debate

    async def until(self, true: Callable[[], object], what: str = "") -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                assert not self.crashes, "".join(
                    "".join(traceback.format_exception(each)[-6:]) for each in self.crashes
                )
                await asyncio.sleep(0.01)

    async def rehearse(self, question: str, model: str = QUICK) -> None:
        """Choose the rehearsal, type a question, send it, and wait for the pane."""
        await self.until(lambda: self.start.preparing.prepared is not None)
        self.start.rehearse()
        self.start.seating.choices = self.start.choices.__class__(
            models=dict.fromkeys(self.start.choices.models, model),
            services={"clerk": QUICK if model.startswith("rehearsal") else model, "synthesis": model},
        )
        self.start.composer.set_draft(question)
        self.start.composer.submit()
        await self.until(lambda: self.window.debates.pane() is not None)

    async def converse(self, question: str, *first: Any) -> ScriptedProvider:
        """A debate of two scripted models that agree in the second round. `first` happens before anything is said."""
        pending = list(first)
        provider = ScriptedProvider(lambda request: pending.pop(0) if pending else said(request))
        self.app.registry.add(provider)
        await self.rehearse(question, "scripted:one")
        return provider

    async def rested(self) -> None:
        """Wait until the debate rests and all of it is shown."""
        await self.until(lambda: self.all_shown(self.pane))


@pytest.fixture
def opened(started: Callable[..., Any], all_shown: Callable[[DebatePane], bool]) -> Callable[..., Any]:
    """`async with opened() as gui:` a window as a start makes it, without its process."""

    @asynccontextmanager
    async def window(environment: dict[str, str] | None = None) -> AsyncIterator[Opened]:
        async with started(environment) as parts:
            yield Opened(*parts, all_shown)

    return window
