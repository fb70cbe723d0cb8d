"""Whether what is kept of a debate is what was recorded (SPEC AUDIT.1), as every face says it: the chain of its log,
the requests that the log names by their hashes, and the tables that follow from the log (SPEC STORE.1), which may
differ from it only until they are rebuilt. And the record itself, line by line, and run again without any call."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import asdict

from disputatio.app.application import Application
from disputatio.app.debates.replay import replay
from disputatio.app.debates.session import found_in_log, write_summary
from disputatio.debate.values import value
from disputatio.debate.views.trail import TrailFilter, TrailRow, trail_of
from disputatio.debate.wording import by_face, plural, tr
from disputatio.storage import projections
from disputatio.storage.codec import Unreadable

INTACT = (
    "The debate is intact: every event is as it was recorded, every request is stored as it was sent, and the tables "
    "follow from the log."
)
REBUILD = "No message is lost. Rebuild these tables with: disputatio audit verify {} --rebuild"
IN_WINDOW = "No message is lost. “Rebuild” makes these tables from the log again."

BEYOND = "This cannot be repaired from the data here. Go back to an earlier export or backup."


@value
class Audit:
    """`faults`: what is wrong with the record itself, and cannot be mended from it; `behind`: what is wrong with the
    tables, which can be rebuilt."""

    debate: str
    faults: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()

    @property
    def intact(self) -> bool:
        return not (self.faults or self.behind)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was found, and what to do about it."""
        if self.intact:
            return (tr(INTACT),)
        rebuild = by_face(tr(REBUILD).format(self.debate), tr(IN_WINDOW))
        ways = (*((tr(BEYOND),) if self.faults else ()), *((rebuild,) if self.behind else ()))
        return (*self.faults, *self.behind, *ways)


async def audit(app: Application, id: str) -> Audit:
    """Compare what is kept of a debate with its log; nothing is changed. Raises NotFound and StorageHeld."""
    debate = (await app.catalogue.get(id)).id
    if broken := await app.log.broken_links(debate):  # nothing can be compared with a log that was changed
        return Audit(debate=debate, faults=tuple(broken))
    faults = await app.log.other_requests(debate)
    try:
        behind = await projections.differences(app.database, debate)
    except Unreadable as fault:
        return Audit(
            debate=debate,
            faults=(
                *faults,
                tr("The tables were not compared. {user_message}").format(user_message=fault.user_message),
            ),
        )
    found = await found_in_log(app.log, debate)
    kept = await projections.summarised(app.database, debate)
    due = kept == (None, None) and debate in await app.sessions.driven_debates()  # it ended a moment ago
    if found is not None and not due and kept != (found.score, found.verdict):
        behind.append(tr("The score or outcome in the table debate_sessions differs from the log."))
    return Audit(debate=debate, faults=tuple(faults), behind=tuple(behind))


async def rebuild(app: Application, id: str = "") -> dict[str, int]:
    """Make the tables of a debate, or of all with the indexes of the search, anew from what is stored; returns how many
    events were read of each. Raises NotFound, StorageHeld, codec.Unreadable."""
    done = await projections.rebuild(app.database, (await app.catalogue.get(id)).id if id else "")
    if not id:
        await app.database.rebuild_indexes()
    for debate in done:
        await write_summary(app.log, app.database, debate)
        if id:  # of all of them, each is measured when somebody looks
            await app.versions.of(debate)
    return done


# ---- the record itself -----------------------------------------------------------------------------------------------
@value
class Replayed:
    """What came of running a debate again from its log. `same`: its result is the same."""

    same: bool
    sentence: str


async def replayed(app: Application, id: str) -> Replayed:
    """Run a debate again from what is recorded, results of the sandbox included, without any call. Raises NotFound, and
    Refused for a debate of earlier rules."""
    entry, records = await app.records(id)
    found = await asyncio.to_thread(replay, records)
    if found.same:
        what = ("{events}, {turns}").format(
            events=plural("{count} event", "{count} events", len(records)),
            turns=plural("{count} turn", "{count} turns", found.turns),
        )
        return Replayed(
            same=True,
            sentence=tr("The result is the same: {what}, and every decision follows from the rules.").format(what=what),
        )
    return Replayed(
        same=False,
        sentence=tr("Debate {entry_id} differs at event {at}: {difference}.").format(
            entry_id=entry.id, at=found.at, difference=found.difference
        ),
    )


async def trail(app: Application, id: str, wanted: TrailFilter) -> list[TrailRow]:
    """Return the lines of a debate's record that are wanted. Raises NotFound."""
    _, records = await app.records(id)
    rows = await asyncio.to_thread(trail_of, records)
    return [row for row in rows if wanted.takes(row)]


def trail_file(rows: Iterable[TrailRow]) -> bytes:
    """Return lines as a file of JSON: each with all that is recorded of it, and the link of its event in the chain."""
    return (json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=1) + "\n").encode()
