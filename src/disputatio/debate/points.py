"""Points: statements taken from turns, each with a status (SPEC DUAL.3). A pure fold over the past.

    unaddressed   listed, and nobody has assessed it
    agreed        assessed and accepted
    contested     assessed and disputed
    unverifiable  assessed, and nothing at hand can decide it: counts as contested until it is settled
    resolved      was contested or unverifiable, now agreed: counts as agreed
    withdrawn     its author took it back: counts for nothing
    set aside     the person took it out: counts for nothing

Support: the citations that stand where a point is stated (see `evidence`). A point whose only support failed the check
is unverifiable, whatever was assessed, until a citation of it holds; and a point that was assessed as unverifiable does
not block once a quotation for it was found word for word in the source (SPEC EVIDENCE.1, DUAL.3).

The same statement in other words is one point (`sameness`), never across a negation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from typing import Literal

from disputatio.debate import reading
from disputatio.debate.evidence import Item, cites, items_of, subject_of, supports
from disputatio.debate.ids import parent, segments
from disputatio.debate.sameness import same
from disputatio.debate.turns import Past, Turn
from disputatio.debate.values import Json, value

Status = Literal["unaddressed", "agreed", "contested", "unverifiable", "resolved", "withdrawn", "set aside"]
Flip = Literal["", "evidence", "argument", "capitulation", "spontaneous"]
SETTLED: frozenset[str] = frozenset({"agreed", "resolved"})
_FLIPS = ("evidence", "argument", "capitulation", "spontaneous")
_RULINGS: dict[str, Status] = {"set aside": "set aside", "agreed": "agreed", "contested": "contested"}


@value
class Point:
    """`author`: the seat that stated it. `path`: the turn that stated it; `since`: the turn that gave it its status.
    `flip`: how the last change of position on it came about, where that was asked. `judged`: the status by assessment
    alone; `disputed`: the seat that last disputed or doubted it. `verified` and `failed`: its citations, as they were
    checked; `quoted`: one of them word for word."""

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
    judged: Status = "unaddressed"
    verified: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    quoted: bool = False
    disputed: str = ""

    @property
    def open(self) -> bool:
        return self.status == "contested" or (self.status == "unverifiable" and not self.quoted)

    @property
    def settled(self) -> bool:
        return self.status in SETTLED


Points = dict[str, Point]


@value
class _Board:
    """`cited`: the checked citations of each turn, by its path. `old`: what was cited when the flip gate last asked."""

    points: Points = field(default_factory=dict)
    cited: dict[str, tuple[Item, ...]] = field(default_factory=dict)
    old: frozenset[str] = frozenset()


_EMPTY = _Board()


def points_of(past: Past) -> Points:
    """All points so far, by id, in the order in which they were first stated."""
    return past.fold("points", _with_turn, _EMPTY).points


def _with_turn(board: _Board, turn: Turn) -> _Board:
    if turn.gives == "evidence":
        return _checked(board, turn)
    if turn.gives == "flips":
        return replace(board, points=_flipped(board, turn), old=_names(_items(board)))
    points = _after(board.points, turn)
    if turn.gives == "points" and (items := board.cited.get(parent(turn.path))):
        points = _supported(points, _stated(points, turn), items)
    return board if points is board.points else replace(board, points=points)


def _after(points: Points, turn: Turn) -> Points:
    match turn.gives:
        case "points":
            return _listed(points, turn)
        case "assessment":
            return _assessed(points, turn)
        case "ruling":
            return _ruled(points, turn)
        case _:
            return points


def _checked(board: _Board, turn: Turn) -> _Board:
    """Citations of a turn were checked: they support the points that it states."""
    of, items = subject_of(turn.path, turn.data), items_of(turn.data)
    if not items:
        return board
    stated = [id for id, point in board.points.items() if point.path == of]
    return replace(board, points=_supported(board.points, stated, items), cited={**board.cited, of: items})


def _stated(points: Points, turn: Turn) -> list[str]:
    """The points that a listing names."""
    named = ((reading.word(item.get("same_as")), _text(item)) for item in reading.items(turn.data.get("items")))
    return [point.id for id, text in named if (point := _known(points, id, text)) is not None]


def _supported(points: Points, stated: Sequence[str], items: Sequence[Item]) -> Points:
    found = dict(points)
    for id in stated:
        bearing = [item for item in items if supports(item, points[id].text)]
        if bearing:
            found[id] = _ruled_by_evidence(_with_support(points[id], bearing))
    return found if found != points else points


def _with_support(point: Point, items: Sequence[Item]) -> Point:
    verified = (*point.verified, *(item.where or item.citation for item in items if item.grounded))
    failed = (*point.failed, *(f"{item.citation} ({item.status})" for item in items if item.failed))
    return replace(
        point,
        verified=tuple(dict.fromkeys(verified)),
        failed=tuple(dict.fromkeys(failed)),
        quoted=point.quoted or any(item.grounded and item.quote for item in items),
    )


def _ruled_by_evidence(point: Point) -> Point:
    """The status that the assessments and the check of the citations make together."""
    if point.judged not in ("unaddressed", "agreed", "resolved") or not point.failed or point.verified:
        earned = point.status == "unverifiable" and point.judged in SETTLED
        return replace(point, status=point.judged, flip="evidence" if earned else point.flip)
    reason = f"its only support does not hold: {'; '.join(point.failed[:3])}"
    return replace(point, status="unverifiable", reason=reason)


def _listed(points: Points, turn: Turn) -> Points:
    """A list of the points of the turn that encloses the listing."""
    found = dict(points)
    enclosing = parent(turn.path) or turn.path
    author = next((index for _, index in reversed(segments(enclosing)) if index), "")
    for item in reading.items(turn.data.get("items")):
        text = _text(item)
        known = _known(found, reading.word(item.get("same_as")), text)
        if text and known is None:
            _add(found, text, author, enclosing, kind=reading.word(item.get("kind")) or "claim")
        elif known is not None and known.status == "withdrawn":
            found[known.id] = replace(
                known, status="unaddressed", judged="unaddressed", since=enclosing, verified=(), failed=(), quoted=False
            )
    for id in _words(turn.data.get("withdrawn")):
        if id in found and found[id].author == author:
            found[id] = replace(found[id], status="withdrawn", judged="withdrawn", since=enclosing)
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
        for item in reading.items(turn.data.get(key)):
            text, reason = _text(item), reading.word(item.get("reason"))
            point = _known(found, reading.word(item.get("point")), text)
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
    disputed = point.disputed if status in SETTLED else segments(path)[-1][1]
    judged = replace(
        point, status=status, judged=status, since=path, reason=reason, flip=flip, first=first, disputed=disputed
    )
    return _ruled_by_evidence(judged)


def _flipped(board: _Board, turn: Turn) -> Points:
    found = dict(board.points)
    for item in reading.items(turn.data.get("items")):
        id, kind = reading.word(item.get("point")), reading.word(item.get("class"))
        if id in found and kind in _FLIPS:
            flip: Flip = kind  # type: ignore[assignment]
            found[id] = replace(found[id], flip=_by_evidence(board, found[id], item) if flip == "evidence" else flip)
    return found


def _by_evidence(board: _Board, point: Point, item: dict[str, Json]) -> Flip:
    """What a change is that is said to rest on evidence: that, if a citation that holds, and that is new since the gate
    last asked, is named or supports the point. Else a reason, if one is named whose check did not fail (SPEC
    FORMAT.2): nobody's word makes it evidence."""
    named = (*_words(item.get("because")), reading.word(item.get("because")))
    held = _names(item for item in _items(board) if item.grounded) - board.old
    if any(cites(text, name) for name in held for text in (*named, *point.verified)):
        return "evidence"
    failed = _names(item for item in _items(board) if item.failed)
    reasons = [text for text in named if text and not any(cites(text, name) for name in failed | board.old)]
    return "argument" if reasons else "capitulation"


