"""Untrusted text cannot act on a terminal; figures are read as meant."""

from __future__ import annotations

import io
import json
import unicodedata
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from disputatio.app.application import Forecast
from disputatio.app.errors import Exit
from disputatio.debate.errors import ConfigError
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import (
    DebateHalted,
    DebateOpened,
    Event,
    PassBegan,
    Recorded,
    ToolUse,
    TurnAsked,
    TurnCompleted,
    TurnFailed,
)
from disputatio.debate.log.evolve import evolve
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate, Spent
from disputatio.debate.log.turns import Past
from disputatio.debate.views.progress import Progress, progress_of
from disputatio.debate.views.score import Score
from disputatio.debate.views.words import clean, price, sentence
from disputatio.debate.walk.plan import Planner
from disputatio.engine.hub import Delta, ToolDone, ToolRunning
from disputatio.faces.cli.interventions import option_value
from disputatio.faces.cli.output import THEME, Output, one_line
from disputatio.faces.cli.reader import PlainReader, TerminalReader
from disputatio.faces.cli.run import outcome_of
from disputatio.storage.database import Database

HOSTILE = (
    "\x1b]0;owned\x07\x1b[2J\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\ \u202egnp.exe \x9b31m\r[bold]x[/bold]"
)
PATH = "say[ada]"
UNTAKEN = ToolUse(name="tools", arguments="", result=f"x:y does not take tools. {HOSTILE}", failed=True)


@given(st.text())
def test_nothing_that_is_printed_controls_a_terminal(text: str) -> None:
    found = clean(text)
    controls = {c for c in found if unicodedata.category(c) == "Cc"} - {"\n", "\t"}
    assert controls == set()
    assert not set(found) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
    assert "\n" not in one_line(text)


@given(st.text(), st.integers(2, 50))
def test_a_line_is_cut_to_its_length(text: str, most: int) -> None:
    assert len(one_line(text, most)) <= most


@dataclass
class Stage:
    """As much of a session as a reader looks at."""

    id: str = "abc"
    debate: Debate = field(default_factory=Debate)
    here: bool = True

    def past(self) -> Past:
        return Planner().walk(self.debate).past

    def progress(self) -> Progress:
        return progress_of(self.debate, self.past())


def told(reader: PlainReader | TerminalReader, stage: Stage) -> None:
    block = Block(name="", do=(Block(name="say", ask="all"),))
    seat = Seat(id="ada", part="ada", role="Speaker", name=HOSTILE, model="x:y", colour="#3B82F6", glyph="diamond")
    events = [
        DebateOpened(
            question=HOSTILE, format=Format(name="f", title="F", body=block, cast=()), seats=(seat,), options={}
        ),
        TurnAsked(path=PATH, seat="ada", model="x:y", task="say", gives="say", heard="all", sees=()),
        TurnCompleted(
            path=PATH, text=f"{HOSTILE}\n\n```\n{HOSTILE}\n```\n[a]({HOSTILE})", model=HOSTILE, tools=(UNTAKEN,)
        ),
    ]
    reader.begin()
    for seq, event in enumerate(events, 1):
        stage.debate = evolve(stage.debate, event)
        reader.record(Recorded(seq=seq, at=0.0, prev_hash="", hash="", event=event))
        if seq == 2:
            reader.signal(Delta(path=PATH, start=0, text=HOSTILE))
            reader.signal(ToolRunning(path=PATH, name=HOSTILE, arguments=HOSTILE))
            failed = ToolUse(
                name="read_file", arguments=f'{{"path": {json.dumps(HOSTILE)}}}', result=HOSTILE, failed=True
            )
            reader.signal(ToolDone(path=PATH, use=failed))
    reader.end()


def test_a_hostile_model_writes_plain_text_into_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    stage = Stage()
    told(PlainReader(stage, Output(), False), stage)  # type: ignore[arg-type]
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "[bold]x[/bold]" in out, "what looks like markup of ours is text"
    assert "does not take tools" in out
    assert " read " in out


