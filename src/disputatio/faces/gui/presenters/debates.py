"""Rows of the library of debates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from disputatio.debate.shares import percent
from disputatio.debate.views.words import STATES, DebateState, state_of
from disputatio.faces.gui.models.debates import DebateItem
from disputatio.faces.gui.presenters import words

if TYPE_CHECKING:
    from disputatio.storage.catalogue import DebateEntry

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
    state = state_of(entry.status, str(entry.outcome.get("outcome", "")), interrupted=interrupted)
    return DebateItem(
        key=entry.id,
        title=" ".join((entry.title or entry.topic).split())[:TITLE],
        subtitle=live or f"{_state(state, entry, measured)} · {words.day(entry.updated_at, now)}",
        score=measured,
        state="waiting" if waiting else state,
        unread=unread,
        words=f"{entry.topic} {entry.context_title}",
    )


def _state(state: DebateState, entry: DebateEntry, score: float | None) -> str:
    rounds = words.count(entry.rounds, "round") if entry.rounds and state in ("done", "impasse", "stopped") else ""
    said = STATES[state].capitalize()
    if state == "done" and score is not None:
        said = f"{percent(score)}% agreed"
    elif state == "paused":
        said = words.paused(entry.why)
    elif state == "interrupted":
        said = INTERRUPTED
    return f"{said} · {rounds}" if rounds else said
