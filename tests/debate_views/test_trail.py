"""The record of a debate, line by line (SPEC AUDIT.1)."""

from __future__ import annotations

import json

import pytest

from disputatio.app.paths import resource
from disputatio.debate.decide.decide import decide
from disputatio.debate.format import Block
from disputatio.debate.log.commands import Review
from disputatio.debate.log.events import (
    BlockEntered,
    DebateHalted,
    DebateResumed,
    Event,
    FollowUpAsked,
    OptionChanged,
    PassBegan,
    Recorded,
    SeatAssigned,
    Spliced,
    ToolUse,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
)
from disputatio.debate.log.seats import HUMAN
from disputatio.debate.views.trail import ONE_AND_ALL, TrailFilter, TrailKind, TrailRow, trail_of
from disputatio.testing.speakers import drive, drive_to_gate, formats_of, opening_event

FORMATS = formats_of(resource("formats"))
OPENED = opening_event(FORMATS["dual"])


def rows(*events: Event) -> list[TrailRow]:
    log = (OPENED, *events)
    return trail_of(Recorded(seq=n, at=100.0 + n, prev_hash="", hash=f"h{n}", event=e) for n, e in enumerate(log, 1))


def asked(gives: str = "answer", seat: str = "analyst", model: str = "toy:1") -> TurnAsked:
    return TurnAsked(path=f"round[2]/{gives}[{seat}]", seat=seat, model=model, task=gives, gives=gives, heard="all",
                     sees=(), request="r1")  # fmt: skip


def done(event: TurnAsked, text: str = "It is so.", **more: object) -> TurnCompleted:
    return TurnCompleted(path=event.path, text=text, model=event.model, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["dual", "eight-phase", "council"])
def test_every_event_of_a_debate_has_a_line(name: str) -> None:
    log = drive([opening_event(FORMATS[name])])
    found = trail_of(Recorded(seq=n, at=1.0, prev_hash="", hash=str(n), event=e) for n, e in enumerate(log, 1))
    asks_nobody = {n for n, e in enumerate(log, 1) if isinstance(e, TurnDrafted)}
    asks_nobody |= {n for n, e in enumerate(log, 1) if isinstance(e, TurnAsked) and not e.model}
    assert {row.seq for row in found} == set(range(1, len(log) + 1)) - asks_nobody
    assert [row.seq for row in found] == sorted(row.seq for row in found)
    assert {row.kind for row in found} <= set(ONE_AND_ALL)
    assert all(row.hash == str(row.seq) and row.who and row.what for row in found)


@pytest.mark.parametrize(
    ("gives", "data", "kind", "what"),
    [
        ("answer", {}, "response", "answer"),
        ("ledger", {"left_out": ["P9 keeps"]}, "response", "ledger, of which 1 entry was left out"),
        ("tests", {"passed": True}, "test", "The tests pass"),
        ("tests", {"passed": False}, "test", "The tests do not pass"),
        ("ballot", {"choice": "A"}, "vote", "ballot"),
        ("comparison", {}, "vote", "comparison"),
        ("reflection", {}, "reflection", "reflection"),
        ("approval", {"approved": True}, "approval", "approved"),
        ("approval", {"approved": False}, "approval", "rejected"),
    ],
)
def test_each_line_is_of_the_kind_that_was_asked_for(
    gives: str, data: dict[str, object], kind: TrailKind, what: str
) -> None:
    call = asked(gives)
    last = rows(call, done(call, data=data))[-1]
    assert (last.kind, last.what, last.place) == (kind, what, "round 2")
    text, _, form = last.text.partition("\n\n")
    assert (text, json.loads(form or "{}")) == ("It is so.", data)


def test_prompts_name_the_model_and_what_was_sent() -> None:
    call = asked()
    _, first, second, third, fourth = rows(
        call, FollowUpAsked(path=call.path, request="r2", why="results"),
        FollowUpAsked(path="elsewhere", request="r3", why="repair"),
        FollowUpAsked(path="elsewhere", request="r4", why="mend"),
    )  # fmt: skip
    assert (first.kind, first.who, first.model, first.request) == ("prompt", "analyst", "toy:1", "r1")
    assert first.what == "answer"
    assert (second.what, second.model, second.request) == ("asked again with what was looked up", "toy:1", "r2")
    assert (third.what, third.model) == ("asked again for an answer that can be read", "")
    assert fourth.what == "asked again for what was missing in its answer, or not found"


