"""What lies where the database is, looked at before SQLite touches any of it.

SQLite believes whatever lies beside a file: it writes what is left of another database over ours, throws away what was
written last where the file itself is gone, takes a file of a few bytes for a new database, and waits at a pipe for
ever. So what cannot belong together is told, and left as it is. Everything here is read as bytes, and blocks.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from io import RawIOBase
from pathlib import Path
from typing import Final

from disputatio.debate.values import value
from disputatio.debate.wording import plural, tr
from disputatio.engine.errors import StorageDamaged, StorageHeld
from disputatio.storage.schema import APPLICATION
from disputatio.storage.sqlite import damage

LOG, MEMORY, JOURNAL = "-wal", "-shm", "-journal"
"""What SQLite keeps beside a file: what was written last, where it stands in there, and how to take a write back."""
READ_ONLY: Final = "The disk is read-only: you can read what is there, and nothing new can be saved."

SMALLEST = 512
"""Bytes of the smallest database. SQLite takes anything smaller for an empty one."""
_MARK = b"SQLite format 3\0"
_FIRST = 108
"""Bytes of the head of a database, and of the list of its tables behind it."""
_IDENTITY = 68
"""Where the first page says whose database it is."""
_LOG_HEAD, _FRAME_HEAD, _JOURNAL_HEAD = 32, 24, 28
_LOG_MARKS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
_JOURNAL_MARK = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
_MOST_PAGES = 20_000
"""Pages of a log or a journal that are looked through for the first page of its database, which is among the first."""
_NEVER_USED = 0x40000000
"""The byte at which locks are kept: no page that it is in is ever written."""
_INDEX = 48
"""Bytes of the head of the index of a log. It stands there twice; behind it stands how much is in the database too."""


def beside(path: Path, part: str) -> Path:
    return path.with_name(path.name + part)


def log_of(path: Path) -> Path | None:
    """Return the file that holds what was written last, if there is one with anything in it."""
    log = beside(path, LOG)
    return log if log.exists() and log.stat().st_size else None


def require_sound(path: Path) -> None:
    """Raise StorageHeld where SQLite would do harm, or wait for ever. Whatever is not a database of ours is refused
    here, too, unless it looks like any other that has not begun."""
    for each in (path, *(beside(path, part) for part in (LOG, MEMORY, JOURNAL))):
        if not _is_file_or_nothing(each):
            raise StorageHeld(
                tr("{path} is not a file, so the database cannot be opened.").format(path=each),
                tr("Move it away, then start Disputatio again."),
            )
    try:
        _require_whole(path)
        _require_same(path)
    except OSError:  # SQLite says better what is so
        return


def _is_file_or_nothing(path: Path) -> bool:
    """At one look: another process may be about to take it away."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return True


def _require_whole(path: Path) -> None:
    size = _size(path)
    if 0 < size < SMALLEST:
        raise damage(
            plural("{path} is damaged: it has {count} byte.", "{path} is damaged: it has {count} bytes.", size).format(
                path=path
            )
        )
    log = log_of(path)
    if size == 0 and log is not None:
        what = (
            tr("{path} is empty, but {log} beside it holds what was recorded last.")
            if path.exists()
            else tr("{path} is missing, but {log} beside it holds what was recorded last.")
        )
        raise StorageDamaged(
            what.format(path=path, log=log.name),
            tr("Put the database back, from a backup if need be. To begin with an empty one, move {log} away.").format(
                log=log.name
            ),
        )


def _require_same(path: Path) -> None:
    """What is left of writes must be of our database, as it is: SQLite would write it over ours, whatever it is."""
    head, before = _beginning(path, _FIRST), _size(path)
    whose = _whose(head) if head.startswith(_MARK) else None
    log = _read_log(path)
    older = log.lacks(_size(path))
    for part, found in ((LOG, log.identity), (JOURNAL, _journal_identity(path))):
        if found is not None and found != APPLICATION and whose == APPLICATION:
            left = beside(path, part)
            raise StorageHeld(
                tr("{left} belongs to another database than {path}.").format(left=left, path=path.name),
                tr("Move {left} away, then start Disputatio again; the database was not changed.").format(
                    left=left.name
                ),
            )
    if whose == APPLICATION and (older or log.lags(before)):
        raise _of_another_time(path, older=older)
    if whose not in (None, 0, APPLICATION) or (whose == 0 and _has_tables(head)):
        raise another_program(path)


