"""Phases: which a format has, how each stands, what came of it, what it takes; who works, attacks, tests, the plan."""

from __future__ import annotations

from dataclasses import replace

import pytest

from disputatio.app.forecasts import phases_ahead
from disputatio.app.paths import resource
from disputatio.debate.decide.decide import decide
from disputatio.debate.formats.loader import load
from disputatio.debate.log.commands import Close, Extend, Review, Swap
from disputatio.debate.log.events import SeatAssigned, TurnAsked
from disputatio.debate.log.evolve import debate_in, evolve, fold
from disputatio.debate.log.seats import HUMAN
from disputatio.debate.views.code_versions import history_of
from disputatio.debate.views.gate_view import gates_of
from disputatio.debate.views.phase_board import PhaseBoard, PhaseNews, phase_board_of
from disputatio.debate.views.phase_facts import fact_of
from disputatio.debate.views.phases import Ahead, Phases, phase_at, phase_now, phases_of, stages_of
from disputatio.debate.views.planning import plan_of
from disputatio.debate.views.transcript import Transcript, transcript_of
from disputatio.debate.views.workshop import attack_rows, closed_of, groups_of, last_tests, parallel
from disputatio.debate.walk.plan import Planner
from disputatio.engine.hub import Recorded
from disputatio.testing.boards import past_of, turn
from disputatio.testing.debates import live, opening
from disputatio.testing.merging_intervals import TriedCode, script, started
from disputatio.testing.scripted import FlatPrices, ScriptedProvider
from disputatio.testing.speakers import drive_to_gate, formats_of, opening_event

FORMATS = formats_of(resource("formats"))
EIGHT = FORMATS["eight-phase"]
NAMES = (
    "dehallucination",
    "self-evolvement",
    "proposal",
    "critique",
    "review",
    "optimization",
    "adversarial",
    "convergence",
)


def board(records: list[Recorded], ahead: dict[str, Ahead] | None = None) -> PhaseBoard:
    transcript, debate = transcript_of(records), debate_in(records)
    return phase_board_of(debate, Planner().walk(debate).past, transcript, ahead or {})


async def held(**options):
    """All records of the scripted debate."""
    async with live(started(EIGHT, **options), ScriptedProvider(script()), runner=TriedCode()) as on:
        await on.settle()
        return on.runner.hub.records


def at(records: list[Recorded], path: str) -> list[Recorded]:
    """The records up to where a turn is asked."""
    asked = (place for place, one in enumerate(records) if isinstance(one.event, TurnAsked) and one.event.path == path)
    return records[: next(asked) + 1]


def by_name(found: Phases) -> dict[str, object]:
    return {phase.name: phase for phase in found.listed}


# ---- which formats have phases ---------------------------------------------------------------------------------------
def test_the_eight_phases_are_the_steps_that_can_be_switched():
    assert tuple(stage.block.name for stage in stages_of(EIGHT)) == NAMES
    assert [stage.title for stage in stages_of(EIGHT)][:2] == ["Dehallucination", "Self-evolvement"]


def test_steps_of_a_format_without_rounds_are_phases_and_rounds_are_none():
    assert [stage.block.name for stage in stages_of(FORMATS["collaboration"])] == ["draft", "cross-review", "artifact"]
    for name in ("dual", "socratic", "dialogue", "red-blue", "delphi"):
        assert stages_of(FORMATS[name]) == (), name


PITCH = """
name  = "pitch"
title = "Pitch"
do    = ["cycle"]
[options]
cycles = 2
bar = 60
draft = true
attack = true
polish = true
[cast.author]
role = "Author"
[step.cycle]
repeat = "$cycles"
until  = "consensus $bar"
do     = ["draft", "attack", "polish"]
[step.draft]
when  = "on draft"
ask   = "author"
gives = "artifact"
[step.attack]
when  = "on attack"
ask   = "author"
gives = "assessment"
[step.polish]
when  = "on polish"
ask   = "author"
"""


STANDARD = resource("formats/standard.toml").read_text("utf-8")
PITCHED = load(PITCH, "pitch.toml", STANDARD)


