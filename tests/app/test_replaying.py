"""A recorded debate runs again from its own answers: every log of ours says "same", and a tampered one does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.app.debates.replay import replay
from disputatio.app.paths import resource
from disputatio.debate.formats.loader import load
from disputatio.debate.log.commands import Close, Continue, Extend, Interject, Pause, Rule, Synthesise
from disputatio.debate.log.events import (
    BlockEntered,
    BlockLeft,
    DebateEnded,
    Event,
    OptionChanged,
    PassBegan,
    Recorded,
    TurnAsked,
    TurnCompleted,
    TurnCut,
)
from disputatio.debate.log.evolve import fold
from disputatio.engine.errors import Transient
from disputatio.testing.debates import assessment, live, opening, voices
from disputatio.testing.meddler import ANYTHING, Meddler
from disputatio.testing.scripted import NoFinish, ScriptedProvider
from disputatio.testing.speakers import dice, drive, formats_of, varied_opening

FORMATS = formats_of(resource("formats"))


def recorded(log: Sequence[Event]) -> list[Recorded]:
    return [Recorded(seq=n, at=0.0, prev_hash="", hash="", event=event) for n, event in enumerate(log, 1)]


def same(log: Sequence[Event]) -> None:
    done = replay(recorded(log))
    assert done.same, (done.at, done.difference)
    assert done.turns == sum(isinstance(event, TurnCompleted) for event in log)


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=12)
@given(seed=st.integers(0, 10_000))
def test_whatever_a_person_does_and_whatever_fails_the_log_says_the_same(name: str, seed: int) -> None:
    roll = dice(seed)
    meddler = Meddler(seed, ANYTHING)
    log = drive([varied_opening(FORMATS[name], seed)], pick=roll, fails=lambda call: roll(10) == 0, meddle=meddler)
    same(log)


async def test_live_logs_with_cuts_retries_extensions_and_a_person_say_the_same() -> None:
    faults: list[object] = [["I beg", NoFinish()], Transient("Down."), ["It", NoFinish()], Transient("Down.")]

    def said(request: object) -> object:
        return faults.pop() if faults else "It is so."

    says = voices(say=said, assessment=assessment(disagree=["It is not so."]))  # type: ignore[arg-type]
    first = opening(FORMATS["dual"], "Is it so?", model="scripted:one", clerk="scripted:one", options={"rounds": 2})
    async with live(first, ScriptedProvider(says)) as on:
        await on.runner.submit(Interject(text="Mind the budget.", to="critic"))
        await on.until(lambda: bool(on.runner.flights))
        await on.runner.submit(Pause(now=True))
        await on.tell(Continue(), Rule(point="P1", status="set aside"), Extend(rounds=1))
        await on.tell(Extend(rounds=2))
        await on.settle()
        assert any(isinstance(event, TurnCut) and event.text for event in on.events)
        same(on.events)


async def test_a_stopped_debate_with_its_synthesis_says_the_same() -> None:
    says = voices(say="It is so.", assessment=assessment(disagree=["It is not so."]), synthesis="In sum, so.")
    first = opening(FORMATS["dual"], "Is it so?", model="scripted:one", clerk="scripted:one")
    async with live(first, ScriptedProvider(says)) as on:
        await on.until(lambda: len(on.texts) > 4)
        await on.runner.submit(Close())
        await on.tell(Synthesise())
        assert on.runner.debate.outcome == "stopped"
        same(on.events)


def test_a_call_that_is_repeated_may_see_what_it_saw_before_an_option_changed() -> None:
    text = """
