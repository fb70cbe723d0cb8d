"""The event log in the database: it stamps place, time and hash, appends, and keeps the projections beside it. A log
from elsewhere is let in only with figures that can be added up, times that have a date, and loops that end: its hash
chain says that nobody changed it since it was made, and nothing about what was made."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa

from disputatio.debate.errors import Refused
from disputatio.debate.format import Block
from disputatio.debate.formats.foreign import unknown_in
from disputatio.debate.log.events import DebateOpened, Event, OptionChanged, Recorded, Spliced, Usage
from disputatio.debate.ranges import LATEST, MOST_COST, MOST_PASSES, MOST_TOKENS, bound, excessive, passes
from disputatio.debate.values import Json, OptionValue
from disputatio.debate.views.plain_text import asked_in
from disputatio.debate.wording import figure, plural, tr
from disputatio.engine.canonical import digest
from disputatio.engine.errors import NotFound, TakenOver
from disputatio.engine.ports import Clock
from disputatio.storage import schema, sqlite
from disputatio.storage.chain import EMPTY, Head, Row, event_of_row, head_of, stamp, verify
from disputatio.storage.codec import EVENTS, Encoded, Unreadable
from disputatio.storage.database import Database
from disputatio.storage.projections import FOREIGN, ROWS, Projector, read_rows
from disputatio.storage.sqlite import raw

HEAD = """SELECT head_seq, head_hash, (SELECT holder FROM leases WHERE leases.debate_id = debates.debate_id)
    FROM debates WHERE debate_id = ?"""
ADVANCE = "UPDATE debates SET head_seq = ?, head_hash = ?, updated_at = ? WHERE debate_id = ?"

NAMED = """FROM events {} JOIN requests ON requests.hash = json_extract(events.body, '$.request')
    WHERE debate_id = ? AND (type LIKE 'turn-asked/%' OR type LIKE 'follow-up-asked/%')"""
SENT = f"SELECT DISTINCT requests.hash, requests.body {NAMED.format('')}"
MISSING = f"""SELECT events.seq, json_extract(events.body, '$.path') {NAMED.format("LEFT")}
    AND requests.hash IS NULL AND json_extract(events.body, '$.request') != '' ORDER BY events.seq"""

AT = "SELECT hash FROM events WHERE debate_id = ? AND seq = ?"

TITLE = 80
"""Characters of the question that make a debate's first title: of a longer one, of the sentence that asks."""


class IdTaken(Refused):
    """Another debate has that id."""


def _sane(log: Sequence[Row], end: Head | None) -> list[Recorded]:
    """Return the events of a log from elsewhere. Raises Refused."""
    if findings := verify(log, end):
        raise Refused(tr("This log was changed: {findings}").format(findings=findings[0]), "Import the original file.")
    records = [event_of_row(row) for row in log]
    if not records:
        raise Refused("This log is empty.", "Import a file with at least one event.")
    require_sane(records, (json.loads(row.body) for row in log))
    return records


