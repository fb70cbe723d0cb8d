"""A participant's answer to the question: its position, how sure it is, and why.

A position that is a number, a year or an option is kept as such besides. Nothing is guessed: bounds ("not before 2031"),
ranges without a centre and choices between numbers are none of these, and what goes on after the number may only
qualify it. Where a step asks for an estimate, a condition or a reason may follow it, too, and a sentence may put one
year at its end, or one figure with its range in brackets anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from disputatio.debate.payload import unit_of
from disputatio.debate.policies.answers import ESTIMATING
from disputatio.debate.ranges import amount
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading import confident, line
from disputatio.prompting.rehearsal.claims import position
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import bullet_list, own, reply_to_last
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape

# ruff: noqa: E501  (one sentence of a prompt is not broken)


def rehearsed_answer(brief: Brief, given: Material) -> str:
    """Return an answer that a rehearsal gives."""
    held = position(brief, given)
    before = reply_to_last(brief, given, attacking=brief.role.casefold() == "challenger") if brief.turns else ""
    parts = [before, own(brief, given)]
    parts.append(
        f"### Position\n{held.text}\n\n### Confidence\n{held.confidence}\n\n### Because\n{bullet_list(held.because)}"
    )
    return "\n\n".join(part for part in parts if part)


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the fields of an answer, and the value of a position that is a number, a year or an option. Raises
    `Incomplete` for an estimate without a reason, since a figure alone moves nobody, and for one in which a figure
    stands where it cannot be read: the others would be shown a median without it."""
    found = confident(shape, text, brief)
    if found is None:
        return None
    answered = with_value(found, brief)
    if brief.task in ESTIMATING:
        held = line(found.get("position"))
        unread = "value" not in answered and _FIGURES.search(held) and not _PLACE.search(held)
        faults = [*([] if found.get("because") else [_REASONLESS]), *([_UNREAD.format(held=held)] if unread else [])]
        if faults:
            raise Incomplete(" ".join(faults), answered)
    return answered


_REASONLESS = "You give no reason. Others are shown nothing of your answer but it and your reasons."
_UNREAD = "No figure can be read in your position, “{held}”. If your answer is a number or a year, begin the position with it, its unit and its likely range in brackets, as in “40 % (30 to 50)”. If it is no figure, leave the position as it is."


def with_value(found: Payload, brief: Brief) -> Payload:
    """Return the fields of an answer with the value of its position, where that is a number, a year or an option."""
    held = value_of(line(found.get("position")), brief.task in ESTIMATING)
    return {**found, "value": held} if held else found


ANSWER = Contract(
    name="answer",
    asks="""\
Answer the question directly and completely, with the reasons that carry your answer. If nobody could answer it from what is known, say so and say what would settle it.""",
    tasks={
        "answer again": """\
You have read what the others said. Take up the strongest thing in it, whether it speaks for your answer or against it; if somebody has asked you something, answer that too. Then give your answer as it is now, with the reasons that carry it; if it has changed, say what changed it.""",
        "revise": """\
Another round. You see what you answered, and what everybody's last answers come to: of numbers the median, the range and, of four or more, the quartiles, otherwise how many hold which position; and the reasons, without names.
Keep your answer or change it. Let your prose begin with it, in one line; then say why: which reason moved you, or what you reply to the reasons and objections that speak against it. Under Because, list every reason that carries your answer, also those of earlier rounds that you still hold: of your prose the others see only reasons that are taken from it, and of many reasons the new ones and those that most hold or dispute.""",
    },
    fields=(
        shapes.text(
            "position",
            "your answer in one sentence; where the question asks for a number or a year, begin with that, its unit and its likely range in brackets, 40 % (30 to 50), and for an option, that alone or with your change to it",
            also=("option, choice, vote, answer, stance, decision, recommendation, final answer, my position"),
            needed=True,
        ),
        replace(shapes.CONFIDENCE, says=f"{shapes.CONFIDENCE.says}; of a number, that the truth lies in your range"),
        shapes.texts(
            "because",
            "the reasons that carry it",
            also="reasons, rationale, reasoning, why, evidence, justification, key points, explanation",
        ),
    ),
    reader=_read,
    rehearsal=rehearsed_answer,
    formed="Because",
)


# ---- The value of a position: the number, year or option that it holds.
YEARS = range(1800, 2201)
"""Whole numbers without a unit that are taken for years."""

