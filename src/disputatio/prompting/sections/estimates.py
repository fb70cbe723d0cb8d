"""The figure over all answers, and that of who answered what: for panellists without names, for whoever writes the
result with them. Text for models."""

from __future__ import annotations

from collections.abc import Iterator

from disputatio.debate.policies.answers import first_answers, in_shared_unit, last_answers
from disputatio.debate.policies.estimates import Cluster, Statistics, spread_of, statistics_of
from disputatio.debate.policy import At
from disputatio.debate.views.words import ended
from disputatio.prompting.sections.lines import line, name_of
from disputatio.prompting.sections.listings import writes


@writes("statistics", "Figures over all answers")
def statistics(at: At) -> str:
    """Return what all answer, without names: how figures are spread, unit by unit, else how many hold which position;
    and the reasons."""
    found = statistics_of(at)
    return "\n".join((*_answers(found), *_reasons(found)))


def _answers(found: Statistics) -> Iterator[str]:
    if len(found.spreads) > 1:
        yield "The answers are in different units, so there is no median of all of them."
    yield from (one.line for one in found.spreads)
    yield from (f"{count} × {line(position)}" for position, count in found.worded)


def _reasons(found: Statistics) -> Iterator[str]:
    if found.clusters:
        held = "held and disputed each before the last answers" if found.waiting else "hold and dispute each"
        yield f"Reasons on record, new ones first, and how many of you {held}:"
        yield from map(_cluster, found.clusters)
    if found.more:
        yield f"(and {found.more} more)"
    if found.clusters and found.reasons:
        yield "New reasons of the last answers, as they stand there:"
    yield from (f"- {line(reason)}{f' ({count} give it)' if count > 1 else ''}" for reason, count in found.reasons)


def _cluster(one: Cluster) -> str:
    against = f", {one.disputed} against" if one.disputed else ""
    why = f" Against it: {line(one.why)}" if one.why else ""
    return f"- ({one.held} for{against}) {ended(line(one.text))}{why}"


@writes("estimates", "Who answered what, first and last")
def estimates(at: At) -> str:
    """Return what the first and the last answers come to, and both of each participant: for whoever writes the result,
    who may be shown their turns in excerpts alone."""
    first, last = first_answers(at.past).given, in_shared_unit(last_answers(at.past), at.debate.question)
    lines = list[str]()
    for title, given in (("First answers", first), ("Last answers", last)):
        spread = spread_of(given.values())
        lines += [f"{title}: {spread.line}."] if spread else []
    for seat, one in last.items():
        began = first[seat].position if seat in first else ""
        lines.append(f"{name_of(at, seat)}: first {line(began)}; last {line(one.position)}" if began else "")
    return "\n".join(filter(None, lines))
