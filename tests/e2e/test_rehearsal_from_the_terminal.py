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
    for path, text in said.items():
        assert path == "recall[memory]" or "Rehearsal: no AI model was asked" in text
    assert any(path.startswith("synthesis") for path in said)
    assert "At most about" in done.err


def test_json_lines_count_up_and_their_chain_holds(program) -> None:
    done = program.debate()
    assert [event["seq"] for event in done.events] == list(range(1, len(done.events) + 1))
    assert chain_faults(done.events) == []
    changed = [dict(event) for event in done.events]
    changed[3]["at"] += 1
    assert chain_faults(changed)


def test_the_same_seed_gives_the_same_words(program) -> None:
    first, second = program.debate(), program.debate()
    assert [event["text"] for event in first.of("turn-completed")] == [
        event["text"] for event in second.of("turn-completed")
    ]


def test_in_a_pipe_it_is_plain_text_with_the_consensus_after_each_round(program, repository: Path) -> None:
    done = program("debate", "Is it sound?", "--rehearse", "--repo", str(repository), "--rounds", "2", "--seed", "1")
    assert done.code == 0
    assert "\x1b" not in done.out + done.err
    assert "Analyst · rehearsal:quick · round 1" in done.out
    assert "Consensus after round 1:" in done.out
    assert "Minority report" in done.out
    assert done.out.index("Round 1") < done.out.index("Analyst") < done.out.index("Critic")


def test_without_arguments_and_display_a_rehearsal_about_the_folder_runs(program, repository: Path) -> None:
    program.folder = repository / "shop"
    done = program()
    assert done.code == 0
    assert "Can this project be relied on" in done.out
    assert "`shop/orders.py:" in done.out
    assert "To open the window" in done.err


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


def test_every_format_that_steps_pauses_after_its_rounds(program) -> None:
    done = program.debate("--format", "socratic", "--step")
    assert done.code == 3
    assert program("resume", done.events[0]["debate"], "--json").code == 0


def test_a_question_can_come_from_standard_input(program) -> None:
    done = program("debate", "-", "--rehearse", "--rounds", "1", "--json", text="Tabs or spaces?\n")
    assert done.code == 0
    assert done.events[0]["question"] == "Tabs or spaces?"


def test_a_configuration_is_taken_and_options_go_before_it(program) -> None:
    (program.folder / "debate.toml").write_text(
        'question = "Cache or not?"\nseed = 3\nrounds = 4\n[[seats]]\nseat = "critic"\npersona = "Grace"\n', "utf-8"
    )
    done = program("debate", "--config", "debate.toml", "--rehearse", "--rounds", "1", "--json")
    assert done.code == 0
    opened = done.events[0]
    assert (opened["question"], opened["seed"], opened["options"]["rounds"]) == ("Cache or not?", 3, 1)
    assert [seat["persona"] for seat in opened["seats"]] == ["", "Grace"]


def test_a_person_takes_a_seat_and_answers(program) -> None:
    first = program.debate("--seat", "critic=human:", "--rounds", "1")
    assert first.code == 3
    id = first.events[0]["debate"]
    assert f"disputatio answer {id}" in first.err
    text = "### Agree\n- P1\n\n### Disagree\n- P2: nothing shows it\n"
    done = program("answer", id, "-", text=text)
    assert done.code == 0, done.err
    assert "written by a person" in done.out
    assert "Consensus after round 1: 50% (1 agreed, 1 contested" in done.out


def test_a_budget_pauses_and_can_be_raised(program) -> None:
    (program.folder / "small.toml").write_text("[options]\nmax_turns = 2\n", "utf-8")
    first = program.debate("--config", "small.toml")
    assert first.code == 3
    assert "max_turns" in first.err
    id = first.events[0]["debate"]
    assert program("resume", id).code == 2
    assert program("set", id, "max_turns=none").code == 0
    assert program("resume", id).code == 0


def test_a_gate_waits_for_approval(program) -> None:
    first = program.debate("--format", "eight-phase", "--gate", "proposal", "--rounds", "1")
    assert first.code == 3, first.err
    id = first.events[0]["debate"]
    assert id in program("gates", "list").out
    done = program("gates", "approve", id, "--json")
    assert done.code == 0, done.err
    assert any(event["data"].get("approved") is True for event in done.of("turn-completed"))
