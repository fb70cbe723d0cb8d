"""A person's word at a gate: what comes next is approved, or rejected with a reason (SPEC GATE.1).

A rejection either sends the debate back to the step before the gate, which is then taken once more and reads the
reason, or ends the debate. Either way the gate is asked again before its step can be taken: nothing passes a gate
that nobody approved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from disputatio.debate.decide.extensions import splice_count
from disputatio.debate.errors import Refused
from disputatio.debate.format import Block
from disputatio.debate.ids import (
    AGAIN,
    EXTENSION,
    ROUNDS_BEFORE,
    index_of,
    inside,
    join,
    parent,
    rounds_before,
    step_of,
    without_index,
)
from disputatio.debate.log.commands import Review
from disputatio.debate.log.events import (
    DebateEnded,
    DebateResumed,
    Event,
    OptionChanged,
    Spliced,
    TurnAbstained,
    TurnCompleted,
)
from disputatio.debate.log.state import Debate, block_at
from disputatio.debate.reasons import subject_told
from disputatio.debate.values import Json, value
from disputatio.debate.walk.gates import gated_step, is_between_rounds, is_gate, open_gates, speaks, subject
from disputatio.debate.wording import tr

NO_BLOCK = Block(name="")
"""What stands for a gate itself, which is no part of a format: what was done again stands inside it."""
NOTHING_WAITS = "Nothing waits for your approval here."


def review(debate: Debate, command: Review) -> tuple[Event, ...]:
    """Return the events of an answer at a gate. Raises Refused, also where the gate was answered already."""
    path = command.path or next(iter(open_gates(debate)), "")
    if path not in open_gates(debate):
        raise _answered(debate, path)
    if command.approved and command.end:
        raise Refused("An approval does not end the debate.", "Approve it, or reject it and end the debate.")
    if not command.approved and not command.reason.strip():
        raise Refused("A rejection needs a reason.", "Say why, so that whoever comes next can do better.")
    data: dict[str, Json] = {"approved": command.approved, "reviewer": command.reviewer}
    if command.overdue:
        data["overdue"] = True
    by = "rules" if command.overdue else "person"
    answer = TurnCompleted(path=path, text=command.reason.strip(), data=data, by=by)  # type: ignore[arg-type]
    if command.approved:
        return (answer, *continuation(debate))
    if command.end:
        why = command.reason.strip() if command.overdue else f"you rejected {subject(without_index(path))}"
        return (answer, DebateEnded(outcome="stopped", why=why))
    return (answer, *_back(debate, path), *continuation(debate))


def _answered(debate: Debate, path: str) -> Refused:
    reply = debate.replies.get(path)
    if reply is None or not is_gate(debate, path):
        return Refused(NOTHING_WAITS, "Look at what waits for you.")
    how = "approved" if reply.data.get("approved") else "rejected"
    who = f" by {reply.data['reviewer']}" if reply.data.get("reviewer") else ""
    return Refused(
        tr("This was answered before you: {how}{who}.").format(how=how, who=who),
        "Each gate is answered once; look at what came of it.",
    )


def continuation(debate: Debate) -> tuple[Event, ...]:
    """A debate that rests for approval goes on, and rests again where more is to be approved."""
    return (DebateResumed(),) if debate.status == "paused" and debate.reason == "gate" else ()


def withdrawal(debate: Debate, left: str) -> tuple[Event, ...]:
    """Nobody is asked any more at the gates of a block that a person left."""
    gone = [path for path in open_gates(debate) if inside(path, left) or path.startswith(f"{left}[")]
    events: tuple[Event, ...] = tuple(TurnAbstained(path=path, why="its step was left") for path in gone)
    return (*events, *continuation(debate)) if gone else ()


# ---- going back ------------------------------------------------------------------------------------------------------
@value
class Return:
    """What is taken once more after a rejection: steps, or a round of `loop` (as an extension of the debate)."""

    name: str
    steps: tuple[Block, ...]
    loop: str = ""


def way_back(debate: Debate, path: str) -> Return | None:
    """Return what would be taken once more if the person sent the debate back from the gate at the path of its call;
    None where nothing comes before it."""
    gate = without_index(path)
    step, base = gated_step(gate), parent(gate)
    if not step:
        return Return(name=step_of(parent(gate)), steps=())  # the format itself says where it goes on
    if is_between_rounds(gate):
        loop = block_at(debate, without_index(base))
        return Return(name=f"{step} {index_of(base)}", steps=loop.do) if loop else None
    return _before(debate, base, step)


def _before(debate: Debate, base: str, step: str) -> Return | None:
    """Return the last step before one of the block at a path in which somebody spoke."""
    while True:
        around = (block_at(debate, base) if base else debate.format.body) or NO_BLOCK
        children = around.do
        names = [child.name for child in children]
        at = names.index(step) if step in names else len(children)
        if (found := _spoken(debate, base, children[:at])) is None and _went_before(debate, base, around):
            found = _spoken(debate, base, children[at:], anywhere=True)
        if found is not None:
            return _return(debate, base, found)
        if not base:
            return None
        step, base = gated_step(without_index(base)) or step_of(base), parent(base)


def _spoken(debate: Debate, base: str, steps: Iterable[Block], *, anywhere: bool = False) -> Block | None:
    taken = (step for step in steps if speaks(step) and (anywhere or _taken(debate, join(base, step.name))))
    return next(reversed(list(taken)), None)


def _taken(debate: Debate, path: str) -> bool:
    return any(inside(reply, path) or reply.startswith(f"{path}[") for reply in debate.replies)


def _went_before(debate: Debate, base: str, around: Block) -> bool:
    """Return whether an instance of a loop, or of a block that goes through items, was not its first."""
    if around.repeat:
        return index_of(base).isdecimal() and int(index_of(base)) > 1
    items = [item for group in debate.entered.get(without_index(base), ()) for item in group]
    return around.each != "" and index_of(base) in items[1:]


def _return(debate: Debate, base: str, step: Block) -> Return:
    if not step.repeat:
        return Return(name=step.name, steps=(step,))
    outermost = not base or step_of(base).startswith(EXTENSION)
    return Return(name=step.name, steps=(step,), loop=join(base, step.name) if outermost else "")


def _one_pass(step: Block) -> Block:
    return replace(step, repeat=1, until=(), unless=(), pause=False) if step.repeat else step


def _back(debate: Debate, path: str) -> tuple[Event, ...]:
    """Return the splice that takes the step before a gate once more. Raises Refused where there is none."""
    found = way_back(debate, path)
    if found is None:
        raise Refused(
            tr("Nothing comes before {subject} that could be done again.").format(
                subject=subject_told(subject(without_index(path)))
            ),
            "Approve it, or reject it and end the debate.",
        )
    if not found.steps:
        return ()
    number = splice_count(debate) + 1
    if not found.loop:
        steps = tuple(map(_one_pass, found.steps))
        return (Spliced(after=path, block=Block(name=f"{AGAIN}{number}", do=steps)),)
    before = rounds_before(found.loop) + debate.passes.get(found.loop, 0)
    name = f"{EXTENSION}{number}{ROUNDS_BEFORE}{before}"
    steps = tuple(replace(step, repeat=f"${name}", unless=()) for step in found.steps)
    return (OptionChanged(name=name, value=1), Spliced(after=path, block=Block(name=name, do=steps)))
