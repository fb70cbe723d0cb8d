# ruff: noqa: E501  (a golden case stays on one line)
"""Reading never fails in any other way, never takes long, and keeps what was really said."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.debate.format import CONTRACTS
from disputatio.prompting.data_blocks import block
from disputatio.prompting.errors import Unreadable
from disputatio.prompting.interpret import interpret
from disputatio.prompting.reading.amounts import choice, flag, number, share, spoken_share
from disputatio.prompting.reading.echoes import hollow, without_blocks
from disputatio.prompting.reading.literals import literals, pair_surrogates
from disputatio.prompting.request import Brief

BRIEF = Brief(figures={"points": "P1 [contested] (Analyst) It is so\nP2 [agreed] (Critic) It rains — seen"})
pieces = st.sampled_from(
    ["### Agree\n", "- P1", "{", "}", "[", "]", '"', "'", ":", ",", "agree", "level", "Strong", "\n", "**", "|", "P1", "(", ")",
     "confidence", "0.8", "80%", "—", "because", "```", "items", "text", "\\", "\\u12", "<<<DATA ", "\x00", "\ud800", "✅", "1. "]
)  # fmt: skip
replies = st.one_of(st.text(max_size=300), st.lists(pieces, max_size=60).map("".join))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12) | st.sampled_from(["items", "text", "agree", "level", "position", "confidence", "order"]), inner, max_size=5),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=300)
@given(st.sampled_from(sorted(CONTRACTS)), replies)
def test_any_text_is_read_or_said_to_be_unreadable(gives: str, text: str) -> None:
    try:
        found = interpret(gives, text, BRIEF)
    except Unreadable:
        return
    assert set(CONTRACTS[gives].split()) <= set(found)
    json.dumps(found, allow_nan=False, ensure_ascii=False).encode("utf-8")


@settings(max_examples=200)
@given(st.sampled_from(sorted(CONTRACTS)), json_values)
def test_any_json_is_read_or_said_to_be_unreadable(gives: str, value: Any) -> None:
    for text in (json.dumps(value), repr(value)):
        try:
            found = interpret(gives, text, BRIEF)
        except Unreadable:
            continue
        json.dumps(found, allow_nan=False)


words = st.text(alphabet="abcdefghij klmnop", min_size=3, max_size=30).filter(
    lambda text: len(text.split()) > 1 and not hollow(text)
)


@given(
    st.lists(words, min_size=1, max_size=4, unique_by=lambda text: " ".join(text.split())),
    st.sampled_from(["Strong", "Moderate", "Weak"]),
)
def test_every_form_of_an_assessment_says_the_same(texts: list[str], level: str) -> None:
    plain = [" ".join(text.split()) for text in texts]
    data = {"agree": [], "disagree": plain, "unverifiable": [], "level": level}
    bullets = "\n".join(f"* {text}" for text in plain)
    forms = [
        json.dumps(data),
        f"Prose.\n```json\n{json.dumps(data, indent=2)}\n```",
        repr(data),
        f"## Agree\nNone\n## Disagree\n{bullets}\n## Overall\n{level}",
        f"**Disagree:**\n{bullets}\n\n**Agree:** none\n\n**Overall:** {level}",
    ]
    read = [interpret("assessment", form, Brief()) for form in forms]
    assert all(found == read[0] for found in read)
    assert read[0]["level"] == level


@given(json_values.filter(lambda value: isinstance(value, dict)))
def test_json_is_found_whole(value: dict[str, Any]) -> None:
    text = json.dumps(value)
    found = literals(f"Before. {text} After.")
    assert len(found) == 1
    assert (found[0].start, found[0].end) == (8, 8 + len(text))


@pytest.mark.parametrize(
    "piece", ["{", "[", '"', "'", '{"a":', '{"a":"', "[[", "{'a': ", "\\", "- P1 — ", "### Agree\n", "| a ", "(", " because ", "**", "P1, ", "<<<DATA ", "confidence ", "{ 'a' : \"b\" ", "/*", "//"]
)  # fmt: skip
def test_huge_hostile_replies_are_linear(piece: str) -> None:
    """A quadratic reader would not come back within the time that a test has."""
    text = piece * (200_000 // len(piece))
    for gives in ("assessment", "answer", "points", "ranking", "digest"):
        try:
            found = interpret(gives, text, BRIEF)
        except Unreadable:
            continue
        json.dumps(found, allow_nan=False)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": ]}',
        '{"a": ' + "x" * 400 + "}",
        "{" + "k" * 80 + ": 1}",
        "{,}",
        '{"a" 1}',
        "no braces",
        "{'a': 'never closed",
    ],
)
def test_what_is_no_literal(text: str) -> None:
    assert literals(text) == []


def test_deep_nesting_is_refused_quietly() -> None:
    assert all(found.end - found.start < 200 for found in literals("[" * 5_000 + "1" + "]" * 5_000))
    assert literals('{"a":' * 5_000) == []


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (0.8, 0.8), (1, 1.0), (0, 0.0), (85, 0.85), (8, 0.8), ("80%", 0.8), ("80 percent", 0.8), ("8/10", 0.8),
        ("8 out of 10", 0.8), ("4/5", 0.8), ("0,8", 0.8), (".75", 0.75), ("about 0.7", 0.7), ("1.0", 1.0), ("100%", 1.0),
        ("0.9 (high)", 0.9), ("high", None), ("", None), (-1, None), (1000, None), (True, None), (None, None),
        ("60–70 %", 0.65), ("between 60 and 70 percent", 0.65), ("0.6 to 0.7", 0.65), ("7-8/10", 0.75), ("75-80", 0.775),
        ("0.7 - 3 sources", 0.7), ("0.85 (0.8-0.9)", 0.85), ("0.8 on 3-4 of them", 0.8),
        ("<0 to 1>", None), ("0.0-1.0", None), (float("nan"), None), (float("inf"), None), ([0.5], None), ("150%", None),
    ],
)  # fmt: skip
def test_shares(said: Any, meant: float | None) -> None:
    assert share(said) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("I am 80% confident", 0.8), ("confidence: 0.7", 0.7), ("Confidence level is 9/10", 0.9), ("90% sure", 0.9),
        ("I am 60–70 % sure", 0.65), ("confidence: 0.6-0.7", 0.65), ("I am confident", None), ("first 10% sure, then 60% certain", 0.6),
    ],
)  # fmt: skip
def test_spoken_shares(said: str, meant: float | None) -> None:
    assert spoken_share(said) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (True, True), ("yes", True), ("No.", False), ("not resolved", False), ("approved", True), ("yes or no", None),
        ("", None), (1, True), (0, False), (2, None), ("true / false", None), (None, None), ("perhaps", None),
    ],
)  # fmt: skip
def test_flags(said: Any, meant: bool | None) -> None:
    assert flag(said) is meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Support", "SUPPORT"), ("I would OPPOSE it", "OPPOSE"), ("SUPPORT | OPPOSE | UNCERTAIN", ""), ("yes", "SUPPORT"),
        ("undecided", "UNCERTAIN"), ("SUPPORT rather than OPPOSE", "SUPPORT"), ("neither SUPPORT nor OPPOSE", ""),
        ("", ""), (3, ""), ("banana", ""),
    ],
)  # fmt: skip
def test_choices(said: Any, meant: str) -> None:
    assert choice(said, ("SUPPORT", "OPPOSE", "UNCERTAIN")) == meant


@pytest.mark.parametrize(
    ("said", "meant"), [("7/10", 7), (7, 7), (12, 10), (0, 1), ("x", None), (True, None), (None, None)]
)
def test_numbers(said: Any, meant: int | None) -> None:
    assert number(said) == meant


@given(st.text(max_size=60), st.text(max_size=60))
def test_repeated_data_blocks_do_not_count(before: str, content: str) -> None:
    plain = before.replace("<<<", "")
    said = without_blocks(f"{plain}\n{block('turn', content, by='A')}\nafter")
    assert said.splitlines()[-1] == "after"
    assert "<<<DATA" not in said.replace(content, "")


def test_half_surrogates_are_replaced() -> None:
    assert pair_surrogates("a\ud800b") == "a\ufffdb"
    assert pair_surrogates("\ud83d\ude00") == "😀"
