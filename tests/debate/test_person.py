"""A person who does anything at any moment: no turn is had twice, none is lost, and nobody's past changes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from disputatio.debate.decide.decide import decide, require_hearer
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.format import Block
from disputatio.debate.formats.loader import load
from disputatio.debate.formats.opening import cast, open_debate, options_of
from disputatio.debate.ids import inside
from disputatio.debate.log import commands
from disputatio.debate.log.events import (
    BlockLeft,
    DebateEnded,
    DebateHalted,
    DebateOpened,
    DebateResumed,
    Event,
    OptionChanged,
    Spliced,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnFailed,
)
from disputatio.debate.log.evolve import evolve, fold
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Do
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.ranges import MOST_PASSES, passes
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.walk.plan import Planner, plan
from disputatio.debate.walk.walk import Frame, Memo, Walk, Walking
from disputatio.testing.meddler import ANYTHING, Meddler
from disputatio.testing.speakers import LONG_WINDED, Driver, dice, drive, formats_of, opening_event, varied_opening

FOLDER = Path(__file__).parents[2] / "resources" / "formats"
FORMATS = formats_of(FOLDER)
STANDARD = (FOLDER / "standard.toml").read_text()
formats = pytest.mark.parametrize("name", FORMATS)
seeds = st.integers(0, 10**6)
MOST = settings.default.max_examples if settings.default else 50
some = settings(max_examples=max(4, MOST // 5))
few = settings(max_examples=max(2, MOST // 16))


def past_of(debate: Debate) -> Past:
    return Planner().walk(debate).past


# 9 anything at any moment


def pending(debate: Debate) -> set[str]:
    """Words that were said during a group which was stopped: they come after its end."""
    return {path for path in debate.replies if debate.status == "stopped" and path.endswith("[person]")}


@formats
@given(seed=seeds)
@some
def test_a_person_may_do_anything_at_any_moment(name: str, seed: int) -> None:
    log = drive([varied_opening(FORMATS[name], seed)], pick=dice(seed), meddle=Meddler(seed, ANYTHING, times=15))
    whole = fold(log)
    replied = [event.path for event in log if isinstance(event, TurnCompleted)]
    assert len(replied) == len(set(replied)), "no turn is had twice"
    turns = [turn.path for turn in past_of(whole)]
    assert len(turns) == len(set(turns)), "no turn stands twice"
    assert set(turns) | pending(whole) == set(replied), "no turn is lost"
    assert not set(whole.abstained) & set(replied)
    asks = [event.path for event in log if isinstance(event, TurnAsked)]
    assert not whole.asked or whole.status == "stopped"
    assert len(asks) == len(set(asks)), "nothing is asked twice unless it failed"


@formats
@given(seed=seeds, rate=st.floats(0, 0.3))
@example(seed=1030, rate=0.25)  # a person leaves the step in which a call has failed
@example(seed=158602, rate=0.0)  # a branch in which nobody spoke is finished before its neighbour speaks
@few
def test_and_from_anywhere_it_resumes(name: str, seed: int, rate: float) -> None:
    rng = random.Random(seed)
    log = drive(
        [varied_opening(FORMATS[name], seed)],
        pick=dice(seed),
        meddle=Meddler(seed, ANYTHING, times=15),
        fails=lambda call: rng.random() < rate,
        check=True,
    )
    for cut in rng.sample(range(1, len(log)), min(6, len(log) - 1)):
        before = fold(log[:cut])
        after = fold(drive(log[:cut], pick=dice(cut)))
        assert after.over
        assert before.replies.items() <= after.replies.items()
        turns = [turn.path for turn in past_of(after)]
        assert len(turns) == len(set(turns))
        assert set(turns) | pending(after) == set(after.replies)


# 10 all hear the person


@formats
@given(seed=seeds, when=st.integers(0, 40))
@some
def test_all_hear_the_person_from_the_next_sequence_point(name: str, seed: int, when: int) -> None:
    said: list[int] = []

    def meddle(debate: Debate, log: Sequence[Event]) -> tuple[Event, ...]:
        if len(log) < when or said or debate.over:
            return ()
        said.append(len(log))
        return decide(debate, commands.Interject(text="hear me"))

    log = drive([varied_opening(FORMATS[name], seed)], pick=dice(seed), meddle=meddle)
    if not said:
        return
    splice = log[said[0]]
    assert isinstance(splice, Spliced)
    path = f"{splice.after}/{splice.block.name}[person]"
    debate = fold(log)
    under_way = [event.path for event in log[: said[0]] if isinstance(event, TurnAsked)]
    for event in log[said[0] :]:
        if isinstance(event, TurnAsked) and event.seat in debate.seats and event.path not in under_way:
            group = inside(event.path, splice.after) or event.path.startswith(splice.after + "[")
            assert path in event.sees or group, f"{event.path} does not hear what was said after {splice.after}"


def test_what_is_said_during_a_parallel_group_comes_after_it_for_all_branches_alike() -> None:
    start = drive([opening_event(FORMATS["eight-phase"], extra=1, seed=3)])
    at = (
        next(n for n, event in enumerate(start) if isinstance(event, TurnCompleted) and "evolvement[" in event.path) + 1
    )
    said = decide(fold(start[:at]), commands.Interject(text="hear me"))
    path = said[-1].path  # type: ignore[union-attr]
    log = drive([*start[:at], *said])
    seats = fold(log).seats
    asked = [event for event in log[at:] if isinstance(event, TurnAsked) and event.seat in seats]
    inner = [event for event in asked if event.path.startswith("self-evolvement[")]
    assert inner
    assert not any(path in event.sees for event in inner)
    assert all(path in event.sees for event in asked if event.path.startswith("round["))


def test_what_is_said_one_after_the_other_stands_side_by_side() -> None:
    """A thousand words of the person nest no deeper than one."""
    log = until("dual", "round[1]/critique")
    for n in range(150):
        log += decide(fold(log), commands.Interject(text=f"word {n}"))
    debate = fold(drive(log))
    assert len({event.after for event in log if isinstance(event, Spliced)}) == 1
    said = [turn.text for turn in past_of(debate) if turn.by == "person"]
    assert said == [f"word {n}" for n in range(150)]


# 11 the past of a call never changes


class Recorder(Walk):
    """Notes the past of every call that it passes."""

    def __init__(self, debate: Debate) -> None:
        super().__init__(debate, Memo())
        self.pasts: dict[str, list[str]] = {}
        self.on(debate)

    def call(self, block: Block, path: str, frame: Frame, past: Past) -> Walking:
        self.pasts[path] = [turn.path for turn in past]
        return super().call(block, path, frame, past)


@formats
@given(seed=seeds)
@some
def test_the_past_of_a_call_never_changes_whatever_a_person_does(name: str, seed: int) -> None:
    log = drive([varied_opening(FORMATS[name], seed)], pick=dice(seed), meddle=Meddler(seed, ANYTHING, times=15))
    final = Recorder(fold(log)).pasts
    asks = [n for n, event in enumerate(log) if isinstance(event, TurnAsked)]
    for n in random.Random(seed).sample(asks, min(15, len(asks))):
        path = log[n].path  # type: ignore[union-attr]
        assert Recorder(fold(log[: n + 1])).pasts[path] == final[path]


ROOMS = """
name = "rooms"
title = "Rooms"
do = ["room", "talk", "plenum", "sum"]
[options]
keep = 1
[cast.table]
role = "Participant"
team = "red"
seats = [3, 3]
[cast.guest]
role = "Guest"
team = "blue"
[step.room]
each = "seats table"
order = "together"
heard = "room"
do = ["secret", "news"]
[step.secret]
ask = "same"
[step.news]
ask = "same"
heard = "all"
[step.talk]
ask = "part table"
heard = "team"
[step.plenum]
ask = "all"
do = ["note"]
[step.note]
ask = "guest"
sees = ["nothing", "around"]
heard = "team"
[step.sum]
ask = "guest"
sees = "older $keep"
"""


def rooms() -> list[Event]:
    return drive([opening_event(load(ROOMS, "rooms.toml", STANDARD))])


def test_a_room_keeps_what_is_said_in_it_and_a_team_too() -> None:
    sees = {event.path: event.sees for event in rooms() if isinstance(event, TurnAsked)}
    news = [f"room[{seat}]/news[{seat}]" for seat in ("table", "table-2", "table-3")]
    talk = [f"talk[{seat}]" for seat in ("table", "table-2", "table-3")]
    assert sees["plenum[table]"] == ("room[table]/secret[table]", *news[:1], *news[1:], *talk)
    assert sees["room[table]/news[table]"] == ("room[table]/secret[table]",)
    plenum = ["plenum[table]", "plenum[table-2]", "plenum[table-3]"]
    heard = [path for path in sees["plenum[guest]"] if "note" not in path]
    assert heard == [*news, *plenum], "neither room nor team"
    assert sees["sum[guest]"] == (*news, *plenum), "not even where it condenses"
    assert sees["plenum[table]/note[guest]"] == ("plenum[table]",)


def test_a_turn_of_a_room_that_is_had_again_stays_private() -> None:
    log = rooms()
    at = next(n for n, event in enumerate(log) if isinstance(event, TurnAsked) and "secret" in event.path)
    path = log[at].path  # type: ignore[union-attr]
    log = drive([*log[: at + 1], *decide(fold(log[: at + 1]), commands.Skip(path=path))])
    log = drive([*log, *decide(fold(log), commands.Retry(path=path))])
    again = next(event for event in reversed(log) if isinstance(event, TurnAsked))
    assert again.heard == f"room:{again.path}"
    assert fold(log).over
    talk = next(event.path for event in log if isinstance(event, TurnAsked) and event.path.startswith("talk"))
    cut = next(n for n, event in enumerate(log) if isinstance(event, TurnCompleted) and event.path == talk)
    log = [*log[:cut], *decide(fold(log[:cut]), commands.Skip(path=talk))]
    team = drive([*log, *decide(fold(log), commands.Retry(path=talk))])
    assert [event.heard for event in team if isinstance(event, TurnAsked) and "extension" in event.path] == ["team:red"]


# every command, and every refusal


def until(name: str, path: str, kind: type = TurnCompleted, **options: bool | int) -> list[Event]:
    """A debate up to its first event of a kind about a path."""
    log = drive([opening_event(FORMATS[name], **options)])
    at = next(
        n for n, event in enumerate(log) if isinstance(event, kind) and getattr(event, "path", "").startswith(path)
    )
    return log[: at + 1]


def refused(debate: Debate, command: commands.Command, what: str) -> None:
    with pytest.raises(Refused, match=what) as caught:
        decide(debate, command)
    assert caught.value.what
    assert caught.value.user_message.startswith(caught.value.what)


def test_nothing_can_be_asked_of_a_debate_that_was_not_opened() -> None:
    refused(Debate(), commands.Continue(), "has not been opened")


def test_a_command_or_event_of_a_kind_that_the_rules_do_not_know_is_never_passed_over() -> None:
    debate = fold(until("dual", "round[1]/analysis"))
    with pytest.raises(AssertionError):
        decide(debate, object())  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        evolve(debate, object())  # type: ignore[arg-type]


def test_what_cannot_be_done_is_refused_with_a_remedy() -> None:
    running = fold(until("dual", "round[1]/analysis"))
    refused(running, commands.Continue(), "already running")
    refused(running, commands.Interject(text="  "), "nothing to say.*Write")
    refused(running, commands.Interject(text="x", to="nobody"), "No seat 'nobody'.*analyst, critic")
    refused(running, commands.Leave(path="sealed"), "sealed is not running.*These are running: round")
    refused(running, commands.Leave(path="round[1]"), "not running")
    refused(running, commands.Answer(path="x", text=""), "Nobody is waiting")
    refused(running, commands.Skip(path="round[1]/analysis[analyst]"), "is over, so there is nothing to skip")
    refused(running, commands.Skip(path="round[1]/critique[critic]"), "was never asked.*Skip a turn that")
    refused(running, commands.Retry(path="round[1]/critique[critic]"), "did not fail.*fork")
    refused(running, commands.SetOption(name="round", value=2), "No option 'round'.*rounds")
    refused(running, commands.Swap(seat="nobody", model="a:b"), "No seat 'nobody'.*analyst, clerk, .*critic")
    refused(running, commands.Swap(seat="critic", model="gpt"), "'gpt' is not a model.*provider:model")
    refused(
        running, commands.Swap(seat="critic", model=running.seats["critic"].model), "^critic has .* already. Choose"
    )
    refused(running, commands.Swap(seat="clerk", model=running.services.get("clerk", "")), "^clerk (has|is empty)")
    refused(running, commands.Extend(rounds=0), "at least one round")
    refused(running, commands.Synthesise(), "is not over.*stop the debate")
    refused(running, commands.Rule(point="P9", status="agreed"), "There is no statement 'P9'.*of this debate: none yet")
    empty = fold([SeatEmpty], running)
    refused(empty, commands.Swap(seat="critic"), "critic is empty already")
    refused(empty, commands.Interject(text="x", to="critic"), "The seat 'critic' is empty.*Give the seat a model")
    paused = fold(decide(running, commands.Pause()), running)
    refused(paused, commands.Pause(), "already paused")
    assert decide(paused, commands.Pause(reason="storage", why="the disk is full"))


SeatEmpty = decide(fold([opening_event(FORMATS["dual"])]), commands.Swap(seat="critic"))[0]


def test_what_is_over_stays_over() -> None:
    log = drive([opening_event(FORMATS["dual"], auto_continue=True)])
    over = fold(log)
    for command in (
        commands.Continue(),
        commands.Pause(),
        commands.Leave(),
        commands.Close(),
        commands.Interject(text="x"),
    ):
        refused(over, command, "This debate is over .*Extend it by a round, or fork")
    with pytest.raises(Refused, match="This debate is over"):
        require_hearer(over)
    refused(over, commands.Synthesise(), "has its synthesis.*Extend")
    council = drive([opening_event(FORMATS["council"])])
    refused(fold(council), commands.Extend(), "no rounds to extend.*Fork")
    refused(fold(council), commands.Synthesise(), "has its synthesis")


def test_a_synthesis_that_a_rule_made_in_the_place_of_a_model_can_be_had_again() -> None:
    log = drive([opening_event(FORMATS["dual"], auto_continue=True)])
    stood = [
        replace(event, by="rules", data={**event.data, "note": "the key was refused"})
        if isinstance(event, TurnCompleted) and event.path.startswith("conclusion/synthesis")
        else event
        for event in log
    ]
    again = fold(drive([*stood, *decide(fold(stood), commands.Synthesise())]))
    made = [path for path in again.replies if path.rpartition("/")[2].startswith("synthesis[")]
    assert len(made) == 2
    refused(again, commands.Synthesise(), "has its synthesis")


def test_rounds_cannot_be_extended_while_the_debate_closes() -> None:
    closing = fold(until("dual", "conclusion/insights", TurnAsked, auto_continue=True))
    refused(closing, commands.Extend(), "The rounds are over and the debate is closing")


FIXED = """
name = "fixed"
title = "Fixed"
do = ["round"]
[cast.table]
seats = [2, 2]
[step.round]
repeat = 2
do = ["say"]
[step.say]
ask = "all"
"""


def test_a_fixed_number_of_rounds_is_said_to_be_fixed_and_can_be_added_to_after_the_end() -> None:
    start = opening_event(load(FIXED, "fixed.toml", STANDARD))
    refused(fold([start]), commands.Extend(), "This format has a fixed number of passes through 'round'")
    log = drive([start])
    refused(fold(log), commands.Synthesise(), "has no synthesis")
    log = drive([*log, *decide(fold(log), commands.Extend())])
    added = [path for path in fold(log).replies if "extension" in path]
    assert [path.rpartition("/")[2] for path in added] == ["say[table]", "say[table-2]"]
    assert len(past_of(fold(log))) == 6


OPTIONS = [
    ("rounds", 7, True),
    ("threshold", 2.5, True),
    ("rounds", -1, False),
    ("rounds", None, False),
    ("rounds", "3", False),
    ("rounds", True, False),
    ("rounds", float("inf"), False),
    ("rounds", float("nan"), False),
    ("auto_continue", True, True),
    ("auto_continue", 1, False),
    ("topology", 3, False),
    ("aspects", "a", False),
    ("max_cost", None, True),
    ("max_cost", 10**6, True),
    ("max_cost", -1, False),
    ("max_cost", "free", False),
]


@pytest.mark.parametrize(("name", "value", "good"), OPTIONS)
def test_an_option_takes_values_of_its_kind(name: str, value: object, good: bool) -> None:
    start = opening_event(FORMATS["dual"])
    command = commands.SetOption(name=name, value=value)  # type: ignore[arg-type]
    for options in (start.options, start.options | {"max_cost": 5}):
        debate = fold([replace(start, options=options)])
        if good:
            assert decide(debate, command) == (OptionChanged(name=name, value=value),)  # type: ignore[arg-type]
        else:
            refused(debate, command, f"Option {name} cannot be")


def test_a_topology_that_does_not_exist_is_refused() -> None:
    refused(
        fold([opening_event(FORMATS["dual"])]),
        commands.SetOption(name="topology", value="ring"),
        "There is no topology 'ring'",
    )


def test_effort_holds_for_the_debate_unless_a_seat_has_its_own() -> None:
    chosen = (SeatChoice(seat="critic", model="x:y", effort="thorough"),)
    format = FORMATS["dual"]
    seats = cast(format, chosen, {"*": "x:z"})
    debate = fold([open_debate("Is it so?", format, seats, options_of(format, {}))])
    assert (debate.effort_of("analyst"), debate.effort_of("critic")) == ("normal", "thorough")
    debate = fold(decide(debate, commands.SetOption(name="effort", value="quick")), debate)
    assert (debate.effort_of("analyst"), debate.effort_of("critic")) == ("quick", "thorough")
    refused(debate, commands.SetOption(name="effort", value="extreme"), "There is no effort 'extreme'")
    with pytest.raises(ConfigError, match="there is no effort 'extreme'"):
        cast(format, (SeatChoice(seat="critic", effort="extreme"),), {"*": "x:z"})


def test_what_another_chat_replied_is_its_models_word_and_no_call_of_the_money() -> None:
    format = FORMATS["dual"]
    seats = cast(format, (SeatChoice(seat="analyst", model="clipboard:chat"),), {"*": "x:z"})
    driver = Driver([open_debate("Is it so?", format, seats, options_of(format, {}))])
    while not driver.debate.asked.get(path := "round[1]/analysis[analyst]", ""):
        step = driver.step()
        if isinstance(step, Do):
            driver.start(step.calls)
            if path not in driver.flying:
                driver.land()
        else:
            driver.append(*step.events)  # type: ignore[union-attr]
    debate = driver.debate
    assert debate.waits_at(path, "analyst")
    assert not debate.waits_at(path.replace("analyst", "critic"), "critic")
    refused(debate, commands.Answer(path=path, text=" "), "There is no reply yet")
    (said,) = decide(debate, commands.Answer(path=path, text="It is so."))
    assert isinstance(said, TurnCompleted)
    assert (said.by, said.model, said.cost) == ("model", "clipboard:chat", 0)
    assert fold([said], debate).spent.turns == debate.spent.turns + 1, "a model's turn counts, whoever carries it"


def test_messages_that_no_digest_covers_cannot_be_dropped_by_an_option() -> None:
    long = {"rounds": 9, "threshold": 101, "keep": 4, "condense": 5, "auto_continue": True}
    log = drive([opening_event(FORMATS["dual"], seed=LONG_WINDED, **long)])
    assert past_of(fold(log)).last("digest")
    refused(fold(log), commands.SetOption(name="keep", value=2), "The last 4 messages already stay verbatim.*Give 4")
    assert decide(fold(log), commands.SetOption(name="keep", value=5))
    assert decide(fold(log[:9]), commands.SetOption(name="keep", value=2)), "nothing is condensed yet"


def test_a_question_to_a_seat_is_answered_and_heard() -> None:
    log = until("dual", "round[1]/analysis")
    log = [*log, *decide(fold(log), commands.Interject(text="Why?", to="critic"))]
    log = drive(log)
    aside = next(event for event in log if isinstance(event, TurnAsked) and event.path.endswith("/aside[critic]"))
    assert aside.task == "answer-the-person"
    assert aside.sees[-1].endswith("interjection-1[person]")
    critique = next(
        event for event in log if isinstance(event, TurnAsked) and event.path == "round[1]/critique[critic]"
    )
    assert aside.path in critique.sees


def test_two_questions_during_a_group_are_answered_one_after_the_other() -> None:
    log = until("collaboration", "draft")
    for seat in ("reviewer", "architect"):
        log += decide(fold(log), commands.Interject(text="Why?", to=seat))
    log = drive(log, check=True)
    asides = [event for event in log if isinstance(event, TurnAsked) and event.task == "answer-the-person"]
    assert [event.seat for event in asides] == ["reviewer", "architect"]
    assert asides[0].path in asides[1].sees


def test_a_question_where_the_format_knows_no_digest() -> None:
    log = until("collaboration", "draft")
    log = drive([*log, *decide(fold(log), commands.Interject(text="Why?", to="reviewer"))])
    assert any(path.endswith("aside[reviewer]") for path in fold(log).replies)


def test_stop_takes_effect_after_the_turn_in_flight() -> None:
    log = until("dual", "round[1]/analysis", TurnAsked)
    log += decide(fold(log), commands.Pause())
    reply = TurnCompleted(path="round[1]/analysis[analyst]", text="done")
    debate = fold([*log, reply])
    assert debate.status == "paused"
    assert reply.path in debate.replies


def test_leaving_the_rounds_ends_them_and_the_debate_closes() -> None:
    log = until("dual", "round[1]/analysis", TurnAsked)
    left = decide(fold(log), commands.Leave())
    assert left == (BlockLeft(path="round", exit="person", outcome="completed", why="you ended it"),)
    debate = fold(drive([*log, *left]))
    assert "round[1]/analysis[analyst]" in debate.replies, "what was in flight completes"
    assert not any("critique" in path for path in debate.replies), "nothing new starts"
    assert "conclusion/synthesis[clerk]" in debate.replies
    assert (debate.status, debate.why) == ("completed", "you ended it")


def test_leaving_what_closes_the_debate_does_not_change_how_it_ended() -> None:
    log = until("dual", "conclusion/insights", TurnAsked, seed=2, auto_continue=True)
    plain = fold(drive(log))
    left = fold(drive([*log, *decide(fold(log), commands.Leave())]))
    assert left.status == plain.status
    assert plain.status in ("consensus", "impasse", "max_rounds")


def test_leaving_an_extension_ends_its_rounds() -> None:
    log = drive([opening_event(FORMATS["dual"], auto_continue=True)])
    log = [*log, *decide(fold(log), commands.Extend(rounds=3))]
    driver = Driver(log)
    driver.run_one()
    left = decide(driver.debate, commands.Leave())[0]
    assert isinstance(left, BlockLeft)
    assert left.path.endswith("/round")
    debate = fold(drive([*driver.log, left]))
    assert len([path for path in debate.replies if path.rpartition("/")[2] == "synthesis[clerk]"]) == 2
    assert debate.why == "you ended it"


def failing(path: str, log: list[Event]) -> list[Event]:
    return [*log, TurnFailed(path=path, kind="Transient", why="The line broke.", remedy="Try again.")]


def test_an_error_names_the_fault_and_can_be_retried_or_skipped() -> None:
    path = "round[1]/analysis[analyst]"
    log = failing(path, until("dual", path, TurnAsked))
    halted = plan(fold(log)).events[0]  # type: ignore[union-attr]
    assert halted == DebateHalted(status="error", reason="fault", why="The line broke. Try again.")
    error = fold([*log, halted])
    assert decide(error, commands.Retry(path=path)) == (DebateResumed(),)
    assert decide(error, commands.Continue()) == (DebateResumed(),)
    skipped = decide(error, commands.Skip(path=path))
    assert skipped == (TurnAbstained(path=path, why="skipped by you"), DebateResumed())
    assert path not in fold(drive([*log, halted, *skipped])).replies
    assert decide(fold(log), commands.Skip(path=path)) == skipped[:1], "also before the debate has halted"
    assert decide(fold(log), commands.Retry(path=path)) == (DebateResumed(),), "also while others still speak"
    closed = fold([*log, halted, *decide(error, commands.Close())])
    assert closed.status == "stopped"
    assert decide(closed, commands.Retry(path=path)) == (DebateResumed(),), "a stopped debate goes on"


def test_an_absent_seat_is_asked_again_after_what_was_said_since() -> None:
    start = opening_event(FORMATS["delphi"], seed=4, auto_continue=True)
    log = drive([start], fails=lambda call: call.path == "estimate[panel-2]")
    assert dict(fold(log).abstained) == {"estimate[panel-2]": "absent: it failed"}
    debate = fold(drive([*log, *decide(fold(log), commands.Retry(path="estimate[panel-2]"))], check=True))
    again = [path for path in debate.replies if "extension-1" in path]
    assert [path.rpartition("/")[2] for path in again] == ["extension-1[panel-2]", "evidence[sources]"]
    assert (debate.status, debate.why) == (fold(log).status, fold(log).why)


def test_a_synthesis_that_failed_is_made_again_and_only_that() -> None:
    log = drive([opening_event(FORMATS["dual"], seed=2)], fails=lambda call: call.gives == "synthesis")
    ended = fold(log)
    assert ended.over
    assert ended.abstained["conclusion/synthesis[clerk]"] == "it failed"
    for command in (commands.Synthesise(), commands.Retry(path="conclusion/synthesis[clerk]")):
        again = fold(drive([*log, *decide(ended, command)]))
        assert (again.status, again.why) == (ended.status, ended.why), "the debate keeps its end"
        made = [path for path in again.replies if path not in ended.replies]
        assert len(made) == 2, "it and its citations; insights are not saved twice"
        assert "synthesis" in made[0] or "extension" in made[0]
        assert made[1].endswith("evidence[sources]")


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "collaboration"])
@pytest.mark.parametrize("turns", [1, 4, 9])
def test_a_debate_that_was_stopped_gets_its_synthesis_on_request(name: str, turns: int) -> None:
    driver = Driver([opening_event(FORMATS[name], seed=5)])
    for _ in range(turns):
        driver.run_one()
    driver.flying.clear()
    if driver.debate.over or past_of(driver.debate).last("synthesis"):
        return
    driver.append(*decide(driver.debate, commands.Close(why="enough")))
    stopped = driver.debate
    before = len(driver.log)
    driver.append(*decide(stopped, commands.Synthesise()))
    driver.check = True  # the planner has seen what was stopped, and what was left for good
    log = driver.run(10_000)
    debate = fold(log)
    assert past_of(debate).last("synthesis")
    asked = [event.gives for event in log[before:] if isinstance(event, TurnAsked)]
    in_flight = len(stopped.asked)
    assert set(asked[in_flight:]) <= {"synthesis", "evidence", "insights", "ledger", "verification"}
    if "round" not in stopped.left:
        assert (debate.status, debate.why) == ("stopped", "enough")
    refused(debate, commands.Synthesise(), "has its synthesis")


def test_a_synthesis_that_was_being_written_when_the_debate_was_stopped_is_asked_for_once_more() -> None:
    driver = Driver([opening_event(FORMATS["dual"], seed=5, auto_continue=True)])
    while not any("synthesis" in path for path in driver.debate.asked):
        driver.run_one()
    driver.flying.clear()
    driver.append(*decide(driver.debate, commands.Close(why="enough")))
    before = len(driver.log)
    driver.append(*decide(driver.debate, commands.Synthesise()))
    log = driver.run(10_000)
    assert past_of(fold(log)).last("synthesis")
    assert not any("synthesis" in event.path for event in log[before:] if isinstance(event, TurnAbstained))


def test_a_stopped_extension_gets_its_synthesis_too_and_a_failed_one_after_a_stop() -> None:
    log = drive([opening_event(FORMATS["dual"], auto_continue=True)])
    log = [*log, *decide(fold(log), commands.Extend(rounds=3))]
    driver = Driver(log)
    while driver.debate.replies.keys() == fold(log).replies.keys() or not newest(driver.debate).message:
        driver.run_one()
    driver.append(*decide(driver.debate, commands.Close()))
    asked = decide(driver.debate, commands.Synthesise())
    log = drive([*driver.log, *asked], fails=lambda call: call.gives == "synthesis", check=True)
    assert fold(log).status == "stopped"
    new = [event.gives for event in log[len(driver.log) :] if isinstance(event, TurnAsked)]
    assert new == ["ledger", "insights", "synthesis", "evidence"]
    log = drive([*log, *decide(fold(log), commands.Synthesise())], check=True)
    assert [turn.gives for turn in islice(past_of(fold(log)).newest(), 2)] == ["evidence", "synthesis"]


def newest(debate: Debate) -> Turn:
    return next(past_of(debate).newest())


def test_a_stopped_debate_goes_on_by_continue_or_by_an_extension() -> None:
    log = until("dual", "round[1]/analysis")
    log += decide(fold(log), commands.Close())
    assert fold(log).status == "stopped"
    assert fold(drive([*log, *decide(fold(log), commands.Continue())])).outcome != "stopped"
    extended = decide(fold(log), commands.Extend(rounds=1))
    assert extended == (OptionChanged(name="rounds", value=6), DebateResumed())


@pytest.mark.parametrize("over", [False, True])
def test_no_debate_is_extended_beyond_what_anybody_would_wait_for(over: bool) -> None:
    log = until("dual", "round[1]/analysis", auto_continue=True)
    log = drive(log) if over else log
    while not isinstance(wanted := extension(fold(log), 300), Refused):
        log = [*log, *wanted]
        log = drive(log) if over else log
        assert sum(passes(body, fold(log).options) for body in bodies(fold(log))) <= MOST_PASSES
    assert "1,000 passes in all" in str(wanted)
    assert decide(fold(log), commands.Extend(rounds=1)), "a small extension still fits"


def extension(debate: Debate, rounds: int) -> Sequence[Event] | Refused:
    try:
        return decide(debate, commands.Extend(rounds=rounds))
    except Refused as error:
        return error


def bodies(debate: Debate) -> list[Block]:
    return [debate.format.body, *(block for added in debate.splices.values() for block in added)]


def test_the_bound_of_an_extension_is_held_to_the_same_limits() -> None:
    log = drive([opening_event(FORMATS["dual"], seed=2, auto_continue=True)])
    log = [*log, *decide(fold(log), commands.Extend(rounds=2))]
    debate = fold(log)
    bound = next(name for name in debate.options if name not in debate.format.options and debate.options[name] == 2)
    refused(debate, commands.SetOption(name=bound, value=2_000), "1,000 passes in all.*fork")
    refused(debate, commands.SetOption(name=bound, value=2.5), "whole number of passes")
    assert decide(debate, commands.SetOption(name=bound, value=3)) == (OptionChanged(name=bound, value=3),)


def test_a_ruling_of_the_person_settles_a_point_for_everybody() -> None:
    log = drive([opening_event(FORMATS["dual"], seed=2, auto_continue=True)])
    points = statements_of(past_of(fold(log)))
    assert points
    refused(fold(log), commands.Rule(point="P9", status="open"), "Statements of this debate: .*P1")
    refused(fold(log), commands.Rule(point="P1", status="nonsense"), "A ruling cannot be 'nonsense'.*Choose")
    ruled = fold([*log, *decide(fold(log), commands.Rule(point="P1", status="set aside", why="off topic"))])
    point = statements_of(past_of(ruled))["P1"]
    assert (point.status, point.ruled, point.reason) == ("settled", "set aside", "off topic")
    assert ruled.status == fold(log).status, "the debate stays over"


def test_a_task_and_a_service_can_have_another_model() -> None:
    start = replace(opening_event(FORMATS["dual"]), services={"clerk": "a:b", "synthesis": "c:d"})
    debate = fold([start])
    assert debate.model_of("clerk", "synthesis") == "c:d"
    assert debate.model_of("clerk", "ledger") == "a:b"
    assert debate.model_of("sandbox", "test") == ""
    assert debate.model_of("critic", "critique") == "toy:0"
    swapped = fold(decide(debate, commands.Swap(seat="synthesis", model="e:f")), debate)
    assert swapped.model_of("clerk", "synthesis") == "e:f"


def test_a_turn_that_no_program_knows_cannot_be_had_again() -> None:
    """As in a log that was damaged, or imported from elsewhere."""
    alien = fold([opening_event(FORMATS["dual"]), TurnAbstained(path="elsewhere[critic]", why="?")])
    refused(alien, commands.Retry(path="elsewhere[critic]"), "is not a turn of this debate")


def test_closing_is_said_in_words() -> None:
    closed = decide(fold([opening_event(FORMATS["dual"])]), commands.Close(why="enough"))
    assert closed == (DebateEnded(outcome="stopped", why="enough"),)


def test_a_leave_with_nothing_under_way() -> None:
    refused(fold([opening_event(FORMATS["dual"])]), commands.Leave(path="nowhere"), "nowhere is not running")
    nothing = Block(name="", do=())
    start = opening_event(FORMATS["dual"])
    bare = DebateOpened(question="?", format=replace(start.format, body=nothing), seats=(), options={})
    refused(fold([bare]), commands.Leave(), "^Nothing is running. Continue the debate first.$")


def test_the_next_step_while_paused_is_to_rest() -> None:
    log = until("dual", "round[1]/analysis")
    debate = fold([*log, *decide(fold(log), commands.Pause(why="lunch"))])
    step = plan(debate)
    assert not isinstance(step, Do)
    assert (step.status, step.why, step.reason) == ("paused", "lunch", "person")  # type: ignore[union-attr]
