"""A crux card as Markdown, for its place in the transcript: models give it as a record."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.reading import items, word
from disputatio.debate.seats import Seat
from disputatio.debate.values import Json
from disputatio.faces.gui.models.board_signs import CRUXES


def card_text(data: Mapping[str, Json], seats: Mapping[str, Seat]) -> str:
    """ "" for a payload that holds no card."""
    crux = next((name for kind, (_, name, _) in CRUXES.items() if kind == word(data.get("crux"))), "")
    if not crux:
        return ""
    parts = [f"**The crux: {crux.lower()}.** {word(data.get('statement'))}".rstrip()]
    for title, key in (("Best case", "best"), ("What would change its mind", "minds")):
        lines = [
            f"- **{_name(word(item.get('seat')), seats)}:** {word(item.get('text'))}"
            for item in items(data.get(key))
            if word(item.get("text"))
        ]
        if lines:
            parts.append("\n".join((f"### {title}", *lines)))
    how = word(data.get("how"))
    end = "Resolved" if data.get("resolved") is True else "Not resolved"
    parts.append(f"**{end}.** {how}".rstrip())
    return "\n\n".join(parts)


def _name(seat: str, seats: Mapping[str, Seat]) -> str:
    return (seats[seat].name or seat) if seat in seats else seat or "One side"
