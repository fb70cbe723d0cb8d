"""A search engine on this machine that speaks SearXNG's JSON API.

async with SearchServer() as engine:
    engine.finds("tides", Hit("https://example.org/tides", "On tides", "The moon pulls."))
    ... = engine.root
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qs

from disputatio.testing.loopback.http import Connection, HttpRequest, Listener, thread_of


@dataclass(frozen=True, slots=True)
class Hit:
    address: str
    title: str = ""
    says: str = ""
    day: str = ""


class SearchServer(Listener):
    """Use as an asynchronous context manager. `queries` is what was searched for; what nobody said finds nothing;
    `answer` (status and body) takes the place of every answer; `hang`: nothing is ever said."""

    def __init__(self) -> None:
        super().__init__()
        self.queries: list[str] = []
        self.answer: tuple[int, bytes] | None = None
        self.hang = False
        self._hits: dict[str, tuple[Hit, ...]] = {}

    def finds(self, query: str, *hits: Hit) -> None:
        self._hits[query] = hits

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
