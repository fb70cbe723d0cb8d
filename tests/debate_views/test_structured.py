"""Replies that came as JSON are read as words; whatever is no such reply stays to the letter."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.views.transcript_words import begins_as_record, readable

ASSESSMENT = (
    '{"agree": [{"point": "P1", "text": "One file.", "reason": "it is one"}], "disagree": [], "overall": "Strong"}'
)
SHOWN = "### Agree\n\n- P1 — One file. — it is one\n\n### Disagree\n\nNone\n\n### Overall\n\nStrong"


@pytest.mark.parametrize("text", [ASSESSMENT, f"```json\n{ASSESSMENT}\n```", f"\n```\n{ASSESSMENT}\n```\n"])
def test_a_record_becomes_headings_and_bullets(text):
    assert readable(text) == SHOWN


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('{"main_point": true, "b": null}', "### Main point\n\nyes\n\n### B\n\n"),
        ('{"a": {"x_y": 1, "z": ["p", "q"]}}', "### A\n\n- **X y:** 1\n- **Z:** p, q"),
        ('{"a": [{"t": "same", "u": "same"}]}', "### A\n\n- same"),
    ],
)
def test_parts_are_put_into_words(text, shown):
    assert readable(text) == shown


@pytest.mark.parametrize(
    "text", ["", "{", "{}", "[1]", "Yes.", '{"a": 1} and more', "{" * 9999, "```\nx\n```", "{no json}"]
)
def test_anything_else_stays_as_it_was(text):
    assert readable(text) == text


def test_a_record_without_end_is_cut():
    assert "…" in readable('{"a": ' + '{"b": ' * 40 + "1" + "}" * 41)


@given(
    st.recursive(st.none() | st.booleans() | st.text(max_size=9), lambda x: st.lists(x) | st.dictionaries(st.text(), x))
)
def test_it_takes_whatever_is_json(value):
    assert isinstance(readable(json.dumps({"a": value})), str)


def test_a_record_that_is_still_arriving_is_known_by_its_beginning():
    assert begins_as_record('{"agr')
    assert begins_as_record(' \n```json\n{"agree"')
    assert not begins_as_record("Agreed: {")
    assert not begins_as_record("```python\nx = {}")
    assert not begins_as_record("")
