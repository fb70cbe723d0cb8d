"""However many versions of code a debate has and however slow they are to measure: nobody waits for all of them."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from disputatio.app import debate_files
from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.debates.code_versions import TOGETHER, CodeVersions
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.views.code_quality import POSTPONED, Metrics, unmeasured
from disputatio.metrics.measurement import SECONDS
from disputatio.storage.sqlite import raw
from disputatio.testing.merging_intervals import TASK, smith
from disputatio.testing.scripted import ScriptedProvider


class SlowGauge:
    """Measures what checks its bounds at once, and everything else, two at a time, not before `released`."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.released = asyncio.Event()
        self._turn = asyncio.Semaphore(2)

    async def measure(self, code: str, language: str) -> Metrics:
        async with self._turn:
            self.begun.append(code)
            if "raise ValueError" not in code:
                await self.released.wait()
            return unmeasured("it is a fake")


async def coded(app: Application) -> str:
    """Run a debate that writes one program in several versions; returns its id."""
    app.registry.add(ScriptedProvider(smith()))
    parts = (await asyncio.to_thread(app.formats.get, "eight-phase")).cast
    config = DebateConfig(
        question=TASK,
        format="eight-phase",
        seats=tuple(SeatChoice(seat=part.name, model="scripted:one") for part in parts),
        services={"clerk": "scripted:small", "synthesis": "scripted:one"},
        options={"rounds": 1, "auto_continue": True},
    )
    session = await app.open_and_run(await app.prepare(config))
    async with asyncio.timeout(60):
        while not session.debate.over:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await app.versions.close()
    await app.database.write(lambda c: raw(c).execute("UPDATE code_versions SET metrics = NULL") and None)
    return session.id


async def test_the_newest_are_measured_first_and_nobody_waits_for_all(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CodeVersions, "note_end", lambda self, id: None)  # else real tools measure them meanwhile
    async with application({"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}) as app:
        id = await coded(app)
        gauge = SlowGauge()
        app.versions = CodeVersions(app.log, app.database, gauge, patience=0.3)
        async with asyncio.timeout(30):
            history = await app.versions.of(id)
        codes = [one.code for one in history.versions]
        assert {*gauge.begun} == {codes[-1], codes[2], codes[1]}, "as many as are measured at a time, the newest"
        *old, first, second, third = (one.metrics for one in history.versions)
        assert old == [POSTPONED] * 3
        assert first is second is third is not POSTPONED
        assert [one.metrics is None for one in (await app.versions.known(id)).versions] == [True] * 3 + [False] * 3
        async with asyncio.timeout(30):
            told = str(await debate_files.export(app, id, "html"))
        assert "There was no time to measure 3 older versions; look again to go on." in told
        gauge.released.set()
        assert all(one.metrics not in (None, POSTPONED) for one in (await app.versions.of(id)).versions)
        assert gauge.begun[-1] == codes[0]


async def test_each_look_gets_further() -> None:
    """What takes as long as a program may take is kept as such, before the whole is given up."""
    assert SECONDS < TOGETHER
