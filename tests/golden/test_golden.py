"""Debates of former days: every log of this folder must be read, checked, folded, replayed and exported for ever.

Logs are never changed, only added to (see `make.py`). Where one of these tests fails, mend the program.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextvars import copy_context
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from disputatio.app.debates.replay import replay, replay_opening
from disputatio.app.paths import resource
from disputatio.debate.decide.decide import decide
from disputatio.debate.errors import Refused
from disputatio.debate.ids import step_of
from disputatio.debate.log.commands import Continue, Extend, OpenRoom, Rule
from disputatio.debate.log.events import (
    DebateHalted,
    DebateOpened,
    FollowUpAsked,
    Recorded,
    TurnAsked,
    TurnCompleted,
)
from disputatio.debate.log.evolve import debate_in, fold
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.visibility import is_lettered, split_view
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.debate.views.look_ups import looks_up
from disputatio.debate.walk.plan import Planner, plan
from disputatio.debate.wording import speak
from disputatio.engine.canonical import canonical, digest
from disputatio.exporting.json_export import export_json, import_json
from disputatio.prompting import book
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.compose import compose
from disputatio.prompting.rehearsal import NOTICE
from disputatio.prompting.sections import WRITERS, Writer, assembly
from disputatio.prompting.tools import REPOSITORY
from disputatio.storage.chain import Head, Row, event_of_row, head_of, link, stamp, verify
from disputatio.storage.codec import EVENT_NAMES, EVENTS, FORMER_EVENTS, Encoded, Unreadable
from disputatio.testing.pseudo_language import PseudoLanguage
from disputatio.testing.speakers import formats_of

FOLDER = Path(__file__).parent
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
golden = pytest.mark.parametrize("name", NAMES)


def _made() -> ModuleType:
    spec = importlib.util.spec_from_file_location("golden_make", FOLDER / "make.py")
    assert spec
    assert spec.loader
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


make = _made()


def rows(name: str) -> list[Row]:
    found: list[Row] = make.rows_of((FOLDER / f"{name}.jsonl").read_text("utf-8"))
    return found


def records(name: str) -> list[Recorded]:
    return [event_of_row(row) for row in rows(name)]


def expected(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return found


@golden
def test_every_link_of_the_chain_holds_up_to_the_known_end(name: str) -> None:
    assert verify(rows(name), Head(**expected(name)["head"])) == []


@golden
def test_a_log_comes_to_what_it_came_to(name: str) -> None:
    assert make.summary(records(name)) == expected(name)


@golden
def test_the_rules_decide_as_they_decided(name: str) -> None:
    done = replay(records(name))
    assert done.same, f"event {done.at}: {done.difference}"
    assert done.turns == expected(name)["turns"]


@golden
def test_every_event_is_written_as_it_was(name: str) -> None:
    for row in rows(name):
        event = EVENTS.decode(row.type, row.body)
        encoded = EVENTS.encode(event)
        if row.type in FORMER_EVENTS:
            assert encoded.name == FORMER_EVENTS[row.type].to
            assert EVENTS.decode(encoded.name, encoded.body) == event
        else:
            assert (encoded.name, encoded.body) == (row.type, row.body)


@golden
def test_who_saw_letters_is_known_without_looking_at_all_they_saw(name: str) -> None:
    events = [record.event for record in records(name)]
    debate = fold(events)
    steps = {block.name: block for block in blocks(debate.format.body)}
    for asked in events:
        if isinstance(asked, TurnAsked) and any("=" in reference for reference in asked.sees):
            at = At(debate=debate, path=asked.path, past=Past())
            assert is_lettered(at, steps[step_of(asked.path)].sees), asked.path


@golden
def test_the_export_reads_as_it_did(name: str) -> None:
    assert make.text(records(name)) == (FOLDER / f"{name}.md").read_text("utf-8")


@golden
def test_planning_from_any_prefix_is_planning_from_what_was_remembered(name: str) -> None:
    log = [record.event for record in records(name)]
    planner = Planner()
    for end, event in enumerate(log, 1):
        planner.observe(event)
        if end % 7 == 0 or end == len(log):
            debate = fold(log[:end])
            assert planner.plan(debate) == plan(debate)


@golden
def test_every_rehearsed_turn_says_that_no_model_was_asked(name: str) -> None:
    said = [record.event for record in records(name) if isinstance(record.event, TurnCompleted)]
    assert any(turn.by == "model" for turn in said)
    assert all(NOTICE in turn.text for turn in said if turn.by == "model")


@golden
def test_a_json_export_comes_back_to_the_letter(name: str) -> None:
    log = rows(name)
    assert list(import_json(export_json(name, "A title", log)).rows) == log


# ---- what was sent ---------------------------------------------------------------------------------------------------
BOOKS = {
    "9390f39af275e740": (
        *("adversarial", "collaboration", "collaborative", "delphi", "devils-advocate"),
        *("dual-cited", "dual-consensus", "dual-impasse", "dual-looked-up", "dual-max-rounds", "dual-person"),
        *("expert-panel", "proposition", "proposition-extended", "red-blue", "socratic"),
    ),
    "8f4e952856b92050": ("dialogue",),
    "9a27a53eb28e39d5": ("council",),
    "f77b829966b67752": ("eight-phase",),
}
"""By the beginning of its digest: the prompt book that each kept log was opened with. A log that is made anew gets
another one: then it is no log of former days any more."""


def book_of(name: str) -> str:
    first = records(name)[0].event
    assert isinstance(first, DebateOpened)
    return first.prompts


def test_kept_logs_are_those_of_former_days() -> None:
    kept = [name for name in NAMES if not name.startswith(make.ASKED)]
    assert {name: book_of(name)[:16] for name in kept} == {
        name: book for book, names in BOOKS.items() for name in names
    }


def test_of_every_format_there_is_a_debate_by_the_present_prompt_book() -> None:
    former = [name for name in NAMES if name.startswith(make.ASKED) and book_of(name) != book.digest()]
    assert not former, "The prompts have changed. If that was on purpose: python tests/golden/make.py --asked"
    assert {f"{make.ASKED}{name}" for name in formats_of(resource("formats"))} <= set(NAMES)


def made_again(log: list[Recorded]) -> Iterator[tuple[TurnAsked, str]]:
    """Every call of a model, with the hash of the request that this program makes for it."""
    debate, planner = fold([log[0].event]), Planner()
    looked_up = any(isinstance(record.event, FollowUpAsked) and record.event.why == "results" for record in log)
    for record in log[1:]:
        event = record.event
        if isinstance(event, TurnAsked) and event.request:
            call = next(each for each in planner.walk(debate).calls if each.path == event.path)
            offered = (
                REPOSITORY
                if looked_up and call.seat in debate.seats and looks_up(debate.context, debate.options)
                else ()
            )
            effort = debate.effort_of(call.seat)
            request = compose(brief_of(debate, call, "d"), event.model.partition(":")[2], offered, effort)
            yield event, digest(canonical(request))
        debate = fold([event], debate)
        planner.observe(event)


@golden
def test_the_same_prompt_book_makes_the_same_requests_to_the_letter(name: str) -> None:
    """A log keeps the hash of each request. By the book that it names they are made again; by another one they can be
    made, but what was really sent stands in the store alone."""
    found = list(made_again(records(name)))
    assert found
    different = [event.path for event, made in found if event.request != made]
    assert not different or book_of(name) != book.digest()


# ---- words are no law --------------------------------------------------------------------------------------------
HEADINGS = (
    *("OTHERS", "OWN", "DISPUTES", "DISPUTED", "EXCHANGED", "OBSERVED", "LED", "BOTH", "EARLIER"),
    *("EVERYONE", "CLAIMS", "CARDS_SO_FAR", "ROUNDS"),
)


@golden
@pytest.mark.parametrize(
    "law",
    [
        test_a_log_comes_to_what_it_came_to,
        test_the_rules_decide_as_they_decided,
        test_the_export_reads_as_it_did,
        test_the_same_prompt_book_makes_the_same_requests_to_the_letter,
    ],
)
def test_the_language_of_the_window_changes_nothing(name: str, law: Callable[[str], None]) -> None:
    def elsewhere() -> None:
        speak(PseudoLanguage())
        law(name)

    copy_context().run(elsewhere)


@pytest.fixture
def reworded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every heading, title and figure in other words."""
    for heading in HEADINGS:
        monkeypatch.setattr(assembly, heading, f"In other words: {getattr(assembly, heading)}")
    for name, writer in WRITERS.items():
        monkeypatch.setitem(WRITERS, name, Writer(title=f"Anew: {writer.title}", write=anew(writer)))


