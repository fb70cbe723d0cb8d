"""The server in a thread of its own, for callers that are not asyncio (a command-line test, a benchmark)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any

from disputatio.testing.loopback.github import GitHubServer
from disputatio.testing.loopback.scripts import Responder
from disputatio.testing.loopback.server import LoopbackServer


@contextmanager
def running_server(responder: Responder | None = None, *, port: int = 0) -> Iterator[LoopbackServer]:
    """Runs until the block ends. Scripting it from the caller's thread is safe; waiting on it is not."""
    server = LoopbackServer(responder, port=port)
    with _running(server):
        yield server


@contextmanager
def running_github() -> Iterator[GitHubServer]:
    """The same for the API of GitHub."""
    server = GitHubServer()
    with _running(server):
        yield server


@contextmanager
def _running(server: AbstractAsyncContextManager[Any]) -> Iterator[None]:
    ready = threading.Event()
    held: dict[str, asyncio.AbstractEventLoop | asyncio.Event | BaseException] = {}

    async def serve() -> None:
        stop = asyncio.Event()
        async with server:
            held["loop"], held["stop"] = asyncio.get_running_loop(), stop
            ready.set()
            await stop.wait()

    def run() -> None:
        try:
            asyncio.run(serve())
        except OSError as error:
            held["error"] = error
            ready.set()

    thread = threading.Thread(target=run, name="loopback-server", daemon=True)
    thread.start()
    ready.wait()
    error, loop, stop = held.get("error"), held.get("loop"), held.get("stop")
    if isinstance(error, BaseException):
        raise error
    assert isinstance(loop, asyncio.AbstractEventLoop)
    assert isinstance(stop, asyncio.Event)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
