"""Who speaks in a debate: names, roles, glyphs and colours. Light: seats are cast before any debate is opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from disputatio.debate.log.seats import Seat
from disputatio.debate.values import value
from disputatio.debate.views.labels import CHARACTER, NO_AI, Glyph
from disputatio.debate.wording import Words, spoken, tr

_OF_ROLE: Final[dict[str, Glyph]] = {"analyst": "diamond", "critic": "triangle", "argument critic": "triangle"}
_OTHERS: Final[tuple[Glyph, ...]] = ("circle", "square", "pentagon", "cross", "star")

SERVICE_NAMES: Final = Words(
    {"clerk": "Clerk", "person": "You", "memory": "Memory", "sandbox": "Sandbox", "sources": "Sources"}
)


@value
class Participant:
    """Somebody who speaks: `name`, `role`, glyph and colour (a key or "#RRGGBB"; a format's own word)."""

    seat: str
    name: str
    glyph: Glyph = "circle"
    colour: str = "slate"
    role: str = ""


@spoken("name")
@value
class Service(Participant):
    """Who speaks for the program, or for the person: its name is a word, not anybody's name."""


YOU: Final = Service(seat="person", name="You", role="you", glyph="pen")
SYNTHESIS: Final = Service(seat="", name="Synthesis", role="synthesis", glyph="rings", colour="teal")
UNMODELLED: Final = {
    seat: Service(seat=seat, name=seat.capitalize(), role=seat, glyph="square")
    for seat in ("sandbox", "memory", "sources")
}
"""Who speaks without any model behind it."""
CLERK: Final = Service(seat="clerk", name="Clerk", role="clerk")


def of_seat(seat: Seat, place: int = 0) -> Participant:
    """Return who speaks from a seat. `place` is its place at the table, for a glyph where the seat has none."""
    return Participant(
        seat=seat.id,
        name=seat.name or seat.id,
        glyph=known_glyph(seat.glyph) if seat.glyph else _OF_ROLE.get(seat.role.lower(), _OTHERS[place % len(_OTHERS)]),
        colour=seat.colour or "slate",
        role=seat.role.lower(),
    )


def of_turn(seat: str, gives: str, seats: Mapping[str, Seat]) -> Participant:
    """Return the author of a turn; services speak under the name of what they make."""
    if seat in seats:
        return of_seat(seats[seat], list(seats).index(seat))
    if seat == "person":
        return YOU
    return UNMODELLED.get(seat) or (SYNTHESIS if gives in ("synthesis", "artifact") else CLERK)


def known_glyph(name: str) -> Glyph:
    """Return the glyph of that name or character, else a circle: a format may name one that we do not have."""
    return next((glyph for glyph, character in CHARACTER.items() if name in (glyph, character)), "circle")


def name_of(seat: str, seats: Mapping[str, Seat]) -> str:
    """Return what people call a seat. A model may have named anything, and what it named stays as it is."""
    if seat in seats:
        return seats[seat].name or seat
    return SERVICE_NAMES.get(seat, seat) or tr("somebody")


def reporting(moved: Mapping[str, str], seats: Mapping[str, Seat]) -> str:
    """Tell who reports to whom, since the lead of each is gone (SPEC TOPOLOGY.1)."""
    return ", ".join(
        tr("{one} reports to {to}").format(one=name_of(one, seats), to=name_of(to, seats)) for one, to in moved.items()
    )


def nobody_thinks(seats: Mapping[str, Seat]) -> bool:
    """Whether all seats are taken by models that call no AI."""
    models = [seat.model for seat in seats.values() if seat.taken and not seat.human]
    return bool(models) and all(model.startswith(NO_AI) for model in models)


def at_table(seats: Mapping[str, Seat]) -> dict[str, Participant]:
    """Return who sits at the table, by seat."""
    return {seat.id: of_seat(seat, place) for place, seat in enumerate(seats.values()) if seat.taken}
