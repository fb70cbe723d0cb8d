"""What participants answer, compared as values or as groups, never as strings (SPEC FORMAT.2, CONSENSUS.3).

Two answers are the same where their typed values are, numbers of one unit within a tolerance; where their words are
equal but for case and marks; or where the last record of agreement puts both of their authors into one group, with a
receipt of each from the answer that it holds now. Everything else counts as different, since nobody compared it; and
so do values that differ, and words in which each gives a figure that the other does not: no record makes those one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from disputatio.debate.format import ANSWERING
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import PERCENT, items, measure_of, unit_of, word, words
from disputatio.debate.policy import At
from disputatio.debate.ranges import amount
from disputatio.debate.statements.receipts import bare_words, contrary, receipt_in
from disputatio.debate.values import Json, value
from disputatio.debate.wording import figure, tr

NUMERIC = ("number", "year")
ESTIMATING = ("estimate", "revise")
"""The steps, by name, in which a position is asked for as a figure wherever the question admits one."""
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


@value
class Answer:
    """The last answer of a seat. `position` is its field, `text` the whole turn. `number`: the value of a typed answer,
    None where it is in words; `low`, `high`: the interval given with it. `option`: the option that was chosen."""

    seat: str = ""
    path: str = ""
    position: str = ""
    text: str = ""
    model: str = ""
    kind: str = ""
    number: float | None = None
    unit: str = ""
    low: float | None = None
    high: float | None = None
    option: str = ""
    because: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The position but for case and marks; of an option, its name alone."""
        return bare_words(self.option or self.position) or self.position

    def equals(self, other: Answer, tolerance: float) -> bool:
        """Return whether this is the same answer, by its value or else by its words."""
        if self.number is None or other.number is None:
            return self.number == other.number and self.words == other.words
        return self._commensurable(other) and abs(self.number - other.number) <= tolerance

    def _commensurable(self, other: Answer) -> bool:
        """Return whether the numbers are of one unit: a bare one is of that of the other."""
        return self.measure == other.measure or self.bare or other.bare

    @property
    def measure(self) -> str:
        """The unit to compare by."""
        return measure_of(self.unit)

    @property
    def typed(self) -> str:
        """The value as it was typed, with its unit and its range: "1,050 TWh (850 to 1,350)"; "" of words."""
        if self.number is None:
            return ""
        form = ".10g" if self.kind == "year" else ",.10g"
        told = f"{figure(self.number, form)} {self.unit}".rstrip()
        if self.low is None or self.high is None:
            return told
        return tr("{value} ({low} to {high})").format(
            value=told, low=figure(self.low, form), high=figure(self.high, form)
        )

    @property
    def bare(self) -> bool:
        """Whether this is a number without a unit, and no year."""
        return self.kind == "number" and not self.unit


