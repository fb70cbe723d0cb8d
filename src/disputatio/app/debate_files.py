"""Debates as files and texts: out of the application, back in, and the final text of one kept in the library."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, assert_never

from disputatio.app.application import Application, new_id
from disputatio.app.debates.documents import placed
from disputatio.app.debates.session import write_summary
from disputatio.app.paths import file_name, resource
from disputatio.app.private_files import write_private
from disputatio.debate.errors import ConfigError, DisputatioError, Refused
from disputatio.debate.log.commands import Pause
from disputatio.debate.log.events import DebateOpened, FollowUpAsked, Recorded, TurnAsked
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.values import Json, value
from disputatio.debate.views.code_quality import Metrics
from disputatio.debate.views.code_versions import fenced, fields_of
from disputatio.debate.views.solution import solution_fields
from disputatio.debate.views.transcript import Transcript, transcript_of
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import english, quoted, tr
from disputatio.exporting import adr, aif, argdown, html, markdown, pdf
from disputatio.exporting.account import account_of
from disputatio.exporting.argument_map import map_of
from disputatio.exporting.formats import EXPORTS, Kind
from disputatio.exporting.json_export import export_json, import_json
from disputatio.library.text_file import markdown_of
from disputatio.library.workspace import Document, Note, Project, from_debate
from disputatio.prompting.contracts import contract_of
from disputatio.storage.catalogue import DebateEntry, Narrowing
from disputatio.storage.chain import event_of_row
from disputatio.storage.library_store import LONGEST_NAME
from disputatio.storage.log import IdTaken
from disputatio.storage.own_files import read_ordinary

UNDER_WAY: Final = ("pending", "running")
EVERY: Final = 1_000_000
"""Debates of an export of all."""
LIMIT: Final = 500_000_000
"""Bytes of an export."""
FIRST: Final = 65_536
"""Bytes by which something else than text is known."""


async def export(app: Application, id: str, kind: Kind) -> str | bytes:
    """Return a debate, finished or not: as text, or as bytes where the format is no text. Raises NotFound, Refused."""
    entry, records = await app.records(id)
    history = await app.versions.of(entry.id, records)
    if kind != "json":
        measured = {one.path: one.metrics for one in history.versions if one.metrics is not None}
        return await asyncio.to_thread(_account_as, entry.title, records, kind, measured)
    asked = {record.event.request for record in records if isinstance(record.event, TurnAsked | FollowUpAsked)}
    bodies = {hash: await app.log.get(hash) for hash in sorted(asked - {""})}
    requests = {hash: body for hash, body in bodies.items() if body is not None}
    code = [fields_of(entry.id, history, one) for one in history.versions]
    rows = await app.log.rows(entry.id)
    return await asyncio.to_thread(lambda: export_json(entry.id, entry.title, rows, requests, code, _solution(records)))


@english()
def _solution(records: Sequence[Recorded]) -> dict[str, Json] | None:
    debate = debate_in(records)
    return solution_fields(debate, Planner().walk(debate).past)


@english()
def _account_as(title: str, records: list[Recorded], kind: Kind, measured: Mapping[str, Metrics]) -> str | bytes:
    """Return what a format tells of a debate. Blocks."""
    match kind:
        case "html":
            return html.html_of(account_of(title, records, measured))
        case "pdf":
            return pdf.pdf_of(account_of(title, records, measured), resource("fonts"), records[-1].at)
        case "markdown":
            return markdown.export_markdown(title, records, measured)
        case "adr":
            return adr.record_of(account_of(title, records))
        case "aif":
            return aif.aif_of(map_of(title, records))
        case "argdown":
            return argdown.argdown_of(map_of(title, records))
        case "json":
            raise ValueError("JSON is made of the log as it is stored")
        case _:
            assert_never(kind)


@value
class ImportedDebate:
    """A debate that was imported: what it is called here, and how that came about, in a sentence."""

    id: str
    sentence: str


def read_export(path: Path) -> str:
    """Return the text of a file that should be an export. Blocks. Raises ConfigError."""
    choose = tr("Choose a file that was exported as JSON.")
    try:
        text = read_ordinary(path, FIRST)
        if b"\0" not in text:
            text = read_ordinary(path, LIMIT + 1)
        if len(text) > LIMIT:
            raise ConfigError(tr("{path} is too large for a debate.").format(path=path.name), choose, field="file")
        if b"\0" in text:
            raise ConfigError(tr("{path} is not text.").format(path=path.name), choose, field="file")
        return text.decode()
    except UnicodeDecodeError as error:
        raise ConfigError(tr("{path} is not text.").format(path=path.name), choose, field="file") from error
    except OSError as error:
        raise ConfigError(
            tr("{path} cannot be read: {strerror}.").format(path=path, strerror=error.strerror), choose, field="file"
        ) from error


async def take_in_file(app: Application, path: Path) -> ImportedDebate:
    """Return a debate from a file. Raises ConfigError, Refused, codec.Unreadable."""
    return await take_in(app, await asyncio.to_thread(read_export, path))


async def take_in(app: Application, text: str) -> ImportedDebate:
    """Return a debate from its JSON export, to the letter. One that was under way where it came from is paused here:
    nobody is asked, and nothing paid, before the person goes on with it. Raises Refused and codec.Unreadable."""
    found = await asyncio.to_thread(import_json, text)
    if not isinstance(event_of_row(found.rows[0]).event, DebateOpened):
        raise Refused("This is not a debate export: it does not start like one.", "Import the original file.")
    try:
        id, new = found.debate, await app.log.add(found.debate, found.rows, found.title, found.requests)
    except IdTaken:
        id, new = new_id(), True
        await app.log.add(id, found.rows, found.title, found.requests)
    if new:
        await write_summary(app.log, app.database, id)
    entry = await app.catalogue.get(id)
    if not new:
        return await _known(app, entry)
    said = (
        tr("Imported.")
        if id == found.debate
        else tr("Imported as a copy: another debate here already has the id {debate}.").format(debate=found.debate)
    )
    if entry.status in UNDER_WAY:
        await app.sessions.deliver(id, Pause(why="it was imported in the middle"))
        said = tr("{said} It was still running, so it is paused here. Continue it when you like.").format(said=said)
    learnt = len(await app.insights.of_debate(id))
    if learnt == 1:
        said = tr(
            "{said} It comes with an insight, which other debates will not use until you confirm it under Memory."
        ).format(said=said)
    elif learnt:
        said = tr(
            "{said} It comes with {learnt} insights, which other debates will not use until you confirm them under "
            "Memory."
        ).format(said=said, learnt=learnt)
    return ImportedDebate(id=id, sentence=said)


async def _known(app: Application, entry: DebateEntry) -> ImportedDebate:
    if entry.deleted_at is None:
        return ImportedDebate(id=entry.id, sentence=tr("This debate is already here."))
    await app.catalogue.restore(entry.id)
    return ImportedDebate(id=entry.id, sentence=tr("This debate was in the bin. It is back now."))


def final_text(transcript: Transcript) -> str:
    """Return the synthesis or artifact of a debate, the newest one; "" while there is none."""
    turns = transcript.turns.values()
    made = [turn for turn in turns if contract_of(turn.gives).final and turn.status == "done"]
    return made[-1].text if made else ""


def note_of(entry: DebateEntry, transcript: Transcript, project: str = "") -> Note:
    """Return the note that would keep a debate's final text (SPEC DESK.2), not saved yet. Raises Refused."""
    text = final_text(transcript)
    if not text:
        raise Refused(
            tr("Debate {entry_id} has no synthesis yet.").format(entry_id=entry.id),
            "Let it end or ask for a synthesis, then save it.",
        )
    return from_debate(
        debate=entry.id,
        question=entry.topic,
        body=text,
        author=", ".join(seat.name or seat.id for seat in transcript.seats.values()),
        kind=entry.context_kind,  # type: ignore[arg-type]
        context=entry.context_title,
        project=project,
    )


