"""Evidence: what came of checking citations against the pinned source (SPEC EVIDENCE.1). Pure.

    verified    the quotation was compared with the source, and stands there word for word
    line exists the place is there; nothing was quoted that could be compared with it
    moved       quoted word for word, but it stands elsewhere in the file (`where`)
    near        nearly word for word; `differs` says what is not (see `alignment` for the measure)
    misquoted   it does not say that; a changed number, a dropped or added negation always counts as this
    missing     there is no such file, line, commit or document at the pinned commit
    ambiguous   several sources fit and the citation does not say which; `where` names them
    external    nothing here to check it against: an address, or a source that this debate does not have

Only a verified quotation supports anything (`Item.grounded`): a point, a change of position, a verdict, a fact, what is
known of a repository. A line that exists proves nothing of what is said about it, and counts neither for nor against.

A record lists the citations of one turn: {"items": [...], "verified": n, "exists": n, "total": n, "of": its path};
external ones are not in `total`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, get_args

from disputatio.debate.citations.recognition import Citation
from disputatio.debate.ids import parent
from disputatio.debate.values import Json, value

Status = Literal["verified", "line exists", "moved", "near", "misquoted", "missing", "ambiguous", "external"]
STATUSES: tuple[Status, ...] = get_args(Status)

FAILED: frozenset[str] = frozenset({"near", "misquoted", "missing", "ambiguous"})
"""The statuses of citations that were checked and do not hold as they stand."""

TALLIED: frozenset[Status] = frozenset({"verified", "line exists"})
"""The statuses that every count names by themselves (`tally`)."""

_TEXTS = ("citation", "where", "differs", "path", "pin", "kind", "quote", "says")
_NUMBERS = ("first", "last", "start", "end")

SHOWN = 400
"""Characters of a quotation or a passage that a record keeps."""


@value
class Finding:
    """What came of one check. `first` and `last` are the lines where it stands, 0 where that is not known. `quote`: the
    quotation that was compared, where it is not that of the citation itself."""

    status: Status
    path: str = ""
    first: int = 0
    last: int = 0
    where: str = ""
    differs: str = ""
    quote: str = ""


def place(path: str, first: int, last: int) -> str:
    """Return a place as people write it."""
    if not first:
        return path
    return f"{path}:{first}" if last == first else f"{path}:{first}-{last}"


def at_commit(id: str, place: str) -> str:
    """Return a place as git writes it at a commit; without one the place alone."""
    return f"{id}:{place}" if id else place


@value
class Item:
    """One citation of a record, with what came of it."""

    citation: str
    status: Status
    where: str = ""
    differs: str = ""
    path: str = ""
    first: int = 0
    last: int = 0
    pin: str = ""
    kind: str = ""
    start: int = 0
    end: int = 0
    quote: str = ""
    says: str = ""

    @property
    def grounded(self) -> bool:
        """Whether it can support something: its quotation was compared, and stands there."""
        return self.status == "verified"

    @property
    def failed(self) -> bool:
        return self.status in FAILED


def item_of(citation: Citation, found: Finding, pin: str) -> Item:
    return Item(
        citation=_written(citation),
        status=found.status,
        where=found.where,
        differs=found.differs,
        path=found.path,
        first=found.first,
        last=found.last,
        pin=pin,
        kind=citation.kind,
        start=citation.start,
        end=citation.end,
        quote=(citation.quote or found.quote)[:SHOWN],
        says=citation.says[:SHOWN],
    )


def _written(citation: Citation) -> str:
    """Return a citation as it stands in the text, on one line, where that text names its source."""
    text = citation.text
    named = citation.kind not in ("lines", "quote") or citation.path.rpartition("/")[2] in text
    plain = named and not any(mark in text for mark in ("\n", "](", "`", '"', "://"))
    plain = plain or citation.kind == "address"
    return text if plain else at_commit(citation.at, place(citation.path, citation.first, citation.last))


def record(items: Sequence[Item], of: str = "") -> dict[str, Json]:
    """Return the payload of a turn that gives "evidence"; `of` is the path of the turn whose citations they are."""
    listed: list[Json] = [{name: getattr(item, name) for name in ("status", *_TEXTS, *_NUMBERS)} for item in items]
    return {
        "items": listed,
        "verified": sum(item.status == "verified" for item in items),
        "exists": sum(item.status == "line exists" for item in items),
        "total": sum(item.status != "external" for item in items),
        "of": of,
    }


def subject_of(path: str, data: dict[str, Json]) -> str:
    """Return the path of the turn that a record is about: the one it names, else the one that encloses it."""
    return _text(data.get("of")) or parent(path)


def items_of(data: dict[str, Json]) -> tuple[Item, ...]:
    """Return the citations of a record; whatever is not a citation is passed over."""
    listed = data.get("items")
    found = (_item(raw) for raw in listed if isinstance(raw, dict)) if isinstance(listed, list) else ()
    return tuple(item for item in found if item is not None)


def _item(raw: dict[str, Json]) -> Item | None:
    status = next((one for one in STATUSES if one == raw.get("status")), None)
    if status is None:
        return None
    texts: dict[str, Any] = {name: _text(raw.get(name)) for name in _TEXTS}
    numbers: dict[str, Any] = {name: _number(raw.get(name)) for name in _NUMBERS}
    return Item(status=status, **texts, **numbers)


def _text(found: Json) -> str:
    return found if isinstance(found, str) else ""


def _number(found: Json) -> int:
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else 0


@value
class CitationRecord:
    """The citations of one turn, checked. `total` counts those that could be; `share` is None where none could."""

    items: tuple[Item, ...] = ()

    @property
    def total(self) -> int:
        return sum(item.status != "external" for item in self.items)

    @property
    def verified(self) -> int:
        return sum(item.status == "verified" for item in self.items)

    @property
    def exists(self) -> int:
        return sum(item.status == "line exists" for item in self.items)

    @property
    def failed(self) -> int:
        return sum(item.failed for item in self.items)

    @property
    def share(self) -> float | None:
        return self.verified / self.total if self.total else None

    @property
    def summary(self) -> str:
        return summary(self.items)


def base_score(verified: int, failed: int) -> float:
    """Return how much a claim has for itself before anybody supports or attacks it, 0…1 (SPEC VERDICT.1): 0.5, and up
    to 0.5 more by the share of verified quotations among these and the citations that failed. What a model says of its
    own confidence never counts."""
    return 0.5 + 0.5 * verified / (verified + failed) if verified + failed else 0.5


def cites(text: str, name: str) -> bool:
    """Return whether a text names a place or a claim by itself: ``a.py:1`` stands neither in ``a.py:12`` nor in
    ``lib/a.py:1`` nor in ``8cf82ad:a.py:1``."""
    return _standing_alone(name).search(text) is not None


@lru_cache(maxsize=2048)
def _standing_alone(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w./-])(?<![0-9a-f]{{7}}:){re.escape(name)}(?![\w-]|[./:]\w)")


def summary(items: Sequence[Item]) -> str:
    """Return one sentence on all citations of a turn."""
    checked = [item for item in items if item.status != "external"]
    if not checked:
        return "No citation that can be checked here." if items else "No citation."
    counts = {status: sum(item.status == status for item in checked) for status in STATUSES}
    parts = [tally(counts["verified"], counts["line exists"]), listed_others(others(checked))]
    return "; ".join(filter(None, parts)) + "."


def others(items: Iterable[Item]) -> dict[Status, int]:
    """Count the citations that were checked and are neither verified nor lines that exist, by what came of them."""
    found = Counter(item.status for item in items)
    return {status: found[status] for status in STATUSES if found[status] and status not in {*TALLIED, "external"}}


def listed_others(found: Mapping[Status, int]) -> str:
    """Return such counts in words: "1 moved, 2 misquoted"."""
    return ", ".join(f"{count} {status}" for status, count in found.items())


def tally(verified: int, exists: int) -> str:
    """Count quotations and lines apart ("12 quotations verified, 7 lines exist"): what was compared and what was only
    there are never one number."""
    quotations = f"{verified or 'no'} quotation{'s' * (verified > 1)} verified"
    lines = f"{exists} line{'s exist' if exists > 1 else ' exists'}"
    return f"{quotations}, {lines}" if exists else quotations
