"""Versions of code: each program that a debate has come to, what it follows, what its tests said (SPEC CODE.1).

A turn is a version if it gives code, or an artifact or patches with a program or a change to a repository in them; a
program in any other turn becomes one when it is tried. A change is itself what is different since the version before.
Versions are numbered as they come to be. Which one a version follows is read from the log, and never from the code: the
last of the same author in the same part of the debate, else the last one that its author was shown there, else the same
of earlier parts; a defence that is a change, the document that it changes. A run of tests belongs to the last program
that it was shown, which is the one that was run; what the person's commands tested, to each that they were run on.
Cases that were generated for it are told apart, and count only where it has no others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from disputatio.debate.attempts import CASES, DIFFS, TESTS, Program, change_of, program_of
from disputatio.debate.ids import round_of, step_of
from disputatio.debate.languages import language_title
from disputatio.debate.log.events import DebateOpened, Recorded, TurnAbstained, TurnAsked, TurnCompleted
from disputatio.debate.log.seats import SERVICES, Seat
from disputatio.debate.payload import items, word
from disputatio.debate.policies.visibility import split_view
from disputatio.debate.values import Json, value
from disputatio.debate.views.code_quality import NOT_MEASURED, POSTPONED, Metrics, score_of
from disputatio.debate.views.differences import unified
from disputatio.debate.views.labels import work_of
from disputatio.debate.views.participants import Participant, of_turn
from disputatio.debate.wording import figure, plural, tr

GIVES: Final = frozenset({"code", "artifact", "patches"})
"""Output contracts whose programs are versions at once."""
_TICKS: Final = re.compile("`+")


@value
class OutcomeOfTest:
    """What came of one test: in words, and whether it passed. `generated`: nobody's own, but a case made up for it."""

    text: str
    passed: bool
    generated: bool = False


@value
class RunOfTests:
    """The last run of the tests of a version, in the turn at `path`."""

    path: str
    tests: tuple[OutcomeOfTest, ...]

    @property
    def rate(self) -> float | None:
        """The share that passed: of its own tests, if it has any."""
        own = [one for one in self.tests if not one.generated] or self.tests
        return sum(one.passed for one in own) / len(own) if own else None

    @property
    def told(self) -> str:
        parts = (("", False), (tr("generated: "), True))
        chosen = [(name, [one for one in self.tests if one.generated is made]) for name, made in parts]
        return ", ".join(
            tr("{name}{sum} of {number_of_some} passed").format(
                name=name, sum=sum(one.passed for one in some), number_of_some=len(some)
            )
            for name, some in chosen
            if some
        )


@value
class Version:
    """A program, whole. `path`: the turn that gave it, with event `seq` of the log. `language`: as its fence says it.
    `follows`: the number of the version before it, 0 where its author had written and was shown none. `metrics`: what
    was measured of it so far."""

    number: int
    path: str
    seat: str
    who: Participant
    at: float
    seq: int
    language: str
    code: str
    follows: int = 0
    run: RunOfTests | None = None
    metrics: Metrics | None = None

    @property
    def round(self) -> int:
        return round_of(self.path)

    @property
    def name(self) -> str:
        return f"v{self.number}"

    @property
    def step(self) -> str:
        """What the step of the format in which it was written makes."""
        return work_of(step_of(self.path))

    @property
    def title(self) -> str:
        """Who wrote it, and as what."""
        return f"{self.who.name}, {self.step}"

    @property
    def changes(self) -> bool:
        """Whether it is a change to a repository, and so is itself what is different."""
        return self.language in DIFFS

    @property
    def content(self) -> bytes:
        """The program as a file holds it."""
        return self.code.encode("utf-8", "replace").rstrip() + b"\n"

    @property
    def lines(self) -> int:
        return len(self.code.splitlines())

    @property
    def written_in(self) -> str:
        return language_title(self.language) or self.language or tr("no named language")

    @property
    def pass_rate(self) -> float | None:
        return self.run.rate if self.run is not None else None

    @property
    def tests_told(self) -> str:
        return self.run.told if self.run is not None and self.run.tests else tr("not run")

    @property
    def score(self) -> float | None:
        return score_of(self.pass_rate, self.metrics)

    @property
    def score_told(self) -> str:
        return tr(NOT_MEASURED) if self.score is None else figure(self.score, ".2f")

    @property
    def line(self) -> str:
        """The version in one line."""
        after = tr(", follows v{follows}").format(follows=self.follows) if self.follows else ""
        return tr("{name}: {title}{after}; tests: {tests_told}; score: {score_told}").format(
            name=self.name, title=self.title, after=after, tests_told=self.tests_told, score_told=self.score_told
        )

    def diff_to(self, before: Version) -> str:
        """Return what is different since another version, as a unified diff."""
        return unified(before.code, self.code, (before.name, self.name))