async def document_of(app: Application, entry: DebateEntry, transcript: Transcript) -> Document:
    """Return the document that would keep what a debate has made, in the project or the assignment that it is about;
    not saved yet. Raises Refused."""
    text = final_text(transcript)
    if not text:
        raise Refused(
            tr("Debate {entry_id} has no final text yet.").format(entry_id=entry.id),
            "Let it end or ask for a synthesis, then save it.",
        )
    draft = Document(title=_titled(entry), text=text, debate=entry.id)
    return await placed(app.library, draft, entry.context_kind, entry.context_ref)


def _titled(entry: DebateEntry, more: str = "") -> str:
    return f"{(entry.title or entry.topic)[: LONGEST_NAME - len(more)]}{more}"


async def keep_as_note(app: Application, id: str, project: str = "") -> Note:
    """Save a debate's final text as a note; `project` by id or name. Raises NotFound, Refused."""
    entry, records = await app.records(id)
    found = await app.library.by_name(Project, project) if project else None
    note = note_of(entry, transcript_of(records), found.id if found else "")
    kept = await app.library.create(replace(note, workspace=found.workspace) if found else note)
    await app.branches.note_kept(entry.id)
    return kept


async def keep_as_document(app: Application, id: str, project: str = "") -> Document:
    """Save a debate's final text as a document; `project` by id or name. Raises NotFound, Refused."""
    entry, records = await app.records(id)
    draft = await document_of(app, entry, transcript_of(records))
    if project:
        found = await app.library.by_name(Project, project)
        draft = draft.moved_to(found)
    return await app.library.create(draft)


