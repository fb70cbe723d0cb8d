"""Figures: sections of a view that are computed from the board. A function of the debate's set-up and the past alone,
so the hash in the log pins their text."""

from __future__ import annotations

from collections import Counter
from math import isfinite

from disputatio.debate.consensus import measure
from disputatio.debate.docket import claims_of
from disputatio.debate.evidence import items_of, subject_of, summary
from disputatio.debate.exits import positions_of
from disputatio.debate.iterations import described
from disputatio.debate.minutes import ledger_of
from disputatio.debate.points import Point, points_of
from disputatio.debate.policies import At, policy, seat_in
from disputatio.debate.reflections import strongest
from disputatio.debate.rooms import room_claim
from disputatio.debate.sections import claim_line, line, stands
from disputatio.debate.turns import Turn

MOST_CITATIONS = 40
"""Citations of one turn that the figure `evidence` lists."""

MOST_REFLECTIONS = 6
"""Reflections that the figure `reflections` lists."""


@policy("figure")
def topic(at: At) -> str:
    """Who takes part, and the aspects to be debated."""
    names = ", ".join(_name(at, seat.id) for seat in at.seats)
    listed = [f"{name}: {text}" if text else name for name, text in described(at).items()]
    return f"Participants: {names}\nAspects: {'; '.join(listed) or 'the question as a whole'}"


@policy("figure")
def participants(at: At) -> str:
    """Who takes part: id, name and role, for those who record."""
    return "\n".join(f"{seat.id}: {_name(at, seat.id)} ({seat.role})" for seat in at.seats)


@policy("figure", name="points")
def point_list(at: At) -> str:
    """Every point with its id, status and author."""
    return "\n".join(_line(at, point) for point in points_of(at.past).values())


@policy("figure")
def standings(at: At) -> str:
    """How much is agreed, and what is agreed."""
    points = points_of(at.past)
    found = measure(points)
    if not found.measured:
        return "Nothing has been assessed yet."
    head = f"Agreed: {found.agreed}. Contested: {found.contested}. Unverifiable: {found.unverifiable}. "
    lines = [_line(at, point) for point in points.values() if point.settled]
    return "\n".join((f"{head}Not assessed: {found.unaddressed}.", *lines))


@policy("figure")
def disputes(at: At) -> str:
    """What is still open, with the reason given."""
    lines = [_line(at, point) for point in points_of(at.past).values() if point.open]
    points = points_of(at.past)
    own = [one for one in claims_of(at.past).values() if one.open and one.id not in points]
    return "\n".join((*lines, *(claim_line(at, one) for one in own))) or "Nothing is in dispute."


@policy("figure")
def claims(at: At) -> str:
    """Every claim with its id, status and sides."""
    return "\n".join(claim_line(at, one) for one in claims_of(at.past).values())


@policy("figure")
def statistics(at: At) -> str:
    """Positions without names: how many hold which, and the spread of numbers where positions are numbers."""
    positions = sorted(positions_of(at.past).values())
    numbers = sorted(_numbers(positions))
    if numbers and len(numbers) == len(positions):
        middle = _median(numbers)
        half = len(numbers) // 2
        low, high = _median(numbers[: half or 1]), _median(numbers[-half or -1 :])
        return f"{len(numbers)} estimates: median {middle:g}, quartiles {low:g} and {high:g}, " + (
            f"range {numbers[0]:g} to {numbers[-1]:g}"
        )
    counted = Counter(positions).most_common()
    reasons = sorted({reason for turn in at.past.of("answer") for reason in _reasons(turn.data.get("because"))})
    return "\n".join((*(f"{count} × {position}" for position, count in counted), *(f"- {text}" for text in reasons)))


@policy("figure")
def ranking(at: At) -> str:
    """Mean rank of each answer over the rankings given, best first."""
    places: dict[str, list[int]] = {}
    for turn in at.past.of("ranking"):
        order = turn.data.get("order")
        for place, item in enumerate(order if isinstance(order, list) else (), 1):
            places.setdefault(str(item), []).append(place)
    means = sorted((sum(found) / len(found), item) for item, found in places.items())
    return "\n".join(f"{item}: mean rank {mean:.2f}" for mean, item in means)


@policy("figure")
def claim(at: At) -> str:
    """The claim that an enclosing block is about."""
    found = room_claim(at)
    return f"{found.id} {found.text}\nSides: {', '.join(_name(at, side) for side in found.sides)}" if found else ""


@policy("figure")
def ledger(at: At) -> str:
    """Where each participant stands."""
    return "\n".join(stands(at, standing, whole=True) for standing in ledger_of(at.past).values())


@policy("figure")
def reflections(at: At) -> str:
    """The reflections so far, the most important first."""
    return "\n".join(f"- [{one.kind}] {line(one.text)}" for one in strongest(at.past, MOST_REFLECTIONS))


@policy("figure")
def evidence(at: At) -> str:
    """The citations of what was said since the seat spoke last, as they were checked against the source."""
    found: list[str] = []
    for turn in at.past.newest():
        if turn.seat == at.seat and turn.message:
            break
        if turn.gives == "evidence":
            found.append(_checked(at, turn))
    return "\n\n".join(text for text in reversed(found) if text)


def _checked(at: At, turn: Turn) -> str:
    """What came of one check; what failed goes first."""
    of, items = subject_of(turn.path, turn.data), items_of(turn.data)
    author = seat_in(of, at.debate.seats)
    if not items or author == at.seat:
        return ""
    ordered = sorted(items, key=lambda item: not item.failed)
    lines = [f"- {item.told}" for item in ordered[:MOST_CITATIONS]]
    if len(items) > MOST_CITATIONS:
        lines.append(f"- and {len(items) - MOST_CITATIONS} more")
    return "\n".join((f"{_name(at, author)}: {summary(items)}", *lines))


def _line(at: At, point: Point) -> str:
    reason = f" — {point.reason}" if point.reason else ""
    return f"{point.id} [{point.status}] ({_name(at, point.author)}) {point.text}{reason}"


def _name(at: At, seat: str) -> str:
    return at.debate.seats[seat].name or seat if seat in at.debate.seats else seat


def _numbers(positions: list[str]) -> list[float]:
    found = []
    for position in positions:
        try:
            found.append(float(position.replace(",", "").rstrip("%")))
        except ValueError:
            continue
    return [number for number in found if isfinite(number)]


def _median(numbers: list[float]) -> float:
    middle = len(numbers) // 2
    return numbers[middle] if len(numbers) % 2 else (numbers[middle - 1] + numbers[middle]) / 2


def _reasons(found: object) -> list[str]:
    return [str(reason) for reason in found] if isinstance(found, list) else []
