"""The laws of the rules, for every format and with every switch varied: they end, they resume from anywhere, order of
arrival leaves no mark, views hold only what may be heard, failures and pauses change nothing."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.debate.decide.decide import decide
from disputatio.debate.errors import Refused
from disputatio.debate.format import RECORDS, Block, Format
from disputatio.debate.formats.loader import load
from disputatio.debate.ids import inside
from disputatio.debate.log import commands
from disputatio.debate.log.events import (
    BlockLeft,
    DebateHalted,
    DebateResumed,
    Event,
    OptionChanged,
    PassBegan,
    SeatAssigned,
    Spliced,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnFailed,
)
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call, Do, Note, Step
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.statements.registry import Registry
from disputatio.debate.walk.plan import Planner, plan
from disputatio.storage.codec import EVENTS
from disputatio.testing.meddler import ANYTHING, HARMLESS, Meddler
from disputatio.testing.speakers import Driver, dice, drive, formats_of, opening_event, varied_opening

FOLDER = Path(__file__).parents[2] / "resources" / "formats"
FORMATS = formats_of(FOLDER)
formats = pytest.mark.parametrize("name", FORMATS)
seeds = st.integers(0, 10**6)
MOST = settings.default.max_examples if settings.default else 50
some = settings(max_examples=max(4, MOST // 8))
few = settings(max_examples=max(2, MOST // 16))


def closing(block: Block, gives: str) -> Iterator[Block]:
    """The steps that give something, wherever they stand."""
    for child in block.do:
        if child.gives == gives:
            yield child
        yield from closing(child, gives)


def cuts(log: Sequence[Event], seed: int, n: int = 12) -> Sequence[int]:
    """Some prefixes of a log, or all of them (EXHAUSTIVE=1). What a person's answer at a gate came to is one whole."""
    within = OptionChanged | Spliced | DebateResumed
    everywhere = [cut for cut in range(1, len(log)) if not isinstance(log[cut], within)]
    return everywhere if "EXHAUSTIVE" in os.environ else random.Random(seed).sample(everywhere, min(n, len(everywhere)))


def line(event: Event) -> str:
    encoded = EVENTS.encode(event)
    return f"{encoded.name} {encoded.body}"


def back(text: str) -> Event:
    name, _, body = text.partition(" ")
    return EVENTS.decode(name, body)


def held(log: Sequence[Event]) -> Registry:
    """Everything that is held and disputed at the end of a log."""
    return registry_of(Planner().walk(fold(log)).past)


def end(debate: Debate) -> Debate:
    """What must be equal in the end: all but what retries cost and which calls were paid twice."""
    return replace(debate, spent=Debate().spent)


# 1 it ends


def bound(block: Block, debate: Debate) -> int:
    """The most passes of a loop. Gates reject with chance 0.3, so an unbounded loop is short, but not bounded."""
    if block.repeat == "unbounded":
        return 100
    repeat = str(block.repeat)
    return int(str(debate.options[repeat[1:]] if repeat.startswith("$") else repeat))


def blocks(block: Block) -> dict[str, Block]:
    found = {block.name: block}
    for child in block.do:
        found |= blocks(child)
    return found


@formats
@given(seed=seeds)
@some
def test_it_ends_every_loop_is_bounded_and_nothing_stays_in_flight(name: str, seed: int) -> None:
    log = drive(
        [varied_opening(FORMATS[name], seed)], pick=dice(seed), check=seed % 3 == 0
    )  # planning anew is quadratic
    debate = fold(log)
    assert debate.over
    assert debate.outcome == debate.status
    assert not debate.asked
    assert not debate.failed
    known = blocks(debate.format.body)
    for path, passes in debate.passes.items():
        if path.endswith("]"):
            assert passes == 1, "an item begins once"
            continue
        if not known[path.rpartition("/")[2]].repeat:
            assert passes == 0, "a step before which one rests has no passes"
            continue
        assert passes <= bound(known[path.rpartition("/")[2]], debate)
        assert path in debate.left, "a loop that ran has an exit"
        assert debate.left[path].why
    assert debate.why


# 2 order of arrival


