"""Evidence over a whole debate: the checked citations of each turn, the share of verified ones of each participant, and
what each claim has for itself by them."""

from __future__ import annotations

from disputatio.debate.docket import claims_of
from disputatio.debate.evidence import Checked, Item, base_score, items_of, subject_of
from disputatio.debate.points import points_of
from disputatio.debate.policies import seat_in
from disputatio.debate.state import Debate
from disputatio.debate.turns import Past
from disputatio.debate.values import value

SYNTHESIS = "Synthesis"
"""What nobody of the cast says, and is checked all the same."""


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


@value
class Base:
    """A point or a claim that rests on citations that were checked: how many hold (also where they stand elsewhere),
    and how many do not."""

    id: str
    text: str
    verified: int
    failed: int

    @property
    def score(self) -> float:
        return base_score(self.verified, self.failed)


def cited(debate: Debate, past: Past) -> tuple[Cited, ...]:
    """The checked citations, turn by turn, oldest first. Of several checks of one turn the last counts."""
    found: dict[str, Cited] = {}
    for turn in past.of("evidence"):
        path, items = subject_of(turn.path, turn.data), items_of(turn.data)
        found[path] = Cited(path=path, seat=seat_in(path, debate.seats), checked=Checked(items=items))
    return tuple(found.values())


def shares(debate: Debate, past: Past) -> tuple[Share, ...]:
    """The share of verified citations of each participant whose turns were checked, in the order of the cast; last that
    of the synthesis, which is nobody's own."""
    by_seat: dict[str, list[Checked]] = {}
    for one in cited(debate, past):
        by_seat.setdefault(one.seat, []).append(one.checked)
    names = {seat.id: seat.name or seat.id for seat in debate.seats.values()}
    return tuple(
        Share(
            seat=seat,
            name=names.get(seat, SYNTHESIS),
            turns=len(by_seat[seat]),
            citations=sum(len(one.items) for one in by_seat[seat]),
            verified=sum(one.verified for one in by_seat[seat]),
            total=sum(one.total for one in by_seat[seat]),
        )
        for seat in dict.fromkeys((*names, *by_seat))
        if seat in by_seat
    )


def bases(past: Past) -> tuple[Base, ...]:
    """What points and claims rest on, in the order in which they came up; those that nothing checked bears on are not
    listed: their score is that of anything, 0.5."""
    checked: dict[str, Item] = {}
    for turn in past.of("evidence"):
        for item in items_of(turn.data):
            checked |= {name: item for name in (item.citation, item.where) if name}
    found = [
        Base(id=point.id, text=point.text, verified=len(point.verified), failed=len(point.failed))
        for point in points_of(past).values()
    ]
    known = {one.id for one in found}
    for claim in claims_of(past).values():
        rests = [checked[link.to] for link in claim.links if link.kind == "supports" and link.to in checked]
        if claim.id not in known:
            verified, failed = sum(item.grounded for item in rests), sum(item.failed for item in rests)
            found.append(Base(id=claim.id, text=claim.text, verified=verified, failed=failed))
    return tuple(one for one in found if one.verified or one.failed)
