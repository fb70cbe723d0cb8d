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

The same statement in other words is one point (`sameness`), never across a negation. How a change of position came
about is a matter of what its author names, never of anybody's word (`flip_gate`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from typing import Literal

from disputatio.debate import payload
from disputatio.debate.citations.evidence import Item, cites, items_of, subject_of, supports
from disputatio.debate.ids import parent, segments
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.sameness import same
from disputatio.debate.statements.ledger import spoken
from disputatio.debate.statements.moves import SETTLED, Hearing, News, by_words, mover, own_words
from disputatio.debate.values import Json, value

Status = Literal["unaddressed", "agreed", "contested", "unverifiable", "resolved", "withdrawn", "set aside"]
Flip = Literal["", "evidence", "argument", "capitulation", "spontaneous"]
_FLIPS = ("evidence", "argument", "capitulation", "spontaneous")
VERDICTS: dict[str, Status] = {"agree": "agreed", "unverifiable": "unverifiable", "disagree": "contested"}
"""What each list of an assessment makes of a point, in the order in which they are read."""
_RULINGS: dict[str, Status] = {"set aside": "set aside", "agreed": "agreed", "contested": "contested"}


@value
class Point:
    """`author`: the seat that stated it. `path`: the turn that stated it; `since`: the turn that gave it its status.
    `flip`: how the last change of position on it came about, where that was asked; `named`: the same by the words of
    who moved alone. `judged`: the status by assessment alone; `disputed`: the seat that last disputed or doubted it.
    `verified` and `failed`: its citations, as they were checked; `quoted`: one of them word for word."""

    id: str
    text: str
    author: str
    path: str
    status: Status = "unaddressed"
    since: str = ""
    reason: str = ""
    kind: str = "claim"
    flip: Flip = ""
    named: Flip = ""
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
    """`cited`: the checked citations of each turn, by its path. `old`: what was cited when the flip gate last asked.
    `said`: the last message of each seat."""

    points: Points = field(default_factory=dict)
    cited: dict[str, tuple[Item, ...]] = field(default_factory=dict)
    old: frozenset[str] = frozenset()
    hearing: Hearing = field(default_factory=Hearing)
    said: dict[str, str] = field(default_factory=dict)


_EMPTY = _Board()


def points_of(past: Past) -> Points:
    """All points so far, by id, in the order in which they were first stated."""
    return past.fold("points", _with_turn, _EMPTY).points


def _with_turn(board: _Board, turn: Turn) -> _Board:
    hearing = board.hearing.turned()
    if spoken(turn):
        said = {**board.said, turn.seat: turn.text}
        board = replace(board, hearing=hearing.spoke(turn, turn.text), said=said)
    else:
        board = replace(board, hearing=hearing)
    match turn.gives:
        case "evidence":
            return _checked(replace(board, hearing=board.hearing.checked(turn)), turn)
        case "flips":
            return replace(board, points=_flipped(board, turn), old=_names(_items(board)))
        case "points":
            return _told(board, _listed(board, turn), turn)
        case "assessment":
            return _told(board, _assessed(board, turn), turn)
        case "ruling":
            return replace(board, points=_ruled(board.points, turn))
        case _:
            return board


def _told(board: _Board, points: Points, turn: Turn) -> _Board:
    """The board with what a listing or an assessment made of the points, which is news to the others: new points, and
    the reasons that were given."""
    place, by = board.hearing.place, turn.seat
    new = (point for id, point in points.items() if id not in board.points)
    found = [News(at=place, kind="argument", text=point.text, by=point.author, id=point.id) for point in new]
    for key in VERDICTS if turn.gives == "assessment" else ():
        reasons = (payload.word(item.get("reason")) for item in payload.items(turn.data.get(key)))
        found += [News(at=place, kind="argument", text=text, by=by) for text in reasons]
    if turn.gives == "points" and (items := board.cited.get(parent(turn.path))):
        points = _supported(points, _stated(points, turn), items)
    return replace(board, points=points, hearing=board.hearing.told(found))


def _checked(board: _Board, turn: Turn) -> _Board:
    """Citations of a turn were checked: they support the points that it states."""
    of, items = subject_of(turn.path, turn.data), items_of(turn.data)
    if not items:
        return board
    stated = [id for id, point in board.points.items() if point.path == of]
    return replace(board, points=_supported(board.points, stated, items), cited={**board.cited, of: items})


