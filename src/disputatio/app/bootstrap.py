"""Assembling the application: the only place that names concrete classes."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

from disputatio.app.application import Application
from disputatio.app.debates.branches import Branches
from disputatio.app.debates.code_versions import CodeVersions
from disputatio.app.debates.documents import keep_document
from disputatio.app.debates.needs import TICK, Needs
from disputatio.app.debates.open_sessions import Sessions
from disputatio.app.debates.session import Session
from disputatio.app.examples import Examples
from disputatio.app.hooks.bench import Bench
from disputatio.app.hooks.commands import HookShelf, readable_folders
from disputatio.app.memory.lessons import Lessons
from disputatio.app.memory.memories import Memories
from disputatio.app.memory.thresholds import Thresholds
from disputatio.app.models.embedding import Embedding
from disputatio.app.models.health import HealthBook
from disputatio.app.models.providers import OneAsker, configs
from disputatio.app.paths import Paths
from disputatio.app.personas.personas import Personas
from disputatio.app.privacy.frontier import Consents, Frontier
from disputatio.app.repositories.github import GitHubDesk
from disputatio.app.repositories.look_ups import PinnedTools
from disputatio.app.repositories.repositories import Repositories
from disputatio.app.repositories.sources import PinnedSources
from disputatio.app.settings import Settings, declarations
from disputatio.app.starting.contexts import Contexts
from disputatio.app.starting.formats import FormatShelf
from disputatio.app.starting.roles import RoleShelf
from disputatio.app.tools.shelf import ServerShelf
from disputatio.app.tools.tool_calls import ToolCalls
from disputatio.app.tools.web import WebSearch
from disputatio.debate.log.events import DebateOpened, Usage
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.views.words import MICRO
from disputatio.engine.limits import Limits
from disputatio.engine.performer import Performer
from disputatio.engine.ports import Clock, Provider, SystemClock
from disputatio.engine.routing import Routing
from disputatio.metrics.measurement import ProgramGauge
from disputatio.providers import catalogue as prices
from disputatio.providers.clipboard import ClipboardProvider
from disputatio.providers.registry import Registry
from disputatio.providers.rehearsal import RehearsalProvider
from disputatio.providers.replay import Turns, recorded_turns
from disputatio.sandbox.box import Box
from disputatio.sandbox.bubblewrap import Bubblewrap
from disputatio.sandbox.containers import ENGINES, Container
from disputatio.sandbox.interpreters import own_python
from disputatio.sandbox.isolation import Walls
from disputatio.sandbox.trials import Sandbox
from disputatio.secrets.detection import without_secrets
from disputatio.secrets.keyring import Keys, Masking
from disputatio.storage.catalogue import Catalogue
from disputatio.storage.corpora import CorpusStore
from disputatio.storage.database import Database
from disputatio.storage.episodes import EpisodeStore
from disputatio.storage.insights import InsightStore
from disputatio.storage.leases import Inbox, Leases
from disputatio.storage.library_store import LibraryStore
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.memories import MemoryStore
from disputatio.storage.mentions import Mentions
from disputatio.storage.projections import rebuild_behind
from disputatio.storage.repositories import RepositoryStore
from disputatio.storage.search import HybridSearch, Search
from disputatio.tools.servers import Servers


@asynccontextmanager
async def application(
    environment: Mapping[str, str] | None = None,
    masking: Masking | None = None,
    told: Callable[[str], object] | None = None,
) -> AsyncIterator[Application]:
    """Open everything; on leaving, debates are let go of and everything is written and closed. `told` hears why that
    takes long."""
    app = await assemble(os.environ if environment is None else environment, masking or Masking(), told=told)
    try:
        yield app
    finally:
        await app.close()


async def assemble(
    environment: Mapping[str, str],
    masking: Masking,
    settings: Settings | None = None,
    told: Callable[[str], object] | None = None,
) -> Application:
    """`settings`: those that were loaded already. Raises FolderUnusable and StorageHeld, each with what to do."""
    paths = Paths.from_environment(environment)
    await asyncio.to_thread(paths.create)
    if settings is None:
        settings = await asyncio.to_thread(Settings.load, paths.settings_file)
    keys = Keys(environment, masking=masking, told=told)
    others: list[Provider] = [RehearsalProvider(), ClipboardProvider()]
    registry = Registry(await configs(settings, environment, keys), others, masking)
    async with AsyncExitStack() as opened:  # closed again if what follows fails
        database = await Database.open(paths.database, write_through=settings.get(declarations.WRITE_THROUGH))
        opened.push_async_callback(database.close)
        if not database.frozen:
            await rebuild_behind(database)
        app = _assembled(_Ground(paths, settings, environment, keys, registry, database))
        await asyncio.to_thread(app.tools.shelf.load)
        await app.bench.clear()
        await asyncio.to_thread(app.health.load)
        opened.pop_all()
    app.sessions.tending.start()
    app.sessions.tending.also(TICK, app.needs.tick, "approvals")
    return app


class _Stores:
    """What is kept in the database, each part by the class that keeps it."""

    def __init__(self, database: Database, clock: Clock) -> None:
        holder = secrets.token_hex(8)
        self.log = SqliteEventLog(database, clock, holder)
        self.leases, self.inbox = Leases(database, clock, holder), Inbox(database, clock)
        self.catalogue, self.search = Catalogue(database, clock), Search(database)
        self.mentions = Mentions(database, self.search)
        self.library, self.insights = LibraryStore(database, clock), InsightStore(database, clock)
        self.memories, self.corpora = MemoryStore(database), CorpusStore(database, clock)
        self.repositories = RepositoryStore(database)
        self.episodes = EpisodeStore(database)
        self.hybrid = HybridSearch(database, self.search)


class _Ground:
    """What the parts of the application stand on: what the person chose, what is kept, and the ways to models, past the
    frontier."""

    def __init__(
        self,
        paths: Paths,
        settings: Settings,
        environment: Mapping[str, str],
        keys: Keys,
        registry: Registry,
        database: Database,
    ) -> None:
        self.paths, self.settings, self.environment, self.keys = paths, settings, environment, keys
        self.registry, self.database = registry, database
        self.clock, self.limits = SystemClock(), settings.limits()
        self.stores = _Stores(database, self.clock)
        self.consents = Consents(paths.config)
        self.frontier = Frontier(settings, registry.config, registry, self.consents)
        registry.permit = self.frontier.reach
        self.routing = _routing(registry, self.frontier, self.limits, self.clock, settings)
        self.asker = OneAsker(self.routing, self.limits, self.clock)
        self.embedding = Embedding(
            settings, registry, keys, self.frontier, self.stores.memories, self.stores.insights, self.clock
        )


def _assembled(ground: _Ground) -> Application:
    paths, settings, keys, registry, clock = ground.paths, ground.settings, ground.keys, ground.registry, ground.clock
    stores, frontier, embedding = ground.stores, ground.frontier, ground.embedding
    examples = _examples(stores)
    registry.add(examples.provider)
    memory = _memory(ground)
    repositories = Repositories(
        stores.repositories, embedding, clock, ground.asker, registry, frontier, paths.repositories
    )
    github = GitHubDesk(settings, keys, clock)
    sources = PinnedSources(stores.library)
    sandbox, bench = _running(paths, settings, ground.consents)
    tools = _tools(ground, PinnedTools(repositories.reading), sources, memory, bench)
    routing, limits, recorded = ground.routing, ground.limits, examples.provider.recorded
    performer = Performer(routing, limits, clock, registry, memory, sources, tools, bench, recorded=recorded)
    branches = Branches(stores.log, stores.library, ground.consents)
    versions = CodeVersions(stores.log, ground.database, ProgramGauge())
    sessions = _sessions(ground, performer, memory, branches, versions)
    return Application(
        paths=paths,
        settings=settings,
        environment=ground.environment,
        keys=keys,
        clock=clock,
        database=ground.database,
        log=stores.log,
        catalogue=stores.catalogue,
        library=stores.library,
        insights=stores.insights,
        memory=memory,
        contexts=Contexts(stores.library, stores.insights, repositories, github),
        repositories=repositories,
        personas=Personas(stores.library, stores.corpora, stores.hybrid, embedding),
        search=stores.search,
        mentions=stores.mentions,
        formats=FormatShelf(paths.formats),
        roles=RoleShelf(paths.roles),
        registry=registry,
        prices=registry,
        routing=routing,
        privacy=frontier,
        sessions=sessions,
        branches=branches,
        versions=versions,
        needs=Needs(stores.catalogue, stores.log, sessions, frontier, settings, clock, paths.data, branches),
        github=github,
        examples=examples,
        tools=tools,
        health=HealthBook(routing, paths.data),
        sandbox=sandbox,
        bench=bench,
    )


def _memory(ground: _Ground) -> Memories:
    """Return what recalls insights and lessons of earlier debates."""
    stores = ground.stores
    recalling = (stores.memories, stores.hybrid, ground.embedding, stores.catalogue)
    thresholds = Thresholds(ground.paths.data, ground.settings)
    lessons = Lessons(stores.insights, stores.episodes, *recalling, thresholds)
    return Memories(ground.settings, stores.insights, *recalling, ground.frontier, thresholds, lessons)


def _tools(ground: _Ground, pinned: PinnedTools, sources: PinnedSources, memory: Memories, bench: Bench) -> ToolCalls:
    """Return what looks things up for participants. The frontier asks it, and the bench, what a debate would send."""
    settings, frontier = ground.settings, ground.frontier
    tools = ToolCalls(
        settings,
        pinned,
        sources,
        memory,
        WebSearch(settings, ground.registry, ground.asker, frontier),
        ServerShelf(settings, ground.keys, Servers(ground.environment), ground.paths.config),
        frontier,
        bench,
    )
    frontier.looking = tools.sendings
    frontier.running = lambda opened, id: bench.unconfigured(opened.context, opened.options, id)
    return tools


def _running(paths: Paths, settings: Settings, consents: Consents) -> tuple[Sandbox, Bench]:
    """Return what runs the code of participants, and the person's commands."""
    bubblewrap = Bubblewrap(lambda: (*own_python(), *readable_folders(settings)))

    def walls() -> Walls:
        chosen = settings.get(declarations.SANDBOX_BOX)
        engine = next((each for each in ENGINES if each == chosen), None)
        return Container(engine, settings.get(declarations.SANDBOX_IMAGE)) if engine is not None else bubblewrap

    sandbox = Sandbox(settings.bounds, lambda: settings.get(declarations.SANDBOX_USE), Box(walls), without_secrets)
    return sandbox, Bench(sandbox, HookShelf(settings), consents, paths.cache / "worktrees")


