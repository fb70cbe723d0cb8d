"""Programs that really fail, through the real SDK and a server on this machine: what one debate learns from them is in
the prompts of the next one about the same project, and in no other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from tests.sandbox.test_isolation import isolated

pytestmark = [isolated, pytest.mark.may_block("runs programs")]

SEATS = ("--seat", "attackers=openai:gpt-5.2", "--seat", "defenders=openai:gpt-5-mini")
TASK = "Write a program that adds the numbers of a list"
CAUSE = "the sum of an empty list was never thought of"
RULE = "Think of the empty list before you take its first element"
WRONG = """```python
def add(found):
    return found[0] + sum(found[1:])

def test_empty():
    assert add([]) == 0
```"""
RIGHT = WRONG.replace("found[0] + sum(found[1:])", "sum(found)")
CASES = "```python\ndef test_one():\n    assert add([3]) == 3\n```"
DEFENCE = "defence[defenders]"


def form(**data: Any) -> str:
    return f"```json\n{json.dumps(data)}\n```"


ATTACK = form(items=[{"text": "It takes the first element", "severity": "high", "category": "input", "repeats": ""}])
PATCH = form(items=[{"text": "The empty list is thought of", "answers": "A1"}])
REFLECTION = {"cause": CAUSE, "wrong": "it takes the first one", "change": "sum them all", "confidence": 0.7}
GIVEN: Mapping[str, object] = {
    "reflection": REFLECTION,
    "patterns": {"items": [{"text": RULE, "attempts": ["E1"], "quote": CAUSE}]},
    "ledger": {"new": [], "about": [], "stands": []},
    "insights": {"items": []},
}


def coder(protocol: str, body: Mapping[str, Any]) -> str:
    """What all models say: the defender's program fails until it is told of what was learnt from that."""
    name = body.get("response_format", {}).get("json_schema", {}).get("name", "")
    said = text_of(body)
    if name in GIVEN:
        return json.dumps(GIVEN[name])
    asked = said.rpartition("# What is asked of you now")[2]
    if "Think of test cases" in asked:
        return CASES
    if "Publish your defences" in asked or "did not pass" in asked:
        return f"{RIGHT if CAUSE in said else WRONG}\n\n{PATCH}"
    return f"It is about empty lists.\n\n{ATTACK if 'one that repeats one of them' in asked else ''}"


def text_of(body: Mapping[str, Any]) -> str:
    return "\n".join(str(message["content"]) for message in body["messages"])


@pytest.fixture
def shop(program, server):
    """The program with OpenAI alone, pointed at this machine, and two projects."""
    program.environment |= {"OPENAI_API_KEY": "sk-fake-0123456789", "OPENAI_BASE_URL": server.openai_url}
    assert program("settings", "set", "models.synthesizer", "openai:gpt-5-mini").code == 0
    assert program("settings", "set", "sandbox.use", "true").code == 0
    for name in ("Shop", "Other"):
        assert program("project", "add", name).code == 0
    server.responder = coder
    return program


def debate(program, server, *more: str, project: str = "Shop") -> tuple[list[str], dict[str, Any]]:
    """Hold a debate; returns what the defender was asked for when it wrote its program, and what came of each test."""
    since = len(server.requests)
    options = ("--format", "red-blue", "--rounds", "1", "--seed", "1", "--json")
    done = program("debate", TASK, "--project", project, *SEATS, *options, *more)
    assert done.code == 0, done.err
    texts = [text_of(seen.body) for seen in server.requests[since:]]
    tests = {e["path"]: e["data"]["passed"] for e in done.of("turn-completed") if "trial[" in e["path"]}
    return [text for text in texts if "Publish your defences" in text.rpartition("# What is asked")[2]], tests


def known(program, *more: str) -> list[dict[str, Any]]:
    return json.loads(program("memory", "list", "--json", *more).out)


def test_what_a_failing_program_taught_changes_the_prompt_of_the_next_debate_about_the_project(shop, server) -> None:
    [first], tests = debate(shop, server)
    assert list(tests.values()) == [False, False, True], "the trial, the one with more cases, and the one after mending"
    assert CAUSE not in first

    [second], tests = debate(shop, server)
    lessons = second.partition("Learnt from programs that failed in earlier debates")[2]
    assert RULE in lessons
    assert f"(from the debate “{TASK}”" in lessons, "where it comes from"
    assert f"Root cause: {CAUSE}" in lessons, "the episode itself"
    assert "Attempt 2 then passed." in lessons
    assert all(tests.values()), "it is thought of from the start"
    assert set(tests) == {f"round[1]/{DEFENCE}/reflexion/{step}[sandbox]" for step in ("trial", "proof/trial")}
    [lesson] = known(shop)
    assert (lesson["kind"], lesson["text"], lesson["retrievals"]) == ("lesson", RULE, 1)


