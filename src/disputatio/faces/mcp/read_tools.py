"""Tools that only read a debate: lists, consensus, thoughts, rounds, turns, citations, exports."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Sequence
from typing import Final, TypedDict

from disputatio.app import debate_files
from disputatio.app.application import Application
from disputatio.app.audit import audit
from disputatio.app.debates.requests import parts, request_body, sent_requests
from disputatio.debate.errors import ConfigError
from disputatio.debate.log.events import Recorded
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.stability import stability_of
from disputatio.debate.policy import At
from disputatio.debate.views.analysis import analysis_of
from disputatio.debate.views.arguments import places_of
from disputatio.debate.views.board_view import board_items
from disputatio.debate.views.citations import citation_checks, label, note, shares
from disputatio.debate.views.code_versions import history_of
from disputatio.debate.views.layers import layers_of, rounds_in
from disputatio.debate.views.participants import at_table
from disputatio.debate.views.phase_board import phase_board_of
from disputatio.debate.views.plain_text import beginning
from disputatio.debate.views.progress import is_rehearsal, progress_of
from disputatio.debate.views.responses import shorten
from disputatio.debate.views.result import SOLUTION, result_of
from disputatio.debate.views.result_section import Section
from disputatio.debate.views.rounds import number_in
from disputatio.debate.views.score import score_of, scores_of
from disputatio.debate.views.statements import PointItem, point_items
from disputatio.debate.views.transcript import TurnEntry, transcript_of
from disputatio.debate.views.transcript_words import chip, confidence, is_shown, state, text_of
from disputatio.debate.views.winner import outcome_of
from disputatio.debate.views.words import MICRO
from disputatio.engine.errors import NotFound
from disputatio.exporting.formats import KINDS
from disputatio.faces.mcp import arguments, results
from disputatio.faces.mcp.results import QUESTION
from disputatio.faces.mcp.server import Call
from disputatio.faces.mcp.session_state import Sight, sight, states

EXCERPT: Final = 240
"""Characters of a turn in a list."""
MOST_TURNS: Final = 100
MOST_POINTS: Final = 100
MOST_CALLS: Final = 20
RESULT: Final = 1_000
"""Characters of what a tool brought a participant."""
SECTION: Final = 4_000
SOLUTION_SHOWN: Final = 20_000
"""Characters of the solution that won: a client is to use it."""
LINE: Final = 1_000
"""Characters of a line of the ledger, of the result, or of a point."""


class ReadTools:
    def __init__(self, app: Application) -> None:
        self._app = app

    async def list_sessions(self, given: arguments.ListSessions, call: Call) -> results.Sessions:
        found, total = await states(self._app, given.status, given.limit)
        return results.Sessions(sessions=found, total=total)

    async def consensus(self, given: arguments.GetConsensus, call: Call) -> results.Consensus:
        seen = await sight(self._app, given.session_id)
        return await asyncio.to_thread(_consensus, seen)

    async def thoughts(self, given: arguments.GetThoughts, call: Call) -> results.AllThoughts:
        seen = await sight(self._app, given.session_id)
        return await asyncio.to_thread(_thoughts, seen, _seat(seen, given.agent_id))

    async def export(self, given: arguments.ExportSession, call: Call) -> results.Export:
        kind = next((kind for kind in KINDS if kind == given.format), None)
        if kind is None:
            raise ConfigError(f"There is no export as {given.format!r}.", f"There are: {', '.join(KINDS)}.")
        entry = await self._app.catalogue.get(given.session_id)
        made = await debate_files.export(self._app, entry.id, kind)
        text = made if isinstance(made, str) else base64.b64encode(made).decode()
        page = _page(text, given.offset, given.limit)
        checked = await audit(self._app, entry.id)
        return results.Export(
            session_id=entry.id,
            format=kind,
            base64=isinstance(made, bytes),
            intact=checked.intact,
            audit=list(checked.sentences),
            **page,
        )

    async def round_details(self, given: arguments.GetRoundDetails, call: Call) -> results.RoundDetails:
        seen = await sight(self._app, given.session_id)
        return await asyncio.to_thread(_round, seen, given.round_number)

    async def response_detail(self, given: arguments.GetResponseDetail, call: Call) -> results.ResponseDetail:
        seen = await sight(self._app, given.session_id)
        entry = _turn(seen, given)
        text = text_of(entry) or state(entry)
        if given.part == "request":
            text = await self._request(seen.records, entry.path)
        return results.ResponseDetail(
            session_id=seen.entry.id,
            turn=_reference(seen.past, entry),
            part=given.part,
            model=entry.model,
            asked_model=entry.asked_model,
            why=state(entry),
            confidence=confidence(entry),
            tool_calls=[
                results.ToolCall(
                    name=use.name, arguments=use.arguments[:RESULT], result=use.result[:RESULT], failed=use.failed
                )
                for use in entry.tools[:MOST_CALLS]
            ],
            cost_usd=entry.cost / MICRO if entry.cost is not None else None,
            tokens=entry.usage.total,
            latency_ms=entry.total_ms,
            partials=len(entry.partials),
            code=await self._code(seen, entry.path),
            **_page(text, given.offset, given.limit),
        )

    async def _code(self, seen: Sight, path: str) -> results.CodeVersion | None:
        """Return the version of code that a turn wrote, measured."""
        if not any(one.path == path for one in history_of(seen.records).versions):
            return None
        history = await self._app.versions.of(seen.entry.id, seen.records)
        found = next(one for one in history.versions if one.path == path)
        return results.CodeVersion(
            number=found.number,
            language=found.language[:EXCERPT],
            follows=found.follows or None,
            score=found.score,
            test_pass_rate=found.pass_rate,
            measures=list(found.metrics.lines) if found.metrics is not None else [],
            diff=history.diff(found)[:RESULT],
        )

    async def _request(self, records: Sequence[Recorded], path: str) -> str:
        sent = sent_requests(records, path)
        if not sent:
            raise NotFound(f"No request was made at {path}.", "Only turns of models have one.")
        whole = await request_body(self._app.log, sent[-1].hash)
        return "\n\n".join(f"--- {title} ---\n{text}" for title, text in parts(whole) if text)

    async def citations(self, given: arguments.GetCitations, call: Call) -> results.Citations:
        seen = await sight(self._app, given.session_id)
        return await asyncio.to_thread(_citations, seen, _seat(seen, given.agent_id), given)


# ---- of one debate ---------------------------------------------------------------------------------------------------
def _seat(seen: Sight, named: str) -> str:
    """Return the seat that is named by its id or its name; "" for "". Raises NotFound."""
    people = at_table(seen.debate.seats)
    found = [seat for seat, who in people.items() if named in (seat, who.name)]
    if named and not found:
        raise NotFound(f"Nobody in this debate is called {named!r}.", f"There are: {', '.join(people)}.")
    return found[0] if named else ""


def _consensus(seen: Sight) -> results.Consensus:
    debate, past = seen.debate, seen.past
    progress = progress_of(debate, past)
    score, layers, result = score_of(debate, progress), layers_of(seen.entry.id, debate, past), result_of(debate, past)
    points = point_items(progress.points, debate.seats, places_of(past))
    return results.Consensus(
        session_id=seen.entry.id,
        topic=debate.question[:QUESTION],
        decision=layers.decision,
        evidence=layers.evidence,
        score=score.score,
        interval=score.interval,
        coverage=score.coverage,
        earned=score.earned,
        agreed=score.agreed,
        contested=score.contested,
        assumptions=score.assumptions,
        unassessed=score.unassessed,
        weighed=score.weighed,
        partly=score.partly,
        outcome=_outcome(seen),
        stability=_stability(seen),
        analysis=analysis_of(debate, past),
        summary=list(score.lines),
        history=[(one.round, one.score) for one in scores_of(debate, progress)],
        points=[_point(one) for one in points[:MOST_POINTS]],
        total_points=len(points),
        recommendation=result.answer[:SECTION],
        sections=[_section(one) for one in result.sections],
    )


def _point(one: PointItem) -> results.Point:
    return results.Point(
        id=one.key,
        text=shorten(one.text, LINE),
        status=one.label.word,
        agent_id=one.author.seat,
        note=one.note,
        reason=shorten(one.reason, LINE),
    )


def _section(one: Section) -> results.Section:
    lines = [
        results.Line(text=shorten(line.told, LINE), agent_id=line.seat, path=line.places[0].path if line.places else "")
        for line in one.lines[:MOST_POINTS]
    ]
    return results.Section(
        title=one.title, text=_within(one.text, SOLUTION_SHOWN if one.title == SOLUTION else SECTION), lines=lines
    )


def _within(text: str, most: int) -> str:
    """Return a text; of a long one the beginning, and where the rest is."""
    return text if len(text) <= most else f"{text[:most]}\n… (cut here; export_session has all of it)"


def _outcome(seen: Sight) -> results.Outcome | None:
    found = outcome_of(seen.debate, seen.past)
    if found is None:
        return None
    return results.Outcome(
        winner=found.winner,
        method=found.method,
        score=found.score,
        confidence=found.confidence,
        lines=[shorten(line.text, LINE) for line in found.lines[:MOST_POINTS]],
    )


def _stability(seen: Sight) -> results.Stability | None:
    """Return how far positions still moved; None in a rehearsal, where nobody holds any."""
    if is_rehearsal(seen.debate):
        return None
    found = stability_of(At(debate=seen.debate, path="", past=seen.past))
    return results.Stability(drift=list(found.drift), entropy=list(found.entropy), correlation=found.correlation)


def _thoughts(seen: Sight, seat: str) -> results.AllThoughts:
    debate = seen.debate
    standings = {one.who.seat: one for one in board_items(debate, seen.past).standings}
    turns = list(transcript_of(seen.records).turns.values())
    found = []
    for id, who in at_table(debate.seats).items():
        if seat not in ("", id):
            continue
        standing = standings.get(id)
        own = [turn for turn in turns if turn.seat == id and is_shown(turn)]
        found.append(
            results.Thoughts(
                agent_id=id,
                agent_name=who.name,
                model=debate.seats[id].model,
                stance=shorten(standing.stance, LINE) if standing else "",
                confidences=list(standing.levels) if standing else [],
                ledger=[shorten(line, LINE) for line in standing.lines[:MOST_POINTS]] if standing else [],
                turns=[_reference(seen.past, turn) for turn in own[-MOST_TURNS:]],
                total_turns=len(own),
            )
        )
    return results.AllThoughts(session_id=seen.entry.id, topic=debate.question[:QUESTION], agents=found)


def _round(seen: Sight, number: int | None) -> results.RoundDetails:
    layers = layers_of(seen.entry.id, seen.debate, seen.past, number)
    transcript = transcript_of(seen.records)
    shown = filter(is_shown, transcript.turns.values())
    turns = [turn for turn in shown if number_in(seen.past, turn.path) == layers.roundNumber]
    phases = phase_board_of(seen.debate, seen.past, transcript).lines
    return results.RoundDetails.model_validate(
        {
            **results.Layered.fields_of(layers),
            "rounds": list(rounds_in(seen.past)),
            "phases": [shorten(line, LINE) for line in phases[:MOST_TURNS]],
            "turns": [_reference(seen.past, turn) for turn in turns[-MOST_TURNS:]],
            "total_turns": len(turns),
        }
    )


def _turn(seen: Sight, given: arguments.GetResponseDetail) -> TurnEntry:
    """Return the turn that is asked for. Raises NotFound."""
    turns = transcript_of(seen.records).turns
    if given.path:
        if given.path not in turns:
            raise NotFound(f"There is no turn {given.path!r}.", "get_round_details lists the turns of a round.")
        return turns[given.path]
    seat, number = _seat(seen, given.agent_id), given.round_number
    own = [
        turn
        for turn in turns.values()
        if turn.message and (not seat or turn.seat == seat) and number in (None, number_in(seen.past, turn.path))
    ]
    if not own:
        raise NotFound("There is no such turn.", "get_round_details lists the turns of a round.")
    return own[-1]


def _citations(seen: Sight, seat: str, given: arguments.GetCitations) -> results.Citations:
    turns = [turn for turn in citation_checks(seen.debate, seen.past) if seat in ("", turn.seat)]
    found = [
        results.Citation(
            path=turn.path,
            agent_id=turn.seat,
            citation=item.citation[:EXCERPT],
            status=label(item).word,
            note=note(item),
            quote=item.quote[:RESULT],
            found_at=item.where,
        )
        for turn in turns
        for item in turn.checked.items
        if item.failed or not given.failed
    ]
    end = given.offset + given.limit
    return results.Citations(
        session_id=seen.entry.id,
        citations=found[given.offset : end],
        total=len(found),
        next_offset=end if end < len(found) else None,
        shares=[
            results.Share(
                agent_id=one.who.seat,
                agent_name=one.who.name,
                citations=one.citations,
                verified=one.verified,
                exists=one.exists,
                others={str(status): count for status, count in one.others.items()},
                checkable=one.total,
            )
            for one in shares(seen.debate, seen.past)
            if seat in ("", one.who.seat)
        ],
    )


def _reference(past: Past, turn: TurnEntry) -> results.TurnReference:
    text = text_of(turn, marked=False)
    return results.TurnReference(
        path=turn.path,
        agent_id=turn.seat,
        agent_name=turn.name,
        round_number=number_in(past, turn.path),
        kind=chip(turn),
        status=turn.status,
        excerpt=(beginning(text, EXCERPT) or state(turn))[:EXCERPT],
        characters=len(text),
    )


class PageFields(TypedDict):
    text: str
    offset: int
    next_offset: int | None
    total_characters: int


def _page(text: str, offset: int, limit: int) -> PageFields:
    end = offset + limit
    return PageFields(
        text=text[offset:end],
        offset=offset,
        next_offset=end if end < len(text) else None,
        total_characters=len(text),
    )
