"""`show --memories`: what the memory brought into a debate, why, who read it, and where it was said again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from disputatio.app.reminders import Occasion, Reminder, reminders_of, silence
from disputatio.debate.events import Recorded
from disputatio.debate.evolve import fold
from disputatio.debate.ids import when
from disputatio.debate.plan import Planner
from disputatio.faces.cli.face import Face
from disputatio.faces.cli.insights import short
from disputatio.faces.cli.output import one_line
from disputatio.library.memory import why

HELP = "What the memory brought into it, why, who read it, and where it was said again."
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
    return {**asdict(one), "occasions": occasions, "read": list(one.read)}


def _lines(one: Reminder, names: Mapping[str, str]) -> Iterator[str]:
    sure = f", {one.confidence:.2f} sure" if one.confidence is not None else ""
    yield f"{'established fact' if one.established else one.kind}{sure}, of debate {one.debate or 'unknown'}"
    if one.insight:
        yield f"See, reword or dispute it: disputatio memory show {short(one.insight)}"
    if one.left_out:
        yield one.left_out
    elif one.insight:
        yield f"Read by every participant, before {len(one.read)} turns"
    for each in one.occasions:
        yield _occasion(each, names)
    if one.repeated:
        yield f"Said again in: {', '.join(one.repeated)}"


def _occasion(found: Occasion, names: Mapping[str, str]) -> str:
    whom = f"for {names.get(found.seat, found.seat)} in {when(found.path)}" if found.seat else "when the debate began"
    read = f"; read in {', '.join(found.read)}" if found.seat and found.read else ""
    return f"Recalled {whom}, looking for “{one_line(found.sought, SOUGHT)}”: {why(found.terms)}{read}"
