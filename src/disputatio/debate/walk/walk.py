"""A walk through the program of a format, beside the trace of what happened, to where the trace ends.

It carries the *past*: the turns that precede a point by the structure of the program, not by the clock. Branches of one
parallel group start from the same past and are joined in program order, so whatever is computed from the past (views,
exits, collections) is the same in whatever order the replies arrived.

The walks through one debate remember the past after each finished block (`Memo`). A walk that starts from the same
past, the very same object, comes to the same end, so it passes by what is finished. That is what makes planning a
debate take time that grows with its length and not with its square.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from disputatio.debate.format import Block
from disputatio.debate.ids import EXTENSION, ancestors, join
from disputatio.debate.log.events import (
    BlockEntered,
    BlockLeft,
    DebateEnded,
    Groups,
    PassBegan,
    TurnAbstained,
    TurnAsked,
)
from disputatio.debate.log.seats import HUMAN
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.visibility import view
from disputatio.debate.policy import At, seat_in
from disputatio.debate.walk import gates, rulebook

# ---- what the walks through one debate remember -----------------------------------------------------------------
PASSES, INSTANCE, SAID = "[]", "!", "()"
"""Behind a path, what of it a remembered past belongs to: its passes so far, one item of it, what was said there. No
path ends like this."""


@dataclass(slots=True)
class FinishedBlock:
    """A block that is done: from which past it started, and what it came to; `moved`: it has moved the cursor."""

    before: Past
    after: Past
    cursor: str
    verdict: DebateEnded | None
    moved: bool
    passes: int = 0


@dataclass(slots=True)
class Memo:
    """What the walks through one growing debate remember. `start`: the past that every walk begins with."""

    finished: dict[str, FinishedBlock] = field(default_factory=dict)
    calls: dict[str, Call] = field(default_factory=dict)
    start: Past = field(default_factory=Past)

    def forget(self, inner: str) -> None:
        """Forget that a path, and what it stands in, is finished."""
        for path in ("", *ancestors(inner)):
            for kind in ("", PASSES, INSTANCE):
                self.finished.pop(path + kind, None)


# ---- the walk itself ---------------------------------------------------------------------------------------------
QUORUM = 2
"""How many seats of a parallel group must have answered before the debate goes on without the rest (SPEC TURN.5)."""

Walking = Generator[None, None, Past]
"""A stretch of a walk: it waits where something must happen first, and returns the past at its end."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a block hands down to its children. `anchor`: the outermost parallel block, after which comes what a person
    says meanwhile. `live`: False in a block that was left midway: nothing new starts, what is in flight completes."""

    heard: str = "all"
    anchor: str = ""
    live: bool = True
    outermost: bool = True


class Walk:
    """One walk through the program beside the trace. It is suspended where the trace ends, and goes on from there as
    the debate grows; the branches of a parallel group are walked anew each time, in program order."""

    def __init__(self, debate: Debate, memo: Memo) -> None:
        self.debate = debate
        self.memo = memo
        self.notes: list[BlockEntered | PassBegan | BlockLeft | TurnAbstained | TurnAsked] = []
        self.calls: list[Call] = []
        self.gates: list[str] = []
        self.stops = gates.stops(debate)
        self.failures: list[str] = []
        self.entered: list[str] = []
        self.cursor = "start"
        self.moves = 0
        self.verdict: DebateEnded | None = None
        self.past = memo.start
        self.steps = self.run()

    @property
    def open(self) -> list[str]:
        """The blocks that were entered and are not over, the innermost first."""
        return self.entered[::-1]

    def on(self, debate: Debate) -> None:
        """Walk as far as the debate has come."""
        self.debate = debate
        self.notes, self.calls, self.gates, self.failures = [], [], [], []
        next(self.steps, None)

    def run(self) -> Iterator[None]:
        past = yield from self.splices("start", Frame(), self.memo.start)
        self.past = yield from self.block(self.debate.format.body, "", Frame(), past)

    def block(self, block: Block, path: str, frame: Frame, past: Past) -> Walking:
        remembered = self.memo.finished.get(path)
        if remembered is not None and remembered.before is past:
            return self.recall(remembered)
        if path and path in self.debate.left:
            frame = replace(frame, live=False)
        while (groups := self.groups(block, path)) is None:
            if not frame.live:
                return past
            self.notes.append(rulebook.enter(block, At(debate=self.debate, path=path, past=past)))
            self.past = past
            yield
        before, moves = past, self.moves
        run = self.loop if block.repeat else self.items
        self.entered.append(path)
        if block.relay and not frame.anchor and all(len(group) == 1 for group in groups):
            past = yield from self.relay(block, path, groups, frame, past)
        else:
            for group in groups:
                if block.each and block.pause:
                    yield from self.begin(f"{path}[{group[0]}]", 1, group is not groups[0], frame, past)
                elif block.pause and not block.repeat and group is groups[0]:
                    yield from self.begin(path, 0, True, frame, past)
                past = yield from run(block, path, group, frame, past)
        self.entered.pop()
        left = self.debate.left.get(path)
        if left is not None and frame.outermost and (block.repeat or left.outcome == "stopped"):
            self.verdict = DebateEnded(outcome=left.outcome, why=left.why)
        if path in self.debate.splices:
            past = yield from self.splices(path, frame, past)
        self.remember(path, before, past, moves)
        return past

    def groups(self, block: Block, path: str) -> Groups | None:
        """Return what a block iterates over; None until that is decided."""
        found = self.debate.entered.get(path)
        return rulebook.ONCE if found is None and not (block.when or block.ask or block.each) else found

    def move(self, cursor: str) -> None:
        self.cursor = cursor
        self.moves += 1

    def recall(self, remembered: FinishedBlock) -> Past:
        if remembered.moved:
            self.move(remembered.cursor)
        self.verdict = remembered.verdict
        return remembered.after

    def remember(self, key: str, before: Past, after: Past, moves: int, passes: int = 0) -> None:
        """Remember what a stretch that began after so many moves came to. One in which nobody spoke leaves the cursor
        where its neighbours in a parallel group have it, and those go on while this one is finished."""
        moved = self.moves > moves
        self.memo.finished[key] = FinishedBlock(before, after, self.cursor, self.verdict, moved, passes)

    def loop(self, block: Block, path: str, _: tuple[str, ...], frame: Frame, past: Past) -> Walking:
        before, moves, over = past, self.moves, 0
        known = self.memo.finished.get(path + PASSES)
        if known is not None and known.before is past and known.passes <= self.debate.passes.get(path, 0):
            over = known.passes
            past = self.recall(known)
        while True:
            here = f"{path}[{over}]"
            after = yield from self.gates_after(block, here, frame, past)
            if over < self.debate.passes.get(path, 0):
                over += 1
                past = yield from self.instance(block, f"{path}[{over}]", frame, after)
                self.remember(path + PASSES, before, past, moves, over)
                continue
            if not frame.live or path in self.debate.left:
                return after
            at = At(debate=self.debate, path=here, past=after)
            self.notes.append(rulebook.after_pass(block, path, over, at, self.stops))
            self.past = after
            yield

    def gates_after(self, block: Block, base: str, frame: Frame, past: Past) -> Walking:
        """Walk the gates that stand after a pass; each is passed when it is answered, whatever the answer."""
        number = 1
        while (gate := gates.gate_path(base, block.name, number)) in self.debate.entered:
            past = yield from self.gate(gate, self.inner(block, base, frame), past)
            number += 1
        return past

    def approval(self, block: Block, base: str, frame: Frame, past: Past) -> Walking:
        """Walk the gate before a step, where there is one, until the person approves."""
        number, last = 1, ""
        while True:
            gate = gates.gate_path(base, block.name, number)
            if gate in self.debate.entered:
                past = yield from self.gate(gate, frame, past)
                number, last = number + 1, gate
                continue
            if not frame.live or (last and gates.is_approved(self.debate, last)):
                return past
            at = At(debate=self.debate, path=join(base, block.name), past=past)
            if not last and not rulebook.stops_before(block, at, self.stops):
                return past
            why = gates.point_before(block, at.path, self.stops, past)
            self.notes.append(BlockEntered(path=gate, groups=((gates.PERSON,),), why=why))
            self.past = past
            yield

    def gate(self, path: str, frame: Frame, past: Past) -> Walking:
        return self.block(gates.gate_block(path), path, replace(frame, outermost=False), past)

    def begin(self, first: str, n: int, rests: bool, frame: Frame, past: Past) -> Generator[None, None, None]:
        """Begin an item of a block that pauses between its items as the first pass of a loop is begun; a step before
        which the debate rests has no passes (0)."""
        while frame.live and first not in self.debate.passes:
            pause = rests and not self.debate.options.get("auto_continue")
            self.notes.append(PassBegan(path=first, n=n, pause=pause))
            self.past = past
            yield

    def items(self, block: Block, path: str, group: tuple[str, ...], frame: Frame, past: Past) -> Walking:
        paths = [f"{path}[{item}]" if item else path for item in group]
        if len(paths) == 1:
            return self.instance(block, paths[0], frame, past)
        return self.together([partial(self.instance, block, one) for one in paths], path, frame, past)

    def relay(self, block: Block, path: str, groups: Groups, frame: Frame, past: Past) -> Walking:
        """Walk seats in turn, each beside the records of the one before: whoever speaks does not see those, but all
        that comes after the turn does. Where a record is written down is the same as if everybody had waited for it."""
        inner = self.inner(block, path, frame)
        late: list[Callable[[Frame, Past], Walking]] = []
        for (item,) in groups:
            one = f"{path}[{item}]"
            turn = partial(self.turn, block, one)
            past = yield from self.together([*late, turn], one, inner, past, quorum=len(late) + 2)
            if one in self.debate.splices:
                past = yield from self.splices(one, inner, past)
            late = [partial(self.block, child, join(one, child.name)) for child in block.do if child.beside]
        for run in late:
            past = yield from run(inner, past)
        return past

    def turn(self, block: Block, path: str, frame: Frame, past: Past) -> Walking:
        """Walk the turn of a seat, without the records that are made beside the next one."""
        past = yield from self.call(block, path, frame, past)
        for child in block.do:
            if not child.beside:
                past = yield from self.block(child, join(path, child.name), frame, past)
        return past

    def instance(self, block: Block, path: str, frame: Frame, past: Past) -> Walking:
        remembered = self.memo.finished.get(path + INSTANCE)
        if remembered is not None and remembered.before is past:
            return self.recall(remembered)
        inner, before, moves = self.inner(block, path, frame), past, self.moves
        if block.ask:
            past = yield from self.call(block, path, inner, past)
        if block.do:
            past = yield from self.children(block, path, inner, past)
        if path.endswith("]"):
            if path in self.debate.splices:
                past = yield from self.splices(path, inner, past)
            self.remember(path + INSTANCE, before, past, moves)
        return past

    def children(self, block: Block, path: str, frame: Frame, past: Past) -> Walking:
        if block.parallel and len(block.do) > 1:
            runs = [partial(self.block, child, join(path, child.name)) for child in block.do]
            return (yield from self.together(runs, path, frame, past))
        for child in block.do:
            here = join(path, child.name)
            if (
                gates.point_before(child, here, self.stops, past)
                or gates.gate_path(path, child.name, 1) in self.debate.entered
            ):
                past = yield from self.approval(child, path, frame, past)
            past = yield from self.block(child, here, frame, past)
        return past

    def inner(self, block: Block, path: str, frame: Frame) -> Frame:
        heard = frame.heard
        if block.heard:
            heard = f"room:{path}" if block.heard == "room" else block.heard
        outermost = frame.outermost and (not path or block.name.startswith(EXTENSION))
        if heard == frame.heard and outermost == frame.outermost:
            return frame
        return Frame(heard=heard, anchor=frame.anchor, live=frame.live, outermost=outermost)

    def together(
        self,
        runs: Sequence[Callable[[Frame, Past], Walking]],
        path: str,
        frame: Frame,
        past: Past,
        quorum: int = 0,
    ) -> Walking:
        """Walk branches that see the past that they started from, not one another; they are joined in program order.
        `quorum`: another one than that of seats."""
        if not frame.anchor:
            frame = replace(frame, anchor=path)
        entered, cursor, moves, verdict = len(self.entered), self.cursor, self.moves, self.verdict
        while True:
            joined, finished, answered, stuck = past, 0, 0, 0
            failed_before = len(self.failures)
            for run in runs:
                failures = len(self.failures)
                branch, done = self.branch(run(frame, past))
                finished += done
                answered += done and branch is not past
                stuck += not done and len(self.failures) > failures
                for turn in branch.since(past):
                    joined = joined.add(turn)
            if finished == len(runs):
                return joined
            if stuck and answered >= (quorum or QUORUM) and finished + stuck == len(runs):
                self.excuse(failed_before)
            self.past = joined
            yield
            del self.entered[entered:]
            self.cursor, self.moves, self.verdict = cursor, moves, verdict

    def branch(self, steps: Walking) -> tuple[Past, bool]:
        """Return how far one branch has come, and whether that is its end."""
        try:
            next(steps)
        except StopIteration as end:
            return end.value, True
        return self.past, False

    def excuse(self, since: int) -> None:
        """Go on without those who failed, since a quorum has answered."""
        for path in self.failures[since:]:
            self.notes.append(TurnAbstained(path=path, why=f"absent: {self.debate.failed[path].why}"))
        del self.failures[since:]

    def call(self, block: Block, path: str, frame: Frame, past: Past) -> Walking:
        cursor, moves = self.cursor, self.moves
        while path not in self.debate.replies:
            asked, given_up = path in self.debate.asked, path in self.debate.abstained
            failure = self.debate.failed.get(path)
            begun = asked or given_up or (frame.live and failure is not None)  # resuming forgets failures
            self.cursor, self.moves = cursor, moves
            if begun:
                self.move(frame.anchor or path)
            if given_up or not (frame.live or asked):
                return past
            at = At(debate=self.debate, path=path, past=past)
            if failure is not None:
                self.note_absence(block, path, failure.why)
            elif not at.present(seat := at.seat):
                self.notes.append(TurnAbstained(path=path, why="the seat is empty"))
            else:
                self.ask(self.open_call(block, frame, at, seat), asked=asked)
            self.past = past
            yield
        return self.say(block, path, frame, past)

    def ask(self, call: Call, *, asked: bool) -> None:
        """Have a call made. A person who is to approve something is asked by the rules themselves."""
        if call.seat != gates.PERSON or call.gives != gates.APPROVAL:
            self.calls.append(call)
        elif asked:
            self.gates.append(call.path)
        else:
            self.notes.append(call.event_of_asking(HUMAN))

    def note_absence(self, block: Block, path: str, why: str) -> None:
        if block.optional:
            self.notes.append(TurnAbstained(path=path, why=why))
        else:
            self.failures.append(path)

    def say(self, block: Block, path: str, frame: Frame, past: Past) -> Past:
        key = path + SAID
        self.move(frame.anchor or path)
        known = self.memo.finished.get(key)
        if known is not None and known.before is past:
            return known.after
        seat, reply = seat_in(path, self.debate.seats), self.debate.replies[path]
        turn = Turn(
            path=path,
            seat=seat,
            gives=block.gives,
            heard=self.audience(seat, frame.heard),
            text=reply.text,
            task=block.task or block.name,
            by=reply.by,
            model=reply.model,
            data=reply.data,
        )
        after = past.add(turn)
        self.memo.finished[key] = FinishedBlock(past, after, self.cursor, None, moved=True)
        return after

    def open_call(self, block: Block, frame: Frame, at: At, seat: str) -> Call:
        known = self.memo.calls.get(at.path)
        if known is not None and known.past is at.past:
            return known
        made = Call(
            path=at.path,
            seat=seat,
            task=block.task or block.name,
            gives=block.gives,
            heard=self.audience(seat, frame.heard),
            sees=view(at, block.sees),
            optional=block.optional,
            past=at.past,
        )
        self.memo.calls[at.path] = made
        return made

    def splices(self, path: str, frame: Frame, past: Past) -> Walking:
        for block in self.debate.splices.get(path, ()):
            outermost = block.name.startswith(EXTENSION)
            inner = replace(frame, live=True, outermost=outermost)
            past = yield from self.block(block, join(path, block.name), inner, past)
            self.move(frame.anchor or path)
        return past

    def audience(self, seat: str, heard: str) -> str:
        """Return who hears what a seat says; with "team" that is its own team."""
        if heard != "team":
            return heard
        spoken = self.debate.seats.get(seat)
        return f"team:{spoken.team if spoken else ''}"
