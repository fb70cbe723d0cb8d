"""The tool server tells the version of code that a turn wrote."""

from __future__ import annotations

import os
from typing import Any, cast

from disputatio.app.bootstrap import application
from disputatio.app.starting.configuration import DebateConfig
from disputatio.faces.mcp import arguments
from disputatio.faces.mcp.read_tools import ReadTools


async def test_a_turn_with_a_program_tells_its_version() -> None:
    async with application({"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}) as app:
        options = {"rounds": 1, "auto_continue": True}
        config = DebateConfig(question="Merge intervals that overlap", format="eight-phase", options=options, seed=1)
        session = await app.open_and_run(await app.prepare(config, rehearse=True))
        await session.wait_for_rest()
        tools, call = ReadTools(app), cast("Any", None)
        *_, second = (await app.versions.of(session.id)).versions
        given = arguments.GetResponseDetail(session_id=session.id, path=second.path)
        found = (await tools.response_detail(given, call)).code
        assert found is not None
        assert (found.number, found.follows, found.language, found.test_pass_rate) == (2, 1, "python", None)
        assert found.measures == list(second.metrics.lines if second.metrics else ())
        assert (found.diff, found.score) == ("", second.score)
        first = next(iter(session.debate.seats))
        plain = arguments.GetResponseDetail(session_id=session.id, agent_id=first, round_number=1)
        assert (await tools.response_detail(plain, call)).turn.agent_id == first
