"""All eight phases on a small task about a file of a public repository, through the three real SDKs, with programs that
are really run: they fail first, are reflected on and mended; an attack is made, answered and closed; a vote, a judge in
both orders and an analysis end it (SPEC PHASE.1)."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.sandbox.test_isolation import isolated

from disputatio.debate.decide.options import PHASES
from disputatio.prompting.book import texts
from disputatio.sandbox.trials import Sandbox
from disputatio.testing.loopback import LoopbackServer, running_server
from disputatio.testing.repositories import commit

TASK = (
    "For rich/_ratio.py, write widest(sizes): the largest of the sizes of edges, as ratio_resolve keeps them. Design "
    "its contract, its errors and its tests."
)
EXCERPT = Path(__file__).parent.parent / "data" / "citations" / "sources" / "src" / "rich" / "_ratio.py.txt"
"""A file of rich, under its licence (data/citations/licences)."""
SEATS = {
    "proposers": "openai:gpt-5.2",
    "proposers-2": "gemini:gemini-3.0-pro-001",
    "instructor": "gemini:gemini-3.0-pro-001",
    "critics": "anthropic:claude-opus-4-5-20251101",
    "reviewers": "gemini:gemini-2.5-flash",
    "optimizer": "openai:gpt-5-mini",
    "attacker": "anthropic:claude-haiku-4-5",
    "defender": "openai:gpt-5-mini",
    "judge": "gemini:gemini-3.0-pro-001",
    "clerk": "anthropic:claude-haiku-4-5",
    "synthesis": "openai:gpt-5.2",
}
BROKEN = """```python
def widest(sizes):
    return max(sizes)

def test_widest():
    assert widest([1, 3, 2]) == 3

def test_nothing():
    assert widest([]) is None
```"""
WHOLE = BROKEN.replace("max(sizes)", "max(sizes, default=None)")
ATTACK = "\n\ndef test_attack():\n    assert widest([None, 1]) == 1\n"
"""What the attack says, as a test: the program that is attacked really fails it."""
CAUSE = "max() of nothing raises ValueError"


class Team:
    """Says what each step asks for; `told`: what it was shown, by the step, in the order in which it was asked."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []
        self._protocol = ""
        asks = {name.removeprefix("task."): text for name, text in texts().items() if name.startswith("task.")}
        self._asks = dict(sorted(asks.items(), key=lambda each: -len(each[1])))

    def __call__(self, protocol: str, body: Mapping[str, object]) -> str:
        said = "\n".join(_strings(body))
        task = next((name for name, text in self._asks.items() if text in said), "")
        self.told.append((task, said))
        self._protocol = protocol
        return getattr(self, task.replace("-", "_"), lambda said: "### Items\nNone")(said)

    def shown(self, task: str) -> list[str]:
        return [said for name, said in self.told if name == task]

    # ---- the clerk
    def traits(self, said: str) -> str:
        return '{"complex": true, "intertwined": false, "reason": "its errors are unclear"}'

    def agreement(self, said: str) -> str:
        return json.dumps(
            {"level": 0.9, "clusters": [], "commonGround": [], "disagreementPoints": [], "reasoning": "-"}
        )

    def synthesis(self, said: str) -> str:
        return "### Recommendation\nTake `widest` with a default.\n\n### Minority report\nNone"

    def cases(self, said: str) -> str:
        return "```python\ndef test_one():\n    assert widest([7]) == 7\n```"

    # ---- 1 dehallucination
    def clarify(self, said: str) -> str:
        asked = len(self.shown("clarify"))
        questions = ("high — edge_cases — What is the largest of nothing?", "low — performance — How long is a list?")
        return f"I ask before I begin.\n\n### Questions\n- {questions[min(asked, 2) - 1]}"

    def clarification(self, said: str) -> str:
        first = len(self.shown("clarification")) == 1
        answer = "The largest of nothing is None." if first else "A list has at most a thousand numbers."
        return (
            f"{answer}\n\n### Answers\n- {'Q1' if first else 'Q2'} — answered — “{answer}”\n\n"
            f"### Confidence\n{0.7 if first else 0.95}\n\n### Ambiguities\n{'- the length' if first else 'None'}"
        )

    # ---- 2 self-evolvement and 3 proposal
    def central_plan(self, said: str) -> str:
        return "1. Say what the largest of nothing is. 2. Write it."

    def generate(self, said: str) -> str:
        return WHOLE if CAUSE in said else BROKEN

    def reflection(self, said: str) -> str:
        return json.dumps({"cause": CAUSE, "wrong": "test_nothing", "change": "give a default", "confidence": 0.8})

    def propose(self, said: str) -> str:
        # the first seat puts all together in the end, in place of its own; so what is mended is the other seat's, which
        # may be asked before it
        leads = self._protocol == "openai"
        return f"# {'One' if leads else 'Another'} way\n\nBy `max`.\n\n{WHOLE if leads else BROKEN}"

    def mend(self, said: str) -> str:
        return f"# Another way, mended\n\n{WHOLE}"

    def aggregate(self, said: str) -> str:
        return f"# Put together\n\n{WHOLE}"

    # ---- 4 critique, 5 review, 6 optimization
    def flaws(self, said: str) -> str:
        return "I looked.\n\n### Flaws\n- A — high — It compares text with numbers — widest([1, 'a'])"

    def review(self, said: str) -> str:
        scores = "\n".join(f"- {letter} — correct — {score} — it was run" for letter, score in (("A", 0.9), ("B", 0.7)))
        return f"I read both.\n\n### Scores\n{scores}\n\n### Score\n0.9"

    def optimize(self, said: str) -> str:
        return f"# Optimized\n\n{WHOLE}\n\nI left it as short as it was."

    # ---- 7 adversarial
    def attack_proposals(self, said: str) -> str:
        if len(self.shown("attack-proposals")) > 1:
            return "I found nothing new.\n\n### Findings\nNone"
        return "I attack.\n\n### Findings\n- high — adversarial input — widest([None, 1]) raises TypeError — I ran it"

    def defend_proposals(self, said: str) -> str:
        guarded = WHOLE.replace("    return", "    sizes = [one for one in sizes if one is not None]\n    return")
        guarded = guarded.replace("\n```", f"{ATTACK}```")
        return f"I guard it.\n\n{guarded}\n\n### Patches\n- A1 — validation — yes — Leave out what is no number"

    # ---- 8 convergence
    def ballot(self, said: str) -> str:
        best = re.findall(r"(Option \d+)\b(?:(?!Option \d).)*?# Optimized", said, re.DOTALL)
        return json.dumps({"choice": best[-1] if best else "Option 1", "reason": "shortest", "confidence": 0.8})

    def comparison(self, said: str) -> str:
        return '{"winner": "tie", "items": [], "reason": "both are right"}'


