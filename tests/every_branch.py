"""Every branch of the pure floors is reached by their own tests, or the run fails and shows what was not:

    python -m pytest -p tests.every_branch tests/debate tests/…

Marks are written into the code as it is imported, and each is taken out once it was reached, so the tests run at nearly
full speed. Tracing, as coverage.py does it on Python 3.11, finds the same branches, but takes two to three times
as long, and does not look into an expression of several lines. Every test counts, and so does every module of these
floors, also one that no test imports.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from slipcover import FileMatcher, ImportManager, Slipcover, merge_coverage, print_coverage

PATIENCE = 5_000
"""How often a mark is passed once it was reached before all such marks are taken out, which means looking through every
module of the floors. After fifty, that took longer than passing them does."""

FLOORS = [str(Path(__file__).parents[1] / "src" / "disputatio" / floor) for floor in ("debate", "library", "prompting")]


class EveryBranch:
    """What was reached in the process that shows the results: by itself, and by those that it gave tests to."""

    def __init__(self, marks: Slipcover) -> None:
        self.marks, self.given = marks, list[dict[str, Any]]()
        self.reached: dict[str, Any] = {}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """What a process found that crashed is lost."""
        output = getattr(node, "workeroutput", {})
        if NAME in output:
            self.given.append(json.loads(output[NAME]))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.reached, *others = self.given or [self.marks.get_coverage()]
        for found in others:
            merge_coverage(self.reached, found)
        if not self.whole and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @property
    def whole(self) -> bool:
        return not any(file["missing_lines"] or file["missing_branches"] for file in self.reached["files"].values())

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.whole:
            branches = self.reached["summary"]["covered_branches"]
            terminalreporter.write_line(f"Every line and all {branches} branches of the pure floors were reached.")
        else:
            terminalreporter.section("Not reached")
            print_coverage(self.reached, outfile=terminalreporter, skip_covered=True)


class Part:
    """One process of several, which runs some of the tests and reports what they reached."""

    def __init__(self, marks: Slipcover) -> None:
        self.marks = marks

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        session.config.workeroutput[NAME] = json.dumps(self.marks.get_coverage())  # type: ignore[attr-defined]


NAME = "every_branch"


def pytest_configure(config: pytest.Config) -> None:
    """Nothing of the floors is imported yet: the plugins that are named come before all `conftest.py`."""
    part = hasattr(config, "workerinput")
    marks = Slipcover(branch=True, source=FLOORS, d_miss_threshold=PATIENCE)
    ImportManager(marks, FileMatcher(sources=FLOORS)).__enter__()
    config.pluginmanager.register(Part(marks) if part else EveryBranch(marks))
