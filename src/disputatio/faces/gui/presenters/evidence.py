"""Checked citations as they are shown: marks in the text of a turn, a summary on its card, rows of the inspector."""

from __future__ import annotations

from disputatio.debate.evidence import Checked, Item
from disputatio.debate.values import value
from disputatio.faces.gui.models.evidence import MEANINGS, SIGNS, Mark
from disputatio.faces.gui.models.messages import Badge
from disputatio.faces.gui.models.tones import Tone


def marks(checked: Checked | None, begins: int = 0) -> tuple[Mark, ...]:
    """The citations of a turn in its text. `begins`: characters at the beginning of the turn that are not shown."""
    if checked is None:
        return ()
    return tuple(
        Mark(
            number=number,
            start=max(0, item.start - begins),
            end=max(0, item.end - begins),
            status=item.status,
            label=item.citation,
            hint=hint(item),
        )
        for number, item in enumerate(checked.items)
    )


def hint(item: Item) -> str:
    """What came of a check: what it means, what differs, where it stands."""
    parts = [f"{SIGNS[item.status][1].capitalize()}. {MEANINGS[item.status]}"]
    if item.differs:
        parts.append(f"{item.differs[0].upper()}{item.differs[1:]}.".replace("..", "."))
    if item.where and item.status != "verified":
        parts.append(f"It could be {item.where}." if item.status == "ambiguous" else f"It stands at {item.where}.")
    if item.pin and item.path:
        parts.append(f"Checked at commit {item.pin[:10]}.")
    return " ".join(parts)


def summary(checked: Checked | None) -> Badge | None:
    """The chip of a card: how many of its citations are verified."""
    if checked is None or not checked.items:
        return None
    if not checked.total:
        number = len(checked.items)
        words = f"{number} external citation{'' if number == 1 else 's'}"
        return Badge(text=f"↗ {words}", hint=checked.summary, opens="evidence")
    words = f"{checked.verified} of {checked.total} citations verified"
    if checked.total == 1:
        words = "1 citation verified" if checked.verified else "1 citation, not verified"
    sign = {"ok": "✓", "error": "✕"}.get(tone(checked), "≈")
    return Badge(text=f"{sign} {words}", tone=tone(checked), hint=checked.summary, opens="evidence")


def tone(checked: Checked) -> Tone:
    """How a turn's citations stand as a whole: the worst of them decides."""
    found = {SIGNS[item.status][2] for item in checked.items}
    return next((one for one in ("error", "caution", "ok") if one in found), "plain")


@value
class Row:
    """One citation of the inspector: the turn it stands in, its number there, and who made it."""

    path: str
    number: int
    seat: str
    name: str
    round: int
    item: Item