class SqliteEventLog:
    """engine.ports.EventLog. `holder`: append only while no other holder has the debate's lease."""

    def __init__(self, database: Database, clock: Clock, holder: str = "") -> None:
        self._database = database
        self._clock = clock
        self._holder = holder
        self._projector = Projector()

    async def append(
        self,
        debate: str,
        events: Sequence[Event],
        requests: Mapping[str, str] | None = None,
        letters: Sequence[int] = (),
        *,
        after: int | None = None,
    ) -> list[Recorded]:
        """Append all or nothing. When it returns, no crash of the program can take it back; a power cut or a crash of
        the system can only where the database is not opened to write through, and then nothing before it. `letters` of
        the inbox are taken out with it: what they asked for stands among the events. `after`: the last event that
        whoever writes knows of; nothing is written where there are others by now. Raises StorageHeld."""
        if not events:
            return []
        encoded = [EVENTS.encode(event) for event in events]
        at = self._clock.now()

        def work(connection: sa.Connection) -> list[Recorded]:
            _keep_requests(connection, requests)
            if letters:
                raw(connection).executemany("DELETE FROM inbox WHERE id = ?", [(letter,) for letter in letters])
            return self._append(connection, debate, encoded, at, after)

        return await self._database.write(work)

    async def read(self, debate: str, since: int = 0) -> list[Recorded]:
        """Return what was recorded after place `since`. Raises codec.Unreadable."""

        def work(connection: sa.Connection) -> list[Recorded]:
            driver = raw(connection)
            rows = driver.execute(ROWS, (debate, since)).fetchall()
            _require_whole(driver, debate, [row[0] for row in rows], since)
            return [
                Recorded(seq=seq, at=at, prev_hash=before, hash=hash, event=EVENTS.decode(name, body))
                for seq, at, name, body, before, hash in rows
            ]

        return await self._database.read(work)

    async def rows(self, debate: str) -> list[Row]:
        """Return the log as it is stored, for export and audit. Raises NotFound."""

        def work(connection: sa.Connection) -> list[Row]:
            self._head(connection, debate)
            return read_rows(raw(connection), debate)

        return await self._database.read(work)

    async def head(self, debate: str) -> Head:
        """Return where the log of a debate ends. Raises NotFound."""
        return await self._database.read(lambda connection: self._head(connection, debate))

    async def verify(self, debate: str) -> list[str]:
        """Return what is wrong with a debate's log; nothing when every link of its chain holds and every request that
        the log names is kept as it was sent. A log that was changed names nothing that could be compared. Raises
        NotFound."""
        return await self.broken_links(debate) or await self.other_requests(debate)

    async def broken_links(self, debate: str) -> list[str]:
        """Return where the chain of a log does not hold. Raises NotFound."""

        def work(connection: sa.Connection) -> list[str]:
            return verify(read_rows(raw(connection), debate), self._head(connection, debate))

        return await self._database.read(work)

    async def other_requests(self, debate: str) -> list[str]:
        """Return which requests are not stored, or not as the log names them."""
        return await self._database.read(lambda connection: list(_other_requests(connection, debate)))

    async def add(
        self,
        debate: str,
        log: Sequence[Row],
        title: str = "",
        requests: Mapping[str, str] | None = None,
        *,
        imported: bool = True,
        end: Head | None = None,
    ) -> bool:
        """Take in a whole log from elsewhere, to the letter. False: all of it was here already, and may have gone on.
        `imported`: somebody else may have made it. `end`: where it is known to end.

        Raises Refused where its chain does not hold or its figures cannot be so, IdTaken where another log has that id.
        """
        records = await asyncio.to_thread(_sane, log, end)

        def work(connection: sa.Connection) -> bool:
            _keep_requests(connection, requests)
            return self._add(connection, debate, log, records, title, imported)

        return await self._database.write(work)

    async def get(self, hash: str) -> str | None:
        table = schema.REQUESTS
        query = sa.select(table.c.body).where(table.c.hash == hash)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def requests(self, debate: str) -> dict[str, str]:
        """Return what is stored of a debate's requests, by hash, for export and audit (`engine.canonical.restore`)."""
        return await self._database.read(lambda connection: dict(raw(connection).execute(SENT, (debate,)).fetchall()))

    def _append(
        self, connection: sa.Connection, debate: str, encoded: list[Encoded[Event]], at: float, after: int | None = None
    ) -> list[Recorded]:
        driver = raw(connection)
        found = driver.execute(HEAD, (debate,)).fetchone()
        if found is None:
            _begin(driver, debate, encoded[0].value, at)
            before = EMPTY
        else:
            self._fence(found[2], after is not None and found[0] != after)
            before = Head(seq=found[0], hash=found[1])
        stamped = stamp(encoded, before, at)
        _insert(driver, debate, [row for row, _ in stamped], at)
        records = [record for _, record in stamped]
        self._projector.apply(connection, debate, before, records)
        return records

    def _fence(self, holder: str | None, moved: bool) -> None:
        """Refuse to append where the lease is gone, or another process went on meanwhile: one that slept through it
        must not write into that."""
        if moved or (self._holder and holder and holder != self._holder):
            raise TakenOver(
                "Another Disputatio process has taken over this debate.", "Watch it here, or stop it there first."
            )

    def _head(self, connection: sa.Connection, debate: str) -> Head:
        found = raw(connection).execute(HEAD, (debate,)).fetchone()
        if found is None:
            raise no_debate(debate)
        return Head(seq=found[0], hash=found[1])

    def _add(
        self,
        connection: sa.Connection,
        debate: str,
        log: Sequence[Row],
        records: Sequence[Recorded],
        title: str,
        imported: bool,
    ) -> bool:
        driver, end = raw(connection), head_of(log)
        if driver.execute(HEAD, (debate,)).fetchone() is not None:
            if driver.execute(AT, (debate, end.seq)).fetchone() == (end.hash,):
                return False
            raise IdTaken(
                tr("There is another debate with the id {debate!r}.").format(debate=debate), "Import it under a new id."
            )
        _begin(driver, debate, records[0].event, records[0].at, title, imported)
        _insert(driver, debate, log, records[-1].at)
        self._projector.apply(connection, debate, EMPTY, records)
        return True


