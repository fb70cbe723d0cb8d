"""How a session (a debate, in the words of a tool server) stands, and its layered result."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from disputatio.app.application import Application
from disputatio.app.debates.needs import diffs_of
from disputatio.app.debates.open_sessions import is_interrupted
from disputatio.app.debates.replies import form_of_turn
from disputatio.app.debates.session import rests
from disputatio.debate.ids import seat_of
from disputatio.debate.log.events import Recorded
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.views.gate_view import GateView, gates_of
from disputatio.debate.views.layers import layers_of
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.responses import shorten
from disputatio.debate.views.result import result_of
from disputatio.debate.views.status import open_to_people, reason_of_rest, to_paste
from disputatio.debate.views.words import MICRO, OUTCOMES, STATES, end_of_debate, sentence, state_of
from disputatio.debate.walk.gates import is_gate
from disputatio.debate.walk.plan import Planner
from disputatio.faces.mcp.results import (
    Awaited,
    Gate,
    GateArtifacts,
    Layered,
    Roundtable,
    Said,
    SessionState,
    Status,
)
from disputatio.storage.catalogue import DebateEntry

STORED: Final[Mapping[str, Status]] = {
    "pending": "created",
    "running": "active",
    "paused": "paused",
    "completed": "completed",
    "cancelled": "completed",
    "failed": "error",
}
"""The status on the wire by the stored one (SPEC LIFE.1)."""
MOST: Final = 1_000
"""Debates that are looked at for a list, those that changed last."""
UNFINISHED: Final = ("running", "paused")
TOPIC: Final = 500
"""Characters of a question in a list."""
DIFF: Final = 20_000
"""Characters of the changes that go along with a gate."""
LONGEST: Final = 4_000
"""Characters of a recommendation that goes along with a result."""
NEXT: Final[Mapping[str, str]] = {
    "created": "continue_roundtable begins it.",
    "active": "continue_roundtable waits for it; control_session steers it.",
    "paused": "continue_roundtable goes on.",
    "error": "continue_roundtable tries again.",
    "completed": "synthesize_debate and get_consensus have what it came to; continue_roundtable with rounds goes on.",
}
BUDGET: Final = (
    "continue_roundtable with raiseLimit doubles the limit and goes on; synthesize_debate ends the debate with its "
    "synthesis. Ask the person first."
)
WAITING: Final[Mapping[str, str]] = {
    "approval": "control_session approves or rejects it; ask the person.",
    "answer": "continue_roundtable with answer gives the person's own words.",
    "paste": "get_response_detail with part = request has what to carry to the other chat; continue_roundtable with "
    "answer brings its reply back.",
}


@dataclass(frozen=True, slots=True)
class Sight:
    """A debate as it was a moment ago."""

    entry: DebateEntry
    records: Sequence[Recorded]
    debate: Debate
    past: Past


async def sight(app: Application, id: str) -> Sight:
    """Look at a debate, whoever drives it. Raises NotFound."""
    entry, records = await app.records(id)
    debate, past = await asyncio.to_thread(_walked, records)
    return Sight(entry, records, debate, past)


def _walked(records: Sequence[Recorded]) -> tuple[Debate, Past]:
    debate = debate_in(records)
    return debate, Planner().walk(debate).past


async def state(app: Application, seen: Sight) -> SessionState:
    """Return how a debate stands, with what exactly waits for approval."""
    found = state_from(app, seen.entry, await app.sessions.driven_debates(), seen.debate)
    if any(one.kind == "approval" for one in found.waiting_for):
        needs = {need.path: need for need in await app.needs.gates() if need.debate == seen.entry.id}
        minutes = app.needs.minutes()
        left = {path: max(60 * minutes - app.needs.waiting_time(need), 0.0) for path, need in needs.items()}
        views = await asyncio.to_thread(gates_of, seen.debate, seen.past, seen.records)
        gates = {view.path: _gate(view, seen.records, left.get(view.path) if minutes else None) for view in views}
        for one in found.waiting_for:
            one.gate = gates.get(one.path)
    return found


def _gate(view: GateView, records: Sequence[Recorded], left: float | None) -> Gate:
    """Return a gate as a client is told it, with as much of the changes as it can take."""
    diffs, kept, room = diffs_of(records, view), list[str](), DIFF
    for diff in diffs:
        kept += [diff[:room]] if room else []
        room -= min(room, len(diff))
    cut = sum(map(len, diffs)) - sum(map(len, kept))
    return Gate(
        phase=view.phase,
        question=view.question,
        why=view.why,
        summary=[Said(by=by, text=text) for by, text in view.summary],
        task=view.task,
        chosen=list(view.chosen),
        artifacts=GateArtifacts(diff=kept, tests=list(view.tests), scores=list(view.scores), cut=cut),
        models=list(view.models),
        price=view.price,
        cost_usd=view.cost / MICRO if view.cost is not None else None,
        back=view.back,
        otherwise=view.otherwise,
        requested_at=view.requested_at,
        seconds_left=left,
    )


async def states(app: Application, status: str, limit: int) -> tuple[list[SessionState], int]:
    """Return how the debates stand, last changed first, those of a status if one is given; and how many there are."""
    driven = await app.sessions.driven_debates()
    told = [
        state_from(app, entry, driven, await _unfinished(app, entry)) for entry in await app.catalogue.all(limit=MOST)
    ]
    chosen = [one for one in told if status in ("", one.status)]
    return chosen[:limit], len(chosen)


async def _unfinished(app: Application, entry: DebateEntry) -> Debate | None:
    """Return a debate that is not over: its row does not say what it waits for."""
    if entry.status not in UNFINISHED:
        return None
    records = await app.log.read(entry.id)
    return await asyncio.to_thread(debate_in, records)


def state_from(app: Application, entry: DebateEntry, driven: Collection[str], debate: Debate | None) -> SessionState:
    """`debate` is needed of those alone that are not over."""
    awaited = waiting_for(debate) if debate is not None else []
    status = STORED.get(entry.status, "error")
    if debate is not None and debate.status == "debating":
        status = "paused" if awaited and rests(debate) else "active"
    here = (session := app.sessions.get(entry.id)) is not None and session.here
    interrupted = is_interrupted(entry, driven) and status == "active"
    outcome = str(entry.outcome.get("outcome", ""))
    told = STATES[state_of(entry.status, outcome, interrupted=interrupted)]
    if debate is not None:
        told = reason_of_rest(debate) or told
    elif outcome in OUTCOMES:
        told = end_of_debate(outcome, entry.why, rehearsed=entry.score is None)
    budget = debate is not None and debate.status == "paused" and debate.reason == "budget"
    return SessionState(
        session_id=entry.id,
        topic=shorten(entry.topic, TOPIC),
        title=entry.title,
        format=entry.format,
        status=status,
        state=sentence(awaited[0].summary if awaited and status == "paused" else told),
        next=WAITING[awaited[0].kind] if awaited else BUDGET if budget else NEXT[status],
        interrupted=interrupted,
        driven_by="this server" if here else "another process" if entry.id in driven else "nobody",
        rounds=entry.rounds,
        turns=entry.turns,
        cost_usd=entry.cost / MICRO,
        unpriced_turns=entry.unpriced_turns,
        tokens=entry.tokens,
        created_at=entry.created_at,
        updated_at=entry.updated_at,
        waiting_for=awaited,
    )


def waiting_for(debate: Debate) -> list[Awaited]:
    """Return the calls that only a person can answer; none once the debate is over, though some were left open."""
    if debate.over:
        return []
    pasted = to_paste(debate)
    found = []
    for path in open_to_people(debate):
        seat = seat_of(path)
        if is_gate(debate, path):
            found.append(Awaited(kind="approval", seat=seat, path=path, summary="It waits for an approval."))
        elif path in pasted:
            chat = debate.asked[path].partition(":")[2]
            told = f"{name_of(seat, debate.seats)} waits for the reply of {chat}."
            found.append(Awaited(kind="paste", seat=seat, path=path, summary=told))
        else:
            told = f"It is the person's turn as {name_of(seat, debate.seats)}. {form_of_turn(debate, path)}".strip()
            found.append(Awaited(kind="answer", seat=seat, path=path, summary=told))
    return found


async def roundtable(app: Application, id: str, *, waited_out: bool = False, notices: Sequence[str] = ()) -> Roundtable:
    """Return the layered result of the last round, and how the debate stands."""
    seen = await sight(app, id)
    layers = await asyncio.to_thread(layers_of, seen.entry.id, seen.debate, seen.past)
    result = await asyncio.to_thread(result_of, seen.debate, seen.past)
    return Roundtable.model_validate(
        {
            **Layered.fields_of(layers),
            "session": await state(app, seen),
            "waited_out": waited_out,
            "recommendation": result.answer[:LONGEST],
            "notices": list(notices),
        }
    )