_NUMBER = r"[-−+]?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,9})?(?![\d.,]*\d)"
_LEAD = re.compile(
    r"\W{0,4}(?:(?:my|our|the|a|in|year|about|around|approximately|roughly|circa|ca|central|median|best|point|current|"
    r"revised|final|estimate|answer|forecast|position|is|be|of|remains|stays|still|i|keep|estimated?)\b[\W_]{0,4}){0,8}",
    re.I,
)
_FIGURE = (
    rf"(?P<sign>[$€£])?\s?(?P<number>{_NUMBER})\s?(?P<scale>thousand|million|billion|k|m|bn)?(?![a-z])\s?"
    r"(?P<unit>%|percent|per[ -]cent|(?!or\b|to\b|if\b|and\b|with\b|but\b|plus\b|minus\b|give\b)[a-z°€$£]{1,12})?"
)
_VALUE = re.compile(rf"{_FIGURE}(?P<rest>.*)", re.I | re.S)
_RANGED = re.compile(rf"(?<![\w.,]){_FIGURE}\s?(?P<range>\([^()]*\))", re.I)
_QUALIFIED = re.compile(
    r"[\s.*_]*(?:(?:\([^()]*\)|±\s?[\d.,]+|[,;]?\s?with an? .{0,30}interval.*)[\s.*_]*)*", re.I | re.S
)
_GOES_ON = re.compile(r"[\s*_]*(?![,;–—-]\W{0,3}\d)(?:$|[.,;:(]|[–—-]\s|±|with\b|but\b|give or take\b|plus\b)", re.I)
_RANGE = re.compile(rf"({_NUMBER})\s?%?\s?(?:-|–|—|to|and)\s?({_NUMBER})")
_AROUND = re.compile(rf"(?:±|give or take)\s?({_NUMBER})", re.I)
_IN_YEAR = re.compile(r"[^\d]*\bin (?P<year>\d{4})[\s.*_]*", re.S)
_BOUNDED = re.compile(r"\b(?:not?|never|before|after|until|by|than|earliest|latest|or|if|unless)\b|n['’]t\b", re.I)
_FIGURES = re.compile(rf"(?<![\w.,+−-]){_NUMBER}")
_PLACE = re.compile(r"`|\w:\d")
"""What is quoted from a file, or is a place in it, is no figure."""
_BEYOND = re.compile(r"\b(?:not|never|before|after|until|by|than|least|most|below|above|under|over)\W*\Z", re.I)
"""What makes a bound of the number behind it."""
_OPTION = re.compile(r"\W*(?:[Oo]ption\s+)?(?P<one>[A-Z]|[Yy]es|[Nn]o)\W*", re.S)
_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9}


def value_of(position: str, asked: bool) -> Payload | None:
    """Return the value of a position: {kind, value, unit, low, high}; None where it is in words. `asked`: a figure was
    asked for, so that what follows it need not be read."""
    if option := _OPTION.fullmatch(position):
        one = option["one"]
        return {
            "kind": "option",
            "value": one if len(one) == 1 else one.casefold(),
            "unit": "",
            "low": None,
            "high": None,
        }
    found = _VALUE.match(position, _end_of_lead(position))
    if found and (_GOES_ON.match(found["rest"]) if asked else _QUALIFIED.fullmatch(found["rest"])):
        unit = found["sign"] or found["unit"] or ""
        return _figure(found["number"], _SCALES.get((found["scale"] or "").casefold(), 1.0), unit, found["rest"])
    if asked and len(given := [*_as_asked(position)]) == 1:
        return given[0]
    bare = re.sub(r"\([^()]*\)", " ", position)
    year = _IN_YEAR.fullmatch(bare) if asked and not _BOUNDED.search(bare) else None
    return _figure(year["year"], 1.0, "", position) if year else None


def _as_asked(position: str) -> Iterator[Payload]:
    """Yield the figures in a sentence that have their range in brackets, as the form asks for it: "11 years (7 to 16)"."""
    for found in _RANGED.finditer(position):
        unit, scale = found["sign"] or found["unit"] or "", _SCALES.get((found["scale"] or "").casefold(), 1.0)
        held = _figure(found["number"], scale, unit, found["range"])
        if held and held["low"] is not None and not _BEYOND.search(position[: found.start()]):
            yield held


def _end_of_lead(position: str) -> int:
    lead = _LEAD.match(position)
    end = lead.end() if lead else 0
    return end - 1 if end and position[end - 1] in "$€£-−+" else end


def _figure(written: str, scale: float, unit: str, rest: str) -> Payload | None:
    number = _number(written) * scale
    if not amount(number):
        return None
    year = scale == 1 and not unit and "," not in written and number in YEARS
    low, high = _interval(number, rest, scale)
    return {
        "kind": "year" if year else "number",
        "value": int(number) if number.is_integer() else number,
        "unit": unit_of(unit),
        "low": low,
        "high": high,
    }


def _interval(number: float, rest: str, scale: float) -> tuple[float | None, float | None]:
    """Return the interval that is given with a number and holds it."""
    if around := _AROUND.search(rest):
        return number - _number(around[1]) * scale, number + _number(around[1]) * scale
    for found in _RANGE.finditer(rest):
        low, high = _number(found[1]) * scale, _number(found[2]) * scale
        if low <= number <= high:
            return low, high
    return None, None


def _number(written: str) -> float:
    return float(written.replace(",", "").replace("−", "-"))
