"""Checked citations as they are shown: marks in the text of a turn, a summary on its card, rows of the inspector."""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.debate.evidence import Checked, Item
from disputatio.debate.views.transcript import Transcript
from disputatio.faces.gui.models.citations import CitationItem, ShareItem
from disputatio.faces.gui.models.evidence import MEANINGS, SIGNS, Mark
from disputatio.faces.gui.models.messages import Badge
from disputatio.faces.gui.models.tones import Tone
from disputatio.faces.gui.presenters import identities


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
    if item.differs and item.differs.lower() not in MEANINGS[item.status].lower():
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


def citations(transcript: Transcript) -> list[CitationItem]:
    """Every checked citation of a debate, in the order of its turns."""
    found = []
    for turn in transcript.turns.values():
        who = identities.of_turn(turn.seat, turn.gives, transcript.seats)
        found += [
            CitationItem(
                path=turn.path,
                number=number,
                seat=turn.seat,
                name=who.name,
                glyph=who.glyph,
                colour=who.colour,
                round=turn.round,
                status=item.status,
                citation=" ".join(item.citation.split())[:200],
                note=note(item),
            )
            for number, item in enumerate(turn.evidence.items if turn.evidence else ())
        ]
    return found


def note(item: Item) -> str:
    """What is not as the citation says, in a few words."""
    where = f"stands at {item.where}" if item.where and item.status in ("moved", "near", "misquoted") else ""
    could = f"could be {item.where}" if item.where and item.status == "ambiguous" else ""
    return " · ".join(part for part in (item.differs, where, could) if part)


def shares(items: Sequence[CitationItem]) -> list[ShareItem]:
    """How much of what each participant cited is verified, in the order in which they first cited."""
    by_seat: dict[str, list[CitationItem]] = {}
    for item in items:
        by_seat.setdefault(item.seat, []).append(item)
    return [
        ShareItem(
            seat=seat,
            name=own[0].name,
            glyph=own[0].glyph,
            colour=own[0].colour,
            verified=sum(item.status == "verified" for item in own),
            total=sum(item.status != "external" for item in own),
            external=sum(item.status == "external" for item in own),
        )
        for seat, own in by_seat.items()
    ]
