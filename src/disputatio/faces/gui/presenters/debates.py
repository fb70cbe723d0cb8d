"""Rows of the library of debates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from disputatio.debate.shares import percent
from disputatio.faces.gui.models.debates import DebateItem, DebateState
from disputatio.faces.gui.presenters import words

if TYPE_CHECKING:
    from disputatio.storage.catalogue import DebateEntry

STATES: Final[dict[str, DebateState]] = {
    "pending": "draft",
    "running": "running",
    "paused": "paused",
    "completed": "done",
    "cancelled": "stopped",
    "failed": "failed",
}
TITLE: Final = 300
INTERRUPTED: Final = "Interrupted: open it to go on"


def item(
    entry: DebateEntry,
    now: float,
    *,
    live: str = "",
    score: float | None = None,
    waiting: bool = False,
    unread: bool = False,
    interrupted: bool = False,
) -> DebateItem:
    """`live` is the status sentence of a debate that is open here, `score` what was measured of it. `interrupted`:
    nobody runs it, although it is in the middle."""
    measured = entry.score if score is None else score
    state: DebateState = "paused" if interrupted else STATES.get(entry.status, "damaged")
    if state == "done" and entry.outcome.get("outcome") == "impasse":
        state = "impasse"
    return DebateItem(
        key=entry.id,
        title=" ".join((entry.title or entry.topic).split())[:TITLE],
        subtitle=live
        or f"{INTERRUPTED if interrupted else _state(entry, measured)} · {words.day(entry.updated_at, now)}",
        score=measured,
        state="waiting" if waiting else state,
        unread=unread,
        words=f"{entry.topic} {entry.context_title}",
    )


def _state(entry: DebateEntry, score: float | None) -> str:
    rounds = words.count(entry.rounds, "round") if entry.rounds else ""
    match entry.status:
        case "completed":
            said = f"{percent(score)}% agreed" if score is not None else "Finished"
        case "paused":
            said = words.paused(entry.why)
        case "failed":
            said = "A turn failed"
        case "cancelled":
            said = "Stopped"
        case "running":
            said = "Running"
        case _:
            said = "Not begun"
    return f"{said} · {rounds}" if rounds and entry.status in ("completed", "cancelled") else said