async def test_a_format_of_ones_own_has_phases_too():
    async with live(opening(PITCHED, "?", model="scripted:one"), ScriptedProvider(script())) as on:
        await on.settle()
        found = board(on.runner.hub.records)
    assert [phase.told for phase in found.phases.listed] == [
        "Draft: done; version 2",
        "Attack: done; 1 flaw",
        "Polish: done; 1 turn",
    ]
    assert [one.words for one in found.phases.brackets] == ["repeated until 60% agree, at most 2 cycles"]
    assert found.phases.brackets[0].now == "cycle 2"
    assert found.plan.lines == ()


def test_phases_may_stand_in_steps_of_a_loop_that_ends_otherwise():
    inner = '[step.making]\ndo = ["draft", "attack", "polish"]\n[step.draft]'
    text = PITCH.replace('do     = ["draft", "attack", "polish"]', 'do     = ["making"]').replace("[step.draft]", inner)
    text = text.replace("consensus $bar", "impasse 2").replace('"on draft"', '["on draft", "seated author"]')
    format = load(text, "pitch.toml", STANDARD)
    assert [stage.names for stage in stages_of(format)] == [
        ("cycle", "making", each) for each in ("draft", "attack", "polish")
    ]
    debate = fold([opening(format, "?", model="scripted:one")])
    debate = replace(debate, entered=debate.entered.set("cycle[1]/making/draft", ()))
    found = phases_of(debate, past_of(), {})
    assert found.listed[0].told == "Draft: off, left out"
    assert found.brackets[0].words == "repeated, at most 2 cycles"


def test_a_format_without_phases_shows_nothing():
    debate = fold([opening_event(FORMATS["dual"])])
    assert phases_of(debate, past_of(), {}) == Phases()
    assert phase_board_of(debate, past_of(), Transcript()).lines == ()
    assert phase_now(debate) == ""
    assert phases_ahead(opening_event(FORMATS["dual"]), FlatPrices()) == {}
    assert Phases().current is None


def test_a_path_belongs_to_its_phase_in_every_round_and_extension():
    place, first = phase_at(EIGHT), phase_at(EIGHT, first=True)
    assert place("dehallucination[2]/clarify[proposers]") == "dehallucination"
    assert place("round[2]/proposal/propose[proposers]") == "proposal"
    assert place("conclusion/extension-1-after-3/round[1]/critique[critics]") == "critique"
    assert place("round[1]/gate-critique[person]") == place("triage[clerk]") == place("round[1]") == ""
    assert first("dehallucination[2]/clarify[proposers]") == "dehallucination", "a phase may have passes of its own"
    assert first("round[2]/critique[critics]") == ""


# ---- how they stand ------------------------------------------------------------------------------------------------
async def test_what_came_of_each_phase():
    records = await held()
    found = board(records)
    assert {phase.name: phase.fact for phase in found.phases.listed} == {
        "dehallucination": "2 answers, 0.93",
        "self-evolvement": "2 iterations",
        "proposal": "2 in parallel",
        "critique": "2 flaws",
        "review": "best 0.81",
        "optimization": f"version {number_of(records, '/optimize[optimizer]')}",
        "adversarial": "1 of 2 closed",
        "convergence": "Proposer 2 won",
    }
    assert all(phase.state == "done" and phase.share == 1 for phase in found.phases.listed)
    assert all(phase.price.startswith("$0.0") for phase in found.phases.listed)
    assert found.phases.current is found.phases.listed[-1]
    assert found.phases.brackets[0].words == "repeated until 75% agree, at most 2 rounds"
    assert "   3 to 8 are repeated until 75% agree, at most 2 rounds. Now: round 1." in found.lines


def test_those_who_write_one_after_another_are_not_told_as_working_in_parallel():
    debate = drive_to_gate([opening_event(EIGHT, extra=1, auto_continue=True, rounds=1)]).debate
    phases = by_name(phases_of(debate, Planner().walk(debate).past, {}))
    assert sum("/optimize[" in path and path.endswith("]") for path in debate.replies) >= 3
    assert phases["optimization"].fact.startswith("version ")
    assert phases["proposal"].fact == "2 in parallel"


def test_a_phase_whose_seats_were_left_empty_says_so():
    driver = drive_to_gate([opening_event(EIGHT, auto_continue=True, rounds=1, gates=["critique"])])
    driver.append(*decide(driver.debate, Swap(seat="critics", model="")))
    driver.append(*decide(driver.debate, Review(approved=True)))
    debate = drive_to_gate(driver.log).debate
    phases = by_name(phases_of(debate, Planner().walk(debate).past, {}))
    assert phases["critique"].told == "Critique: off, the seat is empty"
    assert phases["review"].state == "done"


