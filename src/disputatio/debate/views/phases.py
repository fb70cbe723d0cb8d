"""The phases of a debate whose format has them (SPEC PHASE.1): how each stands, what came of it, what it cost and may
cost, and which of them are repeated until when.

A phase is a step that an option of the format switches on and off, and in which participants speak. In a format without
rounds that has no such switches, the steps themselves are its phases. Rounds are no phases: what is said in them is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from disputatio.debate.format import Block, Format
from disputatio.debate.ids import EXTENSION, called, join, parent, rounds_before, segments, step_of, without_index
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.ranges import bound
from disputatio.debate.values import value
from disputatio.debate.views.phase_facts import fact_of, task_of
from disputatio.debate.views.transcript import TurnEntry
from disputatio.debate.views.words import dollars, quantity
from disputatio.debate.walk.gates import gated_step, has_begun, loops, open_gates, seats_named, speaks, stops
from disputatio.debate.wording import Words, inside, mark, tr

FEWEST: Final = 3
"""Steps below which a format has no phases."""
NEARLY: Final = 0.95
"""The share of a loop that has used up its passes, before it is known that there is no other."""
PhaseState = Literal["done", "working", "gate", "ahead", "off"]
STATES: Final[Mapping[PhaseState, str]] = Words(
    {
        "done": "done",
        "working": "at work",
        "gate": "waits for your approval",
        "ahead": "ahead",
        "off": "off",
    }
)
SWITCHED_OFF: Final = "switched off"
NOBODY: Final = mark("the seat is empty")
UNFINISHED: Final = (mark("interrupted"), mark("not reached"))
"""What becomes of a phase that the end of the debate came before."""
_WHY: Final = Words({"on": SWITCHED_OFF, "complex": "the task is simple"})
"""Why a step is left out, by the condition that does not hold."""


# ---- which phases a format has -----------------------------------------------------------------------------------
@value
class Stage:
    """A phase as the format has it: its step, and the steps around it, outermost first."""

    block: Block
    around: tuple[Block, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (*(block.name for block in self.around), self.block.name)

    @property
    def option(self) -> str:
        """The option that switches it; "" where none does."""
        return next((when.split()[1] for when in self.block.when if when.startswith("on ")), "")

    @property
    def title(self) -> str:
        alone = self.block.name.capitalize()
        told = tr(alone.replace("-", " "))
        return alone if told == alone.replace("-", " ") else told


def stages_of(format: Format) -> tuple[Stage, ...]:
    """Return the phases of a format, in order; none where it has no phases."""
    switched = tuple(stage for stage in _spine(format.body, ()) if stage.option)
    if len(switched) >= FEWEST:
        return switched
    whole = () if any(loops(format.body)) else tuple(Stage(block=each) for each in format.body.do if speaks(each))
    return whole if len(whole) >= FEWEST else ()


def _spine(block: Block, around: tuple[Block, ...]) -> Iterator[Stage]:
    """Yield the steps in which participants speak, and that come one after another; those inside a switched one are
    part of it."""
    for child in block.do:
        if not speaks(child):
            continue
        stage = Stage(block=child, around=around)
        yield stage
        if not stage.option and not child.ask and not child.each and child.order == "in-turn":
            yield from _spine(child, (*around, child))


def phase_at(format: Format, *, first: bool = False) -> Callable[[str], str]:
    """Return what says to which phase a path belongs, in whatever round or in the `first` alone; "" where it belongs to
    none."""
    known = {stage.names: stage.block.name for stage in stages_of(format)}

    def found(path: str) -> str:
        steps = segments(path)
        added = max((place + 1 for place, (name, _) in enumerate(steps) if name.startswith(EXTENSION)), default=0)
        inner = tuple(name for name, _ in steps[added:])
        upto = next((upto for upto in range(1, len(inner) + 1) if inner[:upto] in known), 0)
        later = first and any(index not in ("", "1") for _, index in steps[added : added + max(0, upto - 1)])
        return known[inner[:upto]] if upto and not later else ""

    return found


# ---- how they stand ------------------------------------------------------------------------------------------------
@value
class Ahead:
    """What a phase takes once, if nobody ever agrees: an estimate. `cost` in micro-dollars, None where nobody knows."""

    calls: int = 0
    cost: int | None = None


@value
class Phase:
    """`path`: of the phase in the present round. `why` it is off; `fact`: what came of it in a few words, or what it is
    for. `share`: how much of it is done, 0 to 1. `cost`: micro-dollars of all rounds so far, of the calls whose price
    is known; `unpriced`: how many there are whose price is not. `ahead`: what it takes, for one that is to come.
    `gate`: the debate waits for approval before it, `gate_after`: after it, before whatever comes next. `turns`: the
    paths of what was said in it. `option`: what switches it, "" where nothing does; `on`: whether it is on, in further
    rounds too."""

    number: int
    name: str
    title: str
    path: str
    state: PhaseState
    why: str = ""
    fact: str = ""
    share: float = 0.0
    cost: int = 0
    unpriced: int = 0
    ahead: Ahead | None = None
    gate: bool = False
    gate_after: bool = False
    turns: tuple[str, ...] = ()
    option: str = ""
    on: bool = True

    @property
    def price(self) -> str:
        """What it cost, or what it may cost if it is to come; "" where there is nothing to say."""
        if self.state in ("ahead", "gate"):
            return f"≈ {dollars(self.ahead.cost)}" if self.ahead is not None and self.ahead.cost else ""
        return " + ".join(
            filter(None, (dollars(self.cost) if self.cost else "", tr("price unknown") if self.unpriced else ""))
        )

    @property
    def price_in_short(self) -> str:
        """The same on the strip of phases: a part that nobody knows is a question mark; "" where all is unknown."""
        if self.state in ("ahead", "gate") or not self.unpriced:
            return self.price
        return f"{dollars(self.cost)} + ?" if self.cost else ""

    @property
    def told(self) -> str:
        """All of it in a line, without its price."""
        state = tr("off, {why}").format(why=self.why) if self.state == "off" else STATES[self.state]
        return f"{self.title}: {state}{f'; {self.fact}' if self.fact and self.state != 'off' else ''}"


@value
class Bracket:
    """Phases that are repeated, by their numbers. `words`: until when; `now`: "round 2", "" before the first."""

    first: int
    last: int
    words: str
    now: str = ""


@value
class Phases:
    """All of them in order, and which are repeated; nothing where the format has no phases."""

    listed: tuple[Phase, ...] = ()
    brackets: tuple[Bracket, ...] = ()

    @property
    def current(self) -> Phase | None:
        """The phase that is at work or waits for approval; else the next one, else the last that was."""
        for state in ("gate", "working", "ahead"):
            if found := next((phase for phase in self.listed if phase.state == state), None):
                return found
        return next((phase for phase in reversed(self.listed) if phase.state == "done"), None)

    @property
    def next_gate(self) -> tuple[Phase | None, Phase | None]:
        """The next place where the debate will wait for approval: the phase after which, if it is after one, and the
        phase that comes next there, if one does; nothing of both where it waits nowhere."""
        coming = [phase for phase in self.listed if phase.state in ("gate", "working", "ahead")]
        for number, phase in enumerate(coming, 1):
            if phase.gate and phase.state == "ahead":
                return None, phase
            if phase.gate_after:
                return phase, next(iter(coming[number:]), None)
        return None, None

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it in sentences."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        ends = {bracket.last: bracket for bracket in self.brackets}
        for phase in self.listed:
            yield f"{phase.number}. {phase.told}{f' ({phase.price})' if phase.price else ''}"
            if (bracket := ends.get(phase.number)) is not None:
                now = tr(" Now: {now}.").format(now=bracket.now) if bracket.now else ""
                yield tr("   {first} to {last} are {bracket_words}.{now}").format(
                    first=bracket.first, last=bracket.last, bracket_words=bracket.words, now=now
                )


def phases_of(
    debate: Debate,
    past: Past,
    turns: Mapping[str, TurnEntry],
    ahead: Mapping[str, Ahead] = MappingProxyType({}),
) -> Phases:
    """Return the phases of a debate; none where its format has none. `turns`: of its transcript; `ahead`: what each
    phase takes, by its name."""
    stages = stages_of(debate.format)
    if not stages:
        return Phases()
    place = phase_at(debate.format)
    by_name: dict[str, list[TurnEntry]] = {stage.block.name: [] for stage in stages}
    for turn in turns.values():
        if name := place(turn.path):
            by_name[name].append(turn)
    said = _by_phase(past, place)
    made = _Standing(debate)
    listed: list[Phase] = []
    for number, stage in enumerate(stages, 1):
        name = stage.block.name
        before = next((phase for phase in reversed(listed) if phase.state != "off"), None)
        waits = before is not None and before.gate_after and before.state in ("gate", "working", "ahead")
        listed.append(_phase(number, stage, made, waits, past, said.get(name, ()), by_name[name], ahead))
    return Phases(listed=tuple(listed), brackets=tuple(_brackets(debate, stages)))


def states_of(debate: Debate) -> dict[str, PhaseState]:
    """Return how each phase stands, by its path in the present round. Quick: for those who look at every event."""
    made = _Standing(debate)
    return {path: made.state(stage, path)[0] for stage in stages_of(debate.format) for path in (_path(debate, stage),)}


def phase_now(debate: Debate) -> str:
    """Return the phase that is at work, with its pass: "adversarial 2 of 3"; "" where none is."""
    standing = _Standing(debate)
    for stage in stages_of(debate.format):
        path, block = _path(debate, stage), stage.block
        if standing.state(stage, path)[0] == "working":
            pass_ = debate.passes.get(path, 0) if block.repeat else 0
            most = bound(block.repeat, debate.options)
            name = inside(stage.title)
            return (
                tr("{block} {pass_} of {most}").format(block=name, pass_=pass_, most=most) if pass_ and most else name
            )
    return ""


def _by_phase(past: Past, place: Callable[[str], str]) -> dict[str, list[Turn]]:
    found: dict[str, list[Turn]] = {}
    for turn in past:
        if name := place(turn.path):
            found.setdefault(name, []).append(turn)
    return found


def _phase(
    number: int,
    stage: Stage,
    standing: _Standing,
    waits: bool,
    past: Past,
    said: Sequence[Turn],
    entries: Sequence[TurnEntry],
    ahead: Mapping[str, Ahead],
) -> Phase:
    """`waits`: the debate waits for approval after the phase before it."""
    debate, name = standing.debate, stage.block.name
    path = _path(debate, stage)
    state, why = standing.state(stage, path)
    gated = waits or name in standing.gated
    coming = state in ("ahead", "gate")
    latest = [turn for turn in said if turn.path.startswith((f"{path}/", f"{path}["))]
    return Phase(
        number=number,
        name=name,
        title=stage.title,
        path=path,
        state=state,
        why=why,
        fact=why or _task(stage, gated and state == "ahead") if coming or why else fact_of(debate, past, latest),
        share=standing.share(stage.block, path) if not coming else 0.0,
        cost=sum(entry.cost or 0 for entry in entries),
        unpriced=sum(entry.cost is None for entry in entries),
        ahead=ahead.get(name) if coming else None,
        gate=gated,
        gate_after=name in standing.gated_after,
        turns=tuple(entry.path for entry in entries),
        option=stage.option,
        on=debate.options.get(stage.option) is not False,
    )


def _task(stage: Stage, gated: bool) -> str:
    task = task_of(stage.block)
    if not gated:
        return task
    return tr("gate, then {task}").format(task=task) if task else tr("gate")


class _Standing:
    """How far the steps of a debate are, by its trace."""

    def __init__(self, debate: Debate) -> None:
        self.debate = debate
        waits = stops(debate)
        self.gated, self.gated_after = waits.steps, waits.after
        self._open = {(parent(path), gated_step(without_index(path))) for path in open_gates(debate)}

    def state(self, stage: Stage, path: str) -> tuple[PhaseState, str]:
        """Return how a phase stands, and why it is off."""
        debate, block = self.debate, stage.block
        if (parent(path), block.name) in self._open:
            return "gate", ""
        if debate.entered.get(path) == ():
            return "off", self._reason(block)
        if has_begun(debate, block, path):
            if self.share(block, path) >= 1:
                return ("done", "") if self._took_place(block, path) else ("off", tr(NOBODY))
            return ("off", tr(UNFINISHED[0])) if debate.over else ("working", "")
        if stage.option and debate.options.get(stage.option) is False:
            return "off", tr(SWITCHED_OFF)
        return ("off", tr(UNFINISHED[1])) if debate.over else ("ahead", "")

    def _reason(self, block: Block) -> str:
        """Say which condition did not hold: the rules record it with the decision, in the words of the format."""
        for condition in block.when:
            kind, _, rest = condition.partition(" ")
            if kind == "on" and self.debate.options.get(rest):
                continue
            if kind in _WHY:
                return _WHY[kind]
        return tr(NOBODY) if seats_named(self.debate, block) == [] else tr("left out")

    def _took_place(self, block: Block, path: str) -> bool:
        """Return whether anybody was asked in a step that is over, or sits where they could have been."""
        asked = (*self.debate.replies, *self.debate.abstained)
        return any(turn.startswith((f"{path}/", f"{path}[")) for turn in asked) or not _deserted(self.debate, block)

    def share(self, block: Block, path: str) -> float:
        """Return how much of a step is done, 0 to 1."""
        debate = self.debate
        groups = debate.entered.get(path)
        if path in debate.left or groups == ():
            return 1.0
        if groups is None and (block.when or block.ask or block.each):
            return 0.0
        if block.repeat:
            begun = debate.passes.get(path, 0)
            over = begun - 1 + self._inside(block, f"{path}[{begun}]") if begun else 0.0
            return min(over / max(1, begun, bound(block.repeat, debate.options)), NEARLY)
        places = [path] if groups is None else [f"{path}[{item}]" if item else path for one in groups for item in one]
        return _mean(self._inside(block, place) for place in places)

    def _inside(self, block: Block, path: str) -> float:
        """Return the same of one item or pass."""
        if block.ask and path not in self.debate.replies and path not in self.debate.abstained:
            return 0.0
        parts = [self.share(child, join(path, child.name)) for child in block.do]
        return _mean([1.0, *parts] if block.ask else parts)


def _deserted(debate: Debate, block: Block) -> bool:
    """Return whether all seats are empty of those who would speak in a step."""
    if block.ask or block.each:
        return seats_named(debate, block) == []
    return all(_deserted(debate, child) for child in block.do if speaks(child))


def _mean(parts: Iterable[float]) -> float:
    """Return the mean; what has no parts is whole."""
    found = list(parts)
    return sum(found) / len(found) if found else 1.0


def _path(debate: Debate, stage: Stage) -> str:
    """Return the path of a phase in the present round."""
    base = ""
    for block in stage.around:
        base = _latest(debate, join(base, block.name)) if block.repeat else join(base, block.name)
    return join(base, stage.block.name)


def _latest(debate: Debate, path: str) -> str:
    """Return the last pass of a loop that began; of one of the format's own, perhaps of an extension."""
    name = step_of(path)
    added = [each for each in debate.passes if step_of(each) == name and step_of(parent(each)).startswith(EXTENSION)]
    last = max(added, key=rounds_before) if added and "/" not in path else path
    return f"{last}[{max(1, debate.passes.get(last, 0))}]"


