"""Everything a person can do, whatever the face: window, command line and tool server call this and nothing below."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace

from disputatio.app import casting, headless
from disputatio.app.branches import Branches, wanted
from disputatio.app.configuration import DebateConfig
from disputatio.app.contexts import Contexts
from disputatio.app.formats import FormatShelf
from disputatio.app.github import GitHubDesk
from disputatio.app.memory import Memories
from disputatio.app.paths import Paths
from disputatio.app.personas import Personas
from disputatio.app.providing import configs
from disputatio.app.replaying import spoken_again
from disputatio.app.repositories import Repositories
from disputatio.app.sessions import Session, Sessions
from disputatio.app.settings import Settings
from disputatio.debate.context import released
from disputatio.debate.errors import ConfigError
from disputatio.debate.events import DebateOpened, Recorded, Usage
from disputatio.debate.formats import Format
from disputatio.debate.opening import cast, open_debate, options_of, require_words, seat_id
from disputatio.debate.values import OptionValue, value
from disputatio.debate.views.forecast import Expected, forecast
from disputatio.debate.views.labels import REHEARSAL
from disputatio.debate.views.look_ups import looks_up
from disputatio.debate.views.words import forecast as forecast_words
from disputatio.engine.billing import Prices
from disputatio.engine.ports import Clock
from disputatio.engine.routing import Routing
from disputatio.prompting import book, personas
from disputatio.providers.catalogue import EQUAL_SEATS, UTILITY_MODELS
from disputatio.providers.registry import Registry
from disputatio.repository.errors import RepositoryError
from disputatio.secrets.keyring import Keys
from disputatio.secrets.screening import HeldBack, Screening
from disputatio.storage.catalogue import Catalogue, DebateEntry
from disputatio.storage.database import Database
from disputatio.storage.insights import InsightStore
from disputatio.storage.library_store import LibraryStore
from disputatio.storage.log import SqliteEventLog
from disputatio.storage.search import Search

LAST_WORDS = 3.0
"""Seconds that what was just learnt has to be embedded before everything is closed; otherwise that is done later."""


@value
class Forecast:
    """The most that a debate can take. `cost` in micro-dollars, None where a price is unknown (`unknown` names the
    models); every figure is an estimate. `more`: it is too long to be counted to its end, and can take more; `tools`:
    participants may look things up, and what they find is not counted here."""

    calls: int
    tokens: int
    cost: int | None
    unknown: tuple[str, ...] = ()
    models: tuple[Expected, ...] = ()
    more: bool = False
    tools: bool = False

    @property
    def told(self) -> str:
        """All of it in a sentence."""
        asks = not self.models or not all(each.model.startswith(REHEARSAL) for each in self.models)
        return forecast_words(
            self.calls, self.tokens, self.cost, self.unknown, more=self.more, tools=self.tools, asks=asks
        )


@value
class Prepared:
    """A debate that could be started: what would be recorded first, what it may cost, what to know before, what was
    held back of its context (its option `release` lets it out, by id), whether its participants can look up more."""

    opened: DebateOpened
    forecast: Forecast
    warnings: tuple[str, ...] = ()
    held: tuple[HeldBack, ...] = ()
    looking_up: casting.LookingUp = casting.LookingUp(possible=False)


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
    formats: FormatShelf
    registry: Registry
    prices: Prices
    routing: Routing
    sessions: Sessions
    branches: Branches
    github: GitHubDesk
    closed: bool = field(default=False, init=False)

    # ---- opening a debate ------------------------------------------------------------------------------------------
    async def prepare(
        self, config: DebateConfig, *, rehearse: bool = False, shape: Callable[[Format], Format] = lambda format: format
    ) -> Prepared:
        """Check a configuration and load its context; `shape` changes the format for this debate (see `headless`).
        Raises ConfigError, FormatError, NotFound and the errors of the repository; nothing is recorded."""
        require_words(config.question)
        prepared = await self._opening(config, rehearse, shape, ask=True)
        for model in casting.models(prepared.opened):
            self.registry.split(model)
        casting.require_keys(prepared.opened, self.registry.ready, self.offered())
        return prepared

    async def preview(
        self, config: DebateConfig, *, rehearse: bool = False, shape: Callable[[Format], Format] = lambda format: format
    ) -> Prepared:
        """As `prepare`, for showing what would be started while it is still being chosen: neither keys nor a question
        are needed yet, and no model is asked for anything."""
        return await self._opening(config, rehearse, shape, ask=False)

    async def _opening(
        self, config: DebateConfig, rehearse: bool, shape: Callable[[Format], Format], *, ask: bool
    ) -> Prepared:
        """`ask`: the corpora of personas are also searched by meaning, for which an embedding model may be asked."""
        format = shape(await asyncio.to_thread(self.formats.get, config.format))
        models = casting.rehearsed(format) if rehearse else self._part_models(format)
        casting.check_models(config.seats, self.registry.hint)
        choices = await self.personas.chosen(config.seats)
        seats = cast(format, choices, models)
        chosen = headless.heeded(format, headless.with_rounds(format, config.options))
        options = options_of(format, {**self._defaults(format), **chosen})
        screening = Screening(released(options))
        context = await self.contexts.load(config, ask=ask and not rehearse, screening=screening)
        seed = config.seed if config.seed is not None else secrets.randbelow(2**31)
        services = casting.REHEARSAL_SERVICES if rehearse else self._services()
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
        )
        expected = await asyncio.to_thread(self.forecast, opened)
        in_reach = casting.caps_in_reach(opened, expected.calls, expected.tokens, expected.cost)
        warnings = (*casting.warnings(opened), *casting.blind_caps(opened, expected.unknown), *in_reach)
        if screening.unknown:
            warnings = (*warnings, _unmet(opened, sorted(screening.unknown)))
        able = casting.looking_up(opened, self.registry.takes_tools)
        return Prepared(opened=opened, forecast=expected, warnings=warnings, held=screening.held, looking_up=able)

    async def start(self, prepared: Prepared) -> str:
        """Record the debate; returns its id. It begins to run when a session is opened on it."""
        id = new_id()
        if prepared.opened.context.kind == "repository":
            with suppress(RepositoryError):  # the debate has its context; that it is listed is a convenience
                await self.repositories.shelve(prepared.opened.context.ref)
        if wanted(prepared.opened.context, prepared.opened.options):
            await self.branches.agree(id, prepared.opened.context.ref)
        await self.log.append(id, [prepared.opened])
        return id

    async def open_and_run(self, prepared: Prepared) -> Session:
        """Record the debate and run it; pair with `sessions.release`."""
        return await self.sessions.acquire(await self.start(prepared))

    async def fork(self, id: str, at: int = 0) -> str:
        """A new debate that begins with another's first `at` events (all of them for 0). Raises NotFound,
        ConfigError."""
        row = await self.catalogue.get(id)
        records = await self.log.read(row.id)
        at = at or len(records)
        if not 0 < at <= len(records):
            raise ConfigError(
                f"Debate {row.id} has no event {at}.", f"Choose one from 1 to {len(records)}.", field="at"
            )
        opened, *later = (record.event for record in records[:at])
        assert isinstance(opened, DebateOpened)
        fork = new_id()
        await self.log.append(fork, [replace(opened, parent=f"{row.id}@{at}"), *later])
        return fork

    async def speak_again(self, id: str) -> str:
        """A new debate in which everything that was said in another is said again, without asking any model; returns
        its id. Raises NotFound."""
        row, records = await self.records(id)
        opened = records[0].event
        assert isinstance(opened, DebateOpened)
        again = new_id()
        await self.log.append(again, [spoken_again(row.id, opened)])
        return again

    async def records(self, id: str) -> tuple[DebateEntry, list[Recorded]]:
        """A debate's row and its log, for reading. Raises NotFound."""
        row = await self.catalogue.get(id)
        return row, await self.log.read(row.id)

    def forecast(self, opened: DebateOpened) -> Forecast:
        """What a debate can take at most: the rules are run with participants who never agree."""
        text = "".join(section.text for section in opened.context.sections)
        estimate = self.prices.estimate_tokens
        own = {seat: estimate(personas.told(character)) for seat, character in opened.personas.items()}
        expected = forecast(opened, estimate(text) if text else 0, own)
        costs = {
            each.model: self.prices.price(each.model, Usage(prompt=each.prompt, completion=each.completion))
            for each in expected
        }
        unknown = tuple(model for model, cost in costs.items() if cost is None)
        return Forecast(
            calls=sum(each.calls for each in expected),
            tokens=sum(each.prompt + each.completion for each in expected),
            cost=None if unknown else sum(cost or 0 for cost in costs.values()),
            unknown=unknown,
            models=expected,
            more=any(each.more for each in expected),
            tools=looks_up(opened.context, opened.options),
        )

    def offered(self) -> list[str]:
        """Providers that can be asked as things are, rehearsal apart."""
        return [name for name in self.registry.names() if name not in ("rehearsal", "replay") and self._has_key(name)]

    def _has_key(self, name: str) -> bool:
        config = self.registry.config(name)
        return config is not None and bool(config.key)

    def _part_models(self, format: Format) -> dict[str, str]:
        roles = {role: self.settings.model(role) for role in ("analyst", "critic", "architect", "reviewer")}
        return casting.part_models(format, roles, EQUAL_SEATS, self._has_key)

    def _services(self) -> dict[str, str]:
        """The utility model (of a provider that has a key, if none is set) and the Synthesizer's."""
        return {"clerk": self.utility_model(), "synthesis": self.settings.model("synthesizer")}

    def utility_model(self) -> str:
        """The model for work beside debates: that of the settings, else one of a provider that has a key, else ""."""
        chosen = self.settings.model("clerk")
        return chosen or next((one for one in UTILITY_MODELS if self._has_key(one.partition(":")[0])), "")

    def _defaults(self, format: Format) -> dict[str, OptionValue]:
        """The person's own defaults, for the options that this format has."""
        chosen = self.settings.debate_options(format.name)
        return {name: found for name, found in chosen.items() if name in format.options}

    async def keys_changed(self) -> None:
        """Use other keys, addresses or providers from the next call on."""
        self.routing.forget()
        await self.registry.replace(await configs(self.settings, self.environment, self.keys))

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
            stack.push_async_callback(self.sessions.close)


def _unmet(opened: DebateOpened, ids: Sequence[str]) -> str:
    """What it comes to that nothing of a context is held back under ids that were released."""
    found = f"Nothing of this context is held back as {', '.join(ids)}"
    if looks_up(opened.context, opened.options):
        return f"{found}: what is elsewhere in the repository can be looked up (disputatio repo secrets lists it)."
    return f"{found}: released was nothing by that."


def new_id() -> str:
    """A new debate's id: ten characters that can be typed and told apart."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))
