"""What is worked on, for views of a debate that makes something: who works now and side by side, which attacks there
are and what answers them, and what came of the last tests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from disputatio.debate.board.attacks import Attack, attacks_of
from disputatio.debate.ids import called, parent
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, word
from disputatio.debate.policy import seat_in
from disputatio.debate.ranges import amount
from disputatio.debate.values import value
from disputatio.debate.views.checks import shown_checks
from disputatio.debate.views.labels import ATTACKS, TESTED, Label, of_contract
from disputatio.debate.views.look_ups import look_up_activity, took
from disputatio.debate.views.participants import Participant, name_of, of_seat
from disputatio.debate.views.phase_facts import version_of
from disputatio.debate.views.plain_text import without_marks
from disputatio.debate.views.status import open_turns
from disputatio.debate.views.transcript import Transcript, TurnEntry
from disputatio.debate.views.transcript_words import begins_as_record, spoken_text, waits_for_person
from disputatio.debate.views.words import ended
from disputatio.debate.wording import mark, plural, tr

LONGEST: Final = 160
"""Characters of what somebody writes that are shown, the last ones."""


# ---- who works now -------------------------------------------------------------------------------------------------
@value
class Worker:
    """`state`: writing, waits for you, and so on. `task`: the step that it works on; `text`: the last of what it has
    written."""

    path: str
    who: Participant
    model: str
    state: str
    task: str
    text: str = ""

    @property
    def line(self) -> str:
        model = f" ({self.model})" if self.model else ""
        return f"{self.who.name}{model}: {self.task}, {self.state}"


@value
class Group:
    """Those who work side by side for one part of the cast, or for one team."""

    title: str
    workers: tuple[Worker, ...]


def groups_of(debate: Debate, transcript: Transcript) -> tuple[Group, ...]:
    """Return who works now, in the order of the cast; services come last."""
    found: dict[str, list[Worker]] = {}
    for turn in sorted(open_turns(transcript), key=lambda turn: turn.seat in SERVICES):
        seat = debate.seats.get(turn.seat)
        title = (seat.team or seat.part) if seat is not None else mark("Services")
        found.setdefault(title, []).append(_worker(debate, turn))
    return tuple(
        Group(title=tr(f"{title[:1].upper()}{title[1:]}".replace("-", " ")), workers=tuple(workers))
        for title, workers in found.items()
    )


def parallel(groups: Iterable[Group]) -> str:
    """Say how many work side by side: "2 groups in parallel", "3 in parallel"; "" for one alone."""
    listed = tuple(groups)
    if len(listed) > 1:
        return tr("{number_of_listed} groups in parallel").format(number_of_listed=len(listed))
    count = sum(len(group.workers) for group in listed)
    return tr("{number} in parallel").format(number=count) if count > 1 else ""


def _worker(debate: Debate, turn: TurnEntry) -> Worker:
    seat = debate.seats.get(turn.seat)
    who = of_seat(seat, list(debate.seats).index(turn.seat)) if seat else Participant(seat="", name=turn.name)
    text = "" if seat is None or begins_as_record(turn.text) else spoken_text(turn)
    return Worker(
        path=turn.path,
        who=who,
        model=turn.asked_model if seat is not None else "",
        state=_state(turn, text),
        task=called(turn.task),
        text=_end(text),
    )


def _state(turn: TurnEntry, text: str) -> str:
    if waits_for_person(turn):
        return tr("waits for you")
    if turn.looking is not None:
        return look_up_activity(*turn.looking)
    if turn.seat in SERVICES:
        return of_contract(turn.gives).busy or tr("at work")
    return tr("writing") if text else tr("thinking")


def _end(text: str) -> str:
    """Return the last of a text on one line, from the beginning of a word."""
    line = " ".join(without_marks(text[-4 * LONGEST :]).split())
    return line if len(line) <= LONGEST else f"… {line[-LONGEST:].partition(' ')[2]}"


# ---- attacks and defences ------------------------------------------------------------------------------------------
@value
class AttackRow:
    """`title`: the attack in a few words, `text`: whole. `defence`: what answers it last, "" while nothing does."""

    id: str
    title: str
    text: str
    by: str
    path: str
    label: Label
    category: str = ""
    severity: str = ""
    defence: str = ""
    defended_by: str = ""

    @property
    def line(self) -> str:
        kind = ", ".join(filter(None, (self.category, self.severity)))
        answer = f"{self.defended_by}: {self.defence}" if self.defence else tr("No defence.")
        return f"{self.id} {self.label.word}{f' ({kind})' if kind else ''}: {ended(self.title)} {answer}"


def attack_rows(debate: Debate, past: Past) -> tuple[AttackRow, ...]:
    """Return all attacks: first what is open, and of each the newest first."""
    newest = reversed(list(attacks_of(past).values()))
    return tuple(_row(debate, one) for one in sorted(newest, key=lambda one: one.status in ("closed", "repeated")))


def closed_of(rows: Iterable[AttackRow]) -> str:
    """Say how many attacks are closed: "4 of 6 closed"."""
    listed = [row for row in rows if row.label != ATTACKS["repeated"]]
    return (
        tr("{sum} of {number_of_listed} closed").format(
            sum=sum(row.label.tone == "ok" for row in listed), number_of_listed=len(listed)
        )
        if listed
        else ""
    )


SANDBOX: Final = "[sandbox]"
_END: Final = re.compile(r"(?<=[.;:!?])\s")
TITLE: Final = 150
"""Characters of an attack in a table: as a rule all of its first sentence."""


def _row(debate: Debate, one: Attack) -> AttackRow:
    last = one.defences[-1] if one.defences else None
    return AttackRow(
        id=one.id,
        title=_short(one.text),
        text=one.text,
        by=name_of(one.turn.seat, debate.seats),
        path=one.turn.path,
        label=_label(debate, one),
        category=one.category.replace("_", " "),
        severity=one.severity,
        defence=last.text if last is not None else "",
        defended_by=name_of(last.seat, debate.seats) if last is not None else "",
    )


def _label(debate: Debate, one: Attack) -> Label:
    tested = one.closed and _is_tested(debate, one.defences[-1].path)
    return TESTED if tested else ATTACKS[one.status]


def _is_tested(debate: Debate, path: str) -> bool:
    """Return whether what was just made beside a turn is being tested now."""
    return any(each.endswith(SANDBOX) and parent(each) == parent(path) for each in debate.asked)


def _short(text: str) -> str:
    """Return the first sentence of a text, without its full stop; of a long one, its first words."""
    first = _END.split(" ".join(text.split()), maxsplit=1)[0].rstrip(".;:")
    return first if len(first) <= TITLE else f"{first[:TITLE].rpartition(' ')[0] or first[:TITLE]} …"


# ---- tests ---------------------------------------------------------------------------------------------------------
@value
class TestResult:
    """What came of one test. `generated`: it was made up in the debate, and nobody gave it. `milliseconds`: None where
    nobody measured it. `output`: why it failed, and what it printed."""

    name: str
    passed: bool
    generated: bool = False
    milliseconds: int | None = None
    output: str = ""

    @property
    def time(self) -> str:
        return took(self.milliseconds) if self.milliseconds is not None else ""

    @property
    def line(self) -> str:
        kind = tr(" (generated)") if self.generated else ""
        time = f", {self.time}" if self.time else ""
        why = self.output if not self.passed else ""
        return f"{'✓' if self.passed else '✕'} {self.name}{kind}{time}{f': {why}' if why else ''}"


@value
class TestRun:
    """The last tests that were run. `of`: whose work was tested, or which version; "" where nobody
    knows."""

    path: str
    of: str
    passed: bool
    results: tuple[TestResult, ...] = ()

    @property
    def failed(self) -> int:
        return sum(not result.passed for result in self.results)

    @property
    def counts(self) -> tuple[tuple[str, bool], ...]:
        """How many passed, and how many failed, in words; those that were generated are counted apart."""
        return counted(self.results) or ((tr("passed") if self.passed else tr("not passed"), self.passed),)

    @property
    def summary(self) -> str:
        return ", ".join(words for words, _ in self.counts)

    @property
    def sorted(self) -> tuple[TestResult, ...]:
        """The results, what failed first."""
        return tuple(sorted(self.results, key=lambda result: result.passed))


def counted(results: Iterable[TestResult]) -> tuple[tuple[str, bool], ...]:
    """Say how many passed and how many failed, each with whether it is good; generated cases are counted apart."""
    found = Counter((result.generated, result.passed) for result in results)
    return tuple(
        (
            (tr("{generated_cases} passed") if passed else tr("{generated_cases} failed")).format(
                generated_cases=plural("{count} generated case", "{count} generated cases", number)
                if generated
                else number
            ),
            passed,
        )
        for generated, passed in ((False, True), (False, False), (True, True), (True, False))
        if (number := found[generated, passed])
    )


def last_tests(debate: Debate, past: Past) -> TestRun | None:
    """Return the last tests that were run; None while there were none."""
    turn = past.last("tests")
    if turn is None:
        return None
    seat = seat_in(parent(turn.path), debate.seats)
    checked = {word(each.get("of")) for each in items(turn.data.get("checks"))}
    written = past.last("artifact")
    path = next(iter(checked)) if len(checked) == 1 else written.path if written is not None else ""
    number = version_of(past, path) if path else 0
    version = tr("version {version_of}").format(version_of=number) if number else ""
    return TestRun(
        path=turn.path,
        of=name_of(seat, debate.seats) if seat else version if len(checked) < 2 else "",
        passed=turn.data.get("passed") is True,
        results=tuple(_checked(debate, turn)) or tuple(results_of(turn)),
    )


def _checked(debate: Debate, turn: Turn) -> Iterator[TestResult]:
    """Yield what came of each test that a command reported, or of the command that checked a proposal."""
    checks = shown_checks(turn.data)
    several = len({each.of for each in checks}) > 1
    for each in checks:
        of = f"{name_of(seat_in(each.of, debate.seats), debate.seats)}: " if several else ""
        yield from (TestResult(name=f"{of}{name}", passed=good, output=why) for name, good, why in each.tests)
        if each.tests and each.passed is all(good for _, good, _ in each.tests):
            continue
        yield TestResult(
            name=f"{of}{each.name}", passed=each.passed, milliseconds=each.milliseconds, output=each.output
        )


def results_of(turn: Turn) -> Iterator[TestResult]:
    """Yield what came of each test of a turn."""
    for item in items(turn.data.get("items")):
        took_, passed = item.get("milliseconds"), item.get("passed") is True
        why = word(item.get("output")) or word(item.get("why")) or ("" if passed else word(turn.data.get("note")))
        yield TestResult(
            name=word(item.get("name")) or word(item.get("text")) or "a test",
            passed=passed,
            generated=item.get("generated") is True,
            milliseconds=round(took_) if isinstance(took_, (int, float)) and amount(took_) else None,
            output=why,
        )
