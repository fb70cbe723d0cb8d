"""Debates through the real SDKs of OpenAI, Anthropic and Google, against servers on this machine."""

from __future__ import annotations

from pathlib import Path

from disputatio.testing.loopback import Fault, LoopbackServer, Script

SEATS = ("--seat", "analyst=openai:gpt-5.2", "--seat", "critic=gemini:gemini-3.0-pro-001")


def debate(program, *arguments: str):
    return program("debate", "Is it sound?", *SEATS, "--rounds", "1", "--seed", "1", "--json", *arguments)


def test_three_providers_debate_and_one_writes_the_synthesis(program, real_models: LoopbackServer) -> None:
    done = debate(program)
    assert done.code == 0, done.err
    asked = {event["path"]: event["model"] for event in done.of("turn-asked")}
    assert asked["round[1]/analysis[analyst]"] == "openai:gpt-5.2"
    assert asked["round[1]/critique[critic]"] == "gemini:gemini-3.0-pro-001"
    assert asked["conclusion/synthesis[clerk]"].startswith("anthropic:")
    assert {seen.protocol for seen in real_models.requests} == {"openai", "anthropic", "gemini"}
    analysis = next(event for event in done.of("turn-completed") if event["path"] == "round[1]/analysis[analyst]")
    assert analysis["usage"]["prompt"] == 100
    assert "sk-fake" not in done.out + done.err
    id = done.events[0]["debate"]
    assert "openai:gpt-5.2" in program("show", id, "--cost").out


def test_a_failing_provider_ends_with_code_4_and_retry_goes_on(program, real_models: LoopbackServer) -> None:
    real_models.always("openai", Script(fault=Fault.UNAUTHORISED))
    failed = debate(program)
    assert failed.code == 4
    assert "OpenAI" in failed.err
    assert "key" in failed.err
    assert "sk-fake" not in failed.err
    real_models.always("openai", None)
    done = program("retry", failed.events[0]["debate"], "--json")
    assert done.code == 0, done.err
    assert failed.of("turn-failed")[0]["path"] in [event["path"] for event in done.of("turn-completed")]


def test_a_model_can_be_swapped_after_a_failure(program, real_models: LoopbackServer) -> None:
    real_models.always("gemini", Script(fault=Fault.FORBIDDEN))
    failed = debate(program)
    assert failed.code == 4
    id = failed.events[0]["debate"]
    assert program("swap", id, "critic=nobody:x").code == 2
    assert program("swap", id, "critic=anthropic:claude-haiku-4-5").code == 0
    done = program("resume", id, "--json")
    assert done.code == 0, done.err
    assert done.of("turn-asked")[0]["model"] == "anthropic:claude-haiku-4-5"


def test_without_a_key_it_says_what_is_missing_and_what_there_is(program) -> None:
    done = program("debate", "Is it sound?")
    assert done.code == 2
    assert "No key for" in done.err
    assert "rehearse" in done.err


def test_context_leaves_for_a_network_only_with_consent(program, real_models, repository: Path) -> None:
    program.environment["ANTHROPIC_BASE_URL"] = "http://models.example.org"
    refused = program("debate", "Is it sound?", "--repo", str(repository), *SEATS)
    assert refused.code == 2
    assert "--yes" in refused.err
    assert "models.example.org" in refused.err
    assert "README" in refused.err
    assert program("list").out == ""
    assert not real_models.requests
    rehearsed = ("debate", "Is it sound?", "--rounds", "1", "--repo", str(repository), "--rehearse")
    assert program(*rehearsed).code == 0


def test_the_connection_test_is_honest(program, real_models: LoopbackServer) -> None:
    good = program("check", "openai")
    assert good.code == 0, good.out
    assert "accepted" in good.out
    real_models.fault_list("openai", Fault.UNAUTHORISED)
    bad = program("check", "openai")
    assert bad.code == 4
    assert "gpt" in program("models", "anthropic").out or "claude" in program("models", "anthropic").out


def test_it_is_said_once_that_nobody_can_search_the_web(program, real_models: LoopbackServer) -> None:
    done = program("debate", "Is it sound?", *SEATS, "--rounds", "1", "--seed", "1")
    assert done.code == 0, done.err
    assert (done.out + done.err).count("No web search is set up") == 1


def test_each_role_of_the_protocol_is_heard_to_say_what_is_not_set_up_for_it(
    program, real_models: LoopbackServer
) -> None:
    cast = ("proposers", "instructor", "critics", "reviewers", "optimizer", "performance", "attacker", "defender")
    seats = [word for seat in (*cast, "judge", "synthesis") for word in ("--seat", f"{seat}=openai:gpt-5.2")]
    on = ("--format", "eight-phase", "--rounds", "1", "--phase", "proposal", "--phase", "optimization")
    done = program("debate", "Sort a list.", *on, *seats)
    assert done.code == 0, done.err
    off = "running programs is switched off; switch it on with disputatio settings set sandbox.use true."
    assert [line for line in done.out.splitlines() if "Not set up" in line] == [
        f"-- Proposer: Not set up: run_code, run_tests, format. Its role may use them, but {off}",
        f"-- Optimizer: Not set up: analyse, lint. Its role may use them, but {off}",
        f"-- Performance analyst: Not set up: profile. Its role may use it, but {off}",
    ]