@pytest.mark.parametrize("more", [{"project": "Other"}, {"option": "lessons=off"}], ids=["another project", "off"])
def test_another_project_is_told_nothing_nor_is_who_wants_no_lessons(shop, server, more) -> None:
    debate(shop, server)
    options = ("--option", more["option"]) if "option" in more else ()
    [asked], tests = debate(shop, server, *options, project=more.get("project", "Shop"))
    assert RULE not in asked
    assert CAUSE not in asked
    assert list(tests.values())[:2] == [False, False]


def test_a_debate_that_asks_for_the_lessons_of_all_projects_is_told_them(shop, server) -> None:
    debate(shop, server)
    [asked], _ = debate(shop, server, "--option", "lessons=everywhere", project="Other")
    assert RULE in asked


def test_a_lesson_is_seen_with_its_attempts_disputed_upheld_and_forgotten(shop, server) -> None:
    debate(shop, server)
    [lesson] = known(shop)
    shown = shop("memory", "show", lesson["id"]).out
    assert "lesson" in shop("memory", "list").out
    assert f"Blue defender, round 1, repair 1: “{CAUSE}”" in shown
    assert "Learnt from Blue defender, attempt 1:\n  Tests: failed: test_empty" in shown
    assert f"  Root cause: {CAUSE}\n" in shown
    [attempt] = json.loads(shop("memory", "show", lesson["id"], "--json").out)["attempts"]
    assert (attempt["attempt"], attempt["passed"], attempt["code"]) == (1, False, WRONG.split("\n", 1)[1][:-4])

    listed = shop("memory", "episodes").out
    assert "Blue defender, attempt 1 · " in listed
    assert "Blue defender, attempt 2 (passed) · " in listed
    found = json.loads(shop("memory", "episodes", "empty", "list", "--agent", "blue defender", "--json").out)
    assert found[0]["cause"] == CAUSE
    assert shop("memory", "episodes", "--agent", "attackers").out.strip() == "Nothing was found."

    assert shop("memory", "dispute", lesson["id"], "--why", "lists are never empty here").code == 0
    assert known(shop, "--disputed")[0]["why"] == "lists are never empty here"
    [asked], _ = debate(shop, server)
    assert RULE not in asked
    assert CAUSE in asked, "what happened did happen"
    assert shop("memory", "dispute", lesson["id"], "--undo").code == 0
    assert RULE in debate(shop, server)[0][0]
    assert shop("memory", "delete", lesson["id"]).code == 0
    assert known(shop) == []
    assert RULE not in debate(shop, server)[0][0]
    assert shop("memory", "restore", lesson["id"]).code == 0
    assert RULE in debate(shop, server)[0][0]


def test_a_debate_that_was_stopped_draws_its_lessons_with_its_synthesis(shop, server) -> None:
    done = shop(
        *("debate", TASK, "--format", "red-blue", "--project", "Shop", *SEATS, "--rounds", "2", "--step", "--json"),
        *("--option", "early_stop=false"),
    )
    assert done.code == 3, done.err
    id = done.events[0]["debate"]
    assert shop("stop", id, "--end").code == 0
    assert known(shop) == []
    done = shop("synthesise", id)
    assert done.code == 0, done.err
    assert [each["text"] for each in known(shop)] == [RULE]


def test_generated_cases_are_counted_apart_from_the_program_s_own_tests(shop, server) -> None:
    done = shop(
        *("debate", TASK, "--format", "red-blue", "--project", "Shop", *SEATS, "--rounds", "1", "--json"),
    )
    id = done.events[0]["debate"]
    apart = "Python: 1 check, none failed; 1 generated case, none failed."
    for told in (
        shop("show", id).out,
        shop("export", id, "--as", "markdown").out,
        shop("export", id, "--as", "html").out,
    ):
        assert apart in told
        assert "passed (generated): test_one" in told
