"""Checks of proposals as they are shown, whatever stands in the record."""

from __future__ import annotations

from typing import Any

from disputatio.debate.views.checks import run_again, shown_checks, tally_of_checks


def test_each_command_is_one_line_with_all_of_it_on_demand() -> None:
    tests: dict[str, Any] = {
        "kind": "tests", "of": "x[ada]", "command": "make test", "passed": False, "count": "2 tests, 1 failed",
        "seconds": 1.24, "said": "boom", "note": "",
        "more": 7, "items": [{"text": "b", "passed": False, "file": "a.py", "line": 3}, {"text": "a", "passed": True}],
    }  # fmt: skip
    change = {"kind": "change", "of": "x[ben]", "passed": False, "note": "hunk 1", "seconds": 0}
    odd: dict[str, Any] = {"kind": 3, "passed": "yes", "seconds": "long", "items": "none", "more": -1}
    found = shown_checks({"checks": [tests, {**tests, "passed": True, "count": ""}, change, odd]})
    assert [(each.name, each.passed, each.took) for each in found] == [
        ("Unit tests: 2 tests, 1 failed", False, "1.2 s"),
        ("Unit tests: passed", True, "1.2 s"),
        ("The change does not apply", False, "0 ms"),
        ("The change does not apply", False, ""),
    ]
    assert found[0].output == "$ make test\n\n✗ a.py:3: b\n✓ a\n… and 7 more\n\nboom"
    assert found[2].output == "hunk 1"
    assert found[3].output == ""
    assert [run_again(times) for times in (1, 2, 3)] == [
        "", "Run twice: it was interrupted before.", "Run 3 times: it was interrupted before.",
    ]  # fmt: skip
    assert tally_of_checks(found) == "3 of 4 checks failed"
    assert tally_of_checks(found[1:2]) == "1 check passed"
    assert tally_of_checks(shown_checks({"passed": True})) == ""
