"""Personas: the person's own and those that ship with the program; their corpora; whom the seats of a debate play."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from disputatio.app import persona_files
from disputatio.app.assets import resource
from disputatio.app.embedding import Asked, Embedding
from disputatio.app.persona_files import Read
from disputatio.debate.errors import Refused
from disputatio.debate.natural_order import Natural, natural
from disputatio.debate.personas import Character, Passage
from disputatio.debate.seats import Seat, SeatChoice
from disputatio.debate.values import value
from disputatio.engine.errors import NotFound
from disputatio.library.corpus import Chunk, Source, chunked
from disputatio.library.memory import rehearsed
from disputatio.library.persona import LIMITS, Persona, unfit
from disputatio.secrets.detection import find, redact
from disputatio.secrets.screening import Screening
from disputatio.storage.corpora import CorpusStore, scope_of_corpus
from disputatio.storage.corpus_files import Contents, read_source
from disputatio.storage.hybrid import HybridSearch, Query
from disputatio.storage.library_store import LibraryStore, Removed

EXAMPLE = "example/"
"""How the ids of personas begin that ship with the program. They are read, never changed: a copy of one can be."""

SHELF = 40
"""Passages of a corpus that a debate sets aside, nearest to its question first."""
ROOM = 48_000
"""Characters of them. A corpus that is no larger goes along whole."""
MOST_SOURCES = 200
"""Files of a corpus."""
SECRETS_LISTED = 20


@value
class Listed:
    """A persona as it is listed, with the number of files of its corpus."""

    persona: Persona
    sources: int = 0

    @property
    def example(self) -> bool:
        return is_example(self.persona)


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

    found: tuple[Found, ...]
    why_not: str = ""


def is_example(persona: Persona) -> bool:
    return persona.id.startswith(EXAMPLE)


class Personas:
    """Raises NotFound, Refused, ConfigError, StorageHeld."""

    def __init__(self, library: LibraryStore, corpora: CorpusStore, search: HybridSearch, embedding: Embedding) -> None:
        self._library, self.corpora, self._search, self._embedding = library, corpora, search, embedding

    # ---- the shelf -------------------------------------------------------------------------------------------------
    async def all(self) -> list[Listed]:
        """One's own by name, then the examples; one's own stands for an example of the same name."""
        own = await self._library.all(Persona)
        counts = await self.corpora.counts()
        names = {each.name.casefold() for each in own}
        examples = [each for each in await asyncio.to_thread(_examples) if each.name.casefold() not in names]
        listed = [Listed(persona=each, sources=counts.get(each.id, 0)) for each in own]
        return [*sorted(listed, key=_by_name), *sorted(map(_listed, examples), key=_by_name)]

    async def get(self, id: str) -> Persona:
        """By id. Raises NotFound."""
        if not id.startswith(EXAMPLE):
            return await self._library.get(Persona, id)
        for each in await asyncio.to_thread(_examples):
            if each.id == id:
                return each
        raise NotFound(f"There is no persona {id!r}.", "List them: disputatio persona list.")

    async def named(self, name: str) -> Persona:
        """By id (of an example its last word is enough), else by name, ignoring case. Raises NotFound with what is
        near, Refused where several are called so."""
        everybody = [each.persona for each in await self.all()]
        folded = " ".join(name.split()).casefold()
        wanted = (name, EXAMPLE + name)
        found = [each for each in (*everybody, *await asyncio.to_thread(_examples)) if each.id in wanted][:1] or [
            each for each in everybody if " ".join(each.name.split()).casefold() == folded
        ]
        if len(found) > 1:
            ids = ", ".join(each.id for each in found)
            raise Refused(f"Several personas are called {name!r}: {ids}.", "Give the id instead.")
        if not found:
            known = {each.name.casefold(): each.name for each in everybody}
            near = get_close_matches(folded, known, 1)
            names = ", ".join(known.values())
            remedy = f"Did you mean {known[near[0]]!r}?" if near else f"There are: {names}."
            raise NotFound(f"There is no persona called {name!r}.", remedy)
        return found[0]

    async def search(self, text: str) -> list[Listed]:
        """Those in which every word of a text stands, examples too."""
        words = text.casefold().split()
        return [each for each in await self.all() if all(word in _told(each.persona) for word in words)]

    # ---- making and changing ---------------------------------------------------------------------------------------
    async def save(self, persona: Persona) -> Persona:
        """Store a new persona or a changed one; of an example a copy of one's own."""
        persona = replace(persona, name=" ".join(persona.name.split()))
        persona_files.check(persona)
        if is_example(persona):
            persona = replace(persona, id="")
        return await (self._library.edit(persona) if persona.id else self._library.create(persona))

    async def copy(self, persona: Persona, name: str = "") -> Persona:
        """A persona of one's own like another, with its corpus."""
        made = await self.save(replace(persona, id="", name=name or persona.name))
        for source in await self.sources(persona):
            await self.corpora.put(replace(source, persona=made.id), await self.corpora.chunks(source.id))
        self._embedding.wake()
        return made

    async def delete(self, persona: Persona) -> Removed:
        """Move it to the bin, with its corpus."""
        if is_example(persona):
            raise Refused(f"{persona.name} ships with the program and stays.", "Leave it unused.")
        return await self._library.delete(Persona, persona.id)

    async def take_in(self, path: Path) -> tuple[Persona, Read]:
        """A persona from its file: a new one, whatever there is. Raises ConfigError."""
        read = await asyncio.to_thread(persona_files.read_file, path)
        return await self.save(read.persona), read

    async def export(self, persona: Persona) -> str:
        """The persona's file, with the sources of its corpus listed."""
        return await asyncio.to_thread(persona_files.dump, persona, await self.sources(persona))

    # ---- the corpus ------------------------------------------------------------------------------------------------
    async def sources(self, persona: Persona) -> list[Source]:
        return [] if is_example(persona) else await self.corpora.sources(persona.id)

    async def add_source(self, persona: Persona, path: Path, released: Collection[str] = ()) -> Source:
        """Read a file into the corpus, in place of one of the same name. What was left out stands in the source; likely
        secrets are left out but those `released`, by the ids that stand there. Raises Refused where the file cannot be
        read, and for an example."""
        if is_example(persona):
            raise Refused(
                f"{persona.name} ships with the program: its corpus cannot be changed.", "Copy the persona first."
            )
        others = [source for source in await self.corpora.sources(persona.id) if source.name != path.name]
        if len(others) >= MOST_SOURCES:
            raise Refused(f"The corpus has {MOST_SOURCES} files, which are the most.", "Remove one first.")
        contents = await asyncio.to_thread(read_source, path)
        source, chunks = await asyncio.to_thread(_prepared, persona.id, contents, released)
        added = await self.corpora.put(source, chunks)
        self._embedding.wake()
        return added

    async def look_up(
        self, persona: Persona, question: str, limit: int = 10, *, by_words_only: bool = False
    ) -> Results:
        """The passages that a question brings up, best first: by words, and by meaning where a model may be asked."""
        scopes = (scope_of_corpus(persona.id),)
        asked = Asked() if by_words_only else await self._embedding.query(question, scopes)
        query = Query(
            text=question, vector=asked.vector, space=asked.space, scopes=scopes, kinds=("passage",), limit=limit
        )
        hits = await self._search.find(query)
        names = {source.id: source.name for source in await self.corpora.sources(persona.id)}
        terms = {hit.memory.ref: hit.terms for hit in hits}
        found = []
        for id, chunk in await self.corpora.these(terms):
            why = terms[f"{id}#{chunk.number}"]
            source = names.get(id, "a source that was removed")
            found.append(Found(source=source, chunk=chunk, by_words=why.by_words, by_meaning=why.by_meaning))
        return Results(found=tuple(found), why_not=asked.why_not)

    # ---- debates ---------------------------------------------------------------------------------------------------
    async def chosen(self, choices: Sequence[SeatChoice]) -> tuple[SeatChoice, ...]:
        """The choices with personas under their own names; a seat is called as its persona unless it has a name.
        Raises NotFound, Refused."""
        found = []
        for choice in choices:
            if choice.persona:
                persona = await self.named(choice.persona)
                if why := "" if choice.name else unfit(persona.name):
                    raise Refused(f"{persona.name} cannot be played under that name: {why}.", persona_files.RENAME)
                choice = replace(choice, persona=persona.name, name=choice.name or persona.name)
            found.append(choice)
        return tuple(found)

    async def characters(
        self,
        played: Mapping[str, str],
        seats: Sequence[Seat],
        question: str,
        *,
        ask: bool,
        screening: Screening | None = None,
    ) -> dict[str, Character]:
        """Whom the seats play, by seat id, as they are now, with the passages for the question. `played`: the names or
        ids that were chosen, by seat id; personas may share a name. `ask`: also by meaning, where a model may be asked;
        never in a rehearsal. `screening` learns which likely secrets of their contracts were held back."""
        alone, screening = not ask or rehearsed(seat.model for seat in seats), screening or Screening()
        found: dict[str, Character] = {}
        for seat in seats:
            if chosen := played.get(seat.id):
                persona = await asyncio.to_thread(_screened, await self.named(chosen), screening)
                found[seat.id] = await self._character(persona, question, alone)
        return found

    async def _character(self, persona: Persona, question: str, alone: bool) -> Character:
        passages, cut = await self._set_aside(persona, question, alone)
        told = {field: getattr(persona, field) for field in LIMITS}
        return Character(id="" if is_example(persona) else persona.id, **told, passages=passages, cut=cut)

    async def _set_aside(self, persona: Persona, question: str, alone: bool) -> tuple[tuple[Passage, ...], str]:
        """What a debate takes along of a corpus, nearest to the question first, and what it leaves behind."""
        sources = await self.sources(persona)
        if not sources:
            return (), ""
        results = await self.look_up(persona, question, SHELF, by_words_only=alone)
        candidates = [(each.source, each.chunk) for each in results.found]
        total = sum(source.chunks for source in sources)
        if sum(source.characters for source in sources) <= ROOM:
            candidates += [(source.name, chunk) for source in sources for chunk in await self.corpora.chunks(source.id)]
        passages = _fitting(candidates)
        cut = []
        if len(passages) < total:
            how = f" by words only ({results.why_not})" if results.why_not else ""
            cut.append(f"{len(passages)} of {total:,} passages of the corpus were set aside for this question{how}")
        if any(source.held_back for source in sources):
            cut.append("likely secrets of the corpus are held back")
        return passages, "; ".join(cut)