def _examples(stores: _Stores) -> Examples:
    """Return what speaks recorded debates again: those that ship, and the person's own."""

    async def opening(id: str) -> DebateOpened:
        opened = (await stores.log.read(id))[0].event
        assert isinstance(opened, DebateOpened)
        return opened

    async def said(id: str) -> Turns:
        return recorded_turns(record.event for record in await stores.log.read((await stores.catalogue.get(id)).id))

    return Examples(opening, said)


def _routing(registry: Registry, frontier: Frontier, limits: Limits, clock: Clock, settings: Settings) -> Routing:
    """To the providers of the registry, past the frontier, and where one fails to a model that stands in for it."""

    def provider(model: str) -> Provider:
        return registry.get(registry.split(model)[0])

    def suits(model: str, tokens: int) -> bool:
        ceiling = settings.get(declarations.ROUTING_CEILING)
        price = registry.price(model, Usage(completion=MICRO)) if ceiling else 0
        window = prices.context_window(model)
        dear = price is None or price > ceiling * MICRO if ceiling else False
        return registry.ready(model.partition(":")[0]) and not dear and (not window or tokens < window)

    return Routing(provider, frontier, clock, limits, by_task=settings.stand_ins, suits=suits)


def _sessions(
    ground: _Ground, performer: Performer, memory: Memories, branches: Branches, versions: CodeVersions
) -> Sessions:
    """Debates that are driven here keep a branch where they are to, remember what was said, leave their document."""
    stores = ground.stores

    async def ended(id: str, debate: Debate, past: Past) -> None:
        memory.note_end(debate)
        versions.note_end(id)
        await keep_document(stores.library, id, debate, past)

    def attend(session: Session) -> None:
        branches.attend(session)
        memory.course.attend(session)

    return Sessions(
        ground.database,
        stores.log,
        stores.leases,
        stores.inbox,
        performer,
        ground.clock,
        prices.load,
        ended,
        attend,
        ground.frontier,
    )
