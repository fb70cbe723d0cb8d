"""The tool that says who there is: providers, participants of a debate, formats and roles."""

from __future__ import annotations

import asyncio
from typing import Final

from disputatio.app.application import Application
from disputatio.app.starting.configuration import DebateConfig, to_mapping
from disputatio.app.starting.formats import FormatEntry
from disputatio.debate.decide.options import reads
from disputatio.debate.views.participants import at_table
from disputatio.debate.walk.gates import points
from disputatio.engine.errors import NotFound, ProviderError
from disputatio.engine.routing import Health
from disputatio.faces.mcp import arguments, results
from disputatio.faces.mcp.server import Call
from disputatio.faces.mcp.session_state import sight
from disputatio.providers.transport import local

MOST_MODELS: Final = 200


class AgentTools:
    def __init__(self, app: Application) -> None:
        self._app = app

    async def agents(self, given: arguments.GetAgents, call: Call) -> results.Agents:
        app = self._app
        providers = [await self._provider(name, asked=name == given.provider) for name in app.registry.names()]
        if given.provider and not any(one.name == given.provider for one in providers):
            names = ", ".join(one.name for one in providers)
            raise NotFound(f"There is no provider {given.provider!r}.", f"There are: {names}.")
        participants = []
        if given.session_id:
            seats = (await sight(app, given.session_id)).debate.seats
            participants = [
                results.Participant(
                    agent_id=seat,
                    agent_name=who.name,
                    role=who.role,
                    model=seats[seat].model,
                    health=self._health(seats[seat].model),
                )
                for seat, who in at_table(seats).items()
            ]
        shelf = await asyncio.to_thread(app.formats.all)
        listed = [_format(each) for each in shelf]
        roles = [
            results.Role(
                id=each.role.id,
                also=list(each.also),
                title=each.role.title,
                focus=each.role.focus,
                tools=list(each.role.tools),
                own=each.own,
            )
            for each in await asyncio.to_thread(app.roles.all)
            if not each.fault
        ]
        return results.Agents(providers=providers, participants=participants, formats=listed, roles=roles)

    async def _provider(self, name: str, *, asked: bool) -> results.Provider:
        registry = self._app.registry
        config = registry.config(name)
        key = await self._app.keys.get(name) if config is not None else None
        needless = config is None or bool(config.base_url and local(config.base_url))
        unknown = f"not known. {self._app.keys.unread}" if self._app.keys.unread else "none"
        found = results.Provider(
            name=name,
            title=self._app.providers.title(name),
            ready=needless or bool(key),
            key=f"from the {key.source}" if key else "needs none" if needless else unknown,
            address=(config.address or "the provider's own") if config is not None else "on this computer",
            health=[
                told
                for model in self._app.routing.health
                if model.partition(":")[0] == name and (told := self._health(model)) is not None
            ],
        )
        if asked:
            checks = await registry.get(name).check()
            found.checks = [
                " ".join(filter(None, (f"{row.name}: {'' if row.ok else 'no: '}{row.detail}.", row.remedy)))
                for row in checks
            ]
            try:
                found.models = [model.id for model in await registry.get(name).models()][:MOST_MODELS]
            except ProviderError as fault:
                found.checks.append(fault.user_message)
        return found

    def _health(self, model: str) -> results.ModelHealth | None:
        known: Health | None = self._app.routing.health.get(model)
        if known is None:
            return None
        return results.ModelHealth(
            model=model,
            success_rate=known.success_rate,
            calls=known.successes + known.failures,
            latency_ms=round(known.latency, 1),
            last_error=known.last_error,
            resting=self._app.routing.is_resting(model),
        )


def _format(entry: FormatEntry) -> results.Format:
    form = entry.format
    if form is None:
        return results.Format(name=entry.name, own=entry.own, fault=entry.fault)
    parts = [
        results.Part(seat=part.name, role=part.role, least=part.least, most=part.most, names=part.named)
        for part in form.cast
    ]
    options = {name: value for name, value in form.options.items() if reads(form, name)}
    return results.Format(
        name=form.name,
        title=form.title,
        summary=form.summary,
        parts=parts,
        options=to_mapping(DebateConfig(options=options))["options"],
        gates=list(points(form)),
        own=entry.own,
    )
