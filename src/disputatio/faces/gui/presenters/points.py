"""The points of a debate as the inspector lists them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from disputatio.debate.ids import round_of
from disputatio.debate.points import Point
from disputatio.debate.seats import Seat
from disputatio.faces.gui.models.points import Author, PointItem, Status
from disputatio.faces.gui.presenters import identities

STATUS: Final[dict[str, Status]] = {
    "unaddressed": "open",
    "agreed": "agreed",
    "contested": "contested",
    "unverifiable": "open",
    "resolved": "agreed",
    "withdrawn": "withdrawn",
    "set aside": "withdrawn",
}
ORDER: Final = {"contested": 0, "unverifiable": 1, "unaddressed": 2, "agreed": 3, "resolved": 3}


def items(points: Iterable[Point], seats: Mapping[str, Seat]) -> list[PointItem]:
    """What is open first, in the order in which it was stated."""
    ordered = sorted(points, key=lambda point: ORDER.get(point.status, 4))
    return [_item(point, seats) for point in ordered]


def _item(point: Point, seats: Mapping[str, Seat]) -> PointItem:
    who = identities.of_turn(point.author, "say", seats)
    given_up = point.settled and point.flip == "capitulation"
    return PointItem(
        key=point.id,
        text=plain(point.text),
        status="conceded" if given_up else STATUS[point.status],
        authors=(Author(name=who.name, glyph=who.glyph, colour=who.colour),),
        note=_note(point),
    )


def plain(text: str) -> str:
    """Without the marks of code, and with places to break long names at."""
    return re.sub(r"([_/.])(?=\w)", "\\1\u200b", text.replace("`", ""))


def _note(point: Point) -> str:
    word = {
        "unverifiable": "cannot be verified",
        "unaddressed": "not addressed yet",
        "resolved": "was contested",
        "set aside": "set aside by you",
    }.get(point.status, "")
    flip = {"capitulation": "without a reason"}.get(point.flip, point.flip)
    number = round_of(point.since)
    since = f"round {number}" if number else ""
    return ", ".join(part for part in (word, flip, since) if part)
