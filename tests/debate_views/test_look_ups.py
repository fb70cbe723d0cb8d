"""Look-ups in words: what was understood, and what a model wrote that cannot be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.log.events import ToolUse
from disputatio.debate.tools import NOT_SEARCHED
from disputatio.debate.views.look_ups import (
    LONGEST,
    UNAVAILABLE,
    is_idle,
    look_up_activity,
    look_up_line,
    took,
)


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("read_file", '{"path": "src/x.py", "start": 1, "end": 40}', "reads src/x.py:1-40"),
        ("read_file", '{"path": "src/x.py", "end": 40}', "reads src/x.py:1-40"),
        ("read_file", '{"path": "src/x.py", "start": 7}', "reads src/x.py:7-"),
        ("read_file", '{"path": "src/x.py", "start": 1, "end": 0}', "reads src/x.py"),
        ("read_file", "{", "reads a file"),
        ("read_file", "[]", "reads a file"),
        ("search_code", '{"query": "retry"}', "searches for “retry”"),
        ("search_code", '{"query": "retry", "pattern": "src/"}', "searches for “retry” in src/"),
        ("list_files", "{}", "lists the files"),
        ("list_files", '{"pattern": "*.py"}', "lists *.py"),
        ("git_blame", '{"path": "a\\nb", "start": 1, "end": 2}', "asks who wrote a b:1-2"),
        ("git_history", "{}", "reads the history of the repository"),
        ("git_diff", '{"base": "v1"}', "compares v1 with the debate’s commit"),
        ("git_diff", '{"base": "v1", "head": "v2", "path": "src"}', "compares v1 with v2 in src"),
        ("tools", "", "is not given every tool"),
        ("search_documents", '{"query": "leave"}', "searches the documents for “leave”"),
        ("recall", '{"query": "caches"}', "recalls what was settled about “caches”"),
        ("web_search", '{"query": "tides"}', "searches the web for “tides”"),
        ("fact_check", '{"claim": "It is so."}', "has a claim checked on the web: “It is so.”"),
        ("run_code", '{"code": "x", "language": "awk"}', "runs a program in awk"),
        ("run_code", "{}", "runs a program in python"),
        ("run_tests", "{}", "runs the tests"),
        ("lint", '{"change": "x"}', "runs the linter with a change put in"),
        ("submit_response", '{"position": "Yes."}', "submits its response as a form"),
        ("files__read", "{}", "calls read of the tool server files"),
        ("files__read", '{"q": 1}', 'calls read of the tool server files with {"q": 1}'),
        ("no_such", "{}", "calls no_such"),
        ("no_such", '{"q": 1}', 'calls no_such with {"q": 1}'),
    ],
)
def test_what_a_call_does(name: str, arguments: str, words: str) -> None:
    assert look_up_activity(name, arguments) == words


@given(st.text(max_size=300), st.text(max_size=3000))
def test_whatever_a_model_writes_is_one_short_line(name: str, arguments: str) -> None:
    words = look_up_activity(name, arguments)
    assert len(words.splitlines()) <= 1
    assert len(words) < 3 * LONGEST


def test_a_finished_call_says_whether_it_failed_and_how_long_it_took() -> None:
    use = ToolUse(name="read_file", arguments='{"path": "a"}', result="There is no a.", milliseconds=12)
    assert look_up_line(use) == "read a (12 ms)"
    failed = ToolUse(name="read_file", arguments='{"path": "a"}', result="There is\nno a.", failed=True)
    assert look_up_line(failed) == "read a: failed, There is no a."
    assert took(1_250) == "1.2 s"
    assert look_up_line(ToolUse(name=UNAVAILABLE, arguments="", result="m takes none.", failed=True)) == "m takes none."
    assert look_up_line(ToolUse(name=UNAVAILABLE, arguments="", result="", failed=True)) == "is not given every tool"
    assert is_idle(ToolUse(name=UNAVAILABLE, arguments="", result=f"{NOT_SEARCHED} Why.", failed=True))
    assert not is_idle(ToolUse(name=UNAVAILABLE, arguments="", result="Not set up: scan.", failed=True))
    assert not is_idle(ToolUse(name="read_file", arguments="", result=NOT_SEARCHED))