def _items(board: _Board) -> Iterator[Item]:
    return (item for items in board.cited.values() for item in items)


def _names(items: Iterable[Item]) -> frozenset[str]:
    return frozenset(name for item in items for name in (item.citation, item.where) if name)


def _ruled(points: Points, turn: Turn) -> Points:
    id, status = reading.word(turn.data.get("point")), _RULINGS.get(reading.word(turn.data.get("status")))
    if id not in points or status is None:
        return points
    reason = reading.word(turn.data.get("why"))
    ruled = replace(points[id], status=status, judged=status, since=turn.path, reason=reason, flip="", failed=())
    return {**points, id: ruled}


def _known(points: Points, id: str, text: str) -> Point | None:
    """The point that is meant: by its id, else the one that says the same."""
    if id in points:
        return points[id]
    return next((point for point in points.values() if text and same(point.text, text)), None)


def _add(points: Points, text: str, author: str, path: str, kind: str = "claim") -> Point:
    id = f"P{len(points) + 1}"
    points[id] = Point(id=id, text=text, author=author, path=path, since=path, kind=kind)
    return points[id]


def _words(found: Json) -> list[str]:
    return [str(item) for item in found] if isinstance(found, list) else []


def _text(item: dict[str, Json]) -> str:
    return reading.word(item.get("text"))
