"""All that a face shows of a debate in phases: how they stand, who works now, attacks, tests and the plan."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from disputatio.debate.format import Block
from disputatio.debate.log.events import Event
from disputatio.debate.log.evolve import evolve
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.values import value
from disputatio.debate.views.phases import (
    SWITCHED_OFF,
    UNFINISHED,
    Ahead,
    Phase,
    Phases,
    PhaseState,
    phases_of,
    stages_of,
    states_of,
)
from disputatio.debate.views.planning import Plan, plan_of
from disputatio.debate.views.transcript import Transcript, TurnEntry
from disputatio.debate.views.workshop import (
    AttackRow,
    Group,
    TestRun,
    attack_rows,
    closed_of,
    groups_of,
    last_tests,
    parallel,
)
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import inside, listed, plural, tr


@value
class PhaseBoard:
    """`gives`: the contracts of all steps but those in phases that are off: what there may be later, though not yet."""

    phases: Phases = Phases()
    groups: tuple[Group, ...] = ()
    attacks: tuple[AttackRow, ...] = ()
    tests: TestRun | None = None
    plan: Plan = Plan()
    gives: tuple[str, ...] = ()

    @property
    def coming(self) -> str:
        """Say what the person is asked to approve next, and what comes after that; "" where nothing waits for that."""
        over, phase = self.phases.next_gate
        shown = [tr("what was said")]
        shown += [tr("the tests")] if self.tests is not None else []
        shown += [tr("the open attacks")] if self.attacks else []
        if over is not None:
            told = tr("After the {phase} phase you see {words}.").format(phase=inside(over.title), words=listed(shown))
        elif phase is not None:
            told = tr("Before the {phase} phase you see {words}.").format(
                phase=inside(phase.title), words=listed(shown)
            )
        else:
            return ""
        ahead = phase.ahead.calls if phase is not None and phase.ahead is not None else 0
        calls = plural("{count} call", "{count} calls", ahead) if ahead else ""
        takes = ", ".join(filter(None, (calls, phase.price if phase is not None else "")))
        return tr("{told} After that it takes about {takes}.").format(told=told, takes=takes) if takes else told

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it in lines for a terminal; nothing where the format has no phases."""
        return tuple(self._lines()) if self.phases.listed else ()

    def _lines(self) -> Iterator[str]:
        yield from self.phases.lines
        if self.groups:
            beside = parallel(self.groups)
            yield tr("Working now{words}:").format(words=f", {beside}" if beside else "")
            yield from (f"  {group.title}: {worker.line}" for group in self.groups for worker in group.workers)
        if self.attacks:
            yield tr("Attacks and defences, {closed_of}:").format(closed_of=closed_of(self.attacks))
            yield from (f"  {row.line}" for row in self.attacks)
        if self.tests is not None:
            of = tr(" of {of}").format(of=self.tests.of) if self.tests.of else ""
            yield tr("Tests{of}: {summary}").format(of=of, summary=self.tests.summary)
            yield from (f"  {result.line}" for result in self.tests.sorted)
        if self.plan.told:
            yield tr("Plan:")
            yield from (f"  {line}" for line in self.plan.lines)
        if self.coming:
            yield tr("Next: your approval. {coming}").format(coming=self.coming)


def phase_board_of(
    debate: Debate, past: Past, transcript: Transcript, ahead: Mapping[str, Ahead] = MappingProxyType({})
) -> PhaseBoard:
    """Return it; empty where the format has no phases."""
    phases = phases_of(debate, past, transcript.turns, ahead)
    if not phases.listed:
        return PhaseBoard()
    return PhaseBoard(
        phases=phases,
        groups=groups_of(debate, transcript),
        attacks=attack_rows(debate, past),
        tests=last_tests(debate, past),
        plan=plan_of(debate, past),
        gives=tuple(sorted(set(_given(debate.format.body, {one.name for one in phases.listed if one.state == "off"})))),
    )


def _given(block: Block, off: Collection[str]) -> Iterator[str]:
    """Yield the contracts of the steps of a block, but of those that are off."""
    for child in block.do:
        if child.name not in off:
            yield from ([child.gives] if child.ask else [])
            yield from _given(child, off)


class PhaseNews:
    """Says when a phase begins, and what came of it when it is done. It is given every event of a debate in turn."""

    def __init__(self) -> None:
        self._debate = Debate()
        self._stood: dict[str, PhaseState] = {}

    def add(self, event: Event, turns: Mapping[str, TurnEntry]) -> tuple[str, ...]:
        """Take in an event; return what it made begin and end, a line each. `turns`: the transcript up to there."""
        self._debate = debate = evolve(self._debate, event)
        if not stages_of(debate.format):
            return ()
        before, self._stood = self._stood, states_of(debate)
        fresh = {path for path, state in self._stood.items() if state != before.get(path, "ahead")}
        if not fresh:
            return ()
        found = phases_of(debate, Planner().walk(debate).past, turns).listed
        news = [phase for phase in found if phase.path in fresh]
        ended = [_ended(phase) for phase in news if phase.state in ("done", "off")]
        begun = [
            tr("Phase {phase_number} of {number_of_found}: {phase_title}").format(
                phase_number=phase.number, number_of_found=len(found), phase_title=phase.title
            )
            for phase in news
            if phase.state == "working"
        ]
        return (*filter(None, ended), *begun)


def _ended(phase: Phase) -> str:
    """Say what came of a phase, or why it is left out; that it was switched off is known, and an end tells by itself
    what was not reached."""
    if phase.state == "off":
        return (
            tr("{phase_title} is left out: {why}").format(phase_title=phase.title, why=phase.why)
            if phase.why not in map(tr, (SWITCHED_OFF, *UNFINISHED))
            else ""
        )
    return ", ".join(
        filter(None, (tr("{phase_title} is done").format(phase_title=phase.title), phase.fact, phase.price))
    )
