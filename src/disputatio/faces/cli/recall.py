"""Insights in words, and `show --memories`: what the memory brought into a debate, why, and where it was said again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from disputatio.app.application import Application
from disputatio.app.memory.reminders import Occasion, Reminder, reminders_of, silence
from disputatio.debate.ids import when
from disputatio.debate.log.events import Recorded
from disputatio.debate.log.evolve import fold
from disputatio.debate.walk.plan import Planner
from disputatio.engine.errors import NotFound
from disputatio.faces.cli.face import Face
from disputatio.faces.cli.output import one_line
from disputatio.library.memory import Insight, why
from disputatio.library.workspace import Assignment, Project

# ---- An insight in words: its id as it can be typed, what it counts for, where it comes from and what it is about.
SHOWN = 90
"""Characters of an insight in a table."""
HEADINGS = ("ID", "WHAT", "SURE", "USED", "INSIGHT")


def row(insight: Insight) -> tuple[str, ...]:
    """Of a table under `HEADINGS`."""
    return (
        short(insight.id),
        standing(insight),
        f"{insight.confidence:.2f}",
        str(insight.retrievals),
        one_line(insight.text, SHOWN),
    )


def short(id: str) -> str:
    """An id as it can be typed: the debate and the number of its insight."""
    head, mark, number = id.rpartition("#")
    return f"{head.partition(':')[0]}{mark}{number}"


def standing(insight: Insight) -> str:
    """What an insight counts for, in a word or two."""
    if insight.status != "active":
        return insight.status
    if insight.rehearsed:
        return f"{insight.kind}, rehearsed"
    return "fact" if insight.established else insight.kind


async def origin(app: Application, insight: Insight) -> str:
    try:
        entry = await app.catalogue.get(insight.debate)
    except NotFound:
        return f"debate {insight.debate}, which has been erased"
    return f"debate {entry.id}: {one_line(entry.title, 60)}"


async def about(app: Application, insight: Insight) -> str:
    kind, ref = insight.context_kind, insight.context_ref
    try:
        match kind:
            case "project":
                return f"project {(await app.library.get(Project, ref)).name}"
            case "assignment":
                return f"assignment {(await app.library.get(Assignment, ref)).name}"
    except NotFound:
        return f"a deleted {kind}"
    return f"repository {ref}" if kind == "repository" else "no context (recalled only on request)"


HELP = "Show what the memory brought into it, why, who read it, and where it was said again."
SOUGHT = 60
"""Characters of what was looked for."""


def show(face: Face, records: list[Recorded], as_json: bool) -> None:
    debate = fold(record.event for record in records)
    past = Planner().walk(debate).past
    found = reminders_of(debate, past)
    if as_json:
        face.json([_data(one) for one in found])
        return
    if not found:
        face.out.line(f"Nothing was recalled. {silence(debate, past)}")
    names = {seat.id: seat.name or seat.id for seat in debate.seats.values()}
    for one in found:
        face.out.heading(one.text)
        for line in _lines(one, names):
            face.out.line(f"  {line}")


def _data(one: Reminder) -> dict[str, Any]:
    occasions = [{**asdict(each), "score": each.terms.score, "why": why(each.terms)} for each in one.occasions]
    return {**asdict(one), "occasions": occasions, "read": list(one.readers)}


def _lines(one: Reminder, names: Mapping[str, str]) -> Iterator[str]:
    sure = f", {one.confidence:.2f} sure" if one.confidence is not None else ""
    yield f"{'established fact' if one.established else one.kind}{sure}, of debate {one.debate or 'unknown'}"
    if one.insight:
        yield f"See, reword or dispute it with: disputatio memory show {short(one.insight)}"
    if one.left_out:
        yield one.left_out
    elif one.insight:
        yield f"Read by every participant, before {len(one.readers)} turns"
    for each in one.occasions:
        yield _occasion(each, names)
    if one.repetitions:
        yield f"Said again in: {', '.join(one.repetitions)}"


def _occasion(found: Occasion, names: Mapping[str, str]) -> str:
    whom = f"for {names.get(found.seat, found.seat)} in {when(found.path)}" if found.seat else "when the debate began"
    read = f"; read in {', '.join(found.readers)}" if found.seat and found.readers else ""
    return f"Recalled {whom}, looking for “{one_line(found.query, SOUGHT)}”: {why(found.terms)}{read}"
