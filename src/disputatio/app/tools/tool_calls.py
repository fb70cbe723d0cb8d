"""What the participants of a debate are offered, and carrying out what they call (engine.tools.Tools)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from disputatio.app.hooks.bench import Bench
from disputatio.app.memory.memories import CONTEXTS, Memories
from disputatio.app.privacy.frontier import Frontier
from disputatio.app.privacy.sendings import Sending
from disputatio.app.repositories.look_ups import PinnedTools
from disputatio.app.repositories.sources import PinnedSources
from disputatio.app.settings import Settings, declarations
from disputatio.app.tools.permissions import NotAllowed, Permissions
from disputatio.app.tools.shelf import ServerEntry, ServerShelf, how_to_add
from disputatio.app.tools.web import WebSearch
from disputatio.debate.context import Context, with_question
from disputatio.debate.errors import ConfigError
from disputatio.debate.hooks import KINDS
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call
from disputatio.debate.tools import (
    CODE,
    DOCUMENTS,
    FORM,
    MEMORY,
    NOT_SEARCHED,
    OPTION,
    REPOSITORY,
    RUN_CODE,
    RUNNING,
    SERVER,
    WEB,
    tools_wanted,
)
from disputatio.debate.values import Json, OptionValue, value
from disputatio.debate.views.labels import REHEARSAL, REPLAY
from disputatio.debate.wording import by_face, tr
from disputatio.engine.errors import did_you_mean
from disputatio.engine.tools import Found, LookUp, Offer
from disputatio.prompting.book import known_as
from disputatio.prompting.tools import TOOLS_OF, role_uses, specs_of
from disputatio.secrets.detection import find, without_secrets
from disputatio.tools.documents import found_in
from disputatio.tools.servers import LONGEST_ABOUT, ServerFailed


@value
class ToolEntry:
    """A tool, or a server with its tools, as a person sees it; `why_not`: it cannot be used, in a sentence."""

    name: str
    about: str
    why_not: str = ""


ABOUT: Final[Mapping[str, str]] = {
    **dict.fromkeys(REPOSITORY, "reads the debated repository at its commit"),
    DOCUMENTS: "searches the documents, notes and files of the context",
    MEMORY: "recalls what earlier debates in the same context settled",
    WEB[0]: "searches the web",
    WEB[1]: "has the web searched for what supports and contradicts a claim",
    RUN_CODE: "runs a program with its tests, in isolation",
    **{name: f"runs the command that is configured for {KINDS[kind]}" for name, kind in RUNNING.items()},
    FORM: "lets participants hand in their answer as a form; used where a debate names it",
}


class ToolCalls:
    def __init__(
        self,
        settings: Settings,
        repository: PinnedTools,
        sources: PinnedSources,
        memory: Memories,
        web: WebSearch,
        shelf: ServerShelf,
        frontier: Frontier,
        bench: Bench,
    ) -> None:
        self.bench = bench
        self.web, self.shelf, self.permissions = web, shelf, Permissions()
        self._settings, self._repository, self._sources, self._memory = settings, repository, sources, memory
        self._frontier = frontier

    # ---- what there is ---------------------------------------------------------------------------------------------
    def all(self) -> list[ToolEntry]:
        """Return all tools, for a person."""
        found = [
            ToolEntry(name=name, about=ABOUT[name], why_not=self.web.why_not if name in WEB else self._why_not(name))
            for name in ABOUT
        ]
        return [*found, *(ToolEntry(name=e.option, about=_offers(e), why_not=_unusable(e)) for e in self.shelf.all())]

    def _why_not(self, name: str) -> str:
        """Say why programs cannot be run, whatever a debate is about."""
        if name not in CODE:
            return ""
        if not self._settings.get(declarations.SANDBOX_USE):
            return by_face(
                "Running code is switched off (settings set sandbox.use true).",
                tr("Running code is switched off in the settings, under Sandbox."),
            )
        kind = RUNNING.get(name, "")
        if not kind or any(each.kind == kind for project in self.bench.shelf.all() for each in project.commands):
            return ""
        return by_face(
            f"No command is configured for {KINDS[kind]} (disputatio hooks add).",
            tr("No command is configured for {kind}; you can add one in the settings of checks.").format(
                kind=tr(KINDS[kind])
            ),
        )

    def _running(self, context: Context, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """Return the tools that run programs, as far as there is something behind them for what is debated."""
        if not self._settings.get(declarations.SANDBOX_USE):
            return ()
        return tuple(name for name in CODE if name == RUN_CODE or self.bench.commands(context, options, name))

    def available(self, context: Context, options: Mapping[str, OptionValue] | None = None) -> tuple[str, ...]:
        """Return what participants of a debate about a context are given unless the person says otherwise; `options`
        may carry commands of its own."""
        found = REPOSITORY if context.kind == "repository" and context.pin else ()
        found = (*found, DOCUMENTS) if _has_documents(context) else found
        remembers = context.kind in CONTEXTS and (context.kind != "repository" or bool(context.pin))
        found = (*found, MEMORY) if remembers else found
        found = found if self.web.why_not else (*found, *WEB)
        found = (*found, *self._running(context, options or {}))
        return (*found, *(entry.option for entry in self.shelf.usable()))

    def resolved(self, options: Mapping[str, OptionValue], context: Context) -> dict[str, OptionValue]:
        """Return the options of a debate that begins: where all tools are wanted, those that there are by name. Raises
        ConfigError for a server that there is none of."""
        wanted = options.get(OPTION)
        servers = [entry.option for entry in self.shelf.all()]
        for name in wanted if isinstance(wanted, list) else ():
            if name.startswith(SERVER) and name not in servers:
                remedy = did_you_mean(name, servers, how_to_add())
                raise ConfigError(
                    tr("There is no tool server {name!r}.").format(name=name.removeprefix(SERVER)), remedy, field=OPTION
                )
        available = self.available(context, options)
        if wanted is not True or set(available) <= set(REPOSITORY):
            return dict(options)
        return {**options, OPTION: list(dict.fromkeys((*available, *WEB)))}

    def missing(self, wanted: OptionValue, context: Context, options: Mapping[str, OptionValue]) -> list[str]:
        """Say which of the tools that the person named cannot be used in a debate, and why."""
        named = {entry.name: entry.why_not for entry in self.all()}
        running, found = self._running(context, options), dict[str, list[str]]()
        for name in wanted if isinstance(wanted, list) else ():
            why = "" if name in running else named.get(name, "")
            if not why and name in CODE and name not in running:
                kind = KINDS[RUNNING[name]]
                why = by_face(
                    f"No command is configured for {kind} in what is debated (disputatio hooks add).",
                    tr(
                        "No command is configured for {kind} in what is debated; the settings of checks take one."
                    ).format(kind=tr(kind)),
                )
            if why:
                found.setdefault(why, []).append(name)
        return [f"{', '.join(names)} cannot be used. {why}" for why, names in found.items()]

    def sendings(self, opened: DebateOpened, id: str) -> list[Sending]:
        """Return what the tools of a debate send beyond its context (app.privacy.frontier.Looking)."""
        names = tools_wanted(opened.context, opened.options)
        if not names or not any(seat.model and not seat.human and _real(seat.model) for seat in opened.seats):
            return []
        roles = {(seat.role, opened.roles.get(seat.id)) for seat in opened.seats if _real(seat.model)}
        web = (
            self.web.sending()
            if any(role_uses(role, name, own) for role, own in roles for name in WEB if name in names)
            else None
        )
        found = [web] if web is not None else []
        asking = [entry for entry in self.shelf.usable() if entry.option in names and entry.permission == "debate"]
        return [*found, *(_use(entry, id) for entry in asking)]

    # ---- engine.tools.Tools ------------------------------------------------------------------------------------------
    def offered(self, debate: Debate, call: Call, model: str) -> Offer:
        names, role = tools_wanted(debate.context, debate.options), debate.seats[call.seat].role
        own = debate.roles.get(call.seat)
        if not _real(model):
            some = [name for name in names if name not in (*WEB, *CODE, FORM)]
            return Offer(specs=specs_of(some, role, call.gives, own))
        running = self._running(debate.context, debate.options)
        left_out = (*(WEB if self.web.why_not else ()), *(name for name in CODE if name not in running))
        specs = specs_of([name for name in names if name not in left_out], role, call.gives, own)
        servers = {each.option: each for each in self.shelf.usable() if role_uses(role, each.option, own)}
        specs += tuple(spec for name in names if name in servers for spec in servers[name].specs())
        return Offer(specs=specs, lacking=tuple(self._lacking(debate, call.seat, names, running, servers)))

    def _lacking(
        self, debate: Debate, seat: str, names: Collection[str], running: Collection[str], servers: Collection[str]
    ) -> Iterator[str]:
        """Yield what a seat cannot use since it is not set up, in sentences. `running`, `servers`: what is."""
        role, own = debate.seats[seat].role, debate.roles.get(seat)
        promised = own.tools if own is not None else TOOLS_OF.get(known_as(role), ())
        wanted = debate.options.get(OPTION) is True or any(name in names for name in WEB)
        searches = seat == _first_searcher(debate) if own is None else any(name in WEB for name in promised)
        if self.web.why_not and wanted and searches:
            yield f"{NOT_SEARCHED} {self.web.why_not}"
        idle = [name for name in promised if name in CODE and name not in running and (wanted or name in names)]
        if idle:
            yield _not_set_up(idle, *self._why_idle(idle))
        hoped = [name for name in (names if own is None else promised) if name.startswith(SERVER)]
        missing = [name for name in hoped if name not in servers and role_uses(role, name, own)]
        if missing:
            yield _not_set_up(
                [name.removeprefix(SERVER) for name in missing],
                "there is no tool server of that name that can be used",
                by_face("add it with disputatio tools add", "add it in the settings of tools"),
            )

    def _why_idle(self, idle: Collection[str]) -> tuple[str, str]:
        """Return why tools that run programs cannot be used, and where to set them up."""
        if not self._settings.get(declarations.SANDBOX_USE):
            where = by_face("with disputatio settings set sandbox.use true", "in the settings, under Sandbox")
            return "running programs is switched off", f"switch it on {where}"
        where = by_face("with disputatio hooks add", "in the settings of checks")
        return f"no command is configured for {_it(idle)}", f"add one {where}"

    def waits(self, name: str) -> bool:
        if name in CODE:
            return True
        found = self.shelf.of_tool(name)
        return found is not None and found[0].permission != "always"

    async def run(self, asked: LookUp) -> Found:
        try:
            found = await self._found(asked)
        except ServerFailed as failed:
            what = await asyncio.to_thread(without_secrets, failed.what, released=asked.released)
            raise ServerFailed(what[:LONGEST_ABOUT], failed.remedy) from failed
        text = await asyncio.to_thread(without_secrets, found.text, released=asked.released)
        return Found(text=text, model=found.model, usage=found.usage)

    async def _found(self, asked: LookUp) -> Found:
        given, context = asked.arguments, asked.context
        match asked.name:
            case "web_search":
                return await self.web.search(str(given["query"]))
            case "fact_check":
                return await self.web.search(str(given["claim"]), claim=True)
            case "search_documents":
                sources = await self._sources.of_debate(context, asked.released)
                return Found(text=await asyncio.to_thread(found_in, sources.plain_texts(), str(given["query"])))
            case "recall":
                items = await self._memory.recall(
                    context.kind, context.ref, str(given["query"]), not _real(asked.model)
                )
                return Found(text="\n".join(_remembered(item) for item in items) or "Nothing is remembered about it.")
            case name if name in CODE:
                return Found(text=await self.bench.call(asked.debate, context, asked.options, name, given))
            case name if name in REPOSITORY:
                return Found(text=await self._repository.run(context, name, given, asked.released))
        return Found(text=await self._called(asked))

    async def _called(self, asked: LookUp) -> str:
        """Return what a tool of a server says, if the person allows the call."""
        found = self.shelf.of_tool(asked.name)
        if found is None:
            raise ServerFailed(tr("{asked} is not there any more.").format(asked=asked.name), "Do without it.")
        entry, tool = found
        told = json.dumps(asked.arguments, ensure_ascii=False, indent=1)
        if find(told, released=asked.released):
            raise NotAllowed("The arguments seem to hold a secret, and were not sent.", "Call it without.")
        await self._allowed(entry, tool, told, asked)
        async with asyncio.timeout(20):
            return await self.shelf.servers.call(await self.shelf.with_token(entry.config), tool, asked.arguments)

    async def _allowed(self, entry: ServerEntry, tool: str, told: str, asked: LookUp) -> None:
        """Let a call through that the person allows. Raises NotAllowed."""
        if entry.permission == "always":
            return
        use = _use(entry, asked.debate)
        if not await self._frontier.missing_consents([use]):
            return
        name = entry.config.name
        given = await self.permissions.ask(asked.debate, asked.who, name, entry.config.target, tool, told)
        if given == "debate":
            await self._frontier.give([use])
        elif given == "always":
            await asyncio.to_thread(self._settings.set, declarations.SERVER_PERMISSION.of(name).key, "always")

    async def close(self) -> None:
        await self.shelf.servers.close()


def _first_searcher(debate: Debate) -> str:
    """Return the seat that says for all whose role searches that nobody can, "" where none of them does."""
    asked = (seat for seat in debate.seats.values() if seat.taken and not seat.human and _real(seat.model))
    searching = (s.id for s in asked if s.id not in debate.roles and WEB[0] in TOOLS_OF.get(known_as(s.role), ()))
    return next(searching, "")


def _real(model: str) -> bool:
    """Return whether a model is asked at all, rather than rehearsed or heard again from a recording."""
    return not model.startswith((REHEARSAL, REPLAY))


def _use(entry: ServerEntry, debate: str) -> Sending:
    tools = ", ".join(tool.name for tool in entry.tools)
    what = f"whatever participants pass to its tools ({tools}), which then act on their own"
    config = entry.config
    return Sending(kind="tools", ref=debate, what=what, characters=0, provider=config.name, address=config.target)


def _has_documents(context: Context) -> bool:
    return context.kind in ("project", "assignment") or any(
        s.name in ("files", "documents", "notes") for s in context.sections
    )


def _remembered(item: Mapping[str, Json]) -> str:
    text = f"{item.get('text', '')}{' (agreed by all)' if item.get('established') else ''}"
    return f"- {with_question(text, str(item.get('question') or ''))}"


def _offers(entry: ServerEntry) -> str:
    names = [tool.name for tool in entry.tools]
    return f"{entry.config.target}: {', '.join(names)}" if names else entry.config.target


def _unusable(entry: ServerEntry) -> str:
    if not entry.enabled:
        return "It is switched off."
    if entry.tools:
        return ""
    return by_face(
        f"Nobody has asked it yet what it offers: disputatio tools connect {entry.config.name}",
        tr("Nobody has asked it yet what it offers; you can, in the settings of tools."),
    )


def _not_set_up(names: Collection[str], why: str, where: str) -> str:
    """Say of tools that a role may use that it had to do without them, why, and where they are set up."""
    return f"Not set up: {', '.join(names)}. Its role may use {_it(names)}, but {why}; {where}."


def _it(names: Collection[str]) -> str:
    return "it" if len(names) == 1 else "them"
