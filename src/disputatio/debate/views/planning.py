"""How a task is planned, as a picture and in words (SPEC PLAN.1, TOPOLOGY.1): who plans for whom, what each plans, and
who took over what hung on a seat that was left empty."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from disputatio.debate.format import Format
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.speakers import Topology, topology_of
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.values import value
from disputatio.debate.views.participants import Participant, of_seat
from disputatio.debate.views.plain_text import beginning
from disputatio.debate.views.progress import PLANNING, planning_of
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


def plans(format: Format) -> bool:
    """Return whether a task is planned in a format."""
    return any(block.gives == "plan" for block in blocks(format.body))


def plan_of(debate: Debate, past: Past) -> Plan:
    """Return how the task is planned; an empty plan where the format plans nothing."""
    if not plans(debate.format):
        return Plan()
    found = topology_of(At(debate=debate, path="", past=past))
    seats = _seats(debate, found)
    edges = tuple(_edges(debate, found, seats))
    said = tr(PLANNING).partition("{")[0]
    told = sentence(next((line for line in planning_of(debate, past) if line.startswith(said)), "").removeprefix(said))
    gone = [seat.id for seat in debate.seats.values() if not seat.taken and _named(debate) == "tree"]
    return Plan(told=told, nodes=tuple(_nodes(debate, past, found, edges, (*seats, *gone))), edges=edges)


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


def _nodes(
    debate: Debate, past: Past, found: Topology, edges: tuple[tuple[str, str], ...], seats: tuple[str, ...]
) -> Iterator[PlanNode]:
    written = {turn.seat: turn for turn in past.of("plan")}
    for seat in seats:
        plan = written.get(seat)
        yield PlanNode(
            seat=seat,
            who=of_seat(debate.seats[seat], list(debate.seats).index(seat)),
            state=_state(debate, seat, planned=plan is not None),
            text=beginning(plan.text, LONGEST) if plan is not None else "",
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
