"""What the screens ask of the application, in one place.

Importing this module loads the database layer and everything below it, which takes longer than showing a window: only
`main` imports it, in a thread, after the first paint. Screens know it by type alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from disputatio.app import bootstrap, casting, erasing, exchange
from disputatio.app.application import Application, Prepared
from disputatio.app.configuration import DebateConfig
from disputatio.app.drafts import Drafts
from disputatio.app.formats import Shelved
from disputatio.app.personas import Listed
from disputatio.app.privacy.consents import Consent
from disputatio.app.privacy.sendings import Asked, stays
from disputatio.app.sessions import Session, interrupted
from disputatio.app.settings import Settings, declared
from disputatio.debate.views.transcript import Transcript
from disputatio.engine.chat import ModelInfo
from disputatio.library.assignment import Assignment
from disputatio.library.project import Project
from disputatio.providers.config import LOCAL, ProviderConfig
from disputatio.secrets.masking import Masking
from disputatio.storage.catalogue import DebateEntry
from disputatio.storage.library_store import LibraryStore
from disputatio.storage.search import Hit

T = TypeVar("T")
TITLES = {"rehearsal": "Rehearsal: no AI model is asked"}


class Desk:
    """One open application, as the window uses it. Every method may raise the errors of `debate.errors`."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self.drafts = Drafts(app.paths.data)

    @classmethod
    async def open(cls, environment: Mapping[str, str], masking: Masking, settings: Settings) -> Desk:
        """Raises FolderUnusable, StorageHeld."""
        desk = cls(await bootstrap.assemble(environment, masking, settings))
        await asyncio.to_thread(desk.drafts.load)
        return desk

    def attend(self, crashed: Callable[[BaseException], object]) -> None:
        """What can wait until the window is there: embed what was not, and hear of faults of the program."""
        self.app.sessions.faulted = crashed
        self.app.memory.embedding.wake()

    def follow(self, noticed: Callable[[frozenset[str]], object]) -> None:
        """Hear of debates that are different without this window's doing: in a terminal, say."""
        self.app.sessions.noticed = noticed

    async def close(self) -> None:
        await self.app.close()

    async def erase(self) -> str:
        """Delete everything, once it is closed; returns what was done and what is left. Raises Refused."""
        done = await erasing.erase(self.app.environment, self.settings, self.app.keys)
        return erasing.said(done, erasing.stays(self.app.paths))

    # ---- debates ---------------------------------------------------------------------------------------------------
    @property
    def settings(self) -> Settings:
        return self.app.settings

    @property
    def library(self) -> LibraryStore:
        return self.app.library

    def now(self) -> float:
        return self.app.clock.now()

    async def personas(self) -> list[Listed]:
        """Whom seats can play: one's own, then the examples."""
        return await self.app.personas.all()

    async def preview(self, config: DebateConfig) -> Prepared:
        """What would be started, keys or not, question or not."""
        return await self.app.preview(config)

    async def prepare(self, config: DebateConfig) -> Prepared:
        return await self.app.prepare(config)

    def missing_keys(self, prepared: Prepared) -> list[str]:
        """Seats and services whose provider has no key, each in words."""
        return casting.missing_keys(prepared.opened, self.app.registry.ready)

    async def consents(self) -> list[Consent]:
        """What was agreed to so far."""
        return await self.app.privacy.all()

    async def revoke(self, key: str) -> None:
        """Take back what was agreed to; the person is asked again."""
        await self.app.privacy.revoke(key)

    async def start(self, prepared: Prepared, agreed: Collection[Asked] = ()) -> str:
        return await self.app.start(prepared, agreed)

    async def acquire(self, id: str) -> Session:
        return await self.app.sessions.acquire(id)

    async def release(self, id: str) -> None:
        await self.app.sessions.release(id)

    async def fork(self, id: str, at: int) -> str:
        return await self.app.fork(id, at)

    async def debates(self, *, deleted: bool = False) -> list[DebateEntry]:
        return await self.app.catalogue.all(deleted=deleted)

    async def interrupted(self, entries: Sequence[DebateEntry]) -> set[str]:
        """Those that stopped in the middle with the process that ran them."""
        driven = await self.app.sessions.driven()
        return {entry.id for entry in entries if interrupted(entry, driven)}

    async def debate(self, id: str) -> DebateEntry:
        return await self.app.catalogue.get(id)

    async def rename(self, id: str, title: str) -> None:
        await self.app.catalogue.rename(id, title)

    async def delete(self, id: str) -> None:
        await self.app.catalogue.delete(id)

    async def restore(self, id: str) -> None:
        await self.app.catalogue.restore(id)

    async def erasure_of_bin(self) -> erasing.Erasure:
        """What emptying the bin of debates would erase, to be asked about first."""
        return await erasing.of_debates(self.app)

    async def erase_debates(self, erasure: erasing.Erasure, *, insights: bool) -> None:
        await erasing.erase_debates(self.app, erasure, insights=insights)

    async def search(self, text: str) -> dict[str, list[Hit]]:
        return await self.app.search.find(text, ("debate", "turn", "note", "document"), limit=20)

    async def export(self, id: str, kind: exchange.Kind) -> str:
        return await exchange.export(self.app, id, kind)

    async def take_in(self, path: Path) -> exchange.TakenIn:
        """Import a debate from a file. Raises ConfigError, Refused, codec.Unreadable."""
        return await exchange.take_in(self.app, await asyncio.to_thread(exchange.read_export, path))

    async def formats(self) -> list[Shelved]:
        return await asyncio.to_thread(self.app.formats.all)

    # ---- library -----------------------------------------------------------------------------------------------------
    def final_text(self, transcript: Transcript) -> str:
        """The synthesis or artifact of a debate; "" while there is none."""
        return exchange.final_text(transcript)

    async def projects(self) -> list[Project]:
        return await self.app.library.all(Project)

    async def assignments(self) -> list[Assignment]:
        return await self.app.library.all(Assignment)

    async def keep_repository(self, path: str) -> None:
        """A repository was opened, wherever it was chosen: list it among the repositories and those opened lately."""
        await self.app.repositories.shelve(path)
        await asyncio.to_thread(self.settings.opened_repository, path)

    async def forget_repository(self, path: str) -> None:
        """Neither of them lists it any more, and what was kept of it is gone."""
        await self.app.repositories.forget(path)
        await asyncio.to_thread(self.settings.forgot_repository, path)

    async def remember_context(self, kind: str, ref: str) -> None:
        """What was debated about last, for the next question."""
        if kind == "repository":
            await asyncio.to_thread(self.settings.opened_repository, ref)
        await asyncio.to_thread(self.settings.set, declared.LAST_CONTEXT, f"{kind}:{ref}")

    # ---- providers and models --------------------------------------------------------------------------------------
    def provider_names(self) -> list[str]:
        """Providers across a network, local servers last."""
        names = [name for name in self.app.registry.names() if self.app.registry.config(name) is not None]
        return [*(name for name in names if name not in LOCAL), *(name for name in names if name in LOCAL)]

    def local_names(self) -> list[str]:
        return [name for name in self.provider_names() if name in LOCAL]

    def provider(self, name: str) -> ProviderConfig | None:
        return self.app.registry.config(name)

    def provider_title(self, name: str) -> str:
        config = self.app.registry.config(name)
        return config.shown if config else TITLES.get(name, name)

    def leaves(self, name: str) -> str | None:
        """Where what a provider is told goes across a network ("" its own address); None where it stays here."""
        config = self.app.registry.config(name)
        return None if config is None or stays(config) else config.base_url

    def ready(self, name: str) -> bool:
        return self.app.registry.ready(name)

    def offered(self) -> list[str]:
        """Providers that have a key."""
        return self.app.offered()

    async def models(self, provider: str) -> list[ModelInfo]:
        """What a provider offers now. Raises ProviderError, NotFound."""
        return await self.app.registry.get(provider).models()

    # ---- settings and data -----------------------------------------------------------------------------------------
    async def set(self, key: str, content: object) -> None:
        """Save a setting. Raises BadSetting, SettingsNotSaved."""
        await asyncio.to_thread(self.settings.set, key, content)
