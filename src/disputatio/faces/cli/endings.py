"""Where a debate stands when it rests: one sentence, what can be done next, and the exit code."""

from __future__ import annotations

from collections.abc import Iterator

from disputatio.app.actions.debates import raising, waiting_for_person
from disputatio.app.errors import Exit
from disputatio.app.sessions import Session
from disputatio.debate.formats import Block
from disputatio.debate.ids import step_of
from disputatio.debate.state import Debate
from disputatio.debate.views.transcript import OUTCOMES, seat_of
from disputatio.faces.cli.output import Output
from disputatio.faces.cli.words import spent

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
            return code, sentence(f"Paused: {debate.why}"), next.replace("{cap}", _raised(debate))
        case "error":
            return Exit.MODEL_FAILED, sentence(debate.why), FAILED
        case "debating" | "idle":
            return Exit.WAITING, *_waiting(debate)
        case "stopped" if not synthesised(debate):
            return Exit.STOPPED, sentence(f"Stopped: {debate.why}"), STOPPED
    if why := failed_synthesis(debate):
        return Exit.MODEL_FAILED, sentence(_ended(debate)), NO_SYNTHESIS.replace("{why}", sentence(why))
    return Exit.FINISHED, sentence(_ended(debate)), FINISHED


def _raised(debate: Debate) -> str:
    """The order that raises the cap which was reached, as it is typed."""
    order = raising(debate)
    if order is None or not isinstance(order.value, (int, float)):
        return "max_cost=10"
    return (
        f"{order.name}={order.value / 1_000_000:g}" if order.name == "max_cost" else f"{order.name}={order.value:.0f}"
    )


def _ended(debate: Debate) -> str:
    return f"{OUTCOMES.get(debate.status, debate.status)}: {debate.why}"


def _waiting(debate: Debate) -> tuple[str, str]:
    """For whom: a seat that a person has taken, or an approval."""
    seats = dict.fromkeys(seat_of(path) for path in waiting_for_person(debate))
    names = [debate.seats[seat].name or seat for seat in seats if seat in debate.seats]
    if names:
        return f"It is your turn as {', '.join(names)}.", 'Answer with: disputatio answer {id} "…"'
    return "The debate waits for your approval.", "Decide with: disputatio gates approve {id}, or: gates reject {id}"


def failed_synthesis(debate: Debate) -> str:
    """Why there is no synthesis although one was wanted; "" otherwise."""
    steps = set(_syntheses(debate.format.body))
    given_up = (why for path, why in debate.abstained.items() if step_of(path) in steps)
    return "" if synthesised(debate) else next(given_up, "")


def synthesised(debate: Debate) -> bool:
    steps = set(_syntheses(debate.format.body))
    return any(step_of(path) in steps for path in debate.replies)


def _syntheses(block: Block) -> Iterator[str]:
    """The names of the steps that make a synthesis."""
    if block.gives == "synthesis":
        yield block.name
    for child in block.do:
        yield from _syntheses(child)


def sentence(text: str) -> str:
    """Capitalised, with a full stop."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}" if text else ""
