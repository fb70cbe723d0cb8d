"""How a task is planned, as a picture and in words (SPEC PLAN.1, TOPOLOGY.1): who plans for whom, what each plans, and
who took over what hung on a seat that was left empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, Literal

from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.payload import word
from disputatio.debate.policies.conditions import COMPLEXITIES, ESTIMATED
from disputatio.debate.policies.speakers import Topology, plans, topology_of
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.reasons import reason
from disputatio.debate.values import value
from disputatio.debate.views.labels import TASKS
from disputatio.debate.views.participants import Participant, name_of, of_seat, reporting
from disputatio.debate.views.plain_text import beginning
from disputatio.debate.views.words import sentence
from disputatio.debate.wording import Words, listed, tr

PlanState = Literal["working", "planned", "waiting", "gone"]
STATES: dict[PlanState, str] = Words(
    {
        "working": "at work",
        "planned": "has planned",
        "waiting": "",
        "gone": "left empty",
    }
)
"""How the line begins that tells how a task is planned."""
LONGEST = 120
"""Characters of a plan that are shown."""


@value
class PlanNode:
    """`text`: how its plan begins, "" where it has none; `path`: of the turn with the plan. `moved`: it hangs elsewhere
    since the seat that it hung on was left empty."""

    seat: str
    who: Participant
    state: PlanState
    text: str = ""
    path: str = ""
    leads: bool = False
    moved: bool = False


@value
class Plan:
    """`told`: how it is planned and why, in a sentence; "" while that is not decided. `edges`: from who reports to
    whom."""

    told: str = ""
    nodes: tuple[PlanNode, ...] = ()
    edges: tuple[tuple[str, str], ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        if self.told:
            yield self.told
        names = {node.seat: node.who.name for node in self.nodes}
        for node in self.nodes:
            to = [names[above] for below, above in self.edges if below == node.seat]
            parts = [
                tr("leads") if node.leads else "",
                tr("reports to {to}").format(to=listed(to)) if to else "",
                STATES[node.state],
            ]
            parts += [tr("moved here, since its lead left") if node.moved else ""]
            head = f"{node.who.name}: {', '.join(filter(None, parts))}".removesuffix(": ")
            yield f"{head}. {node.text}".strip() if node.text else head


def plan_of(debate: Debate, past: Past) -> Plan:
    """Return how the task is planned; an empty plan where the format plans nothing."""
    if not any(block.gives == "plan" for block in blocks(debate.format.body)):
        return Plan()
    found = topology_of(At(debate=debate, path="", past=past))
    seats = _seats(debate, found)
    edges = tuple(_edges(debate, found, seats))
    gone = [seat.id for seat in debate.seats.values() if not seat.taken and _named(debate) == "tree"]
    nodes = tuple(_nodes(debate, past, found, (*seats, *gone)))
    return Plan(told=sentence(_way(debate, past)), nodes=nodes, edges=edges)


def _named(debate: Debate) -> str:
    return str(debate.options.get("topology", "mesh"))


def _seats(debate: Debate, found: Topology) -> tuple[str, ...]:
    """Return who is in the picture: all of them, or in a mesh those who plan or work by the plan."""
    everybody = [seat.id for seat in debate.seats.values() if seat.taken]
    if _named(debate) != "mesh":
        return tuple(everybody)
    parts = {block.ask for block in blocks(debate.format.body) if block.gives == "plan" or "of plan" in block.sees}
    return tuple(seat for seat in everybody if seat == found.leader or debate.seats[seat].part in parts)


def _edges(debate: Debate, found: Topology, seats: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield who reports to whom."""
    if _named(debate) == "chain":
        yield from ((after, before) for before, after in pairwise(seats))
    elif _named(debate) == "mesh":
        yield from ((seat, found.leader) for seat in seats if seat != found.leader)
    else:
        tier = {seat: number for number, group in enumerate(found.groups) for seat in group}
        for below in seats:
            yield from ((below, above) for above in seats if tier[below] < tier[above] and found.hears(above, below))


