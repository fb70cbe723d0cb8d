"""The transcript: every turn with its attempts and costs, and what happened between turns, in the order of the log."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.debate.format import Block, Format
from disputatio.debate.ids import seat_of
from disputatio.debate.log.events import (
    BlockEntered,
    BlockLeft,
    DebateEnded,
    DebateHalted,
    DebateOpened,
    DebateResumed,
    Event,
    OptionChanged,
    PassBegan,
    Recorded,
    SeatAssigned,
    ToolUse,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
    TurnCut,
    TurnDrafted,
    TurnFailed,
    Usage,
)
from disputatio.debate.log.seats import Seat
from disputatio.debate.values import Json
from disputatio.debate.views.transcript import NoteEntry, Transcript, TurnEntry, round_of
from disputatio.debate.views.transcript_words import text_of
from disputatio.debate.views.words import REHEARSAL_OVER
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(Path(__file__).parents[2] / "resources" / "formats")
SEATS = (Seat(id="ada", part="a", role="Analyst", name="Ada", model="m:1"), Seat(id="ben", part="b", role="Critic"))
OPENED = DebateOpened(
    question="Is it so?", format=Format(name="x", title="Duel", body=Block(name=""), cast=()), seats=SEATS, options={}
)
SAY = "round[2]/say[ada]"


def transcript(*events: Event) -> Transcript:
    found = Transcript()
    for seq, event in enumerate(events, 1):
        found.add(Recorded(seq=seq, at=100.0 + seq, prev_hash="", hash="", event=event))
    return found


def asked(path: str = SAY, gives: str = "say", model: str = "m:1") -> TurnAsked:
    seat = seat_of(path)
    return TurnAsked(path=path, seat=seat, model=model, task="argue", gives=gives, heard="all", sees=(), request="r1")


def notes(*events: Event) -> list[tuple[str, str, str]]:
    found = transcript(*events).entries
    return [(one.kind, one.text, one.path) for one in found if isinstance(one, NoteEntry)]


def turn(*events: Event, path: str = SAY) -> TurnEntry:
    return transcript(OPENED, *events).turns[path]


# a turn


STANCE = "I keep it.\n\n### Resolved\nfalse\n\n### Statement\nIt is open.\n\n### Confidence\n0.6"


@pytest.mark.parametrize(
    ("text", "data", "told"),
    [
        (STANCE, {"resolved": False, "statement": "It is open."}, "*Did not accept; would accept: It is open.*"),
        (STANCE, {"resolved": False, "statement": ""}, "*Did not accept*"),
        (STANCE, {"resolved": True, "statement": ""}, "*Accepted*"),
        (
            STANCE,
            {"resolved": True, "statement": "It is open.", "settles": False},
            "*Accepted: It is open. (the claim stays open)*",
        ),
        (
            STANCE,
            {"resolved": True, "statement": "So.", "settles": True},
            "*Accepted: So. (which settles the claim)*",
        ),
    ],
)
def test_what_a_side_declares_in_a_crux_room_is_told_in_a_sentence(text: str, data: dict[str, Json], told: str) -> None:
    entry = turn(asked(gives="stance"), TurnCompleted(path=SAY, text=text, data=data))
    assert text_of(entry) == f"I keep it.\n\n{told}"


def test_a_stance_without_its_form_is_shown_as_it_is() -> None:
    for text, data in ((STANCE, {}), ("I keep it.", {"resolved": True})):
        assert text_of(turn(asked(gives="stance"), TurnCompleted(path=SAY, text=text, data=data))) == text


def test_what_was_saved_of_a_turn_stays_when_it_is_asked_again_without_a_word() -> None:
    """As earlier versions did after the program was killed."""
    entry = turn(asked(), TurnDrafted(path=SAY, start=0, text="It se"), asked())
    assert (entry.status, entry.text, entry.partials) == ("open", "", ["It se"])
    lost = turn(asked(), TurnDrafted(path=SAY, start=0, text="It se"), TurnCut(path=SAY, text="It se"), asked())
    assert lost.partials == ["It se"], "once"


def test_a_turn_that_is_open() -> None:
    entry = turn(asked())
    assert (entry.status, entry.name, entry.role, entry.task) == ("open", "Ada", "Analyst", "argue")
    assert (entry.round, entry.asked_model, entry.request, entry.seq) == (2, "m:1", "r1", 2)
    assert entry.message


def test_a_seat_without_a_name_goes_by_its_id_and_a_service_by_its_own() -> None:
    assert turn(asked("say[ben]"), path="say[ben]").name == "ben"
    assert turn(asked("synthesis[clerk]"), path="synthesis[clerk]").name == "Clerk"
    assert turn(asked("start/word-1[person]"), path="start/word-1[person]").name == "You"
    assert turn(asked("say[zoe]"), path="say[zoe]").name == "zoe"


def test_a_completed_turn_says_who_answered_when_and_for_how_much() -> None:
    tools = (ToolUse(name="read", arguments="{}", result="x"),)
    done = TurnCompleted(
        path=SAY,
        text="Yes.",
        data={"level": 0.5},
        by="rules",
        model="m:2",
        usage=Usage(prompt=10, completion=5, cached=2),
        cost=70,
        first_ms=20,
        total_ms=90,
        tools=tools,
    )
    entry = turn(asked(), done)
    assert (entry.status, entry.text, entry.data, entry.by, entry.model) == (
        "done",
        "Yes.",
        {"level": 0.5},
        "rules",
        "m:2",
    )
    assert (entry.first_ms, entry.total_ms, entry.tools, entry.cost) == (20, 90, tools, 70)
    assert entry.usage == Usage(prompt=10, completion=5, cached=2)
    assert entry.at == 103.0


def test_drafts_grow_and_a_later_one_replaces_what_it_overlaps() -> None:
    drafts = [TurnDrafted(path=SAY, start=start, text=text) for start, text in ((0, "abcd"), (4, "ef"), (3, "XYZ"))]
    entry = turn(asked(), *drafts)
    assert (entry.status, entry.text) == ("open", "abcXYZ")


def test_attempts_are_counted_their_partials_kept_and_their_costs_added() -> None:
    entry = turn(
        asked(),
        TurnCut(path=SAY, text="Half a", why="stopped", cost=3, usage=Usage(prompt=4, completion=2, estimated=True)),
        asked(model="m:9"),
        TurnFailed(path=SAY, kind="Transient", why="It broke.", remedy="Retry.", cost=5, usage=Usage(prompt=4)),
        asked(),
        TurnCompleted(path=SAY, text="Whole.", usage=Usage(prompt=4, completion=8), cost=7),
    )
    assert (entry.attempts, entry.partials, entry.text, entry.status) == (3, ["Half a"], "Whole.", "done")
    assert (entry.cost, entry.usage) == (15, Usage(prompt=12, completion=10, estimated=True))
    assert (entry.why, entry.remedy, entry.kind) == ("", "", "")


def test_one_attempt_of_unknown_price_makes_the_whole_turn_so() -> None:
    entry = turn(asked(), TurnCut(path=SAY, text="", cost=None), asked(), TurnCompleted(path=SAY, text="x", cost=7))
    assert entry.cost is None
    assert entry.partials == [], "an attempt that said nothing has left nothing"


def test_a_turn_that_was_cut_shows_what_was_said_and_why() -> None:
    entry = turn(asked(), TurnCut(path=SAY, text="Half a", why="You stopped it."))
    assert (entry.status, entry.text, entry.why) == ("cut", "Half a", "You stopped it.")
    again = turn(asked(), TurnCut(path=SAY, text="Half a", why="You stopped it."), asked())
    assert (again.status, again.text, again.why) == ("open", "", "")


def test_a_turn_that_failed_says_why_and_what_to_do() -> None:
    entry = turn(asked(), TurnFailed(path=SAY, kind="Auth", why="The key was refused.", remedy="Set another."))
    assert (entry.status, entry.kind, entry.why, entry.remedy) == (
        "failed",
        "Auth",
        "The key was refused.",
        "Set another.",
    )


@pytest.mark.parametrize(
    "late",
    [TurnCompleted(path=SAY, text="Too late.", cost=9), TurnCut(path=SAY, text="Too late.", cost=9)],
)
def test_what_comes_after_a_turn_was_given_up_is_kept_and_paid_but_changes_nothing(late: Event) -> None:
    entry = turn(asked(), TurnAbstained(path=SAY, why="You skipped it."), late)
    assert (entry.status, entry.text, entry.why) == ("absent", "", "You skipped it.")
    assert (entry.partials, entry.cost) == (["Too late."], 9)


def test_the_first_completion_of_a_turn_stays() -> None:
    entry = turn(asked(), TurnCompleted(path=SAY, text="First."), TurnCompleted(path=SAY, text="Second."))
    assert (entry.text, entry.partials) == ("First.", ["Second."])


def test_a_turn_that_nobody_was_asked_for_has_an_entry_too() -> None:
    entry = turn(TurnCompleted(path=SAY, text="Rules say so.", by="rules"))
    assert (entry.seat, entry.name, entry.task, entry.status) == ("ada", "Ada", "say", "done")
    assert transcript(TurnAbstained(path="", why="x")).turns[""].seat == ""


def test_an_entry_of_the_board_is_no_message() -> None:
    assert not turn(asked("tally[clerk]", gives="agreement"), path="tally[clerk]").message


def test_checked_citations_reach_the_turn_that_they_are_of() -> None:
    item = {"citation": "m.py:3", "status": "verified", "where": "m.py:3", "says": "It is (m.py:3)."}
    check = f"{SAY}/evidence[sources]"
    said = (asked(), TurnCompleted(path=SAY, text="It is (m.py:3)."))
    entry = turn(*said, asked(check, gives="evidence"), TurnCompleted(path=check, text="", data={"items": [item]}))
    assert entry.evidence is not None
    assert (entry.evidence.verified, entry.evidence.total) == (1, 1)
    elsewhere = {"items": [item], "of": "round[9]/say[ada]"}
    other = turn(*said, asked(check, gives="evidence"), TurnCompleted(path=check, text="", data=dict(elsewhere)))
    assert other.evidence is None


# between turns


def test_what_happens_between_turns_is_said_in_words() -> None:
    assert notes(
        OPENED,
        PassBegan(path="round", n=1),
        OptionChanged(name="rounds", value=7),
        SeatAssigned(seat="ada", model="m:5"),
        SeatAssigned(seat="ben", model=""),
        SeatAssigned(seat="clerk", model="m:6"),
        SeatAssigned(seat="zoe", model="m:7"),
        SeatAssigned(seat="ada", model="human:"),
        DebateHalted(status="paused", reason="person", why="You paused it."),
        DebateResumed(),
        BlockLeft(path="round", exit="consensus", outcome="consensus", why="All agree."),
        DebateEnded(outcome="max_rounds", why="Five rounds."),
    ) == [
        ("opened", "Duel", ""),
        ("round", "Round 1", "round[1]"),
        ("option", "Rounds is now 7", ""),
        ("seat", "Ada: m:5", ""),
        ("seat", "ben: left empty", ""),
        ("seat", "Clerk: m:6", ""),
        ("seat", "zoe: m:7", ""),
        ("seat", "Ada: you", ""),
        ("halted", "You paused it.", ""),
        ("resumed", "The debate goes on", ""),
        ("left", "All agree.", "round"),
        ("ended", "Rounds used up: Five rounds.", ""),
    ]


def test_a_rehearsal_ends_without_a_consensus_until_somebody_can_think() -> None:
    seat = SeatAssigned(seat="ada", model="rehearsal:quick")
    end = DebateEnded(outcome="consensus", why="all agree")
    assert notes(OPENED, seat, end)[-1][1] == REHEARSAL_OVER
    assert notes(OPENED, seat, SeatAssigned(seat="ada", model="m:1"), end)[-1][1] == "Consensus: all agree"


def test_what_happens_inside_a_round_is_no_note() -> None:
    inner = "round[1]/crux"
    assert not notes(
        PassBegan(path=inner, n=2),
        BlockLeft(path=inner, exit="resolved", outcome="completed", why="x"),
        BlockEntered(path=inner, groups=()),
    )


def test_each_record_gives_the_entry_that_it_made_or_changed() -> None:
    found = Transcript()
    records = [
        Recorded(seq=seq, at=0.0, prev_hash="", hash="", event=event)
        for seq, event in enumerate(
            (OPENED, asked(), TurnCompleted(path=SAY, text="x"), BlockEntered(path="a", groups=()))
        )
    ]
    opened_, open_, done, nothing = [found.add(record) for record in records]
    assert opened_ is found.entries[0]
    assert open_ is done is found.entries[1]
    assert nothing is None
    assert (found.question, list(found.seats)) == ("Is it so?", ["ada", "ben"])


def test_the_round_of_a_path() -> None:
    assert [round_of(path) for path in ("", "start[x]", "round[3]/say[ada]", "a[b]/round[2]/c[4]")] == [0, 0, 3, 2]


def test_a_synthesis_that_calls_answers_by_letters_says_whose_they_are() -> None:
    """A reader met "The authors of A and C" with the key to these on another page."""
    sees = ("A=opinion[ben]", "B=opinion[ada]")
    chair = replace(asked("chair[ada]", "synthesis"), sees=sees)

    def told(text: str, **data: Json) -> str:
        done = TurnCompleted(path="chair[ada]", text=text, data=data)
        return text_of(transcript(OPENED, chair, done).turns["chair[ada]"])

    assert told("The authors of A and B agree.") == "*A: ben, B: Ada*\n\nThe authors of A and B agree."
    assert told("All agree.") == "All agree."
    assert told("Do it.", minority="Not so, says B.").startswith("*A: ben, B: Ada*\n\nDo it.")