def test_a_phase_of_several_steps_in_which_nobody_sits_took_no_place():
    driver = drive_to_gate(
        [opening_event(EIGHT, auto_continue=True, rounds=1, adversarial=True, gates=["adversarial"])]
    )
    for seat in ("attacker", "defender", "optimizer"):
        driver.append(*decide(driver.debate, Swap(seat=seat, model="")))
    driver.append(*decide(driver.debate, Review(approved=True)))
    debate = drive_to_gate(driver.log).debate
    phases = by_name(phases_of(debate, Planner().walk(debate).past, {}))
    assert phases["adversarial"].told == "Adversarial: off, the seat is empty"
    assert phases["optimization"].state == "done", "somebody sat there then"


async def test_a_phase_at_work_tells_how_far_it_is_and_who_works():
    records = await held()
    found = board(at(records, "round[1]/adversarial[2]/attack[attacker]"))
    phases = by_name(found.phases)
    assert found.phases.current.name == "adversarial"
    assert phases["adversarial"].state == "working"
    assert phases["adversarial"].share == pytest.approx(1 / 3)
    assert phases["convergence"].state == "ahead"
    assert phases["convergence"].fact == "vote"
    assert phase_now(debate_in(at(records, "round[1]/adversarial[2]/attack[attacker]"))) == "adversarial 2 of 3"
    assert [group.title for group in found.groups] == ["Attacker"]
    worker = found.groups[0].workers[0]
    assert worker.line.startswith("Red attacker (scripted:one): attack")
    assert worker.line.endswith(", thinking")
    both = board(at(records, "round[1]/proposal/propose[proposers-2]"))
    assert parallel(both.groups) == "2 in parallel"
    assert parallel((*both.groups, *found.groups)) == "2 groups in parallel"
    assert parallel(found.groups) == ""
    assert phase_now(debate_in(at(records, "round[1]/review[reviewers]"))) == "review"
    assert "Working now, 2 in parallel:" in both.lines


async def test_services_work_too_and_come_last():
    records = await held()
    found = board(at(records, "round[1]/adversarial[1]/validation[sandbox]"))
    assert [group.title for group in found.groups] == ["Services"]
    assert found.groups[0].workers[0].line == "Sandbox: validation, the program is being run"
    assert [row.label.word for row in found.attacks] == ["testing"], "its defence is not proven yet"


async def test_what_is_written_is_shown_from_its_end():
    words = "It begins here. " + "and goes on " * 30 + "to **the end**."
    async with live(started(EIGHT), ScriptedProvider(script()), runner=TriedCode()) as on:
        await on.settle()
        records = on.runner.hub.records
    part = at(records, "round[1]/adversarial[1]/attack[attacker]")
    transcript = transcript_of(part)
    debate = debate_in(part)
    entry = transcript.turns["round[1]/adversarial[1]/attack[attacker]"]
    entry.text = words
    worker = groups_of(debate, transcript)[0].workers[0]
    assert worker.state == "writing"
    assert worker.text.startswith("… ")
    assert worker.text.endswith("to the end.")
    entry.looking = ("recall", '{"query": "bounds"}')
    assert groups_of(debate, transcript)[0].workers[0].state == "recalls what was settled about “bounds”"
    entry.asked_model = HUMAN
    assert groups_of(debate, transcript)[0].workers[0].state == "waits for you"
    entry.looking, entry.text = None, '```json\n{"items": []}'
    assert groups_of(debate, transcript)[0].workers[0].text == "", "nobody reads a record that is still arriving"


async def test_why_a_phase_is_off():
    simple = script()
    says = lambda request: '{"complex": false}' if request.brief.gives == "traits" else simple(request)  # noqa: E731
    async with live(started(EIGHT, review=False, adversarial=False), ScriptedProvider(says), runner=TriedCode()) as on:
        await on.settle()
        records = on.runner.hub.records
    phases = by_name(board(records).phases)
    assert phases["dehallucination"].told == "Dehallucination: off, the task is simple"
    assert phases["review"].told == "Review: off, switched off"
    news = PhaseNews()
    said = [line for record in records for line in news.add(record.event, {})]
    assert [line for line in said if "left out" in line] == ["Dehallucination is left out: the task is simple"]
    early = by_name(board(at(records, "triage[clerk]")).phases)
    assert early["review"].state == "off", "it is known before it is reached"
    assert early["dehallucination"].state == "ahead"
    debate = debate_in(records)
    skipped = replace(debate, entered=debate.entered.set("round[1]/critique", ()))
    assert by_name(phases_of(skipped, past_of(), {}))["critique"].why == "left out"