@formats
@given(seed=seeds, one=seeds, other=seeds)
@some
def test_replies_in_any_order_fold_to_the_same_debate(name: str, seed: int, one: int, other: int) -> None:
    start = [varied_opening(FORMATS[name], seed)]
    first, second = drive(start, pick=dice(one)), drive(start, pick=dice(other))
    assert fold(first) == fold(second)
    assert held(first) == held(second), "the same statements, with the same judgements and histories"
    assert sorted(map(line, first)) == sorted(map(line, second)), "the same facts, in another order"


# 3 resume


@formats
@given(seed=seeds)
@few
def test_every_prefix_resumes_to_the_same_end_and_asks_only_what_is_missing(name: str, seed: int) -> None:
    log = drive([varied_opening(FORMATS[name], seed)], pick=dice(seed))
    whole, statements = fold(log), held(log)
    for cut in cuts(log, seed):
        resumed = drive(log[:cut], pick=dice(cut))
        assert fold(resumed) == whole
        assert held(resumed) == statements
        had = {event.path for event in log[:cut] if isinstance(event, TurnCompleted)}
        assert not had & {event.path for event in resumed[cut:] if isinstance(event, TurnAsked)}
        again = [event.path for event in resumed[cut:] if isinstance(event, TurnAsked)]
        assert len(again) == len(set(again)), "nothing is asked twice in one life"


# 4 the log alone


@formats
@given(seed=seeds)
@few
def test_what_comes_next_is_a_function_of_the_log_alone(name: str, seed: int) -> None:
    log = drive([varied_opening(FORMATS[name], seed)], pick=dice(seed), meddle=Meddler(seed, ANYTHING))
    stored = [line(event) for event in log]
    assert [back(text) for text in stored] == log
    for cut in cuts(log, seed):
        again = [back(text) for text in stored[:cut]]
        assert plan(fold(log[:cut])) == plan(fold(again)) == plan(fold(log[:cut]))


@formats
@given(seed=seeds)
@few
def test_the_planner_that_remembers_says_the_same_at_every_prefix(name: str, seed: int) -> None:
    """Also while a person inserts, leaves, skips, swaps and changes options."""
    log = drive(
        [varied_opening(FORMATS[name], seed)], pick=dice(seed), meddle=Meddler(seed, ANYTHING, times=25), check=True
    )
    planner = Planner()
    for cut, event in enumerate(log[:-1], 1):  # one that sees only what happened, and plans rarely
        planner.observe(event)
        if cut % 7 == 0:
            debate = fold(log[:cut])
            assert planner.plan(debate) == plan(debate)


SCRIPT = """
import hashlib, sys
from pathlib import Path
from disputatio.storage.codec import EVENTS
from disputatio.testing.meddler import ANYTHING, Meddler
from disputatio.testing.speakers import dice, drive, formats_of, varied_opening
for name, format in formats_of(Path(sys.argv[1])).items():
    log = drive([varied_opening(format, 3)], pick=dice(1))
    log += drive([varied_opening(format, 4)], pick=dice(2), meddle=Meddler(5, ANYTHING))
    print(name, hashlib.sha256("".join(EVENTS.encode(event).body for event in log).encode()).hexdigest())
"""


def test_logs_are_the_same_to_the_byte_under_another_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(FOLDER)],
            env={**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for salt in ("1", "2", "3")
    }
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == len(FORMATS)


# 5, 6 visibility

FIRST_ANSWERS = ("sealed", "estimate", "opinion", "draft")


@formats
@given(seed=seeds)
@some
def test_what_is_seen_was_said_before_and_may_be_heard(name: str, seed: int) -> None:
    log = drive([varied_opening(FORMATS[name], seed)], pick=dice(seed), meddle=Meddler(seed, HARMLESS))
    debate = fold(log)
    said: set[str] = set()
    heard: dict[str, str] = {}
    for event in log:
        if isinstance(event, TurnCompleted):
            said.add(event.path)
        if not isinstance(event, TurnAsked):
            continue
        heard[event.path] = event.heard
        for ref in event.sees:
            if ref.startswith("#"):
                continue
            path = ref.rpartition("=")[2]
            assert path in said
            kind, _, which = heard[path].partition(":")
            service = event.seat not in debate.seats
            own = path.endswith(f"[{event.seat}]")
            room = kind == "room" and inside(event.path, which)
            team = kind == "team" and not service and debate.seats[event.seat].team == which
            assert kind == "all" or service or own or room or team
        if event.path.split("[")[0] in FIRST_ANSWERS and "/" not in event.path and name != "expert-panel":
            assert not event.sees, "first answers are written before any peer is read"