def _beginning(text: str) -> str:
    """Return how a plan begins, without a line that only introduces what follows."""
    first = beginning(text, LONGEST)
    rest = text.strip().partition("\n\n")[2]
    return beginning(rest, LONGEST) or first if first.endswith(":") else first


def _nodes(debate: Debate, past: Past, found: Topology, seats: tuple[str, ...]) -> Iterator[PlanNode]:
    written = {turn.seat: turn for turn in past.of("plan")}
    for seat in seats:
        plan = written.get(seat)
        yield PlanNode(
            seat=seat,
            who=of_seat(debate.seats[seat], list(debate.seats).index(seat)),
            state=_state(debate, seat, planned=plan is not None),
            text=_beginning(plan.text) if plan is not None else "",
            path=plan.path if plan is not None else "",
            leads=seat == found.leader,
            moved=seat in found.moved,
        )


def _state(debate: Debate, seat: str, *, planned: bool) -> PlanState:
    if not debate.seats[seat].taken:
        return "gone"
    if any(path.endswith(f"[{seat}]") for path in debate.asked):
        return "working"
    return "planned" if planned else "waiting"


PLANNED: Final = Words(
    {"cpde": "one plans for all (CPDE)", "dpde": "each plans its part, and they agree upwards (DPDE)"}
)


def planning_of(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return how the task is planned, and why, where the format plans (SPEC PLAN.1)."""
    way = _way(debate, past)
    planning = [tr("Planning: {way}").format(way=way)] if way else []
    return (*_estimate(debate, past), *_structure(debate, past), *planning)


def _way(debate: Debate, past: Past) -> str:
    """Return who plans for whom, and why; "" while that is not decided."""
    chosen, traits = debate.options.get("planning"), past.last("traits")
    if chosen in PLANNED:
        return f"{PLANNED[str(chosen)]}, {tr('as was chosen')}"
    if not isinstance(chosen, str) or traits is None:
        return ""
    way = next(way for way in PLANNED if plans(At(debate=debate, path="", past=past), way))
    given = (word(traits.data.get(name)) for name in ("parts", "reason"))
    judged = reason(next(filter(None, given), "").rstrip("."))
    return f"{PLANNED[way]}: {judged}" if judged else PLANNED[way]


def _structure(debate: Debate, past: Past) -> Iterator[str]:
    """Yield who leads, and who reports to somebody else since their lead is gone, where a task is planned (SPEC
    TOPOLOGY.1)."""
    if not isinstance(debate.options.get("planning"), str):
        return
    found, seats = topology_of(At(debate=debate, path="", past=past)), debate.seats
    parts = Counter(seat.part for seat in seats.values() if seat.taken)
    led = [
        tr("{leads} leads the {part}").format(leads=name_of(found.leads[part], seats), part=part)
        for part, many in parts.items()
        if many > 1 and found.leads[part] != found.leader
    ]
    head = tr("{options}, {leader} leads").format(
        options=debate.options.get("topology"), leader=name_of(found.leader, seats)
    )
    yield tr("Who hears whom: {words}").format(words="; ".join((head, *led)))
    if found.moved:
        gone = listed(name_of(seat.id, seats) for seat in seats.values() if not seat.taken)
        yield tr("Tree: {gone} left, so {moved}").format(gone=gone, moved=reporting(found.moved, seats))


def _estimate(debate: Debate, past: Past) -> tuple[str, ...]:
    """Return whether the task counts as complex, so that it is clarified first, and who says so, where the format asks
    (SPEC PHASE.1)."""
    chosen, traits = debate.options.get("complexity"), past.last("traits")
    if chosen not in COMPLEXITIES:
        return ()
    if chosen != ESTIMATED:
        return (tr("Task: {chosen}, as was chosen").format(chosen=TASKS[str(chosen)]),)
    if traits is None:
        return (tr("Task: nobody has estimated how complex it is, so it counts as simple"),) if debate.over else ()
    why = reason(word(traits.data.get("reason")).rstrip("."))
    estimate = TASKS["complex" if traits.data.get("complex") else "simple"]
    return (
        tr("Task: {estimate} by the planner’s estimate{words}").format(
            estimate=estimate, words=f": {why}" if why else ""
        ),
    )
