"""What is held and disputed, as every face lists it: points with what became of them, claims with their sides, what
each participant says of each, its links, and its way through the debate."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from disputatio.debate.ids import ASPECT, bound
from disputatio.debate.log.seats import Seat
from disputatio.debate.payload import speaker_of
from disputatio.debate.sameness import same
from disputatio.debate.statements.claims import Claim, Claims, Link, LinkKind
from disputatio.debate.statements.claims import ClaimStatus as ClaimStatus
from disputatio.debate.statements.ledger import Ledger, OnAspect, Standing
from disputatio.debate.statements.points import Point as Point
from disputatio.debate.statements.points import Status
from disputatio.debate.values import value
from disputatio.debate.views.labels import CLAIMS, CONCEDED, FLIPS, HOLDS, LINKS, POINTS, Hold, Label
from disputatio.debate.views.participants import Participant, of_turn
from disputatio.debate.views.places import Course, Place, short, when


# ---- points ----------------------------------------------------------------------------------------------------------
@value
class PointItem:
    """`label`: what became of it; `conceded`: it is agreed because somebody gave way without a reason. `note`: what
    moved whom, and since when; `reason`: what the last assessment said of it. `path`: the turn that stated it."""

    key: str
    text: str
    label: Label
    status: Status = "unaddressed"
    author: Participant
    note: str = ""
    reason: str = ""
    path: str = ""

    @property
    def spoken(self) -> str:
        return ", ".join(part for part in (self.text, self.label.word, self.author.name, self.note) if part)


def point_items(points: Iterable[Point], seats: Mapping[str, Seat]) -> tuple[PointItem, ...]:
    """What is open first, in the order in which it was stated."""
    order = list(POINTS)
    return tuple(_point(point, seats) for point in sorted(points, key=lambda point: order.index(point.status)))


def _point(point: Point, seats: Mapping[str, Seat]) -> PointItem:
    given_up = point.settled and point.flip == "capitulation"
    moved = ("without a reason" if given_up else FLIPS[point.flip].word) if point.flip else ""
    return PointItem(
        key=point.id,
        text=point.text,
        label=CONCEDED if given_up else POINTS[point.status],
        status=point.status,
        author=of_turn(point.author, "say", seats),
        note=", ".join(part for part in (moved, when(point.since)) if part),
        reason=point.reason,
        path=point.path,
    )


# ---- claims ----------------------------------------------------------------------------------------------------------
@value
class Cell:
    """What one participant says of a claim, and where they said it last."""

    hold: Hold = "silent"
    since: str = ""
    short: str = ""
    path: str = ""

    @property
    def spoken(self) -> str:
        return ", ".join(part for part in (HOLDS[self.hold].word, self.since) if part)


@value
class LinkItem:
    """An edge of the argument graph, read from this claim: `key` is the other claim's, "" for a citation. `back`: the
    other claim drew it."""

    kind: LinkKind
    text: str
    key: str = ""
    by: str = ""
    back: bool = False

    @property
    def words(self) -> str:
        sign, word, passive = LINKS[self.kind]
        return f"{sign} {passive if self.back else word}"


@value
class ClaimItem:
    """`sides`: the two who disagree, the one who holds it first. `cells`: what each participant says of it, in their
    order. `refusal`: why no crux room can be opened, "" where one can. `aspect`: "" for the whole question. `point`: it
    is a point of the debate, which a person settles as one. `ruled`: the resolution is a person's word."""

    key: str
    text: str
    status: ClaimStatus = "active"
    since: str = ""
    aspect: str = ""
    sides: tuple[Participant, ...] = ()
    cells: tuple[Cell, ...] = ()
    messages: tuple[Place, ...] = ()
    links: tuple[LinkItem, ...] = ()
    resolution: str = ""
    streak: int = 0
    card: str = ""
    room: str = ""
    refusal: str = ""
    point: bool = False
    ruled: bool = False

    @property
    def label(self) -> Label:
        return CLAIMS[self.status]

    @property
    def against(self) -> str:
        """ "Analyst against Critic"."""
        return " against ".join(side.name for side in self.sides)

    @property
    def spoken(self) -> str:
        return ", ".join(part for part in (self.text, self.label.word, self.against, self.since) if part)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The links that this claim drew, each once: "supports C2"."""
        drawn = (link for link in self.links if not link.back)
        return tuple(dict.fromkeys(f"{LINKS[link.kind][1]} {link.key or link.text}" for link in drawn))


@value
class AspectCell:
    """What a participant holds about an aspect. `unanswered`: challenges to them that are open."""

    position: str = ""
    since: str = ""
    path: str = ""
    evidence: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()


@value
class AspectItem:
    """`name` "" is the whole question."""

    name: str
    cells: tuple[AspectCell, ...] = ()
    claims: tuple[ClaimItem, ...] = ()

    @property
    def title(self) -> str:
        return self.name or "The whole question"


_SAID = tuple[int, int, Hold, str]
"""Place of the message, weight between things said in one message, what it means, its path."""


@lru_cache(maxsize=65_536)
def _alike(one: str, other: str) -> bool:
    return same(one, other)


def claim_items(
    claims: Claims,
    ledger: Ledger,
    course: Course,
    refusals: Mapping[str, str],
    running: Mapping[str, str],
    points: Container[str] = (),
) -> tuple[ClaimItem, ...]:
    """In the order in which they were opened. `refusals`: why each cannot be sent into a crux room; `running`: the
    rooms that are under way, by claim; `points`: the ids of those that are points."""
    back: dict[str, list[LinkItem]] = {}
    for claim in claims.values():
        for link in claim.links:
            if link.to in claims:
                back.setdefault(link.to, []).append(_link(link, claim.text, claim.id, course, back=True))
    found = (
        _item(claim, claims, ledger, course, back.get(claim.id, []), refusals.get(claim.id, ""), running)
        for claim in claims.values()
    )
    return tuple(replace(item, point=item.key in points) for item in found)


def _item(
    claim: Claim,
    claims: Claims,
    ledger: Ledger,
    course: Course,
    back: list[LinkItem],
    refusal: str,
    running: Mapping[str, str],
) -> ClaimItem:
    source = claim.messages[0] if claim.messages else ""
    links = [
        _link(
            link, claims[link.to].text if link.to in claims else link.to, link.to if link.to in claims else "", course
        )
        for link in claim.links
    ]
    return ClaimItem(
        key=claim.id,
        text=claim.text,
        status="in crux room" if claim.id in running else claim.status,
        since=when(source),
        aspect=bound(source).get(ASPECT, ""),
        sides=tuple(map(course.who, claim.sides)),
        cells=tuple(_cell(claim, seat, ledger.get(seat), course) for seat in course.people),
        messages=tuple(course.place(path) for path in claim.messages),
        links=(*links, *back),
        resolution=claim.resolution,
        ruled=bool(claim.ruling),
        streak=claim.streak,
        card=claim.card,
        room=running.get(claim.id, claim.room),
        refusal=refusal,
    )


def _link(link: Link, text: str, key: str, course: Course, *, back: bool = False) -> LinkItem:
    return LinkItem(kind=link.kind, text=text, key=key, by=course.name(link.by) if link.by else "", back=back)


def _cell(claim: Claim, seat: str, standing: Standing | None, course: Course) -> Cell:
    """What they said of it last."""
    found = [*_messages(claim, seat, course), *(_relations(claim, standing, course) if standing else ())]
    if not found:
        return _ascribed(claim, seat)
    _, _, hold, path = max(found)
    if claim.ruling:
        return Cell(hold=hold, since=when(path), short=short(path), path=path)  # what they say of it is as it was
    if claim.status == "resolved" and hold in ("holds", "disputes") and (claim.card or seat != claim.sides[0]):
        hold = "settled"  # who held it first holds it still, unless both took over a common statement
    return Cell(hold=hold, since=when(path), short=short(path), path=path)


def _ascribed(claim: Claim, seat: str) -> Cell:
    """Who is named as a side of a claim, and has not spoken on it but in its room: no more than that is known."""
    if seat in claim.sides and claim.status == "resolved" and claim.card:
        return Cell(hold="settled", since=when(claim.card), short=short(claim.card), path=claim.card)
    if seat not in claim.sides or claim.status != "active":
        return Cell()
    return Cell(hold="said to hold" if seat == claim.sides[0] else "said to dispute")


def _messages(claim: Claim, seat: str, course: Course) -> Iterator[_SAID]:
    as_side: Hold = "holds" if claim.sides[:1] == (seat,) else "disputes" if seat in claim.sides else "took up"
    for path in claim.messages:
        if speaker_of(path) == seat:
            yield course.order.get(path, 0), 0, as_side, path


def _relations(claim: Claim, standing: Standing, course: Course) -> Iterator[_SAID]:
    first = claim.sides[0] if claim.sides else ""
    for one in standing.concessions:
        if _alike(one.text, claim.text):
            yield course.order.get(one.path, 0), 3, "conceded", one.path
    for relation in standing.agreements:
        if standing.seat != first and _alike(relation.on, claim.text):
            with_first = relation.seat in (first, "")
            yield course.order.get(relation.path, 0), 2, "agrees" if with_first else "disputes", relation.path
    for relation in standing.disagreements:
        if standing.seat not in claim.sides and _alike(relation.on, claim.text):
            against = relation.seat in (first, "")
            yield course.order.get(relation.path, 0), 1, "disputes" if against else "supports", relation.path


def aspect_items(
    names: tuple[str, ...], claims: tuple[ClaimItem, ...], ledger: Ledger, course: Course
) -> tuple[AspectItem, ...]:
    """The aspects with their claims; what is about none of them comes under the whole question, at the end."""
    held = sorted(
        {name for standing in ledger.values() for name in standing.aspects},
        key=lambda name: (_first_spoken_of(name, ledger, course), name),
    )
    others = [claim.aspect for claim in claims]
    found = [name for name in dict.fromkeys((*names, *held, *others)) if name and name in {*held, *others}]
    whole = "" in held or "" in others
    return tuple(_aspect(name, claims, ledger, course) for name in (*found, *([""] if whole else [])))


def _first_spoken_of(name: str, ledger: Ledger, course: Course) -> int:
    """The place of the oldest message that gave a position on an aspect."""
    given = (standing.aspects[name].since for standing in ledger.values() if name in standing.aspects)
    return min((course.order[path] for path in given if path in course.order), default=len(course.order))


def _aspect(name: str, claims: tuple[ClaimItem, ...], ledger: Ledger, course: Course) -> AspectItem:
    return AspectItem(
        name=name,
        cells=tuple(_held(ledger[seat].aspects.get(name) if seat in ledger else None) for seat in course.people),
        claims=tuple(claim for claim in claims if claim.aspect == name),
    )


def _held(found: OnAspect | None) -> AspectCell:
    if found is None:
        return AspectCell()
    return AspectCell(
        position=found.position,
        since=when(found.since),
        path=found.since,
        evidence=found.evidence,
        unanswered=found.unanswered,
    )
