"""Planted citations: turns as models write them, about excerpts of real programs, with what a check has to say of each.

`tests/data/citations/true.txt` holds citations that are right, `false.txt` such as are not; their README says how they
are written. The excerpts are committed to a repository of their own, with a past, and checked as in a debate. A full
checkout can be looked at as well:

    python -m benchmarks.citations FOLDER…     every 25th line of each text file, as it is and with one token changed
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pygit2

from benchmarks.table import Figure, show
from disputatio.app.repositories.sources import PinnedSources
from disputatio.debate.citations.evidence import Item, items_of
from disputatio.debate.context import Context
from disputatio.repository.source_tree import open_tree
from disputatio.testing.repositories import commit

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "citations"
ORIGIN = "https://github.com/example/excerpts.git"
STATUSES = {"exists": "line exists"}
ALARMS = ("misquoted", "missing")


@dataclass(frozen=True, slots=True)
class Expected:
    """One planted citation: any of `statuses`, and where it stands, any of `places` (none: that does not matter)."""

    statuses: tuple[str, ...]
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Planted:
    """A turn with planted citations. `true`: what it says of the sources is so."""

    form: str
    true: bool
    text: str
    expected: tuple[Expected, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """A planted citation and what came of its check; None where nothing was recognised."""

    planted: Planted
    expected: Expected
    found: Item | None

    @property
    def right(self) -> bool:
        """Whether status and place are as they should be."""
        if self.found is None or self.found.status not in self.expected.statuses:
            return False
        return not self.expected.places or any(self.found.where.startswith(place) for place in self.expected.places)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of all planted citations; `extra`: citations that nobody planted."""

    judged: tuple[Judged, ...]
    extra: tuple[tuple[Planted, Item], ...]

    @property
    def recognised(self) -> list[Judged]:
        return [one for one in self.judged if one.found is not None]

    @property
    def false_alarms(self) -> list[Judged]:
        """True citations that are called misquoted or missing."""
        return [one for one in self.recognised if one.planted.true and one.found and one.found.status in ALARMS]

    @property
    def false_verified(self) -> list[Judged]:
        """Quotations that do not stand there, and are called verified."""
        return [
            one
            for one in self.recognised
            if "verified" not in one.expected.statuses and one.found and one.found.status == "verified"
        ]


# ---- the repository of the excerpts ----------------------------------------------------------------------------------
def excerpts(folder: str = "sources") -> dict[str, str]:
    """The excerpts by path."""
    root = FOLDER / folder
    return {str(path.relative_to(root))[: -len(".txt")]: path.read_text("utf-8") for path in root.rglob("*.txt")}


def made(folder: Path) -> tuple[str, str]:
    """The repository of the excerpts: its commit before, and the one that is debated."""
    now, gone = excerpts(), excerpts("before")
    limits = "src/disputatio/engine/limits.py"
    former = now | gone | {limits: now[limits].replace("attempts: int = 3", "attempts: int = 5")}
    old = commit(folder, former, "Open the excerpts", origin=ORIGIN)
    repository = pygit2.Repository(str(folder))
    for path in gone:
        (folder / path).unlink()
        repository.index.remove(path)
    repository.index.write()
    return old, commit(folder, now, "Try less often")


def planted(old: str, pin: str) -> list[Planted]:
    """All turns, with the commits of the repository filled in."""
    names = {"{old10}": old[:10], "{pin10}": pin[:10], "{old}": old, "{pin}": pin}
    found: list[Planted] = []
    for true in (True, False):
        text = (FOLDER / f"{str(true).lower()}.txt").read_text("utf-8")
        for name, id in names.items():
            text = text.replace(name, id)
        found += (_planted(part, true) for part in re.split(r"^== ", text, flags=re.M)[1:])
    return found


def _planted(part: str, true: bool) -> Planted:
    form, _, rest = part.partition("\n")
    lines = rest.rstrip("\n").split("\n")
    said = [line for line in lines if not line.startswith("-> ")]
    return Planted(form, true, "\n".join(said), tuple(_expected(line) for line in lines if line.startswith("-> ")))


def _expected(line: str) -> Expected:
    statuses, *places = line.removeprefix("-> ").split()
    meant = tuple(STATUSES.get(status, status) for status in statuses.split("|"))
    return Expected(meant, tuple(place for place in places if place != "-" and "external" not in meant))