def no_debate(id: str) -> NotFound:
    return NotFound(tr("There is no debate {debate!r}.").format(debate=id), "List the debates to see their ids.")


def _require_whole(driver: Any, debate: str, places: Sequence[int], since: int) -> None:
    """Raise Unreadable for a log with a gap, or that ends too early: whoever went on with it would wait for ever, or
    pay again."""
    head = driver.execute(HEAD, (debate,)).fetchone()
    there = next((at for at, place in enumerate(places, since + 1) if place != at), since + len(places) + 1)
    if there <= since + len(places) or (head is not None and isinstance(head[0], int) and there <= head[0]):
        raise Unreadable(
            tr("The log of the debate {debate} is damaged: its event {seq} is missing.").format(
                debate=debate, seq=there
            ),
            "Restore a backup, or import an export of it.",
        )


def _other_requests(connection: sa.Connection, debate: str) -> Iterator[str]:
    """Yield what is wrong with the requests: the log names each by the hash of its text."""
    driver = raw(connection)
    for hash, body in driver.execute(SENT, (debate,)):
        if not isinstance(body, str) or digest(body) != hash:
            yield f"The request {hash[:12]} was changed after it was sent: its text is not the one that the log names."
    if missing := driver.execute(MISSING, (debate,)).fetchall():
        seq, path = missing[0]
        gone = plural("{count} request is not stored", "{count} requests are not stored", len(missing))
        yield (
            f"{gone} (the first is that of event {seq}, {path}), so nobody can check what was sent there. An export "
            "may leave requests out: if this debate was imported, import the original."
        )


def _keep_requests(connection: sa.Connection, requests: Mapping[str, str] | None) -> None:
    if requests:
        raw(connection).executemany(sqlite.keep(schema.REQUESTS), list(requests.items()))


def _whole_words(text: str) -> str:
    """Return the beginning of a text up to its last whole word; all of it where it has hardly any."""
    head = text.rpartition(" ")[0]
    return (head if len(head) > len(text) / 2 else text).rstrip(" ,;:")


def _begin(driver: Any, debate: str, first: Event, at: float, title: str = "", imported: bool = False) -> None:
    """Note that a debate begins. One that was forked from an imported one is no more to be trusted."""
    parent = first.parent.partition("@")[0] if isinstance(first, DebateOpened) else ""
    foreign = imported or driver.execute(FOREIGN, (parent,)).fetchone() is not None
    if not title and isinstance(first, DebateOpened):
        title = " ".join(first.question.split())
        title = title if len(title) <= TITLE else asked_in(title)
        title = title if len(title) <= TITLE else f"{_whole_words(title[: TITLE - 1])}…"
    driver.execute(sqlite.insert(schema.DEBATES), (debate, title, at, at, 0, "", 0, None, foreign))
    driver.execute(sqlite.keep(schema.SEARCH_QUEUE), ("debate", debate))


