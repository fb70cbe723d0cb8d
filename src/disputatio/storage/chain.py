"""The hash chain of a log: hash = SHA-256(prev_hash + canonical JSON of {"at", "event", "seq", "type"}).

The first event's prev_hash is "". The chain alone shows what was changed, dropped from the middle or swapped; the
head that is kept beside the log shows what was cut off at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from disputatio.debate.log.events import Event, Recorded
from disputatio.debate.values import value
from disputatio.storage.codec import EVENTS, Encoded


@value
class Row:
    """An event as it is stored. `body` is its canonical JSON, kept to the letter."""

    seq: int
    at: float
    type: str
    body: str
    prev_hash: str
    hash: str


@value
class Head:
    """The end of a log: the place of its last event, and that event's hash. An empty log: 0 and ""."""

    seq: int = 0
    hash: str = ""


EMPTY = Head()


def link(prev_hash: str, seq: int, at: float, name: str, body: str) -> str:
    text = f'{prev_hash}{{"at":{float(at)!r},"event":{body},"seq":{seq},"type":"{name}"}}'
    return sha256(text.encode()).hexdigest()


def stamp(encoded: Iterable[Encoded[Event]], head: Head, at: float) -> list[tuple[Row, Recorded]]:
    """New events behind a head, with place, time and hash."""
    stamped = []
    seq, last = head.seq, head.hash
    at = float(at)
    for name, body, event in encoded:
        seq += 1
        new = link(last, seq, at, name, body)
        row = Row(seq=seq, at=at, type=name, body=body, prev_hash=last, hash=new)
        stamped.append((row, Recorded(seq=seq, at=at, prev_hash=last, hash=new, event=event)))
        last = new
    return stamped


def event_of_row(row: Row) -> Recorded:
    """Return the event of a row. Raises codec.Unreadable."""
    event = EVENTS.decode(row.type, row.body)
    return Recorded(seq=row.seq, at=row.at, prev_hash=row.prev_hash, hash=row.hash, event=event)


def rows(records: Iterable[Recorded]) -> list[Row]:
    """Return how events of the present version are stored."""
    found = []
    for each in records:
        name, body, _ = EVENTS.encode(each.event)
        found.append(Row(seq=each.seq, at=each.at, type=name, body=body, prev_hash=each.prev_hash, hash=each.hash))
    return found


def head_of(log: Sequence[Row]) -> Head:
    return Head(seq=log[-1].seq, hash=log[-1].hash) if log else EMPTY


def verify(log: Sequence[Row], head: Head | None = None) -> list[str]:
    """Return what is wrong with a log, in words; nothing when every link holds. `head`: where it is known to end."""
    findings = []
    before = EMPTY
    for row in log:
        findings += _faults(row, before)
        before = Head(seq=row.seq, hash=row.hash)
    if head is not None and before != head:
        findings.append(_ending(before, head))
    return findings


def _faults(row: Row, before: Head) -> list[str]:
    if row.seq != before.seq + 1:
        return [f"Event {row.seq} follows event {before.seq}: events were dropped, repeated or swapped."]
    if row.prev_hash != before.hash:
        return [f"Event {row.seq} does not follow from event {before.seq}: one of them was replaced."]
    if row.hash != link(row.prev_hash, row.seq, row.at, row.type, row.body):
        return [f"Event {row.seq} ({row.type}) was changed after it was recorded."]
    return []


def _ending(found: Head, head: Head) -> str:
    if found.seq < head.seq:
        return f"The log ends at event {found.seq}, but {head.seq} were recorded: its end was cut off."
    if found.seq > head.seq:
        return f"The log has {found.seq} events, but {head.seq} were recorded: events were added."
    return f"Event {found.seq} is not the one that was recorded last: it was replaced."
