"""Programs in turns, and what became of trying them: which test and which reflection belongs to which program."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.attempts import (
    LONGEST_FAILURE,
    SHELLS,
    Attempts,
    Program,
    attempts_of,
    failures,
    mended,
    program_of,
)
from disputatio.debate.context import Context
from disputatio.debate.formats.loader import load
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.turns import Turn
from disputatio.debate.policies import visibility
from disputatio.debate.policies.programs import case_writer, learnt, sure
from disputatio.debate.policy import At
from disputatio.debate.walk import rulebook
from disputatio.testing.boards import past_of, turn

STANDARD = (Path(__file__).parents[2] / "resources" / "formats" / "standard.toml").read_text("utf-8")
NO_PROGRAM = ["mermaid", "dot", "plantuml", "svg", "json", "yaml", "html", "csv", "text", "markdown", "diff", "console"]
SMITHY = """
name  = "smithy"
title = "Smithy"
do    = ["round"]
[cast.smith]
role = "Implementer"
[cast.other]
role = "Critic"
[step.round]
repeat = 2
do     = ["forge", "verdict"]
[step.forge]
ask   = "smith"
gives = "artifact"
do    = ["reflexion"]
[step.verdict]
ask = "smith"
"""


def fenced(code: str, language: str = "python") -> str:
    return f"Here it is.\n\n```{language}\n{code}\n```\n\nThat is all."


def outcome(path: str, *passed: bool, note: str = "", **data: Any) -> Turn:
    """Return what came of the tests t1, t2 and so on."""
    items = [{"text": f"t{place}", "passed": each} for place, each in enumerate(passed, 1)]
    return turn(path, "tests", text=note, **({"passed": all(passed), "items": items} | data))


def reflection(path: str, cause: str, **data: Any) -> Turn:
    return turn(path, "reflection", cause=cause, **data)


def told(*turns: Turn) -> list[tuple[str, int, str, bool, str]]:
    """Return what is known of each attempt: the turn, the number, the path, whether it passed, the cause."""
    return [(one.turn, one.number, one.path, one.passed, one.cause) for one in attempts_of(past_of(*turns))]


# ---- which text is a program ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NO_PROGRAM)
def test_diagrams_data_and_documents_are_no_programs(name: str) -> None:
    for said in (name, name.upper(), f"{name} title=x"):
        assert program_of("artifact", fenced("a -> b", said), {}) is None
        assert program_of("code", fenced("a -> b", said), {}) is None, "not even where a program is asked for"


@pytest.mark.parametrize("name", ["mermaid", "dot", "plantuml", "svg"])
def test_a_program_beside_a_longer_diagram_is_found(name: str) -> None:
    text = f"{fenced('graph TD; ' * 40, name)}\n\n{fenced('print(1)')}"
    assert program_of("artifact", text, {}) == Program(code="print(1)", language="python")


def test_the_longest_of_several_programs_is_the_program() -> None:
    text = "\n\n".join([fenced("a = 1"), fenced("a = 1\nb = 2"), "~~~Python title=x\na\n~~~", "```python\n\n```"])
    assert program_of("say", text, {}) == Program(code="a = 1\nb = 2", language="python")


@pytest.mark.parametrize("shell", sorted(SHELLS))
def test_what_is_to_be_typed_is_no_program_unless_its_first_line_says_so(shell: str) -> None:
    assert program_of("say", fenced("pip install adder", shell), {}) is None
    assert program_of("say", fenced("\n#!/bin/sh\nls", shell), {}) is not None
    assert program_of("code", fenced("ls", shell), {}) == Program(code="ls", language=shell)


def test_a_turn_that_is_a_program_may_leave_its_language_out() -> None:
    assert program_of("say", fenced("x = 1", ""), {}) is None
    assert program_of("code", fenced("x = 1", ""), {}) == Program(code="x = 1", language="")
    assert program_of("cases", fenced("x = 1", "") + "\n" + fenced("y = 2", "js"), {}) == Program(
        code="y = 2", language="js"
    )


def test_what_a_form_gives_as_the_program_goes_before_what_is_fenced() -> None:
    form = {"code": "x = 1", "language": "lua"}
    assert program_of("code", fenced("y = 2"), form) == Program(code="x = 1", language="lua")
    assert program_of("code", "", {"code": "x = 1", "language": 7}) == Program(code="x = 1", language="")
    assert program_of("artifact", fenced("y = 2"), form) == Program(code="y = 2", language="python")
    assert program_of("code", fenced("y = 2"), {"code": "  "}) == Program(code="y = 2", language="python")


# ---- which test is about which program ------------------------------------------------------------------------------
FORGE = "round[1]/forge[smith]"
REPAIR = f"{FORGE}/reflexion/repair"


def test_what_mends_a_turn_inside_of_it_is_its_next_attempt() -> None:
    made = (
        turn(FORGE, "artifact", text=fenced("one")),
        outcome(f"{FORGE}/reflexion/trial[sandbox]", False),
        turn(f"{FORGE}/reflexion/proof/cases[smith]", "cases", text=fenced("case")),
        outcome(f"{FORGE}/reflexion/proof/trial[sandbox]", True, False),
        reflection(f"{REPAIR}[1]/reflection[smith]", "a sign", wrong=" it subtracts ", change="add", confidence=0.7),
        turn(f"{REPAIR}[1]/mend[smith]", "artifact", text=fenced("two")),
        outcome(f"{REPAIR}[1]/trial[sandbox]", True, note="2 checks, none failed."),
    )
    first, second = attempts_of(past_of(*made))
    assert (first.turn, first.path, first.number, first.seat) == (FORGE, FORGE, 1, "smith")
    assert first.failed == ("t2",), "the last tests of a program count, those with the generated cases"
    assert (first.cause, first.wrong, first.change, first.confidence) == ("a sign", "it subtracts", "add", 0.7)
    assert first.reflected == f"{REPAIR}[1]/reflection[smith]"
    assert (second.turn, second.path, second.number) == (FORGE, f"{REPAIR}[1]/mend[smith]", 2)
    assert second.passed
    assert (second.failure, second.program.code, second.results) == ("", "two", "2 checks, none failed.")
    assert failures([first, second]) == [first, second]
    assert mended([first, second]) == {FORGE: 1}
    assert mended([first]) == {}, "nobody has tried once more yet"
    assert mended([replace(first, passed=True), second]) == {}


def test_what_a_loop_does_again_is_the_next_attempt_of_the_same_turn() -> None:
    def evolved(seat: str, number: int, *passed: bool) -> tuple[Turn, ...]:
        place = f"evolvement[{seat}]/attempt[{number}]"
        return (
            turn(f"{place}/generate[{seat}]", "code", code=f"{seat} {number}"),
            outcome(f"{place}/test[sandbox]", *passed),
            *([] if all(passed) else [reflection(f"{place}/reflect[{seat}]", f"{seat} {number}")]),
        )

    one, two, three = evolved("ada", 1, False), evolved("ben", 1, True), evolved("ada", 2, True)
    first = "evolvement[ada]/attempt[1]/generate[ada]"
    ada = [
        (first, 1, first, False, "ada 1"),
        (first, 2, "evolvement[ada]/attempt[2]/generate[ada]", True, ""),
    ]
    bens = "evolvement[ben]/attempt[1]/generate[ben]"
    ben = [(bens, 1, bens, True, "")]
    assert told(*one, *two, *three) == ada + ben
    mixed = [one[0], two[0], one[1], two[1], one[2], *three]
    assert told(*mixed) == ada + ben, "the order in which two seats work beside one another changes nothing"
    assert [attempt.seat for attempt in failures(attempts_of(past_of(*mixed)))] == ["ada", "ada"]


def test_turns_of_two_rounds_are_attempts_apart() -> None:
    made = [
        made
        for number in (1, 2)
        for made in (
            turn(f"round[{number}]/forge[smith]", "artifact", text=fenced(str(number))),
            outcome(f"round[{number}]/forge[smith]/reflexion/trial[sandbox]", False),
        )
    ]
    assert [(number, turn) for turn, number, *_ in told(*made)] == [
        (1, "round[1]/forge[smith]"),
        (1, "round[2]/forge[smith]"),
    ]


def test_a_test_at_the_top_of_a_format_is_about_the_program_before_it() -> None:
    made = turn("write[ada]", "code", code="x"), outcome("try[sandbox]", False), reflection("think[ada]", "why")
    assert told(*made) == [("write[ada]", 1, "write[ada]", False, "why")]


def test_tests_and_reflections_without_a_program_are_about_nothing() -> None:
    assert told(outcome("try[sandbox]", False), reflection("think[ada]", "why")) == []
    assert told(turn("write[ada]", "code", code="x"), reflection("think[ada]", "why")) == []
    nobodys = turn("write[person]", "code", code="x"), turn("cases[ada]", "cases", code="y")
    assert told(*nobodys, outcome("try[sandbox]", False)) == [], "a person's program, and cases alone, are not tried"


def test_a_reflection_inside_of_a_turn_that_was_not_tried_is_not_about_another() -> None:
    made = (
        turn("write[ada]", "code", code="x"),
        outcome("write[ada]/try[sandbox]", False),
        turn("write[ben]", "code", code="y"),
        reflection("write[ben]/think[ben]", "mine"),
    )
    assert told(*made) == [("write[ada]", 1, "write[ada]", False, "")]


def test_the_failure_is_said_by_the_tests_that_failed_else_by_what_was_said_and_never_at_length() -> None:
    made = turn("write[ada]", "code", code="x")
    [named] = attempts_of(past_of(made, outcome("try[sandbox]", False, True, False)))
    assert named.failure == "t1; t3"
    [said] = attempts_of(past_of(made, outcome("try[sandbox]", note="It did not end. " * 99, passed=False)))
    assert said.failure.startswith("It did not end. ")
    assert len(said.failure) == LONGEST_FAILURE


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "passed"]), inner),
    max_leaves=6,
)
DATA = st.dictionaries(
    st.sampled_from(["code", "language", "passed", "items", "cause", "wrong", "change", "confidence"]), JSON
)
FENCE = st.builds(fenced, st.text(max_size=20), st.sampled_from(["python", "json", "sh", ""]) | st.text(max_size=8))
SEGMENT = st.sampled_from(["write[ada]", "write[ben]", "loop[1]", "loop[2]", "try[sandbox]", "step", "each[a b]"])
PATH = st.lists(SEGMENT, min_size=1, max_size=4).map("/".join)
SAID = st.tuples(
    PATH,
    st.sampled_from(["ada", "ben", "sandbox", "person"]),
    st.sampled_from(["say", "artifact", "code", "cases", "tests", "reflection"]),
    st.text(max_size=30) | FENCE,
    DATA,
)


@given(st.lists(SAID, max_size=12))
def test_whatever_is_said_attempts_are_numbered_and_belong_to_the_programs_that_were_said(said: list[Any]) -> None:
    found = Attempts()
    for path, seat, gives, text, data in said:
        about = found.add(path, seat, gives, text, data)
        assert about is None or about in found.all
    known = found.all
    for tried in found.series.values():
        assert [one.number for one in tried.values()] == list(range(1, len(tried) + 1))
        assert len({one.turn for one in tried.values()}) == 1
    for one in known:
        assert found.programs.keys() >= {one.path}
        assert one.seat in ("ada", "ben")
        assert len(one.failure) <= LONGEST_FAILURE
        assert not (one.passed and one.failure)
        assert one.confidence is None or 0 <= one.confidence <= 1
    learnt_from = failures(known)
    assert {one.turn for one in learnt_from} == {one.turn for one in known if found.failed(one.turn)}


@given(st.text(alphabet="`~ \n#!pythonjs", max_size=60), st.sampled_from(["say", "code", "cases"]), DATA)
def test_any_text_has_a_program_or_none(text: str, gives: str, data: dict[str, Any]) -> None:
    found = program_of(gives, text, data)
    assert found is None or found.code.strip()


# ---- the rules of a format that read them ---------------------------------------------------------------------------
SEATS = (
    Seat(id="smith", part="smith", role="Implementer", model="a:1"),
    Seat(id="other", part="other", role="Critic", model="a:2"),
)
ORDER = [
    turn(FORGE, "artifact", text=fenced("one")),
    outcome(f"{FORGE}/reflexion/trial[sandbox]", False),
    turn(f"{FORGE}/reflexion/proof/cases[smith]", "cases", text=fenced("case")),
    reflection(f"{REPAIR}[1]/reflection[smith]", "a sign", confidence=0.95),
    turn(f"{REPAIR}[1]/mend[smith]", "artifact", text=fenced("two")),
]


def moment(path: str, *turns: Turn, seats: tuple[Seat, ...] = SEATS) -> At:
    form = load(SMITHY, "smithy.toml", STANDARD)
    return At(
        debate=fold([DebateOpened(question="?", format=form, seats=seats, options={})]), path=path, past=past_of(*turns)
    )


def test_only_a_program_of_the_turn_around_a_step_is_tried_there() -> None:
    inside, outside = f"{FORGE}/reflexion", "round[1]/verdict"
    assert rulebook.holds("programmed", moment(inside, ORDER[0]))
    assert not rulebook.holds("programmed", moment(inside, turn(FORGE, "artifact", text="It adds.")))
    assert not rulebook.holds("programmed", moment(outside, ORDER[0])), "no turn is around"
    assert not rulebook.holds("programmed", moment("round[2]/forge[smith]/reflexion", ORDER[0]))
    assert rulebook.holds("tested", moment(f"{FORGE}/reflexion/proof", *ORDER[:2]))
    assert not rulebook.holds("tested", moment(f"{FORGE}/reflexion/proof", ORDER[0]))


@pytest.mark.parametrize(("given_confidence", "ends"), [(0.95, True), (0.94, False), (None, False), ("high", False)])
def test_trying_ends_where_its_author_was_sure_enough(given_confidence: object, ends: bool) -> None:
    place = f"{REPAIR}[1]"
    found = sure(
        moment(place, *ORDER[:3], reflection(f"{place}/reflection[smith]", "", confidence=given_confidence)), 0.95
    )
    assert (found is not None) is ends
    assert found is None or found.why == "smith was sure of the fix (0.95), so no other is tried"
    assert sure(moment(place, *ORDER[:3]), 0.95) is None


def test_who_thinks_of_cases() -> None:
    place = f"{FORGE}/reflexion/proof/cases"
    assert case_writer(moment(place)) == ["smith"]
    tester = Seat(id="tess", part="other", role="tester", model="a:3")
    assert case_writer(moment(place, seats=(*SEATS, tester))) == ["tess"]
    assert case_writer(moment("round[1]/cases")) == []


def test_something_was_learnt_once_somebody_reflected() -> None:
    assert not learnt(moment("patterns", *ORDER[:3]))
    assert learnt(moment("patterns", *ORDER))


def test_the_sandbox_sees_the_program_as_it_was_mended_last_and_the_cases() -> None:
    def seen(*turns: Turn) -> tuple[str, ...]:
        return visibility.view(moment(f"{REPAIR}[1]/trial[sandbox]", *turns), ("nothing", "program"))

    assert seen(*ORDER[:2]) == (FORGE,)
    assert seen(*ORDER) == (f"{FORGE}/reflexion/proof/cases[smith]", f"{REPAIR}[1]/mend[smith]")
    assert seen(turn("round[1]/say[other]", text=fenced("other"))) == ()


DIFF = fenced("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2", "diff")


def test_a_defence_that_is_a_change_is_tried_on_top_of_the_document_that_it_changes() -> None:
    form = load(SMITHY.replace('gives = "artifact"', 'gives = "patches"'), "smithy.toml", STANDARD)
    context, options = Context(kind="repository"), {"hooks": ["tests: make"]}
    debate = fold([DebateOpened(question="?", format=form, seats=SEATS, options=options, context=context)])

    def seen(*turns: Turn) -> tuple[str, ...]:
        at = At(debate=debate, path=f"{FORGE}/reflexion/trial[sandbox]", past=past_of(*turns))
        assert rulebook.holds("programmed", at)
        return visibility.view(at, ("nothing", "program"))

    document = turn("round[1]/propose[other]", "artifact", text=DIFF)
    assert seen(document, turn(FORGE, "patches", text=DIFF)) == (document.path, FORGE)
    assert seen(document, turn(FORGE, "artifact", text=DIFF)) == (FORGE,), "a document stands by itself"
    assert seen(document, turn(FORGE, "patches", text=fenced("x"))) == (FORGE,), "a program is run by itself"


def test_of_checks_it_is_not_said_whose_work_failed_but_what_did() -> None:
    report = "### Defence of Ada\n\n**Unit tests failed**: `make`\n- It ended with exit code 2."
    items = [{"text": "unit tests: make", "passed": False}]
    tests = turn(f"{FORGE}/try[sandbox]", "tests", text=report, passed=False, checks=[{"of": FORGE}], items=items)
    (one,) = attempts_of(past_of(turn(FORGE, "patches", text=DIFF), tests))
    assert one.program.language == "diff"
    assert one.failure == "**Unit tests failed**: `make`\n- It ended with exit code 2."


def test_a_seat_sees_every_reflection_of_its_own_and_of_nobody_else() -> None:
    others = reflection("round[1]/forge[other]/reflexion/repair[1]/reflection[other]", "theirs")
    again = reflection(f"{REPAIR}[2]/reflection[smith]", "another")
    at = moment(f"{REPAIR}[2]/mend[smith]", others, *ORDER, again)
    assert visibility.view(at, ("nothing", "every reflection")) == (ORDER[3].path, again.path)