def _brackets(debate: Debate, stages: Sequence[Stage]) -> Iterator[Bracket]:
    """Yield which phases are repeated: one bracket for each loop around some of them."""
    numbers: dict[str, list[int]] = {}
    around: dict[str, Block] = {}
    for number, stage in enumerate(stages, 1):
        for block in stage.around:
            if block.repeat:
                numbers.setdefault(block.name, []).append(number)
                around[block.name] = block
    for name, found in numbers.items():
        most = bound(around[name].repeat, debate.options)
        here = _latest(debate, name)
        round_ = int(segments(here)[-1][1]) if without_index(here) in debate.passes else 0
        now = f"{called(name)} {round_ + rounds_before(here)}" if round_ else ""
        yield Bracket(first=found[0], last=found[-1], words=_repeated(around[name], debate, most), now=now)


def _repeated(block: Block, debate: Debate, most: int) -> str:
    """Say until when a loop is repeated: "repeated until 75 % agree, at most 3 rounds"."""
    if most == 1:
        return tr("gone through once")
    parts = [
        tr("repeated until {share}% agree").format(share=share)
        if (share := _share_wanted(block, debate))
        else tr("repeated")
    ]
    parts += [tr("at most {quantity}").format(quantity=quantity(most, block.name.replace("-", " ")))] if most else []
    return ", ".join(parts)


def _share_wanted(block: Block, debate: Debate) -> str:
    """Return the percentage of agreement at which a loop ends; "" where it does not go by that."""
    for until in block.until:
        kind, _, wanted = until.partition(" ")
        if kind in ("agreed", "consensus"):
            return str(debate.options.get(wanted[1:], "")) if wanted.startswith("$") else wanted
    return ""
