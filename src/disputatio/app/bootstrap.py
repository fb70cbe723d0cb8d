"""Assembling the application: the only place that names concrete classes."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

from disputatio.app.application import Application
from disputatio.app.asking import OneAsker
from disputatio.app.branches import Branches
from disputatio.app.consents import Consents
from disputatio.app.contexts import Contexts
from disputatio.app.embedding import Embedding
from disputatio.app.formats import FormatShelf
from disputatio.app.github import GitHubDesk
from disputatio.app.meaning import Statements
from disputatio.app.memory import Memories
from disputatio.app.paths import Paths
from disputatio.app.personas import Personas
from disputatio.app.providing import configs
from disputatio.app.repositories import Repositories
from disputatio.app.session import Session
from disputatio.app.sessions import Sessions
from disputatio.app.settings import Settings
from disputatio.app.sources import PinnedSources
from disputatio.app.tools import PinnedTools
from disputatio.engine.chat import Provider
from disputatio.engine.clock import SystemClock
from disputatio.engine.performer import Performer
from disputatio.engine.routing import ANY, Routing
from disputatio.providers import catalogue as prices
from disputatio.providers.registry import Registry
from disputatio.providers.rehearsal import RehearsalProvider
from disputatio.providers.replay import ReplayProvider, Turns, recorded
from disputatio.secrets.keyring import Keys
from disputatio.secrets.masking import Masking
from disputatio.storage.catalogue import Catalogue
from disputatio.storage.corpora import CorpusStore
from disputatio.storage.database import Database
from disputatio.storage.hybrid import HybridSearch
from disputatio.storage.inbox import Inbox
from disputatio.storage.insights import InsightStore
from disputatio.storage.leases import Leases
from disputatio.storage.library_store import LibraryStore
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.memories import MemoryStore
from disputatio.storage.projections import rebuild_behind
from disputatio.storage.repositories import RepositoryStore
from disputatio.storage.search import Search


@asynccontextmanager
async def application(
    environment: Mapping[str, str] | None = None, masking: Masking | None = None
) -> AsyncIterator[Application]:
    """Open everything; on leaving, debates are let go of and everything is written and closed."""
    app = await assemble(os.environ if environment is None else environment, masking or Masking())
    try:
        yield app
    finally:
        await app.close()


REPLAYING = 0.005
"""Seconds between two parts of a turn that is spoken again: quick, but it can be followed."""


async def assemble(environment: Mapping[str, str], masking: Masking, settings: Settings | None = None) -> Application:
    """`settings`: those that were loaded already. Raises FolderUnusable and StorageHeld, each with what to do."""
    paths = Paths.from_environment(environment)
    await asyncio.to_thread(paths.create)
    if settings is None:
        settings = await asyncio.to_thread(Settings.load, paths.settings_file)
    keys = Keys(environment, masking=masking)
    registry = Registry(await configs(settings, environment, keys), [RehearsalProvider()])
    async with AsyncExitStack() as opened:  # closed again if what follows fails
        database = await Database.open(paths.database)
        opened.push_async_callback(database.close)
        await rebuild_behind(database)
        app = _assembled(paths, settings, environment, keys, registry, database)
        opened.pop_all()
    app.sessions.start()
    return app


def _assembled(
    paths: Paths,
    settings: Settings,
    environment: Mapping[str, str],
    keys: Keys,
    registry: Registry,
    database: Database,
) -> Application:
    clock, limits = SystemClock(), settings.limits()
    holder = secrets.token_hex(8)
    log = SqliteEventLog(database, clock, holder)
    library, insights = LibraryStore(database, clock), InsightStore(database, clock)
    sources = PinnedSources(library)

    async def turns_of(id: str) -> Turns:
        return recorded(record.event for record in await log.read((await catalogue.get(id)).id))

    registry.add(ReplayProvider(turns_of, REPLAYING))

    def provider(model: str) -> Provider:
        return registry.get(registry.split(model)[0])

    fallback = settings.model("fallback")
    routing = Routing(provider, clock, limits, {ANY: [fallback]} if fallback else {})
    catalogue, search, memories = Catalogue(database, clock), Search(database), MemoryStore(database)
    consents = [Consents(folder) for folder in dict.fromkeys((paths.config, paths.data))]
    embedding = Embedding(settings, registry, keys, consents, memories, insights, clock)
    memory = Memories(settings, insights, memories, HybridSearch(database, search), embedding, catalogue)
    asker = OneAsker(routing, limits, clock)
    repositories = Repositories(RepositoryStore(database), embedding, clock, asker, registry, paths.repositories)
    github = GitHubDesk(settings, keys, clock)
    contexts = Contexts(library, insights, repositories, github)
    tools = PinnedTools(repositories.reading)
    performer = Performer(routing, limits, clock, registry, memory, sources, Statements(embedding), tools)
    branches = Branches(log, library, Consents(paths.config))
    leases, inbox = Leases(database, clock, holder), Inbox(database, clock)

    def attend(session: Session) -> None:
        branches.attend(session)
        memory.course.attend(session)

    sessions = Sessions(database, log, leases, inbox, performer, clock, prices.load, memory.learnt, attend)
    return Application(
        paths=paths,
        settings=settings,
        environment=environment,
        keys=keys,
        clock=clock,
        database=database,
        log=log,
        catalogue=catalogue,
        library=library,
        insights=insights,
        memory=memory,
        contexts=contexts,
        repositories=repositories,
        personas=Personas(library, CorpusStore(database, clock), HybridSearch(database, search), embedding),
        search=search,
        formats=FormatShelf(paths.formats),
        registry=registry,
        prices=registry,
        routing=routing,
        sessions=sessions,
        branches=branches,
        github=github,
    )
