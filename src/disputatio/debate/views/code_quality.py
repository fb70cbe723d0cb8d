"""What is measured of a program besides its tests, and the score that is made of it (SPEC CODE.1).

The score is our own, for comparing versions of one program with one another, and is shown together with what it is made
of. It is the mean of up to four parts, each from 0 to 1, weighted by `WEIGHTS`:

    tests            the share of its tests that passed in their last run
    security         1 - 0.5 for each finding of high severity, 0.2 of medium, 0.05 of low; at least 0
                     (severities as bandit rates them; asserts do not count, since programs bring their tests along)
    complexity       1 while its most complex function has 5 paths at most, then falling evenly to 0 at 40: rank A and
                     the end of rank E in radon's table of cyclomatic complexity (T. McCabe, A Complexity Measure, IEEE
                     Transactions on Software Engineering 2, 1976)
    maintainability  the maintainability index over 100, in the variant from 0 to 100 that radon computes (P. Oman and
                     J. Hagemeister, Metrics for Assessing a Software System's Maintainability, 1992)

What was not measured is no part of the mean, and is said. Without any part there is no score: never 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Final, Literal

from disputatio.debate.ranges import amount
from disputatio.debate.values import Json, value
from disputatio.debate.views.labels import LEVELS
from disputatio.debate.wording import figure, plural, tr

PartName = Literal["tests", "security", "complexity", "maintainability"]
Severity = Literal["high", "medium", "low"]

WEIGHTS: Final[Mapping[PartName, float]] = {
    "tests": 0.4,
    "security": 0.2,
    "complexity": 0.2,
    "maintainability": 0.2,
}
COSTS: Final[Mapping[Severity, float]] = {"high": 0.5, "medium": 0.2, "low": 0.05}
SIMPLE, TANGLED = 5, 40
"""Paths through a function up to which it is simple, and from which on it is as bad as any."""
FORMULA: Final = (
    "The score is the mean of what was measured: tests that passed (weight 0.4), security, complexity and "
    "maintainability (0.2 each). What was not measured does not count."
)
MOST_FINDINGS: Final = 20
NOT_MEASURED: Final = "not measured"


@value
class Finding:
    """What a scan found in a program: how bad it is, in which line, and in words."""

    severity: Severity
    line: int
    text: str


@value
class Metrics:
    """What was measured of a program without running it. `maintainability`: the index from 0 to 100; `complexity`: the
    paths through its most complex function, which is called `function`; `findings` of security, the worst first, of
    which there are `found` in each severity. None: it was not measured, and `missing` says why, by the name of the
    part. `tools`: what measured, with versions."""

    maintainability: float | None = None
    complexity: int | None = None
    function: str = ""
    findings: tuple[Finding, ...] | None = None
    found: Mapping[Severity, int] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    tools: tuple[str, ...] = ()

    @property
    def shares(self) -> dict[PartName, float]:
        """The parts of the score that were measured, without the tests."""
        shares: dict[PartName, float] = {}
        if self.findings is not None:
            costs = sum(COSTS[severity] * count for severity, count in self.found.items())
            shares["security"] = max(0.0, 1 - costs)
        if self.complexity is not None:
            shares["complexity"] = min(1.0, max(0.0, (TANGLED - self.complexity) / (TANGLED - SIMPLE)))
        if self.maintainability is not None:
            shares["maintainability"] = min(1.0, max(0.0, self.maintainability / 100))
        return shares

    @property
    def lines(self) -> tuple[str, ...]:
        """What was measured, a line each; what was not, with the reason."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        if self.findings is None:
            yield tr("Security: {why}").format(why=self._why("security"))
        else:
            counts = [f"{count} {LEVELS[severity]}" for severity in COSTS if (count := self.found.get(severity, 0))]
            yield tr("Security: {counts}").format(counts=", ".join(counts) or tr("no findings"))
            yield from (
                tr("  Line {line}, {severity}: {one_text}").format(
                    line=one.line, severity=LEVELS[one.severity], one_text=one.text
                )
                for one in self.findings
            )
        if self.complexity is None:
            yield tr("Complexity: {why}").format(why=self._why("complexity"))
        else:
            at = tr(" (through {function})").format(function=self.function) if self.function else ""
            yield plural(
                "Complexity: at most {count} path{at}", "Complexity: at most {count} paths{at}", self.complexity
            ).format(at=at)
        if self.maintainability is None:
            yield tr("Maintainability: {why}").format(why=self._why("maintainability"))
        else:
            yield tr("Maintainability: {maintainability} of 100").format(
                maintainability=figure(self.maintainability, ".0f")
            )

    def _why(self, part: str) -> str:
        why = self.missing.get(part, "")
        return f"{tr(NOT_MEASURED)} ({why})" if why else tr(NOT_MEASURED)

    @property
    def data(self) -> dict[str, Json]:
        """The metrics as they are stored and exported."""
        findings: list[Json] = [
            {"severity": one.severity, "line": one.line, "text": one.text} for one in self.findings or ()
        ]
        counts: dict[str, Json] = {severity: self.found.get(severity, 0) for severity in COSTS}
        return {
            "maintainability": self.maintainability,
            "complexity": self.complexity,
            "function": self.function,
            "security": None if self.findings is None else {**counts, "findings": findings},
            "missing": dict(self.missing),
            "tools": list(self.tools),
        }


def unmeasured(why: str) -> Metrics:
    """Return the metrics of a program of which nothing was measured."""
    return Metrics(missing=dict.fromkeys(("security", "complexity", "maintainability"), why))


POSTPONED: Final = unmeasured("newer versions took all the time; it is measured when you look again")
"""The metrics of a program whose turn has not come yet. They are shown, but never kept."""


def score_of(passed: float | None, metrics: Metrics | None) -> float | None:
    """Return the score of a program. `passed`: the share of its tests that passed, None where none were run."""
    shares: dict[PartName, float] = dict(metrics.shares) if metrics is not None else {}
    if passed is not None:
        shares["tests"] = passed
    weight = sum(WEIGHTS[name] for name in shares)
    return sum(WEIGHTS[name] * share for name, share in shares.items()) / weight if weight else None


def metrics_from(data: Json) -> Metrics | None:
    """Return metrics as they were stored; None for what is not of that form: a file may have been changed."""
    if not isinstance(data, dict):
        return None
    security, missing, tools = data.get("security"), data.get("missing"), data.get("tools")
    findings, found = _security(security) if isinstance(security, dict) else (None, {})
    complexity, function = _number(data.get("complexity")), data.get("function")
    return Metrics(
        maintainability=_number(data.get("maintainability")),
        complexity=None if complexity is None else int(complexity),
        function=function if isinstance(function, str) else "",
        findings=findings,
        found=found,
        missing={name: str(why) for name, why in missing.items()} if isinstance(missing, dict) else {},
        tools=tuple(map(str, tools)) if isinstance(tools, list) else (),
    )


def _security(data: dict[str, Json]) -> tuple[tuple[Finding, ...], dict[Severity, int]]:
    listed = data.get("findings")
    findings = tuple(
        Finding(severity=severity, line=int(_number(one.get("line")) or 0), text=str(one.get("text") or "")[:300])
        for one in (listed if isinstance(listed, list) else ())[:MOST_FINDINGS]
        if isinstance(one, dict)
        for severity in COSTS
        if one.get("severity") == severity
    )
    return findings, {severity: int(_number(data.get(severity)) or 0) for severity in COSTS}


def _number(found: Json) -> float | None:
    return float(found) if isinstance(found, int | float) and amount(found) else None