def test_a_hostile_model_cannot_steer_a_terminal() -> None:
    screen, stage, out = io.StringIO(), Stage(), Output()
    out.console = Console(
        file=screen, force_terminal=True, color_system="truecolor", width=80, markup=False, highlight=False, theme=THEME
    )
    told(TerminalReader(stage, out, False), stage)  # type: ignore[arg-type]
    shown = screen.getvalue()
    assert "\x1b]" not in shown, "no titles, no links, no clipboard"
    assert "\x1b[2J" not in shown
    assert "\u202e" not in shown
    assert "\x07" not in shown
    assert "◆" in shown
    assert "[bold]x[/bold]" in shown


def reading(reader: PlainReader | TerminalReader, stage: Stage, reply: str) -> None:
    """One turn whose reply arrives in two pieces."""
    block = Block(name="", do=(Block(name="say", ask="all"),))
    seat = Seat(id="ada", part="ada", role="Speaker", name="Ada", model="x:y", glyph="diamond")
    opened = DebateOpened(
        question="Q?", format=Format(name="f", title="F", body=block, cast=()), seats=(seat,), options={}
    )
    asked = TurnAsked(path=PATH, seat="ada", model="x:y", task="say", gives="say", heard="all", sees=())
    reader.begin()
    for seq, event in enumerate((opened, asked, TurnCompleted(path=PATH, text=reply, model="x:y")), 1):
        stage.debate = evolve(stage.debate, event)
        reader.record(Recorded(seq=seq, at=0.0, prev_hash="", hash="", event=event))
        if seq == 2:
            for end in (1, len(reply) // 2):
                reader.signal(Delta(path=PATH, start=0, text=reply[:end]))
    reader.end()


def test_a_reply_in_json_is_read_as_words_also_while_it_arrives(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("disputatio.faces.cli.reader.EVERY", 0.0)  # every piece is drawn
    reply = json.dumps({"agree": [{"point": "P1", "text": "One writer is enough."}], "level": "Strong"})
    stage = Stage()
    reading(PlainReader(stage, Output(), False), stage, reply)  # type: ignore[arg-type]
    plain = capsys.readouterr().out
    screen, stage, out = io.StringIO(), Stage(), Output()
    out.console = Console(file=screen, force_terminal=True, width=80, markup=False, highlight=False, theme=THEME)
    reading(TerminalReader(stage, out, False), stage, reply)  # type: ignore[arg-type]
    for shown in (plain, screen.getvalue()):
        assert "P1 — One writer is enough." in shown
        assert '"agree"' not in shown
        assert "{" not in shown


def test_why_a_turn_failed_is_said_once_in_the_transcript(capsys: pytest.CaptureFixture[str]) -> None:
    stage = Stage()
    reader = PlainReader(stage, Output(), False)  # type: ignore[arg-type]
    block = Block(name="", do=(Block(name="say", ask="all"),))
    seat = Seat(id="ada", part="ada", role="Speaker", name="Ada", model="x:y", glyph="diamond")
    events: tuple[Event, ...] = (
        DebateOpened(question="Q?", format=Format(name="f", title="F", body=block, cast=()), seats=(seat,), options={}),
        TurnAsked(path=PATH, seat="ada", model="x:y", task="say", gives="say", heard="all", sees=()),
        TurnFailed(path=PATH, kind="unauthorised", why="The key was not accepted.", remedy="Check it."),
        DebateHalted(status="error", reason="person", why="The key was not accepted. Check it."),
        DebateHalted(status="paused", reason="budget", why="the budget is spent"),
    )
    for seq, event in enumerate(events, 1):
        stage.debate = evolve(stage.debate, event)
        reader.record(Recorded(seq=seq, at=0.0, prev_hash="", hash="", event=event))
    out = capsys.readouterr().out
    assert out.count("The key was not accepted.") == 1
    assert "Ada failed: The key was not accepted. Check it." in out
    assert "-- the budget is spent" in out


def test_a_round_is_headed_when_it_goes_on_and_not_before_a_pause(capsys: pytest.CaptureFixture[str]) -> None:
    stage = Stage()
    block = Block(name="", do=(Block(name="round", repeat=3, pause=True, do=(Block(name="say", ask="all"),)),))
    seat = Seat(id="ada", part="ada", role="Speaker", name="Ada", model="x:y", glyph="diamond")
    path = "round[{}]/say[ada]"

    def asked(n: int) -> TurnAsked:
        return TurnAsked(path=path.format(n), seat="ada", model="x:y", task="say", gives="say", heard="all", sees=())

    events: tuple[Event, ...] = (
        DebateOpened(question="Q?", format=Format(name="f", title="F", body=block, cast=()), seats=(seat,), options={}),
        PassBegan(path="round", n=1),
        asked(1),
        TurnCompleted(path=path.format(1), text="First.", model="x:y"),
        PassBegan(path="round", n=2, pause=True),
        DebateHalted(status="paused", reason="round", why="round 1 is over"),
        asked(2),
        TurnCompleted(path=path.format(2), text="Second.", model="x:y"),
    )
    log = [Recorded(seq=seq, at=0.0, prev_hash="", hash="", event=event) for seq, event in enumerate(events, 1)]

    def shown(reader: PlainReader, records: list[Recorded]) -> str:
        for record in records:
            stage.debate = evolve(stage.debate, record.event)
            reader.record(record)
        return capsys.readouterr().out

    stepping = PlainReader(stage, Output(), False)  # type: ignore[arg-type]
    before = shown(stepping, log[:6])
    assert "== Round 1 ==" in before
    assert "Round 2" not in before
    later = PlainReader(stage, Output(), False)  # type: ignore[arg-type]
    later.catch_up(log[:6])
    assert shown(later, log[6:]).index("== Round 2 ==") == 0


def test_a_terminal_breaks_sentences_between_words_and_a_pipe_gets_one_line() -> None:
    text = f"    - {'seven words of a sentence go here ' * 4}\u4e2d\u6587\x1b"
    out = Output()
    out.stream = piped = io.StringIO()
    out.prose(text)
    assert piped.getvalue() == f"{clean(text)}\n"
    out.stream = screen = io.StringIO()
    out.console = Console(file=screen, force_terminal=True, width=50, theme=THEME)
    out.prose(text)
    first, *others = lines = screen.getvalue().splitlines()
    assert first.startswith("    - seven")
    assert len(others) > 2
    assert all(line.startswith("      ") and line[6] != " " for line in others)
    assert all(cell_len(line) <= 50 for line in lines)
    assert " ".join(" ".join(lines).split()) == " ".join(clean(text).split())


def test_no_color_and_no_terminal_mean_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    out = Output()
    assert not out.terminal
    assert out.console.no_color


def test_tables_in_a_pipe_are_lines_with_tabs(capsys: pytest.CaptureFixture[str]) -> None:
    Output().table(("A", "B"), [("1\n2", "x\ty")])
    assert capsys.readouterr().out == "A\tB\n1 2\tx y\n"
    Output().table(("A",), [], "Nothing.")
    assert capsys.readouterr().err == "Nothing.\n"


@pytest.mark.parametrize(
    ("micro", "shown"),
    [
        (0, "$0.00"),
        (49, "<$0.0001"),
        (50, "$0.0001"),
        (1_234, "$0.0012"),
        (10_000, "$0.01"),
        (2_500_000, "$2.50"),
        (None, "price unknown"),
    ],
)
def test_money(micro: int | None, shown: str) -> None:
    assert price(micro) == shown


def test_no_score_where_nothing_was_assessed() -> None:
    assert "%" not in Score(unassessed=3).brief
    assert (
        Score(score=0.75, agreed=3, contested=1).brief
        == "75% converging (3 agreed, 1 contested; 0 of the 3 agreements earned)"
    )


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("rounds", "4", 4),
        ("threshold", "0.5", 0.5),
        ("max_cost", "2.5", 2_500_000),
        ("max_cost", "none", None),
        ("auto_continue", "True", True),
        ("topology", "star", "star"),
        ("rounds", "nan", "nan"),
        ("threshold", "inf", "inf"),
    ],
)
def test_what_is_typed_becomes_an_option(name: str, text: str, found: object) -> None:
    value = option_value(name, [text], None)
    assert value == found
    assert type(value) is type(found)