class VersionHistory:
    """`versions` in the order of their numbers. A fold that grows with the log."""

    def __init__(self) -> None:
        self.versions: list[Version] = []
        self._seats: Mapping[str, Seat] = {}
        self._asked: dict[str, TurnAsked] = {}
        self._by_path: dict[str, int] = {}
        self._documents: set[str] = set()
        self._untried: dict[str, tuple[Version, TurnAsked]] = {}

    def add(self, record: Recorded) -> Version | None:
        """Take in a record. Return the version that is new, or whose tests were run, if any."""
        event = record.event
        match event:
            case DebateOpened():
                self._seats = {seat.id: seat for seat in event.seats}
            case TurnAsked():
                self._asked[event.path] = event
            case TurnAbstained():
                self._asked.pop(event.path, None)
            case TurnCompleted():
                asked = self._asked.pop(event.path, None)
                if asked is not None and asked.gives == TESTS:
                    return self._tested(event, asked)
                if asked is not None and asked.gives != CASES and asked.seat not in SERVICES:
                    found = program_of(asked.gives, event.text, event.data) or change_of(asked.gives, event.text)
                    return self._written(record, asked, found) if found is not None else None
            case _:
                pass
        return None

    def before(self, version: Version) -> Version | None:
        """Return the version that one follows."""
        return self.versions[version.follows - 1] if version.follows else None

    def diff(self, version: Version) -> str:
        """Return what is different since the version that it follows, as a unified diff; "" where it follows none."""
        if version.changes:
            return version.code
        before = self.before(version)
        return version.diff_to(before) if before is not None else ""

    def measured(self, found: Mapping[str, Metrics]) -> None:
        """Take in what was measured of versions, by the path of their turn."""
        self.versions = [replace(one, metrics=found.get(one.path, one.metrics)) for one in self.versions]

    @property
    def postponed(self) -> str:
        """What is said where there was no time to measure some; "" where there was."""
        count = sum(one.metrics is POSTPONED for one in self.versions)
        return (
            plural(
                "There was no time to measure {count} older version; look again to go on.",
                "There was no time to measure {count} older versions; look again to go on.",
                count,
            )
            if count
            else ""
        )

    def _written(self, record: Recorded, asked: TurnAsked, found: Program) -> Version | None:
        draft = Version(
            number=0,
            path=asked.path,
            seat=asked.seat,
            who=of_turn(asked.seat, asked.gives, self._seats),
            at=record.at,
            seq=record.seq,
            language=found.language,
            code=found.code,
        )
        if asked.gives in GIVES:
            return self._numbered(draft, asked)
        self._untried[asked.path] = draft, asked
        return None

    def _numbered(self, draft: Version, asked: TurnAsked) -> Version:
        made = replace(draft, number=len(self.versions) + 1, follows=self._base(draft, asked))
        self._documents |= {made.path} if asked.gives == "artifact" else set()
        self.versions.append(made)
        self._by_path[made.path] = made.number
        return made

    def _base(self, draft: Version, asked: TurnAsked) -> int:
        """Return the number of the version that a draft follows. A defence that is a change stands on the document that
        its author was shown, and takes the place of their earlier ones."""
        shown = [path for path in self._shown(asked) if path in self._documents]
        return (
            self._by_path[shown[-1]]
            if asked.gives == "patches" and draft.changes and shown
            else self._predecessor(asked)
        )

    def _predecessor(self, asked: TurnAsked) -> int:
        """Return the number of the version that a turn follows, 0 where there is none."""
        own = [one.path for one in self.versions if one.seat == asked.seat]
        shown = [path for path in self._shown(asked) if path in self._by_path]
        part = asked.path.partition("/")[0]
        here = ([path for path in paths if path.partition("/")[0] == part] for paths in (own, shown))
        last = next((paths[-1] for paths in (*here, own, shown) if paths), "")
        return self._by_path.get(last, 0)

    def _shown(self, asked: TurnAsked) -> list[str]:
        """Return the turns with programs that a turn was shown, in the order in which they stand there."""
        paths = (turn.rpartition("=")[2] for turn in split_view(asked.sees)[0])
        return [path for path in paths if path in self._by_path or path in self._untried]

    def _tested(self, event: TurnCompleted, asked: TurnAsked) -> Version | None:
        changed: Version | None = None
        for path, tests in _tests_by_program(event.data, self._shown(asked)):
            if path in self._untried:
                self._numbered(*self._untried.pop(path))
            at = self._by_path[path] - 1
            changed = self.versions[at] = replace(self.versions[at], run=RunOfTests(path=event.path, tests=tests))
        return changed