async def test_what_the_end_of_the_debate_came_before():
    records = at(await held(), "round[1]/critique[critics]")
    debate = debate_in(records)
    for event in decide(debate, Close(why="stopped by you")):
        debate = evolve(debate, event)
    phases = by_name(phases_of(debate, Planner().walk(debate).past, {}))
    assert phases["critique"].why == "interrupted"
    assert phases["review"].why == "not reached"
    assert phases["proposal"].state == "done"


async def test_a_gate_stands_before_its_phase_and_is_announced():
    records = await held(gates=["convergence"])
    ahead = {"convergence": Ahead(calls=5, cost=50_000)}
    before = board(at(records, "round[1]/adversarial[2]/attack[attacker]"), ahead)
    over, coming = before.phases.next_gate
    assert over is None
    assert (coming.name, coming.fact, coming.price) == ("convergence", "gate, then vote", "≈ $0.05")
    assert before.coming == (
        "Before the convergence phase you see what was said, the tests and the open attacks. "
        "After that it takes about 5 calls, ≈ $0.05."
    )
    attacked = replace(before, tests=None, attacks=before.attacks)
    assert attacked.coming.startswith("Before the convergence phase you see what was said and the open attacks.")
    assert "Plan:" in attacked.lines
    early = board(at(records, "triage[clerk]"))
    assert "Plan:" not in early.lines
    assert early.coming == "Before the convergence phase you see what was said."
    waiting = board(records)
    assert waiting.phases.current.state == "gate"
    assert waiting.phases.current.told == "Convergence: waits for your approval; vote"
    assert waiting.coming == ""
    assert f"Next: your approval. {before.coming}" in before.lines


async def test_a_gate_after_a_phase_is_announced_too():
    records = await held()
    opened = records[0].event

    def with_gates(*points):
        gated = replace(records[0], event=replace(opened, options={**opened.options, "gates": list(points)}))
        return board(at([gated, *records[1:]], "round[1]/adversarial[2]/attack[attacker]"), ahead)

    ahead = {"convergence": Ahead(calls=5, cost=50_000)}
    after = with_gates("after:adversarial")
    assert after.coming == (
        "After the adversarial phase you see what was said, the tests and the open attacks. "
        "After that it takes about 5 calls, ≈ $0.05."
    )
    assert by_name(after.phases)["convergence"].fact == "gate, then vote"
    assert with_gates("after:convergence").coming == (
        "After the convergence phase you see what was said, the tests and the open attacks."
    )
    assert with_gates("convergence", "after:convergence").coming.startswith("Before the convergence phase")
    assert with_gates("after:critique").coming == "", "what is over is not waited for"
    waiting = await held(gates=["convergence", "after:convergence"])
    assert board(waiting).coming.startswith("After the convergence phase"), "the gate that is open is not to come"


async def test_a_gate_after_the_vote_tells_the_task_what_was_chosen_and_how_with_its_scores_and_tests():
    records = await held(gates=["after:convergence"])
    debate = debate_in(records)
    [found] = gates_of(debate, Planner().walk(debate).past, records)
    assert found.task == debate.question
    assert found.chosen[0] == "The proposal of Proposer 2: elected by the vote."
    assert found.chosen[1].startswith("Borda, 9 voters: the answer of Proposer 2 wins")
    assert found.works == ("round[1]/proposal/propose[proposers-2]",), "the diff is that of what was chosen"
    assert found.tests == ("Both tests of Proposer 2 pass.",)
    assert found.scores == ("Review by Phase reviewer 1: 0.81.", "Review by Phase reviewer 2: 0.81.")