def _strings(found: object) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, Mapping):
        for each in found.values():
            yield from _strings(each)
    elif isinstance(found, list):
        for each in found:
            yield from _strings(each)


@pytest.fixture
def team() -> Team:
    return Team()


@pytest.fixture
def server(team: Team) -> Iterator[LoopbackServer]:
    with running_server(team) as running:
        yield running


def debate(program: Any, *more: str) -> Any:
    assert program("settings", "set", "sandbox.use", "true").code == 0
    seats = [part for seat, model in SEATS.items() for part in ("--seat", f"{seat}={model}")]
    phases = [part for phase in PHASES for part in ("--phase", phase)]
    done = program("debate", TASK, "--format", "eight-phase", *seats, *phases, "--json", *more)
    assert done.code == 0, done.err
    return done


def turns(done: Any) -> dict[str, dict[str, Any]]:
    return {event["path"]: event for event in done.of("turn-completed")}


@isolated
def test_all_eight_phases_from_an_unclear_task_to_a_tested_solution(
    program: Any, real_models: LoopbackServer, team: Team, tmp_path: Path
) -> None:
    commit(tmp_path / "rich", {"rich/_ratio.py": EXCERPT.read_text("utf-8")})
    done = debate(program, "--repo", str(tmp_path / "rich"), "--yes")
    said = turns(done)
    assert {seen.protocol for seen in real_models.requests} == {"openai", "anthropic", "gemini"}
    inner = {path.removeprefix("round[1]/").partition("/")[0].partition("[")[0] for path in said}
    assert set(PHASES) <= inner
    assert all("rich/_ratio.py" in shown for shown in team.shown("propose")), "the file is there to be read"

    # 1: two rounds of questions, until the instructor is sure; what was answered is shown to whoever works
    answered = [said[f"dehallucination[{n}]/clarification[instructor]"] for n in (1, 2)]
    assert [answer["data"]["confidence"] for answer in answered] == [0.7, 0.95]
    question = said["dehallucination[1]/clarify[proposers]"]["data"]["items"][0]
    assert (question["category"], question["priority"]) == ("edge_cases", "high")
    assert "dehallucination[3]/clarify[proposers]" not in said
    assert all("The largest of nothing is None." in shown for shown in team.shown("generate"))

    # 2: the program really fails, is reflected on, and is mended
    for seat in ("proposers", "proposers-2"):
        at = f"self-evolvement[{seat}]"
        assert [said[f"{at}/attempt[{n}]/test[sandbox]"]["data"]["passed"] for n in (1, 2)] == [False, True]
        assert "failed: test_nothing" in said[f"{at}/attempt[1]/test[sandbox]"]["text"]
        assert said[f"{at}/attempt[1]/reflect[{seat}]"]["data"]["cause"] == CAUSE
        assert f"{at}/attempt[2]/reflect[{seat}]" not in said

    # 3: a proposal that fails is mended by Reflexion before anybody judges it
    mended = [path for path in said if path.startswith("round[1]/proposal/propose") and "/mend[" in path]
    mended = [path for path in mended if "/evidence[" not in path]
    assert len(mended) == 1
    (trial,) = [path for path in said if path.startswith(mended[0].rpartition("/")[0]) and "/trial[" in path]
    assert said[trial]["data"]["passed"]
    assert "Another way, mended" in team.shown("flaws")[0]
    assert "Proposer" not in team.shown("flaws")[0].partition("# What is asked of you now")[0].partition("<<<DATA")[2]

    # 4, 5, 6: flaws and scores reach whoever optimizes
    (flaw,) = said["round[1]/critique[critics]"]["data"]["items"]
    assert (flaw["severity"], flaw["evidence"]) == ("high", "widest([1, 'a'])")
    assert flaw["turn"].startswith("round[1]/proposal")
    assert [item["score"] for item in said["round[1]/review[reviewers]"]["data"]["items"]] == [0.9, 0.7]
    assert "F1 [stands]" in team.shown("optimize")[0]
    assert all("What came of running the programs" in shown for task in ("flaws", "vote") for shown in team.shown(task))
    assert "correct 0.90" in team.shown("optimize")[0]
    assert 'by="Phase critic" letters="A is by Proposer' in team.shown("optimize")[0]
    assert said["round[1]/optimization/optimize[optimizer]/reflexion/trial[sandbox]"]["data"]["passed"]

    # 7: red, blue, red, until nothing is new; the defence's own program is run, too
    attack = "round[1]/adversarial[1]"
    assert said[f"{attack}/attack[attacker]"]["data"]["items"][0]["category"] == "adversarial input"
    assert said[f"{attack}/defend[defender]"]["data"]["items"][0] == {
        "text": "Leave out what is no number",
        "answers": "A1",
        "kind": "validation",
        "closes": "yes",
        "repeats": "",
    }
    attacked = asyncio.run(Sandbox().test(WHOLE.strip("`").removeprefix("python\n") + ATTACK, "python"))
    assert [one.name for one in attacked.trials if not one.passed] == ["test_attack"], "the bug is a real one"
    defended = said[f"{attack}/defend[defender]/reflexion/trial[sandbox]"]
    assert defended["data"]["passed"]
    assert "passed: test_attack" in defended["text"]
    assert "A1 [closed]" in team.shown("attack-proposals")[1]
    assert "round[1]/adversarial[2]/defend[defender]" not in said, "nothing is open"

    # 8: vote, judge in both orders, analysis, which ends it
    counted = Counter(path.rpartition("/")[2].partition("[")[0] for path in said if "/convergence/" in path)
    assert counted["vote"] >= 3
    assert counted["judgement"] == 2
    assert [event["outcome"] for event in done.of("debate-ended")] == ["consensus"]

    id = done.events[0]["debate"]
    shown = program("show", id).out
    assert "Task: complex by the planner’s estimate: its errors are unclear" in shown
    assert "A1 high, adversarial input, closed" in shown
    assert "F1 in the proposal of" in shown
    assert "A: Proposer" in shown, "the person is told whose letters those are"
    shows_the_solution(program, id, said)
    runs_again_without_any_call(program, real_models, id)


