"""The program is killed in the middle of a turn that looks things up, or is mended: what was answered in full is asked
for once, the rest is booked, and what was saved stays to be read."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from disputatio.testing.loopback import LoopbackServer, Script

READ = ("read_file", '{"path": "shop/orders.py", "start": 1, "end": 5}')
ANALYSIS = "round[1]/analysis[analyst]"
MODELS = {"openai": "openai:gpt-5.2", "anthropic": "anthropic:claude-haiku-4-5", "gemini": "gemini:gemini-3.0-pro-001"}
CONFIG = '{"options": {"sealed": false, "rounds": 1}, "services": {"clerk": "", "synthesis": ""}}'


@pytest.mark.parametrize("protocol", list(MODELS))
def test_a_killed_turn_goes_on_after_what_it_has_paid_for(
    program: Any, real_models: LoopbackServer, repository: Path, protocol: Any, id_in: Any
) -> None:
    hold = threading.Event()
    said = "Orders are retried three times, as far as I can see."
    real_models.script(
        protocol,
        Script(text="I look it up.", tools=(READ,), signature="s"),
        Script(text=said, delay=0.05, hold=hold),
        Script(text=said),
    )
    (program.folder / "config.json").write_text(CONFIG, "utf-8")
    seats = ("--seat", f"analyst={MODELS[protocol]}", "--seat", "critic=rehearsal:quick", "--repo", str(repository))
    program("settings", "set", "calls.autosave", "0.2")
    running = program.start("debate", "Is it so?", "--config", "config.json", *seats, "--yes", "--json")
    id = id_in(running.until('"follow-up-asked"', ANALYSIS))
    running.until('"turn-drafted"', ANALYSIS, "Orders")
    running.process.kill()
    running.end()
    hold.set()
    before = [seen for seen in real_models.requests if seen.protocol == protocol]
    assert len(before) == 2
    resumed = program("resume", id, "--json")
    assert resumed.code == 0, resumed.err
    after = [seen for seen in real_models.requests if seen.protocol == protocol][2:]
    assert [seen.body for seen in after] == [before[1].body], "only what was not answered is asked again"
    (lost,) = resumed.of("turn-cut")
    assert lost["lost"]
    assert lost["usage"]["prompt"] > 100, "the first answer as it was counted, and the second as it is estimated"
    assert lost["usage"]["estimated"]
    assert lost["text"].startswith("I look it up.")
    assert "Orders" in lost["text"]
    (turn,) = [each for each in resumed.of("turn-completed") if each["path"] == ANALYSIS]
    assert turn["text"] == f"I look it up.\n\n{said}"
    notice, use = turn["tools"]
    assert "No web search is set up" in notice["result"]
    assert use["name"] == "read_file"
    listed = json.loads(program("show", id, "--requests", "--json").out)
    own = [each["why"] for each in listed if each["path"] == ANALYSIS]
    assert own == ["asked", "results", "results"], "what was sent, and nothing else"
    assert program("audit", "verify", id).code == 0
    assert program("replay", id).code == 0
