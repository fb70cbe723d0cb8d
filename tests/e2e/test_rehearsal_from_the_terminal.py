"""The main job from the command line, without a key and without a network."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ENVELOPE = ("seq", "debate", "type", "version", "at", "prev_hash", "hash")


def chain_faults(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """The hash chain, computed again from nothing but the printed lines."""
    faults, last = [], ""
    for event in events:
        body = {name: part for name, part in event.items() if name not in ENVELOPE}
        canonical = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        kind = f"{event['type']}/{event['version']}"
        text = f'{last}{{"at":{event["at"]!r},"event":{canonical},"seq":{event["seq"]},"type":"{kind}"}}'
        if event["prev_hash"] != last or hashlib.sha256(text.encode()).hexdigest() != event["hash"]:
            faults.append(f"{event['seq']} {kind}")
        last = event["hash"]
    return faults


def test_a_debate_about_a_repository_runs_to_its_synthesis(program, repository: Path) -> None:
    done = program.debate("--repo", str(repository))
    assert done.code == 0
    opened, *_, ended = done.events
    assert opened["type"] == "debate-opened"
    assert opened["context"]["kind"] == "repository"
    assert len(opened["context"]["pin"]) == 40
    assert ended["type"] == "debate-ended"
    said = {event["path"]: event["text"] for event in done.of("turn-completed")}
    assert "shop/orders.py:" in said["round[1]/analysis[analyst]"], "claims cite lines of the repository"
    for event in done.of("turn-completed"):
        assert event["by"] == "rules" or "Rehearsal: no AI model was asked" in event["text"]
    assert any(path.startswith("conclusion/synthesis") for path in said)
    assert "About " in done.err


def test_json_lines_count_up_and_their_chain_holds(program) -> None:
    done = program.debate()
    assert [event["seq"] for event in done.events] == list(range(1, len(done.events) + 1))
    assert chain_faults(done.events) == []
    changed = [dict(event) for event in done.events]
    changed[3]["at"] += 1
    assert chain_faults(changed)


def test_in_a_pipe_it_is_plain_text(program, repository: Path) -> None:
    seeded = ("--rehearse", "--rounds", "2", "--seed", "1")
    done = program.process("debate", "Is it sound?", "--repo", str(repository), *seeded)
    assert done.code == 0
    assert "\x1b" not in done.out + done.err
    assert "Analyst · rehearsal:quick · round 1" in done.out
    assert "Consensus after round" not in done.out, "nobody thought, so nothing is measured"
    assert "Minority report" in done.out
    assert done.out.index("Round 1") < done.out.index("Analyst") < done.out.index("Critic")


def test_without_arguments_and_display_an_example_is_played(program) -> None:
    # Started by the script, and no `disputatio` on the path: what is told must be what can be typed here.
    program.environment |= {"DISPUTATIO_COMMAND": "/my code/run", "PATH": "/usr/bin:/bin"}
    done = program.process()
    assert done.code == 0
    assert "Example: " in done.err
    assert "Playing it asks no model and costs nothing" in done.err
    assert "Critic · replay:" in done.out
    assert "To hold a debate of your own" in done.err
    assert "To open the window" in done.err
    assert "xvfb-run '/my code/run' (" in done.err
    assert "Where a message says disputatio, type: '/my code/run'" in done.err


def test_a_rehearsal_has_no_score_in_the_list(program) -> None:
    program.debate()
    (listed,) = json.loads(program("list", "--json").out)
    assert listed["status"] == "completed"
    assert listed["score"] is None, "nobody thought"


def test_step_returns_after_each_round_and_resume_goes_on(program, repository: Path, paths) -> None:
    first = program.debate("--repo", str(repository), "--step")
    assert first.code == 3
    id = first.events[0]["debate"]
    assert f"disputatio resume {id} --step" in first.err
    second = program("resume", id[:6], "--json")
    assert second.code == 0
    rounds = {path.split("/")[0] for path in paths(second.events, "turn-asked") if path.startswith("round")}
    assert "round[2]" in rounds
    assert "round[1]" not in rounds
    everything = program.events(id)
    asked = paths(everything.events, "turn-asked")
    assert len(asked) == len(set(asked)), "nothing is asked twice"
    assert everything.out == first.out + second.out
    assert chain_faults(everything.events) == []


def test_a_question_can_come_from_standard_input(program) -> None:
    done = program.process("debate", "-", "--rehearse", "--rounds", "1", "--json", text="Tabs or spaces?\n")
    assert done.code == 0
    assert done.events[0]["question"] == "Tabs or spaces?"
