"""The steps of every format that no cell of their table shows: what records are made of, on what each step depends,
whose turn may fail, what is done at the same time, who reads letters (SPEC FORMAT.2, LEDGER.1, PHASE.1, TURN.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from disputatio.app.paths import resource
from disputatio.debate.format import Block
from disputatio.debate.ids import step_of
from disputatio.debate.log.events import TurnAsked
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.policies.visibility import split_view
from disputatio.debate.ranges import blocks
from disputatio.testing.speakers import drive, formats_of, opening_event

FORMATS = formats_of(resource("formats"))
formats = pytest.mark.parametrize("name", sorted(FORMATS))


def steps(name: str) -> Iterator[Block]:
    return blocks(FORMATS[name].body)


def served(block: Block) -> bool:
    return bool(block.ask) and block.ask.split()[0] in SERVICES


def listed(table: Mapping[str, str], format: str, block: Block) -> str:
    """What a table says of a step: of this one in this format, of all of its name, of all that give the same."""
    keys = (f"{format}/{block.name}", block.name, f"gives {block.gives}" if block.ask else "")
    return next((table[key] for key in keys if key in table), "")


READ = {
    "gives ledger": "unrecorded, figure participants, figure points",
    "council/replies": "nothing, rankings, figure participants, figure points",
    "verification": "nothing, figure participants, figure judgements",
    "agreement": "last 24, figure participants, figure points",
    "baseline": "step sealed, figure participants",
    "council/baseline": "step opinion, figure participants",
    "gives card": "here crux, figure participants, figure claim",
    "gives digest": "older $keep, figure points",
    "gives evidence": "nothing, around",
    "gives reflections": "here miniround, figure ledger, figure claims",
    "gives insights": "recent $keep, unrecorded, figure unaddressed",
    "dialogue/insights": "nothing, figure unaddressed",
    "gives patterns": "nothing, figure attempts",
    "gives aspects": "nothing",
    "gives synthesis": "recent $keep, figure standings, figure disputes",
    "dialogue/synthesis": "step closing, figure closing-view, figure standings",
    "socratic/synthesis": "recent $keep, figure standings, figure disputes, figure answers",
    "red-blue/synthesis": "recent $keep, figure standings, figure disputes, figure attacks",
    "delphi/synthesis": "recent $keep, figure estimates, figure standings, figure disputes",
    "eight-phase/synthesis": "recent $keep, figure standings, figure disputes, figure vote, figure flaws, "
    "figure attacks, figure clarified, figure runs",
    "test": "nothing, of code",
    "trial": "nothing, program",
    "validation": "nothing, works",
}
"""What is shown to whoever records, checks, runs and writes; memory and the estimate of a task need only the question.
It is made of that, and of nothing else."""


@formats
def test_what_each_record_is_made_of(name: str) -> None:
    for block in filter(served, steps(name)):
        assert ", ".join(block.sees) == listed(READ, name, block), block.name


WHEN = {
    "sealed": "on sealed",
    "baseline": "on sealed, worded",
    "council/baseline": "worded",
    "council/ranking": "undecided",
    "council/replies": "is-not ledger off, ranked",
    "ledger": "is ledger round",
    "council/ledger": "is-not ledger off",
    "verification": "is-not ledger off, judged",
    "delphi/ledger": "is ledger round, near-end $tolerance",
    "dialogue/ledger": "is-not ledger off, unrecorded",
    "minutes": "is ledger message",
    "dual/minutes": "is-not ledger off",
    "critique-minutes": "is ledger message",
    "closing-minutes": "is ledger round, may-end 2",
    "compared": "on sealed",
    "arrears": "is ledger round, unrecorded",
    "dual/arrears": "is-not ledger off, unrecorded",
    "assess-again": "missing assessment",
    "notes": "is ledger message, crowded 3",
    "opened": "is-not ledger off",
    "closed": "is-not ledger off",
    "condense": "long $condense, saves $keep",
    "remember": "remembers 50",
    "reflect": "stirred 15",
    "dialogue/proposal": "no-aspects",
    "lessons": "is-not lessons off",
    "patterns": "learnt",
    "reflexion": "on reflexion, programmed",
    "proof": "on cases, tested",
    "repair": "failing",
    "reflection": "failing",
    "appraisal": "seated judge",
    "validation": "on hooks",
    "dehallucination": "on dehallucination, complex",
    "clarification": "asked",
    "central-plan": "plans cpde",
    "own-plans": "plans dpde",
    "negotiation": "plans dpde, several proposers",
    "self-evolvement": "on evolvement",
    "eight-phase/reflect": "failing",
    "eight-phase/proposal": "on proposal",
    "aggregate": "plans cpde, several proposers",
    "eight-phase/critique": "on critique",
    "eight-phase/review": "on review",
    "optimization": "on optimization",
    "adversarial": "on adversarial",
    "defend": "open-attacks",
    "red-blue/blue": "open-attacks",
    "convergence": "on convergence",
    "judging": "two-proposals",
}
"""On what a step depends. All others are always carried out."""


@formats
def test_on_what_each_step_depends(name: str) -> None:
    for block in steps(name):
        assert ", ".join(block.when) == listed(WHEN, name, block), block.name


SPARED = {"appraise", "cases", "reflection", "mend"}
"""Turns of participants without which a debate goes on; records are always such, and results of programs never."""


@formats
def test_whose_turn_may_fail(name: str) -> None:
    for block in steps(name):
        if block.ask:
            spared = block.name in SPARED or (served(block) and block.gives != "tests")
            assert block.optional is spared, block.name


ASIDE = {
    "council": {"review": "ledger ranking", "conclusion": "chair record"},
    "delphi": {"revision": "arrears revise"},
    "dialogue": {"crux": "card exchange statement", "conclusion": "record synthesis"},
    "dual": {"conclusion": "arrears insights synthesis"},
    "eight-phase": {"judging": "judgement", "self-evolvement": "attempt"},
    "proposition": {"appraisal": "appraise"},
    "proposition-extended": {"appraisal": "appraise"},
}
ENDING = {"conclusion": "insights synthesis"}
"""What is done at the same time, apart from turns of several seats: the result waits for no record, and no claim, no
proposer and no order of a comparison for another."""


@formats
def test_what_is_done_at_the_same_time(name: str) -> None:
    found = {
        one.name: " ".join(sorted(each.name for each in one.do))
        for one in steps(name)
        if one.order == "together" and not one.ask
    }
    assert found == ({} if name == "collaboration" else ENDING) | ASIDE.get(name, {})
    beside = {one.name for one in steps(name) if one.order == "beside"}
    assert beside == ({"notes"} if name == "dialogue" else set()), "a record that the next speaker does not wait for"


PASSES = {
    "aspect": "aspects",
    "crux": "ripe-claims 2",
    "self-evolvement": "seats proposers",
    "judging": "both-orders",
    "appraisal": "both-orders",
}


@formats
def test_for_what_a_step_is_carried_out_each_time(name: str) -> None:
    assert all(block.each == PASSES.get(block.name, "") for block in steps(name))


CALLED = {
    "baseline": "agreement",
    "replies": "ledger",
    "delphi/arrears": "ledger",
    **dict.fromkeys(("dual/arrears", "dialogue/ledger"), "minutes"),
    **dict.fromkeys(("opened", "closed", "notes", "closing-minutes", "critique-minutes"), "minutes"),
    "eight-phase/critique": "flaws",
    "eight-phase/attack": "attack-proposals",
    "eight-phase/defend": "defend-proposals",
}
GIVES = {
    **dict.fromkeys(("minutes", "notes", "opened", "closed", "arrears", "replies", "compared"), "ledger"),
    **dict.fromkeys(("closing-minutes", "critique-minutes"), "ledger"),
    **dict.fromkeys(("test", "trial", "validation"), "tests"),
    "baseline": "agreement",
    "condense": "digest",
    "remember": "memories",
    "reflect": "reflections",
    "triage": "traits",
    "dialogue/proposal": "aspects",
}
"""What comes of the steps that are no turns of participants, where it is not called as they are."""


@formats
def test_what_each_step_is_told_to_do(name: str) -> None:
    """By the name of its task in the book of prompts, where that is not its own."""
    for block in filter(lambda each: each.ask, steps(name)):
        assert (block.task or block.name) == (listed(CALLED, name, block) or block.name), block.name
        assert not served(block) or block.gives == (listed(GIVES, name, block) or block.name), block.name
        if block.gives == "synthesis":
            assert [each.gives for each in block.do] == ["evidence"], "what the result cites is checked, too"


@formats
def test_what_is_worth_remembering_is_found_once_all_is_recorded(name: str) -> None:
    """SPEC MEMORY.1; a collaboration remembers nothing."""
    [end] = [block for block in FORMATS[name].body.do if block.name == "conclusion"] or [Block(name="")]
    within = [block.name for block in blocks(end)]
    assert ("insights" in within) is (name != "collaboration")
    assert within.index("replies") < within.index("insights") if name == "council" else "replies" not in within


@formats
def test_how_many_rounds_there_are_is_an_option(name: str) -> None:
    assert {block.repeat for block in steps(name) if block.name == "round"} <= {"$rounds"}


# ---- what is read off whole debates ----------------------------------------------------------------------------------
def asked_in(name: str, **options: bool | int | str) -> list[TurnAsked]:
    """Whoever of the participants is asked in two rounds that nothing ends early, with one seat more of each part."""
    chosen = {"rounds": 2, "early_stop": False, "auto_continue": True, "ledger": "off"} | options
    log = drive([opening_event(FORMATS[name], extra=1, seed=2, **chosen)])
    return [event for event in log if isinstance(event, TurnAsked) and event.seat not in SERVICES]


SEALED = {
    "collaborative": "table",
    "adversarial": "table",
    "socratic": "table",
    "expert-panel": "experts",
    "devils-advocate": "devil table",
    "dual": "analyst critic",
    "proposition": "opponent proponent",
    "proposition-extended": "advocate critic opponent proponent",
}
"""Who gives a sealed answer where that is switched on: whoever argues, not whoever refines or decides."""


@formats
def test_sealed_answers_are_given_by_all_who_argue_and_at_the_same_time_and_see_nothing(name: str) -> None:
    sealed = [event for event in asked_in(name, sealed=True) if step_of(event.path) == "sealed"]
    parts = FORMATS[name].cast
    who = {part.name for event in sealed for part in parts if event.seat == part.name or event.seat[:-2] == part.name}
    assert " ".join(sorted(who)) == SEALED.get(name, "")
    assert all(event.sees == () for event in sealed)
    [block] = [block for block in steps(name) if block.name == "sealed"] or [None]
    first = next((one for one in steps(name) if one.ask and not served(one)), None)
    if block is not None:
        assert (block, block.order, block.sees) == (first, "together", ("nothing",)), "not what a person said, either"
    elif name in ("delphi", "council", "collaboration"):
        assert first is not None
        assert (first.order, first.sees) == ("together", ("nothing",)), "the first answers are sealed ones"


LETTERED = {
    "delphi": "",
    "council": "ranking chair",
    "proposition": "appraise",
    "proposition-extended": "appraise",
    "eight-phase": "critique review judgement",
}


@formats
def test_who_reads_letters_unless_somebody_asks_for_more(name: str) -> None:
    found = {step_of(each.path) for each in asked_in(name) if any("=" in ref for ref in split_view(each.sees)[0])}
    assert found == set(LETTERED.get(name, "").split())


CHOSEN = {
    "council": {"vote": "borda"},
    "proposition": {"verdict": "confidence"},
    "proposition-extended": {"verdict": "confidence"},
    "eight-phase": {"vote": "fitting", "planning": "adaptive"},
}
"""How it is decided, who hears whom and who plans, as long as nobody chooses (SPEC VOTE.1, VERDICT.1, PLAN.1)."""


@formats
def test_how_it_is_decided_unless_somebody_chooses(name: str) -> None:
    options = FORMATS[name].options
    found = {key: options[key] for key in ("vote", "verdict", "topology", "planning") if key in options}
    assert found == {"topology": "mesh"} | CHOSEN.get(name, {})
    if name == "eight-phase":
        assert options["hooks"] is False, "nothing of the user's is run before they say so"
        assert list(options["rubric"]) == ["correct", "complete", "robust", "secure", "efficient", "clear"]


# ---- the eight phases (SPEC §10) -------------------------------------------------------------------------------------
SEATS = {
    "architect": (0, 1),
    "proposers": (1, 4),
    "instructor": (1, 1),
    "critics": (1, 4),
    "reviewers": (1, 4),
    "optimizer": (1, 1),
    "refactorer": (0, 1),
    "performance": (0, 1),
    "attacker": (1, 3),
    "defender": (1, 3),
    "judge": (1, 1),
}


def test_how_many_of_each_sit_in_the_eight_phases_in_a_council_and_in_a_dialogue() -> None:
    assert {part.name: (part.least, part.most) for part in FORMATS["eight-phase"].cast} == SEATS
    assert [(part.least, part.most) for part in FORMATS["council"].cast] == [(3, 12), (1, 1)]
    assert [(part.least, part.most) for part in FORMATS["dialogue"].cast] == [(2, 8)]


WITHIN = {
    "dual": {
        "round": "condense analysis critique",
        "critique": "assess-again evidence critique-minutes closing-minutes",
    },
    "dialogue": {
        "aspect": "take ledger miniround",
        "miniround": "remember reply ledger reflect crux",
        "take": "evidence notes",
        "reply": "evidence notes",
        "crux": "statement exchange card",
        "exchange": "rejoinder",
    },
    "red-blue": {"round": "red-talk attack blue-talk defence ledger", "defence": "evidence reflexion minutes"},
}


@pytest.mark.parametrize("name", WITHIN)
def test_what_a_round_an_aspect_and_a_room_consist_of_and_in_which_order(name: str) -> None:
    found = {block.name: " ".join(each.name for each in block.do) for block in steps(name)}
    assert {step: found[step] for step in WITHIN[name]} == WITHIN[name]


PARTS = {
    "dehallucination": "clarify clarification",
    "planning": "central-plan own-plans negotiation",
    "self-evolvement": "attempt",
    "attempt": "generate test reflect",
    "round": "proposal critique review optimization adversarial ledger convergence",
    "proposal": "propose aggregate validation",
    "optimization": "optimize validation",
    "adversarial": "attack defend validation",
    "convergence": "vote judging validation agreement",
}
AT_A_TABLE = "recall sealed baseline round verification conclusion"
WHOLE = {
    "eight-phase": "recall lessons triage dehallucination planning self-evolvement round patterns conclusion",
    "delphi": "recall estimate ledger round arrears verification conclusion",
    "council": "recall opinion baseline review conclusion",
    "dual": "recall sealed baseline compared round conclusion",
    "dialogue": "recall proposal opening opened aspect closing conclusion",
    "red-blue": "recall lessons round patterns verification conclusion",
    "collaboration": "draft cross-review artifact",
}
"""What each format consists of. Every debate begins with what earlier ones about the same have settled (SPEC MEMORY.2);
a collaboration recalls nothing (COLLAB.1)."""


@formats
def test_which_steps_come_before_and_after_the_rounds_and_in_which_order(name: str) -> None:
    assert " ".join(block.name for block in FORMATS[name].body.do) == WHOLE.get(name, AT_A_TABLE)


def test_a_panel_revises_and_what_it_said_is_recorded() -> None:
    [round_] = [block for block in steps("delphi") if block.name == "round"]
    assert [block.name for block in round_.do] == ["revision", "ledger"]


def test_in_which_order_the_eight_phases_go_and_where_commands_check_them() -> None:
    """SPEC PHASE.1, HOOK.1"""
    found = {block.name: " ".join(each.name for each in block.do) for block in steps("eight-phase") if not block.ask}
    assert {name: found[name] for name in PARTS} == PARTS


@formats
def test_whatever_may_hold_a_program_to_be_mended_is_mended_before_the_next_round(name: str) -> None:
    """SPEC REFLEXION.1; what phase 2 writes has attempts of its own."""
    mending = {block.name for block in steps(name) if any(each.name == "reflexion" for each in block.do)}
    writing = {block.name for block in steps(name) if block.gives in ("artifact", "patches")} - {"mend"}
    assert mending == (writing if "lessons" in {block.name for block in FORMATS[name].body.do} else set())


SHOWN = {
    "dual": {"sealed": "nothing", "analysis": "recent $keep", "critique": "recent $keep", "assess-again": "last 2"},
    "dialogue": {
        **dict.fromkeys(("opening", "take", "reply", "closing", "statement"), "nothing"),
        "rejoinder": "here crux",
    },
    "red-blue": {
        **dict.fromkeys(("red-talk", "attack", "blue-talk", "defence"), ""),
        "cases": "nothing, program",
        "reflection": "nothing, program, of tests, every reflection",
        "mend": "nothing, program, of tests, every reflection",
    },
    "eight-phase": {
        "clarify": "step dehallucination",
        "clarification": "step dehallucination",
        "central-plan": "step dehallucination",
        "own-plans": "step dehallucination",
        "negotiation": "step planning, neighbours architect proposers, also dehallucination",
        "generate": "step dehallucination, of plan, of code, of tests, every reflection",
        "reflect": "nothing, of code, of tests, every reflection",
        "propose": "earlier round, neighbours, last-works, also dehallucination, of plan, draft, checks",
        "aggregate": "here round, neighbours, in-hand, also dehallucination, of plan",
        "critique": "nothing, proposals, checks, anonymous",
        "review": "nothing, proposals, checks, anonymous",
        "optimize": "here round, neighbours, in-hand, checks, also dehallucination",
        "attack": "here round, neighbours, in-hand, checks, also defend",
        "defend": "here round, neighbours, in-hand, checks, also adversarial",
        "vote": "nothing, checks",
        "judgement": "pair",
        "cases": "nothing, program",
        "reflection": "nothing, program, of tests, every reflection",
        "mend": "nothing, program, of tests, every reflection",
    },
}
"""Of what was said; what the board tells beside it is a table of its own. Whoever works on something is shown it,
whatever the topology; of all else, what their neighbours say."""


@pytest.mark.parametrize("name", SHOWN)
def test_which_turns_are_shown_in_each_step(name: str) -> None:
    asked = [block for block in steps(name) if block.ask and not served(block)]
    shown = {block.name: [each for each in block.sees if not each.startswith("figure ")] for block in asked}
    assert {step: ", ".join(each) for step, each in shown.items()} == SHOWN[name]
