"""What critics, reviewers, attackers and a judge make of proposals, and which phases make sense together (SPEC
PHASE.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from disputatio.app.paths import resource
from disputatio.debate.board.attacks import attacks_of, no_new_attacks, open_attacks
from disputatio.debate.board.proposals import flaws_of
from disputatio.debate.decide.decide import decide
from disputatio.debate.decide.options import PHASES, senseless
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.log.commands import SetOption
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.ballots import slate_of
from disputatio.debate.policies.conditions import asked, complex
from disputatio.debate.policies.judgements import judgement_of, two_proposals
from disputatio.debate.policies.programs import failing
from disputatio.debate.policies.reviews import scores_of
from disputatio.debate.policies.visibility import split_view, view
from disputatio.debate.policies.works import defences_elsewhere, defences_of
from disputatio.debate.policy import At, Reason
from disputatio.debate.ranges import blocks
from disputatio.debate.views.planning import planning_of
from disputatio.debate.views.result import REVIEWED, result_of
from disputatio.prompting.sections import text_of
from disputatio.testing.boards import moment_of, past_of, turn
from disputatio.testing.debates import opening
from disputatio.testing.speakers import formats_of

EIGHT = formats_of(resource("formats"))["eight-phase"]
ADA, BEN = "round[1]/proposal/propose[ada]", "round[1]/proposal/propose[ben]"
PROPOSALS = (turn(ADA, "artifact", text="# A"), turn(BEN, "artifact", text="# B"))


# ---- flaws -----------------------------------------------------------------------------------------------------------
def critique(round: int, *flaws: dict[str, Any], by: str = "cyd", **more: Any) -> Turn:
    return turn(f"round[{round}]/critique[{by}]", "flaws", items=list(flaws), **more)


FIRST = critique(
    1,
    {"text": "It never ends.", "severity": "high", "evidence": "f(0)", "turn": ADA},
    {"text": "It is slow", "turn": BEN},
    {"text": ""},
)


def test_flaws_are_called_by_their_place_and_stand_until_their_critic_leaves_them_out() -> None:
    again = critique(2, {"text": "Reworded", "repeats": "F1"}, {"text": "it NEVER ends"}, {"text": "It leaks"})
    found = flaws_of(past_of(*PROPOSALS, FIRST, again))
    assert [(one.id, one.text, one.status) for one in found.values()] == [
        ("F1", "It never ends.", "stands"),
        ("F2", "It is slow", "gone"),
        ("F3", "It leaks", "stands"),
    ]
    assert found["F1"].again == (again.path, again.path)
    assert (found["F1"].severity, found["F1"].evidence, found["F1"].proposal) == ("high", "f(0)", ADA)
    assert found["F2"].gone == again.path


def test_a_flaw_that_is_gone_can_be_found_again_and_other_critics_let_nothing_go() -> None:
    other = critique(2, {"text": "It leaks"}, by="dot")
    assert {one.status for one in flaws_of(past_of(FIRST, other)).values()} == {"stands"}
    back = critique(3, {"text": "It is slow again", "repeats": "F2"}, by="dot")
    found = flaws_of(past_of(FIRST, critique(2), other, back))
    assert [one.status for one in found.values()] == ["gone", "stands", "gone"]
    assert found["F2"].by == "dot"


def test_what_is_said_in_a_room_is_no_flaw_for_all() -> None:
    assert not flaws_of(past_of(replace(FIRST, heard="room:critique")))


# ---- scores ----------------------------------------------------------------------------------------------------------
def review(by: str, *scores: tuple[str, str, Any], round: int = 1) -> Turn:
    items = [{"turn": path, "text": criterion, "score": score} for path, criterion, score in scores]
    return turn(f"round[{round}]/review[{by}]", "review", items=items, score=0.5)


def test_a_proposal_has_the_mean_of_its_reviewers_on_each_criterion() -> None:
    past = past_of(
        *PROPOSALS,
        review("cyd", (BEN, "correct", 0.2), (ADA, "correct", 0.9), (ADA, "clear", 0.4), ("", "clear", 1)),
        review("dot", (ADA, "correct", 0.7), (ADA, "", 0.1), (ADA, "clear", "no")),
        review("cyd", (BEN, "correct", 0.6), round=2),
    )
    ada, ben = scores_of(past)
    assert (ada.path, ada.seat, ada.reviewers) == (ADA, "ada", ("cyd", "dot"))
    assert ada.criteria == {"correct": pytest.approx(0.8), "clear": 0.4}
    assert ada.score == pytest.approx(0.6)
    assert ben.criteria == {"correct": 0.6}, "the last score of a reviewer counts"
    assert scores_of(past_of(*PROPOSALS)) == ()


def test_a_flaw_that_is_found_in_no_one_proposal_is_listed_all_the_same() -> None:
    past = past_of(*PROPOSALS, critique(1, {"text": "Nobody thought of the costs."}))
    [line] = result_of(moment_of(past).debate, past).section(REVIEWED).lines
    assert line.text == "F1 (Cyd, round 1, stands): Nobody thought of the costs."


def test_the_result_lists_the_best_proposal_first_and_each_flaw_with_what_shows_it() -> None:
    past = past_of(
        *PROPOSALS,
        FIRST,
        review("cyd", (BEN, "correct", 0.9), (ADA, "correct", 0.5)),
        critique(2, {"text": "It never ends."}),
    )
    lines = [line.text for line in result_of(moment_of(past).debate, past).section(REVIEWED).lines]
    assert lines == [
        "Ben, round 1: 0.90 (correct 0.90)",
        "Ada, round 1: 0.50 (correct 0.50)",
        "F1 in the proposal of Ada (high, Cyd, round 1, stands): It never ends.",
        "Shown by: f(0)",
        "Found again in round 2.",
        "F2 in the proposal of Ben (Cyd, round 1, not named again): It is slow",
    ]


def test_participants_are_told_flaws_scores_and_the_criteria() -> None:
    past = past_of(*PROPOSALS, FIRST, review("cyd", (ADA, "correct", 0.5)))
    at = moment_of(past, "round[2]/proposal/propose[ada]", rubric=["correct", "clear"])
    assert text_of("flaws", at).splitlines() == [
        "F1 [stands] (yours, high) It never ends. Shown by: f(0).",
        "F2 [stands] (Ben) It is slow.",
    ]
    assert text_of("scores", at) == "yours: 0.50 (correct 0.50)"
    assert text_of("rubric", at) == "- correct\n- clear"
    assert text_of("rubric", moment_of(past)) == ""
    nobody = critique(1, {"text": "All of it"})
    assert text_of("flaws", moment_of(past_of(nobody))) == "F1 [stands] All of it."


# ---- attacks ---------------------------------------------------------------------------------------------------------
def attack(number: int, **item: Any) -> Turn:
    return turn(f"round[1]/adversarial[{number}]/attack[red]", "findings", items=[item])


def defence(number: int, **item: Any) -> Turn:
    return turn(f"round[1]/adversarial[{number}]/defend[blue]", "patches", items=[item])


def test_an_attack_is_closed_by_a_defence_and_open_again_when_it_is_made_once_more() -> None:
    turns = (
        attack(1, text="An empty list crashes it", category="edge case", severity="high"),
        defence(1, text="Refuse it", answers="A1", kind="validation"),
        attack(2, text="It still does", repeats="A1"),
    )
    first, closed, reopened = (attacks_of(past_of(*turns[:upto]))["A1"] for upto in (1, 2, 3))
    assert [one.status for one in (first, closed, reopened)] == ["open", "closed", "open"]
    assert (closed.category, closed.defences[0].kind) == ("edge case", "validation")
    assert [open_attacks(moment_of(past_of(*turns[:upto]))) for upto in (0, 1, 2, 3)] == [False, True, False, True]


def grants(number: int, *ids: str) -> Turn:
    return turn(f"round[1]/adversarial[{number}]/attack[red]", "findings", items=[], closed=[*ids])


@pytest.mark.parametrize(
    ("closes", "granted", "status", "shown"),
    [
        ("yes", False, "closed", "A1 [closed] It leaks. Against it: Lock it."),
        ("in part", False, "partly", "A1 [open in part] It leaks. Against it: Lock it. It closes the attack in part."),
        ("no", False, "open", "A1 [open] It leaks. Against it: Lock it. It does not close the attack."),
        ("", False, "open", "A1 [open] It leaks. Against it: Lock it."),
        ("", True, "closed", "A1 [closed] It leaks. Against it: Lock it. The attackers grant that it is closed."),
    ],
)
def test_an_attack_is_closed_only_where_the_defence_or_the_attackers_declare_it(
    closes: str, granted: bool, status: str, shown: str
) -> None:
    turns = (attack(1, text="It leaks"), defence(1, text="Lock it", answers="A1", closes=closes))
    past = past_of(*turns, *([grants(2, "A1 and A9")] if granted else []))
    assert attacks_of(past)["A1"].status == status
    assert attacks_of(past_of(turns[0], grants(2, "A1")))["A1"].status == "open", "nothing was put against it"
    at = moment_of(past)
    assert open_attacks(at) is (status != "closed")
    assert text_of("attacks", at) == shown


def test_an_attack_that_the_defence_declares_to_repeat_an_earlier_one_is_not_new() -> None:
    made = (attack(1, text="It leaks"), defence(1, text="Lock it", answers="A1", closes="yes"))
    again = (
        attack(2, text="Water comes out"),
        defence(2, text="Seal it", answers="A2", closes="in part", repeats="A1"),
    )
    at = replace(moment_of(past_of(*made, again[0])), path="round[1]/adversarial[2]")
    assert no_new_attacks(at) is None
    at = replace(at, past=past_of(*made, *again))
    assert no_new_attacks(at) == Reason("completed", "no attack was new")
    found = attacks_of(at.past)
    assert [one.status for one in found.values()] == ["partly", "repeated"]
    assert [one.text for one in found["A1"].defences] == ["Lock it", "Seal it"]
    assert "A2 [repeats A1] Water comes out." in text_of("attacks", at)
    once_more = attacks_of(past_of(*made, *again, attack(3, text="Still", repeats="A2")))
    assert len(once_more) == 2
    assert not once_more["A1"].answered, "what repeats a repetition repeats the first one"
    later = attacks_of(past_of(*made, again[0], defence(3, text="So", answers="A1", closes="yes", repeats="A2")))
    assert [one.of for one in later.values()] == ["", ""], "nothing repeats what was said after it"


def test_a_defence_that_is_said_once_more_is_one_and_holds_as_far_as_it_did() -> None:
    answer = {"text": "Refuse it", "answers": "A1", "kind": "patch", "closes": "in part"}
    said = (attack(1, text="It crashes"), defence(1, **answer), defence(2, **answer | {"text": "Refuse it."}))
    [one] = attacks_of(past_of(*said))["A1"].defences
    assert (one.path, one.closes) == (said[1].path, "in part")
    assert text_of("attacks", moment_of(past_of(*said))).count("Refuse it") == 1
    failed = turn(f"{said[1].path}/trial[sandbox]", "tests", passed=False)
    known = attacks_of(past_of(*said[:2], failed, defence(2, **answer | {"closes": "yes"})))["A1"]
    assert known.status == "open", "it failed, and nothing was changed in it"
    mended = replace(defence(2, **answer | {"closes": "yes"}), text="```python\nx = 1\n```")
    assert attacks_of(past_of(*said[:2], failed, mended))["A1"].status == "closed"


@pytest.mark.parametrize("told", ["checks", "trial"])
def test_a_defence_whose_tests_fail_closes_nothing_until_it_is_mended(told: str) -> None:
    """Whether the commands of the project tested it after the phase, or the turn was tried by itself."""
    made = attack(1, text="An empty list crashes it")
    first = defence(1, text="Refuse it", answers="A1")
    again = turn(f"{first.path}/reflexion/repair[1]/mend[blue]", "patches", items=[{"text": "So", "answers": "A1"}])
    other = defence(2, text="Not that", answers="A9")

    def tried(of: Turn, *, passed: bool, kind: str = "tests") -> Turn:
        if told == "trial":
            return turn(f"{of.path.partition('/mend')[0]}/trial[sandbox]", "tests", passed=passed)
        check = {"of": of.path, "kind": kind, "passed": passed}
        return turn("round[1]/adversarial[1]/validation[sandbox]", "tests", passed=passed, checks=[check])

    bad, good = tried(first, passed=False), tried(again, passed=True)
    for turns, status in (
        ((made, bad), "open"),
        ((made, first, bad), "open"),
        ((made, first, tried(other, passed=False)), "closed"),
        ((made, first, bad, again), "closed"),
        ((made, first, bad, again, good), "closed"),
        ((made, first, bad, again, good, attack(2, text="Still", repeats="A1"), good), "open"),
    ):
        assert attacks_of(past_of(*turns))["A1"].status == status
    at = moment_of(past_of(made, first, bad))
    assert open_attacks(at), "whoever defends is asked again"
    assert text_of("attacks", at) == (
        "A1 [open] An empty list crashes it. Against it: Refuse it. It was tested, and failed."
    )
    if told == "checks":
        for kind, status in (("lint", "closed"), ("change", "open")):
            checked = tried(first, passed=False, kind=kind)
            assert attacks_of(past_of(made, first, checked))["A1"].status == status, "a matter of form closes nothing"


# ---- the judge -------------------------------------------------------------------------------------------------------
def test_a_judge_compares_the_two_that_have_most_in_the_vote() -> None:
    third = turn("round[1]/proposal/propose[cyd]", "artifact", text="# C")
    ballots = [
        turn("round[1]/convergence/vote[dot]", "ballot", order=[third.path, ADA, BEN]),
        turn("round[1]/convergence/vote[eve]", "ballot", order=[ADA, third.path, BEN]),
        turn("round[1]/convergence/vote[fay]", "ballot", order=[third.path, BEN]),
    ]
    compared = turn("round[1]/convergence/judging[ab]/judgement[gus]", "comparison", winner="B", reason="r")
    people = ("ada", "ben", "cyd", "dot", "eve", "fay", "gus")
    at = moment_of(past_of(*PROPOSALS, third, *ballots, compared), people=people)
    found = judgement_of(at)
    assert found is not None
    assert (found.winner, found.seat, found.orders, found.agree) == (third.path, "gus", 1, True)
    elsewhere = moment_of(past_of(*PROPOSALS, third, compared), people=people)
    assert judgement_of(elsewhere).winner == third.path, "without a vote: the two newest"  # type: ignore[union-attr]


def test_two_orders_have_to_agree() -> None:
    one = turn("judging[ab]/judgement[gus]", "comparison", winner="A")
    swapped = turn("judging[ba]/judgement[gus]", "comparison", winner="A")
    people = ("ada", "ben", "gus")
    found = judgement_of(moment_of(past_of(*PROPOSALS, one, swapped), people=people))
    assert found is not None
    assert (found.winner, found.orders, found.agree) == ("", 2, False)
    private = turn("round[1]/proposal/propose[eve]", "artifact", heard="room:elsewhere")
    again = moment_of(past_of(*PROPOSALS, private, one), people=(*people, "eve"))
    assert judgement_of(again).winner == ADA, "what the judge cannot hear is not compared"  # type: ignore[union-attr]
    assert judgement_of(moment_of(past_of(*PROPOSALS))) is None
    assert two_proposals(moment_of(past_of(*PROPOSALS)))
    assert not two_proposals(moment_of(past_of(PROPOSALS[0])))


# ---- conditions ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("chosen", "found", "wanted"),
    [
        ("estimated", None, False),
        ("estimated", {"complex": True}, True),
        ("estimated", {"complex": False}, False),
        ("complex", {"complex": False}, True),
        ("simple", {"complex": True}, False),
    ],
)
def test_a_task_is_complex_by_the_estimate_unless_somebody_says_otherwise(
    chosen: str, found: dict[str, Any] | None, wanted: bool
) -> None:
    past = past_of(*([turn("triage[clerk]", "traits", **found)] if found else []))
    assert complex(moment_of(past, "dehallucination", complexity=chosen)) is wanted


def test_how_complex_the_task_is_is_told_with_who_says_so() -> None:
    told = past_of(turn("triage[clerk]", "traits", complex=True, reason="two stores."))
    nothing = past_of()
    assert planning_of(moment_of(told).debate, told) == ()
    estimated = moment_of(told, complexity="estimated").debate
    assert planning_of(estimated, told) == ("Task: complex by the planner’s estimate: two stores",)
    simple = past_of(turn("triage[clerk]", "traits", complex=False))
    assert planning_of(estimated, simple) == ("Task: simple by the planner’s estimate",)
    chosen = moment_of(told, complexity="simple").debate
    assert planning_of(chosen, told) == ("Task: simple, as was chosen",)
    assert planning_of(estimated, nothing) == ()
    over = replace(estimated, status="completed")
    assert planning_of(over, nothing) == ("Task: nobody has estimated how complex it is, so it counts as simple",)


def test_only_what_was_asked_in_the_same_pass_is_answered() -> None:
    first = turn("dehallucination[1]/clarify[ada]", "questions", items=[{"text": "Why?"}])
    second = turn("dehallucination[2]/clarify[ada]", "questions", items=[])
    assert asked(moment_of(past_of(first), "dehallucination[1]/clarification"))
    assert not asked(moment_of(past_of(first, second), "dehallucination[2]/clarification"))


def test_tests_of_another_attempt_say_nothing_of_this_one() -> None:
    failed = turn("self-evolvement[ada]/attempt[1]/test[sandbox]", "tests", passed=False)
    past = past_of(failed)
    assert failing(moment_of(past, "self-evolvement[ada]/attempt[1]/reflect"))
    assert not failing(moment_of(past, "self-evolvement[ada]/attempt[2]/reflect")), "nothing was run there"


# ---- phases that make sense together ---------------------------------------------------------------------------------
OFF = dict.fromkeys(PHASES.values(), False)


def test_phases_that_have_nothing_to_work_on_are_refused_with_the_remedy() -> None:
    assert senseless({"rounds": 3}) is None, "a format without phases"
    assert senseless({**OFF, "evolvement": True}) is None
    assert senseless({**OFF, "proposal": True, "critique": True}) is None
    nothing = senseless(OFF)
    assert nothing is not None
    assert nothing[0] == "All phases are off, so nothing would happen."
    idle = senseless({**OFF, "critique": True, "review": True, "convergence": True})
    assert idle is not None
    assert idle[0] == "Without a proposal, there is nothing for critique, review and convergence."
    assert senseless({**OFF, "critique": True})[0] == "Without a proposal, there is nothing for critique."  # type: ignore[index]
    assert senseless({**OFF, "critique": True}, proposed=True) is None


def test_a_debate_does_not_begin_without_proposals_but_may_go_on_without_new_ones() -> None:
    with pytest.raises(ConfigError, match="nothing for critique"):
        opening(EIGHT, "Q?", model="toy:1", options={"proposal": False})
    debate = fold([opening(EIGHT, "Q?", model="toy:1")])
    with pytest.raises(Refused, match="nothing for critique"):
        decide(debate, SetOption(name="proposal", value=False))
    assert decide(debate, SetOption(name="adversarial", value=True))
    with pytest.raises(Refused, match="There is no complexity 'hard'"):
        decide(debate, SetOption(name="complexity", value="hard"))


def test_a_voter_is_told_of_each_option_what_was_found_of_it_and_of_nobody_by_name() -> None:
    debate = fold([opening(EIGHT, "Q?", model="toy:1", seats=[SeatChoice(seat="proposers#3")])])
    paths = [f"round[1]/proposal/propose[{seat}]" for seat in ("proposers", "proposers-2", "proposers-3")]
    flaws = [{"text": f"flaw {n}", "turn": path} for n, path in enumerate(paths)] + [
        {"text": "x", "turn": "y[critics]"}
    ]
    past = past_of(
        *(turn(path, "artifact", text="# A") for path in paths),
        turn("round[1]/critique[critics]", "flaws", items=flaws),
        turn("round[1]/review[reviewers]", "review", items=[{"turn": paths[1], "text": "correct", "score": 1}]),
    )
    at = At(debate=debate, path="round[1]/convergence/vote[proposers]", past=past)
    label = {path: one.label for path in paths for one in slate_of(at) if one.key == path}
    told = text_of("flaws", at).splitlines()
    assert told[0] == "F1 [stands] (yours) flaw 0."
    assert told[1:3] == [f"F{n + 1} [stands] ({label[paths[n]]}) flaw {n}." for n in (1, 2)]
    assert told[3] == "F4 [stands] x.", "of what is no option, nobody is named"
    assert text_of("scores", at) == f"{label[paths[1]]}: 1.00 (correct 1.00)"


def test_who_votes_is_shown_what_was_mended_of_the_options() -> None:
    """The last defence of each defender in this round, whole; their own they know."""
    defences = [
        turn(f"round[{n}]/adversarial[{m}]/defend[{seat}]", "patches", text=f"PATCH-{n}{m} by {seat}")
        for n, m, seat in ((1, 1, "ben"), (2, 1, "ben"), (2, 2, "ben"), (2, 1, "cyd"))
    ]
    at = replace(moment_of(past_of(*PROPOSALS, *defences)), path="round[2]/convergence/vote[ada]")
    told = text_of("patches", at)
    assert told == "By Ben, on Ben:\nPATCH-22 by ben\n\nBy Cyd, on Ben:\nPATCH-21 by cyd"
    assert "PATCH-22" not in text_of("patches", replace(at, path="round[2]/convergence/vote[ben]"))
    change = turn("round[2]/adversarial[3]/defend[cyd]", "patches", text="```diff\n-a\n+b\n```")
    kept = turn("round[2]/adversarial[4]/defend[cyd]", "patches", text="My change stays.")
    both = text_of("patches", replace(at, past=past_of(*PROPOSALS, *defences, change, kept)))
    assert both.endswith(f"By Cyd, on Ben:\n{change.text}\n\nBy Cyd, on Ben:\n{kept.text}")
    silent = turn("round[2]/adversarial[3]/defend[ben]", "patches", text="I have nothing more.", items=[])
    assert text_of("patches", replace(at, past=past_of(*PROPOSALS, *defences, silent))) == told
    assert text_of("patches", moment_of(past_of(*PROPOSALS))) == ""
    (vote,) = [block for block in blocks(EIGHT.body) if block.gives == "ballot"]
    assert vote.sees.index("figure patches") == vote.sees.index("figure options") + 1


# ---- the one that is worked on ---------------------------------------------------------------------------------------
REVIEWED_BOTH = turn(
    "round[1]/review[dot]",
    "review",
    items=[{"turn": path, "text": "correct", "score": score} for path, score in ((ADA, 0.9), (BEN, 0.4))],
)
BETTER = turn("round[1]/optimization/optimize[cyd]", "artifact", text="# C\n\nIt is short. It is quick.", title="C")
DEFENDED = turn("round[1]/adversarial[1]/defend[dot]", "patches", text="PATCH", items=[{"text": "x", "answers": "A1"}])


def sees_of(step: str, *turns: Turn, seat: str = "eve") -> tuple[list[str], str]:
    """Return the documents that a step is shown whole, and what it is told of the others."""
    (block,) = [block for block in blocks(EIGHT.body) if block.name == step]
    at = replace(
        moment_of(past_of(*turns), people=("ada", "ben", "cyd", "dot", "eve")), path=f"round[1]/{step}[{seat}]"
    )
    written = {turn.path for turn in turns if turn.gives == "artifact"}
    return [path for path in split_view(view(at, block.sees))[0] if path in written], text_of("other-proposals", at)


@pytest.mark.parametrize("step", ["optimize", "attack", "defend"])
def test_who_improves_or_attacks_is_shown_the_one_that_is_worked_on_and_of_the_others_a_line(step: str) -> None:
    again = turn(ADA.replace("proposal", "gate-critique[person]/again-1/proposal"), "artifact", text="# A2", title="A2")
    reviewed = replace(REVIEWED_BOTH, data={"items": [{"turn": again.path, "text": "correct", "score": 0.9}]})
    first, ben = replace(PROPOSALS[0], text="# A\n\n```diff\n+a\n```\n\nIt halts. It is long."), PROPOSALS[1]
    whole, others = sees_of(step, first, ben, again, reviewed)
    assert whole == [again.path], "the best of those that were reviewed, and no rejected one"
    assert others.splitlines() == ["- Ada: It halts. (written anew since)", "- Ben: without a title"]
    whole, others = sees_of(step, *PROPOSALS, again, reviewed, BETTER)
    assert whole == [BETTER.path], "what was improved since"
    assert others.splitlines()[-1] == "- Ada: A2."
    assert sees_of(step, *PROPOSALS)[0] == [BEN], "without reviews the newest"
    assert sees_of(step) == ([], "")
    bare = replace(PROPOSALS[0], text="```diff\n+a\n```")
    assert sees_of(step, bare, PROPOSALS[1])[1] == "- Ada: without a title"


def test_whose_turn_it_is_to_choose_sees_all_that_were_written_at_the_same_time() -> None:
    debate = moment_of(past_of(), people=("proposers", "proposers-2", "attacker")).debate
    paths = [f"round[1]/proposal/propose[{seat}]" for seat in ("proposers", "proposers-2")]
    debate = replace(debate, entered=debate.entered.set("round[1]/proposal/propose", (("proposers", "proposers-2"),)))
    past = past_of(*(turn(path, "artifact", text="# X") for path in paths))
    seen = view(At(debate=debate, path="round[1]/adversarial[1]/attack[attacker]", past=past), ("nothing", "in-hand"))
    assert list(seen) == paths


def test_who_writes_anew_is_shown_what_they_wrote_last_and_nothing_of_it_twice() -> None:
    """Whoever led was shown their program, the proposal that was made of it, and what they put together of both."""
    people = ("proposers", "proposers-2")
    code, others = (turn(f"self-evolvement[{seat}]/attempt[1]/generate[{seat}]", "code") for seat in people)
    first, ben = (turn(f"round[1]/proposal/propose[{seat}]", "artifact", text="# X") for seat in people)
    both = turn("round[1]/proposal/aggregate[proposers]", "artifact", text="# Both")
    gate = turn("round[1]/gate-critique[person]", "approval", seat="person", text="Copy it.")

    def shown(place: str, *turns: Turn) -> list[str]:
        past = past_of(code, others, *turns)
        at = At(debate=moment_of(past, people=people, topology="mesh").debate, path=place, past=past)
        [propose] = (block for block in blocks(EIGHT.body) if block.name == "propose")
        return [each for each in view(at, propose.sees) if not each.startswith("#")]

    assert shown("round[1]/proposal/propose[proposers]") == [code.path], "one's own program alone"
    again = f"{gate.path}/again-1/proposal/propose"
    assert shown(f"{again}[proposers]", first, ben, both, gate) == [both.path, gate.path]
    assert shown(f"{again}[proposers-2]", first, ben, both, gate) == [ben.path, gate.path]
    assert shown("round[2]/proposal/propose[proposers]", first, ben, both) == [ben.path, both.path]


def test_a_judge_is_shown_what_was_mended_since_under_the_letter_of_the_proposal() -> None:
    debate = fold([opening(EIGHT, "?", model="scripted:one", options={"adversarial": True})])
    past = past_of(
        turn("round[1]/proposal/propose[proposers]", "artifact", text="# A"),
        turn("round[1]/optimization/optimize[optimizer]", "artifact", text="# B"),
        turn(
            "round[1]/adversarial[1]/defend[defender]", "patches", text="PATCH", items=[{"text": "x", "answers": "A1"}]
        ),
    )
    (block,) = [block for block in blocks(EIGHT.body) if block.name == "judgement"]
    assert "figure patches" in block.sees
    told = [
        text_of("patches", At(debate=debate, path=f"round[1]/convergence/judging[{order}]/judgement[judge]", past=past))
        for order in ("ab", "ba")
    ]
    assert told == [f"By Blue defender, on Response {letter}:\nPATCH" for letter in "BA"]


def test_a_defence_belongs_to_the_document_that_is_worked_on() -> None:
    past = past_of(*PROPOSALS, REVIEWED_BOTH, DEFENDED)
    assert defences_of(past, PROPOSALS[0]) == [DEFENDED], "which the reviews prefer, though the other is newer"
    assert defences_elsewhere(past, PROPOSALS[1]) == [DEFENDED]
    at = replace(moment_of(past), path="round[1]/convergence/vote[cyd]")
    assert text_of("patches", at).startswith("By Dot, on Ada:")
    assert text_of("patches", replace(at, past=past_of(DEFENDED))).startswith("By Dot:")
    assert defences_of(past_of(*PROPOSALS, REVIEWED_BOTH, BETTER, DEFENDED), BETTER) == [DEFENDED]


def test_a_flaw_of_two_proposals_is_one_of_each() -> None:
    """In the same words, and again in the next round; each is mended for itself."""
    both = [{"text": "It never ends", "turn": f"round[1]/propose[{seat}]"} for seat in ("ada", "ben")]
    later = [{"text": "It never ends", "turn": f"round[2]/propose[{seat}]"} for seat in ("ada", "ben")]
    first = critique(1, *both)
    found = flaws_of(past_of(first))
    assert {id: one.proposal for id, one in found.items()} == {
        "F1": "round[1]/propose[ada]",
        "F2": "round[1]/propose[ben]",
    }
    again = flaws_of(past_of(first, critique(2, *later)))
    assert [(one.status, len(one.again)) for one in again.values()] == [("stands", 1), ("stands", 1)]
    mended = flaws_of(past_of(first, critique(2, later[1])))
    assert [one.status for one in mended.values()] == ["gone", "stands"]
    declared = [{**each, "repeats": "F1"} for each in later]
    assert [one.status for one in flaws_of(past_of(first, critique(2, *declared))).values()] == ["stands", "stands"]
    vague = flaws_of(past_of(critique(1, {"text": "It never ends"}, {"text": "It never ends"})))
    assert len(vague) == 1, "nobody said of what"
