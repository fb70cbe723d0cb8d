"""Debates out of the application and back in, as text; and what is kept of one as a note."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, get_args

from disputatio.app.application import Application
from disputatio.app.milestones import FINAL
from disputatio.debate.errors import Refused
from disputatio.debate.events import DebateOpened, Recorded, TurnAsked
from disputatio.debate.views.transcript import Transcript
from disputatio.exporting.json_export import export_json, import_json
from disputatio.exporting.markdown import export_markdown
from disputatio.library.note import Note, from_debate
from disputatio.library.project import Project
from disputatio.storage.chain import recorded

Kind = Literal["markdown", "json"]
KINDS: tuple[Kind, ...] = get_args(Kind)


async def export(app: Application, id: str, kind: Kind) -> str:
    """A debate as text, finished or not. Raises NotFound."""
    entry, records = await app.records(id)
    if kind == "markdown":
        return await asyncio.to_thread(export_markdown, entry.title, records)
    asked = {record.event.request for record in records if isinstance(record.event, TurnAsked)}
    bodies = {hash: await app.log.get(hash) for hash in sorted(asked - {""})}
    requests = {hash: body for hash, body in bodies.items() if body is not None}
    return await asyncio.to_thread(export_json, entry.id, entry.title, await app.log.rows(entry.id), requests)


async def take_in(app: Application, text: str) -> str:
    """A debate from its JSON export, to the letter; returns its id. Raises Refused and codec.Unreadable."""
    found = await asyncio.to_thread(import_json, text)
    if not isinstance(recorded(found.rows[0]).event, DebateOpened):
        raise Refused("This is no export of a debate: it does not begin with one.", "Import the original file.")
    await app.log.add(found.debate, found.rows, found.title, found.requests)
    return found.debate


def transcript_of(records: Iterable[Recorded]) -> Transcript:
    transcript = Transcript()
    for record in records:
        transcript.add(record)
    return transcript


def final_text(transcript: Transcript) -> str:
    """The synthesis or artifact of a debate, the newest one; "" while there is none."""
    made = [turn for turn in transcript.turns.values() if turn.gives in FINAL and turn.status == "done"]
    return made[-1].text if made else ""


async def keep_as_note(app: Application, id: str, project: str = "") -> Note:
    """Save a debate's final text as a note (SPEC DESK.2); `project` by id or name. Raises NotFound, Refused."""
    entry, records = await app.records(id)
    transcript = transcript_of(records)
    text = final_text(transcript)
    if not text:
        raise Refused(f"Debate {entry.id} has no synthesis yet.", "Let it end, or have a synthesis made, then save it.")
    found = await app.library.named(Project, project) if project else None
    note = from_debate(
        debate=entry.id,
        question=entry.topic,
        body=text,
        author=", ".join(seat.name or seat.id for seat in transcript.seats.values()),
        kind=entry.context_kind,  # type: ignore[arg-type]
        context=entry.context_title,
        project=found.id if found else "",
    )
    kept = await app.library.create(replace(note, workspace=found.workspace) if found else note)
    await app.branches.note_kept(entry.id)
    return kept
