"""Records are made beside the next turn where nothing that comes next needs them, and are in their place all the
same."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from disputatio.app.paths import resource
from disputatio.debate.decide.decide import decide
from disputatio.debate.formats.loader import load
from disputatio.debate.log import commands
from disputatio.debate.log.events import BlockEntered, DebateEnded, DebateOpened, Event, TurnAsked
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.steps import Call, Do, Step
from disputatio.debate.statements.bookkeeping import registry_of
from disputatio.debate.values import Json
from disputatio.debate.walk.plan import Planner
from disputatio.testing.speakers import Driver, dice, drive, formats_of, opening_event

STANDARD = resource("formats/standard.toml").read_text("utf-8")
RELAY = """
name = "relay"
title = "Relay"
do = ["talk"]
[cast.table]
role = "Speaker"
seats = [3, 3]
[step.talk]
ask = "table"
do = ["notes"]
[step.notes]
ask = "clerk"
order = "beside"
sees = ["unrecorded", "figure points"]
gives = "ledger"
optional = true
"""
TALK = ["talk[table]", "talk[table-2]", "talk[table-3]"]
NOTES = [f"{path}/notes[clerk]" for path in TALK]


def relay(**options: object) -> DebateOpened:
    return opening_event(load(RELAY, "relay.toml", STANDARD), **options)  # type: ignore[arg-type]


def past_of(log: list[Event]) -> list[str]:
    return [turn.path for turn in Planner().walk(fold(log)).past]


class Noted(Driver):
    """A driver that notes what was open together, and with which past."""

    def step(self) -> Step:
        step = super().step()
        if isinstance(step, Do):
            self.opened.append([call.path for call in step.calls])
            self.pasts |= {call.path: [turn.path for turn in call.past] for call in step.calls}
        return step

    def __post_init__(self) -> None:
        super().__post_init__()
        self.opened: list[list[str]] = []
        self.pasts: dict[str, list[str]] = {}


def test_who_speaks_next_need_not_wait_for_the_record_of_the_last_turn() -> None:
    driver = Noted([relay()])
    log = driver.run(1_000)
    assert [NOTES[0], TALK[1]] in driver.opened
    assert [NOTES[1], TALK[2]] in driver.opened
    assert driver.opened[-1] == [NOTES[2]], "the last one is waited for"
    assert past_of(log) == [TALK[0], NOTES[0], TALK[1], NOTES[1], TALK[2], NOTES[2]], "as if everybody had waited"
    assert driver.pasts[TALK[1]] == driver.pasts[NOTES[0]] == TALK[:1]
    assert driver.pasts[TALK[2]] == driver.pasts[NOTES[1]] == [TALK[0], NOTES[0], TALK[1]]


def until(path: str) -> list[Event]:
    """The log up to the moment at which a turn is asked."""
    log = drive([relay()])
    return log[: next(n for n, event in enumerate(log) if isinstance(event, TurnAsked) and event.path == path)]


@pytest.mark.parametrize("seed", range(6))
def test_it_comes_to_the_same_in_whatever_order_replies_arrive_and_wherever_it_is_resumed(seed: int) -> None:
    whole = drive([relay(seed=seed)])
    other = drive([relay(seed=seed)], pick=dice(seed), check=True)
    assert fold(other).replies == fold(whole).replies
    assert past_of(other) == past_of(whole)
    for cut in random.Random(seed).sample(range(1, len(other)), 6):
        assert past_of(drive(other[:cut], pick=dice(cut))) == past_of(whole)


def fails(path: str) -> Callable[[Call], bool]:
    left = [path]

    def once(call: Call) -> bool:
        return call.path in left and not left.remove(call.path)  # type: ignore[func-returns-value]

    return once


def test_a_record_that_fails_is_done_without_and_a_turn_that_fails_is_asked_again() -> None:
    without = drive([relay()], fails=fails(NOTES[0]))
    assert past_of(without) == [TALK[0], TALK[1], NOTES[1], TALK[2], NOTES[2]]
    again = drive([relay()], fails=fails(TALK[1]))
    assert past_of(again) == past_of(drive([relay()])), "nobody goes on without it, however many records are there"


def test_what_a_person_says_meanwhile_is_heard_by_the_next_but_one() -> None:
    log = until(TALK[2])
    said = decide(fold(log), commands.Interject(text="Mind the cost."))
    spoken = past_of(drive([*log, *said]))
    assert spoken.index(TALK[1]) < spoken.index(said[-1].path) < spoken.index(NOTES[2])  # type: ignore[union-attr]


def test_seats_that_speak_together_have_their_records_at_once() -> None:
    log = drive(
        [opening_event(load(RELAY.replace('ask = "table"', 'ask = "table"\norder = "together"'), "x.toml", STANDARD))]
    )
    assert past_of(log) == [path for pair in zip(TALK, NOTES, strict=True) for path in pair]


# ---- delphi: who revises a figure needs nothing of the ledger, who revises words does, and so does an end --------
DELPHI = formats_of(resource("formats"))["delphi"]


def delphi(**options: object) -> list[Event]:
    return drive([opening_event(DELPHI, **{"auto_continue": True, **options})])  # type: ignore[arg-type]


def entered(log: list[Event], name: str) -> list[str]:
    return [
        event.path for event in log if isinstance(event, BlockEntered) and event.path.endswith(name) and event.groups
    ]


@pytest.mark.parametrize("seed", range(12))
def test_every_answer_is_recorded_once_and_no_end_rests_on_a_missing_record(seed: int) -> None:
    log = delphi(seed=seed)
    past = Planner().walk(fold(log)).past
    messages = {turn.path for turn in past if turn.gives == "answer"}
    assert len(entered(log, "ledger") + entered(log, "arrears")) <= len({path.split("/")[0] for path in messages})
    ended = next(event for event in log if isinstance(event, DebateEnded))
    if ended.outcome != "max_rounds":
        assert entered(log, "ledger")[-1].startswith(_pass(max(messages))), "the pass that ended it is on record"
    assert not [*registry_of(past).missed], "in the end, everything is"


def _pass(path: str) -> str:
    first = path.split("/")[0]
    return first if first.startswith("round") else "ledger"


def test_where_the_debate_rests_between_rounds_the_ledger_is_whole() -> None:
    log = delphi(auto_continue=False)
    assert entered(log, "arrears") == []
    assert entered(log, "ledger")


class Estimating(Driver):
    """A driver whose panellists answer by figures."""

    def start(self, calls: Sequence[Call]) -> None:
        super().start(calls)
        for path, (call, turn) in self.flying.items():
            if call.gives == "answer":
                typed: Json = {"kind": "year", "value": 2030 + len(path), "unit": ""}
                self.flying[path] = (call, replace(turn, data={**turn.data, "position": "a year", "value": typed}))


@pytest.mark.parametrize(("driver", "beside"), [(Estimating, True), (Driver, False)])
def test_who_revises_words_sees_the_reasons_in_clusters_and_waits_for_the_record(
    driver: type[Driver], beside: bool
) -> None:
    held = [driver([opening_event(DELPHI, seed=seed, auto_continue=True)]) for seed in range(6)]
    for one in held:
        one.run(1_000)
    assert any(entered(one.log, "arrears") for one in held) == beside, "figures come back as statistics alone"


# ---- dual: who answers a critique needs what its form says, an end needs the whole -------------------------------
DUAL = formats_of(resource("formats"))["dual"]


def dual(**options: object) -> list[Event]:
    return drive([opening_event(DUAL, **{"auto_continue": True, **options})])  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(12))
def test_every_critique_is_recorded_with_the_answer_to_it_unless_it_may_end_the_debate(seed: int) -> None:
    log = dual(seed=seed)
    past = Planner().walk(fold(log)).past
    last = max(turn.path for turn in past if turn.gives == "assessment").partition("/")[0]
    ended = next(event for event in log if isinstance(event, DebateEnded))
    if ended.outcome != "max_rounds":
        assert entered(log, "closing-minutes")[-1].startswith(last), "the critique that ended it is on record"
    assert len(entered(log, "closing-minutes")) + len(entered(log, "arrears")) <= int(last[len("round[")])
    assert not [*registry_of(past).missed], "in the end, everything is"


@pytest.mark.parametrize("seed", range(4))
def test_where_every_message_has_a_record_of_its_own_the_critic_has_one_too(seed: int) -> None:
    log = dual(seed=seed, ledger="message")
    assert len(entered(log, "critique-minutes")) == len(_critiques(log))
    assert entered(log, "closing-minutes") == entered(log, "arrears") == []


def test_of_a_critique_that_disputes_something_there_is_no_record_of_its_own() -> None:
    without = [
        seed for seed in range(12) if len(entered(log := dual(seed=seed), "closing-minutes")) < len(_critiques(log))
    ]
    assert without, "those of the next answer have it"


def test_where_the_debate_rests_every_critique_is_on_record() -> None:
    log = dual(auto_continue=False)
    assert entered(log, "arrears") == []
    assert len(entered(log, "closing-minutes")) == len(_critiques(log))


def _critiques(log: list[Event]) -> list[str]:
    return [path for path in fold(log).replies if path.endswith("critique[critic]")]
