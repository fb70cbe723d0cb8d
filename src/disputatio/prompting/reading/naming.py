"""Who and what is meant: the seats behind the names that a recording model uses, since it is told ids and names, and
mixes them."""

from __future__ import annotations

from disputatio.prompting.request import Brief


def seats_of(brief: Brief) -> dict[str, str]:
    """Id, name and role of each participant, casefolded -> id; a role that two of them have names nobody."""
    ids: dict[str, str] = {}
    roles: dict[str, list[str]] = {}
    for one in brief.cast:
        ids |= {one.seat.casefold(): one.seat, one.name.casefold(): one.seat}
        roles.setdefault(one.role.casefold(), []).append(one.seat)
    alone = {role: found[0] for role, found in roles.items() if len(found) == 1}
    return alone | ids


def seat_meant(seats: dict[str, str], said: str) -> str:
    """The seat that is meant, "" where that is none of them: an id, a name, or "Name (role)"."""
    plain = said.strip(" .,:;@\"'`*").casefold()
    return seats.get(plain) or seats.get(plain.partition(" (")[0].strip()) or ""