async def test_a_second_round_begins_the_phases_anew_and_keeps_what_they_cost():
    never = script()
    says = lambda request: '{"level": 0.1}' if request.brief.gives == "agreement" else never(request)  # noqa: E731
    async with live(started(EIGHT), ScriptedProvider(says), runner=TriedCode()) as on:
        await on.settle()
        records = on.runner.hub.records
        await on.tell(Extend(rounds=1))
        extended = on.runner.hub.records
    again = board(at(records, "round[2]/critique[critics]"))
    phases = by_name(again.phases)
    assert phases["critique"].path == "round[2]/critique"
    assert phases["proposal"].state == "done"
    assert phases["review"].state == "ahead"
    assert phases["review"].cost > 0
    assert again.phases.brackets[0].now == "round 2"
    last = board(extended)
    assert by_name(last.phases)["critique"].path.startswith("conclusion/extension-1-after-2/round[1]/")
    assert last.phases.brackets[0].now == "round 3"


def test_before_the_first_round_nothing_is_said_of_rounds():
    debate = fold([started(EIGHT, threshold=80)])
    found = phases_of(debate, past_of(), {})
    assert found.brackets[0].now == ""
    assert found.brackets[0].words == "repeated until 80% agree, at most 2 rounds"
    assert found.lines[-1].endswith("at most 2 rounds.")
    assert found.listed[0].price == ""


def test_what_a_phase_takes_is_reckoned_for_one_round():
    found = phases_ahead(started(EIGHT), FlatPrices())
    assert found["critique"].calls == 2
    assert found["adversarial"].calls == 6, "three passes of two"
    assert all(one.cost for one in found.values())
    unpriced = phases_ahead(started(EIGHT, "scripted:unpriced"), FlatPrices())
    assert unpriced["critique"].cost is None
    phase = phases_of(fold([started(EIGHT)]), past_of(), {}, unpriced).listed[3]
    assert phase.price == ""


def test_calls_of_unknown_price_are_told_as_such():
    phase = phases_of(fold([started(EIGHT)]), past_of(), {}).listed[0]
    assert replace(phase, state="done", unpriced=2).price == "price unknown"
    assert replace(phase, state="done", unpriced=2).price_in_short == "", "the bar above counts the calls"
    assert replace(phase, state="done", unpriced=2, cost=30_000).price_in_short == "$0.03 + ?"
    assert replace(phase, state="done", unpriced=2, cost=20_000).price == "$0.02 + price unknown"
    assert replace(phase, state="done", cost=20_000).price_in_short == "$0.02"


# ---- what came of a phase, by what it gives --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ([("questions", {"items": [{"text": "Why?"}]})], "1 question"),
        ([("answers", {"confidence": "high"})], "nothing answered"),
        ([("answers", {"clear": True})], "nothing answered, all clear"),
        ([("answers", {"clear": False})], "nothing answered, not all clear"),
        ([("findings", {"items": [{"text": "It leaks."}]})], "1 flaw"),
        ([("flaws", {"items": [{"text": "It leaks."}, {"text": "It is slow."}]})], "2 flaws"),
        ([("findings", {"items": []}), ("patches", {"items": []})], "nothing found"),
        ([("review", {})], "1 review"),
        ([("code", {})], "1 iteration"),
        ([("agreement", {"level": 0.82})], "82% agree"),
        ([("agreement", {})], ""),
        ([("answer", {}), ("answer", {})], "2 answers"),
        ([("ranking", {}), ("ranking", {}), ("ledger", {})], "2 rankings"),
        ([("say", {})], "1 turn"),
        ([("evidence", {})], ""),
        ([("ballot", {"choice": "nobody"})], "1 ballot, no winner"),
    ],
)
def test_the_fact_of_a_phase(said, fact):
    turns = [turn(f"phase[a{n}]", gives=gives, **data) for n, (gives, data) in enumerate(said)]
    past = past_of(*turns)
    assert fact_of(fold([started(EIGHT)]), past, turns) == fact


def test_nobody_wins_a_vote_of_a_rehearsal():
    debate = fold([started(EIGHT, "rehearsal:quick")])
    ballot = turn("vote[a]", gives="ballot")
    assert fact_of(debate, past_of(ballot), [ballot]) == "1 ballot"
    level = turn("agreement[clerk]", gives="agreement", level=1)
    assert fact_of(debate, past_of(level), [level]) == ""