@formats
@given(seed=seeds)
@some
def test_siblings_of_a_parallel_group_never_see_each_other(name: str, seed: int) -> None:
    log = drive([varied_opening(FORMATS[name], seed)], pick=dice(seed))
    debate = fold(log)
    groups = [
        [f"{path}[{item}]" for item in group]
        for path, entered in debate.entered.items()
        for group in entered
        if len(group) > 1
    ]
    groups += [[f"{path}/minutes/ledger", f"{path}/minutes/claims"] for path in debate.replies]
    for event in log:
        if isinstance(event, TurnAsked):
            for group in groups:
                mine = [branch for branch in group if inside(event.path, branch)]
                others = [branch for branch in group if mine and branch not in mine]
                assert not any(inside(ref.rpartition("=")[2], branch) for ref in event.sees for branch in others)


# 7 failures


@formats
@given(seed=seeds, rate=st.floats(0.05, 0.4))
@some
def test_failures_are_retried_and_change_nothing(name: str, seed: int, rate: float) -> None:
    """Where no quorum of peers makes the rest go on without: groups of two, and one seat for each part."""
    rng = random.Random(seed)
    start = varied_opening(FORMATS[name], seed)
    keep = [seat for seat in start.seats if "-" not in seat.id.removeprefix(seat.part) or seat.id.endswith("-2")]
    start = replace(start, seats=tuple(keep))
    plain = fold(drive([start]))
    if any(len(group) > 2 for entered in plain.entered.values() for group in entered):
        return
    log = drive([start], pick=dice(seed), fails=lambda call: not call.optional and rng.random() < rate)
    assert end(fold(log)) == end(plain)


@formats
@given(seed=seeds)
@few
def test_what_is_optional_abstains_and_nothing_else(name: str, seed: int) -> None:
    log = drive([varied_opening(FORMATS[name], seed)], pick=dice(seed), fails=lambda call: call.optional)
    debate = fold(log)
    assert debate.over
    optional = {event.path for event in log if isinstance(event, TurnFailed)}
    assert set(debate.abstained) == optional
    assert not any(isinstance(event, DebateHalted) and event.status == "error" for event in log)
    assert all(why == "it failed" for why in debate.abstained.values())


@formats
@given(seed=seeds, rate=st.floats(0.05, 0.5))
@few
def test_with_every_kind_of_failure_it_still_ends(name: str, seed: int, rate: float) -> None:
    rng = random.Random(seed)
    log = drive(
        [varied_opening(FORMATS[name], seed)],
        pick=dice(seed),
        fails=lambda call: rng.random() < rate,
        check=seed % 3 == 0,
    )
    debate = fold(log)
    assert debate.over
    assert not debate.asked
    assert not debate.failed
    assert not set(debate.abstained) & set(debate.replies)


ORDERS = st.permutations(["panel", "panel-2", "panel-3"])


def unchecked(name: str) -> Format:
    """A format of which nobody checks the citations: nothing comes between a turn and what follows it."""
    return replace(FORMATS[name], body=_unchecked(FORMATS[name].body))


def _unchecked(block: Block) -> Block:
    return replace(block, do=tuple(_unchecked(child) for child in block.do if child.gives != "evidence"))


def delphi() -> Event:
    return opening_event(unchecked("delphi"), seed=4, auto_continue=True)


def landing(order: Sequence[str], failing: Sequence[str]) -> Driver:
    """A driver that lands the estimates in an order, some of them as failures."""

    def pick(n: int) -> int:
        paths = sorted(driver.flying)
        wanted = [path for seat in order for path in paths if path == f"estimate[{seat}]"]
        return paths.index(wanted[0]) if wanted else 0

    def fails(call: Call) -> bool:
        return call.path in [f"estimate[{seat}]" for seat in failing] and driver.log.count(failed(call.path)) == 0

    driver = Driver([delphi()], pick, fails, check=True)
    return driver


