"""What must happen next, as `plan` says it."""

from __future__ import annotations

from dataclasses import field

from disputatio.debate.log.events import Event, PauseReason, TurnAsked
from disputatio.debate.log.turns import Past
from disputatio.debate.values import value


@value
class Call:
    """One thing asked of one seat. `sees` is its view (references); `past` is what those references point into."""

    path: str
    seat: str
    task: str
    gives: str
    heard: str
    sees: tuple[str, ...]
    optional: bool = False
    past: Past = field(default_factory=Past, compare=False, repr=False)

    def event_of_asking(self, model: str, request: str = "") -> TurnAsked:
        """Return the event of asking it; `request` is the hash of what a model is sent."""
        return TurnAsked(
            path=self.path,
            seat=self.seat,
            model=model,
            task=self.task,
            gives=self.gives,
            heard=self.heard,
            sees=self.sees,
            request=request,
        )


@value
class Note:
    """Record these facts: a decision of the rules themselves."""

    events: tuple[Event, ...]


@value
class Do:
    """All calls that are open now. The performer starts those that it is not already performing."""

    calls: tuple[Call, ...]


@value
class Rest:
    """Nothing to do: paused, in error, or over."""

    status: str
    why: str
    reason: PauseReason | None = None


Step = Note | Do | Rest
