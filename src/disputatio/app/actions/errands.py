"""Carrying out what is wanted of a debate and is no command to its rules: a fork, another title, the bin, a file.

What shows something (a branch, the requests of a turn), and what the person is asked first, is left to the faces.
"""

from __future__ import annotations

from pathlib import Path
from typing import assert_never

from disputatio.app import debate_files
from disputatio.app.actions.debates import Discard, Export, Fork, Rename, Restore, SaveDocument, SaveNote, still_running
from disputatio.app.application import Application
from disputatio.debate.decide.extensions import over
from disputatio.debate.errors import Refused
from disputatio.debate.log.events import DebateHalted, Recorded, TurnCompleted
from disputatio.debate.log.evolve import debate_in
from disputatio.debate.values import value
from disputatio.debate.wording import plural, tr

FORKED = "forked, and nothing was asked yet"
"""Why a new fork rests."""
TITLE_MOST = 300
"""Characters of a title."""

Done = Fork | Export | SaveNote | SaveDocument | Rename | Discard | Restore
"""The errands that need nobody to look at anything."""


@value
class Outcome:
    """`sentence`: what was done, in words. `debate`: the debate that came of it. `undo`: what takes it back."""

    sentence: str
    debate: str = ""
    undo: Restore | None = None


async def carry_out(app: Application, id: str, errand: Done) -> Outcome:
    """Do it. Raises NotFound, ConfigError, Refused."""
    match errand:
        case Fork():
            return await _fork(app, id, errand)
        case Export():
            file = Path(errand.file)
            use = await debate_files.write(app, id, errand.kind, file)
            return Outcome(sentence=tr("Exported to {file}. {use}").format(file=file, use=use))
        case SaveNote():
            note = await debate_files.keep_as_note(app, id)
            return Outcome(sentence=tr("Saved as note: {note_title}").format(note_title=note.title))
        case SaveDocument():
            document = await debate_files.keep_as_document(app, id)
            return Outcome(sentence=tr("Saved as document: {document_title}").format(document_title=document.title))
        case Rename():
            title = " ".join(errand.title.split())
            if not title:
                raise Refused("The new title is empty.", "Type a title.")
            await app.catalogue.rename((await app.catalogue.get(id)).id, title)
            return Outcome(sentence=tr("The debate is now called {title}.").format(title=title))
        case Discard():
            return await _discard(app, id, errand)
        case Restore():
            entry = await app.catalogue.get(id)
            if entry.deleted_at is None:
                raise Refused(
                    tr("Debate {entry_id} is not in the bin.").format(entry_id=entry.id),
                    "Choose one that is in the bin.",
                )
            await app.catalogue.restore(entry.id)
            return Outcome(
                sentence=tr("Debate {entry_id} is back from the bin.").format(entry_id=entry.id), debate=entry.id
            )
        case _:
            assert_never(errand)


async def _fork(app: Application, id: str, fork: Fork) -> Outcome:
    """Make the new debate. Its title says whose fork it is, or nobody could tell the two apart in a list."""
    entry, records = await app.records(id)
    made = await app.fork(entry.id, fork.at or (place_of_turn(records, fork.turn) if fork.turn else 0))
    await app.catalogue.rename(made, f"Fork of {entry.title or entry.topic}"[:TITLE_MOST])
    debate = debate_in(await app.log.read(made))
    if debate.status == "debating":  # nobody pays for a debate that they have not asked to go on
        await app.log.append(made, [DebateHalted(status="paused", reason="person", why=FORKED)])
    on = (
        tr("The fork is over as well. {remedy}").format(remedy=over(debate).remedy)
        if debate.over
        else tr("Continue the fork to go on from there.")
    )
    return Outcome(sentence=tr("The debate was forked. {on}").format(on=on), debate=made)


def place_of_turn(records: list[Recorded], path: str) -> int:
    """Return the place in the log where a turn was completed. Raises Refused for one that was not."""
    for record in reversed(records):
        if isinstance(record.event, TurnCompleted) and record.event.path == path:
            return record.seq
    raise Refused("This turn has not been completed.", "Fork the debate from a completed turn.")


async def _discard(app: Application, id: str, discard: Discard) -> Outcome:
    """Put a debate into the bin, unless this process or another one is driving it."""
    entry = await app.catalogue.get(id)
    if entry.status == "running" and entry.id in await app.sessions.driven_debates():
        raise still_running()
    if entry.deleted_at is not None:
        raise Refused(
            tr("Debate {entry_id} is already in the bin.").format(entry_id=entry.id),
            "Empty the bin to delete it for good.",
        )
    learnt = len(await app.insights.of_debate(entry.id))
    await app.catalogue.delete(entry.id, insights=discard.insights)
    fate = tr("forgotten with it") if discard.insights else tr("kept")
    rest = (
        plural(
            " {count} insight learnt from it was {fate}.",
            " {count} insights learnt from it were {fate}.",
            learnt,
        ).format(fate=fate)
        if learnt
        else ""
    )
    return Outcome(sentence=tr("The debate is in the bin.{rest}").format(rest=rest), debate=entry.id, undo=Restore())
