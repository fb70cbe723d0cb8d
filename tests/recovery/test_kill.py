"""Debates that are killed at random moments: nothing that was shown is lost, nothing is asked twice, and each ends as
one that nobody touched. This is a sample; `python -m benchmarks kills` kills 210 times in all formats."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from benchmarks import kills

from disputatio.app.bootstrap import application
from disputatio.testing.repositories import commit

SAMPLE = {"dialogue": 3, "dual": 5, "red-blue": 4, "eight-phase": 3}
"""Kills by format: with crux rooms, with rounds, with gates at every step, with programs in the sandbox. All of them
remember and keep a branch."""


@pytest.mark.timeout(200)
@pytest.mark.parametrize(("format", "times"), SAMPLE.items())
def test_kills_lose_nothing_and_ask_nothing_twice(tmp_path: Path, format: str, times: int) -> None:
    with kills.nursery(tmp_path) as here:
        tally = kills.kill(here, format, times, random.Random(20261121))
    assert tally.faults == []
    assert tally.kills == times
    assert any(step.startswith("gate-") for step in tally.steps)
    assert format != "dialogue" or "card" in tally.steps, "a crux room was held"
    assert format != "eight-phase" or {"test", "trial", "validation"} <= set(tally.steps), "programs were run"


def test_every_format_is_killed_by_the_command() -> None:
    formats = {file.stem for file in Path("resources/formats").glob("*.toml")} - {"standard"}
    assert set(kills.FORMATS) == formats
    assert len(kills.FORMATS) * kills.KILLS >= 200


@pytest.mark.may_block("reads formats")
async def test_a_debate_of_every_format_can_begin_there(home: Path, tmp_path: Path) -> None:
    commit(tmp_path / "cache", kills.FILES)
    async with application() as app:
        app.registry.add(kills.Troupe(tmp_path / "till", 0.0))
        for format in kills.FORMATS:
            assert await kills.opened(app, format, str(tmp_path / "cache"))