# ---- attacks and tests -----------------------------------------------------------------------------------------------
async def test_attacks_are_listed_with_what_answers_them_first_those_that_are_open():
    rows = board(await held()).attacks
    assert [row.id for row in rows] == ["A2", "A1"]
    open_, closed = rows
    assert open_.line == "A2 open (adversarial input, medium): NaN as a bound. No defence."
    assert closed.title == "An endless iterator"
    assert closed.label.word == "closed"
    assert closed.line.endswith("Blue defender: It takes a list, and refuses others.")
    assert closed_of(rows) == "1 of 2 closed"
    assert closed_of(()) == ""


def test_an_older_attack_that_is_open_stands_before_a_newer_one_that_is_closed():
    made = [turn("a[attacker]", "findings", items=[{"text": text} for text in ("It leaks", "It ends", "It burns")])]
    made += [
        turn("d[defender]", "patches", items=[{"text": "So", "answers": id, "closes": "yes"} for id in ("A1", "A3")])
    ]
    assert [row.id for row in attack_rows(fold([started(EIGHT)]), past_of(*made))] == ["A2", "A3", "A1"]


def test_a_long_attack_is_cut_at_a_word():
    long = turn("a[attacker]", gives="findings", items=[{"text": "word " * 40}, {"text": "x" * 190}])
    rows = attack_rows(fold([started(EIGHT)]), past_of(long))
    assert rows[1].title.endswith("word …")
    assert len(rows[0].title) < 160
    assert rows[0].line.startswith("A2 open: x")


def number_of(records, ending):
    """The number that a version of the code has everywhere else."""
    return next(one.number for one in history_of(records).versions if one.path.endswith(ending))


async def test_the_last_tests_say_whose_they_are_and_what_failed_first():
    records = await held(hooks=False)
    upto = at(records, "self-evolvement[proposers]/attempt[1]/reflect[proposers]")
    run = board(upto).tests
    assert run.of == "Proposer 2"
    assert run.summary == "1 passed, 1 failed"
    assert [one.line for one in run.sorted] == [
        "✕ test_touching, 1 ms: line 10: AssertionError",
        "✓ test_empty, 2 ms",
    ]
    assert f"Tests of {run.of}: {run.summary}" in board(upto).lines
    records = await held()
    assert board(records).tests.of == f"version {number_of(records, '/optimize[optimizer]')}"


def test_tests_of_older_debates_are_read_too():
    debate = fold([started(EIGHT)])
    assert last_tests(debate, past_of()) is None
    old = turn("t[sandbox]", gives="tests", passed=False, items=[{"text": "failed: x"}, {"generated": True}])
    run = last_tests(debate, past_of(old))
    assert run.of == ""
    assert [one.line for one in run.results] == ["✕ failed: x", "✕ a test (generated)"]
    assert run.summary == "1 failed, 1 generated case failed"
    assert run.failed == 2
    bare = last_tests(debate, past_of(turn("t[sandbox]", gives="tests", passed=True)))
    assert bare.summary == "passed"
    assert last_tests(debate, past_of(turn("t[sandbox]", gives="tests"))).summary == "not passed"


def test_the_commands_that_checked_proposals_are_told_with_whose_they_are():
    debate = fold([started(EIGHT)])
    checks = [
        {"of": f"round[1]/proposal/propose[{who}]", "kind": "tests", "passed": passed, "seconds": 1.2, "said": "boom"}
        for who, passed in (("proposers", False), ("proposers-2", True))
    ]
    one, two = (
        last_tests(debate, past_of(turn("v[sandbox]", gives="tests", checks=listed))) for listed in (checks[:1], checks)
    )
    assert [each.line for each in one.results] == ["✕ Unit tests: failed, 1.2 s: boom"]
    assert [each.name for each in two.results] == ["Proposer 1: Unit tests: failed", "Proposer 2: Unit tests: passed"]


