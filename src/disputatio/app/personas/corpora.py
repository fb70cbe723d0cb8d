"""The corpora of personas: the files that they speak from, and which passages of them bear on a question."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path

from disputatio.app.models.embedding import Embedding, QueryVector
from disputatio.app.personas.files import is_example
from disputatio.debate.errors import Refused
from disputatio.debate.personas import Passage
from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.library.corpus import Chunk, Source
from disputatio.library.corpus import chunk as chunked
from disputatio.library.persona import Persona
from disputatio.secrets.detection import find, redact, without_secrets
from disputatio.storage.corpora import CorpusStore, scope_of_corpus
from disputatio.storage.corpus_files import Contents, read_source
from disputatio.storage.search import HybridSearch, Query

SHELF = 40
"""Passages of a corpus that a debate sets aside, nearest to its question first."""
ROOM = 48_000
"""Characters of them. A corpus that is no larger goes along whole."""
MOST_SOURCES = 200
"""Files of a corpus."""
SECRETS_LISTED = 20


@value
class Found:
    """A passage that a question brings up, with what found it."""

    source: str
    chunk: Chunk
    by_words: int | None = None
    by_meaning: int | None = None


@value
class Results:
    """`why_not`: why nothing was compared by meaning, "" where it was."""

    hits: tuple[Found, ...]
    why_not: str = ""


class Corpora:
    """Its methods raise Refused, StorageHeld. Personas that ship with the program have no corpus."""

    def __init__(self, store: CorpusStore, search: HybridSearch, embedding: Embedding) -> None:
        self.store, self._search, self._embedding = store, search, embedding

    async def of(self, persona: Persona) -> list[Source]:
        """Return the sources of a persona."""
        return [] if is_example(persona) else await self.store.sources(persona.id)

    async def add(self, persona: Persona, path: Path, released: Collection[str] = ()) -> Source:
        """Read a file into the corpus, in place of one of the same name. What was left out stands in the source; likely
        secrets are left out but those `released`, by the ids that stand there. Raises Refused where the file cannot be
        read, and for an example."""
        if is_example(persona):
            raise Refused(
                tr("{persona} comes with the program, so its corpus cannot be changed.").format(persona=persona.name),
                "Copy the persona first.",
            )
        others = [source for source in await self.store.sources(persona.id) if source.name != path.name]
        if len(others) >= MOST_SOURCES:
            raise Refused(
                tr("The corpus already has {most_sources} files, which is the limit.").format(
                    most_sources=MOST_SOURCES
                ),
                "Remove one first.",
            )
        contents = await asyncio.to_thread(read_source, path)
        source, chunks = await asyncio.to_thread(_prepared, persona.id, contents, released)
        added = await self.store.put(source, chunks)
        self._embedding.wake()
        return added

    async def look_up(
        self, persona: Persona, question: str, limit: int = 10, *, by_words_only: bool = False
    ) -> Results:
        """Return the passages that a question brings up, best first: by words, and by meaning where a model may be
        asked."""
        scopes = (scope_of_corpus(persona.id),)
        asked = QueryVector() if by_words_only else await self._embedding.query(question, scopes)
        query = Query(
            text=question, vector=asked.vector, space=asked.space, scopes=scopes, kinds=("passage",), limit=limit
        )
        hits = await self._search.find(query)
        names = {source.id: source.name for source in await self.store.sources(persona.id)}
        terms = {hit.memory.ref: hit.terms for hit in hits}
        found = []
        for id, chunk in await self.store.these(terms):
            why = terms[f"{id}#{chunk.number}"]
            source = names.get(id, "a source that was removed")
            found.append(Found(source=source, chunk=chunk, by_words=why.by_words, by_meaning=why.by_meaning))
        return Results(hits=tuple(found), why_not=asked.why_not)

    async def remove(self, source: str) -> None:
        """Take a source out, by its id, for good. Raises NotFound."""
        await self.store.remove(source)

    async def copy(self, persona: Persona, to: Persona) -> None:
        """Let another persona speak from the same sources."""
        for source in await self.of(persona):
            await self.store.put(replace(source, persona=to.id), await self.store.chunks(source.id))
        self._embedding.wake()

    async def set_aside(self, persona: Persona, question: str, alone: bool) -> tuple[tuple[Passage, ...], str]:
        """Return what a debate takes along of a corpus, nearest to the question first, and what it leaves behind."""
        sources = await self.of(persona)
        if not sources:
            return (), ""
        results = await self.look_up(persona, question, SHELF, by_words_only=alone)
        candidates = [(each.source, each.chunk) for each in results.hits]
        total = sum(source.chunks for source in sources)
        if sum(source.characters for source in sources) <= ROOM:
            candidates += [(source.name, chunk) for source in sources for chunk in await self.store.chunks(source.id)]
        passages = _fitting(candidates)
        cut = []
        if len(passages) < total:
            how = f" by words only ({results.why_not})" if results.why_not else ""
            cut.append(f"{len(passages)} of {total:,} passages of the corpus were set aside for this question{how}")
        if any(source.held_back for source in sources):
            cut.append("likely secrets of the corpus are held back")
        return passages, "; ".join(cut)


def _fitting(candidates: Iterable[tuple[str, Chunk]]) -> tuple[Passage, ...]:
    kept: list[Passage] = []
    left = ROOM
    for name, chunk in dict.fromkeys(candidates):
        if len(kept) < SHELF and len(chunk.text) <= left:
            kept.append(Passage(source=name, place=chunk.place, text=chunk.text))
            left -= len(chunk.text)
    return tuple(kept)


def _prepared(persona: str, contents: Contents, released: Collection[str]) -> tuple[Source, list[Chunk]]:
    """Return the source and its passages without likely secrets, which are listed (SPEC CONTEXT.5)."""
    held: list[str] = []
    parts = []
    for part in contents.parts:
        findings = find(part.text, contents.name, released)
        where = f"{f'page {part.page}, ' if part.page else ''}{f'{part.section}, ' if part.section else ''}line"
        held += [f"{finding.kind} ({where} {finding.line}), {finding.id}" for finding in findings]
        parts.append(replace(part, text=redact(part.text, findings)) if findings else part)
    chunks = chunked(parts)
    listed = held[:SECRETS_LISTED]
    if len(held) > SECRETS_LISTED:
        listed.append(f"and {len(held) - SECRETS_LISTED} more")
    source = Source(
        persona=persona,
        name=without_secrets(contents.name, released=released),
        kind=contents.kind,
        digest=contents.digest,
        pages=contents.pages,
        held_back=tuple(listed),
        notes=contents.notes,
    )
    return source, chunks