def _stated(points: Points, turn: Turn) -> list[str]:
    """The points that a listing names."""
    named = ((payload.word(item.get("same_as")), _text(item)) for item in payload.items(turn.data.get("items")))
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


def _listed(board: _Board, turn: Turn) -> Points:
    """A list of the points of the turn that encloses the listing."""
    found = dict(board.points)
    enclosing = parent(turn.path) or turn.path
    author = next((index for _, index in reversed(segments(enclosing)) if index), "")
    for item in payload.items(turn.data.get("items")):
        text = _text(item)
        known = _known(found, payload.word(item.get("same_as")), text)
        if text and known is None:
            _add(found, text, author, enclosing, kind=payload.word(item.get("kind")) or "claim")
        elif known is not None and known.status == "withdrawn":
            found[known.id] = replace(
                known, status="unaddressed", judged="unaddressed", since=enclosing, verified=(), failed=(), quoted=False
            )
    for id in _words(turn.data.get("withdrawn")):
        if id in found and found[id].author == author:
            gone = replace(found[id], status="withdrawn", judged="withdrawn", since=enclosing)
            named = own_words(board.said.get(author, ""), id)
            found[id] = replace(gone, named=by_words(board.hearing, gone, author, named))
    return found


def _assessed(board: _Board, turn: Turn) -> Points:
    """Agree, disagree, unverifiable: the last word on each point counts, and within one turn the doubt."""
    found = dict(board.points)
    for key, status in VERDICTS.items():
        for item in payload.items(turn.data.get(key)):
            text, reason = _text(item), payload.word(item.get("reason"))
            point = _known(found, payload.word(item.get("point")), text)
            if point is None:
                if not text:
                    continue
                point = _add(found, text, turn.seat, turn.path)
            judged = _judged(point, status, turn.path, reason)
            if judged.judged == "resolved" and point.judged != "resolved":
                named = by_words(board.hearing, judged, turn.seat, (reason,))
                judged = replace(judged, named=named)
            found[point.id] = judged
    return found


def _judged(point: Point, status: Status, path: str, reason: str) -> Point:
    if point.status in ("set aside", "withdrawn"):
        return point
    if status == "agreed":
        status = "resolved" if point.open or point.status == "resolved" else "agreed"
    kept = status in SETTLED and point.settled
    flip: Flip = point.flip if kept else ""
    first = status == "agreed" and (point.first or point.status == "unaddressed")
    disputed = point.disputed if status in SETTLED else segments(path)[-1][1]
    judged = replace(
        point,
        status=status,
        judged=status,
        since=path,
        reason=reason,
        flip=flip,
        named=point.named if kept else "",
        first=first,
        disputed=disputed,
    )
    return _ruled_by_evidence(judged)


def _flipped(board: _Board, turn: Turn) -> Points:
    """What the clerk lists is held against what there is: see `flip_gate`."""
    found = dict(board.points)
    held = _names(item for item in _items(board) if item.grounded) - board.old
    for item in payload.items(turn.data.get("items")):
        point, kind = found.get(payload.word(item.get("point"))), payload.word(item.get("class"))
        if point is not None and kind in _FLIPS and (point.disputed or point.status == "withdrawn"):
            found[point.id] = replace(point, flip=_class_of(board, point, item, held))
    return found


def _class_of(board: _Board, point: Point, item: dict[str, Json], held: frozenset[str]) -> Flip:
    """The class of a change that the clerk tells of. That it rests on evidence can also be so because a new citation
    that holds supports the point."""
    seat = mover(board.hearing, point.since, payload.word(item.get("seat")))
    words = own_words(board.said.get(seat, ""), point.id)
    reason = (point.reason,) if seat != point.author else ()
    named = (*payload.words(item.get("because")), *words, *reason)
    found = by_words(board.hearing, point, seat, named, board.old)
    supported = any(cites(text, name) for name in held for text in point.verified)
    return "evidence" if supported and payload.word(item.get("class")) == "evidence" else found


def _items(board: _Board) -> Iterator[Item]:
    return (item for items in board.cited.values() for item in items)


def _names(items: Iterable[Item]) -> frozenset[str]:
    return frozenset(name for item in items for name in (item.citation, item.where) if name)


def _ruled(points: Points, turn: Turn) -> Points:
    id, status = payload.word(turn.data.get("point")), _RULINGS.get(payload.word(turn.data.get("status")))
    if id not in points or status is None:
        return points
    reason = payload.word(turn.data.get("why"))
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
    return payload.word(item.get("text"))
