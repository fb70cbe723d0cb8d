# ruff: noqa: E501  (a golden case stays on one line)
"""Rehearsed turns come from the material: citations are real, objections have reasons, the outcome depends on both."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.app.paths import resource
from disputatio.debate.citations.attribution import recognise
from disputatio.debate.context import Context, Section
from disputatio.debate.log.events import Event, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call
from disputatio.debate.values import Json, OptionValue
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.interpret import interpret
from disputatio.prompting.rehearsal import NOTICE
from disputatio.prompting.rehearsal.checks import check
from disputatio.prompting.rehearsal.material import material, words_of
from disputatio.prompting.rehearsal.sentences import sentences
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.testing import speakers
from disputatio.testing.boards import statement_of
from disputatio.testing.speakers import Driver, opening_event

FORMATS = speakers.formats_of(resource("formats"))
PLACE = re.compile(r"`([\w./-]+:\d+)`: (`{1,2}) ?(.+?) ?\2(?!`)")

FILES = """### engine/retry.py
1| \"\"\"Retries of failed model calls, with backoff.\"\"\"
4| MAX_RETRIES = 3
9| def backoff(attempt: int) -> float:
10|     return min(30.0, 2.0 ** attempt)
### engine/limits.py
2| # Limits for model calls and their retries.
7| class Limits:
### tests/test_retry.py
3| def test_a_failed_call_is_retried_three_times() -> None:
"""
AT_ODDS = """### README.md
3| The server needs Python version 3.11 or newer
### setup.cfg
9| The server needs Python version 3.12 or newer
"""
REPOSITORY = (
    Section(name="readme", title="README (README.md)", text="# Engine\n\nThe engine retries failed calls three times."),
    Section(name="tree", title="Files", text="README.md\nengine/limits.py\nengine/retry.py"),
    Section(name="languages", title="Languages", text="Python 100%"),
    Section(name="history", title="Recent history", text="0123456789 2024-01-02 Ada: Retries have a backoff"),
    Section(name="files", title="Excerpts", text=FILES),
)


def speak(brief: Brief) -> str:
    return CONTRACTS[brief.gives].rehearse(brief)


@dataclass
class Rehearsal(Driver):
    """The pure driver of the laws, with rehearsed speakers in place of hashed ones."""

    def start(self, calls: object) -> None:
        for call in calls:  # type: ignore[attr-defined]
            if call.path not in self.flying:
                model = self.debate.model_of(call.seat, call.task)
                self.append(
                    TurnAsked(
                        path=call.path,
                        seat=call.seat,
                        model=model,
                        task=call.task,
                        gives=call.gives,
                        heard=call.heard,
                        sees=call.sees,
                    )
                )
                self.flying[call.path] = (call, rehearsed(self.debate, call))


def rehearsed(debate: Debate, call: Call) -> TurnCompleted:
    fixed: dict[str, dict[str, Json]] = {
        "memory": {"items": []},
        "sources": {"items": []},
        "sandbox": {"passed": True},
        "person": {"approved": True},
    }
    if call.seat in SERVICES and call.seat != "clerk":
        return TurnCompleted(path=call.path, text=call.seat, data=fixed[call.seat])
    brief = brief_of(debate, call, "d")
    text = speak(brief)
    return TurnCompleted(path=call.path, text=text, data=interpret(call.gives, text, brief))


def debate(
    name: str, question: str, sections: tuple[Section, ...] = (), seed: int = 1, **options: OptionValue
) -> tuple[Debate, list[Event]]:
    start = replace(
        opening_event(FORMATS[name], seed=seed, extra=1, **options),
        question=question,
        context=Context(sections=sections),
    )
    driver = Rehearsal([start])
    log = driver.run(5_000)
    return driver.debate, log


def files(text: str) -> tuple[Section, ...]:
    return (Section(name="files", title="Excerpts", text=text),)


def turns(log: list[Event]) -> list[TurnCompleted]:
    return [event for event in log if isinstance(event, TurnCompleted)]


def spoken(log: list[Event]) -> list[str]:
    return [turn.text for turn in turns(log) if turn.text not in SERVICES and turn.by == "model"]


def real(text: str, sections: tuple[Section, ...]) -> int:
    """How many citations a text has; each must stand in the sections as it is quoted."""
    lines = {line.place: line.text for line in material(Brief(sections=sections)).lines if line.path}
    found = PLACE.findall(text)
    for place, _, quote in found:
        assert lines[place] == quote
    return len(found)


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("sections", [(), REPOSITORY], ids=["nothing", "repository"])
def test_every_format_can_be_rehearsed(name: str, sections: tuple[Section, ...]) -> None:
    everything = {"gates": ["all"], "adversarial": True, "hooks": True, "sealed": True, "flips": True}
    _, log = debate(
        name, "How should failed model calls be retried, and is three the right limit?", sections, **everything
    )
    assert all(text.startswith(f"*{NOTICE}*") for text in spoken(log))
    assert len(spoken(log)) > 3


def test_claims_cite_real_lines() -> None:
    _, log = debate("dual", "How are failed model calls retried?", REPOSITORY)
    analyses = [turn.text for turn in turns(log) if "/analysis[" in turn.path and turn.path.endswith("[analyst]")]
    assert real(analyses[0], REPOSITORY) >= 2
    assert sum(real(text, REPOSITORY) for text in spoken(log) if "```json" not in text) >= 4


def test_the_same_seed_says_the_same_and_another_does_not() -> None:
    first, again, other = (
        spoken(debate("dual", "How are failed calls retried?", REPOSITORY, seed)[1]) for seed in (1, 1, 7)
    )
    assert first == again
    assert first != other


def test_it_converges_where_the_context_allows_it() -> None:
    found, _ = debate("dual", "How are failed model calls retried?", REPOSITORY)
    assert found.status == "consensus"


def test_it_does_not_where_the_context_contradicts_itself() -> None:
    found, log = debate("dual", "Which Python version does the server need?", files(AT_ODDS))
    assert found.status == "impasse"
    minority = str(next(turn.data["minority"] for turn in turns(log) if turn.path.startswith("conclusion/synthesis")))
    assert "3.11" in minority
    assert "3.12" in minority


def test_without_any_context_it_says_what_is_missing() -> None:
    found, log = debate("dual", "Should we use REST or GraphQL?")
    said = "\n".join(spoken(log))
    assert found.status == "consensus"
    assert "I don't have that information" in said
    assert "The question offers two sides, “REST” and “GraphQL”." in said
    assert not PLACE.search(said)


def test_the_critic_has_reasons_and_the_analyst_answers_them() -> None:
    text = "### a.py\n3| def retry(call): ...\n### b.py\n8| # retry is done here as well\n"
    _, log = debate("dual", "Where is retry?", files(text))
    assessments = [turn.data for turn in turns(log) if "agree" in turn.data]
    disputed = [item for data in assessments for item in data["disagree"]]  # type: ignore[union-attr]
    assert all(item["reason"] for item in disputed)  # type: ignore[index,call-overload]
    assert any("also stands at" in item["reason"] for item in disputed)  # type: ignore[index,call-overload]
    second = next(turn.text for turn in turns(log) if turn.path == "round[2]/analysis[analyst]")
    assert re.search(r"I withdraw P\d, because it also stands at `[ab]\.py:\d+`", second)
    assert "Both `" in second
    records = [turn.data for turn in turns(log) if turn.path.startswith("round[2]/analysis[analyst]/minutes")]
    about: list[dict[str, Json]] = [item for data in records for item in data["about"]]  # type: ignore[union-attr, misc]
    assert [(item["does"], item["why"]) for item in about] == [("withdraws", "argument")]


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("The engine retries failed calls three times.", "agree"),
        ("On retries, a part is set, at `engine/retry.py:4`: `MAX_RETRIES = 3`.", "agree"),
        ("At `engine/retry.py:4`: `MAX_RETRIES = 5`.", "disagree"),
        ("At `engine/retry.py:99`: `MAX_RETRIES = 5`.", "unverifiable"),
        ("README (README.md) says: “The engine retries failed calls three times.”", "agree"),
        ("The engine never retries failed calls three times.", "disagree"),
        ("Max retries is 7.", "disagree"),
        ("The moon is made of cheese.", "unverifiable"),
        ("Only `engine/retry.py` deals with “backoff”.", "agree"),
        ("Only `engine/retry.py` deals with “retries”.", "disagree"),
        ("Both `engine/retry.py` and `engine/limits.py` deal with “retries”.", "agree"),
        ("Both `engine/retry.py` and `engine/nowhere.py` deal with “retries”.", "disagree"),
        ("The question offers two sides, “tea” and “coffee”.", "agree"),
        ("The question offers two sides, “tea” and “beer”.", "disagree"),
    ],
)
def test_claims_are_checked_against_the_lines(claim: str, status: str) -> None:
    found = check(claim, material(Brief(sections=REPOSITORY)), "Tea or coffee?")
    assert found.status == status
    assert found.reason


QUOTED = Section(name="notes", title="Notes", text="The server needs Python version 3.11 or newer")


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Only `nowhere.md` deals with “unheard”.", "unverifiable"),
        ("Notes says: “The server needs Python version 3.11 or newer”.", "disagree"),
        ("Python 4 lives on a server of another moon with a great many rings around it.", "unverifiable"),
        ("The server needs a Python version.", "agree"),
    ],
)
def test_claims_are_checked_against_lines_that_differ(claim: str, status: str) -> None:
    assert check(claim, material(Brief(sections=(QUOTED, *files(AT_ODDS))))).status == status


def test_open_points_are_defended_or_withdrawn_for_a_reason() -> None:
    points = (
        statement_of("P1", "analyst", "The engine retries failed calls three times", disagrees={"critic": ""}),
        statement_of("P2", "analyst", "At `engine/retry.py:4`: `MAX_RETRIES = 5`.", disagrees={"critic": ""}),
        statement_of("P3", "analyst", "The moon is made of cheese", doubts={"critic": ""}),
    )
    before = SeenTurn(
        path="round[1]/analysis[analyst]", label="Analyst", role="Analyst", gives="say", text="So.", mine=True
    )
    brief = Brief(
        role="Analyst",
        seat="analyst",
        question="Retries?",
        turns=(before,),
        sections=REPOSITORY,
        statements=points,
    )
    said = speak(brief)
    assert "P1 stands: it is supported by" in said
    assert "I withdraw P2, because the line is misquoted; it is `engine/retry.py:4`: `MAX_RETRIES = 3`." in said
    assert "I withdraw P3: I don't have that information" in said


def test_without_a_list_the_points_of_the_last_assessment_are_answered() -> None:
    before = SeenTurn(
        path="round[1]/analysis[analyst]", label="Analyst", role="Analyst", gives="say", text="So.", mine=True
    )
    judged: dict[str, Json] = {
        "disagree": [{"point": "P1", "text": "At `engine/retry.py:4`: `MAX_RETRIES = 5`."}, {"point": "P9"}, "odd"],
        "unverifiable": [{"text": "The moon is made of cheese"}],
    }
    after = SeenTurn(
        path="round[1]/critique[critic]", label="Critic", role="Critic", gives="assessment", text="No.", data=judged
    )
    brief = Brief(role="Analyst", seat="analyst", question="Retries?", turns=(before, after), sections=REPOSITORY)
    said = speak(brief)
    assert "I withdraw P1, because the line is misquoted" in said
    assert "I withdraw “The moon is made of cheese”: I don't have that information" in said
    assert "P9" not in said
    empty = replace(after, data={"disagree": "all of it"})
    assert "no point of mine is in dispute" in speak(replace(brief, turns=(before, empty)))


def answer(question: str, text: str = "", *, heard: bool = False, seat: str = "a") -> dict[str, Json]:
    seen = (SeenTurn(path="x[b]", label="B", role="Expert", gives="say", text="Well."),) if heard else ()
    brief = Brief(
        role="Expert", seat=seat, gives="answer", question=question, turns=seen, sections=files(text) if text else ()
    )
    return interpret("answer", speak(brief), brief)


SIDES = "### a.md\n1| REST is used by the mobile client\n2| REST is used by the web client\n3| GraphQL is used by nobody here\n"


def test_positions_follow_the_lines() -> None:
    assert answer("Should we use REST or GraphQL?", SIDES, heard=True)["position"] == "REST"
    even = answer("Should we use REST or GraphQL?", SIDES.replace("2| REST", "2| GraphQL"), heard=True)
    assert "cannot be decided" in answer("Should we use REST or GraphQL?", heard=True)["position"]  # type: ignore[operator]
    assert even["position"] == "GraphQL"
    assert answer("Should we use REST or GraphQL?")["confidence"] == 0.35
    assert (
        answer("Is the cache safe for users?", "### a.md\n1| The cache is safe for users\n", heard=True)["position"]
        == "Yes"
    )
    assert (
        answer("Is the cache safe for users?", "### a.md\n1| The cache is not safe for users\n", heard=True)["position"]
        == "No"
    )
    assert "cannot be decided" in answer("Is the cache safe for users?")["position"]  # type: ignore[operator]
    both = "### a.md\n1| The cache is safe for admins\n2| The cache is slow for users\n"
    assert "cannot be decided" in answer("Is the cache safe for users?", both, heard=True)["position"]  # type: ignore[operator]


def test_sections_without_files_are_quoted_by_their_title() -> None:
    said = speak(Brief(role="Analyst", seat="analyst", question="Which Python version?", sections=(QUOTED,)))
    assert "Notes says: “The server needs Python version 3.11 or newer”." in said
    assert "Only `" not in said


def test_a_moderator_counts_what_holds() -> None:
    seen = SeenTurn(
        path="x[b]", label="B", role="Proponent", gives="say", text="The engine retries failed calls three times."
    )
    said = speak(Brief(role="Moderator", gives="say", question="Retries?", turns=(seen,), sections=REPOSITORY))
    assert "Of B: 1 of 1 claims hold" in said
    assert "open" not in said
    assert "I see these as open" in speak(Brief(role="Moderator", gives="say", question="Retries?", turns=(seen,)))


def test_first_answers_can_differ_and_meet_later() -> None:
    text = "### a.md\n" + "".join(
        f"{at}| {'REST' if at % 2 else 'GraphQL'} serves client number {at}\n" for at in range(1, 10)
    )
    first = {str(answer("Should we use REST or GraphQL?", text, seat=seat)["position"]) for seat in "abcdef"}
    later = {
        str(answer("Should we use REST or GraphQL?", text, seat=seat, heard=True)["position"]) for seat in "abcdef"
    }
    assert len(first) > 1
    assert later == {"REST"}


def test_a_person_is_answered() -> None:
    asked = SeenTurn(
        path="ask[person]", label="The person", role="The person", gives="say", text="What is the maximum of retries?"
    )
    said = speak(Brief(role="Critic", gives="say", question="Q", turns=(asked,), sections=REPOSITORY))
    assert "`engine/retry.py:4`: `MAX_RETRIES = 3`" in said
    assert "I leave it open" in speak(Brief(role="Critic", gives="say", question="Q", turns=(asked,)))


@pytest.mark.parametrize(
    "question",
    ["", "?", "我们应该用缓存吗？", "هل الذاكرة المؤقتة آمنة؟", "¿Es seguro?", "🦆" * 50, "x" * 5000, "a or a", "\n\n"],
)
@pytest.mark.parametrize("gives", sorted(CONTRACTS))
def test_any_question_fills_every_contract(gives: str, question: str) -> None:
    brief = Brief(role="Expert", seat="expert", gives=gives, question=question)
    assert set(CONTRACTS[gives].needed) <= set(interpret(gives, speak(brief), brief))


@settings(max_examples=150)
@given(
    st.sampled_from(sorted(CONTRACTS)),
    st.sampled_from(["Analyst", "Critic", "Moderator", "Challenger", "Expert", "Persona", "Blue defender"]),
    st.text(max_size=60),
    st.text(max_size=200),
    st.text(max_size=120),
    st.integers(0, 3),
)
def test_any_material_fills_every_contract(
    gives: str, role: str, question: str, text: str, said: str, seed: int
) -> None:
    sections = (
        Section(name="files", title="F", text=f"### a.py\n1| {text}\n2| the limit is 3 of them"),
        Section(name="notes", title="N", text=text),
    )
    seen = (SeenTurn(path="round[1]/x[b]", label="Response B", role="", gives="say", text=said),)
    brief = Brief(
        role=role,
        seat="a",
        gives=gives,
        question=question,
        seed=seed,
        sections=sections,
        turns=seen,
        figures={"points": said},
    )
    reply = speak(brief)
    assert reply == speak(brief)
    assert set(CONTRACTS[gives].needed) <= set(interpret(gives, reply, brief))


def test_a_line_with_backticks_is_quoted_whole_and_found_again() -> None:
    lines = [
        '"""Return the retried ``Call``; the call is asked first. `None` if there is none."""',
        "# Retries keep `Call` values until `expire`. It is used by `Engine` alone.",
        "retries = ``` # three in a row ```",
    ]
    text = "### engine/call.py\n" + "\n".join(f"{n}| {line}" for n, line in enumerate(lines, 1))
    given_lines = material(Brief(question="", sections=(Section(name="files", title="", text=text),)))
    for line, stands in zip(given_lines.lines, lines, strict=True):
        (citation,) = recognise(f"On “retries”, a comment speaks, at {line.quote}.")
        assert citation.quote == stands
        assert sentences(f"{line.quote}. Next.") == [f"{line.quote}.", "Next."]
        assert check(f"A comment speaks, at {line.quote}.", given_lines).status == "agree"


def test_lines_of_the_source_go_before_those_of_its_tests_unless_these_are_asked_for() -> None:
    text = "### tests/test_retry.py\n1| retry the failed call\n### engine/retry.py\n1| retry the failed call here\n"
    lines = material(Brief(question="", sections=(Section(name="files", title="", text=text),)))
    words = words_of("retry failed call")
    assert [line.path for line in lines.about(words)] == ["engine/retry.py", "tests/test_retry.py"]
    assert lines.about(words | words_of("tests"))[0].path == "tests/test_retry.py"


@pytest.mark.parametrize(
    ("lines", "quoted"),
    [
        (["54| Patching the module is not", "55| thread-safe, whatever the test runs."], {54}),
        (["54| Patching the module is", "55| thread-safe, whatever the test runs."], {54, 55}),
        (["54| Patching the module is not", "56| thread-safe, whatever the test runs."], {54}),
        (["…", "55| Thread-safe is the helper for this module."], {55}),
        (["1| thread-safe is the helper for this module."], {1}),
    ],
)
def test_no_line_is_quoted_whose_sense_hangs_on_the_line_before(lines: list[str], quoted: set[int]) -> None:
    text = "\n".join(["### CHANGES.md", *lines])
    known = material(Brief(question="", sections=(Section(name="files", title="", text=text),)))
    assert {line.number for line in known.lines} == quoted


def test_code_may_begin_as_it_likes() -> None:
    text = "### b.py\n7| retry_delay = base_delay * attempt"
    known = material(Brief(question="", sections=(Section(name="files", title="", text=text),)))
    assert [line.place for line in known.lines] == ["b.py:7"]
