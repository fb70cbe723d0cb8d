"""What a debate has come to in which proposals compete: which one won, whole, with its version, tests and place (SPEC
EXPORT.1, CODE.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from disputatio.app.paths import resource
from disputatio.debate.context import Context
from disputatio.debate.ids import index_of
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate, alter
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.ballots import slate_of
from disputatio.debate.policy import At
from disputatio.debate.views.result import SOLUTION, result_of
from disputatio.debate.views.result_section import Section
from disputatio.debate.views.solution import changed_files, competing, solution_fields, solution_of
from disputatio.testing.boards import past_of, turn
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
CODE = "```python\ndef widest(sizes):\n    return max(sizes)\n```"
GUARDED = CODE.replace("max(sizes)", "max(sizes, default=None)")
DIFF = (
    "```diff\n--- a/src/one.py\t2026\n+++ b/src/one.py\n@@ -1 +1 @@\n-a\n+b\n"
    "--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+c\n```"
)
ADA, BEN = "round[1]/proposal/propose[ada]", "round[1]/proposal/propose[ben]"
BETTER = "round[1]/optimization/optimize[cy]"
GUARD = "round[1]/adversarial[1]/defend[dot]"


def debate(**more: Any) -> Debate:
    seats = {
        id: Seat(id=id, part=part, role="Voice", model=f"toy:{id}", name=id.title())
        for id, part in (("ada", "proposers"), ("ben", "proposers"), ("cy", "optimizer"), ("dot", "defender"))
    }
    form = FORMATS["eight-phase"]
    return alter(Debate(), **{"format": form, "seats": seats, "options": form.options, **more})


def wrote(path: str, text: str) -> Turn:
    return turn(path, "artifact", text=f"# By {index_of(path)}\n\n{text}")


def ran(of: str, *tests: tuple[str, bool, bool]) -> Turn:
    items = [{"text": name, "passed": passed, "generated": made} for name, passed, made in tests]
    passed = all(passed for _, passed, made in tests if not made)
    return turn(f"{of}/reflexion/trial[sandbox]", "tests", text="Python", passed=passed, items=items)


def voted(of: Debate, *turns: Turn, for_: str, by: tuple[str, ...]) -> Past:
    """The turns, and a vote in which everybody wants the same."""
    past = past_of(*turns)
    for seat in by:
        path = f"round[1]/convergence/vote[{seat}]"
        labels = {one.key: one.label for one in slate_of(At(debate=of, path=path, past=past_of(*turns)))}
        past = past.add(turn(path, "ballot", choice=labels[for_], order=[labels[for_]], confidence=0.9))
    return past


def facts(found: Section) -> dict[str, str]:
    return {line.lead: line.text for line in found.lines}


def test_proposals_compete_where_somebody_chooses_among_documents() -> None:
    assert [name for name, form in FORMATS.items() if competing(form)] == ["eight-phase"]


def test_the_winner_of_the_vote_is_told_whole_with_its_version_its_tests_and_the_defence_on_top_of_it() -> None:
    opened = debate()
    first = (wrote(ADA, CODE), wrote(BEN, CODE), wrote(BETTER, CODE))
    past = voted(
        opened,
        *first,
        ran(BETTER, ("a", True, False), ("b", False, True)),
        turn(
            GUARD,
            "patches",
            text=f"I guard it.\n\n{GUARDED}\n\n### Patches\n- A1 — patch — yes — guard",
            items=[{"text": "guard", "answers": "A1"}],
        ),
        ran(GUARD, ("a", True, False)),
        turn("round[1]/adversarial[2]/defend[dot]", "patches", text="Nothing new.", items=[]),
        for_=BETTER,
        by=("ada", "ben", "dot"),
    )
    found = result_of(opened, past).section(SOLUTION)
    assert found.text == f"# By cy\n\n{CODE}\n\n**Defence by Dot, which goes on top of it**\n\nI guard it.\n\n{GUARDED}"
    assert facts(found) == {
        "Written by": "Cy (improved proposal, round 1): elected by the vote.",
        "Version of the code": "v4.",
        "Tests": "Cy: 1 of 1 passed, generated: 0 of 1 passed. Dot: 1 of 1 passed.",
    }
    told = solution_fields(opened, past)
    assert told is not None
    assert (told["turn_id"], told["agent_name"], told["chosen_by"]) == (BETTER, "Cy", "vote")
    assert (told["code"], told["language"], told["version_number"]) == (GUARDED[10:-4], "python", 4)
    assert [each["turn_id"] for each in told["defences"]] == [GUARD]  # type: ignore[union-attr, index, call-overload]


def test_who_defends_without_another_change_takes_back_none_that_they_made() -> None:
    """What was mended stays in the solution, which says both; a second change takes the place of the first."""
    opened = debate()
    again, third = "round[1]/adversarial[2]/defend[dot]", "round[1]/adversarial[3]/defend[dot]"
    answers = [{"text": "guard", "answers": "A1", "closes": "in part"}]
    first = (
        wrote(BETTER, CODE),
        turn(GUARD, "patches", text=GUARDED, items=answers),
        ran(GUARD, ("a", True, False)),
        turn(again, "patches", text="I add nothing to my change.", items=answers),
    )
    found = solution_of(opened, voted(opened, *first, for_=BETTER, by=("ada", "ben")))
    assert found is not None
    assert [one.path for one in found.turns] == [BETTER, GUARD, again]
    assert found.newest.path == GUARD
    (section,) = [part for part in result_of(opened, past_of(*first)).sections if part.title == SOLUTION]
    assert facts(section)["Tests"] == "Dot: 1 of 1 passed."
    later = (*first, turn(third, "patches", text=CODE, items=answers))
    found = solution_of(opened, voted(opened, *later, for_=BETTER, by=("ada", "ben")))
    assert found is not None
    assert [one.path for one in found.turns] == [BETTER, third]


def test_a_defence_of_another_proposal_is_no_part_of_the_winner() -> None:
    opened = debate()
    past = voted(
        opened,
        turn("before/defend[dot]", "patches", text="Of nothing yet.", items=[{"text": "guard", "answers": "A1"}]),
        wrote(ADA, CODE),
        wrote(BEN, CODE),
        wrote(BETTER, CODE),
        turn(GUARD, "patches", text=GUARDED, items=[{"text": "guard", "answers": "A1"}]),
        for_=ADA,
        by=("ben", "cy"),
    )
    found = result_of(opened, past).section(SOLUTION)
    assert found.text == f"# By ada\n\n{CODE}"
    assert facts(found)["Defence"] == "Dot defended another proposal; that is no part of this one."
    assert facts(found)["Tests"] == "Nothing was run."


@pytest.mark.parametrize(
    ("said", "how", "path"),
    [
        ([("ab", "A"), ("ba", "B")], "nobody was elected, and the judge finds it the better one", ADA),
        ([("ab", "A"), ("ba", "A")], "nobody was chosen, and it is the newest proposal", BEN),
        ([], "nobody was chosen, and it is the newest proposal", BEN),
    ],
)
def test_without_a_winner_of_the_vote_the_judge_decides_and_else_nobody(
    said: list[tuple[str, str]], how: str, path: str
) -> None:
    past = past_of(
        wrote(ADA, CODE),
        wrote(BEN, "No program."),
        *(turn(f"round[1]/convergence/judging[{order}]/judgement[judge]", "comparison", winner=w) for order, w in said),
    )
    found = solution_of(debate(), past)
    assert found is not None
    assert found.document.path == path
    told = facts(result_of(debate(), past).section(SOLUTION))
    assert told["Written by"].endswith(f"{how}.")
    assert ("Version of the code" in told) is (path == ADA)


def test_the_only_proposal_is_the_solution_and_without_one_there_is_none() -> None:
    one = past_of(wrote(ADA, "First."), wrote("round[2]/proposal/propose[ada]", "Second."))
    found = solution_of(debate(), one)
    assert found is not None
    assert (found.document.path, found.chosen) == ("round[2]/proposal/propose[ada]", "only")
    told = solution_fields(debate(), one)
    assert told is not None
    assert (told["code"], told["version_number"], told["tests"]) == (None, None, None)
    nobody = alter(debate(), seats={id: replace(seat, model="rehearsal:") for id, seat in debate().seats.items()})
    for opened, past in ((debate(), past_of()), (nobody, one), (debate(format=FORMATS["collaboration"]), one)):
        assert solution_of(opened, past) is None
        assert solution_fields(opened, past) is None
        assert not result_of(opened, past).section(SOLUTION).text


def test_it_says_where_on_the_branch_it_lies_and_what_the_commands_came_to() -> None:
    checks = [
        {"kind": "tests", "passed": False, "of": ADA, "count": "2 tests, 1 failed"},
        {"kind": "lint", "passed": True, "of": BEN},
    ]
    checked = turn("round[1]/proposal/validation[sandbox]", "tests", passed=False, checks=checks)

    def told_of(past: Past, *, branch: bool = True) -> dict[str, str]:
        opened = debate(context=Context(kind="repository", ref="/r"), options={"branch": branch})
        return facts(result_of(opened, past).section(SOLUTION))

    told = told_of(past_of(wrote(ADA, DIFF), checked))
    assert told["Tests"] == "Unit tests: 2 tests, 1 failed."
    place = "On the branch of the debate"
    whole = "At the end, solution.md in the folder of the debate"
    assert told[place] == f"{whole}, and its changes to src/one.py and new.py, if they could be put in."
    assert told_of(past_of(wrote(ADA, "No.")))[place] == f"{whole}."
    assert told_of(past_of(wrote(ADA, DIFF)), branch=False)[place] == "Nothing: this debate keeps none."
    assert told_of(past_of(wrote(ADA, DIFF), wrote(BEN, DIFF)))[place] == "Nothing, while nobody has chosen it."


def test_the_files_that_a_change_names_are_read_from_their_heads() -> None:
    assert changed_files(wrote(ADA, DIFF)) == ["src/one.py", "new.py"]
    assert changed_files(wrote(ADA, CODE)) == []
