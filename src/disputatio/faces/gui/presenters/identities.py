"""Who a turn's author is to the eye: name, role, glyph, colour."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.seats import Seat
from disputatio.debate.values import value
from disputatio.faces.gui.glyphs import Glyph, glyph_for, known


@value
class Identity:
    name: str
    role: str
    glyph: Glyph
    colour: str


YOU = Identity(name="You", role="you", glyph="pen", colour="slate")
SYNTHESIS = Identity(name="Synthesis", role="synthesis", glyph="rings", colour="teal")
CLERK = Identity(name="Clerk", role="clerk", glyph="circle", colour="slate")


def of_seat(seat: Seat, place: int = 0) -> Identity:
    """`place` is the seat's place at the table, for a shape where it brings none."""
    glyph = known(seat.glyph) if seat.glyph else glyph_for(seat.role, place)
    return Identity(name=seat.name or seat.id, role=seat.role.lower(), glyph=glyph, colour=seat.colour or "slate")


def of_turn(seat: str, gives: str, seats: Mapping[str, Seat]) -> Identity:
    """The author of a turn; services speak as what they make."""
    if seat in seats:
        return of_seat(seats[seat], list(seats).index(seat))
    if seat == "person":
        return YOU
    return SYNTHESIS if gives in ("synthesis", "artifact") else CLERK