def _screened(persona: Persona, screening: Screening) -> Persona:
    """The contract without likely secrets (SPEC CONTEXT.5)."""
    told: dict[str, Any] = {}
    for field in LIMITS:
        findings = screening.find(text := getattr(persona, field))
        screening.note(findings, f"persona {persona.name}")
        told[field] = redact(text, findings)
    return replace(persona, **told)


def _fitting(candidates: Iterable[tuple[str, Chunk]]) -> tuple[Passage, ...]:
    kept: list[Passage] = []
    left = ROOM
    for name, chunk in dict.fromkeys(candidates):
        if len(kept) < SHELF and len(chunk.text) <= left:
            kept.append(Passage(source=name, place=chunk.place, text=chunk.text))
            left -= len(chunk.text)
    return tuple(kept)


def _prepared(persona: str, contents: Contents, released: Collection[str]) -> tuple[Source, list[Chunk]]:
    """The source and its passages without likely secrets, which are listed (SPEC CONTEXT.5)."""
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
        name=contents.name,
        kind=contents.kind,
        digest=contents.digest,
        pages=contents.pages,
        held_back=tuple(listed),
        notes=contents.notes,
    )
    return source, chunks


def _examples() -> list[Persona]:
    """The personas that ship with the program."""
    files = sorted(resource("personas").glob("*.toml"))
    return [replace(persona_files.read_file(path).persona, id=f"{EXAMPLE}{path.stem}") for path in files]


def _listed(persona: Persona) -> Listed:
    return Listed(persona=persona)


def _by_name(listed: Listed) -> Natural:
    return natural(listed.persona.name)


def _told(persona: Persona) -> str:
    """All that is said of a persona."""
    parts = (persona.name, persona.about, persona.holds, persona.cares_for, persona.would_change, persona.voice)
    return "\n".join(parts).casefold()
