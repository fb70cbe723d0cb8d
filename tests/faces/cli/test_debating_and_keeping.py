"""What a person does from day to day, each command in this process on one data folder."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from pathlib import Path

import pytest
from tests.sandbox.test_isolation import HERE

from disputatio.app.debates.session import Session
from disputatio.app.privacy.sendings import Asked
from disputatio.debate.log.commands import Command


def test_a_changed_export_is_refused(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    content = json.loads(cli("export", id, "--as", "json").out)
    content["events"][5]["at"] += 1
    (Path.cwd() / "changed.json").write_text(json.dumps(content), "utf-8")
    refused = cli("import", "changed.json", DISPUTATIO_HOME=str(Path.cwd() / "elsewhere"))
    assert refused.code == 2
    assert "changed" in refused.err


def test_what_is_imported_again_is_found_and_comes_out_of_the_bin(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    assert cli("export", id, "--as", "json", "--out", "debate.json").code == 0
    again = cli("import", "debate.json")
    assert (again.code, again.out.strip()) == (0, id)
    assert "already" in again.err
    cli("delete", id, "--keep-insights")
    back = cli("import", "debate.json")
    assert (back.code, back.out.strip()) == (0, id)
    assert "bin" in back.err
    assert id in cli("list").out


def test_an_import_takes_no_place_of_another_debate(cli) -> None:
    """A fork of an export that was renamed to the id of a debate that is here."""
    id, other = (cli.debate("--rounds", rounds).events[0]["debate"] for rounds in ("1", "2"))
    content = json.loads(cli("export", other, "--as", "json").out)
    Path("other.json").write_text(json.dumps({**content, "debate": id}), "utf-8")
    before = cli("show", id, "--json").out
    taken = cli("import", "other.json")
    assert taken.code == 0
    copy = taken.out.strip()
    assert copy not in (id, other)
    assert "copy" in taken.err
    assert cli("show", id, "--json").out == before
    assert cli("audit", "verify", copy).code == 0
    assert "is the same" in cli("replay", copy).out


def test_a_debate_that_was_under_way_asks_nobody_when_it_is_imported(cli) -> None:
    id = cli.debate("--rounds", "2").events[0]["debate"]
    content = json.loads(cli("export", id, "--as", "json").out)
    running = content["events"][:9]
    head = {"seq": running[-1]["seq"], "hash": running[-1]["hash"]}
    Path("running.json").write_text(json.dumps({**content, "events": running, "head": head}), "utf-8")
    elsewhere = {"DISPUTATIO_HOME": str(Path.cwd() / "elsewhere")}
    taken = cli("import", "running.json", **elsewhere)
    assert (taken.code, taken.out.strip()) == (0, id)
    assert "paused" in taken.err
    assert [row["status"] for row in json.loads(cli("list", "--json", **elsewhere).out)] == ["paused"]
    again = cli("import", "running.json", **elsewhere)
    assert "already" in again.err, "that it was paused is no other debate"
    assert cli("resume", id, "--json", **elsewhere).code == 0


def test_a_fork_goes_its_own_way(cli) -> None:
    done = cli.debate("--rounds", "2")
    id = done.events[0]["debate"]
    at = next(event["seq"] for event in done.of("turn-completed") if event["path"].startswith("round[1]/critique"))
    fork = cli("fork", id, "--at", str(at)).out.strip()
    resumed = cli("resume", fork, "--json")
    assert resumed.code == 0
    assert cli("show", fork, "--json").events[0]["parent"] == f"{id}@{at}"
    assert "round[1]/critique[critic]" not in [event["path"] for event in resumed.of("turn-asked")]


def test_the_tables_are_rebuilt_from_the_log(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    before = cli("list", "--json").out
    assert cli("rebuild").code == 0
    after = cli("list", "--json").out
    assert json.loads(after)[0]["id"] == id
    assert json.loads(after) == json.loads(before)


def test_the_library_from_project_to_note(cli) -> None:
    project = cli("project", "add", "Shop", "--goal", "Sell", "--goal", "Ship", "--description", "A web shop")
    assert project.code == 0, project.err
    assert cli("task", "add", "Fix retries", "--project", "shop", "--priority", "high").code == 0
    assert cli("document", "add", "Retry policy", "--text", "-", "--project", "Shop", text="Thrice.").code == 0
    assert "Thrice." in cli("document", "show", "Retry policy").out
    assert cli("task", "edit", "Fix retries", "--status", "doing").code == 0
    assert "doing" in cli("task", "list", "--project", "Shop").out
    assert "Retry policy" in cli("document", "search", "thrice").out
    done = cli.debate("--project", "shop", "--rounds", "1")
    assert done.code == 0, done.err
    assert "Fix retries" in str(done.events[0]["context"])
    note = cli("note", "add", "--from-debate", done.events[0]["debate"], "--project", "Shop")
    shown = json.loads(cli("note", "show", note.out.strip(), "--json").out)
    assert shown["title"] == f"Shop: {'Is the retry of orders sound?'[:50]}…"
    assert shown["tags"] == ["ai-debate", "project"]
    assert shown["colour"] == "#8B5CF6"
    assert shown["debate"] == done.events[0]["debate"]
    assert "Rehearsal" in shown["body"]
    removed = cli("project", "delete", "Shop").out
    assert "Fix retries" not in cli("task", "list").out
    assert cli("bin", "restore", removed.split()[-1]).code == 0
    assert "Fix retries" in cli("task", "list").out


def test_doctor_names_what_does_not_work_and_asks_nobody(cli) -> None:
    done = cli("doctor")
    assert done.code == 0
    assert "integrity check found nothing" in done.out
    assert "no key" in done.out
    assert "disputatio keys set openai" in done.out


def test_doctor_says_what_isolates_code_and_what_bounds_it(
    cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sandbox() -> str:
        done = cli("doctor")
        assert done.code == 0, "what is merely off, or missing, is no fault of the data"
        return next(line for line in done.out.splitlines() if "Sandbox" in line)

    switch = "witch it on: disputatio settings set sandbox.use true"
    off = sandbox()
    assert "switched off" in off
    assert switch in off
    if HERE:
        assert "switched off; code can be run isolated by bubblewrap; " in off
        assert "Python" in off
    for box, remark in (("podman", "Podman (hardly tested)."), ("docker", "Docker (untested)."), ("podman", "Podman")):
        told = cli("settings", "set", "sandbox.box", box).err
        assert told.startswith(remark), "it is said where it is chosen"
        assert "Podman was tested by hand on one kind of machine, Docker only with a stand-in." in told
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("PATH", str(tmp_path))
        unable = sandbox()
    assert "switched off; Code of participants cannot be run: podman is not installed." in unable
    assert f"Then s{switch}" in unable
    cli("settings", "set", "sandbox.box", "default")
    cli("settings", "set", "sandbox.use", "true")
    if HERE:
        assert "code is run isolated by bubblewrap; " in sandbox()
        assert "memory and processes of the whole" in sandbox()
        assert "witch it" not in sandbox()
    cli("settings", "set", "sandbox.box", "podman")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "podman is not installed." in sandbox()
    assert cli("settings", "set", "sandbox.box", "jail").code == 2


def test_the_same_seed_gives_the_same_words(cli) -> None:
    """What is made side by side may arrive in either order."""

    def said(done):
        return {event["path"]: event["text"] for event in done.of("turn-completed")}

    first = said(cli.debate())
    assert len(first) > 4
    assert said(cli.debate()) == first


def test_every_format_that_steps_pauses_after_its_rounds(cli) -> None:
    done = cli.debate("--format", "socratic", "--step")
    assert done.code == 3
    assert cli("resume", done.events[0]["debate"], "--json").code == 0


def test_a_dialogue_that_steps_pauses_between_its_aspects_too(cli) -> None:
    aspects = ("--aspect", "cost", "--aspect", "safe & sound")
    done = cli.debate("--format", "dialogue", *aspects, "--rounds", "1", "--step")
    assert done.code == 3
    assert "Paused: aspect safe & sound is next." in done.err
    id = done.events[0]["debate"]
    said = cli("show", id, "--turns").out
    assert "aspect[cost]" in said
    assert "aspect[safe & sound]" not in said, "nothing was said on it yet"
    ended = cli("resume", id, "--step", "--json")
    assert ended.code == 0, "after the last one nothing is left to wait for but the closings"
    assert {event["path"].split("/")[0] for event in ended.of("turn-asked")} >= {
        "aspect[safe & sound]",
        "closing[personas]",
    }


def test_a_configuration_is_taken_and_options_go_before_it(cli) -> None:
    (Path.cwd() / "debate.toml").write_text(
        'question = "Cache or not?"\nseed = 3\nrounds = 4\n[[seats]]\nseat = "critic"\npersona = "newcomer"\n', "utf-8"
    )
    done = cli("debate", "--config", "debate.toml", "--rehearse", "--rounds", "1", "--json")
    assert done.code == 0
    opened = done.events[0]
    assert (opened["question"], opened["seed"], opened["options"]["rounds"]) == ("Cache or not?", 3, 1)
    assert [seat["persona"] for seat in opened["seats"]] == ["", "Newcomer to the code"]


def test_effort_is_chosen_for_the_debate_and_for_a_seat(cli) -> None:
    done = cli.debate("--effort", "quick", "--effort", "critic=thorough", "--rounds", "1")
    opened = done.events[0]
    assert opened["options"]["effort"] == "quick"
    assert [seat.get("effort", "") for seat in opened["seats"]] == ["", "thorough"]
    for wrong, told in (("extreme", "no effort 'extreme'"), ("critic=extreme", "no effort 'extreme'")):
        refused = cli.debate("--effort", wrong)
        assert refused.code == 2
        assert told in refused.err
    assert "critic=thorough" in cli.debate("--effort", "critic=").err


def test_a_person_takes_a_seat_and_answers(cli) -> None:
    first = cli.debate("--seat", "critic=human:", "--rounds", "1")
    assert first.code == 3
    id = first.events[0]["debate"]
    assert f"disputatio answer {id}" in first.err
    text = "### Agree\n- P1\n\n### Disagree\n- P2: nothing shows it\n"
    done = cli("answer", id, "-", text=text)
    assert done.code == 0, done.err
    assert "written by a person" in done.out
    assert "Rehearsal: no AI model took part, so nothing is measured." in done.out
    assert "Consensus after round" not in done.out
    points = cli("show", id, "--points").out
    assert "P1 agreed, Analyst: " in points
    assert "Critic disputes it (round 1): “nothing shows it”" in points


def test_a_budget_pauses_and_can_be_raised(cli) -> None:
    (Path.cwd() / "small.toml").write_text("[options]\nmax_turns = 2\n", "utf-8")
    first = cli.debate("--config", "small.toml")
    assert first.code == 3
    assert "max_turns" in first.err
    id = first.events[0]["debate"]
    assert cli("resume", id).code == 2
    assert cli("set", id, "max_turns=none").code == 0
    assert cli("resume", id).code == 0


def test_words_rulings_options_and_models_reach_the_next_round(cli, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("The retry waits one second.\nOrders are retried three times.\n", "utf-8")
    first = cli.debate("--file", "notes.txt", "--seat", "critic=human:", "--rounds", "2")
    id = first.events[0]["debate"]
    assert cli("stop", id).out.startswith(f"Debate {id} is paused")
    assert cli("stop", id).code == 2, "it is paused already"
    assert "Said." in cli("say", id, "-", text="Think of the blind.\n").out
    assert cli("say", id, "What now?", "--to", "nobody").code == 2
    assert cli("rule", id, "P1", "set aside", "--why", "beside the point").code == 0
    assert cli("rule", id, "P99", "accepted").code == 2
    assert cli("set", id, "rounds=1").code == 0
    assert cli("set", id, "ruonds=1").code == 2
    assert cli("set", id, "rounds=many").code == 2
    assert cli("swap", id, "critic=rehearsal:quick").code == 0
    done = cli("resume", id, "--json")
    assert done.code == 0, done.err
    points = cli("show", id, "--points").out
    assert "P1 settled by you, Analyst: " in points
    assert "You set it aside (round 1): “beside the point”" in points
    critique = next(event for event in done.of("turn-asked") if event["path"] == "round[1]/critique[critic]")
    assert critique["model"] == "rehearsal:quick"
    shown = cli("show", id).out
    assert "Think of the blind." in shown
    assert "written by a person" in shown


def test_an_ended_debate_is_extended_and_a_stopped_one_gets_its_synthesis(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    assert cli("resume", id).code == 2
    extended = cli("extend", id, "--json")
    assert extended.code == 0, extended.err
    assert any("round[" in event["path"] for event in extended.of("turn-asked"))
    other = cli.debate("--seat", "critic=human:").events[0]["debate"]
    assert "is stopped" in cli("stop", other, "--end").out
    made = cli("synthesise", other, "--json")
    assert made.code == 0, made.err
    assert any("synthesis" in event["path"] for event in made.of("turn-completed"))


def test_debates_are_listed_shown_renamed_and_binned(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    assert json.loads(cli("list", "--json").out)[0]["status"] == "completed"
    assert cli("list", "--status", "running").out == ""
    assert id in cli("list").out
    assert "rehearsal:quick" in cli("show", id[:5], "--cost").out
    assert "round[1]/critique[critic]" in cli("show", id, "--turns").out
    assert "Minority report" in cli("show", id).out
    assert cli("rename", id, "Another title\x1b[2J").code == 0
    listed = cli("list").out
    assert "Another title" in listed
    assert "\x1b" not in listed
    assert cli("search", "retry").out
    assert json.loads(cli("search", "retry", "--kind", "debate", "--json").out)["debate"][0]["id"] == id
    assert cli("delete", id).code == 0
    assert id not in cli("list").out
    assert id in cli("list", "--deleted").out
    assert cli("undelete", id).code == 0
    assert id in cli("list").out


def test_formats_are_listed_shown_and_checked(cli, home: Path) -> None:
    assert "council" in cli("formats", "list").out
    figures = cli("formats", "show", "delphi").out
    assert "statistics" in figures
    assert "without names" in figures
    assert "room-view" not in figures, "only those that its seats are shown"
    assert "FIGURE" not in cli("formats", "show", "collaboration").out
    shown = cli("formats", "show", "eight-phase").out
    assert "Gates: all, rounds, spend:USD, synthesis, " in shown
    own = Path("mine.toml")
    own.write_text(
        'name = "mine"\ntitle = "Mine"\nsummary = "One answers."\ndo = ["say"]\n'
        '[cast.one]\nrole = "One"\n[step.say]\nask = "one"\n',
        "utf-8",
    )
    assert cli("formats", "check", "mine.toml").code == 0
    own.write_text(own.read_text("utf-8").replace('ask = "one"', 'ask = "oen"'), "utf-8")
    bad = cli("formats", "check", "mine.toml")
    assert bad.code == 2
    assert "mine.toml:" in bad.err
    assert "one" in bad.err
    (home / "formats").mkdir(exist_ok=True)
    (home / "formats" / "mine.toml").write_text(own.read_text("utf-8"), "utf-8")
    assert "mine" in cli("formats", "list").out


def test_settings_are_typed_and_taken_back(cli) -> None:
    assert cli("settings", "get", "budget.cost").out == "5.0\n"
    assert cli("settings", "set", "budget.cost", "2.5").code == 0
    assert cli("settings", "set", "debates.auto_continue", "true").code == 0
    assert cli("settings", "set", "providers.mine.base_url", "http://127.0.0.1:9/v1").code == 0
    listed = json.loads(cli("settings", "list", "--json").out)
    assert (listed["budget.cost"], listed["debates.auto_continue"]) == (2.5, True)
    assert listed["providers.mine.base_url"] == "http://127.0.0.1:9/v1"
    assert "mine" in cli("providers").out
    assert cli("settings", "set", "budget.cost", "default").code == 0
    assert cli("settings", "get", "budget.cost").out == "5.0\n"


def test_models_and_providers_without_any_key(cli) -> None:
    assert "rehearsal:quick" in cli("models").out
    rows = {row["provider"]: row["key"] for row in json.loads(cli("providers", "--json").out)}
    assert rows["openai"] == "none"
    assert rows["ollama"] == "needs none"
    assert rows["openrouter"] == "none"
    assert cli("check", "rehearsal").code == 0


def test_a_key_of_the_environment_is_named_and_not_shown(cli) -> None:
    done = cli("keys", "list", OPENAI_API_KEY="sk-live-abcdef0123456789")
    assert "openai\tfrom the environment" in done.out
    assert "abcdef" not in done.out + done.err


def test_who_sums_up_is_chosen_as_a_seat_is(cli) -> None:
    done = cli.debate("--rounds", "1", "--seat", "synthesis=rehearsal:summer", "--seat", "critic=rehearsal:strict")
    assert done.code == 0
    opened = done.of("debate-opened")[0]
    assert opened["services"]["synthesis"] == "rehearsal:summer"
    assert {seat["id"]: seat["model"] for seat in opened["seats"]}["critic"] == "rehearsal:strict"
    refused = cli.debate("--seat", "synthesis=summer")
    assert refused.code == 2
    assert "synthesis" in refused.err


def test_options_of_a_format_are_shown_as_they_are_set(cli) -> None:
    shown = cli("formats", "show", "dual").out
    assert "$5.00" in shown
    assert "5000000" not in shown
    assert "False" not in shown
    assert not re.search("^(topology|aspects)", shown, re.MULTILINE), "nobody is offered what would be refused"
    refused = cli.debate("--option", "planing=cpde")
    assert "It has: auto_continue, branch, condense" in refused.err
    assert "topology" not in refused.err
    refused = cli.debate("--format", "red-blue", "--option", "lessons=evrywhere")
    assert "Choose one of context, everywhere, off" in refused.err


def test_markdown_to_read_has_nothing_that_could_rewrite_a_screen(cli) -> None:
    assert cli("debate", "Is \x1b[2J it \u202esound?", "--rehearse", "--seed", "7").code == 0
    id = cli("list").out.splitlines()[1].split("\t")[0]
    assert cli("export", id, "--out", "debate.md").code == 0
    shown, kept = cli("export", id).out, Path("debate.md").read_text("utf-8")
    assert shown == kept
    assert not set("\x1b\u202e") & set(kept)
    assert "\\u001b[2J" in cli("export", id, "--as", "json").out


def test_a_debate_that_somebody_else_was_first_to_go_on_with_is_watched(cli, monkeypatch: pytest.MonkeyPatch) -> None:
    id = cli.debate("--step", "--format", "adversarial", "--rounds", "2").events[0]["debate"]
    submit = Session.submit

    async def second(session: Session, command: Command, agreed: Collection[Asked] = ()) -> None:
        await submit(session, command, agreed)
        await submit(session, command, agreed)

    monkeypatch.setattr(Session, "submit", second)
    done = cli("resume", id, "--step")
    assert done.code in (0, 3)
    assert "already running" not in done.err
