"""A program that really fails its tests and is mended: its versions, their tests and scores, in the tables and back."""

from __future__ import annotations

import asyncio
import os

import pytest
from tests.metrics.test_measuring_programs import tools
from tests.sandbox.test_isolation import isolated

from disputatio.app import audit
from disputatio.app.bootstrap import application
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.seats import SeatChoice
from disputatio.testing.merging_intervals import CHECKED, SORTED, TASK, UNSORTED, smith
from disputatio.testing.scripted import ScriptedProvider


@isolated
@tools
async def test_versions_of_a_real_program_with_real_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    async with application({"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}) as app:
        await asyncio.to_thread(app.settings.set, "sandbox.use", True)
        app.registry.add(ScriptedProvider(smith()))
        parts = (await asyncio.to_thread(app.formats.get, "eight-phase")).cast
        plan = await app.prepare(
            DebateConfig(
                question=TASK,
                format="eight-phase",
                seats=tuple(SeatChoice(seat=part.name, model="scripted:one") for part in parts),
                services={"clerk": "scripted:small", "synthesis": "scripted:one"},
                options={"rounds": 1, "auto_continue": True},
            )
        )
        session = await app.open_and_run(plan)
        async with asyncio.timeout(60):
            while not session.debate.over:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        history = await app.versions.of(session.id)
        first, second, *later = history.versions
        assert (first.code, first.tests_told) == (UNSORTED.rstrip(), "2 of 3 passed")
        assert (second.code, second.tests_told, second.follows) == (SORTED.rstrip(), "3 of 3 passed", 1)
        assert later[-1].code == CHECKED.rstrip()
        assert first.score is not None
        assert second.score is not None
        assert first.score < second.score
        assert "-    for low, high in spans:\n+    for low, high in sorted(spans):" in history.diff(second)
        columns = "version_number, test_pass_rate, quality_score, metrics IS NOT NULL, diff_from_previous"
        query = f"SELECT {columns} FROM code_versions"
        rows = await app.database.rows(f"{query} WHERE session_id = ? ORDER BY version_number", (session.id,))
        assert [row[0] for row in rows] == [one.number for one in history.versions]
        assert rows[0][1:4] == (pytest.approx(2 / 3), pytest.approx(first.score), 1)
        assert rows[1][4] == history.diff(second)
        assert (await audit.audit(app, session.id)).intact
        await audit.rebuild(app, session.id)
        assert await app.database.rows(f"{query} WHERE session_id = ? ORDER BY version_number", (session.id,)) == rows
