"""Points: statements taken from turns, each with a status (SPEC DUAL.3). A pure fold over the past.

    unaddressed   listed, and nobody has assessed it
    agreed        assessed and accepted
    contested     assessed and disputed
    unverifiable  assessed, and nothing at hand can decide it: counts as contested until it is settled
    resolved      was contested or unverifiable, now agreed: counts as agreed
    withdrawn     its author took it back: counts for nothing
    set aside     the person took it out: counts for nothing

The same statement in other words is one point (`sameness`), never across a negation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from disputatio.debate.ids import parent, segments
from disputatio.debate.sameness import same
from disputatio.debate.turns import Past, Turn
from disputatio.debate.values import Json, value

Status = Literal["unaddressed", "agreed", "contested", "unverifiable", "resolved", "withdrawn", "set aside"]
Flip = Literal["", "evidence", "argument", "capitulation", "spontaneous"]
OPEN: frozenset[str] = frozenset({"contested", "unverifiable"})
SETTLED: frozenset[str] = frozenset({"agreed", "resolved"})
_FLIPS = ("evidence", "argument", "capitulation", "spontaneous")
_RULINGS: dict[str, Status] = {"set aside": "set aside", "agreed": "agreed", "contested": "contested"}


@value
class Point:
    """`author`: the seat that stated it. `path`: the turn that stated it; `since`: the turn that gave it its status.
    `flip`: how the last change of position on it came about, where that was asked."""

    id: str
    text: str
    author: str
    path: str
    status: Status = "unaddressed"
    since: str = ""
    reason: str = ""
    kind: str = "claim"
    flip: Flip = ""
    first: bool = False

    @property
    def open(self) -> bool:
        return self.status in OPEN

    @property
    def settled(self) -> bool:
        return self.status in SETTLED


Points = dict[str, Point]


def points_of(past: Past) -> Points:
    """All points so far, by id, in the order in which they were first stated."""
    return past.fold("points", _with_turn, {})


def _with_turn(points: Points, turn: Turn) -> Points:
    match turn.gives:
        case "points":
            return _listed(points, turn)
        case "assessment":
            return _assessed(points, turn)
        case "flips":
            return _flipped(points, turn)
        case "ruling":
            return _ruled(points, turn)
        case _:
            return points


def _listed(points: Points, turn: Turn) -> Points:
    """A list of the points of the turn that encloses the listing."""
    found = dict(points)
    enclosing = parent(turn.path) or turn.path
    author = next((index for _, index in reversed(segments(enclosing)) if index), "")
    for item in _dicts(turn.data.get("items")):
        text = _text(item)
        known = _known(found, _word(item.get("same_as")), text)
        if text and known is None:
            _add(found, text, author, enclosing, kind=_word(item.get("kind")) or "claim")
        elif known is not None and known.status == "withdrawn":
            found[known.id] = replace(known, status="unaddressed", since=enclosing)
    for id in _words(turn.data.get("withdrawn")):
        if id in found and found[id].author == author:
            found[id] = replace(found[id], status="withdrawn", since=enclosing)
    return found


def _assessed(points: Points, turn: Turn) -> Points:
    """Agree, disagree, unverifiable: the last word on each point counts, and within one turn the doubt."""
    found = dict(points)
    verdicts: tuple[tuple[str, Status], ...] = (
        ("agree", "agreed"),
        ("unverifiable", "unverifiable"),
        ("disagree", "contested"),
    )
    for key, status in verdicts:
        for item in _dicts(turn.data.get(key)):
            text, reason = _text(item), _word(item.get("reason"))
            point = _known(found, _word(item.get("point")), text)
            if point is None:
                if not text:
                    continue
                point = _add(found, text, turn.seat, turn.path)
            found[point.id] = _judged(point, status, turn.path, reason)
    return found


def _judged(point: Point, status: Status, path: str, reason: str) -> Point:
    if point.status in ("set aside", "withdrawn"):
        return point
    if status == "agreed":
        status = "resolved" if point.open or point.status == "resolved" else "agreed"
    flip: Flip = point.flip if status in SETTLED and point.settled else ""
    first = status == "agreed" and (point.first or point.status == "unaddressed")
    return replace(point, status=status, since=path, reason=reason, flip=flip, first=first)


def _flipped(points: Points, turn: Turn) -> Points:
    found = dict(points)
    for item in _dicts(turn.data.get("items")):
        id, kind = _word(item.get("point")), _word(item.get("class"))
        if id in found and kind in _FLIPS:
            found[id] = replace(found[id], flip=kind)  # type: ignore[arg-type]
    return found


def _ruled(points: Points, turn: Turn) -> Points:
    id, status = _word(turn.data.get("point")), _RULINGS.get(_word(turn.data.get("status")))
    if id not in points or status is None:
        return points
    reason = _word(turn.data.get("why"))
    return {**points, id: replace(points[id], status=status, since=turn.path, reason=reason, flip="")}


def _known(points: Points, id: str, text: str) -> Point | None:
    """The point that is meant: by its id, else the one that says the same."""
    if id in points:
        return points[id]
    return next((point for point in points.values() if text and same(point.text, text)), None)


def _add(points: Points, text: str, author: str, path: str, kind: str = "claim") -> Point:
    id = f"P{len(points) + 1}"
    points[id] = Point(id=id, text=text, author=author, path=path, since=path, kind=kind)
    return points[id]


def _dicts(found: Json) -> Iterator[dict[str, Json]]:
    for item in found if isinstance(found, list) else ():
        if isinstance(item, dict):
            yield item
        elif isinstance(item, str):
            yield {"text": item}


def _words(found: Json) -> list[str]:
    return [str(item) for item in found] if isinstance(found, list) else []


def _word(found: Json) -> str:
    return found.strip() if isinstance(found, str) else ""


def _text(item: dict[str, Json]) -> str:
    return _word(item.get("text"))