@pytest.mark.parametrize("sum", ["nan", "inf", "-1", "1e300"])
def test_a_cap_is_a_sum_that_can_be_spent(sum: str) -> None:
    with pytest.raises(ConfigError, match="max_cost"):
        option_value("max_cost", [sum], None)


@pytest.mark.parametrize(
    ("name", "texts", "now", "found"),
    [
        ("rubric", ["safe"], ["fast"], ["safe"]),
        ("aspects", ["safe, and sound", "cost"], [], ["safe, and sound", "cost"]),
        ("rubric", ["1", "true"], ["fast"], ["1", "true"]),
        ("rubric", [""], ["fast"], []),
        ("tools", ["read_file"], True, ["read_file"]),
        ("tools", ["False"], ["read_file"], False),
        ("hooks", ["tests: make a,b", "lint: ruff"], False, ["tests: make a,b", "lint: ruff"]),
    ],
)
def test_an_option_that_is_a_list_has_an_entry_for_each_time_it_is_given(
    name: str, texts: list[str], now: object, found: object
) -> None:
    assert option_value(name, texts, now) == found  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "reason", "code", "words"),
    [
        ("consensus", None, Exit.FINISHED, "export {id}"),
        ("impasse", None, Exit.FINISHED, "show {id}"),
        ("max_rounds", None, Exit.FINISHED, "show {id}"),
        ("completed", None, Exit.FINISHED, "show {id}"),
        ("paused", "round", Exit.WAITING, "--step"),
        ("paused", "budget", Exit.WAITING, "set {id}"),
        ("paused", "gate", Exit.WAITING, "gates approve {id}"),
        ("paused", "person", Exit.STOPPED, "resume {id}"),
        ("stopped", None, Exit.STOPPED, "synthesise {id}"),
        ("error", None, Exit.MODEL_FAILED, "swap {id}"),
        ("debating", None, Exit.WAITING, "show {id}"),
    ],
)
def test_how_a_debate_rests_decides_how_the_process_ends(status, reason, code: Exit, words: str) -> None:
    found, what, next = outcome_of(Debate(status=status, reason=reason, why="so it is"))
    assert found is code
    assert words in next
    assert what.endswith(".")


