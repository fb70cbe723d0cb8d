"""Where a debate stands when it rests: one sentence, what can be done next, and the exit code."""

from __future__ import annotations

from disputatio.app.actions.debates import raising
from disputatio.app.errors import Exit
from disputatio.app.sessions import Session
from disputatio.debate.state import Debate
from disputatio.debate.views.status import failed_synthesis, open_to_people, resting, synthesised
from disputatio.debate.views.transcript import seat_of
from disputatio.debate.views.words import sentence, spent
from disputatio.faces.cli.output import Output

PAUSED: dict[str | None, tuple[Exit, str]] = {
    "round": (Exit.WAITING, "Go on with: disputatio resume {id} --step (or without --step, to the end)."),
    "budget": (
        Exit.WAITING,
        "Raise the cap, for example: disputatio set {id} {cap}; then: disputatio resume {id}",
    ),
    "consent": (
        Exit.WAITING,
        "Agree to it with: disputatio resume {id} --yes; or take another model: disputatio swap {id} "
        "SEAT=PROVIDER:MODEL",
    ),
    "person": (Exit.STOPPED, "Nothing that was said is lost. Go on with: disputatio resume {id}"),
}
"""By the reason of a pause. The others wait for a person in one way or another."""

OTHER_PAUSE = (Exit.WAITING, "Go on with: disputatio resume {id}")
FAILED = "Try again with: disputatio resume {id}; or with another model: disputatio swap {id} SEAT=PROVIDER:MODEL"
FINISHED = "Read it with: disputatio show {id}; save it with: disputatio export {id} --as markdown --out FILE"
STOPPED = "Get a synthesis of what was said with: disputatio synthesise {id}; or go on with: disputatio resume {id}"
NO_SYNTHESIS = "The synthesis failed: {why} Try again with: disputatio synthesise {id}"
ELSEWHERE = "The debate goes on in another process. Watch it again with: disputatio resume {id}"


def conclude(out: Output, session: Session, *, left: bool = False) -> Exit:
    """Say so on standard error; returns how the process ends. `left`: the person stopped watching."""
    debate = session.debate
    code, what, next = (Exit.STOPPED, "", ELSEWHERE) if left else standing(debate)
    out.note(" ".join(part for part in (what, next.format(id=session.id)) if part))
    if debate.spent.turns:
        out.note(f"Spent on {session.id}: {spent(debate.spent)}.")
    return code


def standing(debate: Debate) -> tuple[Exit, str, str]:
    """(exit code, what is so, what can be done) of a debate that rests."""
    match debate.status:
        case "paused":
            code, next = PAUSED.get(debate.reason, OTHER_PAUSE)
            return code, sentence(resting(debate)), next.replace("{cap}", _raised(debate))
        case "error":
            return Exit.MODEL_FAILED, sentence(resting(debate)), FAILED
        case "debating" | "idle":
            return Exit.WAITING, *_waiting(debate)
        case "stopped" if not synthesised(debate):
            return Exit.STOPPED, sentence(resting(debate)), STOPPED
    if why := failed_synthesis(debate):
        return Exit.MODEL_FAILED, sentence(resting(debate)), NO_SYNTHESIS.replace("{why}", sentence(why))
    return Exit.FINISHED, sentence(resting(debate)), FINISHED


def _raised(debate: Debate) -> str:
    """The order that raises the cap which was reached, as it is typed."""
    order = raising(debate)
    if order is None or not isinstance(order.value, (int, float)):
        return "max_cost=10"
    return (
        f"{order.name}={order.value / 1_000_000:g}" if order.name == "max_cost" else f"{order.name}={order.value:.0f}"
    )


def _waiting(debate: Debate) -> tuple[str, str]:
    """For whom: a seat that a person has taken, or an approval."""
    seats = dict.fromkeys(seat_of(path) for path in open_to_people(debate))
    names = [debate.seats[seat].name or seat for seat in seats if seat in debate.seats]
    if names:
        return f"It is your turn as {', '.join(names)}.", 'Answer with: disputatio answer {id} "…"'
    return "The debate waits for your approval.", "Decide with: disputatio gates approve {id}, or: gates reject {id}"
