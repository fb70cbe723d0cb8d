"""Evidence over a whole debate: the checked citations of each turn, and the share of verified ones per participant."""

from __future__ import annotations

from disputatio.debate.evidence import Checked, items_of, subject_of
from disputatio.debate.policies import seat_in
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past
from disputatio.debate.values import value


@value
class Cited:
    """The checked citations of one turn: its path, and the seat that made it."""

    path: str
    seat: str
    checked: Checked


@value
class Share:
    """What a participant cited in all. `share` is that of verified citations among those that could be checked, None
    where there are none: then nothing is known, which is not the same as nothing being verified."""

    seat: str
    name: str
    turns: int
    citations: int
    verified: int
    total: int

    @property
    def share(self) -> float | None:
        return self.verified / self.total if self.total else None


def cited(debate: Debate, past: Past) -> tuple[Cited, ...]:
    """The checked citations, turn by turn, oldest first. Of several checks of one turn the last counts."""
    found: dict[str, Cited] = {}
    for turn in past.of("evidence"):
        path, items = subject_of(turn.path, turn.data), items_of(turn.data)
        found[path] = Cited(path=path, seat=seat_in(path, debate.seats), checked=Checked(items=items))
    return tuple(found.values())


def shares(debate: Debate, past: Past) -> tuple[Share, ...]:
    """The share of verified citations of each participant whose turns were checked, in the order of the cast."""
    by_seat: dict[str, list[Checked]] = {}
    for one in cited(debate, past):
        by_seat.setdefault(one.seat, []).append(one.checked)
    return tuple(
        Share(
            seat=seat.id,
            name=seat.name or seat.id,
            turns=len(by_seat[seat.id]),
            citations=sum(len(one.items) for one in by_seat[seat.id]),
            verified=sum(one.verified for one in by_seat[seat.id]),
            total=sum(one.total for one in by_seat[seat.id]),
        )
        for seat in debate.seats.values()
        if seat.id in by_seat
    )
