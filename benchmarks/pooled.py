"""What readers found of entries that an annotation does not have (`pool.json` in the folder of a case).

Whoever annotates a debate beforehand writes down what they find in it, and not all that can be said truly of it. So, as
is done where search engines are measured, what records say beyond the annotation is pooled, without saying which record
it is from, mixed with entries that are known to be true and others that were made false, and read against the turns by
two readers who see neither the annotation nor the figures. What both find so counts as right; what both find wrong, or
a statement of which both say that it was made and that the answer does not hang on it (`minor`), as wrong; what they
differ on counts for neither side, as what the annotation calls doubtful does.

    python -m benchmarks.bookkeeping disputed CASE…   print the entries that nobody has read yet
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from disputatio.debate.statements.receipts import Span, receipt_in
from disputatio.debate.statements.statement import Statement

POOL = "pool.json"
Kind = Literal["statement", "status", "move", "class", "agreed", "disputed"]
Verdict = Literal["so", "minor", "not", "room"]


@dataclass(frozen=True, slots=True)
class Entry:
    """What a record says beyond the annotation. `stated`, `words`: the turn in which the statement got its present
    wording, and its receipt there. `by` did it in `turn`; `value`: the status, the kind or the class."""

    kind: Kind
    text: str
    stated: str
    words: str
    turn: str = ""
    by: str = ""
    value: str = ""
    quote: str = ""

    @classmethod
    def of(cls, kind: Kind, one: Statement, turn: str = "", by: str = "", value: str = "", quote: str = "") -> Entry:
        worded = one.wordings[-1] if kind == "status" else one.wordings[0]
        return cls(kind, worded.text, worded.path, worded.words, turn, by, value, quote)


@dataclass(frozen=True, slots=True)
class Pool:
    """The entries that were read, with the verdict of each reader."""

    read: tuple[tuple[Entry, tuple[Verdict, ...]], ...] = ()

    @classmethod
    def of(cls, folder: Path) -> Pool:
        if not (folder / POOL).exists():
            return cls()
        rows: list[dict[str, Any]] = json.loads((folder / POOL).read_text(encoding="utf-8"))
        return cls(tuple((Entry(**row["entry"]), tuple(row["verdicts"])) for row in rows))

    def verdict(self, entry: Entry, texts: dict[str, str]) -> Verdict | None:
        """Return what the readers found of an entry; None where nobody has read it."""
        for known, verdicts in self.read:
            if _key(known) == _key(entry) and _same(known, entry, texts):
                return verdicts[0] if len(set(verdicts)) == 1 else "room"
        return None


def _key(entry: Entry) -> tuple[str, ...]:
    return entry.kind, entry.stated, entry.turn, entry.by, entry.value


def _same(one: Entry, other: Entry, texts: dict[str, str]) -> bool:
    """Whether two entries are about one statement: their receipts overlap in the same turn."""
    found = [receipt_in(each.words, texts.get(each.stated, "")) for each in (one, other)]
    mine, theirs = found
    return one.words == other.words or (mine is not None and theirs is not None and overlaps(mine, theirs))


def overlaps(a: Span, b: Span) -> bool:
    """Whether two passages of a turn have so much in common that they say the same."""
    return min(a.end, b.end) - max(a.start, b.start) >= 0.3 * min(a.end - a.start, b.end - b.start)


def rows(entries: Iterable[Entry]) -> str:
    return json.dumps([asdict(entry) for entry in dict.fromkeys(entries)], ensure_ascii=False, indent=1)