def anew(writer: Writer) -> Callable[[At], str]:
    return lambda at: f"This is how it stands now.\n{writer.write(at)}"


@golden
def test_rewording_every_heading_and_figure_leaves_a_log_the_same(name: str, reworded: None) -> None:
    log = records(name)
    assert replay(log).same
    assert make.summary(log) == expected(name)
    shown = [event.request == made for event, made in made_again(log) if split_view(event.sees)[1]]
    assert shown or "collaboration" in name  # where everybody reads every message, and no figure
    assert not any(shown), "and yet these words are what a model is sent"


@golden
def test_a_replay_writes_nothing_anew(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(at: At) -> str:
        raise AssertionError("a figure was written")

    for figure in WRITERS:
        monkeypatch.setitem(WRITERS, figure, Writer(title="", write=write))
    assert replay(records(name)).same


# ---- records of earlier rules ----------------------------------------------------------------------------------------
FORMER = FOLDER / "former"
former = pytest.mark.parametrize("name", sorted(path.stem for path in FORMER.glob("*.jsonl")))


def former_rows(name: str) -> list[Row]:
    found: list[Row] = make.rows_of((FORMER / f"{name}.jsonl").read_text("utf-8"))
    return found


@former
def test_a_log_of_earlier_rules_is_read_and_passed_on_to_the_letter(name: str) -> None:
    log = former_rows(name)
    came_to = json.loads((FORMER / f"{name}.json").read_text("utf-8"))
    assert verify(log, Head(**came_to["head"])) == []
    read = [event_of_row(row) for row in log]
    assert make.summary(read) == came_to
    assert came_to["points"], "what was held is still known"
    assert list(import_json(export_json("d", "A title", log)).rows) == log


@former
def test_a_log_of_earlier_rules_can_be_exported_to_read(name: str) -> None:
    read = [event_of_row(row) for row in former_rows(name)]
    told = make.text(read)
    said = [one.event for one in read if isinstance(one.event, TurnCompleted) and one.event.by == "model"]
    assert make.QUESTION in told
    assert any(turn.text.splitlines()[-1] in told for turn in said if turn.path.count("[") == 1)


@former
def test_a_log_of_earlier_rules_neither_goes_on_nor_is_run_again(name: str) -> None:
    read = [event_of_row(row) for row in former_rows(name)]
    opened, debate = read[0].event, debate_in(read)
    assert isinstance(opened, DebateOpened)
    for refused in (
        lambda: replay(read),
        lambda: replay_opening("d", opened),
        lambda: decide(debate, Extend(rounds=1)),
        lambda: decide(debate, OpenRoom(claim="P1")),
        lambda: decide(fold([opened, DebateHalted(status="paused", reason="person", why="")]), Continue()),
    ):
        with pytest.raises(Refused, match=r"recorded under older rules.*start a new debate"):
            refused()
    assert decide(debate, Rule(point=first_point(debate), status="accepted")), "a person can still rule"


def first_point(debate: Debate) -> str:
    return next(iter(statements_of(Planner().walk(debate).past)))


def test_there_is_a_log_of_each_kind_of_earlier_record() -> None:
    asked = {
        name: {row.body for row in former_rows(name) if row.type.startswith("turn-asked/")}
        for name in ("points-and-flips", "claims-in-ledgers", "hashed-figures")
    }
    assert {"points", "flips"} <= {
        found for body in asked["points-and-flips"] for found in re.findall(r'"gives":"(\w+)"', body)
    }
    assert any('"claims":' in row.body for row in former_rows("claims-in-ledgers") if "ledger[clerk]" in row.body)
    assert any(re.search(r'"#points:[0-9a-f]{8}"', body) for body in asked["hashed-figures"])


def test_there_is_one_of_every_format_and_every_event() -> None:
    logs = {name: records(name) for name in NAMES}
    opened = [log[0].event for log in logs.values()]
    formats = {event.format.name for event in opened if isinstance(event, DebateOpened)}
    assert formats == set(formats_of(resource("formats")))
    assert {type(record.event) for log in logs.values() for record in log} == set(EVENT_NAMES.values())
    assert set(make.CASES) == set(NAMES)


def test_dual_went_every_way_in_which_it_can_go() -> None:
    outcomes = {name: expected(name)["outcome"] for name in NAMES if name.startswith("dual-")}
    assert {"consensus", "impasse", "max_rounds"} == set(outcomes.values())
    kinds = [type(record.event).__name__ for record in records("dual-person")]
    for kind in ("TurnCut", "TurnFailed", "SeatAssigned", "OptionChanged", "Spliced", "DebateHalted", "DebateResumed"):
        assert kind in kinds
    assert kinds.count("DebateEnded") == 2  # extended after it was over


@pytest.mark.parametrize("kind", ["vote-weighed/1", "turn-completed/99"])
def test_an_event_of_a_later_version_is_named_and_the_remedy_said(kind: str) -> None:
    log = rows("dual-consensus")
    event = Encoded(kind, '{"path":"x"}', event_of_row(log[0]).event)
    [(later, _)] = stamp([event], head_of(log), log[-1].at)
    assert verify([*log, later]) == []  # a sound log, only newer than this program
    for read in (lambda: event_of_row(later), lambda: import_json(export_json("d", "t", [*log, later]))):
        with pytest.raises(Unreadable, match=re.escape(repr(kind))) as error:
            read()
        assert "newer" in error.value.what
        assert "Update" in error.value.remedy


@pytest.mark.parametrize("name", ["dual-consensus", "dual-person", "eight-phase"])
def test_any_change_of_a_log_is_found(name: str) -> None:
    log = rows(name)
    head = Head(**expected(name)["head"])
    for at in range(0, len(log), 9):
        row = log[at]
        changed = replace(row, body=row.body.replace('"', '" ', 1))
        relinked = replace(changed, hash=link(row.prev_hash, row.seq, row.at, row.type, changed.body))
        for tampered in (
            [*log[:at], changed, *log[at + 1 :]],
            [*log[:at], relinked, *log[at + 1 :]],
            [*log[:at], *log[at + 1 :]],
            log[:at],
        ):
            assert verify(tampered, head), f"event {row.seq}"
    assert verify([], head)


def test_the_same_program_makes_the_same_debate_twice() -> None:
    for name in ("dual-person", "eight-phase"):
        once, again = (asyncio.run(make.held(make.CASES[name])) for _ in range(2))
        assert once == again
