"""What a gate shows before it is answered, and what is told afterwards (SPEC GATE.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from disputatio.app.paths import resource
from disputatio.debate.decide.decide import decide
from disputatio.debate.formats.loader import load
from disputatio.debate.log.commands import Review, SetOption, Swap
from disputatio.debate.log.events import BlockEntered, Event, Recorded, TurnCompleted
from disputatio.debate.values import Json
from disputatio.debate.views.gate_view import GateView, decisions_of, gates_of, moment_of
from disputatio.debate.views.transcript import TurnEntry, transcript_of
from disputatio.debate.views.transcript_words import is_shown, spoken_text
from disputatio.testing.boards import past_of, turn
from disputatio.testing.speakers import Driver, drive_to_gate, formats_of, opening_event

FORMATS = formats_of(resource("formats"))
STANDARD = (resource("formats") / "standard.toml").read_text()
ON = {"auto_continue": True, "ledger": "off", "sealed": False, "rounds": 3, "threshold": 100, "evolvement": False}


def at_gate(name: str, *points: str, **options: object) -> Driver:
    return drive_to_gate([opening_event(FORMATS[name], **{**ON, "gates": list(points), **options})])  # type: ignore[arg-type]


def records(log: Sequence[Event]) -> list[Recorded]:
    return [Recorded(seq=n, at=1000.0 + n, prev_hash="", hash="", event=event) for n, event in enumerate(log, 1)]


def view(driver: Driver) -> GateView:
    [found] = gates_of(driver.debate, driver.planner.walk(driver.debate).past, records(driver.log))
    return found


def told(driver: Driver, **answer: object) -> Driver:
    return drive_to_gate([*driver.log, *decide(driver.debate, Review(**answer))])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("rounds", "before every further round"),
        ("synthesis", "before the result is written"),
        ("spend:0", "before a round that may cost more than $0.00"),
        ("critique", "before the critique"),
        ("after:analysis", "after the analysis"),
    ],
)
def test_it_says_why_it_asks(point: str, why: str) -> None:
    assert why in view(at_gate("dual", point)).why


def test_it_says_what_comes_of_a_rejection_where_a_step_was_switched_off_and_where_nothing_comes_before() -> None:
    driver = at_gate("eight-phase", "review")
    driver.append(*decide(driver.debate, SetOption(name="critique", value=False)))
    found = view(driver)
    assert (found.back, found.passed_over) == ("the proposal phase", "critique")
    assert found.otherwise.startswith(
        "Back to the proposal phase, with your reason. Nobody would speak in “critique” now"
    )
    assert view(at_gate("dual", "analysis")).otherwise == "The debate ends here."


def test_it_says_that_another_round_is_held_where_that_comes_of_a_rejection() -> None:
    found = view(at_gate("eight-phase", "after:convergence", rounds=1))
    assert (found.back, found.otherwise) == ("round 2", "On to round 2, with your reason.")
    clarified = view(at_gate("eight-phase", "after:dehallucination", complexity="complex"))
    assert clarified.otherwise == "Back to the dehallucination phase, with your reason.", "its passes are no rounds"


def test_it_names_the_models_of_those_alone_who_are_asked_next() -> None:
    driver = at_gate("eight-phase", "optimization")
    driver.append(*decide(driver.debate, Swap(seat="optimizer", model="")))
    assert view(driver).models == ()
    first = at_gate("eight-phase", "self-evolvement", evolvement=True)
    first.append(*decide(first.debate, Swap(seat="proposers", model="toy:best")))
    assert view(first).models == ("toy:best",)
    work = at_gate("eight-phase", "proposal")
    for seat, model in (("proposers", "toy:best"), ("critics", "toy:critic"), ("judge", "toy:judge")):
        work.append(*decide(work.debate, Swap(seat=seat, model=model)))
    assert view(work).models[0] == "toy:best"
    assert not {"toy:critic", "toy:judge"} & {*view(work).models}, "neither who works it out nor who tries it"


def test_it_says_what_came_so_far_who_is_asked_and_what_the_same_cost_before() -> None:
    driver = at_gate("dual", "critique")
    found = view(driver)
    assert found.question == "May the critique begin?"
    assert [name for name, _ in found.summary] == ["analyst"]
    assert found.models == ("toy:0", "toy:clerk")
    assert found.cost is None
    assert found.price == "The cost cannot be known in advance."
    assert (found.back, found.otherwise) == ("the analysis", "Back to the analysis, with your reason.")
    assert found.requested_at == 1000.0 + found.seq
    assert found.since == 0
    again = view(told(driver, approved=True))
    assert again.cost is not None
    assert again.price.startswith("The same step cost $")
    assert again.since == found.seq
    sent_back = view(told(driver, approved=False, reason="Not yet."))
    assert sent_back.why == "You wanted to be asked before the critique."


def test_a_round_costs_what_the_last_one_did_and_a_synthesis_asks_its_own_model() -> None:
    assert view(at_gate("dual", "rounds")).cost is not None
    assert view(at_gate("dual", "synthesis")).models == ("toy:clerk",)
    assert view(at_gate("eight-phase", "planning")).models


@pytest.mark.parametrize(
    ("point", "moment"),
    [
        ("all", "before every step"),
        ("rounds", "before every further round"),
        ("synthesis", "before the result is written"),
        ("spend:0.5", "before a round that may cost more than $0.50"),
        ("final-answer", "before the final answer"),
        ("sealed", "before the sealed answers"),
        ("convergence", "before the convergence phase"),
        ("after:final-answer", "after the final answer"),
    ],
)
def test_each_point_is_told_in_words(point: str, moment: str) -> None:
    assert moment_of(point) == moment


def test_code_is_no_part_of_the_summary() -> None:
    driver = at_gate("dual", "critique")
    text = "I propose **this**:\n\n```diff\n-a\n+b\n```\nIt is\n~~~\nnever closed"
    said = TurnCompleted(path="round[1]/analysis[analyst]", text=text)
    log = [said if isinstance(e, TurnCompleted) and e.path == said.path else e for e in driver.log]
    assert view(drive_to_gate(log)).summary == (("analyst", "I propose this: It is"),)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "*Rehearsal: no AI model was asked.*\n\nIt is *one* file.",
            "Rehearsal: no AI model was asked. It is one file.",
        ),
        ("It is _quite_ *cheap, as `row_count` says*.", "It is quite cheap, as row_count says."),
        ("***Now*** and __then__", "Now and __then__"),
        ("2 * 3 * 4 and 2*3*4, *.py and *.md, f(*a,*b), __init__ and row_of_it", None),
    ],
)
def test_the_summary_has_no_marks_of_emphasis_and_each_word_as_it_was(text: str, shown: str | None) -> None:
    driver = at_gate("dual", "critique")
    said = TurnCompleted(path="round[1]/analysis[analyst]", text=text)
    log = [said if isinstance(e, TurnCompleted) and e.path == said.path else e for e in driver.log]
    assert view(drive_to_gate(log)).summary == (("analyst", shown or text),)


def test_long_words_are_cut_and_marks_are_left_out() -> None:
    driver = at_gate("dual", "critique")
    said = TurnCompleted(path="round[1]/analysis[analyst]", text="## So\n- **one** `two`\n\n" + "x" * 400)
    log = [said if isinstance(e, TurnCompleted) and e.path == said.path else e for e in driver.log]
    [(_, text)] = view(drive_to_gate(log)).summary
    assert text.startswith("So: one two xxx")
    assert len(text) == 240
    assert text.endswith("…")


REVIEWED = """
name = "x"
title = "X"
do = ["say", "look", "test", "end"]
[cast.a]
role = "A"
[step.say]
ask = "a"
[step.look]
ask = "a"
gives = "review"
[step.test]
ask = "sandbox"
gives = "tests"
[step.end]
ask = "person"
gives = "approval"
"""


def test_tests_and_reviews_are_told_and_a_step_of_the_format_asks_without_a_point() -> None:
    start = opening_event(load(REVIEWED, "x.toml", STANDARD))
    driver = drive_to_gate([start])
    for score, passed, tests, scores in (
        (0.5, True, "The tests pass.", ("Review by a: 0.5.",)),
        ("?", False, "The tests do not pass.", ()),
    ):
        data = {"look[a]": {"score": score}, "test[sandbox]": {"passed": passed}}
        log = [
            replace(e, data=data[e.path]) if isinstance(e, TurnCompleted) and e.path in data else e for e in driver.log
        ]
        found = view(drive_to_gate(log))
        assert (found.tests, found.scores) == ((tests,), scores)
        assert found.why == "The format asks for your approval here."
        assert found.cost is None


def test_tests_and_generated_cases_are_counted_apart() -> None:
    driver = drive_to_gate([opening_event(load(REVIEWED, "x.toml", STANDARD))])
    ran = [{"text": "a", "passed": True}, {"text": "b"}, {"text": "c", "passed": True, "generated": True}]

    def told(*items: dict[str, object], passed: bool = False) -> str:
        made = {"test[sandbox]": {"passed": passed, "items": list(items)}}
        log = [
            replace(e, data=made[e.path]) if isinstance(e, TurnCompleted) and e.path in made else e for e in driver.log
        ]
        return view(drive_to_gate(log)).tests[-1]

    assert told(*ran) == "The tests do not pass: 1 passed, 1 failed, 1 generated case passed."
    assert told(ran[0], passed=True) == "The one test passes."
    assert told(ran[0], ran[0], ran[2], passed=True) == "Both tests pass. The one generated case passes, too."
    assert told(ran[2], passed=True) == "The tests pass: 1 generated case passed."
    assert told({**ran[2], "passed": False}) == "The tests do not pass: 1 generated case failed."


def test_who_judges_by_letters_is_named_with_whose_work_they_stand_for() -> None:
    found = view(at_gate("eight-phase", "review"))
    assert [name for name, _ in found.summary if name.startswith("critics")] == ["critics (A: proposers)"]


def test_reviews_are_told_with_who_gave_them_to_whose_proposal_and_checks_with_whose_failed() -> None:
    driver = drive_to_gate([opening_event(load(TRIED_AGAIN, "x.toml", STANDARD))])

    def item(of: str, score: object) -> dict[str, Json]:
        return {"turn": of, "text": "correct", "score": score}  # type: ignore[dict-item]

    one, two = "make[a]/attempt[1]/generate[a]", "make[a-2]/attempt[1]/generate[a-2]"
    said: dict[str, dict[str, Json]] = {
        "look[a]": {"score": 0.9, "items": [item(one, 0.9), item(one, 0.7), item(two, "?"), item("", 0.1)]},
        "look[a-2]": {"score": 0.4, "items": [item(one, 1), item(two, 0.25)]},
    }
    checks: list[Json] = [
        {"kind": "tests", "passed": True, "of": one, "count": "3 tests, none failed"},
        {"kind": "tests", "passed": False, "of": two},
        {"kind": "lint", "passed": True, "of": one},
    ]
    last = [e.path for e in driver.log if isinstance(e, TurnCompleted) and e.path.endswith("test[sandbox]")][-1]
    said[last] = {"passed": False, "checks": checks}
    reviews = (turn(path, "review", **data) for path, data in said.items() if path != last)
    past = past_of(*reviews, turn(last, "tests", **said[last]))
    [found] = gates_of(driver.debate, past, records(driver.log))
    assert found.scores == ("Review by a: a 0.80.", "Review by a-2: a 1.00, a-2 0.25.")
    assert found.tests == (
        "Unit tests failed: a-2.",
        "Unit tests passed: a (3 tests, none failed).",
        "Linter passed: a.",
    )
    mended = turn(f"{two}/trial[sandbox]", "tests", passed=True, checks=[{"kind": "tests", "passed": True, "of": two}])
    [found] = gates_of(driver.debate, past.add(mended), records(driver.log))
    assert found.tests == (
        "Unit tests passed: a (3 tests, none failed) and a-2.",
        "Linter passed: a.",
    ), "what was checked again alone leaves the others as they were"


TRIED_AGAIN = """
name = "x"
title = "X"
do = ["make", "look", "end"]
[options]
[cast.a]
role = "A"
seats = [2, 2]
[step.make]
each = "seats a"
order = "together"
do = ["attempt"]
[step.attempt]
repeat = 3
until = "passed"
do = ["generate", "test"]
[step.generate]
ask = "same"
gives = "code"
[step.test]
ask = "sandbox"
gives = "tests"
[step.look]
ask = "a"
gives = "review"
[step.end]
ask = "person"
gives = "approval"
"""


def test_of_each_program_and_each_reviewer_the_newest_result_is_told() -> None:
    driver = drive_to_gate([opening_event(load(TRIED_AGAIN, "x.toml", STANDARD))])
    tries: dict[str, int] = {}
    last: dict[str, bool] = {}
    log: list[Event] = []
    for event in driver.log:
        if isinstance(event, TurnCompleted) and event.path.endswith("test[sandbox]"):
            whose = "a-2" if "[a-2]" in event.path else "a"
            tries[whose] = tries.get(whose, 0) + 1
            last[whose] = event.data.get("passed") is True
            items: list[Json] = [{"text": "t", "passed": last[whose]}] * tries[whose]
            log.append(replace(event, data={**event.data, "items": items}))
        else:
            log.append(event)
    assert min(tries.values()) > 1, "each was tried several times"
    found = view(drive_to_gate(log))
    told = {
        whose: {1: f"The one test of {whose} passes.", 2: f"Both tests of {whose} pass."}.get(
            number, f"All {number} tests of {whose} pass."
        )
        if last[whose]
        else f"The tests of {whose} do not pass: {number} failed."
        for whose, number in tries.items()
    }
    assert sorted(found.tests) == sorted(told.values())
    assert not [each for each in found.scores if "tests" in each]


def test_what_a_judge_chose_is_told_with_the_defence_that_goes_on_top_of_it() -> None:
    driver = at_gate("eight-phase", "convergence", adversarial=True)
    past = past_of(
        turn("round[1]/proposal/propose[proposers]", "artifact", text="# A"),
        turn("round[1]/optimization/optimize[optimizer]", "artifact", text="# B"),
        turn(
            "round[1]/adversarial[1]/defend[defender]", "patches", text="PATCH", items=[{"text": "x", "answers": "A1"}]
        ),
        *(
            turn(f"round[1]/convergence/judging[{order}]/judgement[judge]", "comparison", winner=winner, reason="So.")
            for order, winner in (("ab", "B"), ("ba", "A"))
        ),
    )
    [found] = gates_of(driver.debate, past, records(driver.log))
    optimizer, defender, judge = (driver.debate.seats[id].name or id for id in ("optimizer", "defender", "judge"))
    assert found.chosen == (
        f"The proposal of {optimizer}: nobody was elected, and the judge finds it the better one.",
        f"The defence by {defender} goes on top of it.",
        f"{judge} finds the proposal of {optimizer} better, in both orders.",
    ), "without the judge's reasons"
    assert found.works[-1].endswith("defend[defender]")


def test_a_gate_without_its_point_was_rejected_before() -> None:
    driver = at_gate("dual", "critique")
    log = [replace(e, why="") if isinstance(e, BlockEntered) else e for e in driver.log]
    [found] = gates_of(driver.debate, driver.planner.walk(driver.debate).past, records(log))
    assert found.why == "You rejected it before."
    [bare] = gates_of(driver.debate, driver.planner.walk(driver.debate).past, [])
    assert (bare.seq, bare.requested_at) == (0, 0.0)


def entries(log: Sequence[Event]) -> list[TurnEntry]:
    transcript = transcript_of(records(log))
    return [entry for path, entry in transcript.turns.items() if path.endswith("[person]")]


def test_what_was_decided_is_a_line_of_the_transcript_and_of_the_audit() -> None:
    driver = at_gate("dual", "critique")
    [waiting] = entries(driver.log)
    assert not is_shown(waiting)
    back = told(driver, approved=False, reason="Name the file.", reviewer="you, in the terminal")
    done = [*back.log, *decide(back.debate, Review(approved=True))]
    first, second, *_ = entries(done)
    assert is_shown(first)
    assert spoken_text(first) == "The critique may not begin yet: rejected by you, in the terminal.\n\nName the file."
    assert spoken_text(second) == "The critique may begin: approved."
    rejected, approved = decisions_of(records(done))
    assert (rejected.verdict, rejected.reviewer, rejected.reason) == (
        "rejected",
        "you, in the terminal",
        "Name the file.",
    )
    assert (approved.verdict, approved.phase) == ("approved", "the critique")
    assert rejected.asked_at < rejected.at < approved.at


def test_a_time_out_is_told_as_one() -> None:
    driver = at_gate("dual", "critique")
    late = Review(approved=False, reason="nobody approved it", end=True, overdue=True, reviewer="the clock")
    log = [*driver.log, *decide(driver.debate, late)]
    [entry] = entries(log)
    assert spoken_text(entry) == "Nobody approved it."
    assert [each.verdict for each in decisions_of(records(log))] == ["timed out"]
