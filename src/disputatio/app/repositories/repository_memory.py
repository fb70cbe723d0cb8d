"""Repository memory: what is known of a repository as a whole, and how far it can be trusted at a commit.

It is what a model summarised bottom-up from the files (see `summariser`), and until then a map that a program
extracted. Only what a model summarised, supported by verified quotations, counts as verified knowledge.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from disputatio.debate.context import Section
from disputatio.debate.ranges import moment
from disputatio.debate.values import value
from disputatio.repository.errors import FileMissing
from disputatio.repository.outline import ROOM, SHORT
from disputatio.repository.source_tree import SourceTree
from disputatio.repository.threads import in_thread
from disputatio.storage.repositories import RepositoryEntry, Summary, SummaryStore

OUT_OF_DATE = "(changed since: may be out of date)"
"""Behind a statement that rests on a file that is another at the commit in question."""


@value
class MemoryState:
    """What is known of the whole: "none"; a "map" extracted by program; "made" by a model that summarised it. `stale`
    names what was changed since, `parts` counts what was summarised: of a map, what a run that did not end has left to
    the next one. `at` is seconds since 1970."""

    kind: Literal["none", "map", "made"] = "none"
    model: str = ""
    commit: str = ""
    at: float | None = None
    parts: int = 0
    stale: tuple[str, ...] = ()


@value
class Knowledge:
    """The text that stands for a repository, with where it comes from; `cut` says what was left out."""

    state: MemoryState
    text: str
    cut: str = ""


class RepositoryMemory:
    """Its methods raise the errors of the repository, and StorageHeld."""

    def __init__(self, summaries: SummaryStore) -> None:
        self._summaries = summaries

    async def state(self, kept: RepositoryEntry, tree: SourceTree) -> MemoryState:
        known = await made_by_models(self._summaries, kept)
        whole = known.get(("repository", ""))
        if whole is None:
            if not kept.indexed_at:
                return MemoryState()
            return MemoryState(kind="map", commit=kept.commit, at=kept.indexed_at, parts=len(known))
        stale = await in_thread(lambda stopped: _stale(tree, known))
        return MemoryState(
            kind="made", model=whole.model, commit=whole.commit, at=whole.at, parts=len(known), stale=stale
        )

    async def knowledge(self, kept: RepositoryEntry, tree: SourceTree) -> Knowledge:
        """Return the accumulated text, else the map, else nothing."""
        state = await self.state(kept, tree)
        if state.kind == "made":
            text = (await self._summaries.of(kept.id))["repository", ""].text
            return Knowledge(state=state, text=_marked(text, state.stale))
        if state.kind == "map":
            text, cut = await self._map(kept)
            return Knowledge(state=state, text=text, cut=cut)
        return Knowledge(state=state, text="")

    async def section(self, kept: RepositoryEntry, tree: SourceTree) -> Section:
        """For the context of a debate. Verified only where a model made it and its citations were checked."""
        known = await self.knowledge(kept, tree)
        if known.state.kind == "made":
            return Section(
                name="memory",
                title=f"Repository memory of commit {known.state.commit[:10]}, summarised by {known.state.model} on"
                f" {_day(known.state.at)}, citations checked",
                text=known.text + _changed_since(known.state),
                verified=True,
            )
        text, cut = await self._map(kept, SHORT)
        title = "Map of the repository, extracted by a program from definitions, imports and docstrings; not summarised"
        return Section(name="map", title=title, text=text, cut=cut)

    async def _map(self, kept: RepositoryEntry, room: int = ROOM) -> tuple[str, str]:
        """Return the map that was made with the index, and what was left out of it."""
        known = (await self._summaries.of(kept.id)).get(("map", str(room)))
        text, cut = json.loads(known.text) if known else ("", "")
        return text, cut


async def made_by_models(summaries: SummaryStore, kept: RepositoryEntry) -> dict[tuple[str, str], Summary]:
    """Return what models summarised of a repository, by kind and path; the map is not among it."""
    return {key: each for key, each in (await summaries.of(kept.id)).items() if each.kind != "map"}


def _stale(tree: SourceTree, known: Mapping[tuple[str, str], Summary]) -> tuple[str, ...]:
    """Summarised files that are another, or gone. Blocks."""
    found = []
    for (kind, path), each in known.items():
        if kind == "file":
            try:
                if tree.entry(path).id != each.source:
                    found.append(path)
            except FileMissing:
                found.append(path)
    return tuple(sorted(found))


def _marked(text: str, stale: Sequence[str]) -> str:
    """The statements that rest on what was changed say so: their citations were checked at another commit."""
    if not stale:
        return text
    return "\n".join(f"{line} {OUT_OF_DATE}" if _rests(line, stale) else line for line in text.split("\n"))


def _rests(line: str, stale: Sequence[str]) -> bool:
    """Return whether a line names one of these files, and not only one whose path is longer."""
    return any(re.search(rf"(?<![\w./-]){re.escape(path)}(?![\w/-])", line) for path in stale if path in line)


def _changed_since(state: MemoryState) -> str:
    if not state.stale:
        return ""
    names = ", ".join(state.stale[:20]) + (f" and {len(state.stale) - 20} more" if len(state.stale) > 20 else "")
    return f"\n\nChanged since this was written, so that what it says of them may be out of date: {names}"


def _day(at: float | None) -> str:
    return moment(at or 0.0).strftime("%Y-%m-%d")