def shows_the_solution(program: Any, id: str, said: Mapping[str, dict[str, Any]]) -> None:
    """What won stands whole wherever the result is read, with the defence on top of it, its version and its tests."""
    optimized = said["round[1]/optimization/optimize[optimizer]"]["text"].strip()
    guard = said["round[1]/adversarial[1]/defend[defender]"]["text"].strip()
    program_text = guard.partition("```python\n")[2].partition("\n```")[0]
    won = json.loads(program("export", id, "--as", "json").out)["solution"]
    assert (won["turn_id"], won["chosen_by"]) == ("round[1]/optimization/optimize[optimizer]", "vote")
    assert (won["text"].strip(), won["defences"][0]["text"].strip(), won["code"]) == (optimized, guard, program_text)
    assert "3 of 3 passed" in won["tests"]
    for kind in ("markdown", "adr", "html", "aif"):
        told = html.unescape(program("export", id, "--as", kind).out).replace("\\n", "\n").replace('\\"', '"')
        assert "return max(sizes, default=None)" in told, kind
        assert "def test_attack():" in re.sub("<[^>]*>", "", told), kind
    assert "default=None" in program("export", id, "--as", "argdown").out
    shown = program("show", id).out
    result = shown.partition("The solution")[2].partition("How far it was agreed")[0]
    assert "def test_attack():" in result
    assert "Written by: Optimizer (improved proposal, round 1): elected by the vote." in result
    assert f"Version of the code: v{won['version_number']}." in result
    assert program_text in program("versions", id, "--number", str(won["version_number"])).out