def another_program(path: Path) -> StorageHeld:
    return StorageHeld(
        tr("{path} is a database of another program.").format(path=path),
        "Move it away, or start Disputatio with another DISPUTATIO_HOME; the file was not changed.",
    )


def _whose(page: bytes) -> int:
    """Return whose database the first page says that it is."""
    return int.from_bytes(page[_IDENTITY : _IDENTITY + 4])


def _has_tables(page: bytes) -> bool:
    """Return whether the first page lists tables; in a new database it is a leaf that lists nothing."""
    return page[100:101] != b"\x0d" or any(page[103:105])


@value
class _WriteLog:
    """What the pages in a log of writes tell. `identity`: whose database they are of, None where nobody can tell;
    `new`: the pages of its first write, after which the database had `first`; `final`: how many it has after the last
    one, 0 where that is not known. `page`: bytes of one."""

    identity: int | None = None
    page: int = 0
    new: frozenset[int] = frozenset()
    first: int = 0
    final: int = 0

    def lacks(self, size: int) -> bool:
        """Return whether a database of so many bytes is older than the log: what it grew by since then was written
        elsewhere. Every page by which a write makes it larger stands in the log."""
        there = size // self.page if self.page else 0
        unused = _NEVER_USED // self.page + 1 if self.page else 0
        return self.first - there > len(self.new) + 1 or any(
            number not in self.new and number != unused for number in range(there + 1, self.first + 1)
        )

    def lags(self, size: int) -> bool:
        """Return whether a database that had so many bytes before the log was read is newer than that: none of ours
        is ever made smaller."""
        return bool(self.page and self.final and size // self.page > self.final)


def _read_log(path: Path) -> _WriteLog:
    log = log_of(path)
    if log is None:
        return _WriteLog()
    whose: int | None = None
    identity: int | None = None
    numbers: list[int] = []
    first = final = read = 0
    with log.open("rb", buffering=0) as file:  # what was read before says nothing of what is there now
        head = file.read(_LOG_HEAD)
        page = int.from_bytes(head[8:12])
        file.seek(0)
        for number, after, says in _frames(file):
            read += 1
            whose = says if number == 1 else whose
            if not first:
                numbers.append(number)
            if after:
                first, final = first or after, after
                identity = whose if identity is None else identity
        file.seek(0)
        if file.read(_LOG_HEAD) != head:  # somebody began it anew meanwhile
            return _WriteLog()
    whole = 0 < read < _MOST_PAGES
    return _WriteLog(identity=identity, page=page, new=frozenset(numbers), first=first, final=final if whole else 0)


def _of_another_time(path: Path, *, older: bool) -> StorageHeld:
    log = beside(path, LOG).name
    what = (
        tr("{path} is older than {log} beside it: what was written between them is missing.")
        if older
        else tr("{path} is newer than {log} beside it, which would undo what was written since.")
    )
    return StorageHeld(
        what.format(path=path, log=log),
        tr(
            "Put back the database that {log} belongs to. To go on with this one as it is, move {log} away; nothing "
            "was changed."
        ).format(log=log),
    )


def _frames(file: RawIOBase) -> Iterator[tuple[int, int, int]]:
    """Yield the pages of a log: their number, how many the database has after the write that each of them ends (0 where
    it ends none), and what the first one says."""
    head = file.read(_LOG_HEAD)
    size = int.from_bytes(head[8:12])
    if not _is_log(head):
        return
    for place in range(_MOST_PAGES):
        file.seek(_LOG_HEAD + place * (_FRAME_HEAD + size))
        frame = file.read(_FRAME_HEAD + 100)
        if len(frame) < _FRAME_HEAD + 100 or frame[8:16] != head[16:24]:
            return
        yield int.from_bytes(frame[:4]), int.from_bytes(frame[4:8]), _whose(frame[_FRAME_HEAD:])


def _is_log(head: bytes) -> bool:
    size = int.from_bytes(head[8:12])
    return len(head) >= _LOG_HEAD and head.startswith(_LOG_MARKS) and 512 <= size <= 65536 and size & (size - 1) == 0


def _journal_identity(path: Path) -> int | None:
    """Return whose database a journal would bring back a state of; None where nobody can tell."""
    journal = beside(path, JOURNAL)
    if not journal.exists():
        return None
    with journal.open("rb") as file:
        head = file.read(_JOURNAL_HEAD)
        if len(head) < _JOURNAL_HEAD or not head.startswith(_JOURNAL_MARK):
            return None
        sector, size = int.from_bytes(head[20:24]), int.from_bytes(head[24:28])
        for place in range(_MOST_PAGES):
            file.seek(sector + place * (size + 8))
            record = file.read(4 + 100)
            if len(record) < 104:
                return None
            if int.from_bytes(record[:4]) == 1:
                return _whose(record[4:])
    return None


# ---- what is to be known of it --------------------------------------------------------------------------------------
def notices(path: Path) -> list[str]:
    """Return what is to be known of a file by what lies beside it. While a file is in use, what was written last is in
    its log, which goes only after its index."""
    if path.exists() and not (os.access(path.parent, os.W_OK) and os.access(path, os.W_OK)):
        return [READ_ONLY]
    if path.exists() and not path.stat().st_size:
        return [
            tr("{path} was empty, so it begins anew. If there were debates in it, restore a backup.").format(path=path)
        ]
    log = beside(path, LOG)
    if path.exists() and beside(path, MEMORY).exists() and not log.exists():
        return [f"{log} is missing. What was recorded last stood in it, and is lost if nobody puts it back."]
    return []


@value
class Writes:
    """What a log of writes holds, by its index: `pages`, and whether some are `waiting` to be put into the database.
    `salt` tells the log from others. `unreadable`: they are not there, or not to be read."""

    pages: int = 0
    waiting: bool = False
    salt: bytes = b""
    unreadable: bool = False


def writes_of(path: Path) -> Writes:
    """Return what was written last, as far as it can be known without SQLite."""
    try:
        index = _index(beside(path, MEMORY))
        log = log_of(path)
        head, size = (_beginning(log, _LOG_HEAD), log.stat().st_size) if log is not None else (b"", 0)
        stable = index == _index(beside(path, MEMORY))
    except OSError:
        return Writes()
    if head and not _is_log(head):
        return Writes(unreadable=True)
    if not (index and stable):
        return Writes()
    pages, copied = (int.from_bytes(index[at : at + 4], sys.byteorder) for at in (16, 2 * _INDEX))
    whole = _LOG_HEAD + pages * (_FRAME_HEAD + int.from_bytes(index[14:16], sys.byteorder))
    salt, waiting = index[32:40], pages > copied
    return Writes(pages=pages, waiting=waiting, salt=salt, unreadable=waiting and (head[16:24] != salt or size < whole))


def _index(memory: Path) -> bytes:
    """Return the head of the index of a log, with what stands behind it; b"" where it is none."""
    found = _beginning(memory, 2 * _INDEX + 4)
    whole = len(found) == 2 * _INDEX + 4 and found[:_INDEX] == found[_INDEX : 2 * _INDEX]
    return found if whole else b""


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _beginning(path: Path, most: int) -> bytes:
    if not path.exists():
        return b""
    with path.open("rb") as file:
        return file.read(most)


def lost(path: Path, before: Writes) -> list[str]:
    """Return what is to be said of writes that were there before SQLite had opened the file, and now are not."""
    after = writes_of(path)
    fewer = before.waiting and before.salt == after.salt and after.pages < before.pages
    if not (before.unreadable or fewer):
        return []
    said = tr("{log} is damaged. What was recorded last stood in it, and part of it cannot be read any more.")
    return [said.format(log=beside(path, LOG))]
