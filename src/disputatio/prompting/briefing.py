"""What a call is to say to whoever is asked, as data: the view's references become texts (SPEC TURN.3, CONTEXT.5)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from disputatio.debate.context import Section
from disputatio.debate.policies import At
from disputatio.debate.seats import SERVICES
from disputatio.debate.state import Debate
from disputatio.debate.steps import Call
from disputatio.debate.turns import Past, Turn
from disputatio.debate.visibility import figure_text
from disputatio.prompting import personas
from disputatio.prompting.hiding import TELLING, without_confidence
from disputatio.prompting.remembered import FACTS, remembered
from disputatio.prompting.request import Brief, SeenTurn

NAMES = {"clerk": "Clerk", "person": "The person", "memory": "Memory", "sandbox": "Sandbox", "sources": "Sources"}
INFORMED = ("synthesis", "digest", "aspects")
"""What services are given the context for; their other work is about turns alone."""


def brief_of(debate: Debate, call: Call, id: str = "") -> Brief:
    """The brief of a call. `id` names the debate."""
    seat = debate.seats.get(call.seat)
    at = At(debate, call.path, call.past)
    refs = [ref for ref in call.sees if not ref.startswith("#")]
    names = [ref[1:].rpartition(":")[0] for ref in call.sees if ref.startswith("#")]
    character = debate.personas.get(call.seat)
    turns = _seen(debate, call, refs)
    said = next((turn.text for turn in reversed(turns) if not turn.mine), "")
    return Brief(
        debate=id,
        path=call.path,
        seat=call.seat,
        role=seat.role if seat else NAMES.get(call.seat, call.seat),
        name=seat.name or seat.id if seat else NAMES.get(call.seat, call.seat),
        task=call.task,
        gives=call.gives,
        question=debate.question,
        seed=debate.seed,
        persona=personas.contract(character) if character else "",
        turns=turns,
        sections=(*_sections(debate, call), *(personas.evidence(character, said) if character else ())),
        figures={name: figure_text(at, name) for name in names},
    )


def _seen(debate: Debate, call: Call, refs: list[str]) -> tuple[SeenTurn, ...]:
    """The turns as this call sees them. Each is made once for all who may know as much of it."""
    letters = {path: letter for letter, _, path in (ref.rpartition("=") for ref in refs)}
    places = _places(call.past, letters)
    serving = call.seat in SERVICES
    hides = debate.options.get("hidden", True)  # debates of before the option had it always
    deliberating = hides and (not serving or call.gives == "digest")
    seen = []
    for path, letter in letters.items():
        place = places.get(path)
        if place is not None and (turn := place.turn) is not None:
            own = turn.seat == call.seat
            mine, secret = own and not serving, bool(deliberating) and not own and turn.gives in TELLING
            seen.append(place.once(("seen", letter, mine, secret), partial(_shown, debate, letter, mine, secret)))
    return tuple(seen)


def _places(past: Past, wanted: Collection[str]) -> dict[str, Past]:
    found: dict[str, Past] = {}
    for place in past.nodes():
        if len(found) == len(wanted):
            break
        if place.turn is not None and place.turn.path in wanted:
            found[place.turn.path] = place
    return found


def _shown(debate: Debate, letter: str, mine: bool, secret: bool, turn: Turn) -> SeenTurn:
    seat = debate.seats.get(turn.seat)
    name = (seat.name or seat.id) if seat else NAMES.get(turn.seat, turn.seat)
    return SeenTurn(
        path=turn.path,
        label=f"Response {letter}" if letter else name,
        role="" if letter else seat.role if seat else name,
        gives=turn.gives,
        text=without_confidence(turn.text) if secret else turn.text,
        data=turn.data,
        mine=mine,
    )


def _sections(debate: Debate, call: Call) -> tuple[Section, ...]:
    """What is known: of earlier debates first, then the context. Who lists points sees which need not be listed."""
    if call.seat in SERVICES and call.gives not in (*INFORMED, "points"):
        return ()
    known = (*remembered(call.past, debate.context.sections), *debate.context.sections)
    if call.seat in SERVICES and call.gives == "points":
        return tuple(section for section in known if section.name in FACTS)
    return known
