"""Everything a person can do, whatever the face: window, command line and tool server call this and nothing below."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime

from disputatio.app import data
from disputatio.app.debates.branches import Branches
from disputatio.app.debates.code_versions import CodeVersions
from disputatio.app.debates.needs import Needs
from disputatio.app.debates.open_sessions import Session, Sessions
from disputatio.app.debates.replay import replay_opening
from disputatio.app.debates.session import write_summary
from disputatio.app.examples import TITLE, Examples
from disputatio.app.forecasts import Forecast, forecast_of, phases_ahead
from disputatio.app.hooks.bench import Bench
from disputatio.app.memory.memories import Memories
from disputatio.app.models.health import HealthBook
from disputatio.app.models.providers import Providers, configs
from disputatio.app.paths import Paths
from disputatio.app.personas.personas import Personas
from disputatio.app.privacy.frontier import Frontier
from disputatio.app.privacy.sendings import Asked
from disputatio.app.repositories.github import GitHubDesk
from disputatio.app.repositories.repositories import Repositories
from disputatio.app.settings import Settings, declarations
from disputatio.app.starting import casting, formats
from disputatio.app.starting.configuration import DebateConfig
from disputatio.app.starting.contexts import Contexts
from disputatio.app.starting.formats import FormatShelf
from disputatio.app.starting.roles import RoleShelf
from disputatio.app.starting.warnings import counted, released_in_vain
from disputatio.app.tools.tool_calls import ToolCalls
from disputatio.debate.context import Context, released_secrets
from disputatio.debate.errors import ConfigError
from disputatio.debate.format import Format, clerks
from disputatio.debate.formats.opening import cast, open_debate, options_of, require_names, require_words, seat_id
from disputatio.debate.log.events import DebateOpened, Recorded
from disputatio.debate.log.state import Debate
from disputatio.debate.track import Track
from disputatio.debate.values import OptionValue, value
from disputatio.debate.views.forecast import moments
from disputatio.debate.views.phases import Ahead
from disputatio.debate.walk.gates import points, unknown_point
from disputatio.debate.wording import tr
from disputatio.engine.ports import Clock, Prices
from disputatio.engine.routing import Routing
from disputatio.library.workspace import Assignment, Project
from disputatio.prompting import book
from disputatio.providers.catalogue import EQUAL_SEATS, UTILITY_MODELS
from disputatio.providers.config import STANDARD
from disputatio.providers.registry import Registry
from disputatio.repository.errors import RepositoryError
from disputatio.sandbox.trials import Sandbox
from disputatio.secrets.detection import HeldBack, Screening
from disputatio.secrets.keyring import Keys
from disputatio.storage.catalogue import Catalogue, DebateEntry, tracks
from disputatio.storage.database import Database
from disputatio.storage.insights import InsightStore
from disputatio.storage.library_store import LibraryStore
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.mentions import Mentions
from disputatio.storage.search import Search

LAST_WORDS = 3.0
"""Seconds that what was just learnt has to be embedded before everything is closed; otherwise that is done later."""


@value
class StartPlan:
    """A debate that could be started: what would be recorded first, what it may cost, what to know before, what was
    held back of its context (its option `release` lets it out, by id), whether its participants can look up more.
    `unmet`: ids that were released, and name nothing that its context holds back. `points`: where it could wait for
    approval (debate.walk.gates)."""

    opening: DebateOpened
    forecast: Forecast
    warnings: tuple[str, ...] = ()
    held_back: tuple[HeldBack, ...] = ()
    looking_up: casting.LookingUp = casting.LookingUp(possible=False)
    unmet: tuple[str, ...] = ()
    points: tuple[str, ...] = ()

    @property
    def services(self) -> tuple[str, ...]:
        """What the clerk does in it, for each of which a model can be chosen."""
        return clerks(self.opening.format)


@dataclass(slots=True)
class Application:
    """Assembled by `bootstrap`; close it when done."""

    paths: Paths
    settings: Settings
    environment: Mapping[str, str] = field(repr=False)  # keys are in it
    keys: Keys
    clock: Clock
    database: Database
    log: SqliteEventLog
    catalogue: Catalogue
    library: LibraryStore
    insights: InsightStore
    memory: Memories
    contexts: Contexts
    repositories: Repositories
    personas: Personas
    search: Search
    mentions: Mentions
    formats: FormatShelf
    roles: RoleShelf
    registry: Registry
    prices: Prices
    routing: Routing
    privacy: Frontier
    sessions: Sessions
    branches: Branches
    versions: CodeVersions
    needs: Needs
    github: GitHubDesk
    examples: Examples
    tools: ToolCalls
    health: HealthBook
    sandbox: Sandbox
    bench: Bench
    closed: bool = field(default=False, init=False)

    # ---- opening a debate ------------------------------------------------------------------------------------------
    async def prepare(
        self, config: DebateConfig, *, rehearse: bool = False, shape: Callable[[Format], Format] = lambda format: format
    ) -> StartPlan:
        """Check a configuration and load its context; `shape` changes the format for this debate (see `headless`).
        Raises ConfigError, FormatError, NotFound and the errors of the repository; nothing is recorded."""
        require_words(config.question)
        prepared = await self._opening(config, rehearse, shape, ask=True)
        require_names(prepared.opening.format, prepared.opening.seats)
        for model in casting.models(prepared.opening):
            self.registry.split(model)
        casting.require_keys(prepared.opening, self.registry.ready, self.offered_providers())
        return prepared

    async def preview(self, config: DebateConfig) -> StartPlan:
        """As `prepare`, for showing what would be started while it is still being chosen: neither keys nor a question
        are needed yet, and no model is asked for anything."""
        return await self._opening(config, False, lambda same: same, ask=False)

    async def survey(self, format: str, model: str = "") -> tuple[StartPlan, tuple[tuple[str, ...], ...]]:
        """Return what a debate of a format takes, and who speaks in it when (seat ids): with `model` in every seat and
        service, else with the models as they are."""
        config = DebateConfig(question="?", format=format)
        plan = await self._opening(config, False, lambda same: same, ask=False)
        if model:
            opening = casting.with_model_everywhere(plan.opening, model)
            plan = replace(plan, opening=opening, forecast=await asyncio.to_thread(forecast_of, opening, self.prices))
        return plan, await asyncio.to_thread(moments, plan.opening)

    async def _opening(
        self, config: DebateConfig, rehearse: bool, shape: Callable[[Format], Format], *, ask: bool
    ) -> StartPlan:
        """`ask`: the corpora of personas are also searched by meaning, for which an embedding model may be asked."""
        format = shape(await asyncio.to_thread(self.formats.get, config.format))
        models = casting.REHEARSED if rehearse else self._part_models(format)
        casting.check_models(config.seats, self.registry.hint)
        choices = await self.personas.named_choices(config.seats)
        if any(choice.role for choice in choices):
            choices = await asyncio.to_thread(self.roles.named_choices, choices)
        seats = cast(format, choices, models)
        if not rehearse:
            named = [seat_id(format, each.seat) for each in choices if each.model]
            seats = casting.with_impartial_judges(seats, named, EQUAL_SEATS, self._has_key)
        chosen = formats.with_phases(format, formats.with_rounds(format, config.options))
        chosen = formats.checked_options(format, chosen, config.context.kind)
        options = options_of(format, {**self._defaults(format), **chosen})
        screening = Screening(released_secrets(options))
        context = await self.contexts.load(config, ask=ask and not rehearse, screening=screening)
        options = self.bench.shelf.resolved(self.tools.resolved(options, context), context)
        seed = config.seed if config.seed is not None else secrets.randbelow(2**31)
        services = casting.services_of(format, casting.REHEARSAL_SERVICES if rehearse else self._services())
        casting.check_services(format, config.services, self.registry.hint)
        played = {seat_id(format, each.seat): each.persona for each in config.seats if each.persona}
        characters = await self.personas.characters(played, seats, config.question, ask=ask, screening=screening)
        opened = open_debate(
            config.question.strip() or "?",
            format,
            seats,
            options,
            seed=seed,
            context=context,
            services={**services, **config.services},
            prompts=await asyncio.to_thread(book.digest),
            personas=characters,
            roles=await asyncio.to_thread(self.roles.of_seats, seats, screening),
            tracks=await self.tracks() if ask and not rehearse else {},
            day=datetime.fromtimestamp(self.clock.now()).astimezone().date().isoformat(),
        )
        opened, expected, warned = await asyncio.to_thread(counted, opened, choices, self.prices)
        warned = (*warned, *await self.bench.idle(context, opened.options))
        if not rehearse and chosen.get("tools"):
            warned = (*warned, *await asyncio.to_thread(self.tools.missing, chosen.get("tools"), context, options))
        unmet = tuple(sorted(screening.unknown))
        if unmet:
            warned = (*warned, released_in_vain(opened, unmet))
        able = casting.looking_up(opened, self.registry.takes_tools, self.tools.available(context, opened.options))
        return StartPlan(
            opening=opened,
            forecast=expected,
            warnings=warned,
            held_back=screening.held_back,
            looking_up=able,
            unmet=unmet,
            points=tuple(points(opened.format)),
        )

    async def tracks(self) -> dict[str, Track]:
        """Return the track record of each model that has one."""
        return await tracks(self.database)

    async def require_held(self, context: Context, ids: Collection[str], known: Iterable[str] = ()) -> None:
        """Raise ConfigError for ids to release that name no likely secret: neither a `known` one, nor one in the
        repository of a context."""
        known = tuple(known)
        unknown = [id for id in ids if id not in known]
        if unknown and context.kind == "repository":
            found = await self.repositories.reading.held_back(context.ref, context.pin, everything=True)
            known = tuple(dict.fromkeys([*known, *(each.id for each in found)]))
            unknown = [id for id in unknown if id not in known]
        if unknown:
            remedy = f"These are: {', '.join(known)}." if known else "Leave it out: nothing is."
            raise ConfigError(
                tr("No secret is held back under the id {unknown}.").format(unknown=", ".join(unknown)),
                remedy,
                field="release",
            )

    async def start(self, prepared: StartPlan, agreed: Collection[Asked] = ()) -> str:
        """Record the debate; returns its id. It begins to run when a session is opened on it. Raises ConsentNeeded for
        what it would send or write that is neither `agreed` to now nor was before."""
        await self.privacy.check_start(prepared.opening, prepared.forecast, agreed)
        id = new_id()
        if prepared.opening.context.kind == "repository":
            with suppress(RepositoryError):  # the debate has its context; that it is listed is a convenience
                await self.repositories.shelve(prepared.opening.context.ref)
        await self.privacy.began(id, agreed)
        await self.log.append(id, [prepared.opening])
        return id

    async def open_and_run(self, prepared: StartPlan, agreed: Collection[Asked] = ()) -> Session:
        """Record the debate and run it; pair with `sessions.release`. Raises as `start`."""
        return await self.sessions.acquire(await self.start(prepared, agreed))

    async def fork(self, id: str, at: int = 0) -> str:
        """Return a new debate that begins with another's first `at` events (all of them for 0). Raises NotFound,
        ConfigError."""
        row = await self.catalogue.get(id)
        records = await self.log.read(row.id)
        at = at or len(records)
        if not 0 < at <= len(records):
            raise ConfigError(
                tr("Debate {row_id} has no event {at}.").format(row_id=row.id, at=at),
                tr("Choose one from 1 to {number_of_records}.").format(number_of_records=len(records)),
                field="at",
            )
        opened, *later = (record.event for record in records[:at])
        assert isinstance(opened, DebateOpened)
        fork = new_id()
        await self.log.append(fork, [replace(opened, parent=f"{row.id}@{at}"), *later])
        await write_summary(self.log, self.database, fork)
        await self.privacy.copy_consents(row.id, fork)
        return fork

    async def speak_again(self, id: str) -> str:
        """Return the id of a new debate in which everything that was said in another is said again, without asking any
        model. Raises NotFound."""
        row, records = await self.records(id)
        opened = records[0].event
        assert isinstance(opened, DebateOpened)
        again = new_id()
        await self.log.append(again, [replay_opening(row.id, opened)])
        return again

    async def play(self, name: str, speed: float = 1.0) -> str:
        """A new debate that plays an example, `speed` times as fast as one reads; returns its id. Raises NotFound."""
        example, opened = await self.examples.get(name)
        id = new_id()
        self.examples.provider.set_speed(id, speed)
        await self.log.append(id, [opened])
        await self.catalogue.rename(id, TITLE + example.title)
        return id

    async def records(self, id: str) -> tuple[DebateEntry, list[Recorded]]:
        """Return a debate's row and its log, for reading. Raises NotFound."""
        row = await self.catalogue.get(id)
        return row, await self.log.read(row.id)

    async def phases_ahead(self, opened: DebateOpened, debate: Debate) -> dict[str, Ahead]:
        """Return what each phase of a debate is expected to take in a round, as its options and seats are now; nothing
        where its format has no phases."""
        seats = tuple(debate.seats.values())
        now = replace(opened, options=debate.options, seats=seats, services=debate.services)
        return await asyncio.to_thread(phases_ahead, now, self.prices)

    def offered_providers(self) -> list[str]:
        """Return who can be asked, rehearsal apart: who has a key, and servers that were added, which may need none."""
        added = [name for name in self.settings.providers() if name not in STANDARD and self.registry.ready(name)]
        return [name for name in self.registry.names() if self._has_key(name) or name in added]

    def _has_key(self, name: str) -> bool:
        config = self.registry.config(name)
        return config is not None and bool(config.key)

    def _part_models(self, format: Format) -> dict[str, str]:
        roles = {role: self.settings.model(role) for role in ("analyst", "critic", "architect", "reviewer")}
        return casting.part_models(format, roles, EQUAL_SEATS, self._has_key)

    def _services(self) -> dict[str, str]:
        """Return the utility model (of a provider that has a key, if none is set) and the Synthesizer's."""
        return {"clerk": self.utility_model(), "synthesis": self.settings.model("synthesizer")}

    def utility_model(self) -> str:
        """Return the model for work beside debates: that of the settings, else one of a provider that has a key, else
        ""."""
        chosen = self.settings.model("clerk")
        return chosen or next((one for one in UTILITY_MODELS if self._has_key(one.partition(":")[0])), "")

    def _defaults(self, format: Format) -> dict[str, OptionValue]:
        """Return the person's own defaults, for the options that this format has."""
        chosen = self.settings.debate_options(format.name)
        gates = chosen.get("gates")
        if isinstance(gates, list):
            chosen["gates"] = [point for point in gates if unknown_point(format, [point]) is None]
        return {name: found for name, found in chosen.items() if name in format.options}

    async def keys_changed(self) -> None:
        """Use other keys, addresses or providers from the next call on."""
        self.routing.forget()
        await self.registry.replace(await configs(self.settings, self.environment, self.keys))

    @property
    def providers(self) -> Providers:
        return Providers(registry=self.registry)

    def missing_keys(self, prepared: StartPlan) -> list[str]:
        """Return the seats and services of a debate whose provider has no key, each in words."""
        return casting.missing_keys(prepared.opening, self.registry.ready)

    # ---- what a debate can be about --------------------------------------------------------------------------------
    async def projects(self) -> list[Project]:
        return await self.library.all(Project)

    async def assignments(self) -> list[Assignment]:
        return await self.library.all(Assignment)

    async def keep_repository(self, path: str) -> None:
        """A repository was opened, wherever it was chosen: list it among the repositories and those opened lately."""
        await self.repositories.shelve(path)
        await asyncio.to_thread(self.settings.opened_repository, path)

    async def forget_repository(self, path: str) -> None:
        """Neither of them lists it any more, and what was kept of it is gone."""
        await self.repositories.forget(path)
        await asyncio.to_thread(self.settings.forgot_repository, path)

    async def remember_context(self, kind: str, ref: str) -> None:
        """What was debated about last, for the next question."""
        if kind == "repository":
            await asyncio.to_thread(self.settings.opened_repository, ref)
        await asyncio.to_thread(self.settings.set, declarations.LAST_CONTEXT, f"{kind}:{ref}")

    # ---- beginning and end -----------------------------------------------------------------------------------------
    def attend(self, crashed: Callable[[BaseException], object]) -> None:
        """What can wait until the person can work: embed what was not, and hear of faults of the program."""
        self.sessions.on_fault = crashed
        self.memory.embedding.wake()

    async def erase(self) -> str:
        """Delete everything, once it is closed; returns what was done and what is left. Raises Refused."""
        done = await data.erase(self.environment, self.settings, self.keys)
        return data.erasure_report(done, data.stays(self.paths))

    async def close(self) -> None:
        """Let go of all debates, write everything, close the connections: each, whatever fails before it. Once is
        enough: a second call does nothing."""
        if self.closed:
            return
        self.closed = True
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.database.close)
            stack.push_async_callback(self.registry.close)
            stack.push_async_callback(self.memory.close, LAST_WORDS)
            stack.push_async_callback(self.branches.close)
            stack.push_async_callback(self.versions.close, LAST_WORDS)
            stack.push_async_callback(self.tools.close)
            stack.push_async_callback(self.health.close)
            stack.push_async_callback(self.sessions.close)


ID_LETTERS, ID_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 10
"""Characters of a debate's id, which can be typed and told apart."""


def new_id() -> str:
    """Return a new debate's id."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
