"""Where data that leaves the computer is let through or refused: the one place that knows the person's consents. They
are in a file beside the settings, so that each thing is asked once (SPEC CONTEXT.5)."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from disputatio.app.forecasts import Forecast, cost_by_provider, forecast_of
from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.privacy.sendings import (
    OPTION,
    OWN,
    Asked,
    Branching,
    ClearText,
    Commanding,
    Freight,
    Sending,
    branchings,
    cargo_sendings,
    clear_texts,
    question_sendings,
    remote,
    sending_of,
    sendings,
    stays,
)
from disputatio.app.private_files import read_json, write_json
from disputatio.app.settings import Settings, declarations
from disputatio.debate.decide.decide import decide
from disputatio.debate.hooks import OPTION as OF_HOOKS
from disputatio.debate.log.commands import (
    Command,
    Continue,
    Extend,
    OpenRoom,
    Retry,
    Review,
    SetOption,
    Swap,
    Synthesise,
)
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate
from disputatio.debate.tools import OPTION as OF_TOOLS
from disputatio.debate.values import value
from disputatio.engine.canonical import storable
from disputatio.engine.ports import Prices
from disputatio.engine.routing import Cargo
from disputatio.library.memory import REHEARSED
from disputatio.providers.config import ProviderConfig

FILE = "consents.json"
_BRANCH = re.compile(r"branch (?P<debate>debate/\S+) in (?P<repository>.*)", re.S)
_COMMANDS = re.compile(r"commands of (?P<debate>debate/\S+): (?P<lines>.*)", re.S)
_KEY = re.compile(r"(?P<provider>.+?) at (?P<address>.+?) <- (?P<kind>\w+) (?P<ref>.*)", re.S)
A = TypeVar("A", bound=Asked)


@value
class Consent:
    """What was consented to: `ref` (of `kind`) may go to `provider` at `address`. `id` names it in commands."""

    id: str
    key: str
    provider: str
    address: str
    kind: str
    ref: str


class Consents:
    """What was agreed to, by the keys of `Sending` and `Branching`. Blocks."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def missing_consents(self, asked: Iterable[A]) -> list[A]:
        """Return those that the person has not agreed to yet."""
        given = self._given()
        return [each for each in asked if given.isdisjoint(each.keys)]

    def give(self, asked: Iterable[Asked]) -> None:
        """Remember a person's consent."""
        self._keep(self._given() | {each.key for each in asked if each.once})

    def all(self) -> list[Consent]:
        """Return the consents in a fixed order."""
        return [_consent(key) for key in sorted(self._given())]

    def revoke(self, key: str) -> None:
        """Remove a consent, so that the person is asked again."""
        self._keep(self._given() - {key})

    def _keep(self, given: set[str]) -> None:
        write_json(self._path, sorted(given))

    def _given(self) -> set[str]:
        """Read the file. If it is unreadable, there are no consents, and the person is asked again."""
        found = read_json(self._path)
        return {str(each) for each in found} if isinstance(found, list) else set()


def _consent(key: str) -> Consent:
    """Read a key of the file; show one from another version as it is."""
    id = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    said = _KEY.fullmatch(key)
    if said is None and (branch := _BRANCH.fullmatch(key)):
        return Consent(
            id=id, key=key, provider="this computer", address="", kind=branch["debate"], ref=branch["repository"]
        )
    if said is None and (runs := _COMMANDS.fullmatch(key)) and (carried := _commanding(runs)) is not None:
        told = "; ".join(carried.lines) + (f" (in {carried.place})" if carried.place else "")
        return Consent(id=id, key=key, provider="this computer", address="", kind=runs["debate"], ref=told)
    if said is None:
        return Consent(id=id, key=key, provider=key, address="", kind="", ref="")
    address = said["address"] if said["address"] != OWN else ""
    return Consent(id=id, key=key, provider=said["provider"], address=address, kind=said["kind"], ref=said["ref"])


def _commanding(key: re.Match[str], debate: str = "") -> Commanding | None:
    """Return the commands of a key, for another debate if one is given; None for a key from before they were a list:
    nobody can tell what exactly was agreed to."""
    try:
        found = json.loads(key["lines"])
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, list) or not found or not all(isinstance(each, str) for each in found):
        return None
    place, *lines = found
    return Commanding(lines=tuple(lines), debate=debate, place=place)


EVERYTHING = "everything"
CONTEXTS: tuple[Freight, ...] = ("project", "assignment", "repository")
INDEX = "index"
"""The kind of the scope of a whole repository that is embedded: "index/PATH"."""
Looking = Callable[[DebateOpened, str], list[Sending]]
"""What the tools of a debate send, of an opening and the id of the debate, "" before it has one."""
Running = Callable[[DebateOpened, str], list[Commanding]]
"""What a debate would run that the person has not configured, likewise."""
GOING_ON = Continue | Retry | Extend | Synthesise | OpenRoom | Review
"""Commands after which models are asked again."""