name = "table"
title = "Table"
do = ["round"]
[options]
rounds = 2
topology = "mesh"
[cast.table]
role = "Participant"
seats = [3, 3]
[step.round]
repeat = "$rounds"
do = ["turn"]
[step.turn]
ask = "all"
order = "topology"
sees = ["earlier round", "neighbours"]
"""
    log = drive(
        [
            opening(
                load(text, "table.toml", resource("formats/standard.toml").read_text("utf-8")),
                "Is it so?",
                model="scripted:one",
            )
        ]
    )
    place = at(log, TurnAsked, lambda event: bool(event.sees))  # type: ignore[attr-defined]
    asked = log[place]
    assert isinstance(asked, TurnAsked)
    cut = [OptionChanged(name="topology", value="tree"), TurnCut(path=asked.path, text="It")]
    same([*log[: place + 1], *cut, asked])
    assert not replay(recorded([*log[: place + 1], *cut, replace(asked, sees=())])).same


# Tampering


def whole() -> list[Event]:
    """A debate of several rounds that came to consensus, by what the Critic itself declared. Few do: the first seed
    is one of those that did when this was written, so that not all of the tests look for another one."""
    seeds = range(323, 1000)
    first = (varied_opening(FORMATS["dual"], seed, rounds=3, auto_continue=True, ledger="off") for seed in seeds)
    logs = (drive([opened]) for opened in first)
    return next(log for log in logs if two_rounds(log) and fold(log).status == "consensus")


def two_rounds(log: Sequence[Event]) -> bool:
    return any(isinstance(event, PassBegan) and event.n == 2 for event in log)


def at(log: Sequence[Event], kind: type, which: Callable[[Event], bool] = lambda event: True) -> int:
    return next(n for n, event in enumerate(log) if isinstance(event, kind) and which(event))


def changed(kind: type, which: Callable[[Event], bool] = lambda event: True, /, **fields: object) -> object:
    def tamper(log: list[Event]) -> int:
        place = at(log, kind, which)
        log[place] = replace(log[place], **fields)  # type: ignore[arg-type]
        return place + 1

    return tamper


def dropped(kind: type) -> object:
    def tamper(log: list[Event]) -> int:
        del log[at(log, kind)]
        return 0

    return tamper


def reassessed(log: list[Event]) -> int:
    """The Critic objected at the end after all: the consensus no longer follows."""
    last = max(n for n, event in enumerate(log) if isinstance(event, PassBegan))
    place = last + at(log[last:], TurnCompleted, lambda event: "critique" in event.path)  # type: ignore[attr-defined]
    log[place] = replace(log[place], data={"disagree": [{"text": "all of it"}], "level": "Weak"})  # type: ignore[arg-type]
    return 0


TAMPERS = {
    "a view that lacks a turn": changed(TurnAsked, lambda event: len(event.sees) > 1, sees=()),  # type: ignore[attr-defined]
    "another seat": changed(TurnAsked, lambda event: event.seat == "critic", seat="analyst"),  # type: ignore[attr-defined]
    "another task": changed(TurnAsked, task="flatter"),
    "another audience": changed(TurnAsked, heard="nobody"),
    "another contract": changed(TurnAsked, gives="poem"),
    "a round too early": changed(PassBegan, lambda event: event.n == 2, n=3),  # type: ignore[attr-defined]
    "a pause that was none": changed(PassBegan, lambda event: event.n == 2, pause=True),  # type: ignore[attr-defined]
    "a block for nobody": changed(BlockEntered, lambda event: bool(event.groups), groups=()),  # type: ignore[attr-defined]
    "another exit": changed(BlockLeft, outcome="impasse"),
    "another reason": changed(BlockLeft, why="because"),
    "a person who never was": changed(BlockLeft, exit="person", path="nowhere"),
    "given up, but never stopped": changed(BlockLeft, exit="stopped"),
    "another end": changed(DebateEnded, outcome="impasse"),
    "a missing round": dropped(PassBegan),
    "a missing answer": dropped(TurnCompleted),
    "a missing decision": dropped(BlockEntered),
    "another opinion": reassessed,
}


@pytest.mark.parametrize("name", TAMPERS)
def test_tampering_is_found_and_placed(name: str) -> None:
    log = whole()
    same(log)
    place = TAMPERS[name](log)  # type: ignore[operator]
    done = replay(recorded(log))
    assert not done.same
    assert done.difference
    assert place in (0, done.at)
