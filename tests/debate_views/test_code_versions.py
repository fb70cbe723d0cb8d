"""Versions of code: which turns are, what each follows, whose tests a run was, how they differ, what is measured."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.format import Block, Format
from disputatio.debate.languages import file_ending, language_title
from disputatio.debate.log.events import (
    DebateEnded,
    DebateOpened,
    Event,
    Recorded,
    TurnAbstained,
    TurnAsked,
    TurnCompleted,
)
from disputatio.debate.log.seats import Seat
from disputatio.debate.views import differences
from disputatio.debate.views.code_quality import (
    MOST_FINDINGS,
    POSTPONED,
    Finding,
    Metrics,
    metrics_from,
    score_of,
    unmeasured,
)
from disputatio.debate.views.code_versions import Version, VersionHistory, fenced, fields_of, history_of
from disputatio.debate.views.differences import TOO_LONG, comparable, side_by_side, unified, word_marks

ADA, BEN = (Seat(id=id, part="p", role="Proposer", model="m:1", name=id.capitalize()) for id in ("ada", "ben"))


def opened() -> DebateOpened:
    return DebateOpened(
        question="?", format=Format(name="f", title="F", body=Block(name=""), cast=()), seats=(ADA, BEN), options={}
    )


def turn(path: str, gives: str = "code", sees: tuple[str, ...] = (), text: str = "", **data: Any) -> list[Event]:
    seat = path.rpartition("[")[2].rstrip("]")
    asked = TurnAsked(path=path, seat=seat, model="m:1", task="t", gives=gives, heard="all", sees=sees)
    return [asked, TurnCompleted(path=path, text=text, data=data)]


def code(path: str, text: str = "x = 1", sees: tuple[str, ...] = ()) -> list[Event]:
    return turn(path, sees=sees, code=text, language="python")


def run(path: str, sees: tuple[str, ...], *passed: bool) -> list[Event]:
    items = [{"text": f"test {at}", "passed": one} for at, one in enumerate(passed)]
    return turn(path, "tests", sees, passed=all(passed), items=items)


def history(*turns: list[Event]) -> VersionHistory:
    events = [opened(), *(event for each in turns for event in each), DebateEnded(outcome="completed", why="")]
    return history_of(
        Recorded(seq=at, at=float(at), prev_hash="", hash="", event=event) for at, event in enumerate(events, 1)
    )


def test_languages_have_a_title_and_an_ending() -> None:
    assert [language_title(one) for one in ("Py", "{.python}", "ts title=x", "", "cobol")] == [
        "Python", "Python", "TypeScript", "", "",
    ]  # fmt: skip
    assert (file_ending("js"), file_ending("cobol")) == ("js", "txt")


# ---- versions
def test_turns_with_programs_are_numbered_in_the_order_of_the_log() -> None:
    found = history(
        code("write[ada]"),
        turn("propose[ben]", "artifact", text="# Plan\n\n```sh\n#!/bin/sh\nls\n```"),
        turn("propose2[ben]", "artifact", text="Only words."),
        turn("say[ada]", "say", text="```python\nx\n```"),
        turn("defend[ben]", "patches", text="```python\ny\n```"),
    ).versions
    assert [(one.name, one.path, one.written_in) for one in found] == [
        ("v1", "write[ada]", "Python"), ("v2", "propose[ben]", "shell"), ("v3", "defend[ben]", "Python"),
    ]  # fmt: skip
    assert found[0].title == "Ada, write"
    assert found[1].title == "Ben, proposal", "what a step makes, where its name is what is done in it"
    assert (found[0].seq, found[0].lines, found[0].round) == (3, 1, 0)
    assert found[2].content == b"y\n"


def test_what_was_given_up_and_what_nobody_asked_for_are_no_versions() -> None:
    asked, done = code("write[ada]")
    assert history([asked, TurnAbstained(path="write[ada]", why="no"), done]).versions == []
    assert history([done]).versions == []
    assert len(history([asked, done, done]).versions) == 1


def test_a_version_follows_its_author_in_the_same_part_else_what_was_shown_there() -> None:
    found = history(
        code("alone[ada]/try[1]/write[ada]"),
        code("alone[ada]/try[2]/write[ada]", sees=("alone[ada]/try[1]/write[ada]",)),
        code("round[1]/propose[ada]", sees=("alone[ada]/try[2]/write[ada]",)),
        code("round[1]/propose[ben]"),
        code("round[1]/optimize[cyd]", sees=("round[1]/propose[ada]", "round[1]/propose[ben]", "#attacks")),
        code("round[2]/propose[ada]", sees=("round[1]/optimize[cyd]",)),
        code("round[2]/optimize[cyd]", sees=("B=round[2]/propose[ada]",)),
        code("round[3]/defend[dot]", sees=("round[1]/optimize[cyd]",)),
    )
    assert [one.follows for one in found.versions] == [0, 1, 2, 0, 4, 3, 6, 5]
    assert found.before(found.versions[0]) is None
    assert found.diff(found.versions[0]) == ""


def test_a_run_of_tests_belongs_to_the_last_program_that_it_was_shown() -> None:
    found = history(
        code("write[ada]"),
        code("write[ben]"),
        run("test[sandbox]", ("write[ben]", "write[ada]"), False, True),
        run("again[sandbox]", ("write[ben]",)),
        run("lost[sandbox]", ("said[ada]",), True),
    ).versions
    assert [(one.pass_rate, one.tests_told) for one in found] == [(0.5, "1 of 2 passed"), (None, "not run")]
    assert found[0].run is not None
    assert (found[0].run.path, found[0].run.tests[0].text) == ("test[sandbox]", "test 0")


def test_a_program_in_any_other_turn_is_a_version_once_it_is_tried() -> None:
    found = history(
        turn("say[ada]", "say", text="So:\n\n```python\nx\n```"),
        turn("say[ada]/cases[ben]", "cases", text="```python\ndef test_x(): pass\n```"),
        run("say[ada]/test[sandbox]", ("say[ada]", "say[ada]/cases[ben]"), False),
        turn("say[ada]/mend[ada]", "say", text="```python\nx = 1\n```"),
        run("say[ada]/again[sandbox]", ("say[ada]/mend[ada]", "say[ada]/cases[ben]"), True),
        turn("say[ben]", "say", text="```python\nnobody runs it\n```"),
        turn("sum[clerk]", "artifact", text="```python\nof a service\n```"),
    ).versions
    assert [(one.path, one.code, one.follows, one.pass_rate) for one in found] == [
        ("say[ada]", "x", 0, 0.0), ("say[ada]/mend[ada]", "x = 1", 1, 1.0),
    ]  # fmt: skip


def test_what_commands_tested_belongs_to_each_program_that_they_were_run_on() -> None:
    def checked(of: str, kind: str, passed: bool, *items: bool) -> dict[str, Any]:
        told = [{"text": f"test {at}", "passed": one} for at, one in enumerate(items)]
        return {"of": of, "kind": kind, "passed": passed, "command": "make test", "items": told}

    checks = [
        checked("write[ada]", "tests", False, True, False),
        checked("write[ada]", "lint", False),
        checked("write[ben]", "tests", True),
        checked("write[eve]", "lint", False),
    ]
    sees = ("write[ada]", "write[ben]", "write[eve]")
    writes = [code(path) for path in sees]
    found = history(*writes, turn("check[sandbox]", "tests", sees, passed=False, checks=checks)).versions
    assert [one.tests_told for one in found] == ["1 of 2 passed", "1 of 1 passed", "not run"]
    again = history(*writes, turn("check[sandbox]", "tests", ("said[ada]",), checks=checks)).versions
    assert [one.tests_told for one in again] == ["not run"] * 3


def test_a_change_to_a_repository_is_a_version_and_is_itself_what_is_different() -> None:
    diff = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-x = 1\n+x = 2"
    text = f"I mend it.\n\n```diff\n{diff}\n```"
    path = "mend[ben]"
    check = {"of": path, "kind": "tests", "passed": True, "command": "make test", "items": []}
    found = history(
        code("write[ada]"),
        turn(path, "artifact", ("write[ada]",), text),
        turn("check[sandbox]", "tests", (path,), checks=[check]),
        turn("defend[ada]", "patches", (path,), text),
        turn("said[ben]", "say", (), text),
    )
    _, two, three = found.versions
    assert (two.language, two.changes, two.follows, two.tests_told) == ("diff", True, 1, "1 of 1 passed")
    assert found.diff(two) == two.code == diff
    assert (three.path, three.written_in) == ("defend[ada]", "diff")
    assert three.follows == 2
    again = history(
        turn(path, "artifact", (), text),
        turn("defend[ada]", "patches", (path,), text),
        turn("again[ada]", "patches", (path, "defend[ada]"), text),
    )
    assert [one.follows for one in again.versions] == [0, 1, 1], "a defence takes the place of the one before"
    assert fields_of("d", found, two)["diff_from_previous"] == diff


def test_generated_cases_are_told_apart_and_count_only_alone() -> None:
    items = [{"text": "own", "passed": True}, {"text": "made up", "passed": False, "generated": True}]
    for kept, rate, told in (
        (items, 1.0, "1 of 1 passed, generated: 0 of 1 passed"),
        (items[1:], 0.0, "generated: 0 of 1 passed"),
    ):
        (one,) = history(code("write[ada]"), turn("t[sandbox]", "tests", ("write[ada]",), items=kept)).versions
        assert (one.pass_rate, one.tests_told) == (rate, told)


def test_the_newest_run_counts() -> None:
    both = (run("test[sandbox]", ("write[ada]",), False), run("test2[sandbox]", ("write[ada]",), True))
    (found,) = history(code("write[ada]"), *both).versions
    assert found.pass_rate == 1.0


def test_a_version_in_words_says_what_was_not_measured() -> None:
    found = history(code("write[ada]"), turn("again[ada]", code="y = 2", language="cobol"))
    one, other = found.versions
    assert one.line == "v1: Ada, write; tests: not run; score: not measured"
    found.measured({"write[ada]": Metrics(complexity=5)})
    assert found.versions[0].line.endswith("score: 1.00")
    assert other.line.startswith("v2: Ada, again, follows v1;")
    assert other.written_in == "cobol"
    assert history(turn("write[ada]", code="z")).versions[0].written_in == "no named language"


def test_programs_get_every_field_and_can_take_the_difference() -> None:
    found = history(code("write[ada]"), code("again[ada]", "x = 2"), run("test[sandbox]", ("again[ada]",), True))
    found.measured({"again[ada]": Metrics(maintainability=50.0)})
    first, second = (fields_of("d", found, one) for one in found.versions)
    assert (first["metrics"], first["quality_score"], first["follows"], first["tests"]) == (None, None, None, [])
    assert (second["id"], second["session_id"], second["turn_id"]) == ("d:again[ada]", "d", "again[ada]")
    assert (second["version_number"], second["follows"], second["test_pass_rate"]) == (2, 1, 1.0)
    assert second["quality_score"] == pytest.approx((0.4 + 0.2 * 0.5) / 0.6)
    assert second["diff_from_previous"] == "--- v1\n+++ v2\n@@ -1 +1 @@\n-x = 1\n+x = 2"
    json.dumps(second)


@pytest.mark.parametrize("language", ["python", "", "py `x`"])
def test_nothing_in_a_program_closes_its_fence(language: str) -> None:
    (one,) = history(turn("write[ada]", code="a\n````\nb", language=language)).versions
    lines = fenced(one).splitlines()
    assert lines[0].startswith("`````")
    assert lines[-1] == "`````"
    assert "`" not in lines[0][5:]


def test_a_file_holds_the_program_with_one_end_of_line() -> None:
    assert history(turn("write[ada]", code="x = 'ä\ud800'\n\n")).versions[0].content == "x = 'ä?'\n".encode()


# ---- the score
def test_the_score_is_the_mean_of_what_was_measured() -> None:
    whole = Metrics(maintainability=80.0, complexity=10, findings=(), found={"high": 0, "medium": 1, "low": 2})
    parts = (0.5, 0.7, 30 / 35, 0.8)
    assert list(whole.shares.values()) == pytest.approx(parts[1:])
    assert score_of(0.5, whole) == pytest.approx(0.4 * parts[0] + 0.2 * sum(parts[1:]))
    assert score_of(0.25, None) == 0.25
    assert score_of(None, Metrics()) is None
    assert score_of(None, None) is None
    assert score_of(0.0, Metrics()) == 0.0


@given(
    st.none() | st.floats(0, 1),
    st.none() | st.floats(-1e6, 1e6),
    st.none() | st.integers(0, 10**6),
    st.dictionaries(st.sampled_from(["high", "medium", "low"]), st.integers(0, 10**6)),
    st.booleans(),
)
def test_a_score_is_a_share(passed: Any, index: Any, complexity: Any, found: Any, secure: bool) -> None:
    metrics = Metrics(maintainability=index, complexity=complexity, findings=() if secure else None, found=found)
    score = score_of(passed, metrics)
    assert score is None or 0 <= score <= 1 + 1e-9
    assert (score is None) == (passed is None and index is None and complexity is None and not secure)
    assert metrics_from(json.loads(json.dumps(metrics.data))) is not None


def test_metrics_are_told_in_words_with_why_something_is_missing() -> None:
    finding = Finding(severity="high", line=3, text="a shell")
    found = Metrics(
        maintainability=61.6, complexity=4, function="f", findings=(finding,), found={"high": 1}, tools=("radon 6",)
    )
    assert found.lines == (
        "Security: 1 high", "  Line 3, high: a shell", "Complexity: at most 4 paths (through f)",
        "Maintainability: 62 of 100",
    )  # fmt: skip
    assert Metrics(findings=(), complexity=1, missing={"maintainability": "why"}).lines == (
        "Security: no findings", "Complexity: at most 1 path", "Maintainability: not measured (why)",
    )  # fmt: skip
    assert Metrics().lines == ("Security: not measured", "Complexity: not measured", "Maintainability: not measured")
    assert metrics_from(found.data) == Metrics(
        maintainability=61.6, complexity=4, function="f", findings=(finding,), found={"high": 1, "medium": 0, "low": 0},
        tools=("radon 6",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (None, None),
        ([], None),
        ({}, Metrics()),
        ({"maintainability": "high", "complexity": float("nan"), "function": 3, "missing": [], "tools": 7}, Metrics()),
        ({"security": {"high": "x", "findings": 4}}, Metrics(findings=(), found={"high": 0, "medium": 0, "low": 0})),
        (
            {"security": {"low": 99, "findings": [3, {"severity": "dire"}, {"severity": "low"}, *[{}] * 90]}},
            Metrics(findings=(Finding(severity="low", line=0, text=""),), found={"high": 0, "medium": 0, "low": 99}),
        ),
    ],
)
def test_metrics_that_were_changed_in_the_file_do_no_harm(data: Any, found: object) -> None:
    assert metrics_from(data) == found
    assert MOST_FINDINGS < 90


# ---- differences
def test_texts_side_by_side_keep_every_line_and_mark_words() -> None:
    rows = side_by_side("a\nb = 1\nc", "a\nb = 2\nc\nd")
    assert [row.change for row in rows] == ["", "~", "", "+"]
    assert rows[1].left is not None
    assert rows[1].right is not None
    assert (rows[1].left.marks, rows[1].right.marks) == (((4, 5),), ((4, 5),))
    assert [row.change for row in side_by_side("a\nb\nc", "c")] == ["-", "-", ""]
    assert [row.change for row in side_by_side("a", "b\nc")] == ["~", "+"]


@given(st.lists(st.sampled_from("abc \n"), max_size=40), st.lists(st.sampled_from("abc \n"), max_size=40))
def test_both_texts_can_be_read_from_the_rows(before: list[str], after: list[str]) -> None:
    one, other = "".join(before), "".join(after)
    rows = side_by_side(one, other)
    assert [row.left.text for row in rows if row.left] == one.splitlines()
    assert [row.right.text for row in rows if row.right] == other.splitlines()
    assert bool(unified(one, other, ("a", "b"))) == (one.splitlines() != other.splitlines())


@given(st.text("ab _.", max_size=20), st.text("ab _.", max_size=20))
def test_what_is_not_marked_in_a_line_is_the_same(before: str, after: str) -> None:
    marks = word_marks(before, after)
    rests = [
        (text[: mark[0][0]] + text[mark[0][1] :]) if mark else text
        for text, mark in zip((before, after), marks, strict=True)
    ]
    assert rests[0] == rests[1]


def test_what_would_take_too_long_is_not_compared() -> None:
    many = "x\n" * (differences.MOST_LINES + 1)
    alike = "x\n" * 300
    for text in (many, alike):
        assert not comparable(text, f"{text}y")
        assert unified(text, f"{text}y", ("a", "b")) == TOO_LONG
        assert side_by_side(text, f"{text}y") == ()
    assert unified(many, many, ("a", "b")) == ""


def test_versions_compare_with_any_other() -> None:
    found = history(code("write[ada]"), code("write[ben]", "y"))
    one, other = found.versions
    assert isinstance(one, Version)
    assert other.diff_to(one).startswith("--- v1\n+++ v2")
    assert one.diff_to(one) == ""


def test_what_there_was_no_time_for_is_counted_and_each_says_so() -> None:
    history = VersionHistory()
    events = [opened(), *(each for n in range(3) for each in code(f"round[{n}]/write[ada]", f"x = {n}"))]
    for seq, event in enumerate(events, 1):
        history.add(Recorded(seq=seq, at=0.0, prev_hash="", hash="", event=event))
    assert history.postponed == ""
    first, second, third = (one.path for one in history.versions)
    history.measured({first: POSTPONED, third: unmeasured("it is a fake")})
    assert history.postponed == "There was no time to measure 1 older version; look again to go on."
    history.measured({second: POSTPONED})
    assert history.postponed == "There was no time to measure 2 older versions; look again to go on."
    why = "not measured (newer versions took all the time; it is measured when you look again)"
    assert POSTPONED.lines == tuple(f"{name}: {why}" for name in ("Security", "Complexity", "Maintainability"))
    assert unmeasured("it is a fake").shares == {}
