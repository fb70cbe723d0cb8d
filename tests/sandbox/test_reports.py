"""Reports of tools: what they say, and what hostile ones cannot do."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from disputatio.sandbox.reports import MOST_ITEMS, Item, read_report

JUNIT = """\
<?xml version="1.0" encoding="utf-8"?>
<testsuites><testsuite name="pytest" tests="4">
<testcase classname="tests.test_shop" name="test_sum" file="tests/test_shop.py" line="4" time="0.1"/>
<testcase classname="tests.test_shop" name="test_tax" file="tests/test_shop.py" line="9">
<failure message="assert 4 == 5">def test_tax(): …</failure></testcase>
<testcase name="test_late"><skipped message="later"/></testcase>
<testcase name="test_odd"><error>It broke.
Badly.</error></testcase>
</testsuite></testsuites>
"""


def sarif(*results: dict[str, Any], rules: list[dict[str, Any]] | None = None) -> str:
    run = {"tool": {"driver": {"name": "ruff", "rules": rules or []}}, "results": list(results)}
    return json.dumps({"version": "2.1.0", "runs": [run]})


def result(**more: Any) -> dict[str, Any]:
    place = {"artifactLocation": {"uri": "src/shop.py"}, "region": {"startLine": 7}}
    return {"ruleId": "F401", "message": {"text": "unused"}, "locations": [{"physicalLocation": place}], **more}


def test_tests_are_read_with_their_places_and_reasons_those_that_failed_first() -> None:
    found = read_report(JUNIT)
    assert found is not None
    assert found.count == "4 tests, 2 failed, 1 skipped"
    assert found.items == (
        Item(text="tests.test_shop.test_tax — assert 4 == 5", passed=False, file="tests/test_shop.py", line=9),
        Item(text="test_odd — It broke. Badly.", passed=False),
        Item(text="tests.test_shop.test_sum", passed=True, file="tests/test_shop.py", line=4),
    )


def test_findings_are_read_with_their_places_and_notes_do_not_fail() -> None:
    rules = [{"id": "N1", "defaultConfiguration": {"level": "note"}}]
    found = read_report(
        sarif(result(), result(level="error"), result(ruleId="N1"), result(level="note"), result(kind="pass"),
              result(suppressions=[{}]), {}, rules=rules)
    )  # fmt: skip
    assert found is not None
    assert found.count == "6 findings"
    assert (found.failed, found.passed) == (3, 3)
    assert found.items[0] == Item(text="F401: unused", passed=False, file="src/shop.py", line=7)
    assert found.items[2] == Item(text="a finding", passed=False)
    assert [item.passed for item in found.items[3:]] == [True, True, True]
    empty = read_report(sarif())
    assert empty is not None
    assert empty.count == "no findings"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3 passed",
        "{",
        "[1]",
        '{"runs": 3, "version": "1"}',
        '{"runs": [], "x": 1}',
        "{" * 100_000,
        "<html/>",
        "<testsuite>",
        "<testsuite><testcase",
        "<testsuite>" + "<a>" * 70 + "</a>" * 70 + "</testsuite>",
        '<!DOCTYPE testsuite [<!ENTITY a "aaaa">]><testsuite name="&a;"/>',
        '<!DOCTYPE testsuite SYSTEM "file:///etc/passwd"><testsuite/>',
        '<?xml version="1.0" encoding="nonsense"?><testsuite/>',
    ],
    ids=range(14),
)
def test_what_is_no_whole_report_is_none(text: str) -> None:
    assert read_report(text) is None


def test_entities_are_never_expanded() -> None:
    bomb = '<!ENTITY a0 "x">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    began = time.process_time()
    assert (
        read_report(f'<?xml version="1.0"?><!DOCTYPE t [{bomb}]><testsuite><testcase name="&a11;"/></testsuite>')
        is None
    )
    assert time.process_time() - began < 5


def test_a_report_rewrites_no_terminal_and_names_no_place_elsewhere() -> None:
    hostile = "\x1b]0;owned\x07" + "a" * 5_000
    found = read_report(sarif(result(message={"text": hostile}, ruleId=["x"]), result(ruleId="x\nFAKE: passed")))
    assert found is not None
    assert "\x1b" not in found.items[0].text
    assert len(found.items[0].text) < 600
    assert "\n" not in found.items[1].text
    for uri in (
        "/etc/passwd",
        "../../etc/passwd",
        "~/x",
        "file:///etc/passwd",
        "http://x.example/a",
        "a%2F..%2F..%2Fb",
    ):
        place = [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": {"startLine": "9" * 30}}}]
        odd = read_report(sarif(result(locations=place)))
        assert odd is not None
        assert (odd.items[0].file, odd.items[0].line) == ("", 0)
    own = read_report(
        sarif(result(locations=[{"physicalLocation": {"artifactLocation": {"uri": "file:///work/a.py"}}}]))
    )
    assert own is not None
    assert own.items[0].file == "a.py"


def test_a_flood_of_findings_is_counted_and_cut_with_the_worst_kept() -> None:
    found = read_report(sarif(*[result(level="note") for _ in range(5_000)], result(level="error")))
    assert found is not None
    assert (len(found.items), found.items[0].passed, found.failed) == (MOST_ITEMS, False, 1)
    cases = "".join(f'<testcase name="t{n}"/>' for n in range(5_000))
    tests = read_report(f"<testsuite>{cases}<testcase name='last'><failure/></testcase></testsuite>")
    assert tests is not None
    assert (tests.count, len(tests.items)) == ("5001 tests, 1 failed", MOST_ITEMS)
    assert tests.items[0].text == "last"


@pytest.mark.parametrize("file", ["%20/etc/passwd", "%1b/etc/passwd", "%E2%80%AE/etc/passwd", "%0a../../etc/passwd"])
def test_a_written_out_sign_before_a_path_leads_nowhere_else(file: str) -> None:
    found = read_report(f"<testsuite><testcase name='n' file='{file}' line='5'/></testsuite>")
    assert found is not None
    assert found.items[0].file == ""


def test_a_test_that_is_skipped_twice_did_not_fail_and_one_that_failed_is_not_hidden_in_another() -> None:
    skipped = read_report("<testsuite><testcase name='a'><skipped/><skipped/></testcase></testsuite>")
    assert skipped is not None
    assert (skipped.failed, skipped.skipped) == (0, 1)
    failed = read_report("<testsuite><testcase name='a'><failure/><skipped/></testcase></testsuite>")
    assert failed is not None
    assert failed.failed == 1
    assert read_report("<testsuite><testcase name='a'><testcase name='b'/><failure/></testcase></testsuite>") is None
