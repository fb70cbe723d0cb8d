"""Personas: the person's own and those that ship with the program, and whom the seats of a debate play."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from disputatio.app.models.embedding import Embedding
from disputatio.app.personas import files
from disputatio.app.personas.corpora import Corpora
from disputatio.app.personas.files import EXAMPLE, Read, examples, is_example
from disputatio.debate.errors import Refused
from disputatio.debate.log.seats import Seat, SeatChoice
from disputatio.debate.natural_order import Natural, natural
from disputatio.debate.personas import Character
from disputatio.debate.values import value
from disputatio.debate.wording import by_face, tr
from disputatio.engine.errors import NotFound
from disputatio.library.memory import is_rehearsal
from disputatio.library.persona import LIMITS, Persona, unfit
from disputatio.secrets.detection import Screening, redact
from disputatio.storage.corpora import CorpusStore
from disputatio.storage.library_store import LibraryStore, Removal
from disputatio.storage.search import HybridSearch


@value
class PersonaEntry:
    """A persona as it is listed, with the number of files of its corpus."""

    persona: Persona
    sources: int = 0

    @property
    def example(self) -> bool:
        return is_example(self.persona)

    @property
    def about(self) -> str:
        """Who the persona is, in a sentence; of an example people read it in their language."""
        return tr(self.persona.about) if self.example else self.persona.about


class Personas:
    """Its methods raise NotFound, Refused, ConfigError, StorageHeld."""

    def __init__(self, library: LibraryStore, corpora: CorpusStore, search: HybridSearch, embedding: Embedding) -> None:
        self._library, self.corpora = library, Corpora(corpora, search, embedding)

    # ---- the shelf -------------------------------------------------------------------------------------------------
    async def all(self) -> list[PersonaEntry]:
        """One's own by name, then the examples; one's own stands for an example of the same name."""
        own = await self._library.all(Persona)
        counts = await self.corpora.store.counts()
        names = {each.name.casefold() for each in own}
        shipped = [each for each in await asyncio.to_thread(examples) if each.name.casefold() not in names]
        listed = [PersonaEntry(persona=each, sources=counts.get(each.id, 0)) for each in own]
        return [*sorted(listed, key=_by_name), *sorted(map(_listed, shipped), key=_by_name)]

    async def get(self, id: str) -> Persona:
        """Return one by its id. Raises NotFound."""
        if not id.startswith(EXAMPLE):
            return await self._library.get(Persona, id)
        for each in await asyncio.to_thread(examples):
            if each.id == id:
                return each
        raise NotFound(
            tr("There is no persona {id!r}.").format(id=id),
            by_face(tr("List the personas with: disputatio persona list"), tr("The page of personas lists them.")),
        )

    async def by_name(self, name: str) -> Persona:
        """Find one by its id (of an example its last word is enough), else by name, ignoring case. Raises NotFound with
        what is near, Refused where several are called so."""
        everybody = [each.persona for each in await self.all()]
        folded = " ".join(name.split()).casefold()
        wanted = (name, EXAMPLE + name)
        found = [each for each in (*everybody, *await asyncio.to_thread(examples)) if each.id in wanted][:1] or [
            each for each in everybody if " ".join(each.name.split()).casefold() == folded
        ]
        if len(found) > 1:
            ids = ", ".join(each.id for each in found)
            raise Refused(
                tr("Several personas are called {name!r}: {ids}.").format(name=name, ids=ids), "Give the id instead."
            )
        if not found:
            known = {each.name.casefold(): each.name for each in everybody}
            near = get_close_matches(folded, known, 1)
            names = ", ".join(known.values())
            remedy = f"Did you mean {known[near[0]]!r}?" if near else f"There are: {names}."
            raise NotFound(tr("There is no persona called {name!r}.").format(name=name), remedy)
        return found[0]

    async def search(self, text: str) -> list[PersonaEntry]:
        """Return those in which every word of a text stands, examples too."""
        words = text.casefold().split()
        return [each for each in await self.all() if all(word in _told(each) for word in words)]

    # ---- making and changing ---------------------------------------------------------------------------------------
    async def save(self, persona: Persona) -> Persona:
        """Store a new persona or a changed one; of an example a copy of one's own."""
        persona = replace(persona, name=" ".join(persona.name.split()))
        files.check(persona)
        if is_example(persona):
            persona = replace(persona, id="")
        return await (self._library.edit(persona) if persona.id else self._library.create(persona))

    async def copy(self, persona: Persona, name: str = "") -> Persona:
        """Return a persona of one's own like another, with its corpus."""
        made = await self.save(replace(persona, id="", name=name or persona.name))
        await self.corpora.copy(persona, made)
        return made

    async def delete(self, persona: Persona) -> Removal:
        """Move it to the bin, with its corpus."""
        if is_example(persona):
            raise Refused(
                tr("{persona} comes with the program and cannot be deleted.").format(persona=persona.name),
                "You can leave it unused.",
            )
        return await self._library.delete(Persona, persona.id)

    async def take_in(self, path: Path) -> tuple[Persona, Read]:
        """Return a persona from its file: a new one, whatever there is. Raises ConfigError."""
        read = await asyncio.to_thread(files.read_file, path)
        return await self.save(read.persona), read

    async def export(self, persona: Persona) -> str:
        """Return the persona's file, with the sources of its corpus listed."""
        return await asyncio.to_thread(files.dump, persona, await self.corpora.of(persona))

    # ---- debates ---------------------------------------------------------------------------------------------------
    async def named_choices(self, choices: Sequence[SeatChoice]) -> tuple[SeatChoice, ...]:
        """Return the choices with personas under their own names; a seat is called as its persona unless it has a name.
        Raises NotFound, Refused."""
        found = []
        for choice in choices:
            if choice.persona:
                persona = await self.by_name(choice.persona)
                if why := "" if choice.name else unfit(persona.name):
                    raise Refused(
                        tr("Nobody can play {persona} under that name: {why}.").format(persona=persona.name, why=why),
                        files.RENAME,
                    )
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
        alone, screening = not ask or is_rehearsal(seat.model for seat in seats), screening or Screening()
        found: dict[str, Character] = {}
        for seat in seats:
            if chosen := played.get(seat.id):
                persona = await asyncio.to_thread(_screened, await self.by_name(chosen), screening)
                found[seat.id] = await self._character(persona, question, alone)
        return found

    async def _character(self, persona: Persona, question: str, alone: bool) -> Character:
        passages, cut = await self.corpora.set_aside(persona, question, alone)
        told = {field: getattr(persona, field) for field in LIMITS}
        return Character(id="" if is_example(persona) else persona.id, **told, passages=passages, cut=cut)


def _screened(persona: Persona, screening: Screening) -> Persona:
    """Return the contract without likely secrets (SPEC CONTEXT.5)."""
    told: dict[str, Any] = {}
    for field in LIMITS:
        findings = screening.find(text := getattr(persona, field))
        screening.note(findings, f"persona {persona.name}")
        told[field] = redact(text, findings)
    return replace(persona, **told)


def _listed(persona: Persona) -> PersonaEntry:
    return PersonaEntry(persona=persona)


def _by_name(listed: PersonaEntry) -> Natural:
    return natural(listed.persona.name)


def _told(listed: PersonaEntry) -> str:
    """Return all that is said of a persona, also as it is read in another language."""
    who = listed.persona
    parts = (listed.about, who.name, who.about, who.holds, who.cares_for, who.would_change, who.voice)
    return "\n".join(parts).casefold()
