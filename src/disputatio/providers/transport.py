"""The HTTP client under every SDK: one kind, one set of time limits."""

from __future__ import annotations

from contextvars import ContextVar
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import httpx2

PATIENCE = 600.0
"""Seconds an SDK waits for one read. Longer than any limit of the engine, which is the one that decides."""

PLAIN_HEADERS = frozenset(
    {"host", "accept", "accept-encoding", "connection", "user-agent", "content-type", "content-length", "authorization"}
)
"""What a server that is not OpenAI gets from the OpenAI SDK: nothing about organisation, project or this machine."""


OPENED: ContextVar[list[httpx2.Response] | None] = ContextVar("opened", default=None)
"""Where a stream that must close its connection by itself finds it."""


def local(url: str) -> bool:
    """Whether an address is on this machine: it is then never asked through a proxy."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:  # it is no address at all
        return False
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


async def keep_plain_headers(request: httpx2.Request) -> None:
    for name in [name for name in request.headers if name.lower() not in PLAIN_HEADERS]:
        del request.headers[name]


async def note_opened(response: httpx2.Response) -> None:
    opened = OPENED.get()
    if opened is not None:
        opened.append(response)


def http_client(url: str, *, plain: bool = False) -> httpx2.AsyncClient:
    """A client without a limit on connections (the engine limits calls) and with one read limit, no total one."""
    import httpx2

    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(PATIENCE),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=20),
        trust_env=not local(url),
        follow_redirects=False,
        event_hooks={"request": [keep_plain_headers] if plain else [], "response": [note_opened]},
    )
