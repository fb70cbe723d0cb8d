"""Just enough HTTP/1.1 for a server on this machine: keep-alive, bodies with a length, chunked answers, and the moment
a client goes away."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self


class Gone(Exception):
    """The client closed the connection."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> dict[str, object]:
        """Return the body as a JSON object; {} for anything else."""
        try:
            found = json.loads(self.body or b"{}")
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


def chunk(data: bytes) -> bytes:
    """Return a chunk of a chunked answer."""
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


Handler = Callable[[HttpRequest, "Connection"], Awaitable[None]]


class Connection(asyncio.Protocol):
    """One client connection. Requests are answered one after another, in a task of the connection's own."""

    def __init__(self, handler: Handler, opened: set[Connection]) -> None:
        self._handler = handler
        self._opened = opened
        self._data = bytearray()
        self._more = asyncio.Event()
        self.lost = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self.transport: asyncio.Transport
        self.task: asyncio.Task[None]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._opened.add(self)
        self.task = asyncio.get_running_loop().create_task(self._serve())

    def data_received(self, data: bytes) -> None:
        self._data += data
        self._more.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set()
        self._more.set()
        self._room.set()
        self._opened.discard(self)

    def pause_writing(self) -> None:
        self._room.clear()

    def resume_writing(self) -> None:
        self._room.set()

    async def _serve(self) -> None:
        try:
            while not self.lost.is_set() and not self.transport.is_closing():
                request = await self._request()
                await self._handler(request, self)
                if request.headers.get("connection", "").lower() == "close":
                    break
        except Gone:
            pass
        finally:
            self.transport.close()

    async def _request(self) -> HttpRequest:
        head = (await self._until(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.split("\r\n")
        method, target, _ = [*first.split(" ", 2), "", ""][:3]
        headers = {name.strip().lower(): text.strip() for name, _, text in (line.partition(":") for line in lines)}
        path, _, query = target.partition("?")
        body = await self._exactly(int(headers.get("content-length") or 0))
        return HttpRequest(method=method, path=path, query=query, headers=headers, body=body)

    async def _until(self, mark: bytes) -> bytes:
        while (at := self._data.find(mark)) < 0:
            await self._wait()
        found = bytes(self._data[:at])
        del self._data[: at + len(mark)]
        return found

    async def _exactly(self, count: int) -> bytes:
        while len(self._data) < count:
            await self._wait()
        found = bytes(self._data[:count])
        del self._data[:count]
        return found

    async def _wait(self) -> None:
        if self.lost.is_set():
            raise Gone
        self._more.clear()
        await self._more.wait()

    # Answering

    def answer(self, status: int, body: bytes, kind: str, headers: Mapping[str, str] | None = None) -> None:
        """A whole answer."""
        self.head(status, {"Content-Type": kind, "Content-Length": str(len(body)), **(headers or {})})
        self._write(body)

    def head(self, status: int, headers: Mapping[str, str]) -> None:
        known = {code.value: code.phrase for code in HTTPStatus}
        lines = [f"HTTP/1.1 {status} {known.get(status, 'Unknown')}", *(f"{n}: {t}" for n, t in headers.items())]
        self._write("\r\n".join([*lines, "", ""]).encode("latin-1"))

    def chunk(self, data: str) -> None:
        """A piece of a chunked answer; raises Gone when there is nobody to read it."""
        self._write(chunk(data.encode()))

    async def flood(self, start: bytes, more: bytes) -> None:
        """A piece of a chunked answer, and then another for ever, as fast as it is read; raises Gone when nobody
        reads."""
        self._write(chunk(start) if start else b"")
        whole = chunk(more)
        while True:
            self._write(whole)
            await asyncio.sleep(0)
            await self._room.wait()

    def end(self) -> None:
        """The clean end of a chunked answer."""
        self._write(b"0\r\n\r\n")

    def cut(self) -> None:
        """The end of the connection, whatever was being said."""
        self.transport.abort()
        raise Gone

    async def pause(self, seconds: float) -> None:
        """Waits; raises Gone as soon as the client leaves. 0 lets others run once."""
        if seconds <= 0:
            await asyncio.sleep(0)
        else:
            try:
                async with asyncio.timeout(seconds):
                    await self.lost.wait()
            except TimeoutError:
                return
        if self.lost.is_set():
            raise Gone

    async def forever(self) -> None:
        """Until the client leaves."""
        await self.lost.wait()
        raise Gone

    def _write(self, data: bytes) -> None:
        if self.lost.is_set() or self.transport.is_closing():
            raise Gone
        self.transport.write(data)


class Listener:
    """A server on this machine; use it as an asynchronous context manager. Whoever answers overrides `_handle`.
    `connections` counts those that were made."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self.connections = 0
        self._host, self._port = host, port
        self._opened: set[Connection] = set()
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        """The port it listens on; before it does, the one that was asked for."""
        return self._port

    @property
    def root(self) -> str:
        """Its address."""
        return f"http://{self._host}:{self._port}"

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._connected, self._host, self._port)
        self._port = self._server.sockets[0].getsockname()[1]
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

    def _connected(self) -> Connection:
        self.connections += 1
        return Connection(self._handle, self._opened)

    async def _handle(self, request: HttpRequest, connection: Connection) -> None:
        """Answer a request."""
        raise NotImplementedError


@contextmanager
def thread_of(server: AbstractAsyncContextManager[Any]) -> Iterator[None]:
    """Run a server in a thread of its own until the block ends, for callers that are not asyncio. Raises OSError if it
    cannot start."""
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
