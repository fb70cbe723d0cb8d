"""The application behind the tools: opened when it is first needed, closed when the client has left."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any, Self

from disputatio.app import bootstrap
from disputatio.app.diagnosis import cause
from disputatio.app.logs import Logging, json_lines_to_stderr
from disputatio.app.paths import Paths
from disputatio.faces.mcp import arguments
from disputatio.faces.mcp.agent_tools import AgentTools
from disputatio.faces.mcp.arguments import Arguments
from disputatio.faces.mcp.debate_tools import DebateTools
from disputatio.faces.mcp.read_tools import ReadTools
from disputatio.faces.mcp.results import Result
from disputatio.faces.mcp.server import Call
from disputatio.secrets.keyring import Masking

LOG = logging.getLogger(__name__)

Work = Callable[[Any, Call], Awaitable[Result]]


class Desk:
    """`verbose` and `log_json` as on the command line."""

    def __init__(self, environment: Mapping[str, str], *, verbose: bool = False, log_json: bool = False) -> None:
        self._environment, self._verbose, self._log_json = environment, verbose, log_json
        self._masking = Masking()
        self._opened = AsyncExitStack()
        self._work: dict[type[Arguments], Work] = {}

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as opened:
            logs = Logging(self._masking)
            await asyncio.to_thread(self._begin, logs)
            opened.callback(logs.stop)
            app = await opened.enter_async_context(bootstrap.application(self._environment, self._masking))
            for fault in app.settings.faults:
                LOG.warning("%s:%s: %s %s", fault.file, fault.line, fault.what, fault.remedy)
            debating, reading = DebateTools(app), ReadTools(app)
            opened.push_async_callback(debating.close)
            self._work = {
                arguments.StartRoundtable: debating.start,
                arguments.ContinueRoundtable: debating.go_on,
                arguments.ControlSession: debating.control,
                arguments.SynthesizeDebate: debating.synthesise,
                arguments.ListSessions: reading.list_sessions,
                arguments.GetConsensus: reading.consensus,
                arguments.GetThoughts: reading.thoughts,
                arguments.ExportSession: reading.export,
                arguments.GetRoundDetails: reading.round_details,
                arguments.GetResponseDetail: reading.response_detail,
                arguments.GetCitations: reading.citations,
                arguments.GetAgents: AgentTools(app).agents,
            }
            self._opened = opened.pop_all()
        return self

    def _begin(self, logs: Logging) -> None:
        paths = Paths.from_environment(self._environment)
        paths.create()
        logs.start(paths.logs, "debug" if self._verbose else "info", json_lines_to_stderr(self._log_json))

    async def __aexit__(self, *exception: object) -> None:
        await self._opened.aclose()

    async def carry_out(self, given: Arguments, call: Call) -> Result:
        """Carry out a call. Raises DisputatioError."""
        try:
            return await self._work[type(given)](given, call)
        except Exception as error:
            if (found := await asyncio.to_thread(cause, error, self._environment)) is not error:
                raise found from error
            raise

    def mask(self, text: str) -> str:
        return self._masking.mask(text)