def test_who_is_no_model_is_told_as_it_is() -> None:
    person, nobody = asked("answers", "person", HUMAN), asked("tests", "sandbox", "")
    found = rows(person, done(person, by="person"), nobody, done(nobody, by="rules"))
    assert [(row.kind, row.who) for row in found[1:]] == [("person", "You"), ("person", "You"), ("test", "Sandbox")]
    assert found[-1].what == "The tests do not pass, worked out by rules"
    [_, alone] = rows(TurnCompleted(path="extra[analyst]", text="Listen.", by="person"))
    assert (alone.kind, alone.who, alone.what) == ("person", "analyst", "a turn")


def test_calls_of_tools_are_lines_of_their_own_before_what_came_of_them() -> None:
    use = ToolUse(name="read_file", arguments='{"path": "a.py"}', result="x = 1")
    call = asked()
    ended: list[Event] = [
        done(call, tools=(use,)),
        TurnFailed(path=call.path, kind="timeout", why="It did not answer.", remedy="Try again.", tools=(use,)),
        TurnCut(path=call.path, text="It", why="stopped by you", tools=(ToolUse(**{**FAILED, "name": "read_file"}),)),
    ]
    for event, kind in zip(ended, ("response", "fault", "fault"), strict=True):
        *_, tool, last = rows(call, event)
        assert (tool.kind, last.kind, tool.seq) == ("tool", kind, last.seq)
        assert tool.what.startswith("reads a.py")
        assert "x = 1" in tool.text
    assert tool.what == "reads a.py, which failed"
    assert last.what == "interrupted – stopped by you"


FAILED = {"arguments": '{"path": "a.py"}', "result": "x = 1", "failed": True}


def test_what_has_come_to_nothing_says_why() -> None:
    call = asked()
    failed = rows(call, TurnFailed(path=call.path, kind="timeout", why="It did not answer.", remedy="Try again."))[-1]
    assert (failed.what, failed.text) == ("failed – It did not answer.", "It did not answer. Try again.")
    assert rows(call, TurnCut(path=call.path, text="It"))[-1].what == "interrupted"
    assert rows(call, TurnAbstained(path=call.path, why="skipped by you"))[-1].what == "no turn – skipped by you"
    assert len(rows(call, TurnDrafted(path=call.path, start=0, text="It"))) == 2


def test_what_was_changed_and_what_the_rules_left_out_are_lines() -> None:
    found = rows(
        SeatAssigned(seat="critic", model="toy:2"), SeatAssigned(seat="critic", model=""),
        OptionChanged(name="max_cost", value=3_000_000), Spliced(after="round[1]", block=Block(name="question")),
        DebateHalted(status="paused", reason="person", why="stopped by you"),
        DebateHalted(status="error", reason="fault", why="it crashed"), DebateResumed(),
        BlockEntered(path="closing", groups=(), why="it is switched off"), PassBegan(path="review", n=0),
    )  # fmt: skip
    assert [row.what for row in found[1:]] == [
        "critic: toy:2", "critic: left empty", "The budget is now $3.00", "question was inserted",
        "The debate paused: stopped by you", "The debate stopped: it crashed", "You resumed the debate",
        "Step “closing” was left out: it is switched off", "Step “review” is next",
    ]  # fmt: skip
    assert [row.kind for row in found[1:]] == ["change"] * 7 + ["rule"] * 2


def test_answers_at_a_gate_are_approvals_with_their_reason() -> None:
    driver = drive_to_gate([opening_event(FORMATS["dual"], gates=["rounds"], auto_continue=True, rounds=3)])
    log = [*driver.log, *decide(driver.debate, Review(approved=False, reason="Too early.", reviewer="Ada"))]
    found = trail_of(Recorded(seq=n, at=1.0, prev_hash="", hash="", event=e) for n, e in enumerate(log, 1))
    approvals = [row for row in found if row.kind == "approval"]
    assert [row.what for row in approvals] == ["approval", "rejected"]
    assert "Too early." in approvals[-1].text


def test_a_filter_takes_kinds_speakers_and_words() -> None:
    one, two = asked(), asked("challenge", "critic")
    found = rows(one, done(one, "Red herrings."), two, done(two, "Blue sky."))

    def taken(**wanted: object) -> list[int]:
        return [row.seq for row in found if TrailFilter(**wanted).takes(row)]  # type: ignore[arg-type]

    assert taken() == [1, 2, 3, 4, 5]
    assert taken(kinds=frozenset({"response"})) == [3, 5]
    assert taken(who="critic") == [4, 5]
    assert taken(kinds=frozenset({"response", "prompt"}), who="critic", words="BLUE") == [5]
    assert taken(words="red herrings") == [3]
    assert taken(words="green") == []


def test_an_event_of_a_kind_that_nobody_has_thought_of_is_never_passed_over() -> None:
    with pytest.raises(AssertionError):
        rows(object())  # type: ignore[arg-type]