def _tests_by_program(
    data: Mapping[str, Json], shown: Sequence[str]
) -> Iterator[tuple[str, tuple[OutcomeOfTest, ...]]]:
    """Yield which program was tested, by its path, with what came of it: the last that was `shown`; where the person's
    commands have checked several, each that they tested."""
    if "checks" not in data:
        yield from ((path, tuple(outcomes(data))) for path in shown[-1:])
        return
    checks = [each for each in items(data.get("checks")) if each.get("kind") == TESTS]
    for path in shown:
        own = [each for each in checks if each.get("of") == path]
        whole = [
            tuple(outcomes(each)) or (OutcomeOfTest(text=word(each.get("command")), passed=each.get("passed") is True),)
            for each in own
        ]
        if whole:
            yield path, tuple(chain.from_iterable(whole))


def outcomes(data: Mapping[str, Json]) -> Iterator[OutcomeOfTest]:
    """Yield what came of each test that a turn or a check tells of."""
    for one in items(data.get("items")):
        yield OutcomeOfTest(
            text=word(one.get("text")), passed=one.get("passed") is True, generated=one.get("generated") is True
        )


def history_of(records: Iterable[Recorded]) -> VersionHistory:
    history = VersionHistory()
    for record in records:
        history.add(record)
    return history


def fields_of(debate: str, history: VersionHistory, version: Version) -> dict[str, Json]:
    """Return a version for programs, under the names of SPEC STORE.1 and some more; `turn_id` is the path of its turn,
    and null stands for what was not measured."""
    tests: list[Json] = [
        {"text": one.text, "passed": one.passed, "generated": one.generated}
        for one in (version.run.tests if version.run else ())
    ]
    return {
        "id": f"{debate}:{version.path}",
        "session_id": debate,
        "turn_id": version.path,
        "agent_id": version.seat,
        "agent_name": version.who.name,
        "round": version.round,
        "language": version.language,
        "code": version.code,
        "version_number": version.number,
        "follows": version.follows or None,
        "quality_score": version.score,
        "test_pass_rate": version.pass_rate,
        "tests": tests,
        "metrics": version.metrics.data if version.metrics is not None else None,
        "diff_from_previous": history.diff(version),
        "created_at": version.at,
    }


def fenced(version: Version) -> str:
    """Return the program as a block of Markdown, with a fence that nothing in it can close."""
    longest = max(map(len, _TICKS.findall(version.code)), default=0)
    fence = "`" * max(3, longest + 1)
    name = version.language.split()[0] if version.language.split() else ""
    return f"{fence}{name.replace('`', '')}\n{version.code.rstrip()}\n{fence}"
