"""A person's word at a gate: what comes next is approved, or rejected with a reason (SPEC GATE.1).

A rejection either sends the debate back to the step before the gate, which is then taken once more and reads the
reason, or ends the debate. Either way the gate is asked again before its step can be taken: nothing passes a gate
that nobody approved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from disputatio.debate.decide.extensions import splice_count
from disputatio.debate.errors import Refused
from disputatio.debate.format import Block
from disputatio.debate.ids import (
    AGAIN,
    EXTENSION,
    ROUNDS_BEFORE,
    called,
    index_of,
    inside,
    join,
    noun_of,
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
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.state import Debate, block_at
from disputatio.debate.log.turns import Past
from disputatio.debate.policy import At
from disputatio.debate.reasons import subject_told
from disputatio.debate.values import Json, value
from disputatio.debate.walk import rulebook
from disputatio.debate.walk.gates import (
    gated_step,
    is_between_rounds,
    is_gate,
    open_gates,
    seats_named,
    speaks,
    subject,
)
from disputatio.debate.wording import tr

NO_BLOCK = Block(name="")
"""What stands for a gate itself, which is no part of a format: what was done again stands inside it."""
NOTHING_WAITS = "Nothing waits for your approval here."


def nobody_in(step: str) -> str:
    """Say why the way back does not lead to a step."""
    why = tr("Nobody would speak in “{step}” now: it is switched off, or its seats are empty.")
    return why.format(step=called(noun_of(step)))


def review(debate: Debate, command: Review) -> tuple[Event, ...]:
    """Return the events of an answer at a gate. Raises Refused, also where the gate was answered already."""
    path = command.path or next(iter(open_gates(debate)), "")
    if path not in open_gates(debate):
        raise _answered(debate, path)
    if command.approved and command.end:
        raise Refused("An approval does not end the debate.", "Approve it, or reject it and end the debate.")
    if not command.approved and not command.reason.strip():
        raise Refused("A rejection needs a reason.", "Say why, so that the next speaker can do better.")
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
        return Refused(NOTHING_WAITS, "See what is waiting for you.")
    how = "approved" if reply.data.get("approved") else "rejected"
    who = f" by {reply.data['reviewer']}" if reply.data.get("reviewer") else ""
    return Refused(
        tr("This has already been answered: {how}{who}.").format(how=how, who=who),
        "A gate is answered only once. Look at what happened since.",
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
    None where nothing comes before it. It never leads to a step in which nobody would speak any more."""
    return _way(debate, path, partial(_would_speak, debate))


def passed_over(debate: Debate, path: str) -> str:
    """Return the name of what would be taken once more if nothing had been switched off and no seat left empty since;
    "" where that is where the way back leads."""
    found, all_on = way_back(debate, path), _way(debate, path, speaks)
    return all_on.name if all_on is not None and (found is None or found.name != all_on.name) else ""


def _way(debate: Debate, path: str, talks: Callable[[Block], bool]) -> Return | None:
    gate = without_index(path)
    step, base = gated_step(gate), parent(gate)
    if not step:
        return Return(name=step_of(parent(gate)), steps=())  # the format itself says where it goes on
    if is_between_rounds(gate):
        loop = block_at(debate, without_index(base))
        return Return(name=f"{step} {index_of(base)}", steps=loop.do) if loop and any(map(talks, loop.do)) else None
    return _before(debate, base, step, talks)


SWITCHES = ("on", "off", "is")
"""Conditions that read nothing but an option, so that what they say now they will say when a step is taken again."""


def _would_speak(debate: Debate, block: Block) -> bool:
    """Return whether somebody would speak in a step that was taken now: it is not switched off, and not all of its
    seats are empty."""
    at = At(debate=debate, path=block.name, past=Past())
    if not all(rulebook.holds(each, at) for each in block.when if each.partition(" ")[0] in SWITCHES):
        return False
    if not block.ask or block.ask in SERVICES:
        return any(_would_speak(debate, child) for child in block.do)
    return seats_named(debate, block) != []


def _before(debate: Debate, base: str, step: str, talks: Callable[[Block], bool]) -> Return | None:
    """Return the last step that was taken before `step` in the block at a path, of those that `talks` accepts."""
    while True:
        around = (block_at(debate, base) if base else debate.format.body) or NO_BLOCK
        children = around.do
        names = [child.name for child in children]
        at = names.index(step) if step in names else len(children)
        before, after = filter(talks, children[:at]), filter(talks, children[at:])
        if (found := _spoken(debate, base, before)) is None and _went_before(debate, base, around):
            found = next(reversed(list(after)), None)
        if found is not None:
            return _return(base, found)
        if not base:
            return None
        step, base = gated_step(without_index(base)) or step_of(base), parent(base)


def _spoken(debate: Debate, base: str, steps: Iterable[Block]) -> Block | None:
    return next(reversed([step for step in steps if _taken(debate, join(base, step.name))]), None)


def _taken(debate: Debate, path: str) -> bool:
    return any(inside(reply, path) or reply.startswith(f"{path}[") for reply in debate.replies)


def _went_before(debate: Debate, base: str, around: Block) -> bool:
    """Return whether an instance of a loop, or of a block that goes through items, was not its first."""
    if around.repeat:
        return index_of(base).isdecimal() and int(index_of(base)) > 1
    items = [item for group in debate.entered.get(without_index(base), ()) for item in group]
    return around.each != "" and index_of(base) in items[1:]


def _return(base: str, step: Block) -> Return:
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
        what = tr("No step before {subject} can be repeated.").format(
            subject=subject_told(subject(without_index(path)))
        )
        if over := passed_over(debate, path):
            what = f"{what} {nobody_in(over)}"
        raise Refused(what, "Approve it, or reject it and end the debate.")
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