# ---- judging ---------------------------------------------------------------------------------------------------------
async def judged(folder: Path) -> Outcome:
    """Check all planted citations. `folder` becomes the repository."""
    old, pin = made(folder)
    sources = PinnedSources(None)  # type: ignore[arg-type]  # a repository needs no library
    context = Context(kind="repository", ref=str(folder), title="excerpts", pin=pin)
    found: list[Judged] = []
    extra: list[tuple[Planted, Item]] = []
    for turn in planted(old, pin):
        items = items_of(await sources.check(context, turn.text, "round[1]/analysis[analyst]"))
        pairs, more = _paired(turn.expected, items)
        found += (Judged(turn, expected, item) for expected, item in pairs)
        extra += ((turn, item) for item in more)
    return Outcome(tuple(found), tuple(extra))


def _paired(
    expected: Sequence[Expected], items: Sequence[Item]
) -> tuple[list[tuple[Expected, Item | None]], list[Item]]:
    """What was planted with what was found, in order; found items that fit nothing are passed over while more are left
    than there are planted ones."""
    left, pairs, extra = list(items), list[tuple[Expected, Item | None]](), list[Item]()
    for number, one in enumerate(expected):
        while len(left) > len(expected) - number and not _fits(one, left[0]):
            extra.append(left.pop(0))
        pairs.append((one, left.pop(0) if left else None))
    return pairs, [*extra, *left]


def _fits(expected: Expected, item: Item) -> bool:
    return item.status in expected.statuses


def figures(outcome: Outcome) -> list[Figure]:
    """The figures of the table."""
    true = [one for one in outcome.judged if one.planted.true]
    false = [one for one in outcome.judged if not one.planted.true]
    quoted = [one for one in true if "verified" in one.expected.statuses]

    def share(part: Sequence[Judged], whole: Sequence[Judged]) -> float:
        return 100 * len(part) / len(whole)

    return [
        Figure("citations planted: true", len(true), ""),
        Figure("citations planted: false", len(false), ""),
        Figure("recognised", share(outcome.recognised, outcome.judged), "%"),
        Figure("true quotations verified", share([one for one in quoted if one.right], quoted), "%"),
        Figure("false ones told as what they are", share([one for one in false if one.right], false), "%"),
        Figure("false alarms: true, called misquoted or missing", share(outcome.false_alarms, true), "%", limit=2),
        Figure("false ones called verified", len(outcome.false_verified), "", limit=0),
    ]


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        return figures(asyncio.run(judged(Path(folder))))


# ---- a full checkout -------------------------------------------------------------------------------------------------
EVERY = 25
"""Lines from one that is quoted to the next."""

_TOKEN = re.compile(r"[A-Za-z_]\w{3,}")


def quotable(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Lines that say enough to be quoted in code, with their numbers."""
    for number, line in enumerate(lines, 1):
        words = line.strip()
        if number % EVERY == 0 and 20 <= len(words) <= 100 and "`" not in words and words.isascii():
            yield number, words


def altered(words: str) -> str:
    """The words with one identifier changed."""
    found = list(_TOKEN.finditer(words))
    if not found:
        return ""
    one = found[len(found) // 2]
    return f"{words[: one.start()]}{one[0]}_q{words[one.end() :]}"


async def checkout(folder: Path) -> list[Figure]:
    """The lines of a checkout, quoted as they are and with one token changed."""
    tree = open_tree(folder)
    sources = PinnedSources(None)  # type: ignore[arg-type]
    context = Context(kind="repository", ref=str(folder), title=folder.name, pin=tree.pin)
    counts = {"true": 0, "verified": 0, "alarms": 0, "changed": 0, "false verified": 0}
    for entry in tree.files():
        file = tree.read(entry, 1_000_000)
        if file.kind != "text" or " " in entry.path:
            continue
        lines = list(quotable(file.text.split("\n")))[:20]
        for number, words in lines:
            for quoted, true in ((words, True), (altered(words), False)):
                said = f"As `{entry.path}:{number}` has it: `{quoted}`."
                items = items_of(await sources.check(context, said, "a[x]")) if quoted else ()
                if not items:
                    continue
                counts["true" if true else "changed"] += 1
                counts["verified"] += true and items[0].status == "verified"
                counts["alarms"] += true and items[0].status in ALARMS
                counts["false verified"] += not true and items[0].status == "verified"
    whole = max(1, counts["true"])
    return [
        Figure("lines quoted", counts["true"], ""),
        Figure("quotations verified", 100 * counts["verified"] / whole, "%"),
        Figure("false alarms", 100 * counts["alarms"] / whole, "%", limit=2),
        Figure("lines quoted with one token changed", counts["changed"], ""),
        Figure("of these called verified", counts["false verified"], "", limit=0),
    ]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        show(name, asyncio.run(checkout(Path(name))))