def beyond_notes(driver: Driver) -> Step:
    """What comes next once all that is only noted of blocks is noted."""
    while isinstance(step := driver.step(), Note) and not any(isinstance(event, DebateHalted) for event in step.events):
        driver.append(*step.events)
    return step


def failed(path: str) -> TurnFailed:
    return TurnFailed(path=path, kind="Transient", why="it failed")


@given(order=ORDERS, absent=st.sampled_from(["panel", "panel-2", "panel-3"]))
def test_one_failure_among_three_makes_the_seat_absent_and_the_rest_goes_on(order: list[str], absent: str) -> None:
    log = landing(order, [absent]).run(1000)
    debate = fold(log)
    assert debate.abstained[f"estimate[{absent}]"] == "absent: it failed"
    assert not any(isinstance(event, DebateHalted) and event.status == "error" for event in log)
    assert f"round[1]/revise[{absent}]" in debate.replies or "round" in debate.left, (
        "it is asked again in the next step"
    )
    others = fold(landing(["panel", "panel-2", "panel-3"], [absent]).run(1000))
    assert debate == others


@given(order=ORDERS, answering=st.sampled_from(["panel", "panel-2", "panel-3"]))
def test_two_failures_among_three_stop_and_continue_retries_only_what_failed(order: list[str], answering: str) -> None:
    failing = [seat for seat in ("panel", "panel-2", "panel-3") if seat != answering]
    log = landing(order, failing).run(1000)
    stop = next(at for at, event in enumerate(log) if isinstance(event, DebateHalted))
    assert log[stop].status == "error"  # type: ignore[union-attr]
    asked = [event.path for event in log[stop:] if isinstance(event, TurnAsked) and event.path.startswith("estimate")]
    assert sorted(asked) == sorted(f"estimate[{seat}]" for seat in failing)
    assert end(fold(log)) == end(fold(drive([delphi()])))


def test_seats_that_gave_up_are_no_quorum() -> None:
    """One answer, one seat skipped by the person, one failure: nobody may go on as if two had answered."""
    driver = landing(["panel"], [])
    while "estimate[panel]" not in driver.debate.replies:
        driver.run_one()
    driver.append(TurnAbstained(path="estimate[panel-2]", why="skipped by you"), failed("estimate[panel-3]"))
    step = beyond_notes(driver)
    assert isinstance(step, Note)
    assert [type(event) for event in step.events] == [DebateHalted]


def test_a_failure_waits_until_the_others_have_answered() -> None:
    start = [delphi()]
    driver = Driver(start)
    driver.run_one()  # the recall
    driver.run_one()
    driver.append(failed(sorted(driver.flying)[0]))
    step = beyond_notes(driver)
    assert isinstance(step, Do)
    assert [call.path for call in step.calls] == ["estimate[panel]"]


# 8 stop and go


@formats
@given(seed=seeds)
@some
def test_stop_and_go_and_swaps_change_nothing_but_the_models(name: str, seed: int) -> None:
    start = [varied_opening(FORMATS[name], seed)]
    log = drive(start, pick=dice(seed), meddle=Meddler(seed, HARMLESS, chance=0.3), check=seed % 3 == 0)
    plain = fold(drive(start))
    assert replace(fold(log), seats=plain.seats, services=plain.services) == plain


# 12 the rest