def index_scope(path: str) -> str:
    """Return the scope of all text of a repository, which is more than what is remembered about it."""
    return f"{INDEX}/{path}"


class Frontier:
    """engine.routing.Permission, and what the application asks before it begins something. `looking` says what tools
    send, `running` what would be run here."""

    def __init__(
        self,
        settings: Settings,
        config: Callable[[str], ProviderConfig | None],
        prices: Prices,
        consents: Consents,
    ) -> None:
        self._settings, self._config, self._prices, self._consents = settings, config, prices, consents
        self.looking: Looking = lambda opened, id: []
        self.running: Running = lambda opened, id: []

    @property
    def _stand_ins(self) -> tuple[str, ...]:
        """The models that answer where another fails."""
        return self._settings.stand_ins()

    # ---- before each request ---------------------------------------------------------------------------------------
    async def check(self, model: str, cargo: Cargo) -> None:
        """Raise ConsentNeeded where the cargo may not go to a model."""
        receivers = remote([model], self._config)
        asked: list[Asked] = [each for provider in receivers for each in cargo_sendings(cargo, provider)]
        if missing := await self.missing_consents([*clear_texts(receivers), *asked]):
            raise ConsentNeeded(missing)

    async def reach(self, provider: ProviderConfig, agreed: Collection[Asked] = ()) -> None:
        """Raise ConsentNeeded where a provider's key would travel in the clear, whatever is asked of it."""
        await self.require(clear_texts([provider]), agreed)

    async def may_embed(self, scope: str, provider: ProviderConfig | None) -> bool:
        """Return whether what is kept in a scope may go to an embedding model; None is one in this process. Nothing of
        a rehearsal may, and what stays on this computer always. All text of a repository needs a consent of its own;
        what is remembered goes where everything that is remembered may go, or the context itself did."""
        if scope.startswith(REHEARSED):
            return False
        if provider is None or stays(provider):
            return True
        if await self.missing_consents(clear_texts([provider])):
            return False
        kind, _, ref = scope.partition("/")
        own = [sending_of("index", ref, provider)] if kind == INDEX else [sending_of("memories", EVERYTHING, provider)]
        own += [sending_of(each, ref, provider) for each in CONTEXTS if each == kind]
        return len(await self.missing_consents(own)) < len(own)

    def sending(
        self, kind: Freight, ref: str, model: str, what: str, characters: int, cost: int | None
    ) -> Sending | None:
        """Return what goes to a model beyond what a debate shows; None if the model is on this computer."""
        for provider in remote([model], self._config):
            asked = sending_of(kind, ref, provider, what=what, characters=characters)
            return replace(asked, cost=cost, estimated=True)
        return None

    # ---- before an operation ---------------------------------------------------------------------------------------
    async def missing_consents(self, asked: Sequence[Asked], agreed: Collection[Asked] = ()) -> list[Asked]:
        """Return what the person must be asked. With the setting off, data leaves without a question, but no key in the
        clear."""
        known = {each.key for each in agreed}
        open = [each for each in asked if known.isdisjoint(each.keys)]
        if not self._settings.get(declarations.CONFIRM_SENDING):
            open = [each for each in open if isinstance(each, Branching | Commanding | ClearText) or _acts(each)]
        return await asyncio.to_thread(self._consents.missing_consents, open) if open else []

    async def require(self, asked: Sequence[Asked], agreed: Collection[Asked] = ()) -> None:
        """Raise ConsentNeeded with what the person must be asked, and keep what was `agreed` to."""
        clear = clear_texts(each for each in asked if isinstance(each, Sending))
        asked = [*(each for each in clear if each not in asked), *asked]
        if missing := await self.missing_consents(asked, agreed):
            raise ConsentNeeded(missing)
        wanted = {each.key for each in asked}
        await self.give([each for each in agreed if each.key in wanted])

    async def give(self, agreed: Sequence[Asked]) -> None:
        """Keep what the person agreed to, if it can be kept, so that they are not asked again."""
        if any(each.once for each in agreed):
            await asyncio.to_thread(self._consents.give, agreed)

    async def all(self) -> list[Consent]:
        """Return what the person has agreed to so far."""
        return await asyncio.to_thread(self._consents.all)

    async def revoke(self, key: str) -> None:
        """Revoke a consent. From the next request on, the person is asked again."""
        await asyncio.to_thread(self._consents.revoke, key)

    # ---- of debates ------------------------------------------------------------------------------------------------
    async def check_start(self, opened: DebateOpened, forecast: Forecast, agreed: Collection[Asked] = ()) -> None:
        """Raise ConsentNeeded for what a debate that is about to start would send, write or run."""
        asked: list[Asked] = [*branchings(opened), *await asyncio.to_thread(self.running, opened, "")]
        asked += await asyncio.to_thread(question_sendings, opened, self._config)
        asked += clear_texts(self._receivers(opened))
        asked += self.looking(opened, "")
        asked += self._priced(sendings(opened, self._config, stand_ins=self._stand_ins), forecast)
        await self.require(asked, agreed)

    async def began(self, id: str, agreed: Iterable[Asked]) -> None:
        """Keep what was agreed to for this debate alone under its new id."""
        await self.give([own for each in agreed if (own := _bound(each, id)) is not None])

    async def copy_consents(self, id: str, fork: str) -> None:
        """Keep the consents of the original debate to its files and its commands for its fork, which sends the same to
        the same providers and runs the same."""
        given = await self.all()
        await self.give([_again(each, fork) for each in given if each.kind == "none" and each.ref == id])
        runs = [
            found for each in given if (found := _COMMANDS.fullmatch(each.key)) and found["debate"] == f"debate/{id}"
        ]
        await self.give([again for each in runs if (again := _commanding(each, fork)) is not None])

    async def command(
        self, id: str, opened: DebateOpened, debate: Debate, command: Command, agreed: Collection[Asked] = ()
    ) -> None:
        """Raise ConsentNeeded where models would be asked after a command that were not agreed to: all of them where
        it makes the debate go on, the new one where it swaps a model; and where an option lets the debate write to its
        repository, run something, or its participants read more of it. Raises Refused as the command would."""
        if not isinstance(command, Swap | SetOption | GOING_ON):
            return
        after = fold(decide(debate, storable(command)), debate)
        if isinstance(command, Review) and after.status != "debating":
            return
        if isinstance(command, SetOption):
            if command.name == OPTION:
                await self.require([replace(each, debate=id) for each in branchings(_now(opened, after))], agreed)
            elif command.name == OF_HOOKS:
                await self.require(await asyncio.to_thread(self.running, _now(opened, after), id), agreed)
            elif command.name == OF_TOOLS:
                await self.going_on(id, opened, after, agreed)
            return
        if isinstance(command, Swap):
            named = {command.model.partition(":")[0], *(model.partition(":")[0] for model in self._stand_ins)}
            await self.going_on(id, opened, after, agreed, named)
        else:
            await self.going_on(id, opened, after, agreed)

    async def present(self, id: str, opened: DebateOpened, debate: Debate) -> list[Asked]:
        """Return what continuing a debate would send without consent."""
        return await self.missing_consents(self._sendings(id, opened, debate))

    async def going_on(
        self, id: str, opened: DebateOpened, debate: Debate, agreed: Collection[Asked], named: Collection[str] = ()
    ) -> None:
        """Raise ConsentNeeded for what a debate would send with the models that it has now; `named`: to these
        providers alone."""
        asked = [each for each in self._sendings(id, opened, debate) if not named or each.provider in named]
        if await self.missing_consents(asked, agreed):
            now = _now(opened, debate)
            asked = self._priced(asked, await asyncio.to_thread(forecast_of, now, self._prices))
        await self.require(asked, agreed)

    def _sendings(self, id: str, opened: DebateOpened, debate: Debate) -> list[Sending | ClearText]:
        now = _now(opened, debate)
        clear = clear_texts(self._receivers(now))
        return [*clear, *sendings(now, self._config, id=id, stand_ins=self._stand_ins), *self.looking(now, id)]

    def _receivers(self, opened: DebateOpened) -> list[ProviderConfig]:
        """Return the providers across a network that a debate can reach."""
        models = [*(seat.model for seat in opened.seats), *opened.services.values(), *self._stand_ins]
        return remote(models, self._config)

    def _priced(self, asked: Sequence[Sending | ClearText], forecast: Forecast) -> list[Sending | ClearText]:
        """Return them with what each provider would charge. What one that stands in would charge depends on what
        fails."""
        costs = cost_by_provider(forecast.models, self._prices)
        return [
            replace(each, cost=costs.get(each.provider), estimated=True) if isinstance(each, Sending) else each
            for each in asked
        ]


def _now(opened: DebateOpened, debate: Debate) -> DebateOpened:
    """Return the debate as it would be opened with its current models and options."""
    return replace(opened, seats=tuple(debate.seats.values()), services=debate.services, options=debate.options)


def _acts(asked: Asked) -> bool:
    """Return whether somebody else's program would be let act, rather than only told something."""
    return isinstance(asked, Sending) and asked.kind == "tools"


def _bound(asked: Asked, id: str) -> Asked | None:
    if isinstance(asked, Branching | Commanding):
        return replace(asked, debate=id)
    return replace(asked, ref=id) if isinstance(asked, Sending) and asked.kind in ("none", "tools") else None


def _again(consent: Consent, id: str) -> Sending:
    return Sending(kind="none", ref=id, what="", characters=0, provider=consent.provider, address=consent.address)