@value
class Answers:
    """The last answers by seat, and the groups of the last record of agreement that hold for them."""

    given: Mapping[str, Answer]
    clusters: tuple[frozenset[str], ...] = ()
    tolerance: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether there is something to compare: two answers or more, each with a position."""
        return len(self.given) > 1 and all(one.position for one in self.given.values())

    @property
    def groups(self) -> tuple[frozenset[str], ...]:
        """Who gives the same answer, the largest group first."""
        found: list[list[Answer]] = []
        for one in sorted(self.given.values(), key=lambda one: (one.number or 0.0, one.seat)):
            group = next((group for group in found if all(self._alike(one, other) for other in group)), None)
            found.append([one]) if group is None else group.append(one)
        groups = (frozenset(one.seat for one in group) for group in found)
        return tuple(sorted(groups, key=lambda group: (-len(group), sorted(group))))

    def _alike(self, one: Answer, other: Answer) -> bool:
        if one.equals(other, self.tolerance):
            return True
        if one.kind or other.kind or contrary(one.position, other.position) or _figures_differ(one, other):
            return False
        return any({one.seat, other.seat} <= cluster for cluster in self.clusters)

    def kept_since(self, before: Answers) -> bool:
        """Return whether nobody has changed position: each gives the same value or the same words, or, with other
        words, stays in a group with the same others."""
        groups = {group for group in self.groups if len(group) > 1} & set(before.groups)
        grouped = frozenset[str]().union(*groups)
        return self.given.keys() == before.given.keys() and all(
            one.equals(before.given[seat], self.tolerance)
            or (seat in grouped and one.number is None and before.given[seat].number is None)
            for seat, one in self.given.items()
        )


def answers(at: At, past: Past, tolerance: float = 0.0) -> Answers:
    """Return the answers of those who still take part: whoever left neither agrees nor objects."""
    present = {seat: one for seat, one in last_answers(past).items() if at.present(seat)}
    given = in_shared_unit(present, at.debate.question)
    return Answers(given=given, clusters=_clusters(past.last("agreement"), given), tolerance=tolerance)


def last_answers(past: Past) -> dict[str, Answer]:
    """Return the last answer of each seat."""
    return past.fold("answers", _with_answer, {})


def first_answers(past: Past) -> Answers:
    """Return the answers that were given before anybody had read anybody: those of the first step in which answers are
    given (the baseline vote0 of SPEC FORMAT.2, where that step is sealed), grouped by the first record of agreement."""
    first: dict[str, Answer] = past.fold("first answers", _with_first, {})
    given = in_shared_unit(first)
    return Answers(given=given, clusters=_clusters(next(iter(past.of("agreement")), None), given))


def in_shared_unit(given: Mapping[str, Answer], question: str = "") -> dict[str, Answer]:
    """Return answers in which each bare number has the unit that all others share or, where they have several, the one
    that the question names."""
    units = {one.measure: one.unit for one in given.values() if one.kind == "number" and one.unit}
    named = [unit for measure, unit in units.items() if len(units) == 1 or _names(question, measure)]
    unit = named[0] if len(named) == 1 else ""
    return {seat: replace(one, unit=unit) if one.bare and unit else one for seat, one in given.items()}


def _figures_differ(one: Answer, other: Answer) -> bool:
    """Return whether each of two answers in words gives a figure that the other does not."""
    mine, theirs = ({*_FIGURE.findall(each.position)} for each in (one, other))
    return bool(mine - theirs and theirs - mine)


def _names(question: str, measure: str) -> bool:
    spellings: Collection[str] = PERCENT if measure == PERCENT[0] else (measure, f"{measure}s")
    each = (rf"(?<!\w){re.escape(one)}(?!\w)" for one in spellings)
    return re.search("|".join(each), question, re.IGNORECASE) is not None


def _with_answer(before: dict[str, Answer], turn: Turn) -> dict[str, Answer]:
    return {**before, turn.seat: answer_of(turn)} if turn.gives in ANSWERING else before


def _with_first(before: dict[str, Answer], turn: Turn) -> dict[str, Answer]:
    first = next(iter(before.values()), None)
    if turn.gives not in ANSWERING or (first is not None and _step(first.path) != _step(turn.path)):
        return before
    return {**before, turn.seat: answer_of(turn)}


def _step(path: str) -> str:
    return path.rpartition("[")[0]


def answer_of(turn: Turn) -> Answer:
    """Return the answer that a turn gives."""
    return replace(answer_in(turn.data), seat=turn.seat, path=turn.path, text=turn.text, model=turn.model)


def answer_in(data: Mapping[str, Json]) -> Answer:
    """Return the answer in the fields of a turn."""
    found = data.get("value")
    typed: dict[str, Json] = found if isinstance(found, dict) else {}
    kind = word(typed.get("kind"))
    return Answer(
        position=word(data.get("position")),
        kind=kind,
        number=_number(typed.get("value")) if kind in NUMERIC else None,
        unit=unit_of(word(typed.get("unit"))),
        low=_number(typed.get("low")),
        high=_number(typed.get("high")),
        option=word(typed.get("value")) if kind == "option" else "",
        because=words(data.get("because")),
    )


def _number(found: Json) -> float | None:
    return float(found) if isinstance(found, (int, float)) and amount(found) else None


def _clusters(record: Turn | None, given: Mapping[str, Answer]) -> tuple[frozenset[str], ...]:
    """Return the groups of a record of agreement, with those in them whose receipt stands in the answer they hold."""
    found = items(record.data.get("clusters")) if record is not None else ()
    return tuple(
        frozenset(seat for seat, one in given.items() if any(_bears(item, one) for item in items(each.get("receipts"))))
        for each in found
    )


def _bears(receipt: dict[str, Json], one: Answer) -> bool:
    """Return whether a receipt is taken from the present answer of a participant, and stands in it."""
    quote = word(receipt.get("quote"))
    if word(receipt.get("seat")) != one.seat or word(receipt.get("turn")) != one.path:
        return False
    return bare_words(quote) == bare_words(one.position) != "" or receipt_in(quote, one.text) is not None