def runs_again_without_any_call(program: Any, models: LoopbackServer, id: str) -> None:
    """The record is intact and comes to the same; played again, every turn says the same, although no provider can be
    reached, there are no keys, and nothing here can run a program."""
    asked = len(models.requests)
    program("settings", "set", "sandbox.use", "false")
    nowhere = {name: "http://127.0.0.1:9/v1" for name in program.environment if name.endswith("_URL")}
    nowhere |= {name: "" for name in program.environment if name.endswith("_KEY")} | {"PATH": ""}
    verified = program("audit", "verify", id, **nowhere)
    assert verified.code == 0, verified.out
    replayed = program("replay", id, **nowhere)
    assert replayed.code == 0, replayed.out
    spoken = program("replay", id, "--speak", **nowhere)
    assert spoken.code == 0, spoken.err
    listed = json.loads(program("list", "--json").out)
    (again,) = [each["id"] for each in listed if each["id"] != id]
    told = [
        {
            event["path"]: (event["text"], event["data"], [use["name"] for use in event["tools"]])
            for event in program("show", each, "--json").events
            if event["type"] == "turn-completed"
        }
        for each in (id, again)
    ]
    assert told[0] == told[1]
    assert any("sandbox" in path for path in told[1])
    assert len(models.requests) == asked


@isolated
def test_a_simple_task_is_not_clarified_and_a_person_can_say_so(program: Any, real_models: LoopbackServer) -> None:
    done = debate(program, "--complexity", "simple")
    assert not any(path.startswith("dehallucination") for path in turns(done))
    assert "Task: simple, as was chosen" in program("show", done.events[0]["debate"]).out
    wrong = program("debate", TASK, "--format", "eight-phase", "--complexity", "hard", "--rehearse")
    assert wrong.code == 2
    assert "There is no complexity 'hard'." in wrong.err