async def document_of_version(app: Application, id: str, number: int) -> Document:
    """Return the document that would keep a version of a debate's code; not saved yet. Raises NotFound."""
    entry = await app.catalogue.get(id)
    version = await app.versions.version(entry.id, number)
    draft = Document(
        title=_titled(entry, f", code {version.name}"),
        text=f"{version.line}\n\n{fenced(version)}",
        source=f"code {version.name}",
        debate=entry.id,
    )
    return await placed(app.library, draft, entry.context_kind, entry.context_ref)


async def write(app: Application, id: str, kind: Kind, path: Path) -> str:
    """Export a debate to a file; returns what it is good for, in a sentence. Raises NotFound, Refused."""
    made = await export(app, id, kind)
    await put(made if isinstance(made, bytes) else made.encode("utf-8", "surrogatepass"), path)
    return EXPORTS[kind].use


async def write_all(
    app: Application, ids: Sequence[str], kind: Kind, folder: Path, told: Callable[[int], object] = lambda number: None
) -> tuple[int, list[str]]:
    """Export debates into a folder, or every one that is not in the bin where none is named. A file that is there is
    never replaced, and one that cannot be written keeps out no other. `told` hears which one it is at, from 1. Returns
    how many were written, and why the others were not, in sentences."""
    try:
        await asyncio.to_thread(folder.mkdir, exist_ok=True)
    except OSError as error:
        raise Refused(
            tr("{folder} cannot be made: {strerror}.").format(folder=folder, strerror=error.strerror or error),
            "Choose another place.",
        ) from error
    wanted = list(ids) or [entry.id for entry in await app.catalogue.part(Narrowing(), EVERY)]
    faults = list[str]()
    for number, id in enumerate(wanted, 1):
        told(number)
        name = id
        try:
            entry = await app.catalogue.get(id)
            name = entry.title or entry.topic or id
            file = await asyncio.to_thread(_free, folder, file_name(name, entry.id), EXPORTS[kind].ending)
            await write(app, entry.id, kind, file)
        except DisputatioError as fault:
            faults.append(f"{quoted(name)}: {fault.user_message}")
    return len(wanted) - len(faults), faults


def _free(folder: Path, name: str, ending: str) -> Path:
    """Return a file of the folder that is not there yet. Blocks."""
    number, file = 2, folder / f"{name}{ending}"
    while file.exists():
        number, file = number + 1, folder / f"{name}-{number}{ending}"
    return file


async def write_sheet(item: Note | Document, path: Path) -> None:
    """Write a note or a document to a file, as Markdown. Raises Refused."""
    await put(markdown_of(item).encode("utf-8", "surrogatepass"), path)


async def put(content: bytes, path: Path) -> None:
    """Write what a person takes along to a file. Raises Refused."""
    try:
        await asyncio.to_thread(_put, content, path)
    except OSError as error:
        raise Refused(
            tr("{path} cannot be written: {strerror}.").format(path=path, strerror=error.strerror or error),
            "Choose another place.",
        ) from error


def _put(content: bytes, path: Path) -> None:
    """Write a file that only the person can read. It is whole or not there: one that was there stays until then. What
    is no file, such as a pipe, is written to. Raises OSError."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
    else:
        write_private(path, content, durable=True)