@formats
def test_editing_the_format_changes_no_open_debate(name: str) -> None:
    text = (FOLDER / f"{name}.toml").read_text()
    standard = (FOLDER / "standard.toml").read_text()
    log = drive([varied_opening(load(text, name, standard), 5)])
    stored = [line(event) for event in log]
    edited = load('name="x"\ntitle="y"\ndo=["synthesis"]\n[cast.a]\n', f"{name}.toml", standard)
    assert edited != FORMATS[name]
    for cut in (1, len(stored) // 2, len(stored) - 1):
        assert fold(drive([back(text) for text in stored[:cut]])) == fold(log)
        assert json.loads(stored[0].partition(" ")[2])["format"]["name"] == name


CAPS = {"max_cost": 150, "max_tokens": 400, "max_turns": 4}


@pytest.mark.parametrize("cap", CAPS)
@pytest.mark.parametrize("raised", [10**9, 10.0**9, None])
def test_a_budget_pauses_before_the_next_call_and_goes_on_when_raised(cap: str, raised: float | None) -> None:
    start = opening_event(FORMATS["dual"], auto_continue=True, seed=2)
    capped = replace(start, options=start.options | {cap: CAPS[cap]})
    held: list[int] = []

    def meddle(debate: Debate, log: Sequence[Event]) -> tuple[Event, ...]:
        if debate.status != "paused":
            return ()
        held.append(len(log))
        assert debate.reason == "budget"
        assert not debate.asked, "the turn in flight is over"
        with pytest.raises(Refused, match=f"Cannot continue: the budget is spent .*option {cap}.*Raise"):
            decide(debate, commands.Continue())
        return (*decide(debate, commands.SetOption(name=cap, value=raised)),)

    log = drive([capped], meddle=meddle)
    assert len(held) == 1
    spent = fold(log[: held[0]]).spent
    assert {"max_cost": spent.cost, "max_tokens": spent.tokens, "max_turns": spent.turns}[cap] >= CAPS[cap]
    assert fold(log).replies == fold(drive([start])).replies


def test_a_cap_in_fractions_holds_too() -> None:
    start = opening_event(FORMATS["dual"], auto_continue=True)
    log: list[Event] = [replace(start, options=start.options | {"max_turns": 0.5})]
    driver = Driver(log)
    driver.run_one()
    driver.append(*plan_events(driver.debate))
    while driver.debate.status == "debating":
        driver.append(*plan_events(driver.debate))
    assert driver.debate.reason == "budget"


def plan_events(debate: Debate) -> tuple[Event, ...]:
    step = plan(debate)
    assert isinstance(step, Note)
    return step.events


def test_a_turn_is_what_a_model_was_asked_for() -> None:
    log = drive([opening_event(FORMATS["collaboration"])])
    asked, said = fold(log).spent.turns, [event for event in log if isinstance(event, TurnCompleted)]
    assert asked == len(said)
    log[log.index(said[-1])] = replace(said[-1], by="rules")
    assert fold(log).spent.turns == asked - 1


def test_calls_in_flight_complete_when_the_budget_is_spent() -> None:
    start = opening_event(unchecked("collaboration"))
    driver = Driver([replace(start, options=start.options | {"max_turns": 1})])
    driver.run_one()
    step = plan(driver.debate)
    assert isinstance(step, Do), "the second draft is under way"
    assert len(step.calls) == 1


def test_more_rounds_while_they_run_and_none_with_zero() -> None:
    start = opening_event(FORMATS["adversarial"], early_stop=False, rounds=2, auto_continue=True)
    log = drive([start])
    before = next(at for at, event in enumerate(log) if isinstance(event, BlockLeft))
    more = decide(fold(log[:before]), commands.Extend(rounds=2))
    assert more == (OptionChanged(name="rounds", value=4),)
    assert fold(drive([*log[:before], *more])).passes["round"] == 4


def test_more_rounds_after_the_end_and_again() -> None:
    """After the end the loop is added once more with what follows it; its bound can be raised while it runs."""
    log = drive([opening_event(FORMATS["adversarial"], early_stop=False, rounds=2, auto_continue=True)])
    ended = fold(log)
    log = drive([*log, *decide(ended, commands.Extend(rounds=2))])
    once = fold(log)
    added = [path for path in once.passes if path.endswith("/round")]
    assert [once.passes[path] for path in added] == [2]
    assert len([turn for turn in once.replies if "synthesis" in turn.rpartition("/")[2]]) == 2
    assert ended.replies.items() <= once.replies.items(), "nothing is had again"
    again = [*log, *decide(once, commands.Extend(rounds=1))]
    raised = decide(fold(again), commands.Extend(rounds=2))
    twice = fold(drive([*again, *raised], check=True))
    assert [twice.passes[path] for path in sorted(path for path in twice.passes if path.endswith("/round"))] == [2, 3]
    assert max(path.count("extension") for path in twice.replies) == 1, (
        "additions stand side by side, not in each other"
    )


def test_a_fork_keeps_its_past_and_has_its_own_future() -> None:
    log = drive([opening_event(FORMATS["adversarial"], early_stop=False, seed=4)])
    fork = drive([*log[:20], OptionChanged(name="rounds", value=1)])
    assert fork[:20] == log[:20]
    assert fold(fork).passes["round"] < fold(log).passes["round"]
    assert fold(log[:20]).replies.items() <= fold(fork).replies.items()


def test_without_gates_nobody_is_asked_to_approve() -> None:
    log = drive([opening_event(FORMATS["eight-phase"], gates=[], auto_continue=True)])
    assert not any(isinstance(event, TurnAsked) and event.seat == "person" for event in log)


def test_a_turn_that_was_cut_is_had_again() -> None:
    log = drive([opening_event(FORMATS["dual"])])
    at = next(at for at, event in enumerate(log) if isinstance(event, TurnAsked) and event.seat == "analyst")
    cut = [*log[: at + 1], TurnCut(path=log[at].path, text="I thi", cost=3)]  # type: ignore[union-attr]
    whole = fold(drive(cut))
    assert whole.replies == fold(log).replies
    assert whole.spent.cost == fold(log).spent.cost + 3


def test_a_person_may_take_a_seat() -> None:
    log = drive([opening_event(FORMATS["dual"], seed=1)], meddle=Meddler(1, HARMLESS))
    at = next(at for at, event in enumerate(log) if isinstance(event, TurnCompleted) and "critique" in event.path)
    debate = fold(log[:at])
    with pytest.raises(Refused, match="You do not speak for critic"):
        decide(debate, commands.Answer(path=log[at].path, text="mine"))  # type: ignore[union-attr]
    taken = [*log[:at], *decide(debate, commands.Swap(seat="critic", model="human:"))]
    step = plan(fold(taken))
    assert isinstance(step, Do)
    with pytest.raises(Refused, match="There is nothing to say yet"):
        decide(fold(taken), commands.Answer(path=step.calls[0].path, text=" \n"))
    said = decide(fold(taken), commands.Answer(path=step.calls[0].path, text="I object", data={"disagree": ["all"]}))
    debate = fold([*taken, *said])
    assert debate.replies[step.calls[0].path].by == "person"
    assert debate.spent.turns == fold(taken).spent.turns, "a person's turn is not a call of the budget"
    assert fold(drive([*taken, *said])).over


def test_passes_pause_only_where_the_format_says_so_and_not_when_told_to_run_on() -> None:
    step_by_step = drive([opening_event(FORMATS["adversarial"], early_stop=False)])
    assert [event.n for event in step_by_step if isinstance(event, PassBegan) and event.pause] == [2, 3]
    running = drive([opening_event(FORMATS["adversarial"], early_stop=False, auto_continue=True)])
    assert not any(isinstance(event, PassBegan) and event.pause for event in running)
    assert fold(step_by_step).replies == fold(running).replies


def test_items_pause_too_but_not_before_the_first_nor_after_the_last() -> None:
    aspects = ["cost", "risk", "speed"]
    for minirounds, within in ((1, 0), (2, 3)):
        log = drive([opening_event(FORMATS["dialogue"], aspects=aspects, minirounds=minirounds, auto_continue=False)])
        began = [event for event in log if isinstance(event, PassBegan) and event.path.startswith("aspect[")]
        items = [event for event in began if event.path.endswith("]")]
        assert [(event.path, event.n, event.pause) for event in items] == [
            ("aspect[cost]", 1, False),
            ("aspect[risk]", 1, True),
            ("aspect[speed]", 1, True),
        ]
        assert sum(event.pause for event in began) <= 2 + within
        at = log.index(items[1])
        before, rest = fold(log[:at]), fold(log[: at + 1])
        assert (rest.status, rest.reason, rest.why) == ("paused", "round", "aspect risk is next")
        assert "aspect[cost]/miniround[1]/crux" in before.entered, "all of the aspect before it is over"
        assert not any(path.startswith("aspect[risk]") for path in rest.entered)
    running = drive([opening_event(FORMATS["dialogue"], aspects=aspects, auto_continue=True)])
    assert not any(isinstance(event, PassBegan) and event.pause for event in running)


def test_an_empty_seat_is_not_asked_and_what_it_owed_is_given_up() -> None:
    driver = Driver([opening_event(FORMATS["council"], early_stop=False)])
    driver.run_one()  # the recall
    driver.run_one()
    driver.append(SeatAssigned(seat="members", model=""))
    debate = fold(driver.run(1000))
    assert debate.abstained["opinion[members]"] == "the seat is empty"
    assert debate.entered["review/ranking"] == (("members-2", "members-3"),)


def test_what_sealed_answers_share_is_recorded_once_while_they_are_ranked_and_not_where_it_is_switched_off() -> None:
    def asked(ledger: str) -> list[str]:
        log = drive([opening_event(FORMATS["council"], early_stop=False, ledger=ledger)])
        return [event.path for event in log if isinstance(event, TurnAsked)]

    order = asked("round")
    assert [path for path in order if "ledger" in path] == ["review/ledger[clerk]"]
    last = max(order.index(f"opinion[{seat}]") for seat in ("members", "members-2", "members-3"))
    assert last < order.index("review/ledger[clerk]") < order.index("conclusion/chair[head]")
    assert not [path for path in asked("off") if "ledger" in path]


def test_a_late_reply_to_a_call_that_was_given_up_leaves_no_trace() -> None:
    log = drive([opening_event(FORMATS["dual"], seed=3)])
    at = next(
        at for at, event in enumerate(log) if isinstance(event, TurnCompleted) and event.path.endswith("[critic]")
    )
    path = log[at].path  # type: ignore[union-attr]
    skipped = [*log[:at], *decide(fold(log[:at]), commands.Skip(path=path))]
    late = fold([*skipped, log[at]])
    assert path not in late.replies
    assert plan(late) == plan(fold(skipped))
    assert late.spent.cost > fold(skipped).spent.cost, "what it cost is known all the same"
    twice = fold([*log[: at + 1], TurnCompleted(path=path, text="something else")])
    assert twice.replies[path] == log[at], "what was said first stays"


def test_the_hash_of_a_log_is_the_hash_of_its_events() -> None:
    """Two runs of one debate are one log, to the byte."""
    first, second = (drive([varied_opening(FORMATS["dual"], 9)], pick=dice(9)) for _ in range(2))
    assert [hashlib.sha256(line(e).encode()).digest() for e in first] == [
        hashlib.sha256(line(e).encode()).digest() for e in second
    ]


# what closes a debate is made side by side (SPEC LIFE.7)

REMEMBERING = [name for name, form in FORMATS.items() if any(closing(form.body, "insights"))]


@pytest.mark.parametrize("name", REMEMBERING)
def test_insights_and_synthesis_are_asked_without_waiting_for_one_another(name: str) -> None:
    """Insights wait for the record to be completed and verified, which the synthesis does not."""
    log = drive([opening_event(FORMATS[name], rounds=1, auto_continue=True)], pick=lambda n: n - 1)
    asked = {event.gives: at for at, event in enumerate(log) if isinstance(event, TurnAsked)}
    paths = {event.path: event.gives for event in log if isinstance(event, TurnAsked)}
    done = {paths[event.path]: at for at, event in enumerate(log) if isinstance(event, TurnCompleted)}
    beside = [event for event in log[: done["synthesis"]] if isinstance(event, TurnAsked)]
    assert {event.gives for event in beside if event.path.startswith("conclusion")} & {*RECORDS}
    assert asked["synthesis"] < done["insights"]


@pytest.mark.parametrize("lost", ["insights", "synthesis"])
def test_the_failure_of_one_of_them_leaves_the_other(lost: str) -> None:
    ended = fold(drive([opening_event(FORMATS["dual"], auto_continue=True)], fails=lambda call: call.gives == lost))
    made = {path.rpartition("/")[2].partition("[")[0] for path in ended.replies}
    assert ended.over
    assert {"insights", "synthesis"} - made == {lost}