def _insert(driver: Any, debate: str, log: Sequence[Row], at: float) -> None:
    sql = sqlite.insert(schema.EVENTS)
    driver.executemany(sql, [(debate, r.seq, r.at, r.type, r.body, r.prev_hash, r.hash) for r in log])
    driver.execute(ADVANCE, (log[-1].seq, log[-1].hash, at, debate))


MOST_EVENTS: Final = 1_000_000
"""Events of one debate: a thousand times those of a long one."""
TOO_FAR: Final = re.compile(r"(?<![0-9A-Za-z])\d{19}")
"""A number of a pass or an item in a path that no loop ever gets to. Hashes have letters before so many digits."""
REMEDY: Final = "Export the debate again with the program that made it; nothing was imported."


def require_sane(records: Sequence[Recorded], bodies: Iterable[Json]) -> None:
    """Raise Refused for a log whose figures cannot be so. `bodies`: the events as they stand in the log."""
    if len(records) > MOST_EVENTS:
        raise Refused(
            tr("This debate has more than {most_events} events.").format(most_events=figure(MOST_EVENTS)), REMEDY
        )
    options: dict[str, OptionValue] = {}
    blocks: list[Block] = []
    for record, body in zip(records, bodies, strict=True):
        if not 0 <= record.at <= LATEST:  # not so for what is no number, either
            raise _strange(record, f"its time ({record.at!r}) has no date")
        if place := excessive(body):
            raise _strange(record, f"the number at {place} is too large")
        if TOO_FAR.search(getattr(record.event, "path", "") or getattr(record.event, "after", "")):
            raise _strange(record, "a number in its path is too large")
        _require_bill(record)
        _note_loops(record.event, options, blocks)
    _require_known(records, options, blocks)
    if any(passes(block, options) > MOST_PASSES for block in blocks):
        raise Refused(
            tr("The loops of this debate have more than {most_passes} passes in all.").format(
                most_passes=figure(MOST_PASSES)
            ),
            REMEDY,
        )


def _require_known(records: Sequence[Recorded], options: Mapping[str, OptionValue], blocks: Sequence[Block]) -> None:
    """Refuse a program that names what the rules do not know: whoever reads or runs the debate would fail at it."""
    first = records[0].event if records else None
    cast = (
        {*(part.name for part in first.format.cast), *(seat.id for seat in first.seats)}
        if isinstance(first, DebateOpened)
        else set()
    )
    for block in blocks:
        if word := unknown_in(block, cast, options):
            raise Refused(
                tr("The rules of this debate are not known here ({word}).").format(word=word),
                "Update Disputatio, or export the debate again with the program that made it; nothing was taken in.",
            )


def _require_bill(record: Recorded) -> None:
    """Refuse a bill that cannot be so, where this is a turn."""
    bill = getattr(record.event, "answer", None) or record.event
    usage, cost = getattr(bill, "usage", None), getattr(bill, "cost", None)
    if isinstance(usage, Usage):
        counts = (usage.prompt, usage.completion, usage.cached, usage.written)
        if not all(0 <= count <= MOST_TOKENS for count in counts):
            raise _strange(record, f"no turn takes {max(counts, key=abs):,} tokens")
    if cost is not None and not 0 <= cost <= MOST_COST:
        raise _strange(record, f"no turn costs {cost:,} millionths of a dollar")


def _note_loops(event: Event, options: dict[str, OptionValue], blocks: list[Block]) -> None:
    """Note the blocks that may hold loops, and the options, each with the largest bound that it ever was."""
    match event:
        case DebateOpened():
            options |= event.options
            blocks.append(event.format.body)
        case OptionChanged():
            name = f"${event.name}"
            if bound(name, options) < bound(name, {event.name: event.value}) or event.name not in options:
                options[event.name] = event.value
        case Spliced():
            blocks.append(event.block)


def _strange(record: Recorded, why: str) -> Refused:
    return Refused(
        tr("Event {seq} of this debate is not possible: {why}.").format(seq=record.seq, why=why[:200]), REMEDY
    )