def test_tests_that_a_command_reports_are_listed_and_counted_each():
    debate = fold([started(EIGHT)])
    tests = [{"text": "test_sum[a: b]", "passed": True}, {"text": "test_none: ValueError: empty", "passed": False}]
    check = {"of": "round[1]/propose[proposers]", "kind": "tests", "passed": False, "items": tests}
    run = last_tests(debate, past_of(turn("v[sandbox]", "tests", checks=[check])))
    assert run.summary == "1 passed, 1 failed"
    assert [each.line for each in run.sorted] == ["✕ test_none: ValueError: empty", "✓ test_sum[a: b]"]
    for dotted, short in (
        (("a.test_x", "b.Case.test_y[1.5 a.b]", "It ends. Well"), ["test_x", "test_y[1.5 a.b]", "It ends. Well"]),
        (("a.test_x", "b.test_x"), ["a.test_x", "b.test_x"]),
    ):
        named = check | {"passed": True, "items": [{"text": name, "passed": True} for name in dotted]}
        told = last_tests(debate, past_of(turn("v[sandbox]", "tests", checks=[named])))
        assert [each.name for each in told.results] == short
    crashed = last_tests(debate, past_of(turn("v[sandbox]", "tests", checks=[check | {"items": tests[:1]}])))
    assert crashed.failed == 1, "it failed apart from its tests"
    cut = last_tests(debate, past_of(turn("v[sandbox]", "tests", checks=[check | {"more": 3}])))
    assert [each.name for each in cut.results] == ["Unit tests: failed"], "not all are known"


def test_what_passed_needs_no_output_on_its_line_and_a_change_is_called_by_its_version():
    debate = fold([started(EIGHT)])
    wrote = turn("optimize[optimizer]", "artifact", text="```diff\n--- a/x\n+++ b/x\n```")
    check = {"of": wrote.path, "kind": "tests", "passed": True, "seconds": 1, "said": "a\nb", "command": "make"}
    first, checked = turn("a[proposers]", "code", code="x"), turn("v[sandbox]", "tests", checks=[check])
    run = last_tests(debate, past_of(first, wrote, checked))
    assert run.of == "version 2", "a program came before it"
    assert [each.line for each in run.results] == ["✓ Unit tests: passed, 1.0 s"]
    assert "a\nb" in run.results[0].output


# ---- the plan --------------------------------------------------------------------------------------------------------
async def test_one_plans_for_all_in_a_mesh():
    found = board(await held()).plan
    assert found.told == "One plans for all (CPDE): It has edge cases that have to be agreed on."
    assert found.edges == (("proposers-2", "proposers"),)
    assert found.nodes[0].state == "planned"
    assert found.nodes[0].path == "planning/central-plan[proposers]"
    assert found.lines[1].startswith("Proposer 1: leads, has planned. 1. Clarify")
    assert found.lines[2] == "Proposer 2: reports to Proposer 1"
    assert board(at(await held(), "planning/central-plan[proposers]")).plan.nodes[0].state == "working"


def test_who_reports_to_whom_in_each_topology():
    def edges(**options):
        return plan_of(fold([started(EIGHT, **options)]), past_of()).edges

    assert ("instructor", "proposers") in edges(topology="star")
    assert ("proposers-2", "proposers") in edges(topology="chain")
    tree = edges(topology="tree")
    assert ("critics", "proposers") in tree
    assert ("critics-2", "critics") in tree


def test_what_hung_on_a_seat_that_left_hangs_elsewhere():
    debate = fold([started(EIGHT, topology="tree"), SeatAssigned(seat="critics", model="")])
    nodes = {node.seat: node for node in plan_of(debate, past_of()).nodes}
    assert nodes["critics"].state == "gone"
    assert nodes["critics-2"].moved
    assert not nodes["reviewers-2"].moved
    lines = plan_of(debate, past_of()).lines
    assert f"{nodes['critics'].who.name}: left empty" in lines
    assert any("moved here, since its lead left" in line for line in lines)


# ---- news ------------------------------------------------------------------------------------------------------------
async def test_a_line_when_a_phase_begins_and_ends():
    news, transcript, said = PhaseNews(), Transcript(), []
    for record in await held(review=False):
        transcript.add(record)
        said += news.add(record.event, transcript.turns)
    assert said[0] == "Phase 1 of 8: Dehallucination"
    assert said[1].startswith("Dehallucination is done, 2 answers, 0.93, $0.0")
    assert not any("Review" in line for line in said), "that it is switched off is known"
    assert [line for line in said if line.startswith("Phase ")][-1] == "Phase 8 of 8: Convergence"
    assert said[-1].startswith("Convergence is done, Proposer 2 won")


def test_a_format_without_phases_has_no_such_news():
    assert PhaseNews().add(opening_event(FORMATS["dual"]), {}) == ()
