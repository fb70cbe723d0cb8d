"""Gates from the terminal (SPEC GATE.1, CLI.1): a debate waits at the chosen points and exits with 3, is listed with
what comes next, and is approved, rejected or ended; a second answer is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from disputatio.app.paths import resource
from disputatio.testing.repositories import commit
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
EVERY = pytest.mark.parametrize("name", FORMATS)


def asked(done) -> list[str]:
    return [event["path"] for event in done.of("turn-asked") if not event["path"].endswith("[person]")]


def listed(cli) -> list[dict]:
    return json.loads(cli("gates", "list", "--json").out)


@EVERY
def test_every_format_waits_before_its_result_and_is_approved(cli, name: str) -> None:
    rounds = ("--rounds", "1") if name not in ("collaboration", "council") else ()
    fields = ("--name", "experts=Economist", "--name", "experts#2=Lawyer") if name == "expert-panel" else ()
    first = cli.debate("--format", name, "--gate", "synthesis", *rounds, *fields)
    assert first.code == 3, first.err
    id = first.events[0]["debate"]
    assert f"gates approve {id}" in first.err
    assert f"gates reject {id} --reason" in first.err
    gives = {event["gives"] for event in first.of("turn-asked")}
    final = "artifact" if name == "collaboration" else "synthesis"
    assert final not in gives
    [halted] = [event for event in first.of("debate-halted") if event["reason"] == "gate"]
    assert halted["status"] == "paused"
    done = cli("gates", "approve", id, "--json")
    assert done.code == 0, done.err
    assert final in {event["gives"] for event in done.of("turn-asked")}


def test_a_gate_is_listed_rejected_approved_and_in_the_log(cli) -> None:
    assert "Nothing waits for your approval." in cli("gates", "list").err
    first = cli.debate("--gate", "critique", "--rounds", "1")
    assert first.code == 3
    assert not any("critique" in path for path in asked(first))
    id = first.events[0]["debate"]
    [waits] = listed(cli)
    assert (waits["debate"], waits["session"], waits["phase"], waits["kind"]) == (id, id, "the critique", "gate")
    assert waits["path"] == "round[1]/gate-critique[person]"
    assert waits["requested_at"] > 0
    assert waits["seconds_left"] == 1800
    assert waits["artifacts"] == {"diff": [], "tests": [], "scores": []}
    assert waits["summary"][0]["by"] == "Analyst"
    assert waits["back"] == "the analysis"
    text = cli("gates", "list")
    assert "May the critique begin?" in text.out
    assert "You wanted to be asked before the critique." in text.err
    assert "If you reject it: Back to the analysis, with your reason." in text.err
    assert "paused" in cli("list").out
    assert cli("resume", id).code == 2, "an answer is needed first"
    back = cli("gates", "reject", id, "--reason", "Name the file.", "--json")
    assert back.code == 3
    [answer] = back.of("turn-completed")[:1]
    assert answer["text"] == "Name the file."
    assert answer["data"] == {"approved": False, "reviewer": "you, in the terminal"}
    assert asked(back)[0] == "round[1]/gate-critique[person]/again-1/analysis[analyst]"
    assert not any(path.startswith("round[1]/critique") for path in asked(back))
    assert cli("gates", "approve", id, "--path", waits["path"]).code == 2, "that one was answered"
    done = cli("gates", "approve", id, "--json")
    assert done.code == 0
    assert any(path.startswith("round[1]/critique") for path in asked(done))
    assert cli("gates", "approve", id).code == 2
    assert listed(cli) == []
    shown = cli("show", id).out
    assert "Name the file." in shown
    assert cli("audit", "verify", id).code == 0
    assert cli("replay", id).code == 0
    decided = json.loads(cli("audit", "gates", id, "--json").out)
    assert [(each["phase"], each["verdict"], each["reason"]) for each in decided] == [
        ("the critique", "rejected", "Name the file."),
        ("the critique", "approved", ""),
    ]
    assert all(each["at"] >= each["asked_at"] and each["reviewer"] == "you, in the terminal" for each in decided)
    assert "Name the file." in cli("audit", "gates", id).out


def test_a_rejection_can_end_the_debate_which_asks_again_when_resumed(cli) -> None:
    id = cli.debate("--gate", "analysis").events[0]["debate"]
    refused = cli("gates", "reject", id, "--reason", "Too vague.")
    assert refused.code == 2
    assert "No step before the analysis" in refused.err
    ended = cli("gates", "reject", id, "--reason", "Too vague.", "--end")
    assert ended.code == 0
    assert "you rejected the analysis" in ended.out
    assert listed(cli) == []
    again = cli("resume", id, "--json")
    assert again.code == 3
    assert asked(again) == []
    assert [each["path"] for each in listed(cli)] == ["round[1]/gate-2-analysis[person]"]


def test_rounds_wait_one_after_another(cli) -> None:
    first = cli.debate("--gate", "rounds", "--rounds", "2", "--format", "socratic")
    assert first.code == 3
    id = first.events[0]["debate"]
    assert listed(cli)[0]["phase"] == "round 2"
    assert not any("round[2]" in path for path in asked(first))
    done = cli("gates", "approve", id, "--reason", "Mind the cost.", "--json")
    assert done.code == 0, done.err
    assert any("round[2]" in path for path in asked(done))


def test_a_point_that_a_format_lacks_is_refused_with_its_points(cli) -> None:
    wrong = cli.debate("--format", "council", "--gate", "rounds")
    assert wrong.code == 2
    assert "Council has no gate 'rounds'. It has: all, synthesis, opinion, review, after:STEP." in wrong.err
    assert "no amount" in cli.debate("--gate", "spend:").err
    assert "Gates: all, rounds, spend:USD, synthesis" in cli("formats", "show", "delphi").out


def test_a_format_of_ones_own_and_a_configuration_have_gates_too(cli, tmp_path: Path) -> None:
    (tmp_path / "pitch.toml").write_text(
        'name = "pitch"\ntitle = "Pitch"\ndo = ["proposal", "objection"]\n[cast.author]\nrole = "Author"\n'
        '[cast.jury]\nrole = "Juror"\n[step.proposal]\nask = "author"\n[step.objection]\nask = "jury"\n'
    )
    folder = Path(cli("formats", "list").err.rpartition(": ")[2].strip())
    folder.mkdir(parents=True, exist_ok=True)
    (tmp_path / "pitch.toml").rename(folder / "pitch.toml")
    (tmp_path / "d.toml").write_text('format = "pitch"\n[options]\ngates = ["objection"]\n')
    first = cli.debate("--config", "d.toml")
    assert first.code == 3, first.err
    assert asked(first) == ["proposal[author]"]
    assert cli("gates", "approve", first.events[0]["debate"]).code == 0


def test_a_rehearsal_costs_nothing_so_its_price_is_never_asked_about(cli) -> None:
    assert cli.debate("--gate", "spend:0", "--rounds", "2").code == 0


def test_a_branch_of_a_debate_from_elsewhere_is_approved_and_refused(cli, tmp_path: Path) -> None:
    commit(tmp_path / "shop", {"README.md": "# Shop\n"}, "First")
    first = cli.debate("--repo", "shop", "--branch", "--yes", "--rounds", "1", "--gate", "critique")
    assert first.code == 3, first.err
    id = first.events[0]["debate"]
    forks = [cli("fork", id).out.split()[-1].strip(".") for _ in range(2)]
    kinds = {(each["debate"], each["kind"]) for each in listed(cli)}
    assert {(fork, kind) for fork in forks for kind in ("gate", "write")} <= kinds
    path = listed(cli)[0]["path"]
    assert cli("gates", "approve", forks[0], "--path", path, "--yes").code == 0
    assert cli("gates", "reject", forks[1], "--path", "nowhere", "--reason", "No.").code == 2
    assert cli("gates", "approve", forks[0]).code in (0, 2)


def test_a_rejection_after_the_last_vote_brings_a_round_whose_proposals_read_the_reason(cli) -> None:
    phases = [word for name in ("proposal", "convergence") for word in ("--phase", name)]
    first = cli.debate("--format", "eight-phase", "--rounds", "1", "--gate", "after:convergence", *phases)
    id = first.events[0]["debate"]
    assert "If you reject it: On to round 2, with your reason." in cli("gates", "list").err
    assert [each["back"] for each in listed(cli)] == ["round 2"]
    back = cli("gates", "reject", id, "--reason", "Say what it costs.", "--json")
    assert back.code == 3, "it asks again"
    proposed = next(event for event in back.of("turn-asked") if event["gives"] == "artifact")
    assert proposed["path"].startswith("gate-conclusion[person]/extension-1-after-1/round[1]/proposal/propose[")
    assert "gate-conclusion[person]" in proposed["sees"]
    assert cli("gates", "approve", id).code == 0


def test_a_rejection_goes_back_past_a_phase_that_was_switched_off_meanwhile_and_says_so(cli) -> None:
    first = cli.debate("--format", "eight-phase", "--rounds", "1", "--gate", "review")
    id = first.events[0]["debate"]
    assert cli("set", id, "critique=false").code == 0
    told = cli("gates", "list").err
    assert (
        "If you reject it: Back to the proposal phase, with your reason. Nobody would speak in “critique” now" in told
    )
    back = cli("gates", "reject", id, "--reason", "Name the file.", "--json")
    assert back.code == 3
    assert asked(back)[0].startswith("round[1]/gate-review[person]/again-1/proposal/")
