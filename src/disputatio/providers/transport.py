"""The HTTP client under every SDK: one kind, one set of limits, of time and of size.

The bounds of `bounds` are put around each answer here, before anything reads it: SDKs read errors and lists to their
end, and put lines together, without any.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from contextvars import ContextVar
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from disputatio.engine.deadline import WAITING
from disputatio.providers.bounds import BOUNDS, CODINGS, Bounds, Head, Metre
from disputatio.providers.config import address_fault

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


async def ask_for_codings(request: httpx2.Request) -> None:
    request.headers["Accept-Encoding"] = CODINGS


async def note_opened(response: httpx2.Response) -> None:
    if (waiting := WAITING.get()) is not None and response.is_success:
        waiting.accepted()
    opened = OPENED.get()
    if opened is not None:
        opened.append(response)


def bounded_by(bounds: Bounds) -> Any:
    """What puts bounds around an answer before its body is read."""
    import httpx2

    class BoundedStream(httpx2.AsyncByteStream):
        """The body of an answer, unpacked and measured."""

        def __init__(self, stream: httpx2.AsyncByteStream, metre: Metre) -> None:
            self._stream = stream
            self._metre = metre

        async def __aiter__(self) -> AsyncIterator[bytes]:
            self._metre.begin()
            async with aclosing(aiter(self._stream)) as pieces:  # type: ignore[type-var]  # httpx2's are generators
                async for piece in pieces:
                    if (waiting := WAITING.get()) is not None:
                        waiting.alive()
                    for plain in self._metre.take(piece):
                        yield plain

        async def aclose(self) -> None:
            await self._stream.aclose()

    async def put_bounds(response: httpx2.Response) -> None:
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        head = Head(status=response.status_code, headers=response.headers.copy())
        response.stream = BoundedStream(response.stream, Metre(head, bounds))
        response.headers.pop("content-encoding", None)

    return put_bounds


def http_client(url: str, *, plain: bool = False, bounds: Bounds = BOUNDS) -> httpx2.AsyncClient:
    """A client without a limit on connections (the engine limits calls), with one read limit and no total one, that
    takes no more of an answer than `bounds` and carries no cookies. Raises ValueError for an address that is none."""
    if fault := address_fault(url):
        raise ValueError(fault)
    from http.cookiejar import CookieJar, DefaultCookiePolicy

    import httpx2

    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(PATIENCE),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=20),
        trust_env=not local(url),
        follow_redirects=False,
        cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
        event_hooks={
            "request": [ask_for_codings, *([keep_plain_headers] if plain else [])],
            "response": [bounded_by(bounds), note_opened],
        },
    )
