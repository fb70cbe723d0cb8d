"""A search engine on this machine that speaks SearXNG's JSON API.

async with SearchServer() as engine:
    engine.finds("tides", Hit("https://example.org/tides", "On tides", "The moon pulls."))
    ... = engine.url
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs

from disputatio.testing.loopback.http import Connection, HttpRequest, thread_of


@dataclass(frozen=True, slots=True)
class Hit:
    address: str
    title: str = ""
    says: str = ""
    day: str = ""


class SearchServer:
    """Use as an asynchronous context manager. `queries` is what was searched for; what nobody said finds nothing;
    `answer` (status and body) takes the place of every answer; `hang`: nothing is ever said."""

    def __init__(self) -> None:
        self.queries: list[str] = []
        self.answer: tuple[int, bytes] | None = None
        self.hang = False
        self.url = ""
        self._hits: dict[str, tuple[Hit, ...]] = {}
        self._opened: set[Connection] = set()
        self._server: asyncio.Server | None = None

    def finds(self, query: str, *hits: Hit) -> None:
        self._hits[query] = hits

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Connection(self._handle, self._opened), "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        tasks = [connection.task for connection in self._opened]
        for connection in list(self._opened):
            connection.transport.abort()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        await self._server.wait_closed()

    async def _handle(self, request: HttpRequest, connection: Connection) -> None:
        asked = parse_qs(request.query)
        query = asked.get("q", [""])[0]
        self.queries.append(query)
        if self.hang:
            await connection.forever()
        if self.answer is not None:
            connection.answer(self.answer[0], self.answer[1], "text/html")
        elif request.path != "/search" or asked.get("format") != ["json"]:
            connection.answer(200, b"<!doctype html><title>SearXNG</title>", "text/html")
        else:
            rows = [
                {"url": hit.address, "title": hit.title, "content": hit.says, "publishedDate": hit.day or None}
                for hit in self._hits.get(query, ())
            ]
            body = json.dumps({"query": query, "number_of_results": len(rows), "results": rows, "suggestions": []})
            connection.answer(200, body.encode(), "application/json")


@contextmanager
def running_search() -> Iterator[SearchServer]:
    """Run this server in a thread of its own until the block ends."""
    server = SearchServer()
    with thread_of(server):
        yield server
