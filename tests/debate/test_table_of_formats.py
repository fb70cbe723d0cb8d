"""Every cell of the table of formats (SPEC FORMAT.1), and which format has which rule of honest debate (FORMAT.2).

What a format does is read off whole debates: in which groups the seats of its first round were asked, and which turns
each of them was shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pytest

from disputatio.app.debates.session import answer as said_by_person
from disputatio.app.paths import resource
from disputatio.debate.board.room_entry import room
from disputatio.debate.errors import ConfigError
from disputatio.debate.format import MESSAGES, Format
from disputatio.debate.formats.opening import cast, options_of, require_names
from disputatio.debate.ids import index_of, inside, parent, step_of, without_index
from disputatio.debate.log.events import BlockEntered, DebateOpened, Event, TurnAsked, TurnCompleted
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import HUMAN, SERVICES, SeatChoice
from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.visibility import split_view
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.views.labels import RULES
from disputatio.debate.views.result import ASKED, ATTACKED, OPPOSITION, Result, result_of
from disputatio.debate.views.tallies import tallies_of
from disputatio.debate.views.transcript_words import shortfall_of
from disputatio.debate.views.winner import outcome_of
from disputatio.debate.walk.plan import Planner
from disputatio.prompting.book import ROLES as BOOK
from disputatio.prompting.book import known_as
from disputatio.prompting.request import Request
from disputatio.testing.debates import answer, live, opening, voices
from disputatio.testing.scripted import ScriptedProvider
from disputatio.testing.speakers import drive, formats_of, opening_event

FORMATS = formats_of(resource("formats"))
BESIDE, TURNS = "together", "in turn"

Seen = set[str]
Sees = Callable[[str, Seen, Sequence[Turn]], bool]
"""(the turn, which turns it was shown, the messages before it by the structure of the program) -> is it so?"""


# ---- what a seat sees ------------------------------------------------------------------------------------------------
def paths(said: Sequence[Turn]) -> Seen:
    return {turn.path for turn in said}


def everything(path: str, seen: Seen, before: Sequence[Turn]) -> bool:
    return seen == paths(before)


def previous_rounds(path: str, seen: Seen, before: Sequence[Turn]) -> bool:
    now = next(at for at in ancestry(path) if at.startswith("round["))
    return seen == paths([turn for turn in before if not inside(turn.path, now)])


def this_round(path: str, seen: Seen, before: Sequence[Turn]) -> bool:
    now = next(at for at in ancestry(path) if at.startswith("round["))
    return seen == paths([turn for turn in before if inside(turn.path, now)])


def arguments_of_the_round(path: str, seen: Seen, before: Sequence[Turn]) -> bool:
    return this_round(path, seen, [turn for turn in before if turn.gives == "argument"])


def predecessor(path: str, seen: Seen, before: Sequence[Turn]) -> bool:
    return seen == paths(before[-1:])


def nothing(path: str, seen: Seen, before: Sequence[Turn]) -> bool:
    return not seen


def own_alone(path: str, seen: Seen, before: Sequence[Turn]) -> bool:
    return seen == paths([turn for turn in before if turn.seat == index_of(path)])


def others_answers(path: str, seen: Seen, before: Sequence[Turn]) -> bool:
    return seen == paths([turn for turn in before if turn.seat != index_of(path)])


def own_team_and_published(path: str, seen: Seen, before: Sequence[Turn]) -> bool:
    team, moves = index_of(path)[:6], ("attack", "defence")
    return seen == paths([turn for turn in before if step_of(turn.path) in moves or turn.seat.startswith(team)])


def ancestry(path: str) -> list[str]:
    found = [path]
    while parent(found[-1]):
        found.append(parent(found[-1]))
    return found[::-1]


# ---- the table ------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Row:
    """`order`: the steps of the first round in which participants are asked, each with whether they are asked together;
    `before`: those before the rounds. `sees`: by step. `seats`: least and most. `asks`: which parts each step asks for
    what. `rounds`: how many at most; `ends`: the exits of the rounds."""

    order: Sequence[tuple[str, str]]
    sees: Mapping[str, Sees]
    seats: tuple[int, int]
    asks: Mapping[str, str]
    rounds: int = 0
    ends: tuple[str, ...] = ()
    before: Sequence[tuple[str, str]] = ()


STABLE = ("stable 2", "no-new-claims")
TABLE = {
    "dual": Row(
        order=[("analysis", TURNS), ("critique", TURNS)],
        sees={"analysis": everything, "critique": everything},
        asks={"analysis": "analyst: say", "critique": "critic: assessment"},
        seats=(2, 2),
        rounds=5,
        ends=("consensus $threshold", "impasse 2", "no-new-claims"),
    ),
    "collaboration": Row(
        order=[("draft", BESIDE), ("cross-review", BESIDE), ("artifact", TURNS)],
        sees={"draft": nothing, "cross-review": everything, "artifact": everything},
        asks={
            "draft": "architect, reviewer: say",
            "cross-review": "architect, reviewer: say",
            "artifact": "architect: artifact",
        },
        seats=(2, 2),
    ),
    "collaborative": Row(
        before=[("sealed", BESIDE)],
        order=[("turn", BESIDE)],
        sees={"sealed": nothing, "turn": previous_rounds},
        asks={"sealed": "table: answer", "turn": "table: answer"},
        seats=(2, 12),
        rounds=3,
        ends=STABLE,
    ),
    "adversarial": Row(
        order=[("challenge", TURNS)],
        sees={"challenge": predecessor},
        asks={"challenge": "table: challenge"},
        seats=(2, 12),
        rounds=3,
        ends=STABLE,
    ),
    "socratic": Row(
        order=[("question", TURNS), ("answer", TURNS)],
        sees={"question": everything, "answer": everything},
        asks={"question": "table: questions", "answer": "table: answers"},
        seats=(2, 12),
        rounds=3,
        ends=("no-new-claims",),
    ),
    "expert-panel": Row(
        before=[("sealed", BESIDE)],
        order=[("opinion", BESIDE)],
        sees={"sealed": nothing, "opinion": previous_rounds},
        asks={"sealed": "experts: answer", "opinion": "experts: answer"},
        seats=(2, 12),
        rounds=3,
        ends=STABLE,
    ),
    "devils-advocate": Row(
        order=[("view", TURNS), ("opposition", TURNS)],
        sees={"view": everything, "opposition": everything},
        asks={"view": "table: answer", "opposition": "devil: opposition"},
        seats=(2, 12),
        rounds=3,
        ends=STABLE,
    ),
    "delphi": Row(
        before=[("estimate", BESIDE)],
        order=[("revise", BESIDE)],
        sees={"estimate": nothing, "revise": own_alone},
        asks={"estimate": "panel: answer", "revise": "panel: answer"},
        seats=(3, 12),
        rounds=3,
        ends=("unanimous $tolerance", "stable 2 $tolerance"),
    ),
    "red-blue": Row(
        order=[("red-talk", TURNS), ("attack", TURNS), ("blue-talk", TURNS), ("defence", TURNS)],
        sees=dict.fromkeys(("red-talk", "attack", "blue-talk", "defence"), own_team_and_published),
        asks={
            "red-talk": "attackers: say",
            "attack": "attackers: findings",
            "blue-talk": "defenders: say",
            "defence": "defenders: patches",
        },
        seats=(2, 12),
        rounds=3,
        ends=("no-new-attacks", "no-new-claims"),
    ),
    "proposition": Row(
        order=[("case", TURNS), ("rebuttal", TURNS), ("appraise", TURNS), ("ruling", TURNS)],
        sees={"case": everything, "rebuttal": everything, "appraise": this_round, "ruling": this_round},
        asks={
            "case": "proponent: argument",
            "rebuttal": "opponent: argument",
            "appraise": "judge: appraisal",
            "ruling": "moderator: verdict",
        },
        seats=(3, 4),
        rounds=2,
        ends=("confident $threshold verdict",),
    ),
    "proposition-extended": Row(
        before=[("sealed", BESIDE)],
        order=[("voice", BESIDE), ("refinement", TURNS), ("appraise", TURNS), ("ruling", TURNS)],
        sees={
            "sealed": nothing,
            "voice": previous_rounds,
            "refinement": this_round,
            "appraise": arguments_of_the_round,
            "ruling": this_round,
        },
        asks={
            "sealed": "advocate, critic, opponent, proponent: answer",
            "voice": "advocate, critic, opponent, proponent: argument",
            "refinement": "refiner: say",
            "appraise": "judge: appraisal",
            "ruling": "moderator: verdict",
        },
        seats=(6, 7),
        rounds=3,
        ends=("confident $threshold verdict",),
    ),
    "council": Row(
        order=[("opinion", BESIDE), ("ranking", BESIDE), ("chair", TURNS)],
        sees={"opinion": nothing, "ranking": others_answers, "chair": everything},
        asks={"opinion": "members: answer", "ranking": "members: ranking", "chair": "head: synthesis"},
        seats=(4, 13),
    ),
}
OWN = {"dialogue", "eight-phase"}
"""Formats whose participants see boards and proposals rather than turns: their cells have tests of their own."""

rows = pytest.mark.parametrize("name", TABLE)


def test_no_format_is_left_out() -> None:
    assert TABLE.keys() | OWN == FORMATS.keys()


def held(name: str) -> list[Event]:
    """A debate of two rounds with the least seats and one more of each part, with nothing that ends it early."""
    options = {"rounds": 2, "early_stop": False, "auto_continue": True, "ledger": "off"}
    return drive([opening_event(FORMATS[name], extra=1, seed=2, **options)])


def asked_in(log: Sequence[Event]) -> list[TurnAsked]:
    return [event for event in log if isinstance(event, TurnAsked) and event.seat not in SERVICES]


def groups_of(log: Sequence[Event], within: Callable[[str], bool]) -> list[tuple[str, str]]:
    """The steps in which participants were asked, in order, each once."""
    speaking = {without_index(event.path) for event in asked_in(log)}
    found: dict[str, str] = {}
    for event in log:
        if isinstance(event, BlockEntered) and event.path in speaking and within(event.path):
            many = any(len(group) > 1 for group in event.groups)
            found.setdefault(step_of(event.path), BESIDE if many else TURNS)
    return list(found.items())


@rows
def test_who_is_asked_in_which_order(name: str) -> None:
    row, log = TABLE[name], held(name)
    looped = any(block.repeat for block in FORMATS[name].body.do)
    assert groups_of(log, lambda path: not looped or path.startswith("round[1]")) == list(row.order)
    if looped:
        assert groups_of(log, lambda path: not path.startswith("round")) == list(row.before)


@rows
def test_who_is_asked_for_what(name: str) -> None:
    found: dict[tuple[str, str], set[str]] = {}
    for event in asked_in(held(name)):
        found.setdefault((step_of(event.path), event.gives), set()).add(re.sub(r"-\d+$", "", event.seat))
    assert {step: f"{', '.join(sorted(who))}: {gives}" for (step, gives), who in found.items()} == TABLE[name].asks


@rows
def test_what_each_of_them_sees(name: str) -> None:
    row, log = TABLE[name], held(name)
    turns = list(Planner().walk(fold(log)).past)
    entered = fold(log).entered
    checked = 0
    for event in asked_in(log):
        seen = {ref.rpartition("=")[2] for ref in split_view(event.sees)[0]}
        beside = set(next((g for g in entered.get(without_index(event.path), ()) if index_of(event.path) in g), ()))
        place = next(at for at, turn in enumerate(turns) if turn.path == event.path)
        before = [
            turn
            for turn in turns[:place]
            if turn.message
            and not (without_index(turn.path) == without_index(event.path) and index_of(turn.path) in beside)
        ]
        assert row.sees[step_of(event.path)](event.path, seen, before), (event.path, seen)
        checked += bool(before)
    assert checked > 1, "somebody had something to see"


@rows
def test_how_many_sit_there_and_when_it_ends(name: str) -> None:
    row, format = TABLE[name], FORMATS[name]
    assert (sum(part.least for part in format.cast), sum(part.most for part in format.cast)) == row.seats
    loop = next((block for block in format.body.do if block.repeat), None)
    assert (format.options.get("rounds", 0), loop.until if loop else ()) == (row.rounds, row.ends)


HEARD = {
    "red-blue": {"red-talk": "team", "blue-talk": "team"},
    "dialogue": {"crux": "room", "card": "all"},
    "eight-phase": {"self-evolvement": "room"},
}
"""What is said to some alone, and what comes out of a room; all else is heard by all, or by whom a topology tells."""


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_who_hears_what_is_said(name: str) -> None:
    heard = {block.name: block.heard for block in blocks(FORMATS[name].body) if block.heard}
    assert heard == HEARD.get(name, {})


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_lessons_are_told_before_anybody_writes_a_program_and_drawn_once_all_was_tried(name: str) -> None:
    """Where programs are mended from their own failures (SPEC REFLEXION.1, WISDOM.1)."""
    format = FORMATS[name]
    mends = any(block.name == "reflexion" for block in blocks(format.body))
    steps = [block.name for block in format.body.do]
    assert ("lessons" in steps, "patterns" in steps) == (mends, mends)
    if mends:
        assert steps.index("lessons") < min(steps.index(each) for each in steps if each not in ("recall", "lessons"))
        assert [each for each in steps if each != "verification"][-2:] == ["patterns", "conclusion"]


UNRECORDED = {
    *(
        "sealed",
        "council/opinion",
        "draft",
        "cross-review",
    ),  # covered by the record of what was written at the same time
    *("opening", "closing", "statement", "rejoinder", "red-talk", "blue-talk", "question", "assess-again"),
    *("artifact", "chair", "ruling", "clarify", "clarification", "central-plan", "own-plans", "negotiation", "mend"),
}
"""Steps after which nothing is recorded by itself: private talk, what concludes, plans, and what a later record
covers."""


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_after_which_messages_the_ledger_can_be_kept(name: str) -> None:
    """`ledger = message` records each of them (SPEC LEDGER.1)."""
    for block in blocks(FORMATS[name].body):
        if block.ask and block.ask.split()[0] not in SERVICES and block.gives in MESSAGES:
            recorded = any(each.gives == "ledger" for each in block.do)
            assert recorded == UNRECORDED.isdisjoint((block.name, f"{name}/{block.name}")), block.name


SKIPPED = {"collaborative": "unanimous", "expert-panel": "unanimous", "delphi": "unanimous $tolerance"}
"""Formats whose rounds are not held where the sealed answers are one (SPEC FORMAT.2, early stop)."""


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_where_sealed_answers_are_one_no_round_is_held(name: str) -> None:
    rounds = [block for block in FORMATS[name].body.do if block.name == "round"]
    assert [" ".join(block.unless) for block in rounds] == [SKIPPED.get(name, "")] * len(rounds)


def test_a_panel_revises_while_what_it_said_is_recorded_and_a_figure_is_the_same_only_where_it_is_equal() -> None:
    delphi = FORMATS["delphi"]
    revision = next(block for block in blocks(delphi.body) if block.name == "revision")
    assert (revision.order, [block.name for block in revision.do]) == ("together", ["arrears", "revise"])
    assert delphi.options["tolerance"] == 0


ROLES = {
    "dual": "Analyst, Critic",
    "collaboration": "Architect, Reviewer",
    "dialogue": "Persona",
    "collaborative": "Participant",
    "adversarial": "Challenger",
    "socratic": "Participant",
    "expert-panel": "Expert",
    "devils-advocate": "Devil's advocate, Participant",
    "delphi": "Panellist",
    "red-blue": "Red attacker (red), Blue defender (blue)",
    "proposition": "Proponent, Opponent, Moderator, Judge",
    "proposition-extended": "Proponent, Opponent, Advocate, Argument critic, Refiner, Moderator, Judge",
    "eight-phase": "Lead architect, Proposer, Teacher, Phase critic, Phase reviewer, Optimizer, Refactorer, "
    "Performance analyst, Red attacker, Blue defender, Judge",
    "council": "Councillor, Chair",
}
"""Which roles sit there, each with its team: what a seat is asked to be follows from its role."""


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_who_sits_there(name: str) -> None:
    told = (f"{part.role} ({part.team})" if part.team else part.role for part in FORMATS[name].cast)
    assert ", ".join(told) == ROLES[name]
    assert all(known_as(part.role) in BOOK for part in FORMATS[name].cast), "each is told what it is to be"


def test_analyst_and_critic_have_the_colours_by_which_they_are_known() -> None:
    """SPEC §2"""
    assert [part.colour for part in FORMATS["dual"].cast] == ["#3B82F6", "#8B5CF6"]


ANALYSED = {"adversarial", "collaborative", "devils-advocate", "expert-panel", "socratic"}
"""Formats whose rounds end with an analysis of how far all agree; the eight phases have theirs at convergence."""


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_what_frames_the_rounds_stands_in_its_place(name: str) -> None:
    """Sealed answers come first, and what is one in them is found at once; what closes the debate comes last; a round
    is recorded once it was said, and analysed once it is recorded; a debate can rest before it goes on."""
    format = FORMATS[name]
    steps = [block.name for block in format.body.do]
    assert steps[-1] == ("artifact" if name == "collaboration" else "conclusion")
    assert ("sealed" in steps) == ("sealed" in format.options), "what can be switched is there"
    rounds = [at for at, block in enumerate(format.body.do) if block.repeat and block.name == "round"]
    if "sealed" in steps:
        sealed = steps.index("sealed")
        assert steps[sealed + 1] == "baseline"
        assert all(sealed < at for at in rounds)
        assert set(steps[:sealed]) <= {"recall"}
    for at in rounds:
        round_ = format.body.do[at]
        assert round_.pause, "whoever wants to go step by step is asked"
        within = [block.name for block in round_.do]
        records = [each for each in within if each in ("ledger", "agreement", "appraisal", "ruling", "convergence")]
        assert within[-len(records) :] == records or not records, "what was said is recorded after it was said"
        assert ("agreement" in within) == (name in ANALYSED)
        assert (within[0] == "condense") == (name in BOUNDED), "before anybody is shown what is older"
        assert within[-1:] == ["agreement"] or name not in ANALYSED
    rests = {block.name for block in blocks(format.body) if block.pause} - {"round"}
    assert rests == {"collaboration": {"cross-review"}, "dialogue": {"aspect", "miniround"}}.get(name, set())


FIGURES = {
    "council": {"chair": "ranking analysis"},
    "proposition": {"ruling": "open-points"},
    "proposition-extended": {"ruling": "open-points"},
    "delphi": {"revise": "statistics"},
    "dialogue": {
        "opening": "topic",
        "take": "standing-view evidence",
        "reply": "view memories evidence",
        "statement": "room-view",
        "rejoinder": "room-view evidence",
        "closing": "closing-view",
    },
    "dual": {"analysis": "points", "critique": "points evidence", "assess-again": "points"},
    "eight-phase": {
        "clarify": "questions",
        "clarification": "questions",
        "central-plan": "clarified",
        "own-plans": "clarified",
        "generate": "clarified lessons",
        "propose": "clarified flaws scores lessons runs",
        "mend": "lessons",
        "aggregate": "runs",
        "critique": "clarified flaws runs",
        "review": "clarified flaws rubric runs",
        "optimize": "clarified other-proposals flaws scores runs",
        "attack": "clarified other-proposals attacks runs",
        "defend": "clarified other-proposals attacks runs",
        "judgement": "clarified rubric attacks patches runs",
        "vote": "clarified flaws scores attacks options patches runs",
    },
    "red-blue": {
        "red-talk": "attacks",
        "attack": "attacks",
        "blue-talk": "attacks",
        "defence": "attacks lessons",
        "mend": "lessons",
    },
    "socratic": {"question": "questions", "answer": "questions"},
}
"""What participants are shown from the board, by step: without it nobody could judge, rank, vote or answer by id."""
BOUNDED = {"collaborative", "devils-advocate", "dual", "expert-panel", "socratic"}
"""Formats in which everything before is shown, which is condensed when it grows long (SPEC DUAL.5)."""


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_what_is_shown_from_the_board_and_that_it_stays_within_bounds(name: str) -> None:
    asked = [one for one in blocks(FORMATS[name].body) if one.ask and one.ask.split()[0] not in SERVICES]
    shown = {
        one.name: " ".join(figures)
        for one in asked
        if (figures := [each.partition(" ")[2] for each in one.sees if each.startswith("figure ")])
    }
    assert shown == FIGURES.get(name, {})
    rounds = [one for block in FORMATS[name].body.do if block.name == "round" for one in blocks(block) if one in asked]
    bounded = {"recent $keep" in one.sees for one in rounds if one.gives in MESSAGES and one.name != "assess-again"}
    assert bounded <= {name in BOUNDED}


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_whatever_participants_say_is_checked_against_its_sources(name: str) -> None:
    """In public, in a team, in a room, also in one that a person opens, and in questions (SPEC EVIDENCE.1)."""
    for block in [*blocks(FORMATS[name].body), *blocks(room("crux-1", "claim C1"))]:
        if block.ask and block.ask.split()[0] not in SERVICES and block.gives in MESSAGES:
            assert any(each.gives == "evidence" for each in block.do), block.name
        kinds = {"evidence": 0, "reflexion": 1, "ledger": 2}
        steps = [kinds[kind] for each in block.do if (kind := each.gives if each.ask else each.name) in kinds]
        assert steps == sorted(steps), f"{block.name}: what is recorded was checked, and mended, before"


def test_how_sure_or_agreed_it_has_to_be() -> None:
    found = {name: form.options["threshold"] for name, form in FORMATS.items() if "threshold" in form.options}
    assert found == {"dual": 85, "proposition": 0.8, "proposition-extended": 0.8, "eight-phase": 75}


@rows
def test_a_table_is_filled_to_its_most_with_names_and_no_further(name: str) -> None:
    format = FORMATS[name]
    choices = [
        SeatChoice(seat=f"{part.name}#{number}", name=f"{part.role} of {number}")
        for part in format.cast
        for number in range(1, part.most + 1)
    ]
    seats = cast(format, choices, {"*": "toy:1"})
    assert [seat.name for seat in seats] == [choice.name for choice in choices]
    for part in format.cast:
        with pytest.raises(ConfigError, match="at most"):
            cast(format, [SeatChoice(seat=f"{part.name}#{part.most + 1}")], {"*": "toy:1"})


ASKED_FOR = {
    "dual": {
        "sealed": "all: answer, together",
        "analysis": "analyst: say",
        "critique": "critic: assessment",
        "assess-again": "same: assessment",
    },
    "red-blue": {
        "red-talk": "attackers: say",
        "attack": "first attackers: findings",
        "blue-talk": "defenders: say",
        "defence": "first defenders: patches",
    },
    "dialogue": {
        "opening": "personas: say, together",
        "take": "personas: say, onward aspect",
        "reply": "personas: say, onward miniround",
        "statement": "sides crux: say, together",
        "rejoinder": "sides crux: stance",
        "closing": "personas: say, together",
    },
    "eight-phase": {
        "clarify": "first proposers: questions",
        "clarification": "instructor: answers",
        "central-plan": "leader: plan",
        "own-plans": "part architect proposers: plan, together",
        "negotiation": "part architect proposers: plan, topology",
        "generate": "same: code",
        "reflect": "same: reflection",
        "propose": "proposers: artifact, together",
        "aggregate": "leader: artifact",
        "critique": "critics: flaws, topology",
        "review": "reviewers: review, topology",
        "optimize": "part optimizer refactorer performance: artifact",
        "attack": "attacker: findings",
        "defend": "defender: patches",
        "vote": "voters-among architect proposers critics reviewers optimizer refactorer performance attacker "
        "defender: ballot, together",
        "judgement": "judge: comparison",
    },
}
"""Who is asked for what, and in which order, where participants see boards and proposals (SPEC BOARD.1, PHASE.1), where
one of a team publishes its move, and where an assessment that is missing is asked for once more (DUAL.2)."""


@pytest.mark.parametrize("name", sorted(ASKED_FOR))
def test_who_is_asked_for_what_step_by_step(name: str) -> None:
    asked = [one for one in blocks(FORMATS[name].body) if one.ask and one.ask.split()[0] not in SERVICES]
    found = {one.name: f"{one.ask}: {one.gives}, {one.order}".removesuffix(", in-turn") for one in asked}
    assert {step: told for step, told in found.items() if step not in ("reflection", "mend", "cases")} == ASKED_FOR[
        name
    ]


def test_the_socratic_questioner_rotates() -> None:
    log = drive([opening_event(FORMATS["socratic"], extra=1, seed=3, rounds=3, early_stop=False, ledger="off")])
    assert [event.seat for event in asked_in(log) if event.gives == "questions"] == ["table", "table-2", "table-3"]


def test_a_dialogue_opens_goes_through_each_aspect_and_closes_and_everybody_reads_the_board() -> None:
    dialogue = FORMATS["dialogue"]
    assert (dialogue.options["minirounds"], dialogue.options["ledger"]) == (3, "message")
    loops = {block.name: (block.repeat, *block.until) for block in blocks(dialogue.body) if block.repeat}
    assert loops == {"miniround": ("$minirounds", "no-new-claims"), "exchange": (8, "resolved", "talked-out")}
    log = drive([opening_event(dialogue, extra=1, seed=3, aspects=["cost", "risk"], auto_continue=True)])
    public = groups_of(log, lambda path: "crux" not in path)
    assert public == [("opening", BESIDE), ("take", TURNS), ("reply", TURNS), ("closing", BESIDE)]
    shown = {step: set[str]() for step, _ in public}
    for event in asked_in(log):
        turns, figures = split_view(event.sees)
        if step_of(event.path) in shown:
            assert turns == (), f"{event.path}: the board alone"
            shown[step_of(event.path)].update(figures)
    assert shown == {
        "opening": {"topic"},
        "take": {"standing-view", "evidence"},
        "reply": {"view", "memories", "evidence"},
        "closing": {"closing-view"},
    }
    first = [event.seat for event in asked_in(log) if event.path.startswith("aspect[cost]/miniround[")]
    assert first[:3] == ["personas", "personas-2", "personas-3"]
    passes = {without_index(path): number for path, number in fold(log).passes.items() if "miniround" in path}
    assert passes.keys() == {"aspect[cost]/miniround", "aspect[risk]/miniround"}
    assert max(passes.values()) <= 3


def test_the_eight_phases_have_the_bounds_and_switches_that_are_promised() -> None:
    phases = FORMATS["eight-phase"]
    switches = ("dehallucination", "evolvement", "proposal", "critique", "review", "optimization", "convergence")
    assert [phases.options[name] for name in switches] == [True] * 7
    assert phases.options["adversarial"] is False
    bounds = {name: phases.options[name] for name in ("rounds", "threshold", "max_minutes", "complexity", "vote")}
    assert bounds == {"rounds": 3, "threshold": 75, "max_minutes": 30, "complexity": "estimated", "vote": "fitting"}
    steps = {block.name: block for block in blocks(phases.body)}
    assert [each.name for each in steps["convergence"].do] == ["vote", "judging", "validation", "agreement"]
    assert {"of code", "of tests", "every reflection"} <= {*steps["generate"].sees} & {*steps["reflect"].sees}
    assert all("checks" in steps[name].sees for name in ("propose", "critique", "review", "optimize", "attack", "vote"))
    loops = {block.name: (block.repeat, *block.until) for block in blocks(phases.body) if block.repeat}
    assert {name: loops[name] for name in ("dehallucination", "attempt", "round", "adversarial")} == {
        "dehallucination": (3, "confident 0.9 answers", "nothing-new questions"),
        "attempt": (2, "passed"),
        "round": ("$rounds", "agreed $threshold"),
        "adversarial": (3, "no-new-attacks"),
    }
    log = drive([opening_event(phases, seed=3, rounds=1, adversarial=True, complexity="complex", ledger="off")])
    order = [step_of(path) for path in dict.fromkeys(without_index(event.path) for event in asked_in(log))]
    steps = (
        "clarify",
        "central-plan",
        "generate",
        "propose",
        "flaws",
        "critique",
        "review",
        "optimize",
        "attack",
        "vote",
    )
    found = [step for step in dict.fromkeys(order) if step in steps]
    assert found == [step for step in steps if step in found]
    assert {"clarify", "generate", "propose", "critique", "review", "optimize", "attack", "vote"} <= set(found)


# ---- FORMAT.2 ------------------------------------------------------------------------------------------
ALL = set(FORMATS)
SWITCHED: Mapping[str, tuple[set[str], set[str]]] = {
    "sealed": (
        {"collaborative", "expert-panel", "proposition-extended"},
        {"adversarial", "devils-advocate", "socratic", "proposition", "dual"},
    ),
    "anonymous": (
        {"council"},
        {"collaborative", "expert-panel", "adversarial", "devils-advocate", "socratic", "eight-phase"},
    ),
    "hidden": (ALL, set()),
    "early_stop": (
        {
            "collaborative",
            "adversarial",
            "socratic",
            "expert-panel",
            "devils-advocate",
            "delphi",
            "red-blue",
            "council",
        },
        {"dual"},
    ),
    "ledger": (ALL - {"collaboration"}, set()),
    "order_swap": ({"eight-phase", "proposition", "proposition-extended"}, set()),
    "diversity": (ALL, set()),
    "minority": (ALL, set()),
}
"""For each rule the formats in which it is on by default, and those in which it can be switched on."""


def test_every_rule_is_in_the_table() -> None:
    assert SWITCHED.keys() == RULES.keys()


@pytest.mark.parametrize("rule", SWITCHED)
def test_each_rule_can_be_switched_where_it_makes_sense_and_is_refused_with_a_reason_elsewhere(rule: str) -> None:
    on, off = SWITCHED[rule]
    states = {name: format.options[rule] for name, format in FORMATS.items() if rule in format.options}
    assert {name for name, state in states.items() if state not in (False, "off")} == on
    assert {name for name, state in states.items() if state in (False, "off")} == off
    for name in ALL - on - off:
        with pytest.raises(ConfigError) as refused:
            options_of(FORMATS[name], {rule: True})
        assert refused.value.remedy == RULES[rule].elsewhere != ""


@pytest.mark.parametrize("kept", ["message", "round"])
@pytest.mark.parametrize("name", sorted(ALL - {"collaboration"}))
def test_however_often_the_ledger_is_written_no_message_of_a_debate_stays_out_of_it(name: str, kept: str) -> None:
    """But what is said where it ends: whoever rules or writes the result is not recorded."""
    options = {"rounds": 2, "early_stop": False, "aspects": ["cost"], "ledger": kept, "auto_continue": True}
    past = Planner().walk(fold(drive([opening_event(FORMATS[name], extra=1, seed=1, **options)]))).past
    assert {step_of(path) for path in registry_of(past).missed} <= {"chair", "ruling"}


def test_the_ledger_is_written_after_every_round_except_in_a_dialogue_of_personas() -> None:
    """SPEC LEDGER.1"""
    kept = {name: format.options["ledger"] for name, format in FORMATS.items() if "ledger" in format.options}
    assert kept == dict.fromkeys(ALL - {"collaboration"}, "round") | {"dialogue": "message"}


@pytest.mark.parametrize("name", ["dual", "dialogue"])
def test_a_ledger_of_rounds_takes_fewer_calls_than_one_of_messages(name: str) -> None:
    options = {"rounds": 3, "aspects": ["cost"], "auto_continue": True}
    logs = {
        kept: drive([opening_event(FORMATS[name], extra=1, seed=1, ledger=kept, **options)])
        for kept in ("message", "round", "off")
    }
    calls = {kept: sum(turn.gives == "ledger" for turn in Planner().walk(fold(log)).past) for kept, log in logs.items()}
    assert calls["message"] >= calls["round"] > calls["off"] == 0


def with_names(format: Format, **options: bool) -> list[TurnAsked]:
    log = drive([opening_event(format, extra=1, seed=3, rounds=2, early_stop=False, ledger="off", **options)])
    return [event for event in asked_in(log) if split_view(event.sees)[0] and event.gives in MESSAGES]


@pytest.mark.parametrize("name", [name for name, format in FORMATS.items() if "anonymous" in format.options])
def test_under_letters_no_participant_is_shown_whose_turn_it_reads(name: str) -> None:
    """Its own turns are its own, and nobody is anybody else twice."""
    for event in with_names(FORMATS[name], anonymous=True):
        for reference in split_view(event.sees)[0]:
            letter, _, path = reference.rpartition("=")
            assert bool(letter) == (index_of(path) != event.seat and index_of(path) not in SERVICES), event.path
    named = [event for event in with_names(FORMATS[name], anonymous=False) if "critique" not in event.path]
    shown = [ref for event in named for ref in split_view(event.sees)[0] if "review[" not in event.path]
    assert shown
    assert not any("=" in ref for ref in shown)


def test_red_and_blue_have_as_many_seats() -> None:
    for named, both in (("attackers#3", 3), ("defenders#4", 4)):
        seats = cast(FORMATS["red-blue"], [SeatChoice(seat=named)], {"*": "toy:1"})
        assert {team: sum(seat.team == team for seat in seats) for team in ("red", "blue")} == {
            "red": both,
            "blue": both,
        }
    assert len(cast(FORMATS["red-blue"], [], {"*": "toy:1"})) == 2


# ---- what must be declared, and is asked for once more -------------------------------------------------------------
def challenging(quote: str, objection: str = "It scales badly.") -> str:
    fields = {"position": "No", "confidence": 0.7, "because": [], "challenged": quote, "how": "wrong"}
    return f"I doubt it.\n\n```json\n{json.dumps(fields | {'objection': objection})}\n```"


async def table(*said: str) -> tuple[list[Request], dict[str, TurnCompleted], Result]:
    """An adversarial table of two in which the second seat says these things in turn."""
    left = list(said)

    def second(request: Request) -> str:
        return left.pop(0) if len(left) > 1 else left[0]

    provider = ScriptedProvider(voices({"table": answer("Yes, the cache is fast"), "table-2": second}))
    options = {"rounds": 1, "ledger": "off"}
    async with live(opening(FORMATS["adversarial"], "Q?", model="scripted:one", options=options), provider) as on:
        await on.settle()
        debate = on.runner.debate
        asked = [request for request in provider.requests if request.brief.seat == "table-2"]
        return asked, dict(debate.replies), result_of(debate, on.runner.planner.walk(debate).past)


async def test_a_challenge_quotes_what_it_challenges_and_is_asked_for_once_more() -> None:
    asked, replies, result = await table(challenging("The cache is green."), challenging("the cache is fast"))
    assert len(asked) == 2
    assert "does not stand in it" in asked[1].messages[-1].text
    turn = replies["round[1]/challenge[table-2]"]
    assert turn.data["challenged"] == "the cache is fast"
    line, late = result.section(OPPOSITION).lines
    assert line.text.startswith("Challenger 2 challenged “the cache is fast” (as wrong): It scales badly.")
    assert late.text == "The challenge came only when it was asked for again."
    lack = shortfall_of(turn_of(turn))
    assert lack is not None
    assert lack.label.word == "challenged when asked again"
    assert "challenged" not in replies["round[1]/challenge[table]"].data, "who speaks first has nobody to challenge"


@pytest.mark.parametrize(
    "form", [challenging("The cache is green."), challenging("the cache is fast", ""), challenging("", "")]
)
async def test_a_turn_that_shows_no_challenge_twice_is_marked_and_asked_no_more(form: str) -> None:
    asked, replies, result = await table(form)
    assert len(asked) == 2
    lack = shortfall_of(turn_of(replies["round[1]/challenge[table-2]"]))
    assert lack is not None
    assert lack.label.word == "did not challenge"
    [line] = result.section(OPPOSITION).lines
    assert "did not challenge" in line.text
    kept = replies["round[1]/challenge[table-2]"]
    assert [kept.data[name] for name in ("challenged", "how", "objection")] == ["", "", ""]
    assert "### How" not in kept.text
    assert ("names no sentence" in asked[1].messages[-1].text) is ('"challenged": ""' in form)


def turn_of(event: TurnCompleted) -> Turn:
    seat, gives = index_of(event.path), "challenge"
    return Turn(path=event.path, seat=seat, gives=gives, heard="all", text=event.text, data=event.data, by=event.by)


async def test_socratic_questions_are_answered_or_declared_open() -> None:
    def answers(request: Request) -> str:
        said = "Q1 — answered — “It is the cache that fails.”" if request.brief.seat == "table-2" else "Q1 — open"
        rest = "\n- Q2 — open"
        return f"It is the cache that fails.\n\n### Answers\n- {said}{rest}\n\n### Confidence\n0.7"

    provider = ScriptedProvider(voices(questions="- What fails?\n- Who says so?", answers=answers))
    options = {"rounds": 1, "ledger": "off"}
    first = opening(FORMATS["socratic"], "Q?", model="scripted:one", options=options, extra=1)
    async with live(first, provider) as on:
        await on.settle()
        lines = result_of(on.runner.debate, on.runner.planner.walk(on.runner.debate).past).section(ASKED).lines
        told = [line.text for line in lines if not line.below]
        assert [text[: text.index("(")].strip() for text in told] == ["Q1 answered", "Q2 open"]


async def test_a_reworded_attack_that_is_declared_ends_red_and_blue_and_one_that_is_not_does_not() -> None:
    async def rounds(*attacks: str, defence: str = "- A1 — yes — Check it.\n- so") -> tuple[int, str, list[str]]:
        left = list(attacks)
        provider = ScriptedProvider(
            voices(findings=lambda request: left.pop(0) if len(left) > 1 else left[0], patches=defence)
        )
        options = {"ledger": "off"}
        async with live(opening(FORMATS["red-blue"], "Q?", model="scripted:one", options=options), provider) as on:
            await on.settle()
            debate = on.runner.debate
            result = result_of(debate, on.runner.planner.walk(debate).past)
            assert result.sections[0].title == ATTACKED, "what became of the attacks comes before how much is agreed"
            listed = result.section(ATTACKED).lines
            [writer] = [each for each in blocks(debate.format.body) if each.gives == "synthesis"]
            assert "figure attacks" in writer.sees, "whoever writes the result knows what became of each"
            talk = next(each for each in reversed(provider.requests) if "red-talk" in each.brief.path)
            assert "A1 [" in talk.brief.figures["attacks"]
            return debate.passes["round"], debate.left["round"].outcome, [line.text for line in listed]

    declared = '{"items": [{"text": "Anybody can read the key", "repeats": "A1"}]}'
    passes, outcome, lines = await rounds('{"items": [{"text": "The key is public", "severity": "high"}]}', declared)
    assert (passes, outcome) == (2, "completed")
    assert lines[0] == "Of 1 attack, 1 is closed."
    assert lines[1] == "A1 high, closed (Red attacker, round 1): The key is public"
    assert "Made again in round 2." in lines
    assert "Blue defender: Check it." in lines
    assert lines[-1] == "No answer to this defence is recorded."
    listed = '{"items": [{"text": "The key is public"}], "closed": []}'
    granted = '{"items": [], "closed": ["A1"]}'
    _, _, lines = await rounds(listed, granted, defence="### Patches\n- A1 — in part — Hide it.")
    assert list(dict.fromkeys(lines)) == [
        "Of 1 attack, 1 stays open.",
        "A1 open in part (Red attacker, round 1): The key is public",
        "Blue defender: Hide it. By its author, it closes the attack in part.",
        "No answer to this defence is recorded.",
    ]
    again = "- A1 — yes — Hide it.\n- A2 — hardening — no — So, too. — repeats A1"
    two = '{"items": [{"text": "The key is public"}, {"text": "Anybody can read the key"}]}'
    passes, _, lines = await rounds(two, granted, defence=again)
    assert lines[0] == "Of 1 attack, 1 stays open."
    assert "It repeats A1, as the defence declares." in lines
    new = '{"items": [{"text": "Anybody can read the key"}]}'
    passes, outcome, lines = await rounds('{"items": [{"text": "The key is public"}]}', new, declared)
    assert (passes, outcome) == (3, "completed"), "nobody guesses that they are alike"


async def test_a_person_moderates_a_proposition_in_the_form_that_is_asked_for() -> None:
    case = "I argue.\n\n### Side\nSUPPORT\n\n### Confidence\n0.9"
    provider = ScriptedProvider(voices(argument=case))

    async def decided(text: str) -> tuple[str, str]:
        first = opening(FORMATS["proposition"], "Q?", model="scripted:one", models={"moderator": HUMAN})
        async with live(first, provider) as on:
            await on.settle()
            while on.runner.debate.status == "debating":
                [path] = on.runner.debate.asked
                await on.tell(said_by_person(on.runner.debate, path, text))
            return on.runner.debate.status, on.runner.debate.why

    status, why = await decided("I am for it.\n\nDecision: SUPPORT\nConfidence: 0.9\nOpen: none")
    assert status == "completed"
    assert why == "Moderator is confident (0.90) and names no open point"
    assert (await decided("Decision: SUPPORT\nConfidence: 0.9\nOpen:\n- the price"))[0] == "max_rounds"
    assert (await decided("Decision: SUPPORT\nConfidence: 0.8"))[0] == "max_rounds", "not above the threshold"
    assert (await decided("Well, it depends."))[0] == "max_rounds", "prose decides nothing"


def test_whoever_ranks_reads_letters_also_where_the_chair_reads_names() -> None:
    log = drive([opening_event(FORMATS["council"], seed=3, anonymous=False, early_stop=False)])
    shown = [split_view(event.sees)[0] for event in asked_in(log) if event.gives == "ranking"]
    assert len(shown) == 3
    assert all(sorted(one.partition("=")[0] for one in each) == ["A", "B"] for each in shown)


@pytest.mark.parametrize(("second", "ranked"), [("second:one", 0), ("first:one", 3)])
async def test_a_council_whose_sealed_answers_are_one_ranks_only_where_one_model_gave_them(
    second: str, ranked: int
) -> None:
    providers = [ScriptedProvider(voices(answer=answer("Yes")), name=name) for name in ("first", "second")]
    models = {"*": "first:one", "members-2": second, "members-3": second}
    async with live(opening(FORMATS["council"], "Q?", models=models), *providers) as on:
        await on.settle()
        assert sum("/ranking[" in path for path in on.texts) == ranked
        assert "conclusion/chair[head]" in on.texts


@pytest.mark.parametrize(
    ("name", "seats"), [("collaborative", ["table", "table-2"]), ("council", ["members", "members-2", "members-3"])]
)
async def test_sealed_answers_that_are_one_in_other_words_need_no_rounds_and_no_ranking(
    name: str, seats: list[str]
) -> None:
    held = dict(zip(seats, ("Go now", "Leave at once", "Off we go"), strict=False))

    def groups(request: Request) -> str:
        assert all(words in request.messages[-1].text for words in held.values())
        receipts = [{"seat": seat, "quote": words} for seat, words in held.items()]
        return json.dumps({"level": 1, "clusters": [{"theme": "Leaving", "text": "They leave", "receipts": receipts}]})

    says = voices({seat: answer(words) for seat, words in held.items()}, agreement=groups)
    providers = [ScriptedProvider(says, name=name) for name in ("first", "second")]
    models = {"*": "first:one", seats[1]: "second:one"}
    table = opening(FORMATS[name], "Q?", models=models, clerk="first:clerk", options={"ledger": "off"})
    async with live(table, *providers) as on:
        await on.settle()
        assert on.runner.debate.over
        assert not any("round[" in path or "ranking[" in path for path in on.texts)
        tallies = tallies_of(on.runner.debate, on.runner.planner.walk(on.runner.debate).past)
        assert f"{len(held)} that are close (They leave): “Go now”" in tallies[0]
        if name == "collaborative":
            assert on.runner.debate.why == "everybody had given the same answer before reading the others"


async def test_a_council_sends_a_partial_ranking_back() -> None:
    replies = {seat: answer(f"Answer {seat}") for seat in ("members", "members-2", "members-3")}

    def ranks(request: Request) -> str:
        return '{"order": ["A"]}' if len(request.messages) == 1 else '{"order": ["B", "A"]}'

    def says(request: Request) -> str:
        return ranks(request) if request.brief.gives == "ranking" else replies.get(request.brief.seat, "So.")

    provider = ScriptedProvider(says)
    async with live(opening(FORMATS["council"], "Q?", model="scripted:one"), provider) as on:
        await on.settle()
        ranked = [request for request in provider.requests if request.brief.gives == "ranking"]
        assert len(ranked) == 6
        assert sum("leaves out B" in request.messages[-1].text for request in ranked) == 3
        kept = [turn.data["order"] for path, turn in on.runner.debate.replies.items() if "/ranking[" in path]
        assert kept == [["B", "A"]] * 3


def test_an_expert_panel_asks_for_expertises() -> None:
    panel = FORMATS["expert-panel"]
    bare = cast(panel, [SeatChoice(seat="experts", name="Economist")], {"*": "toy:1"})
    with pytest.raises(ConfigError, match="Expert 2 has no expertise yet") as asked:
        require_names(panel, bare)
    assert "--name experts-2=" in asked.value.remedy
    twice = cast(panel, [SeatChoice(seat=f"experts#{n}", name="Economist") for n in (1, 2)], {"*": "toy:1"})
    with pytest.raises(ConfigError, match="two seats have the same expertise"):
        require_names(panel, twice)
    require_names(
        panel, cast(panel, [SeatChoice(seat=f"experts#{n}", name=f"Field {n}") for n in (1, 2)], {"*": "t:1"})
    )
    require_names(FORMATS["dual"], cast(FORMATS["dual"], [], {"*": "toy:1"}))


# ---- a judge beside the moderator (SPEC VERDICT.1) -----------------------------------------------------------------
async def test_a_seated_judge_refines_how_consistent_each_argument_is_in_both_orders() -> None:
    def appraises(request: Request) -> str:
        shown = [turn.label.rpartition(" ")[2] for turn in request.brief.turns]
        figures = {turn.label.rpartition(" ")[2]: 0.2 if turn.seat == "opponent" else 1 for turn in request.brief.turns}
        assert "Proponent" not in request.messages[0].text, "under letters"
        return json.dumps({"items": [{"argument": f"Response {one}", "consistency": figures[one]} for one in shown]})

    def argues(request: Request) -> str:
        side = "SUPPORT" if request.brief.seat == "proponent" else "OPPOSE"
        return f"I argue.\n\n### Side\n{side}\n\n### Confidence\n0.9"

    async def verdict(**options: bool) -> tuple[str, list[str], list[Request]]:
        provider = ScriptedProvider(voices(argument=argues, appraisal=appraises))
        seats = [SeatChoice(seat="judge", model="scripted:judge")]
        chosen = {"rounds": 1, "ledger": "off", **options}
        first = opening(FORMATS["proposition"], "Q?", model="scripted:one", seats=seats, options=chosen)
        async with live(first, provider) as on:
            await on.settle()
            found = outcome_of(on.runner.debate, on.runner.planner.walk(on.runner.debate).past)
            assert found is not None
            judged = [request for request in provider.requests if request.brief.gives == "appraisal"]
            return found.winner, [line.text for line in found.lines], judged

    winner, lines, judged = await verdict()
    assert winner == "SUPPORT"
    assert any("Opponent" in line and "0.20 for consistency by the judge = 0.09." in line for line in lines)
    assert len(judged) == 2, "as A and B, and as B and A"
    assert not any("contradictions were not assessed" in line for line in lines)
    _, _, judged = await verdict(order_swap=False)
    assert len(judged) == 1


def test_without_a_judge_nobody_is_asked_and_nothing_waits() -> None:
    seats = cast(FORMATS["proposition"], [], {"*": "toy:1"})
    assert [seat.id for seat in seats] == ["proponent", "opponent", "moderator"]
    options = {**FORMATS["proposition"].options, "rounds": 1}
    log = drive([DebateOpened(question="?", format=FORMATS["proposition"], seats=seats, options=options)])
    assert fold(log).over
    assert not any(isinstance(event, TurnAsked) and event.gives == "appraisal" for event in log)


@pytest.mark.parametrize("name", ["proposition", "proposition-extended"])
def test_who_decides_is_told_that_it_is_one_round_with_what_they_left_open_and_reaches_the_clerk(name: str) -> None:
    log = drive([opening_event(FORMATS[name], extra=1, seed=3, rounds=2, threshold=1.0)])
    debate = fold(log)
    past = Planner().walk(debate).past
    rulings = [event for event in log if isinstance(event, TurnAsked) and event.gives == "verdict"]
    assert [split_view(event.sees)[1] for event in rulings] == [("open-points",)] * 2
    records = [event for event in log if isinstance(event, TurnAsked) and event.gives == "ledger"]
    assert [rulings[at].path in records[at].sees for at in (0, 1)] == [True, True], "in the record of its own round"
    assert not registry_of(past).missed