def test_the_cap_that_was_reached_is_the_one_to_raise() -> None:
    options = {"max_cost": 5_000_000, "max_tokens": 500_000}
    why = "the budget is spent (511,455 of 500,000 tokens; option max_tokens)"
    spent = Spent(tokens=511_455, cost=5_000_000)
    paused = Debate(status="paused", reason="budget", why=why, options=options, spent=spent)
    assert "set {id} max_tokens=1000000" in outcome_of(paused)[2]
    assert "max_cost=10" in outcome_of(replace(paused, why="the budget is spent ($5.00; option max_cost)"))[2]


def test_sentences() -> None:
    assert sentence("done") == "Done."
    assert sentence("What?") == "What?"
    assert sentence("") == ""


def test_a_forecast_says_whether_it_is_the_least() -> None:
    assert Forecast(calls=9, tokens=1_200, cost=0).summary.startswith("About 9 calls and 1,200 tokens")
    assert Forecast(calls=900, tokens=9, cost=None, more=True).summary.startswith("More than 900 calls")
    dear = Forecast(calls=9, tokens=9, cost=10_000, looks=True, most=Forecast(calls=30, tokens=99, cost=40_000))
    assert dear.summary.endswith("If participants look up much, it takes up to 30 calls and ≈ $0.04.")
    assert dear.price == "≈ $0.01 to $0.04"


def test_names_in_wide_letters_stand_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """A Chinese letter and an emoji take two places of a terminal."""
    out = Output()
    out.facts([("日本語", "one"), ("a", "two"), ("🙂🙂", "three")])
    facts, rows = capsys.readouterr().out.splitlines()[:3], ("one", "two", "three")
    assert {cell_len(line[: line.index(text)]) for line, text in zip(facts, rows, strict=True)} == {8}


def test_what_the_store_finds_while_the_application_closes_is_told(
    cli: Any, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    close = Database.close

    async def finding(database: Database) -> None:
        database.notices.append("The index was damaged.")
        await close(database)

    monkeypatch.setattr(Database, "close", finding)
    assert cli("list").err.count("The index was damaged.") == 1
