"""A gate among processes: killed and started again, and two people who answer at the same moment (SPEC GATE.1)."""

from __future__ import annotations

import json

GATE = ("--rehearse", "--seed", "7", "--rounds", "1", "--gate", "critique")


def waiting(program) -> list[dict]:
    return json.loads(program("gates", "list", "--json").out)


def test_a_gate_outlives_the_process_that_was_killed_at_it(program, id_in) -> None:
    running = program.start("debate", "Tabs or spaces?", "--json", *GATE, "--seat", "analyst=rehearsal:live")
    id = id_in(running.until('"turn-asked"', "analysis"))
    running.process.kill()
    running.end()
    resumed = program("resume", id, "--json")
    assert resumed.code == 3
    assert [each["path"] for each in waiting(program)] == ["round[1]/gate-critique[person]"]
    done = program("gates", "approve", id, "--json")
    assert done.code == 0, done.err
    assert program("audit", "verify", id).code == 0
    events = program.events(id).events
    asked = [event["seq"] for event in events if event["type"] == "turn-asked" and "/critique[" in event["path"]]
    [answer] = [event for event in events if event["type"] == "turn-completed" and "gate-" in event["path"]]
    assert min(asked) > answer["seq"]
    assert answer["at"]
    assert answer["data"] == {"approved": True, "reviewer": "you, in the terminal"}


def test_of_two_answers_at_the_same_moment_one_counts_and_the_other_is_told(program) -> None:
    first = program("debate", "Tabs or spaces?", "--json", *GATE)
    assert first.code == 3
    id = first.events[0]["debate"]
    both = [
        program.start("gates", "approve", id, "--json"),
        program.start("gates", "reject", id, "--reason", "No.", "--end"),
    ]
    ended = [each.end() for each in both]
    assert sorted(each.code == 2 for each in ended) == [False, True], ended
    refused = next(each for each in ended if each.code == 2)
    assert any(words in refused.err for words in ("already been answered", "is over", "not waiting")), refused.err
    answers = [e for e in program.events(id).events if e["type"] == "turn-completed" and "gate-" in e["path"]]
    assert len(answers) == 1
    assert waiting(program) == []
